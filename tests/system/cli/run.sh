#!/bin/bash
# run.sh HEADLAND ASSETS: drives without a window, as their users meet them. Nothing here depends on how fast the
# machine is.
set -uo pipefail

program=$1
assets=$2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0
flat=$assets/scenarios/flat.yaml
cycle=$assets/operators/work-cycle.yaml

fail() {
    echo "FAIL: $*"
    failures=$((failures + 1))
}

# run STATUS ARGUMENTS...: stdout and stderr go to out and err.
run() {
    local expected=$1 status=0
    shift
    "$program" run "$@" >out 2>err </dev/null || status=$?
    [ "$status" -eq "$expected" ] && return
    fail "headland run $*: exit status $status, expected $expected"
    sed 's/^/    /' err
}

# says FILE PATTERN: it has a line like this (extended regular expression).
says() {
    grep -Eq -e "$2" "$1" && return
    fail "no line like '$2' in $1:"
    sed 's/^/    /' "$1" | head -5
}

# report PYTHON-EXPRESSION: holds for report.json, as `r`
report() {
    python3 -c "import json, sys; r = json.load(open('$folder/report.json')); sys.exit(not ($1))" && return
    fail "$folder/report.json: $1"
}

# ---- maximum speed: every file, and the recording is the drive ----

folder=deep/er/max
run 0 "$flat" --headless --speed max --operator "$cycle" --seconds 2.5 --out $folder
says out '^result +finished'
says out "$folder/report.json"
[ ! -s err ] || fail "unexpected text on stderr: $(head -1 err)"
report "r['result'] == 'finished' and r['failure'] is None"
report "r['ticks'] == 2500 and r['step_seconds'] == 0.001 and abs(r['seconds'] - 2.5) < 1e-12"
report "r['real_time_factor'] > 0 and r['deadlines']['missed'] == 0"
report "set(r['deadlines']['step_us']) >= {'p50', 'p99', 'p999', 'max'} and 'wake_us' in r['deadlines']"
report "r['deadlines']['step_us']['count'] == 2500 and 'mass_ledger' in r and len(r['state_hash']) == 16"
report "r['recording']['ticks'] == 2500 and r['telemetry']['rows'] == 251 and r['telemetry']['dropped'] == 0"
report "r['signals']['time'] == 2.5 and r['energies']['kinetic'] > 0"
[ "$(wc -l <$folder/telemetry.csv)" -eq 253 ] || fail "telemetry.csv: $(wc -l <$folder/telemetry.csv) lines"
"$program" replay --verify $folder/recording.hlr >out 2>err || fail "the recording does not verify"
says out '^verified 2500 ticks$'

# the same drive has the same bits
hash() { sed -n 's/.*"state_hash":[[:space:]]*"\(.*\)".*/\1/p' "$1/report.json"; }
run 0 "$flat" --headless --speed max --operator "$cycle" --seconds 2.5 --out again
[ "$(hash $folder)" = "$(hash again)" ] || fail "the same drive came to another state"
cmp -s $folder/telemetry.csv again/telemetry.csv || fail "the same drive has another telemetry"

# an earlier drive is lost, which is said, once; not where there was none, nor of what is none
run 0 "$flat" --headless --speed max --operator "$cycle" --seconds 0.1 --out twice
[ ! -s err ] || fail "unexpected text on stderr: $(head -1 err)"
run 0 "$flat" --headless --speed max --operator "$cycle" --seconds 0.2 --out twice
[ "$(cat err)" = 'headland run: twice/recording.hlr: overwriting an earlier recording' ] || fail "overwritten: $(cat err)"
"$program" replay --verify twice/recording.hlr >out 2>err || fail "the overwritten recording does not verify"
says out '^verified 200 ticks$'
mkdir empty
: >empty/recording.hlr
run 0 "$flat" --headless --speed max --operator "$cycle" --seconds 0.1 --out empty
[ ! -s err ] || fail "an empty file was told of: $(head -1 err)"

# shipped files by their names, of options too
run 0 "$flat" --headless --speed max --operator loader --seconds 0.1
run 2 "$flat" --headless --speed max --operator laoder --seconds 0.1
says err "laoder: No such file or directory, neither here nor in the folder of the assets, .*; did you mean 'loader'\?"
run 2 "$flat" --headless --operator keybord --seconds 0.1
says err "keybord: No such file or directory, .*; did you mean 'keyboard'\?"
run 2 "$flat" --headless --operator device --seconds 0.1
says err "device: No such file or directory, .*; did you mean 'devices'\?"

# a control that stands elsewhere at the start
run 0 "$flat" --headless --speed max --operator "$cycle" --seconds 0.1 --set lift=0.5 --set throttle=0.7 --out other
run 0 "$flat" --headless --speed max --operator "$cycle" --seconds 0.1 --out plain
[ "$(hash other)" != "$(hash plain)" ] || fail "--set changed nothing"
# which nobody has moved there; and so the recording begins
folder=still
printf '%s\n' 'headland: operator' 'version: 1' 'name: still' 'seconds: 0.1 s' 'actions: [{control: horn, to: 0}]' >still.yaml
run 0 "$flat" --headless --speed max --operator still.yaml --set lift=0.5 --set throttle=0.7 --out $folder
report "r['signals']['controls.travel'] == 0 and r['signals']['control.lift'] == 0.5"
"$program" replay --verify $folder/recording.hlr >out 2>err || fail "a recording with --set does not verify"
says out '^verified 100 ticks$'

# ---- the worked example of docs/machine.md ----

"$program" check "$assets"/machines/*.yaml "$assets"/scenarios/*.yaml >out 2>err || fail "check of the assets: $(head -1 err)"
folder=forklift-yard
run 0 "$assets/scenarios/forklift-yard.yaml" --headless --speed max --seconds 10 --out $folder
report "r['result'] == 'finished' and r['ticks'] == 10000 and r['events'][-1]['text'] != ''"
report "0.9 < r['signals']['fork.height'] < 1.0"        # three seconds at 50 l/min through 28 cm2, less the pump's share
report "2.1 < r['signals']['vehicle.speed'] < 2.28"     # 1920 rpm / 30 * 0.34 m, less droop and the tires' deflection
report "abs(r['signals']['bogie.angle']) < 0.002 and abs(r['signals']['chassis.y']) < 0.05" # it does not weave

# ---- real time: the same bits, and deadlines ----

folder=real
run 0 "$flat" --headless --operator "$cycle" --seconds 2.5 --rt-report --out $folder
says out '^deadlines missed +[0-9]+'
says out '^wake-up latency +median'
says out '^probe +median'
says out '^misses explained'
report "r['speed'] == 'realtime' and r['deadlines']['wake_us']['count'] == 2500"
report "r['deadlines']['probe_us']['count'] > 0 and isinstance(r['deadlines']['fifo'], bool)"
report "sum(r['deadlines']['explained'][k] for k in ('by_wake_up', 'by_probe', 'unexplained', 'unlisted')) \
== r['deadlines']['missed']"
# as fast as the clock, never faster: 2500 periods but the first
report "r['wall_seconds'] >= 2.499"
[ "$(hash $folder)" = "$(hash again)" ] || fail "real time came to another state than maximum speed"

# ---- ends ----

run 0 "$flat" --headless --speed max --seconds 0.1 --json
says out '"result":[[:space:]]*"finished"'
[ -z "$(ls black-box.hlr 2>/dev/null)" ] || fail "a black box without a failure"
folder=stopped
"$program" run "$flat" --headless --seconds 1000 --out $folder >out 2>err </dev/null &
pid=$!
for _ in $(seq 300); do [ -s $folder/recording.hlr ] && break; sleep 0.1; done
run 3 "$flat" --headless --speed max --seconds 0.1 --out $folder # a second run into the same folder
says err 'recording.hlr: another run is writing this file'
! grep -q overwriting err || fail "a recording that was left alone: $(grep overwriting err)"
kill -INT $pid # a background job of a shell without job control ignores it: then the next one ends it
kill -TERM $pid
wait $pid || fail "stopping on request: exit status $?"
report "r['result'] == 'stopped'"
"$program" replay --verify $folder/recording.hlr >out 2>err || fail "the stopped recording does not verify"

folder=hung-up # the terminal is closed: likewise
"$program" run "$flat" --headless --seconds 1000 --out $folder >out 2>err </dev/null &
pid=$!
for _ in $(seq 300); do [ -s $folder/recording.hlr ] && break; sleep 0.1; done
kill -HUP $pid
wait $pid || fail "stopping with the terminal: exit status $?"
report "r['result'] == 'stopped'"

# ---- refusals: nothing is written ----

refused() {
    local status=$1 pattern=$2
    shift 2
    run "$status" "$@"
    says err "$pattern"
    [ ! -s out ] || fail "unexpected text on stdout: $(head -1 out)"
    [ ! -e refused ] || fail "headland run $*: something was written"
}
refused 2 "unknown speed 'fast'.*'max'" "$flat" --headless --speed fast --out refused
refused 2 'headless' "$flat" --speed max --out refused
refused 2 'script' "$flat" --headless --operator keyboard --out refused
refused 2 "unknown control 'thrott'.*'throttle'" "$flat" --headless --set thrott=1 --out refused
refused 2 'range' "$flat" --headless --set throttle=7 --out refused
refused 2 'CONTROL=NUMBER' "$flat" --headless --set throttle --out refused
refused 2 "'throttle': '5 deg' is an angle; a plain number" "$flat" --headless --set 'throttle=5 deg' --out refused
refused 2 "'throttle': 'nan' is not a number" "$flat" --headless --set throttle=nan --out refused
refused 2 'nowhere.yaml' nowhere.yaml --headless --out refused
printf '%s\n' 'headland: scenario' 'version: 1' 'name: s' 'machine: none.yaml' \
    'ground: {kind: plane, surface: asphalt}' >unmanned.yaml
refused 2 "unmanned.yaml:4:10: 'machine': none.yaml: No such file" unmanned.yaml --headless --seconds 1 --out refused
refused 2 'nobody.yaml.*No such file' "$flat" --headless --operator nobody.yaml --out refused
{ sed "s#^machine: .*#machine: $assets/machines/tractor.yaml#" "$flat" | sed 's/^operator: .*/operator: nobody.yaml/'; } >lonely.yaml
refused 2 "lonely.yaml:[0-9]+:11: 'operator': nobody.yaml: No such file" lonely.yaml --headless --seconds 1 --out refused
sed '0,/ to: [^,}]*/s// to: 5/' "$cycle" >far.yaml
refused 2 "far.yaml:[0-9]+:[0-9]+: 'to' is 5, outside the range of 'parking_brake': give 0 to 1" "$flat" --headless --operator far.yaml --out refused
refused 2 'the run has no end' "$assets/machines/tractor.yaml" --headless --speed max --out refused
touch file
refused 3 'Not a directory' "$flat" --headless --seconds 1 --out file
sed 's/control: lift/control: lfit/' "$cycle" >misspelt.yaml
refused 2 "misspelt.yaml:[0-9]+:[0-9]+: .*'lfit'.*'lift'" "$flat" --headless --operator misspelt.yaml --out refused

# no display
unset DISPLAY WAYLAND_DISPLAY SDL_VIDEODRIVER
refused 3 'no display.*--headless|--headless.*no display' "$flat" --seconds 1 --out refused

# what ears and seat are asked for: a pattern, voices, a seat, a rig and a file that are not there
forklift=$assets/machines/forklift.yaml
rig=$assets/rigs/hexapod-small.yaml
refused 2 "unknown pattern 'loder'; the nearest is 'loader': give loader" "$flat" --headless --seconds 1 --pattern loder --out refused
refused 2 '--camera needs a window; for pictures give --frames every=S,camera=chase' "$flat" --headless --seconds 1 --camera chase --out refused
refused 2 '--displays needs a window' "$flat" --headless --seconds 1 --displays 0,30 --out refused
refused 2 '--quality needs a window' "$flat" --headless --seconds 1 --quality low --out refused
refused 2 '--hud needs a window or --frames' "$flat" --headless --seconds 1 --hud none --out refused
run 0 "$flat" --headless --speed max --seconds 0.1 --pattern LOADER
refused 2 "the machine 'forklift' has no 'sounds'" "$forklift" --headless --seconds 1 --sound refused.wav --out refused
refused 2 "the machine 'forklift' has no 'seat'" "$forklift" --headless --seconds 1 --motion "$rig" --out refused
refused 2 'nowhere.yaml: No such file.*, neither here nor in the folder of the assets' "$flat" --headless --seconds 1 --motion nowhere.yaml --out refused
refused 3 'cannot be written' "$flat" --headless --seconds 1 --sound nowhere/refused.wav --out refused

# at maximum speed the world waits for its sound: every 10 ms are in the file, 44 bytes of header before them
run 0 "$flat" --headless --speed max --seconds 1 --sound heard.wav --motion "$rig"
[ "$(wc -c <heard.wav)" -ge $((44 + 48000 * 4)) ] || fail "a second of sound has $(wc -c <heard.wav) bytes"
! grep -q 'ticks are missing in' err || fail "$(grep 'ticks are missing in' err)"

# a disk that is full: driving goes on, and the program says so
if [ -e /dev/full ]; then
    mkdir full
    ln -s /dev/full full/report.json
    run 1 "$flat" --headless --speed max --seconds 0.1 --out full
    says err 'report.json: No space left'
    says out 'full/telemetry.csv'
    ! grep -q report.json out || fail "a report that could not be written is listed"
    status=0
    "$program" run "$flat" --headless --speed max --seconds 0.1 --json >/dev/full 2>err || status=$?
    [ "$status" -eq 1 ] || fail "no room for --json: exit status $status"
    says err 'standard output: No space left'
fi

[ "$failures" -eq 0 ] || { echo "$failures failures"; exit 1; }
echo 'all checks hold'
