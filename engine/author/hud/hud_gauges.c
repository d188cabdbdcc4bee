/* Gauges of a head-up display, one by one: place, texts, looks, conditions. Which kind takes which keys is
 * told in hud_keys.c, values and scales are read in hud_scale.c. */
#include "hud_reader.h"
#include "reader/angles.h"

#include <math.h>
#include <string.h>

enum { LARGEST = 8000 /* [dots] */, MOST_DECIMALS = 6 };

/* ---- place and size ---- */

/* A gauge of which nothing lies on the canvas is a slip of the pen. */
static void check_on_canvas(const auth_gauge_reader *g)
{
    static const char *const edges[2][2] = {{"left", "right"}, {"upper", "lower"}};
    for (int i = 0; i < 2; i++) {
        const double at = g->out->at[i], end = at + g->out->size[i], canvas = g->h->out->size[i];
        if (end > 0.0 && at < canvas) continue;
        hl_report_add(g->h->file->report, auth_entry_place(g->h->file, g->item, "at", i),
                      "the gauge lies beyond the %s edge of the canvas, from %g to %g dots; a place within 0 "
                      "to %g dots is expected",
                      edges[i][at >= canvas], at, end, canvas);
    }
}

static void read_box(const auth_gauge_reader *g)
{
    if (!g->raw->at[0] || !g->raw->size[0]) return;
    static const double smallest = 1.0; /* [dots] */
    bool good = true;
    for (int i = 0; i < 2; i++) {
        good &= auth_read_dots(g->h, g->item, "at", i, g->raw->at[i], -LARGEST, LARGEST, &g->out->at[i]);
        good &=
            auth_read_dots(g->h, g->item, "size", i, g->raw->size[i], smallest, LARGEST, &g->out->size[i]);
    }
    if (good) check_on_canvas(g);
}

/* ---- conditions ---- */

static auth_gauge_signal read_signal(const auth_gauge_reader *g, const yaml_node_t *item, const char *key,
                                     const char *name)
{
    return (auth_gauge_signal){.name = name ? auth_copy_text(g->h->file, name) : NULL,
                               .place = auth_key_place(g->h->file, item, key)};
}

static void read_condition(const auth_gauge_reader *g, const yaml_node_t *item, const raw_condition *raw,
                           auth_gauge_when *when)
{
    const char *key = raw->above ? "above" : "below", *text = raw->above ? raw->above : raw->below;
    when->signal = read_signal(g, item, "signal", raw->signal);
    when->above = raw->above != NULL;
    when->value_place = auth_key_place(g->h->file, item, key);
    if ((raw->above != NULL) == (raw->below != NULL))
        hl_report_add(g->h->file->report, auth_node_place(item),
                      "a condition with %s of 'above' and 'below'; one of them is expected",
                      raw->above ? "both" : "none");
    else
        auth_read_any(g->h->file, when->value_place, key, text, &when->value, &when->dimension,
                      &when->with_unit);
}

static void read_conditions(const auth_gauge_reader *g)
{
    const yaml_node_t *list = auth_document_value(g->h->file->document, g->item, "when");
    const int count = (int)g->raw->when_count;
    auth_gauge_when *when = HL_NEW(g->h->file->arena, auth_gauge_when, count);
    *g->h->file->starved |= when == NULL;
    for (int i = 0; i < count && when; i++)
        read_condition(g, auth_document_entry(g->h->file->document, list, i), &g->raw->when[i], &when[i]);
    g->out->when_count = when ? count : 0;
    g->out->when = when;
    if (g->out->kind == AUTH_GAUGE_LAMP && list && count == 0)
        hl_report_add(g->h->file->report, auth_node_place(list),
                      "'when' of a lamp is empty; at least one condition is expected");
}

/* ---- the rest ---- */

static void read_texts(const auth_gauge_reader *g)
{
    const auth_hud_reader *h = g->h;
    const raw_gauge *raw = g->raw;
    auth_gauge *out = g->out;
    out->signal = read_signal(g, g->item, "signal", raw->signal);
    out->signal2 = read_signal(g, g->item, "direction", raw->direction);
    out->unit_text = auth_drawn_text(h->file, g->item, "unit_text", raw->unit_text);
    out->label = auth_drawn_text(h->file, g->item, "label", raw->label ? raw->label : "");
    out->text = auth_drawn_text(h->file, g->item, "text", raw->text);
    out->image = auth_resolve_path(h->file, raw->image);
    out->image_place = auth_key_place(h->file, g->item, "image");
    out->symbol = auth_symbol_word(raw->symbol);
}

static void read_looks(const auth_gauge_reader *g)
{
    static const double smallest = 4.0, largest = 1000.0; /* letters [dots] */
    const auth_hud_reader *h = g->h;
    const raw_gauge *raw = g->raw;
    auth_gauge *out = g->out;
    out->surface = (auth_surface)((raw->surface      ? raw->surface
                                   : h->raw->surface ? h->raw->surface
                                                     : 1 + AUTH_WINDSHIELD) -
                                  1);
    const yaml_node_t *root = auth_document_root(h->file->document);
    out->font = raw->font ? auth_copy_text(h->file, raw->font) : h->out->font;
    out->font_place = auth_key_place(h->file, raw->font ? g->item : root, "font");
    if (raw->font_size)
        auth_read_dots(h, g->item, "font_size", -1, raw->font_size, smallest, largest, &out->font_size);
    out->colour =
        h->out->roles[out->kind == AUTH_GAUGE_MARKER ? AUTH_ROLE_RECOMMENDED : AUTH_ROLE_FOREGROUND];
    out->background = h->out->roles[AUTH_ROLE_BACKGROUND];
    if (raw->colour) auth_read_colour(h, g->item, "colour", raw->colour, &out->colour);
    if (raw->background) auth_read_colour(h, g->item, "background", raw->background, &out->background);
    out->standing = raw->standing;
    out->pitch = raw->view == 2;
    out->excavator = raw->machine == 2;
    out->blink = raw->blink;
}

static const auth_rule gauge_rules[] = {
    AUTH_SCALAR(gauge, start, ANGLE, ANY, -135.0 * AUTH_DEGREE),
    AUTH_SCALAR(gauge, sweep, ANGLE, ANY, 270.0 * AUTH_DEGREE),
    AUTH_SCALAR(gauge, seconds, TIME, POSITIVE, 30.0),
    AUTH_SCALAR(gauge, reach, LENGTH, POSITIVE, 25.0),
};

static void read_measures(const auth_gauge_reader *g)
{
    static const double turn = 360.0 * AUTH_DEGREE, least_sweep = 10.0 * AUTH_DEGREE, hour = 3600.0;
    const auth_reader *file = g->h->file;
    const raw_gauge *raw = g->raw;
    auth_gauge *out = g->out;
    if (auth_apply_rules(file, g->item, AUTH_RULES(gauge_rules), false, raw, out)) {
        if (raw->start)
            auth_check_span(file, g->item, "start", raw->start, out->start, -turn, turn, "-360 to 360 deg");
        if (raw->sweep)
            auth_check_span(file, g->item, "sweep", raw->sweep, fabs(out->sweep), least_sweep, turn,
                            "10 to 360 deg, or as much to the left with a minus,");
        if (raw->seconds)
            auth_check_span(file, g->item, "seconds", raw->seconds, out->seconds, 1.0, hour, "1 s to 1 h");
        if (raw->reach)
            auth_check_span(file, g->item, "reach", raw->reach, out->reach, 1.0, 10e3, "1 m to 10 km");
    }
    out->decimals = auth_given(file, g->item, "decimals") ? (int)raw->decimals : -1;
    if (out->decimals >= 0) auth_check_range(file, g->item, "decimals", out->decimals, 0, MOST_DECIMALS);
}

void auth_read_gauge(const auth_hud_reader *h, const yaml_node_t *item, int index)
{
    auth_gauge_reader g = {
        .h = h, .item = item, .raw = &h->raw->gauges[index], .out = &h->out->gauges[index]};
    g.out->kind = (auth_gauge_kind)g.raw->kind;
    g.out->of_index = -1;
    auth_check_gauge_keys(&g);
    read_box(&g);
    auth_read_unit(&g);
    read_texts(&g);
    read_looks(&g);
    read_measures(&g);
    read_conditions(&g);
    auth_read_scale(&g);
}
