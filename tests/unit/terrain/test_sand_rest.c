/* Lots freeze in the bucket and wake: what the machine feels does not change by it. */
#include "sand_check.h"

#include <math.h>

static const double DEGREE = 0.017453292519943295;

/* What the tool bears upwards: particles that press, or a lot that its body carries [N]. */
static double borne(const sand_scene *scene)
{
    const terr_payload *payload = &scene->load.payload;
    return -scene->load.force.z + (payload->frozen ? payload->mass * SCENE_GRAVITY : 0.0);
}

/* Run until the lot freezes. @return within `seconds` */
static bool freezes(sand_scene *scene, double seconds)
{
    for (int k = 0; k < (int)(seconds / SCENE_STEP + 0.5); k++) {
        scene_step(scene);
        if (scene->load.payload.frozen) return true;
    }
    return false;
}

static void open_full(sand_scene *scene)
{
    scene_open(scene, true);
    (void)scene_fill(scene);
    assert_true(freezes(scene, 4.0));
}

static void a_lot_at_rest_freezes(void **state)
{
    (void)state;
    sand_scene scene;
    scene_open(&scene, true);
    const terr_mass filled = scene_fill(&scene);
    assert_true(freezes(&scene, 4.0));
    const terr_payload *payload = &scene.load.payload;
    const terr_particles_counts counts = terr_particles_counted(terr_sand_particles(scene.sand));
    assert_int_equal(payload->particles, counts.count - counts.awake);
    /* the block was higher than the bucket is deep: some slid out over the edge */
    assert_true(payload->mass > 0.8 * terr_kilograms(filled));
    assert_true(payload->mass <= terr_kilograms(filled));
    scene_close(&scene);
}

/* The force of resting particles is their weight but for the jitter of contacts; the mean over a tenth of a
 * second before the lot freezes, and what the body carries afterwards, agree within 2 %. */
static void freezing_hands_the_weight_over(void **state)
{
    (void)state;
    enum { WINDOW = 100 };
    sand_scene scene;
    double last[WINDOW] = {0}, mean = 0.0;
    scene_open(&scene, true);
    (void)scene_fill(&scene);
    for (int k = 0; k < 4000 && !scene.load.payload.frozen; k++) {
        last[k % WINDOW] = borne(&scene);
        scene_step(&scene);
    }
    assert_true(scene.load.payload.frozen);
    for (int k = 0; k < WINDOW; k++) mean += last[k] / WINDOW;
    CHECK_RELATIVE(borne(&scene), mean, 0.02);
    CHECK_SAME(scene.load.force.z, 0.0);
    scene_close(&scene);
}

/* Woken particles still press on each other as when they froze: the weight is there from the first step. */
static void waking_hands_the_weight_back(void **state)
{
    (void)state;
    sand_scene scene;
    open_full(&scene);
    const double weight = scene.load.payload.mass * SCENE_GRAVITY;
    /* what is thrown onto the lot wakes it before it touches */
    terr_particles *particles = terr_sand_particles(scene.sand);
    (void)terr_particles_add(particles, scene_world(&scene, hl_v3(0.25, 0.0, 0.6)), hl_v3(0, 0, 0), 1, 0);
    int steps = 0;
    while (scene.load.payload.frozen && ++steps < 1000) scene_step(&scene);
    assert_false(scene.load.payload.frozen);
    double mean = 0.0;
    enum { WINDOW = 50 };
    for (int k = 0; k < WINDOW; k++) {
        mean += borne(&scene) / WINDOW;
        scene_step(&scene);
    }
    CHECK_RELATIVE(mean, weight, 0.02);
    scene_close(&scene);
}

/* Rough grains that heap up steeply, twice as many layers as the bucket is deep: what stays on it freezes
 * with it, and keeps nothing awake. */
static void an_overfull_bucket_freezes(void **state)
{
    (void)state;
    sand_scene scene;
    terr_sand_def def = scene_def();
    terr_soil rough = def.field.soils[0];
    rough.sliding_friction = rough.rolling_friction = 1.5;
    def.field.soils = &rough;
    scene_add_bucket(&def);
    scene_open_def(&scene, &def);
    (void)scene_block(&scene, scene_world(&scene, hl_v3(0.3, 0.0, 0.02)), 8, 9, 14);
    assert_true(freezes(&scene, 4.0));
    scene_run(&scene, 4.0); /* what fell beside it merges */
    const terr_particles_counts counts = terr_particles_counted(terr_sand_particles(scene.sand));
    assert_true(scene.load.payload.frozen);
    assert_int_equal(counts.awake, 0);
    assert_int_equal(scene.load.payload.particles, counts.count);
    scene_close(&scene);
}

/* Largest speed in the bucket [m/s], which moves at `velocity`. */
static double fastest(const sand_scene *scene, hl_vec3 velocity)
{
    const terr_particles *particles = terr_sand_particles(scene->sand);
    double most = 0.0;
    for (int i = 0; i < terr_particles_count(particles); i++)
        most = fmax(most, hl_norm(hl_sub(terr_particles_get(particles, i).velocity, velocity)));
    return most;
}

/* 0.5 m/s^2 turn apparent gravity by 2.9 degrees: the lot stays frozen and rides along. Braking at 5 m/s^2
 * wakes it, at the place in the bucket where it was, without a jolt. */
static void a_frozen_lot_rides_along(void **state)
{
    (void)state;
    sand_scene scene;
    open_full(&scene);
    const hl_vec3 place = scene.load.payload.centre;
    for (int k = 0; k < 3000; k++) {
        scene.motion.velocity.x = fmin(1.0, 0.5 * SCENE_STEP * k);
        scene.motion.position.x += SCENE_STEP * scene.motion.velocity.x;
        scene_step(&scene);
        assert_true(scene.load.payload.frozen);
    }
    for (int k = 0; k < 200 && scene.load.payload.frozen; k++) {
        scene.motion.velocity.x -= 5.0 * SCENE_STEP;
        scene.motion.position.x += SCENE_STEP * scene.motion.velocity.x;
        scene_step(&scene);
    }
    assert_false(scene.load.payload.frozen);
    /* a step of gravity and of braking are 0.011 m/s, and overlaps balance: nothing shoots off */
    assert_true(fastest(&scene, scene.motion.velocity) < 0.05);
    scene.motion.velocity.x = 0.0;
    scene_step(&scene);
    CHECK_NEAR(scene.load.payload.centre.x, place.x, 0.002);
    CHECK_NEAR(scene.load.payload.centre.z, place.z, 0.002);
    scene_close(&scene);
}

static void tilting_wakes_and_spills(void **state)
{
    (void)state;
    sand_scene scene;
    open_full(&scene);
    assert_int_equal(scene_tilt(&scene, 5.0 * DEGREE, 1.0), 0);
    /* it wakes at 6 degrees and may settle again: sand stands at 7 */
    assert_true(scene_tilt(&scene, 2.0 * DEGREE, 1.0) > 0);
    /* 40 degrees in all: steeper than sand lies on steel or on sand */
    (void)scene_tilt(&scene, 33.0 * DEGREE, 1.5);
    scene_run(&scene, 4.0);
    CHECK_SAME(scene.load.payload.mass, 0.0);
    CHECK_SAME(scene.load.payload.inflow, 0.0);
    CHECK_SAME(borne(&scene), 0.0);
    const terr_ledger ledger = terr_sand_ledger(scene.sand);
    assert_true(ledger.merged + ledger.particles + ledger.outside ==
                175 * terr_particle_mass(terr_sand_particles(scene.sand), 0));
    scene_close(&scene);
}

static void a_bucket_on_the_ground_does_not_freeze_nor_merge(void **state)
{
    (void)state;
    sand_scene scene;
    scene_open(&scene, true);
    scene.motion.position.z = 0.02;
    (void)scene_fill(&scene);
    scene_run(&scene, 2.0);
    assert_true(scene.load.payload.particles > 100);
    scene_close(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lot_at_rest_freezes),
        cmocka_unit_test(an_overfull_bucket_freezes),
        cmocka_unit_test(freezing_hands_the_weight_over),
        cmocka_unit_test(waking_hands_the_weight_back),
        cmocka_unit_test(a_frozen_lot_rides_along),
        cmocka_unit_test(tilting_wakes_and_spills),
        cmocka_unit_test(a_bucket_on_the_ground_does_not_freeze_nor_merge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
