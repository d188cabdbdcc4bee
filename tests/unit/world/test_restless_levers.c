/* A minute of levers, steering wheel and pedals jumping somewhere twice a second or more often: end stops,
 * relief valves, load checks, volumes that boil. No step is cut, and hardly one takes more than
 * MOST_ITERATIONS, half of what would cut it. */
#include "world/machine.h"

#include "support/check.h"

#include <math.h>
#include <stdio.h>

enum { STEPS = 60000, MOST_ITERATIONS = 6, MOST_LEVERS = 9 };

typedef struct restless {
    const char *machine;
    double throttle, most_slow; /* share of the steps that take more than MOST_ITERATIONS */
    const char *held, *levers[MOST_LEVERS + 1];
} restless;

static world_machine *build(hl_arena *arena, const char *name)
{
    char path[256];
    snprintf(path, sizeof path, "%s/assets/machines/%s.yaml", HEADLAND_SOURCE, name);
    hl_report report;
    auth_machine *author;
    world_machine *machine;
    assert_int_equal(auth_machine_read(path, arena, &author, &report), HL_OK);
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

static void drive(const restless *r)
{
    hl_arena arena = {0};
    world_machine *machine = build(&arena, r->machine);
    uint64_t seed = 7;
    int slow = 0, hold[MOST_LEVERS] = {0};
    if (r->held) set(machine, r->held, 1.0);
    set(machine, "throttle", r->throttle);
    for (int n = 0; n < STEPS; n++) {
        for (int k = 0; r->levers[k]; k++) {
            if (hold[k]-- > 0) continue;
            const double to = 2.0 * check_random(&seed); /* half of the time an end of the lever's way */
            set(machine, r->levers[k], fmax(-1.0, fmin(to, 1.0)));
            hold[k] = 260 + (int)(240.0 * check_random(&seed));
        }
        assert_int_equal(world_machine_step(machine), HL_OK);
        const mb_step_report *report = world_machine_report(machine);
        assert_false(report->cut);
        slow += report->iterations > MOST_ITERATIONS;
    }
    assert_true(slow <= (int)(r->most_slow * STEPS));
    hl_arena_free(&arena);
}

static void tractor_at_idle_and_full_speed(void **state)
{
    (void)state;
    for (int full = 0; full < 2; full++)
        drive(&(restless){"tractor", full, 0.001, "parking_brake", {"lift", "tilt", "steering"}});
}

/* Blade, feet and bucket hit the ground, wheels lose it. */
static void wheeled_excavator(void **state)
{
    (void)state;
    drive(&(restless){"wheeled_excavator",
                      1.0,
                      0.01,
                      NULL,
                      {"swing", "boom", "dipper", "bucket", "drive", "steering", "blade", "outrigger_left",
                       "outrigger_right"}});
}

/* Articulated to its locks, driven to and fro; tongs, blade and boom hit the ground. */
static void skidder(void **state)
{
    (void)state;
    drive(&(restless){"skidder",
                      1.0,
                      0.01,
                      NULL,
                      {"steering", "arch", "boom", "tongs", "rotator", "blade", "direction", "rear_lock"}});
}

/* The body hits the ends of its cylinder and the rubber on the frame. */
static void dump_truck(void **state)
{
    (void)state;
    drive(&(restless){
        "dump_truck", 1.0, 0.01, "parking_brake", {"tip", "tailgate", "steering", "brake", "direction"}});
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(tractor_at_idle_and_full_speed),
                                       cmocka_unit_test(wheeled_excavator), cmocka_unit_test(skidder),
                                       cmocka_unit_test(dump_truck)};
    return cmocka_run_group_tests_name("restless levers", tests, NULL, NULL);
}
