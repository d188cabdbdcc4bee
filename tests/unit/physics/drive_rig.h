/* A tractor's driveline on a bench: crankshaft and four wheels on revolute joints on the ground, the
 * vehicle's mass as inertia of the wheels, control unit and controls. Numbers are class-typical estimates of
 * a tractor of 115 kW and 6.1 t with 24 powershift gears. */
#ifndef DRIVE_RIG_H
#define DRIVE_RIG_H

#include "drive/driveline.h"
#include "mb/force.h"
#include "mb/step.h"

#define RPM (3.14159265358979323846 / 30.0) /* [rad/s] */

typedef struct drive_rig {
    hl_arena arena;
    mb_model *model;
    mb_state *state;
    mb_work *work;
    drive_effort_data data;
    drive_inputs inputs;
    drive_gearbox gearbox;
    drive_brakes brakes;
    drive_controls controls;
    drive_logic logic;
    mb_constant_force road[4]; /* torque of slope and rolling on each wheel [N m] */
    double x0[DRIVE_STATES];
    double step;
    double fuel; /* in the tank at the start [kg] */
} drive_rig;

/** The tractor's numbers. */
drive_model rig_drive_model(void);
drive_gearbox rig_gearbox(void);
drive_brakes rig_brakes(void);

typedef struct drive_rig_options {
    double step;             /**< [s] */
    double engine_speed;     /**< at the start [rad/s]; at rest the engine is off */
    double wheel_inertia[4]; /**< [kg m^2] */
    double road[4];          /**< [N m] */
    int gear;                /**< at the start, from 0 */
    mb_formulation formulation;
} drive_rig_options;

/** Rear wheels that carry the tractor (6.1 t at 0.83 m), front wheels alone, 1 ms, idling in gear 12. */
drive_rig_options rig_options(void);

void rig_open(drive_rig *rig, const drive_rig_options *options);
void rig_close(drive_rig *rig);

/** One tick: control unit, then a step; it must converge and stay finite. */
void rig_tick(drive_rig *rig);
void rig_run(drive_rig *rig, double seconds);

drive_values rig_look(const drive_rig *rig);

/** Kinetic energy of the crankshaft and the wheels, and what the driveline stores [J]. */
double rig_energy(const drive_rig *rig);

#endif
