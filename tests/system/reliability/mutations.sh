#!/bin/bash
# mutations.sh HEADLAND MUTATIONS ASSETS [CASES [SEED]]: mutated copies of all authored files that ship, and of recordings
# that HEADLAND makes of them, each read by a process of its own (mutations.c). 600 cases unless said otherwise; half of
# them are of recordings.
set -eu
headland=$1 mutations=$2 assets=$3 cases=${4:-600} seed=${5:-1}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export ASAN_OPTIONS=${ASAN_OPTIONS:-detect_leaks=0}
for drive in scenarios/slope-15 scenarios/sand-transfer exercises/4-hopper; do
    "$headland" run "$assets/$drive.yaml" --headless --speed max --seconds 0.3 --out "$folder/$(basename $drive)" \
        >/dev/null 2>&1
done
mapfile -t texts < <(find -L "$assets" -name '*.yaml' | sort)
mapfile -t recordings < <(find "$folder" -name '*.hlr' | sort)
[ ${#recordings[@]} -ge 3 ] || { echo "no recordings"; exit 1; }
"$mutations" $((cases / 2)) "$seed" "${texts[@]}"
"$mutations" $((cases / 2)) "$seed" "${recordings[@]}"
