#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# Print what modules import from the kernel, as a symbol list of Android's kernels.
#
#	[CROSS_COMPILE=aarch64-linux-gnu-] symbols.sh MODULE.ko...
#
# What one of the modules exports is left out.

set -eu
[ $# -gt 0 ] || { echo "usage: symbols.sh MODULE.ko..." >&2; exit 2; }
nm=${NM:-${CROSS_COMPILE-}nm}
for module; do
	[ -f "$module" ] || { echo "symbols.sh: error: no $module" >&2; exit 1; }
done

exported=$("$nm" "$@" | sed -n 's/.* __ksymtab_//p')
echo '# SPDX-License-Identifier: GPL-2.0-only'
echo '[abi_symbol_list]'
"$nm" -u "$@" | sed -n 's/^ *[Uw] /  /p' | LC_ALL=C sort -u |
	grep -vxF -e "$(echo "$exported" | sed 's/^/  /')"
