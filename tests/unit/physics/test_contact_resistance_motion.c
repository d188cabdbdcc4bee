/* A free body in a medium, in whole steps of 1 ms: it is held, gives way, comes to rest, loses energy. */
#include "support/check.h"

#include "contact/resistance.h"
#include "mb/step.h"

#include <math.h>
#include <string.h>

static const double MASS = 500.0, STEP = 1e-3;
static const double LIMIT = 3e4;   /* g [N] */
static const double BEND = 3e-3;   /* z* [m]: a stiffness k = g/z* of 1e7 N/m */
static const double LEAD = 5e-3;   /* T [s]: a third of critical, k T = 50 of 2 sqrt(k m) = 141 kN s/m */
static const double NEWTON = 1e-9; /* [m] increments below end an iteration */
enum { MOST_ITERATIONS = 4 }; /* predicted, corrected, confirmed, and one more where a motion turns round */

typedef struct pit {
    hl_arena arena;
    mb_model *model;
    mb_state *state;
    mb_work *work;
    contact_medium medium;
    int most_iterations;
} pit;

static contact_medium ground(double limit, double lead)
{
    return (contact_medium){.resists = true,
                            .axis = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                            .limit = {limit, limit, limit},
                            .bend = BEND,
                            .lead = lead};
}

static void open_pit(pit *p, const contact_medium *medium, hl_vec3 velocity, hl_vec3 spin, double pull)
{
    memset(p, 0, sizeof *p);
    p->medium = *medium;
    const mb_body_def body = {.name = "blade",
                              .mass = MASS,
                              .inertia = {100, 150, 120, 0, 0, 0},
                              .joint = {.type = MB_FREE,
                                        .parent = MB_GROUND,
                                        .orientation = {1, 0, 0, 0},
                                        .v0 = {velocity.x, velocity.y, velocity.z, spin.x, spin.y, spin.z}}};
    const mb_wrench_def wrench = {.name = "pull", .force = {pull, 0, 0}};
    const mb_effort_def effort = contact_resistance("soil", 0, &p->medium);
    const mb_def def = {.body_count = 1,
                        .bodies = &body,
                        .effort_count = 1,
                        .efforts = &effort,
                        .wrench_count = 1,
                        .wrenches = &wrench};
    mb_step_options options = mb_step_options_default();
    options.step = STEP;
    mb_def_error error;
    mb_assembly_report assembly;
    assert_int_equal(mb_model_build(&def, &p->arena, &p->model, &error), HL_OK);
    p->state = mb_state_new(p->model, &p->arena);
    p->work = mb_work_new(p->model, &options, &p->arena);
    assert_true(p->state != NULL && p->work != NULL);
    assert_int_equal(mb_assemble(p->model, p->state, p->work, &assembly), HL_OK);
}

static void close_pit(pit *p)
{
    assert_true(p->most_iterations <= MOST_ITERATIONS);
    hl_arena_free(&p->arena);
}

static void step(pit *p)
{
    mb_step_report report;
    assert_int_equal(mb_step(p->model, p->state, p->work, &report), HL_OK);
    if (report.iterations > p->most_iterations) p->most_iterations = report.iterations;
}

static void run(pit *p, double seconds)
{
    for (int i = 0; i < (int)lround(seconds / STEP); i++) step(p);
}

static double place(const pit *p)
{
    return p->state->q[0];
}

static double speed(const pit *p)
{
    return p->state->v[0];
}

/* ---- loads ---- */

/* Loads that set in at once. The swing about the new rest decays with k T/2m = 50/s: after a second it is
 * gone, and over ten more nothing moves. */
static void holds_without_creep(void **state)
{
    (void)state;
    const double shares[] = {0.1, 0.3, 0.5, 0.7};
    const contact_medium medium = ground(LIMIT, LEAD);
    for (int i = 0; i < 4; i++) {
        pit p;
        open_pit(&p, &medium, hl_v3(0, 0, 0), hl_v3(0, 0, 0), shares[i] * LIMIT);
        run(&p, 1.0);
        const double settled = place(&p);
        assert_true(settled >= shares[i] * BEND - NEWTON); /* the bend at least */
        run(&p, 10.0);
        CHECK_NEAR(place(&p), settled, NEWTON);
        CHECK_NEAR(p.state->x[0], shares[i] * BEND, NEWTON);
        close_pit(&p);
    }
}

/* Limits that differ by side, as of a blade in front of soil. The side is that of z + T v, from which the
 * force comes: at rest the one that carries the load, at speed the one ahead. On the weak side the swing
 * decays with 5/s. */
static void holds_with_two_sides(void **state)
{
    (void)state;
    const contact_medium medium = ground(LIMIT, LEAD);
    for (int reverse = 0; reverse < 2; reverse++) {
        const double load = reverse ? -0.05 * LIMIT : 0.5 * LIMIT;
        pit p;
        open_pit(&p, &medium, hl_v3(0, 0, 0), hl_v3(0, 0, 0), load);
        double settled = 0.0;
        for (int i = 0; i < 9000; i++) {
            p.medium.limit[0] = p.state->x[0] + speed(&p) * LEAD >= 0.0 ? LIMIT : 0.1 * LIMIT;
            step(&p);
            if (i == 4000) settled = place(&p);
        }
        CHECK_NEAR(place(&p), settled, NEWTON);
        CHECK_NEAR(p.state->x[0], 0.5 * (reverse ? -BEND : BEND), NEWTON);
        close_pit(&p);
    }
}

/* A load above the limit: the rest of it accelerates the body, once it has gone some z*. */
static void yields_above_the_limit(void **state)
{
    (void)state;
    const contact_medium medium = ground(LIMIT, LEAD);
    const double load = 1.2 * LIMIT;
    pit p;
    open_pit(&p, &medium, hl_v3(0, 0, 0), hl_v3(0, 0, 0), load);
    run(&p, 1.0); /* after half of (L - g)/m t^2 = 6 m, two thousand z* */
    const double begin = speed(&p);
    run(&p, 1.0);
    CHECK_NEAR(speed(&p) - begin, (load - LIMIT) / MASS, NEWTON / STEP);
    close_pit(&p);
}

/* ---- stiffness ---- */

/* A body too fast for the step to see the bristle bend, Z = |v| dt/z* = 1000: after the first step the force
 * is the limit. What is left of the beginning is the rule's amplification, (24 - 6 Z)/(24 + 18 Z + 6 Z^2 +
 * Z^3) or 6/Z^2, and what Newton leaves: a millionth of the states' unit of 1 mm. */
static void fast_motion_is_followed(void **state)
{
    (void)state;
    const double fast = 10.0, limit = 100.0, bend = 1e-5, Z = fast * STEP / bend;
    contact_medium medium = ground(limit, 0.0);
    pit p;
    medium.bend = bend;
    open_pit(&p, &medium, hl_v3(fast, 0, 0), hl_v3(0, 0, 0), 0.0);
    for (int i = 0; i < 100; i++) {
        step(&p);
        CHECK_NEAR(p.state->x[0], bend, bend * 6.0 / (Z * Z) + NEWTON);
    }
    /* nothing resisted at the beginning: the trapezoidal rule gives half a step of it away */
    CHECK_NEAR(speed(&p), fast - limit / MASS * (100.0 - 0.5) * STEP, NEWTON / STEP);
    close_pit(&p);
}

/* ---- coming to rest ---- */

/* Pushed at 1 m/s into a medium whose limit grows by F' = 60 kN over 0.3 m. Resisted by no more than the
 * limit it goes v sqrt(m/F') = 50 mm at least; at most as far as it takes to lose m v^2/2 to F' (x - v dt) (1
 * - exp(-x/z*)): the limit lags by a step, and the bend, z* (1 - exp(-x/z*)), makes up F' z*^2 less work.
 * When it turns, the bristle holds no more than z* g/2, so that it comes back no faster than sqrt(z* g/m),
 * and then each time slower; with T = 1 ms the swing decays with 3/s. */
static void comes_to_rest(void **state)
{
    (void)state;
    const double slope = 60e3 / 0.3, v = 1.0, energy = 0.5 * MASS * v * v, late = v * STEP;
    const double least = sqrt(2.0 * energy / slope),
                 most = late + sqrt(late * late + 2.0 * energy / slope + 2.0 * BEND * BEND);
    const double leads[] = {0.0, 1e-3, LEAD, 2e-2};
    for (int d = 0; d < 4; d++) {
        const contact_medium medium = ground(1.0, leads[d]);
        pit p;
        open_pit(&p, &medium, hl_v3(v, 0, 0), hl_v3(0, 0, 0), 0.0);
        double furthest = 0.0, back = 0.0;
        for (int i = 0; i < 8000; i++) {
            const double limit = fmax(1.0, slope * place(&p)); /* 1 N where there is hardly any ground */
            for (int k = 0; k < 3; k++) p.medium.limit[k] = limit;
            step(&p);
            furthest = fmax(furthest, place(&p));
            if (furthest > place(&p)) back = fmax(back, fabs(speed(&p)));
        }
        assert_true(furthest >= least && furthest <= most);
        assert_true(back <= sqrt(slope * furthest * BEND / MASS));
        if (leads[d] > 0.0) CHECK_NEAR(speed(&p), 0.0, NEWTON / STEP);
        close_pit(&p);
    }
}

/* Thrown and spinning, held at a point far from its centre of mass, with limits that differ by axis: kinetic
 * energy and what the bristle holds fall together from any time on, but for what the rule lets a spring gain
 * whose force bends along a way v dt, k (v dt)^2/8, k of the stiffest axis. */
static void energy_never_grows(void **state)
{
    (void)state;
    uint64_t seed = 71;
    for (int n = 0; n < 6; n++) {
        contact_medium medium = ground(LIMIT, n % 2 == 0 ? 0.0 : LEAD);
        medium.limit[1] = 0.3 * LIMIT;
        medium.limit[2] = 0.1 * LIMIT;
        medium.point = hl_v3(0.5, -0.4, 0.3);
        hl_vec3 throw[2];
        for (int k = 0; k < 2; k++) {
            const double x = 2.0 * check_random(&seed), y = 2.0 * check_random(&seed);
            throw[k] = hl_v3(x, y, 2.0 * check_random(&seed));
        }
        pit p;
        open_pit(&p, &medium, throw[0], throw[1], 0.0);
        double least = (double)INFINITY, begin = 0.0;
        for (int i = 0; i < 2000; i++) {
            mb_evaluate_state(p.model, p.state, p.work);
            const mb_energy e = mb_energies(p.model, p.work);
            const double now = e.kinetic + e.stored;
            if (i == 0) begin = now;
            const double way = STEP * sqrt(2.0 * now / MASS) * 2.0; /* the point is faster than the centre */
            assert_true(now <= least + LIMIT / BEND * way * way / 8.0);
            least = fmin(least, now);
            step(&p);
        }
        assert_true(least < begin);
        close_pit(&p);
    }
}

/* The known wrench alone: a spring and damper that move along with the body when the step begins do nothing
 * but keep it from changing its motion within the step. With implicit K, C the force is felt at once. */
static void damps_what_changes(void **state)
{
    (void)state;
    const double C = 1e6, K = 1e9; /* dt C = 2 m, dt^2 K = 2 m */
    contact_medium medium = {
        .loaded = true, .force = {1000, 0, 0}, .K = {K, K, K, 0, 0, 0}, .C = {C, C, C, 0, 0, 0}};
    medium.velocity = hl_v3(1, 0, 0);
    pit p;
    open_pit(&p, &medium, hl_v3(1, 0, 0), hl_v3(0, 0, 0), 0.0);
    step(&p);
    /* trapezoidal rule with dv at the end: m dv = dt/2 (F + F - C dv - K dt dv/2) */
    const double gained = STEP * 1000.0 / (MASS + 0.5 * STEP * C + 0.25 * STEP * STEP * K);
    CHECK_NEAR(speed(&p) - 1.0, gained, 2.0 * NEWTON / STEP);
    CHECK_RELATIVE(gained, 0.4 * STEP * 1000.0 / MASS, 1e-12); /* of what it would be without them */
    close_pit(&p);
}

/* A wrench that is set between steps: F/m and, about a principal axis, M/J; without it the effort is idle. */
static void a_wrench_acts_as_long_as_it_is_set(void **state)
{
    (void)state;
    pit p;
    contact_wrench wrench = {{0, 0, 0}, {0, 0, 0}};
    memset(&p, 0, sizeof p);
    const mb_body_def body = {.name = "wheel",
                              .mass = MASS,
                              .inertia = {100, 150, 120, 0, 0, 0},
                              .joint = {.type = MB_FREE, .parent = MB_GROUND, .orientation = {1, 0, 0, 0}}};
    const mb_effort_def effort = contact_wrench_effort("blow", 0, &wrench);
    const mb_def def = {.body_count = 1, .bodies = &body, .effort_count = 1, .efforts = &effort};
    mb_step_options options = mb_step_options_default();
    options.step = STEP;
    mb_def_error error;
    mb_assembly_report assembly;
    assert_int_equal(mb_model_build(&def, &p.arena, &p.model, &error), HL_OK);
    p.state = mb_state_new(p.model, &p.arena);
    p.work = mb_work_new(p.model, &options, &p.arena);
    assert_true(p.state != NULL && p.work != NULL);
    assert_int_equal(mb_assemble(p.model, p.state, p.work, &assembly), HL_OK);
    run(&p, 0.01);
    CHECK_SAME(speed(&p), 0.0);
    wrench = (contact_wrench){{250, 0, 0}, {0, 0, 60}};
    run(&p, 0.1);
    wrench = (contact_wrench){{0, 0, 0}, {0, 0, 0}};
    run(&p, 0.1);
    /* the trapezoidal rule takes half of the first and half of one further step */
    CHECK_NEAR(speed(&p), 250.0 / MASS * 0.1, 1e-6);
    CHECK_NEAR(p.state->v[5], 60.0 / 120.0 * 0.1, 1e-6);
    close_pit(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_wrench_acts_as_long_as_it_is_set),
                                       cmocka_unit_test(holds_without_creep),
                                       cmocka_unit_test(holds_with_two_sides),
                                       cmocka_unit_test(yields_above_the_limit),
                                       cmocka_unit_test(fast_motion_is_followed),
                                       cmocka_unit_test(comes_to_rest),
                                       cmocka_unit_test(energy_never_grows),
                                       cmocka_unit_test(damps_what_changes)};
    return cmocka_run_group_tests_name("contact_resistance_motion", tests, NULL, NULL);
}
