#!/usr/bin/env python3
"""Writes chain-50.yaml: the 50-link chain of paper 003 (Figures 8-10).

    python3 chain.py > chain-50.yaml
"""

LINKS = 50
MASS = 1.7595  # [kg], printed
LENGTH = 1.5   # [m], from the printed energy of the pendulum: m g L/2 = 12.9455 J
FIRST = 5      # [deg] of the first link from the vertical; every further link 1 deg more

HEAD = f"""\
# Chain of {LINKS} links: the second example of paper 003 (text before Figure 8). Written by chain.py.
#
# Uniform links of {MASS} kg (printed) and {LENGTH} m (follows from the paper's energy of one link, -12.9455 J =
# -m g L/2), hinged to each other about z, gravity along -y. The links stand {FIRST}, {FIRST + 1}, ... {FIRST + LINKS - 1} deg from the vertical:
# every link is turned by 1 deg relative to the one before it. Positions of the joints are relative angles.
#
# Expected (`headland equilibrium`): hanging straight with -N^2 m g L/2 = -32363.803125 J; lowest natural
# frequencies 0.434873338, 0.998613727, 1.567616866 rad/s.
headland: mechanism
version: 1
name: chain-{LINKS}
description: chain of {LINKS} uniform links of {LENGTH} m, hung from its first link, bent by 1 deg at every hinge
gravity: [0, -9.81, 0]

simulation:
  seconds: 10
  step: 1 ms

bodies: # frames: origin at the upper hinge, the link along -y
"""


def link(i):
    return (f"  - {{name: link{i}, mass: {MASS}, centre: [0, {-LENGTH / 2}, 0], "
            f"shape: {{kind: rod, length: {LENGTH}, axis: y}}}}")


def joint(i):
    if i == 1:
        return f"  - {{name: J1, type: revolute, child: link1, position: {FIRST} deg}}"
    return (f"  - {{name: J{i}, type: revolute, parent: link{i - 1}, child: link{i}, at: [0, {-LENGTH}, 0], "
            f"position: 1 deg}}")


def main():
    numbers = range(1, LINKS + 1)
    print(HEAD, end="")
    print("\n".join(link(i) for i in numbers))
    print("\njoints: # about z, the default axis")
    print("\n".join(joint(i) for i in numbers))
    print(f"""
points:
  - {{name: tip, body: link{LINKS}, at: [0, {-LENGTH}, 0]}}

outputs:
  - {{name: z1, quantity: joint-position, joint: J1}}
  - {{name: z{LINKS}, quantity: joint-position, joint: J{LINKS}}}
  - {{name: tip, quantity: point-position, point: tip}}
  - {{name: kinetic, quantity: kinetic-energy}}
  - {{name: potential, quantity: potential-energy}}
  - {{name: total, quantity: total-energy}}""")


main()
