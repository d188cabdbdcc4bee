/* A machine on sand: it stands, rolls, pulls, digs and carries, and its state is all that its future depends
 * on. What the soil does by itself is tested in tests/unit/terrain. */
#include "sand_cart.h"

#include "parts/parts.h"
#include "support/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double GRAVITY = 9.81, CART_MASS = 2000.0;

/* ---- wheels ---- */

/* Load that a tire with this deflection carries at a sinkage: b k z^n [2 a + (3 - n)/3 (sqrt(a^2 + 2 R z) -
 * a)], a = sqrt(2 R delta): Bekker's plate under its flat part and Bekker's wheel before it, dry sand. */
static double carried(double sinkage, double load)
{
    const double b = 0.2, R = 0.4, tire_stiffness = 200e3, n = 1.1, k = 990.0 / b + 1528430.0;
    const double a = sqrt(2.0 * R * load / tire_stiffness);
    const double shape = (3.0 - n) / 3.0;
    return b * k * pow(sinkage, n) * (2.0 * a + shape * (sqrt(a * a + 2.0 * R * sinkage) - a));
}

/* Sinkages are those of the deepest disc, which bears more than a third of the load: by what the parabola of
 * three discs in a rut makes of it, some percent. */
static void stands_as_deep_as_bekker_says(void **state)
{
    (void)state;
    cart c;
    sand_cart_build(&c, "", "");
    const double load = cart_signal(&c, "wheel.fl.load");
    CHECK_NEAR(carried(cart_signal(&c, "wheel.fl.sinkage"), load), load, 0.1 * load);
    const double height = cart_signal(&c, "chassis.z"), x = cart_signal(&c, "chassis.x");
    sand_cart_run(&c, 1.0); /* as test_machine: what the unsteady crankshaft does */
    CHECK_NEAR(cart_signal(&c, "chassis.z"), height, 1e-5);
    CHECK_NEAR(cart_signal(&c, "chassis.x"), x, 1e-5);
    cart_free(&c);
}

static void drive(cart *c, double direction)
{
    cart_set(c, "parking_brake", 0.0);
    cart_set(c, "direction", direction);
    cart_set(c, "throttle", 0.3);
}

static double field_height(const cart *c, double x, double y)
{
    return terr_field_sample(terr_sand_field(world_machine_sand(c->machine)), x, y).height;
}

/* The rear wheels follow the front ones: they find the rut, and add less to it than the front ones to fresh
 * ground. Behind stays a rut at least a third as deep as they sink: the sand beside it flows back to its
 * angle of repose. */
static void leaves_ruts_that_bear(void **state)
{
    (void)state;
    cart c;
    sand_cart_build(&c, "", "");
    cart_set(&c, "boom", 1.0);
    sand_cart_run(&c, 1.0);
    cart_set(&c, "boom", 0.0);
    drive(&c, 1.0);
    sand_cart_run(&c, 4.0);
    const double front = cart_signal(&c, "wheel.fl.sinkage"), x = cart_signal(&c, "chassis.x");
    assert_true(x > 3.0 && x < 8.0);
    assert_true(front > 0.04);
    assert_true(cart_signal(&c, "wheel.rl.sinkage") < 0.5 * front);
    assert_true(field_height(&c, x - 1.0, 0.8) < -front / 3.0);
    CHECK_NEAR(field_height(&c, x - 1.0, 0.0), 0.0, 1e-3); /* between the wheels nothing happened */
    cart_free(&c);
}

/* Against a wall the push is what the driven wheels' soil bears: at most tan(phi) of what presses on it,
 * which in a rut with flanks at the angle of repose may be 1/cos of it more than the load. The wheels slip;
 * the machine stands. */
static void soil_limits_the_push(void **state)
{
    (void)state;
    cart c;
    sand_cart_build(&c, "", "objects: [{name: wall, at: [4.5, 0, -0.2], size: [0.5, 4, 2]}]\n");
    cart_set(&c, "boom", 1.0);
    sand_cart_run(&c, 0.5);
    drive(&c, 1.0);
    cart_set(&c, "throttle", 0.7);
    sand_cart_run(&c, 4.0);
    const double driven = cart_signal(&c, "wheel.rl.load") + cart_signal(&c, "wheel.rr.load");
    const double push = cart_signal(&c, "contact.boom.force") + cart_signal(&c, "contact.frame.force");
    const double tan_phi = 0.6249, cos_repose = 0.829; /* 32 deg, 34 deg */
    assert_true(push < tan_phi / cos_repose * driven);
    assert_true(push > 0.3 * tan_phi * driven);
    assert_true(fabs(cart_signal(&c, "vehicle.speed")) < 0.05);
    cart_free(&c);
}

/* Over the border of the field the rigid ground goes on at the height that the field had at first. */
static void drives_over_the_edge(void **state)
{
    (void)state;
    cart c;
    sand_cart_build(&c, "", "start: {at: [8 m, 0]}\n");
    cart_set(&c, "boom", 1.0);
    sand_cart_run(&c, 1.0);
    cart_set(&c, "boom", 0.0);
    drive(&c, 1.0);
    cart_set(&c, "throttle", 0.5);
    sand_cart_run(&c, 8.0);
    assert_true(cart_signal(&c, "chassis.x") > 13.0); /* the rear axle too */
    assert_true(cart_signal(&c, "chassis.z") > 0.36); /* tires of 0.4 m, deflected by 2.5 cm */
    CHECK_NEAR(cart_signal(&c, "wheel.rl.sinkage"), 0.0, 0.0);
    cart_free(&c);
}

/* ---- the bucket ---- */

/* A bucket that is lowered onto sand comes to rest on it and takes load off the front wheels; in a second
 * after the lever went home everything stands: oil and tires still, no chatter between edge and soil. */
static void bucket_rests_on_sand(void **state)
{
    (void)state;
    cart c;
    sand_cart_build(&c, "", "");
    const double front = cart_signal(&c, "wheel.fl.load");
    cart_set(&c, "throttle", 0.7);
    sand_cart_run(&c, 0.5);
    cart_set(&c, "boom", -0.5);
    sand_cart_run(&c, 2.0);
    cart_set(&c, "boom", 0.0);
    sand_cart_run(&c, 1.0);
    assert_true(cart_signal(&c, "wheel.fl.load") < 0.95 * front);
    const double angle = cart_signal(&c, "boom.angle");
    int iterations = 0;
    for (int i = 0; i < 500; i++) {
        sand_cart_run(&c, 0.001);
        iterations += world_machine_report(c.machine)->iterations;
    }
    CHECK_NEAR(cart_signal(&c, "boom.angle"), angle, 1e-6);
    assert_true(iterations < 2 * 500);
    cart_free(&c);
}

/* Into the pile, up, back on the brakes: half full. */
static void dig(cart *c, double until)
{
    const double dt = world_machine_step_size(c->machine);
    for (double t = world_machine_time(c->machine); t < until - 0.5 * dt; t += dt) {
        cart_set(c, "parking_brake", 0.0);
        cart_set(c, "throttle", t < 5.0 ? 0.5 : 0.0);
        cart_set(c, "direction", t > 0.5 && t < 3.2 ? 1.0 : 0.0);
        cart_set(c, "brake", t > 3.2 ? 1.0 : 0.0);
        cart_set(c, "boom", t < 1.0 ? -0.5 : t < 3.0 || t > 4.5 ? 0.0 : 1.0);
        sand_cart_run(c, dt);
    }
}

static const char pile[] = "piles: [{at: [7 m, 0], height: 0.6 m}]";

/* Vertical force of the ground on all tires, mean over some steps: the discs stand across the flanks of a
 * rut.
 */
static double weight_on_wheels(cart *c, double seconds)
{
    const long steps = lround(seconds / world_machine_step_size(c->machine));
    double values[CART_SIGNALS], sum = 0.0;
    for (long i = 0; i < steps; i++) {
        sand_cart_run(c, world_machine_step_size(c->machine));
        world_machine_evaluate_signals(c->machine, values);
        for (int w = 0; w < c->machine->wheels->count; w++) {
            const world_wheel *wheel = &c->machine->wheels->list[w];
            const tire_contact *tire = &c->machine->wheels->looks[w];
            sum += tire->friction[0] * tire->forward.z + tire->friction[1] * tire->left.z;
            for (int d = 0; d < wheel->tire.model.discs; d++)
                sum += tire->disc_force[d] * wheel->ground.normal[d].z;
        }
    }
    return sum / (double)steps;
}

/* What is dug lies in the bucket, freezes, and stands on the wheels: over some periods of the machine's sway
 * (0.8 s) the mean is weight within a percent, and nothing jumps when the load becomes part of the bucket. */
static void payload_weighs_on_the_wheels(void **state)
{
    (void)state;
    cart c;
    sand_cart_build(&c, pile, "");
    dig(&c, 5.0);
    const terr_sand *sand = world_machine_sand(c.machine);
    const double mass = cart_signal(&c, "bucket.mass");
    assert_true(mass > 100.0 && mass < 400.0);
    assert_true(terr_kilograms(sand_cart_ledger(&c).dug) >= mass);
    double before = 0.0, jump = 0.0;
    int freezes = 0;
    for (int i = 0; i < 8000 && freezes == 0; i++) {
        const bool frozen = terr_sand_load(sand, 0)->payload.frozen;
        before = weight_on_wheels(&c, 0.001);
        if (frozen || !terr_sand_load(sand, 0)->payload.frozen) continue;
        freezes++;
        jump = weight_on_wheels(&c, 0.001) - before;
    }
    assert_int_equal(freezes, 1);
    assert_true(fabs(jump) < 0.01 * CART_MASS * GRAVITY);
    const double weight = (CART_MASS + cart_signal(&c, "bucket.mass")) * GRAVITY;
    CHECK_NEAR(weight_on_wheels(&c, 4.0), weight, 0.01 * weight);
    cart_free(&c);
}

/* What is heard as scraping: nothing in the air, something while the edge goes through the pile. */
static void digging_takes_power(void **state)
{
    (void)state;
    cart c;
    sand_cart_build(&c, pile, "");
    CHECK_SAME(cart_signal(&c, "bucket.soil_power"), 0.0);
    dig(&c, 2.3);
    const double speed = cart_signal(&c, "vehicle.speed"), force = cart_signal(&c, "bucket.soil_force");
    assert_true(cart_signal(&c, "bucket.depth") > 0.0 && speed > 0.1);
    /* force times speed, but for the direction of the force and what of it is the grains' */
    const double power = cart_signal(&c, "bucket.soil_power");
    assert_true(power > 0.1 * force * speed && power < 2.0 * force * speed);
    cart_free(&c);
}

/* ---- state ---- */

enum { FUTURE = 200 };

static void look_ahead(cart *c, double from, uint64_t hashes[FUTURE])
{
    for (int i = 0; i < FUTURE; i++) {
        dig(c, from + 0.001 * (i + 1));
        hashes[i] = world_state_hash(c->machine);
    }
}

/* From a saved state on all is the same, bit by bit, signals at once; and bytes that were saved fit. */
static void check_continuation(cart *c, double now)
{
    static uint64_t first[FUTURE], again[FUTURE];
    double before[CART_SIGNALS], after[CART_SIGNALS];
    const int count = world_signal_count(c->machine);
    const size_t size = world_state_size(c->machine);
    void *saved = malloc(size);
    assert_non_null(saved);
    world_state_save(c->machine, saved);
    world_machine_evaluate_signals(c->machine, before);
    look_ahead(c, now, first);
    assert_true(world_state_fits(c->machine, saved, size));
    assert_false(world_state_fits(c->machine, saved, size - 1));
    world_state_restore(c->machine, saved);
    assert_true(world_state_size(c->machine) == size);
    world_machine_evaluate_signals(c->machine, after);
    for (int i = 0; i < count; i++) /* but for what the last step has reported */
        if (strncmp(world_signal_info(c->machine, i).name, "solver.", 7) != 0)
            CHECK_SAME(after[i], before[i]);
    look_ahead(c, now, again);
    assert_memory_equal(first, again, sizeof first);
    free(saved);
}

static void goes_on_from_a_saved_state(void **state)
{
    (void)state;
    cart c;
    sand_cart_build(&c, pile, "");
    dig(&c, 2.3); /* the bucket is in the pile */
    assert_true(cart_signal(&c, "bucket.depth") > 0.0);
    check_continuation(&c, 2.3);
    dig(&c, 7.0);
    assert_true(terr_sand_load(world_machine_sand(c.machine), 0)->payload.frozen);
    check_continuation(&c, 7.0);
    cart_free(&c);
}

/* A saved state is all there is: another machine goes on from it with the same bits, here with wheels that
 * have left the field and no longer stand on its soil. */
static void goes_on_in_another_machine(void **state)
{
    (void)state;
    static const char start[] = "start: {at: [8 m, 0]}\n";
    cart c, other;
    sand_cart_build(&c, "", start);
    sand_cart_build(&other, "", start);
    cart_set(&c, "boom", 1.0);
    sand_cart_run(&c, 1.0);
    cart_set(&c, "boom", 0.0);
    drive(&c, 1.0);
    cart_set(&c, "throttle", 0.5);
    while (cart_signal(&c, "chassis.x") < 12.5) sand_cart_run(&c, 0.1);
    void *saved = malloc(world_state_size(c.machine));
    assert_non_null(saved);
    world_state_save(c.machine, saved);
    world_state_restore(other.machine, saved);
    for (int i = 0; i < FUTURE; i++) {
        sand_cart_run(&c, 0.001);
        sand_cart_run(&other, 0.001);
        assert_true(world_state_hash(c.machine) == world_state_hash(other.machine));
    }
    free(saved);
    cart_free(&c);
    cart_free(&other);
}

/* Bytes of a saved state with any word of eight bytes overwritten are refused, or restored and stepped
 * without harm: the sanitizers look on. Numbers may become wrong, even not finite; nothing may lie outside.
 */
static void forged_states_do_no_harm(void **state)
{
    (void)state;
    static const int64_t forged[] = {-1, INT32_MAX, INT64_MIN, (int64_t)0x7f7f7f7f7f7f7f7f};
    cart c;
    sand_cart_build(&c, pile, "");
    dig(&c, 2.3);
    const size_t size = world_state_size(c.machine), rigid = world_rigid_state_size(c.machine);
    unsigned char *saved = malloc(size), *bytes = malloc(size);
    if (saved == NULL || bytes == NULL) abort();
    world_state_save(c.machine, saved);
    int refused = 0;
    for (int i = 0; i < 400; i++) {
        /* the heads densely, what comes behind here and there */
        const size_t word = i < 200 ? (size_t)i * 8 : (size_t)(i - 199) * ((size - rigid) / 201 / 8 * 8);
        memcpy(bytes, saved, size);
        memcpy(bytes + rigid + word, &forged[i % 4], 8);
        if (!world_state_fits(c.machine, bytes, size)) {
            refused++;
            continue;
        }
        world_state_restore(c.machine, bytes);
        (void)world_machine_step(c.machine);
    }
    assert_true(refused > 0);
    world_state_restore(c.machine, saved);
    sand_cart_run(&c, 0.01);
    free(saved);
    free(bytes);
    cart_free(&c);
}

static void keep_part(void *context, world_part part)
{
    int *told = context;
    told[0] = told[0] * 10 + (int)part;
}

/* Once each, in their order: the digits of a number. */
static void parts_of_the_sand_end_too(void **state)
{
    (void)state;
    cart c;
    int told = 0;
    sand_cart_build(&c, "", "");
    world_machine_set_timer(c.machine, keep_part, &told);
    assert_int_equal(world_machine_step(c.machine), HL_OK);
    world_machine_set_timer(c.machine, NULL, NULL);
    assert_int_equal(world_machine_step(c.machine), HL_OK);
    assert_int_equal(told, 1234567);
    cart_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stands_as_deep_as_bekker_says), cmocka_unit_test(leaves_ruts_that_bear),
        cmocka_unit_test(soil_limits_the_push),          cmocka_unit_test(drives_over_the_edge),
        cmocka_unit_test(bucket_rests_on_sand),          cmocka_unit_test(payload_weighs_on_the_wheels),
        cmocka_unit_test(digging_takes_power),           cmocka_unit_test(goes_on_from_a_saved_state),
        cmocka_unit_test(goes_on_in_another_machine),    cmocka_unit_test(forged_states_do_no_harm),
        cmocka_unit_test(parts_of_the_sand_end_too)};
    return cmocka_run_group_tests_name("machine on sand", tests, NULL, NULL);
}
