#!/usr/bin/env python3
"""Write an operator script that moves levers at random: each control holds one random value after the other.

    levers.py --seed 1 --seconds 3600 steering:-1:1 lift:-1:1 direction=-1,0,1 >operator.yaml

CONTROL:LOW:HIGH draws from a range, CONTROL=A,B,... from a list. Each control has a chain of 40 actions of its own that is
repeated; lengths differ, so the controls meet in ever new ways. The same seed gives the same script.
"""
import argparse
import random

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--seconds", type=float, required=True)
parser.add_argument("controls", nargs="+")
args = parser.parse_args()
dice = random.Random(args.seed)


def value(text):
    if "=" in text:
        return dice.choice(text.split("=")[1].split(","))
    _, low, high = text.split(":")
    return f"{dice.uniform(float(low), float(high)):.2f}"


print(f"headland: operator\nversion: 1\nname: levers\ndescription: levers at random, seed {args.seed}\n"
      f"seconds: {args.seconds:g} s\nactions:")
for text in args.controls:
    control = text.split("=")[0].split(":")[0]
    before = ""
    for i in range(40):
        name = f"{control} {i}"
        again = f", repeat: {{from: {control} 0, times: 100000}}" if i == 39 else ""
        print(f"  - {{name: {name}, control: {control}{before}, to: {value(text)}, over: {dice.uniform(0.1, 0.6):.2f} s, "
              f"for: {dice.uniform(0.8, 5):.2f} s{again}}}")
        before = f", after: {name}"
