#include "support/check.h"

#include "swp/plan.h"

#include <stdio.h>
#include <string.h>

static hl_arena arena;

static bool vary(swp_plan *plan, const char *text, char why[SWP_WHY])
{
    return swp_plan_vary(plan, &text, text ? 1 : 0, &arena, why);
}

static void a_plan_gets_its_grid(void **state)
{
    (void)state;
    char why[SWP_WHY];
    static const char *const sets[] = {"lift=0"};
    swp_plan plan = {.scenario = "flat.yaml", .set_count = 1, .sets = sets};
    assert_true(vary(&plan, "throttle=0,0.5,1", why));
    assert_int_equal(plan.grid.run_count, 3);
    assert_string_equal(plan.grid.axes[0].key, "throttle");
}

static void check_refusal(swp_plan plan, const char *text, const char *expected)
{
    char why[SWP_WHY] = "";
    assert_false(vary(&plan, text, why));
    assert_string_equal(why, expected);
}

static void refuses_what_is_no_sweep(void **state)
{
    (void)state;
    static const char *const same[] = {"throttle=1"}, *const broken[] = {"lift=0\n"};
    const swp_plan plan = {.scenario = "flat.yaml"};
    swp_plan other = plan;
    check_refusal(plan, NULL, "no key is varied; give --vary KEY=V1,V2,...");
    check_refusal(plan, "throttle=1,1", "--vary 'throttle' has the same value twice");
    other.script = "keyboard";
    check_refusal(other, "throttle=0,1", "a sweep needs an operator script: give --operator SCRIPT");
    other = plan;
    other.scenario = "two\nlines.yaml";
    check_refusal(other, "throttle=0,1", "paths and settings must not contain line breaks");
    other = plan;
    other.set_count = 1;
    other.sets = broken;
    check_refusal(other, "throttle=0,1", "paths and settings must not contain line breaks");
    other.sets = same;
    check_refusal(other, "throttle=0,1", "'throttle' is both in --set and in --vary");
}

/* With the key that varies a run has one more than it may have. */
static void refuses_too_many_settings(void **state)
{
    (void)state;
    const char *sets[SWP_SETS];
    for (int i = 0; i < SWP_SETS; i++) sets[i] = "lift=0";
    check_refusal((swp_plan){.scenario = "flat.yaml", .set_count = SWP_SETS, .sets = sets}, "throttle=0,1",
                  "too many --set");
}

static int free_all(void **state)
{
    (void)state;
    hl_arena_free(&arena);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plan_gets_its_grid),
        cmocka_unit_test(refuses_what_is_no_sweep),
        cmocka_unit_test(refuses_too_many_settings),
    };
    return cmocka_run_group_tests(tests, NULL, free_all);
}
