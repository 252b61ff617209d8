#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Build the Debian packages, the binary ones and the source package.
#
#	Documentation/packaging/deb.sh OUT
#
# They are built in a temporary copy of the sources and put into the directory OUT, whose
# older packages of soc-timers are removed. The same sources always give the same packages:
# the version comes from dkms.conf, and the changes and their dates from changelog.rst.

set -eu
top=$(cd "${0%/*}/../.." && pwd)
# shellcheck source=tests/lib/common.sh
. "$top/tests/lib/common.sh"

[ $# = 1 ] || die "usage: deb.sh OUT"
mkdir -p "$1"
out=$(cd "$1" && pwd)
cd "$top"

version=$(sed -n 's/^PACKAGE_VERSION="\(.*\)"$/\1/p' dkms.conf)
maintainer=$(sed -n 's/^Maintainer: //p' Documentation/packaging/debian/control)

# From changelog.rst: headings "VERSION (DATE)", underlined, and items "- ...", whose further
# lines are indented.
changelog() {
	awk -v maintainer="$maintainer" '
	function close_item(    i) {
		for (i = 1; i <= words; i++) {
			if (length(line) + length(word[i]) > 78) {
				print line
				line = "   "
			}
			line = line " " word[i]
		}
		if (words)
			print line
		words = 0
	}
	function close_entry(    command) {
		close_item()
		if (date == "")
			return
		command = "LC_ALL=C date -u -R -d " date
		command | getline date
		close(command)
		print "\n -- " maintainer "  " date
	}
	/^[0-9][0-9.]* \([0-9-]+\)$/ {
		close_entry()
		print (date == "" ? "" : "\n") "soc-timers (" $1 ") unstable; urgency=medium\n"
		date = substr($2, 2, length($2) - 2)
		next
	}
	date == "" || /^=+$/ { next }
	/^- / {
		close_item()
		line = "  *"
		sub(/^- /, "")
	}
	{
		gsub(/``/, "")
		for (i = 1; i <= NF; i++)
			word[++words] = $i
	}
	END { close_entry() }' Documentation/changelog.rst
}

need_packages build-essential debhelper dh-dkms
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
tree=$work/soc-timers-$version
copy_checkout "$work/checkout"
mkdir "$tree"
(cd "$work/checkout" && cp -R COPYING Kbuild Makefile README.md dkms.conf drivers include \
	Documentation "$tree")
cp -R Documentation/packaging/debian "$tree/debian"
mkdir "$tree/debian/source"
echo '3.0 (native)' >"$tree/debian/source/format"
changelog >"$tree/debian/changelog"
[ "$(cd "$tree" && dpkg-parsechangelog -S Version)" = "$version" ] ||
	die "Documentation/changelog.rst does not begin with version $version"

# Not the checkout's permissions and the caller's preferences.
chmod -R u=rwX,go=rX "$tree"
(cd "$tree" && umask 022 && unset MAKEFLAGS MAKELEVEL &&
	env LC_ALL=C dpkg-buildpackage -us -uc) >"$work/log" 2>&1 || {
	tail -n 20 "$work/log" >&2
	die 'dpkg-buildpackage failed'
}
rm -f "$out"/soc-timers*
cp "$work"/soc-timers*_"$version"* "$out"
for package in "$out"/soc-timers*.deb; do
	echo "$package"
done
