#!/bin/bash
# real-time.sh BUILD OUT [SECONDS [SEED]]: drive SECONDS (3600) in real time with everything on: a window of 640 x 360 drawn
# by the processor, head-up display, sound into OpenAL's null device, recorder, telemetry, motion to a platform that only
# counts, mock wheel and stick that are pulled out and plugged in again at random while they drive. BUILD is a build folder
# with headland and soak_hands. Judged are: telemetry row by row (judge.py); memory, threads and open files, which must not
# grow; that what was pulled out and plugged in is what the program noticed; and the recording, computed again, bit for bit.
# Missed deadlines are told, not judged: what else the computer does counts in them. In OUT lie summary.txt with the verdict,
# report.json, memory.csv, drive.txt, hands.json and the recording. Exit status 0: nothing was found.
set -uo pipefail

here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
if [ $# -lt 2 ] || [ $# -gt 4 ]; then usage; fi
build=$(realpath "$1") || exit 2
mkdir -p "$2" || exit 2
out=$(realpath "$2")
seconds=${3:-3600}
seed=${4:-1}
program=$build/headland
hands=$build/tests/soak/soak_hands
for tool in Xvfb umockdev-wrapper python3; do
    command -v "$tool" >/dev/null || { echo "real-time.sh: $tool is missing; apt install xvfb umockdev python3" >&2; exit 3; }
done
for file in "$program" "$hands"; do
    [ -x "$file" ] || { echo "real-time.sh: $file is missing; ninja -C $build headland soak_hands" >&2; exit 3; }
done

pids=
clean() {
    for pid in $pids; do kill "$pid" 2>/dev/null; done
    wait
}
trap clean EXIT
trap 'exit 1' INT TERM

# Settings and results of nobody.
mkdir -p "$out/home"
export HOME=$out/home XDG_CONFIG_HOME=$out/home/config XDG_DATA_HOME=$out/home/data XDG_CACHE_HOME=$out/home/cache
export LIBGL_ALWAYS_SOFTWARE=1 SDL_VIDEODRIVER=x11 ALSOFT_DRIVERS=null
unset WAYLAND_DISPLAY

start_server() {
    rm -f "$out/display"
    Xvfb -displayfd 3 -screen 0 640x360x24 -noreset 3>"$out/display" >/dev/null 2>&1 &
    pids="$pids $!"
    while ! [ -s "$out/display" ]; do sleep 0.1; done
    DISPLAY=:$(cat "$out/display")
    export DISPLAY
}

# Counts datagrams until it is ended; its port goes to platform.port, the count to platform.json.
start_platform() {
    rm -f "$out"/platform.*
    python3 "$here/platform.py" "$out/platform" &
    platform=$!
    pids="$pids $platform"
    while ! [ -s "$out/platform.port" ]; do sleep 0.1; done
    sed "s/^output:.*/output: {host: 127.0.0.1, port: $(cat "$out/platform.port"), rate: 250 Hz}/" "$assets/rigs/hexapod-small.yaml" \
        >"$out/rig.yaml"
}

drive() {
    local shell pid
    umockdev-wrapper "$hands" "$out" "$seconds" "$seed" "$program" run "$out/yard.yaml" --operator devices \
        --bindings "$here/hands.yaml" --camera chase --motion "$out/rig.yaml" --seconds "$seconds" --out "$out" \
        >"$out/hands.txt" 2>&1 </dev/null 9>&- &
    shell=$!
    pids="$pids $shell"
    until pid=$(pgrep -P "$shell" -f "^$program run"); do
        kill -0 "$shell" 2>/dev/null || break
        sleep 0.1
    done
    watch_memory "$pid" $((seconds < 600 ? 1 : 10)) >"$out/memory.csv"
    wait "$shell"
    echo $? >"$out/status"
}

clear_out
rm -f "$out"/hands.json
write_world
start_server
start_platform
start_judge
pids="$pids $judge"
drive
end_judge
kill "$platform"
wait "$platform" 2>/dev/null

judge_drive "the drive: $seconds s in real time, hands of seed $seed" "$seconds"
"$program" replay --verify "$out/recording.hlr" >"$out/replay.txt" 2>&1 </dev/null
verdict $? "the recording, computed again: $(tail -1 "$out/replay.txt")"
[ "$failures" -eq 0 ]
