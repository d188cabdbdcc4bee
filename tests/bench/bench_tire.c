/* With n the plane's normal, t_1 and t_2 across it, p and v place and velocity of the wheel's centre, w its
 * angular velocity, r = -(n.p) n the arm to the plane, and u the two tangential deflections of the tread
 * (states):
 *
 *   u_i' = t_i . (v + w x r) - |v|/relaxation u_i
 *   F    = (stiffness (radius - n.p) - damping n.v) n - sum over i of (tread u_i + tread_damping u_i') t_i
 *   M    = r x F */
#include "bench_tire.h"

enum { PORTS = 6, STATES = 2 };

static const hl_vec3 NORMAL = {0.0199680766, 0.0299521149, 0.9993519}; /* 3.6 % of slope, askew */
static const double SLOWEST = 0.1;                                     /* [m/s] |v| is smoothed below */

typedef struct plane {
    hl_vec3 n, t[2];
} plane;

static hl_vec3 three(const double *values)
{
    return hl_v3(values[0], values[1], values[2]);
}

static void store(hl_vec3 v, double *to, int stride)
{
    to[0] = v.x, to[stride] = v.y, to[2 * stride] = v.z;
}

/* Column of a derivative: dF, and dM = r x dF + dr x F. */
static void wrench_column(hl_vec3 dF, hl_vec3 r, hl_vec3 dr, hl_vec3 F, double *matrix, int stride)
{
    store(dF, matrix, stride);
    store(hl_add(hl_cross(r, dF), hl_cross(dr, F)), matrix + 3 * stride, stride);
}

/* One velocity component: `radial` and `rate` are what n.v and the two u' change by. */
static void velocity_column(const bench_tire *tire, const plane *ground, hl_vec3 r, double radial,
                            const double *rate, double *force_s_dot, double *x_dot_s_dot)
{
    hl_vec3 dF = hl_scale(-tire->damping * radial, ground->n);
    for (int i = 0; i < STATES; i++) {
        x_dot_s_dot[i * PORTS] = rate[i];
        dF = hl_add_scaled(dF, -tire->tread_damping * rate[i], ground->t[i]);
    }
    wrench_column(dF, r, hl_v3(0, 0, 0), dF, force_s_dot, PORTS);
}

static void derivatives(const bench_tire *tire, const plane *ground, hl_vec3 F, mb_effort_io *io)
{
    const hl_vec3 p = three(io->s), v = three(io->s_dot), w = three(io->s_dot + 3),
                  r = hl_scale(-hl_dot(ground->n, p), ground->n), swung = hl_cross(w, ground->n);
    const double speed = sqrt(hl_dot(v, v) + SLOWEST * SLOWEST), fade = speed / tire->relaxation;
    const double n[3] = {ground->n.x, ground->n.y, ground->n.z}, along[3] = {v.x, v.y, v.z};
    double t[STATES][3], arm[STATES][3], lift[STATES];
    for (int i = 0; i < STATES; i++) {
        store(ground->t[i], t[i], 1);
        store(hl_cross(r, ground->t[i]), arm[i], 1);
        lift[i] = -hl_dot(ground->t[i], swung);
        io->x_dot_x[i * STATES + i] = -fade;
        const double pull = tire->tread_damping * fade - tire->tread;
        wrench_column(hl_scale(pull, ground->t[i]), r, hl_v3(0, 0, 0), F, io->force_x + i, STATES);
    }
    for (int k = 0; k < 3; k++) {
        hl_vec3 dF = hl_scale(-tire->stiffness * n[k], ground->n);
        double rate[STATES], turn[STATES];
        for (int i = 0; i < STATES; i++) {
            io->x_dot_s[i * PORTS + k] = lift[i] * n[k];
            dF = hl_add_scaled(dF, -tire->tread_damping * lift[i] * n[k], ground->t[i]);
            rate[i] = t[i][k] - io->x[i] / tire->relaxation * along[k] / speed;
            turn[i] = arm[i][k];
        }
        wrench_column(dF, r, hl_scale(-n[k], ground->n), F, io->force_s + k, PORTS);
        velocity_column(tire, ground, r, n[k], rate, io->force_s_dot + k, io->x_dot_s_dot + k);
        velocity_column(tire, ground, r, 0.0, turn, io->force_s_dot + 3 + k, io->x_dot_s_dot + 3 + k);
    }
}

static void evaluate(const void *parameters, mb_effort_io *io)
{
    const bench_tire *tire = parameters;
    const hl_vec3 across = hl_any_orthogonal(NORMAL);
    const plane ground = {NORMAL, {across, hl_cross(NORMAL, across)}};
    const hl_vec3 p = three(io->s), v = three(io->s_dot), w = three(io->s_dot + 3);
    const double height = hl_dot(ground.n, p), squeeze = tire->radius - height;
    io->idle = squeeze <= 0.0;
    if (io->idle) return;
    const hl_vec3 r = hl_scale(-height, ground.n), slip = hl_add(v, hl_cross(w, r));
    const double speed = sqrt(hl_dot(v, v) + SLOWEST * SLOWEST);
    hl_vec3 F = hl_scale(tire->stiffness * squeeze - tire->damping * hl_dot(ground.n, v), ground.n);
    for (int i = 0; i < STATES; i++) {
        io->x_dot[i] = hl_dot(ground.t[i], slip) - speed / tire->relaxation * io->x[i];
        F = hl_add_scaled(F, -tire->tread * io->x[i] - tire->tread_damping * io->x_dot[i], ground.t[i]);
    }
    wrench_column(F, r, hl_v3(0, 0, 0), F, io->force, 1);
    if (io->jacobian) derivatives(tire, &ground, F, io);
}

mb_effort_def bench_tire_effort(int wheel, const bench_tire *tire)
{
    static const double scale[STATES] = {1e-3, 1e-3}; /* [m] */
    mb_effort_def effort = {.name = "tire",
                            .ports = PORTS,
                            .states = STATES,
                            .x_scale = scale,
                            .pose_count = 1,
                            .pose_body = {wheel},
                            .evaluate = evaluate,
                            .parameters = tire};
    mb_body_ports(effort.measure, wheel, hl_v3(0, 0, 0));
    return effort;
}
