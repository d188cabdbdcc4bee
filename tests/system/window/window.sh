#!/bin/bash
# window.sh HEADLAND ASSETS: drive with the keyboard in a real window under Xvfb, begin anew, then watch that. What was driven is
# read off the telemetry afterwards, so that a slow machine changes times but not results.
set -euo pipefail
headland=$1 assets=$2
. "$(dirname "$0")/server.sh"
start_server

"$headland" run "$assets/scenarios/field.yaml" --camera chase --out "$folder/out" >"$folder/log" 2>&1 &
program=$!
find_window
xdotool key p               # parking brake off
xdotool key r               # forward
xdotool keydown w; sleep 4  # accelerator
title=$(xdotool getwindowname "$window")
xdotool keyup w
xdotool key F5              # begin anew
wait_for 30 test -e "$folder/out/attempt-2/recording.hlr" || fail "F5 does not begin anew"
sleep 1
xdotool key F2; sleep 1     # in the menu nobody drives
xdotool keydown w; sleep 1; xdotool keyup w
xdotool key Escape; sleep 1
xdotool key Escape
exit_status
[ $status -eq 0 ] || fail "exit status $status"
case $title in tractor*rpm*km/h*) ;; *) fail "the title is '$title'" ;; esac

# column NAME FILE: the values of a telemetry column
column() {
    awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i } NR > 2 { print $at }' "$folder/$2/telemetry.csv"
}
column control.parking_brake out | tail -1 | grep -qx 0 || fail "the parking brake is on"
column control.throttle out | sort -g | tail -1 | awk '{ exit !($1 > 0.9) }' || fail "the accelerator did not go down"
column vehicle.speed out | sort -g | tail -1 | awk '{ exit !($1 > 0.3) }' || fail "the tractor did not drive"
column control.throttle out/attempt-2 | sort -g | tail -1 | awk '{ exit !($1 < 0.05) }' || fail "in the menu the accelerator went down"
column chassis.x out/attempt-2 | awk 'NR == 1 { good = $1 * $1 < 0.01 } END { exit !good }' || fail "the second attempt does not begin at the start"
"$headland" replay --verify "$folder/out/recording.hlr" || fail "the replay differs"
"$headland" replay --verify "$folder/out/attempt-2/recording.hlr" || fail "the replay of the second attempt differs"

# A key that is held stays held when the drive begins anew. The pattern of the command line outlives other changes in the menu and
# is not kept, they are. The keys of the loader are the right lever's, which moves nothing in that pattern.
XDG_CONFIG_HOME="$folder/other" "$headland" run "$assets/scenarios/field.yaml" --camera chase --pattern loader_left \
    --out "$folder/held" >"$folder/log" 2>&1 &
program=$!
find_window
xdotool keydown w; sleep 1
xdotool key F5
wait_for 30 test -e "$folder/held/attempt-2/recording.hlr" || fail "F5 does not begin anew with a key held"
sleep 2
xdotool keyup w
xdotool key F2; xdotool key Down; xdotool key Down; xdotool key Down; xdotool key Right; sleep 1 # mirrors
xdotool key Escape; sleep 1
xdotool keydown i; sleep 2; xdotool keyup i
xdotool key Escape
exit_status
[ $status -eq 0 ] || fail "with a pattern: exit status $status"
column control.throttle held/attempt-2 | sort -g | tail -1 | awk '{ exit !($1 > 0.9) }' || fail "the held key is forgotten"
column control.lift held/attempt-2 | awk '$1 != 0 { exit 1 }' || fail "the pattern of the command line is forgotten"
grep -q "mirrors: false" "$folder/other/headland/settings.yaml" || fail "what the menu changed is not kept"
grep -q pattern "$folder/other/headland/settings.yaml" && fail "the pattern of the command line is kept"

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
first=$(xdotool getwindowname "$window")
changed() { [ "$(xdotool getwindowname "$window")" != "$first" ]; }
wait_for 20 changed || fail "the replay stands still"
title=$(xdotool getwindowname "$window")
case $title in tractor*rpm*km/h*) ;; *) fail "the title of the replay is '$title'" ;; esac
xdotool key v
xdotool key space
sleep 2
title=$(xdotool getwindowname "$window")
sleep 3
[ "$(xdotool getwindowname "$window")" = "$title" ] || fail "the replay goes on while paused"
xdotool key Escape
exit_status
[ $status -eq 0 ] || fail "ending the replay: exit status $status"

# The display goes away in the midst of a drive: that is told, and what was recorded is whole.
"$headland" run "$assets/scenarios/flat.yaml" --operator "$assets/operators/stand.yaml" --out "$folder/lost" >"$folder/log" 2>&1 &
program=$!
find_window
sleep 1
kill $server
exit_status
[ $status -eq 1 ] || fail "the display went away: exit status $status"
grep -q "the connection to the display was lost" "$folder/log" || fail "no message about the lost display"
"$headland" replay --verify "$folder/lost/recording.hlr" >"$folder/log" 2>&1 || fail "what was recorded is not whole"

# Without a display the environment lacks something: exit status 3, and the way out.
status=0
env -u DISPLAY "$headland" run "$assets/scenarios/field.yaml" >"$folder/log" 2>&1 || status=$?
[ $status -eq 3 ] || fail "without a display: exit status $status"
grep -q -- --headless "$folder/log" || fail "without a display: no way out is named"
echo passed
