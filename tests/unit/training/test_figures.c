#include "drives.h"

#include <math.h>
#include <string.h>

static bool shown(const train_debrief *debrief, int figure)
{
    int figures[TRAIN_FIGURE_SIGNAL + AUTH_MAX_PLOTS];
    const int count = train_figures(debrief, figures);
    for (int i = 0; i < count; i++)
        if (figures[i] == figure) return true;
    return false;
}

static void has(const char *text, const char *part)
{
    if (!strstr(text, part)) print_error("no %s in:\n%s\n", part, text);
    assert_non_null(strstr(text, part));
}

/* ---- which there are ---- */

static void shows_all_that_there_is(void **state)
{
    int figures[TRAIN_FIGURE_SIGNAL + AUTH_MAX_PLOTS];
    (void)state;
    assert_int_equal(train_figures(&drives_new()->debrief, figures), TRAIN_FIGURE_SIGNAL + 1);
    for (int i = 0; i <= TRAIN_FIGURE_SIGNAL; i++) assert_int_equal(figures[i], i);
}

static void leaves_out_what_would_be_empty(void **state)
{
    int figures[TRAIN_FIGURE_SIGNAL + AUTH_MAX_PLOTS];
    drives *d = drives_new();
    (void)state;
    d->attempts[0].outcome.point_count = 0;
    assert_false(shown(&d->debrief, TRAIN_FIGURE_SCORE));
    d->plots[0].signal = "bucket.height";
    assert_false(shown(&d->debrief, TRAIN_FIGURE_SIGNAL));
    for (int i = 0; i < 3; i++)
        for (int r = 0; r < DRIVES_ROWS; r++) d->values[i][r][3] = 0.0; /* nobody hits anything */
    assert_false(shown(&d->debrief, TRAIN_FIGURE_HITS));
    assert_true(shown(&d->debrief, TRAIN_FIGURE_FUEL));
    d->plots[0].signal = "fuel.used"; /* the scenario shows it itself */
    assert_false(shown(&d->debrief, TRAIN_FIGURE_FUEL));
    d->debrief.drives[0].trace = (train_trace){.rows = 0};
    assert_int_equal(train_figures(&d->debrief, figures), 0);
}

static void a_drive_without_trace_is_no_curve(void **state)
{
    drives *d = drives_new();
    (void)state;
    d->debrief.drives[1].trace = (train_trace){.rows = 0};
    const char *script = drives_script(&d->debrief, TRAIN_FIGURE_FUEL);
    assert_null(strstr(script, "$drive1"));
    has(script, "$drive2 using");
}

/* ---- data ---- */

static void the_path_holds_places_start_hits_and_equal_axes(void **state)
{
    const char *script = drives_script(&drives_new()->debrief, TRAIN_FIGURE_PATH);
    (void)state;
    has(script, "$drive0 << END_OF_DATA\n0 0\n3 0.5\n6 0\n9 -0.5\n12 0\n15 0.5\nEND_OF_DATA");
    has(script, "$start << END_OF_DATA\n0 0\n");
    has(script, "$hits << END_OF_DATA\n12 0\nEND_OF_DATA");
    has(script, "set size ratio -1");
    assert_string_equal(train_figure_title(&drives_new()->debrief, TRAIN_FIGURE_PATH), "Path over the field");
}

static void objects_turn_and_zones_have_names(void **state)
{
    drives *d = drives_new();
    auth_object post = {.name = "post", .at = {10.0, 5.0, 0.0}, .size = {2.0, 2.0, 1.0}};
    auth_zone zone = {.name = "bed", .at = {1.0, 2.0, 0.0}, .size = {4.0, 2.0, 1.0}};
    (void)state;
    post.turn[2] = 0.78539816339744831; /* 45 deg: the corners lie on the axes, sqrt(2) from the middle */
    d->scenario.object_count = d->scenario.zone_count = 1;
    d->scenario.objects = &post;
    d->scenario.zones = &zone;
    const char *script = drives_script(&d->debrief, TRAIN_FIGURE_PATH);
    has(script, "set object polygon from 8.58579,5 to 10,3.58579 to 11.4142,5 to 10,6.41421 to 8.58579,5 ");
    has(script, "set object polygon from -1,1 to 3,1 to 3,3 to -1,3 to -1,1 fillstyle empty");
    has(script, "set label 'bed' at 1,1 center front offset 0,-0.6 ");
}

/* The box is marked, so that what measures within it is an outline alone; the course around both is not. */
static void what_measures_within_a_marked_region_has_no_name(void **state)
{
    drives *d = drives_new();
    auth_region regions[] = {{.name = "course", .at = {5.0, 5.0}, .size = {40.0, 40.0, 4.0}},
                             {.name = "box", .at = {8.0, 2.0}, .size = {2.0, 6.0, 4.0}},
                             {.name = "axle in the box", .at = {8.5, 3.0}, .size = {1.0, 1.0, 4.0}},
                             {.name = "beside it", .at = {8.0, 6.0}, .size = {1.0, 1.0, 4.0}}};
    const auth_instruction mark = {.kind = AUTH_DO_MARK, .of = 1}, count = {.kind = AUTH_DO_COUNT, .of = 2};
    const auth_instruction *instructions[] = {&mark, &count};
    (void)state;
    d->scenario.training.region_count = 4;
    d->scenario.training.regions = regions;
    d->scenario.training.instruction_count = 2;
    d->scenario.training.instructions = instructions;
    const char *script = drives_script(&d->debrief, TRAIN_FIGURE_PATH);
    has(script, "set label 'course' ");
    has(script, "set label 'box' ");
    has(script, "set label 'beside it' ");
    has(script, "set object polygon from 8,2.5 to 9,2.5 ");
    assert_null(strstr(script, "set label 'axle in the box' "));
}

/* A machine that stays within two metres: its bucket is followed, 5 m ahead, then at its left. */
static void a_standing_machine_shows_its_bucket(void **state)
{
    static const char *names[] = {"chassis.x", "chassis.y", "chassis.heading", "bucket.reach", "swing.angle"};
    static const char *units[] = {"m", "m", "rad", "m", "deg"};
    static const double times[] = {0, 1}, values[] = {1, 1, 0, 5, 0, 1, 1, 0, 4, 90};
    drives *d = drives_new();
    (void)state;
    d->debrief.drives[0].trace = (train_trace){2, 5, names, units, times, values};
    d->debrief.drive_count = 1;
    const char *script = drives_script(&d->debrief, TRAIN_FIGURE_PATH);
    has(script, "$drive0 << END_OF_DATA\n6 1\n1 5\nEND_OF_DATA");
    assert_string_equal(train_figure_title(&d->debrief, TRAIN_FIGURE_PATH),
                        "Path of the bucket over the field");
}

static void the_score_has_a_bar_for_each_drive_beside_the_most(void **state)
{
    const char *script = drives_script(&drives_new()->debrief, TRAIN_FIGURE_SCORE);
    (void)state;
    has(script, "$most << END_OF_DATA\n50 2.6 3.4\n30 1.6 2.4\n20 0.6 1.4\n");
    has(script, "$drive0 << END_OF_DATA\n25 3.13333 3.4\n30 "); /* a third of 0.8 each */
    has(script, "$drive1 << END_OF_DATA\n12.5 2.86667 3.13333\n");
    has(script, "set ytics scale 0 ('Time' 3, 'Fuel' 2, 'Hits' 1)");
}

static void points_that_do_not_count_are_pale(void **state)
{
    drives *d = drives_new();
    (void)state;
    assert_null(strstr(drives_script(&d->debrief, TRAIN_FIGURE_SCORE), "solid 0.25"));
    d->attempts[0].outcome.result = TRAIN_STOPPED;
    const char *script = drives_script(&d->debrief, TRAIN_FIGURE_SCORE);
    has(script,
        "fillstyle solid 0.25 border linecolor rgb '#444444' title 'this attempt, not finished: no points'");
    has(script, "fillstyle solid border linecolor rgb '#444444' title '");
}

/* Nothing burnt, nothing moved: axes all the same, and no complaint of gnuplot's. */
static void what_never_changes_has_a_range_of_its_own(void **state)
{
    static const char *names[] = {"fuel.used", "speed"};
    static const char *units[] = {"l", "m/s"};
    static const double times[] = {0, 1}, values[] = {0, 3, 0, 3};
    drives *d = drives_new();
    (void)state;
    d->debrief.drives[0].trace = (train_trace){2, 2, names, units, times, values};
    d->debrief.drive_count = 1;
    d->plots[0] = (auth_plot){.title = "Speed", .signal = "speed"};
    has(drives_script(&d->debrief, TRAIN_FIGURE_FUEL), "set yrange [0:1]\n");
    has(drives_script(&d->debrief, TRAIN_FIGURE_SIGNAL), "set yrange [2:4]\n");
}

static void hits_carry_their_impulses(void **state)
{
    const char *script = drives_script(&drives_new()->debrief, TRAIN_FIGURE_HITS);
    (void)state;
    has(script, "set label '120 N s' at 4,1 "); /* 80 in the row of the hit, 40 more before the end */
    has(script, "with steps");
}

static void turns_last_until_their_count_rises(void **state)
{
    drives *d = drives_new();
    (void)state;
    /* both turns: the task's time in the row before, 1 s; the bars stand side by side, 0.8/3 apart */
    const char *script = drives_script(&d->debrief, TRAIN_FIGURE_CYCLES);
    has(script, "$drive0 << END_OF_DATA\n-0.266667 1\n0.733333 1\nEND_OF_DATA");
    has(script, "('gate 1' 0, 'gate 2' 1)");
}

/* A second task that is done once: beside cycles it is none; where nothing was done again it counts. */
static void tasks_done_once_count_when_nothing_was_done_again(void **state)
{
    static const char *names[] = {"task.gate.count", "task.gate.time", "task.park.count", "task.park.time"};
    static const char *units[] = {"1", "s", "1", "s"};
    static const double times[] = {0, 1, 2, 3}, values[] = {0, 0, 0, 0, 0, 1, 0, 1, 1, 0, 0, 2, 2, 0, 1, 0};
    auth_task tasks[] = {{.name = "gate", .text = "pass", .test_count = 1},
                         {.name = "park", .text = "park", .test_count = 1}};
    drives *d = drives_new();
    (void)state;
    d->scenario.training.tasks = tasks;
    d->scenario.training.task_count = 2;
    d->debrief.drive_count = 1;
    d->debrief.drives[0].trace = (train_trace){4, 4, names, units, times, values};
    has(drives_script(&d->debrief, TRAIN_FIGURE_CYCLES), "('gate 1' 0, 'gate 2' 1)");
    assert_string_equal(train_figure_title(&d->debrief, TRAIN_FIGURE_CYCLES), "Duration of each turn");
    d->debrief.drives[0].trace =
        (train_trace){3, 4, names, units, times, values}; /* gate once, park not yet */
    has(drives_script(&d->debrief, TRAIN_FIGURE_CYCLES), "('gate' 0)");
    assert_string_equal(train_figure_title(&d->debrief, TRAIN_FIGURE_CYCLES), "Duration of each task");
    tasks[0].test_count = 0; /* done at once: no work */
    assert_false(shown(&d->debrief, TRAIN_FIGURE_CYCLES));
    tasks[0] = (auth_task){.name = "gate", .text = "", .test_count = 1, .optional = true}; /* a watch */
    assert_false(shown(&d->debrief, TRAIN_FIGURE_CYCLES));
}

static void movement_is_per_second(void **state)
{
    (void)state;
    has(drives_script(&drives_new()->debrief, TRAIN_FIGURE_CONTROLS),
        "$drive0 << END_OF_DATA\n0.5 1\n1.5 2\n2.5 3\n3.5 1\n4.5 0.5\nEND_OF_DATA");
}

static void plots_are_in_degrees_with_the_recommended_range(void **state)
{
    drives *d = drives_new();
    (void)state;
    d->plots[0].low = (auth_condition){.signal = "bucket.tilt", .value = 0.1};
    const char *script = drives_script(&d->debrief, TRAIN_FIGURE_SIGNAL);
    has(script, "\n1 28.6479\n2 57.2958\n");
    has(script, "set ylabel 'Tilt [deg]'");
    has(script, "set object rectangle from graph 0,first 5.72958 to graph 1,graph 1 "); /* open above */
    has(script, "title 'recommended'");
    d->plots[0].low.signal = NULL;
    assert_null(strstr(drives_script(&d->debrief, TRAIN_FIGURE_SIGNAL), "recommended"));
}

static void numbers_that_are_none_are_left_out(void **state)
{
    drives *d = drives_new();
    (void)state;
    d->values[0][1][2] = (double)NAN;
    has(drives_script(&d->debrief, TRAIN_FIGURE_FUEL), "$drive0 << END_OF_DATA\n0 0\n2 0.2\n");
}

/* ---- texts ---- */

static void texts_are_no_commands(void **state)
{
    drives *d = drives_new();
    (void)state;
    d->debrief.drives[1].label = "O'Neill\nset output '/x' `id` \\ \"$(id)\" \xc3\xb6\xff";
    const char *script = drives_script(&d->debrief, TRAIN_FIGURE_FUEL);
    has(script,
        "title 'O''Neill set output ''/x'' `id` \\ \"$(id)\" \xc3\xb6?'"); /* in single quotes nothing runs */
    d->points[0][0].text = "100 %s";
    has(drives_script(&d->debrief, TRAIN_FIGURE_SCORE), "('100 %%s' 3");
    d->plots[0].title = "a title that is much longer than any axis of a picture could ever be, and goes on";
    has(drives_script(&d->debrief, TRAIN_FIGURE_SIGNAL), "...'\n");
}

static void drives_look_the_same_in_all_figures(void **state)
{
    const char *script = drives_script(&drives_new()->debrief, TRAIN_FIGURE_FUEL);
    (void)state;
    has(script, "linestyle 1 title 'this attempt', keyentry with lines linestyle 2 title 'attempt 5'"
                ", keyentry with lines linestyle 4 title 'reference'");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shows_all_that_there_is),
        cmocka_unit_test(leaves_out_what_would_be_empty),
        cmocka_unit_test(a_drive_without_trace_is_no_curve),
        cmocka_unit_test(the_path_holds_places_start_hits_and_equal_axes),
        cmocka_unit_test(objects_turn_and_zones_have_names),
        cmocka_unit_test(what_measures_within_a_marked_region_has_no_name),
        cmocka_unit_test(a_standing_machine_shows_its_bucket),
        cmocka_unit_test(the_score_has_a_bar_for_each_drive_beside_the_most),
        cmocka_unit_test(points_that_do_not_count_are_pale),
        cmocka_unit_test(what_never_changes_has_a_range_of_its_own),
        cmocka_unit_test(hits_carry_their_impulses),
        cmocka_unit_test(turns_last_until_their_count_rises),
        cmocka_unit_test(tasks_done_once_count_when_nothing_was_done_again),
        cmocka_unit_test(movement_is_per_second),
        cmocka_unit_test(plots_are_in_degrees_with_the_recommended_range),
        cmocka_unit_test(numbers_that_are_none_are_left_out),
        cmocka_unit_test(texts_are_no_commands),
        cmocka_unit_test(drives_look_the_same_in_all_figures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
