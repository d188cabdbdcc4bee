/* Profiles of a scenario: how far the sand is from the surface that it is to get within a rectangle, measured
 * on all cells whose middle lies in it. */
#include "training/training.h"

#include "hl/real.h"

#include <math.h>

/* A round of measuring takes so many ticks, each a strip of rows of every profile: the field changes slowly,
 * and a tick must not be much longer than another. */
enum { STRIPS = 20 };

/* Ten nanoseconds a cell: profiles of so many cells take 50 us of each tick. */
static const double MOST_CELLS = 1e5;

/* ---- building ---- */

/* That there is sand, and that the rectangle lies in its field, the file's reader has seen to. */
static void check_size(const auth_profile *author, const auth_sand *sand, hl_report *report)
{
    const double cells = author->length * author->width / (sand->cell * sand->cell);
    if (cells > MOST_CELLS)
        hl_report_add(
            report, author->place,
            "the profile '%s' has %.0f cells of sand, too many to be measured in time: use at most %.0f",
            author->name, cells, MOST_CELLS);
}

bool world_profiles_define(world_machine *machine, hl_arena *arena, hl_report *report)
{
    world_training *training = machine->training;
    const int count = training->author->profile_count;
    training->profiles = HL_NEW(arena, world_profile, count);
    training->profile_states = HL_NEW(arena, world_profile_state, count);
    if (training->profiles == NULL || training->profile_states == NULL) return false;
    for (int i = 0; i < count; i++) {
        const auth_profile *author = &training->author->profiles[i];
        const double ground = terr_ground_at(machine->site->terrain, author->at[0], author->at[1]).height;
        training->profiles[i] = (world_profile){.at = {author->at[0], author->at[1]},
                                                .half = {0.5 * author->length, 0.5 * author->width},
                                                .height = ground + author->height,
                                                .grade = author->grade,
                                                .tolerance = author->tolerance};
        hl_sincos(author->heading, &training->profiles[i].along[1], &training->profiles[i].along[0]);
        check_size(author, &machine->site->scenario->sand, report);
    }
    return true;
}

/* ---- measuring ---- */

/* Cells that the rectangle may reach: columns, then rows, from `first` on, before `end`. */
static void reach(const world_profile *p, const terr_field_def *def, int axis, int *first, int *end)
{
    const double half = fabs(p->along[axis]) * p->half[0] + fabs(p->along[1 - axis]) * p->half[1];
    const double middle = p->at[axis] - def->origin[axis], cells = axis == 0 ? def->columns : def->rows;
    *first = (int)fmin(fmax(floor((middle - half) / def->cell), 0.0), cells);
    *end = (int)fmin(fmax(ceil((middle + half) / def->cell), 0.0), cells);
}

/* One row of cells: sums of what they deviate. */
static void measure_row(const world_profile *p, const terr_field *field, int row, int first, int end,
                        world_fit *sums)
{
    for (int column = first; column < end; column++) {
        double x, y;
        terr_field_centre(field, column, row, &x, &y);
        const double dx = x - p->at[0], dy = y - p->at[1];
        const double u = p->along[0] * dx + p->along[1] * dy, v = p->along[0] * dy - p->along[1] * dx;
        if (fabs(u) > p->half[0] || fabs(v) > p->half[1]) continue;
        const double deviation = terr_field_height(field, column, row) - (p->height + p->grade * u);
        sums->cells += 1.0;
        sums->within += fabs(deviation) <= p->tolerance ? 1.0 : 0.0;
        sums->rms += deviation * deviation;
        sums->left += fmax(deviation, 0.0);
        sums->missing += fmax(-deviation, 0.0);
    }
}

/* Cells of a strip: columns and rows from the first on, before the end. */
typedef struct strip_range {
    int first_column, end_column, first_row, end_row;
} strip_range;

static strip_range range_of(const world_profile *p, const terr_field *field, int strip)
{
    const terr_field_def *def = terr_field_definition(field);
    strip_range r;
    int first_row, end_row;
    reach(p, def, 0, &r.first_column, &r.end_column);
    reach(p, def, 1, &first_row, &end_row);
    const int rows = end_row - first_row;
    r.first_row = first_row + rows * strip / STRIPS;
    r.end_row = first_row + rows * (strip + 1) / STRIPS;
    return r;
}

static void measure_strip(const world_profile *p, const terr_field *field, int strip, world_fit *sums)
{
    const strip_range r = range_of(p, field, strip);
    for (int row = r.first_row; row < r.end_row; row++)
        measure_row(p, field, row, r.first_column, r.end_column, sums);
}

static world_fit fit_of(const world_fit *sums, double cell)
{
    if (!(sums->cells > 0.0)) return (world_fit){.cells = 0.0};
    return (world_fit){.cells = sums->cells,
                       .within = sums->within / sums->cells,
                       .rms = sqrt(sums->rms / sums->cells),
                       .left = sums->left * cell * cell,
                       .missing = sums->missing * cell * cell};
}

/* The first strip begins a round, the last one ends it. */
static void measure(world_machine *machine, int strip)
{
    const world_training *training = machine->training;
    const terr_field *field = terr_sand_field(machine->site->sand);
    for (int i = 0; i < training->author->profile_count; i++) {
        world_profile_state *state = &training->profile_states[i];
        if (strip == 0) state->sums = (world_fit){.cells = 0.0};
        measure_strip(&training->profiles[i], field, strip, &state->sums);
        if (strip == STRIPS - 1) state->fit = fit_of(&state->sums, terr_field_definition(field)->cell);
    }
}

void world_profiles_measure(world_machine *machine)
{
    for (int strip = 0; strip < STRIPS; strip++) measure(machine, strip);
}

/* Tick 1 begins the first round behind the start. */
static int strip_of(const world_machine *machine)
{
    return (int)((machine->mechanism->state->tick - 1 + STRIPS) % STRIPS);
}

void world_profiles_step(world_machine *machine)
{
    measure(machine, strip_of(machine));
}

/* ---- counts ---- */

static int64_t cells_of(const world_machine *machine, int strip)
{
    const world_training *training = machine->training;
    int64_t cells = 0;
    for (int i = 0; i < training->author->profile_count; i++) {
        const strip_range r = range_of(&training->profiles[i], terr_sand_field(machine->site->sand), strip);
        cells += (int64_t)(r.end_row - r.first_row) * (r.end_column - r.first_column);
    }
    return cells;
}

int64_t world_profiles_measured(const world_machine *machine)
{
    return machine->training != NULL ? cells_of(machine, strip_of(machine)) : 0;
}

int64_t world_profiles_most_measured(const world_machine *machine)
{
    int64_t most = 0;
    for (int strip = 0; machine->training != NULL && strip < STRIPS; strip++) {
        const int64_t cells = cells_of(machine, strip);
        if (cells > most) most = cells;
    }
    return most;
}

/* ---- signals ---- */

static double within(const world_machine *machine, int of)
{
    return machine->training->profile_states[of].fit.within;
}

static double rms(const world_machine *machine, int of)
{
    return machine->training->profile_states[of].fit.rms;
}

static double left(const world_machine *machine, int of)
{
    return machine->training->profile_states[of].fit.left;
}

static double missing(const world_machine *machine, int of)
{
    return machine->training->profile_states[of].fit.missing;
}

void world_profile_signals(world_machine *machine, hl_arena *arena)
{
    static const world_signal_row rows[] = {
        {".within", "1", 1.0, within, "share of the profile's area within its tolerance"},
        {".rms", "m", 1.0, rms, "root mean square of the deviation from the profile"},
        {".left", "m^3", 1.0, left, "soil above the profile"},
        {".missing", "m^3", 1.0, missing, "soil that is missing below the profile"},
    };
    const auth_training *author = machine->training->author;
    for (int i = 0; i < author->profile_count; i++)
        world_signals_put(machine, WORLD_ROWS(rows), "profile.", author->profiles[i].name, i, arena);
}
