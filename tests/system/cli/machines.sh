#!/bin/bash
# machines.sh HEADLAND ASSETS: several machines on one site: driven, scripted, parked; replay; refusals.
. "$(dirname "$0")/begin.sh"

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

"$program" replay --info out/recording.hlr >answer || fail "no information about the recording"
[ "$(grep -c '^machine .*tractor\.yaml' answer)" -eq 2 ] || fail "the other machine's file is not named a machine"
grep -q '^soil' answer && fail "a machine's file is named a soil"

# ---- sound: the other machine is heard from its place ----

sounding() { # sounding NAME SECONDS ROLE START: sound of a drive beside another tractor, our engine stands
    printf '%s\n' 'headland: scenario' 'version: 1' 'name: s' 'machines:' \
        "  - {name: own, machine: $assets/machines/tractor.yaml, role: driven, start: {engine: false}}" \
        "  - {name: other, machine: $assets/machines/tractor.yaml, $3, start: $4}" \
        'ground: {kind: plane, surface: firm gravel}' >"$1.yaml"
    "$program" run --headless --speed max --seconds "$2" --sound "$1.wav" "$1.yaml" >answer 2>&1 ||
        fail "no sound of $1: $(cat answer)"
}

sounding left 1 'role: parked' '{at: [0, 8 m], engine: true}'
sounding right 1 'role: parked' '{at: [0, -8 m], engine: true}'
sounding far 1 'role: parked' '{at: [0, 32 m], engine: true}'
sounding silent 1 'role: parked' '{at: [0, 8 m]}'
sounding pass 10 "role: scripted, operator: $assets/operators/drive-straight.yaml" '{at: [-9 m, 6 m]}'
python3 - <<'END' || fail "the other machine is not heard from its place"
import array
import math
import wave


def levels(name, begin, end):
    """Left and right [dB of full scale]."""
    with wave.open(name + ".wav") as file:
        samples = array.array("h", file.readframes(file.getnframes()))[2 * int(begin * 48000):2 * int(end * 48000)]
    square = [sum(x * x for x in samples[ear::2]) / (len(samples) / 2) for ear in (0, 1)]
    return [10 * math.log10(max(s, 1e-9)) - 20 * math.log10(32768) for s in square]


left, right, far, silent = [levels(name, 0.5, 1.0) for name in ("left", "right", "far", "silent")]
print(left, right, far, silent)
assert -60 < left[0] < -20, left
assert left[0] - left[1] > 3 and right[1] - right[0] > 3, (left, right)
assert abs(left[0] - right[1]) < 2, (left, right)
# gain 1/distance: 8 m and 32 m are 12 dB; the engine is ahead of the seat, some of the voices are nearer
assert 10 < left[0] - far[0] < 14, (left, far)
assert max(silent) < -80, silent
before, beside = levels("pass", 1.5, 2.5), levels("pass", 5.0, 6.5)
print(before, beside)
assert max(before) < beside[0] - 2, (before, beside)
assert beside[0] - beside[1] > 3, beside
END

# ---- settings ----

set_to() { # set_to STATUS WORDS SETTING: how --set answers
    "$program" run --headless --speed max --seconds 0.1 --set "$3" "$assets/scenarios/two-tractors.yaml" >answer 2>&1
    [ $? -eq "$1" ] || fail "--set $3: not status $1: $(cat answer)"
    grep -qF "$2" answer || fail "--set $3: no '$2' in: $(cat answer)"
}

set_to 0 "time of a tick" other.throttle=0.5
set_to 0 "time of a tick" other.control.throttle=0.5
set_to 2 "the nearest is 'other.throttle'" other.throtle=0.5
set_to 2 "for the driven machine only" other.machine.tires=wide

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
refused "nowhere.yaml: No such file or directory: give an operator script"
site "  - {name: other, machine: $assets/machines/tractor.yaml, role: driven, start: {at: [20 m, 0]}}"
refused "2 of the 'machines' have the role 'driven'"
site "  - {name: other, machine: $assets/machines/tractor.yaml, role: parked, start: {at: [2 m, 0]}}"
refused "s.yaml:6:"
refused "machine 'other' starts where machine 'own' stands"
"$program" run --headless --speed max --seconds 0.1 s.yaml >answer 2>&1 && fail "machines in each other drive"
grep -q "^s\.yaml:6:.* m inside .*move one of them" answer || fail "no refusal by run: $(cat answer)"
site "  - {name: other, machine: $assets/machines/excavator.yaml, role: parked, start: {at: [0, 10 m]}}" \
    'objects: [{name: post, at: [0, 10 m, 0], size: [0.3 m, 0.3 m, 2 m]}]'
refused "object 'post' stands where the machine 'other' starts"
sed "s/kinetic: 0.7, stiction: 0.85/kinetic: 7, stiction: 8.5/; s|\.\./|$assets/|" "$assets/machines/forklift.yaml" >odd.yaml
site '  - {name: other, machine: odd.yaml, role: parked, start: {at: [20 m, 0]}}'
"$program" check s.yaml >answer 2>&1 || fail "odd figures of another machine are refused: $(cat answer)"
grep -q '^odd\.yaml:' answer || fail "no warning about the file of another machine: $(cat answer)"
site "  - {name: other, machine: $assets/machines/forklift.yaml, role: parked, start: {at: [20 m, 0]}}"
"$program" check s.yaml >answer 2>&1 || fail "a parked forklift is refused: $(cat answer)"
"$program" signals s.yaml | grep '^other\.vehicle\.speed ' >/dev/null || fail "no signals of the parked forklift"

[ "$failures" -eq 0 ] || { echo "$failures failures"; exit 1; }
echo 'all checks hold'
