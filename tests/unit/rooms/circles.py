#!/usr/bin/env python3
"""circles.py [--most N] [--largest N] LIST: circles of source files that call each other.

A file depends on another one if it uses a function or a table that the other exports. Files that depend on
each other, directly or by way of others, form a circle: none of them can be understood, tested or moved
alone. Prints the circles, the largest first; fails if there are more than --most, or if one has more than
--largest files. LIST is a file that names libraries and object files, a line each: only their symbols are read,
so that calls by way of a table of functions do not count."""
import argparse
import os.path
import subprocess
import sys


def symbols(paths):
    """(library, file) -> (exported symbols, used symbols), of the objects in archives and of objects."""
    listing = subprocess.run(["nm", "-A", "-P", "-g"] + paths, capture_output=True, text=True, check=True).stdout
    found = {}
    for line in listing.splitlines():
        place, _, rest = line.rpartition(": ")
        name, kind = rest.split()[:2]
        library, _, file = place.rstrip("]").partition("[")
        exported, used = found.setdefault((library, file), (set(), set()))
        (used if kind in "Uvw" else exported).add(name)
    return found


def strong_components(graph):
    """Tarjan's algorithm, without recursion."""
    number, low, on_stack, stack, found = {}, {}, set(), [], []
    for root in graph:
        if root in number:
            continue
        work = [(root, iter(graph[root]))]
        number[root] = low[root] = len(number)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, rest = work[-1]
            following = next(rest, None)
            if following is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == number[node]:
                    component = []
                    while not component or component[-1] != node:
                        component.append(stack.pop())
                        on_stack.discard(component[-1])
                    found.append(component)
            elif following not in number:
                number[following] = low[following] = len(number)
                stack.append(following)
                on_stack.add(following)
                work.append((following, iter(graph[following])))
            elif following in on_stack:
                low[node] = min(low[node], number[following])
    return found


def label(node):
    library, file = node
    return f"{library.rsplit('/', 1)[-1]}: {file}" if file else os.path.normpath(library.split(".dir/")[-1])


def circles(paths):
    files = symbols(paths)
    owner = {}
    for file, (exported, _) in files.items():
        for name in exported:
            owner.setdefault(name, file)
    graph = {file: sorted({owner[name] for name in used if name in owner} - {file})
             for file, (_, used) in files.items()}
    found = [sorted(label(node) for node in part) for part in strong_components(graph) if len(part) > 1]
    return len(files), sorted(found, key=lambda part: (-len(part), part))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, help="more circles than this are a failure")
    parser.add_argument("--largest", type=int, help="more files in a circle than this are a failure")
    parser.add_argument("list")
    options = parser.parse_args()
    with open(options.list, encoding="utf-8") as names:
        count, found = circles(names.read().split())
    largest = len(found[0]) if found else 0
    print(f"{count} files, {len(found)} circles, the largest of {largest} files")
    for part in found:
        print(f"{len(part)} files:")
        for name in part:
            print(f"  {name}")
    bad = (options.most is not None and len(found) > options.most) or \
          (options.largest is not None and largest > options.largest)
    if bad:
        print(f"at most {options.most} circles of at most {options.largest} files are expected: move what both "
              "files need into one below them, or call it by way of a table of functions")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
