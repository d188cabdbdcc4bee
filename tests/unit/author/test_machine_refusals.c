/* Every way in which a machine can be wrong, with its place. See refusal.h. */
#include "refusal.h"

#define CHECK_CART(list) CHECK_VARIATIONS(parse_machine, read_base("cart.yaml"), list)

static void top_and_chassis(void **state)
{
    (void)state;
    static const variation list[] = {
        {"chassis: frame", "chassis: @fram",
         "unknown body 'fram' under 'chassis'; the name of one in this file "
         "is expected; did you mean 'frame'?"},
        {"chassis: frame", "chassis: @crank",
         "body 'crank' is carried by the revolute joint 'crankshaft'; a body "
         "on a free joint"},
        {"version: 1", "version: @2", "'version' is 2; 1 is expected"},
        {"chassis: frame", "simulation: {step: @1 ns}\nchassis: frame",
         "'step' is 1 ns; 10 us to 20 ms is expected"},
        {"chassis: frame", "simulation: {step: @0.1}\nchassis: frame",
         "'step' is 0.1; 10 us to 20 ms is expected"},
        {"tires:", "@tyres:", "unknown key 'tyres' in the file; did you mean 'tires'?"},
        {"name: cart", "name: @'#cart'", "the name '#cart' cannot be a column"},
    };
    CHECK_CART(list);
}

static void tires(void **state)
{
    (void)state;
    static const variation list[] = {
        {"radius: 650 mm", "radius: @0", "'radius' is 0; a length above zero is expected"},
        {"radius: 650 mm", "radius: @650 kg", "'650 kg' is a mass; a length"},
        {"width: 0.34 m\n", "width: 0.34 m\n    discs: @10\n", "'discs' is 10; 1 to 9 is expected"},
        {"width: 0.34 m\n", "width: 0.34 m\n    discs: @1000000000\n",
         "'discs' is '1000000000'; a whole number of at most 9 digits is expected"},
        {"width: 0.34 m\n", "width: 0.34 m\n    discs: @0\n", "'discs' is 0; 1 to 9 is expected"},
        {"bristle_stiffness: [120 1/m, 80 1/m]", "bristle_stiffness: [120 1/m, @80 s/m]",
         "'80 s/m' is an inverse velocity; an inverse length"},
        {"bristle_stiffness: [120 1/m, 80 1/m]", "bristle_stiffness: [120 1/m, @0]",
         "'bristle_stiffness' is 0; an inverse length above zero"},
        {"bristle_stiffness: [120 1/m, 80 1/m]", "bristle_stiffness: @[120 1/m]", "2 are expected"},
        {"stiction: 0.62, stribeck_velocity: 2.5", "stiction: @0.5, stribeck_velocity: 2.5",
         "'stiction' is 0.5, below 'kinetic' (0.55)"},
        {"rolling_resistance: 0.06}",
         "rolling_resistance: 0.06}\n      - {surface: @firm gravel, "
         "bristle_stiffness: [1, 1], bristle_damping: [0, 0], kinetic: 1, "
         "stiction: 1, stribeck_velocity: 1}",
         "the surface 'firm gravel' is taken in this tire"},
    };
    CHECK_CART(list);
}

static void wheels(void **state)
{
    (void)state;
    static const variation list[] = {
        {"body: fr, tire: front", "body: fr, tire: @fronts", "unknown tire 'fronts' under 'tire'"},
        {"body: fr, tire", "body: @fx, tire", "unknown body 'fx'"},
        {"body: fr, tire", "body: @fl, tire", "body 'fl' is wheel 'front left' already"},
        {"body: fr, tire", "body: @frame, tire", "the wheel is carried by the free joint 'float'"},
        {"axle: [0, 1, 0]", "axle: @[0, 0, 1]", "the axle is (0, 0, 1) but joint 'fl' turns about (0, 1, 0)"},
        {"axle: [0, 1, 0]", "axle: @[0, -1, 0]",
         "the axle is (0, -1, 0) but joint 'fl' turns about (0, 1, 0)"},
        {"axle: [0, 1, 0]", "axle: @[0, 0, 0]", "'axle' has no direction"},
    };
    CHECK_CART(list);
}

static void engine(void **state)
{
    (void)state;
    static const variation list[] = {
        {"joint: crankshaft", "joint: @float", "joint 'float' is free and has no scalar coordinate"},
        {"joint: crankshaft", "joint: @crank", "unknown joint 'crank' under 'joint'"},
        {"[1000 rpm, 470 N m]", "@[850 rpm, 470 N m]", "'full_load': 850 rpm is not above the value before"},
        {"[1000 rpm, 470 N m]", "[1000 rpm, @470 N]", "'full_load': '470 N' is a force; a moment"},
        {"[1000 rpm, 470 N m]", "@[1000 rpm]", "2 are expected"},
        {"[2100 rpm, 160 N m]", "[2100 rpm, @-160 N m]", "'motoring' is -160 N m; a moment above zero"},
        {"[[850 rpm, 80 N m], [2100 rpm, 160 N m]]", "@[[850 rpm, 80 N m]]",
         "'motoring' has 1 entries; 2 to 16"},
        {"stall_speed: 250 rpm", "stall_speed: @850 rpm", "'stall_speed' is not below 'idle_speed'"},
        {"starter_speed: 350 rpm", "starter_speed: @320 rpm", "the starter is weaker than 'motoring'"},
        {"top_speed: 2200 rpm", "top_speed: @800 rpm", "'top_speed' is not above 'idle_speed'"},
        {"droop: 0.05", "droop: @0.6", "'droop' is 0.6; 0 to 0.5 is expected"},
        {"droop: 0.05", "droop: @0", "'droop' is 0; a plain number above zero"},
        {"prompt: 0.5", "prompt: @1.5", "'prompt' is 1.5; 0 to 1 is expected"},
        {"fill: 1}", "fill: @1.2}", "'fill' is 1.2; 0 to 1 is expected"},
        {"loads: [0.1, 1]", "loads: [0.1, @0.1]", "'loads': 0.1 is not above the value before"},
        {"[230 g/kWh, 215 g/kWh, 250 g/kWh]", "@[230 g/kWh, 215 g/kWh]",
         "'table': a row of 2; one entry for each of the 3 speeds"},
        {"[230 g/kWh, 215 g/kWh, 250 g/kWh]", "[230 g/kWh, @215 kWh, 250 g/kWh]",
         "'table': '215 kWh' is a moment; a fuel mass per work"},
        {"[230 g/kWh, 215 g/kWh, 250 g/kWh]", "@250 g/kWh",
         "'table' is given a single value; a row (a list)"},
        {"[230 g/kWh, 215 g/kWh, 250 g/kWh]", "[230 g/kWh, @[1], 250 g/kWh]",
         "'table' is given a list; a number, or a text with a unit,"},
        {"[2200 rpm, 6.5 l/h]", "@[2200 rpm, 1e308]", "'idle_consumption' times the density is too large"},
        {"[2200 rpm, 6.5 l/h]", "[2200 rpm, @6.5 kg]",
         "'idle_consumption': '6.5 kg' is a mass; a volume flow"},
    };
    CHECK_CART(list);
}

static void driveline(void **state)
{
    (void)state;
    static const variation list[] = {
        {"front_right: front right", "front_right: @front left",
         "'front_left' and 'front_right' are both 'front left'; four different wheels"},
        {"front_right: front right", "front_right: @front rigth",
         "unknown wheel 'front rigth' under 'front_right'; the name of one in this file is expected; did you "
         "mean"},
        {"{name: A2, ratio: 9}", "{name: A2, ratio: @11}",
         "'ratio' is 11, not below that of the gear before"},
        {"{name: A2, ratio: 9}", "{name: A2, ratio: @-9}", "'ratio' is -9; a plain number above zero"},
        {"start_gear: A2", "start_gear: @A3",
         "unknown gear 'A3' under 'start_gear'; the name of one in this driveline"},
        {"efficiency: 0.94", "efficiency: @1.1", "'efficiency' is 1.1; 0 to 1 is expected"},
        {"split: 0.45", "split: @1.45", "'split' is 1.45; 0 to 1 is expected"},
        {"stiffness: 20 kN m/rad", "stiffness: @20 kN/m", "'20 kN/m' is a stiffness; a torsional stiffness"},
        {"time: 0.9 s", "time: @0", "'time' is 0; a time above zero"},
        {"take_hold: 650 N m", "take_hold: @-1 N m", "'take_hold' is -1 N m; a moment of zero or more"},
        {"take_hold: 650 N m", "take_hold: @20 kN", "'20 kN' is a force; a moment"},
        {"slip: 0.05 rad", "slip: @0.05 m", "'0.05 m' is a length; an angle"},
    };
    CHECK_CART(list);
}

static void shapes(void **state)
{
    (void)state;
    static const variation list[] = {
        {"size: [0.1, 1, 0.3]", "size: [0.1, @0, 0.3]", "'size' is 0; a length above zero"},
        {"{name: bumper, body: frame", "{name: bumper, body: @ground", "unknown body 'ground'"},
        {"size: [0.1, 1, 0.3]}", "size: [0.1, 1, 0.3], law: @stick}",
         "unknown value 'stick' in 'law'; expected: lugre, stiction"},
        {"size: [0.1, 1, 0.3]}\n  - {name: step", "size: [0.1, 1, 0.3], law: stiction}\n  - @{name: step",
         "shape 'step' has 'law: lugre', shape 'bumper' of the same body 'law: stiction': give all shapes of "
         "a "
         "body the same law"},
        {"stribeck_velocity: 0.1 m/s}\nshapes", "stribeck_velocity: 0.1 m/s, stick_time: @5 ms}\nshapes",
         "'stick_time' has no effect without a shape with 'law: stiction'"},
        {"kinetic: 0.5, stiction: 0.6,", "kinetic: @0, stiction: 0.6,",
         "'kinetic' is 0; a plain number above zero"},
        {"kinetic: 0.5, stiction: 0.6,", "kinetic: 0.5, stiction: @0.4,",
         "'stiction' is 0.4, below 'kinetic' (0.5)"},
        {"bristle_damping: 5 s/m", "bristle_damping: @-5 s/m",
         "'bristle_damping' is -5 s/m; an inverse velocity of "
         "zero or more"},
    };
    CHECK_CART(list);
}

static void tools(void **state)
{
    (void)state;
    static const variation list[] = {
        {"{name: shovel, body: frame", "{name: shovel, body: @fram",
         "unknown body 'fram' under 'body'; the name of one in this file is expected; did you mean 'frame'?"},
        {"{name: shovel, body: frame", "{name: shovel, body: @ground", "unknown body 'ground'"},
        {"{name: blade", "{name: @shovel", "the name 'shovel' is taken in this list"},
        {"profile: [[0, 0], [0, 0.4]]", "profile: @[[0, 0]]",
         "'profile' has 1 entries; 2 to 16 are expected"},
        {"profile: [[0, 0], [0, 0.4]]", "profile: [[0, 0], @[0.4]]", "2 are expected"},
        {"profile: [[0, 0], [0, 0.4]]", "profile: [[0, 0], [0, @0.4 kg]]",
         "'profile': '0.4 kg' is a mass; a length"},
        {"profile: [[0, 0], [0, 0.4]]", "profile: [[0, 0], @[0, 0.5 mm]]",
         "'profile': corner 2 lies on the corner before; corners at least 1 mm apart are expected"},
        {"width: 2, thickness", "width: @0, thickness", "'width' is 0; 20 mm to 20 m is expected"},
        {"width: 2, thickness", "width: @21 m, thickness", "'width' is 21 m; 20 mm to 20 m is expected"},
        {"thickness: 10 mm", "thickness: @10 m", "'thickness' is 10 m; 1 mm to 0.2 m is expected"},
        {"thickness: 10 mm", "thickness: 10 mm, tooth_width: @5 mm",
         "'tooth_width' has no effect without 'teeth'; the key is expected to be left out"},
        {"teeth: 5, tooth_width: 60 mm", "teeth: @5", "'teeth' without 'tooth_width'; the key is expected"},
        {"teeth: 5", "teeth: @65", "'teeth' is 65; 0 to 64 is expected"},
        {"tooth_width: 60 mm", "tooth_width: @25 cm",
         "5 teeth of 0.25 m are wider than the tool, 'width' is 1.2 m; narrower or fewer teeth"},
        {"tooth_length: 12 cm", "tooth_length: @0", "'tooth_length' is 0; a length above zero"},
        {"sides: false", "sides: @no", "'sides' is 'no'; true or false is expected"},
        {"sides: false", "@side: false", "unknown key 'side' in 'tools'; did you mean 'sides'?"},
    };
    CHECK_CART(list);
}

static void containers(void **state)
{
    (void)state;
    static const variation list[] = {
        {"{name: tray, body: frame", "{name: tray, body: @fram", "unknown body 'fram' under 'body'"},
        {"{name: bin", "{name: @tray", "the name 'tray' is taken in this list"},
        {"size: [1 m, 1 m, 1 m]", "size: [1 m, @21 m, 1 m]", "'size' is 21 m; 0.1 to 20 m is expected"},
        {"size: [1 m, 1 m, 1 m]", "size: @[1 m, 1 m]", "3 are expected"},
        {"taper: [0, 10 cm]", "taper: [0, @-10 cm]", "a length of zero or more"},
        {"cell: 5 cm", "cell: @5 mm", "'cell' is 5 mm; 20 mm to 1 m is expected"},
        {"payload: 2 t", "payload: @0 t", "above zero"},
        {"friction: 20 deg", "friction: @61 deg", "'friction' is 61 deg; 0 to 60 deg is expected"},
        {"side: rear, control: horn", "side: @back, control: horn", "unknown value 'back' in 'side'"},
        {"side: rear, control: horn", "side: rear, control: @hornn",
         "unknown control 'hornn' under 'control'"},
        {"side: rear, control: horn", "side: @rear",
         "a gate needs either 'control', which opens it, or 'joint', whose angle shows how far it is open"},
        {"side: rear, control: horn", "side: @rear, control: horn, joint: fl, full: 60 deg",
         "a gate needs either 'control'"},
        {"side: rear, control: horn", "side: rear, control: horn, full: @60 deg",
         "'full' has no effect without 'joint'"},
        {"joint: fl, full: 60 deg", "joint: @fl", "a gate on a joint needs 'full'"},
        {"joint: fl, full: 60 deg", "joint: @fll, full: 60 deg", "unknown joint 'fll' under 'joint'"},
    };
    CHECK_CART(list);
}

static void controls(void **state)
{
    (void)state;
    static const variation list[] = {
        {"range: [-1, 1], safe: 0, circuit: hydraulics, command: lift",
         "range: @[1, -1], safe: 0, circuit: hydraulics, command: lift", "'range' does not rise"},
        {"range: [0, 1], safe: 0, drive: throttle", "range: [0, 1], safe: @-1, drive: throttle",
         "'safe' is -1; 0 to 1 is expected"},
        {"initial: 0.5", "initial: @1.5", "'initial' is 1.5; 0 to 1 is expected"},
        {"range: [0, 1], safe: 0, drive: throttle", "range: @[0, 100], safe: 0, drive: throttle",
         "'range' is 0 to 100; for this role 0 to 1 is expected, or less"},
        {"drive: throttle", "drive: @throttel", "did you mean 'throttle'?"},
        {"drive: brake-left", "drive: @throttle", "control 'throttle' has the role 'throttle' already"},
        {"drive: brake-left", "drive: @brake", "control 'brake' has the role 'brake' already"},
        {"safe: 0, drive: throttle", "safe: 0, dead_band: @0.1, drive: throttle",
         "'dead_band' has no effect without a command of a circuit"},
        {"safe: 0, drive: throttle", "safe: 0, full: @2, drive: throttle", "'full' has no effect without"},
        {"circuit: hydraulics, command: steer", "command: @steer", "'command' of which circuit?"},
        {"circuit: hydraulics, command: steer", "circuit: @hydraulics", "which command of the circuit?"},
        {"circuit: hydraulics, command: steer", "circuit: @hydraulic, command: steer",
         "did you mean 'hydraulics'?"},
        {"circuit: hydraulics, command: steer", "drive: @clutch, circuit: hydraulics, command: steer",
         "'drive' beside a command of a circuit"},
        {"command: steer,", "command: @ster,",
         "unknown command 'ster' under 'command'; the name of one in this circuit"},
        {"command: steer", "command: @lift", "control 'lift' moves this command already"},
        {"dead_band: 0.05", "dead_band: @1", "'dead_band' is 1; 0 to 0.95 is expected"},
        {"progression: 0.4", "progression: @1.4", "'progression' is 1.4; 0 to 1 is expected"},
        {"progression: 0.4, full: 1}", "progression: 0.4, full: @0}",
         "'full' is 0; a command other than zero"},
        {"command: steer, follow", "command: steer, dead_band: @0.1, follow",
         "'dead_band' has no effect with 'follow'"},
        {"low: -38 deg", "low: @-38 mm", "'-38 mm' is a length; an angle"},
        {"low: -38 deg, high: 52 deg", "low: 52 deg, high: @52 deg", "'low' and 'high' are equal"},
        {"gain: 8 1/rad", "gain: @8 1/m", "'8 1/m' is an inverse length; an inverse angle"},
        {"gain: 8 1/rad", "gain: @0", "'gain' is 0; a value other than zero"},
        {"follow: {joint: fl,", "follow: {joint: @float,",
         "joint 'float' is free and has no scalar coordinate"},
        {"range: [-1, 1], safe: 0, circuit: hydraulics, command: steer",
         "range: @[0.5, 1], safe: 0.5, circuit: hydraulics, command: steer", "'range' leaves out 0"},
    };
    CHECK_CART(list);
}

static void bypasses(void **state)
{
    (void)state;
    static const variation list[] = {
        {"controls: [lift]", "controls: [@lft]", "unknown control 'lft' under 'controls'"},
        {"controls: [lift]", "controls: [@horn]", "control 'horn' moves no command directly"},
        {"controls: [lift]", "controls: [@steering]", "control 'steering' moves no command directly"},
        {"controls: [lift]", "controls: [lift, @lift]", "control 'lift' is named twice"},
        {"controls: [lift]", "controls: @[]", "'controls' has 0 entries"},
        {"command: open, full: 1", "command: @lift, full: 1", "control 'lift' moves this command already"},
        {"command: open, full: 1", "command: open, full: @0", "'full' is 0; a plain number above zero"},
    };
    CHECK_CART(list);
}

/* What is changed and what is then wrong stand apart. */
static void far_apart(void **state)
{
    (void)state;
    static const far_variation list[] = {
        {"at: [1, -0.5, 0], axis: [0, 1, 0]}", "at: [1, -0.5, 0], axis: [0, 1, 0], child_at: [0.1, 0, 0]}",
         "fr, tire", "joint 'fr' bears the wheel at 'child_at', off its axle"},
        {"loads: [0.1, 1]", "loads: [0.1, 0.5, 1]", "[[560",
         "'table' has 2 rows; one for each of the 3 loads"},
        {"{name: steer}", "{name: steer, points: [[0, 0]]}", "steer, follow",
         "command 'steer' runs on its own 'points'"},
        {"parking_rear: 9 kN m, ", "", "parking-brake",
         "this role has no effect; 'parking_front' or 'parking_rear'"},
        {"chassis: frame\n", "", "headland: m", "missing in the file: chassis; expected"},
    };
    CHECK_FAR_VARIATIONS(parse_machine, read_base("cart.yaml"), list);
}

/* ---- parts that need each other ---- */

#define LEAST                                                                                                \
    "headland: machine\nversion: 1\nname: box\nchassis: b\n"                                                 \
    "bodies: [{name: b, mass: 1, shape: {kind: sphere, radius: 1}}]\n"                                       \
    "joints: [{name: j, type: free, child: b}]\n# more\n"

static void parts_need_each_other(void **state)
{
    (void)state;
    static const variation list[] = {
        {"# more", "controls: [{name: c, safe: 0, drive: @throttle}]",
         "'drive' has no effect without 'engine'"},
        {"# more", "controls: [{name: c, safe: 0, drive: @clutch}]",
         "'drive' has no effect without 'driveline'"},
        {"# more", "shapes: @[{name: s, body: b, size: [1, 1, 1]}]", "'shapes' without 'contact'"},
        {"# more",
         "contact: @{stiffness: 1, damping: 0, bristle_stiffness: 1, bristle_damping: 0, kinetic: 1, "
         "stiction: 1, "
         "stribeck_velocity: 1}",
         "'contact' has no effect without 'shapes'"},
    };
    CHECK_VARIATIONS(parse_machine, LEAST, list);
}

/* What the mechanism has to complain about comes together with what the machine has. */
static void complaints_of_all_parts_come_in_one_go(void **state)
{
    (void)state;
    static const char text[] =
        "headland: machine\nversion: 1\nname: box\nchassis: c\n"
        "bodies: [{name: b, mass: -1, shape: {kind: sphere, radius: 1}}]\n"
        "joints: [{name: j, type: revolute, child: b}]\n"
        "shapes: [{name: s, body: d, size: [1, 1, 1]}]\n"
        "engine: {joint: k, full_load: [[1, 1], [1, 1]], motoring: [[1, 1], [2, 1]], "
        "idle_speed: 2, top_speed: 3, droop: 0.1, lag: 1, stall_speed: 1, starter_torque: "
        "9, starter_speed: 9, fuel: {density: 1, tank: 1}, consumption: {speeds: [1, 2], "
        "loads: [0, 1], table: [[1, 1], [1, 1]]}, idle_consumption: [[1, 1], [2, 1]]}\n"
        "controls: [{name: c, safe: 2}]\n";
    /* chassis, mass, shape without contact, its body, joint, full_load, safe */
    static const int lines[] = {4, 5, 7, 7, 8, 8, 9};
    static hl_report report;
    hl_arena arena = {0};
    const void *out;
    assert_int_equal(parse_machine(text, strlen(text), &arena, &out, &report), HL_BAD_INPUT);
    assert_int_equal(report.count, 7);
    for (int i = 0; i < 7; i++) assert_int_equal(report.list[i].place.line, lines[i]);
    hl_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(top_and_chassis),
        cmocka_unit_test(tires),
        cmocka_unit_test(wheels),
        cmocka_unit_test(engine),
        cmocka_unit_test(driveline),
        cmocka_unit_test(shapes),
        cmocka_unit_test(tools),
        cmocka_unit_test(containers),
        cmocka_unit_test(controls),
        cmocka_unit_test(bypasses),
        cmocka_unit_test(far_apart),
        cmocka_unit_test(parts_need_each_other),
        cmocka_unit_test(complaints_of_all_parts_come_in_one_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
