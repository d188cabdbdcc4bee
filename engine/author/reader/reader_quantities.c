/* Quantities under keys: single ones, rows of them, those that only make sense within a span. */
#include "angles.h"
#include "hl/real.h"
#include "reader.h"

#include <math.h>
#include <string.h>

enum { QUOTE_LENGTH = 48 };

/* ---- single ones ---- */

static bool in_range(double value, auth_range range)
{
    static const double full_turn = 360.0 * AUTH_DEGREE;
    switch (range) {
    case AUTH_POSITIVE:
        return value > 0.0;
    case AUTH_NOT_NEGATIVE:
        return value >= 0.0;
    case AUTH_TURN:
        return fabs(value) <= full_turn;
    case AUTH_ANY:
        break;
    }
    return true;
}

bool auth_read_at(const auth_reader *reader, hl_place place, const char *key, const char *text,
                  auth_kind kind, auth_range range, double *value)
{
    char complaint[HL_MESSAGE_LENGTH - 80];
    if (!auth_quantity_read(text, kind, value, complaint, sizeof complaint)) {
        hl_report_add(reader->report, place, "'%s': %s", key, complaint);
        return false;
    }
    if (in_range(*value, range)) return true;
    static const char *const expected[] = {[AUTH_POSITIVE] = "above zero",
                                           [AUTH_NOT_NEGATIVE] = "of zero or more",
                                           [AUTH_TURN] = "within -360 to 360 deg"};
    hl_report_add(reader->report, place, "'%s' is %s; %s %s is expected", key, text, auth_kind_words(kind),
                  expected[range]);
    return false;
}

bool auth_read_any(const auth_reader *reader, hl_place place, const char *key, const char *text,
                   double *value, auth_dimension *dimension, bool *with_unit)
{
    char complaint[HL_MESSAGE_LENGTH - 80];
    if (auth_quantity_read_any(text, value, dimension, with_unit, complaint, sizeof complaint)) return true;
    hl_report_add(reader->report, place, "'%s': %s", key, complaint);
    return false;
}

bool auth_read_quantity(const auth_reader *reader, const yaml_node_t *item, const char *key, int index,
                        const char *text, auth_kind kind, auth_range range, double *value)
{
    return auth_read_at(reader, auth_entry_place(reader, item, key, index), key, text, kind, range, value);
}

hl_place auth_cell_place(const auth_reader *reader, const yaml_node_t *item, const char *key, int row,
                         int column)
{
    const auth_document *document = reader->document;
    const yaml_node_t *list = auth_document_entry(document, auth_document_value(document, item, key), row);
    return auth_node_place(auth_document_entry(document, list, column));
}

bool auth_read_cell(const auth_reader *reader, const yaml_node_t *item, const char *key, int row, int column,
                    const char *text, auth_kind kind, auth_range range, double *value)
{
    return auth_read_at(reader, auth_cell_place(reader, item, key, row, column), key, text, kind, range,
                        value);
}

bool auth_read_pair(const auth_reader *reader, const yaml_node_t *item, const char *key, int index,
                    char *const text[2], const auth_kind kind[2], const auth_range range[2], double value[2])
{
    const auth_document *document = reader->document;
    const yaml_node_t *pair = auth_document_entry(document, auth_document_value(document, item, key), index);
    bool good = true;
    for (int i = 0; i < 2; i++)
        good &= auth_read_at(reader, auth_node_place(auth_document_entry(document, pair, i)), key, text[i],
                             kind[i], range[i], &value[i]);
    return good;
}

bool auth_check_range(const auth_reader *reader, const yaml_node_t *item, const char *key, double value,
                      double low, double high)
{
    if (value >= low && value <= high) return true;
    hl_report_add(reader->report, auth_key_place(reader, item, key),
                  "'%s' is %.10g; %.10g to %.10g is expected", key, value, low, high);
    return false;
}

bool auth_check_span(const auth_reader *reader, const yaml_node_t *item, const char *key, const char *text,
                     double value, double low, double high, const char *span)
{
    return auth_check_span_at(reader, auth_key_place(reader, item, key), key, text, value, low, high, span);
}

bool auth_check_span_at(const auth_reader *reader, hl_place place, const char *key, const char *text,
                        double value, double low, double high, const char *span)
{
    if (value >= low && value <= high) return true;
    char quoted[QUOTE_LENGTH], hint[64] = "";
    const char *degrees = strstr(span, " deg"); /* "1 deg/s to 200 deg/s": the unit ends at the blank */
    if (degrees && !*auth_quantity_unit(text)) {
        const char *per = degrees + strlen(" deg");
        snprintf(hint, sizeof hint, " (a bare number is in rad%.*s)", (int)strcspn(per, " "), per);
    }
    hl_report_add(reader->report, place, "'%s' is %s; %s is expected%s", key,
                  auth_quote(text, quoted, sizeof quoted), span, hint);
    return false;
}

bool auth_check_driven_step(const auth_reader *reader, const yaml_node_t *item, const char *text, double step)
{
    static const double shortest = 1e-5, longest = 2e-2; /* [s] */
    if (!text || !(step > 0.0)) return true;             /* not given, or refused already */
    return auth_check_span(reader, item, "step", text, step, shortest, longest, "10 us to 20 ms");
}

/* The texts of a rule lie one behind the other in the raw struct, the numbers in the descriptor. */
static bool apply_rule(const auth_reader *reader, const yaml_node_t *item, const auth_rule *rule,
                       bool angular, const void *raw, void *out)
{
    char *const *text = (char *const *)(const void *)((const char *)raw + rule->raw);
    double *value = (double *)(void *)((char *)out + rule->out);
    bool good = true;
    for (int i = 0; i < rule->count; i++) {
        value[i] = rule->fallback;
        if (!text[i]) continue;
        good &= auth_read_quantity(reader, item, rule->key, rule->count > 1 ? i : -1, text[i],
                                   angular ? rule->angular : rule->linear, rule->range, &value[i]);
    }
    return good;
}

bool auth_apply_rules(const auth_reader *reader, const yaml_node_t *item, const auth_rule *rules, int count,
                      bool angular, const void *raw, void *out)
{
    bool good = true;
    for (int i = 0; i < count; i++) good &= apply_rule(reader, item, &rules[i], angular, raw, out);
    return good;
}

bool auth_read_direction(const auth_reader *reader, const yaml_node_t *item, const char *key,
                         char *const text[3], const double fallback[3], double direction[3])
{
    memcpy(direction, fallback, 3 * sizeof *direction);
    if (!text[0]) return true;
    for (int i = 0; i < 3; i++)
        if (!auth_read_quantity(reader, item, key, i, text[i], AUTH_KIND_NUMBER, AUTH_ANY, &direction[i]))
            return false;
    const double length = hl_hypot(hl_hypot(direction[0], direction[1]), direction[2]);
    /* Subnormal lengths cannot be scaled to one, overflowing ones neither. */
    if (isnormal(length)) {
        for (int i = 0; i < 3; i++) direction[i] /= length;
        return true;
    }
    hl_report_add(reader->report, auth_key_place(reader, item, key),
                  "'%s' has no direction; a vector other than zero (e.g. [0, 0, 1]) is expected", key);
    return false;
}

/* ---- within a span ---- */

/* Ends of spans that stand in files as degrees or other units, relative. */
static const double rounding = 1e-9;

bool auth_check_bounds(const auth_reader *reader, const yaml_node_t *item, const char *key, const char *text,
                       double value, double low, double high, const char *span)
{
    return auth_check_span(reader, item, key, text, value, low - rounding * fabs(low),
                           high + rounding * fabs(high), span);
}

bool auth_apply_bounded(const auth_reader *reader, const yaml_node_t *item, const auth_bounded *list,
                        int count, const void *raw, void *out)
{
    bool good = true;
    for (int i = 0; i < count; i++) {
        const auth_bounded *b = &list[i];
        const char *text = *(char *const *)(const void *)((const char *)raw + b->rule.raw);
        const double *value = (const double *)(const void *)((const char *)out + b->rule.out);
        bool fits = auth_apply_rules(reader, item, &b->rule, 1, false, raw, out);
        if (fits && text)
            fits = auth_check_bounds(reader, item, b->rule.key, text, *value, b->low, b->high, b->span);
        good &= fits;
    }
    return good;
}

/* In files a hertz is a turn a second, so that speeds of shafts can be written in it. */
bool auth_read_frequency(const auth_reader *reader, const yaml_node_t *item, const char *key,
                         const char *text, double *frequency)
{
    char quoted[QUOTE_LENGTH];
    auth_dimension is;
    bool with_unit;
    const hl_place place = auth_key_place(reader, item, key);
    if (!auth_read_any(reader, place, key, text, frequency, &is, &with_unit)) return false;
    if (!with_unit) return true;
    const bool rate = is.kg == 0 && is.m == 0 && is.s == -1;
    if (rate && is.rad == 1) *frequency /= 2.0 * AUTH_PI;
    if (rate && (is.rad == 0 || is.rad == 1)) return true;
    hl_report_add(reader->report, place, "'%s' is %s; a frequency, like \"420 Hz\" or 420, is expected", key,
                  auth_quote(text, quoted, sizeof quoted));
    return false;
}
