#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Build the modules of this checkout for a board, boot it, and judge its log.
#
#	tests/lib/board.sh BOARD [--keep] [--no-boot]
#
# --keep     leave the run directory (initramfs, dtb, plug-ins) and print its path
# --no-boot  only build: modules, initramfs, dtb, plug-ins (implies --keep)
#
# The last line is "N passed, N failed"; exit status 0 only if nothing failed.
# The console log stays in build/log/BOARD.log of the checkout. W=, C= and
# KCFLAGS= of the environment reach the module build.
#
# A board is a folder tests/boards/BOARD with a board.conf, which sets (paths are
# relative to the checkout):
#
#	KERNEL		a name for tests/lib/kernel.sh, NAME:SERIES for another
#			series, or debian:FLAVOUR for Debian's own kernel
#	MODULES		modules to pack and, in this order, to name in the guest's
#			/modules/order; patterns are allowed, and must match
#	GUEST		scripts to run in the guest, in this order
#	EXTRA		more files for the guest: PATH or /DEST=PATH
#	KSELFTESTS	timer selftests of the kernel, to be found in /kselftest
#	CMDLINE		more kernel parameters
#	EXPECT		suites that must have run tests; $SUITES has all
#	ALLOW		regular expressions of harmless kernel lines, one a line
#	END		what ends the emulator: poweroff (default) or reboot
#	TIMEOUT		seconds until the board is killed (default 180)
#	MEMORY		default 256M
# and for QEMU boards
#	QEMU MACHINE CPUS	the program, its board options, -smp (default 1)
#	PACKAGES	what apt must install for it
#	CONSOLE		value of console=
#	DTB		a device tree of the kernel, below its dts directory;
#			"qemu" for the one QEMU makes for MACHINE; or none
#	edit_dtb FILE	a function that changes it (fdtput ...)
#	PLUGINS		sources of QEMU plug-ins: SOURCE.c[,ARGUMENT...]
# and, if MODULES has some that "make modules TESTS=1" does not build,
#	MODULE_DIRS	directories with a Kbuild, built after it

set -eu
# shellcheck source=/dev/null
. "${0%/*}/common.sh"

usage='usage: board.sh BOARD [--keep] [--no-boot]'
keep='' boot=yes board=''
for argument; do
	case $argument in
	--keep)		keep=yes ;;
	--no-boot)	keep=yes boot='' ;;
	-*)		die "$usage" ;;
	*)		board=$argument ;;
	esac
done
[ -n "$board" ] || die "$usage"

top=$(checkout)
lib=$top/tests/lib
conf=$top/tests/boards/$board/board.conf
[ -e "$conf" ] ||
	die "no board '$board'; there are:$(cd "$top/tests/boards" &&
		echo '' */board.conf | sed 's,/board.conf,,g')"

KERNEL='' MODULES='' GUEST='' EXTRA='' KSELFTESTS='' CMDLINE='' EXPECT='' ALLOW='' TIMEOUT=180 END=poweroff
MEMORY=256M QEMU='' MACHINE='' CPUS=1 PACKAGES='' CONSOLE='' DTB='' PLUGINS=''
MODULE_DIRS=''
# shellcheck disable=SC2034 # for the description
SUITES=$(all_suites)
edit_dtb() { :; }
# shellcheck source=/dev/null
. "$conf"
[ -n "$KERNEL" ] || die "tests/boards/$board/board.conf sets no KERNEL"
[ -n "$GUEST" ] || die "tests/boards/$board/board.conf sets no GUEST script"

run=$SOC_TIMERS_CACHE/run/$board-$(echo "$top" | hash_of)
log_dir=$top/build/log
log=$log_dir/$board.log
mkdir -p "$run" "$log_dir"
exec 8>"$run.lock"
flock -n 8 || die "board $board of this checkout is already running"

find_kernel() {
	case $KERNEL in
	debian:*)
		assignments=$("$lib/debian-kernel.sh" "${KERNEL#debian:}")
		eval "$assignments"
		kernel=$RELEASE dts=$DTBS ;;
	*)
		name=${KERNEL%%:*} series=6.12
		[ "$name" = "$KERNEL" ] || series=${KERNEL#*:}
		KDIR=$("$lib/kernel.sh" "$name" "$series")
		assignments=$("$lib/kernel.sh" --arch "$name")
		eval "$assignments"
		kernel=${KDIR##*/} IMAGE=$KDIR/$IMAGE dts=$KDIR/arch/$ARCH/boot/dts ;;
	esac
}

# Each kernel has a copy of the checkout of its own: builds for different
# architectures cannot share one, and so they stay incremental.
build_modules() {
	need_packages make rsync
	src=$SOC_TIMERS_CACHE/build/$kernel-$(echo "$top" | hash_of)
	build_log=$log_dir/$board-build.log
	mkdir -p "${src%/*}"
	exec 7>"$src.lock"
	flock 7
	copy_checkout "$src"
	# A module whose source is gone must not be found again.
	find "$src" -name '*.ko' -exec rm -f {} +

	set -- KDIR="$KDIR" ARCH="$ARCH" CROSS_COMPILE="$CROSS_COMPILE" -j "$(nproc)"
	say "board $board: building modules for $kernel"
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
		# Here, so that the patterns find what was built.
		cd "$src"
		for module in $MODULES; do
			[ -e "$module" ] ||
				die "board $board: the build made no $module (log: $build_log)"
			cp "$module" "$run/modules/"
			basename "$module" .ko >>"$run/modules/order"
		done
	)
	exec 7>&-
}

build_failed() {
	grep -E -A 5 'error|Error|ERROR' "$build_log" | head -n 40 >&2 || tail -n 20 "$build_log" >&2
	die "board $board: the modules do not build (log: $build_log)"
}

make_initramfs() {
	busybox=$("$lib/busybox.sh" "$DEBIAN_ARCH")
	guest=$top/tests/boards/guest
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
	qemu)	# shellcheck disable=SC2086 # board options
		"$QEMU" $MACHINE -machine dumpdtb="$run/board.dtb" -smp "$CPUS" -m "$MEMORY" \
			-display none -nic none >"$run/dumpdtb.log" 2>&1 ||
			die "board $board: $QEMU $MACHINE gives no device tree (log: $run/dumpdtb.log)"
		# QEMU pads it to a megabyte, and doubles that when it loads it again:
		# more than a 32-bit kernel can map that early.
		dtc -q -I dtb -O dtb -o "$run/small.dtb" "$run/board.dtb"
		mv "$run/small.dtb" "$run/board.dtb" ;;
	*)	[ -e "$dts/$DTB" ] || die "board $board: no device tree $DTB in $dts"
		cp "$dts/$DTB" "$run/board.dtb" ;;
	esac
	edit_dtb "$run/board.dtb" || die "board $board: edit_dtb failed"
}

make_plugins() {
	plugin_options=
	for plugin in $PLUGINS; do
		source=${plugin%%,*}
		object=$run/$(basename "$source" .c).so
		"$top/tests/models/qemu/build.sh" "$top/$source" "$object" ||
			die "board $board: the plug-in $source does not compile"
		plugin_options="$plugin_options -plugin $object${plugin#"$source"}"
	done
}

# User-mode Linux leaves timeout's process group for a session of its own, and
# its processes stay behind when only the first of them is killed.
kill_emulator() {
	[ -s "$run/pid" ] || return 0
	pid=$(cat "$run/pid")
	kill -s "$1" "$pid" 2>/dev/null || :
	[ "$ARCH" != um ] || kill -s KILL -- "-$pid" 2>/dev/null || :
}

# ktap.py reads the log without carriage returns and needs nothing but the
# kernel's own lines; devkmsg=on lifts the limit on lines from the guest.
boot_board() {
	parameters="printk.devkmsg=on loglevel=8 panic=-1 guest_end=$END $CMDLINE"
	say "board $board: booting (at most $TIMEOUT s)"
	marker='guest: end' ended='' status=0 signal=TERM
	if [ "$ARCH" = um ]; then
		# Any other signal makes it complain about itself in its log.
		signal=KILL
		# shellcheck disable=SC2086 # a list of parameters
		set -- "$IMAGE" mem="$MEMORY" initrd="$run/initramfs.cpio.gz" \
			con0=fd:0,fd:1 console=tty0 \
			uml_dir="$run/" umid="$board" $parameters
	else
		# shellcheck disable=SC2086 # lists of options
		set -- "$QEMU" $MACHINE -smp "$CPUS" -m "$MEMORY" -display none -monitor none -nic none \
			-serial stdio -no-reboot -kernel "$IMAGE" \
			-initrd "$run/initramfs.cpio.gz" ${DTB:+-dtb "$run/board.dtb"} \
			$plugin_options -append "console=$CONSOLE $parameters"
	fi
	rm -f "$run/pid"
	# shellcheck disable=SC2016 # the inner shell expands
	timeout -s "$signal" -k 10 "$TIMEOUT" \
		sh -c 'echo $$ >"$0" && exec "$@"' "$run/pid" "$@" \
		>"$log" 2>&1 </dev/null 8>&- &
	emulator=$!
	trap 'kill_emulator KILL' EXIT
	trap 'exit 130' INT TERM
	# A board that cannot switch itself off has still done its work.
	grace=10
	while kill -0 "$emulator" 2>/dev/null; do
		sleep 1
		! grep -q "$marker" "$log" || grace=$((grace - 1))
		[ "$grace" -gt 0 ] || { kill_emulator "$signal"; ended=by_us; break; }
	done
	wait "$emulator" || status=$?
	trap - EXIT INT TERM
	[ "$status" = 0 ] || kill_emulator KILL
	if [ "$ended" = by_us ]; then
		say "board $board: had to be switched off after its end"
		status=0
	fi
	say "board $board: ended with status $status (log: $log)"
}

judge() {
	set -- --end "$marker"
	# Debian's kernels have no KUnit, and it takes a kernel's source to judge that.
	case $KERNEL in
	debian:*)	set -- "$@" --flat ;;
	*)		set -- "$@" --parser "$("$lib/kernel.sh" --source)/tools/testing/kunit" ;;
	esac
	for suite in $EXPECT; do
		set -- "$@" --expect "$suite"
	done
	while IFS= read -r regex; do
		[ -z "$regex" ] || set -- "$@" --allow "$regex"
	done <<-END
	$ALLOW
	END
	"$lib/ktap.py" "$@" "$log" >"$run/verdict" && verdict=0 || verdict=1
	if [ "$verdict" != 0 ] || [ "$status" != 0 ]; then
		echo "--- the end of $log"
		tail -n 25 "$log"
		echo '---'
	fi
	sed '$d' "$run/verdict"
	summary=$(tail -n 1 "$run/verdict")
	case $status in
	0)	;;
	124|137)
		verdict=1
		echo "FAILED: the board did not end within $TIMEOUT s" ;;
	*)	verdict=1
		echo "FAILED: the board ended with status $status" ;;
	esac
	# A bad end is a failure that the log does not show.
	if [ "$status" != 0 ]; then
		failed=${summary#*passed, }
		failed=${failed%% *}
		summary="${summary%% passed*} passed, $((failed + 1)) failed${summary#*failed}"
	fi
	echo "$summary"
}

# shellcheck disable=SC2086 # a list of package names
need_packages python3 rsync make ${DTB:+device-tree-compiler} ${PLUGINS:+gcc libc6-dev} $PACKAGES
find_kernel
build_modules
make_initramfs
make_dtb
make_plugins
if [ -z "$boot" ]; then
	say "board $board: built in $run"
	echo "$run"
	exit
fi
verdict=1
boot_board
judge
if [ -n "$keep" ]; then
	say "board $board: kept $run"
else
	rm -rf "$run"
fi
exit "$verdict"
