# What tests begin with that get HEADLAND ASSETS [PACE] and are written for bash: $program, $assets, a new folder $work, which
# is the current one and is removed at the end. With PACE `short`, under sanitizers, drives are short. Sourced before all else.
set -uo pipefail

program=$1
assets=$2
pace=${3:-whole}
here=$(cd "$(dirname "$0")" && pwd)
library=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
export XDG_DATA_HOME="$work/data"
. "$library/expect.sh"

whole() {
    [ "$pace" = whole ]
}

# seconds WHOLE: duration of a drive at this pace
seconds() {
    if whole; then echo "$1"; else echo 2; fi
}
