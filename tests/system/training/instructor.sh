#!/bin/bash
# instructor.sh HEADLAND ASSETS: a real browser at the page of `headland instructor`, beside a headless seat in real time.
set -uo pipefail
headland=$1 assets=$2
here=$(cd "$(dirname "$0")" && pwd)
skip() { echo "skipped: $1" >&2; exit 77; }

python=/usr/bin/python3 # the one that Debian's modules are for
command -v chromium >/dev/null || skip 'there is no chromium'
command -v chromedriver >/dev/null || skip 'there is no chromedriver (Debian package chromium-driver)'
"$python" -c 'import selenium' 2>/dev/null || skip 'there is no selenium (Debian package python3-selenium)'
command -v openssl >/dev/null || skip 'there is no openssl'

folder=$(mktemp -d)
seat=
cleanup() {
    if [ -n "$seat" ]; then kill -KILL "$seat" 2>/dev/null; fi
    rm -rf "$folder"
}
trap cleanup EXIT
export XDG_RUNTIME_DIR=$folder XDG_DATA_HOME=$folder/data HOME=$folder
export HEADLAND_ASSETS=$assets

mkdir -p "$XDG_DATA_HOME/headland/exercises"
own() { sed "s|\.\./|$assets/|; s/^  title: .*/  title: $2/" "$assets/exercises/1-slalom.yaml" >"$XDG_DATA_HOME/headland/exercises/$1.yaml"; }
own own 'One of our own'
own bad 'One without a machine'
sed -i 's/tractor.yaml/nowhere.yaml/' "$XDG_DATA_HOME/headland/exercises/bad.yaml"

"$headland" run "$assets/exercises/1-slalom.yaml" --headless --instructor browser-test \
    --trainee 'Anna <b>Bold</b>' --db "$folder/results.db" >"$folder/seat.log" 2>&1 &
seat=$!
"$python" "$here/instructor.py" "$headland" browser-test "$seat" "$folder"
status=$?
if [ "$status" -eq 0 ]; then
    kill -INT "$seat"
    wait "$seat" || { echo 'FAILED: the seat did not end well' >&2; status=1; }
    seat=
fi
[ "$status" -eq 0 ] || cat "$folder"/*.log >&2
exit "$status"
