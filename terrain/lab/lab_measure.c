/* A level square of soil for experiments. */
#include "lab_parts.h"

#include "ground/gravity.h"
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
static const double TOE = 0.25, SHOULDER = 0.75;
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
        if (z < TOE * top) break;
        s1 += 1.0, sr += r, sz += z, srr += r * r, srz += r * z;
    }
    const double spread = s1 * srr - sr * sr;
    return spread > 0.0 ? hl_atan((sr * sz - s1 * srz) / spread) : 0.0;
}

void lab_measure(const terr_field *field, terr_lab_heap *heap)
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
