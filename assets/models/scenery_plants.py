"""Trees and bushes: limbs of bark, cards of leaves whose normals point out of the crown, so that it shades as one."""
import random
from math import cos, pi, sin, sqrt

from mathutils import Vector

from scenery_model import Piece
from scenery_shapes import card, limb


def ball(rng):
    """A direction, evenly spread."""
    z, a = rng.uniform(-1, 1), rng.uniform(0, 2 * pi)
    return Vector((sqrt(1 - z * z) * cos(a), sqrt(1 - z * z) * sin(a), z))


class Crown:
    """An ellipsoid: where a point lies in it, and how open it is there."""

    def __init__(self, centre, radii):
        self.centre, self.radii = Vector(centre), Vector(radii)

    def place(self, direction):
        return self.centre + Vector(d * r for d, r in zip(direction, self.radii))

    def inside(self, point):
        """0 at the centre, 1 on the surface."""
        return Vector((p - c) / r for p, c, r in zip(point, self.centre, self.radii))

    def open(self, point):
        """Dark within and below, bright on top."""
        q = self.inside(point)
        depth = min(q.length, 1.0)
        return min(1.0, max(0.22, 0.20 + 0.62 * depth**2 + 0.22 * q.z))

    def out(self, point):
        return Vector(a / r for a, r in zip(self.inside(point), self.radii)).normalized()


def leaves(crown, lobes, count, size, rng, rise):
    """Cards on the shells of lobes (centre, radius). rise: how much they point upwards."""
    out = []
    weights = [r * r for _, r in lobes]
    while len(out) < count:
        (centre, radius), = rng.choices(lobes, weights)
        direction = ball(rng)
        foot = centre + direction * radius * rng.uniform(0.25, 0.85)
        if not 0.40 < crown.inside(foot).length < 0.98:
            continue  # nobody sees it, or it stands out alone
        along = (direction + crown.out(foot) * 0.5 + ball(rng) * 0.7 + Vector((0, 0, rise))).normalized()
        across = along.cross(ball(rng))
        if across.length < 0.2:
            continue
        length = size * rng.uniform(0.8, 1.2)
        if crown.inside(foot + along * length * 0.65).length > 1.12:
            continue
        leaf = card(foot - along * length * 0.35, along, across, length, length)
        normals = []
        for p in leaf.points:
            n = (p - centre).normalized() * 0.6 + crown.out(p) * 0.8 + Vector((0, 0, 0.15))
            normals.append(n.normalized())
        out.append((leaf, normals))
    return out


def plant(name, trunk, limbs, cards, crown, leaf_material):
    """Pieces of a plant: limbs (points, radii, n), cards."""
    def bark_open(p):
        return max(0.35, min(0.95, 0.45 + 0.12 * p.z)) if p.z < 2.0 else 0.45 * crown.open(p) + 0.25
    pieces = [Piece(f"{name}:trunk", "bark." + trunk, limb(*one), open=bark_open) for one in limbs]
    pieces += [Piece(f"{name}:leaves", "leaf." + leaf_material, leaf, normals, crown.open, True) for leaf, normals in cards]
    return pieces


def bent(p, q, rng, steps, bow):
    """Points from p to q, bowed and a little crooked."""
    p, q = Vector(p), Vector(q)
    length = (q - p).length
    side = ball(rng) * 0.05 * length + Vector((0, 0, bow * length))
    return [p.lerp(q, t) + side * 4 * t * (1 - t) + ball(rng) * 0.02 * length * (0 < t < 1)
            for t in (k / steps for k in range(steps + 1))]


def taper(start, end, steps):
    return [start + (end - start) * k / steps for k in range(steps + 1)]


def oak():
    """A broad oak of 10 m that has grown in the open."""
    rng = random.Random(7)
    crown = Crown((0.1, -0.1, 6.1), (4.5, 4.3, 3.7))
    limbs = [([(0, 0, -0.3), (0, 0, 0.1), (0.02, 0, 0.5), (0.08, -0.03, 1.4), (0.05, 0.05, 2.3), (0.1, 0.0, 3.4),
               (0.25, 0.1, 5.2), (0.2, 0.2, 7.4)],
              [0.62, 0.50, 0.38, 0.33, 0.33, 0.26, 0.18, 0.06], 9)]
    lobes = [(crown.place((0, 0, 0.42)), 2.2), (crown.place((0.1, -0.15, 0.0)), 2.5)]
    for k in range(11):
        a = k * 2.39996 + rng.uniform(-0.25, 0.25)
        z = -0.42 + 1.15 * ((k * 4) % 11) / 10
        r = sqrt(max(0.0, 1 - z * z)) * 0.66
        end = crown.place((r * cos(a), r * sin(a), z * 0.75))
        lobes.append((end, rng.uniform(1.45, 2.0)))
        start = Vector((0.05, 0.03, 2.3 + 1.9 * (z + 0.42)))
        path = bent(start, end, rng, 4, 0.06)
        limbs.append((path, taper(0.17, 0.04, 4), 5))
        if k % 2 == 0:
            tip = end + ball(rng) * 1.3
            limbs.append((bent(path[2], tip, rng, 2, 0.05), taper(0.075, 0.02, 2), 4))
    return plant("tree_oak", "oak", limbs, leaves(crown, lobes, 410, 1.7, rng, 0.0), crown, "oak")


def poplar():
    """A Lombardy poplar of 14 m: limbs go up along the trunk."""
    rng = random.Random(11)
    crown = Crown((0, 0, 7.6), (1.75, 1.7, 6.6))
    limbs = [([(0, 0, -0.3), (0, 0, 0.1), (0.02, 0, 0.6), (0.0, 0.05, 3.0), (0.06, 0.0, 6.5), (0, 0, 10.0), (0, 0, 13.4)],
              [0.46, 0.36, 0.27, 0.22, 0.15, 0.09, 0.03], 8)]
    lobes = []
    for k in range(22):
        z = -0.86 + 1.76 * k / 21
        r = sqrt(max(0.0, 1 - abs(z) ** 2.4)) * (0.60 if z < 0.7 else 0.25)
        a = k * 2.39996
        end = crown.place((r * cos(a), r * sin(a), z))
        lobes.append((end, 0.95 - 0.25 * max(z, 0)))
        if k % 2 == 0 and k < 18:
            limbs.append((bent((0, 0, max(1.4, end.z - 2.0)), end, rng, 3, -0.04), taper(0.07, 0.015, 3), 4))
    return plant("tree_poplar", "poplar", limbs, leaves(crown, lobes, 540, 1.3, rng, 1.3), crown, "poplar")


def bush():
    """A hazel bush, 2.4 m wide and 2 m high."""
    rng = random.Random(5)
    crown = Crown((0, 0, 0.95), (1.2, 1.15, 1.0))
    limbs, lobes = [], [(Vector((0, 0, 1.15)), 0.65)]
    for k in range(8):
        a = k * 2.39996
        z = rng.uniform(-0.45, 0.6)
        end = crown.place((0.62 * cos(a), 0.62 * sin(a), z))
        lobes.append((end, rng.uniform(0.42, 0.55)))
        limbs.append((bent((0.12 * cos(a), 0.12 * sin(a), -0.1), end, rng, 2, 0.08), taper(0.03, 0.01, 2), 4))
    return plant("bush", "hazel", limbs, leaves(crown, lobes, 170, 0.72, rng, 0.35), crown, "hazel")


def tuft():
    """A tuft of grass: three crossing cards, 0.8 m wide and 0.4 m high, lit as the ground they stand on."""
    pieces = []
    for k in range(3):
        a = k * pi / 3 + 0.2
        across = Vector((cos(a), sin(a), 0))
        leaf = card(Vector((0.06 * sin(a), -0.06 * cos(a), -0.02)), Vector((0, 0, 1)), across, 0.40, 0.80)
        upwards = [Vector((0, 0, 1))] * 4
        pieces.append(Piece("grass_tuft:blades", "grass.meadow", leaf, upwards, lambda p: 0.55 if p.z < 0.1 else 1.0, True))
    return pieces
