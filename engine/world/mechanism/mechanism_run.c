#include "world/mechanism.h"

#include <math.h>
#include <stdio.h>

/* ---- steps ---- */

double world_run_steps(double seconds, double step)
{
    static const double rounding = 1e-6; /* of a time [steps] */
    return ceil(seconds / step - rounding);
}

void world_run_begin(world_run *run, world_mechanism *mechanism)
{
    *run = (world_run){.mechanism = mechanism, .at_start = mb_energies(mechanism->model, mechanism->work)};
}

static void count_step(world_run *run)
{
    const mb_step_report *report = &run->mechanism->report;
    run->steps++;
    run->iterations += report->iterations;
    if (report->iterations > run->most_iterations) run->most_iterations = report->iterations;
    run->cut += report->cut;
    if (report->cut) run->largest_left = fmax(run->largest_left, report->increment);
    if (report->open && run->open++ == 0) run->first_open = run->mechanism->state->time;
    run->violation[0] = fmax(run->violation[0], report->position_violation);
    run->violation[1] = fmax(run->violation[1], report->velocity_violation);
    run->violation[2] = fmax(run->violation[2], report->acceleration_violation);
}

hl_status world_run_step(world_run *run)
{
    const hl_status status = world_mechanism_step(run->mechanism);
    if (status == HL_OK) count_step(run);
    return status;
}

void world_run_end(world_run *run)
{
    const world_mechanism *m = run->mechanism;
    mb_evaluate_state(m->model, m->state, m->work);
    run->at_end = mb_energies(m->model, m->work);
}

/* ---- what is told of it ---- */

/* The unknown that did not settle; or, if all of them did, how far the loops came apart. */
static void describe_cause(const world_mechanism *m, hl_status status, char *text, size_t size)
{
    const mb_step_report *report = &m->report;
    char unknown[128];
    text[0] = '\0';
    if (report->worst_unknown >= 0 && report->iterations > 0 && !(report->left <= 1.0)) {
        world_mechanism_unknown_name(m, report->worst_unknown, unknown, sizeof unknown);
        snprintf(text, size, " after %d iterations; largest increment %.3g tolerances at %s",
                 report->iterations, report->increment, unknown);
    } else if (report->position_violation > 0.0 && status != HL_RANK_LOST) {
        snprintf(text, size, "; %s violated by %.3g (m, rad or 1)",
                 status == HL_LOOPS_TORN ? "they and its drivers are" : "its loops and drivers are",
                 report->position_violation);
    }
}

void world_run_describe(const world_run *run, hl_status status, char *text, size_t size)
{
    char cause[240];
    describe_cause(run->mechanism, status, cause, sizeof cause);
    snprintf(text, size, "step %ld from %.9g s: %s%s", run->steps + 1, run->mechanism->state->time,
             hl_status_text(status), cause);
}

double world_energy_total(mb_energy energy)
{
    return energy.kinetic + energy.gravity + energy.stored;
}

int world_mechanism_freedom(const world_mechanism *m)
{
    return mb_model_counts(m->model).columns - m->assembly.rank;
}

/* ---- coordinates ---- */

static const char *suffix_of(const auth_joint *joint, int k)
{
    static const char *const free_joint[] = {".x", ".y", ".z", ".rx", ".ry", ".rz"};
    if (joint->type == MB_FREE) return free_joint[k];
    if (joint->type == MB_SPHERICAL) return free_joint[k + 3];
    if (joint->dof == 1) return "";
    return k == 0 ? ".1" : ".2";
}

static bool is_length(mb_joint_type type, int k)
{
    return type == MB_PRISMATIC || (type == MB_CYLINDRICAL && k == 0) || (type == MB_FREE && k < 3);
}

/* Component `k` of the rotation vector of a unit quaternion. */
static double rotation(const double q[4], int k)
{
    const hl_vec3 r = hl_quat_log((hl_quat){q[0], q[1], q[2], q[3]});
    return k == 0 ? r.x : k == 1 ? r.y : r.z;
}

world_coordinate world_mechanism_coordinate(const world_mechanism *m, int joint, int k)
{
    const auth_joint *j = &m->author->joints[joint];
    const double *q = m->state->q + mb_model_q_index(m->model, joint);
    world_coordinate c = {.is_angle = !is_length(j->type, k)};
    if (j->type == MB_SPHERICAL)
        c.value = rotation(q, k);
    else if (j->type == MB_FREE && k >= 3)
        c.value = rotation(q + 3, k - 3);
    else
        c.value = q[k];
    snprintf(c.name, sizeof c.name, "%s%s", j->name, suffix_of(j, k));
    return c;
}
