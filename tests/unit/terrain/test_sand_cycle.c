/* A work cycle of the bucket: into a pile, up, back, dumped. The ledger is closed in every step (scene_step).
 */
#include "sand_check.h"

#include <math.h>

static const double DEGREE = 0.017453292519943295;

/* Move the bucket by (x, z) within `time`, evenly. */
static void drive(sand_scene *scene, double x, double z, double time)
{
    const int steps = (int)(time / SCENE_STEP + 0.5);
    const hl_vec3 start = scene->motion.position;
    scene->motion.velocity = hl_v3(x / time, 0.0, z / time);
    for (int k = 1; k <= steps; k++) {
        scene_step(scene);
        scene->motion.position = hl_add_scaled(start, k * SCENE_STEP, scene->motion.velocity);
    }
    scene->motion.velocity = hl_v3(0, 0, 0);
}

static void open_at_pile(sand_scene *scene)
{
    const terr_pile pile = {.at = {0.9, 0.0}, .height = 0.7, .soil = 0};
    terr_sand_def def = scene_def();
    def.field.piles = &pile;
    def.field.pile_count = 1;
    scene_add_bucket(&def);
    scene_open_def(scene, &def);
    scene->motion.position = hl_v3(-1.5, 0.0, 0.05);
}

static void soil_is_dug_carried_and_dumped(void **state)
{
    (void)state;
    sand_scene scene;
    open_at_pile(&scene);
    drive(&scene, 1.5, 0.0, 1.5);
    const double dug = terr_kilograms(terr_sand_ledger(scene.sand).dug);
    assert_true(dug > 0.0);
    assert_false(scene.load.payload.frozen);
    (void)scene_tilt(&scene, -40.0 * DEGREE, 1.0);
    drive(&scene, 0.0, 0.8, 1.5);
    for (int k = 0; k < 4000 && !scene.load.payload.frozen; k++) scene_step(&scene);
    assert_true(scene.load.payload.frozen);
    const double carried = scene.load.payload.mass;
    /* the bucket's struck volume of 0.13 m^3 holds 190 kg of loose sand; it takes a part of them, and what
     * the sensor counted is about that */
    assert_true(carried > 40.0 && carried < 250.0);
    CHECK_RELATIVE(scene.load.payload.inflow, carried, 0.25);
    /* a pull-away of 0.6 m/s within one step is a jolt: the lot wakes, keeps its mass and settles again */
    drive(&scene, -1.2, 0.0, 2.0);
    for (int k = 0; k < 4000 && !scene.load.payload.frozen; k++) scene_step(&scene);
    assert_true(scene.load.payload.frozen);
    CHECK_RELATIVE(scene.load.payload.mass, carried, 0.1);
    (void)scene_tilt(&scene, 100.0 * DEGREE, 2.0);
    scene_run(&scene, 8.0);
    CHECK_SAME(scene.load.payload.mass, 0.0);
    CHECK_SAME(scene.load.payload.inflow, 0.0);
    assert_int_equal(terr_particles_count(terr_sand_particles(scene.sand)), 0);
    const terr_ledger ledger = terr_sand_ledger(scene.sand);
    assert_true(ledger.merged + ledger.outside == ledger.dug);
    assert_int_equal(ledger.born, ledger.merged_particles);
    assert_int_equal(ledger.lost, 0);
    scene_close(&scene);
}

/* A bucket that holds a frozen lot and digs lets it go. */
static void digging_wakes_the_lot(void **state)
{
    (void)state;
    sand_scene scene;
    open_at_pile(&scene);
    scene.motion.position.z = 0.25;
    (void)scene_fill(&scene);
    for (int k = 0; k < 4000 && !scene.load.payload.frozen; k++) scene_step(&scene);
    assert_true(scene.load.payload.frozen);
    /* smoothly on: the acceleration of 0.4 m/s^2 alone would not wake it */
    bool digs = false;
    for (int k = 0; k < 4000 && scene.load.payload.frozen; k++) {
        scene.motion.velocity.x = fmin(0.5, 0.4 * SCENE_STEP * k);
        scene.motion.position.x += SCENE_STEP * scene.motion.velocity.x;
        scene_step(&scene);
        digs = scene.load.dug > 0.0;
    }
    assert_false(scene.load.payload.frozen);
    assert_true(digs);
    scene_close(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(soil_is_dug_carried_and_dumped),
        cmocka_unit_test(digging_wakes_the_lot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
