/* See load_chart.h. */
#include "load_chart.h"

#include <math.h>
#include <stdio.h>

double chart_tipping_load(const chart_stand *stand, double mass, const hl_vec3 *centre, const hl_vec3 *load)
{
    double least = HUGE_VAL;
    for (int i = 0; i < stand->count; i++) {
        const chart_corner p = stand->corners[i], q = stand->corners[(i + 1) % stand->count];
        const double way[2] = {q.x - p.x, q.y - p.y}, length = hypot(way[0], way[1]);
        const double outward[2] = {way[1] / length, -way[0] / length}; /* of corners to the left about */
        const double inside = -((centre->x - p.x) * outward[0] + (centre->y - p.y) * outward[1]);
        const double outside = (load->x - p.x) * outward[0] + (load->y - p.y) * outward[1];
        if (outside > 0.0) least = fmin(least, mass * inside / outside);
    }
    return least;
}

/* All round, in steps of 10 deg. */
static bool least_tipping_load(arm *a, const chart_stand *stand, double out, double *least)
{
    static const double HIGH = 1.5; /* [m] */
    *least = HUGE_VAL;
    if (!arm_turn_body(a, "upper", 0.0) || !arm_stretch(a, out, HIGH)) return false;
    for (int azimuth = 0; azimuth <= 180; azimuth += 10) {
        hl_vec3 centre;
        if (!arm_turn_body(a, "upper", azimuth * DRIVEN_DEGREE)) return false;
        const double mass = driven_mass(a->e, &centre);
        const hl_vec3 pin = arm_pin(a);
        *least = fmin(*least, chart_tipping_load(stand, mass, &centre, &pin));
    }
    return arm_turn_body(a, "upper", 0.0);
}

void chart_rows(valid_run *v, arm *a, const chart_stand *stand, int state)
{
    static const double SHARE = 0.75, WASTE = 0.06;
    static const char source[] = "EN 474-5: 75 % of the tipping load";
    const auth_load_chart *chart = &a->e->author->load_chart;
    double most = 0.0, fewest = HUGE_VAL;
    char text[160];
    for (int i = 0; i < chart->radius_count; i++) {
        double least;
        if (!least_tipping_load(a, stand, chart->radii[i], &least)) return;
        const double share = chart->states[state].loads[i] / (SHARE * least);
        most = fmax(most, share);
        fewest = fmin(fewest, share);
    }
    snprintf(text, sizeof text, "load chart, %s: largest rated load over three quarters of the tipping load",
             stand->name);
    valid_bound(v, text, "1", source, most, 1.0, "the standard");
    snprintf(text, sizeof text, "load chart, %s: what the smallest rated load lacks of it", stand->name);
    valid_bound(v, text, "1", source, 1.0 - fewest, WASTE, "rounded down to 50 kg");
}
