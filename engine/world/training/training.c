/* The training part of a machine in a scenario as a whole: built, started, moved. */
#include "training/training.h"

#include "parts/travel.h"

/* ---- building ---- */

static bool has_any(const auth_training *author)
{
    return author->region_count + author->counter_count + author->profile_count + author->task_count +
               author->component_count >
           0;
}

static hl_status define(world_machine *machine, world_building *with)
{
    hl_arena *arena = with->arena;
    hl_report *report = with->scenario_report;
    if (machine->site->scenario == NULL || !has_any(&machine->site->scenario->training)) return HL_OK;
    world_training *training = HL_NEW(arena, world_training, 1);
    if (training == NULL) return HL_OUT_OF_MEMORY;
    machine->training = training;
    training->author = &machine->site->scenario->training;
    training->step = with->step;
    training->exercise = HL_NEW(arena, world_exercise, 1);
    training->notes = HL_NEW(arena, world_notes, 1);
    if (training->exercise == NULL || training->notes == NULL ||
        !world_regions_define(machine, arena, report) || !world_profiles_define(machine, arena, report) ||
        !world_tasks_define(machine, arena) || !world_gauges_define(machine, arena) ||
        !world_score_define(machine, arena))
        return HL_OUT_OF_MEMORY;
    return hl_report_clean(report) ? HL_OK : HL_BAD_INPUT;
}

/* The curves are drawn by others, from recordings; that they can be is known here. */
static void check_plots(const world_machine *machine, hl_report *report)
{
    const auth_training *author = &machine->site->scenario->training;
    for (int i = 0; i < author->plot_count; i++) {
        const auth_plot *plot = &author->plots[i];
        const int signal = world_signal_resolve(machine, plot->signal, plot->signal_place, report);
        const auth_condition *const ends[] = {&plot->low, &plot->high};
        for (int k = 0; k < 2; k++)
            if (ends[k]->signal != NULL)
                world_value_in_unit(machine, signal, ends[k]->value, ends[k]->with_unit, ends[k]->dimension,
                                    ends[k]->value_place, report);
    }
}

static hl_status resolve(world_machine *machine, world_building *with)
{
    hl_report *report = with->scenario_report;
    if (machine->site->scenario == NULL) return HL_OK;
    check_plots(machine, report);
    if (machine->training != NULL) {
        world_tests_resolve(machine, report);
        world_score_resolve(machine, report);
    }
    return hl_report_clean(report) ? HL_OK : HL_BAD_INPUT;
}

/* ---- signals ---- */

static bool has_tasks_or_score(const world_training *training)
{
    return training->author->task_count + training->author->component_count > 0;
}

static void put_signals(world_machine *machine, hl_arena *arena)
{
    if (machine->training == NULL) return;
    world_region_signals(machine, arena);
    world_profile_signals(machine, arena);
    if (has_tasks_or_score(machine->training)) {
        world_task_signals(machine, arena);
        world_instruction_signals(machine, arena);
        world_score_signals(machine, arena);
    }
}

/* ---- in a drive ---- */

static void start(world_machine *machine)
{
    world_training *training = machine->training;
    if (training == NULL) return;
    world_instructions_start(machine);
    if (machine->site->sand != NULL) world_profiles_measure(machine);
    world_signals_evaluate(machine);
    world_tasks_start(machine);
    world_score_start(machine);
    training->started = true;
}

static void step(world_machine *machine)
{
    const world_training *training = machine->training;
    if (training == NULL || !training->started) return;
    if (machine->site->sand != NULL) world_profiles_step(machine);
    if (!has_tasks_or_score(training) || !world_goes_on(machine)) return;
    world_signals_evaluate(machine);
    world_score_step(machine);
    world_tasks_step(machine);
}

void world_controls_start(world_machine *machine)
{
    world_travel_start(machine);
    if (machine->training == NULL) return;
    world_signals_evaluate(machine);
    world_score_start(machine); /* ways of signals begin there too */
}

const world_part_row world_training_row = {.name = "training",
                                           .of_exercise = true,
                                           .define = define,
                                           .signals = put_signals,
                                           .resolve = resolve,
                                           .blocks = world_training_blocks,
                                           .start = start,
                                           .fingerprint = world_training_fingerprint,
                                           .step = step};
