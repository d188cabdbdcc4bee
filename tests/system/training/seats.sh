#!/bin/bash
# seats.sh HEADLAND ASSETS: seats without windows on one store of results. Two at once; one that is killed; attempts beyond
# those that count; what is practice; a doctored recording; an interrupted verification; what is refused.
set -uo pipefail
program=$1
assets=$2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
. "$(dirname "${BASH_SOURCE[0]}")/../cli/expect.sh"
cd "$work" || exit 1

# ---- exercises of the test's own: braking half a second, and one that nobody ends ----

write() { # NAME HOLD
    cat >"$1.yaml" <<END
headland: scenario
version: 1
name: $1
description: braking for a while
machine: $assets/machines/tractor.yaml
operator: $work/brake.yaml
ground: {kind: plane, surface: firm gravel}
attempts: 2
tasks:
  - {name: brake, text: Brake, when: [{signal: control.brake, above: 0.5, hold: $2}]}
score:
  components:
    - {name: time, text: time to the end, signal: time, best: 0.1 s, worst: 5 s, weight: 1}
END
}
write short '0.5 s'
write long '1 h'
cat >brake.yaml <<'END'
headland: operator
version: 1
name: brake
seconds: 100 h
actions:
  - {control: brake, from: 0.2 s, to: 1}
END
run 0 check short.yaml
run 0 check long.yaml

seat() { # STATUS EXERCISE TRAINEE ARGUMENTS...
    local expected=$1 exercise=$2 trainee=$3
    shift 3
    run "$expected" run "$exercise" --headless --speed max --trainee "$trainee" --db r.db "$@"
}
sql() { python3 -c 'import sqlite3, sys
for row in sqlite3.connect("file:r.db?mode=ro", uri=True).execute(sys.argv[1]): print(*row, sep="|")' "$1"; }
is() { # WHAT EXPECTED QUERY
    local found
    found=$(sql "$3" 2>&1)
    [ "$found" = "$2" ] || fail "$1: '$found', expected '$2'"
}

# ---- two seats at once ----

"$program" run short.yaml --headless --speed max --trainee Ann --db r.db >ann 2>&1 </dev/null &
ann=$!
"$program" run short.yaml --headless --speed max --trainee Bob --db r.db >bob 2>&1 </dev/null &
bob=$!
wait $ann || fail "Ann's seat: $(cat ann)"
wait $bob || fail "Bob's seat: $(cat bob)"
! grep -qi 'gnuplot\|warning' ann || fail "figures of a drive of less than a second: $(cat ann)"
is 'two seats' $'Ann|1|1|0\nBob|1|1|0' 'SELECT name, result, proof, practice FROM attempts
    JOIN trainees ON trainee = trainees.id ORDER BY name'
is 'the same drive twice' '1' 'SELECT count(DISTINCT score) FROM attempts WHERE score > 80'

# ---- a seat is killed ----

"$program" run long.yaml --headless --speed max --trainee Cid --db r.db >cid 2>&1 </dev/null &
cid=$!
begun() { [ -e r.db-attempts/3/recording.hlr ]; }
for _ in $(seq 300); do begun && break; sleep 0.1; done
begun || fail "Cid does not begin: $(cat cid)"
sleep 0.5
run 1 results verify 3 --db r.db
says out '^attempt 3: pending: it is still being driven$'
kill -KILL $cid
wait $cid 2>/dev/null
is 'a killed seat' 'long|0' 'SELECT exercise, result FROM attempts WHERE id = 3'
seat 0 short.yaml Ann # the next start sweeps
is 'after the next start' $'1|short|1\n2|short|1\n3|long|4\n4|short|1' 'SELECT id, exercise, result FROM attempts ORDER BY id'
is 'the store' 'ok' 'PRAGMA integrity_check'
run 0 results attempts --db r.db
says out '^ +3 .* Cid +long +broken +- +- +- +- +-$'
run 1 results verify 3 --db r.db
says out '^attempt 3: pending: it was broken off: the recording is cut off after tick [0-9]+$'
run 0 results verify --db r.db
[ -s r.db-attempts/3/recording.hlr ] || fail 'the recording of the killed seat is gone'
run 0 results leaderboard --db r.db
says out 'Ann'

# ---- a seat is killed between the end of its drive and the store: the recording alone tells of it ----

kept='SELECT result, reason, time, hits, score, passed, practice, state_hash, recording_hash FROM attempts WHERE id = 4'
before=$(sql "$kept")
forget() { python3 -c 'import sqlite3
store = sqlite3.connect("r.db")
store.execute("UPDATE attempts SET result = 0, reason = \"\", time = 0, score = 0, hits = 0, passed = 0, proof = 0, "
              "state_hash = \"\", recording_hash = \"\", seat_pid = 999999999, seat_start = 1, seat_boot = \"x\" WHERE id = 4")
store.execute("DELETE FROM points WHERE attempt = 4")
store.execute("DELETE FROM events WHERE attempt = 4")
store.commit()'; }
points=$(sql 'SELECT * FROM points WHERE attempt = 4')
forget
run 0 results verify --db r.db
says out '^attempt 4: accepted: recovered from its recording: finished, score [0-9.]+$'
is 'the recovered attempt' "$before" "$kept"
is 'its points' "$points" 'SELECT * FROM points WHERE attempt = 4'
is 'its proof' '1' 'SELECT proof FROM attempts WHERE id = 4'
# the same with a recording that lacks the frame of its end
cp r.db-attempts/4/recording.hlr whole.hlr
python3 -c 'import sys
data = open("whole.hlr", "rb").read()
open("r.db-attempts/4/recording.hlr", "wb").write(data[:data.rindex(b"END.")])'
forget
run 0 results verify --db r.db
says out '^attempt 4: accepted: recovered from its recording: finished, score [0-9.]+$'
is 'the attempt of a cut recording' "$(echo "$before" | cut -d'|' -f1-8)" "${kept/, recording_hash/}"
run 0 results verify --all 4 --db r.db
cp whole.hlr r.db-attempts/4/recording.hlr
forget
run 0 results verify --db r.db

# ---- practice ----

seat 0 short.yaml Ann
is 'attempts beyond those that count' $'4|0\n5|1' 'SELECT id, practice FROM attempts WHERE id > 3 ORDER BY id'

# ---- a doctored recording ----

recording=r.db-attempts/1/recording.hlr
run 0 results verify 1 --db r.db # as it is
python3 - "$recording" <<'END'
import sys
data = bytearray(open(sys.argv[1], "rb").read())
data[len(data) // 2] ^= 1
open(sys.argv[1], "wb").write(data)
END
run 1 results verify 1 --db r.db
is 'a doctored recording' '2' 'SELECT proof FROM attempts WHERE id = 1'
run 0 results show 1 --db r.db
says out 'refused'

# ---- a verification that is interrupted tells nothing new ----

write minute '1 min'
seat 0 minute.yaml Dan
last='SELECT proof FROM attempts ORDER BY id DESC LIMIT 1'
is 'a minute' '1' "$last"
"$program" results verify 6 --db r.db >interrupted 2>&1 </dev/null &
verifying=$!
for _ in $(seq 200); do # until it handles SIGTERM, bit 14 of the signals that it catches
    grep -q '^SigCgt:.*[4567cdef]...$' "/proc/$verifying/status" && break
    sleep 0.05
done
kill "$verifying" # background jobs ignore SIGINT
wait "$verifying"
grep -q '^attempt 6: pending: interrupted$' interrupted || fail "not interrupted: $(cat interrupted)"
is 'an interrupted look' '1' "$last"

# ---- what is refused ----

count=$(sql 'SELECT count(*) FROM attempts')
seat 2 "$assets/scenarios/flat.yaml" Ann
says err 'no tasks and no score'
seat 2 short.yaml Ann --set throttle=0.3
says err '--set of a control or a parameter is not allowed with --trainee'
seat 2 short.yaml Ann --out elsewhere
says err '--out'
[ ! -e elsewhere ] || fail '--out with --trainee made a folder'
seat 2 short.yaml ' '
run 2 run short.yaml --headless --speed max --db r.db
says err '--db needs --trainee'
is 'nothing was begun' "$count" 'SELECT count(*) FROM attempts'

[ "$failures" -eq 0 ] || { echo "$failures failures"; exit 1; }
echo 'all checks hold'
