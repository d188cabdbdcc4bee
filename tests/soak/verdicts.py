#!/usr/bin/env python3
"""Print what a soak drive's report, judgement and memory say, a line each. Exit status: how many lines say FAIL.

    verdicts.py FOLDER SECONDS
"""
import csv
import json
import sys

GROWTH = 0.02  # of resident memory, from the second quarter of the drive to the last
ENGINE = 0.5  # of every hour: below, operators are left with a dead engine and nothing is tested
DEAD = 500.0  # kg in an hour: arms that sink with a dead engine dig some of it. Chosen


class Verdicts:
    def __init__(self):
        self.failures = 0

    def say(self, good, text):
        self.failures += not good
        print(f"{'ok' if good else 'FAIL':5} {text}")


def soil(verdicts, report):
    ledger = report["mass_ledger"]
    missing = ledger["initial_kg"] - ledger["field_kg"] - ledger["particles_kg"] - ledger["containers_kg"] - ledger["outside_kg"]
    verdicts.say(ledger["closed"] and abs(missing) <= 1e-12 * ledger["initial_kg"] and ledger["particles_lost"] == 0,
                 f"soil: {ledger['initial_kg']:.0f} kg, of which {ledger['dug_kg']:.0f} kg were dug and {ledger['merged_kg']:.0f} kg"
                 f" laid down; missing: {missing / ledger['initial_kg']:g} of it")


def drive(verdicts, report, seconds):
    verdicts.say(report["result"] == "finished" and abs(report["seconds"] - seconds) < 1e-6,
                 f"report: {report['result']}, {report['ticks']} ticks, {report['real_time_factor']:.3g} times real time,"
                 f" {report['fuel_used']:.0f} l of fuel")
    recording, telemetry = report["recording"], report["telemetry"]
    verdicts.say(recording["ticks"] == report["ticks"] and not recording["trouble"] and not telemetry["trouble"]
                 and telemetry["dropped"] == 0,
                 f"recording: {recording['bytes'] / 1e6:.0f} MB, {recording['postponed_states']} saved states waited")


def judged(verdicts, judgement, seconds):
    rows = round(seconds * 100) + 1
    verdicts.say(judgement["rows"] == rows, f"telemetry: {judgement['rows']} rows of {rows}")
    verdicts.say(not judgement["wrong"], f"found in them: {judgement['wrong'] or 'nothing'}")
    for name, bound in judgement["bounds"].items():
        most = judgement["most"].get(name, 0)  # of a minute, in a drive that was shorter
        verdicts.say(most <= bound, f"{name}: at most {most:.6g} of {bound:.6g}")
    for name in ("solver.iterations", "sand.particles"):
        print(f"      {name}: at most {judgement['most'][name]:.4g}")
    hours = [hour for hour in judgement["hours"] if hour["rows"] > 1]  # the last row may be the first of another hour
    idle = [hour["hour"] for hour in hours if hour["dug_kg"] <= 0]
    verdicts.say(not idle, f"sand was dug in every hour, {min(hour['dug_kg'] for hour in hours):.0f} kg in the idlest" if not idle
                 else f"no sand was dug in the hours {idle}: is the machine stuck?")
    engine = min(hour["engine_runs"] for hour in hours)
    verdicts.say(engine >= ENGINE, f"the engine ran {engine:.0%} of the hour that it ran least")
    dead = max(hour["dug_dead_kg"] for hour in hours)
    verdicts.say(dead <= DEAD, f"sand dug in an hour with the engine dead: at most {dead:.0f} of {DEAD:.0f} kg")


def memory(verdicts, path):
    """Not more is taken in the last quarter than in the second: what is loaded in the beginning counts in neither."""
    with open(path, newline="", encoding="utf-8") as lines:
        rows = [{key: int(value) for key, value in row.items()} for row in csv.DictReader(lines)]
    rows = [row for row in rows if row["threads"] > 1]  # it runs
    quarter = len(rows) // 4
    second, last = rows[quarter:2 * quarter + 1], rows[3 * quarter:]
    for key in ("rss_kB", "threads", "files"):
        before, after = (max(row[key] for row in part) for part in (second, last))
        allowed = before * (1 + GROWTH) if key == "rss_kB" else before
        verdicts.say(after <= allowed, f"memory: {key} at most {before} in the second quarter, {after} in the last")


def devices(verdicts, folder, report):
    """What was pulled out and plugged in is what the program has said."""
    with open(f"{folder}/hands.json", encoding="utf-8") as text:
        hands = json.load(text)
    with open(f"{folder}/drive.txt", encoding="utf-8") as text:
        said = text.read().splitlines()
    for name, done in hands.items():
        news = [line for line in said if line.startswith(f"headland run: {name}: ")]
        gone, there = (sum(line.endswith(end) for line in news) for end in ("is gone", "is there"))
        verdicts.say(gone == done["pulled"] and there == done["plugged"] + 1,
                     f"{name}: pulled out {done['pulled']} times, noticed {gone}; plugged in {done['plugged'] + 1} times,"
                     f" noticed {there}")
    missed = report["deadlines"]
    print(f"      deadlines: {missed['missed']} missed, {missed['slipped']} periods slipped, of {report['ticks']}")


def main():
    folder, seconds = sys.argv[1], float(sys.argv[2])
    verdicts = Verdicts()
    with open(f"{folder}/report.json", encoding="utf-8") as text:
        report = json.load(text)
    with open(f"{folder}/judged.json", encoding="utf-8") as text:
        judgement = json.load(text)
    drive(verdicts, report, seconds)
    soil(verdicts, report)
    judged(verdicts, judgement, seconds)
    memory(verdicts, f"{folder}/memory.csv")
    if report["speed"] == "realtime":
        devices(verdicts, folder, report)
    sys.exit(verdicts.failures)


if __name__ == "__main__":
    main()
