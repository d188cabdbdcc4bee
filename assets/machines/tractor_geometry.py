#!/usr/bin/env python3
"""Derives what tractor.yaml cannot take from a data sheet, and checks the figures that follow from its pins.

    python3 tractor_geometry.py            prints the derived numbers and the figures
    python3 tractor_geometry.py --check    also fails where tractor.yaml does not hold the derived numbers
    python3 tractor_geometry.py --search   repeats the search for the tilt linkage from a rough drawing

Lengths [m], masses [kg], angles [rad] unless a name says deg. Axes: x forward, y left, z up; angles in the x-z plane
are elevations. Plane points are (x, z). The frame's origin is the middle of the rear axle; with the tires at their
catalogue's loaded radii it is 0.795 m above the ground and the frame is level.
"""
import pathlib
import re
import sys
from math import acos, asin, atan2, cos, degrees, fsum, hypot, pi, radians, sin, sqrt, tan

G = 9.81
BAR = 1e5

# ---- given: class-typical estimates unless a source is named in tractor.yaml ----

WHEELBASE, TRACK = 2.60, 1.85
FRONT_LOADED, REAR_LOADED = 0.597, 0.795  # loaded radii
FRONT_FREE, REAR_FREE = 0.650, 0.875
FRONT_STIFFNESS, REAR_STIFFNESS = 380e3, 410e3  # [N/m]

TRACTOR = 6100.0           # without loader, full tank, driver
FRONT_SHARE = 0.42
CENTRE_HEIGHT = 0.95       # above the ground
INERTIA = (2600.0, 7900.0, 7800.0)  # about the centre of mass

P0 = (WHEELBASE - 0.62, 1.65 - REAR_LOADED)  # arm pin on the tower, frame
ARM = 2.60                 # P0 to P1
P1_LOW, P1_HIGH = 0.15, 4.09  # heights of P1 above the ground
KNEE = 1.35                # P0 to the knee
GUIDE = 0.30               # guide rod above the arm
LIFT_BASE = (0.50, radians(-85))  # cylinder's foot from P0
LIFT_ROD = (1.40, radians(-8))    # rod pin: distance from P0, angle against the arm
LIFT_BORE, LIFT_ROD_DIAMETER, LIFT_STROKE = 0.075, 0.045, 0.76
TILT_BORE, TILT_ROD_DIAMETER, TILT_STROKE = 0.080, 0.045, 0.48
RELIEF = 19.5e6            # [Pa] above the tank
FLOW = 90.0 / 60000        # [m3/s]
TIP = 0.95                 # bucket pin to cutting edge
BREAKOUT_LEVER = 0.90

CASTER, INCLINATION, OFFSET = radians(6), radians(7), 0.10
INNER = radians(52)
STEER_AREA, STEER_STROKE = 24e-4, 0.21

# ---- the tilt linkage as found by --search; arm line frame: x from P0 to P1, z above it ----

TILT = dict(
    knee_z=-0.0437,     # knee above the arm line
    plate=0.3262, plate_deg=121.55,   # knee -> cylinder pin on the guide plate, lowered arm, frame axes
    crank_x=2.4600, crank_z=-0.0490,  # pivot of the bell crank on the arm
    upper=0.5200, upper_deg=88.50,    # bell crank: pivot -> cylinder pin, bucket level
    lower=0.3630, lower_deg=-28.29,   # bell crank: pivot -> push rod pin
    bucket=0.2937, bucket_deg=70.43,  # P1 -> push rod pin on the bucket
    dump=0.2783,        # stroke that is left for dumping when the bucket is level and the arm lowered
)
ROUGH = dict(knee_z=0.0, plate=0.30, plate_deg=115, crank_x=2.45, crank_z=0.0, upper=0.50, upper_deg=90,
             lower=0.35, lower_deg=-25, bucket=0.30, bucket_deg=70, dump=0.26)

# ---- plane vectors ----


def add(a, b): return (a[0] + b[0], a[1] + b[1])
def sub(a, b): return (a[0] - b[0], a[1] - b[1])
def cross(a, b): return a[0] * b[1] - a[1] * b[0]
def polar(r, angle): return (r * cos(angle), r * sin(angle))
def length(a): return hypot(*a)
def turned(a, angle): return (a[0] * cos(angle) - a[1] * sin(angle), a[0] * sin(angle) + a[1] * cos(angle))
def wrapped(angle): return (angle + pi) % (2 * pi) - pi


LOW = asin((P1_LOW - 1.65) / ARM)   # angle of the lowered arm
HIGH = asin((P1_HIGH - 1.65) / ARM)


def lift_length(arm):
    """Distance of the lift cylinder's pins."""
    return length(sub(polar(LIFT_ROD[0], arm + LIFT_ROD[1]), polar(*LIFT_BASE)))


def top_angle():
    """Arm at the end of the stroke, by bisection."""
    low, high = LOW, LOW + radians(120)
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if lift_length(middle) < lift_length(LOW) + LIFT_STROKE else (low, middle)
    return low


def slope(f, x, step=1e-5):
    return (f(x + step) - f(x - step)) / (2 * step)


class Linkage:
    """Guide plate - tilt cylinder - bell crank - push rod - bucket. The guide rod is a parallelogram: the plate keeps
    its attitude. Angles of bell crank and bucket are attitudes, 0 with the arm lowered and the bucket level."""

    def __init__(self, d):
        self.knee = (sqrt(KNEE**2 - d["knee_z"]**2), d["knee_z"])
        self.pivot = (d["crank_x"], d["crank_z"])
        self.plate = polar(d["plate"], radians(d["plate_deg"]))
        self.upper = polar(d["upper"], radians(d["upper_deg"]))
        self.lower = polar(d["lower"], radians(d["lower_deg"]))
        self.bucket = polar(d["bucket"], radians(d["bucket_deg"]))
        knee, pivot, p1 = self.pins(LOW)
        plate = add(knee, self.plate)
        upper, lower, bucket = add(pivot, self.upper), add(pivot, self.lower), add(p1, self.bucket)
        self.level = length(sub(upper, plate))      # cylinder with the bucket level
        self.rod = length(sub(bucket, lower))
        self.side = 1 if cross(sub(plate, pivot), self.upper) > 0 else -1
        self.other = 1 if cross(sub(lower, p1), self.bucket) > 0 else -1
        self.longest = self.level + d["dump"]       # bucket dumped
        self.shortest = self.longest - TILT_STROKE  # rolled back

    def pins(self, arm):
        return turned(self.knee, arm), turned(self.pivot, arm), turned((ARM, 0), arm)

    @staticmethod
    def triangle(centre, lever, far, reach, side):
        """Direction of a lever about `centre` whose end is `reach` from `far`; sine of the angle between them."""
        to = sub(far, centre)
        e, r = length(to), length(lever)
        c, t = (r * r + e * e - reach * reach) / (2 * r * e), (r * r + reach * reach - e * e) / (2 * r * reach)
        if abs(c) > 1:
            return None
        angle = atan2(to[1], to[0]) + side * acos(c)
        return wrapped(angle - atan2(lever[1], lever[0])), sqrt(max(0, 1 - t * t))

    def solve(self, arm, cylinder):
        """Attitudes of bell crank and bucket, least sine of the three transmission angles; None: out of reach."""
        knee, pivot, p1 = self.pins(arm)
        first = self.triangle(pivot, self.upper, add(knee, self.plate), cylinder, self.side)
        if first is None:
            return None
        lower = add(pivot, turned(self.lower, first[0]))
        second = self.triangle(p1, self.bucket, lower, self.rod, self.other)
        if second is None:
            return None
        push = sub(add(p1, turned(self.bucket, second[0])), lower)
        third = abs(cross(sub(lower, pivot), push)) / (length(self.lower) * self.rod)
        return first[0], second[0], min(first[1], second[1], third)

    def attitude(self, arm, cylinder):
        return self.solve(arm, cylinder)[1]


def grid(count, low, high):
    return [low + (high - low) * i / (count - 1) for i in range(count)]


def cost(d, high):
    """What the search makes small: attitude over the lift, roll-back, dump, leverage, transmission angles, clearance."""
    link = Linkage(d)
    f, worst, least = 0.0, 0.0, 1.0
    corner = {}
    for i, arm in enumerate(grid(13, LOW, high)):
        last = None
        for j, cylinder in enumerate([*grid(9, link.longest, link.shortest), link.level]):
            s = link.solve(arm, cylinder)
            if s is None:
                return 1e6
            a = degrees(s[1])
            least = min(least, s[2])
            if j == 9:
                worst = max(worst, abs(a))
            else:
                if last is not None:
                    f += 2000 * max(0, 0.03 - radians(a - last))**2
                last = a
                corner[i, j] = a
                if i == 0 and a > -8:  # pins of the bell crank stay above the ground
                    _, pivot, _ = link.pins(arm)
                    lowest = min(add(pivot, turned(p, s[0]))[1] for p in (link.upper, link.lower))
                    f += 8000 * max(0, -1.65 + 0.03 - lowest)**2
    lever = slope(lambda l: link.attitude(LOW, l), link.level)
    f += 60 * max(0, worst - 1.75)**2 + (corner[0, 8] - 45)**2
    f += 0.1 * max(0, abs(corner[0, 0] + 60) - 3)**2 + 0.6 * max(0, abs(corner[12, 0] + 61) - 3)**2
    f += 0.05 * max(0, max(abs(corner[i, 8] - 45) for i in range(13)) - 5)**2
    f += 3000 * max(0, 0.25 - least)**2 + 1500 * max(0, abs(1 / abs(lever) - 0.27) - 0.005)**2
    f += 2000 * max(0, link.bucket[0] - 0.12)**2 + 4000 * max(0, 0.72 - link.shortest)**2
    return f


def search(d, high, generations=800):
    """Differential evolution around `d` with a generator of its own, so that it repeats (about a minute)."""
    seed = 12345

    def uniform():
        nonlocal seed
        seed = (6364136223846793005 * seed + 1442695040888963407) % 2**64
        return seed / 2**64

    limits = {"upper": (0.3, 0.52), "crank_z": (-0.05, 0.3)}
    keys = list(d)

    def bounded(k, v):
        low, high_ = limits.get(k, (-1e9, 1e9))
        return min(max(v, low), high_)
    spread = {k: 20.0 if k.endswith("_deg") else 0.06 for k in keys}
    people = [{k: bounded(k, d[k] + spread[k] * (2 * uniform() - 1)) for k in keys} for _ in range(40)]
    costs = [cost(p, high) for p in people]
    for _ in range(generations):
        best = people[costs.index(min(costs))]
        for i, p in enumerate(people):
            b, c = people[int(uniform() * 40)], people[int(uniform() * 40)]
            weight, pull = 0.4 + 0.5 * uniform(), 0.6 * uniform()
            trial = {k: bounded(k, p[k] + pull * (best[k] - p[k]) + weight * (b[k] - c[k])) if uniform() < 0.85 else p[k]
                     for k in keys}
            f = cost(trial, high)
            if f <= costs[i]:
                people[i], costs[i] = trial, f
    return people[costs.index(min(costs))], min(costs)


# ---- steering, in space ----


def dot(a, b): return fsum(x * y for x, y in zip(a, b))
def minus(a, b): return tuple(x - y for x, y in zip(a, b))
def plus(a, b): return tuple(x + y for x, y in zip(a, b))


def spun(v, axis, angle):
    """Rodrigues: v turned about the unit vector `axis`."""
    c, s, d = cos(angle), sin(angle), dot(axis, v)
    x = (axis[1] * v[2] - axis[2] * v[1], axis[2] * v[0] - axis[0] * v[2], axis[0] * v[1] - axis[1] * v[0])
    return tuple(c * v[i] + s * x[i] + (1 - c) * d * axis[i] for i in range(3))


def kingpin(side):
    """Unit vector upwards of the kingpin; side +1 left, -1 right: leans backwards and inwards."""
    n = sqrt(tan(CASTER)**2 + tan(INCLINATION)**2 + 1)
    return (-tan(CASTER) / n, -side * tan(INCLINATION) / n, 1 / n)


KINGPIN_Y = TRACK / 2 - OFFSET - FRONT_LOADED * tan(INCLINATION)  # at the height of the wheel centre


class Steering:
    """Trapezoid of tie rod and steering arms behind the axle; cylinder from the axle to the left pivot."""

    def __init__(self, arm_x, arm_y, foot, pin):
        self.left_arm = (-arm_x, -arm_y, 0.0)    # ball on the pivot, from the kingpin at hub height
        self.right_arm = (-arm_x, arm_y, 0.0)
        self.rod = 2 * (KINGPIN_Y - arm_y)
        self.foot, self.pin = foot, pin          # on the axle; on the left pivot

    def right(self, left):
        """Turn of the right pivot for a turn of the left one, by Newton."""
        ball = plus((0, KINGPIN_Y, 0), spun(self.left_arm, kingpin(1), left))

        def gap(right):
            e = minus(plus((0, -KINGPIN_Y, 0), spun(self.right_arm, kingpin(-1), right)), ball)
            return dot(e, e) - self.rod**2
        r = left
        for _ in range(50):
            r -= gap(r) / slope(gap, r)
        return r

    @staticmethod
    def heading(side, turn):
        axle = spun((0, 1, 0), kingpin(side), turn)
        return atan2(-axle[0], axle[1])

    def cylinder(self, left):
        e = minus(plus((0, KINGPIN_Y, 0), spun(self.pin, kingpin(1), left)), self.foot)
        return sqrt(dot(e, e))


def solve(f, low, high):
    """Bisection."""
    sign = f(low) > 0
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if (f(middle) > 0) == sign else (low, middle)
    return low


def turn_for(side, heading):
    return solve(lambda t: Steering.heading(side, t) - heading, -1.2, 1.2)


def ackermann(inner):
    return atan2(1, 1 / tan(inner) + 2 * KINGPIN_Y / WHEELBASE)


def design_steering():
    """Steering arm: its inward part so that the outer wheel follows Ackermann's rule at the inner lock. Cylinder: its
    lever so that half the stroke is one lock and the other half the other."""
    inner = turn_for(1, INNER)
    outer = turn_for(-1, ackermann(INNER))
    arm_x = 0.22
    arm_y = solve(lambda y: Steering(arm_x, y, None, None).right(inner) - outer, 0.02, 0.12)
    arm_y = round(arm_y, 4)
    trapezoid = Steering(arm_x, arm_y, None, None)
    right_lock = -trapezoid.right(inner)  # turn of the left pivot at the right lock, by symmetry
    foot = (0.16, 0.20, 0.0)

    def strokes(x, y):
        s = Steering(arm_x, arm_y, foot, (x, y, 0.0))
        return s.cylinder(inner) - s.cylinder(0), s.cylinder(right_lock) - s.cylinder(0)

    def y_for(x):
        return solve(lambda y: sum(strokes(x, y)), -0.15, 0.15)
    x = solve(lambda x: abs(strokes(x, y_for(x))[0]) - STEER_STROKE / 2, 0.08, 0.20)
    return Steering(arm_x, arm_y, foot, (round(x, 4), round(y_for(x), 4), 0.0)), inner, right_lock


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
        x, y, z = minus(centre, c)
        steiner = (y * y + z * z, x * x + z * z, x * x + y * y, -x * y, -x * z, -y * z)
        for k in range(6):
            total[k] += (inertia[k] if mass >= 0 else -inertia[k]) + mass * steiner[k]
    return m, c, tuple(total)


def without(parts):
    return [(-m, c, i) for m, c, i in parts]


WHEEL_FRONT = (140.0, (16.0, 22.0, 16.0, 0, 0, 0))   # spin inertia m r^2 0.45
WHEEL_REAR = (330.0, (65.0, 105.0, 65.0, 0, 0, 0))
FRONT_Z = FRONT_LOADED - REAR_LOADED                # wheel centre in the frame
CRANKSHAFT = (60.0, (1.45, 0.0, -0.05), (1.1, 1.4, 1.4, 0, 0, 0))
CABIN = (900.0, (0.60, 0.0, 0.95), box(900.0, 1.6, 1.6, 1.6))
AXLE = (250.0, (WHEELBASE, 0.0, FRONT_Z), box(250.0, 0.25, 1.4, 0.25))
PIVOT = (66.0, 0.06, box(66.0, 0.25, 0.20, 0.35))   # mass, centre outwards of the kingpin, inertia
TIE_ROD = 18.0
BRACKETS = (160.0, (1.95, 0.0, 0.25), box(160.0, 0.4, 1.0, 1.2))
BALLAST = (900.0, (-1.30, 0.0, -0.20), box(900.0, 0.7, 1.4, 0.6))


def small_parts(steering):
    """What hangs on the frame: cabin, axle, pivots, tie rod, wheels, crankshaft."""
    pivot_y = KINGPIN_Y + PIVOT[1]
    parts = [CABIN, AXLE, CRANKSHAFT]
    for side in (1, -1):
        parts += [(PIVOT[0], (WHEELBASE, side * pivot_y, FRONT_Z), PIVOT[2]),
                  (WHEEL_FRONT[0], (WHEELBASE, side * TRACK / 2, FRONT_Z), WHEEL_FRONT[1]),
                  (WHEEL_REAR[0], (0.0, side * TRACK / 2, 0.0), WHEEL_REAR[1])]
    rod = steering.rod
    parts.append((TIE_ROD, (WHEELBASE + steering.left_arm[0], 0, FRONT_Z), (0.02, TIE_ROD * rod**2 / 12, 0, 0, 0, 0)))
    return parts


def frame_alone(steering):
    whole = (TRACTOR, (FRONT_SHARE * WHEELBASE, 0, CENTRE_HEIGHT - REAR_LOADED), (*INERTIA, 0, 0, 0))
    return compose([whole] + without(small_parts(steering)))


def bucket_profile(corner=0.20):
    """The plates seen from the side, from the cutting edge to the upper lip; floor and back meet in an arc."""
    depth, height, back, floor = 0.80, 0.82, 0.15, -0.15
    middle = (back + corner, floor + corner)
    arc = [add(middle, polar(corner, radians(a))) for a in (-90, -120, -150, -180)]
    return [(back + depth, floor), *arc, (back, floor + height)]


def enclosed(corners):
    """Area inside a closed polygon."""
    return abs(fsum(cross(p, q) for p, q in zip(corners, corners[1:] + corners[:1]))) / 2


def bucket_parts():
    """Steel plates of the bucket: floor, back, two sides of half the rectangle, from P1; masses as their areas."""
    depth, width, height, back, floor = 0.80, 2.20, 0.82, 0.15, -0.15
    areas = (depth * width, height * width, depth * height)
    unit = 330.0 / fsum(areas)
    f, b, s = (a * unit for a in areas)
    return compose([(f, (back + depth / 2, 0, floor), box(f, depth, width, 0)),
                    (b, (back, 0, floor + height / 2), box(b, 0, width, height)),
                    *[(s / 2, (back + depth / 3, side * width / 2, floor + height / 3),
                       box(s / 2, depth * 0.8, 0, height * 0.8)) for side in (1, -1)]])


def loader_masses(link):
    """Loader 480 kg: links by size, the rest, cylinders included, is the arms; third function 40 kg on the cross tube."""
    knee, pivot, p1 = link.pins(LOW)
    masses = {"guide_rod": 15.0, "guide_plate": 20.0, "clevis": 5.0, "push_rod": 12.0, "bell_crank": 30.0}
    arms = 480.0 - fsum(masses.values())
    along = turned((1.25, 0.02), LOW)
    tube = turned((2.20, 0.0), LOW)
    x, z = cos(LOW), sin(LOW)
    own = arms * ARM**2 / 12  # slender along the arm line, 0.95 m apart
    wide = arms * 0.475**2
    arm = compose([(arms, (along[0], 0, along[1]),
                    (own * z * z + wide, own, own * x * x + wide, 0, -own * x * z, 0)),
                   (40.0, (tube[0], 0, tube[1]), box(40.0, 0.2, 0.9, 0.2))])
    return masses, arm


# ---- statics of the loader by virtual work ----


def loader_statics(link, arm, cylinder, masses, arm_body, bucket_body, load=0.0):
    """Forces of both lift and both tilt cylinders (pushing apart is positive) that carry the loader and a load at P1:
    gradients of the potential energy over the two cylinder lengths, by central differences."""
    guide = polar(GUIDE, (LOW + HIGH) / 2 + pi / 2)

    def energy(a, l):
        s = link.solve(a, l)
        knee, pivot, p1 = link.pins(a)
        mid_lower = add(pivot, turned(link.lower, s[0]))
        pin = add(p1, turned(link.bucket, s[1]))
        heights = [(arm_body[0], turned((arm_body[1][0], arm_body[1][2]), a - LOW)[1]),
                   (bucket_body[0], p1[1] + turned((bucket_body[1][0], bucket_body[1][2]), s[1])[1]),
                   (masses["guide_rod"], guide[1] + knee[1] / 2),
                   (masses["guide_plate"], knee[1] + (guide[1] + link.plate[1]) / 3),
                   (masses["bell_crank"], pivot[1] + turned(scaled(add(link.upper, link.lower), 1 / 3), s[0])[1]),
                   (masses["clevis"], mid_lower[1]), (masses["push_rod"], (mid_lower[1] + pin[1]) / 2), (load, p1[1])]
        return G * fsum(m * h for m, h in heights)
    lift = slope(lambda a: energy(a, cylinder), arm) / slope(lift_length, arm)
    tilt = slope(lambda l: energy(arm, l), cylinder)
    return lift, tilt


def scaled(a, k): return (a[0] * k, a[1] * k)


def area(bore, rod=0.0): return pi / 4 * (bore**2 - rod**2)


# ---- start: loader raised to carry height, bucket level, at rest ----

START_P1 = 0.45  # height of P1 above the ground
BACK_PRESSURE = 1.0e6  # [Pa] absolute, in the chambers that do not carry


def start(link, masses, arm_body, bucket_body):
    arm = asin((START_P1 - 1.65) / ARM)
    cylinder = solve(lambda l: link.attitude(arm, l), link.shortest, link.longest)
    lift, tilt = loader_statics(link, arm, cylinder, masses, arm_body, bucket_body)
    lift_piston, lift_ring = 2 * area(LIFT_BORE), 2 * area(LIFT_BORE, LIFT_ROD_DIAMETER)
    tilt_piston, tilt_ring = 2 * area(TILT_BORE), 2 * area(TILT_BORE, TILT_ROD_DIAMETER)
    v2 = BACK_PRESSURE
    v1 = (lift + v2 * lift_ring) / lift_piston
    if tilt < 0:  # held by the rod side
        v3, v4 = BACK_PRESSURE, (BACK_PRESSURE * tilt_piston - tilt) / tilt_ring
    else:
        v4, v3 = BACK_PRESSURE, (BACK_PRESSURE * tilt_ring + tilt) / tilt_piston
    return arm, cylinder, (v1, v2, v3, v4), (lift, tilt)


# ---- driveline ----

TOP_SPEED, CREEP_SPEED = 40 / 3.6, 2.5 / 3.6  # [m/s] at 2100 rpm
RATED = 2100 * 2 * pi / 60
LEAD = 1.03
REAR_AXLE = 24.0  # bevel 4.0, planetary 6.0


def rolling_radius(free, stiffness, load):
    """Free radius less a third of the deflection."""
    return free - load / stiffness / 3


def axle_loads(parts):
    """Static load of front and rear axle [N] on level ground."""
    mass, centre, _ = compose(parts)
    front = mass * centre[0] / WHEELBASE
    return front * G, (mass - front) * G


def gear_names(): return [f"{r}{s}" for r in "ABCDEF" for s in (1, 2, 3, 4)]


def gears(rear):
    """Ratios engine to output shaft: a geometric row from 2.5 to 40 km/h."""
    top, low = RATED * rear / TOP_SPEED / REAR_AXLE, RATED * rear / CREEP_SPEED / REAR_AXLE
    step = (low / top)**(1 / 23)
    return [low / step**i for i in range(24)], step


# ---- all together ----


def m(x): return f"{x:.4f} m" if abs(x) >= 5e-5 else "0"
def vector(v): return "[" + ", ".join(m(x) for x in v) + "]"
def plane(p): return vector((p[0], 0, p[1]))
def numbers(v, digits=2): return "[" + ", ".join(f"{x:.{digits}f}" if abs(x) > 1e-9 else "0" for x in v) + "]"
def body(name, b): return f"name: {name}, mass: {b[0]:g} kg, centre: {vector(b[1])}, inertia: {numbers(b[2], 1 if max(b[2]) > 100 else 4)}"


def derive():
    """Texts that tractor.yaml holds word for word, and the figures."""
    top = top_angle()
    link, steer_all = Linkage(TILT), design_steering()
    steering, left_lock, right_lock = steer_all
    knee, pivot, p1 = link.pins(LOW)
    guide = polar(GUIDE, (LOW + HIGH) / 2 + pi / 2)
    own = frame_alone(steering)
    frame = compose([own, BRACKETS, BALLAST])
    frame = (frame[0], frame[1], tuple(0.0 if k in (3, 5) else x for k, x in enumerate(frame[2])))
    masses, arm_body = loader_masses(link)
    bucket = bucket_parts()
    arm_start, tilt_start, pressures, forces = start(link, masses, arm_body, bucket)
    loader_x = P0[0]
    whole = [frame, *small_parts(steering),
             (arm_body[0], (loader_x + arm_body[1][0], 0, P0[1] + arm_body[1][2]), point(0)),
             (bucket[0], (loader_x + p1[0] + bucket[1][0], 0, P0[1] + p1[1] + bucket[1][2]), point(0)),
             (masses["guide_rod"], (loader_x + guide[0] + knee[0] / 2, 0, P0[1] + guide[1] + knee[1] / 2), point(0)),
             (masses["guide_plate"], (loader_x + knee[0], 0, P0[1] + knee[1]), point(0)),
             (masses["clevis"] + masses["push_rod"] + masses["bell_crank"],
              (loader_x + pivot[0], 0, P0[1] + pivot[1]), point(0))]
    front, rear = axle_loads(whole)
    front_r = rolling_radius(FRONT_FREE, FRONT_STIFFNESS, front / 2)
    rear_r = rolling_radius(REAR_FREE, REAR_STIFFNESS, rear / 2)
    ratios, step = gears(rear_r)
    front_ratio = REAR_AXLE * front_r / rear_r / LEAD
    lift_pin = polar(LIFT_ROD[0], LOW + LIFT_ROD[1])
    base = add(P0, polar(*LIFT_BASE))
    third = 1 / 3
    plate_centre = scaled(add(guide, link.plate), third)
    crank_centre = scaled(add(link.upper, link.lower), third)
    push = sub(add(p1, link.bucket), add(pivot, link.lower))
    rod_axis = (push[0] / length(push), 0, push[1] / length(push))
    lower_axis = (link.lower[0] / length(link.lower), 0, link.lower[1] / length(link.lower))
    normal = turned((knee[0] / length(knee), knee[1] / length(knee)), pi / 2)

    def slender(mass, p):  # rod from the origin to p, 40 mm thick
        j, t = mass * length(p)**2 / 12, mass * 0.04**2 / 8
        c, s = p[0] / length(p), p[1] / length(p)
        return (mass, (p[0] / 2, 0, p[1] / 2), (j * s * s + t * c * c, j, j * c * c + t * s * s, 0, (t - j) * c * s, 0))

    def plate(mass, centre, size):  # a plate in the middle plane, or a pair of it
        j = mass * size**2 / 12
        return (mass, (centre[0], 0, centre[1]), (j, 2 * j, j + mass * 0.1**2, 0, 0, 0))
    arm_turn, bucket_turn = arm_start - LOW, -(arm_start - LOW)
    crank_start = link.solve(arm_start, tilt_start)[0] - (arm_start - LOW)
    texts = [
        body("frame", frame), body("cabin", (CABIN[0], (0, 0, CABIN[1][2] - 0.30), CABIN[2])),
        body("front_axle", (AXLE[0], (0, 0, 0), AXLE[2])),
        body("pivot_left", (PIVOT[0], (0, PIVOT[1], 0), PIVOT[2])),
        body("pivot_right", (PIVOT[0], (0, -PIVOT[1], 0), PIVOT[2])),
        body("tie_rod", (TIE_ROD, (0, -steering.rod / 2, 0), (TIE_ROD * steering.rod**2 / 12, 0.02, TIE_ROD * steering.rod**2 / 12, 0, 0, 0))),
        body("arm", arm_body), body("bucket", bucket),
        body("guide_rod", slender(masses["guide_rod"], knee)),
        body("guide_plate", plate(masses["guide_plate"], plate_centre, 0.4)),
        body("bell_crank", plate(masses["bell_crank"], crank_centre, 0.6)),
        body("clevis", (masses["clevis"], (0, 0, 0), (0.02, 0.02, 0.02, 0, 0, 0))),
        body("push_rod", slender(masses["push_rod"], scaled(push, -1))),
        f"at: {vector((WHEELBASE, 0, FRONT_Z))}",
        f"at: {vector((0, KINGPIN_Y, 0))}, axis: {numbers(kingpin(1), 6)}",
        f"b_at: {vector((0, -KINGPIN_Y, 0))}, a_axis: {numbers(kingpin(-1), 6)}, b_axis: {numbers(kingpin(-1), 6)}",
        f"axis2: {numbers(kingpin(-1), 6)}",
        f"parent: pivot_left, child: tie_rod, at: {vector(steering.left_arm)}",
        f"at: {vector((0, -steering.rod, 0))}, child_at: {vector(steering.right_arm)}",
        f"at: {vector((0, TRACK / 2 - KINGPIN_Y, 0))}", f"at: {vector((0, -(TRACK / 2 - KINGPIN_Y), 0))}",
        f"body_a: front_axle, at_a: {vector(steering.foot)}, body_b: pivot_left, at_b: {vector(plus(steering.pin, (0, 0, 0)))}",
        f"length: {steering.cylinder(0):.5f} m",
        f"low: {degrees(right_lock):.2f} deg, high: {degrees(left_lock):.2f} deg",
        f"parent: frame, child: arm, at: {plane(P0)}",
        f"parent: frame, child: guide_rod, at: {plane(add(P0, guide))}",
        f"parent: guide_rod, child: guide_plate, at: {plane(knee)}, child_at: {plane(guide)}, axis: {numbers((normal[0], 0, normal[1]), 6)}",
        f"a: guide_plate, b: arm, b_at: {plane(knee)}",
        f"parent: arm, child: bucket, at: {plane(p1)}",
        f"parent: arm, child: bell_crank, at: {plane(pivot)}",
        f"parent: bell_crank, child: clevis, at: {plane(link.lower)}, axis: {numbers(lower_axis, 6)}",
        f"parent: bucket, child: push_rod, at: {plane(link.bucket)}",
        f"a: push_rod, b: clevis, a_at: {plane(scaled(push, -1))}",
        f"body_a: frame, at_a: {plane(base)}, body_b: arm, at_b: {plane(lift_pin)}",
        f"length: {lift_length(LOW):.4f} m",
        f"body_a: guide_plate, at_a: {plane(link.plate)}, body_b: bell_crank, at_b: {plane(link.upper)}",
        f"length: {link.shortest:.4f} m",
        f"position: {degrees(arm_turn):.3f} deg, hold: true", f"position: {degrees(bucket_turn):.3f} deg, hold: true",
        f"position: {degrees(crank_start):.3f} deg", f"position: [0, {-arm_turn:.5f} rad, 0]", f"position: [0, {arm_turn:.5f} rad]",
        *[f"name: V{i + 1}, hose: " for i in range(4)],
        *[f"pressure: {p / 1e6:.4f} MPa" for p in pressures],
        *[f"name: {n}, ratio: {r:.4f}" for n, r in zip(gear_names(), ratios)],
        f"front_ratio: {front_ratio:.3f}",
        "profile: [" + ", ".join(f"[{x:.4g} m, {z:.4g} m]" for x, z in bucket_profile()) + "]",
    ]
    level_lever = 1 / -slope(lambda l: link.attitude(LOW, l), link.level)
    deviation = [degrees(link.attitude(a, link.level)) for a in grid(41, LOW, top)]
    transmission = min(link.solve(a, l)[2] for a in grid(21, LOW, top) for l in grid(21, link.shortest, link.longest))

    def at(a, l): return degrees(link.attitude(a, l))

    def lift_force(a):
        """Vertical load at P1 that 19.5 MPa lift, own weight deducted [N]; the other chamber without pressure."""
        need = loader_statics(link, a, link.level, masses, arm_body, bucket)[0]
        one = loader_statics(link, a, link.level, masses, arm_body, bucket, 1000.0)[0] - need
        return (RELIEF * 2 * area(LIFT_BORE) - need) / one * 1000 * G
    volume = 2 * area(LIFT_BORE) * LIFT_STROKE
    struck = enclosed(bucket_profile())
    tilt_ring = 2 * area(TILT_BORE, TILT_ROD_DIAMETER)
    tractor = compose([own, *small_parts(steering)])
    pm = principal(frame[2])
    figures = [
        f"arm {degrees(LOW):.2f} .. {degrees(top):.2f} deg; P1 {1.65 + ARM * sin(LOW):.3f} .. {1.65 + ARM * sin(top):.3f} m above the ground",
        f"lift cylinder {lift_length(LOW):.4f} .. {lift_length(LOW) + LIFT_STROKE:.4f} m; {volume * 1000:.2f} l in {volume / FLOW:.2f} s at 90 l/min",
        "lift force at P1 low, middle, top: " + ", ".join(f"{lift_force(a) / 1000:.1f}" for a in (LOW, (LOW + top) / 2, top)) + " kN",
        f"tilt cylinder {link.shortest:.4f} (rolled back) .. {link.level:.4f} (level, lowered) .. {link.longest:.4f} m (dumped)",
        f"bucket lowered {at(LOW, link.longest):.1f} .. {at(LOW, link.shortest):.1f} deg; "
        f"middle {at((LOW + top) / 2, link.longest):.1f} .. {at((LOW + top) / 2, link.shortest):.1f}; raised {at(top, link.longest):.1f} .. {at(top, link.shortest):.1f}",
        f"attitude while lifting with the cylinders held, from level: {min(deviation):.2f} .. {max(deviation):+.2f} deg",
        f"least sine of a transmission angle, all of lift and tilt: {transmission:.2f}",
        f"breakout at {BREAKOUT_LEVER} m: {RELIEF * tilt_ring / 1000:.1f} kN x {level_lever:.3f} m -> {RELIEF * tilt_ring * level_lever / BREAKOUT_LEVER / 1000:.1f} kN",
        f"bucket {struck:.4f} m2 x 2.14 m between the sides, struck {struck * 2.14:.3f} m3",
        f"start: arm {degrees(arm_start):.2f} deg, cylinder forces lift {forces[0] / 1000:.2f}, tilt {forces[1] / 1000:.2f} kN",
        f"kingpins {2 * KINGPIN_Y:.4f} m apart at hub height; arm inwards {-steering.left_arm[1]:.4f} m, tie rod {steering.rod:.4f} m",
        f"locks: left pivot {degrees(left_lock):.2f} / {degrees(right_lock):.2f} deg, inner wheel {degrees(Steering.heading(1, left_lock)):.2f}, "
        f"outer {degrees(Steering.heading(-1, steering.right(left_lock))):.2f} deg (Ackermann {degrees(ackermann(INNER)):.2f})",
        f"steering cylinder {steering.cylinder(0):.4f} m, {steering.cylinder(left_lock) - steering.cylinder(0):+.4f} left, "
        f"{steering.cylinder(right_lock) - steering.cylinder(0):+.4f} right; lever {slope(steering.cylinder, right_lock):.3f} .. {slope(steering.cylinder, 0):.3f} .. {slope(steering.cylinder, left_lock):.3f} m",
        f"tractor alone {tractor[0]:.1f} kg, centre {vector(tractor[1])}, inertia {numbers(tractor[2])}",
        f"frame alone {own[0]:.1f} kg; with brackets and ballast principal moments {numbers(pm)}",
        f"machine with loader and ballast {compose(whole)[0]:.1f} kg; axles {front / 1000:.2f} / {rear / 1000:.2f} kN; "
        f"deflections {front / 2 / FRONT_STIFFNESS * 1000:.1f} / {rear / 2 / REAR_STIFFNESS * 1000:.1f} mm",
        f"rolling radii {front_r:.4f} / {rear_r:.4f} m; total ratio {ratios[0] * REAR_AXLE:.1f} .. {ratios[-1] * REAR_AXLE:.2f}, step {step:.4f}; front ratio {front_ratio:.3f}, lead {LEAD - 1:.0%}",
    ]
    return texts, figures, transmission, pm


def principal(j):
    """Principal moments of (xx yy zz 0 xz 0)."""
    middle, half = (j[0] + j[2]) / 2, hypot((j[0] - j[2]) / 2, j[4])
    return middle - half, j[1], middle + half


def main():
    if "--search" in sys.argv:
        found, f = search(dict(ROUGH), top_angle())
        print(f"cost {f:.3f}, of the numbers in use {cost(TILT, top_angle()):.3f}")
        for k, v in found.items():
            print(f"    {k}={v:.4f},  # in use {TILT[k]}")
        return 0
    texts, figures, transmission, pm = derive()
    if "--check" in sys.argv:
        file = re.sub(r"\s*\n\s*", ", ", (pathlib.Path(__file__).parent / "tractor.yaml").read_text())
        missing = [t for t in texts if t not in file]
        for t in missing:
            print("tractor.yaml lacks:", t)
        sound = transmission > 0.2 and all(pm[k] < pm[(k + 1) % 3] + pm[(k + 2) % 3] for k in range(3))
        return 0 if sound and not missing else 1
    print("\n".join([*texts, "", *figures]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
