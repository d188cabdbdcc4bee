"""The tractor of assets/machines/tractor.yaml as meshes for pictures.

    blender --background --python assets/models/tractor.py [-- FOLDER]

Writes tractor.glb, and tractor_ballast.glb and tractor_three_point.glb for the choices of the variant `rear`.
Pins, wheels, cylinders and the bucket are read from the YAML; all else is drawn around them. README.md has the conventions.
"""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True

import model as models
import tractor_cabin
import tractor_chassis
import tractor_linkage
import tractor_loader
import tractor_wheels
from machine import Machine, shading
from model import Material

MACHINE = HERE.parent / "machines" / "tractor.yaml"

MATERIALS = {
    "paint.body": Material((0.006, 0.105, 0.060), 0.0, 0.28),      # deep green
    "paint.roof": Material((0.60, 0.60, 0.57), 0.0, 0.35),         # warm white
    "paint.rim": Material((0.46, 0.46, 0.45), 0.0, 0.48),          # light grey
    "paint.chassis": Material((0.030, 0.032, 0.035), 0.0, 0.45),   # dark grey
    "paint.loader": Material((0.095, 0.100, 0.105), 0.0, 0.40),    # grey, lighter than the chassis
    "paint.accent": Material((0.75, 0.16, 0.01), 0.0, 0.35),       # orange: decals, handles, reflecting edges
    "steel.bolt": Material((0.40, 0.40, 0.39), 0.7, 0.42),
    "steel.worn": Material((0.42, 0.40, 0.37), 0.6, 0.38),         # scoured by sand: bucket's inside, cutting edge
    "steel.exhaust": Material((0.40, 0.38, 0.36), 0.8, 0.30),
    "chrome.rod": Material((0.75, 0.75, 0.76), 1.0, 0.10),
    "rubber.tire": Material((0.024, 0.023, 0.022), 0.0, 0.85),
    "rubber.hose": Material((0.012, 0.012, 0.013), 0.0, 0.60),
    "plastic.black": Material((0.022, 0.023, 0.024), 0.0, 0.60),
    "plastic.trim": Material((0.19, 0.19, 0.19), 0.0, 0.70),       # inside of the cab
    "plastic.wheel": Material((0.040, 0.041, 0.043), 0.0, 0.55),   # steering wheel, levers, mat
    "plastic.headliner": Material((0.46, 0.46, 0.44), 0.0, 0.85),
    "fabric.seat": Material((0.080, 0.088, 0.098), 0.0, 0.90),
    "glass.cab": Material((0.45, 0.62, 0.56), 0.0, 0.05, alpha=0.15, both_sides=True),
    "lamp.head": Material((1.0, 0.95, 0.85), 0.0, 0.10, light=1.0),
    "lamp.work": Material((1.0, 0.97, 0.90), 0.0, 0.10, light=0.6),
    "lamp.amber": Material((1.0, 0.28, 0.01), 0.0, 0.20, light=0.35),
    "lamp.red": Material((0.75, 0.02, 0.01), 0.0, 0.20, light=0.3),
    "lamp.display": Material((0.35, 0.75, 0.70), 0.0, 0.50, light=0.7),  # what the screens show
    "mirror.left": Material((0.85, 0.87, 0.88), 1.0, 0.04),
    "mirror.right": Material((0.85, 0.87, 0.88), 1.0, 0.04),
    "screen.dash": Material((0.008, 0.020, 0.025), 0.0, 0.15, light=0.8),
    "screen.terminal": Material((0.008, 0.020, 0.028), 0.0, 0.15, light=0.8),
}

STANDING = {"frame", "cabin", "front_axle"}  # shade each other


def write(machine, parts, output):
    model = models.Model(MATERIALS)
    for build in parts:
        build(model, machine)

    models.export(model, output, machine.place, shading(STANDING, ["wheel_rear"]), lambda name: name.startswith("wheel"),
                  lambda name: not name.startswith("cabin"))


def wheels(model, machine):
    tractor_wheels.build(model, machine.tires)


def main(folder=HERE):
    folder, machine = pathlib.Path(folder), Machine(MACHINE)
    write(machine, (wheels, tractor_chassis.build, tractor_loader.build, tractor_cabin.build), folder / "tractor.glb")
    write(machine, (tractor_linkage.ballast,), folder / "tractor_ballast.glb")
    write(Machine(MACHINE, {"rear": "three-point"}), (tractor_linkage.three_point,), folder / "tractor_three_point.glb")


main(*(sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else []))
