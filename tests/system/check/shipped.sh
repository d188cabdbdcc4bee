#!/bin/sh
# No shipped file is warned about: `check --strict` of all of them.  usage: shipped.sh PROGRAM ASSETS
set -u
program=$1
assets=$2
files=$(find "$assets" -name '*.yaml' | sort)
[ -n "$files" ] || { echo "FAIL: there are no files in $assets"; exit 1; }
export XDG_CONFIG_HOME=/nowhere # without costs of this computer: a bound above the period would be a warning
# shellcheck disable=SC2086 # one word a file
"$program" check --strict $files >/dev/null || { echo "FAIL: a shipped file has errors or warnings"; exit 1; }
echo "$(echo "$files" | wc -l) files without a warning"
