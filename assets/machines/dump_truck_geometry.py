#!/usr/bin/env python3
"""Derives what dump_truck.yaml cannot take from a data sheet, and checks the figures that follow from its masses and pins.

    python3 dump_truck_geometry.py            prints the derived numbers and the figures
    python3 dump_truck_geometry.py --check    also fails where dump_truck.yaml does not hold the derived numbers, or where a
                                              figure leaves its range

The frame's origin is on the ground under the middle of the rear axles; x forward, y left, z up.
"""
import sys
from math import atan, degrees, hypot, pi, radians, sqrt, tan

from excavator_geometry import SteeredAxle, add, area, body, box, compose, conclude, length, plane, scaled, slope, sub, turned, vector

G = 9.81
PAYLOAD = 15000.0

# ---- given: where a number comes from stands in dump_truck.yaml ----

FRONT, MIDDLE, REAR = 4.275, 0.675, -0.675  # x of the axles: 3.6 m + 1.35 m
FRONT_HUB, HUB = 0.512, 0.531  # heights of the axles: the empty truck stands level
KINGPIN, FRONT_TRACK, TWIN_TRACK = 0.87, 2.05, 1.83
HINGE = (-1.45, 1.05)  # of the tipping body: x, z
INNER = (4.80, 2.30, 0.90)  # container: length, width, height
FLOOR = (2.10, 0.15)  # middle of its floor from the hinge: x, z
TIPPED = radians(50)

# Telescopic cylinder, as one stage: pins on the frame and, from the hinge, on the body; bore
HOIST_BASE, HOIST_ROD, HOIST_BORE = (0.95, 0.55), (2.50, 0.05), 0.140
PUMP, TIPPING_SPEED = 63e-6, 1500 / 60  # [m3/rev], [1/s]

INNER_LOCK = radians(38)
# Steering arms point to a place so far behind the axle that the outer wheel turns by Ackermann's angle at the lock
STEERING = SteeredAxle(KINGPIN, arm=0.25, aim=3.20, base=(0.20, 0.10), rod=(0.20, 0.0))

# ---- masses ----

FRAME = [  # part, mass, centre, size
    ("frame rails and cross members", 1550.0, (1.90, 0.0, 0.88), (7.0, 0.9, 0.30)),
    ("cab with driver", 1250.0, (4.55, 0.0, 1.90), (2.0, 2.3, 1.9)),
    ("engine and gearbox", 1500.0, (3.95, 0.0, 1.05), (2.2, 0.8, 1.0)),
    ("tanks, batteries, hoist, spare wheel", 1000.0, (2.50, 0.0, 0.80), (2.0, 2.2, 0.6)),
]
CRANKSHAFT = (80.0, (4.20, 0.0, 1.05))
FRONT_SPRING, REAR_SPRING = 120.0, 170.0  # leaves, rods, brackets of one axle
FRONT_AXLE, KNUCKLE, FRONT_WHEEL = 450.0, 60.0, 120.0
REAR_AXLE, TWIN = 610.0, 225.0
BODY = [  # from the hinge
    ("floor, 8 mm, with beams", 1150.0, (2.10, 0.0, 0.08), (4.9, 2.4, 0.20)),
    ("walls and headboard", 950.0, (2.50, 0.0, 0.62), (4.6, 2.4, 0.9)),
    ("tailgate", 200.0, (-0.32, 0.0, 0.60), (0.06, 2.4, 0.9)),
]
# Springs: sprung load at zero coordinate is that of the empty truck
FRONT_RATE, FRONT_BASE, FRONT_BAR = 500e3, 0.41, 60e3
REAR_RATE, REAR_BASE = 1800e3, 0.50


def parts_body(parts): return compose([(mass, centre, box(mass, *size)) for _, mass, centre, size in parts])


def unsprung(front):
    return FRONT_AXLE + 2 * (KNUCKLE + FRONT_WHEEL) if front else REAR_AXLE + 2 * TWIN


def tipping(payload=0.0, angle=0.0):
    """Mass and centre of the tipping body with its load, (x, z) from the hinge."""
    mass, centre, _ = parts_body(BODY)
    load = (FLOOR[0], FLOOR[1] + payload / 1600 / (INNER[0] * INNER[1]) / 2)
    total = mass + payload
    c = add(scaled((centre[0], centre[2]), mass / total), scaled(load, payload / total))
    return total, turned(c, angle)


def machine(payload=0.0, angle=0.0):
    frame, total = parts_body(FRAME), tipping(payload, angle)
    parts = [(frame[0], frame[1]), CRANKSHAFT, (total[0], (HINGE[0] + total[1][0], 0, HINGE[1] + total[1][1]))]
    for x, front in ((FRONT, True), (MIDDLE, False), (REAR, False)):
        parts.append((unsprung(front) + (FRONT_SPRING if front else REAR_SPRING), (x, 0, FRONT_HUB if front else HUB)))
    mass = sum(p[0] for p in parts)
    return mass, tuple(sum(p[0] * p[1][k] for p in parts) / mass for k in range(3))


def axles(payload=0.0):
    """Masses on the front axle and on both rear axles."""
    mass, centre = machine(payload)
    return mass * centre[0] / FRONT, mass * (1 - centre[0] / FRONT)


def spring_loads():
    front, rear = axles()
    return (front - unsprung(True) - FRONT_SPRING) * G, ((rear / 2) - unsprung(False) - REAR_SPRING) * G


# ---- hoist ----


def hoist(angle): return length(sub(add(HINGE, turned(HOIST_ROD, angle)), HOIST_BASE))


def hoist_pressure(payload, angle=0.0):
    """Gauge pressure that holds the body."""
    mass, _ = tipping(payload)

    def energy(a): return G * mass * tipping(payload, a)[1][1]
    return slope(energy, angle) / slope(hoist, angle) / area(HOIST_BORE)


def heap(repose):
    """Volume [m3] of soil heaped over the rim at the angle of repose: a hipped roof over the mouth."""
    long, wide, high = INNER
    ridge = long - wide
    height = wide / 2 * tan(repose)
    return long * wide * high + height * wide * (ridge / 2 + wide / 3)


def tipping_grade(payload, angle):
    """Side slope [rad] at which the centre of mass is over the middle of the outer tires, springs and tires rigid."""
    _, centre = machine(payload, angle)
    return atan((TWIN_TRACK / 2 + 0.17) / centre[2])


# ---- steering ----


def outer_lock(): return atan(1 / (1 / tan(INNER_LOCK) + 2 * KINGPIN / FRONT))


def wall_radius():
    """Of the circle of the outer front corner, 1.35 m before the front axle and 1.23 m from the middle. The rear axles cannot both
    roll without slip: their moment asks for slip of the front tires, as if the wheelbase were longer. Forces of tires across
    are taken as proportional to slip and load."""
    front, rear = axles()
    longer = 1 + (MIDDLE / FRONT) ** 2 * (1 + rear / front)
    return hypot((FRONT / tan(INNER_LOCK) + KINGPIN) * longer + 1.23, FRONT + 1.35)


# ---- what stands in the file ----


def steering_stroke(): return STEERING.cylinder(INNER_LOCK) - STEERING.cylinder(-outer_lock())


def hoist_stroke(): return hoist(TIPPED) - hoist(0.0)


def derive():
    front, rear = spring_loads()
    middle = (STEERING.cylinder(0) - STEERING.cylinder(-outer_lock()))
    return [
        body("frame", parts_body(FRAME)), body("body", parts_body(BODY)),
        f"{{name: front_axle, mass: {FRONT_AXLE:g} kg", f"{{name: middle_axle, mass: {REAR_AXLE:g} kg",
        f"{{name: rear_axle, mass: {REAR_AXLE:g} kg", f"{{name: front_spring, mass: {FRONT_SPRING:g} kg",
        f"{{name: middle_spring, mass: {REAR_SPRING:g} kg", f"{{name: rear_spring, mass: {REAR_SPRING:g} kg",
        *[f"{{name: wheel_front_{s}, mass: {FRONT_WHEEL:g} kg" for s in ("left", "right")],
        *[f"{{name: wheel_{a}_{s}, mass: {TWIN:g} kg" for a in ("middle", "rear") for s in ("left", "right")],
        *[f"{{name: knuckle_{s}, mass: {KNUCKLE:g} kg" for s in ("left", "right")],
        f"stiffness: {FRONT_RATE / 1000:g} kN/m, damping: 30 kN s/m, preload: {-front / 1000:.3f} kN",
        f"stiffness: {REAR_RATE / 1000:g} kN/m, damping: 40 kN s/m, preload: {-rear / 1000:.3f} kN",
        f"stiffness: {(FRONT_RATE * FRONT_BASE**2 + FRONT_BAR) / 1000:.1f} kN m/rad",
        f"stiffness: {REAR_RATE * REAR_BASE**2 / 1000:.1f} kN m/rad",
        *[f"at: {vector((x, 0, z))}" for x, z in ((FRONT, FRONT_HUB), (MIDDLE, HUB), (REAR, HUB), HINGE)],
         f"at_a: {plane(HOIST_BASE)}", f"at_b: {plane(HOIST_ROD)}",
        f"stroke: {hoist_stroke():.4f} m", f"length: {hoist(0.0):.4f} m",
        f"size: [{INNER[0]:g} m, {INNER[1]:g} m, {INNER[2]:g} m]",
        f"distance: {STEERING.tie_rod:.4f} m", *STEERING.arm_texts(),
        f"stroke: {steering_stroke():.4f} m", f"length: {STEERING.cylinder(0):.4f} m", f"chamber: {middle:.4f} m",
        f"low: {-degrees(outer_lock()):.2f} deg, high: {degrees(INNER_LOCK):g} deg",
    ]


def figures():
    empty, loaded = axles(), axles(PAYLOAD)
    volume = INNER[0] * INNER[1] * INNER[2]
    seconds = area(HOIST_BORE) * hoist_stroke() / (PUMP * TIPPING_SPEED)
    least = min(slope(hoist, TIPPED * i / 20) for i in range(21))
    return [("tare [kg]", sum(empty), 10900, 11100), ("gross [kg]", sum(loaded), 25900, 26100),
            ("empty, front axle [kg]", empty[0], 5200, 5700), ("empty, rear axles [kg]", empty[1], 5300, 5800),
            ("15 t, front axle [kg]", loaded[0], 7000, 8000), ("15 t, rear axles [kg]", loaded[1], 17500, 19000),
            ("body, struck [m3]", volume, 9.8, 10.2),
            ("body, heaped at 34 deg, dry sand [m3]", heap(radians(34)), 11, 14),
            ("body, heaped at 40 deg, moist sand [m3]", heap(radians(40)), 11, 15),
            ("moist sand that makes 15 t, share of the struck volume", PAYLOAD / 1690 / volume, 0.8, 1.0),
            ("hoist, closed and open [m]", hoist(0.0), 0.5, 1.3), ("hoist, stroke [m]", hoist_stroke(), 1.6, 2.4),
            ("hoist, least lever [m]", least, 1.2, 2.6),
            ("hoist, 15 t, pressure at 0 deg [bar]", hoist_pressure(PAYLOAD) / 1e5, 80, 150),
            ("hoist, empty, pressure at 0 deg [bar]", hoist_pressure(0.0) / 1e5, 8, 25),
            ("tipping to 50 deg, stroke volume over 63 cm3 at 1500 rpm [s]", seconds, 16, 25),
            ("steering, outer wheel at the lock [deg]", degrees(outer_lock()), 29, 33),
            ("steering, right wheel when the left turns by 38 deg [deg]", degrees(STEERING.right_angle(INNER_LOCK)),
             degrees(outer_lock()) - 0.5, degrees(outer_lock()) + 0.5),
            ("radius between walls [m]", wall_radius(), 9.0, 9.9),
            ("side slope of tipping, empty, body down [deg]", degrees(tipping_grade(0.0, 0.0)), 35, 50),
            ("side slope of tipping, 15 t, body down [deg]", degrees(tipping_grade(PAYLOAD, 0.0)), 30, 45),
            ("side slope of tipping, 15 t, body at 30 deg [deg]", degrees(tipping_grade(PAYLOAD, radians(30))), 20, 35),
            ("frequency of the front springs, empty [Hz]", sqrt(FRONT_RATE * G / spring_loads()[0]) / (2 * pi), 1.2, 1.9)]


if __name__ == "__main__":
    sys.exit(conclude("dump_truck", derive(), figures(), {}))
