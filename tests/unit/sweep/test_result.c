#include "support/check.h"

#include "swp/result.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static hl_arena arena;

static const char *const hashes[] = {"11", "22"}, *const settings[] = {"lift=0", "throttle=0.5"};
static const swp_identity ours = {
    .program = "0.1.0 ab", .hash_count = 2, .setting_count = 2, .hashes = hashes, .settings = settings};

#define IDENTITY                                                                                             \
    "\"program\": \"0.1.0 ab\", \"inputs\": [\"11\", \"22\"], \"set\": [\"lift=0\", \"throttle=0.5\"]"

/* As `headland run` writes it, with what is of no interest here left out. */
static const char whole[] =
    "{\"machine\": {\"name\": \"excavator\", \"variants\": {\"bucket\": \"large\"}}," IDENTITY
    ", \"result\": \"finished\", \"failure\": null, \"time\": 64.5, \"seconds\": 64.5, \"wall_seconds\": 8,"
    " \"real_time_factor\": 8.0625, \"goal\": {\"reached\": true, \"time\": 61.25}, \"fuel_used\": 0.375,"
    " \"zones\": {\"hopper\": 2010.5, \"truck\": 4.5},"
    " \"hits\": {\"count\": 2, \"impulse\": 310.5, \"list\": []},"
    " \"peaks\": {\"swing.pressure_left\": 2.8e7, \"pump.1.pressure\": 3.4e7, \"relief\": null, \"tank\": "
    "1e999},"
    " \"state_hash\": \"0123456789abcdef\"}";

static void reads_a_whole_report(void **state)
{
    (void)state;
    const swp_result r = swp_result_read(whole, &ours, &arena);
    assert_int_equal(r.state, SWP_FINISHED);
    assert_true(swp_result_kept(&r));
    assert_string_equal(r.why, "");
    assert_int_equal(r.goal, SWP_GOAL_REACHED);
    CHECK_SAME(r.measures[SWP_TIME], 61.25);
    CHECK_SAME(r.measures[SWP_FUEL], 0.375);
    CHECK_SAME(r.measures[SWP_MASS], 2015.0);
    CHECK_SAME(r.measures[SWP_HITS], 2.0);
    CHECK_SAME(r.measures[SWP_IMPULSE], 310.5);
    CHECK_SAME(r.measures[SWP_PEAK], 3.4e7);
    CHECK_SAME(r.measures[SWP_FACTOR], 8.0625);
    CHECK_SAME(r.wall, 8.0);
    assert_string_equal(r.peak_signal, "pump.1.pressure");
    assert_string_equal(r.state_hash, "0123456789abcdef");
    assert_int_equal(r.zone_count, 2);
    assert_string_equal(r.zones[1].name, "truck");
    assert_int_equal(r.peak_count, 2); /* the one without a number is left out */
}

static void a_run_without_goal_zones_and_pressures(void **state)
{
    (void)state;
    const swp_result r = swp_result_read("{" IDENTITY ", \"result\": \"finished\", \"time\": 3,"
                                         " \"goal\": null, \"zones\": {}, \"peaks\": {}}",
                                         &ours, &arena);
    assert_int_equal(r.state, SWP_FINISHED);
    assert_int_equal(r.goal, SWP_NO_GOAL);
    CHECK_SAME(r.measures[SWP_TIME], 3.0);
    assert_true(isnan(r.measures[SWP_MASS]) && isnan(r.measures[SWP_PEAK]));
    assert_true(isnan(r.measures[SWP_SCORE]));
    assert_true(isnan(r.measures[SWP_FUEL]) && isnan(r.measures[SWP_HITS]) && isnan(r.wall));
}

static void a_missed_goal_took_the_whole_time(void **state)
{
    (void)state;
    const swp_result r = swp_result_read("{" IDENTITY ", \"result\": \"finished\", \"time\": 90,"
                                         " \"goal\": {\"reached\": false, \"time\": null}}",
                                         &ours, &arena);
    assert_int_equal(r.goal, SWP_GOAL_MISSED);
    CHECK_SAME(r.measures[SWP_TIME], 90.0);
}

#define EXERCISE(result, ended, passed, pass, total, tasks)                                                  \
    "{" IDENTITY ", \"result\": \"finished\", \"time\": 90, \"goal\": {\"reached\": true, \"time\": 70},"    \
    " \"exercise\": {\"result\": \"" result "\", \"ended\": " ended ", \"tasks\": [" tasks "]},"             \
    " \"score\": {\"total\": " total ", \"pass\": " pass ", \"passed\": " passed "}}"
#define TASK "{\"name\": \"dig\", \"state\": \"done\"}"

/* What counts of an exercise is how its tasks end, whatever the goal says. */
static void an_exercise_is_a_goal(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        swp_goal goal;
        double time, score;
        bool compares, compares_with_finished;
    } rows[] = {
        {EXERCISE("failed", "12.5", "false", "50", "0", TASK), SWP_EXERCISE_FAILED, 90.0, 0.0, false, false},
        {EXERCISE("goes on", "null", "false", "50", "65.5", TASK), SWP_EXERCISE_GOES_ON, 90.0, 65.5, true,
         false},
        {EXERCISE("finished", "81.5", "false", "50", "40", TASK), SWP_EXERCISE_FINISHED, 81.5, 40.0, true,
         true},
        {EXERCISE("finished", "81.5", "true", "50", "60", TASK), SWP_EXERCISE_PASSED, 81.5, 60.0, true, true},
        /* no pass mark, nothing to pass */
        {EXERCISE("finished", "81.5", "true", "0", "60", TASK), SWP_EXERCISE_FINISHED, 81.5, 60.0, true,
         true},
        /* points without tasks */
        {EXERCISE("goes on", "null", "true", "50", "70", ""), SWP_GOAL_REACHED, 70.0, 70.0, true, true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const swp_result r = swp_result_read(rows[i].text, &ours, &arena);
        assert_int_equal(r.state, SWP_FINISHED);
        assert_int_equal(r.goal, rows[i].goal);
        CHECK_SAME(r.measures[SWP_TIME], rows[i].time);
        CHECK_SAME(r.measures[SWP_SCORE], rows[i].score);
        assert_int_equal(swp_result_compares(&r, false), rows[i].compares);
        assert_int_equal(swp_result_compares(&r, true), rows[i].compares_with_finished);
        assert_int_equal(swp_has_reached(&r, 1), rows[i].compares_with_finished);
    }
}

/* Its pressure under a tire is among the report's pressures, and not one of the machine. */
static void the_soil_has_no_peak(void **state)
{
    (void)state;
    swp_result r = swp_result_read("{" IDENTITY ", \"result\": \"finished\", \"time\": 3, \"peaks\": "
                                   "{\"wheel.rear.soil_pressure\": 9e7, \"pump.pressure\": 2e7}}",
                                   &ours, &arena);
    CHECK_SAME(r.measures[SWP_PEAK], 2e7);
    assert_string_equal(r.peak_signal, "pump.pressure");
    assert_int_equal(r.peak_count, 2); /* in the table for spreadsheets it stands */
    r = swp_result_read("{" IDENTITY ", \"result\": \"finished\", \"time\": 3, \"peaks\": "
                        "{\"wheel.rear.soil_pressure\": 9e7}}",
                        &ours, &arena);
    assert_true(isnan(r.measures[SWP_PEAK]));
    assert_string_equal(r.peak_signal, "");
}

static void check_state(const char *text, const swp_identity *expected, swp_state state, const char *why)
{
    const swp_result r = swp_result_read(text, expected, &arena);
    assert_int_equal(r.state, state);
    assert_string_equal(r.why, why);
    assert_int_equal(swp_result_kept(&r), state == SWP_FINISHED || state == SWP_FAILED);
}

/* What decides whether a run is made again. */
static void only_whole_reports_of_our_own_are_kept(void **state)
{
    (void)state;
    static const char *const other[] = {"11", "33"}, *const more[] = {"lift=0", "throttle=0.6"};
    swp_identity theirs = ours;
    char cut[sizeof whole];
    check_state(NULL, &ours, SWP_MISSING, "");
    for (size_t length = 0; length < sizeof whole - 1; length += 7) {
        snprintf(cut, sizeof cut, "%.*s", (int)length, whole);
        check_state(cut, &ours, SWP_UNUSABLE, "its report.json is incomplete");
    }
    check_state("{}", &ours, SWP_UNUSABLE, "its report.json is not a report of headland");
    check_state("[1, \"result\"]", &ours, SWP_UNUSABLE, "its report.json is not a report of headland");
    check_state("{" IDENTITY ", \"result\": \"stopped\"}", &ours, SWP_UNUSABLE, "it was stopped early");
    check_state("{" IDENTITY ", \"result\": \"failed\", \"failure\": \"no convergence\"}", &ours, SWP_FAILED,
                "no convergence");
    theirs.program = "0.1.0 ac";
    check_state(whole, &theirs, SWP_FOREIGN, "computed by a different build");
    theirs = ours;
    theirs.hashes = other;
    check_state(whole, &theirs, SWP_FOREIGN, "computed from different files");
    theirs = ours;
    theirs.settings = more;
    check_state(whole, &theirs, SWP_FOREIGN, "computed with different settings");
    theirs.setting_count = 1;
    theirs.settings = settings;
    check_state(whole, &theirs, SWP_FOREIGN, "computed with different settings");
}

/* The same report for the same plan: files and settings in the order in which a run is given them. */
static void a_report_belongs_to_its_run(void **state)
{
    (void)state;
    char why[SWP_WHY];
    static const swp_file files[] = {{"flat.yaml", "11"}, {"tractor.yaml", "22"}};
    swp_plan plan = {.program = "0.1.0 ab",
                     .set_count = 1,
                     .sets = settings, /* its first alone */
                     .file_count = 2,
                     .files = files,
                     .grid = {.run_count = 1}};
    assert_true(swp_grid_add(&plan.grid, "throttle=1,0.5", &arena, why));
    assert_int_equal(swp_result_of(whole, &plan, 1, &arena).state, SWP_FINISHED);
    assert_int_equal(swp_result_of(whole, &plan, 0, &arena).state, SWP_FOREIGN);
    assert_int_equal(swp_result_of(NULL, &plan, 0, &arena).state, SWP_MISSING);
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
        cmocka_unit_test(reads_a_whole_report),
        cmocka_unit_test(a_run_without_goal_zones_and_pressures),
        cmocka_unit_test(a_missed_goal_took_the_whole_time),
        cmocka_unit_test(an_exercise_is_a_goal),
        cmocka_unit_test(the_soil_has_no_peak),
        cmocka_unit_test(only_whole_reports_of_our_own_are_kept),
        cmocka_unit_test(a_report_belongs_to_its_run),
    };
    return cmocka_run_group_tests(tests, NULL, free_all);
}
