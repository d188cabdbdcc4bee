/* The excavator (assets/machines/excavator.yaml) in validation cases: built in a scenario of the case's own,
 * driven by setting controls, looked at through signals and through the multibody model itself. */
#ifndef VALID_EXCAVATOR_H
#define VALID_EXCAVATOR_H

#include "auth/circuit.h"
#include "valid/case.h"
#include "world/machine.h"

extern const double EXCAVATOR_GRAVITY; /**< [m/s^2] */
extern const double EXCAVATOR_DEGREE;  /**< [rad] */

typedef struct excavator {
    valid_run *run;
    const auth_machine *author;
    world_machine *machine;
    world_mechanism *mechanism;
    double *signals; /**< of the last excavator_look, in their units */
    bool failed;     /**< a row has said so */
} excavator;

/** How an excavator starts; zero: settled at the origin of level firm earth, engine at idle, medium bucket.
 */
typedef struct excavator_start {
    const char *bucket;     /**< choice of the variant; NULL: the first */
    double slope;           /**< [rad], uphill in x */
    bool unsettled;         /**< as assembled, without coming to rest */
    double step;            /**< [s]; 0: 1 ms */
    double state_tolerance; /**< of mb_step_options; 0: that of a drive in real time */
    void (*change)(auth_machine *author, const void *with); /**< changes the descriptor before it is built */
    const void *with;
} excavator_start;

/** Read the machine's file and build it. False after a failing row. Memory lives as long as the case. */
bool excavator_build(valid_run *run, const excavator_start *start, excavator *built);

void excavator_set(excavator *e, const char *control, double value);

/** One step, or steps until `seconds` have passed. False after a failing row. */
bool excavator_step(excavator *e);
bool excavator_drive(excavator *e, double seconds);

/** Evaluate all signals. */
void excavator_look(excavator *e);

/** Value of a signal at the last look, in SI units; NaN after a failing row when there is no such signal. */
double excavator_signal(excavator *e, const char *name);

/** Look, then excavator_signal. */
double excavator_now(excavator *e, const char *name);

/** Step until a signal has reached `to` from below (or from above, when it is above now).
 *  @param within   [s] after which a row says that it did not
 *  @param seconds  out: time that it took, to a step [s] */
bool excavator_until(excavator *e, const char *signal, double to, double within, double *seconds);

/** Index of a body by its name; -1 after a failing row. */
int excavator_body(const excavator *e, const char *name);

/** Where a body's point is in the world, at the last look [m]. */
hl_vec3 excavator_point(const excavator *e, int body, const double at[3]);

/** Mass and centre of mass of the whole machine at the last look, summed from the descriptor. */
double excavator_mass(const excavator *e, hl_vec3 *centre);

/** Items of the descriptor by name; NULL when there is none. */
auth_joint *excavator_joint(const auth_machine *author, const char *name);
auth_cylinder *excavator_cylinder(const auth_machine *author, const char *name);
auth_relief *excavator_relief(const auth_machine *author, const char *name);

/* ---- the case, by subject ---- */

void excavator_counts(valid_run *run);
void excavator_range(valid_run *run);
void excavator_four_bar(valid_run *run);
void excavator_stability(valid_run *run);
void excavator_forces(valid_run *run);
void excavator_times(valid_run *run);
void excavator_travel(valid_run *run);
void excavator_energy(valid_run *run);

#endif
