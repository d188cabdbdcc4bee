/* Travel: speeds, pull against an anchor, climbing and standing on a slope. */
#include "excavator.h"

#include <math.h>

static bool ready(valid_run *v, driven *e, const driven_start *start)
{
    if (!excavator_build(v, start, e)) return false;
    driven_set(e, "throttle", 1.0);
    return driven_drive(e, 2.0);
}

static void go(driven *e, double lever)
{
    driven_set(e, "left_travel", lever);
    driven_set(e, "right_travel", lever);
}

/* Time for 20 m after a run-up. */
static void speed(valid_run *v, double range, const char *what, double published, double manual)
{
    driven e;
    double seconds;
    if (!ready(v, &e, &(driven_start){0})) return;
    driven_set(&e, "travel_speed", range);
    go(&e, 1.0);
    if (!driven_drive(&e, 4.0)) return;
    const double start = driven_now(&e, "chassis.x"), left = driven_signal(&e, "chassis.y");
    if (!driven_until(&e, "chassis.x", start + 20.0, 60.0, &seconds)) return;
    valid_published(v, what, "s",
                    range > 0.0 ? "5.7 km/h, Caterpillar 320; service manual of a 30 t machine 13.6"
                                : "3.4 km/h, Hyundai R210LC-7; service manual of a 30 t machine 22.5",
                    published, seconds, manual - published, "the distance of the two");
    valid_bound(v, "the same: it leaves its line by", "m", "class: straight to 0.2 m in 20 m",
                driven_now(&e, "chassis.y") - left, 0.2, "class");
}

/* ---- pull ---- */

static void pull(valid_run *v)
{
    driven e;
    auth_spring *rope = HL_NEW(valid_arena(v), auth_spring, 1);
    if (!rope || !ready(v, &e, &(driven_start){.change = driven_tow, .with = &rope})) return;
    go(&e, 1.0);
    if (!driven_drive(&e, 4.0)) return;
    valid_published(v, "pull of a brake car at 0.2 m/s, coefficient of traction 1.2", "kN", "Caterpillar 320",
                    205.0, 1e-3 * driven_pull(&e), 10.3,
                    "5 %: relief valves, friction of motors, rollers and belt");
}

/* ---- slopes ---- */

static void climb(valid_run *v)
{
    driven e;
    double seconds;
    if (!ready(v, &e, &(driven_start){.slope = 35.0 * DRIVEN_DEGREE})) return;
    go(&e, 1.0);
    if (!driven_until(&e, "chassis.z", driven_now(&e, "chassis.z") + 2.0 * sin(35.0 * DRIVEN_DEGREE), 20.0,
                      &seconds))
        return;
    valid_bound(v, "slope of 35 deg: time for 2 m uphill from rest", "s",
                "Caterpillar 320: gradeability 35 deg", seconds, 20.0, "it climbs at all");
}

static void stay(valid_run *v)
{
    driven e;
    if (!excavator_build(v, &(driven_start){.slope = 20.0 * DRIVEN_DEGREE}, &e)) return;
    const double start = driven_now(&e, "chassis.x");
    if (!driven_drive(&e, 20.0)) return;
    valid_bound(v, "slope of 20 deg, levers at rest: it moves in 20 s by", "m", "exact: brakes hold",
                driven_now(&e, "chassis.x") - start, 1e-3, "creep of the arm while its pressures settle");
}

void excavator_travel(valid_run *v)
{
    speed(v, 0.0, "travel, 20 m in the low range", 21.2, 22.5);
    speed(v, 1.0, "travel, 20 m in the high range", 12.6, 13.6);
    pull(v);
    climb(v);
    stay(v);
}
