#!/usr/bin/env python3
"""Derives what skidder.yaml cannot take from a data sheet, and checks the figures that follow from its pins.

    python3 skidder_geometry.py            prints the derived numbers, the figures and the rest positions on washboards
    python3 skidder_geometry.py --check    also fails where skidder.yaml does not hold the derived numbers, or where a
                                           figure leaves its range

Frames: x forward, y to the left, z up; the rear frame has its origin in the middle of the rear axle, the front frame at
the articulation joint, which is in the middle of the wheelbase at the height of the axles. Helpers for pins, cylinders
and masses: excavator_geometry.py.
"""
import sys
from math import atan2, cos, degrees, floor, hypot, pi, radians, sin

import excavator_geometry as arm
from excavator_geometry import add, body, box, compose, conclude, length, plane, point, slope, solve, sub, turned, without

G = 9.81

# ---- given: where a number comes from stands in skidder.yaml ----

MASS, CENTRE = 16000.0, (2.09, 0.42)  # of the machine at the start, x and z from the rear axle
WHEELBASE, JOINT, TRACK = 3.70, 1.85, 2.44
RADIUS, STIFFNESS, DAMPING, WIDTH = 0.915, 520e3, 12e3, 0.62
ARTICULATION = radians(45)
STEER_REAR, STEER_FRONT = (-0.60, 0.35), (0.55, 0.35)  # x, y of the left cylinder's pins from the articulation joint
STEER_BORES = (0.090, 0.050)

# Arch, boom, hanger, head: they point backwards, positive angles raise. Pins (x, z) in the frame that carries them
ARCH_PIVOT, ARCH = (-0.60, 1.055), 1.10
BOOM = 1.90
HANGER, HEAD = 0.35, 0.30  # boom's end to rotator, rotator to the pins of the tongs
ARCH_BASE, ARCH_ROD = (0.70, 0.95), (-0.35, 0.30)
ARCH_CYLINDER = (0.110, 0.060, 0.62)
BOOM_BASE, BOOM_ROD = (0.00, -0.30), (-0.55, 0.00)
BOOM_CYLINDER = (0.100, 0.055, 0.60)
ARCH_LOW, BOOM_HIGH = radians(28), radians(-40)
START = (radians(75), radians(-85), radians(16))  # arch, boom, blade

# Left tong in the plane (y, z) of the head, zero angle closed, positive open: pin from the head's middle, points of its
# outline from the pin, lever of the cylinder, lever of the rod that keeps both tongs together
TONG_PIN = (0.45, -HEAD)
TONG = [(0.0, 0.0), (0.33, -0.40), (0.25, -0.85), (-0.40, -1.20)]
TONG_LEVER, TONG_ROD = 0.195, 0.10
TONG_CYLINDER = (0.110, 0.060, 0.45)
TONG_OPEN, TONG_START = radians(70.5), radians(10)

# Blade: pivot of its arms in the front frame, edge; cylinders (front frame, arm)
BLADE_PIVOT, BLADE_EDGE = (2.05, -0.20), (1.25, -0.624)
BLADE_BASE, BLADE_ROD = (1.75, 0.36), (0.42, 0.10)
BLADE_CYLINDER = (0.090, 0.050)
BLADE_LOW, BLADE_HIGH = radians(-8), radians(30)

# ---- masses ----

WHEEL = (430.0, (105.0, 190.0, 105.0))
FRONT_AXLE = (850.0, (0.0, 0.0, 0.0), box(850.0, 0.40, 2.0, 0.40))
REAR = (3300.0, (0.35, 0.0, 0.15), box(3300.0, 2.6, 1.3, 0.9))
FRONT = (7300.0, box(7300.0, 3.2, 1.5, 1.6))  # engine, cab, gearbox, deck; its centre is derived
CRANKSHAFT = (60.0, (2.20, 0.0, 0.45), (1.1, 0.9, 1.1, 0, 0, 0))
ARCH_BODY = (620.0, (-0.50, 0.0, 0.05), box(620.0, 1.3, 1.0, 0.35))
BOOM_BODY = (520.0, (-0.95, 0.0, 0.05), box(520.0, 2.1, 0.30, 0.35))
HANGER_BODY = (60.0, (0.0, 0.0, -0.20), box(60.0, 0.20, 0.20, 0.40))
HEAD_BODY = (480.0, (0.0, 0.0, -0.20), box(480.0, 0.35, 0.95, 0.30))
TONG_MASS = 200.0
BLADE = (750.0, (1.00, 0.0, -0.25), box(750.0, 0.35, 2.30, 0.75))


def tong_body(side):
    """Three plates of equal thickness along the outline."""
    parts = []
    total = sum(length(sub(b, a)) for a, b in zip(TONG, TONG[1:]))
    for a, b in zip(TONG, TONG[1:]):
        long = length(sub(b, a))
        mass = TONG_MASS * long / total
        y, z = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
        ends = mass * long * long / 12
        parts.append((mass, (0.0, side * y, z), (ends, ends / 2 + 2, ends / 2 + 2, 0, 0, 0)))
    return compose(parts)


def tail(arch, boom):
    """Parts behind the rear axle, (mass, centre, inertia) in the rear frame; the grapple hangs, its tongs as at the start."""
    def placed(part, at, angle):
        m, c, _ = part
        # a positive turn about y takes -x up
        x, z = c[0] * cos(angle) + c[2] * sin(angle), -c[0] * sin(angle) + c[2] * cos(angle)
        return (m, (at[0] + x, c[1], at[1] + z), point(0))
    top = add(ARCH_PIVOT, turned_back(ARCH, arch))
    end = add(top, turned_back(BOOM, arch + boom))
    parts = [placed(ARCH_BODY, ARCH_PIVOT, arch), placed(BOOM_BODY, top, arch + boom), placed(HANGER_BODY, end, 0.0),
             placed(HEAD_BODY, sub(end, (0, HANGER)), 0.0)]
    for side in (1, -1):
        m, c, _ = tong_body(side)
        y, z = turned((side * c[1], c[2]), TONG_START if side > 0 else right_angle(TONG_START))
        parts.append((m, (end[0], side * (TONG_PIN[0] + y), end[1] - HANGER + TONG_PIN[1] + z), point(0)))
    return parts


def turned_back(long, angle):
    """From a pivot to the other end of a part that points backwards, raised by an angle."""
    return (-long * cos(angle), long * sin(angle))


def blade_part(angle):
    m, c, i = BLADE
    x, z = turned((c[0], c[2]), angle)
    return (m, (JOINT + BLADE_PIVOT[0] + x, 0.0, BLADE_PIVOT[1] + z), i)


def others():
    """All of the machine at the start but the front frame."""
    wheels = [(WHEEL[0], (x, s * TRACK / 2, 0.0), (*WHEEL[1], 0, 0, 0)) for x in (0.0, WHEELBASE) for s in (1, -1)]
    axle = (FRONT_AXLE[0], (WHEELBASE, 0.0, 0.0), FRONT_AXLE[2])
    return [*wheels, axle, REAR, blade_part(START[2]), *tail(*START[:2])]


def front_body():
    """Front frame in its own frame, without the crankshaft; its centre puts that of the machine where it is given."""
    mass, centre, _ = compose(others())
    x, z = ((MASS * CENTRE[k] - mass * centre[2 * k]) / FRONT[0] for k in (0, 1))
    whole = (FRONT[0], (x - JOINT, 0.0, z), FRONT[1])
    return compose([whole, *without([CRANKSHAFT])])


def machine():
    m, c, i = front_body()
    crank = (CRANKSHAFT[0], (CRANKSHAFT[1][0] + JOINT, 0.0, CRANKSHAFT[1][2]), CRANKSHAFT[2])
    return compose([*others(), (m, (c[0] + JOINT, c[1], c[2]), i), crank])


# ---- cylinders ----


def back(p, angle):
    """A point (x, z) of a part that is turned about y, so that what points backwards rises."""
    return (p[0] * cos(angle) + p[1] * sin(angle), -p[0] * sin(angle) + p[1] * cos(angle))


def arch_length(arch): return length(sub(add(ARCH_PIVOT, back(ARCH_ROD, arch)), ARCH_BASE))


def boom_length(boom): return length(sub(add((-ARCH, 0.0), back(BOOM_ROD, boom)), BOOM_BASE))


def blade_length(blade): return length(sub(add(BLADE_PIVOT, turned(BLADE_ROD, blade)), BLADE_BASE))


def highest(cylinder, start, stroke):
    """Angle at which a cylinder that is open at the start is closed."""
    return solve(lambda a: cylinder(a) - (cylinder(start) - stroke), start, start + radians(120))


def steer_length(angle, side=1):
    front = turned((STEER_FRONT[0], side * STEER_FRONT[1]), angle)
    return length(sub(front, (STEER_REAR[0], side * STEER_REAR[1])))


def tong_lever(angle):
    """Pin of the cylinder on the left tong, (y, z) of the head: upright half-way, outwards when closed."""
    a = TONG_OPEN / 2 - angle
    return add(TONG_PIN, (TONG_LEVER * sin(a), TONG_LEVER * cos(a)))


def tong_length(angle): return 2 * tong_lever(angle)[0]


def rod_ends():
    """Of the rod between the tongs at zero angle: above the left pin, below the right one, (y, z) from the pins."""
    a = TONG_OPEN / 2
    p = (TONG_ROD * sin(a), TONG_ROD * cos(a))
    return p, (p[0], -p[1])


def rod_length():
    left, right = rod_ends()
    return length(sub(add(TONG_PIN, left), add((-TONG_PIN[0], TONG_PIN[1]), right)))


def right_angle(left):
    """Opening of the right tong when the left one is opened by an angle."""
    a, b = rod_ends()
    return solve(lambda r: length(sub(add(TONG_PIN, turned(a, left)), add((-TONG_PIN[0], TONG_PIN[1]), turned(b, -r)))) - rod_length(),
                 left - radians(15), left + radians(15)) if left else 0.0


def tip_height(arch, boom):
    """Lowest point of the closed tongs above level ground."""
    end = add(add(ARCH_PIVOT, turned_back(ARCH, arch)), turned_back(BOOM, arch + boom))
    return RADIUS - 34.5e3 / STIFFNESS + end[1] - HANGER - HEAD + TONG[-1][1]


# ---- statics ----


def energy(arch, boom, blade):
    return G * (sum(m * c[2] for m, c, _ in tail(arch, boom)) + BLADE[0] * blade_part(blade)[1][2])


def carried():
    """Forces of both arch, both boom, both blade cylinders at the start, of the tongs' one [N]; positive pushes."""
    a, b, c = START
    forces = [slope(lambda x: energy(x, b, c), a) / slope(arch_length, a), slope(lambda x: energy(a, x, c), b) / slope(boom_length, b),
              slope(lambda x: energy(a, b, x), c) / slope(blade_length, c)]
    return forces


def enclosed():
    """Area between closed tongs, below their pins."""
    corners = [add(p, (TONG_PIN[0], 0.0)) for p in TONG]
    return 2 * sum((p[0] + q[0]) / 2 * (p[1] - q[1]) for p, q in zip(corners, corners[1:]))


# ---- rest on washboards: machine rigid, articulation straight, wheels free, each tire one elastic disc ----


def sine(x):
    k = 2 * pi / 4.0
    return -0.15 * (1 - cos(k * x)), -0.15 * k * sin(k * x)


def on_sine(x, z):
    """Compressions of a tire with its centre at (x, z): one, at the nearest point."""
    u = x
    for _ in range(60):
        h, h_u = sine(u)
        step = (u - x) + (h - z) * h_u
        k = 2 * pi / 4.0
        u -= step / (1 + h_u * h_u - (h - z) * 0.15 * k * k * cos(k * u))
        if abs(step) < 1e-14:
            break
    return [RADIUS - hypot(u - x, sine(u)[0] - z)]


DITCH = [(0.0, 0.0), (1.0, 0.0), (1.45, -0.30), (1.75, -0.30), (2.2, 0.0)]


def on_ditches(x, z):
    """Compressions on each straight piece that the centre is above; at the edges of the crests."""
    found = []
    for period in range(floor(x / 2.2) - 1, floor(x / 2.2) + 2):
        corners = [(p[0] + 2.2 * period, p[1]) for p in DITCH]
        for p, q in zip(corners, corners[1:]):
            long = length(sub(q, p))
            way = ((q[0] - p[0]) / long, (q[1] - p[1]) / long)
            along = (x - p[0]) * way[0] + (z - p[1]) * way[1]
            if 0 <= along <= long:
                found.append(RADIUS - ((z - p[1]) * way[0] - (x - p[0]) * way[1]))
    return found


def wheels_at(q):
    """Centres (x, z) of the wheels rear left, rear right, front left, front right; centre of mass (x, z)."""
    x, z, pitch, roll, axle = q
    cp, sp = cos(pitch), sin(pitch)

    def placed(p, turn):  # roll about x, then pitch about y, nose down
        y, h = p[1] * cos(turn) - p[2] * sin(turn), p[1] * sin(turn) + p[2] * cos(turn)
        return (x + cp * p[0] + sp * h, z - sp * p[0] + cp * h, y)
    half = TRACK / 2
    points = [placed((0, half, 0), roll), placed((0, -half, 0), roll), placed((WHEELBASE, half, 0), roll + axle),
              placed((WHEELBASE, -half, 0), roll + axle)]
    return points, placed((CENTRE[0], 0, CENTRE[1]), roll)


def rest_energy(q, ground, shift, loads=None):
    points, centre = wheels_at(q)
    total = MASS * G * centre[1]
    for i, p in enumerate(points):
        for d in ground(p[0] - (shift if i % 2 else 0.0), p[1]):
            total += STIFFNESS * max(d, 0.0)**2 / 2
            if loads is not None and d > 0:
                loads.append(STIFFNESS * d)
    return total


def solve_linear(m, r):
    n = len(r)
    m = [row[:] + [r[i]] for i, row in enumerate(m)]
    for p in range(n):
        best = max(range(p, n), key=lambda i: abs(m[i][p]))
        m[p], m[best] = m[best], m[p]
        for i in range(n):
            if i != p:
                k = m[i][p] / m[p][p]
                m[i] = [a - k * b for a, b in zip(m[i], m[p])]
    return [m[i][n] / m[i][i] for i in range(n)]


def rest(start, ground, shift=0.0):
    """Least energy near a start, by Newton's method with damping. (coordinates, energy, forces of the contacts)"""
    q, step, n = list(start), 2e-5, 5

    def at(*moves):
        p = q[:]
        for i, d in moves:
            p[i] += d
        return rest_energy(p, ground, shift)
    for _ in range(200):
        g = [(at((i, step)) - at((i, -step))) / (2 * step) for i in range(n)]
        h = [[(at((i, step), (k, step)) - at((i, step), (k, -step)) - at((i, -step), (k, step)) + at((i, -step), (k, -step)))
              / (4 * step * step) for k in range(n)] for i in range(n)]
        for damping in (0.0, 1e4, 1e5, 1e6, 1e7):
            move = solve_linear([[h[i][k] + (damping if i == k else 0.0) for k in range(n)] for i in range(n)], [-v for v in g])
            if sum(a * b for a, b in zip(move, g)) <= 0:
                break
        most = max(map(abs, move))
        q = [a + b * min(1.0, 0.02 / most if most else 1.0) for a, b in zip(q, move)]
        if most < 1e-10:
            break
    loads = []
    return q, rest_energy(q, ground, shift, loads), loads



RESTS = {  # the design's figures: ground, shift of the right side, start; x, z, pitch, roll, energy, forces of the contacts
    "S1": (on_sine, 0.0, (2.1, 0.6, 0, 0, 0), (2.1700, 0.5568, 0.354, 0.0, 157349.0), (34250, 34250, 44470, 44470)),
    "S2": (on_sine, 2.0, (1.6, 0.75, 0, 0.1, 0), (None, 0.7006, 0.305, 7.17, 179701.0), (37600, 30700, 44500, 44400)),
    "S3": (on_ditches, 0.0, (1.6, 0.68, -0.05, 0, 0), (1.6000, 0.65166, -2.772, 0.0, 189361.0),
           (20780, 20780, 20780, 20780, 43900, 43900))}


def rest_rows():
    rows = []
    for name, (ground, shift, start, figures, forces) in RESTS.items():
        q, energy_there, loads = rest(start, ground, shift)
        found = (q[0], q[1], degrees(q[2]), abs(degrees(q[3])), energy_there)
        for text, value, given, near in zip(("x [m]", "z [m]", "pitch [deg]", "roll [deg]", "energy [J]"), found, figures,
                                            (0.002, 0.002, 0.05, 0.05, 2.0)):
            if given is not None:
                rows.append((f"{name}: {text}", value, given - near, given + near))
        for value, given in zip(loads, forces):
            rows.append((f"{name}: tire [N]", value, given - 60, given + 60))
    return rows


# ---- what is derived, and figures ----


def m4(p): return ", ".join(f"{v:.4f} m" for v in p)


def derive():
    f = carried()
    pairs = [arm.pressures(force, *c) for force, c in zip(f, (
        (*ARCH_CYLINDER[:2], 2), (*BOOM_CYLINDER[:2], 2), (*BLADE_CYLINDER, 2)))]
    arch, boom, blade = START
    rod, other = rod_ends()
    low = tong_lever(0.0)
    lever = sub(low, TONG_PIN)
    texts = [
        body("front_frame", front_body()), body("rear_frame", REAR), body("front_axle", FRONT_AXLE), body("arch", ARCH_BODY),
        body("boom", BOOM_BODY), body("hanger", HANGER_BODY), body("grapple", HEAD_BODY), body("tong_left", tong_body(1)),
        body("tong_right", tong_body(-1)), body("blade", BLADE),
        f"position: {degrees(arch):g} deg, hold: true", f"position: {degrees(boom):g} deg, hold: true",
        f"position: {degrees(blade):g} deg, hold: true", f"position: [{-degrees(arch + boom):g} deg, 0]",
        f"at_a: {plane(ARCH_BASE)}", f"at_b: {plane(ARCH_ROD)}", f"at_a: {plane(BOOM_BASE)}", f"at_b: {plane(BOOM_ROD)}",
        f"at_a: {plane(BLADE_BASE)}", f"at_b: {plane(BLADE_ROD)}",
        f"length: {arch_length(ARCH_LOW) - ARCH_CYLINDER[2]:.4f} m", f"length: {boom_length(BOOM_HIGH) - BOOM_CYLINDER[2]:.4f} m",
        f"stroke: {blade_length(BLADE_LOW) - blade_length(BLADE_HIGH):.4f} m", f"length: {blade_length(BLADE_HIGH):.4f} m",
        f"stroke: {steer_length(ARTICULATION, -1) - steer_length(ARTICULATION):.4f} m", f"length: {steer_length(ARTICULATION):.4f} m",
        f"at_a: [0, {lever[0]:.4f} m, {lever[1]:.4f} m]", f"at_b: [0, {-lever[0]:.4f} m, {lever[1]:.4f} m]",
        f"stroke: {tong_length(0) - tong_length(TONG_OPEN):.4f} m", f"length: {tong_length(TONG_OPEN):.4f} m",
        f"a_at: [0, {rod[0]:.4f} m, {rod[1]:.4f} m]", f"b_at: [0, {other[0]:.4f} m, {other[1]:.4f} m]",
        f"distance: {rod_length():.4f} m",
        f"position: {degrees(TONG_START):g} deg, hold: true", f"position: {degrees(right_angle(TONG_START)):.3f} deg",
    ]
    for side, name in ((1, "left"), (-1, "right")):
        for i, (p, q) in enumerate(zip(TONG, TONG[1:])):
            y, z = (p[0] + q[0]) / 2, (p[1] + q[1]) / 2
            texts.append(f"name: tong_{name}_{i + 1}, at: [0, {side * y:.4f} m, {z:.4f} m], "
                         f"turn: [{side * (atan2(q[1] - p[1], q[0] - p[0])):.4f} rad, 0, 0], size: [0.25 m, {length(sub(q, p)):.3f} m, 0.06 m]")
    return texts, dict(zip(("arch", "boom", "blade"), pairs)), f


def figures():
    arch, boom, blade = START
    total = machine()
    open_tip = add(TONG_PIN, turned(TONG[-1], TONG_OPEN))
    rows = [("mass [kg]", total[0], 15999.9, 16000.1), ("centre before the rear axle [m]", total[1][0], 2.089, 2.091),
            ("centre above the axles [m]", total[1][2], 0.419, 0.421),
            ("share of the front axle", total[1][0] / WHEELBASE, 0.55, 0.57),
            ("area of the closed tongs [m2]", enclosed(), 1.36, 1.44), ("opening [m]", 2 * open_tip[0], 2.8, 3.0),
            (f"right tong open [deg], left {degrees(TONG_OPEN):.1f}", degrees(right_angle(TONG_OPEN)), 60, 75),
            ("arch raised [deg]", degrees(highest(arch_length, ARCH_LOW, ARCH_CYLINDER[2])), 105, 120),
            ("boom lowered [deg]", -degrees(highest(lambda a: boom_length(-a), -BOOM_HIGH, BOOM_CYLINDER[2])), -118, -105),
            (f"tong cylinder {tong_length(TONG_OPEN):.3f} .. {tong_length(0):.3f}; stroke", tong_length(0) - tong_length(TONG_OPEN), 0.44, 0.46),
            ("steering stroke [m]", steer_length(ARTICULATION, -1) - steer_length(ARTICULATION), 0.4, 0.6),
            ("tongs above the ground at the start [m]", tip_height(arch, boom), 0.5, 1.0),
            ("tongs above the ground, arch 60 deg, boom -92 deg [m]", tip_height(radians(60), radians(-92)), -0.1, 0.1),
            ("blade's edge raised [m]", RADIUS - 43.95e3 / STIFFNESS + BLADE_PIVOT[1] + turned(BLADE_EDGE, BLADE_HIGH)[1], 0.4, 0.8)]
    return rows + rest_rows()


if __name__ == "__main__":
    derived, chambers, _ = derive()
    sys.exit(conclude("skidder", derived, figures(), chambers, digits=4))
