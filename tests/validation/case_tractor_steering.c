/* Slow circles on asphalt, rear-wheel drive, against the turning centre that the directions of the wheels
 * give. */
#include "tractor.h"

#include <math.h>
#include <stdio.h>

/* y of the point of the rear axle's line that the axle of a front wheel points at, in the chassis [m]; its
 * turn against straight ahead [rad]. */
static double turning_centre(driven *t, int wheel, double *turn)
{
    const auth_machine *m = t->author;
    const int body = m->wheels[m->driveline.wheels[wheel]].body;
    const mb_pose chassis = mb_pose_of(t->mechanism->model, t->mechanism->work, m->chassis),
                  pose = mb_pose_of(t->mechanism->model, t->mechanism->work, body);
    const hl_vec3 axle = hl_mul_transposed(&chassis.rotation, hl_mul(&pose.rotation, hl_v3(0, 1, 0))),
                  centre = hl_mul_transposed(&chassis.rotation, hl_sub(pose.position, chassis.position));
    *turn = atan2(-axle.x, axle.y);
    return centre.y - centre.x * axle.y / axle.x;
}

/* Radius of the path of the rear axle's middle over two seconds [m], positive to the left. */
static bool driven_radius(driven *t, double *radius)
{
    const double h = world_machine_step_size(t->machine);
    double way = 0.0, turned = 0.0;
    for (double time = 0.0; time < 2.0; time += h) {
        if (!driven_step(t)) return false;
        driven_look(t);
        way += h * driven_signal(t, "vehicle.speed");
        turned += h * driven_signal(t, "chassis.yaw_rate");
    }
    *radius = way / turned;
    return true;
}

static void circle(valid_run *v, double steering)
{
    driven t;
    if (!tractor_build(v, &(driven_start){0}, &t)) return;
    driven_set(&t, "parking_brake", 0.0);
    driven_set(&t, "four_wheel_drive", 0.0);
    driven_set(&t, "direction", 1.0);
    driven_set(&t, "steering", steering);
    double radius, turn[2];
    if (!driven_drive(&t, 8.0) || !driven_radius(&t, &radius)) return;
    driven_look(&t);
    const double left = turning_centre(&t, FRONT_LEFT, &turn[0]),
                 right = turning_centre(&t, FRONT_RIGHT, &turn[1]);
    const double mean = 0.5 * (left + right), delta = 0.5 * (turn[0] + turn[1]);
    /* Sideways the front wheels carry what the rolling resistance across them and the curve ask for; they and
     * the rear wheels drift by that over their slip stiffness. dR = L/sin^2(delta) d(delta) */
    const auth_tire_friction *f = tractor_tire_friction(&t, FRONT_LEFT);
    const double speed = driven_signal(&t, "vehicle.speed"), base = 2.6;
    const double drift =
        (f->law.rolling_resistance * fabs(tan(delta)) + speed * speed / (fabs(mean) * DRIVEN_GRAVITY)) /
        f->law.slip_stiffness[1];
    const double tolerance = 0.5 * fabs(left - right) + 2.0 * drift * base / (sin(delta) * sin(delta));
    char text[120];
    snprintf(text, sizeof text, "steering %+.1f: radius of the rear axle's middle", steering);
    valid_published(v, text, "m", "exact: axles of the wheels meet in the turning centre", mean, radius,
                    tolerance, "half of what the two front axles differ, and drift of front and rear");
}

void tractor_steering(valid_run *v)
{
    circle(v, 1.0);
    circle(v, 0.5);
    circle(v, -0.5);
    circle(v, -1.0);
}
