#include "support/check.h"

#include "swp/result.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static hl_arena arena;

enum { RUNS = 4 };

static swp_grid make_grid(void)
{
    char why[SWP_WHY];
    swp_grid grid = {.run_count = 1};
    assert_true(swp_grid_add(&grid, "machine.bucket=small,it's", &arena, why));
    assert_true(swp_grid_add(&grid, "throttle=0.5,1", &arena, why));
    return grid;
}

static swp_result finished(double time, double peak, swp_goal goal)
{
    swp_result result = swp_result_none(SWP_FINISHED, "");
    result.goal = goal;
    result.measures[SWP_TIME] = time;
    result.measures[SWP_HITS] = 0.0;
    result.measures[SWP_PEAK] = peak;
    result.peak_signal = "pump.1.pressure";
    return result;
}

/* The quickest run missed its goal, the one with the lowest pressure failed. */
static void make_results(swp_result results[RUNS])
{
    static const swp_named zones[] = {{"hopper", 2000.0}, {"a,b", 0.5}};
    results[0] = finished(70.5, 3.25e7, SWP_GOAL_REACHED);
    results[0].zones = zones;
    results[0].zone_count = 2;
    results[0].state_hash = "ab";
    results[1] = finished(40.0, 3.0e7, SWP_GOAL_MISSED);
    results[2] = finished(60.25, 3.5e7, SWP_GOAL_REACHED);
    results[3] = swp_result_none(SWP_FAILED, "no \"convergence\", said the step");
    results[3].measures[SWP_PEAK] = 1e7;
}

typedef void printer(const swp_grid *grid, const swp_result *results, FILE *out);

static void print_json(const swp_grid *grid, const swp_result *results, FILE *out)
{
    assert_true(swp_print_json(grid, results, out));
}

static void print_plot(const swp_grid *grid, const swp_result *results, FILE *out)
{
    swp_plot_script(grid, results, SWP_PEAK, out);
}

static char *printed(printer *print, const swp_grid *grid, const swp_result *results)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    print(grid, results, out);
    assert_int_equal(fclose(out), 0);
    return text;
}

static void check_has(const char *text, const char *part)
{
    if (!strstr(text, part)) fail_msg("'%s' is not in\n%s", part, text);
}

static void the_best_reached_the_goal(void **state)
{
    (void)state;
    swp_result results[RUNS];
    make_results(results);
    CHECK_SAME(swp_best(results, RUNS, SWP_TIME), 60.25);
    CHECK_SAME(swp_best(results, RUNS, SWP_PEAK), 3.25e7);
    assert_true(isnan(swp_best(results, RUNS, SWP_HITS))); /* all the same: nobody is best */
    assert_true(isnan(swp_best(results, RUNS, SWP_FUEL))); /* nobody has any */
    for (int i = 0; i < RUNS; i++) results[i].goal = SWP_NO_GOAL;
    CHECK_SAME(swp_best(results, RUNS, SWP_TIME), 40.0);
    results[0].measures[SWP_MASS] = 10.0;
    results[1].measures[SWP_MASS] = 11.0;
    CHECK_SAME(swp_best(results, RUNS, SWP_MASS), 11.0); /* here more is better */
}

static void a_table_for_people(void **state)
{
    (void)state;
    swp_result results[RUNS];
    const swp_grid grid = make_grid();
    make_results(results);
    char *text = printed(swp_print_table, &grid, results);
    check_has(text, "bucket=small,throttle=0.5  finished    reached       70.50            0        325.0*  "
                    "pump.1.pressure\n");
    check_has(text, "bucket=it_s,throttle=0.5   finished    reached       60.25*           0        350.0");
    check_has(text, "bucket=small,throttle=1    finished    missed        40.00            0        300.0 ");
    check_has(text, "bucket=it_s,throttle=1     failed      -                 -            -        100.0 ");
    check_has(text, "bucket=it_s,throttle=1: no \"convergence\", said the step\n");
    assert_null(strstr(text, "fuel")); /* of which nobody has any */
    free(text);
}

static void a_table_for_spreadsheets(void **state)
{
    (void)state;
    swp_result results[RUNS];
    const swp_grid grid = make_grid();
    make_results(results);
    char *text = printed(swp_print_csv, &grid, results);
    check_has(
        text,
        "run,machine.bucket,throttle,result,goal,score,time,fuel,mass,hits,impulse,peak,real_time_factor,"
        "peak_signal,zone.hopper.mass,\"zone.a,b.mass\",wall_seconds,state_hash,why\n");
    check_has(text, "\n#,,,,,1,s,l,kg,1,N s,Pa,1,,kg,kg,s,,\n");
    check_has(text, "\n\"bucket=small,throttle=0.5\",small,0.5,finished,reached,,70.5,,,0,,32500000,,pump.1."
                    "pressure,2000,0.5,,ab,\n");
    check_has(text, "\n\"bucket=it_s,throttle=1\",it's,1,failed,,,,,,,,10000000,,,,,,,\"no "
                    "\"\"convergence\"\", said the step\"\n");
    free(text);
}

static void a_table_for_programs(void **state)
{
    (void)state;
    swp_result results[RUNS];
    const swp_grid grid = make_grid();
    make_results(results);
    char *text = printed(print_json, &grid, results);
    check_has(text, "\"run\":\t\"bucket=small,throttle=0.5\"");
    check_has(text, "\"machine.bucket\":\t\"it's\"");
    check_has(text, "\"hopper\":\t2000");
    check_has(text, "\"best\":\t{\n\t\t\"score\":\tnull,\n\t\t\"time\":\t60.25");
    free(text);
}

/* Two groups of two bars about 0 and 1, 0.4 wide; where there is none stands why. */
static void bars_by_the_first_two_keys(void **state)
{
    (void)state;
    swp_result results[RUNS];
    const swp_grid grid = make_grid();
    make_results(results);
    char *text = printed(print_plot, &grid, results);
    check_has(text, "$bars0 << END_OF_BARS\n-0.2 325 325 325\n0.8 350 350 350\nEND_OF_BARS\n");
    check_has(text, "$bars1 << END_OF_BARS\nEND_OF_BARS\n");
    check_has(text, "set label 'goal missed' at 0.2,");
    check_has(text, "set label 'failed' at 1.2,");
    check_has(text, "('small' 0, 'it''s' 1)");
    check_has(text, "set key title 'throttle'");
    check_has(text, "set ylabel 'largest pressure [bar]'");
    check_has(text, "set output 'peak-pressure.svg'");
    free(text);
}

/* The quickest failed, the next was not done when the time was over. */
static void failed_exercises_do_not_win(void **state)
{
    (void)state;
    static const double scores[RUNS] = {0.0, 90.0, 55.5, 71.25};
    swp_result results[RUNS];
    const swp_grid grid = make_grid();
    results[0] = finished(20.0, 1e7, SWP_EXERCISE_FAILED);
    results[1] = finished(60.0, 2e7, SWP_EXERCISE_GOES_ON);
    results[2] = finished(75.5, 4e7, SWP_EXERCISE_FINISHED);
    results[3] = finished(80.0, 3e7, SWP_EXERCISE_PASSED);
    for (int i = 0; i < RUNS; i++) results[i].measures[SWP_SCORE] = scores[i];
    char *text = printed(swp_print_table, &grid, results);
    check_has(text, "throttle=0.5  finished    exercise failed           0.0        20.00  ");
    check_has(text, "throttle=1    finished    exercise goes on         90.0        60.00  ");
    check_has(text, "throttle=0.5   finished    exercise finished        55.5        75.50* ");
    check_has(text, "throttle=1     finished    exercise passed          71.2*       80.00  ");
    check_has(text, "* best value of the column, of the runs that finished the exercise\n");
    free(text);
    text = printed(print_plot, &grid, results);
    check_has(text, "set label 'exercise failed' at -0.2,");
    check_has(text, "set label 'exercise goes on' at 0.2,");
    free(text);
    for (int i = 0; i < RUNS; i++) results[i].goal = i == 1 ? SWP_EXERCISE_GOES_ON : SWP_EXERCISE_FAILED;
    assert_true(isnan(swp_best(results, RUNS, SWP_TIME))); /* one alone is not compared */
    results[3].goal = SWP_EXERCISE_GOES_ON;
    CHECK_SAME(swp_best(results, RUNS, SWP_SCORE), 90.0);
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
        cmocka_unit_test(the_best_reached_the_goal),  cmocka_unit_test(a_table_for_people),
        cmocka_unit_test(a_table_for_spreadsheets),   cmocka_unit_test(a_table_for_programs),
        cmocka_unit_test(bars_by_the_first_two_keys), cmocka_unit_test(failed_exercises_do_not_win),
    };
    return cmocka_run_group_tests(tests, NULL, free_all);
}
