#!/usr/bin/env python3
"""Judge the signals of a soak drive, row by row as they come on standard input (telemetry.csv, or rows of `headland replay
--csv`): every number is finite, no soil is missing, steps converge, energies keep their bounds. One line for each
simulated hour goes to standard error, a summary as JSON to the file that is named. Exit status 1 when something is wrong.

    judge.py SUMMARY.json <telemetry.csv
    judge.py --signals                   the signals that it needs, as --signals of `headland replay` wants them
"""
import json
import math
import sys

WEIGHT = 80e3  # N: machine, 78 kN on its wheels at rest, and what fuel it may have more
LEVEL = 80e3  # J: of the machine on level ground, bucket down
CLIMB = 1.3 + 0.2  # m: on top of a heap, on top of a wave of the ground
SINK = 0.4 + 0.2  # m: on the firm ground under the sand, in a trough
ARMS = 12e3  # N: loader and bucket, full
REACH = 4.0  # m: from the lowest to the highest place of the bucket
TOP_SPEED = 40 / 3.6  # m/s: the tractor's highest road speed
WHEELS = 1.3  # turning wheels, shafts and gears have energy beside what moves ahead
ENGINE = 50e3  # J: crankshaft and flywheel at top speed
STORED = 100e3  # J: twice the weight on springs and tires that give way by 0.3 m, and as much in shafts
# What one iteration too few leaves is made good in the next step; but that is to be rare.
CUT = 1e-5  # share of the steps whose iterations may end before they have converged, twice over
# m: of the closures of loops, after a step. Newton's method stops at moves of 1e-7 m or rad, and a projection closes the loops
# further: no bound is derived. Chosen: some ten times what an hour showed, 1.04 nm after converged steps and 16 nm after
# one that was cut short.
VIOLATION = 2e-8
VIOLATION_CUT = 1e-7
# The steering valve is fed by a source of constant pressure that no pump of the model drives: 17.5 MPa at 8 l/min.
STEERING = 17.5e6 * 8e-3 / 60  # W
WINDOW = 60.0  # s: over which losses must not be negative

KINETIC = WHEELS * 0.5 * (WEIGHT / 9.81) * TOP_SPEED**2 + ENGINE
HIGHEST = LEVEL + WEIGHT * CLIMB + ARMS * REACH
LOWEST = LEVEL - WEIGHT * SINK - ARMS * REACH
BASE = ("sand.missing", "sand.refused", "solver.cut", "solver.violation", "solver.iterations", "contact.left_out",
        "energy.kinetic", "energy.gravity", "energy.stored", "engine.work", "driveline.lost_work", "chassis.roll",
        "chassis.pitch", "sand.dug", "sand.particles", "vehicle.speed", "engine.running")


class Judge:
    def __init__(self, header):
        self.column = {name: header.index(name, 1) for name in BASE}
        self.rows = 0
        self.cut = 0
        self.wrong = {}
        self.most = {}
        self.window = None
        self.hours = []
        self.hour = None

    def complain(self, what, time):
        """Count it; tell when it was for the first time."""
        entry = self.wrong.setdefault(what, {"count": 0, "first": time})
        entry["count"] += 1

    def expect(self, good, what, time):
        if not good:
            self.complain(what, time)

    def keep_most(self, name, value):
        if value > self.most.get(name, -math.inf):
            self.most[name] = value

    def row(self, line):
        self.rows += 1
        cells = line.split(",")
        time = float(cells[0])
        if "n" in line:  # nan, inf: no finite number has that letter
            self.complain("a signal is not finite", time)
            return
        value = {name: float(cells[at]) for name, at in self.column.items()}
        self.soil_and_solver(time, value)
        self.energies(time, value)
        self.expect(abs(value["chassis.roll"]) < 1 and abs(value["chassis.pitch"]) < 1, "the machine has overturned", time)
        self.tally(time, value)

    def soil_and_solver(self, time, value):
        self.expect(value["sand.missing"] == 0, "soil is missing", time)
        self.expect(value["sand.refused"] == 0, "soil found no room", time)
        self.expect(value["contact.left_out"] == 0, "a contact was left out", time)
        cut = value["solver.cut"] != 0
        self.expect(value["solver.violation"] <= (VIOLATION_CUT if cut else VIOLATION), "a loop is open", time)
        self.cut += cut
        self.keep_most("solver.violation, cut" if cut else "solver.violation", value["solver.violation"])
        for name in ("solver.iterations", "sand.particles", "energy.kinetic", "energy.stored"):
            self.keep_most(name, value[name])
        self.keep_most("sand.missing", abs(value["sand.missing"]))

    def energies(self, time, value):
        kinetic, gravity, stored = (value["energy." + name] for name in ("kinetic", "gravity", "stored"))
        self.keep_most("energy.gravity", gravity)
        self.keep_most("energy.gravity, negative", -gravity)
        self.expect(0 <= kinetic <= KINETIC, "kinetic energy is beyond its bound", time)
        self.expect(0 <= stored <= STORED, "stored energy is beyond its bound", time)
        self.expect(LOWEST <= gravity <= HIGHEST, "potential energy is beyond its bound", time)
        # what the engine has given is lost in the driveline, is energy of the machine, or was lost elsewhere
        lost = value["engine.work"] - value["driveline.lost_work"] - kinetic - gravity - stored
        if self.window is None:
            self.window = (time, lost)
        elif time - self.window[0] >= WINDOW:
            power = (lost - self.window[1]) / (time - self.window[0])
            self.keep_most("power from nowhere", -power)
            self.expect(power >= -STEERING, "energy came from nowhere", time)
            self.window = (time, lost)

    def tally(self, time, value):
        """Sums of each hour: does the machine still work, do energies grow?"""
        if self.hour is None or time >= self.hour["until"]:
            self.close_hour()
            self.hour = {"until": 3600.0 * (math.floor(time / 3600) + 1), "dug": value["sand.dug"], "rows": 0, "kinetic": 0.0,
                         "speed": 0.0, "running": 0, "dug so far": value["sand.dug"], "dug dead": 0.0}
        hour = self.hour
        hour["rows"] += 1
        hour["kinetic"] += value["energy.kinetic"]
        hour["speed"] += abs(value["vehicle.speed"])
        hour["running"] += value["engine.running"]
        if value["engine.running"] == 0:
            hour["dug dead"] += value["sand.dug"] - hour["dug so far"]
        hour["dug so far"] = value["sand.dug"]

    def close_hour(self):
        if self.hour is None:
            return
        hour, rows = self.hour, self.hour["rows"]
        done = {"hour": round(hour["until"] / 3600), "rows": rows, "dug_kg": round(hour["dug so far"] - hour["dug"], 1),
                "mean_kinetic_kJ": round(hour["kinetic"] / rows / 1e3, 2), "mean_speed": round(hour["speed"] / rows, 3),
                "engine_runs": round(hour["running"] / rows, 3), "dug_dead_kg": round(hour["dug dead"], 1)}
        self.hours.append(done)
        print(f"judge: hour {done['hour']}: {done}", file=sys.stderr, flush=True)

    def summary(self):
        self.close_hour()
        self.most["solver.cut, share"] = self.cut / max(self.rows, 1)
        self.expect(self.cut <= CUT * self.rows, "steps had not converged", None)
        return {"rows": self.rows, "wrong": self.wrong, "most": self.most, "hours": self.hours,
                "bounds": {"energy.kinetic": KINETIC, "energy.stored": STORED, "energy.gravity": HIGHEST,
                           "energy.gravity, negative": -LOWEST, "power from nowhere": STEERING, "sand.missing": 0,
                           "solver.cut, share": CUT, "solver.violation": VIOLATION, "solver.violation, cut": VIOLATION_CUT}}


def main():
    if sys.argv[1] == "--signals":
        print(",".join(BASE))
        return
    judge = Judge(sys.stdin.readline().rstrip("\n").split(","))
    sys.stdin.readline()  # units
    for line in sys.stdin:
        judge.row(line)
    summary = judge.summary()
    with open(sys.argv[1], "w", encoding="utf-8") as out:
        json.dump(summary, out, indent=1)
    sys.exit(bool(summary["wrong"]) or summary["rows"] == 0)


if __name__ == "__main__":
    main()
