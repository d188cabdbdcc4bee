/* A step of the washout neither allocates, locks nor enters the kernel. */
#include "support/check.h"
#include "support/quiet.h"

#include "io/washout.h"
#include "rigs.h"

#if PROVES_QUIET

static bool steps(void *context)
{
    io_washout *washout = context;
    io_platform_pose pose = {0};
    io_washout_engage(washout);
    for (int n = 0; n < 5000; n++) {
        const io_seat seat = {.force = {n % 700 * 0.02, 1.0, 9.0}, .rate = {0.1, 0.0, 0.2}};
        io_washout_step(washout, n % 10 ? &seat : NULL, &pose);
        if (n == 4000) io_washout_stop(washout);
        if (n == 4500) io_washout_park(washout);
    }
    return pose.state == IO_MOTION_PARKING;
}

static void step_is_quiet(void **state)
{
    (void)state;
    hl_arena arena = {0};
    auth_rig rig = rig_hexapod();
    rig.vibration = 1.0;
    io_washout *washout = io_washout_new(&rig, 1e-3, &arena);
    const quiet_verdict verdict = quiet_run(steps, washout);
    hl_arena_free(&arena);
    if (verdict == QUIET_NO_FILTER) skip();
    assert_int_equal(verdict, QUIET_YES);
}

#else

static void step_is_quiet(void **state)
{
    (void)state;
    skip(); /* sanitizers allocate */
}

#endif

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(step_is_quiet)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
