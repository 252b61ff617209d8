# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Sourced after common.sh and private-apt.sh, with $root set to a directory: a bare Debian 12
# in it, to do as a new user does. Needs root, or sudo, and $root is removed as it is made.
#
# make_root PACKAGE...     make it, with these packages and nothing that they only recommend
# in_root COMMAND          run COMMAND of the shell in it, on this system's devices and
#                          proxies; with $shared set, also on its cache
# remove_root              remove it

: "${root:?}"
release=bookworm
shared=${shared-}

# The mounts end with the namespace, however the caller ends.
# shellcheck disable=SC2016 # the inner shells expand
inside='
	root=$1 cache=$2 command=$3
	for file in dev proc sys; do
		mount --rbind "/$file" "$root/$file" || exit
	done
	set -- HOME=/root TERM=dumb PATH=/usr/sbin:/usr/bin:/sbin:/bin
	if [ -n "$cache" ]; then
		mkdir -p "$root$cache" && mount --bind "$cache" "$root$cache" || exit
		set -- "$@" SOC_TIMERS_CACHE="$cache"
	fi
	for name in http_proxy https_proxy; do
		eval "value=\${$name-}"
		[ -z "$value" ] || set -- "$@" "$name=$value"
	done
	exec chroot "$root" env -i "$@" sh -c "$command" </dev/null'

in_root() {
	cache=
	[ -z "$shared" ] || cache=$SOC_TIMERS_CACHE
	as_root unshare --mount --propagation private \
		sh -c "$inside" sh "$root" "$cache" "$1"
}

remove_root() {
	as_root rm -rf --one-file-system "$root"
}

# The root gets this system's mirror and way to it, nothing else.
make_root() {
	need_packages debootstrap
	debian_get "$(dpkg --print-architecture)" >/dev/null
	# shellcheck disable=SC2154 # set by debian_get
	mirror=$(sed -n "s/^deb \\(\\[.*\\] \\)*\\([^ ]*\\) $release main\$/\\2/p" "$apt_dir/sources.list" |
		head -n 1)
	[ -n "$mirror" ] || die "this system's apt sources have no mirror for $release"
	remove_root
	as_root debootstrap --variant=minbase "$release" "$root" "$mirror" || return
	sed 's/\[signed-by=[^]]*\] //' "$apt_dir/sources.list" |
		as_root tee "$root/etc/apt/sources.list" || return
	apt-config dump Acquire | as_root tee "$root/etc/apt/apt.conf.d/50host" || return
	as_root cp /etc/resolv.conf /etc/hosts "$root/etc/" &&
		in_root "apt-get -q update &&
			DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $*"
}
