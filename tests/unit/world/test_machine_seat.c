/* What the seat feels, and with which sign: an accelerometer and a gyroscope, against the inclinometer and
 * the speed of the chassis. */
#include "cart.h"

#include "support/check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double G = 9.81; /* [m/s^2] */

/* The cart with a seat at the chassis' origin, whose speed is the vehicle's. */
static void build(cart *c, const char *scenario)
{
    static char text[CART_ROOM];
    cart_read(text, sizeof text);
    const size_t length = strlen(text);
    snprintf(text + length, sizeof text - length, "\nseat: {body: frame, at: [0, 0, 0]}\n");
    assert_int_equal(cart_try(c, text, scenario), HL_OK);
}

static const char uphill[] = "headland: scenario\nversion: 1\nname: uphill\nmachine: cart.yaml\n"
                             "ground: {kind: plane, surface: hard, slope: 10 deg}\n";
static const char across[] = "headland: scenario\nversion: 1\nname: across\nmachine: cart.yaml\n"
                             "ground: {kind: plane, surface: hard, slope: 10 deg}\n"
                             "start: {heading: -90 deg}\n";

/* Standing it reads gravity upwards: forward with the nose up, to the left with the left side up. What is
 * left of motion at the start is below 1e-4 of gravity. */
static void leans_back_into_gravity(void **state)
{
    (void)state;
    cart c;
    build(&c, uphill);
    const double pitch = cart_signal(&c, "chassis.pitch");
    assert_true(pitch > 0.1);
    CHECK_NEAR(cart_signal(&c, "seat.force_x"), G * sin(pitch), 1e-4 * G);
    CHECK_NEAR(cart_signal(&c, "seat.force_z"), G * cos(pitch), 1e-4 * G);
    cart_free(&c);
    build(&c, across);
    const double roll = cart_signal(&c, "chassis.roll");
    assert_true(roll > 0.1);
    CHECK_NEAR(cart_signal(&c, "seat.force_y"), G * sin(roll), 1e-4 * G);
    cart_free(&c);
}

/* Sums over a drive: of the force without gravity, of the rate about the axis to the left. */
typedef struct drive {
    double speed, turn;
} drive;

static drive run_and_sum(cart *c, double seconds)
{
    drive d = {0};
    const double step = world_machine_step_size(c->machine);
    for (long i = lround(seconds / step); i > 0; i--) {
        cart_run(c, step);
        d.speed += step * (cart_signal(c, "seat.force_x") - G * sin(cart_signal(c, "chassis.pitch")));
        d.turn += step * cart_signal(c, "seat.rate_y");
    }
    return d;
}

/* Driving off and braking the force adds up to the speed; the rate, nose down, to what the pitch, nose up,
 * has lost. Accelerations of up to 5 m/s^2 last a step longer or shorter: 5e-3 m/s, of each of the few jumps
 * that a shift and a brake make, 2e-2 together. The rate, below 1 rad/s, is off by a step of it at most. */
static void adds_up_to_speed_and_pitch(void **state)
{
    (void)state;
    cart c;
    build(&c, NULL);
    const double level = cart_signal(&c, "chassis.pitch");
    cart_set(&c, "parking_brake", 0.0);
    cart_set(&c, "direction", 1.0);
    cart_set(&c, "throttle", 1.0);
    const drive off = run_and_sum(&c, 3.0);
    const double speed = cart_signal(&c, "vehicle.speed"), up = cart_signal(&c, "chassis.pitch");
    assert_true(speed > 1.0);
    CHECK_NEAR(off.speed, speed, 2e-2);
    CHECK_NEAR(off.turn, level - up, 1e-3);
    cart_set(&c, "throttle", 0.0);
    cart_set(&c, "direction", 0.0);
    cart_set(&c, "brake", 1.0);
    const drive brake = run_and_sum(&c, 0.15);
    const double dip = up - cart_signal(&c, "chassis.pitch");
    assert_true(brake.speed < -0.2 && dip > 2e-3);
    CHECK_NEAR(brake.speed, cart_signal(&c, "vehicle.speed") - speed, 2e-2);
    CHECK_NEAR(brake.turn, dip, 1e-3);
    cart_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(leans_back_into_gravity),
                                       cmocka_unit_test(adds_up_to_speed_and_pitch)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
