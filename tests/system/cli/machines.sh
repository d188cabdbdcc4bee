#!/bin/bash
# machines.sh HEADLAND ASSETS: several machines on one site: driven, scripted, parked; replay; refusals.
set -uo pipefail

program=$1
assets=$2
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
. "$here/expect.sh"

# ---- a drive: the other one moves, the driven one stands; the replay needs no script ----

"$program" run --headless --speed max --seconds 4 --out out "$assets/scenarios/two-tractors.yaml" >/dev/null 2>&1 ||
    fail "two tractors do not drive"
"$program" replay --verify out/recording.hlr >/dev/null || fail "the replay of two tractors differs"
python3 - <<'END' || fail "the other tractor does not move beside the driven one"
import csv
rows = list(csv.DictReader(open("out/telemetry.csv")))
first, last = rows[1], rows[-1]
assert abs(float(last["chassis.x"]) - float(first["chassis.x"])) < 0.05
assert float(last["other.chassis.x"]) - float(first["other.chassis.x"]) > 1.0
assert abs(float(last["other.chassis.y"]) - 8.0) < 0.1
END

# ---- refusals ----

site() { # site LINE...: a scenario with two machines, the second as given
    printf '%s\n' 'headland: scenario' 'version: 1' 'name: s' 'machines:' \
        "  - {name: own, machine: $assets/machines/tractor.yaml, role: driven}" "$@" \
        'ground: {kind: plane, surface: asphalt}' >s.yaml
}

refused() { # refused WORDS: by check, with these words
    "$program" check s.yaml >answer 2>&1
    [ $? -eq 2 ] || fail "not refused: $1"
    grep -qF "$1" answer || fail "no '$1' in: $(cat answer)"
}

site '  - {name: other, machine: nowhere.yaml, role: parked}'
refused "s.yaml:6"
site "  - {name: other, machine: $assets/machines/tractor.yaml, role: scripted, operator: nowhere.yaml, start: {at: [20 m, 0]}}"
refused "s.yaml:6"
refused "nowhere.yaml: No such file or directory; an operator script"
site "  - {name: other, machine: $assets/machines/tractor.yaml, role: driven, start: {at: [20 m, 0]}}"
refused "2 of the 'machines' have the role 'driven'"
site "  - {name: other, machine: $assets/machines/forklift.yaml, role: parked, start: {at: [20 m, 0]}}"
"$program" check s.yaml >answer 2>&1 || fail "a parked forklift is refused: $(cat answer)"
"$program" signals s.yaml | grep '^other\.vehicle\.speed ' >/dev/null || fail "no signals of the parked forklift"

[ "$failures" -eq 0 ] || { echo "$failures failures"; exit 1; }
echo 'all checks hold'
