/* The ring of the last seconds. */
#include "support/check.h"

#include "gauge.h"

static hl_arena arena;
static hud_trace trace;

static int begin(void **unused)
{
    (void)unused;
    return hud_trace_begin(&trace, 4, &arena) ? 0 : -1;
}

static int end(void **unused)
{
    (void)unused;
    hl_arena_free(&arena);
    return 0;
}

static void add(double time)
{
    hud_trace_add(&trace, (hud_trace_point){.time = time});
}

static void old_points_make_room(void **unused)
{
    (void)unused;
    assert_null(hud_trace_newest(&trace));
    for (int i = 0; i < 11; i++) add(i);
    assert_int_equal(trace.count, 4);
    assert_int_equal(trace.first, 7);
    for (int i = 0; i < 4; i++) CHECK_SAME(hud_trace_at(&trace, i)->time, 7.0 + i);
    CHECK_SAME(hud_trace_newest(&trace)->time, 10.0);
}

static void points_are_forgotten_by_their_age(void **unused)
{
    (void)unused;
    for (int i = 0; i < 4; i++) add(i);
    hud_trace_forget(&trace, 2.0);
    assert_int_equal(trace.count, 2);
    CHECK_SAME(hud_trace_at(&trace, 0)->time, 2.0);
    hud_trace_forget(&trace, 9.0);
    assert_int_equal(trace.count, 0);
    add(9.0);
    CHECK_SAME(hud_trace_newest(&trace)->time, 9.0);
}

/* The numbers of points go on: what is drawn can tell that they are others. */
static void cleared(void **unused)
{
    (void)unused;
    for (int i = 0; i < 3; i++) add(i);
    hud_trace_clear(&trace);
    assert_int_equal(trace.count, 0);
    assert_int_equal(trace.first, 3);
    assert_null(hud_trace_newest(&trace));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(old_points_make_room, begin, end),
        cmocka_unit_test_setup_teardown(points_are_forgotten_by_their_age, begin, end),
        cmocka_unit_test_setup_teardown(cleared, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
