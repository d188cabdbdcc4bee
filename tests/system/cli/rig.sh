#!/bin/sh
# headland devices and motion, as far as no device is needed: usage, bindings, the virtual platform, the filter.
# usage: rig.sh PROGRAM ASSETS
set -u

program=$1
assets=$2
[ -x "$program" ] || { echo "there is no program $program"; exit 1; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
XDG_CONFIG_HOME=$work/config
export XDG_CONFIG_HOME

. "$(dirname "$0")/expect.sh"

# ---- devices: usage ----

run 0 devices --help
says out '^usage: headland devices'
run 0 devices list --help
for option in json bindings machine; do says out "^  --$option "; done
run 2 devices monitr
says err "unknown action 'monitr'; the nearest is 'monitor'"
run 2 devices --bindngs x
says err "unknown option '--bindngs'; the nearest is '--bindings'"
run 0 devices monitor --help
for option in seconds bindings machine; do says out "^  --$option "; done
run 0 devices calibrate --help
for option in out yes bindings machine; do says out "^  --$option "; done
run 2 devices calibrate one two
says err "unexpected argument 'two'"
run 0 devices rule
says out 'TAG\+="uaccess"'
says out '^# .*headland devices rule \| sudo tee /etc/udev/rules.d/70-headland.rules'

# ---- bindings: which input drives which control ----

run 0 devices --bindings "$assets/devices/logitech-g29.yaml"
says out '^wheel +ABS_Z, inverted +throttle +throttle: hand throttle'
says out '^wheel +ABS_HAT0Y < -0.5 +right_lever.y +-?lift \(pattern '
run 0 devices --bindings "$assets/devices/logitech-g29.yaml" --machine "$assets/machines/forklift.yaml"
says out '^wheel +ABS_X, inverted +steering +steering *$' # its controls have no meaning
run 0 devices --bindings "$assets/devices/logitech-g29.yaml"
[ "$(grep -c 'steering wheel' "$work/out")" -eq 1 ] || fail 'a device of several ids is listed several times'
run 0 devices --bindings "$assets/devices/logitech-g29.yaml" --json
python3 - "$work/out" <<'END' || fail 'the JSON of bindings is not as expected'
import json, sys

rows = json.load(open(sys.argv[1]))["bindings"]
assert any({"device": "wheel", "input": "BTN_TOP2", "command": "gear_up"}.items() <= row.items() for row in rows), rows
END
printf 'headland: bindings\nversion: 1\nname: bad\ndevices:\n  - name: stick\n    match: {type: joystick}\n    axes:\n      - {axis: ABS_X, command: steerin}\n' >"$work/bad.yaml"
run 2 devices --bindings "$work/bad.yaml"
says err "bad.yaml:8:[0-9]+: unknown command 'steerin'.*'steering'"
silent out
run 2 devices --bindings "$work/nowhere.yaml"
says err 'nowhere.yaml'
run 2 devices --machine "$work/nowhere.yaml"

# A machine with a control that no profile knows: named by check of the machine, and of bindings that name it.
sed 's/^  - {name: key, .*/&\n  - {name: side_shift, safe: 0}/' "$assets/machines/forklift.yaml" >"$work/forklift.yaml"
run 0 check "$work/forklift.yaml"
says err "forklift.yaml:[0-9]+:[0-9]+: warning: no shipped key or device moves the control 'side_shift'"
printf 'headland: bindings\nversion: 1\nname: mine\nmachine: forklift.yaml\ndevices:\n  - name: keys\n    match: {keyboard: true}\n    buttons:\n      - {button: KEY_W, command: none}\n' >"$work/mine.yaml"
run 0 check "$work/mine.yaml"
says err "mine.yaml:4:10: warning: no device of this file and no key moves the control 'side_shift'"
sed 's/command: none/command: side_shift/' "$work/mine.yaml" >"$work/whole.yaml"
run 0 check "$work/whole.yaml"
silent err

# The user's own file is read whenever devices are: a bad one is not passed over.
mkdir -p "$work/config/headland"
cp "$work/bad.yaml" "$work/config/headland/bindings.yaml"
run 2 devices
says err "headland/bindings.yaml:8:[0-9]+: unknown command 'steerin'"
rm "$work/config/headland/bindings.yaml"

# ---- check ----

for profile in "$assets"/devices/*.yaml; do
    run 0 check "$profile"
    says out ': ok \([0-9]+ devices?, '
done
run 2 check "$work/bad.yaml"
says err "bad.yaml:8:[0-9]+: unknown command 'steerin'"
sed -e 's/steerin}/steering}/' -e "s|^devices|machine: $work/no.yaml\n&|" "$work/bad.yaml" >"$work/lost.yaml"
run 2 check "$work/lost.yaml"
says err "lost.yaml:4:[0-9]+: 'machine': .*no.yaml is not a machine; a machine file is expected"
sed -e "s|$work/no.yaml|$assets/machines/tractor.yaml|" "$work/lost.yaml" >"$work/own.yaml"
run 0 check "$work/own.yaml"
says out 'own.yaml: ok \(1 devices, 1 axes, 0 buttons\)'

# ---- run: what is asked for must be there, and a bad file costs no other ----

drive="run --headless --speed max --seconds 0.1 --operator $assets/operators/stand.yaml $assets/scenarios/flat.yaml"
run 2 $drive --bindings "$assets/devices/gamepad.yaml"
says err '--bindings has no effect here: no device is used'
run 2 $drive --bindings "$work/nowhere.yaml"
says err 'nowhere.yaml: No such file'
echo precious >"$work/kept.wav"
run 2 $drive --sound "$work/kept.wav" --motion "$work/nowhere.yaml"
says err 'nowhere.yaml'
run 2 run --headless --operator devices --bindings "$work/bad.yaml" --sound "$work/kept.wav"
says err "unknown command 'steerin'"
[ "$(cat "$work/kept.wav")" = precious ] || fail 'a file of sound is written over although nothing ran'

# ---- motion: usage ----

run 2 motion
says err '^usage: headland motion ACTION'
run 0 motion --help
says out '^  platform '
run 2 motion platfrm
says err "the nearest is 'platform'"
run 2 motion platform
says err '--rig RIG is required'
run 2 motion filter "$work/none.csv" --rig "$assets/rigs/hexapod-small.yaml"
says err 'none.csv'
run 2 motion filter "$work/none.csv" --rig "$assets/rigs/hexapod-small.yaml" --plot "$work/a.pdf"
says err "a file FILE.png or FILE.svg is expected"
cp "$assets/rigs/hexapod-small.yaml" "$work/same.yaml"
run 2 motion filter "$work/none.csv" --rig "$work/same.yaml" --out "$work/same.yaml"
says err 'same.yaml: --rig names the same file; give another one'
run 2 motion filter "$work/none.csv" --rig "$work/same.yaml" --out "$work/same.svg" --plot "$work/same.svg"
says err 'same.svg: --plot names the same file'
cmp -s "$assets/rigs/hexapod-small.yaml" "$work/same.yaml" || fail 'a rig was overwritten by poses'
run 3 motion platform --rig "$work/same.yaml" --out "$work/no/where.csv" # at once: it would listen until Ctrl-C
says err 'where.csv: No such file'

# ---- the filter: a push forward of a second ----

python3 - "$work/push.csv" <<'END'
import sys

with open(sys.argv[1], "w") as out:
    out.write("time," + ",".join("seat." + n for n in "force_x force_y force_z rate_x rate_y rate_z".split()) + "\n")
    out.write("# s,m/s^2,m/s^2,m/s^2,deg/s,rad/s,rad/s\n")
    for k in range(1201):
        t = 0.01 * k
        out.write(f"{t},{2.0 if 6.0 <= t < 7.0 else 0.0},0,9.81,0,0,0\n")
END
rig=$assets/rigs/hexapod-small.yaml
run 0 motion filter "$work/push.csv" --rig "$rig" --out "$work/pose.csv" --plot "$work/pose.svg"
says out '^surge '
python3 - "$work/pose.csv" "$work/pose.svg" <<'END' || fail 'the filtered push is not as expected'
import csv, math, sys

rows = list(csv.reader(open(sys.argv[1])))
assert rows[0][:3] == ["time", "surge", "surge_speed"] and rows[1][:3] == ["# s", "m", "m/s"], rows[:2]
column = rows[0].index
data = [[float(x) for x in row] for row in rows[2:]]
assert len(data) == 1201
at = lambda t: min(data, key=lambda row: abs(row[0] - t))
# At rest it stands; the push moves it forward, and what lasts leans it back: nose up, a negative pitch.
assert abs(at(5.9)[column("surge")]) < 1e-6 and abs(at(5.9)[column("pitch")]) < 1e-6
assert max(row[column("surge")] for row in data) > 0.01
assert min(row[column("pitch")] for row in data) < -math.radians(0.5)
assert all(abs(row[column("surge")]) <= 0.25 and abs(row[column("surge_speed")]) <= 0.5 for row in data)
assert open(sys.argv[2]).read().rstrip().endswith("</svg>")
END
printf 'time,seat.force_x\n# s,m/s2\n0,1\n1,2\n' >"$work/few.csv"
run 2 motion filter "$work/few.csv" --rig "$rig"
says err "no column 'seat.force_y'"
sed -e 's|deg/s|kg|' "$work/push.csv" >"$work/unit.csv"
run 2 motion filter "$work/unit.csv" --rig "$rig"
says err "'seat.rate_x' is in 'kg'; an angular velocity is expected"

# ---- the virtual platform: hobby text at 100 a second ----

port=$(python3 -c 'import socket; s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.bind(("", 0)); print(s.getsockname()[1])')
sed -e "s/port: 4123/port: $port/" "$assets/rigs/seat-2dof.yaml" >"$work/seat.yaml"
"$program" motion platform --rig "$work/seat.yaml" --seconds 4 --out "$work/heard.csv" --plot "$work/heard.png" \
    >"$work/out" 2>"$work/err" </dev/null &
listener=$!
python3 - "$port" "$work/out" <<'END'
import socket, sys, time

while "listens on port" not in open(sys.argv[2]).read(): # until it is there
    time.sleep(0.05)
out = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
for k in range(150):
    out.sendto(b"<R%d><P%d>" % (32768 + 20 * k, 32768), ("127.0.0.1", int(sys.argv[1])))
    time.sleep(0.01)
out.sendto(b"hello", ("127.0.0.1", int(sys.argv[1])))
END
wait $listener || fail 'the virtual platform failed'
says out "listens on port $port"
says out '/s  lost 0  running .*roll \+[0-9.]+ deg'
silent err
says out '^150 poses, 0 lost, 0 out of order, 1 foreign'
python3 - "$work/heard.csv" "$work/heard.png" <<'END' || fail 'what the platform heard is not as expected'
import csv, math, sys

rows = list(csv.reader(open(sys.argv[1])))
assert rows[0] == ["time", "roll", "roll_speed", "pitch", "pitch_speed"], rows[0]
most = max(float(row[1]) for row in rows[2:])
# 20 codes a pose of 2^15 for 12 degrees
assert abs(most - math.radians(12) * 20 * 149 / 32768) < 1e-6, most
assert open(sys.argv[2], "rb").read(4) == b"\x89PNG"
END
run 2 motion platform --rig "$assets/devices/joystick.yaml"
sed -e 's/host: 127.0.0.1/host: 192.0.2.1/' "$work/seat.yaml" >"$work/real.yaml" # headland run would move that one
run 0 motion platform --rig "$work/real.yaml" --seconds 0.1
says err "the rig's host is '192.0.2.1'.*'host: 127.0.0.1'"

[ "$failures" -eq 0 ] || { echo "$failures failures"; exit 1; }
echo 'all checks hold'
