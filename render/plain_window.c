#include "rnd/plain_window.h"

#include "hl/mat3.h"
#include "hl/quat.h"
#include "view.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 1280, HEIGHT = 720, CAMERAS = 3 };

/* Where the cameras stand in the chassis' horizontal frame, and what they look at [m]. */
static const struct {
    hl_vec3 eye, target;
} cameras[CAMERAS] = {{{-9.0, 0.0, 4.5}, {2.0, 0.0, 0.8}},
                      {{1.0, 9.0, 2.5}, {1.0, 0.0, 0.8}},
                      {{0.1, 0.0, 1.6}, {6.0, 0.0, 0.3}}};

static const double GROUND_REACH = 40.0; /* [m] as far as the ground is drawn */

static const unsigned char colours[RND_COLOURS][3] = {[RND_GROUND] = {120, 104, 80},
                                                      [RND_OBJECT] = {220, 120, 60},
                                                      [RND_SHAPE] = {110, 200, 120},
                                                      [RND_WHEEL] = {210, 210, 210},
                                                      [RND_LINK] = {240, 220, 90}};

struct rnd_plain_window {
    SDL_Window *window;
    SDL_Renderer *renderer;
    const char *title;
    const rnd_lines *lines;
    rnd_sand *sand; /* NULL: the ground is rigid */
    int chassis, camera;
    rnd_dials dials;
};

/* Where there is no display SDL falls back to a driver that shows nothing: that is for those who ask for it
 * by SDL_VIDEODRIVER. */
static bool init_video(void)
{
    if (SDL_Init(SDL_INIT_VIDEO) != 0) return false;
    if (SDL_getenv("SDL_VIDEODRIVER") != NULL || SDL_strcmp(SDL_GetCurrentVideoDriver(), "offscreen") != 0)
        return true;
    SDL_SetError("there is no display");
    return false;
}

rnd_plain_window *rnd_plain_window_open(const char *title, const rnd_lines *lines, rnd_sand *sand,
                                        int chassis, const rnd_dials *dials, char *error, size_t error_size)
{
    rnd_plain_window *w = calloc(1, sizeof *w);
    if (w == NULL) return NULL;
    *w =
        (rnd_plain_window){.title = title, .lines = lines, .sand = sand, .chassis = chassis, .dials = *dials};
    /* Lines as lines: SDL's default, points one by one, takes ten times as long in software OpenGL. */
    SDL_SetHint(SDL_HINT_RENDER_LINE_METHOD, "2");
    if (init_video()) {
        w->window = SDL_CreateWindow(title, SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, WIDTH, HEIGHT,
                                     SDL_WINDOW_RESIZABLE);
        if (w->window != NULL) w->renderer = SDL_CreateRenderer(w->window, -1, SDL_RENDERER_PRESENTVSYNC);
        if (w->window != NULL && w->renderer == NULL) w->renderer = SDL_CreateRenderer(w->window, -1, 0);
    }
    if (w->renderer != NULL) return w;
    snprintf(error, error_size, "no window: %s; set DISPLAY", SDL_GetError());
    rnd_plain_window_close(w);
    return NULL;
}

void rnd_plain_window_close(rnd_plain_window *window)
{
    if (window->renderer != NULL) SDL_DestroyRenderer(window->renderer);
    if (window->window != NULL) SDL_DestroyWindow(window->window);
    SDL_QuitSubSystem(SDL_INIT_VIDEO);
    free(window);
}

/* ---- input ---- */

static void take_key(const SDL_KeyboardEvent *key, rnd_input *input)
{
    const bool down = key->type == SDL_KEYDOWN;
    if (key->repeat) return;
    const SDL_Scancode code = key->keysym.scancode;
    if (code == SDL_SCANCODE_ESCAPE) input->quit |= down;
    if (code == SDL_SCANCODE_SPACE) input->pause |= down;
    if (code == SDL_SCANCODE_V) input->next_camera |= down;
    const int room = (int)(sizeof input->keys / sizeof *input->keys);
    if (input->key_count == room) { /* a key that came up must not stay down */
        input->lost_keys = true;
        return;
    }
    input->keys[input->key_count].scancode = (int)code;
    input->keys[input->key_count++].down = down;
}

rnd_input rnd_plain_window_input(rnd_plain_window *window)
{
    rnd_input input = {.quit = false};
    SDL_Event event;
    while (SDL_PollEvent(&event)) {
        if (event.type == SDL_QUIT) input.quit = true;
        if (event.type == SDL_KEYDOWN || event.type == SDL_KEYUP) take_key(&event.key, &input);
        if (event.type == SDL_WINDOWEVENT && event.window.event == SDL_WINDOWEVENT_FOCUS_LOST)
            input.lost_keys = true;
    }
    if (input.next_camera) window->camera = (window->camera + 1) % CAMERAS;
    return input;
}

/* ---- lines ---- */

static hl_vec3 position_of(const xch_pose *pose)
{
    return hl_v3((double)pose->position[0], (double)pose->position[1], (double)pose->position[2]);
}

static hl_mat3 rotation_of(const xch_pose *pose)
{
    const hl_quat q = {(double)pose->rotation[0], (double)pose->rotation[1], (double)pose->rotation[2],
                       (double)pose->rotation[3]};
    return hl_quat_matrix(hl_quat_normalized(q));
}

/* A camera rides with the chassis but keeps its horizon. */
static view look_from(const rnd_plain_window *w, const xch_pose *chassis)
{
    const hl_mat3 R = rotation_of(chassis);
    const double heading = atan2(R.m[1][0], R.m[0][0]);
    const hl_mat3 yaw = hl_quat_matrix(hl_quat_about(hl_v3(0, 0, 1), heading));
    return view_of(w->renderer, hl_add(position_of(chassis), hl_mul(&yaw, cameras[w->camera].eye)),
                   hl_add(position_of(chassis), hl_mul(&yaw, cameras[w->camera].target)));
}

static bool is_hidden(const rnd_plain_window *w, const view *v, const rnd_line *line)
{
    if (line->colour != RND_GROUND) return false;
    if (hl_norm(hl_sub(line->a, v->eye)) > GROUND_REACH) return true;
    return w->sand != NULL && rnd_sand_shows(w->sand, line->a.x, line->a.y) &&
           rnd_sand_shows(w->sand, line->b.x, line->b.y);
}

static void draw_line(const rnd_plain_window *w, const view *v, const rnd_line *line, const xch_snapshot *s)
{
    const unsigned char *c = colours[line->colour];
    SDL_SetRenderDrawColor(w->renderer, c[0], c[1], c[2], 255);
    if (line->body == AUTH_GROUND) {
        if (!is_hidden(w, v, line)) view_segment(v, line->a, line->b);
        return;
    }
    if (line->body >= s->body_count) return;
    const xch_pose *pose = &s->bodies[line->body];
    const hl_mat3 R = rotation_of(pose);
    const hl_vec3 at = position_of(pose);
    view_segment(v, hl_add(at, hl_mul(&R, line->a)), hl_add(at, hl_mul(&R, line->b)));
}

/* ---- sand ---- */

/* The grid about the chassis, then grains. */
static void draw_sand(const rnd_plain_window *w, const view *v, const xch_pose *chassis)
{
    rnd_sand *sand = w->sand;
    rnd_sand_look(sand, (double)chassis->position[0], (double)chassis->position[1]);
    SDL_SetRenderDrawColor(w->renderer, 168, 142, 98, 255);
    for (int i = 0; i < sand->strip_count; i++) view_strip(v, sand->strips[i].points, sand->strips[i].count);
    SDL_SetRenderDrawColor(w->renderer, 226, 196, 132, 255);
    if (sand->grains != NULL) view_grains(v, sand->grains->xyzr, sand->grains->count);
}

/* ---- dials ---- */

static double signal_of(const xch_snapshot *s, int signal)
{
    return signal >= 0 && signal < s->signal_count ? s->signals[signal] : 0.0;
}

/* What rounds to nothing is shown without a sign. */
static double shown(double value, double resolution)
{
    return fabs(value) < 0.5 * resolution ? 0.0 : value;
}

/* A bar from the left: value of low ... high. */
static void draw_bar(const rnd_plain_window *w, int row, double value, double low, double high)
{
    enum { LEFT = 20, TOP = 20, LENGTH = 240, THICK = 12, GAP = 8 };
    const double share = fmin(fmax((value - low) / (high - low), 0.0), 1.0);
    const SDL_Rect frame = {LEFT, TOP + row * (THICK + GAP), LENGTH, THICK};
    const SDL_Rect bar = {LEFT, frame.y, (int)(share * LENGTH), THICK};
    SDL_SetRenderDrawColor(w->renderer, 90, 150, 220, 255);
    SDL_RenderFillRect(w->renderer, &bar);
    SDL_SetRenderDrawColor(w->renderer, 200, 200, 200, 255);
    SDL_RenderDrawRect(w->renderer, &frame);
}

static void draw_dials(const rnd_plain_window *w, const xch_snapshot *s)
{
    static const double DEGREE = 57.29577951308232, KMH = 3.6;
    const double rpm = signal_of(s, w->dials.engine_speed), kmh = KMH * signal_of(s, w->dials.speed),
                 roll = DEGREE * signal_of(s, w->dials.roll), fuel = signal_of(s, w->dials.fuel);
    draw_bar(w, 0, rpm, 0.0, 2500.0);
    draw_bar(w, 1, fabs(kmh), 0.0, 45.0);
    draw_bar(w, 2, roll, -20.0, 20.0);
    draw_bar(w, 3, fuel, 0.0, 1.0);
    const double direction = signal_of(s, w->dials.direction);
    char text[256];
    snprintf(
        text, sizeof text,
        "%s   %.1f s   %.0f rpm   %.1f km/h   gear %s%.0f   roll %+.1f deg   fuel %.0f %%   tick %.0f us",
        w->title, s->time, shown(rpm, 1.0), shown(kmh, 0.1),
        direction > 0.0   ? ""
        : direction < 0.0 ? "R"
                          : "N ",
        signal_of(s, w->dials.gear), shown(roll, 0.1), 100.0 * fuel, 1e-3 * (double)s->step);
    SDL_SetWindowTitle(w->window, text);
}

void rnd_plain_window_draw(rnd_plain_window *window, const xch_snapshot *snapshot)
{
    if (window->chassis >= snapshot->body_count) return; /* beyond what a snapshot holds */
    SDL_SetRenderDrawColor(window->renderer, 24, 28, 36, 255);
    SDL_RenderClear(window->renderer);
    const xch_pose *chassis = &snapshot->bodies[window->chassis];
    const view v = look_from(window, chassis);
    if (window->sand != NULL) draw_sand(window, &v, chassis);
    for (int i = 0; i < window->lines->count; i++) draw_line(window, &v, &window->lines->list[i], snapshot);
    draw_dials(window, snapshot);
    SDL_RenderPresent(window->renderer);
}
