# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Sourced by test.sh: the patches of "make graft-patch", applied as kernel recipes do.

# shellcheck disable=SC2154 # test.sh sets $tree, $source and more

patches=$work/patches

in_git() {
	git -C "$tree" -c user.name=test -c user.email=test@localhost "$@"
}

# The skeleton as a git repository. Debian's .gitignore for packages ignores everything.
skeleton_in_git() {
	skeleton
	sed '/^\/\*$/d' "$source/.gitignore" >"$tree/.gitignore"
	# Git does not keep this one.
	chmod 644 "$tree/drivers/clocksource/Makefile"
	in_git init -q && in_git add -A && in_git commit -q -m base
}

# What git makes of all files that it does not ignore.
git_tree() {
	in_git add -A && in_git write-tree
}

writes_series() {
	make -s -C "$top" graft-patch KERNEL="$tree" OUT="$patches" || return
	[ "$(cd "$patches" && echo *)" = "$(printf '%s ' \
		0001-clocksource-add-the-soc-timers-drivers.patch \
		0002-clocksource-build-the-soc-timers-drivers.patch | sed 's/ $//')" ]
}

# From the same files in another place, by somebody else, on another day.
same_bytes() {
	elsewhere=$work/elsewhere
	mkdir -p "$elsewhere/top" "$elsewhere/tree"
	(cd "$top" && rsync -rlpR --exclude='*.o' COPYING Kbuild Makefile dkms.conf drivers include \
		tests/kunit tests/example tests/models/qemu/dw_apb_block.h "$elsewhere/top/") &&
		cp -R "$tree/." "$elsewhere/tree/" || return
	(
		umask 077
		export TZ=Asia/Tokyo LC_ALL=C.UTF-8 GIT_AUTHOR_NAME=somebody
		"$elsewhere/top/drivers/graft.sh" --series="$elsewhere/patches" "$elsewhere/tree"
	) && diff -r "$patches" "$elsewhere/patches"
	status=$?
	rm -rf "$elsewhere"
	return $status
}

# The first patch must not change the kernel, or a bisection may stop between the two.
am_series() {
	skeleton_in_git && in_git am -q "$patches"/*.patch || return
	in_git diff --name-status HEAD~2 HEAD~1 | grep -v "^A.drivers/clocksource/soc-timers/" && return 1
	in_git diff --name-status HEAD~1 | tee "$work/changed"
	! grep -v '^M' "$work/changed" && [ "$(wc -l <"$work/changed")" = 5 ]
}

names_author_and_subject() {
	in_git log -2 --format='%an, %ad: %s' | tee "$work/log"
	printf 'soc-timers contributors, Thu Jan 1 00:00:00 2026 +0000: clocksource: %s the soc-timers drivers\n' \
		build add | cmp - "$work/log"
}

same_as_copy_in_git() {
	of_series=$(git_tree)
	skeleton_in_git && graft --copy "$tree" && of_copy=$(git_tree) || return
	echo "$of_series $of_copy"
	[ "$of_series" = "$of_copy" ]
}

undone_in_git() {
	skeleton_in_git && before=$(git_tree) && in_git am -q "$patches"/*.patch &&
		graft --undo "$tree" && [ "$(git_tree)" = "$before" ]
}

# As Buildroot runs patch(1). It finds files of rejected hunks later.
patch_series() {
	for file in "$patches"/*.patch; do
		patch -g0 -p1 --no-backup-if-mismatch -d "$tree" -t -N <"$file" || return
	done
	! find "$tree" -name '*.rej' -o -name '*.orig' | grep .
}

same_as_copy() {
	skeleton
	patch_series && inventory "$tree" >"$work/patched" || return
	skeleton
	graft --copy "$tree" && same_as "$work/patched"
}

apply_series() {
	skeleton_in_git && in_git apply "$patches"/*.patch && same_as_copy_in_git
}

undone_by_script() {
	skeleton
	patch_series >/dev/null && reports 'was grafted already' graft --copy "$tree" &&
		same_as "$work/patched" && graft --undo "$tree" && restored
}

undone_by_patch() {
	skeleton
	patch_series >/dev/null || return
	for number in 0002 0001; do
		patch -s -R -p1 -E -d "$tree" <"$(echo "$patches/$number"-*)" || return
	done
	restored
}

# Between the two patches, and of a tree to which only the second was applied.
half_a_series() {
	skeleton
	patch -s -p1 -d "$tree" <"$(echo "$patches"/0001-*)" &&
		unchanged_by refused 'half grafted' graft --copy "$tree" &&
		graft --undo "$tree" && restored || return
	patch -s -p1 -d "$tree" <"$(echo "$patches"/0002-*)" &&
		unchanged_by refused 'half grafted' graft --copy "$tree" &&
		graft --undo "$tree" && restored
}

# A vendor's file may have other lines where ours go.
applies_to_changed_tree() {
	skeleton
	sed -i '/^endmenu/i config VENDOR_TIMER\n\tbool\n' "$tree/drivers/clocksource/Kconfig"
	sed -i '2i obj-y += vendor.o' "$tree/kernel/time/Makefile"
	patch_series && grep -c 'soc-timers: begin' "$tree/drivers/clocksource/Kconfig" \
		"$tree/kernel/time/Makefile" && grep VENDOR_TIMER "$tree/drivers/clocksource/Kconfig"
}

# Not even the directory is made.
writes_nothing() {
	unchanged_by refused "$1" graft --series="$work/none" "$tree" && [ ! -e "$work/none" ]
}

series_of_grafted_tree() {
	skeleton
	graft "$tree" && writes_nothing 'is grafted (soc-timers: link'
}

series_of_old_tree() {
	become 5 10
	writes_nothing 'is Linux 5.10, and' || return
	reports 'warning:' make -s -C "$top" graft-patch KERNEL="$tree" OUT="$work/old" FORCE=1 &&
		grep -q 'for Linux 5[.]10[.]' "$work"/old/0002-*
}

series_of_unknown_tree() {
	skeleton
	sed -i '/CONFIG_TIMER_OF/d' "$tree/drivers/clocksource/Makefile"
	writes_nothing 'Makefile is not as expected'
}

series_without_mips() {
	skeleton
	rm -r "$tree/arch"
	inventory "$tree" >"$work/before"
	rm -rf "$patches"
	graft --series="$patches" "$tree" && ! grep 'MIPS gets\|SOC_TIMERS_IN_VDSO' "$patches"/0002-* &&
		patch_series && inventory "$tree" >"$work/patched" && graft --undo "$tree" && restored &&
		graft --copy "$tree" && same_as "$work/patched"
}

series_tests() {
	skeleton
	check 'the graft is written as two patches' writes_series
	check 'without changing the tree' restored
	check 'with the same bytes each time' same_bytes
	check 'git am takes them' am_series
	check 'with an author, a date and a subject' names_author_and_subject
	check 'and makes what a graft by copy makes, of which git ignores nothing' same_as_copy_in_git
	check 'ungraft undoes it' undone_in_git
	check 'git apply makes the same' apply_series
	check 'and so does patch, to the last byte' same_as_copy
	check 'a tree so patched can be updated and ungrafted' undone_by_script
	check 'and the patches can be reverted' undone_by_patch
	check 'one of them alone is half a graft' half_a_series
	check 'they apply next to other changes' applies_to_changed_tree
	check 'there are none of a grafted tree' series_of_grafted_tree
	check 'nor, without FORCE=1, of an unknown version' series_of_old_tree
	check 'nor of a tree that a graft would refuse' series_of_unknown_tree
	check 'a tree without MIPS has them without its vDSO' series_without_mips
}
