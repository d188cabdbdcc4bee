#!/bin/bash
# keys.sh HEADLAND ASSETS: an exercise of the wheeled excavator driven in a window with simulated keys: it is finished, and its
# recording replays.
set -euo pipefail
headland=$1 assets=$2
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../window/server.sh"
start_server
export XDG_RUNTIME_DIR="$folder" XDG_DATA_HOME="$folder/data"
"$headland" run "$assets/exercises/8-outriggers.yaml" --camera chase --quality low --mute --instructor keys --out "$folder/out" \
    >"$folder/log" 2>&1 &
program=$!
for _ in $(seq 600); do
    window=$(xdotool search --name 'rpm' 2>/dev/null | head -1) && [ -n "$window" ] && break
    kill -0 $program 2>/dev/null || fail "the program ended"
    sleep 0.1
done
[ -n "$window" ] || fail "there is no window"
xdotool windowfocus "$window" || true
python3 "$here/keys.py" "$folder/headland/keys.sock" || fail "the keys do not drive it"
sleep 0.5
xdotool key Escape; sleep 1
kill -0 $program 2>/dev/null && xdotool key Escape
exit_status
[ $status -eq 0 ] || fail "exit status $status"
python3 - "$folder/out/report.json" <<'END' || fail "it is not finished"
import json, sys
r = json.load(open(sys.argv[1]))
print(r["exercise"]["result"], r["exercise"]["reason"], r["score"]["total"], r["exercise"]["ended"])
sys.exit(r["exercise"]["result"] != "finished") # half of the points are for the time, which a slow machine takes
END
"$headland" replay --verify "$folder/out/recording.hlr" || fail "the replay differs"
echo passed
