#!/bin/sh
# crash.sh CRASH: the rounds of crash.c on a small disk of their own, where this user may mount one; else a limit of the
# size of files stands for a full disk.
set -u
crash=$1
rounds=200
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT

if unshare -rm mount -t tmpfs none "$folder" 2>"$folder/why"; then
    unshare -rm sh -c 'mount -t tmpfs -o size=24m none "$1" && exec "$2" "$1" "$3" disk' sh "$folder" "$crash" "$rounds"
else
    echo "no disk of its own: $(cat "$folder/why")"
    "$crash" "$folder" "$rounds"
fi
