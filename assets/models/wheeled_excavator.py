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

from mathutils import Matrix, Vector

import excavator_arm
import excavator_cab
import excavator_upper
import model as models
import wheeled_excavator_undercarriage
from excavator_materials import MATERIALS
from machine import Machine
from model import Material

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


def build_cab(model, crawler):
    excavator_cab.RAIL = RAIL_MIRROR - excavator_cab.MIRRORS["right"][0]
    excavator_cab.MIRRORS["right"] = (RAIL_MIRROR, excavator_cab.MIRRORS["right"][1])
    excavator_cab.pedals = excavator_cab.driving_pedals
    excavator_cab.build(model, crawler)
    excavator_cab.steering_wheel(model)


def build(model, machine):
    crawler = Machine(MACHINES / "excavator.yaml", {"bucket": "standard"})
    upper, cab, arm, bucket = (models.Model(MATERIALS) for _ in range(4))
    excavator_upper.build(upper, crawler)
    build_cab(cab, crawler)
    excavator_arm.build(arm, crawler)
    excavator_arm.bucket(bucket, crawler)
    model.take(upper, lambda n: n, upper_point(crawler, machine))
    at = Matrix.Translation(CAB)
    model.take(cab, lambda n: "upper" if n == "cab" else n.replace("cab:", "upper:"), lambda p: at @ p, at)
    model.take(arm, lambda n: n if "blade" not in n else None, lambda p: p * SCALE)
    wide = machine.width("bucket") / crawler.width("bucket")
    model.take(bucket, lambda n: n, lambda p: Vector((SCALE * p.x, wide * p.y, SCALE * p.z)))
    wheeled_excavator_undercarriage.build(model, machine)


def shaded_by(name, names):
    """What stands together shades each other; what moves shades itself."""
    body = name.split(":")[0]
    return [name] if body in ("barrel", "rod") else [n for n in names if n.split(":")[0] == body]


def main(folder=HERE):
    machine = Machine(MACHINES / "wheeled_excavator.yaml")
    model = models.Model(MATERIALS | OWN)
    build(model, machine)

    models.export(model, pathlib.Path(folder) / "wheeled_excavator.glb", machine.place, shaded_by, lambda n: n.startswith("wheel_"),
                  lambda n: not n.startswith("upper:"))


main(*(sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else []))
