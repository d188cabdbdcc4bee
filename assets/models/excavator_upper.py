"""Upper structure: main frame with boom foot, platforms, engine house, tanks, counterweight, rails, exhaust, lamps.

Frame of the upper structure: origin on the swing axis at ground level; what turns stays above LOW.
"""
from math import sqrt

from mathutils import Vector

from excavator_arm import BOOM_CYLINDER_Y, FOOT
from shapes import box, cylinder, facing, hull, inset, lathe, loft, patch, plate, rectangle, rounded, slab, tube

LOW = 1.06
TAIL = 2.83       # [m] radius of the counterweight's tail
FRONT_OF_TAIL = -2.12
HALF = 1.35
WALL = FOOT / 2 + 0.022  # [m] y of the plates that carry the boom


def main_frame(model, machine):
    o1, a = machine.at("boom"), machine.pins("work.boom")[0]
    outline = [(-2.20, LOW), (0.70, LOW), (0.76, 1.10), (0.78, 1.20), (0.66, 1.36), (o1.x + 0.19, o1.z - 0.14),
               (o1.x + 0.20, o1.z + 0.04), (o1.x + 0.11, o1.z + 0.17), (o1.x - 0.06, o1.z + 0.19),
               (o1.x - 0.20, o1.z + 0.05), (-0.30, 1.58), (-0.85, 1.36), (-2.20, 1.30)]
    outline = rounded(outline, [0, 0.03, 0.03, 0.05, 0.10, 0.08, 0.10, 0.10, 0.10, 0.10, 0.15, 0.15, 0], 2)
    sides = [plate(outline, 0.032, 0.006, s * WALL) for s in (-1, 1)]
    eyes = [cylinder(0.135, 0.035, 22, "Y", 0.006).at(o1.x, s * (WALL + 0.028), o1.z) for s in (-1, 1)]
    cheeks = []
    for s in (-1, 1):
        for y in (BOOM_CYLINDER_Y - 0.066, BOOM_CYLINDER_Y + 0.066):
            cheeks.append(plate(hull([(a.x, a.z, 0.105), (a.x - 0.28, LOW + 0.10, 0.09), (a.x + 0.03, LOW + 0.06, 0.05)]),
                                0.026, 0.005, s * y))
    deck = slab(rounded([(-2.15, -1.30), (0.62, -1.30), (0.62, 1.30), (-2.15, 1.30)], 0.05, 2), LOW, LOW + 0.03, 0.004)
    web = [box((0.03, 2 * WALL, 0.40), (-0.42, 0, 1.28), 0), slab([(-0.40, -WALL), (0.70, -WALL), (0.70, WALL),
                                                                   (-0.40, WALL)], LOW + 0.10, LOW + 0.13, 0)]
    collar = lathe([(0.40, 0.965), (0.735, 0.965), (0.745, 0.975), (0.745, 1.045), (0.80, 1.065)], 40, "Z")
    model.add("upper", "paint.frame", *sides, *eyes, *cheeks, deck, *web)
    model.add("upper", "steel.track", collar)
    model.add("upper", "steel.bolt", cylinder(0.050, 2 * WALL + 0.16, 16).at(o1.x, 0, o1.z),
              cylinder(0.046, 0.19, 14).at(a.x, BOOM_CYLINDER_Y, a.z).both(),
              *[cylinder(0.078, 0.016, 18).at(o1.x, s * (WALL + 0.060), o1.z) for s in (-1, 1)])
    motor = lathe([(0.16, 1.09), (0.17, 1.12), (0.17, 1.30), (0.13, 1.33), (0.13, 1.46), (0.10, 1.50), (0, 1.50)], 20,
                  "Z").at(-0.12)
    valves = [box((0.52, 0.36, 0.26), (-0.74, 0, 1.28), 0.015)]
    valves += [box((0.045, 0.40, 0.05), (-0.94 + 0.075 * k, 0, 1.40), 0.006) for k in range(6)]
    model.add("upper", "paint.frame", motor, *valves)
    hoses = [tube([(-0.94 + 0.09 * k, s * 0.16, 1.38), (-0.86 + 0.09 * k, s * 0.17, 1.60 + 0.02 * k),
                   (-0.36 + 0.03 * k, s * 0.155, 1.66), (-0.07, s * (0.15 if k % 2 else 0.10), 1.62),
                   (-0.005 + 0.02 * (k % 2), s * (0.135 if k % 2 else 0.095), 1.70)], 0.022, 7, 3) for s in (-1, 1)
             for k in range(3)]
    model.add("upper", "rubber.hose", *hoses)


def platforms(model):
    """Beams beside the main frame that carry cab and tanks."""
    left = slab(rounded([(-0.50, 0.44), (1.36, 0.44), (1.38, 0.50), (1.38, 1.33), (1.30, 1.40), (-0.50, 1.40)], 0.03, 2),
                LOW + 0.02, 1.20, 0.015)
    right = slab(rounded([(-1.00, -0.44), (1.08, -0.44), (1.12, -0.50), (1.12, -1.29), (1.04, -1.38), (-1.00, -1.38)], 0.03,
                         2), LOW + 0.02, 1.20, 0.015)
    mounts = [cylinder(0.055, 0.055, 14, "Z", 0.008).at(x, y, 1.215) for x in (-0.22, 1.18) for y in (0.56, 1.26)]
    model.add("upper", "paint.frame", left, right)
    model.add("upper", "rubber.hose", *mounts)
    skirt = [box((1.20, 0.02, 0.16), (0.55, 1.395, 1.13), 0.006)]
    model.add("upper", "paint.frame", *skirt)


def panel_lines(model, y, x0, x1, z0, z1, side):
    """The gap round a door."""
    g = 0.006
    lines = [box((x1 - x0, 0.004, g), ((x0 + x1) / 2, y, z), 0) for z in (z0, z1)]
    lines += [box((g, 0.004, z1 - z0), (x, y, (z0 + z1) / 2), 0) for x in (x0, x1)]
    handle = [box((0.12, 0.012, 0.045), (x0 + 0.13, y + side * 0.004, z0 + 0.20), 0.004)]
    model.add("upper", "plastic.black", *lines, *handle, shades=False)


def louvres(model, x0, x1, z0, z1, y, side, count):
    model.add("upper", "plastic.black", box((x1 - x0, 0.008, z1 - z0), ((x0 + x1) / 2, y, (z0 + z1) / 2), 0), shades=False)
    step = (z1 - z0) / count
    slats = [box((x1 - x0 - 0.02, 0.016, step * 0.45), ((x0 + x1) / 2, y + side * 0.006, z0 + step * (k + 0.5)), 0)
             for k in range(count)]
    model.add("upper", "paint.frame", *slats, shades=False)


def house(model):
    """Engine under a raised hood across the tail, coolers on the left, pumps on the right."""
    top = 2.02
    def shell(x0, x1, y0, y1, z0, z1, crown):
        rings = []
        for x, d in ((x0, 0.02), (x0 + 0.03, 0.0), (x1 - 0.03, 0.0), (x1, 0.02)):
            o = rounded([(y0 + d, z0), (y1 - d, z0), (y1 - d, z1 - d), (y0 + d, z1 - d)], [0.01, 0.01, crown, crown], 3)
            rings.append([(x, y, z) for y, z in o])
        return loft(rings)

    left = shell(-2.13, -0.52, 0.46, HALF, LOW + 0.03, top, 0.09)
    right = shell(-2.13, -1.02, -HALF, -0.30, LOW + 0.03, top, 0.09)
    middle = shell(-2.13, -1.06, -0.32, 0.48, LOW + 0.03, top - 0.02, 0.02)
    model.add("upper", "paint.body", left, right, middle)
    hood_outline = rounded([(-2.09, -0.98), (-1.16, -0.98), (-1.16, 0.98), (-2.09, 0.98)], 0.10, 3)
    hood = loft([[(x, y, z) for x, y in (inset(hood_outline, d))] for d,
                 z in ((-0.01, top - 0.03), (0.0, top + 0.05), (0.03, top + 0.15), (0.09, top + 0.19))])
    model.add("upper", "paint.body", hood)
    model.add("upper", "plastic.black", *[box((0.50, 0.05, 0.012), (-1.62, y, top + 0.192), 0)
                                          for y in (-0.60, -0.48, -0.36, 0.36, 0.48, 0.60)], shades=False)
    for y, side in ((HALF + 0.0015, 1), (-HALF - 0.0015, -1)):
        doors = ((-2.08, -1.33), (-1.29, -0.57)) if side > 0 else ((-2.08, -1.07),)
        for x0, x1 in doors:
            panel_lines(model, y, x0, x1, LOW + 0.09, top - 0.09, side)
        louvres(model, *((-1.98, -1.43) if side > 0 else (-1.75, -1.20)), 1.52, 1.82, y, side, 9)
    louvres(model, -1.20, -0.68, 1.52, 1.82, HALF + 0.0015, 1, 9)
    stripe = [box((0.98, 0.004, 0.055), (-1.575, -HALF - 0.002, 1.36), 0),
              box((1.48, 0.004, 0.055), (-1.325, HALF + 0.002, 1.36), 0)]
    model.add("upper", "paint.frame", *stripe, shades=False)
    # exhaust and air intake
    pipe = tube([(-1.62, -0.80, top + 0.12), (-1.62, -0.80, top + 0.42), (-1.66, -0.80, top + 0.56),
                 (-1.72, -0.80, top + 0.62)], 0.055, 14, 3, caps=False)
    mouth = lathe([(0.001, 0.0), (0.053, 0.0)], 14, "X").at(-1.70, -0.80, top + 0.605)
    shield = lathe([(0.085, top + 0.17), (0.085, top + 0.36), (0.070, top + 0.37)], 16, "Z").at(-1.62, -0.80)
    model.add("upper", "steel.exhaust", pipe, shield)
    model.add("upper", "plastic.black", mouth, shades=False)
    intake = lathe([(0.05, top + 0.10), (0.05, top + 0.30), (0.095, top + 0.31), (0.105, top + 0.36), (0.095, top + 0.41),
                    (0.03, top + 0.44), (0, top + 0.44)], 16, "Z").at(-1.40, 0.78)
    model.add("upper", "plastic.black", intake)


def counterweight(model):
    """Cast block with a tail of TAIL radius about the swing axis."""
    def outline(d):
        r, y1 = TAIL - d, HALF - d
        n, out = 14, []
        for k in range(n + 1):
            y = y1 - 2 * y1 * k / n
            out.append((-sqrt(r * r - y * y), y))
        ring = [(FRONT_OF_TAIL, y1)] + out + [(FRONT_OF_TAIL, -y1)]
        return rounded(ring, [0.0, 0.10] + [0.0] * (n - 1) + [0.10, 0.0], 3)

    levels = ((0.10, LOW), (0.02, LOW + 0.07), (0.0, LOW + 0.16), (0.0, LOW + 0.42), (0.018, LOW + 0.44),
              (0.018, LOW + 0.47), (0.0, LOW + 0.49), (0.0, 1.88), (0.03, 1.98), (0.10, 2.04))
    model.add("upper", "paint.frame", loft([[(x, y, z) for x, y in outline(d)] for d, z in levels]))
    eyes = [tube([(-2.42, s * 0.72 - 0.07, 2.03), (-2.42, s * 0.72 - 0.06, 2.11), (-2.42, s * 0.72, 2.14),
                  (-2.42, s * 0.72 + 0.06, 2.11), (-2.42, s * 0.72 + 0.07, 2.03)], 0.020, 8, 2) for s in (-1, 1)]
    model.add("upper", "paint.frame", *eyes)

    def band(y0, y1, z0, z1, slant):
        def corner(u, v):
            y = y0 + (y1 - y0) * u + slant * v
            return Vector((-sqrt((TAIL + 0.003) ** 2 - y * y), y, z0 + (z1 - z0) * v))
        return patch(lambda u, v: corner(1 - u, v), 2, 1)

    for s in (-1, 1):  # warning stripes at both ends of the tail
        for k in range(4):
            y = s * 1.14 - 0.16 + 0.08 * k
            model.add("upper", "paint.accent" if k % 2 else "plastic.black", band(y, y + 0.08, 1.66, 1.80, -0.05 * s),
                      shades=False)
    camera = box((0.06, 0.09, 0.06), (-2.74, 0, 2.06), 0.015)
    lens = cylinder(0.018, 0.02, 12, "X", 0.003).at(-2.775, 0, 2.055)
    model.add("upper", "plastic.black", camera, lens)
    for s in (-1, 1):
        lamp = box((0.02, 0.14, 0.05), (-2.602, s * 1.05, 1.93), 0.006)
        model.add("upper", "lamp.red", lamp, shades=False)


def right_side(model):
    """Tanks behind, tool box with steps before them, rails."""
    def shell(x0, x1, z1, y0=-1.36, y1=-0.46, front_slope=0.0):
        rings = []
        for z, d in ((1.19, 0.015), (1.21, 0.0), (z1 - 0.05, 0.0), (z1 - 0.015, 0.015), (z1, 0.05)):
            o = rounded([(x0 + d, y0 + d), (x1 - d - front_slope * (z - 1.2), y0 + d),
                         (x1 - d - front_slope * (z - 1.2), y1 - d), (x0 + d, y1 - d)], 0.06, 3)
            rings.append([(x, y, z) for x, y in o])
        return loft(rings)

    hydraulic = shell(-0.98, -0.36, 1.98)
    fuel = shell(-0.33, 0.34, 1.90)
    chest = shell(0.38, 1.10, 1.46, front_slope=0.12)
    model.add("upper", "paint.body", hydraulic, fuel, chest)
    caps = [lathe([(0.065, z), (0.065, z + 0.03), (0.055, z + 0.045), (0, z + 0.045)], 16, "Z").at(x, y) for x, y, z in
            ((-0.68, -0.80, 1.98), (-0.02, -0.62, 1.90))]
    model.add("upper", "plastic.black", *caps)
    gauge = box((0.04, 0.012, 0.16), (-0.60, -1.362, 1.55), 0.004)
    model.add("upper", "glass.gauge", gauge, shades=False)
    panel_lines(model, -1.3615, -0.94, -0.40, 1.26, 1.90, -1)
    panel_lines(model, -1.3615, 0.46, 0.96, 1.25, 1.40, -1)
    grip = [box((0.62, 0.72, 0.006), (0.68, -0.91, 1.463), 0)]  # non-slip plates to walk on
    grip += [box((0.50, 0.66, 0.006), (0.0, -0.95, 1.903), 0)]
    model.add("upper", "plastic.trim", *grip, shades=False)
    steps = [box((0.24, 0.42, 0.03), (1.22, -0.93, 1.12), 0.008), box((0.14, 0.42, 0.03), (0.38, -0.93, 1.68), 0.008)]
    legs = [box((0.03, 0.03, 0.12), (1.20, -0.93 + d, 1.15), 0) for d in (-0.18, 0.18)]
    model.add("upper", "paint.frame", *steps, *legs)
    rails = [tube([(0.98, -1.31, 1.45), (0.98, -1.31, 2.02), (0.90, -1.31, 2.10), (0.30, -1.31, 2.32), (-0.20, -1.31, 2.36),
                   (-0.86, -1.31, 2.36), (-0.94, -1.31, 2.28), (-0.94, -1.31, 1.97)], 0.019, 8, 2),
             tube([(0.22, -1.31, 1.88), (0.22, -1.31, 2.33)], 0.017, 8, 1),
             tube([(-0.40, -1.31, 1.95), (-0.40, -1.31, 2.36)], 0.017, 8, 1)]
    left = [tube([(-0.62, HALF - 0.05, 2.00), (-0.62, HALF - 0.05, 2.26), (-0.70, HALF - 0.05, 2.32),
                  (-1.95, HALF - 0.05, 2.32), (-2.03, HALF - 0.05, 2.26), (-2.03, HALF - 0.05, 2.00)], 0.019, 8, 2),
            tube([(-1.32, HALF - 0.05, 2.00), (-1.32, HALF - 0.05, 2.32)], 0.017, 8, 1)]
    model.add("upper", "paint.frame", *rails, *left)
    for x, y, z in ((1.055, -0.72, 1.36),):
        pose = facing((x - 0.012, y, z), (1, 0, -0.1))
        case = loft([[(a, b, h) for a, b in rectangle(0.20, 0.11, 0.02)] for h in (-0.04, 0.012)]).by(pose)
        glass = loft([[(a, b, h) for a, b in rectangle(0.17, 0.085)] for h in (0.005, 0.018)]).by(pose)
        model.add("upper", "plastic.black", case)
        model.add("upper", "lamp.work", glass, shades=False)


def walkway(model):
    """Cover between tanks and coolers, behind the boom."""
    cover = slab(rounded([(-1.08, -0.31), (-0.90, -0.31), (-0.90, 0.46), (-1.08, 0.46)], 0.02, 1), 1.05, 1.97, 0.01)
    model.add("upper", "paint.frame", cover)


def build(model, machine):
    main_frame(model, machine)
    platforms(model)
    house(model)
    counterweight(model)
    right_side(model)
    walkway(model)
