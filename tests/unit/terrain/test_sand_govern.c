/* The governor: what can wait does so while much cannot; all of it is done in the end, and only the state
 * decides. */
#include "sand_check.h"

#include "sand/sand_parts.h"

#include <stdlib.h>

enum { CROWD = 9500, WIDTH = 25, LAYERS = CROWD / (WIDTH * WIDTH) + 1 };

static sand_scene scene;

static int open_scene(void **state)
{
    (void)state;
    terr_sand_def def = scene_def();
    def.particle_capacity = 2 * CROWD;
    scene_add_bucket(&def);
    scene_open_def(&scene, &def);
    return 0;
}

static int close_scene(void **state)
{
    (void)state;
    scene_close(&scene);
    return 0;
}

/* High above the field, so that they do nothing but fall. */
static void add_crowd(void)
{
    (void)scene_block(&scene, hl_v3(0.0, 0.0, 20.0), WIDTH, WIDTH, LAYERS);
    assert_true(terr_particles_count(terr_sand_particles(scene.sand)) >= CROWD);
}

static int wake_field(void)
{
    terr_field *field = terr_sand_field(scene.sand);
    const terr_field_def *def = terr_field_definition(field);
    for (int row = 0; row < def->rows; row++)
        for (int column = 0; column < def->columns; column++) terr_field_wake(field, column, row);
    return def->rows * def->columns;
}

static sand_limits govern(int64_t born)
{
    return terr_sand_govern(scene.sand, terr_particles_counted(terr_sand_particles(scene.sand)).awake, 0,
                            born);
}

/* 60 ns each of 600 us of a step of 1 ms; 10 ns a cell, 15 us a particle that is dug. */
static void limits_fall_with_the_awake_particles(void **state)
{
    (void)state;
    const sand_limits free = govern(0);
    assert_int_equal(free.born, DIG_MOST_BORN);
    assert_int_equal(free.cells, 20000);
    add_crowd();
    const int awake = terr_particles_counted(terr_sand_particles(scene.sand)).awake;
    const double left = 0.6 * SCENE_STEP - 60e-9 * awake;
    const sand_limits busy = govern(0);
    assert_int_equal(busy.born, 4); /* the least */
    assert_int_equal(busy.cells, left > 2048 * 10e-9 ? (int)(left / 10e-9) : 2048);
    assert_true(busy.cells < 6000);
    assert_int_equal(govern(4).cells, 2048); /* 60 us less */
}

/* What is awake and dug leaves less for cells: 600 us - 9000 x 60 ns = 60 us. */
static void limits_are_of_one_step(void **state)
{
    (void)state;
    const terr_sand_counts most = terr_sand_limits(scene.sand);
    const terr_sand_counts calm = terr_sand_limits_at(scene.sand, 9000, 0);
    const terr_sand_counts busy = terr_sand_limits_at(scene.sand, 9000, 32);
    assert_int_equal(most.awake, 2 * CROWD);
    assert_int_equal(most.born, DIG_MOST_BORN);
    assert_int_equal(most.cells, terr_field_most_looked(terr_sand_field(scene.sand), 20000));
    assert_int_equal(calm.awake, 9000);
    assert_int_equal(calm.contacts, 6 * 9000);
    assert_int_equal(calm.cells, 6000); /* 10 ns each */
    assert_int_equal(busy.born, 4);     /* 15 us each: the least, with 60 us left */
    assert_int_equal(busy.cells, 2048); /* the least */
}

static void cells_that_wait_are_looked_at_later(void **state)
{
    (void)state;
    add_crowd();
    const int cells = wake_field();
    int64_t looked = 0;
    int steps = 0;
    scene_step(&scene);
    assert_true(terr_sand_counted(scene.sand).deferred > 0);
    for (; terr_sand_counted(scene.sand).deferred > 0; steps++) {
        const terr_sand_counts counts = terr_sand_counted(scene.sand), limits = terr_sand_limits(scene.sand);
        assert_true(counts.cells <= govern(0).cells && counts.cells <= limits.cells);
        assert_true(counts.deferred <= limits.deferred);
        looked += counts.cells;
        assert_true(steps < 100);
        scene_step(&scene);
    }
    looked += terr_sand_counted(scene.sand).cells;
    assert_true(looked >= cells);
}

/* A saved state that is restored while cells wait goes on with the same bits. */
static void deferral_is_replayed(void **state)
{
    (void)state;
    add_crowd();
    (void)wake_field();
    scene_step(&scene);
    void *saved = malloc(terr_sand_state_size(scene.sand));
    assert_non_null(saved);
    terr_sand_save(scene.sand, saved);
    for (int i = 0; i < 5; i++) scene_step(&scene);
    const uint64_t hash = terr_sand_hash(scene.sand);
    terr_sand_restore(scene.sand, saved);
    for (int i = 0; i < 5; i++) scene_step(&scene);
    assert_true(terr_sand_hash(scene.sand) == hash);
    free(saved);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, open_scene, close_scene)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(limits_fall_with_the_awake_particles),
        TEST(limits_are_of_one_step),
        TEST(cells_that_wait_are_looked_at_later),
        TEST(deferral_is_replayed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
