"""Front loader: arms, parallel linkage, cylinders and bucket. Every part of the middle plane's model stands twice, at
y = +-ARM_Y. Between the plates of an arm run, from the middle outwards: rods and cylinders, cheeks of guide plate and bell
crank, plates of the arm, cheeks of the tower and ears of the bucket.
"""
from math import hypot

from mathutils import Vector

from shapes import box, cylinder, hull, lathe, plate, rectangle, rod, rounded, strut, sweep, tube, union
from tractor_chassis import ARM_Y

PLATE_Y, PLATE = 0.063, 0.013   # [m] an arm's plates: distance from its plane, thickness
CHEEK_Y, CHEEK = 0.042, 0.012   # cheeks of the guide plate and the bell crank
EAR_Y, EAR = 0.084, 0.020       # bucket's ears


def pair(solids):
    return union(solids).at(0, ARM_Y, 0).both()


class ArmLine:
    """Coordinates along the arm (s, from P0 towards P1) and square to it (p, upwards) in the arm's plane (x, z)."""

    def __init__(self, tip):
        self.length = hypot(tip.x, tip.z)
        self.cos, self.sin = tip.x / self.length, tip.z / self.length

    def point(self, s, p):
        return (s * self.cos - p * self.sin, s * self.sin + p * self.cos)

    def outline(self, points):
        return [self.point(s, p) for s, p in points]

    def space(self, s, y, p):
        x, z = self.point(s, p)
        return (x, y, z)

    def of(self, pin):
        return pin.x * self.cos + pin.z * self.sin, -pin.x * self.sin + pin.z * self.cos


def boss(pin, radius, width, n=12, bevel=0.005):
    return cylinder(radius, width, n, "Y", bevel).at(pin.x, pin.y, pin.z)


def arm(model, machine):
    tip, knee, crank = machine.at("bucket"), machine.loop("knee", "b_at"), machine.at("bell_crank")
    lift = machine.pins("loader.lift")[1]
    line = ArmLine(tip)
    s_lift, p_lift = line.of(lift)
    s_knee, p_knee = line.of(knee)
    s_tip = line.length
    upper = [(-0.085, 0.02), (-0.04, 0.085), (0.10, 0.098), (0.70, 0.112), (1.10, 0.118), (1.45, 0.108), (1.80, 0.075),
             (2.25, 0.040),
             (s_tip - 0.08, 0.055), (s_tip + 0.02, 0.075), (s_tip + 0.075, 0.02)]
    lower = [(s_tip + 0.06, -0.055), (s_tip - 0.03, -0.085), (2.42, -0.115), (2.0, -0.135), (1.62, -0.165),
             (s_lift + 0.085, p_lift - 0.03),
             (s_lift, p_lift - 0.075), (s_lift - 0.09, p_lift - 0.02), (1.18, -0.135), (0.70, -0.105), (0.10, -0.085),
             (-0.05, -0.07)]
    outline = line.outline(upper + lower)
    plates = [plate(outline, PLATE, 0.004, s * PLATE_Y) for s in (-1, 1)]
    wide = 2 * PLATE_Y - PLATE + 0.004
    cores = [plate(line.outline([(0.06, -0.065), (0.70, -0.085), (0.93, -0.092), (0.93, 0.085), (0.70, 0.090),
                                 (0.06, 0.070)]), wide, 0),
             plate(line.outline([(0.92, -0.092), (1.18, -0.118), (1.62, -0.140), (1.62, -0.112), (1.18, -0.106),
                                 (0.92, -0.104)]), wide, 0),
             plate(line.outline([(1.60, -0.143), (2.0, -0.116), (2.22, -0.104), (2.22, 0.012), (2.0, 0.030), (1.60, 0.06)]),
                   wide, 0)]
    p0 = Vector((0, 0, 0))
    bosses = [boss(p0, 0.080, wide + 0.030), boss(tip, 0.062, wide + 0.030)]
    bosses += [boss(p + Vector((0, s * (PLATE_Y + 0.010), 0)), 0.056, 0.024, bevel=0) for p in (knee, crank, lift)
               for s in (-1, 1)]
    tube_at = line.space(1.95, 0, -0.045)
    cross = cylinder(0.072, 2 * (ARM_Y - PLATE_Y) + 0.01, 20, 'Y', 0).at(*tube_at)
    collars = union([cylinder(0.105, 0.016, 14, 'Y', 0).at(0, s * (ARM_Y - PLATE_Y - 0.012), 0) for s in (-1, 1)]).at(*tube_at)
    gussets = [plate(line.outline([(1.95 - 0.22, -0.02), (1.95 - 0.22, -0.07), (1.95, -0.07), (1.95, -0.02)]), 0.10, 0,
                     s * (ARM_Y - PLATE_Y - 0.05))
               for s in (-1, 1)]
    model.add("arm", "paint.loader", pair(plates + cores + bosses), cross, collars, *gussets)
    pins = [boss(p, r, w, 8, 0) for p, r, w in ((knee, 0.026, wide + 0.075), (crank, 0.028, wide + 0.075),
                                                (lift, 0.028, wide + 0.075))]
    model.add("arm", "steel.bolt", pair(pins))
    stripe = plate(line.outline([(0.42, -0.035), (0.44, -0.052), (0.86, -0.060), (0.84, -0.043)]), 0.004, 0.001, PLATE_Y
                   + PLATE / 2 + 0.001)
    model.add("arm", "paint.accent", stripe.at(0, ARM_Y, 0).both())
    hoses(model, line)


def hoses(model, line):
    """Steel lines on the arms' inner sides, hoses to the cylinders."""
    inside = ARM_Y - PLATE_Y - 0.020
    lines = []
    for k in range(2):
        p = 0.030 - 0.032 * k
        lines.append(tube([line.space(0.16, inside, p), line.space(0.70, inside, p), line.space(1.15, inside, p - 0.03),
                           line.space(1.70, inside, p - 0.06)], 0.009, 5, 1))
    model.add("arm", "paint.chassis", union(lines).both())
    clips = [box((0.04, 0.03, 0.10), line.space(s, inside + 0.004, 0.0), 0) for s in (0.35, 0.80)]
    model.add("arm", "steel.bolt", union(clips).both())
    loops = [tube([line.space(0.17, inside, 0.035 - 0.028 * k), line.space(0.02, inside - 0.01, 0.02 - 0.02 * k),
                   line.space(-0.08, inside - 0.02, -0.10 - 0.02 * k),
                   line.space(-0.02, inside - 0.025, -0.26)], 0.012, 5, 2) for k in range(2)]
    ends = [tube([line.space(1.69, inside, -0.025), line.space(1.80, inside - 0.02, 0.03),
                  line.space(1.84, inside + 0.02, 0.06), line.space(1.80, inside + 0.06, 0.02)], 0.011, 6, 3)]
    model.add("arm", "rubber.hose", union(loops + ends).both())


def linkage(model, machine):
    knee = Vector((0, 0, 0))
    eye, tilt = machine.child_at("guide_plate"), machine.pins("loader.tilt")[0]
    outline = hull([(0, 0, 0.062), (eye.x, eye.z, 0.040), (tilt.x, tilt.z, 0.050)])
    cheeks = [plate(outline, CHEEK, 0.003, s * CHEEK_Y) for s in (-1, 1)]
    model.add("guide_plate", "paint.loader", pair(cheeks + [boss(knee, 0.048, 2 * CHEEK_Y, bevel=0)]))
    model.add("guide_plate", "steel.bolt", pair([boss(eye, 0.022, 2 * CHEEK_Y + 0.035, 10, 0),
                                                 boss(tilt, 0.024, 2 * CHEEK_Y + 0.035, 10, 0)]))

    far = machine.at("guide_plate")
    along = far.normalized()
    bar = strut(along * 0.02, far - along * 0.02, 0.046, 0.046, (0, 1, 0), 0.010)
    model.add("guide_rod", "paint.loader", pair([bar, boss(knee, 0.042, 0.062, 14), boss(far, 0.034, 0.060, bevel=0)]))

    upper, lower = machine.pins("loader.tilt")[1], machine.at("clevis")
    plates = [plate(hull([(0, 0, 0.072), (upper.x, upper.z, 0.050), (0.10, 0.06, 0.02)]), CHEEK, 0.003, s * CHEEK_Y)
              for s in (-1, 1)]
    plates += [plate(hull([(0, 0, 0.072), (lower.x, lower.z, 0.042)]), CHEEK - 0.002, 0, s * CHEEK_Y) for s in (-1, 1)]
    plates.append(boss(knee, 0.050, 2 * CHEEK_Y, bevel=0))
    model.add("bell_crank", "paint.loader", pair(plates))
    model.add("bell_crank", "steel.bolt", pair([boss(upper, 0.025, 2 * CHEEK_Y + 0.035, 10, 0),
                                                boss(lower, 0.022, 2 * CHEEK_Y + 0.035, 10, 0)]))

    model.add("clevis", "paint.loader", pair([boss(knee, 0.036, 0.066), cylinder(0.016, 0.09, 8, "X", 0).turned("Y", 28)]))

    end = machine.loop("push_rod_pin", "a_at")
    along, back = end.normalized(), Vector((end.z, 0, -end.x)).normalized() * 0.042  # bent back, clear of the bucket's corner
    path = [along * 0.02, end * 0.30 + back, end * 0.75 + back, end - along * 0.02]
    bar = sweep(path, rectangle(0.040, 0.036, 0.008))
    model.add("push_rod", "paint.loader", pair([bar, boss(knee, 0.038, 0.056), boss(end, 0.034, 0.050, bevel=0)]))


def cylinder_bodies(model, machine, name, wall=0.008):
    """Tube with foot, gland and port; rod with eye. Its strokes decide where tube and rod may end."""
    bore, thick = machine.length(name, "piston") / 2, machine.length(name, "rod") / 2
    closed, stroke = machine.length(name, "length"), machine.length(name, "stroke")
    r = bore + wall
    gland = closed - 0.085
    tube_profile = [(r * 0.6, 0.035), (r, 0.055), (r, gland - 0.075), (r + 0.007, gland - 0.070), (r + 0.007, gland - 0.008),
                    (r, gland), (thick + 0.002, gland)]
    port = [box((0.05, 0.034, 0.03), (x, 0, r + 0.004), 0) for x in (0.10, gland - 0.05)]
    pipe = tube([(0.10, 0, r + 0.018), (0.16, 0, r + 0.024), (gland - 0.16, 0, r + 0.024), (gland - 0.05, 0, r + 0.014)],
                0.008, 5, 1)
    barrel = "barrel:" + name
    model.add(barrel, "paint.chassis", pair([lathe(tube_profile, 14, "X"), cylinder(0.050, 0.060, 12)]))
    model.add(barrel, "steel.bolt", pair(port + [pipe]))
    reach = gland - 0.10 if gland - 0.10 > closed + stroke - gland + 0.03 else closed - 0.12
    rod_name = "rod:" + name
    model.add(rod_name, "chrome.rod", pair([rod((-reach, 0, 0), (-0.03, 0, 0), thick, 14)]))
    model.add(rod_name, "paint.chassis",
              pair([cylinder(0.046, 0.056, 12), rod((-0.072, 0, 0), (-0.03, 0, 0), thick * 1.22, 12)]))


# ---- bucket ----

SKIN = 0.012  # [m] plates of the bucket


def bucket(model, machine):
    profile, half = machine.profile("bucket"), machine.width("bucket") / 2  # the plates' inner side
    edge, top = profile[0], profile[-1]
    outer = offset_path(profile, SKIN)
    shell = profile[1:] + outer[:0:-1]
    start = 0.20  # the cutting edge's plate takes over here
    floor_front = (edge[0] - start, edge[1])
    shell = [floor_front] + shell + [(floor_front[0], floor_front[1] - SKIN)]
    model.add("bucket", "paint.loader", plate(shell, 2 * half - 0.02, 0.002))
    blade = [(edge[0], edge[1] - 0.0005), (edge[0] - 0.045, edge[1] + 0.012), (edge[0] - start - 0.03, edge[1] + 0.012),
             (edge[0] - start - 0.03, edge[1] - 0.012),
             (edge[0] - 0.02, edge[1] - 0.010)]
    model.add("bucket", "steel.worn", plate(blade, 2 * half, 0.001))
    liner = offset_path(profile, -0.002)
    model.add("bucket", "steel.worn", plate(liner[1:] + profile[:0:-1], 2 * half - 0.05, 0.0005))
    sides(model, profile, half)
    ribs(model, profile, half, top)
    ears(model, machine)


def offset_path(path, d):
    """Open path moved to its left by d."""
    out = []
    for i, p in enumerate(path):
        a, b = Vector(path[max(i - 1, 0)]), Vector(path[min(i + 1, len(path) - 1)])
        t = (b - a).normalized()
        out.append((p[0] - t.y * d, p[1] + t.x * d))
    return out


def sides(model, profile, half):
    edge, top = profile[0], profile[-1]
    back = offset_path(profile, 0.006)
    outline = [(edge[0] - 0.01, edge[1] - 0.004)] + [(edge[0] - 0.10, edge[1] + 0.10), (0.66, 0.26), (0.30, 0.62),
                                                     (0.22, top[1] + 0.01)] + back[:0:-1]
    outline = rounded(outline, [0.01, 0.05, 0.25, 0.06, 0.03] + [0.0] * (len(back) - 1), 2)
    plates = [plate(outline, 0.016, 0.004, s * (half - 0.008)) for s in (-1, 1)]
    model.add("bucket", "paint.loader", *plates)
    wear = sweep([(edge[0] - 0.005, half - 0.005, edge[1] + 0.008), (edge[0] - 0.098, half - 0.005, edge[1] + 0.102),
                  (0.665, half - 0.005, 0.262)],
                 rectangle(0.030, 0.020, 0.004), (0, 1, 0))
    model.add("bucket", "steel.worn", wear.both())


def ribs(model, profile, half, top):
    beam = plate(rounded([(top[0] - 0.055, top[1] - 0.055), (top[0] + 0.010, top[1] - 0.055), (top[0] + 0.05, top[1] + 0.012),
                          (top[0] - 0.035, top[1] + 0.020)], 0.012, 2),
                 2 * half - 0.002, 0.004)
    model.add("bucket", "paint.loader", beam)
    verticals = []
    for y in (-0.92, -0.70, 0.0, 0.70, 0.92):
        verticals.append(plate([(0.139, -0.02), (0.139, 0.62), (0.115, 0.62), (0.075, 0.50), (0.075, 0.14), (0.120, 0.0)],
                               0.014, 0, y))
    lower = sweep([(0.105, -half + 0.01, 0.06), (0.105, half - 0.01, 0.06)], rectangle(0.07, 0.07, 0.01), (1, 0, 0))
    skids = [plate([(0.30, -0.160), (0.72, -0.160), (0.70, -0.175), (0.32, -0.175)], 0.07, 0, y)
             for y in (-0.80, -0.30, 0.30, 0.80)]
    model.add("bucket", "paint.loader", *verticals, lower, *skids)


def ears(model, machine):
    """Two ears a side: outside for the arm's pin, inside for the push rod."""
    push = machine.at("push_rod")
    outer = [plate(rounded([(-0.065, -0.03), (-0.02, -0.068), (0.06, -0.06), (0.144, 0.0), (0.144, 0.48), (0.110, 0.48),
                            (0.060, 0.33), (-0.03, 0.08)], [0.04, 0.04, 0.04, 0, 0, 0.02, 0, 0.1], 2), EAR, 0.004, s * EAR_Y)
             for s in (-1, 1)]
    inner = [plate(hull([(push.x, push.z, 0.046), (0.134, push.z + 0.09, 0.01), (0.134, push.z - 0.09, 0.01)]), 0.014, 0,
                   s * 0.040) for s in (-1, 1)]
    stubs = [cylinder(0.060, 0.020, 12, 'Y', 0).at(0, s * (EAR_Y + 0.016), 0) for s in (-1, 1)]
    model.add("bucket", "paint.loader", pair(outer + inner + stubs))
    pins = [cylinder(0.030, 0.075, 10, 'Y', 0).at(0, s * (EAR_Y + 0.004), 0)
            for s in (-1, 1)] + [cylinder(0.022, 0.125, 10, 'Y', 0).at(push.x, 0, push.z)]
    model.add("bucket", "steel.bolt", pair(pins))


def build(model, machine):
    arm(model, machine)
    linkage(model, machine)
    cylinder_bodies(model, machine, "loader.lift")
    cylinder_bodies(model, machine, "loader.tilt")
    bucket(model, machine)
