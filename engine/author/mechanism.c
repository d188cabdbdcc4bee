/* Reading a mechanism file: text -> document with places -> check against the schema -> raw structs ->
 * descriptor. */
#include "reader.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- sections ---- */

/* Where a section's list lies in the raw mechanism and in the descriptor, and who reads an item of it. */
static const struct section {
    auth_list list;
    auth_item_reader read;
} sections[AUTH_SECTIONS] = {
#define SECTION(plural, item, out_plural, out_item)                                                          \
    {                                                                                                        \
        {#plural,                                                                                            \
         offsetof(raw_mechanism, plural),                                                                    \
         offsetof(raw_mechanism, plural##_count),                                                            \
         sizeof(raw_##item),                                                                                 \
         offsetof(auth_mechanism, out_plural),                                                               \
         offsetof(auth_mechanism, out_item##_count),                                                         \
         sizeof(auth_##item)},                                                                               \
            auth_read_##item                                                                                 \
    }
    [AUTH_BODIES] = SECTION(bodies, body, bodies, body),
    [AUTH_JOINTS] = SECTION(joints, joint, joints, joint),
    [AUTH_LOOPS] = SECTION(loops, loop, loops, loop),
    [AUTH_SPRINGS] = SECTION(springs, spring, springs, spring),
    [AUTH_JOINT_SPRINGS] = SECTION(joint_springs, joint_spring, joint_springs, joint_spring),
    [AUTH_STOPS] = SECTION(stops, stop, stops, stop),
    [AUTH_FRICTIONS] = SECTION(friction, friction, friction, friction),
    [AUTH_BUSHINGS] = SECTION(bushings, bushing, bushings, bushing),
    [AUTH_DRIVERS] = SECTION(drivers, driver, drivers, driver),
    [AUTH_FORCES] = SECTION(forces, force, forces, force),
    [AUTH_JOINT_FORCES] = SECTION(joint_forces, joint_force, joint_forces, joint_force),
    [AUTH_CIRCUITS] = SECTION(circuits, circuit, circuits, circuit),
    [AUTH_POINTS] = SECTION(points, point, points, point),
    [AUTH_OUTPUTS] = SECTION(outputs, output, outputs, output),
#undef SECTION
};

/* Every item of a raw list begins with its name; every item of the descriptor with its name and its place. */
#define BEGINS_ALIKE(item)                                                                                   \
    _Static_assert(offsetof(raw_##item, name) == 0 && offsetof(auth_##item, name) == 0 &&                    \
                       offsetof(auth_##item, place) == sizeof(char *),                                       \
                   #item)
BEGINS_ALIKE(body);
BEGINS_ALIKE(joint);
BEGINS_ALIKE(loop);
BEGINS_ALIKE(spring);
BEGINS_ALIKE(joint_spring);
BEGINS_ALIKE(stop);
BEGINS_ALIKE(friction);
BEGINS_ALIKE(bushing);
BEGINS_ALIKE(driver);
BEGINS_ALIKE(force);
BEGINS_ALIKE(joint_force);
BEGINS_ALIKE(circuit);
BEGINS_ALIKE(point);
BEGINS_ALIKE(output);

/* Names become columns of CSV files and words of complaints. */
static void check_name(const auth_reader *reader, const yaml_node_t *item, const char *name)
{
    const size_t length = strlen(name);
    bool good = name[0] != ' ' && name[length - 1] != ' ';
    for (size_t i = 0; i < length; i++) good &= !iscntrl((unsigned char)name[i]) && !strchr(",\"'#", name[i]);
    if (good) return;
    char quoted[48];
    hl_report_add(reader->report, auth_key_place(reader, item, "name"),
                  "the name '%s' cannot be a column of a table; one without commas, quotes, '#', control "
                  "characters and "
                  "outer blanks is expected",
                  auth_quote(name, quoted, sizeof quoted));
}

static void check_unique(const auth_reader *reader, const yaml_node_t *list, const auth_names *names)
{
    for (int i = 1; i < names->count; i++) {
        if (strcmp(names->sorted[i].name, names->sorted[i - 1].name) != 0) continue;
        const yaml_node_t *item = auth_document_entry(reader->document, list, names->sorted[i].index);
        hl_report_add(reader->report, auth_key_place(reader, item, "name"),
                      "the name '%s' is taken in this list; another name is expected", names->sorted[i].name);
    }
}

static bool begin_items(const auth_reader *reader, const auth_list *list, const auth_items *items,
                        auth_names *sorted)
{
    const char **names = HL_NEW(reader->arena, const char *, items->count);
    if (!names) return false;
    for (int i = 0; i < items->count; i++) {
        const yaml_node_t *item = auth_document_entry(reader->document, items->node, i);
        const char *name = *(char *const *)(const void *)(items->raw + (size_t)i * list->raw_size);
        char *at = items->out + (size_t)i * list->out_size;
        names[i] = hl_arena_string(reader->arena, name, strlen(name));
        if (!names[i]) return false;
        *(const char **)(void *)at = names[i];
        *(hl_place *)(void *)(at + sizeof(char *)) = auth_node_place(item);
        check_name(reader, item, name);
    }
    if (!auth_names_sort(sorted, names, items->count, reader->arena)) return false;
    check_unique(reader, items->node, sorted);
    return true;
}

bool auth_begin_list(const auth_reader *reader, const yaml_node_t *parent, const auth_list *list,
                     const void *raw, void *out, auth_names *names, auth_items *items)
{
    items->raw = *(char *const *)(const void *)((const char *)raw + list->raw_list);
    items->count = (int)*(const unsigned *)(const void *)((const char *)raw + list->raw_count);
    items->node = auth_document_value(reader->document, parent, list->key);
    items->out = hl_arena_take(reader->arena, (size_t)items->count, list->out_size);
    if (!items->out) return false;
    memcpy((char *)out + list->out_list, &items->out, sizeof items->out);
    *(int *)(void *)((char *)out + list->out_count) = items->count;
    return begin_items(reader, list, items, names);
}

static bool read_section(auth_reader *reader, const struct section *section)
{
    const auth_list *list = &section->list;
    auth_items items;
    if (!auth_begin_list(reader, auth_document_root(reader->document), list, reader->raw, reader->out,
                         &reader->names[section - sections], &items))
        return false;
    for (int i = 0; i < items.count && reader->report->dropped == 0; i++)
        section->read(reader, auth_document_entry(reader->document, items.node, i),
                      items.raw + (size_t)i * list->raw_size, items.out + (size_t)i * list->out_size);
    return !*reader->starved;
}

/* ---- the top of the file ---- */

static const auth_rule gravity_rule[] = {AUTH_VECTOR(mechanism, gravity, ACCELERATION, ANY)};

static const auth_rule simulation_rules[] = {
    AUTH_SCALAR(simulation, seconds, TIME, NOT_NEGATIVE, 0.0),
    AUTH_SCALAR(simulation, step, TIME, POSITIVE, 0.0),
    AUTH_SCALAR(simulation, penalty, NUMBER, POSITIVE, 0.0),
    AUTH_SCALAR(simulation, tolerance, NUMBER, POSITIVE, 0.0),
    AUTH_SCALAR(simulation, output_step, TIME, NOT_NEGATIVE, 0.0),
};

static void read_simulation(const auth_reader *reader, const raw_simulation *raw, auth_simulation *out)
{
    if (!raw) return;
    enum { MAX_ITERATIONS = 1000 };
    const yaml_node_t *item =
        auth_document_value(reader->document, auth_document_root(reader->document), "simulation");
    auth_apply_rules(reader, item, AUTH_RULES(simulation_rules), false, raw, out);
    out->formulation = auth_formulation_word(raw->formulation);
    out->solver = auth_solver_word(raw->solver);
    out->max_iterations = (int)raw->iterations;
    const yaml_node_t *given = auth_document_value(reader->document, item, "iterations");
    if (given && (raw->iterations < 1 || raw->iterations > MAX_ITERATIONS))
        hl_report_add(reader->report, auth_node_place(given), "'iterations' is %u; 1 to %d are expected",
                      raw->iterations, (int)MAX_ITERATIONS);
}

static bool read_top(const auth_reader *reader)
{
    const raw_mechanism *raw = reader->raw;
    auth_mechanism *out = reader->out;
    const yaml_node_t *root = auth_document_root(reader->document);
    const char *description = raw->description ? raw->description : "";
    if (raw->version != 1)
        hl_report_add(reader->report, auth_key_place(reader, root, "version"),
                      "'version' is %u; 1 is expected", raw->version);
    check_name(reader, root, raw->name);
    out->name = hl_arena_string(reader->arena, raw->name, strlen(raw->name));
    out->description = hl_arena_string(reader->arena, description, strlen(description));
    auth_apply_rules(reader, root, AUTH_RULES(gravity_rule), false, raw, out);
    if (!raw->gravity[0]) out->gravity[2] = -9.81;
    read_simulation(reader, raw->simulation, &out->simulation);
    return out->name && out->description;
}

static hl_status read_mechanism(auth_reader *reader)
{
    reader->circuit_names =
        hl_arena_take(reader->arena, reader->raw->circuits_count, sizeof *reader->circuit_names);
    if (!reader->circuit_names || !read_top(reader)) return HL_OUT_OF_MEMORY;
    for (int i = 0; i < AUTH_SECTIONS; i++) {
        if (!read_section(reader, &sections[i])) return HL_OUT_OF_MEMORY;
        if (i == AUTH_JOINTS && !auth_order_tree(reader)) return HL_OUT_OF_MEMORY;
    }
    return hl_report_clean(reader->report) ? HL_OK : HL_BAD_INPUT;
}

/* ---- entry ---- */

static bool stands_before(hl_place a, hl_place b)
{
    return a.line != b.line ? a.line < b.line : a.column < b.column;
}

/* Readers of a file go from top to bottom, the checks do not. */
static void sort_complaints(hl_report *report)
{
    for (int i = 1; i < report->count; i++) {
        const hl_complaint moved = report->list[i];
        int j = i;
        for (; j > 0 && stands_before(moved.place, report->list[j - 1].place); j--)
            report->list[j] = report->list[j - 1];
        report->list[j] = moved;
    }
}

static hl_status parse_document(const auth_document *document, hl_arena *arena, auth_mechanism **mechanism,
                                hl_report *report)
{
    auth_schema_check(document, &auth_mechanism_schema, report);
    if (!hl_report_clean(report)) return HL_BAD_INPUT;
    void *raw = NULL;
    hl_status status = auth_schema_read(document, &auth_mechanism_schema, &raw, report);
    if (status != HL_OK) return status;
    bool starved = false;
    auth_reader reader = {.document = document,
                          .raw = raw,
                          .arena = arena,
                          .report = report,
                          .starved = &starved,
                          .out = HL_NEW(arena, auth_mechanism, 1)};
    status = reader.out ? read_mechanism(&reader) : HL_OUT_OF_MEMORY;
    auth_schema_free(&auth_mechanism_schema, raw);
    if (status == HL_OK) *mechanism = reader.out;
    return status;
}

hl_status auth_mechanism_parse(const char *text, size_t length, const char *name, hl_arena *arena,
                               auth_mechanism **mechanism, hl_report *report)
{
    *mechanism = NULL;
    hl_report_begin(report, name);
    auth_document document = {.loaded = false};
    hl_status status = auth_document_load(text, length, &document, report);
    if (status == HL_OK) status = parse_document(&document, arena, mechanism, report);
    auth_document_free(&document);
    sort_complaints(report);
    return status;
}

/* One byte more than is allowed tells a file that is too long from one that just fits. */
static hl_status read_file(const char *path, char *text, size_t room, size_t *length, hl_report *report)
{
    FILE *file = fopen(path, "rb");
    if (file) {
        *length = fread(text, 1, room, file);
        const int trouble = ferror(file) ? errno : 0; /* reading a directory fails here */
        fclose(file);
        if (!trouble) return HL_OK;
        errno = trouble;
    }
    hl_report_add(report, (hl_place){0, 0}, "cannot be read: %s; a mechanism file is expected",
                  strerror(errno));
    return HL_IO_ERROR;
}

hl_status auth_mechanism_read(const char *path, hl_arena *arena, auth_mechanism **mechanism,
                              hl_report *report)
{
    *mechanism = NULL;
    hl_report_begin(report, path);
    size_t length = 0;
    const size_t room = (size_t)AUTH_MAX_BYTES + 1;
    char *text = malloc(room);
    if (!text) return HL_OUT_OF_MEMORY;
    hl_status status = read_file(path, text, room, &length, report);
    if (status == HL_OK) status = auth_mechanism_parse(text, length, path, arena, mechanism, report);
    free(text);
    return status;
}
