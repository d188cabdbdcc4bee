#!/usr/bin/env python3
"""figures.py ROOT HEADLAND: docs/validation.md shows what quick cases of `headland validate` give.

A row of the page whose first cell is that of a row of the case has its figure, to six digits: the last ones may differ
by processor and compiler. The table of cases has the number of rows.
"""
import json
import os
import re
import subprocess
import sys

ROOT, HEADLAND = sys.argv[1:3]
CASES = ("andrews", "bricard", "flyball", "convergence")  # seconds in all
DIGITS = 1e-6
faults = []


def shown(page):
    """{first cell: last cell} of the rows of four cells, and {case: rows} of the table of cases."""
    cells = [[c.strip() for c in line.strip("|").split("|")] for line in page.splitlines() if line.startswith("|")]
    return {c[0]: c[3] for c in cells if len(c) == 4}, {c[0]: c[1] for c in cells if len(c) == 3}


def rows_of(case):
    answer = subprocess.run([HEADLAND, "validate", case, "--json"], stdin=subprocess.DEVNULL, check=True,
                            capture_output=True, text=True)
    return json.loads(answer.stdout)["rows"]


def main():
    with open(os.path.join(ROOT, "docs/validation.md"), encoding="utf-8") as file:
        figures, counts = shown(file.read())
    compared = 0
    for case in CASES:
        rows = rows_of(case)
        if counts.get(case) != str(len(rows)):
            faults.append(f"{case} has {len(rows)} rows, the page says {counts.get(case)}")
        for row in rows:
            text = figures.get(row["what"])
            if text is None:
                continue
            compared += 1
            if not re.fullmatch(r"[-+.\de]+", text) or abs(float(text) - row["here"]) > DIGITS * abs(row["here"]):
                faults.append(f"{case}, {row['what']}: {row['here']:.10g}, the page says {text}")
    if compared < 2 * len(CASES):
        faults.append(f"only {compared} figures of the page were found")
    print("\n".join(faults) if faults else f"{compared} figures")
    return 1 if faults else 0


sys.exit(main())
