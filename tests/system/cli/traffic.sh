#!/bin/bash
# traffic.sh HEADLAND ASSETS PACE: the loading bay: a scripted dump truck is called by the driven excavator, waits for a load,
# drives away, comes again, drives away and tips; the replay is the same.
. "$(dirname "$0")/begin.sh"

limit=$(whole || echo --seconds 2)
"$program" run --headless --speed max $limit --out out "$assets/scenarios/loading-bay.yaml" >answer 2>&1 ||
    fail "the loading bay does not drive: $(cat answer)"
grep -q "has been hit" answer && fail "a person or machine is hit: $(cat answer)"
whole && { python3 - <<'END' || fail "the truck does not come, wait, leave, come again and tip"
import csv, json
rows = list(csv.DictReader(open("out/telemetry.csv")))[1:]
value = lambda row, name: float(row[name])
places, masses = [], []  # bay (B), away (A), in the order in which they are reached
for row in rows:
    y, speed = value(row, "hauler.chassis.y"), value(row, "hauler.vehicle.speed")
    place = "B" if y < 7 else "A" if y > 18.9 else None
    if place and abs(speed) < 0.3 and (not places or places[-1] != place):
        places.append(place)
        masses.append(value(row, "hauler.container.load.mass"))
print(places, masses)
assert places == ["A", "B", "A", "B", "A"], places
last = rows[-1]
assert all(abs(value(row, "hauler.chassis.x")) < 0.2 for row in rows)
assert abs(value(last, "hauler.vehicle.speed")) < 0.05
# it waits for the first load, and leaves the second time only when more has come
assert masses[1] < 500 < masses[2], masses
assert masses[4] > 1000, masses
# nothing is dumped while it is away
load, spilled = "hauler.container.load.mass", "hauler.container.load.spilled"
for before, after in zip(rows, rows[1:]):
    if value(after, load) > value(before, load) + 5:
        assert value(after, "hauler.chassis.y") < 7, after["time"]
# all of it comes out over the tailgate behind the truck: its body is tipped beyond the soil's angle of friction
assert max(value(row, "hauler.tip.angle") for row in rows) > 0.78
assert value(last, load) < 0.01 * masses[4] and value(last, spilled) > 0.99 * masses[4], (value(last, load), value(last, spilled))
for row in rows:
    if value(row, spilled) > 20:
        assert value(row, "hauler.tip.angle") > 0.3, row["time"]
        break
report = json.load(open("out/report.json"))
assert report["mass_ledger"]["closed"] and report["hits"]["count"] == 0, report
END
}
"$program" replay --verify out/recording.hlr >/dev/null || fail "the replay of the loading bay differs"

# A banksman inside the truck at its start: the message and the ending name the truck.
sed -e 's/\[4.5 m, 11 m\]/[0, 20 m]/' -e "s,: \.\./,: $assets/,g" "$assets/scenarios/loading-bay.yaml" >hit.yaml
sed -i 's/^endings:/endings:\n  - {kind: person, by: hauler, end: fail}/' hit.yaml
"$program" check hit.yaml >answer 2>&1 || fail "a row with 'by' is not accepted: $(cat answer)"
"$program" run --headless --speed max --seconds 0.01 --out hit hit.yaml >answer 2>&1
grep -q 'banksman has been hit by hauler; at x 0.0 m, y 20.0 m' answer || fail "the truck hits nobody: $(cat answer)"
[ "$failures" -eq 0 ] || { echo "$failures failures"; exit 1; }
echo 'all checks hold'
