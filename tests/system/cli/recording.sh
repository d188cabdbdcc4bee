#!/bin/sh
# Recordings as their users meet them.  usage: recording.sh PROGRAM RECORD MACHINE
# RECORD (record.c) drives the machine and writes a recording and telemetry.
set -u

program=$1
record=$2
machine=$3
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
version=$("$program" --version | sed 's/headland //')

. "$(dirname "$0")/expect.sh"

# ---- signals ----

run 0 signals "$machine"
says out '^engine\.speed +rpm +of the crankshaft$'
silent err
run 0 signals "$machine" --json
says out '"name":[[:space:]]*"engine.speed"'
says out '"unit":[[:space:]]*"rpm"'
run 2 signals "$work/missing.yaml"
says err 'missing.yaml'
run 2 signals
says err 'expected SCENARIO\|MACHINE'
sed 's/^name:/nmae:/' "$machine" >"$work/bad.yaml"
run 2 signals "$work/bad.yaml"
says err 'bad.yaml:[0-9]+:[0-9]+: '
silent out

# ---- a recording ----

hlr=$work/recording.hlr
"$record" "$machine" "$version" 3000 "$hlr" "$work/telemetry.csv" || fail 'no recording'
run 0 replay --info "$hlr"
says out '^machine +cart '
says out "^recorded by +headland $version "
says out '^ticks +3000 from tick 0, 3 s in steps of 0.001 s$'
says out '^end +finished$'
silent err
run 0 replay --verify "$hlr"
[ "$(cat "$work/out")" = 'verified 3000 ticks' ] || fail "verify: $(cat "$work/out")"
silent err
run 0 replay --verify --from 1 --until 2.5 "$hlr"
says out '^verified 1500 ticks$'

# Rows are those of the drive.
run 0 replay --csv --out "$work/again.csv" "$hlr"
silent out
cmp -s "$work/telemetry.csv" "$work/again.csv" || fail 'replay --csv differs from telemetry.csv'
run 0 replay --csv --signals vehicle.speed,engine.speed --every '1 ms' "$hlr"
[ "$(sed -n 1p "$work/out")" = 'time,vehicle.speed,engine.speed' ] || fail "header: $(sed -n 1p "$work/out")"
[ "$(sed -n 2p "$work/out")" = '# s,m/s,rpm' ] || fail "units: $(sed -n 2p "$work/out")"
[ "$(wc -l <"$work/out")" -eq 3003 ] || fail "$(wc -l <"$work/out") rows, expected 3003"
run 0 replay --csv --from 2 --until '2.05 s' --signals time "$hlr"
[ "$(wc -l <"$work/out")" -eq 8 ] || fail "$(wc -l <"$work/out") rows, expected 8"
says out '^2,2$'

run 0 replay --verify --from 0 --until 0.5 "$hlr"
says out '^verified 500 ticks$'

# ---- mistakes ----

run 2 replay --verify --from -1 "$hlr"
says err "--from '-1' is not understood; expected a time from 0"
run 2 replay --verify --camera chase "$hlr"
says err '--camera needs a window; for pictures give --frames every=S,camera=chase'
run 2 replay --csv --signals engine.sped "$hlr"
says err "unknown signal 'engine.sped'; the nearest is 'engine.speed'"
silent out
run 2 replay --csv --signals engine.speed, "$hlr"
says err "unknown signal ''"
run 2 replay --csv --every 0.0015 "$hlr"
says err '.-every 0.0015 s must be a multiple of the step, 0.001 s'
run 2 replay --csv --verify "$hlr"
says err 'give only one of'
run 2 replay --info --csv "$hlr"
says err 'give only one of'
run 2 replay --out "$work/x.csv" "$hlr"
says err '--out needs --csv or --frames'
run 2 replay --info --from 1 "$hlr"
says err 'have no effect with --info'
run 2 replay --verify --from 5 "$hlr"
says err 'covers 0 s to 3 s'
cp "$hlr" "$work/own.hlr"
run 2 replay --csv --out "$work/own.hlr" "$work/own.hlr"
says err 'own.hlr: RECORDING names the same file; give another one'
cmp -s "$hlr" "$work/own.hlr" || fail 'a recording was overwritten by its own rows'
run 2 replay
says err 'expected RECORDING'
unset DISPLAY WAYLAND_DISPLAY SDL_VIDEODRIVER
run 3 replay "$hlr"
says err 'no window.*--info'
run 2 replay "$work/missing.hlr"
says err 'missing.hlr: No such file'
run 2 replay "$machine"
says err 'not a recording of headland: give a recording.hlr written by headland run --out'
run 3 replay --csv --out "$work/no/such/folder.csv" "$hlr"
says err 'No such file'
if [ -c /dev/full ]; then
    run 1 replay --csv --out /dev/full "$hlr"
    says err '/dev/full: No space left'
fi

# ---- other versions, other machines, damage ----

"$record" "$machine" 0.0.1 100 "$work/old.hlr" "$work/old.csv"
run 2 replay --verify "$work/old.hlr"
says err "recorded by headland 0\.0\.1; this is headland $version"
run 0 replay --info "$work/old.hlr" # looking is free
says out '^recorded by +headland 0\.0\.1 '

head -c "$(($(wc -c <"$hlr") * 2 / 3))" "$hlr" >"$work/cut.hlr"
run 0 replay --verify "$work/cut.hlr"
says out '^verified [1-9][0-9]* ticks$'
says err 'cut off after tick [0-9]+, as after a kill; [0-9]+ bytes of an incomplete frame'
# A byte changed inside is no cut: what is good is verified, and the exit status tells.
python3 -c "
import sys
b = bytearray(open(sys.argv[1], 'rb').read())
b[len(b) * 2 // 3] ^= 1
open(sys.argv[2], 'wb').write(b)" "$hlr" "$work/flipped.hlr"
run 1 replay --verify "$work/flipped.hlr"
says out '^verified [1-9][0-9]* ticks, up to the damage$'
says err 'damaged: the last [0-9]+ bytes, after tick [1-9][0-9]*, are unreliable'
run 1 replay --csv --out "$work/flipped.csv" "$work/flipped.hlr"
run 0 replay --verify --until 0.5 "$work/flipped.hlr"
says out '^verified 500 ticks$'
cat "$hlr" "$machine" >"$work/longer.hlr"
run 1 replay --verify "$work/longer.hlr"
says out '^verified 3000 ticks, up to the damage$'
head -c 100 "$hlr" >"$work/cut.hlr"
run 2 replay "$work/cut.hlr"
says err 'cut off within its start state'

# ---- drives ----

run 0 run --headless --speed max --seconds 3 --set throttle=0.5 --out "$work/drive" "$machine"
run 0 replay --verify "$work/drive/recording.hlr"
says out '^verified 3000 ticks$'
run 0 replay --csv --out "$work/again.csv" "$work/drive/recording.hlr"
cmp -s "$work/drive/telemetry.csv" "$work/again.csv" || fail 'replay --csv differs from the telemetry of a drive'

# Killed while driving in real time, once some of it is in the file. Flushes are half a second apart.
"$program" run --headless --seconds 1000 --out "$work/killed" "$machine" >"$work/out" 2>"$work/err" </dev/null &
driving=$!
for _ in $(seq 300); do
    "$program" replay --info "$work/killed/recording.hlr" 2>/dev/null | grep -E '^ticks +[1-9]' >/dev/null && break
    sleep 0.1
done
kill -KILL $driving
wait $driving 2>/dev/null
run 0 replay --info "$work/killed/recording.hlr"
says out '^end +cut short$'
run 0 replay --verify "$work/killed/recording.hlr"
says out '^verified [1-9][0-9]* ticks$'

# A disk that is full, as a limit on the size of files: 100 blocks of 512 bytes. The drive comes to its end.
(
    trap '' XFSZ
    ulimit -f 100
    "$program" run --headless --speed max --seconds 10 --out "$work/full" "$machine" >"$work/out" 2>"$work/err"
)
[ $? -eq 1 ] || fail 'a full disk: exit status is not 1'
says out '^result +finished$'
says out '^ticks +10000 '
says err 'recording\.hlr: File too large; it ends after tick [0-9]+'
says err 'telemetry\.csv: File too large; it ends after [0-9]+ rows'
run 0 replay --info "$work/full/recording.hlr"
says out '^end +write error: File too large$'
silent err
run 0 replay --verify "$work/full/recording.hlr"
says out '^verified [1-9][0-9]* ticks$'

[ "$failures" -eq 0 ] || { echo "$failures failures"; exit 1; }
echo 'all checks hold'
