/* Every way in which a mechanism can be wrong, with its place. See refusal.h. */
#include "refusal.h"

#include "auth/mechanism.h"

#include <stdio.h>

#define HEAD   "headland: mechanism\nversion: 1\nname: test\n"
#define BODY   "bodies: [{name: a, mass: 1, shape: {kind: sphere, radius: 1}}]\n"
#define HINGE  "joints: [{name: j, type: revolute, child: a}]\n"
#define SLIDE  "joints: [{name: j, type: prismatic, child: a}]\n"
#define FLOAT  "joints: [{name: j, type: free, child: a}]\n"
#define BASE   HEAD BODY HINGE
#define POINTS "points: [{name: p, body: a}, {name: q, body: ground}]\n"
#define PAIR                                                                                                 \
    HEAD "bodies: [{name: a, mass: 1, shape: {kind: point}}, {name: b, mass: 1, shape: {kind: point}}]\n"    \
         "joints: [{name: j, type: revolute, child: a}, {name: k, type: revolute, parent: a, child: b}]\n"

/* ---- by schema ---- */

static void keys_and_words(void **state)
{
    (void)state;
    static const refusal list[] = {
        {BASE "@gravty: [0, 0, 0]\n",
         "unknown key 'gravty' in the file; did you mean 'gravity'? expected: headland,"},
        {BASE "points: [{name: p, body: a, @att: [0, 0, 0]}]\n",
         "unknown key 'att' in 'points'; did you mean 'at'? "},
        {BASE "points: [{name: p, body: a, @zzz: 1}]\n",
         "unknown key 'zzz' in 'points'; expected: name, body, at"},
        {BASE "points: [{name: p, body: a, ? @[x] : 1}]\n", "a list as a key; a single word is expected"},
        {BASE "points: [@{name: p}]\n", "missing in 'points': body; expected"},
        {HEAD BODY "joints: [@{type: revolute}]\n", "missing in 'joints': name, child; expected"},
        {"@headland: mechanism\nversion: 1\n" BODY HINGE, "missing in the file: name; expected"},
        {"headland: @machine\nversion: 1\nname: t\n" BODY HINGE,
         "the file is a machine file; a mechanism file is expected"},
        {"headland: mechanism\nversion: @2\nname: t\n" BODY HINGE, "'version' is 2; 1 is expected"},
        {"headland: mechanism\nversion: @one\nname: t\n" BODY HINGE, "'version' is 'one'; a whole number"},
        {"headland: mechanism\nversion: @0x1\nname: t\n" BODY HINGE, "'version' is '0x1'; a whole number"},
        {HEAD BODY "joints: [{name: j, type: @revolut, child: a}]\n",
         "unknown value 'revolut' in 'type'; did you mean 'revolute'? expected: fixed, "},
        {HEAD BODY "joints: [{name: j, type: @Revolute, child: a}]\n",
         "unknown value 'Revolute' in 'type'; did you mean"},
        {HEAD BODY "joints: [{name: j, type: revolute, child: a, hold: @maybe}]\n",
         "'hold' is 'maybe'; true or false is expected"},
        {HEAD BODY "joints: @{name: j, type: revolute, child: a}\n",
         "'joints' is given a mapping; a list is expected"},
        {HEAD BODY "joints: [@j]\n", "'joints' is given a single value; a mapping"},
        {HEAD BODY "joints: @[]\n", "'joints' has 0 entries"},
        {HEAD BODY "joints:@ \n", "'joints' is given nothing; a list is expected"},
        {BASE "simulation: {formulation: @alip3}\n",
         "did you mean 'ali3p'? expected: ali3p, double-step, penalty, global"},
        {BASE "simulation: {solver: @lapack}\n",
         "unknown value 'lapack' in 'solver'; expected: auto, dense, tree, sparse"},
        {BASE "simulation: {iterations: @-3}\n", "'iterations' is '-3'; a whole number"},
        {BASE "gravity: @[0, 0]\n", "'gravity' has 2 entries; 3 are expected"},
        {BASE "gravity: @-9.81\n", "'gravity' is given a single value; a list is expected"},
        {BASE "gravity: [0, 0, @[1]]\n",
         "'gravity' is given a list; a number, or a text with a unit, is expected"},
        {BASE "gravity: [0, 0, @'']\n", "'gravity' is empty; a number"},
        {BASE "points:\n  - name: p\n    body: a\n    @body: a\n",
         "the key 'body' is given twice; once is expected"},
        {BASE "@gravity: [0, 0, 0]\n@gravity: [0, 0, 0]\n", "the key 'gravity' is given twice"},
    };
    CHECK_REFUSALS(list);
}

/* ---- names ---- */

static void names_and_references(void **state)
{
    (void)state;
    static const refusal list[] = {
        {BASE "points: [{name: p, body: a}, {name: @p, body: a}]\n", "the name 'p' is taken in this list"},
        {BASE "points: [{name: @'p,q', body: a}]\n", "the name 'p,q' cannot be a column of a table"},
        {BASE "points: [{name: @\"p\\n\", body: a}]\n", "the name 'p?' cannot be a column"},
        {BASE "points: [{name: @\"p\\0\", body: a}]\n", "'name' contains a NUL character"},
        {BASE "points: [{name: @'', body: a}]\n", "'name' is empty; a text is expected"},
        {BASE
         "points: [{name: @a2345678901234567890123456789012345678901234567890123456789012345, body: a}]\n",
         "'name' has 65 bytes of UTF-8; at most 64 are expected"},
        {HEAD "bodies: [{name: @ground, mass: 1, shape: {kind: point}}]\njoints: [{name: j, type: free, "
              "child: ground}]\n",
         "a body is called 'ground'"},
        {BASE "points: [{name: p, body: @aa}]\n",
         "unknown body 'aa' under 'body'; the name of one in this file is expected; did you mean 'a'?"},
        {HEAD BODY "joints: [{name: j, type: revolute, parent: @gruond, child: a}]\n",
         "unknown body 'gruond' under 'parent'"},
        {BASE "springs: [{name: s, a: @xyz, damping: 1}]\n",
         "unknown body 'xyz' under 'a'; the name of one in this file is expected"},
        {BASE "drivers: [{name: d, joint: @i}]\n", "unknown joint 'i' under 'joint'"},
        {BASE "forces: [{name: f, body: @ground, force: [1, 0, 0]}]\n", "unknown body 'ground' under 'body'"},
        {BASE "outputs: [{name: o, quantity: point-position, point: @p}]\n",
         "unknown point 'p' under 'point'"},
        {BASE "springs: [{name: s, a: a, b: @a, damping: 1}]\n", "'a' and 'b' are both 'a'"},
        {BASE "springs: [{name: s, a: @ground, damping: 1}]\n", "'a' and 'b' are both 'ground'"},
    };
    CHECK_REFUSALS(list);
}

/* ---- quantities ---- */

static void quantities(void **state)
{
    (void)state;
    static const refusal list[] = {
        {BASE "points: [{name: p, body: a, at: [0, @5 kg, 0]}]\n",
         "'at': '5 kg' is a mass; a length (e.g. \"80 mm\" or 0.08) is expected"},
        {BASE "points: [{name: p, body: a, at: [0, 0, @.nan]}]\n", "'at': '.nan' is not a number"},
        {BASE "points: [{name: p, body: a, at: [@.inf, 0, 0]}]\n", "'at': '.inf' is not a number"},
        {BASE "points: [{name: p, body: a, at: [@0x10, 0, 0]}]\n", "'at': '0x10' is not a number"},
        {BASE "points: [{name: p, body: a, at: [@1e400, 0, 0]}]\n", "'at': '1e400' is too large"},
        {BASE "points: [{name: p, body: a, at: [@~, 0, 0]}]\n", "'at': '~' is not a number"},
        {HEAD BODY "joints: [{name: j, type: revolute, child: a, position: @10 mm}]\n",
         "'10 mm' is a length; an angle"},
        {HEAD BODY "joints: [{name: j, type: prismatic, child: a, position: [@10 deg]}]\n",
         "'10 deg' is an angle; a length"},
        {HEAD BODY "joints: [{name: j, type: cylindrical, child: a, position: [1 mm, @1 mm]}]\n",
         "'1 mm' is a length; an angle"},
        {HEAD BODY "joints: [{name: j, type: free, child: a, velocity: [0, 0, 0, @1 m/s, 0, 0]}]\n",
         "'1 m/s' is a velocity; an angular velocity"},
        {BASE "joint_springs: [{name: s, joint: j, stiffness: @5 N/m}]\n",
         "'5 N/m' is a stiffness; a torsional stiffness"},
        {HEAD BODY SLIDE "joint_springs: [{name: s, joint: j, stiffness: @5 N m}]\n",
         "'5 N m' is a moment; a stiffness"},
        {BASE "simulation: {step: @1 mm}\n", "'step': '1 mm' is a length; a time"},
        {BASE "simulation: {penalty: @1e9 N/m}\n", "'penalty': '1e9 N/m' is a stiffness; a plain number"},
    };
    CHECK_REFUSALS(list);
}

static void ranges(void **state)
{
    (void)state;
    static const refusal list[] = {
        {BASE "simulation: {seconds: 1, step: @2}\n",
         "'step' is 2 and 'seconds' is 1; a step no longer than the run is expected"},
        {BASE "simulation: {step: @0}\n", "'step' is 0; a time above zero is expected"},
        {BASE "simulation: {step: @-1 ms}\n", "'step' is -1 ms; a time above zero is expected"},
        {BASE "simulation: {seconds: @-1}\n", "'seconds' is -1; a time of zero or more is expected"},
        {BASE "simulation: {iterations: @0}\n", "'iterations' is 0; 1 to 1000 is expected"},
        {BASE "springs: [{name: s, a: a, stiffness: @-1, length: 1}]\n",
         "'stiffness' is -1; a stiffness of zero or more"},
        {BASE "springs: [{name: s, a: a, damping: @-1}]\n",
         "'damping' is -1; a damping coefficient of zero or more"},
        {BASE "springs: [@{name: s, a: a, stiffness: 1}]\n", "needs its free 'length'"},
        {BASE "springs: [@{name: s, a: a}]\n", "a spring that does nothing"},
        {BASE "bushings: [{name: b, a: a, stiffness: [1, @-1, 1]}]\n", "'stiffness' is -1"},
        {BASE "bushings: [@{name: b, a: a}]\n", "a bushing that does nothing"},
        {BASE "stops: [{name: s, joint: j, lower: @2, upper: 1, stiffness: 1}]\n",
         "'lower' is 2 and 'upper' is 1; lower below upper is expected"},
        {BASE "stops: [{name: s, joint: j, lower: @1, upper: 1, stiffness: 1}]\n",
         "lower below upper is expected"},
        {BASE "stops: [{name: s, joint: j, lower: 0, upper: 1, stiffness: @0}]\n",
         "'stiffness' is 0; a torsional stiffness above zero"},
        {BASE "stops: [{name: s, joint: j, lower: 0, upper: 1, stiffness: 1, ramp: @0}]\n",
         "'ramp' is 0; an angle above zero"},
        {BASE "friction: [{name: f, joint: j, law: brown-mcphee, coulomb: 2, stiction: @1, "
              "stribeck_velocity: 1}]\n",
         "'stiction' is 1 and 'coulomb' is 2; stiction of at least the Coulomb friction is expected"},
        {BASE "springs: [{name: s, a: a, damping: 1, length: @1}]\n",
         "'length' has no effect without 'stiffness'; the key is expected to be left out"},
        {BASE "joint_springs: [{name: s, joint: j, damping: 1, rest: @1}]\n",
         "'rest' has no effect without 'stiffness'"},
        {BASE "friction: [@{name: f, joint: j, law: lugre, coulomb: 2, stiction: 2, stribeck_velocity: 1}]\n",
         "missing with the law 'lugre': bristle_stiffness, bristle_damping; expected"},
        {BASE "friction: [{name: f, joint: j, law: viscous, viscous: 1, coulomb: @2}]\n",
         "'coulomb' has no effect with the law 'viscous'; the key is expected to be left out"},
        {BASE "friction: [{name: f, joint: j, law: brown-mcphee, coulomb: 2, stiction: 2, "
              "stribeck_velocity: 1, exponent: @2}]\n",
         "'exponent' has no effect with the law 'brown-mcphee'"},
        {BASE "forces: [@{name: f, body: a}]\n", "a force that does nothing"},
        {BASE "forces: [{name: f, body: a, force: [1, 0, 0], from: 2, until: @1}]\n",
         "'until' is not after 'from'"},
        {BASE "joint_forces: [{name: f, joint: j, force: 1, from: @-2}]\n",
         "'from' is -2; a time of zero or more"},
    };
    CHECK_REFUSALS(list);
}

/* ---- bodies ---- */

#define ONE_BODY(body) HEAD "bodies:\n  - " body "\n" HINGE

static void bodies(void **state)
{
    (void)state;
    static const refusal list[] = {
        {ONE_BODY("{name: a, mass: @0, shape: {kind: point}}"),
         "'mass' is 0; a mass above zero (e.g. \"2.5 kg\" or 2.5) or 'massless: true'"},
        {ONE_BODY("{name: a, mass: @-2 kg, shape: {kind: point}}"), "'mass' is -2 kg; a mass above zero"},
        {ONE_BODY("@{name: a, shape: {kind: point}}"),
         "body 'a' has no mass; 'mass', 'density' or 'massless: true' is expected"},
        {ONE_BODY("@{name: a, mass: 1}"), "body 'a' has no inertia; 'inertia' or 'shape'"},
        {ONE_BODY("{name: a, mass: 1, density: @1, shape: {kind: sphere, radius: 1}}"),
         "both 'mass' and 'density'"},
        {ONE_BODY("{name: a, density: @1, shape: {kind: point}}"), "'density' needs a volume"},
        {ONE_BODY("{name: a, density: @1, inertia: [1, 1, 1]}"), "'density' needs a volume"},
        {ONE_BODY("{name: a, density: @-1, shape: {kind: sphere, radius: 1}}"),
         "'density' is -1; a density above zero"},
        {ONE_BODY("{name: a, density: @1e-300, shape: {kind: sphere, radius: 1e-9}}"), "give a mass of"},
        {ONE_BODY("{name: a, mass: 1, inertia: @[0, 0, 0]}"),
         "'inertia' is not positive definite; for a point mass"},
        {ONE_BODY("{name: a, mass: 1, inertia: @[1, 1, -1]}"), "'inertia' is not positive definite"},
        {ONE_BODY("{name: a, mass: 1, inertia: @[1, 1, 0]}"), "'inertia' is not positive definite"},
        {ONE_BODY("{name: a, mass: 1, inertia: @[1, 1, 1, 2, 0, 0]}"), "'inertia' is not positive definite"},
        {ONE_BODY("{name: a, mass: 1, inertia: @[1, 1, 3]}"),
         "'inertia' belongs to no body: a principal moment exceeds the sum"},
        {ONE_BODY("{name: a, mass: 1, inertia: @[2, 2, 1, 1.8, 0, 0]}"), "'inertia' belongs to no body"},
        {ONE_BODY("{name: a, mass: 1, inertia: @[1, 1, 1, 0]}"),
         "'inertia' has 4 entries; 3 (xx, yy, zz) or 6"},
        {ONE_BODY("{name: a, mass: 1, inertia: @[1, 1]}"), "'inertia' has 2 entries; 3 to 6"},
        {ONE_BODY("{name: a, mass: 1, inertia: [1, 1, @1 kg]}"), "'1 kg' is a mass; a moment of inertia"},
        {ONE_BODY("{name: a, mass: 1, shape: {kind: @ball}}"), "unknown value 'ball' in 'kind'"},
        {ONE_BODY("{name: a, mass: 1, shape: @{kind: rod}}"),
         "missing in a shape of kind 'rod': length; expected"},
        {ONE_BODY("{name: a, mass: 1, shape: {kind: rod, length: @0}}"),
         "'length' is 0; a length above zero"},
        {ONE_BODY("{name: a, mass: 1, shape: {kind: rod, length: 1, radius: @1}}"),
         "'radius' has no effect in a shape of kind 'rod'"},
        {ONE_BODY("{name: a, mass: 1, shape: {kind: sphere, radius: 1, axis: @x}}"),
         "'axis' has no effect in a shape of kind 'sphere'"},
        {ONE_BODY("{name: a, mass: 1, shape: {kind: box, size: [1, @-1, 1]}}"),
         "'size' is -1; a length above zero"},
        {ONE_BODY("{name: a, mass: 1, shape: @{kind: rod, length: 1e200}}"), "is too large for a number"},
        {ONE_BODY("@{name: a, massless: true}"), "massless body 'a' has nothing massive beyond it"},
        {HEAD "bodies: [{name: a, massless: true, mass: @1}, {name: b, mass: 1, shape: {kind: point}}]\n"
              "joints: [{name: j, type: revolute, child: a}, {name: k, type: fixed, parent: a, child: b}]\n",
         "a massless body has no 'mass'"},
        {HEAD "bodies: [{name: b, mass: 1, shape: {kind: point}}, @{name: a, massless: true}]\n"
              "joints: [{name: j, type: revolute, child: b}, {name: k, type: fixed, parent: b, child: a}]\n",
         "massless body 'a' has nothing massive beyond it"},
    };
    CHECK_REFUSALS(list);
}

/* ---- joints and loops ---- */

#define ONE_JOINT(joint) HEAD BODY "joints:\n  - " joint "\n"

static void joints(void **state)
{
    (void)state;
    static const refusal list[] = {
        {ONE_JOINT("{name: j, type: revolute, child: a, axis: @[0, 0, 0]}"), "'axis' has no direction"},
        {ONE_JOINT("{name: j, type: revolute, child: a, axis: [0, 0, @1 m]}"),
         "'1 m' is a length; a plain number"},
        {ONE_JOINT("{name: j, type: universal, child: a, axis: [1, 1, 0], axis2: @[-2, -2, 0]}"),
         "'axis2' is parallel to 'axis'"},
        {ONE_JOINT("{name: j, type: revolute, child: a, axis2: @[1, 0, 0]}"),
         "a revolute joint has no 'axis2'"},
        {ONE_JOINT("{name: j, type: spherical, child: a, axis: @[1, 0, 0]}"),
         "a spherical joint has no 'axis'"},
        {ONE_JOINT("{name: j, type: revolute, child: a, position: @[1, 2]}"),
         "'position' has 2 entries; a revolute joint has 1, 1 is expected"},
        {ONE_JOINT("{name: j, type: free, child: a, velocity: @[1, 2, 3]}"),
         "'velocity' has 3 entries; a free joint has 6, 6 are expected"},
        {ONE_JOINT("{name: j, type: universal, child: a, position: @1}"),
         "'position' has 1 entries; a universal joint has 2"},
        {ONE_JOINT("{name: j, type: fixed, child: a, position: @1}"),
         "'position' has 1 entries; a fixed joint has 0"},
        {HEAD "bodies:\n  - {name: a, mass: 1, shape: {kind: point}}\n  - @{name: b, mass: 1, shape: {kind: "
              "point}}\n" HINGE,
         "no joint carries body 'b'; one joint with 'child: b' is expected"},
        {HEAD BODY
         "joints:\n  - {name: j, type: revolute, child: a}\n  - {name: k, type: revolute, child: @a}\n",
         "body 'a' is already carried by joint 'j'; one joint per body is expected: a second one closes a "
         "loop, write it under 'loops'"},
        {HEAD "bodies: [{name: a, mass: 1, shape: {kind: point}}, {name: b, mass: 1, shape: {kind: point}}]\n"
              "joints:\n  - {name: j, type: revolute, parent: b, child: a}\n  - @{name: k, type: revolute, "
              "parent: a, child: b}\n",
         "joint 'k' stands in a cycle of joints"},
        {HEAD BODY "joints: [@{name: j, type: revolute, parent: a, child: a}]\n",
         "joint 'j' stands in a cycle"},
        {PAIR "loops: [{name: l, type: revolute, a: a, b: @a}]\n", "'a' and 'b' are both 'a'"},
        {PAIR "loops: [@{name: l, type: distance, a: a, b: b}]\n",
         "missing in a loop of type 'distance': distance; expected"},
        {PAIR "loops: [{name: l, type: distance, a: a, b: b, distance: @0}]\n",
         "'distance' is 0; a length above zero"},
        {PAIR "loops: [{name: l, type: revolute, a: a, b: b, distance: @1}]\n",
         "'distance' has no effect in a loop of type 'revolute'"},
        {PAIR "loops: [{name: l, type: spherical, a: a, b: b, a_axis: @[1, 0, 0]}]\n",
         "'a_axis' has no effect in a loop of type 'spherical'"},
        {PAIR "loops: [{name: l, type: revolute, a: a, b: b, a_axis: @[0, 0, 0]}]\n",
         "'a_axis' has no direction"},
        {PAIR "loops: [{name: l, type: prismatic, a: a, b: b, b_normal: @[1, 0, 1]}]\n",
         "'b_normal' is not perpendicular to the axis"},
    };
    CHECK_REFUSALS(list);
}

static void joint_coordinates(void **state)
{
    (void)state;
    static const refusal list[] = {
        {HEAD BODY FLOAT "drivers: [{name: d, joint: @j}]\n",
         "joint 'j' is free and has no scalar coordinate"},
        {BASE "drivers: [{name: d, joint: j}, {name: e, joint: @j, coordinate: 1}]\n",
         "driver 'd' drives this coordinate already"},
        {BASE "drivers: [{name: d, joint: j, coordinate: @2}]\n",
         "'coordinate' is 2; joint 'j' is revolute, 1 is expected"},
        {BASE "drivers: [{name: d, joint: j, coordinate: @0}]\n",
         "'coordinate' is 0; joint 'j' is revolute, 1 is expected"},
        {HEAD BODY
         "joints: [{name: j, type: universal, child: a}]\ndrivers: [{name: d, joint: j, coordinate: @3}]\n",
         "1 or 2 is expected"},
    };
    CHECK_REFUSALS(list);
}

/* ---- outputs ---- */

static void outputs(void **state)
{
    (void)state;
    static const refusal list[] = {
        {BASE "outputs: [{name: o, quantity: @joint-positon, joint: j}]\n", "did you mean 'joint-position'?"},
        {BASE "outputs: [{name: @time, quantity: kinetic-energy}]\n", "'time' is the first column"},
        {BASE "outputs: [@{name: o, quantity: joint-position}]\n",
         "'joint-position' of what? 'joint' is expected"},
        {BASE "outputs: [@{name: o, quantity: bristle}]\n",
         "'bristle' of what? 'friction' or 'cylinder' is expected"},
        {BASE "outputs: [{name: o, quantity: kinetic-energy, body: @a}]\n",
         "'body' does not fit 'kinetic-energy'; no key of that kind is expected"},
        {BASE "outputs: [{name: o, quantity: joint-position, joint: j, body: @a}]\n",
         "'body' does not fit 'joint-position' beside another key"},
        {BASE "points: [{name: p, body: a}]\noutputs: [{name: o, quantity: point-position, point: p, "
              "coordinate: @1}]\n",
         "'coordinate' without 'joint'"},
        {HEAD BODY FLOAT "outputs: [{name: o, quantity: joint-position, joint: @j}]\n",
         "has no scalar coordinate"},
        {BASE "friction: [{name: f, joint: j, law: viscous, viscous: 1}]\noutputs: [{name: o, quantity: "
              "bristle, friction: @f}]\n",
         "friction 'f' has the law 'viscous' and no bristle; the law 'lugre', 'modified-lugre', 'stiction' "
         "or 'stick-slide' is "
         "expected"},
        {BASE "outputs: [{name: o, quantity: position-violation, loop: @l}]\n", "unknown loop 'l'"},
        {BASE "outputs: [@{name: o, quantity: roll}]\n", "'roll' of what? 'body' is expected"},
        {BASE "outputs: [{name: o, quantity: heading, body: @ground}]\n", "unknown body 'ground'"},
        {BASE POINTS "outputs: [@{name: o, quantity: distance, point: p}]\n",
         "'distance' to what? 'to' with another point is expected"},
        {BASE POINTS "outputs: [@{name: o, quantity: reach, point: p}]\n",
         "'reach' to what? 'to' with another point is expected"},
        {BASE POINTS "outputs: [{name: o, quantity: distance, point: p, to: @r}]\n", "unknown point 'r'"},
        {BASE POINTS "outputs: [{name: o, quantity: distance, point: p, to: @p}]\n",
         "'point' and 'to' are both 'p'"},
        {BASE POINTS "outputs: [{name: o, quantity: distance, point: p, to: q, above: @q}]\n",
         "'above' does not fit this quantity"},
        {BASE POINTS "outputs: [{name: o, quantity: height, point: p, above: @x}]\n", "unknown point 'x'"},
        {BASE POINTS "outputs: [{name: o, quantity: height, point: p, to: @q}]\n",
         "'to' does not fit this quantity"},
        {BASE POINTS "outputs: [{name: o, quantity: speed, point: p, body: @a}]\n",
         "'body' does not fit 'speed' beside another key"},
    };
    CHECK_REFUSALS(list);
}

/* ---- several at once ---- */

static hl_report report; /* too large for the stack */

static void all_errors_come_in_one_go_and_in_order(void **state)
{
    (void)state;
    static const char text[] = HEAD "bodies:\n"
                                    "  - {name: a, mass: -1, shape: {kind: point}}\n"
                                    "  - {name: a, mass: 1 m, inertia: [1, 1, 3]}\n" HINGE
                                    "drivers: [{name: d, joint: x}, {name: e, joint: j, rate: 1 mm}]\n";
    static const hl_place places[] = {{5, 21}, {6, 5}, {6, 12}, {6, 21}, {6, 35}, {8, 28}, {8, 58}};
    const int count = (int)(sizeof places / sizeof *places);
    hl_arena arena = {0};
    auth_mechanism *mechanism = NULL;
    assert_int_equal(auth_mechanism_parse(text, strlen(text), "f.yaml", &arena, &mechanism, &report),
                     HL_BAD_INPUT);
    assert_int_equal(report.count, count);
    for (int i = 0; i < count; i++) {
        assert_int_equal(report.list[i].place.line, places[i].line);
        assert_int_equal(report.list[i].place.column, places[i].column);
    }
    hl_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_and_words),
        cmocka_unit_test(names_and_references),
        cmocka_unit_test(quantities),
        cmocka_unit_test(ranges),
        cmocka_unit_test(bodies),
        cmocka_unit_test(joints),
        cmocka_unit_test(joint_coordinates),
        cmocka_unit_test(outputs),
        cmocka_unit_test(all_errors_come_in_one_go_and_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
