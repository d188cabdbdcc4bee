#!/bin/bash
# incidents.sh HEADLAND ASSETS: what goes wrong on a site, as events, in the report, in an exercise and its debriefing.
. "$(dirname "$0")/begin.sh"

drive() { # drive NAME SECONDS: headless, what it prints into `answer`
    "$program" run --headless --speed max --seconds "$2" --out "$1" "$1.yaml" >answer 2>&1 ||
        fail "$1 does not drive: $(cat answer)"
}

# ---- overturned: told in every drive, once; an exercise fails ----

# An excavator on a bank of 52 deg, which it rolls down.
bank() { # bank NAME MORE
    {
        printf '%s\n' 'headland: scenario' 'version: 1' "name: $1" "machine: $assets/machines/excavator.yaml" \
            "operator: $assets/operators/excavator-swing.yaml" 'start: {at: [0, 4 m], settled: false}'
        printf 'ground: {kind: grid, surface: firm earth, origin: [-40 m, -40 m], spacing: 8 m, heights: ['
        printf '[%s], ' '0, 0, 0' '0, 0, 0' '0, 0, 0' '0, 0, 0' '0, 0, 0' '0, 0, 0'
        printf '[%s], ' '10.4, 10.4, 10.4'
        printf '[10.4, 10.4, 10.4]]}\n%s\n' "$2"
    } >"$1.yaml"
}

bank free ''
drive free 3
[ "$(grep -c 'the machine has overturned, tilted by .* deg; at x .* m, y .* m, z .* m, .* m/s' answer)" -eq 1 ] ||
    fail "a free drive does not tell once that the machine has overturned: $(cat answer)"
python3 - <<'END' || fail "the report does not tell of the machine that has overturned"
import json
report = json.load(open("free/report.json"))
assert sum("overturned" in event["text"] for event in report["events"]) == 1
assert not any(name.startswith("incidents") for name in report["signals"])
END
"$program" replay --verify free/recording.hlr >/dev/null || fail "the replay of the machine that overturns differs"

bank exercise 'tasks: [{name: stay, when: [{signal: time, above: 1 min}]}]'
drive exercise 20
grep -q '^exercise .*failed: the machine has overturned' answer ||
    fail "the exercise does not fail when its machine overturns: $(cat answer)"

# ---- a person who is hit: points, the end, the debriefing ----

cat >person.yaml <<END
headland: scenario
version: 1
name: person
machine: $assets/machines/tractor.yaml
operator: $assets/operators/drive-straight.yaml
seconds: 16 s
ground: {kind: plane, surface: firm gravel}
persons:
  - {name: Kim, at: [10 m, 0], danger: 3 m}
  - {name: walker, path: [[0, 8 m], [6 m, 8 m]], speed: 1.5 m/s}
endings:
  - {kind: danger, of: Kim, penalty: 5, message: Kim stands before the machine}
tasks: [{name: stay, when: [{signal: time, above: 1 min}]}]
END
"$program" run --headless --speed max --trainee Ann person.yaml >answer 2>&1
grep -q 'Kim is in the danger zone, 3.0 m away' answer || fail "no danger zone: $(cat answer)"
grep -q 'Kim has been hit; at x 10.0 m, y 0.0 m, z .* m, .* m/s' answer || fail "no person hit: $(cat answer)"
grep -q '^exercise .*failed: Kim has been hit' answer || fail "the exercise does not fail: $(cat answer)"
grep -q -- '-5 Kim stands before the machine' answer || fail "no penalty: $(cat answer)"
"$program" results debrief 1 --out page.html >answer 2>&1 || fail "no debriefing: $(cat answer)"
for text in 'Person hit at' 'Kim has been hit; at x 10.0 m' 'Person in danger at' 'Stop at once when a person comes near' \
    'Failed after'; do
    grep -qF "$text" page.html || fail "the debriefing lacks '$text'"
done
"$program" results verify >answer 2>&1 || fail "the attempt is not accepted: $(cat answer)"

# ---- mistakes ----

refuse() { # refuse WORDS SED: what is wrong, in person.yaml changed by sed
    sed "$2" person.yaml >wrong.yaml
    "$program" check wrong.yaml >answer 2>&1 && fail "accepted: $2"
    grep -qF "$1" answer || fail "$2: no '$1' in: $(cat answer)"
}
refuse "wrong.yaml:9:5: the person has no position: give 'at', or a 'path' to walk" 's/, at: .10 m, 0.//'
refuse "wrong.yaml:12:24: unknown person 'Tim' under 'of'; the name of one in this file is expected; did you mean 'Kim'?" 's/of: Kim/of: Tim/'
refuse "unknown value 'gone' in 'kind'" 's/kind: danger/kind: gone/'
refuse "the scenario has no 'utilities', so this ending never applies: add them, or remove the row" \
    's/kind: danger, of: Kim/kind: near/'
"$program" run --headless --seconds 0.1 --show pipes --frames every=1 --out x person.yaml >answer 2>&1 &&
    fail "--show pipes is accepted"
grep -qF -- "--show 'pipes' is not known; expected utilities" answer || fail "--show pipes: $(cat answer)"
"$program" run --headless --seconds 0.1 --show utilities person.yaml >answer 2>&1 && fail "--show without pictures"
grep -qF -- "--show needs a window or --frames" answer || fail "--show without pictures: $(cat answer)"
[ "$failures" -eq 0 ] || { echo "$failures failures"; exit 1; }
echo 'all checks hold'
