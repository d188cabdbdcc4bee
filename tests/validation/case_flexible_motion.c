/* One flexible body that moves, by the equations of mb/flexible.h and Runge-Kutta's rule: spin-up of a beam
 * on a hub (F5, F5k), a pendulum that bends (F6), a body that is thrown and spins (F12). */
#include "valid/case.h"

#include "flex/report.h"
#include "hl/dense.h"
#include "hl/quat.h"
#include "mb/flexible.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double pi = 3.14159265358979323846, gravity = 9.81;

static const char rods[] = "reference computation with rods without modes";

enum { FIRST = 13, UNKNOWNS = 6 + FLEX_MAX_MODES, MOST = FIRST + 2 * FLEX_MAX_MODES };

/* ---- bodies ---- */

/* A uniform beam that bends in the plane xy alone: stiffness of bending and stretch, mass by length, no
 * rotary inertia; its `bending` lowest modes and one of stretch. NULL after a failing row. */
typedef struct plane_beam {
    double EI, EA, mass, length;
    int bending;
    double damping; /* share of the stiffness [s] */
    bool foreshortening;
} plane_beam;

static bool is_stretch(const flex_model *m, const double *mode)
{
    const int *row = m->points[m->markers[0]].row;
    return fabs(mode[row[0]]) > fabs(mode[row[1]]);
}

/* Keep the wanted columns of many, in place. */
static void choose_modes(const flex_model *m, int bending, flex_modes_set *modes)
{
    int kept = 0, bent = 0, stretched = 0;
    for (int k = 0; k < modes->count; k++) {
        double *mode = &modes->V[k * modes->n];
        int *of_kind = is_stretch(m, mode) ? &stretched : &bent;
        if ((*of_kind)++ >= (is_stretch(m, mode) ? 1 : bending)) continue;
        memmove(&modes->V[kept * modes->n], mode, (size_t)modes->n * sizeof *mode);
        modes->omega[kept++] = modes->omega[k];
    }
    modes->count = kept;
}

static const mb_flexible *build_plane_beam(valid_run *v, const plane_beam *p, const flex_body **body)
{
    hl_arena *arena = valid_arena(v);
    hl_report *report = HL_NEW(arena, hl_report, 1);
    if (!report) return NULL;
    hl_report_begin(report, "beam");
    /* modulus 1 GPa; the other plane and twist far above all modes that are kept */
    const double E = 1e9, A = p->EA / E, I = p->EI / E;
    const flex_properties section = {A, 1e6 * I, I, 1e6 * I, A, A};
    flex_section stations[2] = {{.at = 0, .kind = FLEX_FREE, .free = section},
                                {.at = p->length, .kind = FLEX_FREE, .free = section}};
    flex_beam beam = {FLEX_EULER_BERNOULLI, 40, {E, 0, p->mass / A}, 2, stations};
    flex_node tip = {.name = "tip", .at = p->length};
    const flex_def def = {.name = "beam",
                          .beam = &beam,
                          .node_count = 1,
                          .nodes = &tip,
                          .reduction = {.method = FLEX_NORMAL, .keep = 20},
                          .damping = {.stiffness = p->damping},
                          .foreshortening = p->foreshortening};
    flex_reduced reduced;
    const hl_status status = flex_reduced_new(&def, arena, report, &reduced);
    const mb_flexible *made = NULL;
    if (status == HL_OK) {
        choose_modes(reduced.model, p->bending, &reduced.modes);
        *body = flex_body_new(&def, reduced.model, &reduced.modes, arena);
        if (*body) made = mb_flexible_new(*body, arena);
    }
    flex_model_free(reduced.model);
    if (!made)
        valid_failed(v, "no body: %s", report->count > 0 ? report->list[0].text : hl_status_text(status));
    return made;
}

/* ---- motion ---- */

typedef struct motion motion;

/* Which of the 6 + n accelerations are unknown, and the others as functions of time. */
struct motion {
    const mb_flexible *flexible;
    const flex_marker *tip;
    int n;
    bool is_free[6];
    void (*drive)(const motion *m, double t, double *y, double *acceleration); /* NULL: the others are 0 */
    hl_vec3 gravity;                                                           /* in the world [m/s^2] */
    double speed, ramp;                                                        /* of the hub */
    /* Place, attitude (w, x, y, z), velocity and angular velocity in body axes, eta, eta'. */
    double y[MOST], t;
};

static hl_vec3 vector_at(const double *numbers)
{
    return hl_v3(numbers[0], numbers[1], numbers[2]);
}

static void put(double *to, hl_vec3 v)
{
    to[0] = v.x;
    to[1] = v.y;
    to[2] = v.z;
}

static hl_mat3 attitude(const double *y)
{
    return hl_quat_matrix((hl_quat){y[3], y[4], y[5], y[6]});
}

static mb_flexible_motion rates_of(const motion *m, const double *y)
{
    return (mb_flexible_motion){&y[FIRST], &y[FIRST + m->n], vector_at(&y[10])};
}

/* Accelerations of the unknowns: M_ff x_f = -h_f - M_fp x_p. `x`: those of the others when it is called. */
static void solve(const motion *m, const double *y, double *x)
{
    const int total = 6 + m->n;
    double M[UNKNOWNS * UNKNOWNS], A[UNKNOWNS * UNKNOWNS], b[UNKNOWNS];
    int list[UNKNOWNS], pivot[UNKNOWNS], count = 0;
    mb_flexible_inertia inertia;
    mb_flexible_wrench h;
    const mb_flexible_motion rates = rates_of(m, y);
    mb_flexible_evaluate(m->flexible, rates.eta, &inertia);
    mb_flexible_velocity_terms(m->flexible, &inertia, &rates, &h);
    mb_flexible_mass_matrix(m->flexible, &inertia, M);
    double terms[UNKNOWNS] = {h.force.x, h.force.y, h.force.z, h.moment.x, h.moment.y, h.moment.z};
    memcpy(&terms[6], h.modal, (size_t)m->n * sizeof *terms);
    for (int i = 0; i < total; i++)
        if (i >= 6 || m->is_free[i]) list[count++] = i;
    for (int i = 0; i < count; i++) {
        b[i] = -terms[list[i]];
        for (int j = 0; j < 6; j++)
            if (!m->is_free[j]) b[i] -= M[list[i] * total + j] * x[j];
        for (int j = 0; j < count; j++) A[i * count + j] = M[list[i] * total + list[j]];
    }
    if (hl_lu_factor(A, count, pivot) != HL_OK) return;
    hl_lu_solve(A, count, pivot, b, 1);
    for (int i = 0; i < count; i++) x[list[i]] = b[i];
}

static void differentiate(const motion *m, double t, const double *given, double *slope)
{
    double y[MOST], x[UNKNOWNS] = {0};
    memcpy(y, given, sizeof y);
    const hl_mat3 R = attitude(y);
    const hl_vec3 weight = hl_mul_transposed(&R, m->gravity);
    put(x, hl_neg(weight)); /* an origin at rest */
    if (m->drive) m->drive(m, t, y, x);
    solve(m, y, x);
    const hl_vec3 velocity = vector_at(&y[7]), w = vector_at(&y[10]);
    put(slope, hl_mul(&R, velocity));
    const hl_quat turn = hl_quat_mul((hl_quat){y[3], y[4], y[5], y[6]}, (hl_quat){0, w.x, w.y, w.z});
    const double half[4] = {turn.w / 2, turn.x / 2, turn.y / 2, turn.z / 2};
    memcpy(&slope[3], half, sizeof half);
    put(&slope[7], hl_sub(hl_add(vector_at(x), weight), hl_cross(w, velocity)));
    memcpy(&slope[10], &x[3], 3 * sizeof *x);
    memcpy(&slope[FIRST], &y[FIRST + m->n], (size_t)m->n * sizeof *y);
    memcpy(&slope[FIRST + m->n], &x[6], (size_t)m->n * sizeof *x);
}

/* A step by the classical rule of order 4. */
static void step(motion *m, double dt)
{
    static const double share[4] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6}, at[4] = {0, 0.5, 0.5, 1};
    const int size = FIRST + 2 * m->n;
    double slope[MOST] = {0}, point[MOST], sum[MOST] = {0};
    for (int s = 0; s < 4; s++) {
        for (int i = 0; i < size; i++) point[i] = m->y[i] + at[s] * dt * slope[i];
        differentiate(m, m->t + at[s] * dt, point, slope);
        for (int i = 0; i < size; i++) sum[i] += share[s] * slope[i];
    }
    for (int i = 0; i < size; i++) m->y[i] += dt * sum[i];
    m->t += dt;
}

static motion begin(const mb_flexible *flexible, const flex_body *body)
{
    motion m = {.flexible = flexible, .tip = &body->markers[0], .n = body->modes};
    m.y[3] = 1;
    return m;
}

/* Of the tip, in body axes: from its undeformed place. */
static hl_vec3 tip_deflection(const motion *m, double length)
{
    return hl_sub(mb_flexible_place(m->tip, m->n, &m->y[FIRST]), hl_v3(length, 0, 0));
}

/* ---- F5: spin-up ---- */

/* Rotation about z with the speed w/T (t - T/2pi sin(2 pi t/T)), then w. */
static void drive_hub(const motion *m, double t, double *y, double *x)
{
    const bool rises = t < m->ramp;
    const double phase = 2 * pi * t / m->ramp;
    y[12] = rises ? m->speed / m->ramp * (t - m->ramp / (2 * pi) * sin(phase)) : m->speed;
    x[5] = rises ? m->speed / m->ramp * (1 - cos(phase)) : 0;
}

typedef struct spin_up {
    const char *name;
    plane_beam beam;
    double speed;
    int count;
    double times[4], deflections[4]; /* y of the tip */
    double extreme;
    double tolerance;
    const char *reason;
} spin_up;

static void check_spin_up(valid_run *v, const spin_up *s)
{
    const double dt = 5e-4;
    const flex_body *body;
    const mb_flexible *flexible = build_plane_beam(v, &s->beam, &body);
    if (!flexible) return;
    motion m = begin(flexible, body);
    m.drive = drive_hub;
    m.speed = s->speed;
    m.ramp = 15;
    double extreme = 0, y[4] = {0};
    for (int k = 1; k <= 30000; k++) {
        step(&m, dt);
        const double now = tip_deflection(&m, s->beam.length).y;
        if (now < extreme) extreme = now;
        for (int i = 0; i < s->count; i++)
            if (k == (int)lround(s->times[i] / dt)) y[i] = now;
    }
    char what[120];
    for (int i = 0; i < s->count; i++) {
        snprintf(what, sizeof what, "%s: tip across, %g s", s->name, s->times[i]);
        valid_published(v, what, "m", rods, s->deflections[i], y[i], s->tolerance, s->reason);
    }
    snprintf(what, sizeof what, "%s: largest deflection of the tip", s->name);
    valid_published(v, what, "m", rods, s->extreme, extreme, s->tolerance, s->reason);
}

static const spin_up spin_ups[] = {
    {"F5, w 6 rad/s",
     {1.4e4, 2.8e7, 1.2, 10, 3, 0, true},
     6,
     4,
     {5, 7.5, 10, 12.5},
     {-0.4684420, -0.5590392, -0.3627654, -0.1126809},
     -0.5737866,
     1e-3,
     "1 mm: modes are linear"},
    {"F5, w 1.5 rad/s",
     {1.4e4, 2.8e7, 1.2, 10, 3, 0, true},
     1.5,
     0,
     {0},
     {0},
     -0.1559174,
     1e-3,
     "1 mm: modes are linear"},
    {"F5, w 1.5 rad/s, no foreshortening",
     {1.4e4, 2.8e7, 1.2, 10, 3, 0, false},
     1.5,
     0,
     {0},
     {0},
     -0.16506,
     1e-4,
     "0.1 mm: the modes of the reference are not known; foreshortening makes 9 mm"},
    {"F5k",
     {6.8952e10 * 8.2181e-9, 6.8952e10 * 7.2968e-5, 2766.67 * 7.2968e-5, 8, 3, 0, true},
     6,
     2,
     {5, 10},
     {-0.6232083, -0.4373630},
     -0.7506227,
     6e-3,
     "what linear modes leave out is of the order deflection^3/length^2, 6.6 mm"},
};

/* ---- F6: pendulum ---- */

static void check_pendulum(valid_run *v)
{
    static const double times[4] = {1, 2, 3, 5};
    static const double expected[4][2] = {
        {-1.4359550, -2.6340801}, {-2.901285, -0.763158}, {2.869607, -0.874801}, {-2.999964, 0.001780}};
    const plane_beam beam = {800, 4e6, 2, 3, 3, 2e-3, true};
    const double dt = 2.5e-4;
    const flex_body *body;
    const mb_flexible *flexible = build_plane_beam(v, &beam, &body);
    if (!flexible) return;
    motion m = begin(flexible, body);
    m.is_free[5] = true;
    m.gravity = hl_v3(0, -gravity, 0);
    double largest = 0;
    for (int k = 1, i = 0; k <= 20000; k++) {
        step(&m, dt);
        largest = fmax(largest, fabs(tip_deflection(&m, beam.length).y));
        if (k != (int)lround(times[i] / dt)) continue;
        const hl_mat3 R = attitude(m.y);
        const hl_vec3 tip = hl_add(vector_at(m.y), hl_mul(&R, mb_flexible_place(m.tip, m.n, &m.y[FIRST])));
        char what[80];
        snprintf(what, sizeof what, "F6: x of the tip, %g s", times[i]);
        valid_published(v, what, "m", rods, expected[i][0], tip.x, 2e-4, "0.2 mm: modes are linear");
        snprintf(what, sizeof what, "F6: y of the tip, %g s", times[i]);
        valid_published(v, what, "m", rods, expected[i][1], tip.y, 2e-4, "0.2 mm: modes are linear");
        i++;
    }
    valid_published(v, "F6: largest deflection from the tangent at the root", "m", rods, 45.71e-3, largest,
                    2e-4, "0.2 mm: modes are linear");
}

/* ---- F12: a body that is thrown ---- */

/* Momentum and angular momentum about the origin of the world, energy. */
static void conserve(const motion *m, hl_vec3 *momentum, hl_vec3 *angular, double *energy)
{
    mb_flexible_inertia inertia;
    mb_flexible_wrench p;
    const mb_flexible_motion rates = rates_of(m, m->y);
    const hl_mat3 R = attitude(m->y);
    mb_flexible_evaluate(m->flexible, rates.eta, &inertia);
    mb_flexible_momentum(m->flexible, &inertia, vector_at(&m->y[7]), &rates, &p);
    *momentum = hl_mul(&R, p.force);
    *angular = hl_add(hl_mul(&R, p.moment), hl_cross(vector_at(m->y), *momentum));
    *energy = mb_flexible_kinetic(m->flexible, &inertia, vector_at(&m->y[7]), &rates) +
              mb_flexible_strain(m->flexible, rates.eta);
}

/* The boom of docs/flexible.md without damping: Krylov's columns of loads at its head. */
static const mb_flexible *build_boom(valid_run *v, const flex_body **body)
{
    hl_arena *arena = valid_arena(v);
    hl_report *report = HL_NEW(arena, hl_report, 1);
    const flex_box lower = {0.42, 0.56, 0.008, 0.008}, upper = {0.34, 0.44, 0.006, 0.006};
    flex_section stations[4] = {{.at = 0, .kind = FLEX_BOX, .box = lower},
                                {.at = 8, .kind = FLEX_BOX, .box = lower},
                                {.at = 8, .kind = FLEX_BOX, .box = upper},
                                {.at = 16, .kind = FLEX_BOX, .box = upper}};
    flex_beam beam = {FLEX_EULER_BERNOULLI, 32, {210e9, 0.3, 7850}, 4, stations};
    flex_mass head = {.at = 16, .mass = 150};
    flex_node tip = {.name = "tip", .at = 16};
    const flex_def def = {
        .name = "boom",
        .beam = &beam,
        .mass_count = 1,
        .masses = &head,
        .node_count = 1,
        .nodes = &tip,
        .foreshortening = true,
        .reduction = {.method = FLEX_KRYLOV, .interface_count = 1, .loads = {0, 1, 1, 1}, .blocks = 1}};
    flex_reduced reduced = {0};
    if (!report) return NULL;
    hl_report_begin(report, "boom");
    const hl_status status = flex_reduced_new(&def, arena, report, &reduced);
    flex_model_free(reduced.model);
    if (status != HL_OK) {
        valid_failed(v, "no boom: %s", hl_status_text(status));
        return NULL;
    }
    *body = reduced.body;
    return mb_flexible_new(reduced.body, arena);
}

/* Relative changes after 10 s. */
typedef struct changes {
    double momentum, angular, energy;
} changes;

static changes throw_body(const mb_flexible *flexible, const flex_body *body, double dt)
{
    static const double velocity[6] = {3, -2, 5, 0.3, 0.5, 0.8};
    motion m = begin(flexible, body);
    for (int i = 0; i < 6; i++) m.is_free[i] = true;
    memcpy(&m.y[7], velocity, sizeof velocity);
    for (int k = 0; k < m.n; k++) m.y[FIRST + m.n + k] = 10; /* rates: some 0.5 m/s at the tip */
    hl_vec3 momentum[2], angular[2];
    double energy[2];
    conserve(&m, &momentum[0], &angular[0], &energy[0]);
    for (int k = 0; k < (int)lround(10 / dt); k++) step(&m, dt);
    conserve(&m, &momentum[1], &angular[1], &energy[1]);
    return (changes){hl_norm(hl_sub(momentum[1], momentum[0])) / hl_norm(momentum[0]),
                     hl_norm(hl_sub(angular[1], angular[0])) / hl_norm(angular[0]),
                     energy[1] / energy[0] - 1};
}

static void check_thrown(valid_run *v)
{
    const flex_body *body;
    const mb_flexible *flexible = build_boom(v, &body);
    if (!flexible) return;
    const changes coarse = throw_body(flexible, body, 5e-4), fine = throw_body(flexible, body, 1e-4);
    static const char source[] = "exact: no force", reason[] = "1e-9 of it: the steps' error";
    valid_bound(v, "F12: change of momentum after 10 s, relative", "1", source, fine.momentum, 1e-9, reason);
    valid_bound(v, "F12: change of angular momentum after 10 s, relative", "1", source, fine.angular, 1e-9,
                reason);
    valid_bound(v, "F12: change of energy after 10 s, relative, 0.1 ms", "1", source, fine.energy,
                2 * fabs(coarse.energy) / 3125,
                "Runge-Kutta damps with the fifth power of the step: 1/3125 of that at 0.5 ms, safety 2");
}

static void run(valid_run *v)
{
    for (size_t i = 0; i < sizeof spin_ups / sizeof *spin_ups; i++) check_spin_up(v, &spin_ups[i]);
    check_pendulum(v);
    check_thrown(v);
}

const valid_case valid_case_flexible_motion = {
    "flexible-motion", "one flexible body: spin-up, pendulum, thrown, beside rods without modes", run};
