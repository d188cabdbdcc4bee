/* Regions of a scenario: boxes on the ground, turned about the vertical, that a point of the machine may be
 * in. */
#include "training/training.h"

#include "hl/real.h"
#include "hl/report.h"

#include <math.h>
#include <string.h>

/* -1 after a complaint with the nearest name */
static int find_body(const world_machine *machine, const auth_region *region, hl_report *report)
{
    const auth_mechanism *author = machine->author->mechanism;
    if (region->body == NULL) return machine->author->chassis;
    char hint[HL_HINT_LENGTH];
    hl_nearest nearest = hl_spelling_begin(region->body);
    for (int b = 0; b < author->body_count; b++) {
        if (strcmp(author->bodies[b].name, region->body) == 0) return b;
        hl_spelling_offer(&nearest, author->bodies[b].name);
    }
    hl_report_add(report, region->body_place, "unknown body '%s'; a body of the machine is expected%s",
                  region->body, hl_did_you_mean(nearest.best, hint));
    return -1;
}

bool world_regions_define(world_machine *machine, hl_arena *arena, hl_report *report)
{
    world_training *training = machine->training;
    const int count = training->author->region_count;
    training->regions = HL_NEW(arena, world_region, count);
    training->marked = HL_NEW(arena, double, count);
    if (training->regions == NULL || training->marked == NULL) return false;
    for (int i = 0; i < count; i++) {
        const auth_region *region = &training->author->regions[i];
        const double ground = terr_ground_at(machine->site->terrain, region->at[0], region->at[1]).height;
        training->regions[i] =
            (world_region){.body = find_body(machine, region, report),
                           .point = world_vec3(region->point),
                           .floor = hl_v3(region->at[0], region->at[1], ground + region->at[2]),
                           .size = world_vec3(region->size)};
        hl_sincos(region->heading, &training->regions[i].along[1], &training->regions[i].along[0]);
    }
    return true;
}

double world_region_inside(const world_machine *machine, int of)
{
    const world_region *region = &machine->training->regions[of];
    const mb_pose pose = mb_pose_of(machine->mechanism->model, machine->mechanism->work, region->body);
    const hl_vec3 at = hl_add(pose.position, hl_mul(&pose.rotation, region->point));
    const hl_vec3 away = hl_sub(at, region->floor);
    const double x = region->along[0] * away.x + region->along[1] * away.y;
    const double y = region->along[0] * away.y - region->along[1] * away.x;
    return fabs(x) <= 0.5 * region->size.x && fabs(y) <= 0.5 * region->size.y && away.z >= 0.0 &&
                   away.z <= region->size.z
               ? 1.0
               : 0.0;
}

static double marked(const world_machine *machine, int of)
{
    return machine->training->marked[of];
}

void world_region_signals(world_machine *machine, hl_arena *arena)
{
    static const world_signal_row rows[] = {
        {".inside", "1", 1.0, world_region_inside, "1 while the point of the machine is in the region"},
        {".marked", "1", 1.0, marked, "1 while the region stands out in the picture"},
    };
    const auth_training *author = machine->training->author;
    for (int i = 0; i < author->region_count; i++)
        world_signals_put(machine, WORLD_ROWS(rows), "region.", author->regions[i].name, i, arena);
}
