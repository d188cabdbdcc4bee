/* Couplings of machines and implements, hooks with slings. */
#include "auth/circuit.h"
#include "machine_tables.h"

#include <math.h>
#include <string.h>

enum {
    BALL = 1 << AUTH_COUPLING_BALL,
    THREE_POINT = 1 << AUTH_COUPLING_THREE_POINT,
    QUICK = 1 << AUTH_COUPLING_QUICK,
    LOCKED = THREE_POINT | QUICK
};

static const auth_word kinds[] = {
    {"ball", AUTH_COUPLING_BALL}, {"three-point", AUTH_COUPLING_THREE_POINT}, {"quick", AUTH_COUPLING_QUICK}};

/* Keys of the side with the control. */
static bool check_taker(auth_item *item, const auth_field *field)
{
    const auth_coupling *coupling = item->out;
    if (coupling->control != AUTH_NONE || !auth_item_has(item, field->key)) return true;
    return auth_item_refuse(
        item, field->key,
        "has no effect without 'control': remove it, or give it to the side with the control");
}

/* A ball opens and takes; the others lock too. */
static bool check_control(auth_item *item, const auth_field *field)
{
    const auth_coupling *coupling = item->out;
    const double most = coupling->kind == AUTH_COUPLING_BALL ? 1.0 : 2.0;
    if (coupling->control < 0) return true;
    const auth_control *control = &auth_machine_of(item)->controls[coupling->control];
    if (control->low == 0.0 && control->high == most) return true;
    COMPLAIN(item, field->key,
             "control '%s' has the range %g to %g, but a coupling of this kind needs 0 to %g: %s",
             control->name, control->low, control->high, most,
             most > 1.0 ? "0 opens it, 1 hooks, 2 also locks" : "0 opens it, 1 closes it");
    return false;
}

#define TAKER(key, kind_, range, ...)                                                                        \
    QUANTITY(auth_coupling, key, kind_, range, __VA_ARGS__, .check = check_taker)

static const auth_field coupling_fields[] = {
    NAME(auth_coupling, "Name of the coupling"),
    CHOICE(auth_coupling, kind, kinds, "Kind of coupling"),
    BODY_AS("body", auth_coupling, body, "Body that it is fixed to"),
    PLACE_AS("at", auth_coupling, at, LENGTH, "Origin of its frame in the body's frame, vector"),
    PLACE_AS("turn", auth_coupling, turn, ANGLE,
             "Rotation vector of its frame, which has x forward, y to the left, z up"),
    QUANTITY(auth_coupling, size, LENGTH, POSITIVE,
             "Diameter of the ball or bar, or distance of the lower links: both sides need the same size"),
    REFERENCE(auth_coupling, control, "controls", "control",
              "Control that operates the coupling; only one of the two sides has it", OPTIONAL,
              .check = check_control),
    TAKER(reach, LENGTH, POSITIVE, "Largest distance between the two frames at which it couples",
          DEFAULT("80 mm")),
    TAKER(skew, ANGLE, POSITIVE, "Largest roll and yaw of the implement at which it couples",
          DEFAULT("6 deg"), SPAN("0.1 deg to 30 deg"), OF(LOCKED)),
    TAKER(lock_angle, ANGLE, POSITIVE, "Largest pitch of the implement at which it locks", DEFAULT("3 deg"),
          SPAN("0.1 deg to 30 deg"), OF(LOCKED)),
    TAKER(speed, VELOCITY, POSITIVE, "Largest relative speed at which it couples", DEFAULT("0.5 m/s")),
    TAKER(pull_in, TIME, ANY, "Time in which the remaining distance is removed", DEFAULT("0.3 s"),
          SPAN("0.05 s to 5 s")),
    TAKER(cone, ANGLE, ANY, "Free angle between the two x axes; a stop limits it", DEFAULT("80 deg"),
          SPAN("5 deg to 150 deg"), OF(BALL)),
    TAKER(roll, ANGLE, ANY, "Free rotation about x; a stop limits it", DEFAULT("20 deg"),
          SPAN("5 deg to 80 deg"), OF(BALL)),
    TAKER(arm, LENGTH, POSITIVE, "Lever arm with which its bearings resist rotations", DEFAULT("0.4 m")),
    TAKER(stiffness, STIFFNESS, POSITIVE, "Stiffness of the closed coupling", OTHERWISE("from the masses")),
    TAKER(breaks_at, FORCE, POSITIVE, "Force at which it breaks", OTHERWISE("it does not break")),
    FLAG(auth_coupling, fitted,
         "`false`: the machine does not have it; a [variant](machine.md#variants) can add it",
         DEFAULT("true")),
};
const auth_table auth_coupling_table =
    AUTH_TABLE(auth_coupling, coupling_fields, .what = "coupling", .place = AUTH_AT(auth_coupling, place),
               .kind_key = "kind", .kind_words = "in a coupling of kind");

bool auth_coupling_takes(const auth_coupling *coupling, const auth_coupling *other)
{
    return coupling->fitted && other->fitted && coupling->control != AUTH_NONE &&
           other->control == AUTH_NONE && coupling->kind == other->kind &&
           fabs(coupling->size - other->size) <= 1e-6;
}

/* ---- hooks ---- */

static bool check_hook_control(auth_item *item, const auth_field *field)
{
    const auth_hook *hook = item->out;
    if (hook->control < 0) return true;
    const auth_control *control = &auth_machine_of(item)->controls[hook->control];
    if (control->low == 0.0 && control->high == 1.0) return true;
    COMPLAIN(item, field->key,
             "control '%s' has the range %g to %g, but a hook needs 0 to 1: 0 releases, 1 attaches",
             control->name, control->low, control->high);
    return false;
}

static bool check_shared_control(auth_item *item, const auth_field *field)
{
    const auth_hook *hook = item->out;
    if (hook->with < 0) return true;
    if (hook->control >= 0)
        return auth_item_refuse(item, field->key, "has no effect with 'control': give one of them, not both");
    if (hook->with < item->index) return true;
    COMPLAIN(item, field->key, "the name of an earlier hook is expected");
    return false;
}

static const auth_field hook_fields[] = {
    NAME(auth_hook, "Name of the hook"),
    BODY_AS("body", auth_hook, body, "Body that it is fixed to"),
    PLACE_AS("at", auth_hook, at, LENGTH, "Point where the sling is attached, in the body's frame, vector"),
    REFERENCE(auth_hook, control, "controls", "control", "Control that attaches (1) and releases (0)",
              OTHERWISE("a new control with the name of the hook"), .check = check_hook_control),
    REFERENCE(auth_hook, with, "hooks", "hook",
              "Name of an earlier hook whose control also moves this one: two slings for one load",
              OTHERWISE("a control of its own"), .check = check_shared_control),
    QUANTITY(auth_hook, length, LENGTH, ANY, "Length of the sling", DEFAULT("1.5 m"), SPAN("0.1 m to 20 m")),
    QUANTITY(
        auth_hook, reach, LENGTH, POSITIVE,
        "Largest distance between an eye and the sling, hanging straight down, at which the hook attaches",
        DEFAULT("0.3 m")),
    QUANTITY(auth_hook, stiffness, STIFFNESS, POSITIVE,
             "Stiffness of the sling; limited for light objects, so that a step resolves their motion",
             DEFAULT("1 MN/m")),
    QUANTITY(auth_hook, breaks_at, FORCE, POSITIVE, "Force at which the sling breaks",
             OTHERWISE("it does not break")),
};
const auth_table auth_hook_table =
    AUTH_TABLE(auth_hook, hook_fields, .what = "hook", .place = AUTH_AT(auth_hook, place));

static bool add_hook_control(const auth_item *item, auth_hook *hook)
{
    auth_machine *machine = item->out;
    const int count = machine->control_count;
    for (int i = 0; i < count; i++) {
        if (strcmp(machine->controls[i].name, hook->name) != 0) continue;
        hl_report_add(item->reader->report, hook->place,
                      "a control has the same name '%s' as this hook: name it in 'control', or rename "
                      "the hook",
                      hook->name);
        return true;
    }
    auth_control *controls = HL_NEW(item->reader->arena, auth_control, count + 1);
    if (controls == NULL) return false;
    if (count > 0) memcpy(controls, machine->controls, (size_t)count * sizeof *controls);
    controls[count] = (auth_control){.name = hook->name,
                                     .place = hook->place,
                                     .meaning = "hook: releases (0), attaches and holds (1)",
                                     .high = 1.0,
                                     .safe = 1.0,
                                     .circuit = AUTH_NONE,
                                     .command = AUTH_NONE,
                                     .full = 1.0,
                                     .blocked_by = AUTH_NONE,
                                     .fault = -1};
    hook->control = count;
    machine->controls = controls;
    machine->control_count = count + 1;
    return true;
}

void auth_add_hooks(auth_item *item)
{
    const auth_machine *machine = item->out;
    if (!hl_report_clean(item->reader->report)) return;
    for (int i = 0; i < machine->hook_count && !*item->reader->starved; i++) {
        auth_hook *hook = &machine->hooks[i];
        if (hook->with >= 0)
            hook->control = machine->hooks[hook->with].control;
        else if (hook->control < 0)
            *item->reader->starved |= !add_hook_control(item, hook);
    }
}
