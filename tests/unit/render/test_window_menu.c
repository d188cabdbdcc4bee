/* The menu of settings: how values are shown, and what steps do to them. */
#include "support/check.h"

#include "overlay.h"

#include <string.h>

static auth_weather weather(void)
{
    return (auth_weather){.time = 10.5, .visibility = 40e3, .cloud = 0.25};
}

#define CHECK_VALUE(item, settings, air, expected)                                                           \
    do {                                                                                                     \
        char text[MENU_TEXT];                                                                                \
        menu_value(item, settings, air, text);                                                               \
        assert_string_equal(text, expected);                                                                 \
    } while (0)

static void values_are_shown(void **state)
{
    (void)state;
    auth_settings s = auth_settings_default();
    auth_weather w = weather();
    CHECK_VALUE(MENU_QUALITY, &s, &w, "auto");
    CHECK_VALUE(MENU_CAMERA, &s, &w, "cab");
    CHECK_VALUE(MENU_ANGLE, &s, &w, "the camera's own");
    CHECK_VALUE(MENU_MIRRORS, &s, &w, "on");
    CHECK_VALUE(MENU_SCALE, &s, &w, "100 %");
    CHECK_VALUE(MENU_FULL_SCREEN, &s, &w, "off");
    CHECK_VALUE(MENU_TIME, &s, &w, "10:30");
    CHECK_VALUE(MENU_VISIBILITY, &s, &w, "40 km");
    CHECK_VALUE(MENU_CLOUD, &s, &w, "25 %");
    CHECK_VALUE(MENU_RAIN, &s, NULL, "-");
    w.visibility = 200.0;
    CHECK_VALUE(MENU_VISIBILITY, &s, &w, "200 m");
    for (int i = 0; i < MENU_ITEMS; i++) assert_true(strlen(menu_label((menu_item)i)) > 0);
}

static void words_go_round(void **state)
{
    (void)state;
    auth_settings s = auth_settings_default();
    for (int i = 1; i <= AUTH_QUALITY_WORDS; i++) {
        assert_true(menu_step(MENU_QUALITY, 1, &s, NULL));
        assert_int_equal(s.quality, i % AUTH_QUALITY_WORDS);
    }
    assert_true(menu_step(MENU_CAMERA, -1, &s, NULL));
    assert_int_equal(s.camera, AUTH_CAMERA_BUCKET);
    assert_true(menu_step(MENU_HUD, -1, &s, NULL));
    assert_false(s.hud);
    assert_true(menu_step(MENU_HUD, 1, &s, NULL));
    assert_true(s.hud);
}

/* Whatever is stepped, settings stay such as a file may have. */
static void numbers_end_at_their_limits(void **state)
{
    (void)state;
    auth_settings s = auth_settings_default();
    for (int i = 0; i < 100; i++) menu_step(MENU_SCALE, 1, &s, NULL);
    CHECK_SAME(s.hud_scale, AUTH_HUD_SCALE_MOST);
    for (int i = 0; i < 100; i++) menu_step(MENU_SCALE, -1, &s, NULL);
    CHECK_SAME(s.hud_scale, AUTH_HUD_SCALE_LEAST);
    menu_step(MENU_ANGLE, -1, &s, NULL); /* below the least there is only the camera's own */
    CHECK_SAME(s.view_angle, 0.0);
    menu_step(MENU_ANGLE, 1, &s, NULL); /* no leap to a telescope */
    CHECK_NEAR(s.view_angle, 75.0 * 0.017453292519943295, 1e-12);
    for (int i = 0; i < 100; i++) menu_step(MENU_ANGLE, 1, &s, NULL);
    CHECK_SAME(s.view_angle, AUTH_ANGLE_MOST);
    for (int i = 0; i < 100; i++) menu_step(MENU_ANGLE, -1, &s, NULL);
    CHECK_SAME(s.view_angle, 0.0);
}

static void weather_is_no_setting(void **state)
{
    (void)state;
    auth_settings s = auth_settings_default();
    auth_weather w = weather();
    assert_false(menu_step(MENU_TIME, 1, &s, &w));
    CHECK_SAME(w.time, 10.75); /* quarters of hours are exact */
    w.time = 0.0;
    menu_step(MENU_TIME, -1, &s, &w);
    CHECK_SAME(w.time, 23.75);
    menu_step(MENU_TIME, 1, &s, &w);
    CHECK_SAME(w.time, 0.0);
    menu_step(MENU_VISIBILITY, -1, &s, &w);
    CHECK_SAME(w.visibility, 20e3);
    w.visibility = 700.0; /* between two steps of the menu */
    menu_step(MENU_VISIBILITY, -1, &s, &w);
    CHECK_SAME(w.visibility, 400.0);
    menu_step(MENU_VISIBILITY, 1, &s, &w);
    CHECK_SAME(w.visibility, 800.0);
    for (int i = 0; i < 20; i++) menu_step(MENU_VISIBILITY, 1, &s, &w);
    CHECK_SAME(w.visibility, 80e3);
    for (int i = 0; i < 20; i++) menu_step(MENU_RAIN, 1, &s, &w);
    CHECK_SAME(w.rain, 1.0);
    for (int i = 0; i < 20; i++) menu_step(MENU_CLOUD, -1, &s, &w);
    CHECK_SAME(w.cloud, 0.0);
    assert_false(menu_step(MENU_RAIN, 1, &s, NULL)); /* nothing to be changed */
}

static void volumes_and_sound(void **state)
{
    (void)state;
    auth_settings s = auth_settings_default();
    CHECK_VALUE(MENU_VOLUME, &s, NULL, "80 %");
    assert_true(menu_step(MENU_VOLUME, 1, &s, NULL));
    CHECK_VALUE(MENU_VOLUME, &s, NULL, "90 %");
    for (int i = 0; i < 20; i++) menu_step(MENU_VOLUME_MACHINE, -1, &s, NULL);
    CHECK_VALUE(MENU_VOLUME_MACHINE, &s, NULL, "0 %");
    for (int i = 0; i < 20; i++) menu_step(MENU_VOLUME_SIGNALS, 1, &s, NULL);
    CHECK_VALUE(MENU_VOLUME_SIGNALS, &s, NULL, "100 %");
    assert_true(menu_step(MENU_SOUND, 1, &s, NULL));
    CHECK_VALUE(MENU_SOUND, &s, NULL, "off");
}

static void patterns_go_round(void **state)
{
    (void)state;
    static const char *const patterns[] = {"iso", "sae", NULL}, *const one[] = {"loader", NULL};
    auth_settings s = auth_settings_default();
    assert_string_equal(menu_pattern(&s, patterns), "iso");
    assert_true(menu_step_pattern(1, &s, patterns));
    assert_string_equal(s.pattern, "sae");
    assert_string_equal(menu_pattern(&s, patterns), "sae");
    assert_string_equal(menu_pattern(&s, one), "loader"); /* of another machine */
    assert_true(menu_step_pattern(1, &s, patterns));
    assert_string_equal(s.pattern, "iso");
    assert_false(menu_step_pattern(1, &s, one));
    assert_false(menu_step_pattern(1, &s, NULL));
    assert_string_equal(menu_pattern(&s, NULL), "-");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_shown),
        cmocka_unit_test(words_go_round),
        cmocka_unit_test(numbers_end_at_their_limits),
        cmocka_unit_test(weather_is_no_setting),
        cmocka_unit_test(volumes_and_sound),
        cmocka_unit_test(patterns_go_round),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
