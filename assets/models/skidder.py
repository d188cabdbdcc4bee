"""The grapple skidder of assets/machines/skidder.yaml as a mesh for pictures.

    blender --background --python assets/models/skidder.py [-- OUTPUT.glb]

Joints, tires, blade and cylinders are read from the YAML; all else is drawn around them. README.md has the conventions.
"""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True

from mathutils import Matrix, Vector

import excavator_undercarriage
import model as models
import skidder_cab
import tractor_wheels
from excavator_arm import cylinder_pair
from excavator_materials import MATERIALS
from machine import Machine, shading
from model import Material
from shapes import (bolt, box, cylinder, hull, lathe, loft, plate, rectangle, rod, rounded, slab, smooth_path, strut, sweep, tube,
                    union)

MACHINE = HERE.parent / "machines" / "skidder.yaml"
OWN = {
    "paint.body": Material((0.40, 0.045, 0.014), 0.0, 0.36),       # red of forest machines
    "paint.rim": Material((0.60, 0.58, 0.53), 0.0, 0.42),
    "paint.chassis": Material((0.046, 0.044, 0.041), 0.0, 0.52),   # as paint.frame, by the name that wheels use
    "rubber.tire": Material((0.020, 0.019, 0.018), 0.0, 0.85),
    "plastic.grille": Material((0.010, 0.010, 0.011), 0.0, 0.75),
}
CAB = Vector((0.55, 0.0, 0.65))  # [m] origin of the cab in the front frame
EXHAUST = (1.34, -0.73)  # [m] behind the right pillar of the cab, as the driver sees it
TIRE = tractor_wheels.Size(32, 17, 0.058, 34, 28, 12, 0.20)
LEG_Y, ARCH_CYLINDER_Y, BOOM_CYLINDER_Y = 0.50, 0.37, 0.235  # [m] legs of the arch, cylinders beside them and beside the boom
STANDING = {"rear_frame", "front_frame", "front_axle"}  # shade each other


def axle(model, name):
    """Beam with the housing of the differential and planetary ends; the hubs are the wheels'."""
    bell = lathe([(0.07, -0.26), (0.22, -0.19), (0.27, 0.0), (0.22, 0.19), (0.07, 0.26)], 22, "X")
    beam = lathe([(0.19, -0.98), (0.20, -0.86), (0.13, -0.76), (0.15, -0.30), (0.15, 0.30), (0.13, 0.76), (0.20, 0.86), (0.19, 0.98)], 20)
    model.add(name, "paint.frame", bell, beam)


# ---- rear frame: joint, axle, towers of the arch ----


def rear_frame(model, machine):
    joint, pivot, foot = machine.at("articulation"), machine.at("arch"), machine.pins("work.arch")[0]
    axle(model, "rear_frame")
    beam = slab(rounded([(-0.82, -0.46), (0.62, -0.46), (1.25, -0.24), (joint.x - 0.30, -0.20), (joint.x - 0.30, 0.20), (1.25, 0.24),
                         (0.62, 0.46), (-0.82, 0.46)], 0.05, 2), 0.02, 0.46, 0.02)
    knuckle = [plate(rounded([(1.20, z - 0.09), (1.20, z + 0.09), (joint.x - 0.06, z + 0.055), (joint.x - 0.06, z - 0.055)], 0.02, 1), 0.36, 0.01)
               for z in (-0.18, 0.24)]
    eyes = [cylinder(0.17, 0.11, 24, "Z", 0.008).at(joint.x, 0, z) for z in (-0.18, 0.24)]
    back = box((0.12, 0.40, 0.60), (1.30, 0, 0.03), 0.02)
    saddle = box((0.52, 0.60, 0.20), (0, 0, 0.10), 0.03)
    deck = slab(rectangle(1.30, 0.92, 0.04), 0.46, 0.50, 0.008).at(-0.10)
    model.add("rear_frame", "paint.frame", beam, *knuckle, *eyes, back, saddle, deck)
    outline = rounded([(-0.72, 0.26), (0.74, 0.26), (foot.x + 0.14, foot.z), (foot.x + 0.08, foot.z + 0.13), (foot.x - 0.10, foot.z + 0.13),
                       (0.42, 0.72), (-0.30, 0.72), (pivot.x + 0.14, pivot.z + 0.10), (pivot.x + 0.06, pivot.z + 0.16), (pivot.x - 0.12, pivot.z + 0.15),
                       (pivot.x - 0.16, pivot.z)], 0.06, 3)
    towers = [plate(outline, 0.035, 0.008, y) for y in (LEG_Y - 0.20, LEG_Y + 0.085)]
    tie = box((0.60, 0.25, 0.30), (0.20, LEG_Y - 0.06, 0.52), 0.02)
    model.add("rear_frame", "paint.body", union(towers + [tie]).both())
    pins = [cylinder(0.055, 0.38, 16, "Y", 0.005).at(pivot.x, LEG_Y - 0.055, pivot.z),
            cylinder(0.045, 0.36, 14, "Y", 0.005).at(foot.x, ARCH_CYLINDER_Y + 0.07, foot.z)]
    model.add("rear_frame", "steel.bolt", union(pins).both(), cylinder(0.06, 0.64, 18, "Z", 0.006).at(joint.x, 0, 0.03))
    butt = [slab(rounded([(-0.92, -0.74), (-0.84, -0.74), (-0.84, 0.74), (-0.92, 0.74)], 0.02, 1), -0.24, 0.62, 0.015),
            *[plate([(-0.85, -0.20), (-0.42, 0.03), (-0.42, 0.44), (-0.85, 0.56)], 0.03, 0.006, y) for y in (-0.44, 0.44)]]
    model.add("rear_frame", "paint.frame", *butt)
    model.add("rear_frame", "steel.worn", box((0.02, 1.30, 0.70), (-0.925, 0, 0.18), 0.004))
    model.add("rear_frame", "lamp.red", box((0.02, 0.12, 0.06), (-0.93, 0.62, 0.56), 0.005).both(), shades=False)
    shaft = cylinder(0.05, 1.00, 12, "X", 0.0).at(0.76, 0, -0.04)
    model.add("rear_frame", "steel.track", shaft)
    hoses = [tube([(1.20, y, 0.40), (1.55, y * 1.5, 0.52), (1.85, y * 1.6, 0.56), (2.16, y * 1.5, 0.50)], 0.022, 8, 3) for y in (-0.10, -0.04, 0.04, 0.10)]
    model.add("rear_frame", "rubber.hose", *hoses)
    for side in ("left", "right"):
        pin = machine.pins(f"steering.steering_{side}")[0]
        lugs = [box((0.24, 0.20, 0.03), (pin.x - 0.05, pin.y - 0.06 * (1 if pin.y > 0 else -1), z), 0.008) for z in (-0.075, 0.075)]
        model.add("rear_frame", "paint.frame", *lugs, cylinder(0.03, 0.20, 12, "Z").at(*pin))


# ---- front frame: hood, cab, joint ----


def hood_ring(x, half, low, top):
    return [(x, y, z) for y, z in rounded([(-half, low), (half, low), (half, top - 0.16), (half - 0.20, top), (-half + 0.20, top), (-half, top - 0.16)],
                                          [0.03, 0.03, 0.06, 0.08, 0.08, 0.06], 2)]


def front_frame(model, machine):
    axle_x, foot, pivot = machine.at("front_axle").x, machine.pins("work.blade")[0], machine.at("blade")
    beam = slab(rounded([(0.30, -0.20), (0.75, -0.24), (1.10, -0.42), (1.50, -0.42), (1.64, -0.20), (2.78, -0.20), (2.78, 0.20), (1.64, 0.20),
                         (1.50, 0.42), (1.10, 0.42), (0.75, 0.24), (0.30, 0.20)], 0.04, 2), 0.20, 0.62, 0.02)
    forks = [plate(rounded([(0.62, z - 0.05), (0.62, z + 0.05), (0.02, z + 0.05), (0.02, z - 0.05)], 0.02, 1), 0.34, 0.008) for z in (-0.30, 0.36)]
    eyes = [cylinder(0.17, 0.10, 24, "Z", 0.008).at(0, 0, z) for z in (-0.30, 0.36)]
    back = box((0.20, 0.44, 0.92), (0.66, 0, 0.08), 0.03)
    belly = loft([[(x, y, z) for y, z in rounded([(-half, low), (half, low), (half, 0.24), (-half, 0.24)], 0.05, 2)]
                  for x, half, low in ((0.60, 0.28, -0.30), (0.80, 0.34, -0.34), (1.40, 0.34, -0.30), (1.52, 0.26, -0.02))])
    cradle = [box((0.12, 0.34, 0.36), (axle_x + d, 0, 0.14), 0.02) for d in (-0.32, 0.32)]
    nose = box((0.34, 1.16, 0.34), (2.02, 0, 0.20), 0.03)
    guard = box((0.16, 0.80, 0.42), (2.80, 0, 0.30), 0.03)
    model.add("front_frame", "paint.frame", beam, *forks, *eyes, back, belly, *cradle, guard)
    model.add("front_frame", "steel.bolt", cylinder(0.09, 0.86, 18, "X", 0.006).at(axle_x, 0, 0.0))
    model.add("front_frame", "paint.frame", nose.at(0.24, 0, 0.14))
    hood = loft([hood_ring(x, half, 0.62, top) for x, half, top in ((1.33, 0.56, 1.20), (1.40, 0.57, 1.23), (2.40, 0.55, 1.17), (2.84, 0.52, 1.11), (2.92, 0.48, 1.04))])
    model.add("front_frame", "paint.body", hood)
    grille = [box((0.03, 0.84, 0.30), (2.915, 0, 0.80), 0.01)]
    slots = [box((0.44, 0.012, 0.03), (2.30, 0.552, 0.74 + 0.055 * k), 0) for k in range(5)]
    model.add("front_frame", "plastic.grille", *grille, union(slots).both())
    bars = [box((0.025, 0.80, 0.014), (2.935, 0, 0.70 + 0.05 * k), 0.004) for k in range(5)] + [box((0.03, 0.016, 0.30), (2.94, y, 0.80), 0.004) for y in (-0.26, 0, 0.26)]
    model.add("front_frame", "paint.frame", *bars, shades=False)
    lamps = [box((0.03, 0.14, 0.09), (2.92, 0.36, 1.00), 0.01)]
    model.add("front_frame", "lamp.head", union(lamps).both(), shades=False)
    stack = lathe([(0.035, 0.98), (0.035, 1.10), (0.065, 1.13), (0.065, 1.62), (0.035, 1.66), (0.033, 2.10), (0.025, 2.10)], 16, "Z").at(*EXHAUST)
    pipe = tube([(1.60, -0.44, 0.94), (1.46, -0.62, 0.94), (EXHAUST[0], EXHAUST[1], 1.02)], 0.035, 8, 3)
    intake = lathe([(0.05, 1.10), (0.05, 1.24), (0.09, 1.26), (0.10, 1.33), (0.05, 1.37), (0, 1.37)], 16, "Z").at(2.25, 0.28)
    model.add("front_frame", "steel.exhaust", stack, pipe)
    model.add("front_frame", "plastic.black", intake)
    # between joint and axle: tanks below the cab, steps before the doors, a deck behind them
    tank = slab(rounded([(-0.02, 0.30), (0.86, 0.30), (0.86, 0.64), (-0.02, 0.64)], 0.06, 2), 0.20, 0.58, 0.02)
    mounts = [cylinder(0.06, 0.08, 12, "Z", 0.0).at(x, 0.50, 0.57) for x in (0.05, 0.70)]
    model.add("front_frame", "paint.body", tank.both())
    steps = [box((0.40, 0.16, 0.025), (0.55, 0.73, z), 0.006) for z in (-0.02, 0.26)]
    sides = [box((0.03, 0.10, 0.56), (0.55 + d, 0.70, 0.22), 0) for d in (-0.20, 0.20)]
    model.add("front_frame", "paint.frame", union(steps + sides + mounts).both(), box((1.50, 1.20, 0.06), (0.60, 0, 0.56), 0.01))
    rim = [box((0.60, 0.18, 0.03), (1.66, 0.60, 0.64), 0.008)]
    model.add("front_frame", "paint.frame", union(rim).both())
    for side in ("left", "right"):
        pin = machine.pins(f"steering.steering_{side}")[1]
        inner = 1 if pin.y > 0 else -1
        lugs = [box((0.26, 0.22, 0.03), (pin.x + 0.06, pin.y - 0.06 * inner, z), 0.008) for z in (-0.075, 0.075)]
        model.add("front_frame", "paint.frame", *lugs, cylinder(0.03, 0.20, 12, "Z").at(*pin))
    # hinges of the blade and of its cylinders
    arms, y = excavator_undercarriage.ARM_Y, excavator_undercarriage.BLADE_Y
    lugs = [plate(hull([(pivot.x, pivot.z, 0.09), (2.12, 0.24, 0.06), (2.38, 0.24, 0.06)]), 0.035, 0.006, arms + d) for d in (-0.085, 0.085)]
    lugs += [plate(hull([(foot.x, foot.z, 0.07), (1.62, 0.55, 0.05), (1.92, 0.55, 0.05)]), 0.025, 0.005, y + d) for d in (-0.06, 0.06)]
    model.add("front_frame", "paint.frame", union(lugs).both())
    pins = [cylinder(0.042, 0.24, 12, "Y", 0.004).at(pivot.x, arms, pivot.z), cylinder(0.028, 0.17, 10, "Y", 0.004).at(foot.x, y, foot.z)]
    model.add("front_frame", "steel.bolt", union(pins).both())


def cab(model):
    own = models.Model(MATERIALS | OWN | {"screen.dash": Material((0.008, 0.020, 0.025), 0.0, 0.15, light=0.8)})
    skidder_cab.build(own)
    at = Matrix.Translation(CAB)
    model.take(own, lambda name: name.replace("cab", "front_frame", 1), lambda p: at @ p, at)


# ---- arch, boom, hanger, grapple ----


def arch(model, machine):
    """Portal of two legs; at zero angle it points backwards."""
    end, rod_pin, foot = machine.at("boom"), machine.pins("work.arch")[1], machine.pins("work.boom")[0]
    leg = hull([(0, 0, 0.13), (rod_pin.x, rod_pin.z, 0.10), (-0.75, 0.10, 0.10), (end.x, end.z, 0.13)])
    heel = hull([(0, 0, 0.12), (foot.x, foot.z, 0.085), (-0.40, 0.02, 0.10)])
    legs = [plate(leg, 0.11, 0.012, LEG_Y), plate(heel, 0.06, 0.008, LEG_Y - 0.02)]
    bosses = [cylinder(0.15, 0.15, 24, "Y", 0.006).at(0, LEG_Y - 0.01, 0), cylinder(0.14, 0.15, 24, "Y", 0.006).at(end.x, LEG_Y - 0.01, end.z)]
    cross = [box((0.22, 2 * LEG_Y, 0.16), (-0.80, 0, 0.10), 0.03), cylinder(0.085, 2 * LEG_Y, 20).at(foot.x, 0, foot.z)]
    lugs = [plate(hull([(rod_pin.x, rod_pin.z, 0.085), (-0.25, 0.10, 0.05), (-0.60, 0.12, 0.05)]), 0.028, 0.005, ARCH_CYLINDER_Y - 0.085)]
    brace = box((0.16, 2 * LEG_Y - 0.2, 0.10), (-0.42, 0, 0.10), 0.02)
    model.add("arch", "paint.body", union(legs + bosses + lugs).both(), *cross, brace)
    model.add("arch", "steel.bolt", cylinder(0.06, 2 * LEG_Y + 0.19, 18, "Y", 0.006).at(end.x, 0, end.z),
              cylinder(0.045, 0.30, 14, "Y", 0.004).at(rod_pin.x, ARCH_CYLINDER_Y + 0.03, rod_pin.z).both())
    spacers = cylinder(0.10, LEG_Y - 0.22, 20, "Y", 0.004).at(end.x, (LEG_Y + 0.08) / 2, end.z)
    model.add("arch", "paint.frame", spacers.both())
    cylinder_pair(model, machine, "work.arch", (-ARCH_CYLINDER_Y, ARCH_CYLINDER_Y), 0.075, 0.11, "paint.frame")


def boom(model, machine):
    tip, rod_pin = machine.at("hanger"), machine.pins("work.boom")[1]
    outline = [(0.12, 0.0), (0.05, 0.13), (-0.50, 0.20), (-1.10, 0.22), (-1.60, 0.17), (-1.86, 0.12), (-1.86, -0.06), (-1.55, -0.03), (-1.10, 0.0),
               (-0.55, -0.13), (0.05, -0.13)]
    beam = plate(rounded(outline, 0.05, 2), 0.27, 0.012)
    fork = [plate(hull([(tip.x, tip.z, 0.12), (-1.55, 0.06, 0.10)]), 0.05, 0.008, y) for y in (-0.125, 0.125)]
    root = cylinder(0.15, 0.30, 24, "Y", 0.006)
    boss = cylinder(0.10, 0.62, 20, "Y", 0.006).at(rod_pin.x, 0, rod_pin.z)
    model.add("boom", "paint.body", beam, root, boss, *fork)
    model.add("boom", "steel.bolt", cylinder(0.055, 0.34, 16, "Y", 0.005).at(tip.x, 0, tip.z))
    hoses = [tube([(0.0, y, 0.16), (-0.45, y, 0.225), (-1.10, y, 0.245), (-1.62, y, 0.20), (-1.98, y * 0.8, 0.10), (-2.02, y * 0.6, -0.14)], 0.018, 8, 3)
             for y in (-0.075, -0.025, 0.025, 0.075)]
    clamps = [box((0.06, 0.24, 0.03), (x, 0, z), 0.006) for x, z in ((-0.50, 0.225), (-1.10, 0.245), (-1.58, 0.20))]
    model.add("boom", "rubber.hose", *hoses)
    model.add("boom", "steel.track", *clamps)
    cylinder_pair(model, machine, "work.boom", (-BOOM_CYLINDER_Y, BOOM_CYLINDER_Y), 0.07, 0.10, "paint.frame")


def hanger(model, machine):
    """Cross of two pins, brake discs on them, link to the rotator."""
    down = -machine.at("rotator").z
    model.add("hanger", "paint.frame", cylinder(0.085, 0.19, 20, "Y", 0.006), cylinder(0.075, 0.30, 20, "X", 0.006).at(0, 0, -0.02),
              *[plate(hull([(x, 0, 0.09), (x, -down + 0.14, 0.09)]), 0.16, 0.008).at(0, 0, -0.01) for x in (-0.10, 0.10)],
              lathe([(0.10, -0.23), (0.155, -0.22), (0.165, -0.12), (0.10, -0.10)], 22, "Z").at(0, 0, -down + 0.23))
    model.add("hanger", "steel.bolt", *[cylinder(0.10, 0.025, 20, "X", 0.004).at(x, 0, -0.02) for x in (-0.16, 0.16)])


def tong(model, machine, name, side):
    """Claw of two plates with a skin between them, along the outline of the contact shapes; hinge at the origin."""
    lever = machine.pins("work.tongs")[0 if side > 0 else 1]
    spine = smooth_path([(0, 0.0, 0.0), (0, 0.34, -0.38), (0, 0.27, -0.85), (0, -0.10, -1.10), (0, -0.40, -1.20)], 4)
    half = [0.115, 0.115, 0.11, 0.11, 0.105, 0.10, 0.10, 0.095, 0.09, 0.085, 0.08, 0.075, 0.065, 0.055, 0.045, 0.035, 0.012]
    inner, outer = [], []
    for i, p in enumerate(spine):
        along = (spine[min(i + 1, len(spine) - 1)] - spine[max(i - 1, 0)]).normalized()
        across = Vector((0, -along.z, along.y)) * half[i]
        outer.append(p + across)
        inner.append(p - across)
    turn = (lambda s: s) if side > 0 else (lambda s: s.mirrored())
    sides = [loft([[(x + d, q.y, q.z) for q in outer + inner[::-1]] for d in (-0.014, 0.014)]) for x in (-0.115, 0.115)]
    edge = [p * 0.5 + q * 0.5 for p, q in zip(inner, spine)]
    skin = loft([[(x, p.y, p.z) for x in (-0.11, 0.11)] + [(x, (p + (q - p) * 0.12).y, (p + (q - p) * 0.12).z) for x in (0.11, -0.11)]
                 for p, q in zip(edge, outer)])
    ear_at = Vector((0, abs(lever.y), lever.z))
    ears = [loft([[(x + d, a, b) for a, b in hull([(0, 0, 0.12), (ear_at.y, ear_at.z, 0.075)])] for d in (-0.014, 0.014)]) for x in (-0.085, 0.085)]
    boss = cylinder(0.12, 0.23, 22, "X", 0.006)
    model.add(name, "paint.bucket", *[turn(s) for s in sides + ears], turn(skin), turn(boss))
    tip = loft([[(x, p.y, p.z) for x, p in ((-0.13, inner[k]), (0.13, inner[k]), (0.13, outer[k]), (-0.13, outer[k]))] for k in (13, 16)])
    model.add(name, "steel.worn", turn(tip))
    model.add(name, "steel.bolt", cylinder(0.05, 0.42, 16, "X", 0.005), turn(cylinder(0.035, 0.24, 14, "X", 0.004).at(0, ear_at.y, ear_at.z)))


def grapple(model, machine):
    pin = machine.at("tong_left")
    motor = lathe([(0.19, -0.08), (0.20, -0.02), (0.16, 0.0), (0.12, 0.0)], 24, "Z")
    outline = hull([(pin.y, pin.z, 0.13), (-pin.y, pin.z, 0.13), (0.34, -0.12, 0.05), (-0.34, -0.12, 0.05)])
    plates = [loft([[(x + d, y, z) for y, z in outline] for d in (-0.016, 0.016)]) for x in (-0.165, 0.165)]
    top = box((0.36, 0.76, 0.035), (0, 0, -0.075), 0.008)
    ties = [box((0.30, 0.03, 0.12), (0, y, -0.36), 0) for y in (-0.22, 0.22)]
    model.add("grapple", "paint.bucket", *plates, top, *ties)
    model.add("grapple", "paint.frame", motor)
    model.add("grapple", "steel.bolt", *[bolt((0.18, y, z), (1, 0, 0), 0.05, 0.02) for y in (-pin.y, pin.y) for z in (pin.z,)], shades=False)
    hoses = [tube([(s * 0.06, 0.10 * s, -0.02), (s * 0.20, 0.16 * s, 0.06), (s * 0.22, 0.24 * s, -0.06), (s * 0.10, 0.26 * s, -0.16)], 0.016, 8, 3) for s in (-1, 1)]
    model.add("grapple", "rubber.hose", *hoses)
    tong(model, machine, "tong_left", 1)
    tong(model, machine, "tong_right", -1)
    cylinder_pair(model, machine, "work.tongs", (0.0,), 0.07, 0.12, "paint.frame")


# ---- the whole ----


def main(output):
    machine = Machine(MACHINE)
    model = models.Model(MATERIALS | OWN | {"screen.dash": Material((0.008, 0.020, 0.025), 0.0, 0.15, light=0.8),
                                            "lamp.head": Material((1.0, 0.95, 0.85), 0.0, 0.10, light=1.0)})
    for place in ("front", "rear"):
        for name, side in (("left", 1), ("right", -1)):
            tractor_wheels.wheel(model, f"wheel_{place}_{name}", *machine.tires[f"{place}_{name}"], TIRE, 0.06, 0.10, side)
    axle(model, "front_axle")
    rear_frame(model, machine)
    front_frame(model, machine)
    cab(model)
    arch(model, machine)
    boom(model, machine)
    hanger(model, machine)
    grapple(model, machine)
    excavator_undercarriage.blade(model, machine.profile("blade"), machine.width("blade") / 2, machine.pins("work.blade")[1])
    y = excavator_undercarriage.BLADE_Y
    cylinder_pair(model, machine, "work.blade", (-y, y), 0.055, 0.085, "paint.frame")
    for side in ("left", "right"):
        cylinder_pair(model, machine, f"steering.steering_{side}", (0.0,), 0.06, 0.10, "paint.frame")

    models.export(model, output, machine.place, shading(STANDING), lambda name: name.startswith("wheel"),
                  lambda name: not name.startswith("front_frame:"))


arguments = sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else []
main(pathlib.Path(arguments[0]) if arguments else HERE / "skidder.glb")
