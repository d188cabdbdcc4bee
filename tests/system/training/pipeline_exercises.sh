#!/bin/bash
# pipeline_exercises.sh HEADLAND ASSETS EXERCISE PART: exercises of the wheeled excavator at a trench; parts as in exercises.sh.
set -uo pipefail
. "$(dirname "$0")/exercise.sh"

pipe_short() { fails 9-pipe pipe-hits 'hit pipes twice'; }
pipe_expert() {
    run 0 check "$assets/exercises/9-pipe.yaml"
    finishes 9-pipe 85 brake,take,lift,over,lower,release
    holds 9-pipe "c['gap']['value'] < 10 and c['slope']['value'] < 1 and e['ended'] < 60"
    holds 9-pipe "r['hits']['count'] == 0 and r['mass_ledger']['closed']"
}
pipe_failures() {
    pipe_short
    fails 9-pipe pipe-dropped 'pipe was dropped'
    fails_late 9-pipe 'above: 3 min' 'three minutes'
}

# Recordings of the two exercises that dig are not replayed: they cost half a minute, and 5-trench replays the same kinds of state.
cable_short() { fails 10-cable cable-kerb 'kerb was hit'; }
cable_expert() {
    run 0 check "$assets/exercises/10-cable.yaml"
    attempt 10-cable 10-cable
    holds 10-cable "e['result'] == 'finished' and s['passed'] and s['total'] >= 85 and s['extra'] == 0 and e['ended'] < 200"
    holds 10-cable "c['within']['value'] >= 75 and c['depth']['value'] < 0.03 and c['kerb side']['value'] < 100"
    holds 10-cable "r['hits']['count'] == 0 and r['mass_ledger']['closed']"
}
cable_failures() {
    cable_short
    fails 10-cable cable-struck 'cable was struck'
    holds cable-struck "any('only 0.15 m from cable' in event['text'] for event in r['events'])"
    fails 10-cable cable-deep 'too deep'
    fails 10-cable cable-wide 'too wide'
    fails_after 10-cable cable-kerb-soil 'beside the kerb'
    fails_late 10-cable 'above: 5 min' 'five minutes'
}

backfill_short() { fails 11-backfill backfill-marker 'marker was hit'; }
backfill_expert() {
    run 0 check "$assets/exercises/11-backfill.yaml"
    attempt 11-backfill 11-backfill
    holds 11-backfill "e['result'] == 'finished' and s['passed'] and s['total'] >= 80 and s['extra'] == 0 and e['ended'] < 115"
    holds 11-backfill "c['level']['value'] >= 65 and c['even']['value'] < 7 and c['ground']['value'] < 0.04 and c['left']['value'] < 30"
    holds 11-backfill "r['hits']['count'] == 0 and r['mass_ledger']['closed']"
}
backfill_failures() {
    backfill_short
    fails 11-backfill backfill-dug 'dug from the ground'
    fails 11-backfill backfill-edge 'edges of the trench'
    fails_after 11-backfill backfill-left 'at the left'
    fails_late 11-backfill 'above: 4 min' 'four minutes'
}

one_part
