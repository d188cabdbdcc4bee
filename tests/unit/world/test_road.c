/* On the road: coasting against the closed form, service brakes against the regulation. */
#include "rolling.h"

#include "support/check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double GRAVITY = 9.81;

/* ---- coasting ---- */

/* A cart of 2000 kg in neutral, rolling at 15 m/s: m v_dot = -(A + B v^2) with
 *   m   2000 kg, four wheels of 4 kg m^2, and the output shaft, 0.1 kg m^2 turning 6 times as fast
 *   A   rolling resistance 0.02 of the weight; 1 N m of drag on the output shaft and what the axle, of an
 *       efficiency of 0.95, loses by bringing it there
 *   B   rolling resistance twice as much at 20 m/s; air, 1.225 kg/m^3 and 4 m^2
 * so that v = sqrt(A/B) tan(atan(v_0 sqrt(B/A)) - sqrt(A B) t/m). Tires that brake slip by the resistance
 * over the slip stiffness, below 0.5 % of it all, and rolling losses go by the spin; the start's bristles are
 * straight within a second. */
static void coasts_by_the_closed_form(void **state)
{
    (void)state;
    static char text[CART_ROOM], rest[CART_ROOM];
    static const char old[] = "rolling_resistance: 0.02}",
                      new[] = "rolling_resistance: 0.02, resistance_doubles: 20}";
    cart_read(text, sizeof text);
    char *at = strstr(text, old);
    assert_non_null(at);
    snprintf(rest, sizeof rest, "%s", at + strlen(old));
    snprintf(at, sizeof text - (size_t)(at - text), "%s%s\nair_drag: {body: frame, at: [1, 0, 0], area: 4}\n",
             new, rest);
    cart c;
    assert_int_equal(cart_try(&c, text, NULL), HL_OK);
    cart_set(&c, "parking_brake", 0.0);
    cart_set(&c, "four_wheel_drive", 0.0);
    const double r = rolling_radius(&c, 2);
    rolling_set(&c, 15.0);
    cart_run(&c, 1.0);
    const double mass = 2000.0 + (4.0 * 4.0 + 0.1 * 36.0) / (r * r), start = cart_signal(&c, "vehicle.speed");
    const double A = 0.02 * 2000.0 * GRAVITY + 1.05 * 1.0 * 6.0 / r,
                 B = 0.02 * 2000.0 * GRAVITY / 400.0 + 0.5 * 1.225 * 4.0;
    cart_run(&c, 10.0);
    const double end = sqrt(A / B) * tan(atan(start * sqrt(B / A)) - sqrt(A * B) * 10.0 / mass);
    CHECK_RELATIVE(start - cart_signal(&c, "vehicle.speed"), start - end, 0.01);
    cart_free(&c);
}

/* ---- braking ---- */

/* Type-0 test of (EU) 2015/68 for tractors above 30 km/h: full service brakes from 40 km/h, engine
 * disconnected; mean fully developed deceleration, (v_b^2 - v_e^2)/(2 (s_e - s_b)) from 0.8 to 0.1 of the
 * speed, at least 5 m/s^2; stopping distance at most 0.15 v + v^2/130 (v in km/h). In every setting of the
 * four-wheel drive, without a wheel that stands, and straight. */
static void brakes_as_the_regulation_asks(void **state)
{
    (void)state;
    for (int drive = 0; drive <= 2; drive++) {
        cart c;
        rolling_build(&c, "tractor", "asphalt", "");
        cart_set(&c, "parking_brake", 0.0);
        cart_set(&c, "four_wheel_drive", drive);
        cart_run(&c, 0.3);
        const double v = 40.0 / 3.6, from = cart_signal(&c, "chassis.x");
        rolling_set(&c, v);
        cart_set(&c, "brake", 1.0);
        double speed = v, begin = 0.0, end = 0.0, slip = 0.0;
        while (speed > 0.01) {
            assert_true(world_machine_time(c.machine) < 10.0);
            cart_run(&c, 1e-3);
            speed = cart_signal(&c, "vehicle.speed");
            const double way = cart_signal(&c, "chassis.x") - from;
            if (speed > 0.8 * v) begin = way;
            if (speed > 0.1 * v) end = way;
            if (speed > 0.3 * v) slip = fmin(slip, cart_signal(&c, "wheel.rear_left.slip"));
        }
        const double way = cart_signal(&c, "chassis.x") - from;
        const double deceleration = (0.64 - 0.01) * v * v / (2.0 * (end - begin));
        print_message("four-wheel drive %d: %.2f m/s2, %.2f m\n", drive, deceleration, way);
        assert_true(deceleration >= 5.0);
        assert_true(way <= 0.15 * 40.0 + 40.0 * 40.0 / 130.0);
        assert_true(slip > -0.5);
        CHECK_NEAR(cart_signal(&c, "chassis.heading"), 0.0, 0.02);
        cart_free(&c);
    }
}

/* ---- reverser ---- */

/* Waved between forward and reverse every 0.1 s for 20 s, at full throttle: the tractor rolls to a stop. */
static void a_waved_reverser_stops_it(void **state)
{
    (void)state;
    cart c;
    rolling_build(&c, "tractor", "asphalt", "");
    cart_set(&c, "parking_brake", 0.0);
    cart_set(&c, "throttle", 1.0);
    cart_set(&c, "direction", 1.0);
    cart_run(&c, 6.0);
    assert_true(cart_signal(&c, "vehicle.speed") > 1.5);
    for (int i = 0; i < 200; i++) {
        cart_set(&c, "direction", i % 2 == 0 ? -1.0 : 1.0);
        cart_run(&c, 0.1);
    }
    CHECK_NEAR(cart_signal(&c, "vehicle.speed"), 0.0, 0.05);
    cart_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(coasts_by_the_closed_form),
                                       cmocka_unit_test(brakes_as_the_regulation_asks),
                                       cmocka_unit_test(a_waved_reverser_stops_it)};
    return cmocka_run_group_tests_name("road", tests, NULL, NULL);
}
