/* Machine files: a mechanism, then chassis, tires, wheels, tracks, engine, driveline, contact, tools,
 * controls, picture. */
#include "machine_tables.h"
#include "machine_variants.h"
#include "mechanism/mechanism_tables.h"
#include "reader/format.h"
#include "reader/materials_reader.h"

/* ---- what the tables share ---- */

auth_machine *auth_machine_of(const auth_item *item)
{
    while (item->table != &auth_machine_table) item = item->parent;
    return item->out;
}

const auth_joint *auth_carrying_joint(const auth_item *item, int body, int *index)
{
    const auth_mechanism *mechanism = auth_mechanism_of(item);
    for (int i = 0; body >= 0 && i < mechanism->joint_count; i++) {
        if (mechanism->joints[i].child != body) continue;
        *index = i;
        return &mechanism->joints[i];
    }
    return NULL;
}

int auth_circuit_reference(const auth_item *item, const char *key, int circuit, const char *list,
                           const char *what)
{
    const yaml_node_t *value = auth_item_value(item, key);
    auth_item *mechanism = item->parent;
    while (mechanism->parent) mechanism = mechanism->parent;
    const auth_item in = auth_list_item(mechanism, auth_find_field(mechanism->table, "circuits"), circuit);
    return auth_item_reference(&in, key, value, list, what);
}

/* ---- air ---- */

static const auth_field drag_fields[] = {
    BODY_AS("body", auth_air_drag, body, "Body on which it acts"),
    PLACE_AS("at", auth_air_drag, at, LENGTH, "Where it acts in the body's frame, vector"),
    QUANTITY(auth_air_drag, area, AREA, POSITIVE, "Drag coefficient times frontal area"),
};
static const auth_table air_drag = AUTH_TABLE(auth_air_drag, drag_fields, );

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

/* A machine is driven in real time. */
static bool check_step(auth_item *item)
{
    const yaml_node_t *simulation = auth_item_value(item, "simulation"),
                      *step = auth_document_value(item->reader->document, simulation, "step");
    if (step)
        auth_check_driven_step(item->reader, simulation, auth_node_text(step),
                               auth_mechanism_of(item)->simulation.step);
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
    LIST(auth_machine, tires, tire_count, auth_tire_table, 0, 0, "Kinds of tires", OPTIONAL),
    LIST(auth_machine, wheels, wheel_count, auth_wheel_table, 0, 0, "Bodies that roll on tires", OPTIONAL),
    LIST(auth_machine, tracks, track_count, auth_track_table, 0, 0, "Crawler tracks", OPTIONAL),
    PART(auth_machine, engine, auth_engine_table, "The diesel engine", GIVEN(auth_machine, has_engine),
         OPTIONAL),
    PART(auth_machine, driveline, auth_driveline_table,
         "Gearbox, clutches, differentials and brakes; needs an engine", GIVEN(auth_machine, has_driveline),
         OPTIONAL),
    PART(auth_machine, air_drag, air_drag, "Drag of still air on a body",
         GIVEN(auth_machine, air_drag.present), OTHERWISE("none")),
    LIST(auth_machine, shapes, shape_count, auth_shape_table, 0, 0, "Boxes that touch ground and objects",
         OPTIONAL),
    PART(auth_machine, contact, auth_contact_table, "Law of contact of the shapes with ground and objects",
         OPTIONAL, .check = auth_check_contact_and_shapes),
    LIST(auth_machine, tools, tool_count, auth_tool_table, 0, AUTH_MAX_TOOLS, "Edges that dig", OPTIONAL),
    LIST_AS("materials", auth_machine, materials.pairs, materials.count, auth_material_pair_table, 0,
            AUTH_MAX_PAIRS, "Pairs of materials: what they do where they touch",
            OTHERWISE("the shipped ones")),
    LIST(auth_machine, controls, control_count, auth_control_table, 0, 0, "What an operator moves", OPTIONAL,
         .check = auth_check_controls),
    LIST(auth_machine, bypasses, bypass_count, auth_bypass_table, 0, 0, "Valves that close with controls",
         OPTIONAL),
    LIST(auth_machine, pilots, pilot_count, auth_pilot_table, 0, 0, "Levers that move spools by oil",
         OPTIONAL),
    QUANTITY(auth_machine, pilot_pressure, PRESSURE, POSITIVE, "Supply of the pilot lines",
             DEFAULT("3.9 MPa"), .check = auth_check_pilot_pressure),
    LIST(auth_machine, brakes, brake_count, auth_brake_table, 0, 0,
         "Brakes that close by themselves when their levers rest", OPTIONAL),
    LIST(auth_machine, patterns, pattern_count, auth_pattern_table, 0, 0,
         "What the levers do, by the names of standards", OPTIONAL),
    LIST(auth_machine, faults, fault_count, auth_fault_table, 0, AUTH_MAX_FAULTS,
         "What can be broken while somebody drives, up to 16", OPTIONAL, .check = auth_check_list_signals),
    READ(PART, "seat", auth_read_here, "The point whose motion a rig passes on", .table = &auth_seat_table,
         GIVEN(auth_machine, seat), OPTIONAL),
    PART(auth_machine, feel, auth_feel_table, "What the steering wheel feels",
         GIVEN(auth_machine, feel.present), OTHERWISE("it pushes back by itself only")),
    LIST(auth_machine, sounds, sound_count, auth_voice_table, 0, AUTH_VOICES, "Voices that are heard",
         OPTIONAL),
    PART(auth_machine, picture, auth_picture_table, "How the machine looks",
         GIVEN(auth_machine, picture.present), OPTIONAL),
};

const auth_table auth_machine_table =
    AUTH_TABLE(auth_machine, fields, .base = &auth_mechanism_table,
               .base_out = offsetof(auth_machine, mechanism), .begin = check_step, .check = auth_add_faults);

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
