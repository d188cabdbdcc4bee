/* Where a machine starts: on the ground of its scenario, level with it, at rest. */
#include "machine/machine.h"

#include "parts/parts.h"

#include "hl/real.h"

#include <math.h>

static bool belongs(const world_unit *unit, int body)
{
    return body >= unit->first && body < unit->end;
}

static double *chassis_coordinates(const world_machine *machine, const world_unit *unit)
{
    const world_mechanism *m = machine->mechanism;
    return m->state->q + mb_model_q_index(m->model, unit->chassis);
}

/* Set the free joint of the chassis: x y z, quaternion w x y z. */
static void put_chassis(world_machine *machine, const world_unit *unit, hl_vec3 at, hl_quat rotation)
{
    double *q = chassis_coordinates(machine, unit);
    q[0] = at.x, q[1] = at.y, q[2] = at.z;
    q[3] = rotation.w, q[4] = rotation.x, q[5] = rotation.y, q[6] = rotation.z;
}

static void stand_on(const world_machine *machine, hl_vec3 foot, double *gap, hl_vec3 *up)
{
    const terr_sample ground = terr_ground_at(machine->site->ground, foot.x, foot.y);
    *gap = fmin(*gap, foot.z - ground.height);
    *up = hl_add(*up, ground.normal);
}

/* Where the wheel of a station comes down: at its foot over the slope below it. */
static void stand_station(const world_machine *machine, const track_model *track, const mb_pose *pose,
                          int station, double *gap, hl_vec3 *up)
{
    const hl_vec3 world_up = {0, 0, 1}, lowest = track_foot(track, pose, station, world_up);
    const hl_vec3 normal = terr_ground_at(machine->site->ground, lowest.x, lowest.y).normal;
    stand_on(machine, track_foot(track, pose, station, normal), gap, up);
}

/* What of a body with shapes can touch the ground: its corners, on sand the points that it rests on. */
static void stand_hitter(const world_machine *machine, const world_hitter *hitter, double *gap, hl_vec3 *up)
{
    const mb_pose pose = mb_pose_of(machine->mechanism->model, machine->mechanism->work, hitter->body);
    for (int i = 0; i < hitter->support_count; i++) {
        const world_support *support = &hitter->supports[i];
        hl_vec3 foot = hl_add(pose.position, hl_mul(&pose.rotation, support->point));
        foot.z += support->gap;
        stand_on(machine, foot, gap, up);
    }
    for (int i = 0; machine->site->sand == NULL && i < hitter->shape_count; i++) {
        const contact_box box = world_box_at(&hitter->boxes[i], &pose);
        for (int k = 0; hitter->grounded[i] && k < 8; k++)
            stand_on(machine, contact_box_corner(&box, k), gap, up);
    }
}

/* Without anything that touches the ground, the chassis is as high above it as its joint says. */
static double joint_gap(const world_machine *machine, const world_unit *unit)
{
    const double *q = chassis_coordinates(machine, unit);
    const auth_joint *joint = &machine->author->mechanism->joints[unit->chassis];
    return q[2] - joint->position[2] - terr_ground_at(machine->site->ground, q[0], q[1]).height;
}

static void stand_wheel(const world_machine *machine, const world_wheel *wheel, double *gap, hl_vec3 *up)
{
    const hl_vec3 world_up = {0, 0, 1};
    const tire_model *tire = &wheel->tire.model;
    const mb_pose pose = mb_pose_of(machine->mechanism->model, machine->mechanism->work, wheel->body);
    for (int d = 0; d < tire->discs; d++)
        stand_on(machine, tire_disc_foot(tire, &pose, d, world_up), gap, up);
}

static void stand_track(const world_machine *machine, const world_track *track, double *gap, hl_vec3 *up)
{
    const track_model *model = &track->track.model;
    const mb_pose pose = mb_pose_of(machine->mechanism->model, machine->mechanism->work, track->body);
    for (int i = 0; i < model->stations; i++) stand_station(machine, model, &pose, i, gap, up);
}

/* Smallest gap between the ground and a unit's wheels and tracks; if it has none, its shapes.
 * @param up  out: mean normal under them */
static double lowest_gap(const world_machine *machine, const world_unit *unit, hl_vec3 *up)
{
    double gap = HUGE_VAL;
    bool rolls = false;
    *up = hl_v3(0, 0, 0);
    for (int w = 0; w < machine->wheels->count; w++) {
        if (!belongs(unit, machine->wheels->list[w].body)) continue;
        stand_wheel(machine, &machine->wheels->list[w], &gap, up);
        rolls = true;
    }
    for (int t = 0; t < machine->tracks->count; t++) {
        if (!belongs(unit, machine->tracks->list[t].body)) continue;
        stand_track(machine, &machine->tracks->list[t], &gap, up);
        rolls = true;
    }
    for (int h = 0; !rolls && h < machine->contacts->count; h++)
        if (belongs(unit, machine->contacts->list[h].body))
            stand_hitter(machine, &machine->contacts->list[h], &gap, up);
    if (gap == HUGE_VAL) *up = hl_v3(0, 0, 1), gap = joint_gap(machine, unit);
    *up = hl_scale(1.0 / hl_norm(*up), *up);
    return gap;
}

/* Rounds: the first two find how the ground lies under the machine, the last how high it stands. */
static void put_on_ground(world_machine *machine, const world_unit *unit)
{
    world_mechanism *m = machine->mechanism;
    const auth_start *start = unit->start;
    hl_vec3 at = {start->at[0], start->at[1], 0.0}, up = {0, 0, 1};
    const hl_quat yaw = hl_quat_exp(hl_v3(0, 0, start->heading));
    enum { ROUNDS = 3 };
    for (int round = 0; round < ROUNDS; round++) {
        const hl_quat rotation = hl_quat_mul(world_tilt_to(up), yaw);
        put_chassis(machine, unit, at, rotation);
        mb_evaluate_poses(m->model, m->state, m->work);
        at.z += start->drop - lowest_gap(machine, unit, &up);
        put_chassis(machine, unit, at, rotation);
    }
}

static hl_status find_accelerations(world_machine *machine)
{
    world_mechanism *m = machine->mechanism;
    machine->looked = machine->posed = false;
    world_machine_look(machine);
    WORLD_EACH_PART(machine, apply);
    return mb_assemble(m->model, m->state, m->work, &m->assembly);
}

/* ---- settling ---- */

static const double REST = 1e-7;        /* [m/s, rad/s] */
static const double ALMOST_REST = 1e-3; /* [m/s, rad/s] what is still called rest after the longest time */
static const double DRAIN = 24.0; /* [1/s]: takes velocities away; critical for a machine that bounces at 2 Hz
                                     on its tires */
static const double LONGEST_REST = 8.0; /* [s] */

/* Largest velocity of everything but the engine. */
static double fastest_of(const world_machine *machine)
{
    const world_mechanism *m = machine->mechanism;
    const int columns = mb_model_counts(m->model).columns;
    const double *crank = world_crank_speed(machine);
    double fastest = 0.0;
    for (int c = 0; c < columns; c++)
        if (&m->state->v[c] != crank) fastest = fmax(fastest, fabs(m->state->v[c]));
    return fastest;
}

/* Take kinetic energy out of everything but the engine. @return the largest velocity left */
static double drain(world_machine *machine)
{
    world_mechanism *m = machine->mechanism;
    const int columns = mb_model_counts(m->model).columns;
    const double *crank = world_crank_speed(machine);
    const double factor = hl_exp(-DRAIN * m->options.step);
    machine->posed = false;
    for (int c = 0; c < columns; c++)
        if (&m->state->v[c] != crank) m->state->v[c] *= factor;
    return fastest_of(machine);
}

static void forget_settling(world_machine *machine)
{
    world_mechanism *m = machine->mechanism;
    const double *crank = world_crank_speed(machine);
    const int columns = mb_model_counts(m->model).columns;
    for (int c = 0; c < columns; c++)
        if (&m->state->v[c] != crank) m->state->v[c] = 0.0;
    machine->posed = false;
    WORLD_EACH_PART(machine, forget);
}

/* All but those that are held. */
static hl_status settle_free(world *w)
{
    const long most = (long)(LONGEST_REST / w->machines[0]->mechanism->options.step);
    double fastest = HUGE_VAL;
    for (long i = 0; i < most && fastest > REST; i++) {
        const hl_status status = world_step(w);
        if (status != HL_OK) return status;
        fastest = 0.0;
        for (int k = 0; k < w->machine_count; k++) {
            w->machines[k]->mechanism->state->time = 0.0;
            if (!w->machines[k]->held) fastest = fmax(fastest, drain(w->machines[k]));
        }
    }
    for (int k = 0; k < w->machine_count; k++) w->machines[k]->mechanism->state->tick = 0;
    if (!(fastest <= ALMOST_REST)) return HL_NOT_CONVERGED;
    for (int k = 0; k < w->machine_count; k++)
        if (!w->machines[k]->held) forget_settling(w->machines[k]);
    if (w->site.sand != NULL) world_sand_step(w); /* what it says to the machines carries the time */
    hl_status status = HL_OK;
    for (int k = 0; k < w->machine_count && status == HL_OK; k++)
        if (!w->machines[k]->held) status = find_accelerations(w->machines[k]);
    return status;
}

hl_status world_settle(world *w)
{
    bool any = false;
    for (int k = 0; k < w->machine_count; k++) {
        w->machines[k]->held = !w->machines[k]->start->settled;
        any |= !w->machines[k]->held;
    }
    w->settling = true;
    const hl_status status = any ? settle_free(w) : HL_OK;
    w->settling = false;
    for (int k = 0; k < w->machine_count; k++) w->machines[k]->held = false;
    return status;
}

bool world_is_restless(const world_machine *machine)
{
    return machine->start->settled && !(fastest_of(machine) <= ALMOST_REST);
}

static bool is_clear(const world_machine *machine, hl_report *report)
{
    const bool objects = world_objects_clear(machine, report), apart = world_objects_apart(machine, report),
               machines = world_machines_clear(machine, report), units = world_units_clear(machine, report);
    return world_ground_clear(machine, report) && objects && apart && machines && units;
}

hl_status world_machine_place(world_machine *machine, hl_report *report)
{
    const world_mechanism *m = machine->mechanism;
    for (int i = 0; i < machine->author->control_count; i++)
        machine->controls->values[i] = machine->author->controls[i].initial;
    for (int i = 0; i <= machine->author->implement_count; i++) {
        const world_unit unit = world_unit_at(machine, i);
        put_on_ground(machine, &unit);
    }
    mb_evaluate_poses(m->model, m->state, m->work);
    if (!is_clear(machine, report)) return HL_BAD_INPUT;
    world_drive_start(machine, machine->start->engine, machine->start->fuel);
    const hl_status status = find_accelerations(machine);
    machine->placed = status == HL_OK;
    return status;
}
