/* A tick of a session reads commands, steps the world, calls hooks, publishes snapshots and posts events
 * without allocating, locking or entering the kernel. */
#include "support/check.h"
#include "support/quiet.h"

#include "fake_world.h"
#include "rt/session.h"

#include <stdio.h>

#if PROVES_QUIET

enum { TICKS = 2000 };

/* ---- the trap itself ---- */

static bool does_nothing(void *context)
{
    return context == NULL;
}

static bool allocates(void *context)
{
    (void)context;
    void *volatile memory = malloc(16); /* small: the heap has room, the kernel is not asked */
    free(memory);
    return true;
}

static bool locks(void *context)
{
    return pthread_mutex_lock(context) == 0;
}

static bool enters_kernel(void *context)
{
    (void)context;
    return getppid() > 0;
}

static void trap_catches(void **state)
{
    (void)state;
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    if (quiet_run(does_nothing, NULL) == QUIET_NO_FILTER) skip();
    assert_int_equal(quiet_run(does_nothing, NULL), QUIET_YES);
    assert_int_equal(quiet_run(does_nothing, &mutex), QUIET_WRONG);
    assert_int_equal(quiet_run(allocates, NULL), QUIET_ALLOCATES);
    assert_int_equal(quiet_run(locks, &mutex), QUIET_LOCKS);
    assert_int_equal(quiet_run(enters_kernel, NULL), QUIET_ENTERS_KERNEL);
}

/* ---- the tick ---- */

typedef struct drive {
    hl_arena arena;
    world_machine machine;
    world_operator driver;
    rt_session *session;
    xch_ring *levers, *record;
    terr_sand sand;
    xch_terrain terrain;
    int hooked;
} drive;

/* As a recorder does: into a ring, and at some tick it gives up. */
static bool hook(void *context, world_machine *machine, const double *signals)
{
    drive *d = context;
    (void)machine;
    xch_ring_push(d->record, signals);
    return ++d->hooked < TICKS / 2;
}

static void begin_drive(drive *d)
{
    const rt_session_options options = {.realtime = true, .cpu = -1};
    *d = (drive){.machine = fake_world(), .driver = {.acts = INT64_MAX}};
    d->session = rt_session_new(&d->machine, &options, &d->arena);
    assert_non_null(d->session);
    d->sand = fake_sand();
    d->machine.sand = &d->sand;
    for (int i = 0; i < RT_READERS; i++) assert_non_null(rt_session_add_reader(d->session));
    assert_true(rt_session_add_terrain_reader(d->session, 0.0, 0.0, &d->terrain));
    rt_session_add_source(d->session, "levers", 50 * fake_step, &d->levers);
    d->record = xch_ring_new(&d->arena, FAKE_SIGNALS * sizeof(double), 16);
    rt_session_drive(d->session, &d->driver);
    rt_session_add_hook(d->session, &(rt_hook){.context = d, .after_tick = hook});
}

/* Commands, silence until the source is lost, its return, more events than their ring takes. */
static bool drive_ticks(void *context)
{
    drive *d = context;
    bool good = true;
    for (int i = 0; i < TICKS; i++) {
        const xch_command command = {.kind = XCH_COMMAND_SET, .control = i % 4, .value = 0.1};
        if (i % 200 < 100) xch_ring_push(d->levers, &command);
        d->sand.versions[i % FAKE_SAND_TILES]++;
        good = rt_session_tick(d->session, i) && good;
    }
    return good && d->machine.state.tick == TICKS && d->hooked == TICKS &&
           xch_ring_count(rt_session_events(d->session)) > TICKS / 200;
}

static void ticks_are_quiet(void **state)
{
    (void)state;
    static drive d;
    begin_drive(&d);
    const quiet_verdict verdict = quiet_run(drive_ticks, &d);
    hl_arena_free(&d.arena);
    if (verdict == QUIET_NO_FILTER) skip();
    assert_int_equal(verdict, QUIET_YES);
}

/* The end in failure too, up to where the black box is called. */
static bool fail_at_once(void *context)
{
    drive *d = context;
    d->machine.not_a_number_at = 1;
    return !rt_session_tick(d->session, 0) && rt_session_outcome(d->session).status == HL_NOT_FINITE;
}

static void failure_is_quiet(void **state)
{
    (void)state;
    static drive d;
    begin_drive(&d);
    const quiet_verdict verdict = quiet_run(fail_at_once, &d);
    hl_arena_free(&d.arena);
    if (verdict == QUIET_NO_FILTER) skip();
    assert_int_equal(verdict, QUIET_YES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(trap_catches), cmocka_unit_test(ticks_are_quiet),
                                       cmocka_unit_test(failure_is_quiet)};
    return cmocka_run_group_tests_name("quiet tick", tests, NULL, NULL);
}

#else

int main(void)
{
    puts("not here: sanitizers allocate and enter the kernel as they like");
    return 0;
}

#endif
