"""The excavator of assets/machines/excavator.yaml as a mesh for pictures.

    blender --background --python assets/models/excavator.py [-- FOLDER]

Writes excavator.glb, and for each choice of the machine's variant `bucket` an excavator_bucket_CHOICE.glb. Pins, cylinders,
buckets and blade are read from the YAML; all else is drawn around them. README.md has the conventions.
"""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True

import excavator_arm
import excavator_cab
import excavator_undercarriage
import excavator_upper
import model as models
from excavator_materials import MATERIALS
from machine import Machine, body_of

MACHINE = HERE.parent / "machines" / "excavator.yaml"

STANDING = {"upper", "cab"}  # shade each other
ROUND = {"sprocket_left", "sprocket_right"}


def shaded_by(name, names):
    """Upper structure and cab shade each other; what moves shades itself."""
    body = body_of(name)
    if body in STANDING:
        return [n for n in names if body_of(n) in STANDING]
    if body in ("barrel", "rod") or name.endswith("track_shoe"):
        return [name]
    return [n for n in names if body_of(n) == body and not n.endswith("track_shoe")]


def write(machine, parts, output):
    model = models.Model(MATERIALS)
    for build in parts:
        build(model, machine)

    models.export(model, output, machine.place, shaded_by, lambda name: name in ROUND, lambda name: not name.startswith("cab"))


def main(folder=HERE):
    folder, machine = pathlib.Path(folder), Machine(MACHINE)
    write(machine, (excavator_undercarriage.build, excavator_upper.build, excavator_cab.build, excavator_arm.build),
          folder / "excavator.glb")
    for bucket in machine.choices("bucket"):
        write(Machine(MACHINE, {"bucket": bucket}), (excavator_arm.bucket,), folder / f"excavator_bucket_{bucket}.glb")


main(*(sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else []))
