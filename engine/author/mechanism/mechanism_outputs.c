/* Outputs: each quantity requires certain keys that identify its item. */
#include "mechanism_tables.h"

#include <stdio.h>
#include <string.h>

/* What outputs measure: T(NAME, key, list, what an item is called, effort, list of a circuit). Those from
 * NODE on belong to a circuit. */
#define TARGETS(T)                                                                                           \
    T(JOINT, "joint", "joints", "joint", SPRING, NODE)                                                       \
    T(POINT, "point", "points", "point", SPRING, NODE)                                                       \
    T(BODY, "body", "bodies", "body", SPRING, NODE)                                                          \
    T(SPRING, "spring", "springs", "spring", SPRING, NODE)                                                   \
    T(JOINT_SPRING, "joint_spring", "joint_springs", "joint spring", JOINT_SPRING, NODE)                     \
    T(STOP, "stop", "stops", "stop", STOP, NODE)                                                             \
    T(FRICTION, "friction", "friction", "friction element", FRICTION, NODE)                                  \
    T(JOINT_FORCE, "joint_force", "joint_forces", "joint force", JOINT_FORCE, NODE)                          \
    T(LOOP, "loop", "loops", "loop", SPRING, NODE)                                                           \
    T(NODE, "node", "nodes", "node", SPRING, NODE)                                                           \
    T(COMMAND, "command", "commands", "command", SPRING, COMMAND)                                            \
    T(THROTTLE, "throttle", "throttles", "throttle", SPRING, THROTTLE)                                       \
    T(LEAKAGE, "leakage", "leakages", "leakage", SPRING, LEAKAGE)                                            \
    T(CHECK, "check", "checks", "check valve", SPRING, CHECK)                                                \
    T(RELIEF, "relief", "reliefs", "relief valve", SPRING, RELIEF)                                           \
    T(COUNTERBALANCE, "counterbalance", "counterbalances", "counterbalance valve", SPRING, COUNTERBALANCE)   \
    T(COMPENSATOR, "compensator", "compensators", "compensator", SPRING, COMPENSATOR)                        \
    T(DIRECTIONAL, "directional", "directionals", "directional valve", SPRING, DIRECTIONAL)                  \
    T(LOAD_SENSING, "load_sensing", "load_sensings", "load-sensing section", SPRING, LOAD_SENSING)           \
    T(PUMP, "pump", "pumps", "pump", SPRING, PUMP)                                                           \
    T(CYLINDER, "cylinder", "cylinders", "cylinder", SPRING, CYLINDER)

#define KEY(name, ...) OF_##name,
typedef enum of_key { TARGETS(KEY) OF_KEYS } of_key;

#define TARGET(name, key, list, word, effort, in)                                                            \
    [OF_##name] = {key, list, word, AUTH_EFFORT_##effort, AUTH_LIST_##in},
static const struct target {
    const char *key, *list, *word; /* key of the output, of the list; what its items are called */
    auth_effort_kind effort;
    auth_circuit_list in_circuit;
} targets[OF_KEYS] = {TARGETS(TARGET)};

#define BIT(of) (1u << (of))
#define STRETCH (BIT(OF_SPRING) | BIT(OF_JOINT_SPRING) | BIT(OF_STOP) | BIT(OF_FRICTION) | BIT(OF_CYLINDER))
#define STATIC_VALVES                                                                                        \
    (BIT(OF_THROTTLE) | BIT(OF_LEAKAGE) | BIT(OF_CHECK) | BIT(OF_RELIEF) | BIT(OF_COUNTERBALANCE) |          \
     BIT(OF_COMPENSATOR))

/* Quantities: Q(NAME, word, keys that it takes, whether it can do without all of them). */
#define QUANTITY_LIST(Q)                                                                                     \
    Q(JOINT_POSITION, "joint-position", BIT(OF_JOINT), false)                                                \
    Q(JOINT_VELOCITY, "joint-velocity", BIT(OF_JOINT), false)                                                \
    Q(JOINT_ACCELERATION, "joint-acceleration", BIT(OF_JOINT), false)                                        \
    Q(POINT_POSITION, "point-position", BIT(OF_POINT), false)                                                \
    Q(POINT_VELOCITY, "point-velocity", BIT(OF_POINT), false)                                                \
    Q(ANGULAR_VELOCITY, "angular-velocity", BIT(OF_BODY), false)                                             \
    Q(LENGTH, "length", STRETCH, false)                                                                      \
    Q(RATE, "rate", STRETCH, false)                                                                          \
    Q(FORCE, "force", STRETCH | BIT(OF_JOINT_FORCE), false)                                                  \
    Q(BRISTLE, "bristle", BIT(OF_FRICTION) | BIT(OF_CYLINDER), false)                                        \
    Q(FILM, "film", BIT(OF_FRICTION) | BIT(OF_CYLINDER), false)                                              \
    Q(KINETIC, "kinetic-energy", 0, true)                                                                    \
    Q(POTENTIAL, "potential-energy", 0, true)                                                                \
    Q(TOTAL, "total-energy", 0, true)                                                                        \
    Q(MOMENTUM, "momentum", 0, true)                                                                         \
    Q(ANGULAR_MOMENTUM, "angular-momentum", 0, true)                                                         \
    Q(POSITION_VIOLATION, "position-violation", BIT(OF_LOOP), true)                                          \
    Q(VELOCITY_VIOLATION, "velocity-violation", BIT(OF_LOOP), true)                                          \
    Q(ACCELERATION_VIOLATION, "acceleration-violation", BIT(OF_LOOP), true)                                  \
    Q(ITERATIONS, "iterations", 0, true)                                                                     \
    Q(PRESSURE, "pressure", BIT(OF_NODE), false)                                                             \
    Q(SPOOL, "spool", BIT(OF_DIRECTIONAL) | BIT(OF_LOAD_SENSING), false)                                     \
    Q(SWASH, "swash", BIT(OF_PUMP), false)                                                                   \
    Q(FLOW, "flow", STATIC_VALVES, false)                                                                    \
    Q(COMMAND, "command", BIT(OF_COMMAND), false)                                                            \
    Q(FRICTION_FORCE, "friction-force", BIT(OF_CYLINDER), false)                                             \
    Q(WORK, "work", BIT(OF_CYLINDER), false)                                                                 \
    Q(ROLL, "roll", BIT(OF_BODY), false)                                                                     \
    Q(PITCH, "pitch", BIT(OF_BODY), false)                                                                   \
    Q(HEADING, "heading", BIT(OF_BODY), false)                                                               \
    Q(DISTANCE, "distance", BIT(OF_POINT), false)                                                            \
    Q(REACH, "reach", BIT(OF_POINT), false)                                                                  \
    Q(HEIGHT, "height", BIT(OF_POINT), false)                                                                \
    Q(SPEED, "speed", BIT(OF_POINT), false)

#define WANT(name, word, keys, optional) [AUTH_OUT_##name] = {keys, optional},
static const struct wants {
    unsigned keys;
    bool optional;
} wants[] = {QUANTITY_LIST(WANT)};

#define QUANTITY_WORD(name, word, ...) {word, AUTH_OUT_##name},
static const auth_word quantities[] = {QUANTITY_LIST(QUANTITY_WORD)};

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
static of_key find_target(const auth_item *item, bool *good)
{
    const auth_output *output = item->out;
    const struct wants *want = &wants[output->quantity];
    const char *word = auth_item_text(item, "quantity");
    of_key found = OF_KEYS;
    char keys[128];
    list_keys(want->keys, keys, sizeof keys);
    for (of_key of = OF_JOINT; of < OF_KEYS; of++) {
        if (!auth_item_has(item, targets[of].key)) continue;
        if ((want->keys & BIT(of)) && found == OF_KEYS) {
            found = of;
            continue;
        }
        COMPLAIN(item, targets[of].key, "'%s' does not fit '%s'%s; %s is expected", targets[of].key, word,
                 found == OF_KEYS ? "" : " beside another key", keys);
        *good = false;
    }
    if (found == OF_KEYS && !want->optional && *good) {
        hl_report_add(item->reader->report, auth_node_place(item->node), "'%s' of what? %s is expected", word,
                      keys);
        *good = false;
    }
    return found;
}

/* ---- what the target must be ---- */

static void check_friction_state(const auth_item *item, const char *key, mb_friction_law law)
{
    const auth_output *output = item->out;
    const bool film = law == MB_FRICTION_MODIFIED_LUGRE, bristle = film || law == MB_FRICTION_LUGRE ||
                                                                   law == MB_FRICTION_STICTION ||
                                                                   law == MB_FRICTION_STICK_SLIDE;
    if (output->quantity == AUTH_OUT_FILM ? film : bristle) return;
    COMPLAIN(item, key, "%s '%s' has the law '%s' and no %s; the law %s is expected", key,
             auth_item_text(item, key), auth_friction_law_word((int)law), auth_item_text(item, "quantity"),
             output->quantity == AUTH_OUT_FILM ? "'modified-lugre'"
                                               : "'lugre', 'modified-lugre', 'stiction' or 'stick-slide'");
}

static bool wants_friction_state(auth_quantity quantity)
{
    return quantity == AUTH_OUT_BRISTLE || quantity == AUTH_OUT_FILM;
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

static void read_joint_target(const auth_item *item, auth_output *output)
{
    auth_joint_coordinate on = {0, 0, false};
    if (!auth_item_coordinate(item, &on)) return;
    output->of = on.joint;
    output->coordinate = on.coordinate;
    output->angular = on.angular;
}

static void read_circuit_target(auth_item *item, of_key of, auth_output *output)
{
    const struct target *target = &targets[of];
    output->circuit =
        auth_item_reference(item, "circuit", auth_item_value(item, "circuit"), "circuits", "circuit");
    if (output->circuit == AUTH_NOT_FOUND) return;
    output->list = target->in_circuit;
    output->of = auth_circuit_reference(item, target->key, output->circuit, target->list, target->word);
    if (output->of == AUTH_NOT_FOUND) return;
    const auth_circuit *circuit = &auth_mechanism_of(item)->circuits[output->circuit];
    if (of == OF_CYLINDER && wants_friction_state(output->quantity))
        check_friction_state(item, target->key, circuit->cylinders[output->of].friction.law);
    if (output->quantity == AUTH_OUT_SWASH && circuit->pumps[output->of].def.pump.control == HYD_PUMP_FIXED)
        COMPLAIN(item, "pump", "pump '%s' is of fixed displacement; one with another 'control' is expected",
                 auth_item_text(item, "pump")); /* pumps with other controls have no such state */
}

static void read_target(const auth_item *item, of_key of, auth_output *output)
{
    const auth_mechanism *mechanism = auth_mechanism_of(item);
    const struct target *target = &targets[of];
    if (of == OF_JOINT) {
        read_joint_target(item, output);
        return;
    }
    output->effort_kind = target->effort;
    output->of = auth_item_reference(item->parent, target->key, auth_item_value(item, target->key),
                                     target->list, target->word);
    if (output->of == AUTH_NOT_FOUND) return;
    output->angular = effort_angular(mechanism, target->effort, output->of);
    if (wants_friction_state(output->quantity))
        check_friction_state(item, target->key, mechanism->friction[output->of].parameters.law);
}

/* `circuit` goes with the keys of things in circuits, and only with them. */
static bool check_circuit_key(const auth_item *item, of_key of)
{
    const bool inside = of != OF_KEYS && of >= OF_NODE;
    if (inside == auth_item_has(item, "circuit")) return true;
    if (inside)
        hl_report_add(item->reader->report, auth_node_place(item->node),
                      "the %s '%s' of which circuit? 'circuit' is expected", targets[of].word,
                      auth_item_text(item, targets[of].key));
    else
        COMPLAIN(item, "circuit", "'circuit' without something in it; the key is expected to be left out");
    return false;
}

/* The other point of a distance, a reach or a height. */
static void read_second_point(const auth_item *item, auth_output *output)
{
    static const char why[] = "does not fit this quantity";
    const bool distance = output->quantity == AUTH_OUT_DISTANCE || output->quantity == AUTH_OUT_REACH;
    const char *key = distance ? "to" : "above";
    if (!distance) auth_item_refuse(item, "to", why);
    if (output->quantity != AUTH_OUT_HEIGHT) auth_item_refuse(item, "above", why);
    if (distance && !auth_item_has(item, key))
        hl_report_add(item->reader->report, auth_node_place(item->node),
                      "'%s' to what? 'to' with another point is expected",
                      output->quantity == AUTH_OUT_REACH ? "reach" : "distance");
    if (!auth_item_has(item, key) || (!distance && output->quantity != AUTH_OUT_HEIGHT)) return;
    output->of2 = auth_item_reference(item, key, auth_item_value(item, key), "points", "point");
    if (output->of2 != AUTH_NOT_FOUND &&
        strcmp(auth_item_text(item, key), auth_item_text(item, "point")) == 0)
        COMPLAIN(item, key, "'point' and '%s' are both '%s'; two different points are expected", key,
                 auth_item_text(item, key));
}

static void check_output(auth_item *item)
{
    auth_output *output = item->out;
    bool good = true;
    output->of = output->of2 = output->circuit = -1;
    if (strcmp(output->name, "time") == 0)
        COMPLAIN(item, "name", "'time' is the first column of every result; another name is expected");
    if (auth_item_has(item, "coordinate") && !auth_item_has(item, "joint"))
        COMPLAIN(item, "coordinate", "'coordinate' without 'joint'; the key is expected to be left out");
    read_second_point(item, output);
    const of_key of = find_target(item, &good);
    if (!good || !check_circuit_key(item, of) || of == OF_KEYS) return;
    if (of >= OF_NODE)
        read_circuit_target(item, of, output);
    else
        read_target(item, of, output);
}

#define ROW(name, key, list, word, ...)                                                                      \
    UNREAD_REFERENCE(key, "Of which " word, OPTIONAL, .otherwise = OF_##name == OF_LOOP ? "all" : NULL),

static const auth_field fields[] = {
    NAME(auth_output, "Name of the column or signal; not `time`"),
    CHOICE(auth_output, quantity, quantities, "Measured quantity"),
    TEXT(auth_output, meaning, AUTH_MEANING_LENGTH, "A text for people, up to 200 bytes", .fallback = "",
         OPTIONAL),
    UNREAD(COUNT, "coordinate", "Number of the coordinate of the joint, from 1", OPTIONAL),
    UNREAD_REFERENCE("to", "The other point", OPTIONAL),
    UNREAD_REFERENCE("above", "The point from which heights count", OTHERWISE("z = 0")),
    UNREAD_REFERENCE("circuit", "In which circuit", OPTIONAL),
    TARGETS(ROW)};
const auth_table auth_output_table =
    AUTH_TABLE(auth_output, fields, .place = AUTH_AT(auth_output, place), .check = check_output);
