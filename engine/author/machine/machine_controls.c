/* The operator's controls and their commands of circuits. */
#include "machine_tables.h"
#include "mechanism/mechanism_tables.h"

#include <string.h>

/* ---- commands ---- */

const char *auth_command_mover(const auth_machine *machine, int circuit, int command, const void *before,
                               const char **what)
{
#define LOOK_AMONG(list, count, word)                                                                        \
    for (int i = 0; i < machine->count; i++) {                                                               \
        *what = word;                                                                                        \
        if ((const void *)&machine->list[i] == before) return NULL;                                          \
        if (machine->list[i].circuit == circuit && machine->list[i].command == command)                      \
            return machine->list[i].name;                                                                    \
    }
    LOOK_AMONG(controls, control_count, "control")
    LOOK_AMONG(bypasses, bypass_count, "bypass")
    LOOK_AMONG(pilots, pilot_count, "pilot")
#undef LOOK_AMONG
    return NULL;
}

/* Of lists that are read from the front, only items before this one count. */
static bool check_command(const auth_item *item, const char *key, int circuit, int command)
{
    const char *what, *mover = auth_command_mover(auth_machine_of(item), circuit, command, item->out, &what);
    if (auth_mechanism_of(item)->circuits[circuit].def.commands[command].point_count > 0)
        COMPLAIN(item, key, "command '%s' runs on its own 'points'; a command without them is expected",
                 auth_item_text(item, key));
    else if (mover)
        COMPLAIN(item, key,
                 "%s '%s' moves this command already; a command that nothing else moves is expected", what,
                 mover);
    else
        return true;
    return false;
}

/* `circuit` and `command`: a command that nothing else moves; AUTH_NONE after complaints. */
bool auth_read_command(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    int *command = (int *)(void *)((char *)item->out + field->out),
        *circuit = (int *)(void *)((char *)item->out + auth_find_field(item->table, "circuit")->out);
    *command = AUTH_NOT_FOUND;
    if (value && *circuit >= 0)
        *command = auth_circuit_reference(item, field->key, *circuit, "commands", "command");
    if (*command != AUTH_NOT_FOUND && check_command(item, field->key, *circuit, *command)) return true;
    *circuit = *command = AUTH_NONE;
    return !value;
}

bool auth_check_not_zero(auth_item *item, const auth_field *field)
{
    const double *value = (const double *)(const void *)((const char *)item->out + field->out);
    if (*value != 0.0) return true;
    COMPLAIN(item, field->key, "'%s' is 0; a command other than zero is expected", field->key);
    return false;
}

/* ---- roles ---- */

/* Both brake pedals: a word beyond the roles of auth_drive_role. */
enum { BOTH_BRAKES = AUTH_DRIVE_ROLES };

static const auth_word roles[] = {{"throttle", AUTH_DRIVE_THROTTLE},
                                  {"clutch", AUTH_DRIVE_CLUTCH},
                                  {"brake", BOTH_BRAKES},
                                  {"brake-left", AUTH_DRIVE_BRAKE_LEFT},
                                  {"brake-right", AUTH_DRIVE_BRAKE_RIGHT},
                                  {"parking-brake", AUTH_DRIVE_PARKING_BRAKE},
                                  {"direction", AUTH_DRIVE_DIRECTION},
                                  {"gear-up", AUTH_DRIVE_GEAR_UP},
                                  {"gear-down", AUTH_DRIVE_GEAR_DOWN},
                                  {"four-wheel-drive", AUTH_DRIVE_FOUR_WHEEL_DRIVE},
                                  {"rear-lock", AUTH_DRIVE_REAR_LOCK},
                                  {"front-lock", AUTH_DRIVE_FRONT_LOCK},
                                  {"key", AUTH_DRIVE_KEY},
                                  {"auto-idle", AUTH_DRIVE_AUTO_IDLE},
                                  {"lock", AUTH_DRIVE_LOCK}};

/* The part that a role acts on, if the machine lacks it. */
static const char *missing_part(const auth_machine *machine, auth_drive_role role)
{
    switch (role) {
    case AUTH_DRIVE_NONE:
    case AUTH_DRIVE_LOCK: /* acts on levers: check_lever_role */
    case AUTH_DRIVE_ROLES:
        return NULL;
    case AUTH_DRIVE_THROTTLE:
    case AUTH_DRIVE_KEY:
    case AUTH_DRIVE_AUTO_IDLE:
        return machine->has_engine || machine->has_driveline ? NULL : "engine"; /* a driveline needs one */
    default:
        return machine->has_driveline ? NULL : "driveline";
    }
}

/* A device would never reach values beyond the range of the role, or pass them at once. */
static bool check_role_range(const auth_item *item, const auth_control *control)
{
    double low = 0.0, high = 1.0;
    if (control->drive == AUTH_DRIVE_DIRECTION) low = -1.0;
    if (control->drive == AUTH_DRIVE_FOUR_WHEEL_DRIVE || control->drive == AUTH_DRIVE_KEY) high = 2.0;
    if (control->low >= low && control->high <= high) return true;
    COMPLAIN(item, "range", "'range' is %g to %g; for this role %g to %g is expected, or less", control->low,
             control->high, low, high);
    return false;
}

static bool read_role(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    auth_control *control = item->out;
    const int role = auth_choice_value(field, value);
    control->both_brakes = role == BOTH_BRAKES;
    control->drive = control->both_brakes ? AUTH_DRIVE_BRAKE_LEFT : (auth_drive_role)role;
    const char *missing = missing_part(auth_machine_of(item), control->drive);
    if (!value) return true;
    if (auth_item_has(item, "circuit") || auth_item_has(item, "command"))
        COMPLAIN(item, field->key,
                 "'drive' beside a command of a circuit; one of both is expected: a control drives one "
                 "thing");
    else if (missing)
        COMPLAIN(item, field->key, "'drive' has no effect without '%s'; one is expected", missing);
    else
        return !item->good || check_role_range(item, control);
    return false;
}

/* ---- follow-up loops ---- */

static bool begin_follow(auth_item *item)
{
    auth_control *control = item->out;
    const bool good = auth_item_coordinate(item, &control->follow);
    item->angular = control->follow.angular;
    return good;
}

static void check_follow(auth_item *item)
{
    const auth_control *control = item->out;
    if (control->follow_low == control->follow_high)
        COMPLAIN(item, "high", "'low' and 'high' are equal; two different values are expected");
    if (control->follow_gain == 0.0)
        COMPLAIN(item, "gain", "'gain' is 0; a value other than zero is expected");
}

static const auth_field follow_fields[] = {
    ON_JOINT,
    EITHER_AS("low", auth_control, follow_low, LENGTH, ANGLE, ANY,
              "Coordinate at the lower end of the range; 0 corresponds to 0"),
    EITHER_AS("high", auth_control, follow_high, LENGTH, ANGLE, ANY,
              "Coordinate at the upper end of the range; 0 corresponds to 0"),
    EITHER_AS("gain", auth_control, follow_gain, INVERSE_LENGTH, INVERSE_ANGLE, ANY,
              "Command per unit of the difference; negative if a positive command decreases the coordinate"),
};
static const auth_table follow =
    AUTH_TABLE(auth_control, follow_fields, .begin = begin_follow, .check = check_follow);

/* ---- controls ---- */

/* After a complaint the default stands. */
static bool read_range(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    auth_control *control = item->out;
    double ends[2] = {-1.0, 1.0};
    bool good = true;
    for (int i = 0; i < 2 && value; i++)
        good &=
            auth_field_quantity(item, field, auth_document_entry(item->reader->document, value, i), &ends[i]);
    if (good && ends[0] >= ends[1]) {
        COMPLAIN(item, field->key, "'range' does not rise; [low, high] is expected");
        good = false;
    }
    control->low = good ? ends[0] : -1.0;
    control->high = good ? ends[1] : 1.0;
    return good;
}

static bool check_in_range(auth_item *item, const auth_field *field)
{
    auth_control *control = item->out;
    const double *value = field->out == offsetof(auth_control, safe) ? &control->safe : &control->initial;
    if (!auth_item_has(item, field->key)) control->initial = control->safe;
    return !item->good ||
           auth_check_range(item->reader, item->node, field->key, *value, control->low, control->high);
}

/* ---- what a control moves ---- */

/* Kinds of control: it moves a command directly, or by a follow-up loop; pilots alone follow it; nothing
 * does. */
enum { MOVES, FOLLOWS, PILOTED, PLAIN };
#define BIT(kind) (1u << (kind))

static bool is_piloted(const auth_item *item, const char *control)
{
    const auth_document *document = item->reader->document;
    while (!item->table->base) item = item->parent;
    const yaml_node_t *list = auth_item_value(item, "pilots");
    for (int i = 0; i < auth_entry_count(list); i++) {
        const yaml_node_t *name =
            auth_document_value(document, auth_document_entry(document, list, i), "control");
        if (strcmp(auth_node_text(name), control) == 0) return true;
    }
    return false;
}

/* Complaints about keys without effect are no reason to skip the others. */
static bool begin_control(auth_item *item)
{
    auth_control *control = item->out;
    const bool moves = auth_item_has(item, "circuit") || auth_item_has(item, "command");
    const bool follows = moves && auth_item_has(item, "follow");
    const bool piloted = is_piloted(item, control->name);
    control->fault = -1;
    control->blocked_by = AUTH_NONE;
    control->lever = (moves || piloted) && !follows && !auth_item_has(item, "drive") &&
                     strcmp(auth_item_text(item, "electric"), "true") != 0;
    auth_item_set_kind(item,
                       follows   ? FOLLOWS
                       : moves   ? MOVES
                       : piloted ? PILOTED
                                 : PLAIN,
                       follows ? "with 'follow'" : "without a command of a circuit");
    return true;
}

static bool read_control_command(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    if (auth_item_has(item, "circuit") && !value)
        COMPLAIN(item, "circuit", "which command of the circuit? 'command' is expected too");
    if (value && !auth_item_has(item, "circuit"))
        COMPLAIN(item, field->key, "'command' of which circuit? 'circuit' is expected too");
    return auth_read_command(item, field, value);
}

static bool read_blocker(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    auth_control *control = item->out;
    if (!value) return true;
    control->blocked_by = auth_item_reference(item, field->key, value, "controls", "control");
    if (control->blocked_by == AUTH_NOT_FOUND) return false;
    if (strcmp(auth_node_text(value), control->name) != 0) return true;
    COMPLAIN(item, field->key, "control '%s' blocks itself; another control is expected", control->name);
    return false;
}

static void check_control(auth_item *item)
{
    const auth_control *control = item->out;
    if (item->kind != BIT(PLAIN) && (control->low > 0.0 || control->high < 0.0))
        COMPLAIN(item, "range", "'range' leaves out 0, where the command is 0; a range with it is expected");
}

static const auth_field control_fields[] = {
    NAME(auth_control, "Name of the control"),
    TEXT(auth_control, meaning, AUTH_MEANING_LENGTH, "A text: \"loader up (+), down (-)\"", .fallback = "",
         OTHERWISE("empty")),
    READ(VECTOR, "range", read_range, "`[low, high]`", AUTH_IN(NUMBER, NUMBER, ANY), .least = 2, .most = 2,
         OTHERWISE("`[-1, 1]`")),
    QUANTITY(auth_control, safe, NUMBER, ANY, "Value when the operator's input is lost",
             .check = check_in_range),
    QUANTITY(auth_control, initial, NUMBER, ANY, "Value at the start", .check = check_in_range,
             OTHERWISE("`safe`")),
    READ(CHOICE, "drive", read_role, "Its role in the driveline or the engine", .words = roles,
         .word_count = AUTH_COUNT_OF(roles), OPTIONAL),
    CIRCUIT(auth_control, OPTIONAL),
    READ_INTO(REFERENCE, "command", auth_control, command, read_control_command,
              "Command that it moves; it has no `points`", AUTH_NAMED, OPTIONAL),
    QUANTITY(auth_control, dead_band, NUMBER, NOT_NEGATIVE,
             "Share of the range without effect on both sides of 0", SPAN("0 to 0.95"), DEFAULT("0"),
             OF(BIT(MOVES) | BIT(PILOTED))),
    QUANTITY(auth_control, progression, NUMBER, NOT_NEGATIVE,
             "Cubic share of the response; 0: proportional, 1: fine around 0", SPAN("0 to 1"), DEFAULT("0"),
             OF(BIT(MOVES) | BIT(PILOTED))),
    QUANTITY(auth_control, full, NUMBER, ANY, "Command at the end of the range", DEFAULT("1"),
             OF(BIT(MOVES) | BIT(FOLLOWS)), .check = auth_check_not_zero),
    READ(PART, "follow", auth_read_here, "A follow-up loop: the control is the setpoint of a coordinate",
         .table = &follow, GIVEN(auth_control, follows), OPTIONAL, OF(BIT(FOLLOWS))),
    FLAG(
        auth_control, electric,
        "`true`: a switch moves the command electrically; the control is not a lever, and lock and auto idle "
        "ignore it",
        DEFAULT("false"), OF(BIT(MOVES))),
    READ_INTO(REFERENCE, "blocked_by", auth_control, blocked_by, read_blocker,
              "Another control that reduces the response in proportion to its position; at an end of its "
              "range the command is 0",
              AUTH_NAMED, OPTIONAL, OF(BIT(MOVES) | BIT(PILOTED))),
};
const auth_table auth_control_table =
    AUTH_TABLE(auth_control, control_fields, .place = AUTH_AT(auth_control, place), .begin = begin_control,
               .check = check_control);

/* ---- all controls together ---- */

static const char *role_word(const auth_control *control)
{
    const int role = control->both_brakes ? (int)BOTH_BRAKES : (int)control->drive;
    int i = 0;
    while (roles[i].value != role) i++;
    return roles[i].word;
}

/* A pedal that brakes both sides may be combined with single ones. */
static void check_role(const auth_item *item, const auth_control *controls)
{
    const auth_control *control = item->out;
    if (control->drive == AUTH_DRIVE_NONE) return;
    for (const auth_control *other = controls; other < control; other++) {
        if (other->drive != control->drive || other->both_brakes != control->both_brakes) continue;
        COMPLAIN(item, "drive", "control '%s' has the role '%s' already; one control is expected",
                 other->name, role_word(control));
        return;
    }
}

/* A role without effect in the driveline. */
static void check_answer(const auth_item *item, const drive_brakes *brakes)
{
    const double service = brakes->service[0] + brakes->service[2];
    const struct answer {
        auth_drive_role role;
        double capacity;
        const char *where;
    } answers[] = {
        {AUTH_DRIVE_BRAKE_LEFT, service, "'service_front' or 'service_rear' of the brakes"},
        {AUTH_DRIVE_BRAKE_RIGHT, service, "'service_front' or 'service_rear' of the brakes"},
        {AUTH_DRIVE_PARKING_BRAKE, brakes->parking[0] + brakes->parking[2],
         "'parking_front' or 'parking_rear' of the brakes"},
        {AUTH_DRIVE_FOUR_WHEEL_DRIVE, brakes->centre_capacity, "'centre_lock' of the differentials"},
        {AUTH_DRIVE_FRONT_LOCK, brakes->front_capacity, "'front_lock' of the differentials"},
        {AUTH_DRIVE_REAR_LOCK, brakes->rear_capacity, "'rear_lock' of the differentials"},
    };
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
        if (((const auth_control *)item->out)->drive == answers[i].role && answers[i].capacity == 0.0)
            COMPLAIN(item, "drive", "this role has no effect; %s above zero is expected", answers[i].where);
}

/* Roles that act on levers, or wait for them. */
static void check_lever_role(const auth_item *item, const auth_machine *machine, bool levers)
{
    const auth_control *control = item->out;
    if (control->drive == AUTH_DRIVE_LOCK && !levers)
        COMPLAIN(item, "drive",
                 "this role has no effect; a lever, that is a control that moves a command, is expected");
    if (control->drive == AUTH_DRIVE_AUTO_IDLE && machine->engine.idle_delay == 0.0)
        COMPLAIN(item, "drive", "this role has no effect; 'auto_idle' of the engine is expected");
}

bool auth_check_controls(auth_item *item, const auth_field *field)
{
    const auth_machine *machine = item->out;
    const bool clean = hl_report_clean(item->reader->report); /* else capacities may be missing */
    bool levers = false, idles = false;
    for (int i = 0; i < machine->control_count; i++) {
        levers |= machine->controls[i].lever;
        idles |= machine->controls[i].drive == AUTH_DRIVE_AUTO_IDLE;
    }
    for (int i = 0; i < machine->control_count; i++) {
        const auth_item control = auth_list_item(item, field, i);
        check_role(&control, machine->controls);
        if (machine->has_driveline && clean) check_answer(&control, &machine->driveline.brakes);
        if (clean) check_lever_role(&control, machine, levers);
    }
    if (machine->engine.idle_delay > 0.0 && !idles)
        auth_refuse(item->reader, auth_item_value(item, "engine"), "auto_idle",
                    "has no effect without a control of the role 'auto-idle'");
    return true;
}
