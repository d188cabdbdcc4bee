"""Rear of the tractor by its variant `rear`: the linkage with the ballast block, or the three-point hitch."""
from shapes import box, cylinder, plate, rectangle, rod, rounded, smooth_path, sweep, union

REAR = "frame:rear"
LINK_Y, ROD_Y, CYLINDER_Y = 0.4125, 0.395, 0.30  # [m] planes of the links' ends (half the span), of lift rods and cylinders


def housing(model):
    """Drawbar jaw, power take-off and oil couplers, which both choices have."""
    hitch = box((0.10, 0.24, 0.34), (-0.42, 0, -0.18), 0)
    jaw = [box((0.16, 0.14, 0.03), (-0.52, 0, z), 0) for z in (-0.20, -0.32)]
    bracket = [box((0.10, 0.03, 0.14), (-0.42, s * 0.06, 0.16), 0) for s in (-1, 1)]
    model.add(REAR, "paint.chassis", hitch, *jaw, *bracket)
    pto = cylinder(0.030, 0.14, 12, "X").at(-0.47, 0, -0.06)
    couplers = [cylinder(0.020, 0.06, 8, "X", 0).at(-0.42, -0.12 + 0.12 * i, 0.24) for i in range(3)]
    model.add(REAR, "steel.bolt", pto, *couplers)


def ballast(model, machine):
    """Three-point linkage that carries the ballast block."""
    (x, y, z), (a, b, c) = machine.shapes["ballast"]
    side = rounded([(x + a / 2, z - c / 2 + 0.06), (x + a / 2, z + c / 2), (x - a / 2 + 0.12, z + c / 2),
                    (x - a / 2, z + c / 2 - 0.16),
                    (x - a / 2, z - c / 2 + 0.10), (x - a / 2 + 0.10, z - c / 2), (x + a / 2 - 0.10, z - c / 2)], 0.05, 3)
    block = plate(side, b, 0.035)
    model.add(REAR, "paint.loader", block)
    face = x - a / 2
    recess = box((0.012, b * 0.62, 0.20), (face - 0.001, 0, z + 0.02), 0.005)
    stripes = [box((0.010, 0.10, 0.20), (face - 0.002, s * (b / 2 - 0.14), z + 0.02), 0.004) for s in (-1, 1)]
    model.add(REAR, "paint.chassis", recess)
    model.add(REAR, "paint.accent", *stripes)
    front = x + a / 2
    lower = sweep(smooth_path([(-0.12, 0.30, -0.26), (-0.45, 0.36, -0.30), (front - 0.02, 0.42, -0.36)], 2),
                  rectangle(0.036, 0.085), (0, 1, 0))
    lugs = box((0.10, 0.05, 0.14), (front + 0.03, 0.47, -0.36),
               0.012) + box((0.10, 0.05, 0.14), (front + 0.03, 0.37, -0.36), 0.012)
    pin = cylinder(0.020, 0.20, 8, "Y", 0).at(front + 0.03, 0.42, -0.36)
    lift_arm = sweep([(-0.10, 0.33, 0.30), (-0.36, 0.36, 0.36), (-0.56, 0.38, 0.33)], rectangle(0.05, 0.09), (0, 1, 0))
    shaft = cylinder(0.065, 0.74, 12).at(-0.12, 0, 0.30)
    drop = rod((-0.55, 0.38, 0.33), (-0.62, 0.39, -0.30), 0.020) + rod((-0.58, 0.385, 0.05), (-0.60, 0.385, -0.15), 0.032)
    model.add(REAR, "paint.chassis", lower.both(), lugs.both(), lift_arm.both(), shaft, drop.both())
    model.add(REAR, "steel.bolt", pin.both())
    top = rod((-0.40, 0, 0.16), (front + 0.01, 0, 0.04), 0.022) + rod((-0.58, 0, 0.125), (-0.80, 0, 0.075), 0.034)
    mast = [box((0.10, 0.03, 0.16), (front + 0.02, s * 0.05, 0.05), 0.01) for s in (-1, 1)]
    model.add(REAR, "paint.chassis", top, *mast)
    housing(model)


def bar(pin, y, other_y, wide, high):
    """From the origin of a body to a pin."""
    return sweep([(0, y, 0), (pin.x, other_y, pin.z)], rectangle(wide, high), (0, 1, 0))


def three_point(model, machine):
    housing(model)
    shaft, lower, upper = machine.at("lift_arms"), machine.at("lower_links"), machine.loop("top_link_pin", "b_at")
    foot, pin = machine.pins("loader.rear_lift")
    model.add(REAR, "paint.chassis", cylinder(0.065, 0.74, 12).at(shaft.x, 0, shaft.z),
              *[box((0.16, 0.03, 0.20), (upper.x + 0.04, s * 0.05, upper.z), 0.01) for s in (-1, 1)],
              box((0.24, 0.20, 0.16), (shaft.x, 0, shaft.z - 0.10), 0.02),
              box((0.14, 0.08, 0.14), (lower.x, 0.32, lower.z), 0.02).both(), box((0.10, 0.08, 0.14), (foot.x, CYLINDER_Y, foot.z), 0.02).both())
    end = machine.at("coupler_frame")
    model.add("lower_links", "paint.chassis", bar(end, 0.36, LINK_Y, 0.036, 0.085).both(),
              cylinder(0.055, 0.05, 12).at(end.x, LINK_Y, end.z).both(), cylinder(0.05, 0.05, 12).at(0, 0.36, 0).both())
    end = machine.at("lift_rods")
    model.add("lift_arms", "paint.chassis", bar(end, 0.34, ROD_Y, 0.05, 0.09).both(), bar(pin, CYLINDER_Y, CYLINDER_Y, 0.04, 0.08).both())
    end = machine.loop("lift_rod_pin", "a_at")
    model.add("lift_rods", "paint.chassis", rod((0, ROD_Y, 0), (end.x, ROD_Y, end.z), 0.020).both())
    model.add("lift_rods", "steel.bolt", rod((end.x * 0.4, ROD_Y, end.z * 0.4), (end.x * 0.75, ROD_Y, end.z * 0.75), 0.032).both())
    end = machine.loop("top_link_pin", "a_at")
    model.add("top_link", "steel.bolt", rod((0, 0, 0), (end.x, 0, end.z), 0.022))
    model.add("top_link", "paint.chassis", rod((end.x * 0.3, 0, end.z * 0.3), (end.x * 0.7, 0, end.z * 0.7), 0.034))
    coupler_frame(model, machine.at("top_link").z)
    cylinders(model, machine)


def coupler_frame(model, mast):
    """The U-frame: two columns with hooks for the lower pins, a beam, a hook for the upper pin."""
    columns = box((0.05, 0.09, mast - 0.06), (-0.04, LINK_Y, 0.5 * (mast - 0.06) - 0.06), 0.01).both()
    beam = box((0.05, 2 * LINK_Y + 0.09, 0.10), (-0.04, 0, mast - 0.08), 0.01)
    ears = union([box((0.07, 0.02, 0.10), (0.01, s * 0.05, mast - 0.02), 0.005) for s in (-1, 1)])
    outline = rounded([(-0.05, 0.05), (-0.05, -0.07), (-0.14, -0.07), (-0.155, 0.03), (-0.13, 0.03), (-0.12, -0.025), (-0.08, -0.025), (-0.075, 0.05)],
                      0.008, 2)
    hooks = plate(outline, 0.03, 0.004, LINK_Y).both()
    top = plate([(x, z + mast) for x, z in outline], 0.03)
    model.add("coupler_frame", "paint.accent", columns, beam, ears)
    model.add("coupler_frame", "steel.bolt", hooks, top, cylinder(0.014, 0.12, 8).at(0, LINK_Y, 0).both(), cylinder(0.0125, 0.14, 8).at(0, 0, mast))


def cylinders(model, machine):
    name, closed, bore = "loader.rear_lift", machine.length("loader.rear_lift", "length"), machine.length("loader.rear_lift", "piston")
    barrel = rod((0, CYLINDER_Y, 0), (closed - 0.10, CYLINDER_Y, 0), 0.5 * bore + 0.008, 14)
    model.add("barrel:" + name, "paint.chassis", barrel.both(), cylinder(0.04, 0.05, 12).at(0, CYLINDER_Y, 0).both())
    model.add("rod:" + name, "chrome.rod", rod((-closed + 0.12, CYLINDER_Y, 0), (0, CYLINDER_Y, 0), 0.020, 12).both())
    model.add("rod:" + name, "paint.chassis", cylinder(0.035, 0.045, 12).at(0, CYLINDER_Y, 0).both())
