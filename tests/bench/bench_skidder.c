/* The grapple skidder with six logs of 489 kg in its tongs; one tick of the world is timed.
 *
 *   skidder/logs  in second gear over the washboard, the grapple presses on
 *
 * The script of the scenario picks the logs and drives off (42 s); a round goes on for 20 s from there, then
 * begins anew. In a round the script moves no control. */
#include "bench_world.h"
#include "world/operator.h"

#include <math.h>
#include <stdio.h>

enum { ROUND_STEPS = 20000 };

static const double begin_time = 42.0; /* [s] */

typedef struct skidder {
    world_machine *machine;
    void *start;
    double *signals;
    long step, steps, iterations;
    hl_status status;
} skidder;

/* Drive by the scenario's script until the round begins. */
static bool drive(skidder *s, hl_arena *arena)
{
    const char *path = bench_asset("operators", "skidder", arena);
    hl_report *report = HL_NEW(arena, hl_report, 1);
    auth_operator *script;
    world_operator *driver;
    if (report == NULL) return false;
    hl_report_begin(report, path);
    if (auth_operator_read(path, arena, &script, report) != HL_OK) return false;
    if (world_operator_build(script, s->machine, arena, report, &driver) != HL_OK) return false;
    while (world_machine_time(s->machine) < begin_time) {
        world_machine_evaluate_signals(s->machine, s->signals);
        (void)world_operator_act(driver, s->machine, s->signals);
        if (world_machine_step(s->machine) != HL_OK) return false;
    }
    return true;
}

static void *setup_logs(const bench_case *bench, hl_arena *arena)
{
    (void)bench;
    bench_world world;
    if (!bench_world_build("skidder", NULL, arena, &world)) return NULL;
    skidder *s = HL_NEW(arena, skidder, 1);
    if (s == NULL) return NULL;
    s->machine = world.machine;
    s->signals = HL_NEW(arena, double, world_signal_count(s->machine));
    s->start = hl_arena_take(arena, world_state_capacity(s->machine), 1);
    if (s->signals == NULL || s->start == NULL || !drive(s, arena)) return NULL;
    world_state_save(s->machine, s->start);
    return s;
}

static bool step_logs(void *subject)
{
    skidder *s = subject;
    if (s->step == ROUND_STEPS) {
        world_state_restore(s->machine, s->start);
        s->step = 0;
    }
    s->status = world_machine_step(s->machine);
    s->step++, s->steps++;
    s->iterations += world_machine_report(s->machine)->iterations;
    return s->status == HL_OK;
}

static double signal_of(const skidder *s, const char *name)
{
    const int signal = world_signal_find(s->machine, name);
    return signal < 0 ? (double)NAN : s->signals[signal];
}

static void finish_logs(void *subject, char *note, size_t size)
{
    const skidder *s = subject;
    if (s->status != HL_OK) {
        snprintf(note, size, "step %ld at %.3f s: %s", s->steps, world_machine_time(s->machine),
                 hl_status_text(s->status));
        return;
    }
    const mb_counts counts = mb_model_counts(world_machine_mechanism(s->machine)->model);
    world_machine_evaluate_signals(s->machine, s->signals);
    snprintf(note, size,
             "%d columns, %d equations, %d efforts with %d states, %.0f logs awake; %.2f iterations a step; "
             "at x = %.1f m",
             counts.columns, counts.equations, counts.efforts, counts.effort_states,
             signal_of(s, "objects.awake"), (double)s->iterations / (double)s->steps,
             signal_of(s, "chassis.x"));
}

void bench_group_skidder(bench_list *list)
{
    const bench_case bench = {.name = "skidder/logs",
                              .setup = setup_logs,
                              .step = step_logs,
                              .finish = finish_logs,
                              .whole = ROUND_STEPS,
                              .bar = "90 at the median"};
    bench_register(list, &bench);
}
