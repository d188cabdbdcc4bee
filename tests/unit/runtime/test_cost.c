/* Estimates, bounds, and the fit of costs to ticks whose times are known. */
#include "support/check.h"

#include "rt/cost.h"

#include <math.h>
#include <string.h>

enum { TICKS = 400, RUNS = 3 };

static float us[RUNS][TICKS][RT_PARTS];
static int32_t counts[TICKS][WORLD_COUNTS];

static const int FLOW = RT_PART_WORLD + (int)WORLD_PART_FLOW,
                 GRAINS = RT_PART_WORLD + (int)WORLD_PART_PARTICLES;

static rt_cost_samples samples(void)
{
    return (rt_cost_samples){TICKS, RUNS, TICKS, &us[0][0][0], &counts[0][0]};
}

/* Flow: 2 us and 5 ns a cell; particles: 40 ns of those awake, 10 ns of a contact. Each run is slower than
 * that by a tenth in other ticks, and interrupted in a few by a millisecond, as a system does. */
static void make_ticks(void)
{
    memset(us, 0, sizeof us);
    memset(counts, 0, sizeof counts);
    for (int t = 0; t < TICKS; t++) {
        counts[t][WORLD_COUNT_SAND] = 1;
        counts[t][WORLD_COUNT_CELLS] = 17 * (t % 100);
        counts[t][WORLD_COUNT_AWAKE] = 3 * t;
        counts[t][WORLD_COUNT_CONTACTS] = 7 * ((t * t) % 311);
        for (int run = 0; run < RUNS; run++) {
            const double slow = t % RUNS == run ? 1.0 : 1.1,
                         late = t % 97 == 31 * run && slow > 1.0 ? 1000.0 : 0.0;
            us[run][t][FLOW] = (float)(slow * (2.0 + 0.005 * counts[t][WORLD_COUNT_CELLS]) + late);
            us[run][t][GRAINS] = (float)(slow * (0.04 * counts[t][WORLD_COUNT_AWAKE] +
                                                 0.01 * counts[t][WORLD_COUNT_CONTACTS]));
        }
    }
}

/* Two parts of 100 us, each twice as long in other ticks: 3/2 of their sum, where a part has 2. */
static void parts_are_long_in_different_ticks(void **state)
{
    (void)state;
    rt_costs costs;
    memset(us, 0, sizeof us);
    memset(counts, 0, sizeof counts);
    for (int t = 0; t < TICKS; t++) {
        counts[t][WORLD_COUNT_CELLS] = 1000;
        counts[t][WORLD_COUNT_AWAKE] = 500;
        for (int run = 0; run < RUNS; run++) {
            us[run][t][FLOW] = run == 0 && t % 4 == 1 ? 200.0F : 100.0F;
            us[run][t][GRAINS] = run == 0 && t % 4 == 3 ? 200.0F : 100.0F;
        }
    }
    const rt_cost_samples s = samples();
    assert_int_equal(rt_costs_fit(&s, &costs), HL_OK);
    CHECK_NEAR(costs.spread[FLOW], 2.0, 1e-9);
    CHECK_NEAR(costs.spread[GRAINS], 2.0, 1e-9);
    CHECK_NEAR(costs.tick_spread, 1.5, 1e-9);
}

static void costs_are_found_behind_interruptions(void **state)
{
    (void)state;
    rt_costs costs;
    make_ticks();
    const rt_cost_samples s = samples();
    assert_int_equal(rt_costs_fit(&s, &costs), HL_OK);
    CHECK_NEAR(costs.us[RT_TERM_FLOW_SAND], 2.0, 1e-4); /* samples are floats */
    CHECK_NEAR(costs.us[RT_TERM_FLOW_CELLS], 0.005, 1e-7);
    CHECK_NEAR(costs.us[RT_TERM_PARTICLES_AWAKE], 0.04, 1e-6);
    CHECK_NEAR(costs.us[RT_TERM_PARTICLES_CONTACTS], 0.01, 1e-6);
    CHECK_NEAR(costs.us[RT_TERM_PARTICLES_SAND], 0.0, 1e-3);
    assert_true(costs.us[RT_TERM_PARTICLES_SINKING] == 0.0); /* never counted */
    CHECK_NEAR(costs.spread[GRAINS], 1.1, 1e-3);             /* of the first run */
    assert_true(costs.spread[RT_PART_NEWS] == 1.0);
}

/* The time falls with the count: the fit gives a cost of zero, not a negative one. */
static void no_cost_is_negative(void **state)
{
    (void)state;
    rt_costs costs;
    make_ticks();
    for (int run = 0; run < RUNS; run++)
        for (int t = 0; t < TICKS; t++)
            us[run][t][FLOW] = (float)(50.0 - 0.01 * counts[t][WORLD_COUNT_CELLS]);
    const rt_cost_samples s = samples();
    assert_int_equal(rt_costs_fit(&s, &costs), HL_OK);
    assert_true(costs.us[RT_TERM_FLOW_CELLS] == 0.0);
    CHECK_NEAR(costs.us[RT_TERM_FLOW_SAND], 50.0 - 0.01 * 17 * 49.5, 1e-3); /* the mean */
}

/* Counts that are proportional in all ticks: one of them has the whole cost. */
static void proportional_counts_share_no_cost(void **state)
{
    (void)state;
    rt_costs costs;
    make_ticks();
    for (int t = 0; t < TICKS; t++) counts[t][WORLD_COUNT_CONTACTS] = 2 * counts[t][WORLD_COUNT_AWAKE];
    for (int run = 0; run < RUNS; run++)
        for (int t = 0; t < TICKS; t++) us[run][t][GRAINS] = (float)(0.06 * counts[t][WORLD_COUNT_AWAKE]);
    const rt_cost_samples s = samples();
    assert_int_equal(rt_costs_fit(&s, &costs), HL_OK);
    CHECK_NEAR(costs.us[RT_TERM_PARTICLES_AWAKE] + 2.0 * costs.us[RT_TERM_PARTICLES_CONTACTS], 0.06, 1e-6);
}

static void without_ticks_there_is_no_fit(void **state)
{
    (void)state;
    rt_costs costs;
    rt_cost_samples none = samples();
    none.ticks = 0;
    assert_int_equal(rt_costs_fit(&none, &costs), HL_BAD_INPUT);
}

static void parts_are_sums_of_their_terms(void **state)
{
    (void)state;
    rt_costs costs = {.us = {0.0}};
    int64_t at[WORLD_COUNTS] = {0};
    double parts[RT_PARTS];
    for (int i = 0; i < RT_PARTS; i++) costs.spread[i] = 1.0;
    costs.us[RT_TERM_FLOW_SAND] = 2.0;
    costs.us[RT_TERM_FLOW_CELLS] = 0.005;
    costs.us[RT_TERM_NEWTON_UNKNOWN_ITERATIONS] = 0.1;
    costs.spread[FLOW] = 3.0;
    at[WORLD_COUNT_SAND] = 1;
    at[WORLD_COUNT_CELLS] = 1000;
    at[WORLD_COUNT_UNKNOWN_ITERATIONS] = 80;
    CHECK_NEAR(rt_costs_estimate(&costs, at, parts), 2.0 + 5.0 + 8.0, 1e-12);
    CHECK_NEAR(parts[FLOW], 7.0, 1e-12);
    CHECK_NEAR(rt_costs_bound(&costs, at, parts), 3.0 * 7.0 + 8.0, 1e-12);
    CHECK_NEAR(parts[FLOW], 21.0, 1e-12);
    costs.tick_spread = 1.5;
    CHECK_NEAR(rt_costs_bound(&costs, at, parts), 1.5 * 15.0, 1e-12);
    CHECK_NEAR(parts[FLOW], 21.0, 1e-12); /* its own spread */
}

static void names_are_found(void **state)
{
    (void)state;
    for (int i = 0; i < RT_TERMS; i++) {
        const rt_term term = rt_term_at(i);
        assert_int_equal(rt_part_find(rt_part_key(term.part)), term.part);
        assert_int_equal(rt_count_find(world_count_key(term.count)), term.count);
        assert_int_equal(rt_term_find(term.part, term.count), i); /* each once */
    }
    assert_int_equal(rt_part_find("nothing"), -1);
    assert_int_equal(rt_count_find("nothing"), -1);
    assert_int_equal(rt_term_find(RT_PART_NEWS, WORLD_COUNT_CELLS), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(costs_are_found_behind_interruptions),
        cmocka_unit_test(parts_are_long_in_different_ticks),
        cmocka_unit_test(no_cost_is_negative),
        cmocka_unit_test(proportional_counts_share_no_cost),
        cmocka_unit_test(without_ticks_there_is_no_fit),
        cmocka_unit_test(parts_are_sums_of_their_terms),
        cmocka_unit_test(names_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
