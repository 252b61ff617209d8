#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Build the test kernel NAME once and print its build directory.
#
#	tests/lib/kernel.sh NAME [SERIES]	build (or find) it, print the directory
#	tests/lib/kernel.sh --source [SERIES]	only unpack, print the source directory
#	tests/lib/kernel.sh --grafted [SERIES]	the same, for the copy with our drivers
#	eval "$(tests/lib/kernel.sh --arch NAME)"	ARCH, CROSS_COMPILE, DEBIAN_ARCH and
#						IMAGE (path inside the directory)
#
# NAME is a fragment tests/kernels/NAME.config, merged over tinyconfig; each of its
# lines must survive in the final .config. SERIES is that of Debian's package
# linux-source-SERIES (default 6.12; series that this release of Debian lacks come
# from the backports of a later one). The directory serves as KDIR for modules.
# A line "# include: OTHER.config" in a fragment merges OTHER before it. In the
# fragment of a NAME-graft (see below), a line "# init: FILE.c" builds a program that
# needs no C library into the kernel as its /init.
#
# NAME-graft is a kernel with this checkout's drivers grafted into a copy of its
# source, or one built from GRAFTED=TREE, on which "make graft" has been run. It is
# rebuilt incrementally when the drivers have changed. A line "# links: OBJECT.o..." in
# its fragment links these objects from tests/modules into it, using
# tests/kernels/linked.kbuild.
# KERNEL_JOBS sets the number of parallel jobs (default: number of CPUs plus one).

set -eu
# shellcheck source=/dev/null
. "${0%/*}/common.sh"

arch_of() {
	case $1 in
	um|um-of)
		arch=um cross='' image=linux debian_arch=amd64 dtbs=''
		packages='gcc libc6-dev' ;;
	arm|arm-graft|arm-clock-graft|arm-timed-graft|arm-users-graft)
		arch=arm cross=arm-linux-gnueabihf- image=arch/arm/boot/zImage
		debian_arch=armhf dtbs=dtbs
		packages='gcc libc6-dev gcc-arm-linux-gnueabihf' ;;
	arm64|arm64-clock-graft|arm64-users-graft)
		arch=arm64 cross=aarch64-linux-gnu- image=arch/arm64/boot/Image
		debian_arch=arm64 dtbs=''
		packages='gcc libc6-dev gcc-aarch64-linux-gnu' ;;
	mips|mips-graft|mips-clock-graft|mips-clock-module-graft|mips-users-graft)
		arch=mips cross=mips64el-linux-gnuabi64- image=vmlinux
		debian_arch=mips64el dtbs=''
		packages='gcc libc6-dev gcc-mips64el-linux-gnuabi64' ;;
	riscv|riscv-users-graft)
		arch=riscv cross=riscv64-linux-gnu- image=arch/riscv/boot/Image
		debian_arch=riscv64 dtbs=''
		packages='gcc libc6-dev gcc-riscv64-linux-gnu' ;;
	arc|arc-graft|arc-clock-graft)
		arch=arc cross=arc-linux-gnu- image=vmlinux debian_arch='' dtbs=''
		packages='gcc libc6-dev gcc-arc-linux-gnu' ;;
	*)	die "no kernel named '$1': add it to arch_of() in tests/lib/kernel.sh" ;;
	esac
}

unpack_tarball() {
	[ -e "$1" ] || die "linux-source-$series does not contain $1"
	rm -rf "$source.part"
	mkdir -p "$source.part"
	tar -xf "$1" -C "$source.part" --strip-components=1 || die "cannot unpack $1"
	mv "$source.part" "$source"
}

# Trees of older package versions are kept: builds of them may still be in use.
unpack_installed() {
	need_packages "linux-source-$series" xz-utils
	version=$(dpkg-query -W -f '${Version}' "linux-source-$series" | tr '~:' '--')
	source=$SOC_TIMERS_CACHE/source/linux-$version
	[ -e "$source" ] || unpack_tarball "/usr/src/linux-source-$series.tar.xz"
}

unpack_backport() {
	# shellcheck source=tests/lib/private-apt.sh
	. "$top/tests/lib/private-apt.sh"
	debian_get "$(dpkg --print-architecture)" "$backports"
	version=$(debian_version "linux-source-$series")
	[ -n "$version" ] ||
		die "neither this release of Debian nor $backports has linux-source-$series"
	source=$SOC_TIMERS_CACHE/source/linux-$(echo "$version" | tr '~:+' '---')
	if [ ! -e "$source" ]; then
		need_packages xz-utils
		debian_unpack "linux-source-$series=$version" "$source.deb"
		unpack_tarball "$source.deb/usr/src/linux-source-$series.tar.xz"
		rm -rf "$source.deb"
	fi
	version=${source##*/linux-}
}

unpack_source() {
	mkdir -p "$SOC_TIMERS_CACHE/source"
	exec 8>"$SOC_TIMERS_CACHE/source/$series.lock"
	flock 8
	case $series in
	5.*|6.*) unpack_installed ;;
	*)	backports=trixie-backports
		unpack_backport ;;
	esac
	exec 8>&-
	ln -sfn "source/linux-$version" "$SOC_TIMERS_CACHE/linux-$series"
}

# The fragment and everything it includes, included ones first.
fragments_of() {
	included=$(sed -n 's/^# include: *//p' "$kernels/$1.config")
	for other in $included; do
		[ -e "$kernels/$other" ] ||
			die "tests/kernels/$1.config includes $other, which does not exist"
		(fragments_of "${other%.config}")
	done
	echo "$kernels/$1.config"
}

# A symbol that a later series has renamed goes by its older name in the fragments.
wanted_lines() {
	renamed=
	grep -q '^config PROC_SYSCTL$' "$source/fs/proc/Kconfig" ||
		renamed='s/^CONFIG_PROC_SYSCTL=/CONFIG_SYSCTL=/'
	# shellcheck disable=SC2086 # a list of files
	grep -hE '^(CONFIG_|# CONFIG_[A-Z0-9_]+ is not set)' $fragments | sed "$renamed"
}

# The copy consists of hard links to the unpacked files, so it takes seconds and little
# space. Anything that modifies a file must write a new one, as the graft script does.
# Our files are first copied to one place, so that all checkouts share the tree and its
# builds.
graft_source() {
	need_packages rsync
	pristine=$source
	source=$SOC_TIMERS_CACHE/source/graft-$version
	# shellcheck disable=SC2016 # the inner shell expands
	with_lock "$SOC_TIMERS_CACHE/source/graft.lock" sh -eu -c '
		if [ ! -e "$1" ]; then
			rm -rf "$1.part"
			cp -al "$2" "$1.part"
			mv "$1.part" "$1"
		fi
		mkdir -p "$4"
		cd "$3"
		rsync -rlpcR --delete --exclude="*.o" --exclude="*.a" --exclude=".*.cmd" \
			--exclude=probed COPYING dkms.conf drivers include tests/kunit tests/example \
			tests/models/qemu/dw_apb_block.h tests/modules/rdhwr_emulate.c "$4/"
		cat Kbuild tests/kernels/linked.kbuild >"$4/Kbuild.new"
		if cmp -s "$4/Kbuild.new" "$4/Kbuild"; then
			rm "$4/Kbuild.new"
		else
			mv "$4/Kbuild.new" "$4/Kbuild"
		fi
		"$4/drivers/graft.sh" "$1" >/dev/null
	' sh "$source" "$pristine" "$top" "$SOC_TIMERS_CACHE/source/soc-timers" ||
		die "cannot graft $source"
}

# A hash of the sources whose changes require a rebuild of a grafted kernel.
our_sources() {
	(
		cd "$top"
		{
			# shellcheck disable=SC2086 # lists of files
			find Kbuild dkms.conf drivers include $suites $init -type f \
				! -path 'include/compat/probed/*' \( -name '*.[ch]' \
				-o -name '*.sh' -o -name 'K*' -o -name dkms.conf \)
			echo tests/kernels/linked.kbuild
			for object in $linked; do
				echo "tests/modules/${object%.o}.c"
			done
		} | sort | tr '\n' '\0' | xargs -0 sha256sum | hash_of
	)
}

run_make() {
	make -C "$source" O="$build" ARCH="$arch" CROSS_COMPILE="$cross" \
		CC="$cc" HOSTCC="$hostcc" KBUILD_BUILD_TIMESTAMP=@0 \
		KBUILD_BUILD_USER=soc-timers KBUILD_BUILD_HOST=localhost \
		SOC_TIMERS_LINK="$linked" \
		-j "$jobs" "$@" </dev/null
}

# The program, and the list for the kernel build's initramfs; root is not needed.
build_init() {
	[ -n "$init" ] || return 0
	"${cross}gcc" -O2 -Wall -ffreestanding -nostdlib -static -Wl,-e_start \
		-o "$build/initramfs.init" "$top/$init" || return
	cat >"$build/initramfs.list" <<-'LIST'
	dir /dev 755 0 0
	nod /dev/console 600 0 0 c 5 1
	nod /dev/kmsg 600 0 0 c 1 11
	file /init initramfs.init 755 0 0
	LIST
}

configure() {
	run_make tinyconfig
	[ -z "$init" ] || echo 'CONFIG_INITRAMFS_SOURCE="initramfs.list"' >>"$build/.config"
	# shellcheck disable=SC2086 # a list of files
	(cd "$build" && ARCH=$arch "$source/scripts/kconfig/merge_config.sh" \
		-m -O "$build" "$build/.config" $fragments)
	run_make olddefconfig
}

verify_config() {
	lost=$(wanted_lines | grep -vxF -f "$build/.config" |
		while read -r line; do
			symbol=${line#\# }
			symbol=${symbol%%[ =]*}
			# A symbol that does not exist counts as not set.
			case $line in
			\#*) grep -q "^$symbol=" "$build/.config" || continue ;;
			esac
			printf '%s; ' "$line"
		done)
	[ -z "$lost" ] ||
		die "kernel $name $series: not in the final configuration: ${lost%; }"
}

objects() {
	grep -cE '^ +(CC|AS)( |$)' "$log" || :
}

# The total is noted in the fragment and only used for the estimate.
show_progress() {
	total=$(sed -n "s/^# objects: *//p" "$kernels/$name.config")
	begun=$(date +%s)
	while sleep 15 2>/dev/null; do
		n=$(objects)
		left=
		if [ -n "$total" ] && [ "$n" -gt 20 ] && [ "$n" -lt "$total" ]; then
			left=$(((total - n) * ($(date +%s) - begun) / n))
			left=", about $left s left"
		fi
		say "kernel $name: $n${total:+ of $total} objects compiled$left"
	done
}

is_built() {
	[ -e "$build/.done" ] && [ "$(cat "$build/.graft" 2>/dev/null)" = "$ours" ]
}

build_kernel() {
	! is_built || return 0
	rm -f "$build/.done"
	need_packages make flex bison bc libelf-dev libssl-dev
	use_ccache
	say "kernel $name: building linux $version in $build"
	mkdir -p "$build"
	build_init >"$log" 2>&1 || failed
	configure >>"$log" 2>&1 || failed
	verify_config
	# A reader of our stdout must not have to wait for the monitor's sleep.
	show_progress >/dev/null 9>&- &
	monitor=$!
	trap 'kill $monitor 2>/dev/null || :' EXIT
	trap 'exit 130' INT TERM
	# Even with no modules, "modules" makes Module.symvers and module.lds.
	# shellcheck disable=SC2086 # none or one word
	if ! { run_make "${image##*/}" && run_make modules $dtbs; } >>"$log" 2>&1; then
		kill "$monitor"
		failed
	fi
	kill "$monitor"
	[ -e "$build/$image" ] || die "kernel $name: no $image after the build (log: $log)"
	[ -e "$build/Module.symvers" ] ||
		die "kernel $name: no Module.symvers after the build (log: $log)"
	[ -z "$ours" ] || echo "$ours" >"$build/.graft"
	objects >"$build/.done"
	say "kernel $name: built, $(objects) objects"
}

failed() {
	tail -n 20 "$log" >&2
	die "kernel $name: the build failed (log: $log)"
}

case ${1-} in
--source)
	series=${2-6.12}
	top=$(checkout)
	unpack_source
	echo "$source"
	exit ;;
--grafted)
	series=${2-6.12}
	top=$(checkout)
	unpack_source
	graft_source
	echo "$source"
	exit ;;
--arch)
	arch_of "${2?usage: kernel.sh --arch NAME}"
	echo "ARCH=$arch CROSS_COMPILE=$cross DEBIAN_ARCH=$debian_arch IMAGE=$image"
	exit ;;
''|-*)
	die "usage: kernel.sh NAME [SERIES] | --source [SERIES] | --grafted [SERIES] | --arch NAME" ;;
esac

name=$1
series=${2-6.12}
top=$(checkout)
kernels=$top/tests/kernels
[ -e "$kernels/$name.config" ] || die "no kernel fragment tests/kernels/$name.config"
arch_of "$name"
fragments=$(fragments_of "$name")
# shellcheck disable=SC2086 # a list of package names
need_packages $packages
ours=
linked=$(sed -n 's/^# links: *//p' "$kernels/$name.config")
init=$(sed -n 's/^# init: *//p' "$kernels/$name.config")
case $name-${GRAFTED:+tree} in
*-graft-tree)
	source=$(cd "$GRAFTED" && pwd -P) || die "no kernel tree in $GRAFTED"
	[ -e "$source/drivers/clocksource/soc-timers/Kbuild" ] ||
		die "$source is not grafted: run \"make graft KERNEL=$source\" first"
	[ -z "$linked" ] || die "$name links test modules, which only our own graft can do"
	version=$(make -s -C "$source" kernelversion) series=$version ;;
*)
	unpack_source ;;
esac
case $name in
*-graft)
	[ -n "${GRAFTED-}" ] || graft_source
	suites=
	! wanted_lines | grep -q '^CONFIG_SOC_TIMERS_KUNIT_TEST=' ||
		suites='tests/kunit tests/example tests/models/qemu/dw_apb_block.h'
	ours=$(our_sources) ;;
esac

cc=${cross}gcc
hostcc=gcc
jobs=${KERNEL_JOBS:-$(($(nproc) + 1))}
toolchain=$($cc --version | head -n 1)
key=$({ wanted_lines; echo "$version $arch $toolchain${ours:+ $source}"; } | hash_of)
build=$SOC_TIMERS_CACHE/kernel/$name-$series-$key
log=$build.log

if ! is_built; then
	mkdir -p "${build%/*}"
	exec 9>"$build.lock"
	flock -n 9 || { say "kernel $name: waiting for another build of it"; flock 9; }
	build_kernel
	exec 9>&-
fi
echo "$build"
