/* The same drive otherwise computed: mirrored, by another formulation, far from the origin, with other steps.
 */
#include "tractor.h"

#include <math.h>
#include <stdio.h>

/* Where a drive ends. */
typedef struct path {
    double x, y, heading;
    double left, right; /* turns of the pivots about their kingpins [rad] */
    double lift;        /* length of the lift cylinders [m] */
    int cut;            /* steps whose iterations ended before they had converged */
} path;

/* ---- pivots ---- */

/* Turn of a pivot about its kingpin against the axle. */
static double pivot_turn(driven *t, const char *pivot, const double axis[3])
{
    const mb_pose axle = mb_pose_of(t->mechanism->model, t->mechanism->work, driven_body(t, "front_axle")),
                  pose = mb_pose_of(t->mechanism->model, t->mechanism->work, driven_body(t, pivot));
    hl_mat3 relative;
    for (int i = 0; i < 3; i++) {
        const hl_vec3 column = {pose.rotation.m[0][i], pose.rotation.m[1][i], pose.rotation.m[2][i]};
        const hl_vec3 r = hl_mul_transposed(&axle.rotation, column);
        relative.m[0][i] = r.x, relative.m[1][i] = r.y, relative.m[2][i] = r.z;
    }
    return hl_dot(hl_quat_log(hl_quat_from_matrix(&relative)), hl_v3(axis[0], axis[1], axis[2]));
}

static path look(driven *t)
{
    const auth_mechanism *m = t->author->mechanism;
    driven_look(t);
    return (path){.x = driven_signal(t, "chassis.x") - t->scenario->start.at[0],
                  .y = driven_signal(t, "chassis.y"),
                  .heading = driven_signal(t, "chassis.heading"),
                  .left = pivot_turn(t, "pivot_left", m->joints[driven_body(t, "pivot_left")].axis),
                  .right =
                      pivot_turn(t, "pivot_right", (const double *)&m->loops[0].axis_b), /* the cut kingpin */
                  .lift = driven_signal(t, "cylinder.lift.length")};
}

static bool drive(driven *t, double seconds, path *end)
{
    int cut = 0;
    for (long i = lround(seconds / world_machine_step_size(t->machine)); i > 0; i--) {
        if (!driven_step(t)) return false;
        cut += world_machine_report(t->machine)->cut;
    }
    *end = look(t);
    end->cut = cut;
    return true;
}

static void set_off(driven *t)
{
    driven_set(t, "parking_brake", 0.0);
    driven_set(t, "direction", 1.0);
}

/* ---- mirrored ---- */

/* The left kingpin's turn at the start, and the steering wheel that keeps it there. */
static void turn_left_pivot(auth_machine *author, const void *with)
{
    const double turn = *(const double *)with;
    driven_joint(author, "kingpin_left")->position[0] = turn;
    for (int i = 0; i < author->control_count; i++) {
        auth_control *c = &author->controls[i];
        if (c->follows) c->initial = turn / (turn >= 0.0 ? c->follow_high : -c->follow_low);
    }
}

/* The right pivot's turn when the left one is turned, as the loop of the tie rod closes. */
static bool right_of(valid_run *v, double left, double *right)
{
    driven t;
    const driven_start start = {.unsettled = true, .drop = 0.3, .change = turn_left_pivot, .with = &left};
    if (!tractor_build(v, &start, &t)) return false;
    *right = look(&t).right;
    return true;
}

static bool drive_turned(valid_run *v, double left, path *end)
{
    driven t;
    if (!tractor_build(v, &(driven_start){.change = turn_left_pivot, .with = &left}, &t)) return false;
    set_off(&t);
    driven_set(&t, "four_wheel_drive", 0.0);
    driven_set(&t, "throttle", 0.3);
    return drive(&t, 5.0, end);
}

static void mirror_rows(valid_run *v, const path *left, const path *right)
{
    /* Curvature goes with tan(delta)/L: relative, d(delta)/(sin cos). */
    const double delta = 0.5 * (left->left + left->right),
                 difference = 0.5 * fabs(left->left + right->right + left->right + right->left),
                 relative = difference / (sin(delta) * cos(delta));
    static const char source[] = "exact: mirror symmetry",
                      reason[] =
                          "the cylinder and its loop hold the left pivot alone: the turns differ, curvature "
                          "with them, safety 1.5";
    valid_bound(v, "turns of the pivots after 5 s, left drive and right drive: difference", "rad", source,
                difference, 2.0 * 0.02 / 12.0, "two dead bands of the steering valve, 2 % at 12 1/rad");
    valid_published(v, "heading after 5 s to the right, against that to the left", "rad", source,
                    -left->heading, right->heading, 1.5 * relative * fabs(left->heading), reason);
    valid_published(v, "way to the side after 5 s to the right, against that to the left", "m", source,
                    -left->y, right->y, 1.5 * relative * fabs(left->y), reason);
}

static void symmetry(valid_run *v)
{
    const double start = 20.0 * DRIVEN_DEGREE;
    double outer, inner;
    path left, right;
    if (!right_of(v, start, &outer) || !right_of(v, -outer, &inner)) return;
    valid_published(v, "right pivot when the left one turns as the right one did, mirrored", "rad",
                    "exact: mirror symmetry of the tie rod's loop", -start, inner, 1e-8,
                    "assembly to 1e-10 m over steering arms of 0.2 m, there and back");
    if (drive_turned(v, start, &left) && drive_turned(v, -outer, &right)) mirror_rows(v, &left, &right);
}

/* ---- formulations, origin ---- */

static void operate(driven *t, double steering)
{
    set_off(t);
    driven_set(t, "throttle", 0.6);
    driven_set(t, "steering", steering);
    driven_set(t, "lift", 0.5);
}

static bool work(valid_run *v, const driven_start *start, path *end)
{
    driven t;
    if (!tractor_build(v, start, &t)) return false;
    operate(&t, 0.15);
    return drive(&t, 4.0, end);
}

static void same(valid_run *v, const char *what, const path *reference, const path *other, double tolerance,
                 const char *reason)
{
    const double distance = hypot(other->x - reference->x, other->y - reference->y);
    char text[120];
    snprintf(text, sizeof text, "%s: distance of the ends of a drive of %.1f m", what,
             hypot(reference->x, reference->y));
    valid_bound(v, text, "m", "exact: the same machine", distance, tolerance, reason);
    snprintf(text, sizeof text, "%s: difference of the headings", what);
    valid_bound(v, text, "rad", "exact: the same machine", other->heading - reference->heading, tolerance,
                reason);
    snprintf(text, sizeof text, "%s: difference of the lift cylinders", what);
    valid_bound(v, text, "m", "exact: the same machine", other->lift - reference->lift, tolerance, reason);
}

static void otherwise(valid_run *v)
{
    static const double FAR = 1e4; /* [m] */
    path reference, double_step, far;
    if (!work(v, &(driven_start){0}, &reference) ||
        !work(v, &(driven_start){.formulation = "double-step"}, &double_step) ||
        !work(v, &(driven_start){.x = FAR}, &far))
        return;
    same(v, "double-step against ali3p", &reference, &double_step, 1e-7,
         "Newton's tolerance once: what a step leaves the next one corrects");
    same(v, "10 km from the origin", &reference, &far, 4000 * 1.8e-12,
         "4000 steps, each rounded to the last bit of 10 km");
    valid_bound(v, "steps whose iterations were cut", "1", "exact: converges",
                reference.cut + double_step.cut, 0.0, "a count");
}

/* ---- convergence ---- */

enum { HALVINGS = 4, WATCHED = 5 };

static const char *const watched[WATCHED] = {"chassis.x", "chassis.pitch", "cylinder.lift.length",
                                             "engine.speed", "energy.kinetic"};

/* A state in the midst of a drive, levers at rest for some time: from here on all laws are smooth, but for
 * what is set once a tick. */
static void *moving_state(valid_run *v)
{
    driven t;
    if (!tractor_build(v, &(driven_start){.step = 0.25e-3}, &t)) return NULL;
    operate(&t, 0.0);
    if (!driven_drive(&t, 3.0)) return NULL;
    driven_set(&t, "throttle", 0.7);
    driven_set(&t, "lift", 0.6);
    if (!driven_drive(&t, 0.2)) return NULL;
    void *saved = hl_arena_take(valid_arena(v), world_state_size(t.machine), 1);
    if (saved) world_state_save(t.machine, saved);
    return saved;
}

static bool go_on(valid_run *v, const void *saved, double step, double values[WATCHED])
{
    driven t;
    if (!tractor_build(v, &(driven_start){.step = step, .unsettled = true}, &t)) return false;
    world_state_restore(t.machine, saved);
    if (!driven_drive(&t, 0.2)) return false;
    driven_look(&t);
    for (int k = 0; k < WATCHED; k++) values[k] = driven_signal(&t, watched[k]);
    return true;
}

static void convergence(valid_run *v)
{
    const void *saved = moving_state(v);
    double values[HALVINGS][WATCHED];
    if (!saved) return;
    for (int i = 0; i < HALVINGS; i++)
        if (!go_on(v, saved, ldexp(2e-3, -i), values[i])) return;
    for (int k = 0; k < WATCHED; k++) {
        const double coarse = values[0][k] - values[1][k], middle = values[1][k] - values[2][k],
                     fine = values[2][k] - values[3][k];
        char text[120];
        snprintf(text, sizeof text, "order of %s, steps of 1, 0.5 and 0.25 ms", watched[k]);
        /* p_h = p + c h^2 of a smooth error: what the coarser three steps give is off by four times as much
         */
        const double order = log2(middle / fine), coarser = log2(coarse / middle);
        valid_published(v, text, "1", "exact: trapezoidal rule", 2.0, order,
                        fmax(2.0 * fabs(order - coarser), 0.03),
                        "twice the change from 2 ms on, at least 0.03 for Newton's tolerance in the finest");
    }
}

void tractor_numerics(valid_run *v)
{
    symmetry(v);
    otherwise(v);
    convergence(v);
}
