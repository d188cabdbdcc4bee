#!/bin/bash
# window.sh HEADLAND ASSETS: drive with the keyboard in a real window under Xvfb, then watch that. What was driven is read off the
# telemetry afterwards, so that a slow machine changes times but not results.
set -euo pipefail
# What SDL loads, X, D-Bus, Mesa, leaves memory behind: leaks are looked for by the other tests.
export ASAN_OPTIONS="${ASAN_OPTIONS:-}:detect_leaks=0"
headland=$1 assets=$2
folder=$(mktemp -d)
fail() { echo "FAILED: $1" >&2; cat "$folder"/log >&2 || true; exit 1; }

# A display number of our own: the server writes the one that it found free.
exec 3<>"$folder/display"
Xvfb -displayfd 3 -screen 0 1280x720x24 >"$folder/xvfb" 2>&1 &
server=$!
trap 'kill $server 2>/dev/null || true; rm -rf "$folder"' EXIT
for _ in $(seq 100); do [ -s "$folder/display" ] && break; sleep 0.1; done
export DISPLAY=":$(cat "$folder/display")" SDL_VIDEODRIVER=x11 SDL_RENDER_DRIVER=software

"$headland" run "$assets/scenarios/field.yaml" --out "$folder/out" >"$folder/log" 2>&1 &
program=$!
find_window() {
    window=
    for _ in $(seq 300); do
        window=$(xdotool search --name '^tractor' 2>/dev/null | head -1) && [ -n "$window" ] && break
        kill -0 $program 2>/dev/null || fail "the program ended"
        sleep 0.1
    done
    [ -n "$window" ] || fail "there is no window"
    xdotool windowfocus "$window" || true
}
find_window
sleep 1
xdotool key p               # parking brake off
xdotool key r               # forward
xdotool keydown w; sleep 4  # accelerator
title=$(xdotool getwindowname "$window")
xdotool keyup w
xdotool key Escape
status=0
wait $program || status=$?
[ $status -eq 0 ] || fail "exit status $status"
case $title in tractor*rpm*km/h*) ;; *) fail "the title is '$title'" ;; esac

# column NAME: the values of a telemetry column
column() {
    awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i } NR > 2 { print $at }' "$folder/out/telemetry.csv"
}
column control.parking_brake | tail -1 | grep -qx 0 || fail "the parking brake is on"
column control.throttle | sort -g | tail -1 | awk '{ exit !($1 > 0.9) }' || fail "the accelerator did not go down"
column vehicle.speed | sort -g | tail -1 | awk '{ exit !($1 > 0.3) }' || fail "the tractor did not drive"
"$headland" replay --verify "$folder/out/recording.hlr" || fail "the replay differs"

# Watching: in real time to its end.
began=$(date +%s%N)
"$headland" replay --until 1.5 "$folder/out/recording.hlr" >"$folder/log" 2>&1 || fail "watching: exit status $?"
[ $(($(date +%s%N) - began)) -ge 1500000000 ] || fail "watching was faster than real time"

# Paused in the midst of a drive through the gears, where engine speed never rests, until somebody ends it.
"$headland" run --headless --speed max --operator "$assets/operators/gears.yaml" --seconds 60 --out "$folder/gears" \
    "$assets/scenarios/flat.yaml" >"$folder/log" 2>&1 || fail "driving through the gears: exit status $?"
"$headland" replay --from 3 "$folder/gears/recording.hlr" >"$folder/log" 2>&1 &
program=$!
find_window
sleep 1
first=$(xdotool getwindowname "$window")
sleep 2
title=$(xdotool getwindowname "$window")
case $title in tractor*rpm*km/h*) ;; *) fail "the title of the replay is '$title'" ;; esac
[ "$title" != "$first" ] || fail "the replay stands still"
xdotool key v
xdotool key space
sleep 1
title=$(xdotool getwindowname "$window")
sleep 3
[ "$(xdotool getwindowname "$window")" = "$title" ] || fail "the replay goes on while paused"
xdotool key Escape
status=0
wait $program || status=$?
[ $status -eq 0 ] || fail "ending the replay: exit status $status"

# Without a display the environment lacks something: exit status 3, and the way out.
status=0
env -u DISPLAY SDL_VIDEODRIVER=x11 "$headland" run "$assets/scenarios/field.yaml" >"$folder/log" 2>&1 || status=$?
[ $status -eq 3 ] || fail "without a display: exit status $status"
grep -q -- --headless "$folder/log" || fail "without a display: no way out is named"
echo passed
