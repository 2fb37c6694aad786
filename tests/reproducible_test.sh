#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds program and shared library twice from what is committed, in two folders with paths of different lengths, and compares the bytes.
# The second build uses no ccache: whatever the first took from one was compiled at another time and in another folder.
# usage: reproducible_test.sh FOLDER
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(realpath -m "$1")
commit=$(git rev-parse HEAD)
rm -rf "$work"
for folder in "$work/one" "$work/another/and/much/longer"; do
  [ "$folder" = "$work/one" ] || export CCACHE_DISABLE=1
  mkdir -p "$folder"
  git archive HEAD | tar -x -C "$folder"
  (cd "$folder" && cmake --preset release -DHOPVEIL_BUILD_TESTS=OFF -DHOPVEIL_COMMIT="$commit" &&
    cmake --build --preset release --target hopveil hopveil_shared) >"$work/log" 2>&1 || { tail -30 "$work/log" >&2; exit 1; }
  (cd "$folder/build/release" && sha256sum hopveil libhopveil.so) | tee "$folder.sums"
done
cmp "$work/one.sums" "$work/another/and/much/longer.sums" || { echo "the same sources gave different bytes" >&2; exit 1; }
rm -rf "$work"
echo "reproducible: two folders, the same bytes"
