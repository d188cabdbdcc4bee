/* The recorder in a drive: kills, full disks, a writer that cannot follow, the black box, no allocation. */
#define _POSIX_C_SOURCE 200809L
#include "support/allocations.h"
#include "support/check.h"

#include "drive.h"
#include "rt/replay.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Replay all of it. The number of ticks that came out the same; -1 when it cannot be opened, -2 when it
 * differs. */
static int64_t verified(const char *path)
{
    rt_replay *replay;
    char why[RT_WHY_LENGTH];
    if (rt_replay_open(path, DRIVE_VERSION, &replay, why) != HL_OK) return -1;
    int64_t ticks = 0;
    rt_replay_result result;
    while ((result = rt_replay_step(replay)) == RT_REPLAY_OK) ticks++;
    rt_replay_close(replay);
    return result == RT_REPLAY_END ? ticks : -2;
}

/* ---- a drive ---- */

static void test_round_trip(void **unused)
{
    (void)unused;
    const rt_recorder_setup setup = drive_setup(drive_path("a.hlr"));
    const rt_recorder_outcome outcome = drive_record(&setup, 5000, 0);
    assert_true(outcome.recorded);
    assert_string_equal(outcome.why, "");
    assert_int_equal(outcome.ticks, 5000);
    struct stat there;
    assert_int_equal(stat(setup.path, &there), 0);
    assert_int_equal(outcome.bytes, there.st_size);
    assert_int_equal(verified(setup.path), 5000);
}

/* Nothing at all happens: a recording of no ticks. */
static void test_no_ticks(void **unused)
{
    (void)unused;
    const rt_recorder_setup setup = drive_setup(drive_path("a.hlr"));
    assert_true(drive_record(&setup, 0, 0).recorded);
    assert_int_equal(verified(setup.path), 0);
}

/* A steady drive costs the hashes and hardly anything else: 8 bytes of the state, 2 of each block that moves:
 * the clock and the cells, not the controls. Hashes do not compress; what stands still does. Beside them a
 * head of 32 bytes a frame of 1024 ticks, a few bytes of zstd's own for each, and META and the state: 5 % and
 * 4 kB are plenty. */
static void test_size_of_a_steady_drive(void **unused)
{
    (void)unused;
    enum { TICKS = 20000 };
    rt_recorder_setup setup = drive_setup(drive_path("a.hlr"));
    setup.checkpoint_seconds = 1e6;
    setup.ring_seconds = 100.0;
    hl_arena arena = {0};
    char why[RT_WHY_LENGTH];
    rt_recorder *recorder;
    rt_recorder_outcome outcome;
    world_machine *machine = fake_machine_new(DRIVE_MACHINE, &arena);
    assert_int_equal(rt_recorder_open(&setup, machine, &arena, &recorder, why), HL_OK);
    for (int i = 0; i < TICKS; i++) {
        assert_int_equal(world_machine_step(machine), HL_OK);
        rt_recorder_tick(recorder, machine);
    }
    rt_recorder_close(recorder, machine, RT_END_STOPPED, HL_OK, &outcome);
    assert_int_equal(outcome.ticks, TICKS);
    assert_in_range(outcome.bytes, 12 * TICKS, 12 * TICKS * 105 / 100 + 4096);
    hl_arena_free(&arena);
}

/* ---- trouble ---- */

/* Until a file has so many bytes; a minute at most. */
static void wait_for_size(const char *path, off_t size)
{
    const struct timespec pause = {.tv_nsec = 10 * 1000 * 1000};
    struct stat there = {0};
    for (int i = 0; i < 6000 && !(stat(path, &there) == 0 && there.st_size >= size); i++)
        nanosleep(&pause, NULL);
    assert_true(there.st_size >= size);
}

/* Drive for ever in another process, kill it, and read what it left. */
static void test_kill(void **unused)
{
    (void)unused;
    rt_recorder_setup setup = drive_setup(drive_path("killed.hlr"));
    setup.flush_seconds = 0.02;
    (void)fflush(NULL);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        (void)drive_record(&setup, INT64_MAX, 0);
        _exit(1);
    }
    wait_for_size(setup.path, 20000);
    assert_int_equal(kill(child, SIGKILL), 0);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);

    rt_recording *r;
    char why[RT_WHY_LENGTH];
    assert_int_equal(rt_recording_open(setup.path, &r, why), HL_OK);
    assert_int_equal(rt_recording_how_ended(r).end, RT_END_NONE);
    const int64_t last = rt_recording_last(r);
    rt_recording_close(r);
    assert_true(last > 0);
    assert_int_equal(verified(setup.path), last);
}

/* A disk that is full, as a limit on the size of files. */
static void test_full_disk(void **unused)
{
    (void)unused;
    enum { LIMIT = 100000 }; /* a few frames */
    rt_recorder_setup setup = drive_setup(drive_path("full.hlr"));
    setup.flush_seconds = 0.005;
    struct rlimit before, limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    limit = (struct rlimit){.rlim_cur = LIMIT, .rlim_max = before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    const rt_recorder_outcome outcome = drive_record(&setup, 100000, 0);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_false(outcome.recorded);
    assert_non_null(strstr(outcome.why, "full.hlr: File too large; it ends after tick "));
    assert_in_range(outcome.bytes, 1, LIMIT);
    assert_in_range(outcome.ticks, 1, 99999);
    assert_int_equal(verified(setup.path), outcome.ticks);

    rt_recording *r;
    char why[RT_WHY_LENGTH];
    assert_int_equal(rt_recording_open(setup.path, &r, why), HL_OK);
    assert_int_equal(rt_recording_cut(r), 0); /* what did not fit has been cut off */
    rt_recording_close(r);
}

/* No byte can be written: refused before the drive begins, with the reason. */
static void test_nothing_can_be_written(void **unused)
{
    (void)unused;
    if (access("/dev/full", W_OK) != 0) skip();
    const char *const paths[] = {"/dev/full", "/no/such/folder/a.hlr", "/tmp"};
    const char *const reasons[] = {"No space left", "No such file", "Is a directory"};
    for (int i = 0; i < 3; i++) {
        hl_arena arena = {0};
        char why[RT_WHY_LENGTH];
        rt_recorder *recorder;
        const rt_recorder_setup setup = drive_setup(paths[i]);
        world_machine *machine = fake_machine_new(DRIVE_MACHINE, &arena);
        assert_int_equal(rt_recorder_open(&setup, machine, &arena, &recorder, why), HL_IO_ERROR);
        assert_null(recorder);
        assert_non_null(strstr(why, reasons[i]));
        hl_arena_free(&arena);
    }
}

/* Ticks come faster than the thread looks: the recording ends there and says so, the drive goes on. */
static void test_overflow(void **unused)
{
    (void)unused;
    hl_arena arena = {0};
    char why[RT_WHY_LENGTH];
    rt_recorder *recorder;
    rt_recorder_outcome outcome;
    rt_recorder_setup setup = drive_setup(drive_path("a.hlr"));
    setup.ring_seconds = 0.01; /* 10 ticks */
    world_machine *machine = fake_machine_new(DRIVE_MACHINE, &arena);
    assert_int_equal(rt_recorder_open(&setup, machine, &arena, &recorder, why), HL_OK);
    assert_in_range(rt_recorder_free_places(recorder), 1, 10);
    int64_t driven = 0;
    while (!rt_recorder_has_failed(recorder)) { /* until it happens: the thread sleeps 5 ms after each look */
        drive_controls(machine, ++driven);
        assert_int_equal(world_machine_step(machine), HL_OK);
        rt_recorder_tick(recorder, machine);
    }
    for (int i = 0; i < 100; i++) {
        assert_true(rt_recorder_free_places(recorder) > 0); /* nobody waits for a dead recorder */
        assert_int_equal(world_machine_step(machine), HL_OK);
        rt_recorder_tick(recorder, machine);
    }
    rt_recorder_close(recorder, machine, RT_END_FINISHED, HL_OK, &outcome);
    assert_false(outcome.recorded);
    assert_non_null(strstr(outcome.why, "too slow for too long"));
    assert_int_equal(outcome.ticks, driven - 1);
    assert_int_equal(outcome.ring_most, 10);
    rt_recording *r;
    assert_int_equal(rt_recording_open(setup.path, &r, why), HL_OK);
    assert_int_equal(rt_recording_how_ended(r).end, RT_END_OVERFLOW);
    assert_int_equal(rt_recording_last(r), driven - 1);
    rt_recording_close(r);
    assert_int_equal(verified(setup.path), driven - 1);
    hl_arena_free(&arena);
}

/* States due at every tick find no free place: they wait, and are counted once each. */
static void test_states_wait(void **unused)
{
    (void)unused;
    rt_recorder_setup setup = drive_setup(drive_path("a.hlr"));
    setup.checkpoint_seconds = 1e-3;
    const rt_recorder_outcome outcome = drive_record(&setup, 2000, 0);
    assert_true(outcome.recorded);
    assert_in_range(outcome.postponed, 1, 1999);
    rt_recording *r;
    char why[RT_WHY_LENGTH];
    assert_int_equal(rt_recording_open(setup.path, &r, why), HL_OK);
    assert_int_equal(rt_recording_how_ended(r).postponed, outcome.postponed);
    assert_in_range(rt_recording_states(r), 3, 2001 - outcome.postponed);
    rt_recording_close(r);
    assert_int_equal(verified(setup.path), 2000);
}

/* ---- states that grow ---- */

/* Sizes of the saved states in a recording: each its own. @return the largest */
static size_t check_sizes(const char *path, int least_states)
{
    rt_recording *r;
    char why[RT_WHY_LENGTH];
    size_t largest = 0;
    assert_int_equal(rt_recording_open(path, &r, why), HL_OK);
    const size_t start = rt_recording_state_size(r, 0);
    assert_true(rt_recording_states(r) >= least_states);
    for (int i = 0; i < rt_recording_states(r); i++) {
        const size_t size = rt_recording_state_size(r, i);
        const int64_t numbers = (rt_recording_state_tick(r, i) * fake_growth) % FAKE_HEAP;
        if (numbers < FAKE_HEAP / 2) /* before the heap was full */
            assert_int_equal(size, start + (size_t)numbers * sizeof(double));
        if (size > largest) largest = size;
    }
    rt_recording_close(r);
    return largest;
}

/* From 200 bytes to 1.6 MB, and computed again bit for bit. */
static void test_growing_state(void **unused)
{
    (void)unused;
    rt_recorder_setup setup = drive_setup(drive_path("a.hlr"));
    setup.ring_seconds = 0.1; /* the drive waits for the thread every 100 ticks: states come all along */
    fake_growth = 100;
    const rt_recorder_outcome outcome = drive_record(&setup, 2000, 0);
    assert_string_equal(outcome.why, "");
    assert_true(outcome.recorded);
    assert_true(check_sizes(setup.path, 3) > 100000 * sizeof(double));
    assert_int_equal(verified(setup.path), 2000);
    fake_growth = 0;
}

/* The state outgrows its memory between two looks of the thread, which sleeps 5 ms after each: states wait,
 * are counted once, and come when there is memory; nothing else of the recording suffers. */
static void test_state_outgrows_its_memory(void **unused)
{
    (void)unused;
    hl_arena arena = {0};
    char why[RT_WHY_LENGTH];
    rt_recorder *recorder;
    rt_recorder_outcome outcome;
    rt_recorder_setup setup = drive_setup(drive_path("a.hlr"));
    setup.checkpoint_seconds = 5e-3;
    fake_growth = FAKE_HEAP / 2 - 1; /* beyond the 4 MB that are ready at once from the second tick on */
    world_machine *machine = fake_machine_new(DRIVE_MACHINE, &arena);
    assert_int_equal(rt_recorder_open(&setup, machine, &arena, &recorder, why), HL_OK);
    const struct timespec while_it_sleeps = {.tv_nsec = 50 * 1000 * 1000};
    for (int tick = 1; tick <= 5; tick++) {
        assert_int_equal(world_machine_step(machine), HL_OK);
        rt_recorder_tick(recorder, machine);
    }
    nanosleep(&while_it_sleeps, NULL); /* it sees how large the state is */
    for (int tick = 6; tick <= 10; tick++) {
        assert_int_equal(world_machine_step(machine), HL_OK);
        rt_recorder_tick(recorder, machine);
        nanosleep(&while_it_sleeps, NULL);
    }
    rt_recorder_close(recorder, machine, RT_END_FINISHED, HL_OK, &outcome);
    assert_true(outcome.recorded);
    assert_in_range(outcome.postponed, 0, 1); /* 0: the thread was quick */
    rt_recording *r;
    assert_int_equal(rt_recording_open(setup.path, &r, why), HL_OK);
    assert_int_equal(rt_recording_how_ended(r).postponed, outcome.postponed);
    assert_int_equal(rt_recording_states(r), outcome.postponed ? 2 : 3);
    assert_true(rt_recording_state_size(r, 1) > FAKE_HEAP / 2 * sizeof(double));
    rt_recording_close(r);
    assert_int_equal(verified(setup.path), 10);
    hl_arena_free(&arena);
    fake_growth = 0;
}

/* Both places for states are on their way: the third waits. The thread is slow because the states are large.
 */
static void test_no_free_place(void **unused)
{
    (void)unused;
    rt_recorder_setup setup = drive_setup(drive_path("a.hlr"));
    setup.checkpoint_seconds = 1e-3;
    fake_growth = 1000;
    const rt_recorder_outcome outcome = drive_record(&setup, 700, 0);
    assert_true(outcome.recorded);
    assert_in_range(outcome.postponed, 1, 699);
    assert_in_range(check_sizes(setup.path, 3), 1000, 700001 * sizeof(double));
    assert_int_equal(verified(setup.path), 700);
    fake_growth = 0;
}

/* ---- the black box ---- */

/* The step of `fail_at` fails; the black box must hold the last `keep` seconds and must fail again. */
static void check_black_box(const char *recording, int64_t fail_at, int64_t first)
{
    rt_recorder_setup setup = drive_setup(recording);
    setup.black_box = drive_path("black-box.hlr");
    setup.black_box_seconds = 0.2; /* 200 ticks */
    const rt_recorder_outcome outcome = drive_record(&setup, 100000, fail_at);
    assert_true(outcome.black_box);
    assert_string_equal(outcome.why, "");
    rt_recording *r;
    char why[RT_WHY_LENGTH];
    assert_int_equal(rt_recording_open(setup.black_box, &r, why), HL_OK);
    assert_int_equal(rt_recording_first(r), first);
    assert_int_equal(rt_recording_last(r), fail_at - 1);
    const int states = rt_recording_states(r);
    assert_int_equal(rt_recording_state_tick(r, states - 1), fail_at - 1);
    const rt_recording_ending ending = rt_recording_how_ended(r);
    assert_int_equal(ending.end, RT_END_FAILED);
    assert_int_equal(ending.status, HL_NOT_FINITE);
    CHECK_SAME(ending.controls[3], FAKE_FAIL);
    rt_recording_close(r);
    assert_int_equal(verified(setup.black_box), fail_at - 1 - first);
    if (recording) assert_int_equal(verified(recording), fail_at - 1);
}

static void test_black_box(void **unused)
{
    (void)unused;
    check_black_box(NULL, 1, 0);
    check_black_box(NULL, 2, 0);
    check_black_box(drive_path("a.hlr"), 200, 0);
    check_black_box(NULL, 201, 0);
    check_black_box(NULL, 400, 0);
    check_black_box(NULL, 401, 200); /* 400 has been saved, 200 is the one before */
    check_black_box(NULL, 1234, 1000);
}

/* A state that grows is kept at its size of then; the step that failed for a signal has let it grow once
 * more, and so the state at the end is not that of the last good tick, and is left out. */
static void test_black_box_of_a_growing_state(void **unused)
{
    (void)unused;
    fake_growth = 300;
    check_black_box(NULL, 901, 600);
    check_black_box(drive_path("a.hlr"), 700, 400);
    hl_arena arena = {0};
    char why[RT_WHY_LENGTH];
    rt_recorder *recorder;
    rt_recorder_outcome outcome;
    rt_recorder_setup setup = drive_setup(NULL);
    setup.black_box = drive_path("black-box.hlr");
    world_machine *machine = fake_machine_new(DRIVE_MACHINE, &arena);
    assert_int_equal(rt_recorder_open(&setup, machine, &arena, &recorder, why), HL_OK);
    for (int tick = 1; tick <= 10; tick++) {
        drive_controls(machine, tick);
        assert_int_equal(world_machine_step(machine), HL_OK);
        rt_recorder_tick(recorder, machine);
    }
    unsigned char rigid[512];
    assert_true(world_rigid_state_size(machine) <= sizeof rigid);
    world_rigid_state_save(machine, rigid);
    world_control_set(machine, 3, FAKE_NAN);
    assert_int_equal(world_machine_step(machine), HL_OK);
    world_rigid_state_restore(machine, rigid); /* as a session does */
    world_control_set(machine, 3, FAKE_NAN);
    assert_int_equal(fake_heap(machine), 11 * 300);
    rt_recorder_close(recorder, machine, RT_END_FAILED, HL_NOT_FINITE, &outcome);
    assert_true(outcome.black_box);
    rt_recording *r;
    assert_int_equal(rt_recording_open(setup.black_box, &r, why), HL_OK);
    assert_int_equal(rt_recording_states(r), 1);
    assert_int_equal(rt_recording_last(r), 10);
    rt_recording_close(r);
    assert_int_equal(verified(setup.black_box), 10);
    hl_arena_free(&arena);
    fake_growth = 0;
}

static void test_no_black_box_without_failure(void **unused)
{
    (void)unused;
    rt_recorder_setup setup = drive_setup(NULL);
    setup.black_box = drive_path("black-box.hlr");
    assert_false(drive_record(&setup, 50, 0).black_box);
    assert_int_not_equal(access(setup.black_box, F_OK), 0);
    setup.black_box = "/no/such/folder/black-box.hlr";
    const rt_recorder_outcome outcome = drive_record(&setup, 50, 10);
    assert_false(outcome.black_box);
    assert_non_null(strstr(outcome.why, "black-box.hlr: No such file"));
}

/* ---- real time ---- */

/* The loop's side takes no memory. The thread has nothing to write meanwhile: no flush, no frame is full. */
static void test_no_allocation(void **unused)
{
    (void)unused;
#if COUNTS_ALLOCATIONS
    hl_arena arena = {0};
    char why[RT_WHY_LENGTH];
    rt_recorder *recorder;
    rt_recorder_outcome outcome;
    rt_recorder_setup setup = drive_setup(drive_path("a.hlr"));
    setup.black_box = drive_path("black-box.hlr");
    setup.black_box_seconds = 0.1;
    setup.flush_seconds = 1e9;
    setup.checkpoint_seconds = 1e6;
    world_machine *machine = fake_machine_new(DRIVE_MACHINE, &arena);
    assert_int_equal(rt_recorder_open(&setup, machine, &arena, &recorder, why), HL_OK);
    const struct timespec settle = {.tv_nsec =
                                        50 * 1000 * 1000}; /* a new thread may take memory of its own */
    nanosleep(&settle, NULL);
    const long before = calls;
    for (int i = 0; i < 1000; i++) {
        assert_int_equal(world_machine_step(machine), HL_OK);
        rt_recorder_tick(recorder, machine);
    }
    assert_int_equal(calls, before);
    rt_recorder_close(recorder, machine, RT_END_FINISHED, HL_OK, &outcome);
    hl_arena_free(&arena);
#else
    skip();
#endif
}

static int clean(void **unused)
{
    (void)unused;
    drive_clean();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_kill, clean), /* first: forks while there is one thread */
        cmocka_unit_test_teardown(test_round_trip, clean),
        cmocka_unit_test_teardown(test_no_ticks, clean),
        cmocka_unit_test_teardown(test_size_of_a_steady_drive, clean),
        cmocka_unit_test_teardown(test_full_disk, clean),
        cmocka_unit_test_teardown(test_nothing_can_be_written, clean),
        cmocka_unit_test_teardown(test_overflow, clean),
        cmocka_unit_test_teardown(test_states_wait, clean),
        cmocka_unit_test_teardown(test_growing_state, clean),
        cmocka_unit_test_teardown(test_state_outgrows_its_memory, clean),
        cmocka_unit_test_teardown(test_no_free_place, clean),
        cmocka_unit_test_teardown(test_black_box, clean),
        cmocka_unit_test_teardown(test_black_box_of_a_growing_state, clean),
        cmocka_unit_test_teardown(test_no_black_box_without_failure, clean),
        cmocka_unit_test_teardown(test_no_allocation, clean),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
