"""Objects that machines push and lift, as meshes for pictures: cone, barrel, pipe, log, stone, pallet, square bale.

    python3 assets/models/objects.py [NAME...]

Needs Python alone; the same script gives the same bytes. Axes as in headland, x forward, z up; the origin of each is that
of its type in assets/objects. README.md has the conventions of materials and colours.
"""
import json
import math
import pathlib
import random
import re
import struct
import sys

HERE = pathlib.Path(__file__).resolve().parent

# Colour, metallic, roughness.
MATERIALS = {
    "plastic.orange": ((0.80, 0.17, 0.01), 0.0, 0.55),
    "paint.white": ((0.80, 0.80, 0.78), 0.0, 0.35),
    "rubber.foot": ((0.035, 0.033, 0.031), 0.0, 0.85),
    "paint.drum": ((0.030, 0.100, 0.260), 0.0, 0.45),
    "steel.worn": ((0.30, 0.27, 0.24), 0.5, 0.50),
    "concrete.pipe": ((0.50, 0.49, 0.46), 0.0, 0.85),
    "bark.spruce": ((0.150, 0.105, 0.075), 0.0, 0.95),
    "wood.cut": ((0.62, 0.45, 0.26), 0.0, 0.80),
    "concrete.granite": ((0.36, 0.35, 0.34), 0.0, 0.90),
    "wood.pallet": ((0.47, 0.35, 0.22), 0.0, 0.85),
    "fabric.straw": ((0.50, 0.385, 0.185), 0.0, 0.90),
    "plastic.twine": ((0.55, 0.16, 0.02), 0.0, 0.60),
}


def sub(a, b):
    return tuple(p - q for p, q in zip(a, b))


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def dot(a, b):
    return sum(p * q for p, q in zip(a, b))


def unit(a):
    length = math.sqrt(dot(a, a))
    return tuple(p / length for p in a) if length > 0 else (0.0, 0.0, 1.0)


class Thing:
    """Triangles of each material: corners of (point, normal, shade)."""

    def __init__(self):
        self.parts = {}

    def triangle(self, material, corners):
        self.parts.setdefault(material, []).extend(corners)

    def quad(self, material, a, b, c, d):
        self.triangle(material, (a, b, c))
        self.triangle(material, (a, c, d))

    def face(self, material, points, shade=1.0):
        """A flat polygon, counter-clockwise from outside."""
        normal = unit(cross(sub(points[1], points[0]), sub(points[2], points[0])))
        corners = [(p, normal, shade) for p in points]
        for i in range(1, len(points) - 1):
            self.triangle(material, (corners[0], corners[i], corners[i + 1]))

    def box(self, material, centre, size, shade=1.0, bevel=0.003):
        """A box with chamfered edges, darker below."""
        half = [s / 2 for s in size]
        b = min(bevel, 0.4 * min(half))
        for axis in range(3):
            u, v = (axis + 1) % 3, (axis + 2) % 3
            for side in (-1, 1):
                def at(su, sv, out=side, axis=axis, u=u, v=v):
                    p = [0.0, 0.0, 0.0]
                    p[axis], p[u], p[v] = out * half[axis], su * (half[u] - b), sv * (half[v] - b)
                    return tuple(p[k] + centre[k] for k in range(3))
                ring = [at(-1, -1), at(1, -1), at(1, 1), at(-1, 1)]
                self.face(material, ring if side > 0 else ring[::-1], shade * (0.7 if axis == 2 and side < 0 else 1.0))
        for axis in range(3):  # chamfers along the axis
            u, v = (axis + 1) % 3, (axis + 2) % 3
            for su in (-1, 1):
                for sv in (-1, 1):
                    def edge(along, flat, axis=axis, u=u, v=v, su=su, sv=sv):
                        p = [0.0, 0.0, 0.0]
                        p[axis] = along * (half[axis] - b)
                        p[u] = su * (half[u] - (0 if flat else b))
                        p[v] = sv * (half[v] - (b if flat else 0))
                        return tuple(p[k] + centre[k] for k in range(3))
                    ring = [edge(-1, True), edge(1, True), edge(1, False), edge(-1, False)]
                    self.face(material, ring if su * sv < 0 else ring[::-1], shade * 1.08)

    def lathe(self, material, profile, n, axis="Z", shade=lambda i, h: 1.0, sharp=0.6):
        """Turned about an axis: corners (radius, height) with the solid to the left, going up on its outside. Corners
        sharper than the cosine `sharp` are edges."""
        pieces = []
        for (r0, h0), (r1, h1) in zip(profile, profile[1:]):
            pieces.append(unit((h1 - h0, r0 - r1, 0.0))[:2])  # out, up

        def normal(k, end):
            own, other = pieces[k], k + (1 if end else -1)
            if not 0 <= other < len(pieces) or own[0] * pieces[other][0] + own[1] * pieces[other][1] < sharp:
                return own
            return unit((own[0] + pieces[other][0], own[1] + pieces[other][1], 0.0))[:2]

        def corner(k, end, i):
            (r, h), (out, up) = profile[k + end], normal(k, end)
            a = 2 * math.pi * i / n
            p, q = (r * math.cos(a), r * math.sin(a), h), (out * math.cos(a), out * math.sin(a), up)
            if axis == "X":
                p, q = (p[2], p[0], p[1]), (q[2], q[0], q[1])
            return (p, q, shade(i % n, h))

        for k in range(len(pieces)):
            for i in range(n):
                self.quad(material, corner(k, 0, i), corner(k, 0, i + 1), corner(k, 1, i + 1), corner(k, 1, i))


def cone():
    out = Thing()
    out.box("rubber.foot", (0, 0, 0.015), (0.28, 0.28, 0.03), bevel=0.012)

    def radius(z):
        return 0.105 - (0.105 - 0.022) * (z - 0.03) / 0.47

    bands = [(0.03, 0.21, "plastic.orange"), (0.21, 0.30, "paint.white"), (0.30, 0.36, "plastic.orange"),
             (0.36, 0.42, "paint.white"), (0.42, 0.49, "plastic.orange")]
    for low, high, material in bands:
        steps = [low + (high - low) * k / 3 for k in range(4)]
        out.lathe(material, [(radius(z), z) for z in steps], 24, shade=lambda i, h: 0.72 + 0.28 * min(1, (h - 0.03) / 0.1))
    out.lathe("plastic.orange", [(radius(0.49), 0.49), (radius(0.49) - 0.004, 0.498), (0.012, 0.5), (0.011, 0.47)], 24)
    out.lathe("rubber.foot", [(0.011, 0.47), (0.0, 0.468)], 24)
    return out


def barrel():
    out, r = Thing(), 0.286
    side = [(r - 0.012, 0.0), (r + 0.0065, 0.003), (r + 0.0065, 0.014), (r, 0.02), (r, 0.27)]
    for z in (0.29, 0.57):
        side += [(r, z - 0.014), (r + 0.0065, z - 0.006), (r + 0.0065, z + 0.006), (r, z + 0.014)]
    side += [(r, 0.86), (r + 0.0065, 0.866), (r + 0.0065, 0.877), (r - 0.012, 0.88)]
    scuff = random.Random(3)
    marks = [scuff.uniform(0.86, 1.0) for _ in range(48)]
    out.lathe("paint.drum", side, 48, shade=lambda i, h: marks[i] * (0.8 + 0.2 * min(1, h / 0.2)))
    out.lathe("paint.drum", [(0.0, 0.012), (r - 0.02, 0.012), (r - 0.012, 0.0)][::1], 48, shade=lambda i, h: 0.6)
    out.lathe("paint.drum", [(r - 0.012, 0.88), (r - 0.02, 0.862), (0.0, 0.862)], 48, shade=lambda i, h: 0.9 if h > 0.87 else 0.8)
    for x, size in ((0.2, 0.035), (-0.2, 0.02)):
        bung = Thing()
        bung.lathe("steel.worn", [(size, 0.862), (size, 0.872), (0.8 * size, 0.875), (0.0, 0.875)], 16)
        for material, corners in bung.parts.items():
            out.triangle(material, [((p[0] + x, p[1], p[2]), n, s) for p, n, s in corners])
    return out


def shift_up(thing, by):
    for corners in thing.parts.values():
        corners[:] = [((p[0], p[1], p[2] + by), n, s) for p, n, s in corners]
    return thing


def pipe():
    out = Thing()
    stain = random.Random(5)
    tone = [stain.uniform(0.88, 1.0) for _ in range(48)]
    out.lathe("concrete.pipe", [(0.15, -1.0), (0.196, -1.0), (0.2, -0.996), (0.2, -0.5), (0.2, 0.0), (0.2, 0.5), (0.2, 0.996),
                                (0.196, 1.0), (0.15, 1.0)], 48, "X", shade=lambda i, h: tone[i])
    out.lathe("concrete.pipe", [(0.15, 1.0), (0.15, 0.7), (0.15, 0.0), (0.15, -0.7), (0.15, -1.0)], 48, "X",
              shade=lambda i, h: 0.25 + 0.65 * abs(h) ** 2)
    return shift_up(out, 0.2)


def log():
    out, rng, n = Thing(), random.Random(8), 28
    groove = [rng.uniform(0.62, 1.0) for _ in range(n * 4)]
    heights = [-1.5 + 3.0 * k / 20 for k in range(21)]
    wave = [0.0] + [rng.uniform(-0.005, 0.0) for _ in heights[2:]] + [0.0]
    out.lathe("bark.spruce", [(0.15 + w, h) for h, w in zip(heights, wave)], n, "X", sharp=-1.0,
              shade=lambda i, h: groove[(3 * i + int(7 * (h + 1.5))) % len(groove)])
    for side in (-1, 1):
        rings = [(0.15, 0.65), (0.138, 1.0)] + [(0.138 * (1 - k / 12), 0.84 + 0.16 * (k % 2)) for k in range(1, 13)]
        for (r0, s0), (r1, s1) in zip(rings, rings[1:]):
            profile = [(r0, 1.5), (max(r1, 0.0), 1.5)] if side > 0 else [(max(r1, 0.0), -1.5), (r0, -1.5)]
            out.lathe("wood.cut", profile, n, "X", shade=lambda i, h, s=s0: s)
    return shift_up(out, 0.15)


def stone():
    text = (HERE.parent / "objects" / "stone.yaml").read_text()
    points = [tuple(float(v) for v in m) for m in re.findall(r"- \[(.*?), (.*?), (.*?)\]", text)]
    out, rng = Thing(), random.Random(11)
    done = set()
    for a in range(len(points)):
        for b in range(len(points)):
            for c in range(len(points)):
                if len({a, b, c}) < 3 or frozenset((a, b, c)) in done:
                    continue
                normal = cross(sub(points[b], points[a]), sub(points[c], points[a]))
                if dot(normal, normal) < 1e-12 or any(dot(normal, sub(p, points[a])) > 1e-9 for p in points):
                    continue
                done.add(frozenset((a, b, c)))
                shade = rng.uniform(0.82, 1.0)
                n, corners = unit(normal), [points[a], points[b], points[c]]
                middle = tuple(sum(p[k] for p in corners) / 3 for k in range(3))
                lift = tuple(middle[k] + 0.006 * n[k] for k in range(3))
                for p, q in ((0, 1), (1, 2), (2, 0)):  # a face is a little rounded
                    tone = shade * rng.uniform(0.92, 1.05) * (0.75 + 0.25 * min(1, middle[2] / 0.15))
                    out.face("concrete.granite", [corners[p], corners[q], lift], tone)
    return out


def pallet():
    out, rng = Thing(), random.Random(4)

    def add(centre, size):
        out.box("wood.pallet", centre, size, rng.uniform(0.78, 1.0), 0.002)

    y = -0.4
    for width in (0.145, 0.1, 0.145, 0.1, 0.145):
        add((0, y + width / 2, 0.133), (1.2, width, 0.022))
        y += width + 0.04125
    for x in (-0.5275, 0, 0.5275):
        add((x, 0, 0.111), (0.145, 0.8, 0.022))
        for y, width in ((-0.35, 0.1), (0, 0.145), (0.35, 0.1)):
            add((x, y, 0.061), (0.145, width, 0.078))
    for y, width in ((-0.35, 0.1), (0, 0.145), (0.35, 0.1)):
        add((0, y, 0.011), (1.2, width, 0.022))
    return out


def square_bale():
    """Twelve flakes that the baler pressed one after the other along x, held by five twines. The sides between flakes are
    hollow, the straw is cut at the sides and bent over at top and bottom."""
    out, rng = Thing(), random.Random(12)
    size, flakes, twines = (1.2, 1.2, 0.9), 12, 5
    half = [s / 2 for s in size]
    tone = [rng.uniform(0.82, 1.0) for _ in range(flakes)]
    lumps = [rng.uniform(-1.0, 1.0) for _ in range(211)]

    def straw(axis, side, u, v):
        """Point of a face at -1 to 1 along the two other axes, and its shade."""
        p, (a, b) = [0.0, 0.0, 0.0], ((axis + 1) % 3, (axis + 2) % 3)
        p[axis], p[a], p[b] = side * half[axis], u * half[a], v * half[b]
        flake = 0.5 * (p[0] / half[0] + 1) * flakes
        gap = abs(2 * (flake % 1.0) - 1) if axis != 0 else 0.0  # 1: between two flakes
        lump = lumps[(int(40 * (u + 1)) * 7 + int(40 * (v + 1)) * 31 + 17 * axis + 5 * (side > 0)) % len(lumps)]
        nearest = min(abs(p[1] - half[1] * (2 * (k + 0.5) / twines - 1)) for k in range(twines)) if axis != 1 else 1.0
        rim = max(abs(u), abs(v)) ** 12
        p[axis] -= side * (0.018 * gap ** 4 + 0.012 * math.exp(-(nearest / 0.03) ** 2) + 0.035 * rim + 0.006 * (1 + lump))
        shade = tone[max(0, min(flakes - 1, int(flake)))] if axis != 0 else 0.92
        shade *= (1 - 0.35 * gap ** 4) * (0.93 + 0.07 * lump) * (0.72 + 0.28 * min(1, (p[2] + half[2]) / 0.4))
        return tuple(p), shade * (0.55 if axis == 2 and side < 0 else 1.0)

    cells = (2 * flakes, 4 * twines, 10)  # along x, y, z: corners between and on flakes, on and between twines
    for axis in range(3):
        m, n = cells[(axis + 1) % 3], cells[(axis + 2) % 3]
        for side in (-1, 1):
            grid = [[straw(axis, side, 2 * i / m - 1, 2 * j / n - 1) for j in range(n + 1)] for i in range(m + 1)]

            def corner(i, j, grid=grid, side=side, m=m, n=n):
                at = [grid[max(0, min(m, i + di))][max(0, min(n, j + dj))][0] for di, dj in ((-1, 0), (1, 0), (0, -1), (0, 1))]
                normal = cross(sub(at[1], at[0]), sub(at[3], at[2]))
                return (grid[i][j][0], unit(tuple(side * k for k in normal)), min(1.0, grid[i][j][1]))
            for i in range(m):
                for j in range(n):
                    ring = [corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)]
                    out.quad("fabric.straw", *(ring if side > 0 else ring[::-1]))
    for k in range(twines):
        y = half[1] * (2 * (k + 0.5) / twines - 1)
        out.box("plastic.twine", (0, y, half[2] - 0.012), (size[0] - 0.03, 0.012, 0.008), 1.0, 0.003)
        out.box("plastic.twine", (0, y, 0.012 - half[2]), (size[0] - 0.03, 0.012, 0.008), 0.5, 0.003)
        for side in (-1, 1):
            out.box("plastic.twine", (side * (half[0] - 0.012), y, 0), (0.008, 0.012, size[2] - 0.03), 0.9, 0.003)
    return shift_up(out, half[2])


THINGS = {"cone": cone, "barrel": barrel, "pipe": pipe, "log": log, "stone": stone, "pallet": pallet, "square_bale": square_bale}


def write(name, thing):
    """glTF has y up: (x, y, z) becomes (x, z, -y)."""
    views, accessors, primitives, materials, data = [], [], [], [], b""

    def put(values, form, kind, component, **more):
        nonlocal data
        packed = b"".join(struct.pack(form, *v) for v in values)
        views.append({"buffer": 0, "byteOffset": len(data), "byteLength": len(packed)})
        accessors.append({"bufferView": len(views) - 1, "componentType": component, "count": len(values), "type": kind, **more})
        data += packed + b"\0" * (-len(packed) % 4)
        return len(accessors) - 1

    for material, corners in thing.parts.items():
        index, vertices, order = {}, [], []
        for p, n, s in corners:
            key = tuple(round(v, 5) for v in (p[0], p[2], -p[1], n[0], n[2], -n[1])) + (max(0, min(255, round(255 * s))),)
            if key not in index:
                index[key] = len(vertices)
                vertices.append(key)
            order.append(index[key])
        at = [v[:3] for v in vertices]
        low, high = [min(p[k] for p in at) for k in range(3)], [max(p[k] for p in at) for k in range(3)]
        colour, metallic, rough = MATERIALS[material]
        materials.append({"name": material, "pbrMetallicRoughness": {
            "baseColorFactor": [*colour, 1.0], "metallicFactor": metallic, "roughnessFactor": rough}})
        primitives.append({
            "attributes": {
                "POSITION": put(at, "<3f", "VEC3", 5126, min=low, max=high),
                "NORMAL": put([unit(v[3:6]) for v in vertices], "<3f", "VEC3", 5126),
                "COLOR_0": put([(v[6], v[6], v[6], 255) for v in vertices], "<4B", "VEC4", 5121, normalized=True)},
            "indices": put([(i,) for i in order], "<H", "SCALAR", 5123), "material": len(materials) - 1})
    text = json.dumps({
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"name": name, "mesh": 0}],
        "meshes": [{"name": name, "primitives": primitives}], "materials": materials, "accessors": accessors,
        "bufferViews": views, "buffers": [{"byteLength": len(data)}]}, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    whole = struct.pack("<4sII", b"glTF", 2, 28 + len(text) + len(data))
    whole += struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(data), b"BIN\0") + data
    (HERE / f"{name}.glb").write_bytes(whole)


for name in sys.argv[1:] or THINGS:
    write(name, THINGS[name]())
