"""Shapes of plants and timber that shapes.py lacks."""
from math import cos, pi, sin

from mathutils import Vector

from shapes import Solid, box, loft


def limb(points, radii, n):
    """A round limb through points, its radius changing; open at its foot, closed at its end."""
    path = [Vector(p) for p in points]
    tangent = (path[1] - path[0]).normalized()
    u = tangent.orthogonal().normalized()
    rings = []
    for i, (p, radius) in enumerate(zip(path, radii)):
        new = (path[min(i + 1, len(path) - 1)] - path[max(i - 1, 0)]).normalized()
        u = tangent.rotation_difference(new) @ u
        tangent, v = new, new.cross(u)
        rings.append([p + (u * cos(2 * pi * k / n) + v * sin(2 * pi * k / n)) * radius for k in range(n)])
    return loft(rings, caps=False)


def card(foot, along, across, length, width):
    """A flat rectangle of a picture: its bottom's middle at foot, its up along."""
    a, b = along.normalized() * length, across.normalized() * (width / 2)
    corners = [foot - b, foot + b, foot + b + a, foot - b + a]
    return Solid(corners, [(0, 1, 2, 3)], [(0, 0), (1, 0), (1, 1), (0, 1)], closed=False)


def quad(*corners):
    """A flat face, counter-clockwise from where it is seen."""
    return Solid(corners, [(0, 1, 2, 3)], closed=False)


def column(size, heights, bevel):
    """A square post with rings at these heights, so that shades along it are fine."""
    a, b = size / 2, size / 2 - bevel
    outline = [(b, -a), (a, -b), (a, b), (b, a), (-b, a), (-a, b), (-a, -b), (-b, -a)]
    return loft([[(x, y, z) for x, y in outline] for z in heights])


def board(p, q, width, thickness, out, bevel=0.006):
    """A board from p to q, its width square to `out`, which it faces."""
    p, q, out = Vector(p), Vector(q), Vector(out).normalized()
    along = q - p
    z = along.normalized()
    x = out.cross(z).normalized()
    plain = box((width, thickness, along.length), bevel=bevel)
    y = z.cross(x)
    middle = (p + q) / 2
    return Solid([middle + x * v.x + y * v.y + z * v.z for v in plain.points], plain.faces)


def rim_of_board(corners, depth):
    """A board of a wall: its outer face (corners, counter-clockwise from outside) and its two long edges (1-2, 3-0)."""
    c = [Vector(p) for p in corners]
    inward = -(c[1] - c[0]).cross(c[3] - c[0]).normalized() * depth
    points = c + [p + inward for p in c]
    return Solid(points, [(0, 1, 2, 3), (1, 5, 6, 2), (3, 7, 4, 0)], closed=False)
