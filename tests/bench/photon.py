#!/usr/bin/env python3
"""From a key to the changed picture, by an observer that knows nothing of headland: photon.py [HEADLAND]

Starts Xvfb and a window of `headland run`, presses a key through the X server (XTEST) and looks at the pixels of a lamp
of the head-up display until they change. The lamp is lit by the first hundredth of the lever's travel, 3 ms after the key acts. Prints its own
times, also in intervals of the pictures, and what headland says of the same drive (docs/performance.md).
"""
import ctypes
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HEADLAND = sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, "build", "headland")
PRESSES, KEY, MIDDLE, SIZE = 20, "i", (640, 360), 24  # the window stands in the middle of the screen
CHANGED = 40  # of 255: more than shadows move, less than a lamp that lights up
PAUSE = 0.001  # [s] between looks: the observer must not take a processor for itself
LAMP = f"""headland: hud
version: 1
name: lamp
machine: {ROOT}/assets/machines/tractor.yaml
canvas: [1600, 900]
gauges:
  - {{id: lift, kind: lamp, at: [600, 250], size: [400, 400], text: "#", colour: warning,
     when: [{{signal: control.lift, above: 0.01}}]}}
"""


class Screen:
    """Keys into the X server, pixels out of it."""

    def __init__(self, display):
        self.x, self.test = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
        pointer, number = ctypes.c_void_p, ctypes.c_ulong
        self.x.XOpenDisplay.restype = pointer
        self.x.XGetImage.restype = pointer
        self.x.XGetImage.argtypes = [pointer, number] + 2 * [ctypes.c_int] + 2 * [ctypes.c_uint] + [number, ctypes.c_int]
        self.x.XGetPixel.restype = number
        self.x.XGetPixel.argtypes = [pointer, ctypes.c_int, ctypes.c_int]
        self.x.XDestroyImage.argtypes = self.x.XFlush.argtypes = self.x.XDefaultRootWindow.argtypes = [pointer]
        self.x.XDefaultRootWindow.restype = number
        self.x.XKeysymToKeycode.argtypes = [pointer, number]
        self.test.XTestFakeKeyEvent.argtypes = [pointer, ctypes.c_uint, ctypes.c_int, number]
        self.display = self.x.XOpenDisplay(display.encode())
        self.root = self.x.XDefaultRootWindow(self.display)
        self.key = self.x.XKeysymToKeycode(self.display, ord(KEY))

    def press(self, down):
        self.test.XTestFakeKeyEvent(self.display, self.key, down, 0)
        self.x.XFlush(self.display)

    def look(self):
        """Some pixels about the middle."""
        z_pixmap, all_planes = 2, 0xFFFFFFFF
        corner = [place - SIZE // 2 for place in MIDDLE]
        image = self.x.XGetImage(self.display, self.root, *corner, SIZE, SIZE, all_planes, z_pixmap)
        pixels = [self.x.XGetPixel(image, i, k) for i in range(0, SIZE, 4) for k in range(0, SIZE, 4)]
        self.x.XDestroyImage(image)
        return pixels


def differ(before, after):
    """The largest difference of a colour."""
    return max(abs((a >> s & 255) - (b >> s & 255)) for a, b in zip(before, after) for s in (0, 8, 16))


def wait_for_change(screen, before, since):
    """Seconds until the picture changes; None: it does not."""
    while time.monotonic() - since < 5.0:
        if differ(before, screen.look()) > CHANGED:
            return time.monotonic() - since
        time.sleep(PAUSE)
    return None


def observe(screen):
    times = []
    for _ in range(PRESSES):
        before, since = screen.look(), time.monotonic()
        screen.press(1)
        times.append(wait_for_change(screen, before, since))
        lit, since = screen.look(), time.monotonic()
        screen.press(0)
        wait_for_change(screen, lit, since)
        time.sleep(random.uniform(0.3, 0.6))  # at all phases of a picture
    return [seconds for seconds in times if seconds is not None]


def main():
    with tempfile.TemporaryDirectory() as folder:
        reading, writing = os.pipe()
        server = subprocess.Popen(["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x720x24", "-noreset"],
                                  pass_fds=[writing], stderr=subprocess.DEVNULL)
        display = ":" + os.read(reading, 20).decode().strip()
        layout = os.path.join(folder, "lamp.yaml")
        with open(layout, "w", encoding="utf-8") as file:
            file.write(LAMP)
        names = ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME")
        place = dict(os.environ, DISPLAY=display, **{name: folder for name in names})
        drive = subprocess.Popen(
            [HEADLAND, "run", "--camera", "chase", "--quality", "low", "--hud", layout, "--mute", "--out", folder + "/out",
             os.path.join(ROOT, "assets", "scenarios", "flat.yaml")],
            env=place, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(12.0)  # the first pictures compile their programs
        times = observe(Screen(display))
        drive.send_signal(signal.SIGINT)
        drive.wait()
        server.terminate()
        server.wait()
        with open(os.path.join(folder, "out", "report.json"), encoding="utf-8") as file:
            report = json.load(file)
            figures, pictures = report["input"]["photon_us"], report["pictures"]
    if not times:
        sys.exit("photon.py: no press has changed the picture")
    median = statistics.median(times)
    rate, interval = pictures["a_second"], pictures["interval_us"]
    print(f"pictures: {rate:.1f} a second, median interval {1e-3 * interval['p50']:.0f} ms, "
          f"99 % within {1e-3 * interval['p99']:.0f} ms")
    print(f"observer: {len(times)} presses, median {1e3 * median:.0f} ms ({1e6 * median / interval['p50']:.1f} median intervals), "
          f"{1e3 * min(times):.0f} to {1e3 * max(times):.0f} ms")
    print(f"headland: {figures['count']:.0f} events, median {1e-3 * figures['p50']:.0f} ms, "
          f"max {1e-3 * figures['max']:.0f} ms")


main()
