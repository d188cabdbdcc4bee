#!/usr/bin/env python3
"""Walk through "How to add a machine" of docs/machine.md: every command is run, every example is added to the machine's
copy, and after each the copy is checked without a warning.  usage: tutorial.py HEADLAND SOURCE"""
import os
import re
import shlex
import subprocess
import sys
import tempfile

SECTION = "## How to add a machine\n"


def blocks(page):
    """The fenced blocks of the section: step, kind, text without the indentation."""
    text = page[page.index(SECTION) + len(SECTION) :]
    text = text[: text.index("\n## ")]
    step = 0
    for part in re.finditer(r"(?m)^(\d+)\. |^( +)```(\w+)\n((?:.*\n)*?)\2```$", text):
        if part.group(1):
            step = int(part.group(1))
            continue
        indent = len(part.group(2))
        yield step, part.group(3), "".join(line[indent:] + "\n" for line in part.group(4).splitlines())


def add(machine, example):
    """The machine's file with the sections of an example: items at the end of its lists, whole sections where it has none."""
    for section in re.split(r"(?m)^(?=\w)", example):
        if not section:
            continue
        key, items = section.split("\n", 1) if not section.splitlines()[0].endswith("}") else (section, "")
        head = re.search(r"(?m)^%s:.*\n(?:(?: .*|#.*)?\n)*" % key.split(":")[0], machine)
        if head:
            machine = machine[: head.end()].rstrip("\n") + "\n" + items + machine[head.end() :]
        else:
            machine = machine.rstrip("\n") + "\n" + section
    return machine


def main():
    program, source = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    with open(os.path.join(source, "docs/machine.md"), encoding="utf-8") as file:
        steps = list(blocks(file.read()))
    failures = 0
    with tempfile.TemporaryDirectory() as work:
        os.symlink(os.path.join(source, "assets"), os.path.join(work, "assets"))
        path = os.path.join(work, "lifter", "machine.yaml")

        def run(step, command):
            nonlocal failures
            done = subprocess.run(["sh", "-ec", "headland() { %s \"$@\"; }\n%s" % (shlex.quote(program), command)],
                                  cwd=work, capture_output=True, text=True)
            if done.returncode != 0 or "warning" in done.stderr:
                failures += 1
                print("FAIL: step %d: %s\n%s%s" % (step, command.strip(), done.stdout, done.stderr))

        for step, kind, text in steps:
            if kind == "sh":
                run(step, text)
                continue
            with open(path, encoding="utf-8") as file:
                machine = add(file.read(), text)
            with open(path, "w", encoding="utf-8") as file:
                file.write(machine)
            run(step, "headland check --strict lifter/machine.yaml")

        # what the page says is refused
        with open(path, encoding="utf-8") as file:
            machine = add(file.read(), "outputs:\n  - {name: chassis.roll, quantity: roll, body: frame}\n")
        with open(path, "w", encoding="utf-8") as file:
            file.write(machine)
        refused = subprocess.run([program, "check", path], capture_output=True, text=True)
        if refused.returncode != 2 or "output 'chassis.roll' repeats the name of a signal" not in refused.stderr:
            failures += 1
            print("FAIL: an output named chassis.roll: %d %s" % (refused.returncode, refused.stderr))
    if len(steps) < 9:
        failures += 1
        print("FAIL: only %d examples in the section" % len(steps))
    print("%d examples of the page, %d failures" % (len(steps), failures))
    sys.exit(failures > 0)


main()
