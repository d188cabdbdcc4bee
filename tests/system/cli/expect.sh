# What the tests of the command line share: run the program and say what is expected of it. Sourced; needs $program and
# $work, a folder for outputs; counts in $failures.
failures=0

fail() {
    echo "FAIL: $*"
    failures=$((failures + 1))
}

# run STATUS ARGUMENTS...: stdout and stderr go to $work/out and $work/err.
run() {
    expected=$1
    shift
    "$program" "$@" >"$work/out" 2>"$work/err" </dev/null
    status=$?
    [ "$status" -eq "$expected" ] && return
    fail "headland $*: exit status $status, expected $expected"
    sed 's/^/    /' "$work/err"
}

# says STREAM PATTERN: the last run printed a line like this (extended regular expression).
says() {
    grep -Eq -e "$2" "$work/$1" && return
    fail "no line like '$2' on std$1:"
    sed 's/^/    /' "$work/$1" | head -5
}

silent() {
    [ ! -s "$work/$1" ] || fail "unexpected text on std$1: $(head -1 "$work/$1")"
}
