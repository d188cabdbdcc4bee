#!/bin/bash
# sand.sh HEADLAND ASSETS: drives on sand without a window: the ledger is closed, the recording is the drive.
. "$(dirname "$0")/begin.sh"

# site NAME LINE...: a scenario of the tractor before a pile; lines are added to its sand
site() {
    local name=$1
    shift
    printf '%s\n' 'headland: scenario' 'version: 1' "name: $name" "machine: $assets/machines/tractor.yaml" \
        'ground: {kind: plane}' "sand:" "  soils: [{file: $assets/soils/dry-sand.yaml}]" "$@" >"$name.yaml"
}

# report FOLDER PYTHON-EXPRESSION: holds for its report.json, as `r`, and the mass ledger in it, as `m`
report() {
    python3 -c "import json, sys; r = json.load(open('$1/report.json')); m = r['mass_ledger']; sys.exit(not ($2))" &&
        return
    fail "$1/report.json: $2"
}

cat >dig.yaml <<'END'
headland: operator
version: 1
name: dig
description: into the pile and up
seconds: 4 s
actions:
  - {control: parking_brake, to: 0}
  - {control: throttle, to: 0.8}
  - {control: direction, to: 1, from: 0.2 s}
  - {control: tilt, to: 0.8, from: 2.6 s}
  - {control: direction, to: 0, from: 3 s}
  - {control: lift, to: 0.8, from: 3 s}
END

# ---- digging ----

site pile '  from: [-6 m, -6 m]' '  to: [14 m, 6 m]' '  piles: [{at: [8 m, 0], height: 1.2 m}]'
run 0 run pile.yaml --headless --speed max --operator dig.yaml --out pile
report pile "r['result'] == 'finished' and r['ticks'] == 4000"
report pile "m['closed'] and m['dug_kg'] > 100 and m['particles_born'] > 500 and m['particles_lost'] == 0"
# closed is exact, in quanta; the report's numbers have 15 digits
report pile "abs(m['initial_kg'] - m['field_kg'] - m['particles_kg'] - m['outside_kg']) < 1e-12 * m['initial_kg']"
report pile "r['signals']['bucket.mass'] > 100 and r['signals']['sand.missing'] == 0"
run 0 replay --verify pile/recording.hlr
says out '^verified 4000 ticks$'
# the second with pictures: the world waits for each, and the recording's show the same sand and grains, to the last dot
pictures=every=2,size=160x90,quality=low,camera=chase
run 0 run pile.yaml --headless --speed max --operator dig.yaml --out again --frames $pictures
run 0 replay --frames $pictures --out frames again/recording.hlr
for number in 0 1 2; do
    cmp -s again/frames/frame-00000$number.png frames/frame-00000$number.png || fail "picture $number is another one"
done
cmp -s pile/telemetry.csv again/telemetry.csv || fail "the same drive has another telemetry"
# another layout, none here, is in the pictures of a drive and of its replay, the same in both
run 0 run pile.yaml --headless --speed max --operator dig.yaml --seconds 0.1 --out bare --frames $pictures --hud none
cmp -s again/frames/frame-000000.png bare/frames/frame-000000.png && fail '--hud changes no picture of a drive'
run 0 replay --frames $pictures --hud none --out bare-again bare/recording.hlr
cmp -s bare/frames/frame-000000.png bare-again/frame-000000.png || fail '--hud is not heeded by the pictures of a replay'

# a recording that breaks off verifies as far as it goes
head -c $(($(stat -c %s pile/recording.hlr) * 2 / 3)) pile/recording.hlr >cut.hlr
"$program" replay --verify cut.hlr >out 2>err </dev/null
status=$?
[ "$status" -ne 0 ] && [ "$status" -lt 128 ] || [ -s out ] || fail "a recording that breaks off: exit status $status"

# ---- few particles, few tiles: counted, not lost ----

site few '  from: [-6 m, -6 m]' '  to: [14 m, 6 m]' '  piles: [{at: [8 m, 0], height: 1.2 m}]' '  particles: 10'
run 0 run few.yaml --headless --speed max --operator dig.yaml --out few
report few "m['closed'] and m['particles_squeezed'] > 0"
site tile '  from: [-6 m, -6 m]' '  to: [14 m, 6 m]' '  tiles: 1'
run 0 run tile.yaml --headless --speed max --operator dig.yaml --seconds 1 --out tile
report tile "m['closed'] and r['signals']['sand.refused'] > 0"

# ---- a field under one wheel only, and the edge of one ----

site tiny '  from: [2.4 m, 0.7 m]' '  to: [2.8 m, 1.1 m]'
run 0 run tiny.yaml --headless --speed max --operator dig.yaml --seconds 3 --out tiny
report tiny "m['closed'] and r['signals']['chassis.x'] > 1"

# ---- refusals ----

site large '  from: [-500 m, -500 m]' '  to: [500 m, 500 m]'
run 2 run large.yaml --headless --speed max --operator dig.yaml --out large
says err 'large.yaml:[0-9]+:[0-9]+: .*20000 x 20000 cells.*expected'
site nowhere '  from: [2 m, 2 m]' '  to: [-2 m, -2 m]'
run 2 run nowhere.yaml --headless --speed max --operator dig.yaml --out nowhere
says err 'nowhere.yaml:[0-9]+:[0-9]+: '
[ ! -e large ] && [ ! -e nowhere ] || fail "something was written for a refused scenario"

[ "$failures" -eq 0 ] || { echo "$failures failures"; exit 1; }
echo 'all checks hold'
