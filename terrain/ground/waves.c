/* Smooth waves: h = S(u) sum_i A_i sin(2 pi t_i),  t_i = (d_i . p)/L_i + phase_i,  u = (|p| - flat_radius)/L
 * with the smooth step S(u) = u^2 (3 - 2 u), S'(0) = S'(1) = 0, L the longest wavelength.
 *
 * Phases are counted in revolutions and reduced by whole revolutions, which is exact: distant points lose no
 * more digits than p itself. */
#include "terr/ground.h"

#include "hl/assert.h"
#include "hl/random.h"
#include "hl/trig.h"

static const double TURN = 2.0 * HL_PI; /* [rad] */
/* From octave to octave; steepness A/L falls by 0.8 and so stays bounded however many there are. */
static const double SHORTER = 0.5, LOWER = 0.4;

typedef struct wave {
    double amplitude; /* A [m] */
    double tx, ty;    /* turns per metre along x and y [1/m] */
    double phase;     /* [turns] */
} wave;

typedef struct waves_ground {
    terr_ground ground;
    int count;
    wave waves[TERR_MAX_OCTAVES];
    double flat_radius, rise; /* [m] */
    int surface;
} waves_ground;

/* A height [m] and its rise per metre along x and y. */
typedef struct slope {
    double height, dx, dy;
} slope;

static slope sum_of_waves(const waves_ground *ground, double x, double y)
{
    slope sum = {0};
    for (int i = 0; i < ground->count; i++) {
        const wave *w = &ground->waves[i];
        const double turns = fma(w->tx, x, fma(w->ty, y, w->phase));
        double sine, cosine;
        hl_sincos(TURN * (turns - floor(turns)), &sine, &cosine);
        sum.height = fma(w->amplitude, sine, sum.height);
        const double steepness = TURN * w->amplitude * cosine; /* dh/dt */
        sum.dx = fma(steepness, w->tx, sum.dx);
        sum.dy = fma(steepness, w->ty, sum.dy);
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
        made->waves[i] =
            (wave){amplitude, ahead_x / wavelength, ahead_y / wavelength, hl_random_unit(&random)};
        amplitude *= LOWER;
        wavelength *= SHORTER;
    }
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
    made->ground = (terr_ground){made, sample_waves};
    return &made->ground;
}
