#!/bin/bash
# trailer.sh HEADLAND ASSETS PACE: the excavator loads a trailer, which tips; both by their scripts.
set -uo pipefail
. "$(dirname "$0")/excavator.sh"
scenario=$assets/scenarios/tipping-trailer.yaml

# telemetry PYTHON-EXPRESSION: holds for the rows of the drive, as `rows` of numbers by name
telemetry() {
    python3 - "$1" <<'END' && return
import csv, sys
lines = list(csv.reader(open("tip/telemetry.csv")))
names = lines[0]
rows = [dict(zip(names, map(float, line))) for line in lines[2:]]
load = "trailer.container.load."
masses = [r[load + "mass"] for r in rows]
fullest = rows[masses.index(max(masses))]
sys.exit(not eval(sys.argv[1]))
END
    fail "tip/telemetry.csv: $1"
}

if whole; then
    # a bucket and a half, so that the drive is short
    sed 's/above: 3.2 t/above: 1 t/' "$assets/operators/excavator-trailer.yaml" >dig.yaml
    sed 's/above: 3.2 t/above: 1 t/' "$assets/operators/tipping-trailer.yaml" >tip.yaml
    sed "s,\.\./operators/excavator-trailer.yaml,$work/dig.yaml,; s,\.\./operators/tipping-trailer.yaml,$work/tip.yaml,
        s,\.\./,$assets/,; s/spilled, above: 3 t/spilled, above: 9 t/" "$scenario" >site.yaml
    run 0 run site.yaml --headless --speed max --seconds 46 --out tip
    sound tip
    report tip "r['mass_ledger']['containers_kg'] == 0 and s['trailer.container.load.mass'] == 0"
    report tip "s['trailer.container.load.spilled'] > 1000 and r['hits']['count'] == 0"
    # the payload: two buckets, in the middle third, below the rim, and its weight on the wheels
    telemetry '1000 < max(masses) < 1800 and 0.1 < fullest[load + "fill"] < 0.25'
    telemetry 'abs(fullest[load + "x"]) < 0.7 and abs(fullest[load + "y"]) < 0.4 and 0.08 < fullest[load + "z"] < 0.4'
    telemetry 'max(r["trailer.tip.angle"] for r in rows) > 0.8'
    telemetry 'all(r["sand.missing"] == 0 for r in rows)'
    wheels=front_left,front_right,rear_left,rear_right
    telemetry "(lambda at: abs(sum(rows[at]['trailer.wheel.%s.load' % w] - rows[0]['trailer.wheel.%s.load' % w]
        for w in '$wheels'.split(',')) / 9.80665 / rows[at][load + 'mass'] - 1) < 0.02)(3300)" # at 33 s, at rest
else
    run 0 run "$scenario" --headless --speed max --seconds 3 --out tip
    sound tip
fi
ticks=$(python3 -c "import json; print(json.load(open('tip/report.json'))['ticks'])")
run 0 replay --verify tip/recording.hlr
says out "^verified $ticks ticks$"

done_with
