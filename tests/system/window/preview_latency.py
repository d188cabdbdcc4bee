#!/usr/bin/env python3
"""preview_latency.py HEADLAND ASSETS [SAVES]: time from a saved layout to the first changed pixel in the window of
`headland hud preview`, under Xvfb, whose framebuffer is mapped and compared. Fails above 0.3 s in the median."""
import mmap
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

LIMIT = 0.3  # s, what docs/hud.md promises
headland, assets = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
saves = int(sys.argv[3]) if len(sys.argv) > 3 else 9


def start_server(folder):
    read, write = os.pipe()
    server = subprocess.Popen(["Xvfb", "-noreset", "-displayfd", str(write), "-screen", "0", "1400x800x24",
                               "-fbdir", folder], pass_fds=[write], stderr=subprocess.DEVNULL)
    return server, ":" + os.read(read, 20).decode().strip()


def wait_still(look, seconds):
    last, since = look(), time.monotonic()
    while time.monotonic() - since < seconds:
        time.sleep(0.02)
        now = look()
        if now != last:
            last, since = now, time.monotonic()
    return last


def save(path, text, colour, careful):
    text = text.replace("gauges:", f'palette:\n  - {{name: foreground, colour: "{colour}"}}\ngauges:', 1)
    if not careful:
        path.write_text(text)
        return
    other = path.with_suffix(".new")  # as careful editors do
    other.write_text(text)
    os.replace(other, path)


def measure(folder, display, look):
    path = folder / "latency.yaml"
    text = (assets / "hud/tractor.yaml").read_text().replace("../machines", str(assets / "machines"))
    assert "palette:" not in text
    path.write_text(text)
    program = subprocess.Popen([headland, "hud", "preview", str(path)],
                               env=dict(os.environ, DISPLAY=display, SDL_VIDEODRIVER="x11"))
    blank, times = look(), []
    until = time.monotonic() + 60
    while look() == blank and time.monotonic() < until:
        time.sleep(0.05)
    wait_still(look, 2.0)
    for i in range(saves):
        before = wait_still(look, 0.5)
        began = time.monotonic()
        save(path, text, ("#ff2020", "#20ff20")[i % 2], i % 3 == 0)
        while look() == before and time.monotonic() - began < 5.0:
            time.sleep(0.002)
        times.append(time.monotonic() - began)
    program.terminate()
    program.wait()
    return times


with tempfile.TemporaryDirectory() as name:
    server, display = start_server(name)
    try:
        with open(name + "/Xvfb_screen0", "rb") as file:
            screen = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)
            times = measure(pathlib.Path(name), display, lambda: screen[3000::4099])
    finally:
        server.terminate()
        server.wait()
median = statistics.median(times)
print(f"from save to pixel: median {1e3 * median:.0f} ms, worst {1e3 * max(times):.0f} ms of {len(times)} saves")
sys.exit(median > LIMIT)
