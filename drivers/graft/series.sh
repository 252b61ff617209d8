# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Sourced by graft.sh: the graft as patches, for "git am" and "patch -p1". The same tree and
# checkout always give the same bytes: there is no time, no path, no name of a user.

: "${tree:?}" "${place:?}" "${out?}"

files_patch=0001-clocksource-add-the-soc-timers-drivers.patch
hooks_patch=0002-clocksource-build-the-soc-timers-drivers.patch

# Not an address that anybody has.
author='soc-timers contributors <contributors@soc-timers.invalid>'

# Yocto builds a kernel with the time of its last commit, and that with this date.
date_of_patches() {
	date -u -R -d "@${SOURCE_DATE_EPOCH:-1767225600}"
}

files_message() {
	cat <<-TEXT
	Subject: [PATCH] clocksource: add the soc-timers drivers

	Add the clocksource and clockevent drivers of soc-timers $(soc_version) for
	Samsung's Exynos MCT, Synopsys DesignWare APB timers, ARC timers and
	Loongson's ExtCC. Nothing builds them yet.

	Written by "make graft-patch" of soc-timers: change the drivers there, and
	write the series again. graft.sha256 is what "make ungraft" goes by.
	TEXT
}

hooks_message() {
	cat <<-TEXT
	Subject: [PATCH] clocksource: build the soc-timers drivers

	Add soc-timers to Kconfig and Makefile. A driver of it that is built in
	takes the place of the kernel's own one, CONFIG_SOC_TIMERS_SCHED_CLOCK that
	of kernel/time/sched_clock.c. Nothing changes while its options are off.
	TEXT
	! has_vdso || cat <<-TEXT

	MIPS gets a clock mode for Loongson's counter, which programs can read.
	TEXT
	cat <<-TEXT

	Written by "make graft-patch" of soc-timers for Linux $made_for.
	"make ungraft" removes the lines between the marks.
	TEXT
}

full_version() {
	for part in VERSION PATCHLEVEL SUBLEVEL; do
		version_part $part
	done | paste -s -d . -
}

# one_diff FILE: print how FILE differs between a/ and b/, in the format of git
one_diff() {
	old=a/$1
	echo "diff --git a/$1 b/$1"
	if [ ! -e "$old" ]; then
		old=/dev/null
		if [ -x "b/$1" ]; then
			echo 'new file mode 100755'
		else
			echo 'new file mode 100644'
		fi
	fi
	# The exit status of differing files is 1.
	diff -u -L "$old" -L "b/$1" "$old" "b/$1" || [ $? = 1 ]
}

# one_patch MESSAGE FILE...: print a mail
one_patch() {
	echo 'From 0000000000000000000000000000000000000000 Mon Sep 17 00:00:00 2001'
	echo "From: $author"
	echo "Date: $(date_of_patches)"
	"$1"
	printf '\nUpstream-Status: Inappropriate [maintained outside the kernel]\n---\n\n'
	shift
	for file; do
		one_diff "$file"
	done
}

# Grafts copies of the few files that the graft changes, so the tree may be read-only.
do_series() {
	need_known_version
	[ "$(tenant)-$(lines_are)" = none-none ] ||
		die "$tree is grafted (soc-timers: $(tenant)$(where_lines_are)): run \"make ungraft KERNEL=$tree\" first"
	recognise
	mkdir -p "$out" || die "cannot make the directory $out"
	out=$(cd "$out" && pwd -P)
	made_for=$(full_version)

	scratch=$(mktemp -d)
	trap 'rm -rf "$scratch"' EXIT
	for file in $(edited); do
		mkdir -p "$scratch/a/${file%/*}"
		cat "$tree/$file" >"$scratch/a/$file"
	done
	cp -R "$scratch/a" "$scratch/b"
	tree=$scratch/b
	place=$tree/drivers/clocksource/soc-timers
	write_lines
	take_new_versions
	copy_files

	cd "$scratch" || exit
	added=$(cd b && find drivers/clocksource/soc-timers -type f | sort)
	# shellcheck disable=SC2086 # a list of files
	one_patch files_message $added >files.patch
	# shellcheck disable=SC2046 # another one
	one_patch hooks_message $(edited) >hooks.patch
	mv files.patch "$out/$files_patch"
	mv hooks.patch "$out/$hooks_patch"
	say "patches for Linux $made_for, to be applied with \"git am\" or \"patch -p1\":"
	printf '%s\n' "$out/$files_patch" "$out/$hooks_patch"
}
