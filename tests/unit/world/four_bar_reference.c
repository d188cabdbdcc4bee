/* The four-bar again, with nothing shared but its data: one coordinate beta, the angle of body 3 seen from E,
 * the closure solved in closed form, 002 Eq. (22)-(29), (42)-(46) written out, and CVODE's BDF at tight
 * tolerance, restarted where the reference voltage steps. */
#include "four_bar.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

enum { BETA, BETA_DOT, X, UNKNOWNS = X + FB_STATES };

static const double PI = 3.14159265358979323846;

/* ---- mechanics ---- */

/* Angles of bodies 1 and 2 with their first two derivatives by beta. */
typedef struct pose {
    double t1, t2, d1, d2, dd1, dd2;
} pose;

/* a (cos, sin of u + pi/2) x + b (cos, sin of w + pi/2) y = (px, py) */
static void solve_two(double a, double u, double b, double w, double px, double py, double *x, double *y)
{
    const double a1 = -a * sin(u), a2 = a * cos(u), b1 = -b * sin(w), b2 = b * cos(w),
                 det = a1 * b2 - b1 * a2;
    *x = (px * b2 - b1 * py) / det;
    *y = (a1 * py - px * a2) / det;
}

/* O-C is 3 m, C-D is L2, D = E + L3 (cos beta, sin beta), E = (0, -1). */
static pose pose_at(double beta)
{
    const double oc = FB_L1 / 3.0, dx = FB_L3 * cos(beta), dy = -1.0 + FB_L3 * sin(beta), r = hypot(dx, dy);
    pose p;
    p.t1 = atan2(dy, dx) + acos((oc * oc + r * r - FB_L2 * FB_L2) / (2.0 * oc * r));
    p.t2 = atan2(dy - oc * sin(p.t1), dx - oc * cos(p.t1));
    solve_two(oc, p.t1, FB_L2, p.t2, -FB_L3 * sin(beta), FB_L3 * cos(beta), &p.d1, &p.d2);
    const double a1 = oc * p.d1 * p.d1, a2 = FB_L2 * p.d2 * p.d2;
    solve_two(oc, p.t1, FB_L2, p.t2, a1 * cos(p.t1) + a2 * cos(p.t2) - FB_L3 * cos(beta),
              a1 * sin(p.t1) + a2 * sin(p.t2) - FB_L3 * sin(beta), &p.dd1, &p.dd2);
    return p;
}

/* M beta_ddot + M'/2 beta_dot^2 + V' = F ds/dbeta */
static double acceleration(const pose *p, double beta, double rate, double generalised_force)
{
    const double oc = FB_L1 / 3.0, h = 0.5 * FB_L2, cross = FB_M2 * oc * h, c = cos(p->t1 - p->t2),
                 s = sin(p->t1 - p->t2);
    const double J1 = FB_M1 * FB_L1 * FB_L1 / 3.0 + FB_M2 * oc * oc,
                 J2 = FB_M2 * (FB_L2 * FB_L2 / 12.0 + h * h), J3 = FB_M3 * FB_L3 * FB_L3 / 3.0;
    const double M = J1 * p->d1 * p->d1 + J2 * p->d2 * p->d2 + J3 + 2.0 * cross * c * p->d1 * p->d2;
    const double half_M_prime =
        J1 * p->d1 * p->dd1 + J2 * p->d2 * p->dd2 +
        cross * (c * (p->dd1 * p->d2 + p->d1 * p->dd2) - s * (p->d1 - p->d2) * p->d1 * p->d2);
    const double V_prime = FB_GRAVITY * (FB_M1 * 0.5 * FB_L1 * cos(p->t1) * p->d1 +
                                         FB_M2 * (oc * cos(p->t1) * p->d1 + h * cos(p->t2) * p->d2) +
                                         FB_M3 * 0.5 * FB_L3 * cos(beta));
    return (generalised_force - V_prime - half_M_prime * rate * rate) / M;
}

/* ---- hydraulics ---- */

static double root(double dp)
{
    return fabs(dp) < 2e5 ? dp / sqrt(2e5) : copysign(sqrt(fabs(dp)), dp);
}

static double capacity(double hose, double chamber)
{
    return (hose + chamber) / FB_B_OIL + hose / FB_B_HOSE + chamber / FB_B_CYLINDER;
}

typedef struct problem {
    const four_bar_case *c;
    double U_ref;
} problem;

static void oil_rates(const problem *p, const double *x, double s, double s_dot, double *x_dot)
{
    const double U = x[FB_U], l2 = (FB_S0 - FB_STROKE) + (s - FB_S0), l3 = FB_STROKE - l2;
    const double Q_d1 = FB_CVD * U * root(U > 0.0 ? FB_PUMP - x[FB_P1] : x[FB_P1] - FB_TANK);
    const double Q_3d = FB_CVD * U * root(U > 0.0 ? x[FB_P3] - FB_TANK : FB_PUMP - x[FB_P3]);
    const double Q_t = FB_THROTTLE * sqrt(2.0 / FB_RHO) * root(x[FB_P1] - x[FB_P2]);
    x_dot[FB_P1] = (Q_d1 - Q_t) / capacity(p->c->hose[0], 0.0);
    x_dot[FB_P2] = (Q_t - FB_AREA_2 * s_dot) / capacity(p->c->hose[1], FB_AREA_2 * l2);
    x_dot[FB_P3] = (FB_AREA_3 * s_dot - Q_3d) / capacity(p->c->hose[2], FB_AREA_3 * l3);
    x_dot[FB_U] = (p->U_ref - U) / FB_TAU;
}

static int rates(sunrealtype time, N_Vector vector, N_Vector out, void *user)
{
    (void)time;
    const problem *p = user;
    const double *y = N_VGetArrayPointer(vector);
    double *y_dot = N_VGetArrayPointer(out);
    /* G = (0, -2), F in the middle of body 3: s = (cos beta, 1 + sin beta) */
    const double beta = y[BETA], s = sqrt(2.0 + 2.0 * sin(beta)), s_beta = cos(beta) / s,
                 s_dot = s_beta * y[BETA_DOT];
    const double force = y[X + FB_P2] * FB_AREA_2 - y[X + FB_P3] * FB_AREA_3 - p->c->friction * s_dot;
    const pose at = pose_at(beta);
    y_dot[BETA] = y[BETA_DOT];
    y_dot[BETA_DOT] = acceleration(&at, beta, y[BETA_DOT], force * s_beta);
    oil_rates(p, y + X, s, s_dot, y_dot + X);
    y_dot[X + FB_W] = force * s_dot;
    return 0;
}

/* ---- integration ---- */

/* U_ref, 002 Eq. (46): from each time on */
static const struct {
    double time, U_ref;
} voltages[] = {{0.0, 0.0}, {1.0, 10.0}, {2.5, 0.0}, {5.0, -10.0}, {8.0, 0.0}, {HUGE_VAL, 0.0}};

static void store(const double *y, four_bar_moment *moment)
{
    const pose p = pose_at(y[BETA]);
    moment->z[0] = p.t1;
    moment->z[1] = p.t2 - p.t1;
    moment->z[2] = y[BETA] - PI - p.t2;
    for (int i = 0; i < FB_STATES; i++) moment->x[i] = y[X + i];
}

static void *open_solver(SUNContext context, N_Vector y, SUNMatrix matrix, SUNLinearSolver solver, problem *p,
                         N_Vector tolerances)
{
    void *cvode = CVodeCreate(CV_BDF, context);
    assert_non_null(cvode);
    assert_int_equal(CVodeInit(cvode, rates, 0.0, y), CV_SUCCESS);
    assert_int_equal(CVodeSVtolerances(cvode, 1e-11, tolerances), CV_SUCCESS);
    assert_int_equal(CVodeSetLinearSolver(cvode, solver, matrix), CV_SUCCESS);
    assert_int_equal(CVodeSetUserData(cvode, p), CV_SUCCESS);
    assert_int_equal(CVodeSetMaxNumSteps(cvode, 1000000), CV_SUCCESS);
    return cvode;
}

/* From one step of the voltage to the next without looking past it. */
static void integrate(void *cvode, N_Vector y, problem *p, double step, int count, four_bar_moment *moments)
{
    int next = 1;
    store(N_VGetArrayPointer(y), &moments[0]);
    assert_int_equal(CVodeSetStopTime(cvode, voltages[next].time), CV_SUCCESS);
    for (int k = 1; k <= count; k++) {
        const double time = (double)k * step;
        const bool switches = time > voltages[next].time - 0.5 * step;
        sunrealtype reached = 0.0;
        assert_true(CVode(cvode, switches ? voltages[next].time : time, y, &reached, CV_NORMAL) >= 0);
        store(N_VGetArrayPointer(y), &moments[k]);
        if (!switches) continue;
        p->U_ref = voltages[next].U_ref;
        assert_int_equal(CVodeReInit(cvode, voltages[next].time, y), CV_SUCCESS);
        next++;
        const double stop = voltages[next].time;
        assert_int_equal(CVodeSetStopTime(cvode, isfinite(stop) ? stop : 1e3), CV_SUCCESS);
    }
}

void four_bar_reference(const four_bar_case *c, double step, int count, four_bar_moment *moments)
{
    static const double tolerances[UNKNOWNS] = {1e-13, 1e-12, 1e-4, 1e-4, 1e-4, 1e-10, 1e-8};
    const double p12 = four_bar_start_pressure();
    const double start[UNKNOWNS] = {0.0, 0.0, p12, p12, FB_P3_START, 0.0, 0.0};
    SUNContext context;
    assert_int_equal(SUNContext_Create(NULL, &context), 0);
    N_Vector y = N_VNew_Serial(UNKNOWNS, context), atol = N_VNew_Serial(UNKNOWNS, context);
    for (int i = 0; i < UNKNOWNS; i++) {
        N_VGetArrayPointer(y)[i] = start[i];
        N_VGetArrayPointer(atol)[i] = tolerances[i];
    }
    SUNMatrix matrix = SUNDenseMatrix(UNKNOWNS, UNKNOWNS, context);
    SUNLinearSolver solver = SUNLinSol_Dense(y, matrix, context);
    problem p = {c, 0.0};
    void *cvode = open_solver(context, y, matrix, solver, &p, atol);
    integrate(cvode, y, &p, step, count, moments);
    CVodeFree(&cvode);
    SUNLinSolFree(solver);
    SUNMatDestroy(matrix);
    N_VDestroy(y);
    N_VDestroy(atol);
    SUNContext_Free(&context);
}
