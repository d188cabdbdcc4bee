"""debrief.py PROGRAM: runs it twice, with gnuplot and without, and looks at its pages as a browser would: elements are
closed, nothing runs and nothing is fetched, every figure is well-formed XML with its texts as they were."""
import base64
import csv
import html.parser
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET

VOID = {"meta", "img", "br"}
SVG = "{http://www.w3.org/2000/svg}"


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.open, self.images, self.text, self.curves = [], [], "", 0
        self.feed(text)
        self.close()
        assert not self.open, f"never closed: {self.open}"

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        assert tag not in ("script", "iframe", "object", "link", "a"), tag
        assert not [a for a in attributes if a.startswith("on")], attributes
        if tag == "img":
            kind, data = attributes["src"].split(",", 1)
            assert kind == "data:image/svg+xml;base64", kind
            assert attributes["alt"].startswith("Plot: "), attributes
            self.images.append(base64.b64decode(data, validate=True))
        self.curves += tag == "svg"
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        pass  # of SVG

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, tag

    def handle_data(self, data):
        self.text += data


def run(program, **environment):
    folder = pathlib.Path(tempfile.mkdtemp())
    done = subprocess.run([program, folder], env={**os.environ, **environment}, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return folder, done.stderr


def check_figures(page):
    assert len(page.images) == 5, len(page.images)  # path, score, fuel, hits, controls
    texts = ""
    for image in page.images:
        root = ET.fromstring(image)
        assert root.tag == SVG + "svg", root.tag
        assert not root.findall(f".//{SVG}script")
        texts += " ".join("".join(t.itertext()) for t in root.iter(SVG + "text"))
    for text in ("Time' set output '/tmp/evil", 'Hits "%s" \\ `id` $(id) @x <script>', "1st attempt", "reference", "120 N s"):
        assert text in texts, text
    assert not os.path.exists("/tmp/evil")


def main(program):
    folder, _ = run(program)
    page = Page((folder / "debrief.html").read_text(encoding="utf-8"))
    check_figures(page)
    assert "<b>J\u00f6rg</b>" in page.text and "70.0" in page.text
    assert "It has 20.0 points more than the best earlier attempt (1st attempt)" in page.text
    assert "It has 25.0 points fewer than the reference drive" in page.text
    board = Page((folder / "results.html").read_text(encoding="utf-8"))
    assert board.curves == 1 and "Leaderboard" in board.text
    with open(folder / "results.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["score"] for row in rows] == ["70", "50", "95"], rows
    assert rows[0]["title"].startswith("'=A") and rows[0]["hits: points"] == "28", rows[0]
    shutil.rmtree(folder)

    folder, errors = run(program, PATH="/nowhere")
    page = Page((folder / "debrief.html").read_text(encoding="utf-8"))
    assert not page.images and "5 of 5 figures could not be drawn" in page.text
    assert "gnuplot" in errors, errors
    shutil.rmtree(folder)


main(os.path.abspath(sys.argv[1]))
