#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the C99 program in an empty folder, and checks that the library exports with C linkage exactly the functions that
# hopveil.h declares.
# usage: c_abi_test.sh PROGRAM LIBRARY HEADER
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$1" "$work"

nm -D --defined-only "$2" | sed -nE 's/.* T (hopveil_[a-z_]+)$/\1/p' | sort >"$work/exported"
grep -oE '\bhopveil_[a-z_]+\(' "$3" | tr -d '(' | sort -u >"$work/declared"
diff "$work/declared" "$work/exported" >&2 || { echo "declared and exported functions differ" >&2; exit 1; }
[ "$(wc -l <"$work/exported")" -ge 25 ]
