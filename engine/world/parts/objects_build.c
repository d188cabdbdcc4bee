/* Build free bodies from a scenario: solids, masses, positions, contact laws, and the bodies of machines that
 * they may touch. */
#include "parts/objects.h"

#include "hl/hash.h"
#include "hl/real.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- materials ---- */

/* Stiffness of one point [N/m] of soft materials, and of all others: class-typical estimates. In a
 * contact both materials yield. obj_model_new limits it further, so that a contact lasts ten steps. */
static const double HARD = 5e6;
static const struct {
    const char *name;
    double stiffness;
} soft[] = {{"straw", 6e4}, {"rubber", 4e5}, {AUTH_SAND_MATERIAL, 1e6}};

static const double STICK_TIME = 0.01; /* [s] in which a sliding object stops at its end */
static const double SLOWEST = 0.01;    /* [m/s] minimum of v0 */

enum { MOST_MATERIALS = 64 };

typedef struct material {
    const char *name;
    double stiffness;
} material;

typedef struct builder {
    world_machine *machine;
    world_building *with;
    world_objects *objects;
    const auth_scenario *scenario;
    obj_def def;
    obj_body_def *bodies;
    obj_port_def *ports;
    obj_link_def *links;
    int material_count;
    material materials[MOST_MATERIALS];
} builder;

static double stiffness_of(const char *name)
{
    for (size_t i = 0; i < sizeof soft / sizeof *soft; i++)
        if (strcmp(soft[i].name, name) == 0) return soft[i].stiffness;
    return HARD;
}

/* Number of a material; of the last one if there are too many. */
static int material_of(builder *b, const char *name, double stiffness)
{
    for (int i = 0; i < b->material_count; i++)
        if (strcmp(b->materials[i].name, name) == 0 && b->materials[i].stiffness == stiffness) return i;
    if (b->material_count == MOST_MATERIALS) return MOST_MATERIALS - 1;
    b->materials[b->material_count] = (material){name, stiffness};
    return b->material_count++;
}

static int plain_material(builder *b, const char *name)
{
    return material_of(b, name, stiffness_of(name));
}

/* Rolling resistance over the load, of a material that rolls or is rolled on, unless the pair gives it:
 * class-typical estimates. The larger value of a pair counts. */
static double rolling_of(const char *name)
{
    static const struct {
        const char *material;
        double value;
    } list[] = {
        {AUTH_SAND_MATERIAL, 0.15}, {"straw", 0.08}, {"rubber", 0.03}, {"stone", 0.03}, {"wood", 0.02}};
    static const double others = 0.012;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (strcmp(list[i].material, name) == 0) return list[i].value;
    return others;
}

static obj_law law_between(const builder *b, const material *one, const material *other)
{
    const auth_machine *author = b->machine->author;
    const auth_material_pair pair =
        auth_material_between(&b->scenario->materials, &author->materials, NULL, one->name, other->name);
    const double rolling =
        pair.rolling >= 0.0 ? pair.rolling : fmax(rolling_of(one->name), rolling_of(other->name));
    return (obj_law){
        .normal = {.stiffness = one->stiffness * other->stiffness / (one->stiffness + other->stiffness)},
        .surface = {.dissipation = contact_dissipation(pair.restitution),
                    .kinetic = pair.kinetic,
                    .stiction = pair.stiction},
        .stick_time = STICK_TIME,
        .rolling = rolling > 0.0 ? rolling : -1.0}; /* 0: the default of free bodies */
}

static bool define_laws(builder *b)
{
    const int count = b->material_count;
    obj_law *laws = HL_NEW(b->with->arena, obj_law, count * count);
    if (laws == NULL) return false;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < count; k++)
            laws[i * count + k] = law_between(b, &b->materials[i], &b->materials[k]);
    b->def.material_count = count;
    b->def.laws = laws;
    return true;
}

/* ---- solids ---- */

/* Turns z to an axis of the solid. */
static hl_quat axis_turn(int axis)
{
    static const double quarter = 1.57079632679489661923;
    if (axis == 0) return hl_quat_exp(hl_v3(0, quarter, 0));
    if (axis == 1) return hl_quat_exp(hl_v3(-quarter, 0, 0));
    return (hl_quat){1, 0, 0, 0};
}

/* @return false after a complaint */
static bool make_hull(builder *b, const auth_object *object, const auth_solid *solid, coll_shape *shape)
{
    hl_report report;
    hl_report_begin(&report, "");
    hl_vec3 points[AUTH_MAX_HULL_POINTS];
    for (int i = 0; i < solid->point_count; i++) points[i] = world_vec3(solid->points[i]);
    *shape = (coll_shape){.kind = COLL_HULL,
                          .hull = coll_hull_new(points, solid->point_count, &report, b->with->arena)};
    if (shape->hull != NULL || hl_arena_failed(b->with->arena)) return shape->hull != NULL;
    hl_report_add(b->with->scenario_report, object->place, "object '%s': %.300s", object->name,
                  report.count > 0 ? report.list[0].text : "its points do not form a solid");
    return false;
}

static bool make_piece(builder *b, const auth_object *object, const auth_solid *solid, obj_piece *piece)
{
    hl_quat turn = world_turn(solid->turn);
    switch (solid->kind) {
    case AUTH_SOLID_SPHERE:
        piece->shape = (coll_shape){.kind = COLL_SPHERE, .radius = solid->radius};
        break;
    case AUTH_SOLID_CAPSULE:
    case AUTH_SOLID_CYLINDER:
        piece->shape = (coll_shape){.kind = solid->kind == AUTH_SOLID_CAPSULE ? COLL_CAPSULE : COLL_CYLINDER,
                                    .radius = solid->radius,
                                    .half_length = 0.5 * solid->length};
        turn = hl_quat_mul(turn, axis_turn(solid->axis));
        break;
    case AUTH_SOLID_HULL:
        if (!make_hull(b, object, solid, &piece->shape)) return false;
        break;
    case AUTH_SOLID_BOX:
    case AUTH_SOLID_COMPOUND:
    case AUTH_SOLID_NOT_GIVEN:
    default:
        piece->shape = coll_box(hl_scale(0.5, world_vec3(solid->size)), b->with->arena);
        break;
    }
    piece->at = (mb_pose){world_vec3(solid->at), hl_quat_matrix(turn)};
    piece->material =
        plain_material(b, solid->material ? solid->material : world_site_object_material(object));
    return true;
}

static coll_mass mass_of(const auth_object *object, const obj_piece *pieces)
{
    coll_mass all = {0};
    for (int i = 0; i < object->solid_count; i++) {
        const double own = object->solids[i].density;
        const double density = own > 0.0 ? own : object->density > 0.0 ? object->density : 1.0;
        coll_mass mass = coll_shape_mass(&pieces[i].shape, density);
        mass = coll_mass_moved(&mass, &pieces[i].at);
        all = i == 0 ? mass : coll_mass_add(&all, &mass);
    }
    if (!(object->mass > 0.0)) return all;
    const double scale = object->mass / all.mass;
    hl_sym3 *I = &all.inertia;
    all.mass = object->mass;
    *I = (hl_sym3){.xx = scale * I->xx,
                   .yy = scale * I->yy,
                   .zz = scale * I->zz,
                   .xy = scale * I->xy,
                   .xz = scale * I->xz,
                   .yz = scale * I->yz};
    return all;
}

/* ---- places ---- */

/* Lowest point of a piece above the ground, at a few places of it [m]. */
static double gap_at(const builder *b, hl_vec3 point)
{
    bool heaped;
    return point.z - world_site_surface_at(b->machine->site, point.x, point.y, &heaped).height;
}

static hl_vec3 in_world(const mb_pose *pose, hl_vec3 point)
{
    return hl_add(pose->position, hl_mul(&pose->rotation, point));
}

static double gap_of_round(const builder *b, const obj_piece *piece, const mb_pose *at)
{
    const coll_shape *shape = &piece->shape;
    const hl_vec3 axis = hl_mat3_column(&at->rotation, 2), down = {0, 0, -1};
    hl_vec3 out = hl_add_scaled(down, -hl_dot(down, axis), axis);
    const double length = hl_norm(out);
    if (shape->kind != COLL_CYLINDER)
        out = down;
    else
        out = length > 1e-9 ? hl_scale(1.0 / length, out) : hl_v3(0, 0, 0);
    double gap = HUGE_VAL;
    for (int end = -1; end <= 1; end++) {
        const hl_vec3 middle = hl_add_scaled(at->position, end * shape->half_length, axis);
        gap = fmin(gap, gap_at(b, hl_add_scaled(middle, shape->radius, out)));
    }
    return gap;
}

static double gap_of_piece(const builder *b, const obj_piece *piece, const mb_pose *pose)
{
    const mb_pose at = {in_world(pose, piece->at.position),
                        hl_mat3_mul(&pose->rotation, &piece->at.rotation)};
    double gap = HUGE_VAL;
    if (piece->shape.hull == NULL) return gap_of_round(b, piece, &at);
    for (int i = 0; i < coll_hull_corners(piece->shape.hull); i++)
        gap = fmin(gap, gap_at(b, in_world(&at, coll_hull_corner(piece->shape.hull, i))));
    return gap;
}

/* A settled object stands at right angles to the ground and touches it. */
static mb_pose place_of(const builder *b, const auth_object *object, const obj_body_def *body)
{
    const terr_sample ground = terr_ground_at(b->machine->site->ground, object->at[0], object->at[1]);
    const double height = object->absolute ? 0.0 : ground.height;
    hl_quat turn = world_turn(object->turn);
    if (object->settled) turn = hl_quat_mul(world_tilt_to(ground.normal), turn);
    mb_pose pose = {hl_v3(object->at[0], object->at[1], height + object->at[2]), hl_quat_matrix(turn)};
    if (!object->settled) return pose;
    double gap = HUGE_VAL;
    for (int i = 0; i < body->piece_count; i++) gap = fmin(gap, gap_of_piece(b, &body->pieces[i], &pose));
    pose.position.z -= gap;
    return pose;
}

/* ---- bodies ---- */

static hl_status define_free(builder *b, int index)
{
    const auth_object *object = &b->scenario->objects[b->objects->first + index];
    obj_body_def *body = &b->bodies[index];
    obj_piece *pieces = HL_NEW(b->with->arena, obj_piece, object->solid_count);
    if (pieces == NULL) return HL_OUT_OF_MEMORY;
    for (int i = 0; i < object->solid_count; i++)
        if (!make_piece(b, object, &object->solids[i], &pieces[i]))
            return hl_arena_failed(b->with->arena) ? HL_OUT_OF_MEMORY : HL_BAD_INPUT;
    *body = (obj_body_def){.name = object->name,
                           .piece_count = object->solid_count,
                           .pieces = pieces,
                           .mass = mass_of(object, pieces),
                           .awake = object->awake,
                           .anchored = object->breaks > 0.0,
                           .anchor = {.yield = object->breaks, .break_angle = object->bends}};
    body->pose = place_of(b, object, body);
    return HL_OK;
}

static bool define_fixed(builder *b, int index)
{
    const contact_box *box = &b->machine->site->objects[index];
    const auth_object *object = &b->scenario->objects[index];
    obj_piece *piece = HL_NEW(b->with->arena, obj_piece, 1);
    if (piece == NULL) return false;
    *piece = (obj_piece){.shape = coll_box(box->half, b->with->arena),
                         .at = {{0, 0, 0}, hl_mat3_identity()},
                         .material = plain_material(b, world_site_object_material(object))};
    b->bodies[b->objects->count + index] = (obj_body_def){
        .name = object->name, .piece_count = 1, .pieces = piece, .pose = {box->centre, box->axes}};
    return true;
}

static hl_status define_bodies(builder *b)
{
    const int fixed = b->machine->site->object_count;
    b->bodies = HL_NEW(b->with->arena, obj_body_def, b->objects->count + fixed);
    if (b->bodies == NULL) return HL_OUT_OF_MEMORY;
    for (int i = 0; i < b->objects->count; i++) {
        const hl_status status = define_free(b, i);
        if (status != HL_OK) return status;
    }
    for (int i = 0; i < fixed; i++)
        if (!define_fixed(b, i)) return HL_OUT_OF_MEMORY;
    b->def.body_count = b->objects->count + fixed;
    b->def.bodies = b->objects->bodies = b->bodies;
    return HL_OK;
}

/* ---- bodies of machines ---- */

static const auth_machine *author_of(const builder *b, int machine)
{
    return b->machine->world->machines[machine]->author;
}

static int count_pieces(const auth_machine *author, int body)
{
    int count = 0;
    for (int i = 0; i < world_outline_count(author); i++) count += world_outline_at(author, i).body == body;
    return count < OBJ_MAX_PIECES ? count : OBJ_MAX_PIECES;
}

/* Lower bound of the eigenvalues (Gershgorin). A massless body counts as heavy, like the body that carries
 * it. */
static contact_body lower_bound(const auth_body *body)
{
    const double *I = body->inertia;
    const double least = fmin(I[0] - fabs(I[3]) - fabs(I[4]),
                              fmin(I[1] - fabs(I[3]) - fabs(I[5]), I[2] - fabs(I[4]) - fabs(I[5])));
    return (contact_body){body->mass, fmax(least, 0.05 * fmin(I[0], fmin(I[1], I[2])))};
}

/* A tire is as stiff as its law says, all of it at one point. */
static obj_piece piece_of_tire(builder *b, const tire_model *tire, const contact_box *box)
{
    return (obj_piece){.shape = {.kind = COLL_CYLINDER, .radius = box->half.x, .half_length = box->half.y},
                       .at = {box->centre, hl_quat_matrix(world_tilt_to(hl_mat3_column(&box->axes, 1)))},
                       .material = material_of(b, "rubber", tire->stiffness)};
}

static obj_piece piece_of(builder *b, const auth_machine *author, const world_outline *part)
{
    if (part->kind == WORLD_TIRE)
        return piece_of_tire(b, &author->tires[author->wheels[part->index].tire].model, &part->box);
    return (obj_piece){.shape = coll_box(part->box.half, b->with->arena),
                       .at = {part->box.centre, part->box.axes},
                       .material =
                           plain_material(b, part->kind == WORLD_SHAPE ? author->shapes[part->index].material
                                                                       : AUTH_SHAPE_MATERIAL)};
}

static const auth_hook *hook_of(const auth_machine *author, int body)
{
    for (int i = 0; i < author->hook_count; i++)
        if (author->hooks[i].body == body) return &author->hooks[i];
    return NULL;
}

/* The only solid of a body without shapes. */
static obj_piece piece_of_hook(builder *b, const auth_hook *hook)
{
    static const double RADIUS = 0.03; /* [m] */
    return (obj_piece){.shape = {.kind = COLL_SPHERE, .radius = RADIUS},
                       .at = {world_vec3(hook->at), hl_mat3_identity()},
                       .material = plain_material(b, AUTH_SHAPE_MATERIAL)};
}

/* The soil in a container of a machine. */
typedef struct soil_heap {
    obj_heap heap;
    const world_site *site;
    int index; /* of the container in the sand */
} soil_heap;

static bool sample_heap(const void *context, hl_vec3 place, double *height, hl_vec3 *normal)
{
    const soil_heap *soil = context;
    return terr_sand_heap_at(soil->site->sand, soil->index, place, height, normal);
}

/* Of a body with a container: `heap` stays NULL without one. @return false: out of memory */
static bool find_heap(builder *b, int machine, int body, const obj_heap **heap)
{
    const auth_machine *author = author_of(b, machine);
    int index = 0, c = 0;
    for (int m = 0; m < machine; m++) index += author_of(b, m)->container_count;
    while (c < author->container_count && author->containers[c].body != body) c++;
    if (b->machine->site->sand == NULL || c == author->container_count) return true;
    const auth_container *container = &author->containers[c];
    const double *size = container->size;
    /* soil over the rim does not stand steeper than 45 deg */
    const double top = size[2] + 0.5 * fmin(size[0], size[1]);
    soil_heap *soil = HL_NEW(b->with->arena, soil_heap, 1);
    if (soil == NULL) return false;
    *soil = (soil_heap){{.context = soil,
                         .at = {world_vec3(container->at), hl_quat_matrix(world_turn(container->turn))},
                         .low = hl_v3(-0.5 * size[0], -0.5 * size[1], 0.0),
                         .high = hl_v3(0.5 * size[0], 0.5 * size[1], top),
                         .material = plain_material(b, AUTH_SAND_MATERIAL),
                         .sample = sample_heap},
                        b->machine->site,
                        index + c};
    *heap = &soil->heap;
    return true;
}

static bool define_port(builder *b, int machine, int body, int count)
{
    const auth_machine *author = author_of(b, machine);
    obj_piece *pieces = HL_NEW(b->with->arena, obj_piece, count);
    const obj_heap *heap = NULL;
    if (pieces == NULL || !find_heap(b, machine, body, &heap)) return false;
    int at = 0, track = -1;
    for (int i = 0; i < world_outline_count(author) && at < count; i++) {
        const world_outline part = world_outline_at(author, i);
        if (part.body != body) continue;
        if (part.kind == WORLD_TRACK && count == 1)
            track = part.index; /* of several solids only one would move */
        pieces[at++] = piece_of(b, author, &part);
    }
    const auth_hook *hook = hook_of(author, body);
    if (at == 0 && hook != NULL) pieces[0] = piece_of_hook(b, hook);
    b->objects->ports[b->def.port_count] = (world_object_port){machine, body, track};
    b->ports[b->def.port_count++] = (obj_port_def){.machine = machine,
                                                   .body = body,
                                                   .piece_count = count,
                                                   .pieces = pieces,
                                                   .lower = lower_bound(&author->mechanism->bodies[body]),
                                                   .heap = heap};
    return true;
}

static bool define_ports(builder *b)
{
    world_objects *objects = b->objects;
    b->ports = HL_NEW(b->with->arena, obj_port_def, OBJ_MAX_PORTS);
    objects->ports = HL_NEW(b->with->arena, world_object_port, OBJ_MAX_PORTS);
    objects->motions = HL_NEW(b->with->arena, contact_motion, OBJ_MAX_PORTS);
    objects->moving = HL_NEW(b->with->arena, hl_vec3, OBJ_MAX_PORTS);
    if (hl_arena_failed(b->with->arena)) return false;
    for (int m = 0; m < b->machine->world->machine_count; m++)
        for (int body = 0; body < author_of(b, m)->mechanism->body_count; body++) {
            const bool hooked = hook_of(author_of(b, m), body) != NULL;
            int count = count_pieces(author_of(b, m), body);
            if (count == 0 && hooked) count = 1;
            if (count > 0 && b->def.port_count < OBJ_MAX_PORTS && !define_port(b, m, body, count))
                return false;
        }
    b->def.ports = b->ports;
    objects->port_count = b->def.port_count;
    return true;
}

/* ---- slings ---- */

static int port_of(const builder *b, int machine, int body)
{
    for (int p = 0; p < b->def.port_count; p++)
        if (b->ports[p].machine == machine && b->ports[p].body == body) return p;
    return -1;
}

static void define_link(builder *b, int machine, const auth_hook *hook)
{
    b->links[b->def.link_count++] = (obj_link_def){.name = hook->name,
                                                   .body = -1,
                                                   .port = port_of(b, machine, hook->body),
                                                   .at = world_vec3(hook->at),
                                                   .length = hook->length,
                                                   .stiffness = hook->stiffness,
                                                   .breaks_at = hook->breaks_at};
}

static bool define_links(builder *b)
{
    const world *w = b->machine->world;
    int count = 0;
    for (int m = 0; m < w->machine_count; m++) count += author_of(b, m)->hook_count;
    b->links = HL_NEW(b->with->arena, obj_link_def, count);
    if (b->links == NULL) return false;
    for (int m = 0; m < w->machine_count; m++)
        for (int i = 0; i < author_of(b, m)->hook_count; i++) define_link(b, m, &author_of(b, m)->hooks[i]);
    b->def.links = b->links;
    return true;
}

/* ---- ground ---- */

static void sample_ground(const void *context, double x, double y, double *height, hl_vec3 *normal,
                          int *number)
{
    bool heaped;
    const terr_sample sample = world_site_surface_at(context, x, y, &heaped);
    *height = sample.height;
    *normal = sample.normal;
    *number = 0;
}

/* The site's ground; with bounds where it is level or a washboard, without sand. */
static obj_ground ground_of(const world_site *site)
{
    const auth_ground *ground = site->scenario == NULL ? NULL : &site->scenario->ground;
    const bool level = ground == NULL || (ground->kind == AUTH_GROUND_PLANE && ground->slope == 0.0);
    double upright = 0.0;
    if (site->sand == NULL && level) upright = 1.0;
    if (site->sand == NULL && site->washboard != NULL) upright = coll_washboard_upright(site->washboard);
    return (obj_ground){.context = site, .sample = sample_ground, .highest = 0.0, .upright = upright};
}

/* ---- the whole ---- */

/* Complaints of the library contain names; find their places in the file. */
static void complain(const builder *b, const hl_report *report)
{
    for (int i = 0; i < report->count; i++) {
        const char *text = report->list[i].text;
        hl_place place = {1, 1};
        for (int k = 0; k < b->scenario->object_count; k++) {
            char quoted[AUTH_QUANTITY_LENGTH + 40];
            snprintf(quoted, sizeof quoted, "'%s'", b->scenario->objects[k].name);
            if (strstr(text, quoted) == NULL) continue;
            place = b->scenario->objects[k].place;
            break;
        }
        hl_report_add(b->with->scenario_report, place, "%s", text);
    }
}

static hl_status make_model(builder *b)
{
    world_objects *objects = b->objects;
    hl_report *report = HL_NEW(b->with->arena, hl_report, 1);
    if (report == NULL) return HL_OUT_OF_MEMORY;
    hl_report_begin(report, "");
    b->def.gravity = world_vec3(b->machine->author->mechanism->gravity);
    b->def.step = b->with->step;
    b->def.slowest = SLOWEST;
    b->def.ground = ground_of(b->machine->site);
    objects->model = obj_model_new(&b->def, b->with->arena, report);
    complain(b, report);
    if (report->count > 0) return HL_BAD_INPUT;
    if (objects->model == NULL) return HL_OUT_OF_MEMORY;
    objects->state = obj_state_new(objects->model, b->with->arena);
    if (objects->state == NULL) return HL_OUT_OF_MEMORY;
    objects->work = obj_work_new(objects->model, objects->state, b->with->arena);
    return objects->work == NULL ? HL_OUT_OF_MEMORY : HL_OK;
}

/* Start poses are in the state; masses, shapes and laws are not. */
static uint64_t fingerprint_of(const builder *b)
{
    uint64_t hash = HL_HASH_START;
    for (int i = 0; i < b->objects->count; i++) {
        const obj_body_def *body = &b->bodies[i];
        const double numbers[] = {body->mass.mass,          body->mass.volume,        body->mass.centre.x,
                                  body->mass.centre.y,      body->mass.centre.z,      body->mass.inertia.xx,
                                  body->mass.inertia.yy,    body->mass.inertia.zz,    body->anchor.yield,
                                  body->anchor.break_angle, (double)body->piece_count};
        hash = hl_hash(hash, numbers, sizeof numbers);
    }
    for (int i = 0; i < b->material_count * b->material_count; i++) {
        const obj_law *law = &b->def.laws[i];
        const double numbers[] = {law->normal.stiffness, law->surface.dissipation, law->surface.kinetic,
                                  law->surface.stiction};
        hash = hl_hash(hash, numbers, sizeof numbers);
    }
    return hash;
}

hl_status world_objects_build(world_machine *machine, world_building *with)
{
    const auth_scenario *scenario = machine->site->scenario;
    const int fixed = machine->site->object_count;
    const int count = scenario == NULL ? 0 : scenario->object_count - fixed;
    if (count == 0 || machine != machine->world->machines[0]) return HL_OK;
    builder *b = HL_NEW(with->arena, builder, 1);
    world_objects *objects = machine->objects = HL_NEW(with->arena, world_objects, 1);
    if (b == NULL || objects == NULL) return HL_OUT_OF_MEMORY;
    *b = (builder){.machine = machine, .with = with, .objects = objects, .scenario = scenario};
    objects->first = fixed;
    objects->count = count;
    objects->notes = HL_NEW(with->arena, world_object_note, count);
    objects->guests = HL_NEW(with->arena, world_object_guest, machine->world->machine_count);
    if (machine->site->sand != NULL) objects->gaps = HL_NEW(with->arena, double, count);
    if (hl_arena_failed(with->arena)) return HL_OUT_OF_MEMORY;
    (void)plain_material(b, world_site_ground_material(machine->site)); /* number 0 */
    hl_status status = define_bodies(b);
    if (status == HL_OK && (!define_ports(b) || !define_links(b) || !define_laws(b)))
        status = HL_OUT_OF_MEMORY;
    if (status == HL_OK) status = make_model(b);
    if (status != HL_OK) return status;
    objects->fingerprint = fingerprint_of(b);
    for (int m = 0; m < machine->world->machine_count; m++)
        objects->guests[m] = (world_object_guest){objects, obj_guest(objects->work, m)};
    return HL_OK;
}
