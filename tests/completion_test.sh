#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The completions in the shells that they are for, and the manual pages in groff.
# usage: completion_test.sh FOLDER_OF_THE_PROGRAM
set -uo pipefail
PATH="$1:$PATH"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
export HOME=$folder
touch network.txt
mkdir results
failures=0
checks=0

# expect SHELL "LINE" WORD..: completing the line offers these words, among others.
# refuse SHELL "LINE" WORD..: and none of these.
offers() { case $1 in bash) offers_in_bash "$2" ;; fish) offers_in_fish "$2" ;; esac; }
expect() {
  local shell=$1 line=$2 found word
  shift 2
  found=$(offers "$shell" "$line")
  for word in "$@"; do
    checks=$((checks + 1))
    grep -qxF -- "$word" <<<"$found" && continue
    echo "FAILED: $shell: \"$line\" does not offer $word but: $found" >&2
    failures=$((failures + 1))
  done
}
refuse() {
  local shell=$1 line=$2 found word
  shift 2
  found=$(offers "$shell" "$line")
  for word in "$@"; do
    checks=$((checks + 1))
    grep -qxF -- "$word" <<<"$found" || continue
    echo "FAILED: $shell: \"$line\" offers $word" >&2
    failures=$((failures + 1))
  done
}

hopveil completion bash >hopveil.bash && hopveil completion zsh >hopveil.zsh && hopveil completion fish >hopveil.fish || exit 1

offers_in_bash() {
  bash --norc -c '
    source ./hopveil.bash
    read -r -a COMP_WORDS <<<"$1"
    [[ $1 != *" " ]] || COMP_WORDS+=("")
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_LINE=$1 COMP_POINT=${#1}
    _hopveil
    printf "%s\n" "${COMPREPLY[@]}"' bash "$1"
}
offers_in_fish() { fish --no-config -c 'source hopveil.fish; complete -C $argv[1]' -- "$1" | cut -f1; }

for shell in bash fish; do
  expect $shell 'hopveil ' release count ledger info completion
  refuse $shell 'hopveil ' man --hops init
  expect $shell 'hopveil rel' release
  expect $shell 'hopveil ledger ' init show history
  refuse $shell 'hopveil ledger ' release
  expect $shell 'hopveil ledger init --p' --prefs
  expect $shell 'hopveil release --' --hops --prefs --mechanism --ledger --output
  refuse $shell 'hopveil release --' --seed --time
  expect $shell 'hopveil audit --' --time --seed --pair
  expect $shell 'hopveil release --mechanism ' eli uniform duba-lf
  refuse $shell 'hopveil release --mechanism ' network.txt all
  expect $shell 'hopveil release --mechanism e' eli exponential
  expect $shell 'hopveil release --prefs net' network.txt
  expect $shell 'hopveil count net' network.txt
  expect $shell 'hopveil count network.txt --hops 3 --o' --output
  expect $shell 'hopveil fetch ' polblogs facebook condmat
  expect $shell 'hopveil completion ' bash zsh fish
  expect $shell 'hopveil generate community --n' --nodes
done
expect bash 'hopveil evaluate -o res' results
expect fish 'hopveil evaluate -o res' results/

# zsh in a terminal of its own: what a line becomes after the tabulator.
zsh -f <<'ZSH' >zsh.out 2>&1
zmodload zsh/zpty
zpty shell zsh -f -i
await() {  # reads until the pattern has come
  local text= chunk
  repeat 300; do
    while zpty -r -t shell chunk 2>/dev/null; do text+=$chunk; done
    [[ $text == *${~1}* ]] && break
    sleep 0.05
  done
  print -r -- "$text" | tr -d '\r'
}
zpty -w shell 'PROMPT="" RPROMPT=""; unsetopt zle_bracketed_paste prompt_sp 2>/dev/null; autoload -Uz compinit; compinit -u -D; source ./hopveil.zsh; print rea""dy'
await ready >/dev/null
try() {
  zpty -w -n shell $'\x15'"$1"$'\t'
  await "$2"
}
try 'hopveil rel' 'release'
try 'hopveil ledger hist' 'history'
try 'hopveil release --opt' '--optimise'
try 'hopveil release --mechanism expo' 'exponential'
try 'hopveil count netw' 'network.txt'
try 'hopveil fetch pol' 'polblogs'
try 'hopveil completion fi' 'fish'
zpty -d shell
ZSH
for word in release history --optimise exponential network.txt polblogs fish; do
  checks=$((checks + 1))
  grep -qF -- "$word" zsh.out && continue
  echo "FAILED: zsh does not complete to \"$word\": $(cat -v zsh.out)" >&2
  failures=$((failures + 1))
done

# Manual pages: one for the program and one for each command, which groff reads without a warning.
hopveil man -o man || exit 1
for command in $(COLUMNS=100 hopveil help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
  checks=$((checks + 1))
  [ -s "man/hopveil-$command.1" ] && continue
  echo "FAILED: there is no manual page of $command" >&2
  failures=$((failures + 1))
done
for page in man/*.1; do
  checks=$((checks + 1))
  warnings=$(groff -man -ww -K utf8 -Tutf8 "$page" 2>&1 >"$page.txt")
  [ -z "$warnings" ] && continue
  echo "FAILED: groff warns about $page: $warnings" >&2
  failures=$((failures + 1))
done
for option in --hops --budget-share --mechanism EXAMPLES 'EXIT STATUS'; do
  checks=$((checks + 1))
  grep -qF -e "$option" <(sed 's/.\x08//g; s/\x1b\[[0-9;]*m//g' man/hopveil-release.1.txt) && continue
  echo "FAILED: the manual page of release lacks $option" >&2
  failures=$((failures + 1))
done

echo "$checks checks, $failures failures"
[ "$failures" = 0 ]
