"""Cab of the excavator, outside and inside. Frame of the cab: origin in the middle of its floor; the driver's eye at EYE.

To the right the pane goes down to the sill without a bar: the boom is there.
"""
from math import cos, pi, radians, sin

from mathutils import Matrix, Vector

from shapes import (Solid, box, cylinder, facing, inset, lathe, loft, patch, plate, rectangle, revolved, rod, rounded, slab,
                    strut, sweep, tube)

EYE = Vector((-0.05, 0.0, 1.15))
LEFT, RIGHT = 0.475, -0.462   # [m] outer skins
BACK, NOSE = -0.845, 0.84
HEADER = 1.56                 # [m] upper end of the panes
BAR = 0.50                    # [m] between upper and lower pane of the front
SILL = 0.34                   # [m] lower end of the side panes
MIRROR_SIZE = (0.18, 0.30)
MIRRORS = {"left": (Vector((0.86, 0.80, 1.20)), Vector((-1, 0.12, -0.10))),  # middle, where its picture is taken to
           "right": (Vector((0.72, -2.20, 0.90)), Vector((-1, -0.10, -0.12)))}
RAIL = Vector()  # where the right rail with its mirror is moved to, on another machine
LEVERS = {"left": Vector((0.17, 0.315, 0.615)), "right": Vector((0.17, -0.315, 0.615))}
PEDALS = {"left": 0.105, "right": -0.105}
MONITOR = Vector((0.60, -0.375, 0.80))


def front_x(z):
    """The front from the side: bulging below, leaning back above."""
    above = z - (BAR - 0.08)
    return NOSE + 0.10 * above / 0.42 if above < 0 else NOSE - 0.135 * above / (HEADER - BAR + 0.08)


def side_y(z, side):
    lean = 0.03 * max(0.0, z - 0.5) / 1.1
    return LEFT - lean if side > 0 else RIGHT + lean


def pillar_a(z, side):
    return Vector((front_x(z) - 0.035, side_y(z, side) - side * 0.022, z))


def pillar_b(z, side):
    return Vector((-0.16, side_y(z, side) - side * 0.020, z))


def pillar_c(z, side):
    return Vector((BACK + 0.045 + 0.02 * max(0, z - 0.9), side_y(z, side) - side * 0.025, z))


def frame(model):
    posts = []
    for s in (1, -1):
        heights = (0.02, 0.24, BAR - 0.08, 0.75, 1.0, 1.3, HEADER + 0.03)
        posts.append(sweep([pillar_a(z, s) for z in heights], rectangle(0.046, 0.070, 0.012), (0, 1, 0)))
        posts.append(strut(pillar_c(0.0, s), pillar_c(HEADER + 0.03, s), 0.055, 0.085, (0, 1, 0), 0.015))
        if s > 0:
            posts.append(strut(pillar_b(0.05, s), pillar_b(HEADER + 0.03, s), 0.040, 0.080, (0, 1, 0), 0.012))
        posts.append(strut(pillar_a(HEADER, s), pillar_c(HEADER, s), 0.06, 0.065, (0, 1, 0), 0.012))
        posts.append(strut((NOSE - 0.12, side_y(0, s) - s * 0.028, 0.03), (BACK + 0.02, side_y(0, s) - s * 0.028, 0.03),
                           0.056, 0.10, (0, 1, 0), 0.012))
    for z, wide, high, d in ((HEADER + 0.005, 0.055, 0.055, 0.0), (0.035, 0.06, 0.08, 0.02)):
        posts.append(strut((front_x(z) - 0.035 - d, LEFT - 0.03, z), (front_x(z) - 0.035 - d, RIGHT + 0.03, z), wide, high,
                           (1, 0, 0), 0.012))
    posts.append(strut((front_x(BAR) - 0.022, LEFT - 0.04, BAR), (front_x(BAR) - 0.022, RIGHT + 0.04, BAR), 0.030, 0.030,
                       (1, 0, 0), 0.008))
    for z in (0.86, HEADER):
        posts.append(strut((BACK + 0.045, LEFT - 0.04, z), (BACK + 0.045, RIGHT + 0.04, z), 0.06, 0.06, (1, 0, 0), 0.012))
    model.add("cab", "paint.cab", *posts)
    lower_left = [plate(rounded([(0.72, 0.08), (0.77, SILL), (-0.14, SILL), (-0.14, 0.08)], 0.03, 2), 0.030, 0.006,
                        LEFT - 0.020), plate(rounded([(-0.18, 0.06), (-0.18, 0.86), (-0.80, 0.86), (-0.80, 0.06)], 0.03, 2),
                                             0.030, 0.006, LEFT - 0.020)]
    right = plate([(0.72, 0.06), (0.775, SILL), (-0.80, SILL), (-0.80, 0.06)], 0.030, 0.006, RIGHT + 0.020)
    back = box((0.030, LEFT - RIGHT - 0.06, 0.80), (BACK + 0.035, (LEFT + RIGHT) / 2, 0.46), 0.006)
    model.add("cab", "paint.body", *lower_left, right)
    model.add("cab", "paint.cab", back)
    lining = [box((1.50, 0.012, SILL - 0.06), (-0.04, RIGHT + 0.042, (SILL + 0.04) / 2), 0.004),
              box((0.62, 0.012, 0.80), (-0.48, LEFT - 0.045, 0.46), 0.004),
              box((0.86, 0.012, SILL - 0.06), (0.28, LEFT - 0.045, 0.20), 0.004),
              box((0.012, 0.84, 0.80), (BACK + 0.058, 0, 0.46), 0.004)]
    lining.append(box((1.50, 0.05, 0.035), (-0.05, RIGHT + 0.055, SILL + 0.005), 0.008))
    model.add("cab", "plastic.trim", *lining)
    floor = slab(rounded([(0.74, LEFT - 0.02), (0.74, RIGHT + 0.02), (BACK + 0.02, RIGHT + 0.02),
                          (BACK + 0.02, LEFT - 0.02)], 0.02, 1), -0.04, 0.0, 0.008)
    mat = slab(rounded([(0.72, LEFT - 0.05), (0.72, RIGHT + 0.05), (-0.45, RIGHT + 0.05), (-0.45, LEFT - 0.05)], 0.03, 2),
               0.0, 0.012, 0.004)
    grooves = [box((0.014, 0.78, 0.006), (0.20 + 0.05 * k, 0, 0.013), 0) for k in range(10)]
    model.add("cab", "paint.cab", floor)
    model.add("cab", "plastic.wheel", mat, *grooves)


def glazing(model):
    def front(u, v, z0, z1):
        z = z0 + (z1 - z0) * v
        y0, y1 = side_y(z, -1) + 0.035, side_y(z, 1) - 0.035
        return Vector((front_x(z) - 0.008 + 0.012 * 4 * u * (1 - u), y0 + (y1 - y0) * u, z))

    panes = [patch(lambda u, v: front(u, v, BAR + 0.012, HEADER - 0.01), 6, 3),
             patch(lambda u, v: front(u, v, 0.07, BAR - 0.012), 6, 3)]

    def side(x_front, x_back, z0, s, inset_y=0.008):
        def point(u, v):
            z = z0 + (HEADER - 0.01 - z0) * v
            x0, x1 = x_front(z), x_back(z)
            return Vector((x0 + (x1 - x0) * u, side_y(z, s) - s * inset_y, z))
        p = patch(point, 4, 3)
        return p if s > 0 else Solid(p.points, [f[::-1] for f in p.faces], closed=False)

    edge = lambda z: front_x(z) - 0.05
    panes.append(side(edge, lambda z: -0.12, SILL, 1))
    panes.append(side(lambda z: -0.19, lambda z: BACK + 0.07, 0.87, 1))
    panes.append(side(edge, lambda z: BACK + 0.07, SILL, -1))
    rear = patch(lambda u, v: Vector((BACK + 0.022, (LEFT - 0.05) - (LEFT - RIGHT - 0.10) * u, 0.88 + (HEADER - 0.90) * v)),
                 2, 2)
    hatch = patch(lambda u, v: Vector((-0.08 + 0.52 * u, -0.30 + 0.60 * v, 1.668)), 1, 1)
    model.add("cab:glass", "glass.cab", *panes, rear)
    model.add("cab:glass", "glass.roof", hatch)
    # frame of the door, its handle and hinges
    door = [sweep([Vector((front_x(z) - 0.085, side_y(z, 1) - 0.004, z)) for z in (0.10, 0.42, 0.9, HEADER - 0.03)],
                  rectangle(0.026, 0.028), (1, 0, 0)), sweep([Vector((-0.105, side_y(z, 1) - 0.004, z))
                                                              for z in (0.10, 0.9, HEADER - 0.03)], rectangle(0.030, 0.028),
                                                             (1, 0, 0)),
            strut((front_x(1.53) - 0.085, side_y(1.53, 1) - 0.004, HEADER - 0.035),
                  (-0.105, side_y(1.53, 1) - 0.004, HEADER - 0.035), 0.028, 0.026, (0, 1, 0)),
            strut((front_x(SILL) - 0.085, LEFT - 0.004, SILL), (-0.105, LEFT - 0.004, SILL), 0.028, 0.030, (0, 1, 0))]
    handle = [box((0.13, 0.026, 0.035), (-0.02, LEFT + 0.020, 0.62), 0.008),
              box((0.06, 0.012, 0.09), (-0.02, LEFT + 0.004, 0.62), 0.004)]
    hinges = [cylinder(0.016, 0.08, 10, "Z", 0.003).at(front_x(z) - 0.035, side_y(z, 1) + 0.008, z) for z in (0.22, 1.30)]
    model.add("cab", "plastic.black", *door, *handle, *hinges)
    rail = tube([pillar_a(0.45, 1) + Vector((-0.01, 0.02, 0)), pillar_a(0.47, 1) + Vector((0.02, 0.075, 0)),
                 pillar_a(1.02, 1) + Vector((0.02, 0.075, 0)), pillar_a(1.04, 1) + Vector((-0.01, 0.02, 0))], 0.013, 8, 1)
    model.add("cab", "paint.frame", rail)
    # wiper, parked along the left pillar
    foot = front(0.94, 0.06, BAR, HEADER)
    arm = [front(0.94, v, BAR, HEADER) + Vector((0.022, -0.02 * v, 0)) for v in (0.06, 0.35, 0.62)]
    model.add("cab", "plastic.black", box((0.03, 0.05, 0.05), foot + Vector((0.012, 0, 0)), 0.008),
              sweep(arm, rectangle(0.010, 0.012), (0, 1, 0)), sweep([front(0.925, v, BAR, HEADER) + Vector((0.014, 0, 0))
                                                                     for v in (0.18, 0.5, 0.88)], rectangle(0.010, 0.012),
                                                                    (0, 1, 0)))


def roof(model):
    def ring(d, z):
        o = rounded([(NOSE - 0.115 - d, LEFT - 0.03 - d), (BACK + 0.01 + d, LEFT - 0.03 - d),
                     (BACK + 0.01 + d, RIGHT + 0.03 + d), (NOSE - 0.115 - d, RIGHT + 0.03 + d)], 0.08, 3)
        return [(x, y, z) for x, y in o]

    # a frame round the hatch: front, back, sides; edges rounded by a rim that goes round
    rim = loft([ring(0.0, 1.585), ring(-0.012, 1.60), ring(-0.012, 1.655), ring(0.02, 1.69), ring(0.12, 1.70),
                ring(0.12, 1.66), ring(0.06, 1.60), ring(0.06, 1.585)], caps=False)
    hatch = ((-0.08, 0.44), (-0.30, 0.30))
    x0, x1 = BACK + 0.10, NOSE - 0.21
    y0, y1 = RIGHT + 0.11, LEFT - 0.11
    beams = [box((hatch[0][0] - x0, y1 - y0, 0.055), ((hatch[0][0] + x0) / 2, (y0 + y1) / 2, 1.668), 0),
             box((x1 - hatch[0][1], y1 - y0, 0.055), ((hatch[0][1] + x1) / 2, (y0 + y1) / 2, 1.668), 0)]
    beams += [box((hatch[0][1] - hatch[0][0], y - h, 0.055), (0.18, (y + h) / 2, 1.668), 0) for y,
              h in ((y1, 0.30), (-0.30, y0))]
    model.add("cab", "paint.body", rim, *beams)
    frame_x = [strut((x, -0.31, 1.70), (x, 0.31, 1.70), 0.03, 0.02, (1, 0, 0)) for x in (-0.09, 0.45)]
    frame_y = [strut((-0.09, y, 1.70), (0.45, y, 1.70), 0.03, 0.02, (0, 1, 0)) for y in (-0.31, 0.31)]
    model.add("cab", "plastic.black", *frame_x, *frame_y)
    xs = [BACK + 0.04, hatch[0][0] - 0.01, hatch[0][1] + 0.01, front_x(HEADER) - 0.06]
    liner = [box((xs[1] - xs[0], 0.84, 0.03), ((xs[0] + xs[1]) / 2, 0, 1.60), 0.006),
             box((xs[3] - xs[2], 0.84, 0.03), ((xs[2] + xs[3]) / 2, 0, 1.60), 0.006)]
    liner += [box((xs[2] - xs[1], 0.11, 0.03), ((xs[1] + xs[2]) / 2, s * 0.365, 1.60), 0.006) for s in (-1, 1)]
    liner += [box((0.012, 0.62, 0.06), (x, 0, 1.635), 0) for x in (hatch[0][0] - 0.004, hatch[0][1] + 0.004)]
    liner += [box((0.53, 0.012, 0.06), (0.18, s * 0.308, 1.635), 0) for s in (-1, 1)]
    model.add("cab", "plastic.headliner", *liner)
    for x, y, d in ((front_x(HEADER) - 0.005, 0.30, (1, 0, -0.2)), (front_x(HEADER) - 0.005, -0.30, (1, 0, -0.2))):
        pose = facing((x + 0.05, y, 1.745), d)
        case = loft([[(a, b, h) for a, b in rectangle(0.15 * k, 0.085 * k, 0.018)] for k,
                     h in ((0.85, -0.07), (1.0, -0.03), (1.0, 0.0))]).by(pose)
        glass = loft([[(a, b, h) for a, b in rectangle(0.13, 0.068)] for h in (-0.003, 0.006)]).by(pose)
        model.add("cab", "plastic.black", case, rod((x + 0.015, y, 1.68), (x + 0.015, y, 1.735), 0.012, 8))
        model.add("cab", "lamp.work", glass, shades=False)
    model.add("cab", "plastic.black", cylinder(0.05, 0.03, 14, "Z", 0.004).at(-0.66, 0.28, 1.71))
    model.add("cab", "lamp.amber", lathe([(0.045, 1.722), (0.05, 1.73), (0.048, 1.80), (0.036, 1.825), (0, 1.83)], 14,
                                         "Z").at(-0.66, 0.28))
    model.add("cab", "plastic.black", tube([(-0.74, -0.36, 1.69), (-0.76, -0.36, 1.95), (-0.82, -0.36, 2.18)], 0.005, 5, 1))


def mirror_normal(centre, back):
    """Halfway between the way to the eye and the way back along the machine."""
    return ((EYE - centre).normalized() + back.normalized()).normalized()


def mirrors(model):
    for name, (centre, back) in MIRRORS.items():
        pose = facing(centre, mirror_normal(centre, back))
        w, h = MIRROR_SIZE
        case = loft([[(a, b, d) for a, b in rectangle(w * k + 0.024, h * k + 0.024, 0.04, 2)] for k,
                     d in ((0.70, -0.055), (0.98, -0.035), (1.0, 0.004))])
        glass = patch(lambda u, v: ((u - 0.5) * w, (v - 0.5) * h, 0.006), 1, 1, uv=True).by(pose)
        model.add("cab", "plastic.black", case.by(pose))
        model.add(f"cab:mirror_{name}", f"mirror.{name}", glass)
        behind = pose @ Vector((0, 0, -0.05))
        if name == "left":
            root = pillar_a(1.36, 1) + Vector((0.0, 0.01, 0))
            model.add("cab", "plastic.black", tube([root, (0.84, 0.62, 1.43), (behind.x, behind.y - 0.02, 1.43), behind],
                                                   0.012, 8, 2), box((0.05, 0.03, 0.07), root, 0.008))
        else:  # on a post at the front of the right rail
            model.add("cab", "plastic.black", tube([Vector((0.48, -2.215, 0.68)) + RAIL, Vector((0.60, -2.215, 0.68)) + RAIL,
                                                    (behind.x, behind.y, 0.72 + RAIL.z), behind], 0.013, 8, 2))


# ---- inside ----


def seat(model):
    def pad(x0, x1, half, z, t, corner=0.05):
        outline = rounded([(x0, -half), (x1, -half * 0.96), (x1, half * 0.96), (x0, half)], corner, 2)
        return loft([[(a, b, h) for a, b in inset(outline, d)] for d,
                     h in ((0.03, z - t), (0.0, z - t + 0.03), (0.0, z - 0.030), (0.012, z - 0.010), (0.045, z))])

    base = pad(-0.36, 0.14, 0.235, 0.395, 0.11)
    wings = [sweep([(-0.31, s * 0.198, 0.388), (-0.07, s * 0.205, 0.393), (0.11, s * 0.190, 0.383)],
                   rectangle(0.07, 0.05, 0.02), (0, 1, 0)) for s in (-1, 1)]
    tilt = Matrix.Translation((-0.335, 0, 0.36)) @ Matrix.Rotation(radians(-99), 4, "Y")
    back = pad(0.0, 0.62, 0.23, 0.07, 0.12, 0.08).by(tilt)
    bolster = [sweep([(0.08, s * 0.192, 0.055), (0.30, s * 0.202, 0.060), (0.54, s * 0.182, 0.055)],
                     rectangle(0.065, 0.05, 0.02), (0, 1, 0)).by(tilt) for s in (-1, 1)]
    head = pad(0.66, 0.83, 0.13, 0.055, 0.085, 0.04).by(tilt)
    model.add("cab", "fabric.seat", base, back, head, *wings, *bolster)
    posts = [rod((0.60, s * 0.06, 0.0), (0.70, s * 0.06, 0.0), 0.010, 8).by(tilt) for s in (-1, 1)]
    shell = box((0.44, 0.42, 0.045), (-0.11, 0, 0.275), 0.012)
    bellows = [box((0.34, 0.34, 0.048), (-0.12, 0, 0.225 - 0.050 * k), 0.015) for k in range(3)]
    model.add("cab", "plastic.black", shell, *bellows, box((0.42, 0.40, 0.05), (-0.12, 0, 0.06), 0.010), *posts)


def consoles(model):
    """Boxes beside the seat that carry the levers, rests for the arms above them; lock lever at the left one."""
    for s in (1, -1):
        rings = []
        for x, z0, z1, w in ((-0.36, 0.30, 0.50, 0.055), (-0.33, 0.26, 0.535, 0.062), (0.05, 0.26, 0.565, 0.066),
                             (0.22, 0.34, 0.600, 0.066), (0.265, 0.42, 0.590, 0.055)):
            rings.append([(x, s * 0.315 + y, z) for y, z in rounded([(-w, z0), (w, z0), (w, z1), (-w, z1)], 0.025, 2)])
        model.add("cab", "plastic.trim", loft(rings))
        model.add("cab", "plastic.black", box((0.12, 0.10, 0.24), (-0.14, s * 0.315, 0.16), 0.015))
        rest = loft([[(x, s * 0.325 + y, z + b) for y, b in rounded([(-0.04, -0.02), (0.04, -0.02), (0.04, 0.025),
                                                                     (-0.04, 0.025)], 0.018, 2)] for x,
                     z in ((-0.32, 0.625), (-0.30, 0.64), (-0.02, 0.665), (0.0, 0.655))])
        model.add("cab", "fabric.seat", rest)
        model.add("cab", "plastic.black", strut((-0.24, s * 0.325, 0.52), (-0.20, s * 0.325, 0.63), 0.03, 0.05, (0, 1, 0),
                                                0.008))
        model.add("cab", "plastic.black", *[cylinder(0.011, 0.012, 10, "Z",
                                                     0.002).at(0.02 + 0.035 * k, s * 0.335, 0.575 + 0.004 * k)
                                            for k in range(2)])
    dial = lathe([(0.024, 0.570), (0.024, 0.590), (0.018, 0.597), (0, 0.597)], 16, "Z").at(-0.06, -0.31)
    model.add("cab", "plastic.wheel", dial)
    # switches along the right sill
    panel = box((0.34, 0.07, 0.05), (-0.24, RIGHT + 0.085, SILL + 0.045), 0.012)
    model.add("cab", "plastic.trim", panel)
    for k in range(5):
        model.add("cab", "paint.accent" if k == 4 else "plastic.black",
                  box((0.030, 0.034, 0.012), (-0.36 + 0.06 * k, RIGHT + 0.085, SILL + 0.074), 0.003), shades=False)


def stick(model, name, at):
    """Joystick: local z to the left (forwards is +), local x forwards (to the right is +)."""
    thing = f"cab:{name}_lever"
    model.object(thing, Matrix.Translation(at) @ Matrix.Rotation(radians(-90), 4, "X"))
    own = Matrix.Rotation(radians(90), 4, "X")
    rings = [(0.050, -0.012), (0.046, 0.004), (0.036, 0.010), (0.041, 0.016), (0.028, 0.024), (0.032, 0.030),
             (0.018, 0.044), (0.0, 0.046)]
    boot = lathe(rings, 16, "Z")
    bar = rod((0, 0, 0.02), (0.004, 0, 0.08), 0.010, 10)
    grip = sweep([(0.004, 0, 0.068), (0.000, 0, 0.090), (-0.006, 0, 0.122), (0.000, 0, 0.152), (0.014, 0, 0.178)],
                 [(0.022 * cos(2 * pi * k / 10), 0.026 * sin(2 * pi * k / 10)) for k in range(10)], (0, 1, 0),
                 scale=[0.72, 0.95, 1.0, 1.05, 0.88])
    model.add(thing, "plastic.wheel", *[s.by(own) for s in (boot, bar, grip)])
    roll = cylinder(0.011, 0.012, 12, "Y", 0.002).at(-0.022, 0, 0.150)
    model.add(thing, "paint.accent", *[s.by(own) for s in (roll,
                                                           cylinder(0.006, 0.008, 10, "X",
                                                                    0.001).at(-0.026, 0.010, 0.128))])


def lock_lever(model):
    """Red bar before the left console that must be down to work: local z to the left; - swings it up."""
    thing = "cab:lock_lever"
    model.object(thing, Matrix.Translation((0.215, 0.405, 0.46)) @ Matrix.Rotation(radians(-90), 4, "X"))
    own = Matrix.Rotation(radians(90), 4, "X")
    bar = tube([(0, 0, 0), (0.10, 0, -0.05), (0.17, 0, -0.055), (0.20, 0, -0.02)], 0.011, 8, 3)
    model.add(thing, "paint.red", bar.by(own))
    model.add(thing, "plastic.black", cylinder(0.022, 0.03, 12).by(own))


def blade_lever(model):
    thing = "cab:blade_lever"
    at = Vector((-0.02, -0.405, 0.40))
    model.object(thing, Matrix.Translation(at) @ Matrix.Rotation(radians(-90), 4, "X"))
    own = Matrix.Rotation(radians(90), 4, "X")
    bar = rod((0, 0, 0), (0.02, 0, 0.16), 0.007, 8)
    knob = lathe([(0.010, 0.15), (0.018, 0.165), (0.019, 0.185), (0.012, 0.20), (0, 0.202)], 12, "Z").at(0.02)
    model.add(thing, "plastic.wheel", bar.by(own), knob.by(own))
    model.add("cab", "plastic.black", box((0.10, 0.05, 0.03), (at.x, at.y, at.z - 0.012), 0.008))


def pedals(model):
    """Travel: pedal and hand lever in one; local z to the left, + forwards. Foot rests beside them."""
    for name, y in PEDALS.items():
        thing = f"cab:{name}_pedal"
        model.object(thing, Matrix.Translation((0.50, y, 0.07)) @ Matrix.Rotation(radians(-90), 4, "X"))
        own = Matrix.Rotation(radians(90), 4, "X")
        tread = plate(rounded([(-0.13, 0.012), (0.11, 0.052), (0.115, 0.064), (-0.132, 0.026)], 0.004, 1), 0.11, 0.004)
        ribs = [box((0.008, 0.10, 0.006), (-0.11 + 0.035 * k, 0, 0.031 + 0.0058 * k), 0) for k in range(6)]
        model.add(thing, "rubber.hose", tread.by(own), *[r.by(own) for r in ribs])
        s = 1 if y > 0 else -1
        lever = tube([(0.03, 0.045 * s, 0.03), (0.06, 0.050 * s, 0.20), (0.02, 0.035 * s, 0.42), (-0.06, 0.02 * s, 0.56)],
                     0.010, 8, 4)
        grip = tube([(-0.05, 0.022 * s, 0.545), (-0.085, 0.015 * s, 0.60), (-0.115, 0.012 * s, 0.645)], 0.019, 10, 2)
        model.add(thing, "paint.frame", lever.by(own), cylinder(0.018, 0.10, 10).by(own))
        model.add(thing, "plastic.wheel", grip.by(own))
        model.add("cab", "plastic.black", box((0.14, 0.15, 0.045), (0.50, y, 0.033), 0.010))
    rests = [box((0.26, 0.12, 0.02), (0.55, s * 0.29, 0.075), 0.006) for s in (-1, 1)]
    tilt = Matrix.Translation((0.55, 0, 0.075)) @ Matrix.Rotation(radians(-24), 4, "Y") @ Matrix.Translation((-0.55, 0, -0.075))
    model.add("cab", "rubber.hose", *[r.by(tilt) for r in rests])
    model.add("cab", "plastic.black", *[box((0.20, 0.10, 0.05), (0.58, s * 0.29, 0.03), 0.008) for s in (-1, 1)])


# ---- of machines on wheels ----


def steering_wheel(model):
    """On a column before the driver; local z along the column to the driver, + turns to the left."""
    thing = "cab:steering_wheel"
    pose = Matrix.Translation((0.40, 0.0, 0.69)) @ Matrix.Rotation(radians(-38), 4, "Y")
    model.object(thing, pose)
    ring = revolved([(0.185 + 0.014 * cos(a), 0.014 * sin(a)) for a in (2 * pi * k / 8 for k in range(8))], 30, "Z")
    spokes = [strut((0.03 * cos(a), 0.03 * sin(a), -0.012), (0.18 * cos(a), 0.18 * sin(a), 0.0), 0.030, 0.012,
                    (-sin(a), cos(a), 0), 0.004) for a in (pi / 2, -pi / 2, pi)]
    knob = cylinder(0.020, 0.045, 12, "Z", 0.006).at(-0.13, 0.13, 0.030)
    model.add(thing, "plastic.wheel", ring, *spokes, knob, cylinder(0.055, 0.045, 16, "Z", 0.010).at(0, 0, -0.012))
    top = pose @ Vector((0, 0, -0.03))
    model.add("cab", "plastic.black", rod(top, (0.60, 0, 0.02), 0.035, 12), box((0.14, 0.16, 0.06), (0.60, 0, 0.03), 0.012),
              rod(pose @ Vector((0, -0.02, -0.07)), pose @ Vector((0.02, -0.16, -0.05)), 0.008, 8))


def driving_pedals(model):
    """Brake on the left, travel on the right, for both ways; local z to the left, + forwards."""
    for name, y, wide in (("left", 0.15, 0.10), ("right", -0.17, 0.11)):
        thing = f"cab:{name}_pedal"
        model.object(thing, Matrix.Translation((0.50, y, 0.07)) @ Matrix.Rotation(radians(-90), 4, "X"))
        own = Matrix.Rotation(radians(90), 4, "X")
        tread = plate(rounded([(-0.13, 0.012), (0.11, 0.052), (0.115, 0.064), (-0.132, 0.026)], 0.004, 1), wide, 0.004)
        ribs = [box((0.008, wide - 0.01, 0.006), (-0.11 + 0.035 * k, 0, 0.031 + 0.0058 * k), 0) for k in range(6)]
        model.add(thing, "rubber.hose", tread.by(own), *[r.by(own) for r in ribs])
        model.add("cab", "plastic.black", box((0.14, wide + 0.04, 0.045), (0.50, y, 0.033), 0.010))


def flat(x, y, wide, high):
    """Rectangle on the screen, from its lower left corner, before the glass so that they do not flicker."""
    return patch(lambda u, v: (x + wide * u, y + high * v, 0.0085), 1, 1)


def monitor(model):
    pose = facing(MONITOR, (EYE - MONITOR).normalized())
    case = loft([[(a, b, d) for a, b in rectangle(w, h, 0.016, 2)] for w, h,
                 d in ((0.17, 0.12, -0.036), (0.214, 0.156, -0.024), (0.218, 0.160, -0.004), (0.212, 0.154, 0.0))]).by(pose)
    model.add("cab", "plastic.black", case)
    model.add("cab:screen_monitor", "screen.monitor", patch(lambda u,
                                                            v: ((u - 0.5) * 0.190, (v - 0.5) * 0.118 + 0.010, 0.0015), 1, 1,
                                                            uv=True).by(pose))
    # above the picture of the camera on the tail, mirrored as drivers expect it; below what is measured
    camera = patch(lambda u, v: ((u - 0.5) * 0.178, -0.008 + 0.073 * v, 0.0085), 1, 1, uv=True)
    model.add("cab:mirror_rear", "mirror.rear", camera.by(pose))
    bars = [flat(-0.085 + 0.020 * k, -0.042, 0.012, 0.008 + 0.005 * ((k * 3) % 5)) for k in range(5)]
    bars += [flat(0.03, -0.042, 0.052, 0.005), flat(0.03, -0.030, 0.034, 0.005)]
    model.add("cab:display", "lamp.display", *[b.by(pose) for b in bars], shades=False)
    model.add("cab:display", "lamp.amber", flat(0.03, -0.018, 0.018, 0.005).by(pose), shades=False)
    model.add("cab", "plastic.wheel", *[box((0.018, 0.012, 0.004), (-0.075 + 0.030 * k, -0.0635, 0.001), 0).by(pose)
                                        for k in range(6)], shades=False)
    stay = tube([pose @ Vector((0.02, 0, -0.03)), pose @ Vector((0.05, -0.02, -0.07)),
                 pillar_a(0.74, -1) + Vector((-0.02, 0.02, 0))], 0.014, 8, 3)
    model.add("cab", "plastic.black", stay)


def small_things(model):
    bottle = lathe([(0, 0), (0.045, 0), (0.045, 0.26), (0.030, 0.30), (0.016, 0.31), (0.016, 0.35), (0, 0.35)], 12,
                   "Z").at(-0.68, 0.34, 0.02)
    model.add("cab", "paint.red", bottle)
    box_behind = box((0.26, 0.80, 0.40), (-0.66, -0.02, 0.24), 0.03)
    shelf = box((0.20, 0.82, 0.03), (-0.70, 0, 0.80), 0.01)
    model.add("cab", "plastic.trim", box_behind, shelf)
    vents = [box((0.05, 0.10, 0.045), (0.70, s * 0.33, 0.46), 0.010) for s in (-1, 1)]
    model.add("cab", "plastic.black", *vents)
    blind = loft([[Vector((front_x(1.53) - 0.065, y, z)) + Vector((d, 0, 0)) for y,
                   z in ((0.38, 1.575), (-0.37, 1.575), (-0.37, 1.50), (0.38, 1.50))] for d in (0, 0.006)])
    model.add("cab", "plastic.black", blind)


def build(model, machine):
    frame(model)
    glazing(model)
    roof(model)
    mirrors(model)
    seat(model)
    consoles(model)
    stick(model, "left", LEVERS["left"])
    stick(model, "right", LEVERS["right"])
    lock_lever(model)
    blade_lever(model)
    pedals(model)
    monitor(model)
    small_things(model)
