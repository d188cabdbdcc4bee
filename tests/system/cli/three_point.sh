#!/bin/bash
# three_point.sh HEADLAND ASSETS PACE: the three-point hitch takes a block, carries it and puts it down, by its script; replay.
. "$(dirname "$0")/begin.sh"

run 0 run "$assets/scenarios/three-point.yaml" --headless --speed max --seconds "$(seconds 30)" --out drive
says err 'three_point does not reach block.pins: it is 14[0-9]{2} mm too far back$'
if whole; then
    says err 'three_point takes block.pins$'
    says err 'three_point is locked to block.pins$'
    says err 'three_point releases block.pins$'
    python3 - <<'END' || fail 'the block is not carried as expected'
import csv, math, sys
rows = [{k: float(v) for k, v in r.items()} for i, r in enumerate(csv.DictReader(open('drive/telemetry.csv'))) if i > 0]
def check(what, good):
    print(what)
    if not good: raise SystemExit('not as expected: ' + what)
far = [abs(r['coupling.three_point.ahead']) for r in rows if r['coupling.three_point.state'] == 0 and r['time'] < 6]
check(f'the error falls from {far[0]:.2f} m to {far[-1]:.2f} m', far[0] > 1.4 and far[-1] < 0.12)
carried = [r for r in rows if 14 < r['time'] < 18]
force = sum(r['cylinder.rear_lift.force'] for r in carried) / len(carried)
load = sum(r['coupling.three_point.load'] / math.cos(r['hitch.tilt']) for r in carried) / len(carried) / 9.81
check(f'carried: {load:.1f} kg, cylinders {force:.0f} N', abs(load - 600) < 3 and all(r['block.contact.block.force'] == 0 for r in carried))
check('raised', min(r['hitch.height'] for r in carried) > 0.83)
first, last = rows[0], rows[-1]
check('put down', abs(last['block.chassis.z'] - first['block.chassis.z']) < 0.002 and last['block.vehicle.speed'] < 1e-3 and last['coupling.three_point.state'] == 0)
check('away', last['chassis.x'] - last['block.chassis.x'] > 2.5 and last['block.chassis.x'] > first['block.chassis.x'] + 3)
END
fi
run 0 replay --verify drive/recording.hlr

exit $((failures > 0))
