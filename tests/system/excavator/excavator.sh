# What the tests of the excavator share. Sourced with the arguments HEADLAND ASSETS PACE.
. "$(dirname "${BASH_SOURCE[0]}")/../cli/begin.sh"
hopper=$assets/scenarios/excavator-hopper.yaml
loader=$assets/operators/excavator-hopper.yaml

# drive STATUS FOLDER ARGUMENTS...: the scenario of the hopper without a window
drive() {
    local expected=$1 folder=$2
    shift 2
    run "$expected" run "$hopper" --headless --speed max --operator "$loader" --out "$folder" "$@"
}

# report FOLDER PYTHON-EXPRESSION: holds for its report.json, as `r`, and the signals in it, as `s`
report() {
    python3 -c "import json, sys; r = json.load(open('$1/report.json')); s = r['signals']; sys.exit(not ($2))" && return
    fail "$1/report.json: $2"
}

# sound FOLDER: the drive ended as it should, no soil is lost, and every number that it recorded is one
sound() {
    report "$1" "r['result'] == 'finished' and r['failure'] is None"
    report "$1" "r['mass_ledger']['closed'] and s['sand.missing'] == 0"
    grep -Eiq -m1 '(^|,)-?(nan|inf)' <(sed '/^#/d; 1d' "$1/telemetry.csv") && fail "$1/telemetry.csv: no finite number"
}

done_with() {
    [ "$failures" -eq 0 ] || { echo "$failures failures"; exit 1; }
    echo 'all checks hold'
}
