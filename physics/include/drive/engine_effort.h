/* A Diesel engine without a driveline, as one effort on the angle of its crankshaft, for a machine driven by
 * its pumps. Engine: drive/engine.h; decisions once a tick: drive/logic.h. */
#ifndef DRIVE_ENGINE_EFFORT_H
#define DRIVE_ENGINE_EFFORT_H

#include "drive/driveline.h"

/** States of the effort. */
enum {
    ENGINE_TORQUE, /**< indicated torque, lagging its demand [N m] */
    ENGINE_FUEL,   /**< burnt since the start [kg] */
    ENGINE_WORK,   /**< of the indicated torque and of the starter since the start [J] */
    ENGINE_LOSS,   /**< taken by the engine's friction since the start [J] */
    ENGINE_STATES
};

/** Engine of an effort and its inputs, constant during a step. */
typedef struct drive_engine_data {
    drive_engine engine;
    const drive_engine_inputs *inputs;
} drive_engine_data;

/** Results of the engine at a moment: its members of drive_values and `loss`; the others are zero.
 * engine_power = loss + force times speed of the port.
 *  @param speed  of the port [rad/s]
 *  @param x      states. RT. */
drive_values drive_engine_evaluate(const drive_engine_data *data, double speed,
                                   const double x[ENGINE_STATES]);

/** The engine as an effort; its port is the joint angle of the crankshaft.
 *  @param x0  initial states, ENGINE_STATES numbers, kept by the caller; `data` outlives the model */
mb_effort_def drive_engine_effort(const char *name, mb_measure_def crankshaft, const drive_engine_data *data,
                                  const double *x0);

#endif
