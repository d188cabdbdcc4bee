/* Whether a machine has overturned, from its state alone. */
#include "incidents/incidents.h"

#include "hl/real.h"

#include <math.h>

/* [1] Cosine of the tilt of the chassis, 60 deg, from which the tipping line is checked. */
static const double COS_TILT = 0.5;

enum { MOST_SUPPORTS = 128 };

/* ---- the centre of mass ---- */

typedef struct whole {
    double mass;
    hl_vec3 moment, momentum; /* mass times place, times velocity */
} whole;

static void add(const world_machine *machine, int body, double mass, hl_vec3 at, whole *sum)
{
    const mb_point_motion motion = mb_point(machine->mechanism->model, machine->mechanism->work, body, at);
    sum->mass += mass;
    sum->moment = hl_add_scaled(sum->moment, mass, motion.position);
    sum->momentum = hl_add_scaled(sum->momentum, mass, motion.velocity);
}

static whole weigh(const world_machine *machine)
{
    whole sum = {0};
    const auth_mechanism *author = machine->author->mechanism;
    for (int b = 0; b < author->body_count; b++)
        add(machine, b, author->bodies[b].mass, world_vec3(author->bodies[b].centre), &sum);
    for (int t = 0; t < machine->tools->count; t++)
        add(machine, machine->tools->list[t].body, machine->tools->payloads[t].mass,
            machine->tools->payloads[t].com, &sum);
    for (int c = 0; c < machine->containers->count; c++)
        add(machine, machine->containers->list[c].frame.body, machine->containers->payloads[c].mass,
            machine->containers->payloads[c].com, &sum);
    return sum;
}

/* ---- supports ---- */

typedef struct supports {
    int count;
    double at[MOST_SUPPORTS][2]; /* seen from above [m] */
} supports;

static void put(supports *list, hl_vec3 at)
{
    if (list->count == MOST_SUPPORTS) return;
    list->at[list->count][0] = at.x;
    list->at[list->count++][1] = at.y;
}

/* The lowest points of tires and tracks where the chassis is level. */
static supports find_supports(const world_machine *machine, hl_vec3 up)
{
    supports list = {0};
    const world_mechanism *m = machine->mechanism;
    for (int w = 0; w < machine->wheels->count; w++) {
        const world_wheel *wheel = &machine->wheels->list[w];
        const mb_pose pose = mb_pose_of(m->model, m->work, wheel->body);
        put(&list, tire_disc_foot(&wheel->tire.model, &pose, 0, up));
        put(&list, tire_disc_foot(&wheel->tire.model, &pose, wheel->tire.model.discs - 1, up));
    }
    for (int t = 0; t < machine->tracks->count; t++) {
        const track_model *track = &machine->tracks->list[t].track.model;
        const mb_pose pose = mb_pose_of(m->model, m->work, machine->tracks->list[t].body);
        for (int i = 0; i < track->stations; i++)
            for (int side = -1; side <= 1; side += 2) {
                const hl_vec3 at =
                    hl_add(track->station[i].centre, hl_v3(0.0, side * 0.5 * track->width, 0.0));
                put(&list, hl_add_scaled(hl_add(pose.position, hl_mul(&pose.rotation, at)),
                                         -track->station[i].radius, up));
            }
    }
    return list;
}

/* A point is outside a convex polygon if a line through it and a corner has all corners on one side. */
static bool is_outside(const supports *list, double x, double y)
{
    for (int i = 0; i < list->count; i++) {
        const double dx = list->at[i][0] - x, dy = list->at[i][1] - y;
        int left = 0, right = 0;
        for (int k = 0; k < list->count; k++) {
            const double cross = dx * (list->at[k][1] - y) - dy * (list->at[k][0] - x);
            const double along = dx * (list->at[k][0] - x) + dy * (list->at[k][1] - y);
            left += cross > 0.0 || (cross == 0.0 && along < 0.0);
            right += cross < 0.0 || (cross == 0.0 && along < 0.0);
        }
        if (left == 0 || right == 0) return true;
    }
    return list->count == 0;
}

/* ---- the rule ---- */

bool world_has_overturned(const world_machine *machine, int index, world_incident *what)
{
    const world_machine *of = machine->world->machines[index];
    const mb_pose chassis = mb_pose_of(of->mechanism->model, of->mechanism->work, of->chassis->body);
    const double upright = chassis.rotation.m[2][2];
    if (upright > COS_TILT) return false;
    const whole sum = weigh(of);
    if (!(sum.mass > 0.0)) return false;
    const hl_vec3 centre = hl_scale(1.0 / sum.mass, sum.moment);
    const supports list = find_supports(of, hl_mat3_column(&chassis.rotation, 2));
    if (upright > 0.0 && !is_outside(&list, centre.x, centre.y)) return false;
    *what = (world_incident){.tick = of->mechanism->state->tick,
                             .kind = AUTH_ENDING_OVERTURNED,
                             .place = {centre.x, centre.y, centre.z},
                             .speed = hl_norm(sum.momentum) / sum.mass,
                             .value = 0.5 * HL_PI - hl_asin(fmax(upright, -1.0)),
                             .body = of->chassis->body,
                             .row = -1};
    return true;
}
