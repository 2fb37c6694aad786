#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# One version, everywhere: the file VERSION says it, the program, the packages and the papers repeat it.
# usage: version_test.sh PROGRAM
set -euo pipefail
program=$(realpath "$1")
cd "$(dirname "$0")/.."
version=$(cat VERSION)
failed=0
expect() {  # WHERE FOUND WANTED
  [ "$2" = "$3" ] || { echo "$1 names version \"$2\", VERSION makes it \"$3\"" >&2; failed=1; }
}
expect "hopveil --version" "$("$program" --version | awk 'NR == 1 { print $2 }')" "$version"
expect debian/changelog "$(sed -nE '1s/^hopveil \(([^)]*)\).*/\1/p' debian/changelog)" "${version/-/\~}"
expect CITATION.cff "$(sed -n 's/^version: //p' CITATION.cff)" "$version"
expect CHANGELOG.md "$(sed -nE 's/^## ([0-9][^ :]*).*/\1/p' CHANGELOG.md | head -n 1)" "$version"
expect "scripts/sbom" "$(scripts/sbom | python3 -c 'import json, sys; print(json.load(sys.stdin)["metadata"]["component"]["version"])')" "$version"
grep -qF "\"$version\"" include/hopveil/version.h || { echo "include/hopveil/version.h gives another version as its example" >&2; failed=1; }
exit "$failed"
