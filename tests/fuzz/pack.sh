#!/bin/bash
# pack.sh KIND FILE...: add inputs to the seeds of fuzzer_KIND, which lie in corpus/KIND.tar.xz. A seed is a good input,
# or one on which a reader once failed. Equal seeds make equal archives.
set -euo pipefail
[ $# -ge 2 ] || { echo "usage: pack.sh KIND FILE..." >&2; exit 2; }
archive=$(dirname "$(realpath "$0")")/corpus/$1.tar.xz
seeds=$(mktemp -d)
trap 'rm -rf "$seeds"' EXIT
[ ! -e "$archive" ] || tar -xJf "$archive" -C "$seeds"
cp -- "${@:2}" "$seeds"
tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=u=rw,go=r -C "$seeds" -cJf "$archive" $(ls "$seeds")
