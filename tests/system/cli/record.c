/* record MACHINE.yaml VERSION TICKS RECORDING TELEMETRY: a drive of a machine with full throttle,
 * recorded as if by that version of the program, for recording.sh. With `kill` it ends as by kill -9, some
 * time after the last tick. */
#include "rt/recording.h"
#include "rt/telemetry.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST_SIGNALS = 256 };

static hl_report report;

static int fail(const char *what)
{
    fprintf(stderr, "record: %s\n", what);
    return 1;
}

static void set(world_machine *machine, const char *control, double value)
{
    world_control_set(machine, world_control_find(machine, control), value);
}

static void row(rt_telemetry *telemetry, world_machine *machine)
{
    double values[MOST_SIGNALS];
    if (!rt_telemetry_is_due(telemetry, world_machine_tick(machine))) return;
    world_machine_evaluate_signals(machine, values);
    rt_telemetry_row(telemetry, world_machine_time(machine), values);
}

static hl_status drive(world_machine *machine, long ticks, rt_recorder *recorder, rt_telemetry *telemetry)
{
    hl_status status = HL_OK;
    row(telemetry, machine);
    set(machine, "parking_brake", 0.0);
    set(machine, "direction", 1.0);
    for (long tick = 0; status == HL_OK && tick < ticks; tick++) {
        set(machine, "throttle", (double)(tick % 1000) / 1000.0);
        status = world_machine_step(machine);
        if (status != HL_OK) break;
        rt_recorder_tick(recorder, machine);
        row(telemetry, machine);
    }
    return status;
}

static int record(const rt_recorder_setup *setup, const char *csv, world_machine *machine, long ticks,
                  hl_arena *arena)
{
    char why[RT_WHY_LENGTH];
    rt_recorder *recorder;
    rt_telemetry *telemetry;
    rt_recorder_outcome recorded;
    rt_telemetry_outcome rows;
    const rt_telemetry_setup telemetry_setup = {.path = csv};
    if (rt_recorder_open(setup, machine, arena, &recorder, why) != HL_OK) return fail(why);
    if (rt_telemetry_open(&telemetry_setup, machine, arena, &telemetry, why) != HL_OK) return fail(why);
    const hl_status status = drive(machine, ticks, recorder, telemetry);
    rt_recorder_close(recorder, machine, RT_END_FINISHED, status, &recorded);
    rt_telemetry_close(telemetry, &rows);
    if (status != HL_OK) return fail(hl_status_text(status));
    if (!recorded.recorded || rows.why[0] || rows.dropped) return fail("not everything was recorded");
    return 0;
}

int main(int argc, char **argv)
{
    if (argc < 6) return fail("usage: record MACHINE.yaml VERSION TICKS RECORDING TELEMETRY");
    hl_arena arena = {0};
    char why[RT_WHY_LENGTH];
    auth_machine *author;
    world_machine *machine;
    rt_recorder_setup setup = {.path = argv[4], .version = argv[2]};
    if (rt_text_read(argv[1], &arena, &setup.machine_text, why) != HL_OK) return fail(why);
    const rt_text *text = &setup.machine_text;
    hl_report_begin(&report, argv[1]);
    hl_status status = auth_machine_parse(text->text, text->length, text->path, &arena, &author, &report);
    if (status == HL_OK) {
        setup.options = world_machine_options(author, NULL);
        status = world_machine_build(author, NULL, &setup.options, &arena, &report, &report, &machine);
    }
    if (status != HL_OK) return fail(report.count > 0 ? report.list[0].text : hl_status_text(status));
    if (world_signal_count(machine) > MOST_SIGNALS) return fail("too many signals");
    const int done = record(&setup, argv[5], machine, strtol(argv[3], NULL, 10), &arena);
    hl_arena_free(&arena);
    return done;
}
