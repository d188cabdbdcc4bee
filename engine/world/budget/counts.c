/* Counts of a step and their limits. */
#include "world/budget.h"

#include "parts/objects.h"
#include "parts/parts.h"
#include "training/training.h"

#include <string.h>

static const struct {
    const char *key, *words;
} names[WORLD_COUNTS] = {
#define X(count, key, words) [WORLD_COUNT_##count] = {key, words},
    WORLD_COUNT_LIST(X)
#undef X
};

const char *world_count_key(world_count count)
{
    return names[count].key;
}

const char *world_count_words(world_count count)
{
    return names[count].words;
}

/* ---- a machine ---- */

static int64_t unknowns_of(const world_machine *machine)
{
    const mb_counts counts = mb_model_counts(machine->mechanism->model);
    return counts.columns + counts.effort_states;
}

static int64_t treads_of(const world_machine *machine)
{
    int64_t count = machine->wheels->count;
    for (int i = 0; i < machine->tracks->count; i++) count += machine->tracks->list[i].track.model.stations;
    return count;
}

/* Bodies in contact, and points. */
typedef struct touches {
    int64_t bodies, points;
} touches;

static void add_points(touches *t, int points)
{
    t->bodies += points > 0;
    t->points += points;
}

static touches touches_of(const world_machine *machine)
{
    touches t = {0, 0};
    for (int i = 0; i < machine->contacts->count; i++) add_points(&t, machine->contacts->list[i].set.count);
    for (int i = 0; i < machine->treads->count; i++) add_points(&t, machine->treads->list[i].pair.count);
    return t;
}

static touches most_touches_of(const world_machine *machine)
{
    const int64_t bodies = (int64_t)machine->contacts->count + machine->treads->count;
    return (touches){bodies, world_most_points(machine)};
}

static void add_machine(const world_machine *machine, touches t, int64_t iterations, int64_t *counts)
{
    counts[WORLD_COUNT_UNKNOWNS] += unknowns_of(machine);
    counts[WORLD_COUNT_UNKNOWN_ITERATIONS] += iterations * unknowns_of(machine);
    counts[WORLD_COUNT_TREADS] += treads_of(machine);
    counts[WORLD_COUNT_TOUCHING] += t.bodies;
    counts[WORLD_COUNT_TOUCHING_ITERATIONS] += iterations * t.bodies;
    counts[WORLD_COUNT_POINTS] += t.points;
    counts[WORLD_COUNT_POINT_ITERATIONS] += iterations * t.points;
}

/* ---- objects and sand ---- */

static void add_objects(const obj_report *report, int64_t *counts)
{
    counts[WORLD_COUNT_OBJECTS] = report->awake;
    counts[WORLD_COUNT_DEFERRED_ISLANDS] = report->waiting;
    counts[WORLD_COUNT_OBJECT_POINTS] = report->contacts;
    counts[WORLD_COUNT_OBJECT_ITERATIONS] = (int64_t)report->contacts * report->iterations;
}

static void add_sand(const terr_sand_counts *sand, int64_t *counts)
{
    counts[WORLD_COUNT_SAND] = 1;
    counts[WORLD_COUNT_PRESSING] = counts[WORLD_COUNT_TREADS];
    counts[WORLD_COUNT_PARTICLES] = sand->particles;
    counts[WORLD_COUNT_AWAKE] = sand->awake;
    counts[WORLD_COUNT_CONTACTS] = sand->contacts;
    counts[WORLD_COUNT_BORN] = sand->born;
    counts[WORLD_COUNT_SINKING] = sand->sinking;
    counts[WORLD_COUNT_CELLS] = sand->cells;
    counts[WORLD_COUNT_DEFERRED_CELLS] = sand->deferred;
}

static int64_t judged_by(const world_machine *machine)
{
    const world_training *training = machine->training;
    return training != NULL ? training->test_count + training->author->component_count : 0;
}

static void begin(const world *w, int64_t *counts)
{
    memset(counts, 0, WORLD_COUNTS * sizeof *counts);
    counts[WORLD_COUNT_TICKS] = 1;
    counts[WORLD_COUNT_SIGNALS] = w->signal_count;
    for (int i = 0; i < w->machine_count; i++) counts[WORLD_COUNT_JUDGED] += judged_by(w->machines[i]);
}

/* ---- pressing, measuring ---- */

static double length_of(const track_model *track)
{
    double length = 0.0;
    for (int i = 0; i < track->stations; i++) length += track_share(track, i);
    return length;
}

/* Cells that tires, tracks and shapes of a machine can cover. */
static int64_t most_covered_by(const world_machine *machine, const terr_field *field)
{
    int64_t cells = 0;
    for (int i = 0; i < machine->wheels->count; i++) {
        const tire_model *tire = &machine->wheels->list[i].tire.model;
        cells += terr_wheel_most_cells(field, tire->radius, tire->width);
    }
    for (int i = 0; i < machine->tracks->count; i++) {
        const track_model *track = &machine->tracks->list[i].track.model;
        cells += terr_track_most_cells(field, length_of(track), track->width);
    }
    for (int h = 0; h < machine->contacts->count; h++) {
        const world_hitter *hitter = &machine->contacts->list[h];
        for (int i = 0; i < hitter->support_count; i++)
            cells += terr_plate_most_cells(field, hitter->supports[i].side);
    }
    return cells;
}

static void add_work_on_field(const world *w, int64_t *counts)
{
    counts[WORLD_COUNT_COVERED] = w->pressed.covered;
    counts[WORLD_COUNT_YIELDED] = w->pressed.yielded;
    for (int i = 0; i < w->machine_count; i++)
        counts[WORLD_COUNT_MEASURED] +=
            world_zones_measured(w->machines[i]) + world_profiles_measured(w->machines[i]);
}

static void limit_work_on_field(const world *w, int64_t *limits)
{
    const terr_field *field = terr_sand_field(w->site.sand);
    int64_t cells = limits[WORLD_COUNT_OBJECTS] * world_objects_most_covered(field);
    for (int i = 0; i < w->machine_count; i++) {
        cells += most_covered_by(w->machines[i], field);
        limits[WORLD_COUNT_MEASURED] +=
            world_zones_most_measured(w->machines[i], limits[WORLD_COUNT_PARTICLES]) +
            world_profiles_most_measured(w->machines[i]);
    }
    limits[WORLD_COUNT_COVERED] = limits[WORLD_COUNT_YIELDED] = cells;
}

/* ---- the world ---- */

void world_count_step(const world_machine *machine, int64_t *counts)
{
    const world *w = machine->world;
    const world_objects *objects = world_objects_of(w);
    begin(w, counts);
    for (int i = 0; i < w->machine_count; i++) {
        const world_machine *one = w->machines[i];
        if (!one->asleep) add_machine(one, touches_of(one), one->mechanism->report.iterations, counts);
    }
    if (objects != NULL) {
        const obj_report report = obj_report_of(objects->work);
        add_objects(&report, counts);
    }
    if (w->site.sand == NULL) return;
    const terr_sand_counts sand = terr_sand_counted(w->site.sand);
    add_sand(&sand, counts);
    add_work_on_field(w, counts);
}

void world_count_limits(const world_machine *machine, int64_t *limits)
{
    const world *w = machine->world;
    const world_objects *objects = world_objects_of(w);
    int iterations = 0;
    begin(w, limits);
    for (int i = 0; i < w->machine_count; i++) {
        const int most = mb_step_most_iterations(&w->machines[i]->mechanism->options);
        add_machine(w->machines[i], most_touches_of(w->machines[i]), most, limits);
        if (most > iterations) iterations = most;
    }
    if (objects != NULL) {
        obj_report report = obj_limits(objects->model);
        if (report.iterations < iterations) report.iterations = iterations; /* as a machine's guests */
        add_objects(&report, limits);
    }
    if (w->site.sand == NULL) return;
    const terr_sand_counts sand = terr_sand_limits(w->site.sand);
    add_sand(&sand, limits);
    limit_work_on_field(w, limits);
}

/* ---- the longest step ---- */

static double time_of(const double *us, const terr_sand_counts *sand)
{
    return us[WORLD_COUNT_PARTICLES] * (double)sand->particles + us[WORLD_COUNT_AWAKE] * (double)sand->awake +
           us[WORLD_COUNT_CONTACTS] * (double)sand->contacts + us[WORLD_COUNT_BORN] * (double)sand->born +
           us[WORLD_COUNT_SINKING] * (double)sand->sinking + us[WORLD_COUNT_CELLS] * (double)sand->cells;
}

/* Numbers of awake particles are tried in intervals: awake as at the end of an interval, other work as at its
 * beginning, so that no number within it takes longer. */
void world_count_longest(const world_machine *machine, const double *us, int64_t *counts)
{
    enum { INTERVALS = 64 };
    const terr_sand *sand = machine->world->site.sand;
    world_count_limits(machine, counts);
    if (sand == NULL) return;
    const terr_sand_counts most = terr_sand_limits(sand);
    terr_sand_counts longest = {.particles = 0};
    for (int i = 0; i < INTERVALS; i++) {
        for (int64_t born = 0; born <= most.born; born++) {
            terr_sand_counts step = terr_sand_limits_at(sand, most.awake * i / INTERVALS, born);
            step.awake = most.awake * (i + 1) / INTERVALS;
            step.contacts = most.contacts / most.awake * step.awake;
            if (time_of(us, &step) >= time_of(us, &longest)) longest = step;
        }
    }
    add_sand(&longest, counts);
}
