/* Every way in which a circuit can be wrong, with its place. See refusal.h. */
#include "refusal.h"

#define HEAD "headland: mechanism\nversion: 1\nname: test\n"
#define BASE                                                                                                 \
    HEAD "bodies: [{name: a, mass: 1, shape: {kind: sphere, radius: 1}}]\n"                                  \
         "joints: [{name: j, type: cylindrical, child: a}]\n"
#define OIL     "circuits:\n- name: c\n  oil: {density: 850, bulk_modulus: 1500 MPa}\n"
#define SOURCES "{name: P, kind: source, pressure: 190 bar}, {name: T, kind: source, pressure: 1 bar}"
#define NODES   "  nodes: [" SOURCES ", {name: V, hose: 1 l}, {name: W, hose: 1 l}]\n"
#define PIPE    "  throttles: [{name: t1, from: P, to: V, flow: 10 l/min, pressure_drop: 10 bar}, "
#define PIPES   PIPE "{name: t2, from: W, to: T, coefficient: 1e-7}"
#define WHOLE   BASE OIL NODES PIPES "]\n"
#define COMMAND "  commands: [{name: u}]\n"

/* ---- by schema, names ---- */

static void keys_and_names(void **state)
{
    (void)state;
    static const refusal list[] = {
        {BASE "circuits:\n- @name: c\n  nodes: [" SOURCES "]\n", "missing in 'circuits': oil; expected"},
        {BASE OIL "  nodes: @[]\n", "'nodes' has 0 entries"},
        {BASE OIL NODES PIPES "]\n  @throtles: []\n", "did you mean 'throttles'?"},
        {BASE OIL "  @nods: []\n" NODES PIPES "]\n",
         "unknown key 'nods' in 'circuits'; did you mean 'nodes'?"},
        {BASE OIL "  flow: {law: @secnt}\n" NODES PIPES "]\n",
         "did you mean 'secant'? expected: smooth, secant"},
        {BASE OIL "  flow: {balance: @mas}\n" NODES PIPES "]\n",
         "did you mean 'mass'? expected: mass, volume"},
        {BASE OIL "  cavitation: @no\n" NODES PIPES "]\n", "'cavitation' is 'no'; true or false is expected"},
        {WHOLE "  checks: [@{name: k, from: P, coefficient: 1e-7}]\n", "missing in 'checks': to; expected"},
        {WHOLE COMMAND
         "  directionals: [@{name: d, P: P, A: V, T: T, command: u, bandwidth: 1, coefficient: 1}]\n",
         "missing in 'directionals': B; expected"},
        {BASE OIL NODES PIPES ", {name: @t1, from: V, to: T, coefficient: 1e-7}]\n",
         "the name 't1' is taken in this list"},
        {BASE OIL "  nodes: [" SOURCES ", {name: V, hose: 1 l}, {name: @V, hose: 1 l}]\n" PIPE
                  "{name: t2, from: V, to: T, coefficient: 1e-7}]\n",
         "the name 'V' is taken in this list"},
        {WHOLE "- name: @c\n  oil: {density: 850, bulk_modulus: 1500 MPa}\n" NODES PIPES "]\n",
         "the name 'c' is taken in this list"},
        {BASE OIL NODES PIPES ", {name: t3, from: V, to: @WW, coefficient: 1e-7}]\n",
         "unknown node 'WW' under 'to'; the name of one in this circuit is expected"},
        {BASE OIL "  nodes: [" SOURCES ", {name: volume1, hose: 1 l}]\n"
                  "  throttles: [{name: t, from: P, to: @volume2, coefficient: 1e-7}]\n",
         "did you mean 'volume1'?"},
        {BASE OIL NODES PIPES ", {name: t3, from: V, to: @V, coefficient: 1e-7}]\n",
         "'from' and 'to' are both 'V'; two different nodes"},
        {BASE OIL NODES COMMAND PIPES ", {name: t3, from: V, to: W, coefficient: 1e-7, command: @w}]\n",
         "unknown command 'w' under 'command'; the name of one in this circuit"},
    };
    CHECK_REFUSALS(list);
}

/* ---- oil, nodes, commands ---- */

static void oil_and_nodes(void **state)
{
    (void)state;
    static const refusal list[] = {
        {BASE "circuits:\n- name: c\n  oil: {density: @-850, bulk_modulus: 1e9}\n" NODES PIPES "]\n",
         "'density' is -850; a density above zero is expected"},
        {BASE "circuits:\n- name: c\n  oil: {density: 850, bulk_modulus: @1500 MN}\n" NODES PIPES "]\n",
         "'bulk_modulus': '1500 MN' is a force; a pressure"},
        {BASE "circuits:\n- name: c\n  cavitation: false\n"
              "  oil: {density: 850, bulk_modulus: 1e9, vapour_pressure: @1 kPa}\n" NODES PIPES "]\n",
         "'vapour_pressure' has no effect with 'cavitation: false'"},
        {BASE
         "circuits:\n- name: c\n  oil: {density: 850, bulk_modulus: 1e9, air_fraction: @0.6}\n" NODES PIPES
         "]\n",
         "'air_fraction' is 0.6; 0 to 0.5 is expected"},
        {BASE OIL "  nodes: [" SOURCES
                  ", {name: V, hose: 1 l, pressure: @1 kPa}, {name: W, hose: 1 l}]\n" PIPES "]\n",
         "'pressure' is below the vapour pressure of 10000 Pa"},
        {BASE OIL "  flow: {transition: @0}\n" NODES PIPES "]\n", "'transition' is 0; a pressure above zero"},
        {BASE OIL "  nodes: [" SOURCES ", {name: V, hose: @-1 l}, {name: W, hose: 1 l}]\n" PIPES "]\n",
         "'hose' is -1 l; a volume of zero or more"},
        {BASE OIL "  nodes: [" SOURCES ", {name: V, hose: @1 m2}, {name: W, hose: 1 l}]\n" PIPES "]\n",
         "'hose': '1 m2' is an area; a volume"},
        {BASE OIL "  nodes: [{name: @P, kind: source}, {name: T, kind: source, pressure: 1}]\n"
                  "  throttles: [{name: t, from: P, to: T, coefficient: 1e-7}]\n",
         "source 'P' has no 'pressure'; a pressure"},
        {BASE OIL
         "  nodes: [{name: P, kind: source, pressure: 1, hose: @1 l}, {name: T, kind: source, pressure: 1}]\n"
         "  throttles: [{name: t, from: P, to: T, coefficient: 1e-7}]\n",
         "'hose' has no effect on a source"},
        {BASE OIL "  nodes: [" SOURCES ", {name: V, hose_modulus: @1 GPa}]\n" PIPE
                  "{name: t2, from: V, to: T, coefficient: 1e-7}]\n",
         "'hose_modulus' without 'hose'"},
    };
    CHECK_REFUSALS(list);
}

static void commands(void **state)
{
    (void)state;
    static const refusal list[] = {
        {WHOLE "  commands: [{name: u, points: [[0, 0], @[0, 1]]}]\n",
         "'points': 0 is not above the value before; rising values are expected"},
        {WHOLE "  commands: [{name: u, points: [[@1 m, 0]]}]\n", "'points': '1 m' is a length; a time"},
        {WHOLE "  commands: [{name: u, points: [[0, @1 V]]}]\n",
         "'points': '1 V' has an unknown unit; a plain number"},
        {WHOLE "  commands: [{name: u, points: [@0]}]\n",
         "'points' is given a single value; a list is expected"},
        {WHOLE "  commands: [{name: u, points: [@[0]]}]\n", "'points' has 1 entries; 2 are expected"},
        {WHOLE "  commands: [{name: u, points: [[0, 1]], initial: @1}]\n",
         "'initial' has no effect with 'points'"},
        {WHOLE "  commands: [{name: u, between: @lines}]\n", "'between' has no effect without 'points'"},
    };
    CHECK_REFUSALS(list);
}

/* ---- restrictors ---- */

static void how_wide(void **state)
{
    (void)state;
    static const refusal list[] = {
        {BASE OIL NODES PIPES ", @{name: t3, from: V, to: W}]\n", "how much flows? 'coefficient', or 'flow'"},
        {BASE OIL NODES PIPES ", {name: t3, from: V, to: W, flow: @1 l/min}]\n",
         "'flow' without 'pressure_drop'"},
        {BASE OIL NODES PIPES ", {name: t3, from: V, to: W, flow: 1 l/min, pressure_drop: @1 bar}]\n",
         "'pressure_drop' is 1 bar, below the transition to laminar flow at 200000 Pa"},
        {BASE OIL NODES PIPES ", {name: t3, from: V, to: W, flow: @1 l, pressure_drop: 5 bar}]\n",
         "'flow': '1 l' is a volume; a volume flow"},
        {BASE OIL NODES PIPES ", {name: t3, from: V, to: W, coefficient: @1 l/min}]\n",
         "'1 l/min' is a volume flow; a bare number in m3/(s sqrt(Pa))"},
        {BASE OIL NODES PIPES ", {name: t3, from: V, to: W, coefficient: @0}]\n", "'coefficient' is 0; "},
        {BASE OIL NODES PIPES ", {name: t3, from: V, to: W, coefficient: 1, flow: @1 l/min}]\n",
         "'flow' is given beside 'coefficient'"},
        {BASE OIL NODES PIPES ", {name: t3, from: V, to: W, area: @-3 mm2}]\n",
         "'area' is -3 mm2; an area above zero"},
        {BASE OIL NODES PIPES ", {name: t3, from: V, to: W, area: 3 mm2, coefficient: @1}]\n",
         "'coefficient' is given beside 'area'"},
        {BASE OIL NODES PIPES ", {name: t3, from: V, to: W, coefficient: 1, discharge_coefficient: @0.6}]\n",
         "'discharge_coefficient' has no effect without 'area'"},
        {WHOLE "  leakages: [{name: l, from: V, to: W, conductance: @0.1 l/min}]\n",
         "'0.1 l/min' is a volume flow; a leakage flow per pressure"},
    };
    CHECK_REFUSALS(list);
}

static void static_valves(void **state)
{
    (void)state;
    static const refusal list[] = {
        {WHOLE "  checks: [{name: k, from: V, to: W, coefficient: 1, pilot: @P}]\n",
         "'pilot' without 'pilot_ratio'"},
        {WHOLE "  checks: [{name: k, from: V, to: W, coefficient: 1, pilot_ratio: @3}]\n",
         "'pilot_ratio' has no effect without 'pilot'"},
        {WHOLE "  checks: [{name: k, from: V, to: W, coefficient: 1, range: @0}]\n",
         "'range' is 0; a pressure above zero"},
        {WHOLE "  reliefs: [{name: r, from: V, to: T, coefficient: 1, setting: @0.5 bar}]\n",
         "'setting' is 0.5 bar, not above the 100000 Pa of 'T'; a setting above tank pressure"},
        {WHOLE "  reliefs: [{name: r, from: V, to: T, coefficient: 1, setting: @-5 bar}]\n",
         "'setting' is -5 bar; "},
        {WHOLE "  reliefs: [@{name: r, from: V, to: T, coefficient: 1}]\n", "missing in 'reliefs': setting"},
        {WHOLE
         "  reliefs: [{name: r, from: V, to: T, coefficient: 1, setting: 200 bar, full_flow: @19 MPa}]\n",
         "'full_flow' is 19 MPa, not above the 'setting' of 200 bar"},
        {WHOLE "  reliefs: [{name: r, from: V, to: T, coefficient: 1, setting: 200 bar, full_flow: 220 bar, "
               "range: @20 bar}]\n",
         "'range' is given beside 'full_flow'"},
        {WHOLE "  counterbalances: [{name: b, from: V, to: W, coefficient: 1, setting: 200 bar, check: "
               "@{range: 1 bar}}]\n",
         "how much flows? 'coefficient', or 'flow'"},
        {WHOLE "  compensators: [@{name: m, from: V, to: W, coefficient: 1, margin: 10 bar}]\n",
         "missing in 'compensators': pilot"},
        {WHOLE "  compensators: [{name: m, from: V, to: W, coefficient: 1, pilot: @Q, margin: 10 bar}]\n",
         "unknown node 'Q' under 'pilot'"},
    };
    CHECK_REFUSALS(list);
}

#define VALVE WHOLE COMMAND "  directionals: [{name: d, P: P, A: V, B: W, T: T, command: u, "

static void spools(void **state)
{
    (void)state;
    static const refusal list[] = {
        {WHOLE COMMAND "  directionals: [{name: d, P: P, A: V, B: @V, T: T, command: u, bandwidth: 9 Hz, "
                       "coefficient: 1}]\n",
         "'A' and 'B' are both 'V'"},
        {WHOLE COMMAND "  directionals: [{name: d, P: P, A: V, B: W, T: @P, command: u, bandwidth: 9 Hz, "
                       "coefficient: 1}]\n",
         "'P' and 'T' are both 'P'"},
        {WHOLE COMMAND "  directionals: [@{name: d, P: P, A: V, B: W, T: T, command: u, coefficient: 1}]\n",
         "how fast is the spool? 'time_constant' or 'bandwidth'"},
        {VALVE "time_constant: 9 ms, bandwidth: @9 Hz, coefficient: 1}]\n", "'bandwidth' is given beside"},
        {VALVE "bandwidth: 9 Hz, coefficient: @[1, 2]}]\n", "'coefficient' has 2 entries; 1 or 4"},
        {VALVE "bandwidth: 9 Hz, flow: @9 l/min}]\n", "'flow' without 'pressure_drop'"},
        {VALVE "bandwidth: 9 Hz, coefficient: 1, start: @2}]\n", "'start' is 2, beyond the full stroke of 1"},
        {VALVE "bandwidth: 9 Hz, coefficient: 1, dead_band: @1}]\n", "leave nothing of the full stroke of 1"},
        {VALVE "bandwidth: 9 Hz, coefficient: 1, centre: @float}]\n", "how much flows in the centre?"},
        {VALVE "bandwidth: 9 Hz, coefficient: 1, centre_width: @0.1}]\n",
         "'centre_width' has no effect with a closed"},
        {VALVE "bandwidth: 9 Hz, coefficient: 1, pressure_drop: @9 bar}]\n",
         "'pressure_drop' has no effect without"},
        {VALVE "bandwidth: 9 Hz, coefficient: 1, check_cracking: @1 bar}]\n",
         "'check_cracking' has no effect without 'check_range'"},
        {VALVE "bandwidth: 9 Hz, coefficient: 1, @margin: 9 bar}]\n",
         "unknown key 'margin' in 'directionals'"},
    };
    CHECK_REFUSALS(list);
}

/* ---- machines ---- */

#define PUMP      WHOLE COMMAND "  pumps: [{name: p, from: T, to: V, "
#define THIS_PUMP WHOLE COMMAND "  pumps: [@{name: p, from: T, to: V, "
#define MOTOR                                                                                                \
    WHOLE COMMAND "  motors: [{name: m, from: V, to: W, displacement: 9 cm3/rev, joint: j, coordinate: 2, "

static void machines(void **state)
{
    (void)state;
    static const refusal list[] = {
        {PUMP "displacement: @28 cm3, speed: 1500 rpm}]\n",
         "'28 cm3' is a volume; a volume per turn (e.g. \"28 cm3/rev\""},
        {PUMP "displacement: 28 cm3/rev, speed: @25 m/s}]\n", "'25 m/s' is a velocity; an angular velocity"},
        {WHOLE "  pumps: [@{name: p, from: T, to: V, displacement: 28 cm3/rev}]\n", "what drives the pump?"},
        {PUMP "displacement: 28 cm3/rev, speed: @1500 rpm, joint: j, coordinate: 2}]\n",
         "'speed' is given beside 'joint'"},
        {PUMP "displacement: 28 cm3/rev, joint: @k}]\n", "unknown joint 'k' under 'joint'"},
        {PUMP "displacement: 28 cm3/rev, joint: @j}]\n",
         "the coordinate of joint 'j' is a displacement; an angle"},
        {PUMP "displacement: 28 cm3/rev, joint: j, coordinate: @3}]\n", "'coordinate' is 3; joint 'j'"},
        {PUMP "displacement: 28 cm3/rev, speed: 9, command: @u}]\n",
         "'command' has no effect with the control 'fixed'"},
        {THIS_PUMP "displacement: 28 cm3/rev, speed: 9, control: command}]\n",
         "missing with the control 'command': command; expected"},
        {THIS_PUMP "displacement: 28 cm3/rev, speed: 9, control: load-sensing}]\n",
         "missing with the control 'load-sensing': margin; expected"},
        {THIS_PUMP "displacement: 28 cm3/rev, speed: 9, control: pressure}]\n",
         "missing with the control 'pressure': pressure_limit; expected"},
        {PUMP "displacement: 28 cm3/rev, speed: 9, control: command, command: u, start: @2}]\n",
         "'start' is 2; 0 to 1 is expected"},
        {PUMP "displacement: 28 cm3/rev, speed: 9, control: command, command: u, least: @1}]\n",
         "'least' is 1; -1 to"},
        {PUMP "displacement: 28 cm3/rev, speed: 9, torque_limit: @100 N m}]\n",
         "'torque_limit' has no effect with the control 'fixed'"},
        {PUMP "displacement: 28 cm3/rev, speed: 9, control: command, command: u, torque_limit: @9 bar}]\n",
         "'9 bar' is a pressure; a moment"},
        {PUMP "displacement: 28 cm3/rev, speed: 9, control: command, command: u, torque_speed: @9}]\n",
         "'torque_speed' has no effect without 'torque_limit'"},
        {PUMP "displacement: 28 cm3/rev, speed: 9, control: command, command: u, senses: @p}]\n",
         "'senses' has no effect without 'torque_limit'"},
        {PUMP "displacement: 28 cm3/rev, speed: 9, control: command, command: u, torque_limit: 9, senses: "
              "@p}]\n",
         "'senses' is the pump itself; another pump"},
        {PUMP "displacement: 28 cm3/rev, speed: 9, control: command, command: u, torque_limit: 9, senses: "
              "@q}]\n",
         "unknown pump 'q' under 'senses'; the name of one in this circuit"},
        {MOTOR "least: @0.5}]\n", "'least' has no effect without 'command'"},
        {MOTOR "command: @u}]\n", "'command' without 'least'"},
        {MOTOR "command: u, least: @1.2}]\n", "'least' is 1.2; above 0 to 1"},
        {WHOLE "  motors: [{name: m, from: V, to: W, displacement: 9 cm3/rev, joint: j, coordinate: 2, gear: "
               "@0}]\n",
         "'gear' is 0; a ratio other than zero"},
        {WHOLE "  accumulators: [{name: k, node: @P, gas_volume: 1 l, precharge: 9 bar}]\n",
         "'P' is a source"},
        {WHOLE "  accumulators: [{name: k, node: V, gas_volume: 1 l, precharge: 9 bar, exponent: @0.9}]\n",
         "'exponent' is 0.9; 1 to 2 is expected"},
    };
    CHECK_REFUSALS(list);
}

/* ---- cylinders ---- */

#define PORTS    "piston_side: V, rod_side: W, "
#define CYLINDER WHOLE "  cylinders: [{name: z, " PORTS "body_a: ground, body_b: a, "
#define SIZES    "piston: 80 mm, rod: 35 mm, stroke: 1 m, "

static void cylinders(void **state)
{
    (void)state;
    static const refusal list[] = {
        {WHOLE "  cylinders: [{name: z, " PORTS "body_a: a, body_b: @a, " SIZES "chamber: 0}]\n",
         "'body_a' and 'body_b' are both 'a'"},
        {WHOLE "  cylinders: [{name: z, " PORTS "body_a: a, body_b: @boom, " SIZES "chamber: 0}]\n",
         "unknown body 'boom' under 'body_b'"},
        {WHOLE "  cylinders: [{name: z, piston_side: V, rod_side: @X, body_a: a, body_b: ground, " SIZES
               "chamber: 0}]\n",
         "unknown node 'X' under 'rod_side'"},
        {WHOLE "  cylinders: [@{name: z, piston_side: V, body_a: a, body_b: ground, " SIZES "chamber: 0}]\n",
         "missing in 'cylinders': rod_side"},
        {CYLINDER "piston: 80 mm, rod: @80 mm, stroke: 1 m, chamber: 0}]\n",
         "'rod' is 80 mm, as thick as the piston"},
        {CYLINDER "piston_area: @-1 cm2, rod: 8 mm, stroke: 1 m, chamber: 0}]\n",
         "'piston_area' is -1 cm2; an area above"},
        {CYLINDER "piston_area: 1 cm2, rod_area: @2 cm2, stroke: 1 m, chamber: 0}]\n",
         "'rod_area' is 2 cm2, above the"},
        {CYLINDER "piston_area: 1 cm2, piston: @2 cm, rod: 1 mm, stroke: 1 m, chamber: 0}]\n",
         "'piston' is given beside"},
        {WHOLE "  cylinders: [{name: z, piston_side: V, rod_side: @V, body_a: a, body_b: ground, " SIZES
               "chamber: 0}]\n",
         "'piston_side' and 'rod_side' are both 'V'"},
        {CYLINDER "piston: @1e200, rod: 1, stroke: 1, chamber: 0}]\n", "the area comes out as inf"},
        {CYLINDER "piston: @80 mm2, rod: 1 mm, stroke: 1 m, chamber: 0}]\n", "'80 mm2' is an area; a length"},
        {CYLINDER "piston: 80 mm, rod: 1 mm, stroke: @0, chamber: 0}]\n",
         "'stroke' is 0; a length above zero"},
        {CYLINDER SIZES "chamber: @2 m}]\n", "'chamber' is 2 m, beyond the 'stroke' of 1 m"},
        {CYLINDER SIZES "chamber: 0, efficiency: @1.1}]\n", "'efficiency' is 1.1; 0 to 1 is expected"},
        {CYLINDER SIZES "chamber: 0, efficiency_speed: @1}]\n", "'efficiency_speed' has no effect without"},
        {CYLINDER SIZES "chamber: 0, efficiency: 0.9, efficiency_curve: [@[1, 1], [2, 1]]}]\n",
         "'efficiency_curve' begins at 1 m/s; speeds that rise from 0"},
        {CYLINDER SIZES "chamber: 0, efficiency: 0.9, efficiency_curve: [[0, 1], [1, @-1]]}]\n",
         "'efficiency_curve' is -1; a plain number of zero or more"},
        {CYLINDER SIZES "chamber: 0, cushion: @{damping: 1}}]\n", "missing in 'cushion': stiffness"},
        {CYLINDER SIZES "chamber: 0, friction: @{law: lugre, coulomb: 1, stiction: 2}}]\n",
         "missing with the law 'lugre': stribeck_velocity, bristle_stiffness, bristle_damping"},
        {CYLINDER SIZES "chamber: 0, friction: {law: viscous, viscous: @1 N m s/rad}}]\n",
         "a damping coefficient"},
        {CYLINDER SIZES "chamber: 0, count: @0}]\n", "'count' is 0; 1 to 100"},
    };
    CHECK_REFUSALS(list);
}

static void what_is_missing(void **state)
{
    (void)state;
    static const refusal list[] = {
        {WHOLE "  cylinders: [@{name: z, " PORTS "body_a: ground, body_b: a, " SIZES "count: 2}]\n",
         "where is the piston? 'chamber'"},
        {WHOLE "  cylinders: [@{name: z, " PORTS
               "body_a: ground, body_b: a, piston: 1, stroke: 1, chamber: 0}]\n",
         "how thick is the rod?"},
        {WHOLE "  cylinders: [@{name: z, " PORTS
               "body_a: ground, body_b: a, rod: 1, stroke: 1, chamber: 0}]\n",
         "how large is the piston?"},
    };
    CHECK_REFUSALS(list);
}

/* ---- outputs ---- */

static void outputs(void **state)
{
    (void)state;
    static const refusal list[] = {
        {WHOLE "outputs: [@{name: o, quantity: pressure, circuit: c}]\n",
         "'pressure' of what? 'node' is expected"},
        {WHOLE "outputs: [@{name: o, quantity: pressure, node: V}]\n", "the node 'V' of which circuit?"},
        {WHOLE "outputs: [{name: o, quantity: pressure, circuit: @d, node: V}]\n",
         "unknown circuit 'd' under 'circuit'"},
        {WHOLE "outputs: [{name: o, quantity: pressure, circuit: c, node: @t1}]\n",
         "unknown node 't1' under 'node'"},
        {WHOLE "outputs: [{name: o, quantity: spool, circuit: c, node: @V}]\n",
         "'node' does not fit 'spool'; 'directional' or 'load_sensing' is expected"},
        {WHOLE "outputs: [{name: o, quantity: flow, circuit: c, relief: @r}]\n",
         "unknown relief valve 'r' under 'relief'"},
        {WHOLE "outputs: [{name: o, quantity: total-energy, circuit: @c}]\n",
         "'circuit' without something in it"},
        {PUMP "displacement: 28 cm3/rev, speed: 9}]\noutputs: [{name: o, quantity: swash, circuit: c, pump: "
              "@p}]\n",
         "pump 'p' is of fixed displacement"},
        {CYLINDER SIZES "chamber: 0, friction: {law: viscous, viscous: 1}}]\n"
                        "outputs: [{name: o, quantity: bristle, circuit: c, cylinder: @z}]\n",
         "cylinder 'z' has the law 'viscous' and no bristle"},
    };
    CHECK_REFUSALS(list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_and_names), cmocka_unit_test(oil_and_nodes), cmocka_unit_test(commands),
        cmocka_unit_test(how_wide),       cmocka_unit_test(static_valves), cmocka_unit_test(spools),
        cmocka_unit_test(machines),       cmocka_unit_test(cylinders),     cmocka_unit_test(what_is_missing),
        cmocka_unit_test(outputs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
