"""The excavator of assets/machines/wheeled_excavator.yaml as a mesh for pictures: wheeled_excavator.glb.

    blender --background --python assets/models/wheeled_excavator.py [-- FOLDER]

Arm and upper structure are those of excavator.py at the scale of the two machines' pins, with a shorter tail; the cab has its
own size, for a driver of the same size; the undercarriage is drawn in wheeled_excavator_undercarriage.py.
"""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True

from math import cos, pi, radians, sin

from mathutils import Matrix, Vector

import excavator_arm
import excavator_cab
import excavator_upper
import model as models
import wheeled_excavator_undercarriage
from excavator_materials import MATERIALS
from machine import Machine
from model import Material
from shapes import Solid, box, cylinder, plate, revolved, rod, rounded, strut

MACHINES = HERE.parent / "machines"
SCALE = 0.87                       # of the arm's pins
TAIL_FROM, TAIL = -0.60, 2.05      # [m] behind this the upper structure is compressed to this radius
WIDTH = 2.45 / 2.70                # of the upper structure
CAB = Vector((0.45, 0.75, 1.30))   # [m] origin of the cab in the upper structure
RAIL_MIRROR = Vector((0.70, -1.925, 0.86))  # [m] right mirror in the cab's frame: on the narrower machine's rail
ARM = ("boom", "dipper", "rocker", "link", "bucket")
OWN = {
    "rubber.tire": Material((0.018, 0.018, 0.019), 0.0, 0.75),
    "paint.rim": Material((0.60, 0.58, 0.53), 0.0, 0.40),
}


def moved(solid, change):
    """The solid with each point changed."""
    return Solid([change(p) for p in solid.points], solid.faces, solid.uvs, solid.closed)


def take(model, source, rename, change, pose=None):
    """Parts of another model, renamed (None: left out), their points changed; `pose` moves objects with frames of their own."""
    for name, parts in source.parts.items():
        new = rename(name)
        if new is None:
            continue
        own = name in source.poses
        shape = (lambda s: s) if own else (lambda s: moved(s, change))
        if own:
            model.object(new, pose @ source.poses[name])
        for material, solid in parts.items():
            model.add(new, material, shape(solid), shades=False)
        model.occluders.setdefault(new, []).extend(shape(s) for s in source.occluders.get(name, []))


def upper_point(crawler, machine):
    """From the crawler's upper structure to this one: about the boom's foot, its tail compressed."""
    foot, own = crawler.at("boom"), machine.at("boom")
    tail = own.x + SCALE * (-excavator_upper.TAIL - foot.x)
    shrink = (TAIL_FROM + TAIL) / (TAIL_FROM - tail)

    def change(p):
        x = own.x + SCALE * (p.x - foot.x)
        if x < TAIL_FROM:
            x = TAIL_FROM + (x - TAIL_FROM) * shrink
        return Vector((x, WIDTH * p.y, own.z + SCALE * (p.z - foot.z)))

    return change


# ---- the driver's place: what the crawler does not have ----


def steering_wheel(model):
    """On a column before the driver; local z along the column to the driver, + turns to the left."""
    thing = "cab:steering_wheel"
    pose = Matrix.Translation((0.40, 0.0, 0.69)) @ Matrix.Rotation(radians(-38), 4, "Y")
    model.object(thing, pose)
    ring = revolved([(0.185 + 0.014 * cos(a), 0.014 * sin(a)) for a in (2 * pi * k / 8 for k in range(8))], 30, "Z")
    spokes = [strut((0.03 * cos(a), 0.03 * sin(a), -0.012), (0.18 * cos(a), 0.18 * sin(a), 0.0), 0.030, 0.012,
                    (-sin(a), cos(a), 0), 0.004) for a in (pi / 2, -pi / 2, pi)]
    knob = cylinder(0.020, 0.045, 12, "Z", 0.006).at(-0.13, 0.13, 0.030)
    model.add(thing, "plastic.wheel", ring, *spokes, knob, cylinder(0.055, 0.045, 16, "Z", 0.010).at(0, 0, -0.012))
    top = pose @ Vector((0, 0, -0.03))
    model.add("cab", "plastic.black", rod(top, (0.60, 0, 0.02), 0.035, 12), box((0.14, 0.16, 0.06), (0.60, 0, 0.03), 0.012),
              rod(pose @ Vector((0, -0.02, -0.07)), pose @ Vector((0.02, -0.16, -0.05)), 0.008, 8))


def pedals(model):
    """Brake on the left, travel on the right, for both ways; local z to the left, + forwards."""
    for name, y, wide in (("left", 0.15, 0.10), ("right", -0.17, 0.11)):
        thing = f"cab:{name}_pedal"
        model.object(thing, Matrix.Translation((0.50, y, 0.07)) @ Matrix.Rotation(radians(-90), 4, "X"))
        own = Matrix.Rotation(radians(90), 4, "X")
        tread = plate(rounded([(-0.13, 0.012), (0.11, 0.052), (0.115, 0.064), (-0.132, 0.026)], 0.004, 1), wide, 0.004)
        ribs = [box((0.008, wide - 0.01, 0.006), (-0.11 + 0.035 * k, 0, 0.031 + 0.0058 * k), 0) for k in range(6)]
        model.add(thing, "rubber.hose", tread.by(own), *[r.by(own) for r in ribs])
        model.add("cab", "plastic.black", box((0.14, wide + 0.04, 0.045), (0.50, y, 0.033), 0.010))


def build_cab(model, crawler):
    excavator_cab.RAIL = RAIL_MIRROR - excavator_cab.MIRRORS["right"][0]
    excavator_cab.MIRRORS["right"] = (RAIL_MIRROR, excavator_cab.MIRRORS["right"][1])
    excavator_cab.pedals = pedals
    excavator_cab.build(model, crawler)
    steering_wheel(model)


def build(model, machine):
    crawler = Machine(MACHINES / "excavator.yaml", {"bucket": "standard"})
    upper, cab, arm, bucket = (models.Model(MATERIALS) for _ in range(4))
    excavator_upper.build(upper, crawler)
    build_cab(cab, crawler)
    excavator_arm.build(arm, crawler)
    excavator_arm.bucket(bucket, crawler)
    take(model, upper, lambda n: n, upper_point(crawler, machine))
    at = Matrix.Translation(CAB)
    take(model, cab, lambda n: "upper" if n == "cab" else n.replace("cab:", "upper:"), lambda p: at @ p, at)
    take(model, arm, lambda n: n if "blade" not in n else None, lambda p: p * SCALE)
    wide = machine.width("bucket") / crawler.width("bucket")
    take(model, bucket, lambda n: n, lambda p: Vector((SCALE * p.x, wide * p.y, SCALE * p.z)))
    wheeled_excavator_undercarriage.build(model, machine)


def shaded_by(name, names):
    """What stands together shades each other; what moves shades itself."""
    body = name.split(":")[0]
    return [name] if body in ("barrel", "rod") else [n for n in names if n.split(":")[0] == body]


def main(folder=HERE):
    machine = Machine(MACHINES / "wheeled_excavator.yaml")
    model = models.Model(MATERIALS | OWN)
    build(model, machine)

    def place(name):
        kind, _, part = name.partition(":")
        if kind in ("barrel", "rod"):
            return machine.cylinder_pose(part, "a" if kind == "barrel" else "b")
        return Matrix.Translation(machine.origin(kind))

    models.export(model, pathlib.Path(folder) / "wheeled_excavator.glb", place, shaded_by, lambda n: n.startswith("wheel_"),
                  lambda n: not n.startswith("upper:"))


main(*(sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else []))
