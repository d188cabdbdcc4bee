#!/bin/bash
# threads.sh HEADLAND ASSETS: the same script comes to the same bits whatever runs beside the one thread that computes: on one
# processor and on all, by a team of physics threads, in real time and not, with a window, in a grid of one and of two runs at once.
set -euo pipefail
headland=$1 assets=$2
. "$(dirname "$0")/../window/server.sh"
start_server
cd "$folder"
scenario=$assets/scenarios/flat.yaml script=$assets/operators/loader.yaml
drive=(run "$scenario" --operator "$script" --seconds 1.5)

hash_of() { sed -n 's/.*"state_hash":[[:space:]]*"\(.*\)".*/\1/p' "$1/report.json"; }
same() { [ "$(hash_of "$1")" = "$(hash_of first)" ] || fail "$1: other bits than the first drive"; }

"$headland" "${drive[@]}" --headless --speed max --out first >log 2>&1 || fail 'the first drive'
[ -n "$(hash_of first)" ] || fail 'there is no hash'

taskset -c "$(taskset -cp $$ | grep -oE '[0-9]+' | tail -1)" "$headland" "${drive[@]}" --headless --out one >log 2>&1 || fail 'on one processor'
same one

# drawn by one thread, and by as many as there are; with sound and motion beside
LP_NUM_THREADS=0 ALSOFT_DRIVERS=null "$headland" "${drive[@]}" --out window --motion "$assets/rigs/hexapod-small.yaml" >log 2>&1 ||
    fail 'in a window'
same window
"$headland" "${drive[@]}" --headless --speed max --frames every=0.5,size=320x180 --out pictures >log 2>&1 || fail 'with pictures'
same pictures

# sand that is dug, by one physics thread and by teams, also of more threads than processors
digging=(run "$assets/scenarios/excavator-hopper.yaml" --seconds 4.4 --headless --speed max) # the first bucket from 3 s on
for threads in 1 2 4; do
    "$headland" "${digging[@]}" --physics-threads "$threads" --out "team-$threads" >log 2>&1 || fail "$threads physics threads"
done
[ -n "$(hash_of team-1)" ] || fail 'there is no hash of the digging'
for threads in 2 4; do
    [ "$(hash_of team-$threads)" = "$(hash_of team-1)" ] || fail "$threads physics threads: other bits than one"
done
"$headland" replay team-1/recording.hlr --verify --physics-threads 2 >log 2>&1 || fail 'replay by two physics threads'

grid() { # RUNS-AT-ONCE FOLDER
    "$headland" sweep "$scenario" --operator "$script" --seconds 1 --vary throttle=0.4,0.8 --parallel "$1" --out "$2" >log 2>&1 ||
        fail "a grid of $1"
}
grid 1 alone
grid 2 together
hashes() { cd "$1" && grep -rho '"state_hash":[[:space:]]*"[^"]*"' --include=report.json . | sort; }
[ "$(hashes "$folder/alone" | sort -u | wc -l)" -eq 2 ] || fail "two runs of a grid have the same bits: $(hashes "$folder/alone")"
[ "$(hashes "$folder/alone")" = "$(hashes "$folder/together")" ] || fail 'two runs at once disturb each other'
echo passed
