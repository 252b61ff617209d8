# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Sourced after common.sh: Debian packages of any architecture, fetched and
# unpacked in the cache. The system's sources, architectures and package
# database are left untouched; only its mirror and proxy settings are used, and
# everything is checked against the Debian archive keyring.
#
# debian_get ARCH [SUITE]          prepare (and refresh at most once a day), for this
#                                  system's release or for another SUITE
# debian_version PACKAGE           the newest available version, or nothing
# debian_names REGEX               the names of all packages that match REGEX as a whole
# debian_depends PACKAGE REGEX     newest direct dependency that matches REGEX
# debian_fetch PACKAGE[:ARCH][=VERSION] DIR     download the package into DIR
# debian_unpack PACKAGE[:ARCH][=VERSION] DIR   download, unpack into DIR

apt_home=$SOC_TIMERS_CACHE/apt
apt_keyring=/usr/share/keyrings/debian-archive-keyring.gpg

# indextargets reads both formats of the sources, even before the first update; until
# then it reports the origin as a literal "$(ORIGIN)".
system_sources() {
	# shellcheck disable=SC2016 # apt fills these in
	apt-get indextargets --format \
		'$(REPO_URI)|$(RELEASE)|$(COMPONENT)|$(ORIGIN)' 'Created-By: Packages' |
	awk -F '|' -v release="$codename" -v keyring="$apt_keyring" '
		$2 != release && $2 != release "-updates" && $2 != release "-security" { next }
		$3 != "main" || $1 !~ /debian/ { next }
		$4 != "Debian" && $4 != "$(ORIGIN)" { next }
		!seen[$1, $2]++ { print "deb [signed-by=" keyring "] " $1, $2, $3 }'
}

# Another suite comes from the same mirror as the system's own release.
debian_sources() {
	if [ -z "$1" ]; then
		system_sources
	else
		system_sources | awk -v suite="$1" -v release="$codename" \
			'$4 == release { $4 = suite; print; exit }'
	fi
}

private_apt() {
	command=$1
	shift
	"$command" -c "$apt_dir/apt.conf" "$@"
}

debian_version() {
	private_apt apt-cache show "$1" 2>/dev/null | sed -n 's/^Version: //p' | head -n 1
}

debian_names() {
	private_apt apt-cache pkgnames linux- | grep -xE "$1"
}

debian_get() {
	need_packages debian-archive-keyring
	apt_arch=$1
	suite=${2-}
	# shellcheck source=/dev/null
	codename=$(. /etc/os-release && echo "${VERSION_CODENAME-}")
	[ "$codename" ] || die "/etc/os-release does not name a Debian release"
	dir=$apt_home/$apt_arch${suite:+-$suite}
	apt_dir=$dir
	mkdir -p "$dir/lists/partial" "$dir/cache/archives/partial" "$dir/parts"
	exec 5>"$dir.lock"
	flock 5
	refresh_lists
	exec 5>&-
}

# Steps that run beside each other share the lists.
refresh_lists() {
	[ -e "$dir/status" ] || : >"$dir/status"
	debian_sources "$suite" >"$dir/sources.list.new"
	[ -s "$dir/sources.list.new" ] ||
		die "no Debian mirror for $codename in the system's apt sources"
	if ! cmp -s "$dir/sources.list.new" "$dir/sources.list"; then
		mv "$dir/sources.list.new" "$dir/sources.list"
		rm -f "$dir/fresh"
	fi
	# Do not run the system's hooks, which are meant for its own package lists.
	cat >"$dir/apt.conf.new" <<-CONF
	#clear APT::Architectures;
	#clear APT::Update;
	#clear DPkg;
	APT::Architectures { "$(dpkg --print-architecture)"; "$apt_arch"; };
	APT::Sandbox::User "root";
	Acquire::Languages "none";
	Acquire::Retries "3";
	Dir::Etc::sourcelist "$dir/sources.list";
	Dir::Etc::sourceparts "$dir/parts";
	Dir::State "$dir";
	Dir::State::lists "$dir/lists";
	Dir::State::status "$dir/status";
	Dir::Cache "$dir/cache";
	CONF
	mv "$dir/apt.conf.new" "$dir/apt.conf"
	[ -z "$(find "$dir/fresh" -mmin -1440 2>/dev/null)" ] || return 0
	say "reading Debian's package lists for $apt_arch${suite:+ of $suite}"
	if private_apt apt-get -q update --error-on=any >"$dir/update.log" 2>&1; then
		touch "$dir/fresh"
	elif [ -n "$(find "$dir/lists" -name "*_${suite:-$codename}_main_binary-${apt_arch}_*")" ]; then
		# apt keeps only lists that passed their signature check.
		say "the mirror's lists are incomplete, using what could be verified" \
			"(log: $dir/update.log)"
	else
		tail -n 5 "$dir/update.log" >&2
		die "cannot read Debian's package lists for $apt_arch (log: $dir/update.log)"
	fi
}

debian_depends() {
	private_apt apt-cache depends --important "$1" 2>/dev/null |
		sed -n 's/^ *Depends: *//p' | sed 's/:.*//' | grep -E "$2" | sort -V | tail -n 1
}

# apt-get downloads into the current directory.
debian_fetch() {
	say "fetching $1"
	mkdir -p "$2"
	(cd "$2" && private_apt apt-get -q download "$1") >"$2.log" 2>&1 || {
		tail -n 5 "$2.log" >&2
		die "cannot fetch $1 from Debian's mirror (log: $2.log)"
	}
	rm -f "$2.log"
}

debian_unpack() {
	package=${1%%[:=]*}
	download=$(mktemp -d "$apt_dir/download.XXXXXX") || die "cannot write to $apt_dir"
	debian_fetch "$1" "$download"
	mkdir -p "$2"
	for deb in "$download/${package}"_*.deb; do
		dpkg-deb -x "$deb" "$2" || die "cannot unpack $1"
	done
	rm -rf "$download"
}
