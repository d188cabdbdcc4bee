/* What a machine stands on and may hit: ground and objects of a scenario. */
#include "machine_internal.h"

#include <stdio.h>
#include <string.h>

/* Grounds know surfaces by number; a scenario has one kind of surface so far. */
enum { ONLY_SURFACE = 0 };

static const terr_ground *build_ground(const auth_ground *from, hl_arena *arena)
{
    switch (from->kind) {
    case AUTH_GROUND_WAVES:
        return terr_ground_waves(&(terr_waves){.amplitude = from->amplitude,
                                               .wavelength = from->wavelength,
                                               .octaves = from->octaves,
                                               .flat_radius = from->flat_radius,
                                               .seed = (unsigned)from->seed,
                                               .surface = ONLY_SURFACE},
                                 arena);
    case AUTH_GROUND_GRID:
        return terr_ground_grid(&(terr_grid){.origin = {from->origin[0], from->origin[1]},
                                             .spacing = from->spacing,
                                             .columns = from->columns,
                                             .rows = from->rows,
                                             .heights = from->heights,
                                             .surface = ONLY_SURFACE},
                                arena);
    case AUTH_GROUND_PLANE:
    default:
        return terr_ground_plane(
            &(terr_plane){.slope = from->slope, .direction = from->direction, .surface = ONLY_SURFACE},
            arena);
    }
}

/* An object stands on the ground with the middle of its base, or where it says. */
static contact_box place_object(const auth_object *object, const terr_ground *ground)
{
    const hl_vec3 half = hl_scale(0.5, world_vec3(object->size));
    const hl_mat3 axes = hl_quat_matrix(world_turn(object->turn));
    const double height =
        object->absolute ? 0.0 : terr_ground_at(ground, object->at[0], object->at[1]).height;
    const hl_vec3 base = hl_v3(object->at[0], object->at[1], height + object->at[2]);
    return (contact_box){hl_add(base, hl_mul(&axes, hl_v3(0, 0, half.z))), axes, half};
}

/* On the scenario's surface; without one, and on sand, the first. NULL: not known. */
static const auth_tire_friction *friction_on(const world_machine *machine, const auth_tire_friction *list,
                                             int count)
{
    if (machine->scenario == NULL || machine->scenario->sand.present) return list;
    for (int i = 0; i < count; i++)
        if (strcmp(list[i].surface, machine->scenario->ground.surface) == 0) return &list[i];
    return NULL;
}

const auth_tire_friction *world_wheel_friction(const world_machine *machine, const auth_wheel *wheel)
{
    const auth_tire *tire = &machine->author->tires[wheel->tire];
    return friction_on(machine, tire->friction, tire->friction_count);
}

const auth_tire_friction *world_track_friction(const world_machine *machine, const auth_track *track)
{
    return friction_on(machine, track->friction, track->friction_count);
}

/* Lists what is known. */
static void complain_of_surface(const world_machine *machine, const char *kind, const char *name,
                                const auth_tire_friction *list, int count, hl_report *report)
{
    char known[HL_MESSAGE_LENGTH / 2] = "";
    for (int i = 0; i < count; i++) {
        const size_t length = strlen(known);
        snprintf(known + length, sizeof known - length, "%s'%s'", i ? ", " : "", list[i].surface);
    }
    hl_report_add(report, machine->scenario->ground.surface_place,
                  "surface '%s' is not known to %s '%s' of the machine; one of %s is expected",
                  machine->scenario->ground.surface, kind, name, known);
}

static hl_status check_surfaces(const world_machine *machine, hl_report *report)
{
    const auth_machine *author = machine->author;
    if (machine->scenario == NULL || machine->scenario->sand.present) return HL_OK;
    for (int w = 0; w < author->wheel_count; w++) {
        const auth_tire *tire = &author->tires[author->wheels[w].tire];
        if (world_wheel_friction(machine, &author->wheels[w]) != NULL) continue;
        complain_of_surface(machine, "tire", tire->name, tire->friction, tire->friction_count, report);
        return HL_BAD_INPUT;
    }
    for (int t = 0; t < author->track_count; t++) {
        const auth_track *track = &author->tracks[t];
        if (world_track_friction(machine, track) != NULL) continue;
        complain_of_surface(machine, "track", track->name, track->friction, track->friction_count, report);
        return HL_BAD_INPUT;
    }
    return HL_OK;
}

hl_status world_scene_build(world_machine *machine, hl_arena *arena, hl_report *report)
{
    static const auth_ground flat = {.kind = AUTH_GROUND_PLANE};
    const auth_scenario *scenario = machine->scenario;
    machine->ground = build_ground(scenario == NULL ? &flat : &scenario->ground, arena);
    if (machine->ground == NULL) return HL_OUT_OF_MEMORY;
    const hl_status status = check_surfaces(machine, report);
    if (status != HL_OK) return status;
    machine->object_count = scenario == NULL ? 0 : scenario->object_count;
    machine->objects = HL_NEW(arena, contact_box, machine->object_count);
    if (machine->objects == NULL) return HL_OUT_OF_MEMORY;
    for (int i = 0; i < machine->object_count; i++)
        machine->objects[i] = place_object(&scenario->objects[i], machine->ground);
    if (!world_zones_define(machine, arena)) return HL_OUT_OF_MEMORY;
    machine->tree = contact_tree_new(machine->objects, machine->object_count, arena);
    return machine->tree == NULL ? HL_OUT_OF_MEMORY : HL_OK;
}

double world_ground_height(const world_machine *machine, double x, double y)
{
    return terr_ground_at(machine->ground, x, y).height;
}

terr_sand *world_machine_sand(world_machine *machine)
{
    return machine->sand;
}
