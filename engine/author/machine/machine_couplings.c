/* Couplings of machines and implements. */
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
    return auth_item_refuse(item, field->key,
                            "has no effect without 'control': it belongs to the side that takes");
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
             "the range of control '%s' is %g to %g; of a coupling of this kind 0 to %g is expected: %s",
             control->name, control->low, control->high, most,
             most > 1.0 ? "0 opens it, 1 hooks, 2 locks too" : "0 opens it, 1 takes");
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
             "Diameter of the ball or bar, distance of the lower links: only equal sizes fit"),
    REFERENCE(auth_coupling, control, "controls", "control",
              "Control with which it takes an implement; without it, this is the side that is taken",
              OPTIONAL, .check = check_control),
    TAKER(reach, LENGTH, POSITIVE, "Largest distance of the two frames at which it takes", DEFAULT("80 mm")),
    TAKER(skew, ANGLE, POSITIVE, "Largest roll and yaw of the implement at which it takes", DEFAULT("6 deg"),
          SPAN("0.1 deg to 30 deg"), OF(LOCKED)),
    TAKER(lock_angle, ANGLE, POSITIVE, "Largest pitch of the implement at which it locks", DEFAULT("3 deg"),
          SPAN("0.1 deg to 30 deg"), OF(LOCKED)),
    TAKER(speed, VELOCITY, POSITIVE, "Largest relative speed at which it takes", DEFAULT("0.5 m/s")),
    TAKER(pull_in, TIME, ANY, "Time in which the distance that is left is removed", DEFAULT("0.3 s"),
          SPAN("0.05 s to 5 s")),
    TAKER(cone, ANGLE, ANY, "Free angle between both x axes; a stop beyond it", DEFAULT("80 deg"),
          SPAN("5 deg to 150 deg"), OF(BALL)),
    TAKER(roll, ANGLE, ANY, "Free rotation about x; a stop beyond it", DEFAULT("20 deg"),
          SPAN("5 deg to 80 deg"), OF(BALL)),
    TAKER(arm, LENGTH, POSITIVE, "Distance at which its bearings hold rotations", DEFAULT("0.4 m")),
    TAKER(stiffness, STIFFNESS, POSITIVE, "Stiffness of the joined coupling", OTHERWISE("from the masses")),
    TAKER(breaks_at, FORCE, POSITIVE, "Force that breaks it", OTHERWISE("it does not break")),
    FLAG(auth_coupling, fitted, "`false`: it is not there; [variants](machine.md#variants) change it",
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
