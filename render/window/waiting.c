/* What the windows show until the first picture is there. */
#include "rnd/gl.h"
#include "window_internal.h"

#include <math.h>
#include <stdio.h>

static const double back[3] = {0.08, 0.09, 0.11}; /* as dark as the pages */

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
    cairo_set_source_rgb(c, back[0], back[1], back[2]);
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
    SDL_PumpEvents(); /* new windows learn their size */
    for (int i = 0; i < w->setup.displays; i++) show_in(w, i);
}
