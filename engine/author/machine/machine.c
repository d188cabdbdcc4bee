/* Reading machine files: the mechanism, then chassis, tires, wheels, tracks, engine, driveline, contact,
 * tools, containers, controls, picture. */
#include "machine_tables.h"
#include "mechanism/mechanism_tables.h"
#include "reader/common.h"
#include "reader/format.h"

/* ---- air ---- */

static const auth_field drag_fields[] = {
    BODY_AS("body", auth_air_drag, body, "Body with the force"),
    PLACE_AS("at", auth_air_drag, at, LENGTH, "Point in the body's frame, vector"),
    QUANTITY(auth_air_drag, area, AREA, POSITIVE,
             "Drag coefficient times frontal area; tractors: about 0.9 · width · height"),
};
static const auth_table air_drag = AUTH_TABLE(auth_air_drag, drag_fields, );

/* ---- seat, steering wheel ---- */

static const auth_field seat_fields[] = {
    REFERENCE_AS("body", auth_machine, seat_body, "bodies", "body",
                 "Body that the seat is fixed to: the cab"),
    VECTOR_AS("at", auth_machine, seat_at, LENGTH, ANY,
              "The point in its frame, vector; about 0.7 m under the `eye` of `picture`"),
};
static const auth_table seat = AUTH_TABLE(auth_machine, seat_fields, );

/* In the unit of a signal that only those know who know the machine. */
static bool read_full(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    auth_feel *feel = item->out;
    auth_dimension dimension;
    bool with_unit;
    if (!auth_read_any(item->reader, auth_node_place(value), field->key, auth_node_text(value), &feel->full,
                       &dimension, &with_unit))
        return false;
    if (feel->full != 0.0) return true;
    COMPLAIN(item, field->key, "'full' is 0; the signal's value at the full force of the wheel is expected");
    return false;
}

static const auth_field feel_fields[] = {
    WORD(auth_feel, torque, "Name of a signal that is positive if the steering wheel is pushed to the left",
         PLACE(auth_feel, torque_place)),
    READ_INTO(QUANTITY, "full", auth_feel, full, read_full,
              "Its value at the full force of the wheel, in SI or with a unit; negative for a signal with "
              "the other sign"),
};
static const auth_table feel = AUTH_TABLE(auth_feel, feel_fields, );

/* ---- the whole ---- */

static bool check_chassis(auth_item *item, const auth_field *field)
{
    const auth_machine *machine = item->out;
    int index;
    const auth_joint *joint = auth_carrying_joint(item, machine->chassis, &index);
    if (!joint || (joint->type == MB_FREE && joint->parent == MB_GROUND)) return true;
    COMPLAIN(item, field->key,
             "body '%s' is carried by the %s joint '%s'; a body on a free joint from the ground, which can "
             "stand anywhere, is expected",
             auth_item_text(item, field->key), auth_joint_type_word((int)joint->type), joint->name);
    return false;
}

/* A machine is driven in real time: beyond 20 ms nothing on tires stays stable, and a second of steps below
 * 10 us is more than any computer takes or any recorder keeps. */
static bool check_step(auth_item *item)
{
    static const double shortest = 1e-5, longest = 2e-2; /* [s] */
    const double step = auth_mechanism_of(item)->simulation.step;
    const yaml_node_t *simulation = auth_item_value(item, "simulation"),
                      *value = auth_document_value(item->reader->document, simulation, "step");
    if (value && step > 0.0) /* else it was refused already */
        auth_check_span(item->reader, auth_node_place(value), "step", auth_node_text(value), step, shortest,
                        longest, "10 us to 20 ms");
    return item->reader->report->dropped == 0;
}

static const auth_field fields[] = {
    {.type = AUTH_FIELD_CHOICE,
     .key = "headland",
     .nowhere = true,
     .words = (const auth_word[]){{"machine", 1}},
     .word_count = 1,
     AUTH_MEANING("Kind of file: machine")},
    REFERENCE(auth_machine, chassis, "bodies", "body",
              "Body on a free joint from the ground, whose frame has x forward, y to the left, z up",
              .check = check_chassis),
    AUTH_VARIANTS(auth_machine),
    LIST(auth_machine, tires, tire_count, auth_tire_table, 0, 0, "Kinds of tires", OTHERWISE("empty")),
    LIST(auth_machine, wheels, wheel_count, auth_wheel_table, 0, 0, "Wheels: bodies that roll on tires",
         OTHERWISE("empty")),
    LIST(auth_machine, tracks, track_count, auth_track_table, 0, 0, "Crawler tracks", OTHERWISE("empty")),
    PART(auth_machine, engine, auth_engine_table, "The diesel engine", GIVEN(auth_machine, has_engine),
         OTHERWISE("none")),
    PART(auth_machine, driveline, auth_driveline_table,
         "Gearbox, clutches, differentials and brakes; needs an engine", GIVEN(auth_machine, has_driveline),
         OTHERWISE("none")),
    PART(auth_machine, air_drag, air_drag, "Air drag", GIVEN(auth_machine, air_drag.present),
         OTHERWISE("none")),
    LIST(auth_machine, shapes, shape_count, auth_shape_table, 0, 0, "Boxes that touch the ground and objects",
         OTHERWISE("empty")),
    PART(auth_machine, contact, auth_contact_table,
         "Law of contact of the shapes with the ground and objects; needed by `shapes`", OTHERWISE("none"),
         .check = auth_check_contact_and_shapes),
    LIST(auth_machine, tools, tool_count, auth_tool_table, 0, AUTH_MAX_TOOLS, "Tools that dig, up to 8",
         OTHERWISE("empty")),
    LIST(auth_machine, containers, container_count, auth_container_table, 0, AUTH_MAX_CONTAINERS,
         "Boxes that hold soil, up to 8: the body of a truck", OTHERWISE("empty")),
    LIST_AS("materials", auth_machine, materials.pairs, materials.count, auth_material_pair_table, 0,
            AUTH_MAX_PAIRS, "Contact properties of pairs of materials", OTHERWISE("the supplied pairs")),
    LIST(auth_machine, controls, control_count, auth_control_table, 0, 0, "Controls of the operator",
         OTHERWISE("empty"), .check = auth_check_controls),
    LIST(auth_machine, bypasses, bypass_count, auth_bypass_table, 0, 0,
         "Commands that open while controls are at rest", OTHERWISE("empty")),
    LIST(auth_machine, pilots, pilot_count, auth_pilot_table, 0, 0,
         "Pilot lines from levers to further commands", OTHERWISE("empty")),
    QUANTITY(auth_machine, pilot_pressure, PRESSURE, POSITIVE, "Supply of the pilot lines",
             DEFAULT("3.9 MPa"), .check = auth_check_pilot_pressure),
    LIST(auth_machine, brakes, brake_count, auth_brake_table, 0, 0,
         "Brakes that hold while their levers are at rest", OTHERWISE("empty")),
    LIST(auth_machine, patterns, pattern_count, auth_pattern_table, 0, 0, "Which lever moves which control",
         OTHERWISE("empty")),
    LIST(auth_machine, faults, fault_count, auth_fault_table, 0, AUTH_MAX_FAULTS,
         "Up to 16 failures that an instructor can inject", OTHERWISE("empty"),
         .check = auth_check_list_signals),
    LIST(auth_machine, couplings, coupling_count, auth_coupling_table, 0, AUTH_MAX_COUPLINGS,
         "Up to 8 places where [implements](couplings.md) are coupled", OTHERWISE("empty"),
         .check = auth_check_list_signals),
    LIST(auth_machine, hooks, hook_count, auth_hook_table, 0, AUTH_MAX_HOOKS,
         "Up to 8 hooks with [slings](couplings.md#slings), which hold free objects", OTHERWISE("empty"),
         .check = auth_check_list_signals),
    PART(auth_machine, load_chart, auth_load_chart_table,
         "Rated loads of the hook by radius, [see couplings](couplings.md#load-chart)",
         GIVEN(auth_machine, load_chart.present), OTHERWISE("none")),
    READ(PART, "seat", auth_read_here,
         "Position of the operator: the point whose motion a [rig](rig.md) reproduces", .table = &seat,
         GIVEN(auth_machine, seat), OTHERWISE("no motion")),
    PART(auth_machine, feel, feel, "Force feedback of the steering wheel", GIVEN(auth_machine, feel.present),
         OTHERWISE("only centring")),
    LIST(auth_machine, sounds, sound_count, auth_voice_table, 0, AUTH_VOICES, "Up to 32 voices",
         OTHERWISE("silent")),
    PART(auth_machine, picture, auth_picture_table, "Appearance of the machine",
         GIVEN(auth_machine, picture.present), OTHERWISE("plain boxes of its shapes")),
};

static void add_controls(auth_item *item)
{
    auth_add_hooks(item);
    auth_add_faults(item);
}

const auth_table auth_machine_table =
    AUTH_TABLE(auth_machine, fields, .base = &auth_mechanism_table,
               .base_out = offsetof(auth_machine, mechanism), .begin = check_step, .check = add_controls);

/* ---- entry ---- */

static auth_format format_of(auth_variants *variants)
{
    return (auth_format){.kind = AUTH_FILE_MACHINE,
                         .table = &auth_machine_table,
                         .prepare = auth_variants_apply,
                         .of = variants};
}

static void keep(void *made, const auth_variants *variants, auth_machine **machine)
{
    *machine = made;
    if (!made) return;
    (*machine)->variants = variants->variants;
    (*machine)->variant_count = variants->variant_count;
}

hl_status auth_machine_parse_chosen(const char *text, size_t length, const char *name,
                                    const auth_choice *choices, int count, hl_arena *arena,
                                    auth_machine **machine, hl_report *report)
{
    void *out;
    auth_variants variants = {.choices = choices, .choice_count = count};
    const auth_format format = format_of(&variants);
    const hl_status status = auth_format_parse(text, length, name, &format, arena, &out, report);
    keep(out, &variants, machine);
    return status;
}

hl_status auth_machine_read_chosen(const char *path, const auth_choice *choices, int count, hl_arena *arena,
                                   auth_machine **machine, hl_report *report)
{
    void *out;
    auth_variants variants = {.choices = choices, .choice_count = count};
    const auth_format format = format_of(&variants);
    const hl_status status = auth_format_read(path, &format, arena, &out, report);
    keep(out, &variants, machine);
    return status;
}

hl_status auth_machine_parse(const char *text, size_t length, const char *name, hl_arena *arena,
                             auth_machine **machine, hl_report *report)
{
    return auth_machine_parse_chosen(text, length, name, NULL, 0, arena, machine, report);
}

hl_status auth_machine_read(const char *path, hl_arena *arena, auth_machine **machine, hl_report *report)
{
    return auth_machine_read_chosen(path, NULL, 0, arena, machine, report);
}

int auth_machine_variants(const char *text, size_t length, const char *name, hl_arena *arena,
                          auth_variant **variants, hl_report *report)
{
    void *out;
    auth_variants read = {0};
    const auth_format format = format_of(&read);
    (void)auth_format_parse(text, length, name, &format, arena, &out, report);
    *variants = read.variants;
    return read.variant_count;
}
