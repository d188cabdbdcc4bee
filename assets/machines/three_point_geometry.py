#!/usr/bin/env python3
"""Derives the rear three-point hitch of tractor.yaml (variant `rear`), and its figures, as a plane mechanism of its own.

    python3 three_point_geometry.py            prints the derived numbers and the figures
    python3 three_point_geometry.py --check    also fails where tractor.yaml does not hold the derived numbers

Lengths [m], masses [kg], angles [rad]. Axes: x forward, z up, of the tractor's frame. Plane points are (x, z). Positive angles
of the lower links raise. At the design position the U-frame is upright and its lower pins are DESIGN above the ground.
"""
import pathlib
import re
import sys
from math import asin, atan2, cos, degrees, hypot, pi, sin, sqrt

import tractor_geometry as tractor

# ---- given: class-typical estimates; span and mast height of the category are those of ISO 730 ----

GROUND = -tractor.REAR_LOADED
LOWER, LENGTH = (-0.10, -0.25), 0.95   # lower links: pivot, length
UPPER, MAST = (-0.22, 0.24), 0.61      # top link: pivot on the tractor; mast height of category 2
SHAFT, ARM = (-0.18, 0.42), 0.32       # lift arms: shaft, length; level in the middle of the range
ROD = 0.55                             # lift rods: pin on the lower links, from their pivot
FOOT, PIN = (-0.40, -0.22), 0.20       # lift cylinders: foot; rod pin on the arms, from their shaft
BORE = 0.065                           # of each of two cylinders
DESIGN, LOW, HIGH = 0.45, 0.20, 0.95   # heights of the lower pins; ISO 730: at most 0.20, at least 0.95 for category 2
HOOKS = 0.10                           # hooks of the U-frame behind the pins of the lower links
BEHIND = 0.61                          # load behind the hooks, ISO 789-2
RELIEF = 19.5e6                        # [Pa] above the tank
FLOW = 45e-6 * 850 / 60                # [m3/s] of the pump at idle speed
MASSES = {"lower_links": 50.0, "lift_arms": 45.0, "lift_rods": 18.0, "top_link": 10.0, "coupler_frame": 85.0}


def meeting(a, ra, b, rb, side):
    """Intersection of two circles; side 1: to the left of the line from a to b."""
    d = tractor.length(tractor.sub(b, a))
    x = (d * d + ra * ra - rb * rb) / (2 * d)
    y = side * sqrt(ra * ra - x * x)
    ux, uz = (b[0] - a[0]) / d, (b[1] - a[1]) / d
    return a[0] + ux * x - uz * y, a[1] + uz * x + ux * y


def behind(pivot, r, angle):
    return pivot[0] - r * cos(angle), pivot[1] + r * sin(angle)


def elevation(height):
    """Of the lower links, for a height of their pins above the ground."""
    return asin((height + GROUND - LOWER[1]) / LENGTH)


class Hitch:
    def __init__(self):
        middle = behind(LOWER, ROD, (elevation(LOW) + elevation(HIGH)) / 2)
        self.rod = tractor.length(tractor.sub(behind(SHAFT, ARM, 0), middle))
        pin = behind(LOWER, LENGTH, elevation(DESIGN))
        self.top = tractor.length(tractor.sub((pin[0], pin[1] + MAST), UPPER))

    def pose(self, height):
        """Points of the hitch: lower pin, upper pin, end of the arms, foot of the rods, pin of the cylinders."""
        angle = elevation(height)
        lower, rod = behind(LOWER, LENGTH, angle), behind(LOWER, ROD, angle)
        upper, arm = meeting(lower, MAST, UPPER, self.top, 1), meeting(SHAFT, ARM, rod, self.rod, -1)
        turn = atan2(arm[1] - SHAFT[1], SHAFT[0] - arm[0])
        return lower, upper, arm, rod, behind(SHAFT, PIN, turn)

    def cylinder(self, height):
        return tractor.length(tractor.sub(self.pose(height)[4], FOOT))

    def pitch(self, height):
        """Of the U-frame, positive: its top leans forward."""
        lower, upper = self.pose(height)[:2]
        return atan2(upper[0] - lower[0], upper[1] - lower[1])

    def load_height(self, height, back):
        lower, pitch = self.pose(height)[0], self.pitch(height)
        return lower[1] + back * sin(pitch)

    def weight_heights(self, height):
        """Mass times height of the centre of mass, summed [kg m]."""
        lower, upper, arm, rod, _ = self.pose(height)
        middle = {"lower_links": (LOWER, lower), "lift_arms": (SHAFT, arm), "lift_rods": (arm, rod), "top_link": (upper, UPPER),
                  "coupler_frame": (lower, upper)}
        return sum(MASSES[k] * (a[1] + b[1]) / 2 for k, (a, b) in middle.items())

    def slope(self, f, height, h=1e-5):
        """df/d(length of the cylinders)."""
        return (f(height + h) - f(height - h)) / (self.cylinder(height + h) - self.cylinder(height - h))

    def own_force(self, height):
        """Of both cylinders, under the weight of the hitch [N]."""
        return tractor.G * self.slope(self.weight_heights, height)

    def capacity(self, height, back):
        """Vertical load that the relief pressure carries [N]."""
        return (2 * RELIEF * tractor.area(BORE) - self.own_force(height)) / self.slope(lambda h: self.load_height(h, back), height)


def rod_inertia(mass, a, b, width):
    """About the middle of a bar between two plane points, `width` wide."""
    d, t = tractor.sub(b, a), mass * (0.06**2 + width**2) / 12
    j, n = mass * tractor.length(d)**2 / 12, tractor.length(d)
    c, s = d[0] / n, d[1] / n
    across = mass * width**2 / 12 + j
    return t * c * c + across * s * s, j + mass * 0.06**2 / 12, t * s * s + across * c * c, 0, (t - across) * c * s, 0


def derive():
    hitch = Hitch()
    lower, upper, arm, rod, pin = hitch.pose(DESIGN)
    sub, plane, numbers = tractor.sub, tractor.plane, tractor.numbers
    frame = tractor.compose([tractor.frame_alone(tractor.design_steering()[0]), tractor.BRACKETS])
    frame = (frame[0], frame[1], tuple(0.0 if k in (3, 5) else x for k, x in enumerate(frame[2])))

    def bar(name, origin, a, b, width):
        middle = ((a[0] + b[0]) / 2 - origin[0], (a[1] + b[1]) / 2 - origin[1])
        return tractor.body(name, (MASSES[name], (middle[0], 0, middle[1]), rod_inertia(MASSES[name], a, b, width)))

    texts = [
        f"name: frame, mass: {frame[0]:g} kg, centre: {tractor.vector(frame[1])}, inertia: {numbers(frame[2], 1)}",
        bar("lower_links", LOWER, LOWER, lower, 0.80), bar("coupler_frame", lower, lower, upper, 0.90),
        bar("top_link", upper, upper, UPPER, 0.05), bar("lift_arms", SHAFT, SHAFT, arm, 0.70), bar("lift_rods", arm, arm, rod, 0.75),
        f"parent: frame, child: lower_links, at: {plane(LOWER)}",
        f"parent: lower_links, child: coupler_frame, at: {plane(sub(lower, LOWER))}",
        f"parent: coupler_frame, child: top_link, at: {plane(sub(upper, lower))}",
        f"parent: frame, child: lift_arms, at: {plane(SHAFT)}",
        f"parent: lift_arms, child: lift_rods, at: {plane(sub(arm, SHAFT))}",
        f"a: top_link, a_at: {plane(sub(UPPER, upper))}, b: frame, b_at: {plane(UPPER)}",
        f"a: lift_rods, a_at: {plane(sub(rod, arm))}, b: lower_links, b_at: {plane(sub(rod, LOWER))}",
        f"at_a: {plane(FOOT)}, body_b: lift_arms, at_b: {plane(sub(pin, SHAFT))}",
        f"stroke: {hitch.cylinder(HIGH) - hitch.cylinder(LOW):.4f} m, length: {hitch.cylinder(LOW):.4f} m",
        f"pressure: {1e-6 * hitch.own_force(DESIGN) / 2 / tractor.area(BORE):.4f} MPa",
    ]
    heights = [LOW + 0.05 * i for i in range(16)]
    stroke = hitch.cylinder(HIGH) - hitch.cylinder(LOW)
    figures = [
        f"lower links {degrees(elevation(LOW)):.1f} .. {degrees(elevation(HIGH)):.1f} deg; lift rods {hitch.rod:.4f} m, top link {hitch.top:.4f} m",
        f"cylinders {hitch.cylinder(LOW):.4f} .. {hitch.cylinder(HIGH):.4f} m; {2e3 * tractor.area(BORE) * stroke:.2f} l in "
        f"{2 * tractor.area(BORE) * stroke / FLOW:.2f} s with the pump at idle speed",
        "height [m], U-frame [deg], cylinders' own force [N], lift at the hooks and 610 mm behind them [kN]",
    ]
    figures += [f"{h:.3f} {degrees(hitch.pitch(h)):6.2f} {hitch.own_force(h):6.0f} {hitch.capacity(h, HOOKS) / 1e3:5.1f} "
                f"{hitch.capacity(h, HOOKS + BEHIND) / 1e3:5.1f}" for h in heights]
    return texts, figures


def main():
    texts, figures = derive()
    if "--check" in sys.argv:
        file = re.sub(r"\s*\n\s*", " ", (pathlib.Path(__file__).parent / "tractor.yaml").read_text())
        missing = [t for t in texts if t not in file]
        for t in missing:
            print("tractor.yaml lacks:", t)
        return 1 if missing else 0
    print("\n".join([*texts, "", *figures]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
