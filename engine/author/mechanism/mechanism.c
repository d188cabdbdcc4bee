/* Reading a mechanism: the order in which its sections are read, and the top of the file. */
#include "reader/format.h"

/* ---- sections ---- */

/* Where a section's list lies in the raw mechanism and in the descriptor, and who reads an item of it. */
static const struct section {
    auth_list list;
    auth_item_reader read;
} sections[AUTH_SECTIONS] = {
#define SECTION(plural, item) SECTION_OF(plural, item, auth_##item)
#define SECTION_OF(plural, item, type)                                                                       \
    {                                                                                                        \
        AUTH_LIST_AS(mechanism, plural, mechanism, plural, item##_count, item, type), auth_read_##item       \
    }
    [AUTH_BODIES] = SECTION(bodies, body),
    [AUTH_JOINTS] = SECTION(joints, joint),
    [AUTH_LOOPS] = SECTION_OF(loops, loop, mb_loop_def),
    [AUTH_SPRINGS] = SECTION(springs, spring),
    [AUTH_JOINT_SPRINGS] = SECTION(joint_springs, joint_spring),
    [AUTH_STOPS] = SECTION(stops, stop),
    [AUTH_FRICTIONS] = SECTION(friction, friction),
    [AUTH_BUSHINGS] = SECTION(bushings, bushing),
    [AUTH_DRIVERS] = SECTION(drivers, driver),
    [AUTH_FORCES] = SECTION_OF(forces, force, mb_wrench_def),
    [AUTH_JOINT_FORCES] = SECTION(joint_forces, joint_force),
    [AUTH_CIRCUITS] = SECTION(circuits, circuit),
    [AUTH_POINTS] = SECTION(points, point),
    [AUTH_OUTPUTS] = SECTION(outputs, output),
#undef SECTION_OF
#undef SECTION
};

AUTH_BEGINS_ALIKE(body);
AUTH_BEGINS_ALIKE(joint);
AUTH_BEGINS(loop, mb_loop_def);
AUTH_BEGINS_ALIKE(spring);
AUTH_BEGINS_ALIKE(joint_spring);
AUTH_BEGINS_ALIKE(stop);
AUTH_BEGINS_ALIKE(friction);
AUTH_BEGINS_ALIKE(bushing);
AUTH_BEGINS_ALIKE(driver);
AUTH_BEGINS(force, mb_wrench_def);
AUTH_BEGINS_ALIKE(joint_force);
_Static_assert(offsetof(auth_circuit, def) == 0 && offsetof(hyd_circuit_def, place) == sizeof(char *),
               "see auth_list");
AUTH_BEGINS_ALIKE(point);
AUTH_BEGINS_ALIKE(output);

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
    const yaml_node_t *item =
        auth_document_value(reader->document, auth_document_root(reader->document), "simulation");
    auth_apply_rules(reader, item, AUTH_RULES(simulation_rules), false, raw, out);
    if (out->seconds > 0.0 && out->step > out->seconds)
        hl_report_add(reader->report, auth_key_place(reader, item, "step"),
                      "'step' is %s and 'seconds' is %s; a step no longer than the run is expected",
                      raw->step, raw->seconds);
    out->formulation = auth_formulation_word(raw->formulation);
    out->solver = auth_solver_word(raw->solver);
    out->max_iterations = (int)raw->iterations;
    const yaml_node_t *given = auth_document_value(reader->document, item, "iterations");
    if (given && (raw->iterations < 1 || raw->iterations > AUTH_MAX_ITERATIONS))
        hl_report_add(reader->report, auth_node_place(given), "'iterations' is %u; 1 to %d are expected",
                      raw->iterations, (int)AUTH_MAX_ITERATIONS);
}

static bool read_top(const auth_reader *reader)
{
    const raw_mechanism *raw = reader->raw;
    auth_mechanism *out = reader->out;
    if (!auth_read_head(reader, &raw->head, &out->name, &out->description)) return false;
    auth_apply_rules(reader, auth_document_root(reader->document), AUTH_RULES(gravity_rule), false, raw, out);
    if (!raw->gravity[0]) out->gravity[2] = -9.81;
    read_simulation(reader, raw->simulation, &out->simulation);
    return true;
}

hl_status auth_read_mechanism(auth_reader *reader, const void *raw, void **out)
{
    reader->raw = raw;
    reader->out = HL_NEW(reader->arena, auth_mechanism, 1);
    reader->circuit_names =
        hl_arena_take(reader->arena, reader->raw->circuits_count, sizeof *reader->circuit_names);
    if (!reader->out || !reader->circuit_names || !read_top(reader)) return HL_OUT_OF_MEMORY;
    for (int i = 0; i < AUTH_SECTIONS; i++) {
        if (!read_section(reader, &sections[i])) return HL_OUT_OF_MEMORY;
        if (i == AUTH_JOINTS && !auth_order_tree(reader)) return HL_OUT_OF_MEMORY;
    }
    *out = reader->out;
    return hl_report_clean(reader->report) ? HL_OK : HL_BAD_INPUT;
}

/* ---- entry ---- */

static const auth_format format = {
    .kind = AUTH_FILE_MECHANISM, .schema = &auth_mechanism_schema, .read = auth_read_mechanism};

AUTH_FORMAT_ENTRY(mechanism, mechanism)
