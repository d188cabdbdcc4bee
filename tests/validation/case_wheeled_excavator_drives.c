/* Full levers: the cylinders over their strokes, travel, pull against an anchor, brakes. */
#include "excavator_arm.h"
#include "wheeled_excavator.h"

#include <math.h>
#include <stdio.h>

static bool ready(valid_run *v, driven *e, const driven_start *start)
{
    static const double REVVING = 2.0; /* [s] until the engine runs at full speed */
    if (!wheeled_excavator_build(v, start, e)) return false;
    driven_set(e, "throttle", 1.0);
    return driven_drive(e, REVVING);
}

/* ---- cylinders ---- */

/* From lever to within a hundredth of the open end. */
static void stroke(valid_run *v, const char *what, const char *joint, double lever, const arm_pose *from,
                   double published)
{
    driven e;
    double seconds;
    char length[64];
    snprintf(length, sizeof length, "cylinder.%s.length", joint);
    if (!ready(v, &e, &(driven_start){.change = arm_pose_without_ground, .with = from})) return;
    const hyd_cylinder *c = &driven_cylinder(e.author, joint)->def.cylinder;
    driven_set(&e, joint, lever);
    if (!driven_until(&e, length, c->length_0 + 0.99 * c->stroke, 10.0, &seconds)) return;
    valid_published(v, what, "s", "stroke volume over 270 l/min", published, seconds, 0.5,
                    "spool's opening, the pump's leakage and its share of torque, 0.5 s");
}

/* ---- travel ---- */

static const double KMH = 1.0 / 3.6; /* [m/s] */

static void travel(valid_run *v, double range, const char *what, double published, double tolerance,
                   double run_up)
{
    static const double WAY = 50.0; /* [m] */
    driven e;
    double seconds;
    if (!ready(v, &e, &(driven_start){0})) return;
    driven_set(&e, "travel_speed", range);
    driven_set(&e, "drive", 1.0);
    if (!driven_drive(&e, run_up)) return;
    const double start = driven_now(&e, "chassis.x");
    if (!driven_until(&e, "chassis.x", start + WAY, 60.0, &seconds)) return;
    valid_published(v, what, "km/h", "270 l/min through motors and gears", published, WAY / seconds / KMH,
                    tolerance, "5 %: leakage, the engine's droop");
}

/* Pedal down at 30 km/h. */
static void brake(valid_run *v)
{
    static const double WANTED = 5.0; /* [m/s^2] */
    driven e;
    double seconds;
    if (!ready(v, &e, &(driven_start){0})) return;
    driven_set(&e, "travel_speed", 1.0);
    driven_set(&e, "drive", 1.0);
    if (!driven_until(&e, "vehicle.speed", 30.0 * KMH, 40.0, &seconds)) return;
    const double from = driven_now(&e, "chassis.x");
    driven_set(&e, "drive", 0.0);
    driven_set(&e, "brake", 1.0);
    if (!driven_until(&e, "vehicle.speed", 0.05, 10.0, &seconds)) return;
    const double speed = 30.0 * KMH, way = driven_now(&e, "chassis.x") - from;
    valid_bound(v, "30 km/h, pedal down: stopping distance", "m", "class: 5 m/s2 after 0.1 s", way,
                speed * speed / (2.0 * WANTED) + 0.1 * speed, "class");
}

static void pull(valid_run *v)
{
    driven e;
    auth_spring *rope = HL_NEW(valid_arena(v), auth_spring, 1);
    if (!rope || !ready(v, &e, &(driven_start){.change = driven_tow, .with = &rope})) return;
    driven_set(&e, "drive", 1.0);
    if (!driven_drive(&e, 6.0)) return;
    valid_published(v, "pull of a brake car at 0.1 m/s, coefficient of traction 1.2", "kN",
                    "36 MPa on 140 cm3 through 74, 92 %", 95.0, 1e-3 * driven_pull(&e), 4.8,
                    "5 %: relief valve, friction of motors and tires");
}

static void park(valid_run *v)
{
    driven e;
    if (!wheeled_excavator_build(v, &(driven_start){.slope = atan(0.3)}, &e)) return;
    const double start = driven_now(&e, "chassis.x");
    if (!driven_drive(&e, 20.0)) return;
    valid_bound(v, "slope of 30 %, levers at rest: it moves in 20 s by", "m", "exact: springs hold",
                driven_now(&e, "chassis.x") - start, 1e-3, "creep of the arm while its pressures settle");
}

void wheeled_excavator_drives(valid_run *v)
{
    stroke(v, "boom raised", "boom", 1.0, &(arm_pose){-46.5, -100, -100}, 4.2);
    stroke(v, "dipper in", "dipper", -1.0, &(arm_pose){35, -28.5, -60}, 3.3);
    stroke(v, "bucket curled", "bucket", 1.0, &(arm_pose){50, -70, 32}, 1.8);
    travel(v, 0.0, "travel, work", 5.1, 0.26, 5.0);
    travel(v, 1.0, "travel, road", 35.0, 1.75, 25.0);
    brake(v);
    pull(v);
    park(v);
}
