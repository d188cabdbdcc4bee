/* Shipped files by name, bindings of the user and shipped ones, mechanisms, requests of pictures. */
#include "drive_rig.h"

#include "drv/assets.h"
#include "drv/display.h"
#include "drv/load.h"

#include <stdlib.h>
#include <string.h>

static hl_arena arena;

static int begin(void **state)
{
    (void)state;
    setenv("HEADLAND_ASSETS", HEADLAND_ASSETS, 1);
    if (rig_folder_make(NULL) != 0) return -1;
    return setenv("XDG_CONFIG_HOME", rig_folder, 1);
}

static int end(void **state)
{
    hl_arena_free(&arena);
    return rig_folder_remove(state);
}

static void expect_file(const char *name, const char *folders, const char *ending)
{
    const char *found = drv_assets_file(&rig_log, name, folders, NULL);
    assert_non_null(found);
    assert_true(strlen(found) >= strlen(ending));
    assert_string_equal(found + strlen(found) - strlen(ending), ending);
}

static void shipped_files_are_found_by_name(void **state)
{
    (void)state;
    char path[1024];
    assert_true(drv_assets_find(NULL, path, sizeof path));
    assert_string_equal(path, HEADLAND_ASSETS);
    assert_true(drv_assets_need(&rig_log, path, sizeof path));
    expect_file("tractor", "scenarios machines", "/machines/tractor.yaml");
    expect_file("assets/machines/tractor.yaml", NULL, "/machines/tractor.yaml");
    expect_file("machines/tractor.yaml", NULL, "/machines/tractor.yaml");
    expect_file("tractor.yaml", "machines", "/machines/tractor.yaml");
    const char *own = rig_write("own.yaml", "");
    assert_ptr_equal(drv_assets_file(&rig_log, own, "machines", NULL), own);
    assert_string_equal(drv_assets_file(&rig_log, "word", NULL, NULL), "word");
}

static void names_that_are_wrong_are_refused(void **state)
{
    (void)state;
    static const char *const words[] = {"devices", "keyboard", NULL};
    char path[1024];
    rig_log_clear();
    assert_null(drv_assets_file(&rig_log, "tracter", "machines", NULL));
    assert_non_null(strstr(rig_logged(), "neither here nor in the folder of the assets"));
    assert_non_null(strstr(rig_logged(), "did you mean 'tractor'?"));
    assert_null(drv_assets_file(&rig_log, "keyboad", "operators", words));
    assert_non_null(strstr(rig_logged(), "did you mean 'keyboard'?"));
    assert_null(drv_assets_file(&rig_log, "assets/machines/tracter.yaml", "machines", NULL));
    assert_non_null(strstr(rig_logged(), "did you mean 'assets/machines/tractor.yaml'?"));
    assert_null(drv_assets_file(&rig_log, "assets/machine/tractor.yaml", "machines", NULL));
    assert_non_null(strstr(rig_logged(), "the folder 'assets/machine' does not exist"));
    rig_log_clear();
    assert_null(drv_assets_file(&rig_log, "assets/tractor.yaml", "rigs", NULL));
    assert_null(strstr(rig_logged(), "does not exist"));
    assert_null(drv_assets_file(&rig_log, "zzzz", "machines rigs", NULL));
    assert_non_null(strstr(rig_logged(), "the name of one in a folder of the assets: machines rigs"));
    assert_null(drv_assets_file(&rig_log, rig_folder, "machines", NULL));
    assert_non_null(strstr(rig_logged(), "a file is expected"));
    assert_false(drv_assets_find(rig_folder, path, sizeof path));
    setenv("HEADLAND_ASSETS", rig_folder, 1);
    assert_false(drv_assets_need(&rig_log, path, sizeof path));
    assert_non_null(strstr(rig_logged(), "set HEADLAND_ASSETS to their folder"));
    setenv("HEADLAND_ASSETS", HEADLAND_ASSETS, 1);
}

static const auth_machine *tractor(drv_files *files)
{
    int status;
    if (!drv_load(&rig_log, HEADLAND_ASSETS "/machines/tractor.yaml", NULL, &arena, files, &status))
        fail_msg("%s", rig_logged());
    return files->machine;
}

static void own_bindings_come_before_the_shipped_ones(void **state)
{
    (void)state;
    static drv_bindings files;
    static drv_files machine;
    static bool reached[1024];
    char path[1024];
    assert_true(drv_bindings_own_path(path, sizeof path));
    assert_string_equal(drv_file_name(path), "bindings.yaml");
    drv_bindings_reader reader = {.log = &rig_log,
                                  .machine = tractor(&machine),
                                  .machine_path = machine.machine_text.path,
                                  .arena = &arena};
    assert_true(drv_bindings_read(&reader, NULL, &files));
    assert_int_equal(files.own, 0);
    const int shipped = files.count;
    assert_non_null(files.keyboard);
    drv_bindings_reach(&files, machine.machine, reached);
    assert_true(reached[0]);
    const char *own = rig_write("mine.yaml", "headland: bindings\nversion: 1\nname: b\ndevices:\n"
                                             "  - {name: stick, match: {name: stick}, axes: [{axis: ABS_X, "
                                             "command: steering}]}\n");
    assert_true(drv_bindings_read(&reader, own, &files));
    assert_int_equal(files.own, 1);
    assert_int_equal(files.count, shipped + 1);
    assert_string_equal(files.paths[0], own);
    assert_int_equal(drv_bindings_list(&files).own, 1);
    assert_true(drv_bindings_read_shipped(&reader, &files));
    assert_int_equal(files.count, shipped);
    rig_log_clear();
    assert_false(
        drv_bindings_read(&reader, rig_write("bad.yaml", "headland: bindings\nversion: 1\nx: 1\n"), &files));
    assert_int_equal(reader.status, DRV_USAGE);
    assert_non_null(strstr(rig_logged(), "bad.yaml:3:"));
}

static void mechanisms_are_loaded_and_built(void **state)
{
    (void)state;
    int status = DRV_DONE;
    const char *path = HEADLAND_ASSETS "/mechanisms/pendulum.yaml";
    const auth_mechanism *author = drv_load_mechanism(&rig_log, path, &arena, &status);
    assert_non_null(author);
    const mb_step_options options = world_mechanism_options(author);
    assert_non_null(drv_build_mechanism(&rig_log, path, author, &options, &arena, &status));
    assert_null(drv_load_mechanism(&rig_log, rig_path("nowhere.yaml"), &arena, &status));
    assert_int_equal(status, DRV_USAGE);
}

static void requests_of_pictures_are_read(void **state)
{
    (void)state;
    drv_pictures_request r;
    int width, height;
    assert_true(drv_pictures_parse(&rig_log, "every=0.5,size=640x480,camera=chase,quality=low", &r));
    CHECK_SAME(r.every, 0.5);
    assert_int_equal(r.width, 640);
    assert_int_equal(r.height, 480);
    assert_int_equal(r.camera, RND_CHASE);
    assert_int_equal(r.quality, RND_LOW);
    assert_true(drv_pictures_parse(&rig_log, "every=2 s", &r));
    assert_int_equal(r.width, 1280);
    static const char *const wrong[] = {"size=1x1",
                                        "every",
                                        "every=-1",
                                        "every=1,size=9000x1",
                                        "every=1,size=1",
                                        "every=1,camera=moon",
                                        "every=1,quality=best",
                                        "evry=1",
                                        "every=1 kg"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(drv_pictures_parse(&rig_log, wrong[i], &r));
    assert_true(drv_read_size("16384x1", 16384, &width, &height));
    assert_false(drv_read_size("0x1", 100, &width, &height));
    assert_false(drv_read_size("1x1x", 100, &width, &height));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shipped_files_are_found_by_name), cmocka_unit_test(names_that_are_wrong_are_refused),
        cmocka_unit_test(own_bindings_come_before_the_shipped_ones),
        cmocka_unit_test(mechanisms_are_loaded_and_built), cmocka_unit_test(requests_of_pictures_are_read)};
    return cmocka_run_group_tests(tests, begin, end);
}
