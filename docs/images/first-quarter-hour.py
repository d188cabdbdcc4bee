#!/usr/bin/env python3
"""first-quarter-hour.py HEADLAND FOLDER: the pictures of docs/first-quarter-hour.md.

A trainee without settings or results meets `headland run` and `headland train` under Xvfb; in the exercise the expert's
script drives, so that the pictures are the same whoever makes them. Needs the Debian packages xvfb and xdotool.
"""
import os
import struct
import subprocess
import sys
import tempfile
import time
import zlib

HEADLAND, FOLDER = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
WINDOW = (800, 450)  # of the drive, where the processor draws [px]
SCREEN = (1280, 720)
COLOURS = 256
DRIVEN = r"^tractor +{}\.[0-9] s "  # the title of a window that drives, with whole seconds of the world


# ---- PNG ----

def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def boxes_of(counts):
    """Median cut: colours (five bits a channel) in at most COLOURS boxes of about equally many pixels."""
    def spread(box):
        sides = [max(c[i] for c in box) - min(c[i] for c in box) for i in range(3)]
        return max(sides), sides.index(max(sides))
    boxes = [list(counts)]
    while len(boxes) < COLOURS:
        boxes.sort(key=lambda box: spread(box)[0] * sum(counts[c] for c in box) ** 0.5)
        box = boxes.pop()
        width, side = spread(box)
        if width == 0:
            boxes.append(box)
            break
        box.sort(key=lambda c: c[side])
        half, seen, at = sum(counts[c] for c in box) / 2, 0, 0
        while seen < half and at < len(box) - 1:
            seen += counts[box[at]]
            at += 1
        boxes += [box[:at], box[at:]]
    return boxes


def write_png(path, width, height, pixels):
    """pixels: rows of (r, g, b) triples of bytes, as one list of ints 0xRRGGBB."""
    fine = [((p >> 19) & 31, (p >> 11) & 31, (p >> 3) & 31) for p in pixels]
    counts, sums = {}, {}
    for key, p in zip(fine, pixels):
        counts[key] = counts.get(key, 0) + 1
        r, g, b = sums.get(key, (0, 0, 0))
        sums[key] = (r + (p >> 16), g + ((p >> 8) & 255), b + (p & 255))
    index, palette = {}, bytearray()
    for number, box in enumerate(boxes_of(counts)):
        total = sum(counts[c] for c in box)
        palette += bytes(sum(sums[c][i] for c in box) // total for i in range(3))
        index.update((c, number) for c in box)
    rows = bytes(fine_row for y in range(height)
                 for fine_row in [0] + [index[c] for c in fine[y * width:(y + 1) * width]])
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)) +
                   chunk(b"PLTE", bytes(palette)) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


# ---- the screen ----

def picture(screen, name, size):
    """The middle of the screen; Xvfb keeps it as an XWD file of 32 bits a pixel, little-endian."""
    with open(screen, "rb") as file:
        raw = file.read()
    head = struct.unpack(">25I", raw[:100])
    start, line = head[0] + 12 * head[19], head[12]
    left, top = (head[4] - size[0]) // 2, (head[5] - size[1]) // 2
    pixels = []
    for y in range(top, top + size[1]):
        pixels += [p & 0xffffff for p in struct.unpack_from(f"<{size[0]}I", raw, start + y * line + 4 * left)]
    write_png(os.path.join(FOLDER, f"first-{name}.png"), *size, pixels)


def press(*keys):
    for key in keys:
        subprocess.run(["xdotool", "key", key], check=True)
        time.sleep(0.3)


def wait_for_title(part):
    """A window whose title has the part, a regular expression."""
    for _ in range(600):
        found = subprocess.run(["xdotool", "search", "--name", part], capture_output=True, text=True, check=False)
        if found.stdout.strip():
            return
        time.sleep(0.1)
    sys.exit(f"no window '{part}'")


def wait_for_report(db):
    """Until the attempt has ended, and its page is there."""
    for _ in range(3000):
        if os.path.exists(os.path.join(db + "-attempts", "1", "report.json")):
            time.sleep(8)
            return
        time.sleep(0.1)
    sys.exit("the exercise does not end")


def make(screen, home):
    drive = subprocess.Popen([HEADLAND, "run", "--mute"])
    wait_for_title(DRIVEN.format("([2-9]|1[0-9])"))
    press("F1")
    time.sleep(1)
    picture(screen, "keys", WINDOW)
    press("F1", "Escape")
    drive.wait()

    db = os.path.join(home, "results.db")
    train = subprocess.Popen([HEADLAND, "train", "--mute", "--db", db, "--operator",
                              os.path.join(ROOT, "assets/operators/exercise-slalom.yaml")])
    wait_for_title("^headland: training$")
    time.sleep(2)
    subprocess.run(["xdotool", "type", "--delay", "60", "Ann Example"], check=True)
    press("Return")
    time.sleep(1)
    picture(screen, "menu", SCREEN)
    press("Return")
    time.sleep(1)
    picture(screen, "briefing", SCREEN)
    press("Return")
    wait_for_title(DRIVEN.format("[67]"))
    picture(screen, "gate", WINDOW)
    wait_for_report(db)
    picture(screen, "debriefing", SCREEN)
    press("Escape")
    time.sleep(1)
    press("Escape")
    train.wait()


def main():
    with tempfile.TemporaryDirectory() as home:
        read_end, write_end = os.pipe()
        server = subprocess.Popen(["Xvfb", "-displayfd", str(write_end), "-screen", "0", "1280x720x24", "-noreset",
                                   "-fbdir", home], pass_fds=[write_end], stderr=subprocess.DEVNULL)
        try:
            os.environ.update(HOME=home, DISPLAY=f":{os.read(read_end, 16).decode().strip()}")
            for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "WAYLAND_DISPLAY"):
                os.environ.pop(name, None)
            make(os.path.join(home, "Xvfb_screen0"), home)
        finally:
            server.terminate()
            server.wait()


main()
