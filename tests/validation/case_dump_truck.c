/* The dump truck: masses, axle loads, speeds, climb, brakes, tipping. Published are figures of the class and
 * what assets/machines/dump_truck_geometry.py calculates from masses and pins by statics. The payload is a
 * rigid box on the floor of the body: soil in the container is tested in tests/system/cli/traffic.sh. */
#include "driven.h"

#include <math.h>
#include <stdio.h>

static const char geometry[] = "dump_truck_geometry.py, statics on its own";
static const char a_count[] = "a count";
static const double KMH = 1.0 / 3.6; /* [m/s] */

/* ---- building ---- */

/* `change` of a start: 15 t of moist sand in the body, a box on its floor. */
static void load(auth_machine *author, const void *with)
{
    static const double MASS = 15000.0, SIZE[3] = {4.8, 2.3, 0.849}, AT[3] = {2.1, 0.0, 0.575};
    (void)with;
    auth_body *body = &author->mechanism->bodies[author->containers[0].body];
    const double total = body->mass + MASS, reduced = body->mass * MASS / total;
    double between[3];
    for (int k = 0; k < 3; k++) {
        between[k] = AT[k] - body->centre[k];
        body->centre[k] += MASS / total * between[k];
    }
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        body->inertia[k] += MASS / 12.0 * (SIZE[i] * SIZE[i] + SIZE[j] * SIZE[j]) +
                            reduced * (between[i] * between[i] + between[j] * between[j]);
    }
    body->inertia[4] -= reduced * between[0] * between[2];
    body->mass = total;
}

static bool build(valid_run *run, const driven_start *start, driven *built)
{
    static const driven_kind kind = {.name = "dump_truck",
                                     .surface = "asphalt",
                                     .bodies = {"frame", "body"},
                                     .joints = {"body", "kingpin_left"},
                                     .cylinders = {"tip", "steering"},
                                     .reliefs = {"relief"}};
    return driven_build(run, &kind, start, built);
}

static driven_start laden(void)
{
    return (driven_start){.change = load};
}

/* ---- counts, masses ---- */

static void counts(valid_run *v, const driven *t)
{
    const auth_mechanism *m = t->author->mechanism;
    const int rank = t->mechanism->assembly.rank, crankshaft = 1,
              freedoms = mb_model_counts(t->mechanism->model).columns - rank - crankshaft;
    double mass = 0.0;
    for (int i = 0; i < m->body_count; i++) mass += m->bodies[i].mass;
    valid_published(v, "bodies", "1", "design: at most 18", 17, m->body_count, 0.0, a_count);
    valid_published(v, "closed loops: tie rod", "1", "design", 1, m->loop_count, 0.0, a_count);
    valid_published(v, "degrees of freedom besides the crankshaft", "1", "design", 20, freedoms, 0.0,
                    a_count);
    valid_published(v, "tare", "kg", "design: sum of the bodies", 11070.0, mass, 1e-9 * 11070.0,
                    "a sum of decimal numbers");
}

/* Mass on the wheels of an axle [kg]. */
static double carried(driven *t, const char *axle)
{
    char left[64], right[64];
    snprintf(left, sizeof left, "wheel.%s_left.load", axle);
    snprintf(right, sizeof right, "wheel.%s_right.load", axle);
    return (driven_now(t, left) + driven_now(t, right)) / DRIVEN_GRAVITY;
}

static void axles(valid_run *v, driven *t, const char *load_text, double front, double rear)
{
    static const char settled[] = "0.5 %: the frame leans by its springs";
    char what[80];
    snprintf(what, sizeof what, "%s: on the front axle", load_text);
    valid_published(v, what, "kg", geometry, front, carried(t, "front"), 0.005 * front, settled);
    snprintf(what, sizeof what, "%s: on both rear axles", load_text);
    valid_published(v, what, "kg", geometry, rear, carried(t, "middle") + carried(t, "rear"), 0.005 * rear,
                    settled);
}

static void masses(valid_run *v)
{
    driven t;
    const driven_start full = laden();
    if (!build(v, &(driven_start){0}, &t)) return;
    counts(v, &t);
    axles(v, &t, "empty", 5324.0, 5746.0);
    if (!build(v, &full, &t)) return;
    axles(v, &t, "15 t", 7605.0, 18465.0);
    valid_bound(v, "15 t: on one rear axle, of 19 t of both", "kg", "96/53/EC, Annex I",
                fmax(carried(&t, "middle"), carried(&t, "rear")), 9500.0, "legal");
}

/* ---- driving ---- */

static bool set_off(valid_run *v, driven *t, const driven_start *start)
{
    static const double REVVING = 2.0; /* [s] */
    if (!build(v, start, t)) return false;
    driven_set(t, "parking_brake", 0.0);
    driven_set(t, "direction", 1.0);
    driven_set(t, "throttle", 1.0);
    return driven_drive(t, REVVING);
}

/* Speed up through the gears, to the last one or until a speed is reached. */
static bool speed_up(driven *t, double to, double *seconds)
{
    static const double CHANGES[] = {12.6, 17.8, 24.0,
                                     31.8, 44.1, 61.7}; /* [km/h] at 1800 rpm, from gear 1 on */
    for (size_t i = 0; i < sizeof CHANGES / sizeof *CHANGES && CHANGES[i] * KMH < to; i++) {
        const double change = CHANGES[i] * KMH;
        if (driven_now(t, "vehicle.speed") < change &&
            !driven_until(t, "vehicle.speed", change, 60.0, seconds))
            return false;
        if (!driven_press(t, "gear_up")) return false;
    }
    return driven_until(t, "vehicle.speed", to, 90.0, seconds);
}

static void top_speed(valid_run *v)
{
    driven t;
    double seconds;
    if (!set_off(v, &t, &(driven_start){0}) || !speed_up(&t, 80.0 * KMH, &seconds)) return;
    if (!driven_drive(&t, 25.0)) return;
    valid_published(v, "top speed, empty, level", "km/h", "governed 2000 rpm over 4.63 on tires of 0.53 m",
                    86.4, driven_now(&t, "vehicle.speed") / KMH, 2.6, "3 %: droop of the governor, slip");
}

static void stop(valid_run *v, const char *what, const driven_start *start)
{
    static const double SPEED = 40.0; /* [km/h] */
    driven t;
    double seconds;
    if (!set_off(v, &t, start) || !speed_up(&t, SPEED * KMH, &seconds)) return;
    const double from = driven_now(&t, "chassis.x");
    driven_set(&t, "throttle", 0.0);
    driven_set(&t, "direction", 0.0);
    driven_set(&t, "brake", 1.0);
    if (!driven_until(&t, "vehicle.speed", 0.05, 10.0, &seconds)) return;
    valid_bound(v, what, "m", "UN R13, type-0: 0.15 v + v2/130", driven_now(&t, "chassis.x") - from,
                0.15 * SPEED + SPEED * SPEED / 130.0, "legal");
}

/* Parked on a slope, then up it. */
static void climb(valid_run *v)
{
    static const double WAY = 20.0; /* [m] */
    driven t;
    double seconds;
    driven_start start = laden();
    start.slope = atan(0.18);
    if (!build(v, &start, &t)) return;
    const double parked = driven_now(&t, "chassis.x");
    if (!driven_drive(&t, 20.0)) return;
    valid_bound(v, "15 t on a slope of 18 %, parking brake: it moves in 20 s by", "m", "UN R13: 18 %",
                driven_now(&t, "chassis.x") - parked, 5e-3, "creep of bristles and springs");
    start.slope = atan(0.25);
    if (!set_off(v, &t, &start)) return;
    const double from = driven_now(&t, "chassis.x");
    if (!driven_until(&t, "chassis.x", from + WAY, 30.0, &seconds)) return;
    const double begun = driven_now(&t, "chassis.x");
    if (!driven_until(&t, "chassis.x", begun + WAY, 30.0, &seconds)) return;
    valid_published(v, "15 t up a slope of 25 %, first gear", "km/h",
                    "governed 2000 rpm over 6.58 and 4.63 on tires of 0.53 m", 13.1,
                    WAY / seconds / KMH * 1.0308, 1.3, "10 %: droop of the governor under 94 kN, slip");
}

static void turn(valid_run *v)
{
    static const double CORNER[2] = {5.625, 1.23}; /* of the bumper [m] */
    driven t;
    if (!build(v, &(driven_start){0}, &t)) return;
    driven_set(&t, "parking_brake", 0.0);
    driven_set(&t, "steering", 1.0);
    if (!driven_drive(&t, 5.0)) return;
    driven_set(&t, "direction", 1.0);
    if (!driven_drive(&t, 8.0)) return;
    driven_look(&t);
    const double radius = driven_signal(&t, "vehicle.speed") / driven_signal(&t, "chassis.yaw_rate");
    valid_published(v, "full lock: radius between walls; class 9.8", "m", geometry, 9.70,
                    hypot(radius + CORNER[1], CORNER[0]), 0.15,
                    "1.5 %: forces across are not quite proportional to slip");
}

/* ---- tipping ---- */

static void tip(valid_run *v, const driven_start *start, const char *what, const char *pressure_text,
                double pressure)
{
    static const double THROTTLE = 0.6429; /* 1500 of 600 to 2000 rpm */
    driven t;
    double seconds, lifted;
    if (!build(v, start, &t)) return;
    driven_set(&t, "throttle", THROTTLE);
    if (!driven_drive(&t, 3.0)) return;
    driven_set(&t, "tip", 1.0);
    if (!driven_until(&t, "tip.angle", 2.0 * DRIVEN_DEGREE, 10.0, &lifted)) return;
    valid_published(v, pressure_text, "MPa", geometry, pressure,
                    1e-6 * (driven_now(&t, "cylinder.tip.pressure") - 1e5), 0.06 * pressure,
                    "6 %: seals, levers at 2 deg");
    if (!driven_until(&t, "tip.angle", 49.5 * DRIVEN_DEGREE, 60.0, &seconds)) return;
    valid_published(v, what, "s", "stroke volume over the pump's flow", 19.8, lifted + seconds, 1.6,
                    "8 %: spool's opening, leakage, droop of the governor");
}

static void lower(valid_run *v)
{
    driven t;
    double seconds;
    if (!build(v, &(driven_start){0}, &t)) return;
    driven_set(&t, "tip", 1.0);
    driven_set(&t, "throttle", 1.0);
    if (!driven_until(&t, "tip.angle", 45.0 * DRIVEN_DEGREE, 40.0, &seconds)) return;
    driven_set(&t, "tip", 0.0);
    if (!driven_drive(&t, 1.0)) return;
    const double held = driven_now(&t, "tip.angle");
    if (!driven_drive(&t, 20.0)) return;
    valid_bound(v, "empty body held at 45 deg: it sinks in 20 s by", "rad", "exact: closed valve",
                held - driven_now(&t, "tip.angle"), 1e-3, "oil that settles");
    driven_set(&t, "tip", -1.0);
    if (!driven_until(&t, "tip.angle", 1.0 * DRIVEN_DEGREE, 40.0, &seconds)) return;
    valid_bound(v, "empty body lowered from 45 deg", "s", "class", seconds, 20.0, "class");
}

static void run(valid_run *v)
{
    const driven_start full = laden();
    masses(v);
    top_speed(v);
    stop(v, "40 km/h, empty, pedal down: stopping distance", &(driven_start){0});
    stop(v, "40 km/h, 15 t, pedal down: stopping distance", &full);
    climb(v);
    turn(v);
    tip(v, &(driven_start){0}, "empty body tipped to 50 deg at 1500 rpm",
        "its pressure as it leaves the frame", 1.229);
    tip(v, &full, "15 t tipped to 50 deg at 1500 rpm", "their pressure as the body leaves the frame", 9.42);
    lower(v);
}

const valid_case valid_case_dump_truck = {"dump-truck",
                                          "dump truck: axle loads, speeds, climb, brakes, tipping", run};
