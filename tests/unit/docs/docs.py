#!/usr/bin/env python3
"""docs.py ROOT: what the pages say of each other and of the tree is so.

Links and anchors lead somewhere; every page is reached from docs/README.md, every picture is shown; files named in
backticks are there, with `*` at least one; where a row of docs/architecture.md names a file and then functions, the file has them.
"""
import fnmatch
import os
import re
import sys

ROOT = sys.argv[1]
INDEX = "docs/README.md"
NAMED = ("README.md", "docs/", "assets/", "engine/", "hydraulics/", "io/", "physics/", "render/", "terrain/", "tests/")
CODE = re.compile(r"(?:[\w.*-]+/)+[\w.*-]+\.(?:c|h|py|sh|md|yaml|json)\b")
FUNCTIONS = re.compile(r"`([a-z]\w*)`")
faults = []


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def tracked():
    """Files of the tree but builds, hidden ones and what runs leave behind."""
    for folder, folders, files in os.walk(ROOT):
        at_root = folder == ROOT
        folders[:] = [f for f in folders if not f.startswith(".") and
                      not (at_root and (f.startswith("build") or f + "/" not in NAMED))]
        yield from (os.path.relpath(os.path.join(folder, f), ROOT) for f in files)


def prose(text):
    """The lines without those between fences, numbered from 1."""
    fenced = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced:
            yield number, line


def anchor_of(heading):
    """As the hosts of repositories make them: lower case, blanks to dashes, no signs."""
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def anchors(text):
    return {anchor_of(line.lstrip("#")) for _, line in prose(text) if line.startswith("#")}


def fault(page, number, what):
    faults.append(f"{page}:{number}: {what}")


def links_of(page, text):
    """Targets within the tree as (path, anchor), those that lead nowhere told of."""
    for number, line in prose(text):
        for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`]*`", "", line)):
            if re.match(r"[a-z]+:", target):
                continue
            path, _, anchor = target.partition("#")
            path = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
            if not os.path.exists(os.path.join(ROOT, path)):
                fault(page, number, f"'{target}' is not there")
                continue
            if anchor and anchor not in anchors(read(path)):
                fault(page, number, f"{path} has no heading '#{anchor}'")
            yield path


def check_files(page, text, files, headers):
    """Files are named from the root of the tree, public headers as they are included."""
    prefixes = {path.split("/")[0] for path in headers}
    known = files | headers
    for number, line in prose(text):
        for path in CODE.findall(" ".join(re.findall(r"`[^`]*`", line))):
            ours = path.startswith(NAMED) or (path.endswith(".h") and path.split("/")[0] in prefixes)
            if ours and "NAME" not in path and not fnmatch.filter(known, path):
                fault(page, number, f"'{path}' is not there")


def check_stations(page, text):
    """Rows with a cell of sources and behind it one of functions: each of these is in one of those."""
    for number, line in prose(text):
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        for sources, functions in zip(cells, cells[1:]):
            paths = re.findall(r"`([\w/.-]+\.c)`", sources)
            if not sources.startswith("`") or not paths:
                continue
            code = "".join(read(path) for path in paths if os.path.exists(os.path.join(ROOT, path)))
            names = FUNCTIONS.findall(functions)
            if not names:
                fault(page, number, "no function is named")
            for name in names:
                if not re.search(rf"^\w.*\b{name}\(", code, re.MULTILINE):
                    fault(page, number, f"{sources} has no function '{name}'")


def main():
    files = set(tracked())
    headers = {path.split("/include/", 1)[1] for path in files if "/include/" in path}
    pages = sorted(path for path in files if path.endswith(".md"))
    leads = {}
    for page in pages:
        text = read(page)
        leads[page] = set(links_of(page, text))
        check_files(page, text, files, headers)
    check_stations("docs/architecture.md", read("docs/architecture.md"))

    reached, fresh = set(), {INDEX}
    while fresh:
        page = fresh.pop()
        reached.add(page)
        fresh |= leads.get(page, set()) - reached
    for page in pages:
        if page not in reached:
            fault(page, 1, f"no way leads here from {INDEX}")
    for path in sorted(files):
        if path.startswith("docs/images/") and path.endswith(".png") and path not in reached:
            fault(path, 1, "no page shows it")

    print("\n".join(faults) if faults else f"{len(pages)} pages, {sum(map(len, leads.values()))} links")
    return 1 if faults else 0


sys.exit(main())
