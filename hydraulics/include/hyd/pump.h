/* Displacement machines: fixed and variable pumps, and motors (hyd/motor.h), which are the same machine run
 * the other way.
 *
 *   oil a -> b    Q = e D w - K (p_b - p_a)
 *   on the shaft  T = -e D (p_b - p_a) - c w - k D |p_b - p_a| tanh(w/w_0)
 *
 * w is the shaft's speed [rad/s], T the torque that drives the shaft's angle up: negative for a working pump,
 * so that the engine feels its load. c and k are Wilson's viscous and Coulomb drag (W. E. Wilson,
 * Positive-Displacement Pumps and Fluid Motors, 1950); tanh takes the place of his sign. |dp| is exact
 * but within HYD_DRAG_PRESSURE of zero, where its corner is rounded. */
#ifndef HYD_PUMP_H
#define HYD_PUMP_H

#include "hyd/circuit_def.h"
#include "hyd/smooth.h"

/** Pressure drop below which the corner of |dp| in the drag is rounded [Pa]; from there on it is exact. */
#define HYD_DRAG_PRESSURE 1e5

/** Flow and torque of a displacement machine, and their derivatives; e is the displacement's fraction. */
typedef struct hyd_machine_value {
    double Q, Q_a, Q_b, Q_w, Q_e; /**< [m^3/s] from a to b */
    double T, T_a, T_b, T_w, T_e; /**< [N m] on the shaft */
} hyd_machine_value;

/** Evaluate at speed w [rad/s], displacement fraction e [1] (1 for fixed machines) and pressures [Pa]. RT. */
hyd_machine_value hyd_machine_evaluate(const hyd_machine *machine, double w, double e, double p_a,
                                       double p_b);

/** What leakage and drag take [W], never negative. RT. */
double hyd_machine_loss(const hyd_machine *machine, double w, double p_a, double p_b);

/* ---- swash plate of a variable pump ---- */

/** What a swash plate hears of. */
typedef struct hyd_swash_input {
    double command;  /**< HYD_PUMP_COMMAND: displacement fraction */
    double p_a, p_b; /**< suction, delivery [Pa] */
    double p_LS;     /**< HYD_PUMP_LOAD_SENSING: highest load [Pa] */
    double w;        /**< speed of the shaft [rad/s] */
    double dp_other; /**< delivery less suction of the pump whose torque counts too [Pa]; 0: alone */
} hyd_swash_input;

typedef struct hyd_swash_rate {
    double rate, rate_e;                        /**< de/dt [1/s], [1/s] */
    double rate_a, rate_b, rate_LS, rate_other; /**< by p_a, p_b, p_LS, dp_other [1/(s Pa)] */
    double rate_w;                              /**< by w [1/rad] */
} hyd_swash_rate;

/** Fraction over which e_ref leaves what the control wants for what the torque limit allows [1]. */
#define HYD_TORQUE_BLEND 0.05

/** Share of w_T over which the torque limit begins to fall [1]. */
#define HYD_TORQUE_SPEED_BLEND 0.05

/** de/dt = (e_ref - e)/tau within the rate limit. With a torque limit e_ref <= T/(D (dp + dp_other)), the
 * total horsepower control of pumps that share an engine: two alike take T together when both are at the
 * limit, and one whose neighbour idles has nearly all of T. A limit that falls with the speed keeps an engine
 * that idles or sags from being stalled (engine speed sensing). RT. */
hyd_swash_rate hyd_swash_move(const hyd_pump *pump, const hyd_swash_input *input, double e);

#endif
