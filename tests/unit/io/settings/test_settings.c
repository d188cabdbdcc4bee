/* Where settings are kept, and how they come back from there. */
#include "support/check.h"

#include "io/settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_LENGTH = 600 };

static char folder[] = "/tmp/headland-settings-XXXXXX";
static hl_report report; /* too large for the stack */

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) == NULL ? -1 : setenv("XDG_CONFIG_HOME", folder, 1);
}

static int remove_folder(void **state)
{
    char path[PATH_LENGTH];
    (void)state;
    snprintf(path, sizeof path, "%s/headland/settings.yaml", folder);
    (void)unlink(path);
    snprintf(path, sizeof path, "%s/headland", folder);
    (void)rmdir(path);
    return rmdir(folder);
}

static void the_path_follows_the_environment(void **state)
{
    (void)state;
    char path[PATH_LENGTH], expected[PATH_LENGTH];
    assert_true(io_settings_path(path, sizeof path));
    snprintf(expected, sizeof expected, "%s/headland/settings.yaml", folder);
    assert_string_equal(path, expected);
    assert_false(io_settings_path(path, 10));
    setenv("XDG_CONFIG_HOME", "relative", 1); /* to be ignored */
    setenv("HOME", "/home/somebody", 1);
    assert_true(io_settings_path(path, sizeof path));
    assert_string_equal(path, "/home/somebody/.config/headland/settings.yaml");
    unsetenv("HOME");
    assert_false(io_settings_path(path, sizeof path));
    setenv("XDG_CONFIG_HOME", folder, 1);
}

static void written_settings_come_back(void **state)
{
    (void)state;
    char path[PATH_LENGTH], error[PATH_LENGTH];
    auth_settings settings = auth_settings_default();
    settings.camera = AUTH_CAMERA_CHASE;
    settings.mirrors = false;
    assert_true(io_settings_path(path, sizeof path));
    if (!io_settings_write(path, &settings, error, sizeof error)) fail_msg("%s", error);
    const auth_settings read = io_settings_read(path, &report);
    assert_true(hl_report_clean(&report));
    assert_int_equal(read.camera, AUTH_CAMERA_CHASE);
    assert_false(read.mirrors);
}

static void no_file_is_no_complaint(void **state)
{
    (void)state;
    char path[PATH_LENGTH];
    snprintf(path, sizeof path, "%s/nothing.yaml", folder);
    const auth_settings read = io_settings_read(path, &report);
    assert_true(hl_report_clean(&report));
    assert_true(read.mirrors);
}

/* Told of with its place, and the defaults are taken. */
static void bad_files_are_not_heeded(void **state)
{
    (void)state;
    static const char *const texts[] = {"headland: settings\nversion: 1\ncamera: roof\n", "%", "", "\x01\x02",
                                        "headland: settings\nversion: 1\nmirrors: false\nhud_scale: 99\n"};
    char path[PATH_LENGTH];
    assert_true(io_settings_path(path, sizeof path));
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fputs(texts[i], file);
        fclose(file);
        const auth_settings read = io_settings_read(path, &report);
        assert_int_equal(report.count, 1);
        assert_string_equal(report.file, path);
        assert_int_equal(read.camera, AUTH_CAMERA_CAB);
        assert_true(read.mirrors);
    }
    assert_int_equal(report.list[0].place.line, 4);
}

static void unwritable_places_are_told(void **state)
{
    (void)state;
    char path[PATH_LENGTH], error[PATH_LENGTH + 100];
    const auth_settings settings = auth_settings_default();
    snprintf(path, sizeof path, "%s/headland/settings.yaml/deeper.yaml", folder); /* below a file */
    assert_false(io_settings_write(path, &settings, error, sizeof error));
    assert_non_null(strstr(error, "deeper.yaml: "));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_path_follows_the_environment), cmocka_unit_test(written_settings_come_back),
        cmocka_unit_test(no_file_is_no_complaint),          cmocka_unit_test(bad_files_are_not_heeded),
        cmocka_unit_test(unwritable_places_are_told),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
