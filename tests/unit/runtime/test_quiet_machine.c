/* The tractor at work, with its scripted operator, readers, recorder and telemetry, on firm ground and
 * digging in sand: no tick allocates, locks or enters the kernel. */
#include "support/check.h"
#include "support/quiet.h"

#include "rt/recording.h"
#include "rt/session.h"
#include "rt/telemetry.h"

#include <stdio.h>

#define ASSETS HEADLAND_SOURCE "/assets"

#if PROVES_QUIET

enum {
    TICKS = 3000, /* of 1 ms: the bucket rises and falls, rows and saved states are due */
    MANY = 500    /* particles, where there is sand: a fifth of a bucketful */
};

typedef struct drive {
    hl_arena arena;
    world_machine *machine;
    rt_session *session;
    rt_recorder *recorder;
    rt_telemetry *telemetry;
    xch_ring *levers;
    int lift;
    bool team;   /* steps are computed in blocks, by this thread alone */
    double near; /* [m] the start, this much nearer to what lies ahead */
    const char *scenario, *operator;
} drive;

static bool record(void *context, world_machine *machine, const double *signals)
{
    const drive *d = context;
    rt_recorder_tick(d->recorder, machine);
    if (rt_telemetry_is_due(d->telemetry, world_machine_tick(machine)))
        rt_telemetry_row(d->telemetry, world_machine_time(machine), signals);
    return !rt_recorder_has_failed(d->recorder);
}

static world_machine *build(const drive *d, hl_arena *arena, mb_step_options *options)
{
    static hl_report machine_report, scenario_report;
    auth_scenario *scenario;
    auth_machine *author;
    world_machine *machine;
    assert_int_equal(auth_scenario_read(d->scenario, arena, &scenario, &scenario_report), HL_OK);
    assert_int_equal(auth_scenario_read_soils(scenario, arena, &scenario_report), HL_OK);
    scenario->start.at[0] += d->near;
    assert_int_equal(auth_machine_read(scenario->machine, arena, &author, &machine_report), HL_OK);
    *options = world_machine_options(author, scenario);
    assert_int_equal(
        world_machine_build(author, scenario, options, arena, &machine_report, &scenario_report, &machine),
        HL_OK);
    return machine;
}

static world_operator *hire(const drive *d, const world_machine *machine, hl_arena *arena)
{
    static hl_report report;
    auth_operator *author;
    world_operator *driver;
    assert_int_equal(auth_operator_read(d->operator, arena, &author, &report), HL_OK);
    assert_int_equal(world_operator_build(author, machine, arena, &report, &driver), HL_OK);
    return driver;
}

static void open_files(drive *d, const mb_step_options *options)
{
    char why[RT_WHY_LENGTH];
    const rt_recorder_setup setup = {
        .path = "quiet.hlr", .version = "test", .options = *options, .checkpoint_seconds = 0.5};
    const rt_telemetry_setup rows = {.path = "quiet.csv"};
    assert_int_equal(rt_recorder_open(&setup, d->machine, &d->arena, &d->recorder, why), HL_OK);
    assert_int_equal(rt_telemetry_open(&rows, d->machine, &d->arena, &d->telemetry, why), HL_OK);
}

static void begin_drive(drive *d)
{
    mb_step_options options;
    static rt_budget budget; /* its clock may not enter the kernel either */
    const rt_team_options alone = {.threads = 1, .cpu = -1};
    const rt_session_options session = {.realtime = true,
                                        .cpu = -1,
                                        .budget = &budget,
                                        .team = d->team ? rt_team_new(&alone, &d->arena) : NULL};
    rt_budget_begin(&budget, rt_clock_monotonic());
    d->machine = build(d, &d->arena, &options);
    d->lift = world_control_find(d->machine, "lift");
    d->session = rt_session_new(d->machine, &session, &d->arena);
    assert_non_null(d->session);
    for (int i = 0; i < RT_READERS; i++) assert_non_null(rt_session_add_reader(d->session));
    rt_session_add_source(d->session, "levers", 0.5, &d->levers);
    rt_session_drive(d->session, hire(d, d->machine, &d->arena));
    open_files(d, &options);
    rt_session_add_hook(d->session, &(rt_hook){.context = d, .after_tick = record});
}

static void end_drive(drive *d)
{
    rt_recorder_outcome recorded;
    rt_telemetry_outcome rows;
    rt_recorder_close(d->recorder, d->machine, RT_END_STOPPED, HL_OK, &recorded);
    rt_telemetry_close(d->telemetry, &rows);
    hl_arena_free(&d->arena);
    remove("quiet.hlr");
    remove("quiet.csv");
}

/* The lever jumps every 100 ms, until its source falls silent. */
static bool drive_ticks(void *context)
{
    const drive *d = context;
    for (int i = 0; i < TICKS; i++) {
        const xch_command command = {
            .kind = XCH_COMMAND_SET, .control = d->lift, .value = i / 100 % 2 ? 1.0 : -0.5};
        if (i < TICKS / 2) xch_ring_push(d->levers, &command);
        if (!rt_session_tick(d->session, i)) return false;
    }
    const terr_sand *sand = world_machine_sand(d->machine);
    return sand == NULL || terr_sand_ledger(sand).born > MANY;
}

static void ticks_of_the_tractor_are_quiet(void **state)
{
    (void)state;
    static drive d = {.scenario = ASSETS "/scenarios/flat.yaml",
                      .operator= ASSETS "/operators/work-cycle.yaml" };
    begin_drive(&d);
    const quiet_verdict verdict = quiet_run(drive_ticks, &d);
    end_drive(&d);
    if (verdict == QUIET_NO_FILTER) skip();
    assert_int_equal(verdict, QUIET_YES);
}

/* Straight into the pile, whose foot lies half a metre before the bucket. */
static void dig_quietly(bool team)
{
    static drive d;
    d = (drive){.scenario = ASSETS "/scenarios/sand-field.yaml",
                .operator= ASSETS "/operators/drive-straight.yaml",
                .team = team,
                .near = 4.0};
    begin_drive(&d);
    const quiet_verdict verdict = quiet_run(drive_ticks, &d);
    end_drive(&d);
    if (verdict == QUIET_NO_FILTER) skip();
    assert_int_equal(verdict, QUIET_YES);
}

static void ticks_that_dig_are_quiet(void **state)
{
    (void)state;
    dig_quietly(false);
}

static void ticks_of_a_team_are_quiet(void **state)
{
    (void)state;
    dig_quietly(true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(ticks_of_the_tractor_are_quiet),
                                       cmocka_unit_test(ticks_that_dig_are_quiet),
                                       cmocka_unit_test(ticks_of_a_team_are_quiet)};
    return cmocka_run_group_tests_name("quiet machine", tests, NULL, NULL);
}

#else

int main(void)
{
    puts("not here: sanitizers allocate and enter the kernel as they like");
    return 0;
}

#endif
