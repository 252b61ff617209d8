#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Run by test.sh in a root that is thrown away: build the Debian packages from the sources
# in /root/soc-timers and from the tarball in /root, which have the same commit, and install,
# upgrade and purge them.

set -u
# shellcheck source=tests/lib/common.sh
. "${0%/*}/../lib/common.sh"
# shellcheck source=tests/lib/totals.sh
. "${0%/*}/../lib/totals.sh"
# shellcheck source=tests/lib/tap.sh
. "${0%/*}/../lib/tap.sh"
# shellcheck source=tests/dkms/lib.sh
. "${0%/*}/lib.sh"

dist=/root/dist
unpacked=/root/elsewhere/soc-timers-$version

# The same files, and nothing that is not in the repository.
unpack_tarball() {
	mkdir -p "${unpacked%/*}" && tar -C "${unpacked%/*}" -xzf "/root/soc-timers-$version.tar.gz" &&
		(cd "$unpacked" && find . ! -type d | sort) >/root/in-tarball &&
		git ls-files | sed 's,^,./,' | LC_ALL=C sort >/root/in-git &&
		LC_ALL=C sort -o /root/in-tarball /root/in-tarball &&
		diff /root/in-git /root/in-tarball
}

# In another directory, at another time, with other permissions and preferences.
build_again() {
	find "$unpacked" -exec touch -d 2001-02-03 {} + && chmod -R g-rwx,o-rwx "$unpacked" &&
		(cd "$unpacked" && umask 077 && export TZ=Asia/Tokyo HOME=/root/elsewhere LANG=C.UTF-8 &&
		make deb DIST=/root/dist-again)
}

are_same() {
	ls -l "$dist"/*.deb
	for file in "$dist"/*.deb "$dist"/*.dsc "$dist"/*.tar.xz; do
		cmp "$file" "/root/dist-again/${file##*/}" || return 1
	done
}

# Tags of all severities, and none is overridden.
is_clean() {
	tags=$(lintian --allow-root --display-info --pedantic --show-overrides "$dist"/*.changes) ||
		return 1
	echo "$tags"
	[ -z "$tags" ]
}

# The version before this one, which differs in nothing else.
build_old() {
	cp -R . /root/old &&
		(cd /root/old && sed -i 's/^PACKAGE_VERSION=.*/PACKAGE_VERSION="0.1.0"/' dkms.conf &&
		sed -i '/^[0-9.]* (/{ /^0\.1\.0 (/!{ N; N; d } }' Documentation/changelog.rst &&
		make deb DIST=/root/dist-old)
}

install_packages_of() {
	apt_get install "$1"/soc-timers-dkms_*.deb "$1"/soc-timers-source_*.deb
}

# Both packages are at VERSION, and so are the modules.
has_version() {
	dpkg-query -W -f '${Package} ${Version} ${db:Status-Status}\n' 'soc-timers-*'
	[ "$(dpkg-query -W -f '${Version} ${db:Status-Status}\n' soc-timers-dkms \
		soc-timers-source | sort -u)" = "$1 installed" ] &&
		installed "$kernel" "/lib/modules/$kernel/build" "$1"
}

nothing_of_version() {
	! find /usr/src /var/lib/dkms -name "*$1*" | grep . && ! dkms status | grep -F "/$1"
}

# What the package is for: somebody's build of a vendor's kernel.
grafts() {
	make -C /usr/src/soc-timers-source graft-patch KERNEL="$SOC_TIMERS_CACHE/linux-6.12" \
		OUT=/root/patches &&
		grep '^diff --git ' /root/patches/*.patch >/root/diffs &&
		for file in COPYING Kbuild drivers/Kconfig drivers/module.c; do
			grep -F "clocksource/soc-timers/$file" /root/diffs || return 1
		done
}

# Like a person who had them from "make dkms-install".
install_old_by_hand() {
	make -C /root/old dkms-install "DKMS_KERNEL=$kernel" &&
		installed "$kernel" "/lib/modules/$kernel/build" 0.1.0
}

remove_old_by_hand() {
	make -C /root/old dkms-remove && installed "$kernel" "/lib/modules/$kernel/build"
}

purge() {
	apt_get purge soc-timers-dkms soc-timers-source &&
		! dpkg-query -W 'soc-timers-*' 2>/dev/null | grep . && nothing_is_left
}

kernel=$(kernels 6.1 | tail -n 1)
tap_begin ''
check 'make deb' make deb DIST=$dist
check 'the tarball has the files of the repository' unpack_tarball
check 'make deb again, from the tarball' build_again
check 'both times give the same packages' are_same
check 'lintian' apt_get install lintian
check 'lintian has nothing to report' is_clean
check 'packages of version 0.1.0' build_old
check 'a key to sign with' use_key
check "headers of $kernel" install_headers "$kernel"
check 'no trace of us to begin with' nothing_is_left
check 'install 0.1.0' install_packages_of /root/dist-old
check 'its modules are installed, signed' has_version 0.1.0
check "upgrade to $version" install_packages_of $dist
check 'its modules are installed, signed' has_version "$version"
check 'nothing of 0.1.0 is left' nothing_of_version 0.1.0
check 'the source can be grafted' grafts
check 'purge both: nothing is left' purge
check 'install 0.1.0 without a package' install_old_by_hand
check "install the packages of $version over it" install_packages_of $dist
check 'its modules are installed, signed' has_version "$version"
check 'they are still after 0.1.0 is removed' remove_old_by_hand
check 'nothing of 0.1.0 is left' nothing_of_version 0.1.0
check 'purge both: nothing is left' purge
check 'autopkgtest' apt_get install autopkgtest
check 'the tests of the packages pass' \
	autopkgtest --apt-upgrade $dist/*.deb $dist/*.dsc -- null
check 'purge both: nothing is left' purge
tap_end
