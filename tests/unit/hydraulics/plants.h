/* Circuits for the tests. A plant holds the lists of a definition, open to be spoilt. */
#ifndef PLANTS_H
#define PLANTS_H

#include "hyd/circuit.h"

#include <math.h>

/** C_v = C_d A sqrt(2/rho), 002 Eq. (25): discharge coefficient [1], area [m^2], density [kg/m^3]. */
static inline double throttle_coefficient(double C_d, double A, double rho)
{
    return C_d * A * sqrt(2.0 / rho);
}

enum { PLANT_ITEMS = 12 };

typedef struct plant {
    hyd_node_def nodes[PLANT_ITEMS];
    hyd_port_def ports[PLANT_ITEMS];
    hyd_command_def commands[PLANT_ITEMS];
    hyd_orifice_def orifices[PLANT_ITEMS];
    hyd_leakage_def leakages[PLANT_ITEMS];
    hyd_check_def checks[PLANT_ITEMS];
    hyd_relief_def reliefs[PLANT_ITEMS];
    hyd_counterbalance_def counterbalances[PLANT_ITEMS];
    hyd_compensator_def compensators[PLANT_ITEMS];
    hyd_directional_def directionals[PLANT_ITEMS];
    hyd_load_sensing_def load_sensings[PLANT_ITEMS];
    hyd_pump_def pumps[PLANT_ITEMS];
    hyd_motor_def motors[PLANT_ITEMS];
    hyd_accumulator_def accumulators[PLANT_ITEMS];
    hyd_cylinder_def cylinders[PLANT_ITEMS];
    hyd_circuit_def def; /* points into the lists */
} plant;

/** 002 section 5, Fig. 4, Table 1: pump - 4/3 valve - V1 - throttle - V2 - cylinder - V3 - valve - tank. */
enum { FOUR_BAR_PUMP, FOUR_BAR_TANK, FOUR_BAR_V1, FOUR_BAR_V2, FOUR_BAR_V3 };
void plant_four_bar(plant *plant);

/** A circuit with a component of every kind: nodes and states are listed in plants.c. */
void plant_everything(plant *plant);

/** A cylinder with closed chambers between hoses. */
enum { LOCKED_A, LOCKED_B };
void plant_locked(plant *plant);

/** Three volumes joined by throttles and a check valve, no source. */
void plant_closed(plant *plant);

#endif
