#include "support/check.h"

#include "swp/plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static hl_arena arena;

static const char *const sets[] = {"lift=0"};
static const swp_file files[] = {{"flat.yaml", "11"}, {"tractor.yaml", "22"}};

static swp_plan plan_of(const char *vary)
{
    char why[SWP_WHY];
    swp_plan plan = {.program = "0.1.0 ab",
                     .scenario = "flat.yaml",
                     .script = "it's \"here\".yaml",
                     .seconds = 1.0 / 3.0,
                     .set_count = 1,
                     .sets = sets,
                     .file_count = 2,
                     .files = files,
                     .grid = {.run_count = 1}};
    assert_true(swp_grid_add(&plan.grid, vary, &arena, why));
    return plan;
}

static void comes_back_as_it_was(void **state)
{
    (void)state;
    char why[SWP_WHY];
    swp_plan back;
    const swp_plan plan = plan_of("machine.bucket=small,large");
    char *text = swp_manifest_write(&plan);
    assert_non_null(text);
    assert_true(swp_manifest_read(text, &arena, &back, why));
    free(text);
    assert_string_equal(back.program, plan.program);
    assert_string_equal(back.scenario, plan.scenario);
    assert_string_equal(back.script, plan.script);
    CHECK_SAME(back.seconds, plan.seconds);
    assert_string_equal(back.files[1].hash, "22");
    assert_string_equal(back.files[1].path, "tractor.yaml");
    assert_int_equal(back.grid.run_count, 2);
    assert_string_equal(back.grid.axes[0].key, "machine.bucket");
    assert_string_equal(back.grid.axes[0].values[1], "large");
    assert_true(swp_manifest_agrees(&back, &plan, why));
}

static void refuses_other_texts(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",
        "{",
        "[]",
        "{}",
        "{\"headland\": \"sweep\"}",
        "{\"headland\": \"machine\", \"seconds\": 0}",
        "{\"headland\": \"sweep\", \"seconds\": 0, \"program\": \"p\", \"scenario\": \"s\", \"set\": [], "
        "\"inputs\": [{\"path\": \"a\"}], \"vary\": []}",
        "{\"headland\": \"sweep\", \"seconds\": 0, \"program\": \"p\", \"scenario\": \"s\", \"set\": [1], "
        "\"inputs\": [{\"path\": \"a\", \"hash\": \"1\"}], \"vary\": []}",
        "{\"headland\": \"sweep\", \"seconds\": 0, \"program\": \"p\", \"scenario\": \"s\", \"set\": [], "
        "\"inputs\": [{\"path\": \"a\", \"hash\": \"1\"}], \"vary\": [{\"key\": \"a\", \"values\": []}]}"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char why[SWP_WHY] = "";
        swp_plan plan;
        assert_false(swp_manifest_read(texts[i], &arena, &plan, why));
        assert_true(*why != '\0');
    }
}

static void check_refusal(const swp_plan *old, const swp_plan *now, const char *part)
{
    char why[SWP_WHY] = "";
    assert_false(swp_manifest_agrees(old, now, why));
    if (!strstr(why, part)) fail_msg("it says '%s', not '%s'", why, part);
}

static void says_what_differs(void **state)
{
    (void)state;
    const swp_plan old = plan_of("throttle=0,1");
    swp_plan now = old;
    now.program = "0.1.0 ac";
    check_refusal(&old, &now, "a different build (0.1.0 ab; this is 0.1.0 ac)");
    now = old;
    now.files = (const swp_file[]){files[0], {"tractor.yaml", "23"}};
    check_refusal(&old, &now, "tractor.yaml has changed");
    now = old;
    now.file_count = 1;
    check_refusal(&old, &now, "from 2 authored files, not 1");
    now = old;
    now.seconds = 2.0;
    check_refusal(&old, &now, "--seconds");
    now = old;
    now.sets = (const char *const[]){"lift=1"};
    check_refusal(&old, &now, "--set");
    now = plan_of("lift_speed=0,1");
    check_refusal(&old, &now, "different keys");
}

/* A value more: what is there stays; paths are no part of it, the folder may have moved. */
static void more_values_agree(void **state)
{
    (void)state;
    char why[SWP_WHY];
    const swp_plan old = plan_of("throttle=0,1");
    swp_plan now = plan_of("throttle=0,0.5,1");
    now.scenario = "elsewhere/flat.yaml";
    now.files = (const swp_file[]){{now.scenario, "11"}, files[1]};
    assert_true(swp_manifest_agrees(&old, &now, why));
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
        cmocka_unit_test(comes_back_as_it_was),
        cmocka_unit_test(refuses_other_texts),
        cmocka_unit_test(says_what_differs),
        cmocka_unit_test(more_values_agree),
    };
    return cmocka_run_group_tests(tests, NULL, free_all);
}
