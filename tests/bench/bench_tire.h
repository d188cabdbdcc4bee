/* A tire as the core meets one: a wrench on the wheel that depends on all of its pose and velocity, and two
 * states, over a plane that is not horizontal, so that no derivative is zero by chance. Private to bench. */
#ifndef BENCH_TIRE_H
#define BENCH_TIRE_H

#include "mb/model.h"

typedef struct bench_tire {
    double radius;               /* [m] */
    double stiffness, damping;   /* radial [N/m], [N s/m] */
    double tread, tread_damping; /* tangential [N/m], [N s/m] */
    double relaxation;           /* length over which a deflection rolls away [m] */
} bench_tire;

/** The tire on `wheel`, about its origin. The parameters must outlive the model. */
mb_effort_def bench_tire_effort(int wheel, const bench_tire *tire);

#endif
