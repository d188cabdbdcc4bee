#!/bin/bash
# disk-full.sh HEADLAND ASSETS [SIZES]: attempts on a disk of their own that is full at one of SIZES sizes (20 unless said
# otherwise), from none at all to room for everything. Needs to mount a tmpfs; ends with 77 where that is not allowed.
# Held: what is announced is stored; a drive that has no room is refused before it begins, in words; lists are read on
# the full disk; the store is whole; with room again what waited is taken in and verified.
set -u
if [ "${1:-}" = mounted ]; then
    shift
else
    why=$(unshare -rm mount -t tmpfs none /mnt 2>&1) || { echo "no disk of its own: $why"; exit 77; }
    folder=$(mktemp -d) || exit 1
    unshare -rm bash "$0" mounted "$folder" "$@"
    status=$?
    rm -rf "$folder"
    exit $status
fi
folder=$1 headland=$(realpath "$2") assets=$(realpath "$3") sizes=${4:-20}
export TMPDIR=$folder/tmp
mkdir "$folder"/{disk,tmp}
failures=0
fail() { echo "FAIL: size $size kB: $*" >&2; failures=$((failures + 1)); }
refused=0 kept=0 waited=0

cat >"$folder/brake.yaml" <<END
headland: operator
version: 1
name: brake
seconds: 100 h
actions:
  - {control: brake, from: 0.2 s, to: 1}
END
cat >"$folder/short.yaml" <<END
headland: scenario
version: 1
name: short
description: braking for a while
machine: $assets/machines/tractor.yaml
operator: $folder/brake.yaml
seconds: 20 s
ground: {kind: plane, surface: firm gravel}
tasks:
  - {name: brake, text: Brake, when: [{signal: control.brake, above: 0.5, hold: 3 s}]}
score:
  components:
    - {name: time, text: time to the end, signal: time, best: 0.1 s, worst: 5 s, weight: 1}
END

# The disk as it is without the drive: a store with one attempt.
mount -t tmpfs -o size=64m none "$folder/disk"
"$headland" run "$folder/short.yaml" --headless --speed max --trainee Ann --db "$folder/disk/r.db" >"$folder/out" 2>&1 ||
    { cat "$folder/out"; exit 1; }
cp -a "$folder/disk" "$folder/before"
umount "$folder/disk"

for ((i = 0; i < sizes; i++)); do
    # room that is left: none, then 4 kB to 16 MB in steps of a constant factor
    left=$(python3 -c "import sys; i, n = map(int, sys.argv[1:]); print(0 if i == 0 else round(4 * 4096 ** ((i - 1) / max(n - 2, 1))))" $i "$sizes")
    mount -t tmpfs -o size=64m none "$folder/disk"
    cp -a "$folder/before/." "$folder/disk/"
    free=$(df -k --output=avail "$folder/disk" | tail -1)
    size=$left
    dd if=/dev/zero of="$folder/disk/ballast" bs=1k count=$((free - left)) 2>/dev/null
    db=$folder/disk/r.db

    # lists are read; a drive is kept, or refused in words
    "$headland" results attempts --db "$db" >"$folder/list" 2>&1 || fail "attempts are not listed: $(cat "$folder/list")"
    grep -q Ann "$folder/list" || fail 'the attempt of before is not listed'
    case $((i % 2)) in # even ones fill up before the drive, odd ones while it is driven
    0) timeout 100 "$headland" run "$folder/short.yaml" --headless --speed max --trainee Bob --db "$db" >"$folder/out" 2>&1 ;;
    1)
        mv "$folder/disk/ballast" "$folder/disk/kept" && truncate -s 0 "$folder/disk/kept"
        timeout 100 "$headland" run "$folder/short.yaml" --headless --speed realtime --trainee Bob --db "$db" >"$folder/out" 2>&1 &
        seat=$!
        for _ in $(seq 100); do [ -e "$folder/disk/r.db-attempts/2/recording.hlr" ] && break; sleep 0.05; done
        sleep 0.5
        free=$(df -k --output=avail "$folder/disk" | tail -1)
        [ "$free" -gt "$left" ] && dd if=/dev/zero of="$folder/disk/kept" bs=1k count=$((free - left)) 2>/dev/null
        wait $seat
        ;;
    esac
    status=$?
    announced=$(grep -o 'finished: [0-9.]* of 100 points' "$folder/out" | grep -o '[0-9.]* of' | cut -d' ' -f1)
    ! grep -qi 'disk I/O error' "$folder/out" || fail "it says: $(grep -i 'I/O error' "$folder/out")"
    if [ -z "$announced" ]; then
        refused=$((refused + 1))
        grep -Eqi 'disk is full|No space left' "$folder/out" || fail "not announced, and not told why: $(tail -2 "$folder/out")"
        [ $status -ne 0 ] || fail 'nothing is announced, but the exit status is 0'
    fi
    "$headland" results attempts --db "$db" >"$folder/list" 2>&1 || fail "then attempts are not listed: $(cat "$folder/list")"

    # room again: all that was announced is there, and proved
    rm -f "$folder/disk/ballast" "$folder/disk/kept"
    [ -e "$folder/disk/r.db-attempts/2/outcome.json" ] && waited=$((waited + 1))
    timeout 100 "$headland" results verify --db "$db" >"$folder/verified" 2>&1
    "$headland" results attempts --db "$db" --json >"$folder/list.json" 2>"$folder/why" || fail "with room: $(cat "$folder/why")"
    if [ -n "$announced" ]; then
        kept=$((kept + 1))
        python3 - "$folder/list.json" "$announced" <<'PY' || fail "announced were $announced points: $(cat "$folder/verified")"
import json, sys
attempts = json.load(open(sys.argv[1]))["attempts"]
mine = [a for a in attempts if a["trainee"] == "Bob"]
good = len(mine) == 1 and mine[0]["result"] == "finished" and mine[0]["proof"] == "accepted" and abs(mine[0]["score"] - float(sys.argv[2])) <= 0.05
sys.exit(0 if good else 1)
PY
    fi
    python3 -c "import sqlite3, sys; sys.exit(sqlite3.connect('$db').execute('PRAGMA integrity_check').fetchone()[0] != 'ok')" ||
        fail 'the store is not whole'
    umount "$folder/disk"
done
echo "$sizes sizes: $kept drives announced and stored ($waited by the file beside the recording), $refused refused in words, $failures failures"
[ $failures -eq 0 ]
