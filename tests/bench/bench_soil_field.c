/* The field by itself: relaxation of a fresh heap, of cells that lie still, and large fields in which nothing
 * happens. */
#include "bench_soil.h"
#include "hl/real.h"

#include <math.h>

enum { BUDGET = 20000 }; /* cells a step, as in the sand */

typedef struct relaxation {
    terr_field *field;
    terr_sand *sand; /* quiet fields */
    void *start;
    int side;               /* of the square of cells to wake */
    long steps, rest, most; /* all; of this round, and until rest in the longest one */
    double looked;          /* cells, over all steps */
} relaxation;

static bool relax(void *subject)
{
    relaxation *r = subject;
    terr_field_relax(r->field, BUDGET);
    r->looked += (double)terr_field_count(r->field).looked;
    r->steps++;
    r->rest++;
    return true;
}

static void tell(void *subject, char *note, size_t size)
{
    const relaxation *r = subject;
    snprintf(note, size, "%.0f cells looked at a step", r->looked / (double)r->steps);
    if (r->most > 0)
        snprintf(note, size, "%.0f cells looked at a step, %ld steps to rest", r->looked / (double)r->steps,
                 r->most);
}

/* ---- a fresh heap ---- */

/* A column of loose soil as high as its radius: far steeper than it can stand. */
static bool heap_up(terr_field *field, double volume)
{
    const double radius = cbrt(volume / HL_PI);
    const terr_mass mass = terr_quanta(radius * SOIL_CELL * SOIL_CELL * soil_dry_sand.loose_density);
    const int half = (int)(radius / SOIL_CELL) + 1;
    for (int row = -half; row < half; row++)
        for (int column = -half; column < half; column++) {
            const double x = (column + 0.5) * SOIL_CELL, y = (row + 0.5) * SOIL_CELL;
            if (hypot(x, y) < radius && !terr_field_put(field, x, y, 0.5 * SOIL_CELL, mass, 0)) return false;
        }
    return true;
}

static void *setup_heap(const bench_case *bench, hl_arena *arena)
{
    static const double side[2] = {24.0, 24.0}; /* [m] */
    char why[HL_MESSAGE_LENGTH];
    relaxation *r = HL_NEW(arena, relaxation, 1);
    const terr_field_def def = soil_field_def(side, SOIL_CELL, arena);
    if (r == NULL || terr_field_new(&def, arena, &r->field, why) != HL_OK) return NULL;
    if (!heap_up(r->field, 0.1 * bench->size)) return NULL;
    r->start = hl_arena_take(arena, terr_field_state_size(r->field), 1);
    if (r->start == NULL) return NULL;
    terr_field_save(r->field, r->start);
    return r;
}

static void heap_again(void *subject)
{
    relaxation *r = subject;
    if (terr_field_count(r->field).active > 0) return;
    if (r->rest > r->most) r->most = r->rest;
    r->rest = 0;
    terr_field_restore(r->field, r->start);
}

/* ---- cells that lie still ---- */

static void *setup_cells(const bench_case *bench, hl_arena *arena)
{
    static const double side[2] = {24.0, 24.0}; /* [m] */
    char why[HL_MESSAGE_LENGTH];
    relaxation *r = HL_NEW(arena, relaxation, 1);
    const terr_field_def def = soil_field_def(side, SOIL_CELL, arena);
    if (r == NULL || terr_field_new(&def, arena, &r->field, why) != HL_OK) return NULL;
    r->side = (int)(sqrt(bench->size) + 0.5);
    return r;
}

/* Every third cell with its neighbours. */
static void wake(void *subject)
{
    relaxation *r = subject;
    for (int row = 1; row < r->side; row += 3)
        for (int column = 1; column < r->side; column += 3) terr_field_wake(r->field, column, row);
}

/* ---- nothing happens ---- */

typedef struct size {
    double side, cell;
} size;

static const size sizes[] = {{512.0, 0.1}, {64.0, 0.025}};

static void *setup_quiet(const bench_case *bench, hl_arena *arena)
{
    const size *s = &sizes[bench->variant];
    const double side[2] = {s->side, s->side};
    char why[HL_MESSAGE_LENGTH];
    relaxation *r = HL_NEW(arena, relaxation, 1);
    const terr_sand_def def = {.field = soil_field_def(side, s->cell, arena),
                               .particle_capacity = 10000,
                               .particle_radius = 0.5 * s->cell,
                               .gravity = SOIL_GRAVITY};
    if (r == NULL || terr_sand_new(&def, arena, &r->sand, why) != HL_OK) return NULL;
    r->field = terr_sand_field(r->sand);
    return r;
}

static bool quiet(void *subject)
{
    const relaxation *r = subject;
    terr_sand_step(r->sand, NULL, NULL);
    return true;
}

static void tell_quiet(void *subject, char *note, size_t room)
{
    const relaxation *r = subject;
    const terr_field_def *def = terr_field_definition(r->field);
    snprintf(note, room, "%.1f million cells, %.0f MB", 1e-6 * def->columns * def->rows,
             1e-6 * terr_field_bytes(def));
}

void soil_field(bench_list *list)
{
    static const char bar[] = "300";
    const bench_case heap = {
        .setup = setup_heap, .prepare = heap_again, .step = relax, .finish = tell, .bar = bar};
    const bench_case cells = {.setup = setup_cells, .prepare = wake, .step = relax, .finish = tell};
    const bench_case still = {.setup = setup_quiet, .step = quiet, .finish = tell_quiet};
    static const struct {
        const char *name;
        int size;
        bool heap;
    } variants[] = {{"heap/1", 10, true},          {"heap/10", 100, true},
                    {"heap/30", 300, true},        {"cells/1000", 1000, false},
                    {"cells/10000", 10000, false}, {"cells/20000", 20000, false}};
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        bench_case bench = variants[i].heap ? heap : cells;
        bench.size = variants[i].size;
        if (variants[i].size != 100) bench.bar = "none";
        soil_register(list, variants[i].name, bench);
    }
    static const char *const names[] = {"quiet/512x512-0.1", "quiet/64x64-0.025"};
    for (int i = 0; i < 2; i++) {
        bench_case bench = still;
        bench.variant = i;
        bench.bar = "costs nothing";
        soil_register(list, names[i], bench);
    }
}
