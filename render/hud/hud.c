/* The display as a whole: made, brought up to date, looked at. */
#include "gauge.h"

#include <cairo-svg.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The display as a whole: its gauges. */

struct rnd_hud {
    hl_arena arena;
    const auth_hud *layout;
    double scale; /* pixels a dot */
    hud_fonts fonts;
    int count;
    hud_gauge *gauges;
    double time; /* of the last update [s]; NaN before the first */
};

/* Bounds of a display's pictures: what no screen has, but a slip of the pen does. */
enum { LARGEST_PICTURE = 16384 /* [pixels] of a side */ };
static const double largest_memory = 1e9; /* [bytes], of all pictures */

static const hud_kind *const kinds[AUTH_GAUGE_KINDS] = {
    [AUTH_GAUGE_DIAL] = &hud_dial,
    [AUTH_GAUGE_ARC] = &hud_ring,
    [AUTH_GAUGE_BAR] = &hud_bar,
    [AUTH_GAUGE_NUMBER] = &hud_digits,
    [AUTH_GAUGE_INCLINOMETER] = &hud_inclinometer,
    [AUTH_GAUGE_GEAR] = &hud_gear,
    [AUTH_GAUGE_LAMP] = &hud_lamp,
    [AUTH_GAUGE_IMAGE] = &hud_image,
    [AUTH_GAUGE_MESSAGE] = &hud_message,
    [AUTH_GAUGE_MARKER] = &hud_marker,
    [AUTH_GAUGE_MAP] = &hud_map,
    [AUTH_GAUGE_TREND] = &hud_trend,
};

/* ---- drawing ---- */

static void move_to_gauge(const hud_gauge *gauge, cairo_t *c)
{
    cairo_scale(c, gauge->scale, gauge->scale);
}

static void paint_still(const hud_gauge *gauge, cairo_t *c)
{
    for (int ink = 0; ink < 2; ink++) {
        const hud_pen pen = {.c = c, .halo = !ink, .soft = true, .pixel = 1.0 / gauge->scale};
        gauge->kind->still(gauge, &pen);
    }
}

static void paint_shown(const hud_gauge *gauge, cairo_t *c)
{
    for (int ink = 0; ink < 2; ink++) {
        const hud_pen pen = {.c = c, .halo = !ink, .pixel = 1.0 / gauge->scale};
        /* a halo's edge is not seen, and coarse it takes half the time */
        cairo_set_antialias(c, pen.halo ? CAIRO_ANTIALIAS_FAST : CAIRO_ANTIALIAS_DEFAULT);
        gauge->kind->draw(gauge, &gauge->shown, &pen);
    }
}

/* Draw a gauge as it stands, all of it, into a context whose origin is the canvas's, in pixels. */
static void hud_gauge_paint(const hud_gauge *gauge, cairo_t *c)
{
    cairo_save(c);
    cairo_rectangle(c, gauge->x, gauge->y, gauge->width, gauge->height);
    cairo_clip(c);
    move_to_gauge(gauge, c);
    paint_still(gauge, c);
    paint_shown(gauge, c);
    cairo_restore(c);
}

static void redraw(hud_gauge *gauge)
{
    cairo_save(gauge->canvas);
    cairo_identity_matrix(gauge->canvas);
    cairo_set_operator(gauge->canvas, CAIRO_OPERATOR_SOURCE);
    cairo_set_source_surface(gauge->canvas, gauge->background, 0.0, 0.0);
    cairo_paint(gauge->canvas);
    cairo_restore(gauge->canvas);
    paint_shown(gauge, gauge->canvas);
    cairo_surface_flush(gauge->picture);
    gauge->version++;
}

/* ---- pictures ---- */

/* Whole pixels of the canvas that hold the gauge and its halo. */
static void place_picture(hud_gauge *gauge)
{
    const paint_box box = gauge->box;
    gauge->x = (int)floor((box.x - HUD_MARGIN) * gauge->scale);
    gauge->y = (int)floor((box.y - HUD_MARGIN) * gauge->scale);
    gauge->width = (int)ceil((box.x + box.w + HUD_MARGIN) * gauge->scale) - gauge->x;
    gauge->height = (int)ceil((box.y + box.h + HUD_MARGIN) * gauge->scale) - gauge->y;
}

static cairo_surface_t *new_picture(const hud_gauge *gauge)
{
    cairo_surface_t *picture = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, gauge->width, gauge->height);
    cairo_surface_set_device_offset(picture, -gauge->x, -gauge->y);
    return picture;
}

static bool make_pictures(hud_gauge *gauge)
{
    gauge->background = new_picture(gauge);
    gauge->picture = new_picture(gauge);
    cairo_t *still = cairo_create(gauge->background);
    gauge->canvas = cairo_create(gauge->picture);
    move_to_gauge(gauge, still);
    move_to_gauge(gauge, gauge->canvas);
    paint_still(gauge, still);
    const bool good =
        cairo_status(still) == CAIRO_STATUS_SUCCESS && cairo_status(gauge->canvas) == CAIRO_STATUS_SUCCESS;
    cairo_destroy(still);
    return good;
}

/* ---- making ---- */

/* Before any memory is taken: the place of a gauge that is too large, or a scale that is none. */
static bool check_sizes(const rnd_hud_setup *setup, hl_report *report)
{
    const auth_hud *layout = setup->layout;
    double memory = 0.0;
    if (!(setup->scale > 0.0) || !isfinite(setup->scale)) {
        hl_report_add(report, (hl_place){1, 1}, "a scale of %g pixels a dot; a number above zero is expected",
                      setup->scale);
        return false;
    }
    for (int i = 0; i < layout->gauge_count; i++) {
        const auth_gauge *def = &layout->gauges[i];
        const double w = setup->scale * (def->size[0] + 2.0 * HUD_MARGIN) + 2.0;
        const double h = setup->scale * (def->size[1] + 2.0 * HUD_MARGIN) + 2.0;
        memory += 2.0 * 4.0 * w * h; /* two pictures of four bytes a pixel */
        if (w <= LARGEST_PICTURE && h <= LARGEST_PICTURE && memory <= largest_memory) continue;
        hl_report_add(
            report, def->place,
            "at %g pixels a dot the picture of gauge '%s' has %.0f x %.0f pixels; at most %d of a side, "
            "and %g bytes of all gauges together, are expected",
            setup->scale, def->id, w, h, LARGEST_PICTURE, largest_memory);
        return false;
    }
    return true;
}

static bool make_gauge(rnd_hud *hud, const hud_maker *maker, int index)
{
    const auth_gauge *def = &hud->layout->gauges[index];
    hud_gauge *gauge = &hud->gauges[index];
    gauge->def = def;
    gauge->roles = hud->layout->roles;
    gauge->kind = kinds[def->kind];
    gauge->of = def->kind == AUTH_GAUGE_MARKER ? &hud->gauges[def->of_index] : NULL;
    gauge->box = (paint_box){def->at[0], def->at[1], def->size[0], def->size[1]};
    gauge->scale = hud->scale;
    gauge->least = maker->setup->least_text / hud->scale;
    gauge->version = 1;
    gauge->objects = maker->setup->objects;
    gauge->object_count = maker->setup->object_count;
    if (!hud_resolve(gauge, maker) || !gauge->kind->make(gauge, maker)) return false;
    place_picture(gauge);
    return make_pictures(gauge);
}

/* Markers may stand before the gauges that they mark, and need them. */
static bool make_gauges(rnd_hud *hud, const hud_maker *maker)
{
    bool good = true;
    for (int markers = 0; markers < 2; markers++)
        for (int i = 0; i < hud->count; i++)
            if ((hud->layout->gauges[i].kind == AUTH_GAUGE_MARKER) == markers && good)
                good = make_gauge(hud, maker, i) || !hl_report_clean(maker->report);
    return good && hl_report_clean(maker->report);
}

static const auth_signal *list_signals(const rnd_hud_setup *setup, hl_arena *arena)
{
    auth_signal *signals = HL_NEW(arena, auth_signal, setup->signal_count);
    for (int i = 0; signals && i < setup->signal_count; i++)
        signals[i] = (auth_signal){setup->signals[i].name, setup->signals[i].unit};
    return signals;
}

rnd_hud *rnd_hud_new(const rnd_hud_setup *setup, hl_report *report)
{
    if (!check_sizes(setup, report)) return NULL;
    rnd_hud *hud = calloc(1, sizeof *hud);
    if (!hud) return NULL;
    hud->layout = setup->layout;
    hud->scale = setup->scale;
    hud->time = (double)NAN;
    const auth_signal *signals = list_signals(setup, &hud->arena);
    const hud_maker maker = {setup, signals, &hud->fonts, &hud->arena, report};
    hud->gauges = HL_NEW(&hud->arena, hud_gauge, setup->layout->gauge_count);
    hud->count = hud->gauges ? setup->layout->gauge_count : 0;
    if (hud->gauges && signals && hud_fonts_begin(&hud->fonts) && hud_check(&maker) &&
        make_gauges(hud, &maker))
        return hud;
    rnd_hud_free(hud);
    return NULL;
}

static void free_gauge(hud_gauge *gauge)
{
    for (int i = 0; i < HUD_TEXTS; i++) hud_text_end(&gauge->texts[i]);
    if (gauge->canvas) cairo_destroy(gauge->canvas);
    if (gauge->picture) cairo_surface_destroy(gauge->picture);
    if (gauge->background) cairo_surface_destroy(gauge->background);
    hud_image_file_free(&gauge->image);
}

void rnd_hud_free(rnd_hud *hud)
{
    if (!hud) return;
    for (int i = 0; i < hud->count; i++) free_gauge(&hud->gauges[i]);
    hud_fonts_end(&hud->fonts);
    hl_arena_free(&hud->arena);
    free(hud);
}

/* ---- up to date ---- */

static bool conditions_hold(const hud_gauge *gauge, const double *values)
{
    bool hold = true;
    for (int i = 0; i < gauge->def->when_count; i++) hold &= hud_condition_holds(&gauge->when[i], values);
    return hold;
}

/* An exercise may hide gauges: what its signal says between two values is not shown yet. */
static bool hidden(const hud_gauge *gauge, const double *values)
{
    return gauge->shown_by >= 0 && !(values[gauge->shown_by] >= 1.0);
}

/* Half of every second. */
static bool blinked_off(const hud_gauge *gauge, double time)
{
    return gauge->def->blink && time - floor(time) >= 0.5;
}

static bool is_visible(const hud_gauge *gauge, const double *values, double time)
{
    if (hidden(gauge, values)) return false;
    if (gauge->def->kind == AUTH_GAUGE_LAMP) return true; /* its conditions light it */
    if (gauge->of && (hidden(gauge->of, values) || !conditions_hold(gauge->of, values))) return false;
    return conditions_hold(gauge, values) && !blinked_off(gauge, time);
}

static bool same(const hud_shown *a, const hud_shown *b)
{
    return a->needle == b->needle && a->number == b->number && a->range == b->range && a->lit == b->lit &&
           a->direction == b->direction && a->place[0] == b->place[0] && a->place[1] == b->place[1] &&
           a->turn == b->turn && a->first == b->first && a->count == b->count;
}

static bool update_gauge(hud_gauge *gauge, const double *values, double time)
{
    hud_shown shown = {.needle = HUD_NO_NEEDLE, .range = HUD_NO_RANGE};
    gauge->visible = false;
    if (gauge->left_out) return false;
    gauge->kind->look(gauge, values, time, &shown);
    if (blinked_off(gauge, time)) shown.lit = 0;
    gauge->visible = is_visible(gauge, values, time);
    if (!gauge->visible || (gauge->version > 1 && same(&shown, &gauge->shown))) return false;
    gauge->shown = shown;
    redraw(gauge);
    return true;
}

int rnd_hud_update(rnd_hud *hud, const double *values, double time)
{
    int drawn = 0;
    if (time < hud->time)
        for (int i = 0; i < hud->count; i++) hud_trace_clear(&hud->gauges[i].trace);
    hud->time = time;
    for (int i = 0; i < hud->count; i++) drawn += update_gauge(&hud->gauges[i], values, time);
    return drawn;
}

/* ---- looking ---- */

const auth_hud *rnd_hud_layout(const rnd_hud *hud)
{
    return hud->layout;
}

int rnd_hud_gauge_count(const rnd_hud *hud)
{
    return hud->count;
}

rnd_hud_gauge_view rnd_hud_gauge(const rnd_hud *hud, int gauge)
{
    const hud_gauge *g = &hud->gauges[gauge];
    return (rnd_hud_gauge_view){
        .visible = g->visible,
        .surface = g->def->surface,
        .at = {g->x / g->scale, g->y / g->scale},
        .size = {g->width / g->scale, g->height / g->scale},
        .width = g->width,
        .height = g->height,
        .stride = cairo_image_surface_get_stride(g->picture),
        .pixels = cairo_image_surface_get_data(g->picture),
        .version = g->version,
    };
}

/* ---- files ---- */

/* The whole display as a file: PNG from the pictures, SVG drawn anew with the same calls. */

static cairo_status_t write_bytes(void *file, const unsigned char *data, unsigned length)
{
    return fwrite(data, 1, length, file) == length ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

static void fill(cairo_t *c, auth_colour colour)
{
    if (colour.a == 0) return;
    cairo_set_source_rgba(c, colour.r / 255.0, colour.g / 255.0, colour.b / 255.0, colour.a / 255.0);
    cairo_paint(c);
}

static cairo_status_t write_png(const rnd_hud *hud, int width, int height, auth_colour background, FILE *file)
{
    cairo_surface_t *whole = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
    cairo_t *c = cairo_create(whole);
    fill(c, background);
    for (int i = 0; i < hud->count; i++) {
        if (!hud->gauges[i].visible) continue;
        cairo_set_source_surface(c, hud->gauges[i].picture, 0.0, 0.0); /* which knows its place */
        cairo_paint(c);
    }
    const cairo_status_t drawn = cairo_status(c);
    cairo_destroy(c);
    const cairo_status_t written =
        drawn == CAIRO_STATUS_SUCCESS ? cairo_surface_write_to_png_stream(whole, write_bytes, file) : drawn;
    cairo_surface_destroy(whole);
    return written;
}

static cairo_status_t write_svg(const rnd_hud *hud, int width, int height, auth_colour background, FILE *file)
{
    cairo_surface_t *whole = cairo_svg_surface_create_for_stream(write_bytes, file, width, height);
    cairo_svg_surface_set_document_unit(whole, CAIRO_SVG_UNIT_PX);
    cairo_t *c = cairo_create(whole);
    fill(c, background);
    for (int i = 0; i < hud->count; i++)
        if (hud->gauges[i].visible) hud_gauge_paint(&hud->gauges[i], c);
    const cairo_status_t drawn = cairo_status(c);
    cairo_destroy(c);
    cairo_surface_finish(whole);
    const cairo_status_t written = cairo_surface_status(whole);
    cairo_surface_destroy(whole);
    return drawn == CAIRO_STATUS_SUCCESS ? written : drawn;
}

bool rnd_hud_write(rnd_hud *hud, rnd_file_kind kind, const char *path, auth_colour background, char *error,
                   size_t error_size)
{
    const int width = (int)ceil(hud->layout->size[0] * hud->scale);
    const int height = (int)ceil(hud->layout->size[1] * hud->scale);
    FILE *file = fopen(path, "wb");
    if (!file) {
        snprintf(error, error_size, "%s", strerror(errno));
        return false;
    }
    const cairo_status_t status =
        (kind == RND_PNG ? write_png : write_svg)(hud, width, height, background, file);
    const bool closed = fclose(file) == 0;
    if (status == CAIRO_STATUS_SUCCESS && closed) return true;
    const bool disk = status == CAIRO_STATUS_SUCCESS || status == CAIRO_STATUS_WRITE_ERROR;
    snprintf(error, error_size, "%s", disk ? strerror(errno) : cairo_status_to_string(status));
    return false;
}
