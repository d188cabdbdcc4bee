#!/bin/bash
# report.sh HEADLAND ASSETS: latencies of several drives, merged.
. "$(dirname "$0")/begin.sh"

cycle=$assets/operators/work-cycle.yaml
run 0 run "$assets/scenarios/flat.yaml" --headless --speed max --operator "$cycle" --seconds 0.5 --out one
run 0 run "$assets/scenarios/flat.yaml" --headless --operator "$cycle" --seconds 0.3 --rt-report --out two

# json PYTHON-EXPRESSION: holds for what the last run printed, as `r`; `one` and `two` are the reports
json() {
    python3 -c "import json, sys; r, one, two = (json.load(open(f)) for f in ('$work/out', 'one/report.json', 'two/report.json')); sys.exit(not ($1))" && return
    fail "$1"
}

run 0 report one two/report.json --json
silent err
json "r['runs'] == 2 and r['ticks'] == 800 and r['step_seconds'] == 0.001"
json "r['deadlines']['step_us']['count'] == 800 and r['deadlines']['wake_us']['count'] == two['ticks']"
json "r['deadlines']['step_us']['max'] == max(one['deadlines']['step_us']['max'], two['deadlines']['step_us']['max'])"
json "sum(n for _, n in r['deadlines']['step_us']['bins_ns']) == 800"
json "dict(map(tuple, r['deadlines']['probe_us']['bins_ns'])) == dict(map(tuple, two['deadlines']['probe_us']['bins_ns']))"
json "r['deadlines']['missed'] == two['deadlines']['missed'] and 'input' not in r"
cp "$work/out" both.json

# the merged report is one that can be merged
run 0 report both.json one --json
json "r['runs'] == 3 and r['ticks'] == 1300 and r['deadlines']['step_us']['count'] == 1300"

run 0 report one two --histogram
silent err
says out '^drives +2, 800 ticks of 1 ms$'
says out '^\[us\] +number +median +p99 +p99.9 +p99.99 +max$'
says out '^time of a tick +800( +[0-9.]+){5}$'
says out '^probe +[0-9]+( +[0-9.]+){5}$'
says out '^ +[0-9]+ us +[0-9]+  #+$'

# refusals
run 2 report
says err '^headland report: expected REPORT'
run 2 report nothing
says err '^headland report: nothing: No such file'
echo '{}' >empty.json
run 2 report empty.json
says err '^headland report: empty.json: expected a report.json of headland run'
silent out

[ "$failures" -eq 0 ] || { echo "$failures failures"; exit 1; }
echo 'all checks hold'
