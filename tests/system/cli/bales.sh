#!/bin/bash
# bales.sh HEADLAND ASSETS PACE: the bale grab holds a round bale, a square one and a log by friction: force against pressure, slip.
. "$(dirname "$0")/begin.sh"

# grip NAME MASS OBJECT-WITHOUT-ITS-PLACE: scenarios/bales.yaml with this object before the grab, driven by its script
grip() {
    sed -e "s#\.\./#$assets/#" -e "s#{name: bale, type: bale, #{name: bale, $3, #" "$assets/scenarios/bales.yaml" >"$1.yaml"
    run 0 run "$1.yaml" --headless --speed max --seconds "$(seconds 72)" --out "$1"
    whole || return 0
    python3 - "$1" "$2" <<'END' || fail "$1"
import csv, math, sys
rows = [{k: float(v) for k, v in r.items()} for i, r in enumerate(csv.DictReader(open(sys.argv[1] + '/telemetry.csv'))) if i > 0]
last, GRAVITY, AIR, MASS = rows[-1], 9.81, 1e5, float(sys.argv[2])
ROD_SIDE, PISTON_SIDE = math.pi / 4 * (0.040 ** 2 - 0.025 ** 2), math.pi / 4 * 0.040 ** 2 # of a cylinder of bale-grab.yaml
held = [r for r in rows if r['object.bale.z'] > 0.5 + rows[0]['object.bale.z'] and r['object.bale.speed'] < 1.2]
driven = [r for r in held if r['vehicle.speed'] < -0.3] # at constant speed
def place(r): # of the bale in the frame of the grab
    x, z, pitch = r['object.bale.x'] - r['grab.chassis.x'], r['object.bale.z'] - r['grab.chassis.z'], r['grab.chassis.pitch']
    return x * math.cos(pitch) + z * math.sin(pitch), z * math.cos(pitch) - x * math.sin(pitch)
def check(what, good):
    print(what)
    if not good: raise SystemExit('not as expected: ' + what)
steady = [r for r in driven if driven[0]['time'] + 2 < r['time'] < driven[-1]['time'] - 1]
def mean(of):
    return sum(map(of, steady)) / len(steady)
# the cylinders' pressures against what the arms press, without their share of the weight
for arm in ('left', 'right'):
    pull = mean(lambda r: (r[f'grab.{arm}.pressure'] - AIR) * ROD_SIDE - (r[f'grab.{arm}.back_pressure'] - AIR) * PISTON_SIDE)
    press = mean(lambda r: math.sqrt(r[f'grab.contact.{arm}.force'] ** 2 - (GRAVITY * r[f'grab.contact.{arm}.load']) ** 2))
    check(f'{arm} arm presses with {press:.0f} N, its cylinder pulls with {pull:.0f} N', abs(press / pull - 1) < 0.02)
# slip in the grip: in 10 m of driving, and by the lift, where the bale sags on its elastic straw
way, slip = steady[0]['chassis.x'] - driven[-1]['chassis.x'], math.dist(place(steady[-1]), place(steady[0]))
before = max((r for r in rows if r['time'] < held[0]['time'] and r['vehicle.speed'] < 0.01 and r['grab.left.pressure'] > 8e6), key=lambda r: r['time'] if r['object.bale.load'] < 10 else 0)
sag = math.dist(place(steady[0]), place(before))
check(f'slip {1e3 * slip:.2f} mm in {way:.1f} m, {1e3 * sag:.1f} mm by the lift', way > 8.5 and slip < 1e-3 and sag < 0.02)
check(f'carried: {mean(lambda r: r["object.bale.load"]):.1f} kg', abs(mean(lambda r: r['object.bale.load']) - MASS) < 0.02 * MASS)
# set down, and away from it
check('set down', abs(last['object.bale.z'] - rows[0]['object.bale.z']) < 0.03 and last['object.bale.load'] == 0 and last['object.bale.drops'] == 0)
check('away', last['grab.chassis.x'] < last['object.bale.x'] - 3 and last['coupling.coupler.state'] == 2)
END
}

grip round 191.4 'type: bale'
run 0 replay --verify round/recording.hlr
grip square 194.4 'size: [1.2 m, 1.2 m, 0.9 m], density: 150 kg/m3, material: straw'
grip log 95.4 'type: log, length: 1.8 m'

exit $((failures > 0))
