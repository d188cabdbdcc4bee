/* A tool's step in the sand. */
#include "tool_digger.h"

#include <math.h>

/* Slower than this a tool stands [m/s]: a machine that rocks on its tires is slower, one that digs faster. */
static const double STANDS = 0.15;
/* Slower than this in the mean of MEMORY, it rests [m/s], [s]: of rocking at 3 Hz a tenth is left, of slow
 * digging all. */
static const double RESTS = 0.02, MEMORY = 0.5;
/* The plane of the virtual mass sensor stands this many cells behind the edge, past the place where particles
 * are born, but not beyond half of the floor. */
static const double SENSOR_CELLS = 3.0, SENSOR_MOST = 0.5;

terr_digger *terr_digger_new(const terr_tool_def *tool, const terr_field *field, hl_arena *arena)
{
    terr_digger *digger = HL_NEW(arena, terr_digger, 1);
    if (!digger) return NULL;
    digger->def = tool;
    digger->shape = terr_shape_of(tool);
    digger->area = terr_field_definition(field);
    digger->sensor = fmin(SENSOR_CELLS * digger->area->cell, SENSOR_MOST * digger->shape.plate[0].length);
    for (int i = 0; i < digger->area->soil_count; i++)
        dig_make_soil(&digger->area->soils[i], &digger->soil[i]);
    return digger;
}

/* Whether it stands, and whether it only rocks: then it is at rest in the mean of some periods. */
static void find_rest(terr_digger *digger, terr_tool_load *load)
{
    const hl_vec3 velocity = dig_velocity(&digger->pose, digger->pose.edge);
    const double share = fmin(digger->area->step / MEMORY, 1.0);
    load->drift = hl_add_scaled(load->drift, share, hl_sub(velocity, load->drift));
    digger->stands = hl_norm(velocity) < STANDS;
    digger->rests = digger->stands && hl_norm(load->drift) < RESTS;
}

terr_dig terr_digger_step(terr_digger *digger, const terr_tool_motion *motion, const terr_payload *carried,
                          terr_field *field, terr_particles *particles, terr_tool_load *load)
{
    load->resistance = (terr_resistance){.cuts = false};
    load->dug = load->depth = 0.0;
    if (!dig_find_pose(&digger->shape, motion, &digger->pose)) return (terr_dig){0, 0, 0};
    find_rest(digger, load);
    dig_resist(digger, carried, field, load);
    dig_look_at_cells(digger, field);
    const terr_dig done = dig_give_birth(digger, field, particles);
    load->dug = terr_kilograms(done.dug);
    return done;
}

bool terr_digger_holds(const terr_digger *digger, hl_vec3 point)
{
    return fabs(point.y) <= digger->shape.half_width && terr_shape_heaps(&digger->shape, point.x, point.z);
}

double terr_digger_sensor(const terr_digger *digger, hl_vec3 point)
{
    const terr_shape *shape = &digger->shape;
    return (shape->edge.x - point.x) * shape->ahead.x + (shape->edge.z - point.z) * shape->ahead.z -
           digger->sensor;
}
