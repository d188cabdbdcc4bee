/* The latest value: newest wins, a record stays while it is read, and two threads with an invariant between
 * the fields of each record. */
#include "support/check.h"

#include "xch/ring.h"
#include "xch/snapshot.h"

#include <pthread.h>
#include <sched.h>

enum { RECORDS = 200000 };

static void write_tick(xch_latest *latest, int64_t tick)
{
    xch_snapshot *snapshot = xch_latest_begin(latest);
    snapshot->tick = tick;
    snapshot->missed = ~tick;
    for (int i = 0; i < XCH_SIGNALS; i++) snapshot->signals[i] = (double)tick * (i + 1);
    xch_latest_publish(latest);
}

static bool is_whole(const xch_snapshot *snapshot)
{
    bool whole = snapshot->missed == ~snapshot->tick;
    for (int i = 0; i < XCH_SIGNALS; i++)
        whole = whole && snapshot->signals[i] == (double)snapshot->tick * (i + 1);
    return whole;
}

static void nothing_before_the_first(void **state)
{
    (void)state;
    hl_arena arena = {0};
    xch_latest *latest = xch_latest_new(&arena, sizeof(xch_snapshot));
    bool fresh = true;
    assert_null(xch_latest_read(latest, &fresh));
    assert_false(fresh);
    xch_latest_begin(latest);
    assert_null(xch_latest_read(latest, NULL)); /* begun is not published */
    hl_arena_free(&arena);
}

static void newest_wins_and_stays(void **state)
{
    (void)state;
    hl_arena arena = {0};
    xch_latest *latest = xch_latest_new(&arena, sizeof(xch_snapshot));
    for (int64_t tick = 1; tick <= 5; tick++) write_tick(latest, tick);
    bool fresh = false;
    const xch_snapshot *first = xch_latest_read(latest, &fresh);
    assert_true(fresh);
    assert_int_equal(first->tick, 5);
    /* the reader holds it while the writer goes on */
    for (int64_t tick = 6; tick <= 20; tick++) {
        write_tick(latest, tick);
        assert_int_equal(first->tick, 5);
        assert_true(is_whole(first));
    }
    assert_int_equal(((const xch_snapshot *)xch_latest_read(latest, &fresh))->tick, 20);
    assert_true(fresh);
    /* nothing newer: the same again */
    assert_int_equal(((const xch_snapshot *)xch_latest_read(latest, &fresh))->tick, 20);
    assert_false(fresh);
    hl_arena_free(&arena);
}

static void *write_all(void *latest)
{
    for (int64_t tick = 1; tick <= RECORDS; tick++) write_tick(latest, tick);
    return NULL;
}

/* What the reader sees is whole, never older than before, and at last the last. */
static void two_threads_keep_records_whole(void **state)
{
    (void)state;
    hl_arena arena = {0};
    xch_latest *latest = xch_latest_new(&arena, sizeof(xch_snapshot));
    pthread_t writer;
    assert_int_equal(pthread_create(&writer, NULL, write_all, latest), 0);
    int64_t last = 0, torn = 0, older = 0, wrongly_fresh = 0;
    while (last < RECORDS) {
        bool fresh;
        const xch_snapshot *snapshot = xch_latest_read(latest, &fresh);
        if (!fresh) sched_yield();
        if (!snapshot) continue;
        torn += !is_whole(snapshot);
        older += snapshot->tick < last;
        wrongly_fresh += fresh != (snapshot->tick > last);
        last = snapshot->tick;
    }
    pthread_join(writer, NULL);
    assert_int_equal(torn, 0);
    assert_int_equal(older, 0);
    assert_int_equal(wrongly_fresh, 0);
    hl_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_before_the_first),
                                       cmocka_unit_test(newest_wins_and_stays),
                                       cmocka_unit_test(two_threads_keep_records_whole)};
    return cmocka_run_group_tests_name("latest", tests, NULL, NULL);
}
