#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The command line's manners, as a person meets them who types: suggestions, help, pipes, terminals, exit codes.
# usage: command_line_test.sh FOLDER_OF_THE_PROGRAM
set -uo pipefail
PATH="$1:$PATH"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
export XDG_DATA_HOME=$folder/xdg HOME=$folder
unset HOPVEIL_DATA NO_COLOR COLUMNS
failures=0
checks=0

# run CODE COMMAND..: runs it, and expects that exit code; $out and $err hold what it printed.
run() {
  local expected=$1 code
  shift
  "$@" >out.txt 2>err.txt </dev/null
  code=$?
  out=$(cat out.txt) err=$(cat err.txt)
  label=$*
  checks=$((checks + 1))
  [ "$code" = "$expected" ] || fail "ended with $code, not $expected: $err"
}
fail() { echo "FAILED: $label: $1" >&2; failures=$((failures + 1)); }
has() { [[ $1 == *"$2"* ]] || fail "\"$2\" is missing in: ${1:0:400}"; checks=$((checks + 1)); }
lacks() { [[ $1 != *"$2"* ]] || fail "\"$2\" is there: ${1:0:400}"; checks=$((checks + 1)); }
# On a terminal of the given width: what it shows, in $out.
on_terminal() {
  local width=$1
  label="terminal: $2"
  out=$(script -qec "stty cols $width; $2" /dev/null </dev/null)
  checks=$((checks + 1))
}

printf 'a p\np b\nb q\nq c\nd d\n' >path.txt
printf 'p\nq\n' >public.txt
printf 'user,epsilon\na,1\nb,4\nc,16\nd,1\n' >prefs.csv
printf 'user,epsilon\na,1\nb,1\nc,2\nd,1\n' >strict.csv

# Did you mean
run 2 hopveil relase path.txt
has "$err" 'there is no command "relase". Did you mean release?'
run 2 hopveil count path.txt --public public.txt --hop 2 -o t.csv
has "$err" 'count has no option --hop. Did you mean --hops?'
run 2 hopveil release path.txt --publictop 5% --default-epsilon 1 --hops 2 -o r.csv
has "$err" 'Did you mean --public-top?'
run 2 hopveil release path.txt --public public.txt --default-epsilon 1 --hops 2 --optimize relative -o r.csv
has "$err" 'Did you mean --optimise?'
run 2 hopveil ledger shwo l.db
has "$err" 'there is no command "ledger shwo". Did you mean show?'
run 2 hopveil info path.txt --frobnicate
lacks "$err" 'Did you mean'
run 2 hopveil release path.txt --public public.txt --default-epsilon 1 --hops 2 --seed 1 -o r.csv
has "$err" 'impossible to predict'
run 2 hopveil info path.txt --format edges
has "$err" '--graph-format'

# Help
run 0 hopveil
has "$out" 'Usage: hopveil COMMAND'
run 0 hopveil help
has "$out" 'release'
run 0 hopveil help release
for group in Arguments: Network: Privacy: Mechanism: Output: Running: Examples:; do has "$out" "$group"; done
run 0 hopveil help ledger init
has "$out" 'hopveil ledger init LEDGER --prefs FILE'
run 2 hopveil help relase
has "$err" 'Did you mean release?'
run 0 hopveil -V
has "$out" 'compiler'
for width in 60 80 120; do
  for command in '' count release evaluate audit; do
    run 0 env COLUMNS=$width hopveil help $command
    longest=$(awk '{ if (length > most) most = length } END { print most }' out.txt)
    [ "$longest" -le "$width" ] || fail "a line of $longest columns"
  done
done
on_terminal 80 "hopveil release --help"
longest=$(tr -d '\r' <<<"$out" | awk '{ if (length > most) most = length } END { print most }')
[ "$longest" -le 80 ] || fail "a line of $longest columns on a terminal of 80"
on_terminal 120 "hopveil release --help"
longest=$(tr -d '\r' <<<"$out" | awk '{ if (length > most) most = length } END { print most }')
{ [ "$longest" -gt 90 ] && [ "$longest" -le 120 ]; } || fail "the widest line has $longest columns on a terminal of 120"

# Two examples everywhere
commands() { COLUMNS=100 hopveil "$@" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'; }
mapfile -t names < <(commands; for name in ledger generate; do commands $name | sed "s/^/$name /"; done)
label='the list of commands'
checks=$((checks + 1))
[ ${#names[@]} -ge 20 ] || fail "has ${#names[@]} entries"
for command in count release verify 'ledger init' "${names[@]}"; do
  [ "$command" != help ] || continue
  run 0 hopveil $command --help
  [ "$(grep -c '^  hopveil ' out.txt)" -ge 2 ] || fail "fewer than two examples"
done

# The examples work, one after the other
examples() {
  COLUMNS=120 hopveil help "$@" | sed -n '/^Examples:/,$p' | sed -e ':a' -e '/\\$/{N; s/ \\\n */ /; ta' -e '}' |
    sed -n 's/^  \(hopveil .*\)/\1/p'
}
mkdir examples
cd examples || exit 1
seq 0 9 >public.txt
seq 10 599 | sed 's/$/,1.5/' >prefs.csv
echo '700,1' >new.csv
for command in generate info count plan 'ledger init' release verify 'ledger show' 'ledger history' 'ledger export' \
  'ledger add' convert mechanisms; do
  while IFS= read -r example; do
    run 0 bash -c "$example"
  done < <(examples $command)
done
cd ..

# Percentages
for intervals in 90 90%; do
  run 0 hopveil release path.txt --public public.txt --default-epsilon 1 --hops 2 --intervals $intervals -o "i$intervals.csv"
  has "$(head -1 "i$intervals.csv")" hop_1_low
done
for confidence in 0.99 99 99%; do
  run 0 hopveil audit --mechanism uniform --hops 1 --pair leaf --runs 500 --confidence $confidence
  has "$out" '99% confidence'
done
run 2 hopveil audit --mechanism uniform --pair leaf --confidence 40%

# Pipes and exit codes
run 0 hopveil generate rmat --nodes 20000 --edges 60000 --quiet -o big.hvg
label='count into head'
hopveil count big.hvg --public-top 5% --hops 3 --quiet -o - 2>err.txt | head -1 >/dev/null
codes=("${PIPESTATUS[@]}")
{ [ "${codes[0]}" = 141 ] && [ ! -s err.txt ]; } || fail "ended with ${codes[0]} and said: $(cat err.txt)"
label='mechanisms into a closed pipe'
for _ in 1 2 3; do hopveil mechanisms 2>>err.txt | true; done
[ ! -s err.txt ] || fail "said: $(cat err.txt)"
run 4 bash -c 'hopveil mechanisms >/dev/full'
has "$err" 'No space left'
run 2 hopveil info missing.txt
has "$err" 'missing.txt: there is no such file'
run 2 hopveil count path.txt --public missing.txt --hops 1 -o t.csv
run 2 hopveil release path.txt --public public.txt --prefs missing.csv --hops 1 -o t.csv

# Formats
run 0 hopveil count path.txt --public public.txt --hops 1 -o t.json
has "$(cat t.json)" '"user": "a"'
run 0 hopveil count path.txt --public public.txt --hops 1 --format csv -o u.json
has "$(cat u.json)" 'user,hop_1'
run 2 hopveil count path.txt --public public.txt --hops 1 --format edges -o t.csv
has "$err" '--graph-format edges'

# Memory
run 0 hopveil count path.txt --public public.txt --hops 1 --memory 9999999 -o t.csv
run 2 hopveil count path.txt --public public.txt --hops 1 --memory 99999999999T -o t.csv
# The least memory that a release takes is the same with one edge more.
least_memory() {  # $1: network
  local low=100 high=100000 middle
  while [ $((high - low)) -gt 1 ]; do
    middle=$(((low + high) / 2))
    if hopveil release "$1" --public public.txt --default-epsilon 1 --hops 1 --mechanism uniform --quiet \
      --memory $middle -o "memory-$middle-$1.csv" 2>/dev/null; then high=$middle; else low=$middle; fi
  done
  echo $high
}
cp path.txt more.txt
echo 'a d' >>more.txt
label='release --memory'
checks=$((checks + 1))
least=$(least_memory path.txt)
{ [ "$least" -lt 100000 ] && [ "$least" = "$(least_memory more.txt)" ]; } || fail 'the least memory depends on an edge'

# Numbers that read well
run 0 hopveil evaluate path.txt --public public.txt --default-epsilon 1 --mechanism uniform --hops 1 --runs 1 -o one
has "$out" '1 hop, preferences 1, 1 run'
has "$out" '1 run in'
lacks "$out" '±'
has "$err" 'NOT private'
lacks "$(cat one/report.html)" 'over 1 run'
printf 'a b\nb c\np p\n' >apart.txt
printf 'p\n' >apart_public.txt
run 0 hopveil evaluate apart.txt --public apart_public.txt --default-epsilon 1 --mechanism uniform --hops 2 --runs 1 -o apart
lacks "$out" 'nan'
lacks "$(cat apart/report.html)" 'times that of publishing zeros (0)'
# At this epsilon the noise is 0: 0 of 0 is no number.
run 0 hopveil evaluate apart.txt --public apart_public.txt --default-epsilon 1000 --mechanism uniform --hops 2 --runs 1 -o exact
has "$out" 'zeros are exact here'
lacks "$out" 'nan'
# With next to no epsilon eli publishes zeros, which is not worse than zeros.
printf 'a b\nb c\np a\n' >near.txt
run 0 hopveil evaluate near.txt --public apart_public.txt --default-epsilon 0.001 --mechanism eli --hops 1 --runs 1 --seed 1 -o near
has "$out" 'as zeros'
lacks "$out" 'x zeros'
run 2 hopveil evaluate path.txt path.txt --public public.txt --default-epsilon 1 -o twice
has "$err" 'given twice'
run 2 hopveil evaluate path.txt ./path.txt --public public.txt --default-epsilon 1 -o twice

printf 'a,1\n' >one.csv
run 0 hopveil ledger init one.db --prefs one.csv
lacks "$out$err" '1 users'
run 0 hopveil ledger show one.db
lacks "$out" '1 users'
printf 'a p\n' >one.txt
printf 'p\n' >one-public.txt
run 0 hopveil release one.txt --public one-public.txt --prefs one.csv --hops 1 --ledger one.db --report one.html -o one-table.csv
lacks "$err$(cat one.html)" '1 users'
run 0 hopveil ledger history one.db
lacks "$out" '1 users'
run 2 hopveil release path.txt --public public.txt --prefs one.csv --hops 1 -o t.csv
lacks "$err" '1 users'

# Colours and progress on a terminal
on_terminal 80 "hopveil evaluate path.txt --public public.txt --default-epsilon 1 --mechanism uniform --hops 1 --runs 2 -o coloured"
has "$out" $'\e[1m'
on_terminal 80 "NO_COLOR=1 hopveil evaluate path.txt --public public.txt --default-epsilon 1 --mechanism uniform --hops 1 --runs 2 -o plain"
has "$out" uniform
lacks "$(sed 's/\x1b\[K//g' <<<"$out")" $'\e['
on_terminal 80 "NO_COLOR=1 hopveil audit --mechanism uniform --hops 1 --pair leaf --runs 500 --quiet"
lacks "$out" $'\e['
release=(release path.txt --public public.txt --hops 1)
on_terminal 80 "hopveil ${release[*]} --prefs prefs.csv -o colours.csv"
has "$out" $'\e[33mproved\e[0m'  # proved, but one level of epsilon is in effect no protection
has "$out" $'\e[32mprotects'
has "$out" $'\e[33mweak protection'
has "$out" $'\e[1;31min effect no protection'
on_terminal 80 "hopveil ${release[*]} --prefs strict.csv -o green.csv"
has "$out" $'\e[32mproved\e[0m'
on_terminal 80 "hopveil verify colours.csv"
has "$out" $'\e[33mweak protection'
sed -i '$s/$/ /' colours.csv
on_terminal 80 "hopveil verify colours.csv"
has "$out" 'NOT VERIFIED'
lacks "$out" $'\e[32m'
on_terminal 80 "NO_COLOR=1 hopveil ${release[*]} --prefs prefs.csv -o plain.csv"
lacks "$(sed 's/\x1b\[K//g' <<<"$out")" $'\e['
# The bar is gone from its line before anything else is written there. Counting this takes seconds, so there is a bar.
run 0 hopveil generate rmat --nodes 200000 --edges 2000000 --quiet -o large.hvg
on_terminal 80 "hopveil count large.hvg --public-top 30% --hops 8 --threads 1 -o - | head -c 100"
has "$out" 'counting ['
has "$out" '100%'
has "$out" 'user,hop'
lacks "$(tr '\r' '\n' <<<"$out" | sed 's/\x1b\[K//g' | grep 'counting \[')" 'user,hop'
# It moves through the whole run, to its end.
run 0 hopveil generate community --nodes 8000 --seed 3 --quiet -o steady.txt
seq 0 199 >steady-public.txt
on_terminal 80 "hopveil release steady.txt --public steady-public.txt --default-epsilon 1 --hops 5 --threads 1 -o steady.csv"
shown=$(grep -o 'releasing \[[= ]*\] *[0-9]*%' <<<"$out" | grep -o '[0-9]*%' | tr -d % | sort -un | tr '\n' ' ')
{ [ "$(wc -w <<<"$shown")" -ge 5 ] && [[ " $shown" =~ " "(8[1-9]|9[0-9])" " ]]; } || fail "the bar showed $shown"

# Audits of a network of one's own
printf 'p alice\nalice b\nalice c\nalice d\nalice e\n' >hub.txt
printf 'p\n' >hub_public.txt
audit=(hopveil audit hub.txt --public hub_public.txt --default-epsilon 1 --mechanism uniform --edges 5 --runs 500)
run 1 "${audit[@]}" --report audit.html
has "$err" 'NOT private'
has "$out" 'NOT PRIVATE'
lacks "$out" alice
has "$out" 'P1-U'
has "$(cat audit.html)" 'NOT PRIVATE'
lacks "$(cat audit.html)" alice
run 1 "${audit[@]}" --json
has "$out" '"warning": "NOT PRIVATE'
lacks "$out" alice
run 1 "${audit[@]}" --show-names
has "$out" alice
run 1 hopveil audit --mechanism duba-lf --pair true-ladder --runs 2000
has "$(sed -n '/^in short/,$p' out.txt)" 'violation'
lacks "$(sed -n '/^in short/,$p' out.txt)" 'none found'
run 0 hopveil audit --mechanism uniform --hops 1 --pair leaf --runs 500 --report none.html
has "$(cat none.html)" '<span class="badge neutral">none found</span>'
on_terminal 80 "hopveil audit --mechanism uniform --hops 1 --pair leaf --runs 500"
has "$out" $'\e[90mnone found'

# Every option has its row in src/cli/option_facts.cc: without one it stands under "Other" and completes nothing
for command in $(hopveil --help | sed -n '/^Commands:/,/^$/s/^  \([a-z][a-z]*\).*/\1/p'); do
  case $command in help|completion) continue ;; esac
  run 0 hopveil "$command" --help
  lacks "$out" $'\nOther'
done

# Data sets
run 2 hopveil reproduce -o paper
has "$err" 'Polblogs'
has "$err" 'facebook_combined.txt.gz'
has "$err" 'CondMat'
has "$err" '--fetch'
has "$err" "$XDG_DATA_HOME/hopveil"
label='reproduce asks on a terminal'
checks=$((checks + 1))
out=$(echo n | script -qec "hopveil reproduce -o paper; echo ended with \$?" /dev/null)
has "$out" "Download into $XDG_DATA_HOME/hopveil? [y/N]"
has "$out" 'ended with 2'
[ ! -e paper ] || fail 'a folder was made'

echo "$checks checks, $failures failures"
[ "$failures" = 0 ]
