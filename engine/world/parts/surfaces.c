/* From the file to the outline of a machine and to bodies with shapes: their boxes, the surfaces between
 * these and what they touch, the points that rest on sand. */
#include "parts/parts.h"

#include <math.h>
#include <string.h>

/* ---- outline ---- */

static contact_box box_of_shape(const auth_shape *shape)
{
    return (contact_box){world_vec3(shape->at), hl_quat_matrix(world_turn(shape->turn)),
                         hl_scale(0.5, world_vec3(shape->size))};
}

/* Axes of a frame whose y axis is given. */
static hl_mat3 axes_about(hl_vec3 y)
{
    const hl_vec3 other = fabs(y.z) < 0.9 ? hl_v3(0, 0, 1) : hl_v3(1, 0, 0);
    const hl_vec3 x = hl_normalized(hl_cross(y, other)), z = hl_cross(x, y);
    return (hl_mat3){{{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}}};
}

static contact_box box_of_tire(const auth_wheel *wheel, const tire_model *tire)
{
    return (contact_box){hl_v3(0, 0, 0), axes_about(world_vec3(wheel->axle)),
                         hl_v3(tire->radius, 0.5 * tire->width, tire->radius)};
}

static contact_box box_of_track(const track_model *model)
{
    hl_vec3 low = model->station[0].centre, high = low;
    for (int i = 0; i < model->stations; i++) {
        const track_station *wheel = &model->station[i];
        low.x = fmin(low.x, wheel->centre.x - wheel->radius);
        low.z = fmin(low.z, wheel->centre.z - wheel->radius);
        high.x = fmax(high.x, wheel->centre.x + wheel->radius);
        high.z = fmax(high.z, wheel->centre.z + wheel->radius);
    }
    const hl_vec3 half = hl_scale(0.5, hl_sub(high, low));
    return (contact_box){hl_scale(0.5, hl_add(low, high)), hl_mat3_identity(),
                         hl_v3(half.x, 0.5 * model->width, half.z)};
}

int world_outline_count(const auth_machine *author)
{
    return author->wheel_count + author->track_count + author->shape_count;
}

world_outline world_outline_at(const auth_machine *author, int index)
{
    if (index < author->wheel_count) {
        const auth_wheel *wheel = &author->wheels[index];
        return (world_outline){WORLD_TIRE, index, wheel->body,
                               box_of_tire(wheel, &author->tires[wheel->tire].model)};
    }
    index -= author->wheel_count;
    if (index < author->track_count) {
        const auth_track *track = &author->tracks[index];
        return (world_outline){WORLD_TRACK, index, track->body, box_of_track(&track->model)};
    }
    index -= author->track_count;
    const auth_shape *shape = &author->shapes[index];
    return (world_outline){WORLD_SHAPE, index, shape->body, box_of_shape(shape)};
}

/* ---- shapes, body by body ---- */

static int count_hitters(const auth_machine *author)
{
    int count = 0;
    for (int b = 0; b < author->mechanism->body_count; b++) {
        bool any = false;
        for (int i = 0; i < author->shape_count; i++) any |= author->shapes[i].body == b;
        count += any;
    }
    return count;
}

/* No stiffer than steps can follow where the body falls on a face of four points. */
static double limited_stiffness(const auth_machine *author, int body, double step)
{
    const double mass = author->mechanism->bodies[body].mass, stiffness = author->contact.stiffness;
    return mass > 0.0 ? fmin(stiffness, contact_stiffness_limit(mass, 4, step)) : stiffness;
}

/* Each point can hold a quarter of the machine, as one of four corners that carry it: a foot or blade is held
 * by joints and cylinders, so its own mass is no bound for its friction. */
static bool define_stick(const auth_machine *author, world_hitter *hitter, hl_arena *arena)
{
    static const double CORNERS = 4.0;
    const double time = author->contact.stick_time;
    double mass = 0.0;
    for (int b = 0; b < author->mechanism->body_count; b++) mass += author->mechanism->bodies[b].mass;
    const double held = mass / CORNERS;
    hitter->pair = HL_NEW(arena, contact_pair, 1);
    hitter->memory = HL_NEW(arena, contact_pair_memory, 1);
    hitter->stick = (contact_pair_data){.material = hitter->contact.material,
                                        .stick = {.stiffness = held / (time * time),
                                                  .damping = 2.0 * held / time,
                                                  .velocity = author->contact.stribeck_velocity},
                                        .body = {{mass, 0.0}, {0.0, 0.0}},
                                        .pair = hitter->pair};
    return hitter->pair != NULL && hitter->memory != NULL;
}

static bool define_hitter(const auth_machine *author, int body, double step, hl_arena *arena,
                          world_hitter *hitter)
{
    auth_contact_law law = AUTH_CONTACT_LUGRE;
    for (int i = 0; i < author->shape_count; i++) hitter->shape_count += author->shapes[i].body == body;
    if (hitter->shape_count == 0) return true;
    const auth_contact *c = &author->contact;
    hitter->body = body;
    hitter->contact = (contact_effort_data){.material = {.stiffness = limited_stiffness(author, body, step),
                                                         .hertz_depth = c->hertz_depth,
                                                         .bristle_stiffness = c->bristle_stiffness,
                                                         .bristle_damping = c->bristle_damping,
                                                         .stribeck_velocity = c->stribeck_velocity},
                                            .set = &hitter->set};
    hitter->boxes = HL_NEW(arena, contact_box, hitter->shape_count);
    bool *grounded = HL_NEW(arena, bool, hitter->shape_count);
    if (hitter->boxes == NULL || grounded == NULL) return false;
    hitter->grounded = grounded;
    int at = 0;
    for (int i = 0; i < author->shape_count; i++) {
        const auth_shape *shape = &author->shapes[i];
        if (shape->body != body) continue;
        hitter->boxes[at] = box_of_shape(shape);
        grounded[at++] = shape->ground;
        law = shape->law;
    }
    return law == AUTH_CONTACT_LUGRE || define_stick(author, hitter, arena);
}

/* What other machines touch. */
static bool define_reach(const world_machine *machine, world_hitter *hitter, hl_arena *arena)
{
    hitter->materials = HL_NEW(arena, int, hitter->shape_count);
    if (hitter->materials == NULL) return false;
    int at = 0;
    for (int i = 0; i < machine->author->shape_count; i++) {
        const auth_shape *shape = &machine->author->shapes[i];
        if (shape->body == hitter->body)
            hitter->materials[at++] = world_site_material(machine->site, shape->material);
    }
    for (int i = 0; i < hitter->shape_count; i++)
        hitter->radius =
            fmax(hitter->radius, hl_norm(hitter->boxes[i].centre) + hl_norm(hitter->boxes[i].half));
    return true;
}

static bool define_meeting(const world_machine *machine, world_hitter *hitter, hl_arena *arena)
{
    if (machine->site->mesh == NULL) return true;
    hitter->meeting = HL_NEW(arena, coll_shape, hitter->shape_count);
    for (int i = 0; hitter->meeting != NULL && i < hitter->shape_count; i++)
        hitter->meeting[i] = coll_box(hitter->boxes[i].half, arena);
    return !hl_arena_failed(arena);
}

static bool define_hitters(world_machine *machine, double step, hl_arena *arena)
{
    int at = 0;
    for (int b = 0; b < machine->author->mechanism->body_count; b++) {
        world_hitter hitter = {.shape_count = 0};
        if (!define_hitter(machine->author, b, step, arena, &hitter)) return false;
        if (hitter.shape_count == 0) continue;
        if (!define_meeting(machine, &hitter, arena)) return false;
        machine->contacts->list[at] = hitter;
        machine->contacts->list[at].contact.set = &machine->contacts->list[at].set;
        at++;
    }
    return true;
}

/* ---- materials ---- */

/* Whether some list names this material. */
static bool is_known(const world_machine *machine, const char *name)
{
    const auth_scenario *scenario = machine->site->scenario;
    return auth_material_known(NULL, name) || auth_material_known(&machine->author->materials, name) ||
           (scenario != NULL && auth_material_known(&scenario->materials, name));
}

static bool complain(hl_report *report, hl_place place, const char *owner, const char *name,
                     const char *material)
{
    hl_report_add(report, place,
                  "unknown material '%s' of %s '%s': give a shipped one, e.g. steel, concrete, earth, or one "
                  "that 'materials' pairs with another",
                  material, owner, name);
    return false;
}

static bool check_names(const world_machine *machine, hl_report *machine_report, hl_report *scenario_report)
{
    const auth_machine *author = machine->author;
    const auth_scenario *scenario = machine->site->scenario;
    bool good = true;
    for (int i = 0; i < author->shape_count; i++) {
        const auth_shape *shape = &author->shapes[i];
        if (!is_known(machine, shape->material))
            good = complain(machine_report, shape->place, "shape", shape->name, shape->material);
    }
    if (scenario == NULL) return good;
    for (int i = 0; i < scenario->object_count; i++) {
        const auth_object *object = &scenario->objects[i];
        if (!is_known(machine, world_site_object_material(object)))
            good =
                complain(scenario_report, object->material_place, "object", object->name, object->material);
    }
    if (!is_known(machine, world_site_ground_material(machine->site)))
        good = complain(scenario_report, scenario->ground.material_place, "the ground of", scenario->name,
                        scenario->ground.material);
    return good;
}

/* ---- surfaces ---- */

static contact_surface surface_between(const world_machine *machine, const char *shape, int other)
{
    const auth_contact *contact = &machine->author->contact;
    const auth_scenario *scenario = machine->site->scenario;
    const auth_material_pair all = {
        .restitution = contact->restitution, .kinetic = contact->kinetic, .stiction = contact->stiction};
    const auth_material_pair pair =
        auth_material_between(scenario == NULL ? NULL : &scenario->materials, &machine->author->materials,
                              &all, shape, machine->site->materials[other]);
    contact_surface surface = {.kinetic = pair.kinetic, .stiction = pair.stiction};
    if (other == 0 && machine->site->sand != NULL)
        surface.damping = contact->damping;
    else
        surface.dissipation = contact->dissipation == AUTH_DISSIPATION_PRINTED
                                  ? contact_dissipation_printed(pair.restitution)
                                  : contact_dissipation(pair.restitution);
    return surface;
}

static bool define_surfaces(const world_machine *machine, world_hitter *hitter, hl_arena *arena)
{
    const auth_machine *author = machine->author;
    contact_surface *surfaces =
        HL_NEW(arena, contact_surface, hitter->shape_count * machine->site->material_count);
    if (surfaces == NULL) return false;
    hitter->surfaces = surfaces;
    for (int i = 0; i < author->shape_count; i++)
        for (int k = 0; author->shapes[i].body == hitter->body && k < machine->site->material_count; k++)
            *surfaces++ = surface_between(machine, author->shapes[i].material, k);
    return true;
}

const contact_surface *world_surface(const world_machine *machine, const world_hitter *hitter, int shape,
                                     int object)
{
    const int material = object < 0 ? 0 : machine->site->object_materials[object];
    return world_surface_with(machine, hitter, shape, material);
}

/* ---- on sand ---- */

static const double CORNER_SIDE = 0.2; /* [m] of the square that a shape's corner presses, at most */

static bool define_corner_supports(world_hitter *hitter, hl_arena *arena)
{
    for (int i = 0; i < hitter->shape_count; i++) hitter->support_count += hitter->grounded[i] ? 8 : 0;
    hitter->supports = HL_NEW(arena, world_support, hitter->support_count);
    if (hitter->supports == NULL) return false;
    int at = 0;
    for (int i = 0; i < hitter->shape_count; i++) {
        const hl_vec3 half = hitter->boxes[i].half;
        const double side = fmin(CORNER_SIDE, fmin(half.x, fmin(half.y, half.z)));
        for (int k = 0; hitter->grounded[i] && k < 8; k++) {
            const hl_vec3 corner = contact_box_corner(&hitter->boxes[i], k);
            hitter->supports[at++] = (world_support){corner, corner, side, 0.0, i};
        }
    }
    return true;
}

/* ---- all of it ---- */

static bool define_memory(world_machine *machine, int count, hl_arena *arena)
{
    world_contacts *contacts = machine->contacts = HL_NEW(arena, world_contacts, 1);
    if (contacts == NULL) return false;
    contacts->count = count;
    contacts->list = HL_NEW(arena, world_hitter, count);
    contacts->memories = HL_NEW(arena, contact_memory, count);
    contacts->looks = HL_NEW(arena, contact_result, count);
    return contacts->list != NULL && contacts->memories != NULL && contacts->looks != NULL;
}

hl_status world_hitters_define(world_machine *machine, world_building *with)
{
    if (!define_memory(machine, count_hitters(machine->author), with->arena) ||
        !define_hitters(machine, with->step, with->arena))
        return HL_OUT_OF_MEMORY;
    if (!check_names(machine, with->machine_report, with->scenario_report)) return HL_BAD_INPUT;
    for (int h = 0; h < machine->contacts->count; h++) {
        world_hitter *hitter = &machine->contacts->list[h];
        if (!define_surfaces(machine, hitter, with->arena) || !define_reach(machine, hitter, with->arena) ||
            (machine->site->sand != NULL && !define_corner_supports(hitter, with->arena)))
            return HL_OUT_OF_MEMORY;
    }
    return HL_OK;
}
