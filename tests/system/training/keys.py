"""keys.py SOCKET EXERCISE: drive an exercise with simulated keys of the window.
keys.py --lockstep EXERCISE PROGRAM FOLDER: the same without a window; the program is lockstep.c, the folder for its files. Exit
status 1: it is not finished with the points that it needs.

The state comes ten times a second, as a trainee sees it (seat.py). The plan is the script of the exercise's expert: it says
where a control should be, and keys are pressed until it is there (script.py, keyboard.py). 8-outriggers has a plan of its own,
that works in steps: a slow machine changes its times, but not the result."""
import math
import pathlib
import subprocess
import sys
import time

import yaml

import keyboard
import script
from seat import LockstepSeat, WindowSeat

LIMIT = 200  # [s]
START = 3    # [s] until pictures come fast: before, a key that is pressed and released is not seen
LATE = 120   # [s] that keys may be slower than the script

TINES = {'tap': 'fork.tip', 'at': '0.052 m', 'within': '0.01 m', 'to': 0.65, 'down': 0.33, 'gain': 6}
FREE = {'tap': 'fork.chassis.z', 'at': '1.622 m', 'within': '0.01 m', 'to': 1, 'down': 0.33, 'gain': 4, 'keep': None, 'for': '25 s'}
AHEAD = {'tap': 'arm.heading', 'at': 0, 'within': '0.6 deg', 'to': 0.33, 'gain': 3, 'keep': None, 'until_when': None}

# Changes of the experts' scripts for hands on keys, which are slower than a script: action -> keys, None removes one
CHANGES = {
    '1-slalom': {'go': {'to': 0.6}, 'near': {'to': 0.6}, 'track': {'follow':
        [[0, 0], [4, -0.4], [8, -1.1], [12, -1.9]] + [[x, -2.6 * math.cos((x - 18) * math.pi / 14)] for x in range(16, 87, 2)]
        + [[94, 6], [98, 12], [96, 17.5], [90, 20], [80, 20], [61, 20]]}},
    '5-trench': {'aim 1': {'control': 'horn', 'to': 0}, 'aim 2': {'control': 'horn', 'to': 0}, 'aim 3': {'control': 'horn', 'to': 0},
                 'aim 4': {'control': 'horn', 'to': 0}, 'aim 5': {'control': 'horn', 'to': 0},
                 'ahead': AHEAD | {
                     'repeat': {'from': 'reach', 'until_when': {'signal': 'profile.trench.within', 'above': '66 %'}, 'times': 12}}},
    '6-truck-loading': {'ahead': AHEAD | {'at': '0 deg', 'within': '4 deg'},
                        'turn': {'until_when': {'signal': 'swing.angle', 'above': '36 deg'}}, 'align': AHEAD | {'at': '93.5 deg', 'within': '2.5 deg', 'gain': 2},
                        'level': {'keep': 'boom.in.bank', 'at': 0, 'gain': -1}, 'fill': {'to': 0.6, 'delay': 0.2, 'until_when': {'signal': 'bucket.filled', 'above': 1}}},
    '10-cable': {'ahead': AHEAD,
                 'again': {'repeat': {'from': 'reach', 'until_when': {'signal': 'profile.trench.within', 'above': '73 %'}, 'times': 10}}},
    '12-pallets': {  # the tines to 5 cm above the ground, and free between the boards of a pallet, by taps
        'clear': TINES | {'until_when': None}, 'level': TINES | {'keep': None, 'for': None, 'until_when': {'signal': 'chassis.x', 'above': '3.4 m'}},
        'set down': FREE | {'until_when': {'signal': 'task.first.state', 'above': 1.5}},
        'set down 2': FREE | {'until_when': {'signal': 'task.second.state', 'above': 1.5}}},
    '11-backfill': {'turn': {'until_when': {'signal': 'heap.angle', 'below': 0}},
                    'back': {'until_when': {'signal': 'swing.angle', 'above': '-14 deg'}},
                    'ahead': AHEAD,
                    'poured': {'repeat': {'from': 'turn', 'until_when': {'signal': 'counter.loads', 'above': 2.5}, 'times': 4}},
                    'lifted last': {'repeat': {'from': 'reach on', 'until_when': {'signal': 'profile.trench.within', 'above': '63 %'}, 'times': 4}},
                    'set last': {'at': '0.02 m'}, 'along last': {'at': '0.02 m'}, 'home last': {'at': '0.02 m'}},
    '14-log-gate': {'down': {'at': '-77.5 deg', 'for': 6}, 'let go': {'to': -0.6}},
    '9-pipe': {'sink': {'until_when': {'signal': 'sling.hook.distance', 'below': '0.006 m'}},
               'radius': {'keep': 'steady.radius'},
               'swung': {'keep': 'steady.swing', 'at': '89.8 deg', 'gain': 1.5, 'to': None, 'over': None, 'for': 18},
               'lower': {'delay': 1}},
}
# Factor of the speed of the dipper, and of the means of levers that follow it: Shift limits these to 0.33
SLOWER = {'5-trench': 0.75, '10-cable': 0.75}
# A Shift is held, which limits levers to 0.33, while none of these levers is wanted farther than this; other exercises do without
FINE = {'5-trench': 0.45, '10-cable': 0.45, '4-hopper': 0.33, '9-pipe': 0.6, '11-backfill': 0.45, '12-pallets': 0.33, '13-bales': 0.33}


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
    def read(path):
        return yaml.safe_load(path.read_text())

    scenario = read(exercise)
    seat.read()
    names = [name.replace('control.', '') for name in seat.names if 'control.' in name]
    driven = next((one for one in scenario.get('machines', ()) if one['role'] == 'driven'), scenario)
    files = [read(exercise.parent / driven['machine'])] + [read(exercise.parent / one['file']) for one in scenario.get('implements', ())]
    keys = keyboard.Keyboard(seat.display, files, names, exercise.parent.parent, FINE.get(exercise.stem, 0.0))
    seat.drive(keys)
    document = read(exercise.parent / driven['operator'])
    for action in document['actions']:
        action.update(CHANGES.get(exercise.stem, {}).get(action.get('name'), {}))
        for key in [key for key in action if action[key] is None]:
            del action[key]
        for key in ('feed', 'to') if action.get('name', '').split(' ')[0] == 'pull' else ('feed',):
            if key in action:
                action[key] *= SLOWER.get(exercise.stem, 1)
    plan = script.Script(document, keys.controls)
    signals = {name.replace('control.', ''): name for name in seat.names if 'control.' in name}
    while seat.state['result'] == 0 and seat.state['time'] < START + plan.seconds + LATE:
        for name, control in keys.controls.items():
            control.measure(seat[signals[name]])
        if seat.state['time'] > START:
            plan.act(seat.state['time'] - START, seat)
        seat.read()
    keys.stop()
    is_passed = seat.state['result'] == 1 and seat['score.total'] >= scenario['score']['pass']
    print(f"{seat.state['time']:.1f} s: result {seat.state['result']}, {seat['score.total']:.1f} points, {scenario['score']['pass']} needed", flush=True)
    return is_passed


exercise = pathlib.Path(sys.argv[2])
if sys.argv[1] == '--lockstep':
    sys.exit(not follow_script(LockstepSeat(sys.argv[3], sys.argv[2], sys.argv[4]), exercise))
elif exercise.stem == '8-outriggers':
    set_outriggers(WindowSeat(sys.argv[1]))
else:
    follow_script(WindowSeat(sys.argv[1]), exercise)
