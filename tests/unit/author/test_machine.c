/* A machine file into its descriptor: units, defaults, references, joints behind wheels. Expected values are
 * written in SI by hand; a value is number * numerator / denominator and the expected one is rounded too:
 * three roundings of 2^-53 each at most. */
#include "refusal.h"

#include "auth/circuit.h"
#include "auth/machine.h"

#include <math.h>

#define PI 3.14159265358979323846

static const double rounding = 4e-16;

#define NEARLY(actual, expected) CHECK_RELATIVE(actual, expected, rounding)

static const auth_machine *read_cart(hl_arena *arena)
{
    return read_good(parse_machine, read_base("cart.yaml"), arena);
}

static void a_machine_is_a_mechanism(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_machine *m = read_cart(&arena);
    const auth_mechanism *mechanism = m->mechanism;
    assert_string_equal(mechanism->name, "cart");
    assert_int_equal(mechanism->body_count, 6);
    assert_int_equal(mechanism->circuit_count, 1);
    assert_string_equal(mechanism->bodies[m->chassis].name, "frame");
    assert_int_equal(mechanism->joints[m->chassis].type, MB_FREE);
    NEARLY(mechanism->gravity[2], -9.81);
    hl_arena_free(&arena);
}

static void outputs_of_vehicles(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_machine *m = read_cart(&arena);
    static const struct {
        auth_quantity quantity;
        int of, of2;
    } expected[] = {{AUTH_OUT_SPEED, 0, -1}, {AUTH_OUT_HEIGHT, 0, 1}, {AUTH_OUT_DISTANCE, 0, 1},
                    {AUTH_OUT_ROLL, 0, -1},  {AUTH_OUT_PITCH, 0, -1}, {AUTH_OUT_HEADING, 1, -1}};
    assert_int_equal(m->mechanism->output_count, 6);
    for (int i = 0; i < 6; i++) {
        const auth_output *out = &m->mechanism->outputs[i];
        assert_int_equal(out->quantity, expected[i].quantity);
        assert_int_equal(out->of, expected[i].of);
        assert_int_equal(out->of2, expected[i].of2);
        assert_string_equal(out->meaning, i == 0 ? "over ground" : "");
    }
    hl_arena_free(&arena);
}

static void tires_and_wheels(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_machine *m = read_cart(&arena);
    assert_int_equal(m->tire_count, 1);
    const auth_tire *tire = &m->tires[0];
    NEARLY(tire->model.radius, 0.65);
    NEARLY(tire->model.stiffness, 380e3);
    NEARLY(tire->model.damping, 4500.0);
    assert_int_equal(tire->model.discs, 5);
    assert_int_equal(tire->friction_count, 1);
    const auth_tire_friction *friction = &tire->friction[0];
    assert_string_equal(friction->surface, "firm gravel");
    NEARLY(friction->law.stiffness[0], 120.0);
    NEARLY(friction->law.stiffness[1], 80.0);
    NEARLY(friction->law.viscous[1], 0.002);
    NEARLY(friction->law.slip_stiffness[1], 8.0);
    NEARLY(friction->law.rolling_resistance, 0.06);
    assert_int_equal(m->wheel_count, 4);
    for (int i = 0; i < 4; i++) {
        const auth_wheel *wheel = &m->wheels[i];
        assert_int_equal(m->mechanism->joints[wheel->joint].child, wheel->body);
        assert_int_equal(wheel->body, 2 + i);
        CHECK_SAME(wheel->axle[1], 1.0);
    }
    hl_arena_free(&arena);
}

static void engine(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_machine *m = read_cart(&arena);
    const auth_engine *e = &m->engine;
    assert_true(m->has_engine);
    assert_string_equal(m->mechanism->joints[e->crankshaft.joint].name, "crankshaft");
    assert_int_equal(e->model.full_load.count, 3);
    NEARLY(e->model.full_load.x[1], 1000 * 2 * PI / 60);
    NEARLY(e->model.full_load.y[1], 470.0);
    assert_int_equal(e->model.motoring.count, 2);
    NEARLY(e->model.idle_speed, 850 * 2 * PI / 60);
    NEARLY(e->model.droop, 0.05);
    NEARLY(e->model.prompt, 0.5);
    NEARLY(e->fuel_density, 835.0);
    NEARLY(e->tank, 0.23);
    assert_int_equal(e->model.map_speeds, 3);
    assert_int_equal(e->model.map_loads, 2);
    NEARLY(e->model.map_load[0], 0.1);
    NEARLY(e->model.consumption[0][2], 600e-3 / 3.6e6); /* [load][speed] */
    NEARLY(e->model.consumption[1][0], 230e-3 / 3.6e6);
    /* 1.8 l/h of 835 kg/m3: the product rounds once more */
    CHECK_RELATIVE(e->model.idle_consumption.y[0], 1.8e-3 * 835 / 3600, 2 * rounding);
    hl_arena_free(&arena);
}

static void driveline(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_machine *m = read_cart(&arena);
    const auth_driveline *d = &m->driveline;
    assert_true(m->has_driveline);
    for (int i = 0; i < AUTH_WHEELS; i++) assert_int_equal(d->wheels[i], i);
    assert_int_equal(d->gearbox.gear_count, 2);
    assert_string_equal(d->gears[1].name, "A2");
    NEARLY(d->gearbox.ratio[0], 11.0);
    assert_int_equal(d->gearbox.start_gear, 1);
    static const size_t offsets[] = {
        offsetof(auth_driveline, gearbox.reverse_factor), offsetof(auth_driveline, gearbox.clutch_capacity),
        offsetof(auth_driveline, gearbox.shift_time),     offsetof(auth_driveline, gearbox.reverse_time),
        offsetof(auth_driveline, model.output_inertia),   offsetof(auth_driveline, model.shaft_stiffness),
        offsetof(auth_driveline, model.shaft_damping),    offsetof(auth_driveline, model.gear_efficiency),
        offsetof(auth_driveline, model.axle_efficiency),  offsetof(auth_driveline, model.drag_torque),
        offsetof(auth_driveline, model.drag_speed),       offsetof(auth_driveline, model.rear_ratio),
        offsetof(auth_driveline, model.front_ratio),      offsetof(auth_driveline, model.clutch.slip),
        offsetof(auth_driveline, model.clutch.damping),   offsetof(auth_driveline, model.lock.slip),
        offsetof(auth_driveline, model.lock.damping),     offsetof(auth_driveline, model.brake.slip),
        offsetof(auth_driveline, model.brake.damping),    offsetof(auth_driveline, brakes.split),
        offsetof(auth_driveline, brakes.centre_capacity), offsetof(auth_driveline, brakes.front_capacity),
        offsetof(auth_driveline, brakes.rear_capacity),   offsetof(auth_driveline, brakes.service[0]),
        offsetof(auth_driveline, brakes.service[2]),      offsetof(auth_driveline, brakes.parking[0]),
        offsetof(auth_driveline, brakes.parking[2]),      offsetof(auth_driveline, gearbox.take_hold)};
    static const double expected[] = {1.0,  1500, 0.35, 0.9,  0.3,  20e3, 80,   0.94, 0.96, 8,
                                      2,    20.4, 15.1, 0.02, 0.01, 0.03, 0.04, 0.05, 0.06, 0.45,
                                      3000, 8000, 20e3, 0,    12e3, 0,    9000, 650};
    for (size_t i = 0; i < sizeof offsets / sizeof *offsets; i++)
        NEARLY(*(const double *)(const void *)((const char *)d + offsets[i]), expected[i]);
    for (int i = 0; i < AUTH_WHEELS; i += 2) {
        CHECK_SAME(d->brakes.service[i + 1], d->brakes.service[i]);
        CHECK_SAME(d->brakes.parking[i + 1], d->brakes.parking[i]);
    }
    /* 0.03 rad and 0.04 s/rad at the wheels, at the output shaft: the product rounds once more */
    CHECK_RELATIVE(d->model.centre.slip, 0.03 * 20.4, 2 * rounding);
    CHECK_RELATIVE(d->model.centre.damping, 0.04 / 20.4, 2 * rounding);
    hl_arena_free(&arena);
}

static void shapes_and_contact(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_machine *m = read_cart(&arena);
    assert_int_equal(m->shape_count, 2);
    assert_int_equal(m->shapes[0].body, m->chassis);
    NEARLY(m->shapes[0].size[0], 0.1);
    assert_true(m->shapes[0].ground);
    assert_false(m->shapes[1].ground);
    NEARLY(m->shapes[1].turn[2], PI / 2);
    NEARLY(m->contact.stiffness, 2e6);
    NEARLY(m->contact.bristle_damping, 5.0);
    NEARLY(m->contact.stribeck_velocity, 0.1);
    hl_arena_free(&arena);
}

static void tools(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_machine *m = read_cart(&arena);
    assert_int_equal(m->tool_count, 2);
    const auth_tool *shovel = &m->tools[0], *blade = &m->tools[1];
    assert_string_equal(shovel->name, "shovel");
    assert_int_equal(shovel->body, m->chassis);
    NEARLY(shovel->at[2], -0.2);
    NEARLY(shovel->turn[1], 5 * PI / 180);
    assert_int_equal(shovel->corners, 3);
    NEARLY(shovel->profile[0][0], 0.6);
    NEARLY(shovel->profile[2][0], -0.05);
    NEARLY(shovel->profile[2][1], 0.5);
    NEARLY(shovel->width, 1.2);
    NEARLY(shovel->thickness, 0.02);
    assert_true(shovel->sides);
    assert_int_equal(shovel->teeth, 5);
    NEARLY(shovel->tooth_width, 0.06);
    NEARLY(shovel->tooth_length, 0.12);
    assert_string_equal(m->mechanism->bodies[blade->body].name, "crank");
    assert_int_equal(blade->corners, 2);
    NEARLY(blade->thickness, 0.01);
    assert_false(blade->sides);
    assert_int_equal(blade->teeth, 0);
    CHECK_SAME(blade->at[0], 0.0);
    CHECK_SAME(blade->tooth_length, 0.0);
    hl_arena_free(&arena);
}

static void containers(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_machine *m = read_cart(&arena);
    assert_int_equal(m->container_count, 2);
    const auth_container *tray = &m->containers[0], *bin = &m->containers[1];
    assert_string_equal(tray->name, "tray");
    assert_int_equal(tray->body, m->chassis);
    NEARLY(tray->at[2], 1.0);
    NEARLY(tray->size[1], 1.5);
    NEARLY(tray->taper[1], 0.1);
    NEARLY(tray->cell, 0.05);
    NEARLY(tray->thickness, 0.02);
    NEARLY(tray->friction, 20 * PI / 180);
    NEARLY(tray->payload, 2000.0);
    assert_true(tray->has_gate);
    assert_int_equal(tray->gate.side, AUTH_BOX_REAR);
    assert_string_equal(m->controls[tray->gate.control].name, "horn");
    NEARLY(bin->cell, 0.1);
    NEARLY(bin->payload, 0.0);
    assert_true(bin->friction < 0.0);
    assert_int_equal(bin->gate.side, AUTH_BOX_LEFT);
    assert_int_equal(bin->gate.control, -1);
    assert_string_equal(m->mechanism->joints[bin->gate.joint.joint].name, "fl");
    NEARLY(bin->gate.full, PI / 3);
    hl_arena_free(&arena);
}

/* The bucket of the tractor: struck between its sides, 2.20 m less two plates of 30 mm, it holds what buckets
 * of its class do. Its edge is where the outputs say. */
static void the_bucket_of_the_tractor(void **state)
{
    (void)state;
    static hl_report report; /* too large for the stack */
    hl_arena arena = {0};
    auth_machine *m = NULL;
    assert_int_equal(auth_machine_read(HEADLAND_SOURCE "/assets/machines/tractor.yaml", &arena, &m, &report),
                     HL_OK);
    assert_int_equal(m->tool_count, 1);
    const auth_tool *bucket = &m->tools[0];
    double doubled = 0.0; /* area of the polygon, by its corners */
    for (int i = 0; i < bucket->corners; i++) {
        const double *p = bucket->profile[i], *q = bucket->profile[(i + 1) % bucket->corners];
        doubled += p[0] * q[1] - q[0] * p[1];
    }
    const double struck = fabs(doubled) / 2.0 * (bucket->width - 0.06);
    assert_true(struck > 0.55 && struck < 0.75);
    const auth_point *edge = m->mechanism->points;
    while (strcmp(edge->name, "bucket_edge") != 0) edge++;
    assert_int_equal(edge->body, bucket->body);
    NEARLY(bucket->profile[0][0], edge->at[0]);
    NEARLY(bucket->profile[0][1], edge->at[2]);
    hl_arena_free(&arena);
}

/* Volume struck of the excavator with one of its buckets: area of the profile, by its corners, times the
 * width. Positive where the profile runs with the inner side to its right, as from an edge ahead along a
 * floor up a back. */
static double struck_volume(const char *choice)
{
    static hl_report report; /* too large for the stack */
    hl_arena arena = {0};
    auth_machine *m = NULL;
    const auth_choice chosen = {"bucket", choice};
    assert_int_equal(auth_machine_read_chosen(HEADLAND_SOURCE "/assets/machines/excavator.yaml", &chosen, 1,
                                              &arena, &m, &report),
                     HL_OK);
    const auth_tool *bucket = m->tools;
    assert_string_equal(bucket->name, "bucket");
    double doubled = 0.0;
    for (int i = 0; i < bucket->corners; i++) {
        const double *p = bucket->profile[i], *q = bucket->profile[(i + 1) % bucket->corners];
        doubled += q[0] * p[1] - p[0] * q[1];
    }
    const double volume = doubled / 2.0 * bucket->width;
    hl_arena_free(&arena);
    return volume;
}

/* The volumes of 000 publication VI, table I, and of the data sheet. Widths are written in millimetres:
 * within a thousandth of the narrowest. */
static void the_buckets_of_the_excavator(void **state)
{
    (void)state;
    static const struct {
        const char *choice;
        double volume; /* [m^3] */
    } buckets[] = {{"small", 0.318}, {"medium", 0.512}, {"large", 1.255}, {"standard", 1.19}};
    for (size_t i = 0; i < sizeof buckets / sizeof *buckets; i++)
        CHECK_NEAR(struck_volume(buckets[i].choice), buckets[i].volume, 2e-3 * buckets[i].volume);
}

static void controls(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_machine *m = read_cart(&arena);
    enum { LIFT, THROTTLE, BRAKE, LEFT, PARK, HORN, STEERING };
    assert_int_equal(m->control_count, 7);
    const auth_control *c = m->controls;
    assert_string_equal(c[LIFT].meaning, "loader up (+), down (-)");
    assert_int_equal(c[LIFT].circuit, 0);
    assert_int_equal(c[LIFT].command, 0);
    NEARLY(c[LIFT].low, -1.0);
    NEARLY(c[LIFT].dead_band, 0.05);
    NEARLY(c[LIFT].progression, 0.4);
    assert_int_equal(c[LIFT].drive, AUTH_DRIVE_NONE);
    assert_int_equal(c[THROTTLE].drive, AUTH_DRIVE_THROTTLE);
    CHECK_SAME(c[THROTTLE].low, 0.0);
    CHECK_SAME(c[THROTTLE].initial, 0.0);
    assert_int_equal(c[THROTTLE].circuit, AUTH_NONE);
    assert_true(c[BRAKE].both_brakes);
    assert_int_equal(c[BRAKE].drive, AUTH_DRIVE_BRAKE_LEFT);
    CHECK_SAME(c[BRAKE].safe, 1.0);
    CHECK_SAME(c[BRAKE].initial, 0.5);
    assert_int_equal(c[LEFT].drive, AUTH_DRIVE_BRAKE_LEFT);
    assert_false(c[LEFT].both_brakes);
    assert_int_equal(c[PARK].drive, AUTH_DRIVE_PARKING_BRAKE);
    assert_int_equal(c[HORN].drive, AUTH_DRIVE_NONE);
    assert_int_equal(c[HORN].circuit, AUTH_NONE);
    assert_true(c[STEERING].follows);
    assert_true(c[STEERING].follow.angular);
    NEARLY(c[STEERING].follow_low, -38 * PI / 180);
    NEARLY(c[STEERING].follow_high, 52 * PI / 180);
    NEARLY(c[STEERING].follow_gain, 8.0);
    assert_int_equal(m->bypass_count, 1);
    assert_int_equal(m->bypasses[0].command, 2);
    assert_int_equal(m->bypasses[0].control_count, 1);
    assert_int_equal(m->bypasses[0].controls[0], LIFT);
    hl_arena_free(&arena);
}

static void the_least_machine(void **state)
{
    (void)state;
    static const char text[] = "headland: machine\nversion: 1\nname: box\nchassis: b\n"
                               "bodies: [{name: b, mass: 1, shape: {kind: sphere, radius: 1}}]\n"
                               "joints: [{name: j, type: free, child: b}]\n";
    hl_arena arena = {0};
    const auth_machine *m = read_good(parse_machine, text, &arena);
    assert_false(m->has_engine);
    assert_false(m->has_driveline);
    assert_int_equal(m->wheel_count + m->tire_count + m->shape_count + m->control_count + m->bypass_count +
                         m->tool_count,
                     0);
    hl_arena_free(&arena);
}

/* A bearing whose child is turned: its axis z of the parent is the wheel's y after a turn of -90 deg about x.
 */
static void axles_are_compared_in_the_frame_of_the_wheel(void **state)
{
    (void)state;
    static const char text[] =
        "headland: machine\nversion: 1\nname: box\nchassis: b\n"
        "bodies: [{name: w, mass: 1, shape: {kind: sphere, radius: 1}}, {name: b, mass: 1, shape: {kind: "
        "sphere, radius: 1}}]\n"
        "joints: [{name: k, type: revolute, parent: b, child: w, axis: [0, 0, 1], turn: [90 deg, 0, 0]}, "
        "{name: j, type: free, child: b}]\n"
        "tires: [{name: t, radius: 1, width: 1, stiffness: 1, damping: 0, friction: [{surface: s, "
        "bristle_stiffness: [1, 1], bristle_damping: [0, 0], kinetic: 1, stiction: 1, stribeck_velocity: "
        "1}]}]\n"
        "wheels: [{name: w, body: w, tire: t}]\n";
    hl_arena arena = {0};
    const auth_machine *m = read_good(parse_machine, text, &arena);
    assert_int_equal(m->chassis, 0); /* parents first, in the file it stands second */
    assert_int_equal(m->wheels[0].body, 1);
    assert_int_equal(m->wheels[0].joint, 1);
    NEARLY(m->tires[0].friction[0].law.exponent, 0.5);
    hl_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_machine_is_a_mechanism),
        cmocka_unit_test(outputs_of_vehicles),
        cmocka_unit_test(tires_and_wheels),
        cmocka_unit_test(engine),
        cmocka_unit_test(driveline),
        cmocka_unit_test(shapes_and_contact),
        cmocka_unit_test(tools),
        cmocka_unit_test(containers),
        cmocka_unit_test(the_bucket_of_the_tractor),
        cmocka_unit_test(the_buckets_of_the_excavator),
        cmocka_unit_test(controls),
        cmocka_unit_test(the_least_machine),
        cmocka_unit_test(axles_are_compared_in_the_frame_of_the_wheel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
