/* Faults that an instructor can inject. Each fault adds a control, `fault.NAME`, after those of the file. A
 * leak also adds a throttle and its command after those of its circuit. */
#include "machine_tables.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define K(kind) (1u << AUTH_FAULT_##kind)

/* ---- kinds ---- */

static bool begin_fault(auth_item *item)
{
    auth_fault *fault = item->out;
    fault->volume = fault->command = AUTH_NONE;
    return true;
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

/* NULL: its name was complained about. */
static const auth_circuit *circuit_of(const auth_item *item)
{
    const auth_fault *fault = item->out;
    return fault->circuit < 0 ? NULL : &auth_mechanism_of(item)->circuits[fault->circuit];
}

static bool check_circuit(auth_item *item, const auth_field *field)
{
    const auth_fault *fault = item->out;
    if (fault->kind != AUTH_FAULT_LEAK || find_tank(circuit_of(item)) != AUTH_NONE) return true;
    COMPLAIN(item, field->key,
             "circuit '%s' has no source, and so nowhere to leak to; one with a tank is expected",
             auth_item_text(item, field->key));
    return false;
}

static bool read_volume(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    auth_fault *fault = item->out;
    const auth_circuit *circuit = circuit_of(item);
    if (!circuit) return false;
    fault->volume = auth_circuit_reference(item, field->key, fault->circuit, "nodes", "node");
    if (fault->volume == AUTH_NOT_FOUND) return false;
    if (circuit->def.nodes[fault->volume].kind != HYD_SOURCE) return true;
    COMPLAIN(item, field->key, "node '%s' is a source; a control volume is expected", auth_node_text(value));
    return false;
}

static bool check_pressure(auth_item *item, const auth_field *field)
{
    const auth_fault *fault = item->out;
    const auth_circuit *circuit = circuit_of(item);
    if (!circuit || fault->pressure >= circuit->def.flow_law.transition) return true;
    COMPLAIN(item, field->key,
             "'pressure' is %s, below the transition to laminar flow at %g Pa; at least that much is "
             "expected",
             auth_item_text(item, field->key), circuit->def.flow_law.transition);
    return false;
}

static bool read_fault_command(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    auth_fault *fault = item->out;
    const char *what;
    if (fault->circuit < 0) return false;
    fault->command = auth_circuit_reference(item, field->key, fault->circuit, "commands", "command");
    if (fault->command == AUTH_NOT_FOUND) return false;
    if (auth_command_mover(auth_machine_of(item), fault->circuit, fault->command, NULL, &what)) return true;
    COMPLAIN(item, field->key,
             "nothing moves the command '%s'; one that a control, a by-pass or a pilot moves is expected",
             auth_node_text(value));
    return false;
}

static void check_fault(auth_item *item)
{
    const auth_fault *fault = item->out;
    const auth_machine *machine = auth_machine_of(item);
    const bool of_engine = fault->kind == AUTH_FAULT_ENGINE || fault->kind == AUTH_FAULT_FUEL;
    if (of_engine && !machine->has_engine && !machine->has_driveline) /* a driveline asks for one itself */
        COMPLAIN(item, "kind", "'kind' has no effect without 'engine'; one is expected");
}

static const auth_word kinds[] = {{"engine", AUTH_FAULT_ENGINE}, {"fuel", AUTH_FAULT_FUEL},
                                  {"leak", AUTH_FAULT_LEAK},     {"stuck-valve", AUTH_FAULT_VALVE},
                                  {"sensor", AUTH_FAULT_SENSOR}, {"tire", AUTH_FAULT_TIRE}};
static const auth_word modes[] = {{"frozen", AUTH_SENSOR_FROZEN}, {"dead", AUTH_SENSOR_DEAD}};

static const auth_field fields[] = {
    NAME(auth_fault, "Name of the fault; its control is `fault.NAME`"),
    TEXT(auth_fault, meaning, AUTH_MEANING_LENGTH, "A text: the failure and its effect", .fallback = "",
         OTHERWISE("empty")),
    CHOICE(auth_fault, kind, kinds, "What breaks"),
    REFERENCE(auth_fault, circuit, "circuits", "circuit", "Its circuit", NEEDED(K(LEAK) | K(VALVE)),
              .check = check_circuit),
    READ(REFERENCE, "volume", read_volume, "Its volume: a node of the circuit", AUTH_NAMED, NEEDED(K(LEAK))),
    QUANTITY(auth_fault, flow, FLOW, POSITIVE, "Flow at `pressure`", NEEDED(K(LEAK))),
    QUANTITY(auth_fault, pressure, PRESSURE, POSITIVE,
             "Pressure for `flow`, at least the `transition` of the circuit", NEEDED(K(LEAK)),
             .check = check_pressure),
    READ(REFERENCE, "command", read_fault_command,
         "Command that one of the controls, bypasses or pilots moves", AUTH_NAMED, NEEDED(K(VALVE))),
    WORD(auth_fault, signal, "Name of the signal that is shown wrong", PLACE(auth_fault, signal_place),
         NEEDED(K(SENSOR))),
    CHOICE(auth_fault, mode, modes, "How it is wrong", DEFAULT("frozen"), OF(K(SENSOR))),
    REFERENCE(auth_fault, wheel, "wheels", "wheel", "Wheel whose tire it is", NEEDED(K(TIRE))),
};
const auth_table auth_fault_table =
    AUTH_TABLE(auth_fault, fields, .what = "fault", .place = AUTH_AT(auth_fault, place), .kind_key = "kind",
               .kind_words = "in a fault of the kind", .begin = begin_fault, .check = check_fault);

/* ---- what faults add ---- */

/* A longer copy of a list, with room for one more behind it. NULL: out of memory. */
static void *longer(const auth_item *item, const void *list, int count, size_t size)
{
    char *copy = hl_arena_take(item->reader->arena, (size_t)count + 1, size);
    *item->reader->starved |= copy == NULL;
    if (copy != NULL && count > 0) memcpy(copy, list, (size_t)count * size);
    return copy;
}

/* Q = s flow sqrt(p/pressure): a throttle of C_v = flow/sqrt(pressure), opened by s. */
static void add_leak(const auth_item *item, auth_fault *fault, const char *name)
{
    const auth_circuit *circuit = &auth_mechanism_of(item)->circuits[fault->circuit];
    hyd_circuit_def *def = &auth_mechanism_of(item)->circuits[fault->circuit].def;
    hyd_command_def *commands = longer(item, def->commands, def->command_count, sizeof *commands);
    hyd_orifice_def *throttles = longer(item, def->orifices, def->orifice_count, sizeof *throttles);
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

static bool check_free(const auth_item *item, const auth_fault *fault, const char *name)
{
    const auth_machine *machine = item->out;
    int i = 0;
    while (i < machine->control_count && strcmp(machine->controls[i].name, name) != 0) i++;
    if (i == machine->control_count) return true;
    hl_report_add(item->reader->report, fault->place,
                  "a control of the file is called '%s', as that of this fault will be; another name is "
                  "expected",
                  name);
    return false;
}

static void add_control(const auth_item *item, int index)
{
    auth_machine *machine = item->out;
    auth_fault *fault = &machine->faults[index];
    char text[AUTH_NAME_LENGTH + sizeof "fault."];
    snprintf(text, sizeof text, "fault.%s", fault->name);
    const char *name = auth_copy_text(item->reader, text);
    auth_control *controls = longer(item, machine->controls, machine->control_count, sizeof *controls);
    if (name == NULL || controls == NULL || !check_free(item, fault, name)) return;
    fault->control = machine->control_count;
    controls[machine->control_count++] = (auth_control){.name = name,
                                                        .place = fault->place,
                                                        .meaning = fault->meaning,
                                                        .high = 1.0,
                                                        .circuit = AUTH_NONE,
                                                        .command = AUTH_NONE,
                                                        .full = 1.0,
                                                        .blocked_by = AUTH_NONE,
                                                        .fault = index};
    machine->controls = controls;
    if (fault->kind == AUTH_FAULT_LEAK) add_leak(item, fault, name);
}

void auth_add_faults(auth_item *item)
{
    const auth_machine *machine = item->out;
    if (!hl_report_clean(item->reader->report)) return; /* circuits, volumes may be missing */
    for (int i = 0; i < machine->fault_count && !*item->reader->starved; i++) add_control(item, i);
}
