"""keys.py SOCKET EXERCISE: drive an exercise with simulated keys of the window. The state comes from the seat's socket
(docs/instructor.md), ten times a second, as a trainee sees it. The plan is the script of the exercise's expert: it says
where a control should be, and keys are pressed until it is there (script.py, keyboard.py). 8-outriggers has a plan of its own,
that works in steps: a slow machine changes its times, but not the result."""
import json
import math
import pathlib
import socket
import subprocess
import sys
import time

LIMIT = 200  # [s]
START = 3    # [s] until pictures come fast: before, a key that is pressed and released is not seen
LATE = 30    # [s] that keys may be slower than the script
LEAD = 0.15  # [s] from the state to the effect of a key: half the time between two states, the ramp of a lever, the valve

# Changes of the experts' scripts for hands on keys, which are slower than a script: action -> keys, None removes one
CHANGES = {
    '1-slalom': {'go': {'to': 0.6}, 'near': {'to': 0.6}, 'track': {'follow':
        [[0, 0], [4, -0.4], [8, -1.1], [12, -1.9]] + [[x, -2.6 * math.cos((x - 18) * math.pi / 14)] for x in range(16, 87, 2)]
        + [[94, 6], [98, 12], [96, 17.5], [90, 20], [80, 20], [61, 20]]}},
    '12-pallets': {  # the tines to 5 cm above the ground, in short lifts
        'clear': {'from': 1, 'for': 0.2, 'until_when': None, 'repeat': {'from': 'clear', 'until_when': {'signal': 'fork.tip', 'above': 0.044}}},
        'level': {'at': '0.062 m', 'gain': 30, 'for': 14}},
    '11-backfill': {'back': {'until_when': {'signal': 'swing.angle', 'above': '-14 deg'}},
                    'ahead': {'keep': 'swing.angle', 'at': '-0.5 deg', 'gain': 3, 'to': None, 'until_when': None, 'for': 4},
                    'poured': {'repeat': {'from': 'turn', 'until_when': {'signal': 'counter.loads', 'above': 2.5}, 'times': 4}},
                    'set last': {'at': '0.04 m'}, 'along last': {'at': '0.04 m'}, 'home last': {'at': '0.04 m'}},
    '14-log-gate': {'down': {'at': '-77.5 deg', 'for': 6}, 'let go': {'to': -0.6}},
    '9-pipe': {'sink': {'until_when': {'signal': 'sling.hook.distance', 'below': '0.006 m'}},
               'radius': {'keep': 'steady.radius'},
               'swung': {'keep': 'steady.swing', 'at': '89.8 deg', 'gain': 1.5, 'to': None, 'over': None, 'for': 18},
               'lower': {'to': -0.16, 'delay': 1}},
}
# Shift is held, which limits levers to 0.33, while none is wanted farther than this; other exercises do without it
FINE = {'4-hopper': 0.33, '9-pipe': 0.6, '11-backfill': 0.45, '13-bales': 0.33}


def steady_swing(seat):
    """Swing angle, less a part of the angle by which the pipe is ahead [rad]: keeping it means following the load, which stops its swinging."""
    return seat['swing.angle'] - 1.0 * (math.atan2(seat['object.pipe.y'], seat['object.pipe.x']) - seat['swing.angle'])


def steady_radius(seat):
    """The same of the radius, once the pipe hangs: each of two slings carries half of its 264 kg [m]."""
    if seat['sling.hook.load'] < 100:
        return seat['lift.radius']
    return seat['lift.radius'] - 0.45 * (math.hypot(seat['object.pipe.x'], seat['object.pipe.y']) - seat['lift.radius'])


# Quantities that a driver sees, besides signals: name -> unit, function
SEEN = {'steady.swing': ('rad', steady_swing), 'steady.radius': ('m', steady_radius)}


class Seat:
    """Signals of a running drive."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(20)
        self.socket.connect(path)
        self.bytes, self.names, self.units, self.state, self.before = b'', {}, {}, {}, {}

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
                    self.names[item[0]], self.units[item[0]] = message['first'] + i, item[1]
            if message['type'] == 'state' and message.get('values') and self.names:
                self.before, self.state = self.state, message
                return

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

    def unit(self, name):
        return SEEN[name][0] if name in SEEN else self.units[name]


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


def set_outriggers(seat):
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


def follow_script(seat, exercise):
    import yaml  # python3-yaml: only of drives that are started by hand

    import keyboard
    import script

    def read(path):
        return yaml.safe_load(path.read_text())

    scenario = read(exercise)
    seat.read()
    names = [name.replace('control.', '') for name in seat.names if 'control.' in name]
    files = [read(exercise.parent / scenario['machine'])] + [read(exercise.parent / one['file']) for one in scenario.get('implements', ())]
    keys = keyboard.Keyboard(files, names, exercise.parent.parent, FINE.get(exercise.stem, 0.0))
    document = read(exercise.parent / scenario['operator'])
    for action in document['actions']:
        action.update(CHANGES.get(exercise.stem, {}).get(action.get('name'), {}))
        for key in [key for key in action if action[key] is None]:
            del action[key]
    plan = script.Script(document, keys.controls)
    signals = {name.replace('control.', ''): name for name in seat.names if 'control.' in name}
    while seat.state['result'] == 0 and seat.state['time'] < START + plan.seconds + LATE:
        for name, control in keys.controls.items():
            control.measure(seat[signals[name]])
        if seat.state['time'] > START:
            plan.act(seat.state['time'] - START, seat)
        seat.read()
    keys.stop()


seat, exercise = Seat(sys.argv[1]), pathlib.Path(sys.argv[2])
if exercise.stem == '8-outriggers':
    set_outriggers(seat)
else:
    follow_script(seat, exercise)
