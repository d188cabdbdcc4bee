/* A minute of the tractor's loader levers and steering wheel jumping somewhere twice a second or more often:
 * end stops, relief valves, load checks, volumes that boil. No step is cut, and hardly one in a thousand
 * takes more than MOST_ITERATIONS, half of what would cut it. */
#include "world/machine.h"

#include "support/check.h"

#include <math.h>

static const double MOST_SLOW = 0.001; /* share of the steps that take more than MOST_ITERATIONS */
enum { STEPS = 60000, MOST_ITERATIONS = 6 };

static const char *const LEVERS[] = {"lift", "tilt", "steering"};
enum { LEVER_COUNT = sizeof LEVERS / sizeof LEVERS[0] };

static world_machine *build(hl_arena *arena)
{
    hl_report report;
    auth_machine *author;
    world_machine *machine;
    assert_int_equal(
        auth_machine_read(HEADLAND_SOURCE "/assets/machines/tractor.yaml", arena, &author, &report), HL_OK);
    const mb_step_options options = world_machine_options(author, NULL);
    assert_int_equal(world_machine_build(author, NULL, &options, arena, &report, NULL, &machine), HL_OK);
    return machine;
}

static void set(world_machine *machine, const char *control, double value)
{
    const int c = world_control_find(machine, control);
    assert_true(c >= 0);
    world_control_set(machine, c, value);
}

/* At the engine's idle and at its full speed. */
static void no_step_is_cut(void **state)
{
    (void)state;
    for (int full = 0; full < 2; full++) {
        hl_arena arena = {0};
        world_machine *machine = build(&arena);
        uint64_t seed = 7;
        int slow = 0, hold[LEVER_COUNT] = {0};
        set(machine, "parking_brake", 1.0);
        set(machine, "throttle", full);
        for (int n = 0; n < STEPS; n++) {
            for (int k = 0; k < LEVER_COUNT; k++) {
                if (hold[k]-- > 0) continue;
                const double to = 2.0 * check_random(&seed); /* half of the time an end of the lever's way */
                set(machine, LEVERS[k], fmax(-1.0, fmin(to, 1.0)));
                hold[k] = 260 + (int)(240.0 * check_random(&seed));
            }
            assert_int_equal(world_machine_step(machine), HL_OK);
            const mb_step_report *report = world_machine_report(machine);
            assert_false(report->cut);
            slow += report->iterations > MOST_ITERATIONS;
        }
        assert_true(slow <= (int)(MOST_SLOW * STEPS));
        hl_arena_free(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_step_is_cut)};
    return cmocka_run_group_tests_name("restless levers", tests, NULL, NULL);
}
