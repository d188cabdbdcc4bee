/* Sand steps to the same bits alone and with teams: in reversed order of blocks, and with 1, 2 and 4
 * threads. */
#include "../terrain/sand_check.h"

#include "rt/team.h"

enum { STEPS = 250, ALL_BLOCKS = 32 };

/* ---- a heap that slumps beside a bucket that fills, and a block of particles that falls ---- */

typedef struct outcome {
    uint64_t hash[STEPS];
    int awake; /* most */
} outcome;

static void put_heap(const sand_scene *scene)
{
    const terr_mass mass = terr_quanta(40.0);
    for (int x = -3; x <= 3; x++)
        for (int y = -8; y <= 8; y++)
            assert_true(
                terr_field_put(terr_sand_field(scene->sand), 1.0 + 0.1 * x, 0.1 * y, SCENE_RADIUS, mass, 0));
}

static void open_scene(sand_scene *scene, double cohesion)
{
    terr_sand_def def = scene_def();
    terr_soil soil = def.field.soils[0];
    soil.cohesion = cohesion;
    static terr_soil kept;
    kept = soil;
    def.field.soils = &kept;
    def.field.loose_depth = 0.1;
    scene_add_bucket(&def);
    scene_open_def(scene, &def);
}

static outcome run_scene(const hl_team *team, double cohesion)
{
    sand_scene scene;
    outcome o = {.awake = 0};
    open_scene(&scene, cohesion);
    assert_int_equal(terr_sand_set_team(scene.sand, team, &scene.arena), HL_OK);
    put_heap(&scene);
    (void)scene_fill(&scene);
    (void)scene_block(&scene, hl_v3(-1.2, 0.0, 0.02), 8, 10, 10);
    for (int k = 0; k < STEPS; k++) {
        terr_sand_step(scene.sand, &scene.motion, &scene.load);
        o.hash[k] = terr_sand_hash(scene.sand);
        const int awake = terr_particles_counted(terr_sand_particles(scene.sand)).awake;
        if (awake > o.awake) o.awake = awake;
    }
    scene_close(&scene);
    return o;
}

static void compare(const outcome *together, const outcome *alone)
{
    for (int k = 0; k < STEPS; k++)
        if (together->hash[k] != alone->hash[k]) fail_msg("other bits in step %d", k);
}

/* ---- teams ---- */

/* Counts the sections and their blocks, and runs these from the last to the first. */
typedef struct backward {
    int sections, blocks;
} backward;

static void run_backward(void *owner, int count, hl_block *block, void *context)
{
    backward *b = owner;
    b->sections++;
    b->blocks += count;
    for (int index = count - 1; index >= 0; index--) block(context, index);
}

static void any_order_of_blocks_gives_the_same_bits(void **state)
{
    (void)state;
    static const double cohesions[] = {0.0, 2000.0};
    for (int k = 0; k < 2; k++) {
        backward b = {0};
        const hl_team team = {.owner = &b, .run = run_backward};
        const outcome alone = run_scene(NULL, cohesions[k]), together = run_scene(&team, cohesions[k]);
        compare(&together, &alone);
        assert_true(alone.awake > 800); /* some blocks */
        assert_true(b.sections > 4 * STEPS);
        assert_true(b.blocks > ALL_BLOCKS * STEPS / 4);
    }
}

static void any_number_of_threads_gives_the_same_bits(void **state)
{
    (void)state;
    static const int threads[] = {1, 2, 4};
    const outcome alone = run_scene(NULL, 0.0);
    for (int k = 0; k < 3; k++) {
        hl_arena arena = {0};
        const rt_team_options options = {.threads = threads[k], .cpu = -1};
        rt_team *team = rt_team_new(&options, &arena);
        assert_non_null(team);
        assert_int_equal(rt_team_start(team), threads[k]);
        const outcome together = run_scene(rt_team_blocks(team), 0.0);
        rt_team_stop(team);
        compare(&together, &alone);
        hl_arena_free(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(any_order_of_blocks_gives_the_same_bits),
                                       cmocka_unit_test(any_number_of_threads_gives_the_same_bits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
