#!/usr/bin/env python3
"""function_lengths.py ROOT: how long functions are, in lines from the signature to the closing brace.

clang-format puts both braces of a function into column 0. Exit status 1 when the program's functions or those of its
tests are longer than the house allows.
"""
import os
import statistics
import sys

ROOT = sys.argv[1]
ROOMS = {"the program": ("engine", "hydraulics", "io", "physics", "render", "terrain"), "tests": ("tests",)}
MEDIAN, NINE_OF_TEN, LONGEST = 15, 50, 100  # lines at most


def sources(rooms):
    for room in rooms:
        for folder, _, files in os.walk(os.path.join(ROOT, room)):
            yield from (os.path.join(folder, f) for f in files if f.endswith((".c", ".h")))


def signature_of(lines, brace):
    """Where the lines before a brace begin that belong to it: behind a comment, a statement or nothing."""
    while brace > 0 and lines[brace - 1] and not lines[brace - 1].startswith("#") and \
            not lines[brace - 1].endswith(("*/", ";", "}")):
        brace -= 1
    return brace


def lengths_of(path):
    """(lines, where) of each function of a file."""
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    start = None
    for at, line in enumerate(lines):
        if line == "{":
            start = signature_of(lines, at)
        elif line == "}" and start is not None:
            yield at - start + 1, f"{os.path.relpath(path, ROOT)}:{start + 1}"
            start = None


def main():
    good = True
    for name, rooms in ROOMS.items():
        found = sorted(one for path in sources(rooms) for one in lengths_of(path))
        lines = [length for length, _ in found]
        median, nine_of_ten = statistics.median(lines), lines[len(lines) * 9 // 10]
        print(f"{name}: {len(lines)} functions, median {median:g} lines, 90 % {nine_of_ten}, longest {found[-1]}")
        good = good and median <= MEDIAN and nine_of_ten <= NINE_OF_TEN and lines[-1] <= LONGEST
    return 0 if good else 1


sys.exit(main())
