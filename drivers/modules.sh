#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Print which modules are built for a kernel. Kconfig has the conditions, and nothing else
# repeats them: Kbuild and dkms.conf run this script.
#
#	drivers/modules.sh [CONFIG]
#
# CONFIG is the kernel's .config or include/config/auto.conf. Without it, or if it cannot be
# read, prints all modules. A module that the kernel itself has is not built for it again.
#
# A module is a tristate symbol of Kconfig in lower case. Each "depends on" of it may join
# symbols with "&&" or with "||", not both. Modules can depend on each other: a module build
# has all of them. COMPILE_TEST does not count: nobody installs a module for a machine that
# the kernel does not run on.

config=${1-}
[ -r "$config" ] || config=

exec awk -v config="$config" '
function fail(text) {
	print "modules.sh: error: " FILENAME ":" FNR ": " text >"/dev/stderr"
	failed = 1
	exit 1
}

function condition(text,    parts, n, i) {
	if (text !~ /^[A-Z0-9_]+( (&&|\|\|) [A-Z0-9_]+)*$/ || (text ~ /&&/ && text ~ /\|\|/))
		fail("cannot read the condition \"" text "\": use && or || between symbols")
	n = split(text, parts, / && /)
	for (i = 1; i <= n; i++)
		needs[symbol, ++count[symbol]] = parts[i]
}

function has(alternatives,    parts, n, i) {
	n = split(alternatives, parts, / \|\| /)
	for (i = 1; i <= n; i++)
		if (parts[i] in set || parts[i] in is_module)
			return 1
	return 0
}

function belongs(symbol,    i) {
	if (symbol in set)
		return 0
	for (i = 1; i <= count[symbol]; i++)
		if (!has(needs[symbol, i]))
			return 0
	return 1
}

FILENAME == config {
	if (match($0, /^CONFIG_[A-Z0-9_]+=[ym]/) && $0 !~ /^CONFIG_COMPILE_TEST=/)
		set[substr($0, 8, RLENGTH - 9)]
	next
}
$1 == "config" {
	symbol = $2
}
$1 == "tristate" && symbol !~ /_KUNIT_TEST$/ {
	is_module[symbol]
	order[++modules] = symbol
}
$1 == "depends" && symbol in is_module {
	sub(/^[ \t]*depends on /, "")
	condition($0)
}
END {
	for (i = 1; !failed && i <= modules; i++)
		if (config == "" || belongs(order[i]))
			print tolower(order[i])
}' ${config:+"$config"} "${0%/*}/Kconfig"
