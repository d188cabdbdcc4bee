/* The tractor (assets/machines/tractor.yaml) in validation cases: built in a scenario of the case's own,
 * driven by setting controls, looked at through signals and through the multibody model itself. */
#ifndef VALID_TRACTOR_H
#define VALID_TRACTOR_H

#include "auth/circuit.h"
#include "valid/case.h"
#include "world/machine.h"

/* Bodies, wheels, cylinders as the cases call them; found by name. */
enum { FRONT_LEFT, FRONT_RIGHT, REAR_LEFT, REAR_RIGHT, TRACTOR_WHEELS };

extern const char *const tractor_wheel_names[TRACTOR_WHEELS];

typedef struct tractor {
    valid_run *run;
    const auth_machine *author;
    const auth_scenario *scenario;
    world_machine *machine;
    world_mechanism *mechanism;
    double *signals; /**< of the last tractor_look, in their units */
    bool failed;     /**< a row has said so */
} tractor;

/** How a tractor starts; zero: settled at the origin of level ground. */
typedef struct tractor_start {
    const char *surface; /**< NULL: "asphalt" */
    double slope;        /**< [rad], uphill in x */
    double x, drop;      /**< [m] */
    bool unsettled;
    double step;             /**< [s]; 0: 1 ms */
    const char *formulation; /**< NULL: the default */
    double state_tolerance;  /**< of mb_step_options; 0: that of a drive in real time */
    void (*change)(auth_machine *author, const void *with); /**< changes the descriptor before it is built */
    const void *with;
} tractor_start;

/** Read the machine's file and build it. False after a failing row. Memory lives as long as the case. */
bool tractor_build(valid_run *run, const tractor_start *start, tractor *built);

void tractor_set(tractor *t, const char *control, double value);

/** One step, or steps until `seconds` have passed. False after a failing row. */
bool tractor_step(tractor *t);
bool tractor_drive(tractor *t, double seconds);

/** Evaluate all signals. */
void tractor_look(tractor *t);

/** Value of a signal at the last look, in SI units; NaN after a failing row when there is no such signal. */
double tractor_signal(tractor *t, const char *name);

/** tractor_signal of "wheel.NAME.`what`". */
double tractor_wheel(tractor *t, int wheel, const char *what);

/** Look, then tractor_signal. */
double tractor_now(tractor *t, const char *name);

/** Index of a body by its name; -1 after a failing row. */
int tractor_body(tractor *t, const char *name);

/** Where a body's point is in the world, at the last look [m]. */
hl_vec3 tractor_point(const tractor *t, int body, const double at[3]);

/** Mass and centre of mass of the whole machine at the last look, summed from the descriptor. */
double tractor_mass(const tractor *t, hl_vec3 *centre);

/** A joint of the descriptor by its name; NULL when there is none. tractor_build has seen that those are
 * there which the cases name. */
auth_joint *tractor_joint(const auth_machine *author, const char *name);

/** Descriptor of the tire of a wheel, and its friction on this ground. */
const auth_tire *tractor_tire(const tractor *t, int wheel);
const auth_tire_friction *tractor_tire_friction(const tractor *t, int wheel);

/** Spin inertia of the body of a wheel [kg m^2]. */
double tractor_spin_inertia(const tractor *t, int wheel);

/** Cylinder of the loader: "lift", "tilt". */
const auth_cylinder *tractor_cylinder(const tractor *t, const char *name);

/** Press a button for a tick and let it go for one. False after a failing row. */
bool tractor_press(tractor *t, const char *button);

/* ---- the case, by subject ---- */

void tractor_counts(valid_run *run);
void tractor_statics(valid_run *run);
void tractor_rolling(valid_run *run);
void tractor_gears(valid_run *run);
void tractor_steering(valid_run *run);
void tractor_energy(valid_run *run);
void tractor_loader(valid_run *run);
void tractor_loader_forces(valid_run *run);
void tractor_numerics(valid_run *run);

#endif
