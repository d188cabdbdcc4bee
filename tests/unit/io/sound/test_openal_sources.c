/* Queues of blocks under a device that takes as many frames at once as it likes. */
#include "support/check.h"

#include "mixer_internal.h"

#include <math.h>
#include <stdlib.h>

enum { VOICES = 2, LONGEST = 2048 };

static openal_device device;
static openal_sources sources;
static float stereo[LONGEST][2];

static int begin(void **state)
{
    (void)state;
    setenv("ALSOFT_DRIVERS", "null", 1);
    if (openal_open_loopback(&device)) return -1;
    openal_enter(&device);
    return 0;
}

static int end(void **state)
{
    (void)state;
    openal_leave();
    openal_close(&device);
    return 0;
}

static void expect_playing(void)
{
    for (int i = 0; i < VOICES; i++) {
        ALint source_state = 0;
        alGetSourcei(sources.sources[i], AL_SOURCE_STATE, &source_state);
        assert_int_equal(source_state, AL_PLAYING);
    }
}

/* A ramp from block to block: what comes out is the ramp, without a gap or a block left out. */
static int next_sample;
static void queue_ramp(void)
{
    static float blocks[VOICES][IO_BLOCK];
    for (int n = 0; n < IO_BLOCK; n++) blocks[0][n] = blocks[1][n] = 1e-5f * (float)next_sample++;
    openal_sources_queue(&sources, (const float(*)[IO_BLOCK])blocks);
}

static void sources_never_run_dry(void **state)
{
    (void)state;
    static const int periods[] = {256, 480, 522, 1024, 1116, LONGEST};
    for (int i = 0; i < 6; i++) {
        const int period = periods[i], depth = openal_sources_depth(period);
        float last = 0, step = 0;
        next_sample = 0;
        assert_true(openal_sources_open(&sources, VOICES, depth));
        for (int turn = 0; turn < 20; turn++) {
            openal_render(&device, stereo, period);
            expect_playing();
            for (int n = 0; n < period; n++, last = stereo[n - 1][0])
                if (last > 0) { /* after the silence */
                    if (step <= 0) step = stereo[n][0] - last;
                    /* single precision of a ramp to 0.4, and what a panned sum of two adds: 1e-6 */
                    CHECK_NEAR((double)(stereo[n][0] - last), (double)step, 1e-6);
                }
            for (int room = openal_sources_room(&sources); room > 0; room--) queue_ramp();
        }
        assert_true(step > 0);
        openal_sources_close(&sources);
    }
}

/* What stopped goes on with what is queued. */
static void dry_sources_go_on(void **state)
{
    (void)state;
    assert_true(openal_sources_open(&sources, VOICES, OPENAL_LOOPBACK_QUEUE));
    openal_render(&device, stereo, LONGEST);
    assert_int_equal(openal_sources_room(&sources), OPENAL_LOOPBACK_QUEUE);
    next_sample = 1000;
    queue_ramp();
    queue_ramp();
    openal_sources_play(&sources);
    assert_int_equal(openal_sources_room(&sources), 0);
    expect_playing();
    openal_render(&device, stereo, IO_BLOCK);
    assert_true(stereo[IO_BLOCK / 2][0] > 0);
    openal_sources_close(&sources);
}

static void more_sources_than_there_are_is_no_crash(void **state)
{
    (void)state;
    openal_sources more[9]; /* 288 sources; OpenAL Soft has 256 */
    int opened = 0;
    while (opened < 9 && openal_sources_open(&more[opened], AUTH_VOICES, OPENAL_LOOPBACK_QUEUE)) opened++;
    assert_int_equal(opened, 8);
    while (opened > 0) openal_sources_close(&more[--opened]);
}

/* Power of both ears of a constant signal from a place, of its own power. */
static double power_from(const float place[3], float diffusion, double ears[2])
{
    static float blocks[VOICES][IO_BLOCK];
    openal_listener_open();
    openal_listener_place(&(io_listener){.ahead = {1, 0, 0}, .up = {0, 0, 1}});
    assert_true(openal_sources_open(&sources, VOICES, OPENAL_LOOPBACK_QUEUE));
    for (int n = 0; n < IO_BLOCK; n++) blocks[0][n] = 0.05f;
    openal_sources_place(&sources, 0, place);
    openal_sources_spread(&sources, 0, diffusion);
    for (int turn = 0; turn < 6; turn++) {
        openal_render(&device, stereo, IO_BLOCK);
        openal_sources_queue(&sources, (const float(*)[IO_BLOCK])blocks);
    }
    openal_sources_close(&sources);
    for (int ear = 0; ear < 2; ear++) ears[ear] = (double)stereo[IO_BLOCK - 1][ear] / 0.05;
    return ears[0] * ears[0] + ears[1] * ears[1];
}

/* From all sides a source is as loud as from the front, and has no side: the rest is the slit that its radius
 * leaves, 1 % of the sphere. */
static void a_source_around_is_as_loud(void **state)
{
    (void)state;
    double ears[2];
    const double front = power_from((float[3]){1.8f, 0, 0}, 0, ears);
    const double around = power_from((float[3]){0, 1.8f, 0}, 1, ears);
    CHECK_RELATIVE(ears[0], ears[1], 0.01);
    CHECK_RELATIVE(around, front, 0.02);
    (void)power_from((float[3]){0, 1.8f, 0}, 0, ears);
    assert_true(ears[0] > 10 * ears[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(sources_never_run_dry, begin, end),
        cmocka_unit_test_setup_teardown(a_source_around_is_as_loud, begin, end),
        cmocka_unit_test_setup_teardown(dry_sources_go_on, begin, end),
        cmocka_unit_test_setup_teardown(more_sources_than_there_are_is_no_crash, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
