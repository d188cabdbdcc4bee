/* Restitution: a body that flies against a wall leaves it with the share of its speed that the pair of
 * materials is given. */
#include "support/check.h"

#include "contact/contact.h"
#include "mb/step.h"

#include <math.h>
#include <string.h>

static const double PI = 3.14159265358979323846;
static const double MASS = 200.0, STIFFNESS = 5e5; /* [kg], [N/m] */

/* A body on a slide along x; its origin touches the wall x >= 0. */
typedef struct alley {
    hl_arena arena;
    mb_model *model;
    mb_state *state;
    mb_work *work;
    contact_set set;
    contact_memory memory;
    contact_surface surface;
    contact_effort_data data;
    double step; /* [s] */
} alley;

static void sense(alley *a)
{
    const mb_pose pose = mb_pose_of(a->model, a->work, 0);
    a->set.count = 0;
    contact_set_add(&a->set, hl_v3(0, 0, 0), hl_v3(0, 0, 0), hl_v3(-1, 0, 0), pose.position.x, 0,
                    &a->surface);
    contact_set_approach(&a->set, &a->memory, 0.01, a->step, &pose,
                         mb_point(a->model, a->work, 0, hl_v3(0, 0, 0)).velocity, hl_v3(0, 0, 0));
}

static void step(alley *a)
{
    mb_step_report report;
    mb_evaluate_poses(a->model, a->state, a->work);
    sense(a);
    assert_int_equal(mb_step(a->model, a->state, a->work, &report), HL_OK);
}

/* @param hertz_depth  0: linear spring */
static void open_alley(alley *a, double hertz_depth, double dissipation, double speed, double from, double h)
{
    mb_body_def body = {.name = "ram",
                        .mass = MASS,
                        .inertia = {10, 10, 10, 0, 0, 0},
                        .joint = {.type = MB_PRISMATIC,
                                  .parent = MB_GROUND,
                                  .orientation = {1, 0, 0, 0},
                                  .axis = {1, 0, 0},
                                  .q0 = {from},
                                  .v0 = {speed}}};
    memset(a, 0, sizeof *a);
    a->step = h;
    a->surface = (contact_surface){.dissipation = dissipation, .kinetic = 0.3, .stiction = 0.4};
    a->data = (contact_effort_data){.material = {.stiffness = STIFFNESS,
                                                 .hertz_depth = hertz_depth,
                                                 .bristle_stiffness = 200.0,
                                                 .bristle_damping = 1.0,
                                                 .stribeck_velocity = 0.05},
                                    .set = &a->set};
    const mb_effort_def effort = contact_effort("ram", 0, &a->data);
    const mb_def def = {.body_count = 1, .bodies = &body, .effort_count = 1, .efforts = &effort};
    mb_step_options options = mb_step_options_default();
    options.step = h;
    mb_def_error error;
    mb_assembly_report assembly;
    assert_int_equal(mb_model_build(&def, &a->arena, &a->model, &error), HL_OK);
    a->state = mb_state_new(a->model, &a->arena);
    a->work = mb_work_new(a->model, &options, &a->arena);
    assert_non_null(a->state);
    assert_non_null(a->work);
    mb_evaluate_poses(a->model, a->state, a->work);
    sense(a);
    assert_int_equal(mb_assemble(a->model, a->state, a->work, &assembly), HL_OK);
}

/* What a flight against the wall and back comes to. */
typedef struct flight {
    double restitution;
    double balance; /* kinetic energy at the begin less that at the end less loss, over the first [1] */
} flight;

/* @param phase  0 to 1: where within a step the body meets the wall */
static flight fly(double hertz_depth, double dissipation, double speed, double phase, double h)
{
    alley a;
    open_alley(&a, hertz_depth, dissipation, speed, -speed * h * (3.0 + phase), h);
    for (int i = 0; !(a.state->v[0] < 0.0 && a.state->q[0] < 0.0); i++) {
        assert_true(i < 100000);
        step(&a);
    }
    const double end = -a.state->v[0] / speed, loss = a.state->x[CONTACT_LOSS] / (0.5 * MASS * speed * speed);
    hl_arena_free(&a.arena);
    return (flight){end, 1.0 - end * end - loss};
}

/* Duration of an elastic contact: linear pi sqrt(m/K), Hertz 2.94 d_max/v with m v^2/2 = 0.4 K d_max^2
 * sqrt(d_max/d_h) [s]. */
static double duration(double hertz_depth, double speed)
{
    if (hertz_depth == 0.0) return PI * sqrt(MASS / STIFFNESS);
    return 2.94 * pow(1.25 * MASS * speed * speed * sqrt(hertz_depth) / STIFFNESS, 0.4) / speed;
}

enum { PHASES = 5, SPEEDS = 3, STEPS = 3 };
static const double SPEED[SPEEDS] = {0.2, 1.0, 5.0};   /* [m/s] */
static const double COUNT[STEPS] = {10.0, 20.0, 40.0}; /* of the duration of a contact in steps */

/* Measured restitution is the authored one, whatever the speed, the step and the spring. The trapezoidal rule
 * replaces the force by a straight line over the step in which a contact begins or ends: at most K (v h)^2/8,
 * the share q = (pi h/T)^2/4 of the kinetic energy m v^2/2, v = v0 at the begin, e v0 at the end. A body that
 * meets the wall a little faster leaves it no more than that faster, so that the speed at the end is off by
 * no more than q/2 and e q/2, together q. */
static void restitution_is_the_authored_one(void **state)
{
    (void)state;
    static const double RESTITUTION[] = {0.05, 0.1, 0.2, 0.35, 0.5, 0.7, 0.8, 0.9};
    for (size_t i = 0; i < sizeof RESTITUTION / sizeof *RESTITUTION; i++)
        for (int k = 0; k < 2 * SPEEDS * STEPS * PHASES; k++) {
            const int round = k / (2 * SPEEDS * STEPS);
            const double hertz = k % 2 == 0 ? 0.0 : 0.01, v = SPEED[k / 2 % SPEEDS],
                         n = COUNT[k / (2 * SPEEDS) % STEPS], e = RESTITUTION[i],
                         phase = (double)round / PHASES, q = 0.25 * PI * PI / (n * n);
            const flight f = fly(hertz, contact_dissipation(e), v, phase, duration(hertz, v) / n);
            CHECK_NEAR(f.restitution, e, q);
            CHECK_NEAR(f.balance, 0.0, 2.0 * q); /* of the energies at begin and end */
        }
}

/* The least that the step may be is a tenth of the contact: then no phase gives back more than 1 % above what
 * it took. */
static void no_contact_makes_energy(void **state)
{
    (void)state;
    enum { MANY = 20 };
    for (int i = 0; i < MANY; i++) {
        assert_true(fly(0.0, 0.0, 1.0, (double)i / MANY, duration(0.0, 1.0) / 10.0).restitution < 1.005);
        assert_true(fly(0.01, 0.0, 1.0, (double)i / MANY, duration(0.01, 1.0) / 10.0).restitution < 1.005);
    }
}

/* D computed independently; both ends. */
static void dissipation(void **state)
{
    (void)state;
    CHECK_NEAR(contact_dissipation(0.2), 4.919167, 5e-7);
    CHECK_NEAR(contact_dissipation(0.5), 1.432751, 5e-7);
    CHECK_NEAR(contact_dissipation(0.8), 0.373146, 5e-7);
    CHECK_SAME(contact_dissipation(1.0), 0.0);
    CHECK_SAME(contact_dissipation(0.0), contact_dissipation(CONTACT_LEAST_RESTITUTION));
    for (double e = 0.02; e < 1.0; e += 0.007) {
        const double D = contact_dissipation(e);
        CHECK_NEAR(D - log1p(D) + D * e + log1p(-D * e), 0.0, 1e-12 * (1.0 + 1.0 / (1.0 - D * e)));
    }
}

/* The paper's own D gives restitutions that are not those asked for. */
static void printed_dissipation(void **state)
{
    (void)state;
    static const double CASES[][2] = {{0.05, 0.501}, {0.2, 0.547}, {0.5, 0.663}, {0.8, 0.833}, {0.95, 0.952}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        const flight f =
            fly(0.0, contact_dissipation_printed(CASES[i][0]), 1.0, 0.3, duration(0.0, 1.0) / 80.0);
        CHECK_NEAR(f.restitution, CASES[i][1], 1e-3);
    }
}

/* The deepest point, d^2/2 = m v0^2 (D - ln(1 + D))/(K D^2). */
static void deepest_point(void **state)
{
    (void)state;
    const double D = contact_dissipation(0.3), v = 2.0, h = duration(0.0, v) / 400.0;
    alley a;
    open_alley(&a, 0.0, D, v, -v * h, h);
    double deepest = 0.0;
    while (a.state->v[0] > 0.0) {
        step(&a);
        deepest = fmax(deepest, a.state->q[0]);
    }
    hl_arena_free(&a.arena);
    CHECK_RELATIVE(deepest, sqrt(2.0 * MASS * v * v * (D - log1p(D)) / (STIFFNESS * D * D)), 1e-4);
}

/* Limited to this stiffness a contact lasts ten steps. */
static void stiffness_limit(void **state)
{
    (void)state;
    const double K = contact_stiffness_limit(MASS, 4, 1e-3);
    CHECK_RELATIVE(PI * sqrt(MASS / (4.0 * K)), 10e-3, 1e-12);
}

/* The limit for steps of a tenth of the duration is the stiffness that has this duration; points share it. */
static void hertz_stiffness_limit(void **state)
{
    (void)state;
    const double hertz = 0.01, speed = 3.0, step = 1e-3, T = duration(hertz, speed);
    CHECK_RELATIVE(contact_hertz_stiffness_limit(MASS, 1, 0.1 * T, hertz, speed), STIFFNESS, 1e-12);
    CHECK_RELATIVE(4.0 * contact_hertz_stiffness_limit(MASS, 4, step, hertz, speed),
                   contact_hertz_stiffness_limit(MASS, 1, step, hertz, speed), 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(restitution_is_the_authored_one),
                                       cmocka_unit_test(no_contact_makes_energy),
                                       cmocka_unit_test(dissipation),
                                       cmocka_unit_test(printed_dissipation),
                                       cmocka_unit_test(deepest_point),
                                       cmocka_unit_test(stiffness_limit),
                                       cmocka_unit_test(hertz_stiffness_limit)};
    return cmocka_run_group_tests_name("contact_restitution", tests, NULL, NULL);
}
