# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Sourced by graft.sh: the copy of our files in $place, and the list of them.

: "${top:?}" "${place:?}" "${list:?}"

shipped() {
	(
		cd "$top" || exit
		suites='./tests/kunit ./tests/example ./tests/models/qemu/dw_apb_block.h'
		# A source that was installed for DKMS has no tests.
		[ -e ./tests/kunit ] || suites=
		# shellcheck disable=SC2086 # a list of files
		find ./COPYING ./Kbuild ./dkms.conf ./drivers ./include $suites -type f \
			! -name '*.[oa]' ! -name '*.ko' ! -name '*.mod' ! -name '*.mod.c' \
			! -name '.*' ! -path "./include/compat/probed/*" | sort
	)
}

# Writes only what differs, so that the next build is short.
copy_files() {
	mkdir -p "$place"
	shipped | while IFS= read -r file; do
		mkdir -p "$place/${file%/*}"
		cmp -s "$top/$file" "$place/$file" || cp "$top/$file" "$place/$file"
	done
	if [ -e "$list" ]; then
		sed -n 's/^[0-9a-f]\{64\}  //p' "$list" | while IFS= read -r file; do
			[ -e "$top/$file" ] || rm -f "$place/$file"
		done
	fi
	{
		echo "# copy of $top"
		(cd "$top" && shipped | tr '\n' '\0' | xargs -0 sha256sum)
	} >"$list"
}

# Only the files that we copied count; what a build has left there may go.
need_clean_copy() {
	changed=$(cd "$place" && grep -v '^#' .graft | sha256sum --check --quiet 2>/dev/null |
		sed 's/: .*//' | tr '\n' ' ')
	[ -z "$changed" ] ||
		die "these files in the copy $place have changed since it was made: ${changed% }: save them, then restore them or remove the copy by hand"
}
