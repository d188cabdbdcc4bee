#!/bin/bash
# faults.sh HEADLAND ASSETS SHIMS PACE: seats without a window whose computer misbehaves: stopped and continued, a clock
# that jumps, other programs that take the processors, real time refused, memory that runs out. Each drives by the same
# script, so that each must come to the same bits. SHIMS: folder of the preloaded libraries. PACE short: the sanitizers
# have addresses to themselves that a limit of memory would refuse.
set -uo pipefail
program=$1 assets=$2 shims=$3 pace=$4
here=$(cd "$(dirname "$0")" && pwd) || exit 1
work=$(mktemp -d) || exit 1
trap 'kill -KILL ${hog:-} ${seat:-} ${page:-} 2>/dev/null; rm -rf "$work"' EXIT
. "$here/../cli/expect.sh"
cd "$work" || exit 1
export HOME=$work XDG_DATA_HOME=$work/data XDG_RUNTIME_DIR=$work
export ASAN_OPTIONS="${ASAN_OPTIONS:-}:verify_asan_link_order=0" # a preloaded library comes before its own
seconds=1
drive=("$assets/scenarios/flat.yaml" --headless --operator "$assets/operators/loader.yaml" --seconds $seconds)

# report FOLDER PYTHON-EXPRESSION: holds for its report.json, as `r`, with its deadlines as `d`
report() {
    python3 -c "import json, sys; r = json.load(open('$1/report.json')); d = r['deadlines']; sys.exit(not ($2))" && return
    fail "$1: $2"
    grep -A30 '"deadlines"' "$1/report.json" | head -40
}

hash_of() { sed -n 's/.*"state_hash":[[:space:]]*"\(.*\)".*/\1/p' "$1/report.json"; }

# A drive that came to its end, to the same bits, with every missed deadline counted and sorted, and without a burst: as
# many periods have passed as were driven or left out.
whole() { # FOLDER
    report "$1" "r['result'] == 'finished' and r['ticks'] == 1000 * $seconds and d['missed'] <= d['slipped']"
    report "$1" "sum(d['explained'][k] for k in ('by_wake_up', 'by_probe', 'unexplained', 'unlisted')) == d['missed']"
    report "$1" "r['wall_seconds'] > 1e-3 * (r['ticks'] + d['slipped'] - 1)"
    [ "$(hash_of "$1")" = "$(hash_of quiet)" ] || fail "$1: other bits than in a quiet drive"
    run 0 replay --verify "$1/recording.hlr"
    says out "^verified $((1000 * seconds)) ticks$"
}

run 0 run "${drive[@]}" --speed max --out quiet

# ---- stopped for three seconds, and continued ----

"$program" run "${drive[@]}" --rt-report --sound heard.wav --motion "$assets/rigs/hexapod-small.yaml" --out stopped \
    >log 2>&1 </dev/null &
seat=$!
begun() { "$program" replay --info stopped/recording.hlr 2>/dev/null | grep -E '^ticks +[1-9]' >/dev/null; }
for _ in $(seq 600); do begun && break; sleep 0.05; done
kill -STOP $seat
until grep -q '^State:.T' /proc/$seat/status; do sleep 0.01; done
sleep 3
kill -CONT $seat
wait $seat || fail "stopped and continued: $(tail -3 log)"
seat=''
whole stopped
# the tick that was under way or waited for is driven, the other beginnings of these three seconds are left out
report stopped "d['slipped'] >= 2998 and d['missed'] >= 1 and d['explained']['by_wake_up'] + d['explained']['by_probe'] >= 1"
! grep -q 'ticks are missing in' log || fail "the sound: $(grep 'ticks are missing in' log)"
[ "$(wc -c <heard.wav)" -ge $((44 + 48000 * 4 * seconds)) ] || fail "the sound has $(wc -c <heard.wav) bytes"

# ---- the clock of the day jumps ----

clock=LD_PRELOAD=$shims/libjumping_clock.so
days() { sort -u days | wc -l; }
: >days
for _ in $(seq 100); do # of every two seconds a third of one is tomorrow's, another that of two days ago
    env "$clock" date +%F >>days
    [ "$(days)" -ge 3 ] && break
    sleep 0.1
done
[ "$(days)" -ge 3 ] || fail "the clock does not jump: $(days) days"

# The page's server jumps as the seat does, and hears it all the while.
env "$clock" "$program" instructor --seat seat-1 --port 0 --db results.db >page 2>&1 </dev/null &
page=$!
for _ in $(seq 600); do grep -q token= page && break; sleep 0.05; done
env "$clock" "$program" run "${drive[@]}" --rt-report --out jumped --instructor seat-1 >log 2>&1 </dev/null &
seat=$!
python3 "$here/hear.py" "$here/../training" "$(grep -o 'http.*' page)" $((500 * seconds)) || fail 'the page hears nothing'
wait $seat || fail "a clock that jumps: $(tail -3 log)"
kill -TERM $page
wait $page || fail "the page's server: $(tail -3 page)"
seat='' page=''
whole jumped

# Attempts keep their order whatever their dates are.
for _ in 1 2 3; do
    env "$clock" "$program" run "$assets/exercises/1-slalom.yaml" --headless --speed max --operator "$assets/operators/stand.yaml" \
        --seconds 0.2 --trainee Anna --db results.db >log 2>&1 </dev/null || fail "an attempt: $(tail -3 log)"
done
run 0 results attempts --db results.db --json
python3 -c "
import json, sys
attempts = json.load(open(sys.argv[1]))['attempts']
sys.exit([a['attempt'] for a in attempts] != [3, 2, 1] or any(a['result'] != 'stopped' for a in attempts))" "$work/out" ||
    fail "attempts: $(cat "$work/out")"

# ---- other programs take the processors; real time is refused ----

if command -v stress-ng >/dev/null; then
    stress-ng --quiet --cpu "$(nproc)" --timeout 600 </dev/null &
    hog=$!
else
    (while :; do :; done) & # of one processor
    hog=$!
fi
"$program" run "${drive[@]}" --rt-report --out crowded >log 2>&1 </dev/null || fail "crowded: $(tail -3 log)"
whole crowded
refusing=() # as root, who may do all, the capabilities go; the limits are for everybody
[ "$(id -u)" -ne 0 ] || refusing=(setpriv "--bounding-set=-sys_nice,-ipc_lock" "--inh-caps=-sys_nice,-ipc_lock")
(
    ulimit -r 0 -l 0
    ${refusing[@]+"${refusing[@]}"} "$program" run "${drive[@]}" --rt-report --out refused >log 2>advice </dev/null
) || fail "real time refused: $(tail -3 advice)"
grep -q 'SCHED_FIFO is not permitted: .*limits.d' advice || fail "no way to SCHED_FIFO is named: $(cat advice)"
# the address sanitizer locks nothing, and says that it had
[ "$pace" = short ] || grep -q 'memory cannot be locked: .*limits.d' advice ||
    fail "no way to locked memory is named: $(cat advice)"
whole refused
report refused "not d['fifo']"
kill $hog 2>/dev/null
wait $hog 2>/dev/null
hog=''

# ---- memory that runs out: a refusal, or a drive, never a crash ----

if [ "$pace" = whole ]; then
    refusals=0
    for megabytes in 160 210 1000; do
        (
            ulimit -v $((1024 * megabytes))
            "$program" run "$assets/scenarios/sand-transfer.yaml" --headless --speed max --seconds 0.02 --out small >log 2>err </dev/null
        )
        status=$?
        case $status in
        0) ;;
        2 | 3) [ -s err ] || fail "$megabytes MB: refused without a word"; refusals=$((refusals + 1)) ;;
        127) ;; # not even its libraries find room
        *) fail "$megabytes MB: exit status $status, $(head -1 err)" ;;
        esac
    done
    [ "$refusals" -ge 1 ] || fail 'no limit of memory was met'
    [ "$status" -eq 0 ] || fail "1000 MB are not enough: $(head -1 err)"
fi

[ "$failures" -eq 0 ] || { echo "$failures failures"; exit 1; }
echo 'all checks hold'
