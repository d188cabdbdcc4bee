/* Displacement machine and swash plate. Source: see hyd/pump.h. The drag is that of the full displacement:
 * bearings and gaps do not get smaller with the swash angle. */
#include "hyd/pump.h"

#include <math.h>

/* |dp| rounded: sqrt(dp^2 + r^2) - r */
static hyd_curve magnitude(double dp)
{
    const double r = HYD_DRAG_PRESSURE, root = sqrt(dp * dp + r * r);
    return (hyd_curve){dp * dp / (root + r), dp / root}; /* (root^2 - r^2)/(root + r): no cancellation */
}

/* Torque that the pressure drag takes, by dp and by w. */
typedef struct drag {
    double T, T_dp, T_w;
} drag;

static drag pressure_drag(const hyd_machine *m, double w, double dp)
{
    if (m->pressure_drag == 0.0) return (drag){0.0, 0.0, 0.0};
    const double factor = m->pressure_drag * m->displacement, t = tanh(w / m->drag_speed);
    const hyd_curve size = magnitude(dp);
    return (drag){factor * size.y * t, factor * size.y_x * t,
                  factor * size.y * (1.0 - t * t) / m->drag_speed};
}

hyd_machine_value hyd_machine_evaluate(const hyd_machine *machine, double w, double e, double p_a, double p_b)
{
    const double D = machine->displacement, K = machine->leakage, dp = p_b - p_a;
    const drag d = pressure_drag(machine, w, dp);
    const double T_dp = -e * D - d.T_dp;
    return (hyd_machine_value){.Q = e * D * w - K * dp,
                               .Q_a = K,
                               .Q_b = -K,
                               .Q_w = e * D,
                               .Q_e = D * w,
                               .T = -e * D * dp - machine->viscous_drag * w - d.T,
                               .T_a = -T_dp,
                               .T_b = T_dp,
                               .T_w = -machine->viscous_drag - d.T_w,
                               .T_e = -D * dp};
}

double hyd_machine_loss(const hyd_machine *machine, double w, double p_a, double p_b)
{
    const double dp = p_b - p_a;
    return machine->leakage * dp * dp + machine->viscous_drag * w * w + pressure_drag(machine, w, dp).T * w;
}

/* ---- swash plate ---- */

/* Reference e_ref in 0 ... 1 and its derivatives by p_b and p_LS. */
typedef struct reference {
    double e, e_b, e_LS;
} reference;

static reference controlled(const hyd_pump *pump, double command, double p_b, double p_LS)
{
    const double rest = 1.0 - pump->least;
    if (pump->control == HYD_PUMP_COMMAND)
        return (reference){hyd_limited(command, pump->least, 1.0).y, 0.0, 0.0};
    if (pump->control != HYD_PUMP_LOAD_SENSING) return (reference){1.0, 0.0, 0.0};
    const hyd_curve want = hyd_step(p_LS + pump->margin - p_b, 0.0, pump->droop);
    return (reference){pump->least + rest * want.y, -rest * want.y_x, rest * want.y_x};
}

hyd_swash_rate hyd_swash_move(const hyd_pump *pump, double command, double e, double p_b, double p_LS)
{
    reference ref = controlled(pump, command, p_b, p_LS);
    if (pump->pressure_limit > 0.0) {
        const hyd_curve cut = hyd_step(pump->pressure_limit - p_b, 0.0, pump->droop);
        ref = (reference){ref.e * cut.y, ref.e_b * cut.y - ref.e * cut.y_x, ref.e_LS * cut.y};
    }
    hyd_curve rate = {(ref.e - e) / pump->tau, 1.0};
    if (pump->rate_limit > 0.0) rate = hyd_limited(rate.y, -pump->rate_limit, pump->rate_limit);
    const double gain = rate.y_x / pump->tau;
    return (hyd_swash_rate){rate.y, -gain, gain * ref.e_b, gain * ref.e_LS};
}
