#!/usr/bin/env python3
"""pipes.py HEADLAND ASSETS PACE: the excavator's sling. The scenario's script lays a pipe; then the boom holds with a pipe and
without: the load that is shown, the force of the boom cylinders, the limit of the sling, a hook that does not reach."""
import csv
import json
import os
import subprocess
import sys
import tempfile

PROGRAM, ASSETS, PACE = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), sys.argv[3]
SCENARIO = os.path.join(ASSETS, "scenarios", "pipe-laying.yaml")
MASS, GRAVITY, BOOM_FOOT = 320.0, 9.81, 0.25  # [kg, m/s2, m]: scenario; joint `boom` of the machine

HOLD = """headland: operator
version: 1
name: hold
seconds: 40 s
actions:
  - {{control: throttle, to: 0.6, over: 1 s}}
  - {{control: hook, to: {hook}, from: 1 s}}
  - {{control: boom, to: {boom}, from: 2 s, over: 2 s, until_when: {{signal: boom.angle, above: 0.9}}, release: true}}
"""
faults = []


def expect(what, holds):
    if not holds:
        faults.append(what)


def headland(*arguments):
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False)
    expect(f"{' '.join(arguments)}: {done.stderr}", done.returncode == 0)
    return done.stdout + done.stderr


def drive(folder, *arguments, hook=None, boom=0.3):
    script = []
    if hook is not None:
        with open(f"{folder}.yaml", "w", encoding="utf-8") as file:
            file.write(HOLD.format(hook=hook, boom=boom))
        script = ["--operator", f"{folder}.yaml"]
    text = headland("run", "--headless", "--speed", "max", *script, "--out", folder, *arguments, SCENARIO)
    with open(f"{folder}/report.json", encoding="utf-8") as file:
        report = json.load(file)
    with open(f"{folder}/telemetry.csv", encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if not row["time"].startswith("#")]
    return text, report, rows


def column(rows, name):
    return [float(row[name]) for row in rows]


def at_rest(rows, name):
    """Mean of the last ten seconds."""
    last = column(rows, name)[-1000:]
    return sum(last) / len(last)


def rate_of_length(rows, angle):
    """dL/dangle of the boom cylinder, from the way up: the parabola through three points."""
    way = list(zip(column(rows, "boom.angle"), column(rows, "cylinder.boom.length")))
    (a, la), (b, lb), (c, lc) = (min(way, key=lambda p, t=t: abs(p[0] - t)) for t in (angle - 0.04, angle - 0.02, angle))
    first, second = (lb - la) / (b - a), (lc - lb) / (c - b)
    return second + (second - first) * (c - b) / (c - a)


def lay_a_pipe():
    text, report, rows = drive("laid")
    expect("takes and lets go", "hook takes pipe" in text and "hook releases pipe" in text)
    signals = report["signals"]
    expect("it has been laid down to the left", signals["object.pipe.y"] > 3.0 and abs(signals["object.pipe.z"] - 0.2) < 0.01)
    expect("it was not dropped, nothing was hit", signals["object.pipe.drops"] == 0 and report["hits"]["count"] == 0)
    expect("the hook is empty", signals["sling.hook.attached"] == 0 and signals["sling.hook.load"] == 0)
    expect("it hung on the sling", max(column(rows, "object.pipe.z")) > 0.9)
    expect("replay", f"verified {report['ticks']} ticks" in headland("replay", "--verify", "laid/recording.hlr"))


def compare_with_statics():
    _, _, empty = drive("empty", hook=0)
    _, _, full = drive("full", hook=1)
    load = at_rest(full, "sling.hook.load")
    expect(f"load {load} kg", abs(load / MASS - 1.0) < 0.02)
    arm = at_rest(full, "object.pipe.x") - BOOM_FOOT
    exact = MASS * GRAVITY * arm / rate_of_length(full, at_rest(full, "boom.angle"))
    rise = at_rest(full, "cylinder.boom.force") - at_rest(empty, "cylinder.boom.force")
    print(f"load {load:.1f} kg; the boom cylinders' force rises by {rise:.0f} N, statics {exact:.0f} N")
    expect(f"force {rise} N, {exact} N", abs(rise / exact - 1.0) < 0.03)


def break_it():
    text, report, _ = drive("broken", "--set", "machine.hooks.hook.breaks_at=3 kN", hook=1)
    expect("breaks", "the sling of hook breaks at 3.0 kN: pipe is free" in text)
    expect("broken", report["signals"]["sling.hook.broken"] == 1 and report["signals"]["sling.hook.attached"] == 0)
    expect("events", any("breaks" in event["text"] for event in report["events"]))


def miss_it():
    text, report, _ = drive("missed", "--set", "machine.hooks.hook.length=1 m", "--seconds", "3", hook=1, boom=0)
    expect("too short: " + text, "hook does not reach pipe: the eye is" in text and "below its end" in text)
    expect("refused once", report["signals"]["sling.hook.refusals"] == 1)


with tempfile.TemporaryDirectory() as work:
    os.chdir(work)
    miss_it()
    if PACE == "whole":
        lay_a_pipe()
        compare_with_statics()
        break_it()
    os.chdir("/")
for fault in faults:
    print("pipes.py:", fault)
sys.exit(len(faults) > 0)
