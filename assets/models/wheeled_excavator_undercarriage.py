"""Undercarriage of the wheeled excavator: frame with swing ring, axles, twin wheels, blade, outriggers.

Frame of the undercarriage: origin on the swing axis at ground level, x towards the steered axle.
"""
from math import cos, pi, sin

from mathutils import Matrix, Vector

import excavator_undercarriage
from excavator_arm import cylinder_pair
from shapes import bolt, box, cylinder, hull, lathe, loft, plate, rectangle, revolved, rounded, slab, strut, tube, union
from tractor_wheels import Size, around, carcass, tire

TWIN = 0.31         # [m] between the middles of a pair's tires
TIRE_WIDTH = 0.275  # [m] of one tire
SIZE = Size(20, 34, 0.011, 34, 28, 10, 0.145)  # road tires: many low bars
TOP = 0.975         # [m] of the frame
LEG_Y = 0.11        # [m] from the middle of a leg to its plates


def frame(model, front, rear):
    beam = slab(rounded([(-1.85, -0.36), (1.80, -0.36), (1.80, 0.36), (-1.85, 0.36)], 0.06, 2), 0.64, 0.90, 0.02)
    middle = slab(rounded([(-0.72, -0.60), (0.72, -0.60), (0.72, 0.60), (-0.72, 0.60)], 0.22, 3), 0.60, TOP - 0.03, 0.02)
    tower = lathe([(0.70, 0.86), (0.66, 0.90), (0.62, TOP), (0.40, TOP)], 36, "Z")
    nose = slab(rounded([(1.62, -0.56), (1.86, -0.56), (1.86, 0.56), (1.62, 0.56)], 0.05, 2), 0.34, 0.88, 0.02)
    gearbox = box((0.62, 0.44, 0.34), (0.10, 0, 0.47), 0.03)
    motor = cylinder(0.13, 0.34, 18, "X", 0.02).at(0.52, 0.04, 0.56)
    model.add("undercarriage", "paint.frame", beam, middle, tower, nose, gearbox, motor)
    shafts = [cylinder(0.045, length, 12, "X", 0.004).at(x, 0, 0.50) for x, length in ((0.82, 0.90), (-0.62, 0.72))]
    ring = lathe([(0.46, TOP), (0.60, TOP), (0.60, TOP + 0.05), (0.46, TOP + 0.05)], 40, "Z")
    model.add("undercarriage", "steel.track", ring, *shafts)
    bolts = [bolt((0.575 * cos(a), 0.575 * sin(a), TOP + 0.05), (0, 0, 1), 0.013, 0.010)
             for a in (2 * pi * k / 28 for k in range(28))]
    model.add("undercarriage", "steel.bolt", *bolts, shades=False)
    # rear axle: fixed housing with a ball in the middle
    bell = lathe([(0.06, -0.20), (0.19, -0.16), (0.23, 0.0), (0.19, 0.16), (0.06, 0.20)], 22, "X").at(rear.x, 0, rear.z)
    tubes = [loft([[(rear.x + a, y, rear.z + b) for a, b in rectangle(w, w, 0.02)] for y, w in
                   ((s * 0.10, 0.22), (s * 0.40, 0.18), (s * 0.66, 0.22))]) for s in (-1, 1)]
    saddles = [box((0.26, 0.12, 0.18), (rear.x, s * 0.30, 0.64), 0.015) for s in (-1, 1)]
    model.add("undercarriage", "paint.frame", bell, *tubes, *saddles)
    # steps and tool boxes between the wheels
    chest = slab(rounded([(-0.44, 0.60), (0.80, 0.60), (0.80, 1.18), (-0.44, 1.18)], 0.05, 2), 0.52, 0.94, 0.02)
    model.add("undercarriage", "paint.body", chest.both())
    tread = [box((0.44, 0.16, 0.025), (0.18, 1.22, z), 0.006) for z in (0.42, 0.70)]
    sides = [box((0.03, 0.10, 0.34), (0.18 + d, 1.20, 0.55), 0) for d in (-0.22, 0.22)]
    lid = box((1.10, 0.50, 0.006), (0.18, 0.89, 0.944), 0)
    model.add("undercarriage", "paint.frame", union(tread + sides + [lid]).both())
    lamps = box((0.02, 0.12, 0.06), (-1.865, 0.30, 0.78), 0.005)
    model.add("undercarriage", "lamp.red", lamps.both(), shades=False)
    # bracket of the front axle's pivot, plungers of its lock beside it
    cheeks = [box((0.06, 0.30, 0.34), (front.x + s * 0.20, 0, 0.58), 0.02) for s in (-1, 1)]
    lock = cylinder(0.058, 0.30, 16, "Z", 0.008).at(front.x, 0.52, 0.83)
    arm = box((0.18, 0.28, 0.10), (front.x, 0.44, 0.93), 0.015)
    model.add("undercarriage", "paint.frame", *cheeks, (lock + arm).both())


def front_axle(model, kingpin_y):
    """Beam on a pivot along x, with the forks of the kingpins and the housing of the differential."""
    bell = lathe([(0.06, -0.19), (0.18, -0.15), (0.22, 0.0), (0.18, 0.15), (0.06, 0.19)], 22, "X")
    tubes = [loft([[(a, y, b) for a, b in rectangle(w, w, 0.02)] for y, w in
                   ((s * 0.10, 0.22), (s * 0.45, 0.17), (s * (kingpin_y - 0.12), 0.20))]) for s in (-1, 1)]
    forks = [box((0.14, 0.16, 0.05), (0, s * (kingpin_y - 0.03), z), 0.012) for s in (-1, 1) for z in (-0.13, 0.13)]
    pads = [cylinder(0.05, 0.14, 14, "Z", 0.006).at(0, s * 0.52, 0.12) for s in (-1, 1)]
    model.add("front_axle", "paint.frame", bell, *tubes, *forks)
    model.add("front_axle", "steel.bolt", *pads, *[cylinder(0.035, 0.36, 12, "Z", 0.004).at(0, s * kingpin_y, 0)
                                                   for s in (-1, 1)])
    ram = cylinder(0.045, 0.62, 16, "Y", 0.006).at(0.18, 0, 0)
    rods = [cylinder(0.022, 0.34, 12, "Y", 0.0).at(0.18, s * 0.46, 0) for s in (-1, 1)]
    model.add("front_axle", "paint.frame", ram)
    model.add("front_axle", "chrome.rod", *rods)


def knuckles(model):
    for name, s in (("left", 1), ("right", -1)):
        body = [cylinder(0.105, 0.22, 18, "Z", 0.01), cylinder(0.15, 0.12, 20, "Y", 0.01).at(0, s * 0.06, 0)]
        arm = strut((0, 0, 0), (-0.1977, -s * 0.0965, 0), 0.06, 0.05, (0, 0, 1), 0.008)
        steer = strut((0, 0, 0), (0.18, 0, 0), 0.06, 0.05, (0, 0, 1), 0.008)
        model.add(f"knuckle_{name}", "paint.frame", *body, arm, steer)


# ---- wheels ----


def rim(half):
    """Of one tire, its disc in the middle: outer side towards +y."""
    r, edge = SIZE.rim, 0.86 * half
    profile = [(r + 0.018, edge - 0.02), (r + 0.022, edge), (r - 0.010, edge - 0.012), (r - 0.022, 0.06), (r * 0.74, 0.035),
               (r * 0.70, 0.020), (0.17, 0.015), (0.17, -0.005), (r * 0.72, 0.0), (r - 0.030, 0.02), (r - 0.030, -edge + 0.03),
               (r + 0.018, -edge)]
    return revolved(profile, SIZE.rim_segments)


def wheel(model, name, radius, side):
    """Twins on one hub; side: 1 on the left."""
    turn = (lambda s: s) if side > 0 else (lambda s: s.mirrored())
    half = TIRE_WIDTH / 2
    one = tire(radius, TIRE_WIDTH, SIZE)
    for y in (-TWIN / 2, TWIN / 2):
        model.add(name, "rubber.tire", turn(one.at(0, y)))
        model.add(name, "paint.rim", turn(rim(half).at(0, y) if y > 0 else rim(half).mirrored().at(0, y)))
    drum = lathe([(0.20, -0.22), (0.20, 0.02), (0.165, 0.06), (0.155, 0.17), (0.145, 0.215), (0.11, 0.235), (0, 0.238)], 26)
    band = lathe([(SIZE.rim - 0.025, -0.05), (SIZE.rim - 0.025, 0.05)], SIZE.rim_segments)
    model.add(name, "paint.frame", turn(drum), turn(band))
    studs = around(bolt((0, 0.175, 0.185), (0, 1, 0), 0.014, 0.030), SIZE.bolts)
    model.add(name, "steel.bolt", turn(studs), shades=False)


# ---- blade and outriggers ----


def blade_hinges(model, pivot, foot):
    arms, cylinders = excavator_undercarriage.ARM_Y, excavator_undercarriage.BLADE_Y
    lugs = []
    for y in (arms - 0.085, arms + 0.085):
        lugs.append(plate(hull([(pivot.x, pivot.z, 0.075), (1.66, 0.56, 0.05), (1.66, 0.38, 0.05)]), 0.035, 0.006, y))
    for y in (cylinders - 0.060, cylinders + 0.060):
        lugs.append(plate(hull([(foot.x, foot.z, 0.060), (foot.x - 0.14, 0.70, 0.06), (foot.x + 0.16, 0.70, 0.06)]), 0.025,
                          0.005, y))
    beam = box((0.16, 0.34, 0.30), (1.72, arms, 0.48), 0.02)
    model.add("undercarriage", "paint.frame", union(lugs + [beam]).both())
    pins = [cylinder(0.040, 0.24, 12, "Y", 0.004).at(pivot.x, arms, pivot.z),
            cylinder(0.028, 0.17, 10, "Y", 0.004).at(foot.x, cylinders, foot.z)]
    model.add("undercarriage", "steel.bolt", union(pins).both())


def outrigger_frame(model, pivot, foot):
    """Box across the tail with lugs for legs and their cylinders."""
    beam = box((0.24, 0.72, 0.46), (pivot.x, 0, 0.96), 0.02)
    lugs = []
    for x in (pivot.x - LEG_Y - 0.03, pivot.x + LEG_Y + 0.03):
        outline = hull([(pivot.y, pivot.z, 0.085), (foot.y, foot.z, 0.075), (0.20, 0.80, 0.06), (0.20, 1.22, 0.06)])
        lug = loft([[(x + d, y, z) for y, z in outline] for d in (-0.015, 0.015)])
        lugs.append(lug)
    model.add("undercarriage", "paint.frame", beam, union(lugs).both())
    pins = [cylinder(0.040, 0.36, 14, "X", 0.004).at(pivot.x, pivot.y, pivot.z),
            cylinder(0.036, 0.36, 14, "X", 0.004).at(foot.x, foot.y, foot.z)]
    model.add("undercarriage", "steel.bolt", union(pins).both())


def outrigger(model, name, side, rod_pin):
    """Leg in its own frame: pin at the origin, foot at 1.18 m out and 0.95 m down."""
    knee, foot = Vector((0, 0.62, -0.30)), Vector((0, 1.16, -0.82))

    def section(p, wide, high, along):
        across = Vector((0, -along.z, along.y)).normalized()
        return [tuple(Vector((a, 0, 0)) + p + across * b) for a, b in rectangle(wide, high, 0.02)]

    leg = loft([section(Vector((0, -0.06, 0.02)), 0.20, 0.17, knee), section(knee, 0.20, 0.25, knee),
                section(knee + (foot - knee) * 0.12, 0.20, 0.26, foot - knee), section(foot, 0.18, 0.15, foot - knee)])
    ears = [loft([[(x + d, y, z) for y, z in hull([(rod_pin.y, rod_pin.z, 0.075), (0.30, -0.06, 0.06), (0.66, -0.24, 0.06)])]
                  for d in (-0.014, 0.014)]) for x in (-0.075, 0.075)]
    boss = cylinder(0.090, 0.22, 20, "X", 0.006)
    neck = lathe([(0.07, -0.90), (0.09, -0.86), (0.06, -0.82), (0.06, -0.76)], 16, "Z").at(0, 1.18)
    turn = (lambda s: s) if side > 0 else (lambda s: s.mirrored())
    model.add(name, "paint.frame", turn(leg), turn(boss), *[turn(e) for e in ears])
    plate_ = loft([[(a, 1.18 + b, z) for a, b in rectangle(0.40 - d, 0.35 - d, 0.04, 2)] for d, z in
                   ((0.02, -0.95), (0.0, -0.94), (0.0, -0.915), (0.16, -0.885))])
    ribs = [box((0.34, 0.020, 0.05), (0, 1.18 + y, -0.90), 0) for y in (-0.09, 0.09)]
    model.add(name, "steel.worn", turn(plate_), *[turn(r) for r in ribs], turn(neck))
    model.add(name, "steel.bolt", turn(cylinder(0.030, 0.24, 12, "X", 0.004).at(0, rod_pin.y, rod_pin.z)))
    hose = tube([(0.06, 0.30, 0.06), (0.09, 0.12, 0.20), (0.09, -0.02, 0.24), (0.06, -0.16, 0.16)], 0.014, 6, 3)
    model.add(name, "rubber.hose", turn(hose))


def build(model, machine):
    front, rear = machine.at("front_axle"), machine.at("wheel_rear_left")
    frame(model, front, Vector((rear.x, 0, rear.z)))
    front_axle(model, machine.at("kingpin_left").y)
    knuckles(model)
    radius = machine.tires["front_left"][0]
    for name, side in (("left", 1), ("right", -1)):
        wheel(model, f"wheel_front_{name}", radius, side)
        wheel(model, f"wheel_rear_{name}", radius, side)
    foot, rod_pin = machine.pins("work.blade")
    blade_hinges(model, machine.at("blade"), foot)
    excavator_undercarriage.blade(model, machine.profile("blade"), machine.width("blade") / 2, rod_pin)
    cylinder_pair(model, machine, "work.blade", (-excavator_undercarriage.BLADE_Y, excavator_undercarriage.BLADE_Y), 0.055,
                  0.085, "paint.frame")
    base = machine.pins("work.outrigger_left")[0]
    outrigger_frame(model, machine.at("outrigger_left"), base)
    for name, side in (("left", 1), ("right", -1)):
        pin = machine.pins(f"work.outrigger_{name}")[1]
        outrigger(model, f"outrigger_{name}", side, Vector((pin.x, abs(pin.y), pin.z)))
        cylinder_pair(model, machine, f"work.outrigger_{name}", (0.0,), 0.062, 0.10, "paint.frame")
