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

one_part
