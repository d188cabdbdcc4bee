/* Bodies with efforts that put wrenches on them through body ports: a free body far from the origin carries a
 * chain with a spherical joint in it, a second tree ends in another, and the wrench on every body depends on
 * all that a pose and its rate can tell, and on two states. For tests of physics. */
#ifndef WRENCH_RIG_H
#define WRENCH_RIG_H

#include "mb/step.h"

/** Which bodies the effort acts on, and how its ports are ordered. */
typedef struct wrench_law {
    int bodies;    /**< 1 or 2; the wrench on each depends on the pose of the other */
    bool shuffled; /**< ports of a body in an order that no core could recognise as mb_body_ports' */
} wrench_law;

enum { RIG_FREE, RIG_ARM, RIG_BALL, RIG_SLIDE, RIG_POST, RIG_TIP, RIG_BODIES };

/** Bodies of the rig, in general position and moving; [RIG_BODIES]. */
void rig_bodies(mb_body_def *bodies);

/** The effort on `first` and, for two bodies, on `second`. The law must outlive the model. */
mb_effort_def rig_effort(const wrench_law *law, int first, int second);

/** Point of application in every body's frame [m]. */
hl_vec3 rig_point(void);

#endif
