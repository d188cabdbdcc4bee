#!/bin/bash
# traffic.sh HEADLAND ASSETS: the loading bay: a scripted tractor is called by the driven excavator, waits, drives away,
# comes again; the replay is the same.
. "$(dirname "$0")/begin.sh"

"$program" run --headless --speed max --out out "$assets/scenarios/loading-bay.yaml" >answer 2>&1 ||
    fail "the loading bay does not drive: $(cat answer)"
grep -q "has been hit" answer && fail "a person or machine is hit: $(cat answer)"
python3 - <<'END' || fail "the tractor does not come, wait, leave and come again"
import csv
rows = list(csv.DictReader(open("out/telemetry.csv")))[1:]
value = lambda row, name: float(row[name])
places, masses = [], []  # bay (B), away (A), in the order in which they are reached
for row in rows:
    y, speed = value(row, "hauler.chassis.y"), value(row, "hauler.vehicle.speed")
    place = "B" if y < 12.2 else "A" if y > 21.9 else None
    if place and abs(speed) < 0.3 and (not places or places[-1] != place):
        places.append(place)
        masses.append(value(row, "zone.hopper.mass"))
print(places, masses)
assert places == ["A", "B", "A", "B", "A"], places
last = rows[-1]
assert all(abs(value(row, "hauler.chassis.x")) < 0.2 for row in rows)
assert abs(value(last, "hauler.vehicle.speed")) < 0.05
# it waits for the first load, and leaves the second time only when more has come
assert masses[1] < 300 < masses[2], masses
assert masses[4] > 1000, masses
# nothing is dumped while it is away
for before, after in zip(rows, rows[1:]):
    if value(after, "zone.hopper.mass") > value(before, "zone.hopper.mass") + 5:
        assert value(after, "hauler.chassis.y") < 15, after["time"]
END
"$program" replay --verify out/recording.hlr >/dev/null || fail "the replay of the loading bay differs"
[ "$failures" -eq 0 ] || { echo "$failures failures"; exit 1; }
echo 'all checks hold'
