"""Tables in Markdown out of what budget.sh has measured: budget.py FOLDER"""
import json
import os
import sys

folder = sys.argv[1]
with open(os.path.join(folder, "drive", "report.json"), encoding="utf-8") as file:
    report = json.load(file)
deadlines = report["deadlines"]
budget = deadlines["budget"]
QUANTILES = ("p50", "p99", "p999", "max")


def row(name, values):
    print("| " + " | ".join([name] + [f"{value:.4g}" for value in values]) + " |")


def table(*columns):
    print("\n| " + " | ".join(columns) + " |\n" + "|---" * len(columns) + "|")


def cyclictest():
    """Median, p99, p99.9 and maximum of cyclictest's histogram [us]: whole microseconds, and what went beyond it."""
    counts, largest = [], 0
    with open(os.path.join(folder, "cyclictest"), encoding="utf-8") as file:
        for line in file:
            words = line.split()
            if line.startswith("# Max Latencies:"):
                largest = int(words[-1])
            elif len(words) == 2 and words[0].isdigit():
                counts.append((int(words[0]), int(words[1])))
    total, below, found = sum(count for _, count in counts), 0, []
    if total == 0:
        return None
    for latency, count in counts:
        below += count
        while len(found) < 3 and below >= (0.5, 0.99, 0.999)[len(found)] * total:
            found.append(latency)
    return found + [largest]


table("part [us]", "mean", "median", "p99", "p99.9", "max", "in the longest tick")
COLUMNS = ("mean",) + QUANTILES + ("in_longest",)
for part, figures in budget["parts_us"].items():
    row(part, [figures[column] for column in COLUMNS])
row("sum of the column", [sum(figures[column] for figures in budget["parts_us"].values()) for column in COLUMNS])

table("[us]", "median", "p99", "p99.9", "max")
row("whole tick", [deadlines["step_us"][q] for q in QUANTILES])
row("wake-up", [deadlines["wake_us"][q] for q in QUANTILES])
row("probe", [deadlines["probe_us"][q] for q in QUANTILES])
beside = cyclictest()
if beside:
    row("cyclictest", beside)
for name, key in (("input to command", "latency_us"), ("input to picture", "photon_us")):
    figures = report.get("input", {}).get(key)
    if figures:
        row(f"{name} ({figures['count']:.0f})", [figures[q] for q in QUANTILES])

why = deadlines["explained"]
print(f"\nPeriod {budget['period_us']:g} us, {report['ticks']:.0f} ticks: {deadlines['missed']:.0f} deadlines missed, "
      f"{why['by_wake_up']:.0f} explained by the wake-up, {why['by_probe']:.0f} by the probe, "
      f"{why['unexplained'] + why['unlisted']:.0f} unexplained; slack {why['slack_us']:g} us. "
      f"SCHED_FIFO {'yes' if deadlines['fifo'] else 'no'}, memory locked {'yes' if deadlines['memory_locked'] else 'no'}.")
