/* From an authored mechanism to a model with an assembled start state. */
#include "circuit/circuit.h"

#include <stddef.h>
#include <string.h>

mb_step_options world_mechanism_options(const auth_mechanism *author)
{
    const auth_simulation *file = &author->simulation;
    mb_step_options options = mb_step_options_default();
    if (file->step > 0.0) options.step = file->step;
    if (file->formulation) mb_formulation_parse(file->formulation, &options.formulation);
    if (file->solver) mb_solver_parse(file->solver, &options.solver);
    if (file->penalty > 0.0) options.penalty = file->penalty;
    if (file->tolerance > 0.0) options.tolerance = file->tolerance;
    if (file->max_iterations > 0) options.max_iterations = file->max_iterations;
    return options;
}

/* ---- definition ---- */

static void put_quat(double q[4], hl_quat r)
{
    q[0] = r.w;
    q[1] = r.x;
    q[2] = r.y;
    q[3] = r.z;
}

/* The author writes rotations as rotation vectors, the core stores quaternions. */
static void start_coordinates(const auth_joint *joint, double q0[MB_MAX_JOINT_Q])
{
    const double *p = joint->position;
    if (joint->type == MB_SPHERICAL) {
        put_quat(q0, world_turn(p));
    } else if (joint->type == MB_FREE) {
        memcpy(q0, p, 3 * sizeof *q0);
        put_quat(q0 + 3, world_turn(p + 3));
    } else {
        memcpy(q0, p, (size_t)joint->dof * sizeof *q0);
    }
}

static mb_body_def define_body(const auth_body *body, const auth_joint *joint)
{
    const double *J = body->inertia;
    mb_body_def def = {.name = body->name,
                       .mass = body->mass,
                       .com = world_vec3(body->centre),
                       .inertia = {J[0], J[1], J[2], J[3], J[4], J[5]},
                       .joint = {.type = joint->type,
                                 .parent = joint->parent,
                                 .parent_point = world_vec3(joint->at),
                                 .child_point = world_vec3(joint->child_at),
                                 .orientation = world_turn(joint->turn),
                                 .axis = world_vec3(joint->axis),
                                 .axis2 = world_vec3(joint->axis2),
                                 .hold = joint->hold}};
    start_coordinates(joint, def.joint.q0);
    memcpy(def.joint.v0, joint->velocity, (size_t)joint->dof * sizeof *def.joint.v0);
    return def;
}

static mb_driver_def define_driver(const auth_driver *driver)
{
    return (mb_driver_def){
        .name = driver->name, .measure = world_joint_measure(driver->on), .function = driver->function};
}

/* Fill a definition; the lists live in the arena. Circuits are still missing among the efforts. */
static bool define(const auth_mechanism *author, const world_more_efforts *more, hl_arena *arena, mb_def *def,
                   mb_effort_def **all_efforts)
{
    const int effort_count = world_effort_count(author) + more->count;
    mb_body_def *bodies = HL_NEW(arena, mb_body_def, author->body_count);
    mb_driver_def *drivers = HL_NEW(arena, mb_driver_def, author->driver_count);
    mb_effort_def *efforts = HL_NEW(arena, mb_effort_def, effort_count);
    if (!bodies || !drivers || !efforts) return false;

    for (int i = 0; i < author->body_count; i++)
        bodies[i] = define_body(&author->bodies[i], &author->joints[i]);
    for (int i = 0; more->payloads != NULL && i < author->body_count; i++)
        bodies[i].payload = more->payloads[i];
    for (int i = 0; i < author->driver_count; i++) drivers[i] = define_driver(&author->drivers[i]);

    *def = (mb_def){.gravity = world_vec3(author->gravity),
                    .body_count = author->body_count,
                    .loop_count = author->loop_count,
                    .driver_count = author->driver_count,
                    .effort_count = effort_count,
                    .wrench_count = author->force_count,
                    .bodies = bodies,
                    .loops = author->loops,
                    .drivers = drivers,
                    .efforts = efforts,
                    .wrenches = author->forces,
                    .guest = more->guest};
    *all_efforts = efforts;
    for (int i = 0; i < more->count; i++) efforts[world_effort_count(author) + i] = more->efforts[i];
    world_efforts_define(author, efforts);
    return true;
}

/* ---- complaints ---- */

/* How every authored item begins. */
typedef struct item {
    const char *name;
    hl_place place;
} item;

_Static_assert(offsetof(auth_body, place) == offsetof(item, place), "items begin alike");
_Static_assert(offsetof(mb_wrench_def, place) == offsetof(item, place), "items begin alike");
_Static_assert(offsetof(hyd_circuit_def, place) == offsetof(item, place), "items begin alike");

typedef struct item_list {
    const void *items;
    int count;
    size_t size;
} item_list;

/* The core knows no places: its complaints begin with the name of the item, and stand at the first item so
 * named. */
static hl_place place_of(const auth_mechanism *a, const char *complaint)
{
    const item_list lists[] = {{a->bodies, a->body_count, sizeof *a->bodies},
                               {a->loops, a->loop_count, sizeof *a->loops},
                               {a->drivers, a->driver_count, sizeof *a->drivers},
                               {a->springs, a->spring_count, sizeof *a->springs},
                               {a->joint_springs, a->joint_spring_count, sizeof *a->joint_springs},
                               {a->stops, a->stop_count, sizeof *a->stops},
                               {a->friction, a->friction_count, sizeof *a->friction},
                               {a->bushings, a->bushing_count, sizeof *a->bushings},
                               {a->joint_forces, a->joint_force_count, sizeof *a->joint_forces},
                               {a->circuits, a->circuit_count, sizeof *a->circuits},
                               {a->forces, a->force_count, sizeof *a->forces}};
    for (size_t l = 0; l < sizeof lists / sizeof *lists; l++)
        for (int i = 0; i < lists[l].count; i++) {
            item it;
            memcpy(&it, (const char *)lists[l].items + (size_t)i * lists[l].size, sizeof it);
            const size_t length = strlen(it.name);
            if (strncmp(complaint, it.name, length) == 0 && complaint[length] == ':') return it.place;
        }
    return (hl_place){1, 1};
}

static void complain_definition(const auth_mechanism *author, const mb_def_error *error, hl_report *report)
{
    hl_report_add(report, place_of(author, error->text), "%s", error->text);
}

/* ---- building ---- */

static hl_status build_model(world_mechanism *m, const mb_def *def, hl_arena *arena, hl_report *report)
{
    mb_def_error error = {.text = ""};
    const hl_status status = mb_model_build(def, arena, &m->model, &error);
    if (status == HL_BAD_INPUT) complain_definition(m->author, &error, report);
    if (status != HL_OK) return status;
    m->state = mb_state_new(m->model, arena);
    m->start = mb_state_new(m->model, arena);
    m->work = mb_work_new(m->model, &m->options, arena);
    return m->state && m->start && m->work ? HL_OK : HL_OUT_OF_MEMORY;
}

static hl_status assemble(world_mechanism *m, hl_report *report)
{
    const hl_status status = mb_assemble(m->model, m->state, m->work, &m->assembly);
    mb_state_copy(m->start, m->state);
    if (status == HL_OK) return HL_OK;
    world_report_assembly(m, status, report);
    return HL_BAD_INPUT;
}

/* ---- circuits: a cylinder must know how far its pins are apart once the mechanism is assembled ---- */

static hl_vec3 pin(const world_mechanism *m, int body, const double at[3])
{
    return body == MB_GROUND ? world_vec3(at) : mb_point(m->model, m->work, body, world_vec3(at)).position;
}

static void measure_pins(const world_mechanism *m, double *lengths)
{
    for (int i = 0; i < m->author->circuit_count; i++)
        for (int k = 0; k < m->author->circuits[i].def.cylinder_count; k++) {
            const auth_cylinder *c = &m->author->circuits[i].cylinders[k];
            *lengths++ = hl_norm(hl_sub(pin(m, c->b, c->b_at), pin(m, c->a, c->a_at)));
        }
}

/* Assemble the mechanism without its efforts, which do not act on where it stands. */
static hl_status start_lengths(const world_mechanism *m, const mb_def *def, hl_report *report,
                               double *lengths)
{
    hl_arena arena = {0};
    mb_def bare = *def;
    bare.effort_count = 0;
    bare.guest = NULL;
    world_mechanism trial = {.author = m->author, .options = mb_step_options_default()};
    hl_status status = build_model(&trial, &bare, &arena, report);
    if (status == HL_OK) status = assemble(&trial, report);
    if (status == HL_OK) measure_pins(&trial, lengths);
    hl_arena_free(&arena);
    return status;
}

static hl_status add_circuits(world_mechanism *m, const mb_def *def, hl_arena *arena, hl_report *report,
                              mb_effort_def *efforts)
{
    int count = 0;
    for (int i = 0; i < m->author->circuit_count; i++) count += m->author->circuits[i].def.cylinder_count;
    if (m->author->circuit_count == 0) return HL_OK;
    double *lengths = HL_NEW(arena, double, count);
    if (!lengths) return HL_OUT_OF_MEMORY;
    const hl_status status = start_lengths(m, def, report, lengths);
    if (status != HL_OK) return status;
    return world_circuits_build(m, lengths, arena, report, efforts + world_circuit_effort(m->author, 0));
}

hl_status world_mechanism_build(const auth_mechanism *author, const mb_step_options *options, hl_arena *arena,
                                hl_report *report, world_mechanism **mechanism)
{
    return world_mechanism_build_with(author, &(world_more_efforts){0}, options, arena, report, mechanism);
}

hl_status world_mechanism_build_with(const auth_mechanism *author, const world_more_efforts *more,
                                     const mb_step_options *options, hl_arena *arena, hl_report *report,
                                     world_mechanism **mechanism)
{
    *mechanism = NULL;
    world_mechanism *m = HL_NEW(arena, world_mechanism, 1);
    if (!m) return HL_OUT_OF_MEMORY;
    m->author = author;
    m->options = *options;

    mb_def def;
    mb_effort_def *efforts;
    if (!define(author, more, arena, &def, &efforts)) return HL_OUT_OF_MEMORY;
    hl_status status = add_circuits(m, &def, arena, report, efforts);
    if (status == HL_OK) status = build_model(m, &def, arena, report);
    if (status != HL_OK) return status;
    if (!world_outputs_define(m, arena)) return HL_OUT_OF_MEMORY;

    status = assemble(m, report);
    if (status == HL_OK) status = world_check_springs(m, report);
    if (status == HL_OK) *mechanism = m;
    return status;
}

hl_status world_mechanism_step(world_mechanism *mechanism)
{
    hl_status status = HL_OK;
    if (mechanism->jumped)
        status = mb_restart_after_jump(mechanism->model, mechanism->state, mechanism->work);
    mechanism->jumped = false;
    mechanism->report = (mb_step_report){.status = status, .worst_unknown = -1};
    if (status == HL_OK)
        status = mb_step(mechanism->model, mechanism->state, mechanism->work, &mechanism->report);
    if (status == HL_OK) world_circuits_count_events(mechanism);
    return status;
}
