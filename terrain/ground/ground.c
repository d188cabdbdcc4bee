/* Rigid grounds: planes, waves, grids of heights. */
#include "terr/ground.h"
#include "hl/random.h"
#include "hl/real.h"
#include "hl/status.h"

/* ---- planes ---- */

typedef struct plane_ground {
    terr_ground ground;
    double dx, dy; /* rise per metre along x and y [1] */
    hl_vec3 normal;
    int surface;
} plane_ground;

static terr_sample sample_plane(const void *self, double x, double y)
{
    const plane_ground *plane = self;
    return (terr_sample){fma(plane->dx, x, plane->dy * y), plane->normal, plane->surface};
}

const terr_ground *terr_ground_plane(const terr_plane *plane, hl_arena *arena)
{
    plane_ground *made = HL_NEW(arena, plane_ground, 1);
    if (made == NULL) return NULL;
    double sine, cosine, ahead_x, ahead_y;
    hl_sincos(plane->slope, &sine, &cosine);
    hl_sincos(plane->direction, &ahead_y, &ahead_x);
    HL_ASSERT(cosine > 0.0);
    made->dx = sine / cosine * ahead_x;
    made->dy = sine / cosine * ahead_y;
    made->normal = hl_v3(-sine * ahead_x, -sine * ahead_y, cosine);
    made->surface = plane->surface;
    made->ground = (terr_ground){made, sample_plane, 0.0};
    return &made->ground;
}

/* ---- waves ---- */

/* Smooth waves: h = S(u) sum_i A_i sin(2 pi t_i),  t_i = (d_i . p)/L_i + phase_i,  u = (|p| - flat_radius)/L
 * with the smooth step S(u) = u^2 (3 - 2 u), S'(0) = S'(1) = 0, L the longest wavelength.
 *
 * Phases are counted in revolutions and reduced by whole revolutions, which is exact: distant points lose no
 * more digits than p itself. */

static const double TURN = 2.0 * HL_PI; /* [rad] */
/* From octave to octave; steepness A/L falls by 0.8 and so stays bounded however many there are. */
static const double SHORTER = 0.5, LOWER = 0.4;

/* Octaves, in whole vector registers; those that fill the last one have no amplitude. */
enum { MOST_WAVES = (TERR_MAX_OCTAVES + HL_LANES - 1) / HL_LANES * HL_LANES };

typedef struct waves_ground {
    terr_ground ground;
    int count;
    double amplitude[MOST_WAVES];          /* A [m] */
    double tx[MOST_WAVES], ty[MOST_WAVES]; /* turns per metre along x and y [1/m] */
    double phase[MOST_WAVES];              /* [turns] */
    double flat_radius, rise;              /* [m] */
    int surface;
} waves_ground;

/* A height [m] and its rise per metre along x and y. */
typedef struct slope {
    double height, dx, dy;
} slope;

static slope sum_of_waves(const waves_ground *ground, double x, double y)
{
    double angle[MOST_WAVES], sine[MOST_WAVES], cosine[MOST_WAVES];
    for (int first = 0; first < ground->count; first += HL_LANES) {
        for (int i = first; i < first + HL_LANES; i++) {
            const double turns = fma(ground->tx[i], x, fma(ground->ty[i], y, ground->phase[i]));
            angle[i] = TURN * (turns - floor(turns));
        }
        hl_sincos_lanes(&angle[first], &sine[first], &cosine[first]);
    }
    slope sum = {0};
    for (int i = 0; i < ground->count; i++) {
        sum.height = fma(ground->amplitude[i], sine[i], sum.height);
        const double steepness = TURN * ground->amplitude[i] * cosine[i]; /* dh/dt */
        sum.dx = fma(steepness, ground->tx[i], sum.dx);
        sum.dy = fma(steepness, ground->ty[i], sum.dy);
    }
    return sum;
}

static terr_sample sample_waves(const void *self, double x, double y)
{
    const waves_ground *ground = self;
    const double distance = sqrt(fma(x, x, y * y)), u = (distance - ground->flat_radius) / ground->rise;
    if (u <= 0.0) return (terr_sample){0.0, hl_v3(0, 0, 1), ground->surface};
    const slope full = sum_of_waves(ground, x, y);
    if (u >= 1.0) return (terr_sample){full.height, terr_normal(full.dx, full.dy), ground->surface};
    const double step = u * u * (3.0 - 2.0 * u);
    /* dS/dx = S'(u) x/(|p| L); |p| > 0 where u > 0 */
    const double radial = 6.0 * u * (1.0 - u) / (ground->rise * distance) * full.height;
    const double dx = fma(step, full.dx, radial * x), dy = fma(step, full.dy, radial * y);
    return (terr_sample){step * full.height, terr_normal(dx, dy), ground->surface};
}

static void draw_waves(const terr_waves *waves, waves_ground *made)
{
    hl_random random = {waves->seed};
    double amplitude = waves->amplitude, wavelength = waves->wavelength;
    for (int i = 0; i < made->count; i++) {
        double ahead_x, ahead_y;
        hl_sincos(TURN * hl_random_unit(&random), &ahead_y, &ahead_x);
        made->amplitude[i] = amplitude;
        made->tx[i] = ahead_x / wavelength;
        made->ty[i] = ahead_y / wavelength;
        made->phase[i] = hl_random_unit(&random);
        amplitude *= LOWER;
        wavelength *= SHORTER;
    }
}

/* All waves at their steepest in one direction, and the rise S where it is steepest, S' = 3/2. */
static double steepest_of(const waves_ground *ground)
{
    double sum = 0.0;
    for (int i = 0; i < ground->count; i++) {
        const double steepness = TURN * hl_hypot(ground->tx[i], ground->ty[i]);
        sum += fabs(ground->amplitude[i]) * (steepness + 1.5 / ground->rise);
    }
    return sum;
}

const terr_ground *terr_ground_waves(const terr_waves *waves, hl_arena *arena)
{
    HL_ASSERT(waves->wavelength > 0.0 && waves->octaves >= 1 && waves->octaves <= TERR_MAX_OCTAVES);
    waves_ground *made = HL_NEW(arena, waves_ground, 1);
    if (made == NULL) return NULL;
    made->count = waves->octaves;
    made->flat_radius = waves->flat_radius;
    made->rise = waves->wavelength;
    made->surface = waves->surface;
    draw_waves(waves, made);
    made->ground = (terr_ground){made, sample_waves, steepest_of(made)};
    return &made->ground;
}

/* ---- grids of heights ---- */

/* Heights on a grid, bilinear between the knots, with a, b in [0, 1] within the cell:
 *
 *   h = h00 + (h10 - h00) a + (h01 - h00) b + (h11 - h10 - h01 + h00) a b
 *
 * Outside, the place is moved to the edge: there the height does not change along the direction of the
 * move. */

typedef struct grid_ground {
    terr_ground ground;
    terr_grid grid;
} grid_ground;

/* Where a coordinate lies along one side of the grid. */
typedef struct grid_place {
    int cell;
    double within; /* of the cell, 0 to 1 */
    double scale;  /* d within/d coordinate [1/m], 0 outside */
} grid_place;

static grid_place locate(double coordinate, double origin, double spacing, int knots)
{
    const double u = (coordinate - origin) / spacing, last = knots - 1;
    if (!(u >= 0.0)) return (grid_place){0, 0.0, 0.0}; /* a NaN too */
    if (u > last) return (grid_place){knots - 2, 1.0, 0.0};
    const int cell = u < last ? (int)u : knots - 2; /* the last knot belongs to the last cell */
    return (grid_place){cell, u - cell, 1.0 / spacing};
}

static terr_sample sample_grid(const void *self, double x, double y)
{
    const terr_grid *grid = &((const grid_ground *)self)->grid;
    const grid_place i = locate(x, grid->origin[0], grid->spacing, grid->columns),
                     j = locate(y, grid->origin[1], grid->spacing, grid->rows);
    const double *h = grid->heights + (size_t)j.cell * (size_t)grid->columns + i.cell;
    const double h00 = h[0], along_x = h[1] - h00, along_y = h[grid->columns] - h00,
                 twist = (h[grid->columns + 1] - h[grid->columns]) - along_x;
    const double height =
        fma(along_x, i.within, fma(along_y, j.within, fma(twist, i.within * j.within, h00)));
    return (terr_sample){
        height, terr_normal(fma(twist, j.within, along_x) * i.scale, fma(twist, i.within, along_y) * j.scale),
        grid->surface};
}

const terr_ground *terr_ground_grid(const terr_grid *grid, hl_arena *arena)
{
    HL_ASSERT(grid->columns >= 2 && grid->rows >= 2 && grid->spacing > 0.0);
    grid_ground *made = HL_NEW(arena, grid_ground, 1);
    if (made == NULL) return NULL;
    made->grid = *grid;
    made->ground = (terr_ground){made, sample_grid, 0.0};
    return &made->ground;
}
