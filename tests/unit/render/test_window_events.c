/* Keys and mouse of a window: SDL's own, with its driver that shows nothing, and the back end that draws
 * nothing. */
#include "support/check.h"

#include "window_internal.h"

#include <math.h>

static const char *const help[] = {"W S    throttle, brake", NULL};

typedef struct bench {
    rnd_window *window;
    rnd_backend *backend;
} bench;

static auth_weather weather; /* of the window that is open */

static bench open_bench(int displays)
{
    static const rnd_stock stock = {.ground_mesh = -1};
    bench b;
    char error[200];
    weather = (auth_weather){.time = 10.5, .visibility = 40e3};
    b.backend = rnd_null_new(&stock);
    assert_non_null(b.backend);
    const rnd_window_setup setup = {.title = "test",
                                    .displays = displays,
                                    .settings = auth_settings_default(),
                                    .stock = &stock,
                                    .weather = &weather,
                                    .help = help,
                                    .reset = true,
                                    .backend = b.backend};
    b.window = rnd_window_open(&setup, error, sizeof error);
    if (b.window == NULL) fail_msg("%s", error);
    (void)rnd_window_input(b.window); /* what opening brought along */
    return b;
}

static void close_bench(bench *b)
{
    rnd_window_close(b->window);
    b->backend->free(b->backend);
}

static void push_key(SDL_Scancode code, bool down)
{
    SDL_Event event = {.key = {.type = down ? SDL_KEYDOWN : SDL_KEYUP,
                               .state = down ? SDL_PRESSED : SDL_RELEASED,
                               .keysym = {.scancode = code}}};
    assert_int_equal(SDL_PushEvent(&event), 1);
}

/* Pressed and let go. */
static rnd_input press(bench *b, SDL_Scancode code)
{
    push_key(code, true);
    push_key(code, false);
    return rnd_window_input(b->window);
}

static void driving_keys_are_handed_on(void **state)
{
    (void)state;
    bench b = open_bench(1);
    push_key(SDL_SCANCODE_W, true);
    push_key(SDL_SCANCODE_A, true);
    push_key(SDL_SCANCODE_W, false);
    const rnd_input input = rnd_window_input(b.window);
    assert_int_equal(input.key_count, 3);
    assert_int_equal(input.keys[0].scancode, SDL_SCANCODE_W);
    assert_true(input.keys[0].down);
    assert_int_equal(input.keys[2].scancode, SDL_SCANCODE_W);
    assert_false(input.keys[2].down);
    assert_false(input.quit || input.pause || input.reset || input.lost_keys || input.lost);
    assert_int_equal(rnd_window_input(b.window).key_count, 0);
    close_bench(&b);
}

static void too_many_keys_are_let_go(void **state)
{
    (void)state;
    bench b = open_bench(1);
    for (int i = 0; i < RND_INPUT_KEYS / 2 + 1; i++) {
        push_key(SDL_SCANCODE_W, true);
        push_key(SDL_SCANCODE_W, false);
    }
    const rnd_input input = rnd_window_input(b.window);
    assert_int_equal(input.key_count, RND_INPUT_KEYS);
    assert_true(input.lost_keys);
    close_bench(&b);
}

static void window_keys_say_what_is_wanted(void **state)
{
    (void)state;
    bench b = open_bench(1);
    assert_true(press(&b, SDL_SCANCODE_SPACE).pause);
    assert_true(press(&b, SDL_SCANCODE_F5).reset);
    press(&b, SDL_SCANCODE_V);
    assert_int_equal(b.window->camera.kind, RND_CHASE);
    press(&b, SDL_SCANCODE_F1);
    assert_true(b.window->help_open);
    const rnd_shown shown = {0};
    window_tables(b.window, &shown);
    assert_true(b.window->overlay.tables[OVERLAY_HELP].opaque); /* no panel shines through the keys */
    assert_false(press(&b, SDL_SCANCODE_ESCAPE).quit);          /* first the help */
    assert_false(b.window->help_open);
    press(&b, SDL_SCANCODE_F3);
    assert_true(b.window->figures_open);
    press(&b, SDL_SCANCODE_F4);
    assert_false(b.window->settings.hud);
    press(&b, SDL_SCANCODE_F12);
    assert_true(b.window->screenshot);
    assert_true(press(&b, SDL_SCANCODE_ESCAPE).quit);
    close_bench(&b);
}

static void all_cameras_come_round(void **state)
{
    (void)state;
    bench b = open_bench(1);
    for (int i = 1; i <= RND_CAMERAS; i++) {
        press(&b, SDL_SCANCODE_V);
        assert_int_equal(b.window->camera.kind, i % RND_CAMERAS);
        assert_int_equal(b.window->settings.camera, i % RND_CAMERAS);
    }
    close_bench(&b);
}

/* While the menu is open nobody drives: keys that are held are let go, others are not handed on. */
static void the_menu_takes_the_keys(void **state)
{
    (void)state;
    bench b = open_bench(1);
    auth_settings settings;
    push_key(SDL_SCANCODE_W, true);
    (void)rnd_window_input(b.window);
    rnd_input input = press(&b, SDL_SCANCODE_F2);
    assert_true(input.lost_keys);
    assert_true(b.window->menu_open);
    input = press(&b, SDL_SCANCODE_A);
    assert_int_equal(input.key_count, 0);
    assert_false(rnd_window_settings(b.window, &settings));
    press(&b, SDL_SCANCODE_RIGHT); /* quality */
    assert_true(rnd_window_settings(b.window, &settings));
    assert_int_equal(settings.quality, AUTH_QUALITY_LOW);
    press(&b, SDL_SCANCODE_DOWN);
    press(&b, SDL_SCANCODE_LEFT); /* camera */
    assert_int_equal(b.window->camera.kind, RND_BUCKET);
    press(&b, SDL_SCANCODE_UP);
    press(&b, SDL_SCANCODE_UP); /* to the last */
    assert_int_equal(b.window->menu_at, MENU_RAIN);
    press(&b, SDL_SCANCODE_RETURN);
    CHECK_SAME(weather.rain, 0.1);
    assert_false(press(&b, SDL_SCANCODE_ESCAPE).quit);
    assert_false(b.window->menu_open);
    assert_true(press(&b, SDL_SCANCODE_A).key_count > 0);
    close_bench(&b);
}

static void function_keys_act_while_the_menu_is_open(void **state)
{
    (void)state;
    bench b = open_bench(1);
    press(&b, SDL_SCANCODE_F2);
    press(&b, SDL_SCANCODE_F3);
    assert_true(b.window->figures_open);
    press(&b, SDL_SCANCODE_F4);
    assert_false(b.window->settings.hud);
    press(&b, SDL_SCANCODE_F12);
    assert_true(b.window->screenshot);
    assert_true(b.window->menu_open);
    press(&b, SDL_SCANCODE_F1); /* the help takes its place */
    assert_true(b.window->help_open);
    assert_false(b.window->menu_open);
    press(&b, SDL_SCANCODE_F2);
    assert_true(press(&b, SDL_SCANCODE_F5).reset);
    assert_false(b.window->menu_open);
    close_bench(&b);
}

static void arrows_turn_while_they_are_held(void **state)
{
    (void)state;
    bench b = open_bench(1);
    push_key(SDL_SCANCODE_LEFT, true);
    const rnd_input input = rnd_window_input(b.window);
    assert_int_equal(input.key_count, 0);
    window_turn(b.window, 0.5);
    CHECK_RELATIVE(b.window->camera.yaw, 0.6, 1e-12); /* 1.2 rad/s */
    push_key(SDL_SCANCODE_LEFT, false);
    push_key(SDL_SCANCODE_UP, true);
    (void)rnd_window_input(b.window);
    for (int i = 0; i < 100; i++) window_turn(b.window, 0.5);
    CHECK_RELATIVE(b.window->camera.yaw, 0.6, 1e-12);
    CHECK_RELATIVE(b.window->camera.pitch, 1.4, 1e-12); /* never over the top */
    press(&b, SDL_SCANCODE_V);                          /* the next camera looks straight ahead */
    CHECK_SAME(b.window->camera.yaw, 0.0);
    close_bench(&b);
}

static void the_mouse_looks_around(void **state)
{
    (void)state;
    bench b = open_bench(1);
    SDL_Event motion = {.motion = {.type = SDL_MOUSEMOTION, .xrel = -50, .yrel = 25}};
    SDL_PushEvent(&motion);
    (void)rnd_window_input(b.window);
    CHECK_SAME(b.window->camera.yaw, 0.0); /* no button is held */
    SDL_Event button = {.button = {.type = SDL_MOUSEBUTTONDOWN, .button = SDL_BUTTON_RIGHT}};
    SDL_PushEvent(&button);
    SDL_PushEvent(&motion);
    (void)rnd_window_input(b.window);
    CHECK_RELATIVE(b.window->camera.yaw, 0.2, 1e-12); /* 4 mrad a pixel */
    CHECK_RELATIVE(b.window->camera.pitch, -0.1, 1e-12);
    SDL_Event wheel = {.wheel = {.type = SDL_MOUSEWHEEL, .y = 1}};
    SDL_PushEvent(&wheel);
    (void)rnd_window_input(b.window);
    CHECK_RELATIVE(b.window->camera.distance, 0.9, 1e-12);
    for (int i = 0; i < 100; i++) SDL_PushEvent(&wheel);
    (void)rnd_window_input(b.window);
    CHECK_RELATIVE(b.window->camera.distance, 0.3, 1e-12);
    close_bench(&b);
}

/* A button that comes up while the menu is open is up when it closes. */
static void the_menu_lets_go_of_the_mouse(void **state)
{
    (void)state;
    bench b = open_bench(1);
    SDL_Event button = {.button = {.type = SDL_MOUSEBUTTONDOWN, .button = SDL_BUTTON_RIGHT}};
    SDL_PushEvent(&button);
    (void)rnd_window_input(b.window);
    assert_true(b.window->dragging);
    press(&b, SDL_SCANCODE_F2);
    button.button.type = SDL_MOUSEBUTTONUP;
    SDL_PushEvent(&button);
    press(&b, SDL_SCANCODE_ESCAPE);
    assert_false(b.window->dragging);
    close_bench(&b);
}

/* Alt+F4, Alt+Tab: no F4, no key that drives. */
static void keys_with_alt_are_not_the_window_s(void **state)
{
    (void)state;
    bench b = open_bench(1);
    SDL_Event event = {.key = {.type = SDL_KEYDOWN,
                               .state = SDL_PRESSED,
                               .keysym = {.scancode = SDL_SCANCODE_F4, .mod = KMOD_LALT}}};
    SDL_PushEvent(&event);
    event.key.keysym.scancode = SDL_SCANCODE_W;
    SDL_PushEvent(&event);
    assert_int_equal(rnd_window_input(b.window).key_count, 0);
    assert_true(b.window->settings.hud);
    close_bench(&b);
}

static void lost_focus_lets_go(void **state)
{
    (void)state;
    bench b = open_bench(1);
    push_key(SDL_SCANCODE_RIGHT, true);
    SDL_Event event = {.window = {.type = SDL_WINDOWEVENT, .event = SDL_WINDOWEVENT_FOCUS_LOST}};
    SDL_PushEvent(&event);
    assert_true(rnd_window_input(b.window).lost_keys);
    window_turn(b.window, 1.0);
    CHECK_SAME(b.window->camera.yaw, 0.0);
    close_bench(&b);
}

static void the_next_key_answers(void **state)
{
    (void)state;
    bench b = open_bench(1);
    press(&b, SDL_SCANCODE_F1);
    rnd_window_ask(b.window, "End?", "Esc: yes");
    assert_false(b.window->help_open);
    rnd_input input = press(&b, SDL_SCANCODE_LALT); /* of Alt+F4 */
    assert_false(input.declined || input.quit);
    input = press(&b, SDL_SCANCODE_W);
    assert_true(input.declined);
    assert_false(input.quit || input.reset || input.pause);
    assert_int_equal(input.key_count, 1); /* it came up; that it went down has driven nothing */
    assert_false(input.keys[0].down);
    assert_false(press(&b, SDL_SCANCODE_W).declined); /* nothing is asked any more */

    rnd_window_ask(b.window, "End?", "Esc: yes");
    assert_true(press(&b, SDL_SCANCODE_ESCAPE).quit);
    rnd_window_ask(b.window, "Anew?", "F5: yes");
    input = press(&b, SDL_SCANCODE_F5);
    assert_true(input.reset && !input.declined);
    rnd_window_ask(b.window, "End?", "Esc: yes");
    input = press(&b, SDL_SCANCODE_SPACE);
    assert_true(input.declined && !input.pause);
    rnd_window_ask(b.window, "End?", "Esc: yes");
    rnd_window_ask(b.window, NULL, NULL);
    assert_true(press(&b, SDL_SCANCODE_SPACE).pause);
    close_bench(&b);
}

/* One display of the driver that shows nothing: three windows stand beside each other on it. */
static void several_windows(void **state)
{
    (void)state;
    bench b = open_bench(3);
    assert_int_equal(b.window->middle, 1);
    int before = -1;
    for (int i = 0; i < 3; i++) {
        int x = 0, y = 0;
        assert_non_null(b.window->windows[i]);
        SDL_GetWindowPosition(b.window->windows[i], &x, &y);
        assert_true(x > before);
        before = x;
    }
    SDL_Event event = {.window = {.type = SDL_WINDOWEVENT, .event = SDL_WINDOWEVENT_CLOSE}};
    SDL_PushEvent(&event);
    assert_true(rnd_window_input(b.window).quit);
    close_bench(&b);
}

int main(void)
{
    (void)SDL_setenv("SDL_VIDEODRIVER", "dummy", 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(driving_keys_are_handed_on),
        cmocka_unit_test(too_many_keys_are_let_go),
        cmocka_unit_test(window_keys_say_what_is_wanted),
        cmocka_unit_test(all_cameras_come_round),
        cmocka_unit_test(the_menu_takes_the_keys),
        cmocka_unit_test(function_keys_act_while_the_menu_is_open),
        cmocka_unit_test(arrows_turn_while_they_are_held),
        cmocka_unit_test(the_mouse_looks_around),
        cmocka_unit_test(the_menu_lets_go_of_the_mouse),
        cmocka_unit_test(keys_with_alt_are_not_the_window_s),
        cmocka_unit_test(lost_focus_lets_go),
        cmocka_unit_test(the_next_key_answers),
        cmocka_unit_test(several_windows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
