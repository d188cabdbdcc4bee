# What tests of exercises share; sourced with their arguments HEADLAND ASSETS EXERCISE PART.
program=$1
assets=$2
exercise=$3
part=$4
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
. "$here/../cli/expect.sh"

# attempt EXERCISE NAME ARGUMENTS...: drive it by the scenario's expert or what --operator names, as fast as it goes, into
# the folder NAME
attempt() {
    local exercise=$1 name=$2
    shift 2
    run 0 run "$assets/exercises/$exercise.yaml" --headless --speed max --rt-report --out "$name" "$@"
}

# holds NAME PYTHON-EXPRESSION: of its report `r`, exercise `e`, score `s`, components `c` by their names
holds() {
    python3 - "$1" "$2" <<'END' && return
import json, re, sys
r = json.load(open(sys.argv[1] + "/report.json"))
e, s = r["exercise"], r["score"]
c = {component["name"]: component for component in s["components"]}
if not eval(sys.argv[2]):
    print({key: e[key] for key in ("result", "ended", "reason")}, "total", s["total"], "extra", s["extra"])
    print({name: (round(x["value"], 3) if x["value"] is not None else None, round(x["points"], 2)) for name, x in c.items()})
    sys.exit(1)
END
    fail "$1: $2"
}

# finishes EXERCISE POINTS: its expert does, within the pass mark, and with so many points at least; no count of a tick
# exceeds its limit (docs/real-time.md); its recording recomputes to the same
finishes() {
    attempt "$1" "$1"
    holds "$1" "e['result'] == 'finished' and all(t['state'] == 'done' for t in e['tasks'] if t['name'] in '$3'.split(','))"
    holds "$1" "s['passed'] and s['total'] >= $2 and s['extra'] == 0"
    holds "$1" "abs(sum(x['points'] for x in c.values()) - s['total']) < 1e-6 and abs(sum(x['most'] for x in c.values()) - 100) < 1e-6"
    holds "$1" "all(n['max'] <= n['limit'] for n in r['deadlines']['budget']['counts'].values())"
    run 0 replay --verify "$1/recording.hlr"
}

# fails EXERCISE SCRIPT REASON: driven by operators/SCRIPT.yaml it fails in just this way, without points
fails() {
    attempt "$1" "$2" --operator "$here/operators/$2.yaml"
    holds "$2" "e['result'] == 'failed' and re.search('$3', e['reason']) and s['total'] == 0 and not s['passed']"
}

# fails_after EXERCISE SCRIPT REASON: its expert drives, with the actions of operators/SCRIPT.yaml appended: they have precedence
fails_after() {
    local expert
    expert=$(sed -n 's/^operator: //p' "$assets/exercises/$1.yaml")
    cat "$assets/exercises/$expert" "$here/operators/$2.yaml" >"$2.yaml"
    attempt "$1" "$2" --operator "$2.yaml"
    holds "$2" "e['result'] == 'failed' and re.search('$3', e['reason']) and s['total'] == 0 and not s['passed']"
}

# fails_late EXERCISE CLOCK REASON: a machine that stands still runs out of time; the test CLOCK of the file becomes 'above: 3 s'
fails_late() {
    sed "s|\.\./|$assets/|g; s/$2/above: 3 s/" "$assets/exercises/$1.yaml" >late.yaml
    run 0 run late.yaml --headless --speed max --out late --operator "$here/operators/stand-still.yaml"
    holds late "e['result'] == 'failed' and re.search('$3', e['reason']) and 3 <= e['ended'] < 3.1 and s['total'] == 0"
}

# the function EXERCISE_PART of the test, and what came of it
one_part() {
    declare -F "${exercise}_$part" >/dev/null || fail "no exercise $exercise with a part $part"
    "${exercise}_$part"
    [ "$failures" -eq 0 ] || { echo "$failures failures"; exit 1; }
    echo 'all checks hold'
}
