"""The dump truck of assets/machines/dump_truck.yaml as a mesh for pictures.

    blender --background --python assets/models/dump_truck.py [-- OUTPUT.glb]

Joints, tires, the container and the tipping cylinder are read from the YAML; all else is drawn around them. README.md has the
conventions.
"""
import pathlib
import sys
from math import radians

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True

from mathutils import Matrix, Vector

import model as models
from machine import Machine, shading
from model import Material
from shapes import (arc, bolt, box, cylinder, lathe, loft, patch, plate, rectangle, revolved, rod, rounded, slab, strut, sweep, tube,
                    union)
from tractor_wheels import around

MACHINE = HERE.parent / "machines" / "dump_truck.yaml"

MATERIALS = {
    "paint.cab": Material((0.62, 0.20, 0.010), 0.0, 0.30),         # orange
    "paint.body": Material((0.20, 0.22, 0.24), 0.0, 0.45),         # grey
    "paint.chassis": Material((0.030, 0.032, 0.035), 0.0, 0.45),
    "paint.rim": Material((0.46, 0.46, 0.45), 0.0, 0.48),
    "steel.bolt": Material((0.40, 0.40, 0.39), 0.7, 0.42),
    "steel.worn": Material((0.38, 0.36, 0.33), 0.6, 0.42),         # scoured by loads: inside of the body
    "steel.tank": Material((0.50, 0.50, 0.49), 0.8, 0.35),
    "chrome.rod": Material((0.75, 0.75, 0.76), 1.0, 0.10),
    "rubber.tire": Material((0.024, 0.023, 0.022), 0.0, 0.85),
    "plastic.black": Material((0.022, 0.023, 0.024), 0.0, 0.60),
    "plastic.trim": Material((0.16, 0.16, 0.16), 0.0, 0.70),
    "plastic.wheel": Material((0.040, 0.041, 0.043), 0.0, 0.55),
    "fabric.seat": Material((0.080, 0.088, 0.098), 0.0, 0.90),
    "glass.cab": Material((0.45, 0.62, 0.56), 0.0, 0.05, alpha=0.15, both_sides=True),
    "lamp.head": Material((1.0, 0.95, 0.85), 0.0, 0.10, light=1.0),
    "lamp.amber": Material((1.0, 0.28, 0.01), 0.0, 0.20, light=0.35),
    "lamp.red": Material((0.75, 0.02, 0.01), 0.0, 0.20, light=0.3),
    "mirror.left": Material((0.85, 0.87, 0.88), 1.0, 0.04),
    "mirror.right": Material((0.85, 0.87, 0.88), 1.0, 0.04),
    "screen.dash": Material((0.008, 0.020, 0.025), 0.0, 0.15, light=0.8),
}

STANDING = {"frame", "body"}  # shade each other with the body down
RIM, TIRE_WIDTH, TWIN = 0.286, 0.30, 0.17  # [m] radius of the rim of 22.5 in, width of a tire, half the distance of twins
REAR, FRONT, LOW, FLOOR, BELT, ROOF, HALF = 3.60, 5.60, 1.20, 1.45, 1.98, 2.95, 1.18  # [m] of the cab, in the frame's frame
HEADER = ROOF - 0.10
STAGES = 4  # of the tipping cylinder


# ---- wheels ----


def tire(radius):
    """Road tire with four grooves."""
    half = TIRE_WIDTH / 2
    flank = [(RIM, 0.84 * half), (RIM + 0.03, 0.98 * half), ((radius + RIM) / 2, 1.06 * half), (radius - 0.045, 1.0 * half),
             (radius - 0.010, 0.86 * half)]
    tread = []
    for groove in (-0.54, -0.18, 0.18, 0.54):
        tread += [(radius - depth, (groove + side) * half) for side, depth in ((-0.06, 0), (-0.04, 0.014), (0.04, 0.014), (0.06, 0))]
    return revolved([(r, -y) for r, y in flank] + tread + flank[::-1], 36)


def rim(dish):
    """Outer side towards +y, its disc at y = dish."""
    edge = 0.84 * TIRE_WIDTH / 2
    ring = revolved([(RIM + 0.008, -edge), (RIM + 0.016, edge), (RIM - 0.010, edge), (RIM - 0.030, dish), (RIM - 0.030, -edge + 0.03)], 28)
    disc = revolved([(RIM - 0.025, dish - 0.012), (RIM - 0.025, dish + 0.004), (0.20, dish + 0.030), (0.10, dish + 0.030), (0.10, dish + 0.010),
                     (0.20, dish + 0.010)], 28)
    return ring + disc


def wheel(model, name, radius, side, twin):
    turn = (lambda s: s) if side > 0 else (lambda s: s.mirrored())
    places = ((TWIN, -0.06), (-TWIN, 0.06)) if twin else ((0.0, 0.07),)
    for y, dish in places:
        model.add(name, "rubber.tire", turn(tire(radius).at(0, y)))
        model.add(name, "paint.rim", turn(rim(dish).at(0, y)))
    face = places[0][0] + places[0][1] + 0.030
    out = 0.10 if twin else 0.07
    hub = lathe([(0.13, face - 0.20), (0.13, face + 0.01), (0.10, face + out), (0, face + out + 0.004)], 16)
    model.add(name, "paint.chassis", turn(hub), shades=False)
    model.add(name, "steel.bolt", turn(around(bolt((0, face, 0.1675), (0, 1, 0), 0.016, 0.022), 10)), shades=False)


# ---- undercarriage ----


def springs(model, name, base, reach):
    leaves = []
    for k in range(4):
        half = reach * (1 - 0.2 * k)
        z = 0.09 + 0.018 * (3 - k)
        leaves.append(sweep([(x, base, z + 0.10 * (x / reach) ** 2) for x in (-half, -half / 2, 0, half / 2, half)], rectangle(0.08, 0.014)))
    model.add(name, "paint.chassis", union(leaves).both(), box((0.14, 0.12, 0.16), (0, base, 0.07)).both())


def axles(model):
    beam = sweep([(0, y, z) for y, z in ((0.84, 0), (0.62, -0.04), (0.45, -0.10), (-0.45, -0.10), (-0.62, -0.04), (-0.84, 0))],
                 rectangle(0.10, 0.11, 0.02), (1, 0, 0))
    model.add("front_axle", "paint.chassis", beam)
    for side, name in ((1, "knuckle_left"), (-1, "knuckle_right")):
        model.add(name, "paint.chassis", cylinder(0.055, 0.24, 12, "Z"), rod((0, 0, 0), (0, side * 0.16, 0), 0.05),
                  strut((0, 0, -0.03), (-0.238, -side * 0.064, -0.03), 0.05, 0.04, (0, 0, 1)))
    housing = lathe([(0.075, -0.82), (0.085, -0.40), (0.13, -0.26), (0.24, -0.12), (0.26, 0), (0.24, 0.12), (0.13, 0.26), (0.085, 0.40),
                     (0.075, 0.82)], 18)
    nose = lathe([(0.16, 0.0), (0.11, 0.30), (0.06, 0.38)], 14, "X")
    for name in ("middle_axle", "rear_axle"):
        model.add(name, "paint.chassis", housing, nose)
    springs(model, "front_spring", 0.41, 0.85)
    springs(model, "middle_spring", 0.50, 0.58)
    springs(model, "rear_spring", 0.50, 0.58)


def chassis(model):
    rails = box((7.10, 0.08, 0.28), (1.90, 0.39, 0.88)).both()
    cross = [box((0.10, 0.72, 0.20), (x, 0, 0.88)) for x in (-1.45, -0.68, 0.68, 1.7, 2.9, 4.3, 5.3)]
    shaft = [rod((3.1, 0, 0.80), (1.05, 0, 0.58), 0.055), rod((0.30, 0, 0.58), (-0.28, 0, 0.56), 0.05)]
    engine = [box((1.25, 0.62, 0.72), (4.35, 0, 1.02), 0.05), box((0.75, 0.42, 0.46), (3.38, 0, 0.90), 0.06)]
    guard = [box((0.10, 2.30, 0.12), (-1.50, 0, 0.60)), box((0.06, 0.08, 0.34), (-1.48, 0.55, 0.76)).both()]
    model.add("frame", "paint.chassis", rails, union(cross), union(shaft), union(engine), *guard)
    model.add("frame", "steel.tank", cylinder(0.30, 1.25, 20, "X", 0.03).at(2.42, 0.88, 0.78),
              cylinder(0.11, 0.80, 14, "X", 0.02).at(2.30, -0.62, 1.0))
    model.add("frame", "plastic.black", box((0.70, 0.50, 0.55), (2.10, -0.92, 0.76), 0.03), box((0.52, 0.52, 0.60), (2.80, -0.92, 0.76), 0.05))
    covers = []
    for x in (0.675, -0.675):
        covers.append(sweep([(a + x, 0.915, b + 0.54) for a, b in arc(0.60, 35, 145, 8)], rectangle(0.62, 0.02)))
    model.add("frame", "plastic.black", union(covers).both())
    model.add("frame", "lamp.red", box((0.03, 0.36, 0.10), (-1.56, 0.95, 0.60), 0.01).both())


# ---- cab ----


def pillar(x0, x1, wide):
    return strut((x0, HALF - 0.03, BELT - 0.02), (x1, HALF - 0.06, HEADER + 0.02), 0.07, wide, (0, 1, 0), 0.015)


def shell(model):
    arch = [(x, z) for x, z in arc(0.66, 0, 180, 14, 4.275, 0.55) if z > LOW - 0.45]
    side = [(FRONT, 0.95), (FRONT, BELT), (REAR, BELT), (REAR, 0.95)] + arch[::-1]
    model.add("frame", "paint.cab", plate(side, 0.06, 0.012, HALF - 0.03).both(),
              box((0.06, 2 * HALF, HEADER - 1.05), (REAR + 0.03, 0, (HEADER + 1.05) / 2)),
              slab(rounded([(REAR, -HALF), (FRONT - 0.16, -HALF), (FRONT - 0.16, HALF), (REAR, HALF)], 0.14), HEADER, ROOF, 0.05),
              loft([[(x, y, z) for x, y in rounded([(FRONT - 0.10, -HALF), (FRONT, -HALF), (FRONT, HALF), (FRONT - 0.10, HALF)], 0.04)]
                    for z in (0.95, BELT)]),
              union([pillar(FRONT - 0.04, FRONT - 0.20, 0.09), pillar(4.36, 4.36, 0.16), pillar(REAR + 0.05, REAR + 0.05, 0.10)]).both(),
              box((0.70, 0.05, HEADER - BELT), (REAR + 0.36, HALF - 0.05, (HEADER + BELT) / 2)).both())
    model.add("frame", "plastic.black", sweep([(x, HALF + 0.005, z) for x, z in arch], rectangle(0.05, 0.09), (0, 1, 0)).both(),
              box((0.04, 1.86, 0.50), (FRONT + 0.012, 0, 1.35), 0.02), box((0.24, 2.46, 0.50), (FRONT - 0.04, 0, 0.68), 0.06),
              box((0.50, 0.24, 0.06), (5.24, 1.06, 0.62)).both(), box((0.03, 1.9, 0.14), (FRONT + 0.01, 0, BELT - 0.10), 0.01))
    model.add("frame", "paint.cab", *[box((0.02, 1.80, 0.03), (FRONT + 0.035, 0, z), 0.006) for z in (1.20, 1.35, 1.50)])
    model.add("frame", "lamp.head", box((0.04, 0.34, 0.15), (FRONT + 0.07, 0.92, 0.76), 0.02).both())
    model.add("frame", "lamp.amber", box((0.05, 0.10, 0.12), (FRONT + 0.05, 1.16, 0.76), 0.02).both(),
              cylinder(0.07, 0.14, 12, "Z").at(4.0, 0.8, ROOF + 0.07))

    def front(u, v):
        z = BELT + (HEADER - BELT) * v
        return Vector((FRONT - 0.02 - 0.16 * v + 0.05 * 4 * u * (1 - u), (HALF - 0.09) * (2 * u - 1), z))

    def door(u, v):
        z = BELT + (HEADER - BELT) * v
        return Vector((FRONT - 0.08 - 0.16 * v + (4.42 - FRONT + 0.08 + 0.16 * v) * u, HALF - 0.04 - 0.02 * v, z))

    model.add("frame:glass", "glass.cab", patch(front, 8, 2), patch(door, 2, 1).both())


def mirrors(model):
    for side, name in ((1, "left"), (-1, "right")):
        at = Vector((5.46, side * 1.42, 2.30))
        model.add("frame", "plastic.black", box((0.10, 0.25, 0.46), at + Vector((0.055, 0, 0)), 0.04),
                  tube([(5.50, side * 1.13, 2.56), (5.50, side * 1.40, 2.58), (5.50, side * 1.42, 2.46)], 0.016))

        def glass(u, v, at=at):
            return at + Vector((0, -(u - 0.5) * 0.21, (v - 0.5) * 0.40))

        model.add("frame:mirror_" + name, "mirror." + name, patch(glass, 1, 1, True))


def inside(model):
    model.add("frame", "plastic.trim", box((1.92, 2.22, 0.06), (4.58, 0, FLOOR)), box((1.85, 2.2, 0.02), (4.5, 0, HEADER - 0.01)),
              box((0.42, 2.24, 0.30), (5.38, 0, 1.85), 0.04), box((0.9, 0.50, 0.30), (4.45, 0, 1.62), 0.05),
              strut((5.22, 0.60, 1.60), (5.06, 0.60, 1.92), 0.09, 0.09))
    trim = strut((FRONT - 0.09, HALF - 0.075, BELT), (FRONT - 0.25, HALF - 0.10, HEADER), 0.03, 0.11)
    model.add("frame", "plastic.trim", trim.both(), box((0.05, 2.1, 0.10), (FRONT - 0.24, 0, HEADER - 0.04)))
    for y in (0.60, -0.60):
        model.add("frame", "fabric.seat", box((0.50, 0.50, 0.16), (4.62, y, 1.66), 0.05), strut((4.42, y, 1.68), (4.28, y, 2.30), 0.48, 0.14, corner=0.05),
                  strut((4.27, y, 2.36), (4.25, y, 2.52), 0.26, 0.10, corner=0.04))
        model.add("frame", "plastic.black", box((0.40, 0.40, 0.14), (4.62, y, 1.52), 0.02))
    model.add("frame:dash", "screen.dash", patch(lambda u, v: Vector((5.16 + 0.01 * v, 0.60 - (u - 0.5) * 0.34, 1.87 + 0.12 * v)), 1, 1, True))
    pose = Matrix.Translation((5.04, 0.60, 1.96)) @ Matrix.Rotation(radians(-32), 4, "Y")
    model.object("frame:steering_wheel", pose)
    ring = revolved([(0.225 + 0.016 * c, 0.016 * s) for c, s in arc(1.0, 0, 300, 5)], 28, "Z")
    model.add("frame:steering_wheel", "plastic.wheel", ring, box((0.40, 0.05, 0.03), (0, 0, -0.02)), cylinder(0.06, 0.05, 14, "Z").at(0, 0, -0.02))


# ---- tipping body and its cylinder ----


def tipping_body(model):
    long, wide, high = 4.80, 2.30, 0.90
    front, rear, middle = 4.50, -0.30, 2.10
    ribs = [box((0.09, 0.08, 0.92), (rear + 0.10 + (long - 0.2) * i / 6, wide / 2 + 0.08, 0.60), 0.012) for i in range(7)]
    model.add("body", "paint.body", box((long + 0.08, wide + 0.10, 0.06), (middle, 0, 0.115)),
              union([box((long, 0.04, high), (middle, wide / 2 + 0.022, 0.60)), box((long + 0.08, 0.12, 0.10), (middle, wide / 2 + 0.05, 1.07), 0.02),
                     box((long, 0.10, 0.08), (middle, wide / 2 + 0.06, 0.15)), *ribs]).both(),
              box((0.05, wide + 0.08, 1.10), (front + 0.025, 0, 0.70)), union([box((0.06, 0.08, 1.1), (front + 0.07, y, 0.70)) for y in (-0.8, 0, 0.8)]),
              box((0.12, wide + 0.10, 0.10), (front + 0.03, 0, 1.28), 0.02), box((long, 0.10, 0.14), (middle, 0.39, 0.02)).both(),
              union([box((0.08, wide, 0.09), (rear + 0.2 + 0.55 * i, 0, 0.055)) for i in range(9)]))
    model.add("body", "steel.worn", box((long, wide, 0.012), (middle, 0, 0.144), 0), union([box((long, 0.008, high), (middle, wide / 2 - 0.002, 0.60), 0)]).both(),
              box((0.008, wide, 1.0), (front - 0.004, 0, 0.65), 0))
    # The panels between the ribs have points of their own: the corners of the walls are hidden by rails, and dark
    panel = patch(lambda u, v: Vector((front - long * u, wide / 2 + 0.046, 0.19 + 0.83 * v)), 36, 6)
    model.add("body", "paint.body", panel.both(), shades=False)
    pose = Matrix.Translation((rear - 0.02, 0, 1.10)) @ Matrix.Rotation(radians(-90), 4, "X")
    model.object("body:tailgate", pose)
    gate = union([box((0.05, wide + 0.02, 0.96), (rear - 0.03, 0, 0.60)), *[box((0.06, 0.09, 0.96), (rear - 0.07, y, 0.60)) for y in (-0.75, 0, 0.75)],
                  box((0.07, wide, 0.08), (rear - 0.07, 0, 0.30)), box((0.07, wide, 0.08), (rear - 0.07, 0, 0.90))])
    model.add("body:tailgate", "paint.body", gate.by(pose.inverted()))


def hoist(model, machine):
    """Barrel, and stages that a signal moves along: all of them as long as the closed cylinder."""
    closed = machine.length("tipping.tip", "length")
    radii = [0.105 - 0.016 * k for k in range(STAGES + 1)]
    model.add("barrel:tipping.tip", "paint.chassis", cylinder(radii[0], closed - 0.02, 18, "X").at((closed - 0.02) / 2))
    for k in range(1, STAGES + 1):
        name = "rod:tipping.tip" + (f":stage_{k}" if k < STAGES else "")
        ahead = (1 - k / STAGES) * closed  # a move shifts it back by this share of the whole length
        model.add(name, "chrome.rod", cylinder(radii[k], closed, 18, "X").at(ahead - closed / 2))


# ---- the whole ----


def main(output):
    machine = Machine(MACHINE)
    model = models.Model(MATERIALS)
    for axle in ("front", "middle", "rear"):
        for name, side in (("left", 1), ("right", -1)):
            wheel(model, f"wheel_{axle}_{name}", machine.tires[f"{axle}_{name}"][0], side, axle != "front")
    axles(model)
    chassis(model)
    shell(model)
    mirrors(model)
    inside(model)
    tipping_body(model)
    hoist(model, machine)

    models.export(model, output, machine.place, shading(STANDING, ["wheel"]), lambda name: name.startswith("wheel"), lambda name: True)


arguments = sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else []
main(pathlib.Path(arguments[0]) if arguments else HERE / "dump_truck.glb")
