/* From files of machines and a scenario to a world that can be driven. */
#include "machine/machine.h"

#include "parts/parts.h"
#include "training/training.h"

#include "hl/hash.h"

#include <string.h>

/* [units of mb_effort_def.x_scale] Increments of effort states that end an iteration: 100 Pa, 10 um of a
 * tire's bristle, 1 N m of the engine. What is left then is smaller in square: 1 Pa of 1e7. */
static const double STATE_TOLERANCE = 1e-2;

mb_step_options world_machine_options(const auth_machine *machine, const auth_scenario *scenario)
{
    mb_step_options options = world_mechanism_options(machine->mechanism);
    if (!(machine->mechanism->simulation.tolerance > 0.0))
        options.tolerance = 1e-7; /* [rad or m] 002 section 5 */
    options.state_tolerance = STATE_TOLERANCE;
    options.bounded = true; /* a drive goes on with what the last iteration left; `solver.cut` tells */
    if (scenario != NULL && scenario->step > 0.0) options.step = scenario->step;
    return options;
}

/* ---- one machine ---- */

static void put_efforts(world_machine *machine, world_building *with)
{
    with->effort_count = 0;
    for (int i = 0; i < machine->row_count; i++)
        if (machine->rows[i]->efforts != NULL) machine->rows[i]->efforts(machine, with);
}

/* Efforts of the parts follow the authored ones. */
static bool define_efforts(world_machine *machine, world_building *with)
{
    with->first_effort = world_effort_count(machine->author->mechanism);
    with->efforts = NULL;
    with->payloads = HL_NEW(with->arena, const mb_payload *, machine->author->mechanism->body_count);
    if (with->payloads == NULL) return false;
    put_efforts(machine, with);
    with->efforts = HL_NEW(with->arena, mb_effort_def, with->effort_count);
    if (with->efforts == NULL) return false;
    put_efforts(machine, with);
    return true;
}

static hl_status define(world_machine *machine, bool of_exercise, world_building *with)
{
    hl_status status = HL_OK;
    for (int i = 0; i < machine->row_count && status == HL_OK; i++)
        if (machine->rows[i]->of_exercise == of_exercise && machine->rows[i]->define != NULL)
            status = machine->rows[i]->define(machine, with);
    return status;
}

static hl_status build_machine(world_machine *machine, const mb_step_options *options, world_building *with)
{
    const hl_status defined = define(machine, false, with);
    if (defined != HL_OK) return defined;
    if (!define_efforts(machine, with)) return HL_OUT_OF_MEMORY;
    const mb_guest guest = world_objects_guest(machine);
    const world_more_efforts more = {with->effort_count, with->efforts, with->payloads,
                                     guest.count > 0 ? &guest : NULL};
    const hl_status status = world_mechanism_build_with(
        machine->author->mechanism, &more, options, with->arena, with->machine_report, &machine->mechanism);
    if (status != HL_OK) return status;
    machine->output_values = HL_NEW(with->arena, double, machine->mechanism->output_count);
    return machine->output_values == NULL ? HL_OUT_OF_MEMORY : HL_OK;
}

/* ---- signals that files name ---- */

static void check_signal(const world_machine *machine, const char *signal, hl_place place, hl_report *report)
{
    if (signal != NULL) (void)world_signal_resolve(machine, signal, place, report);
}

/* Parts of the picture, voices and the steering wheel follow signals. */
static hl_status check_followers(const world_machine *machine, hl_report *report)
{
    const auth_machine *author = machine->author;
    for (int i = 0; i < author->picture.move_count; i++)
        check_signal(machine, author->picture.moves[i].signal, author->picture.moves[i].signal_place, report);
    for (int v = 0; v < author->sound_count; v++)
        for (int i = 0; i < AUTH_VOICE_INPUTS; i++)
            check_signal(machine, author->sounds[v].signals[i], author->sounds[v].signal_places[i], report);
    check_signal(machine, author->feel.torque, author->feel.torque_place, report);
    return hl_report_clean(report) ? HL_OK : HL_BAD_INPUT;
}

/* What is wrong with one part of a scenario hides nothing that is wrong with another. */
static hl_status resolve(world_machine *machine, world_building *with)
{
    hl_status status = check_followers(machine, with->machine_report);
    for (int i = 0; i < machine->row_count && hl_report_clean(with->machine_report); i++) {
        const hl_status found =
            machine->rows[i]->resolve == NULL ? HL_OK : machine->rows[i]->resolve(machine, with);
        if (status == HL_OK) status = found;
    }
    return status;
}

/* ---- the start ---- */

static uint64_t fingerprint_parts(const world *w, bool of_exercise, uint64_t hash)
{
    for (int i = 0; i < w->machine_count; i++)
        for (int r = 0; r < w->machines[i]->row_count; r++) {
            const world_part_row *row = w->machines[i]->rows[r];
            if (row->of_exercise == of_exercise && row->fingerprint != NULL)
                hash = row->fingerprint(w->machines[i], hash);
        }
    return hash;
}

/* The start state depends on nearly every number of the files, by way of settling; names and options come on
 * top. */
static uint64_t fingerprint(const world *w)
{
    const mb_step_options *o = &w->machines[0]->mechanism->options;
    const double numbers[] = {
        o->step,      o->penalty,        o->stabilisation_frequency, o->stabilisation_damping,
        o->tolerance, o->state_tolerance};
    const int choices[] = {(int)o->formulation, (int)o->solver,   o->max_iterations,
                           (int)o->bounded,     o->weak_substeps, (int)o->numeric_tangent};
    uint64_t hash = world_state_hash(w->machines[0]);
    hash = hl_hash(hash, numbers, sizeof numbers);
    hash = hl_hash(hash, choices, sizeof choices);
    for (int i = 0; i < w->signal_count; i++)
        hash = hl_hash(hash, w->signals[i].info.name, strlen(w->signals[i].info.name));
    for (int i = 0; i < w->block_count; i++)
        hash = hl_hash(hash, &w->blocks[i].size, sizeof w->blocks[i].size);
    return fingerprint_parts(w, false, fingerprint_parts(w, true, hash));
}

static hl_status complain_place(world *w, hl_status status, const world_file *files, int count,
                                hl_report *scenario_report)
{
    if (status == HL_OUT_OF_MEMORY) return status;
    for (int i = 0; i < count; i++) {
        const mb_step_report *report = &w->machines[i]->mechanism->report;
        const bool restless = status == HL_NOT_CONVERGED && report->status == HL_OK &&
                              (count == 1 || world_is_restless(w->machines[i]));
        if (count > 1 && !restless && report->status == HL_OK) continue;
        world_report_unsettled(w->machines[i], status, files[i].report);
        if (w->site.scenario != NULL && status != HL_BAD_INPUT)
            hl_report_add(scenario_report, world_start_place(w->machines[i]),
                          "the machine %s here (see the message about its file): choose another machine, "
                          "ground or 'start', or give 'settled: false' there",
                          restless ? "does not come to rest" : "cannot start");
    }
    return HL_BAD_INPUT;
}

static hl_status place(world *w, const world_file *files, int count, hl_report *scenario_report)
{
    bool clear = true;
    for (int i = 0; i < count; i++) {
        const hl_status status =
            world_machine_place(w->machines[i], w->site.scenario == NULL ? files[i].report : scenario_report);
        if (status == HL_BAD_INPUT) world_report_unsettled(w->machines[i], status, files[i].report);
        clear = clear && status != HL_BAD_INPUT;
        if (status != HL_OK && status != HL_BAD_INPUT)
            return complain_place(w, status, files, count, scenario_report);
    }
    if (!clear) return HL_BAD_INPUT;
    const hl_status status = world_settle(w);
    if (status != HL_OK) return complain_place(w, status, files, count, scenario_report);
    for (int i = 0; i < count; i++) w->machines[i]->mechanism->report = (mb_step_report){.worst_unknown = -1};
    return HL_OK;
}

/* ---- the whole ---- */

static const auth_start *start_of(const auth_scenario *scenario, int index)
{
    static const auth_start at_origin = {.settled = true, .engine = true};
    if (scenario == NULL) return &at_origin;
    return index == 0 ? &scenario->start : &auth_scenario_other(scenario, index - 1)->start;
}

static world *new_world(const world_file *files, int count, const auth_scenario *scenario, hl_arena *arena)
{
    world *w = HL_NEW(arena, world, 1);
    if (w == NULL) return NULL;
    w->site.scenario = scenario;
    w->machine_count = count;
    w->machines = HL_NEW(arena, world_machine *, count);
    for (int i = 0; w->machines != NULL && i < count; i++) {
        world_machine *machine = w->machines[i] = HL_NEW(arena, world_machine, 1);
        if (machine == NULL) return NULL;
        machine->world = w;
        machine->site = &w->site;
        machine->author = files[i].author;
        machine->name = i == 0 ? NULL : auth_scenario_other(scenario, i - 1)->name;
        machine->start = start_of(scenario, i);
        if (!world_rows_define(machine, i == 0, arena)) return NULL;
    }
    return w->machines == NULL ? NULL : w;
}

static hl_status build_sand(world *w, double step, const world_file *files, hl_arena *arena,
                            hl_report *report)
{
    world_site_machine *machines = HL_NEW(arena, world_site_machine, w->machine_count);
    if (machines == NULL) return HL_OUT_OF_MEMORY;
    for (int i = 0; i < w->machine_count; i++)
        machines[i] = (world_site_machine){files[i].author, files[i].report};
    const hl_status status = world_site_sand_build(&w->site, step, machines, w->machine_count, arena, report);
    if (status != HL_OK) return status;
    return world_site_number_materials(&w->site, machines, w->machine_count, arena) ? HL_OK
                                                                                    : HL_OUT_OF_MEMORY;
}

static hl_status build_all(world *w, const world_file *files, int count, const mb_step_options *options,
                           hl_arena *arena, hl_report *scenario_report)
{
    world_building with = {.step = options->step, .arena = arena, .scenario_report = scenario_report};
    hl_status status = world_site_build(&w->site, arena, scenario_report);
    if (status == HL_OK)
        status = define(w->machines[0], true, &with); /* on the terrain, whatever the sand is */
    if (status == HL_OK) status = build_sand(w, options->step, files, arena, scenario_report);
    for (int i = 0; i < count && status == HL_OK; i++) {
        with.machine_report = files[i].report;
        status = build_machine(w->machines[i], options, &with);
    }
    if (status == HL_OK) status = world_signals_define(w, arena, files[0].report);
    for (int i = 0; i < count && status == HL_OK; i++) {
        with.machine_report = files[i].report;
        status = resolve(w->machines[i], &with);
    }
    if (status == HL_OK && !world_blocks_define(w, arena)) status = HL_OUT_OF_MEMORY;
    return status == HL_OK ? place(w, files, count, scenario_report) : status;
}

static hl_status build(const world_file *files, int count, const auth_scenario *scenario,
                       const mb_step_options *options, hl_arena *arena, hl_report *scenario_report,
                       world_machine **driven)
{
    *driven = NULL;
    world *w = new_world(files, count, scenario, arena);
    if (w == NULL) return HL_OUT_OF_MEMORY;
    const hl_status status = build_all(w, files, count, options, arena, scenario_report);
    if (status != HL_OK) return status;
    for (int i = 0; i < count; i++) WORLD_EACH_PART(w->machines[i], start);
    w->model_hash = fingerprint(w);
    *driven = w->machines[0];
    return HL_OK;
}

hl_status world_build(const world_file *files, const auth_scenario *scenario, const mb_step_options *options,
                      hl_arena *arena, hl_report *scenario_report, world_machine **driven)
{
    return build(files, 1 + auth_scenario_others(scenario), scenario, options, arena, scenario_report,
                 driven);
}

hl_status world_machine_build(const auth_machine *author, const auth_scenario *scenario,
                              const mb_step_options *options, hl_arena *arena, hl_report *machine_report,
                              hl_report *scenario_report, world_machine **built)
{
    const world_file file = {author, machine_report};
    return build(&file, 1, scenario, options, arena, scenario_report, built);
}

int world_machine_count(const world_machine *machine)
{
    return machine->world->machine_count;
}

world_machine *world_machine_at(const world_machine *machine, int index)
{
    return machine->world->machines[index];
}

const auth_machine *world_machine_author(const world_machine *machine)
{
    return machine->author;
}

const char *world_machine_prefix(const world_machine *machine)
{
    return machine->name;
}

world_mechanism *world_machine_mechanism(world_machine *machine)
{
    return machine->mechanism;
}

const char *world_machine_name(const world_machine *machine)
{
    return machine->author->mechanism->name;
}

const coll_mesh *world_ground_mesh(const world_machine *machine)
{
    return machine->site->mesh;
}

double world_ground_height(const world_machine *machine, double x, double y)
{
    return terr_ground_at(machine->site->terrain, x, y).height;
}

double world_ground_beyond(const world_machine *machine, double x, double y)
{
    return machine->site->mesh == NULL ? 0.0 : coll_top_at(machine->site->mesh, x, y).beyond;
}

terr_sand *world_machine_sand(world_machine *machine)
{
    return machine->site->sand;
}

/* ---- the table of the parts ---- */

#define ROW(part) &world_##part##_row,

static const world_part_row *const all[] = {WORLD_PART_ROWS(ROW)};

enum { ALL = sizeof all / sizeof *all };

bool world_rows_define(world_machine *machine, bool with_exercise, hl_arena *arena)
{
    machine->rows = HL_NEW(arena, const world_part_row *, ALL);
    if (machine->rows == NULL) return false;
    for (int i = 0; i < ALL; i++)
        if (with_exercise || !all[i]->of_exercise) machine->rows[machine->row_count++] = all[i];
    return true;
}
