#!/bin/bash
# hits.sh HEADLAND ASSETS: blows against objects, goals, zones and fuel, in the report of a drive and on the console.
. "$(dirname "$0")/begin.sh"

# report FOLDER PYTHON-EXPRESSION: holds for its report.json, as `r`
report() {
    python3 -c "import json, sys; r = json.load(open('$1/report.json')); sys.exit(not ($2))" && return
    fail "$1/report.json: $2"
}

# site NAME LINE...: a scenario of the tractor on asphalt
site() {
    local name=$1
    shift
    printf '%s\n' 'headland: scenario' 'version: 1' "name: $name" "machine: $assets/machines/tractor.yaml" \
        'ground: {kind: plane, surface: asphalt}' "$@" >"$name.yaml"
}

# ---- a blow ----

# The bucket is lifted off the ground; the tractor rolls into the wall and is held by the brake afterwards.
cat >ram.yaml <<'END'
headland: operator
version: 1
name: ram
seconds: 14 s
actions:
  - {control: parking_brake, to: 0}
  - {control: throttle, to: 0.5}
  - {control: lift, to: 1, for: 1 s, release: true}
  - {name: forward, control: direction, from: 1.5 s, to: 1, until_when: {signal: chassis.x, above: 4 m}}
  - {name: neutral, control: direction, after: forward, to: 0}
  - {control: throttle, after: forward, to: 0}
  - {control: brake, after: neutral, delay: 3 s, to: 1, over: 1 s}
END
site wall 'objects:' '  - {name: post, at: [6 m, 8 m, 0], size: [0.3 m, 0.3 m, 2 m]}' \
    '  - {name: wall, at: [12 m, 0, 0], size: [1 m, 6 m, 3 m]}'
run 0 run wall.yaml --headless --speed max --operator ram.yaml --out wall
says err 'a body has hit an object: bucket, wall'
says out '^hits +1, [0-9.]+ N s'
says out '^fuel used +0\.[0-9]+ l'
run 0 replay --verify wall/recording.hlr
report wall "r['result'] == 'finished' and r['goal'] is None and r['zones'] == {} and r['time'] == 14"
report wall "r['machine']['name'] == 'tractor' and r['machine']['variants'] == {'loader': 'bucket', 'rear': 'ballast'}"
report wall "r['hits']['count'] == 1 and len(r['hits']['list']) == 1"
report wall "(h := r['hits']['list'][0])['body'] == 'bucket' and h['object'] == 'wall' and h['ended'] > h['began']"
report wall "r['hits']['impulse'] == r['hits']['list'][0]['impulse'] == r['signals']['hits.impulse']"
# 14 s at 1 l/h of a free engine to 5 l/h of one that drives
report wall "14 / 3600 < r['fuel_used'] < 5 * 14 / 3600"
# the pump's relief valve stands at 195 bar; a cylinder that is hit may have more
report wall "5e5 < r['peaks']['pump.pressure'] < 2.5e7"

# What road and wall give is the change of momentum, from cruising before the blow to rest. At the ticks the forces are
# what the step adds up. The road's are those along the wheels, whose bristles follow the blow within a per cent of it;
# the chassis' speed at the beginning is that of the whole machine to half a per cent, as long as the loader swings.
wheels="wheel.front_left wheel.front_right wheel.rear_left wheel.rear_right"
signals=vehicle.speed
for wheel in $wheels; do signals=$signals,$wheel.traction,$wheel.load; done
run 0 replay --csv --every "1 ms" --signals $signals --out blow.csv wall/recording.hlr
python3 - <<'END' || fail "impulse and momentum"
import csv, json
hit = json.load(open("wall/report.json"))["hits"]["list"][0]
rows = [[float(x) for x in row] for row in csv.reader(line for line in open("blow.csv") if line[0] not in "#t")]
before = next(i for i, row in enumerate(rows) if row[0] >= hit["began"] - 0.3)
traction = lambda row: sum(row[2::2])
mass = sum(sum(row[3::2]) for row in rows[before - 500:before]) / 500 / 9.81
road = sum(0.5 * 0.001 * (traction(a) + traction(b)) for a, b in zip(rows[before:], rows[before + 1:]))
momentum = mass * (rows[-1][1] - rows[before][1])
error = (hit["impulse"] - (road - momentum)) / (mass * rows[before][1])
print(f"mass {mass:.0f} kg, speed {rows[before][1]:.3f} m/s, impulse {hit['impulse']:.1f} N s, "
      f"road {road:.1f} N s, momentum {momentum:.1f} N s, error {error:.5f}")
raise SystemExit(abs(error) > 0.015)
END

# ---- a goal ends a scripted run, and names are checked ----

site gate 'goal: {signal: chassis.x, above: 3 m}'
run 0 run gate.yaml --headless --speed max --operator ram.yaml --out gate
says err 'the goal is reached'
says out '^goal +reached at [0-9.]+ s'
report gate "r['result'] == 'finished' and r['goal']['reached'] and abs(r['goal']['time'] - r['time']) < 1e-9"
report gate "r['signals']['chassis.x'] > 3 and r['time'] < 14 and r['hits'] == {'count': 0, 'impulse': 0, 'list': []}"
run 0 replay --verify gate/recording.hlr
site far 'goal: {signal: chassis.x, above: 300 m}'
run 0 run far.yaml --headless --speed max --operator ram.yaml --seconds 0.1 --out far
says out '^goal +not reached'
report far "r['goal'] == {'reached': False, 'time': None}"
site typo 'goal: {signal: chassis.xx, above: 3 m}'
run 2 check typo.yaml
says err "typo.yaml:6:16: .*did you mean 'chassis.x'"

# ---- zones ----

printf '%s\n' 'headland: scenario' 'version: 1' "name: bin" "machine: $assets/machines/tractor.yaml" \
    'ground: {kind: plane}' "sand: {soils: [{file: $assets/soils/dry-sand.yaml}], from: [-6 m, -6 m], to: [14 m, 6 m]," \
    '       piles: [{at: [10 m, 0], height: 1 m}]}' \
    'zones: [{name: the pile, at: [10 m, 0, 0], size: [6 m, 6 m, 2 m]}]' >bin.yaml
run 0 run bin.yaml --headless --speed max --operator ram.yaml --seconds 0.1 --out bin
says out '^soil in zones +the pile: [0-9]+'
# a cone of 1 m at its angle of repose; what it weighs is what the ledger has beside the level field
report bin "1000 < r['zones']['the pile'] < 6000 and r['zones']['the pile'] == r['signals']['zone.the_pile.mass']"
run 0 replay --verify bin/recording.hlr

[ "$failures" -eq 0 ] || { echo "$failures failures"; exit 1; }
echo 'all checks hold'
