#!/usr/bin/env python3
"""instructions.py HEADLAND [--renew]: instructions of a tick, compared with instructions.json beside it.

Valgrind counts the instructions of a drive up to two times; the difference is that of the ticks between them, without
loading. The numbers hardly depend on the machine (0.1 %), but on compiler and options: figures are those of the default
build with gcc 12. More than 10 % away fails, in both directions: a faster tick must not hide a slower one later.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

TOLERANCE = 0.10
SKIPPED = 77
FIGURES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "instructions.json")


def count(program, arguments, seconds):
    """Instructions of a drive of so many seconds."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", program, "run",
                   *arguments, "--headless", "--speed", "max", "--seconds", str(seconds), "--out", folder]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
    refs = re.search(r"I\s+refs:\s+([\d,]+)", run.stderr)
    if run.returncode != 0 or not refs:
        sys.exit(f"{' '.join(command)}: {run.stderr[-2000:]}")
    return int(refs.group(1).replace(",", ""))


def per_tick(program, drive):
    """Instructions of a tick of 1 ms."""
    counts = [count(program, drive["arguments"], drive[end]) for end in ("from", "until")]
    return (counts[1] - counts[0]) / (1000 * (drive["until"] - drive["from"]))


def main():
    program, renew = os.path.abspath(sys.argv[1]), "--renew" in sys.argv[2:]
    if not shutil.which("valgrind"):
        print("valgrind is not installed: nothing is counted")
        return SKIPPED
    with open(FIGURES, encoding="utf-8") as file:
        figures = json.load(file)
    failures = 0
    for name, drive in figures["drives"].items():
        now, before = per_tick(program, drive), drive["instructions_per_tick"]
        drive["instructions_per_tick"] = round(now)
        wrong = not renew and abs(now / before - 1) > TOLERANCE
        failures += wrong
        print(f"{'FAIL' if wrong else 'ok'}: {name}: {now:.0f} instructions a tick, {before} expected, {100 * (now / before - 1):+.1f} %")
    if renew:
        lines = ",\n".join(f"    {json.dumps(name)}: {json.dumps(drive)}" for name, drive in figures["drives"].items())
        with open(FIGURES, "w", encoding="utf-8") as file:
            file.write(f'{{\n  "measured_with": {json.dumps(figures["measured_with"])},\n  "drives": {{\n{lines}\n  }}\n}}\n')
    elif failures:
        print(f"if the change is intended: tests/system/instructions/instructions.py {sys.argv[1]} --renew, and commit {FIGURES}")
    return 1 if failures else 0


sys.exit(main())
