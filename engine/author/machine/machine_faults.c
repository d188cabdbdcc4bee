/* Faults: what an instructor can break. Each gets a control, `fault.NAME`, behind those of the file, and a
 * leak a throttle with its command, behind those of its circuit. */
#include "machine_reader.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- which keys a kind takes ---- */

#define BIT(kind) (1u << (kind))

/* A key that the fault has. */
static const struct kind_key {
    const char *key;
    unsigned needed, allowed; /* by kinds, see BIT */
} kind_keys[] = {
    {"circuit", BIT(AUTH_FAULT_LEAK) | BIT(AUTH_FAULT_VALVE), 0},
    {"volume", BIT(AUTH_FAULT_LEAK), 0},
    {"flow", BIT(AUTH_FAULT_LEAK), 0},
    {"pressure", BIT(AUTH_FAULT_LEAK), 0},
    {"command", BIT(AUTH_FAULT_VALVE), 0},
    {"signal", BIT(AUTH_FAULT_SENSOR), 0},
    {"mode", 0, BIT(AUTH_FAULT_SENSOR)},
    {"wheel", BIT(AUTH_FAULT_TIRE), 0},
};

static bool check_keys(const auth_machine_reader *m, const yaml_node_t *item, auth_fault_kind kind)
{
    bool all = true;
    for (size_t i = 0; i < sizeof kind_keys / sizeof *kind_keys; i++) {
        const struct kind_key *k = &kind_keys[i];
        if (k->needed & BIT(kind)) {
            if (auth_is_given(m->file, item, k->key)) continue;
            AUTH_COMPLAIN(m, item, "kind", "a fault of the kind '%s' without '%s'; it is expected",
                          auth_fault_kind_word((int)kind), k->key);
            all = false;
        } else if (!(k->allowed & BIT(kind))) {
            char why[80];
            snprintf(why, sizeof why, "has no effect on a fault of the kind '%s'",
                     auth_fault_kind_word((int)kind));
            auth_refuse(m->file, item, k->key, why);
        }
    }
    return all;
}

/* ---- kinds ---- */

static void need_engine(const auth_machine_reader *m, const yaml_node_t *item)
{
    if (!m->out->has_engine && !m->out->has_driveline) /* a driveline asks for one itself */
        AUTH_COMPLAIN(m, item, "kind", "'kind' has no effect without 'engine'; one is expected");
}

/* Of a circuit's sources that of the lowest pressure; AUTH_NONE: there is none. */
static int find_tank(const auth_circuit *circuit)
{
    int tank = AUTH_NONE;
    const hyd_node_def *nodes = circuit->def.nodes;
    for (int i = 0; i < circuit->def.node_count; i++) {
        if (nodes[i].kind != HYD_SOURCE) continue;
        if (tank == AUTH_NONE || nodes[i].pressure < nodes[tank].pressure) tank = i;
    }
    return tank;
}

static const auth_rule leak_rules[] = {
    AUTH_SCALAR(fault, flow, FLOW, POSITIVE, 0.0),
    AUTH_SCALAR(fault, pressure, PRESSURE, POSITIVE, 0.0),
};

static void read_leak(const auth_machine_reader *m, const yaml_node_t *item, const raw_fault *raw,
                      auth_fault *fault)
{
    const auth_circuit *circuit = &m->file->out->circuits[fault->circuit];
    fault->volume =
        auth_name_reference(m->file, item, "volume", raw->volume,
                            &m->file->circuit_names[fault->circuit][AUTH_LIST_NODE], "node", "circuit");
    if (fault->volume != AUTH_NOT_FOUND && circuit->def.nodes[fault->volume].kind == HYD_SOURCE)
        AUTH_COMPLAIN(m, item, "volume", "node '%s' is a source; a control volume is expected", raw->volume);
    if (find_tank(circuit) == AUTH_NONE)
        AUTH_COMPLAIN(m, item, "circuit",
                      "circuit '%s' has no source, and so nowhere to leak to; one with a tank is expected",
                      raw->circuit);
    if (!auth_apply_rules(m->file, item, AUTH_RULES(leak_rules), false, raw, fault)) return;
    if (fault->pressure < circuit->def.flow_law.transition)
        AUTH_COMPLAIN(m, item, "pressure",
                      "'pressure' is %s, below the transition to laminar flow at %g Pa; at least that "
                      "much is expected",
                      raw->pressure, circuit->def.flow_law.transition);
}

static bool moved(const auth_machine *machine, int circuit, int command)
{
    bool any = false;
    for (int i = 0; i < machine->control_count; i++)
        any |= machine->controls[i].circuit == circuit && machine->controls[i].command == command;
    for (int i = 0; i < machine->bypass_count; i++)
        any |= machine->bypasses[i].circuit == circuit && machine->bypasses[i].command == command;
    for (int i = 0; i < machine->pilot_count; i++)
        any |= machine->pilots[i].circuit == circuit && machine->pilots[i].command == command;
    return any;
}

static void read_valve(const auth_machine_reader *m, const yaml_node_t *item, const raw_fault *raw,
                       auth_fault *fault)
{
    fault->command =
        auth_name_reference(m->file, item, "command", raw->command,
                            &m->file->circuit_names[fault->circuit][AUTH_LIST_COMMAND], "command", "circuit");
    if (fault->command != AUTH_NOT_FOUND && !moved(m->out, fault->circuit, fault->command))
        AUTH_COMPLAIN(m, item, "command",
                      "nothing moves the command '%s'; one that a control, a by-pass or a pilot moves is "
                      "expected",
                      raw->command);
}

static void read_in_circuit(const auth_machine_reader *m, const yaml_node_t *item, const raw_fault *raw,
                            auth_fault *fault)
{
    fault->circuit = auth_reference(m->file, item, "circuit", raw->circuit, AUTH_CIRCUITS);
    if (fault->circuit == AUTH_NOT_FOUND) return;
    if (fault->kind == AUTH_FAULT_LEAK)
        read_leak(m, item, raw, fault);
    else
        read_valve(m, item, raw, fault);
}

static void read_kind(const auth_machine_reader *m, const yaml_node_t *item, const raw_fault *raw,
                      auth_fault *fault)
{
    switch (fault->kind) {
    case AUTH_FAULT_ENGINE:
    case AUTH_FAULT_FUEL:
        need_engine(m, item);
        break;
    case AUTH_FAULT_LEAK:
    case AUTH_FAULT_VALVE:
        read_in_circuit(m, item, raw, fault);
        break;
    case AUTH_FAULT_SENSOR:
        fault->signal = auth_copy_text(m->file, raw->signal);
        fault->signal_place = auth_key_place(m->file, item, "signal");
        fault->dead = raw->mode == RAW_MODE_DEAD;
        break;
    case AUTH_FAULT_TIRE:
        fault->wheel = auth_machine_reference(m, item, "wheel", raw->wheel, AUTH_WHEEL_LIST, "wheel");
        break;
    }
}

void auth_read_fault(const auth_machine_reader *m, const yaml_node_t *item, const void *raw, void *out)
{
    const raw_fault *from = raw;
    auth_fault *fault = out;
    fault->circuit = fault->volume = fault->command = fault->wheel = AUTH_NONE;
    fault->meaning = auth_copy_text(m->file, from->meaning);
    fault->kind = (auth_fault_kind)from->kind;
    if (check_keys(m, item, fault->kind)) read_kind(m, item, from, fault);
}

/* ---- what faults add ---- */

/* A longer copy of a list, with room for one more behind it. NULL: out of memory. */
static void *longer(const auth_machine_reader *m, const void *list, int count, size_t size)
{
    char *copy = hl_arena_take(m->file->arena, (size_t)count + 1, size);
    *m->file->starved |= copy == NULL;
    if (copy != NULL && count > 0) memcpy(copy, list, (size_t)count * size);
    return copy;
}

/* Q = s flow sqrt(p/pressure): a throttle of C_v = flow/sqrt(pressure), opened by s. */
static void add_leak(const auth_machine_reader *m, auth_fault *fault, const char *name)
{
    const auth_circuit *circuit = &m->file->out->circuits[fault->circuit];
    hyd_circuit_def *def = &m->file->out->circuits[fault->circuit].def;
    hyd_command_def *commands = longer(m, def->commands, def->command_count, sizeof *commands);
    hyd_orifice_def *throttles = longer(m, def->orifices, def->orifice_count, sizeof *throttles);
    if (commands == NULL || throttles == NULL) return;
    fault->command = def->command_count;
    commands[def->command_count++] = (hyd_command_def){.name = name, .place = fault->place};
    throttles[def->orifice_count++] = (hyd_orifice_def){.name = name,
                                                        .place = fault->place,
                                                        .a = fault->volume,
                                                        .b = find_tank(circuit),
                                                        .coefficient = fault->flow / sqrt(fault->pressure),
                                                        .commanded = true,
                                                        .command = fault->command};
    def->commands = commands;
    def->orifices = throttles;
}

static bool check_free(const auth_machine_reader *m, const auth_fault *fault, const char *name)
{
    if (auth_names_find(&m->names[AUTH_CONTROLS], name) == AUTH_NOT_FOUND) return true;
    hl_report_add(m->file->report, fault->place,
                  "a control of the file is called '%s', as that of this fault will be; another name is "
                  "expected",
                  name);
    return false;
}

static void add_control(const auth_machine_reader *m, int index)
{
    auth_machine *machine = m->out;
    auth_fault *fault = &machine->faults[index];
    char text[AUTH_NAME_LENGTH + sizeof "fault."];
    snprintf(text, sizeof text, "fault.%s", fault->name);
    const char *name = auth_copy_text(m->file, text);
    auth_control *controls = longer(m, machine->controls, machine->control_count, sizeof *controls);
    if (name == NULL || controls == NULL || !check_free(m, fault, name)) return;
    fault->control = machine->control_count;
    controls[machine->control_count++] = (auth_control){.name = name,
                                                        .place = fault->place,
                                                        .meaning = fault->meaning,
                                                        .high = 1.0,
                                                        .circuit = AUTH_NONE,
                                                        .command = AUTH_NONE,
                                                        .full = 1.0,
                                                        .fault = index};
    machine->controls = controls;
    if (fault->kind == AUTH_FAULT_LEAK) add_leak(m, fault, name);
}

void auth_add_faults(auth_machine_reader *m)
{
    if (!hl_report_clean(m->file->report)) return; /* circuits, volumes may be missing */
    for (int i = 0; i < m->out->fault_count && !*m->file->starved; i++) add_control(m, i);
}
