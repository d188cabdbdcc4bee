/* Files of costs: written and read back; what is wrong in them. */
#include "drive_rig.h"

#include "drv/costs.h"

#include <stdlib.h>
#include <string.h>

static hl_arena arena;
static const char *computer;

static int begin(void **state)
{
    (void)state;
    if (rig_folder_make(NULL) != 0) return -1;
    return setenv("XDG_CONFIG_HOME", rig_folder, 1);
}

static int end(void **state)
{
    hl_arena_free(&arena);
    return rig_folder_remove(state);
}

#define HEAD "headland: costs\nversion: 1\nname: test\n"
#define ONE  HEAD "costs:\n  - {part: flow, count: cells, time: 5 ns}\n"

static void expect_refused(const char *text, const char *complaint)
{
    rt_costs costs;
    rig_log_clear();
    assert_int_equal(drv_costs_read(&rig_log, rig_write("bad.yaml", text), &arena, &costs, &computer),
                     DRV_USAGE);
    if (!strstr(rig_logged(), complaint)) fail_msg("%s", rig_logged());
}

static void what_is_written_is_read(void **state)
{
    (void)state;
    rt_costs costs = {.us = {0.0}}, read;
    char path[1200];
    for (int i = 0; i < RT_TERMS; i += 2) costs.us[i] = 0.25 + i;
    for (int i = 0; i < RT_PARTS; i++) costs.spread[i] = 1.0 + 0.5 * i;
    costs.tick_spread = 1.75;
    assert_true(drv_costs_own_path(path, sizeof path)); /* its folder is made */
    assert_true(drv_costs_write(&rig_log, path, &costs, "Processor \"of\" a test"));
    assert_int_equal(drv_costs_read(&rig_log, path, &arena, &read, &computer), DRV_DONE);
    assert_string_equal(computer, "Processor of a test");
    for (int i = 0; i < RT_TERMS; i++) CHECK_NEAR(read.us[i], costs.us[i], 1e-9);
    for (int i = 0; i < RT_PARTS; i++) CHECK_NEAR(read.spread[i], costs.spread[i], 1e-9);
    CHECK_NEAR(read.tick_spread, costs.tick_spread, 1e-9);
}

static void what_is_not_listed_costs_nothing(void **state)
{
    (void)state;
    rt_costs costs;
    assert_int_equal(drv_costs_read(&rig_log, rig_write("one.yaml", ONE), &arena, &costs, &computer),
                     DRV_DONE);
    assert_string_equal(computer, "");
    CHECK_NEAR(costs.us[RT_TERM_FLOW_CELLS], 0.005, 1e-12);
    assert_true(costs.us[RT_TERM_FLOW_SAND] == 0.0);
    assert_true(costs.spread[0] == 1.0);
}

static void mistakes_are_named_with_their_place(void **state)
{
    (void)state;
    expect_refused(HEAD "costs: []\n", "costs");
    expect_refused("headland: soil\nversion: 1\n", "costs");
    expect_refused(HEAD "costs:\n  - {part: flows, count: cells, time: 1 us}\n",
                   "bad.yaml:5:5: no part of a tick is called 'flows'; did you mean 'flow'?");
    expect_refused(HEAD "costs:\n  - {part: flow, count: cell, time: 1 us}\n",
                   "bad.yaml:5:5: nothing that is called 'cell' is counted; did you mean 'cells'?");
    expect_refused(
        HEAD "costs:\n  - {part: flow, count: born, time: 1 us}\n",
        "bad.yaml:5:5: the time of 'flow' does not follow 'born'; one of these is expected: sand, cells");
    expect_refused(ONE "  - {part: flow, count: cells, time: 1 us}\n",
                   "bad.yaml:6:5: 'cells' of 'flow' has a cost already; remove one of both");
    expect_refused(HEAD "costs:\n  - {part: flow, count: cells, time: -1 us}\n", "bad.yaml:5:38: 'time'");
    expect_refused(HEAD "costs:\n  - {part: flow, count: cells, time: 3 kg}\n", "bad.yaml:5:38: 'time'");
    expect_refused(ONE "spreads:\n  - {part: flow, factor: 0.5}\n", "bad.yaml:7:26: 'factor'");
    expect_refused(ONE "spreads:\n  - {part: nothing, factor: 2}\n", "no part of a tick is called 'nothing'");
    expect_refused(ONE "spreads:\n  - {part: flow, factor: 2}\n  - {part: flow, factor: 3}\n",
                   "bad.yaml:8:5: 'flow' has a spread already; remove one of both");
}

static void a_file_that_cannot_be_written_or_read_is_named(void **state)
{
    (void)state;
    rt_costs costs = {.us = {0.0}};
    rig_log_clear();
    assert_int_equal(drv_costs_read(&rig_log, rig_path("nowhere.yaml"), &arena, &costs, &computer),
                     DRV_USAGE);
    assert_non_null(strstr(rig_logged(), "nowhere.yaml"));
    assert_false(drv_costs_write(&rig_log, rig_folder, &costs, ""));
    assert_non_null(strstr(rig_logged(), "Is a directory"));
}

static void the_processor_has_a_name(void **state)
{
    (void)state;
    char name[200];
    drv_processor_name(name, sizeof name);
    assert_true(*name != '\0' && strchr(name, '\n') == NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(what_is_not_listed_costs_nothing),
        cmocka_unit_test(mistakes_are_named_with_their_place),
        cmocka_unit_test(a_file_that_cannot_be_written_or_read_is_named),
        cmocka_unit_test(the_processor_has_a_name),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
