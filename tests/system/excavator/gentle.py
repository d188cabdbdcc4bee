#!/usr/bin/env python3
"""gentle.py HEADLAND ASSETS PACE: the excavator's bucket at a gentle lever, its edge at 1 to 5 cm/s. What it digs is what its
edge and floor sweep; into dry sand the slopes beside and before it run as well, and no more than these."""
import csv
import math
import os
import subprocess
import sys
import tempfile

PROGRAM, ASSETS, PACE = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), sys.argv[3]

SCENARIO = """headland: scenario
version: 1
name: gentle
machine: {assets}/machines/excavator.yaml
ground: {{kind: plane}}
sand:
  soils: [{{file: {assets}/soils/{soil}.yaml}}]
  particle_radius: 40 mm
  from: [4 m, -4 m]
  to: [12 m, 4 m]
  depth: 2 m
"""

# The teeth are set down 8 m away; then the boom sinks to 0.2 m while the dipper draws gently.
SCRIPT = """headland: operator
version: 1
name: gentle
seconds: 60 s
actions:
  - {{control: throttle, to: 1}}
  - {{control: auto_idle, to: 0}}
  - {{name: reach, control: dipper, keep: dipper.angle, at: -50 deg, gain: 5,
     until_when: {{signal: dipper.angle, above: -53 deg}}, release: true}}
  - {{name: open, control: bucket, keep: bucket.angle, at: -60 deg, gain: -5,
     until_when: {{signal: bucket.angle, above: -60 deg}}, release: true}}
  - {{name: above, control: boom, to: -0.3, after: reach, delay: 1 s,
     until_when: {{signal: bucket.height, below: 0.15 m}}, release: true}}
  - {{name: level, control: boom, keep: bucket.height, at: -0.2 m, gain: 2, after: above, delay: 1 s}}
  - {{name: pull, control: dipper, to: {lever}, over: 1 s, after: above, delay: 2 s}}
"""

# assets/machines/excavator.yaml, tool `bucket`: from the edge along the floor and round the heel, tip of the teeth [m]
PROFILE = [(1.4101, -0.1483), (1.2484, -0.5066), (1.1216, -0.7199), (0.8675, -0.8492), (0.5781, -0.8250)]
TIP, WIDTH = 1.47, 0.727
CELL = 0.005  # of the swept area [m]
FIELD_CELL = 0.05  # of the sand: default [m]


def corners(row):
    """The profile in the vertical plane of the arm: distance from the swing axis, height [m]"""
    angle = row["boom.angle"] + row["dipper.angle"] + row["bucket.angle"] - row["chassis.pitch"]
    c, s = math.cos(angle), math.sin(angle)
    return [(row["bucket.reach"] + (x - TIP) * c + z * s, row["bucket.height"] + (x - TIP) * s - z * c) for x, z in PROFILE]


def lower(depth, a, b):
    """Sweep the line from a to b: the deepest that was reached, by cells"""
    first, last = round(a[0] / CELL), round(b[0] / CELL)
    count = max(1, abs(last - first))
    for i in range(count + 1):
        z = a[1] + (b[1] - a[1]) * i / count
        at = first + (last - first) * i // count
        if z < depth.get(at, 0.0):
            depth[at] = z


def number_of(soil, key):
    """First number after a key of a soil's file"""
    with open(f"{ASSETS}/soils/{soil}.yaml") as file:
        return next(float(line.split()[1]) for line in file if line.startswith(f"{key}:"))


def drive(soil, lever, seconds):
    """Drive; return what was dug and what was swept [m3 of bank soil], the deepest place, what lies about the cut above the angle
    of repose [m3], speed of the edge and load at the end"""
    density, repose = (number_of(soil, key) for key in ("bank_density", "repose"))
    with tempfile.TemporaryDirectory() as folder:
        for name, text in ("scenario", SCENARIO.format(assets=ASSETS, soil=soil)), ("script", SCRIPT.format(lever=lever)):
            with open(f"{folder}/{name}.yaml", "w") as file:
                file.write(text)
        subprocess.run([PROGRAM, "run", f"{folder}/scenario.yaml", "--headless", "--speed", "max", "--operator",
                        f"{folder}/script.yaml", "--seconds", str(seconds), "--out", f"{folder}/out"], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(f"{folder}/out/telemetry.csv") as file:
            rows = list(csv.DictReader(file))[1:]  # after the line of the units
    columns = ("boom.angle", "dipper.angle", "bucket.angle", "chassis.pitch", "bucket.reach", "bucket.height")
    depth, before = {}, None
    for row in rows[::5]:
        now = corners({key: float(row[key]) for key in columns})
        for a, b in zip(now, now[1:]):
            if min(a[1], b[1]) < 0.0:
                lower(depth, a, b)
        if before:
            lower(depth, before[0], now[0])
        before = now
    late = rows[len(rows) * 3 // 4]
    speed = math.dist(corners({key: float(late[key]) for key in columns})[0], before[0]) / (seconds - float(late["time"]))
    swept = -sum(depth.values()) * CELL * WIDTH
    # both sides d^2/2 cot(repose) along the cut; the face before the edge likewise across the width
    cot = 1.0 / math.tan(math.radians(repose))
    deepest = -min(depth.values())
    slopes = cot * (sum(z * z for z in depth.values()) * CELL + 0.5 * deepest * deepest * WIDTH)
    return float(rows[-1]["sand.dug"]) / density, swept, deepest, slopes, speed, float(rows[-1]["bucket.mass"])


def main():
    # lever, seconds: until the bucket is half full; what it spills later is dug twice
    runs = [("loam", -0.165, 40), ("loam", -0.17, 40), ("loam", -0.185, 28), ("dry-sand", -0.17, 32)]
    if PACE != "whole":
        runs = [("loam", -0.185, 9)]
    failures = 0
    for soil, lever, seconds in runs:
        dug, swept, depth, slopes, speed, load = drive(soil, lever, seconds)
        print(f"{soil}, lever {lever}: {100 * speed:.1f} cm/s, dug {dug:.4f} m3 of {swept:.4f} swept ({dug / swept:.3f}), "
              f"{load:.0f} kg in the bucket; slopes {slopes:.4f} m3")
        if PACE != "whole":
            continue
        # 5 %, and half a cell before the edge. Loam stands by its cohesion; dry sand runs in until all about the cut lies at
        # its angle of repose.
        most = 1.05 * swept + 0.5 * FIELD_CELL * depth * WIDTH + (slopes if soil == "dry-sand" else 0.0)
        if not 0.95 * swept < dug < most or not 0.005 < speed < 0.06:
            print(f"dug: {0.95 * swept:.4f} to {most:.4f} m3 are expected, at 0.5 to 6 cm/s")
            failures += 1
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
