/* Shapes of bodies against ground, objects and sand: points of contact are found once a tick from the poses
 * of the state, and hold during the step. */
#include "parts/parts.h"

#include "hl/hash.h"
#include "terr/press.h"

#include <math.h>
#include <string.h>

_Static_assert(sizeof(contact_memory) == (1 + 2 * CONTACT_MAX_POINTS) * sizeof(double),
               "no padding: it is hashed");

/* ---- points ---- */

/* Add a point of an object of the site, -1: its ground. */
static void touch(const world_machine *machine, world_hitter *hitter, int shape, int object, hl_vec3 point,
                  hl_vec3 plane, hl_vec3 normal, double depth)
{
    (void)world_add_point(hitter, shape, object, point, plane, normal, depth,
                          world_surface(machine, hitter, shape, object));
}

/* Ground steeper than this between the middle of a box that hangs above it and a corner is not looked for. */
static const double STEEPEST = 1.0;

/* `height` is the ground's under the box's middle. */
static bool may_touch(const contact_box *box, double height)
{
    const double reach_z = fabs(box->axes.m[2][0]) * box->half.x + fabs(box->axes.m[2][1]) * box->half.y +
                           fabs(box->axes.m[2][2]) * box->half.z;
    return box->centre.z - reach_z - height < STEEPEST * hl_norm(box->half);
}

static void touch_below(const world_machine *machine, int shape, hl_vec3 corner, const terr_sample *ground,
                        const mb_pose *pose, world_hitter *hitter)
{
    const double depth = (ground->height - corner.z) * ground->normal.z;
    if (depth > -WORLD_NEAR)
        touch(machine, hitter, shape, -1, world_in_body(corner, pose),
              hl_v3(corner.x, corner.y, ground->height), ground->normal, depth);
}

/* Corners of a box at which the ground must be sampled: those that lie less above the ground under the box's
 * middle than `near` and the ground's rise up to the corner. */
typedef struct corner_reach {
    double near, rise; /* [m], [1] */
} corner_reach;

static corner_reach reach_of(const terr_ground *ground)
{
    static const double ROUNDING = 1e-9; /* [m] far more than that of heights */
    const double steepest = ground->steepest;
    if (!(steepest > 0.0 && steepest < STEEPEST)) return (corner_reach){WORLD_NEAR, STEEPEST};
    /* a plane nearer than WORLD_NEAR lies less than this below */
    return (corner_reach){WORLD_NEAR * sqrt(1.0 + steepest * steepest) + ROUNDING, steepest};
}

static void touch_ground(const world_machine *machine, int shape, const contact_box *box, const mb_pose *pose,
                         world_hitter *hitter)
{
    const terr_ground *ground = machine->site->ground;
    const double height = terr_ground_at(ground, box->centre.x, box->centre.y).height;
    if (!may_touch(box, height)) return;
    const corner_reach reach = reach_of(ground);
    for (int i = 0; i < 8; i++) {
        const hl_vec3 point = contact_box_corner(box, i);
        const double away = fabs(point.x - box->centre.x) + fabs(point.y - box->centre.y);
        if (point.z - height > reach.near + reach.rise * away) continue;
        const terr_sample sample = terr_ground_at(ground, point.x, point.y);
        touch_below(machine, shape, point, &sample, pose, hitter);
    }
}

static bool is_on_sand(const world_machine *machine, hl_vec3 point)
{
    return machine->site->sand != NULL &&
           terr_field_reaches(terr_sand_field(machine->site->sand), point.x, point.y);
}

/* Corners and edges of a box on the faces of a mesh, and the mesh's on those of the box; beyond its border
 * corners on the flat continuation. */
static void touch_mesh(const world_machine *machine, int shape, const contact_box *box, const mb_pose *pose,
                       world_hitter *hitter)
{
    static const mb_pose origin = {.rotation = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};
    static const double BEHIND = 0.1; /* [m] deeper corners are ignored */
    const coll_mesh *mesh = machine->site->mesh;
    const mb_pose at = {.position = box->centre, .rotation = box->axes};
    coll_point points[COLL_POINTS];
    const int count =
        coll_shape_mesh(&hitter->meeting[shape], &at, mesh, &origin, WORLD_NEAR, BEHIND, points);
    for (int i = 0; i < count; i++) {
        const coll_point *p = &points[i];
        if (is_on_sand(machine, p->point)) continue;
        touch(machine, hitter, shape, -1, world_in_body(p->point, pose),
              hl_add_scaled(p->point, p->depth, p->normal), p->normal, p->depth);
    }
    const coll_mesh_info info = coll_mesh_describe(mesh);
    for (int i = 0; i < 8; i++) {
        const hl_vec3 corner = contact_box_corner(box, i);
        if (corner.z > info.high.z + WORLD_NEAR || is_on_sand(machine, corner)) continue;
        const coll_top top = coll_top_at(mesh, corner.x, corner.y);
        const terr_sample sample = {top.height, top.normal, top.material};
        if (!top.inside) touch_below(machine, shape, corner, &sample, pose, hitter);
    }
}

/* @return boxes near that found no room */
static int touch_objects(const world_machine *machine, int shape, const contact_box *box, const mb_pose *pose,
                         world_hitter *hitter)
{
    int near[WORLD_MAX_NEAR];
    const int count = contact_tree_near(machine->site->tree, box, WORLD_NEAR, WORLD_MAX_NEAR, near);
    for (int i = 0; i < count && i < WORLD_MAX_NEAR; i++) {
        contact_point points[CONTACT_BOX_POINTS];
        const int found = contact_boxes_points(box, &machine->site->objects[near[i]], WORLD_NEAR, points);
        for (int k = 0; k < found; k++) {
            const hl_vec3 plane = hl_add_scaled(points[k].point, points[k].depth, points[k].normal);
            touch(machine, hitter, shape, near[i], world_in_body(points[k].point, pose), plane,
                  points[k].normal, points[k].depth);
        }
    }
    return count > WORLD_MAX_NEAR ? count - WORLD_MAX_NEAR : 0;
}

/* ---- on sand ---- */

/* Depth of a support below the field, along the normal, and its plane.
 * @param on_field_only  the ground around the field is touched in another way
 * @return false: well above */
static bool sense_support(const terr_field *field, const world_support *support, const mb_pose *pose,
                          bool on_field_only, hl_vec3 *point, terr_sample *sample, double *depth)
{
    static const double ABOVE = 0.3; /* [m] higher than this over its cell nothing can touch */
    *point = hl_add(pose->position, hl_mul(&pose->rotation, support->point));
    int column, row;
    if (on_field_only && !terr_field_reaches(field, point->x, point->y)) return false;
    if (terr_field_cell(field, point->x, point->y, &column, &row) &&
        point->z > terr_field_height(field, column, row) + ABOVE)
        return false;
    *sample = terr_field_sample(field, point->x, point->y);
    *depth = (sample->height - support->gap - point->z) * sample->normal.z;
    return *depth > -WORLD_NEAR;
}

static void touch_sand(const world_machine *machine, world_hitter *hitter, const mb_pose *pose)
{
    const terr_field *field = terr_sand_field(machine->site->sand);
    for (int i = 0; i < hitter->support_count; i++) {
        hl_vec3 point;
        terr_sample sample;
        double depth;
        if (!sense_support(field, &hitter->supports[i], pose, machine->site->mesh != NULL, &point, &sample,
                           &depth))
            continue;
        const double z = sample.height - hitter->supports[i].gap;
        touch(machine, hitter, hitter->supports[i].shape, -1, hitter->supports[i].point,
              hl_v3(point.x, point.y, z), sample.normal, depth);
    }
}

static void press_with_body(const world_machine *machine, const world_hitter *hitter)
{
    const world_mechanism *m = machine->mechanism;
    terr_field *field = terr_sand_field(machine->site->sand);
    const mb_pose pose = mb_pose_of(m->model, m->work, hitter->body);
    for (int i = 0; i < hitter->support_count; i++) {
        const world_support *support = &hitter->supports[i];
        hl_vec3 point;
        terr_sample sample;
        double depth;
        if (!sense_support(field, support, &pose, machine->site->mesh != NULL, &point, &sample, &depth) ||
            !(depth > 0.0))
            continue;
        const double force = contact_elastic_force(&hitter->contact.material, depth) * sample.normal.z;
        const hl_vec3 middle = hl_add(pose.position, hl_mul(&pose.rotation, support->press));
        terr_plate_press(field, middle.x, middle.y, support->side, force, middle.z + support->gap,
                         m->options.step);
    }
}

static void press(world_machine *machine)
{
    for (int h = 0; h < machine->contacts->count; h++) press_with_body(machine, &machine->contacts->list[h]);
}

/* ---- in a tick ---- */

static void sense_hitter(const world_machine *machine, world_hitter *hitter)
{
    const mb_pose pose = mb_pose_of(machine->mechanism->model, machine->mechanism->work, hitter->body);
    hitter->set.count = hitter->set.overflow = hitter->left_out = 0;
    for (int i = 0; i < hitter->shape_count; i++) {
        const contact_box box = world_box_at(&hitter->boxes[i], &pose);
        if (hitter->grounded[i] && machine->site->mesh != NULL)
            touch_mesh(machine, i, &box, &pose, hitter);
        else if (hitter->grounded[i] && machine->site->sand == NULL)
            touch_ground(machine, i, &box, &pose, hitter);
        if (machine->site->object_count > 0)
            hitter->left_out += touch_objects(machine, i, &box, &pose, hitter);
    }
    if (machine->site->sand != NULL) touch_sand(machine, hitter, &pose);
    if (world_touches_machines(machine)) world_touch_machines(machine, &pose, hitter);
    hitter->left_out += hitter->set.overflow;
}

/* The points of a patch are told apart by their places: a corner moves little from one step to the next. */
static void fill_pair(world_hitter *hitter)
{
    const contact_set *set = &hitter->set;
    hitter->pair->count = hitter->pair->overflow = 0;
    for (int k = 0; k < set->count; k++)
        (void)contact_pair_add(hitter->pair, &(contact_spot){.centre = set->point[k],
                                                             .is_corner = true,
                                                             .plane = set->plane[k],
                                                             .normal = set->normal[k],
                                                             .moving = set->moving[k],
                                                             .depth = set->depth[k],
                                                             .feature = set->patch[k],
                                                             .patch = set->patch[k],
                                                             .reach = WORLD_NEAR,
                                                             .surface = set->surface[k]});
}

static void approach(world_machine *machine)
{
    const double slowest = machine->author->contact.slowest, step = machine->mechanism->options.step;
    for (int h = 0; h < machine->contacts->count; h++) {
        world_hitter *hitter = &machine->contacts->list[h];
        const contact_motion motion = world_body_motion(machine, hitter->body);
        hitter->next = machine->contacts->memories[h];
        if (hitter->pair == NULL) {
            contact_set_approach(&hitter->set, &hitter->next, slowest, step, &motion.pose, motion.velocity,
                                 motion.turn);
            continue;
        }
        fill_pair(hitter);
        contact_pair_recall(&hitter->stick, hitter->memory, slowest, step, &motion, NULL);
    }
}

static void sense(world_machine *machine)
{
    int used = 0, following = machine->contacts->count + machine->treads->count;
    for (int h = 0; h < machine->contacts->count; h++) {
        world_hitter *hitter = &machine->contacts->list[h];
        hitter->set.room = world_room_for_points(machine, used, --following);
        sense_hitter(machine, hitter);
        used += hitter->set.count;
    }
    approach(machine);
}

/* Memory of a patch and bristle end with the contact. */
static void keep(world_machine *machine)
{
    const world_mechanism *m = machine->mechanism;
    for (int h = 0; h < machine->contacts->count; h++) {
        const world_hitter *hitter = &machine->contacts->list[h];
        machine->contacts->memories[h] = hitter->next;
        if (hitter->set.count > 0 || hitter->pair != NULL) continue;
        const int first = mb_model_effort_state(m->model, hitter->effort);
        memset(m->state->x + first, 0, CONTACT_BRISTLES * sizeof(double));
        memset(m->state->x_dot + first, 0, CONTACT_STATES * sizeof(double));
        if (hitter->spin < 0) continue;
        const int spin = mb_model_effort_state(m->model, hitter->spin);
        m->state->x[spin + CONTACT_SPIN] = 0.0;
        memset(m->state->x_dot + spin, 0, CONTACT_SPIN_STATES * sizeof(double));
    }
}

static void remember(world_machine *machine)
{
    const world_mechanism *m = machine->mechanism;
    bool evaluated = false;
    for (int h = 0; h < machine->contacts->count; h++) {
        const world_hitter *hitter = &machine->contacts->list[h];
        if (hitter->pair == NULL || (hitter->pair->count == 0 && hitter->memory->count == 0)) continue;
        if (!evaluated) mb_evaluate_poses(m->model, m->state, m->work);
        evaluated = true;
        const contact_motion motion = world_body_motion(machine, hitter->body);
        contact_pair_remember(&hitter->stick, hitter->memory, m->options.step, &motion, NULL);
    }
}

static void look(world_machine *machine)
{
    for (int h = 0; h < machine->contacts->count; h++) {
        const world_hitter *hitter = &machine->contacts->list[h];
        const contact_motion motion = world_body_motion(machine, hitter->body);
        machine->contacts->looks[h] = world_hitter_result(machine, hitter, &motion);
        if (world_object_count(machine) == 0) continue;
        hl_vec3 *force = &machine->contacts->looks[h].force;
        *force = hl_add(*force, world_objects_force(machine, hitter->body));
    }
}

/* ---- building, state ---- */

/* The state of its effort that is the energy lost. */
static int loss_of(const world_hitter *hitter)
{
    return hitter->pair != NULL ? (int)CONTACT_PAIR_LOSS : (int)CONTACT_LOSS;
}

static void put_efforts(world_machine *machine, world_building *with)
{
    for (int h = 0; h < machine->contacts->count; h++) {
        world_hitter *hitter = &machine->contacts->list[h];
        const char *name = machine->author->mechanism->bodies[hitter->body].name;
        hitter->effort = world_effort_put(
            with, hitter->pair != NULL ? contact_pair_effort(name, hitter->body, MB_GROUND, &hitter->stick)
                                       : contact_effort(name, hitter->body, &hitter->contact));
        hitter->spin = -1;
        if (machine->author->contact.spin && hitter->pair == NULL)
            hitter->spin = world_effort_put(with, contact_spin_effort(name, hitter->body, &hitter->contact));
    }
}

static bool memories_fit(const world_machine *machine, const void *from)
{
    for (int h = 0; h < machine->contacts->count; h++) {
        contact_memory memory;
        memcpy(&memory, (const unsigned char *)from + (size_t)h * sizeof memory, sizeof memory);
        if (memory.count < 0 || memory.count > CONTACT_MAX_POINTS) return false;
    }
    return true;
}

static void put_blocks(world_machine *machine)
{
    world_block_put(machine, "approach speeds of contacts", machine->contacts->memories,
                    (size_t)machine->contacts->count * sizeof *machine->contacts->memories, NULL,
                    memories_fit);
    for (int h = 0; h < machine->contacts->count; h++)
        if (machine->contacts->list[h].pair != NULL)
            world_memory_put(machine, "contacts of a body", machine->contacts->list[h].memory);
}

static uint64_t fingerprint(const world_machine *machine, uint64_t hash)
{
    for (int h = 0; h < machine->contacts->count; h++) {
        const world_hitter *hitter = &machine->contacts->list[h];
        if (hitter->pair != NULL) hash = hl_hash(hash, &hitter->stick.stick, sizeof hitter->stick.stick);
    }
    return hash;
}

static void forget(world_machine *machine)
{
    for (int h = 0; h < machine->contacts->count; h++) {
        const world_hitter *hitter = &machine->contacts->list[h];
        world_effort_set(machine, hitter->effort)[loss_of(hitter)] = 0.0;
        if (hitter->spin >= 0) world_effort_set(machine, hitter->spin)[CONTACT_SPIN_LOSS] = 0.0;
    }
}

/* ---- signals ---- */

static double contact_force(const world_machine *machine, int hitter)
{
    return hl_norm(machine->contacts->looks[hitter].force);
}

/* What rests on a body, in kilograms. */
static double contact_load(const world_machine *machine, int hitter)
{
    const double g = hl_norm(world_vec3(machine->author->mechanism->gravity));
    return g > 0.0 ? -machine->contacts->looks[hitter].force.z / g : 0.0;
}

static double contact_lost(const world_machine *machine, int hitter)
{
    const world_hitter *of = &machine->contacts->list[hitter];
    const double lost = world_effort_states(machine, of->effort)[loss_of(of)];
    return of->spin < 0 ? lost : lost + world_effort_states(machine, of->spin)[CONTACT_SPIN_LOSS];
}

static void put_signals(world_machine *machine, hl_arena *arena)
{
    static const world_signal_row rows[] = {
        {".force", "N", 1.0, contact_force, "of all contacts of the body"},
        {".load", "kg", 1.0, contact_load, "what rests on the body; negative while it leans on something"},
        {".lost_work", "J", 1.0, contact_lost, "taken by blows and friction of the body since the start"},
    };
    for (int h = 0; h < machine->contacts->count; h++)
        world_signals_put(machine, WORLD_ROWS(rows), "contact.",
                          machine->author->mechanism->bodies[machine->contacts->list[h].body].name, h, arena);
}

static void release(world_machine *machine)
{
    for (int h = 0; world_touches_machines(machine) && h < machine->contacts->count; h++) {
        if (machine->contacts->list[h].set.count > 0) world_push_back(machine, &machine->contacts->list[h]);
    }
    keep(machine);
}

const world_part_row world_contacts_row = {.name = "contacts",
                                           .define = world_hitters_define,
                                           .efforts = put_efforts,
                                           .signals = put_signals,
                                           .blocks = put_blocks,
                                           .forget = forget,
                                           .fingerprint = fingerprint,
                                           .sense = sense,
                                           .release = release,
                                           .remember = remember,
                                           .press = press,
                                           .look = look};
