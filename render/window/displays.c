/* Windows on displays. */
#include "overlay.h"
#include "window_internal.h"

#include "paint/paint.h"

#include "rnd/backend.h"

#include <math.h>
#include <stdio.h>

enum { WIDTH = 1280, HEIGHT = 720, SMALL_WIDTH = 800, SMALL_HEIGHT = 450 };

/* Displays from left to right. @return how many */
static int list_displays(SDL_Rect bounds[RND_DISPLAYS])
{
    int count = SDL_GetNumVideoDisplays();
    if (count > RND_DISPLAYS) count = RND_DISPLAYS;
    for (int i = 0; i < count; i++) {
        SDL_Rect r = {0};
        (void)SDL_GetDisplayBounds(i, &r);
        int at = i;
        for (; at > 0 && bounds[at - 1].x > r.x; at--) bounds[at] = bounds[at - 1];
        bounds[at] = r;
    }
    return count;
}

/* Side by side on the first display, as far as they fit. */
static SDL_Rect beside(int window, int windows, const SDL_Rect *display)
{
    SDL_Rect r = {.w = WIDTH, .h = HEIGHT};
    if (r.w * windows > display->w) {
        r.w = display->w / windows;
        r.h = r.w * HEIGHT / WIDTH;
    }
    r.x = display->x + (display->w - r.w * windows) / 2 + window * r.w;
    r.y = display->y + (display->h - r.h) / 2;
    return r;
}

bool window_open_all(rnd_window *w, Uint32 flags)
{
    SDL_Rect bounds[RND_DISPLAYS] = {{0}};
    const int windows = w->setup.displays, displays = list_displays(bounds);
    const bool own = windows > 1 && displays >= windows;
    w->fill_displays = own;
    for (int i = 0; i < windows; i++) {
        const SDL_Rect r = windows == 1
                               ? (SDL_Rect){SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, WIDTH, HEIGHT}
                           : own ? bounds[i]
                                 : beside(i, windows, &bounds[0]);
        w->windows[i] = SDL_CreateWindow(w->setup.title, r.x, r.y, r.w, r.h, flags);
        if (w->windows[i] == NULL) return false;
    }
    w->middle = windows / 2;
    if (w->settings.full_screen || own) window_apply_full_screen(w);
    return true;
}

void window_make_small(rnd_window *w)
{
    if (w->setup.displays > 1 || w->settings.full_screen) return;
    SDL_SetWindowSize(w->windows[0], SMALL_WIDTH, SMALL_HEIGHT);
    SDL_SetWindowPosition(w->windows[0], SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED);
}

void window_apply_full_screen(rnd_window *w)
{
    const bool fill = w->settings.full_screen || w->fill_displays;
    const Uint32 mode = fill ? (Uint32)SDL_WINDOW_FULLSCREEN_DESKTOP : 0U;
    for (int i = 0; i < w->setup.displays; i++)
        if (w->windows[i] != NULL) (void)SDL_SetWindowFullscreen(w->windows[i], mode);
}

/* ---- the display on the screen ---- */

/* Of the canvas along one axis: its beginning, middle or end [dots]. */
static double anchor_of(double middle, double length)
{
    if (3.0 * middle < length) return 0.0;
    return 3.0 * middle > 2.0 * length ? length : 0.5 * length;
}

/* The axes of the canvas follow from the corners, in the world and on the screen: corners 0, 1, 3 are upper
 * left, upper right, lower left. */
static void scale_panel(rnd_panel *panel, const double canvas[2], double scale)
{
    static const double share[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    const rnd_hud_gauge_view *gauge = &panel->picture;
    double anchor[2];
    vec3 corner[4];
    for (int k = 0; k < 2; k++) anchor[k] = anchor_of(gauge->at[k] + 0.5 * gauge->size[k], canvas[k]);
    for (int c = 0; c < 4; c++)
        for (int i = 0; i < 3; i++) {
            double at = (double)panel->corners[0][i];
            const double axes[2] = {(double)panel->corners[1][i] - at, (double)panel->corners[3][i] - at};
            for (int k = 0; k < 2; k++) {
                const double place = gauge->at[k] + share[c][k] * gauge->size[k]; /* [dots] */
                const double moved = anchor[k] + scale * (place - anchor[k]);
                at += axes[k] * (moved - gauge->at[k]) / gauge->size[k];
            }
            corner[c][i] = (float)at;
        }
    for (int c = 0; c < 4; c++)
        for (int i = 0; i < 3; i++) panel->corners[c][i] = corner[c][i];
}

void screen_hud_scale(rnd_draw_list *list, const double canvas[2], double scale)
{
    if (scale == 1.0) return;
    for (int i = 0; i < list->panel_count; i++)
        if (list->panels[i].slot < AUTH_MOST_GAUGES && list->panels[i].picture.size[0] > 0.0 &&
            list->panels[i].picture.size[1] > 0.0)
            scale_panel(&list->panels[i], canvas, scale);
}

/* ---- until the first picture ---- */

/* Contents of the windows until the first picture is ready. */

static const paint_colour back = {0.08, 0.09, 0.11, 1.0}; /* as dark as the pages */

static void put_sheet(cairo_t *c, const rnd_window *w, int width, int height)
{
    sheet s = {0};
    sheet_table table;
    sheet_clear(&table);
    table.large = true;
    snprintf(table.title, sizeof table.title, "Setting up ...");
    snprintf(table.note, sizeof table.note, "%s", w->setup.title);
    sheet_draw(&s, &table, rnd_screen_scale(width, height), width, height);
    if (s.surface == NULL) return;
    cairo_set_source_surface(c, s.surface, floor(0.5 * (width - s.width)), floor(0.5 * (height - s.height)));
    cairo_paint(c);
    sheet_free(&s);
}

static void show_in(const rnd_window *w, int i)
{
    int width = 0, height = 0;
    (void)SDL_GL_MakeCurrent(w->windows[i], w->context);
    SDL_GL_GetDrawableSize(w->windows[i], &width, &height);
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
    cairo_t *c = cairo_create(surface);
    paint_set_colour(c, back);
    cairo_paint(c);
    if (i == w->middle) put_sheet(c, w, width, height);
    cairo_destroy(c);
    cairo_surface_flush(surface);
    if (cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS &&
        rnd_gl_still(cairo_image_surface_get_data(surface), width, height))
        SDL_GL_SwapWindow(w->windows[i]);
    cairo_surface_destroy(surface);
}

void window_show_waiting(rnd_window *w)
{
    SDL_PumpEvents(); /* new windows get their size */
    for (int i = 0; i < w->setup.displays; i++) show_in(w, i);
}
