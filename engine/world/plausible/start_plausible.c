/* Why a machine does not start where a scenario puts it: the implausible figures of its file, else what moved
 * most. */
#include "plausible.h"

#include "parts/parts.h"

#include <math.h>
#include <stdio.h>

/* ---- what a state of the machine's own efforts belongs to ---- */

/* The part whose states begin last at or before the one that is looked for. */
typedef struct owner {
    const mb_model *model;
    int state, begins;
    const char *kind, *name;
    hl_place place;
} owner;

static void offer(owner *o, int effort, const char *kind, const char *name, hl_place place)
{
    const int begins = mb_model_effort_state(o->model, effort);
    if (begins > o->state || begins < o->begins) return;
    *o = (owner){o->model, o->state, begins, kind, name, place};
}

static owner owner_of(const world_machine *machine, int state)
{
    const auth_machine *a = machine->author;
    const auth_body *bodies = a->mechanism->bodies;
    owner o = {machine->mechanism->model,           state, -1, "machine", a->mechanism->name,
               bodies[machine->chassis->body].place};
    if (machine->drive != NULL) offer(&o, machine->drive->effort, "engine", "", a->engine.place);
    for (int i = 0; i < a->brake_count; i++)
        offer(&o, machine->brakes->efforts[i], "brake", a->brakes[i].name, a->brakes[i].place);
    for (int i = 0; i < machine->wheels->count; i++)
        offer(&o, machine->wheels->list[i].effort, "tire of wheel", a->wheels[i].name, a->wheels[i].place);
    for (int i = 0; i < machine->tracks->count; i++)
        offer(&o, machine->tracks->list[i].effort, "track", a->tracks[i].name, a->tracks[i].place);
    for (int i = 0; i < machine->contacts->count; i++) {
        const auth_body *body = &bodies[machine->contacts->list[i].body];
        offer(&o, machine->contacts->list[i].effort, "contact of body", body->name, body->place);
    }
    return o;
}

/* ---- what moved most ---- */

/* The engine turns at rest, too. */
static int fastest(const world_machine *machine)
{
    const world_mechanism *m = machine->mechanism;
    const auth_joint_coordinate crank = machine->author->engine.crankshaft;
    const int turns = machine->drive != NULL ? mb_model_column(m->model, crank.joint) + crank.coordinate : -1;
    int most = turns == 0 ? 1 : 0;
    for (int c = 0; c < mb_model_counts(m->model).columns; c++)
        if (c != turns && !(fabs(m->state->v[c]) <= fabs(m->state->v[most]))) most = c;
    return most;
}

/* In words, and where it stands in the file. */
static hl_place describe(const world_machine *machine, int unknown, char *words, size_t size)
{
    const world_mechanism *m = machine->mechanism;
    const int columns = mb_model_counts(m->model).columns;
    char name[128];
    const hl_place place = world_mechanism_unknown_name(m, unknown, name, sizeof name);
    if (place.line > 0 && unknown < columns)
        snprintf(words, size, "%s, at %.3g (m/s or rad/s)", name, m->state->v[unknown]);
    else
        snprintf(words, size, "%s", name);
    if (place.line > 0) return place;
    const owner o = owner_of(machine, unknown - columns);
    snprintf(words, size, "%s '%s'", o.kind, o.name);
    return o.place;
}

/* Steps went well, but they did not end at rest. */
static bool is_restless(const world_machine *machine, hl_status status)
{
    return status == HL_NOT_CONVERGED && machine->mechanism->report.status == HL_OK;
}

static void complain_unknown(const world_machine *machine, hl_status status, hl_report *report)
{
    char words[200];
    const mb_step_report *step = &machine->mechanism->report;
    const bool restless = is_restless(machine, status);
    const int unknown = restless || step->worst_unknown < 0 ? fastest(machine) : step->worst_unknown;
    const hl_place place = describe(machine, unknown, words, sizeof words);
    if (restless)
        hl_report_add(
            report, place,
            "the machine does not come to rest where it starts; the fastest motion is %s: check its wheels "
            "or tracks, choose another place, or give `settled: false` in the scenario's `start`",
            words);
    else
        hl_report_add(report, place,
                      "the machine cannot start on this ground: %s, worst at %s: choose another place, or "
                      "check its wheels or tracks",
                      hl_status_text(status), words);
}

void world_report_unsettled(const world_machine *machine, hl_status status, hl_report *report)
{
    hl_arena arena = {0};
    hl_report *suspects = HL_NEW(&arena, hl_report, 1);
    if (suspects != NULL) {
        hl_report_begin(suspects, report->file);
        world_machine_warn_causes(machine, suspects);
    }
    const char *what = is_restless(machine, status) ? "does not come to rest" : "cannot start";
    for (int i = 0; suspects != NULL && i < suspects->count; i++)
        hl_report_add(report, suspects->list[i].place, "the machine %s: %s", what, suspects->list[i].text);
    const bool any = suspects != NULL && suspects->count > 0;
    if (!any && status != HL_BAD_INPUT) complain_unknown(machine, status, report);
    hl_arena_free(&arena);
}
