"""The plan of a drive: a script of docs/operator.md, followed from states that arrive ten times a second. `signals(name)` is the
expected value of a signal when a key takes effect, signals.now(name) the last value, signals.unit(name) its unit.

An action of hands on keys besides those of scripts: `tap: SIGNAL`, `at`, `within`, `to`, `gain` [s for a unit of the signal]: the
control is moved to `to` for short times, to -`down` (default `to`) if the signal is above `at`; each time the effect is awaited for `pause`. It
ends when the signal is within `within` of `at` at two looks; with `until_when` it keeps the signal there until that condition holds."""
import math
import re

UNITS = {'m': 1, 'cm': 1e-2, 'mm': 1e-3, 's': 1, 'min': 60, 'deg': math.pi / 180, 'km/h': 1 / 3.6, 'rpm': math.pi / 30, '%': 1e-2,
         'kg': 1, 't': 1e3, 'l': 1e-3}
SHORTEST, LONGEST = 0.05, 0.8  # [s] of taps
STEEPEST, APPROACH = 0.7, 1.5  # as engine/world/operator.c: sine of the largest angle of a trailer, gain of its angle


def quantity(value, unit=''):
    """In SI, or in a unit; a plain number is in this unit."""
    if not isinstance(value, str):
        return float(value)
    number, own = re.fullmatch(r'([-+.\de]+) ?(\S*)', value).groups()
    return float(number) * UNITS.get(own, 1) / UNITS.get(unit, 1)


def holds(condition, signals):
    value, unit = signals(condition['signal']), signals.unit(condition['signal'])
    if value is None:
        return False
    return value > quantity(condition['above'], unit) if 'above' in condition else value < quantity(condition['below'], unit)


class Action:
    def __init__(self, entry, index):
        self.entry, self.index = entry, index
        self.phase, self.origin, self.rounds, self.ended = 'waiting', 0.0, 0, 0.0

    def number(self, key, default=0.0):
        return quantity(self.entry.get(key, default))

    def start(self, now, value):
        self.phase, self.began, self.first, self.integral, self.passed = 'running', now, value, 0.0, 0
        self.pressed, self.looked, self.is_there, self.was_within, self.error, self.scale = now, now, False, False, None, 1.0

    def is_ramp(self):
        return 'to' in self.entry and not {'until', 'for', 'until_when', 'tap'} & set(self.entry)

    def must_end(self, now, signals):
        entry = self.entry
        return ('until' in entry and now >= self.origin + self.number('until') or
                'for' in entry and now >= self.began + self.number('for') or
                'until_when' in entry and holds(entry['until_when'], signals) or
                self.is_there and 'until_when' not in entry or
                'follow' in entry and self.passed >= len(entry['follow']) or
                self.is_ramp() and now >= self.began + self.number('over'))

    def value(self, now, step, signals):
        """Wanted value of the control, not limited."""
        entry = self.entry
        if 'tap' in entry:
            return self.tap(now, signals)
        if 'to' in entry:
            over = self.number('over')
            share = min((now - self.began) / over, 1.0) if over > 0 else 1.0
            return self.first + share * (self.number('to') - self.first)
        if 'keep' in entry:
            error = quantity(entry['at'], signals.unit(entry['keep'])) - signals(entry['keep'])
            whole = self.integral + self.number('integral') * error * step
            if abs(self.number('feed') + self.number('gain') * error + whole) < 1.0:
                self.integral = whole
            return self.number('feed') + self.number('gain') * error + self.integral
        place = [signals('chassis.' + part) for part in ('x', 'y', 'heading')]
        if 'trailer' in entry:
            return self.number('gain') * self.reverse_trailer(place, signals)
        if entry.get('backwards'):
            return -self.number('gain') * self.pursue(place[0], place[1], place[2] + math.pi)
        return self.number('gain') * self.pursue(*place)

    def tap(self, now, signals):
        error = quantity(self.entry['at'], signals.unit(self.entry['tap'])) - signals.now(self.entry['tap'])
        if now >= self.looked:
            is_within = abs(error) <= quantity(self.entry['within'], signals.unit(self.entry['tap']))
            self.is_there, self.was_within = is_within and self.was_within, is_within
            if is_within:
                self.scale = 1.0
            elif self.error and error / self.error > 0.7:
                self.scale *= 1.5  # the tap had little effect
            elif self.error and error / self.error < -0.3:
                self.scale *= 0.6
            press = 0 if is_within else min(max(self.scale * self.number('gain') * abs(error), SHORTEST), LONGEST)
            self.pressed, self.looked = now + press, now + press + self.number('pause', 0.6)
            self.sign = math.copysign(1, error)
            self.error = error
        to = self.number('to') if self.sign > 0 else -self.number('down', self.entry['to'])
        return to if now < self.pressed else 0.0

    def pursue(self, x, y, travel):
        """Curvature of the circle to the target point (pure pursuit)."""
        points, ahead = self.entry['follow'], self.number('ahead')
        while self.passed < len(points):
            dx, dy = (quantity(value) - at for value, at in zip(points[self.passed], (x, y)))
            distance = math.hypot(dx, dy)
            if distance > ahead or self.passed == len(points) - 1:
                break
            self.passed += 1
        bearing = math.atan2(dy, dx) - travel
        if self.passed == len(points) - 1 and math.cos(bearing) <= 0:
            self.passed += 1
        return 2 * math.sin(bearing) / max(distance, ahead)

    def reverse_trailer(self, place, signals):
        """Curvature of the machine that leads the trailer along its path in reverse."""
        x, y, heading = (signals(f"{self.entry['trailer']}.chassis.{part}") for part in ('x', 'y', 'heading'))
        length, angle = self.number('drawbar'), place[2] - heading
        offset = math.hypot(x + length * math.cos(heading) - place[0], y + length * math.sin(heading) - place[1])
        reach = length + offset * math.cos(angle)
        wanted = -reach * self.pursue(x, y, heading + math.pi)
        aim = math.asin(min(max(wanted, -STEEPEST), STEEPEST))
        return (math.sin(angle) + APPROACH * (math.remainder(angle, 2 * math.pi) - aim)) / max(reach, length)


class Script:
    def __init__(self, document, controls):
        """@param controls  name -> Control of keyboard.py"""
        self.actions = [Action(entry, i) for i, entry in enumerate(document['actions'])]
        self.seconds, self.controls, self.before = quantity(document['seconds']), controls, 0.0

    def named(self, name, before):
        return next(action for action in reversed(self.actions[:before + 1]) if action.entry.get('name') == name)

    def may_start(self, action, now, signals):
        entry = action.entry
        if now < action.origin + action.number('from'):
            return False
        if 'after' in entry:
            last = self.named(entry['after'], action.index - 1)
            if last.phase != 'ended' or now < last.ended + action.number('delay'):
                return False
        return 'when' not in entry or holds(entry['when'], signals)

    def end(self, action, now):
        action.phase, action.ended = 'ended', now
        if action.entry.get('release'):
            control = self.controls[action.entry['control']]
            control.wanted = control.safe

    def repeat(self, last, now, signals):
        """Put a block back to wait, if another round is due."""
        again = last.entry.get('repeat')
        if not again or 'until_when' in again and holds(again['until_when'], signals):
            return
        if 'times' in again and last.rounds + 1 >= again['times']:
            return
        for action in self.actions[self.named(again['from'], last.index).index:last.index + 1]:
            if action.phase == 'running':
                self.end(action, now)
            action.phase, action.origin = 'waiting', now
            action.rounds = action.rounds + 1 if action is last else 0

    def act(self, now, signals):
        """Set the wanted values of the controls."""
        step, self.before = now - self.before, now
        for action in self.actions:
            control = self.controls[action.entry['control']]
            if action.phase == 'waiting' and self.may_start(action, now, signals):
                action.start(now, control.value if control.wanted is None else control.wanted)
                print(f"{now:6.1f} s: {action.entry.get('name') or action.entry['control']}", flush=True)
            if action.phase != 'running':
                continue
            ends = action.must_end(now, signals)
            if not ends or action.is_ramp():
                control.wanted = action.value(now, step, signals)
            if ends:
                self.end(action, now)
                self.repeat(action, now, signals)
