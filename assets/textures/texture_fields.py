"""Fields on a torus: noise, blurs and stamps that all tile without a seam, and what makes pictures of them.

A field is a float array [rows][columns]; row 0 is the top of the picture, and both wrap.
"""
import struct
import zlib

import numpy as np


def random(*key):
    """A generator of its own for every use: adding one elsewhere leaves the others' pictures as they are."""
    return np.random.default_rng(list(key))


def _radius(size):
    """Cycles a tile of each cell of the spectrum."""
    f = np.fft.fftfreq(size) * size
    return f[:, None], f[None, :], np.hypot(f[:, None], f[None, :])


def noise(size, seed, low, high, slope=0.0, stretch=(1.0, 1.0)):
    """Gaussian noise of mean 0 and deviation 1 with low to high cycles a tile.

    slope: the amplitude falls as 1 / cycles^slope. stretch: (v, u), above 1 draws the pattern out along that axis.
    """
    fv, fu, _ = _radius(size)
    cycles = np.hypot(fv * stretch[0], fu * stretch[1])
    band = 1.0 / (1.0 + (cycles / high) ** 8) * (1.0 - 1.0 / (1.0 + (cycles / max(low, 1e-9)) ** 8))
    band = band / np.maximum(cycles, 1.0) ** slope
    band[0, 0] = 0.0
    white = np.fft.fft2(random(seed, size).standard_normal((size, size)))
    field = np.real(np.fft.ifft2(white * band))
    return field / field.std()


def blur(field, sigma):
    """Gaussian blur by sigma pixels."""
    size = field.shape[0]
    _, _, cycles = _radius(size)
    kernel = np.exp(-2.0 * (np.pi * sigma * cycles / size) ** 2)
    return np.real(np.fft.ifft2(np.fft.fft2(field) * kernel))


def perlin(size, seed, cells):
    """Perlin's gradient noise with so many cells a tile, in -1..1."""
    angle = random(seed, cells).uniform(0.0, 2.0 * np.pi, (cells, cells))
    at = np.arange(size) * cells / size
    cell = np.floor(at).astype(int)
    frac = at - cell
    fade = frac**3 * (frac * (frac * 6.0 - 15.0) + 10.0)
    v, u = frac[:, None], frac[None, :]

    def corner(dv, du):
        a = angle[np.ix_((cell + dv) % cells, (cell + du) % cells)]
        return np.cos(a) * (u - du) + np.sin(a) * (v - dv)

    fu, fv = fade[None, :], fade[:, None]
    top = corner(0, 0) * (1 - fu) + corner(0, 1) * fu
    bottom = corner(1, 0) * (1 - fu) + corner(1, 1) * fu
    return np.sqrt(2.0) * (top * (1 - fv) + bottom * fv)


def cells(size, seed, count):
    """Distances to the nearest and the second nearest of count random points, and which is nearest [pixels]."""
    points = random(seed, count).uniform(0.0, size, (count, 2))
    first = np.full((size, size), 1e9)
    second = first.copy()
    which = np.zeros((size, size), int)
    reach = int(3.2 * size / np.sqrt(count)) + 2
    for i, (pv, pu) in enumerate(points):
        index, dv, du = window(size, pv, pu, reach)
        d = np.hypot(dv, du)
        f, s = first[index], second[index]
        nearer = d < f
        second[index] = np.where(nearer, f, np.minimum(s, d))
        first[index] = np.where(nearer, d, f)
        which[index] = np.where(nearer, i, which[index])
    return first, second, which


def window(size, v, u, reach):
    """The wrapped cells within reach pixels of a place: their index, and their offsets (dv, du) from it."""
    reach = min(reach, size // 2 - 1)
    rows = np.arange(int(v) - reach, int(v) + reach + 1)
    columns = np.arange(int(u) - reach, int(u) + reach + 1)
    return np.ix_(rows % size, columns % size), (rows - v)[:, None], (columns - u)[None, :]


class Layers:
    """Stamps laid over each other: the highest is seen. Colours are sRGB 0..1."""

    def __init__(self, size, height, colour):
        self.size = size
        self.height = np.array(np.broadcast_to(height, (size, size)), float)
        self.colour = np.array(np.broadcast_to(colour, (size, size, 3)), float)

    def lay(self, index, height, colour, inside):
        """Lay a stamp where it is inside and higher than what lies there."""
        seen = inside & (height > self.height[index])
        self.height[index] = np.where(seen, height, self.height[index])
        self.colour[index] = np.where(seen[..., None], colour, self.colour[index])

    def stone(self, v, u, radius, lift, colour, rng):
        """A stone: an ellipse with flattened facets, radius [pixels], its top lift above 0."""
        index, dv, du = window(self.size, v, u, int(radius * 1.6) + 2)
        turn, long = rng.uniform(0, np.pi), rng.uniform(1.0, 1.5)
        a = (np.cos(turn) * du + np.sin(turn) * dv) / (radius * long)
        b = (np.cos(turn) * dv - np.sin(turn) * du) / radius
        d = np.sqrt(a**2 + b**2)
        dome = np.sqrt(np.clip(1.0 - d**2, 0.0, None))
        for _ in range(5):  # facets cut the dome
            cut, steep = rng.uniform(0, 2 * np.pi), rng.uniform(0.35, 1.0)
            dome = np.minimum(dome, rng.uniform(0.75, 1.1) - steep * (np.cos(cut) * a + np.sin(cut) * b))
        shade = colour * (0.82 + 0.25 * np.clip(dome, 0, 1))[..., None]
        self.lay(index, lift - radius * 0.7 * (1.0 - dome), shade, (d < 1.0) & (dome > 0.0))

    def blade(self, v, u, turn, bend, length, width, lift, colours):
        """A blade of grass or straw: an arc from its root, narrowing; colours: (root, tip)."""
        index, dv, du = window(self.size, v, u, int(length) + 2)
        along = np.cos(turn) * du + np.sin(turn) * dv
        across = np.cos(turn) * dv - np.sin(turn) * du
        t = np.clip(along / length, 0.0, 1.0)
        off = across - bend * length * t**2
        half = 0.5 * width * (1.0 - t**3) * (0.55 + 0.9 * np.minimum(t * 3.0, 0.5))
        inside = (np.abs(off) < half) & (along >= 0.0) & (along <= length)
        fold = np.abs(off) / np.maximum(half, 1e-6)  # a crease along the middle
        side = np.where(off > 0.0, 1.06, 0.92)
        colour = (colours[0] * (1 - t[..., None]) + colours[1] * t[..., None]) * (side - 0.12 * (fold < 0.25))[..., None]
        self.lay(index, lift * (0.25 + 0.75 * np.sqrt(t)) + 0.8 * width * (1.0 - fold), colour, inside)


def halve(a):
    """Half the size: the mean of four."""
    return 0.25 * (a[0::2, 0::2] + a[1::2, 0::2] + a[0::2, 1::2] + a[1::2, 1::2])


def level(a, mean, deviation):
    """The same pattern with this mean and deviation."""
    return mean + (a - a.mean()) / max(a.std(), 1e-12) * deviation


def steps(a, low, high):
    """0 below low, 1 above high, smooth between."""
    t = np.clip((a - low) / (high - low), 0.0, 1.0)
    return t * t * (3.0 - 2.0 * t)


def mix(a, b, t):
    """Colours between a and b by a field."""
    t = np.asarray(t)[..., None]
    return np.asarray(a) * (1 - t) + np.asarray(b) * t


def rgb(text):
    """'b8a27e' as sRGB 0..1."""
    return np.array([int(text[i:i + 2], 16) / 255.0 for i in (0, 2, 4)])


def even(colour, spread, share=0.8):
    """Take out this share of light and dark wider than spread [pixels]: it would be found again in every tile."""
    wide = blur(colour.mean(axis=-1), spread)
    return colour * (1.0 - share + share * wide.mean() / wide)[..., None]


def hollows(height, spread):
    """How open to the sky each place is, 0..1: low places between high ones are dark. spread [pixels]."""
    depth = np.zeros_like(height)
    for sigma in (0.5 * spread, spread, 2.0 * spread):
        depth += np.clip(blur(height, sigma) - height, 0.0, None) / sigma
    return 1.0 / (1.0 + 1.4 * depth)


def normals(height):
    """Tangent-space normals 0..1 of heights [pixels]: R along u, G along v up the picture, B out of it."""
    dv = 0.5 * (np.roll(height, -1, 0) - np.roll(height, 1, 0))
    du = 0.5 * (np.roll(height, -1, 1) - np.roll(height, 1, 1))
    length = np.sqrt(du**2 + dv**2 + 1.0)
    return 0.5 + 0.5 * np.stack([-du / length, dv / length, 1.0 / length], axis=-1)


def bytes_of(a, step=1):
    """0..1 as bytes; a step above 1 keeps fewer levels, which packs better where noise hides it."""
    return np.clip(np.round(np.asarray(a) * 255.0 / step) * step, 0, 255).astype(np.uint8)


def write_png(path, picture):
    """Write bytes [rows][columns] (grey) or [rows][columns][3 or 4] as PNG; each row's filter by least residual."""
    if picture.ndim == 2:
        picture = picture[..., None]
    rows, columns, channels = picture.shape
    now = picture.reshape(rows, -1).astype(np.int16)
    up = np.vstack([np.zeros((1, now.shape[1]), np.int16), now[:-1]])
    left = np.hstack([np.zeros((rows, channels), np.int16), now[:, :-channels]])
    corner = np.hstack([np.zeros((rows, channels), np.int16), up[:, :-channels]])
    guess = left + up - corner
    pa, pb, pc = abs(guess - left), abs(guess - up), abs(guess - corner)
    paeth = np.where((pa <= pb) & (pa <= pc), left, np.where(pb <= pc, up, corner))
    residuals = [(now - g) & 255 for g in (np.zeros_like(now), left, up, (left + up) // 2, paeth)]
    cost = np.stack([np.minimum(r, 256 - r).sum(axis=1) for r in residuals])
    packed = []
    for choice in (np.argmin(cost, axis=0), np.zeros(rows, int)):
        lines = b"".join(bytes([k]) + residuals[k][i].astype(np.uint8).tobytes() for i, k in enumerate(choice))
        packed.append(zlib.compress(lines, 9))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", columns, rows, 8, {1: 0, 3: 2, 4: 6}[channels], 0, 0, 0)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", min(packed, key=len))
                   + chunk(b"IEND", b""))
