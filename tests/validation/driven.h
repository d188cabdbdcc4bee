/* A machine that a validation case drives: built from its file in a scenario of the case's own, driven by
 * setting controls, looked at through signals and through the multibody model itself. What belongs to one
 * machine alone stands in tractor.h and excavator.h. */
#ifndef VALID_DRIVEN_H
#define VALID_DRIVEN_H

#include "auth/circuit.h"
#include "valid/case.h"
#include "world/machine.h"

extern const double DRIVEN_GRAVITY; /**< [m/s^2] */
extern const double DRIVEN_DEGREE;  /**< [rad] */

enum { DRIVEN_NAMES = 12 };

/** What the cases on a machine require, by names; NULL after the last. A first circuit and a first loop are
 * required of every machine. */
typedef struct driven_kind {
    const char *name;    /**< of the file in assets/machines, and in messages */
    const char *surface; /**< that it stands on unless a start says otherwise */
    const char *bodies[DRIVEN_NAMES], *joints[DRIVEN_NAMES], *cylinders[DRIVEN_NAMES], *reliefs[DRIVEN_NAMES];
} driven_kind;

typedef struct driven {
    valid_run *run;
    const char *name; /**< in messages */
    const auth_machine *author;
    const auth_scenario *scenario;
    world_machine *machine;
    world_mechanism *mechanism;
    double *signals; /**< of the last driven_look, in their units */
    bool failed;     /**< a row has said so */
} driven;

/** How a machine starts; zero: settled at the origin of level ground, engine at idle, first choices. */
typedef struct driven_start {
    auth_choice choice;  /**< of one variant; NULL: the first of each */
    const char *surface; /**< NULL: that of the kind */
    double slope;        /**< [rad], uphill in x */
    const auth_ground
        *ground;             /**< another ground than the slope; its surface is the one above. NULL: slope */
    double x, drop;          /**< [m] */
    bool unsettled;          /**< as assembled, without coming to rest */
    double step;             /**< [s]; 0: 1 ms */
    const char *formulation; /**< NULL: the default */
    double state_tolerance;  /**< of mb_step_options; 0: that of a drive in real time */
    void (*change)(auth_machine *author, const void *with); /**< changes the descriptor before it is built */
    const void *with;
} driven_start;

/* ---- building; memory lives as long as the case ---- */

/** Read the machine's file and build it. False after a failing row. */
bool driven_build(valid_run *run, const driven_kind *kind, const driven_start *start, driven *built);

/** Build from the descriptors that `d` has already (run, name, author, scenario).
 *  @param scenario_file  what messages about the scenario call it */
bool driven_make(driven *d, const char *scenario_file, const mb_step_options *options);

/** A report on a file, begun; NULL after a failing row. */
hl_report *driven_report(valid_run *run, const char *file);

/** A failing row: the report's first line, or the status when it has none. Returns false. */
bool driven_refused(valid_run *run, const char *what, hl_status status, const hl_report *report);

/* ---- driving ---- */

void driven_set(driven *d, const char *control, double value);

/** One step, or steps until `seconds` have passed. False after a failing row. */
bool driven_step(driven *d);
bool driven_drive(driven *d, double seconds);

/** Press a button for a tick and let it go for one. False after a failing row. */
bool driven_press(driven *d, const char *button);

/** Step until a signal has reached `to` from below (or from above, when it is above now).
 *  @param within   [s] after which a row says that it did not
 *  @param seconds  out: time that it took, to a step [s] */
bool driven_until(driven *d, const char *signal, double to, double within, double *seconds);

/* ---- a brake car: a damper behind the machine that lets it creep, so that the friction of motors, rollers
 * and belts counts: at rest the model's motors have none ---- */

/** `change` of a start; `with`: address of a pointer to memory for its rope. It gives wheels and tracks a
 * coefficient of traction of 1.2. */
void driven_tow(auth_machine *author, const void *with);

/** What it pulls now [N]. */
double driven_pull(driven *d);

/* ---- looking ---- */

/** Evaluate all signals. */
void driven_look(driven *d);

/** Value of a signal at the last look, in SI units; NaN after a failing row when there is no such signal. */
double driven_signal(driven *d, const char *name);

/** Look, then driven_signal. */
double driven_now(driven *d, const char *name);

/** Index of a body by its name; -1 after a failing row. */
int driven_body(const driven *d, const char *name);

/** Where a body's point is in the world, at the last look [m]. */
hl_vec3 driven_point(const driven *d, int body, const double at[3]);

/** Mass [kg] and centre of mass [m] of the whole machine at the last look, summed from the descriptor. */
double driven_mass(const driven *d, hl_vec3 *centre);

/* ---- items of the descriptor by name; NULL when there is none. driven_build has seen those of the kind ----
 */

auth_joint *driven_joint(const auth_machine *author, const char *name);
auth_cylinder *driven_cylinder(const auth_machine *author, const char *name);
hyd_relief_def *driven_relief(const auth_machine *author, const char *name);

#endif
