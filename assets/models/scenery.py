"""All scenery as meshes for pictures.

    blender --background --python assets/models/scenery.py [-- NAME...]

Without names all are made. README.md has the conventions.
"""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True

import scenery_plants
import scenery_shed
import scenery_works
import scenery_yard
from model import Material
from scenery_model import write

MATERIALS = {
    "wood.weathered": Material((0.29, 0.235, 0.175), 0.0, 0.85),
    "wood.rail": Material((0.34, 0.285, 0.22), 0.0, 0.85),
    "wood.barn": Material((0.150, 0.062, 0.036), 0.0, 0.80),       # red-brown stain, weathered
    "wood.barn_dark": Material((0.105, 0.046, 0.029), 0.0, 0.80),
    "wood.barn_light": Material((0.200, 0.096, 0.058), 0.0, 0.85),
    "wood.dark": Material((0.035, 0.028, 0.022), 0.0, 0.90),
    "wood.crate": Material((0.50, 0.34, 0.19), 0.0, 0.75),
    "wood.crate_dark": Material((0.41, 0.27, 0.14), 0.0, 0.75),
    "wood.crate_light": Material((0.58, 0.42, 0.25), 0.0, 0.75),
    "bark.straw": Material((0.46, 0.34, 0.15), 0.0, 0.95),
    "fabric.straw": Material((0.50, 0.385, 0.185), 0.0, 0.90),     # in its net
    "paint.red": Material((0.62, 0.025, 0.020), 0.0, 0.35),
    "paint.white": Material((0.80, 0.80, 0.78), 0.0, 0.35),
    "paint.yellow": Material((0.80, 0.46, 0.02), 0.0, 0.45),
    "paint.hopper": Material((0.055, 0.125, 0.230), 0.0, 0.50),    # blue-grey
    "paint.frame": Material((0.62, 0.61, 0.57), 0.0, 0.55),
    "paint.door": Material((0.070, 0.105, 0.075), 0.0, 0.65),      # faded green
    "paint.door_worn": Material((0.100, 0.135, 0.100), 0.0, 0.70),
    "steel.galvanised": Material((0.52, 0.53, 0.54), 0.6, 0.45),
    "steel.roof": Material((0.36, 0.37, 0.37), 0.4, 0.55),
    "steel.worn": Material((0.30, 0.27, 0.24), 0.5, 0.50),
    "steel.rusty": Material((0.18, 0.085, 0.045), 0.3, 0.80),
    "plastic.orange": Material((0.85, 0.20, 0.01), 0.0, 0.45),
    "plastic.black": Material((0.022, 0.022, 0.022), 0.0, 0.55),
    "plastic.ceramic": Material((0.110, 0.042, 0.022), 0.0, 0.18), # brown glaze
    "plastic.pane": Material((0.030, 0.036, 0.042), 0.0, 0.12),    # a window into the dark
    "fabric.orange": Material((0.90, 0.20, 0.01), 0.0, 0.85),
    "rubber.foot": Material((0.030, 0.029, 0.028), 0.0, 0.85),
    "concrete.block": Material((0.43, 0.42, 0.39), 0.0, 0.85),
    "concrete.dark": Material((0.36, 0.35, 0.33), 0.0, 0.85),
    "concrete.light": Material((0.50, 0.49, 0.46), 0.0, 0.85),
    "concrete.plinth": Material((0.36, 0.35, 0.33), 0.0, 0.90),
    "bark.oak": Material((0.165, 0.130, 0.095), 0.0, 0.95),
    "bark.poplar": Material((0.23, 0.21, 0.175), 0.0, 0.95),
    "bark.hazel": Material((0.145, 0.105, 0.070), 0.0, 0.95),
    "leaf.oak": Material((0.95, 0.92, 0.85), 0.0, 0.60, both_sides=True),  # factors on leaf.png
    "leaf.poplar": Material((1.0, 1.0, 0.80), 0.0, 0.55, both_sides=True),
    "leaf.hazel": Material((0.90, 1.0, 0.90), 0.0, 0.60, both_sides=True),
    "grass.meadow": Material((0.95, 0.95, 0.85), 0.0, 0.80, both_sides=True),
}

# name: maker, reach of shades [m], height of the ground for shades, height of splashes [m]
THINGS = {
    "post": (scenery_yard.post, 0.5, 0.2, 0.6),
    "fence": (scenery_yard.fence, 0.5, 0.0, 0.4),
    "marker": (scenery_yard.marker, 0.3, 0.0, 0.1),
    "wall": (scenery_yard.wall, 0.5, 0.0, 0.4),
    "wall_blocks": (scenery_yard.wall_blocks, 0.6, 0.0, 0.5),
    "hopper": (scenery_yard.hopper, 1.2, 0.0, 0.5),
    "hopper_industrial": (scenery_works.hopper_industrial, 1.2, 0.0, 0.6),
    "utility_post": (scenery_works.utility_post, 0.5, 0.0, 0.5),
    "crate": (scenery_yard.crate, 0.5, 0.0, 0.1),
    "bale": (scenery_yard.bale, 0.8, 0.0, 0.3),
    "shed": (scenery_shed.shed, 1.5, 0.0, 0.7),
    "tree_oak": (scenery_plants.oak, 1.0, 0.0, 0.0),
    "tree_poplar": (scenery_plants.poplar, 1.0, 0.0, 0.0),
    "bush": (scenery_plants.bush, 1.0, 0.0, 0.0),
    "grass_tuft": (scenery_plants.tuft, 1.0, 0.0, 0.0),
}


def main(names):
    for name in names or THINGS:
        maker, reach, ground, mud = THINGS[name]
        write(HERE / f"{name}.glb", maker(), MATERIALS, reach, ground, mud)


main(sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else [])
