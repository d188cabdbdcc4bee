#include "preview_internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- window ---- */

/* Surface and texture of the window's size. */
static bool fit(rnd_preview *p)
{
    int width, height;
    SDL_GetRendererOutputSize(p->renderer, &width, &height);
    if (width == p->width && height == p->height && p->texture != NULL) return true;
    if (p->texture != NULL) SDL_DestroyTexture(p->texture);
    if (p->surface != NULL) cairo_surface_destroy(p->surface);
    p->width = width;
    p->height = height;
    p->texture =
        SDL_CreateTexture(p->renderer, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_STREAMING, width, height);
    p->surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    return p->texture != NULL && cairo_surface_status(p->surface) == CAIRO_STATUS_SUCCESS;
}

/* Where there is no display SDL falls back to a driver that shows nothing: that is for those who ask for it.
 */
static bool begin_video(void)
{
    if (SDL_Init(SDL_INIT_VIDEO) != 0) return false;
    if (SDL_getenv("SDL_VIDEODRIVER") != NULL || SDL_strcmp(SDL_GetCurrentVideoDriver(), "offscreen") != 0)
        return true;
    SDL_SetError("there is no display");
    return false;
}

rnd_preview *rnd_preview_open(const char *title, char *error, size_t error_size)
{
    rnd_preview *p = calloc(1, sizeof *p);
    snprintf(error, error_size, "out of memory");
    if (p == NULL) return NULL;
    p->held = -1;
    if (begin_video())
        p->window = SDL_CreateWindow(title, SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, PREVIEW_WIDTH,
                                     PREVIEW_HEIGHT, SDL_WINDOW_RESIZABLE);
    if (p->window != NULL) p->renderer = SDL_CreateRenderer(p->window, -1, 0);
    if (p->renderer != NULL && fit(p)) return p;
    snprintf(error, error_size, "no window: %s; set DISPLAY, or take headland hud render", SDL_GetError());
    rnd_preview_close(p);
    return NULL;
}

void rnd_preview_close(rnd_preview *preview)
{
    if (preview->surface != NULL) cairo_surface_destroy(preview->surface);
    if (preview->texture != NULL) SDL_DestroyTexture(preview->texture);
    if (preview->renderer != NULL) SDL_DestroyRenderer(preview->renderer);
    if (preview->window != NULL) SDL_DestroyWindow(preview->window);
    SDL_QuitSubSystem(SDL_INIT_VIDEO);
    free(preview);
}

double rnd_preview_scale(const rnd_preview *preview, const double canvas[2])
{
    return preview_canvas(preview, canvas, 1.0).w / canvas[0];
}

/* ---- input ---- */

static bool inside(preview_box box, double margin, int x, int y)
{
    return x >= box.x - margin && x <= box.x + box.w + margin && y >= box.y - margin &&
           y <= box.y + box.h + margin;
}

static double share_of(preview_box track, int x)
{
    return fmin(fmax((x - track.x) / track.w, 0.0), 1.0);
}

static void press(rnd_preview *p, const rnd_preview_content *content, int x, int y)
{
    static const double REACH = 10.0; /* [pixels] beside a track that still take it */
    for (int i = 0; i < content->slider_count; i++)
        if (inside(preview_track(p, i), REACH, x, y)) p->held = i;
    p->seeking = content->length > 0.0 && inside(preview_time_track(p), REACH, x, y);
}

static void drag(const rnd_preview *p, rnd_preview_content *content, int x, rnd_preview_did *did)
{
    if (p->held >= 0 && p->held < content->slider_count) {
        rnd_slider *slider = &content->sliders[p->held];
        slider->value = slider->low + share_of(preview_track(p, p->held), x) * (slider->high - slider->low);
        did->moved = true;
    }
    if (p->seeking) {
        content->time = share_of(preview_time_track(p), x) * content->length;
        did->sought = true;
    }
}

static void scroll(rnd_preview *p, const rnd_preview_content *content, int turns)
{
    const double most =
        fmax(0.0, content->slider_count * (double)PREVIEW_ROW + 2.0 * PREVIEW_MARGIN - p->height);
    p->scroll = fmin(fmax(p->scroll - turns * (double)PREVIEW_ROW, 0.0), most);
}

static void key(rnd_preview *p, rnd_preview_content *content, SDL_Keycode code, rnd_preview_did *did)
{
    if (code == SDLK_ESCAPE) did->quit = true;
    if (code == SDLK_b) p->backdrop = (p->backdrop + 1) % PREVIEW_BACKDROPS;
    if (code == SDLK_SPACE && content->length > 0.0) content->playing = !content->playing;
}

static void take(rnd_preview *p, rnd_preview_content *content, const SDL_Event *event, rnd_preview_did *did)
{
    switch (event->type) {
    case SDL_QUIT:
        did->quit = true;
        break;
    case SDL_KEYDOWN:
        key(p, content, event->key.keysym.sym, did);
        break;
    case SDL_MOUSEBUTTONDOWN:
        press(p, content, event->button.x, event->button.y);
        drag(p, content, event->button.x, did);
        break;
    case SDL_MOUSEMOTION:
        drag(p, content, event->motion.x, did);
        break;
    case SDL_MOUSEBUTTONUP:
        p->held = -1;
        p->seeking = false;
        break;
    case SDL_MOUSEWHEEL:
        scroll(p, content, event->wheel.y);
        break;
    default:
        break;
    }
}

rnd_preview_did rnd_preview_input(rnd_preview *preview, rnd_preview_content *content)
{
    rnd_preview_did did = {.quit = false};
    const int width = preview->width, height = preview->height;
    SDL_Event event;
    while (SDL_PollEvent(&event)) take(preview, content, &event, &did);
    if (!fit(preview)) did.quit = true;
    did.resized = preview->width != width || preview->height != height;
    return did;
}

/* ---- picture ---- */

void rnd_preview_draw(rnd_preview *preview, const rnd_preview_content *content)
{
    preview_paint(preview, content);
    cairo_surface_flush(preview->surface);
    SDL_UpdateTexture(preview->texture, NULL, cairo_image_surface_get_data(preview->surface),
                      cairo_image_surface_get_stride(preview->surface));
    SDL_RenderCopy(preview->renderer, preview->texture, NULL, NULL);
    SDL_RenderPresent(preview->renderer);
}
