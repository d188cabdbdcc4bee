/* The four tires of the tractor on fresh sand: what the field yields under them and offers them. How the
 * axles move and how the field flows between the steps is not part of the time. */
#include "bench_soil.h"
#include "terr/press.h"

#include <math.h>

enum { TIRES = 4, DISCS = 5, BUDGET = 20000 };

static const double SIDE[2] = {40.0, 8.0};     /* [m] of the field */
static const double SPEED = 2.0, SLIP = 0.05;  /* [m/s], [1] */
static const double LOAD = 20e3;               /* [N] on each tire */
static const double STIFFNESS = 400e3;         /* [N/m] of a tire */
static const double SETTLING = 0.2;            /* of the way to equilibrium in a step */
static const double START[2] = {-17.0, -14.4}; /* [m] x of the axles, rear and front */
static const double TRACK = 1.9, WIDTH[2] = {0.47, 0.38}, RADIUS[2] = {0.875, 0.65}; /* [m] */
static const double LENGTH = 30.0; /* [m] rolled before it begins anew */

typedef struct tires {
    terr_field *field;
    void *start;
    terr_wheel wheel[TIRES];
    terr_wheel_soil soil[TIRES];
    double x[TIRES], y[TIRES], z[TIRES], speed;
} tires;

static void begin(tires *t)
{
    for (int w = 0; w < TIRES; w++) {
        const int axle = w / 2;
        t->wheel[w] = (terr_wheel){.radius = RADIUS[axle],
                                   .width = WIDTH[axle],
                                   .discs = DISCS,
                                   .forward = {1, 0, 0},
                                   .axle = {0, 1, 0},
                                   .rolling_speed = t->speed / (1.0 - SLIP),
                                   .slip_velocity = {t->speed - t->speed / (1.0 - SLIP), 0.0}};
        t->soil[w] = (terr_wheel_soil){.friction = 0.0};
        t->x[w] = START[axle];
        t->y[w] = w % 2 ? 0.5 * TRACK : -0.5 * TRACK;
        t->z[w] = 0.0;
    }
}

static void *setup(const bench_case *bench, hl_arena *arena)
{
    char why[HL_MESSAGE_LENGTH];
    tires *t = HL_NEW(arena, tires, 1);
    const terr_field_def def = soil_field_def(SIDE, SOIL_CELL, arena);
    if (t == NULL || terr_field_new(&def, arena, &t->field, why) != HL_OK) return NULL;
    t->start = hl_arena_take(arena, terr_field_state_capacity(t->field), 1);
    if (t->start == NULL) return NULL;
    t->speed = bench->variant * SPEED;
    begin(t);
    terr_field_save(t->field, t->start);
    return t;
}

/* The axle moves on, and up or down towards where its tire bears its load. */
static void move(tires *t, int w)
{
    terr_wheel *wheel = &t->wheel[w];
    double carried = 0.0;
    for (int i = 0; i < DISCS; i++)
        carried += fmax(STIFFNESS / DISCS * (t->soil[w].height[i] - t->z[w]), 0.0);
    t->x[w] += t->speed * SOIL_STEP;
    t->z[w] += SETTLING * (carried - LOAD) / STIFFNESS;
    for (int i = 0; i < DISCS; i++) {
        const double across = wheel->width * (i / (DISCS - 1.0) - 0.5);
        wheel->foot[i] = hl_v3(t->x[w], t->y[w] + across, t->z[w]);
        wheel->force[i] = fmax(STIFFNESS / DISCS * (t->soil[w].height[i] - t->z[w]), 0.0);
    }
}

static void prepare(void *subject)
{
    tires *t = subject;
    if (t->x[0] > START[0] + LENGTH) {
        terr_field_restore(t->field, t->start);
        begin(t);
    }
    terr_field_relax(t->field, BUDGET);
    for (int w = 0; w < TIRES; w++) move(t, w);
}

static bool step(void *subject)
{
    tires *t = subject;
    for (int w = 0; w < TIRES; w++) terr_wheel_press(t->field, &t->wheel[w], SOIL_STEP, &t->soil[w]);
    return true;
}

static void finish(void *subject, char *note, size_t size)
{
    const tires *t = subject;
    snprintf(note, size, "sinkage %.0f mm front, %.0f mm rear", 1e3 * t->soil[2].sinkage,
             1e3 * t->soil[0].sinkage);
}

void soil_tires(bench_list *list)
{
    static const char *const names[] = {"tires-standing", "tires"};
    for (int rolls = 0; rolls < 2; rolls++)
        soil_register(list, names[rolls],
                      (bench_case){.variant = rolls,
                                   .setup = setup,
                                   .prepare = prepare,
                                   .step = step,
                                   .finish = finish,
                                   .bar = "50 for all four",
                                   .whole = rolls ? 15000 : 0});
}
