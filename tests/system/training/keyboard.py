"""Simulated keys of the window (XTEST), and the keys that move each control, from assets/devices/keyboard.yaml."""
import ctypes
import threading
import time

import yaml

TICK = 0.015        # [s] between decisions about a key
REST = 0.03         # share of a range: smaller values are rest, and the accuracy of a throttle
HELD = 0.045        # [s] a key is held or released at least: shorter pulses fall between two looks of the program
FULL = 0.95         # share of a key's value: larger ones are full
DEFAULT_RATE = 2.0  # [1/s] shares of a range, docs/bindings.md
TRUST = 0.15        # share of the difference between measured and estimated value that is corrected at each measurement
SHIFTS = {'Shift_L': 'KEY_LEFTSHIFT', 'Shift_R': 'KEY_RIGHTSHIFT'}
PAUSE = 0.4         # [s] after a tap: its effect is seen before the next one


class Display:
    """Presses and releases keys of the X server."""

    def __init__(self):
        self.x, self.test = ctypes.CDLL('libX11.so.6'), ctypes.CDLL('libXtst.so.6')
        self.x.XOpenDisplay.restype = ctypes.c_void_p
        self.x.XStringToKeysym.restype = ctypes.c_ulong
        self.display = ctypes.c_void_p(self.x.XOpenDisplay(None))
        if not self.display:
            raise OSError('no X server')
        self.held = set()

    def hold(self, name, is_down):
        if is_down == (name in self.held):
            return
        code = self.x.XKeysymToKeycode(self.display, ctypes.c_ulong(self.x.XStringToKeysym(name.encode())))
        self.test.XTestFakeKeyEvent(self.display, code, int(is_down), ctypes.c_ulong(0))
        self.x.XFlush(self.display)
        (self.held.add if is_down else self.held.discard)(name)


class Control:
    """One control and its keys, brought to a wanted value."""

    def __init__(self, display, keys, low, high, safe):
        self.display, self.keys, self.span, self.safe = display, keys, high - low, safe
        self.wanted = None   # not moved yet
        self.value = 0.0     # measured last
        self.estimate = 0.0  # as the held keys move it
        self.next_tap = 0.0  # [s]
        self.changed = 0.0   # [s] time of the last change of a ramp's key
        self.is_fine = False # the keys that need Shift are used

    def has_fine(self, shift):
        return any(shift in key['shifts'] for key in self.keys)

    def is_moving(self):
        return self.wanted is not None and abs(self.wanted) > REST * self.span

    def measure(self, value):
        self.value = value
        self.estimate += TRUST * (value - self.estimate)

    def keys_by(self, mode):
        """Keys of a mode that can be used now."""
        return [key for key in self.keys if key.get('mode', 'hold') == mode and bool(key['shifts']) == self.is_fine]

    def tick(self, now, elapsed):
        """Decide which keys are held."""
        if self.wanted is None:
            return
        if self.keys_by('creep'):
            self.creep()
        elif self.keys_by('ramp'):
            self.ramp(now, elapsed)
        elif self.keys_by('hold'):
            key = self.keys_by('hold')[0]
            self.display.hold(key['symbol'], self.wanted >= key['value'])
        else:
            self.tap(now)

    def creep(self):
        """A control that stays where it is left."""
        error = (self.wanted - self.value) / self.span
        for key in self.keys_by('creep'):
            self.display.hold(key['symbol'], abs(error) > REST and (key['value'] > 0) == (error > 0))

    def ramp(self, now, elapsed):
        """A control that returns to rest: a part of its range needs a key that is pressed again and again."""
        wanted = self.wanted if abs(self.wanted) > REST * self.span else 0.0
        for key in self.keys_by('ramp'):
            step, full = key.get('rate', DEFAULT_RATE) * self.span * elapsed, key['value']
            if key['symbol'] in self.display.held:
                self.estimate = min(self.estimate + step, full) if full > 0 else max(self.estimate - step, full)
            elif self.estimate * full > 0:
                self.estimate = max(self.estimate - step, 0) if full > 0 else min(self.estimate + step, 0)
            share = wanted / full
            is_down = share > 0 and (share >= FULL or self.estimate / full < share)
            if is_down != (key['symbol'] in self.display.held) and (now >= self.changed + HELD or share <= 0):
                self.display.hold(key['symbol'], is_down)
                self.changed = now

    def tap(self, now):
        """A switch with positions: one key each, or one that goes through them."""
        if now < self.next_tap:
            for key in self.keys:
                self.display.hold(key['symbol'], now < self.next_tap - PAUSE / 2 and key['symbol'] in self.display.held)
            return
        if round(self.value) == round(self.wanted):
            return
        for key in self.keys:
            if key['mode'] == 'cycle' or round(key['value']) == round(self.wanted):
                self.display.hold(key['symbol'], True)
                self.next_tap = now + PAUSE
                return


class Keyboard:
    """All controls of a drive."""

    def __init__(self, display, files, names, assets, fine):
        """@param display  holds keys;  files  documents of the machine, first, and of its implements;  names  of the controls, as
        signals have them;  fine  Shift is held while no lever is wanted farther"""
        self.display, self.is_running, self.thread, self.fine = display, True, None, fine
        self.controls = {name: Control(self.display, keys, *described(files, name, 'range', (0, 1)), described(files, name, 'safe', 0))
                         for name, keys in keys_of(files[0], names, assets).items()}

    def tick(self, now, elapsed):
        self.choose_fine()
        for control in self.controls.values():
            control.tick(now, elapsed)

    def start(self):
        """Let a thread decide in real time."""
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        before = time.monotonic()
        while self.is_running:
            time.sleep(TICK)
            now = time.monotonic()
            self.tick(now, now - before)
            before = now

    def choose_fine(self):
        """Hold the Shift that suits all levers that it limits and that are moved now, the left one before the right one."""
        suits = {symbol: self.suits(shift) for symbol, shift in SHIFTS.items()}
        suits['Shift_R'] = suits['Shift_R'] and not suits['Shift_L']
        for symbol, shift in SHIFTS.items():
            self.display.hold(symbol, suits[symbol])
        for control in self.controls.values():
            control.is_fine = any(suits[symbol] and control.has_fine(shift) for symbol, shift in SHIFTS.items())

    def suits(self, shift):
        moving = [control for control in self.controls.values() if control.has_fine(shift) and control.is_moving()]
        return bool(moving) and all(abs(control.wanted) <= self.fine for control in moving)

    def stop(self):
        self.is_running = False
        if self.thread:
            self.thread.join()
        for name in list(self.display.held):
            self.display.hold(name, False)


def described(files, name, key, default):
    """A key of a control's description."""
    found = (control[key] for file in files for control in file.get('controls', ()) if control['name'] == name.split('.')[-1])
    return next(found, default)


def key_symbol(button):
    """Name of X for a name of the kernel."""
    name = button.removeprefix('KEY_')
    return {'EQUAL': 'equal', 'MINUS': 'minus'}.get(name, name.lower())


def keys_of(machine, names, assets):
    """Control -> its keys, as the program assigns them (docs/bindings.md)."""
    levers = {lever['lever']: lever for lever in machine['patterns'][0]['levers']}
    keys = {}
    for entry in yaml.safe_load((assets / 'devices' / 'keyboard.yaml').read_text())['devices'][0]['buttons']:
        command, sign = entry['command'], 1
        if entry['button'].startswith('KEY_KP') or set(names) & set(entry.get('unless', ())):
            continue
        if command in levers:
            command, sign = levers[command]['control'], -1 if levers[command].get('invert') else 1
        elif command not in names:  # of an implement
            command = next((name for name in names if name.endswith('.' + command)), None)
        if not command:
            continue
        shifts = {entry['with']} if 'with' in entry else set()
        same = [key for key in keys.setdefault(command, []) if key['button'] == entry['button'] and key['shifts'] and shifts]
        if same:  # both Shifts do the same with a key of the right lever
            same[0]['shifts'] |= shifts
        else:
            keys[command].append(entry | {'symbol': key_symbol(entry['button']), 'value': sign * entry.get('value', 1), 'shifts': shifts})
    return keys
