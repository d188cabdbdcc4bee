"""Cab of the grapple skidder, outside and inside. Frame of the cab: origin in the middle of its floor, as the excavator's cab,
whose seat, consoles, levers, steering wheel and pedals stand in it; the driver's eye is at excavator_cab.EYE.

Windows have bars against branches and broken chokers, except the windshield.
"""
from math import radians

from mathutils import Matrix, Vector

import excavator_cab
from shapes import (Solid, arc, box, cylinder, facing, inset, lathe, loft, patch, plate, rectangle, rod, rounded, slab, strut,
                    tube, union)

BACK, NOSE = -0.70, 0.80    # [m] outer faces, at the floor
HALF = 0.65
SILL, HEADER, ROOF = 0.62, 1.56, 1.72
HOOD = 0.56                 # [m] lower end of the windshield: the hood is before it
MIRROR_SIZE = (0.20, 0.34)
MIRRORS = {"left": (Vector((0.70, 0.95, 1.20)), Vector((-1, 0.12, -0.10))),
           "right": (Vector((0.70, -0.95, 1.20)), Vector((-1, -0.12, -0.10)))}


def front_x(z):
    """The front leans back above the hood."""
    return NOSE - 0.12 * max(0.0, z - HOOD) / (HEADER - HOOD)


def corner(x, z):
    return Vector((x, HALF - 0.05 - 0.03 * max(0.0, z - SILL), z))


def shell(model):
    posts = [strut(corner(front_x(z0) - 0.05, z0), corner(front_x(z1) - 0.05, z1), 0.07, 0.09, (0, 1, 0), 0.015)
             for z0, z1 in ((0.0, HOOD), (HOOD, HEADER + 0.04))]
    posts.append(strut(corner(BACK + 0.06, 0.0), corner(BACK + 0.06, HEADER + 0.04), 0.09, 0.11, (0, 1, 0), 0.015))
    posts.append(strut(corner(-0.30, 0.0), corner(-0.30, HEADER + 0.04), 0.05, 0.08, (0, 1, 0), 0.012))
    cross = [box((0.06, 2 * HALF - 0.10, 0.07), (x, 0, z), 0.012)
             for x, z in ((front_x(HEADER) - 0.05, HEADER + 0.01), (BACK + 0.06, HEADER + 0.01), (BACK + 0.05, 0.80))]
    model.add("cab", "paint.cab", union(posts).both(), *cross)
    front, back = NOSE - 0.10, BACK + 0.02
    door = plate(rounded([(front, 0.02), (front, SILL - 0.02), (-0.32, SILL - 0.02), (-0.32, 0.02)], 0.04, 2), 0.04, 0.008,
                 HALF - 0.03)
    quarter = plate(rounded([(-0.34, 0.02), (-0.34, SILL - 0.02), (back, SILL - 0.02), (back, 0.02)], 0.03, 2), 0.04, 0.008,
                    HALF - 0.03)
    model.add("cab", "paint.body", (door + quarter).both(), box((0.04, 2 * HALF - 0.08, 0.78), (back, 0, 0.39), 0.008),
              box((0.04, 2 * HALF - 0.10, HOOD), (NOSE - 0.03, 0, HOOD / 2), 0.008))
    model.add("cab", "paint.cab", slab(rectangle(NOSE - BACK, 2 * HALF, 0.05), -0.06, 0.0, 0.01).at((NOSE + BACK) / 2))
    lining = [box((1.36, 0.012, SILL - 0.04), (0.05, HALF - 0.056, SILL / 2), 0.004)]
    model.add("cab", "plastic.trim", union(lining).both(), box((0.012, 1.14, 0.78), (BACK + 0.046, 0, 0.40), 0.004),
              box((0.012, 1.14, HOOD), (NOSE - 0.056, 0, HOOD / 2), 0.004),
              box((0.16, 1.12, 0.05), (NOSE - 0.13, 0, HOOD - 0.03), 0.015))
    model.add("cab", "plastic.wheel", slab(rectangle(1.36, 1.16, 0.03), 0.0, 0.012, 0.004).at(0.04))
    handle = box((0.14, 0.026, 0.035), (-0.20, HALF + 0.005, 0.50), 0.008)
    hinges = [cylinder(0.018, 0.09, 10, "Z", 0.003).at(front + 0.01, HALF - 0.005, z) for z in (0.15, 0.50)]
    rail = tube([(front + 0.05, HALF - 0.02, 0.20), (front + 0.06, HALF + 0.05, 0.24), (front + 0.02, HALF + 0.03, 1.10),
                 (front - 0.02, HALF - 0.06, 1.14)], 0.014, 8, 1)
    model.add("cab", "plastic.black", union([handle, rail, *hinges]).both())


def glazing(model):
    def windshield(u, v):
        z = HOOD + 0.01 + (HEADER - HOOD - 0.01) * v
        return Vector((front_x(z) - 0.02 + 0.012 * 4 * u * (1 - u), (HALF - 0.09) * (2 * u - 1), z))

    def side(x0, x1):
        def point(u, v):
            z = SILL + (HEADER - SILL) * v
            ahead = min(x0, front_x(z) - 0.10)
            p = corner(ahead + (x1 - ahead) * u, z)
            return p + Vector((0, 0.02, 0))

        return patch(point, 3, 2)

    rear = patch(lambda u, v: Vector((BACK + 0.05, (HALF - 0.10) * (1 - 2 * u), 0.84 + (HEADER - 0.84) * v)), 2, 2)
    sides = side(NOSE, -0.26) + side(-0.34, BACK + 0.11)
    model.add("cab:glass", "glass.cab", patch(windshield, 6, 3), rear, sides.both())
    blade = [windshield(0.5 + 0.44 * t, 0.03 + 0.03 * t) + Vector((0.016, 0, 0)) for t in (0.0, 0.5, 1.0)]
    model.add("cab", "plastic.black", union([rod(p, q, 0.008, 6) for p, q in zip(blade, blade[1:])]),
              box((0.04, 0.10, 0.05), windshield(0.5, 0.0) + Vector((0.02, 0, 0)), 0.01))


def guards(model):
    """Bars before the side windows and a grid before the rear one."""
    def upright(x):
        return strut(corner(x, SILL - 0.03) + Vector((0, 0.035, 0)), corner(x, HEADER + 0.02) + Vector((0, 0.035, 0)), 0.012, 0.012,
                     (1, 0, 0), 0.0)

    bars = [upright(BACK + 0.16 + 0.09 * k) for k in range(3)] + [upright(x) for x in (-0.12, 0.06, 0.24, 0.42)]
    model.add("cab", "paint.cab", union(bars).both(), shades=False)
    tall = [box((0.012, 0.012, 0.76), (BACK - 0.005, -0.50 + 0.10 * k, 1.18), 0) for k in range(11)]
    wide = [box((0.014, 1.08, 0.012), (BACK - 0.016, 0, 0.86 + 0.10 * k), 0) for k in range(7)]
    frame = [box((0.025, 1.16, 0.03), (BACK - 0.01, 0, z), 0) for z in (0.80, 1.55)]
    model.add("cab", "paint.cab", *tall, *wide, *frame, shades=False)


def roof(model):
    def ring(d, z):
        outline = rounded([(NOSE - 0.06, -HALF + 0.03), (NOSE - 0.06, HALF - 0.03), (BACK, HALF - 0.03), (BACK, -HALF + 0.03)], 0.10, 3)
        return [(x, y, z) for x, y in inset(outline, d)]

    model.add("cab", "paint.body", loft([ring(0.03, HEADER + 0.03), ring(0.0, HEADER + 0.05), ring(0.0, ROOF - 0.03),
                                         ring(0.04, ROOF), ring(0.20, ROOF + 0.015)]))
    model.add("cab", "plastic.headliner", box((1.24, 1.14, 0.03), (0.02, 0, HEADER + 0.02), 0.006))
    pieces = [strut((NOSE - 0.10, y, ROOF + 0.05), (BACK + 0.06, y, ROOF + 0.05), 0.04, 0.04, (0, 1, 0), 0.01) for y in (-0.56, 0.56)]
    pieces += [strut((x, y, ROOF - 0.02), (x, y, ROOF + 0.05), 0.04, 0.04, (0, 1, 0)) for x in (-0.55, 0.60) for y in (-0.56, 0.56)]
    model.add("cab", "paint.cab", union(pieces))
    places = [(NOSE - 0.03, y, (1, 0, -0.25)) for y in (-0.42, -0.20, 0.20, 0.42)] + [(BACK - 0.03, y, (-1, 0, -0.35)) for y in (-0.40, 0.40)]
    for x, y, way in places:
        pose = facing((x, y, ROOF + 0.07), way)
        case = loft([[(a, b, h) for a, b in rectangle(0.15 * k, 0.09 * k, 0.018)] for k, h in ((0.85, -0.07), (1.0, -0.03), (1.0, 0.0))])
        model.add("cab", "plastic.black", case.by(pose), box((0.05, 0.03, 0.09), (x - 0.03 * way[0], y, ROOF + 0.03)))
        model.add("cab", "lamp.work", loft([[(a, b, h) for a, b in rectangle(0.13, 0.07)] for h in (-0.003, 0.006)]).by(pose),
                  shades=False)
    model.add("cab", "lamp.amber", lathe([(0.05, ROOF), (0.055, ROOF + 0.03), (0.05, ROOF + 0.11), (0, ROOF + 0.13)], 14, "Z").at(-0.45, 0.30))


def mirrors(model):
    w, h = MIRROR_SIZE
    for name, (centre, back) in MIRRORS.items():
        pose = facing(centre, excavator_cab.mirror_normal(centre, back))
        case = loft([[(a, b, d) for a, b in rectangle(w * k + 0.024, h * k + 0.024, 0.04, 2)] for k, d in ((0.7, -0.055), (0.98, -0.035), (1.0, 0.004))])
        model.add("cab", "plastic.black", case.by(pose))
        model.add(f"cab:mirror_{name}", f"mirror.{name}", patch(lambda u, v: ((u - 0.5) * w, (v - 0.5) * h, 0.006), 1, 1, uv=True).by(pose))
        side, behind = (1 if centre.y > 0 else -1), pose @ Vector((0, 0, -0.05))
        root = corner(front_x(1.40) - 0.04, 1.40)
        model.add("cab", "plastic.black", tube([(root.x, side * root.y, root.z), (0.74, side * 0.86, 1.46), (behind.x, behind.y, 1.42), behind], 0.013, 8, 2))


def display(model):
    """Panel on the right pillar."""
    centre = Vector((0.56, -0.42, 0.66))
    pose = facing(centre, excavator_cab.EYE - centre)
    model.add("cab", "plastic.black", loft([[(a, b, d) for a, b in rectangle(wide, high, 0.016, 2)] for wide, high, d in
                                            ((0.17, 0.12, -0.036), (0.218, 0.160, -0.020), (0.212, 0.154, 0.0))]).by(pose),
              tube([pose @ Vector((0, 0, -0.03)), (0.64, -0.46, 0.58), (0.70, -0.48, HOOD - 0.04)], 0.014, 8, 2))
    model.add("cab:screen_dash", "screen.dash", patch(lambda u, v: ((u - 0.5) * 0.19, (v - 0.5) * 0.13, 0.0015), 1, 1, uv=True).by(pose))
    lines = [excavator_cab.flat(-0.08, -0.045 + 0.022 * k, 0.05 + 0.03 * ((2 * k) % 3), 0.008) for k in range(4)]
    model.add("cab:display", "lamp.display", *[s.by(pose) for s in lines], shades=False)


def build(model):
    shell(model)
    glazing(model)
    guards(model)
    roof(model)
    mirrors(model)
    excavator_cab.seat(model)
    excavator_cab.consoles(model)
    for name in ("left", "right"):
        excavator_cab.stick(model, name, excavator_cab.LEVERS[name])
    excavator_cab.steering_wheel(model)
    excavator_cab.driving_pedals(model)
    display(model)
