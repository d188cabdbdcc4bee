/* A slewing crane with a flexible boom and a load on a rope (F9): the boom's frame is turned with the column,
 * the load hangs at the boom's tip on a rigid massless rope. Modes of motion at rest, then slewing by
 * Runge-Kutta. */
#include "valid/case.h"

#include "flex/report.h"
#include "hl/dense.h"
#include "mb/flexible.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double pi = 3.14159265358979323846, gravity = 9.81;
static const double load_mass = 2000, rope = 6, slewing_time = 12;

static const char reference[] = "reference computation with rods without modes";

enum { MODES = 2, TIP = MODES, MOST = MODES + 4, STATE = 2 * MODES + 6 };

typedef struct crane {
    flex_body *body;
    const mb_flexible *flexible;
    double y[STATE], t; /* eta, eta', place and velocity of the load */
} crane;

static hl_vec3 vector_at(const double *x)
{
    return hl_v3(x[0], x[1], x[2]);
}

static void put(double *to, hl_vec3 v)
{
    to[0] = v.x;
    to[1] = v.y;
    to[2] = v.z;
}

/* ---- the boom ---- */

/* Krylov's columns of loads across at the tip, two in all. @return false after a failing row */
static bool build(valid_run *v, bool foreshortening, crane *c)
{
    hl_arena *arena = valid_arena(v);
    hl_report *report = HL_NEW(arena, hl_report, 1);
    const flex_box lower = {0.42, 0.56, 0.008, 0.008}, upper = {0.34, 0.44, 0.006, 0.006};
    flex_section stations[4] = {{.at = 0, .kind = FLEX_BOX, .box = lower},
                                {.at = 8, .kind = FLEX_BOX, .box = lower},
                                {.at = 8, .kind = FLEX_BOX, .box = upper},
                                {.at = 16, .kind = FLEX_BOX, .box = upper}};
    flex_beam beam = {FLEX_EULER_BERNOULLI, 64, {210e9, 0.3, 7850}, 4, stations};
    flex_node tip = {.name = "tip", .at = 16};
    flex_mass head = {.at = 16, .mass = 150};
    const flex_def def = {
        .name = "boom",
        .beam = &beam,
        .node_count = 1,
        .nodes = &tip,
        .mass_count = 1,
        .masses = &head,
        .reduction = {.method = FLEX_KRYLOV, .interface_count = 1, .loads = {0, 1, 1}, .blocks = 1},
        .damping = {.stiffness = 2e-3},
        .foreshortening = foreshortening};
    flex_reduced reduced = {0};
    if (!report) return false;
    hl_report_begin(report, "boom");
    const hl_status status = flex_reduced_new(&def, arena, report, &reduced);
    flex_model_free(reduced.model);
    if (status != HL_OK) {
        valid_failed(v, "no boom: %s", report->count > 0 ? report->list[0].text : hl_status_text(status));
        return false;
    }
    c->body = reduced.body;
    c->flexible = mb_flexible_new(reduced.body, arena);
    return c->flexible != NULL;
}

/* ---- the frame, which is driven ---- */

typedef struct frame {
    hl_mat3 R;
    hl_vec3 place, velocity, acceleration; /* in the world */
    hl_vec3 w, turn;                       /* in its axes */
} frame;

/* The column turns by 90 deg (t/T - sin(2 pi t/T)/2 pi), then stands. The boom is clamped at (0.5, 0, 2), 45
 * deg up. */
static frame frame_at(double t)
{
    const double T = slewing_time, phase = 2 * pi * t / T;
    const bool moves = t < T;
    const double angle = moves ? pi / 2 * (t / T - sin(phase) / (2 * pi)) : pi / 2;
    const double w = moves ? pi / 2 / T * (1 - cos(phase)) : 0,
                 turn = moves ? pi * pi / (T * T) * sin(phase) : 0;
    const double c = cos(angle), s = sin(angle), h = sqrt(0.5);
    frame f;
    f.R = (hl_mat3){{{c * h, -s, -c * h}, {s * h, c, -s * h}, {h, 0, h}}};
    const hl_vec3 up = hl_v3(0, 0, 1), arm = hl_v3(0.5 * c, 0.5 * s, 0);
    f.place = hl_v3(arm.x, arm.y, 2);
    f.velocity = hl_scale(w, hl_cross(up, arm));
    f.acceleration = hl_add(hl_scale(turn, hl_cross(up, arm)), hl_scale(-w * w, arm));
    f.w = hl_mul_transposed(&f.R, hl_scale(w, up));
    f.turn = hl_mul_transposed(&f.R, hl_scale(turn, up));
    return f;
}

/* ---- the tip ---- */

typedef struct tip_motion {
    hl_vec3 place, velocity, bias; /* in the world; acceleration with eta'' = 0 */
    hl_vec3 columns[MODES];        /* velocity by unit rates, in the world */
} tip_motion;

static tip_motion move_tip(const crane *c, const frame *f, const double *y)
{
    mb_flexible_pose pose;
    tip_motion tip;
    mb_flexible_evaluate_marker(&c->body->markers[0], MODES, y, &y[MODES], &pose);
    hl_vec3 rate = hl_v3(0, 0, 0);
    for (int k = 0; k < MODES; k++) {
        rate = hl_add_scaled(rate, y[MODES + k], pose.linear[k]);
        tip.columns[k] = hl_mul(&f->R, pose.linear[k]);
    }
    const hl_vec3 velocity = hl_add(rate, hl_cross(f->w, pose.place));
    const hl_vec3 bias = hl_add(hl_add(pose.linear_bias, hl_cross(f->turn, pose.place)),
                                hl_cross(f->w, hl_add(velocity, rate)));
    tip.place = hl_add(f->place, hl_mul(&f->R, pose.place));
    tip.velocity = hl_add(f->velocity, hl_mul(&f->R, velocity));
    tip.bias = hl_add(f->acceleration, hl_mul(&f->R, bias));
    return tip;
}

/* ---- equations of motion ---- */

/* Unknowns: eta'', acceleration of the load, tension over the rope's length. */
static void differentiate(const crane *c, double t, const double *y, double *slope)
{
    const frame f = frame_at(t);
    const tip_motion tip = move_tip(c, &f, y);
    const hl_vec3 reach = hl_sub(vector_at(&y[2 * MODES]), tip.place);
    const hl_vec3 drift = hl_sub(vector_at(&y[2 * MODES + 3]), tip.velocity);
    const mb_flexible_motion motion = {y, &y[MODES], f.w};
    const double zero[MODES] = {0}, towards[3] = {reach.x, reach.y, reach.z};
    double A[MOST * MOST] = {0}, b[MOST];
    int pivot[MOST];
    mb_flexible_inertia inertia;
    mb_flexible_wrench terms;
    mb_flexible_evaluate(c->flexible, y, &inertia);
    mb_flexible_velocity_terms(c->flexible, &inertia, &motion, &terms);
    const hl_vec3 a = hl_add(f.acceleration, hl_v3(0, 0, gravity));
    mb_flexible_add_accelerations(c->flexible, &inertia, hl_mul_transposed(&f.R, a), f.turn, zero, &terms);
    const int last = MOST - 1;
    for (int k = 0; k < MODES; k++) {
        for (int l = 0; l < MODES; l++) A[k * MOST + l] = c->body->M[k * MODES + l];
        A[k * MOST + last] = A[last * MOST + k] = -hl_dot(tip.columns[k], reach);
        b[k] = -terms.modal[k];
    }
    for (int d = 0; d < 3; d++) {
        A[(TIP + d) * MOST + TIP + d] = load_mass;
        A[(TIP + d) * MOST + last] = A[last * MOST + TIP + d] = towards[d];
        b[TIP + d] = d == 2 ? -load_mass * gravity : 0;
    }
    b[last] = hl_dot(reach, tip.bias) - hl_dot(drift, drift);
    if (hl_lu_factor(A, MOST, pivot) != HL_OK) return;
    hl_lu_solve(A, MOST, pivot, b, 1);
    memcpy(slope, &y[MODES], MODES * sizeof *y);
    memcpy(&slope[MODES], b, MODES * sizeof *b);
    memcpy(&slope[2 * MODES], &y[2 * MODES + 3], 3 * sizeof *y);
    memcpy(&slope[2 * MODES + 3], &b[TIP], 3 * sizeof *b);
}

/* The rope keeps its length: the load is moved along it, and loses its velocity along it. */
static void tighten(crane *c)
{
    const frame f = frame_at(c->t);
    const tip_motion tip = move_tip(c, &f, c->y);
    const hl_vec3 along = hl_normalized(hl_sub(vector_at(&c->y[2 * MODES]), tip.place));
    const hl_vec3 velocity = vector_at(&c->y[2 * MODES + 3]);
    put(&c->y[2 * MODES], hl_add_scaled(tip.place, rope, along));
    put(&c->y[2 * MODES + 3], hl_add_scaled(velocity, -hl_dot(along, hl_sub(velocity, tip.velocity)), along));
}

static void step(crane *c, double dt)
{
    static const double share[4] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6}, at[4] = {0, 0.5, 0.5, 1};
    double slope[STATE] = {0}, point[STATE], sum[STATE] = {0};
    for (int s = 0; s < 4; s++) {
        for (int i = 0; i < STATE; i++) point[i] = c->y[i] + at[s] * dt * slope[i];
        differentiate(c, c->t + at[s] * dt, point, slope);
        for (int i = 0; i < STATE; i++) sum[i] += share[s] * slope[i];
    }
    for (int i = 0; i < STATE; i++) c->y[i] += dt * sum[i];
    c->t += dt;
    tighten(c);
}

/* ---- rest ---- */

/* Stiffness at rest: elastic, of the boom's own weight, of the load's. */
static void stiffen(const crane *c, const hl_vec3 weight, const hl_vec3 pull, double K[MODES * MODES])
{
    for (int i = 0; i < MODES * MODES; i++)
        K[i] = c->body->K[i] - c->body->C0[i] * weight.x + c->body->markers[0].G[i] * pull.x;
}

/* Equilibrium is linear in eta: the load pulls with a force that keeps its direction. */
static void hang(crane *c)
{
    const frame f = frame_at(0);
    const hl_vec3 weight = hl_mul_transposed(&f.R, hl_v3(0, 0, gravity)); /* acceleration less gravity */
    const hl_vec3 pull = hl_mul_transposed(&f.R, hl_v3(0, 0, -load_mass * gravity));
    double K[MODES * MODES];
    int pivot[MODES];
    stiffen(c, weight, pull, K);
    memset(c->y, 0, sizeof c->y);
    c->t = 0;
    for (int k = 0; k < MODES; k++)
        c->y[k] = hl_dot(vector_at(&c->body->markers[0].phi[3 * k]), pull) -
                  hl_dot(vector_at(&c->body->S[3 * k]), weight);
    if (hl_lu_factor(K, MODES, pivot) == HL_OK) hl_lu_solve(K, MODES, pivot, c->y, 1);
    const tip_motion tip = move_tip(c, &f, c->y);
    put(&c->y[2 * MODES], hl_add(tip.place, hl_v3(0, 0, -rope)));
}

/* Small motions: the load follows the tip's height and swings below it. Unknowns: eta, x and y of the load.
 */
static void check_modes(valid_run *v, const crane *c)
{
    static const double expected[4] = {0.198024, 0.201714, 1.280681, 1.968610};
    enum { N = MODES + 2 };
    const frame f = frame_at(0);
    const tip_motion tip = move_tip(c, &f, c->y);
    const double swing = load_mass * gravity / rope;
    double elastic[MODES * MODES], K[N * N] = {0}, M[N * N] = {0}, hertz[N];
    stiffen(c, hl_mul_transposed(&f.R, hl_v3(0, 0, gravity)),
            hl_mul_transposed(&f.R, hl_v3(0, 0, -load_mass * gravity)), elastic);
    for (int k = 0; k < MODES; k++) {
        const hl_vec3 a = tip.columns[k];
        for (int l = 0; l < MODES; l++) {
            const hl_vec3 b = tip.columns[l];
            K[k * N + l] = elastic[k * MODES + l] + swing * (a.x * b.x + a.y * b.y);
            M[k * N + l] = c->body->M[k * MODES + l] + load_mass * a.z * b.z;
        }
        K[k * N + MODES] = K[MODES * N + k] = -swing * a.x;
        K[k * N + MODES + 1] = K[(MODES + 1) * N + k] = -swing * a.y;
    }
    for (int d = MODES; d < N; d++) {
        K[d * N + d] = swing;
        M[d * N + d] = load_mass;
    }
    if (flex_modes_dense(K, M, N, hertz) != HL_OK) {
        valid_failed(v, "F9: no modes of motion");
        return;
    }
    for (int k = 0; k < N; k++) {
        char what[80];
        snprintf(what, sizeof what, "F9: frequency %d at rest", k + 1);
        valid_published(v, what, "Hz", reference, expected[k], hertz[k] / (2 * pi), 1.2e-2 * expected[k],
                        "1.2 %: static shapes as modes, like Guyan's of F3");
    }
}

/* ---- slewing ---- */

typedef struct crane_place {
    double time, tip[3], load[3];
} crane_place;

static void compare(valid_run *v, const crane *c, const crane_place *p)
{
    static const char axes[] = "xyz";
    const frame f = frame_at(c->t);
    double tip[3];
    put(tip, move_tip(c, &f, c->y).place);
    for (int d = 0; d < 3; d++) {
        char what[80];
        snprintf(what, sizeof what, "F9: %c of the tip, %g s", axes[d], p->time);
        valid_published(v, what, "m", reference, p->tip[d], tip[d], 2e-4, "0.2 mm: two modes");
        if (p->time == 0) continue;
        snprintf(what, sizeof what, "F9: %c of the load, %g s", axes[d], p->time);
        valid_published(v, what, "m", reference, p->load[d], c->y[2 * MODES + d], 2e-4, "0.2 mm: two modes");
    }
}

static void run(valid_run *v)
{
    static const crane_place places[] = {
        {0, {11.9518532, 0, 13.1733778}, {0}},
        {6, {8.4668159, 8.4624079, 13.1538114}, {9.2041705, 9.1234632, 7.2360995}},
        {12, {0.0207468, 11.9575617, 13.1674565}, {0.3911515, 12.3238957, 7.1901159}},
        {24, {-0.0126625, 11.9477672, 13.1775841}, {-0.2371762, 11.7036280, 7.1867586}}};
    const double dt = 1e-3;
    crane c;
    if (!build(v, true, &c)) return;
    hang(&c);
    check_modes(v, &c);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        while (c.t < places[i].time - dt / 2) step(&c, dt);
        compare(v, &c, &places[i]);
    }
    if (!build(v, false, &c)) return;
    hang(&c);
    const frame f = frame_at(0);
    const double off = hl_norm(hl_sub(move_tip(&c, &f, c.y).place, vector_at(places[0].tip)));
    valid_published(v, "F9: tip at rest without foreshortening, error", "m", reference, 3.3e-3, off, 5e-5,
                    "two digits are printed");
}

const valid_case valid_case_flexible_crane = {"flexible-crane",
                                              "a slewing crane: flexible boom, load on a rope", run};
