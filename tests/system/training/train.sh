#!/bin/bash
# train.sh HEADLAND ASSETS: `headland train` under Xvfb, from the name to the debriefing and back to the menu; then its
# other ways out: Esc, once more, a failure, the window closed, SIGINT, a display that is gone. What was driven is read off
# the results and the files afterwards.
set -euo pipefail
headland=$1 assets=$2
. "$(dirname "$0")/../window/server.sh"
export XDG_DATA_HOME="$folder/data" HEADLAND_ASSETS="$assets"
start_server

# ---- exercises of the test's own, the first and the last of the menu ----

mkdir "$folder/exercises"
# write NAME LEVEL END: braking is the task; END is what a watch does after four seconds
write() {
    cat >"$folder/exercises/$1.yaml" <<END
headland: scenario
version: 1
name: $1
description: an exercise of five seconds
machine: $assets/machines/tractor.yaml
operator: $folder/brake.yaml
ground: {kind: plane, surface: firm gravel}
level: $2
texts:
  title: The $1 one
  briefing: Press the brake.
tasks:
  - {name: brake, text: Press the brake, when: [{signal: control.brake, above: 0.5}]}
  - {name: hold, text: Hold it, when: [{signal: control.brake, above: 0.5, hold: $3}]}
  - {name: clock, optional: true, after: [], when: [{signal: time, above: 3 s}], do: [{fail: Too long}]}
score:
  components:
    - {name: time, text: time to the end, signal: time, best: 1 s, worst: 5 s, weight: 1}
END
}
write short 1 '1 s'
write long 1 '1 min' # cannot be held so long: it fails
cat >"$folder/brake.yaml" <<'END'
headland: operator
version: 1
name: brake
seconds: 20 s
actions:
  - {control: brake, from: 0.5 s, to: 1}
END
for name in short long; do
    "$headland" check "$folder/exercises/$name.yaml" >"$folder/log" 2>&1 || fail "the exercise $name"
done
# They have no course, so they are below those of the courses.
place_of() { # NAME: its row of the menu, from 0
    "$headland" exercises --exercises "$folder/exercises" --json 2>/dev/null |
        python3 -c 'import json, sys
print([e["name"] for e in json.load(sys.stdin)["exercises"]].index(sys.argv[1]))' "$1"
}

# ---- helpers ----

# train ARGUMENTS...: start it; a job of the background would ignore SIGINT
train() {
    env --default-signal=INT "$headland" train --mute --db "$folder/results.db" --exercises "$folder/exercises" \
        --operator "$folder/brake.yaml" --camera chase --quality low "$@" >"$folder/log" 2>&1 &
    program=$!
}
# titled PATTERN: the window of a page or of the drive is there
titled() {
    find_window "$1"
    sleep 0.3
}
ends_with() { # STATUS WHAT
    exit_status
    [ $status -eq "$1" ] || fail "$2: exit status $status, expected $1"
}
choose() { # NAME of the exercise
    local place
    place=$(place_of "$1")
    for ((i = 0; i < place; i++)); do xdotool key Down; sleep 0.2; done
}
sql() { python3 -c 'import sqlite3, sys
for row in sqlite3.connect("file:%s?mode=ro" % sys.argv[1], uri=True).execute(sys.argv[2]): print(*row, sep="|")' "$folder/results.db" "$1"; }
is() { # WHAT EXPECTED QUERY
    local found
    found=$(sql "$3")
    [ "$found" = "$2" ] || fail "$1: '$found', expected '$2'"
}
# accepted N: so many attempts are proved. The proof is a process of its own: it may take a while.
accepted() { [ "$(sql 'SELECT count(*) FROM attempts WHERE proof = 1')" -ge "$1" ]; }

driven() { [ "$(sql "SELECT result FROM attempts WHERE id = $1")" = 0 ]; }

# ---- from the name to the debriefing ----

train
titled '^headland: training$'
xdotool type --delay 60 'Ann <b>Example'
xdotool key Return; sleep 0.3 # on to the exercises
choose short
xdotool key Return
titled '^headland: briefing: The short one$'
xdotool key Escape # back, and once more
titled '^headland: training$'
xdotool key Return
titled '^headland: briefing: The short one$'
xdotool key Return
titled '^tractor .*rpm'
titled '^headland: debriefing: The short one$'
wait_for 60 accepted 2 || fail "attempt and reference are not accepted: $(sql 'SELECT * FROM attempts')"
is 'trainees' $'Ann <b>Example|0\nReference|1' \
    'SELECT name, reference FROM trainees JOIN attempts ON trainee = trainees.id ORDER BY attempts.id'
is 'attempts' $'short|1|\nshort|1|' "SELECT exercise, result, proof_why FROM attempts ORDER BY id"
is 'the score' '1' 'SELECT count(DISTINCT score) FROM attempts WHERE score > 50 AND score < 100'
files="$folder/results.db-attempts/1"
wait_for 30 test -s "$files/debrief.html" || fail "no debrief.html"
for file in recording.hlr telemetry.csv.zst report.json; do [ -s "$files/$file" ] || fail "no $file"; done
grep -q '<b>Example' "$files/debrief.html" && fail "a name is markup in debrief.html"

# ---- once more, abandoned; another exercise, failed; the menu, its end ----

xdotool key Return # once more
titled '^headland: briefing: The short one$'
xdotool key Return
titled '^tractor .*rpm'
xdotool key Escape # it asks first, and the world stands still meanwhile: it would end after six seconds
wait_for 60 driven 3 || fail "attempt 3 is not driven"
sleep 8
is 'what is asked for' 'short|0' "SELECT exercise, result FROM attempts WHERE id = 3"
for _ in $(seq 30); do # what is pressed between two pictures is one answer
    [ "$(sql 'SELECT result FROM attempts WHERE id = 3')" = 0 ] || break
    xdotool key Escape; sleep 1
done
titled '^headland: debriefing: The short one$'
xdotool key Escape
titled '^headland: training$'
choose_from_first() { xdotool key Home; sleep 0.2; choose "$1"; }
choose_from_first long
xdotool key Return
titled '^headland: briefing: The long one$'
xdotool key Return
titled '^tractor .*rpm'
titled '^headland: debriefing: The long one$'
is 'after a failure' 'long|2|Too long' "SELECT exercise, result, reason FROM attempts WHERE id = 4"
is 'what was abandoned' 'short|3' "SELECT exercise, result FROM attempts WHERE id = 3"
xdotool key Escape
titled '^headland: training$'
xdotool key Escape
ends_with 0 'Esc in the menu'

# ---- other ways out ----

train --trainee 'Ann <b>Example'
titled '^headland: training$'
kill -INT $program
ends_with 0 'SIGINT in the menu'

train --trainee 'Ann <b>Example'
titled '^headland: training$'
choose long
xdotool key Return
titled '^headland: briefing: The long one$'
xdotool key Return
titled '^tractor .*rpm'
kill -INT $program
ends_with 0 'SIGINT in the drive'
is 'nothing goes on' '0' 'SELECT count(*) FROM attempts WHERE result = 0'

train --trainee 'Ann <b>Example'
titled '^headland: training$'
kill $server
ends_with 3 'the display went away from the menu'

start_server
train --trainee 'Ann <b>Example'
titled '^headland: training$'
choose long
xdotool key Return
titled '^headland: briefing: The long one$'
xdotool key Return
titled '^tractor .*rpm'
kill $server
ends_with 3 'the display went away in the drive'
is 'what was driven is kept' '1' "SELECT count(*) FROM attempts WHERE id = 6 AND result > 1"
echo passed
