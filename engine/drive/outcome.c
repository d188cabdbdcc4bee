#include "drv/attempt.h"

#include "world/incident.h"
#include "world/training.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- exercise ---- */

static const char *list_choices(const auth_choice *choices, int count, hl_arena *arena)
{
    size_t room = 1;
    for (int i = 0; i < count; i++)
        room += strlen(choices[i].variant) + strlen(choices[i].choice) + sizeof ", =";
    char *list = HL_NEW(arena, char, room);
    for (int i = 0, at = 0; list && i < count; i++)
        at += snprintf(list + at, room - (size_t)at, "%s%s=%s", i > 0 ? ", " : "", choices[i].variant,
                       choices[i].choice);
    return list;
}

static const char *copy(hl_arena *arena, const char *text)
{
    return hl_arena_string(arena, text, strlen(text));
}

bool drv_exercise_of(const auth_scenario *scenario, const char *machine, const auth_choice *choices,
                     int choice_count, const char *hash, hl_arena *arena, train_exercise *exercise)
{
    const char *title = scenario->training.title;
    *exercise = (train_exercise){.name = copy(arena, scenario->name),
                                 .title = copy(arena, title ? title : scenario->name),
                                 .hash = hash,
                                 .machine = copy(arena, machine),
                                 .variants = list_choices(choices, choice_count, arena),
                                 .attempts_counted = scenario->training.attempts};
    return exercise->name && exercise->title && exercise->machine && exercise->variants;
}

/* ---- events ---- */

/* "-5 points: a post was hit" */
static const char *points_text(const auth_instruction *instruction, hl_arena *arena)
{
    enum { NUMBER = 32 };
    const char *why = instruction->text ? instruction->text : "";
    const size_t room = NUMBER + strlen(why);
    char *text = HL_NEW(arena, char, room);
    if (text) snprintf(text, room, "%+g points%s%s", instruction->amount, *why ? ": " : "", why);
    return text;
}

/* Text of an instruction for people; NULL: it only shows or sounds something. */
static const char *told(const auth_instruction *instruction, hl_arena *arena, const char **kind)
{
    switch (instruction->kind) {
    case AUTH_DO_MESSAGE:
        *kind = "message";
        break;
    case AUTH_DO_SCORE:
        *kind = "score";
        return points_text(instruction, arena);
    case AUTH_DO_FAIL:
    case AUTH_DO_FINISH:
        *kind = "end";
        break;
    default:
        return NULL;
    }
    return instruction->text ? instruction->text : "";
}

static const char *join(hl_arena *arena, const char *a, const char *b)
{
    const size_t room = strlen(a) + strlen(b) + 1;
    char *text = HL_NEW(arena, char, room);
    if (text) snprintf(text, room, "%s%s", a, b);
    return text;
}

/* @return false: not an event for people */
static bool event_of_note(const auth_training *training, const world_note *note, double step, hl_arena *arena,
                          train_event *event)
{
    static const char *const of_task[] = {": begins", ": done", ": too late"};
    event->time = (double)note->tick * step;
    if (note->kind == WORLD_NOTE_INSTRUCTION) {
        event->text = told(training->instructions[note->of], arena, &event->kind);
        return event->text != NULL;
    }
    event->kind = "task";
    event->text = join(arena, training->tasks[note->of].name, of_task[note->kind]);
    return event->text != NULL;
}

static int add_notes(const auth_training *training, const world_machine *machine, hl_arena *arena,
                     train_event *events)
{
    const int64_t all = world_note_count(machine);
    int count = 0;
    for (int64_t i = all > WORLD_NOTES_KEPT ? all - WORLD_NOTES_KEPT : 0; i < all; i++) {
        const world_note note = world_note_at(machine, i);
        count += event_of_note(training, &note, world_machine_step_size(machine), arena, &events[count]);
    }
    return count;
}

static int add_hits(const auth_scenario *scenario, const world_machine *machine, train_event *events)
{
    const int all = world_hit_count(machine), count = all < WORLD_HITS_KEPT ? all : WORLD_HITS_KEPT;
    for (int i = 0; i < count; i++) {
        const world_hit hit = world_hit_at(machine, i);
        events[i] =
            (train_event){.time = hit.began, .kind = "hit", .text = scenario->objects[hit.object].name};
    }
    return count;
}

static bool add_incident(const auth_scenario *scenario, const xch_event *event, double time, hl_arena *arena,
                         train_event *to)
{
    char text[DRV_EVENT_TEXT];
    drv_incident_text(scenario, event, text, sizeof text);
    *to = (train_event){.time = time, .kind = drv_incident_kind(event), .text = copy(arena, text)};
    return to->text != NULL;
}

/* An exercise that keeps no incidents ends when its machine overturns: its place is where it lies now. */
static int add_overturned(const auth_scenario *scenario, const world_machine *machine, hl_arena *arena,
                          train_event *events)
{
    world_incident what;
    const bool kept = scenario->ending_given + scenario->utility_count + scenario->person_count > 0;
    if (kept || !world_has_overturned(machine, 0, &what)) return 0;
    const double ended = world_exercise_ended(machine);
    xch_event event = rt_incident_event(&what);
    event.speed = NAN;
    return add_incident(scenario, &event, ended > 0.0 ? ended : world_machine_time(machine), arena, events);
}

/* Without hits, which are listed by themselves. */
static int add_incidents(const auth_scenario *scenario, const world_machine *machine, hl_arena *arena,
                         train_event *events)
{
    int count = add_overturned(scenario, machine, arena, events);
    const int64_t all = world_incident_count(machine);
    for (int64_t i = all > WORLD_INCIDENTS_KEPT ? all - WORLD_INCIDENTS_KEPT : 0; i < all; i++) {
        const world_incident what = world_incident_at(machine, i);
        const xch_event event = rt_incident_event(&what);
        if (drv_incident_kind(&event) != NULL)
            count += add_incident(scenario, &event, (double)what.tick * world_machine_step_size(machine),
                                  arena, &events[count]);
    }
    return count;
}

static int sooner(const void *a, const void *b)
{
    const train_event *x = a, *y = b;
    return (x->time > y->time) - (x->time < y->time);
}

static bool add_events(const auth_scenario *scenario, const world_machine *machine, hl_arena *arena,
                       train_outcome *o)
{
    train_event *events =
        HL_NEW(arena, train_event, WORLD_NOTES_KEPT + WORLD_HITS_KEPT + WORLD_INCIDENTS_KEPT + 1);
    if (!events) return false;
    o->event_count = add_notes(&scenario->training, machine, arena, events);
    o->event_count += add_hits(scenario, machine, events + o->event_count);
    o->event_count += add_incidents(scenario, machine, arena, events + o->event_count);
    qsort(events, (size_t)o->event_count, sizeof *events, sooner);
    o->events = events;
    return true;
}

/* ---- outcome ---- */

static bool add_points(const auth_training *training, const world_machine *machine, hl_arena *arena,
                       train_outcome *o)
{
    const double extra = world_score_extra(machine);
    train_points *list = HL_NEW(arena, train_points, training->component_count + 1);
    if (!list) return false;
    for (int i = 0; i < training->component_count; i++) {
        const auth_component *component = &training->components[i];
        const world_points p = world_score_component(machine, i);
        list[i] = (train_points){.name = component->name,
                                 .text = component->text ? component->text : component->name,
                                 .unit = p.unit ? p.unit : "",
                                 .value = p.value,
                                 .best = p.best,
                                 .worst = p.worst,
                                 .points = p.points,
                                 .most = p.most};
    }
    o->points = list;
    o->point_count = training->component_count;
    if (extra < 0.0 || extra > 0.0)
        list[o->point_count++] = (train_points){.name = "extra",
                                                .text = "bonuses and penalties",
                                                .unit = "",
                                                .value = (double)NAN,
                                                .best = (double)NAN,
                                                .worst = (double)NAN,
                                                .points = extra};
    return true;
}

static double end_of(const world_machine *machine)
{
    const double ended = world_exercise_ended(machine);
    return ended > 0.0 ? ended : world_machine_time(machine);
}

/* After the scenario's own time, e.g. with a longer `--seconds`, which other trainees do not have. The last
 * tick may begin within that time and end after it. */
static bool is_overtime(const auth_scenario *scenario, const world_machine *machine)
{
    return scenario->seconds > 0.0 && end_of(machine) > scenario->seconds + world_machine_step_size(machine);
}

train_result drv_result_of(const auth_scenario *scenario, const world_machine *machine, rt_end end)
{
    const world_result result = world_exercise_result(machine);
    if (is_overtime(scenario, machine)) return end == RT_END_FAILED ? TRAIN_BROKEN : TRAIN_STOPPED;
    if (result == WORLD_FINISHED) return TRAIN_FINISHED;
    if (result == WORLD_FAILED) return TRAIN_FAILED;
    if (end == RT_END_FAILED) return TRAIN_BROKEN;
    const bool reached = scenario->training.task_count == 0 && world_goal_reached(machine);
    return reached ? TRAIN_FINISHED : TRAIN_STOPPED;
}

const char *drv_reason_of(const auth_scenario *scenario, const world_machine *machine, rt_end end,
                          hl_arena *arena)
{
    const auth_training *training = &scenario->training;
    const auth_instruction *reason = world_exercise_reason(machine);
    const int late = world_exercise_late(machine);
    if (reason) return reason->text ? reason->text : "";
    if (late >= 0) {
        const auth_task *task = &training->tasks[late];
        return join(arena, "too late: ", *task->text ? task->text : task->name);
    }
    if (world_exercise_result(machine) == WORLD_FINISHED) return "all tasks are done";
    if (end == RT_END_FINISHED) return "the time was up";
    return end == RT_END_STOPPED ? "it was stopped early" : rt_end_text(end);
}

static double signal_value(const world_machine *machine, const double *values, const char *name)
{
    const int signal = world_signal_find(machine, name);
    return signal < 0 ? (double)NAN : values[signal];
}

/* A drive that is stopped at once is practice. */
static bool is_trial(const train_outcome *o)
{
    static const double trial = 10.0; /* of the world [s] */
    return o->result == TRAIN_STOPPED && o->time < trial;
}

bool drv_outcome_of(const auth_scenario *scenario, world_machine *machine, rt_end end, hl_arena *arena,
                    train_outcome *o)
{
    char *hash = HL_NEW(arena, char, DRV_HASH);
    double *values = HL_NEW(arena, double, world_signal_count(machine));
    if (!hash || !values) return false;
    snprintf(hash, DRV_HASH, "%016" PRIx64, world_state_hash(machine));
    world_machine_evaluate_signals(machine, values);
    *o = (train_outcome){.result = drv_result_of(scenario, machine, end),
                         .reason = is_overtime(scenario, machine)
                                       ? "the time was up"
                                       : drv_reason_of(scenario, machine, end, arena),
                         .time = end_of(machine),
                         .fuel = signal_value(machine, values, "fuel.used"),
                         .hits = world_hit_count(machine),
                         .state_hash = hash,
                         .recording_hash = ""};
    if (o->result == TRAIN_FINISHED) {
        o->score = world_score_total(machine);
        o->passed = o->score >= scenario->training.pass;
    }
    o->practice = is_trial(o);
    return o->reason && add_points(&scenario->training, machine, arena, o) &&
           add_events(scenario, machine, arena, o);
}

bool drv_is_faulty(const world_machine *machine)
{
    static const char prefix[] = "fault.";
    for (int i = 0; i < world_control_count(machine); i++) {
        const world_control control = world_control_info(machine, i);
        if (strncmp(control.name, prefix, strlen(prefix)) != 0) continue;
        if (world_control_get(machine, i) < control.initial ||
            world_control_get(machine, i) > control.initial)
            return true;
    }
    return false;
}
