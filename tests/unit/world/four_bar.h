/* The hydraulically actuated four-bar of 002 section 5, Fig. 4 and Table 1, built directly, and the same
 * system solved by an independent method: minimal coordinates, every equation written out again, SUNDIALS
 * CVODE at tight tolerance.
 *
 * The seal friction of the published run is not printed; here F_mu = c ds/dt, and further readings of the
 * case as in the design notes: time constant of the spool from 35 Hz, physical sign of Eq. (43), l2_0 = s_0 -
 * l, p1 = p2 at the start from the static force, no clamp on pressures, secant flow law below 2 bar. */
#ifndef FOUR_BAR_H
#define FOUR_BAR_H

#include "circuit/circuit.h"

#include "mb/step.h"

/** What the tests vary. */
typedef struct four_bar_case {
    double friction;  /**< c [N s/m] */
    double hose[3];   /**< V_h1, V_h2, V_h3 [m^3] */
    bool stiff;       /**< mb_effort_def.stiff_states */
    mb_friction seal; /**< other seal friction; law NONE: viscous with c */
} four_bar_case;

/** The set `viscous`: c = 1.9436e5 N s/m; Table 1. */
four_bar_case four_bar_viscous(void);

typedef struct four_bar {
    hl_arena arena;
    const hyd_circuit *circuit;
    world_hydraulics *hydraulics;
    mb_effort_def effort;
    mb_model *model;
    mb_state *state;
    mb_work *work;
} four_bar;

void four_bar_open(four_bar *m, const four_bar_case *c, const mb_step_options *options);
void four_bar_close(four_bar *m);

/** The circuit alone. */
void four_bar_circuit(const four_bar_case *c, hl_arena *arena, const hyd_circuit **circuit);

/* States of the effort, and of the reference. */
enum { FB_P1, FB_P2, FB_P3, FB_U, FB_W, FB_STATES };

/** A moment of the reference: joint angles as in 002 Fig. 4, effort states. */
typedef struct four_bar_moment {
    double z[3];         /**< [rad] */
    double x[FB_STATES]; /**< Pa, V, J */
} four_bar_moment;

/** Solve the case by CVODE: moments at 0, step, 2 step ... `count` steps. Viscous friction only. */
void four_bar_reference(const four_bar_case *c, double step, int count, four_bar_moment *moments);

/* ---- data: 002 section 5 and Table 1 ---- */

#define FB_GRAVITY    9.81
#define FB_L1         9.0
#define FB_L2         1.41421356237309504880
#define FB_L3         2.0
#define FB_M1         225.0
#define FB_M2         35.0
#define FB_M3         50.0
#define FB_PUMP       7.6e6
#define FB_TANK       0.1e6
#define FB_CVD        2.138e-8
#define FB_THROTTLE   (0.8 * 2.83e-5) /* C_d A_t */
#define FB_RHO        850.0
#define FB_B_HOSE     550e6
#define FB_B_OIL      1500e6
#define FB_B_CYLINDER 31500e6
#define FB_AREA_2     (0.25 * 3.14159265358979323846 * 0.08 * 0.08)
#define FB_AREA_3     (0.25 * 3.14159265358979323846 * (0.08 * 0.08 - 0.035 * 0.035))
#define FB_STROKE     1.1
#define FB_S0         1.41421356237309504880
#define FB_P3_START   3.5e6
#define FB_TAU        (1.0 / (2.0 * 3.14159265358979323846 * 35.0))

/** p1 = p2 at the start: (F_s0 + p3 A3)/A2 with F_s0 = sqrt(2) g (3 m1 + 2 m2 + m3). */
double four_bar_start_pressure(void);

#endif
