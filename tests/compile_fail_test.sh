#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What the types must refuse: every file of tests/compile_fail with an `// expect: TEXT` line must not compile, with TEXT in the
# compiler's message; the others must compile.
# usage: compile_fail_test.sh COMPILER INCLUDE_FOLDER..
set -euo pipefail
folder=$(cd "$(dirname "$0")" && pwd)/compile_fail
compiler=$1
shift
message=$(mktemp)
trap 'rm -f "$message"' EXIT

for file in "$folder"/*.cc; do
  expected=$(sed -n 's|^// expect: ||p' "$file")
  if "$compiler" -std=c++20 -fsyntax-only "${@/#/-I}" "$file" 2>"$message"; then
    [ -z "$expected" ] || { echo "compiles, and must not: $file" >&2; exit 1; }
  else
    [ -n "$expected" ] || { echo "must compile: $file" >&2; cat "$message" >&2; exit 1; }
    grep -qE "error:.*$expected" "$message" || { echo "fails for another reason than \"$expected\": $file" >&2; cat "$message" >&2; exit 1; }
  fi
done
