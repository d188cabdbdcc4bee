# What the soak tests share: the yard, a look at memory, verdicts. Sourced with `here` set to this folder, `out` to that
# of the outputs.
assets=$(cd "$here/../../assets" && pwd)
failures=0

verdict() { # verdict STATUS TEXT...: a line of the summary
    local word=ok
    if [ "$1" -ne 0 ]; then
        word=FAIL
        failures=$((failures + 1))
    fi
    printf '%-5s %s\n' "$word" "${*:2}" | tee -a "$out/summary.txt"
}

# What a drive before has left.
clear_out() {
    rm -f "$out"/{telemetry.csv,recording.hlr,report.json,black-box.hlr,summary.txt,memory.csv,judged.json,status}
}

# The world: paths for where it lies, and fuel for a day and more, since there is no filling station.
write_world() {
    sed -e "s#\.\./#$assets/#g" -e 's/tank: 230 l/tank: 800 l/' "$assets/machines/tractor.yaml" >"$out/tractor.yaml"
    sed -e "s#SOILS#$assets/soils#" "$here/yard.yaml" >"$out/yard.yaml"
}

# Telemetry goes through a pipe to the judge and is not kept. The pipe stays open here, as descriptor 9, so that nobody
# waits for a drive that never begins: start the drive with 9>&-.
start_judge() {
    mkfifo "$out/telemetry.csv" || exit 2
    exec 9<>"$out/telemetry.csv"
    python3 "$here/judge.py" "$out/judged.json" <"$out/telemetry.csv" 2>"$out/hours.txt" 9>&- &
    judge=$!
}

end_judge() {
    exec 9>&-
    wait "$judge"
    rm "$out/telemetry.csv"
}

# judge_drive TEXT SECONDS: how the drive ended, and what its report, the judge and its memory say.
judge_drive() {
    : >"$out/summary.txt"
    verdict "$(cat "$out/status")" "$1"
    if [ ! -s "$out/report.json" ] || [ ! -s "$out/judged.json" ]; then
        verdict 1 "there is no report, or nothing was judged: $(tail -n 1 "$out/drive.txt" "$out/hours.txt" | tr "\n" " ")"
        exit 1
    fi
    python3 "$here/verdicts.py" "$out" "$2" | tee -a "$out/summary.txt"
    failures=$((failures + PIPESTATUS[0]))
}

# watch_memory PID SECONDS: what a process takes, every so many seconds until it ends.
watch_memory() {
    local begin=$SECONDS next=$SECONDS
    echo "wall_s,rss_kB,peak_kB,threads,files,recording_bytes"
    while kill -0 "$1" 2>/dev/null; do
        if [ "$SECONDS" -ge "$next" ]; then
            next=$((next + $2))
            printf '%d,%s,%d,%d\n' $((SECONDS - begin)) \
                "$(awk '/^VmRSS/ {r = $2} /^VmHWM/ {h = $2} /^Threads/ {t = $2} END {printf "%d,%d,%d", r, h, t}' \
                    "/proc/$1/status" 2>/dev/null)" "$(ls "/proc/$1/fd" 2>/dev/null | wc -l)" \
                "$(stat -c %s "$out/recording.hlr" 2>/dev/null || echo 0)"
        fi
        sleep 0.2
    done
}

# usage: the comment at the head of the script.
usage() {
    sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0" >&2
    exit 2
}
