# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Sourced by graft.sh: the lines that the files of $tree get, and how they are written and
# removed.

: "${tree:?}" "${clocksource:?}" "${vdso:?}"

begin='soc-timers: begin, without these lines sha256 is'
end='soc-timers: end'

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

undo_file() {
	[ "$(marks "$1")" = ours ] || return 0
	sum=$(sed -n "s|^[#/*]* $begin \([0-9a-f]*\).*|\1|p" "$1")
	without_lines "$1" | new_version "$1"
	[ "$(sum_of <"$1.soc-timers")" = "$sum" ] ||
		say "note: $1 has changed since it was grafted; removing only our lines"
}
