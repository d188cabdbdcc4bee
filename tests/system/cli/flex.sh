#!/bin/sh
# headland flex: report, reduced body, refusals with place and figure.  usage: flex.sh PROGRAM ASSETS
set -u

program=$1
assets=$2
[ -x "$program" ] || { echo "there is no program $program"; exit 1; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
boom=$assets/flexible/boom.yaml

. "$(dirname "$0")/expect.sh"

# ---- report ----

run 0 flex "$boom" --out "$work/body.yaml"
says out '^degrees of freedom +192 of 33 nodes, root clamped$'
says out '^modes +6$'
says out '^mass \[kg\] +1697\.392 +1697\.392$'
says out '^ +1 +1\.9524304 +1\.9378106 +0\.754 % +0\.99'
says out '^fz +at head +1\.08335707e-05 +1\.08335707e-05'
says out '^largest angular frequency times a step of 0\.001 s: 0\.974 \(resolved\)$'
run 0 flex "$boom" --step '10 ms'
says out 'a step of 0\.01 s: 9\.74 \(above 2: not resolved by this step\)$'
run 0 flex "$boom" --json
says out '"largest_frequency_times_step":[[:space:]]*0\.974'

# ---- the reduced body: the same bits each time, and it can be read ----

run 0 flex "$boom" --out "$work/again.yaml"
cmp -s "$work/body.yaml" "$work/again.yaml" || fail 'two reductions differ'
run 0 check "$boom" "$work/body.yaml"
says out 'boom\.yaml: ok \(boom: 192 degrees of freedom, reduced to 6 modes, 1697\.39 kg\)$'
says out 'body\.yaml: ok \(boom: 6 modes, 2 markers, 1697\.39 kg\)$'

# ---- refusals ----

run 2 flex "$assets/mechanisms/pendulum.yaml"
says err 'the file is a mechanism file; a flexible file is expected'
sed 's/fy, fz, mx\], blocks: 1/fy, fz, mx], blocks: 5/' "$boom" >"$work/many.yaml"
run 2 flex "$work/many.yaml"
says err 'many\.yaml:19:12: the reduction asks for 30 modes .limit them with .keep..; at most 24 are expected'
sed 's/name: pin, at: 2 m/name: pin, at: 20 m/' "$boom" >"$work/far.yaml"
run 2 check "$work/far.yaml"
says err "far\.yaml:17:5: node 'pin' is at 20 m; .* to 16 m"
run 1 flex "$boom" --out "$work/nowhere/body.yaml"
says err 'the reduced body cannot be written: No such file'

# A spring between two nodes of which the second is held by nothing along y.
cat >"$work/bar.yaml" <<'END'
headland: flexible
version: 1
name: bar
matrices: {stiffness: k.mtx, mass: m.mtx, nodes: nodes.csv, root: 1}
nodes: [{name: tip, node: 2}]
reduction: {method: guyan}
END
cat >"$work/nodes.csv" <<'END'
1, 0, 0, 0, 1, 2, 3
2, 1, 0, 0, 4, 5, 6
END
banner='%%MatrixMarket matrix coordinate real symmetric'
printf '%s\n6 6 6\n1 1 1\n2 2 1\n3 3 1\n4 4 1\n5 5 1\n6 6 1\n' "$banner" >"$work/m.mtx"
stiffness() { printf '%s\n6 6 %s\n1 1 9\n4 1 -9\n4 4 9\n3 3 9\n6 3 -9\n6 6 9\n%s' "$banner" "$1" "$2"; }
stiffness 6 '' >"$work/k.mtx"
run 2 flex "$work/bar.yaml"
says err 'bar\.yaml:4:23: the stiffness is singular with the root clamped: node 2 can move in y without resistance'
stiffness 9 '2 2 8
5 2 -8
5 5 8
' >"$work/k.mtx"
run 0 flex "$work/bar.yaml"
says out '^ +1 +0\.4501582 '
sed -i 's/root: 1/root: 3/' "$work/bar.yaml"
run 2 flex "$work/bar.yaml"
says err 'bar\.yaml:4:67: the root 3 is not a node of the node table'

[ "$failures" -eq 0 ] || { echo "$failures failures"; exit 1; }
echo 'all checks hold'
