#!/bin/sh
# headland hud render: PNG and SVG, values, telemetry, refusals.  usage: hud.sh PROGRAM ASSETS
set -u

program=$1
assets=$2
[ -x "$program" ] || { echo "there is no program $program"; exit 1; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

. "$(dirname "$0")/expect.sh"

# ---- usage ----

run 0 hud --help
says out '^usage: headland hud ACTION'
says out '^  render '
says out '^  preview '
silent err
run 2 hud
says err '^usage: headland hud'
run 2 hud rendr
says err "unknown action 'rendr'; the nearest is 'render'"
silent out
run 0 hud render --help
says out '^usage: headland hud render'
for option in out set size background machine telemetry at; do says out "^  --$option "; done
run 0 hud preview --help
says out '^usage: headland hud preview'
run 2 hud render "$assets/hud/minimal.yaml"
says err '--out FILE.png\|svg is required'

# ---- pictures ----

# size FILE WIDTH HEIGHT: of a PNG, from its header
size() {
    python3 - "$@" <<'END' || fail "$1 is no PNG of $2 x $3 pixels"
import struct, sys

head = open(sys.argv[1], "rb").read(24)
assert head[:8] == b"\x89PNG\r\n\x1a\n"
assert struct.unpack(">II", head[16:24]) == (int(sys.argv[2]), int(sys.argv[3]))
END
}

run 0 hud render "$assets/hud/tractor.yaml" --out "$work/a.png"
silent out
silent err
size "$work/a.png" 1600 900
run 0 hud render "$assets/hud/tractor.yaml" --out "$work/b.png" --size 800x800
size "$work/b.png" 800 450 # its proportions are kept
run 0 hud render "$assets/hud/gallery.yaml" --out "$work/c.svg" --background sky-blue
python3 - "$work/c.svg" <<'END' || fail 'the SVG is not as expected'
import sys, xml.etree.ElementTree as tree

root = tree.parse(sys.argv[1]).getroot()
assert root.tag.endswith("svg") and root.get("width") == "1600px" and root.get("height") == "900px", root.attrib
assert len(list(root.iter("{http://www.w3.org/2000/svg}path"))) > 100
END

# As small as a thumb nail: words that find no room are left out, and the display is drawn.
for layout in tractor excavator gallery; do
    run 0 hud render "$assets/hud/$layout.yaml" --out "$work/small.png" --size 160x90
    silent err
done

# Values: the same ones make the same picture, others make another.
run 0 hud render "$assets/hud/tractor.yaml" --out "$work/d.png" --set engine.speed=1500 --set "vehicle.speed=9 km/h"
run 0 hud render "$assets/hud/tractor.yaml" --out "$work/e.png" --set engine.speed="25 Hz" --set vehicle.speed=2.5
cmp -s "$work/d.png" "$work/e.png" || fail 'the same values in other units make another picture'
cmp -s "$work/a.png" "$work/d.png" && fail 'values change nothing'
run 0 hud render "$assets/hud/tractor.yaml" --out "$work/f.png" --set engine.speed=nan --set vehicle.speed=2.5
cmp -s "$work/d.png" "$work/f.png" && fail 'a value that is not known changes nothing'

# Without a machine: signals as the layout names them.
sed -e '/^machine:/d' "$assets/hud/minimal.yaml" >"$work/plain.yaml"
run 0 hud render "$work/plain.yaml" --out "$work/g.png"

# ---- telemetry ----

printf 'time,engine.speed\n# s,kg\n0,1000\n' >"$work/kg.csv"
run 0 hud render "$assets/hud/tractor.yaml" --out "$work/kg.png" --telemetry "$work/kg.csv"
says err 'kg.csv: in units that do not match, so these signals keep their initial values: engine.speed$'

printf 'time,engine.speed\n# s,rpm\n0,1000\n1,1500\n2,2000\n' >"$work/telemetry.csv"
for at in 1 2; do
    run 0 hud render "$assets/hud/tractor.yaml" --out "$work/t$at.png" --telemetry "$work/telemetry.csv" --at $at
done
run 0 hud render "$assets/hud/tractor.yaml" --out "$work/end.png" --telemetry "$work/telemetry.csv"
says err 'telemetry.csv: not in it, so these signals keep their initial values: .*vehicle.speed'
run 0 hud render "$assets/hud/tractor.yaml" --out "$work/set.png" --set engine.speed=2000
cmp -s "$work/t1.png" "$work/t2.png" && fail 'the time in the telemetry changes nothing'
cmp -s "$work/t2.png" "$work/end.png" || fail 'the end of the telemetry is not its last row'
cmp -s "$work/t2.png" "$work/set.png" || fail 'telemetry and --set make different pictures'
# Values recorded in another unit are converted; in one that measures something else they are not taken.
printf 'time,engine.speed,vehicle.speed\n# s,Hz,kg\n0,25,7\n' >"$work/other.csv"
run 0 hud render "$assets/hud/tractor.yaml" --out "$work/other.png" --telemetry "$work/other.csv"
run 0 hud render "$assets/hud/tractor.yaml" --out "$work/rpm.png" --set engine.speed=1500
cmp -s "$work/other.png" "$work/rpm.png" || fail 'telemetry in other units is not converted'
run 0 hud render "$assets/hud/gallery.yaml" --out "$work/alone.png"
run 0 hud render "$assets/hud/gallery.yaml" --out "$work/site.png" --machine "$assets/scenarios/sand-hopper.yaml"
cmp -s "$work/alone.png" "$work/site.png" && fail 'the map shows no objects of the scenario'
run 0 hud render "$assets/hud/tractor.yaml" --out "$work/t0.png" --telemetry "$work/telemetry.csv" --at 0
run 0 hud render "$assets/hud/tractor.yaml" --out "$work/set.png" --set engine.speed=1000
cmp -s "$work/t0.png" "$work/set.png" || fail 'the beginning of the telemetry is not its first row'
run 2 hud render "$assets/hud/tractor.yaml" --out "$work/x.png" --telemetry "$work/telemetry.csv" --at 3
says err '--at 3 s is outside .*telemetry.csv, which covers 0 s to 2 s'
run 2 hud render "$assets/hud/tractor.yaml" --out "$work/x.png" --at 1
says err '--at is a time within --telemetry'
run 2 hud render "$assets/hud/tractor.yaml" --out "$work/x.png" --telemetry "$work/nowhere.csv"
says err 'nowhere.csv'

# ---- refusals: nothing is written ----

run 2 hud render "$assets/hud/tractor.yaml" --out "$work/x.jpg"
says err "--out '.*x.jpg': a file FILE.png or FILE.svg is expected"
run 2 hud render "$assets/hud/tractor.yaml" --out "$work/x.png" --size 800
says err "--size '800': WIDTHxHEIGHT"
run 2 hud render "$assets/hud/tractor.yaml" --out "$work/x.png" --size 99999x10
says err "--size '99999x10'"
run 2 hud render "$assets/hud/tractor.yaml" --out "$work/x.png" --background whit
says err "--background 'whit'"
run 2 hud render "$assets/hud/tractor.yaml" --out "$work/x.png" --background '#12345'
says err "--background '#12345'"
run 2 hud render "$assets/hud/tractor.yaml" --out "$work/x.png" --set engine.sped=1
says err "unknown signal 'engine.sped'; the nearest is 'engine.speed'"
run 2 hud render "$assets/hud/tractor.yaml" --out "$work/x.png" --set zzzz.qqq=1
says err "unknown signal 'zzzz.qqq'; headland signals lists those of the machine$"
run 2 hud render "$assets/hud/tractor.yaml" --out "$work/x.png" --set "engine.speed=3 kg"
says err "--set engine.speed: '3 kg' does not fit; a value in 'rpm' is expected"
run 2 hud render "$assets/hud/tractor.yaml" --out "$work/x.png" --set engine.speed
says err "--set 'engine.speed': SIGNAL=VALUE is expected"
run 2 hud render "$work/nowhere.yaml" --out "$work/x.png"
says err 'nowhere.yaml'
sed -e "s|[.][.]/machines|$assets/machines|" -e 's/signal: engine.speed/signal: engine.sped/' "$assets/hud/tractor.yaml" \
    >"$work/bad.yaml"
run 2 hud render "$work/bad.yaml" --out "$work/x.png"
says err "bad.yaml:[0-9]+:[0-9]+: unknown signal 'engine.sped'; .*did you mean 'engine.speed'"
sed -e "s|[.][.]/machines|$assets/machines|" -e 's/^canvas:/font: DejaVu Sanz\n&/' "$assets/hud/tractor.yaml" >"$work/font.yaml"
[ ! -e "$work/x.png" ] && [ ! -e "$work/x.jpg" ] || fail 'a refused command has written'
run 3 hud render "$assets/hud/tractor.yaml" --out "$work/nowhere/x.png"
says err 'nowhere/x.png: No such file or directory'

# ---- letters, and files that ship ----

# A font that is not installed and characters that no font has are warnings: the display is drawn, and driven with.
letters() {
    says err "$1:[0-9]+:[0-9]+: warning: the font 'DejaVu Sanz' is not installed; its words are drawn in '.*; did you mean 'DejaVu Sans'"
    says err "$1:[0-9]+:[0-9]+: warning: no installed font has '.*' \(U\+F0123\) of the text 'Tank "
}
mkdir -p "$work/far/away"
cat >"$work/far/away/letters.yaml" <<'END'
headland: hud
version: 1
name: letters
machine: assets/machines/tractor.yaml
canvas: [1600, 900]
font: DejaVu Sanz
gauges:
  - {id: a, kind: number, at: [0, 0], size: [200, 80], signal: fuel.share, label: "Tank \U000F0123"}
END
run 0 check "$work/far/away/letters.yaml"
letters letters.yaml
says out 'letters.yaml: ok'
run 2 check --strict "$work/far/away/letters.yaml"
run 0 hud render "$work/far/away/letters.yaml" --out "$work/letters.png"
letters letters.yaml

# An authored file finds what ships as the command line does, wherever it lies.
cat >"$work/far/away/site.yaml" <<'END'
headland: scenario
version: 1
name: far away
machine: assets/machines/tractor.yaml
operator: assets/operators/stand.yaml
hud: assets/hud/minimal.yaml
ground: {kind: plane, surface: asphalt}
sand: {soils: [{file: assets/soils/dry-sand.yaml}], from: [-6.4 m, -6.4 m], to: [6.4 m, 6.4 m]}
objects:
  - {name: post 1, at: [5 m, 5 m, -0.2 m], size: [0.2 m, 0.2 m, 1.7 m], model: assets/models/post.glb}
END
run 0 check "$work/far/away/site.yaml"
run 0 run "$work/far/away/site.yaml" --headless --speed max --seconds 0.05 --out "$work/drive" \
    --frames every=0.05,size=160x90 --hud "$work/far/away/letters.yaml"
letters letters.yaml
grep -q 'no model' "$work/err" && fail 'a model that ships is not found'
# ... but what lies beside it goes first
mkdir -p "$work/far/away/assets/soils"
echo 'headland: soil' >"$work/far/away/assets/soils/dry-sand.yaml"
run 2 check "$work/far/away/site.yaml"
says err 'far/away/assets/soils/dry-sand.yaml:'

[ "$failures" -eq 0 ] || { echo "$failures failures"; exit 1; }
echo 'all checks hold'
