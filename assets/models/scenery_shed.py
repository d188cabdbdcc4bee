"""A field barn of 12 x 8 m, 5 m high: concrete plinth, upright boards, a roof of corrugated sheet, a big door."""
import random
from math import pi, sin

from mathutils import Vector

from scenery_model import Piece
from scenery_shapes import board, quad, rim_of_board
from shapes import Solid, box, patch, rod, tube

HALF_X, HALF_Y = 6.0, 4.0
EAVES, RIDGE = 3.45, 4.9
PLINTH = 0.4
OVER = 0.35       # roof beyond the walls
WAVE = 0.30       # of the sheets
DOOR = (1.9, 3.15)  # half width, height: in the gable at +x


def roof_z(y):
    return RIDGE - (RIDGE - EAVES) * abs(y) / HALF_Y


def walls(add, rng):
    """Boards around, each a little nearer or further, of three tones."""
    def tone():
        return rng.choice(("wood.barn", "wood.barn", "wood.barn_dark", "wood.barn_light"))

    def row(start, end, out, top, holes, low=PLINTH):
        start, end, out = Vector(start), Vector(end), Vector(out)
        count = round((end - start).length / 0.30)
        for k in range(count):
            a, b = start.lerp(end, (k + 0.03) / count), start.lerp(end, (k + 0.97) / count)
            shift = out * (0.05 + rng.uniform(-0.009, 0.009))
            foot = low - rng.uniform(0.03, 0.06)
            spans = [(foot, None)]
            s = ((a + b) / 2 - start).length
            for s0, s1, z0, z1 in holes:
                if s0 < s < s1:
                    spans = [(foot, z0)] * (z0 > foot) + [(z1, None)]
            for z0, z1 in spans:
                za, zb = (z1, z1) if z1 else (top(a), top(b))
                corners = [(a.x, a.y, z0), (b.x, b.y, z0), (b.x, b.y, zb), (a.x, a.y, za)]
                add("boards", tone(), rim_of_board([Vector(c) + shift for c in corners], 0.05))

    side = [(1.6, 2.8, 1.5, 2.4), (5.4, 6.6, 1.5, 2.4), (9.2, 10.4, 1.5, 2.4)]
    row((HALF_X, HALF_Y, 0), (-HALF_X, HALF_Y, 0), (0, 1, 0), lambda p: EAVES, side)
    row((-HALF_X, -HALF_Y, 0), (HALF_X, -HALF_Y, 0), (0, -1, 0), lambda p: EAVES, side)
    row((-HALF_X, HALF_Y, 0), (-HALF_X, -HALF_Y, 0), (-1, 0, 0), lambda p: roof_z(p.y) - 0.02, [])
    row((HALF_X, -HALF_Y, 0), (HALF_X, HALF_Y, 0), (1, 0, 0), lambda p: roof_z(p.y) - 0.02,
        [(HALF_Y - DOOR[0], HALF_Y + DOOR[0], 0.0, DOOR[1])])
    backing = [(-HALF_X, -HALF_Y), (HALF_X, -HALF_Y), (HALF_X, HALF_Y), (-HALF_X, HALF_Y)]  # dark gaps between boards
    for (xa, ya), (xb, yb) in zip(backing, backing[1:] + backing[:1]):
        add("boards", "wood.dark", quad((xa, ya, 0.1), (xb, yb, 0.1), (xb, yb, EAVES), (xa, ya, EAVES)))
    for x, order in ((-HALF_X, (0, 2, 1)), (HALF_X, (0, 1, 2))):
        tri = Solid([(x, -HALF_Y, EAVES), (x, HALF_Y, EAVES), (x, 0, RIDGE)], [order], closed=False)
        add("boards", "wood.dark", tri)


def windows(add):
    for s in (2.2, 6.0, 9.8):
        for y in (1, -1):
            x = HALF_X - s if y > 0 else -HALF_X + s
            face = y * (HALF_Y + 0.03)
            a, b = x + y * 0.6, x - y * 0.6
            add("windows", "plastic.pane", quad((a, face, 1.5), (b, face, 1.5), (b, face, 2.4), (a, face, 2.4)))
            for z in (1.5, 2.4):
                add("windows", "paint.frame", box((1.34, 0.10, 0.08), (x, face + 0.03 * y, z), 0))
            for k in (-0.63, 0.63):
                add("windows", "paint.frame", box((0.08, 0.10, 0.9), (x + k, face + 0.03 * y, 1.95), 0))
            add("windows", "paint.frame", box((0.04, 0.06, 0.9), (x, face + 0.02 * y, 1.95), 0.0))
            add("windows", "paint.frame", box((1.2, 0.06, 0.04), (x, face + 0.02 * y, 1.95), 0.0))


def door(add, rng):
    """Two sliding leaves under a rail, braced."""
    x, (half, top) = HALF_X + 0.12, DOOR
    for side in (-1, 1):
        inner, outer = 0.01 * side, (half + 0.06) * side
        count = 9
        for k in range(count):
            a, b = inner + (outer - inner) * (k + 0.02) / count, inner + (outer - inner) * (k + 0.98) / count
            lo, hi = min(a, b), max(a, b)
            face = x + rng.uniform(-0.005, 0.005)
            add("door", rng.choice(("paint.door", "paint.door", "paint.door_worn")),
                rim_of_board([(face, lo, 0.10), (face, hi, 0.10), (face, hi, top), (face, lo, top)], 0.04))
        middle, width = (inner + outer) / 2, abs(outer - inner)
        for z in (0.30, 1.62, top - 0.2):
            add("door", "paint.door_worn", box((0.05, width, 0.16), (x + 0.025, middle, z), 0))
        for z0, z1 in ((0.38, 1.54), (1.70, top - 0.28)):
            p, q = (x + 0.02, inner + 0.10 * side, z0), (x + 0.02, outer - 0.10 * side, z1)
            add("door", "paint.door_worn", board(p, q, 0.14, 0.045, (1, 0, 0), 0))
        add("door", "steel.galvanised", box((0.03, 0.03, 0.36), (x + 0.08, 0.12 * side, 1.25), 0))
    add("door", "steel.galvanised", box((0.08, 2 * half + 2.6, 0.10), (x + 0.02, 0, top + 0.12), 0))


def roof(add):
    """Two slopes of corrugated sheet, flat beneath; ridge cap, barge boards, gutters, a downpipe."""
    run = HALF_Y + OVER
    count = round(2 * (HALF_X + OVER) / WAVE) * 3
    for side in (-1, 1):
        def sheet(u, v):
            x = (HALF_X + OVER) * (2 * u - 1) * -side
            y = run * v * side
            wave = 0.028 * sin(2 * pi * x / WAVE)
            return Vector((x, y, RIDGE + 0.10 + wave - (RIDGE - EAVES) * abs(y) / HALF_Y))
        add("roof", "steel.roof", patch(lambda u, v: sheet(u, 1 - v), count, 1))
        below = quad(*(sheet(u, v) - Vector((0, 0, 0.08)) for u, v in ((0, 0), (1, 0), (1, 1), (0, 1))))
        add("roof", "wood.dark", below)
        for end in (-1, 1):  # barge boards
            x = end * (HALF_X + OVER - 0.01)
            p, q = (x, 0.0, RIDGE + 0.02), (x, run * side, roof_z(run) + 0.02)
            add("roof", "wood.barn_dark", board(p, q, 0.20, 0.03, (end, 0, 0), 0))
        x, y, z = HALF_X + OVER, (run + 0.05) * side, roof_z(run)
        add("gutter", "steel.galvanised", rod((-x, y, z + 0.01), (x, y, z + 0.01), 0.07, 8))
        x, wall = -HALF_X + 0.3, (HALF_Y + 0.14) * side
        pipe = [(x, y, z), (x, (run - 0.02) * side, z - 0.25), (x, wall, z - 0.45), (x, wall, 0.1)]
        add("gutter", "steel.galvanised", tube(pipe, 0.045, 8, 1))
    cap = [(-0.32, -0.075), (0.0, 0.045), (0.32, -0.075)]
    for (ya, za), (yb, zb) in zip(cap, cap[1:]):
        x, za, zb = HALF_X + OVER, RIDGE + 0.13 + za, RIDGE + 0.13 + zb
        add("roof", "steel.galvanised", quad((-x, ya, za), (x, ya, za), (x, yb, zb), (-x, yb, zb)))


def shed():
    rng = random.Random(4)
    out = []

    def add(part, material, *solids):
        out.extend(Piece(f"shed:{part}", material, s) for s in solids)

    long, beside, rest = 2 * HALF_X + 0.2, (HALF_Y + DOOR[0]) / 2, HALF_Y - DOOR[0]
    for x, y, lx, ly in ((0, HALF_Y + 0.02, long, 0.2), (0, -HALF_Y - 0.02, long, 0.2), (-HALF_X - 0.02, 0, 0.2, 2 * HALF_Y),
                         (HALF_X + 0.02, beside, 0.2, rest), (HALF_X + 0.02, -beside, 0.2, rest)):
        add("plinth", "concrete.plinth", box((lx, ly, PLINTH + 0.3), (x, y, PLINTH / 2 - 0.15), 0))
    add("plinth", "concrete.plinth", box((1.6, 2 * DOOR[0] + 0.5, 0.35), (HALF_X + 0.7, 0, -0.125), 0))  # apron
    walls(add, rng)
    windows(add)
    door(add, rng)
    roof(add)
    return out
