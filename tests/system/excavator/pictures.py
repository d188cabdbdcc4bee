"""pictures.py WIDTH HEIGHT PNG...: each is of that size, none is blank, no two are alike. 8 bits, RGB or RGBA."""
import struct
import sys
import zlib


def unfilter(kind, line, before, size):
    """One line of a PNG (W3C, Portable Network Graphics specification, section 9)."""
    for i in range(len(line)):
        a = line[i - size] if i >= size else 0
        b, c = before[i], before[i - size] if i >= size else 0
        p = a + b - c
        paeth = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
        line[i] = (line[i] + (0, a, b, (a + b) // 2, paeth)[kind]) % 256
    return line


def read(path):
    data = open(path, "rb").read()
    assert data[:8] == b"\x89PNG\r\n\x1a\n", path
    place, packed = 8, b""
    while place < len(data):
        length, name = struct.unpack(">I4s", data[place:place + 8])
        body = data[place + 8:place + 8 + length]
        if name == b"IHDR":
            width, height, depth, colour, _, _, interlace = struct.unpack(">IIBBBBB", body)
            assert depth == 8 and colour in (2, 6) and interlace == 0, path
        packed += body if name == b"IDAT" else b""
        place += 12 + length
    size = 3 if colour == 2 else 4
    raw, lines = zlib.decompress(packed), []
    before = bytearray(width * size)
    for y in range(height):
        start = y * (width * size + 1)
        before = unfilter(raw[start], bytearray(raw[start + 1:start + 1 + width * size]), before, size)
        lines.append(before)
    grey = [[sum(line[x * size:x * size + 3]) / 3 for x in range(width)] for line in lines]
    return width, height, grey


def spread(values):
    mean = sum(values) / len(values)
    return mean, (sum((v - mean) ** 2 for v in values) / len(values)) ** 0.5


wanted, greys = (int(sys.argv[1]), int(sys.argv[2])), []
for path in sys.argv[3:]:
    width, height, grey = read(path)
    assert (width, height) == wanted, f"{path}: {width} x {height}"
    mean, deviation = spread([v for row in grey for v in row])
    levels = len({round(v) for row in grey for v in row})
    print(f"{path}: mean {mean:.1f}, deviation {deviation:.1f}, {levels} levels")
    # Daylight, neither black nor burnt out; a picture of sky, ground and machine has far more than a few shades.
    assert 25 < mean < 230 and deviation > 10 and levels > 60, path
    greys.append(grey)
for i in range(1, len(greys)):
    moved = sum(abs(a - b) > 8 for x, y in zip(greys[i - 1], greys[i]) for a, b in zip(x, y))
    print(f"{moved} dots differ")
    assert moved > 0.01 * wanted[0] * wanted[1], "two pictures are alike"
