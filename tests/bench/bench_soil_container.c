/* A trailer's body full of sand: at rest, and tilted to and fro so that its heap flows all the time. */
#include "bench_soil.h"
#include "hl/real.h"

#include <math.h>

static const double SIDE[2] = {8.0, 8.0};                   /* [m] of the field */
static const double LOAD = 6000.0;                          /* [kg] */
static const double TILT = 0.55, PERIOD = 8.0, ABOVE = 3.0; /* [rad], [s], [m] */

/* The body of assets/machines/tipping-trailer.yaml. */
static const terr_container_def BODY = {.size = {3.86, 2.1, 0.7},
                                        .cell = 0.1,
                                        .thickness = 0.04,
                                        .friction = -1.0,
                                        .gate = TERR_SIDE_REAR,
                                        .shell = true};

typedef struct body {
    terr_sand *sand;
    terr_tool_motion motion;
    terr_tool_load load;
    bool tilts;
    long step, flowed; /* steps in which the heap could flow */
} body;

enum { SETTLING = 8000 /* steps until the heap is at rest */ };

static void *setup(const bench_case *bench, hl_arena *arena)
{
    char why[HL_MESSAGE_LENGTH];
    body *b = HL_NEW(arena, body, 1);
    const terr_sand_def def = {.field = soil_field_def(SIDE, SOIL_CELL, arena),
                               .particle_capacity = 2000,
                               .particle_radius = 0.05,
                               .gravity = SOIL_GRAVITY,
                               .containers = &BODY,
                               .container_count = 1};
    if (b == NULL || terr_sand_new(&def, arena, &b->sand, why) != HL_OK) return NULL;
    b->tilts = bench->variant != 0;
    b->motion = (terr_tool_motion){.position = {0.0, 0.0, ABOVE}, .rotation = hl_mat3_identity()};
    terr_sand_fill_container(b->sand, 0, terr_quanta(LOAD), 0);
    for (int k = 0; k < SETTLING; k++) terr_sand_step(b->sand, &b->motion, &b->load);
    return b;
}

static void prepare(void *subject)
{
    body *b = subject;
    double sine, cosine, tilt;
    if (!b->tilts) return;
    hl_sincos(2.0 * HL_PI * SOIL_STEP * (double)b->step / PERIOD, &tilt, &cosine);
    hl_sincos(TILT * tilt, &sine, &cosine);
    b->motion.rotation = (hl_mat3){{{cosine, 0, sine}, {0, 1, 0}, {-sine, 0, cosine}}};
}

static bool step(void *subject)
{
    body *b = subject;
    terr_sand_step(b->sand, &b->motion, &b->load);
    b->flowed += terr_sand_content(b->sand, 0).moving;
    b->step++;
    return true;
}

static void finish(void *subject, char *note, size_t size)
{
    const body *b = subject;
    snprintf(note, size, "%.0f kg, flowing in %.0f %% of the steps",
             terr_kilograms(terr_sand_content(b->sand, 0).mass), 100.0 * (double)b->flowed / (double)b->step);
}

void soil_container(bench_list *list)
{
    static const char *const names[] = {"container/still", "container/tilting"};
    static const char *const bars[] = {"costs nothing", "60"};
    for (int i = 0; i < 2; i++)
        soil_register(list, names[i],
                      (bench_case){.setup = setup,
                                   .prepare = prepare,
                                   .step = step,
                                   .finish = finish,
                                   .variant = i,
                                   .bar = bars[i]});
}
