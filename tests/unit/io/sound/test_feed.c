/* Two clocks, the world's and the card's, that do not agree: ticks neither pile up nor run out. */
#include "support/check.h"

#include "feed.h"
#include "io/voice.h"

struct course {
    double rate;              /* ticks of the world a block of the card */
    int together;             /* blocks that the card asks for at once */
    int longest_dry;          /* blocks without a tick, one behind the other, after the start */
    double least, most, mean; /* ticks that waited when a block was made; of the second half */
};

enum { BLOCKS = 4000 /* 40 s */ };

static void run(struct course *course)
{
    tick_feed feed = feed_begin();
    double come = 0;
    unsigned waiting = 0, forget = 0;
    int dry = 0, blocks = 0;
    course->least = 1e9;
    for (int block = 0; block < BLOCKS; block++) {
        if (block % course->together == 0) come += course->rate * course->together;
        const unsigned whole = (unsigned)come;
        come -= whole;
        waiting += whole;
        const int take = feed_take(&feed, waiting, &forget);
        assert_true(take >= 0 && take <= IO_TICKS && (unsigned)take + forget <= waiting);
        if (block > BLOCKS / 2) {
            dry = take == 0 ? dry + 1 : 0;
            course->longest_dry = dry > course->longest_dry ? dry : course->longest_dry;
            course->least = waiting < course->least ? waiting : course->least;
            course->most = waiting > course->most ? waiting : course->most;
            course->mean += waiting;
            blocks++;
        }
        waiting -= (unsigned)take + forget;
    }
    course->mean /= blocks;
}

/* The backlog is a block and a half, to the tick that a block cannot be parted by, and the 1 % that the rates
 * of the test differ in are made good at every block, so that nothing is left to add up. */
static void clocks_may_differ(void **state)
{
    (void)state;
    static const double rates[] = {9.9, 10, 10.1, 10.37};
    for (int i = 0; i < 4; i++) {
        struct course course = {.rate = rates[i], .together = 1};
        run(&course);
        assert_int_equal(course.longest_dry, 0);
        CHECK_NEAR(course.mean, 1.5 * rates[i], 1);
        assert_true(course.most <= 2 * rates[i] + 2);
    }
}

static void the_world_may_be_slow_or_fast(void **state)
{
    (void)state;
    static const double rates[] = {2.5, 5, 20, 50};
    for (int i = 0; i < 4; i++) {
        struct course course = {.rate = rates[i], .together = 1};
        run(&course);
        assert_int_equal(course.longest_dry, 0);
        assert_true(course.most <= 3 * rates[i] + 2);
    }
}

/* A card that takes two or three blocks at once empties the backlog, never for long: voices hold for 30 ms.
 */
static void a_card_may_ask_for_several_blocks(void **state)
{
    (void)state;
    for (int together = 2; together <= 3; together++) {
        struct course course = {.rate = 10, .together = together};
        run(&course);
        assert_true(course.longest_dry <= 1);
        assert_true(course.most <= 10 * (together + 1.5));
    }
}

/* More than IO_TICKS a block cannot be taken: the oldest are thrown away, the delay stays bounded. */
static void a_world_at_maximum_speed_is_skipped_through(void **state)
{
    (void)state;
    tick_feed feed = feed_begin();
    unsigned waiting = 0, forget = 0;
    for (int block = 0; block < 400; block++) {
        waiting += 300;
        const int take = feed_take(&feed, waiting, &forget);
        waiting -= (unsigned)take + forget;
        if (block > 200) assert_int_equal(take, IO_TICKS); /* four time constants of the rate */
        assert_true(waiting <= 3 * IO_TICKS);
    }
}

/* After a pause of the world the backlog is built up anew, at the rate that was known. */
static void a_pause_is_not_a_slow_world(void **state)
{
    (void)state;
    tick_feed feed = feed_begin();
    unsigned waiting = 0, forget = 0;
    int taken = 0;
    for (int block = 0; block < 600; block++) {
        const bool paused = block >= 300 && block < 400;
        waiting += paused ? 0 : 10;
        const int take = feed_take(&feed, waiting, &forget);
        waiting -= (unsigned)take + forget;
        if (block >= 303 && block < 400) assert_int_equal(take, 0); /* two blocks of backlog are used up */
        if (block >= 402) taken += take;
    }
    CHECK_NEAR(taken, 1980, 15); /* 198 blocks; a block and a half may wait */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clocks_may_differ),
        cmocka_unit_test(the_world_may_be_slow_or_fast),
        cmocka_unit_test(a_card_may_ask_for_several_blocks),
        cmocka_unit_test(a_world_at_maximum_speed_is_skipped_through),
        cmocka_unit_test(a_pause_is_not_a_slow_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
