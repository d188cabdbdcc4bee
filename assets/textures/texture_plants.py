"""Cards cut out by their alpha: a leafy branch, a tuft of grass. They do not tile.

Colour is spread under the transparent parts, so that no fringe shows where a picture is filtered.
"""
import numpy as np

from texture_fields import bytes_of, halve, random, rgb


class Card:
    """A picture under work: what is laid later lies above."""

    def __init__(self, rows, columns):
        self.colour = np.zeros((rows, columns, 3))
        self.alpha = np.zeros((rows, columns))

    def window(self, v, u, reach):
        """The cells within reach of a place that lie in the picture: slices and offsets (dv, du)."""
        rows, columns = self.alpha.shape
        a, c = (int(np.clip(at - reach, 0, most)) for at, most in ((v, rows), (u, columns)))
        b, d = (int(np.clip(at + reach + 1, 0, most)) for at, most in ((v, rows), (u, columns)))
        return (slice(a, b), slice(c, d)), (np.arange(a, b) - v)[:, None], (np.arange(c, d) - u)[None, :]

    def lay(self, index, colour, inside):
        self.colour[index] = np.where(inside[..., None], colour, self.colour[index])
        self.alpha[index] = np.where(inside, 1.0, self.alpha[index])

    def darken(self, index, factor):
        self.colour[index] *= factor[..., None]

    def stroke(self, points, widths, colour):
        """A stem through points (v, u)."""
        for (v0, u0), (v1, u1), w0, w1 in zip(points, points[1:], widths, widths[1:]):
            for t in np.linspace(0, 1, int(max(abs(v1 - v0), abs(u1 - u0))) + 2):
                width = w0 + (w1 - w0) * t
                index, dv, du = self.window(v0 + (v1 - v0) * t, u0 + (u1 - u0) * t, width + 2)
                self.lay(index, colour * (1.0 - 0.3 * np.clip(du / width, -1, 1))[..., None] * np.ones(dv.shape + (1,)),
                         np.hypot(dv, du) < 0.5 * width)

    def picture(self):
        """Halved, with colour spread under what is transparent."""
        alpha = halve(self.alpha)
        colour = np.stack([halve(self.colour[..., k] * self.alpha) for k in range(3)], axis=-1)
        weight, spread = alpha, colour
        for step in (1, 1, 2, 4):
            weight, spread = (sum(np.roll(a, shift, (0, 1)) for shift in ((0, 0), (0, step), (0, -step), (step, 0),
                                                                          (-step, 0))) for a in (weight, spread))
        mean = colour.sum(axis=(0, 1)) / alpha.sum()
        filled = np.where(weight[..., None] > 1e-3, spread / np.maximum(weight, 1e-3)[..., None], mean)
        own = colour / np.maximum(alpha, 1e-3)[..., None]
        filled = np.where((alpha > 0.02)[..., None], own, filled)
        return np.dstack([bytes_of(filled, 2), bytes_of(alpha)])


def _leaf(card, v, u, turn, length, rng, tone, base, tip):
    """A leaf from its stalk at (v, u), lobed a little, with its midrib and side veins."""
    index, dv, du = card.window(v, u, length * 1.05)
    along = (np.cos(turn) * du + np.sin(turn) * dv) / length
    across = (np.cos(turn) * dv - np.sin(turn) * du) / length - 0.10 * rng.normal() * along**2
    t = np.clip(along, 0.0, 1.0)
    width = 0.30 * np.sin(np.pi * t**0.75) ** 0.8 * (1.0 + 0.13 * np.cos(t * 26.0 + rng.uniform(0, 1)))
    inside = (np.abs(across) < width) & (along > 0.0) & (along < 1.0)
    stalk = (np.abs(across) < 0.018) & (along > -0.12) & (along <= 0.1)
    shadow_v, shadow_u = 0.05 * length, 0.03 * length  # what lies below is darker near the leaf's edge
    below, sv, su = card.window(v + shadow_v, u + shadow_u, length * 1.05)
    sa = (np.cos(turn) * su + np.sin(turn) * sv) / length
    sc = (np.cos(turn) * sv - np.sin(turn) * su) / length
    sw = 0.34 * np.sin(np.pi * np.clip(sa, 0, 1) ** 0.75)
    card.darken(below, np.where((np.abs(sc) < sw) & (sa > 0) & (sa < 1), 0.74, 1.0))
    veins = np.cos((t - np.abs(across) * 0.9) * 46.0)
    shade = 1.0 + 0.05 * veins + np.where(across > 0, 0.07, -0.07) + 0.16 * (np.abs(across) < 0.014)
    colour = (base * (1 - t)[..., None] + tip * t[..., None]) * (tone * shade)[..., None]
    card.lay(index, colour, inside | stalk)


LEAVES = [("3f6127", "5d8436"), ("365722", "527a30"), ("4a6d2c", "70963f"), ("55752f", "82a34a"), ("2f4d20", "48702c")]


def leaf():
    """A leafy branch, 1 m across: its stem enters at the middle of the bottom. Alpha for cutting at 0.5."""
    rng = random(151)
    size = 1024
    card = Card(size, size)
    wood = rgb("5b4a36")
    stem = [(size - 2.0, 512.0), (800.0, 500.0), (600.0, 525.0), (400.0, 505.0), (230.0, 515.0)]
    at = np.linspace(0.0, 1.0, 5)
    card.stroke(stem, [15, 12, 9, 7, 4], wood)
    sprigs = []
    for k in range(18):
        t = 0.16 + 0.80 * k / 17
        v, u = np.interp(t, at, [p[0] for p in stem]), np.interp(t, at, [p[1] for p in stem])
        side = 1 if k % 2 else -1
        long = (440 - 270 * abs(t - 0.42) ** 1.3) * rng.uniform(0.85, 1.05) * (0.72 if t > 0.8 else 1.0)
        turn = -np.pi / 2 + side * rng.uniform(1.0, 1.35) * (1.15 - 0.55 * t)
        end = (v + np.sin(turn) * long, u + np.cos(turn) * long)
        middle = (v + np.sin(turn) * long * 0.5 - 15.0, u + np.cos(turn) * long * 0.5)
        card.stroke([(v, u), middle, end], [6, 4, 2], wood)
        sprigs.append([(v, u), middle, end])
    sprigs.append([(400.0, 505.0), (250.0, 515.0), (110.0, 512.0)])
    buds = []
    for a, b, c in sprigs:
        count = int(np.hypot(c[0] - a[0], c[1] - a[1]) / 12) + 3
        for i in range(count):
            t = 0.15 + 0.85 * (i + 1) / count
            p = [(1 - t) ** 2 * a[k] + 2 * t * (1 - t) * b[k] + t**2 * c[k] for k in (0, 1)]
            heading = np.arctan2(c[0] - a[0], c[1] - a[1])
            turn = heading + (1 if i % 2 else -1) * rng.uniform(0.25, 1.2) * (1.2 - t) + rng.normal(0, 0.3)
            v, u = p[0] + rng.normal(0, 10), p[1] + rng.normal(0, 10)
            if np.hypot(v - 530.0, u - 512.0) < 430.0:  # leaves stay in the picture
                buds.append((v, u, turn))
    order = rng.permutation(len(buds))
    for rank, k in enumerate(order):
        v, u, turn = buds[k]
        base, tip = LEAVES[rng.integers(len(LEAVES))]
        tone = (0.68 + 0.42 * rank / len(order)) * rng.uniform(0.9, 1.1)
        _leaf(card, v, u, turn, rng.uniform(52, 82), rng, tone, rgb(base), rgb(tip))
    return {"leaf": card.picture()}


BLADES = [("3d5a22", "7c9c3e"), ("35521f", "6a8f36"), ("4a6628", "93ab50"), ("5d6b30", "b0b068"), ("7b6f45", "cdbb84")]


def grass_card():
    """A tuft of grass, 0.8 m wide and 0.4 m high, rooted along the bottom edge. Alpha for cutting at 0.5."""
    rng = random(161)
    rows, columns = 512, 1024
    card = Card(rows, columns)
    count = 190
    for i in range(count):
        where = rng.normal(0, 0.17)
        u = columns * (0.5 + np.clip(where, -0.36, 0.36))
        length = rows * rng.uniform(0.35, 0.93) * (1.0 - 0.9 * where**2)
        lean = rng.normal(0.45 * where, 0.17)
        bend = rng.normal(0, 0.11) + 0.25 * lean
        base, tip = BLADES[rng.choice(5, p=(0.28, 0.28, 0.22, 0.12, 0.10))]
        tone = (0.62 + 0.45 * i / count) * rng.uniform(0.9, 1.1)
        width = rng.uniform(8, 14)
        for t in np.linspace(0, 1, int(length)):
            du = length * (lean * t + bend * t**2)
            dv = -length * t * (1.0 - 0.25 * (lean + bend) ** 2 * t)
            index, ov, ou = card.window(rows - 1 + dv, u + du, width)
            half = 0.5 * width * (1.0 - t**2.2) + 0.6
            inside = (np.abs(ou) < half) & (np.abs(ov) < 1.5)
            colour = (rgb(base) * (1 - t) + rgb(tip) * t) * tone * (0.55 + 0.45 * min(t * 2.5, 1.0))
            card.lay(index, colour * (1.0 + np.where(ou > 0, 0.08, -0.08))[..., None] * np.ones(ov.shape + (1,)), inside)
    return {"grass_card": card.picture()}
