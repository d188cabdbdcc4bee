/* Signals of a world: put by the parts of its machines, evaluated once a state. */
#include "machine/machine.h"

#include "parts/parts.h"

#include "hl/report.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* ---- building ---- */

/* Length of the prefix "trailer." in "trailer.axle"; 0: no implement has this prefix. */
static size_t implement_prefix(const world_machine *machine, const char *name)
{
    for (int i = 0; i < machine->author->implement_count; i++) {
        const size_t length = strlen(machine->author->implements[i].name);
        if (strncmp(name, machine->author->implements[i].name, length) == 0 && name[length] == '.')
            return length + 1;
    }
    return 0;
}

/* "other." "wheel." "front left" ".load" -> "other.wheel.front_left.load"; the name of an implement comes
 * first: "wheel." "trailer.left" ".load" -> "trailer.wheel.left.load" */
static const char *joined(const world_machine *machine, const char *first, const char *name, const char *last,
                          hl_arena *arena)
{
    char text[200];
    const char *owner = machine->name == NULL ? "" : machine->name;
    const size_t prefix = implement_prefix(machine, name);
    snprintf(text, sizeof text, "%s%s%.*s%s%s%s", owner, *owner ? "." : "", (int)prefix, name, first,
             name + prefix, last);
    for (char *c = text; *c; c++)
        if (isspace((unsigned char)*c)) *c = '_';
    return hl_arena_string(arena, text, strlen(text));
}

void world_signal_put(world_machine *machine, const world_signal_row *row, const char *first,
                      const char *name, int of, hl_arena *arena)
{
    world *w = machine->world;
    const int at = w->signal_count++;
    if (w->signals == NULL) return;
    const char *all = joined(machine, first, name, row->name, arena);
    const size_t prefix = machine->name == NULL ? 0 : strlen(machine->name) + 1;
    w->signals[at] = (world_signal_entry){{all, row->unit, row->meaning, row->si},
                                          all == NULL ? NULL : all + prefix,
                                          machine,
                                          row->evaluate,
                                          of};
}

void world_signals_put(world_machine *machine, const world_signal_row *rows, int count, const char *first,
                       const char *name, int of, hl_arena *arena)
{
    for (int i = 0; i < count; i++) world_signal_put(machine, &rows[i], first, name, of, arena);
}

/* All signals in their order; the first time they are counted, see world_signal_put. */
static void put_all(world *w, hl_arena *arena)
{
    w->signal_count = 0;
    for (int i = 0; i < w->machine_count; i++)
        for (int r = 0; r < w->machines[i]->row_count; r++)
            if (w->machines[i]->rows[r]->signals != NULL)
                w->machines[i]->rows[r]->signals(w->machines[i], arena);
}

/* The output that a signal, or one of its axes, is named after; NULL: none. */
static const auth_output *output_named(const world_machine *machine, const char *signal)
{
    const auth_mechanism *author = machine->author->mechanism;
    for (int i = 0; i < author->output_count; i++) {
        const size_t length = strlen(author->outputs[i].name);
        const bool is = strncmp(signal, author->outputs[i].name, length) == 0;
        if (is && (signal[length] == '\0' || signal[length] == '.')) return &author->outputs[i];
    }
    return NULL;
}

/* Two signals of one name: mostly an output that repeats what the machine shows by itself. */
static void complain_name(const world_signal_entry *entry, hl_report *report)
{
    const world_machine *machine = entry->machine;
    const world_signal is = entry->info;
    const auth_output *output = output_named(machine, entry->own);
    if (output != NULL)
        hl_report_add(report, output->place,
                      "output '%s' repeats the name of a signal that the machine has by itself (%s, in %s): "
                      "remove it or give it another name (`headland signals FILE` lists them)",
                      is.name, is.meaning, is.unit);
    else
        hl_report_add(report, machine->author->mechanism->bodies[machine->chassis->body].place,
                      "two parts of the machine give the signal '%s': give names that differ by more than "
                      "blanks and underscores",
                      is.name);
}

static hl_status check_names(const world *w, hl_report *report)
{
    for (int i = 0; i < w->signal_count; i++) {
        if (w->signals[i].info.name == NULL) return HL_OUT_OF_MEMORY;
        for (int k = 0; k < i; k++) {
            if (strcmp(w->signals[k].info.name, w->signals[i].info.name) != 0) continue;
            complain_name(&w->signals[k], report);
            return HL_BAD_INPUT;
        }
    }
    return HL_OK;
}

hl_status world_signals_define(world *w, hl_arena *arena, hl_report *report)
{
    put_all(w, arena);
    w->signals = HL_NEW(arena, world_signal_entry, w->signal_count);
    if (w->signals == NULL) return HL_OUT_OF_MEMORY;
    put_all(w, arena);
    return check_names(w, report);
}

/* ---- looking ---- */

void world_machine_look(world_machine *machine)
{
    if (!machine->posed)
        mb_evaluate_poses(machine->mechanism->model, machine->mechanism->state, machine->mechanism->work);
    WORLD_EACH_PART(machine, stand);
    WORLD_EACH_PART(machine, sense);
}

void world_signals_evaluate(world_machine *machine)
{
    if (machine->looked) return;
    const world *w = machine->world;
    for (int i = 0; i < w->machine_count; i++) /* contacts read the poses of the others */
        if (w->machines[i] != machine && !w->machines[i]->looked)
            mb_evaluate_poses(w->machines[i]->mechanism->model, w->machines[i]->mechanism->state,
                              w->machines[i]->mechanism->work);
    world_machine_look(machine);
    world_mechanism_outputs_evaluated(machine->mechanism, machine->output_values); /* refreshes the work */
    WORLD_EACH_PART(machine, look);
    machine->looked = true;
    machine->posed = false;
}

double world_signal_now(const world_machine *machine, int signal)
{
    const world_signal_entry *s = &machine->world->signals[signal];
    return s->evaluate == NULL ? s->machine->output_values[s->of] : s->evaluate(s->machine, s->of);
}

void world_machine_evaluate_signals(world_machine *machine, double *values)
{
    const world *w = machine->world;
    for (int i = 0; i < w->machine_count; i++) world_signals_evaluate(w->machines[i]);
    for (int i = 0; i < w->signal_count; i++) values[i] = world_signal_now(machine, i);
    for (int i = 0; i < w->machine_count; i++)
        for (int r = 0; r < w->machines[i]->row_count; r++)
            if (w->machines[i]->rows[r]->show != NULL) w->machines[i]->rows[r]->show(w->machines[i], values);
}

/* ---- finding ---- */

int world_signal_count(const world_machine *machine)
{
    return machine->world->signal_count;
}

world_signal world_signal_info(const world_machine *machine, int signal)
{
    return machine->world->signals[signal].info;
}

static int find_own(const world_machine *machine, const char *name)
{
    const world *w = machine->world;
    for (int i = 0; i < w->signal_count; i++)
        if (w->signals[i].machine == machine && strcmp(w->signals[i].own, name) == 0) return i;
    return -1;
}

/* "own.vehicle.speed" of the driven machine, by its name in the scenario's list of machines: scripts of
 * others have a `vehicle.speed` of their own. */
static int find_driven(const world *w, const char *name)
{
    const auth_scenario *scenario = w->site.scenario;
    if (scenario == NULL || scenario->machine_count == 0) return -1;
    const char *driven = scenario->machines[scenario->driven].name;
    size_t i = 0;
    while (driven[i] && name[i] == (isspace((unsigned char)driven[i]) ? '_' : driven[i])) i++;
    return driven[i] || name[i] != '.' ? -1 : find_own(w->machines[0], name + i + 1);
}

/* Search the machine's own names, then all names, then the driven machine's signals by its prefix. */
int world_signal_find(const world_machine *machine, const char *name)
{
    const world *w = machine->world;
    const int own = find_own(machine, name);
    if (own >= 0) return own;
    for (int i = 0; i < w->signal_count; i++)
        if (strcmp(w->signals[i].info.name, name) == 0) return i;
    return find_driven(w, name);
}

const char *world_signal_nearest(const world_machine *machine, const char *name)
{
    const world *w = machine->world;
    hl_nearest nearest = hl_spelling_begin(name);
    for (int i = 0; i < w->signal_count; i++) hl_spelling_offer(&nearest, w->signals[i].info.name);
    for (int i = 0; i < w->signal_count && !nearest.best; i++) /* "zone.bay" for "zone.bay.mass" */
        if (strncmp(w->signals[i].info.name, name, strlen(name)) == 0 &&
            w->signals[i].info.name[strlen(name)] == '.')
            return w->signals[i].info.name;
    return nearest.best;
}

/* ---- pictures ---- */

int world_body_count(const world_machine *machine)
{
    int count = 0;
    for (int i = 0; i < machine->world->machine_count; i++)
        count += machine->world->machines[i]->author->mechanism->body_count;
    return count;
}

void world_body_pose(const world_machine *machine, int body, hl_vec3 *position, hl_quat *rotation)
{
    int i = 0;
    while (body >= machine->world->machines[i]->author->mechanism->body_count)
        body -= machine->world->machines[i++]->author->mechanism->body_count;
    const world_mechanism *m = machine->world->machines[i]->mechanism;
    const mb_pose pose = mb_pose_of(m->model, m->work, body);
    *position = pose.position;
    *rotation = hl_quat_from_matrix(&pose.rotation);
}
