/* A slider-crank with a flexible rod (F7): the crank is driven, the rod is hinged to its pin and to the
 * slider. Equations of mb/flexible.h with the slider's guide as a constraint, by Runge-Kutta. */
#include "valid/case.h"

#include "flex/report.h"
#include "hl/dense.h"
#include "mb/flexible.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double pi = 3.14159265358979323846;
static const double crank = 0.15, rod = 0.3, slider_mass = 75.552e-3, speed = 150;

static const char reference[] = "reference computation with rods without modes";

/* theta, theta', eta, eta'; unknowns: theta'', eta'', force of the guide. */
enum { MOST_STATE = 2 + 2 * FLEX_MAX_MODES, MOST = 2 + FLEX_MAX_MODES };

typedef struct mechanism {
    flex_body *body;
    const mb_flexible *flexible;
    int n;
    double ramp; /* in which the crank's speed rises; 0: it is constant */
    double y[MOST_STATE], t;
} mechanism;

/* Static shapes of loads at the slider and of the rod's own inertia; five of them in the plane. Rotary
 * inertia of the sections, and no shear: Timoshenko's beam with stiff plates. @return false after a failing
 * row */
static bool build(valid_run *v, mechanism *m)
{
    hl_arena *arena = valid_arena(v);
    hl_report *report = HL_NEW(arena, hl_report, 1);
    const double a = 8e-3, I = a * a * a * a / 12;
    const flex_properties section = {a * a, I, I, 0.140577 * a * a * a * a, 1, 1};
    flex_section stations[2] = {{.at = 0, .kind = FLEX_FREE, .free = section},
                                {.at = rod, .kind = FLEX_FREE, .free = section}};
    flex_beam beam = {FLEX_TIMOSHENKO, 20, {2e11, 0.3, 7870}, 2, stations};
    flex_node nodes[2] = {{.name = "slider", .at = rod}, {.name = "middle", .at = rod / 2}};
    const flex_def def = {.name = "rod",
                          .beam = &beam,
                          .node_count = 2,
                          .nodes = nodes,
                          .reduction = {.method = FLEX_KRYLOV,
                                        .interface_count = 1,
                                        .loads = {1, 1},
                                        .inertia_loads = true,
                                        .blocks = 1},
                          .damping = {.stiffness = 2e-5},
                          .foreshortening = true};
    flex_reduced reduced = {0};
    if (!report) return false;
    hl_report_begin(report, "rod");
    const hl_status status = flex_reduced_new(&def, arena, report, &reduced);
    flex_model_free(reduced.model);
    if (status != HL_OK) {
        valid_failed(v, "no rod: %s", report->count > 0 ? report->list[0].text : hl_status_text(status));
        return false;
    }
    *m = (mechanism){.body = reduced.body, .n = reduced.modes.count, .ramp = 0.1};
    m->flexible = mb_flexible_new(reduced.body, arena);
    return m->flexible != NULL;
}

/* ---- kinematics ---- */

/* Angle of the crank and its derivatives: the speed rises over `ramp`, then stays. */
static void drive(double ramp, double t, double angle[3])
{
    const double share = ramp / (2 * pi), phase = t < ramp ? t / share : 0;
    if (t < ramp) {
        angle[0] = speed / ramp * (t * t / 2 + share * share * (cos(phase) - 1));
        angle[1] = speed / ramp * (t - share * sin(phase));
        angle[2] = speed / ramp * (1 - cos(phase));
    } else {
        angle[0] = speed * (t - ramp / 2);
        angle[1] = speed;
        angle[2] = 0;
    }
}

typedef struct frame {
    hl_mat3 R;
    hl_vec3 place, velocity, acceleration; /* of the pin, in the world */
} frame;

static frame frame_at(const mechanism *m, double theta, double t)
{
    double angle[3];
    drive(m->ramp, t, angle);
    const double c = cos(theta), s = sin(theta);
    const hl_vec3 pin = hl_v3(crank * cos(angle[0]), crank * sin(angle[0]), 0),
                  across = hl_v3(-pin.y, pin.x, 0);
    return (frame){{{{c, -s, 0}, {s, c, 0}, {0, 0, 1}}},
                   pin,
                   hl_scale(angle[1], across),
                   hl_add_scaled(hl_scale(angle[2], across), -angle[1] * angle[1], pin)};
}

/* End of the rod in the world: velocity by theta' and eta', acceleration without theta'' and eta''. */
typedef struct rod_end {
    hl_vec3 place, velocity, bias;
    hl_vec3 columns[1 + FLEX_MAX_MODES];
} rod_end;

static rod_end move_end(const mechanism *m, const frame *f, const double *y)
{
    const hl_vec3 w = hl_v3(0, 0, y[1]);
    mb_flexible_pose pose;
    rod_end end = {0};
    mb_flexible_evaluate_marker(&m->body->markers[0], m->n, &y[2], &y[2 + m->n], &pose);
    hl_vec3 rate = hl_v3(0, 0, 0);
    end.columns[0] = hl_mul(&f->R, hl_cross(hl_v3(0, 0, 1), pose.place));
    for (int k = 0; k < m->n; k++) {
        rate = hl_add_scaled(rate, y[2 + m->n + k], pose.linear[k]);
        end.columns[1 + k] = hl_mul(&f->R, pose.linear[k]);
    }
    const hl_vec3 velocity = hl_add(rate, hl_cross(w, pose.place));
    const hl_vec3 bias = hl_add(pose.linear_bias, hl_cross(w, hl_add(velocity, rate)));
    end.place = hl_add(f->place, hl_mul(&f->R, pose.place));
    end.velocity = hl_add(f->velocity, hl_mul(&f->R, velocity));
    end.bias = hl_add(f->acceleration, hl_mul(&f->R, bias));
    return end;
}

/* ---- equations of motion ---- */

static void differentiate(const mechanism *m, double t, const double *y, double *slope)
{
    const frame f = frame_at(m, y[0], t);
    const rod_end end = move_end(m, &f, y);
    const mb_flexible_motion motion = {&y[2], &y[2 + m->n], hl_v3(0, 0, y[1])};
    const double zero[FLEX_MAX_MODES] = {0};
    const int size = m->n + 2, last = size - 1, total = 6 + m->n;
    double H[(6 + FLEX_MAX_MODES) * (6 + FLEX_MAX_MODES)], A[MOST * MOST] = {0}, b[MOST];
    int pivot[MOST];
    mb_flexible_inertia inertia;
    mb_flexible_wrench terms;
    mb_flexible_evaluate(m->flexible, &y[2], &inertia);
    mb_flexible_velocity_terms(m->flexible, &inertia, &motion, &terms);
    mb_flexible_mass_matrix(m->flexible, &inertia, H);
    mb_flexible_add_accelerations(m->flexible, &inertia, hl_mul_transposed(&f.R, f.acceleration),
                                  hl_v3(0, 0, 0), zero, &terms);
    for (int i = 0; i < last; i++) {
        const hl_vec3 c = end.columns[i];
        for (int j = 0; j < last; j++) /* theta'' is the sixth acceleration of the body */
            A[i * size + j] = H[(5 + i) * total + 5 + j] + slider_mass * c.x * end.columns[j].x;
        A[i * size + last] = A[last * size + i] = -c.y;
        b[i] = -(i == 0 ? terms.moment.z : terms.modal[i - 1]) - slider_mass * c.x * end.bias.x;
    }
    b[last] = end.bias.y;
    if (hl_lu_factor(A, size, pivot) != HL_OK) return;
    hl_lu_solve(A, size, pivot, b, 1);
    slope[0] = y[1];
    slope[1] = b[0];
    memcpy(&slope[2], &y[2 + m->n], (size_t)m->n * sizeof *y);
    memcpy(&slope[2 + m->n], &b[1], (size_t)m->n * sizeof *b);
}

/* The slider stays on its guide: theta and theta' are corrected. */
static void guide(mechanism *m)
{
    for (int i = 0; i < 2; i++) {
        const frame f = frame_at(m, m->y[0], m->t);
        const rod_end end = move_end(m, &f, m->y);
        m->y[0] -= end.place.y / end.columns[0].y;
    }
    const frame f = frame_at(m, m->y[0], m->t);
    const rod_end end = move_end(m, &f, m->y);
    m->y[1] -= end.velocity.y / end.columns[0].y;
}

static void step(mechanism *m, double dt)
{
    static const double share[4] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6}, at[4] = {0, 0.5, 0.5, 1};
    const int size = 2 + 2 * m->n;
    double slope[MOST_STATE] = {0}, point[MOST_STATE] = {0}, sum[MOST_STATE] = {0};
    for (int s = 0; s < 4; s++) {
        for (int i = 0; i < size; i++) point[i] = m->y[i] + at[s] * dt * slope[i];
        differentiate(m, m->t + at[s] * dt, point, slope);
        for (int i = 0; i < size; i++) sum[i] += share[s] * slope[i];
    }
    for (int i = 0; i < size; i++) m->y[i] += dt * sum[i];
    m->t += dt;
    guide(m);
}

/* ---- the case ---- */

/* Distance of the rod's middle from the line from pin to slider, to its left. */
static double bend(const mechanism *m)
{
    const hl_vec3 chord = mb_flexible_place(&m->body->markers[0], m->n, &m->y[2]);
    const hl_vec3 middle = mb_flexible_place(&m->body->markers[1], m->n, &m->y[2]);
    return hl_cross(chord, middle).z / hl_norm(chord);
}

static void check_rod(valid_run *v)
{
    static const double times[4] = {0.05, 0.1, 0.15, 0.2};
    static const double x[4] = {0.3340786623, 0.3169390950, 0.1697368715, 0.1599598031};
    static const double middle[4] = {0.43441e-3, 1.29819e-3, 0.22087e-3, -0.16260e-3};
    const double dt = 2.5e-6;
    mechanism m;
    double largest = 0;
    if (!build(v, &m)) return;
    for (int i = 0; i < 4; i++) {
        char what[80];
        while (m.t < times[i] - dt / 2) {
            step(&m, dt);
            largest = fmax(largest, fabs(bend(&m)));
        }
        const frame f = frame_at(&m, m.y[0], m.t);
        snprintf(what, sizeof what, "F7: x of the slider, %g s", times[i]);
        valid_published(v, what, "m", reference, x[i], move_end(&m, &f, m.y).place.x, 1e-7,
                        "0.1 um: eight modes");
        snprintf(what, sizeof what, "F7: middle of the rod off the chord, %g s", times[i]);
        valid_published(v, what, "m", reference, middle[i], bend(&m), 5e-6, "5 um: eight modes");
    }
    valid_published(v, "F7: middle of the rod off the chord, largest", "m", reference, 1.54725e-3, largest,
                    1e-5, "0.01 mm: eight modes");
}

/* ---- modal data given outright ---- */

enum { GIVEN = 4 };

/* Integrals of the problem `crank` of the IVP test set (B. Simeon 1998), over the rod's mass and length: two
 * bending modes of a hinged beam, two of stretch, whose mass is as it is printed there. */
static void fill_given(flex_body *body)
{
    const double mass = body->mass, p = pi, K = 2e11 * 64e-6 / rod, h = 8e-3 / rod;
    const double bend = p * p * p * p / 24 * h * h;
    const double Mass[GIVEN * GIVEN] = {0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 8, 1, 0, 0, 1, 2};
    const double stiffness[GIVEN * GIVEN] = {bend, 0, 0,        0,        0, 16 * bend, 0,        0,
                                             0,    0, 16.0 / 3, -8.0 / 3, 0, 0,         -8.0 / 3, 7.0 / 3};
    const double along[GIVEN] = {0, 0, 2.0 / 3, 1.0 / 6}, across[GIVEN] = {2 / p, 0, 0, 0};
    const double x_along[GIVEN] = {0, 0, 1.0 / 3, 1.0 / 6}, x_across[GIVEN] = {1 / p, -1 / (2 * p), 0, 0};
    const double B[2][2] = {{-16 / (p * p * p), 8 / (p * p * p) - 1 / p}, {0, 1 / (2 * p)}};
    for (int k = 0; k < GIVEN; k++) {
        body->S[3 * k] = mass * along[k];
        body->S[3 * k + 1] = mass * across[k];
        body->R[3 * k + 2] = mass * rod * x_across[k];
        body->N[9 * k] = mass * rod * x_along[k];
        body->N[9 * k + 1] = mass * rod * x_across[k];
        for (int l = 0; l < GIVEN; l++) {
            const int at = k * GIVEN + l;
            body->M[at] = mass * Mass[at];
            body->K[at] = K * stiffness[at];
            body->P[9 * at + (k < 2 ? 4 : 0)] = body->M[at]; /* bending moves along y, stretch along x */
            if (k < 2 && l >= 2) body->P[9 * at + 3] = -mass * B[k][l - 2];
            if (k >= 2 && l < 2) body->P[9 * at + 1] = -mass * B[l][k - 2];
        }
    }
}

/* @return false: out of memory */
static bool take_rod(hl_arena *arena, mechanism *m)
{
    flex_body *body = HL_NEW(arena, flex_body, 1);
    flex_marker *end = HL_NEW(arena, flex_marker, 1);
    double *zeros = HL_NEW(arena, double, GIVEN *GIVEN), *phi = HL_NEW(arena, double, 3 * GIVEN);
    if (hl_arena_failed(arena)) return false;
    phi[9] = 1; /* x of the last mode */
    *end = (flex_marker){.name = "slider", .position = {rod}, .phi = phi, .psi = zeros, .G = zeros};
    *body = (flex_body){.name = "rod",
                        .description = "",
                        .modes = GIVEN,
                        .mass = 7870 * 64e-6 * rod,
                        .inertia = {1, 0, 0, 0, 1, 0, 0, 0, 0.0045339259},
                        .S = HL_NEW(arena, double, 3 * GIVEN),
                        .R = HL_NEW(arena, double, 3 * GIVEN),
                        .M = HL_NEW(arena, double, GIVEN *GIVEN),
                        .K = HL_NEW(arena, double, GIVEN *GIVEN),
                        .N = HL_NEW(arena, double, 9 * GIVEN),
                        .P = HL_NEW(arena, double, 9 * GIVEN * GIVEN),
                        .C0 = zeros,
                        .Cx = zeros,
                        .marker_count = 1,
                        .markers = end};
    if (hl_arena_failed(arena)) return false;
    body->first_moment[0] = body->mass * rod / 2;
    fill_given(body);
    *m = (mechanism){.body = body, .n = GIVEN};
    m->flexible = mb_flexible_new(body, arena);
    return m->flexible != NULL;
}

static void check_given(valid_run *v)
{
    static const double start[2 * GIVEN] = {
        0, 0, 1.03339863e-5, 1.69327969e-5, 0.444896105, 4.63434311e-3, -1.78591076e-6, -2.68938672e-6};
    static const double q[GIVEN] = {1.893193e-4, 2.375751e-5, -5.32390e-6, -8.36331e-6};
    static const char ivp[] = "IVP test set, problem crank",
                      reason[] = "1e-10 m: the digits of the reference";
    const double dt = 1e-6;
    mechanism m;
    if (!take_rod(valid_arena(v), &m)) return;
    memcpy(&m.y[2], start, sizeof start);
    guide(&m);
    while (m.t < 0.1 - dt / 2) step(&m, dt);
    const frame f = frame_at(&m, m.y[0], m.t);
    valid_published(v, "F7p: angle of the rod, 0.1 s", "rad", ivp, -0.3311734988, m.y[0], 1e-8,
                    "steps of 1 us");
    valid_published(v, "F7p: x of the slider, 0.1 s", "m", ivp, 0.1697373328, move_end(&m, &f, m.y).place.x,
                    1e-8, "steps of 1 us");
    for (int k = 0; k < GIVEN; k++) {
        char what[80];
        snprintf(what, sizeof what, "F7p: modal coordinate %d, 0.1 s", k + 1);
        valid_published(v, what, "m", ivp, q[k], m.y[2 + k], 1e-10, reason);
    }
}

static void run(valid_run *v)
{
    check_rod(v);
    check_given(v);
}

const valid_case valid_case_flexible_slider = {"flexible-slider", "slider-cranks with a flexible rod", run};
