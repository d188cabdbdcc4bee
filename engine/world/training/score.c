/* The score: what its components have measured since the start, and their points. */
#include "training/training.h"

#include <math.h>

static const double ALL_POINTS = 100.0;

/* ---- building ---- */

static double weights(const auth_training *author)
{
    double sum = 0.0;
    for (int i = 0; i < author->component_count; i++) sum += author->components[i].weight;
    return sum;
}

bool world_score_define(world_machine *machine, hl_arena *arena)
{
    world_training *training = machine->training;
    const auth_training *author = training->author;
    training->components = HL_NEW(arena, world_component, author->component_count);
    training->measured = HL_NEW(arena, world_measured, author->component_count);
    if (training->components == NULL || training->measured == NULL) return false;
    const double all = weights(author);
    for (int i = 0; i < author->component_count; i++)
        training->components[i].most = ALL_POINTS * author->components[i].weight / all;
    return true;
}

static double in_unit(const world_machine *machine, int signal, const auth_condition *value,
                      hl_report *report)
{
    return world_value_in_unit(machine, signal, value->value, value->with_unit, value->dimension,
                               value->value_place, report);
}

/* In which unit people are told: shares in percent; else the author's, if any, or that of what is measured.
 */
static void resolve_unit(const world_machine *machine, const auth_component *author,
                         world_component *component)
{
    static const double percent = 100.0; /* of one */
    double si = 1.0;
    auth_dimension dimension;
    if (author->measure == AUTH_MEASURE_SHARE) {
        component->told = percent;
        component->unit = "%";
        return;
    }
    const bool own = auth_unit_read(author->unit, &si, &dimension);
    const world_signal *signal =
        component->signal >= 0 ? &machine->world->signals[component->signal].info : NULL;
    component->told = own ? (signal ? signal->si : 1.0) / si : 1.0;
    component->unit = own ? author->unit : signal ? signal->unit : "1";
}

void world_score_resolve(world_machine *machine, hl_report *report)
{
    world_training *training = machine->training;
    for (int i = 0; i < training->author->component_count; i++) {
        const auth_component *author = &training->author->components[i];
        world_component *component = &training->components[i];
        const int signal = world_signal_resolve(machine, author->signal, author->signal_place, report);
        const bool share = author->measure == AUTH_MEASURE_SHARE;
        component->signal = signal;
        component->distance = author->around.signal != NULL;
        if (component->distance) component->around = in_unit(machine, signal, &author->around, report);
        component->low =
            author->low.signal == NULL ? -HUGE_VAL : in_unit(machine, signal, &author->low, report);
        component->high =
            author->high.signal == NULL ? HUGE_VAL : in_unit(machine, signal, &author->high, report);
        component->best = share ? author->best.value : in_unit(machine, signal, &author->best, report);
        component->worst = share ? author->worst.value : in_unit(machine, signal, &author->worst, report);
        resolve_unit(machine, author, component);
    }
}

/* ---- measuring ---- */

static bool goes_on_in(const world_training *training, const auth_component *author)
{
    return author->during < 0 || training->task_states[author->during].phase == WORLD_BEGUN;
}

static void measure(const world_component *component, auth_measure how, double value, world_measured *seen)
{
    const bool first = seen->ticks++ == 0;
    switch (how) {
    case AUTH_MEASURE_END:
        seen->sum = value;
        break;
    case AUTH_MEASURE_MOST:
        seen->sum = first ? value : fmax(seen->sum, value);
        break;
    case AUTH_MEASURE_LEAST:
        seen->sum = first ? value : fmin(seen->sum, value);
        break;
    case AUTH_MEASURE_MEAN:
        seen->sum += value;
        break;
    case AUTH_MEASURE_SHARE:
        seen->sum += value >= component->low && value <= component->high ? 1.0 : 0.0;
        break;
    case AUTH_MEASURE_TRAVEL:
        seen->sum += fabs(value - seen->last);
        break;
    }
}

static double value_now(const world_machine *machine, const world_component *component)
{
    const double value = world_signal_now(machine, component->signal);
    return component->distance ? fabs(value - component->around) : value;
}

void world_score_step(world_machine *machine)
{
    world_training *training = machine->training;
    for (int i = 0; i < training->author->component_count; i++) {
        const auth_component *author = &training->author->components[i];
        world_measured *seen = &training->measured[i];
        const double value = value_now(machine, &training->components[i]);
        if (goes_on_in(training, author)) measure(&training->components[i], author->measure, value, seen);
        seen->last = value;
    }
}

void world_score_start(world_machine *machine)
{
    world_training *training = machine->training;
    for (int i = 0; i < training->author->component_count; i++)
        training->measured[i] = (world_measured){.last = value_now(machine, &training->components[i])};
}

/* ---- points ---- */

static double value_of(const auth_component *author, const world_measured *seen)
{
    if (seen->ticks == 0) return (double)NAN;
    const bool per_tick = author->measure == AUTH_MEASURE_MEAN || author->measure == AUTH_MEASURE_SHARE;
    return per_tick ? seen->sum / (double)seen->ticks : seen->sum;
}

/* In a straight line from the worst to the best; nothing measured, nothing earned. */
static double share_of(const world_component *component, double value)
{
    const double way = component->best - component->worst;
    if (!(fabs(way) > 0.0)) return value == component->best ? 1.0 : 0.0;
    return isnan(value) ? 0.0 : fmin(fmax((value - component->worst) / way, 0.0), 1.0);
}

world_points world_score_component(const world_machine *machine, int component)
{
    const world_training *training = machine->training;
    const auth_component *author = &training->author->components[component];
    const world_component *part = &training->components[component];
    const double value = value_of(author, &training->measured[component]);
    const double share = share_of(part, value);
    return (world_points){.value = value * part->told,
                          .share = share,
                          .points = share * part->most,
                          .most = part->most,
                          .best = part->best * part->told,
                          .worst = part->worst * part->told,
                          .unit = part->unit};
}

double world_score_extra(const world_machine *machine)
{
    return machine->training == NULL ? 0.0 : machine->training->exercise->extra;
}

double world_score_total(const world_machine *machine)
{
    if (machine->training == NULL || machine->training->exercise->result >= WORLD_FAILED) return 0.0;
    double sum = world_score_extra(machine);
    for (int i = 0; i < machine->training->author->component_count; i++)
        sum += world_score_component(machine, i).points;
    return fmin(fmax(sum, 0.0), ALL_POINTS);
}

/* ---- signals ---- */

static double points_of(const world_machine *machine, int of)
{
    return world_score_component(machine, of).points;
}

static double total(const world_machine *machine, int of)
{
    (void)of;
    return world_score_total(machine);
}

static double extra(const world_machine *machine, int of)
{
    (void)of;
    return world_score_extra(machine);
}

void world_score_signals(world_machine *machine, hl_arena *arena)
{
    static const world_signal_row all[] = {
        {"score.total", "1", 1.0, total, "points of 100 as they stand; 0 when the exercise has failed"},
        {"score.extra", "1", 1.0, extra, "points that tasks have given or taken"},
    };
    static const world_signal_row part = {"", "1", 1.0, points_of, "points of this part of the score"};
    const auth_training *author = machine->training->author;
    world_signals_put(machine, WORLD_ROWS(all), "", "", 0, arena);
    for (int i = 0; i < author->component_count; i++)
        world_signal_put(machine, &part, "score.", author->components[i].name, i, arena);
}
