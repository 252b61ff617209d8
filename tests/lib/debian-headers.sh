#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Fetch the headers of one of Debian's kernels, to build modules for it.
#
#	eval "$(tests/lib/debian-headers.sh SUITE SERIES WHICH FLAVOUR)"
#
# SUITE is a suite of Debian's archive, SERIES the kernel's (6.1) and FLAVOUR one of
# debian-flavours.sh. Prints shell assignments: KDIR ARCH CROSS_COMPILE CC RELEASE
# WHICH chooses among the packages of this series that the archive has:
#
#	oldest, newest
#	stripped	the oldest, without what stable kernels were given later of the
#			interfaces that drivers/ uses: vendors' kernels lack it as well
#	ancient		the oldest, without what is required of any kernel
#	changed		the newest, with an interface changed, as a later kernel may

set -eu
# shellcheck source=tests/lib/common.sh
. "${0%/*}/common.sh"
# shellcheck source=tests/lib/private-apt.sh
. "${0%/*}/private-apt.sh"
# shellcheck source=tests/lib/debian-flavours.sh
. "${0%/*}/debian-flavours.sh"

usage='usage: debian-headers.sh SUITE SERIES oldest|newest|stripped|ancient|changed FLAVOUR'
[ $# = 4 ] || die "$usage"
suite=$1 series=$2 which=$3
flavour_is "$4"
case $which in
oldest|stripped|ancient)	order='sort -V' ;;
newest|changed)			order='sort -rV' ;;
*)	die "$usage" ;;
esac
# Kernels with BTF want it for their modules as well.
need_packages make "$compiler" pahole

fetch() {
	rm -rf "$root.part"
	unpack_headers "$release" "$(debian_version "linux-headers-$release:$debian_arch")" "$root"
	mv "$root.part" "$root"
}

# edit HEADER EXPRESSION: it must change something
edit() {
	header=$include/linux/$1
	sed -E "$2" "$header" >"$header.new"
	! cmp -s "$header" "$header.new" || die "linux/$1 of $release is not as expected"
	mv "$header.new" "$header"
}

change() {
	latch='raw_read_seqcount_latch_retry|write_seqcount_latch(_begin|_end)?'
	case $which in
	stripped)
		edit seqlock.h "s/\\b($latch)\\b/stripped_\\1/g"
		# The only one in these packages that uses them.
		edit rbtree_latch.h "s/\\b($latch)\\b/stripped_\\1/g"
		edit platform_device.h '/\(\*remove_new\)/d' ;;
	ancient)
		edit seqlock.h 's/\bseqcount_latch_t\b/stripped_latch_t/g'
		edit rbtree_latch.h 's/\bseqcount_latch_t\b/stripped_latch_t/g' ;;
	changed)
		edit clocksource.h 's,(\(\*read\))\(struct clocksource \*cs\),\1(void),' ;;
	esac
}

# Hard links: whatever changes a file writes a new one.
make_variant() {
	rm -rf "$root-$which.part"
	cp -al "$root" "$root-$which.part"
	for directory in "$root-$which.part/usr/src"/linux-headers-*; do
		for file in "$directory/Makefile" "$directory/.kernelvariables"; do
			[ ! -e "$file" ] || sed -i "s,$root/,$root-$which/,g" "$file"
		done
		case $directory in
		*-common)	include=$directory/include; change ;;
		esac
	done
	mv "$root-$which.part" "$root-$which"
}

base=$SOC_TIMERS_CACHE/debian/headers-$suite
mkdir -p "$base"
exec 9>"$base/lock"
flock 9

# The system's own release comes with its security updates.
# shellcheck source=/dev/null
case $suite in
"$(. /etc/os-release && echo "${VERSION_CODENAME-}")") debian_get "$debian_arch" ;;
*)	debian_get "$debian_arch" "$suite" ;;
esac
release=$(debian_names "linux-headers-${series}[.][0-9+a-z.-]*-$flavour" |
	grep -vE -e '-(rt|cloud)-' | $order | head -n 1)
release=${release#linux-headers-}
[ -n "$release" ] || die "$suite has no headers of a kernel $series for $flavour"
root=$base/$release
[ -e "$root" ] || fetch
case $which in
stripped|ancient|changed)
	[ -e "$root-$which" ] || make_variant
	root=$root-$which ;;
esac

cat <<-END
KDIR='$root/usr/src/linux-headers-$release'
ARCH='$arch'
CROSS_COMPILE='$cross'
CC='${cross}gcc'
RELEASE='$release'
END
