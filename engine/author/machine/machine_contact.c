/* Contact geometry of a machine: collision boxes and their contact law, digging tools, and boxes that hold
 * soil. */
#include "machine_tables.h"
#include "reader/common.h"

#include "hl/real.h"

#include <math.h>

/* ---- shapes ---- */

static const auth_word laws[] = {{"lugre", AUTH_CONTACT_LUGRE}, {"stiction", AUTH_CONTACT_STICTION}};

static const auth_field shape_fields[] = {
    NAME(auth_shape, "Name of the shape"),
    BODY_AS("body", auth_shape, body, "Body that it belongs to"),
    PLACE_AS("at", auth_shape, at, LENGTH, "Centre in the body's frame, vector"),
    PLACE_AS("turn", auth_shape, turn, ANGLE, "Rotation vector"),
    VECTOR(auth_shape, size, LENGTH, POSITIVE, "Edges, vector"),
    WORD(auth_shape, material, "Material, see [materials](#materials)", DEFAULT(AUTH_SHAPE_MATERIAL)),
    FLAG(auth_shape, ground, "Its corners touch the ground too", DEFAULT("true")),
    CHOICE(
        auth_shape, law, laws,
        "Friction, one law for all shapes of a body: `lugre`: a bristle that creeps under a load that is "
        "shaken; `stiction`: each point holds without creeping, for feet and blades that carry the machine",
        DEFAULT("lugre")),
};
const auth_table auth_shape_table = AUTH_TABLE(auth_shape, shape_fields, .place = AUTH_AT(auth_shape, place));

/* ---- contact ---- */

static const auth_word dissipations[] = {{"exact", AUTH_DISSIPATION_EXACT},
                                         {"printed", AUTH_DISSIPATION_PRINTED}};

static void check_contact(auth_item *item)
{
    const auth_contact *contact = item->out;
    auth_check_material(item->reader, item->node, -1.0, contact->kinetic, contact->stiction);
    const auth_machine *machine = auth_machine_of(item);
    for (int i = 0; i < machine->shape_count; i++)
        if (machine->shapes[i].law == AUTH_CONTACT_STICTION) return;
    (void)auth_item_refuse(item, "stick_time", "has no effect without a shape with 'law: stiction'");
}

#define OF_PAIRS(key, range, ...)                                                                            \
    QUANTITY(auth_contact, key, NUMBER, range, __VA_ARGS__, .absent = -1.0,                                  \
             OTHERWISE("that of the supplied pair"))

static const auth_field contact_fields[] = {
    QUANTITY(auth_contact, stiffness, STIFFNESS, POSITIVE,
             "Stiffness of one contact point: E = `stiffness` · d"),
    QUANTITY(auth_contact, hertz_depth, LENGTH, POSITIVE,
             "E grows with d^1.5 instead, with the same force at this depth", OTHERWISE("linear")),
    QUANTITY(auth_contact, damping, DAMPING, NOT_NEGATIVE, "Damping of one point on sand"),
    OF_PAIRS(restitution, ANY,
             "Share of the approach speed after the impact; of pairs not listed in `materials`",
             SPAN("0 to 1")),
    CHOICE(auth_contact, dissipation, dissipations,
           "Damping of a restitution e: `exact`: D - ln(1 + D) = -D e - ln(1 - D e); `printed`: D = 3 (1 - "
           "e)/2, whose "
           "restitution is at least 0.487",
           DEFAULT("exact")),
    QUANTITY(auth_contact, slowest, VELOCITY, POSITIVE,
             "Minimum of v₀; a part that settles more slowly creeps, with the time constant D d / v₀",
             DEFAULT("0.1 m/s")),
    QUANTITY(auth_contact, bristle_stiffness, INVERSE_LENGTH, POSITIVE,
             "Stiffness of the bristles of stiction"),
    QUANTITY(auth_contact, bristle_damping, SLOWNESS, NOT_NEGATIVE, "Damping of the bristles of stiction"),
    OF_PAIRS(kinetic, POSITIVE, "Friction coefficient of sliding, of pairs not listed in `materials`"),
    OF_PAIRS(stiction, POSITIVE,
             "Friction coefficient of sticking, not below `kinetic`, of pairs not listed in `materials`"),
    QUANTITY(auth_contact, stribeck_velocity, VELOCITY, POSITIVE,
             "Speed of the transition from stiction to sliding"),
    FLAG(auth_contact, spin,
         "Friction also resists rotation on the spot, about the mean normal of a body's contacts",
         DEFAULT("false")),
    QUANTITY(auth_contact, stick_time, TIME, POSITIVE,
             "Of shapes with `law: stiction`: their friction stops the machine within about this time",
             DEFAULT("10 ms")),
};
const auth_table auth_contact_table = AUTH_TABLE(auth_contact, contact_fields, .check = check_contact);

/* The points of a body are one effort. */
static void check_laws(const auth_item *item, const auth_machine *machine)
{
    for (int i = 1; i < machine->shape_count; i++) {
        const auth_shape *shape = &machine->shapes[i];
        int first = 0;
        while (machine->shapes[first].body != shape->body) first++;
        const auth_shape *other = &machine->shapes[first];
        if (shape->law != other->law)
            hl_report_add(
                item->reader->report, shape->place,
                "shape '%s' has 'law: %s', shape '%s' of the same body 'law: %s': give all shapes of "
                "a body the same law",
                shape->name, laws[shape->law].word, other->name, laws[other->law].word);
    }
}

bool auth_check_contact_and_shapes(auth_item *item, const auth_field *field)
{
    const auth_machine *machine = item->out;
    const bool given = auth_item_has(item, field->key);
    if (item->good) check_laws(item, machine);
    if (machine->shape_count == 0)
        return auth_item_refuse(item, field->key, "has no effect without 'shapes'");
    if (!given)
        COMPLAIN(item, "shapes", "'shapes' without 'contact', which says how they answer; both are expected");
    return given;
}

/* ---- tools ---- */

/* Plates between corners have a direction. */
static bool check_profile(auth_item *item, const auth_field *field)
{
    static const double shortest = 1e-3; /* of a plate [m] */
    const auth_tool *tool = item->out;
    for (int i = 1; i < tool->corners; i++) {
        const double *before = tool->profile[i - 1], *here = tool->profile[i];
        if (hl_hypot(here[0] - before[0], here[1] - before[1]) >= shortest) continue;
        hl_report_add(item->reader->report, auth_entry_place(item->reader, item->node, field->key, i),
                      "'profile': corner %d lies on the corner before; corners at least 1 mm apart are "
                      "expected",
                      i + 1);
        return false;
    }
    return true;
}

static void check_tool(auth_item *item)
{
    static const char *const keys[] = {"tooth_width", "tooth_length"};
    const auth_tool *tool = item->out;
    for (int i = 0; i < 2; i++) {
        if (tool->teeth == 0)
            auth_item_refuse(item, keys[i], "has no effect without 'teeth'");
        else if (!auth_item_has(item, keys[i]))
            COMPLAIN(item, "teeth", "'teeth' without '%s'; the key is expected", keys[i]);
    }
    if (tool->teeth > 0 && tool->teeth * tool->tooth_width > tool->width)
        COMPLAIN(item, "tooth_width",
                 "%d teeth of %g m are wider than the tool, 'width' is %g m; narrower or fewer teeth are "
                 "expected",
                 tool->teeth, tool->tooth_width, tool->width);
}

static const auth_field tool_fields[] = {
    NAME(auth_tool, "Name of the tool"),
    BODY_AS("body", auth_tool, body, "Body that it is fixed to"),
    PLACE_AS("at", auth_tool, at, LENGTH, "Origin of the tool's frame in the body's frame, vector"),
    PLACE_AS("turn", auth_tool, turn, ANGLE, "Rotation vector of the tool's frame in the body's frame"),
    PAIRS(auth_tool, profile, corners, LENGTH, LENGTH, 2, AUTH_PROFILE_CORNERS,
          "2 to 16 corners [x, z]: from the cutting edge along the floor, up the back, to the upper lip",
          .within = true, .check = check_profile),
    QUANTITY(auth_tool, width, LENGTH, ANY, "Along y", SPAN("20 mm to 20 m")),
    QUANTITY(auth_tool, thickness, LENGTH, ANY, "Of the plates", SPAN("1 mm to 0.2 m"), DEFAULT("20 mm")),
    FLAG(auth_tool, sides, "Side walls: a bucket; false: an open blade", DEFAULT("true")),
    COUNT(auth_tool, teeth, "In front of the edge, evenly across the width", SPAN("0 to 64"), DEFAULT("0")),
    QUANTITY(auth_tool, tooth_width, LENGTH, POSITIVE, "Width of each tooth; required with `teeth`",
             OPTIONAL),
    QUANTITY(auth_tool, tooth_length, LENGTH, POSITIVE,
             "How far each tooth reaches out before the edge; required with `teeth`", OPTIONAL),
};
const auth_table auth_tool_table =
    AUTH_TABLE(auth_tool, tool_fields, .place = AUTH_AT(auth_tool, place), .check = check_tool);

/* ---- containers ---- */

static const auth_word box_sides[] = {
    {"front", AUTH_BOX_FRONT}, {"rear", AUTH_BOX_REAR}, {"left", AUTH_BOX_LEFT}, {"right", AUTH_BOX_RIGHT}};

static bool is_single_way(const auth_item *item)
{
    if (auth_item_has(item, "control") != auth_item_has(item, "joint")) return true;
    COMPLAIN(
        item, "side",
        "a gate needs either 'control', which opens it, or 'joint', whose angle shows how far it is open");
    return false;
}

static void check_gate(auth_item *item)
{
    auth_gate *gate = item->out;
    if (!is_single_way(item)) return;
    if (auth_item_has(item, "control")) {
        (void)auth_item_refuse(item, "full", "has no effect without 'joint'");
        return;
    }
    if (!auth_item_has(item, "full")) {
        COMPLAIN(item, "joint", "a gate on a joint needs 'full', the angle at which it is open");
        return;
    }
    if (!auth_item_coordinate(item, &gate->joint) || gate->joint.angular) return;
    COMPLAIN(item, "joint", "'full' is an angle: give a revolute joint");
}

static const auth_field gate_fields[] = {
    CHOICE(auth_gate, side, box_sides, "Side that opens; its wall must be upright"),
    REFERENCE(auth_gate, control, "controls", "control",
              "Control that opens it: closed at the low end of its range, open at the high end", OPTIONAL),
    UNREAD_REFERENCE("joint", "Revolute joint of a flap, instead of `control`; the gate is closed at 0",
                     OPTIONAL),
    UNREAD(COUNT, "coordinate", "1 or 2", .fallback = "1", OPTIONAL),
    QUANTITY(auth_gate, full, ANGLE, POSITIVE, "Angle of the joint at which the gate is open", OPTIONAL),
};
static const auth_table gate =
    AUTH_TABLE(auth_gate, gate_fields, .place = AUTH_AT(auth_gate, place), .check = check_gate);

static const auth_field container_fields[] = {
    NAME(auth_container, "Name of the container"),
    BODY_AS("body", auth_container, body, "Body that it is fixed to; it carries the soil"),
    PLACE_AS("at", auth_container, at, LENGTH, "Middle of its floor in the body's frame, vector"),
    PLACE_AS("turn", auth_container, turn, ANGLE,
             "Rotation vector of its frame in the body's frame; z points out of the mouth"),
    VECTOR(auth_container, size, LENGTH, ANY,
           "Inner size at the rim: length along x, width along y, height of the walls along z, vector",
           SPAN("0.1 to 20 m")),
    VECTOR(auth_container, taper, LENGTH, NOT_NEGATIVE,
           "By how much the walls lean outwards from floor to rim: [front and rear, left and right]",
           .fallback = "0", OTHERWISE("[0, 0]")),
    QUANTITY(auth_container, cell, LENGTH, ANY, "Cell size of the heap", SPAN("20 mm to 1 m"),
             DEFAULT("0.1 m")),
    QUANTITY(auth_container, thickness, LENGTH, ANY, "Thickness of the walls", SPAN("1 mm to 0.5 m"),
             DEFAULT("20 mm")),
    QUANTITY(auth_container, friction, ANGLE, ANY, "Angle of friction of soil on the floor",
             SPAN("0 to 60 deg"), .absent = -1.0, OTHERWISE("`steel_friction` of the soil")),
    QUANTITY(auth_container, payload, MASS, POSITIVE,
             "Rated mass of the load; adds the signal `container.NAME.share`", .absent = 0.0,
             OTHERWISE("no rated mass")),
    PART(auth_container, gate, gate, "A side that opens", GIVEN(auth_container, has_gate), OTHERWISE("none")),
};
const auth_table auth_container_table =
    AUTH_TABLE(auth_container, container_fields, .place = AUTH_AT(auth_container, place));
