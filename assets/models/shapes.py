"""Solids from numbers: the few shapes that machines and scenery are made of, as plain lists of points and polygons.

Axes as in headland: x forward, y left, z up; metres. A `Solid` is closed unless its function says so, and knows nothing of
materials or objects; model.py makes Blender objects of them.
"""
from math import cos, pi, radians, sin, tan

from mathutils import Matrix, Vector

BEVEL = 0.006  # [m] usual chamfer of an edge that hands may touch


class Solid:
    """Points, polygons (tuples of indices, counter-clockwise from outside) and, for screens and mirrors, their UVs."""

    def __init__(self, points=(), faces=(), uvs=None, closed=True):
        self.points = [Vector(p) for p in points]
        self.faces = [tuple(f) for f in faces]
        self.uvs = uvs  # one (u, v) for each point, or None
        self.closed = closed

    def __add__(self, other):
        n = len(self.points)
        uvs = None if self.uvs is None or other.uvs is None else self.uvs + other.uvs
        faces = self.faces + [tuple(i + n for i in f) for f in other.faces]
        return Solid(self.points + other.points, faces, uvs, self.closed and other.closed)

    def by(self, matrix):
        """The solid moved by a 4 x 4 matrix; faces turn over when it mirrors."""
        faces = self.faces if matrix.determinant() > 0 else [tuple(reversed(f)) for f in self.faces]
        return Solid([matrix @ p for p in self.points], faces, self.uvs, self.closed)

    def changed(self, change):
        """The solid with each point changed."""
        return Solid([change(p) for p in self.points], self.faces, self.uvs, self.closed)

    def at(self, x, y=0.0, z=0.0):
        return self.by(Matrix.Translation((x, y, z)))

    def turned(self, axis, degrees):
        return self.by(Matrix.Rotation(radians(degrees), 4, axis))

    def oriented(self):
        """Faces turned over if a closed solid's look inwards."""
        volume = 0.0
        for f in self.faces:
            for j, k in zip(f[1:], f[2:]):
                volume += self.points[f[0]].dot(self.points[j].cross(self.points[k]))
        return self if volume >= 0 else Solid(self.points, [f[::-1] for f in self.faces], self.uvs, self.closed)

    def mirrored(self):
        """Its image in the middle plane."""
        return self.by(Matrix.Scale(-1, 4, (0, 1, 0)))

    def both(self):
        """Itself and its image in the middle plane."""
        return self + self.mirrored()


def union(solids):
    whole = Solid()
    whole.uvs = None
    for s in solids:
        whole = whole + s
    return whole


# ---- outlines: closed polygons of (a, b), counter-clockwise ----


TURNS = {"X": Matrix.Rotation(pi / 2, 4, "Y"), "Y": Matrix.Rotation(-pi / 2, 4, "X"), "Z": Matrix.Identity(4)}


def area(outline):
    return sum(p[0] * q[1] - q[0] * p[1] for p, q in zip(outline, outline[1:] + outline[:1])) / 2


def inset(outline, d):
    """The outline with each edge moved inwards by d (outwards if negative)."""
    out, n = [], len(outline)
    for i in range(n):
        before, here, after = (Vector(outline[k % n]) for k in (i - 1, i, i + 1))
        e, f = (here - before).normalized(), (after - here).normalized()
        ne, nf = Vector((-e.y, e.x)), Vector((-f.y, f.x))
        bisector = ne + nf
        scale = d / max(0.35, 1 + ne.dot(nf))  # no spikes at sharp corners
        out.append(tuple(here + bisector * scale))
    return out


def rounded(outline, radius, steps=3):
    """Corners of the outline rounded; radius is a number, or one for each corner."""
    n, out = len(outline), []
    radii = radius if isinstance(radius, (list, tuple)) else [radius] * n
    for i in range(n):
        here = Vector(outline[i])
        to_a, to_b = Vector(outline[i - 1]) - here, Vector(outline[(i + 1) % n]) - here
        half = to_a.angle(to_b) / 2
        reach = min(radii[i] / tan(half), 0.48 * to_a.length, 0.48 * to_b.length)
        if reach < 1e-4 or half > radians(87):
            out.append(tuple(here))
            continue
        a, b = here + to_a.normalized() * reach, here + to_b.normalized() * reach
        for k in range(steps + 1):  # quadratic curve: near enough to an arc
            t = k / steps
            out.append(tuple(a * (1 - t) ** 2 + here * 2 * t * (1 - t) + b * t * t))
    return out


def circle(radius, n, a=0.0, b=0.0, start=0.0):
    return [(a + radius * cos(start + 2 * pi * i / n), b + radius * sin(start + 2 * pi * i / n)) for i in range(n)]


def hull(discs, n=12):
    """Outline around discs (a, b, radius): a link with its eyes."""
    points = sorted({p for a, b, r in discs for p in circle(r, n, a, b)})

    def chain(ordered):
        out = []
        for p in ordered:
            while len(out) > 1 and ((out[-1][0] - out[-2][0]) * (p[1] - out[-2][1])
                                    - (out[-1][1] - out[-2][1]) * (p[0] - out[-2][0])) <= 1e-9:
                out.pop()
            out.append(p)
        return out[:-1]

    return chain(points) + chain(points[::-1])


def rectangle(a, b, corner=0.0, steps=1):
    """a x b around the origin, corners cut or rounded."""
    outline = [(-a / 2, -b / 2), (a / 2, -b / 2), (a / 2, b / 2), (-a / 2, b / 2)]
    return rounded(outline, corner, steps) if corner else outline


# ---- solids ----


def loft(rings, caps=True, ring_closed=True):
    """Skin over rings of equally many points."""
    n = len(rings[0])
    points = [p for ring in rings for p in ring]
    faces = []
    for k in range(len(rings) - 1):
        for i in range(n if ring_closed else n - 1):
            j = (i + 1) % n
            faces.append((k * n + i, k * n + j, (k + 1) * n + j, (k + 1) * n + i))
    if caps:
        last = (len(rings) - 1) * n
        faces += [tuple(range(n - 1, -1, -1)), tuple(range(last, last + n))]
    skin = Solid(points, faces, closed=caps)
    return skin.oriented() if caps else skin


def box(size, at=(0, 0, 0), bevel=BEVEL):
    """Box with chamfered edges; bevel 0: sharp ones."""
    half = [s / 2 for s in size]
    b = min(bevel, 0.8 * min(half))
    if b <= 0:
        x, y, z = half
        return loft([[(u, v, h) for u, v in rectangle(2 * x, 2 * y)] for h in (-z, z)]).at(*at)
    points, index = [], {}
    signs = [(i, j, k) for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)]
    for s in signs:  # at each corner a point on each of its three faces
        for axis in range(3):
            index[s, axis] = len(points)
            points.append([s[m] * (half[m] - (0 if m == axis else b)) for m in range(3)])
    faces = [[index[s, axis] for axis in ((0, 1, 2) if s[0] * s[1] * s[2] > 0 else (2, 1, 0))] for s in signs]

    def quad(corners):
        p = [Vector(points[i]) for i in corners]
        outward = (p[1] - p[0]).cross(p[2] - p[0]).dot(sum(p, Vector()))
        faces.append(corners if outward > 0 else corners[::-1])

    for axis in range(3):
        u, v = (axis + 1) % 3, (axis + 2) % 3

        def corner(a, su, sv):
            s = [0, 0, 0]
            s[axis], s[u], s[v] = a, su, sv
            return tuple(s)

        for a in (-1, 1):
            quad([index[corner(a, su, sv), axis] for su, sv in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
            for c in (-1, 1):  # the edge along this axis
                p, q = corner(-1, a, c), corner(1, a, c)
                quad([index[p, u], index[q, u], index[q, v], index[p, v]])
    return Solid(points, faces).at(*at)


def plate(outline, thickness, bevel=0.004, y=0.0):
    """An outline of (x, z) with thickness along y, its rims chamfered; bevel 0: sharp ones."""
    if area(outline) < 0:
        outline = outline[::-1]
    t, b = thickness / 2, min(bevel, thickness * 0.4)
    rims = inset(outline, b) if b > 0 else outline
    steps = ((rims, -t), (outline, -t + b), (outline, t - b), (rims, t)) if b > 0 else ((outline, -t), (outline, t))
    return loft([[(a, y + h, c) for a, c in o] for o, h in steps])


def slab(outline, z_low, z_high, bevel=0.01):
    """An outline of (x, y) from z_low to z_high, its rims chamfered."""
    middle = (z_low + z_high) / 2
    lying = plate([(a, -c) for a, c in outline], z_high - z_low, bevel)
    return lying.turned("X", 90).at(0, 0, middle)


def lathe(profile, n, axis="Y"):
    """Turned part: profile of (radius, height) along the axis; ends on the axis are closed to a fan, others by a disc."""
    rings = [[(r * cos(2 * pi * i / n), r * sin(2 * pi * i / n), h) for i in range(n)] for r, h in profile]
    turn = TURNS[axis]
    points, faces, starts = [], [], []
    for (r, h), ring in zip(profile, rings):
        starts.append(len(points))
        points += [(0, 0, h)] if r < 1e-6 else ring
    for k in range(len(profile) - 1):
        a, b = starts[k], starts[k + 1]
        tip_a, tip_b = profile[k][0] < 1e-6, profile[k + 1][0] < 1e-6
        for i in range(n):
            j = (i + 1) % n
            if tip_a:
                faces.append((a, b + j, b + i))
            elif tip_b:
                faces.append((a + i, a + j, b))
            else:
                faces.append((a + i, a + j, b + j, b + i))
    if profile[0][0] >= 1e-6:
        faces.append(tuple(range(n - 1, -1, -1)))
    if profile[-1][0] >= 1e-6:
        faces.append(tuple(range(starts[-1], starts[-1] + n)))
    return Solid(points, faces).oriented().by(turn)


def revolved(profile, n, axis="Y"):
    """Turned part whose profile is a closed loop that does not touch the axis: tires, rims."""
    m = len(profile)
    points = [(r * cos(2 * pi * i / n), r * sin(2 * pi * i / n), h) for i in range(n) for r, h in profile]
    faces = [(i * m + k, i * m + (k + 1) % m, (i + 1) % n * m + (k + 1) % m, (i + 1) % n * m + k) for i in range(n)
             for k in range(m)]
    return Solid(points, faces).oriented().by(TURNS[axis])


def cylinder(radius, length, n=14, axis="Y", bevel=0.004):
    """Round bar around the origin with chamfered ends; bevel 0: sharp ones."""
    h, b = length / 2, min(bevel, radius * 0.4, length * 0.3)
    if b <= 0:
        return lathe([(radius, -h), (radius, h)], n, axis)
    return lathe([(radius - b, -h), (radius, -h + b), (radius, h - b), (radius - b, h)], n, axis)


def aligned(direction):
    """Rotation that turns z into the direction."""
    return Vector(direction).to_track_quat("Z", "Y").to_matrix().to_4x4()


def rod(p, q, radius, n=10, bevel=0.0):
    """Round bar from p to q."""
    p, q = Vector(p), Vector(q)
    bar = cylinder(radius, (q - p).length, n, "Z", bevel)
    return bar.by(Matrix.Translation((p + q) / 2) @ aligned(q - p))


def sweep(path, section, side=(0, 1, 0), caps=True, scale=None):
    """A section of (u, v) along a path: u along `side` (made square to the path), v square to both."""
    path, rings = [Vector(p) for p in path], []
    for i, p in enumerate(path):
        tangent = (path[min(i + 1, len(path) - 1)] - path[max(i - 1, 0)]).normalized()
        u = Vector(side)
        u = (u - tangent * u.dot(tangent)).normalized()
        v = tangent.cross(u)
        k = scale[i] if scale else 1.0
        rings.append([p + u * (a * k) + v * (b * k) for a, b in section])
    return loft(rings, caps)


def smooth_path(points, steps=4):
    """Catmull-Rom curve through the points."""
    p = [Vector(q) for q in points]
    p = [p[0] * 2 - p[1]] + p + [p[-1] * 2 - p[-2]]
    out = []
    for a, b, c, d in zip(p, p[1:], p[2:], p[3:]):
        for k in range(steps):
            t = k / steps
            out.append(0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t
                              + (3 * b - a - 3 * c + d) * t ** 3))
    return out + [p[-2]]


def tube(points, radius, n=6, steps=3, caps=True):
    """Hose or bent pipe through the points; the section does not twist."""
    path = smooth_path(points, steps) if len(points) > 2 and steps > 1 else [Vector(p) for p in points]
    tangent = (path[1] - path[0]).normalized()
    u = tangent.orthogonal().normalized()
    rings = []
    for i, p in enumerate(path):
        new = (path[min(i + 1, len(path) - 1)] - path[max(i - 1, 0)]).normalized()
        u = tangent.rotation_difference(new) @ u
        tangent, v = new, new.cross(u)
        rings.append([p + u * (radius * cos(2 * pi * k / n)) + v * (radius * sin(2 * pi * k / n)) for k in range(n)])
    return loft(rings, caps)


def strut(p, q, wide, high, side=(0, 1, 0), corner=0.012, taper=1.0):
    """Straight beam from p to q with a rectangular section: `wide` along side, `high` across; taper scales the end."""
    return sweep([p, q], rectangle(wide, high, corner), side, scale=[1.0, taper])


def bolt(at, direction, radius, height):
    """Hexagon head."""
    head = lathe([(radius, 0), (radius, height)], 6, "Z")
    head.faces = [f for f in head.faces if any(head.points[i].z > 0 for i in f)]  # nobody sees its seat
    return head.by(Matrix.Translation(at) @ aligned(direction))


def patch(corner, nu, nv, uv=False):
    """Open surface: corner(u, v) for u, v in 0..1; faces look along du x dv."""
    points = [corner(i / nu, j / nv) for j in range(nv + 1) for i in range(nu + 1)]
    uvs = [(i / nu, j / nv) for j in range(nv + 1) for i in range(nu + 1)] if uv else None
    w = nu + 1
    faces = [(j * w + i, j * w + i + 1, (j + 1) * w + i + 1, (j + 1) * w + i) for j in range(nv) for i in range(nu)]
    return Solid(points, faces, uvs, closed=False)


def facing(centre, normal, up=(0, 0, 1)):
    """Pose whose z points along the normal, y as near to up as it can be, x to a viewer's right."""
    n = Vector(normal).normalized()
    v = Vector(up)
    v = (v - n * v.dot(n)).normalized()
    u = v.cross(n)
    return Matrix.Translation(centre) @ Matrix((u, v, n)).transposed().to_4x4()


def band(point, ts, low, high, inner, outer):
    """A strip with thickness on a surface point(t, h, out): along the values ts, from low(t) to high(t)."""
    return loft([[point(t, low(t), inner), point(t, high(t), inner), point(t, high(t), outer), point(t, low(t), outer)]
                 for t in ts])


def arc(radius, start, end, steps, a=0.0, b=0.0):
    """Points (a, b) on an arc, angles in degrees."""
    return [(a + radius * cos(radians(start + (end - start) * i / steps)),
             b + radius * sin(radians(start + (end - start) * i / steps))) for i in range(steps + 1)]
