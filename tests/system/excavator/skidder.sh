#!/bin/bash
# skidder.sh HEADLAND ASSETS PACE: the skidder picks six logs, carries them over its washboard, puts them down; the replay is the same.
set -uo pipefail
. "$(dirname "$0")/excavator.sh"
site=$assets/scenarios/skidder.yaml

if whole; then
    run 0 run "$site" --headless --speed max --out skidder
    report skidder "r['result'] == 'finished' and r['failure'] is None and r['loops']['open_ticks'] == 0"
    python3 - <<'END' || fail "it does not pick, carry and put down its logs"
import csv
rows = [{k: float(v) for k, v in row.items()} for row in list(csv.DictReader(open("skidder/telemetry.csv")))[1:]]
load = lambda row: sum(v for k, v in row.items() if k.startswith("wheel.") and k.endswith(".load"))
mean = lambda low, high: (lambda some: sum(map(load, some)) / len(some))([r for r in rows if low < r["time"] < high])
empty, logs = mean(2, 3), 6 * 750 * 0.24**2 * 3.14159265 * 3.6 * 9.81
carries = [row for row in rows if row["vehicle.speed"] > 1.0 and row["chassis.x"] > 0]
assert carries and carries[-1]["chassis.x"] > 36, "does not drive over the washboard"
for low, high in ((0, 8), (10, 26), (30, 38)):
    some = [load(row) for row in carries if low < row["chassis.x"] < high]
    assert abs(sum(some) / len(some) - empty - logs) < 0.05 * logs, "has not all of its logs"
assert abs(mean(88, 90) - empty) < 0.05 * logs, "has not put its logs down"
assert max(abs(row["chassis.roll"]) for row in carries) < 0.05, "rolls"
END
    run 0 replay --verify skidder/recording.hlr
else
    run 0 run "$site" --headless --speed max --seconds 2 --out skidder
    report skidder "r['result'] == 'finished' and r['failure'] is None"
    run 0 replay --verify skidder/recording.hlr
fi
done_with
