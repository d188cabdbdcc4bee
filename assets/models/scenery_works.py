"""Things of works: an industrial hopper, a utility post."""
from mathutils import Vector

from scenery_model import Piece
from scenery_shapes import board, quad
from shapes import Solid, box, lathe, loft, patch

INSIDE, OUTSIDE, RIM = 1.5, 1.6, 2.2  # [m] half widths of the hopper, its height
FLOOR = 0.1

# Strokes of the sign, (x, z) of their ends in units of its letters' height
LETTERS = {"2": (((0.0, 1.0), (0.5, 1.0)), ((0.5, 1.0), (0.5, 0.55)), ((0.5, 0.55), (0.0, 0.45)), ((0.0, 0.45), (0.0, 0.0)),
                 ((0.0, 0.0), (0.5, 0.0))),
           "t": (((0.2, 1.0), (0.2, 0.0)), ((0.2, 0.0), (0.5, 0.0)), ((0.0, 0.65), (0.5, 0.65)))}


def lettering(text, height, wide):
    """Bars in the plane y = 0, their faces to -y, from x = 0 to the right of who looks at them."""
    bars, x = [], 0.0
    for letter in text:
        if letter == " ":
            x += 0.35 * height
            continue
        for (ax, az), (bx, bz) in LETTERS[letter]:
            a, b = Vector((x + ax * height, 0, az * height)), Vector((x + bx * height, 0, bz * height))
            along = (b - a).normalized() * (wide / 2)
            across = Vector((-along.z, 0, along.x))
            bars.append(quad(a - along - across, b + along - across, b + along + across, a - along + across))
        x += 0.75 * height
    return bars


def hopper_industrial():
    """A hopper of steel plate around the boxes of assets/scenarios/excavator-hopper.yaml: inside 3 x 3 m, outside 3.2 x 3.2 m,
    2.2 m high, its floor 0.1 m thick. Its origin is the middle of the ground under it; each wall bears the sign of what it
    is to be loaded with."""
    out = []

    def add(part, material, *solids, clean=False):
        out.extend(Piece(f"hopper_industrial:{part}", material, s, clean=clean) for s in solids)

    add("floor", "steel.worn", box((2 * INSIDE, 2 * INSIDE, FLOOR), (0, 0, FLOOR / 2), 0))
    plate_at = OUTSIDE - 0.075
    for turn in (0, 90, 180, 270):
        def put(part, material, *solids, clean=False):
            add(part, material, *(s.turned("Z", turn) for s in solids), clean=clean)

        inner = patch(lambda u, v: Vector((-INSIDE, -INSIDE + 2 * INSIDE * u, FLOOR + (RIM - 0.06 - FLOOR) * v)), 8, 6)
        put("wall", "steel.worn", inner)
        outer = patch(lambda u, v: Vector((-plate_at, plate_at - 2 * plate_at * u, 0.02 + (RIM - 0.20) * v)), 10, 6)
        put("wall", "paint.hopper", outer)
        rim_wide = OUTSIDE - INSIDE
        put("wall", "paint.hopper", box((rim_wide, 2 * INSIDE, 0.18), (-INSIDE - rim_wide / 2, 0, RIM - 0.09), 0.010),
            box((OUTSIDE - plate_at + 0.01, 2 * INSIDE, 0.14), (-(OUTSIDE + plate_at) / 2, 0, 0.07), 0.008),
            box((0.055, 2 * INSIDE, 0.09), (-plate_at - 0.027, 0, 0.98), 0.008),
            box((rim_wide + 0.02, rim_wide + 0.02, RIM), (-INSIDE - rim_wide / 2 + 0.01, -INSIDE - rim_wide / 2 + 0.01,
                                                          RIM / 2), 0.014))
        for y in (-1.2, -0.72, 0.72, 1.2):  # ribs of folded plate
            section = ((-plate_at + 0.004, 0.065), (-OUTSIDE + 0.004, 0.035), (-OUTSIDE + 0.004, -0.035),
                       (-plate_at + 0.004, -0.065))
            put("wall", "paint.hopper", loft([[(a, y + b, z) for a, b in section] for z in (0.13, 0.60, 1.20, RIM - 0.17)]))
        for y in (-1.44, 1.44):  # lugs to lift it by
            put("lug", "steel.worn", box((0.05, 0.022, 0.13), (-OUTSIDE + 0.020, y * 0.985, 1.80), 0.008))
        # warning stripes all along the rim
        count, low, high = 12, RIM - 0.165, RIM - 0.015
        for k in range(count):
            y = INSIDE - 2 * INSIDE * k / count
            wide, slant = 2 * INSIDE / count, 0.10
            c = [Vector((-OUTSIDE - 0.0025, max(-INSIDE, min(INSIDE, b)), z)) for b,
                 z in ((y, low), (y - wide, low), (y - wide - slant, high), (y - slant, high))]
            put("stripes", "paint.yellow" if k % 2 else "plastic.black", quad(*c), clean=True)
        corner = Solid([Vector((-OUTSIDE - 0.0025, b, z)) for b,
                        z in ((INSIDE, low), (INSIDE - 0.10, high), (INSIDE, high))], [(0, 1, 2)], closed=False)
        put("stripes", "paint.yellow", corner, clean=True)
        # the sign, as it is read from outside: along -y
        back = box((0.012, 1.02, 0.62), (-OUTSIDE - 0.002, 0, 1.50), 0.004)
        edge = box((0.008, 1.08, 0.68), (-OUTSIDE + 0.002, 0, 1.50), 0.002)
        put("sign", "paint.white", back, clean=True)
        put("sign", "plastic.black", edge, clean=True)
        bars = lettering("2 t", 0.36, 0.075)
        put("sign", "plastic.black", *(b.turned("Z", -90).at(-OUTSIDE - 0.0105, 0.28, 1.32) for b in bars), clean=True)
    for y in (-1.1, 1.1):  # skids
        add("floor", "steel.worn", box((3.16, 0.18, 0.03), (0, y, 0.015), 0))
    # gate to empty it, with its rack and hand wheel
    add("gate", "steel.worn", box((0.03, 0.90, 0.66), (OUTSIDE - 0.045, 0, 0.48), 0.006))
    add("gate", "paint.hopper", *(box((0.05, 0.07, 0.82), (OUTSIDE - 0.030, y, 0.52), 0.008) for y in (-0.48, 0.48)),
        box((0.05, 1.03, 0.07), (OUTSIDE - 0.030, 0, 0.90), 0.008))
    return out


def utility_post():
    """A wooden pole of a power line, 6.6 m above the ground, its foot 0.2 m in it; cross arm along y with three insulators,
    warning bands."""
    out = []

    def radius(z):
        return 0.145 - 0.0065 * z

    heights = (-0.2, 0.0, 0.2, 0.5, 1.0, 2.0, 3.5, 5.0, 6.2, 6.56)
    pole = [(radius(z), z) for z in heights] + [(0.07, 6.60), (0.0, 6.61)]
    out.append(Piece("utility_post:pole", "wood.weathered", lathe(pole, 14, "Z")))
    for k in range(6):
        z = 1.10 + 0.16 * k
        band = lathe([(radius(z) + 0.004, z), (radius(z + 0.16) + 0.004, z + 0.16)], 14, "Z")
        band = Solid(band.points, [f for f in band.faces if len(f) == 4], closed=False)
        out.append(Piece("utility_post:band", "paint.yellow" if k % 2 else "plastic.black", band, clean=True))
    out.append(Piece("utility_post:plate", "paint.white", box((0.012, 0.14, 0.20), (radius(2.4) + 0.006, 0, 2.4), 0.002),
                     clean=True))
    out.append(Piece("utility_post:arm", "wood.weathered", box((0.10, 2.0, 0.12), (0.14, 0, 6.05), 0.008), grain="Y"))
    for s in (-1, 1):
        out.append(Piece("utility_post:iron", "steel.galvanised",
                         board((0.20, s * 0.55, 6.02), (0.125, s * 0.05, 5.45), 0.045, 0.008, (1, 0, 0.1), 0), clean=True))
    for z in (6.05, 5.45):
        out.append(Piece("utility_post:iron", "steel.galvanised",
                         lathe([(radius(z) + 0.006, z - 0.03), (radius(z) + 0.006, z + 0.03)], 14, "Z"), clean=True))
    bell = [(0.018, 0.0), (0.055, 0.02), (0.060, 0.05), (0.035, 0.065), (0.050, 0.085), (0.052, 0.115), (0.030, 0.13),
            (0.036, 0.15), (0.020, 0.165), (0.0, 0.168)]
    for y in (-0.88, 0.42, 0.88):
        out.append(Piece("utility_post:insulator", "plastic.ceramic",
                         lathe([(r, 6.17 + z) for r, z in bell], 12, "Z").at(0.14, y), clean=True))
        out.append(Piece("utility_post:insulator", "steel.galvanised",
                         lathe([(0.012, 6.10), (0.012, 6.19)], 8, "Z").at(0.14, y), clean=True))
    return out
