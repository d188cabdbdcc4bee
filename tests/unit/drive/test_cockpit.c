/* The cockpit and the pictures of a drive without window and devices: what is written, sent and refused. */
#include "drive_rig.h"

#include "drv/display.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static rig r;

static drv_cockpit_setup setup(void)
{
    return (drv_cockpit_setup){
        .log = &rig_log, .files = &r.world.files, .machine = r.world.machine, .settings = &r.drive.settings};
}

/* @return drv_status */
static int open_cockpit(const drv_cockpit_setup *wanted)
{
    int status = DRV_DONE;
    rig_log_clear();
    drv_cockpit *opened = drv_cockpit_open(wanted, &r.world.arena, &status);
    if (!opened) return status;
    r.drive.cockpit = opened;
    return DRV_DONE;
}

static void a_pattern_is_known_in_any_case(void **state)
{
    (void)state;
    drv_cockpit_setup wanted = setup();
    rig_load(&r, rig_scenario("flat.yaml", ""));
    wanted = setup();
    wanted.pattern = "LOADER_LEFT";
    assert_int_equal(open_cockpit(&wanted), DRV_DONE);
    assert_int_equal(drv_cockpit_pattern(r.drive.cockpit), 1);
    wanted.pattern = "loadr";
    assert_int_equal(open_cockpit(&wanted), DRV_USAGE);
    assert_non_null(strstr(rig_logged(), "the nearest is 'loader'"));
    rig_free(&r);
}

static void sound_is_written_while_it_drives(void **state)
{
    (void)state;
    rig_load(&r, rig_scenario("flat.yaml", ""));
    drv_cockpit_setup wanted = setup();
    wanted.wav = rig_path("sound.wav");
    r.options.seconds = 0.3;
    assert_int_equal(open_cockpit(&wanted), DRV_DONE);
    assert_int_equal(rig_drive(&r), DRV_DONE);
    rig_free(&r);
    char *bytes = rig_read("sound.wav");
    assert_non_null(bytes);
    assert_memory_equal(bytes, "RIFF", 4);
    free(bytes);
}

static void a_platform_gets_datagrams(void **state)
{
    (void)state;
    rig_load(&r, rig_scenario("flat.yaml", ""));
    drv_cockpit_setup wanted = setup();
    wanted.rig = HEADLAND_ASSETS "/rigs/seat-2dof.yaml";
    r.options.seconds = 0.2;
    r.options.realtime = true;
    assert_int_equal(open_cockpit(&wanted), DRV_DONE);
    assert_int_equal(rig_drive(&r), DRV_DONE);
    cJSON *report = rig_report(&r);
    assert_non_null(cJSON_GetObjectItem(cJSON_GetObjectItem(report, "motion"), "sent"));
    cJSON_Delete(report);
    rig_free(&r);
    assert_non_null(strstr(rig_logged(), "parks"));
}

static void what_a_machine_lacks_is_refused(void **state)
{
    (void)state;
    rig_load(&r, HEADLAND_ASSETS "/machines/forklift.yaml");
    drv_cockpit_setup wanted = setup();
    wanted.rig = HEADLAND_ASSETS "/rigs/seat-2dof.yaml";
    assert_int_equal(open_cockpit(&wanted), DRV_USAGE);
    assert_non_null(strstr(rig_logged(), "'seat'"));
    rig_free(&r);
    rig_load(&r, rig_scenario("flat.yaml", ""));
    wanted = setup();
    wanted.rig = rig_write("rig.yaml", "headland: rig\nversion: 1\n");
    assert_int_equal(open_cockpit(&wanted), DRV_USAGE);
    assert_non_null(strstr(rig_logged(), "rig.yaml"));
    rig_free(&r);
}

/* There may be devices here or not: without any, only a drive that needs one is refused. */
static void devices_are_needed_only_if_they_are_asked_for(void **state)
{
    (void)state;
    const io_binding_files none = {NULL, 0, 0};
    char text[300];
    rig_load(&r, rig_scenario("flat.yaml", ""));
    drv_cockpit_setup wanted = setup();
    wanted.bindings = &none;
    assert_int_equal(open_cockpit(&wanted), DRV_DONE);
    assert_true(drv_cockpit_unreached(r.drive.cockpit, text, sizeof text) > 0);
    assert_non_null(strstr(rig_logged(), "docs/bindings.md"));
    r.options.seconds = 0.02;
    assert_int_equal(rig_drive(&r), DRV_DONE);
    (void)drv_cockpit_close(r.drive.cockpit);
    r.drive.cockpit = NULL;
    wanted.need = true;
    assert_int_equal(open_cockpit(&wanted), DRV_ENVIRONMENT);
    r.drive.cockpit = NULL;
    const drv_cockpit_setup empty = setup();
    assert_int_equal(open_cockpit(&empty), DRV_DONE);
    rig_free(&r);
}

/* ---- pictures ---- */

static void a_picture_shows_every_tick_that_is_asked_for(void **state)
{
    (void)state;
    rig_load(&r, HEADLAND_ASSETS "/scenarios/sand-wall.yaml");
    r.options.seconds = 0.02;
    r.options.out = rig_path("shown");
    r.options.pictures = (drv_pictures_request){
        .every = 0.01, .width = 64, .height = 48, .camera = RND_CHASE, .quality = RND_LOW};
    const int status = rig_drive(&r);
    if (strstr(rig_logged(), "no pictures")) {
        assert_int_equal(status, DRV_ENVIRONMENT); /* there is no OpenGL here */
        rig_free(&r);
        skip();
    }
    assert_int_equal(status, DRV_DONE);
    for (int i = 0; i < 3; i++) {
        char name[60];
        (void)snprintf(name, sizeof name, "shown/frames/frame-%06d.png", i);
        assert_int_equal(access(rig_path(name), R_OK), 0);
    }
    rig_free(&r);
}

static void a_layout_that_is_not_there_is_refused(void **state)
{
    (void)state;
    drv_scene scene;
    int status = DRV_DONE;
    rig_load(&r, rig_scenario("flat.yaml", ""));
    drv_scene_request request = {.log = &rig_log,
                                 .author = r.world.files.machine,
                                 .scenario = r.world.files.scenario,
                                 .machine_path = r.world.files.machine_text.path,
                                 .scenario_path = r.world.files.scenario_text.path,
                                 .assets = HEADLAND_ASSETS,
                                 .hud = "no-layout.yaml"};
    assert_false(drv_scene_make(r.world.machine, &request, &r.world.arena, &scene, &status));
    assert_int_equal(status, DRV_USAGE);
    assert_non_null(strstr(rig_logged(), "no-layout.yaml"));
    request.hud = "none";
    assert_true(drv_scene_make(r.world.machine, &request, &r.world.arena, &scene, &status));
    assert_null(scene.hud);
    drv_scene_free(&scene);
    request.hud = NULL; /* the machine's */
    assert_true(drv_scene_make(r.world.machine, &request, &r.world.arena, &scene, &status));
    assert_non_null(scene.hud);
    drv_scene_resize(&scene, r.world.machine, 640.0, &r.world.arena);
    assert_non_null(scene.hud);
    assert_int_equal(drv_scene_take(&scene), 0);
    drv_scene_leave(&scene);
    drv_scene_free(&scene);
    rig_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_pattern_is_known_in_any_case),
                                       cmocka_unit_test(sound_is_written_while_it_drives),
                                       cmocka_unit_test(a_platform_gets_datagrams),
                                       cmocka_unit_test(what_a_machine_lacks_is_refused),
                                       cmocka_unit_test(devices_are_needed_only_if_they_are_asked_for),
                                       cmocka_unit_test(a_picture_shows_every_tick_that_is_asked_for),
                                       cmocka_unit_test(a_layout_that_is_not_there_is_refused)};
    return cmocka_run_group_tests(tests, rig_folder_make, rig_folder_remove);
}
