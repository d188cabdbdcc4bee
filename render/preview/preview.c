/* The window of the preview: opening, input, showing. */
#include "preview_internal.h"

#include "hl/clamp.h"
#include "rnd/lost.h"

#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- window ---- */

rnd_preview *rnd_preview_open(const char *title, char *error, size_t error_size)
{
    rnd_preview *p = calloc(1, sizeof *p);
    snprintf(error, error_size, "out of memory");
    if (p == NULL) return NULL;
    *p = (rnd_preview){.held = -1, .width = PREVIEW_WIDTH, .height = PREVIEW_HEIGHT, .mouse = {-1, -1}};
    if (window_begin_video())
        p->window = SDL_CreateWindow(title, SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, PREVIEW_WIDTH,
                                     PREVIEW_HEIGHT, SDL_WINDOW_RESIZABLE);
    if (p->window != NULL && SDL_GetWindowSurface(p->window) != NULL) {
        SDL_SetWindowMinimumSize(p->window, PREVIEW_LEAST_WIDTH, PREVIEW_LEAST_HEIGHT);
        SDL_GetWindowSize(p->window, &p->width, &p->height);
        return p;
    }
    snprintf(error, error_size, "no window: %s; set DISPLAY, or make pictures with headland hud render",
             SDL_GetError());
    rnd_preview_close(p);
    return NULL;
}

void rnd_preview_close(rnd_preview *preview)
{
    if (preview->window != NULL) SDL_DestroyWindow(preview->window);
    SDL_QuitSubSystem(SDL_INIT_VIDEO);
    free(preview);
}

void rnd_preview_title(rnd_preview *preview, const char *title)
{
    SDL_SetWindowTitle(preview->window, title);
}

double rnd_preview_scale(const rnd_preview *preview, const rnd_preview_content *content,
                         const double canvas[2])
{
    return preview_canvas(preview, canvas, content->length).w / canvas[0];
}

/* ---- input ---- */

static double share_of(paint_box track, int x)
{
    return hl_clamp((x - track.x) / track.w, 0.0, 1.0);
}

static bool press(rnd_preview *p, rnd_preview_content *content, int x, int y)
{
    static const double REACH = 12.0; /* [pixels] margin of a track for clicks */
    const bool timed = content->length > 0.0;
    if (preview_inside(preview_column(p), 0.0, x, y))
        for (int i = 0; i < content->slider_count; i++)
            if (preview_inside(preview_track(p, i), REACH, x, y)) p->held = i;
    p->seeking = timed && preview_inside(preview_time_track(p), REACH, x, y);
    if (!timed || !preview_inside(preview_play_button(p), 0.5 * REACH, x, y)) return false;
    content->playing = !content->playing;
    return true;
}

/* A slider moved by hand no longer follows telemetry. */
static void move_slider(const rnd_preview *p, rnd_preview_content *content, int x)
{
    rnd_slider *slider = &content->sliders[p->held];
    const double value = slider->low + share_of(preview_track(p, p->held), x) * (slider->high - slider->low);
    slider->value = slider->step > 0.0 ? slider->step * round(value / slider->step) : value;
    if (slider->recorded) content->playing = false;
}

static bool drag(const rnd_preview *p, rnd_preview_content *content, int x, rnd_preview_did *did)
{
    if (p->held >= 0 && p->held < content->slider_count) {
        move_slider(p, content, x);
        return true;
    }
    if (!p->seeking) return false;
    content->time = share_of(preview_time_track(p), x) * content->length;
    did->sought = true;
    return true;
}

static bool seek(rnd_preview_content *content, double seconds, rnd_preview_did *did)
{
    if (content->length <= 0.0) return false;
    content->time = hl_clamp(content->time + seconds, 0.0, content->length);
    did->sought = true;
    return true;
}

static bool key(rnd_preview *p, rnd_preview_content *content, SDL_Keycode code, rnd_preview_did *did)
{
    switch (code) {
    case SDLK_ESCAPE:
        did->quit = true;
        return true;
    case SDLK_b:
        p->backdrop = (p->backdrop + 1) % PREVIEW_BACKDROPS;
        return true;
    case SDLK_SPACE:
        content->playing = content->length > 0.0 && !content->playing;
        return true;
    case SDLK_LEFT:
        return seek(content, -1.0, did);
    case SDLK_RIGHT:
        return seek(content, 1.0, did);
    default:
        return false;
    }
}

static bool move_mouse(rnd_preview *p, rnd_preview_content *content, const SDL_MouseMotionEvent *motion,
                       rnd_preview_did *did)
{
    const paint_box canvas = preview_canvas(p, content->canvas, content->length);
    const bool was_there = preview_inside(canvas, 0.0, p->mouse[0], p->mouse[1]);
    p->mouse[0] = motion->x;
    p->mouse[1] = motion->y;
    return drag(p, content, motion->x, did) || was_there || preview_inside(canvas, 0.0, motion->x, motion->y);
}

static bool take_window(rnd_preview *p, Uint8 event, rnd_preview_did *did)
{
    if (event == SDL_WINDOWEVENT_SIZE_CHANGED) {
        SDL_GetWindowSize(p->window, &p->width, &p->height);
        did->resized = true;
    }
    if (event == SDL_WINDOWEVENT_LEAVE) p->mouse[0] = p->mouse[1] = -1;
    return event == SDL_WINDOWEVENT_SIZE_CHANGED || event == SDL_WINDOWEVENT_EXPOSED ||
           event == SDL_WINDOWEVENT_LEAVE;
}

/* @return whether the picture has changed */
static bool take(rnd_preview *p, rnd_preview_content *content, const SDL_Event *event, rnd_preview_did *did)
{
    bool pressed;
    switch (event->type) {
    case SDL_QUIT:
        did->quit = true;
        return true;
    case SDL_WINDOWEVENT:
        return take_window(p, event->window.event, did);
    case SDL_KEYDOWN:
        return key(p, content, event->key.keysym.sym, did);
    case SDL_MOUSEBUTTONDOWN:
        if (event->button.button != SDL_BUTTON_LEFT) return false;
        pressed = press(p, content, event->button.x, event->button.y);
        return drag(p, content, event->button.x, did) || pressed;
    case SDL_MOUSEMOTION:
        return move_mouse(p, content, &event->motion, did);
    case SDL_MOUSEBUTTONUP:
        p->held = -1;
        p->seeking = false;
        return false;
    case SDL_MOUSEWHEEL:
        p->scroll -= event->wheel.y * (double)PREVIEW_ROW;
        return true;
    default:
        return false;
    }
}

/* Events are polled: see pages_run in pages.c. */
static bool wait_for_event(SDL_Event *event, int wait, int other)
{
    static const int BREATH = 5;                          /* [ms] */
    struct pollfd told = {.fd = other, .events = POLLIN}; /* below 0: ignored */
    for (int waited = 0; !SDL_PollEvent(event); waited += BREATH) {
        if (waited >= wait || poll(&told, 1, 0) > 0) return false;
        SDL_Delay((Uint32)BREATH);
    }
    return true;
}

rnd_preview_did rnd_preview_input(rnd_preview *preview, rnd_preview_content *content, int wait, int other)
{
    rnd_preview_did did = {.quit = false};
    SDL_Event event;
    for (bool more = wait_for_event(&event, wait, other); more; more = SDL_PollEvent(&event))
        did.any |= take(preview, content, &event, &did);
    preview->scroll = hl_clamp(preview->scroll, 0.0, preview_most_scroll(preview, content->slider_count));
    return did;
}

void rnd_preview_release(rnd_preview *preview)
{
    preview->held = -1;
}

/* ---- picture ---- */

bool rnd_preview_draw(rnd_preview *preview, const rnd_preview_content *content)
{
    SDL_Surface *shown = SDL_GetWindowSurface(preview->window);
    if (shown == NULL) return false;
    preview->width = shown->w;
    preview->height = shown->h;
    cairo_surface_t *surface = cairo_image_surface_create_for_data(shown->pixels, CAIRO_FORMAT_RGB24,
                                                                   shown->w, shown->h, shown->pitch);
    preview_paint(preview, surface, content);
    cairo_surface_flush(surface);
    const bool drawn = cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS;
    cairo_surface_destroy(surface);
    return SDL_UpdateWindowSurface(preview->window) == 0 && drawn;
}
