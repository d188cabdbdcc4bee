#!/usr/bin/env python3
"""Compute the tables and polynomials of real.c in 200 bits: python3 real_tables.py > real_tables.h (python3-mpmath)."""
from mpmath import mp, mpf, asin, atan, chebyfit, exp, floor, log, nint, pi

mp.prec = 200
EXP_STEPS = 128  # of an octave
LOG_STEPS = 128
LOG_FIRST = mpf(11) / 16  # mantissas z of log lie in [11/16, 11/8)
ATAN_STEPS = 64  # of [0, 1]


def hexadecimal(x):
    return float(x).hex()


def split(x, bits=None):
    """x as a sum of two doubles; the first one a multiple of 2^-bits, where given"""
    high = mpf(float(x)) if bits is None else nint(x * 2**bits) / 2**bits
    return high, mpf(float(x - high))


def table(name, comment, rows):
    print(f"/* {comment} */")
    print(f"static const double {name}[{len(rows)}][{len(rows[0])}] = {{")
    entries = ["{" + ", ".join(hexadecimal(x) for x in row) + "}," for row in rows]
    a_line = 2 if len(rows[0]) == 2 else 1
    for i in range(0, len(entries), a_line):
        print("    " + " ".join(entries[i:i + a_line]))
    print("};\n")


def constant(name, comment, high, low):
    print(f"static const double {name}_HIGH = {hexadecimal(high)}, {name}_LOW = {hexadecimal(low)}; /* {comment} */")


def exp_rows():
    """2^(i/128) rounded, and what rounding dropped as a share of it"""
    rows = []
    for i in range(EXP_STEPS):
        exact = mpf(2) ** (mpf(i) / EXP_STEPS)
        high = mpf(float(exact))
        rows.append((high, (exact - high) / high))
    return rows


def log_rows():
    """1/c in 8 bits, and -log(1/c) in two parts, for each c in the middle of its step"""
    rows = []
    for i in range(LOG_STEPS):
        step = mpf(1) / LOG_STEPS
        start = LOG_FIRST + i * step / 2 if i < 80 else 1 + (i - 80) * step
        width = step / 2 if i < 80 else step
        c = start + width / 2
        grid = 128 if c < 1 else 256
        inverse = nint(grid / c) / grid
        if i in (79, 80):
            inverse = mpf(1)  # exact next to 1, where the logarithm vanishes
        rows.append((inverse, *split(-log(inverse), 42)))
    return rows


def atan_rows():
    return [split(atan(mpf(i) / ATAN_STEPS)) for i in range(ATAN_STEPS + 1)]


def asin_coefficients():
    """asin(x) = x + x^3 P(x^2) for |x| <= 1/2, P by Chebyshev's interpolation; lowest power first"""
    def series(z):
        if z > mpf(2) ** -60:
            return (asin(z**0.5) / z**0.5 - 1) / z
        return mpf(1) / 6 + 3 * z / 40
    return chebyfit(series, [0, mpf(1) / 4], 13)[::-1]


print("/* Made by real_tables.py; not to be edited. */")
print("#ifndef REAL_TABLES_H\n#define REAL_TABLES_H\n")
print("/* clang-format off */")
constant("LN2", "log 2; the first part is a multiple of 2^-42", *split(log(2), 42))
high, low = split(log(2) / EXP_STEPS)
constant("LN2_STEP", "log(2)/128", high, low)
constant("HALF_PI", "pi/2", *split(pi / 2))
print(f"static const double STEPS_OF_LN2 = {hexadecimal(EXP_STEPS / log(2))}; /* 128/log 2 */\n")
table("EXP_STEP", "2^(i/128): rounded; what rounding dropped, as a share of it", exp_rows())
table("LOG_STEP", "1/c in 8 bits; -log(1/c) in two parts, the first a multiple of 2^-42", log_rows())
table("ATAN_STEP", "atan(i/64) in two parts", atan_rows())
print("/* asin(x) = x + x^3 P(x^2), |x| <= 1/2: coefficients of P, lowest power first */")
print("static const double ASIN_SERIES[] = {")
for c in asin_coefficients():
    print(f"    {hexadecimal(c)},")
print("};\n")
print("/* clang-format on */\n")
print("#endif")
