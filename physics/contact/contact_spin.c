/* The spin bristle of a body's contacts (contact.h). Symbols of contact_effort.c, and
 *
 *   S, m       sum F_k n_k, and its direction                                  [N], [1]
 *   y_k, e_k   rho_k - c, and its part at right angles to m                    [m]
 *   L          sum F_k |e_k|/F                                                 [m]
 *
 * whose changes with those of F_k, rho_k and c are
 *
 *   dm   = (1 - m m^T) dS/|S|,   dc = sum (dF_k y_k + F_k drho_k)/F
 *   d|e| = e/|e| . (dy - (m . y) dm),   dL = sum (dF_k (|e_k| - L) + F_k d|e_k|)/F */
#include "contact_internal.h"
#include "hl/status.h"

enum { PORTS = 6 };

/* ---- the points together ---- */

/* Points that press, and what they have in common. */
typedef struct patch {
    int count;
    contact_touch list[CONTACT_MAX_POINTS];
    double sum;                            /* F */
    double kinetic, stiction;              /* means, weighted by the F_k */
    hl_vec3 normal;                        /* m */
    double strength;                       /* |S| */
    hl_vec3 centre;                        /* c */
    hl_vec3 off[CONTACT_MAX_POINTS];       /* y_k */
    hl_vec3 direction[CONTACT_MAX_POINTS]; /* e_k/|e_k| */
    double distance[CONTACT_MAX_POINTS];   /* |e_k| */
    double arm;                            /* L */
} patch;

static patch patch_of(const contact_effort_data *data, const mb_pose *pose, hl_vec3 velocity, hl_vec3 turn)
{
    patch p = {.kinetic = 0.0};
    hl_vec3 S = hl_v3(0, 0, 0);
    for (int k = 0; k < data->set->count; k++) {
        contact_touch *t = &p.list[p.count];
        if (!(contact_touch_at(data, k, pose, velocity, turn, t) > 0.0) || !(t->press.force > 0.0)) continue;
        const double F = t->press.force;
        p.count++;
        p.sum += F;
        p.kinetic = fma(F, t->surface->kinetic, p.kinetic);
        p.stiction = fma(F, t->surface->stiction, p.stiction);
        p.centre = hl_add_scaled(p.centre, F, t->arm);
        S = hl_add_scaled(S, F, t->normal);
    }
    p.strength = hl_norm(S);
    if (p.sum <= CONTACT_FAINT || p.strength <= CONTACT_FAINT)
        return (patch){.kinetic = 1.0, .stiction = 1.0};
    p.normal = hl_scale(1.0 / p.strength, S);
    p.kinetic /= p.sum;
    p.stiction /= p.sum;
    p.centre = hl_scale(1.0 / p.sum, p.centre);
    for (int k = 0; k < p.count; k++) {
        p.off[k] = hl_sub(p.list[k].arm, p.centre);
        const hl_vec3 e = hl_add_scaled(p.off[k], -hl_dot(p.normal, p.off[k]), p.normal);
        p.distance[k] = hl_norm(e);
        p.direction[k] = hl_normalized(e);
        p.arm = fma(p.list[k].press.force / p.sum, p.distance[k], p.arm);
    }
    return p;
}

/* ---- changes ---- */

/* A displacement r and a turn t of the body, or (rate) of its velocity and angular velocity. */
typedef struct input {
    bool rate;
    hl_vec3 r, t;
} input;

static input input_of(int column)
{
    const hl_vec3 none = hl_v3(0, 0, 0), e = hl_v3(column % 3 == 0, column % 3 == 1, column % 3 == 2);
    const bool turns = column % PORTS >= 3;
    return (input){.rate = column >= PORTS, .r = turns ? none : e, .t = turns ? e : none};
}

/* dF_k */
static double force_change(const contact_touch *t, const input *in, hl_vec3 turn)
{
    const double along = -hl_dot(t->normal, hl_add(in->r, hl_cross(in->t, t->arm)));
    if (in->rate) return t->press.force_d_dot * along;
    const double swept = -hl_dot(t->normal, hl_cross(turn, hl_cross(in->t, t->arm)));
    return t->press.force_d * along + t->press.force_d_dot * swept;
}

/* What F, m, L, mu_c and mu_s change by. */
typedef struct patch_change {
    double sum, arm, kinetic, stiction;
    hl_vec3 normal;
} patch_change;

static patch_change change_of(const patch *p, const input *in, hl_vec3 turn)
{
    patch_change d = {.sum = 0.0};
    double force[CONTACT_MAX_POINTS];
    hl_vec3 centre = in->rate ? hl_v3(0, 0, 0) : hl_cross(in->t, p->centre), S = hl_v3(0, 0, 0);
    for (int k = 0; k < p->count; k++) {
        const contact_touch *t = &p->list[k];
        force[k] = force_change(t, in, turn);
        const double share = force[k] / p->sum;
        d.sum += force[k];
        d.kinetic += share * (t->surface->kinetic - p->kinetic);
        d.stiction += share * (t->surface->stiction - p->stiction);
        centre = hl_add_scaled(centre, share, p->off[k]);
        S = hl_add_scaled(S, force[k] / p->strength, t->normal);
    }
    d.normal = hl_add_scaled(S, -hl_dot(p->normal, S), p->normal);
    for (int k = 0; k < p->count; k++) {
        const hl_vec3 moved = in->rate ? hl_v3(0, 0, 0) : hl_cross(in->t, p->list[k].arm);
        const hl_vec3 off = hl_sub(moved, centre);
        const double distance =
            hl_dot(p->direction[k], hl_add_scaled(off, -hl_dot(p->normal, p->off[k]), d.normal));
        d.arm += (force[k] * (p->distance[k] - p->arm) + p->list[k].press.force * distance) / p->sum;
    }
    return d;
}

/* ---- effort ---- */

/* The bristle along one axis: the vector law with its first component. */
static contact_bristle spin_law(const contact_effort_data *data, const patch *p, double slip, double z)
{
    return contact_bristle_at(&data->material, p->kinetic, p->stiction, hl_v3(slip, 0, 0), hl_v3(z, 0, 0));
}

static void add_column(const patch *p, const contact_bristle *law, hl_vec3 turn, double slip, int column,
                       mb_effort_io *io)
{
    const input in = input_of(column);
    const patch_change d = change_of(p, &in, turn);
    double dv = d.arm * hl_dot(p->normal, turn) + p->arm * hl_dot(d.normal, turn);
    if (in.rate) dv += p->arm * hl_dot(p->normal, in.t);
    const double dg = (1.0 - law->held) * d.kinetic + law->held * d.stiction;
    const double db = law->b_v.m[0][0] * dv + law->b_g.x * dg, b = law->b.x;
    const double moment = p->sum * p->arm * b,
                 dmoment = d.sum * p->arm * b + p->sum * d.arm * b + p->sum * p->arm * db;
    const hl_vec3 change = hl_neg(hl_add_scaled(hl_scale(dmoment, p->normal), moment, d.normal));
    const int j = column % PORTS;
    double *const force = in.rate ? io->force_s_dot : io->force_s, *const rate = in.rate ? io->x_dot_s_dot
                                                                                         : io->x_dot_s;
    force[3 * PORTS + j] += change.x;
    force[4 * PORTS + j] += change.y;
    force[5 * PORTS + j] += change.z;
    rate[CONTACT_SPIN * PORTS + j] += law->z_dot_v.m[0][0] * dv + law->z_dot_g.x * dg;
    rate[CONTACT_SPIN_LOSS * PORTS + j] += d.sum * b * slip + p->sum * (db * slip + b * dv);
}

static void add_derivatives(const patch *p, const contact_bristle *law, hl_vec3 turn, double slip,
                            mb_effort_io *io)
{
    for (int column = 0; column < 2 * PORTS; column++) add_column(p, law, turn, slip, column, io);
    const hl_vec3 by_z = hl_scale(-p->sum * p->arm * law->b_z, p->normal);
    io->force_x[3 * CONTACT_SPIN_STATES + CONTACT_SPIN] = by_z.x;
    io->force_x[4 * CONTACT_SPIN_STATES + CONTACT_SPIN] = by_z.y;
    io->force_x[5 * CONTACT_SPIN_STATES + CONTACT_SPIN] = by_z.z;
    io->x_dot_x[CONTACT_SPIN * CONTACT_SPIN_STATES + CONTACT_SPIN] = law->z_dot_z;
    io->x_dot_x[CONTACT_SPIN_LOSS * CONTACT_SPIN_STATES + CONTACT_SPIN] = p->sum * slip * law->b_z;
}

static void evaluate_spin(const void *parameters, mb_effort_io *io)
{
    const contact_effort_data *data = parameters;
    const double z = io->x[CONTACT_SPIN];
    io->idle = data->set->count == 0;
    io->potential = 0.0;
    for (int i = 0; i < PORTS; i++) io->force[i] = 0.0;
    for (int i = 0; i < CONTACT_SPIN_STATES; i++) io->x_dot[i] = 0.0;
    if (io->idle) return;
    const hl_vec3 velocity = hl_v3(io->s_dot[0], io->s_dot[1], io->s_dot[2]),
                  turn = hl_v3(io->s_dot[3], io->s_dot[4], io->s_dot[5]);
    const patch p = patch_of(data, &io->pose[0], velocity, turn);
    if (p.count == 0) {
        io->x_dot[CONTACT_SPIN] = -CONTACT_RELAXATION * z;
        if (io->jacobian) io->x_dot_x[0] = -CONTACT_RELAXATION;
        return;
    }
    const double slip = p.arm * hl_dot(p.normal, turn);
    const contact_bristle law = spin_law(data, &p, slip, z);
    contact_put(hl_scale(-p.sum * p.arm * law.b.x, p.normal), io->force + 3);
    io->x_dot[CONTACT_SPIN] = law.z_dot.x;
    io->x_dot[CONTACT_SPIN_LOSS] = p.sum * law.b.x * slip;
    if (io->jacobian) add_derivatives(&p, &law, turn, slip, io);
}

mb_effort_def contact_spin_effort(const char *name, int body, const contact_effort_data *data)
{
    static const double scale[CONTACT_SPIN_STATES] = {1e-4, 1.0}; /* as of contact_effort */
    mb_effort_def def = {.name = name,
                         .ports = PORTS,
                         .states = CONTACT_SPIN_STATES,
                         .quadratures = CONTACT_SPIN_STATES - CONTACT_SPIN_LOSS,
                         .stiff_states = true,
                         .x_scale = scale,
                         .pose_count = 1,
                         .pose_body = {body},
                         .evaluate = evaluate_spin,
                         .parameters = data};
    mb_body_ports(def.measure, body, hl_v3(0, 0, 0));
    return def;
}
