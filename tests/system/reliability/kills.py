#!/usr/bin/env python3
"""kills.py HEADLAND ASSETS RANDOM ENDING: seats that drive an attempt are killed (SIGKILL), RANDOM of them at random
moments between their start and their end, ENDING in the moment of the ending: half of these when they announce the
result, up to 20 ms later, half within 60 ms of the time at which others have announced it. Then the store is opened and
verified.

Held: each announced result is in the store, finished, with the announced score, and accepted; the store is whole;
attempts whose recording has the exercise's end are recovered; nothing is left of what the killed seats were writing.
Every result is shown; nothing is judged that was not announced.
"""
import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

headland, assets = (os.path.abspath(path) for path in sys.argv[1:3])
count_random, count_ending = int(sys.argv[3]), int(sys.argv[4])
random.seed(20261127)
folder = tempfile.TemporaryDirectory(prefix="headland-kills-")
os.chdir(folder.name)
os.mkdir("tmp")
environment = dict(os.environ, TMPDIR=os.path.join(folder.name, "tmp"))
failures = []

with open("brake.yaml", "w", encoding="utf-8") as script:
    script.write("headland: operator\nversion: 1\nname: brake\nseconds: 100 h\nactions:\n"
                 "  - {control: brake, from: 0.2 s, to: 1}\n")
with open("short.yaml", "w", encoding="utf-8") as exercise:
    exercise.write(f"""headland: scenario
version: 1
name: short
description: braking for a while
machine: {assets}/machines/tractor.yaml
operator: {folder.name}/brake.yaml
ground: {{kind: plane, surface: firm gravel}}
seconds: 20 s
tasks:
  - {{name: brake, text: Brake, when: [{{signal: control.brake, above: 0.5, hold: 1 s}}]}}
score:
  components:
    - {{name: time, text: time to the end, signal: time, best: 0.1 s, worst: 5 s, weight: 1}}
""")

ANNOUNCED = re.compile(rb"finished: ([0-9.]+) of 100 points")


def drive(trainee, kill_at=None, after_announcement=None):
    """One seat. Returns what it announced (None: nothing), when, and whether it was killed."""
    command = [headland, "run", "short.yaml", "--headless", "--speed", "max", "--trainee", trainee, "--db", "r.db"]
    begin = time.monotonic()
    seat = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                            env=environment)
    os.set_blocking(seat.stderr.fileno(), False)
    said, announced_at, killed = b"", None, False
    while seat.poll() is None:
        said += seat.stderr.read() or b""
        now = time.monotonic() - begin
        if announced_at is None and ANNOUNCED.search(said):
            announced_at = now
            if after_announcement is not None:
                kill_at = now + after_announcement
        if kill_at is not None and now >= kill_at:
            seat.kill()
            killed = True
            seat.wait()
        else:
            time.sleep(0.0005)
    said += seat.stderr.read() or b""
    found = ANNOUNCED.search(said)
    if not killed and seat.returncode != 0:
        failures.append(f"{trainee}: exit status {seat.returncode}: {said[-300:]}")
    return (float(found.group(1)) if found else None), announced_at, killed, time.monotonic() - begin


announcements, kills = {}, 0
first = drive("Whole")
announcements["Whole"] = first[0]
ending, length = [first[1]], first[3]
if first[0] is None:
    sys.exit("FAIL: a seat that is not killed announces nothing")
for i in range(count_random):
    name = f"Random {i}"
    announcements[name], at, killed, _ = drive(name, kill_at=random.uniform(0.0, length))
    kills += killed
    if at is not None:
        ending.append(at)
for i in range(count_ending):
    name = f"Ending {i}"
    middle = sorted(ending)[len(ending) // 2]
    if i % 2 == 0:
        result = drive(name, after_announcement=random.uniform(0.0, 0.02))
    else:
        result = drive(name, kill_at=middle + random.uniform(-0.06, 0.06))
    announcements[name], at, killed, _ = result
    kills += killed
    if at is not None:
        ending.append(at)

before = sqlite3.connect("file:r.db?mode=ro", uri=True).execute(
    "SELECT count(*) FROM attempts WHERE result IN (0, 4)").fetchone()[0]
verify = subprocess.run([headland, "results", "verify", "--db", "r.db"], env=environment, capture_output=True, check=False)
listed = json.loads(subprocess.run([headland, "results", "attempts", "--db", "r.db", "--json"], env=environment,
                                   capture_output=True, check=True).stdout)
attempts = {attempt["trainee"]: attempt for attempt in listed["attempts"]}
lost = 0
for name, score in announcements.items():
    if score is None:
        continue
    attempt = attempts.get(name)
    good = (attempt is not None and attempt["result"] == "finished" and attempt["proof"] == "accepted"
            and abs(attempt["score"] - score) <= 0.05)
    if not good:
        lost += 1
        failures.append(f"{name} announced {score}; the store has {attempt}")
whole = sqlite3.connect("r.db").execute("PRAGMA integrity_check").fetchone()[0]
if whole != "ok":
    failures.append(f"the store is not whole: {whole}")
left = [os.path.join(at, file) for at, _, files in os.walk("r.db-attempts") for file in files if file.endswith(".part")]
left += [name for name in os.listdir("tmp") if name.startswith("headland-debrief-")]
if left:
    failures.append(f"left over: {left[:5]}")
recovered = verify.stdout.count(b"recovered from its recording")
said = sum(score is not None for score in announcements.values())
for failure in failures:
    print("FAIL:", failure)
print(f"{kills} of {count_random + count_ending} seats killed; {said} results announced, {lost} of them lost; "
      f"{before} attempts without a result, {recovered} recovered from their recordings")
sys.exit(1 if failures else 0)
