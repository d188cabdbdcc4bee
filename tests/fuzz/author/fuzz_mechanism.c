/* Mutated mechanism files. See fuzz.h. */
#include "fuzz.h"

enum { ROUNDS = 6000 };

/* A file that uses every section and nearly every key. */
static const char everything[] =
    "headland: mechanism\nversion: 1\nname: everything\ndescription: 'all keys'\ngravity: [0, 0, -9.81 "
    "m/s2]\n"
    "simulation: {seconds: 1, step: 1 ms, formulation: ali3p, solver: auto, penalty: 1e9, tolerance: 1e-9, "
    "iterations: 12, output_step: 0}\n"
    "bodies:\n"
    "  - {name: a, mass: 1 kg, centre: [0, 0, 1 mm], inertia: [1, 1, 1, 0.1, 0, 0]}\n"
    "  - {name: b, density: 0.5 g/cm3, shape: {kind: cylinder, length: 1, radius: 10 cm, axis: x}}\n"
    "  - {name: c, massless: true}\n"
    "  - {name: d, mass: 2, shape: {kind: box, size: [1, 2, 3]}}\n"
    "joints:\n"
    "  - {name: ja, type: revolute, child: a, at: [1, 2, 3], child_at: [0, 0, 0], axis: [0, 1, 0], turn: [0, "
    "0, 90 deg], position: 1 rad, velocity: [1 rpm], hold: true}\n"
    "  - {name: jb, type: cylindrical, parent: c, child: b, position: [1 mm, 2 deg]}\n"
    "  - {name: jc, type: universal, parent: a, child: c, axis: [1, 0, 0], axis2: [0, 0, 1]}\n"
    "  - {name: jd, type: free, child: d, position: [0, 0, 0, 0, 0, 0]}\n"
    "loops: [{name: l, type: prismatic, a: a, b: d, a_axis: [1, 0, 0], b_axis: [1, 0, 0], a_normal: [0, 1, "
    "0]}, {name: m, type: distance, a: a, distance: 1}]\n"
    "springs: [{name: s, a: a, b: d, a_at: [0, 0, 0], stiffness: 1 kN/m, damping: 2 N s/m, length: 80 mm, "
    "preload: 1 N}]\n"
    "joint_springs: [{name: js, joint: jb, coordinate: 2, stiffness: 1 N m/rad, rest: 3 deg}]\n"
    "stops: [{name: st, joint: jb, lower: -1, upper: 1, stiffness: 1e6, damping: 1, ramp: 1 mm}]\n"
    "friction: [{name: f, joint: ja, law: lugre, coulomb: 1, stiction: 2, stribeck_velocity: 1, "
    "bristle_stiffness: 1, bristle_damping: 1, viscous: 1, exponent: 2}]\n"
    "bushings: [{name: bu, a: b, b: d, a_turn: [0, 0, 1], stiffness: [1, 2, 3], rotation_damping: [1, 2, "
    "3]}]\n"
    "drivers: [{name: dr, joint: ja, offset: 1, rate: 1, acceleration: 1, amplitude: 1, frequency: 1 Hz, "
    "phase: 1}]\n"
    "forces: [{name: fo, body: a, at: [0, 0, 0], force: [1, 2, 3], moment: [1, 2, 3], frame: body, from: 1, "
    "until: 2}]\n"
    "joint_forces: [{name: jf, joint: jc, coordinate: 2, force: 3}]\n"
    "circuits:\n"
    "  - name: c\n"
    "    oil: {density: 850, bulk_modulus: 1.5 GPa, bulk_slope: 10, air_fraction: 0.01, vapour_pressure: 1 "
    "kPa}\n"
    "    flow: {transition: 1 bar, law: secant}\n"
    "    nodes: [{name: P, hose: 1 l, hose_modulus: 1 GPa}, {name: T, kind: source, pressure: 1 bar}, {name: "
    "A, hose: 2 l}, {name: B, hose: 3 l}]\n"
    "    commands: [{name: u, initial: 0.5}, {name: w, points: [[0, 1], [1 min, 2]], between: lines}]\n"
    "    throttles: [{name: t, from: P, to: A, flow: 60 l/min, pressure_drop: 4 bar, command: w}]\n"
    "    leakages: [{name: l, from: A, to: B, conductance: 0.6 l/min/bar}]\n"
    "    checks: [{name: k, from: A, to: B, coefficient: 1e-6, pilot: P, pilot_ratio: 4}]\n"
    "    reliefs: [{name: r, from: P, to: T, coefficient: 2e-6, setting: 200 bar}]\n"
    "    counterbalances: [{name: b, from: A, to: B, coefficient: 3e-6, setting: 100 bar, check: "
    "{coefficient: 4e-6}}]\n"
    "    compensators: [{name: m, from: P, to: A, pilot: B, coefficient: 5e-6, margin: 8 bar}]\n"
    "    directionals: [{name: d, P: P, A: A, B: B, T: T, command: u, time_constant: 10 ms, flow: [24 l/min, "
    "1 l/min, 2 l/min, 3 l/min], pressure_drop: 16 bar, centre: float, centre_flow: 24 l/min}]\n"
    "    load_sensings: [{name: s, P: P, A: A, B: B, T: T, command: u, bandwidth: 10 Hz, coefficient: 1e-6, "
    "margin: 12 bar}]\n"
    "    pumps: [{name: p, from: T, to: P, displacement: 60 cm3/rev, joint: ja, gear: 2, control: "
    "load-sensing, margin: 20 bar}]\n"
    "    motors: [{name: n, from: A, to: B, displacement: 1e-5, joint: jb, coordinate: 2, gear: -2}]\n"
    "    accumulators: [{name: g, node: P, gas_volume: 1 l, precharge: 50 bar}]\n"
    "    cylinders: [{name: z, piston_side: A, rod_side: B, body_a: a, at_a: [1, 2, 3], body_b: d, piston: "
    "100 mm, rod: 50 mm, stroke: 1 m, length: 1.2 m, cushion: {stiffness: 1e7}, efficiency: 0.9, "
    "efficiency_curve: [[0, 1.5], [1 m/s, 1]], count: 2, friction: {law: viscous, viscous: 9}}]\n"
    "points: [{name: p, body: ground, at: [1, 2, 3]}]\n"
    "outputs: [{name: o, quantity: joint-position, joint: ja}, {name: q, quantity: bristle, friction: f}, "
    "{name: r, quantity: length, stop: st}, {name: x, quantity: work, circuit: c, cylinder: z}, {name: t, "
    "quantity: position-violation, loop: l}]\n";

FUZZ_PARSER(mechanism)

static void check(const void *made)
{
    fuzz_check_mechanism(made);
}

const fuzz_subject fuzz_subjects[] = {{.parse = parse_mechanism,
                                       .check = check,
                                       .file = HEADLAND_SOURCE "/assets/mechanisms/five-bar.yaml",
                                       .text = everything,
                                       .rounds = ROUNDS}};
const int fuzz_subject_count = 1;
