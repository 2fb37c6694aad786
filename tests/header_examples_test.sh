#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Compiles the examples in the comments of the public headers: every indented block of a comment, each in a function of its own, where a
# network, its users, a plan and what was read stand ready under the names that the examples use.
# Every class has such an example, every function is exported, and the examples link against the library.
# usage: header_examples_test.sh COMPILER SOURCE_FOLDER LIBRARY
set -euo pipefail
compiler=$1
source=$2
library=$(realpath "$3")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

{
  for header in "$source"/include/hopveil/*.h; do echo "#include <hopveil/$(basename "$header")>"; done
  cat <<'CODE'
#include <array>
#include <iostream>
#include <numeric>
#include <stop_token>
using namespace hopveil;
struct Ready {
  Graph graph = graph_from_edges(numbered_users(3), std::array<NodeId, 2>{0, 1}, std::array<NodeId, 2>{1, 2});
  UserRoles roles = UserRoles(3, {0});
  Preferences preferences = equal_preferences(roles, Epsilon::from_text("1"));
  Plan plan{graph, roles, preferences};
  ReadGraph read;
  std::vector<NodeId> sources = {0};
  CountOptions options = {};
  std::string path = "network.txt";
  NodeId user = 1;
};
CODE
  awk '
    function begin_block() {
      printf "// %s:%d\nvoid example_%d(Ready& ready) {\n  [[maybe_unused]] auto& [graph, roles, preferences, plan, read, sources, options, path, user] = ready;\n  {\n", FILENAME, FNR, ++number
      inside = 1
    }
    function end_block() { if (inside) print "  }\n}"; inside = 0 }
    FNR == 1 { end_block() }
    $0 ~ /^ *\/\/\/?     *[^ ]/ {
      line = $0; sub(/^ *\/\/\/?/, "", line)
      if (!inside && previous_blank) begin_block()
      if (inside) { print line; next }
    }
    { end_block(); previous_blank = ($0 ~ /^ *\/\/\/?$/) }
    END { end_block(); print "// " number " examples" > "/dev/stderr" }
  ' "$source"/include/hopveil/*.h
  echo 'int main() {}'
} >"$work/examples.cc" 2>"$work/number"
number=$(sed -n 's/^\/\/ \([0-9]*\) examples/\1/p' "$work/number")
[ "${number:-0}" -ge 15 ] || { echo "only ${number:-0} examples were found" >&2; exit 1; }
"$compiler" -std=c++20 -Wall -Wno-unused -Wno-missing-field-initializers -I "$source/include" "$work/examples.cc" \
  -o "$work/examples" "$library" -Wl,--no-undefined 2>"$work/log" ||
  { cat "$work/log" >&2; grep -n '' "$work/examples.cc" | sed -n 40,400p >&2; exit 1; }
without=$(awk '
  FNR == 1 { has = 0 }
  /^\/\/\// { if ($0 ~ /^\/\/\/     *[^ ]/) has = 1; next }
  /^(class|struct) / && !/;/ && !has { print FILENAME ": " $0 }
  { has = 0 }
' "$source"/include/hopveil/*.h)
[ -z "$without" ] || { echo "these classes have no example in their comment:" "$without" >&2; exit 1; }
# Only what is marked can be linked: functions, and classes, whose members stand in the library.
hidden=$(grep -nE '^[A-Za-z].*\(|^class ' "$source"/include/hopveil/*.h |
  grep -vE ':(HOPVEIL_API|class HOPVEIL_API|inline|typedef|using|namespace) ?|class [A-Za-z]+;$' || true)
[ -z "$hidden" ] || { echo "these are not exported:" "$hidden" >&2; exit 1; }
echo "$number examples of the public headers compile"
