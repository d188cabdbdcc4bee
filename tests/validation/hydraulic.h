/* A run of a hydraulically driven mechanism of the papers, 10 s, and what the papers report of it. */
#ifndef VALID_HYDRAULIC_H
#define VALID_HYDRAULIC_H

#include "hydraulic_reference.h"
#include "valid/case.h"

/** What a run leaves. */
typedef struct valid_drive {
    double average; /**< Newton iterations */
    int most;
    double work, least_work;       /**< largest and least W of the cylinder, W a state [J] */
    double drift, paper_drift;     /**< largest |T + V - W| by each of the two [J] */
    double paper_drift_at;         /**< [s] */
    double power_jump;             /**< largest change of F ds/dt in a step [W] */
    double violation[3];           /**< largest |Phi|, |Phi_dot|, |Phi_ddot| */
    double force_step;             /**< largest change of the multipliers in a step */
    int chosen_steps;              /**< steps in which double-step chose the expected coordinate alone */
    double angle, pressure;        /**< largest differences from the reference [rad], [Pa] */
    double settled_angle, settled; /**< the same away from switching: not within 50 ms after it */
} valid_drive;

/** Plots of a run, each may be NULL. */
typedef struct valid_drive_plots {
    valid_curve *iterations, *cost; /**< cost: time spent in steps so far [ms] */
    valid_curve *violation[3];
    valid_curve *kinetic, *potential, *work, *drift;
    valid_curve *angle[5], *pressure[3]; /**< columns z1 ... and p1 ... */
    int angles;
    valid_curve *friction; /**< -F_mu over ds */
} valid_drive_plots;

typedef struct valid_drive_def {
    const char *file;
    valid_override override;
    const valid_driven *reference; /**< with its moments, or NULL */
    const valid_driven_moment *moments;
    int expected; /**< column that double-step is expected to choose */
    const valid_drive_plots *plots;
} valid_drive_def;

/** Run; false after a failing row. */
bool valid_drive_run(valid_run *run, const valid_drive_def *def, valid_drive *drive);

/** Largest errors that the trapezoidal rule reaches at 1 ms: design notes. */
typedef struct valid_reach {
    double angle, pressure;
} valid_reach;

/** Rows: run at 1 and 0.5 ms against the reference; errors within twice `reach`, and order 2.
 *  @param what  begins each row */
void valid_drive_accuracy(valid_run *run, const char *what, const char *file, const char *formulation,
                          const valid_driven *reference, valid_reach reach);

/** The plots of 002 section 6 and publication II: joint angles, pressures, energies, drift, violations and
 * iterations, from a run of `file`; `label` begins their names. */
void valid_drive_plot(valid_run *run, const char *label, const char *file, const char *formulation,
                      int angles);

/** What 002 publishes of a mechanism. */
typedef struct valid_drive_published {
    double work, drift; /**< maximum actuator work, peak energy drift [J] */
    double average[2];  /**< Newton iterations: ali3p, double-step */
    int most[2];
    int independent; /**< coordinate that double-step chose, counted from 1 */
} valid_drive_published;

/** Rows of 002 section 6 for `file`, both formulations. `work`: what this reading's work is compared with.
 *  @param set  name of the reading, stands in every row */
void valid_drive_rows(valid_run *run, const char *file, const char *set,
                      const valid_drive_published *published, double work, double work_printed,
                      const char *work_source);

/** Row: the vibration on the oil of the closed valve, without friction but for the throttle's. Standard
 * deviation of p3 from 9 to 10 s against the reference. */
void valid_drive_rings(valid_run *run, const char *file, const valid_driven *reference);

/** What the trapezoidal rule leaves of the energy balance with W a state [J]. */
double valid_drive_quadrature(const valid_drive *drive);

#endif
