#!/bin/bash
# hostile.sh HEADLAND ASSETS: a folder of exercises that are none, name special files, grow without bound or are badly
# made. Every seat starts all the same, within bounds of time and memory, and each bad one is listed with its reason.
set -u
headland=$1 assets=$(cd "$2" && pwd)
folder=$(mktemp -d) || exit 1
export XDG_DATA_HOME=$folder/data XDG_RUNTIME_DIR=$folder/run TMPDIR=$folder/tmp
mkdir -m 700 "$folder"/{data,run,tmp,exercises}
bad=$folder/exercises
trap 'kill $(jobs -p) 2>/dev/null; rm -rf "$folder"' EXIT
failed=0
fail() { echo "FAIL: $*" >&2; failed=1; }

# The first exercise with another machine
machine=$(sed -n 's/^machine: *//p' "$assets/exercises/1-slalom.yaml")
with() { # with MACHINE >FILE
    sed -E "s#^machine: .*#machine: $1#; s#^(operator|  hud|hud): *\.\./#\1: $assets/#" "$assets/exercises/1-slalom.yaml"
}

# special files: as the exercise, and as its machine
mkfifo "$bad/pipe.yaml" "$folder/pipe"
ln -s /dev/zero "$bad/zero.yaml"
ln -s loop-b.yaml "$bad/loop-a.yaml"
ln -s loop-a.yaml "$bad/loop-b.yaml"
mkdir "$bad/folder.yaml"
python3 -c "import socket,os; os.chdir('$bad'); socket.socket(socket.AF_UNIX).bind('socket.yaml')"
ln -s /proc/self/mem "$bad/memory.yaml"
i=0
for file in /dev/zero /dev/random /dev/tty /dev/stdin "$folder/pipe" "$folder" /proc/kmsg /sys/kernel; do
    with "$file" >"$bad/machine-$((i++)).yaml"
done
# long ones
truncate -s 3T "$bad/sparse.yaml"
head -c 5000000 /dev/zero | tr '\0' ' ' >"$bad/blanks.yaml"
truncate -s 1T "$folder/sparse"
with "$folder/sparse" >"$bad/machine-sparse.yaml"
# YAML that grows: aliases, depth, many keys, long texts, binary
python3 - "$bad" <<'PY'
import sys, os
bad = sys.argv[1]
def put(name, text): open(os.path.join(bad, name), "wb").write(text.encode() if isinstance(text, str) else text)
head = "headland: scenario\nversion: 1\nname: bomb\n"
laughs = head + "a0: &a0 [lol, lol]\n" + "".join(f"a{i}: &a{i} [*a{i-1}, *a{i-1}, *a{i-1}, *a{i-1}, *a{i-1}, *a{i-1}, *a{i-1}, *a{i-1}]\n" for i in range(1, 30))
put("aliases.yaml", laughs)
put("own-alias.yaml", head + "a: &a [*a]\n")
put("merge.yaml", head + "a: &a {b: 1}\nc: {<<: *a}\n")
put("deep-flow.yaml", head + "deep: " + "[" * 1000000 + "]" * 1000000)
put("deep-open.yaml", head + "deep: " + "{a: " * 900000)
put("deep-block.yaml", head + "".join(" " * i + "a:\n" for i in range(2800)))
put("keys.yaml", head + "".join(f"k{i}: 1\n" for i in range(330000)))
put("same-keys.yaml", head + "tasks: 1\n" * 400000)
put("long-text.yaml", head + "description: " + "x" * 4100000 + "\n")
put("quote.yaml", head + 'description: "' + "\\n" * 2000000)
put("binary.yaml", bytes(range(256)) * 4000)
put("utf16.yaml", (head * 1000).encode("utf-16"))
put("documents.yaml", "---\n" * 1300000)
put("tags.yaml", head + "a: " + "!!binary " * 400000 + "x\n")
put("anchors.yaml", head + "a: [" + ", ".join(f"&x{i} 1" for i in range(200000)) + "]\n")
put("comments.yaml", "#" * 4100000)
put("percent.yaml", "%YAML 1.1\n" * 300000)
put("nan.yaml", head + "machine: x\nseconds: .nan\ntasks: []\n")
PY
with "$assets/exercises/$machine" >"$bad/good.yaml"
cp "$assets/operators/stand.yaml" "$bad/script.yaml" # sound files of other kinds
cp "$assets/machines/forklift.yaml" "$bad/forklift.yaml"
cp "$assets/soils/loam.yaml" "$bad/loam.yaml"

# A seat starts: within 60 s of a slow computer, with at most 1.5 GB, and with the good exercise.
listed=$folder/listed
seat() { # seat NAME COMMAND...
    local name=$1
    shift
    timeout 150 /usr/bin/time -f '%e %M' -o "$folder/took" "$@" >"$folder/out" 2>"$listed"
    local status=$?
    read -r seconds kilobytes < <(tail -1 "$folder/took")
    echo "$name: exit $status, $seconds s, $((kilobytes / 1024)) MB"
    [ $status -eq 0 ] || { fail "$name: exit status $status"; tail -3 "$listed" >&2; }
    [ "${seconds%.*}" -lt "${HOSTILE_SECONDS:-60}" ] || fail "$name took $seconds s"
    [ "${HOSTILE_MEMORY:-yes}" = no ] || [ "$kilobytes" -lt 1500000 ] || fail "$name took $kilobytes kB"
}
seat 'run --instructor' "$headland" run "$assets/exercises/1-slalom.yaml" --headless --speed max --seconds 0.2 \
    --instructor seat-1 --exercises "$bad"
count=$(grep -c 'cannot be read:' "$listed")
echo "$count files listed as unreadable"
for file in pipe zero loop-a loop-b folder socket machine-{0..7} sparse blanks machine-sparse aliases own-alias merge \
    deep-flow deep-open deep-block keys same-keys long-text quote binary utf16 documents tags anchors comments percent nan; do
    line=$(grep "/$file.yaml cannot be read: " "$listed")
    [ -n "$line" ] || fail "$file.yaml is not listed as unreadable"
    [ "${line##*cannot be read: }" != '' ] || fail "$file.yaml: no reason"
done
! grep -q '/good.yaml' "$listed" || fail 'the good exercise is not read'
for file in script forklift loam; do
    ! grep -q "/$file.yaml" "$listed" || fail "$file.yaml, a sound file of another kind, is listed"
    rm "$bad/$file.yaml"
done

# check refuses each of them by itself, and ends
for file in "$bad"/*.yaml; do
    [ "$file" = "$bad/good.yaml" ] && continue
    timeout 60 "$headland" check "$file" >/dev/null 2>"$folder/why" </dev/null
    status=$?
    [ $status -eq 2 ] || fail "check $(basename "$file"): exit status $status: $(head -1 "$folder/why")"
done
exit $failed
