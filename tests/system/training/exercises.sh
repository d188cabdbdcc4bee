#!/bin/bash
# exercises.sh HEADLAND ASSETS EXERCISE PART: one of the tractor's exercises. PART: `expert` finishes it, `failures` fails it in
# each of its ways, `short` in one, for where steps are many times slower: under the sanitizers.
set -uo pipefail
. "$(dirname "$0")/exercise.sh"

slalom_short() { fails 1-slalom slalom-off-course 'left the course'; }
slalom_expert() {
    run 0 check "$assets/exercises/1-slalom.yaml"
    finishes 1-slalom 80 start,lift,release,forward,park,measure
    # nothing is hit, and all four measures of parking hold
    holds 1-slalom "c['hits']['value'] == 0 and c['parking']['value'] == 4 and e['ended'] < 120"
}
slalom_failures() {
    slalom_short
    # who parks short of the box is told so
    sed 's/below: 60.6 m/below: 62.4 m/' "$assets/operators/exercise-slalom.yaml" >short.yaml
    attempt 1-slalom short --operator short.yaml
    holds short "{t['name']: t['count'] for t in e['tasks']}['short of the box'] == 1 and e['result'] != 'finished'"
    fails 1-slalom slalom-hits 'Three hits'
    holds slalom-hits "s['extra'] == -10 and c['hits']['points'] == 0"
    fails 1-slalom slalom-late 'Too late'
    holds slalom-late "300 < e['ended'] < 300.1"
}

level_ground_short() { fails 2-level-ground level-ground-off-site 'left the site'; }
level_ground_expert() {
    run 0 check "$assets/exercises/2-level-ground.yaml"
    finishes 2-level-ground 75 lower,level,home
    holds 2-level-ground "c['within']['value'] > 90 and c['evenness']['value'] < 3 and e['ended'] < 110" # [%], [cm]
}
level_ground_failures() {
    level_ground_short
    fails 2-level-ground level-ground-deep 'Too deep'
    fails 2-level-ground level-ground-hits 'Three hits'
    fails 2-level-ground level-ground-late 'Too late'
    holds level-ground-late "360 < e['ended'] < 360.1"
}

sand_transfer_short() { fails 3-sand-transfer sand-transfer-off-site 'left the site'; }
sand_transfer_expert() {
    run 0 check "$assets/exercises/3-sand-transfer.yaml"
    finishes 3-sand-transfer 80 enough
    holds 3-sand-transfer "r['zones']['place'] >= 2200 and c['height']['value'] > 90 and c['tilt']['value'] > 90"
    holds 3-sand-transfer "r['mass_ledger']['closed'] and c['fuel']['value'] < 0.6 and e['ended'] < 150"
}
sand_transfer_failures() {
    sand_transfer_short
    fails 3-sand-transfer sand-transfer-rollover 'Breakdown: rollover'
    fails 3-sand-transfer sand-transfer-fuel 'Breakdown: out of fuel'
    # from 1.4 % to 1 % of 230 l
    holds sand-transfer-fuel "abs(c['fuel']['value'] - 0.004 * 230) < 0.001"
    fails 3-sand-transfer sand-transfer-hits 'Three hits'
    fails 3-sand-transfer sand-transfer-late 'Too late'
    holds sand-transfer-late "420 < e['ended'] < 420.1"
}

trailer_short() { fails 7-trailer trailer-off-yard 'left the yard'; }
trailer_expert() {
    run 0 check --strict "$assets/exercises/7-trailer.yaml"
    finishes 7-trailer 85 raise,hitch,ahead,reverse,unhitch,leave
    holds 7-trailer "r['hits']['count'] == 0 and c['across']['value'] < 30 and c['along']['value'] < 20 and c['angle']['value'] < 2"
}
trailer_failures() {
    trailer_short
    fails_after 7-trailer trailer-jackknife 'has jackknifed'
    fails_after 7-trailer trailer-lost 'unhitched outside the bay'
    fails_after 7-trailer trailer-broken 'hitch has broken'
    fails 7-trailer trailer-hits 'hit three times'
    holds trailer-hits "s['extra'] == -20 and c['hits']['points'] == 0"
    fails 7-trailer stand-still 'Too late'
    holds stand-still "360 < e['ended'] < 360.1"
    # a trailer that is parked too early: the message says so
    sed 's/below: -4.55 m/below: -2.5 m/' "$assets/operators/exercise-trailer.yaml" >early.yaml
    attempt 7-trailer early --operator early.yaml
    holds early "e['result'] != 'finished' and {t['name']: t['count'] for t in e['tasks']}['short of the bay'] == 1"
}

one_part
