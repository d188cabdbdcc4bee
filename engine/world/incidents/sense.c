/* Buried utilities and persons: their positions, and the nearest parts of a machine. */
#include "incidents/incidents.h"

#include "hl/random.h"
#include "hl/real.h"

#include <math.h>

/* ---- utilities ---- */

void world_utility_place(const world_machine *machine, const auth_utility *author, world_utility *utility)
{
    utility->author = author;
    for (int i = 0; i < author->point_count; i++) {
        const double x = author->points[i][0], y = author->points[i][1];
        const double ground = terr_ground_at(machine->site->terrain, x, y).height;
        utility->points[i] = hl_v3(x, y, ground - author->depth);
    }
}

/* Keep the nearer of the previous result and a segment's distance to one solid. */
static void look_at(const world_machine *machine, const world_solid *solid, const hl_vec3 segment[2],
                    double radius, world_sense *sense)
{
    if (world_gap_bound(solid, segment) - radius >= sense->distance) return;
    const world_gap gap = world_gap_of(solid, segment);
    const double distance = fmax(gap.distance - radius, 0.0);
    if (distance >= sense->distance) return;
    sense->distance = distance;
    sense->body = solid->body;
    sense->place = gap.on_segment;
    sense->speed = world_speed_at(machine, solid->body, gap.on_solid);
}

/* The solid with the smallest bound: evaluated first, it excludes most others; -1: no solid. */
static int likeliest(const world_solids *solids, const hl_vec3 segment[2])
{
    int best = -1;
    double least = HUGE_VAL;
    for (int i = 0; i < solids->count; i++) {
        const double bound = world_gap_bound(&solids->list[i], segment);
        if (bound >= least) continue;
        least = bound;
        best = i;
    }
    return best;
}

static void look_at_all(const world_machine *machine, const world_solids *solids, const hl_vec3 segment[2],
                        double radius, world_sense *sense)
{
    const int first = likeliest(solids, segment);
    if (first >= 0) look_at(machine, &solids->list[first], segment, radius, sense);
    for (int i = 0; i < solids->count; i++)
        if (i != first) look_at(machine, &solids->list[i], segment, radius, sense);
}

void world_sense_utility(const world_machine *machine, const world_solids *solids,
                         const world_utility *utility, world_sense *sense)
{
    *sense = (world_sense){.distance = HUGE_VAL, .body = -1};
    for (int k = 0; k + 1 < utility->author->point_count; k++)
        look_at_all(machine, solids, &utility->points[k], utility->author->radius, sense);
}

/* ---- persons ---- */

/* A capsule about a standing adult [m]: 1.75 m tall, 0.5 m wide, as ISO 3411 gives for a large operator with
 * clothes. */
static const double PERSON_RADIUS = 0.25, PERSON_HEIGHT = 1.75;
/* [m/s] slower parts are not dangerous: a braked swing, a creeping track */
static const double MOVING = 0.05;
/* [m] a higher load does not count as above the person */
static const double OVERHEAD = 30.0;

static double way_length(const auth_person *person)
{
    double length = 0.0;
    for (int i = 0; i + 1 < person->point_count; i++)
        length += hl_hypot(person->points[i + 1][0] - person->points[i][0],
                           person->points[i + 1][1] - person->points[i][1]);
    return length;
}

/* Point on the path at a distance from its first point. */
static void place_on_way(const auth_person *person, double way, double at[2], double *heading)
{
    int i = 0;
    double length = 0.0, dx = 0.0, dy = 0.0;
    for (;; i++) {
        dx = person->points[i + 1][0] - person->points[i][0];
        dy = person->points[i + 1][1] - person->points[i][1];
        length = hl_hypot(dx, dy);
        if (way <= length || i + 2 >= person->point_count) break;
        way -= length;
    }
    const double share = fmin(way / length, 1.0);
    at[0] = person->points[i][0] + share * dx;
    at[1] = person->points[i][1] + share * dy;
    *heading = hl_atan2(dy, dx);
}

/* Four phases: there, rest, back, rest. */
static void walk(const auth_person *person, double time, double at[2], double *heading)
{
    const double length = way_length(person), going = length / person->speed;
    const double round = 2.0 * (going + person->pause);
    double phase = time;
    if (person->seed != 0) {
        hl_random random = {(uint64_t)person->seed};
        phase += round * hl_random_unit(&random);
    }
    phase -= round * floor(phase / round);
    const bool back = phase >= going + person->pause;
    if (back) phase -= going + person->pause;
    const double way = fmin(phase * person->speed, length);
    place_on_way(person, back ? length - way : way, at, heading);
    if (back) *heading += *heading > 0.0 ? -HL_PI : HL_PI;
}

world_person_pose world_person_at(const world_machine *machine, const auth_person *person, int64_t tick)
{
    double at[2] = {person->at[0], person->at[1]}, heading = person->heading;
    if (person->point_count > 0) walk(person, (double)tick * machine->mechanism->options.step, at, &heading);
    const double ground = terr_ground_at(machine->site->ground, at[0], at[1]).height;
    return (world_person_pose){hl_v3(at[0], at[1], ground), heading};
}

static void endanger(world_sense *sense, double distance, double speed)
{
    if (sense->endangered && distance >= sense->danger) return;
    sense->endangered = true;
    sense->danger = distance;
    sense->danger_speed = speed;
}

static void look_for_danger(const world_machine *machine, const world_solid *solid, const hl_vec3 body[2],
                            double reach, world_sense *sense)
{
    const hl_vec3 column[2] = {body[0], hl_add(body[1], hl_v3(0, 0, OVERHEAD))};
    if (world_gap_bound(solid, body) - PERSON_RADIUS < reach) {
        const world_gap gap = world_gap_of(solid, body);
        const double distance = fmax(gap.distance - PERSON_RADIUS, 0.0);
        const double speed = world_speed_at(machine, solid->body, gap.on_solid);
        if (distance < reach && speed > MOVING) endanger(sense, distance, speed);
    }
    if (solid->carries && world_gap_bound(solid, column) < PERSON_RADIUS) {
        const world_gap gap = world_gap_of(solid, column);
        if (gap.distance < PERSON_RADIUS && gap.on_solid.z > body[1].z)
            endanger(sense, gap.on_solid.z - body[1].z, world_speed_at(machine, solid->body, gap.on_solid));
    }
}

void world_sense_person(const world_machine *machine, const world_solids *solids, const auth_person *person,
                        hl_vec3 feet, world_sense *sense)
{
    const hl_vec3 body[2] = {hl_add(feet, hl_v3(0, 0, PERSON_RADIUS)),
                             hl_add(feet, hl_v3(0, 0, PERSON_HEIGHT - PERSON_RADIUS))};
    *sense = (world_sense){.distance = HUGE_VAL, .body = -1};
    look_at_all(machine, solids, body, PERSON_RADIUS, sense);
    for (int i = 0; i < solids->count; i++)
        look_for_danger(machine, &solids->list[i], body, person->danger, sense);
}
