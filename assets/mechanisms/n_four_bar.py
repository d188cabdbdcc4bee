#!/usr/bin/env python3
"""Writes n-four-bar-40.yaml: benchmark A02 of the IFToMM library with N = 40.

    python3 n_four_bar.py > n-four-bar-40.yaml
"""

N = 40

HEAD = f"""\
# N-four-bar mechanism, N = {N}: benchmark A02 of the IFToMM library of multibody benchmarks. Written by n_four_bar.py.
#
#     B0----B1----B2-- ... --BN     {2 * N + 1} uniform rods of 1 kg and 1 m: N + 1 bars on the ground at A0 ... AN, 1 m
#     |     |     |          |      apart, and N couplers. One degree of freedom, which the closures lose in
#     A0    A1    A2         AN     every position with horizontal bars: rank falls by N there.
#
# Starts with upright bars and v_x(B0) = 1 m/s, gravity along -y, 20 s. The bars turn all the way round and pass
# the horizontal, singular, positions about ten times.
#
# Expected: B0(20) = (0.410901153740, 0.911679900982) m. Energy is conserved; the library accepts an energy error of
# 1e-1 J (low precision) or 1e-3 J (high precision).
headland: mechanism
version: 1
name: n-four-bar-{N}
description: IFToMM A02, {N} four-bar linkages side by side, singular whenever the bars lie flat
gravity: [0, -9.81, 0]

simulation:
  seconds: 20
  step: 1 ms

bodies: # bars: origin on the ground, along y; couplers: origin on the bar to their left, along x
"""


def main():
    print(HEAD, end="")
    for i in range(N + 1):
        print(f"  - {{name: bar{i}, mass: 1, centre: [0, 0.5, 0], shape: {{kind: rod, length: 1, axis: y}}}}")
    for i in range(1, N + 1):
        print(f"  - {{name: coupler{i}, mass: 1, centre: [0.5, 0, 0], shape: {{kind: rod, length: 1, axis: x}}}}")
    print("\njoints: # about z, the default axis; bars turn clockwise at 1 rad/s, couplers keep their direction")
    for i in range(N + 1):
        print(f"  - {{name: A{i}, type: revolute, child: bar{i}, at: [{i}, 0, 0], velocity: -1}}")
    for i in range(1, N + 1):
        print(f"  - {{name: B{i - 1}, type: revolute, parent: bar{i - 1}, child: coupler{i}, at: [0, 1, 0], "
              "velocity: 1}")
    print("\nloops:")
    for i in range(1, N + 1):
        print(f"  - {{name: L{i}, type: revolute, a: coupler{i}, b: bar{i}, a_at: [1, 0, 0], b_at: [0, 1, 0]}}")
    print("""
points:
  - {name: B0, body: bar0, at: [0, 1, 0]}

outputs:
  - {name: B0, quantity: point-position, point: B0}
  - {name: v, quantity: point-velocity, point: B0}
  - {name: kinetic, quantity: kinetic-energy}
  - {name: potential, quantity: potential-energy}
  - {name: total, quantity: total-energy}
  - {name: closure, quantity: position-violation}
  - {name: iterations, quantity: iterations}""")


main()
