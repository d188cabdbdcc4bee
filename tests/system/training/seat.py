"""Seats: the signals of a running drive, ten times a second, from the socket of a program with a window (docs/instructor.md), or
from lockstep.c, which drives without a window and not in real time."""
import json
import math
import socket
import subprocess

import keyboard

LEAD = 0.15  # [s] from the state to the effect of a key: half the time between two states, the ramp of a lever, the valve


def steady_swing(seat):
    """Swing angle, less a part of the angle by which the pipe is ahead [rad]: keeping it means following the load, which stops its swinging."""
    return seat['swing.angle'] - 1.0 * (math.atan2(seat['object.pipe.y'], seat['object.pipe.x']) - seat['swing.angle'])


def steady_radius(seat):
    """The same of the radius, once the pipe hangs: each of two slings carries half of its 264 kg [m]."""
    if seat['sling.hook.load'] < 100:
        return seat['lift.radius']
    return seat['lift.radius'] - 0.45 * (math.hypot(seat['object.pipe.x'], seat['object.pipe.y']) - seat['lift.radius'])


def heading_of_arm(seat):
    """Over the ground: tracks creep when the upper structure swings."""
    return seat['chassis.heading'] + seat['swing.angle']


def filled(seat):
    """Above 1: the bucket has most of a pass of 1.7 t, or is closed so far that it takes no more."""
    return max(seat['bucket.mass'] / 1450, seat['bucket.angle'] / math.radians(-75))


def boom_in_bank(seat):
    """Boom lever that brings the teeth down to the ground through a bank, but not so deep that the dipper stalls."""
    return 3 * (seat['bucket.depth'] - 0.38) if seat['bucket.depth'] > 0.38 else -1.2 * seat['bucket.height']


def heap_angle(seat):
    """Swing angle from the place where a bucketful is taken from the heap: its middle, then its sides."""
    places = [-26, -22, -29.5]
    return seat['swing.angle'] - math.radians(places[round(seat['counter.loads']) % len(places)])


# Quantities that a driver sees, besides signals: name -> unit, function
SEEN = {'boom.in.bank': ('1', boom_in_bank), 'heap.angle': ('rad', heap_angle), 'bucket.filled': ('1', filled), 'arm.heading': ('rad', heading_of_arm), 'steady.swing': ('rad', steady_swing), 'steady.radius': ('m', steady_radius)}


class Seat:
    """Signals by name. A seat reads its next state by next_state()."""

    def __init__(self):
        self.names, self.units, self.state, self.before = {}, {}, {}, {}

    def read(self):
        self.before, self.state = self.state, self.next_state()

    def __getitem__(self, name):
        return self.state['values'][self.names[name]]

    def __call__(self, name):
        """Value when an action of now takes effect, extrapolated from the last two states; of counts and masses the last value."""
        if name in SEEN:
            return SEEN[name][1](self)
        value = self[name]
        if self.units[name] not in ('m', 'rad') or not self.before:
            return value
        step, old = self.state['time'] - self.before['time'], self.before['values'][self.names[name]]
        return value + LEAD * (value - old) / step if step > 0 and None not in (value, old) else value

    def now(self, name):
        return SEEN[name][1](self) if name in SEEN else self[name]

    def unit(self, name):
        return SEEN[name][0] if name in SEEN else self.units[name]


class WindowSeat(Seat):
    """A program with a window; keys go through the X server."""

    def __init__(self, path):
        super().__init__()
        self.display, self.bytes, self.socket = keyboard.Display(), b'', socket.socket(socket.AF_UNIX)
        self.socket.settimeout(20)
        self.socket.connect(path)

    def next_state(self):
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
                    self.names[item[0]], self.units[item[0]] = message['first'] + i, item[1]
            if message['type'] == 'state' and message.get('values') and self.names:
                return message

    def drive(self, keys):
        keys.start()


class LockstepSeat(Seat):
    """lockstep.c. It is also the display whose keys are held."""

    CODES = {'Shift_L': 225, 'Shift_R': 229, 'equal': 46, 'minus': 45} | {str((i + 1) % 10): 30 + i for i in range(10)}  # of USB; letters from 4

    def __init__(self, program, exercise, folder):
        super().__init__()
        self.display, self.held, self.changes, self.keys, self.clock = self, set(), [], None, 0.0
        self.program = subprocess.Popen([program, exercise, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for i, (name, unit) in enumerate(json.loads(self.program.stdout.readline())):
            self.names[name], self.units[name] = i, unit

    def hold(self, name, is_down):
        if is_down != (name in self.held):
            code = self.CODES.get(name) or ord(name) - ord('a') + 4
            self.changes.append(code if is_down else -code)
            (self.held.add if is_down else self.held.discard)(name)

    def next_state(self):
        while True:
            if self.keys:
                self.keys.tick(self.clock, keyboard.TICK)
            print(*self.changes, file=self.program.stdin, flush=True)
            self.changes, self.clock = [], self.clock + keyboard.TICK
            line = self.program.stdout.readline()
            if not line.startswith('.'):
                return json.loads(line)

    def drive(self, keys):
        self.keys = keys
