#!/bin/bash
# fresh-machine.sh [--keep TREE] [--mirror URL] [--only-run]: is a bare Debian 12 machine enough? Makes the smallest tree
# that debootstrap knows, copies the files into it that git tracks, as they lie here, and runs `./run` twice and then
# `./check` twice inside, with nothing of this machine but its kernel, its processors and its network. Prints what each
# call took. Not part of ./check, which it contains: it needs root, the network and about an hour.
#   --keep TREE   make the tree there and leave it; without it, it is made under $TMPDIR and removed
#   --mirror URL  of Debian packages; by default debootstrap's own
#   --only-run    leave ./check out: some minutes
# Exit status: 0 all well, 1 something failed inside, 2 bad usage, 3 debootstrap or root is missing.
set -euo pipefail
source=$(cd "$(dirname "$0")/../../.." && pwd)

usage() {
    echo "usage: fresh-machine.sh [--keep TREE] [--mirror URL] [--only-run]" >&2
    exit 2
}

tree=
mirror=
check=yes
while [ $# -gt 0 ]; do
    case $1 in
        --keep) tree=${2:-}; [ -n "$tree" ] || usage; shift 2 ;;
        --mirror) mirror=${2:-}; [ -n "$mirror" ] || usage; shift 2 ;;
        --only-run) check=no; shift ;;
        *) usage ;;
    esac
done
if [ "$(id -u)" -ne 0 ]; then echo "fresh-machine.sh: changing the root folder needs root: sudo $0" >&2; exit 3; fi
if ! command -v debootstrap >/dev/null; then
    echo "fresh-machine.sh: debootstrap is missing: apt-get install debootstrap" >&2
    exit 3
fi
if [ -z "$tree" ]; then
    tree=$(mktemp -d)
    # nothing is mounted in it but inside the namespace below: there is no way out of the tree
    trap 'rm -rf --one-file-system "$tree"' EXIT
elif [ -e "$tree" ]; then
    echo "fresh-machine.sh: $tree exists: name a folder that does not" >&2
    exit 2
fi

# Inside the mount namespace: what a kernel gives to a machine, then the command in the tree, in a clean environment.
# Mounts end with the namespace.
# shellcheck disable=SC2016 # expanded by the inner shell
inside='
    set -euo pipefail
    tree=$1
    shift
    mount -t proc proc "$tree/proc"
    mount --rbind /sys "$tree/sys"
    mount --rbind /dev "$tree/dev"
    mount -t tmpfs -o mode=1777 tmpfs "$tree/tmp"
    exec chroot "$tree" env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 \
        ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} "$@"
'
in_tree() {
    unshare --mount --pid --fork --kill-child bash -c "$inside" bash "$tree" "$@" </dev/null
}

failed=0
rows=()
# step TITLE COMMAND...: run it, time it, remember how it ended
step() {
    local title=$1 start=$SECONDS result=ok
    shift
    echo "==== $title"
    "$@" || { result="FAILED ($?)"; failed=1; }
    rows+=("$(printf '%-28s %6d s  %s' "$title" $((SECONDS - start)) "$result")")
}

copy_sources() {
    mkdir -p "$tree/home/headland"
    git -C "$source" ls-files -z | tar -C "$source" --null --files-from=- --create | tar -C "$tree/home/headland" --extract
}

# a chroot has the network of its host, but not the names of its servers
name_servers() {
    cp -L /etc/resolv.conf "$tree/etc/resolv.conf"
    cp /etc/hosts "$tree/etc/hosts"
}

bare_tree() {
    debootstrap --variant=minbase bookworm "$tree" ${mirror:+"$mirror"} >/dev/null && name_servers && copy_sources
}

step "bare Debian 12" bare_tree
if [ "$failed" -eq 0 ]; then
    echo "$(find "$tree/var/lib/dpkg/info" -name '*.list' | wc -l) packages"
    step "./run, first" in_tree bash -c 'cd /home/headland && ./run'
    step "./run, second" in_tree bash -c 'cd /home/headland && ./run'
    if [ "$check" = yes ]; then
        step "./check, first" in_tree bash -c 'cd /home/headland && ./check'
        step "./check, second" in_tree bash -c 'cd /home/headland && ./check'
    fi
fi
echo
echo "$(date +%Y-%m-%d), $(nproc) processors, $(git -C "$source" rev-parse --short HEAD 2>/dev/null || echo 'no commit')"
printf '%s\n' "${rows[@]}"
exit "$failed"
