/* Displacement machines: pumps and motors. */
#ifndef HYD_PUMP_H
#define HYD_PUMP_H

#include "hyd/circuit_def.h"
#include "hyd/smooth.h"

/* ---- pump ---- */

/* Displacement machines: fixed and variable pumps, and motors (hyd/pump.h), the same machine with the
 * opposite direction of power.
 *
 *   oil a -> b    Q = e D w - K (p_b - p_a)
 *   on the shaft  T = -e D (p_b - p_a) - c w - k D |p_b - p_a| tanh(w/w_0)
 *
 * w is the shaft's speed [rad/s], T the torque on the shaft in the direction of increasing angle: negative
 * for a working pump, which loads the engine. c and k are Wilson's viscous and Coulomb drag (W. E. Wilson,
 * Positive-Displacement Pumps and Fluid Motors, 1950); tanh replaces his sign function. |dp| is exact, except
 * within HYD_DRAG_PRESSURE of zero, where its corner is rounded. */

/** Pressure drop below which the corner of |dp| in the drag is rounded [Pa]; above it |dp| is exact. */
#define HYD_DRAG_PRESSURE 1e5

/** Flow and torque of a displacement machine, and their derivatives; e is the displacement fraction. */
typedef struct hyd_machine_value {
    double Q, Q_a, Q_b, Q_w, Q_e; /**< [m^3/s] from a to b */
    double T, T_a, T_b, T_w, T_e; /**< [N m] on the shaft */
} hyd_machine_value;

/** Evaluate at speed w [rad/s], displacement fraction e [1] (1 for fixed machines) and pressures [Pa]. RT. */
hyd_machine_value hyd_machine_evaluate(const hyd_machine *machine, double w, double e, double p_a,
                                       double p_b);

/** Power loss by leakage and drag [W], never negative. RT. */
double hyd_machine_loss(const hyd_machine *machine, double w, double p_a, double p_b);

/* ---- swash plate of a variable pump ---- */

/** Inputs of a swash plate. */
typedef struct hyd_swash_input {
    double command;  /**< HYD_PUMP_COMMAND: displacement fraction */
    double p_a, p_b; /**< suction, delivery [Pa] */
    double p_LS;     /**< HYD_PUMP_LOAD_SENSING: highest load [Pa] */
    double w;        /**< speed of the shaft [rad/s] */
    double dp_other; /**< delivery minus suction pressure of the sensed pump [Pa]; 0: none */
} hyd_swash_input;

typedef struct hyd_swash_rate {
    double rate, rate_e;                        /**< de/dt [1/s], [1/s] */
    double rate_a, rate_b, rate_LS, rate_other; /**< derivatives by p_a, p_b, p_LS, dp_other [1/(s Pa)] */
    double rate_w;                              /**< derivative by w [1/rad] */
} hyd_swash_rate;

/** Range of e_ref in which the transition from the control to the torque limit is rounded [1]. */
#define HYD_TORQUE_BLEND 0.05

/** Range in which the corner of the torque limit at w_T is rounded, as a share of w_T [1]. */
#define HYD_TORQUE_SPEED_BLEND 0.05

/** de/dt = (e_ref - e)/tau within the rate limit. With a torque limit e_ref <= T/(D (dp + dp_other)), as in
 * the total horsepower control of pumps that share an engine: two equal pumps at the limit have the total
 * torque T, and a pump has nearly all of T while the other one idles. A limit that falls with the speed
 * prevents stalling of the engine at low speed (engine speed sensing). RT. */
hyd_swash_rate hyd_swash_move(const hyd_pump *pump, const hyd_swash_input *input, double e);

/* ---- motor ---- */

/* Hydraulic motor: the displacement machine of hyd/pump.h with the opposite sign: flow from a to b turns the
 * shaft. */

/** Share of the full displacement [1] at a command, limited to 0 ... 1: 1 - command (1 - least). RT. */
double hyd_motor_share(const hyd_motor *motor, double command);

/** Flow, and torque on the port, at a share e of the full displacement; w [rad/s] is the speed of the port,
 * motor speed/gear. RT. */
hyd_machine_value hyd_motor_evaluate(const hyd_motor *motor, double w, double e, double p_a, double p_b);

#endif
