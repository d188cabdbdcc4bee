#!/bin/bash
# picture.sh HEADLAND ASSETS: sizes, cameras, settings, several windows, and bad words, in real windows under Xvfb.
set -euo pipefail
headland=$1 assets=$2
. "$(dirname "$0")/server.sh"
start_server

# size FILE: width and height of a PNG, from its header
size() { od -A n -t u1 -j 16 -N 8 "$1" | awk '{ print $3 * 256 + $4 "x" $7 * 256 + $8 }'; }

"$headland" run "$assets/scenarios/field.yaml" --operator "$assets/operators/stand.yaml" --out "$folder/out" >"$folder/log" 2>&1 &
program=$!
find_window
xdotool windowsize --sync "$window" 400 240
sleep 2
xdotool key F12
wait_for 30 test -s "$folder/out/headland-001.png" || fail "F12 writes no picture"
sleep 1
[ "$(size "$folder/out/headland-001.png")" = 400x240 ] || fail "the picture has $(size "$folder/out/headland-001.png")"
xdotool key v
sleep 2
xdotool key F12
wait_for 30 test -s "$folder/out/headland-002.png" || fail "F12 writes no second picture"
sleep 1
cmp -s "$folder/out/headland-001.png" "$folder/out/headland-002.png" && fail "the next camera shows the same"
xdotool windowsize --sync "$window" 640 300
xdotool key F1; xdotool key F3; sleep 1; xdotool key F1; xdotool key F4
xdotool key F2; xdotool key Right; sleep 1; xdotool key F2
sleep 1
xdotool key Escape
exit_status
[ $status -eq 0 ] || fail "exit status $status"
grep -qx "quality: low" "$folder/config/headland/settings.yaml" || fail "the settings were not kept"
grep -qx "hud: false" "$folder/config/headland/settings.yaml" || fail "the display's setting was not kept"
"$headland" check "$folder/config/headland/settings.yaml" >"$folder/log" 2>&1 || fail "the settings are no good file"

# Three windows; closing one of them ends all.
"$headland" run "$assets/scenarios/flat.yaml" --operator "$assets/operators/stand.yaml" --displays 40,0,-40 >"$folder/log" 2>&1 &
program=$!
find_window
count=$(xdotool search --name '^tractor .*rpm' | wc -l)
[ "$count" -eq 3 ] || fail "$count windows instead of 3"
xdotool key Escape
exit_status
[ $status -eq 0 ] || fail "three windows: exit status $status"

# A bad file of settings is told with its place, and the drive goes on.
echo "camera: roof" >>"$folder/config/headland/settings.yaml"
"$headland" run "$assets/scenarios/flat.yaml" --operator "$assets/operators/stand.yaml" --seconds 1 >"$folder/log" 2>&1 ||
    fail "with bad settings: exit status $?"
grep -q "settings.yaml:[0-9]*:[0-9]*: " "$folder/log" || fail "where the settings are bad is not told"

# A control that no key and no device moves is named before the drive.
sed 's/^  - {name: key, .*/&\n  - {name: side_shift, safe: 0}/' "$assets/machines/forklift.yaml" >"$folder/forklift.yaml"
"$headland" run "$folder/forklift.yaml" --mute --seconds 1 >"$folder/log" 2>&1 || fail "with an unbound control: exit status $?"
grep -q "no input is bound to: side_shift" "$folder/log" || fail "that no input reaches a control is not told"

# refused WORDS...: exit status 2, and the nearest
refused() {
    local expected=$1 status=0; shift
    "$headland" run "$assets/scenarios/flat.yaml" "$@" >"$folder/log" 2>&1 || status=$?
    [ $status -eq 2 ] || fail "$*: exit status $status"
    grep -q -- "$expected" "$folder/log" || fail "$*: '$expected' is not told"
}
refused "the nearest is 'high'" --quality hihg
refused "the nearest is 'chase'" --camera chse
refused "expected up to 8 angles" --displays 30,x
refused "expected up to 8 angles" --displays 1,2,3,4,5,6,7,8,9
echo passed
