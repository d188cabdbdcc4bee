#!/bin/bash
# wheeled.sh HEADLAND ASSETS PACE: the wheeled excavator supports itself, digs beside its road, drives on; the replay is the same.
set -uo pipefail
. "$(dirname "$0")/excavator.sh"
site=$assets/scenarios/wheeled-excavator.yaml

if whole; then
    run 0 run "$site" --headless --speed max --out wheeled
    sound wheeled
    report wheeled "r['time'] >= 60 and r['hits']['count'] == 0"
    python3 - <<'END' || fail "it does not support itself, dig and drive as its script says"
import csv
rows = [{k: float(v) for k, v in row.items()} for row in list(csv.DictReader(open("wheeled/telemetry.csv")))[1:]]
load = lambda row: sum(v for k, v in row.items() if k.startswith("wheel.") and k.endswith(".load"))
free = [row for row in rows if load(row) == 0]
assert free and free[-1]["time"] - free[0]["time"] > 15, "tires are not free"
resting = [row for row in free if 6.5 < row["time"] < 7]
assert all(abs(row["chassis.pitch"]) < 0.01745 and abs(row["chassis.roll"]) < 0.01745 for row in resting), "not level"
assert max(row["bucket.load"] for row in free) > 300, "no bucketful"
fast = max(rows, key=lambda row: row["vehicle.speed"])
assert fast["vehicle.speed"] > 28 / 3.6 - 0.1 and load(fast) > 100e3, "does not drive"
last = rows[-1]
assert abs(last["vehicle.speed"]) < 0.01 and abs(last["chassis.y"]) < 1, "does not stop on its road"
END
    run 0 replay --verify wheeled/recording.hlr
else
    run 0 run "$site" --headless --speed max --seconds 2 --out wheeled
    sound wheeled
    run 0 replay --verify wheeled/recording.hlr
fi
done_with
