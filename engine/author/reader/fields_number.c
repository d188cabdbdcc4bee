/* Numbers: quantities with their limits, vectors, directions, frequencies, whole numbers. */
#include "fields.h"

#include "hl/real.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUOTE_LENGTH = 48 };

/* ---- single ones ---- */

/* Ends of spans that stand in files as degrees or other units, relative. */
static const double rounding = 1e-9;

bool auth_span_read(const char *span, auth_kind kind, double *low, double *high)
{
    char first[2 * AUTH_QUANTITY_LENGTH], complaint[HL_MESSAGE_LENGTH];
    const char *to = strstr(span, " to ");
    if (!to || (size_t)(to - span) > AUTH_QUANTITY_LENGTH) return false;
    const char *second = to + strlen(" to ");
    snprintf(first, sizeof first, "%.*s", (int)(to - span), span);
    if (!*auth_quantity_unit(first))
        snprintf(first + (to - span), sizeof first - (size_t)(to - span), " %.*s",
                 (int)AUTH_QUANTITY_LENGTH - 1, auth_quantity_unit(second));
    return auth_quantity_read(first, kind, low, complaint, sizeof complaint) &&
           auth_quantity_read(second, kind, high, complaint, sizeof complaint) && *low <= *high;
}

static bool check_ends(const auth_item *item, const char *key, const yaml_node_t *node, double low,
                       double high, const char *span, double value)
{
    return auth_check_span(item->reader, auth_node_place(node), key, auth_node_text(node), value,
                           low - rounding * fabs(low), high + rounding * fabs(high), span);
}

static bool check_span(const auth_item *item, const char *key, const yaml_node_t *node, auth_kind kind,
                       const char *span, double value)
{
    double low, high;
    return !span || !auth_span_read(span, kind, &low, &high) ||
           check_ends(item, key, node, low, high, span, value);
}

bool auth_item_quantity(const auth_item *item, const char *key, const yaml_node_t *value, auth_kind kind,
                        auth_range range, const char *span, double *out)
{
    return auth_read_at(item->reader, auth_node_place(value), key, auth_node_text(value), kind, range, out) &&
           check_span(item, key, value, kind, span, *out);
}

static auth_kind kind_of(const auth_item *item, const auth_field *field)
{
    return item->angular ? field->angular : field->kind;
}

bool auth_field_quantity(const auth_item *item, const auth_field *field, const yaml_node_t *value,
                         double *out)
{
    return auth_item_quantity(item, field->key, value, kind_of(item, field), field->range, field->span, out);
}

/* Defaults have no place to complain at: a test looks whether each can be read. */
static double default_of(const auth_item *item, const auth_field *field)
{
    char complaint[HL_MESSAGE_LENGTH];
    double value = field->absent;
    if (field->fallback)
        auth_quantity_read(field->fallback, kind_of(item, field), &value, complaint, sizeof complaint);
    return value;
}

static bool read_quantity(const auth_item *item, const auth_field *field, const yaml_node_t *value,
                          double *out)
{
    if (value) return auth_field_quantity(item, field, value, out);
    *out = default_of(item, field);
    return true;
}

static bool read_count(const auth_item *item, const auth_field *field, const yaml_node_t *value, int *out)
{
    const char *text = value ? auth_node_text(value) : field->fallback;
    *out = text ? (int)strtol(text, NULL, 10) : (int)field->absent;
    return !value || check_span(item, field->key, value, AUTH_KIND_NUMBER, field->span, *out);
}

/* In files a hertz is a turn a second, so that speeds of shafts can be written in it. */
static bool convert_frequency(const auth_item *item, const auth_field *field, const yaml_node_t *value,
                              double *out)
{
    char quoted[QUOTE_LENGTH];
    auth_dimension is;
    bool with_unit;
    const char *text = auth_node_text(value);
    if (!auth_read_any(item->reader, auth_node_place(value), field->key, text, out, &is, &with_unit))
        return false;
    if (!with_unit) return true;
    const bool rate = is.kg == 0 && is.m == 0 && is.s == -1;
    if (rate && is.rad == 1) *out /= 2.0 * AUTH_PI;
    if (rate && (is.rad == 0 || is.rad == 1)) return true;
    hl_report_add(item->reader->report, auth_node_place(value),
                  "'%s' is %s; a frequency, like \"420 Hz\" or 420, is expected", field->key,
                  auth_quote(text, quoted, sizeof quoted));
    return false;
}

static bool read_frequency(const auth_item *item, const auth_field *field, const yaml_node_t *value,
                           double *out)
{
    double low, high;
    char complaint[HL_MESSAGE_LENGTH];
    if (!value) {
        if (field->fallback &&
            auth_quantity_read(field->fallback, AUTH_KIND_ANGULAR_VELOCITY, out, complaint, sizeof complaint))
            *out /= 2.0 * AUTH_PI;
        return true;
    }
    if (!convert_frequency(item, field, value, out)) return false;
    if (!field->span || !auth_span_read(field->span, AUTH_KIND_ANGULAR_VELOCITY, &low, &high)) return true;
    return check_ends(item, field->key, value, low / (2.0 * AUTH_PI), high / (2.0 * AUTH_PI), field->span,
                      *out);
}

/* ---- several ---- */

/* Entry of a default of several numbers: "[1.5, 0.5]"; one number stands for all. */
static double default_entry(const auth_item *item, const auth_field *field, unsigned index)
{
    char text[2 * AUTH_QUANTITY_LENGTH], complaint[HL_MESSAGE_LENGTH];
    double value = field->absent;
    if (!field->fallback || *field->fallback != '[') return default_of(item, field);
    const char *at = field->fallback + 1;
    for (unsigned i = 0; i < index && strchr(at, ','); i++) at = strchr(at, ',') + 1;
    snprintf(text, sizeof text, "%.*s", (int)strcspn(at, ",]"), at);
    auth_quantity_read(text, kind_of(item, field), &value, complaint, sizeof complaint);
    return value;
}

static bool read_vector(const auth_item *item, const auth_field *field, const yaml_node_t *value, double *out)
{
    bool good = true;
    for (unsigned i = 0; i < field->most; i++) {
        if (value)
            good &= auth_field_quantity(item, field,
                                        auth_document_entry(item->reader->document, value, (int)i), &out[i]);
        else
            out[i] = default_entry(item, field, i);
    }
    return good;
}

static bool read_direction(const auth_item *item, const auth_field *field, const yaml_node_t *value,
                           double *out)
{
    if (!read_vector(item, field, value, out)) return false;
    if (!value) return true;
    const double length = hl_hypot(hl_hypot(out[0], out[1]), out[2]);
    /* Subnormal lengths cannot be scaled to one, overflowing ones neither. */
    if (isnormal(length)) {
        for (int i = 0; i < 3; i++) out[i] /= length;
        return true;
    }
    COMPLAIN(item, field->key, "'%s' has no direction; a vector other than zero (e.g. [0, 0, 1]) is expected",
             field->key);
    return false;
}

bool auth_field_number(auth_item *item, const auth_field *field, const yaml_node_t *value, void *out)
{
    switch (field->type) {
    case AUTH_FIELD_COUNT:
        return read_count(item, field, value, out);
    case AUTH_FIELD_FREQUENCY:
        return read_frequency(item, field, value, out);
    case AUTH_FIELD_VECTOR:
        return read_vector(item, field, value, out);
    case AUTH_FIELD_DIRECTION:
        return read_direction(item, field, value, out);
    default:
        return read_quantity(item, field, value, out);
    }
}
