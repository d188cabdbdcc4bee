"""Arm of the excavator: boom, dipper, rocker and link of the bucket's linkage, buckets, cylinders.

Widths from the middle outwards. Elbow: dipper, boom's fork. Bucket linkage: cylinder's eye, link's fork, dipper's end, rocker,
bucket's ears; the rocker is bowed so that it clears the bucket pin when the bucket is curled.
"""
from mathutils import Vector

from shapes import (bolt, box, cylinder, facing, hull, lathe, loft, plate, rectangle, rod, rounded, smooth_path, sweep,
                    tube, union)

BOOM = 0.40               # [m] width of the boom's box
FOOT = 0.445              # of its foot between the plates of the upper frame
DIPPER = 0.28
FORK = 0.185              # [m] y of the fork's plates
BOOM_CYLINDER_Y = 0.345   # [m] of the pair beside the boom
BLADE_CYLINDER_Y = 0.30
EAR_Y = 0.222             # [m] of the bucket's ears
ROCKER_Y = 0.168
BOW = 0.080               # [m] of the rocker
TOOTH = 0.16              # [m] of a tooth before the cutting edge

BOOM_TOP = [(-0.10, 0.17), (0.35, 0.47), (0.90, 0.79), (1.40, 1.01), (1.80, 1.13), (2.15, 1.16), (2.45, 1.09), (2.80, 0.95),
            (3.15, 0.835), (3.70, 0.685), (4.50, 0.47), (5.15, 0.295)]
BOOM_LOW = [(-0.02, -0.20), (0.35, -0.19), (0.80, -0.07), (1.40, 0.16), (1.90, 0.36), (2.25, 0.43), (2.60, 0.43),
            (3.00, 0.385), (3.70, 0.24), (4.60, 0.04), (5.13, -0.02)]
DIPPER_TOP = [(-0.55, 0.435), (-0.35, 0.47), (0.10, 0.575), (0.45, 0.595), (0.75, 0.55), (1.10, 0.43), (1.60, 0.30),
              (2.10, 0.205), (2.56, 0.145), (2.92, 0.125)]
DIPPER_LOW = [(-0.55, 0.095), (-0.40, 0.06), (-0.22, -0.05), (-0.12, -0.15), (0.02, -0.185), (0.25, -0.155), (0.80, -0.135),
              (1.60, -0.13), (2.40, -0.125), (2.92, -0.125)]


def boss(pin, radius, width, n=16, bevel=0.006, y=0.0):
    return cylinder(radius, width, n, "Y", bevel).at(pin[0], y, pin[-1])


def flange(path, wide, thick=0.018):
    """Plate along an edge of a box, a little wider than it."""
    return sweep([(x, 0, z) for x, z in path], rectangle(wide, thick))


def clamps(points, y, wide):
    return union([box((0.035, 0.03, wide), (x, y, z), 0.004) for x, z in points])


def boom(model, machine):
    b, c, elbow = machine.pins("work.boom")[1], machine.pins("work.dipper")[0], machine.at("dipper")
    outline = BOOM_TOP + BOOM_LOW[::-1]
    parts = [plate(outline, BOOM, 0.0), flange(BOOM_TOP[1:], BOOM + 0.03), flange(BOOM_LOW[1:], BOOM + 0.03)]
    parts += [boss((0, 0), 0.195, FOOT, 24), boss(b, 0.150, BOOM + 0.16, 24)]
    parts += [plate(hull([(b.x, b.z, 0.20), (b.x - 0.28, b.z - 0.20, 0.09), (b.x + 0.30, b.z - 0.16, 0.09)]), 0.022, 0.006,
                    s * (BOOM / 2 + 0.008)) for s in (-1, 1)]
    for s in (-1, 1):
        fork = rounded([(4.70, 0.015), (5.20, -0.06), (5.52, -0.165), (5.70, -0.205), (5.90, -0.08), (5.90, 0.10),
                        (5.70, 0.215), (5.45, 0.225), (5.15, 0.30), (4.70, 0.42)],
                       [0.05, 0.1, 0.1, 0.2, 0.2, 0.2, 0.2, 0.1, 0.1, 0.05], 3)
        parts.append(plate(fork, 0.050, 0.010, s * FORK))
        parts.append(boss(elbow, 0.150, 0.04, 20, y=s * (FORK + 0.035)))
        parts.append(plate(hull([(c.x, c.z, 0.105), (c.x - 0.34, c.z - 0.04, 0.03), (c.x + 0.28, c.z - 0.19, 0.03)]), 0.04,
                           0.008, s * 0.108))
    model.add("boom", "paint.body", *parts)
    pins = [boss((0, 0), 0.055, FOOT + 0.20), boss(b, 0.048, 2 * BOOM_CYLINDER_Y + 0.15), boss(c, 0.048, 0.30),
            boss(elbow, 0.055, 2 * FORK + 0.15)]
    caps = [boss(p, r, 0.018, 18, y=s * y) for p, r, y in ((b, 0.075, BOOM_CYLINDER_Y + 0.062),
                                                           (elbow, 0.085, FORK + 0.062)) for s in (-1, 1)]
    model.add("boom", "steel.bolt", *pins, *caps)
    boom_lines(model, c)
    stripes = []
    for s in (-1, 1):
        for k in range(5):  # warning stripes beside the elbow
            x, z = 4.62 + 0.075 * k, 0.205 - 0.022 * k
            stripes.append(plate([(x, z - 0.11), (x + 0.036, z - 0.12), (x + 0.092, z + 0.10), (x + 0.056, z + 0.11)],
                                 0.004, 0, s * (BOOM / 2 + (0.012 if x > 4.6 else 0.002))))
    model.add("boom", "plastic.black", *stripes, shades=False)
    lamp = facing((1.62, 0.285, 0.66), (1, 0.1, -0.35))
    for s in (1, -1):
        case = loft([[(x, y, h) for x, y in rectangle(0.15 * k, 0.11 * k, 0.02)] for k, h in ((0.8, -0.08), (1.0, -0.03),
                                                                                           (1.0, 0.0))]).by(lamp)
        glass = loft([[(x, y, h) for x, y in rectangle(0.13, 0.09)] for h in (-0.002, 0.008)]).by(lamp)
        stay = rod((1.60, 0.20, 0.60), (1.58, 0.285, 0.62), 0.016, 8)
        side = (lambda q: q) if s > 0 else (lambda q: q.mirrored())
        model.add("boom", "plastic.black", side(case), side(stay))
        model.add("boom", "lamp.work", side(glass), shades=False)


def raised(path, d):
    """Points of a path moved square to it."""
    out = []
    for i, p in enumerate(path):
        a, b = Vector(path[max(i - 1, 0)]), Vector(path[min(i + 1, len(path) - 1)])
        t = (b - a).normalized()
        out.append((p[0] - t.y * d, p[1] + t.x * d))
    return out


def boom_lines(model, c):
    """Steel lines on the boom's back, hoses at its foot, at the dipper's cylinder and at the elbow."""
    lines, hoses = [], []
    over = raised(BOOM_TOP, 0.045)
    for y in (0.150, 0.105, -0.105, -0.150):
        path = [(x, y, z) for x, z in over[1:7]]
        lines.append(tube(path + [(2.72, y, 1.03)], 0.016, 6, 1))
        hoses.append(tube([path[0], (0.08, y, 0.40), (-0.17, y, 0.30), (-0.24, y * 0.95, 0.08), (-0.20, y * 0.9, -0.16)],
                          0.022, 7, 3))
    for y in (0.062, -0.062):  # to the dipper's cylinder, by its pin
        hoses.append(tube([(2.72, 1.7 * y, 1.03), (2.84, 2.2 * y, 1.03), (2.98, 2.6 * y, 1.02), (c.x, 2.6 * y, c.z)], 0.020,
                          7, 3))
    side = BOOM / 2 + 0.035
    for k in range(2):  # to the bucket's cylinder, along the sides
        drop = 0.10 + 0.05 * k
        path = [(2.70, 0.150, 1.035), (2.85, side, 0.86 - 0.05 * k), (3.30, side, 0.79 - drop), (4.50, side, 0.47 - drop),
                (5.05, side + 0.01, 0.33 - drop)]
        lines.append(tube(path, 0.014, 6, 1))
        lines.append(tube([(x, -y, z) for x, y, z in path], 0.014, 6, 1))
        for s in (-1, 1):
            hoses.append(tube([(5.05, s * (side + 0.01), 0.33 - drop), (5.30, s * (side + 0.03), 0.29 - drop),
                               (5.55, s * (FORK + 0.10), 0.17 - 0.8 * drop), (5.70, s * (FORK + 0.10), 0.0)], 0.018, 7, 3))
    model.add("boom", "steel.bolt", *lines, clamps([(0.9, 0.83), (1.8, 1.175), (2.45, 1.13)], 0.128, 0.05),
              clamps([(0.9, 0.83), (1.8, 1.175), (2.45, 1.13)], -0.128, 0.05),
              clamps([(3.4, 0.64), (4.4, 0.37)], side - 0.01, 0.12), clamps([(3.4, 0.64), (4.4, 0.37)], -side + 0.01, 0.12))
    model.add("boom", "rubber.hose", *hoses)
    model.add("boom", "steel.bolt", *[cylinder(0.03, 0.05, 10).at(5.70, s * (FORK + 0.09), 0) for s in (-1, 1)])


def dipper(model, machine):
    d, i, k = machine.pins("work.dipper")[1], machine.pins("work.bucket")[0], machine.at("rocker")
    pin = machine.at("bucket")
    nose = [(pin.x + 0.09, 0.088), (pin.x + 0.125, 0.0), (pin.x + 0.09, -0.088)]
    parts = [plate(DIPPER_TOP + nose + DIPPER_LOW[::-1], DIPPER, 0.0), flange(DIPPER_TOP, DIPPER + 0.026, 0.016),
             flange(DIPPER_LOW[5:-1], DIPPER + 0.026, 0.016)]
    for s in (-1, 1):
        ear = rounded([(-0.36, 0.50), (-0.76, 0.415), (-0.95, 0.36), (-0.95, 0.18), (-0.78, 0.12), (-0.36, 0.045)],
                      [0.02, 0.05, 0.09, 0.09, 0.06, 0.02], 3)
        parts.append(plate(ear, 0.044, 0.008, s * 0.112))
        parts.append(plate(hull([(i.x, i.z, 0.10), (i.x - 0.30, i.z - 0.16, 0.03), (i.x + 0.27, i.z - 0.20, 0.03)]), 0.036,
                           0.008, s * 0.092))
    parts += [boss((0, 0), 0.165, 2 * FORK - 0.056, 24), boss(k, 0.095, DIPPER + 0.028, 20),
              boss(pin, 0.105, 2 * EAR_Y - 0.05, 20)]
    model.add("dipper", "paint.body", *parts)
    model.add("dipper", "steel.bolt", boss(d, 0.048, 0.31), boss(i, 0.045, 0.26), boss(k, 0.045, 2 * ROCKER_Y + 0.09),
              *[boss(d, 0.075, 0.016, 18, y=s * 0.142) for s in (-1, 1)],
              *[boss(i, 0.07, 0.016, 18, y=s * 0.118) for s in (-1, 1)])
    lines, hoses = [], []
    for s in (-1, 1):
        for n in range(2):
            y, drop = s * (DIPPER / 2 + 0.024), 0.07 + 0.045 * n
            path = [(0.20, y, 0.50 - drop), (0.52, y, 0.56 - drop)]
            lines.append(tube(path, 0.013, 6, 1))
            hoses.append(tube([path[0], (0.02, s * (FORK + 0.06), 0.36 - drop), (-0.06, s * (FORK + 0.10), 0.18 - drop),
                               (0.0, s * (FORK + 0.10), 0.0)], 0.018, 7, 3))
            hoses.append(tube([path[1], (0.68, y, 0.60 - drop), (0.72, y - 0.02 * s, 0.67 - 0.5 * drop),
                               (i.x, s * 0.135, i.z)], 0.018, 7, 3))
    model.add("dipper", "steel.bolt", *lines)
    model.add("dipper", "rubber.hose", *hoses)


def linkage(model, machine):
    j = machine.at("link")
    bow = [(t * j.x, 0, BOW * 4 * t * (1 - t)) for t in (0.0, 0.25, 0.5, 0.75, 1.0)]
    bars = [sweep(smooth_path(bow, 3), rectangle(0.034, 0.135, 0.012)).at(0, s * ROCKER_Y) for s in (-1, 1)]
    eyes = [boss((x, 0), r, 0.038, 20, y=s * ROCKER_Y) for x, r in ((0.0, 0.098), (j.x, 0.090)) for s in (-1, 1)]
    tie = cylinder(0.042, 2 * ROCKER_Y, 14).at(*bow[2])
    model.add("rocker", "paint.body", *bars, *eyes)
    model.add("rocker", "steel.bolt", boss(j, 0.040, 2 * ROCKER_Y + 0.08),
              *[boss(p, 0.064, 0.014, 16, y=s * (ROCKER_Y + 0.028)) for p in ((0.0, 0.0), (j.x, 0.0)) for s in (-1, 1)])
    end = machine.loop("link_pin", "a_at").x
    web = [[(x, y, z) for y, z in rectangle(w, h, 0.03)] for x, w,
           h in ((0.20, 0.27, 0.14), (0.34, 0.27, 0.15), (end - 0.05, 0.30, 0.11))]
    prongs = [plate(hull([(0, 0, 0.088), (0.28, 0, 0.072)]), 0.056, 0.008, s * 0.108) for s in (-1, 1)]
    model.add("link", "paint.body", loft(web), *prongs, boss((end, 0), 0.074, 2 * EAR_Y - 0.065, 20))


# ---- bucket ----


def bucket(model, machine):
    """A bucket of the machine's profile (cutting edge, floor, heel, back, lip) and width."""
    profile, width = machine.profile("bucket"), machine.width("bucket")
    half, tip = width / 2, Vector((1.47, 0.0))
    edge, lip = Vector(profile[0]), Vector(profile[-1])
    skin = 0.020
    inner = rounded([tuple(p) for p in profile], [0] + [0.16] * (len(profile) - 2) + [0], 2)
    outer = raised(inner, -skin if turns_left(inner) else skin)
    shell = plate(inner + outer[::-1], width - 0.02, 0.0)
    model.add("bucket", "paint.bucket", shell)
    liner = raised(inner, 0.003 if turns_left(inner) else -0.003)
    model.add("bucket", "steel.worn", plate(liner + inner[::-1], width - 0.06, 0.0))
    # sides reach to the mouth, hollowed a little
    mouth = [tuple(lip + (edge - lip) * t + Vector((0, 0.05 * 4 * t * (1 - t)))) for t in (0.0, 0.25, 0.5, 0.75)]
    side = mouth + [tuple(edge + Vector((0.012, -0.012)))] + outer[1:]
    model.add("bucket", "paint.bucket", *[plate(side, 0.022, 0.004, s * (half - 0.011)) for s in (-1, 1)])
    edge_cut = sweep([(p[0], half - 0.006, p[1]) for p in (mouth[1], mouth[2], mouth[3], tuple(edge))],
                     rectangle(0.040, 0.022, 0.004), (0, 1, 0))
    model.add("bucket", "steel.worn", edge_cut.both())
    # wear plates below the heel and along the floor
    floor = Vector(profile[1]) - edge
    along, count = floor.normalized(), machine.tools["bucket"]["teeth"]
    out = Vector((along.y, -along.x))
    out = out if out.dot(edge - Vector((0.7, 0.35))) > 0 else -out
    blade = [tuple(edge - along * 0.03 - out * 0.004), tuple(edge + along * 0.30 - out * 0.004),
             tuple(edge + along * 0.30 + out * 0.030), tuple(edge + out * 0.030)]
    model.add("bucket", "steel.worn", plate(blade, width + 0.004, 0.003))
    teeth(model, edge, along, out, tip, half, count)
    strips = []
    for y in ([-0.30 * width, 0.0, 0.30 * width] if width > 0.9 else [-0.22 * width, 0.22 * width]):
        strips.append(sweep([(p[0], y, p[1]) for p in raised(outer, -0.008 if turns_left(inner) else 0.008)[2:-5]],
                            rectangle(0.075, 0.022, 0)))
    corners = [sweep([(p[0], half - 0.05, p[1]) for p in raised(outer, -0.006 if turns_left(inner) else 0.006)[3:-4]],
                     rectangle(0.10, 0.020, 0))]
    model.add("bucket", "paint.bucket", *strips, union(corners).both())
    ears(model, machine, outer)


def turns_left(path):
    """Whether an open path goes round counter-clockwise."""
    total = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(path, path[1:] + path[:1]))
    return total > 0


def teeth(model, edge, along, out, tip, half, count):
    """Adapters on the cutting edge, their points worn bright; the tip is where the machine's file has it."""
    at = Vector((edge.x, edge.y)) + out * 0.012
    reach = (tip - at)
    ahead = reach.normalized()
    square = Vector((-ahead.y, ahead.x))
    for n in range(count):
        y = -half + 0.065 + (2 * half - 0.13) * n / (count - 1)

        def ring(s, wide, high):
            p = at + ahead * s
            return [(p.x + square.x * b, y + a, p.y + square.y * b) for a,
                    b in rectangle(wide, high, 0.2 * min(wide, high))]

        adapter = loft([ring(-0.16, 0.085, 0.045), ring(-0.02, 0.105, 0.100), ring(0.045, 0.095, 0.090),
                        ring(0.055, 0.080, 0.075)])
        point = loft([ring(0.042, 0.108, 0.100), ring(0.075, 0.104, 0.086), ring(reach.length, 0.080, 0.014)])
        model.add("bucket", "paint.bucket", adapter)
        model.add("bucket", "steel.worn", point, shades=False)
    for s in (-1, 1):
        cutter = plate(rounded([tuple(edge + Vector(d)) for d in ((0.03, -0.02), (-0.05, 0.20), (-0.28, 0.12),
                                                                  (-0.26, -0.02), (-0.10, -0.06))], 0.03, 2), 0.020, 0.004,
                       s * (half + 0.010))
        model.add("bucket", "paint.bucket", cutter)


def ears(model, machine, outer):
    """Cheeks with the pins of dipper and link on the bucket's back, a beam between them."""
    pin = machine.loop("link_pin", "b_at").xz
    top = machine.profile("bucket")[-3][1]  # above it the back turns to the heel
    back = [p for p in outer if p[0] < 0.45 and p[1] < 0.92 * top]
    low, high = Vector(back[-1]) - Vector((0.015, 0)), Vector(back[0]) - Vector((0.015, 0))  # do not reach into the bowl
    for s in (-1, 1):
        outline = hull([(0, 0, 0.125), (pin.x, pin.y, 0.085), (low.x, low.y + 0.02, 0.03), (high.x, high.y, 0.03)])
        model.add("bucket", "paint.bucket", plate(outline, 0.042, 0.008, s * EAR_Y),
                  boss((0, 0), 0.110, 0.030, 20, y=s * (EAR_Y + 0.030)),
                  boss(tuple(pin), 0.080, 0.030, 20, y=s * (EAR_Y + 0.030)))
    cross = hull([(low.x, low.y + 0.04, 0.028), (high.x - 0.005, high.y - 0.02, 0.028)])
    model.add("bucket", "paint.bucket", plate(cross, 2 * EAR_Y, 0.0))
    model.add("bucket", "steel.bolt", boss((0, 0), 0.050, 2 * EAR_Y + 0.14), boss(tuple(pin), 0.044, 2 * EAR_Y + 0.14))
    caps = [boss(p, 0.070, 0.016, 18, y=s * (EAR_Y + 0.052)) for p in ((0, 0), tuple(pin)) for s in (-1, 1)]
    model.add("bucket", "steel.bolt", *caps)


# ---- cylinders ----


def cylinder_pair(model, machine, name, ys, eye, eye_width, paint="paint.body"):
    """Tube with foot, gland and line, rod with eye, for each y of ys. Strokes decide where tube and rod may end."""
    bore, thick = machine.length(name, "piston") / 2, machine.length(name, "rod") / 2
    closed, stroke = machine.length(name, "length"), machine.length(name, "stroke")
    r, gland = bore + 0.013, closed - eye - 0.025
    big = min(1.0, closed / 1.2)  # of flanges and lines
    profile = [(r * 0.62, eye * 0.75), (r * 0.92, eye + 0.012), (r, eye + 0.03), (r, gland - 0.115 * big),
               (r + 0.014, gland - 0.110 * big), (r + 0.014, gland - 0.030 * big), (r + 0.002, gland - 0.026 * big),
               (r - 0.012, gland), (thick + 0.003, gland)]
    tube_part = [lathe(profile, 20, "X"), cylinder(eye, eye_width, 20)]
    line, port = 0.014 * big, 0.045 * big
    fittings = [box((0.08 * big, port, 0.035), (x, 0, r + 0.012), 0.006) for x in (eye + 0.07 * big, gland - 0.16 * big)]
    fittings.append(tube([(eye + 0.10 * big, 0, r + 0.022), (eye + 0.20 * big, 0, r + 0.030),
                          (gland - 0.30 * big, 0, r + 0.030), (gland - 0.17 * big, 0, r + 0.026)], line, 6, 1))
    studs = union([bolt((gland - 0.028 * big, (r + 0.002) * c, (r + 0.002) * s), (1, 0, 0), 0.010 * big + 0.002, 0.012)
                   for c, s in ((1, 0), (0.5, 0.87), (-0.5, 0.87), (-1, 0), (-0.5, -0.87), (0.5, -0.87))])
    reach = closed - eye * 0.9
    rod_part = [rod((-reach, 0, 0), (-eye * 0.6, 0, 0), thick, 18)]
    rod_eye = [cylinder(eye * 0.93, eye_width, 20), lathe([(thick * 1.1, -eye - 0.035), (thick * 1.45, -eye * 0.75),
                                                           (thick * 1.45, 0)], 16, "X")]
    for y in ys:
        model.add("barrel:" + name, paint, *[s.at(0, y) for s in tube_part])
        model.add("barrel:" + name, "steel.bolt", *[s.at(0, y) for s in fittings], studs.at(0, y))
        model.add("rod:" + name, "chrome.rod", *[s.at(0, y) for s in rod_part])
        model.add("rod:" + name, paint, *[s.at(0, y) for s in rod_eye])


def build(model, machine):
    boom(model, machine)
    dipper(model, machine)
    linkage(model, machine)
    cylinder_pair(model, machine, "work.boom", (-BOOM_CYLINDER_Y, BOOM_CYLINDER_Y), 0.095, 0.100)
    cylinder_pair(model, machine, "work.dipper", (0.0,), 0.100, 0.150)
    cylinder_pair(model, machine, "work.bucket", (0.0,), 0.088, 0.130)
    cylinder_pair(model, machine, "work.blade", (-BLADE_CYLINDER_Y, BLADE_CYLINDER_Y), 0.060, 0.085, "paint.frame")
