#!/bin/sh
# Variants of machines as their users meet them.  usage: variants.sh PROGRAM ASSETS
set -u

program=$1
assets=$2
sled=$(cd "$(dirname "$0")" && pwd)/variants.yaml
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

. "$(dirname "$0")/expect.sh"
cd "$work" || exit 1

# ---- what there is ----

run 0 signals "$sled"
says out '^variants, chosen with --set machine.VARIANT=CHOICE$'
says out '^arm: \[short\] long  how far it reaches$'
says out '^load: \[none\] sacks$'
run 0 signals --set machine.arm=long "$sled"
says out '^arm: short \[long\]  how far it reaches$'
run 0 signals --json --set machine.arm=long "$sled"
says out '"chosen":[[:space:]]*"long"'
says out '"meaning":[[:space:]]*"two metres"'
run 0 signals "$assets/machines/forklift.yaml"
! grep -q '^variants' out || fail 'variants of a machine that has none'

# ---- driving and replay ----

max='--headless --speed max --seconds 1'
run 0 run $max --out plain "$sled"
run 0 run $max --out chosen --set machine.arm=long --set horn=0.5 --set machine.load=none --set machine.load=sacks "$sled"
grep -q '"control.horn":[[:space:]]*0.5' chosen/report.json || fail 'the control beside the variants is not set'
run 0 replay --info chosen/recording.hlr
says out '^chosen +arm=long, load=sacks$'
run 0 replay --info plain/recording.hlr
says out '^chosen +arm=short, load=none$'
for drive in plain chosen; do
    run 0 replay --verify $drive/recording.hlr
    says out '^verified 1000 ticks$'
    run 0 replay --csv --out again.csv $drive/recording.hlr
    cmp -s $drive/telemetry.csv again.csv || fail "replay --csv of $drive differs from its telemetry.csv"
done
! cmp -s plain/telemetry.csv chosen/telemetry.csv || fail 'the variants change nothing'

# The same first choices, asked for, are the same machine.
run 0 run $max --out first --set machine.arm=short "$sled"
[ "$(grep state_hash plain/report.json)" = "$(grep state_hash first/report.json)" ] || fail 'asked for, the first choice differs'

# In a scenario; the recording does not need the files any more.
printf '%s\n' 'headland: scenario' 'version: 1' 'name: yard' 'machine: sled.yaml' 'seconds: 1 s' \
    'ground: {kind: plane, surface: asphalt}' >yard.yaml
cp "$sled" sled.yaml
run 0 run $max --out yard --set machine.load=sacks yard.yaml
rm sled.yaml yard.yaml
run 0 replay --verify yard/recording.hlr
says out '^verified 1000 ticks$'

# ---- parameters ----

run 0 run $max --out heavy --set machine.load=sacks --set 'machine.bodies.frame.mass=900 kg' --set control.horn=0.5 "$sled"
run 0 replay --info heavy/recording.hlr
says out '^chosen +arm=short, load=sacks, bodies.frame.mass=900 kg$'
run 0 replay --verify heavy/recording.hlr
says out '^verified 1000 ticks$'
grep -q '"machine.bodies.frame.mass=900 kg"' heavy/report.json || fail 'the report does not tell what was set'
grep -q '"control.horn":[[:space:]]*0.5' heavy/report.json || fail 'the signal of a control is not set'
run 0 run $max --out light --set machine.load=sacks "$sled"
! cmp -s heavy/telemetry.csv light/telemetry.csv || fail 'the parameter changes nothing'
run 2 run $max --out refused --set machine.bodies.fram.mass=900 "$sled"
says err "variants.yaml:[0-9]+:[0-9]+: there is no 'fram' here, .*did you mean 'frame'"
run 2 run --headless --speed max --trainee Anna --db t.db --set machine.bodies.frame.mass=5000 "$assets/exercises/1-slalom.yaml"
says err 'a parameter is not allowed with --trainee'

# ---- displays ----

printf '%s\n' 'headland: hud' 'version: 1' 'name: one' "machine: $sled" 'canvas: [200, 100]' \
    'gauges:' '  - {id: n, kind: number, at: [0, 0], size: [200, 100], signal: tip.height, unit: m}' >one.yaml
run 0 check one.yaml
run 0 hud render --out one.svg --set machine.arm=long one.yaml
run 2 hud render --out bad.svg --set machine.arm=lon one.yaml
says err "variants.yaml:7:5: .*'lon'; did you mean 'long'"
[ ! -e bad.svg ] || fail 'a picture of a machine that there is not'

# ---- mistakes ----

refused() {
    pattern=$1
    shift
    run 2 run --headless --speed max --seconds 1 --out refused "$@"
    says err "$pattern"
    [ ! -s out ] || fail "unexpected text on stdout: $(head -1 out)"
    [ ! -e refused ] || fail "headland run $*: something was written"
}
refused "variants.yaml:7:5: the variant 'arm' has no choice 'lang'; did you mean 'long'\? expected: short, long" --set machine.arm=lang "$sled"
refused "variants.yaml:7:3: the machine has no variant 'aim'; did you mean 'arm'\? expected: arm, load" --set machine.aim=long "$sled"
refused "forklift.yaml:[0-9]+:1: the machine has no variants: remove the choice 'arm'" --set machine.arm=long "$assets/machines/forklift.yaml"
refused "unknown control 'arm'; did you mean 'machine.arm=long'\?" --set arm=long "$sled"
for text in machine.arm machine.arm= machine.=long machine.; do
    refused "'$text' is not understood: give machine.VARIANT=CHOICE" --set "$text" "$sled"
done
run 2 signals --set horn=1 "$sled"
says err "'horn=1' is not understood: give machine.VARIANT=CHOICE"

# ---- check tries every choice ----

run 0 check "$sled"
says out 'variants.yaml: ok \(sled: '
sed 's/centre: \[2, 0, 0\]/centre: [2, 0]/; s/mass: 800 kg/mas: 800 kg/' "$sled" >bad.yaml
run 2 check bad.yaml
silent out
says err "^bad.yaml:14:53: 'centre' has 2 entries; 3 are expected \[machine.arm=long\]$"
says err "^bad.yaml:20:34: unknown key 'mas' .* \[machine.load=sacks\]$"
[ "$(wc -l <err)" -eq 2 ] || fail "$(wc -l <err) complaints, expected 2"
run 0 run $max --out good bad.yaml # nobody chose what is wrong
sed 's/stiffness: 200 kN/stiffnes: 200 kN/' bad.yaml >worse.yaml
run 2 check worse.yaml
says err "worse.yaml:29:11: unknown key 'stiffnes'"
[ "$(grep -c stiffnes: err)" -eq 0 ] && [ "$(grep -c "'stiffnes'" err)" -eq 1 ] || fail 'a complaint is not told once'
says err "'centre' has 2 entries"
says err "unknown key 'mas' "
sed 's/centre: \[2, 0, 0\]/centre: [200, 0, 0]/' "$sled" >tipping.yaml
run 2 check tipping.yaml
says err 'does not come to rest.* \[machine.arm=long\]$'

[ "$failures" -eq 0 ] || { echo "$failures failures"; exit 1; }
echo 'all checks hold'
