"""keys.py SOCKET: drive assets/exercises/8-outriggers.yaml with simulated keys of the window. The state comes from the seat's socket
(docs/instructor.md), ten times a second, as a trainee sees it: a slow machine changes times, but not the result."""
import json
import math
import socket
import subprocess
import sys
import time

LIMIT = 200  # [s]


class Seat:
    """Signals of a running drive."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(20)
        self.socket.connect(path)
        self.bytes, self.names, self.state = b'', {}, {}

    def read(self):
        """Read until the next state."""
        while True:
            while b'\n' not in self.bytes:
                piece = self.socket.recv(65536)
                if not piece:
                    raise ConnectionError('the seat ended')
                self.bytes += piece
            line, self.bytes = self.bytes.split(b'\n', 1)
            message = json.loads(line)
            if message['type'] == 'list' and message['list'] == 'signals':
                for i, item in enumerate(message['items']):
                    self.names[item[0]] = message['first'] + i
            if message['type'] == 'state' and message.get('values') and self.names:
                self.state = message
                return

    def __getitem__(self, name):
        return self.state['values'][self.names[name]]


def key(action, name):
    subprocess.run(['xdotool', action, name], check=True)


def tap(seat, name, seconds):
    """Press a key for a time of the drive, then wait for the effect."""
    key('keydown', name)
    start = seat.state['time']
    while seat.state['time'] < start + seconds:
        seat.read()
    key('keyup', name)
    wait(seat, 0.2)


def wait(seat, seconds):
    start = seat.state['time']
    while seat.state['time'] < start + seconds:
        seat.read()
        if seat.state['result'] != 0:
            return


def hold(seat, name, is_done):
    key('keydown', name)
    while not is_done():
        seat.read()
    key('keyup', name)


def support(seat, down, up, angle, height):
    """One step of a support, smaller near the ground, until its tires are 28 to 50 mm above the ground."""
    if seat[height] > 0.050:
        tap(seat, up, 0.02)
    elif seat[height] < 0.028:
        above = math.degrees(seat[angle])
        tap(seat, down, 0.7 if above > 14 else 0.3 if above > 8 else 0.12 if seat[height] < 0.01 else 0.04)


def drive(seat):
    seat.read()
    wait(seat, 1.0)
    hold(seat, 'w', lambda: seat['chassis.x'] > 7.0)
    hold(seat, 's', lambda: abs(seat['vehicle.speed']) < 0.02)
    while seat['chassis.x'] < 7.6:  # in small steps to the middle of the place
        tap(seat, 'w', 0.3)
        hold(seat, 's', lambda: abs(seat['vehicle.speed']) < 0.02)
    wait(seat, 1.3)
    key('key', 'c')
    wait(seat, 1.0)
    supports = [('q', '1', 'outrigger.left.angle', 'tire.rear_left.height'), ('e', '3', 'outrigger.right.angle', 'tire.rear_right.height'),
                ('o', 'u', 'blade.angle', 'tire.front_left.height')]
    end = time.monotonic() + LIMIT
    while seat.state['result'] == 0 and time.monotonic() < end:
        for names in supports:
            support(seat, *names)
        print(f"{seat.state['time']:.1f} s:", *(f'{1e3 * seat[height]:.0f}' for *_, height in supports), 'mm', flush=True)
        wait(seat, 0.2)


drive(Seat(sys.argv[1]))
