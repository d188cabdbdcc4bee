/* The operator's controls of a machine, and which commands of circuits are free to be moved. */
#include "machine_reader.h"

/* ---- commands ---- */

static bool complain_taken(const auth_machine_reader *m, const yaml_node_t *item, const char *what,
                           const char *name)
{
    AUTH_COMPLAIN(m, item, "command",
                  "%s '%s' moves this command already; a command that nothing else moves is expected", what,
                  name);
    return false;
}

/* Lists are filled from the front: what is not read yet has circuit 0, command 0, so only items before this
 * one count. */
static bool command_free(const auth_machine_reader *m, const yaml_node_t *item, const int *self, int circuit,
                         int command)
{
    for (int i = 0; i < m->out->control_count; i++) {
        const auth_control *other = &m->out->controls[i];
        if (&other->circuit == self) return true;
        if (other->circuit == circuit && other->command == command)
            return complain_taken(m, item, "control", other->name);
    }
    for (int i = 0; i < m->out->bypass_count; i++) {
        const auth_bypass *other = &m->out->bypasses[i];
        if (&other->circuit == self) return true;
        if (other->circuit == circuit && other->command == command)
            return complain_taken(m, item, "bypass", other->name);
    }
    for (int i = 0; i < m->out->pilot_count; i++) {
        const auth_pilot *other = &m->out->pilots[i];
        if (&other->circuit == self) return true;
        if (other->circuit == circuit && other->command == command)
            return complain_taken(m, item, "pilot", other->name);
    }
    return true;
}

bool auth_external_command(const auth_machine_reader *m, const yaml_node_t *item, const char *circuit_name,
                           const char *command_name, int *circuit, int *command)
{
    const int in = auth_reference(m->file, item, "circuit", circuit_name, AUTH_CIRCUITS);
    if (in == AUTH_NOT_FOUND) return false;
    const int found =
        auth_name_reference(m->file, item, "command", command_name,
                            &m->file->circuit_names[in][AUTH_LIST_COMMAND], "command", "circuit");
    if (found == AUTH_NOT_FOUND) return false;
    if (m->file->out->circuits[in].def.commands[found].point_count > 0) {
        AUTH_COMPLAIN(m, item, "command",
                      "command '%s' runs on its own 'points'; a command without them is expected",
                      command_name);
        return false;
    }
    if (!command_free(m, item, circuit, in, found)) return false;
    *circuit = in;
    *command = found;
    return true;
}

/* ---- what a control drives ---- */

static const auth_rule response_rules[] = {
    AUTH_SCALAR(control, dead_band, NUMBER, NOT_NEGATIVE, 0.0),
    AUTH_SCALAR(control, progression, NUMBER, NOT_NEGATIVE, 0.0),
    AUTH_SCALAR(control, full, NUMBER, ANY, 1.0),
};

static void read_response(const auth_machine_reader *m, const yaml_node_t *item, const raw_control *raw,
                          auth_control *control)
{
    static const double widest_dead_band = 0.95; /* some range must be left that does something */
    if (!auth_apply_rules(m->file, item, AUTH_RULES(response_rules), false, raw, control)) return;
    if (raw->dead_band)
        auth_check_range(m->file, item, "dead_band", control->dead_band, 0.0, widest_dead_band);
    if (raw->progression) auth_check_range(m->file, item, "progression", control->progression, 0.0, 1.0);
    if (control->full == 0.0)
        AUTH_COMPLAIN(m, item, "full", "'full' is 0; a command other than zero is expected");
}

static const auth_rule follow_rules[] = {
    {"low", offsetof(raw_follow, low), offsetof(auth_control, follow_low), 1, AUTH_KIND_LENGTH,
     AUTH_KIND_ANGLE, AUTH_ANY, 0.0},
    {"high", offsetof(raw_follow, high), offsetof(auth_control, follow_high), 1, AUTH_KIND_LENGTH,
     AUTH_KIND_ANGLE, AUTH_ANY, 0.0},
    {"gain", offsetof(raw_follow, gain), offsetof(auth_control, follow_gain), 1, AUTH_KIND_INVERSE_LENGTH,
     AUTH_KIND_INVERSE_ANGLE, AUTH_ANY, 0.0},
};

static void read_follow(const auth_machine_reader *m, const yaml_node_t *control_item, const raw_follow *raw,
                        auth_control *control)
{
    const yaml_node_t *item = auth_document_value(m->file->document, control_item, "follow");
    control->follows = true;
    if (!auth_coordinate_reference(m->file, item, raw->joint, &control->follow)) return;
    if (!auth_apply_rules(m->file, item, AUTH_RULES(follow_rules), control->follow.angular, raw, control))
        return;
    if (control->follow_low == control->follow_high)
        AUTH_COMPLAIN(m, item, "high", "'low' and 'high' are equal; two different values are expected");
    if (control->follow_gain == 0.0)
        AUTH_COMPLAIN(m, item, "gain", "'gain' is 0; a value other than zero is expected");
}

static void refuse_response(const auth_machine_reader *m, const yaml_node_t *item, const char *why)
{
    auth_refuse(m->file, item, "dead_band", why);
    auth_refuse(m->file, item, "progression", why);
}

static void check_range_of_lever(const auth_machine_reader *m, const yaml_node_t *item,
                                 const auth_control *control)
{
    if (control->low > 0.0 || control->high < 0.0)
        AUTH_COMPLAIN(m, item, "range",
                      "'range' leaves out 0, where the command is 0; a range with it is expected");
}

static void read_command(const auth_machine_reader *m, const yaml_node_t *item, const raw_control *raw,
                         auth_control *control)
{
    read_response(m, item, raw, control);
    check_range_of_lever(m, item, control);
    control->electric = raw->electric;
    if (raw->follow) {
        refuse_response(m, item, "has no effect with 'follow'");
        auth_refuse(m->file, item, "electric", "has no effect with 'follow'");
        read_follow(m, item, raw->follow, control);
    }
    if (!raw->circuit)
        AUTH_COMPLAIN(m, item, "command", "'command' of which circuit? 'circuit' is expected too");
    else if (!raw->command)
        AUTH_COMPLAIN(m, item, "circuit", "which command of the circuit? 'command' is expected too");
    else
        auth_external_command(m, item, raw->circuit, raw->command, &control->circuit, &control->command);
}

/* The part of the machine that a role acts on, where there is none. */
static const char *missing_part(const auth_machine *machine, auth_drive_role role)
{
    switch (role) {
    case AUTH_DRIVE_NONE:
    case AUTH_DRIVE_LOCK: /* acts on levers: check_lever_roles */
    case AUTH_DRIVE_ROLES:
        return NULL;
    case AUTH_DRIVE_THROTTLE:
    case AUTH_DRIVE_KEY:
    case AUTH_DRIVE_AUTO_IDLE:
        return machine->has_engine || machine->has_driveline ? NULL : "engine"; /* a driveline asks itself */
    default:
        return machine->has_driveline ? NULL : "driveline";
    }
}

/* What a role does not know a device would never reach, or pass at once. */
static void check_role_range(const auth_machine_reader *m, const yaml_node_t *item,
                             const auth_control *control)
{
    double low = 0.0, high = 1.0;
    if (control->drive == AUTH_DRIVE_NONE) return;
    if (control->drive == AUTH_DRIVE_DIRECTION) low = -1.0;
    if (control->drive == AUTH_DRIVE_FOUR_WHEEL_DRIVE || control->drive == AUTH_DRIVE_KEY) high = 2.0;
    if (control->low >= low && control->high <= high) return;
    AUTH_COMPLAIN(m, item, "range", "'range' is %g to %g; for this role %g to %g is expected, or less",
                  control->low, control->high, low, high);
}

static void read_role(const auth_machine_reader *m, const yaml_node_t *item, const raw_control *raw,
                      auth_control *control)
{
    control->both_brakes = raw->drive == RAW_DRIVE_BOTH_BRAKES;
    control->drive = control->both_brakes ? AUTH_DRIVE_BRAKE_LEFT : (auth_drive_role)raw->drive;
    if (raw->drive && (raw->circuit || raw->command))
        AUTH_COMPLAIN(m, item, "drive",
                      "'drive' beside a command of a circuit; one of both is expected: a control drives "
                      "one thing");
    const char *missing = missing_part(m->out, control->drive);
    if (missing)
        AUTH_COMPLAIN(m, item, "drive", "'drive' has no effect without '%s'; one is expected", missing);
    else if (!raw->circuit && !raw->command)
        check_role_range(m, item, control);
}

/* ---- controls ---- */

/* After a complaint the default stands, so that nothing else is said of it. */
static bool read_range(const auth_machine_reader *m, const yaml_node_t *item, const raw_control *raw,
                       auth_control *control)
{
    double ends[2] = {-1.0, 1.0};
    control->low = ends[0];
    control->high = ends[1];
    for (int i = 0; i < 2 && raw->range[0]; i++)
        if (!auth_read_quantity(m->file, item, "range", i, raw->range[i], AUTH_KIND_NUMBER, AUTH_ANY,
                                &ends[i]))
            return false;
    if (ends[0] >= ends[1]) {
        AUTH_COMPLAIN(m, item, "range", "'range' does not rise; [low, high] is expected");
        return false;
    }
    control->low = ends[0];
    control->high = ends[1];
    return true;
}

static void read_value(const auth_machine_reader *m, const yaml_node_t *item, const char *key,
                       const char *text, const auth_control *control, double *value)
{
    if (text && auth_read_quantity(m->file, item, key, -1, text, AUTH_KIND_NUMBER, AUTH_ANY, value))
        auth_check_range(m->file, item, key, *value, control->low, control->high);
}

/* @param piloted  some pilot of the file names it */
static void read_what_it_moves(const auth_machine_reader *m, const yaml_node_t *item, const raw_control *from,
                               auth_control *control, bool piloted)
{
    if (from->circuit || from->command) {
        read_command(m, item, from, control);
        return;
    }
    static const char why[] = "has no effect without a command of a circuit";
    control->full = 1.0;
    auth_refuse(m->file, item, "full", why);
    auth_refuse(m->file, item, "follow", why);
    auth_refuse(m->file, item, "electric", why);
    if (piloted) {
        read_response(m, item, from, control);
        check_range_of_lever(m, item, control);
    } else {
        refuse_response(m, item, why);
    }
}

void auth_read_control(const auth_machine_reader *m, const yaml_node_t *item, const void *raw, void *out)
{
    const raw_control *from = raw;
    auth_control *control = out;
    control->circuit = AUTH_NONE;
    control->command = AUTH_NONE;
    control->fault = -1;
    control->meaning = auth_copy_text(m->file, from->meaning);
    if (read_range(m, item, from, control)) {
        read_value(m, item, "safe", from->safe, control, &control->safe);
        control->initial = control->safe;
        read_value(m, item, "initial", from->initial, control, &control->initial);
    }
    read_role(m, item, from, control);
    const bool piloted = auth_is_piloted(m, control->name);
    read_what_it_moves(m, item, from, control, piloted);
    control->lever = (piloted || control->circuit != AUTH_NONE) && control->drive == AUTH_DRIVE_NONE &&
                     !control->follows && !control->electric;
}

/* ---- all together ---- */

static const char *role_word(const auth_control *control)
{
    return auth_drive_role_word(control->both_brakes ? RAW_DRIVE_BOTH_BRAKES : (int)control->drive);
}

/* Pedals that brake both sides may stand beside single ones. */
static void check_roles(const auth_machine_reader *m, const yaml_node_t *item, const auth_control *control)
{
    if (control->drive == AUTH_DRIVE_NONE) return;
    for (const auth_control *other = m->out->controls; other < control; other++) {
        if (other->drive != control->drive || other->both_brakes != control->both_brakes) continue;
        AUTH_COMPLAIN(m, item, "drive", "control '%s' has the role '%s' already; one control is expected",
                      other->name, role_word(control));
        return;
    }
}

/* A role that nothing of the driveline answers. */
static void check_answer(const auth_machine_reader *m, const yaml_node_t *item, const auth_control *control)
{
    const auth_driveline *d = &m->out->driveline;
    const struct answer {
        auth_drive_role role;
        double capacity;
        const char *where;
    } answers[] = {
        {AUTH_DRIVE_BRAKE_LEFT, d->service_front + d->service_rear,
         "'service_front' or 'service_rear' of the brakes"},
        {AUTH_DRIVE_BRAKE_RIGHT, d->service_front + d->service_rear,
         "'service_front' or 'service_rear' of the brakes"},
        {AUTH_DRIVE_PARKING_BRAKE, d->parking_front + d->parking_rear,
         "'parking_front' or 'parking_rear' of the brakes"},
        {AUTH_DRIVE_FOUR_WHEEL_DRIVE, d->centre_capacity, "'centre_lock' of the differentials"},
        {AUTH_DRIVE_FRONT_LOCK, d->front_capacity, "'front_lock' of the differentials"},
        {AUTH_DRIVE_REAR_LOCK, d->rear_capacity, "'rear_lock' of the differentials"},
    };
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
        if (control->drive == answers[i].role && answers[i].capacity == 0.0)
            AUTH_COMPLAIN(m, item, "drive", "this role has no effect; %s above zero is expected",
                          answers[i].where);
}

/* Roles that act on levers, or wait for them. */
static void check_lever_roles(const auth_machine_reader *m, const yaml_node_t *item,
                              const auth_control *control)
{
    bool levers = false;
    for (int i = 0; i < m->out->control_count; i++) levers |= m->out->controls[i].lever;
    if (control->drive == AUTH_DRIVE_LOCK && !levers)
        AUTH_COMPLAIN(m, item, "drive",
                      "this role has no effect; a lever, that is a control that moves a command, is "
                      "expected");
    if (control->drive == AUTH_DRIVE_AUTO_IDLE && m->out->engine.idle_delay == 0.0)
        AUTH_COMPLAIN(m, item, "drive", "this role has no effect; 'auto_idle' of the engine is expected");
}

static bool has_role(const auth_machine *machine, auth_drive_role role)
{
    for (int i = 0; i < machine->control_count; i++)
        if (machine->controls[i].drive == role) return true;
    return false;
}

void auth_check_controls(const auth_machine_reader *m, const yaml_node_t *root)
{
    const yaml_node_t *list = auth_document_value(m->file->document, root, "controls");
    const bool clean = hl_report_clean(m->file->report), answered = m->out->has_driveline && clean;
    for (int i = 0; i < m->out->control_count; i++) {
        const yaml_node_t *item = auth_document_entry(m->file->document, list, i);
        check_roles(m, item, &m->out->controls[i]);
        if (answered) check_answer(m, item, &m->out->controls[i]); /* else capacities may be missing */
        if (clean) check_lever_roles(m, item, &m->out->controls[i]);
    }
    if (m->out->engine.idle_delay > 0.0 && !has_role(m->out, AUTH_DRIVE_AUTO_IDLE))
        auth_refuse(m->file, auth_document_value(m->file->document, root, "engine"), "auto_idle",
                    "has no effect without a control of the role 'auto-idle'");
}
