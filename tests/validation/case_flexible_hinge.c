/* Statics of a four-bar linkage whose last hinge is tilted by 5 deg (F8, after O. A. Bauchau et al. 2016):
 * rigid bars lock, flexible ones bend and twist. The energy is least under the closure: Newton's method with
 * the elastic stiffness as Hessian, derivatives of the closure by differences. */
#include "valid/case.h"

#include "flex/report.h"
#include "hl/dense.h"
#include "mb/flexible.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

static const char reference[] = "reference computation with rods without modes";

enum {
    BARS = 3,
    MODES = 6,
    B = BARS * MODES,
    D = B + 1,
    UNKNOWNS = D + 1,
    CLOSURES = 5,
    ALL = UNKNOWNS + CLOSURES
};

typedef struct linkage {
    flex_body *bars[BARS];
    double x[UNKNOWNS];      /* modes of AB, BC, CD; angles of the hinges B and D */
    double lambda[CLOSURES]; /* forces and moments in the hinge C */
} linkage;

/* ---- bars ---- */

/* A square bar with the static shapes of all six loads at its end. NULL after a failing row. */
static flex_body *build_bar(valid_run *v, double length, double a, bool foreshortening)
{
    hl_arena *arena = valid_arena(v);
    hl_report *report = HL_NEW(arena, hl_report, 1);
    flex_section stations[2] = {{.at = 0, .kind = FLEX_SOLID, .solid = {a, a}},
                                {.at = length, .kind = FLEX_SOLID, .solid = {a, a}}};
    flex_beam beam = {FLEX_EULER_BERNOULLI, 10, {207e9, 0.3, 7800}, 2, stations};
    flex_node end = {.name = "end", .at = length};
    const flex_def def = {
        .name = "bar",
        .beam = &beam,
        .node_count = 1,
        .nodes = &end,
        .reduction = {.method = FLEX_KRYLOV, .interface_count = 1, .loads = {1, 1, 1, 1, 1, 1}, .blocks = 1},
        .foreshortening = foreshortening};
    flex_reduced reduced = {0};
    if (!report) return NULL;
    hl_report_begin(report, "bar");
    const hl_status status = flex_reduced_new(&def, arena, report, &reduced);
    flex_model_free(reduced.model);
    if (status == HL_OK && reduced.modes.count == MODES) return reduced.body;
    valid_failed(v, "no bar: %s", hl_status_text(status));
    return NULL;
}

static bool build(valid_run *v, bool foreshortening, linkage *l)
{
    *l = (linkage){{build_bar(v, 0.12, 16e-3, foreshortening), build_bar(v, 0.24, 16e-3, foreshortening),
                    build_bar(v, 0.12, 8e-3, foreshortening)},
                   {0},
                   {0}};
    return l->bars[0] && l->bars[1] && l->bars[2];
}

/* ---- closure ---- */

static hl_mat3 about_z(double angle)
{
    const double c = cos(angle), s = sin(angle);
    return (hl_mat3){{{c, -s, 0}, {s, c, 0}, {0, 0, 1}}};
}

/* From the root of a bar to its end. */
static void pass(const flex_body *bar, const double *eta, hl_mat3 *R, hl_vec3 *place)
{
    static const double at_rest[MODES] = {0};
    mb_flexible_pose pose;
    mb_flexible_evaluate_marker(&bar->markers[0], MODES, eta, at_rest, &pose);
    *place = hl_add(*place, hl_mul(R, pose.place));
    *R = hl_mat3_mul(R, &pose.rotation);
}

/* Gap in the hinge C, and how far its axes are from each other. @return the place of C */
static hl_vec3 close_linkage(const linkage *l, const double *x, double phi, double gap[CLOSURES])
{
    const double tilt = 5 * pi / 180;
    const hl_vec3 axis = hl_v3(sin(tilt), 0, cos(tilt)), across = hl_v3(cos(tilt), 0, -sin(tilt));
    hl_vec3 C = hl_v3(0, 0, 0), other = hl_v3(0.24, 0, 0);
    hl_mat3 R = about_z(phi + pi / 2), of_CD = about_z(x[D] + pi / 2);
    const hl_mat3 hinge = about_z(x[B] - pi / 2), start = about_z(pi / 2);
    pass(l->bars[0], x, &R, &C);
    R = hl_mat3_mul(&R, &hinge);
    pass(l->bars[1], &x[MODES], &R, &C);
    pass(l->bars[2], &x[2 * MODES], &of_CD, &other);
    const hl_vec3 apart = hl_sub(C, other), in_CD = hl_mul_transposed(&start, axis);
    const hl_vec3 turned = hl_mul(&of_CD, in_CD);
    gap[0] = apart.x;
    gap[1] = apart.y;
    gap[2] = apart.z;
    gap[3] = hl_dot(hl_mul(&R, across), turned);
    gap[4] = hl_dot(hl_mul(&R, hl_v3(0, 1, 0)), turned);
    return C;
}

/* Derivative of the closure by an unknown; `unknown` -1: by the crank's angle. */
static void differentiate(const linkage *l, double phi, int unknown, double slope[CLOSURES])
{
    static const double step = 1e-6;
    double x[UNKNOWNS], past[CLOSURES], next[CLOSURES];
    for (int side = -1; side < 2; side += 2) {
        memcpy(x, l->x, sizeof x);
        if (unknown >= 0) x[unknown] += side * step;
        close_linkage(l, x, unknown < 0 ? phi + side * step : phi, side < 0 ? past : next);
    }
    for (int i = 0; i < CLOSURES; i++) slope[i] = (next[i] - past[i]) / (2 * step);
}

/* ---- equilibrium ---- */

static double stiffness(const linkage *l, int unknown)
{
    return unknown < B ? l->bars[unknown / MODES]->K[(unknown % MODES) * (MODES + 1)] : 0;
}

/* One iteration. @return the largest change of an angle or share of a bend */
static double iterate(linkage *l, double phi)
{
    double A[ALL * ALL] = {0}, b[ALL] = {0}, gap[CLOSURES], largest = 0;
    int pivot[ALL];
    close_linkage(l, l->x, phi, gap);
    for (int i = 0; i < UNKNOWNS; i++) {
        double slope[CLOSURES];
        differentiate(l, phi, i, slope);
        A[i * ALL + i] = stiffness(l, i);
        b[i] = -stiffness(l, i) * l->x[i];
        for (int k = 0; k < CLOSURES; k++) A[i * ALL + UNKNOWNS + k] = A[(UNKNOWNS + k) * ALL + i] = slope[k];
    }
    for (int k = 0; k < CLOSURES; k++) b[UNKNOWNS + k] = -gap[k];
    if (hl_lu_factor(A, ALL, pivot) != HL_OK) return (double)NAN;
    hl_lu_solve(A, ALL, pivot, b, 1);
    for (int i = 0; i < UNKNOWNS; i++) {
        largest = fmax(largest, fabs(b[i]));
        l->x[i] += b[i];
    }
    memcpy(l->lambda, &b[UNKNOWNS], sizeof l->lambda); /* of the new state, not changes */
    return largest;
}

static bool settle(linkage *l, double phi)
{
    for (int i = 0; i < 500; i++)
        if (iterate(l, phi) < 1e-13) return true;
    return false;
}

static double energy(const linkage *l)
{
    double sum = 0;
    for (int i = 0; i < B; i++) sum += stiffness(l, i) * l->x[i] * l->x[i] / 2;
    return sum;
}

/* Derivative of the energy by the crank's angle: the work of the hinge's forces. */
static double torque(const linkage *l, double phi)
{
    double slope[CLOSURES], sum = 0;
    differentiate(l, phi, -1, slope);
    for (int k = 0; k < CLOSURES; k++) sum += l->lambda[k] * slope[k];
    return sum;
}

/* ---- the case ---- */

typedef struct position {
    double degrees, energy, torque, z, turn;
} position;

static void compare(valid_run *v, const linkage *l, const position *p)
{
    const double phi = p->degrees * pi / 180;
    double gap[CLOSURES];
    char what[80];
    const double z = close_linkage(l, l->x, phi, gap).z;
    static const char reason[] = "0.1 %: modes are linear";
    snprintf(what, sizeof what, "F8: energy, crank at %g deg", p->degrees);
    valid_published(v, what, "J", reference, p->energy, energy(l), 1e-3 * p->energy, reason);
    snprintf(what, sizeof what, "F8: torque, crank at %g deg", p->degrees);
    valid_published(v, what, "N m", reference, p->torque, torque(l, phi), 1e-3 * p->torque, reason);
    snprintf(what, sizeof what, "F8: z of C, crank at %g deg", p->degrees);
    valid_published(v, what, "m", reference, p->z, z, 1e-3 * p->z, reason);
    snprintf(what, sizeof what, "F8: turn of CD, crank at %g deg", p->degrees);
    valid_published(v, what, "deg", reference, p->turn, l->x[D] * 180 / pi, 0.1, "0.1 deg: modes are linear");
}

static void run(valid_run *v)
{
    static const position positions[] = {{15, 0.1578833, 1.1691763, 0.8354586e-3, 15.017181},
                                         {30, 0.5897215, 2.0806965, 1.5926899e-3, 30.034091},
                                         {45, 1.2184211, 2.6616470, 2.2479596e-3, 45.054435},
                                         {60, 1.9501560, 2.8649460, 2.7870630e-3, 60.088234},
                                         {75, 2.6888644, 2.7377714, 3.2037173e-3, 75.184979}};
    for (int foreshortening = 1; foreshortening >= 0; foreshortening--) {
        linkage l;
        if (!build(v, foreshortening, &l)) return;
        for (int degrees = 1, i = 0; degrees <= 75; degrees++) {
            if (!settle(&l, degrees * pi / 180)) {
                valid_failed(v, "F8: no equilibrium at %d deg", degrees);
                return;
            }
            if (degrees % 15 == 0 && foreshortening) compare(v, &l, &positions[i++]);
        }
        if (!foreshortening)
            valid_published(v, "F8: torque without foreshortening, crank at 75 deg", "N m", reference,
                            2.69885, torque(&l, 75 * pi / 180), 1e-3 * 2.69885, "0.1 %: modes are linear");
    }
}

const valid_case valid_case_flexible_hinge = {"flexible-hinge",
                                              "a four-bar linkage with a tilted hinge: statics", run};
