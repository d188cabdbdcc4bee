#!/bin/bash
# window.sh HEADLAND ASSETS SHIMS: somebody drives in a window under Xvfb. The sound card goes and comes back; then the whole
# program is stopped for three seconds with a key held, which is let go meanwhile, and continued.
set -euo pipefail
headland=$1 assets=$2 shims=$3
. "$(dirname "$0")/../window/server.sh"
start_server
export ASAN_OPTIONS="$ASAN_OPTIONS:verify_asan_link_order=0" # a preloaded library comes before its own
export PULLED_CARD="$folder/pulled"

ALSOFT_DRIVERS=null LD_PRELOAD=$shims/libpulled_card.so \
    "$headland" run "$assets/scenarios/flat.yaml" --camera chase --out "$folder/out" >"$folder/log" 2>&1 &
program=$!
find_window

# ---- the sound card ----

touch "$PULLED_CARD"
wait_for 30 grep -q "no sound: the sound card was disconnected; trying again every 2 s" "$folder/log" || fail "no message about the lost sound card"
rm "$PULLED_CARD"
wait_for 30 grep -q "the sound card works again" "$folder/log" || fail "no message that the sound card works again"
[ "$(grep -c sound "$folder/log")" -eq 2 ] || fail "it is said more than once"

# ---- stopped and continued ----

xdotool key p               # parking brake off
xdotool key r               # forward
xdotool keydown w; sleep 4
kill -STOP $program
until grep -q '^State:.T' /proc/$program/status; do sleep 0.01; done
xdotool keyup w
sleep 3
title=$(xdotool getwindowname "$window")
kill -CONT $program
changed() { [ "$(xdotool getwindowname "$window")" != "$title" ]; }
wait_for 30 changed || fail "the window does not come back to life"
sleep 2
xdotool key Escape
exit_status
[ $status -eq 0 ] || fail "exit status $status"

# The world has left these three seconds out: as many periods have passed as were driven or slipped.
python3 - "$folder/out/report.json" <<'END' || fail "the report: $(grep -A6 '"deadlines"' "$folder/out/report.json")"
import json, sys
r = json.load(open(sys.argv[1]))
d = r['deadlines']
assert r['result'] == 'stopped' and d['slipped'] >= 2998
assert r['wall_seconds'] > 1e-3 * (r['ticks'] + d['slipped'] - 1)
END
column() {
    awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i } NR > 2 { print $at }' "$folder/out/telemetry.csv"
}
column control.throttle | awk '$1 > top { top = $1 } END { exit !(top > 0.3 && $1 < top) }' ||
    fail "the accelerator did not go down, or hangs where it was"
"$headland" replay --verify "$folder/out/recording.hlr" >"$folder/log" 2>&1 || fail "the replay differs"
echo passed
