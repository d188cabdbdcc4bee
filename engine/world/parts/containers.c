/* Containers of machines: definitions, forces and payloads of the soil on their bodies, gates, signals. On
 * rigid ground the signals are zero. */
#include "parts/objects.h"

#include <math.h>
#include <string.h>

/* ---- building ---- */

static bool carries_soil(const world_machine *machine, int body)
{
    for (int t = 0; t < machine->tools->count; t++)
        if (machine->tools->list[t].body == body) return true;
    for (int c = 0; c < machine->containers->count; c++)
        if (machine->containers->list[c].frame.body == body) return true;
    return false;
}

static hl_status define(world_machine *machine, world_building *with)
{
    const auth_machine *author = machine->author;
    const int count = machine->site->sand == NULL ? 0 : author->container_count;
    world_containers *containers = machine->containers = HL_NEW(with->arena, world_containers, 1);
    if (containers == NULL) return HL_OUT_OF_MEMORY;
    containers->list = HL_NEW(with->arena, world_container, count);
    containers->media = HL_NEW(with->arena, contact_medium, count);
    containers->payloads = HL_NEW(with->arena, mb_payload, count);
    if (hl_arena_failed(with->arena)) return HL_OUT_OF_MEMORY;
    for (int i = 0; machine->world->machines[i] != machine; i++)
        containers->first += machine->world->machines[i]->containers->count;
    for (int c = 0; c < count; c++) {
        const auth_container *from = &author->containers[c];
        if (carries_soil(machine, from->body)) {
            hl_report_add(with->machine_report, from->place,
                          "body '%s' already has a tool or a container: give each body at most one",
                          author->mechanism->bodies[from->body].name);
            return HL_BAD_INPUT;
        }
        const world_tool frame = {
            .body = from->body, .at = world_vec3(from->at), .turn = hl_quat_matrix(world_turn(from->turn))};
        containers->list[containers->count++] = (world_container){from, frame};
    }
    return HL_OK;
}

static void put_efforts(world_machine *machine, world_building *with)
{
    for (int c = 0; c < machine->containers->count; c++) {
        world_container *container = &machine->containers->list[c];
        container->frame.effort =
            world_effort_put(with, contact_resistance(container->author->name, container->frame.body,
                                                      &machine->containers->media[c]));
        with->payloads[container->frame.body] = &machine->containers->payloads[c];
    }
}

/* ---- in a tick ---- */

/* Share of the gate that is open. */
static double gate_of(const world_machine *machine, const auth_container *container)
{
    const auth_gate *gate = &container->gate;
    if (!container->has_gate) return 0.0;
    if (gate->control >= 0) {
        const auth_control *control = &machine->author->controls[gate->control];
        return (machine->controls->values[gate->control] - control->low) / (control->high - control->low);
    }
    const world_mechanism *m = machine->mechanism;
    const int q = mb_model_q_index(m->model, gate->joint.joint) + gate->joint.coordinate;
    return fabs(m->state->q[q]) / gate->full;
}

void world_containers_move(const world_machine *machine, terr_tool_motion *motion)
{
    const world_containers *containers = machine->containers;
    for (int c = 0; c < containers->count; c++) {
        motion[c] = world_tool_motion(machine, &containers->list[c].frame);
        terr_sand_open_gate(machine->site->sand, containers->first + c,
                            gate_of(machine, containers->list[c].author));
    }
}

/* Whether a place of the world is in a container or its heap. */
static bool holds(const auth_container *container, const terr_tool_motion *motion, hl_vec3 place)
{
    const double *size = container->size;
    const hl_vec3 at = hl_mul_transposed(&motion->rotation, hl_sub(place, motion->position));
    return fabs(at.x) < 0.5 * size[0] && fabs(at.y) < 0.5 * size[1] && at.z > 0.0 && at.z < 2.0 * size[2];
}

/* Tools that dig in the heap push the body: the opposite of what the soil exerted on them in the last step.
 */
static void add_reactions(const world_machine *machine, const world_container *container,
                          const terr_tool_motion *motion, contact_medium *medium)
{
    const world *w = machine->world;
    const hl_vec3 origin =
        mb_pose_of(machine->mechanism->model, machine->mechanism->work, container->frame.body).position;
    for (int m = 0; m < w->machine_count; m++) {
        const world_machine *other = w->machines[m];
        for (int t = 0; t < other->tools->count; t++) {
            const terr_resistance *soil =
                &terr_sand_load(machine->site->sand, other->tools->first + t)->resistance;
            if (!soil->cuts || !other->tools->media[t].resists) continue;
            const world_tool *tool = &other->tools->list[t];
            const terr_tool_motion at = world_tool_motion(other, tool);
            const hl_vec3 place = hl_add(at.position, hl_mul(&at.rotation, soil->point));
            if (!holds(container->author, motion, place)) continue;
            const hl_vec3 force = hl_add(
                contact_medium_force(&other->tools->media[t], world_effort_states(other, tool->effort)),
                soil->weight);
            medium->force = hl_sub(medium->force, force);
            medium->moment = hl_sub(medium->moment, hl_cross(hl_sub(place, origin), force));
            medium->loaded = true;
        }
    }
}

void world_containers_load(world_machine *machine, const terr_tool_motion *motion,
                           const terr_tool_load *loads)
{
    world_containers *containers = machine->containers;
    for (int c = 0; c < containers->count; c++) {
        const world_tool *frame = &containers->list[c].frame;
        contact_medium *medium = &containers->media[c];
        const hl_vec3 force = medium->force;
        const double mass = containers->payloads[c].mass;
        memset(medium, 0, sizeof *medium);
        world_tool_set_load(machine, frame, &motion[c], &loads[c], medium);
        add_reactions(machine, &containers->list[c], &motion[c], medium);
        world_tool_set_payload(frame, &loads[c].payload, &containers->payloads[c]);
        if (mass != containers->payloads[c].mass ||
            hl_norm(hl_sub(medium->force, force)) > WORLD_WAKING_FORCE)
            world_wake(machine);
    }
}

static void put_blocks(world_machine *machine)
{
    const world_containers *containers = machine->containers;
    for (int c = 0; c < containers->count; c++)
        world_block_put(machine, containers->list[c].author->name, &containers->media[c],
                        sizeof containers->media[c], world_medium_hash, NULL);
    world_block_put(machine, "soil in containers", containers->payloads,
                    (size_t)containers->count * sizeof *containers->payloads, NULL, NULL);
}

/* ---- signals ---- */

/* Containers on the ground follow the machine's containers in the numbering of signals. */
static int index_in_sand(const world_machine *machine, int of)
{
    const int own = machine->author->container_count;
    const int skips = terr_sand_container_count(machine->site->sand) - machine->site->skip_count;
    return of < own ? machine->containers->first + of : skips + of - own;
}

static const double *size_of(const world_machine *machine, int of)
{
    const int own = machine->author->container_count;
    return of < own ? machine->author->containers[of].size : world_scenario_of(machine)->skips[of - own].size;
}

static terr_content content_of(const world_machine *machine, int of)
{
    if (machine->site->sand == NULL) return (terr_content){0};
    return terr_sand_content(machine->site->sand, index_in_sand(machine, of));
}

static double struck_volume(const world_machine *machine, int of)
{
    terr_container_def def = {0};
    memcpy(def.size, size_of(machine, of), sizeof def.size);
    if (of < machine->author->container_count)
        memcpy(def.taper, machine->author->containers[of].taper, sizeof def.taper);
    return terr_container_volume(&def);
}

static double mass_in(const world_machine *machine, int of)
{
    return terr_kilograms(content_of(machine, of).mass);
}

static double fill(const world_machine *machine, int of)
{
    return content_of(machine, of).volume / struck_volume(machine, of);
}

static double spilled(const world_machine *machine, int of)
{
    return terr_kilograms(content_of(machine, of).spilled);
}

static double payload_share(const world_machine *machine, int of)
{
    return mass_in(machine, of) / machine->author->containers[of].payload;
}

static const world_signal_row payload_rows[] = {
    {".share", "1", 1.0, payload_share, "mass of that soil over the rated payload"},
};

static void put_payload_signals(world_machine *machine, hl_arena *arena)
{
    const auth_machine *author = machine->author;
    for (int c = 0; c < author->container_count; c++)
        if (author->containers[c].payload > 0.0)
            world_signals_put(machine, WORLD_ROWS(payload_rows), "container.", author->containers[c].name, c,
                              arena);
}

static double centre_x(const world_machine *machine, int of)
{
    return content_of(machine, of).centre.x;
}

static double centre_y(const world_machine *machine, int of)
{
    return content_of(machine, of).centre.y;
}

static double centre_z(const world_machine *machine, int of)
{
    return content_of(machine, of).centre.z;
}

/* Free objects with their middle inside: over the floor, between the walls, at most half their size above
 * rim and heap. */
static double objects_in(const world_machine *machine, int of)
{
    const bool is_skip = of >= machine->author->container_count;
    const world_objects *objects = world_objects_of(machine->world);
    const world_site *site = machine->site;
    if (site->sand == NULL) return 0.0;
    const double *size = size_of(machine, of);
    const terr_tool_motion at = is_skip ? site->skips[of - machine->author->container_count]
                                        : world_tool_motion(machine, &machine->containers->list[of].frame);
    double mass = 0.0;
    for (int i = 0; i < objects->count; i++) {
        const auth_object *object = &site->scenario->objects[objects->first + i];
        const hl_vec3 middle =
            hl_mul_transposed(&at.rotation, hl_sub(world_object_middle(machine, i), at.position));
        if (fabs(middle.x) > 0.5 * size[0] || fabs(middle.y) > 0.5 * size[1] || middle.z < 0.0) continue;
        hl_vec3 normal;
        double top = 0.0;
        (void)terr_sand_heap_at(site->sand, index_in_sand(machine, of), middle, &top, &normal);
        const hl_vec3 half = hl_scale(0.5, hl_sub(world_vec3(object->high), world_vec3(object->low)));
        if (middle.z < fmax(top, size[2]) + fmax(half.x, fmax(half.y, half.z)))
            mass += objects->bodies[i].mass.mass;
    }
    return mass;
}

static const world_signal_row rows[] = {
    {".mass", "kg", 1.0, mass_in, "soil in the container"},
    {".fill", "1", 1.0, fill, "volume of that soil over the struck volume"},
    {".spilled", "kg", 1.0, spilled, "left over the rim or through the gate since the start"},
    {".x", "m", 1.0, centre_x, "centre of mass of the soil, from the middle of the floor, forward"},
    {".y", "m", 1.0, centre_y, "the same, to the left"},
    {".z", "m", 1.0, centre_z, "the same, above the floor"},
};

static const world_signal_row of_objects = {".objects", "kg", 1.0, objects_in,
                                            "free objects in the container"};

/* The last signal only where there are free objects. */
static void put_signals_of(world_machine *machine, const char *name, int of, hl_arena *arena)
{
    world_signals_put(machine, WORLD_ROWS(rows), "container.", name, of, arena);
    if (world_objects_of(machine->world) != NULL)
        world_signal_put(machine, &of_objects, "container.", name, of, arena);
}

static void put_signals(world_machine *machine, hl_arena *arena)
{
    put_payload_signals(machine, arena);
    const auth_machine *author = machine->author;
    const auth_scenario *scenario = world_scenario_of(machine);
    for (int c = 0; c < author->container_count; c++)
        put_signals_of(machine, author->containers[c].name, c, arena);
    if (machine->name != NULL || scenario == NULL) return;
    for (int c = 0; c < scenario->skip_count; c++)
        put_signals_of(machine, scenario->skips[c].name, author->container_count + c, arena);
}

const world_part_row world_containers_row = {.name = "containers",
                                             .define = define,
                                             .efforts = put_efforts,
                                             .signals = put_signals,
                                             .blocks = put_blocks};
