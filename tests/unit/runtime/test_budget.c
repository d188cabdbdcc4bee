/* The budget of a tick under a clock of the test. */
#include "support/check.h"

#include "fake_world.h"
#include "rt/session.h"

#include <string.h>

static int64_t look(void *context)
{
    return *(const int64_t *)context;
}

/* Each look at the clock finds it further on. */
static int64_t run_on(void *context)
{
    int64_t *time = context;
    return *time += 10;
}

static void spend(rt_budget *budget, int64_t *time, rt_part part, int64_t nanoseconds)
{
    *time += nanoseconds;
    rt_budget_ended(budget, part);
}

static void parts_add_up_to_the_tick(void **state)
{
    (void)state;
    static rt_budget b;
    int64_t time = 1000;
    rt_budget_begin(&b, (rt_clock){.context = &time, .now = look});
    for (int i = 1; i <= 3; i++) {
        time += 500; /* between ticks: nobody's */
        rt_budget_tick(&b);
        spend(&b, &time, RT_PART_COMMANDS, i);
        spend(&b, &time, RT_PART_SIGNALS, 10 * i);
        spend(&b, &time, RT_PART_COMMANDS, 2);
        rt_budget_finish(&b);
    }
    assert_int_equal(b.tick.count, 3);
    assert_int_equal(b.tick.max, 3 + 30 + 2);
    assert_int_equal(b.parts[RT_PART_COMMANDS].count, 3);
    assert_int_equal(rt_histogram_quantile(&b.parts[RT_PART_COMMANDS], 0.5), 4);
    assert_int_equal(b.parts[RT_PART_SIGNALS].max, 30);
    assert_int_equal(b.parts[RT_PART_SNAPSHOT].count, 3);
    assert_int_equal(b.parts[RT_PART_SNAPSHOT].max, 0);
    CHECK_SAME(rt_budget_mean(&b, RT_PART_SIGNALS), 20.0);
}

/* The fake world counts its tick and the number of the count. */
static void counts_are_summed_and_their_largest_kept(void **state)
{
    (void)state;
    static rt_budget b;
    int64_t time = 0;
    world_machine world = fake_world();
    rt_budget_begin(&b, (rt_clock){.context = &time, .now = look});
    static const int64_t ticks[] = {3, 7, 5};
    for (size_t i = 0; i < sizeof ticks / sizeof *ticks; i++) {
        world.state.tick = ticks[i];
        rt_budget_count(&b, &world);
    }
    assert_int_equal(b.counts[1], 5 + 1);
    assert_int_equal(b.most[1], 7 + 1);
    CHECK_SAME(b.sums[1], 3.0 + 7.0 + 5.0 + 3.0);
    rt_budget_count(NULL, &world); /* nothing is measured */
}

/* Not where each part was longest, but what the one tick was made of. */
static void the_longest_tick_is_kept(void **state)
{
    (void)state;
    static rt_budget b;
    static const int64_t spent[3][2] = {{50, 1}, {5, 60}, {40, 2}};
    int64_t time = 0;
    rt_budget_begin(&b, (rt_clock){.context = &time, .now = look});
    for (int i = 0; i < 3; i++) {
        rt_budget_tick(&b);
        spend(&b, &time, RT_PART_NEWS, spent[i][0]);
        spend(&b, &time, RT_PART_RECORDER, spent[i][1]);
        rt_budget_finish(&b);
    }
    assert_int_equal(b.longest[RT_PART_NEWS], 5);
    assert_int_equal(b.longest[RT_PART_RECORDER], 60);
}

static void nothing_is_measured_without(void **state)
{
    (void)state;
    static const rt_budget none;
    rt_budget_tick(NULL);
    rt_budget_ended(NULL, RT_PART_NEWS);
    rt_budget_finish(NULL);
    CHECK_SAME(rt_budget_mean(&none, RT_PART_NEWS), 0.0);
}

static void parts_have_names_of_their_own(void **state)
{
    (void)state;
    for (int i = 0; i < RT_PARTS; i++) {
        assert_non_null(rt_part_text((rt_part)i));
        for (int k = 0; k < i; k++) assert_string_not_equal(rt_part_key((rt_part)i), rt_part_key((rt_part)k));
    }
}

static bool ride(void *context, world_machine *machine, const double *signals)
{
    (void)machine;
    (void)signals;
    *(int64_t *)context += 1000;
    return true;
}

/* A session's tick tells of all its parts, of hooks as they say, and of the world's own. A machine that is
 * not measured any more says nothing. */
static void a_session_is_measured(void **state)
{
    (void)state;
    static rt_budget b;
    static hl_arena arena;
    int64_t time = 0;
    world_machine machine = fake_world();
    rt_budget_begin(&b, (rt_clock){.context = &time, .now = run_on});
    const rt_session_options options = {.cpu = -1, .budget = &b};
    rt_session *session = rt_session_new(&machine, &options, &arena);
    assert_non_null(session);
    rt_session_add_hook(session, &(rt_hook){&time, ride, NULL, RT_PART_RECORDER});
    rt_session_add_hook(session, &(rt_hook){&time, ride, NULL, 0});
    assert_true(rt_session_tick(session, 0));
    int64_t sum = 0;
    for (int i = 0; i < RT_PARTS; i++) {
        const bool of_sand =
            i >= RT_PART_WORLD + (int)WORLD_PART_PRESS && i <= RT_PART_WORLD + (int)WORLD_PART_FLOW;
        assert_true(of_sand ? b.parts[i].max == 0 : b.parts[i].max > 0 || i == RT_PART_TELEMETRY);
        sum += b.parts[i].max;
    }
    assert_int_equal(b.parts[RT_PART_RECORDER].max, 1010);
    assert_int_equal(b.parts[RT_PART_NEWS].max, 1020);
    assert_int_equal(sum, b.tick.max);

    const int64_t stopped = time;
    const rt_session_options plain = {.cpu = -1};
    session = rt_session_new(&machine, &plain, &arena);
    assert_true(rt_session_tick(session, 0));
    assert_int_equal(time, stopped);
    hl_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(parts_add_up_to_the_tick),
                                       cmocka_unit_test(counts_are_summed_and_their_largest_kept),
                                       cmocka_unit_test(the_longest_tick_is_kept),
                                       cmocka_unit_test(nothing_is_measured_without),
                                       cmocka_unit_test(parts_have_names_of_their_own),
                                       cmocka_unit_test(a_session_is_measured)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
