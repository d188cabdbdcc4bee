#include "link_seat.h"

#include <string.h>

/* NULL reads as nothing said. @return NULL when memory is exhausted, which `good` remembers */
static const char *keep(const char *text, hl_arena *arena, bool *good)
{
    const char *from = text ? text : "";
    const char *kept = hl_arena_string(arena, from, strlen(from));
    *good = *good && kept;
    return kept;
}

static const io_link_option *keep_options(const io_link_option *from, int count, hl_arena *arena, bool *good)
{
    io_link_option *list = HL_NEW(arena, io_link_option, count);
    *good = *good && list;
    for (int i = 0; i < count && list; i++)
        list[i] = (io_link_option){keep(from[i].name, arena, good), keep(from[i].text, arena, good)};
    return list;
}

static const io_link_signal *keep_signals(const io_link_signal *from, int count, hl_arena *arena, bool *good)
{
    io_link_signal *list = HL_NEW(arena, io_link_signal, count);
    *good = *good && list;
    for (int i = 0; i < count && list; i++)
        list[i] = (io_link_signal){.name = keep(from[i].name, arena, good),
                                   .unit = keep(from[i].unit, arena, good),
                                   .meaning = keep(from[i].meaning, arena, good),
                                   .signal = from[i].signal};
    return list;
}

static const io_link_fault *keep_faults(const io_link_fault *from, int count, hl_arena *arena, bool *good)
{
    io_link_fault *list = HL_NEW(arena, io_link_fault, count);
    *good = *good && list;
    for (int i = 0; i < count && list; i++)
        list[i] = (io_link_fault){.name = keep(from[i].name, arena, good),
                                  .meaning = keep(from[i].meaning, arena, good),
                                  .control = from[i].control,
                                  .signal = from[i].signal};
    return list;
}

bool link_seat_copy(const io_link_seat *seat, hl_arena *arena, io_link_seat *copy)
{
    bool good = true;
    *copy = (io_link_seat){.scenario = keep(seat->scenario, arena, &good),
                           .title = keep(seat->title, arena, &good),
                           .machine = keep(seat->machine, arena, &good),
                           .variants = keep(seat->variants, arena, &good),
                           .trainee = keep(seat->trainee, arena, &good),
                           .signal_count = seat->signal_count,
                           .fault_count = seat->fault_count,
                           .pattern_count = seat->pattern_count,
                           .exercise_count = seat->exercise_count,
                           .task_count = seat->task_count,
                           .signals = keep_signals(seat->signals, seat->signal_count, arena, &good),
                           .faults = keep_faults(seat->faults, seat->fault_count, arena, &good),
                           .patterns = keep_options(seat->patterns, seat->pattern_count, arena, &good),
                           .exercises = keep_options(seat->exercises, seat->exercise_count, arena, &good),
                           .tasks = keep_options(seat->tasks, seat->task_count, arena, &good),
                           .step = seat->step,
                           .picture = seat->picture};
    if (!good) *copy = (io_link_seat){0};
    return good;
}
