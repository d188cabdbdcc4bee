/* The driveline of a machine: gears, clutch, shaft, axles, differentials, brakes. */
#include "machine_reader.h"

/* ---- wheels and gears ---- */

static void read_wheels(auth_machine_reader *m, const yaml_node_t *driveline, const raw_driven_wheels *raw)
{
    static const char *const keys[AUTH_WHEELS] = {"front_left", "front_right", "rear_left", "rear_right"};
    const char *const names[AUTH_WHEELS] = {raw->front_left, raw->front_right, raw->rear_left,
                                            raw->rear_right};
    const yaml_node_t *item = auth_document_value(m->file->document, driveline, "wheels");
    int *wheels = m->out->driveline.wheels;
    for (int i = 0; i < AUTH_WHEELS; i++) {
        wheels[i] = auth_machine_reference(m, item, keys[i], names[i], AUTH_WHEEL_LIST, "wheel");
        for (int k = 0; k < i && wheels[i] != AUTH_NOT_FOUND; k++)
            if (wheels[k] == wheels[i])
                AUTH_COMPLAIN(m, item, keys[i],
                              "'%s' and '%s' are both '%s'; four different wheels are expected", keys[k],
                              keys[i], names[i]);
    }
}

static const auth_list gear_list = AUTH_LIST(driveline, driveline, gears, gear);
AUTH_BEGINS_ALIKE(gear);

static const auth_rule gear_rules[] = {AUTH_SCALAR(gear, ratio, NUMBER, POSITIVE, 0.0)};

static void read_gears(auth_machine_reader *m, const yaml_node_t *item, const raw_driveline *raw)
{
    auth_driveline *out = &m->out->driveline;
    auth_names names = {NULL, 0};
    auth_items items;
    if (!auth_begin_list(m->file, item, &gear_list, raw, out, &names, &items)) {
        *m->file->starved = true;
        return;
    }
    for (int i = 0; i < out->gear_count; i++) {
        const yaml_node_t *gear = auth_document_entry(m->file->document, items.node, i);
        if (!auth_apply_rules(m->file, gear, AUTH_RULES(gear_rules), false, &raw->gears[i], &out->gears[i]))
            break;
        if (i == 0 || out->gears[i].ratio < out->gears[i - 1].ratio) continue;
        AUTH_COMPLAIN(m, gear, "ratio",
                      "'ratio' is %g, not below that of the gear before; falling ratios are expected",
                      out->gears[i].ratio);
        break;
    }
    if (raw->start_gear)
        out->start_gear =
            auth_name_reference(m->file, item, "start_gear", raw->start_gear, &names, "gear", "driveline");
}

/* ---- the parts ---- */

#define TO(from, key, member, kind, range, fallback)                                                         \
    AUTH_RULE_TO(from, driveline, key, member, kind, range, fallback)

static const auth_rule top_rules[] = {AUTH_SCALAR(driveline, shift_time, TIME, POSITIVE, 0.0)};

static const auth_rule reverse_rules[] = {
    TO(reverse, factor, reverse_factor, NUMBER, POSITIVE, 1.0),
    TO(reverse, time, reverse_time, TIME, POSITIVE, 0.0),
    TO(reverse, max_speed, reverse_speed, ANGULAR_VELOCITY, POSITIVE, 0.0),
    TO(reverse, take_hold, take_hold, MOMENT, NOT_NEGATIVE, 0.0)};

static const auth_rule clutch_rules[] = {
    TO(clutch, capacity, clutch_capacity, MOMENT, POSITIVE, 0.0),
    TO(clutch, slip, clutch_slip, ANGLE, POSITIVE, 0.0),
    TO(clutch, damping, clutch_damping, ANGULAR_SLOWNESS, NOT_NEGATIVE, 0.0)};

static const auth_rule gearbox_rules[] = {
    TO(gearbox, efficiency, gear_efficiency, NUMBER, POSITIVE, 1.0),
    TO(gearbox, drag_torque, drag_torque, MOMENT, NOT_NEGATIVE, 0.0),
    TO(gearbox, drag_speed, drag_speed, ANGULAR_VELOCITY, POSITIVE, 0.0)};

static const auth_rule shaft_rules[] = {
    TO(shaft, inertia, output_inertia, INERTIA, POSITIVE, 0.0),
    TO(shaft, stiffness, shaft_stiffness, TORSIONAL_STIFFNESS, POSITIVE, 0.0),
    TO(shaft, damping, shaft_damping, TORSIONAL_DAMPING, NOT_NEGATIVE, 0.0)};

static const auth_rule axles_rules[] = {TO(axles, front_ratio, front_ratio, NUMBER, POSITIVE, 0.0),
                                        TO(axles, rear_ratio, rear_ratio, NUMBER, POSITIVE, 0.0),
                                        TO(axles, efficiency, axle_efficiency, NUMBER, POSITIVE, 1.0)};

/* Share of the torque that the front axle gets through the open centre differential of a tractor whose axles
 * carry about 40 : 60. */
#define SPLIT 0.4

static const auth_rule differentials_rules[] = {
    TO(differentials, split, split, NUMBER, NOT_NEGATIVE, SPLIT),
    TO(differentials, centre_lock, centre_capacity, MOMENT, NOT_NEGATIVE, 0.0),
    TO(differentials, front_lock, front_capacity, MOMENT, NOT_NEGATIVE, 0.0),
    TO(differentials, rear_lock, rear_capacity, MOMENT, NOT_NEGATIVE, 0.0),
    TO(differentials, slip, lock_slip, ANGLE, POSITIVE, 0.0),
    TO(differentials, damping, lock_damping, ANGULAR_SLOWNESS, NOT_NEGATIVE, 0.0)};

static const auth_rule brakes_rules[] = {
    TO(brakes, service_front, service_front, MOMENT, NOT_NEGATIVE, 0.0),
    TO(brakes, service_rear, service_rear, MOMENT, NOT_NEGATIVE, 0.0),
    TO(brakes, parking_front, parking_front, MOMENT, NOT_NEGATIVE, 0.0),
    TO(brakes, parking_rear, parking_rear, MOMENT, NOT_NEGATIVE, 0.0),
    TO(brakes, slip, brake_slip, ANGLE, POSITIVE, 0.0),
    TO(brakes, damping, brake_damping, ANGULAR_SLOWNESS, NOT_NEGATIVE, 0.0)};

/* A mapping inside `driveline:`. */
static void read_part(const auth_machine_reader *m, const yaml_node_t *driveline, const char *key,
                      const auth_rule *rules, int count, const void *raw)
{
    const yaml_node_t *item = auth_document_value(m->file->document, driveline, key);
    auth_apply_rules(m->file, item, rules, count, false, raw, &m->out->driveline);
}

static void check_share(const auth_machine_reader *m, const yaml_node_t *driveline, const char *part,
                        const char *key, double value)
{
    const yaml_node_t *item = auth_document_value(m->file->document, driveline, part);
    if (auth_is_given(m->file, item, key)) auth_check_range(m->file, item, key, value, 0.0, 1.0);
}

void auth_read_driveline(auth_machine_reader *m, const yaml_node_t *root)
{
    const raw_driveline *raw = m->raw->driveline;
    if (!raw) return;
    const yaml_node_t *item = auth_document_value(m->file->document, root, "driveline");
    auth_driveline *out = &m->out->driveline;
    m->out->has_driveline = true;
    out->place = auth_node_place(item);
    if (!m->raw->engine)
        hl_report_add(m->file->report, out->place, "a driveline without an engine; 'engine' is expected");
    read_wheels(m, item, raw->wheels);
    read_gears(m, item, raw);
    auth_apply_rules(m->file, item, AUTH_RULES(top_rules), false, raw, out);
    read_part(m, item, "reverse", AUTH_RULES(reverse_rules), raw->reverse);
    read_part(m, item, "clutch", AUTH_RULES(clutch_rules), raw->clutch);
    read_part(m, item, "gearbox", AUTH_RULES(gearbox_rules), raw->gearbox);
    read_part(m, item, "shaft", AUTH_RULES(shaft_rules), raw->shaft);
    read_part(m, item, "axles", AUTH_RULES(axles_rules), raw->axles);
    read_part(m, item, "differentials", AUTH_RULES(differentials_rules), raw->differentials);
    read_part(m, item, "brakes", AUTH_RULES(brakes_rules), raw->brakes);
    check_share(m, item, "gearbox", "efficiency", out->gear_efficiency);
    check_share(m, item, "axles", "efficiency", out->axle_efficiency);
    check_share(m, item, "differentials", "split", out->split);
}
