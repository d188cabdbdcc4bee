/* What the shapes of a machine and the things around it are made of: the surfaces of their contacts. */
#include "machine_internal.h"

#include <string.h>

/* ---- names ---- */

/* Scenarios that no file was read for may leave their materials out. */
static const char *ground_material(const world_machine *machine)
{
    const auth_scenario *scenario = machine->scenario;
    if (scenario != NULL && scenario->ground.material != NULL) return scenario->ground.material;
    return machine->sand != NULL ? AUTH_SAND_MATERIAL : AUTH_GROUND_MATERIAL;
}

static const char *object_material(const auth_object *object)
{
    return object->material != NULL ? object->material : AUTH_OBJECT_MATERIAL;
}

/* Whether some list names this material. */
static bool is_known(const world_machine *machine, const char *name)
{
    const auth_scenario *scenario = machine->scenario;
    return auth_material_known(NULL, name) || auth_material_known(&machine->author->materials, name) ||
           (scenario != NULL && auth_material_known(&scenario->materials, name));
}

static bool complain(hl_report *report, hl_place place, const char *owner, const char *name,
                     const char *material)
{
    hl_report_add(
        report, place,
        "unknown material '%s' of %s '%s'; one of the shipped ones, e.g. steel, concrete, earth, or "
        "one that 'materials' pairs with another is expected",
        material, owner, name);
    return false;
}

static bool check_names(const world_machine *machine, hl_report *machine_report, hl_report *scenario_report)
{
    const auth_machine *author = machine->author;
    const auth_scenario *scenario = machine->scenario;
    bool good = true;
    for (int i = 0; i < author->shape_count; i++) {
        const auth_shape *shape = &author->shapes[i];
        if (!is_known(machine, shape->material))
            good = complain(machine_report, shape->place, "shape", shape->name, shape->material);
    }
    if (scenario == NULL) return good;
    for (int i = 0; i < scenario->object_count; i++) {
        const auth_object *object = &scenario->objects[i];
        if (!is_known(machine, object_material(object)))
            good =
                complain(scenario_report, object->material_place, "object", object->name, object->material);
    }
    if (!is_known(machine, ground_material(machine)))
        good = complain(scenario_report, scenario->ground.material_place, "the ground of", scenario->name,
                        scenario->ground.material);
    return good;
}

/* ---- materials of what is touched: the ground's is the first ---- */

static int material_number(world_machine *machine, const char *name)
{
    for (int i = 0; i < machine->material_count; i++)
        if (strcmp(machine->materials[i], name) == 0) return i;
    machine->materials[machine->material_count] = name;
    return machine->material_count++;
}

static bool number_materials(world_machine *machine, hl_arena *arena)
{
    machine->materials = HL_NEW(arena, const char *, machine->object_count + 1);
    machine->object_materials = HL_NEW(arena, int, machine->object_count);
    if (machine->materials == NULL || machine->object_materials == NULL) return false;
    material_number(machine, ground_material(machine));
    for (int i = 0; i < machine->object_count; i++)
        machine->object_materials[i] =
            material_number(machine, object_material(&machine->scenario->objects[i]));
    return true;
}

/* ---- surfaces ---- */

static contact_surface surface_between(const world_machine *machine, const char *shape, int other)
{
    const auth_contact *contact = &machine->author->contact;
    const auth_scenario *scenario = machine->scenario;
    const auth_material_pair all = {
        .restitution = contact->restitution, .kinetic = contact->kinetic, .stiction = contact->stiction};
    const auth_material_pair pair =
        auth_material_between(scenario == NULL ? NULL : &scenario->materials, &machine->author->materials,
                              &all, shape, machine->materials[other]);
    contact_surface surface = {.kinetic = pair.kinetic, .stiction = pair.stiction};
    if (other == 0 && machine->sand != NULL)
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
    contact_surface *surfaces = HL_NEW(arena, contact_surface, hitter->shape_count * machine->material_count);
    if (surfaces == NULL) return false;
    hitter->surfaces = surfaces;
    for (int i = 0; i < author->shape_count; i++)
        for (int k = 0; author->shapes[i].body == hitter->body && k < machine->material_count; k++)
            *surfaces++ = surface_between(machine, author->shapes[i].material, k);
    return true;
}

hl_status world_surfaces_define(world_machine *machine, hl_arena *arena, hl_report *machine_report,
                                hl_report *scenario_report)
{
    if (!check_names(machine, machine_report, scenario_report)) return HL_BAD_INPUT;
    if (!number_materials(machine, arena)) return HL_OUT_OF_MEMORY;
    machine->memories = HL_NEW(arena, contact_memory, machine->hitter_count);
    if (machine->memories == NULL) return HL_OUT_OF_MEMORY;
    for (int h = 0; h < machine->hitter_count; h++)
        if (!define_surfaces(machine, &machine->hitters[h], arena)) return HL_OUT_OF_MEMORY;
    return HL_OK;
}

const contact_surface *world_surface(const world_machine *machine, const world_hitter *hitter, int shape,
                                     int object)
{
    const int material = object < 0 ? 0 : machine->object_materials[object];
    return &hitter->surfaces[shape * machine->material_count + material];
}

/* ---- in a tick ---- */

void world_contacts_approach(world_machine *machine)
{
    const world_mechanism *m = machine->mechanism;
    for (int h = 0; h < machine->hitter_count; h++) {
        world_hitter *hitter = &machine->hitters[h];
        hitter->next = machine->memories[h];
        const mb_pose pose = mb_pose_of(m->model, m->work, hitter->body);
        contact_set_approach(&hitter->set, &hitter->next, machine->author->contact.slowest, m->options.step,
                             &pose, mb_point(m->model, m->work, hitter->body, hl_v3(0, 0, 0)).velocity,
                             mb_angular_velocity(m->model, m->work, hitter->body));
    }
}

/* Memory of a patch and bristle end with the contact. */
void world_contacts_keep(world_machine *machine)
{
    const world_mechanism *m = machine->mechanism;
    for (int h = 0; h < machine->hitter_count; h++) {
        const world_hitter *hitter = &machine->hitters[h];
        machine->memories[h] = hitter->next;
        if (hitter->set.count > 0) continue;
        const int first = mb_model_effort_state(m->model, hitter->effort);
        memset(m->state->x + first, 0, CONTACT_BRISTLES * sizeof(double));
        memset(m->state->x_dot + first, 0, CONTACT_STATES * sizeof(double));
    }
}

bool world_contacts_fit(const world_machine *machine, const void *from)
{
    for (int h = 0; h < machine->hitter_count; h++) {
        contact_memory memory;
        memcpy(&memory, (const unsigned char *)from + (size_t)h * sizeof memory, sizeof memory);
        if (memory.count < 0 || memory.count > CONTACT_MAX_POINTS) return false;
    }
    return true;
}
