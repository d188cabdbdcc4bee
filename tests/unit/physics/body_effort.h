/* Efforts on one body's six ports (mb_body_ports), tires and tracks: what they say at a motion, and whether
 * their partial derivatives are those of what they say. */
#ifndef BODY_EFFORT_H
#define BODY_EFFORT_H

#include "mb/model.h"

enum { BODY_EFFORT_PORTS = 7, BODY_EFFORT_STATES = 24 /* the most */ };

/** Pose and rates of the ports: velocity of the body's origin, its angular velocity, what further ports do;
 * and the effort's states. */
typedef struct body_motion {
    mb_pose pose;
    double rate[BODY_EFFORT_PORTS], x[BODY_EFFORT_STATES];
} body_motion;

/** A motion with one input moved: displacements of the ports (three of the origin, three turns), then their
 * rates, then states. */
body_motion body_motion_moved(const body_motion *m, int ports, int input, double amount);

/** Everything that an effort says at one motion; matrices as the effort packs them. */
typedef struct effort_answer {
    double force[BODY_EFFORT_PORTS], x_dot[BODY_EFFORT_STATES], potential;
    bool idle;
    double force_s[BODY_EFFORT_PORTS * BODY_EFFORT_PORTS], force_s_dot[BODY_EFFORT_PORTS * BODY_EFFORT_PORTS],
        force_x[BODY_EFFORT_PORTS * BODY_EFFORT_STATES];
    double x_dot_s[BODY_EFFORT_STATES * BODY_EFFORT_PORTS],
        x_dot_s_dot[BODY_EFFORT_STATES * BODY_EFFORT_PORTS], x_dot_x[BODY_EFFORT_STATES * BODY_EFFORT_STATES];
} effort_answer;

/** Call the effort's evaluate function.
 *  @param rate  of the ports
 *  @param x     states */
effort_answer effort_ask(const mb_effort_def *effort, const mb_pose *pose, const double *rate,
                         const double *x, bool jacobian);

/** Fail unless every partial derivative is that of central differences, as CHECK_DERIVATIVE has it, with the
 * rounding of all rows known beforehand.
 *  @param step   of the differences
 *  @param noise  rounding of forces, and of rates of states */
void effort_check_derivatives(const mb_effort_def *effort, const body_motion *m, double step,
                              const double noise[2]);

#endif
