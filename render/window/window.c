#include "rnd/window.h"

#include "overlay.h"
#include "rnd/backend.h"
#include "window_internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* ---- opening ---- */

/* Software OpenGL uses all processors, which delays ticks without real-time priority: leave one processor. A
 * setting of the user has precedence. */
static void leave_a_processor(void)
{
    char threads[16];
    const int count = SDL_GetCPUCount();
    snprintf(threads, sizeof threads, "%d", count > 1 ? count - 1 : 1);
    (void)SDL_setenv("LP_NUM_THREADS", threads, 0);
}

static void ask_for_core_profile(bool debug)
{
    (void)SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    (void)SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
    (void)SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
    if (debug) (void)SDL_GL_SetAttribute(SDL_GL_CONTEXT_FLAGS, SDL_GL_CONTEXT_DEBUG_FLAG);
}

/* Of several windows only the last waits for its display; otherwise they would wait one after the other. */
static void set_swap_intervals(rnd_window *w)
{
    for (int i = 0; i < w->setup.displays; i++) {
        const bool last = i == w->setup.displays - 1;
        (void)SDL_GL_MakeCurrent(w->windows[i], w->context);
        if (last && SDL_GL_SetSwapInterval(-1) == 0) continue; /* late pictures are shown at once */
        (void)SDL_GL_SetSwapInterval(last ? 1 : 0);
    }
}

static double refresh_of(const rnd_window *w)
{
    static const double usual = 60.0; /* [1/s] */
    SDL_DisplayMode mode = {0};
    const int display = SDL_GetWindowDisplayIndex(w->windows[w->middle]);
    if (display < 0 || SDL_GetCurrentDisplayMode(display, &mode) != 0 || mode.refresh_rate <= 0) return usual;
    return mode.refresh_rate;
}

static bool open_context(rnd_window *w, char *error, size_t size)
{
    char why[400] = "";
    ask_for_core_profile(w->setup.debug);
    const bool opened =
        window_open_all(w, SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
    if (opened) w->context = SDL_GL_CreateContext(w->windows[0]);
    if (w->context == NULL) {
        snprintf(error, size,
                 "no window with OpenGL 3.3: %s; install the driver of the graphics card, or the package "
                 "libgl1-mesa-dri",
                 SDL_GetError());
        return false;
    }
    set_swap_intervals(w);
    window_show_waiting(w);
    (void)SDL_GL_MakeCurrent(w->windows[w->middle], w->context);
    w->backend = rnd_gl_new(w->setup.stock, w->level, w->setup.debug, why, sizeof why);
    if (w->backend == NULL) {
        snprintf(error, size, "no picture: %s", why);
        return false;
    }
    w->software = rnd_gl_is_software(w->backend);
    if (w->software) {
        window_make_small(w);
        window_show_waiting(w);
    }
    return true;
}

static bool open_without_context(rnd_window *w, char *error, size_t size)
{
    w->backend = w->setup.backend;
    if (window_open_all(w, SDL_WINDOW_RESIZABLE)) return true;
    snprintf(error, size, "no window: %s", SDL_GetError());
    return false;
}

/* Budget of a picture [s]; less with software, for the physics. */
static double budget_of(const rnd_window *w)
{
    static const double software = 1.0 / 20.0;
    return w->software ? software : 1.0 / refresh_of(w);
}

static void begin_quality(rnd_window *w)
{
    w->chooser = quality_begin(w->software, budget_of(w));
    w->level = w->settings.quality == AUTH_QUALITY_AUTO
                   ? w->chooser.level
                   : (rnd_quality)((int)w->settings.quality - (int)AUTH_QUALITY_LOW);
    w->backend->set_quality(w->backend, w->level);
}

rnd_window *rnd_window_open(const rnd_window_setup *setup, char *error, size_t error_size)
{
    rnd_window *w = calloc(1, sizeof *w);
    snprintf(error, error_size, "%s", hl_status_text(HL_OUT_OF_MEMORY));
    if (w == NULL) return NULL;
    w->setup = *setup;
    w->settings = setup->settings;
    w->figures = figures_begin();
    if (!w->setup.all_processors) leave_a_processor();
    if (!window_begin_video()) {
        snprintf(error, error_size, "no window: %s; set DISPLAY", SDL_GetError());
        free(w);
        return NULL;
    }
    if (!(setup->backend == NULL ? open_context(w, error, error_size)
                                 : open_without_context(w, error, error_size))) {
        rnd_window_close(w);
        return NULL;
    }
    begin_quality(w);
    rnd_window_set_camera(w, (rnd_camera_kind)w->settings.camera);
    window_watch_display(w->windows[0]);
    return w;
}

void rnd_window_close(rnd_window *window)
{
    overlay_free(&window->overlay);
    if (!window_lost_display()) { /* nothing of a lost display can be released */
        if (window->backend != NULL && window->setup.backend == NULL) window->backend->free(window->backend);
        if (window->context != NULL) SDL_GL_DeleteContext(window->context);
        for (int i = 0; i < window->setup.displays; i++)
            if (window->windows[i] != NULL) SDL_DestroyWindow(window->windows[i]);
        SDL_QuitSubSystem(SDL_INIT_VIDEO);
    }
    free(window);
}

/* ---- input ---- */

typedef struct collection {
    rnd_window *window;
    rnd_input input;
} collection;

static void collect(void *context)
{
    collection *c = context;
    SDL_Event event;
    while (SDL_PollEvent(&event)) window_event(c->window, &event, &c->input);
}

rnd_input rnd_window_input(rnd_window *window)
{
    collection c = {.window = window};
    c.input.lost = !window_guard(collect, &c);
    c.input.help = window->help_open;
    return c.input;
}

/* ---- drawing ---- */

static int64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static double seconds(int64_t from, int64_t until)
{
    return 1e-9 * (double)(until - from);
}

static void size_of(const rnd_window *w, int i, int *width, int *height)
{
    if (w->context != NULL)
        SDL_GL_GetDrawableSize(w->windows[i], width, height);
    else
        SDL_GetWindowSize(w->windows[i], width, height);
}

/* The axes of the eye are the rows of the view matrix: to the right, up, back. */
static rnd_eye eye_of(const rnd_view *view)
{
    rnd_eye eye = {.inside = view->inside};
    for (int i = 0; i < 3; i++) {
        eye.position[i] = view->eye[i];
        eye.ahead[i] = -view->view[i][2];
        eye.up[i] = view->view[i][1];
    }
    return eye;
}

bool rnd_window_eye(const rnd_window *window, rnd_eye *eye)
{
    *eye = window->eye;
    return window->width > 0;
}

static rnd_draw_list *make_list(rnd_window *w, int i, const rnd_shown *shown, double time, int width,
                                int height)
{
    rnd_picture picture = {.camera = w->camera,
                           .width = width,
                           .height = height,
                           .time = time,
                           .quality = w->level,
                           .mirrors = w->settings.mirrors,
                           .hud = i == w->middle && w->settings.hud ? shown->hud : NULL,
                           .hud_on_screen = w->camera.kind != RND_CAB,
                           .tasks = i == w->middle && !w->help_open ? shown->tasks : NULL};
    picture.camera.display = w->setup.angles[i];
    picture.camera.angle = w->settings.view_angle;
    rnd_draw_list *list = rnd_scene_picture(shown->scene, &picture);
    if (list == NULL || i != w->middle) return list;
    w->eye = eye_of(&list->views[0]);
    if (picture.hud != NULL) screen_hud_scale(list, rnd_hud_layout(picture.hud)->size, w->settings.hud_scale);
    window_tables(w, shown);
    overlay_list(&w->overlay, list, width, height);
    w->width = width;
    w->height = height;
    return list;
}

/* "headland-001.png": the first free name. @return false: there are too many */
static bool find_free(const char *folder, char *path, size_t size)
{
    enum { MOST = 1000 };
    for (int i = 1; i < MOST; i++) {
        snprintf(path, size, "%s/headland-%03d.png", folder, i);
        if (access(path, F_OK) != 0) return true;
    }
    return false;
}

static void write_picture(rnd_window *w, int width, int height)
{
    char path[1024], text[1200];
    uint8_t *rgb = malloc((size_t)width * (size_t)height * 3);
    w->screenshot = false;
    if (!find_free(w->setup.pictures == NULL ? "." : w->setup.pictures, path, sizeof path))
        snprintf(text, sizeof text, "%s and all numbers before it exist: too many pictures", path);
    else if (rgb == NULL || !w->backend->read(w->backend, width, height, rgb))
        snprintf(text, sizeof text, "%s: the picture cannot be read", path);
    else if (rnd_png_write(path, width, height, rgb, text, sizeof text))
        snprintf(text, sizeof text, "%s: written", path);
    free(rgb);
    rnd_window_message(w, text);
}

/* Draw one window and add its times. @return false: there is nothing to show yet */
static bool draw_one(rnd_window *w, int i, const rnd_shown *shown, double time, figures_frame *frame)
{
    int width = 0, height = 0;
    const int64_t began = now();
    if (w->context != NULL) (void)SDL_GL_MakeCurrent(w->windows[i], w->context);
    size_of(w, i, &width, &height);
    if (width <= 0 || height <= 0) return true;
    const rnd_draw_list *list = make_list(w, i, shown, time, width, height);
    if (list == NULL) return false;
    const int64_t listed = now();
    w->backend->meanwhile = shown->meanwhile;
    w->backend->resolution = window_resolution(w);
    w->backend->draw(w->backend, list, width, height);
    if (w->screenshot && i == w->middle) write_picture(w, width, height);
    const int64_t drawn = now();
    if (w->context != NULL) SDL_GL_SwapWindow(w->windows[i]);
    frame->scene += seconds(began, listed);
    frame->draw += seconds(listed, drawn);
    frame->show += seconds(drawn, now());
    return true;
}

/* Latencies of the picture: the newest snapshot is of `woke`, the picture shows an instant a little before
 * it. */
static void measure(rnd_window *w, const rnd_shown *shown)
{
    const xch_snapshot *newest = shown->newest;
    if (newest == NULL || newest->woke == 0 || shown->paused) return;
    const int64_t world = newest->woke - (int64_t)(1e9 * (newest->time - w->shows));
    figures_latency(&w->figures, w->shown, world, shown->command);
}

static void choose_quality(rnd_window *w, const figures_frame *frame)
{
    const rnd_quality before = w->level;
    if (w->settings.quality == AUTH_QUALITY_AUTO) {
        w->chooser.least = quality_least_resolution(w->height);
        quality_frame(&w->chooser, frame->scene + frame->draw + frame->show, frame->interval);
        w->level = w->chooser.level;
    } else {
        w->level = (rnd_quality)((int)w->settings.quality - (int)AUTH_QUALITY_LOW);
    }
    if (w->level != before) w->backend->set_quality(w->backend, w->level);
}

/* Limit the rate on displays that do not wait, and leave time to others with software. */
static void pace(const rnd_window *w, const rnd_meanwhile *meanwhile, int64_t began)
{
    static const double fastest = 1.0 / 125.0, software = 1.0 / 30.0; /* [s] */
    static const double interval = 0.002;                             /* [s] between calls */
    const double whole = w->software ? software : fastest;
    for (double rest; (rest = whole - seconds(began, now())) > 0.0;) {
        SDL_Delay((Uint32)ceil(1e3 * fmin(rest, interval)));
        if (meanwhile->call != NULL) meanwhile->call(meanwhile->context);
    }
}

/* Draw a picture of all windows. */
typedef struct drawing {
    rnd_window *window;
    const rnd_shown *shown;
    int64_t began;
} drawing;

static void draw_all(void *context)
{
    static const double longest = 0.1; /* [s]: no jumps after a stall */
    const drawing *d = context;
    rnd_window *w = d->window;
    const double time = rnd_scene_time(d->shown->scene, d->began);
    figures_frame frame = {.interval = w->last == 0 ? 0.0 : seconds(w->last, d->began)};
    bool drawn = true;
    w->last = d->began;
    w->figures_age += frame.interval;
    window_turn(w, fmin(frame.interval, longest));
    overlay_age(&w->overlay, frame.interval);
    for (int i = 0; i < w->setup.displays && drawn; i++) drawn = draw_one(w, i, d->shown, time, &frame);
    if (!drawn) return;
    w->shown = now();
    w->shows = rnd_scene_shown(d->shown->scene)->time;
    if (frame.interval == 0.0) return;
    figures_add(&w->figures, &frame);
    choose_quality(w, &frame);
    measure(w, d->shown);
}

void rnd_window_draw(rnd_window *window, const rnd_shown *shown)
{
    drawing d = {window, shown, now()};
    if (window_guard(draw_all, &d)) pace(window, &shown->meanwhile, d.began);
}

/* ---- questions and wishes ---- */

void rnd_window_message(rnd_window *window, const char *text)
{
    overlay_show_message(&window->overlay, text);
}

static void set_title(void *context)
{
    const rnd_window *w = context;
    for (int i = 0; i < w->setup.displays; i++) SDL_SetWindowTitle(w->windows[i], w->title);
}

void rnd_window_title(rnd_window *window, const char *text)
{
    snprintf(window->title, sizeof window->title, "%s", text);
    (void)window_guard(set_title, window);
}

int64_t rnd_window_shown(const rnd_window *window, double *time)
{
    *time = window->shows;
    return window->shown;
}

bool rnd_window_settings(const rnd_window *window, auth_settings *settings)
{
    *settings = window->settings;
    return window->changed;
}

int rnd_window_width(const rnd_window *window)
{
    return window->width;
}
