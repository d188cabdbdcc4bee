#!/bin/sh
# The budget of a tick with everything on: a window drawn by the processor, display, sound into the loopback device,
# recorder, telemetry, mock wheel and joystick, motion to a virtual platform, and cyclictest of the same priority and
# interval beside. Drives the published work cycle by hand, about two minutes. Prints docs/performance.md's tables.
#   tests/bench/budget.sh [BUILD]      BUILD: a build folder with headland and system_drive (default: build)
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
build=$(CDPATH='' cd -- "${1:-$here/../../build}" && pwd)
seconds=44 # of the work cycle

for tool in Xvfb cyclictest umockdev-wrapper python3; do
  command -v "$tool" >/dev/null || { echo "budget.sh: $tool is missing; apt install xvfb rt-tests umockdev python3" >&2; exit 3; }
done
drive=$build/tests/system/devices/system_drive
for program in "$build/headland" "$drive"; do
  [ -x "$program" ] || { echo "budget.sh: $program is missing; ninja -C $build headland system_drive" >&2; exit 3; }
done

out=$(mktemp -d /tmp/headland-budget-XXXXXX)
pids=
clean() {
  for pid in $pids; do kill "$pid" 2>/dev/null || true; done
  wait
  [ -n "${KEEP:-}" ] || rm -rf "$out"
}
trap clean EXIT
trap 'exit 1' INT TERM

# Settings, results and fonts of nobody.
export HOME="$out" XDG_CONFIG_HOME="$out/config" XDG_DATA_HOME="$out/data" XDG_CACHE_HOME="$out/cache"
unset WAYLAND_DISPLAY
Xvfb -displayfd 3 -screen 0 1280x720x24 -noreset 3>"$out/display" >/dev/null 2>&1 &
pids=$!
while ! [ -s "$out/display" ]; do sleep 0.1; done
DISPLAY=:$(cat "$out/display")
export DISPLAY

# Beside the drive alone: cyclictest starts when its folder appears. A histogram of microseconds up to 20 ms.
(
  while ! [ -d "$out/drive" ]; do sleep 0.1; done
  exec cyclictest --mlockall --policy=fifo --priority=80 --interval=1000 --duration=$seconds --threads=1 \
    --histogram=20000 --quiet >"$out/cyclictest" 2>&1
) &
cyclic=$!
pids="$pids $cyclic"

date -u +'measured %Y-%m-%d %H:%M UTC'
echo "load average before: $(cut -d' ' -f1-3 /proc/loadavg)"
umockdev-wrapper "$drive" "$out" --camera cab --rt-report >"$out/test.log" 2>&1 || {
  cat "$out/test.log" "$out/drive.log" >&2
  exit 1
}
wait "$cyclic" || true
python3 "$here/budget.py" "$out"
