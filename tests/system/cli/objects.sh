#!/bin/bash
# objects.sh HEADLAND ASSETS: free objects of a scenario, as their authors and drivers meet them.
. "$(dirname "$0")/begin.sh"

# site NAME OBJECTS MORE
site() {
    printf '%s\n' 'headland: scenario' 'version: 1' "name: $1" "machine: $assets/machines/tractor.yaml" \
        "operator: $assets/operators/drive-straight.yaml" 'ground: {kind: plane, surface: asphalt}' \
        "objects: [$2]" "$3" >"$1.yaml"
}

# holds NAME PYTHON-EXPRESSION: holds for its report.json, as `r`
holds() {
    python3 -c "import json, sys; r = json.load(open('$1/report.json')); s = r['signals']; sys.exit(not ($2))" ||
        fail "$1/report.json: $2"
}

# ---- object files ----

for type in "$assets"/objects/*.yaml; do
    run 0 check "$type"
    says out 'ok \('
done
printf '%s\n' 'headland: object' 'version: 1' 'name: beam' 'size: [4 m, 0.2 m, 0.2 m]' 'mass: 90 kg' \
    'material: wood' >beam.yaml
run 0 check beam.yaml
says out 'beam: 1 solid, free to move'

# ---- a drive: the bucket strikes a drum and a beam of the user's own type, and brings them to a bay ----

site push "{name: drum, type: barrel, at: [8 m, 0, 0]}, {name: beam, type: beam.yaml, at: [11 m, 0, 0], turn: [0, 0, 90 deg]}" \
    'regions: [{name: bay, at: [18 m, 0, 0], size: [12 m, 8 m, 2 m]}]
tasks: [{name: bring, when: [{inside: bay, object: drum, hold: 0.5 s}, {hit: drum}]}]'
run 0 check push.yaml
run 0 run --headless --speed max --seconds 10 --out push push.yaml
says err 'a body has hit an object: bucket, drum'
says out 'exercise .*finished'
holds push "r['hits']['list'][0]['object'] == 'drum' and r['hits']['list'][0]['peak'] > 1000"
holds push "s['object.drum.hits'] == 1 and s['object.drum.x'] > 12 and s['object.beam.x'] > 11.5"
run 0 replay --verify push/recording.hlr
rm beam.yaml # the recording has it
run 0 replay --verify push/recording.hlr

# ---- the yard of the forklift: at rest it costs nothing; the tour knocks a cone over and rolls over a log ----

run 0 check "$assets/scenarios/forklift-yard.yaml"
run 0 run --headless --speed max --out yard "$assets/scenarios/forklift-yard.yaml"
holds yard "s['objects.awake'] == 0 and s['objects.waiting'] == 0 and s['object.crate.hits'] == 0"
holds yard "any('cone' in h['object'] for h in r['hits']['list'])"
run 0 replay --verify yard/recording.hlr

# ---- refusals: with the place, and what to do ----

site wrong '{name: a, type: palet, at: [8 m, 0, 0]}' ''
run 2 check wrong.yaml
says err "wrong.yaml:7:27: 'type': .*: give the object 'pallet' or another object file"
site wrong '{name: a, size: [1, 1, 1], mass: 5, at: [8 m, 0, 0]}, {name: b, size: [1, 1, 1], mass: 5, at: [8.9 m, 0, 0]}' ''
run 2 check wrong.yaml
says err "objects 'a' and 'b' overlap by 100 mm at the start"
site wrong '{name: a, size: [1, 1, 1], mass: 5, at: [1 m, 0, 0]}' ''
run 2 check wrong.yaml
says err "wrong.yaml:7:11: object 'a' stands where the machine starts"
site wrong '{name: a, size: [0, 1, 1], mass: 5, at: [8 m, 0, 0]}' ''
run 2 check wrong.yaml
says err "'size' is 0; a length above zero"
site wrong '{name: a, mass: 5, at: [8 m, 0, 0]}' ''
run 2 check wrong.yaml
says err "object 'a' has no 'size', which the kind 'box' needs"

site wrong '{name: a, size: [0.1, 0.1, 0.1], mass: 1 g, at: [8 m, 0, 0]}, {name: b, size: [3, 3, 3], mass: 100 t, at: [12 m, 0, 0]}' ''
run 0 check wrong.yaml
says err "warning: object 'a' has a mass of 0.001 kg, 'b' one of 1e\+05 kg"

exit $((failures > 0))
