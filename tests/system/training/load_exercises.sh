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
    holds 14-log-gate "c['touches']['value'] == 0 and c['across']['value'] < 0.5 and e['ended'] < 95"
}
log_gate_failures() {
    log_gate_short
    fails 14-log-gate log-gate-off-road 'left the skid road'
    fails 14-log-gate log-gate-touches 'touched three times'
    holds log-gate-touches "s['extra'] == -30"
    fails_after 14-log-gate log-gate-dropped 'was dropped'
    late 14-log-gate '4 min'
}

pallets_short() { fails 12-pallets reverse-off-yard 'left the yard'; }
pallets_expert() {
    run 0 check --strict "$assets/exercises/12-pallets.yaml"
    finishes 12-pallets 95 fork,first,second,leave
    holds 12-pallets "c['hits']['value'] == 0 and c['across first']['value'] < 10 and c['across second']['value'] < 10"
    holds 12-pallets "{t['name']: t['count'] for t in e['tasks']}['low'] == 0 and e['ended'] < 115"
}
pallets_failures() {
    pallets_short
    fails_after 12-pallets pallets-fallen 'fell or tilted'
    fails 12-pallets pallets-pushed 'pushed by 30 cm'
    holds pallets-pushed "s['extra'] == -10"
    late 12-pallets '5 min'
}

bales_short() { fails 13-bales reverse-off-yard 'left the yard'; }
bales_expert() {
    run 0 check --strict "$assets/exercises/13-bales.yaml"
    finishes 13-bales 95 grab,first,second,leave
    holds 13-bales "c['along first']['value'] < 10 and c['along second']['value'] < 10 and e['ended'] < 120"
}
bales_failures() {
    bales_short
    fails_after 13-bales bales-dropped 'dropped or tilted'
    fails 13-bales bales-pushed 'pushed by half a metre'
    late 13-bales '5 min'
}

one_part
