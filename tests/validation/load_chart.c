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

/* The mass at the bucket's pin that the boom cylinders hold at the relief's pressure [kg]. Virtual work of a
 * turn of the boom by dtheta: p A ds = g d(m z_c) + g m_load dz_pin. */
static bool boom_load(arm *a, double *load)
{
    static const double RELIEF = 35.0e6, TURN = 1e-4; /* [Pa], [rad] */
    const double area = driven_cylinder(a->e->author, "boom")->def.cylinder.area_a;
    const double at = arm_angle(a, ARM_BOOM);
    double lever, moment[2], height[2]; /* moment: mass times height of the centre [kg m] */
    for (int side = 0; side < 2; side++) {
        hl_vec3 centre;
        if (!arm_turn(a, ARM_BOOM, at + (side ? TURN : -TURN))) return false;
        moment[side] = driven_mass(a->e, &centre) * centre.z;
        height[side] = arm_pin(a).z;
    }
    if (!arm_turn(a, ARM_BOOM, at) || !arm_lever(a, ARM_BOOM, &lever)) return false;
    *load = (2.0 * TURN * RELIEF * area * lever / DRIVEN_GRAVITY - (moment[1] - moment[0])) /
            (height[1] - height[0]);
    return true;
}

/* Rated load of a radius with the bucket's pin 1.5 m high; tipping all round, in steps of 10 deg. */
static bool rated_load(arm *a, const chart_stand *stand, double out, double *rated)
{
    static const double HIGH = 1.5, TIPPING = 0.75, HYDRAULIC = 0.87; /* [m], [1] */
    double lifted;
    if (!arm_turn_body(a, "upper", 0.0) || !arm_stretch(a, out, HIGH) || !boom_load(a, &lifted)) return false;
    *rated = HYDRAULIC * lifted;
    for (int azimuth = 0; azimuth <= 180; azimuth += 10) {
        hl_vec3 centre;
        if (!arm_turn_body(a, "upper", azimuth * DRIVEN_DEGREE)) return false;
        const double mass = driven_mass(a->e, &centre);
        const hl_vec3 pin = arm_pin(a);
        *rated = fmin(*rated, TIPPING * chart_tipping_load(stand, mass, &centre, &pin));
    }
    return arm_turn_body(a, "upper", 0.0);
}

void chart_rows(valid_run *v, arm *a, const chart_stand *stand, int state)
{
    static const double WASTE = 0.06;
    static const char source[] = "EN 474-5: 75 % of the tipping load, 87 % of the hydraulic one";
    const auth_load_chart *chart = &a->e->author->load_chart;
    double most = 0.0, fewest = HUGE_VAL;
    char text[160];
    for (int i = 0; i < chart->radius_count; i++) {
        double rated;
        if (!rated_load(a, stand, chart->radii[i], &rated)) return;
        const double share = chart->states[state].loads[i] / rated;
        most = fmax(most, share);
        fewest = fmin(fewest, share);
    }
    snprintf(text, sizeof text, "load chart, %s: largest load over the rated load of the standard",
             stand->name);
    valid_bound(v, text, "1", source, most, 1.0, "the standard");
    snprintf(text, sizeof text, "load chart, %s: what the smallest load lacks of it", stand->name);
    valid_bound(v, text, "1", source, 1.0 - fewest, WASTE, "rounded down to 50 kg");
}
