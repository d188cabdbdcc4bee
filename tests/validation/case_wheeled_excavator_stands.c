/* Standing: axle loads, tipping loads and forces of supports from masses and centres of the built model; then
 * the driven machine on its blade and outriggers, level, with its tires free, and its drift there. */
#include "load_chart.h"
#include "wheeled_excavator.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char table[] = "design: rigid machine, centre of mass on a tipping line";
static const double BLADE_X = 2.72, BLADE_END = 1.21; /* [m] its ends carry, of 2.50 m */
static const double FOOT_X = -1.70, FOOT_Y = 1.63;
static const double FRONT_X = 1.50, REAR_X = -1.10;
static const double TIRE_Y = 0.5 * (2.55 - 0.275); /* middle of the outer tires */

static bool lower(arm *a, double blade, double outriggers)
{
    return arm_turn(a, ARM_BLADE, blade) && arm_turn_body(a, "outrigger_left", outriggers) &&
           arm_turn_body(a, "outrigger_right", outriggers);
}

/* ---- axles ---- */

static void axles(valid_run *v, arm *a)
{
    static const double OUT = 4.0, HIGH = 1.5; /* [m] */
    hl_vec3 centre;
    if (!arm_stretch(a, OUT, HIGH)) return;
    const double mass = driven_mass(a->e, &centre), front = mass * (centre.x - REAR_X) / (FRONT_X - REAR_X);
    valid_published(v, "front axle, arm ahead and drawn in: pin 4.0 m out", "kg", "design", 8260.0, front,
                    50.0, "poses: the design does not print its own");
    valid_published(v, "rear axle", "kg", "design", 8610.0, mass - front, 50.0, "the same");
}

/* ---- tipping ---- */

static const chart_stand
    on_tires = {"tires, axle locked",
                false,
                false,
                4,
                {{FRONT_X, -TIRE_Y}, {FRONT_X, TIRE_Y}, {REAR_X, TIRE_Y}, {REAR_X, -TIRE_Y}}},
    on_unlocked = {"tires, axle free",
                   false,
                   false,
                   3,
                   {{FRONT_X, 0.0}, {REAR_X, TIRE_Y}, {REAR_X, -TIRE_Y}}},
    on_blade = {"blade and rear tires",
                true,
                false,
                4,
                {{BLADE_X, -BLADE_END}, {BLADE_X, BLADE_END}, {REAR_X, TIRE_Y}, {REAR_X, -TIRE_Y}}},
    on_legs = {"blade and outriggers",
               true,
               true,
               4,
               {{BLADE_X, -BLADE_END}, {BLADE_X, BLADE_END}, {FOOT_X, FOOT_Y}, {FOOT_X, -FOOT_Y}}};

enum { AZIMUTHS = 7 };

/* Largest relative difference from a line of the table, in tonnes, beyond the table's rounding. */
static bool compare(arm *a, const chart_stand *s, double out, const double published[AZIMUTHS], double *worst)
{
    static const double HIGH = 1.5, EACH = 30.0, PRINTED = 0.05; /* [m], [deg], [t] */
    if (!arm_turn_body(a, "upper", 0.0) || !arm_stretch(a, out, HIGH)) return false;
    for (int i = 0; i < AZIMUTHS; i++) {
        hl_vec3 centre;
        if (!arm_turn_body(a, "upper", i * EACH * DRIVEN_DEGREE)) return false;
        const double mass = driven_mass(a->e, &centre);
        const hl_vec3 pin = arm_pin(a);
        const double load = 1e-3 * chart_tipping_load(s, mass, &centre, &pin);
        *worst = fmax(*worst, (fabs(load - published[i]) - PRINTED) / published[i]);
    }
    return true;
}

static void tipping(valid_run *v, arm *a)
{
    const struct {
        const chart_stand *on;
        double out;
        double load[AZIMUTHS];
    } lines[] = {{&on_tires, 4.5, {7.5, 9.5, 6.2, 5.0, 6.2, 6.3, 5.1}},
                 {&on_tires, 6.0, {4.7, 5.8, 3.9, 3.2, 3.9, 4.0, 3.3}},
                 {&on_tires, 7.2, {3.5, 4.3, 2.9, 2.3, 2.9, 3.0, 2.4}},
                 {&on_unlocked, 6.0, {4.7, 1.7, 1.2, 1.4, 2.6, 4.0, 3.3}},
                 {&on_blade, 6.0, {12.7, 10.1, 4.1, 3.3, 4.0, 4.0, 3.3}},
                 {&on_legs, 4.5, {24.2, 20.2, 8.6, 7.5, 10.4, 12.7, 9.9}},
                 {&on_legs, 6.0, {12.7, 11.1, 5.4, 4.7, 6.4, 7.6, 6.1}},
                 {&on_legs, 7.2, {9.0, 8.0, 4.0, 3.5, 4.7, 5.6, 4.5}}};
    const double up[2] = {arm_angle(a, ARM_BLADE), arm_angle_of(a, "outrigger_left")};
    const int count = (int)(sizeof lines / sizeof *lines);
    double worst = 0.0;
    for (int i = 0; i < count; i++) {
        const chart_stand *on = lines[i].on;
        if (!lower(a, on->blade ? 0.0 : up[0], on->outriggers ? 0.0 : up[1]) ||
            !compare(a, on, lines[i].out, lines[i].load, &worst))
            return;
        if (i + 1 < count && lines[i + 1].on == on) continue;
        char text[120];
        snprintf(text, sizeof text, "tipping loads on %s, all round: largest relative difference", on->name);
        valid_bound(v, text, "1", table, worst, 0.03,
                    "3 % beyond the rounding of the design's table, 0.05 t");
        worst = 0.0;
    }
}

/* Rated loads of its file. */
static void load_chart(valid_run *v, arm *a, const double up[2])
{
    if (!lower(a, up[0], up[1])) return;
    chart_rows(v, a, &on_unlocked, 0);
    chart_rows(v, a, &on_tires, 1);
    if (lower(a, 0.0, 0.0)) chart_rows(v, a, &on_legs, 2);
}

/* ---- forces of the supports ---- */

/* On four equal springs they are a + b x + c y: forces and moments for the three. */
static void share(const chart_corner at[4], double weight, double x, double y, double force[4])
{
    double m[3][4] = {{0}};
    for (int i = 0; i < 4; i++) {
        const double f[3] = {1.0, at[i].x, at[i].y};
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++) m[r][c] += f[r] * f[c];
    }
    m[0][3] = weight, m[1][3] = weight * x, m[2][3] = weight * y;
    for (int p = 0; p < 3; p++) /* symmetric and positive: no pivoting */
        for (int r = 0; r < 3; r++) {
            if (r == p) continue;
            const double k = m[r][p] / m[p][p];
            for (int c = p; c < 4; c++) m[r][c] -= k * m[p][c];
        }
    for (int i = 0; i < 4; i++)
        force[i] = m[0][3] / m[0][0] + m[1][3] / m[1][1] * at[i].x + m[2][3] / m[2][2] * at[i].y;
}

static const double SIDE_OUT = 6.0, SIDE_HIGH = 1.5;

static void supports(valid_run *v, arm *a)
{
    static const double loads[2] = {0.0, 1500.0}; /* [kg] */
    static const double printed[2][4] = {{43.5, 56.4, 28.0, 37.5}, {30.5, 78.5, 17.9, 53.3}};
    const chart_corner at[4] = {
        {FOOT_X, -FOOT_Y}, {FOOT_X, FOOT_Y}, {BLADE_X, -BLADE_END}, {BLADE_X, BLADE_END}};
    double worst = 0.0;
    hl_vec3 centre;
    if (!arm_turn_body(a, "upper", 0.0) || !lower(a, 0.0, 0.0) || !arm_stretch(a, SIDE_OUT, SIDE_HIGH) ||
        !arm_turn_body(a, "upper", 90.0 * DRIVEN_DEGREE))
        return;
    const double mass = driven_mass(a->e, &centre);
    const hl_vec3 pin = arm_pin(a);
    for (int l = 0; l < 2; l++) {
        double force[4];
        const double all = mass + loads[l];
        share(at, DRIVEN_GRAVITY * all, (mass * centre.x + loads[l] * pin.x) / all,
              (mass * centre.y + loads[l] * pin.y) / all, force);
        for (int i = 0; i < 4; i++) worst = fmax(worst, fabs(1e-3 * force[i] / printed[l][i] - 1.0));
    }
    valid_bound(
        v,
        "feet and blade's ends, arm 6 m over the side, without and with 1.5 t, equal springs: largest "
        "relative difference of their forces",
        "1", table, worst, 0.03, "3 %");
}

/* ---- the driven machine ---- */

/* The least distance of an axle's tires from level ground [m]. */
static double gap(const driven *e, const char *left, const char *right)
{
    const double radius = e->author->tires[0].model.radius;
    const hl_vec3 l = driven_point(e, driven_body(e, left), (const double[3]){0}),
                  r = driven_point(e, driven_body(e, right), (const double[3]){0});
    return fmin(l.z, r.z) - radius;
}

static double front_gap(const driven *e)
{
    return gap(e, "wheel_front_left", "wheel_front_right");
}

static double rear_gap(const driven *e)
{
    return gap(e, "wheel_rear_left", "wheel_rear_right");
}

/* Outriggers, then the blade, until its tires are free; the arm at rest. */
static bool support(driven *e)
{
    static const double FREE = 0.04, LONGEST = 12.0; /* [m], [s] */
    const double h = world_machine_step_size(e->machine);
    driven_set(e, "throttle", 1.0);
    if (!driven_drive(e, 2.0)) return false;
    for (double time = 0.0; time < LONGEST; time += h) {
        driven_look(e);
        const double legs = rear_gap(e) < FREE ? -0.5 : 0.0, blade = front_gap(e) < FREE ? -0.5 : 0.0;
        driven_set(e, "outrigger_left", legs);
        driven_set(e, "outrigger_right", legs);
        driven_set(e, "blade", blade);
        if (legs == 0.0 && blade == 0.0) break;
        if (!driven_step(e)) return false;
    }
    return driven_drive(e, 5.0);
}

static void is_free_and_level(valid_run *v, driven *e)
{
    static const double MIDDLE = 0.04, AROUND = 0.02; /* [m] */
    static const char task[] = "exercise: free by 20 to 60 mm";
    driven_look(e);
    valid_published(v, "on blade and outriggers: front tires above the ground by", "m", task, MIDDLE,
                    front_gap(e), AROUND, "the exercise");
    valid_published(v, "rear tires", "m", task, MIDDLE, rear_gap(e), AROUND, "the exercise");
    valid_bound(v, "its tilt", "deg", "exercise: level within 1 deg",
                hypot(driven_signal(e, "chassis.pitch"), driven_signal(e, "chassis.roll")) / DRIVEN_DEGREE,
                1.0, "the exercise");
}

/* Feet stand at FOOT_X and the blade at BLADE_X, to half of a foot's length. */
static void carries(valid_run *v, driven *e)
{
    static const double HALF_FOOT = 0.20; /* [m] */
    hl_vec3 centre;
    driven_look(e);
    const double weight = DRIVEN_GRAVITY * driven_mass(e, &centre), x = driven_signal(e, "chassis.x");
    const double blade = -DRIVEN_GRAVITY * driven_signal(e, "contact.blade.load"),
                 feet = -DRIVEN_GRAVITY * (driven_signal(e, "contact.outrigger_left.load") +
                                           driven_signal(e, "contact.outrigger_right.load"));
    valid_published(v, "on blade and outriggers, arm ahead: force on the blade", "kN",
                    "exact: moments about the feet",
                    1e-3 * weight * (centre.x - x - FOOT_X) / (BLADE_X - FOOT_X), 1e-3 * blade,
                    1e-3 * weight * HALF_FOOT / (BLADE_X - FOOT_X), "half a foot's length");
    valid_published(v, "the same: on blade and feet", "kN", "exact: weight", 1e-3 * weight,
                    1e-3 * (blade + feet), 1e-5 * weight, "the rest of its swaying");
}

/* Blade and undercarriage. */
typedef struct stand {
    hl_vec3 at[2];
} stand;

static stand stand_of(driven *e)
{
    static const char *const names[2] = {"blade", "undercarriage"};
    stand now;
    driven_look(e);
    for (int i = 0; i < 2; i++) now.at[i] = driven_point(e, driven_body(e, names[i]), (const double[3]){0});
    return now;
}

static double way_between(const stand *from, const stand *to)
{
    double most = 0.0;
    for (int i = 0; i < 2; i++)
        most = fmax(most, hypot(to->at[i].x - from->at[i].x, to->at[i].y - from->at[i].y));
    return most;
}

/* The bucket shaken for ten minutes; the machine is compared with its arm at rest before and after, and at
 * the same beat after one and ten minutes. */
static void drift(valid_run *v, driven *e)
{
    static const double MINUTES = 10.0, BEAT = 0.4, MOST = 1e-3, CREEP = 1e-5; /* [min], [s], [m] */
    const stand first = stand_of(e);
    stand begun = first;
    const int minute = (int)(60.0 / (2.0 * BEAT)), beats = (int)(60.0 * MINUTES / (2.0 * BEAT));
    for (int i = 0; i < beats; i++) {
        for (int way = -1; way <= 1; way += 2) {
            driven_set(e, "bucket", way);
            if (!driven_drive(e, BEAT)) return;
        }
        if (i + 1 == minute) begun = stand_of(e);
    }
    const stand shaken = stand_of(e);
    driven_set(e, "bucket", 0.0);
    if (!driven_drive(e, 3.0)) return;
    const stand last = stand_of(e);
    valid_bound(v, "bucket shaken for 10 min on blade and outriggers: it walks by", "m",
                "class: at most 1 mm", way_between(&first, &last), MOST, "class");
    valid_bound(v, "the same, in the last 9 min of it", "m", "exact: stiction does not creep",
                way_between(&begun, &shaken), CREEP, "a hundredth of the class");
    valid_bound(v, "the same: it sinks by", "m", "class: check valves, 5 mm", first.at[1].z - last.at[1].z,
                5e-3, "class");
}

static void driven_supports(valid_run *v)
{
    driven e;
    if (!wheeled_excavator_build(v, &(driven_start){0}, &e) || !support(&e)) return;
    is_free_and_level(v, &e);
    carries(v, &e);
    drift(v, &e);
}

void wheeled_excavator_stands(valid_run *v)
{
    driven e;
    arm a;
    if (!wheeled_excavator_build(v, &(driven_start){.unsettled = true}, &e) || !arm_begin(&e, &a)) return;
    const double up[2] = {arm_angle(&a, ARM_BLADE), arm_angle_of(&a, "outrigger_left")};
    axles(v, &a);
    tipping(v, &a);
    load_chart(v, &a, up);
    supports(v, &a);
    driven_supports(v);
}
