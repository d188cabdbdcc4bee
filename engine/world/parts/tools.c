/* Tools in the sand: from the file, what the sand does to them in the next step (resistance, loads,
 * payloads), their signals. Tools and tires have signals of the soil on rigid ground too, all zero, so that
 * whatever refers to them holds for every scenario of a machine. */
#include "parts/parts.h"

#include "hl/hash.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

_Static_assert(sizeof(mb_payload) % sizeof(double) == 0, "a payload is doubles alone");

/* A point of a tool's frame in its body's [m]. */
static hl_vec3 in_body(const world_tool *tool, hl_vec3 point)
{
    return hl_add(tool->at, hl_mul(&tool->turn, point));
}

/* ---- building ---- */

/* A point of a profile, and one along the way to the next. */
static hl_vec3 on_profile(const auth_tool *tool, int corner, double share, double y)
{
    const double *here = tool->profile[corner], *next = tool->profile[corner + 1];
    return hl_v3(here[0] + share * (next[0] - here[0]), y, here[1] + share * (next[1] - here[1]));
}

/* The plates between edge and lip rest on soil near their corners, on the middle line of either side, where
 * the field before and beside the tool, which may stand high, is not felt. What such a point carries presses
 * the largest square that lies under its half of the plate. */
static bool define_tool_supports(const world_machine *machine, const world_tool *tool, world_hitter *hitter,
                                 hl_arena *arena)
{
    const auth_tool *author = tool->author;
    const double inset = 2.0 * machine->site->scenario->sand.cell;
    const double y = 0.25 * author->width;
    hitter->support_count = 0;
    hitter->supports = HL_NEW(arena, world_support, 2 * (author->corners - 1));
    if (hitter->supports == NULL) return false;
    for (int i = 0; i + 1 < author->corners; i++) {
        const double *here = author->profile[i], *next = author->profile[i + 1];
        const double dx = next[0] - here[0], dz = next[1] - here[1], length = sqrt(dx * dx + dz * dz);
        const double back = fmin(inset / length, 0.5);
        for (int side = -1; side <= 1; side += 2)
            hitter->supports[hitter->support_count++] =
                (world_support){in_body(tool, on_profile(author, i, back, side * y)),
                                in_body(tool, on_profile(author, i, 0.5, side * y)),
                                fmin(length, 0.5 * author->width), author->thickness, 0};
    }
    return true;
}

static const world_tool *tool_on(const world_machine *machine, int body)
{
    for (int t = 0; t < machine->tools->count; t++)
        if (machine->tools->list[t].body == body) return &machine->tools->list[t];
    return NULL;
}

/* Supports of its plates replace those of the corners of its body's shapes. */
static bool define_supports(const world_machine *machine, const world_tool *tool, hl_arena *arena)
{
    for (int h = 0; h < machine->contacts->count; h++)
        if (machine->contacts->list[h].body == tool->body &&
            !define_tool_supports(machine, tool, &machine->contacts->list[h], arena))
            return false;
    return true;
}

static bool define_memory(world_machine *machine, int count, hl_arena *arena)
{
    world_tools *tools = machine->tools = HL_NEW(arena, world_tools, 1);
    if (tools == NULL) return false;
    tools->list = HL_NEW(arena, world_tool, count);
    tools->media = HL_NEW(arena, contact_medium, count);
    tools->payloads = HL_NEW(arena, mb_payload, count);
    return tools->list != NULL && tools->media != NULL && tools->payloads != NULL;
}

static hl_status define(world_machine *machine, world_building *with)
{
    const auth_machine *author = machine->author;
    const int count = machine->site->sand == NULL ? 0 : author->tool_count;
    if (!define_memory(machine, count, with->arena)) return HL_OUT_OF_MEMORY;
    for (int i = 0; machine->world->machines[i] != machine; i++)
        machine->tools->first += machine->world->machines[i]->tools->count;
    for (int t = 0; t < count; t++) {
        const auth_tool *tool = &author->tools[t];
        if (tool_on(machine, tool->body) != NULL) {
            hl_report_add(with->machine_report, tool->place,
                          "body '%s' already has a tool: give each body at most one",
                          author->mechanism->bodies[tool->body].name);
            return HL_BAD_INPUT;
        }
        machine->tools->list[machine->tools->count++] =
            (world_tool){.author = tool,
                         .body = tool->body,
                         .at = world_vec3(tool->at),
                         .turn = hl_quat_matrix(world_turn(tool->turn))};
        if (!define_supports(machine, &machine->tools->list[t], with->arena)) return HL_OUT_OF_MEMORY;
    }
    return HL_OK;
}

static void put_efforts(world_machine *machine, world_building *with)
{
    for (int t = 0; t < machine->tools->count; t++) {
        world_tool *tool = &machine->tools->list[t];
        tool->effort = world_effort_put(
            with, contact_resistance(tool->author->name, tool->body, &machine->tools->media[t]));
        with->payloads[tool->body] = &machine->tools->payloads[t];
    }
}

/* ---- what the sand does to them ---- */

terr_tool_motion world_tool_motion(const world_machine *machine, const world_tool *tool)
{
    const world_mechanism *m = machine->mechanism;
    const mb_point_motion origin = mb_point(m->model, m->work, tool->body, tool->at);
    const hl_mat3 body = mb_rotation(m->model, m->work, tool->body);
    return (terr_tool_motion){origin.position, hl_mat3_mul(&body, &tool->turn), origin.velocity,
                              mb_angular_velocity(m->model, m->work, tool->body)};
}

static hl_vec3 velocity_at(const terr_tool_motion *motion, hl_vec3 point)
{
    return hl_add(motion->velocity, hl_cross(motion->spin, hl_mul(&motion->rotation, point)));
}

/* [m] Way after which soil shears and resists in full. Estimate; the limits, not this, decide what digging
 * takes. */
static const double SOIL_BEND = 0.01;
/* [s] Half of critical behind a blade's full 50 kN with half a ton behind it. Without, a tool that is stopped
 * rings. */
static const double SOIL_LEAD = 0.01;

/* On which side of its axes the soil resists: that to which the bristle presses, so that at rest rounding
 * does not decide. */
static void set_resistance(const world_machine *machine, const world_tool *tool,
                           const terr_tool_motion *motion, const terr_resistance *soil,
                           contact_medium *medium)
{
    medium->resists = soil->cuts;
    if (!soil->cuts) return;
    const double *z = world_effort_states(machine, tool->effort);
    const hl_vec3 bend = hl_add_scaled(world_vec3(z), SOIL_LEAD, velocity_at(motion, soil->point));
    const double limits[3] = {hl_dot(bend, soil->axis[0]) >= 0.0 ? soil->ahead : soil->back, soil->across,
                              hl_dot(bend, soil->axis[2]) <= 0.0 ? soil->down : soil->up};
    medium->point = in_body(tool, soil->point);
    medium->bend = SOIL_BEND;
    medium->lead = SOIL_LEAD;
    for (int i = 0; i < 3; i++) {
        medium->axis[i] = soil->axis[i];
        medium->limit[i] = limits[i];
    }
}

/* The wrench of grains, brought to the body's origin, and the weight on the edge. */
void world_tool_set_load(const world_machine *machine, const world_tool *tool, const terr_tool_motion *motion,
                         const terr_tool_load *load, contact_medium *medium)
{
    const hl_mat3 body = mb_rotation(machine->mechanism->model, machine->mechanism->work, tool->body);
    const hl_vec3 arm = hl_mul(&body, tool->at);
    medium->force = load->force;
    medium->moment = hl_add(load->moment, hl_cross(arm, load->force));
    if (load->resistance.cuts) {
        const hl_vec3 weight = load->resistance.weight;
        const hl_vec3 edge = hl_add(arm, hl_mul(&motion->rotation, load->resistance.point));
        medium->force = hl_add(medium->force, weight);
        medium->moment = hl_add(medium->moment, hl_cross(edge, weight));
    }
    medium->loaded = hl_norm(medium->force) + hl_norm(medium->moment) > 0.0;
    medium->K = load->stiffness;
    medium->C = load->damping;
    medium->load_point = in_body(tool, load->contact_point);
    medium->start = hl_add(motion->position, hl_mul(&motion->rotation, load->contact_point));
    medium->velocity = velocity_at(motion, load->contact_point);
    medium->time = machine->mechanism->state->time;
}

void world_tool_set_payload(const world_tool *tool, const terr_payload *carried, mb_payload *payload)
{
    payload->mass = carried->frozen ? carried->mass : 0.0;
    payload->com = in_body(tool, carried->centre);
    payload->inertia = hl_sym_rotated(&tool->turn, &carried->inertia);
}

void world_tools_move(const world_machine *machine, terr_tool_motion *motion)
{
    for (int t = 0; t < machine->tools->count; t++)
        motion[t] = world_tool_motion(machine, &machine->tools->list[t]);
}

void world_tools_load(world_machine *machine, const terr_tool_motion *motion, const terr_tool_load *loads)
{
    for (int t = 0; t < machine->tools->count; t++) {
        const world_tool *tool = &machine->tools->list[t];
        contact_medium *medium = &machine->tools->media[t];
        const hl_vec3 force = medium->force;
        const double mass = machine->tools->payloads[t].mass;
        memset(medium, 0, sizeof *medium);
        set_resistance(machine, tool, &motion[t], &loads[t].resistance, medium);
        world_tool_set_load(machine, tool, &motion[t], &loads[t], medium);
        world_tool_set_payload(tool, &loads[t].payload, &machine->tools->payloads[t]);
        if (mass != machine->tools->payloads[t].mass ||
            hl_norm(hl_sub(medium->force, force)) > WORLD_WAKING_FORCE)
            world_wake(machine);
    }
}

/* Bristles of tools that no longer cut straighten. */
static void release(world_machine *machine)
{
    const world_mechanism *m = machine->mechanism;
    for (int t = 0; t < machine->tools->count; t++) {
        const int first = mb_model_effort_state(m->model, machine->tools->list[t].effort);
        contact_medium_release(&machine->tools->media[t], m->state->x + first, m->state->x_dot + first);
    }
}

/* ---- signals ---- */

static terr_tool_load load_of(const world_machine *machine, int tool)
{
    return machine->site->sand == NULL ? (terr_tool_load){.depth = 0.0}
                                       : *terr_sand_load(machine->site->sand, machine->tools->first + tool);
}

static double grains(const world_machine *machine, int of)
{
    (void)of;
    return terr_particles_counted(terr_sand_particles(machine->site->sand)).count;
}

static double grains_awake(const world_machine *machine, int of)
{
    (void)of;
    return terr_particles_counted(terr_sand_particles(machine->site->sand)).awake;
}

static double active_cells(const world_machine *machine, int of)
{
    (void)of;
    return (double)terr_field_count(terr_sand_field(machine->site->sand)).active;
}

static double dug(const world_machine *machine, int of)
{
    (void)of;
    return terr_kilograms(terr_sand_ledger(machine->site->sand).dug);
}

static double merged(const world_machine *machine, int of)
{
    (void)of;
    return terr_kilograms(terr_sand_ledger(machine->site->sand).merged);
}

static double missing(const world_machine *machine, int of)
{
    (void)of;
    const terr_ledger ledger = terr_sand_ledger(machine->site->sand);
    return terr_kilograms(ledger.initial - ledger.field - ledger.particles - ledger.containers -
                          ledger.outside);
}

static double refused(const world_machine *machine, int of)
{
    (void)of;
    const terr_ledger ledger = terr_sand_ledger(machine->site->sand);
    const terr_field_counts field = terr_field_count(terr_sand_field(machine->site->sand));
    return (double)(ledger.squeezed + ledger.lost + field.refused);
}

/* ---- tools ---- */

static double tool_load(const world_machine *machine, int tool)
{
    return load_of(machine, tool).payload.weighed;
}

static double tool_inflow(const world_machine *machine, int tool)
{
    return load_of(machine, tool).payload.inflow;
}

static double tool_mass(const world_machine *machine, int tool)
{
    return load_of(machine, tool).payload.mass;
}

static double tool_depth(const world_machine *machine, int tool)
{
    return load_of(machine, tool).depth;
}

/* Of the soil on the tool, the weight of what lies still in it left out: cutting and grains. */
static double tool_force(const world_machine *machine, int tool)
{
    if (machine->site->sand == NULL) return 0.0;
    const contact_medium *medium = &machine->tools->media[tool];
    hl_vec3 force = medium->loaded ? medium->force : hl_v3(0, 0, 0);
    const double *x = world_effort_states(machine, machine->tools->list[tool].effort);
    if (medium->resists) force = hl_add(force, contact_medium_force(medium, x));
    return hl_norm(force);
}

/* What the cutting edge works against the soil's resistance, F.v where it stands. */
static double tool_power(const world_machine *machine, int tool)
{
    if (machine->site->sand == NULL || !machine->tools->media[tool].resists) return 0.0;
    const contact_medium *medium = &machine->tools->media[tool];
    const world_mechanism *m = machine->mechanism;
    const double *x = world_effort_states(machine, machine->tools->list[tool].effort);
    const hl_vec3 velocity =
        mb_point(m->model, m->work, machine->tools->list[tool].body, medium->point).velocity;
    return fmax(-hl_dot(contact_medium_force(medium, x), velocity), 0.0);
}

/* ---- tires ---- */

static double wheel_sinkage(const world_machine *machine, int wheel)
{
    return machine->site->sand == NULL ? 0.0 : machine->wheels->soils[wheel].sinkage;
}

static double wheel_pressure(const world_machine *machine, int wheel)
{
    return machine->site->sand == NULL ? 0.0 : machine->wheels->soils[wheel].pressure;
}

/* ---- the tables ---- */

static const world_signal_row sand_rows[] = {
    {".particles", "1", 1.0, grains, "particles that there are"},
    {".awake", "1", 1.0, grains_awake, "particles that move"},
    {".active_cells", "1", 1.0, active_cells, "cells of the field that may flow"},
    {".dug", "kg", 1.0, dug, "taken from the field by tools since the start"},
    {".merged", "kg", 1.0, merged, "given back to the field since the start"},
    {".missing", "kg", 1.0, missing,
     "initial mass less field, particles, containers and what lies outside: 0"},
    {".refused", "1", 1.0, refused,
     "particles and touches that found no room, or were lost, since the start"},
};

static const world_signal_row tool_rows[] = {
    {".load", "kg", 1.0, tool_load, "virtual mass sensor: of what it holds, smoothed"},
    {".inflow", "kg", 1.0, tool_inflow, "came in over the edge, less what left over it"},
    {".mass", "kg", 1.0, tool_mass, "of the particles in it"},
    {".depth", "m", 1.0, tool_depth, "deepest immersion of the cutting edge"},
    {".soil_force", "N", 1.0, tool_force,
     "of cutting and of moving particles, without the weight of what lies still"},
    {".soil_power", "W", 1.0, tool_power, "of the cutting edge against the soil"},
};

static const world_signal_row wheel_rows[] = {
    {".sinkage", "m", 1.0, wheel_sinkage, "of the tire in the soil, deepest"},
    {".soil_pressure", "Pa", 1.0, wheel_pressure, "mean, under the tire"},
};

static void put_signals(world_machine *machine, hl_arena *arena)
{
    if (machine->site->sand != NULL && machine->name == NULL)
        world_signals_put(machine, WORLD_ROWS(sand_rows), "sand", "", 0, arena);
    for (int t = 0; t < machine->author->tool_count; t++)
        world_signals_put(machine, WORLD_ROWS(tool_rows), "", machine->author->tools[t].name, t, arena);
    for (int w = 0; w < machine->wheels->count; w++)
        world_signals_put(machine, WORLD_ROWS(wheel_rows), "wheel.", machine->wheels->list[w].author->name, w,
                          arena);
}

const world_part_row world_tools_row = {
    .name = "tools", .define = define, .efforts = put_efforts, .signals = put_signals, .release = release};

/* ---- what the sand's last step left for the machine's next one ---- */

uint64_t world_medium_hash(const void *data)
{
    enum {
        LIMITS = offsetof(contact_medium, loaded) - offsetof(contact_medium, point),
        WRENCH = sizeof(contact_medium) - offsetof(contact_medium, load_point)
    };
    const contact_medium *medium = data;
    const uint64_t flags[2] = {medium->resists, medium->loaded};
    const uint64_t hash = hl_hash(hl_hash(HL_HASH_START, flags, sizeof flags), &medium->point, LIMITS);
    return hl_hash(hash, &medium->load_point, WRENCH);
}

static void put_blocks(world_machine *machine)
{
    if (machine->site->sand == NULL) return;
    const world_tools *tools = machine->tools;
    for (int t = 0; t < tools->count; t++)
        world_block_put(machine, tools->list[t].author->name, &tools->media[t], sizeof tools->media[t],
                        world_medium_hash, NULL);
    world_block_put(machine, "payloads", tools->payloads, (size_t)tools->count * sizeof *tools->payloads,
                    NULL, NULL);
    world_block_put(machine, "soil under the tires", machine->wheels->soils,
                    (size_t)machine->wheels->count * sizeof *machine->wheels->soils, NULL, NULL);
    world_block_put(machine, "soil under the tracks", machine->tracks->soils,
                    (size_t)machine->tracks->count * sizeof *machine->tracks->soils, NULL, NULL);
}

const world_part_row world_soil_row = {.name = "soil", .blocks = put_blocks};
