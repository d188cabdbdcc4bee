#!/bin/bash
# load_exercises.sh HEADLAND ASSETS EXERCISE PART: one of the exercises with loads (logs, pallets, bales); parts as in exercises.sh.
set -uo pipefail
. "$(dirname "$0")/exercise.sh"

# late EXERCISE LIMIT: the exercise with its time limit shortened to 8 s fails by it, without any control moved
late() {
    sed -e "s#\.\./#$assets/#" -e "s/above: $2}/above: 8 s}/" "$assets/exercises/$1.yaml" >"$1-late.yaml"
    run 0 run "$1-late.yaml" --headless --speed max --out late --operator "$here/operators/stand-still.yaml"
    holds late "e['result'] == 'failed' and 'Too late' in e['reason'] and 8 < e['ended'] < 8.1 and s['total'] == 0"
}

log_gate_short() { fails 14-log-gate log-gate-left 'left behind'; }
log_gate_expert() {
    run 0 check --strict "$assets/exercises/14-log-gate.yaml"
    finishes 14-log-gate 90 back,pick,gate,'set down',leave
    holds 14-log-gate "c['touches']['value'] == 0 and c['across']['value'] < 0.5 and e['ended'] < 90"
}
log_gate_failures() {
    log_gate_short
    fails 14-log-gate log-gate-off-road 'left the skid road'
    fails 14-log-gate log-gate-touches 'touched three times'
    holds log-gate-touches "s['extra'] == -30"
    fails_after 14-log-gate log-gate-dropped 'was dropped'
    late 14-log-gate '4 min'
}

one_part
