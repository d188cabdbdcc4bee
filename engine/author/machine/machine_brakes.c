/* Brakes on joint coordinates, released by levers. */
#include "machine_reader.h"

static const auth_rule brake_rules[] = {
    AUTH_RULE(brake, torque, 1, FORCE, MOMENT, POSITIVE, 0.0),
    AUTH_RULE(brake, slip, 1, LENGTH, ANGLE, POSITIVE, 0.0),
    AUTH_RULE(brake, damping, 1, SLOWNESS, ANGULAR_SLOWNESS, NOT_NEGATIVE, 0.0),
    AUTH_SCALAR(brake, delay, TIME, NOT_NEGATIVE, 0.0),
};

static int read_release(const auth_machine_reader *m, const yaml_node_t *item, const raw_brake *raw,
                        const auth_brake *brake, int index)
{
    const char *name = raw->released_by[index];
    const int found = auth_lever_reference(m, item, "released_by", index, name);
    for (int i = 0; i < index && found != AUTH_NOT_FOUND; i++)
        if (brake->controls[i] == found)
            hl_report_add(m->file->report, auth_entry_place(m->file, item, "released_by", index),
                          "control '%s' is named twice; once is expected", name);
    return found;
}

void auth_read_brake(const auth_machine_reader *m, const yaml_node_t *item, const void *raw, void *out)
{
    const raw_brake *from = raw;
    auth_brake *brake = out;
    if (auth_coordinate_reference(m->file, item, from->joint, &brake->on))
        auth_apply_rules(m->file, item, AUTH_RULES(brake_rules), brake->on.angular, raw, out);
    brake->controls = HL_NEW(m->file->arena, int, from->released_by_count);
    *m->file->starved |= brake->controls == NULL;
    if (!brake->controls) return;
    brake->control_count = (int)from->released_by_count;
    for (int i = 0; i < brake->control_count; i++) brake->controls[i] = read_release(m, item, from, brake, i);
}
