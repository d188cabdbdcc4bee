/* A recorded drive played beside whoever watches it: every tick is heard, the last one is seen; pauses and
 * ends on request; what is wrong with it is told. */
#include "support/check.h"

#include "drive.h"
#include "rt/replay.h"

#include <time.h>

enum { TICKS = 200 };

static hl_arena arena;

static rt_replay *record_and_open(void)
{
    rt_replay *replay;
    char why[RT_WHY_LENGTH];
    const rt_recorder_setup setup = drive_setup(drive_path("played.hlr"));
    assert_true(drive_record(&setup, TICKS, 0).recorded);
    assert_int_equal(rt_replay_open(setup.path, DRIVE_VERSION, &replay, why), HL_OK);
    return replay;
}

static void rest(long nanoseconds)
{
    const struct timespec t = {.tv_nsec = nanoseconds};
    nanosleep(&t, NULL);
}

static void wait_for_end(const rt_player *player)
{
    while (!rt_player_is_ended(player)) rest(1000000);
}

static void every_tick_is_heard_and_the_last_is_seen(void **unused)
{
    (void)unused;
    const int chosen[] = {0};
    xch_sample sample;
    rt_replay *replay = record_and_open();
    rt_player *player = rt_player_new(replay, 0, TICKS, &arena);
    assert_non_null(player);
    xch_latest *snapshots = rt_player_add_reader(player);
    xch_ring *samples = rt_player_add_listener(player, chosen, 1);
    assert_non_null(samples);
    assert_null(rt_player_add_listener(player, chosen, 1));
    assert_int_equal(((const xch_snapshot *)xch_latest_read(snapshots, NULL))->tick, 0);
    assert_true(rt_player_start(player));
    wait_for_end(player);
    assert_int_equal(rt_player_join(player), RT_REPLAY_OK);
    assert_int_equal(((const xch_snapshot *)xch_latest_read(snapshots, NULL))->tick, TICKS);
    for (int tick = 1; tick <= TICKS; tick++) {
        assert_true(xch_ring_pop(samples, &sample));
        assert_int_equal(sample.tick, tick);
    }
    assert_false(xch_ring_pop(samples, &sample));
    rt_replay_close(replay);
}

/* While it is paused the world stands; when it goes on nothing is made up for. */
static void stands_while_paused_and_stops(void **unused)
{
    (void)unused;
    rt_replay *replay = record_and_open();
    rt_player *player = rt_player_new(replay, 0, TICKS, &arena);
    xch_latest *snapshots = rt_player_add_reader(player);
    rt_player_pause(player, true);
    assert_true(rt_player_start(player));
    rest(60000000); /* several snapshots */
    assert_int_equal(((const xch_snapshot *)xch_latest_read(snapshots, NULL))->tick, 0);
    rt_player_stop(player);
    assert_int_equal(rt_player_join(player), RT_REPLAY_OK);
    assert_true(rt_player_is_ended(player));
    rt_replay_close(replay);
}

/* The recording has fewer ticks than are asked for. */
static void an_early_end_is_told(void **unused)
{
    (void)unused;
    rt_replay *replay = record_and_open();
    rt_player *player = rt_player_new(replay, 0, 2 * TICKS, &arena);
    assert_true(rt_player_start(player));
    assert_int_equal(rt_player_join(player), RT_REPLAY_END);
    rt_replay_close(replay);
}

static void readers_have_an_end(void **unused)
{
    (void)unused;
    rt_replay *replay = record_and_open();
    rt_player *player = rt_player_new(replay, 0, TICKS, &arena);
    for (int i = 0; i < RT_PLAYER_READERS; i++) assert_non_null(rt_player_add_reader(player));
    assert_null(rt_player_add_reader(player));
    rt_replay_close(replay);
}

static int clean(void **unused)
{
    (void)unused;
    drive_clean();
    hl_arena_free(&arena);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_tick_is_heard_and_the_last_is_seen),
                                       cmocka_unit_test(stands_while_paused_and_stops),
                                       cmocka_unit_test(an_early_end_is_told),
                                       cmocka_unit_test(readers_have_an_end)};
    return cmocka_run_group_tests_name("player", tests, NULL, clean);
}
