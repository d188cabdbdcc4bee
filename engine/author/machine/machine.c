/* Machine files: a mechanism, then chassis, tires, wheels, tracks, engine, driveline, contact, tools,
 * controls, picture. */
#include "machine_reader.h"
#include "machine_tables.h"
#include "machine_variants.h"
#include "mechanism/mechanism_tables.h"
#include "reader/format.h"
#include "reader/materials_reader.h"

#include <string.h>

/* ---- the lists ---- */

typedef void (*machine_item_reader)(const auth_machine_reader *m, const yaml_node_t *item, const void *raw,
                                    void *out);

static const struct machine_list {
    auth_list list;
    machine_item_reader read;
} lists[AUTH_MACHINE_LISTS] = {
#define SECTION(plural, item, reader)                                                                        \
    {                                                                                                        \
        AUTH_LIST(machine, machine, plural, item), reader                                                    \
    }
    [AUTH_TIRES] = SECTION(tires, tire, auth_read_tire),
    [AUTH_WHEEL_LIST] = SECTION(wheels, wheel, auth_read_wheel),
    [AUTH_TRACKS] = SECTION(tracks, track, auth_read_track),
    [AUTH_SHAPES] = SECTION(shapes, shape, auth_read_machine_shape),
    [AUTH_TOOLS] = SECTION(tools, tool, auth_read_tool),
    [AUTH_CONTROLS] = SECTION(controls, control, auth_read_control),
    [AUTH_BYPASSES] = SECTION(bypasses, bypass, auth_read_bypass),
    [AUTH_PILOTS] = SECTION(pilots, pilot, auth_read_pilot),
    [AUTH_BRAKES] = SECTION(brakes, brake, auth_read_brake),
    [AUTH_PATTERNS] = SECTION(patterns, pattern, auth_read_pattern),
    [AUTH_FAULTS] = SECTION(faults, fault, auth_read_fault),
#undef SECTION
};

AUTH_BEGINS_ALIKE(tire);
AUTH_BEGINS_ALIKE(wheel);
AUTH_BEGINS_ALIKE(track);
AUTH_BEGINS_ALIKE(shape);
AUTH_BEGINS_ALIKE(tool);
AUTH_BEGINS_ALIKE(control);
AUTH_BEGINS_ALIKE(bypass);
AUTH_BEGINS_ALIKE(pilot);
AUTH_BEGINS_ALIKE(brake);
AUTH_BEGINS_ALIKE(pattern);
AUTH_BEGINS_ALIKE(fault);

static auth_machine_list find_list(const char *key)
{
    auth_machine_list which = AUTH_TIRES;
    while (strcmp(lists[which].list.key, key) != 0) which++;
    return which;
}

/* A list that is still read raw. */
static bool read_raw_list(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    auth_machine_reader *m = *item->reader->machine;
    const auth_machine_list which = find_list(field->key);
    const struct machine_list *list = &lists[which];
    auth_items items;
    if (!value) return true;
    if (!auth_begin_list(m->file, item->node, &list->list, m->raw, m->out, &m->names[which], &items)) {
        *m->file->starved = true;
        return false;
    }
    if (which == AUTH_FAULTS) auth_check_signals(m->file, &list->list, &items, "fault");
    for (int i = 0; i < items.count && m->file->report->dropped == 0; i++)
        list->read(m, auth_document_entry(m->file->document, items.node, i),
                   items.raw + (size_t)i * list->list.raw_size, items.out + (size_t)i * list->list.out_size);
    return !*m->file->starved;
}

#define RAW_LIST(key, ...) READ(RAW, key, read_raw_list, __VA_ARGS__, OPTIONAL)

/* ---- what the readers share ---- */

int auth_machine_reference(const auth_machine_reader *m, const yaml_node_t *item, const char *key,
                           const char *name, auth_machine_list list, const char *word)
{
    return auth_name_reference(m->file, item, key, name, &m->names[list], word, "file");
}

void auth_check_stiction(const auth_machine_reader *m, const yaml_node_t *item, double kinetic,
                         double stiction)
{
    if (stiction < kinetic)
        AUTH_COMPLAIN(m, item, "stiction",
                      "'stiction' is %g, below 'kinetic' (%g); at least that much is expected", stiction,
                      kinetic);
}

/* ---- air ---- */

static const auth_rule air_drag_rules[] = {
    AUTH_VECTOR(air_drag, at, LENGTH, ANY),
    AUTH_SCALAR(air_drag, area, AREA, POSITIVE, 0.0),
};

static void read_air_drag(auth_machine_reader *m, const yaml_node_t *root)
{
    const raw_air_drag *raw = m->raw->air_drag;
    if (!raw) return;
    const yaml_node_t *item = auth_document_value(m->file->document, root, "air_drag");
    auth_air_drag *drag = &m->out->air_drag;
    drag->present = true;
    drag->body = auth_reference(m->file, item, "body", raw->body, AUTH_BODIES);
    auth_apply_rules(m->file, item, AUTH_RULES(air_drag_rules), false, raw, drag);
}

/* ---- contact ---- */

static const auth_rule contact_rules[] = {
    AUTH_SCALAR(contact, stiffness, STIFFNESS, POSITIVE, 0.0),
    AUTH_SCALAR(contact, hertz_depth, LENGTH, POSITIVE, 0.0),
    AUTH_SCALAR(contact, damping, DAMPING, NOT_NEGATIVE, 0.0),
    AUTH_SCALAR(contact, restitution, NUMBER, NOT_NEGATIVE, -1.0),
    AUTH_SCALAR(contact, slowest, VELOCITY, POSITIVE, 0.1),
    AUTH_SCALAR(contact, bristle_stiffness, INVERSE_LENGTH, POSITIVE, 0.0),
    AUTH_SCALAR(contact, bristle_damping, SLOWNESS, NOT_NEGATIVE, 0.0),
    AUTH_SCALAR(contact, kinetic, NUMBER, POSITIVE, -1.0),
    AUTH_SCALAR(contact, stiction, NUMBER, POSITIVE, -1.0),
    AUTH_SCALAR(contact, stribeck_velocity, VELOCITY, POSITIVE, 0.0),
};

static void read_contact(auth_machine_reader *m, const yaml_node_t *root)
{
    const raw_contact *raw = m->raw->contact;
    if (!raw) {
        if (m->out->shape_count > 0)
            AUTH_COMPLAIN(m, root, "shapes",
                          "'shapes' without 'contact', which says how they answer; both are expected");
        return;
    }
    const yaml_node_t *item = auth_document_value(m->file->document, root, "contact");
    if (m->out->shape_count == 0) auth_refuse(m->file, root, "contact", "has no effect without 'shapes'");
    auth_contact *contact = &m->out->contact;
    contact->dissipation = (auth_dissipation)raw->dissipation;
    if (auth_apply_rules(m->file, item, AUTH_RULES(contact_rules), false, raw, contact))
        auth_check_material(m->file, item, contact->restitution, contact->kinetic, contact->stiction);
}

static const auth_rule shape_rules[] = {
    AUTH_VECTOR(shape, at, LENGTH, ANY),
    AUTH_VECTOR(shape, turn, ANGLE, ANY),
    AUTH_VECTOR(shape, size, LENGTH, POSITIVE),
};

void auth_read_machine_shape(const auth_machine_reader *m, const yaml_node_t *item, const void *raw,
                             void *out)
{
    const raw_shape *from = raw;
    auth_shape *shape = out;
    shape->body = auth_reference(m->file, item, "body", from->body, AUTH_BODIES);
    shape->material = auth_copy_text(m->file, from->material ? from->material : AUTH_SHAPE_MATERIAL);
    shape->ground = !auth_is_given(m->file, item, "ground") || from->ground;
    auth_apply_rules(m->file, item, AUTH_RULES(shape_rules), false, raw, out);
}

/* ---- the whole ---- */

/* Joint i carries body i once the tree is in order; while it has complaints it may not be. */
static const auth_joint *joint_of(const auth_mechanism *mechanism, int body)
{
    for (int i = 0; i < mechanism->joint_count; i++)
        if (mechanism->joints[i].child == body) return &mechanism->joints[i];
    return NULL;
}

static bool check_chassis(auth_item *item, const auth_field *field)
{
    const auth_machine *machine = item->out;
    const auth_joint *joint = joint_of(machine->mechanism, machine->chassis);
    if (!joint || (joint->type == MB_FREE && joint->parent == MB_GROUND)) return true;
    COMPLAIN(item, field->key,
             "body '%s' is carried by the %s joint '%s'; a body on a free joint from the ground, which can "
             "stand anywhere, is expected",
             auth_item_text(item, field->key), auth_joint_type_word((int)joint->type), joint->name);
    return false;
}

static void check_step(const auth_item *item)
{
    const yaml_node_t *simulation = auth_item_value(item, "simulation"),
                      *step = auth_document_value(item->reader->document, simulation, "step");
    if (step)
        auth_check_driven_step(item->reader, simulation, auth_node_text(step),
                               auth_mechanism_of(item)->simulation.step);
}

/* Parts that are not in the table yet are read from raw structs. */
static bool begin_machine(auth_item *item)
{
    const auth_reader *reader = item->reader;
    auth_reader *file = HL_NEW(reader->arena, auth_reader, 1);
    auth_machine_reader *m = HL_NEW(reader->arena, auth_machine_reader, 1);
    check_step(item);
    if (reader->report->dropped > 0) return false;
    if (file) *file = *reader;
    if (file) file->out = auth_mechanism_of(item);
    if (!file || !m || !auth_keep_names(file) ||
        auth_schema_read(reader->document, &auth_machine_schema, reader->raw, reader->report) ==
            HL_OUT_OF_MEMORY)
        *reader->starved = true;
    if (*reader->starved || !*reader->raw) return false;
    *m = (auth_machine_reader){.file = file, .raw = *reader->raw, .out = item->out, .item = item};
    *reader->machine = m;
    return true;
}

static bool read_raw_engine(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    (void)field;
    (void)value;
    auth_read_engine(*item->reader->machine, item->node);
    return true;
}

static bool read_raw_driveline(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    (void)field;
    (void)value;
    auth_read_driveline(*item->reader->machine, item->node);
    return true;
}

static bool read_raw_drag(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    (void)field;
    (void)value;
    read_air_drag(*item->reader->machine, item->node);
    return true;
}

static bool read_raw_contact(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    (void)field;
    (void)value;
    read_contact(*item->reader->machine, item->node);
    return true;
}

static bool read_raw_pilot_pressure(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    (void)field;
    (void)value;
    auth_read_pilot_pressure(*item->reader->machine, item->node);
    auth_check_controls(*item->reader->machine, item->node);
    return true;
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
    READ(RAW, "variants", NULL, "Parts that can be exchanged", OPTIONAL),
    RAW_LIST("tires", "Kinds of tires"),
    RAW_LIST("wheels", "Bodies that roll on tires"),
    RAW_LIST("tracks", "Crawler tracks"),
    RAW_LIST("shapes", "Boxes that touch ground and objects"),
    RAW_LIST("tools", "Edges that dig"),
    READ(RAW, "engine", read_raw_engine, "The diesel engine", OPTIONAL),
    READ(RAW, "driveline", read_raw_driveline, "Gearbox, clutches, differentials and brakes; needs an engine",
         OPTIONAL),
    READ(RAW, "air_drag", read_raw_drag, "Drag of still air on a body", OTHERWISE("none")),
    READ(RAW, "contact", read_raw_contact, "Law of contact of the shapes with ground and objects", OPTIONAL),
    LIST_AS("materials", auth_machine, materials.pairs, materials.count, auth_material_pair_table, 0,
            AUTH_MAX_PAIRS, "Pairs of materials: what they do where they touch",
            OTHERWISE("the shipped ones")),
    RAW_LIST("controls", "What an operator moves"),
    RAW_LIST("bypasses", "Valves that close with controls"),
    RAW_LIST("pilots", "Levers that move spools by oil"),
    RAW_LIST("brakes", "Brakes that close by themselves when their levers rest"),
    RAW_LIST("patterns", "What the levers do, by the names of standards"),
    RAW_LIST("faults", "What can be broken while somebody drives, up to 16"),
    READ(RAW, "pilot_pressure", read_raw_pilot_pressure, "Supply of the pilot lines [Pa]",
         OTHERWISE("3.9 MPa")),
    READ(PART, "seat", auth_read_here, "The point whose motion a rig passes on", .table = &auth_seat_table,
         GIVEN(auth_machine, seat), OPTIONAL),
    PART(auth_machine, feel, auth_feel_table, "What the steering wheel feels",
         GIVEN(auth_machine, feel.present), OTHERWISE("it pushes back by itself only")),
    LIST(auth_machine, sounds, sound_count, auth_voice_table, 0, AUTH_VOICES, "Voices that are heard",
         OPTIONAL),
    PART(auth_machine, picture, auth_picture_table, "How the machine looks",
         GIVEN(auth_machine, picture.present), OPTIONAL),
};

static void check_machine(auth_item *item)
{
    auth_add_faults(*item->reader->machine);
}

const auth_table auth_machine_table =
    AUTH_TABLE(auth_machine, fields, .base = &auth_mechanism_table,
               .base_out = offsetof(auth_machine, mechanism), .begin = begin_machine, .check = check_machine);

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
