/* Settings of the window: reading, writing, and every way in which a file can be wrong. */
#include "refusal.h"

#include "auth/settings.h"

#include <math.h>

#define HEAD "headland: settings\nversion: 1\n"

static hl_status parse(const char *text, size_t length, hl_arena *arena, const void **out, hl_report *report)
{
    auth_settings *settings = NULL;
    const hl_status status = auth_settings_parse(text, length, "folder/file", arena, &settings, report);
    *out = settings;
    return status;
}

static void check_same(const auth_settings *a, const auth_settings *b)
{
    assert_int_equal(a->quality, b->quality);
    assert_int_equal(a->camera, b->camera);
    assert_int_equal(a->hud, b->hud);
    assert_int_equal(a->mirrors, b->mirrors);
    assert_int_equal(a->full_screen, b->full_screen);
    CHECK_NEAR(a->hud_scale, b->hud_scale, 1e-9);
    CHECK_NEAR(a->view_angle, b->view_angle, 1e-9);
    assert_string_equal(a->pattern, b->pattern);
    assert_int_equal(a->sound, b->sound);
    CHECK_NEAR(a->volume, b->volume, 1e-9);
    CHECK_NEAR(a->volume_machine, b->volume_machine, 1e-9);
    CHECK_NEAR(a->volume_signals, b->volume_signals, 1e-9);
}

static void an_empty_file_is_the_default(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_settings fallback = auth_settings_default();
    const auth_settings *s = read_good(parse, HEAD, &arena);
    check_same(s, &fallback);
    assert_int_equal(fallback.quality, AUTH_QUALITY_AUTO);
    assert_true(fallback.hud && fallback.mirrors);
    CHECK_SAME(fallback.hud_scale, 1.0);
    assert_string_equal(fallback.pattern, "");
    assert_true(fallback.sound);
    CHECK_SAME(fallback.volume, 0.8);
    hl_arena_free(&arena);
}

/* What is written reads as what it was; angles are written in whole degrees. */
static void settings_come_back(void **state)
{
    (void)state;
    static const double degree = 0.017453292519943295;
    const auth_settings list[] = {
        auth_settings_default(),
        {.quality = AUTH_QUALITY_HIGH,
         .camera = AUTH_CAMERA_ORBIT,
         .hud_scale = 0.5,
         .view_angle = 30.0 * degree,
         .pattern = "SAE: boom left",
         .volume = 0.0,
         .volume_machine = 0.25,
         .volume_signals = 1.0},
        {.quality = AUTH_QUALITY_LOW,
         .camera = AUTH_CAMERA_BUCKET,
         .hud = true,
         .hud_scale = 1.5,
         .mirrors = true,
         .view_angle = 120.0 * degree,
         .full_screen = true,
         .pattern = "loader_left",
         .sound = true,
         .volume = 1.0},
        {.quality = AUTH_QUALITY_MEDIUM,
         .camera = AUTH_CAMERA_CHASE,
         .hud_scale = 1.15,
         .view_angle = 85.0 * degree},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        hl_arena arena = {0};
        char text[1000];
        assert_true(auth_settings_write(&list[i], text, sizeof text) < sizeof text);
        const auth_settings *s = read_good(parse, text, &arena);
        check_same(s, &list[i]);
        hl_arena_free(&arena);
    }
}

static void settings_are_limited(void **state)
{
    (void)state;
    auth_settings s = auth_settings_default();
    s.hud_scale = 7.0;
    s.view_angle = 3.0;
    s = auth_settings_limited(s);
    CHECK_SAME(s.hud_scale, AUTH_HUD_SCALE_MOST);
    CHECK_SAME(s.view_angle, AUTH_ANGLE_MOST);
    s.volume = 1.5;
    s.volume_machine = -0.1;
    s.volume_signals = (double)INFINITY;
    s = auth_settings_limited(s);
    CHECK_SAME(s.volume, 1.0);
    CHECK_SAME(s.volume_machine, 0.0);
    CHECK_SAME(s.volume_signals, 1.0);
    s.view_angle = 0.0; /* the camera's own is no angle */
    CHECK_SAME(auth_settings_limited(s).view_angle, 0.0);
}

static void bad_files_are_refused(void **state)
{
    (void)state;
    static const variation list[] = {
        {"quality: auto", "quality: @ultra", "unknown value 'ultra' in 'quality'"},
        {"quality: auto", "@qualty: auto", "unknown key 'qualty' in the file; did you mean 'quality'?"},
        {"camera: cab", "camera: @cap", "unknown value 'cap' in 'camera'; did you mean 'cab'?"},
        {"hud: true", "hud: @perhaps", "'perhaps'"},
        {"hud_scale: 1.00", "hud_scale: @2", "'hud_scale' is 2; 0.5 to 1.5 is expected"},
        {"hud_scale: 1.00", "hud_scale: @1 m", "'1 m' is a length; a plain number"},
        {"mirrors: true", "mirrors: true\nview_angle: @10 deg",
         "'view_angle' is 10 deg; 30 to 120 deg is expected"},
        {"volume: 0.80", "volume: @1.5", "'volume' is 1.5; 0 to 1 is expected"},
        {"volume_machine: 1.00", "volume_machine: @-1", "'volume_machine' is -1; 0 to 1 is expected"},
        {"volume_signals: 1.00", "volume_signals: @loud", "'volume_signals'"},
        {"sound: true", "sound: @1", "'sound' is '1'; true or false is expected"},
        {"sound: true", "sound: true\npattern: @\"it's\"", "'pattern' has a quote"},
        {"version: 1", "version: @2", "'version' is 2; 1 is expected"},
        {"headland: settings", "headland: @machine",
         "the file is a machine file; a settings file is expected"},
    };
    const auth_settings settings = auth_settings_default();
    char text[1000];
    auth_settings_write(&settings, text, sizeof text);
    CHECK_VARIATIONS(parse, text, list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_file_is_the_default),
        cmocka_unit_test(settings_come_back),
        cmocka_unit_test(settings_are_limited),
        cmocka_unit_test(bad_files_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
