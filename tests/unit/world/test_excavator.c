/* The excavator of the assets in each of its variants: it carries its own weight where it starts, and its
 * levers may be thrown about. What it does is compared with figures by `headland validate`. */
#include "world/machine.h"

#include "support/check.h"

#include <math.h>

static const double GRAVITY = 9.81; /* [m/s^2] */

/* [J] What compressed oil and its hoses can hold at the start, p^2 V/(2 K): no pressure above 10 MPa (boom),
 * no more than 0.1 m^3 in hoses and cylinders, oil of 1.5 GPa in hoses of 1 GPa as stiff as 0.6 GPa: 8.3 kJ.
 */
static const double OIL = 1e4;

enum { SIGNALS = 256 };

typedef struct digger {
    hl_arena arena;
    auth_machine *author;
    world_machine *machine;
} digger;

static void build(digger *d, const char *bucket, const char *cylinder)
{
    static hl_report machine_report, scenario_report; /* too large for the stack */
    auth_scenario *site;
    const auth_choice chosen[] = {{"bucket", bucket}, {"dipper_cylinder", cylinder}};
    *d = (digger){.machine = NULL};
    assert_int_equal(auth_machine_read_chosen(HEADLAND_SOURCE "/assets/machines/excavator.yaml", chosen, 2,
                                              &d->arena, &d->author, &machine_report),
                     HL_OK);
    assert_int_equal(auth_scenario_read(HEADLAND_SOURCE "/assets/scenarios/excavator-flat.yaml", &d->arena,
                                        &site, &scenario_report),
                     HL_OK);
    const mb_step_options options = world_machine_options(d->author, site);
    assert_int_equal(world_machine_build(d->author, site, &options, &d->arena, &machine_report,
                                         &scenario_report, &d->machine),
                     HL_OK);
    assert_true(world_signal_count(d->machine) <= SIGNALS);
}

static double signal_of(digger *d, const char *name)
{
    double values[SIGNALS];
    const int s = world_signal_find(d->machine, name);
    assert_true(s >= 0);
    world_machine_evaluate_signals(d->machine, values);
    return values[s] * world_signal_info(d->machine, s).si;
}

static void run(digger *d, int steps)
{
    for (int n = 0; n < steps; n++) assert_int_equal(world_machine_step(d->machine), HL_OK);
}

static double mass(const digger *d)
{
    double sum = 0.0;
    for (int i = 0; i < d->author->mechanism->body_count; i++) sum += d->author->mechanism->bodies[i].mass;
    return sum;
}

/* It starts settled: in half a second nothing moves. Its tracks carry its weight; the arm sinks by the
 * leakage of spools and pistons alone, less than 0.1 mm of the boom cylinders in that time (data sheets allow
 * 10 mm in five minutes, 0.02 mm in half a second), which is less than 1e-4 rad. */
static void every_variant_stands(void **state)
{
    (void)state;
    static const char *const buckets[] = {"small", "medium", "large", "standard"};
    static const char *const cylinders[] = {"small", "medium", "large"};
    for (int i = 0; i < 12; i++) {
        digger d;
        build(&d, buckets[i % 4], cylinders[i / 4]);
        const double boom = signal_of(&d, "boom.angle"), dipper = signal_of(&d, "dipper.angle");
        run(&d, 500);
        const double weight = mass(&d) * GRAVITY;
        const double load = signal_of(&d, "track.left.load") + signal_of(&d, "track.right.load");
        CHECK_NEAR(load, weight, 1e-3 * weight);
        CHECK_NEAR(signal_of(&d, "boom.angle"), boom, 1e-4);
        CHECK_NEAR(signal_of(&d, "dipper.angle"), dipper, 1e-4);
        CHECK_NEAR(signal_of(&d, "contact.undercarriage.force"), 0.0, 0.0);
        hl_arena_free(&d.arena);
    }
}

/* What every step leaves of the closure that the link's cut pin is, whether its iterations converged or were
 * cut: the last increment was what it still asked for, none of its coordinates more than `increment`
 * tolerances, and less is left after it. Only rocker, link and bucket move the two halves of the pin against
 * each other, each on less than 1 m. */
static double closure_bound(const digger *d)
{
    static const double LEVERS = 3.0 * 1.0; /* [m] */
    const double tolerance = world_machine_mechanism(d->machine)->options.tolerance;
    return LEVERS * tolerance * fmax(world_machine_report(d->machine)->increment, 1.0);
}

static double energy(digger *d)
{
    return signal_of(d, "energy.kinetic") + signal_of(d, "energy.gravity") + signal_of(d, "energy.stored");
}

/* All levers jump somewhere some times a second: end stops, relief valves, the bucket's back and the blade on
 * the ground, the undercarriage lifted by the arm. A blow at its worst takes more iterations than a step has,
 * which cuts the step: the drive goes on with what the last iteration left. No step fails, none leaves the
 * closure more open than its last increment says, and none makes energy: what is there comes from the engine
 * and from oil under pressure at the start, everything else takes some away. A jump sends one joint to one
 * end of its way or to the ground, so that there are no more blows, and no more cut steps, than jumps. */
static void levers_thrown_about(void **state)
{
    (void)state;
    static const char *const levers[] = {"swing",       "boom",         "dipper", "bucket",
                                         "left_travel", "right_travel", "blade"};
    enum { LEVERS = sizeof levers / sizeof levers[0], STEPS = 10000 };
    digger d;
    build(&d, "medium", "medium");
    uint64_t seed = 7;
    int hold[LEVERS] = {0}, cut = 0, jumps = 0;
    const double start = energy(&d);
    world_control_set(d.machine, world_control_find(d.machine, "throttle"), 1.0);
    for (int n = 0; n < STEPS; n++) {
        for (int k = 0; k < LEVERS; k++) {
            if (hold[k]-- > 0) continue;
            const double to = 2.0 * check_random(&seed); /* half of the time an end of the lever's way */
            world_control_set(d.machine, world_control_find(d.machine, levers[k]), fmax(-1.0, fmin(to, 1.0)));
            hold[k] = 260 + (int)(240.0 * check_random(&seed));
            jumps++;
        }
        run(&d, 1);
        const mb_step_report *report = world_machine_report(d.machine);
        cut += report->cut;
        assert_true(report->position_violation <= closure_bound(&d));
        assert_true(energy(&d) <= start + OIL + signal_of(&d, "engine.work"));
    }
    assert_true(cut <= jumps);
    hl_arena_free(&d.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_variant_stands),
                                       cmocka_unit_test(levers_thrown_about)};
    return cmocka_run_group_tests_name("excavator", tests, NULL, NULL);
}
