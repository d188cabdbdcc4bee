/* Values of gauges of a head-up display: unit, scale, coloured ranges, recommended values. */
#include "hud_reader.h"

#include "hl/report.h"

#include <math.h>
#include <string.h>

enum { QUOTE_LENGTH = 48, MOST_TICKS = 200 };

/* ---- kinds of gauge ---- */

const auth_word auth_gauge_words[AUTH_GAUGE_KINDS] = {
#define X(kind, word, what) {word, AUTH_GAUGE_##kind},
    AUTH_GAUGE_LIST(X)
#undef X
};

const char *auth_gauge_word(auth_gauge_kind kind)
{
    return auth_gauge_words[kind].word;
}

/* ---- units and values ---- */

static void complain_unit(const auth_item *item, const char *unit)
{
    /* what machines are measured in */
    static const char *const common[] = {"1",    "%",   "rpm", "km/h", "m/s", "deg", "rad", "m",  "cm",
                                         "mm",   "kg",  "t",   "bar",  "kPa", "MPa", "N",   "kN", "kW",
                                         "kN m", "N m", "l/h", "l",    "s",   "min", "h",   "Hz", "l/min"};
    char quoted[QUOTE_LENGTH], hint[HL_HINT_LENGTH];
    hl_nearest nearest = hl_spelling_begin(unit);
    for (size_t i = 0; i < sizeof common / sizeof *common; i++) hl_spelling_offer(&nearest, common[i]);
    COMPLAIN(item, "unit", "unknown unit '%s'; one such as \"km/h\", \"deg\" or \"%%\" is expected%s",
             auth_quote(unit, quoted, sizeof quoted), hl_did_you_mean(nearest.best, hint));
}

bool auth_check_unit(auth_item *item, const auth_field *field)
{
    const auth_gauge *gauge = item->out;
    auth_dimension dimension;
    double si;
    (void)field;
    if (!gauge->unit || auth_unit_read(gauge->unit, &si, &dimension)) return true;
    complain_unit(item, gauge->unit);
    return false;
}

/* A value in the unit of a gauge: bare, or with a unit that fits. */
static bool in_unit(const auth_item *item, const char *key, const yaml_node_t *node, const char *unit,
                    double *value)
{
    static const double largest = 1e12; /* beyond it decimals and ticks mean nothing */
    hl_report *report = item->reader->report;
    const hl_place place = auth_node_place(node);
    char quoted[QUOTE_LENGTH];
    auth_dimension dimension, own;
    double si = 1.0;
    bool with_unit;
    if (!auth_read_any(item->reader, place, key, auth_node_text(node), value, &dimension, &with_unit))
        return false;
    auth_quote(auth_node_text(node), quoted, sizeof quoted);
    if (with_unit && !unit) {
        hl_report_add(report, place,
                      "'%s' is %s, but the gauge has no 'unit'; a bare number in the signal's own unit, or "
                      "the key 'unit', is expected",
                      key, quoted);
        return false;
    }
    if (with_unit && !auth_unit_read(unit, &si, &own))
        return false; /* the unit itself was complained about */
    if (with_unit && !auth_unit_fits(unit, dimension)) {
        hl_report_add(report, place, "'%s' is %s, which is not measured in %s; a value in %s is expected",
                      key, quoted, unit, unit);
        return false;
    }
    if (with_unit) *value /= si;
    if (fabs(*value) <= largest) return true;
    hl_report_add(report, place, "'%s' is %s; at most %g is expected", key, quoted, largest);
    return false;
}

static double *value_at(const auth_item *item, const auth_field *field)
{
    return (double *)(void *)((char *)item->out + field->out);
}

bool auth_read_value(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    const auth_gauge *gauge = item->out;
    return !value || in_unit(item, field->key, value, gauge->unit, value_at(item, field));
}

bool auth_read_distance(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    if (!auth_read_value(item, field, value)) return false;
    if (!value || *value_at(item, field) > 0.0) return true;
    char quoted[QUOTE_LENGTH];
    COMPLAIN(item, field->key, "'%s' is %s; a value above zero is expected", field->key,
             auth_quote(auth_node_text(value), quoted, sizeof quoted));
    return false;
}

/* ---- scale ---- */

/* The slack is for values that came through another unit. */
static bool on_scale(const auth_gauge *gauge, double value)
{
    const double slack = 1e-9 * (gauge->to - gauge->from);
    return !auth_has_scale(gauge) || (value >= gauge->from - slack && value <= gauge->to + slack);
}

static bool check_ticks(const auth_item *item, const char *key, double between)
{
    const auth_gauge *gauge = item->out;
    const double ticks = (gauge->to - gauge->from) / between;
    if (between <= 0.0 || ticks <= MOST_TICKS) return true;
    COMPLAIN(item, key, "'%s' is %g, which makes %.0f ticks; at most %d are expected", key, between, ticks,
             MOST_TICKS);
    return false;
}

bool auth_check_scale(auth_item *item, const auth_field *field)
{
    static const double narrowest = 1e-6; /* beside 1: ticks are counted from zero, in 32 bits */
    const auth_gauge *gauge = item->out;
    (void)field;
    if (!auth_has_scale(gauge) || !item->good) return true;
    if (!(gauge->to - gauge->from > narrowest * fmax(1.0, fmax(fabs(gauge->from), fabs(gauge->to))))) {
        COMPLAIN(item, "to", "a scale from %g to %g; a 'to' above 'from' is expected", gauge->from,
                 gauge->to);
        return false;
    }
    bool good = auth_both(check_ticks(item, "major", gauge->major), check_ticks(item, "minor", gauge->minor));
    if (gauge->major > 0.0 && gauge->minor > gauge->major) {
        COMPLAIN(item, "minor", "'minor' is %g, above 'major' (%g); at most that much is expected",
                 gauge->minor, gauge->major);
        good = false;
    }
    if (gauge->limit <= fmax(fabs(gauge->from), fabs(gauge->to))) return good;
    COMPLAIN(item, "limit", "'limit' is %g, outside the scale; a value within %g to %g is expected",
             gauge->limit, gauge->from, gauge->to);
    return false;
}

/* ---- ranges ---- */

/* On a bad scale there is nothing to say about them. */
static bool begin_range(auth_item *item)
{
    const auth_gauge *gauge = item->parent->out;
    const bool scale = auth_has_scale(gauge);
    auth_gauge_range *range = item->out;
    range->from = scale ? gauge->from : -HUGE_VAL;
    range->to = scale ? gauge->to : HUGE_VAL;
    range->critical = strcmp(auth_item_text(item, "colour"), "critical") == 0;
    return item->parent->good;
}

static bool read_end(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    const auth_gauge *gauge = item->parent->out;
    double *end = value_at(item, field);
    if (!value) return true;
    if (!in_unit(item, field->key, value, gauge->unit, end)) return false;
    if (on_scale(gauge, *end)) return true;
    COMPLAIN(item, field->key, "'%s' is %g, outside the scale; %g to %g is expected", field->key, *end,
             gauge->from, gauge->to);
    return false;
}

static void check_range(auth_item *item)
{
    const auth_gauge_range *range = item->out;
    if (range->from < range->to) return;
    COMPLAIN(item, "to", "a range from %g to %g; a 'to' above 'from' is expected", range->from, range->to);
}

#define END(key, text)                                                                                       \
    {                                                                                                        \
        AUTH_ROW(QUANTITY, #key, auth_gauge_range, key), .read = read_end, .meaning = (text),                \
                                                         OTHERWISE("the scale's end")                        \
    }

static const auth_field range_fields[] = {
    END(from, "Where it begins"),
    END(to, "Where it ends"),
    COLOUR(auth_gauge_range, colour, "A name of the palette, `\"#rrggbb\"` or `\"#rrggbbaa\"`"),
};
const auth_table auth_range_table =
    AUTH_TABLE(auth_gauge_range, range_fields, .place = AUTH_AT(auth_gauge_range, place),
               .begin = begin_range, .check = check_range);

/* ---- markers ---- */

static const auth_gauge *find_marked(const auth_item *item)
{
    auth_gauge *gauge = item->out;
    if (gauge->of_index < 0) return NULL; /* it was complained about */
    const auth_gauge *marked = &auth_layout_of(item)->hud.gauges[gauge->of_index];
    if (auth_has_scale(marked)) return marked;
    gauge->of_index = -1;
    COMPLAIN(
        item, "of",
        "gauge '%s' is of kind '%s' and has no scale to mark; a dial, an arc, a bar, an inclinometer or a "
        "trend is expected",
        marked->id, auth_gauge_word(marked->kind));
    return NULL;
}

static void tie_marker(auth_item *item)
{
    auth_gauge *gauge = item->out;
    const auth_gauge *marked = find_marked(item);
    const yaml_node_t *value = auth_item_value(item, "value");
    if (!marked) return;
    gauge->of = marked->id;
    gauge->surface = marked->surface;
    memcpy(gauge->at, marked->at, sizeof gauge->at);
    memcpy(gauge->size, marked->size, sizeof gauge->size);
    gauge->unit = marked->unit;
    auth_read_distance(item, auth_find_field(item->table, "tolerance"), auth_item_value(item, "tolerance"));
    if (!value || !in_unit(item, "value", value, gauge->unit, &gauge->value) ||
        !(marked->from < marked->to) || on_scale(marked, gauge->value))
        return;
    COMPLAIN(item, "value", "'value' is %g, outside the scale of gauge '%s'; %g to %g is expected",
             gauge->value, marked->id, marked->from, marked->to);
}

bool auth_tie_markers(auth_item *item, const auth_field *field)
{
    const auth_hud *hud = item->out;
    for (int i = 0; i < hud->gauge_count && item->reader->report->dropped == 0; i++) {
        auth_item gauge = auth_list_item(item, field, i);
        if (hud->gauges[i].kind == AUTH_GAUGE_MARKER) tie_marker(&gauge);
    }
    return true;
}
