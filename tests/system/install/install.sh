#!/bin/bash
# install.sh CMAKE BUILD SOURCE: install a build into a folder of its own, and use it from there as an ordinary user who
# may not write into it.
set -u
cmake=$1
build=$2
source=$3

work=$(mktemp -d)
chmod 755 "$work"
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
mkdir "$work/home" "$work/here"
prefix=$work/prefix
here=$work/here
unset HEADLAND_ASSETS DISPLAY WAYLAND_DISPLAY XDG_DATA_HOME XDG_CONFIG_HOME
export HOME=$work/home
. "$source/tests/system/cli/expect.sh"

"$cmake" --install "$build" --prefix "$prefix" >"$work/log" 2>&1 || { tail -5 "$work/log"; exit 1; }

# ---- what lies where ----

there() { [ -s "$prefix/$1" ] || fail "$1 is not installed"; }
for file in bin/headland share/headland/machines/tractor.yaml share/headland/exercises/1-slalom.yaml \
    share/headland/models/tractor.glb share/headland/instructor/index.html lib/udev/rules.d/70-headland.rules \
    etc/security/limits.d/headland.conf share/applications/headland.desktop \
    share/icons/hicolor/scalable/apps/headland.svg share/doc/headland/README.md share/doc/headland/copyright \
    share/doc/headland/docs/install.md; do
    there $file
done
gzip -t "$prefix/share/man/man1/headland.1.gz" "$prefix/share/doc/headland/changelog.gz" || fail "no man page, or no changelog"
! grep -rlF -e "$source" -e "$build" "$prefix/share" "$prefix/etc" "$prefix/lib" >"$work/out" ||
    fail "paths of the build are in $(head -3 "$work/out")"
# what the program advises is what is installed
grep -qxF '@realtime - rtprio 90' "$prefix/etc/security/limits.d/headland.conf" || fail "no priority in the limits"

# ---- an ordinary user ----

chmod -R a-w "$prefix"
user=()
if [ "$(id -u)" -eq 0 ]; then
    chown -R nobody "$work/home" "$here"
    user=(setpriv --reuid nobody --regid nogroup --clear-groups)
fi
as_user() { "${user[@]}" "$prefix/bin/headland" "$@"; }
program=as_user
cd "$here" || exit 1
listing() { find "$prefix" -printf '%p %s %T@\n' | sort; }
listing >"$work/before"

run 0 --version
run 0 train --help
run 0 check assets/scenarios/flat.yaml scenarios/flat.yaml hud/tractor.yaml
[ "$(grep -cF "$prefix/share/headland/scenarios/flat.yaml: ok" "$work/out")" -eq 2 ] || fail "flat.yaml has not two names"
run 0 signals tractor
says out '^vehicle.speed '
run 0 simulate pendulum --seconds 0.1
run 0 bench tractor/step/standing --seconds 0.01
run 0 devices rule
says out 'ID_INPUT_JOYSTICK'

# an exercise by its name, kept as the user's attempt
run 0 run 1-slalom --headless --speed max --seconds 0.2 --operator assets/operators/exercise-slalom.yaml --out drive
run 0 replay --verify drive/recording.hlr
run 0 run 1-slalom --headless --speed max --seconds 0.2 --operator assets/operators/exercise-slalom.yaml --trainee Ann
[ -s "$HOME/.local/share/headland/results.db" ] || fail "the attempt is not kept in the user's folder"
run 0 results trainees
says out 'Ann'

# nothing named: the work cycle
run 0 run --headless --speed max --seconds 0.05

# a file of one's own goes before a shipped one
sed 's/^name: .*/name: mine/' "$prefix/share/headland/mechanisms/pendulum.yaml" >"$work/mine.yaml"
"${user[@]}" mkdir mechanisms && "${user[@]}" cp "$work/mine.yaml" mechanisms/pendulum.yaml
run 0 check mechanisms/pendulum.yaml
says out '^mechanisms/pendulum.yaml: ok'

# ---- refusals ----

run 2 run nowhere --headless
says err "nowhere: No such file or directory, neither here nor in the folder of the assets, $prefix/share/headland"
run 2 run assets/scenarios/nowhere.yaml --headless
says err "nowhere.yaml: No such file or directory, neither here nor in the folder of the assets, $prefix/share/headland"
run 3 run flat --headless --speed max --seconds 0.01 --out "$prefix/drive"
says err 'Permission denied'

# ---- the instructor's page ----

as_user instructor --port 0 >"$work/address" 2>"$work/err" </dev/null &
server=$!
for _ in $(seq 100); do [ -s "$work/address" ] && break; sleep 0.1; done
address=$(sed -n 's/^headland instructor: \(http[^ ]*\).*/\1/p' "$work/address")
python3 - "$address" "$prefix/share/headland/instructor/index.html" <<'END' || fail "the page is not served: $address"
import sys, urllib.request
browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
served = browser.open(sys.argv[1], timeout=20).read()
sys.exit(served != open(sys.argv[2], 'rb').read())
END
kill "$server" && wait "$server"

# ---- moved, and torn apart ----

listing >"$work/after"
cmp -s "$work/before" "$work/after" || fail "something was written: $(diff "$work/before" "$work/after" | head -3)"
chmod u+w "$prefix" && mv "$prefix" "$work/elsewhere" && prefix=$work/elsewhere
run 0 check assets/scenarios/flat.yaml
says out "^$prefix/share/headland/scenarios/flat.yaml: ok"
chmod -R u+w "$prefix" && mv "$prefix/share/headland" "$work/away"
run 3 run --headless --seconds 0.01
says err "the assets are not found in $prefix/share/headland; set HEADLAND_ASSETS"
HEADLAND_ASSETS=$work/away run 0 check assets/scenarios/flat.yaml

[ $failures -eq 0 ] || { echo "$failures failures"; exit 1; }
