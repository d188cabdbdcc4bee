#!/bin/bash
# library.sh HEADLAND ASSETS: a recording replays to the same bits when the C library chooses its functions for another
# processor, as it does on an older computer; and where bits differ, the replay names both builds.
set -euo pipefail
headland=$1 assets=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
fail() { echo "FAIL: $*"; cat log; exit 1; }
older=glibc.cpu.hwcaps=-FMA,-AVX2,-AVX2_Usable,-FMA_Usable,-FMA4

drive() { # NAME SCENARIO OPTIONS...
    local name=$1 scenario=$2
    shift 2
    "$headland" run "$assets/scenarios/$scenario" --headless --speed max --out "$name" "$@" </dev/null >log 2>&1 || fail "$name: the drive"
    GLIBC_TUNABLES=$older "$headland" replay --verify "$name/recording.hlr" </dev/null >log 2>&1 || fail "$name: other bits"
}
drive sand sand-transfer.yaml --seconds 3
drive hopper excavator-hopper.yaml --seconds 3

"$headland" replay --info sand/recording.hlr </dev/null >log 2>&1 || fail 'no information'
grep -q 'recorded by .*C library [0-9]' log || fail 'the recording does not name its C library'
echo passed
