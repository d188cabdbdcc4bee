#!/bin/bash
# keys_lockstep.sh LOCKSTEP ASSETS EXERCISE HEADLAND: an exercise driven by keys without a window is passed, and its recording replays.
set -euo pipefail
lockstep=$1 exercise=$3 headland=$4
export HEADLAND_ASSETS=$2
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 "$here/keys.py" --lockstep "$HEADLAND_ASSETS/exercises/$exercise.yaml" "$lockstep" "$folder" || { echo "FAILED: it is not passed" >&2; exit 1; }
"$headland" replay --verify "$folder/recording.hlr" || { echo "FAILED: the replay differs" >&2; exit 1; }
