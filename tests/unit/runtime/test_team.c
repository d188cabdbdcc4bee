/* A team computes each block of a section once, whether its helpers are in time, late, or held up within a
 * block. */
#include "support/check.h"

#include "rt/team.h"

#include <signal.h>
#include <string.h>
#include <time.h>

enum { BLOCKS = 37, SECTIONS = 2000, TRIES = 200000 };

/* ---- a team in a test ---- */

typedef struct fixture {
    hl_arena arena;
    rt_team *team;
} fixture;

static fixture begin(int threads, int64_t period)
{
    fixture f = {0};
    const rt_team_options options = {.threads = threads, .period = period, .cpu = -1};
    f.team = rt_team_new(&options, &f.arena);
    assert_non_null(f.team);
    assert_int_equal(rt_team_start(f.team), threads);
    return f;
}

static void end(fixture *f)
{
    rt_team_stop(f->team);
    hl_arena_free(&f->arena);
}

/* ---- every block once ---- */

/* Results of the blocks, each written by its own block from those of the section before. */
typedef struct results {
    uint64_t before[BLOCKS], after[BLOCKS];
} results;

static void compute_block(void *context, int index)
{
    results *r = context;
    const int next = (index + 1) % BLOCKS;
    r->after[index] = r->after[index] * 31 + r->before[index] * 7 + r->before[next] + 1;
}

static results run_sections(const hl_team *team)
{
    results r = {{0}, {0}};
    for (int k = 0; k < SECTIONS; k++) {
        hl_team_run(team, BLOCKS, compute_block, &r);
        memcpy(r.before, r.after, sizeof r.before);
    }
    return r;
}

static void same_results_for_every_team(void **state)
{
    (void)state;
    const results alone = run_sections(NULL);
    for (int threads = 1; threads <= 4; threads++) {
        fixture f = begin(threads, 0);
        const results together = run_sections(rt_team_blocks(f.team));
        end(&f);
        assert_memory_equal(&together, &alone, sizeof alone);
    }
}

static void counts_of_sections_and_blocks(void **state)
{
    (void)state;
    fixture f = begin(1, 0);
    (void)run_sections(rt_team_blocks(f.team));
    rt_team_stop(f.team);
    const rt_team_counts counts = rt_team_counted(f.team);
    assert_int_equal(counts.sections, SECTIONS);
    assert_int_equal(counts.blocks, SECTIONS * BLOCKS);
    assert_int_equal(counts.helped, 0);
    hl_arena_free(&f.arena);
}

static void count_block(void *context, int index)
{
    ((int *)context)[index]++;
}

static void sections_of_any_length(void **state)
{
    (void)state;
    fixture f = begin(3, 0);
    for (int count = 0; count <= BLOCKS; count++) {
        int ran[BLOCKS + 1] = {0};
        hl_team_run(rt_team_blocks(f.team), count, count_block, ran);
        for (int k = 0; k <= BLOCKS; k++) assert_int_equal(ran[k], k < count);
    }
    end(&f);
}

/* ---- helpers ---- */

/* A section whose blocks wait for each other for a short time, so that a helper has to take part. */
typedef struct meeting {
    pthread_t owner, helper;
    atomic_int helped; /* blocks that were not run by the owner */
} meeting;

static void meet(void *context, int index)
{
    (void)index;
    meeting *m = context;
    if (pthread_equal(pthread_self(), m->owner)) {
        for (int k = 0; k < 1000 && atomic_load(&m->helped) == 0; k++) (void)rt_now();
        return;
    }
    if (atomic_fetch_add(&m->helped, 1) == 0) m->helper = pthread_self();
}

/* Run sections until a helper has taken part. */
static meeting find_helper(rt_team *team)
{
    meeting m = {.owner = pthread_self()};
    for (int k = 0; k < TRIES && atomic_load(&m.helped) == 0; k++) {
        hl_team_run(rt_team_blocks(team), 4, meet, &m);
        rt_team_rest(team);
    }
    assert_true(atomic_load(&m.helped) > 0);
    return m;
}

static void helpers_take_part(void **state)
{
    (void)state;
    static const int64_t periods[] = {0, 1000000};
    for (int k = 0; k < 2; k++) {
        fixture f = begin(2, periods[k]);
        (void)find_helper(f.team);
        rt_team_stop(f.team);
        assert_true(rt_team_counted(f.team).helped > 0);
        hl_arena_free(&f.arena);
    }
}

/* ---- a helper that the system keeps off ---- */

static atomic_bool held, released;

static void hold(int number)
{
    (void)number;
    atomic_store(&held, true);
    while (!atomic_load(&released)) (void)rt_now();
}

static void absent_helper_delays_nothing(void **state)
{
    (void)state;
    fixture f = begin(2, 0);
    const results alone = run_sections(NULL);
    const meeting m = find_helper(f.team);
    struct sigaction action = {.sa_handler = hold}, before;
    sigaction(SIGUSR1, &action, &before);
    pthread_kill(m.helper, SIGUSR1);
    while (!atomic_load(&held)) (void)rt_now();
    const rt_team_counts met = rt_team_counted(f.team);
    const results together = run_sections(rt_team_blocks(f.team)); /* would never end if it waited */
    assert_memory_equal(&together, &alone, sizeof alone);
    assert_int_equal(rt_team_counted(f.team).helped, met.helped);
    assert_int_equal(rt_team_counted(f.team).yields, met.yields);
    atomic_store(&released, true);
    end(&f);
    sigaction(SIGUSR1, &before, NULL);
}

/* The helper's first block does not end before all others have. */
typedef struct stall {
    pthread_t owner;
    atomic_bool began;
    atomic_int ended; /* blocks of the section */
    int ran[BLOCKS];
} stall;

static void stall_block(void *context, int index)
{
    stall *s = context;
    s->ran[index]++;
    if (pthread_equal(pthread_self(), s->owner))
        for (int k = 0; k < 1000 && !atomic_load(&s->began); k++) (void)rt_now();
    else if (!atomic_exchange(&s->began, true))
        while (atomic_load(&s->ended) < BLOCKS - 1) (void)rt_now();
    atomic_fetch_add(&s->ended, 1);
}

static void owner_waits_only_for_a_begun_block(void **state)
{
    (void)state;
    fixture f = begin(2, 0);
    stall s = {.owner = pthread_self()};
    int sections = 0;
    for (; sections < TRIES && !atomic_load(&s.began); sections++) {
        atomic_store(&s.ended, 0);
        hl_team_run(rt_team_blocks(f.team), BLOCKS, stall_block, &s);
    }
    for (int k = 0; k < BLOCKS; k++) assert_int_equal(s.ran[k], sections);
    assert_int_equal(rt_team_counted(f.team).helped, 1);
    end(&f);
}

/* ---- real time ---- */

/* With a period and without ticks, helpers sleep most of the time: they use little of a processor. */
static void idle_helpers_sleep(void **state)
{
    (void)state;
    static const int64_t period = 1000000;
    fixture f = begin(2, period);
    (void)find_helper(f.team);
    struct timespec before, after;
    nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &before);
    nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &after);
    end(&f);
    const double used =
        (double)(after.tv_sec - before.tv_sec) + 1e-9 * (double)(after.tv_nsec - before.tv_nsec);
    /* 1/64 of a period in each; 200 wake-ups under a sanitizer cost some us each */
    assert_true(used < 0.05);
}

/* Ticks after a pause, with sections later in the period than idle helpers spin. */
static void helpers_return_after_a_pause(void **state)
{
    (void)state;
    enum { PAUSE = 20, TICKS = 2000 };
    static const int64_t period = 1000000, late = 150000;
    fixture f = begin(2, period);
    const rt_clock clock = rt_clock_monotonic();
    meeting m = {.owner = pthread_self()};
    int64_t tick = rt_now() / period + PAUSE;
    for (int k = 0; k < TICKS && atomic_load(&m.helped) == 0; k++) {
        clock.sleep_until(clock.context, tick * period + late);
        hl_team_run(rt_team_blocks(f.team), 4, meet, &m);
        rt_team_rest(f.team);
        tick = rt_now() / period + 1;
    }
    end(&f);
    assert_true(atomic_load(&m.helped) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_results_for_every_team),  cmocka_unit_test(counts_of_sections_and_blocks),
        cmocka_unit_test(sections_of_any_length),       cmocka_unit_test(helpers_take_part),
        cmocka_unit_test(absent_helper_delays_nothing), cmocka_unit_test(owner_waits_only_for_a_begun_block),
        cmocka_unit_test(idle_helpers_sleep),           cmocka_unit_test(helpers_return_after_a_pause)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
