/* Regions, counters and profiles of an exercise. */
#include "training_reader.h"

#include "hl/trig.h"

#include <math.h>

/* ---- regions ---- */

static const auth_list region_list = AUTH_LIST(training, training, regions, region);
AUTH_BEGINS_ALIKE(region);

static const auth_rule region_rules[] = {
    AUTH_VECTOR(region, at, LENGTH, ANY),
    AUTH_VECTOR(region, size, LENGTH, POSITIVE),
    AUTH_SCALAR(region, heading, ANGLE, TURN, 0.0),
    AUTH_VECTOR(region, point, LENGTH, ANY),
};

/* Half edges, along x and y of the field, of what just holds a turned rectangle. */
static void half_extent(double length, double width, double heading, double half[2])
{
    double s, c;
    hl_sincos(heading, &s, &c);
    half[0] = 0.5 * (length * fabs(c) + width * fabs(s));
    half[1] = 0.5 * (length * fabs(s) + width * fabs(c));
}

/* Where a sum of lengths would no longer be a place. */
static bool check_reach(const auth_training_reader *t, const yaml_node_t *item, const auth_region *region)
{
    static const double farthest = 1e5; /* [m] beyond any site */
    const struct {
        const char *key;
        const double *values;
    } rows[] = {{"at", region->at}, {"size", region->size}, {"point", region->point}};
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++)
            if (!auth_check_range(t->file, item, rows[k].key, rows[k].values[i], -farthest, farthest))
                return false;
    return true;
}

/* Ground with a surface of its own carries the machine beyond the field; without one nothing is there. */
static void check_region(const auth_training_reader *t, const yaml_node_t *item, const auth_region *region)
{
    const auth_sand *sand = &t->scenario->sand;
    if (!sand->present || t->scenario->ground.surface) return;
    double half[2];
    half_extent(region->size[0], region->size[1], region->heading, half);
    for (int i = 0; i < 2; i++) {
        if (region->at[i] - half[i] < sand->to[i] && region->at[i] + half[i] > sand->from[i]) continue;
        AUTH_COMPLAIN(t, item, "at",
                      "the region lies outside the field of sand, and the ground there has no 'surface' "
                      "to drive on; one that has a share of the field is expected");
        return;
    }
}

static bool read_regions(auth_training_reader *t)
{
    auth_items items;
    if (!auth_begin_list(t->file, t->root, &region_list, t->raw, t->out, &t->regions, &items)) return false;
    auth_check_signals(t->file, &region_list, &items, "region");
    for (int i = 0; i < items.count && t->file->report->dropped == 0; i++) {
        const yaml_node_t *item = auth_document_entry(t->file->document, items.node, i);
        const raw_region *raw = &t->raw->regions[i];
        auth_region *region = &t->out->regions[i];
        region->body = raw->body ? auth_copy_text(t->file, raw->body) : NULL;
        region->body_place = auth_key_place(t->file, item, "body");
        if (auth_apply_rules(t->file, item, AUTH_RULES(region_rules), false, raw, region) &&
            check_reach(t, item, region))
            check_region(t, item, region);
    }
    return true;
}

/* ---- counters ---- */

static const auth_list counter_list = AUTH_LIST(training, training, counters, counter);
AUTH_BEGINS_ALIKE(counter);

static const auth_rule counter_rules[] = {AUTH_SCALAR(counter, initial, NUMBER, ANY, 0.0)};

static bool read_counters(auth_training_reader *t)
{
    auth_items items;
    if (!auth_begin_list(t->file, t->root, &counter_list, t->raw, t->out, &t->counters, &items)) return false;
    auth_check_signals(t->file, &counter_list, &items, "counter");
    for (int i = 0; i < items.count && t->file->report->dropped == 0; i++) {
        const yaml_node_t *item = auth_document_entry(t->file->document, items.node, i);
        auth_counter *counter = &t->out->counters[i];
        if (auth_apply_rules(t->file, item, AUTH_RULES(counter_rules), false, &t->raw->counters[i], counter))
            auth_check_range(t->file, item, "initial", counter->initial, -AUTH_MOST_COUNTED,
                             AUTH_MOST_COUNTED);
    }
    return true;
}

/* ---- profiles ---- */

static const auth_list profile_list = AUTH_LIST(training, training, profiles, profile);
AUTH_BEGINS_ALIKE(profile);

static const auth_rule profile_rules[] = {
    AUTH_RULE(profile, at, 2, LENGTH, LENGTH, ANY, 0.0),
    AUTH_SCALAR(profile, heading, ANGLE, TURN, 0.0),
    AUTH_SCALAR(profile, length, LENGTH, POSITIVE, 0.0),
    AUTH_SCALAR(profile, width, LENGTH, POSITIVE, 0.0),
    AUTH_SCALAR(profile, height, LENGTH, ANY, 0.0),
    AUTH_SCALAR(profile, grade, NUMBER, ANY, 0.0),
    AUTH_SCALAR(profile, tolerance, LENGTH, POSITIVE, 0.0),
};

static void check_profile_in_field(const auth_training_reader *t, const yaml_node_t *item,
                                   const auth_profile *profile)
{
    static const double rounding = 1e-9; /* [m] of turned edges that lie on the field's own */
    const auth_sand *sand = &t->scenario->sand;
    double half[2];
    half_extent(profile->length, profile->width, profile->heading, half);
    for (int i = 0; i < 2; i++) {
        if (profile->at[i] - half[i] >= sand->from[i] - rounding &&
            profile->at[i] + half[i] <= sand->to[i] + rounding)
            continue;
        AUTH_COMPLAIN(t, item, "at",
                      "the profile reaches out of the field of sand; one that lies within 'from' and 'to' "
                      "of the sand is expected");
        return;
    }
    if (profile->height < -sand->depth)
        AUTH_COMPLAIN(t, item, "height",
                      "the profile lies %g m deep, the rigid bottom %g m; a 'height' above the bottom is "
                      "expected",
                      -profile->height, sand->depth);
}

static void read_profile(const auth_training_reader *t, const yaml_node_t *item, const raw_profile *raw,
                         auth_profile *profile)
{
    static const double steepest = 1.0; /* 45 deg: no soil of ours stands steeper in the open */
    static const double widest = 1.0;   /* [m] a tolerance beyond it tolerates all that a machine does */
    static const double highest = 20.0; /* [m] as piles */
    if (!auth_apply_rules(t->file, item, AUTH_RULES(profile_rules), false, raw, profile)) return;
    auth_check_range(t->file, item, "grade", profile->grade, -steepest, steepest);
    auth_check_bounds(t->file, item, "tolerance", raw->tolerance, profile->tolerance, 0.0, widest,
                      "up to 1 m");
    auth_check_bounds(t->file, item, "height", raw->height, profile->height, -highest, highest,
                      "-20 m to 20 m");
    if (t->scenario->sand.present)
        check_profile_in_field(t, item, profile);
    else
        hl_report_add(t->file->report, auth_node_place(item),
                      "a profile on rigid ground; a scenario with 'sand' is expected");
}

static bool read_profiles(auth_training_reader *t)
{
    auth_items items;
    auth_names names;
    if (!auth_begin_list(t->file, t->root, &profile_list, t->raw, t->out, &names, &items)) return false;
    auth_check_signals(t->file, &profile_list, &items, "profile");
    for (int i = 0; i < items.count && t->file->report->dropped == 0; i++)
        read_profile(t, auth_document_entry(t->file->document, items.node, i), &t->raw->profiles[i],
                     &t->out->profiles[i]);
    return true;
}

bool auth_read_places(auth_training_reader *t)
{
    return read_regions(t) && read_counters(t) && read_profiles(t);
}
