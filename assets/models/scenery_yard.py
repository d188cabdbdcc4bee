"""Things of yard and field: posts, fences, markers, walls, hopper, crate, bale."""
import random
from math import atan2, cos, hypot, pi, sin

from mathutils import Vector

from scenery_model import Piece
from scenery_shapes import board, column, quad
from shapes import Solid, bolt, box, lathe, loft, patch, tube


def post():
    """The marker post of scenarios: its box is 0.2 x 0.2 x 1.7 m, its foot 0.2 m in the ground."""
    out = [Piece("post:wood", "wood.weathered", column(0.184, (0, 0.2, 0.32, 0.5, 0.8, 1.1, 1.62), 0.014))]
    for k, colour in enumerate(("red", "white", "red")):
        low = 1.14 + 0.13 * k
        out.append(Piece("post:band", f"paint.{colour}", column(0.1905, (low, low + 0.13), 0.015), clean=True))
    rim = [[(x * s, y * s, z) for x, y in ((1, -1), (1, 1), (-1, 1), (-1, -1))]
           for s, z in ((0.096, 1.585), (0.1, 1.589), (0.1, 1.63), (0.096, 1.636), (0.030, 1.694), (0.018, 1.7))]
    out.append(Piece("post:cap", "steel.galvanised", loft(rim), clean=True))
    for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        head = bolt((0.098 * x, 0.098 * y, 1.608), (x, y, 0), 0.009, 0.002)
        out.append(Piece("post:cap", "steel.galvanised", head, clean=True))
    return out


def fence():
    """One bay of a field fence, 3 m along x around the origin: posts that the next bay shares, three split rails."""
    rng = random.Random(3)
    out = []
    for x in (-1.5, 1.5):
        top = lathe([(0.068, -0.4), (0.066, 0.25), (0.063, 1.25), (0.0, 1.325)], 8, "Z").at(x)
        out.append(Piece("fence:post", "wood.weathered", top))
    for k, z in enumerate((0.38, 0.76, 1.12)):
        sag, lift = rng.uniform(0.004, 0.014), rng.uniform(-0.015, 0.015)
        rings = []
        for i in range(5):
            t = i / 4
            x, h = -1.56 + 3.12 * t, 0.056 + 0.004 * sin(7 * t + k)
            y, c = -0.088 + 0.003 * sin(5 * t + k), z + lift * (2 * t - 1) - sag * 4 * t * (1 - t)
            section = ((0.016, -h), (0.016, h), (-0.008, h), (-0.022, 0.5 * h), (-0.024, -0.5 * h), (-0.010, -h))
            rings.append([(x, y + a, c + b) for a, b in section])
        out.append(Piece("fence:rail", "wood.rail", loft(rings), grain="X"))
    return out


def marker():
    """A pile marker, 1.2 m: fibreglass pole in a rubber foot, two reflecting rings, a pennant."""
    foot = lathe([(0.13, 0), (0.13, 0.02), (0.115, 0.035), (0.05, 0.05), (0.024, 0.105)], 12, "Z")
    out = [Piece("marker:foot", "rubber.foot", foot),
           Piece("marker:pole", "plastic.orange", lathe([(0.014, 0.08), (0.014, 1.19), (0.009, 1.2)], 8, "Z"), clean=True)]
    for z in (0.55, 0.75):
        out.append(Piece("marker:ring", "paint.white", lathe([(0.0155, z), (0.0155, z + 0.07)], 8, "Z"), clean=True))

    def flag(u, v, side):
        half = 0.15 * (1 - u)
        wave = 0.022 * sin(6.0 * u + 0.5 * v) * u
        return Vector((0.014 + 0.34 * u, wave + side, 1.02 - 0.05 * u * u + half * (2 * v - 1)))

    front = patch(lambda u, v: flag(u, v, -0.001), 6, 2)
    back = patch(lambda u, v: flag(u, 1 - v, 0.001), 6, 2)
    out += [Piece("marker:flag", "fabric.orange", s, clean=True) for s in (front, back)]
    return out


def block(length, width, height, knobs, bevel=0.018, knob=0.05, sides=12):
    """A concrete block on the ground with knobs (x, y) on top."""
    out = [box((length, width, height), (0, 0, height / 2), bevel)]
    for x, y in knobs:
        top = lathe([(0.085, 0), (0.085, knob * 0.55), (0.06, knob)], sides, "Z")
        faces = [f for f in top.faces if any(top.points[i].z > 0 for i in f)]  # nobody sees its seat
        out.append(Solid(top.points, faces, closed=False).at(x, y, height))
    return out


def wall():
    """One stacking block: 1 x 0.6 x 0.6 m, knobs above."""
    solids = block(1.0, 0.6, 0.6, [(x, y) for x in (-0.25, 0.25) for y in (-0.15, 0.15)])
    out = [Piece("wall:block", "concrete.block", s) for s in solids]
    eye = [(-0.12, 0, 0.59), (-0.10, 0, 0.635), (0, 0, 0.65), (0.10, 0, 0.635), (0.12, 0, 0.59)]
    out.append(Piece("wall:eye", "steel.rusty", tube(eye, 0.008, 6)))
    return out


def wall_blocks():
    """A wall of stacked blocks, 0.4 x 12 x 2 m along y: the box of assets/scenarios/sand-wall.yaml."""
    rng = random.Random(8)
    out, height = [], 0.4875
    for course in range(4):
        edges = [-6 + 1.0 * k for k in range(13)] if course % 2 == 0 else [-6] + [-5.5 + 1.0 * k for k in range(12)] + [6]
        for a, b in zip(edges, edges[1:]):
            offset = rng.uniform(-0.005, 0.005)
            tone = rng.choice(("concrete.block", "concrete.block", "concrete.dark", "concrete.light"))
            thick = 0.388 if (course, a) != (0, -6) else 0.4  # one reaches the full box
            solid = box((thick, b - a, height), (offset if thick < 0.4 else 0, (a + b) / 2, height * (course + 0.5)), 0.016)
            out.append(Piece("wall_blocks:blocks", tone, solid))
    for k in range(12):
        for s in block(0.4, 0.4, 4 * height, [(0, -5.5 + k)], sides=8)[1:]:
            out.append(Piece("wall_blocks:blocks", "concrete.block", s))
    return out


def hopper():
    """A loading hopper around the boxes of assets/scenarios/sand-hopper.yaml: inside 2.9 x 2.9 m, rim at 1.6 m; of steel
    plate with ribs, a rim of tube, skids, lugs to lift it. Its origin is the middle of the floor."""
    out, w, h = [], 1.55, 1.6

    def add(part, material, *solids):
        out.extend(Piece(f"hopper:{part}", material, s) for s in solids)

    add("floor", "steel.worn", box((2.9, 2.9, 0.06), (0, 0, 0.07), 0.004))
    for turn in (0, 90, 180, 270):
        inner = patch(lambda u, v: Vector((-1.45, 1.45 - 2.9 * u, 0.09 + 1.44 * v)), 6, 4)
        inner = Solid(inner.points, [f[::-1] for f in inner.faces], closed=False)
        outer = patch(lambda u, v: Vector((-1.50, 1.52 - 3.04 * u, 0.06 + 1.47 * v)), 8, 5)
        add("wall", "steel.worn", inner.turned("Z", turn))
        add("wall", "paint.hopper", outer.turned("Z", turn))
        add("wall", "paint.hopper", box((0.11, 2.9, 0.1), (-1.495, 0, h - 0.05), 0.012).turned("Z", turn))  # rim
        add("wall", "paint.hopper", box((0.07, 2.9, 0.09), (-1.515, 0, 0.075), 0.008).turned("Z", turn))
        add("wall", "paint.hopper", box((0.05, 2.9, 0.07), (-1.522, 0, 0.82), 0.008).turned("Z", turn))
        for y in (-1.0, -0.5, 0.0, 0.5, 1.0):  # ribs of folded plate
            section = ((-1.50, 0.06), (-1.548, 0.035), (-1.548, -0.035), (-1.50, -0.06))
            rib = loft([[(a, y + b, z) for a, b in section] for z in (0.12, h - 0.10)])
            add("wall", "paint.hopper", rib.turned("Z", turn))
        add("wall", "paint.hopper", box((0.14, 0.14, h), (-1.5, -1.5, h / 2), 0.016).turned("Z", turn))  # corner
        for z in (0.30, 1.32):
            add("lug", "steel.worn", box((0.022, 0.07, 0.12), (-1.3, -1.53, z), 0.008).turned("Z", turn))
        # stripes of warning along the rim's middle
        for k in range(6):
            y = -0.45 + 0.15 * k
            stripe = quad(*((-1.552, y + b, h - c) for b, c in ((0.15, 0.09), (0, 0.09), (0, 0.01), (0.15, 0.01))))
            add("stripes", "paint.yellow" if k % 2 else "plastic.black", stripe.turned("Z", turn))
    for y in (-1.0, 1.0):
        add("floor", "steel.worn", box((3.1, 0.16, 0.05), (0, y, 0.025), 0.006))
    return out


def crate():
    """A pallet crate of 1.2 x 0.8 m, 0.8 m high, of boards."""
    rng = random.Random(2)
    out = []

    def add(p, q, width, thick, facing, bevel=0.004):
        grain = "XYZ"[max(range(3), key=lambda k: abs(q[k] - p[k]))]
        tone = rng.choice(("wood.crate", "wood.crate_dark", "wood.crate_light"))
        out.append(Piece(f"crate:boards_{grain.lower()}", tone, board(p, q, width, thick, facing, bevel), grain=grain))

    for y in (-0.35, 0.0, 0.35):
        add((-0.6, y, 0.05), (0.6, y, 0.05), 0.09, 0.10, (0, 0, 1), 0)
    for k in range(7):
        add((-0.54 + 0.18 * k, -0.4, 0.112), (-0.54 + 0.18 * k, 0.4, 0.112), 0.15, 0.022, (0, 0, 1), 0)
    for x in (-0.555, 0.555):
        for y in (-0.355, 0.355):
            add((x, y, 0.12), (x, y, 0.80), 0.06, 0.06, (x, 0, 0))
    for k in range(5):
        z = 0.19 + 0.135 * k
        for s in (-1, 1):
            add((-0.6, 0.39 * s, z), (0.6, 0.39 * s, z), 0.115, 0.02, (0, s, 0))
            add((0.59 * s, -0.385, z), (0.59 * s, 0.385, z), 0.115, 0.02, (s, 0, 0))
    for x in (-0.2, 0.2):
        for s in (-1, 1):
            add((x, 0.408 * s, 0.13), (x, 0.408 * s, 0.79), 0.08, 0.018, (0, s, 0))
    return out


def bale():
    """A round straw bale lying on the ground: 1.5 m across, 1.2 m long, its axis along y."""
    rng = random.Random(9)
    n, half, radius = 40, 0.6, 0.75
    lumps = [rng.uniform(0.5, 1.0) for _ in range(60)]

    def across(i, j):
        return radius * (1 - 0.012 * lumps[(i * 7 + j * 13) % 60] - 0.008 * (1 + sin(3 * 2 * pi * i / n + j)))

    cap = [(0.001, 0.555), (0.20, 0.575), (0.38, 0.562), (0.54, 0.585), (0.66, 0.580), (0.735, 0.55)]  # (radius, y)
    profile = [(r, -y) for r, y in cap] + [(None, y) for y in (-0.49, -0.25, 0.0, 0.25, 0.49)] + cap[::-1]
    rings = []
    for j, (ring, y) in enumerate(profile):
        points = []
        for i in range(n):
            a = 2 * pi * i / n
            k = across(i, j) if ring is None else ring * (1 - 0.01 * lumps[(i * 3 + j * 11) % 60]) * (0.985 if ring > 0.6 else 1)
            wobble = 0.012 * (lumps[(i * 5 + j * 17) % 60] - 0.75) if ring is not None and ring > 0 else 0
            z = max(k * cos(a), -0.725)  # flattened where it lies
            points.append((k * sin(a), y + wobble, z + 0.725))
        rings.append(points)
    def shade(p):
        """Ground below; layers of straw around the axis and wound up on the ends."""
        ring, turn = hypot(p.x, p.z - 0.725), atan2(p.x, p.z - 0.725)
        layer = sin(60 * p.y + 2 * sin(3 * turn)) if ring > 0.70 else sin(55 * ring + turn)
        return min(1.0, 0.50 + 0.42 * p.z) * (0.84 + 0.16 * layer * rng.uniform(0.3, 1.0))

    end = 7  # rings of an end, with its rim
    skins = (loft(rings[:end], False), loft(rings[end - 1:-end + 1], False), loft(rings[-end:], False))
    inward = loft(rings).faces[0] != loft(rings, caps=False).faces[0]  # which way the rings run
    out = []
    for material, skin in zip(("bark.straw", "fabric.straw", "bark.straw"), skins):
        faces = [f[::-1] for f in skin.faces] if inward else skin.faces
        out.append(Piece("bale:straw", material, Solid(skin.points, faces, closed=False), open=shade))
    return out
