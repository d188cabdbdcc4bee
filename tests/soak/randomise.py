#!/usr/bin/env python3
"""Write an operator script for tests/soak/yard.yaml: operators one after the other, all day, each with habits of his own
drawn from a seed. The same seed gives the same script.

    randomise.py --seed 1 --seconds 86400 --operators 24 >operator.yaml

An operator brings sand from heap A to heap B, several rounds, drives a lap round the yard, and brings sand back from B to A,
until his time is over. Heap A lies on the lane along x, heap B on the lane along y, and home between them: what is written
for A holds for B with x and y exchanged. Every stage of a round ends after some seconds at the latest, whatever has become
of it, each lap leads back home, and an engine that has stalled is started again: nobody is stuck for long.
"""
import argparse
import random

HOME = [(-6, -6), (-4, -4)]
LANE = [(-2, -2.2), (0.5, -0.7), (2.5, -0.1), (4.5, 0), (6.5, 0), (8.5, 0), (11, 0), (15, 0), (20, 0)]
BACK = [(6.5, 0), (4.5, 0), (2.5, -0.1), (0.5, -0.7), (-2, -2.2), (-4, -4), (-6.5, -6.5), (-8, -8)]
# between the heaps, off the sand, round it and home again [m]
LAP = [(-2, -2), (3, 3), (8, 8), (14, 15), (17, 22), (14, 29), (6, 32), (-6, 30), (-18, 24), (-25, 14), (-26, 2), (-24, -9),
       (-19, -16), (-13, -14), (-9, -9.5), (-6, -6)]

# what is torn about: control, from, to. All of them go home when they are let go
TORN = [("lift", -1, 1), ("tilt", -1, 1), ("steering", -1, 1), ("brake_left", 0, 0.5), ("brake_right", 0, 0.5),
        ("clutch", 0, 1), ("rear_lock", 0, 1), ("front_lock", 0, 1), ("four_wheel_drive", 0, 2)]


def when(signal, side, value):
    return f"{{signal: {signal}, {side}: {value}}}"


def seconds(value):
    return f"{value:.2f} s"


class Script:
    """The lines of a script. Names get the operator's number, so that they are his own."""

    def __init__(self):
        self.lines = []
        self.operator = 0
        self.relieved = None  # the action with which the operator before ended

    def own(self, name):
        return f"{self.operator} {name}"

    def act(self, control, name=None, after=None, repeat=None, **keys):
        """One action; `_` stands for words that Python keeps for itself."""
        parts = [f"name: {self.own(name)}"] if name else []
        parts.append(f"control: {control}")
        after = self.own(after) if after else self.relieved
        if after:
            parts.append(f"after: {after}")
        parts += [f"{key.rstrip('_')}: {value}" for key, value in keys.items()]
        if repeat:
            parts.append(f"repeat: {{from: {self.own(repeat[0])}, {repeat[1]}}}")
        self.lines.append(f"  - {{{', '.join(parts)}}}")


def path(points, swapped=False, shift=0.0):
    """Points of a path as a list; `shift` moves those on the lane sideways."""
    moved = [(x, y + (shift if x > 4 else 0)) for x, y in points]
    return "[" + ", ".join(f"[{y:g}, {x:g}]" if swapped else f"[{x:g}, {y:.3g}]" for x, y in moved) + "]"


def start(act, after, name=""):
    """The starter, out of gear: an engine that runs lets it go at once. Who lets go of it at the first firing lets the
    engine die again. @return name of the last action"""
    act("key", f"{name}start", after, to=2, for_="6 s", until_when=when("engine.speed", "above", "700 rpm"))
    act("key", f"{name}run", f"{name}start", to=1)
    return f"{name}run"


class Round:
    """One operator's round from one heap to the other."""

    def __init__(self, script, dice, name, to_b, habits, after):
        self.script, self.dice, self.name = script, dice, name
        self.to_b, self.habits, self.first_after = to_b, habits, after

    def act(self, control, name=None, after=None, repeat=None, **keys):
        self.script.act(control, name and f"{self.name} {name}", after and f"{self.name} {after}", repeat, **keys)

    def stop(self, name, after, delay=0.0):
        """Out of gear and on the brakes until it stands."""
        brake = self.dice.uniform(0.5, 1)
        self.act("direction", after=after, delay=seconds(delay), to=0)
        self.act("brake", name, after, delay=seconds(delay), to=f"{brake:.2f}", for_=seconds(self.dice.uniform(0.9, 1.6)))
        self.act("brake", after=name, to=0)

    def ready(self):
        """Height and tilt of the bucket for what comes."""
        dice = self.dice
        self.script.act("horn", f"{self.name} begin", self.first_after, to=1, for_=seconds(dice.uniform(0.05, 0.5)),
                        release="true")
        self.act("throttle", after="begin", to=f"{self.habits['throttle']:.2f}", over=seconds(dice.uniform(0.3, 2)))
        # with the edge 10 cm above the ground at most, and some below: heaps grow flat, and there must be sand to dig all day
        height = dice.uniform(-0.10, 0.12)
        self.act("lift", "lower", "begin", to="-0.8", until_when=when("bucket.height", "below", f"{height + 0.05:.2f} m"),
                 for_="4 s", release="true")
        self.act("lift", "height", "lower", to="0.5", until_when=when("bucket.height", "above", f"{height:.2f} m"),
                 for_="2 s", release="true")
        self.act("tilt", "roll in", "begin", to="0.7", until_when=when("bucket.tilt", "above", "-4 deg"), for_="4 s",
                 release="true")
        self.act("tilt", "tilt", "roll in", to="-0.4",
                 until_when=when("bucket.tilt", "below", f"{-dice.uniform(4, 10):.1f} deg"), for_="3 s", release="true")

    def dig(self):
        """Into the heap, roll back, lift, out of gear, and back home."""
        dice = self.dice
        shift = dice.uniform(-1.2, 1.2)
        self.act("direction", "enter", "tilt", to=1, for_=seconds(dice.uniform(12, 17)),
                 until_when=when("bucket.inflow", "above", f"{dice.uniform(40, 300):.0f} kg"))
        self.act("steering", "to the heap", "tilt", follow=path(HOME + LANE, not self.to_b, shift), ahead="3 m", gain="5 m",
                 for_="17 s", until_when=when("bucket.depth", "above", "0.1 m"), release="true")
        self.act("throttle", "bite", "enter", to=f"{dice.uniform(0.7, 1):.2f}")
        self.act("tilt", "curl", "enter", to=f"{dice.uniform(0.6, 1):.2f}", for_="4 s", release="true",
                 until_when=when("bucket.tilt", "above", f"{dice.uniform(20, 35):.0f} deg"))
        self.act("lift", "rise", "enter", delay=seconds(dice.uniform(0, 1)), to=f"{dice.uniform(0.5, 1):.2f}",
                 for_=seconds(dice.uniform(1, 2.5)), release="true")
        self.stop("dug", "enter", dice.uniform(0, 0.8))
        self.back("dug", "rise", shift)

    def back(self, name, after, shift=0.0, swapped=None):
        """In reverse, home; with a change of mind on the way perhaps."""
        swapped = not self.to_b if swapped is None else swapped
        self.act("direction", f"{name} reverse", after, delay=seconds(self.dice.uniform(0.5, 1.5)), to=-1)
        self.act("steering", f"{name} back", f"{name} reverse", follow=path(BACK, swapped, shift), backwards="true", ahead="3 m",
                 gain="5 m", for_="22 s", release="true")
        self.stop(f"{name} home", f"{name} back")
        if self.dice.random() < self.habits["fickle"]:
            self.act("direction", f"{name} doubt", f"{name} reverse", delay=seconds(self.dice.uniform(2, 6)), to=1,
                     for_=seconds(self.dice.uniform(0.2, 1.5)))
            self.act("direction", after=f"{name} doubt", to=-1)

    def dump(self):
        """To the other heap, or short of it, bucket up, roll out, back home."""
        dice = self.dice
        shift = dice.uniform(-1.2, 1.2)
        stop_at = dice.uniform(4.5, 7.0) if dice.random() > self.habits["sloppy"] else dice.uniform(-1, 5)
        along = "chassis.y" if self.to_b else "chassis.x"
        self.act("direction", "ahead", "dug home", delay="0.2 s", to=1)
        self.act("steering", "to the place", "ahead", follow=path(HOME + LANE, self.to_b, shift), ahead="3 m", gain="5 m",
                 for_="18 s", until_when=when(along, "above", f"{stop_at:.1f} m"), release="true")
        self.act("lift", "up", "dug home", when=when(along, "above", f"{dice.uniform(-4, 0):.1f} m"), to="1", for_="5 s",
                 until_when=when("bucket.height", "above", f"{dice.uniform(0.9, 1.6):.1f} m"), release="true")
        self.stop("there", "to the place")
        self.act("tilt", "out", "there", to=f"{-dice.uniform(0.5, 1):.2f}", for_="5 s",
                 until_when=when("bucket.tilt", "below", f"{-dice.uniform(40, 60):.0f} deg"), release="true")
        for shake in range(self.habits["shakes"]):
            self.act("tilt", f"shake {shake}", f"shake {shake - 1}" if shake else "out", to=1 if shake % 2 == 0 else -1,
                     for_=seconds(dice.uniform(0.1, 0.3)), release="true")
        shaken = f"shake {self.habits['shakes'] - 1}" if self.habits["shakes"] else "out"
        self.act("tilt", "in", shaken, delay=seconds(dice.uniform(0.3, 1.5)), to=1, for_="4 s",
                 until_when=when("bucket.tilt", "above", "-10 deg"), release="true")
        self.back("dumped", "in", shift, self.to_b)

    def wild(self):
        """Levers, pedals and switches torn about while the round goes on."""
        dice = self.dice
        for _ in range(self.habits["wild"]):
            control, low, high = dice.choice(TORN)
            self.act(control, after="begin", delay=seconds(dice.uniform(2, 50)), to=f"{dice.uniform(low, high):.2f}",
                     for_=seconds(dice.uniform(0.05, 0.8)), release="true")

    def pause(self):
        """Before the next round: the engine may have stalled, or is off for some seconds; then a breath."""
        dice = self.dice
        last = "dumped home"
        if self.habits["switches off"]:
            self.act("parking_brake", "lock", last, to=1)
            self.act("key", "off", "lock", to=0, for_=seconds(dice.uniform(2, 20)))
            last = "off"
        last = start(self.act, last)
        if self.habits["switches off"]:
            self.act("parking_brake", "unlock", last, to=0)
            last = "unlock"
        self.act("horn", "end", last, delay=seconds(dice.expovariate(1 / self.habits["rest"])), to=0,
                 repeat=(f"{self.name} begin", f"times: {dice.randint(1, 4)}"))

    def write(self):
        self.ready()
        self.dig()
        self.dump()
        self.wild()
        self.pause()


def lap(script, dice, name, after, repeat=None):
    """Round the yard, in a higher gear perhaps, and home: whatever went wrong is put right by it.
    @return name of its last action"""
    shifts = dice.randint(0, 3)
    script.act("lift", f"{name} carry", after, to=0.6, for_="3 s", until_when=when("bucket.height", "above", "0.4 m"),
               release="true")
    script.act("direction", f"{name} off", after, to=1)
    script.act("throttle", after=after, to=f"{dice.uniform(0.4, 1):.2f}", over="1 s")
    for shift in range(shifts):
        for control, begin in (("gear_up", 4 + shift), ("gear_down", 12 + shift)):
            script.act(control, after=f"{name} off", delay=f"{begin} s", to=1, for_="0.1 s", release="true")
    script.act("steering", f"{name} round", f"{name} off", follow=path(LAP), ahead="4 m", gain="5 m", for_="150 s",
               release="true")
    script.act("direction", after=f"{name} round", to=0)
    script.act("brake", f"{name} stop", f"{name} round", to=1, for_="2.5 s")
    script.act("brake", f"{name} done", start(script.act, f"{name} stop", f"{name} "), to=0, repeat=repeat)
    return f"{name} done"


def draw_habits(dice):
    return {
        "throttle": dice.uniform(0.5, 1),
        "fickle": dice.random() * 0.6,
        "sloppy": dice.random() * 0.5,
        "shakes": dice.choice([0, 0, 1, 2, 4, 6]),
        "wild": dice.choice([0, 0, 2, 5, 12]),
        "switches off": dice.random() < 0.3,
        "rest": dice.choice([0.5, 2, 10]),
    }


def operate(script, dice, until):
    """One operator's hours: two ways to carry sand from A to B, a lap, two ways back, a lap, until the time is over."""
    habits = draw_habits(dice)
    script.act("parking_brake", "takes over", to=0)
    before = "takes over"
    for to_b in (True, False):
        for way in (1, 2):
            name = f"{'A to B' if to_b else 'B to A'} {way}"
            Round(script, dice, name, to_b, habits, before).write()
            before = f"{name} end"
        again = None if to_b else ("A to B 1 begin", f"until_when: {when('time', 'above', f'{until:g} s')}")
        before = lap(script, dice, "lap 1" if to_b else "lap 2", before, again)
    script.relieved = script.own(before)


def main():
    ask = argparse.ArgumentParser(description="Write an operator script of randomised operators.")
    ask.add_argument("--seed", type=int, required=True)
    ask.add_argument("--seconds", type=float, required=True)
    ask.add_argument("--operators", type=int, required=True)
    asked = ask.parse_args()
    dice = random.Random(asked.seed)
    script = Script()
    for script.operator in range(1, asked.operators + 1):
        operate(script, dice, asked.seconds * script.operator / asked.operators)
    print("headland: operator\nversion: 1")
    print(f"name: randomised\ndescription: {asked.operators} operators of seed {asked.seed}")
    print(f"seconds: {asked.seconds:g} s\nactions:")
    print("\n".join(script.lines))


if __name__ == "__main__":
    main()
