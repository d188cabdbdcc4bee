"""Ground seen from above: sand, soil, meadow, asphalt. Each makes an albedo (sRGB) and normals.

Little light and dark is left above a few cycles a tile: an eye finds a lone dark spot again in every tile.
The large spots come from noise.png, over many metres.
"""
import numpy as np

from texture_fields import (Layers, bytes_of, even, halve, hollows, level, mix, noise, normals, perlin, random, rgb,
                            steps)

SIZE = 512


def _albedo(colour, step=2):
    return bytes_of(np.clip(colour, 0.0, 1.0), step)


def _normal(height, step=4):
    picture = bytes_of(normals(height), step)
    picture[..., 2] = bytes_of(picture[..., 2] / 255.0, 2 * step)  # B hardly changes: fewer levels do
    return picture


def sand():
    """1 m of dry sand, 2 mm a pixel: speckle of grains, crumbs, a few pebbles, flat irregular ripples."""
    rng = random(11)
    size = 2 * SIZE
    grain = noise(size, 12, 120, 500)
    crumbs = noise(size, 13, 12, 200, 0.9)
    swell = noise(size, 14, 7, 18, 0.7, stretch=(0.85, 1.25))
    height = 0.5 * grain + 1.4 * crumbs + 2.2 * swell
    tint = level(0.7 * noise(size, 15, 90, 500) + 0.5 * crumbs, 0.5, 0.2)
    colour = mix(rgb("a8916d"), rgb("cfbc97"), tint)
    colour *= (1.0 + 0.02 * noise(size, 16, 10, 40))[..., None]
    layers = Layers(size, height, colour)
    palette = [rgb(c) for c in ("e2d6ba", "f0e8d6", "8d7350", "6b5a45", "5a4f46", "b98f5c", "c7b28c", "9c8a70")]
    for _ in range(5200):  # coarse grains of 2 to 5 mm
        v, u = rng.uniform(0, size, 2)
        radius = 0.9 + rng.exponential(0.55)
        base = layers.height[int(v), int(u)]
        layers.stone(v, u, min(radius, 4.0), base + 0.6 * radius, palette[rng.integers(8)] * rng.uniform(0.85, 1.1), rng)
    for _ in range(70):  # pebbles
        v, u = rng.uniform(0, size, 2)
        radius = rng.uniform(3.0, 6.5)
        base = layers.height[int(v), int(u)]
        layers.stone(v, u, radius, base + 0.5 * radius, palette[rng.integers(8)] * rng.uniform(0.8, 1.0), rng)
    open_sky = hollows(layers.height, 2.5)
    colour = even(halve(layers.colour * (0.72 + 0.28 * open_sky / open_sky.mean())[..., None]), 30.0)
    return {"sand_albedo": _albedo(colour, 3), "sand_normal": _normal(halve(layers.height) * 0.5 * 0.55)}


def ground():
    """2 m of worked field soil: clods and crumbs, bits of straw, small stones."""
    rng = random(21)
    size = 2 * SIZE
    height = 3.0 * noise(size, 22, 6, 60, 1.0) + 0.5 * noise(size, 23, 60, 400)
    tint = level(noise(size, 24, 20, 300, 0.5), 0.5, 0.2)
    layers = Layers(size, height, mix(rgb("5c4733"), rgb("8d7253"), tint))
    for _ in range(2600):  # clods
        v, u = rng.uniform(0, size, 2)
        radius = 2.0 + rng.exponential(3.2)
        shade = mix(rgb("614b36"), rgb("987c5b"), rng.uniform(0, 1))
        base = layers.height[int(v), int(u)]
        layers.stone(v, u, min(radius, 18.0), base + 0.5 * radius, shade, rng)
    layers.height += 0.55 * noise(size, 25, 80, 450)
    for _ in range(240):  # stones
        v, u = rng.uniform(0, size, 2)
        radius = 1.5 + rng.exponential(1.4)
        layers.stone(v, u, min(radius, 7.0), layers.height[int(v), int(u)] + 0.5 * radius,
                     mix(rgb("857c70"), rgb("b5aa98"), rng.uniform(0, 1)), rng)
    for _ in range(420):  # straw
        v, u = rng.uniform(0, size, 2)
        tone = rng.uniform(0.75, 1.1)
        layers.blade(v, u, rng.uniform(0, 2 * np.pi), rng.normal(0, 0.12), rng.uniform(10, 42), rng.uniform(1.6, 2.8),
                     layers.height[int(v), int(u)] + 3.0, (rgb("a58c58") * tone, rgb("c2aa74") * tone))
    colour = layers.colour * (1.0 + 0.09 * noise(size, 26, 120, 500))[..., None]
    open_sky = hollows(layers.height, 5.0)
    colour = halve(colour * (0.30 + 0.70 * open_sky / open_sky.mean())[..., None])
    return {"ground_albedo": _albedo(even(colour, 30.0), 3), "ground_normal": _normal(halve(layers.height) * 0.5 * 0.8)}


GREENS = [("3d5a22", "6d8f35"), ("35521f", "5f8430"), ("4a6628", "84a045"), ("506a2c", "93a850"), ("2f4a1f", "4f7430"),
          ("5d6b30", "a3a860"), ("6f6a3a", "b8a768"), ("7b6f45", "c6b47c")]  # root, tip; the last are dry


def grass():
    """2 m of short meadow, 4 mm a pixel: blades of several greens and yellows, herbs, bare spots' soil below."""
    rng = random(31)
    size = 2 * SIZE
    soil = mix(rgb("2c2a18"), rgb("4a4128"), level(noise(size, 32, 10, 200, 0.5), 0.5, 0.25))
    layers = Layers(size, 0.6 * noise(size, 33, 10, 80), soil)
    dry = perlin(size, 34, 4) + 0.6 * perlin(size, 35, 9)
    lush = perlin(size, 36, 5) + 0.6 * perlin(size, 37, 11)
    for i in range(17000):
        v, u = rng.uniform(0, size, 2)
        d, l = dry[int(v), int(u)], lush[int(v), int(u)]
        kind = rng.integers(6, 8) if rng.random() < 0.10 + 0.16 * max(d, 0) else rng.integers(0, 6)
        tone = rng.uniform(0.82, 1.15) * (1.0 + 0.10 * l)
        length = rng.uniform(14, 40) * (1.0 + 0.25 * l)
        layers.blade(v, u, rng.uniform(0, 2 * np.pi), rng.normal(0, 0.35), length, rng.uniform(2.2, 4.2),
                     (2.0 + 14.0 * i / 17000) * rng.uniform(0.7, 1.2),
                     (rgb(GREENS[kind][0]) * tone, rgb(GREENS[kind][1]) * tone))
    for _ in range(260):  # clover and plantain: three round leaves
        v, u = rng.uniform(0, size, 2)
        tone, turn, radius = rng.uniform(0.85, 1.1), rng.uniform(0, 2 * np.pi), rng.uniform(3.5, 6.0)
        for k in range(3):
            a = turn + k * 2.1
            layers.stone(v + radius * np.sin(a), u + radius * np.cos(a), radius, 15.0, rgb("557f3a") * tone, rng)
    open_sky = hollows(layers.height, 6.0)
    colour = layers.colour * (0.35 + 0.65 * open_sky / open_sky.mean())[..., None]
    return {"grass_albedo": _albedo(even(halve(colour), 24.0), 3),
            "grass_normal": _normal(halve(layers.height) * 0.5 * 0.45, 5)}


def asphalt():
    """1 m of asphalt, 2 mm a pixel: chippings in bitumen."""
    rng = random(51)
    size = 2 * SIZE
    bitumen = mix(rgb("3b3a39"), rgb("474543"), steps(noise(size, 53, 8, 90), -1, 1))
    layers = Layers(size, 0.3 * noise(size, 52, 40, 200), bitumen)
    for _ in range(9000):
        v, u = rng.uniform(0, size, 2)
        radius, lift = rng.uniform(2.4, 6.0), rng.uniform(0.0, 2.4)
        layers.stone(v, u, radius, lift, mix(rgb("4b4a48"), rgb("83807b"), rng.beta(1.5, 3.0)), rng)
    open_sky = hollows(layers.height, 5.0)
    colour = halve(layers.colour * (0.5 + 0.5 * open_sky / open_sky.mean())[..., None])
    return {"asphalt_albedo": _albedo(colour, 3), "asphalt_normal": _normal(halve(layers.height) * 0.15)}
