"""A worker on foot, 1.78 m with the helmet, as a mesh for pictures: assets/models/person.glb.

    python3 assets/models/person.py

Needs no Blender: limbs are skins over elliptic rings. x forward, y left, z up; the origin is on the ground
between the feet. Arms and legs are nodes of their own, with their origins at shoulder and hip and their
axes of swing along y.
"""
import json
import math
import pathlib
import struct

SIDES = 18

MATERIALS = {  # colour, roughness
    "fabric.vest": ((0.95, 0.28, 0.01), 0.85),      # orange, high visibility
    "fabric.trousers": ((0.030, 0.045, 0.085), 0.90),
    "paint.reflective": ((0.78, 0.80, 0.80), 0.30),
    "plastic.helmet": ((0.90, 0.62, 0.02), 0.35),
    "plain.skin": ((0.52, 0.30, 0.20), 0.70),
    "rubber.boot": ((0.030, 0.026, 0.022), 0.80),
    "fabric.glove": ((0.20, 0.17, 0.12), 0.90),
}


def ring(z, depth, width, x=0.0, y=0.0):
    """An ellipse at the height z: half depth along x, half width along y."""
    return [(x + depth * math.cos(2 * math.pi * i / SIDES), y + width * math.sin(2 * math.pi * i / SIDES), z)
            for i in range(SIDES)]


def skin(rings):
    """Points and triangles over rings from low to high; both ends are closed."""
    points = [p for r in rings for p in r]
    triangles = []
    for k in range(len(rings) - 1):
        for i in range(SIDES):
            a, b = k * SIDES + i, k * SIDES + (i + 1) % SIDES
            triangles += [(a, b, b + SIDES), (a, b + SIDES, a + SIDES)]
    for k, low in ((0, True), (len(rings) - 1, False)):
        middle = tuple(sum(p[j] for p in rings[k]) / SIDES for j in range(3))
        points.append(middle)
        for i in range(SIDES):
            a, b = k * SIDES + i, k * SIDES + (i + 1) % SIDES
            triangles.append((len(points) - 1, b, a) if low else (len(points) - 1, a, b))
    return points, triangles


def ball(z, depth, width, height, x=0.0, low=-1.0, high=1.0, steps=9):
    """Rings of an ellipsoid between two shares of its half height."""
    out = []
    for k in range(steps + 1):
        s = low + (high - low) * k / steps
        r = math.sqrt(max(1 - s * s, 1e-4))
        out.append(ring(z + s * height, r * depth, r * width, x))
    return out


def body():
    hips = [ring(0.84, 0.10, 0.15), ring(0.90, 0.115, 0.165), ring(0.98, 0.11, 0.16)]
    vest = [ring(0.92, 0.125, 0.175), ring(1.00, 0.12, 0.165), ring(1.10, 0.115, 0.16), ring(1.22, 0.13, 0.18),
            ring(1.33, 0.135, 0.195), ring(1.41, 0.115, 0.195), ring(1.46, 0.085, 0.13), ring(1.48, 0.065, 0.07)]
    bands = [[ring(z, d, w), ring(z + 0.05, d2, w2)] for z, d, w, d2, w2 in
             ((1.00, 0.124, 0.169, 0.121, 0.166), (1.20, 0.131, 0.181, 0.136, 0.187))]
    return [("fabric.trousers", hips), ("fabric.vest", vest)] + [("paint.reflective", b) for b in bands] + [
        ("plain.skin", [ring(1.45, 0.055, 0.055), ring(1.54, 0.05, 0.05)]),
        ("plain.skin", ball(1.625, 0.098, 0.078, 0.118, x=0.012)),
        ("plastic.helmet", [ring(1.648, 0.130, 0.108, x=0.02), ring(1.654, 0.146, 0.116, x=0.025),
                            ring(1.664, 0.150, 0.118, x=0.025), ring(1.674, 0.142, 0.114, x=0.02),
                            ring(1.682, 0.120, 0.106)] + ball(1.67, 0.117, 0.103, 0.115, low=0.15, high=1.0))]


def leg():
    """From the hip down."""
    trousers = [ring(-0.80, 0.062, 0.058, -0.005), ring(-0.72, 0.062, 0.058, -0.012), ring(-0.55, 0.070, 0.064, -0.015),
                ring(-0.44, 0.066, 0.062), ring(-0.20, 0.088, 0.078), ring(0.0, 0.098, 0.088)]
    band = [ring(-0.60, 0.073, 0.066, -0.014), ring(-0.55, 0.075, 0.068, -0.014)]
    boot = [ring(-0.90, 0.135, 0.050, 0.045), ring(-0.86, 0.138, 0.052, 0.045), ring(-0.82, 0.095, 0.050, 0.015),
            ring(-0.76, 0.066, 0.060, -0.006), ring(-0.70, 0.066, 0.062, -0.010)]
    return [("fabric.trousers", trousers), ("paint.reflective", band), ("rubber.boot", boot)]


def arm():
    """From the shoulder down, a little bent."""
    sleeve = [ring(-0.50, 0.036, 0.034, 0.075), ring(-0.40, 0.042, 0.040, 0.045), ring(-0.27, 0.044, 0.042, 0.0),
              ring(-0.10, 0.054, 0.050), ring(0.0, 0.060, 0.052), ring(0.035, 0.040, 0.036)]
    band = [ring(-0.18, 0.053, 0.049), ring(-0.13, 0.057, 0.053)]
    hand = [ring(-0.62, 0.028, 0.018, 0.105), ring(-0.58, 0.045, 0.026, 0.10), ring(-0.52, 0.040, 0.030, 0.082),
            ring(-0.48, 0.034, 0.032, 0.07)]
    return [("fabric.vest", sleeve), ("paint.reflective", band), ("fabric.glove", hand)]


NODES = [("person:body", (0, 0, 0), body()),
         ("person:leg_left", (0, 0.095, 0.90), leg()), ("person:leg_right", (0, -0.095, 0.90), leg()),
         ("person:arm_left", (0, 0.225, 1.40), arm()), ("person:arm_right", (0, -0.225, 1.40), arm())]


def normals(points, triangles):
    sums = [[0.0, 0.0, 0.0] for _ in points]
    for t in triangles:
        a, b, c = (points[i] for i in t)
        u, v = [b[k] - a[k] for k in range(3)], [c[k] - a[k] for k in range(3)]
        n = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
        for i in t:
            for k in range(3):
                sums[i][k] += n[k]
    return [tuple(x / max(math.sqrt(sum(y * y for y in s)), 1e-12) for x in s) for s in sums]


def up(p):
    """headland's (x, y, z) in glTF."""
    return p[0], p[2], -p[1]


class Writer:
    def __init__(self):
        self.bytes, self.views, self.accessors = b"", [], []

    def add(self, data, kind, count, component, **more):
        self.bytes += b"\0" * (-len(self.bytes) % 4)
        self.views.append({"buffer": 0, "byteOffset": len(self.bytes), "byteLength": len(data)})
        self.accessors.append({"bufferView": len(self.views) - 1, "componentType": component, "count": count,
                               "type": kind, **more})
        self.bytes += data
        return len(self.accessors) - 1

    def primitive(self, material, rings):
        points, triangles = skin(rings)
        at, out = [up(p) for p in points], [up(n) for n in normals(points, triangles)]
        # the lower side of a part is darker
        low, high = min(p[2] for p in points), max(p[2] for p in points)
        shade = [0.8 + 0.2 * (p[2] - low) / (high - low) for p in points]
        lows, highs = [min(p[k] for p in at) for k in range(3)], [max(p[k] for p in at) for k in range(3)]
        pack = lambda rows: b"".join(struct.pack("<3f", *r) for r in rows)
        lows, highs = ([struct.unpack("<f", struct.pack("<f", x))[0] for x in v] for v in (lows, highs))
        return {"attributes": {
            "POSITION": self.add(pack(at), "VEC3", len(at), 5126, min=lows, max=highs),
            "NORMAL": self.add(pack(out), "VEC3", len(out), 5126),
            "COLOR_0": self.add(b"".join(struct.pack("<4H", *[round(65535 * s)] * 3, 65535) for s in shade), "VEC4",
                                len(shade), 5123, normalized=True)},
            "indices": self.add(b"".join(struct.pack("<3H", *t) for t in triangles), "SCALAR", 3 * len(triangles), 5123),
            "material": list(MATERIALS).index(material)}


def main():
    writer, meshes, nodes = Writer(), [], []
    for name, at, parts in NODES:
        meshes.append({"name": name, "primitives": [writer.primitive(*p) for p in parts]})
        nodes.append({"name": name, "mesh": len(meshes) - 1, "translation": list(up(at))})
    materials = [{"name": name, "pbrMetallicRoughness": {"baseColorFactor": [*colour, 1], "metallicFactor": 0,
                                                         "roughnessFactor": rough}}
                 for name, (colour, rough) in MATERIALS.items()]
    text = json.dumps({"asset": {"version": "2.0", "generator": "person.py"}, "scene": 0,
                       "scenes": [{"nodes": list(range(len(nodes)))}], "nodes": nodes, "meshes": meshes,
                       "materials": materials, "accessors": writer.accessors, "bufferViews": writer.views,
                       "buffers": [{"byteLength": len(writer.bytes)}]}).encode()
    text += b" " * (-len(text) % 4)
    data = writer.bytes + b"\0" * (-len(writer.bytes) % 4)
    whole = (struct.pack("<III", 0x46546C67, 2, 28 + len(text) + len(data)) + struct.pack("<II", len(text), 0x4E4F534A)
             + text + struct.pack("<II", len(data), 0x004E4942) + data)
    pathlib.Path(__file__).resolve().with_suffix(".glb").write_bytes(whole)


main()
