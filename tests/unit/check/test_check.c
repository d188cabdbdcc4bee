/* Checking files of all kinds: good ones, wrong ones, warnings, variants, what scenarios name. */
#include "drive_rig.h"

#include "chk/check.h"

#include <stdlib.h>
#include <string.h>

static chk_checker *checker;
static char verdict[CHK_VERDICT];

static int begin(void **state)
{
    (void)state;
    setenv("HEADLAND_ASSETS", HEADLAND_ASSETS, 1);
    checker = chk_new(&rig_log, false);
    return checker ? rig_folder_make(NULL) : -1;
}

static int end(void **state)
{
    chk_free(checker);
    return rig_folder_remove(state);
}

static void expect_good(const char *path, const char *details)
{
    rig_log_clear();
    if (chk_file(checker, path, verdict) != DRV_DONE) fail_msg("%s: %s", path, rig_logged());
    if (!strstr(verdict, details)) fail_msg("%s: %s", path, verdict);
}

static void expect_refused(const char *path, const char *complaint)
{
    rig_log_clear();
    assert_int_equal(chk_file(checker, path, verdict), DRV_USAGE);
    assert_string_equal(verdict, "");
    if (!strstr(rig_logged(), complaint)) fail_msg("%s: %s", path, rig_logged());
}

#define ASSET(name) HEADLAND_ASSETS "/" name

static void files_of_all_kinds_are_checked(void **state)
{
    (void)state;
    expect_good(ASSET("mechanisms/pendulum.yaml"), "ok (1 bodies, 1 joints, 0 loops, 1 degrees of freedom)");
    expect_good(ASSET("operators/loader.yaml"), "its controls and signals are checked with a scenario");
    expect_good(ASSET("soils/loam.yaml"), "kg/m3, swell");
    expect_good(ASSET("hud/tractor.yaml"), "19 gauges on 1600 x 900 dots)");
    expect_good(ASSET("rigs/hexapod-small.yaml"), "6 axes");
    expect_good(ASSET("devices/keyboard.yaml"), "standard commands, because it names no 'machine'");
    expect_good(rig_write("settings.yaml", "headland: settings\nversion: 1\n"), "ok (settings)");
    expect_good(ASSET("machines/tractor.yaml"), "ok (tractor: 18 bodies");
    expect_good(ASSET("exercises/1-slalom.yaml"), "controls");
}

static void wrong_files_are_refused(void **state)
{
    (void)state;
    expect_refused(rig_path("nowhere.yaml"), "nowhere.yaml");
    expect_refused(rig_write("odd.yaml", "headland: odd\nversion: 1\n"), "odd.yaml:1:");
    expect_refused(rig_write("m.yaml", "headland: mechanism\nversion: 1\nname: m\nbodies: 3\n"), "m.yaml:4:");
    expect_refused(rig_write("o.yaml", "headland: operator\nversion: 1\nname: o\nactions: 1\n"), "o.yaml:4:");
    expect_refused(rig_write("s.yaml", "headland: soil\nversion: 1\nname: s\n"), "s.yaml");
    expect_refused(rig_write("r.yaml", "headland: rig\nversion: 1\nname: r\n"), "r.yaml");
    expect_refused(rig_write("t.yaml", "headland: settings\nversion: 1\nquality: best\n"), "t.yaml:3:");
    expect_refused(rig_write("b.yaml", "headland: bindings\nversion: 1\ndevices: 4\n"), "b.yaml:3:");
    expect_refused(rig_scenario("scenario.yaml", "objects: 3\n"), "scenario.yaml:6:");
    expect_refused(rig_scenario("script.yaml", "operator: nowhere.yaml\n"), "script.yaml:6:");
}

static const char hud_of[] =
    "headland: hud\nversion: 1\nname: h\ncanvas: [400, 300]\n%s"
    "gauges:\n  - {id: a, kind: number, at: [10, 10], size: [100, 30], signal: %s}\n";

static const char *write_hud(const char *name, const char *machine, const char *signal)
{
    char text[1000];
    (void)snprintf(text, sizeof text, hud_of, machine, signal);
    return rig_write(name, text);
}

static void layouts_fit_their_machine(void **state)
{
    (void)state;
    expect_good(write_hud("plain.yaml", "", "what.ever"),
                "its signals are checked when it names a 'machine'");
    expect_good(write_hud("own.yaml", "machine: " ASSET("machines/tractor.yaml") "\n", "engine.speed"),
                "1 gauges");
    expect_refused(write_hud("own.yaml", "machine: " ASSET("machines/tractor.yaml") "\n", "engine.sped"),
                   "engine.speed");
    expect_refused(write_hud("own.yaml", "machine: nowhere.yaml\n", "engine.speed"), "paths are relative to");
    expect_refused(write_hud("own.yaml", "machine: plain.yaml\n", "engine.speed"),
                   "is a file of kind 'hud'; a machine or a scenario is expected");
    expect_refused(rig_write("image.yaml", "headland: hud\nversion: 1\nname: h\ncanvas: [400, 300]\n"
                                           "gauges:\n  - {id: a, kind: image, at: [1, 1], size: [9, 9], "
                                           "image: none.png}\n"),
                   "'image':");
}

static void exercises_name_gauges_and_images(void **state)
{
    (void)state;
    (void)write_hud("ours.yaml", "", "engine.speed");
    (void)write_hud("wrong.yaml", "", "engine.sped");
    static const char task[] =
        "hud: %s\ntasks:\n  - {name: t, when: [{signal: control.throttle, above: 0.5}], "
        "do: [{%s}]}\n";
    char lines[400];
    (void)snprintf(lines, sizeof lines, task, "ours.yaml", "gauge: a, shown: false");
    expect_good(rig_scenario("e.yaml", lines), "ok (");
    (void)snprintf(lines, sizeof lines, task, "ours.yaml", "gauge: b, shown: false");
    expect_refused(rig_scenario("e.yaml", lines), "no gauge 'b'");
    (void)snprintf(lines, sizeof lines, task, "ours.yaml", "image: none.png, seconds: 1 s");
    expect_refused(rig_scenario("e.yaml", lines), "'image':");
    (void)snprintf(lines, sizeof lines, task, "wrong.yaml", "gauge: a, shown: false");
    expect_refused(rig_scenario("e.yaml", lines), "a layout for this machine is expected");
}

static void pictures_name_models(void **state)
{
    (void)state;
    expect_refused(rig_scenario("p.yaml", "scenery:\n  - {model: none, at: [1, 2]}\n"),
                   "a glTF file (.glb or .gltf) is expected");
    (void)rig_write("broken.glb", "no model");
    expect_refused(rig_scenario("p.yaml", "scenery:\n  - {model: broken.glb, at: [1, 2]}\n"),
                   "cannot be read");
}

#define BINDINGS(machine)                                                                                    \
    "headland: bindings\nversion: 1\nname: b\nmachine: " machine "\ndevices:\n"                              \
    "  - {name: stick, match: {name: stick}, axes: [{axis: ABS_X, command: steering}]}\n"

static void bindings_reach_their_machine(void **state)
{
    (void)state;
    expect_refused(rig_write("b.yaml", BINDINGS("nowhere.yaml")), "is not a machine");
    expect_good(rig_write("b.yaml", BINDINGS(HEADLAND_ASSETS "/machines/tractor.yaml")), "1 devices, 1 axes");
}

/* A task that begins when the exercise is over. */
static void warnings_are_counted_or_errors(void **state)
{
    (void)state;
    const char *path = rig_scenario(
        "w.yaml",
        "tasks:\n"
        "  - {name: t, when: [{signal: control.throttle, above: 0.5}], do: [{message: m, seconds: 1 s}]}\n"
        "  - {name: u, optional: true, after: [t], when: [{signal: control.throttle, below: 0.5}], do: "
        "[{message: m, seconds: 1 s}]}\n");
    expect_good(path, "), 1 warning");
    assert_non_null(strstr(rig_logged(), "warning: task 'u' begins when 't' is done"));
    chk_checker *strict = chk_new(&rig_log, true);
    assert_int_equal(chk_file(strict, path, verdict), DRV_USAGE);
    assert_string_equal(verdict, "");
    chk_free(strict);
}

/* The excavator with a bucket that is much too heavy, in one choice only. */
static void all_choices_of_variants_are_tried(void **state)
{
    (void)state;
    enum { MOST = 200000 };
    static char text[MOST];
    FILE *file = fopen(ASSET("machines/excavator.yaml"), "r");
    assert_non_null(file);
    text[fread(text, 1, MOST - 1, file)] = '\0';
    (void)fclose(file);
    char *mass = strstr(text, "- name: small");
    assert_non_null(mass);
    mass = strstr(mass, "mass: 315 kg");
    assert_non_null(mass);
    memcpy(mass, "mass: 315 t ", 12);
    expect_refused(rig_write("excavator.yaml", text), "correct its mass [machine.bucket=small]");
}

/* ---- the bound of a tick ---- */

/* 20 000 cells at most, 2 ns each, twice that at most: 80 us of 1 ms. */
#define COSTS_BEGIN                                                                                          \
    "headland: costs\nversion: 1\nname: test\ncomputer: Test 1\n"                                            \
    "costs:\n  - {part: flow, count: cells, time: 2 ns}\n"
#define COSTS_END "spreads:\n  - {part: flow, factor: 2}\n"
static const char cheap[] = COSTS_BEGIN COSTS_END;

static void bounds_need_costs(void **state)
{
    (void)state;
    expect_good(ASSET("scenarios/field.yaml"), "ok");
    assert_string_equal(chk_bound(checker), "");
    assert_true(chk_lacks_costs(checker));
    assert_int_equal(chk_use_costs(checker, rig_write("cheap.yaml", cheap), true), DRV_DONE);
    assert_false(chk_lacks_costs(checker));
    expect_good(ASSET("soils/loam.yaml"), "ok");
    assert_string_equal(chk_bound(checker), ""); /* has no tick */
}

static void a_bound_is_limits_times_costs(void **state)
{
    (void)state;
    const char *path = ASSET("scenarios/sand-field.yaml");
    assert_int_equal(chk_use_costs(checker, rig_write("cheap.yaml", cheap), true), DRV_DONE);
    expect_good(path, "signals)");
    const char *bound = chk_bound(checker);
    assert_ptr_equal(strstr(bound, path), bound);
    if (!strstr(bound, ": bound of a tick 80 us, period 1000 us; costs of Test 1\n")) fail_msg("%s", bound);
    if (!strstr(bound, "cells that may flow             20000      0.002     2.00       80.0\n"))
        fail_msg("%s", bound);
    assert_string_equal(rig_logged(), "");
}

/* 10 000 particles, 1 us each, and 8 us for the least of flow. Fewer leave it more, at most 80 us: 920 fit.
 */
static void what_does_not_fit_is_warned_about(void **state)
{
    (void)state;
    static const char dear[] = COSTS_BEGIN "  - {part: particles, count: awake, time: 1 us}\n" COSTS_END;
    assert_int_equal(chk_use_costs(checker, rig_write("dear.yaml", dear), false), DRV_DONE);
    expect_good(ASSET("scenarios/sand-field.yaml"), ", 1 warning");
    if (!strstr(
            rig_logged(),
            "on this computer a tick may take 10008 us, longer than its period of 1000 us, "
            "most of it for 'sand: particles' (10000 us): fewer 'particles' in 'sand', or a longer 'step' is "
            "expected; with 920 particles it fits"))
        fail_msg("%s", rig_logged());
    assert_null(strstr(chk_bound(checker), "sum")); /* one line */
}

static void files_of_costs_are_checked(void **state)
{
    (void)state;
    expect_good(rig_write("costs.yaml", cheap), "ok (costs of Test 1)");
    expect_refused(rig_write("odd.yaml", "headland: costs\nversion: 1\nname: x\n"
                                         "costs:\n  - {part: x, count: y, time: 1 s}\n"),
                   "odd.yaml:5:5: no part of a tick is called 'x'");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(files_of_all_kinds_are_checked),
                                       cmocka_unit_test(wrong_files_are_refused),
                                       cmocka_unit_test(layouts_fit_their_machine),
                                       cmocka_unit_test(exercises_name_gauges_and_images),
                                       cmocka_unit_test(pictures_name_models),
                                       cmocka_unit_test(bindings_reach_their_machine),
                                       cmocka_unit_test(warnings_are_counted_or_errors),
                                       cmocka_unit_test(all_choices_of_variants_are_tried),
                                       cmocka_unit_test(bounds_need_costs),
                                       cmocka_unit_test(a_bound_is_limits_times_costs),
                                       cmocka_unit_test(what_does_not_fit_is_warned_about),
                                       cmocka_unit_test(files_of_costs_are_checked)};
    return cmocka_run_group_tests(tests, begin, end);
}
