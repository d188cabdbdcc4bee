/* Layouts with the signals of their machine: read, kept, set, shown by telemetry. */
#include "drive_rig.h"

#include "drv/layout.h"

#include <math.h>
#include <string.h>

static hl_arena arena;
static hl_report report; /* too large for the stack */
static rnd_layout layout;

static const char *write_layout(const char *machine)
{
    char text[600];
    (void)snprintf(
        text, sizeof text,
        "headland: hud\nversion: 1\nname: h\ncanvas: [400, 300]\n%sgauges:\n"
        "  - {id: a, kind: number, at: [10, 10], size: [100, 30], signal: engine.speed, unit: rpm}\n"
        "  - {id: b, kind: number, at: [10, 50], size: [100, 30], signal: vehicle.speed, unit: "
        "km/h}\n",
        machine);
    return rig_write("layout.yaml", text);
}

static bool read_layout(const char *path, const char *machine, drv_layout_machine *kept, int *status)
{
    return drv_layout_read(&rig_log, path, machine, NULL, kept, &arena, &layout, &report, status);
}

static int end(void **state)
{
    hl_arena_free(&arena);
    return rig_folder_remove(state);
}

static void a_layout_without_machine_has_the_signals_that_it_names(void **state)
{
    (void)state;
    int status;
    assert_true(read_layout(write_layout(""), NULL, NULL, &status));
    assert_false(layout.of_machine);
    assert_int_equal(layout.count, 2);
}

static void the_machine_is_kept_until_its_file_changes(void **state)
{
    (void)state;
    static drv_layout_machine kept;
    int status;
    const char *path = write_layout("machine: " HEADLAND_ASSETS "/machines/tractor.yaml\n");
    assert_true(read_layout(path, NULL, &kept, &status));
    assert_true(layout.of_machine);
    const int count = layout.count;
    assert_true(count > 100 && kept.count == count);
    const uint64_t stamp = kept.stamp;
    assert_true(read_layout(path, NULL, &kept, &status));
    assert_int_equal(layout.count, count);
    assert_true(kept.stamp == stamp);
    drv_layout_forget(&kept);
    assert_true(read_layout(
        path, rig_scenario("flat.yaml", "objects:\n  - {name: p, at: [9, 9, 0], size: [1, 1, 1]}\n"), NULL,
        &status));
    assert_int_equal(layout.object_count, 1);
}

static void machines_that_are_wrong_are_reported(void **state)
{
    (void)state;
    int status;
    assert_false(read_layout(write_layout("machine: nowhere.yaml\n"), NULL, NULL, &status));
    assert_non_null(strstr(report.list[0].text, "paths are relative to this file's folder"));
    assert_false(read_layout(rig_write("bad.yaml", "headland: hud\nversion: 1\n"), NULL, NULL, &status));
    assert_int_equal(status, DRV_USAGE);
    const char *broken = rig_write("broken.yaml", "headland: machine\nversion: 1\nname: m\nbodies: 3\n");
    hl_report_begin(&report, "layout.yaml");
    drv_layout_report_machine(broken, (hl_place){5, 10}, &arena, &report);
    assert_int_equal(report.list[0].place.line, 5);
    assert_non_null(strstr(report.list[0].text, "broken.yaml:"));
    hl_report_begin(&report, "layout.yaml");
    drv_layout_report_machine(HEADLAND_ASSETS "/machines/tractor.yaml", (hl_place){5, 10}, &arena, &report);
    assert_non_null(strstr(report.list[0].text, "the reason is in the terminal"));
}

static void signals_are_set_by_hand(void **state)
{
    (void)state;
    int status;
    assert_true(read_layout(write_layout("machine: " HEADLAND_ASSETS "/machines/tractor.yaml\n"), NULL, NULL,
                            &status));
    const char *const good[] = {"vehicle.speed=36 km/h", "engine.speed=nan", "machine.x=y"};
    assert_true(drv_layout_set(&rig_log, &layout, &(drv_settings){3, good}, &arena));
    const int speed = rnd_layout_find(&layout, "vehicle.speed");
    CHECK_NEAR(layout.values[speed] * layout.signals[speed].si, 10.0, 1e-12);
    assert_true(isnan(layout.values[rnd_layout_find(&layout, "engine.speed")]));
    static const char *const wrong[] = {"vehicle.speed", "=3", "vehicle.sped=1", "vehicle.speed=1 kg",
                                        "vehicle.speed=fast"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(drv_layout_set(&rig_log, &layout, &(drv_settings){1, &wrong[i]}, &arena));
    assert_non_null(strstr(rig_logged(), "the nearest is 'vehicle.speed'"));
}

static void telemetry_is_shown(void **state)
{
    (void)state;
    int status;
    rt_rows rows;
    const char *path =
        rig_write("rows.csv", "time,engine.speed,vehicle.speed\n# s,rad/s,kg\n0,100,1\n1,200,1\n");
    assert_true(read_layout(write_layout("machine: " HEADLAND_ASSETS "/machines/tractor.yaml\n"), NULL, NULL,
                            &status));
    assert_true(drv_layout_telemetry(&rig_log, NULL, &arena, &rows, &status));
    assert_false(drv_layout_has_time(&rig_log, NULL, &rows, 0.5));
    assert_true(drv_layout_telemetry(&rig_log, path, &arena, &rows, &status));
    assert_true(drv_layout_has_time(&rig_log, path, &rows, -1.0));
    assert_true(drv_layout_has_time(&rig_log, path, &rows, 1.0));
    assert_false(drv_layout_has_time(&rig_log, path, &rows, 1.5));
    const rnd_signal *engine = &layout.signals[rnd_layout_find(&layout, "engine.speed")];
    const drv_column column = drv_layout_column(&rows, engine);
    CHECK_NEAR(drv_layout_value(&rows, column, 1.0) * engine->si, 200.0, 1e-9);
    hl_report_begin(&report, "layout.yaml");
    rnd_hud *hud = rnd_layout_display(&layout, 1.0, &report);
    assert_non_null(hud);
    rig_log_clear();
    drv_layout_play(&rig_log, path, &rows, 1.0, &layout, hud);
    CHECK_NEAR(layout.values[rnd_layout_find(&layout, "engine.speed")] * engine->si, 200.0, 1e-9);
    assert_non_null(strstr(rig_logged(), "in units that do not match"));
    rnd_hud_free(hud);
    assert_false(drv_layout_telemetry(&rig_log, rig_path("none.csv"), &arena, &rows, &status));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_layout_without_machine_has_the_signals_that_it_names),
        cmocka_unit_test(the_machine_is_kept_until_its_file_changes),
        cmocka_unit_test(machines_that_are_wrong_are_reported), cmocka_unit_test(signals_are_set_by_hand),
        cmocka_unit_test(telemetry_is_shown)};
    return cmocka_run_group_tests(tests, rig_folder_make, end);
}
