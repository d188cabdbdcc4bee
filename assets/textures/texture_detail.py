"""Fine detail of materials, laid over a mesh's own colour, and the noise and puff that sky and dust are made of.

Detail pictures hold numbers, not colours: R albedo factor (0.5 = 1.0), G roughness offset (0.5 = 0), B height
(0.5 = the surface).
"""
import numpy as np

from texture_fields import blur, bytes_of, cells, noise, perlin, random, steps, window

SIZE = 512


def _pack(name, factor, roughness, height, step=4):
    """A detail picture. factor: of albedo, its mean is made 1. roughness: offset. height: around 0, -1..1."""
    planes = [(0.5 * factor / factor.mean(), step), (0.5 + roughness - roughness.mean(), 2 * step),
              (0.5 + 0.5 * (height - height.mean()), step)]
    return {f"detail_{name}": np.stack([bytes_of(np.clip(p, 0.0, 1.0), s) for p, s in planes], axis=-1)}


def _scratches(seed, count, length, width, directions=None, curve=0.02):
    """Thin lines at random places, 0..1. length: (least, most) [pixels]; directions [rad]: around these only."""
    rng = random(seed, count)
    field = np.zeros((SIZE, SIZE))
    for _ in range(count):
        v, u, turn = rng.uniform(0, SIZE), rng.uniform(0, SIZE), rng.uniform(0, np.pi)
        if directions is not None:
            turn = rng.choice(directions) + rng.normal(0.0, 0.10)
        long, bend, strength = rng.uniform(*length), rng.normal(0.0, curve), rng.uniform(0.25, 1.0)
        t = np.linspace(0.0, 1.0, int(long * 1.5) + 2)
        du = long * t * np.cos(turn) - bend * long * t**2 * np.sin(turn)
        dv = long * t * np.sin(turn) + bend * long * t**2 * np.cos(turn)
        fade = strength * np.sin(np.pi * t) ** 0.5
        for ou, ov in ((0, 0), (0.5, 0.5)):
            at = ((v + dv + ov).astype(int) % SIZE, (u + du + ou).astype(int) % SIZE)
            field[at] = np.maximum(field[at], fade * (1.0 if ou == 0 else 0.5))
    return blur(field, width)


def _pits(seed, count, least, most):
    """Round pits at random places: depth 0..1. Radii [pixels], small ones more often."""
    rng = random(seed, count)
    field = np.zeros((SIZE, SIZE))
    for _ in range(count):
        radius = least + (most - least) * rng.power(0.35)
        index, dv, du = window(SIZE, *rng.uniform(0, SIZE, 2), int(radius) + 2)
        d = np.hypot(dv, du * rng.uniform(0.8, 1.2)) / radius
        field[index] = np.maximum(field[index], np.clip(1.3 * (1.0 - d), 0.0, 1.0) * rng.uniform(0.5, 1.0))
    return field


def noise_octaves():
    """Perlin's noise at 4, 8, 16 and 32 cells a tile in R, G, B, A: spots over many metres, clouds."""
    planes = [0.5 + 0.5 * perlin(256, 61, c) for c in (4, 8, 16, 32)]
    return {"noise": np.stack([bytes_of(p) for p in planes], axis=-1)}


def dust():
    """A soft puff: R is its cover, 0 at the picture's edge. Does not tile."""
    size = 128
    at = (np.arange(size) + 0.5) / size * 2.0 - 1.0
    d = np.hypot(at[:, None], at[None, :])
    billow = sum(perlin(size, 62 + k, 3 * 2**k) / 2**k for k in range(4))
    puff = steps(1.0 - d + 0.22 * billow, 0.0, 0.85) * steps(1.0 - d, 0.02, 0.35) * (0.85 + 0.25 * billow)
    return {"dust": bytes_of(np.clip(0.9 * puff, 0.0, 1.0))}


def paint():
    """1 m of a working machine's paint: orange peel, fine scratches, dust that has settled, dried spatter."""
    peel = noise(SIZE, 71, 40, 110)
    dusty = noise(SIZE, 72, 3, 60, 1.2)
    scratch = _scratches(73, 90, (30, 170), 0.5)
    spatter = steps(noise(SIZE, 74, 30, 120, 0.3) + 0.9 * noise(SIZE, 75, 3, 9), 2.3, 3.0)
    factor = 1.0 + 0.030 * dusty + 0.008 * noise(SIZE, 76, 60, 250) + 0.16 * scratch - 0.20 * spatter
    rough = 0.050 * dusty + 0.10 * scratch + 0.30 * spatter + 0.01 * peel
    return _pack("paint", factor, rough, 0.05 * peel - 0.5 * scratch + 0.35 * spatter)


def steel():
    """1 m of steel that works in sand: scoured along v, dull patches, rust in specks, dents."""
    scoured = noise(SIZE, 81, 20, 230, 0.2, stretch=(7.0, 0.8))
    patches = noise(SIZE, 82, 3, 40, 1.0)
    scratch = _scratches(83, 320, (20, 160), 0.55, directions=(np.pi / 2, np.pi / 2, np.pi / 2, 0.4, 2.6))
    rust = steps(noise(SIZE, 84, 12, 140, 0.7) + 0.6 * noise(SIZE, 85, 3, 8), 1.3, 2.6)
    dents = noise(SIZE, 86, 4, 14, 0.5)
    factor = 1.0 + 0.035 * scoured + 0.035 * patches + 0.25 * scratch - 0.30 * rust
    rough = 0.025 * scoured + 0.045 * patches - 0.12 * scratch + 0.26 * rust
    scale = rust * noise(SIZE, 87, 60, 250)
    return _pack("steel", factor, rough, 0.04 * scoured + 0.08 * dents - 0.35 * scratch + 0.22 * scale)


def rubber():
    """0.5 m of tire rubber: fine grain, scuffs, small cracks, earth in the pores and as a bloom."""
    grain = noise(SIZE, 91, 60, 240)
    bloom = noise(SIZE, 92, 3, 50, 1.0)
    first, second, _ = cells(SIZE, 93, 700)
    cracks = steps(2.2 - (second - first), 0.0, 2.2) * steps(noise(SIZE, 94, 4, 20), 0.1, 1.4)
    scuff = _scratches(95, 160, (8, 50), 0.7, curve=0.2)
    earth = steps(noise(SIZE, 96, 20, 160, 0.5) + 0.7 * bloom, 0.8, 2.6)
    factor = 1.0 + 0.07 * bloom + 0.05 * grain + 0.22 * scuff - 0.30 * cracks + 0.40 * earth
    rough = 0.03 * bloom + 0.02 * grain + 0.05 * scuff + 0.10 * earth
    return _pack("rubber", factor, rough, 0.13 * grain - 0.7 * cracks - 0.25 * scuff + 0.2 * earth, 6)


def plastic():
    """0.5 m of grained moulded plastic: pebbles of 3 mm between valleys, wiped patches."""
    first, second, _ = cells(SIZE, 101, 26000)
    pebble = np.clip((second - first) / 2.4, 0.0, 1.0)
    wiped = noise(SIZE, 102, 3, 40, 1.0)
    factor = 0.93 + 0.10 * blur(pebble, 0.6) + 0.022 * wiped
    return _pack("plastic", factor, 0.04 * wiped - 0.06 * (pebble - 0.5), 0.7 * (blur(pebble, 0.7) - 0.45))


def fabric():
    """0.5 m of a seat's cloth: twill of 4 mm threads, each a little different."""
    threads = SIZE // 4
    rng = random(111)
    warp_tone, weft_tone = rng.normal(0, 1, threads), rng.normal(0, 1, threads)
    v, u = np.arange(SIZE)[:, None], np.arange(SIZE)[None, :]
    column, row = u // 4, v // 4
    over = (column + row) % 4 < 2  # warp (along v) above weft
    round_u = np.cos(np.pi * ((u % 4) - 1.5) / 5.0) * np.ones_like(v)
    round_v = np.cos(np.pi * ((v % 4) - 1.5) / 5.0) * np.ones_like(u)
    phase = ((column + row) % 2 + (np.where(over, v, u) % 4) / 4.0) / 2.0
    hump = np.sin(np.pi * phase)
    height = np.where(over, round_u, round_v) * (0.6 + 0.4 * hump)
    tone = np.where(over, warp_tone[column], weft_tone[row])
    worn = noise(SIZE, 112, 3, 60, 1.0)
    factor = 0.62 + 0.42 * height + 0.035 * tone + 0.03 * worn + 0.04 * noise(SIZE, 113, 100, 256)
    return _pack("fabric", factor, 0.03 * worn, 1.3 * height, 6)


def wood():
    """1 m of weathered boards' grain, along v: rings cut lengthwise, cracks, knots, grey and brown streaks."""
    rng = random(121)
    v, u = np.arange(SIZE)[:, None] / SIZE, np.arange(SIZE)[None, :] / SIZE
    warp = 0.030 * noise(SIZE, 122, 1, 6, 0.5, stretch=(3.0, 1.0)) + np.zeros((SIZE, SIZE))
    knots = np.zeros((SIZE, SIZE))
    for _ in range(5):
        at_v, at_u, radius = rng.uniform(0, SIZE), rng.uniform(0, SIZE), rng.uniform(5, 11)
        index, dv, du = window(SIZE, at_v, at_u, 60)
        d = np.hypot(dv * 0.45, du) / radius
        warp[index] += 0.035 * np.sign(du) * np.exp(-0.35 * d**2) * radius / 9.0
        knots[index] = np.maximum(knots[index], steps(1.15 - d, 0.0, 0.4))
    rings = np.cos(2 * np.pi * (26 * (u + warp)))
    late = np.clip(rings, 0.0, 1.0) ** 2
    fibre = noise(SIZE, 123, 20, 250, 0.1, stretch=(14.0, 0.8))
    streak = noise(SIZE, 124, 4, 60, 0.6, stretch=(10.0, 1.0))
    cracks = steps(noise(SIZE, 125, 16, 200, 0.3, stretch=(16.0, 0.9)), 1.7, 2.6)
    factor = 1.02 - 0.13 * late + 0.085 * fibre + 0.10 * streak - 0.50 * cracks - 0.30 * knots
    rough = 0.04 * streak + 0.05 * cracks - 0.06 * late
    return _pack("wood", factor, rough, 0.28 * late + 0.10 * fibre - 0.75 * cracks - 0.2 * knots)


def bark():
    """1 m of a broad-leaved tree's bark: plates between furrows along v, lichen."""
    # furrows are where long waves of two kinds cross zero
    long = noise(SIZE, 131, 7, 40, 0.6, stretch=(3.4, 1.0))
    short = noise(SIZE, 132, 14, 70, 0.5, stretch=(2.2, 1.0))
    ridge = blur(np.minimum(steps(np.abs(long), 0.0, 0.55), 0.25 + 0.75 * steps(np.abs(short), 0.0, 0.7)), 0.7)
    grain = noise(SIZE, 133, 20, 240, 0.3, stretch=(4.0, 0.8))
    lichen = steps(noise(SIZE, 134, 4, 90, 0.7), 1.1, 2.2) * steps(ridge, 0.3, 0.7)
    factor = 0.52 + 0.62 * ridge + 0.08 * grain + 0.30 * lichen
    return _pack("bark", factor, 0.05 * lichen + 0.02 * grain, 1.5 * (ridge - 0.5) + 0.12 * grain, 6)


def concrete():
    """1 m of cast concrete: pores, cement skin in clouds, fine sand, runs of water along v, hair cracks."""
    clouds = noise(SIZE, 141, 3, 60, 0.9)
    sandy = noise(SIZE, 142, 60, 250)
    pits = _pits(143, 420, 0.8, 5.0)
    runs = noise(SIZE, 144, 6, 60, 0.5, stretch=(9.0, 1.0))
    cracks = _scratches(145, 7, (60, 200), 0.5, curve=0.25)
    factor = 1.0 + 0.05 * clouds + 0.035 * sandy + 0.035 * runs - 0.45 * pits - 0.5 * cracks
    return _pack("concrete", factor, 0.03 * clouds + 0.05 * pits, 0.10 * sandy - 0.8 * pits - 0.5 * cracks, 5)
