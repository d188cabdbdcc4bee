#!/bin/bash
# doctor.sh HEADLAND ASSETS: findings about this computer and about copies of others.
. "$(dirname "$0")/begin.sh"

# put FILE TEXT: a file of the copy
put() {
    mkdir -p "copy/$(dirname "$1")"
    printf '%s\n' "$2" >"copy/$1"
}

# json PYTHON-EXPRESSION: holds for what the last run printed, as `r`; `f` has the findings by key
json() {
    python3 -c "import json, sys; r = json.load(open('$work/out')); f = {i['key']: i for i in r['findings']}; sys.exit(not ($1))" && return
    fail "$1"
}

# ---- a copy: nothing is measured, only its files count ----

cpu=sys/devices/system/cpu
put proc/version 'Linux version 6.1.0-13-rt-amd64 (debian) #1 SMP PREEMPT_RT Debian'
put proc/cpuinfo 'flags : fpu tsc'
put proc/sys/kernel/sched_rt_runtime_us 950000
put proc/sys/kernel/sched_rt_period_us 1000000
put proc/self/limits 'Max locked memory unlimited unlimited bytes
Max realtime priority 90 90'
put proc/swaps 'Filename Type Size Used Priority'
put $cpu/online 0-7
put $cpu/isolated 7
put $cpu/cpu7/topology/thread_siblings_list 7
put $cpu/cpu7/cpufreq/scaling_governor performance
put sys/devices/system/clocksource/clocksource0/current_clocksource tsc
put dev/snd/timer ''

run 0 doctor --root copy --cpu 7
silent err
says out '^ok +kernel +PREEMPT_RT, 6.1.0-13-rt-amd64$'
says out '^ok +isolated processor +processors 7'
says out '^not visible +other load '
says out '^0 warnings$'
grep -q 'measured' out && fail 'a copy cannot be measured'

run 1 doctor --root copy
says out '^warning +isolated processor +processors 7'
says out '^ +change: headland run --cpu 7'
says out '^1 warning$'

put $cpu/cpu7/cpufreq/scaling_governor powersave
put proc/self/limits 'Max locked memory 8388608 8388608 bytes
Max realtime priority 0 0'
run 1 doctor --root copy --cpu 7 --json
json "r['warnings'] == 3 and 'wake_up' not in r"
json "f['governor']['state'] == 'warning' and f['governor']['found'] == 'powersave on 1 of 1 processors'"
json "'performance' in f['governor']['change'] and f['preemption']['change'] is None"
json "f['priority']['state'] == 'warning' and 'realtime' in f['priority']['change'] and f['locking']['state'] == 'warning'"
json "f['sleep']['state'] == 'not visible' and f['graphics']['state'] == 'not visible'"

# ---- this computer: whatever it is, exit status and figures fit together ----

"$program" doctor --seconds 0.2 --json >"$work/out" 2>err
status=$?
[ ! -s err ] || fail "unexpected text on stderr: $(head -1 err)"
json "$status == (1 if r['warnings'] else 0) and r['warnings'] == sum(i['state'] == 'warning' for i in r['findings'])"
json "len(f) == len(r['findings']) and all(i['found'] and i['expected'] for i in r['findings'])"
json "all(bool(i['change']) == (i['state'] == 'warning') for i in r['findings'])"
json "r['wake_up']['as_headland_us']['count'] > 0 and sum(n for _, n in r['wake_up']['as_headland_us']['bins_ns']) == r['wake_up']['as_headland_us']['count']"
json "('ordinary_us' in r['wake_up']) == r['wake_up']['fifo'] == bool(f['priority']['measured'])"
json "(len(r['wake_up']['each_processor_us']) > 1) == bool(f['isolation']['measured'])"
json "f['load']['state'] != 'not visible' and f['wake-up']['state'] in ('ok', 'warning')"

# ---- refusals ----

run 2 doctor extra
says err "^headland doctor: unexpected argument 'extra'"
run 2 doctor --root nothing
says err '^headland doctor: nothing: expected a folder with proc, sys and dev$'
run 2 doctor --seconds 0
says err '^headland doctor: --seconds'
silent out

[ "$failures" -eq 0 ] || { echo "$failures failures"; exit 1; }
echo 'all checks hold'
