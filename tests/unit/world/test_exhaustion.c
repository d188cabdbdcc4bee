/* A machine with sand, walls, zones, tasks and scores, with too little memory. */
#include "world/machine.h"

#include "support/check.h"
#include "support/exhaustion.h"

#include <stdio.h>
#include <string.h>

typedef struct request {
    auth_machine *author;
    auth_scenario *scenario;
} request;

static bool build(hl_arena *arena, void *context)
{
    static hl_report machine_report, scenario_report; /* too large for the stack */
    const request *r = context;
    world_machine *machine;
    hl_report_begin(&machine_report, "machine");
    hl_report_begin(&scenario_report, "scenario");
    const mb_step_options options = world_machine_options(r->author, r->scenario);
    const hl_status status = world_machine_build(r->author, r->scenario, &options, arena, &machine_report,
                                                 &scenario_report, &machine);
    assert_true(hl_report_clean(&machine_report));
    if (status == HL_BAD_INPUT) { /* the sand is what takes most: a smaller field helps */
        assert_int_equal(scenario_report.count, 1);
        assert_non_null(strstr(scenario_report.list[0].text, "the sand needs"));
    } else if (status != HL_OK) {
        assert_int_equal(status, HL_OUT_OF_MEMORY);
    }
    return status == HL_OK;
}

static void exhausted_memory_is_reported(void **state)
{
    (void)state;
    static hl_report report;
    static const char *const exercises[] = {"3-sand-transfer", "5-trench"};
    for (size_t i = 0; i < sizeof exercises / sizeof exercises[0]; i++) {
        char path[400];
        hl_arena arena = {0};
        request r;
        (void)snprintf(path, sizeof path, "%s/assets/exercises/%s.yaml", HEADLAND_SOURCE, exercises[i]);
        hl_report_begin(&report, path);
        assert_int_equal(auth_scenario_read(path, &arena, &r.scenario, &report), HL_OK);
        assert_int_equal(auth_scenario_read_soils(r.scenario, &arena, &report), HL_OK);
        assert_int_equal(auth_machine_read(r.scenario->machine, &arena, &r.author, &report), HL_OK);
        check_exhaustion(build, &r, 100);
        hl_arena_free(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(exhausted_memory_is_reported)};
    return cmocka_run_group_tests_name("exhaustion", tests, NULL, NULL);
}
