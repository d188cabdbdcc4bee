/* Machines beside each other: where they touch, the forces that one exerts on another, machines at rest.
 *
 * Of two machines that touch, the contact law is that of the first in the world, implicit in its step; the
 * other one gets the opposite forces, as they are when the step begins.
 *
 * A machine beside the driven one of which nothing has moved for half a second, its crankshaft neither, makes
 * no steps: a parked machine costs nothing. It wakes when one of its controls moves, another machine touches
 * it, the soil under it moves, or soil falls into one of its tools (tools.c). All this is decided by the
 * state and by what changes in the tick, so that a replay may begin anywhere. */
#include "parts/parts.h"

#include "hl/clamp.h"
#include "hl/hash.h"

#include <math.h>
#include <string.h>

typedef struct world_pushes {
    contact_medium *media; /* [contacts] found anew in each tick */
} world_pushes;

/* ---- where they touch ---- */

static mb_pose pose_of(const world_machine *machine, int body)
{
    return mb_pose_of(machine->mechanism->model, machine->mechanism->work, body);
}

static bool may_meet(const world_hitter *a, const mb_pose *at, const world_hitter *b, const mb_pose *there)
{
    return hl_norm(hl_sub(at->position, there->position)) <= a->radius + b->radius + WORLD_NEAR;
}

static bool may_touch(const contact_box *a, const contact_box *b)
{
    return hl_norm(hl_sub(a->centre, b->centre)) <= hl_norm(a->half) + hl_norm(b->half) + WORLD_NEAR;
}

/* A body with shapes of another machine. */
typedef struct other_body {
    const world_hitter *hitter;
    int object;
    mb_pose pose;
    hl_vec3 velocity, turn; /* of its origin, of the body */
} other_body;

static void touch_box(const world_machine *machine, const mb_pose *pose, int shape, const contact_box *box,
                      const other_body *other, int other_shape, const contact_box *there,
                      world_hitter *hitter)
{
    const contact_surface *surface =
        world_surface_with(machine, hitter, shape, other->hitter->materials[other_shape]);
    contact_point points[CONTACT_BOX_POINTS];
    const int found = contact_boxes_points(box, there, WORLD_NEAR, points);
    for (int k = 0; k < found; k++) {
        const hl_vec3 plane = hl_add_scaled(points[k].point, points[k].depth, points[k].normal);
        const int at = world_add_point(hitter, shape, other->object, world_in_body(points[k].point, pose),
                                       plane, points[k].normal, points[k].depth, surface);
        if (at >= 0)
            hitter->set.moving[at] =
                hl_add(other->velocity, hl_cross(other->turn, hl_sub(plane, other->pose.position)));
    }
}

static void touch_body(const world_machine *machine, const mb_pose *pose, const other_body *other,
                       world_hitter *hitter)
{
    for (int k = 0; k < other->hitter->shape_count; k++) {
        const contact_box there = world_box_at(&other->hitter->boxes[k], &other->pose);
        for (int i = 0; i < hitter->shape_count; i++) {
            const contact_box here = world_box_at(&hitter->boxes[i], pose);
            if (may_touch(&here, &there)) touch_box(machine, pose, i, &here, other, k, &there, hitter);
        }
    }
}

/* Bodies of its own machine: those of units before the one of the hitter. */
static bool may_touch_own(const world_machine *machine, const world_hitter *hitter, const world_hitter *other)
{
    const int unit = world_unit_of(machine, hitter->body), before = world_unit_of(machine, other->body);
    return before < unit && !world_units_coupled(machine, before, unit);
}

static void touch_machine(const world_machine *machine, const mb_pose *pose, const world_machine *other,
                          int index, world_hitter *hitter)
{
    const world_mechanism *m = other->mechanism;
    for (int h = 0; h < other->contacts->count; h++) {
        if (other == machine && !may_touch_own(machine, hitter, &other->contacts->list[h])) continue;
        other_body body = {&other->contacts->list[h],
                           -2 - (index * WORLD_MOST_HITTERS + h),
                           pose_of(other, other->contacts->list[h].body),
                           {0, 0, 0},
                           {0, 0, 0}};
        if (!may_meet(hitter, pose, body.hitter, &body.pose)) continue;
        body.velocity = mb_point(m->model, m->work, body.hitter->body, hl_v3(0, 0, 0)).velocity;
        body.turn = mb_angular_velocity(m->model, m->work, body.hitter->body);
        touch_body(machine, pose, &body, hitter);
    }
}

void world_touch_machines(const world_machine *machine, const mb_pose *pose, world_hitter *hitter)
{
    const world *w = machine->world;
    bool later = false;
    for (int i = 0; i < w->machine_count; i++) {
        const bool own = w->machines[i] == machine && world_unit_of(machine, hitter->body) > 0;
        if (own || (later && w->machines[i]->placed)) touch_machine(machine, pose, w->machines[i], i, hitter);
        later |= w->machines[i] == machine;
    }
}

/* ---- forces ---- */

/* The first machine is pushed by its implements alone. */
static hl_status define_pushes(world_machine *machine, world_building *with)
{
    if (machine == machine->world->machines[0] && machine->author->implement_count == 0) return HL_OK;
    machine->pushes = HL_NEW(with->arena, world_pushes, 1);
    if (machine->pushes == NULL) return HL_OUT_OF_MEMORY;
    machine->pushes->media = HL_NEW(with->arena, contact_medium, machine->contacts->count);
    return machine->pushes->media == NULL ? HL_OUT_OF_MEMORY : HL_OK;
}

static void put_efforts(world_machine *machine, world_building *with)
{
    for (int h = 0; machine->pushes != NULL && h < machine->contacts->count; h++) {
        const int body = machine->contacts->list[h].body;
        world_effort_put(with, contact_resistance(machine->author->mechanism->bodies[body].name, body,
                                                  &machine->pushes->media[h]));
    }
}

const world_part_row world_pushes_row = {.name = "pushes", .define = define_pushes, .efforts = put_efforts};

/* A force on a body acts in the step to come. */
static void push(world_machine *machine, int hitter, hl_vec3 force, hl_vec3 point)
{
    const mb_pose pose = pose_of(machine, machine->contacts->list[hitter].body);
    contact_medium *medium = &machine->pushes->media[hitter];
    medium->loaded = true;
    medium->force = hl_add(medium->force, force);
    medium->moment = hl_add(medium->moment, hl_cross(hl_sub(point, pose.position), force));
    world_wake(machine);
}

void world_push_body(world_machine *machine, int body, hl_vec3 force, hl_vec3 moment)
{
    for (int h = 0; machine->pushes != NULL && h < machine->contacts->count; h++) {
        if (machine->contacts->list[h].body != body) continue;
        contact_medium *medium = &machine->pushes->media[h];
        medium->loaded = true;
        medium->force = hl_add(medium->force, force);
        medium->moment = hl_add(medium->moment, moment);
        return;
    }
}

/* In the step planes stay where they are: they are put where they will be at its end. */
static void advance_planes(const world_machine *machine, world_hitter *hitter)
{
    for (int k = 0; k < hitter->set.count; k++)
        if (hitter->object[k] < -1)
            hitter->set.plane[k] =
                hl_add_scaled(hitter->set.plane[k], machine->mechanism->options.step, hitter->set.moving[k]);
    for (int k = 0; hitter->pair != NULL && k < hitter->pair->count; k++)
        hitter->pair->spot[k].plane = hitter->set.plane[k];
}

/* Normal force and force of each point. LuGre friction is one force for all points of the body: each has the
 * share of its normal force. */
static void find_forces(const world_machine *machine, const world_hitter *hitter,
                        const contact_motion *motion, double normal[CONTACT_MAX_POINTS],
                        hl_vec3 force[CONTACT_MAX_POINTS])
{
    if (hitter->pair != NULL) {
        for (int k = 0; k < hitter->set.count; k++) {
            const contact_result point = contact_pair_point(&hitter->stick, k, motion, NULL);
            normal[k] = point.normal_force;
            force[k] = point.force;
        }
        return;
    }
    const contact_result all = world_hitter_result(machine, hitter, motion);
    hl_vec3 friction = all.force;
    for (int k = 0; k < hitter->set.count; k++) {
        normal[k] = world_point_force(hitter, k, motion);
        friction = hl_add_scaled(friction, -normal[k], hitter->set.normal[k]);
    }
    for (int k = 0; k < hitter->set.count; k++)
        if (normal[k] > 0.0)
            force[k] = hl_add(hl_scale(normal[k], hitter->set.normal[k]),
                              hl_scale(normal[k] / all.normal_force, friction));
}

void world_push_back(const world_machine *machine, world_hitter *hitter)
{
    const contact_motion motion = world_body_motion(machine, hitter->body);
    double normal[CONTACT_MAX_POINTS];
    hl_vec3 forces[CONTACT_MAX_POINTS];
    find_forces(machine, hitter, &motion, normal, forces);
    for (int k = 0; k < hitter->set.count; k++) {
        const int number = -2 - hitter->object[k];
        if (number < 0 || !(normal[k] > 0.0)) continue;
        const hl_vec3 point =
            hl_add(motion.pose.position, hl_mul(&motion.pose.rotation, hitter->set.point[k]));
        push(machine->world->machines[number / WORLD_MOST_HITTERS], number % WORLD_MOST_HITTERS,
             hl_scale(-1.0, forces[k]), point);
    }
    advance_planes(machine, hitter);
}

void world_clear_pushes(world_machine *machine)
{
    if (machine->pushes != NULL)
        memset(machine->pushes->media, 0, (size_t)machine->contacts->count * sizeof *machine->pushes->media);
    if (machine->treads->wrenches != NULL)
        memset(machine->treads->wrenches, 0,
               (size_t)world_touchable_count(machine) * sizeof *machine->treads->wrenches);
}

/* ---- machines at rest ---- */

static const double REST = 1e-4; /* [m/s, rad/s] slower than this nothing moves */
static const double SLEEP = 0.5; /* [s] without motion after which a machine makes no steps */

static double most_ticks(const world_machine *machine)
{
    return SLEEP / machine->mechanism->options.step;
}

static hl_status define_rest(world_machine *machine, world_building *with)
{
    if (machine->name == NULL) return HL_OK;
    world_rest *rest = machine->rest = HL_NEW(with->arena, world_rest, 1);
    if (rest == NULL) return HL_OUT_OF_MEMORY;
    const int most = machine->wheels->count + machine->tracks->count + machine->contacts->count;
    rest->patches = HL_NEW(with->arena, world_patch, machine->site->sand == NULL ? 0 : most);
    return rest->patches == NULL ? HL_OUT_OF_MEMORY : HL_OK;
}

static void put_blocks(world_machine *machine)
{
    if (machine->rest != NULL)
        world_block_put(machine, "rest", &machine->rest->ticks, sizeof machine->rest->ticks, NULL, NULL);
}

static void start(world_machine *machine)
{
    if (machine->rest != NULL) machine->rest->ticks = 0.0;
}

static void step(world_machine *machine)
{
    if (machine->rest == NULL) return;
    const world_mechanism *m = machine->mechanism;
    const int columns = mb_model_counts(m->model).columns;
    double fastest = 0.0;
    for (int c = 0; c < columns; c++) fastest = fmax(fastest, fabs(m->state->v[c]));
    machine->rest->ticks = fastest < REST ? machine->rest->ticks + 1.0 : 0.0;
    if (!world_is_at_rest(machine)) return;
    memset(m->state->v, 0, (size_t)columns * sizeof(double));
    memset(m->state->a, 0, (size_t)columns * sizeof(double));
    machine->looked = machine->posed = false;
}

const world_part_row world_rest_row = {
    .name = "rest", .define = define_rest, .blocks = put_blocks, .start = start, .step = step};

bool world_is_at_rest(const world_machine *machine)
{
    return machine->rest != NULL && machine->rest->ticks >= most_ticks(machine);
}

/* ---- what wakes them ---- */

void world_watch_controls(world_machine *machine)
{
    for (int i = 0; i < machine->author->control_count; i++)
        if (machine->controls->values[i] != machine->travel->before[i]) world_wake(machine);
}

static bool is_body_touched(const world_machine *machine, const world_hitter *hitter,
                            const world_machine *other)
{
    const mb_pose pose = pose_of(machine, hitter->body);
    for (int h = 0; h < other->contacts->count; h++) {
        const world_hitter *theirs = &other->contacts->list[h];
        const mb_pose there = pose_of(other, theirs->body);
        if (!may_meet(hitter, &pose, theirs, &there)) continue;
        for (int i = 0; i < hitter->shape_count * theirs->shape_count; i++) {
            double depth;
            hl_vec3 normal;
            const contact_box a = world_box_at(&hitter->boxes[i / theirs->shape_count], &pose),
                              b = world_box_at(&theirs->boxes[i % theirs->shape_count], &there);
            if (may_touch(&a, &b) && contact_boxes_overlap(&a, &b, &depth, &normal)) return true;
        }
    }
    return false;
}

bool world_is_touched(const world_machine *machine)
{
    const world *w = machine->world;
    bool later = false;
    for (int i = 0; i < w->machine_count; i++) {
        for (int h = 0; later && !w->machines[i]->asleep && h < machine->contacts->count; h++)
            if (is_body_touched(machine, &machine->contacts->list[h], w->machines[i])) return true;
        later |= w->machines[i] == machine;
    }
    return world_are_treads_touched(machine);
}

/* ---- the soil under them ---- */

/* Add the cells between two corners, and one more around them, since a surface between cells is that of its
 * neighbours too. */
static void add_patch(world_machine *machine, const double low[2], const double high[2])
{
    const terr_field_def *field = terr_field_definition(terr_sand_field(machine->site->sand));
    const int most[2] = {field->columns - 1, field->rows - 1};
    int cells[2][2];
    for (int i = 0; i < 2; i++) {
        cells[i][0] = (int)hl_clamp(floor((low[i] - field->origin[i]) / field->cell) - 1.0, 0.0, most[i]);
        cells[i][1] = (int)hl_clamp(floor((high[i] - field->origin[i]) / field->cell) + 1.0, -1.0, most[i]);
    }
    machine->rest->patches[machine->rest->patch_count++] =
        (world_patch){{cells[0][0], cells[0][1]}, {cells[1][0], cells[1][1]}};
}

/* Grow a rectangle around a point and what lies this near. */
static void include(hl_vec3 point, double near, double low[2], double high[2])
{
    low[0] = fmin(low[0], point.x - near), low[1] = fmin(low[1], point.y - near);
    high[0] = fmax(high[0], point.x + near), high[1] = fmax(high[1], point.y + near);
}

static void find_patches(world_machine *machine)
{
    machine->rest->patch_count = 0;
    for (int w = 0; w < machine->wheels->count; w++) {
        const tire_model *tire = &machine->wheels->list[w].tire.model;
        double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL};
        const mb_pose pose = pose_of(machine, machine->wheels->list[w].body);
        include(pose.position, fmax(0.5 * tire->radius, 0.5 * tire->width), low, high);
        add_patch(machine, low, high);
    }
    for (int t = 0; t < machine->tracks->count; t++) {
        const track_model *track = &machine->tracks->list[t].track.model;
        double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL};
        const mb_pose pose = pose_of(machine, machine->tracks->list[t].body);
        for (int i = 0; i < track->stations; i++)
            include(hl_add(pose.position, hl_mul(&pose.rotation, track->station[i].centre)),
                    0.5 * track->width, low, high);
        add_patch(machine, low, high);
    }
    for (int h = 0; h < machine->contacts->count; h++) {
        const world_hitter *hitter = &machine->contacts->list[h];
        double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL};
        for (int k = 0; k < hitter->set.count; k++)
            if (hitter->object[k] == -1) include(hitter->set.plane[k], 0.0, low, high);
        if (low[0] <= high[0]) add_patch(machine, low, high);
    }
}

static uint32_t version_of(const world_machine *machine)
{
    const terr_field *field = terr_sand_field(machine->site->sand);
    uint32_t sum = 0;
    for (int i = 0; i < machine->rest->patch_count; i++) {
        const world_patch *patch = &machine->rest->patches[i];
        for (int row = patch->row[0] / TERR_TILE; row <= patch->row[1] / TERR_TILE; row++)
            for (int column = patch->column[0] / TERR_TILE; column <= patch->column[1] / TERR_TILE; column++)
                sum += terr_field_version(field, column, row);
    }
    return sum;
}

static uint64_t ground_of(const world_machine *machine)
{
    const terr_field *field = terr_sand_field(machine->site->sand);
    uint64_t hash = HL_HASH_START;
    for (int i = 0; i < machine->rest->patch_count; i++) {
        const world_patch *patch = &machine->rest->patches[i];
        for (int row = patch->row[0]; row <= patch->row[1]; row++)
            for (int column = patch->column[0]; column <= patch->column[1]; column++) {
                const double height = terr_field_height(field, column, row);
                hash = hl_hash(hash, &height, sizeof height);
            }
    }
    return hash;
}

void world_note_ground(world_machine *machine)
{
    if (machine->rest == NULL || machine->site->sand == NULL || machine->ground_noted) return;
    find_patches(machine);
    machine->rest->version = version_of(machine);
    machine->rest->ground = ground_of(machine);
    machine->ground_noted = true;
}

void world_watch_ground(world_machine *machine)
{
    if (!machine->ground_noted) return;
    const uint32_t version = version_of(machine);
    if (version == machine->rest->version) return;
    const uint64_t ground = ground_of(machine);
    if (ground != machine->rest->ground) world_wake(machine);
    machine->rest->version = version;
    machine->rest->ground = ground;
}
