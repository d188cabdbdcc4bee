/* telemetry.csv: its rows, a full disk, rows that come too fast. */
#define _POSIX_C_SOURCE 200809L
#include "support/check.h"

#include "drive.h"
#include "rt/telemetry.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { LINE = 400 };

/* Drive; rows as they are due, waiting for room. */
static rt_telemetry_outcome drive(const rt_telemetry_setup *setup, int64_t ticks, bool wait)
{
    const struct timespec pause = {.tv_nsec = 1000 * 1000};
    hl_arena arena = {0};
    char why[RT_WHY_LENGTH];
    double values[FAKE_SIGNALS];
    rt_telemetry *telemetry;
    rt_telemetry_outcome outcome;
    world_machine *machine = fake_machine_new(DRIVE_MACHINE, &arena);
    assert_int_equal(rt_telemetry_open(setup, machine, &arena, &telemetry, why), HL_OK);
    for (int64_t tick = 0; tick <= ticks; tick++) {
        if (tick > 0) assert_int_equal(world_machine_step(machine), HL_OK);
        if (!rt_telemetry_is_due(telemetry, tick)) continue;
        while (wait && rt_telemetry_free_places(telemetry) <= 0) nanosleep(&pause, NULL);
        world_machine_evaluate_signals(machine, values);
        rt_telemetry_row(telemetry, world_machine_time(machine), values);
    }
    rt_telemetry_close(telemetry, &outcome);
    hl_arena_free(&arena);
    return outcome;
}

static bool next_line(FILE *file, char line[LINE])
{
    if (!fgets(line, LINE, file)) return false;
    assert_non_null(strchr(line, '\n')); /* rows are whole */
    return true;
}

static void test_rows(void **unused)
{
    (void)unused;
    const rt_telemetry_setup setup = {.path = drive_path("telemetry.csv")};
    const rt_telemetry_outcome outcome = drive(&setup, 1005, true);
    assert_int_equal(outcome.rows, 101); /* the start and every tenth of 1005 ticks */
    assert_int_equal(outcome.dropped, 0);
    assert_string_equal(outcome.why, "");

    hl_arena arena = {0};
    world_machine *machine = fake_machine_new(DRIVE_MACHINE, &arena);
    FILE *file = fopen(setup.path, "r");
    assert_non_null(file);
    char line[LINE];
    assert_true(next_line(file, line));
    assert_string_equal(line, "time,cell.0,cell.1,cell.2,cell.3,\"odd, \"\"name\"\"\"\n");
    assert_true(next_line(file, line));
    assert_string_equal(line, "# s,1,1,1,1,m\n");
    int rows = 0;
    for (; next_line(file, line); rows++) {
        double time, cells[FAKE_SIGNALS], values[FAKE_SIGNALS];
        assert_int_equal(sscanf(line, "%lf,%lf,%lf,%lf,%lf,%lf", &time, &cells[0], &cells[1], &cells[2],
                                &cells[3], &cells[4]),
                         6);
        world_machine_evaluate_signals(machine, values);
        CHECK_SAME(time, world_machine_time(machine));
        for (int i = 0; i < FAKE_SIGNALS; i++) CHECK_SAME(cells[i], values[i]); /* 17 digits are exact */
        for (int i = 0; i < 10; i++) assert_int_equal(world_machine_step(machine), HL_OK);
    }
    assert_int_equal(rows, 101);
    (void)fclose(file);
    hl_arena_free(&arena);
}

/* Whole rows up to the limit, the reason, and the drive went on. */
static void test_full_disk(void **unused)
{
    (void)unused;
    enum { LIMIT = 10000 };
    const rt_telemetry_setup setup = {.path = drive_path("full.csv"), .every = 1};
    struct rlimit before, limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    limit = (struct rlimit){.rlim_cur = LIMIT, .rlim_max = before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    const rt_telemetry_outcome outcome = drive(&setup, 5000, true);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_non_null(strstr(outcome.why, "full.csv: File too large; it ends after "));
    assert_in_range(outcome.rows, 16, LIMIT / 20); /* a row has 6 numbers */

    FILE *file = fopen(setup.path, "r");
    assert_non_null(file);
    char line[LINE];
    int64_t lines = 0;
    while (next_line(file, line)) lines++;
    assert_int_equal(lines, outcome.rows + 2);
    (void)fclose(file);
}

/* Rows that nobody waits for: some are dropped and counted, none are torn, time still rises. */
static void test_dropped_rows(void **unused)
{
    (void)unused;
    const rt_telemetry_setup setup = {.path = drive_path("fast.csv"), .every = 1, .ring_seconds = 2e-3};
    const rt_telemetry_outcome outcome = drive(&setup, 20000, false);
    assert_true(outcome.dropped > 0);
    assert_int_equal(outcome.rows + outcome.dropped, 20001);
    assert_string_equal(outcome.why, "");
    FILE *file = fopen(setup.path, "r");
    assert_non_null(file);
    char line[LINE];
    double before = -1.0;
    int64_t rows = -2;
    for (; next_line(file, line); rows++) {
        double time;
        if (rows < 0) continue;
        assert_int_equal(sscanf(line, "%lf,", &time), 1);
        assert_true(time > before);
        before = time;
    }
    assert_int_equal(rows, outcome.rows);
    (void)fclose(file);
}

/* Packed rows read back as they were, with nine digits, and the file is a fraction of the other. */
static void test_packed_rows(void **unused)
{
    (void)unused;
    static hl_report report;
    const char *path = drive_path("packed.csv.zst");
    const rt_telemetry_setup setup = {.path = path, .every = 1, .packed = true};
    const rt_telemetry_outcome outcome = drive(&setup, 20000, true);
    assert_int_equal(outcome.rows, 20001);
    hl_arena arena = {0};
    rt_rows rows;
    struct stat info;
    world_machine *machine = fake_machine_new(DRIVE_MACHINE, &arena);
    assert_int_equal(rt_rows_read(path, &arena, &rows, &report), HL_OK);
    assert_int_equal(rows.count, 20001);
    assert_int_equal(rows.columns, FAKE_SIGNALS);
    assert_string_equal(rows.names[4], "odd, \"name\"");
    for (int row = 0; row < rows.count; row++) {
        double values[FAKE_SIGNALS];
        world_machine_evaluate_signals(machine, values);
        CHECK_RELATIVE(rows.times[row] + 1.0, world_machine_time(machine) + 1.0, 1e-8);
        for (int i = 0; i < FAKE_SIGNALS; i++)
            CHECK_RELATIVE(rows.values[row * FAKE_SIGNALS + i], values[i], 1e-8);
        assert_int_equal(world_machine_step(machine), HL_OK);
    }
    assert_int_equal(stat(path, &info), 0);
    assert_true(info.st_size < 20001 * 60 / 2); /* as text a row has six numbers of ten letters */

    /* cut anywhere, as by a kill, it reads up to its last whole row */
    assert_int_equal(truncate(path, info.st_size * 2 / 3), 0);
    assert_int_equal(rt_rows_read(path, &arena, &rows, &report), HL_OK);
    assert_in_range(rows.count, 20001 / 2, 20000);
    hl_arena_free(&arena);
}

/* Whole frames up to the limit, the reason, and the drive went on. */
static void test_packed_on_a_full_disk(void **unused)
{
    (void)unused;
    enum { LIMIT = 100000 };
    static hl_report report;
    const char *path = drive_path("full.csv.zst");
    const rt_telemetry_setup setup = {.path = path, .every = 1, .packed = true};
    struct rlimit before, limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    limit = (struct rlimit){.rlim_cur = LIMIT, .rlim_max = before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    const rt_telemetry_outcome outcome = drive(&setup, 20000, true);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_non_null(strstr(outcome.why, "full.csv.zst: File too large; it ends after "));
    hl_arena arena = {0};
    rt_rows rows;
    assert_int_equal(rt_rows_read(path, &arena, &rows, &report), HL_OK);
    assert_int_equal(rows.count, outcome.rows);
    hl_arena_free(&arena);
}

static void test_nothing_can_be_written(void **unused)
{
    (void)unused;
    hl_arena arena = {0};
    char why[RT_WHY_LENGTH];
    rt_telemetry *telemetry;
    world_machine *machine = fake_machine_new(DRIVE_MACHINE, &arena);
    const rt_telemetry_setup setup = {.path = "/no/such/folder/telemetry.csv"};
    assert_int_equal(rt_telemetry_open(&setup, machine, &arena, &telemetry, why), HL_IO_ERROR);
    assert_null(telemetry);
    assert_non_null(strstr(why, "No such file"));
    hl_arena_free(&arena);
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
        cmocka_unit_test_teardown(test_rows, clean),
        cmocka_unit_test_teardown(test_full_disk, clean),
        cmocka_unit_test_teardown(test_dropped_rows, clean),
        cmocka_unit_test_teardown(test_packed_rows, clean),
        cmocka_unit_test_teardown(test_packed_on_a_full_disk, clean),
        cmocka_unit_test_teardown(test_nothing_can_be_written, clean),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
