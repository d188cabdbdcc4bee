"""Crawler undercarriage: X frame, track frames with their wheels, one shoe of the belt, sprockets, blade.

Frame of the undercarriage: origin on the swing axis at ground level. Inside the belt everything touches the rails of the
chain, RAIL above the outer face of the shoes.
"""
from math import cos, pi, sin

from mathutils import Vector

from shapes import bolt, box, cylinder, hull, lathe, loft, plate, rectangle, rounded, slab, strut, sweep, tube, union

GAUGE = 1.19             # [m] of a belt's middle from the middle plane
SHOE_WIDTH, PITCH = 0.60, 0.19
RAIL, PIN = 0.115, 0.07  # [m] rails' top and middle of the pins above the outer face of the shoes
END_Z, IDLER_X, SPROCKET_X = 0.46, 1.825, -1.825  # where the machine's stations have idler and sprocket
CARRIERS = ((-0.62, 0.700), (0.62, 0.700))  # x, z
CARRIER = 0.070          # [m] radius of their tread
TEETH = 12
BLADE_Y = 0.30           # [m] of the blade's cylinders
ARM_Y = 0.52             # [m] of its arms


def track_wheel(tread, flange, gap, wide, hub, n):
    """Roller with two treads for the rails, flanges beyond them at `gap`, a thinner waist between."""
    half = [(hub, wide / 2), (flange, wide / 2), (flange, gap), (tread, gap - 0.006), (tread, 0.052), (tread * 0.80, 0.044)]
    return lathe([(r, -y) for r, y in half] + [(r, y) for r, y in half[::-1]], n)


def rollers(stations):
    """Those that carry, two that hold up the belt, and the axles of both."""
    wheels, axles = [], []
    for x, z, radius in stations:
        wheels.append(track_wheel(radius - RAIL, radius - RAIL + 0.016, 0.112, 0.25, 0.045, 12).at(x, GAUGE, z))
        axles += [box((0.105, 0.045, 0.10), (x, GAUGE + s * 0.150, z + 0.035), 0) for s in (-1, 1)]
    for x, z in CARRIERS:
        wheels.append(track_wheel(CARRIER, CARRIER + 0.014, 0.112, 0.25, 0.03, 12).at(x, GAUGE, z))
        axles.append(cylinder(0.032, 0.36, 10, "Y", 0).at(x, GAUGE - 0.10, z))
        axles.append(box((0.16, 0.06, 0.17), (x, GAUGE - 0.24, z - 0.05), 0.012))
    return wheels, axles


def idler(outside):
    r = outside - RAIL
    half = [(0.07, 0.125), (0.105, 0.125), (0.115, 0.10), (r - 0.075, 0.062), (r - 0.035, 0.098), (r - 0.004, 0.105),
            (r, 0.098), (r, 0.056), (r + 0.022, 0.047)]
    wheel = lathe([(a, -y) for a, y in half] + [(a, y) for a, y in half[::-1]], 36)
    hub = cylinder(0.075, 0.30, 16, "Y", 0.008)
    return wheel.at(IDLER_X, GAUGE, END_Z), hub.at(IDLER_X, GAUGE, END_Z)


def track_frame(model, stations):
    """Left side; the right one is its image. A box with sloping shoulders, on which earth does not stay."""
    section = [(-0.155, 0.275), (0.155, 0.275), (0.165, 0.32), (0.165, 0.50), (0.085, 0.615), (-0.085, 0.615),
               (-0.165, 0.50), (-0.165, 0.32)]
    beam = loft([[(x, GAUGE + y * w, z if z > 0.4 else z + lift) for y, z in section]
                 for x, w, lift in ((-1.42, 0.80, 0.03), (-1.30, 1.0, 0.0), (1.20, 1.0, 0.0), (1.46, 0.96, 0.02))])
    wheels, axles = rollers(stations[1:-1])
    tread, hub = idler(stations[0][2])
    fork = [plate(rounded([(1.28, 0.34), (1.62, 0.40), (1.93, 0.40), (1.95, 0.52), (1.62, 0.53), (1.28, 0.57)], 0.03, 2),
                  0.04, 0.006, GAUGE + s * 0.150) for s in (-1, 1)]
    rail_guards = [plate(rounded([(x - 0.15, 0.105), (x + 0.15, 0.105), (x + 0.19, 0.30), (x - 0.19, 0.30)], 0.02, 1),
                         0.022, 0.004, GAUGE + s * 0.185) for x in (-0.60, 0.60) for s in (-1, 1)]
    shield = box((0.10, 0.27, 0.02), (1.25, GAUGE, 0.61), 0.006)
    # carries the motor: a ring round the final drive, on the inner side
    horn = loft([[(x, GAUGE - 0.115 + y, z) for y, z in rectangle(0.15, h, 0.02)]
                 for x, h in ((-1.30, 0.30), (-1.55, 0.34))]).at(0, 0, END_Z)
    bell = lathe([(0.16, -0.20), (0.235, -0.20), (0.245, -0.185), (0.245, -0.075), (0.19, -0.065)],
                 24).at(SPROCKET_X, GAUGE, END_Z)
    motor = lathe([(0.06, -0.42), (0.115, -0.40), (0.13, -0.36), (0.13, -0.24), (0.19, -0.215), (0.19, -0.19)], 18).at(
        SPROCKET_X, GAUGE, END_Z)
    cover = slab(rounded([(-1.62, GAUGE - 0.32), (-1.38, GAUGE - 0.32), (-1.38, GAUGE - 0.15), (-1.62, GAUGE - 0.15)], 0.04,
                         2), 0.60, 0.66, 0.01)
    ring = union([bolt((SPROCKET_X + 0.215 * cos(a), GAUGE - 0.200, END_Z + 0.215 * sin(a)), (0, -1, 0), 0.013, 0.012)
                  for a in (2 * pi * k / 10 for k in range(10))])
    paint = union([beam, horn, bell, *fork, *rail_guards, shield, cover])
    model.add("undercarriage", "paint.frame", paint.both(), union(axles).both())
    model.add("undercarriage", "steel.track", union(wheels).both(), (tread + hub).both())
    model.add("undercarriage", "paint.frame", motor.both())
    steps = [box((0.34, 0.05, 0.025), (x, GAUGE + 0.225, 0.47), 0.006) for x in (-0.42, 0.42)]
    steps += [box((0.03, 0.10, 0.03), (x + d, GAUGE + 0.19, 0.465), 0) for x in (-0.42, 0.42) for d in (-0.13, 0.13)]
    model.add("undercarriage", "paint.frame", union(steps).both())
    model.add("undercarriage", "steel.bolt", ring.both(), shades=False)
    fill = union([cylinder(0.045, 0.012, 12, "Y", 0.003).at(x, GAUGE + 0.169, 0.42) for x in (0.95,)]
                 + [bolt((x, GAUGE + 0.166, 0.42), (0, 1, 0), 0.016, 0.012) for x in (-1.1, -0.9, 0.75, 1.15)])
    model.add("undercarriage", "steel.bolt", fill.both(), shades=False)


def x_frame(model):
    """Middle box with the tower of the swing bearing, four legs down to the track frames."""
    box_outline = rounded([(-0.72, -0.52), (0.72, -0.52), (0.72, 0.52), (-0.72, 0.52)], 0.16, 2)
    middle = slab(box_outline, 0.47, 0.80, 0.02)
    tower = lathe([(0.74, 0.70), (0.74, 0.72), (0.66, 0.84), (0.655, 0.915), (0.40, 0.915)], 36, "Z")
    legs = []
    for s in (-1, 1):
        start, elbow, end = Vector((s * 0.42, 0.36, 0.645)), Vector((s * 0.66, 0.72, 0.60)), Vector((s * 0.86, 1.06, 0.465))
        rings = []
        for p, wide, high in ((start, 0.52, 0.33), (elbow, 0.46, 0.30), (end, 0.50, 0.25)):
            rings.append([(p.x + a, p.y, p.z + b) for a, b in rectangle(wide, high, 0.03)])
        legs.append(loft(rings))
    gussets = [slab([(s * 0.60, 0.50), (s * 0.95, 1.02), (s * 0.55, 1.02), (s * 0.35, 0.50)], 0.475, 0.495, 0)
               for s in (-1, 1)]
    model.add("undercarriage", "paint.frame", middle, tower, union(legs + gussets).both())
    lower_ring = lathe([(0.50, 0.91), (0.672, 0.91), (0.672, 0.945), (0.640, 0.955), (0.50, 0.955)], 40, "Z")
    bolts = union([bolt((0.655 * cos(a), 0.655 * sin(a), 0.945), (0, 0, 1), 0.014, 0.010)
                   for a in (2 * pi * k / 32 for k in range(32))])
    model.add("undercarriage", "steel.track", lower_ring)
    model.add("undercarriage", "steel.bolt", bolts, shades=False)
    hoses = [tube([(-0.70, 0.10 + d, 0.66), (-1.0, 0.22 + d, 0.62), (-1.30, 0.55 + d, 0.60),
                   (SPROCKET_X + 0.10 * (d > 0.05), 0.79, 0.50 + d)], 0.016, 6, 3) for d in (0.0, 0.08)]
    model.add("undercarriage", "rubber.hose", union(hoses).both())
    cover = slab(rounded([(-0.30, -0.25), (0.30, -0.25), (0.30, 0.25), (-0.30, 0.25)], 0.05, 2), 0.458, 0.475, 0.004)
    model.add("undercarriage", "paint.frame", cover)


def blade_hinges(model, pivot, cylinder_foot):
    """Lugs on the X frame for the blade's arms and for its cylinders."""
    lugs = []
    for y in (ARM_Y - 0.085, ARM_Y + 0.085):
        outline = hull([(pivot.x, pivot.z, 0.085), (0.66, 0.72, 0.05), (0.66, 0.52, 0.05)])
        lugs.append(plate(outline, 0.035, 0.006, y))
    beam = strut((0.70, 0, 0.60), (0.70, 0.66, 0.60), 0.16, 0.24, (1, 0, 0), 0.02)
    for y in (BLADE_Y - 0.060, BLADE_Y + 0.060):
        outline = hull([(cylinder_foot.x, cylinder_foot.z, 0.065), (0.62, cylinder_foot.z - 0.04, 0.05),
                        (0.62, 0.54, 0.05)])
        lugs.append(plate(outline, 0.025, 0.005, y))
    model.add("undercarriage", "paint.frame", union(lugs + [beam]).both())
    pins = [cylinder(0.042, 0.24, 12, "Y", 0.004).at(pivot.x, ARM_Y, pivot.z),
            cylinder(0.028, 0.17, 10, "Y", 0.004).at(cylinder_foot.x, BLADE_Y, cylinder_foot.z)]
    model.add("undercarriage", "steel.bolt", union(pins).both())


def shoe(model):
    """One shoe with its two links, which the scene copies round the belt. Origin in the middle of the outer face."""
    name, half, over = "undercarriage:track_shoe", PITCH / 2, 0.012
    section = [(-half - over, 0.016), (-half - over, 0.006), (-half + 0.004, 0.0), (half - 0.016, 0.0),
               (half - 0.004, 0.008), (half - 0.004, 0.017), (half - 0.02, 0.011), (-half + 0.006, 0.011)]
    pan = plate(section, SHOE_WIDTH, 0.0)
    ribs = [plate([(x - 0.013, 0.002), (x - 0.007, -0.026), (x + 0.007, -0.026), (x + 0.013, 0.002)], SHOE_WIDTH - 0.004,
                  0.0) for x in (-0.074, 0.002, 0.074)]
    model.add(name, "steel.shoe", pan, *ribs)
    links, rails = [], []
    for s in (-1, 1):
        links.append(plate(hull([(-half, PIN, 0.036), (-0.03, PIN, 0.036)], 8), 0.030, 0, s * 0.070))
        links.append(plate(hull([(0.02, PIN, 0.036), (half, PIN, 0.036)], 8), 0.030, 0, s * 0.100))
        links.append(box((0.13, 0.060, 0.064), (0.0, s * 0.085, 0.044), 0))
        rails.append(box((0.172, 0.046, 0.020), (0.0, s * 0.085, RAIL - 0.010), 0))
    model.add(name, "steel.track", *links, *rails, cylinder(0.029, 0.112, 10, "Y", 0).at(half, 0, PIN))
    bolts = [bolt((x, y, 0.0), (0, 0, -1), 0.014, 0.009) for x in (-0.036, 0.038) for y in (-0.085, 0.085)]
    model.add(name, "steel.bolt", *bolts, shades=False)


def sprocket(model, name, side):
    """Toothed ring and the drum of the final drive outside it. At zero angle a gap between teeth stands on the x axis; pins
    sit in the gaps at the radius of the chain's pins."""
    pin_circle = PITCH / 2 / sin(pi / TEETH)
    tip, root, step = pin_circle + 0.024, pin_circle - 0.031, 2 * pi / TEETH
    outline = []
    for k in range(TEETH):
        for share, r in ((-0.24, root + 0.010), (-0.12, root), (0.12, root), (0.24, root + 0.010), (0.38, tip - 0.008),
                         (0.44, tip), (0.56, tip), (0.62, tip - 0.008)):
            a = (k + share) * step
            outline.append((r * cos(a), r * sin(a)))
    ring = plate(outline, 0.066, 0.006)
    model.add(name, "steel.track", ring)
    turn = (lambda s: s) if side > 0 else (lambda s: s.mirrored())
    drum = lathe([(0.20, -0.05), (0.262, -0.045), (0.268, 0.036), (0.262, 0.044), (0.225, 0.046), (0.215, 0.06),
                  (0.205, 0.165), (0.19, 0.195), (0.15, 0.212), (0.145, 0.222), (0.05, 0.228), (0, 0.228)], 28)
    model.add(name, "paint.frame", turn(drum))
    studs = [bolt((0.246 * cos(a), 0.043, 0.246 * sin(a)), (0, 1, 0), 0.013, 0.014)
             for a in (2 * pi * k / 16 for k in range(16))]
    studs += [bolt((0.168 * cos(a), 0.204, 0.168 * sin(a)), (0, 1, 0), 0.010, 0.012)
              for a in (2 * pi * k / 10 for k in range(10))]
    studs += [bolt((0.09 * cos(a), 0.224, 0.09 * sin(a)), (0, 1, 0), 0.018, 0.010) for a in (0.5, 2.6, 4.7)]
    model.add(name, "steel.bolt", turn(union(studs)), shades=False)


# ---- blade ----


def blade(model, profile, half, rod_pin):
    """profile: points (x, z) of the mouldboard's front from the cutting edge to the top, in the frame of the blade."""
    edge, top = profile[0], profile[-1]
    back = [(x - 0.022, z) for x, z in profile]
    front = plate(profile + back[::-1], 2 * half - 0.02, 0.002)
    x0, z0, z1 = min(p[0] for p in profile), edge[1], top[1]
    high = z1 - z0
    box_low = sweep([(x0 - 0.09, -half + 0.05, z0 + 0.24 * high), (x0 - 0.09, half - 0.05, z0 + 0.24 * high)],
                    rectangle(0.16, 0.20, 0.02), (1, 0, 0))
    box_high = sweep([(x0 - 0.06, -half + 0.05, z0 + 0.80 * high), (x0 - 0.06, half - 0.05, z0 + 0.80 * high)],
                     rectangle(0.10, 0.12, 0.02), (1, 0, 0))
    ribs = [plate([(x0 - 0.02, z0 + 0.06), (x0 - 0.02, z1 - 0.02), (x0 - 0.08, z1 - 0.04), (x0 - 0.17, z0 + 0.34 * high),
                   (x0 - 0.15, z0 + 0.14 * high)], 0.018, 0, y)
            for y in (-half + 0.06, -0.95, -0.36, 0.36, 0.95, half - 0.06)]
    ends = [plate(rounded([(edge[0] + 0.03, z0 + 0.02), (top[0] + 0.05, z1), (x0 - 0.10, z1 - 0.02),
                           (x0 - 0.17, z0 + 0.30 * high), (x0 - 0.06, z0 + 0.02)], [0.02, 0.03, 0.03, 0.03, 0.02], 2),
                  0.022, 0.004, s * (half - 0.011)) for s in (-1, 1)]
    model.add("blade", "paint.body", front, box_low, box_high, *ribs, *ends)
    cutting = plate([(edge[0] + 0.004, z0), (edge[0] + 0.026, z0 + 0.012), (profile[1][0] + 0.026, z0 + 0.17),
                     (profile[1][0] - 0.004, z0 + 0.17)], 2 * half, 0.002)
    model.add("blade", "steel.worn", cutting)
    bolts = [bolt((profile[1][0] + 0.024, y, z0 + 0.125), (1, 0, 0.1), 0.015, 0.010) for y in
             [-half + 0.12 + (2 * half - 0.24) * k / 9 for k in range(10)]]
    model.add("blade", "steel.bolt", *bolts, shades=False)
    # arms from the hinges to the lower box, a cross tube between them, lugs for the cylinders
    end = Vector((x0 - 0.12, ARM_Y + 0.06, z0 + 0.26 * high))
    arms = [sweep([(0.0, ARM_Y, 0.0), (0.45, ARM_Y, 0.30 * end.z), end], rectangle(0.12, 0.20, 0.02), (0, 1, 0),
                  scale=[0.85, 1.0, 1.15])]
    arms.append(cylinder(0.10, 0.128, 18, "Y", 0.006).at(0, ARM_Y, 0))
    cross = cylinder(0.065, 2 * ARM_Y, 16, "Y", 0).at(0.46, 0, 0.30 * end.z)
    lugs = []
    for y in (BLADE_Y - 0.058, BLADE_Y + 0.058):
        outline = hull([(rod_pin.x, rod_pin.z, 0.06), (x0 - 0.06, z0 + 0.80 * high, 0.05),
                        (x0 - 0.08, z0 + 0.30 * high, 0.05)])
        lugs.append(plate(outline, 0.024, 0.005, y))
    model.add("blade", "paint.body", union(arms + lugs).both(), cross)
    model.add("blade", "steel.bolt", cylinder(0.026, 0.17, 10, "Y", 0.004).at(rod_pin.x, BLADE_Y, rod_pin.z).both())


def build(model, machine):
    track_frame(model, machine.stations("left"))
    x_frame(model)
    foot, rod_pin = machine.pins("work.blade")
    blade_hinges(model, machine.at("blade"), foot)
    blade(model, machine.profile("blade"), machine.width("blade") / 2, rod_pin)
    shoe(model)
    sprocket(model, "sprocket_left", 1)
    sprocket(model, "sprocket_right", -1)
