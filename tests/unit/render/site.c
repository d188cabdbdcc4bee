#include "site.h"

#include "support/check.h"

#include <stdio.h>
#include <string.h>

static double level(void *context, double x, double y)
{
    (void)context, (void)x, (void)y;
    return 0.0;
}

static void find_signals(site *s, hl_arena *arena)
{
    const int count = world_signal_count(s->machine);
    rnd_signal *signals = HL_NEW(arena, rnd_signal, count);
    assert_non_null(signals);
    for (int i = 0; i < count; i++) {
        const world_signal info = world_signal_info(s->machine, i);
        signals[i] = (rnd_signal){info.name, info.unit, info.meaning, info.si};
    }
    s->setup.signals = signals;
    s->setup.signal_count = count;
}

site *site_new(const char *scenario, hl_arena *arena)
{
    static hl_report machine_report, scenario_report;
    site *s = HL_NEW(arena, site, 1);
    assert_non_null(s);
    hl_report_begin(&machine_report, "machine");
    hl_report_begin(&scenario_report, scenario);
    assert_int_equal(auth_scenario_read(scenario, arena, &s->scenario, &scenario_report), HL_OK);
    assert_int_equal(auth_scenario_read_soils(s->scenario, arena, &scenario_report), HL_OK);
    assert_int_equal(auth_machine_read(s->scenario->machine, arena, &s->author, &machine_report), HL_OK);
    const mb_step_options options = world_machine_options(s->author, s->scenario);
    assert_int_equal(world_machine_build(s->author, s->scenario, &options, arena, &machine_report,
                                         &scenario_report, &s->machine),
                     HL_OK);
    s->setup = (rnd_scene_setup){.machine = s->author,
                                 .scenario = s->scenario,
                                 .ground = {.height = level},
                                 .assets = HEADLAND_ASSETS,
                                 .machine_file = HEADLAND_ASSETS "/machines/tractor.yaml",
                                 .scenario_file = scenario};
    find_signals(s, arena);
    return s;
}

void site_look(const site *s, xch_snapshot *snapshot)
{
    *snapshot =
        (xch_snapshot){.tick = world_machine_tick(s->machine), .time = world_machine_time(s->machine)};
    assert_true(s->setup.signal_count <= XCH_SIGNALS);
    snapshot->signal_count = s->setup.signal_count;
    snapshot->body_count = world_body_count(s->machine);
    world_machine_evaluate_signals(s->machine, snapshot->signals);
    for (int b = 0; b < snapshot->body_count; b++) {
        hl_vec3 p;
        hl_quat q;
        world_body_pose(s->machine, b, &p, &q);
        snapshot->bodies[b] = (xch_pose){{(float)p.x, (float)p.y, (float)p.z},
                                         {(float)q.w, (float)q.x, (float)q.y, (float)q.z}};
    }
}

void site_run(const site *s, int steps, const char *control, double value)
{
    const int index = world_control_find(s->machine, control);
    for (int i = 0; i < steps; i++) {
        if (index >= 0) world_control_set(s->machine, index, value);
        assert_int_equal(world_machine_step(s->machine), HL_OK);
    }
}

int site_body(const site *s, const char *name)
{
    for (int b = 0; b < s->author->mechanism->body_count; b++)
        if (strcmp(s->author->mechanism->bodies[b].name, name) == 0) return b;
    fail_msg("there is no body '%s'", name);
    return -1;
}
