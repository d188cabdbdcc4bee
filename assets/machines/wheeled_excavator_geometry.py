#!/usr/bin/env python3
"""Derives what wheeled_excavator.yaml cannot take from a data sheet, and checks the figures that follow from its pins.

    python3 wheeled_excavator_geometry.py            prints the derived numbers and the figures
    python3 wheeled_excavator_geometry.py --check    also fails where wheeled_excavator.yaml does not hold the derived
                                                     numbers, or where a figure leaves its range

The arm is that of excavator.yaml at 0.87 of its size with the same angles: excavator_geometry.py has its kinematics, and
is given the lengths and masses of this machine. Frames as there; the undercarriage has its origin on the swing axis at
ground level.
"""
import sys
from math import cos, degrees, inf, radians, sin

import excavator_geometry as arm
from excavator_geometry import SteeredAxle, add, area, body, box, compose, conclude, dot, length, plane, point, polar, scaled, solve, sub, turned, vector

G = 9.81
SIZE = 0.87

# ---- given: where a number comes from stands in wheeled_excavator.yaml ----

arm.O1 = (0.25, 1.80)
arm.BOOM, arm.DIPPER, arm.TIP = 4.96, 2.54, 1.28
arm.BOOM_BASE = add(arm.O1, scaled(sub((0.637, 1.150), (0.25, 1.85)), SIZE))
arm.BOOM_ROD, arm.DIPPER_BASE = scaled((2.148, 1.002), SIZE), scaled((3.106, 0.944), SIZE)
arm.DIPPER_ROD, arm.BUCKET_BASE = scaled((-0.822, 0.270), SIZE), scaled((0.60, 0.72), SIZE)
arm.ROCKER_PIN, arm.ROCKER, arm.LINK = (2.227, 0.0), 0.644, 0.601
arm.LINK_PIN = (0.385, radians(65))
arm.BOOM_CYLINDER = (0.105, 0.075, 1.096, 1.583)
arm.DIPPER_CYLINDER = (0.120, 0.085, 1.308, 1.757)
arm.BUCKET_CYLINDER = (0.105, 0.075, 0.960, 1.394)
arm.TOOTH, arm.LIP = 0.14, scaled(arm.LIP, SIZE)
arm.BOWL = [scaled(p, SIZE) for p in arm.BOWL]
FLOW = 270 / 60000  # [m3/s]

# Blade: pivot of its arms and edge, pins of its cylinders (undercarriage, arm), bore, rod, stroke
BLADE_PIVOT, BLADE_EDGE = (1.79, 0.40), (0.93, -0.40)
BLADE_BASE, BLADE_ROD = (1.330, 0.786), (0.346, 0.333)
BLADE_CYLINDER = (0.100, 0.060, 0.235)
BLADE_LOW = radians(-8.0)
BLADE_END = 1.21  # y where its ends carry, of 2.50 m
# Left outrigger in the plane (y, z): pivot, foot from it at zero angle, on the ground
LEG_PIVOT, LEG_FOOT = (0.45, 0.95), (1.18, -0.95)
# Pins of its cylinder. The lever of 0.42 m of the design with a bore of 125 mm would put a pin 1.5 m high, into the upper
# structure. With 0.25 m and 160 mm a foot presses as hard
LEG_ROD, LEG_BASE = (0.498, 0.044), (0.40, 1.25)
LEG_CYLINDER = (0.160, 0.100)
LEG_LOW, LEG_START, LEG_HIGH = radians(-7.6), radians(18.0), radians(18.5)

WHEELBASE, FRONT, REAR, HUB, TRACK, WIDTH, TIRE = 2.60, 1.50, -1.10, 0.52, 1.93, 2.55, 0.275
KINGPIN = 0.80  # y
# Steering arms point to a place so far behind the axle that the outer wheel turns by Ackermann's angle at the lock
STEERING = SteeredAxle(KINGPIN, arm=0.22, aim=1.64, base=(0.18, 0.10), rod=(0.18, 0.0))
STEER_STROKE = 0.19
INNER, OUTER = radians(35), radians(24.7)

START = (radians(52), radians(-128), radians(-75), radians(20))

# ---- masses ----

# The design's tipping loads ask for the frame's centre 0.17 m behind the swing axis; its table of bodies has 0.05 m
UNDERCARRIAGE = (2850.0, (-0.17, 0.0, 0.64), (1150.0, 2300.0, 2900.0, 0, 0, 0))
FRONT_AXLE = (700.0, (FRONT, 0.0, HUB), (250.0, 40.0, 250.0, 0, 0, 0))
KNUCKLE = 60.0
WHEEL = (190.0, (24.0, 34.0, 24.0))
BLADE = (720.0, (2.38, 0.0, 0.45), (390.0, 110.0, 430.0, 0, 0, 0))
LEG = (390.0, (-1.75, 0.95, 0.60), (45.0, 25.0, 35.0, 0, 0, 0))
UPPER = (4650.0, (-0.55, 0.0, 1.55), (3300.0, 6200.0, 7200.0, 0, 0, 0))
COUNTERWEIGHT = (3300.0, (-1.60, 0.0, 1.45), (1900.0, 500.0, 1900.0, 0, 0, 0))
CRANKSHAFT = (60.0, (-1.30, 0.0, 1.30), (1.1, 0.9, 1.1, 0, 0, 0))
arm.BOOM_CYLINDERS = 330.0
DIPPER_CYLINDER_MASS, arm.BUCKET_CYLINDER_MASS = 200.0, 130.0
arm.DIPPER_CYLINDER_MASS = {"medium": DIPPER_CYLINDER_MASS}
arm.BOOM_BODY = (1330.0, (0.48 * arm.BOOM, 0.0, 0.10 * arm.BOOM), (90.0, 2750.0, 2700.0, 0, 0, 0))
arm.DIPPER_BODY = (560.0, (0.37 * arm.DIPPER, 0.0, 0.04 * arm.DIPPER), (12.0, 470.0, 465.0, 0, 0, 0))
arm.ROCKERS, arm.LINKS = 92.0, 59.0
arm.BUCKETS = {"medium": (0.70, 409.0, 1.0, 4)}
arm.START = START


def knuckle(side):
    return (KNUCKLE, (FRONT, side * (KINGPIN + 0.08), HUB), box(KNUCKLE, 0.25, 0.30, 0.35))


def front_axle_body():
    """Axle with both knuckles [given] without them."""
    return compose([FRONT_AXLE, *arm.without([knuckle(1), knuckle(-1)])])


def upper_body():
    return compose([UPPER, COUNTERWEIGHT, *arm.without([CRANKSHAFT]), arm.plane_point(arm.BOOM_CYLINDERS / 2, arm.BOOM_BASE)])


def blade_body():
    """In the blade's frame at zero angle, edge on the ground; given is the centre of the raised one, 0.12 m higher."""
    mass, centre, inertia = BLADE
    return mass, (centre[0] - BLADE_PIVOT[0], 0.0, centre[2] - BLADE_PIVOT[1] - 0.12), inertia


def leg_body(side):
    mass, centre, inertia = LEG
    return mass, (0.0, side * (centre[1] - LEG_PIVOT[0]), centre[2] - LEG_PIVOT[1]), inertia


def wheels():
    return [(WHEEL[0], (x, s * TRACK / 2, HUB), (*WHEEL[1], 0, 0, 0)) for x in (FRONT, REAR) for s in (1, -1)]


def turned_about(mass_point, swing):
    m, c, j = mass_point
    return (m, (c[0] * cos(swing) - c[1] * sin(swing), c[0] * sin(swing) + c[1] * cos(swing), c[2]), j)


def machine(pose, swing=0.0, legs=0.0):
    """All parts; `swing` turns the upper to the left, the blade as in the pose, legs at an angle."""
    blade = blade_body()
    c = turned((blade[1][0], blade[1][2]), pose[3])
    parts = [UNDERCARRIAGE, front_axle_body(), knuckle(1), knuckle(-1), *wheels(),
             (blade[0], (BLADE_PIVOT[0] + c[0], 0.0, BLADE_PIVOT[1] + c[1]), point(0))]
    for s in (1, -1):
        leg = leg_body(s)
        y, z = turned((abs(leg[1][1]), leg[1][2]), legs)
        parts.append((leg[0], (LEG[1][0], s * (LEG_PIVOT[0] + y), LEG_PIVOT[1] + z), point(0)))
    upper = [upper_body(), CRANKSHAFT, *arm.arm_parts(pose).values()]
    return parts + [turned_about((m, c, point(0)), swing) for m, c, _ in upper]


# ---- cylinders ----


def blade_length(blade): return length(sub(add(BLADE_PIVOT, turned(BLADE_ROD, blade)), BLADE_BASE))


def leg_length(leg): return length(sub(add(LEG_PIVOT, turned(LEG_ROD, leg)), LEG_BASE))


# ---- statics ----


def carried(pose):
    """Forces of boom, dipper, bucket cylinders at rest, of the blade's, of one leg's raised."""
    f = arm.forces(pose[:3] + (0.0,))[:3]
    blade = blade_body()

    def blade_energy(a): return G * blade[0] * turned((blade[1][0], blade[1][2]), a)[1]
    f.append(arm.slope(blade_energy, pose[3]) / arm.slope(blade_length, pose[3]))
    leg = leg_body(1)

    def leg_energy(a): return G * leg[0] * turned((leg[1][1], leg[1][2]), a)[1]
    f.append(arm.slope(leg_energy, LEG_START) / arm.slope(leg_length, LEG_START))
    return f


def edges(support):
    """Tipping lines of the supports, points (x, y) in order."""
    half = (WIDTH - TIRE) / 2  # middle of the outer tires
    front = [(FRONT, half), (FRONT, -half)] if support == "tires" else [(BLADE_PIVOT[0] + BLADE_EDGE[0], BLADE_END),
                                                                        (BLADE_PIVOT[0] + BLADE_EDGE[0], -BLADE_END)]
    if support == "free":
        front = [(FRONT, 0.0)]
    rear = [(-1.70, -(LEG_PIVOT[0] + LEG_FOOT[0])), (-1.70, LEG_PIVOT[0] + LEG_FOOT[0])] if support == "legs" else \
        [(REAR, -half), (REAR, half)]
    return front + rear


def tipping_load(support, reach, azimuth):
    """Mass [kg] at the bucket's pin, 1.5 m high, that brings the centre of mass onto a tipping line."""
    pose = arm.stretched(reach, 1.5)
    raised = START[3] if support in ("tires", "free") else 0.0
    mass, centre, _ = compose(machine((*pose[:3], raised), radians(azimuth), LEG_HIGH if support != "legs" else 0.0))
    at = (reach * cos(radians(azimuth)), reach * sin(radians(azimuth)))
    least = inf
    corners = edges(support)
    for p, q in zip(corners, corners[1:] + corners[:1]):
        way = sub(q, p)
        normal = scaled((way[1], -way[0]), -1 / length(way))  # outward for this order
        if dot(normal, sub((0.0, 0.0), p)) > 0:
            normal = scaled(normal, -1)
        inside, outside = -dot(normal, sub(centre[:2], p)), dot(normal, sub(at, p))
        if outside > 0:
            least = min(least, mass * inside / outside)
    return least


def derive():
    bar = arm.FourBar(START[2])
    f = carried(START)
    pairs = [arm.pressures(force, *c) for force, c in zip(f, (
        (*arm.BOOM_CYLINDER[:2], 2), (*arm.DIPPER_CYLINDER[:2], 1), (*arm.BUCKET_CYLINDER[:2], 1), (*BLADE_CYLINDER[:2], 2),
        (*LEG_CYLINDER, 1)))]
    texts = [
        body("front_axle", front_axle_body(), (FRONT, 0, HUB)), body("upper", upper_body()), body("blade", blade_body()),
        body("outrigger_left", leg_body(1)), body("outrigger_right", leg_body(-1)),
        body("boom", arm.boom_body(DIPPER_CYLINDER_MASS)), body("dipper", arm.dipper_body(DIPPER_CYLINDER_MASS)),
        body("rocker", arm.rocker_body()), body("link", arm.link_body()), body("bucket", arm.bucket_body("medium")),
        arm.profile_text("medium") + f", width: {arm.bucket_width('medium'):.3f} m", *arm.shapes("medium"),
        f"at_a: {plane(arm.BOOM_BASE)}", f"at_b: {plane(arm.BOOM_ROD)}", f"at_a: {plane(arm.DIPPER_BASE)}",
        f"at_b: {plane(arm.DIPPER_ROD)}", f"at_a: {plane(arm.BUCKET_BASE)}", f"at_b: {plane((arm.ROCKER, 0))}",
        f"at_a: {plane(BLADE_BASE)}", f"at_b: {plane(BLADE_ROD)}",
        f"length: {blade_length(BLADE_LOW) - BLADE_CYLINDER[2]:.4f} m",
        *[f"at_a: {vector((-1.70, s * LEG_BASE[0], LEG_BASE[1]))}" for s in (1, -1)],
        *[f"at_b: {vector((0, s * LEG_ROD[0], LEG_ROD[1]))}" for s in (1, -1)],
        f"stroke: {leg_length(LEG_LOW) - leg_length(LEG_HIGH):.4f} m", f"length: {leg_length(LEG_HIGH):.4f} m",
        f"length: {STEERING.cylinder(0):.4f} m",
        f"distance: {STEERING.tie_rod:.4f} m",
        *STEERING.arm_texts(),
        f"position: {degrees(bar.rocker):.3f} deg", f"position: {degrees(bar.link):.3f} deg",
        f"b_at: {plane(polar(*arm.LINK_PIN))}",
        *[f"position: {degrees(a):g} deg, hold: true" for a in START[:4]],
    ]
    return texts, dict(zip(("boom", "dipper", "bucket", "blade", "outrigger"), pairs)), f


TIPPING = {  # the design's tipping loads: (support, pin out): over 0, 30, 60, 90, 120, 150, 180 deg [t]
    ("tires", 4.5): (7.5, 9.5, 6.2, 5.0, 6.2, 6.3, 5.1), ("tires", 6.0): (4.7, 5.8, 3.9, 3.2, 3.9, 4.0, 3.3),
    ("tires", 7.2): (3.5, 4.3, 2.9, 2.3, 2.9, 3.0, 2.4), ("free", 6.0): (4.7, 1.7, 1.2, 1.4, 2.6, 4.0, 3.3),
    ("blade", 6.0): (12.7, 10.1, 4.1, 3.3, 4.0, 4.0, 3.3), ("legs", 4.5): (24.2, 20.2, 8.6, 7.5, 10.4, 12.7, 9.9),
    ("legs", 6.0): (12.7, 11.1, 5.4, 4.7, 6.4, 7.6, 6.1), ("legs", 7.2): (9.0, 8.0, 4.0, 3.5, 4.7, 5.6, 4.5)}


def figures(f):
    reach, depth, height, dump = arm.working_range()
    total = compose(machine(START, 0.0, LEG_HIGH))
    front = total[0] * (total[1][0] - REAR) / WHEELBASE
    force, lever, radius = arm.dipper_force(arm.DIPPER_CYLINDER[0])
    rows = [("mass [kg]", total[0], 16869.5, 16870.5), ("front axle at the start [kg]", front, 7000, 8800),
            ("reach at ground [m]", reach, 8.55, 8.73), ("digging depth [m]", depth, 5.55, 5.75), ("cutting height [m]", height, 8.6, 9.0),
            ("height of the tip of a hanging bucket [m]", dump, 6.2, 6.5), ("bucket force [kN]", arm.bucket_force(arm.best_bucket()) / 1000, 107, 114),
            ("dipper force [kN]", force / 1000, 75.5, 80.5),
            ("boom cylinders out [s]", 2 * area(arm.BOOM_CYLINDER[0]) * arm.BOOM_CYLINDER[2] / FLOW, 4.0, 4.4),
            ("dipper cylinder out [s]", area(arm.DIPPER_CYLINDER[0]) * arm.DIPPER_CYLINDER[2] / FLOW, 3.1, 3.5),
            ("bucket cylinder out [s]", area(arm.BUCKET_CYLINDER[0]) * arm.BUCKET_CYLINDER[2] / FLOW, 1.7, 1.95),
            ("blade's edge lowered [m]", add(BLADE_PIVOT, turned(BLADE_EDGE, BLADE_LOW))[1], -0.15, -0.11)]
    closed = blade_length(BLADE_LOW) - BLADE_CYLINDER[2]
    high = solve(lambda a: blade_length(a) - closed, 0, radians(60))
    lever = abs(arm.slope(blade_length, 0.0))
    rows += [(f"blade raised {degrees(high):.2f} deg; edge [m]", add(BLADE_PIVOT, turned(BLADE_EDGE, high))[1], 0.42, 0.50),
             (f"blade cylinders closed {closed:.3f} m, lever {lever:.3f} m: press down [kN]",
              2 * 35e3 * area(0.100) * lever / BLADE_EDGE[0], 185, 235)]
    lever = abs(arm.slope(leg_length, 0.0))
    rows += [(f"leg {leg_length(LEG_HIGH):.3f} .. {leg_length(LEG_LOW):.3f} m, lever {lever:.3f} m: foot [kN]",
              35e3 * area(LEG_CYLINDER[0]) * lever / LEG_FOOT[0], 148, 158),
             ("foot raised [m]", add(LEG_PIVOT, turned(LEG_FOOT, LEG_HIGH))[1], 0.38, 0.46),
             ("foot lowered [m]", add(LEG_PIVOT, turned(LEG_FOOT, LEG_LOW))[1], -0.17, -0.12),
             (f"steering {STEERING.cylinder(-OUTER):.4f} .. {STEERING.cylinder(INNER):.4f} m; stroke", STEERING.cylinder(INNER) - STEERING.cylinder(-OUTER), 0.16, 0.19),
             ("right knuckle when the left turns by 35 deg [deg]", degrees(STEERING.right_angle(INNER)), 24.2, 25.2)]
    rows += [(f"87 % of what the boom cylinders lift, pin {out} m out and 1.5 m high [t]", 0.87 * arm.boom_load(out, 1.5) / 1000, *range_)
             for out, range_ in ((4.5, (5.0, 5.05)), (6.0, (3.6, 3.8)), (7.2, (3.2, 3.4)))]
    for (support, out), row in TIPPING.items():
        for azimuth, value in zip((0, 30, 60, 90, 120, 150, 180), row):
            rows.append((f"tipping load on {support}, pin {out} m out over {azimuth} deg, {value} t [t]",
                         tipping_load(support, out, azimuth) / 1000, 0.97 * value - 0.05, 1.03 * value + 0.05))
    return rows


if __name__ == "__main__":
    derived, chambers, held = derive()
    sys.exit(conclude("wheeled_excavator", derived, figures(held), chambers, sides="(left_|right_)?"))
