/* The score of an exercise and the plots of its debriefing. */
#include "training_reader.h"

#include <string.h>

/* ---- bounds ---- */

bool auth_read_bound(const auth_training_reader *t, const yaml_node_t *item, const char *key,
                     const char *text, bool above, const char *signal, auth_condition *bound)
{
    if (!text) return true;
    bound->signal = signal;
    bound->place = bound->value_place = auth_key_place(t->file, item, key);
    bound->above = above;
    return auth_read_any(t->file, bound->value_place, key, text, &bound->value, &bound->dimension,
                         &bound->with_unit);
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

/* ---- components ---- */

static const auth_list component_list = AUTH_LIST(score, training, components, component);
AUTH_BEGINS_ALIKE(component);

static void read_share(const auth_training_reader *t, const yaml_node_t *item, const raw_component *raw,
                       auth_component *out)
{
    const bool good = auth_read_bound(t, item, "low", raw->low, true, out->signal, &out->low) &&
                      auth_read_bound(t, item, "high", raw->high, false, out->signal, &out->high);
    if (!raw->low && !raw->high)
        AUTH_COMPLAIN(t, item, "of",
                      "'share' with none of 'low' and 'high'; one of them, or both, is expected");
    if (good && auth_bounds_exclude(&out->low, &out->high))
        AUTH_COMPLAIN(t, item, "high", "'high' is not above 'low'; a larger value is expected");
}

/* Of a share they are shares of the time. */
static bool check_share_ends(const auth_training_reader *t, const yaml_node_t *item, const char *key,
                             const auth_condition *end)
{
    const auth_dimension d = end->dimension;
    if (end->value >= 0.0 && end->value <= 1.0 &&
        (!end->with_unit || (d.kg == 0 && d.m == 0 && d.s == 0 && d.rad == 0)))
        return true;
    AUTH_COMPLAIN(t, item, key, "'%s' of a share is itself a share; 0 to 1 is expected", key);
    return false;
}

static void read_ends(const auth_training_reader *t, const yaml_node_t *item, const raw_component *raw,
                      auth_component *out)
{
    const bool share = out->measure == AUTH_MEASURE_SHARE;
    if (!share && (!raw->best || !raw->worst)) {
        hl_report_add(t->file->report, auth_node_place(item),
                      "a component of '%s' without '%s'; the key is expected",
                      auth_measure_word((int)out->measure), raw->best ? "worst" : "best");
        return;
    }
    out->best = (auth_condition){.signal = out->signal, .place = out->place, .value = 1.0};
    out->worst = (auth_condition){.signal = out->signal, .place = out->place, .value = 0.0};
    if (!auth_read_bound(t, item, "best", raw->best, false, out->signal, &out->best) ||
        !auth_read_bound(t, item, "worst", raw->worst, false, out->signal, &out->worst))
        return;
    if (share &&
        (!check_share_ends(t, item, "best", &out->best) || !check_share_ends(t, item, "worst", &out->worst)))
        return;
    const bool compared = share || comparable(&out->best, &out->worst) || out->best.value == 0.0;
    if (compared && out->best.value == out->worst.value)
        AUTH_COMPLAIN(t, item, raw->worst ? "worst" : "best",
                      "'best' and 'worst' are the same; two values are expected, with the points in "
                      "between");
}

/* "8 km/h" is told in km/h. A time stays in seconds: 2.33 min are hard to read. */
static const char *unit_of(const auth_training_reader *t, const raw_component *raw, const auth_component *out)
{
    const auth_dimension d = out->best.dimension;
    const bool time = d.s == 1 && d.kg == 0 && d.m == 0 && d.rad == 0;
    return raw->best && out->best.with_unit && !time ? auth_copy_text(t->file, auth_quantity_unit(raw->best))
                                                     : "";
}

static const auth_rule weight_rule[] = {AUTH_SCALAR(component, weight, NUMBER, POSITIVE, 0.0)};

static void read_component(const auth_training_reader *t, const yaml_node_t *item, const raw_component *raw,
                           auth_component *out)
{
    out->text = raw->text ? auth_drawn_text(t->file, item, "text", raw->text) : out->name;
    out->signal = auth_copy_text(t->file, raw->signal);
    out->signal_place = auth_key_place(t->file, item, "signal");
    out->measure = auth_given(t->file, item, "of") ? (auth_measure)raw->of : AUTH_MEASURE_END;
    out->during = -1;
    if (raw->during) {
        const int found =
            auth_name_reference(t->file, item, "during", raw->during, &t->tasks, "task", "file");
        if (found != AUTH_NOT_FOUND) out->during = found;
    }
    if (strcmp(out->name, "total") == 0 || strcmp(out->name, "extra") == 0)
        AUTH_COMPLAIN(t, item, "name",
                      "'score.%s' is the signal of the whole score; another name is expected", out->name);
    static const double heaviest = 1e6; /* sums of weights stay exact enough to divide by */
    if (auth_apply_rules(t->file, item, AUTH_RULES(weight_rule), false, raw, out))
        auth_check_range(t->file, item, "weight", out->weight, 0.0, heaviest);
    if (out->measure == AUTH_MEASURE_SHARE) {
        read_share(t, item, raw, out);
    } else {
        auth_refuse(t->file, item, "low", "has no effect without 'of: share'");
        auth_refuse(t->file, item, "high", "has no effect without 'of: share'");
    }
    read_ends(t, item, raw, out);
    out->unit = unit_of(t, raw, out);
}

static const auth_rule pass_rule[] = {AUTH_RULE_TO(score, training, pass, pass, NUMBER, ANY, 0.0)};

bool auth_read_score(auth_training_reader *t)
{
    const raw_score *raw = t->raw->score;
    if (!raw) return true;
    static const double all = 100.0; /* points there are */
    const yaml_node_t *score = auth_document_value(t->file->document, t->root, "score");
    auth_items items;
    auth_names names;
    if (auth_apply_rules(t->file, score, AUTH_RULES(pass_rule), false, raw, t->out))
        auth_check_range(t->file, score, "pass", t->out->pass, 0.0, all);
    if (!auth_begin_list(t->file, score, &component_list, raw, t->out, &names, &items)) return false;
    auth_check_signals(t->file, &component_list, &items, "component");
    for (int i = 0; i < items.count && t->file->report->dropped == 0; i++)
        read_component(t, auth_document_entry(t->file->document, items.node, i), &raw->components[i],
                       &t->out->components[i]);
    return true;
}

/* ---- plots ---- */

static void read_plot(const auth_training_reader *t, const yaml_node_t *item, const raw_plot *raw,
                      auth_plot *out)
{
    out->title = auth_drawn_text(t->file, item, "title", raw->title);
    out->place = auth_node_place(item);
    out->signal = auth_copy_text(t->file, raw->signal);
    out->signal_place = auth_key_place(t->file, item, "signal");
    if (auth_read_bound(t, item, "low", raw->low, true, out->signal, &out->low) &&
        auth_read_bound(t, item, "high", raw->high, false, out->signal, &out->high) &&
        auth_bounds_exclude(&out->low, &out->high))
        AUTH_COMPLAIN(t, item, "high", "'high' is not above 'low'; a larger value is expected");
}

bool auth_read_plots(auth_training_reader *t)
{
    const yaml_node_t *list = auth_document_value(t->file->document, t->root, "plots");
    t->out->plot_count = (int)t->raw->plots_count;
    t->out->plots = HL_NEW(t->file->arena, auth_plot, t->raw->plots_count);
    if (!t->out->plots) return false;
    for (int i = 0; i < t->out->plot_count && t->file->report->dropped == 0; i++)
        read_plot(t, auth_document_entry(t->file->document, list, i), &t->raw->plots[i], &t->out->plots[i]);
    return true;
}
