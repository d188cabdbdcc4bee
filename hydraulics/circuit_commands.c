/* Commands: schedules sampled at the start of a step. */
#include "circuit_internal.h"

/* Last point whose time has come, 0 before the first. */
static int point_at(const hyd_command_def *command, double time)
{
    int low = 0,
        high = command->point_count; /* points below `low` have come, those from `high` on have not */
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (command->points[middle].time <= time)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 ? low - 1 : 0;
}

static double sample(const hyd_command_def *command, double time)
{
    const int i = point_at(command, time);
    const hyd_schedule_point *p = &command->points[i];
    if (!command->linear || i + 1 == command->point_count || time <= p[0].time) return p[0].value;
    return p[0].value + (p[1].value - p[0].value) * ((time - p[0].time) / (p[1].time - p[0].time));
}

void hyd_circuit_sample_commands(const hyd_circuit *circuit, double time, double *commands)
{
    for (int i = 0; i < circuit->def.command_count; i++) {
        const hyd_command_def *command = &circuit->def.commands[i];
        /* straight lines need no slack: they have no steps */
        if (command->point_count > 0)
            commands[i] = sample(command, command->linear ? time : time + HYD_SCHEDULE_SLACK);
    }
}

void hyd_circuit_initial_commands(const hyd_circuit *circuit, double *commands)
{
    for (int i = 0; i < circuit->def.command_count; i++) {
        const hyd_command_def *command = &circuit->def.commands[i];
        commands[i] = command->point_count > 0 ? 0.0 : command->initial;
    }
}
