#!/bin/bash
# variants.sh HEADLAND ASSETS PACE: chosen parts of the excavator, a grid of them, and a wall that the bucket is swung into.
set -uo pipefail
. "$(dirname "$0")/excavator.sh"
if whole; then seconds=12 least=200; else seconds=1 least=0; fi # a bucketful is dug by then [s], [kg]

# ---- another bucket and another cylinder ----

drive 0 chosen --set machine.bucket=large --set machine.dipper_cylinder=small --seconds $seconds
sound chosen
report chosen "r['machine']['variants'] == {'bucket': 'large', 'dipper_cylinder': 'small', 'hook': 'none'}"
report chosen "s['bucket.mass'] + s['zone.hopper.mass'] >= $least"
run 0 replay --info chosen/recording.hlr
says out '^chosen +bucket=large, dipper_cylinder=small, hook=none$'
run 0 replay --verify chosen/recording.hlr
says out "^verified ${seconds}000 ticks$"
drive 2 wrong --set machine.bucket=lagre
says err "excavator.yaml:[0-9]+:[0-9]+: .*no choice 'lagre'.* did you mean 'large'\?"
drive 2 wrong --set machine.bukcet=large
says err "excavator.yaml:[0-9]+:[0-9]+: .*no variant 'bukcet'.* did you mean 'bucket'\?"
[ ! -e wrong ] || fail 'a refused drive has written something'

# who asks for a variant and names no scenario gets the machine that comes in several
HEADLAND_ASSETS=$assets run 0 run --set machine.bucket=large --headless --speed max --seconds 0.01
says out '^machine +excavator$'

# a cylinder that is too long for its pins
mkdir -p own/machines own/models
sed 's/length: 2.000 m}/length: 3.900 m}/' "$assets/machines/excavator.yaml" >own/machines/long.yaml
cmp -s "$assets/machines/excavator.yaml" own/machines/long.yaml && fail 'the small dipper cylinder is not where it was'
for model in "$assets"/models/excavator*.glb; do ln -s "$model" own/models/; done
run 2 check own/machines/long.yaml
says err "long.yaml:[0-9]+:[0-9]+: cylinder 'dipper': its pins are .* correct .*\[machine.dipper_cylinder=small\]"

# ---- a grid ----

grid=("$hopper" --operator "$loader" --vary machine.bucket=small,large --vary machine.dipper_cylinder=medium --out grid)
if whole; then grid+=(--seconds 3); else grid+=(--seconds 0.3); fi
run 0 sweep "${grid[@]}"
says out '^bucket=small,dipper_cylinder=medium +finished +missed '
says out '^bucket=large,dipper_cylinder=medium +finished +missed '
kept=$(stat -c '%Y %i' "grid/runs/bucket=large,dipper_cylinder=medium/recording.hlr")
rm "grid/runs/bucket=small,dipper_cylinder=medium/report.json" # as if it had been killed
run 0 sweep "${grid[@]}"
says err '1 of 2 runs are done already'
[ "$(stat -c '%Y %i' "grid/runs/bucket=large,dipper_cylinder=medium/recording.hlr")" = "$kept" ] ||
    fail 'the finished run was made again'
run 0 replay --verify "grid/runs/bucket=small,dipper_cylinder=medium/recording.hlr"

# ---- a wall ----

# Stretched a little, the bucket hangs lower than the hopper is high and further from the axis than its near side.
cat >swing.yaml <<'END'
headland: operator
version: 1
name: swing
seconds: 5 s
actions:
  - {control: throttle, to: 1}
  - {name: reach, control: dipper, to: 1, until_when: {signal: dipper.angle, above: -105 deg}, release: true}
  - {control: swing, to: 1, after: reach}
END
drive 0 blow --operator "$work/swing.yaml"
sound blow
says err 'a body has hit an object: .*, hopper'
says out '^hits +[1-9][0-9]*, [0-9.e+]+ N s'
report blow "r['hits']['count'] == s['hits.count'] >= 1 and len(r['hits']['list']) >= 1"
report blow "all(h['object'].startswith(('hopper', 'post')) and h['impulse'] > 0 and h['peak'] > 0 for h in r['hits']['list'])"
run 0 replay --verify blow/recording.hlr

done_with
