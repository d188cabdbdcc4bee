#!/bin/bash
# sweep.sh HEADLAND ASSETS: grids of runs, as their users meet them: table, files, going on, jobs, refusals.
set -uo pipefail

program=$1
assets=$2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0
flat=$assets/scenarios/flat.yaml

fail() {
    echo "FAIL: $*"
    failures=$((failures + 1))
}

# sweep STATUS ARGUMENTS...: stdout and stderr go to out and err.
sweep() {
    local expected=$1 status=0
    shift
    "$program" sweep "$@" >out 2>err </dev/null || status=$?
    [ "$status" -eq "$expected" ] && return
    fail "headland sweep $*: exit status $status, expected $expected"
    sed 's/^/    /' err
}

# says FILE PATTERN: it has a line like this (extended regular expression).
says() {
    grep -Eq -e "$2" "$1" && return
    fail "no line like '$2' in $1:"
    sed 's/^/    /' "$1" | head -5
}

# hashes DIR: run and state hash of each of its runs
hashes() {
    (cd "$1/runs" && for run in *; do echo "$run $(sed -n 's/.*"state_hash":[[:space:]]*"\(.*\)".*/\1/p' "$run/report.json")"; done)
}

# within SECONDS-TIMES-TEN CONDITION...: wait until it holds
within() {
    local times=$1
    shift
    for _ in $(seq "$times"); do "$@" && return; sleep 0.1; done
    fail "waited in vain for: $*"
}

cat >'it is.yaml' <<'SCRIPT'
headland: operator
version: 1
name: short
seconds: 0.4 s
actions:
  - {control: parking_brake, to: 0}
  - {control: direction, to: 1, from: 0.1 s}
SCRIPT
grid=("$flat" --operator 'it is.yaml' --vary throttle=0.5,1 --vary lift=0,0.5)

# ---- keys that the script overrules ----

cat >overruling.yaml <<'SCRIPT'
headland: operator
version: 1
name: overruling
seconds: 0.2 s
actions:
  - {control: throttle, to: 1, from: 0.1 s}
  - {control: parking_brake, to: 0}
SCRIPT
sweep 0 "$flat" --operator overruling.yaml --vary throttle=0.5,1 --jobs --out later
says err "^overruling.yaml:6:15: warning: this action moves 'throttle' during the run: --vary throttle=0.5,... has an effect only until then\$"
sweep 2 "$flat" --operator overruling.yaml --vary parking_brake=0,1 --out never
says err "^overruling.yaml:7:15: this action sets 'parking_brake' at the start, so --vary parking_brake=0,... has no effect and all runs would be the same"
[ ! -e never ] || fail "a refused sweep has written its folder"
sweep 0 "$flat" --operator overruling.yaml --vary lift=0,1 --jobs --out untouched
[ ! -s err ] || fail "a key that the script leaves alone is warned about: $(cat err)"
rm -r later untouched

# ---- a grid: table, files, pictures ----

sweep 0 "${grid[@]}" --out grid
says out '^run +result '
says out '^throttle=0.5,lift=0 +finished '
says out '^throttle=1,lift=0.5 +finished '
says out '^grid/table.csv, grid/plots$'
[ ! -s err ] || fail "unexpected text on stderr: $(head -1 err)"
[ "$(wc -l <grid/table.csv)" -eq 6 ] || fail "table.csv: $(wc -l <grid/table.csv) lines"
says grid/table.csv '^run,throttle,lift,result,goal,score,time,'
says grid/table.csv '^"throttle=0.5,lift=0.5",0.5,0.5,finished,,,0.4'
[ "$(hashes grid | cut -d' ' -f2 | sort -u | wc -l)" -eq 4 ] || fail 'not every run came to a state of its own'
for name in cycle-time.png cycle-time.svg; do [ -s grid/plots/$name ] || fail "no picture $name"; done
says grid/runs/throttle=1,lift=0/log '^result +finished'
[ ! -e black-box.hlr ] || fail 'a trial left something'

# a run of the grid is a run
"$program" run "$flat" --headless --speed max --operator 'it is.yaml' --set throttle=1 --set lift=0.5 --out single >/dev/null 2>err ||
    fail "the single run: $(head -1 err)"
[ "$(sed -n '/state_hash/p' single/report.json)" = "$(sed -n '/state_hash/p' grid/runs/throttle=1,lift=0.5/report.json)" ] ||
    fail 'a run of the grid came to another state than the same run alone'

# values with a unit; gnuplot has a meaning of its own for what stands in this one
sweep 0 "$flat" --operator 'it is.yaml' --vary throttle=50%,100% --out percent
[ ! -s err ] || fail "unexpected text on stderr: $(head -1 err)"

# ---- an exercise: who fails at once is not the best ----

cat >exercise.yaml <<SCENARIO
headland: scenario
version: 1
name: full throttle
machine: $assets/machines/tractor.yaml
ground: {kind: plane, surface: asphalt}
seconds: 0.4 s
tasks:
  - {name: rev up, when: [{signal: control.throttle, above: 0.5, hold: 0.2 s}]}
  - {name: idle, after: [], optional: true, when: [{signal: control.throttle, below: 0.3}], do: [{fail: too slow}]}
score:
  pass: 40
  components: [{name: gentle, signal: control.throttle, best: 0.5, worst: 1, weight: 1}]
SCENARIO
sweep 0 exercise.yaml --vary throttle=0.25,0.4,0.75,1 --out exercise
says out '^run +result +goal +score +time '
says out '^throttle=0.25 +finished +exercise failed +0[.]0 +0[.]00  '
says out '^throttle=0.4 +finished +exercise goes on +100[.]0 +0[.]40  '
says out '^throttle=0.75 +finished +exercise passed +50[.]0[*] +0[.]20  '
says out '^throttle=1 +finished +exercise finished +0[.]0 +0[.]20  '
says out '^[*] best value of the column, of the runs that finished the exercise$'
says exercise/table.csv '^throttle=0.25,0.25,finished,exercise failed,0,0.00'
says exercise/plots/fuel.gnuplot "^set label 'exercise failed' at 0,"

# ---- the commands by themselves ----

sweep 0 "${grid[@]}" --out by-hand --jobs
[ "$(wc -l <out)" -eq 4 ] || fail "--jobs: $(wc -l <out) lines"
mv out jobs
# a closed standard output: no file takes its place
"$program" sweep "${grid[@]}" --out by-hand --jobs >&- 2>err </dev/null
[ $? -eq 1 ] || fail "a closed standard output: exit status is not 1"
says err 'standard output: '
[ ! -s by-hand/.lock ] || fail "text for people went into a file: $(head -1 by-hand/.lock)"
head -3 jobs >some
sh some >/dev/null 2>err </dev/null || fail "the commands: $(head -1 err)"
sweep 1 --collect --out by-hand
says out '^throttle=1,lift=0.5 +missing'
says err '1 of 4 runs have no result'
tail -1 jobs >rest
sh rest >/dev/null 2>&1 </dev/null
sweep 0 --collect --out by-hand --json
[ "$(hashes by-hand)" = "$(hashes grid)" ] || fail 'the commands came to other states than the sweep'
python3 -c "import json; t = json.load(open('out')); assert [r['result'] for r in t['runs']] == ['finished'] * 4
assert t['runs'][2]['set'] == {'throttle': '1', 'lift': '0'} and t['best']['fuel'] is None or t['best']['fuel'] > 0" ||
    fail '--json is not as expected'
sweep 0 "${grid[@]}" --collect --out by-hand

# ---- going on ----

before=$(stat -c '%n %Y %i' grid/runs/*/recording.hlr)
head -c 300 grid/runs/throttle=1,lift=0/report.json >cut && mv cut grid/runs/throttle=1,lift=0/report.json
sweep 0 "${grid[@]}" --out grid
says err '3 of 4 runs are done already'
[ "$(hashes by-hand)" = "$(hashes grid)" ] || fail 'what was made again came to another state'
kept=$(stat -c '%n %Y %i' grid/runs/*/recording.hlr | grep -Fxc -f <(echo "$before"))
[ "$kept" -ge 3 ] || fail "only $kept of 3 finished runs were kept"
sweep 0 "$flat" --operator 'it is.yaml' --vary throttle=0.5,0.75,1 --vary lift=0,0.5 --out grid # a value more
says err '4 of 6 runs are done already'

# killed: one child; then the sweep is asked to end
"$program" sweep "$flat" --vary throttle=0.5,1 --seconds 100000 --parallel 2 --out long >out 2>err </dev/null &
pid=$!
within 300 test -s long/runs/throttle=0.5/recording.hlr -a -s long/runs/throttle=1/recording.hlr
read -r child other _ <"/proc/$pid/task/$pid/children"
kill -KILL "$child"
kill -INT $pid # a background job of a shell without job control ignores it: then the next one ends it
kill -TERM $pid
status=0
wait $pid || status=$?
[ "$status" -eq 1 ] || fail "stopping a sweep: exit status $status"
says err 'stopped; 0 of 2 runs are done. Give the same command again to continue'
[ ! -e "/proc/$other" ] || fail 'a child is left'

# the sweep is killed: its children end with it
"$program" sweep "$flat" --vary throttle=0.5,1 --seconds 100000 --parallel 2 --out killed >out 2>err </dev/null &
pid=$!
within 300 test -s killed/runs/throttle=0.5/recording.hlr -a -s killed/runs/throttle=1/recording.hlr
children=$(cat "/proc/$pid/task/$pid/children")
sweep 3 "$flat" --vary throttle=0.5,1 --seconds 100000 --out killed
says err 'killed: another sweep is using this folder'
kill -KILL $pid
wait $pid 2>/dev/null
for child in $children; do within 300 test ! -e "/proc/$child"; done

# ---- results that are of something else ----

cp 'it is.yaml' original.yaml
echo '# changed' >>'it is.yaml'
sweep 2 "${grid[@]}" --out by-hand
says err 'by-hand: it is.yaml has changed.*--fresh removes them and starts again'
sweep 0 "${grid[@]}" --out by-hand --fresh
[ "$(hashes by-hand)" = "$(hashes by-hand | grep -v ' $')" ] || fail '--fresh left runs without results'
mv original.yaml 'it is.yaml'
sed -i 's/"program":[^,]*/"program": "0.0.1 0000"/' grid/sweep.json
sweep 2 "${grid[@]}" --out grid
says err 'grid: its results were computed by a different build .0.0.1 0000; this is '
sweep 1 --collect --out grid # the manifest is of another build, so none of the results belongs to it
says out 'throttle=1,lift=0: computed by a different build'

# ---- refusals: nothing is written ----

refused() {
    local status=$1 pattern=$2
    shift 2
    sweep "$status" "$@"
    says err "$pattern"
    [ ! -s out ] || fail "unexpected text on stdout: $(head -1 out)"
    [ ! -e refused ] || fail "headland sweep $*: something was written"
}
refused 2 "unknown control 'thrott'.*'throttle'" "$flat" --vary thrott=0,1 --out refused
refused 2 "^headland sweep: --vary throttle=7: .*range of 'throttle' is 0 to 1" "$flat" --vary throttle=0,1,7 --out refused
refused 2 "^headland sweep: --set or --vary: unknown control 'lfit'.*'lift'" "$flat" --set lfit=1 --vary throttle=0,1 --out refused
refused 2 'nowhere.yaml' "$flat" --operator nowhere.yaml --vary throttle=0,1 --out refused
refused 2 'nowhere.yaml' nowhere.yaml --vary throttle=0,1 --out refused
refused 2 'the runs have no end' "$assets/machines/tractor.yaml" --vary throttle=0,1 --out refused
refused 2 'no key is varied' "$flat" --out refused
refused 2 'same value twice' "$flat" --vary throttle=1,1 --out refused
refused 2 "'throttle' is both in --set and in --vary" "$flat" --set throttle=1 --vary throttle=0,1 --out refused
refused 2 'needs an operator script' "$flat" --operator devices --vary throttle=0,1 --out refused
refused 2 '.-out DIR is required' "$flat" --vary throttle=0,1
refused 2 'expected a scenario' --vary throttle=0,1 --out refused
refused 2 'refused: no sweep in this folder' --collect --out refused
mkdir other && touch other/file
refused 2 'other has no sweep.json but is not empty' "$flat" --vary throttle=0,1 --out other
refused 2 'other has no sweep.json but is not empty' "$flat" --vary throttle=0,1 --out other --fresh
refused 3 'file: Not a directory' "$flat" --vary throttle=0,1 --out other/file

# more than a hundred: the first tells how long it takes
many=$(seq -s, 0 0.009 0.9)
sweep 2 "$flat" --vary "throttle=$many" --seconds 0.01 --out many
says err '^headland sweep: 100 runs remain; the mean of 1 measured runs is .*--yes'
[ "$(ls many/runs | wc -l)" -eq 1 ] || fail "$(ls many/runs | wc -l) runs were made unasked"

[ "$failures" -eq 0 ] || { echo "$failures failures"; exit 1; }
echo 'all checks hold'
