#!/usr/bin/env python3
"""Writes the hydraulically driven mechanisms of paper 002 and of publication II in 000:
four-bar-*.yaml, quick-return-*.yaml, friction-*.yaml.

    python3 hydraulic.py .
"""
import pathlib
import sys
from math import atan2, cos, degrees, hypot, pi, radians, sin, sqrt

G = 9.81
A2 = pi / 4 * 0.08**2             # [m2] piston
A3 = pi / 4 * (0.08**2 - 0.035**2)  # [m2] ring around the rod
P3 = 3.5e6                        # [Pa] at the start, both papers


def start_pressure(force):
    """p1 = p2 = (F + p3 A3)/A2: friction is left out of the static start."""
    return (force + P3 * A3) / A2


# ---- mechanisms ----

FOUR_BAR = dict(
    bodies="""\
bodies: # frames: origin at the joint nearer to the ground, x along the beam
  - {name: beam1, mass: 225 kg, centre: [4.5 m, 0, 0], shape: {kind: rod, length: 9 m, axis: x}}
  - {name: beam2, mass: 35 kg, centre: [0.7071067811865476 m, 0, 0], shape: {kind: rod, length: 1.4142135623730951 m, axis: x}}
  - {name: beam3, mass: 50 kg, centre: [1 m, 0, 0], shape: {kind: rod, length: 2 m, axis: x}}

joints: # about z, the default axis
  - {name: O, type: revolute, child: beam1, position: 0 deg, hold: true}
  - {name: C, type: revolute, parent: beam1, child: beam2, at: [3 m, 0, 0], position: -135 deg}
  - {name: D, type: revolute, parent: beam2, child: beam3, at: [1.4142135623730951 m, 0, 0], position: -45 deg}

loops:
  - {name: E, type: revolute, a: beam3, a_at: [2 m, 0, 0], b_at: [0, -1 m, 0]}
""",
    joints="OCD", pins="body_a: ground, at_a: [0, -2 m, 0], body_b: beam3, at_b: [1 m, 0, 0]",
    stroke=1.1, chamber=sqrt(2) - 1.1, sign="physical",
    # F_s0 of 002, text before Eq. (46)
    pressure=start_pressure(sqrt(2) * G * (3 * 225 + 2 * 35 + 50)),
    signal="[0 s, 0], [1 s, 10], [2.5 s, 0], [5 s, -10], [8 s, 0]", equation="002 Eq. (46)")


def quick_return_start():
    """Static cylinder force and length of pins from the crank angle z4 alone, by central differences."""
    def levels(z4):
        L = cos(z4), 3 + sin(z4)
        z1 = atan2(L[1], L[0])
        H = 5 * cos(z1), 5 * sin(z1)
        t2 = atan2(5 - H[1], -H[0])
        V = G * (25 * 2.5 * sin(z1) + 12 * (H[1] + 0.6 * sin(t2)) + 100 * (3 + 0.5 * sin(z4)) + 30 * L[1])
        return V, hypot(0.96 + 0.5 * cos(z4), 0.5 * sin(z4))
    z4, h = radians(30.59), 1e-4

    def slope(k):
        wide = [(levels(z4 + n * h)[k] - levels(z4 - n * h)[k]) / (2 * n * h) for n in (1, 2)]
        return (4 * wide[0] - wide[1]) / 3
    return slope(0) / slope(1), levels(z4)[1]


QUICK_FORCE, QUICK_S0 = quick_return_start()

QUICK_RETURN = dict(
    bodies="""\
bodies: # frames: origin at the joint nearer to the ground, x along the beam; blocks at their middle
  - {name: lever, mass: 25 kg, centre: [2.5 m, 0, 0], shape: {kind: rod, length: 5 m, axis: x}}
  - {name: rod, mass: 12 kg, centre: [0.6 m, 0, 0], shape: {kind: rod, length: 1.2 m, axis: x}}
  - {name: guide, mass: 3 kg, shape: {kind: box, size: [0.3 m, 0.3 m, 0.3 m]}}
  - {name: crank, mass: 100 kg, centre: [0.5 m, 0, 0], shape: {kind: rod, length: 1 m, axis: x}}
  - {name: block, mass: 30 kg, shape: {kind: box, size: [0.3 m, 0.3 m, 0.3 m]}}

joints: # about z, the default axis
  - {name: O, type: revolute, child: lever, position: 76.22 deg}
  - {name: H, type: revolute, parent: lever, child: rod, at: [5 m, 0, 0], position: 96.89 deg}
  - {name: I, type: revolute, child: guide, at: [0, 5 m, 0], position: -6.89 deg}
  - {name: K, type: revolute, child: crank, at: [0, 3 m, 0], position: 30.59 deg, hold: true}
  - {name: L, type: revolute, parent: crank, child: block, at: [1 m, 0, 0], position: 45.63 deg}

loops: # the rod slides through the guide, pointing against its x axis; the block slides along the lever
  - {name: J, type: prismatic, a: rod, b: guide, a_axis: [1, 0, 0], b_axis: [-1, 0, 0], a_normal: [0, 0, 1], b_normal: [0, 0, 1]}
  - {name: M, type: prismatic, a: lever, b: block, a_axis: [1, 0, 0], b_axis: [1, 0, 0], a_normal: [0, 0, 1], b_normal: [0, 0, 1]}
""",
    joints="OHIKL", pins="body_a: ground, at_a: [-0.96 m, 3 m, 0], body_b: crank, at_b: [0.5 m, 0, 0]",
    stroke=1.1, chamber=QUICK_S0 - 1.1, sign="physical", pressure=start_pressure(QUICK_FORCE),
    signal="[0 s, 0], [1 s, -10], [4 s, 0], [6.5 s, 10], [8 s, 0]", equation="002 Eq. (47)")

FRICTION = dict(
    bodies="""\
bodies: # frames: origin at the joint nearer to the ground, x along the beam
  - {name: crank, mass: 16 kg, centre: [1 m, 0, 0], shape: {kind: rod, length: 2 m, axis: x}}
  - {name: coupler, mass: 64 kg, centre: [4 m, 0, 0], shape: {kind: rod, length: 8 m, axis: x}}
  - {name: rocker, mass: 40 kg, centre: [2.5 m, 0, 0], shape: {kind: rod, length: 5 m, axis: x}}

joints: # about z, the default axis
  - {name: O, type: revolute, child: crank, position: 60 deg, hold: true}
  - {name: C, type: revolute, parent: crank, child: coupler, at: [2 m, 0, 0], position: -37.90 deg}
  - {name: D, type: revolute, parent: coupler, child: rocker, at: [8 m, 0, 0], position: -93.58 deg}

loops:
  - {name: E, type: revolute, a: rocker, a_at: [5 m, 0, 0], b_at: [10 m, 0, 0]}
""",
    joints="OCD", pins="body_a: ground, at_a: [-1 m, 0, 0], body_b: crank, at_b: [1 m, 0, 0]",
    stroke=0.9, chamber=0.45, sign="printed", pressure=start_pressure(681.23),
    signal="[0 s, 0], [1 s, 10], [2.5 s, 0], [5 s, -10], [8 s, 0]", equation="publication II Eq. (46)")

# ---- what is driven, and with which friction ----

FOUR_BAR_HEAD = """\
# Hydraulically driven four-bar mechanism of paper 002, sections 5 and 6, Fig. 4 and Table 1. Written by hydraulic.py.
#
#      O(0,0)-------C(3,0)--------------- L1 = 9 m
#                  /  L2
#      E(0,-1)----D(2,-1)   L3 = 2 m, F in its middle
#      G(0,-2): foot of the cylinder
#
"""

QUICK_RETURN_HEAD = """\
# Hydraulically driven quick-return mechanism of paper 002, sections 5 and 6, Fig. 5 and Table 1. Written by hydraulic.py.
#
#      I(0,5) ==rod== H      lever OH 5 m; rod 1.2 m through the guide at I; crank KL 1 m with the block L on the lever
#      Q - N K(0,3)-- L      Q(-0.96,3): foot of the cylinder, N the middle of the crank
#                O(0,0)
#
# The paper prints z3 = 6.89 deg; -6.892 deg closes the loop. z4 is held at its printed 30.59 deg; then s_0 = 1.41350544 m.
"""

FRICTION_HEAD = """\
# Four-bar mechanism of publication II in 000 (sections 5 and 6, Fig. 6, Tables 1 and 2): friction of the cylinder's seals.
# Written by hydraulic.py.
#
#                 C------ 8 m -------D        crank OC 2 m with F in its middle, coupler CD 8 m, rocker DE 5 m
#      G(-1,0)   O(0,0)              E(10,0)  cylinder GF
#
# Readings (what is printed does not say): Eq. (44) with its printed sign; both chambers 0.45 m at the start; tau from 35 Hz.
"""

SETS = {  # name -> (what it is, friction of the seals, tank pressure)
    "viscous": ("The seal friction of the published run is not printed. This set: viscous, 1.9436e5 N s/m, which meets the\n"
                "# published work of the four-bar mechanism.", "{law: viscous, viscous: 1.9436e5 N s/m}", "0.1 MPa"),
    "fit": ("The seal friction of the published run is not printed. This set: viscous, 1.5343e5 N s/m, with a tank at\n"
            "# 0.69476 MPa, which meets the published works and drifts of both mechanisms.",
            "{law: viscous, viscous: 1.5343e5 N s/m}", "0.69476 MPa"),
    "nominal": ("This set: Table 1 as printed, no friction. With the valve closed nothing damps the vibration on the oil.",
                None, "0.1 MPa"),
}
WORKS = {"four-bar": "maximum work of the actuator 982.95 J, peak energy drift 0.84 J",
         "quick-return": "maximum work of the actuator 357.47 J, peak energy drift 0.23 J"}

STRIBECK = "coulomb: 210 N, stiction: 830 N, stribeck_velocity: 12.5 mm/s, viscous: 330 N s/m"
BRISTLE = (f"{STRIBECK}, exponent: 0.5,\n          "
           f"bristle_stiffness: {sqrt(54) * 1e6!r} N/m, bristle_damping: {sqrt(10) * 1e4!r} N s/m")
FILM = "film_velocity: 0.70 m/s, film_acceleration_time: 0.25 s, film_deceleration_time: 1.5 s, film_dwell_time: 40 s"
LAWS = {  # name -> (friction, published)
    "none": (None, "not published"),
    "bengisu-akay": (f"{{law: bengisu-akay, {STRIBECK}, slope: 50 s/m}}", "work 121.02 J, drift 0.45 J"),
    "brown-mcphee": (f"{{law: brown-mcphee, {STRIBECK}}}", "work 120.99 J, drift 0.45 J"),
    "lugre": (f"{{law: lugre, {BRISTLE}}}", "work 120.94 J, drift 0.44 J"),
    "modified-lugre": (f"{{law: modified-lugre, {BRISTLE},\n          {FILM}}}", "work 120.97 J, drift 0.44 J"),
}


def outputs(joints, law):
    def joint(prefix, quantity):
        return [f"{{name: {prefix}{i}, quantity: joint-{quantity}, joint: {j}}}" for i, j in enumerate(joints, 1)]

    def of(name, quantity, thing):
        return f"{{name: {name}, quantity: {quantity}, circuit: drive, {thing}}}"
    lines = joint("z", "position") + joint("dz", "velocity")
    lines += [of(f"p{i}", "pressure", f"node: V{i}") for i in (1, 2, 3)]
    lines += [of("U", "spool", "directional: valve"), of("Q_t", "flow", "throttle: throttle")]
    for name, quantity in (("s", "length"), ("ds", "rate"), ("F", "force"), ("F_mu", "friction-force"), ("work", "work")):
        lines.append(of(name, quantity, "cylinder: cylinder"))
    if law in ("lugre", "modified-lugre"):
        lines.append(of("q", "bristle", "cylinder: cylinder"))
    if law == "modified-lugre":
        lines.append(of("h", "film", "cylinder: cylinder"))
    lines += [f"{{name: {n}, quantity: {q}}}" for n, q in (
        ("kinetic", "kinetic-energy"), ("potential", "potential-energy"), ("closure", "position-violation"),
        ("closure_v", "velocity-violation"), ("closure_a", "acceleration-violation"), ("iterations", "iterations"))]
    return "outputs: # the papers' letters; F: all of the cylinder, friction F_mu included\n" + "".join(f"  - {l}\n" for l in lines)


def circuit(m, friction, tank):
    seal = f"        friction: {friction}\n" if friction else ""
    return f"""\
circuits:
  - name: drive
    oil: {{density: 850 kg/m3, bulk_modulus: 1500 MPa}}
    flow: {{transition: 2 bar, law: secant, balance: volume}}
    cavitation: false
    nodes: # p1 = p2 = (F_s0 + p3 A3)/A2 at the start
      - {{name: pump, kind: source, pressure: 7.6 MPa}}
      - {{name: tank, kind: source, pressure: {tank}}}
      - {{name: V1, hose: 47.1 cm3, hose_modulus: 550 MPa, pressure: {m["pressure"]:.9f} Pa}}
      - {{name: V2, hose: 31.4 cm3, hose_modulus: 550 MPa, pressure: {m["pressure"]:.9f} Pa}}
      - {{name: V3, hose: 78.5 cm3, hose_modulus: 550 MPa, pressure: 3.5 MPa}}
    commands: # {m["equation"]}
      - {{name: U_ref, points: [{m["signal"]}]}}
    directionals: # the spool's 35 Hz are not printed
      - {{name: valve, P: pump, A: V1, B: V3, T: tank, command: U_ref, full_stroke: 10, coefficient: 2.138e-8, bandwidth: 35 Hz}}
    throttles:
      - {{name: throttle, from: V1, to: V2, area: 28.3 mm2, discharge_coefficient: 0.8}}
    cylinders:
      - name: cylinder
        piston_side: V2
        rod_side: V3
        {m["pins"].replace(", body_b", chr(10) + "        body_b").replace(", at_", chr(10) + "        at_")}
        piston: 80 mm
        rod: 35 mm
        stroke: {m["stroke"]} m
        chamber: {m["chamber"]!r} m
        sign: {m["sign"]}
        least_chamber: 0
        chamber_modulus: 31500 MPa
{seal}"""


def mechanism(name, head, description, m, friction, tank, law):
    return f"""{head}headland: mechanism
version: 1
name: {name}
description: {description}
gravity: [0, -9.81 m/s2, 0]
simulation: {{seconds: 10 s, step: 1 ms, tolerance: 1e-7}} # pressures: 1e-2 Pa, the default

{m["bodies"]}
{circuit(m, friction, tank)}
{outputs(m["joints"], law)}"""


def files():
    for base, m, head in (("four-bar", FOUR_BAR, FOUR_BAR_HEAD), ("quick-return", QUICK_RETURN, QUICK_RETURN_HEAD)):
        for name, (text, friction, tank) in SETS.items():
            head_of_set = f"{head}# {text}\n# Published: {WORKS[base]}.\n"
            yield f"{base}-{name}", mechanism(f"{base}-{name}", head_of_set,
                                              f"{base} mechanism of 002 driven by a cylinder, set {name}", m, friction, tank, None)
    for law, (friction, published) in LAWS.items():
        yield f"friction-{law}", mechanism(f"friction-{law}", f"{FRICTION_HEAD}# Published: {published}.\n",
                                           f"four-bar mechanism of publication II, seal friction {law}", FRICTION, friction,
                                           "0.1 MPa", law)


def main():
    folder = pathlib.Path(sys.argv[1])
    for name, text in files():
        (folder / f"{name}.yaml").write_text(text)


main()
