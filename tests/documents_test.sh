#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the commands that README, CONTRIBUTING and docs show in ```sh blocks: every `hopveil` command and what prepares it, for real, each
# document in a folder of its own. Commands that build or test the repository cannot run inside its own test; of them it is checked that the
# script, preset or test program they name exists.
# usage: documents_test.sh FOLDER_OF_THE_PROGRAM
set -euo pipefail
repository=$(cd "$(dirname "$0")/.." && pwd)
PATH="$1:$PATH"
run=0

check_repository_command() {  # $1: the command line
  local words
  read -r -a words <<<"$1"
  case ${words[0]} in
    scripts/*)
      local script=$repository/${words[0]}
      [ -x "$script" ] || return 1
      case $(head -1 "$script") in
        *python3) python3 -c 'import ast, sys; ast.parse(open(sys.argv[1]).read())' "$script" ;;
        *) bash -n "$script" ;;
      esac ;;
    cmake | ctest)
      local preset
      preset=$(grep -oE -- '--preset [a-z-]+' <<<"$1" | head -1 | cut -d' ' -f2)
      grep -q "\"name\": \"$preset\"" "$repository/CMakePresets.json" ;;
    build/*/src/*_test) [ -d "$repository/src/$(basename "${words[0]}" _test)" ] ;;
    export) true ;;
    *) return 1 ;;
  esac
}

while IFS= read -r document; do
  folder=$(mktemp -d)
  while IFS= read -r command; do
    command=${command%%  #*}
    [ -n "$command" ] || continue
    case $command in
      scripts/* | cmake* | ctest* | build/* | export*)
        check_repository_command "$command" || { echo "$document: no such command: $command" >&2; exit 1; } ;;
      *)
        (cd "$folder" && bash -euo pipefail -c "$command") >"$folder/.log" 2>&1 ||
          { echo "$document: this command fails: $command" >&2; cat "$folder/.log" >&2; exit 1; }
        run=$((run + 1)) ;;
    esac
  done < <(awk '/^```sh$/ {inside = 1; next} /^```/ {inside = 0} inside' "$document")
  rm -rf "$folder"
done < <(cd "$repository" && printf '%s\n' "$repository/README.md" "$repository/CONTRIBUTING.md"; find "$repository/docs" -name '*.md')

[ "$run" -gt 0 ] || { echo "no command was run" >&2; exit 1; }
echo "$run commands of the documents run"
