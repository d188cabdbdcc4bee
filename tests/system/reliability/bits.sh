#!/bin/bash
# bits.sh [FOLDER]: whether builds of headland come to the same bits. Builds it in FOLDER/NAME (default: build-bits) with
# two compilers at several levels of optimisation, drives the same drives with each, and prints a table of the states'
# hashes. Then each build replays the recordings of the first one, which compares every tick and names the first that
# differs; the first build goes on from each of its saved states, and drives without the vector instructions that
# the C library's own functions choose by the processor. Half an hour on two cores when nothing is built. Exit status 0:
# the builds of each compiler agree with each other, and all else is the same bits; docs/reliability.md says what is to
# be expected between compilers.
set -uo pipefail
source=$(cd "$(dirname "$0")/../../.." && pwd) || exit 1
assets=$source/assets
work=${1:-build-bits}
mkdir -p "$work" && cd "$work" || exit 1
mapfile -t machine_options < <("$source/.ci/options" | grep -v HEADLAND_ARCH)
failures=0
fail() { echo "FAIL: $*"; failures=$((failures + 1)); }

# name, compiler, optimisation, further options; gcc-O3 is what ./run builds
builds='gcc-O3 gcc -O3
gcc-O2 gcc -O2
gcc-O0 gcc -O0
gcc-O3-plain gcc -O3 -DHEADLAND_ARCH=
clang-O2 clang -O2
clang-O0 clang -O0'
drives='sand loader hopper'

build() { # NAME COMPILER OPTIMISATION OPTIONS...
    local name=$1 compiler=$2 level=$3
    shift 3
    { cmake -S "$source" -B "$name" -G Ninja -DCMAKE_BUILD_TYPE=Bits -DCMAKE_C_COMPILER="$compiler" \
        -DCMAKE_C_FLAGS="$level" -DBUILD_TESTING=OFF -DHEADLAND_WERROR=OFF "${machine_options[@]}" "$@" &&
        nice cmake --build "$name" --target headland; } >"$name.log" 2>&1 || { tail -20 "$name.log"; exit 1; }
}

# drive PROGRAM DRIVE FOLDER: sand is dug and carried, oil moved alone, gravel dug and swung
drive() {
    local arguments
    case $2 in
    sand) arguments=(sand-transfer.yaml --seconds 25) ;;
    loader) arguments=(flat.yaml --seconds 25 --operator "$assets/operators/loader.yaml") ;;
    hopper) arguments=(excavator-hopper.yaml --seconds 25) ;;
    esac
    "$1" run "$assets/scenarios/${arguments[0]}" "${arguments[@]:1}" --headless --speed max --out "$3" \
        </dev/null >"$3.out" 2>&1 || fail "$3: $(tail -1 "$3.out")"
}

hash_of() { sed -n 's/.*"state_hash":[[:space:]]*"\(.*\)".*/\1/p' "$1"; }

echo 'build          sand             loader           hopper           linkage'
while read -r name compiler level options; do
    # shellcheck disable=SC2086 # options are words
    build "$name" "$compiler" "$level" $options
    row=$name
    for d in $drives; do
        drive "$name/headland" "$d" "$name-$d"
        row+=" $(hash_of "$name-$d/report.json")"
    done
    "$name/headland" simulate --json --seconds 5 "$assets/mechanisms/friction-lugre.yaml" >"$name-linkage" ||
        fail "$name: the linkage"
    row+=" $(hash_of "$name-linkage")"
    echo "$row" >>hashes.new
    # shellcheck disable=SC2086 # columns are words
    printf '%-14s %s %s %s %s\n' $row
done <<<"$builds"
mv hashes.new hashes

for compiler in gcc clang; do
    different=$(grep "^$compiler" hashes | cut -d' ' -f2- | sort -u | wc -l)
    [ "$different" -eq 1 ] || fail "the builds of $compiler come to $different different rows"
done
if [ "$(cut -d' ' -f2- hashes | sort -u | wc -l)" -eq 1 ]; then
    echo 'gcc and clang agree with each other'
else
    echo 'gcc and clang do not agree with each other'
fi

echo 'recordings of gcc-O3, every tick:'
while read -r name _; do
    for d in $drives; do
        "$name/headland" replay --verify "gcc-O3-$d/recording.hlr" </dev/null >out 2>&1 || case $name in
        gcc*) fail "$name, the recording of $d: $(tail -1 out)" ;; # between compilers it is told alone
        esac
        echo "$name $d: $(tail -1 out)"
    done
done <<<"$builds"

echo 'from each saved state to the end:'
for d in $drives; do
    for from in 10 20; do
        "gcc-O3/headland" replay --verify --from $from "gcc-O3-$d/recording.hlr" </dev/null >out 2>&1 ||
            fail "$d from $from s: $(tail -1 out)"
        echo "$d from $from s: $(tail -1 out)"
    done
done

# One thread computes the world; what runs beside it may have any number of processors.
for d in $drives; do
    taskset -c 0 "gcc-O3/headland" replay --verify "gcc-O3-$d/recording.hlr" </dev/null >out 2>&1 ||
        fail "$d on one processor: $(tail -1 out)"
    echo "$d on one processor: $(tail -1 out)"
    # a processor without FMA and AVX2, as far as the C library is concerned
    GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA,-AVX2,-FMA4 "gcc-O3/headland" replay --verify "gcc-O3-$d/recording.hlr" \
        </dev/null >out 2>&1 || fail "$d with the C library of an older processor: $(tail -1 out)"
    echo "$d with the C library of an older processor: $(tail -1 out)"
done

[ "$failures" -eq 0 ] || { echo "$failures failures"; exit 1; }
echo 'all checks hold'
