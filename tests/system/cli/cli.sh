#!/bin/sh
# The command line as its users meet it.  usage: cli.sh PROGRAM ASSETS
set -u

program=$1
assets=$2
[ -x "$program" ] || { echo "there is no program $program"; exit 1; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
unset HEADLAND_ASSETS

# ---- checking ----

. "$(dirname "$0")/expect.sh"

# ---- help, version, usage ----

run 0 --help
says out '^usage: headland'
silent err
run 0 --version
says out '^headland [0-9]+\.[0-9]+\.[0-9]+$'
run 2
says err '^usage: headland'
silent out
run 2 simulat
says err "unknown command 'simulat'.*'simulate'"
silent out
run 2 --versoin
says err "unknown option '--versoin'.*'--version'"

for command in run replay signals simulate validate bench equilibrium check soil; do
    run 0 $command --help
    says out "^usage: headland $command"
    silent err
    run 2 $command --hlep
    says err "headland $command: unknown option '--hlep'.*'--help'"
    silent out
done

# ---- options and arguments ----

pendulum=$assets/mechanisms/pendulum.yaml

run 2 simulate
says err 'expected MODEL'
run 2 simulate "$pendulum" "$pendulum"
says err 'unexpected argument'
run 2 simulate "$pendulum" --secnds 1
says err "the nearest is '--seconds'"
run 2 simulate "$pendulum" --seconds
says err '--seconds needs S'
for wrong in -1 0 nan inf ten '10 parsecs' ''; do
    run 2 simulate "$pendulum" --seconds="$wrong"
    says err 'is not understood; expected a duration'
done
for wrong in 0 -3 1.5 x 99999999999999999999; do
    run 2 simulate "$pendulum" --iterations "$wrong"
    says err 'expected a whole number'
done
run 2 simulate "$pendulum" --iterations 1001
says err '--iterations is 1001; a number from 1 to 1000 is expected'
run 2 simulate "$pendulum" --json=yes
says err 'expected no value'
run 2 simulate "$pendulum" --formulation ali4p
says err "unknown formulation 'ali4p'; the nearest is 'ali3p'"
run 2 simulate "$pendulum" --solver dens
says err "unknown solver 'dens'; the nearest is 'dense'"
run 2 simulate "$pendulum" --seconds 1e30 --step 1e-30
says err 'too many steps'
run 2 simulate "$pendulum" --seconds 10 --step 20
says err 'the step of 20 s is longer than the run of 10 s'
run 0 simulate "$pendulum" --seconds '25 ms' --step '10 ms' --json # whole steps
says out '"steps":[[:space:]]*3,'
run 0 simulate "$pendulum" --seconds 0.01 --step '10 ms' --json
says out '"steps":[[:space:]]*1,'
run 2 equilibrium "$pendulum" --newton --drainage
says err 'give either --newton or --drainage'

# ---- simulate ----

csv=$work/pendulum.csv
run 0 simulate "$pendulum" --seconds 0.1 --step '1 ms' --out "$csv"
silent err
[ -e "$csv.tmp" ] && fail "$csv.tmp was left behind"
[ "$(sed -n 1p "$csv")" = 'time,z,dz,P.x,P.y,P.z,kinetic,potential,total' ] || fail "header: $(sed -n 1p "$csv")"
[ "$(sed -n 2p "$csv")" = '# s,rad,rad/s,m,m,m,J,J,J' ] || fail "units: $(sed -n 2p "$csv")"
# header, units, the start, 100 steps
[ "$(wc -l <"$csv")" -eq 103 ] || fail "$(wc -l <"$csv") lines, expected 103"
# From (-1, 0) at rest; g t^2/2 = 0.049 m lower after 0.1 s, less what the bar turns (a few mm at most).
awk -F, '
    NR == 3 && ($1 != 0 || $4 < -1 - 1e-12 || $4 > -1 + 1e-12 || $5 > 1e-12 || $5 < -1e-12) { exit 1 }
    NR > 2 && NF != 9 { exit 1 }
    END { if ($1 < 0.1 - 1e-9 || $1 > 0.1 + 1e-9 || $5 > -0.047 || $5 < -0.051) exit 1 }' "$csv" ||
    fail "pendulum.csv does not show a pendulum: $(sed -n 3p "$csv"); $(tail -1 "$csv")"
# Full double precision: some number carries 16 or 17 digits.
grep -Eq '[0-9]\.[0-9]{15,}' "$csv" || fail 'no number in full precision'

cp "$csv" "$work/first.csv"
run 0 simulate "$pendulum" --seconds '100 ms' --step=1e-3 --out "$csv"
cmp -s "$csv" "$work/first.csv" || fail 'the same run twice gives two files'

run 0 simulate "$pendulum" --seconds 0.1 --every '10 ms' --out "$csv"
[ "$(wc -l <"$csv")" -eq 13 ] || fail "--every: $(wc -l <"$csv") lines, expected 13"

for formulation in ali3p double-step penalty global; do
    run 0 simulate "$pendulum" --seconds 0.1 --formulation $formulation
    says out '^degrees of freedom +1$'
    says out "^formulation +$formulation"
    silent err
done
for solver in auto dense tree sparse; do
    run 0 simulate "$pendulum" --seconds 0.02 --solver $solver
done
run 0 simulate "$pendulum" --seconds 0.02 --numeric-tangent --penalty 1e8 --tolerance 1e-8 --iterations 20
run 0 simulate "$pendulum" --seconds 0.1 --json
says out '"degrees_of_freedom":[[:space:]]*1,'
says out '"result":[[:space:]]*"finished"'
says out '"steps":[[:space:]]*100,'

run 3 simulate "$pendulum" --seconds 0.1 --out "$work/no/such/folder/a.csv"
says err 'a.csv: .*; give a file'

run 3 simulate "$pendulum" --seconds 0.1 --out "$work"
says err 'give a file that can be written'
[ -e "$work.tmp" ] && fail "a folder as output file left $work.tmp"

cp "$pendulum" "$work/own.yaml"
run 2 simulate "$work/own.yaml" --out "$work/./own.yaml"
says err 'own.yaml: MODEL names the same file; give another one'
cmp -s "$pendulum" "$work/own.yaml" || fail 'a mechanism file was overwritten by its own output'

# Links and devices are written through, never renamed over.
ln -s target.csv "$work/link.csv"
run 0 simulate "$pendulum" --seconds 0.01 --out "$work/link.csv"
[ -L "$work/link.csv" ] || fail 'a link was replaced by the output file'
[ "$(wc -l <"$work/target.csv")" -eq 13 ] || fail 'the rows did not arrive behind the link'
run 0 simulate "$pendulum" --seconds 0.01 --out /dev/stdout
says out '^time,z,dz'
[ "$(grep -cv '^[-0-9#t]' "$work/out")" -eq 0 ] || fail '--out /dev/stdout: other text among the rows'

# A standard output that is full.
if [ -c /dev/full ]; then
    for command in "simulate $pendulum --seconds 0.01" "check $pendulum" --help; do
        # shellcheck disable=SC2086 # words on purpose
        "$program" $command >/dev/full 2>"$work/err"
        [ $? -eq 1 ] || fail "headland $command on a full standard output: exit status is not 1"
        says err 'standard output: '
    done
fi

# Interrupted when the first rows are there: they are kept. 1e9 steps take minutes.
"$program" simulate "$pendulum" --seconds 1e6 --out "$work/cut.csv" >"$work/out" 2>"$work/err" </dev/null &
cut=$!
while kill -0 $cut 2>/dev/null && [ "$(head -4 "$work/cut.csv.tmp" 2>/dev/null | wc -l)" -lt 4 ]; do sleep 0.05; done
kill -TERM $cut
wait $cut
[ $? -eq 1 ] || fail 'an interrupted run: exit status is not 1'
says err 'interrupted at [0-9.e+]+ s; the rows computed so far are in .*cut\.csv'
[ "$(head -4 "$work/cut.csv" | wc -l)" -eq 4 ] || fail 'what was computed before the interruption was not kept'
rm -f "$work/cut.csv"

# A disk that is full, as a limit on the size of files: 8 blocks of 512 bytes.
(
    trap '' XFSZ
    ulimit -f 8
    "$program" simulate "$pendulum" --seconds 1 --out "$work/full.csv" >"$work/out" 2>"$work/err"
)
[ $? -eq 1 ] || fail 'a full disk: exit status is not 1'
says err 'full\.csv: .*too large.*the rows written so far are in'

# A run whose Newton does not converge: one iteration is never enough to see that the increments are small.
run 1 simulate "$pendulum" --seconds 0.1 --iterations 1 --tolerance 1e-15 --out "$work/stopped.csv"
says err 'step [0-9]+ from .* s: the iteration did not converge.* at joint pivot; the rows computed so far are in'
says err 'try a smaller --step'
[ -e "$work/stopped.csv" ] || fail 'what was computed before the failure was not kept'
[ "$(sed -n 1p "$work/stopped.csv" | cut -d, -f1)" = time ] || fail 'stopped.csv has no header'

# One that ends with its first step has no times of steps.
run 1 simulate "$assets/mechanisms/double-pendulum.yaml" --seconds 0.1 --iterations 1 --tolerance 1e-15
says out '^steps +0 of '
grep -q nan "$work/out" && fail 'a time of no steps is told'

# Newton settles but a penalty far too soft lets the loops come apart: that is what is told, not a joint.
run 1 simulate "$assets/mechanisms/andrews.yaml" --penalty 1 --seconds 0.05
says err 's: its loops came apart; they and its drivers are violated by'

# At a dead centre penalty stops; elsewhere than at its end, and the message says why and what to do.
for mechanism in slider-crank n-four-bar-40; do
    run 1 simulate "$assets/mechanisms/$mechanism.yaml" --formulation penalty --seconds 1
    says err 'from 0\.[0-9]+ s: its loops lose rank \(a dead centre\), which this formulation cannot pass: take ali3p$'
done

# Steps that leave loops open are an event, in the summary and beside a file of rows.
run 0 simulate "$assets/mechanisms/andrews.yaml" --seconds 0.2 --step '0.1 ms'
says out '^event +loops open by more than 1e-07: [0-9]+ of 2000 steps, first at 0\.1'
run 0 simulate "$assets/mechanisms/andrews.yaml" --seconds 0.2 --step '0.1 ms' --json
says out '"kind":[[:space:]]*"loops-open"'
run 0 simulate "$assets/mechanisms/andrews.yaml" --seconds 0.2 --step '0.1 ms' --out "$csv"
says err '^event +loops open'

# ---- every kind of item and output: values worked out by hand ----

items=$(dirname "$0")/every-item.yaml
run 0 check "$items"
# 15 joint coordinates; the coupler and the driver take one each
says out 'every-item.yaml: ok \(7 bodies, 7 joints, 1 loops, 13 degrees of freedom\)'
run 0 simulate "$items" --seconds 0.1 --out "$csv"

# at ROW NAME VALUE TOLERANCE: ROW is first (time 0) or last
at() {
    awk -F, -v row="$1" -v name="$2" -v value="$3" -v tolerance="$4" '
        NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) column = i }
        NR == 3 && row == "first" { found = $column; exit }
        { found = $column }
        END { d = found - value; exit !(column && d <= tolerance && d >= -tolerance) }' "$csv" ||
        fail "every-item.yaml: $2 in the $1 row is not $3 (to $4)"
}

# exact numbers, or six digits of them: bound half of the last one
at first x 0.2 1e-12
at first dx 0.3 1e-12
at first turn 0.6 1e-12
at first slide -0.7 1e-12
at first tip.x 1.195004 5e-7   # 0.2 + cos 0.1
at first tip.z -0.099833 5e-7  # -sin 0.1
at first dtip.x 0.250083 5e-7  # 0.3 - 0.5 sin 0.1
at first dtip.z -0.497502 5e-7 # -0.5 cos 0.1
at first pole.x 0 1e-12        # (0, 2, 0) + a quarter turn about z of (1, 0, 0)
at first pole.y 3 1e-12
at first tail.y 2 1e-12        # (1, 2, 3) + a quarter turn about x of (0, 1, 0)
at first tail.z 4 1e-12
at first post.x 7 1e-12
at first post.z 9 1e-12
at first spin.y 0 1e-12        # 0.4 rad/s about the body's y axis, which stands upright
at first spin.z 0.4 1e-12
at first coil.s 0.2 1e-12
at first coil.v 0.3 1e-12
at first coil.F -5.6 1e-12     # -100 (0.2 - 0.15) - 2 0.3
at first torsion.s 0.1 1e-12
at first torsion.F -1.1 1e-12  # -10 0.1 - 0.2 0.5
at first bump.F -50 1e-9       # -1000 (0.1 - 0.05)
at first oil.F -1.2 1e-12      # -4 0.3
at first seal.q 0 0
at first motor.F 7 0
at first gap 0 1e-9
at last left 0.1 1e-9          # the driver: 1 rad/s for 0.1 s
at last gap 0 1e-6
# The seal (stiction 2 N m on 0.004 kg m^2) has caught the tube's spin of 0.8 rad/s: its bristles swing at
# sqrt(100/0.004) = 158 rad/s with 1.2 times critical damping, slower pole 158 (1.2 - sqrt(1.2^2 - 1)) = 85 /s:
# exp(-8.5) 0.8 = 2e-4 rad/s are left after 0.1 s; ten times that is allowed.
at last dturn 0 2e-3

# ---- authored files ----

run 0 check "$assets"/mechanisms/*.yaml
says out 'pendulum.yaml: ok \(1 bodies, 1 joints, 0 loops, 1 degrees of freedom\)'
silent err

run 0 check "$assets"/soils/*.yaml
says out 'dry-sand.yaml: ok \(dry sand: loose 1420, bank 1600 kg/m3, swell 13 %\)'
silent err

run 0 check "$assets"/rigs/*.yaml
says out 'seat-2dof.yaml: ok \(seat-2dof: 2 axes, text to 127.0.0.1:4123\)'
silent err

# Layouts of head-up displays, with the signals of the machine that they name.
run 0 check "$assets"/hud/*.yaml
says out 'tractor.yaml: ok \(tractor: [0-9]+ gauges on 1600 x 900 dots\)'
silent err
# hud SED NAME PATTERN: the gallery changed by a sed command, as NAME.yaml; the number of the first line like PATTERN in $line
hud() {
    sed -e "s|[.][.]/machines|$assets/machines|" -e "s|loader[.]svg|$assets/hud/loader.svg|" -e "$1" \
        "$assets/hud/gallery.yaml" >"$work/$2.yaml"
    line=$(grep -n "$3" "$work/$2.yaml" | head -1 | cut -d: -f1)
}
hud 's/signal: engine.speed/signal: engine.sped/' bad-signal 'engine.sped'
run 2 check "$work/bad-signal.yaml"
says err "bad-signal.yaml:$line:13: unknown signal 'engine.sped'; .*did you mean 'engine.speed'\?"
silent out
hud 's/unit: bar/unit: deg/' bad-dimension 'unit: deg'
line=$(grep -n 'unit: deg' "$work/bad-dimension.yaml" | tail -1 | cut -d: -f1)
run 2 check "$work/bad-dimension.yaml"
says err "bad-dimension.yaml:$line:11: the unit 'deg' does not fit the signal 'pump.pressure', which is in 'Pa'"
silent out
hud 's/kind: arc/kind: ark/' bad-gauge 'kind: ark'
run 2 check "$work/bad-gauge.yaml"
says err "bad-gauge.yaml:$line:11: unknown value 'ark' in 'kind'; did you mean 'arc'\?"
silent out
hud 's/^machine:.*/machine: nowhere.yaml/' no-machine '^machine:'
run 2 check "$work/no-machine.yaml"
says err "no-machine.yaml:$line:10: 'machine': .*nowhere.yaml cannot be read"
silent out
hud "s|^machine:.*|machine: $assets/soils/loam.yaml|" other-machine '^machine:'
run 2 check "$work/other-machine.yaml"
says err "other-machine.yaml:$line:10: 'machine': .*loam.yaml is a file of kind 'soil'; a machine"
hud "s|image: .*|image: nowhere.png|" no-image 'image: nowhere'
run 2 check "$work/no-image.yaml"
says err "no-image.yaml:$line:12: 'image': .*nowhere.png: No such file or directory; a PNG or SVG file is expected"
hud '/^machine:/d' any-machine 'canvas'
run 0 check "$work/any-machine.yaml"
says out "any-machine.yaml: ok \(gallery: .*; its signals are checked when it names a 'machine'\)"

run 2 check "$work/missing.yaml"
says err 'missing.yaml'
silent out

# A folder is no file; a shipped file is named wrongly.
mkdir "$work/folder"
run 2 check "$work/folder"
says err "headland check: $work/folder: Is a directory; a file is expected"
run 2 signals tractr
says err "headland signals: tractr: No such file or directory, neither here nor in the folder of the assets, .*; did you mean 'tractor'\?"
run 0 signals tractor.yaml # as its file is called
run 2 signals "$assets/soils/loam.yaml"
says err "loam.yaml:[0-9]+:[0-9]+: this is a file of kind 'soil': give a scenario, an exercise or a machine"

# All that is wrong with what a scenario asks for, from top to bottom.
cat >"$work/asks.yaml" <<SCENARIO
headland: scenario
version: 1
name: asks
machine: $assets/machines/tractor.yaml
ground: {kind: plane, surface: asphalt}
tasks:
  - {name: far, when: [{signal: chassi.x, above: 1}]}
score:
  components: [{name: slow, signal: vehicle.speed, of: share, low: 3 kg, high: 9 km/h, weight: 1}]
goal: {signal: chassis.x, above: 20 kg}
SCENARIO
run 2 check "$work/asks.yaml"
[ "$(cut -d: -f2,3 "$work/err" | tr '\n' ' ')" = '7:33 9:68 10:34 ' ] || fail "places: $(cut -d: -f2,3 "$work/err")"
silent out

# A model that is not there.
sed 's|model: [.][.]/models/tractor.glb|model: nowhere.glb|' "$assets/machines/tractor.yaml" >"$work/no-model.yaml"
line=$(grep -n 'model: nowhere' "$work/no-model.yaml" | cut -d: -f1)
run 2 check "$work/no-model.yaml"
says err "no-model.yaml:$line:[0-9]+: 'model': there is no 'nowhere.glb'; a glTF file"
silent out

# A machine's layout that is not there, or is another machine's.
sed 's|hud: [.][.]/hud/tractor.yaml|hud: nowhere.yaml|' "$assets/machines/tractor.yaml" >"$work/no-hud.yaml"
line=$(grep -n 'hud: nowhere' "$work/no-hud.yaml" | cut -d: -f1)
run 2 check "$work/no-hud.yaml"
says err "no-hud.yaml:$line:[0-9]+: 'hud': there is no 'nowhere.yaml': give the file of a layout"
silent out
sed "s|hud: [.][.]/hud/tractor.yaml|hud: $assets/hud/excavator.yaml|" "$assets/machines/tractor.yaml" >"$work/other-hud.yaml"
run 2 check "$work/other-hud.yaml"
says err "hud/excavator.yaml:[0-9]+:[0-9]+: unknown signal"
says err "other-hud.yaml:$line:[0-9]+: 'hud': .*excavator.yaml cannot be used here; a layout for this machine"
silent out

# Models of objects and scenery that are not there.
cat - "$assets/scenarios/flat.yaml" >"$work/no-pots.yaml" <<'END'
objects: [{name: gate, at: [9, 0, 0], size: [1, 1, 1], model: none}, {name: pot, at: [9, 9, 0], size: [1, 1, 1], model: pots}]
scenery: [{model: trees, at: [20, 20]}, {model: post, at: [20, 0]}]
END
sed -i "s|[.][.]/|$assets/|" "$work/no-pots.yaml"
run 2 check "$work/no-pots.yaml"
says err "no-pots.yaml:1:[0-9]+: 'model': there is no 'pots'; a glTF file"
says err "no-pots.yaml:2:[0-9]+: 'model': there is no 'trees'; a glTF file"
[ "$(wc -l <"$work/err")" -eq 2 ] || fail "too many complaints: $(cat "$work/err")"
silent out

# A soil is complained about in its own file, one that is missing in the scenario that names it.
sed 's/repose: 34 deg/repose: 34 kg/' "$assets/soils/dry-sand.yaml" >"$work/bad-soil.yaml"
line=$(grep -n '34 kg' "$work/bad-soil.yaml" | cut -d: -f1)
for soil in bad-soil no-soil; do
    sed -e "s|[.][.]/soils/dry-sand|$soil|" -e "s|[.][.]/machines|$assets/machines|" \
        "$assets/scenarios/sand-field.yaml" >"$work/on-$soil.yaml"
done
for file in bad-soil on-bad-soil; do
    run 2 check "$work/$file.yaml"
    says err "bad-soil.yaml:$line:[0-9]+: 'repose': '34 kg' is a mass"
    silent out
done
run 2 check "$work/on-no-soil.yaml"
says err "on-no-soil.yaml:[0-9]+:[0-9]+: 'file': .*no-soil.yaml"

sed 's/mass: 1/mas: 1/' "$pendulum" >"$work/bad-key.yaml"
line=$(grep -n 'mas: 1' "$work/bad-key.yaml" | cut -d: -f1)
for command in check simulate equilibrium; do
    run 2 $command "$work/bad-key.yaml"
    says err "bad-key.yaml:$line:[0-9]+: "
    silent out
done
run 2 simulate "$work/bad-key.yaml" --out "$work/nothing.csv"
[ -e "$work/nothing.csv" ] || [ -e "$work/nothing.csv.tmp" ] && fail 'a bad file left an output file'

sed 's/headland: mechanism/headland: mechansim/' "$pendulum" >"$work/bad-kind.yaml"
run 2 check "$work/bad-kind.yaml" "$pendulum"
says err 'bad-kind.yaml:[0-9]+:[0-9]+: '
says out 'pendulum.yaml: ok'

sed 's/-90 deg/-90 kg/' "$pendulum" >"$work/bad-unit.yaml"
run 2 check "$work/bad-unit.yaml"
says err 'bad-unit.yaml:[0-9]+:[0-9]+: '

# A bar of 1 m can never reach a point 3 m away.
cat "$pendulum" - >"$work/no-start.yaml" <<'END'

loops:
  - name: too-far
    type: spherical
    a: ground
    b: bob
    a_at: [3, 0, 0]
    b_at: [0, -1, 0]
END
line=$(grep -n 'name: too-far' "$work/no-start.yaml" | cut -d: -f1)
run 2 check "$work/no-start.yaml"
says err "no-start.yaml:$line:[0-9]+: .*loop 'too-far' cannot be closed.*give start positions"
silent out

# A driver on a joint that is held elsewhere; at the right angle but the wrong speed.
cat "$pendulum" - >"$work/held.yaml" <<'END'
drivers:
  - {name: motor, joint: pivot, offset: 10 deg}
END
sed -i 's/position: -90 deg/hold: true/' "$work/held.yaml"
run 2 check "$work/held.yaml"
says err "driver 'motor' .*'pivot' is held at another position"
sed 's/offset: 10 deg/rate: 1/' "$work/held.yaml" >"$work/held-speed.yaml"
run 2 check "$work/held-speed.yaml"
says err "driver 'motor' .*'pivot' is held at another velocity"

# A loop that stands well, on a hinge that is driven.
cat "$pendulum" - >"$work/moved.yaml" <<'END'
loops:
  - {name: weld, type: spherical, a: bob, a_at: [0, -1, 0], b_at: [-1, 0, 0]}
drivers:
  - {name: motor, joint: pivot, offset: -90 deg, rate: 1}
END
run 2 check "$work/moved.yaml"
says err "(loop 'weld' cannot be kept closed|driver 'motor' cannot be followed).*cannot be made zero"

# A point on its own hinge turns without inertia.
sed 's/centre: .*/centre: [0, 0, 0]/' "$pendulum" >"$work/no-inertia.yaml"
line=$(grep -n 'name: bob' "$work/no-inertia.yaml" | cut -d: -f1)
run 2 check "$work/no-inertia.yaml"
says err "no-inertia.yaml:$line:[0-9]+: joint 'pivot' lets body 'bob' turn .*no inertia"

# Masses beyond what numbers can hold: the largest is named.
cat >"$work/huge.yaml" <<'END'
headland: mechanism
version: 1
name: huge
bodies:
  - {name: light, mass: 1 kg, inertia: [1, 1, 1]}
  - {name: huge, mass: 1e308, inertia: [1, 1, 1]}
  - {name: other, mass: 1.5e308, inertia: [1, 1, 1]}
joints:
  - {name: a, type: prismatic, child: light}
  - {name: b, type: prismatic, parent: light, child: huge}
  - {name: c, type: prismatic, parent: huge, child: other}
END
run 2 check "$work/huge.yaml"
says err "huge.yaml:7:5: no accelerations follow .*the largest body is 'other' with a mass of 1.5e\+308 kg"

# A spring that would push its two points apart from one place has no direction to push in.
cat "$pendulum" - >"$work/no-length.yaml" <<'END'
springs:
  - {name: burst, a: bob, stiffness: 100, length: 0.5}
END
run 2 check "$work/no-length.yaml"
says err "spring 'burst' pushes with 50 N, but its two points coincide"
sed 's/length: 0.5/length: 0/' "$work/no-length.yaml" >"$work/slack.yaml"
run 0 check "$work/slack.yaml"

sed 's/^outputs:.*/bodies: []/; /quantity:/d; /^bodies:$/,/^$/d' "$pendulum" >"$work/no-bodies.yaml"
run 2 check "$work/no-bodies.yaml"
says err "'bodies' has 0 entries; at least 1 are expected"

head -c 100000 /dev/urandom >"$work/garbage.yaml"
run 2 check "$work/garbage.yaml"
says err 'garbage.yaml:[0-9]+:[0-9]+: '

# ---- equilibrium: a pendulum hangs, and swings at sqrt(g/l) = 3.132091953 rad/s ----

run 0 equilibrium "$pendulum"
says out '^found by +newton '
says out '^potential energy +-9\.8(1|09999999)'
says out '^ +1 +3\.132091[0-9]+ +0\.49848[0-9]+ +stable$'
for method in newton drainage; do
    run 0 equilibrium "$pendulum" --$method --modes 1 --json
    says out '"method":[[:space:]]*"'$method'"'
    says out '"omega":[[:space:]]*3\.132091'
done

run 0 equilibrium "$assets/mechanisms/friction-lugre.yaml" --newton
says out '^found by +drainage ' # bristles are states

# Rotations as files write them: a free body held by a spring at its middle keeps its turn.
cat >"$work/free.yaml" <<'END'
headland: mechanism
version: 1
name: free
bodies: [{name: a, mass: 1, inertia: [1, 1, 1]}]
joints: [{name: ja, type: free, child: a, position: [1, 2, 3, 0, 90 deg, 0]}]
springs: [{name: k, a: a, stiffness: 100, length: 0, b_at: [1, 2, 3]}]
END
run 0 equilibrium "$work/free.yaml"
says out '^  ja\.z +2\.9019 m$' # 9.81 N on 100 N/m: 98.1 mm below
says out '^  ja\.ry +(90|89\.99999999|90\.00000000)[0-9]* deg$'
run 0 simulate "$work/free.yaml" --seconds 0.01 --out "$work/free.csv"
says err "free.yaml has no 'outputs', so .*free.csv has only the time"

# ---- what snapshots have room for ----

awk '/^bodies:/ {print; for (i = 0; i < 260; i++) print "  - {name: more" i ", mass: 1 kg, inertia: [1, 1, 1, 0, 0, 0]}"; next}
    /^joints:/ {print; getline; print; for (i = 0; i < 260; i++) print "  - {name: more" i ", type: fixed, parent: upper, child: more" i "}"; next}
    {print}' "$assets/machines/excavator.yaml" | sed "s|\.\./|$assets/|" >"$work/many.yaml"
run 2 check "$work/many.yaml"
says err 'many.yaml:1:1: [0-9]* bodies: at most 256 are possible'

# ---- validate ----

run 0 validate --list
says out '^pendulum '
run 2 validate pendulun --list
run 2 validate pendulun
says err "unknown case 'pendulun'; the nearest is 'pendulum'"
silent out
run 0 validate pendulum
says out '^pendulum +x\(10\) .*holds'
run 0 validate pendulum --json --plot "$work/plots"
says out '"case":[[:space:]]*"pendulum"'
says out '"holds":[[:space:]]*true'
for suffix in png svg; do
    [ -s "$work/plots/pendulum-position.$suffix" ] || fail "no plot pendulum-position.$suffix"
done
export HEADLAND_ASSETS="$work/nowhere"
run 3 validate pendulum
says err 'HEADLAND_ASSETS'
unset HEADLAND_ASSETS
run 3 validate pendulum --assets "$work/nowhere"
says err '--assets DIR'
path=$PATH
PATH=$work/no/programs/here
run 3 validate pendulum --plot "$work/plots"
PATH=$path
says err 'gnuplot-nox'

# ---- bench ----

run 0 bench --list
says out '^chain/10/ali3p$'
run 0 bench --list chain/5
says out '^chain/5/ali3p$'
[ "$(grep -cv '^chain/5' "$work/out")" -eq 0 ] || fail 'bench --list NAME lists others'
run 2 bench --list iction
silent out
run 2 bench iction # names begin so
run 2 bench chian/10
says err "no benchmark matches 'chian/10'"
silent out
run 0 bench chain/5/ali3p --json --seconds 0.02
cp "$work/out" "$work/baseline.json"
for key in machine build benchmarks name unit median p99 p999 max count note; do says out "\"$key\":"; done
run 0 bench chain/5/ali3p --seconds 0.02 --compare "$work/baseline.json"
says out '^benchmark .* ratio'
says out '^chain/5/ali3p +us +[0-9.]+'
run 2 bench chain/5/ali3p --compare "$work/missing.json"
says err 'missing.json: cannot be read'
run 2 bench chain/5/ali3p --compare "$csv"
says err 'expected the output of bench --json'

# ---- costs of a tick ----
run 2 bench --costs "$work/own.yaml"
says err "costs has no effect without --calibrate"
run 2 bench --calibrate chain
says err "'chain' has no effect with --calibrate"
run 2 bench --calibrate --compare old.json
says err "compare has no effect with --calibrate: remove it"
run 3 bench --calibrate --costs /dev/null/own.yaml # before anything is measured
says err "/dev/null"
run 0 bench --calibrate --seconds 0.05 --costs "$work/own.yaml"
says out '^Newton step +unknowns'
says out 'own.yaml: written'
run 0 check "$work/own.yaml"
says out 'own.yaml: ok \(costs of '
run 0 check "$assets/scenarios/field.yaml" --bound --costs "$work/own.yaml"
says out 'field.yaml: bound of a tick [0-9]+ us, period 1000 us'
says out '^  sum '
export XDG_CONFIG_HOME=$work # without costs
run 0 check "$assets/scenarios/field.yaml"
says out "bound of a tick: not known on this computer; 'headland bench --calibrate' measures its costs"
run 2 check "$assets/scenarios/field.yaml" --costs "$work/missing.yaml"
says err 'missing.yaml'

[ "$failures" -eq 0 ] || { echo "$failures failures"; exit 1; }
echo 'all checks hold'
