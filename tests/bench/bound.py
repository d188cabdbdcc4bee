#!/usr/bin/env python3
"""How well the bound of a tick holds: the parts of measured drives beside their bounds.

usage: bound.py COSTS.yaml REPORT...

COSTS.yaml is written by `headland bench --calibrate`, a report (report.json, or its folder) by
`headland run --rt-report --out`. For each part of each drive, in microseconds: p99.9 and maximum as measured;
the bound at the largest counts of the drive (all in one tick); the bound at the limits of the counts."""
import json
import os
import re
import sys

COST = re.compile(r"- \{part: (\w+), count: (\w+), time: ([-+.e\d]+) us\}")
SPREAD = re.compile(r"- \{part: (\w+), factor: ([-+.e\d]+)\}")


def read_costs(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    costs = [(part, count, float(us)) for part, count, us in COST.findall(text)]
    return costs, {part: float(factor) for part, factor in SPREAD.findall(text)}


def bounds(costs, spreads, counts, which):
    """Bound of each part at the maxima or limits of the counts."""
    sums = {}
    for part, count, us in costs:
        sums[part] = sums.get(part, 0.0) + us * counts.get(count, {}).get(which, 0) * spreads.get(part, 1.0)
    return sums


def show(path, costs, spreads):
    if os.path.isdir(path):
        path = os.path.join(path, "report.json")
    with open(path, encoding="utf-8") as file:
        budget = json.load(file)["deadlines"]["budget"]
    seen, limit = (bounds(costs, spreads, budget["counts"], which) for which in ("max", "limit"))
    print(f"\n{path}\n{'part':12} {'p99.9':>9} {'max':>9} {'bound at max':>13} {'bound at limit':>15}")
    for part, times in budget["parts_us"].items():
        print(f"{part:12} {times['p999']:9.1f} {times['max']:9.1f} {seen.get(part, 0):13.1f} {limit.get(part, 0):15.1f}")
    all_us = budget["all_us"]
    if "tick" in spreads:  # costs of all parts, with the spread of their sum
        tick = {part: spreads["tick"] for part in spreads}
        seen, limit = (bounds(costs, tick, budget["counts"], which) for which in ("max", "limit"))
    print(f"{'tick':12} {all_us['p999']:9.1f} {all_us['max']:9.1f} {sum(seen.values()):13.1f} {sum(limit.values()):15.1f}")


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    costs, spreads = read_costs(sys.argv[1])
    for path in sys.argv[2:]:
        show(path, costs, spreads)


main()
