/* Slider-crank with equal rods through its singular positions (theta = +-90 deg), about ten of them in 10 s.
 *
 * On the regular branch the rods stay mirror images and one coordinate is left:
 *     T = (1/3 + 1/3 + 2 sin^2 theta) theta'^2/2,  V = g sin theta  (m = L = 1),
 * the inertia of the second rod being 1/12 + (3/2 sin)^2 + (1/2 cos)^2 = 1/3 + 2 sin^2. Integrated tightly it
 * gives the printed reference again.
 *
 * What a passage costs depends on how near a step comes to the singular position: errors shrink with the
 * step, but not by a fixed factor. The tolerance is therefore the largest change in two halvings, not divided
 * by anything. */
#include "reference.h"
#include "refine.h"

#include <math.h>

static const double g = 9.81, end = 10.0;
static const char source[] = "own definition; exact equation of the regular branch";

/* y = theta, theta' */
static void rates(const void *parameters, double t, const double *y, double *dy)
{
    (void)parameters, (void)t;
    const double s = sin(y[0]), c = cos(y[0]);
    const valid_one_coordinate m = {.J = 2.0 / 3.0 + 2.0 * s * s, .dJ = 4.0 * s * c, .dV = g * c};
    dy[0] = y[1];
    dy[1] = valid_free_acceleration(m, y[1]);
}

static const valid_value values[] = {
    {10.0, "theta", "theta(10), regular branch through the singular positions", "rad", 35.5686540894, 5e-11},
    {10.0, "x", "x(10)", "m", -1.061798619399, 5e-13},
    {10.0, "total", "energy after 10 s", "J", 20.0 / 3.0 + 9.81 * 0.70710678118654752, 0.0}};
enum { VALUES = sizeof values / sizeof *values, LEVELS = 3 };

static void compare_reference(valid_run *v)
{
    double y[] = {atan(1.0), 4.0 / sqrt(2.0)};
    const double error = valid_reference(rates, NULL, 2, y, end, 400000);
    valid_published(v, "theta(10) of the one-coordinate equation", "rad", "own definition, printed reference",
                    values[0].published, y[0], values[0].printed + error,
                    "half the last printed digit + Richardson's estimate of the reference's own error");
}

static void run(valid_run *v)
{
    compare_reference(v);
    const valid_refinement r = {
        .file = "slider-crank", .override = {.tolerance = 1e-12}, .values = values, .count = VALUES};
    double level[LEVELS][VALID_MAX_VALUES];
    for (int k = 0; k < LEVELS; k++)
        if (!valid_read_values(v, &r, ldexp(5e-4, -k), level[k])) return;
    for (int i = 0; i < VALUES; i++) {
        const double changes =
            fmax(fabs(level[0][i] - level[1][i]), fabs(level[1][i] - level[2][i])) + values[i].printed;
        valid_published(v, values[i].what, values[i].unit, source, values[i].published, level[LEVELS - 1][i],
                        changes,
                        "largest change when 0.5 ms is halved twice (no order near singular positions)");
    }
}

const valid_case valid_case_slider_crank = {
    "slider-crank", "slider-crank with equal rods through its singular positions", run};
