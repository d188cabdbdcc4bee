/* Who gets a place at the instructor's server, how long wrong tokens wait, when sessions end. */
#include "support/check.h"

#include "admission.h"

#include <string.h>

static const int64_t SECOND = 1000000000; /* [ns] */

static peer_address peer_of(unsigned char last)
{
    return (peer_address){{[10] = 0xff, [11] = 0xff, 192, 168, 1, last}};
}

static void test_peers_are_printed(void **unused)
{
    (void)unused;
    char text[PEER_TEXT];
    const peer_address four = peer_of(20), six = {{0x20, 0x01, 0x0d, 0xb8}};
    assert_string_equal(peer_print(&four, text), "192.168.1.20");
    assert_string_equal(peer_print(&six, text), "2001:db8::/64");
    assert_false(peer_is_same(&four, &six));
}

/* ---- places ---- */

static srv_gate gate;

static int begin(void **unused)
{
    (void)unused;
    gate = (srv_gate){0};
    return 0;
}

/* As the front does it. @return number */
static int64_t arrive(unsigned char last)
{
    const peer_address peer = peer_of(last);
    const int victim = gate_find_victim(&gate, &peer);
    if (victim >= 0) gate_leave(&gate, victim);
    assert_int_equal(gate_find_victim(&gate, &peer), -1);
    return gate.list[gate_enter(&gate, &peer, 0)].number;
}

/* However many idle ones there are, the next one enters, and the oldest of that address leaves. */
static void test_idle_ones_make_place(void **unused)
{
    (void)unused;
    for (int i = 0; i < 1000; i++) (void)arrive(1);
    assert_null(gate_find(&gate, 1000 - GATE_PEER_PENDING));
    for (int64_t number = 1001 - GATE_PEER_PENDING; number <= 1000; number++)
        assert_non_null(gate_find(&gate, number));
}

/* Those of another address keep their places. */
static void test_busiest_address_makes_place(void **unused)
{
    (void)unused;
    const int64_t quiet = arrive(9);
    for (unsigned char last = 1; last <= 3; last++)
        for (int i = 0; i < GATE_PEER_PENDING; i++) (void)arrive(last);
    assert_non_null(gate_find(&gate, quiet));
    const int64_t late = arrive(8);
    assert_non_null(gate_find(&gate, late));
    assert_non_null(gate_find(&gate, quiet));
}

static void test_admitted_ones_stay(void **unused)
{
    (void)unused;
    const int64_t first = arrive(1);
    assert_true(gate_admit(&gate, first));
    assert_true(gate_admit(&gate, first)); /* once is enough */
    for (int i = 0; i < 500; i++) (void)arrive(1);
    assert_non_null(gate_find(&gate, first));
    for (int i = 1; i < GATE_ADMITTED; i++) assert_true(gate_admit(&gate, arrive(2)));
    assert_false(gate_admit(&gate, arrive(2)));
    assert_false(gate_admit(&gate, 999999)); /* it has gone */
    assert_false(gate_admit(&gate, 0));
    for (int i = 0; i < 500; i++) (void)arrive(3); /* all are admitted that can be: others enter still */
}

static void test_pending_ones_are_late(void **unused)
{
    (void)unused;
    (void)arrive(1);
    assert_false(gate_is_late(&gate, 0, GATE_PATIENCE - 1));
    assert_true(gate_is_late(&gate, 0, GATE_PATIENCE));
    assert_true(gate_admit(&gate, 1));
    assert_false(gate_is_late(&gate, 0, 1000 * GATE_PATIENCE));
}

/* ---- wrong tokens ---- */

static void test_delay_grows(void **unused)
{
    (void)unused;
    static const int delays[] = {1, 2, 4, 8, 16, 32, 60, 60};
    srv_guard guard = {0};
    const peer_address peer = peer_of(1), other = peer_of(2);
    int64_t now = SECOND;
    for (int i = 0; i < GUARD_FREE; i++) {
        assert_int_equal(guard_ask(&guard, &peer, now), 0);
        guard_note_wrong(&guard, &peer, now);
    }
    for (size_t i = 0; i < sizeof delays / sizeof *delays; i++) {
        assert_int_equal(guard_ask(&guard, &peer, now), 0);
        guard_note_wrong(&guard, &peer, now);
        assert_int_equal(guard_ask(&guard, &peer, now), delays[i]);
        assert_int_equal(guard_ask(&guard, &peer, now + delays[i] * SECOND - 1), 1);
        assert_int_equal(guard_ask(&guard, &other, now), 0);
        now += delays[i] * SECOND;
    }
    now += GUARD_LONG + GUARD_FORGET; /* told, then forgotten */
    guard_burst burst;
    while (guard_next_burst(&guard, now, true, &burst)) continue;
    for (int i = 0; i < GUARD_FREE; i++) {
        assert_int_equal(guard_ask(&guard, &peer, now), 0);
        guard_note_wrong(&guard, &peer, now);
    }
    assert_int_equal(guard_ask(&guard, &peer, now), 0);
}

static void test_burst_is_told_once(void **unused)
{
    (void)unused;
    srv_guard guard = {0};
    guard_burst burst;
    const peer_address peer = peer_of(1);
    for (int i = 0; i < 500; i++)
        if (guard_ask(&guard, &peer, SECOND + i) == 0) guard_note_wrong(&guard, &peer, SECOND + i);
    assert_false(guard_next_burst(&guard, 2 * SECOND, false, &burst));
    assert_true(guard_next_burst(&guard, 2 * SECOND + GUARD_QUIET, false, &burst));
    assert_int_equal(burst.count, 500);
    assert_true(peer_is_same(&burst.peer, &peer));
    assert_false(guard_next_burst(&guard, 3 * GUARD_LONG, true, &burst));
}

static void test_long_burst_is_told_meanwhile(void **unused)
{
    (void)unused;
    srv_guard guard = {0};
    guard_burst burst;
    const peer_address peer = peer_of(1);
    int told = 0, count = 0;
    for (int64_t now = 0; now < 3 * GUARD_LONG; now += SECOND) {
        if (guard_ask(&guard, &peer, now) == 0) guard_note_wrong(&guard, &peer, now);
        for (; guard_next_burst(&guard, now, false, &burst); told++) count += burst.count;
    }
    assert_int_equal(told, 2);
    assert_int_equal(count, 122); /* each a minute and the second that ends it */
}

/* Many addresses forget the oldest, and nothing else. */
static void test_addresses_are_bounded(void **unused)
{
    (void)unused;
    srv_guard guard = {0};
    for (int i = 0; i < 3 * GUARD_PEERS; i++) {
        const peer_address peer = peer_of((unsigned char)i);
        for (int k = 0; k <= GUARD_FREE; k++) guard_note_wrong(&guard, &peer, i);
        assert_true(guard_ask(&guard, &peer, i) > 0);
    }
}

/* ---- sessions ---- */

static srv_sessions sessions;

static int begin_sessions(void **unused)
{
    (void)unused;
    sessions = (srv_sessions){.idle = 10 * SECOND, .most = 60 * SECOND};
    return 0;
}

static const srv_session *log_in(unsigned char random, int64_t now)
{
    const unsigned char bytes[ACCESS_RANDOM] = {random};
    return sessions_begin(&sessions, bytes, now);
}

static void test_idle_sessions_end(void **unused)
{
    (void)unused;
    const int64_t number = log_in(1, 0)->number;
    static const char id[] = "01000000000000000000000000000000";
    assert_true(sessions_find(&sessions, id, 10 * SECOND - 1) == number);
    assert_true(sessions_find(&sessions, id, 10 * SECOND) == 0); /* looking is no use */
    sessions_use(&sessions, number, 9 * SECOND);
    assert_true(sessions_find(&sessions, id, 19 * SECOND - 1) == number);
    sessions_use(&sessions, number, 19 * SECOND); /* too late */
    assert_false(sessions_lives(&sessions, number, 19 * SECOND));
}

static void test_used_sessions_end_too(void **unused)
{
    (void)unused;
    const int64_t number = log_in(1, 0)->number;
    for (int64_t now = 0; now < 60 * SECOND; now += SECOND) {
        sessions_use(&sessions, number, now);
        assert_true(sessions_lives(&sessions, number, now));
    }
    sessions_use(&sessions, number, 60 * SECOND);
    assert_false(sessions_lives(&sessions, number, 60 * SECOND));
}

static void test_ids_choose(void **unused)
{
    (void)unused;
    const int64_t one = log_in(1, 0)->number, two = log_in(2, 0)->number;
    assert_true(sessions_find(&sessions, "02000000000000000000000000000000", 1) == two);
    static const char *const wrong[] = {"", "0200000000000000000000000000000",
                                        "020000000000000000000000000000000",
                                        "03000000000000000000000000000000"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_true(sessions_find(&sessions, wrong[i], 1) == 0);
    sessions_end(&sessions, one);
    assert_true(sessions_find(&sessions, "01000000000000000000000000000000", 1) == 0);
    assert_true(sessions_find(&sessions, "", 1) == 0); /* a free place has no id */
    assert_true(sessions_lives(&sessions, two, 1) && !sessions_lives(&sessions, one, 1));
    assert_false(sessions_lives(&sessions, 0, 1));
}

static void test_oldest_session_makes_place(void **unused)
{
    (void)unused;
    const int64_t first = log_in(0, 0)->number, second = log_in(1, 1)->number;
    sessions_use(&sessions, first, 2);
    for (int i = 2; i < SESSIONS; i++) (void)log_in((unsigned char)i, 3);
    (void)log_in(200, 4);
    assert_false(sessions_lives(&sessions, second, 5));
    assert_true(sessions_lives(&sessions, first, 5));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_peers_are_printed),
        cmocka_unit_test_setup(test_idle_ones_make_place, begin),
        cmocka_unit_test_setup(test_busiest_address_makes_place, begin),
        cmocka_unit_test_setup(test_admitted_ones_stay, begin),
        cmocka_unit_test_setup(test_pending_ones_are_late, begin),
        cmocka_unit_test(test_delay_grows),
        cmocka_unit_test(test_burst_is_told_once),
        cmocka_unit_test(test_long_burst_is_told_meanwhile),
        cmocka_unit_test(test_addresses_are_bounded),
        cmocka_unit_test_setup(test_idle_sessions_end, begin_sessions),
        cmocka_unit_test_setup(test_used_sessions_end_too, begin_sessions),
        cmocka_unit_test_setup(test_ids_choose, begin_sessions),
        cmocka_unit_test_setup(test_oldest_session_makes_place, begin_sessions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
