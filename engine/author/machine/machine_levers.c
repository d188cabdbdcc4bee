/* Functions of levers besides their own commands: by-passes, pilot lines, brakes that they release, and
 * patterns that assign them to the sticks of a seat. */
#include "machine_tables.h"
#include "mechanism/mechanism_tables.h"

/* ---- references to levers ---- */

/* Number of a lever; AUTH_NOT_FOUND after a complaint. */
static int find_lever(const auth_item *item, const char *key, const yaml_node_t *value)
{
    const int found = auth_item_reference(item, key, value, "controls", "control");
    if (found == AUTH_NOT_FOUND || auth_machine_of(item)->controls[found].lever) return found;
    hl_report_add(item->reader->report, auth_node_place(value),
                  "control '%s' is no lever; one that moves a command or is named by a pilot, without "
                  "'drive', 'follow' and 'electric', is expected",
                  auth_node_text(value));
    return AUTH_NOT_FOUND;
}

static bool read_lever(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    int *lever = (int *)(void *)((char *)item->out + field->out);
    *lever = find_lever(item, field->key, value);
    return *lever != AUTH_NOT_FOUND;
}

/* Like find_lever: a control that moves a command and does not follow. */
static int find_mover(const auth_item *item, const char *key, const yaml_node_t *value)
{
    const int found = auth_item_reference(item, key, value, "controls", "control");
    if (found == AUTH_NOT_FOUND) return found;
    const auth_control *control = &auth_machine_of(item)->controls[found];
    if (control->circuit != AUTH_NONE && !control->follows) return found;
    hl_report_add(item->reader->report, auth_node_place(value),
                  "control '%s' moves no command directly; one with 'circuit' and 'command' and without "
                  "'follow' is expected",
                  auth_node_text(value));
    return AUTH_NOT_FOUND;
}

/* A list of different controls; one may be written without brackets. */
static bool read_controls(auth_item *item, const auth_field *field, const yaml_node_t *value,
                          int (*find)(const auth_item *, const char *, const yaml_node_t *), int **controls,
                          int *count)
{
    const bool single = value->type == YAML_SCALAR_NODE;
    bool good = true;
    *count = single ? 1 : auth_entry_count(value);
    *controls = HL_NEW(item->reader->arena, int, *count);
    *item->reader->starved |= *controls == NULL;
    for (int i = 0; *controls && i < *count && item->reader->report->dropped == 0; i++) {
        const yaml_node_t *entry = single ? value : auth_document_entry(item->reader->document, value, i);
        (*controls)[i] = find(item, field->key, entry);
        good &= (*controls)[i] != AUTH_NOT_FOUND;
        for (int k = 0; k < i && (*controls)[i] != AUTH_NOT_FOUND; k++) {
            if ((*controls)[k] != (*controls)[i]) continue;
            hl_report_add(item->reader->report, auth_node_place(entry),
                          "control '%s' is named twice; once is expected", auth_node_text(entry));
            good = false;
        }
    }
    return good && *controls;
}

/* ---- by-passes ---- */

static bool read_bypassed(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    auth_bypass *bypass = item->out;
    return read_controls(item, field, value, find_mover, &bypass->controls, &bypass->control_count);
}

static const auth_field bypass_fields[] = {
    NAME(auth_bypass, "Name of the by-pass"),
    CIRCUIT(auth_bypass, ),
    COMMAND(auth_bypass, "Command that it gives; nothing else moves it"),
    QUANTITY(auth_bypass, full, NUMBER, POSITIVE, "Value with all controls at rest", DEFAULT("1")),
    READ(WORDS, "controls", read_bypassed, "List of names of controls that move commands directly",
         .least = 1),
};
const auth_table auth_bypass_table =
    AUTH_TABLE(auth_bypass, bypass_fields, .place = AUTH_AT(auth_bypass, place));

/* ---- pilots ---- */

static const auth_word sides[] = {
    {"both", AUTH_SIDE_BOTH}, {"positive", AUTH_SIDE_POSITIVE}, {"negative", AUTH_SIDE_NEGATIVE}};

static void check_yield(auth_item *item)
{
    if (((const struct auth_yield *)item->out)->control == ((const auth_pilot *)item->parent->out)->control)
        COMPLAIN(item, "to", "the pilot yields to its own control '%s'; another one is expected",
                 auth_item_text(item, "to"));
}

static const auth_field yield_fields[] = {
    READ_INTO(REFERENCE, "to", struct auth_yield, control, read_lever, "Another lever", AUTH_NAMED),
    CHOICE(struct auth_yield, side, sides, "Side of that lever that counts", DEFAULT("both")),
    QUANTITY(struct auth_yield, share, NUMBER, ANY, "Share of the oil that it takes at its end",
             SPAN("0 to 1")),
};
static const auth_table yield = AUTH_TABLE(struct auth_yield, yield_fields, .check = check_yield);

static const auth_field pilot_fields[] = {
    NAME(auth_pilot, "Name of the pilot"),
    READ_INTO(REFERENCE, "control", auth_pilot, control, read_lever,
              "A lever; it may have a command of its own too", AUTH_NAMED),
    CIRCUIT(auth_pilot, ),
    COMMAND(auth_pilot, "Command that it gives; nothing else moves it"),
    CHOICE(
        auth_pilot, side, sides,
        "`both`; `positive` or `negative`: only one direction of the lever, the value then has the sign of "
        "`full`",
        DEFAULT("both")),
    QUANTITY(auth_pilot, from, NUMBER, NOT_NEGATIVE, "Response at which it begins", SPAN("0 to 0.95"),
             DEFAULT("0")),
    QUANTITY(auth_pilot, full, NUMBER, ANY,
             "Value at the lever's end, negative for the other sign of the command", DEFAULT("1"),
             .check = auth_check_not_zero),
    LIST(auth_pilot, yields, yield_count, yield, 0, 0, "List of other levers that take oil from it",
         OTHERWISE("empty")),
};
const auth_table auth_pilot_table = AUTH_TABLE(auth_pilot, pilot_fields, .place = AUTH_AT(auth_pilot, place));

bool auth_check_pilot_pressure(auth_item *item, const auth_field *field)
{
    return ((const auth_machine *)item->out)->pilot_count > 0 ||
           auth_item_refuse(item, field->key, "has no effect without 'pilots'");
}

/* ---- brakes on joints ---- */

_Static_assert(offsetof(auth_brake, on) == offsetof(auth_joint_spring, on), "see auth_begin_on_joint");

static bool read_releasing(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    auth_brake *brake = item->out;
    if (!value) return true;
    return read_controls(item, field, value, find_lever, &brake->controls, &brake->control_count);
}

static int find_control(const auth_item *item, const char *key, const yaml_node_t *value)
{
    return auth_item_reference(item, key, value, "controls", "control");
}

static bool read_applying(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    auth_brake *brake = item->out;
    if (!value) return true;
    return read_controls(item, field, value, find_control, &brake->appliers, &brake->applier_count);
}

static const auth_field brake_fields[] = {
    NAME(auth_brake, "Name of the brake"),
    ON_JOINT,
    EITHER(auth_brake, torque, FORCE, MOMENT, POSITIVE, "Capacity"),
    EITHER_AS("slip", auth_brake, coupling.slip, LENGTH, ANGLE, POSITIVE,
              "Elastic angle or distance to full torque"),
    EITHER_AS("damping", auth_brake, coupling.damping, SLOWNESS, ANGULAR_SLOWNESS, NOT_NEGATIVE,
              "In proportion to the capacity", DEFAULT("0")),
    QUANTITY(auth_brake, delay, TIME, NOT_NEGATIVE,
             "Time from rest of the last lever to the start of closing, which takes 0.1 s", DEFAULT("0")),
    READ(WORDS, "released_by", read_releasing,
         "Levers that release the brake: it opens at once when one of them leaves its dead band; this or "
         "`applied_by` is required",
         .least = 1, .optional = true),
    READ(WORDS, "applied_by", read_applying,
         "Control, such as a pedal, that closes the brake in proportion to its position in its range; or a "
         "list of controls: the one that closes it most counts",
         .least = 1, OTHERWISE("none")),
};

static void check_brake(auth_item *item)
{
    const auth_brake *brake = item->out;
    if (brake->control_count == 0 && brake->applier_count == 0)
        COMPLAIN(item, "name", "brake '%s' has no control: add 'released_by' or 'applied_by'", brake->name);
    if (brake->control_count == 0 && auth_item_has(item, "delay"))
        COMPLAIN(item, "delay",
                 "'delay' has no effect without 'released_by': remove it or add 'released_by'");
}

const auth_table auth_brake_table = AUTH_TABLE(auth_brake, brake_fields, .place = AUTH_AT(auth_brake, place),
                                               .begin = auth_begin_on_joint, .check = check_brake);

/* ---- patterns ---- */

static const auth_word levers[AUTH_LEVERS] = {{"left_lever.x", 0},  {"left_lever.y", 1}, {"right_lever.x", 2},
                                              {"right_lever.y", 3}, {"left_pedal", 4},   {"right_pedal", 5},
                                              {"left_thumb", 6},    {"right_thumb", 7}};

const char *auth_lever_word(int lever)
{
    return levers[lever].word;
}

static bool check_lever(auth_item *item, const auth_field *field)
{
    const auth_lever *lever = item->out, *first = lever - item->index;
    for (const auth_lever *other = first; other < lever; other++) {
        if (other->lever != lever->lever) continue; /* words are shared */
        COMPLAIN(item, field->key,
                 "the lever '%s' moves a control already, in line %d; each once in a pattern is expected",
                 lever->lever, other->place.line);
        return false;
    }
    return true;
}

static const auth_field lever_fields[] = {
    READ_INTO(CHOICE, "lever", auth_lever, lever, auth_store_word, "Lever of the seat", .words = levers,
              .word_count = AUTH_LEVERS, .check = check_lever),
    REFERENCE(auth_lever, control, "controls", "control", "Control that it moves"),
    FLAG(auth_lever, invert, "The other way round", DEFAULT("false")),
};
static const auth_table lever = AUTH_TABLE(auth_lever, lever_fields, .place = AUTH_AT(auth_lever, place));

static const auth_field pattern_fields[] = {
    NAME(auth_pattern, "Name in the settings"),
    TEXT(auth_pattern, meaning, AUTH_MEANING_LENGTH, "A text", .fallback = "", OTHERWISE("none")),
    LIST(auth_pattern, levers, lever_count, lever, 1, 0,
         "List of `{lever: ..., control: ..., invert: true}`, each lever once"),
};
const auth_table auth_pattern_table =
    AUTH_TABLE(auth_pattern, pattern_fields, .place = AUTH_AT(auth_pattern, place));
