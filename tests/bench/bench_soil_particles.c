/* Particles by themselves, all awake: settled in a box of the scenery, or tumbling in a turning drum. */
#include "bench_soil.h"
#include "hl/real.h"

#include <math.h>

static const double PITCH = 2.3;         /* radii between the places where particles start [1] */
static const double SETTLING = 1.5;      /* [s] until the steps are timed */
static const double DRUM_SPEED = 2.0;    /* [rad/s]: the charge slides and tumbles, far below centrifuging */
static const double DRUM_WIDTH = 1.0;    /* [m] */
static const double DRUM_HEIGHT = 100.0; /* [m] of its axis over the field */
static const double SLIT = 0.02;         /* [m] left open in the drum: narrower than a particle */
static const double FILL = 0.25;         /* share of the drum that particles take, voids included */
static const double LOOSE_SHARE = 0.6;   /* solid share of the charge */

typedef struct pile {
    terr_field *field;
    terr_particles *particles;
    terr_tool_motion motion; /* of the drum */
    terr_tool_load load;
    double spin;
    long steps;
} pile;

static double charge(int count)
{
    return count * 4.0 / 3.0 * HL_PI * SOIL_RADIUS * SOIL_RADIUS * SOIL_RADIUS / LOOSE_SHARE;
}

/* ---- places to start from ---- */

/* A number from -1 to 1, as good as random. */
static double scatter(uint32_t *seed)
{
    *seed = *seed * 1664525U + 1013904223U;
    return (double)(*seed >> 8) / (double)(1U << 23) - 1.0;
}

/* Layers of a square lattice, every place off by up to what keeps neighbours apart, within half a side, or a
 * circle about the y-axis. */
static void pour(pile *p, int count, double half, double round, double low)
{
    const double pitch = PITCH * SOIL_RADIUS, off = (0.5 * PITCH - 1.0) * SOIL_RADIUS;
    const int across = (int)(2.0 * half / pitch), along = round > 0.0 ? (int)(DRUM_WIDTH / pitch) : across;
    const terr_mass mass = terr_particle_mass(p->particles, 0);
    uint32_t seed = 1;
    for (int layer = 0, made = 0; made < count && layer < count; layer++)
        for (int i = 0; i < across * along && made < count; i++) {
            const int column = i % across, row = i / across;
            const double x = (column - 0.5 * (across - 1)) * pitch + off * scatter(&seed);
            const double y = (row - 0.5 * (along - 1)) * pitch + off * scatter(&seed);
            const double z = low + (layer + 0.6) * pitch + off * scatter(&seed);
            if (round > 0.0 && hypot(x, z - DRUM_HEIGHT) > round - pitch) continue;
            made += terr_particles_add(p->particles, hl_v3(x, y, z), hl_v3(0, 0, 0), mass, 0) >= 0;
        }
}

/* ---- steps ---- */

/* The drum stands where its angle of the present step says. */
static void turn_drum(pile *p)
{
    double sine, cosine;
    hl_sincos(p->spin * SOIL_STEP * (double)p->steps, &sine, &cosine);
    p->motion.rotation = (hl_mat3){{{cosine, 0, sine}, {0, 1, 0}, {-sine, 0, cosine}}};
}

static bool step(void *subject)
{
    pile *p = subject;
    if (p->spin > 0.0) turn_drum(p);
    terr_particles_step(p->particles, p->field, &p->motion, &p->load);
    p->steps++;
    return true;
}

static void finish(void *subject, char *note, size_t size)
{
    pile *p = subject;
    const terr_particles_counts counts = terr_particles_counted(p->particles);
    double square = 0.0;
    for (int i = 0; i < counts.count; i++) {
        const terr_particle q = terr_particles_get(p->particles, i);
        square += hl_dot(q.velocity, q.velocity);
    }
    snprintf(note, size, "%d awake, %d contacts, %.2g m/s rms", counts.awake, counts.contacts,
             sqrt(square / fmax(1.0, counts.count)));
}

static bool make(pile *p, terr_particles_def *def, const terr_field_def *field, hl_arena *arena)
{
    char why[HL_MESSAGE_LENGTH];
    def->radius = SOIL_RADIUS;
    def->step = SOIL_STEP;
    def->gravity = SOIL_GRAVITY;
    def->soils = &soil_dry_sand;
    def->soil_count = 1;
    return terr_field_new(field, arena, &p->field, why) == HL_OK &&
           terr_particles_new(def, arena, &p->particles, why) == HL_OK;
}

static void settle(pile *p)
{
    for (long i = 0; i < lround(SETTLING / SOIL_STEP); i++) (void)step(p);
}

/* ---- in a box ---- */

/* Four walls on the field around a square about as wide as twice the height of what will lie in it. */
static void *setup_box(const bench_case *bench, hl_arena *arena)
{
    enum { WALLS = 4 };
    static const double side[2] = {8.0, 8.0}, thick = 0.25, high = 10.0; /* [m] */
    pile *p = HL_NEW(arena, pile, 1);
    terr_box *boxes = HL_NEW(arena, terr_box, WALLS);
    if (p == NULL || boxes == NULL) return NULL;
    const double half = 0.5 * cbrt(2.0 * charge(bench->size)), off = half + thick;
    for (int i = 0; i < WALLS; i++) {
        const double to = i % 2 ? off : -off;
        boxes[i] =
            (terr_box){i < 2 ? hl_v3(to, 0, 0) : hl_v3(0, to, 0),
                       i < 2 ? hl_v3(thick, half, high) : hl_v3(half, thick, high), hl_mat3_identity()};
    }
    terr_particles_def def = {.capacity = bench->size, .boxes = boxes, .box_count = WALLS};
    const terr_field_def field = soil_field_def(side, SOIL_CELL, arena);
    if (!make(p, &def, &field, arena)) return NULL;
    pour(p, bench->size, half, 0.0, 0.0);
    settle(p);
    return p;
}

/* ---- in a drum ---- */

/* A profile that closes to a polygon but for a slit. */
static terr_tool_def drum_of(double radius)
{
    terr_tool_def drum = {
        .corners = TERR_PROFILE_MOST, .width = DRUM_WIDTH, .thickness = 0.02, .sides = true};
    const double open = SLIT / radius, part = (2.0 * HL_PI - open) / (TERR_PROFILE_MOST - 1);
    for (int i = 0; i < TERR_PROFILE_MOST; i++)
        hl_sincos(0.5 * open + i * part, &drum.profile[i][1], &drum.profile[i][0]);
    for (int i = 0; i < TERR_PROFILE_MOST; i++)
        for (int k = 0; k < 2; k++) drum.profile[i][k] *= radius;
    return drum;
}

static void *setup_drum(const bench_case *bench, hl_arena *arena)
{
    static const double side[2] = {8.0, 8.0}; /* [m] */
    pile *p = HL_NEW(arena, pile, 1);
    terr_tool_def *drum = HL_NEW(arena, terr_tool_def, 1);
    if (p == NULL || drum == NULL) return NULL;
    const double radius = sqrt(charge(bench->size) / (FILL * HL_PI * DRUM_WIDTH));
    *drum = drum_of(radius);
    terr_particles_def def = {.capacity = bench->size, .tools = drum, .tool_count = 1};
    const terr_field_def field = soil_field_def(side, SOIL_CELL, arena);
    if (!make(p, &def, &field, arena)) return NULL;
    p->spin = DRUM_SPEED;
    p->motion.position = hl_v3(0, 0, DRUM_HEIGHT);
    p->motion.spin = hl_v3(0, DRUM_SPEED, 0);
    pour(p, bench->size, radius, radius, DRUM_HEIGHT - radius);
    settle(p);
    return p;
}

void soil_particles(bench_list *list)
{
    static const struct {
        const char *name;
        int count;
        bool tumbles;
        const char *bar;
    } variants[] = {{"particles/1000", 1000, false, "100"},
                    {"particles/2000", 2000, false, "200"},
                    {"particles/5000", 5000, false, "500"},
                    {"particles/10000", 10000, false, "1000"},
                    {"particles/20000", 20000, false, "2000, stretch 1000"},
                    {"tumbling/1000", 1000, true, "100"},
                    {"tumbling/10000", 10000, true, "1000"}};
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++)
        soil_register(list, variants[i].name,
                      (bench_case){.size = variants[i].count,
                                   .setup = variants[i].tumbles ? setup_drum : setup_box,
                                   .step = step,
                                   .finish = finish,
                                   .bar = variants[i].bar});
}
