/* The score of an exercise and the plots of its debriefing. */
#include "scenario/scenario_reader.h"

#include <string.h>

/* ---- bounds ---- */

bool auth_read_bound(const auth_item *item, const char *key, const yaml_node_t *value, bool above,
                     const char *signal, auth_condition *bound)
{
    if (!value) return true;
    bound->signal = signal;
    bound->place = bound->value_place = auth_node_place(value);
    bound->above = above;
    return auth_read_any(item->reader, bound->value_place, key, auth_node_text(value), &bound->value,
                         &bound->dimension, &bound->with_unit);
}

/* An angle may leave its unit out: radians do not tell values apart. */
static bool comparable(const auth_condition *a, const auth_condition *b)
{
    const auth_dimension d = a->dimension, e = b->dimension;
    return a->with_unit == b->with_unit && d.kg == e.kg && d.m == e.m && d.s == e.s;
}

bool auth_bounds_exclude(const auth_condition *low, const auth_condition *high)
{
    return low->signal && high->signal && comparable(low, high) && low->value >= high->value;
}

static auth_condition *condition_at(const auth_item *item, const auth_field *field)
{
    return (auth_condition *)(void *)((char *)item->out + field->out);
}

/* ---- components ---- */

enum { SHARE = 1 << AUTH_MEASURE_SHARE };

static const auth_word measures[] = {{"end", AUTH_MEASURE_END},     {"most", AUTH_MEASURE_MOST},
                                     {"least", AUTH_MEASURE_LEAST}, {"mean", AUTH_MEASURE_MEAN},
                                     {"share", AUTH_MEASURE_SHARE}, {"travel", AUTH_MEASURE_TRAVEL}};

static bool begin_component(auth_item *item)
{
    const int measure = auth_item_choice(item, "of");
    return auth_item_set_kind(item, measure,
                              measure == AUTH_MEASURE_SHARE ? "with 'of: share'" : "without 'of: share'");
}

static bool check_name(auth_item *item, const auth_field *field)
{
    const char *name = auth_item_text(item, field->key);
    if (strcmp(name, "total") != 0 && strcmp(name, "extra") != 0) return true;
    COMPLAIN(item, field->key, "'score.%s' is the signal of the whole score; another name is expected", name);
    return false;
}

static bool read_range_end(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    const auth_component *component = item->out;
    return auth_read_bound(item, field->key, value, strcmp(field->key, "low") == 0, component->signal,
                           condition_at(item, field));
}

static bool read_around(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    const auth_component *component = item->out;
    return auth_read_bound(item, field->key, value, false, component->signal, condition_at(item, field));
}

/* Of a share they are shares of the time. */
static bool read_end(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    const auth_component *component = item->out;
    auth_condition *end = condition_at(item, field);
    const double whole = strcmp(field->key, "best") == 0 ? 1.0 : 0.0;
    *end = (auth_condition){.signal = component->signal, .place = component->place, .value = whole};
    if (!auth_read_bound(item, field->key, value, false, component->signal, end)) return false;
    const auth_dimension d = end->dimension;
    if (item->kind != SHARE || (end->value >= 0.0 && end->value <= 1.0 &&
                                (!end->with_unit || (d.kg == 0 && d.m == 0 && d.s == 0 && d.rad == 0))))
        return true;
    COMPLAIN(item, field->key, "'%s' of a share is itself a share; 0 to 1 is expected", field->key);
    return false;
}

/* "8 km/h" is told in km/h. A time stays in seconds: 2.33 min are hard to read. */
static const char *unit_of(const auth_item *item, const auth_component *component)
{
    const auth_dimension d = component->best.dimension;
    const bool time = d.s == 1 && d.kg == 0 && d.m == 0 && d.rad == 0;
    return component->best.with_unit && !time
               ? auth_copy_text(item->reader, auth_quantity_unit(auth_item_text(item, "best")))
               : "";
}

static void check_range(auth_item *item, const auth_condition *low, const auth_condition *high)
{
    if (auth_bounds_exclude(low, high))
        COMPLAIN(item, "high", "'high' is not above 'low'; a larger value is expected");
}

static void check_component(auth_item *item)
{
    auth_component *out = item->out;
    const bool share = item->kind == SHARE;
    if (!out->text) out->text = out->name;
    out->unit = unit_of(item, out);
    if (share && !out->low.signal && !out->high.signal)
        COMPLAIN(item, "of", "'share' with none of 'low' and 'high'; one of them, or both, is expected");
    check_range(item, &out->low, &out->high);
    const bool compared = share || comparable(&out->best, &out->worst) || out->best.value == 0.0;
    if (compared && out->best.value == out->worst.value)
        COMPLAIN(item, auth_item_has(item, "worst") ? "worst" : "best",
                 "'best' and 'worst' are the same; two values are expected, with the points in between");
}

static const auth_field component_fields[] = {
    NAME(auth_component, "Name of the component, any except `total` and `extra`", .check = check_name),
    DRAWN(auth_component, text, AUTH_MEANING_LENGTH, "For people", .least = 1, OTHERWISE("the name")),
    WORD(auth_component, signal, "Signal to measure", PLACE(auth_component, signal_place)),
    CHOICE_AS("of", auth_component, measure, measures,
              "`end`: its value when the exercise ends; `most`, `least`, `mean`; `share`: share of the time "
              "between `low` and `high`; `travel`: sum of its absolute changes",
              DEFAULT("end")),
    READ_INTO(
        QUANTITY, "around", auth_component, around, read_around,
        "The component measures the distance of the signal from this value, e.g. from the middle of a bay",
        .otherwise = "the signal itself", OPTIONAL),
    READ_INTO(QUANTITY, "low", auth_component, low, read_range_end,
              "Lower limit of a share; this, `high` or both", OF(SHARE), OPTIONAL),
    READ_INTO(QUANTITY, "high", auth_component, high, read_range_end,
              "Upper limit of a share; this, `low` or both", OF(SHARE), OPTIONAL),
    REFERENCE(auth_component, during, "tasks", "task", "Name of a task: measured only while it goes on",
              OTHERWISE("always")),
    READ_INTO(QUANTITY, "best", auth_component, best, read_end,
              "Value for full points, other than `worst`; of a share 0 to 1", .needed = ~(unsigned)SHARE,
              OTHERWISE("of a share 1")),
    READ_INTO(QUANTITY, "worst", auth_component, worst, read_end,
              "Value for no points, other than `best`; of a share 0 to 1", .needed = ~(unsigned)SHARE,
              OTHERWISE("of a share 0")),
    /* sums of weights stay exact enough to divide by */
    QUANTITY(auth_component, weight, NUMBER, POSITIVE,
             "Its share of the points is `weight` over the sum of all weights", SPAN("0 to 1e6")),
};
static const auth_table component =
    AUTH_TABLE(auth_component, component_fields, .what = "component", .place = AUTH_AT(auth_component, place),
               .begin = begin_component, .check = check_component);

static const auth_field score_fields[] = {
    QUANTITY(auth_training, pass, NUMBER, ANY, "Required points out of 100", SPAN("0 to 100"), DEFAULT("0")),
    LIST(auth_training, components, component_count, component, 0, AUTH_MAX_COMPONENTS,
         "List of components, at most 16", .check = auth_check_list_signals, OPTIONAL),
};
const auth_table auth_score_table = AUTH_TABLE(auth_training, score_fields, );

/* ---- plots ---- */

static bool read_plot_end(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    const auth_plot *plot = item->out;
    return auth_read_bound(item, field->key, value, strcmp(field->key, "low") == 0, plot->signal,
                           condition_at(item, field));
}

static void check_plot(auth_item *item)
{
    const auth_plot *plot = item->out;
    check_range(item, &plot->low, &plot->high);
}

static const auth_field plot_fields[] = {
    DRAWN(auth_plot, title, 80, "Up to 80 bytes", .least = 1),
    WORD(auth_plot, signal, "The curve", PLACE(auth_plot, signal_place)),
    READ_INTO(QUANTITY, "low", auth_plot, low, read_plot_end, "Lower end of the recommended range, shaded",
              OTHERWISE("none")),
    READ_INTO(QUANTITY, "high", auth_plot, high, read_plot_end, "Upper end of the recommended range, shaded",
              OTHERWISE("none")),
};
const auth_table auth_plot_table =
    AUTH_TABLE(auth_plot, plot_fields, .place = AUTH_AT(auth_plot, place), .check = check_plot);
