#!/usr/bin/env python3
"""Derives what excavator.yaml cannot take from a data sheet, and checks the figures that follow from its pins.

    python3 excavator_geometry.py            prints the derived numbers and the figures
    python3 excavator_geometry.py --check    also fails where excavator.yaml does not hold the derived numbers, or where a
                                             figure leaves the range that README.md prints beside it

Lengths [m], masses [kg], angles [rad] unless a name says deg. Axes: x forward, y left, z up; angles in the x-z plane
are elevations. Plane points are (x, z). Undercarriage and upper have their origin on the swing axis at ground level, the
boom at its foot pin O1, the dipper at the elbow O2, the bucket at its pin O3.
"""
import pathlib
import re
import sys
from math import acos, asin, atan2, cos, degrees, fsum, hypot, pi, radians, sin

G = 9.81

# ---- given: where a number comes from stands in excavator.yaml ----

O1 = (0.25, 1.85)         # boom foot, upper
BOOM, DIPPER, TIP = 5.70, 2.92, 1.47
BOOM_BASE = (0.637, 1.150)   # A, upper
BOOM_ROD = (2.148, 1.002)    # B, boom
DIPPER_BASE = (3.106, 0.944)  # C, boom
DIPPER_ROD = (-0.822, 0.270)  # D, dipper
BUCKET_BASE = (0.60, 0.72)   # I, dipper
ROCKER_PIN = (2.56, 0.0)     # K, dipper
ROCKER, LINK = 0.740, 0.691  # JK, JL
LINK_PIN = (0.442, radians(65))  # L on the bucket: from O3, from the tip line
BOOM_CYLINDER = (0.120, 0.085, 1.260, 1.820)  # bore, rod, stroke, closed
DIPPER_CYLINDER = (0.140, 0.100, 1.504, 2.020)
BUCKET_CYLINDER = (0.120, 0.080, 1.104, 1.602)
RELIEF = 35.0e6           # [Pa]
FLOW = 2 * 214.5 / 60000  # [m3/s]

BLADE_PIVOT = (1.45, 0.50)   # undercarriage
BLADE_BASE = (1.10, 0.93)    # cylinder's foot, undercarriage
BLADE_ROD = (0.62, 0.10)     # rod pin, blade
BLADE_CYLINDER = (0.110, 0.065, 0.180)  # of one: bore, rod, stroke
BLADE_EDGE = (1.30, -0.50)   # cutting edge, blade: on the ground at zero angle
BLADE_LOW = radians(-8)

GAUGE, IDLER, SHOES = 2.38, 1.825, 0.600
CAB_AT = (0.50, 0.905, 1.25)
SPROCKET_AT = (-1.825, 1.19, 0.46)
PITCH_RADIUS = 0.36
TIP_LINE = GAUGE / 2         # tipping line at the side: middle of the shoes
TIP_FRONT = IDLER            # ahead: under the idler

# Starting pose; the blade is raised
START = (radians(35), radians(-125), radians(-60), radians(10))
BACK_PRESSURE = 1.0e6        # [Pa] absolute, in the chambers that do not carry


def add(a, b): return (a[0] + b[0], a[1] + b[1])
def sub(a, b): return (a[0] - b[0], a[1] - b[1])
def scaled(a, k): return (a[0] * k, a[1] * k)
def cross(a, b): return a[0] * b[1] - a[1] * b[0]
def dot(a, b): return a[0] * b[0] + a[1] * b[1]
def polar(r, angle): return (r * cos(angle), r * sin(angle))
def length(a): return hypot(*a)
def turned(a, angle): return (a[0] * cos(angle) - a[1] * sin(angle), a[0] * sin(angle) + a[1] * cos(angle))
def wrapped(angle): return (angle + pi) % (2 * pi) - pi
def area(bore, rod=0.0): return pi / 4 * (bore**2 - rod**2)
def grid(count, low, high): return [low + (high - low) * i / (count - 1) for i in range(count)]
def slope(f, x, step=1e-5): return (f(x + step) - f(x - step)) / (2 * step)


def solve(f, low, high):
    """Bisection."""
    sign = f(low) > 0
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if (f(middle) > 0) == sign else (low, middle)
    return low


class SteeredAxle:
    """Two knuckles on a tie rod, and the cylinder from the axle to the left one; places (x, y) in the axle's frame."""

    def __init__(self, kingpin, arm, aim, base, rod):
        """y of the left kingpin; length of the arms, which point to x = -aim on the middle line; the cylinder's pins on the
        axle, and on the knuckle from its kingpin."""
        self.kingpin, self.arm, self.aim, self.base, self.rod = kingpin, arm, aim, base, rod
        self.tie_rod = length(sub(self.arm_end(1), self.arm_end(-1)))

    def arm_end(self, side, angle=0.0):
        """End of a steering arm."""
        way = (-self.aim, -side * self.kingpin)
        return add((0.0, side * self.kingpin), turned(scaled(way, self.arm / length(way)), angle))

    def arm_texts(self):
        """Ends of both arms from their kingpins."""
        ends = ((self.arm_end(s), s * self.kingpin) for s in (1, -1))
        return [f"[{m(x)}, {m(y - pin)}, 0]" for (x, y), pin in ends]

    def right_angle(self, left):
        """Turn of the right knuckle that the tie rod asks for."""
        return solve(lambda a: length(sub(self.arm_end(1, left), self.arm_end(-1, a))) - self.tie_rod, radians(-60), radians(60))

    def cylinder(self, angle):
        """Length of the cylinder with the left knuckle turned."""
        x, y = turned(self.rod, angle)
        return hypot(x - self.base[0], self.kingpin + y - self.base[1])


# ---- kinematics ----


def boom_length(boom): return length(sub(add(O1, turned(BOOM_ROD, boom)), BOOM_BASE))
def dipper_length(dipper): return length(sub(add((BOOM, 0), turned(DIPPER_ROD, dipper)), DIPPER_BASE))


def blade_length(blade): return length(sub(add(BLADE_PIVOT, turned(BLADE_ROD, blade)), BLADE_BASE))


class FourBar:
    """Rocker K-J, link J-L, bucket O3-L on the dipper, which is the frame here."""

    def __init__(self, bucket):
        self.l = add((DIPPER, 0), polar(LINK_PIN[0], bucket + LINK_PIN[1]))
        way = sub(self.l, ROCKER_PIN)
        e = length(way)
        c = (ROCKER**2 + e * e - LINK**2) / (2 * ROCKER * e)
        self.closes = abs(c) <= 1
        if not self.closes:
            return
        self.rocker = atan2(way[1], way[0]) + acos(c)  # J to the left of the line from K to L
        self.j = add(ROCKER_PIN, polar(ROCKER, self.rocker))
        to = sub(self.l, self.j)
        self.link = wrapped(atan2(to[1], to[0]) - self.rocker)  # against the rocker
        self.cylinder = length(sub(self.j, BUCKET_BASE))
        arm = sub(self.l, (DIPPER, 0))
        # sines of the angles between link and bucket, link and rocker
        self.transmission = min(abs(cross(arm, to)) / (LINK_PIN[0] * LINK),
                                abs(cross(sub(self.j, ROCKER_PIN), to)) / (ROCKER * LINK))


def bucket_length(bucket): return FourBar(bucket).cylinder


def limits():
    """Joint angles at the ends of the strokes: (low, high) of boom, dipper, bucket and blade."""
    b, d, u = BOOM_CYLINDER, DIPPER_CYLINDER, BUCKET_CYLINDER
    boom = [solve(lambda a: boom_length(a) - s, radians(-80), radians(110)) for s in (b[3], b[3] + b[2])]
    dipper = [solve(lambda a: dipper_length(a) - s, radians(-160), radians(-15)) for s in (d[3] + d[2], d[3])]
    bucket = [solve(lambda a: bucket_length(a) - s, radians(-142), radians(35)) for s in (u[3] + u[2], u[3])]
    longest = blade_length(BLADE_LOW)
    blade = [BLADE_LOW, solve(lambda a: blade_length(a) - (longest - BLADE_CYLINDER[2]), 0, radians(60))]
    return boom, dipper, bucket, blade


def elbow(boom): return add(O1, polar(BOOM, boom))
def pin(boom, dipper): return add(elbow(boom), polar(DIPPER, boom + dipper))
def tip(boom, dipper, bucket): return add(pin(boom, dipper), polar(TIP, boom + dipper + bucket))


# ---- masses ----


def box(mass, x, y, z):
    return (mass * (y * y + z * z) / 12, mass * (x * x + z * z) / 12, mass * (x * x + y * y) / 12, 0, 0, 0)


def point(mass): return (0.0,) * 6


def compose(parts):
    """Mass, centre and inertia (xx yy zz xy xz yz) of parts (mass, centre, inertia); negative masses take away."""
    m = fsum(p[0] for p in parts)
    c = tuple(fsum(p[0] * p[1][k] for p in parts) / m for k in range(3))
    total = [0.0] * 6
    for mass, centre, inertia in parts:
        x, y, z = (centre[k] - c[k] for k in range(3))
        steiner = (y * y + z * z, x * x + z * z, x * x + y * y, -x * y, -x * z, -y * z)
        for k in range(6):
            total[k] += (inertia[k] if mass >= 0 else -inertia[k]) + mass * steiner[k]
    return m, c, tuple(total)


def without(parts): return [(-m, c, i) for m, c, i in parts]
def plane_point(mass, p): return (mass, (p[0], 0.0, p[1]), point(mass))


UNDERCARRIAGE = (7600.0, (0.0, 0.0, 0.50), (7700.0, 9400.0, 16300.0, 0, 0, 0))
UPPER = (9900.0, (-1.29, 0.0, 1.85), (7700.0, 17300.0, 21700.0, 0, 0, 0))
SPROCKET = 160.0             # sprocket with the turning half of the final drive
CHAIN = 900.0                # belt of one side, its mass is the undercarriage's
MOTOR_INERTIA = 40.0         # travel motor 0.018 kg m2 behind a gear of 47.5
CAB, CAB_SIZE = 450.0, (1.70, 0.96, 1.70)
CRANKSHAFT = (80.0, (-1.60, 0.0, 1.45), (1.6, 1.3, 1.6, 0, 0, 0))
BOOM_BODY = (1750.0, (2.75, 0.0, 0.55), (150.0, 4700.0, 4650.0, 0, 0, 0))
DIPPER_BODY = (820.0, (1.05, 0.0, 0.12), (20.0, 900.0, 890.0, 0, 0, 0))
ROCKERS, LINKS = 140.0, 90.0
BOOM_CYLINDERS, BUCKET_CYLINDER_MASS = 364.0, 160.0
BLADE = 650.0

STEEL = 7850.0               # [kg/m3]


def cylinder_mass(bore, rod):
    """Of a dipper cylinder: tube of 0.12 bores, 1.75 m long, rod of 1.80 m, heads, piston and eyes another ninth. 250 kg for
    the medium one, as the breakdown of a larger machine gives."""
    return round(STEEL * (1.75 * area(1.24 * bore, bore) + 1.80 * area(rod)) * 1.11)


# Dipper cylinders: name: bore, rod, closed
DIPPER_CYLINDERS = {"medium": (0.140, 0.100, 2.020), "small": (0.120, 0.085, 2.000), "large": (0.160, 0.115, 2.040)}
DIPPER_CYLINDER_MASS = {name: cylinder_mass(bore, rod) for name, (bore, rod, _) in DIPPER_CYLINDERS.items()}


def sprocket_inertia():
    """About the axle: belt at the pitch radius, the sprocket as a ring, the motor behind its gear."""
    spin = CHAIN * PITCH_RADIUS**2 + SPROCKET * 0.3**2 + MOTOR_INERTIA
    return (spin / 2 + 1, spin, spin / 2 + 1, 0, 0, 0)


def cab(): return (CAB, tuple(a + c for a, c in zip(CAB_AT, (0.0, 0.0, 0.65))), box(CAB, *CAB_SIZE))


def undercarriage_body():
    sprockets = [(SPROCKET, (SPROCKET_AT[0], s * SPROCKET_AT[1], SPROCKET_AT[2]), point(0)) for s in (1, -1)]
    half = 0.5 * 2 * 25.0  # half of both blade cylinders
    return compose([UNDERCARRIAGE, *without(sprockets), (half, (BLADE_BASE[0], 0, BLADE_BASE[1]), point(0))])


def upper_body():
    return compose([UPPER, *without([cab(), CRANKSHAFT]), plane_point(BOOM_CYLINDERS / 2, BOOM_BASE)])


def boom_body(dipper_cylinder):
    return compose([BOOM_BODY, plane_point(BOOM_CYLINDERS / 2, BOOM_ROD), plane_point(dipper_cylinder / 2, DIPPER_BASE)])


def dipper_body(dipper_cylinder):
    return compose([DIPPER_BODY, plane_point(dipper_cylinder / 2, DIPPER_ROD),
                    plane_point(BUCKET_CYLINDER_MASS / 2, BUCKET_BASE)])


def rocker_body():
    bars = (ROCKERS, (ROCKER / 2, 0, 0), box(ROCKERS, ROCKER, 0.45, 0.12))
    return compose([bars, plane_point(BUCKET_CYLINDER_MASS / 2, (ROCKER, 0))])


def link_body(): return (LINKS, (LINK / 2, 0, 0), box(LINKS, LINK, 0.30, 0.14))


def blade_body():
    """Mouldboard 450 kg, two push arms 150 kg, halves of the cylinders."""
    board = (450.0, (BLADE_EDGE[0] - 0.05, 0, BLADE_EDGE[1] + 0.35), box(450.0, 0.15, 2.99, 0.70))
    arms = [(75.0, (0.6, s * 0.60, -0.05), box(75.0, 1.2, 0.15, 0.25)) for s in (1, -1)]
    return compose([board, *arms, plane_point(0.5 * 2 * 25.0, BLADE_ROD)])


# ---- buckets ----

# Plates from the side, from the cutting edge along the floor and the round heel up to the lip at the pins; mouth to -z, as
# the body's frame has it. The tool's frame is turned by 180 deg about x. Teeth of 0.16 m go on in the floor's direction to
# the tip. Shallower ones are scaled across the line from lip to edge
TOOTH = 0.16
FLOOR = radians(112)         # direction of the floor, from the tip
LIP = (0.24, -0.02)
BOWL = [(1.235, 0.60), (1.10, 0.87), (0.84, 1.04), (0.55, 1.02), (0.34, 0.82), (0.27, 0.54), (0.27, 0.25)]
# name: volume struck, mass, depth against that of the largest, teeth
BUCKETS = {"medium": (0.512, 450.0, 0.80, 4), "small": (0.318, 315.0, 0.70, 3), "large": (1.255, 750.0, 1.0, 5),
           "standard": (1.19, 970.0, 1.0, 5)}


def bucket_profile(depth):
    edge = add((TIP, 0), polar(TOOTH, FLOOR))
    along = sub(LIP, edge)
    along = scaled(along, 1 / length(along))
    corners = []
    for p in BOWL:
        r = sub(p, edge)
        across = sub(r, scaled(along, dot(r, along)))
        corners.append(add(edge, add(scaled(along, dot(r, along)), scaled(across, depth))))
    return [edge, *corners, LIP]


def enclosed(corners):
    """Area inside a closed polygon."""
    return abs(fsum(cross(p, q) for p, q in zip(corners, corners[1:] + corners[:1]))) / 2


def bucket_width(name):
    volume, _, depth, _ = BUCKETS[name]
    return round(volume / enclosed(bucket_profile(depth)), 3)


def heaped(name):
    """Struck volume and the heap of ISO 7451, slopes 1:1 over the rectangle of the mouth."""
    volume, _, depth, _ = BUCKETS[name]
    profile = bucket_profile(depth)
    long, wide = length(sub(profile[0], profile[-1])), bucket_width(name)
    a, b = min(long, wide), max(long, wide)
    return volume + a * a * (b - a) / 4 + a**3 / 6


def bucket_body(name):
    """Plates as their areas, ears with the pins 18 % and teeth 6 % of the mass."""
    _, mass, depth, _ = BUCKETS[name]
    profile, width = bucket_profile(depth), bucket_width(name)
    plates = [(length(sub(q, p)) * width, scaled(add(p, q), 0.5), length(sub(q, p)), sub(q, p))
              for p, q in zip(profile, profile[1:])]
    side = enclosed(profile)
    total = fsum(a for a, *_ in plates) + 2 * side
    steel = 0.76 * mass
    parts = []
    for a, c, long, way in plates:
        m, t = steel * a / total, atan2(way[1], way[0])
        j = m * long**2 / 12
        w = m * width**2 / 12
        parts.append((m, (c[0], 0, c[1]), (w + j * sin(t)**2, j, w + j * cos(t)**2, 0, -j * sin(t) * cos(t), 0)))
    middle = scaled((fsum(p[0] for p in profile), fsum(p[1] for p in profile)), 1 / len(profile))
    m = steel * side / total
    for s in (1, -1):
        parts.append((m, (middle[0], s * width / 2, middle[1]), (m * 0.06, m * 0.14, m * 0.08, 0, 0, 0)))
    ear = scaled(polar(*LINK_PIN), 0.5)
    parts.append((0.18 * mass, (ear[0], 0, ear[1]), box(0.18 * mass, 0.3, 0.45, 0.45)))
    parts.append((0.06 * mass, (profile[0][0], 0, profile[0][1]), box(0.06 * mass, 0.2, width, 0.1)))
    return compose(parts)


# ---- the whole machine ----


def moved(body, at, angle=0.0):
    """A body of the arm in the upper's frame, as a point: mass and centre."""
    c = turned((body[1][0], body[1][2]), angle)
    return (body[0], (at[0] + c[0], body[1][1], at[1] + c[1]), point(0))


def arm_parts(pose, bucket="medium", cylinder="medium"):
    boom, dipper, angle, _ = pose
    mass = DIPPER_CYLINDER_MASS[cylinder]
    bar = FourBar(angle)
    o2, o3 = elbow(boom), pin(boom, dipper)
    turn = boom + dipper
    j = add(o2, turned(bar.j, turn))
    return {"boom": moved(boom_body(mass), O1, boom), "dipper": moved(dipper_body(mass), o2, turn),
            "rocker": moved(rocker_body(), add(o2, turned(ROCKER_PIN, turn)), turn + bar.rocker),
            "link": moved(link_body(), j, turn + bar.rocker + bar.link),
            "bucket": moved(bucket_body(bucket), o3, turn + angle)}


def machine(pose, bucket="medium", cylinder="medium"):
    """All parts with the upper straight ahead."""
    sprockets = [(SPROCKET, (SPROCKET_AT[0], s * SPROCKET_AT[1], SPROCKET_AT[2]), sprocket_inertia()) for s in (1, -1)]
    return [undercarriage_body(), *sprockets, upper_body(), cab(), CRANKSHAFT, moved(blade_body(), BLADE_PIVOT, pose[3]),
            *arm_parts(pose, bucket, cylinder).values()]


# ---- statics by virtual work ----


def energy(boom, dipper, bucket, blade, load=0.0, variant="medium", cylinder="medium"):
    parts = arm_parts((boom, dipper, bucket, blade), variant, cylinder)
    return G * (fsum(m * c[2] for m, c, _ in parts.values()) + load * pin(boom, dipper)[1]
                + moved(blade_body(), BLADE_PIVOT, blade)[0] * moved(blade_body(), BLADE_PIVOT, blade)[1][2])


def forces(pose):
    """Forces of the cylinders (pairs together, pushing apart is positive) that carry the arm and the blade."""
    out = []
    for k, f in enumerate((boom_length, dipper_length, bucket_length, blade_length)):
        def vary(x, k=k):
            return energy(*[x if i == k else p for i, p in enumerate(pose)])
        out.append(slope(vary, pose[k]) / slope(f, pose[k]))
    return out


def pressures(force, bore, rod, count):
    """(piston side, rod side) absolute."""
    head, ring = count * area(bore), count * area(bore, rod)
    if force + BACK_PRESSURE * (ring - head) < 0:
        return BACK_PRESSURE, (BACK_PRESSURE * head - force) / ring
    return (BACK_PRESSURE * ring + force) / head, BACK_PRESSURE


# ---- figures ----


def working_range():
    """Largest reach of the tip on the ground, digging depth, cutting height and height over which the bucket hangs empty,
    by trying boom and dipper all over their range."""
    boom, dipper, bucket, _ = limits()
    reach = depth = height = dump = 0.0
    for b in grid(201, *boom):
        for d in grid(201, *dipper):
            x, z = pin(b, d)
            if abs(z) <= TIP:
                angle = -asin(z / TIP)  # of the line to the tip when the tip is on the ground, ahead of the pin
                if bucket[0] <= wrapped(angle - b - d) <= bucket[1]:
                    reach = max(reach, x + TIP * cos(angle))
            if bucket[0] <= wrapped(-pi / 2 - b - d) <= bucket[1]:
                depth, dump = max(depth, TIP - z), max(dump, z - TIP)
            up = min(max(wrapped(pi / 2 - b - d), bucket[0]), bucket[1])
            height = max(height, z + TIP * sin(b + d + up))
    return reach, depth, height, dump


def best_bucket():
    bucket = limits()[2]
    return max(grid(801, bucket[0] + 1e-3, bucket[1] - 1e-3), key=lambda a: abs(slope(bucket_length, a)))


def bucket_force(angle):
    """ISO 6015: at the tip, across the line from the bucket's pin [N]."""
    return RELIEF * area(BUCKET_CYLINDER[0]) * abs(slope(bucket_length, angle)) / TIP


def dipper_force(bore):
    """ISO 6015: at the tip, across the line from the elbow, the bucket where its own force is largest [N]; lever, radius."""
    dipper = limits()[1]
    lever = max(abs(slope(dipper_length, a)) for a in grid(401, *dipper))
    radius = length(add((DIPPER, 0), polar(TIP, best_bucket())))
    return RELIEF * area(bore) * lever / radius, lever, radius


def stretched(reach, height):
    """Pose with the bucket's pin at a place, elbow up, bucket hanging; None: out of reach."""
    boom, dipper, bucket, _ = limits()
    target = sub((reach, height), O1)
    e = length(target)
    c = (BOOM**2 + e * e - DIPPER**2) / (2 * BOOM * e)
    if abs(c) > 1:
        return None
    b = atan2(target[1], target[0]) + acos(c)
    way = sub((reach, height), elbow(b))
    d = wrapped(atan2(way[1], way[0]) - b)
    if not (boom[0] <= b <= boom[1] and dipper[0] <= d <= dipper[1]):
        return None
    return b, d, min(max(wrapped(-pi / 2 - b - d), bucket[0]), bucket[1]), START[3]


def tipping_load(reach, height, line, variant="medium"):
    """Mass at the bucket's pin that tips the machine over a line `line` from the swing axis."""
    mass, centre, _ = compose(machine(stretched(reach, height), variant))
    return mass * (line - centre[0]) / (reach - line)


def boom_load(reach, height):
    """Mass at the bucket's pin that the boom cylinders hold at the relief pressure, own weight deducted."""
    pose = stretched(reach, height)
    need = slope(lambda b: energy(b, *pose[1:]), pose[0])
    lever = slope(boom_length, pose[0])
    x = pin(pose[0], pose[1])[0] - O1[0]
    return (2 * RELIEF * area(BOOM_CYLINDER[0]) * lever - need) / (G * x)


def swing_inertia(pose):
    """Of all that turns with the upper, about the swing axis; boom and dipper as rods."""
    upright = [upper_body(), cab(), CRANKSHAFT]
    rods = {"boom": pose[0], "dipper": pose[0] + pose[1]}
    own = {"boom": BOOM_BODY[2], "dipper": DIPPER_BODY[2]}
    total = fsum(m * (c[0]**2 + c[1]**2) + j[2] for m, c, j in upright)
    total += fsum(m * (c[0]**2 + c[1]**2) for m, c, _ in arm_parts(pose).values())
    return total + fsum(own[n][0] * sin(t)**2 + own[n][2] * cos(t)**2 for n, t in rods.items())


# ---- all together ----


def m(x): return f"{x:.4f} m" if abs(x) >= 5e-5 else "0"
def vector(v): return "[" + ", ".join(m(x) for x in v) + "]"
def plane(p): return vector((p[0], 0, p[1]))
def numbers(v, digits=2): return "[" + ", ".join(f"{x:.{digits}f}" if abs(x) > 0.5 * 10**-digits else "0" for x in v) + "]"


def body(name, b, at=(0, 0, 0)):
    centre = tuple(c - a for c, a in zip(b[1], at))
    return (f"name: {name}, mass: {b[0]:g} kg, centre: {vector(centre)}, "
            f"inertia: {numbers(b[2], 1 if max(b[2]) > 100 else 4)}")


def profile_text(name):
    """In the tool's frame: turned by 180 deg about x."""
    return "profile: [" + ", ".join(f"[{x:.4f} m, {-z:.4f} m]" for x, z in bucket_profile(BUCKETS[name][2])) + "]"


def shapes(name):
    """Boxes of 40 mm along the plates, outside of the profile; the first begins at the tip of the teeth."""
    p, width = bucket_profile(BUCKETS[name][2]), bucket_width(name)
    texts = []
    for part, a, b in (("floor", (TIP, 0.0), p[2]), ("heel", p[2], p[4]), ("back", p[4], p[6]), ("top", p[6], p[8])):
        way = sub(b, a)
        long, angle = length(way), atan2(way[1], way[0])
        middle = add(scaled(add(a, b), 0.5), polar(0.02, angle - pi / 2))
        texts.append(f"name: bucket_{part}, at: {plane(middle)}, turn: [0, {-angle:.4f} rad, 0], "
                     f"size: [{long:.3f} m, {width:.3f} m, 0.04 m]")
    low, high = min(q[0] for q in p) + 0.1, p[1][0]
    deep = max(q[1] for q in p)
    for part, s in (("left", 1), ("right", -1)):
        texts.append(f"name: bucket_{part}, at: {vector(((low + high) / 2, s * (width / 2 - 0.02), 0.45 * deep))}, "
                     f"size: [{high - low:.3f} m, 0.04 m, {0.7 * deep:.3f} m], ground: false")
    return texts


def derive():
    """Texts that excavator.yaml holds word for word; pressures and forces of the cylinders at the start."""
    bar = FourBar(START[2])
    f = forces(START)
    cylinders = ((BOOM_CYLINDER[0], BOOM_CYLINDER[1], 2), (DIPPER_CYLINDER[0], DIPPER_CYLINDER[1], 1),
                 (BUCKET_CYLINDER[0], BUCKET_CYLINDER[1], 1), (BLADE_CYLINDER[0], BLADE_CYLINDER[1], 2))
    p = [pressures(force, *c) for force, c in zip(f, cylinders)]
    closed_blade = blade_length(BLADE_LOW) - BLADE_CYLINDER[2]
    texts = [
        body("undercarriage", undercarriage_body()), body("upper", upper_body()), body("cab", cab(), CAB_AT),
        body("blade", blade_body()),
        f"mass: {SPROCKET:g} kg, inertia: {numbers(sprocket_inertia()[:3], 1)}",
        body("rocker", rocker_body()), body("link", link_body()),
    ]
    for name, (bore, rod, closed) in DIPPER_CYLINDERS.items():
        mass = DIPPER_CYLINDER_MASS[name]
        texts += [body("boom", boom_body(mass)), body("dipper", dipper_body(mass)),
                  f"piston: {bore * 1000:g} mm, rod: {rod * 1000:g} mm, stroke: 1.504 m, length: {closed:.3f} m"]
    for name in BUCKETS:
        texts += [body("bucket", bucket_body(name)), profile_text(name) + f", width: {bucket_width(name):.3f} m", *shapes(name)]
    texts += [f"position: {degrees(START[0]):g} deg, hold: true", f"position: {degrees(START[1]):g} deg, hold: true",
              f"position: {degrees(START[2]):g} deg, hold: true", f"position: {degrees(START[3]):g} deg, hold: true",
              f"position: {degrees(bar.rocker):.3f} deg", f"position: {degrees(bar.link):.3f} deg",
              f"b_at: {plane(polar(*LINK_PIN))}", f"length: {closed_blade:.4f} m"]
    return texts, p, f


SWING_TORQUE, SWING_SPEED = 74e3, 11.3 * 2 * pi / 60


def figures(cylinder_forces):
    """(text, value, low, high): what README.md prints, beside the range that it must keep to."""
    lim, ends = limits(), [FourBar(a) for a in limits()[2]]
    reach, depth, height, dump = working_range()
    start = compose(machine(START))
    force, lever, radius = dipper_force(DIPPER_CYLINDER[0])
    closed_blade = blade_length(BLADE_LOW) - BLADE_CYLINDER[2]
    inf = float("inf")
    rows = [(f"{n} {degrees(l[0]):.1f} .. {degrees(l[1]):.1f} deg", degrees(l[1] - l[0]), w - 0.6, w + 0.6)
            for n, l, w in zip(("boom", "dipper", "bucket", "blade"), lim, (109.3, 121.9, 171.5, 31.5))]
    rows += [
        (f"J of the bucket's four-bar {ends[1].j[0]:.3f}, {ends[1].j[1]:.3f} dumped, {ends[0].j[0]:.3f}, {ends[0].j[1]:.3f} m curled; "
         "least sine of a transmission angle", min(FourBar(a).transmission for a in grid(201, *lim[2])), 0.3, 1),
        ("reach at ground line [m]", reach, 9.75, 9.95), ("digging depth [m]", depth, 6.6, 6.8),
        ("cutting height [m]", height, 9.3, 9.95), ("height of the tip of a hanging bucket [m]", dump, 6.4, 7.1),
        (f"dipper force [kN], lever {lever:.3f} m, radius {radius:.2f} m", force / 1000, 104, 108),
        *[(f"dipper force with the {n} cylinder [kN]", dipper_force(c[0])[0] / 1000, 70, 145) for n, c in DIPPER_CYLINDERS.items()],
        *[(f"{n} cylinder out at {60000 * q:.1f} l/min [s]", count * area(c[0]) * c[2] / q, 3, 4.5) for n, c, count, q in
          (("boom", BOOM_CYLINDER, 2, FLOW), ("dipper", DIPPER_CYLINDER, 1, FLOW), ("bucket", BUCKET_CYLINDER, 1, FLOW / 2))],
        ("bucket force [kN]", bucket_force(best_bucket()) / 1000, 140, 150),
        ("bucket force at the end of the curl [kN]", bucket_force(lim[2][0] + 1e-4) / 1000, 35, 50),
        (f"centre of the machine at the start {vector(start[1])}; mass [kg]", start[0], 21500, 22700),
        *[(f"mass with the {n} bucket [kg]", compose(machine(START, n))[0], 21500, 22700) for n in BUCKETS],
        ("mass with the standard bucket, without the blade [kg]", compose(machine(START, "standard"))[0] - BLADE, 21600, 22500),
        ("ground pressure, medium bucket [kPa]", start[0] * G / (2 * SHOES * 2 * IDLER) / 1000, 40, 55),
        *[(f"bucket {n}, {bucket_width(n):.3f} m wide, {BUCKETS[n][0]:.3f} m3 struck: heaped [m3]", heaped(n), BUCKETS[n][0], inf)
          for n in BUCKETS],
        ("tip at the start {:.2f} m ahead, {:.2f} m high; cylinder forces boom, dipper, bucket, blade ".format(*tip(*START[:3]))
         + ", ".join(f"{x / 1000:.2f}" for x in cylinder_forces) + " kN; height [m]", tip(*START[:3])[1], 0.5, 2),
        (f"blade cylinders {closed_blade:.4f} .. {closed_blade + BLADE_CYLINDER[2]:.4f} m, edge raised [m]",
         add(BLADE_PIVOT, turned(BLADE_EDGE, lim[3][1]))[1], 0.4, 0.6),
        ("edge lowered [m]", add(BLADE_PIVOT, turned(BLADE_EDGE, lim[3][0]))[1], -0.25, -0.1),
        *[(f"tipping load, pin {r} m ahead and 1.5 m high, over the {n} [t]", tipping_load(r, 1.5, line) / 1000, 1, 20)
          for n, line in (("front", TIP_FRONT), ("side", TIP_LINE)) for r in (4.5, 6.0, 7.5)],
        *[(f"load that the boom cylinders hold, pin {r} m ahead and 1.5 m high [t]", boom_load(r, 1.5) / 1000, 1, 20)
          for r in (4.5, 6.0, 7.5)],
    ]
    for n, pose in (("retracted", (radians(45), radians(-145), radians(-60), 0)), ("stretched", (radians(15), radians(-30), 0.0, 0))):
        inertia = swing_inertia(pose)
        rows.append((f"swing inertia, arm {n} {inertia:.0f} kg m2: 0 to 11.3 rpm with 74 kN m [s]",
                     inertia * SWING_SPEED / SWING_TORQUE, 1, 3))
    return rows


NUMBER = r"(-?[0-9.]+)"


def pins_wrong(file):
    """Pins and sizes of the cylinders, numbers of the file against those above."""
    given = {"boom": (BOOM_BASE, BOOM_ROD, *BOOM_CYLINDER), "dipper": (DIPPER_BASE, DIPPER_ROD, *DIPPER_CYLINDER),
             "bucket": (BUCKET_BASE, (ROCKER, 0.0), *BUCKET_CYLINDER), "blade": (BLADE_BASE, BLADE_ROD, *BLADE_CYLINDER)}
    for name, (base, rod, bore, thick, stroke, *closed) in given.items():
        block = re.search(rf"- name: {name}\b[^\n]*\n\s+piston_side.*?(?=cushion)", file, re.S)
        if not block:
            yield f"cylinder {name}"
            continue
        text = block.group(0).replace(" m,", ",").replace(" m]", "]")
        for key, p in (("at_a", base), ("at_b", rod)):
            found = re.search(rf"{key}: \[{NUMBER}, 0, {NUMBER}\]", text)
            if not found or any(abs(float(q) - r) > 1e-9 for q, r in zip(found.groups(), p)):
                yield f"{key} of cylinder {name}: {plane(p)}"
        for key, unit, value in (("piston", "mm", bore * 1000), ("rod", "mm", thick * 1000), ("stroke", "m", stroke),
                                 *(("length", "m", c) for c in closed)):
            found = re.search(rf"\b{key}: {NUMBER} {unit}\b", text)
            if not found or abs(float(found.group(1)) - value) > 1e-9:
                yield f"{key} of cylinder {name}: {value:g} {unit}"


def conclude(machine, texts, rows, pressures, sides="", digits=3, lacks=lambda file: ()):
    """Print the derived texts, pressures and figures; with --check only what is wrong with them and MACHINE.yaml. Rows are
    (text, value, low, high); pressures [Pa] are pairs by name of a cylinder, whose nodes NAME_a and NAME_b may have one of
    `sides` before the letter; `lacks` yields more that the file lacks. Returns the exit status."""
    wrong = [f"out of its range {low:g} .. {high:g}: {text}: {value:.{digits}f}" for text, value, low, high in rows if not low <= value <= high]
    if "--check" not in sys.argv:
        print("\n".join([*texts, "", *(f"{n}: {a / 1e6:.4f} MPa, {b / 1e6:.4f} MPa" for n, (a, b) in pressures.items()), "",
                         *(f"{text}: {value:.{digits}f}" for text, value, _, _ in rows), "", *wrong]))
        return 0
    raw = (pathlib.Path(__file__).parent / f"{machine}.yaml").read_text()
    file = re.sub(r"\s*\n\s*", ", ", raw)
    lacking = [t for t in texts if t not in file]
    for name, pair in pressures.items():
        for end, pressure in zip("ab", pair):
            if not re.search(rf"name: {name}_{sides}{end}, [^}}]*pressure: {pressure / 1e6:.4f} MPa", file):
                lacking.append(f"{name}_{end} at {pressure / 1e6:.4f} MPa")
    wrong += [f"{machine}.yaml lacks: {t}" for t in (*lacking, *lacks(raw))]
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


def main():
    texts, p, f = derive()
    return conclude("excavator", texts, figures(f), dict(zip(("boom", "dipper", "bucket", "blade"), p)), lacks=pins_wrong)


if __name__ == "__main__":
    sys.exit(main())
