# What the tests of the command line begin with that get HEADLAND ASSETS and are written for bash: $program, $assets, a new
# folder $work, which is the current one and is removed at the end. Sourced before all else.
set -uo pipefail

program=$1
assets=$2
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
export XDG_DATA_HOME="$work/data"
. "$here/expect.sh"
