# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Sourced by what test.sh runs in a root of its own: headers, and what there is of us.

top=$(checkout)
cd "$top" || exit 1
version=$(sed -n 's/^PACKAGE_VERSION="\(.*\)"$/\1/p' dkms.conf)
key=/root/signing-key
signer='soc-timers test key'

apt_get() {
	DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends \
		-o Dpkg::Options::=--force-confnew "$@" </dev/null
}

use_key() {
	openssl req -new -x509 -nodes -days 2 -subj "/CN=$signer" -newkey rsa:2048 \
		-keyout $key.pem -outform DER -out $key.der &&
		mkdir -p /etc/dkms/framework.conf.d &&
		printf '%s\n' "mok_signing_key=$key.pem" "mok_certificate=$key.der" \
			>/etc/dkms/framework.conf.d/signing.conf
}

# All files and directories of ours, but not those of the tests in /root. dkms itself keeps the lists that
# depmod writes, and its key.
ours() {
	set -- -path '/var/lib/dkms/*' ! -name 'mok.*' ! -name dkms_dbversion
	set -- "$@" -o -path '*/modules/*/updates'
	set -- "$@" -o -name '*soc[-_]timers*'
	for module in $(drivers/modules.sh); do
		set -- "$@" -o -name "$module.ko*"
	done
	find / -xdev \( -path "$SOC_TIMERS_CACHE" -o -path /root -o -path /proc -o -path /sys \) -prune \
		-o \( "$@" \) -print
}

nothing_is_left() {
	ours >/tmp/left
	cat /tmp/left
	[ ! -s /tmp/left ] && [ -z "$(dkms status)" ]
}

# installed RELEASE KDIR [VERSION]: each module that belongs to this kernel, whose headers are
# in KDIR, and no other one; of this or another version, and signed with our key
installed() {
	release=$1 kdir=$2 of=${3-$version}
	dkms status
	dkms status -m soc-timers -v "$of" -k "$release" | grep -q ': installed$' || return 1
	has=$(cd "/lib/modules/$release/updates/dkms" && find . -name '*.ko*' | sort)
	belongs=$(drivers/modules.sh "$kdir/include/config/auto.conf" | sort)
	echo "installed: $has"
	echo "expected: $belongs"
	[ "$(echo "$has" | sed 's,^\./,,; s/\.ko.*//')" = "$belongs" ] || return 1
	for module in $has; do
		file=/lib/modules/$release/updates/dkms/$module
		set -- "$(modinfo -F version "$file")" "$(modinfo -F signer "$file")" \
			"$(modinfo -F vermagic "$file")"
		echo "$module: version $1, signer $2, for $3"
		[ "$1" = "$of" ] && [ "$2" = "$signer" ] && [ "${3%% *}" = "$release" ] || return 1
	done
}

# The releases of a series that Debian 12 has headers of, oldest first.
kernels() {
	apt-cache pkgnames "linux-headers-$1." | sed 's/^linux-headers-//' |
		grep -xE "[0-9.]+(-[0-9]+|[+]deb[0-9]+)-$(dpkg --print-architecture)" | sort -V
}

install_headers() {
	apt_get install "linux-headers-$1"
}
