# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Sourced by graft.sh: the copy of our files in $place, and the list of them.

: "${top:?}" "${place:?}"

list=graft.sha256
# By older versions of this script. Git ignores such names in a kernel's tree.
old_list=.graft

has_list() {
	[ -e "$place/$list" ] || [ -e "$place/$old_list" ]
}

soc_version() {
	sed -n 's/^PACKAGE_VERSION="\(.*\)"$/\1/p' "$top/dkms.conf"
}

shipped() {
	(
		cd "$top" || exit
		suites='./tests/kunit ./tests/example ./tests/models/qemu/dw_apb_block.h'
		# A source that was installed for DKMS has no tests.
		[ -e ./tests/kunit ] || suites=
		# shellcheck disable=SC2086 # a list of files
		find -H ./COPYING ./Kbuild ./dkms.conf ./drivers ./include $suites -type f \
			! -name '*.[oa]' ! -name '*.ko' ! -name '*.mod' ! -name '*.mod.c' \
			! -name '.*' ! -path "./include/compat/probed/*" | sort
	)
}

# Prints sums and names of the files in the copy, if there is one.
listed() {
	cat "$place/$list" "$place/$old_list" 2>/dev/null | grep -v '^#'
}

# Writes only what differs, so that the next build is short. The list must not depend on
# where this checkout is: it is in patches, too.
copy_files() {
	mkdir -p "$place"
	shipped | while IFS= read -r file; do
		mkdir -p "$place/${file%/*}"
		cmp -s "$top/$file" "$place/$file" || cp "$top/$file" "$place/$file"
	done
	listed | sed 's/^[0-9a-f]*  //' | while IFS= read -r file; do
		[ -e "$top/$file" ] || rm -f "$place/$file"
	done
	find "$place" -depth -type d -empty -delete
	{
		echo "# The files of soc-timers $(soc_version) that \"make ungraft\" removes"
		(cd "$top" && shipped | tr '\n' '\0' | xargs -0 sha256sum)
	} >"$place/$list"
	rm -f "${place:?}/$old_list"
}

# Only the files that we copied count; what a build has left there may go.
need_clean_copy() {
	changed=$(cd "$place" && listed | sha256sum --check --quiet 2>/dev/null |
		sed 's/: .*//' | tr '\n' ' ')
	[ -z "$changed" ] ||
		die "these files in the copy $place have changed since it was made: ${changed% }: save them, then restore them or remove the copy by hand"
}
