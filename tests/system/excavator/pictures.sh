#!/bin/bash
# pictures.sh HEADLAND ASSETS PACE: what the operator sees while he digs: pictures are there, and each shows something else.
set -uo pipefail
. "$(dirname "$0")/excavator.sh"
if whole; then seconds=6; else seconds=1; fi
every=$((seconds)) # at the start and at the end

drive 0 seen --seconds $seconds --frames "every=$every,size=320x180,camera=cab,quality=low"
[ "$(ls seen/frames)" = $'frame-000000.png\nframe-000001.png' ] || fail "pictures: $(ls seen/frames)"
python3 "$here/pictures.py" 320 180 seen/frames/frame-00000{0,1}.png || fail 'the pictures are not what they should be'

done_with
