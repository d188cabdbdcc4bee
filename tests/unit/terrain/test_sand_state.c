/* The state of the sand is all that its future depends on: what was saved goes on bit by bit. */
#include "sand_check.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS = 150 };

/* Hashes and payloads of the next steps. */
typedef struct future {
    uint64_t hash[STEPS];
    double mass[STEPS], force[STEPS];
} future;

static void look_ahead(sand_scene *scene, future *seen)
{
    for (int k = 0; k < STEPS; k++) {
        scene_step(scene);
        seen->hash[k] = terr_sand_hash(scene->sand);
        seen->mass[k] = scene->load.payload.mass;
        seen->force[k] = scene->load.force.z;
    }
}

static void check_same(const future *a, const future *b)
{
    for (int k = 0; k < STEPS; k++) {
        assert_true(a->hash[k] == b->hash[k]);
        CHECK_SAME(a->mass[k], b->mass[k]);
        CHECK_SAME(a->force[k], b->force[k]);
    }
}

static void *save(const sand_scene *scene)
{
    const size_t size = terr_sand_state_size(scene->sand);
    assert_true(size <= terr_sand_state_capacity(scene->sand));
    unsigned char *saved = malloc(size + 1);
    assert_non_null(saved);
    saved[size] = 0xA5; /* nothing is written behind the size */
    terr_sand_save(scene->sand, saved);
    assert_int_equal(saved[size], 0xA5);
    return saved;
}

/* Goes on from the same state twice, and in another sand of the same model. */
static void check_continuation(sand_scene *scene)
{
    future first, again, elsewhere;
    sand_scene other;
    void *saved = save(scene);
    const uint64_t hash = terr_sand_hash(scene->sand);
    look_ahead(scene, &first);
    terr_sand_restore(scene->sand, saved);
    assert_true(terr_sand_hash(scene->sand) == hash);
    look_ahead(scene, &again);
    check_same(&first, &again);

    scene_open(&other, true);
    other.motion = scene->motion;
    (void)scene_fill(&other); /* something else before */
    scene_run(&other, 0.05);
    terr_sand_restore(other.sand, saved);
    assert_true(terr_sand_hash(other.sand) == hash);
    look_ahead(&other, &elsewhere);
    check_same(&first, &elsewhere);
    free(saved);
    scene_close(&other);
}

static void falling_and_merging_goes_on_alike(void **state)
{
    (void)state;
    sand_scene scene;
    scene_open(&scene, true);
    (void)scene_fill(&scene);
    (void)scene_block(&scene, hl_v3(-1.0, 0.0, 0.02), 6, 6, 4);
    scene_run(&scene, 0.5); /* the heap on the ground merges */
    assert_true(terr_sand_ledger(scene.sand).merged_particles > 0);
    check_continuation(&scene);
    scene_close(&scene);
}

static void a_frozen_lot_goes_on_alike(void **state)
{
    (void)state;
    sand_scene scene;
    scene_open(&scene, true);
    (void)scene_fill(&scene);
    for (int k = 0; k < 4000 && !scene.load.payload.frozen; k++) scene_step(&scene);
    assert_true(scene.load.payload.frozen);
    check_continuation(&scene);
    /* and wakes alike: the bucket has another pose than the one for which the lot settled */
    scene.motion.rotation = (hl_mat3){{{0.96, 0, 0.28}, {0, 1, 0}, {-0.28, 0, 0.96}}};
    check_continuation(&scene);
    assert_false(scene.load.payload.frozen);
    scene_close(&scene);
}

static void loads_come_back_with_the_state(void **state)
{
    (void)state;
    sand_scene scene;
    scene_open(&scene, true);
    CHECK_SAME(terr_sand_load(scene.sand, 0)->force.z, 0.0);
    (void)scene_fill(&scene);
    scene_run(&scene, 0.3);
    const terr_tool_load before = *terr_sand_load(scene.sand, 0);
    assert_true(before.force.z != 0.0);
    void *saved = save(&scene);
    scene_run(&scene, 0.1);
    terr_sand_restore(scene.sand, saved);
    const terr_tool_load *after = terr_sand_load(scene.sand, 0);
    CHECK_SAME(after->force.z, before.force.z);
    CHECK_SAME(after->moment.y, before.moment.y);
    CHECK_SAME(after->stiffness.zz, before.stiffness.zz);
    CHECK_SAME(after->damping.xx, before.damping.xx);
    CHECK_SAME(after->contact_point.x, before.contact_point.x);
    CHECK_SAME(after->payload.centre.z, before.payload.centre.z);
    CHECK_SAME(after->payload.inertia.yy, before.payload.inertia.yy);
    assert_int_equal(after->payload.particles, before.payload.particles);
    assert_true(after->resistance.cuts == before.resistance.cuts);
    free(saved);
    scene_close(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(falling_and_merging_goes_on_alike),
        cmocka_unit_test(a_frozen_lot_goes_on_alike),
        cmocka_unit_test(loads_come_back_with_the_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
