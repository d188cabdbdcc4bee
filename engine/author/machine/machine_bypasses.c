/* By-passes: commands that open while controls are at rest. */
#include "machine_reader.h"

static int read_bypass_control(const auth_machine_reader *m, const yaml_node_t *item, const raw_bypass *raw,
                               const auth_bypass *bypass, int index)
{
    const char *name = raw->controls[index];
    const int found = auth_entry_reference(m->file, item, "controls", index, name, &m->names[AUTH_CONTROLS],
                                           "control", "file");
    if (found == AUTH_NOT_FOUND) return found;
    const hl_place place = auth_entry_place(m->file, item, "controls", index);
    const auth_control *control = &m->out->controls[found];
    if (control->circuit == AUTH_NONE || control->follows)
        hl_report_add(m->file->report, place,
                      "control '%s' moves no command directly; one with 'circuit' and 'command' and without "
                      "'follow' is expected",
                      name);
    for (int i = 0; i < index; i++)
        if (bypass->controls[i] == found)
            hl_report_add(m->file->report, place, "control '%s' is named twice; once is expected", name);
    return found;
}

void auth_read_bypass(const auth_machine_reader *m, const yaml_node_t *item, const void *raw, void *out)
{
    const raw_bypass *from = raw;
    auth_bypass *bypass = out;
    bypass->circuit = AUTH_NONE;
    bypass->command = AUTH_NONE;
    bypass->full = 1.0;
    auth_external_command(m, item, from->circuit, from->command, &bypass->circuit, &bypass->command);
    if (from->full)
        auth_read_quantity(m->file, item, "full", -1, from->full, AUTH_KIND_NUMBER, AUTH_POSITIVE,
                           &bypass->full);
    bypass->controls = HL_NEW(m->file->arena, int, from->controls_count);
    if (!bypass->controls) {
        *m->file->starved = true;
        return;
    }
    bypass->control_count = (int)from->controls_count;
    for (int i = 0; i < bypass->control_count; i++)
        bypass->controls[i] = read_bypass_control(m, item, from, bypass, i);
}
