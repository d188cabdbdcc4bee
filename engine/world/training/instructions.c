/* What tasks instruct: messages and images, marks, gauges, sounds, counters, points, the end. */
#include "training/training.h"

#include <string.h>

/* ---- notes ---- */

void world_note_add(world_machine *machine, world_note_kind kind, int of)
{
    world_notes *notes = machine->training->notes;
    notes->kept[notes->count % WORLD_NOTES_KEPT] =
        (world_note){machine->mechanism->state->tick, (int32_t)kind, of};
    notes->count++;
}

/* ---- one ---- */

void world_exercise_practise(world_machine *machine)
{
    world_training *training = machine->training;
    if (training != NULL && world_is_exercise(training)) training->exercise->result = WORLD_PRACTICE;
}

bool world_exercise_is_practised(const world_machine *machine)
{
    return machine->training != NULL && machine->training->exercise->result == WORLD_PRACTICE;
}

/* All tasks stay done, so only the first time is heard. */
static void go_on_practising(world_machine *machine, world_result result)
{
    world_exercise *exercise = machine->training->exercise;
    if (result == WORLD_FAILED) exercise->cues[AUTH_CUE_FAILURE]++;
    if (result != WORLD_FINISHED || exercise->ended > 0) return;
    exercise->ended = machine->mechanism->state->tick;
    exercise->cues[AUTH_CUE_SUCCESS]++;
}

void world_exercise_end(world_machine *machine, world_result result, int64_t reason, int64_t late)
{
    world_exercise *exercise = machine->training->exercise;
    if (world_exercise_is_practised(machine)) {
        go_on_practising(machine, result);
        return;
    }
    exercise->result = result;
    exercise->ended = machine->mechanism->state->tick;
    exercise->reason = reason;
    exercise->late = late;
    exercise->cues[result == WORLD_FINISHED ? AUTH_CUE_SUCCESS : AUTH_CUE_FAILURE]++;
}

static int64_t until(const world_machine *machine, double seconds)
{
    return seconds > 0.0 ? machine->mechanism->state->tick + world_ticks(machine->training, seconds) : 0;
}

static void show_message(world_machine *machine, const auth_instruction *what, double seconds)
{
    machine->training->exercise->message = what->number;
    machine->training->exercise->message_until = until(machine, seconds);
}

static void end_with(world_machine *machine, const auth_instruction *what, world_result result)
{
    static const double seconds = 6.0; /* in practice, where other messages follow */
    show_message(machine, what, world_exercise_is_practised(machine) ? seconds : 0.0);
    world_exercise_end(machine, result, what->number, -1);
}

static int gauge_of(const world_training *training, const char *id)
{
    int i = 0;
    while (i < training->gauge_count && strcmp(training->gauges[i], id) != 0) i++;
    return i;
}

/* It begins behind the tests of this tick, with all others that may: tasks.c. */
static void ask_for(world_machine *machine, int task)
{
    machine->training->task_states[task].phase = WORLD_WAITS;
    machine->training->task_states[task].asked = 1;
}

static void carry_out(world_machine *machine, const auth_instruction *what)
{
    world_training *training = machine->training;
    switch (what->kind) {
    case AUTH_DO_MESSAGE:
        show_message(machine, what, what->seconds);
        break;
    case AUTH_DO_IMAGE:
        training->exercise->image = what->number;
        training->exercise->image_until = until(machine, what->seconds);
        break;
    case AUTH_DO_GAUGE:
        training->shown[gauge_of(training, what->text)] = what->shown;
        break;
    case AUTH_DO_MARK:
        training->marked[what->of] = what->shown;
        break;
    case AUTH_DO_SOUND:
        training->exercise->cues[what->cue]++;
        break;
    case AUTH_DO_COUNT:
        training->counters[what->of] += what->amount;
        break;
    case AUTH_DO_SCORE:
        training->exercise->extra += what->amount;
        break;
    case AUTH_DO_FAIL:
        end_with(machine, what, WORLD_FAILED);
        break;
    case AUTH_DO_FINISH:
        end_with(machine, what, WORLD_FINISHED);
        break;
    case AUTH_DO_NEXT:
        ask_for(machine, what->of);
        break;
    }
}

void world_instruct(world_machine *machine, const auth_instructions *list)
{
    for (int i = 0; i < list->count && world_goes_on(machine); i++) {
        world_note_add(machine, WORLD_NOTE_INSTRUCTION, list->list[i].number);
        carry_out(machine, &list->list[i]);
    }
}

/* ---- building ---- */

bool world_gauges_define(world_machine *machine, hl_arena *arena)
{
    world_training *training = machine->training;
    const auth_training *author = training->author;
    training->gauges = HL_NEW(arena, const char *, author->instruction_count);
    training->shown = HL_NEW(arena, double, author->instruction_count);
    training->counters = HL_NEW(arena, double, author->counter_count);
    if (training->gauges == NULL || training->shown == NULL || training->counters == NULL) return false;
    for (int i = 0; i < author->instruction_count; i++) {
        const auth_instruction *what = author->instructions[i];
        if (what->kind == AUTH_DO_GAUGE && gauge_of(training, what->text) == training->gauge_count)
            training->gauges[training->gauge_count++] = what->text;
    }
    return true;
}

/* A gauge that is to be hidden first has been there; one that is to be shown first has not. */
void world_instructions_start(world_machine *machine)
{
    world_training *training = machine->training;
    const auth_training *author = training->author;
    memset(training->notes, 0, sizeof *training->notes);
    *training->exercise = (world_exercise){.reason = -1, .late = -1, .message = -1, .image = -1};
    for (int i = 0; i < author->counter_count; i++) training->counters[i] = author->counters[i].initial;
    for (int i = 0; i < author->region_count; i++) training->marked[i] = 0.0;
    for (int i = author->instruction_count - 1; i >= 0; i--) {
        const auth_instruction *what = author->instructions[i];
        if (what->kind == AUTH_DO_GAUGE) training->shown[gauge_of(training, what->text)] = !what->shown;
    }
}

/* ---- looking ---- */

/* The tick, or that at which the exercise ended. RT. */
static int64_t exercise_tick(const world_machine *machine)
{
    return world_goes_on(machine) ? machine->mechanism->state->tick : machine->training->exercise->ended;
}

world_result world_exercise_result(const world_machine *machine)
{
    if (machine->training == NULL || world_exercise_is_practised(machine)) return WORLD_GOES_ON;
    return (world_result)machine->training->exercise->result;
}

double world_exercise_ended(const world_machine *machine)
{
    return machine->training == NULL ? 0.0
                                     : (double)machine->training->exercise->ended * machine->training->step;
}

const auth_instruction *world_exercise_reason(const world_machine *machine)
{
    if (machine->training == NULL || machine->training->exercise->reason < 0) return NULL;
    return machine->training->author->instructions[machine->training->exercise->reason];
}

int world_exercise_late(const world_machine *machine)
{
    return machine->training == NULL ? -1 : (int)machine->training->exercise->late;
}

int64_t world_note_count(const world_machine *machine)
{
    return machine->training == NULL ? 0 : machine->training->notes->count;
}

world_note world_note_at(const world_machine *machine, int64_t index)
{
    return machine->training->notes->kept[index % WORLD_NOTES_KEPT];
}

/* ---- signals ---- */

static double result(const world_machine *machine, int of)
{
    (void)of;
    const world_result now = world_exercise_result(machine);
    return now == WORLD_FINISHED ? 1.0 : now == WORLD_FAILED ? -1.0 : 0.0;
}

static double showing(const world_machine *machine, int64_t number, int64_t end)
{
    return end == 0 || exercise_tick(machine) < end ? (double)number + 1.0 : 0.0;
}

static double message(const world_machine *machine, int of)
{
    (void)of;
    const world_exercise *exercise = machine->training->exercise;
    return showing(machine, exercise->message, exercise->message_until);
}

static double image(const world_machine *machine, int of)
{
    (void)of;
    const world_exercise *exercise = machine->training->exercise;
    return showing(machine, exercise->image, exercise->image_until);
}

static double cue(const world_machine *machine, int of)
{
    return (double)machine->training->exercise->cues[of];
}

static double counter(const world_machine *machine, int of)
{
    return machine->training->counters[of];
}

static double gauge(const world_machine *machine, int of)
{
    return machine->training->shown[of];
}

static const world_signal_row exercise_rows[] = {
    {"task.result", "1", 1.0, result, "of the exercise: 0 it goes on, 1 finished, -1 failed"},
    {"task.message", "1", 1.0, message, "number of the instruction whose message shows; 0: none"},
    {"task.image", "1", 1.0, image, "number of the instruction whose image shows; 0: none"},
};

static const world_signal_row cue_rows[AUTH_CUES] = {
    [AUTH_CUE_CHIME] = {"chime", "1", 1.0, cue, "sounds of a chime that were asked for"},
    [AUTH_CUE_TICK] = {"tick", "1", 1.0, cue, "sounds of a tick that were asked for"},
    [AUTH_CUE_WARNING] = {"warning", "1", 1.0, cue, "sounds of a warning that were asked for"},
    [AUTH_CUE_SUCCESS] = {"success", "1", 1.0, cue, "sounds of a success that were asked for"},
    [AUTH_CUE_FAILURE] = {"failure", "1", 1.0, cue, "sounds of a failure that were asked for"},
};

void world_instruction_signals(world_machine *machine, hl_arena *arena)
{
    static const world_signal_row counted = {"", "1", 1.0, counter, "counter of the exercise"};
    static const world_signal_row shown = {"", "1", 1.0, gauge, "of the head-up display: 1 shown, 0 hidden"};
    const world_training *training = machine->training;
    world_signals_put(machine, WORLD_ROWS(exercise_rows), "", "", 0, arena);
    for (int i = 0; i < AUTH_CUES; i++) world_signal_put(machine, &cue_rows[i], "cue.", "", i, arena);
    for (int i = 0; i < training->author->counter_count; i++)
        world_signal_put(machine, &counted, "counter.", training->author->counters[i].name, i, arena);
    for (int i = 0; i < training->gauge_count; i++)
        world_signal_put(machine, &shown, "gauge.", training->gauges[i], i, arena);
}
