#!/usr/bin/env python3
"""Makes all textures beside this file: same seeds, same pictures. Needs numpy (Debian: python3-numpy).

    python3 make_textures.py              all
    python3 make_textures.py sand leaf    those of these makers only
"""
import pathlib
import sys

sys.dont_write_bytecode = True

import texture_detail
import texture_ground
import texture_plants
from texture_fields import write_png

MAKERS = {m.__name__: m for m in (
    texture_ground.sand, texture_ground.ground, texture_ground.grass, texture_ground.asphalt,
    texture_detail.noise_octaves, texture_detail.dust, texture_detail.paint, texture_detail.steel,
    texture_detail.rubber, texture_detail.plastic, texture_detail.fabric, texture_detail.wood, texture_detail.bark,
    texture_detail.concrete, texture_plants.leaf, texture_plants.grass_card)}


def main(names):
    folder = pathlib.Path(__file__).parent
    unknown = [n for n in names if n not in MAKERS]
    if unknown:
        raise SystemExit(f"{unknown[0]}: no such maker; there are {', '.join(MAKERS)}")
    for name in names or MAKERS:
        for file, picture in MAKERS[name]().items():
            path = folder / f"{file}.png"
            write_png(path, picture)
            print(f"{path.name}: {picture.shape[1]} x {picture.shape[0]}, {path.stat().st_size / 1024:.0f} KiB")


if __name__ == "__main__":
    main(sys.argv[1:])
