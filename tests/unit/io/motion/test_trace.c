/* Poses over time: tables, plots, and the washout over a recorded drive. */
#include "support/check.h"

#include "io/motion.h"
#include "rigs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 61 };

static io_motion_trace trace;

static int end(void **state)
{
    (void)state;
    io_motion_trace_free(&trace);
    return 0;
}

static char *printed(void (*print)(FILE *out))
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    print(out);
    assert_int_equal(fclose(out), 0);
    return text;
}

static void add(double time, double roll)
{
    const double position[AUTH_RIG_AXES] = {[AUTH_RIG_ROLL] = roll}, speed[AUTH_RIG_AXES] = {0};
    assert_true(io_motion_trace_add(&trace, time, position, speed));
}

/* ---- tables and plots ---- */

static auth_rig rig;

static void print_table(FILE *out)
{
    io_motion_trace_write(&trace, &rig, out);
}

static void print_script(FILE *out)
{
    io_motion_trace_script(&trace, &rig, "it's.svg", out);
}

static void a_table_has_the_axes_of_the_rig(void **state)
{
    (void)state;
    rig = rig_seat();
    add(0.0, 0.0);
    add(0.5, 0.125);
    char *text = printed(print_table);
    assert_string_equal(text, "time,roll,roll_speed,pitch,pitch_speed\n# s,rad,rad/s,rad,rad/s\n"
                              "0,0,0,0,0\n0.5,0.125,0,0,0\n");
    free(text);
}

static void a_plot_draws_axes_and_limits(void **state)
{
    (void)state;
    rig = rig_seat();
    add(0.0, IO_MOTION_DEGREES > 57.0 ? 1.0 / IO_MOTION_DEGREES : 0.0); /* a degree */
    char *text = printed(print_script);
    assert_non_null(strstr(text, "set terminal svg"));
    assert_non_null(strstr(text, "set output 'it''s.svg'")); /* gnuplot doubles quotes */
    assert_non_null(strstr(text, "0 0 0 0 1 0 0\n"));
    assert_non_null(strstr(text, "layout 1,1")); /* no translations */
    assert_non_null(strstr(text, "limit3 = 15"));
    free(text);
    rig = rig_hexapod();
    text = printed(print_script);
    assert_non_null(strstr(text, "layout 2,1"));
    free(text);
}

static void traces_grow(void **state)
{
    (void)state;
    for (int i = 0; i < 10000; i++) add(i, 0.0);
    assert_int_equal(trace.count, 10000);
    CHECK_SAME(trace.rows[9999].time, 9999.0);
}

/* ---- the washout over a recorded drive ---- */

/* A minute, a row a second: at rest for 20 s, then a steady push forward of `push` [m/s^2]. In units of 1/2.
 */
static void drive(double push, double times[ROWS], double values[ROWS][IO_SEAT_SIGNALS])
{
    for (int i = 0; i < ROWS; i++) {
        times[i] = 100.0 + i;
        memset(values[i], 0, sizeof values[i]);
        values[i][0] = i > 20 ? 2.0 * push : 0.0;
        values[i][2] = 2.0 * 9.81;
    }
}

static io_seat_record record_of(const double *times, const double *values)
{
    return (io_seat_record){.count = ROWS,
                            .columns = IO_SEAT_SIGNALS,
                            .times = times,
                            .values = values,
                            .at = {0, 1, 2, 3, 4, 5},
                            .si = {0.5, 0.5, 0.5, 1.0, 1.0, 1.0}};
}

static void a_steady_push_tilts_the_seat(void **state)
{
    (void)state;
    static double times[ROWS], values[ROWS][IO_SEAT_SIGNALS];
    hl_arena arena = {0};
    io_motion_peaks peaks;
    rig = rig_seat();
    drive(1.0, times, values);
    const io_seat_record record = record_of(times, &values[0][0]);
    assert_true(io_motion_filter(&record, &rig, &arena, &trace, &peaks));
    assert_int_equal(trace.count, ROWS);
    CHECK_SAME(trace.rows[0].time, 100.0);
    CHECK_NEAR(trace.rows[20].position[AUTH_RIG_PITCH], 0.0, 1e-6); /* at rest */
    /* half of the push as a share of gravity, by tilting: sin(pitch) = 0.5 / 9.81 */
    CHECK_NEAR(fabs(trace.rows[ROWS - 1].position[AUTH_RIG_PITCH]), asin(0.5 / 9.81), 2e-3);
    CHECK_NEAR(peaks.position[AUTH_RIG_PITCH], asin(0.5 / 9.81), 5e-3);
    assert_true(peaks.speed[AUTH_RIG_PITCH] <= rig.tilt.rate * (1.0 + 1e-9));
    CHECK_SAME(peaks.position[AUTH_RIG_SURGE], 0.0); /* the seat has no such axis */
    hl_arena_free(&arena);
}

static void gaps_are_found(void **state)
{
    (void)state;
    static double times[ROWS], values[ROWS][IO_SEAT_SIGNALS];
    drive(0.0, times, values);
    const io_seat_record record = record_of(times, &values[0][0]);
    assert_int_equal(io_seat_record_gap(&record, 60.0), -1);
    for (int i = 30; i < ROWS; i++) times[i] += 60.0;
    assert_int_equal(io_seat_record_gap(&record, 60.0), 30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_table_has_the_axes_of_the_rig, end),
        cmocka_unit_test_teardown(a_plot_draws_axes_and_limits, end),
        cmocka_unit_test_teardown(traces_grow, end),
        cmocka_unit_test_teardown(a_steady_push_tilts_the_seat, end),
        cmocka_unit_test(gaps_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
