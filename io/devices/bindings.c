/* Resolve the names of bindings to codes of the kernel and controls of a machine. */
#include "io/bindings.h"

#include "hl/report.h"

#include <libevdev/libevdev.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the vocabulary ---- */

static const char *const standard[] = {
    /* wheels and driveline */
    "steering", "throttle", "brake", "brake_left", "brake_right", "clutch", "parking_brake", "direction",
    "gear_up", "gear_down", "four_wheel_drive", "rear_lock", "front_lock", "key", "hitch",
    /* loader and implements */
    "lift", "tilt", "grip", "rear_lift", "three_point",
    /* truck, trailer */
    "tip", "tailgate",
    /* excavator; travel: pedals of a crawler, `drive` the pedal of a wheeled one */
    "swing", "boom", "dipper", "bucket", "left_travel", "right_travel", "drive", "blade", "outriggers",
    "outrigger_left", "outrigger_right", "work_brake", "axle_lock", "axle_free", "speed_range",
    "travel_speed", "auto_idle", "attachment", "quick_coupler", "hook",
    /* skidder */
    "arch", "tongs", "rotator",
    /* all of them */
    "lock", "pattern", "levers", "horn", "lights", "beacon", NULL};

static const char *const actions[IO_ACTIONS] = {
#define X(action, name, meaning) [action] = (name),
    IO_ACTION_LIST(X)
#undef X
};

const char *const *io_standard_commands(void)
{
    return standard;
}

static int find_lever(const char *word)
{
    for (int i = 0; i < AUTH_LEVERS; i++)
        if (strcmp(auth_lever_word(i), word) == 0) return i;
    return -1;
}

static int find_word(const char *const *words, int count, const char *word)
{
    for (int i = 0; i < count; i++)
        if (strcmp(words[i], word) == 0) return i;
    return -1;
}

enum { STANDARD = (int)(sizeof standard / sizeof *standard) - 1 };

/* Of the machine, otherwise of its first implement with this control, whose name precedes it: "grab.grip".
 * Devices cannot inject faults: their controls are not found. */
static int find_control(const auth_machine *machine, const char *name)
{
    int of_implement = -1;
    for (int i = 0; machine && i < machine->control_count; i++) {
        const auth_control *control = &machine->controls[i];
        if (control->fault >= 0) continue;
        if (strcmp(control->name, name) == 0) return i;
        const char *end = strrchr(control->name, '.');
        if (of_implement < 0 && end && strcmp(end + 1, name) == 0) of_implement = i;
    }
    return of_implement;
}

/* ---- what is resolved ---- */

typedef struct resolver {
    const auth_bindings *author;
    const auth_machine *machine;
    bool own;
    hl_report *report;
} resolver;

static void complain_word(const resolver *r, hl_place place, const char *what, const hl_nearest *nearest,
                          const char *expected)
{
    char hint[HL_HINT_LENGTH];
    hl_report_add(r->report, place, "%s '%.64s'; %s is expected%s", what, nearest->word, expected,
                  hl_did_you_mean(nearest->best, hint));
}

/* ---- events ---- */

/* Some buttons of the kernel have no name: "0x12c". */
static int read_code(const char *name, int most)
{
    char *end;
    if (strncmp(name, "0x", 2) != 0) return -1;
    const long code = strtol(name, &end, 16);
    return *end == '\0' && end > name + 2 && code >= 0 && code <= most ? (int)code : -1;
}

static const char *what_of(unsigned type)
{
    return type == EV_KEY ? "unknown button" : "unknown axis";
}

static const char *expected_of(unsigned type)
{
    if (type == EV_KEY) return "a name of the kernel's like BTN_TRIGGER or KEY_W, or its code like 0x12c,";
    return type == EV_REL ? "a name of the kernel's like REL_DIAL or REL_WHEEL"
                          : "a name of the kernel's like ABS_X, or its code like 0x10,";
}

/* Code of an event; -1 after a report. */
static int find_event(const resolver *r, unsigned type, const char *name, hl_place place)
{
    const int most = type == EV_ABS ? ABS_MAX : type == EV_REL ? REL_MAX : KEY_MAX;
    const int code = libevdev_event_code_from_name(type, name),
              number = code < 0 ? read_code(name, most) : code;
    if (number >= 0) return number;
    hl_nearest nearest = hl_spelling_begin(name);
    for (unsigned i = 0; i <= (unsigned)most; i++) {
        const char *candidate = libevdev_event_code_get_name(type, i);
        if (candidate) hl_spelling_offer(&nearest, candidate);
    }
    complain_word(r, place, what_of(type), &nearest, expected_of(type));
    return -1;
}

static int find_with(const resolver *r, const char *with, hl_place place)
{
    return with ? find_event(r, EV_KEY, with, place) : -1;
}

/* ---- commands ---- */

static void complain_command(const resolver *r, const char *command, hl_place place)
{
    hl_nearest nearest = hl_spelling_begin(command);
    const int controls = r->machine ? r->machine->control_count : 0;
    for (int i = 0; i < controls; i++)
        if (r->machine->controls[i].fault < 0) hl_spelling_offer(&nearest, r->machine->controls[i].name);
    for (int i = 0; i < STANDARD && !r->own; i++) hl_spelling_offer(&nearest, standard[i]);
    for (int i = 0; i < AUTH_LEVERS; i++) hl_spelling_offer(&nearest, auth_lever_word(i));
    for (int i = 0; i < IO_ACTIONS; i++) hl_spelling_offer(&nearest, actions[i]);
    complain_word(r, place, "unknown command", &nearest,
                  r->own ? "a control of the machine, a lever of its patterns or an action of the program"
                         : "a control, a lever of patterns or an action of the program");
}

static io_target find_target(const resolver *r, const char *command, hl_place place)
{
    int index = find_word(actions, IO_ACTIONS, command);
    if (index >= 0) return (io_target){IO_TARGET_ACTION, index};
    index = find_lever(command);
    if (index >= 0) return (io_target){IO_TARGET_LEVER, index};
    index = find_control(r->machine, command);
    if (index >= 0) return (io_target){IO_TARGET_CONTROL, index};
    /* Whether it is a control of the machine named in the file while another machine is driven. */
    const bool elsewhere = r->machine && r->author->machine && !r->own;
    if (r->own || (!elsewhere && find_word(standard, STANDARD, command) < 0))
        complain_command(r, command, place);
    return (io_target){IO_TARGET_NONE, -1};
}

/* ---- unless ---- */

/* Whether the machine has one of the controls. Words that are not a command of any machine are reported. */
static bool is_left_out(const resolver *r, const auth_unless *unless)
{
    bool out = false;
    for (int i = 0; i < unless->count; i++) {
        const bool has = find_control(r->machine, unless->commands[i]) >= 0;
        out = out || has;
        if (!has && find_word(standard, STANDARD, unless->commands[i]) < 0 && !r->author->machine)
            complain_command(r, unless->commands[i], unless->places[i]);
    }
    return out;
}

/* The target of an entry; none if `unless` excludes it. */
static io_target find_entry_target(const resolver *r, const char *command, hl_place place,
                                   const auth_unless *unless)
{
    const io_target target = find_target(r, command, place);
    return is_left_out(r, unless) ? (io_target){IO_TARGET_NONE, -1} : target;
}

/* ---- axes and buttons ---- */

/* Given values must be values of the control. */
static void check_value(const resolver *r, const io_target *target, hl_place place, double value)
{
    const auth_control *control = &r->machine->controls[target->index];
    if (value >= control->low && value <= control->high) return;
    hl_report_add(r->report, place, "the value %g is beyond the control '%s'; %g to %g is expected", value,
                  control->name, control->low, control->high);
}

static bool is_checked(const resolver *r, const io_target *target)
{
    return r->own && target->kind == IO_TARGET_CONTROL;
}

static io_axis resolve_axis(const resolver *r, const auth_axis *author)
{
    const io_axis axis = {
        .author = author,
        .code = find_event(r, author->relative ? EV_REL : EV_ABS, author->axis, author->axis_place),
        .with = find_with(r, author->with, author->with_place),
        .target = find_entry_target(r, author->command, author->command_place, &author->unless)};
    if (axis.target.kind == IO_TARGET_ACTION)
        hl_report_add(r->report, author->command_place,
                      "'%s' is an action of the program; a button is expected to ask for it, not an axis",
                      author->command);
    for (int i = 0; is_checked(r, &axis.target) && i < author->value_count; i++)
        check_value(r, &axis.target, author->command_place, author->values[i]);
    return axis;
}

static void check_values(const resolver *r, const io_button *button)
{
    const auth_button *author = button->author;
    const io_target *target = &button->target;
    if (!is_checked(r, target)) return;
    if (author->has_value) check_value(r, target, author->place, author->value);
    if (author->has_rest) check_value(r, target, author->place, author->rest);
    for (int i = 0; i < author->value_count; i++) check_value(r, target, author->place, author->values[i]);
}

static io_button resolve_button(const resolver *r, const auth_button *author)
{
    io_button button = {
        .author = author, .code = -1, .axis = -1, .with = find_with(r, author->with, author->with_place)};
    if (strcmp(author->command, "none") == 0)
        button.target = (io_target){IO_TARGET_NONE, -1};
    else
        button.target = find_entry_target(r, author->command, author->command_place, &author->unless);
    if (author->axis)
        button.axis = find_event(r, EV_ABS, author->axis, author->button_place);
    else
        button.code = find_event(r, EV_KEY, author->button, author->button_place);
    check_values(r, &button);
    return button;
}

/* ---- devices ---- */

/* One device under several ids: see auth_device. */
static bool is_same(const io_device_bindings *a, const auth_device *b)
{
    return strcmp(a->author->name, b->name) == 0;
}

static bool resolve_device(const resolver *r, hl_arena *arena, io_device_bindings *device)
{
    const auth_device *author = device->author;
    device->axis_count = author->axis_count;
    device->button_count = author->button_count;
    device->axes = HL_NEW(arena, io_axis, author->axis_count);
    device->buttons = HL_NEW(arena, io_button, author->button_count);
    if (!device->axes || !device->buttons) return false;
    for (int i = 0; i < author->axis_count; i++) device->axes[i] = resolve_axis(r, &author->axes[i]);
    for (int i = 0; i < author->button_count; i++)
        device->buttons[i] = resolve_button(r, &author->buttons[i]);
    return true;
}

static bool resolve_devices(const resolver *r, hl_arena *arena, io_bindings *bindings)
{
    for (int i = 0; i < bindings->device_count; i++) {
        io_device_bindings *device = &bindings->devices[i];
        const auth_device *author = &r->author->devices[i];
        if (i > 0 && is_same(device - 1, author)) *device = device[-1];
        device->author = author;
        if (!device->axes && !resolve_device(r, arena, device)) return false;
    }
    return true;
}

/* ---- two axes on one command ---- */

static void complain_two(const resolver *r, const auth_axis *first, const auth_axis *second)
{
    if (first->join != AUTH_JOIN_NONE && second->join != AUTH_JOIN_NONE)
        hl_report_add(
            r->report, second->command_place,
            "'%s' is joined here in another way than in line %d, column %d; the same 'join' on both is "
            "expected",
            second->command, first->command_place.line, first->command_place.column);
    else
        hl_report_add(
            r->report, second->command_place,
            "'%s' is moved by the axis in line %d, column %d already; 'join' on both (largest, latest "
            "or sum) is expected to say which counts",
            second->command, first->command_place.line, first->command_place.column);
}

/* Whether an earlier axis moves the same command: reported once. */
static void check_axis(const resolver *r, const io_bindings *bindings, int device, int axis)
{
    const io_device_bindings *here = &bindings->devices[device];
    const io_axis *second = &here->axes[axis];
    for (int d = 0; d <= device; d++) {
        const io_device_bindings *there = &bindings->devices[d];
        const int count = d < device ? there->axis_count : axis;
        if (d < device && is_same(there, here->author)) continue;
        for (int i = 0; i < count; i++) {
            const io_axis *first = &there->axes[i];
            if (strcmp(first->author->command, second->author->command) != 0) continue;
            if (first->author->relative || second->author->relative) continue; /* they hold no position */
            if (d == device && first->with != second->with) continue;
            if (first->author->join != AUTH_JOIN_NONE && first->author->join == second->author->join)
                continue;
            complain_two(r, first->author, second->author);
            return;
        }
    }
}

static void check_axes(const resolver *r, const io_bindings *bindings)
{
    for (int d = 0; d < bindings->device_count; d++) {
        if (d > 0 && is_same(&bindings->devices[d - 1], bindings->devices[d].author)) continue;
        for (int i = 0; i < bindings->devices[d].axis_count; i++) check_axis(r, bindings, d, i);
    }
}

/* ---- the whole ---- */

hl_status io_bindings_resolve(const auth_bindings *author, const auth_machine *machine, bool own,
                              hl_arena *arena, io_bindings **bindings, hl_report *report)
{
    const int complaints = report->count + report->dropped;
    const resolver r = {.author = author, .machine = machine, .own = own && machine, .report = report};
    io_bindings *made = HL_NEW(arena, io_bindings, 1);
    *bindings = NULL;
    if (!made) return HL_OUT_OF_MEMORY;
    *made = (io_bindings){.author = author,
                          .device_count = author->device_count,
                          .devices = HL_NEW(arena, io_device_bindings, author->device_count)};
    if (!made->devices || !resolve_devices(&r, arena, made)) return HL_OUT_OF_MEMORY;
    check_axes(&r, made);
    if (report->count + report->dropped > complaints) return HL_BAD_INPUT;
    *bindings = made;
    return HL_OK;
}

/* ---- reach ---- */

static void reach_lever(const auth_machine *machine, int pattern, const char *lever, bool *reached)
{
    for (int p = 0; p < machine->pattern_count; p++) {
        const auth_pattern *of = &machine->patterns[p];
        for (int i = 0; (pattern < 0 || p == pattern) && i < of->lever_count; i++)
            if (strcmp(of->levers[i].lever, lever) == 0) reached[of->levers[i].control] = true;
    }
}

static void reach(const io_target *target, const auth_machine *machine, int pattern, bool *reached)
{
    if (target->kind == IO_TARGET_CONTROL) reached[target->index] = true;
    if (target->kind == IO_TARGET_LEVER)
        reach_lever(machine, pattern, auth_lever_word(target->index), reached);
}

void io_bindings_reach(const io_device_bindings *device, const auth_machine *machine, int pattern,
                       bool *reached)
{
    for (int i = 0; i < device->axis_count; i++) reach(&device->axes[i].target, machine, pattern, reached);
    for (int i = 0; i < device->button_count; i++)
        reach(&device->buttons[i].target, machine, pattern, reached);
}

int io_bindings_unreached(const auth_machine *machine, const bool *reached, char *text, size_t size)
{
    static const char more[] = ", ...";
    int count = 0;
    size_t length = 0;
    *text = '\0';
    for (int i = 0; i < machine->control_count; i++) {
        const auth_control *control = &machine->controls[i];
        if (reached[i] || control->fault >= 0) continue;
        count++;
        if (length + 2 + strlen(control->name) + sizeof more < size)
            length +=
                (size_t)snprintf(text + length, size - length, "%s%s", length > 0 ? ", " : "", control->name);
        else if (length + sizeof more <= size && (length < 3 || strcmp(text + length - 3, "...") != 0))
            length += (size_t)snprintf(text + length, size - length, "%s", more);
    }
    return count;
}

/* ---- keys ---- */

static bool binds_key(const io_device_bindings *device, const io_button *key)
{
    for (int i = 0; i < device->button_count; i++)
        if (device->buttons[i].code == key->code && device->buttons[i].with == key->with) return true;
    return false;
}

const io_device_bindings *io_bindings_join_keys(const io_device_bindings *own,
                                                const io_device_bindings *shipped, hl_arena *arena)
{
    if (own == NULL) return shipped;
    if (shipped == NULL) return own;
    io_device_bindings *joined = HL_NEW(arena, io_device_bindings, 1);
    io_button *buttons = HL_NEW(arena, io_button, own->button_count + shipped->button_count);
    if (joined == NULL || buttons == NULL) return NULL;
    *joined = *own;
    joined->buttons = buttons;
    if (own->button_count > 0) memcpy(buttons, own->buttons, sizeof *buttons * (size_t)own->button_count);
    for (int i = 0; i < shipped->button_count && joined->button_count < IO_DEVICE_BUTTONS; i++)
        if (!binds_key(own, &shipped->buttons[i])) buttons[joined->button_count++] = shipped->buttons[i];
    return joined;
}

/* ---- texts ---- */

void io_axis_text(const io_axis *axis, char *text, size_t size)
{
    const auth_axis *author = axis->author;
    snprintf(text, size, "%s%s%s%s%s", author->with ? author->with : "", author->with ? " + " : "",
             author->axis, author->half ? ", upper half" : "", author->invert ? ", inverted" : "");
}

void io_button_text(const io_button *button, char *text, size_t size)
{
    const auth_button *author = button->author;
    const char *with = author->with ? author->with : "", *plus = author->with ? " + " : "";
    if (author->button)
        snprintf(text, size, "%s%s%s", with, plus, author->button);
    else
        snprintf(text, size, "%s%s%s %c %g", with, plus, author->axis, author->beyond > 0.0 ? '>' : '<',
                 author->beyond);
}

const char *io_action_name(io_action action)
{
    return actions[action];
}

const char *io_action_meaning(io_action action)
{
    static const char *const meanings[IO_ACTIONS] = {
#define X(id, name, meaning) meaning,
        IO_ACTION_LIST(X)
#undef X
    };
    return meanings[action];
}

/* "name: meaning"; machines need not give one. */
static void control_text(const auth_control *control, const char *before, const char *behind, char *text,
                         size_t size)
{
    snprintf(text, size, "%s%s%s%s%s", before, control->name, behind, *control->meaning ? ": " : "",
             control->meaning);
}

/* The control that a lever moves in the machine's first pattern. */
static void lever_text(const auth_machine *machine, const char *lever, char *text, size_t size)
{
    snprintf(text, size, "- (this machine has no patterns)");
    if (machine->pattern_count == 0) return;
    const auth_pattern *pattern = &machine->patterns[0];
    snprintf(text, size, "- (not in pattern %.48s)", pattern->name);
    for (int i = 0; i < pattern->lever_count; i++) {
        const auth_lever *moved = &pattern->levers[i];
        if (strcmp(moved->lever, lever) != 0) continue;
        char behind[64];
        snprintf(behind, sizeof behind, " (pattern %.48s)", pattern->name);
        control_text(&machine->controls[moved->control], moved->invert ? "-" : "", behind, text, size);
    }
}

void io_target_text(io_target target, const auth_machine *machine, char *text, size_t size)
{
    switch (target.kind) {
    case IO_TARGET_CONTROL:
        control_text(&machine->controls[target.index], "", "", text, size);
        return;
    case IO_TARGET_LEVER:
        lever_text(machine, auth_lever_word(target.index), text, size);
        return;
    case IO_TARGET_ACTION:
        snprintf(text, size, "%s", io_action_meaning((io_action)target.index));
        return;
    case IO_TARGET_NONE:
    default:
        snprintf(text, size, "- (this machine has none)");
    }
}
