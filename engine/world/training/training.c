/* The training part of a machine in a scenario as a whole: built, started, moved, its blocks of the state. */
#include "training/training.h"

#include "parts/parts.h"

#include "hl/hash.h"

#include <string.h>

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

static void put_signals(world_machine *machine, hl_arena *arena)
{
    if (machine->training == NULL) return;
    world_region_signals(machine, arena);
    world_profile_signals(machine, arena);
    if (world_is_exercise(machine->training)) {
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
    if (!world_is_exercise(training) || !world_goes_on(machine)) return;
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

/* ---- blocks of the state ---- */

_Static_assert(sizeof(world_exercise) == (8 + AUTH_CUES + 1) * sizeof(int64_t), "no padding: it is hashed");
_Static_assert(sizeof(world_task_state) == 7 * sizeof(int64_t), "no padding: it is hashed");
_Static_assert(sizeof(world_test_state) == 3 * sizeof(int64_t), "no padding: it is hashed");
_Static_assert(sizeof(world_measured) == 3 * sizeof(int64_t), "no padding: it is hashed");
_Static_assert(sizeof(world_profile_state) == 10 * sizeof(double), "no padding: it is hashed");
_Static_assert(sizeof(world_note) == 2 * sizeof(int64_t), "no padding: it is hashed");

/* ---- blocks ---- */

static int kept(const world_notes *notes)
{
    return (int)(notes->count < WORLD_NOTES_KEPT ? notes->count : WORLD_NOTES_KEPT);
}

static uint64_t notes_hash(const void *data)
{
    const world_notes *notes = data;
    const uint64_t hash = hl_hash(HL_HASH_START, &notes->count, sizeof notes->count);
    return hl_hash(hash, notes->kept, (size_t)kept(notes) * sizeof *notes->kept);
}

/* ---- bytes from elsewhere ---- */

static bool is_count(int64_t value)
{
    return value >= 0 && value <= (int64_t)WORLD_MOST_TICKS;
}

/* An index, or -1. */
static bool is_of(int64_t value, int count)
{
    return value >= -1 && value < count;
}

static bool exercise_fits(const world_machine *machine, const void *from)
{
    const world_training *t = machine->training;
    world_exercise e;
    memcpy(&e, from, sizeof e);
    const int instructions = t->author->instruction_count;
    for (int i = 0; i < AUTH_CUES; i++)
        if (!is_count(e.cues[i])) return false;
    return e.result >= WORLD_GOES_ON && e.result <= WORLD_PRACTICE && is_count(e.ended) &&
           is_of(e.reason, instructions) && is_of(e.late, t->author->task_count) &&
           is_of(e.message, instructions) && is_count(e.message_until) && is_of(e.image, instructions) &&
           is_count(e.image_until);
}

static bool note_fits(const world_training *t, const world_note *note)
{
    const bool of_task = note->kind != WORLD_NOTE_INSTRUCTION;
    return note->kind >= WORLD_NOTE_TASK_BEGAN && note->kind <= WORLD_NOTE_INSTRUCTION && note->of >= 0 &&
           note->of < (of_task ? t->author->task_count : t->author->instruction_count);
}

static bool notes_fit(const world_machine *machine, const void *from)
{
    const world_training *t = machine->training;
    world_notes notes;
    memcpy(&notes, from, sizeof notes);
    if (!is_count(notes.count)) return false;
    for (int i = 0; i < kept(&notes); i++)
        if (!note_fits(t, &notes.kept[i])) return false;
    return true;
}

static bool tasks_fit(const world_machine *machine, const void *from)
{
    const world_training *t = machine->training;
    for (int i = 0; i < t->author->task_count; i++) {
        world_task_state s;
        memcpy(&s, (const unsigned char *)from + (size_t)i * sizeof s, sizeof s);
        if (s.phase < WORLD_WAITS || s.phase > WORLD_LATE || !is_count(s.began) || !is_count(s.ended) ||
            !is_count(s.count) || !is_count(s.turns))
            return false;
    }
    return true;
}

static bool tests_fit(const world_machine *machine, const void *from)
{
    const world_training *t = machine->training;
    for (int i = 0; i < t->test_count; i++) {
        world_test_state s;
        memcpy(&s, (const unsigned char *)from + (size_t)i * sizeof s, sizeof s);
        if ((s.since != -1 && !is_count(s.since)) || !is_count(s.samples)) return false;
    }
    return true;
}

static bool measured_fit(const world_machine *machine, const void *from)
{
    const world_training *t = machine->training;
    for (int i = 0; i < t->author->component_count; i++) {
        world_measured s;
        memcpy(&s, (const unsigned char *)from + (size_t)i * sizeof s, sizeof s);
        if (!is_count(s.ticks)) return false;
    }
    return true;
}

void world_training_blocks(world_machine *machine)
{
    const world_training *t = machine->training;
    if (t == NULL) return;
    const auth_training *author = t->author;
    const struct {
        const char *name;
        void *data;
        size_t size;
        uint64_t (*hash)(const void *);
        world_block_fits fits;
    } all[] = {
        {"exercise", t->exercise, sizeof *t->exercise, NULL, exercise_fits},
        {"notes", t->notes, sizeof *t->notes, notes_hash, notes_fit},
        {"tasks", t->task_states, (size_t)author->task_count * sizeof *t->task_states, NULL, tasks_fit},
        {"conditions", t->test_states, (size_t)t->test_count * sizeof *t->test_states, NULL, tests_fit},
        {"rates", t->rings, (size_t)t->ring_values * sizeof *t->rings, NULL, NULL},
        {"counters", t->counters, (size_t)author->counter_count * sizeof *t->counters, NULL, NULL},
        {"marks", t->marked, (size_t)author->region_count * sizeof *t->marked, NULL, NULL},
        {"gauges", t->shown, (size_t)t->gauge_count * sizeof *t->shown, NULL, NULL},
        {"score", t->measured, (size_t)author->component_count * sizeof *t->measured, NULL, measured_fit},
        {"profiles", t->profile_states, (size_t)author->profile_count * sizeof *t->profile_states, NULL,
         NULL},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].size > 0)
            world_block_put(machine, all[i].name, all[i].data, all[i].size, all[i].hash, all[i].fits);
}

/* ---- fingerprint ---- */

static uint64_t number(uint64_t hash, double value)
{
    return hl_hash(hash, &value, sizeof value);
}

static uint64_t whole(uint64_t hash, int64_t value)
{
    return hl_hash(hash, &value, sizeof value);
}

static uint64_t of_bound(uint64_t hash, const world_condition *bound)
{
    return number(whole(hash, bound->signal), bound->signal < 0 ? 0.0 : bound->value);
}

static uint64_t of_test(uint64_t hash, const world_test *test)
{
    hash = whole(whole(whole(hash, test->author->kind), test->author->alternative), test->hold);
    hash = of_bound(of_bound(hash, &test->above), &test->below);
    hash = whole(hash, test->author->of);
    return test->author->object < 0 ? hash : whole(hash, test->author->object);
}

static uint64_t of_instructions(uint64_t hash, const auth_instructions *list)
{
    hash = whole(hash, list->count);
    for (int i = 0; i < list->count; i++) {
        const auth_instruction *what = &list->list[i];
        hash = whole(whole(whole(whole(hash, what->kind), what->of), what->cue), what->shown);
        hash = number(number(hash, what->seconds), what->amount);
    }
    return hash;
}

static uint64_t of_task(uint64_t hash, const world_training *t, const world_task *task)
{
    const auth_task *author = task->author;
    hash = whole(whole(whole(hash, author->repeat), author->optional), task->within);
    hash = whole(whole(hash, author->after_any), author->after_count);
    for (int i = 0; i < author->after_count; i++) hash = whole(hash, author->after[i]);
    for (int i = 0; i < author->test_count; i++) hash = of_test(hash, &t->tests[task->first_test + i]);
    hash = of_instructions(hash, &author->begin);
    return of_instructions(of_instructions(hash, &author->then), &author->late);
}

static uint64_t of_component(uint64_t hash, const auth_component *author, const world_component *component)
{
    hash = whole(whole(whole(hash, component->signal), author->measure), author->during);
    hash = number(number(hash, component->low), component->high);
    return number(number(number(hash, component->best), component->worst), component->most);
}

static uint64_t of_region(uint64_t hash, const world_region *region)
{
    hash = hl_hash(whole(hash, region->body), &region->point, sizeof region->point);
    hash = hl_hash(hash, &region->floor, sizeof region->floor);
    hash = hl_hash(hash, region->along, sizeof region->along);
    return hl_hash(hash, &region->size, sizeof region->size);
}

uint64_t world_training_fingerprint(const world_machine *machine, uint64_t hash)
{
    const world_training *t = machine->training;
    if (t == NULL) return hash;
    for (int i = 0; i < t->author->region_count; i++) hash = of_region(hash, &t->regions[i]);
    hash = hl_hash(hash, t->profiles, (size_t)t->author->profile_count * sizeof *t->profiles);
    for (int i = 0; i < t->author->task_count; i++) hash = of_task(hash, t, &t->tasks[i]);
    for (int i = 0; i < t->author->component_count; i++)
        hash = of_component(hash, &t->author->components[i], &t->components[i]);
    return number(hash, t->author->pass);
}
