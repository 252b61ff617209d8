#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Graft these drivers into a kernel's source tree, to be built in, or take them
# out again.
#
#	drivers/graft.sh [--copy] TREE
#	drivers/graft.sh --undo TREE
#
# The drivers become TREE/drivers/clocksource/soc-timers: a link to this checkout,
# or with --copy a copy, which a second --copy brings up to date. Kconfig and
# Makefile of that directory get a few lines, between two marks; all else is in
# those of this checkout. --undo takes the lines out, and the link or the copy
# away: every byte is as before. What is not as expected is refused, with one
# line that says why, and nothing is changed.

set -eu

begin='# soc-timers: begin, without these lines sha256 is'
end='# soc-timers: end'

die() {
	echo "graft: error: $*" >&2
	exit 1
}

say() {
	echo "graft: $*"
}

usage='usage: graft.sh [--copy | --undo] TREE'
action=graft form=link tree=
for argument; do
	case $argument in
	--copy)	form=copy ;;
	--undo)	action=undo ;;
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
place=$clocksource/soc-timers
list=$place/.graft

kconfig_lines() {
	echo 'source "drivers/clocksource/soc-timers/drivers/Kconfig"'
}

# Platforms select the kernel's drivers, so they can't be configured away.
makefile_lines() {
	cat <<-'LINES'
	obj-y += soc-timers/
	# Ours, if built in, instead of the kernel's own driver of the same timer.
	soc-twins-$(CONFIG_SOC_EXYNOS_MCT) += exynos_mct.o
	soc-twins-$(CONFIG_SOC_DW_APB_TIMER) += dw_apb_timer.o dw_apb_timer_of.o
	soc-twins-$(CONFIG_SOC_ARC_TIMERS) += arc_timer.o
	obj-y := $(filter-out $(soc-twins-y),$(obj-y))
	obj-m := $(filter-out $(soc-twins-y),$(obj-m))
	LINES
}

sum_of() {
	sha256sum | cut -d ' ' -f 1
}

# What is left of FILE without our lines.
without_lines() {
	awk -v begin="$begin" -v end="$end" '
		index($0, begin) == 1 { inside = 1 }
		!inside
		$0 == end { inside = 0 }
	' "$1"
}

# none, ours, or broken: the marks in FILE.
marks() {
	awk -v begin="$begin" -v end="$end" '
		index($0, begin) == 1 { begins++; if (inside) bad = 1; inside = 1 }
		$0 == end { ends++; if (!inside) bad = 1; inside = 0 }
		END {
			if (!begins && !ends)
				print "none"
			else
				print (begins == 1 && ends == 1 && !bad) ? "ours" : "broken"
		}
	' "$1"
}

# Who is in our place: none, link, here (this checkout itself), copy, lost (a link
# to what is gone), foreign or unknown.
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
	elif [ "$(cd "$place" && pwd -P)" = "$top" ]; then
		echo here
	elif [ ! -e "$list" ]; then
		echo unknown
	elif [ "$(sed -n 's/^# copy of //p' "$list")" = "$top" ]; then
		echo copy
	else
		echo foreign
	fi
}

origin() {
	if [ -L "$place" ]; then
		readlink "$place"
	else
		sed -n 's/^# copy of //p' "$list"
	fi
}

need_kernel_tree() {
	if [ ! -e "$tree/Kconfig" ] || [ ! -e "$tree/kernel/time/timekeeping.c" ]; then
		die "$tree is no kernel source tree (a build or headers directory can't be grafted)"
	fi
	for file in Kconfig Makefile; do
		[ -f "$clocksource/$file" ] || die "$clocksource has no $file"
		[ ! -L "$clocksource/$file" ] || die "$clocksource/$file is a link: graft the tree it leads to"
	done
	[ -w "$clocksource" ] || die "$clocksource is not writable"
}

refuse_strangers() {
	case $(tenant) in
	foreign)
		die "$tree is grafted by $(origin): run \"make ungraft KERNEL=$tree\" there first" ;;
	unknown)
		die "$place is in the way and not of our making: remove it by hand" ;;
	esac
	for file in Kconfig Makefile; do
		[ "$(marks "$clocksource/$file")" != broken ] ||
			die "the marks in $clocksource/$file are damaged: remove the lines of soc-timers by hand"
	done
}

# The places where our lines go. The twins' names are looked for where there is
# such a driver: were they called differently, both drivers would be linked.
recognise() {
	file=$clocksource/Kconfig
	if ! grep -q '^menu "Clock Source drivers"' "$file" ||
	   [ "$(grep -v '^[[:space:]]*$' "$file" | tail -n 1)" != endmenu ]; then
		die "$file is not as expected: no menu \"Clock Source drivers\" to its end"
	fi
	file=$clocksource/Makefile
	# shellcheck disable=SC2016 # the name of a make variable
	grep -q '^obj-$(CONFIG_TIMER_OF)' "$file" ||
		die "$file is not as expected: it has no line for CONFIG_TIMER_OF"
	for twin in exynos_mct dw_apb_timer dw_apb_timer_of; do
		[ ! -e "$clocksource/$twin.c" ] || grep -qw "$twin\.o" "$file" ||
			die "$file is not as expected: there is a $twin.c, but no $twin.o"
	done
	for file in Kconfig Makefile; do
		[ -z "$(tail -c 1 "$clocksource/$file")" ] ||
			die "$clocksource/$file is not as expected: its last line has no end"
	done
}

marked() {
	echo "$begin $(sum_of <"$1")"
	"$2"
	echo "$end"
}

# FILE with our lines, read from STDIN without them.
with_lines() {
	rest=$(mktemp)
	cat >"$rest"
	case $1 in
	*/Kconfig)
		last=$(grep -n '^endmenu' "$rest" | tail -n 1 | cut -d : -f 1)
		head -n $((last - 1)) "$rest"
		marked "$rest" kconfig_lines
		tail -n +"$last" "$rest" ;;
	*/Makefile)
		cat "$rest"
		marked "$rest" makefile_lines ;;
	esac
	rm -f "$rest"
}

# Written beside and moved over: FILE may be one of several links to the same data.
new_version() {
	cp -p "$1" "$1.soc-timers"
	cat >"$1.soc-timers"
}

take_new_versions() {
	for file in Kconfig Makefile; do
		[ ! -e "$clocksource/$file.soc-timers" ] ||
			mv -f "$clocksource/$file.soc-timers" "$clocksource/$file"
	done
}

drop_new_versions() {
	rm -f "$clocksource/Kconfig.soc-timers" "$clocksource/Makefile.soc-timers"
}

shipped() {
	(
		cd "$top"
		# A source that was installed for DKMS has no tests.
		find ./COPYING ./Kbuild ./dkms.conf ./drivers ./include \
			$(find ./tests/kunit ./tests/models/qemu/dw_apb_block.h -prune 2>/dev/null) -type f \
			! -name '*.[oa]' ! -name '*.ko' ! -name '*.mod' ! -name '*.mod.c' \
			! -name '.*' ! -path "./include/compat/probed/*" | sort
	)
}

# Only what differs is written, so that a build after it is short.
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

# Ours is only what we have put there; what a build in the tree leaves there is
# nobody's loss.
need_clean_copy() {
	changed=$(cd "$place" && grep -v '^#' .graft | sha256sum --check --quiet 2>/dev/null |
		sed 's/: .*//' | tr '\n' ' ')
	[ -z "$changed" ] ||
		die "in the copy $place these were changed since: ${changed% }; save them and restore or remove the copy by hand"
}

# Also brings lines of an older version of this script up to date.
write_lines() {
	for file in Kconfig Makefile; do
		file=$clocksource/$file
		without_lines "$file" | with_lines "$file" | new_version "$file"
		[ "$(without_lines "$file.soc-timers" | sum_of)" = "$(without_lines "$file" | sum_of)" ] ||
			die "$file could not be restored byte for byte: are there NUL characters in it?"
		! cmp -s "$file" "$file.soc-timers" || rm -f "$file.soc-timers"
	done
}

do_graft() {
	who=$(tenant)
	kconfig=$(marks "$clocksource/Kconfig")
	makefile=$(marks "$clocksource/Makefile")
	state='is grafted'
	case $who-$kconfig-$makefile in
	none-none-none|here-none-none)
		;;
	link-ours-ours|here-ours-ours|copy-ours-ours)
		[ "$who" = copy ] || [ "$form" = link ] ||
			die "$tree is grafted already, by a link: run \"make ungraft KERNEL=$tree\" before a copy"
		state='was grafted already and is up to date' ;;
	*)
		die "$tree is half grafted (soc-timers: $who, Kconfig: $kconfig, Makefile: $makefile): run \"make ungraft KERNEL=$tree\" first" ;;
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

undo_file() {
	[ "$(marks "$1")" = ours ] || return 0
	sum=$(sed -n "s/^$begin //p" "$1")
	without_lines "$1" | new_version "$1"
	[ "$(sum_of <"$1.soc-timers")" = "$sum" ] ||
		say "note: $1 has changed since it was grafted; only our lines go"
}

do_undo() {
	who=$(tenant)
	kconfig=$(marks "$clocksource/Kconfig")
	makefile=$(marks "$clocksource/Makefile")
	case $who-$kconfig-$makefile in
	none-none-none|here-none-none)
		say "$tree is not grafted, nothing to do"
		return ;;
	link-ours-ours|here-ours-ours|copy-ours-ours)
		;;
	*)
		say "note: $tree is half grafted (soc-timers: $who, Kconfig: $kconfig, Makefile: $makefile); what there is goes" ;;
	esac
	[ "$who" != copy ] || need_clean_copy

	trap drop_new_versions EXIT
	undo_file "$clocksource/Kconfig"
	undo_file "$clocksource/Makefile"
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
