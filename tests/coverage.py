#!/usr/bin/env python3
"""coverage.py TARGET FOLDER TESTS: lines of a library that tests execute, by gcov, e.g.

  tests/coverage.py headland_drive engine/drive '^test_(drv_.*|hints|standing)$'

TARGET is compiled with --coverage in build-coverage, the rest as usual; FOLDER has its sources; TESTS is a regular
expression of names of tests. Prints a line a file and the whole; exit status 1 when a test fails."""
import json
import pathlib
import re
import subprocess
import sys

BUILD = pathlib.Path("build-coverage")


def names_of(tests):
    out = subprocess.run(["ctest", "--test-dir", BUILD, "-N", "-R", tests], check=True, capture_output=True, text=True)
    return re.findall(r"Test +#\d+: (\S+)", out.stdout)


def executed(folder):
    """Of each file of the folder: its lines, and those that were executed."""
    lines = {}
    for notes in BUILD.joinpath(folder).rglob("*.gcda"):
        out = subprocess.run(["gcov", "--json-format", "--stdout", notes], check=True, capture_output=True, text=True)
        for file in json.loads(out.stdout)["files"]:
            if folder not in file["file"]:
                continue
            counts = lines.setdefault(pathlib.Path(file["file"]).name, {})
            for line in file["lines"]:
                counts[line["line_number"]] = counts.get(line["line_number"], 0) + line["count"]
    return {name: (len(counts), sum(count > 0 for count in counts.values())) for name, counts in lines.items()}


def main(target, folder, tests):
    subprocess.run(["cmake", "--preset", "default", "-B", BUILD, f"-DHEADLAND_COVERAGE={target}"], check=True,
                   stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", BUILD, "--target", *names_of(tests)], check=True, stdout=subprocess.DEVNULL)
    for old in BUILD.joinpath(folder).rglob("*.gcda"):
        old.unlink()
    passed = subprocess.run(["ctest", "--test-dir", BUILD, "-R", tests], stdout=subprocess.DEVNULL).returncode == 0
    files = executed(folder)
    for name, (lines, ran) in sorted(files.items()):
        print(f"{name:20} {ran:5} of {lines:5}  {100 * ran / lines:5.1f} %")
    lines, ran = (sum(column) for column in zip(*files.values()))
    print(f"{'all':20} {ran:5} of {lines:5}  {100 * ran / lines:5.1f} %")
    return 0 if passed else 1


sys.exit(main(*sys.argv[1:]))
