"""Frame, hood, rear axle, loader towers, front axle with knuckles, tie rod and steering cylinder.

Frame of the chassis: origin in the middle of the rear axle, 0.795 m above the ground.
"""
from math import cos, radians, sin

from mathutils import Vector

from shapes import (aligned, arc, band, bolt, box, cylinder, hull, lathe, loft, plate, rectangle, rod,
                    rounded, slab, strut, sweep, tube, union)

ARM_Y = 0.475    # [m] plane of the left arm and its cylinders
CHEEK_Y = 0.084  # towers' cheeks beside it

# ---- hood ----

HOOD_SECTIONS = [  # x, half width, bottom, top, lean of the front: how far the top lies behind the bottom, per height
    (1.475, 0.354, 0.33, 0.990, 0.00), (1.90, 0.358, 0.33, 0.984, 0.00), (2.35, 0.354, 0.33, 0.958, 0.00),
    (2.75, 0.346, 0.32, 0.910, 0.02), (3.00, 0.336, 0.28, 0.862, 0.06), (3.14, 0.324, 0.22, 0.824, 0.11),
    (3.23, 0.306, 0.17, 0.788, 0.15), (3.28, 0.284, 0.14, 0.754, 0.17), (3.305, 0.262, 0.125, 0.728, 0.175)]
SHOULDER = 0.17  # [m] height of the rounding between side and top


def half_section(half, bottom, top):
    """Left half of the hood's section (y, z), from below to the crown: straight side, soft shoulder, crowned top."""
    return [(half * 0.985, bottom), (half, bottom + 0.05), (half * 0.995, top - SHOULDER - 0.06),
            (half * 0.965, top - SHOULDER),
            (half * 0.90, top - 0.55 * SHOULDER), (half * 0.79, top - 0.22 * SHOULDER), (half * 0.62, top - 0.07 * SHOULDER),
            (half * 0.34, top + 0.004), (0, top + 0.010)]


def hood_ring(x, half, bottom, top, lean=0.0):
    left = half_section(half, bottom, top)
    return [(x - lean * (z - bottom), y, z) for y, z in [(-y, z) for y, z in left] + left[-2::-1]]


def hood_section(x):
    """Section at x, between those of the table."""
    for a, b in zip(HOOD_SECTIONS, HOOD_SECTIONS[1:]):
        if x <= b[0]:
            u = (x - a[0]) / (b[0] - a[0])
            return tuple(p + (q - p) * u for p, q in zip(a, b))
    return HOOD_SECTIONS[-1]


def hood_side(x, z, out=0.0):
    """Point of the hood's left skin in the section at x and at height z, `out` before it."""
    x, half, bottom, top, lean = hood_section(x)
    section = half_section(half, bottom, top)
    y = section[0][0]
    for (y0, z0), (y1, z1) in zip(section, section[1:]):
        if z0 <= z <= z1:
            y = y0 + (y1 - y0) * (z - z0) / (z1 - z0)
    return Vector((x - lean * (z - bottom), y + out, z))


def hood_nose(t, z, out=0.0):
    """Round the front of the hood: t from 0 (left side) by 1 to 2 (middle of the front), to 3 and 4 (right side)."""
    if t > 2:
        p = hood_nose(4 - t, z, out)
        return Vector((p.x, -p.y, p.z))
    last = HOOD_SECTIONS[-1]
    corner = hood_side(last[0], z)
    if t <= 1:
        p, ahead = hood_side(3.02 + (last[0] - 3.02) * t, z), hood_side(min(last[0], 3.04 + (last[0] - 3.02) * t), z)
        along = (ahead - p) if t < 0.97 else Vector((0.5, -0.5, 0))
        normal = Vector((-along.y, along.x, 0)).normalized()
        return p + Vector((abs(normal.x), abs(normal.y), 0)) * out
    return Vector((corner.x + out * min(1.0, 0.7 + 3 * (t - 1)), corner.y * (2 - t) + (0.5 * out if t < 1.02 else 0), z))


def grille():
    """Dark mesh in the nose with its bars and a spine of the body's colour."""
    ts = [1.16, 1.5, 2.0, 2.5, 2.84]
    back = band(hood_nose, ts, lambda t: 0.175, lambda t: 0.520, -0.02, 0.004)
    bars = [band(hood_nose, ts, lambda t, z=z: z, lambda t, z=z: z + 0.013, -0.01, 0.014)
            for z in [0.195 + 0.040 * i for i in range(8)]]
    spine = band(hood_nose, [1.90, 2.0, 2.10], lambda t: 0.16, lambda t: 0.54, -0.01, 0.020)
    return back, union(bars), spine


def headlights():
    """A dark band round the nose; in it on each side a long light and two lamps."""
    ts = [0.10, 0.45, 0.70, 0.86, 1.0, 1.25, 1.6, 2.0, 2.4, 2.75, 3.0, 3.14, 3.30, 3.55, 3.90]
    middle = lambda t: abs(t - 2)
    mask = band(hood_nose, ts, lambda t: 0.542 + 0.012 * middle(t), lambda t: 0.652 + 0.010 * middle(t), -0.015, 0.010)
    light = band(hood_nose, [0.34, 0.70, 0.86, 1.0, 1.25, 1.50], lambda t: 0.632, lambda t: 0.648 + 0.006 * (1.5 - t), 0.0,
                 0.014)
    lamps = [band(hood_nose, [a, a + 0.22], lambda t: 0.560, lambda t: 0.616, 0.0, 0.014) for a in (1.08, 1.36)]
    return mask, union([light] + lamps).both()


def vent(x0, x1, z0, z1, slats):
    """Vent in the hood's left side: a dark panel with slanted slats."""
    slant = 0.07
    corners = [(x0, z0), (x1, z0), (x1 + slant, z1), (x0 + slant, z1)]
    ring = lambda out: [hood_side(x, z, out) for x, z in rounded(corners, 0.03, 2)]
    slats = [loft([[hood_side(x + d, z0 + 0.02, out) for d, out in profile]
                   for profile in [((0, 0), (0.018, 0), (0.012, 0.014))]]
                  + [[hood_side(x + d + slant * 0.93, z1 - 0.02, out) for d, out in ((0, 0), (0.018, 0), (0.012, 0.014))]])
             for x in [x0 + (x1 - x0) * (i + 0.5) / (slats + 0.3) for i in range(slats)]]
    return loft([ring(-0.01), ring(0.005)]), union(slats)


def digits(side):
    """The engine's power in kW on the hood's side, running to the right of who looks at it: backwards on the left."""
    one = [(0.0, 0.0), (0.028, 0.0), (0.028, 0.11), (-0.004, 0.11), (-0.026, 0.088), (-0.026, 0.070), (0.0, 0.078)]
    outer, inner = rounded(rectangle(0.075, 0.11), 0.022, 2), rounded(rectangle(0.027, 0.062), 0.010, 2)

    def ring(outline, dx, dz, out):
        slanted = [(dx + x + 0.18 * (z + dz - 0.055), z + dz) for x, z in outline]
        return [hood_side(2.985 - x if side > 0 else 2.765 + x, 0.585 + z, out) for x, z in slanted]

    solids = [loft([ring(one, dx, 0.0, out) for out in (-0.004, 0.003)]) for dx in (0.0, 0.075)]
    zero = loft([ring(o, 0.172, 0.055, out) for o, out in ((outer, -0.004), (outer, 0.003), (inner, 0.003), (inner, -0.004))],
                caps=False)
    whole = union(solids + [zero.oriented()])
    return whole if side > 0 else whole.mirrored()


def hood(model):
    model.add("frame", "paint.body", loft([hood_ring(*s) for s in HOOD_SECTIONS]))
    ridge = []
    for x in (1.50, 1.9, 2.35, 2.75, 2.98, 3.08):
        top = hood_section(x)[3] - (0.012 if x > 3.05 else 0.0)
        lean = hood_section(x)[4] * (top - hood_section(x)[2])
        w = 0.150 - 0.030 * (x - 1.5)
        ridge.append([(x - lean, y, top + h) for y, h in ((-w, -0.02), (-w + 0.018, 0.016), (0, 0.022), (w - 0.018, 0.016),
                                                          (w, -0.02))])
    model.add("frame", "paint.body", loft(ridge))
    back, bars, spine = grille()
    mask, lights = headlights()
    model.add("frame", "plastic.black", back, mask)
    model.add("frame", "paint.chassis", bars, shades=False)
    model.add("frame", "paint.body", spine)
    model.add("frame", "lamp.head", lights, shades=False)
    for window in ((2.26, 2.62, 0.42, 0.70, 6), (1.54, 2.04, 0.42, 0.70, 8)):
        back, slats = vent(*window)
        model.add("frame", "plastic.black", back.both(), slats.both())
    stripe = band(hood_side, [1.48, 1.9, 2.35, 2.75, 2.96], lambda x: 0.765 - 0.045 * (x - 1.5),
                  lambda x: 0.783 - 0.047 * (x - 1.5), -0.01, 0.004)
    model.add("frame", "paint.roof", stripe.both(), digits(1), digits(-1), shades=False)
    gap = [band(hood_side, [x, x + 0.007], lambda _: 0.34, lambda _: 0.80, -0.01, 0.0015) for x in (2.99,)]
    model.add("frame", "plastic.black", union(gap).both(), shades=False)
    cowl = loft([hood_ring(1.40, 0.364, 0.33, 1.002), hood_ring(1.478, 0.368, 0.325, 1.004)])
    model.add("frame", "plastic.black", cowl, box((0.09, 0.045, 0.018), (3.04, 0, 0.862)))


# ---- engine and drive line ----


def engine(model):
    block = box((0.86, 0.42, 0.50), (1.98, 0, 0.14), 0.03)
    pan = loft([[(x, y, z) for x, y in rectangle(a, b, 0.05)] for a, b,
                z in ((0.80, 0.34, -0.30), (0.86, 0.40, -0.25), (0.86, 0.40, -0.08))])
    ribs = [box((0.016, 0.46, 0.30), (1.62 + 0.12 * i, 0, 0.12), 0) for i in range(7)]
    filters = [cylinder(0.050, 0.20, 10, "Z", 0.012).at(1.78, 0.27, 0.16),
               cylinder(0.045, 0.18, 10, "Z", 0.012).at(1.90, 0.27, 0.17)]
    pump = [cylinder(0.075, 0.12, 12, "X", 0.01).at(2.38, 0.24, 0.14), cylinder(0.060, 0.04, 12, "X", 0).at(2.46, 0.24, 0.14)]
    radiator = box((0.16, 0.56, 0.50), (2.98, 0, 0.40), 0.02)
    model.add("frame", "paint.chassis", block, pan.at(1.98), *ribs, *filters, *pump, radiator)
    pipe = tube([(1.72, -0.28, 0.20), (1.62, -0.32, 0.28), (1.53, -0.48, 0.29), (1.545, -0.60, 0.36)], 0.045, 9, 2)
    turbo = cylinder(0.085, 0.09, 12, "X", 0.02).at(1.78, -0.28, 0.22) + cylinder(0.06, 0.10, 10, "Y", 0).at(1.78, -0.25, 0.22)
    model.add("frame", "steel.exhaust", pipe, turbo)
    hoses = [tube([(2.20, 0.23, 0.05), (2.05, 0.29, -0.02), (1.80, 0.29, 0.0), (1.60, 0.28, 0.08)], 0.016),
             tube([(2.35, -0.22, 0.28), (2.60, -0.25, 0.25), (2.90, -0.22, 0.20)], 0.028, 8)]
    model.add("frame", "rubber.hose", *hoses)


def transmission(model):
    bell = loft([[(x, y, z) for y, z in rounded([(-a, -b), (a, -b), (a, c), (-a, c)], 0.06, 2)]
                 for x, a, b, c in ((0.35, 0.25, 0.27, 0.24), (0.95, 0.25, 0.28, 0.24), (1.15, 0.26, 0.29, 0.25),
                                    (1.52, 0.30, 0.27, 0.34),
                                    (1.56, 0.30, 0.27, 0.34))])
    rear = loft([[(x, y, z) for y, z in rounded([(-a, -b), (a, -b), (a, c), (-a, c)], 0.07, 2)]
                 for x, a, b, c in ((-0.40, 0.24, 0.22, 0.20), (-0.34, 0.29, 0.28, 0.26), (0.30, 0.30, 0.30, 0.27),
                                    (0.40, 0.27, 0.28, 0.25))])
    ribs = [box((0.022, 0.62, 0.50), (x, 0, -0.02), 0) for x in (-0.22, -0.05, 0.12)]
    trumpet = lathe([(0.20, 0.27), (0.20, 0.31), (0.150, 0.335), (0.125, 0.50), (0.135, 0.60), (0.175, 0.62), (0.175, 0.675),
                     (0.10, 0.70), (0.10, 0.91)], 16)
    tunnel = rod((0.75, 0, -0.335), (2.42, 0, -0.250), 0.060, 14)
    guard = box((0.36, 0.20, 0.10), (0.80, 0, -0.31), 0.02)
    seams = [box((0.020, 0.60, 0.52), (0.345, 0, -0.015), 0), box((0.020, 0.58, 0.58), (1.16, 0, -0.01), 0)]
    model.add("frame", "paint.chassis", bell, rear, *ribs, trumpet.both(), tunnel, guard, *seams)


def bolster(model, machine):
    """Casting that carries radiator and front axle; nose weight with the tow pin."""
    casting = loft([[(x, y, z) for y, z in rounded([(-a, b), (a, b), (a, c), (-a, c)], 0.03, 1)]
                    for x, a, b, c in ((2.10, 0.20, -0.06, 0.20), (2.40, 0.19, -0.04, 0.20), (2.75, 0.185, -0.04, 0.18),
                                       (3.00, 0.20, -0.10, 0.14),
                                       (3.18, 0.24, -0.14, 0.12))])
    axle = machine.origin("front_axle")
    saddles = [box((0.10, 0.24, 0.26), (axle.x + d, 0, axle.z + 0.05), 0.02) for d in (-0.16, 0.16)]
    saddles += [cylinder(0.085, 0.09, 14, "X").at(axle.x + d, 0, axle.z) for d in (-0.055, 0.055)]
    saddles.append(cylinder(0.10, 0.03, 12, "Z", 0).at(0.60, 0, 0.26))  # carries the cab
    weight = loft([[(x, y, z) for y, z in rounded([(-a, b), (a, b), (a, c), (-a, c)], 0.05, 2)]
                   for x, a, b, c in ((3.17, 0.29, -0.15, 0.12), (3.20, 0.31, -0.17, 0.13), (3.29, 0.31, -0.17, 0.13),
                                      (3.33, 0.28, -0.14, 0.10))])
    ears = [slab(hull([(3.28, 0, 0.05), (3.40, 0, 0.05)]), z, z + 0.025, 0.004) for z in (-0.075, 0.020)]
    pin = rod((3.40, 0, -0.12), (3.40, 0, 0.10), 0.018, 12) + tube([(3.40, 0, 0.10), (3.40, 0.03, 0.13), (3.40, 0.0, 0.155),
                                                                    (3.40, -0.03, 0.13), (3.40, 0, 0.10)], 0.007, 5, 2)
    model.add("frame", "paint.chassis", casting, *saddles, weight, *ears)
    model.add("frame", "steel.bolt", pin)


# ---- beside the engine: tank, steps, boxes, exhaust, intake ----


def steps_and_tank(model):
    tank = loft([[(x, y, z) for x, z in rounded([(0.98, b), (1.66, b), (1.70, c), (0.98, c)], 0.06, 2)]
                 for y, b, c in ((0.30, -0.42, 0.14), (0.60, -0.42, 0.14), (0.66, -0.36, 0.10))])
    model.add("frame", "plastic.black", tank.both())
    cap = cylinder(0.05, 0.05, 16, "Z", 0.01).at(1.58, 0.50, 0.165)
    model.add("frame", "plastic.black", cap)
    treads = []
    for k, z in enumerate((-0.42, -0.13, 0.14)):
        y = 0.80 - 0.05 * k
        treads.append(box((0.40, 0.20, 0.030), (1.24, y, z), 0.008))
        treads += [box((0.38, 0.014, 0.012), (1.24, y - 0.06 + 0.06 * i, z + 0.018), 0) for i in range(3)]
    sides = [sweep([(x, 0.62, 0.24), (x, 0.70, 0.14), (x, 0.75, -0.13), (x, 0.80, -0.435)], rectangle(0.14, 0.022), (0, 1, 0))
             for x in (1.03, 1.45)]
    model.add("frame", "paint.chassis", union(treads).both(), union(sides).both())
    edges = [box((0.40, 0.012, 0.020), (1.24, 0.80 - 0.05 * k + 0.102, z), 0) for k, z in enumerate((-0.42, -0.13, 0.14))]
    model.add("frame", "paint.accent", union(edges).both())


def exhaust(model):
    """Right of the hood, behind the pillar as the driver sees it; the intake stands on the left."""
    x, y = 1.545, -0.625
    guard = lathe([(0.072, 0.30), (0.090, 0.34), (0.090, 1.05), (0.072, 1.10)], 14, "Z").at(x, y)
    slots = [box((0.012, 0.016, 0.40), (0.089, 0, 0.70), 0).turned("Z", 360 * i / 8).at(x, y) for i in range(8)]
    pipe = lathe([(0.048, 1.05), (0.048, 1.82), (0.042, 1.83), (0.042, 1.70), (0, 1.70)], 12, "Z").at(x, y)
    tip = tube([(x, y, 1.78), (x, y, 1.88), (x - 0.02, y - 0.02, 1.95), (x - 0.07, y - 0.07, 1.99)], 0.050, 12, 2)
    model.add("frame", "plastic.black", guard)
    model.add("frame", "paint.chassis", *slots)
    model.add("frame", "steel.exhaust", pipe, tip)
    arm = strut((1.45, -0.34, 0.60), (1.545, -0.56, 0.60), 0.03, 0.06, (0, 0, 1))
    model.add("frame", "paint.chassis", arm)
    y = -y
    stack = lathe([(0.046, 0.50), (0.050, 0.52), (0.050, 1.12), (0.046, 1.14)], 12, "Z").at(x, y)
    bowl = lathe([(0.050, 1.12), (0.078, 1.15), (0.080, 1.29), (0.066, 1.325), (0, 1.335)], 14, "Z").at(x, y)
    elbow = tube([(x, y, 0.56), (x, y - 0.02, 0.50), (x, y - 0.14, 0.46), (x, 0.33, 0.46)], 0.046, 10, 2)
    model.add("frame", "plastic.black", stack, bowl, elbow)


# ---- rear ----


def fenders(model):
    """Over the rear wheels, with lamps; inner wall against the cab."""
    angles = [18 + 145 * i / 16 for i in range(17)]
    section = [(0.965, 0.640), (0.985, 0.640), (0.990, 1.06), (0.976, 1.135), (0.940, 1.165), (0.966, 1.05)]
    rings = [[(r * cos(radians(a)), y, r * sin(radians(a))) for r, y in section] for a in angles]
    model.add("frame", "paint.body", loft(rings).both())
    lip = [[(r * cos(radians(a)), y, r * sin(radians(a))) for r, y in ((0.925, 1.158), (0.950, 1.160), (0.940, 1.180))]
           for a in angles]
    model.add("frame", "plastic.black", loft(lip).both())
    inner = arc(0.975, 18, 163, 16) + arc(0.60, 163, 18, 6)
    model.add("frame", "plastic.black", plate(inner, 0.014, 0, 0.640).both())
    board = box((0.035, 0.34, 0.11), (-0.925, 0.94, 0.38), 0.012)
    lamps = {"lamp.red": box((0.014, 0.13, 0.08), (-0.945, 1.00, 0.38), 0.006),
             "lamp.amber": box((0.014, 0.09, 0.08), (-0.945, 0.87, 0.38), 0.006)}
    model.add("frame", "plastic.black", board.both())
    for material, lamp in lamps.items():
        model.add("frame", material, lamp.both())


# ---- loader towers ----


def towers(model, machine):
    p0, guide = machine.at("lift"), machine.at("guide_rod")
    foot = machine.pins("loader.lift")[0]
    outline = rounded([(1.72, -0.02), (2.05, -0.02), (2.115, foot.z - 0.07), (2.112, foot.z + 0.06), (2.035, 0.60),
                       (p0.x + 0.10, p0.z - 0.03),
                       (p0.x + 0.09, p0.z + 0.07), (p0.x + 0.01, p0.z + 0.14), (guide.x + 0.065, guide.z - 0.02),
                       (guide.x + 0.04, guide.z + 0.055),
                       (guide.x - 0.045, guide.z + 0.055), (guide.x - 0.065, guide.z - 0.05), (p0.x - 0.12, p0.z),
                       (1.80, 0.52), (1.72, 0.28)],
                      [0.02, 0.02, 0.06, 0.06, 0, 0, 0.05, 0, 0, 0.06, 0.06, 0, 0, 0, 0], 2)
    cheeks = [plate(outline, 0.018, 0.004, ARM_Y + s * CHEEK_Y) for s in (-1, 1)]
    back = plate([(1.73, 0.0), (1.75, 0.0), (1.825, 0.52), (1.865, 0.80), (1.845, 0.80), (1.805, 0.53), (1.73, 0.28)],
                 2 * CHEEK_Y - 0.016, 0.002, ARM_Y)
    bosses, pins = [], []
    for p, r in ((p0, 0.070), (guide, 0.045), (foot, 0.060)):
        bosses += [cylinder(r, 0.024, 12, "Y", 0).at(p.x, ARM_Y + s * (CHEEK_Y + 0.014), p.z) for s in (-1, 1)]
        pins.append(cylinder(r * 0.52, 2 * CHEEK_Y + 0.085, 10, "Y", 0).at(p.x, ARM_Y, p.z))
    base = box((0.34, 0.40, 0.17), (1.885, 0.38, 0.0), 0.015)
    rail = box((1.00, 0.028, 0.24), (1.70, 0.275, -0.05), 0.006)
    brace = sweep([(2.04, 0.30, -0.02), (2.20, 0.215, 0.0), (3.10, 0.215, 0.0)], rectangle(0.05, 0.10, 0.012), (0, 1, 0))
    bolts = union([bolt((1.26 + 0.10 * i, 0.289, -0.05), (0, 1, 0), 0.018, 0.014) for i in range(4)])
    model.add("frame", "paint.loader", union(cheeks + [back] + bosses).both(), base.both(), rail.both(), brace.both())
    model.add("frame", "steel.bolt", union(pins).both(), bolts.both())
    valve = box((0.14, 0.10, 0.16), (1.885, -0.62, 0.02), 0.012)
    plugs = [cylinder(0.014, 0.06, 8, "Z", 0).at(1.84 + 0.03 * i, -0.62, 0.12) for i in range(4)]
    model.add("frame", "paint.chassis", valve)
    model.add("frame", "steel.bolt", *plugs)


# ---- front axle ----


def front_axle(model, machine):
    kingpin = machine.at("kingpin_left")
    foot = machine.pins("steering.steering")[0]
    half = lathe([(0.120, 0), (0.118, 0.12), (0.085, 0.22), (0.070, 0.36), (0.066, kingpin.y - 0.14),
                  (0.080, kingpin.y - 0.06)], 14)
    ball = lathe([(0, -0.15), (0.09, -0.13), (0.145, -0.05), (0.145, 0.05), (0.09, 0.13), (0, 0.15)], 14,
                 "X").at(-0.02, -0.06, 0)
    pivot = cylinder(0.075, 0.42, 14, "X", 0.01).at(0, 0, 0.02)
    web = box((0.06, 1.10, 0.08), (0, 0, 0.035), 0.015)
    yoke_top = [box((0.12, 0.13, 0.045), (-0.0, kingpin.y - 0.045, s * 0.105), 0.015) for s in (-1, 1)]
    yoke = plate(rounded([(-0.07, -0.13), (0.07, -0.13), (0.07, 0.13), (-0.07, 0.13)], 0.03, 2), 0.05, 0.01, kingpin.y - 0.115)
    eyes = [box((0.14, 0.05, 0.045), (foot.x - 0.06, foot.y, foot.z + s * 0.055), 0.01) for s in (-1, 1)]
    model.add("front_axle", "paint.chassis", half.both(), ball, pivot, web, union(yoke_top + [yoke]).both(), *eyes)
    pin = cylinder(0.020, 0.18, 12, "Z").at(foot.x, foot.y, foot.z)
    model.add("front_axle", "steel.bolt", pin)


def knuckle(model, machine, name, side):
    """Pivot with kingpin bearings, wheel flange, steering arm and fender; side: 1 left."""
    arm = machine.at("tie_rod")
    cylinder_pin = machine.pins("steering.steering")[1]
    wheel = machine.at("wheel_front_left").y
    axis = Vector([float(v) for v in machine.joints["kingpin_left"]["axis"]])
    caps = [cylinder(0.062, 0.05, 12, "Z", 0.010).at(0, 0, s * 0.150).by(aligned(axis)) for s in (-1, 1)]
    fork = [box((0.13, 0.14, 0.04), (0, 0.03, s * 0.150), 0.015) for s in (-1, 1)]
    body = lathe([(0.16, 0.055), (0.165, 0.075), (0.150, 0.10), (0.115, 0.125), (0.105, wheel)], 16)
    lever = strut((-0.04, 0.03, -0.02), (arm.x, arm.y, arm.z), 0.05, 0.06,
                  (0, 0, 1)) + cylinder(0.042, 0.075, 12, "Z", 0).at(arm.x, arm.y, arm.z)
    solids = caps + fork + [body, lever]
    if side > 0:
        solids.append(strut((0.03, 0.06, 0), cylinder_pin, 0.05, 0.06, (0, 0, 1)))
        solids.append(cylinder(0.040, 0.08, 12, "Z", 0).at(*cylinder_pin))
    stay = [tube([(x, 0.02, 0.17), (x - 0.02, 0.03, 0.45), (x * 2.0 - 0.02, 0.10, 0.695)], 0.016, 5, 2) for x in (-0.02,)]
    turn = (lambda s: s) if side > 0 else (lambda s: s.mirrored())
    model.add(name, "paint.chassis", *[turn(s) for s in solids + stay])
    angles = [72, 84, 96, 108, 120, 134, 148, 160]
    section = [(0.695, wheel - 0.185), (0.707, wheel - 0.180), (0.712, wheel + 0.14), (0.700, wheel + 0.185),
               (0.676, wheel + 0.200),
               (0.694, wheel + 0.13)]
    rings = [[(r * cos(radians(a)), y, r * sin(radians(a))) for r, y in section] for a in angles]
    model.add(name, "plastic.black", turn(loft(rings)))


def steering(model, machine):
    """Tie rod behind the axle, cylinder before it. Both ends of the tie rod are balls."""
    end = machine.at("pivot_right").y
    ball = lathe([(0, -0.036), (0.026, -0.026), (0.036, 0), (0.026, 0.026), (0, 0.036)], 10, "Z")
    sleeve = [rod((0, s[0], 0), (0, s[1], 0), 0.026, 12) for s in ((-0.10, -0.20), (end + 0.20, end + 0.10))]
    model.add("tie_rod", "paint.chassis", rod((0, 0, 0), (0, end, 0), 0.019, 12), ball, ball.at(0, end, 0), *sleeve)
    closed = machine.length("steering.steering", "length") - machine.length("steering.steering", "chamber")
    tube_end = closed - 0.075
    barrel = lathe([(0.030, 0.02), (0.041, 0.03), (0.041, tube_end - 0.05), (0.046, tube_end - 0.045), (0.046, tube_end),
                    (0.030, tube_end)], 14, "X")
    model.add("barrel:steering.steering", "paint.loader", barrel, cylinder(0.036, 0.05, 12, "Z"))
    reach = closed - 0.10
    model.add("rod:steering.steering", "chrome.rod", rod((-reach, 0, 0), (-0.02, 0, 0), 0.020, 12))
    model.add("rod:steering.steering", "paint.loader", cylinder(0.034, 0.05, 12, "Z"),
              rod((-0.075, 0, 0), (-0.025, 0, 0), 0.026, 12))


def build(model, machine):
    hood(model)
    engine(model)
    transmission(model)
    bolster(model, machine)
    steps_and_tank(model)
    exhaust(model)
    fenders(model)
    towers(model, machine)
    front_axle(model, machine)
    knuckle(model, machine, "pivot_left", 1)
    knuckle(model, machine, "pivot_right", -1)
    steering(model, machine)
