/* Values of gauges of a head-up display: their unit, the scale, coloured ranges on it, recommended values. */
#include "hud_reader.h"

#include "hl/spelling.h"

#include <math.h>
#include <string.h>

enum { QUOTE_LENGTH = 48, MOST_TICKS = 200 };

/* ---- units and values ---- */

static void complain_unit(const auth_gauge_reader *g)
{
    /* what machines are measured in */
    static const char *const common[] = {"1",    "%",   "rpm", "km/h", "m/s", "deg", "rad", "m",  "cm",
                                         "mm",   "kg",  "t",   "bar",  "kPa", "MPa", "N",   "kN", "kW",
                                         "kN m", "N m", "l/h", "l",    "s",   "min", "h",   "Hz", "l/min"};
    char quoted[QUOTE_LENGTH], hint[HL_HINT_LENGTH];
    hl_nearest nearest = hl_nearest_begin(g->raw->unit);
    for (size_t i = 0; i < sizeof common / sizeof *common; i++) hl_nearest_offer(&nearest, common[i]);
    AUTH_COMPLAIN(g->h, g->item, "unit",
                  "unknown unit '%s'; one such as \"km/h\", \"deg\" or \"%%\" is expected%s",
                  auth_quote(g->raw->unit, quoted, sizeof quoted), hl_did_you_mean(nearest.best, hint));
}

void auth_read_unit(auth_gauge_reader *g)
{
    auth_dimension dimension;
    g->out->unit_place = auth_key_place(g->h->file, g->item, "unit");
    if (!g->raw->unit) return;
    g->out->unit = auth_copy_text(g->h->file, g->raw->unit);
    if (!auth_unit_read(g->raw->unit, &g->unit_si, &dimension)) complain_unit(g);
}

/* A value in the unit of a gauge: bare, or with a unit that fits. */
static bool in_unit(const auth_gauge_reader *g, hl_place place, const char *key, const char *text,
                    double *value)
{
    static const double largest = 1e12; /* beyond it decimals and ticks mean nothing */
    hl_report *report = g->h->file->report;
    const char *unit = g->out->unit;
    char quoted[QUOTE_LENGTH];
    auth_dimension dimension;
    bool with_unit;
    if (!auth_read_any(g->h->file, place, key, text, value, &dimension, &with_unit)) return false;
    auth_quote(text, quoted, sizeof quoted);
    if (with_unit && !unit) {
        hl_report_add(report, place,
                      "'%s' is %s, but the gauge has no 'unit'; a bare number in the signal's own unit, or "
                      "the key 'unit', is expected",
                      key, quoted);
        return false;
    }
    if (with_unit && g->unit_si == 0.0) return false; /* the unit itself was complained about */
    if (with_unit && !auth_unit_fits(unit, dimension)) {
        hl_report_add(report, place, "'%s' is %s, which is not measured in %s; a value in %s is expected",
                      key, quoted, unit, unit);
        return false;
    }
    if (with_unit) *value /= g->unit_si;
    if (fabs(*value) <= largest) return true;
    hl_report_add(report, place, "'%s' is %s; at most %g is expected", key, quoted, largest);
    return false;
}

/* The value under a key; left as it is when there is none. @return false after a complaint */
static bool read_value(const auth_gauge_reader *g, const char *key, const char *text, double *value)
{
    return !text || in_unit(g, auth_key_place(g->h->file, g->item, key), key, text, value);
}

/* The same of one that is a distance on the scale. */
static bool read_distance(const auth_gauge_reader *g, const char *key, const char *text, double *value)
{
    if (!read_value(g, key, text, value)) return false;
    if (!text || *value > 0.0) return true;
    char quoted[QUOTE_LENGTH];
    AUTH_COMPLAIN(g->h, g->item, key, "'%s' is %s; a value above zero is expected", key,
                  auth_quote(text, quoted, sizeof quoted));
    return false;
}

/* ---- scale ---- */

/* The slack is for values that came through another unit. */
static bool on_scale(const auth_gauge *gauge, double value)
{
    const double slack = 1e-9 * (gauge->to - gauge->from);
    return !auth_has_scale(gauge) || (value >= gauge->from - slack && value <= gauge->to + slack);
}

static void check_ticks(const auth_gauge_reader *g, const char *key, double between)
{
    const double ticks = (g->out->to - g->out->from) / between;
    if (between <= 0.0 || ticks <= MOST_TICKS) return;
    AUTH_COMPLAIN(g->h, g->item, key, "'%s' is %g, which makes %.0f ticks; at most %d are expected", key,
                  between, ticks, MOST_TICKS);
}

static void check_scale(const auth_gauge_reader *g)
{
    static const double narrowest = 1e-6; /* beside 1: ticks are counted from zero, in 32 bits */
    const auth_gauge *out = g->out;
    if (!(out->to - out->from > narrowest * fmax(1.0, fmax(fabs(out->from), fabs(out->to))))) {
        AUTH_COMPLAIN(g->h, g->item, "to", "a scale from %g to %g; a 'to' above 'from' is expected",
                      out->from, out->to);
        return;
    }
    check_ticks(g, "major", out->major);
    check_ticks(g, "minor", out->minor);
    if (out->major > 0.0 && out->minor > out->major)
        AUTH_COMPLAIN(g->h, g->item, "minor",
                      "'minor' is %g, above 'major' (%g); at most that much is expected", out->minor,
                      out->major);
    if (out->limit > fmax(fabs(out->from), fabs(out->to)))
        AUTH_COMPLAIN(g->h, g->item, "limit",
                      "'limit' is %g, outside the scale; a value within %g to %g is expected", out->limit,
                      out->from, out->to);
}

/* @return true when there is a scale and it is good */
static bool read_scale(const auth_gauge_reader *g)
{
    const raw_gauge *raw = g->raw;
    auth_gauge *out = g->out;
    bool good = raw->from && raw->to && auth_has_scale(out);
    good &= read_value(g, "from", raw->from, &out->from);
    good &= read_value(g, "to", raw->to, &out->to);
    good &= read_distance(g, "major", raw->major, &out->major);
    good &= read_distance(g, "minor", raw->minor, &out->minor);
    good &= read_distance(g, "limit", raw->limit, &out->limit);
    const int before = g->h->file->report->count;
    if (good) check_scale(g);
    return good && g->h->file->report->count == before;
}

/* ---- ranges ---- */

static bool range_end(const auth_gauge_reader *g, const yaml_node_t *item, const char *key, const char *text,
                      double *value)
{
    const hl_place place = auth_key_place(g->h->file, item, key);
    if (!text) return true;
    if (!in_unit(g, place, key, text, value)) return false;
    if (on_scale(g->out, *value)) return true;
    hl_report_add(g->h->file->report, place, "'%s' is %g, outside the scale; %g to %g is expected", key,
                  *value, g->out->from, g->out->to);
    return false;
}

static void read_range(const auth_gauge_reader *g, const yaml_node_t *item, const raw_gauge_range *raw,
                       auth_gauge_range *range)
{
    const bool scale = auth_has_scale(g->out);
    range->place = auth_node_place(item);
    range->from = scale ? g->out->from : -HUGE_VAL;
    range->to = scale ? g->out->to : HUGE_VAL;
    range->critical = strcmp(raw->colour, "critical") == 0;
    auth_read_colour(g->h, item, "colour", raw->colour, &range->colour);
    if (!range_end(g, item, "from", raw->from, &range->from) ||
        !range_end(g, item, "to", raw->to, &range->to) || range->from < range->to)
        return;
    AUTH_COMPLAIN(g->h, item, "to", "a range from %g to %g; a 'to' above 'from' is expected", range->from,
                  range->to);
}

static void read_ranges(const auth_gauge_reader *g)
{
    const yaml_node_t *list = auth_document_value(g->h->file->document, g->item, "ranges");
    const int count = (int)g->raw->ranges_count;
    auth_gauge_range *ranges = HL_NEW(g->h->file->arena, auth_gauge_range, count);
    *g->h->file->starved |= ranges == NULL;
    for (int i = 0; i < count && ranges; i++)
        read_range(g, auth_document_entry(g->h->file->document, list, i), &g->raw->ranges[i], &ranges[i]);
    g->out->range_count = ranges ? count : 0;
    g->out->ranges = ranges;
}

void auth_read_scale(const auth_gauge_reader *g)
{
    if (read_scale(g) || !auth_has_scale(g->out)) read_ranges(g);
}

/* ---- markers ---- */

static const auth_gauge *find_marked(const auth_gauge_reader *g)
{
    const int found =
        auth_name_reference(g->h->file, g->item, "of", g->raw->of, &g->h->ids, "gauge", "layout");
    if (found == AUTH_NOT_FOUND) return NULL;
    const auth_gauge *marked = &g->h->out->gauges[found];
    if (auth_has_scale(marked)) {
        g->out->of_index = found;
        return marked;
    }
    AUTH_COMPLAIN(g->h, g->item, "of",
                  "gauge '%s' is of kind '%s' and has no scale to mark; a dial, an arc, a bar, an "
                  "inclinometer or a trend is expected",
                  marked->id, auth_gauge_word(marked->kind));
    return NULL;
}

void auth_tie_marker(const auth_hud_reader *h, const yaml_node_t *item, int index)
{
    auth_dimension unused;
    auth_gauge_reader g = {
        .h = h, .item = item, .raw = &h->raw->gauges[index], .out = &h->out->gauges[index]};
    if (g.out->kind != AUTH_GAUGE_MARKER || !g.raw->of) return;
    const auth_gauge *marked = find_marked(&g);
    g.out->of = auth_copy_text(h->file, g.raw->of);
    if (!marked) return;
    g.out->surface = marked->surface;
    memcpy(g.out->at, marked->at, sizeof g.out->at);
    memcpy(g.out->size, marked->size, sizeof g.out->size);
    g.out->unit = marked->unit;
    if (marked->unit) auth_unit_read(marked->unit, &g.unit_si, &unused);
    read_distance(&g, "tolerance", g.raw->tolerance, &g.out->tolerance);
    if (!read_value(&g, "value", g.raw->value, &g.out->value) || !g.raw->value ||
        !(marked->from < marked->to) || on_scale(marked, g.out->value))
        return;
    AUTH_COMPLAIN(h, item, "value", "'value' is %g, outside the scale of gauge '%s'; %g to %g is expected",
                  g.out->value, marked->id, marked->from, marked->to);
}
