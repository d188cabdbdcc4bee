/* Pilot lines: from levers to further commands. */
#include "machine_reader.h"

#include <string.h>

/* ---- levers ---- */

bool auth_is_piloted(const auth_machine_reader *m, const char *control)
{
    for (unsigned i = 0; i < m->raw->pilots_count; i++)
        if (strcmp(m->raw->pilots[i].control, control) == 0) return true;
    return false;
}

int auth_lever_reference(const auth_machine_reader *m, const yaml_node_t *item, const char *key, int index,
                         const char *name)
{
    const auth_names *names = &m->names[AUTH_CONTROLS];
    const int found = index < 0
                          ? auth_name_reference(m->file, item, key, name, names, "control", "file")
                          : auth_entry_reference(m->file, item, key, index, name, names, "control", "file");
    if (found == AUTH_NOT_FOUND || m->out->controls[found].lever) return found;
    const hl_place place =
        index < 0 ? auth_key_place(m->file, item, key) : auth_entry_place(m->file, item, key, index);
    hl_report_add(m->file->report, place,
                  "control '%s' is no lever; one that moves a command or is named by a pilot, without "
                  "'drive', 'follow' and 'electric', is expected",
                  name);
    return AUTH_NOT_FOUND;
}

/* ---- pilots ---- */

static void read_yield(const auth_machine_reader *m, const yaml_node_t *item, const raw_yield *raw,
                       auth_pilot *pilot, int index)
{
    struct auth_yield *yield = &pilot->yields[index];
    yield->control = auth_lever_reference(m, item, "to", -1, raw->to);
    yield->side = (auth_side)raw->side;
    if (auth_read_quantity(m->file, item, "share", -1, raw->share, AUTH_KIND_NUMBER, AUTH_ANY, &yield->share))
        auth_check_range(m->file, item, "share", yield->share, 0.0, 1.0);
    if (yield->control != AUTH_NOT_FOUND && yield->control == pilot->control)
        AUTH_COMPLAIN(m, item, "to", "the pilot yields to its own control '%s'; another one is expected",
                      raw->to);
}

static void read_yields(const auth_machine_reader *m, const yaml_node_t *item, const raw_pilot *raw,
                        auth_pilot *pilot)
{
    const yaml_node_t *list = auth_document_value(m->file->document, item, "yields");
    pilot->yields = hl_arena_take(m->file->arena, raw->yields_count, sizeof *pilot->yields);
    *m->file->starved |= pilot->yields == NULL;
    if (!pilot->yields) return;
    pilot->yield_count = (int)raw->yields_count;
    for (int i = 0; i < pilot->yield_count && m->file->report->dropped == 0; i++)
        read_yield(m, auth_document_entry(m->file->document, list, i), &raw->yields[i], pilot, i);
}

static const auth_rule pilot_rules[] = {
    AUTH_SCALAR(pilot, from, NUMBER, NOT_NEGATIVE, 0.0),
    AUTH_SCALAR(pilot, full, NUMBER, ANY, 1.0),
};

void auth_read_pilot(const auth_machine_reader *m, const yaml_node_t *item, const void *raw, void *out)
{
    static const double latest = 0.95; /* some way of the lever must be left that does something */
    const raw_pilot *from = raw;
    auth_pilot *pilot = out;
    pilot->circuit = AUTH_NONE;
    pilot->command = AUTH_NONE;
    pilot->control = auth_lever_reference(m, item, "control", -1, from->control);
    pilot->side = (auth_side)from->side;
    auth_external_command(m, item, from->circuit, from->command, &pilot->circuit, &pilot->command);
    if (auth_apply_rules(m->file, item, AUTH_RULES(pilot_rules), false, raw, out)) {
        auth_check_range(m->file, item, "from", pilot->from, 0.0, latest);
        if (pilot->full == 0.0)
            AUTH_COMPLAIN(m, item, "full", "'full' is 0; a command other than zero is expected");
    }
    read_yields(m, item, from, pilot);
}

/* ---- their supply ---- */

/* [Pa] Gear pumps of pilot circuits are relieved at 35 to 40 bar. */
static const double pilot_pressure = 3.9e6;

void auth_read_pilot_pressure(auth_machine_reader *m, const yaml_node_t *root)
{
    m->out->pilot_pressure = pilot_pressure;
    if (m->out->pilot_count == 0)
        auth_refuse(m->file, root, "pilot_pressure", "has no effect without 'pilots'");
    if (m->raw->pilot_pressure)
        auth_read_quantity(m->file, root, "pilot_pressure", -1, m->raw->pilot_pressure, AUTH_KIND_PRESSURE,
                           AUTH_POSITIVE, &m->out->pilot_pressure);
}
