/* Loader by virtual work, see tractor_loader.h. Poses come from the assembly of the loops; masses, centres
 * and pins from the descriptor. */
#include "tractor_loader.h"

#include <math.h>

static const double STEP = 0.05; /* [rad] from which the assembly finds the loops closed again */
static const double TURN = 1e-4; /* [rad] of central differences: truncation 1e-8, round-off 1e-12/1e-4 */

static double *angle(const loader *l, int body)
{
    return &l->state->q[mb_model_q_index(l->t->mechanism->model, body)];
}

double loader_arm(const loader *l)
{
    return *angle(l, l->arm);
}

double loader_bucket(const loader *l)
{
    return *angle(l, l->bucket);
}

static bool assemble(loader *l)
{
    mb_assembly_report report;
    const world_mechanism *m = l->t->mechanism;
    if (mb_assemble(m->model, l->state, m->work, &report) == HL_OK) return true;
    valid_failed(l->t->run, "loader: the loops do not close, %g left", report.violation);
    return false;
}

bool loader_begin(driven *t, bool level, loader *l)
{
    *l = (loader){.t = t,
                  .state = mb_state_new(t->mechanism->model, valid_arena(t->run)),
                  .arm = driven_body(t, "arm"),
                  .bucket = driven_body(t, "bucket")};
    if (!l->state || l->arm < 0 || l->bucket < 0) return false;
    mb_state_copy(l->state, t->mechanism->state);
    if (level) {
        double *chassis = &l->state->q[mb_model_q_index(t->mechanism->model, t->author->chassis)];
        chassis[3] = 1.0;
        chassis[4] = chassis[5] = chassis[6] = 0.0;
    }
    return assemble(l);
}

bool loader_stand(loader *l)
{
    mb_state_copy(l->state, l->t->mechanism->state);
    return assemble(l);
}

bool loader_move(loader *l, double arm, double bucket)
{
    const double from_arm = loader_arm(l), from_bucket = loader_bucket(l);
    const int steps = 1 + (int)(fmax(fabs(arm - from_arm), fabs(bucket - from_bucket)) / STEP);
    for (int i = 1; i <= steps; i++) {
        *angle(l, l->arm) = from_arm + (arm - from_arm) * i / steps;
        *angle(l, l->bucket) = from_bucket + (bucket - from_bucket) * i / steps;
        if (!assemble(l)) return false;
    }
    return true;
}

static double pin_distance(const loader *l, const char *name)
{
    const auth_cylinder *c = driven_cylinder(l->t->author, name);
    return hl_norm(hl_sub(driven_point(l->t, c->b, c->b_at), driven_point(l->t, c->a, c->a_at)));
}

loader_pair loader_lengths(const loader *l)
{
    return (loader_pair){pin_distance(l, "lift"), pin_distance(l, "tilt")};
}

/* Secant on the bucket's angle. */
bool loader_raise(loader *l, double arm, double tilt_length)
{
    double bucket = loader_bucket(l) - (arm - loader_arm(l)), lever;
    for (int i = 0; i < 8; i++) {
        if (!loader_move(l, arm, bucket) || !loader_tilt_lever(l, &lever)) return false;
        bucket += (tilt_length - loader_lengths(l).tilt) / lever;
    }
    return true;
}

/* The cylinder's length rises with the arms. */
bool loader_raise_to(loader *l, double lift_length, double tilt_length)
{
    for (int i = 0; i < 12; i++) {
        const double arm = loader_arm(l), length = loader_lengths(l).lift;
        if (!loader_raise(l, arm + TURN, tilt_length)) return false;
        const double slope = (loader_lengths(l).lift - length) / TURN;
        if (!loader_raise(l, arm + (lift_length - length) / slope, tilt_length)) return false;
    }
    return true;
}

bool loader_tilt_lever(loader *l, double *lever)
{
    const double arm = loader_arm(l), bucket = loader_bucket(l);
    if (!loader_move(l, arm, bucket + TURN)) return false;
    const double more = loader_lengths(l).tilt;
    if (!loader_move(l, arm, bucket - TURN)) return false;
    *lever = (more - loader_lengths(l).tilt) / (2.0 * TURN);
    return loader_move(l, arm, bucket);
}

/* ---- virtual work ---- */

/* What a turn of one joint changes. */
typedef struct gradient {
    double energy, load, lift, tilt;
} gradient;

static gradient look(const loader *l)
{
    hl_vec3 centre;
    const double mass = driven_mass(l->t, &centre);
    const loader_pair lengths = loader_lengths(l);
    const double load = driven_point(l->t, l->bucket, (const double[3]){l->load.x, l->load.y, l->load.z}).z;
    return (gradient){mass * DRIVEN_GRAVITY * centre.z, load, lengths.lift, lengths.tilt};
}

static bool differentiate(loader *l, double arm_turn, double bucket_turn, gradient *g)
{
    const double arm = loader_arm(l), bucket = loader_bucket(l);
    if (!loader_move(l, arm + arm_turn, bucket + bucket_turn)) return false;
    const gradient more = look(l);
    if (!loader_move(l, arm - arm_turn, bucket - bucket_turn)) return false;
    const gradient less = look(l);
    const double per = 0.5 / TURN;
    *g = (gradient){per * (more.energy - less.energy), per * (more.load - less.load),
                    per * (more.lift - less.lift), per * (more.tilt - less.tilt)};
    return loader_move(l, arm, bucket);
}

/* F_lift dl/dtheta_j + F_tilt dl/dtheta_j = right_j of two joints, by Cramer's rule. */
static loader_pair solve(const gradient *a, const gradient *b, double right_a, double right_b)
{
    const double determinant = a->lift * b->tilt - a->tilt * b->lift;
    return (loader_pair){(right_a * b->tilt - right_b * a->tilt) / determinant,
                         (a->lift * right_b - b->lift * right_a) / determinant};
}

bool loader_statics(loader *l, loader_pair *own, loader_pair *per_newton)
{
    gradient arm, bucket;
    if (!differentiate(l, TURN, 0.0, &arm) || !differentiate(l, 0.0, TURN, &bucket)) return false;
    *own = solve(&arm, &bucket, arm.energy, bucket.energy);
    *per_newton = solve(&arm, &bucket, arm.load, bucket.load);
    return true;
}
