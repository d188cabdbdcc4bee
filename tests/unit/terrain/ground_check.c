#include "ground_check.h"

#include "support/check.h"

#include <float.h>
#include <stdbool.h>

typedef struct line {
    const terr_ground *ground;
    double x, y, size;
    bool along_y;
} line;

/* Raised by `size`, which differences do not see, so that rounding is relative to it. */
static double height_along(double t, const void *context)
{
    const line *l = context;
    return l->size + terr_ground_at(l->ground, l->along_y ? l->x : t, l->along_y ? t : l->y).height;
}

void check_normal(const terr_ground *ground, double x, double y, double h, double size)
{
    const hl_vec3 n = terr_ground_at(ground, x, y).normal;
    CHECK_NEAR(hl_norm(n), 1.0, 4.0 * DBL_EPSILON);
    assert_true(n.z > 0.0);
    line l = {ground, x, y, size, false};
    const double noise = 20.0 * DBL_EPSILON; /* six octaves of a few rounded operations */
    CHECK_DERIVATIVE(height_along, &l, x, -n.x / n.z, h, noise);
    l.along_y = true;
    CHECK_DERIVATIVE(height_along, &l, y, -n.y / n.z, h, noise);
}
