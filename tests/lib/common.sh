# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Sourced by the test scripts, never run:
#
#	. "${0%/*}/common.sh"
#
# SOC_TIMERS_CACHE  directory outside the checkout for kernels, packages and
#                   logs (default ~/.cache/soc-timers); may be removed at any time
# SOC_TIMERS_START  the start time, in seconds, that progress messages are relative
#                   to; set here once and inherited by children
#
# say TEXT            a progress line on stderr: "[  12 s] TEXT"
# die TEXT            one error line on stderr, exit 1
# need_packages PKG...  install the missing ones, or fail with one line on how to
# hash_of             first 12 hex digits of the SHA-256 of stdin
# checkout            absolute path of the checkout, for scripts in tests/lib
# copy_checkout DIR [OPTION...]  update a copy of the checkout, leaving out files that
#                   git ignores; OPTIONs are passed to rsync
# all_suites          the names of all KUnit suites
# use_ccache          prefix $cc and $hostcc with ccache
# with_lock FILE CMD... run CMD while holding an exclusive lock on FILE

: "${SOC_TIMERS_CACHE:=${XDG_CACHE_HOME:-$HOME/.cache}/soc-timers}"
: "${SOC_TIMERS_START:=$(date +%s)}"
export SOC_TIMERS_CACHE SOC_TIMERS_START

say() {
	printf '[%4d s] %s\n' $(($(date +%s) - SOC_TIMERS_START)) "$*" >&2
}

die() {
	printf '%s: error: %s\n' "${0##*/}" "$*" >&2
	exit 1
}

hash_of() {
	sha256sum | cut -c1-12
}

# Do not ask git: this must also work in a copy without .git.
checkout() {
	(
		cd "${0%/*}" || exit
		until [ -e dkms.conf ]; do
			[ "$PWD" != / ] || die "${0} is not in a checkout of soc-timers"
			cd ..
		done
		pwd
	)
}

# Timestamps are not preserved: make must see that a changed file is new.
copy_checkout() {
	copy_to=$1
	shift
	need_packages rsync
	mkdir -p "$copy_to"
	rsync -rlpc --delete --exclude=/.git --exclude=/build --filter=':- .gitignore' "$@" \
		"$(checkout)/" "$copy_to/"
}

all_suites() {
	grep -v '^#' "$(checkout)/tests/kunit/suites"
}

# The kernels share most objects, but the paths of their sources differ.
use_ccache() {
	need_packages ccache
	export CCACHE_DIR="$SOC_TIMERS_CACHE/ccache" CCACHE_MAXSIZE=2G
	export CCACHE_BASEDIR="$SOC_TIMERS_CACHE" CCACHE_NOHASHDIR=1
	cc="ccache $cc"
	hostcc="ccache $hostcc"
}

package_installed() {
	case $(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null) in
	installed*) return 0 ;;
	*) return 1 ;;
	esac
}

as_root() {
	if [ "$(id -u)" = 0 ]; then
		"$@"
	else
		sudo "$@"
	fi
}

missing_packages() {
	missing=
	for package; do
		package_installed "$package" || missing="$missing $package"
	done
	[ -n "$missing" ]
}

# "apt-get update" fails instead of waiting for apt's own locks.
need_packages() {
	missing_packages "$@" || return 0
	mkdir -p "$SOC_TIMERS_CACHE"
	(
		flock 6
		! missing_packages "$@" || install_missing
	) 6>"$SOC_TIMERS_CACHE/apt.lock" || exit 1
}

install_missing() {
	command -v apt-get >/dev/null ||
		die "missing packages:$missing (no apt-get here: install them by hand)"
	[ "$(id -u)" = 0 ] || command -v sudo >/dev/null ||
		die "missing packages:$missing (not root, and no sudo: run apt-get install$missing as root)"

	say "installing$missing"
	mkdir -p "$SOC_TIMERS_CACHE/log"
	apt_log=$SOC_TIMERS_CACHE/log/apt.$$
	# shellcheck disable=SC2086 # a list of package names
	if ! install_packages $missing >"$apt_log" 2>&1; then
		say "refreshing the package lists"
		# shellcheck disable=SC2086
		if ! { as_root apt-get -q update && install_packages $missing; } \
		     >"$apt_log" 2>&1; then
			tail -n 15 "$apt_log" >&2
			die "cannot install$missing (log: $apt_log)"
		fi
	fi
	rm -f "$apt_log"
}

install_packages() {
	as_root env DEBIAN_FRONTEND=noninteractive \
		apt-get install -q -y --no-install-recommends \
		-o DPkg::Lock::Timeout=300 "$@" </dev/null
}

# flock(1) comes with util-linux, which Debian always has.
with_lock() {
	lock=$1
	shift
	mkdir -p "${lock%/*}"
	flock "$lock" "$@"
}
