#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs the built tree into a temporary prefix, moves it, and builds and runs programs against it: by find_package
# (shared and static), by pkg-config (also the examples of docs/library.md, in C99 and C++), and by add_subdirectory, with
# every compiler that is there.
# Inside of another project hopveil compiles anew; that takes minutes, so by default only a part of it does.
# HOPVEIL_WHOLE_SUBPROJECT=1 (scripts/check clang) builds all of it with every compiler, without optimisation, and runs the program.
# usage: consumers_test.sh SOURCE_FOLDER BUILD_FOLDER
set -euo pipefail
source=$1
build=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

expect() {  # $1: who, $2..: the command; its output must be that of consumer.cc
  local who=$1 output
  shift
  output=$("$@" "$work/path.txt")
  [[ $output == "3:01"*"hopveil $(<"$source/VERSION") says: "* ]] || { echo "$who printed: $output" >&2; exit 1; }
  echo "$who: ok"
}

cmake --install "$build" --prefix "$work/installed" >"$work/install.log"
mv "$work/installed" "$work/prefix"  # an installed tree may be moved
[ -x "$work/prefix/bin/hopveil" ]
! grep -rl "#include \"" "$work/prefix/include" || { echo "an installed header includes one that is not" >&2; exit 1; }
soname=$(readelf -d "$work"/prefix/lib*/libhopveil.so | sed -n 's/.*SONAME.*\[\(.*\)\]/\1/p')
[ "$soname" = libhopveil.so.0 ] || { echo "the library's soname is $soname" >&2; exit 1; }
# Of our own names only those of the public headers are exported: none of a folder's namespace, and no class that they do not name.
nm -DC --defined-only "$work"/prefix/lib*/libhopveil.so | sed -E 's/^[0-9a-f]+ . //' |
  sed -nE 's/^((non-virtual thunk to|typeinfo( name)? for|vtable for|VTT for|guard variable for) )?hopveil::([A-Za-z0-9_]+(::)?).*/\4/p' |
  sort -u >"$work/exported"
[ "$(wc -l <"$work/exported")" -ge 30 ] || { echo "the library exports too little" >&2; exit 1; }
while IFS= read -r name; do
  [[ $name != [a-z]*:: ]] && grep -qw "${name%::}" "$work"/prefix/include/hopveil/*.h && continue
  echo "exported, and must not be: hopveil::$name" >&2
  exit 1
done <"$work/exported"

libdir=$(dirname "$work"/prefix/lib*/libhopveil.so)
export LD_LIBRARY_PATH=$libdir PKG_CONFIG_PATH=$libdir/pkgconfig CMAKE_GENERATOR=Ninja
for compiler in g++ clang++; do
  command -v "$compiler" >/dev/null || continue
  mkdir "$work/$compiler"
  cmake -S "$source/tests/consumers/find_package" -B "$work/$compiler/find_package" -DCMAKE_CXX_COMPILER="$compiler" \
    -DCMAKE_PREFIX_PATH="$work/prefix" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
  cmake --build "$work/$compiler/find_package" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
  expect "find_package, $compiler" "$work/$compiler/find_package/consumer_hopveil"
  expect "find_package static, $compiler" "$work/$compiler/find_package/consumer_static"

  # shellcheck disable=SC2046  # flags are words
  "$compiler" -std=c++20 "$source/tests/consumers/consumer.cc" -o "$work/$compiler/consumer" $(pkg-config --cflags --libs hopveil)
  expect "pkg-config, $compiler" "$work/$compiler/consumer"
done

# The programs that docs/library.md shows: C by plain cc, C++.
example() {  # $1: the language of the block
  awk -v language="\`\`\`$1" '$0 == language {inside = 1; next} /^```/ {inside = 0} inside' "$source/docs/library.md"
}
mkdir "$work/c" "$work/cpp"
example c >"$work/c/example.c"
example cpp >"$work/cpp/example.cc"
# shellcheck disable=SC2046  # flags are words
cc -std=c99 -Wall -Wextra -pedantic -Werror "$work/c/example.c" -o "$work/c/example" $(pkg-config --cflags --libs hopveil)
output=$(cd "$work/c" && ./example)
[[ $output == "proved: user 1 has "* && -s $work/c/released.csv.meta.json ]] || { echo "the C example printed: $output" >&2; exit 1; }
echo "pkg-config, cc, the C example of docs/library.md: ok"
# shellcheck disable=SC2046
cc -std=c99 "$work/c/example.c" -I"$work/prefix/include" -o "$work/c/static" "$libdir/libhopveil.a" \
  $(pkg-config --static --libs hopveil | sed 's/-lhopveil\b//')
rm "$work"/c/budget.db "$work"/c/released.*
output=$(cd "$work/c" && LD_LIBRARY_PATH='' ./static)
[[ $output == "proved: user 1 has "* ]] || { echo "the C example, linked statically, printed: $output" >&2; exit 1; }
echo "pkg-config --static, cc, the same example: ok"
# shellcheck disable=SC2046
g++ -std=c++20 -Wall -Wextra -Werror "$work/cpp/example.cc" -o "$work/cpp/example" $(pkg-config --cflags --libs hopveil)
output=$(cd "$work/cpp" && ./example)
[[ $output == proved && -s $work/cpp/released.csv ]] || { echo "the C++ example printed: $output" >&2; exit 1; }
echo "pkg-config, g++, the C++ example of docs/library.md: ok"

if [ -z "${HOPVEIL_WHOLE_SUBPROJECT:-}" ]; then
  cmake -S "$source/tests/consumers/add_subdirectory" -B "$work/sub" -DHOPVEIL_SOURCE="$source" >"$work/log" 2>&1 ||
    { cat "$work/log" >&2; exit 1; }
  cmake --build "$work/sub" --target consumer_compiles hopveil_base >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
  echo "add_subdirectory: configures and compiles"
  exit
fi
for compiler in g++ clang++; do
  command -v "$compiler" >/dev/null || continue
  cmake -S "$source/tests/consumers/add_subdirectory" -B "$work/sub" -DHOPVEIL_SOURCE="$source" -DCMAKE_BUILD_TYPE= \
    -DCMAKE_CXX_COMPILER="$compiler" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
  cmake --build "$work/sub" --target consumer >"$work/log" 2>&1 || { tail -50 "$work/log" >&2; exit 1; }
  LD_LIBRARY_PATH='' expect "add_subdirectory, $compiler" "$work/sub/consumer"
  rm -rf "$work/sub"
done
