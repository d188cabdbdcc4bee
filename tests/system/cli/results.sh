#!/bin/sh
# results.sh HEADLAND ASSETS: the results of exercises, as their users meet them: import, lists, proofs, exports,
# names, what is refused.
set -u

program=$1
assets=$2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
. "$(dirname "$0")/expect.sh"
cd "$work" || exit 1
flat=$work/flat.yaml
XDG_DATA_HOME=$work/data
export XDG_DATA_HOME

# sql TEXT: in the store, past the program.
sql() {
    python3 -c 'import sqlite3, sys
with sqlite3.connect("r.db") as db: db.executescript(sys.argv[1])' "$1" || fail "sql: $1"
}

# holds EXPRESSION: of Python, about `o`, the JSON that the last run printed.
holds() {
    python3 -c 'import json, sys
o = json.load(open(sys.argv[1] + "/out"))
assert eval(sys.argv[2]), o' "$work" "$1" 2>"$work/trouble" || fail "not so: $1: $(tail -1 "$work/trouble")"
}

# ---- a store that is not there ----

run 0 results trainees
run 0 results attempts --json
holds 'o == {"attempts": []}'
for list in trainees attempts leaderboard 'leaderboard --exercise flat'; do
    # shellcheck disable=SC2086 # words on purpose
    run 0 results $list
    says err 'no results yet in .*/results.db; headland train'
done
run 0 results verify
says out 'no attempts to verify'
run 2 results show 1
says err 'no results yet in .*/results.db; headland train'
run 2 results attempts --db nowhere.db
says err 'nowhere.db: No such file'
[ ! -e nowhere.db ] && [ ! -e data ] || fail 'reading made something'

# ---- drives ----

cat >"$flat" <<SCENARIO
headland: scenario
version: 1
name: flat
description: a task on level asphalt, which nobody does
machine: $assets/machines/tractor.yaml
ground: {kind: plane, surface: asphalt}
tasks:
  - {name: wait, when: [{signal: time, above: 1 s}]}
SCENARIO
cat >short.yaml <<'SCRIPT'
headland: operator
version: 1
name: short
seconds: 0.4 s
actions:
  - {control: parking_brake, to: 0}
  - {control: direction, to: 1, from: 0.1 s}
SCRIPT
run 0 run "$flat" --headless --speed max --operator short.yaml --out one
run 0 run "$flat" --headless --speed max --operator short.yaml --seconds 0.3 --out two
run 0 run "$flat" --headless --speed max --operator short.yaml --set throttle=1 --out throttle
run 0 run "$assets/scenarios/flat.yaml" --headless --speed max --operator short.yaml --out none

run 0 results import one --trainee '  Anna   <b>B.</b> ' --db r.db
says out '^attempt 1: stopped, score 0.0'
run 2 results import one/recording.hlr --trainee Berta --db r.db
says err 'give the folder written by headland run --out, not a file in it: one/recording.hlr$'
run 1 results import two --trainee Berta --reference --db r.db
says err 'the drive was stopped early and cannot be a reference'
for file in recording.hlr telemetry.csv report.json; do
    cmp -s one/$file r.db-attempts/1/$file || fail "$file was not copied"
done
run 2 results import one --trainee Berta --db r.db
says err 'attempt 1 already has this recording'
run 0 results import two --trainee "Robert'); DROP TABLE trainees;--" --db r.db
run 1 results import throttle --trainee Berta --db r.db
says err 'the initial state of the recording differs'
run 1 results import none --trainee Berta --db r.db
says err 'is not of an exercise'
run 2 results import "$assets" --trainee Berta --db r.db
says err 'recording.hlr: .*No such file'
run 2 results import one --db r.db
says err '--trainee NAME is required'
run 2 results import one --trainee ' rEference' --db r.db
says err "the name 'Reference' is reserved"
run 2 results import one --trainee "$(printf 'a\033[2J')" --db r.db
says err 'must not have control characters'

# ---- lists ----

run 0 results trainees --db r.db
says out '^Anna <b>B.</b> +1 '
says out "^Robert'\); DROP TABLE trainees;-- +1 "
run 0 results attempts --db r.db --json
holds '[a["attempt"] for a in o["attempts"]] == [2, 1] and o["attempts"][1]["trainee"] == "Anna <b>B.</b>"'
holds 'o["attempts"][1]["proof"] == "accepted" and abs(o["attempts"][1]["time"] - 0.4) < 1e-9'
run 0 results attempts --db r.db --most 1
says out '^ +2 '
says out ' practice$' # who stops within ten seconds has not tried yet
[ "$(wc -l <"$work/out")" -eq 2 ] || fail '--most 1 lists another number'
run 0 results attempts --db r.db --trainee ' Anna <b>B.</b>' --json
holds '[a["attempt"] for a in o["attempts"]] == [1]'
for list in 'attempts' 'export --csv' 'export --html'; do
    # shellcheck disable=SC2086 # words on purpose
    run 2 results $list --trainee Nobody --db r.db
    says err "no trainee named 'Nobody'; the nearest is"
    # shellcheck disable=SC2086
    run 2 results $list --exercise falt --db r.db
    says err "no attempts at an exercise named 'falt'; the nearest is 'flat'"
done
run 0 results show 1 --db r.db
says out '^proof +accepted'
run 0 results show 1 --db r.db --json
holds 'o["exercise"] == "flat" and o["points"] == [] and len(o["recording_hash"]) == 16'
run 2 results show 77 --db r.db
says err 'no attempt 77'
says err 'headland results attempts lists all attempts'
run 2 results show one --db r.db
says err 'expected the number of an attempt'

# ---- proofs ----

sql 'UPDATE attempts SET proof = 0'
run 0 results verify --db r.db
says out '^attempt 1: accepted$'
says out '^attempt 2: accepted$'
sql 'UPDATE attempts SET hits = 1 WHERE id = 1; UPDATE attempts SET time = time + 1e-12 WHERE id = 2'
run 1 results verify 1 2 --db r.db --json
holds '[v["proof"] for v in o["verified"]] == ["refused", "refused"]'
holds '"hits: 1 is stored" in o["verified"][0]["why"] and "time: " in o["verified"][1]["why"]'
sql 'UPDATE attempts SET hits = 0, practice = 0 WHERE id = 1; UPDATE attempts SET hash = "0" WHERE id = 2'
run 1 results verify 1 --db r.db
says out 'refused: .*it is not stored as practice'
sql 'UPDATE attempts SET practice = 1 WHERE id = 1'
run 0 results verify 1 --db r.db
run 1 results verify 2 --db r.db
says out 'texts of the exercise'
[ ! -e r.db-attempts/1/debrief.html ] || fail 'verify makes debriefings that nobody asked for'
page=r.db-attempts/1/debrief.html
run 0 results debrief 1 --out $page --db r.db
grep -q 'Accepted' $page || fail 'the debriefing does not say that it is accepted'
printf 'x' >>r.db-attempts/1/recording.hlr
run 1 results verify 1 --db r.db
says out 'refused: the recording is not the file'
grep -q 'Refused' $page || fail 'the debriefing does not follow the proof'
rm r.db-attempts/1/recording.hlr
run 1 results verify 1 --db r.db
says out 'pending: .*No such file'

# ---- an exercise, driven as an attempt ----

umlauts=$(printf 'ä%.0s' $(seq 100)) # two bytes each, one more than an event's text has room for
cat >timed.yaml <<SCENARIO
headland: scenario
version: 1
name: timed
texts: {title: In less time}
description: waiting, in less time than there is
machine: $assets/machines/tractor.yaml
ground: {kind: plane, surface: firm gravel}
seconds: 0.1 s
tasks:
  - {name: wait, when: [{signal: time, above: 0.2 s}], begin: [{message: $umlauts}]}
score:
  components:
    - {name: fuel, signal: fuel.used, best: 0, worst: 1 l, weight: 1}
SCENARIO
run 0 run timed.yaml --headless --speed max --trainee Clara --db t.db --seconds 0.3 --json
holds 'o["exercise"]["result"] == "finished" and not o["score"]["passed"]'
holds 'any(len(e["text"]) > 90 and set(e["text"]) == {"ä"} for e in o["events"])'
says err '^attempt +1, accepted .headland results show 1 --db t.db.$'
run 0 results attempts --db t.db --json
holds '[a["result"] for a in o["attempts"]] == ["stopped"] and o["attempts"][0]["score"] == 0'
run 0 results show 1 --db t.db
says out '^result +stopped: the time was up'
says out '^exercise +In less time .timed.$'
run 0 results leaderboard --db t.db
says out '^no ranks yet: .*headland results verify --db t.db'
run 0 results leaderboard --db t.db --json
holds 'o["leaderboards"][0]["ranks"] == []'
for folder in t.db-attempts t.db-attempts/1; do
    [ "$(stat -c %a $folder)" -eq 700 ] || fail "others can read $folder"
done
python3 -c 'import sqlite3
with sqlite3.connect("t.db") as db: db.execute("UPDATE attempts SET variants = ?", ("bucket=small",))'
run 1 results verify 1 --db t.db
says out 'variants of the machine'

python3 -c 'for i in range(62):
    gauges = ", ".join("{gauge: g%d, shown: false}" % (12 * i + k) for k in range(12))
    print("  - {name: t%d, when: [{signal: time, above: 1 s}], do: [%s]}" % (i, gauges))' >tasks
{
    echo 'machines:'
    echo "  - {name: own, machine: $assets/machines/excavator.yaml, role: driven}"
    for i in 1 2 3 4 5 6 7; do
        echo "  - {name: m$i, machine: $assets/machines/excavator.yaml, role: parked, start: {at: [0, ${i}0 m]}}"
    done
} >machines
sed -e '/name: wait/r tasks' -e '/^machine:/{r machines
d}' timed.yaml >many.yaml
run 2 check many.yaml
says err 'many.yaml:1:1: [0-9]+ signals, .* at most 2048'

# ---- leaderboards: exercise of two trainees, as if they had finished it ----

sql 'UPDATE attempts SET result = 1, proof = 1, hash = "0", score = 40 + id, practice = 0'
run 0 results leaderboard --db r.db
says out "^ +1 +Robert'\); DROP.* 42.0 "
says out '^ +2 +Anna .* 41.0 '
sql 'UPDATE attempts SET proof = 0 WHERE id = 2'
run 0 results leaderboard --db r.db --exercise flat --json
holds '[r["trainee"] for r in o["leaderboards"][0]["ranks"]] == ["Anna <b>B.</b>"]'
run 2 results leaderboard --db r.db --exercise falt
says err "no attempts at an exercise named 'falt'; the nearest is 'flat'"
run 0 results leaderboard --db r.db --all --json
holds '[r["score"] for r in o["leaderboards"][0]["ranks"]] == [42, 41]'

# ---- voided attempts ----

run 2 results void 2 --db r.db
says err '--reason TEXT is required'
run 2 results void 77 --reason 'no brakes' --db r.db
says err 'no attempt 77'
run 2 results void 2 --reason ' ' --db r.db
says err 'a reason must not be empty'
run 0 results void 2 --reason 'no  <b>brakes</b>' --by Irma --db r.db
run 2 results void 2 --reason again --db r.db
says err 'attempt 2 is already voided'
run 0 results leaderboard --db r.db --all --json
holds '[r["trainee"] for r in o["leaderboards"][0]["ranks"]] == ["Anna <b>B.</b>"]'
run 0 results attempts --db r.db
says out '^ +2 .* void$'
run 0 results show 2 --db r.db
says out '^void +20.* UTC, Irma: no <b>brakes</b>$'
says out '^score +42.0'
run 0 results export --html --db r.db
says out '<td>void: no &lt;b&gt;brakes&lt;/b&gt;</td>'
run 0 results export --csv --db r.db
says out ',yes,no <b>brakes</b>'
run 0 results void 1 --reason 'of another person' --db r.db
grep -q 'Voided by .*: of another person' $page || fail 'the debriefing does not say that it is void'
run 0 results unvoid 1 --reason 'it was Anna' --db r.db
grep -q 'Voided by' $page && fail 'the debriefing says that it is still void'
run 0 results unvoid 2 --reason 'they were in order' --by Jan --db r.db
run 0 results show 2 --db r.db --json
holds '[(v["void"], v["by"]) for v in o["voidings"]] == [(True, "Irma"), (False, "Jan")] and not o["void"]'
run 0 results leaderboard --db r.db --all --json
holds '[r["score"] for r in o["leaderboards"][0]["ranks"]] == [42, 41]'

# ---- exports ----

run 0 results export --csv --out table.csv --db r.db
[ "$(wc -l <table.csv)" -eq 3 ] || fail "table.csv: $(wc -l <table.csv) lines"
run 0 results export --html --db r.db
says out '&lt;b&gt;B\.&lt;/b&gt;'
grep -q '<b>B' "$work/out" && fail 'a name is markup'
run 2 results export --db r.db
says err 'give either --csv or --html'
run 0 results debrief 2 --out page.html --db r.db
grep -qi '<html' page.html || fail 'the debriefing is no page'
sha256sum r.db r.db-attempts/2/recording.hlr >kept
run 2 results export --csv --out r.db --db r.db
says err 'r.db: --db names the same file'
ln -s r.db r-link.db
run 2 results debrief 2 --out r.db --db r-link.db
run 2 results debrief 2 --out r.db-attempts/2/recording.hlr --db r.db
says err 'recording.hlr belongs to the results store'
rm r-link.db
sha256sum --quiet -c kept || fail 'a table or page was written over the store'
run 3 results export --csv --out /proc/nowhere --db r.db
run 3 results debrief 2 --out /proc/nowhere --db r.db

# ---- people ----

grep -q '&lt;b&gt;B' $page || fail 'the debriefing does not have the name'
run 0 results rename 'Anna <b>B.</b>' Anna --db r.db
grep -q '&lt;b&gt;B' $page && fail 'the debriefing has the old name'
run 2 results rename anna Bea --db r.db
says err "no trainee named 'anna'; the nearest is 'Anna'"
run 2 results rename Anna "Robert'); DROP TABLE trainees;--" --db r.db
says err 'already'
run 2 results delete Anna --db r.db
says err "would delete 'Anna' with 1 attempt and .*--yes"
# a link in the place of an attempt's folder, and what a killed debriefing has left with figures in it
mkdir outside tmp tmp/headland-debrief-left && echo kept >outside/kept && echo figure >tmp/headland-debrief-left/figure-0.svg
mkdir tmp/headland-other-left
mv r.db-attempts/1 taken && ln -s "$PWD/outside" r.db-attempts/1
(export TMPDIR=$PWD/tmp && exec "$program" results delete Anna --yes --db r.db) || fail 'Anna is not deleted'
[ "$(cat outside/kept)" = kept ] || fail 'delete followed a link out of the store'
[ ! -e tmp/headland-debrief-left ] && [ -e tmp/headland-other-left ] || fail 'figures of a killed debriefing are left'
[ ! -L r.db-attempts/1 ] || fail 'the link in the place of a folder is still there'
[ ! -e r.db-attempts/1 ] && [ -e r.db-attempts/2 ] || fail 'files of the wrong attempts are gone'
run 0 results trainees --db r.db --json
holds 'len(o["trainees"]) == 1'
run 2 results delete Anna --yes --db r.db
says err "no trainee named 'Anna'"
sql "INSERT INTO trainees (name, since) VALUES ('Eve', 0)" # nothing but a name
run 2 results delete Eve --db r.db
says err "would delete 'Eve' with 0 attempts"
run 0 results delete Eve --yes --db r.db

# ---- a store that was lost, but for its files ----

mkdir -p gone.db-attempts && cp -r r.db-attempts/2 gone.db-attempts/1
sha256sum gone.db-attempts/1/* >kept
run 0 results import gone.db-attempts/1 --trainee Zoe --db gone.db
says out '^attempt 2: '
sha256sum --quiet -c kept || fail 'an import has overwritten what it took in'
run 0 results verify --all --db gone.db
says out 'attempt 2: accepted'
printf 'garbage' >gone.db-attempts/1/telemetry.csv
rm -r gone.db gone.db-attempts/2
run 0 results import gone.db-attempts/1 --trainee Zoe --db gone.db
says err 'no telemetry, so the debriefing has no plots'

# ---- refusals ----

echo 'a letter, which is no database and much shorter than the head of one, but long enough to be looked at: a hundred bytes' >letter
run 2 results attempts --db letter
says err 'not a results store'
mkdir folder.db
run 3 results attempts --db folder.db
says err 'folder.db: it is a folder: give the path of a file'
if [ -c /dev/full ]; then
    run 1 results export --csv --out /dev/full --db r.db
    says err '/dev/full: No space left'
    [ "$(wc -l <err)" -eq 1 ] || fail 'it is told twice that the table cannot be written'
fi
run 2 results delete Nobody --db r.db
says err "no trainee named 'Nobody'"
sql 'PRAGMA user_version = 99'
run 2 results attempts --db r.db
says err 'version 99'
run 2 results verify --db r.db
run 2 results
run 2 results lederboard
says err "nearest is 'leaderboard'"
run 2 results attempts --trainees Anna
says err "nearest is '--trainee'"
run 0 results --help
says out 'leaderboard'
run 0 results verify --help

[ "$failures" -eq 0 ] || { echo "$failures failures"; exit 1; }
echo 'all checks hold'
