/* Quantities that only make sense within a span, and frequencies. */
#include "reader.h"

#include <math.h>

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
    static const double turn = 6.283185307179586; /* [rad] */
    char complaint[HL_MESSAGE_LENGTH - 80], quoted[48];
    auth_dimension is;
    bool with_unit;
    const hl_place place = auth_key_place(reader, item, key);
    if (!auth_quantity_read_any(text, frequency, &is, &with_unit, complaint, sizeof complaint)) {
        hl_report_add(reader->report, place, "'%s': %s", key, complaint);
        return false;
    }
    if (!with_unit) return true;
    const bool rate = is.kg == 0 && is.m == 0 && is.s == -1;
    if (rate && is.rad == 1) *frequency /= turn;
    if (rate && (is.rad == 0 || is.rad == 1)) return true;
    hl_report_add(reader->report, place, "'%s' is %s; a frequency, like \"420 Hz\" or 420, is expected", key,
                  auth_quote(text, quoted, sizeof quoted));
    return false;
}
