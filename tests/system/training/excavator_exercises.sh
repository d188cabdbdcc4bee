#!/bin/bash
# excavator_exercises.sh HEADLAND ASSETS EXERCISE PART: one of the excavator's exercises; parts as in exercises.sh.
set -uo pipefail
. "$(dirname "$0")/exercise.sh"

hopper_short() { run 0 check "$assets/exercises/4-hopper.yaml"; }
hopper_expert() {
    hopper_short
    finishes 4-hopper 90 load
    # three bucketfuls of some 700 kg, each by digging, swinging and dumping
    holds 4-hopper "r['zones']['hopper'] >= 2000 and c['hits']['value'] == 0 and e['ended'] < 60"
    holds 4-hopper "{t['name']: t['count'] for t in e['tasks']}['dump'] >= 2"
}
hopper_failures() {
    # whatever the trainee chooses: the paper's users liked the large bucket best
    attempt 4-hopper large --set machine.bucket=large
    holds large "e['result'] == 'finished' and s['passed'] and c['hits']['value'] == 0"
    # a small bucket takes twice as many rounds, and that shows in the points
    attempt 4-hopper small --set machine.bucket=small
    holds small "e['result'] == 'finished' and c['time']['points'] < 0.8 * c['time']['most']"
    fails 4-hopper hopper-hits 'Four hits'
    holds hopper-hits "c['hits']['value'] == 4 and c['hits']['points'] == 0"
    fails 4-hopper hopper-fuel 'fuel is used up'
    holds hopper-fuel "abs(c['fuel']['value'] - 0.8) < 0.001" # [l], to a tick's consumption
    fails 4-hopper hopper-late 'four minutes are over'
    holds hopper-late "240 <= e['ended'] < 240.1"
}

trench_short() { fails 5-trench trench-rollover 'leans too far'; }
trench_expert() {
    run 0 check "$assets/exercises/5-trench.yaml"
    finishes 5-trench 85 dig,trim,'hand over'
    holds 5-trench "c['within']['value'] > 80 and c['depth']['value'] < 0.05 and e['ended'] < 240"
    holds 5-trench "r['mass_ledger']['closed'] and r['hits']['count'] == 0"
}
trench_failures() {
    trench_short
    fails 5-trench trench-marker 'gas marker'
    fails 5-trench trench-deep 'too deep'
    fails 5-trench trench-edge 'lies at the edge'
    attempt 5-trench wide --set machine.bucket=large
    holds wide "e['result'] == 'failed' and 'too wide' in e['reason']"
    fails 5-trench trench-fuel 'fuel is used up'
    holds trench-fuel "abs(c['fuel']['value'] - 1.3) < 0.001"
    fails 5-trench trench-late 'seven minutes are over'
    holds trench-late "420 <= e['ended'] < 420.1"
}

outriggers_short() { fails 8-outriggers outriggers-dragged 'support on the ground'; }
outriggers_expert() {
    run 0 check "$assets/exercises/8-outriggers.yaml"
    finishes 8-outriggers 85 park,lock,support
    holds 8-outriggers "e['ended'] < 60 and r['hits']['count'] == 0"
}
outriggers_failures() {
    outriggers_short
    fails 8-outriggers outriggers-high '10 cm above'
    fails 8-outriggers outriggers-leans '2.5 degrees'
    fails 8-outriggers outriggers-off-road 'left the road'
    fails 8-outriggers outriggers-late 'four minutes'
    holds outriggers-late "240 <= e['ended'] < 240.1"
}

truck_loading_short() { fails 6-truck-loading truck-loading-hit 'truck was hit'; }
truck_loading_expert() {
    run 0 check "$assets/exercises/6-truck-loading.yaml"
    finishes 6-truck-loading 85 load
    # four passes, within 5 % of 6.8 t, with little sand beside the truck
    holds 6-truck-loading "{t['name']: t['count'] for t in e['tasks']}['dump'] == 4 and e['ended'] < 85"
    holds 6-truck-loading "6.46 <= c['light']['value'] <= 7.14 and c['spilled']['value'] < 150"
    holds 6-truck-loading "r['mass_ledger']['closed'] and r['hits']['count'] == 0"
}
truck_loading_failures() {
    truck_loading_short
    holds truck-loading-hit "any('truck has been hit' in event['text'] for event in r['events'])"
    fails 6-truck-loading truck-loading-heavy 'More than 7.14 t'
    fails 6-truck-loading truck-loading-spilled 'beside the truck'
    fails 6-truck-loading truck-loading-late 'four minutes are over'
    holds truck-loading-late "240 <= e['ended'] < 240.1"
    fails 6-truck-loading truck-loading-light 'less than 6.46 t'
}

levers_short() { fails_late 15-levers 'above: 2 min' 'two minutes are over'; }
levers_expert() {
    run 0 check --strict "$assets/exercises/15-levers.yaml"
    finishes 15-levers 95 'raise boom,swing right'
    holds 15-levers "c['moves']['value'] == 8 and e['ended'] < 12"
}
levers_failures() {
    levers_short
    # each lever that moves is counted: two wrong moves before the first task cost points
    sed 's|from: 1 s|from: 3 s|' "$assets/operators/exercise-levers.yaml" >wrong.yaml
    cat >>wrong.yaml <<'END'
  - {name: wrong, control: swing, from: 0.5 s, to: 0.8, for: 0.5 s, release: true}
  - {control: bucket, after: wrong, to: -0.8, for: 0.5 s, release: true}
END
    attempt 15-levers wrong --operator wrong.yaml
    holds wrong "e['result'] == 'finished' and c['moves']['value'] == 10 and abs(c['moves']['points'] - 50) < 1e-6"
}

one_part
