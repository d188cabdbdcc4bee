#!/bin/bash
# ground.sh HEADLAND ASSETS: a mesh as the ground: what check prints, a drive up a ramp and its replay without the mesh file,
# the script that writes the shipped mesh, refusals.
. "$(dirname "$0")/begin.sh"

site() { # site START: the shipped roadside with another start
    sed -e "s|^start:.*|start: {at: $1}|" -e "s|\.\./machines|$assets/machines|" "$assets/scenarios/roadside.yaml" >site.yaml
    cp "$assets/scenarios/roadside.obj" .
}

python3 "$assets/scenarios/roadside.py" written.obj
cmp -s written.obj "$assets/scenarios/roadside.obj" || fail "roadside.py writes another mesh than roadside.obj"

run 0 check "$assets/scenarios/roadside.yaml"
says out "ground of 1820 triangles, 96 x 58 m, 1 open border with"
says out "tree of depth 10"

# Up the ramp of 20 %, onto the platform 1.2 m above the ground.
site '[12 m, 10.5 m]'
run 0 run --headless --speed max --operator "$assets/operators/drive-straight.yaml" --seconds 11 --out ramp site.yaml
python3 - ramp/telemetry.csv <<'EOF' || fail "the tractor is not on the ramp's platform"
import csv, sys
rows = [row for row in csv.DictReader(open(sys.argv[1])) if not row["time"].startswith("#")]
end, start = rows[-1], rows[0]
x, rise = float(end["chassis.x"]), float(end["chassis.z"]) - float(start["chassis.z"])
loads = sum(float(end["wheel." + wheel + ".load"]) for wheel in ("front_left", "front_right", "rear_left", "rear_right"))
print("x", x, "rise", rise, "loads", loads)
assert 28.5 < x < 30.5 and 1.2 < rise < 1.3 and 70e3 < loads < 90e3
EOF
rm roadside.obj
run 0 replay --verify ramp/recording.hlr
says out "verified 11000 ticks"

# The bytes of the mesh are in the recording; without the file there is no other drive.
run 2 run --headless --speed max --operator "$assets/operators/drive-straight.yaml" --seconds 1 site.yaml
says err "site.yaml:8:"
says err "'file': roadside.obj: "

# Faults of a mesh have their line.
site '[12 m, 10.5 m]'
printf 'f 1 2 2\n' >>roadside.obj
last=$(wc -l <roadside.obj)
run 2 check site.yaml
says err "site.yaml:8:"
says err "roadside.obj:$last:1: triangle 1820 with vertices 0, 1, 1 has no area"
printf 'f 1 2 99999\n' >>roadside.obj
run 2 check site.yaml
says err "roadside.obj:$((last + 1)):7: vertex 99999 does not exist"

[ "$failures" -eq 0 ]
