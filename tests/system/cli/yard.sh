#!/bin/bash
# yard.sh HEADLAND ASSETS PACE: the works yard of scenarios/yard.yaml, each thing to try in it driven by a script.
. "$(dirname "$0")/begin.sh"

yard=$assets/scenarios/yard.yaml

# drive NAME SCRIPT SECONDS
drive() {
    run 0 run "$yard" --operator "$2" --headless --speed max --seconds "$(seconds "$3")" --out "$1"
}

# holds NAME PYTHON-EXPRESSION: of its report.json, as `r`, its last signals, `s`, and `most(SIGNAL)` of its telemetry; a short
# drive is not judged
holds() {
    whole || return 0
    python3 - "$1" "$2" <<'END' || fail "$1: $2"
import csv, json, sys
r = json.load(open(sys.argv[1] + '/report.json'))
s = r['signals']
def most(signal):
    return max(float(row[signal]) for i, row in enumerate(csv.DictReader(open(sys.argv[1] + '/telemetry.csv'))) if i > 0)
sys.exit(not eval(sys.argv[2]))
END
}

# ---- hitch the trailer, pull it between the cones and over the ramp, touching nothing ----

drive trailer "$assets/operators/yard-trailer.yaml" 60
whole && says err 'hitch is locked to trailer.eye'
holds trailer "s['coupling.hitch.state'] == 2 and s['chassis.x'] > 70 and abs(s['trailer.chassis.y']) < 0.1"
holds trailer "most('chassis.z') > 1.4 and most('trailer.chassis.z') > 1.02 and s['trailer.chassis.z'] < 0.46" # 0.6 m up
holds trailer "r['hits']['count'] == 0 and s['objects.awake'] == 0"
run 0 replay --verify trailer/recording.hlr

# ---- couple the fork, lift a pallet, carry it back ----

drive pallet "$assets/operators/yard-pallet.yaml" 80
holds pallet "s['coupling.coupler.state'] == 2 and s['object.pallet.z'] > 0.95 and s['object.pallet.tilt'] < 0.02"
holds pallet "abs(s['object.pallet.x'] - 15) < 0.3 and s['object.pallet.drops'] == 0 and r['hits']['count'] == 0"

# ---- couple the bucket, drive over the kerbs, dig, fill the container ----

drive sand "$assets/operators/yard-sand.yaml" 95
holds sand "450 < s['container.skip.mass'] < 700 and s['container.skip.spilled'] == 0 and s['scoop.bucket.mass'] < 1"
holds sand "most('chassis.z') > 0.9 and r['hits']['count'] == 0" # both wheels of the rear axle on the kerb

# ---- push cones ----

cat >cones.yaml <<'END'
headland: operator
version: 1
name: cones
seconds: 20 s
actions:
  - {control: parking_brake, to: 0}
  - {control: direction, to: 1}
  - {control: throttle, to: 0.2}
  - {control: steering, follow: [[2, 0.2], [5, 1], [8, 1.8], [11, 2], [14, 2], [17, 2], [20, 2], [23, 2]], ahead: 2 m, gain: 5 m}
END
drive cones cones.yaml 12
holds cones "any(h['object'].startswith('cone left') for h in r['hits']['list'])"
holds cones "all(h['peak'] < 2e3 for h in r['hits']['list'])" # 2.5 kg of rubber

exit $((failures > 0))
