#!/usr/bin/env python3
"""Writes roadside.obj, the ground of roadside.yaml: roadside.py [FILE]

A road along x with a kerb, a lowered kerb at an entrance, a footpath, a meadow with a loading ramp and a drain; on the
other side a gravel verge and a ditch with a crossing. Axes as in scenarios, z up, metres.

The ground is a grid of cells. Each cell has a surface and a height for each of its corners; where the heights of two
cells differ at their common edge there is a wall."""
import math
import pathlib
import sys

ROAD, GUTTER, KERB, PATH = 3.0, -0.06, 0.06, 5.0  # half the width; heights of gutter and kerb; end of the footpath
KERB_WIDTH, LOWERED = 0.15, -0.035  # the lowered kerb stands 25 mm above the gutter
DITCH = [-4.0, -5.4, -5.9, -7.3]  # upper edge, bottom, bottom, upper edge
DITCH_DEPTH, DRAIN_DEPTH, RAMP_HEIGHT = 0.9, 0.4, 1.2

X = sorted({*range(-48, 49, 4), -22, -18, -8.15, -7.85, 9, 10, 14, 15, 20, 22, 26, 34})
Y = sorted({-30, -26, -22, -18, -14, -10, *DITCH, -ROAD, -1.5, 0, 1.5, ROAD, ROAD + KERB_WIDTH, PATH, 6.5, 8, 10.5, 13,
            16, 20, 24, 28})


def lowering(x):
    """Share of the lowered kerb: 1 from 10 to 14 m, rising to the kerb within a metre at both ends."""
    return max(0.0, min(1.0, x - 9.0, 15.0 - x))


def kerb(x):
    return KERB + lowering(x) * (LOWERED - KERB)


def footpath(x, y):
    outer = KERB + 0.02 * (PATH - ROAD)
    share = (y - ROAD - KERB_WIDTH) / (PATH - ROAD - KERB_WIDTH)
    return kerb(x) + share * (outer - kerb(x))


def meadow(x, y):
    fade = min(1.0, (y - PATH) / 8.0)
    waves = 0.35 * math.sin(0.21 * x + 0.17 * y) + 0.15 * math.sin(0.37 * x - 0.29 * y + 1.0)
    return KERB + 0.02 * (PATH - ROAD) + fade * fade * (3.0 - 2.0 * fade) * waves


def field(x, y):
    depth = min(1.0, (DITCH[3] - y) / 10.0)
    return GUTTER - 0.05 + depth * (0.3 * math.sin(0.19 * x - 0.11 * y) - 0.2)


def verge(y):
    return GUTTER + 0.05 * (y + ROAD)


def cell(x, y):
    """Surface and height function of the cell around a place."""
    if abs(y) < ROAD:
        return "asphalt", lambda x, y: GUTTER * abs(y) / ROAD
    if y > 0:
        if y < ROAD + KERB_WIDTH:
            return "kerb", lambda x, y: kerb(x)
        if y < PATH:
            return "paving", footpath
        if 8 < y < 13 and 20 < x < 26:
            return "concrete", lambda x, y: meadow(20, y) + (x - 20) / 6 * (RAMP_HEIGHT - meadow(20, y))
        if 8 < y < 13 and 26 < x < 34:
            return "concrete", lambda x, y: RAMP_HEIGHT
        if -8.15 < x < -7.85:
            return "concrete", lambda x, y: meadow(x, y) - DRAIN_DEPTH
        return "grass", meadow
    if y > DITCH[0]:
        return "firm gravel", lambda x, y: verge(y)
    if y > DITCH[3] and -22 < x < -18:
        return "firm gravel", lambda x, y: verge(DITCH[0])
    if y > DITCH[1]:
        top = verge(DITCH[0])
        return "grass", lambda x, y: top - DITCH_DEPTH * (DITCH[0] - y) / (DITCH[0] - DITCH[1])
    if y > DITCH[2]:
        return "firm earth", lambda x, y: verge(DITCH[0]) - DITCH_DEPTH
    if y > DITCH[3]:
        top = field(0, DITCH[3])
        bottom = verge(DITCH[0]) - DITCH_DEPTH
        return "grass", lambda x, y: bottom + (top - bottom) * (DITCH[2] - y) / (DITCH[2] - DITCH[3])
    return "grass", field


class Mesh:
    def __init__(self):
        self.numbers, self.faces = {}, {}

    def vertex(self, x, y, z):
        key = (round(x, 4), round(y, 4), round(z, 4) + 0.0)
        return self.numbers.setdefault(key, len(self.numbers) + 1)

    def face(self, surface, corners):
        """A polygon counter-clockwise from outside as triangles; corners at the same place are one."""
        corners = [c for i, c in enumerate(corners) if c != corners[i - 1]]
        for second, third in zip(corners[1:], corners[2:]):
            self.faces.setdefault(surface, []).append((corners[0], second, third))

    def wall(self, surface, p, q, first, second):
        """Between two cells that meet from p to q, seen with `first` to the left: heights of both cells there."""
        (p1, q1), (p2, q2) = first, second
        if max(abs(p1 - p2), abs(q1 - q2)) < 1e-6:
            return
        self.face(surface, [self.vertex(*p, p1), self.vertex(*p, p2), self.vertex(*q, q2), self.vertex(*q, q1)])


def build():
    mesh, cells = Mesh(), {}
    for j, (y0, y1) in enumerate(zip(Y, Y[1:])):
        for i, (x0, x1) in enumerate(zip(X, X[1:])):
            surface, height = cell((x0 + x1) / 2, (y0 + y1) / 2)
            corner = {(x, y): height(x, y) for x in (x0, x1) for y in (y0, y1)}
            cells[i, j] = surface, corner
            mesh.face(surface, [mesh.vertex(*at, corner[at]) for at in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))])
    for (i, j), (_, here) in cells.items():
        for step, p, q in (((1, 0), (X[i + 1], Y[j]), (X[i + 1], Y[j + 1])), ((0, 1), (X[i + 1], Y[j + 1]), (X[i], Y[j + 1]))):
            other = cells.get((i + step[0], j + step[1]))
            if other:
                mesh.wall("kerb" if p[1] == q[1] == ROAD else "concrete", p, q, (here[p], here[q]), (other[1][p], other[1][q]))
    return mesh


def main():
    path = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).with_suffix(".obj")
    mesh = build()
    with open(path, "w", encoding="ascii") as out:
        out.write("# written by roadside.py: x, y, z up [m]\n")
        for x, y, z in mesh.numbers:
            out.write(f"v {x:g} {y:g} {z:g}\n")
        for surface, faces in mesh.faces.items():
            out.write(f"usemtl {surface}\n")
            for face in faces:
                out.write("f {} {} {}\n".format(*face))


main()
