/* Oil that boils within steps of a millisecond and two: bubbles come and go in few iterations, and no oil is
 * lost. A load on a closed cylinder, pulled by a driver or thrown by hand, and the cart's boom under a
 * restless lever. */
#include "cart.h"
#include "circuit/circuit.h"

#include "support/check.h"

#include "mb/force.h"
#include "mb/step.h"

#include <math.h>
#include <string.h>

static const double B = 1.5e9, RHO = 850.0, VAPOUR = 1e4;
static const double AREA_A = 5e-3, AREA_B = 4e-3, CHAMBER = 0.4, STROKE = 1.0, LENGTH = 1.5;
enum { MOST_ITERATIONS = 8 };
static const double MASS = 2000.0, GRAVITY = 9.81;

/* ---- a load on closed chambers, the piston side below it ---- */

typedef struct rig {
    hl_arena arena;
    const hyd_circuit *circuit;
    world_hydraulics *hydraulics;
    mb_spring damper;
    mb_effort_def efforts[2];
    mb_model *model;
    mb_state *state;
    mb_work *work;
    int most_iterations;
} rig;

enum { NODE_A, NODE_B };

static void open_circuit(rig *r, double p_a, double p_b)
{
    hyd_node_def nodes[2] = {{.name = "a", .kind = HYD_VOLUME, .pressure = p_a, .hose = 1e-4},
                             {.name = "b", .kind = HYD_VOLUME, .pressure = p_b, .hose = 1e-4}};
    hyd_port_def port = {.name = "s", .kind = HYD_PORT_LENGTH};
    hyd_cylinder_def cylinder = {
        .name = "cylinder",
        .a = NODE_A,
        .b = NODE_B,
        .cylinder = {
            .area_a = AREA_A, .area_b = AREA_B, .stroke = STROKE, .length_0 = LENGTH, .chamber_0 = CHAMBER}};
    const hyd_circuit_def def = {.oil = {.density = RHO, .bulk_modulus = B, .vapour_pressure = VAPOUR},
                                 .node_count = 2,
                                 .nodes = nodes,
                                 .port_count = 1,
                                 .ports = &port,
                                 .cylinder_count = 1,
                                 .cylinders = &cylinder};
    static hl_report report; /* too large for the stack */
    hl_report_begin(&report, "circuit");
    if (hyd_circuit_build(&def, &r->arena, &r->circuit, &report) != HL_OK)
        fail_msg("circuit: %s", report.list[0].text);
}

/* The load on a vertical slide, by a driver or free. */
static void open_rig(rig *r, double step, const mb_time_function *driver, double p_a, double p_b,
                     double speed)
{
    memset(r, 0, sizeof *r);
    open_circuit(r, p_a, p_b);
    const mb_measure_def pins = {
        .kind = MB_MEASURE_DISTANCE, .body_a = MB_GROUND, .body_b = 0, .point_a = {0, 0, -LENGTH}};
    const mb_measure_def slide = {.kind = MB_MEASURE_JOINT};
    const world_hydraulics_def hydraulics = {
        .name = "hydraulics", .circuit = r->circuit, .measures = &pins, .stiff = true};
    assert_int_equal(world_hydraulic_effort(&hydraulics, &r->arena, &r->hydraulics, &r->efforts[0]), HL_OK);
    r->damper.damping = 2e4;
    r->efforts[1] = mb_spring_effort("damper", slide, &r->damper);
    const mb_body_def load = {.name = "load",
                              .mass = MASS,
                              .inertia = {1, 1, 1, 0, 0, 0},
                              .joint = {.type = MB_PRISMATIC,
                                        .parent = MB_GROUND,
                                        .orientation = {1, 0, 0, 0},
                                        .axis = {0, 0, 1},
                                        .v0 = {speed},
                                        .hold = driver == NULL}};
    mb_driver_def path = {.name = "path", .measure = slide};
    if (driver != NULL) path.function = *driver;
    const mb_def def = {.gravity = {0, 0, -GRAVITY},
                        .body_count = 1,
                        .bodies = &load,
                        .driver_count = driver != NULL,
                        .drivers = &path,
                        .effort_count = 2,
                        .efforts = r->efforts};
    mb_def_error error = {.text = ""};
    if (mb_model_build(&def, &r->arena, &r->model, &error) != HL_OK) fail_msg("model: %s", error.text);
    mb_step_options options = mb_step_options_default();
    options.step = step;
    options.tolerance = 1e-7;
    r->state = mb_state_new(r->model, &r->arena);
    r->work = mb_work_new(r->model, &options, &r->arena);
    mb_assembly_report report;
    assert_int_equal(mb_assemble(r->model, r->state, r->work, &report), HL_OK);
}

static void advance(rig *r)
{
    mb_step_report report;
    assert_int_equal(mb_step(r->model, r->state, r->work, &report), HL_OK);
    if (report.iterations > r->most_iterations) r->most_iterations = report.iterations;
}

static double length(const rig *r)
{
    return LENGTH + r->state->q[0];
}

static double oil_mass(const rig *r)
{
    const double s = length(r);
    return hyd_circuit_oil_mass(r->circuit, &s, r->state->x);
}

static double pressure(const rig *r, int node)
{
    return hyd_circuit_pressure(r->circuit, r->state->x, node);
}

/* dt^2/12 times the change of y'' from -B a/l to B a/l: of the shorter chamber, with its hose 0.42 m long
 * [Pa] */
static double rule_error(double step, double acceleration)
{
    return step * step / 12.0 * 2.0 * B * acceleration / (CHAMBER + 0.02);
}

/* rho V/B dp of both sides [kg] */
static double lost_oil(double error)
{
    return RHO * (AREA_A * CHAMBER + AREA_B * (STROKE - CHAMBER) + 2e-4) / B * error;
}

/* Pulled by 6 cm and pushed back within two seconds, s = 3 cm (1 - cos pi t). The state of a closed volume
 * with its bubbles is a smooth function of s, so that pressures come back to within the trapezoidal rule's
 * error, dt^2/12 times the largest change of y'' = B s''/l, and no more oil is lost than that compresses. */
static void pulled_and_pushed_back(void **state)
{
    (void)state;
    const double pi = 3.14159265358979323846, amplitude = 0.03;
    const mb_time_function path = {
        .offset = amplitude, .amplitude = amplitude, .frequency = pi, .phase = -0.5 * pi};
    for (int k = 0; k < 2; k++) {
        const double step = k == 0 ? 1e-3 : 2e-3;
        rig r;
        open_rig(&r, step, &path, 2e5, 3e5, 0.0);
        const double begin_a = r.state->x[0], begin_b = r.state->x[1], mass = oil_mass(&r);
        double lowest = begin_a, tension = 0.0;
        for (int i = 0; i < (int)(2.0 / step + 0.5); i++) {
            advance(&r);
            lowest = fmin(lowest, pressure(&r, NODE_A));
            tension = fmax(tension, -r.state->x[0]);
        }
        const double error = rule_error(step, amplitude * pi * pi);
        assert_true(lowest > 0.25 * VAPOUR && lowest < VAPOUR);
        assert_true(tension > 0.1 * B); /* bubbles of a tenth of the volume */
        CHECK_NEAR(r.state->x[0], begin_a, error);
        CHECK_NEAR(r.state->x[1], begin_b, error);
        CHECK_NEAR(oil_mass(&r), mass, lost_oil(error));
        assert_true(r.most_iterations <= MOST_ITERATIONS);
        hl_arena_free(&r.arena);
    }
}

/* Thrown upwards the load tears its oil apart, falls back, and comes to rest where it was. The oil meets it
 * at the speed of the throw, 0.5 m/s, with at most v omega, omega^2 = k/m of both oil springs; what the
 * pressure's error shifts the load is C dp/A. */
static void thrown_load_falls_on_its_oil(void **state)
{
    (void)state;
    const double p_b = 2e5, speed = 0.5, V_a = AREA_A * CHAMBER + 1e-4,
                 V_b = AREA_B * (STROKE - CHAMBER) + 1e-4;
    const double k = B * (AREA_A * AREA_A / V_a + AREA_B * AREA_B / V_b);
    for (int i = 0; i < 2; i++) {
        const double step = i == 0 ? 1e-3 : 2e-3, error = rule_error(step, speed * sqrt(k / MASS));
        rig r;
        open_rig(&r, step, NULL, (MASS * GRAVITY + p_b * AREA_B) / AREA_A, p_b, speed);
        const double mass = oil_mass(&r);
        int boiling = 0;
        for (int n = 0; n < (int)(5.0 / step + 0.5); n++) {
            advance(&r);
            boiling += pressure(&r, NODE_A) < VAPOUR;
        }
        assert_true(boiling * step > 0.05); /* up and down takes 2 v/g at most, 0.1 s */
        CHECK_NEAR(oil_mass(&r), mass, lost_oil(error));
        CHECK_NEAR(r.state->v[0], 0.0, 1e-6);
        CHECK_NEAR(r.state->q[0], 0.0, V_a / B * error / AREA_A);
        assert_true(r.most_iterations <= MOST_ITERATIONS);
        hl_arena_free(&r.arena);
    }
}

/* ---- the cart's boom ---- */

/* The cart without the checks that refill its cylinder from the tank. */
static void remove_checks(char *text)
{
    char *from = strstr(text, "    checks:\n"), *to = strstr(text, "    reliefs:\n");
    assert_true(from != NULL && to > from);
    memmove(from, to, strlen(to) + 1);
}

/* A minute of a lever that jumps somewhere twice a second or more often: no step is cut, and hardly one in a
 * thousand takes more iterations than those above. */
static void restless_lever_cuts_no_step(void **state)
{
    (void)state;
    static char text[CART_ROOM];
    for (int refilled = 0; refilled < 2; refilled++) {
        uint64_t seed = 7;
        cart c;
        cart_read(text, sizeof text);
        if (!refilled) remove_checks(text);
        assert_int_equal(cart_try(&c, text, NULL), HL_OK);
        cart_set(&c, "throttle", 1.0);
        int slow = 0, hold = 0;
        for (int n = 0; n < 60000; n++) {
            if (hold-- == 0) {
                const double to = 2.0 * check_random(&seed); /* half of the time an end of the lever's way */
                cart_set(&c, "boom", fmax(-1.0, fmin(to, 1.0)));
                hold = 260 + (int)(240.0 * check_random(&seed));
            }
            assert_int_equal(world_machine_step(c.machine), HL_OK);
            assert_false(world_machine_report(c.machine)->cut);
            slow += world_machine_report(c.machine)->iterations > MOST_ITERATIONS;
        }
        assert_true(slow <= 60);
        cart_free(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(pulled_and_pushed_back),
                                       cmocka_unit_test(thrown_load_falls_on_its_oil),
                                       cmocka_unit_test(restless_lever_cuts_no_step)};
    return cmocka_run_group_tests_name("cavitation", tests, NULL, NULL);
}
