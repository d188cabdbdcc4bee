/* Outputs: each quantity wants certain keys that say of what. */
#include "reader/reader.h"

#include <stdio.h>
#include <string.h>

/* The keys that may say of what, in the order of bits below; those from OF_NODE on belong to a circuit. */
typedef enum of_key {
    OF_JOINT,
    OF_POINT,
    OF_BODY,
    OF_SPRING,
    OF_JOINT_SPRING,
    OF_STOP,
    OF_FRICTION,
    OF_JOINT_FORCE,
    OF_LOOP,
    OF_NODE,
    OF_COMMAND,
    OF_THROTTLE,
    OF_LEAKAGE,
    OF_CHECK,
    OF_RELIEF,
    OF_COUNTERBALANCE,
    OF_COMPENSATOR,
    OF_DIRECTIONAL,
    OF_LOAD_SENSING,
    OF_PUMP,
    OF_CYLINDER,
    OF_KEYS
} of_key;

static const struct target {
    const char *key;
    auth_section section;
    size_t raw; /* offset of the name in raw_output */
    auth_effort_kind effort;
    auth_circuit_list list;
    const char *word;
} targets[OF_KEYS] = {
    [OF_JOINT] = {"joint", AUTH_JOINTS, offsetof(raw_output, joint), AUTH_EFFORT_SPRING, 0, NULL},
    [OF_POINT] = {"point", AUTH_POINTS, offsetof(raw_output, point), AUTH_EFFORT_SPRING, 0, NULL},
    [OF_BODY] = {"body", AUTH_BODIES, offsetof(raw_output, body), AUTH_EFFORT_SPRING, 0, NULL},
    [OF_SPRING] = {"spring", AUTH_SPRINGS, offsetof(raw_output, spring), AUTH_EFFORT_SPRING, 0, NULL},
    [OF_JOINT_SPRING] = {"joint_spring", AUTH_JOINT_SPRINGS, offsetof(raw_output, joint_spring),
                         AUTH_EFFORT_JOINT_SPRING, 0, NULL},
    [OF_STOP] = {"stop", AUTH_STOPS, offsetof(raw_output, stop), AUTH_EFFORT_STOP, 0, NULL},
    [OF_FRICTION] = {"friction", AUTH_FRICTIONS, offsetof(raw_output, friction), AUTH_EFFORT_FRICTION, 0,
                     NULL},
    [OF_JOINT_FORCE] = {"joint_force", AUTH_JOINT_FORCES, offsetof(raw_output, joint_force),
                        AUTH_EFFORT_JOINT_FORCE, 0, NULL},
    [OF_LOOP] = {"loop", AUTH_LOOPS, offsetof(raw_output, loop), AUTH_EFFORT_SPRING, 0, NULL},
#define OF_CIRCUIT(key, list, word)                                                                          \
    {                                                                                                        \
#key, AUTH_CIRCUITS, offsetof(raw_output, key), AUTH_EFFORT_SPRING, list, word                       \
    }
    [OF_NODE] = OF_CIRCUIT(node, AUTH_LIST_NODE, "node"),
    [OF_COMMAND] = OF_CIRCUIT(command, AUTH_LIST_COMMAND, "command"),
    [OF_THROTTLE] = OF_CIRCUIT(throttle, AUTH_LIST_THROTTLE, "throttle"),
    [OF_LEAKAGE] = OF_CIRCUIT(leakage, AUTH_LIST_LEAKAGE, "leakage"),
    [OF_CHECK] = OF_CIRCUIT(check, AUTH_LIST_CHECK, "check valve"),
    [OF_RELIEF] = OF_CIRCUIT(relief, AUTH_LIST_RELIEF, "relief valve"),
    [OF_COUNTERBALANCE] = OF_CIRCUIT(counterbalance, AUTH_LIST_COUNTERBALANCE, "counterbalance valve"),
    [OF_COMPENSATOR] = OF_CIRCUIT(compensator, AUTH_LIST_COMPENSATOR, "compensator"),
    [OF_DIRECTIONAL] = OF_CIRCUIT(directional, AUTH_LIST_DIRECTIONAL, "directional valve"),
    [OF_LOAD_SENSING] = OF_CIRCUIT(load_sensing, AUTH_LIST_LOAD_SENSING, "load-sensing section"),
    [OF_PUMP] = OF_CIRCUIT(pump, AUTH_LIST_PUMP, "pump"),
    [OF_CYLINDER] = OF_CIRCUIT(cylinder, AUTH_LIST_CYLINDER, "cylinder"),
#undef OF_CIRCUIT
};

#define BIT(of) (1u << (of))
#define STRETCH (BIT(OF_SPRING) | BIT(OF_JOINT_SPRING) | BIT(OF_STOP) | BIT(OF_FRICTION) | BIT(OF_CYLINDER))
#define STATIC_VALVES                                                                                        \
    (BIT(OF_THROTTLE) | BIT(OF_LEAKAGE) | BIT(OF_CHECK) | BIT(OF_RELIEF) | BIT(OF_COUNTERBALANCE) |          \
     BIT(OF_COMPENSATOR))

/* Which keys a quantity takes; one of them is expected unless `optional`. */
static const struct wants {
    unsigned keys;
    bool optional;
} wants[] = {
    [AUTH_OUT_JOINT_POSITION] = {BIT(OF_JOINT), false},
    [AUTH_OUT_JOINT_VELOCITY] = {BIT(OF_JOINT), false},
    [AUTH_OUT_JOINT_ACCELERATION] = {BIT(OF_JOINT), false},
    [AUTH_OUT_POINT_POSITION] = {BIT(OF_POINT), false},
    [AUTH_OUT_POINT_VELOCITY] = {BIT(OF_POINT), false},
    [AUTH_OUT_ANGULAR_VELOCITY] = {BIT(OF_BODY), false},
    [AUTH_OUT_LENGTH] = {STRETCH, false},
    [AUTH_OUT_RATE] = {STRETCH, false},
    [AUTH_OUT_FORCE] = {STRETCH | BIT(OF_JOINT_FORCE), false},
    [AUTH_OUT_BRISTLE] = {BIT(OF_FRICTION) | BIT(OF_CYLINDER), false},
    [AUTH_OUT_FILM] = {BIT(OF_FRICTION) | BIT(OF_CYLINDER), false},
    [AUTH_OUT_KINETIC] = {0, true},
    [AUTH_OUT_POTENTIAL] = {0, true},
    [AUTH_OUT_TOTAL] = {0, true},
    [AUTH_OUT_MOMENTUM] = {0, true},
    [AUTH_OUT_ANGULAR_MOMENTUM] = {0, true},
    [AUTH_OUT_POSITION_VIOLATION] = {BIT(OF_LOOP), true},
    [AUTH_OUT_VELOCITY_VIOLATION] = {BIT(OF_LOOP), true},
    [AUTH_OUT_ACCELERATION_VIOLATION] = {BIT(OF_LOOP), true},
    [AUTH_OUT_ITERATIONS] = {0, true},
    [AUTH_OUT_PRESSURE] = {BIT(OF_NODE), false},
    [AUTH_OUT_SPOOL] = {BIT(OF_DIRECTIONAL) | BIT(OF_LOAD_SENSING), false},
    [AUTH_OUT_SWASH] = {BIT(OF_PUMP), false},
    [AUTH_OUT_FLOW] = {STATIC_VALVES, false},
    [AUTH_OUT_COMMAND] = {BIT(OF_COMMAND), false},
    [AUTH_OUT_FRICTION_FORCE] = {BIT(OF_CYLINDER), false},
    [AUTH_OUT_WORK] = {BIT(OF_CYLINDER), false},
    [AUTH_OUT_ROLL] = {BIT(OF_BODY), false},
    [AUTH_OUT_PITCH] = {BIT(OF_BODY), false},
    [AUTH_OUT_HEADING] = {BIT(OF_BODY), false},
    [AUTH_OUT_DISTANCE] = {BIT(OF_POINT), false},
    [AUTH_OUT_REACH] = {BIT(OF_POINT), false},
    [AUTH_OUT_HEIGHT] = {BIT(OF_POINT), false},
    [AUTH_OUT_SPEED] = {BIT(OF_POINT), false},
};

static const char *target_name(const raw_output *raw, of_key of)
{
    return *(char *const *)(const void *)((const char *)raw + targets[of].raw);
}

/* "'spring' or 'stop'", or "no other key" */
static void list_keys(unsigned keys, char *text, size_t size)
{
    snprintf(text, size, "%s", keys ? "" : "no key of that kind");
    for (int of = 0; of < OF_KEYS; of++) {
        if (!(keys & BIT(of))) continue;
        const size_t used = strlen(text);
        snprintf(text + used, size - used, "%s'%s'", used ? " or " : "", targets[of].key);
    }
}

/* The one key that says of what; OF_KEYS when there is none or after a complaint. */
static of_key find_target(const auth_reader *reader, const yaml_node_t *item, const raw_output *raw,
                          bool *good)
{
    const struct wants *want = &wants[raw->quantity];
    of_key found = OF_KEYS;
    char keys[128];
    list_keys(want->keys, keys, sizeof keys);
    for (of_key of = OF_JOINT; of < OF_KEYS; of++) {
        if (!target_name(raw, of)) continue;
        if ((want->keys & BIT(of)) && found == OF_KEYS) {
            found = of;
            continue;
        }
        hl_report_add(reader->report, auth_key_place(reader, item, targets[of].key),
                      "'%s' does not fit '%s'%s; %s is expected", targets[of].key,
                      auth_output_quantity_word(raw->quantity), found == OF_KEYS ? "" : " beside another key",
                      keys);
        *good = false;
    }
    if (found == OF_KEYS && !want->optional && *good) {
        hl_report_add(reader->report, auth_node_place(item), "'%s' of what? %s is expected",
                      auth_output_quantity_word(raw->quantity), keys);
        *good = false;
    }
    return found;
}

/* ---- what the target must be ---- */

static void check_coordinate_key(const auth_reader *reader, const yaml_node_t *item, const raw_output *raw)
{
    const yaml_node_t *given = auth_document_value(reader->document, item, "coordinate");
    if (given && !raw->joint)
        hl_report_add(reader->report, auth_node_place(given),
                      "'coordinate' without 'joint'; the key is expected to be left out");
}

static void check_friction_state(const auth_reader *reader, const yaml_node_t *item, const char *key,
                                 const char *name, mb_friction_law law, auth_quantity quantity)
{
    const bool film = law == MB_FRICTION_MODIFIED_LUGRE;
    const bool bristle = film || law == MB_FRICTION_LUGRE;
    if (quantity == AUTH_OUT_FILM ? film : bristle) return;
    hl_report_add(reader->report, auth_key_place(reader, item, key),
                  "%s '%s' has the law '%s' and no %s; the law %s is expected", key, name,
                  auth_friction_law_word((int)law), auth_output_quantity_word((int)quantity),
                  quantity == AUTH_OUT_FILM ? "'modified-lugre'" : "'lugre' or 'modified-lugre'");
}

static bool wants_friction_state(auth_quantity quantity)
{
    return quantity == AUTH_OUT_BRISTLE || quantity == AUTH_OUT_FILM;
}

/* A fixed pump's displacement is no state. */
static void check_swash(const auth_reader *reader, const yaml_node_t *item, const auth_pump *pump)
{
    if (pump->def.pump.control != HYD_PUMP_FIXED) return;
    hl_report_add(reader->report, auth_key_place(reader, item, "pump"),
                  "pump '%s' is of fixed displacement; one with another 'control' is expected",
                  pump->def.name);
}

static bool effort_angular(const auth_mechanism *mechanism, auth_effort_kind kind, int index)
{
    switch (kind) {
    case AUTH_EFFORT_JOINT_SPRING:
        return mechanism->joint_springs[index].on.angular;
    case AUTH_EFFORT_STOP:
        return mechanism->stops[index].on.angular;
    case AUTH_EFFORT_FRICTION:
        return mechanism->friction[index].on.angular;
    case AUTH_EFFORT_JOINT_FORCE:
        return mechanism->joint_forces[index].on.angular;
    default:
        return false;
    }
}

static void read_joint_target(const auth_reader *reader, const yaml_node_t *item, const raw_output *raw,
                              auth_output *output)
{
    auth_joint_coordinate on = {0, 0, false};
    if (!auth_coordinate_reference(reader, item, raw->joint, raw->coordinate, &on)) return;
    output->of = on.joint;
    output->coordinate = on.coordinate;
    output->angular = on.angular;
}

static void read_circuit_target(const auth_reader *reader, const yaml_node_t *item, const raw_output *raw,
                                of_key of, auth_output *output)
{
    const struct target *target = &targets[of];
    output->circuit = auth_reference(reader, item, "circuit", raw->circuit, AUTH_CIRCUITS);
    if (output->circuit == AUTH_NOT_FOUND) return;
    output->list = target->list;
    output->of =
        auth_name_reference(reader, item, target->key, target_name(raw, of),
                            &reader->circuit_names[output->circuit][target->list], target->word, "circuit");
    if (output->of == AUTH_NOT_FOUND) return;
    const auth_circuit *circuit = &reader->out->circuits[output->circuit];
    if (of == OF_CYLINDER && wants_friction_state(output->quantity))
        check_friction_state(reader, item, target->key, circuit->cylinders[output->of].def.name,
                             circuit->cylinders[output->of].friction.law, output->quantity);
    if (output->quantity == AUTH_OUT_SWASH) check_swash(reader, item, &circuit->pumps[output->of]);
}

static void read_target(const auth_reader *reader, const yaml_node_t *item, const raw_output *raw, of_key of,
                        auth_output *output)
{
    const struct target *target = &targets[of];
    if (of == OF_JOINT) {
        read_joint_target(reader, item, raw, output);
        return;
    }
    output->of = auth_reference(reader, item, target->key, target_name(raw, of), target->section);
    output->effort_kind = target->effort;
    if (output->of == AUTH_NOT_FOUND) return;
    output->angular = effort_angular(reader->out, target->effort, output->of);
    if (wants_friction_state(output->quantity))
        check_friction_state(reader, item, target->key, reader->out->friction[output->of].name,
                             reader->out->friction[output->of].parameters.law, output->quantity);
}

/* `circuit` goes with the keys of things in circuits, and only with them. */
static bool check_circuit_key(const auth_reader *reader, const yaml_node_t *item, const raw_output *raw,
                              of_key of)
{
    const bool inside = of != OF_KEYS && of >= OF_NODE;
    if (inside == (raw->circuit != NULL)) return true;
    if (inside)
        hl_report_add(reader->report, auth_node_place(item),
                      "the %s '%s' of which circuit? 'circuit' is expected", targets[of].word,
                      target_name(raw, of));
    else
        hl_report_add(reader->report, auth_key_place(reader, item, "circuit"),
                      "'circuit' without something in it; the key is expected to be left out");
    return false;
}

/* The other point of a distance, a reach or a height. */
static void read_second_point(const auth_reader *reader, const yaml_node_t *item, const raw_output *raw,
                              auth_output *output)
{
    static const char why[] = "does not fit this quantity";
    const bool distance = output->quantity == AUTH_OUT_DISTANCE || output->quantity == AUTH_OUT_REACH;
    if (!distance) auth_refuse(reader, item, "to", why);
    if (output->quantity != AUTH_OUT_HEIGHT) auth_refuse(reader, item, "above", why);
    const char *name = distance ? raw->to : raw->above;
    if (distance && !name)
        hl_report_add(reader->report, auth_node_place(item),
                      "'%s' to what? 'to' with another point is expected",
                      output->quantity == AUTH_OUT_REACH ? "reach" : "distance");
    if (!name || (!distance && output->quantity != AUTH_OUT_HEIGHT)) return;
    const char *key = distance ? "to" : "above";
    output->of2 = auth_reference(reader, item, key, name, AUTH_POINTS);
    if (output->of2 != AUTH_NOT_FOUND && raw->point && strcmp(name, raw->point) == 0)
        hl_report_add(reader->report, auth_key_place(reader, item, key),
                      "'point' and '%s' are both '%s'; two different points are expected", key, name);
}

void auth_read_output(const auth_reader *reader, const yaml_node_t *item, const void *raw, void *out)
{
    const raw_output *from = raw;
    auth_output *output = out;
    bool good = true;
    output->quantity = (auth_quantity)from->quantity;
    output->of = -1;
    output->of2 = -1;
    output->circuit = -1;
    output->meaning = auth_copy_text(reader, from->meaning);
    if (strcmp(from->name, "time") == 0)
        hl_report_add(reader->report, auth_key_place(reader, item, "name"),
                      "'time' is the first column of every result; another name is expected");
    check_coordinate_key(reader, item, from);
    read_second_point(reader, item, from, output);
    const of_key of = find_target(reader, item, from, &good);
    if (!good || !check_circuit_key(reader, item, from, of) || of == OF_KEYS) return;
    if (of >= OF_NODE)
        read_circuit_target(reader, item, from, of, output);
    else
        read_target(reader, item, from, of, output);
}
