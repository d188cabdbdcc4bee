/* Axes of bindings: calibration, dead zone, response curve. */
#include "bindings_reader.h"

#include <string.h>

/* Counts of the kernel are 32 bits wide. */
static const double most_counts = 2147483647.0;

static const double most_dead_zone = 0.9;

static const auth_rule axis_rules[] = {
    AUTH_RULE_TO(bound_axis, axis, min, min, NUMBER, ANY, 0.0),
    AUTH_RULE_TO(bound_axis, axis, centre, centre, NUMBER, ANY, 0.0),
    AUTH_RULE_TO(bound_axis, axis, max, max, NUMBER, ANY, 0.0),
    AUTH_RULE_TO(bound_axis, axis, dead_zone, dead_zone, NUMBER, ANY, 0.0),
    AUTH_RULE_TO(bound_axis, axis, saturation, saturation, NUMBER, ANY, 1.0),
    AUTH_RULE_TO(bound_axis, axis, detent, detent, NUMBER, POSITIVE, 0.05), /* 20 detents, a turn of a dial */
};

/* ---- calibration ---- */

static bool check_counts(const auth_reader *reader, const yaml_node_t *item, const auth_axis *axis)
{
    return auth_check_range(reader, item, "min", axis->min, -most_counts, most_counts) &&
           auth_check_range(reader, item, "centre", axis->centre, -most_counts, most_counts) &&
           auth_check_range(reader, item, "max", axis->max, -most_counts, most_counts);
}

static void check_calibration(const auth_reader *reader, const yaml_node_t *item, const auth_axis *axis)
{
    if (!check_counts(reader, item, axis)) return;
    if (axis->has_min && axis->has_max && axis->min >= axis->max) {
        hl_report_add(reader->report, auth_key_place(reader, item, "max"),
                      "'max' is %g and 'min' %g; more than 'min' is expected, and `invert: true` for an axis "
                      "that runs backwards",
                      axis->max, axis->min);
        return;
    }
    if (!axis->has_centre) return;
    if ((axis->has_min && axis->centre <= axis->min) || (axis->has_max && axis->centre >= axis->max))
        hl_report_add(reader->report, auth_key_place(reader, item, "centre"),
                      "'centre' is %g, outside of 'min' and 'max'; one between them is expected",
                      axis->centre);
}

static void check_dead_zone(const auth_reader *reader, const yaml_node_t *item, const auth_axis *axis)
{
    if (!auth_check_range(reader, item, "dead_zone", axis->dead_zone, 0.0, most_dead_zone)) return;
    if (axis->saturation > axis->dead_zone && axis->saturation <= 1.0) return;
    hl_report_add(reader->report, auth_key_place(reader, item, "saturation"),
                  "'saturation' is %g; above 'dead_zone' (%g) and at most 1 is expected", axis->saturation,
                  axis->dead_zone);
}

/* ---- curve ---- */

static bool read_point(const auth_reader *reader, const yaml_node_t *item, const yaml_node_t *row, int index,
                       char *const text[2], double point[2])
{
    static const char *const words[2] = {"way", "response"};
    for (int i = 0; i < 2; i++) {
        if (!auth_read_cell(reader, item, "curve", index, i, text[i], AUTH_KIND_NUMBER, AUTH_ANY, &point[i]))
            return false;
        if (point[i] >= 0.0 && point[i] <= 1.0) continue;
        hl_report_add(reader->report, auth_node_place(auth_document_entry(reader->document, row, i)),
                      "the %s in 'curve' is %g; 0 to 1 is expected", words[i], point[i]);
        return false;
    }
    return true;
}

/* A way that stands still or goes back, a response that falls: the lever would not know where it is. */
static bool check_rising(const auth_reader *reader, const yaml_node_t *row, const double before[2],
                         const double point[2])
{
    if (point[0] > before[0] && point[1] >= before[1]) return true;
    hl_report_add(reader->report, auth_node_place(row),
                  "'curve' folds back from [%g, %g] to [%g, %g]; a longer way and no less response are "
                  "expected",
                  before[0], before[1], point[0], point[1]);
    return false;
}

static void check_ends(const auth_reader *reader, const yaml_node_t *list, const auth_axis *axis)
{
    for (int end = 0; end < 2; end++) {
        const int index = end ? axis->point_count - 1 : 0;
        const double *point = axis->points[index];
        if (point[0] == (double)end && point[1] == (double)end) continue; /* read from text: exact */
        hl_report_add(reader->report, auth_node_place(auth_document_entry(reader->document, list, index)),
                      "'curve' %s at [%g, %g]; [%d, %d] is expected", end ? "ends" : "begins", point[0],
                      point[1], end, end);
    }
}

static void read_points(const auth_reader *reader, const yaml_node_t *item, const yaml_node_t *list,
                        char *const *texts, auth_axis *axis)
{
    const int count = auth_entry_count(list);
    if (count < 2 || count > AUTH_BINDING_POINTS) {
        hl_report_add(reader->report, auth_node_place(list), "'curve' has %d points; 2 to %d are expected",
                      count, (int)AUTH_BINDING_POINTS);
        return;
    }
    for (int i = 0; i < count; i++) {
        const yaml_node_t *row = auth_document_entry(reader->document, list, i);
        if (auth_entry_count(row) != 2) {
            hl_report_add(reader->report, auth_node_place(row),
                          "a point of 'curve' has %d numbers; two, [way, response], are expected",
                          auth_entry_count(row));
            return;
        }
        if (!read_point(reader, item, row, i, texts + (size_t)(2 * i), axis->points[i])) return;
        if (i > 0 && !check_rising(reader, row, axis->points[i - 1], axis->points[i])) return;
    }
    axis->point_count = count;
    check_ends(reader, list, axis);
}

static void read_curve(const auth_reader *reader, const yaml_node_t *item, const raw_bound_axis *raw,
                       auth_axis *axis)
{
    const yaml_node_t *node = auth_document_value(reader->document, item, "curve");
    if (!node) return;
    if (node->type == YAML_SEQUENCE_NODE)
        read_points(reader, item, node, raw->curve, axis);
    else if (auth_read_quantity(reader, item, "curve", -1, raw->curve[0], AUTH_KIND_NUMBER, AUTH_ANY,
                                &axis->progression))
        auth_check_range(reader, item, "curve", axis->progression, 0.0, 1.0);
}

/* ---- relative axes, sides ---- */

static void check_relative(const auth_reader *reader, const yaml_node_t *item, const auth_axis *axis)
{
    static const char *const absolute[] = {"min",        "centre", "max",    "half", "dead_zone",
                                           "saturation", "curve",  "values", "join", "side"};
    if (!axis->relative) {
        auth_refuse(reader, item, "detent", "has no effect on an axis that tells its place");
        return;
    }
    for (size_t i = 0; i < sizeof absolute / sizeof *absolute; i++)
        auth_refuse(reader, item, absolute[i], "has no effect on a relative axis");
    auth_check_range(reader, item, "detent", axis->detent, 0.0, 1.0);
}

static void check_side(const auth_reader *reader, const yaml_node_t *item, const auth_axis *axis)
{
    if (axis->side == AUTH_AXIS_BOTH_SIDES) return;
    auth_refuse(reader, item, "half", "has no effect with 'side'");
    auth_refuse(reader, item, "centre", "has no effect with 'side'");
}

/* ---- the whole ---- */

void auth_read_bound_axis(const auth_reader *reader, const yaml_node_t *item, const raw_bound_axis *raw,
                          auth_axis *axis)
{
    axis->place = auth_node_place(item);
    axis->axis = auth_bound_name(reader, item, "axis", raw->axis, &axis->axis_place);
    axis->command = auth_bound_name(reader, item, "command", raw->command, &axis->command_place);
    axis->with = auth_bound_name(reader, item, "with", raw->with, &axis->with_place);
    axis->has_min = raw->min != NULL;
    axis->has_centre = raw->centre != NULL;
    axis->has_max = raw->max != NULL;
    axis->invert = raw->invert;
    axis->half = raw->half;
    axis->join = (auth_join)raw->join;
    axis->side = (auth_axis_side)raw->side;
    axis->relative = strncmp(raw->axis, "REL_", 4) == 0;
    if (auth_apply_rules(reader, item, AUTH_RULES(axis_rules), false, raw, axis)) {
        check_calibration(reader, item, axis);
        check_dead_zone(reader, item, axis);
        check_relative(reader, item, axis);
        check_side(reader, item, axis);
    }
    read_curve(reader, item, raw, axis);
    auth_read_values(reader, item, raw->values, raw->values_count, axis->values, &axis->value_count);
    auth_read_unless(reader, item, raw->unless, raw->unless_count, &axis->unless);
}
