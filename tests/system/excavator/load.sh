#!/bin/bash
# load.sh HEADLAND ASSETS PACE: the exercise of the excavator, driven by its script.
set -uo pipefail
. "$(dirname "$0")/excavator.sh"

if whole; then
    drive 0 load
    sound load
    says err 'the goal is reached'
    says out '^soil in zones +hopper: [0-9.]+ kg'
    report load "r['goal']['reached'] and abs(r['goal']['time'] - r['time']) < 1e-9 and r['time'] < 180"
    report load "r['zones']['hopper'] >= 2000 and r['zones']['hopper'] == s['zone.hopper.mass']"
    report load "r['hits'] == {'count': 0, 'impulse': 0, 'list': []} and s['hits.count'] == 0"
    report load "r['machine'] == {'name': 'excavator', 'variants': {'bucket': 'medium', 'dipper_cylinder': 'medium', 'hook': 'none'}}"
    # An engine of 121 kW burns at most 30 l/h at 208 g/kWh and 0.835 kg/l; at idle 1 l/h at least
    report load "1 < 3600 * r['fuel_used'] / r['time'] < 30"
    # Port reliefs stand at 370 bar and are wide open at 390; what is pushed against them may have a tenth more
    report load "200e5 < max(r['peaks'].values()) < 430e5"
else
    drive 0 load --seconds 3
    sound load
    says out '^goal +not reached'
    report load "r['goal'] == {'reached': False, 'time': None} and r['hits']['count'] == 0"
fi
ticks=$(python3 -c "import json; print(json.load(open('load/report.json'))['ticks'])")
run 0 replay --verify load/recording.hlr
says out "^verified $ticks ticks$"

done_with
