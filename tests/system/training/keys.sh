#!/bin/bash
# keys.sh HEADLAND ASSETS [EXERCISE]: an exercise (default: 8-outriggers) driven in a window with simulated keys: it is finished, and
# its recording replays. Needs python3-yaml for other exercises. KEYS_OUT: a folder for report and recording.
set -euo pipefail
headland=$1 assets=$2 exercise=${3:-8-outriggers}
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../window/server.sh"
start_server
export XDG_RUNTIME_DIR="$folder" XDG_DATA_HOME="$folder/data"
out=${KEYS_OUT:-$folder/out}
priority=() # software OpenGL competes with other programs
nice -n -10 true 2>/dev/null && priority=(nice -n -10)
"${priority[@]}" "$headland" run "$assets/exercises/$exercise.yaml" --camera chase --quality low --mute --instructor keys --out "$out" \
    >"$folder/log" 2>&1 &
program=$!
find_window '.*rpm'; xdotool key space # the time of an exercise stands until a control moves, or until Space
find_window rpm
xdotool windowsize "$window" 320 180 # pictures of software OpenGL come faster, and keys are looked at between pictures
"${priority[@]}" python3 "$here/keys.py" "$folder/headland/keys.sock" "$assets/exercises/$exercise.yaml" || fail "the keys do not drive it"
sleep 0.5
xdotool key Escape; sleep 1
kill -0 $program 2>/dev/null && xdotool key Escape
exit_status
[ $status -eq 0 ] || fail "exit status $status"
python3 - "$out/report.json" <<'END' || fail "it is not finished"
import json, sys
r = json.load(open(sys.argv[1]))
print(r["exercise"]["result"], r["exercise"]["reason"], r["score"]["total"], r["exercise"]["ended"])
sys.exit(r["exercise"]["result"] != "finished") # half of the points are for the time, which a slow machine takes
END
"$headland" replay --verify "$out/recording.hlr" || fail "the replay differs"
echo passed
