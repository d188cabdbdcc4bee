"""Wheels of the tractor: agricultural tires with chevron lugs on dished rims. Frame of a wheel: y along the axle."""
from math import cos, pi, sin

from shapes import bolt, box, lathe, loft, revolved, Solid, union
from mathutils import Matrix

INCH = 0.0254


class Size:
    """What the catalogue says of a tire beyond radius and width."""

    def __init__(self, rim_inches, lugs, lug_height, tire_segments, rim_segments, bolts, studs_radius):
        self.rim = rim_inches * INCH / 2
        self.lugs, self.lug_height = lugs, lug_height
        self.tire_segments, self.rim_segments = tire_segments, rim_segments
        self.bolts, self.studs_radius = bolts, studs_radius


FRONT = Size(28, 17, 0.040, 30, 24, 8, 0.135)
REAR = Size(38, 20, 0.048, 36, 28, 8, 0.150)


def carcass(radius, half, rim, lug):
    """Half of a tire's section (radius, y) from the middle of the tread to the bead."""
    base = radius - lug
    middle = (base + rim) / 2
    return [(base, 0), (base - 0.006, 0.50 * half), (base - 0.020, 0.84 * half), (base - 0.052, 1.02 * half),
            (middle + 0.20 * (base - middle), 1.09 * half), (rim + 0.055, 1.01 * half), (rim + 0.020, 0.89 * half),
            (rim - 0.004, 0.84 * half)]


def surface(section, y):
    """Radius of the tread at y."""
    for (r0, y0), (r1, y1) in zip(section, section[1:]):
        if y0 <= y <= y1:
            return r0 + (r1 - r0) * (y - y0) / (y1 - y0)
    return section[-1][0]


def under(face):
    """Whether a bar's face lies inside the carcass: it joins the bottoms (first and last of a ring's four points)."""
    return len(face) == 4 and {i % 4 for i in face} == {0, 3}


def lug(section, radius, half, height, angle):
    """One bar of the left half: starts at the middle, which touches the ground first, and trails to the shoulder."""
    # share of half width, angle along the tread as an arc length over half width, width at top, share of the height
    stations = [(-0.08, -0.02, 0.040, 0.98), (0.52, 0.54, 0.045, 1.0),
                (1.04, 0.91, 0.054, 0.86)]
    rings = []
    for share, along, wide, high in stations:
        y = share * half
        bottom = surface(section, abs(y)) - 0.012
        top = min(radius, surface(section, min(abs(y), 0.9 * half)) + height * high)
        phi = angle + along * half / radius
        row = [(bottom, phi - wide * 0.85 / radius), (top, phi - wide * 0.42 / radius), (top, phi + wide * 0.42 / radius),
               (bottom, phi + wide * 0.85 / radius)]
        rings.append([(r * sin(a), y, -r * cos(a)) for r, a in row])
    outer = [(p[0] * 0.94, p[1] + 0.012, p[2] * 0.94) for p in rings[-1]]  # the bar runs out on the sidewall
    bar = loft(rings + [outer])
    return Solid(bar.points, [f for f in bar.faces if not under(f)])


def tire(radius, width, size):
    half = width / 2
    section = carcass(radius, half, size.rim, size.lug_height)
    inner = [(r, -y) for r, y in section[:0:-1] if not section[1][1] < y < 0.9 * half or y > 0.8 * half]  # seen less
    body = revolved(inner + section, size.tire_segments)
    step = 2 * pi / size.lugs
    left = [lug(section, radius, half, size.lug_height, i * step) for i in range(size.lugs)]
    right = [lug(section, radius, half, size.lug_height, (i + 0.5) * step).mirrored() for i in range(size.lugs)]
    return union([body] + left + right)


def rim(size, half, dish):
    """Outer side towards +y; the disc lies at y = dish."""
    r, edge = size.rim, 0.90 * half
    profile = [(r + 0.020, edge - 0.03), (r + 0.025, edge), (r + 0.012, edge + 0.006), (r - 0.012, edge - 0.045),
               (r - 0.036, dish + 0.050), (r - 0.065, dish + 0.010),
               (r * 0.72, dish - 0.010), (r * 0.56, dish + 0.028), (size.studs_radius + 0.055, dish + 0.040),
               (size.studs_radius - 0.05, dish + 0.040), (size.studs_radius - 0.05, dish + 0.015),
               (r - 0.055, dish - 0.03), (r - 0.045, -edge + 0.08), (r + 0.020, -edge)]
    return revolved(profile, size.rim_segments)


def around(solid, n, start=0.0):
    return union([solid.by(Matrix.Rotation(start + 2 * pi * i / n, 4, "Y")) for i in range(n)])


def clamps(size, dish):
    """Brackets that hold the disc in the rim, and slots between them."""
    r = size.rim - 0.052
    clamp = box((0.085, 0.055, 0.045), (0, dish + 0.024, r), 0.0)
    slot = lathe([(0.034, 0.0), (0, 0.0045)],
                 10).by(Matrix.Scale(1.7, 4, (1, 0, 0))).at(0, dish - 0.0005, size.rim * 0.72 + 0.012)
    return around(clamp, 8), around(slot, 8, pi / 8)


def wheel(model, name, radius, width, size, dish, cover, side):
    """Adds the left (side = 1) or right (-1) wheel; cover: depth of the hub's planetary housing before the disc."""
    turn = (lambda s: s) if side > 0 else (lambda s: s.mirrored())
    brackets, slots = clamps(size, dish)
    face = dish + 0.040
    studs = around(bolt((0, face, size.studs_radius), (0, 1, 0), 0.016, 0.024), size.bolts)
    hub = lathe([(0.03, dish - 0.10), (size.studs_radius - 0.03, dish - 0.10), (size.studs_radius - 0.03, face + 0.012),
                 (size.studs_radius - 0.045, face + 0.02), (size.studs_radius - 0.055, face + cover * 0.6),
                 (size.studs_radius - 0.075, face + cover * 0.9), (0.04, face + cover), (0, face + cover + 0.004)], 12)
    model.add(name, "rubber.tire", turn(tire(radius, width, size)))
    model.add(name, "paint.rim", turn(rim(size, width / 2, dish)))
    model.add(name, "paint.rim", turn(brackets), shades=False)
    model.add(name, "paint.chassis", turn(hub), turn(slots), shades=False)
    model.add(name, "steel.bolt", turn(studs), shades=False)


def build(model, sizes):
    """sizes: wheel's name -> (radius, width) of its tire."""
    for name, side in (("left", 1), ("right", -1)):
        wheel(model, f"wheel_front_{name}", *sizes[f"front_{name}"], FRONT, 0.015, 0.10, side)
        wheel(model, f"wheel_rear_{name}", *sizes[f"rear_{name}"], REAR, 0.060, 0.06, side)
