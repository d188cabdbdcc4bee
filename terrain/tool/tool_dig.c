/* The step of a tool in the sand. */
#include "tool_internal.h"

#include <math.h>

/* A machine that rocks on its tires moves its edge less than this about the furthest place of it [m]. */
static const double SLACK = 0.05;
/* An edge that is found further than this from where it was has been put there [m]. */
static const double JUMP = 1.0;
/* A tool is at work for so long after its front has advanced [s]: one that rocks while it creeps advances at
 * times. */
static const double WORKS = 2.0;
/* A pile that stands as high as the tool reaches so far ahead of the edge, of that height [1]: its flank is
 * no flatter than 30 degrees. */
static const double PILE = 1.75, PILE_MARGIN = 3.0; /* [1], cells */
/* Behind the tool soil is put down this many cells away from it: its kernel would reach what the edge is
 * cutting. */
static const double BEHIND = 1.5;
/* The plane of the virtual mass sensor stands this many cells behind the edge, past the place where particles
 * are born, but not beyond half of the floor. */
static const double SENSOR_CELLS = 3.0, SENSOR_MOST = 0.5;

terr_digger *terr_digger_new(const terr_tool_def *tool, const terr_field *field, hl_arena *arena)
{
    terr_digger *digger = HL_NEW(arena, terr_digger, 1);
    if (!digger) return NULL;
    digger->def = tool;
    digger->most_born = DIG_MOST_BORN;
    digger->shape = terr_shape_of(tool);
    digger->area = terr_field_definition(field);
    digger->sensor = fmin(SENSOR_CELLS * digger->area->cell, SENSOR_MOST * digger->shape.plate[0].length);
    for (int i = 0; i < digger->area->soil_count; i++)
        dig_add_soil(&digger->area->soils[i], &digger->soil[i]);
    return digger;
}

void terr_digger_limit(terr_digger *digger, int born)
{
    digger->most_born = born;
}

/* The mass that the tool's plates can sweep up while it is displaced by `way` [kg]. */
static double mass_swept(const terr_digger *digger, double way)
{
    double length = 0.0;
    if (!digger->def->sides) return 0.0;
    for (int i = 0; i < digger->shape.plates; i++) length += digger->shape.plate[i].length;
    return way * length * digger->def->width * digger->area->soils[0].bank_density;
}

/* Take the front along: ahead it is where the edge is at its furthest; otherwise it follows on a slack leash.
 * What lies between the two has been cut before. */
static void find_front(terr_digger *digger, terr_mass particle, terr_cut_front *front)
{
    const dig_pose *pose = &digger->pose;
    hl_vec3 off = hl_sub(pose->edge, front->at);
    if (!front->known || !(hl_norm(off) < JUMP)) {
        *front = (terr_cut_front){.known = true, .at = pose->edge, .idle = WORKS};
        off = hl_v3(0, 0, 0);
    }
    const hl_vec3 before = front->at;
    const double lead = fmax(hl_dot(off, pose->ahead), 0.0);
    front->at = hl_add_scaled(front->at, lead, pose->ahead);
    off = hl_add_scaled(off, -lead, pose->ahead);
    const double away = hl_norm(off);
    if (away > SLACK) {
        front->at = hl_add_scaled(front->at, 1.0 - SLACK / away, off);
        front->uncut = 0.0;
    }
    const double most = DIG_MOST_BORN * terr_kilograms(particle);
    front->lift = fmin(front->lift + mass_swept(digger, hl_norm(hl_sub(front->at, before))), most);
    digger->works = front->idle < WORKS;
    digger->sinks = front->at.z < before.z;
    digger->advance = lead > 0.0 ? fmin(front->uncut + lead, digger->area->cell) : 0.0;
}

terr_dig terr_digger_step(terr_digger *digger, const terr_tool_motion *motion, const terr_payload *carried,
                          terr_field *field, terr_particles *particles, terr_tool_load *load)
{
    load->resistance = (terr_resistance){.cuts = false};
    load->dug = load->depth = 0.0;
    if (!dig_find_pose(&digger->shape, motion, &digger->pose)) {
        load->front = (terr_cut_front){.known = false};
        return (terr_dig){0, 0, 0};
    }
    find_front(digger, terr_particle_mass(particles, 0), &load->front);
    const dig_bed bed = {.field = field};
    dig_resist(digger, carried, &bed, load);
    dig_collect_cells(digger, field, &load->front);
    const terr_dig done = dig_create_particles(digger, &bed, particles, &load->front);
    const bool cuts = digger->advance > 0.0 && load->depth > 0.0;
    load->front.idle = cuts ? 0.0 : fmin(load->front.idle + digger->area->step, WORKS);
    load->dug = terr_kilograms(done.dug);
    return done;
}

bool terr_digger_holds(const terr_digger *digger, hl_vec3 point)
{
    return fabs(point.y) <= digger->shape.half_width && terr_shape_heaps(&digger->shape, point.x, point.z);
}

bool terr_digger_pushes(const terr_digger *digger, const terr_cut_front *front, hl_vec3 place)
{
    if (!front->known || front->idle >= WORKS) return false;
    const dig_pose *pose = &digger->pose;
    const double ahead = -dig_behind(pose, place.x, place.y),
                 reach = fma(PILE, pose->highest - pose->edge.z, PILE_MARGIN * digger->area->cell);
    return ahead > pose->rear - BEHIND * digger->area->cell && ahead < reach &&
           fabs(dig_across(pose, place.x, place.y)) < pose->half_width + reach && place.z > pose->lowest;
}

double terr_digger_sensor(const terr_digger *digger, hl_vec3 point)
{
    const terr_shape *shape = &digger->shape;
    return (shape->edge.x - point.x) * shape->ahead.x + (shape->edge.z - point.z) * shape->ahead.z -
           digger->sensor;
}
