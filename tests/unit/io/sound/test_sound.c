/* The sound's thread: into a card that plays into nothing, comes and goes; and into files. Stand-ins in front
 * of OpenAL take the card away. */
#include "support/check.h"

#include "io/sound.h"
#include "xch/snapshot.h"

#include <dlfcn.h>
#include <math.h>
#include <signal.h>
#include <sndfile.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <AL/al.h>
#include <AL/alc.h>
#include <AL/alext.h>

enum { ENGINE, HORN, VOICES, RING = 1024, TEXT = 240 };

/* ---- a card that is missing, or is taken away ---- */

static atomic_bool missing, unplugged;

static void *openal(const char *name)
{
    return dlsym(RTLD_NEXT, name);
}

ALCdevice *alcOpenDevice(const ALCchar *name)
{
    ALCdevice *(*real)(const ALCchar *);
    void *symbol = openal("alcOpenDevice");
    memcpy(&real, &symbol, sizeof real);
    return atomic_load(&missing) ? NULL : real(name);
}

void alcGetIntegerv(ALCdevice *device, ALCenum what, ALCsizei count, ALCint *values)
{
    void (*real)(ALCdevice *, ALCenum, ALCsizei, ALCint *);
    void *symbol = openal("alcGetIntegerv");
    memcpy(&real, &symbol, sizeof real);
    real(device, what, count, values);
    if (what == ALC_CONNECTED && atomic_load(&unplugged)) *values = ALC_FALSE;
}

/* ---- a world ---- */

static const auth_voice voices[VOICES] = {
    [ENGINE] = {.kind = AUTH_VOICE_ENGINE,
                .level = 1,
                .signals = {"speed", "load", "running"},
                .cylinders = 6,
                .idle = 80,
                .rated = 230},
    [HORN] = {.kind = AUTH_VOICE_HORN, .level = 1, .signals = {"horn"}, .above = 0.5, .frequency = 420},
};
static const int first[VOICES] = {0, 3};

static hl_arena arena;
static xch_ring *ring;
static xch_latest *snapshots;
static int64_t tick;
static char error[TEXT], text[TEXT], path[] = "/tmp/headland-sound-XXXXXX";

static int begin(void **state)
{
    (void)state;
    tick = 0;
    atomic_store(&missing, false);
    atomic_store(&unplugged, false);
    ring = xch_ring_new(&arena, sizeof(xch_sample), RING);
    snapshots = xch_latest_new(&arena, sizeof(xch_snapshot));
    return ring && snapshots ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    hl_arena_free(&arena);
    return 0;
}

static io_sound *try_open(const char *wav)
{
    const io_sound_setup setup = {
        .voices = voices, .voice_count = VOICES, .first = first, .volumes = {1, 1, 1}, .wav = wav};
    return io_sound_open(&setup, &arena, error, sizeof error);
}

static io_sound *open_sound(const char *wav)
{
    io_sound *sound = try_open(wav);
    if (!sound) fail_msg("%s", error);
    return sound;
}

static void close_sound(io_sound *sound)
{
    if (!io_sound_close(sound, error, sizeof error)) fail_msg("%s", error);
}

static void wait_ms(int milliseconds)
{
    const struct timespec pause = {.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000L};
    nanosleep(&pause, NULL);
}

/* Ticks of a running engine, with a snapshot every tenth. Waits while the ring is full. */
static void drive(int count)
{
    for (int i = 0; i < count; i++, tick++) {
        xch_sample sample = {.tick = tick, .time = (double)tick * 1e-3, .count = 4, .values = {180, 0.6, 1}};
        while (!xch_ring_push(ring, &sample)) wait_ms(1);
        if (tick % 10) continue;
        xch_snapshot *out = xch_latest_begin(snapshots);
        *out = (xch_snapshot){.tick = tick, .body_count = 1, .bodies = {{{1, 0, 0}, {1, 0, 0, 0}}}};
        xch_latest_publish(snapshots);
    }
}

static void drive_in_real_time(int seconds_100th)
{
    for (int i = 0; i < seconds_100th; i++) {
        drive(10);
        wait_ms(10);
    }
}

/* ---- the card ---- */

static void a_card_takes_ticks_as_they_come(void **state)
{
    (void)state;
    io_sound *sound = open_sound(NULL);
    const io_ear ear = {-1, {{3, 2, 1}, {1, 0, 0}, {0, 0, 1}, true}};
    io_sound_join(sound, ring, snapshots);
    io_sound_listen(sound, &ear);
    drive_in_real_time(25);
    io_sound_volumes(sound, &(io_volumes){0.5, 0.5, 0.5});
    drive_in_real_time(10);
    /* of 500 ticks a block and a half waits, and what a thread that is late on a busy machine has not taken
     * yet: 100 ms of it */
    assert_true(xch_ring_count(ring) < 130);
    io_sound_leave(sound);
    drive(20);
    const unsigned waiting = xch_ring_count(ring);
    wait_ms(30);
    assert_int_equal(xch_ring_count(ring), waiting); /* the ring is the world's again */
    io_sound_join(sound, ring, snapshots);
    drive_in_real_time(25); /* the old session fades for 0.1 s */
    assert_true(xch_ring_count(ring) < 130);
    assert_false(io_sound_news(sound, text, sizeof text));
    close_sound(sound);
}

static void expect_news(io_sound *sound, const char *beginning)
{
    for (int i = 0; i < 600; i++) {
        if (io_sound_news(sound, text, sizeof text)) {
            assert_memory_equal(text, beginning, strlen(beginning));
            return;
        }
        drive(1); /* the world goes on; without a card ticks are let go */
        wait_ms(5);
    }
    fail_msg("no news: %s", beginning);
}

/* Two sounds, to wait for both returns at once: one begins without a card, the other loses its own. */
static void a_card_may_be_missing_or_go_and_come_back(void **state)
{
    (void)state;
    io_sound *losing = open_sound(NULL);
    wait_ms(100);
    assert_false(io_sound_news(losing, text, sizeof text));
    atomic_store(&missing, true);
    io_sound *waiting = open_sound(NULL);
    io_sound_join(waiting, ring, snapshots);
    expect_news(waiting, "no sound: no sound card could be opened");
    atomic_store(&unplugged, true);
    expect_news(losing, "no sound: the sound card was disconnected");
    atomic_store(&unplugged, false);
    wait_ms(100);
    assert_false(io_sound_news(waiting, text, sizeof text)); /* once */
    atomic_store(&missing, false);
    expect_news(waiting, "the sound card works again");
    expect_news(losing, "the sound card works again");
    assert_true(xch_ring_count(ring) < 130);
    close_sound(losing);
    close_sound(waiting);
}

/* ---- files ---- */

static int make_file(void **state)
{
    const int file = mkstemp(strcpy(path, "/tmp/headland-sound-XXXXXX"));
    if (file < 0) return -1;
    close(file);
    return begin(state);
}

static int remove_file(void **state)
{
    unlink(path);
    return end(state);
}

/* Frames of the file; the RMS of left from `from` to `to` [s] */
static long frames_of(const char *name, double from, double to, double *rms)
{
    static float stereo[10 * IO_RATE][2];
    SF_INFO info = {0};
    SNDFILE *file = sf_open(name, SFM_READ, &info);
    assert_non_null(file);
    assert_int_equal(info.samplerate, IO_RATE);
    assert_int_equal(info.channels, 2);
    assert_int_equal(info.format, SF_FORMAT_WAV | SF_FORMAT_PCM_16);
    const long frames = (long)sf_readf_float(file, stereo[0], 10 * IO_RATE);
    sf_close(file);
    assert_int_equal(frames, info.frames);
    double sum = 0;
    for (long n = (long)(from * IO_RATE); n < (long)(to * IO_RATE); n++)
        sum += n < frames ? (double)(stereo[n][0] * stereo[n][0]) : 0;
    *rms = sqrt(sum / ((to - from) * IO_RATE));
    return frames;
}

/* A session of T ends with a fade of 0.09 s (three blocks hold, six fade) and the block that the mixer still
 * has: 0.1 s, and no more than 0.26 s should a voice take longer. */
static const double least_fade = 0.05, longest_fade = 0.27;

static void a_file_lasts_as_long_as_the_world(void **state)
{
    (void)state;
    double rms;
    io_sound *sound = open_sound(path);
    io_sound_join(sound, ring, snapshots);
    drive(2000);
    io_sound_leave(sound);
    const long one = frames_of(path, 0.5, 2, &rms); /* its header may be a second old */
    assert_true(one >= 1 * IO_RATE);
    ring = xch_ring_new(&arena, sizeof(xch_sample), RING);
    tick = 0;
    io_sound_join(sound, ring, snapshots);
    drive(1000);
    close_sound(sound); /* leaves, too */
    const double seconds = (double)frames_of(path, 0.5, 2, &rms) / IO_RATE;
    assert_true(seconds > 3 + 2 * least_fade && seconds < 3 + 2 * longest_fade);
    assert_true(rms > 0.01);
    frames_of(path, seconds - 0.01, seconds, &rms);
    assert_true(rms < 1e-3); /* faded, no click at the end */
    assert_false(io_sound_news(sound, text, sizeof text));
}

static void the_world_s_time_is_kept_where_ticks_are_lost(void **state)
{
    (void)state;
    double rms;
    io_sound *sound = open_sound(path);
    io_sound_join(sound, ring, snapshots);
    drive(500);
    tick += 400;
    drive(500);
    io_sound_leave(sound);
    assert_true(io_sound_news(sound, text, sizeof text));
    assert_memory_equal(text, "400 ticks are missing in", 24);
    close_sound(sound);
    const double seconds = (double)frames_of(path, 0.7, 0.89, &rms) / IO_RATE;
    assert_true(seconds > 1.4 + least_fade && seconds < 1.4 + longest_fade);
    assert_true(rms < 1e-3); /* held for 30 ms, faded in 60 ms */
    frames_of(path, 1, 1.4, &rms);
    assert_true(rms > 0.01);
}

/* The world set back, or a second session of other times: no gap is filled, nothing is lost. */
static void a_jump_of_the_time_is_no_gap(void **state)
{
    (void)state;
    double rms;
    io_sound *sound = open_sound(path);
    io_sound_join(sound, ring, snapshots);
    drive(500);
    tick = 100;
    drive(300);
    tick = 1000000;
    drive(200);
    close_sound(sound);
    const double seconds = (double)frames_of(path, 0, 1, &rms) / IO_RATE;
    assert_true(seconds > 1 + least_fade - 0.02 && seconds < 1 + longest_fade);
    assert_false(io_sound_news(sound, text, sizeof text));
}

static void a_file_that_cannot_be_made_is_an_error(void **state)
{
    (void)state;
    assert_null(try_open("/nonexistent/sound.wav"));
    assert_memory_equal(error, "/nonexistent/sound.wav: cannot be written", 41);
    assert_null(try_open("/tmp"));
}

/* As large as a full disk would let it be. */
static void a_file_that_is_cut_short_is_an_error(void **state)
{
    (void)state;
    struct rlimit before, limit;
    signal(SIGXFSZ, SIG_IGN); /* the write fails instead */
    getrlimit(RLIMIT_FSIZE, &before);
    limit = before;
    limit.rlim_cur = 100000; /* half a second */
    setrlimit(RLIMIT_FSIZE, &limit);
    io_sound *sound = open_sound(path);
    io_sound_join(sound, ring, snapshots);
    drive(1500);
    io_sound_leave(sound);
    assert_true(io_sound_news(sound, text, sizeof text));
    assert_memory_equal(text, "no sound: /tmp/headland-sound-", 30);
    const bool good = io_sound_close(sound, error, sizeof error);
    setrlimit(RLIMIT_FSIZE, &before);
    assert_false(good);
    assert_non_null(strstr(error, "incomplete"));
}

int main(void)
{
    setenv("ALSOFT_DRIVERS", "null", 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_card_takes_ticks_as_they_come, begin, end),
        cmocka_unit_test_setup_teardown(a_card_may_be_missing_or_go_and_come_back, begin, end),
        cmocka_unit_test_setup_teardown(a_file_lasts_as_long_as_the_world, make_file, remove_file),
        cmocka_unit_test_setup_teardown(the_world_s_time_is_kept_where_ticks_are_lost, make_file,
                                        remove_file),
        cmocka_unit_test_setup_teardown(a_jump_of_the_time_is_no_gap, make_file, remove_file),
        cmocka_unit_test_setup_teardown(a_file_that_cannot_be_made_is_an_error, begin, end),
        cmocka_unit_test_setup_teardown(a_file_that_is_cut_short_is_an_error, make_file, remove_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
