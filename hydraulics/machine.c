/* Displacement machine and swash plate. Source: see hyd/pump.h. The drag is that of the full displacement,
 * because bearings and gaps do not depend on the swash angle. */
#include "hyd/pump.h"

#include "hl/real.h"

#include <math.h>

/* |dp|; within r of zero r u^2 (15 - 10 u^2 + 3 u^4)/8 with u = dp/r, which meets it with value, slope and
 * curvature at |u| = 1 and never exceeds it. */
static hyd_curve magnitude(double dp)
{
    const double r = HYD_DRAG_PRESSURE, u = dp / r, u2 = u * u;
    if (u2 >= 1.0) return (hyd_curve){fabs(dp), copysign(1.0, dp)};
    return (hyd_curve){0.125 * r * u2 * (15.0 - u2 * (10.0 - 3.0 * u2)),
                       0.125 * u * (30.0 - u2 * (40.0 - 18.0 * u2))};
}

/* Torque that the pressure drag takes, by dp and by w. */
typedef struct drag {
    double T, T_dp, T_w;
} drag;

static drag pressure_drag(const hyd_machine *m, double w, double dp)
{
    if (m->pressure_drag == 0.0) return (drag){0.0, 0.0, 0.0};
    const double factor = m->pressure_drag * m->displacement, t = hl_tanh(w / m->drag_speed);
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

/* Reference e_ref in 0 ... 1 and its derivatives by p_a, p_b, p_LS, dp_other and w. */
typedef struct reference {
    double e, e_a, e_b, e_LS, e_other, e_w;
} reference;

static reference controlled(const hyd_pump *pump, const hyd_swash_input *input)
{
    const double rest = 1.0 - pump->least;
    if (pump->control == HYD_PUMP_COMMAND)
        return (reference){.e = hyd_limited(input->command, pump->least, 1.0).y};
    if (pump->control != HYD_PUMP_LOAD_SENSING) return (reference){.e = 1.0};
    const hyd_curve want = hyd_step(input->p_LS + pump->margin - input->p_b, 0.0, pump->droop);
    return (reference){.e = pump->least + rest * want.y, .e_b = -rest * want.y_x, .e_LS = rest * want.y_x};
}

/* e_ref times a STEP that falls to 0 at the limit */
static reference cut_off(const hyd_pump *pump, double p_b, reference ref)
{
    const hyd_curve cut = hyd_step(pump->pressure_limit - p_b, 0.0, pump->droop);
    return (reference){
        .e = ref.e * cut.y, .e_b = ref.e_b * cut.y - ref.e * cut.y_x, .e_LS = ref.e_LS * cut.y};
}

/* Torque granted at a speed, and its slope: T min(1, w/w_T), not below 0. */
static hyd_curve granted_torque(const hyd_pump *pump, double w)
{
    const double T = pump->torque_limit, w_T = pump->torque_speed;
    if (w_T == 0.0) return (hyd_curve){T, 0.0};
    if (w <= 0.0) return (hyd_curve){0.0, 0.0};
    const hyd_curve lack = hyd_positive(1.0 - w / w_T, HYD_TORQUE_SPEED_BLEND);
    return (hyd_curve){T * (1.0 - lack.y), T * lack.y_x / w_T};
}

/* min(e_ref, e_T) = e_ref - max(0, e_ref - e_T),  e_T = T/(D (dp + dp_other)). The pressures count for a bar
 * at least: where the shaft stands and T is 0, e_T stays 0 while they fade, and does not jump. */
static reference within_torque(const hyd_pump *pump, const hyd_swash_input *input, reference ref)
{
    static const double least = 1e5; /* [Pa] */
    const double D = pump->machine.displacement, dp = input->p_b - input->p_a + input->dp_other;
    const double full = D * fmax(dp, least);
    const hyd_curve granted = granted_torque(pump, input->w);
    if (full <= granted.y) return ref; /* e_T >= 1 >= e_ref */
    const double e_T = granted.y / full, e_T_dp = dp > least ? -e_T * D / full : 0.0;
    const hyd_curve excess = hyd_positive(ref.e - e_T, HYD_TORQUE_BLEND);
    const double kept = 1.0 - excess.y_x, by_dp = excess.y_x * e_T_dp;
    return (reference){.e = ref.e - excess.y,
                       .e_a = kept * ref.e_a - by_dp,
                       .e_b = kept * ref.e_b + by_dp,
                       .e_LS = kept * ref.e_LS,
                       .e_other = by_dp,
                       .e_w = excess.y_x * granted.y_x / full};
}

hyd_swash_rate hyd_swash_move(const hyd_pump *pump, const hyd_swash_input *input, double e)
{
    reference ref = controlled(pump, input);
    if (pump->pressure_limit > 0.0) ref = cut_off(pump, input->p_b, ref);
    if (pump->torque_limit > 0.0) ref = within_torque(pump, input, ref);
    hyd_curve rate = {(ref.e - e) / pump->tau, 1.0};
    if (pump->rate_limit > 0.0) rate = hyd_limited(rate.y, -pump->rate_limit, pump->rate_limit);
    const double gain = rate.y_x / pump->tau;
    return (hyd_swash_rate){.rate = rate.y,
                            .rate_e = -gain,
                            .rate_a = gain * ref.e_a,
                            .rate_b = gain * ref.e_b,
                            .rate_LS = gain * ref.e_LS,
                            .rate_other = gain * ref.e_other,
                            .rate_w = gain * ref.e_w};
}

/* Hydraulic motor with a gear: motor speed i w, torque on the port i T. */

double hyd_motor_share(const hyd_motor *motor, double command)
{
    return 1.0 - hyd_limited(command, 0.0, 1.0).y * (1.0 - motor->least);
}

hyd_machine_value hyd_motor_evaluate(const hyd_motor *motor, double w, double e, double p_a, double p_b)
{
    const double i = motor->gear;
    hyd_machine_value value = hyd_machine_evaluate(&motor->machine, i * w, e, p_a, p_b);
    value.Q_w *= i;
    value.T *= i;
    value.T_a *= i;
    value.T_b *= i;
    value.T_w *= i * i;
    value.T_e *= i;
    return value;
}
