/* Static equilibria and natural frequencies: the two examples of 003 section 8, and mechanisms whose rest and
 * vibrations are known by other means. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "mb/equilibrium.h"
#include "mb/force.h"

#include <math.h>
#include <string.h>

static const double G = 9.81, PI = 3.14159265358979323846;

enum { LINKS = 50 };
static const double LENGTH = 1.5,
                    MASS = 1.7595; /* 003 section 8; the length follows from the printed energy */

typedef struct bench {
    hl_arena arena;
    mb_model *model;
    mb_state *state;
    mb_equilibrium_report report;
    mb_mode *modes;
    int mode_count;
} bench;

static void bench_open(bench *b, const mb_def *def)
{
    mb_def_error error;
    memset(b, 0, sizeof *b);
    assert_int_equal(mb_model_build(def, &b->arena, &b->model, &error), HL_OK);
    assert_non_null(b->state = mb_state_new(b->model, &b->arena));
}

static hl_status settle(bench *b, mb_equilibrium_method method)
{
    mb_equilibrium_options options = mb_equilibrium_options_default();
    options.method = method;
    const hl_status status = mb_equilibrium(b->model, b->state, &options, &b->arena, &b->report);
    assert_int_equal(status, b->report.status);
    return status;
}

static void find_modes(bench *b)
{
    assert_int_equal(mb_modes(b->model, b->state, &b->arena, &b->modes, &b->mode_count), HL_OK);
}

static void assert_close(double a, double b, double tolerance)
{
    if (!(fabs(a - b) <= tolerance)) fail_msg("%.17g is not %.17g within %g", a, b, tolerance);
}

/* A uniform slender rod, hinged about z at its upper end, hanging along -y at angle zero. */
static mb_body_def rod(int parent, hl_vec3 parent_point, double mass, double length, double angle)
{
    const double transverse = mass * length * length / 12.0;
    return (mb_body_def){.name = "rod",
                         .mass = mass,
                         .com = {0, -0.5 * length, 0},
                         .inertia = {.xx = transverse, .zz = transverse},
                         .joint = {.type = MB_REVOLUTE,
                                   .parent = parent,
                                   .parent_point = parent_point,
                                   .orientation = {1, 0, 0, 0},
                                   .axis = {0, 0, 1},
                                   .q0 = {angle}}};
}

static mb_def world(int body_count, const mb_body_def *bodies)
{
    return (mb_def){.gravity = {0, -G, 0}, .body_count = body_count, .bodies = bodies};
}

/* ---- 003 section 8 ---- */

static void pendulum_from(double angle, mb_equilibrium_method method)
{
    const mb_body_def body = rod(MB_GROUND, hl_v3(0, 0, 0), MASS, LENGTH, angle);
    const mb_def def = world(1, &body);
    bench b;
    bench_open(&b, &def);
    assert_int_equal(settle(&b, method), HL_OK);
    assert_true(b.report.stable);
    /* moment left over: 1e-10 of the weight, over a stiffness m g L/2: 1.3e-10 rad at most */
    assert_close(sin(b.state->q[0]), 0.0, 1.4e-10);
    assert_close(cos(b.state->q[0]), 1.0, 1e-15);
    assert_close(b.report.potential, -12.94552125, 1e-13); /* second order in the angle: rounding alone */
    find_modes(&b);
    assert_int_equal(b.mode_count, 1);
    assert_close(b.modes[0].frequency, sqrt(1.5 * G / LENGTH), 1e-13);
    assert_true(b.modes[0].shape[0] == 1.0);
    hl_arena_free(&b.arena);
}

static void pendulum_hangs(void **unused)
{
    (void)unused;
    const double angles[] = {0.0, 0.3, 0.5 * PI, -2.5, PI - 0.01};
    for (size_t i = 0; i < sizeof angles / sizeof angles[0]; i++) {
        pendulum_from(angles[i], MB_EQUILIBRIUM_DRAINAGE);
        pendulum_from(angles[i], MB_EQUILIBRIUM_NEWTON);
    }
}

static void chain_by(mb_equilibrium_method method, double first, double next, mb_equilibrium_method found_by)
{
    mb_body_def bodies[LINKS];
    for (int i = 0; i < LINKS; i++)
        bodies[i] = rod(i - 1, i == 0 ? hl_v3(0, 0, 0) : hl_v3(0, -LENGTH, 0), MASS, LENGTH,
                        (i == 0 ? first : next) * PI / 180.0);
    const mb_def def = world(LINKS, bodies);
    bench b;
    bench_open(&b, &def);
    assert_int_equal(settle(&b, method), HL_OK);
    assert_int_equal(b.report.method, found_by);
    assert_true(b.report.stable);
    /* sums of 50 terms up to 1.3e3 J: rounding below 50 x 32364 x 1.1e-16 = 2e-10 J, thrice for the positions
     */
    assert_close(b.report.potential, -32363.803125, 6e-10);
    find_modes(&b);
    assert_int_equal(b.mode_count, LINKS);
    const double published[] = {0.434873338, 0.998613727,
                                1.567616866}; /* to half a unit of the ninth digit */
    for (int i = 0; i < 3; i++) assert_close(b.modes[i].frequency, published[i], 6e-10);
    for (int i = 1; i < LINKS; i++) assert_true(b.modes[i].frequency > b.modes[i - 1].frequency);
    hl_arena_free(&b.arena);
}

static void chain_hangs(void **unused)
{
    (void)unused;
    chain_by(MB_EQUILIBRIUM_DRAINAGE, 5.0, 1.0, MB_EQUILIBRIUM_DRAINAGE);
    chain_by(MB_EQUILIBRIUM_NEWTON, 5.0, 1.0, MB_EQUILIBRIUM_NEWTON);
    /* nearly upside down: Newton's equilibrium is one of the 2^50 - 1 unstable ones */
    chain_by(MB_EQUILIBRIUM_NEWTON, 170.0, 3.0, MB_EQUILIBRIUM_DRAINAGE);
}

/* Links on spherical and universal joints: every other one may twist freely about its axis, away from the
 * rest the stiffness is not symmetric, and the universal joints pass near their singular position. */
static void spatial_chain_hangs(void **unused)
{
    (void)unused;
    enum { FEW = 10 };
    for (int start = 0; start < 2; start++) {
        const double angle = start == 0 ? 0.8 : 2.5;
        mb_body_def bodies[FEW];
        for (int i = 0; i < FEW; i++) {
            bodies[i] = rod(i - 1, i == 0 ? hl_v3(0, 0, 0) : hl_v3(0, -LENGTH, 0), 1.0, LENGTH, angle);
            bodies[i].inertia.yy = 0.01 * bodies[i].inertia.xx;
            bodies[i].joint.type = i % 2 == 0 ? MB_UNIVERSAL : MB_SPHERICAL;
            bodies[i].joint.axis2 = hl_v3(1, 0, 0);
            if (i % 2 == 0) continue;
            const double q0[] = {cos(0.5 * angle), 0.6 * sin(0.5 * angle), 0.0, 0.8 * sin(0.5 * angle)};
            memcpy(bodies[i].joint.q0, q0, sizeof q0);
        }
        const mb_def def = world(FEW, bodies);
        bench b;
        bench_open(&b, &def);
        assert_int_equal(settle(&b, MB_EQUILIBRIUM_DRAINAGE), HL_OK);
        assert_true(b.report.stable);
        assert_close(b.report.potential, -0.5 * G * LENGTH * FEW * FEW,
                     1e-11); /* ten terms up to 736 J: 1e-12, and positions */
        find_modes(&b);
        assert_int_equal(b.mode_count, 25);
        for (int i = 0; i < 5; i++) assert_true(b.modes[i].frequency == 0.0); /* the twists */
        assert_true(b.modes[5].frequency > 0.1);
        hl_arena_free(&b.arena);
    }
}

/* ---- stability ---- */

static void upright_is_unstable(void **unused)
{
    (void)unused;
    const mb_equilibrium_method methods[] = {MB_EQUILIBRIUM_DRAINAGE, MB_EQUILIBRIUM_NEWTON};
    for (int i = 0; i < 2; i++) {
        const mb_body_def body = rod(MB_GROUND, hl_v3(0, 0, 0), MASS, LENGTH, PI);
        const mb_def def = world(1, &body);
        bench b;
        bench_open(&b, &def);
        assert_int_equal(settle(&b, methods[i]), HL_OK); /* it rests there, and nothing drives it away */
        assert_false(b.report.stable);
        assert_close(b.report.potential, 12.94552125, 1e-13);
        find_modes(&b);
        assert_close(b.modes[0].frequency, -sqrt(1.5 * G / LENGTH), 1e-13);
        hl_arena_free(&b.arena);
    }
}

static void leaves_the_upright(void **unused)
{
    (void)unused;
    pendulum_from(PI - 1e-6, MB_EQUILIBRIUM_DRAINAGE);
    pendulum_from(PI + 1e-6, MB_EQUILIBRIUM_NEWTON);
}

/* ---- springs and neutral motions ---- */

static mb_body_def slider(double mass)
{
    return (mb_body_def){
        .name = "slider",
        .mass = mass,
        .inertia = {.xx = 1, .yy = 1, .zz = 1},
        .joint = {.type = MB_PRISMATIC, .parent = MB_GROUND, .orientation = {1, 0, 0, 0}, .axis = {0, 1, 0}}};
}

static void mass_stretches_its_spring(void **unused)
{
    (void)unused;
    const double m = 3.0, k = 700.0;
    const mb_spring spring = {.stiffness = k, .damping = 2.0};
    const mb_effort_def effort =
        mb_spring_effort("spring", (mb_measure_def){.kind = MB_MEASURE_JOINT, .body_a = 0}, &spring);
    const mb_body_def body = slider(m);
    mb_def def = world(1, &body);
    def.effort_count = 1;
    def.efforts = &effort;
    bench b;
    bench_open(&b, &def);
    assert_int_equal(settle(&b, MB_EQUILIBRIUM_DRAINAGE), HL_OK);
    const double stretch = m * G / k;
    assert_close(b.state->q[0], -stretch, 1e-10 * m * G / k); /* the force tolerance over k */
    assert_close(b.report.potential, -0.5 * m * G * stretch, 1e-15);
    assert_true(b.report.stable);
    find_modes(&b);
    assert_close(b.modes[0].frequency, sqrt(k / m), 1e-13);
    hl_arena_free(&b.arena);
}

static mb_body_def free_body(void)
{
    return (mb_body_def){.name = "box",
                         .mass = 2.0,
                         .com = {0.1, 0.2, 0.3},
                         .inertia = {.xx = 1, .yy = 2, .zz = 2.5},
                         .joint = {.type = MB_FREE,
                                   .parent = MB_GROUND,
                                   .orientation = {1, 0, 0, 0},
                                   .q0 = {1, 2, 3, 0.8, 0.6, 0, 0}}};
}

static void free_body_is_neutral(void **unused)
{
    (void)unused;
    const mb_body_def body = free_body();
    const mb_def def = {.body_count = 1, .bodies = &body};
    bench b;
    bench_open(&b, &def);
    assert_int_equal(settle(&b, MB_EQUILIBRIUM_DRAINAGE), HL_OK);
    assert_int_equal(b.report.drainage_steps, 0);
    assert_true(b.report.unbalanced == 0.0);
    assert_true(b.report.stable);
    find_modes(&b);
    assert_int_equal(b.mode_count, 6);
    for (int i = 0; i < 6; i++) assert_true(b.modes[i].frequency == 0.0);
    hl_arena_free(&b.arena);
}

static void falling_body_never_rests(void **unused)
{
    (void)unused;
    const mb_body_def body = free_body();
    const mb_def def = world(1, &body);
    bench b;
    bench_open(&b, &def);
    const uint64_t before = mb_state_hash(b.state);
    assert_int_equal(settle(&b, MB_EQUILIBRIUM_NEWTON), HL_NOT_CONVERGED);
    assert_true(mb_state_hash(b.state) == before);
    hl_arena_free(&b.arena);
}

/* ---- closed loops ---- */

/* A hanging four-bar: crank at (0, 0), rocker at (SPAN, 0), coupler between their ends, all uniform rods. */
static const double SPAN = 1.0, CRANK = 0.4, COUPLER = 0.9, ROCKER = 0.7;
static const double CRANK_MASS = 2.0, COUPLER_MASS = 3.0, ROCKER_MASS = 5.0;

typedef struct four_bar {
    double angle[3];   /* absolute, of crank, coupler and rocker, from -y */
    double x[3], y[3]; /* centres of mass */
    double potential;
} four_bar;

/* Position analysis by intersecting two circles; the joint of coupler and rocker is the lower intersection.
 */
static four_bar four_bar_at(double crank)
{
    const double px = CRANK * sin(crank), py = -CRANK * cos(crank);
    const double dx = SPAN - px, dy = -py, d = hypot(dx, dy);
    const double along = (d * d + COUPLER * COUPLER - ROCKER * ROCKER) / (2.0 * d);
    const double across = sqrt(COUPLER * COUPLER - along * along);
    const double jx = px + (along * dx + across * dy) / d, jy = py + (along * dy - across * dx) / d;
    four_bar f = {.angle = {crank, atan2(jx - px, py - jy), atan2(jx - SPAN, -jy)},
                  .x = {0.5 * px, 0.5 * (px + jx), 0.5 * (SPAN + jx)},
                  .y = {0.5 * py, 0.5 * (py + jy), 0.5 * jy}};
    f.potential = G * (CRANK_MASS * f.y[0] + COUPLER_MASS * f.y[1] + ROCKER_MASS * f.y[2]);
    return f;
}

static const double DIFFERENCE = 1e-4; /* [rad] */

static double four_bar_slope(double crank)
{
    return (four_bar_at(crank + DIFFERENCE).potential - four_bar_at(crank - DIFFERENCE).potential) /
           (2.0 * DIFFERENCE);
}

/* sqrt(V'' / inertia reflected to the crank), by central differences */
static double four_bar_frequency(double crank)
{
    const double masses[] = {CRANK_MASS, COUPLER_MASS, ROCKER_MASS}, lengths[] = {CRANK, COUPLER, ROCKER};
    const four_bar low = four_bar_at(crank - DIFFERENCE), high = four_bar_at(crank + DIFFERENCE);
    double inertia = 0.0;
    for (int i = 0; i < 3; i++) {
        const double x = (high.x[i] - low.x[i]) / (2.0 * DIFFERENCE),
                     y = (high.y[i] - low.y[i]) / (2.0 * DIFFERENCE);
        const double turn = (high.angle[i] - low.angle[i]) / (2.0 * DIFFERENCE);
        inertia += masses[i] * (x * x + y * y + lengths[i] * lengths[i] / 12.0 * turn * turn);
    }
    const double curvature =
        (four_bar_slope(crank + DIFFERENCE) - four_bar_slope(crank - DIFFERENCE)) / (2.0 * DIFFERENCE);
    return sqrt(curvature / inertia);
}

/* The crank angle of least potential, by bisection of its slope. */
static double four_bar_rest(double low, double high)
{
    assert_true(four_bar_slope(low) < 0.0 && four_bar_slope(high) > 0.0);
    for (int i = 0; i < 60; i++) {
        const double middle = 0.5 * (low + high);
        if (four_bar_slope(middle) < 0.0)
            low = middle;
        else
            high = middle;
    }
    return 0.5 * (low + high);
}

/* With a revolute closure: 5 equations of which a plane linkage needs 2. `twice` closes the loop a second
 * time and adds the distance between the hinges of the rocker for good measure. */
static void four_bar_by(mb_equilibrium_method method, double start, bool twice)
{
    const four_bar at = four_bar_at(start);
    const mb_body_def bodies[3] = {
        rod(MB_GROUND, hl_v3(0, 0, 0), CRANK_MASS, CRANK, at.angle[0]),
        rod(0, hl_v3(0, -CRANK, 0), COUPLER_MASS, COUPLER, at.angle[1] - at.angle[0]),
        rod(MB_GROUND, hl_v3(SPAN, 0, 0), ROCKER_MASS, ROCKER, at.angle[2])};
    const mb_loop_def pin = {.name = "pin",
                             .type = MB_LOOP_REVOLUTE,
                             .body_a = 1,
                             .body_b = 2,
                             .point_a = {0, -COUPLER, 0},
                             .point_b = {0, -ROCKER, 0},
                             .axis_a = {0, 0, 1},
                             .axis_b = {0, 0, 1}};
    const mb_loop_def strut = {.name = "strut",
                               .type = MB_LOOP_DISTANCE,
                               .body_a = MB_GROUND,
                               .body_b = 1,
                               .point_a = {SPAN, 0, 0},
                               .point_b = {0, -COUPLER, 0},
                               .distance = ROCKER};
    const mb_loop_def loops[3] = {pin, pin, strut};
    mb_def def = world(3, bodies);
    def.loop_count = twice ? 3 : 1;
    def.loops = loops;
    bench b;
    bench_open(&b, &def);
    assert_int_equal(settle(&b, method), HL_OK);
    assert_true(b.report.stable);
    /* central differences: truncation h^2/6 V''' and h^2/4 V'''' = 1e-9 x 1e2, rounding eps V/h^2 = 1e-7 in
     * V'' */
    const double rest = four_bar_rest(-0.6, 1.2);
    assert_close(b.state->q[0], rest, 1e-7);
    /* second order in the angle, but a closure left open by 1e-11 m moves reactions below 100 N */
    assert_close(b.report.potential, four_bar_at(rest).potential, 1e-9);
    find_modes(&b);
    assert_int_equal(b.mode_count, 1);
    assert_close(b.modes[0].frequency, four_bar_frequency(rest), 1e-6);
    hl_arena_free(&b.arena);
}

static void four_bar_hangs(void **unused)
{
    (void)unused;
    for (int twice = 0; twice < 2; twice++) {
        four_bar_by(MB_EQUILIBRIUM_DRAINAGE, 1.5, twice != 0);
        four_bar_by(MB_EQUILIBRIUM_DRAINAGE, -1.0, twice != 0);
        four_bar_by(MB_EQUILIBRIUM_NEWTON, 0.9, twice != 0);
    }
}

/* A crank held by a driver has no freedom left, and its closure carries the moment m g L/2 sin. */
static void driver_holds(void **unused)
{
    (void)unused;
    const double angle = 0.7;
    const mb_body_def body = rod(MB_GROUND, hl_v3(0, 0, 0), MASS, LENGTH, 0.0);
    const mb_driver_def driver = {
        .name = "hand", .measure = {.kind = MB_MEASURE_JOINT, .body_a = 0}, .function = {.offset = angle}};
    mb_def def = world(1, &body);
    def.driver_count = 1;
    def.drivers = &driver;
    bench b;
    bench_open(&b, &def);
    assert_int_equal(settle(&b, MB_EQUILIBRIUM_DRAINAGE), HL_OK);
    assert_close(b.state->q[0], angle, 1e-11);
    assert_close(b.state->lambda[0], -0.5 * MASS * G * LENGTH * sin(angle),
                 1e-9); /* 1e-11 rad, and rounding */
    find_modes(&b);
    assert_int_equal(b.mode_count, 0);
    hl_arena_free(&b.arena);
}

/* ---- drainage by name, effort states ---- */

static void drains_at_a_given_frequency(void **unused)
{
    (void)unused;
    int steps[3];
    const double frequencies[3] = {1.0, 10.0, 40.0};
    for (int i = 0; i < 3; i++) {
        const mb_body_def body = rod(MB_GROUND, hl_v3(0, 0, 0), MASS, LENGTH, 0.5 * PI);
        const mb_def def = world(1, &body);
        bench b;
        bench_open(&b, &def);
        mb_equilibrium_options options = mb_equilibrium_options_default();
        options.drainage_frequency = frequencies[i];
        assert_int_equal(mb_equilibrium(b.model, b.state, &options, &b.arena, &b.report), HL_OK);
        assert_close(b.report.potential, -12.94552125, 1e-13);
        steps[i] = b.report.drainage_steps;
        hl_arena_free(&b.arena);
    }
    assert_true(steps[2] > steps[1]); /* "the model will drift slowly toward equilibrium", 003 section 6 */
}

/* Bristles in the hinge hold the pendulum off the vertical: they end at rest, carry the weight, and act as a
 * spring. */
static void bristles_carry_a_load(void **unused)
{
    (void)unused;
    const mb_friction friction = {.law = MB_FRICTION_LUGRE,
                                  .F_c = 3.0,
                                  .F_s = 4.0,
                                  .v_s = 0.01,
                                  .sigma_0 = 500.0,
                                  .sigma_1 = 5.0,
                                  .sigma_2 = 0.4,
                                  .n = 2.0};
    const mb_effort_def effort =
        mb_friction_effort("hinge", (mb_measure_def){.kind = MB_MEASURE_JOINT, .body_a = 0}, &friction);
    const mb_body_def body = rod(MB_GROUND, hl_v3(0, 0, 0), MASS, LENGTH, 1.2);
    mb_def def = world(1, &body);
    def.effort_count = 1;
    def.efforts = &effort;
    bench b;
    bench_open(&b, &def);
    assert_int_equal(settle(&b, MB_EQUILIBRIUM_DRAINAGE), HL_OK);
    assert_true(b.report.stable);
    const double angle = b.state->q[0], moment = 0.5 * MASS * G * LENGTH * sin(angle);
    assert_true(moment > 0.0 && moment <= friction.F_s); /* it slid down until the friction held it */
    assert_close(friction.sigma_0 * b.state->x[0], -moment, 1.1e-10 * MASS * G);
    assert_true(b.state->x_dot[0] == 0.0);
    find_modes(&b);
    const double stiffness = 0.5 * MASS * G * LENGTH * cos(angle) + friction.sigma_0;
    assert_close(b.modes[0].frequency, sqrt(stiffness / (MASS * LENGTH * LENGTH / 3.0)), 1e-12);
    hl_arena_free(&b.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pendulum_hangs),
        cmocka_unit_test(chain_hangs),
        cmocka_unit_test(spatial_chain_hangs),
        cmocka_unit_test(upright_is_unstable),
        cmocka_unit_test(leaves_the_upright),
        cmocka_unit_test(mass_stretches_its_spring),
        cmocka_unit_test(free_body_is_neutral),
        cmocka_unit_test(falling_body_never_rests),
        cmocka_unit_test(four_bar_hangs),
        cmocka_unit_test(driver_holds),
        cmocka_unit_test(drains_at_a_given_frequency),
        cmocka_unit_test(bristles_carry_a_load),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
