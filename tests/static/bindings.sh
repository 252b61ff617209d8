#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Check the bindings of our own compatible strings and the overlays that use them.
#
#	bindings.sh
#
# Each binding is a valid schema, and its examples comply with it. Each overlay compiles,
# applies to the device tree of the board that it names ("Base:"), and changes only what
# it should; what it hands over complies with the binding. Drivers and bindings have the
# same strings. Findings go to stdout; exit status 0: none, 1: some, 2: it could not run.

set -u
# shellcheck source=tests/lib/common.sh
. "${0%/*}/../lib/common.sh"

top=$(checkout)
cd "$top" || exit 2
bindings=Documentation/bindings
overlays=Documentation/examples
need_packages dt-schema device-tree-compiler gcc
source=$(tests/lib/kernel.sh --source) || exit 2
prefixes=$source/scripts/dtc/include-prefixes
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
found=0

finding() {
	echo "$*"
	found=1
}

# expect_silent ABOUT COMMAND...: a finding if it fails or prints something
expect_silent() {
	about=$1
	shift
	output=$("$@" 2>&1) || output="${output:+$output; }failed: $*"
	[ -z "$output" ] || finding "$about: $output"
}

# compile FILE OUTPUT OPTION...: as the kernel does
# shellcheck disable=SC2317 # called by expect_silent
compile() {
	compiled=$1 output_file=$2
	shift 2
	gcc -E -nostdinc -I "$prefixes" -undef -D__DTS__ -x assembler-with-cpp \
		"$compiled" >"$scratch/preprocessed" &&
		dtc -I dts -O dtb -b 0 -i "${compiled%/*}" -i "$prefixes" -o "$output_file" "$@" \
			"$scratch/preprocessed"
}

# The nodes of a device tree that have a string of ours: lines "STRING PATH".
ours_in() {
	dtc -q -I dtb -O dts "$1" | awk '
		/\{$/ {
			name = $0
			gsub(/^[ \t]+|[ \t]*\{$/, "", name)
			sub(/^.*: /, "", name)
			path[++depth] = name == "/" ? "" : path[depth - 1] "/" name
		}
		/^[ \t]*\};$/ { depth-- }
		/^[ \t]*compatible = / && match($0, /"soc-timers,[^"\\]*/) {
			print substr($0, RSTART + 1, RLENGTH - 1), path[depth]
		}'
}

expect_silent "$bindings" dt-doc-validate -u "$top/$bindings" "$bindings"
expect_silent "$bindings" dt-mk-schema -j -o "$scratch/schema" "$bindings"

for binding in "$bindings"/*/*.yaml; do
	name=${binding##*/}
	name=${name%.yaml}
	dt-extract-example "$binding" >"$scratch/$name.dts" ||
		finding "$binding: no examples"
	expect_silent "$binding" compile "$scratch/$name.dts" "$scratch/$name.dtb" -q
	expect_silent "$binding" dt-validate -m -s "$scratch/schema" "$scratch/$name.dtb"
	[ -n "$(ours_in "$scratch/$name.dtb")" ] || finding "$binding: no example has its string"
done

for overlay in "$overlays"/*.dtso; do
	name=${overlay##*/}
	name=${name%.dtso}
	base=$(sed -n 's/^ \* Base: *//p' "$overlay")
	path=$(find "$source"/arch/*/boot/dts -name "$base.dts")
	[ -f "$path" ] || { finding "$overlay: no such board: '$base'"; continue; }
	expect_silent "$overlay" compile "$overlay" "$scratch/$name.dtbo" -@
	expect_silent "$path" compile "$path" "$scratch/base.dtb" -@ -q
	expect_silent "$overlay" fdtoverlay -i "$scratch/base.dtb" -o "$scratch/$name.dtb" \
		"$scratch/$name.dtbo"
	[ -f "$scratch/$name.dtb" ] || continue

	# A string in the wrong place would not be found below.
	wanted=$(dtc -q -I dtb -O dts "$scratch/base.dtb" | grep -c '{$')
	is=$(dtc -q -I dtb -O dts "$scratch/$name.dtb" | grep -c '{$')
	[ "$wanted" = "$is" ] || finding "$overlay: it adds nodes: $wanted before, $is after"
	nodes=$(ours_in "$scratch/$name.dtb")
	fragments=$(grep -c '^&{' "$overlay")
	[ "$(echo "$nodes" | grep -c .)" = "$fragments" ] ||
		finding "$overlay: $fragments nodes to hand over, but these are: $nodes"
	echo "$nodes" >"$scratch/nodes"
	while read -r _ node; do
		status=$(fdtget -d okay "$scratch/$name.dtb" "$node" status) || found=1
		[ "$status" = okay ] || finding "$overlay: $node is $status"
	done <"$scratch/nodes"
	# Of other nodes there is no schema but those of all device trees.
	dt-validate -l soc-timers -s "$scratch/schema" "$scratch/$name.dtb" >"$scratch/log" 2>&1
	! grep -B 2 soc-timers "$scratch/log" || found=1
done


in_drivers=$(find drivers -name '*.c' -exec grep -hoE '"soc-timers,[a-z0-9-]+"' {} + |
	tr -d '"' | sort -u)
in_bindings=$(grep -hoE 'const: soc-timers,[a-z0-9-]+' "$bindings"/*/*.yaml |
	sed 's/^const: //' | sort -u)
[ "$in_drivers" = "$in_bindings" ] ||
	finding "strings of the drivers: $in_drivers; of the bindings: $in_bindings"

exit $found
