#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Build this checkout's modules for a board, boot it and check its log.
#
#	tests/lib/board.sh BOARD [--keep] [--no-boot] [--as NAME] [--source DIR]
#	tests/lib/board.sh --list
#
# --keep        keep the run directory (initramfs, dtb, plug-ins) and print its path
# --no-boot     only build: modules, initramfs, dtb, plug-ins (implies --keep)
# --as NAME     name the logs and the run directory NAME instead of BOARD
# --source DIR  build the modules in DIR instead of in a copy of this checkout
# --list        list the boards and what each one tests
#
# The last line is "N passed, N failed"; the exit status is 0 only if nothing failed.
# The console log is left in build/log/BOARD.log of the checkout. W=, C= and
# KCFLAGS= in the environment are passed on to the module build. SOC_TREES= lists source
# trees of kernels to use in place of TREES, see below.
#
# A board is a directory tests/boards/BOARD with a board.conf, which sets (paths are
# relative to the checkout):
#
#	TITLE		what it tests, in one line; never inherited from another board.conf
#	TIMED		yes (default): it measures time, so it must not run alongside other
#			boards; no: its emulator derives time from the instruction count,
#			so load on the machine does not matter
#	ROLE		test (default): "make test" boots it; full: only "make test-full"
#			does; demo or mutants: only the script of that name does; base:
#			other boards are derived from it, and it is never booted; never
#			inherited
#	KERNEL		a name for tests/lib/kernel.sh, NAME:SERIES for another
#			series, or debian:FLAVOUR for Debian's own kernel
#	MODULES		modules to pack, listed in this order in the guest's
#			/modules/order; patterns are allowed, but must match; if empty,
#			no modules are built
#	KUNIT		which modules of tests/kunit to build (default: all)
#	TREES		series of kernels whose own sched_clock() the suite soc_mainline is
#			compiled with (default: only that of KERNEL)
#	GUEST		scripts to run in the guest, in this order; a kernel with its own
#			/init (see kernel.sh) needs none
#	EXTRA		more files for the guest: PATH or /DEST=PATH
#	prepare		a function that makes files for EXTRA, below build/
#	KSELFTESTS	the kernel's timer selftests to install in /kselftest
#	CMDLINE		more kernel parameters
#	EXPECT		suites that must have run tests; $SUITES lists all of them
#	SHOWS		texts that must appear on the console, one per line; each is a test
#	COSTS		what a call of a function may cost, one per line, each is a test: see
#			--cost of ktap.py, and read_cost.ko
#	ALLOW		regular expressions for harmless kernel lines, one per line
#	END		what ends the emulator: poweroff (default) or reboot
#	TIMEOUT		seconds until the board is killed (default 180)
#	MEMORY		default 256M
# for QEMU boards
#	QEMU MACHINE CPUS	the program, its board options, -smp (default 1)
#	PACKAGES	the Debian packages it needs
#	CONSOLE		value of console=, if the device tree has no console
#	DTB		a device tree of the kernel, below its dts directory;
#			"qemu" for the one QEMU generates for MACHINE; or none
#	edit_dtb FILE	a function that modifies it (fdtput ...)
#	PLUGINS		sources of QEMU plug-ins: SOURCE.c[,ARGUMENT...]
# for boards emulated by a program of our own, unless QEMU is set
#	MODEL		the command, called with the kernel directory and -a PARAMETERS
#	MODEL_OPTIONS	more options for it
# if MODULES lists any that "make modules TESTS=1" does not build
#	MODULE_DIRS	directories with a Kbuild, built after the others

set -eu
# shellcheck source=tests/lib/common.sh
. "${0%/*}/common.sh"
# shellcheck source=tests/lib/boards.sh
. "${0%/*}/boards.sh"
# shellcheck source=tests/lib/totals.sh
. "${0%/*}/totals.sh"

usage='usage: board.sh BOARD [--keep] [--no-boot] [--as NAME] [--source DIR], or --list'
top=$(checkout)
lib=$top/tests/lib
keep='' boot=yes board='' name='' source_dir=''
while [ $# -gt 0 ]; do
	case $1 in
	--keep)		keep=yes ;;
	--no-boot)	keep=yes boot='' ;;
	--as)		name=${2?"$usage"}; shift ;;
	--source)	source_dir=${2?"$usage"}; shift ;;
	--list)		list_boards; exit ;;
	-*)		die "$usage" ;;
	*)		board=$1 ;;
	esac
	shift
done
[ -n "$board" ] || die "$usage"
: "${name:=$board}"
load_board "$board"
[ "$ROLE" != base ] || die "board $board is only a base for others"

run=$SOC_TIMERS_CACHE/run/$name-$(echo "$top" | hash_of)
log_dir=$top/build/log
log=$log_dir/$name.log
mkdir -p "$run" "$log_dir"
exec 8>"$run.lock"
flock -n 8 || die "board $name of this checkout is already running"
# Truncated, not removed: the demo follows it with tail.
: >"$log"

find_kernel() {
	case $KERNEL in
	debian:*)
		assignments=$("$lib/debian-kernel.sh" "${KERNEL#debian:}")
		eval "$assignments"
		kernel=$RELEASE dts=$DTBS ;;
	*)
		fragment=${KERNEL%%:*} series=6.12
		[ "$fragment" = "$KERNEL" ] || series=${KERNEL#*:}
		[ -n "$GUEST" ] || grep -q '^# init:' "$top/tests/kernels/$fragment.config" ||
			die "tests/boards/$board/board.conf does not set GUEST, and $fragment has no /init"
		KDIR=$("$lib/kernel.sh" "$fragment" "$series")
		assignments=$("$lib/kernel.sh" --arch "$fragment")
		eval "$assignments"
		kernel=${KDIR##*/} IMAGE=$KDIR/$IMAGE dts=$KDIR/arch/$ARCH/boot/dts ;;
	esac
}

# Each kernel gets its own copy of the checkout: builds for different architectures
# cannot share one, and this keeps them incremental.
build_modules() {
	[ -n "$MODULES" ] || return 0
	need_packages make rsync
	src=${source_dir:-$SOC_TIMERS_CACHE/build/$kernel-$(echo "$top" | hash_of)}
	build_log=$log_dir/$name-build.log
	mkdir -p "${src%/*}"
	exec 7>"$src.lock"
	flock 7
	[ -n "$source_dir" ] || copy_checkout "$src"
	# Do not pick up stale modules whose source is gone.
	find "$src" -name '*.ko' -exec rm -f {} +

	trees=${SOC_TREES-}
	if [ -z "$trees" ]; then
		for tree in $TREES; do
			tree=$("$lib/kernel.sh" --source "$tree")
			trees="$trees $tree"
		done
	fi

	set -- KDIR="$KDIR" ARCH="$ARCH" CROSS_COMPILE="$CROSS_COMPILE" -j "$(nproc)" \
		${KUNIT:+SOC_SUITES="$KUNIT"} ${trees:+SOC_TREES="$trees"}
	say "board $name: building modules for $kernel"
	make -C "$src" "$@" TESTS=1 modules >"$build_log" 2>&1 </dev/null ||
		build_failed
	for dir in $MODULE_DIRS; do
		make -C "$KDIR" M="$src/$dir" "$@" \
			KBUILD_EXTRA_SYMBOLS="$src/Module.symvers" modules \
			>>"$build_log" 2>&1 </dev/null || build_failed
	done
	grep -E 'warning:|WARNING:' "$build_log" >&2 || :

	rm -rf "$run/modules"
	mkdir "$run/modules"
	(
		# The patterns are expanded here, where the modules were built.
		cd "$src"
		for module in $MODULES; do
			[ -e "$module" ] ||
				die "board $name: the build did not produce $module (log: $build_log)"
			cp "$module" "$run/modules/"
			basename "$module" .ko >>"$run/modules/order"
		done
	)
	exec 7>&-
}

build_failed() {
	grep -E -A 5 'error|Error|ERROR' "$build_log" | head -n 40 >&2 || tail -n 20 "$build_log" >&2
	die "board $name: the modules do not build (log: $build_log)"
}

make_initramfs() {
	[ -n "$GUEST" ] || return 0
	busybox=$("$lib/busybox.sh" "$DEBIAN_ARCH")
	guest=$top/tests/guest
	set -- "$guest/init" "$guest/lib.sh" "$guest/timers.sh"
	number=1
	for script in $GUEST; do
		set -- "$@" "/tests/$number-${script##*/}=$top/$script"
		number=$((number + 1))
	done
	for file in $EXTRA; do
		case $file in
		/*=*)	set -- "$@" "${file%%=*}=$top/${file#*=}" ;;
		*)	set -- "$@" "$top/$file" ;;
		esac
	done
	if [ -n "$KSELFTESTS" ]; then
		# shellcheck disable=SC2086 # a list of names
		"$top/tests/user/kselftest.sh" "$DEBIAN_ARCH" "$run/kselftest" $KSELFTESTS
		for file in $KSELFTESTS; do
			set -- "$@" "/kselftest/$file=$run/kselftest/$file"
		done
	fi
	if [ -e "$run/modules/order" ]; then
		set -- "$@" "/modules/order=$run/modules/order" "$run"/modules/*.ko
	fi
	"$lib/initramfs.sh" "$run/initramfs.cpio.gz" "$busybox" "$@"
}

make_dtb() {
	case $DTB in
	'')	return ;;
	qemu)	# shellcheck disable=SC2086 # lists of options
		"$QEMU" $MACHINE -machine dumpdtb="$run/board.dtb" $only_board \
			>"$run/dumpdtb.log" 2>&1 ||
			die "board $name: $QEMU $MACHINE dumps no device tree (log: $run/dumpdtb.log)"
		# QEMU pads it to a megabyte, and doubles that when it loads it again:
		# more than a 32-bit kernel can map that early.
		dtc -q -I dtb -O dtb -o "$run/small.dtb" "$run/board.dtb"
		mv "$run/small.dtb" "$run/board.dtb" ;;
	*)	[ -e "$dts/$DTB" ] || die "board $name: no device tree $DTB in $dts"
		cp "$dts/$DTB" "$run/board.dtb" ;;
	esac
	edit_dtb "$run/board.dtb" || die "board $name: edit_dtb failed"
}

make_plugins() {
	plugin_options=
	for plugin in $PLUGINS; do
		source=${plugin%%,*}
		object=$run/$(basename "$source" .c).so
		"$top/tests/models/qemu/build.sh" "$top/$source" "$object" ||
			die "board $name: the plug-in $source does not compile"
		plugin_options="$plugin_options -plugin $object${plugin#"$source"}"
	done
}

# User-mode Linux moves out of timeout's process group into its own session, and
# its other processes survive if only the first one is killed.
kill_emulator() {
	[ -s "$run/pid" ] || return 0
	pid=$(cat "$run/pid")
	kill -s "$1" "$pid" 2>/dev/null || :
	[ "$ARCH" != um ] || kill -s KILL -- "-$pid" 2>/dev/null || :
}

# ktap.py strips carriage returns and needs only lines from the kernel log;
# devkmsg=on lifts the rate limit on lines from the guest.
boot_board() {
	parameters="printk.devkmsg=on loglevel=8 panic=-1 guest_end=$END $CMDLINE"
	say "board $name: booting (at most $TIMEOUT s)"
	marker='guest: end' ended='' status=0 signal=TERM
	# The parameters may contain glob patterns for KUnit.
	set -f
	if [ "$ARCH" = um ]; then
		# Any other signal makes it log an error about being killed.
		signal=KILL
		# shellcheck disable=SC2086 # a list of parameters
		set -- "$IMAGE" mem="$MEMORY" initrd="$run/initramfs.cpio.gz" \
			con0=fd:0,fd:1 console=tty0 \
			uml_dir="$run/" umid=uml $parameters
	elif [ -n "$QEMU" ]; then
		parameters="${CONSOLE:+console=$CONSOLE }$parameters"
		# shellcheck disable=SC2086 # lists of options
		set -- "$QEMU" $MACHINE $only_board -serial stdio -no-reboot -kernel "$IMAGE" \
			${GUEST:+-initrd "$run/initramfs.cpio.gz"} ${DTB:+-dtb "$run/board.dtb"} \
			$plugin_options -append "$parameters"
	else
		# shellcheck disable=SC2086 # a list of options
		set -- "$top/$MODEL" "$KDIR" $MODEL_OPTIONS -a "$parameters"
	fi
	set +f
	rm -f "$run/pid"
	# shellcheck disable=SC2016 # the inner shell expands
	timeout -s "$signal" -k 10 "$TIMEOUT" \
		sh -c 'echo $$ >"$0" && exec "$@"' "$run/pid" "$@" \
		>"$log" 2>&1 </dev/null 8>&- &
	emulator=$!
	trap 'kill_emulator KILL' EXIT
	trap 'exit 130' INT TERM
	# A board that cannot power itself off may still have finished its tests.
	grace=40
	while kill -0 "$emulator" 2>/dev/null; do
		sleep 0.25
		! grep -q "$marker" "$log" || grace=$((grace - 1))
		[ "$grace" -gt 0 ] || { kill_emulator "$signal"; ended=by_us; break; }
	done
	wait "$emulator" || status=$?
	trap - EXIT INT TERM
	[ "$status" = 0 ] || kill_emulator KILL
	if [ "$ended" = by_us ]; then
		say "board $name: did not power off after its tests, so it was killed"
		status=0
	fi
	say "board $name: ended with status $status (log: $log)"
}

judge() {
	set -- --end "$marker"
	# KUnit results need the parser from a kernel tree; Debian's kernels have no KUnit.
	case $KERNEL in
	debian:*)	set -- "$@" --flat ;;
	*)		set -- "$@" --parser "$("$lib/kernel.sh" --source)/tools/testing/kunit" ;;
	esac
	for suite in $EXPECT; do
		set -- "$@" --expect "$suite"
	done
	while IFS= read -r text; do
		[ -z "$text" ] || set -- "$@" --shows "$text"
	done <<-END
	$SHOWS
	END
	while IFS= read -r limit; do
		[ -z "$limit" ] || set -- "$@" --cost "$limit"
	done <<-END
	$COSTS
	END
	while IFS= read -r regex; do
		[ -z "$regex" ] || set -- "$@" --allow "$regex"
	done <<-END
	$ALLOW
	END
	"$lib/ktap.py" "$@" "$log" >"$run/verdict" && verdict=0 || verdict=1
	if [ "$verdict" != 0 ] || [ "$status" != 0 ]; then
		echo "--- end of $log"
		tail -n 25 "$log"
		echo '---'
	fi
	sed '$d' "$run/verdict"
	read_totals "$run/verdict" || {
		cat "$run/verdict"
		die "board $name: ktap.py gave no verdict on $log"
	}
	case $status in
	0)	;;
	124|137)
		echo "FAILED: the board did not end within $TIMEOUT s" ;;
	*)	echo "FAILED: the board ended with status $status" ;;
	esac
	# An abnormal exit is a failure that the log does not show.
	if [ "$status" != 0 ]; then
		verdict=1
		failed=$((failed + 1))
	fi
	print_totals "$passed" "$failed" "$skipped"
}

# shellcheck disable=SC2086 # a list of package names
need_packages python3 rsync make ${DTB:+device-tree-compiler} ${PLUGINS:+gcc libc6-dev} $PACKAGES
# Just the machine: by default QEMU adds a display and network cards, which need
# firmware that its Debian packages only recommend.
only_board="-smp $CPUS -m $MEMORY -nodefaults -vga none -nic none -display none -monitor none"
prepare
find_kernel
build_modules
make_initramfs
make_dtb
make_plugins
if [ -z "$boot" ]; then
	say "board $name: built in $run"
	echo "$run"
	exit
fi
verdict=1
boot_board
judge
if [ -n "$keep" ]; then
	say "board $name: kept $run"
else
	rm -rf "$run"
fi
exit "$verdict"
