/* Keys and mouse. */
#include "window_internal.h"

#include "hl/clamp.h"

#include <math.h>
#include <stdio.h>

/* ---- camera ---- */

static const double steepest = 1.4; /* [rad] limit, short of straight up and down */

static void look(rnd_window *w, double left, double up)
{
    static const double turn = 6.28318530717958647692; /* [rad] */
    w->camera.yaw = remainder(w->camera.yaw + left, turn);
    w->camera.pitch = hl_clamp(w->camera.pitch + up, -steepest, steepest);
}

void window_turn(rnd_window *w, double seconds)
{
    static const double rate = 1.2; /* [rad/s] */
    const double step = rate * seconds;
    look(w, step * ((double)w->turning[0] - (double)w->turning[1]),
         step * ((double)w->turning[2] - (double)w->turning[3]));
}

static void come_closer(rnd_window *w, double notches)
{
    static const double notch = 0.9, least = 0.3, most = 4.0; /* factors of the camera's own distance */
    const double distance = w->camera.distance == 0.0 ? 1.0 : w->camera.distance;
    w->camera.distance = hl_clamp(distance * pow(notch, notches), least, most);
}

/* Each camera begins straight ahead. */
static void choose_camera(rnd_window *w, auth_camera camera)
{
    w->settings.camera = camera;
    w->camera = (rnd_camera){.kind = (rnd_camera_kind)camera};
}

/* ---- menu ---- */

static void close_menu(rnd_window *w)
{
    w->menu_open = false;
}

static void open_menu(rnd_window *w, rnd_input *input)
{
    w->menu_open = true;
    w->help_open = false;
    w->dragging = false; /* the button may come up while the menu is open */
    for (int i = 0; i < 4; i++) w->turning[i] = false;
    input->lost_keys = true;
}

static void step_menu(rnd_window *w, int direction)
{
    const auth_camera camera = w->settings.camera;
    const bool full_screen = w->settings.full_screen;
    w->changed |= w->menu_at == MENU_PATTERN
                      ? menu_step_pattern(direction, &w->settings, w->setup.patterns)
                      : menu_step((menu_item)w->menu_at, direction, &w->settings, w->setup.weather);
    if (w->settings.camera != camera) choose_camera(w, w->settings.camera);
    if (w->settings.full_screen != full_screen) window_apply_full_screen(w);
}

static bool take_own_key(rnd_window *w, SDL_Scancode code, rnd_input *input);

static bool is_function_key(SDL_Scancode code)
{
    return code >= SDL_SCANCODE_F1 && code <= SDL_SCANCODE_F12;
}

/* Function keys act as without the menu. Keys that show something in its place close it. */
static void take_function_key(rnd_window *w, SDL_Scancode code, rnd_input *input)
{
    if (code == SDL_SCANCODE_F1 || code == SDL_SCANCODE_F5) close_menu(w);
    (void)take_own_key(w, code, input);
}

static void take_menu_key(rnd_window *w, SDL_Scancode code, bool repeat, rnd_input *input)
{
    switch (code) {
    case SDL_SCANCODE_UP:
        w->menu_at = (w->menu_at + MENU_ITEMS - 1) % MENU_ITEMS;
        break;
    case SDL_SCANCODE_DOWN:
        w->menu_at = (w->menu_at + 1) % MENU_ITEMS;
        break;
    case SDL_SCANCODE_LEFT:
        step_menu(w, -1);
        break;
    case SDL_SCANCODE_RIGHT:
    case SDL_SCANCODE_RETURN:
        step_menu(w, 1);
        break;
    case SDL_SCANCODE_ESCAPE:
    case SDL_SCANCODE_F2:
        close_menu(w);
        break;
    default:
        if (is_function_key(code) && !repeat) take_function_key(w, code, input);
        break;
    }
}

/* ---- keys ---- */

/* Handle the keys of the window when pressed. @return false: another key */
static bool take_own_key(rnd_window *w, SDL_Scancode code, rnd_input *input)
{
    switch (code) {
    case SDL_SCANCODE_F1:
        w->help_open = !w->help_open;
        return true;
    case SDL_SCANCODE_F2:
        open_menu(w, input);
        return true;
    case SDL_SCANCODE_F3:
        w->figures_open = !w->figures_open;
        return true;
    case SDL_SCANCODE_F4:
        rnd_window_switch_hud(w);
        return true;
    case SDL_SCANCODE_F5:
        input->reset |= w->setup.reset;
        return true;
    case SDL_SCANCODE_F11:
        w->settings.full_screen = !w->settings.full_screen;
        window_apply_full_screen(w);
        return true;
    case SDL_SCANCODE_F12:
        w->screenshot = true;
        return true;
    case SDL_SCANCODE_V:
        rnd_window_next_camera(w);
        return true;
    case SDL_SCANCODE_SPACE:
        input->pause = !input->pause;
        return true;
    case SDL_SCANCODE_ESCAPE:
        if (w->help_open)
            w->help_open = false;
        else
            input->quit = true;
        return true;
    default:
        return false;
    }
}

/* Arrows turn the camera while they are held. */
static bool take_arrow(rnd_window *w, SDL_Scancode code, bool down)
{
    static const SDL_Scancode arrows[4] = {SDL_SCANCODE_LEFT, SDL_SCANCODE_RIGHT, SDL_SCANCODE_UP,
                                           SDL_SCANCODE_DOWN};
    for (int i = 0; i < 4; i++) {
        if (code != arrows[i]) continue;
        w->turning[i] = down;
        return true;
    }
    return false;
}

static void hand_on(SDL_Scancode code, bool down, rnd_input *input)
{
    if (input->key_count == RND_INPUT_KEYS) { /* releases must not be lost */
        input->lost_keys = true;
        return;
    }
    input->keys[input->key_count].scancode = (int)code;
    input->keys[input->key_count++].down = down;
}

/* Shift, Control, Alt and the like are not answers by themselves. */
static bool is_modifier(SDL_Scancode code)
{
    return code >= SDL_SCANCODE_LCTRL && code <= SDL_SCANCODE_RGUI;
}

static void take_answer(rnd_window *w, SDL_Scancode code, rnd_input *input)
{
    rnd_window_ask(w, NULL, NULL);
    if (code == SDL_SCANCODE_ESCAPE)
        input->quit = true;
    else if (code == SDL_SCANCODE_F5 && w->setup.reset)
        input->reset = true;
    else
        input->declined = true;
}

static void take_key(rnd_window *w, const SDL_KeyboardEvent *key, rnd_input *input)
{
    const bool down = key->type == SDL_KEYDOWN, alt = (key->keysym.mod & KMOD_ALT) != 0;
    const SDL_Scancode code = key->keysym.scancode;
    if (w->question[0] != '\0' && down) {
        if (!key->repeat && !alt && !is_modifier(code)) take_answer(w, code, input);
        return;
    }
    if (w->menu_open) {
        if (down && !alt) take_menu_key(w, code, key->repeat != 0, input); /* autorepeat only for arrows */
        return;
    }
    if (key->repeat || take_arrow(w, code, down)) return;
    if (alt && down) return; /* Alt+F4 and the like belong to the desktop */
    if (down && take_own_key(w, code, input)) return;
    hand_on(code, down, input);
}

/* ---- mouse ---- */

/* The row of the menu at a position of the mouse in the middle window: windows are measured in points,
 * pictures in pixels. @return -1: none */
static int menu_row_at(const rnd_window *w, Uint32 window, int mouse_x, int mouse_y, double *x)
{
    int width = 0, height = 0;
    SDL_Window *middle = w->windows[w->middle];
    if (window != SDL_GetWindowID(middle)) return -1;
    SDL_GetWindowSize(middle, &width, &height);
    if (width <= 0 || height <= 0) return -1;
    *x = (double)mouse_x * w->width / width;
    return overlay_row_at(&w->overlay, OVERLAY_MENU, *x, (double)mouse_y * w->height / height);
}

/* The right button steps back, and so does the left arrow. */
static void click_menu(rnd_window *w, const SDL_MouseButtonEvent *button)
{
    double x;
    const int row = menu_row_at(w, button->windowID, button->x, button->y, &x);
    if (row < 0) return;
    const overlay_box *box = &w->overlay.boxes[OVERLAY_MENU];
    const bool back =
        button->button == SDL_BUTTON_RIGHT || sheet_back_at(&w->overlay.sheets[OVERLAY_MENU], x - box->x);
    w->menu_at = row;
    step_menu(w, back ? -1 : 1);
}

static void take_motion(rnd_window *w, const SDL_MouseMotionEvent *motion)
{
    static const double per_pixel = 0.004; /* [rad] */
    if (w->menu_open) {
        double x;
        const int row = menu_row_at(w, motion->windowID, motion->x, motion->y, &x);
        if (row >= 0) w->menu_at = row;
    } else if (w->dragging) {
        look(w, -per_pixel * motion->xrel, -per_pixel * motion->yrel);
    }
}

static void take_button(rnd_window *w, const SDL_MouseButtonEvent *button)
{
    const bool down = button->type == SDL_MOUSEBUTTONDOWN;
    if (w->menu_open) {
        if (down) click_menu(w, button);
        return;
    }
    if (button->button == SDL_BUTTON_RIGHT || button->button == SDL_BUTTON_MIDDLE) w->dragging = down;
}

/* ---- all ---- */

static void take_window_event(rnd_window *w, const SDL_WindowEvent *event, rnd_input *input)
{
    switch (event->event) {
    case SDL_WINDOWEVENT_FOCUS_LOST:
        input->lost_keys = true;
        w->dragging = false;
        for (int i = 0; i < 4; i++) w->turning[i] = false;
        break;
    case SDL_WINDOWEVENT_CLOSE: /* any of several */
        input->quit = true;
        break;
    case SDL_WINDOWEVENT_SIZE_CHANGED:
        quality_resized(&w->chooser);
        break;
    default:
        break;
    }
}

void window_event(rnd_window *w, const SDL_Event *event, rnd_input *input)
{
    switch (event->type) {
    case SDL_QUIT:
        input->quit = true;
        break;
    case SDL_KEYDOWN:
    case SDL_KEYUP:
        take_key(w, &event->key, input);
        break;
    case SDL_MOUSEMOTION:
        take_motion(w, &event->motion);
        break;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        take_button(w, &event->button);
        break;
    case SDL_MOUSEWHEEL:
        if (!w->menu_open) come_closer(w, event->wheel.y);
        break;
    case SDL_WINDOWEVENT:
        take_window_event(w, &event->window, input);
        break;
    default:
        break;
    }
}

void rnd_window_ask(rnd_window *window, const char *question, const char *note)
{
    snprintf(window->question, sizeof window->question, "%s", question == NULL ? "" : question);
    snprintf(window->answers, sizeof window->answers, "%s", note == NULL ? "" : note);
    if (question != NULL) window->menu_open = window->help_open = false;
}

void rnd_window_next_camera(rnd_window *window)
{
    choose_camera(window, (auth_camera)(((int)window->settings.camera + 1) % RND_CAMERAS));
}

void rnd_window_switch_hud(rnd_window *window)
{
    window->settings.hud = !window->settings.hud;
}

void rnd_window_set_pattern(rnd_window *window, const char *name)
{
    snprintf(window->settings.pattern, sizeof window->settings.pattern, "%s", name);
}

void rnd_window_set_camera(rnd_window *window, rnd_camera_kind camera)
{
    choose_camera(window, (auth_camera)camera);
}
