#include "body_effort.h"

#include "support/check.h"

#include <math.h>

enum { OUTPUTS = BODY_EFFORT_PORTS + BODY_EFFORT_STATES };

body_motion body_motion_moved(const body_motion *m, int ports, int input, double amount)
{
    body_motion moved = *m;
    double d[BODY_EFFORT_PORTS] = {0.0};
    if (input < ports) {
        d[input] = amount;
        const hl_mat3 turn = hl_quat_matrix(hl_quat_exp(hl_v3(d[3], d[4], d[5])));
        moved.pose.position = hl_add(m->pose.position, hl_v3(d[0], d[1], d[2]));
        moved.pose.rotation = hl_mat3_mul(&turn, &m->pose.rotation);
    } else if (input < 2 * ports) {
        moved.rate[input - ports] += amount;
    } else {
        moved.x[input - 2 * ports] += amount;
    }
    return moved;
}

effort_answer effort_ask(const mb_effort_def *effort, const mb_pose *pose, const double *rate,
                         const double *x, bool jacobian)
{
    effort_answer answer = {.potential = 0.0};
    const double s[BODY_EFFORT_PORTS] = {pose->position.x, pose->position.y, pose->position.z};
    mb_effort_io io = {.s = s,
                       .s_dot = rate,
                       .x = x,
                       .pose = pose,
                       .jacobian = jacobian,
                       .force = answer.force,
                       .x_dot = answer.x_dot,
                       .force_s = answer.force_s,
                       .force_s_dot = answer.force_s_dot,
                       .force_x = answer.force_x,
                       .x_dot_s = answer.x_dot_s,
                       .x_dot_s_dot = answer.x_dot_s_dot,
                       .x_dot_x = answer.x_dot_x};
    assert_true(effort->ports <= BODY_EFFORT_PORTS && effort->states <= BODY_EFFORT_STATES);
    effort->evaluate(effort->parameters, &io);
    answer.potential = io.potential;
    answer.idle = io.idle;
    return answer;
}

static void outputs_at(const mb_effort_def *effort, const body_motion *m, int input, double amount,
                       double out[OUTPUTS])
{
    const body_motion moved = body_motion_moved(m, effort->ports, input, amount);
    const effort_answer answer = effort_ask(effort, &moved.pose, moved.rate, moved.x, false);
    for (int i = 0; i < effort->ports; i++) out[i] = answer.force[i];
    for (int i = 0; i < effort->states; i++) out[effort->ports + i] = answer.x_dot[i];
}

static double analytic(const mb_effort_def *effort, const effort_answer *a, int output, int input)
{
    const int ports = effort->ports;
    const bool force = output < ports;
    const int row = force ? output : output - ports;
    if (input < ports) return (force ? a->force_s : a->x_dot_s)[row * ports + input];
    if (input < 2 * ports) return (force ? a->force_s_dot : a->x_dot_s_dot)[row * ports + input - ports];
    return (force ? a->force_x : a->x_dot_x)[row * effort->states + input - 2 * ports];
}

void effort_check_derivatives(const mb_effort_def *effort, const body_motion *m, double step,
                              const double noise[2])
{
    const int ports = effort->ports, inputs = 2 * ports + effort->states, outputs = ports + effort->states;
    const double offsets[4] = {step, -step, 0.5 * step, -0.5 * step};
    const effort_answer answer = effort_ask(effort, &m->pose, m->rate, m->x, true);
    for (int input = 0; input < inputs; input++) {
        double out[4][OUTPUTS];
        for (int k = 0; k < 4; k++) outputs_at(effort, m, input, offsets[k], out[k]);
        for (int i = 0; i < outputs; i++) {
            const double coarse = (out[0][i] - out[1][i]) / (2.0 * step),
                         fine = (out[2][i] - out[3][i]) / step;
            const double rounding = 2.0 * noise[i < ports ? 0 : 1] / step;
            const double value = analytic(effort, &answer, i, input);
            if (!(fabs(value - fine) <= fabs(coarse - fine) + rounding))
                fail_msg("d out %d / d in %d: analytic %.12g, numeric %.12g, %.12g; rounding %.3g", i, input,
                         value, fine, coarse, rounding);
        }
    }
}
