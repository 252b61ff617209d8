#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Graft these drivers into a kernel's source tree, to be built in, or remove them again.
#
#	drivers/graft.sh [--copy] [--force] TREE
#	drivers/graft.sh --undo TREE
#	drivers/graft.sh --series=DIR [--force] TREE
#
# The drivers become TREE/drivers/clocksource/soc-timers: a link to this checkout, or
# with --copy a copy, which a second --copy updates. Kconfig and Makefile of
# TREE/drivers/clocksource and TREE/kernel/time/Makefile get a few lines between two marks,
# and so do two headers of MIPS's vDSO if the tree has them; everything else is in this
# checkout. --undo removes the lines and the link or the copy: every byte is as before. A
# tree that is not as expected is refused with one line that gives the reason, and nothing
# is changed. With --force an unknown version of Linux only gets a warning. What headers look
# like is judged by the probes of include/compat, when the kernel is first built.
#
# --series does not change TREE: it writes patches to DIR that do what --copy does.

set -eu
export LC_ALL=C

# The kernels on which the drivers have been built in and run.
oldest=6.1
newest=7.3

die() {
	echo "graft: error: $*" >&2
	exit 1
}

say() {
	echo "graft: $*"
}

usage='usage: graft.sh [--copy | --series=DIR] [--force] TREE | --undo TREE'
action=graft form=link force='' out='' tree=''
for argument; do
	case $argument in
	--copy)	form=copy ;;
	--force) force=1 ;;
	--undo)	action=undo ;;
	--series=?*)
		action=series out=${argument#*=} ;;
	-*)	die "$usage" ;;
	*)	[ -z "$tree" ] || die "$usage"
		tree=$argument ;;
	esac
done
[ -n "$tree" ] || die "$usage"

top=$(cd "${0%/*}/.." && pwd -P)
[ -d "$tree" ] || die "there is no directory $tree"
tree=$(cd "$tree" && pwd -P)
clocksource=$tree/drivers/clocksource
vdso=$tree/arch/mips/include/asm/vdso
place=$clocksource/soc-timers

# shellcheck source=drivers/graft/hooks.sh
. "$top/drivers/graft/hooks.sh"
# shellcheck source=drivers/graft/copy.sh
. "$top/drivers/graft/copy.sh"
# shellcheck source=drivers/graft/series.sh
. "$top/drivers/graft/series.sh"

# Prints what is in our place: none, link, here (this checkout itself), copy, lost (a
# dangling link), foreign (a link to another checkout) or unknown. A copy belongs to no
# checkout, and the list of its files shows whether it is unchanged: any may update it.
tenant() {
	if [ -L "$place" ]; then
		if [ ! -e "$place" ]; then
			echo lost
		elif [ "$(cd "$place" && pwd -P)" = "$top" ]; then
			echo link
		elif [ -e "$place/drivers/graft.sh" ]; then
			echo foreign
		else
			echo unknown
		fi
	elif [ ! -e "$place" ]; then
		echo none
	elif has_list; then
		echo copy
	elif [ "$(cd "$place" && pwd -P)" = "$top" ]; then
		echo here
	else
		echo unknown
	fi
}

need_kernel_tree() {
	if [ ! -e "$tree/Kconfig" ] || [ ! -e "$tree/Makefile" ] ||
	   [ ! -e "$tree/kernel/time/timekeeping.c" ]; then
		die "$tree is not a kernel source tree (a build or headers directory cannot be grafted)"
	fi
	for file in $(edited); do
		[ -f "$tree/$file" ] || die "$tree/${file%/*} has no ${file##*/}"
		[ ! -L "$tree/$file" ] || die "$tree/$file is a link: graft the tree that it points to"
		[ "$action" = series ] || [ -w "$tree/${file%/*}" ] ||
			die "$tree/${file%/*} is not writable"
	done
}

# Prints the value of VARIABLE in the tree's makefile.
version_part() {
	sed -n "s/^$1[[:space:]]*=[[:space:]]*\([0-9][0-9]*\)[[:space:]]*\$/\1/p" "$tree/Makefile" |
		head -n 1
}

# as_number MAJOR.MINOR
as_number() {
	echo $((${1%.*} * 1000 + ${1#*.}))
}

need_known_version() {
	version=$(version_part VERSION).$(version_part PATCHLEVEL)
	case $version in
	.*|*.)	die "$tree/Makefile is not as expected: it must set VERSION and PATCHLEVEL to numbers" ;;
	esac
	number=$(as_number "$version")
	if [ "$number" -lt "$(as_number $oldest)" ] || [ "$number" -gt "$(as_number $newest)" ]; then
		unknown="$tree is Linux $version, and the graft is for $oldest to $newest"
		[ -n "$force" ] || die "$unknown (FORCE=1 grafts it anyway)"
		echo "graft: warning: $unknown: it may fail when it is built" >&2
	fi
}

refuse_strangers() {
	case $(tenant) in
	foreign)
		die "$tree is grafted by $(readlink "$place"): run \"make ungraft KERNEL=$tree\" there first" ;;
	unknown)
		die "$place is in the way and was not made by this script: remove it by hand" ;;
	esac
	for file in $(edited); do
		[ "$(marks "$tree/$file")" != broken ] ||
			die "the marks in $tree/$file are damaged: remove the lines of soc-timers by hand"
	done
}

do_graft() {
	need_known_version
	who=$(tenant)
	lines=$(lines_are)
	state='is grafted'
	case $who-$lines in
	none-none|here-none)
		;;
	link-ours|here-ours|copy-ours)
		[ "$who" = copy ] || [ "$form" = link ] ||
			die "$tree is grafted already, by a link: run \"make ungraft KERNEL=$tree\" before a copy"
		state='was grafted already and is up to date' ;;
	*)
		die "$tree is half grafted (soc-timers: $who$(where_lines_are)): run \"make ungraft KERNEL=$tree\" first" ;;
	esac

	recognise
	[ "$who" != copy ] || need_clean_copy
	trap drop_new_versions EXIT
	write_lines
	case $who-$form in
	none-link)	ln -s "$top" "$place" ;;
	none-copy|copy-*) copy_files ;;
	esac
	take_new_versions
	say "$tree $state: see \"SoC timers\" among its clock source drivers"
}

do_undo() {
	who=$(tenant)
	lines=$(lines_are)
	case $who-$lines in
	none-none|here-none)
		say "$tree is not grafted, nothing to do"
		return ;;
	link-ours|here-ours|copy-ours)
		;;
	*)
		say "note: $tree is half grafted (soc-timers: $who$(where_lines_are)); removing what there is" ;;
	esac
	[ "$who" != copy ] || need_clean_copy

	trap drop_new_versions EXIT
	for file in $(edited); do
		undo_file "$tree/$file"
	done
	take_new_versions
	case $who in
	link|lost)	rm -f "$place" ;;
	copy)		rm -rf "$place" ;;
	esac
	say "$tree is as it was before it was grafted"
}

need_kernel_tree
refuse_strangers
"do_$action"
