"""Cab of the tractor, outside and inside. Frame of the cabin: 0.60 m before the rear axle, 0.30 m above it; the floor lies at
z = FLOOR, the driver's eye at EYE.
"""
from math import cos, pi, radians, sin, sqrt

from mathutils import Matrix, Vector

from shapes import (box, cylinder, facing, inset, lathe, loft, patch, plate, rectangle, revolved, rod,
                    rounded, slab, strut, sweep, tube, union)

EYE = Vector((-0.05, 0.0, 1.25))
FLOOR = 0.05
HEADER = 1.50  # [m] upper end of the panes
TIRE_ARC = 1.010  # [m] radius about the rear axle that door and tub keep clear

WHEEL_CENTRE = Vector((0.47, 0.0, 0.80))
WHEEL_TILT = 34  # [deg] of the steering wheel's plane against the horizontal


def pillar_a(z):
    return Vector((0.885 - 0.075 * z, 0.490 + 0.045 * z, z))


def pillar_b(z):
    return Vector((-0.22, 0.800 - 0.055 * z, z))


def pillar_c(z):
    return Vector((-0.86 + 0.06 * z, 0.715 - 0.05 * z, z))


def between(p, q, u, z, bow=0.0):
    """A point of the left side pane between two pillars."""
    a, b = p(z), q(z)
    out = Vector((a.y - b.y, b.x - a.x, 0)).normalized()
    out = out if out.y > 0 else -out
    return a.lerp(b, u) + out * (bow * 4 * u * (1 - u))


def over_tire(x):
    """Height that clears the rear wheel at x."""
    along = x + 0.60
    return max(FLOOR, sqrt(TIRE_ARC ** 2 - along ** 2) - 0.30) if abs(along) < TIRE_ARC else FLOOR


# ---- shell ----


def pillars(model):
    def post(p, z0, z1, wide, deep, side):
        return strut(p(z0), p(z1), wide, deep, side, 0.018)

    posts = [post(pillar_a, 0.0, HEADER + 0.02, 0.056, 0.075, (0.35, 1, 0)),
             post(pillar_b, over_tire(-0.22) - 0.02, HEADER + 0.02, 0.050, 0.075, (0, 1, 0)),
             post(pillar_c, 0.50, HEADER + 0.02, 0.065, 0.070, (-0.5, 1, 0))]
    model.add("cabin", "plastic.black", union(posts).both())
    covers = [strut(p(z0) + inwards, p(HEADER) + inwards, wide, 0.020, side, 0.006)  # what the driver sees of them
              for p, z0, wide, side, inwards in ((pillar_a, 0.33, 0.050, (0.35, 1, 0), Vector((-0.042, -0.006, 0))),
                                                 (pillar_b, 0.66, 0.070, (1, 0, 0), Vector((0, -0.032, 0))))]
    header = strut((pillar_a(HEADER).x - 0.045, 0.50, HEADER - 0.008), (pillar_a(HEADER).x - 0.045, -0.50, HEADER - 0.008),
                   0.025, 0.060, (1, 0, 0))
    model.add("cabin", "plastic.trim", union(covers).both(), header)
    rails = [sweep([pillar_a(HEADER), between(pillar_a, pillar_b, 0.5, HEADER, 0.03), pillar_b(HEADER), pillar_c(HEADER)],
                   rectangle(0.06, 0.07, 0.015), (0, 0, 1))]
    cross = [strut(pillar_a(HEADER) * 1.0, (pillar_a(HEADER).x, -pillar_a(HEADER).y, HEADER), 0.07, 0.06, (1, 0, 0)),
             strut(pillar_c(HEADER), (pillar_c(HEADER).x, -pillar_c(HEADER).y, HEADER), 0.07, 0.06, (1, 0, 0)),
             strut(pillar_c(0.55), (pillar_c(0.55).x, -pillar_c(0.55).y, 0.55), 0.07, 0.09, (1, 0, 0))]
    model.add("cabin", "plastic.black", union(rails).both(), *cross)


def glazing(model):
    def front(u, v):
        z = 0.30 + (HEADER - 0.30) * v
        a = pillar_a(z)
        return Vector((a.x + 0.012 + 0.045 * 4 * u * (1 - u), a.y * (1 - 2 * u) * -1, z))

    windshield = patch(front, 8, 2)
    rear = patch(lambda u, v: Vector((pillar_c(0.58 + 0.92 * v).x - 0.012 - 0.02 * 4 * u * (1 - u),
                                      pillar_c(0.58 + 0.92 * v).y * (1 - 2 * u), 0.58 + 0.92 * v)), 6, 1)

    def door(u, v):
        x = between(pillar_a, pillar_b, u, 0.8).x
        low = over_tire(x) + 0.06
        z = low + (HEADER - low) * v
        return between(pillar_a, pillar_b, u, z, 0.03)

    def quarter(u, v):
        z = 0.72 + (HEADER - 0.72) * v
        return between(pillar_b, pillar_c, u, z, 0.012)

    sides = patch(door, 12, 2) + patch(quarter, 3, 1)
    model.add("cabin:glass", "glass.cab", windshield, rear, sides.both())
    frame = [door(i / 12, 0.0) for i in range(13)]
    rim = [sweep(frame, rectangle(0.032, 0.050), (0.3, 1, 0))]
    rim += [sweep([door(u, v) for v in (0, 0.5, 1)], rectangle(0.030, 0.036), (0.3, 1, 0)) for u in (0.045, 0.955)]
    sill = sweep([quarter(u, 0) for u in (0, 0.5, 1)], rectangle(0.04, 0.06, 0.01), (0, 1, 0))
    model.add("cabin", "plastic.black", union(rim + [sill]).both())
    handle = box((0.15, 0.030, 0.034), door(0.14, 0.36) + Vector((0, 0.030, 0)), 0.010)
    model.add("cabin", "paint.chassis", handle.both())
    hinges = [box((0.05, 0.035, 0.07), between(pillar_a, pillar_b, 0.985, z) + Vector((0, 0.030, 0)), 0.010)
              for z in (0.78, 1.36)]
    model.add("cabin", "plastic.black", union(hinges).both())
    wiper(model, front)


def wiper(model, front):
    pivot = front(0.80, 1.0) + Vector((0.03, 0, -0.01))
    path = [front(0.80 + 0.14 * t, 1.0 - 0.60 * t) + Vector((0.022, 0, 0)) for t in (0, 0.35, 0.7, 1.0)]
    model.add("cabin", "plastic.black", sweep(path, rectangle(0.010, 0.014), (0, 1, 0)), box((0.05, 0.08, 0.05), pivot, 0.012))


def tub(model):
    """Floor, firewall, side walls over the tires, rear wall."""
    floor = slab([(0.86, -0.49), (0.86, 0.49), (0.40, 0.63), (-0.84, 0.63), (-0.84, -0.63), (0.40, -0.63)], -0.03, FLOOR, 0.012)
    firewall = loft([[(x, y, z) for x, y in ((0.80, -0.49), (0.88, -0.49), (0.92, -0.30), (0.92, 0.30), (0.88, 0.49),
                                             (0.80, 0.49))]
                     for z in (-0.02, 0.31)])
    model.add("cabin", "plastic.black", floor, firewall)
    xs = [0.41 - 1.25 * i / 12 for i in range(13)]
    top = [(x, over_tire(x)) for x in xs]
    wall = [(0.41, -0.03)] + top + [(-0.84, 0.42), (-0.84, -0.03)]
    model.add("cabin", "plastic.trim", plate(wall, 0.03, 0.004, 0.625).both())
    shelf = []
    for x in xs:
        outer = between(pillar_b, pillar_c, max(0.0, min(1.0, (-0.22 - x) / 0.60)),
                        0.6).y if x < -0.22 else between(pillar_a, pillar_b, (0.85 - x) / 1.07, 0.6).y
        z = over_tire(x)
        shelf.append([(x, 0.60, z - 0.02), (x, outer, z - 0.02), (x, outer, z + 0.025), (x, 0.60, z + 0.025)])
    model.add("cabin", "plastic.trim", loft(shelf).both())
    back = box((0.04, 1.30, 0.60), (-0.835, 0, 0.26), 0.01)
    sill = box((0.16, 1.24, 0.035), (-0.76, 0, 0.57), 0.012)
    model.add("cabin", "plastic.trim", back, sill)
    mat = slab([(0.79, -0.45), (0.79, 0.45), (0.38, 0.59), (-0.45, 0.59), (-0.45, -0.59), (0.38, -0.59)], FLOOR - 0.005, FLOOR
               + 0.012, 0.006)
    grooves = [box((0.018, 0.80, 0.010), (0.30 + 0.055 * i, 0, FLOOR + 0.013), 0) for i in range(8)]
    model.add("cabin", "plastic.wheel", mat, *grooves)
    mounts = [cylinder(0.06, 0.10, 12, "Z", 0).at(x, y, -0.07) for x,
              y in ((0.66, -0.40), (0.66, 0.40), (-0.66, -0.40), (-0.66, 0.40), (0, 0))]
    model.add("cabin", "plastic.black", *mounts)


def roof_ring(scale_x, scale_y, z):
    outline = rounded([(-0.93, -0.70), (0.93, -0.62), (1.02, -0.42), (1.02, 0.42), (0.93, 0.62), (-0.93, 0.70)],
                      [0.16, 0.12, 0.16, 0.16, 0.12, 0.16], 2)
    outline = [(x, y + (0.13 * (1 - (x / 1.1) ** 2) * (1 if y > 0 else -1))) for x, y in outline]
    return [(x * scale_x, y * scale_y, z) for x, y in outline]


def roof(model):
    shell = [roof_ring(0.93, 0.93, 1.545), roof_ring(1.0, 1.0, 1.565), roof_ring(0.995, 0.99, 1.640),
             roof_ring(0.965, 0.95, 1.680),
             roof_ring(0.88, 0.84, 1.706), roof_ring(0.70, 0.62, 1.720), roof_ring(0.35, 0.30, 1.726)]
    model.add("cabin", "paint.roof", loft(shell))
    skirt = [roof_ring(0.90, 0.90, 1.495), roof_ring(0.955, 0.955, 1.505), roof_ring(0.965, 0.965, 1.560)]
    model.add("cabin", "plastic.black", loft(skirt))
    liner = [roof_ring(0.80, 0.76, 1.488), roof_ring(0.84, 0.80, 1.484), roof_ring(0.86, 0.83, 1.500)]
    model.add("cabin", "plastic.headliner", loft(liner))
    vents = [cylinder(0.042, 0.02, 12, "Z", 0).at(x, y, 1.480) for x in (0.55, 0.25) for y in (-0.42, 0.42)]
    console = box((0.22, 0.46, 0.05), (0.62, 0, 1.475), 0.018)
    radio = box((0.010, 0.17, 0.036), (0.508, 0, 1.475), 0.004)
    model.add("cabin", "plastic.trim", console, *vents)
    model.add("cabin", "plastic.black", radio)
    lamps(model)


def lamps(model):
    """Work lamps in the roof's ends, beacon, indicators."""
    def lamp(x, y, z, direction, wide=0.13, high=0.075):
        pose = facing((x, y, z), direction)
        case = loft([[(a, b, h) for a, b in rectangle(wide * k, high * k, 0.015)] for k,
                     h in ((0.9, -0.06), (1.12, -0.02), (1.10, 0.014))]).by(pose)
        glass = loft([[(a, b, h) for a, b in rectangle(wide * k, high * k)] for k,
                      h in ((0.98, 0.010), (0.94, 0.021))]).by(pose)
        return case, glass

    places = [(1.005, 0.22, 1.612, (1, 0, -0.25)), (0.965, 0.50, 1.612, (1, 0.35, -0.25)),
              (-0.915, 0.26, 1.612, (-1, 0, -0.3)), (-0.905, 0.56, 1.612, (-1, 0.35, -0.3))]
    for x, y, z, d in places:
        case, glass = lamp(x, y, z, d)
        model.add("cabin", "plastic.black", case.both())
        model.add("cabin", "lamp.work", glass.both())
    stand = cylinder(0.05, 0.05, 12, "Z", 0).at(-0.62, 0.52, 1.735)
    dome = lathe([(0.055, 1.755), (0.060, 1.765), (0.058, 1.85), (0.045, 1.88), (0, 1.888)], 14, "Z").at(-0.62, 0.52)
    model.add("cabin", "plastic.black", stand)
    model.add("cabin", "lamp.amber", dome)
    case, glass = lamp(0.90, 0.655, 1.30, (1, 0.3, 0), 0.07, 0.11)
    model.add("cabin", "plastic.black", case.both(), strut((0.84, 0.56, 1.30), (0.87, 0.64, 1.30), 0.03, 0.04,
                                                           (0, 0, 1)).both())
    model.add("cabin", "lamp.amber", glass.both())
    antenna = tube([(-0.70, -0.50, 1.70), (-0.72, -0.50, 1.95), (-0.80, -0.50, 2.15)], 0.005, 4, 1)
    model.add("cabin", "plastic.black", antenna)


MIRROR = Vector((1.06, 1.01, 1.16))
MIRROR_SIZE = (0.22, 0.36)


def mirror_normal(centre):
    """Halfway between the way to the eye and the way back along the machine, a little outwards and down."""
    eye = (EYE - centre).normalized()
    back = Vector((-1, 0.11 if centre.y > 0 else -0.11, -0.09)).normalized()
    return (eye + back).normalized()


def mirrors(model):
    for side, name in ((1, "left"), (-1, "right")):
        centre = Vector((MIRROR.x, side * MIRROR.y, MIRROR.z))
        normal = mirror_normal(centre)
        pose = facing(centre, normal)
        w, h = MIRROR_SIZE
        case = loft([[(a, b, d) for a, b in rectangle(w * k + 0.03, h * k + 0.03, 0.05, 2)] for k,
                     d in ((0.72, -0.070), (0.98, -0.045), (1.0, 0.004))]).by(pose)
        model.add("cabin", "plastic.black", case)
        glass = patch(lambda u, v: ((u - 0.5) * w, (v - 0.5) * h, 0.006), 1, 1, uv=True).by(pose)
        model.add(f"cabin:mirror_{name}", f"mirror.{name}", glass)
        root = Vector((0.80, side * 0.575, 1.40))
        arm = tube([root, (0.92, side * 0.80, 1.42), (1.05, side * 0.985, 1.40), (1.075, side * 1.015, 1.30),
                    (1.09, side * 1.02, 1.16), (1.10, side * 1.015, 1.02)], 0.014, 6, 2)
        model.add("cabin", "plastic.black", arm, box((0.07, 0.05, 0.09), root, 0.012))


# ---- inside ----


def seat(model):
    def pad(x0, x1, half, z, t, corner=0.05):
        outline = rounded([(x0, -half), (x1, -half * 0.96), (x1, half * 0.96), (x0, half)], corner, 2)
        return loft([[(a * 1.0, b, h) for a, b in (inset(outline, d))] for d,
                     h in ((0.03, z - t), (0.0, z - t + 0.03), (0.0, z - 0.030), (0.012, z - 0.010), (0.045, z))])

    base = pad(-0.29, 0.21, 0.255, 0.475, 0.115)
    wings = [sweep([(-0.24, s * 0.215, 0.465), (0.0, s * 0.222, 0.470), (0.18, s * 0.205, 0.460)],
                   rectangle(0.07, 0.05, 0.02), (0, 1, 0)) for s in (-1, 1)]
    back = pad(0.0, 0.60, 0.245, 0.07, 0.13, 0.08)
    tilt = Matrix.Translation((-0.265, 0, 0.44)) @ Matrix.Rotation(radians(-98), 4, "Y")
    back = back.by(tilt)
    bolster = [sweep([(0.08, s * 0.205, 0.055), (0.30, s * 0.215, 0.060), (0.52, s * 0.195, 0.055)],
                     rectangle(0.07, 0.05, 0.02), (0, 1, 0)).by(tilt) for s in (-1, 1)]
    head = pad(0.64, 0.80, 0.13, 0.055, 0.09, 0.04).by(tilt)
    model.add("cabin", "fabric.seat", base, back, head, *wings, *bolster)
    posts = [rod((0.58, s * 0.06, 0.0), (0.68, s * 0.06, 0.0), 0.010, 8).by(tilt) for s in (-1, 1)]
    shell = box((0.46, 0.44, 0.05), (-0.03, 0, 0.345), 0.015)
    bellows = [box((0.36, 0.36, 0.048), (-0.05, 0, 0.29 - 0.052 * i), 0.016) for i in range(4)]
    foot = box((0.42, 0.40, 0.05), (-0.05, 0, 0.085), 0.012)
    model.add("cabin", "plastic.black", shell, *bellows, foot, *posts)
    left_rest = box((0.30, 0.075, 0.055), (-0.05, 0.325, 0.70), 0.020)
    left_arm = strut((-0.25, 0.30, 0.58), (-0.14, 0.325, 0.69), 0.03, 0.06, (0, 1, 0))
    model.add("cabin", "fabric.seat", left_rest)
    model.add("cabin", "plastic.black", left_arm)


LEVER = Vector((0.255, -0.345, 0.715))


def armrest(model):
    """Right armrest with the loader's lever, throttle slide, buttons; console below and terminal before it."""
    outline = rounded([(-0.26, -0.420), (0.16, -0.435), (0.345, -0.420), (0.36, -0.30), (0.15, -0.275), (-0.26, -0.285)],
                      0.035, 3)
    rest = slab(outline, 0.635, 0.700, 0.016)
    soft = slab(rounded([(-0.25, -0.405), (0.06, -0.415), (0.06, -0.290), (-0.25, -0.295)], 0.03, 3), 0.695, 0.722, 0.012)
    post = strut((-0.16, -0.34, 0.36), (-0.10, -0.35, 0.645), 0.05, 0.10, (0, 1, 0))
    model.add("cabin", "plastic.trim", rest)
    model.add("cabin", "fabric.seat", soft)
    model.add("cabin", "plastic.black", post)
    collar = lathe([(0.048, 0.698), (0.046, 0.706), (0.030, 0.722), (0, 0.724)], 18, "Z").at(LEVER.x, LEVER.y)
    slide = box((0.10, 0.030, 0.008), (0.255, -0.397, 0.702), 0.003)
    buttons = [cylinder(0.009, 0.010, 8, "Z", 0).at(0.115 + 0.03 * i, -0.315 - 0.035 * j, 0.703) for i in range(3)
               for j in range(1)]
    model.add("cabin", "plastic.black", collar, slide, *buttons)
    throttle = box((0.022, 0.026, 0.028), (0.24, -0.397, 0.712), 0.007)
    model.add("cabin", "paint.accent", throttle)
    console = loft([[(x, y, z) for y, z in rounded([(-0.61, FLOOR), (-0.44, FLOOR), (-0.45, top - 0.03), (-0.61, top)], 0.025,
                                                   2)]
                    for x, top in ((-0.70, 0.60), (-0.30, 0.62), (0.10, 0.60), (0.36, 0.50), (0.42, 0.36))])
    model.add("cabin", "plastic.trim", console)
    knobs = [cylinder(0.018, 0.03, 8, "Z", 0).at(0.05 - 0.10 * i, -0.53, 0.612) for i in range(4)]
    spools = [rod((-0.32 - 0.07 * i, -0.53, 0.60), (-0.30 - 0.07 * i, -0.53, 0.70), 0.007, 5)
              + cylinder(0.016, 0.045, 8, "Z", 0.004).at(-0.30 - 0.07 * i, -0.53, 0.715) for i in range(3)]
    model.add("cabin", "plastic.black", *knobs, *spools)
    terminal(model)


GLYPH = 0.0085  # [m] what a screen shows lies this far before its case: no flicker against the screen's glass


def flat(x, y, wide, high):
    """Rectangle on a screen, from its lower left corner."""
    return patch(lambda u, v: (x + wide * u, y + high * v, GLYPH), 1, 1)


def ring_sector(x, y, inner, outer, start, end):
    """Scale of a dial on a screen, angles in degrees."""
    def point(u, v):
        a, r = radians(start + (end - start) * u), inner + (outer - inner) * v
        return (x + r * cos(a), y + r * sin(a), GLYPH)

    return patch(point, 10, 1)


TERMINAL = Vector((0.62, -0.465, 0.86))


def terminal(model):
    normal = (EYE - TERMINAL).normalized()
    pose = facing(TERMINAL, normal)
    case = loft([[(a, b, d) for a, b in rectangle(w, h, 0.018, 2)] for w, h,
                 d in ((0.16, 0.11, -0.036), (0.204, 0.144, -0.026), (0.208, 0.148, -0.004), (0.202, 0.142, 0.0))]).by(pose)
    model.add("cabin", "plastic.black", case)
    model.add("cabin:screen_terminal", "screen.terminal", patch(lambda u, v: ((u - 0.5) * 0.180, (v - 0.5) * 0.120, 0.0015),
                                                                1, 1, uv=True).by(pose))
    strip = [flat(-0.086, 0.043, 0.172, 0.012), flat(-0.086, -0.052, 0.050, 0.040), flat(-0.086, -0.006, 0.050, 0.040)]
    swath = [flat(-0.024 + 0.022 * i, -0.052, 0.016, 0.060 + 0.010 * (i % 3)) for i in range(4)]
    model.add("cabin:display", "lamp.display", *[s.by(pose) for s in strip + swath[:3]], shades=False)
    model.add("cabin:display", "lamp.amber", swath[3].by(pose), shades=False)
    stay = tube([TERMINAL + Vector((0.02, 0, 0)), TERMINAL + Vector((0.10, -0.02, -0.06)), (0.80, -0.51, 0.70)], 0.014, 8, 3)
    model.add("cabin", "plastic.black", stay)


DASH = Vector((0.705, 0.0, 0.815))


def dashboard(model):
    """Steering column with the instrument panel above it, and the cowl below the windshield."""
    axis = Vector((-sin(radians(WHEEL_TILT)), 0, cos(radians(WHEEL_TILT))))
    column = rod(WHEEL_CENTRE - axis * 0.04, WHEEL_CENTRE - axis * 0.36, 0.034, 16)
    pod = loft([[(x, y, z) for y, z in rounded([(-a, b), (a, b), (a * 0.94, c), (-a * 0.94, c)], 0.03, 2)]
                for x, a, b, c in ((0.50, 0.07, 0.52, 0.62), (0.58, 0.105, 0.40, 0.69), (0.68, 0.135, 0.30, 0.735),
                                   (0.80, 0.15, 0.24, 0.78), (0.87, 0.15, 0.22, 0.78))])
    leg = loft([[(x, y, z) for x, y in rounded([(x0, -w), (0.87, -w), (0.87, w), (x0, w)], 0.03, 2)] for z, x0,
                w in ((FLOOR, 0.66, 0.10), (0.30, 0.60, 0.105), (0.46, 0.55, 0.10))])
    model.add("cabin", "plastic.trim", pod, leg)
    model.add("cabin", "plastic.black", column)
    normal = (EYE - DASH).normalized()
    pose = facing(DASH, normal)
    hood_shape = loft([[(a, b, d) for a, b in rounded([(-w, -h), (w, -h), (w * 0.92, h), (-w * 0.92, h)], 0.035, 3)]
                       for w, h, d in ((0.110, 0.055, -0.10), (0.145, 0.072, -0.06), (0.150, 0.076, 0.0),
                                       (0.146, 0.072, 0.020), (0.135, 0.062, 0.020), (0.130, 0.058, 0.004))]).by(pose)
    model.add("cabin", "plastic.black", hood_shape)
    model.add("cabin:screen_dash", "screen.dash", patch(lambda u, v: ((u - 0.5) * 0.236, (v - 0.5) * 0.094, 0.0065), 1, 1,
                                                        uv=True).by(pose))
    scales = [ring_sector(x, -0.006, 0.030, 0.036, 215, -35) for x in (-0.066, 0.066)]
    bars = [flat(-0.022, -0.030 + 0.018 * i, 0.044 - 0.012 * i, 0.009) for i in range(3)]
    model.add("cabin:display", "lamp.display", *[s.by(pose) for s in scales + bars], shades=False)
    pointers = [flat(-0.0015, 0.0, 0.003, 0.028).turned("Z", a).at(x, -0.006) for x, a in ((-0.066, 55), (0.066, 80))]
    model.add("cabin:display", "lamp.amber", *[s.by(pose) for s in pointers], shades=False)
    stalks = [rod(WHEEL_CENTRE - axis * 0.10 + Vector((0, s * 0.03, 0)), WHEEL_CENTRE - axis * 0.075
                  + Vector((0.01, s * 0.17, 0.012)), 0.008, 8)
              + rod(WHEEL_CENTRE - axis * 0.078 + Vector((0.01, s * 0.14, 0.010)), WHEEL_CENTRE - axis * 0.074
                    + Vector((0.01, s * 0.19, 0.013)), 0.013, 10) for s in (-1, 1)]
    model.add("cabin", "plastic.black", *stalks)
    cowl = loft([[(x, y, z) for x, z in rounded([(0.80, 0.26), (0.90, 0.26), (0.905, 0.32), (0.82, 0.33)], 0.01, 1)]
                 for y in (-0.48, 0.48)])
    model.add("cabin", "plastic.trim", cowl)


def steering_wheel(model):
    """Local z along the column towards the driver, x forwards along the wheel's plane."""
    model.object("cabin:steering_wheel", Matrix.Translation(WHEEL_CENTRE) @ Matrix.Rotation(radians(-WHEEL_TILT), 4, "Y"))
    name = "cabin:steering_wheel"
    n, m, r, t = 26, 6, 0.195, 0.0155
    section = [(r + t * cos(2 * pi * k / m), t * 0.9 * sin(2 * pi * k / m)) for k in range(m)]
    model.add(name, "plastic.wheel", revolved(section, n, "Z"))
    hub = lathe([(0.030, -0.045), (0.055, -0.030), (0.062, -0.012), (0.050, 0.004), (0, 0.010)], 20, "Z")
    spokes = [sweep([(0.045 * cos(a), 0.045 * sin(a), -0.014), (0.12 * cos(a), 0.12 * sin(a), -0.012),
                     (0.19 * cos(a), 0.19 * sin(a), 0.0)], rectangle(0.040, 0.014, 0.005),
                    (-sin(a), cos(a), 0)) for a in (radians(90), radians(-90), radians(180))]
    model.add(name, "plastic.wheel", hub, *spokes)
    model.add(name, "paint.roof", lathe([(0.022, 0.006), (0.020, 0.0125), (0, 0.013)], 16, "Z"))
    knob = lathe([(0.006, 0.0), (0.006, 0.03), (0.020, 0.036), (0.023, 0.052), (0.015, 0.066), (0, 0.069)], 10,
                 "Z").at(0.14, 0.135, 0.008)
    model.add(name, "plastic.wheel", knob)


def lever(model):
    """Loader's lever: local z to the left (raise: towards the driver), local x forwards (tilt)."""
    name = "cabin:loader_lever"
    pose = Matrix.Translation(LEVER) @ Matrix.Rotation(radians(-90), 4, "X")
    model.object(name, pose)
    inverse = Matrix.Rotation(radians(90), 4, "X")
    boot = lathe([(0.036, -0.006), (0.030, 0.012), (0.022, 0.020), (0.024, 0.026), (0.014, 0.044), (0, 0.046)], 16, "Z")
    stick = rod((0, 0, 0.02), (0.004, 0, 0.075), 0.010, 12)
    grip = sweep([(0.004, 0, 0.062), (0.000, 0, 0.085), (-0.004, 0, 0.115), (0.002, 0, 0.145), (0.014, 0, 0.168)],
                 [(0.021 * cos(2 * pi * k / 10), 0.025 * sin(2 * pi * k / 10)) for k in range(10)], (0, 1, 0),
                 scale=[0.72, 0.95, 1.0, 1.02, 0.86])
    pads = [cylinder(0.006, 0.008, 10, "X", 0.001).at(-0.026, y, 0.138) for y in (-0.009, 0.009)]
    model.add(name, "plastic.wheel", boot.by(inverse))
    model.add(name, "plastic.wheel", stick.by(inverse), grip.by(inverse))
    model.add(name, "paint.accent", *[p.by(inverse) for p in pads])


PEDALS = {"clutch": (0.165, 0.085, 0.070), "brake": (-0.170, 0.155, 0.070),
          "throttle": (-0.300, 0.060, 0.150)}  # y, width, height


def pedals(model):
    """Hanging clutch and brakes (two pads), standing throttle; local z to the left, turned forwards by pressing."""
    for name, (y, wide, high) in PEDALS.items():
        standing = name == "throttle"
        pivot = Vector((0.60, y, FLOOR + 0.025)) if standing else Vector((0.78, y, 0.42))
        thing = f"cabin:pedal_{name}"
        model.object(thing, Matrix.Translation(pivot) @ Matrix.Rotation(radians(-90), 4, "X"))
        own = Matrix.Rotation(radians(90), 4, "X")
        if standing:
            pad = plate(rounded([(0.0, 0.0), (0.115, 0.125), (0.105, 0.137), (-0.012, 0.012)], 0.004, 1), wide, 0.005)
            model.add(thing, "rubber.hose", pad.by(own))
            continue
        arm = sweep([(0, 0, 0), (-0.055, 0, -0.11), (-0.10, 0, -0.215)], rectangle(0.018, 0.026, 0.004), (0, 1, 0))
        tilt = Matrix.Translation((-0.112, 0, -0.225)) @ Matrix.Rotation(radians(-35), 4, "Y")
        pads = [box((high, wide, 0.016), bevel=0.007).by(tilt)]
        if name == "brake":
            pads = [box((high, wide / 2 - 0.006, 0.016), (0, s * wide / 4, 0), 0.007).by(tilt) for s in (-1, 1)]
            arm = arm.at(0, 0.03) + arm.at(0, -0.03)
        model.add(thing, "steel.bolt", arm.by(own))
        model.add(thing, "rubber.hose", union(pads).by(own))


def small_things(model):
    """Grab rails, sun blind, extinguisher, coat hook: what makes a cab look used."""
    rails = [tube([pillar_a(z) + Vector((-0.03 - d, 0.02 + 0.01, 0)) for z,
                   d in ((0.50, 0.0), (0.53, 0.045), (0.95, 0.045), (0.98, 0.0))], 0.011, 6, 1)]
    model.add("cabin", "paint.chassis", union(rails).both())
    outside = [tube([pillar_a(z) + Vector((0.02 - 0.03, 0.035 + d, 0)) for z,
                     d in ((0.20, 0.0), (0.24, 0.055), (0.80, 0.055), (0.84, 0.0))], 0.012, 6, 1)]
    model.add("cabin", "paint.chassis", union(outside).both())
    blind = patch(lambda u, v: Vector((pillar_a(1.47).x - 0.03 - 0.01 * v, 0.50 - 1.0 * u, 1.47 - 0.075 * v)), 1, 1)
    blind = loft([[p + Vector((d, 0, 0)) for p in (blind.points[0], blind.points[1], blind.points[3], blind.points[2])]
                  for d in (0, 0.006)])
    model.add("cabin", "plastic.black", blind)
    bottle = lathe([(0.0, 0.0), (0.045, 0.0), (0.045, 0.26), (0.030, 0.30), (0.016, 0.31), (0.016, 0.35), (0, 0.35)], 10,
                   "Z").at(-0.68, 0.52, FLOOR + 0.02)
    model.add("cabin", "paint.accent", bottle)


def build(model, machine):
    tub(model)
    pillars(model)
    glazing(model)
    roof(model)
    mirrors(model)
    seat(model)
    armrest(model)
    dashboard(model)
    steering_wheel(model)
    lever(model)
    pedals(model)
    small_things(model)
