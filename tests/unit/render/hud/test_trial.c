/* A layout on trial: the signals that it names, spans and units worth trying, sliders; and files that are
 * watched. */
#include "support/check.h"

#include "rnd/preview.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static hl_report report; /* too large for the stack */

static const char text[] =
    "headland: hud\nversion: 1\nname: test\ncanvas: [400, 300]\ngauges:\n"
    "  - {id: a, kind: dial, at: [10, 10], size: [100, 100], signal: engine.speed, unit: rpm, from: 0, to: "
    "3000}\n"
    "  - {id: b, kind: bar, at: [120, 10], size: [60, 30], signal: fuel.level, from: 0, to: 1, "
    "when: [{signal: pump.pressure, above: 200 bar}]}\n"
    "  - {id: c, kind: gear, at: [190, 10], size: [60, 60], signal: gear.now, direction: gear.direction}\n"
    "  - {id: d, kind: map, at: [260, 10], size: [100, 100], reach: 20, seconds: 30}\n";

static rnd_trial trial;

static int begin(void **state)
{
    (void)state;
    trial = (rnd_trial){.hud = NULL};
    hl_report_begin(&report, "test.yaml");
    const hl_status status =
        auth_hud_parse(text, sizeof text - 1, "test.yaml", &trial.arena, &trial.layout.author, &report);
    if (status != HL_OK) fail_msg("%s", report.count > 0 ? report.list[0].text : hl_status_text(status));
    assert_true(rnd_layout_name_signals(&trial.layout, &trial.arena));
    rnd_layout_mark_used(&trial.layout);
    return 0;
}

static int end(void **state)
{
    (void)state;
    rnd_trial_free(&trial);
    return 0;
}

static int find(const char *name)
{
    const int signal = rnd_layout_find(&trial.layout, name);
    if (signal < 0) fail_msg("no signal %s", name);
    return signal;
}

static void a_layout_names_its_signals(void **state)
{
    (void)state;
    static const char *const names[] = {"engine.speed",   "fuel.level", "pump.pressure", "gear.now",
                                        "gear.direction", "chassis.x",  "chassis.y",     "chassis.heading"};
    assert_int_equal(trial.layout.count, 8);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) assert_true(trial.layout.used[find(names[i])]);
    assert_int_equal(rnd_layout_find(&trial.layout, "nothing"), -1);
    assert_string_equal(trial.layout.signals[find("engine.speed")].unit, "rpm");
    assert_string_equal(trial.layout.signals[find("pump.pressure")].unit, "Pa");
    CHECK_SAME(rnd_layout_longest_trace(&trial.layout), 30.0);
}

static void spans_follow_scales_and_conditions(void **state)
{
    (void)state;
    double low, high, factor;
    rnd_layout_span(&trial.layout, find("engine.speed"), &low, &high);
    CHECK_SAME(low, 0.0);
    CHECK_NEAR(high, 3000.0, 1e-9);
    rnd_layout_span(&trial.layout, find("pump.pressure"), &low, &high);
    CHECK_NEAR(high, 2.0 * 200e5, 1e-3); /* the threshold is passed by half of the slider */
    rnd_layout_span(&trial.layout, find("gear.direction"), &low, &high);
    CHECK_SAME(low, -1.0);
    CHECK_SAME(high, 1.0);
    rnd_layout_span(&trial.layout, find("chassis.x"), &low, &high);
    CHECK_SAME(high - low, 100.0);
    assert_true(rnd_layout_counts(&trial.layout, find("gear.now")));
    assert_false(rnd_layout_counts(&trial.layout, find("engine.speed")));
    assert_string_equal(rnd_layout_unit(&trial.layout, find("chassis.heading"), &factor), "deg");
    CHECK_NEAR(factor, acos(-1.0) / 180.0, 1e-15);
}

static rnd_slider *slider(const char *name)
{
    for (int i = 0; i < trial.slider_count; i++)
        if (strcmp(trial.sliders[i].name, name) == 0) return &trial.sliders[i];
    fail_msg("no slider %s", name);
    return NULL;
}

static void sliders_move_the_display(void **state)
{
    (void)state;
    bool recorded[8] = {false};
    double values[8] = {0.0};
    recorded[find("chassis.heading")] = true;
    assert_true(rnd_trial_sliders(&trial, recorded));
    assert_int_equal(trial.slider_count, 8);
    if (!rnd_trial_display(&trial, 1.0, &report)) fail_msg("%s", report.count > 0 ? report.list[0].text : "");
    const uint64_t before = rnd_trial_update(&trial, 0.0);
    slider("engine.speed")->value = 1500.0;
    assert_true(rnd_trial_update(&trial, 0.1) != before);
    CHECK_NEAR(trial.layout.values[find("engine.speed")], 1500.0, 1e-9);
    values[find("chassis.heading")] = acos(-1.0) / 2.0;
    values[find("engine.speed")] = 7.0; /* not recorded: it stays */
    rnd_trial_play(&trial, values);
    CHECK_NEAR(slider("chassis.heading")->value, 90.0, 1e-9);
    CHECK_SAME(slider("engine.speed")->value, 1500.0);
}

static void values_are_kept_within_spans(void **state)
{
    (void)state;
    rnd_slider others[] = {{.name = "fuel.level", .value = 5.0}, {.name = "engine.speed", .value = 100.0}};
    double factors[] = {1.0, 1.0};
    const rnd_trial from = {.slider_count = 2, .sliders = others, .factors = factors};
    assert_true(rnd_trial_sliders(&trial, NULL));
    rnd_trial_keep(&trial, &from);
    CHECK_SAME(slider("fuel.level")->value, 1.0);
    CHECK_SAME(slider("engine.speed")->value, 100.0);
}

/* ---- files ---- */

static void write_file(const char *path, const char *content)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(content, file);
    assert_int_equal(fclose(file), 0);
}

static void saved_files_are_noticed(void **state)
{
    (void)state;
    enum { SECOND = 1000000000 };
    char folder[] = "/tmp/headland-watch-XXXXXX", path[64], other[64];
    rnd_watch watch;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/a.yaml", folder);
    snprintf(other, sizeof other, "%s/b.yaml", folder);
    assert_true(rnd_file_stamp(path) == 0);
    write_file(path, "one");
    rnd_watch_begin(&watch);
    rnd_watch_add(&watch, path);
    rnd_watch_add(&watch, path);
    rnd_watch_add(&watch, NULL);
    assert_int_equal(watch.count, 1);
    assert_false(rnd_watch_changed(&watch, 0)); /* it must not change for a moment */
    assert_true(rnd_watch_changed(&watch, SECOND));
    assert_false(rnd_watch_changed(&watch, 2 * (int64_t)SECOND));
    write_file(path, "two is longer");
    assert_true(rnd_watch_changed(&watch, 3 * (int64_t)SECOND)); /* closed after writing: at once */
    write_file(other, "new");
    assert_int_equal(rename(other, path), 0); /* as editors do */
    assert_true(rnd_watch_changed(&watch, 4 * (int64_t)SECOND));
    assert_false(rnd_watch_changed(&watch, 5 * (int64_t)SECOND));
    assert_int_equal(unlink(path), 0);
    assert_false(rnd_watch_changed(&watch, 6 * (int64_t)SECOND)); /* an editor may put it back */
    assert_true(rnd_watch_changed(&watch, 7 * (int64_t)SECOND));
    rnd_watch_end(&watch);
    assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_layout_names_its_signals, begin, end),
        cmocka_unit_test_setup_teardown(spans_follow_scales_and_conditions, begin, end),
        cmocka_unit_test_setup_teardown(sliders_move_the_display, begin, end),
        cmocka_unit_test_setup_teardown(values_are_kept_within_spans, begin, end),
        cmocka_unit_test(saved_files_are_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
