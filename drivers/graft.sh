#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Graft these drivers into a kernel's source tree, to be built in, or remove them again.
#
#	drivers/graft.sh [--copy] TREE
#	drivers/graft.sh --undo TREE
#
# The drivers become TREE/drivers/clocksource/soc-timers: a link to this checkout, or
# with --copy a copy, which a second --copy updates. Kconfig and Makefile of
# TREE/drivers/clocksource and TREE/kernel/time/Makefile get a few lines between two marks,
# and so do two headers of MIPS's vDSO if the tree has them; everything else is in this
# checkout. --undo removes
# the lines and the link or the copy: every byte is as before. A tree that is not as
# expected is refused with one line that gives the reason, and nothing is changed.

set -eu

begin='soc-timers: begin, without these lines sha256 is'
end='soc-timers: end'

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
vdso=$tree/arch/mips/include/asm/vdso
place=$clocksource/soc-timers
list=$place/.graft

# Older kernels have another vDSO, and a vendor may have removed an architecture.
has_vdso() {
	[ -e "$vdso/gettimeofday.h" ]
}

# The files that get our lines, relative to the tree.
edited() {
	echo drivers/clocksource/Kconfig
	echo drivers/clocksource/Makefile
	echo kernel/time/Makefile
	if has_vdso; then
		echo arch/mips/include/asm/vdso/clocksource.h
		echo arch/mips/include/asm/vdso/gettimeofday.h
	fi
}

kconfig_lines() {
	echo 'config SOC_TIMERS_IN_KERNEL_TIME'
	printf '\tdef_bool y\n'
	if has_vdso; then
		echo 'config SOC_TIMERS_IN_VDSO'
		printf '\tdef_bool y\n'
	fi
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

time_lines() {
	cat <<-'LINES'
	# Ours instead, if it is to be the kernel's clock.
	soc-twin-$(CONFIG_SOC_TIMERS_SCHED_CLOCK) := sched_clock.o
	obj-y := $(filter-out $(soc-twin-y),$(obj-y))
	LINES
}

clock_mode_lines() {
	printf '\tVDSO_CLOCKMODE_SOC_EXTCC,\t\\\n'
}

# Only in the vDSO itself: a headers package has the kernel's file but not ours.
vdso_reader_lines() {
	cat <<-'LINES'
	#if defined(__VDSO__) && defined(CONFIG_SOC_LOONGSON_EXTCC_VDSO)
	#include "../../../../../drivers/clocksource/soc-timers/drivers/loongson/vdso.h"
	#endif
	LINES
}

sum_of() {
	sha256sum | cut -d ' ' -f 1
}

# The marks are comments of a makefile, of C, or of a C macro of several lines.
mark_patterns() {
	cat <<-'AWK'
	function begins() { return $0 ~ "^(#|/[*]) " begin " " }
	function ends() { return $0 ~ "^(#|/[*]) " end "( [*]/( [\\\\])?)?$" }
	AWK
}

marks_awk() {
	awk -v begin="$begin" -v end="$end" "$(mark_patterns) $1" "$2"
}

# Prints FILE without our lines.
without_lines() {
	marks_awk '
		begins() { inside = 1 }
		!inside
		ends() { inside = 0 }
	' "$1"
}

# Prints the state of the marks in FILE: none, ours or broken.
marks() {
	marks_awk '
		begins() { firsts++; if (inside) bad = 1; inside = 1 }
		ends() { lasts++; if (!inside) bad = 1; inside = 0 }
		END {
			if (!firsts && !lasts)
				print "none"
			else
				print (firsts == 1 && lasts == 1 && !bad) ? "ours" : "broken"
		}
	' "$1"
}

# Prints the state of all files: none, ours or half. In a grafted tree those outside
# drivers may have no marks: an older version of this script left them alone.
lines_are() {
	states=$(edited | while IFS= read -r file; do
		echo "${file%%/*} $(marks "$tree/$file")"
	done | sort -u | tr '\n' ' ')
	case $states in
	*drivers\ *drivers\ *)
		echo half ;;
	*'drivers ours '*)
		echo ours ;;
	*' ours '*)
		echo half ;;
	*)
		echo none ;;
	esac
}

# For messages.
where_lines_are() {
	edited | while IFS= read -r file; do
		printf ', %s: %s' "$file" "$(marks "$tree/$file")"
	done
}

# Prints what is in our place: none, link, here (this checkout itself), copy, lost (a
# dangling link), foreign (of another checkout) or unknown.
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
		die "$tree is not a kernel source tree (a build or headers directory cannot be grafted)"
	fi
	for file in $(edited); do
		[ -f "$tree/$file" ] || die "$tree/${file%/*} has no ${file##*/}"
		[ ! -L "$tree/$file" ] || die "$tree/$file is a link: graft the tree that it points to"
		[ -w "$tree/${file%/*}" ] || die "$tree/${file%/*} is not writable"
	done
}

refuse_strangers() {
	case $(tenant) in
	foreign)
		die "$tree is grafted by $(origin): run \"make ungraft KERNEL=$tree\" there first" ;;
	unknown)
		die "$place is in the way and was not made by this script: remove it by hand" ;;
	esac
	for file in $(edited); do
		[ "$(marks "$tree/$file")" != broken ] ||
			die "the marks in $tree/$file are damaged: remove the lines of soc-timers by hand"
	done
}

# Checks the places where our lines go. If the tree has a twin, its object must have the
# name we know: otherwise both drivers would be linked.
recognise() {
	file=$clocksource/Kconfig
	if ! grep -q '^menu "Clock Source drivers"' "$file" ||
	   [ "$(grep -v '^[[:space:]]*$' "$file" | tail -n 1)" != endmenu ]; then
		die "$file is not as expected: the menu \"Clock Source drivers\" must reach to its end"
	fi
	file=$clocksource/Makefile
	# shellcheck disable=SC2016 # the name of a make variable
	grep -q '^obj-$(CONFIG_TIMER_OF)' "$file" ||
		die "$file is not as expected: it has no line for CONFIG_TIMER_OF"
	sched_clock=$tree/kernel/time/Makefile
	# shellcheck disable=SC2016 # the name of a make variable
	grep -q '^obj-$(CONFIG_GENERIC_SCHED_CLOCK)[[:space:]]*+=[[:space:]]*sched_clock\.o$' "$sched_clock" ||
		die "$sched_clock is not as expected: it must build sched_clock.o for CONFIG_GENERIC_SCHED_CLOCK"
	for twin in exynos_mct dw_apb_timer dw_apb_timer_of; do
		[ ! -e "$clocksource/$twin.c" ] || grep -qw "$twin\.o" "$file" ||
			die "$file is not as expected: there is a $twin.c, but no $twin.o"
	done
	! has_vdso || recognise_vdso
	for file in $(edited); do
		[ -z "$(tail -c 1 "$tree/$file")" ] ||
			die "$tree/$file is not as expected: its last line has no newline"
	done
}

modes_begin='^#define VDSO_ARCH_CLOCKMODES[[:space:]]*\\$'
reader_end='^#endif .*!__ASSEMBL[A-Z]*__'

recognise_vdso() {
	file=$vdso/clocksource.h
	[ "$(grep -c "$modes_begin" "$file")" = 1 ] ||
		die "$file is not as expected: it has no list VDSO_ARCH_CLOCKMODES whose entries begin on the next line"
	file=$vdso/gettimeofday.h
	[ "$(grep -c "$reader_end" "$file")" = 1 ] ||
		die "$file is not as expected: it needs exactly one #endif of !__ASSEMBLY__"
	grep -q '__arch_get_hw_counter(s32 clock_mode,' "$file" ||
		die "$file is not as expected: it has no __arch_get_hw_counter() that takes the clock mode"
	! without_lines "$file" | grep -q vdso_clocksource_ok ||
		die "$file is not as expected: it has a vdso_clocksource_ok() of its own"
	file=$tree/arch/mips/vdso/Makefile
	grep -qs -e -D__VDSO__ "$file" ||
		die "$file is not as expected: it must compile the vDSO with -D__VDSO__"
}

# marked FILE LINES OPEN [CLOSE]: print the output of LINES between two marks
marked() {
	echo "$3 $begin $(sum_of <"$1")${4-}"
	"$2"
	echo "$3 $end${4-}"
}

# marked_at NUMBER FILE ...: print FILE with the same before line NUMBER
marked_at() {
	at=$1
	shift
	head -n $((at - 1)) "$1"
	marked "$@"
	tail -n +"$at" "$1"
}

line_of() {
	grep -n "$1" "$2" | tail -n 1 | cut -d : -f 1
}

# with_lines FILE: print FILE, read from stdin without our lines, with them
with_lines() {
	rest=$(mktemp)
	cat >"$rest"
	case $1 in
	*/Kconfig)
		marked_at "$(line_of '^endmenu' "$rest")" "$rest" kconfig_lines '#' ;;
	*/kernel/time/Makefile)
		cat "$rest"
		marked "$rest" time_lines '#' ;;
	*/Makefile)
		cat "$rest"
		marked "$rest" makefile_lines '#' ;;
	*/vdso/clocksource.h)
		marked_at $(($(line_of "$modes_begin" "$rest") + 1)) "$rest" clock_mode_lines \
			'/*' " */ \\" ;;
	*/vdso/gettimeofday.h)
		marked_at "$(line_of "$reader_end" "$rest")" "$rest" vdso_reader_lines \
			'/*' ' */' ;;
	esac
	rm -f "$rest"
}

# Written beside FILE and moved over it: FILE may be a hard link.
new_version() {
	cp -p "$1" "$1.soc-timers"
	cat >"$1.soc-timers"
}

take_new_versions() {
	for file in $(edited); do
		[ ! -e "$tree/$file.soc-timers" ] || mv -f "$tree/$file.soc-timers" "$tree/$file"
	done
}

drop_new_versions() {
	for file in $(edited); do
		rm -f "$tree/$file.soc-timers"
	done
}

shipped() {
	(
		cd "$top"
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

# Also updates lines of an older version of this script.
write_lines() {
	for file in $(edited); do
		file=$tree/$file
		without_lines "$file" | with_lines "$file" | new_version "$file"
		[ "$(without_lines "$file.soc-timers" | sum_of)" = "$(without_lines "$file" | sum_of)" ] ||
			die "$file could not be restored byte for byte: does it have NUL characters?"
		! cmp -s "$file" "$file.soc-timers" || rm -f "$file.soc-timers"
	done
}

do_graft() {
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

undo_file() {
	[ "$(marks "$1")" = ours ] || return 0
	sum=$(sed -n "s|^[#/*]* $begin \([0-9a-f]*\).*|\1|p" "$1")
	without_lines "$1" | new_version "$1"
	[ "$(sum_of <"$1.soc-timers")" = "$sum" ] ||
		say "note: $1 has changed since it was grafted; removing only our lines"
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
