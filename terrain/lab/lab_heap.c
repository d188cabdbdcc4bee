/* Experiments with heaps: poured steadily, poured as falling grains, poured along a line, dropped at once.
 * Also the level soil of all experiments. */
#include "lab_parts.h"

#include "hl/random.h"
#include "hl/real.h"

#include <math.h>

static const double DEPTH = 2.0; /* of soil under the surface [m]: deeper than anything reaches down */

terr_lab terr_lab_default_setup(const terr_soil *soil)
{
    return (terr_lab){.soil = soil, .cell = 0.05, .radius = 0.025, .step = 1e-3};
}

terr_field_def lab_field_def(const terr_lab *lab, double length, double breadth, const terr_ground *shape,
                             hl_arena *arena)
{
    const int columns = (int)ceil(length / lab->cell), rows = (int)ceil(breadth / lab->cell);
    const terr_plane level = {.slope = 0.0};
    return (terr_field_def){.origin = {-0.5 * columns * lab->cell, -0.5 * rows * lab->cell},
                            .cell = lab->cell,
                            .columns = columns,
                            .rows = rows,
                            .shape = shape ? shape : terr_ground_plane(&level, arena),
                            .depth = DEPTH,
                            .soils = lab->soil,
                            .soil_count = 1,
                            .step = lab->step};
}

hl_status lab_sand(const terr_lab *lab, const terr_field_def *field, const terr_tool_def *tool, int capacity,
                   hl_arena *arena, terr_sand **sand, char *why)
{
    const terr_sand_def def = {.field = *field,
                               .particle_capacity = capacity,
                               .particle_radius = lab->radius,
                               .gravity = TERR_GRAVITY,
                               .tools = tool,
                               .tool_count = tool ? 1 : 0};
    return field->shape ? terr_sand_new(&def, arena, sand, why) : HL_OUT_OF_MEMORY;
}

terr_mass lab_missing(const terr_sand *sand)
{
    const terr_ledger ledger = terr_sand_ledger(sand);
    return ledger.initial - ledger.field - ledger.particles - ledger.outside;
}

/* ---- measurements ---- */

/* Measuring heaps: angles of flanks, profiles, spread, and how two reliefs differ. */

/* The flank: between these shares of the height. Tops are rounded, toes run out; in between a heap at its
 * angle of repose is straight. */
static const double LINE_TOE = 0.25, SHOULDER = 0.75;
enum { FLANK_SAMPLES = 400 };
static const double SPREAD_SHARE = 0.95; /* of the volume */
static const double HALF_PROFILE = 2.0;  /* [m] */
static const double LEAST_HEIGHT = 1e-3; /* where there is soil [m] */

double terr_lab_flank(const terr_ground *ground, double x, double y, double direction, double top,
                      double reach)
{
    double sine, cosine, s1 = 0.0, sr = 0.0, sz = 0.0, srr = 0.0, srz = 0.0;
    hl_sincos(direction, &sine, &cosine);
    for (int k = 0; k < FLANK_SAMPLES; k++) {
        const double r = reach * (k + 0.5) / FLANK_SAMPLES;
        const double z = terr_ground_at(ground, fma(r, cosine, x), fma(r, sine, y)).height;
        if (z > SHOULDER * top) continue;
        if (z < LINE_TOE * top) break;
        s1 += 1.0, sr += r, sz += z, srr += r * r, srz += r * z;
    }
    const double spread = s1 * srr - sr * sr;
    return spread > 0.0 ? hl_atan((sr * sz - s1 * srz) / spread) : 0.0;
}

/* Angles, height and profile of what lies about the origin. */
static void lab_measure(const terr_field *field, terr_lab_heap *heap)
{
    const terr_ground ground = terr_field_ground(field);
    const terr_field_def *def = terr_field_definition(field);
    heap->spacing = 2.0 * HALF_PROFILE / (TERR_LAB_PROFILE - 1);
    for (int k = 0; k < TERR_LAB_PROFILE; k++)
        heap->across[k] = terr_field_sample(field, heap->spacing * k - HALF_PROFILE, 0.0).height;
    heap->height = terr_field_sample(field, 0.0, 0.0).height;
    heap->angle = 0.0;
    for (int k = 0; k < TERR_LAB_DIRECTIONS; k++) {
        const double slope = terr_lab_flank(&ground, 0.0, 0.0, 2.0 * HL_PI * k / TERR_LAB_DIRECTIONS,
                                            heap->height, 0.5 * def->columns * def->cell);
        heap->slope[k] = slope;
        heap->angle += slope / TERR_LAB_DIRECTIONS;
        heap->least = k == 0 ? slope : fmin(heap->least, slope);
        heap->most = k == 0 ? slope : fmax(heap->most, slope);
    }
}

double terr_lab_spread(const terr_lab_heap *heap)
{
    /* both halves of the profile together: volume of rings, 2 pi r h dr */
    enum { MIDDLE = TERR_LAB_PROFILE / 2 };
    double sum = 0.0, all = 0.0;
    for (int k = 1; k <= MIDDLE; k++) all += k * (heap->across[MIDDLE - k] + heap->across[MIDDLE + k]);
    for (int k = 1; k <= MIDDLE; k++) {
        const double ring = k * (heap->across[MIDDLE - k] + heap->across[MIDDLE + k]);
        if (sum + ring >= SPREAD_SHARE * all && ring > 0.0)
            return heap->spacing * (k - 0.5 + (SPREAD_SHARE * all - sum) / ring);
        sum += ring;
    }
    return 0.0;
}

void terr_lab_compare(const terr_lab_relief *a, const terr_lab_relief *b, double *largest, double *mean)
{
    double sum = 0.0;
    int count = 0;
    *largest = 0.0;
    for (int i = 0; i < TERR_LAB_LATTICE; i++)
        for (int j = 0; j < TERR_LAB_LATTICE; j++) {
            const double difference = a->height[i][j] - b->height[i][j];
            if (fmax(a->height[i][j], b->height[i][j]) < LEAST_HEIGHT) continue;
            *largest = fmax(*largest, fabs(difference));
            sum += difference * difference;
            count++;
        }
    *mean = count > 0 ? sqrt(sum / count) : 0.0;
}

static const double SQUARE = 4.4;       /* side of the field [m] */
static const double RATE = 200.0;       /* poured steadily [kg/s]: a conveyor belt */
static const double GRAIN_RATE = 100.0; /* [1/s] */
static const double FALL = 0.1;         /* of grains, above the heap [m]: as a funnel is held in such tests */
static const double LEAVING = 0.5; /* speed of grains that leave the funnel [m/s]: each is 5 cm down before
                                      the next comes from there */
enum { FUNNEL = 7 };
static const double SPOUT = 0.1;                            /* radius of what is put down steadily [m] */
static const double LONGEST = 60.0;                         /* that a heap may take to rest [s] */
static const double QUIET = 0.5;                            /* nothing has moved for so long: it rests [s] */
static const double RIDGE_MASS = 800.0, RIDGE_LENGTH = 1.0; /* [kg], [m] */
static const double RELIEF_SPACING = 0.05;                  /* [m] */
static const double GAP = 1.05; /* between grains of a block that falls, of their diameter */

/* A square of sand for a heap. */
static hl_status level_square(const terr_lab *lab, int grains, hl_arena *arena, terr_sand **sand, char *why)
{
    const terr_field_def def = lab_field_def(lab, SQUARE, SQUARE, NULL, arena);
    return lab_sand(lab, &def, NULL, grains, arena, sand, why);
}

static void step(terr_sand *sand)
{
    terr_sand_step(sand, NULL, NULL);
}

/* Until nothing has moved for a while. @return how long it moved [s]; `rested` says whether it came to rest
 */
static double wait(const terr_lab *lab, terr_sand *sand, bool *rested)
{
    const int most = (int)(LONGEST / lab->step), enough = (int)(QUIET / lab->step);
    int quiet = 0, k = 0;
    for (; k < most && quiet < enough; k++) {
        step(sand);
        const bool moves = terr_field_count(terr_sand_field(sand)).active > 0 ||
                           terr_particles_count(terr_sand_particles(sand)) > 0;
        quiet = moves ? 0 : quiet + 1;
    }
    *rested = quiet >= enough;
    return (k - quiet) * lab->step;
}

static void finish(terr_sand *sand, terr_lab_heap *heap)
{
    lab_measure(terr_sand_field(sand), heap);
    const terr_ledger ledger = terr_sand_ledger(sand);
    const terr_field_counts field = terr_field_count(terr_sand_field(sand));
    heap->missing = field.initial + heap->poured - ledger.field - ledger.particles - ledger.outside;
}

/* ---- pouring ---- */

/* @return what was put down */
static terr_mass pour_steadily(const terr_lab *lab, terr_sand *sand, double mass, hl_vec3 from, hl_vec3 to)
{
    const int steps = (int)ceil(mass / (RATE * lab->step));
    const terr_mass part = terr_quanta(mass / steps);
    terr_mass poured = 0;
    for (int k = 0; k < steps; k++) {
        /* to and fro along the line, four times in all, at even speed */
        const double turns = 8.0 * (k + 0.5) / steps, share = fabs(turns - 2.0 * rint(0.5 * turns));
        const double x = fma(share, to.x - from.x, from.x), y = fma(share, to.y - from.y, from.y);
        if (terr_field_put(terr_sand_field(sand), x, y, SPOUT, part, 0)) poured += part;
        step(sand);
    }
    return poured;
}

/* Where a grain leaves the funnel: seven places in turn, a hexagon and its middle, so that none is born in
 * another; every round turned anew. */
static hl_vec3 mouth(const terr_lab *lab, int grain, double turn, double height)
{
    double sine, cosine;
    const int place = grain % FUNNEL;
    const double r = place == 0 ? 0.0 : 2.0 * GAP * lab->radius;
    hl_sincos(turn + 2.0 * HL_PI * place / (FUNNEL - 1), &sine, &cosine);
    return hl_v3(r * cosine, r * sine, height);
}

static terr_mass pour_grains(const terr_lab *lab, terr_sand *sand, double mass)
{
    terr_particles *particles = terr_sand_particles(sand);
    const terr_mass each = terr_particle_mass(particles, 0);
    const int grains = (int)(mass / terr_kilograms(each));
    const int every = (int)fmax(1.0, rint(1.0 / (GRAIN_RATE * lab->step)));
    hl_random random = {1};
    double turn = 0.0;
    terr_mass poured = 0;
    for (int k = 0; k < grains * every; k++) {
        const int grain = k / every;
        if (k % every == 0) {
            if (grain % FUNNEL == 0) turn = 2.0 * HL_PI * hl_random_unit(&random);
            const double z = terr_field_sample(terr_sand_field(sand), 0.0, 0.0).height + FALL;
            if (terr_particles_add(particles, mouth(lab, grain, turn, z), hl_v3(0, 0, -LEAVING), each, 0) >=
                0)
                poured += each;
        }
        step(sand);
    }
    return poured;
}

hl_status terr_lab_pour(const terr_lab *lab, terr_lab_pouring how, double mass, hl_arena *arena,
                        terr_lab_heap *heap, char *why)
{
    enum { GRAINS = 5000 };
    terr_sand *sand;
    const hl_status status = level_square(lab, GRAINS, arena, &sand, why);
    if (status != HL_OK) return status;
    const hl_vec3 middle = hl_v3(0, 0, 0);
    heap->poured = how == TERR_LAB_GRAINS ? pour_grains(lab, sand, mass)
                                          : pour_steadily(lab, sand, mass, middle, middle);
    heap->seconds = wait(lab, sand, &heap->rested);
    finish(sand, heap);
    return HL_OK;
}

hl_status terr_lab_ridge(const terr_lab *lab, double heading, hl_arena *arena, terr_lab_relief *relief,
                         char *why)
{
    terr_sand *sand;
    const hl_status status = level_square(lab, 1, arena, &sand, why);
    if (status != HL_OK) return status;
    double sine, cosine;
    hl_sincos(heading, &sine, &cosine);
    const hl_vec3 end = hl_scale(0.5 * RIDGE_LENGTH, hl_v3(cosine, sine, 0.0));
    const terr_mass poured = pour_steadily(lab, sand, RIDGE_MASS, hl_scale(-1.0, end), end);
    (void)wait(lab, sand, &relief->rested);
    const terr_field_counts counts = terr_field_count(terr_sand_field(sand));
    relief->missing = counts.initial + poured - counts.mass;
    const int middle = TERR_LAB_LATTICE / 2;
    for (int i = 0; i < TERR_LAB_LATTICE; i++)
        for (int j = 0; j < TERR_LAB_LATTICE; j++) {
            const double u = RELIEF_SPACING * (i - middle), /* across */
                s = RELIEF_SPACING * (j - middle);          /* along */
            relief->height[i][j] =
                terr_field_sample(terr_sand_field(sand), s * cosine - u * sine, s * sine + u * cosine).height;
        }
    return HL_OK;
}

/* ---- dropping ---- */

/* A cube of grains that do not touch, every second layer half a gap aside. @return their mass */
static terr_mass hang_block(const terr_lab *lab, terr_sand *sand, int grains, double height)
{
    terr_particles *particles = terr_sand_particles(sand);
    const terr_mass each = terr_particle_mass(particles, 0);
    const int side = (int)ceil(hl_cbrt(grains));
    const double pitch = 2.0 * GAP * lab->radius;
    terr_mass mass = 0;
    for (int k = 0; k < grains; k++) {
        const int layer = k / (side * side), row = k / side % side, column = k % side;
        const double aside = 0.25 * (layer % 2 == 0 ? 1.0 : -1.0) - 0.5 * (side - 1);
        const hl_vec3 at =
            hl_v3(pitch * (column + aside), pitch * (row + aside), height + lab->radius + pitch * layer);
        if (terr_particles_add(particles, at, hl_v3(0, 0, 0), each, 0) >= 0) mass += each;
    }
    return mass;
}

hl_status terr_lab_drop(const terr_lab *lab, int grains, double height, hl_arena *arena, terr_lab_heap *heap,
                        char *why)
{
    terr_sand *sand;
    const hl_status status = level_square(lab, grains, arena, &sand, why);
    if (status != HL_OK) return status;
    heap->poured = hang_block(lab, sand, grains, height);
    heap->seconds = wait(lab, sand, &heap->rested);
    finish(sand, heap);
    return HL_OK;
}

/* ---- banks ---- */

/* Vertical banks: stability and collapse. */

static const double LENGTH = 16.0, BREADTH = 0.8; /* of the field [m]: room for what a bank of 6 m becomes */
static const double DEEPER = 0.5;                 /* soil under the foot [m] */
static const double BANK_LONGEST = 30.0;          /* [s] */
static const double SHORTEST_BANK = 0.02, TALLEST_BANK = 6.0, PRECISION = 0.01; /* [m] */
static const double MOVED = 5e-4; /* lower crests have moved [m]: a fall takes at least twice as much */
static const double TOE = 0.05, CREST = 0.95; /* of the height: ends of the line that tells the angle */

/* Heights of a bank: 0 at negative x, `height` at positive x, vertical between two cells. */
static const terr_ground *bank_shape(const terr_field_def *def, double height, hl_arena *arena)
{
    double *heights = HL_NEW(arena, double, def->columns * def->rows);
    if (heights == NULL) return NULL;
    for (int j = 0; j < def->rows; j++)
        for (int i = 0; i < def->columns; i++)
            heights[j * def->columns + i] = i >= def->columns / 2 ? height : 0.0;
    const terr_grid grid = {.origin = {def->origin[0] + 0.5 * def->cell, def->origin[1] + 0.5 * def->cell},
                            .spacing = def->cell,
                            .columns = def->columns,
                            .rows = def->rows,
                            .heights = heights};
    return terr_ground_grid(&grid, arena);
}

/* Slope of the line between the places where the middle row rises to two shares of the height. */
static double angle_of(const terr_field *field, double height)
{
    const terr_field_def *def = terr_field_definition(field);
    const int row = def->rows / 2;
    double x[2] = {0.0, 0.0};
    const double level[2] = {TOE * height, CREST * height};
    for (int end = 0; end < 2; end++)
        for (int i = 0; i + 1 < def->columns; i++) {
            const double a = terr_field_height(field, i, row), b = terr_field_height(field, i + 1, row);
            if (a > level[end] || b < level[end]) continue;
            x[end] = def->cell * (i + (b > a ? (level[end] - a) / (b - a) : 0.0));
            break;
        }
    return hl_atan2(level[1] - level[0], x[1] - x[0]);
}

hl_status terr_lab_bank_is_stable(const terr_lab *lab, double height, hl_arena *arena, terr_lab_bank *bank,
                                  char *why)
{
    terr_field_def def = lab_field_def(lab, LENGTH, BREADTH, NULL, arena);
    def.shape = bank_shape(&def, height, arena);
    def.depth = height + DEEPER;
    terr_field *field;
    if (def.shape == NULL) return HL_OUT_OF_MEMORY;
    const hl_status status = terr_field_new(&def, arena, &field, why);
    if (status != HL_OK) return status;
    const int crest = def.columns / 2, most = (int)(BANK_LONGEST / lab->step);
    for (int j = 0; j < def.rows; j++) terr_field_wake(field, crest, j);
    int k = 0;
    while (k < most && terr_field_count(field).active > 0) {
        terr_field_relax(field, 0);
        k++;
    }
    const terr_field_counts counts = terr_field_count(field);
    *bank = (terr_lab_bank){.stands = terr_field_height(field, crest, def.rows / 2) > height - MOVED,
                            .angle = angle_of(field, height),
                            .seconds = k * lab->step,
                            .rested = counts.active == 0,
                            .missing = counts.initial - counts.mass};
    return HL_OK;
}

hl_status terr_lab_highest_bank(const terr_lab *lab, double *height, char *why)
{
    double low = SHORTEST_BANK, high = TALLEST_BANK;
    hl_status status = HL_OK;
    while (status == HL_OK && high - low > PRECISION) {
        hl_arena arena = {0};
        terr_lab_bank bank;
        const double middle = 0.5 * (low + high);
        status = terr_lab_bank_is_stable(lab, middle, &arena, &bank, why);
        if (status == HL_OK) *(bank.stands ? &low : &high) = middle;
        hl_arena_free(&arena);
    }
    *height = 0.5 * (low + high);
    return status;
}
