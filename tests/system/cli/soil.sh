#!/bin/sh
# headland soil: experiments, as a table and as JSON, refusals.  usage: soil.sh PROGRAM ASSETS
set -u

program=$1
assets=$2
[ -x "$program" ] || { echo "there is no program $program"; exit 1; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
unset HEADLAND_ASSETS

. "$(dirname "$0")/expect.sh"

# ---- usage ----

run 0 soil --help
says out '^usage: headland soil'
says out '--test NAME'
silent err
run 2 soil --hlep
says err "unknown option '--hlep'.*'--help'"
silent out
run 2 soil --test reposse
says err "unknown test 'reposse'; the nearest is 'repose'"
silent out
run 2 soil --test
says err '--test needs NAME'
run 3 soil --assets "$work/nowhere"
says err '--assets DIR'
silent out
HEADLAND_ASSETS="$work/nowhere"
export HEADLAND_ASSETS
run 3 soil --test sinkage
says err 'HEADLAND_ASSETS'
unset HEADLAND_ASSETS

# ---- tables ----

# All soils of the assets, each by its name.
run 0 soil --test sinkage --assets "$assets"
silent err
for name in 'dry sand' 'moist sand' gravel loam; do says out "^$name \(.*\.yaml\)"; done
says out '^  sinkage +plate of 0\.4 x 0\.4 m under 16 kN +mm +83\.7 +83\.7'

# Several tests, one soil.
run 0 soil "$assets/soils/loam.yaml" --test bank --test sinkage
says out '^  bank +tallest vertical bank that stands +m +3\.6'
says out '^  sinkage '
grep -q '^  repose' "$work/out" && fail 'a test ran that nobody asked for'
grep -q 'dry sand' "$work/out" && fail 'a soil was tested that nobody asked for'

# ---- JSON, plots ----

run 0 soil "$assets/soils/dry-sand.yaml" --test sinkage --json --plot "$work/plots"
silent err
python3 - "$work/out" <<'END' || fail 'the JSON is not as expected'
import json, sys

soils = json.load(open(sys.argv[1]))["soils"]
assert len(soils) == 1 and soils[0]["soil"] == "dry sand" and soils[0]["file"].endswith("dry-sand.yaml")
rows = soils[0]["results"]
assert len(rows) == 5
for row in rows:
    assert set(row) == {"test", "what", "unit", "here", "expected"}
    assert row["test"] == "sinkage" and row["unit"] == "mm"
    assert abs(row["here"] - row["expected"]) < 0.02  # Bekker, to where surfaces count as at rest
END
for suffix in png svg; do
    [ -s "$work/plots/dry-sand-sinkage.$suffix" ] || fail "no plot dry-sand-sinkage.$suffix"
done
cp "$work/out" "$work/first"
run 0 soil "$assets/soils/dry-sand.yaml" --test sinkage --json
cmp -s "$work/out" "$work/first" || fail 'the same experiment twice gives two results'

# ---- bad soils: refused before anything is done ----

sed 's/repose: 34 deg/repose: 80 deg/' "$assets/soils/dry-sand.yaml" >"$work/steep.yaml"
line=$(grep -n '80 deg' "$work/steep.yaml" | cut -d: -f1)
run 2 soil "$assets/soils/loam.yaml" "$work/steep.yaml" --test sinkage --plot "$work/none"
says err "steep.yaml:$line:[0-9]+: .*repose"
silent out
[ -e "$work/none" ] && fail 'a bad soil left a folder of plots'
run 2 soil "$work/missing.yaml"
says err 'missing.yaml'
silent out
run 2 soil "$assets/scenarios/flat.yaml"
says err 'flat.yaml:[0-9]+:[0-9]+: '
silent out

[ "$failures" -eq 0 ] || { echo "$failures failures"; exit 1; }
echo 'all checks hold'
