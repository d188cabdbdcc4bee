#!/bin/bash
# objects.sh HEADLAND OUT [SECONDS [SEED]]: tractor and excavator, each SECONDS (3600) with levers at random among a hundred
# objects on sand, at maximum speed. Every number of telemetry is finite, no soil is missing, and the recording replays to
# the same hashes.
set -uo pipefail
[ $# -ge 2 ] && [ $# -le 4 ] || { echo "usage: objects.sh HEADLAND OUT [SECONDS [SEED]]" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
program=$(realpath "$1") || exit 2
assets=$(realpath "$here/../../assets")
export HEADLAND_ASSETS="$assets"
mkdir -p "$2" || exit 2
out=$(realpath "$2")
seconds=${3:-3600}
seed=${4:-1}
failures=0

complain() {
    echo "FAIL $*"
    failures=$((failures + 1))
}

drive() { # drive MACHINE CONTROLS...
    local machine=$1 folder="$out/$1"
    shift
    rm -rf "$folder" && mkdir -p "$folder" || exit 2
    sed -e "s#MACHINE#$assets/machines/$machine.yaml#" -e "s#SOILS#$assets/soils#" "$here/crowd.yaml" >"$folder/crowd.yaml"
    python3 "$here/levers.py" --seed "$seed" --seconds "$seconds" "$@" >"$folder/operator.yaml"
    "$program" run "$folder/crowd.yaml" --operator "$folder/operator.yaml" --headless --speed max --seconds "$seconds" \
        --out "$folder" >"$folder/drive.txt" 2>&1 </dev/null || complain "$machine: the drive ended with status $?: $(tail -n 1 "$folder/drive.txt")"
    python3 - "$folder/telemetry.csv" "$seconds" <<'PY' || complain "$machine: telemetry"
import csv, math, sys
rows = csv.reader(open(sys.argv[1]))
names = next(rows)
next(rows)
missing, last, bad = names.index("sand.missing"), 0.0, 0
for row in rows:
    values = [float(x) for x in row if x not in ("", "nan")] if "nan" not in row else None
    if values is None or not all(math.isfinite(v) for v in values):
        bad += 1
    if float(row[missing]) != 0.0:
        sys.exit(f"{row[missing]} kg of soil are missing at {row[0]} s")
    last = float(row[0])
if bad:
    sys.exit(f"{bad} rows have numbers that are not finite")
if last < float(sys.argv[2]) - 1.0:
    sys.exit(f"the drive ended at {last} s")
PY
    "$program" replay --verify "$folder/recording.hlr" >"$folder/replay.txt" 2>&1 </dev/null || complain "$machine: the replay differs: $(tail -n 3 "$folder/replay.txt")"
    grep -E "^time of a tick" "$folder/drive.txt" | sed "s/^/$machine: /"
}

drive tractor steering:-1:1 throttle:0.2:1 direction=-1,1,-1,1,0 brake=0,0,0,0.5 lift:-1:1 tilt:-1:1 parking_brake=0 gear_up=0
drive excavator swing:-1:1 boom:-1:1 dipper:-1:1 bucket:-1:1 blade:-1:1 left_travel:-1:1 right_travel:-1:1 throttle:0.5:1
[ "$failures" -eq 0 ] && echo "ok $seconds s each, seed $seed"
[ "$failures" -eq 0 ]
