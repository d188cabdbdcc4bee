/* What an exercise shows while it is driven. */
#include "support/check.h"

#include "tasks.h"

#include <math.h>
#include <string.h>

/* ---- an exercise ---- */

enum {
    CURRENT,
    RESULT,
    MESSAGE,
    IMAGE,
    START_STATE,
    START_TIME,
    START_COUNT,
    GATE_STATE,
    GATE_TIME,
    GATE_COUNT,
    WATCH_STATE,
    HITS,
    SCORE,
    SIGNALS
};

static const rnd_signal signals[SIGNALS] = {[CURRENT] = {.name = "task.current"},
                                            [RESULT] = {.name = "task.result"},
                                            [MESSAGE] = {.name = "task.message"},
                                            [IMAGE] = {.name = "task.image"},
                                            [START_STATE] = {.name = "task.start.state"},
                                            [START_TIME] = {.name = "task.start.time"},
                                            [START_COUNT] = {.name = "task.start.count"},
                                            [GATE_STATE] = {.name = "task.first_gate.state"},
                                            [GATE_TIME] = {.name = "task.first_gate.time"},
                                            [GATE_COUNT] = {.name = "task.first_gate.count"},
                                            [WATCH_STATE] = {.name = "task.watch.state"},
                                            [HITS] = {.name = "counter.hits"},
                                            [SCORE] = {.name = "score.total"}};

static auth_task tasks[] = {
    {.name = "start", .text = "Start the engine", .repeat = 1},
    {.name = "first gate", .text = "Through the gate", .within = 60.0, .repeat = 3},
    {.name = "watch", .text = "Mind the pole", .optional = true, .repeat = 1},
};
static auth_counter counters[] = {{.name = "hits"}};
static auth_component components[] = {{.name = "time"}};
static const auth_instruction warning = {.kind = AUTH_DO_MESSAGE,
                                         .text = "<b>Slow</b> down",
                                         .level = AUTH_WARNING},
                              fail = {.kind = AUTH_DO_FAIL, .text = "It has rolled over", .number = 1},
                              finish = {.kind = AUTH_DO_FINISH, .text = "All is there", .number = 2};
static const auth_instruction *instructions[] = {&warning, &fail, &finish};
static auth_training training = {.task_count = 3,
                                 .tasks = tasks,
                                 .counter_count = 1,
                                 .counters = counters,
                                 .component_count = 1,
                                 .components = components,
                                 .instruction_count = 3,
                                 .instructions = instructions,
                                 .finished = "Well driven",
                                 .failed = "Once more"};

static double values[SIGNALS];
static tasks_signals found;
static tasks_clock watch;
static tasks_said said;

static int begin(void **unused)
{
    (void)unused;
    memset(values, 0, sizeof values);
    watch = (tasks_clock){0};
    found.practice = false;
    tasks_find(&found, &training, signals, SIGNALS);
    values[CURRENT] = 1.0;
    values[START_STATE] = TASKS_GOES_ON;
    values[SCORE] = 99.99;
    return 0;
}

static void look(double time)
{
    tasks_look(&training, &found, values, time, &watch, &said);
}

/* @return the value beside a name in the band; "" without one */
static const char *figure(const char *name)
{
    for (int i = 0; i < said.band.count; i++)
        if (strcmp(said.band.figures[i].name, name) == 0) return said.band.figures[i].value;
    return "";
}

/* ---- words ---- */

static void seconds_that_are_over_count(void **unused)
{
    (void)unused;
    static const struct {
        double seconds;
        const char *text;
    } rows[] = {{0.0, "0:00"},       {59.999, "0:59"}, {60.0, "1:00"},     {3599.5, "59:59"},
                {3600.0, "1:00:00"}, {-3.0, "0:00"},   {1e12, "99:59:59"}, {(double)NAN, "0:00"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[TASKS_WORD];
        tasks_time_text(rows[i].seconds, text, sizeof text);
        assert_string_equal(text, rows[i].text);
    }
}

static void the_band_tells_task_time_and_score(void **unused)
{
    (void)unused;
    values[HITS] = 2.0;
    look(83.4);
    assert_string_equal(said.band.text, "Start the engine");
    assert_string_equal(figure("time"), "1:23");
    assert_string_equal(figure("score"), "99"); /* 100 is reached when it is whole */
    assert_string_equal(figure("hits"), "2");
    assert_string_equal(figure("left"), "");
    assert_string_equal(figure("done"), "");
}

static void the_band_tells_practice_in_place_of_the_score(void **unused)
{
    (void)unused;
    found.practice = true;
    look(1.0);
    assert_string_equal(figure("practice"), "no score, no end");
    assert_string_equal(figure("score"), "");
    assert_string_equal(said.band.text, "Start the engine");
    values[CURRENT] = 0.0; /* all is done, and it goes on */
    look(2.0);
    assert_non_null(strstr(said.band.text, "practise on"));
    assert_string_equal(figure("time"), "0:02");
}

/* What is left turns yellow below 15 s and red below 5 s. */
static void limits_and_turns_are_told(void **unused)
{
    (void)unused;
    static const struct {
        double gone;
        const char *left;
        auth_role role;
    } rows[] = {{0.0, "1:00", AUTH_ROLE_FOREGROUND},
                {46.0, "0:14", AUTH_ROLE_WARNING},
                {57.5, "0:03", AUTH_ROLE_CRITICAL},
                {61.0, "0:00", AUTH_ROLE_CRITICAL}};
    values[CURRENT] = 2.0;
    values[START_STATE] = TASKS_DONE;
    values[GATE_STATE] = TASKS_GOES_ON;
    values[GATE_COUNT] = 1.0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        values[GATE_TIME] = rows[i].gone;
        look(100.0);
        assert_string_equal(figure("left"), rows[i].left);
        assert_int_equal(said.band.figures[1].role, rows[i].role);
    }
    assert_string_equal(figure("done"), "1 of 3");
    values[CURRENT] = 0.0; /* a task without a text: its limit holds all the same */
    look(100.0);
    assert_string_equal(said.band.text, "");
    assert_string_equal(figure("left"), "0:00");
}

/* The next step, and a watch only while it goes on. */
static void others_stand_below_the_task(void **unused)
{
    (void)unused;
    look(1.0);
    assert_int_equal(said.band.row_count, 1);
    assert_string_equal(said.band.rows[0].text, "Through the gate");
    assert_int_equal(said.band.rows[0].state, TASKS_WAITS);
    assert_string_equal(figure("task"), "1 of 2"); /* a watch is no step */
    values[WATCH_STATE] = TASKS_GOES_ON;
    look(1.0);
    assert_int_equal(said.band.row_count, 2);
    assert_string_equal(said.band.rows[0].text, "Mind the pole");
    assert_int_equal(said.band.rows[0].state, TASKS_GOES_ON);
    values[CURRENT] = 2.0;
    values[START_STATE] = TASKS_DONE;
    values[GATE_STATE] = TASKS_GOES_ON;
    values[WATCH_STATE] = TASKS_DONE;
    look(2.0);
    assert_int_equal(said.band.row_count, 0);
    assert_string_equal(figure("task"), "2 of 2");
    values[RESULT] = 1.0;
    look(3.0);
    assert_int_equal(said.band.row_count, 0);
    assert_string_equal(figure("task"), "");
}

/* Of thirty tasks that go on at once as many as there is room for. */
static void many_tasks_have_few_rows(void **unused)
{
    (void)unused;
    enum { MANY = 30 };
    static auth_task many[MANY];
    static rnd_signal list[MANY + 1];
    static char names[MANY][8], states[MANY][24];
    double state[MANY + 1];
    auth_training exercise = {.task_count = MANY, .tasks = many};
    tasks_signals of;
    for (int i = 0; i < MANY; i++) {
        (void)snprintf(names[i], sizeof names[i], "t%d", i);
        (void)snprintf(states[i], sizeof states[i], "task.t%d.state", i);
        many[i] = (auth_task){.name = names[i], .text = names[i], .repeat = 1};
        list[i] = (rnd_signal){.name = states[i]};
        state[i] = TASKS_GOES_ON;
    }
    list[MANY] = (rnd_signal){.name = "task.current"};
    state[MANY] = 17.0;
    tasks_find(&of, &exercise, list, MANY + 1);
    tasks_look(&exercise, &of, state, 1.0, &watch, &said);
    assert_int_equal(said.band.row_count, TASKS_ROWS);
    assert_string_equal(said.band.rows[0].text, "t0");
    assert_string_equal(figure("task"), "17 of 30");
}

static void messages_have_their_level(void **unused)
{
    (void)unused;
    look(1.0);
    assert_false(said.message.shown);
    values[MESSAGE] = 1.0;
    look(1.0);
    assert_true(said.message.shown && !said.message.large);
    assert_string_equal(said.message.text, "<b>Slow</b> down");
    assert_int_equal(said.message.role, AUTH_ROLE_WARNING);
    values[MESSAGE] = 99.0; /* there is none */
    look(1.0);
    assert_false(said.message.shown);
}

static void the_end_stands_in_the_middle(void **unused)
{
    (void)unused;
    look(12.0);
    values[RESULT] = -1.0;
    values[MESSAGE] = 2.0;
    values[SCORE] = 0.0;
    look(20.0);
    assert_true(said.message.large);
    assert_string_equal(said.message.head, "Failed");
    assert_string_equal(said.message.text, "It has rolled over\nOnce more\nScore 0 of 100");
    assert_int_equal(said.message.role, AUTH_ROLE_CRITICAL);
    assert_string_equal(figure("time"), "0:12"); /* it stands still */
    assert_string_equal(said.band.text, "");
    values[RESULT] = 1.0;
    values[MESSAGE] = 1.0; /* a message that still showed is no reason */
    values[SCORE] = 83.0;
    look(21.0);
    assert_string_equal(said.message.text, "Well driven\nScore 83 of 100");
    assert_int_equal(said.message.role, AUTH_ROLE_GOOD);
}

static void who_was_late_is_told(void **unused)
{
    (void)unused;
    values[RESULT] = -1.0;
    values[GATE_STATE] = TASKS_LATE;
    look(61.0);
    assert_string_equal(said.message.text, "Too late: Through the gate\nOnce more\nScore 99 of 100");
    assert_string_equal(figure("time"), ""); /* its end has not been seen: a replay that began behind it */
}

/* ---- panels ---- */

static hl_report report;

static rnd_tasks *panels(void)
{
    hl_report_begin(&report, "test.yaml");
    rnd_tasks *made = rnd_tasks_new(&training, false, signals, SIGNALS, &report);
    assert_non_null(made);
    return made;
}

static void what_is_unchanged_is_not_drawn(void **unused)
{
    (void)unused;
    rnd_tasks *made = panels();
    assert_int_equal(rnd_tasks_update(made, values, 1.0, 1280, 720), 1);
    assert_true(rnd_tasks_panel(made, TASKS_BAND).visible);
    assert_false(rnd_tasks_panel(made, TASKS_MESSAGE).visible);
    assert_int_equal(rnd_tasks_update(made, values, 1.99, 1280, 720), 0);
    const uint32_t version = rnd_tasks_panel(made, TASKS_BAND).version;
    assert_int_equal(rnd_tasks_update(made, values, 2.0, 1280, 720), 1); /* the second */
    assert_true(rnd_tasks_panel(made, TASKS_BAND).version > version);
    values[MESSAGE] = 1.0;
    assert_int_equal(rnd_tasks_update(made, values, 2.0, 1280, 720), 1);
    values[MESSAGE] = 0.0;
    assert_int_equal(rnd_tasks_update(made, values, 2.0, 1280, 720), 0);
    assert_false(rnd_tasks_panel(made, TASKS_MESSAGE).visible);
    rnd_tasks_free(made);
}

/* Whatever the size of the picture, panels lie in it, but for the margin of halos. */
static void panels_lie_in_the_picture(void **unused)
{
    (void)unused;
    static const int sizes[][2] = {{1280, 720}, {3840, 2160}, {640, 360}, {800, 1200}};
    rnd_tasks *made = panels();
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (int result = -1; result <= 1; result++) {
            values[RESULT] = result;
            values[MESSAGE] = result < 0 ? 2.0 : 1.0;
            (void)rnd_tasks_update(made, values, 5.0, sizes[s][0], sizes[s][1]);
            for (int p = 0; p < RND_TASK_PANELS; p++) {
                const rnd_hud_gauge_view view = rnd_tasks_panel(made, p);
                if (!view.visible) continue;
                assert_true(view.at[0] >= 0.0 && view.at[0] + view.size[0] <= sizes[s][0]);
                assert_true(view.at[1] >= 0.0 && view.at[1] + view.size[1] <= sizes[s][1]);
            }
        }
    (void)rnd_tasks_update(made, values, 5.0, 1, 1);
    assert_int_equal(rnd_tasks_update(made, values, 5.0, 0, 0), 0);
    rnd_tasks_free(made);
}

static void without_tasks_there_is_nothing(void **unused)
{
    (void)unused;
    static const auth_training none = {0};
    hl_report_begin(&report, "test.yaml");
    assert_null(rnd_tasks_new(&none, false, signals, SIGNALS, &report));
    assert_true(hl_report_clean(&report));
    rnd_tasks_free(NULL);
}

static void images_are_shown_and_missed(void **unused)
{
    (void)unused;
    static const auth_instruction there = {.kind = AUTH_DO_IMAGE,
                                           .text = HEADLAND_ASSETS "/hud/loader.svg",
                                           .place = {3, 4}},
                                  gone = {.kind = AUTH_DO_IMAGE,
                                          .text = "gone.png",
                                          .place = {5, 6},
                                          .number = 1};
    static const auth_instruction *list[] = {&there, &gone};
    auth_training exercise = training;
    exercise.instruction_count = 2;
    exercise.instructions = list;
    hl_report_begin(&report, "test.yaml");
    rnd_tasks *made = rnd_tasks_new(&exercise, false, signals, SIGNALS, &report);
    assert_non_null(made);
    assert_int_equal(report.count, 1);
    assert_int_equal(report.list[0].place.line, 5);
    values[IMAGE] = 1.0;
    (void)rnd_tasks_update(made, values, 1.0, 1280, 720);
    assert_true(rnd_tasks_panel(made, TASKS_IMAGE).visible);
    values[IMAGE] = 2.0;
    (void)rnd_tasks_update(made, values, 1.0, 1280, 720);
    assert_false(rnd_tasks_panel(made, TASKS_IMAGE).visible);
    rnd_tasks_free(made);
}

/* ---- gauges that an exercise shows and hides ---- */

static void gauges_follow_their_signal(void **unused)
{
    (void)unused;
    static const char text[] =
        "headland: hud\nversion: 1\nname: test\ncanvas: [400, 300]\ngauges:\n"
        "  - {id: speed, kind: bar, at: [0, 0], size: [90, 30], signal: v, from: 0, to: 5}\n"
        "  - {id: mark, kind: marker, of: speed, value: 3}\n"
        "  - {id: load, kind: number, at: [0, 50], size: [90, 30], signal: v}\n";
    static const rnd_signal both[] = {{"v", "1", "", 1.0}, {"gauge.speed", "1", "", 1.0}};
    hl_arena arena = {0};
    auth_hud *layout = NULL;
    double shown[2] = {1.0, 0.0};
    if (auth_hud_parse(text, strlen(text), "test.yaml", &arena, &layout, &report) != HL_OK)
        fail_msg("%s", report.list[0].text);
    rnd_hud *hud = rnd_hud_new(
        &(rnd_hud_setup){.layout = layout, .signals = both, .signal_count = 2, .scale = 1.0}, &report);
    if (hud == NULL) fail_msg("%s", report.list[0].text);
    for (int on = 0; on < 2; on++) {
        shown[1] = on;
        (void)rnd_hud_update(hud, shown, 1.0);
        assert_int_equal(rnd_hud_gauge(hud, 0).visible, on);
        assert_int_equal(rnd_hud_gauge(hud, 1).visible, on); /* what marks it goes with it */
        assert_true(rnd_hud_gauge(hud, 2).visible);
    }
    shown[1] = 0.4; /* on its way between two snapshots */
    (void)rnd_hud_update(hud, shown, 1.0);
    assert_false(rnd_hud_gauge(hud, 0).visible);
    rnd_hud_free(hud);
    hl_arena_free(&arena);
}

/* In a window of 800 x 450 pixels a dot is 0.625 pixels: names under the figures of 10.5 dots grow to 11
 * pixels, and the band with them: the numbers to 17.6 dots from 17, the names by (17.6 - 10.5) * 1.15 dots.
 */
static void letters_of_the_band_can_be_read(void **unused)
{
    (void)unused;
    hud_fonts fonts;
    paint_box plain, small;
    const double size[2] = {1280.0, 720.0};
    assert_true(hud_fonts_begin(&fonts));
    tasks_look(&training, &found, values, 1.0, &watch, &said);
    assert_true(said.band.shown && said.band.count > 0);
    tasks_measure(&fonts, TASKS_BAND, &said, NULL, false, size, &plain);
    fonts.least = 11.0 / 0.625;
    tasks_measure(&fonts, TASKS_BAND, &said, NULL, false, size, &small);
    assert_true(small.h > plain.h + 0.6 + 7.1 * 1.15 - 0.01);
    hud_fonts_end(&fonts);
}

/* ---- where the band lies ---- */

static const paint_box band = {410.0, 0.0, 460.0, 98.0};
static const double room = 720.0;

static paint_box tool_at(double y)
{
    return (paint_box){420.0, y, 440.0, 110.0};
}

/* At dumping height the bucket is where the band lies else: the band leaves, and comes back when it is away.
 */
static void the_band_leaves_the_tool_its_place(void **unused)
{
    (void)unused;
    tasks_place place = {0};
    double time = 0.0;
    for (; time < 2.0; time += 0.05) {
        tasks_place_update(&place, tool_at(300.0), band, room, time);
        assert_false(place.low);
    }
    for (double until = time + 0.5; time < until; time += 0.05)
        tasks_place_update(&place, tool_at(60.0), band, room, time);
    assert_true(place.low);
    const double top = tasks_band_top(true, band.h, room), bottom = top + band.h;
    assert_true(top > 60.0 + 110.0 && bottom < room);
    for (double until = time + 1.5; time < until; time += 0.05)
        tasks_place_update(&place, tool_at(300.0), band, room, time);
    assert_false(place.low);
}

/* A tool that swings about the limit, or is there for a moment, moves it once at most. */
static void the_band_does_not_flutter(void **unused)
{
    (void)unused;
    tasks_place place = {0};
    int moves = 0;
    bool low = false;
    for (int i = 0; i < 2000; i++) {
        const double time = 0.02 * i, y = 120.0 + 20.0 * sin(3.0 * time) + (i % 200 == 0 ? -100.0 : 0.0);
        tasks_place_update(&place, tool_at(y), band, room, time);
        moves += place.low != low;
        low = place.low;
    }
    assert_true(moves <= 1);
}

/* Pictures far apart, a tool that is not seen, a drive that begins anew. */
static void the_band_is_placed_at_once_after_a_pause(void **unused)
{
    (void)unused;
    tasks_place place = {0};
    tasks_place_update(&place, tool_at(50.0), band, room, 10.0);
    assert_true(place.low);
    tasks_place_update(&place, (paint_box){0}, band, room, 14.0);
    assert_false(place.low);
    tasks_place_update(&place, tool_at(50.0), band, room, 20.0);
    tasks_place_update(&place, tool_at(300.0), band, room, 0.0);
    assert_false(place.low);
    /* where both places are behind the tool it stays at the upper edge */
    tasks_place_update(&place, (paint_box){400.0, 0.0, 480.0, 720.0}, band, room, 30.0);
    assert_false(place.low);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(letters_of_the_band_can_be_read),
        cmocka_unit_test(the_band_leaves_the_tool_its_place),
        cmocka_unit_test(the_band_does_not_flutter),
        cmocka_unit_test(the_band_is_placed_at_once_after_a_pause),
        cmocka_unit_test(seconds_that_are_over_count),
        cmocka_unit_test_setup(the_band_tells_task_time_and_score, begin),
        cmocka_unit_test_setup(the_band_tells_practice_in_place_of_the_score, begin),
        cmocka_unit_test_setup(limits_and_turns_are_told, begin),
        cmocka_unit_test_setup(others_stand_below_the_task, begin),
        cmocka_unit_test(many_tasks_have_few_rows),
        cmocka_unit_test_setup(messages_have_their_level, begin),
        cmocka_unit_test_setup(the_end_stands_in_the_middle, begin),
        cmocka_unit_test_setup(who_was_late_is_told, begin),
        cmocka_unit_test_setup(what_is_unchanged_is_not_drawn, begin),
        cmocka_unit_test_setup(panels_lie_in_the_picture, begin),
        cmocka_unit_test(without_tasks_there_is_nothing),
        cmocka_unit_test_setup(images_are_shown_and_missed, begin),
        cmocka_unit_test(gauges_follow_their_signal),
    };
    return cmocka_run_group_tests_name("tasks", tests, NULL, NULL);
}
