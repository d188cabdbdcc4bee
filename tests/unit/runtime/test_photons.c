/* From events to pictures. */
#include "support/check.h"

#include "rt/loop.h"

static hl_arena arena;

static xch_ring *acts_of(const xch_act *list, int count)
{
    xch_ring *ring = xch_ring_new(&arena, sizeof *list, 8);
    assert_non_null(ring);
    for (int i = 0; i < count; i++) assert_true(xch_ring_push(ring, &list[i]));
    return ring;
}

static int end(void **state)
{
    (void)state;
    hl_arena_free(&arena);
    return 0;
}

/* A picture shows all acts up to its time, and none behind it. */
static void pictures_show_what_has_happened(void **state)
{
    (void)state;
    static const xch_act list[] = {{100, 0.001}, {200, 0.002}, {300, 0.003}};
    rt_photons photons = {0};
    xch_ring *ring = acts_of(list, 3);
    rt_photons_shown(&photons, ring, 0.0005, 1000);
    assert_int_equal(photons.latency.count, 0);
    rt_photons_shown(&photons, ring, 0.002, 2000);
    assert_int_equal(photons.latency.count, 2);
    assert_int_equal(photons.latency.max, 1900);
    rt_photons_shown(&photons, ring, 0.0025, 3000);
    assert_int_equal(photons.latency.count, 2);
    rt_photons_shown(&photons, ring, 0.003, 4000);
    rt_photons_shown(&photons, ring, 0.004, 9000); /* nobody counts twice */
    assert_int_equal(photons.latency.count, 3);
    assert_int_equal(photons.latency.max, 3700);
}

static void without_acts_nothing_is_counted(void **state)
{
    (void)state;
    rt_photons photons = {0};
    rt_photons_shown(&photons, acts_of(NULL, 0), 1.0, 1000);
    assert_int_equal(photons.latency.count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_teardown(pictures_show_what_has_happened, end),
                                       cmocka_unit_test_teardown(without_acts_nothing_is_counted, end)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
