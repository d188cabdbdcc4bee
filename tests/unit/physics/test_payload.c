/* What a body carries as a part of it: the same motion, energy, rest and vibration as a body that is made so,
 * for every formulation, and nothing jumps when it changes. */
#include "support/check.h"

#include "mb/equilibrium.h"
#include "mb/force.h"
#include "mb/step.h"

#include <math.h>
#include <string.h>

enum { BODIES = 3, STEPS = 200, COORDINATES = 7 + 1 + 4, COLUMNS = 6 + 1 + 3 };

static const mb_formulation ALL[] = {MB_ALI3P, MB_DOUBLE_STEP, MB_PENALTY, MB_GLOBAL};

static const mb_payload LOADS[BODIES] = {{3.0, {0.2, -0.1, 0.3}, {0.3, 0.2, 0.25, 0.02, -0.01, 0.03}},
                                         {0.7, {-0.3, 0.2, -0.6}, {0.02, 0.03, 0.01, 0, 0, 0}},
                                         {5.0, {0.1, 0.4, -0.5}, {0.5, 0.6, 0.4, 0.1, 0, -0.1}}};

/* ---- the same, made so ---- */

/* Second moment about the origin of the body's frame. */
static hl_sym3 about_origin(double mass, hl_vec3 c, hl_sym3 J)
{
    const double square = hl_dot(c, c);
    return (hl_sym3){J.xx + mass * (square - c.x * c.x),
                     J.yy + mass * (square - c.y * c.y),
                     J.zz + mass * (square - c.z * c.z),
                     J.xy - mass * c.x * c.y,
                     J.xz - mass * c.x * c.z,
                     J.yz - mass * c.y * c.z};
}

static void merge(mb_body_def *body, const mb_payload *load)
{
    const double mass = body->mass + load->mass;
    const hl_vec3 c =
        hl_scale(1.0 / mass, hl_add(hl_scale(body->mass, body->com), hl_scale(load->mass, load->com)));
    const hl_sym3 sum = hl_sym_add(about_origin(body->mass, body->com, body->inertia),
                                   about_origin(load->mass, load->com, load->inertia)),
                  shift = about_origin(-mass, c, (hl_sym3){0, 0, 0, 0, 0, 0});
    body->mass = mass;
    body->com = c;
    body->inertia = hl_sym_add(sum, shift);
}

/* A free body, a rod hinged to it, another on a ball joint: thrown and turning. */
static void make_bodies(mb_body_def bodies[BODIES])
{
    static const mb_joint_type types[BODIES] = {MB_FREE, MB_REVOLUTE, MB_SPHERICAL};
    for (int i = 0; i < BODIES; i++) {
        bodies[i] = (mb_body_def){.name = "body",
                                  .mass = 2.0 - 0.4 * i,
                                  .com = {0.05, -0.1, -0.4},
                                  .inertia = {0.3, 0.35, 0.2, 0.01, 0.02, -0.01},
                                  .joint = {.type = types[i],
                                            .parent = i - 1,
                                            .parent_point = {0.1, 0, -0.8},
                                            .orientation = {1, 0, 0, 0},
                                            .axis = {0, 1, 0},
                                            .hold = true}};
        for (int k = 0; k < mb_joint_dof(types[i]); k++) bodies[i].joint.v0[k] = 0.5 - 0.3 * k + 0.2 * i;
    }
}

typedef struct chain {
    hl_arena arena;
    mb_model *model;
    mb_state *state;
    mb_work *work;
} chain;

static void open_chain(chain *c, const mb_body_def *bodies, int count, hl_vec3 gravity,
                       mb_formulation formulation)
{
    memset(c, 0, sizeof *c);
    const mb_def def = {.gravity = gravity, .body_count = count, .bodies = bodies};
    mb_step_options options = mb_step_options_default();
    options.formulation = formulation;
    mb_def_error error;
    mb_assembly_report assembly;
    assert_int_equal(mb_model_build(&def, &c->arena, &c->model, &error), HL_OK);
    c->state = mb_state_new(c->model, &c->arena);
    c->work = mb_work_new(c->model, &options, &c->arena);
    assert_true(c->state != NULL && c->work != NULL);
    assert_int_equal(mb_assemble(c->model, c->state, c->work, &assembly), HL_OK);
}

static mb_step_report step(chain *c)
{
    mb_step_report report;
    assert_int_equal(mb_step(c->model, c->state, c->work, &report), HL_OK);
    return report;
}

static mb_energy energies(chain *c)
{
    mb_evaluate_state(c->model, c->state, c->work);
    return mb_energies(c->model, c->work);
}

/* The merged numbers differ by rounding, a few 1e-16 of themselves; what that makes of a velocity grows with
 * the time, and a little faster where a pendulum falls over: a thousand times after 0.2 s. */
static const double ROUNDING = 1e-12;

static void moves_as_if_made_so(void **state)
{
    (void)state;
    for (int f = 0; f < 4; f++) {
        chain carrying, made;
        mb_body_def bodies[BODIES], merged[BODIES];
        make_bodies(bodies);
        make_bodies(merged);
        for (int i = 0; i < BODIES; i++) {
            bodies[i].payload = &LOADS[i];
            merge(&merged[i], &LOADS[i]);
        }
        open_chain(&carrying, bodies, BODIES, hl_v3(0, 0, -9.81), ALL[f]);
        open_chain(&made, merged, BODIES, hl_v3(0, 0, -9.81), ALL[f]);
        for (int i = 0; i < STEPS; i++) assert_int_equal(step(&carrying).iterations, step(&made).iterations);
        for (int k = 0; k < COORDINATES; k++) CHECK_NEAR(carrying.state->q[k], made.state->q[k], ROUNDING);
        for (int k = 0; k < COLUMNS; k++) CHECK_NEAR(carrying.state->v[k], made.state->v[k], 10.0 * ROUNDING);
        const mb_energy is = energies(&carrying), expected = energies(&made);
        CHECK_RELATIVE(is.kinetic, expected.kinetic, 10.0 * ROUNDING);
        CHECK_RELATIVE(is.gravity, expected.gravity, 10.0 * ROUNDING);
        const double turn = hl_norm(expected.angular_momentum);
        CHECK_NEAR(hl_norm(hl_sub(is.momentum, expected.momentum)), 0.0,
                   10.0 * ROUNDING * hl_norm(expected.momentum));
        CHECK_NEAR(hl_norm(hl_sub(is.angular_momentum, expected.angular_momentum)), 0.0,
                   10.0 * ROUNDING * turn);
        hl_arena_free(&carrying.arena);
        hl_arena_free(&made.arena);
    }
}

/* An empty payload leaves every bit as it is, whatever else stands in it. */
static void none_is_none(void **state)
{
    (void)state;
    const mb_payload empty = {0.0, {(double)NAN, 1e30, 0}, {-1, -1, -1, 0, 0, 0}};
    for (int f = 0; f < 4; f++) {
        chain without, with;
        mb_body_def bodies[BODIES];
        make_bodies(bodies);
        open_chain(&without, bodies, BODIES, hl_v3(0, 0, -9.81), ALL[f]);
        for (int i = 0; i < BODIES; i++) bodies[i].payload = &empty;
        open_chain(&with, bodies, BODIES, hl_v3(0, 0, -9.81), ALL[f]);
        for (int i = 0; i < STEPS; i++) step(&without), step(&with);
        assert_true(mb_state_hash(without.state) == mb_state_hash(with.state));
        hl_arena_free(&without.arena);
        hl_arena_free(&with.arena);
    }
}

/* A massless hook with something on it falls like a stone. */
static void massless_body_carries(void **state)
{
    (void)state;
    mb_body_def body = {
        .name = "hook", .payload = &LOADS[0], .joint = {.type = MB_FREE, .parent = MB_GROUND}};
    for (int f = 0; f < 4; f++) {
        chain c;
        body.joint.orientation = (hl_quat){1, 0, 0, 0};
        open_chain(&c, &body, 1, hl_v3(0, 0, -9.81), ALL[f]);
        for (int i = 0; i < STEPS; i++) step(&c);
        CHECK_NEAR(c.state->v[2], -9.81 * STEPS * 1e-3, 10.0 * ROUNDING);
        for (int k = 3; k < 6; k++) CHECK_NEAR(c.state->v[k], 0.0, 10.0 * ROUNDING);
        hl_arena_free(&c.arena);
    }
}

/* ---- changing ---- */

/* Loaded and unloaded on the way, which does not concern a body that flies straight on; and a turning one
 * that takes a load on keeps, from then on, the momenta of both. Four formulations. */
static void a_flying_body_takes_it_on(void **state)
{
    (void)state;
    for (int f = 0; f < 4; f++)
        for (int spins = 0; spins < 2; spins++) {
            chain c;
            mb_payload load = LOADS[0];
            mb_body_def body[BODIES];
            make_bodies(body);
            body[0].payload = &load;
            if (!spins) memset(body[0].joint.v0 + 3, 0, 3 * sizeof(double));
            load.mass = 0.0;
            open_chain(&c, body, 1, hl_v3(0, 0, 0), ALL[f]);
            const double v[3] = {c.state->v[0], c.state->v[1], c.state->v[2]};
            for (int i = 0; !spins && i < STEPS; i++) {
                load.mass = i % 3 == 0 ? 0.0 : LOADS[0].mass + 0.1 * i;
                step(&c);
                for (int k = 0; k < 3; k++) CHECK_NEAR(c.state->v[k], v[k], ROUNDING);
                for (int k = 3; k < 6; k++) CHECK_NEAR(c.state->v[k], 0.0, ROUNDING);
            }
            load.mass = LOADS[0].mass;
            assert_int_equal(mb_restart_after_jump(c.model, c.state, c.work), HL_OK);
            const mb_energy begin = energies(&c);
            for (int i = 0; i < STEPS; i++) step(&c);
            const mb_energy end = energies(&c);
            /* the rules are of second order at least: dt^2 times the third derivative, omega^3 times an arm
             */
            const double turned = 0.2 * 1e-6 * 1.0;
            CHECK_NEAR(hl_norm(hl_sub(end.momentum, begin.momentum)), 0.0, turned * hl_norm(begin.momentum));
            CHECK_NEAR(hl_norm(hl_sub(end.angular_momentum, begin.angular_momentum)), 0.0,
                       turned * hl_norm(begin.angular_momentum) + ROUNDING);
            hl_arena_free(&c.arena);
        }
}

/* A pendulum that swings and is loaded at once: its angle and speed go on from where they were, and change
 * within the step by no more than accelerations of before and after let them. */
static void velocities_are_continuous(void **state)
{
    (void)state;
    for (int f = 0; f < 4; f++) {
        chain c;
        mb_payload load = {.com = {0.6, 0, 0.1}, .inertia = {0.5, 0.6, 0.4, 0, 0, 0}};
        mb_body_def body[BODIES];
        make_bodies(body);
        body[1].joint.parent = MB_GROUND;
        body[1].payload = &load;
        open_chain(&c, &body[1], 1, hl_v3(0, 0, -9.81), ALL[f]);
        for (int i = 0; i < STEPS; i++) step(&c);
        const double q = c.state->q[0], v = c.state->v[0], before = fabs(c.state->a[0]);
        load.mass = 5.0;
        step(&c);
        const double after = fabs(c.state->a[0]), most = fmax(before, after) * (1.0 + 1e-2);
        assert_true(fabs(after - before) > 0.1 * before); /* it did change */
        CHECK_NEAR(c.state->v[0], v, most * 1e-3);
        CHECK_NEAR(c.state->q[0], q + 1e-3 * v, most * 1e-6);
        hl_arena_free(&c.arena);
    }
}

/* ---- rest and vibration ---- */

/* On a spring the body sinks by (m + m_l) g/k and swings with sqrt(k/(m + m_l)). */
static void hangs_and_swings(void **state)
{
    (void)state;
    const mb_payload load = {3.0, {0.4, 0.2, 0}, {1, 1, 1, 0, 0, 0}};
    const mb_spring spring = {.stiffness = 2000.0};
    const mb_body_def body = {
        .name = "mass",
        .mass = 2.0,
        .payload = &load,
        .joint = {.type = MB_PRISMATIC, .parent = MB_GROUND, .orientation = {1, 0, 0, 0}, .axis = {0, 0, 1}}};
    const mb_effort_def effort =
        mb_spring_effort("spring", (mb_measure_def){.kind = MB_MEASURE_JOINT, .body_a = 0}, &spring);
    const mb_def def = {
        .gravity = {0, 0, -9.81}, .body_count = 1, .bodies = &body, .effort_count = 1, .efforts = &effort};
    hl_arena arena = {0};
    mb_model *model;
    mb_def_error error;
    assert_int_equal(mb_model_build(&def, &arena, &model, &error), HL_OK);
    mb_state *rest = mb_state_new(model, &arena);
    const mb_equilibrium_options options = mb_equilibrium_options_default();
    mb_equilibrium_report report;
    assert_int_equal(mb_equilibrium(model, rest, &options, &arena, &report), HL_OK);
    CHECK_RELATIVE(rest->q[0], -5.0 * 9.81 / 2000.0, 1e-9); /* forces are balanced to 1e-10 of the weight */
    mb_mode *modes;
    int count;
    assert_int_equal(mb_modes(model, rest, &arena, &modes, &count), HL_OK);
    assert_int_equal(count, 1);
    CHECK_RELATIVE(modes[0].frequency, sqrt(2000.0 / 5.0), ROUNDING);
    hl_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_as_if_made_so),       cmocka_unit_test(none_is_none),
        cmocka_unit_test(massless_body_carries),     cmocka_unit_test(a_flying_body_takes_it_on),
        cmocka_unit_test(velocities_are_continuous), cmocka_unit_test(hangs_and_swings)};
    return cmocka_run_group_tests_name("payload", tests, NULL, NULL);
}
