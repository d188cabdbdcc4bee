/* Dust: puffs are born, blown away, and gone; the same every time. */
#include "support/check.h"

#include "rnd/scene.h"

#include <string.h>

static hl_arena arena;
static const float wind[2] = {1.5F, 0.5F};
static const float still[2] = {0, 0};
static const vec3 eye = {0, 0, 2};

static const rnd_source source = {.at = {10, 2, 0.5F},
                                  .velocity = {0, 0, 2},
                                  .rate = 20,
                                  .radius = 0.2F,
                                  .growth = 0.5F,
                                  .life = 2,
                                  .colour = {0.6F, 0.5F, 0.4F},
                                  .alpha = 0.3F};

static int end(void **unused)
{
    (void)unused;
    hl_arena_free(&arena);
    return 0;
}

static rnd_dust *dust_new(void)
{
    rnd_dust *dust = rnd_dust_new(&arena);
    assert_non_null(dust);
    return dust;
}

static void run(rnd_dust *dust, double seconds, int steps, const float blows[2])
{
    for (int i = 0; i < steps; i++) rnd_dust_step(dust, seconds / steps, blows, 1, &source);
}

static void as_many_as_its_rate_says(void **unused)
{
    (void)unused;
    const rnd_sprite *sprites;
    for (int steps = 1; steps <= 100; steps *= 10) {
        rnd_dust *dust = dust_new();
        run(dust, 1.0, steps, wind);
        /* 20 a second; none has died: the shortest life is 1.5 s; one may be due by rounding */
        const int count = rnd_dust_sprites(dust, eye, &sprites);
        assert_true(count == 20 || count == 19);
    }
    rnd_dust *dust = dust_new();
    run(dust, 60.0, 3600, wind);
    /* lives are even between 0.75 and 1.25 of 2 s: 40 on average, at most 50 */
    const int count = rnd_dust_sprites(dust, eye, &sprites);
    assert_true(count > 30 && count <= 50);
    for (int i = 0; i < 600; i++) rnd_dust_step(dust, 1.0 / 60, wind, 0, NULL);
    assert_int_equal(rnd_dust_sprites(dust, eye, &sprites), 0);
}

static void the_wind_carries_it(void **unused)
{
    (void)unused;
    const rnd_sprite *sprites;
    rnd_dust *dust = dust_new();
    rnd_source once = source;
    once.life = 100;
    once.rate = 1000;
    rnd_dust_step(dust, 0.1, wind, 1, &once);
    double before[3] = {0}, after[3] = {0};
    for (int i = 0; i < 300; i++) rnd_dust_step(dust, 0.01, wind, 0, NULL);
    int count = rnd_dust_sprites(dust, eye, &sprites);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) before[k] += (double)sprites[i].at[k] / count;
    for (int i = 0; i < 1000; i++) rnd_dust_step(dust, 0.01, wind, 0, NULL);
    count = rnd_dust_sprites(dust, eye, &sprites);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) after[k] += (double)sprites[i].at[k] / count;
    assert_true(count > 90);
    /* In 10 s the wind blows it 15 and 5 m. Swirls of 0.25 m/s have mean 0 over a turn, and lead a puff no
     * farther than 2 * 0.25/1.7 m; 0.12 m/s of sinking. */
    CHECK_NEAR(after[0] - before[0], 15.0, 0.3);
    CHECK_NEAR(after[1] - before[1], 5.0, 0.3);
    CHECK_NEAR(after[2] - before[2], -1.2, 0.01);
}

static void puffs_grow_and_fade(void **unused)
{
    (void)unused;
    const rnd_sprite *sprites;
    rnd_dust *dust = dust_new();
    rnd_source one = source;
    one.rate = 100;
    rnd_dust_step(dust, 0.01, still, 1, &one);
    assert_int_equal(rnd_dust_sprites(dust, eye, &sprites), 1);
    const float radius = sprites[0].radius;
    float alpha = 0.0F;
    bool falls = false;
    for (int i = 0; i < 140; i++) {
        rnd_dust_step(dust, 0.01, still, 0, NULL);
        assert_int_equal(rnd_dust_sprites(dust, eye, &sprites), 1);
        if (sprites[0].alpha < alpha) falls = true;
        if (falls) assert_true(sprites[0].alpha < alpha); /* for good */
        alpha = sprites[0].alpha;
        assert_true(alpha >= 0.0F && alpha <= source.alpha);
    }
    assert_true(falls);
    CHECK_NEAR((double)(sprites[0].radius - radius), 0.5 * 1.4, 1e-4);
}

static void far_ones_come_first(void **unused)
{
    (void)unused;
    const rnd_sprite *sprites;
    rnd_dust *dust = dust_new();
    run(dust, 5.0, 300, wind);
    const vec3 from = {11, 2, 1};
    const int count = rnd_dust_sprites(dust, from, &sprites);
    float last = 1e30F;
    for (int i = 0; i < count; i++) {
        float square = 0;
        for (int k = 0; k < 3; k++) square += (sprites[i].at[k] - from[k]) * (sprites[i].at[k] - from[k]);
        assert_true(square <= last);
        last = square;
    }
}

static void the_same_every_time_and_anew_after_a_jump(void **unused)
{
    (void)unused;
    const rnd_sprite *first, *second;
    rnd_dust *a = dust_new(), *b = dust_new();
    run(b, 3.0, 100, wind);
    rnd_dust_step(b, -1.0, wind, 1, &source); /* the drive began anew */
    assert_int_equal(rnd_dust_sprites(b, eye, &second), 0);
    run(a, 3.0, 170, wind);
    run(b, 3.0, 170, wind);
    const int count = rnd_dust_sprites(a, eye, &first);
    assert_int_equal(rnd_dust_sprites(b, eye, &second), count);
    assert_memory_equal(first, second, (size_t)count * sizeof *first);
    rnd_dust_step(a, 10.0, wind, 1, &source);
    assert_int_equal(rnd_dust_sprites(a, eye, &first), 0);
}

static void too_many_make_old_ones_go(void **unused)
{
    (void)unused;
    const rnd_sprite *sprites;
    rnd_dust *dust = dust_new();
    rnd_source storm = source;
    storm.rate = 1e5F;
    storm.life = 100;
    for (int i = 0; i < 50; i++) rnd_dust_step(dust, 0.02, wind, 1, &storm);
    assert_int_equal(rnd_dust_sprites(dust, eye, &sprites), RND_SPRITES);
    /* only the youngest are left: RND_SPRITES at 1e5 a second are 0.02 s old, and have risen 0.04 m */
    for (int i = 0; i < RND_SPRITES; i++) assert_true(sprites[i].at[2] < 0.5F + 0.15F + 0.1F);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(as_many_as_its_rate_says, end),
        cmocka_unit_test_teardown(the_wind_carries_it, end),
        cmocka_unit_test_teardown(puffs_grow_and_fade, end),
        cmocka_unit_test_teardown(far_ones_come_first, end),
        cmocka_unit_test_teardown(the_same_every_time_and_anew_after_a_jump, end),
        cmocka_unit_test_teardown(too_many_make_old_ones_go, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
