#!/bin/bash
# soak.sh HEADLAND OUT [SECONDS [SEED]]: simulate SECONDS (86400: 24 hours) of the work cycle in one world, at maximum
# speed, by randomised operators, and judge the drive:
#   every number of every row of telemetry is finite, no soil is missing, steps converge, energies keep their
#   bounds (judge.py); the report says so too; memory, threads and open files do not grow (verdicts.py); and three spans of
#   a 24th each, drawn by the seed, are computed again from the recording, bit for bit, and judged tick by tick.
# Telemetry goes through a pipe and is not kept; the recording takes some 90 kB for each simulated second. In OUT lie then
# what was driven, the recording, report.json, memory.csv and summary.txt with the verdict, which is printed too. Exit
# status 0: nothing was found. A day takes some two hours of one core.
#
# soak.sh --check HEADLAND OUT [SECONDS [SEED]]: judge once more what lies in OUT, without driving.
set -uo pipefail

drive=yes
if [ "${1:-}" = --check ]; then
    drive=no
    shift
fi
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
if [ $# -lt 2 ] || [ $# -gt 4 ]; then usage; fi
program=$(realpath "$1") || exit 2
mkdir -p "$2" || exit 2
out=$(realpath "$2")
seconds=${3:-86400}
seed=${4:-1}
operators=$(((seconds + 7199) / 7200)) # two hours each
span=$((seconds / 24))                 # what is computed again at a time [s]
every=$((seconds < 3600 ? 1 : 60))     # between two looks at memory [s]

drive() {
    local pid
    clear_out
    write_world
    python3 "$here/randomise.py" --seed "$seed" --seconds "$seconds" --operators "$operators" >"$out/operator.yaml"
    start_judge
    "$program" run "$out/yard.yaml" --operator "$out/operator.yaml" --headless --speed max --seconds "$seconds" --out "$out" \
        >"$out/drive.txt" 2>&1 </dev/null 9>&- &
    pid=$!
    watch_memory "$pid" "$every" >"$out/memory.csv"
    wait "$pid"
    echo $? >"$out/status"
    end_judge
}

# Three different spans, drawn by the seed.
draw_spans() {
    python3 -c "import random; print(*sorted(random.Random($seed).sample(range(24), 3)))"
}

replay_span() { # replay_span NUMBER: computed again, compared and judged
    local from=$(($1 * span)) until=$((($1 + 1) * span))
    "$program" replay --csv --every "1 ms" --signals "$(python3 "$here/judge.py" --signals)" --from "$from s" --until "$until s" \
        "$out/recording.hlr" 2>"$out/replay-$1.txt" </dev/null | python3 "$here/judge.py" "$out/replay-$1.json" 2>/dev/null
}

[ "$drive" = yes ] && drive
judge_drive "the drive: $seconds simulated seconds, $operators operators of seed $seed" "$seconds"
declare -A replays
for number in $(draw_spans); do
    replay_span "$number" &
    replays[$number]=$!
done
for number in "${!replays[@]}"; do
    wait "${replays[$number]}"
    verdict $? "computed again, tick by tick: $((number * span)) s to $((number * span + span)) s"
done
[ "$failures" -eq 0 ]
