/* Contacts with a triangle mesh of hills, 56 m x 56 m, 100 352 triangles:
 *
 *   collision/sphere/found     a ball of 0.15 m that touches, at random places
 *   collision/sphere/rolling   the same along a path, 2 mm a step
 *   collision/sphere/not-near  2 m above, at random places */
#include "bench/bench.h"

#include "collision/mesh.h"
#include "hl/random.h"
#include "hl/real.h"

enum { CELLS = 224, PLACES = 4096, MOST = 16 };

static const double SIDE = 0.25, RADIUS = 0.15, MARGIN = 2e-3; /* [m] */

typedef enum variant { FOUND, ROLLING, NOT_NEAR } variant;

typedef struct subject {
    coll_mesh *mesh;
    int next;
    long contacts, queries;
    hl_vec3 places[PLACES];
} subject;

static double height(double x, double y)
{
    double sine, cosine, sine_y, cosine_y;
    hl_sincos(0.31 * x, &sine, &cosine);
    hl_sincos(0.23 * y, &sine_y, &cosine_y);
    return 1.2 * sine * cosine_y + 0.3 * cosine;
}

static coll_mesh *hills(hl_arena *arena)
{
    enum { LINE = CELLS + 1 };
    hl_vec3 *vertices = HL_NEW(arena, hl_vec3, LINE * LINE);
    int(*triangles)[3] = hl_arena_take(arena, 2 * CELLS * CELLS, sizeof *triangles);
    hl_report *report = HL_NEW(arena, hl_report, 1);
    if (hl_arena_failed(arena)) return NULL;
    for (int i = 0; i < LINE * LINE; i++) {
        const double x = SIDE * (i % LINE - CELLS / 2), y = SIDE * (i / LINE - CELLS / 2);
        vertices[i] = hl_v3(x, y, height(x, y));
    }
    for (int i = 0; i < CELLS * CELLS; i++) {
        const int a = i / CELLS * LINE + i % CELLS;
        const int lower[3] = {a, a + 1, a + LINE}, upper[3] = {a + 1, a + LINE + 1, a + LINE};
        for (int k = 0; k < 3; k++) {
            triangles[2 * i][k] = lower[k];
            triangles[2 * i + 1][k] = upper[k];
        }
    }
    hl_report_begin(report, "hills");
    const coll_mesh_def def = {LINE * LINE, 2 * CELLS * CELLS, vertices, (const int(*)[3])triangles, NULL};
    return coll_mesh_new(&def, report, arena);
}

static void *setup(const bench_case *bench, hl_arena *arena)
{
    subject *s = HL_NEW(arena, subject, 1);
    if (!s) return NULL;
    s->mesh = hills(arena);
    if (!s->mesh) return NULL;
    hl_random random = {1};
    coll_mesh_contact contacts[MOST];
    for (int i = 0; i < PLACES; i++) {
        double x = 54.0 * (hl_random_unit(&random) - 0.5), y = 54.0 * (hl_random_unit(&random) - 0.5);
        if (bench->variant == ROLLING) x = 2e-3 * (i - PLACES / 2), y = 0.3 * x;
        s->places[i] = hl_v3(x, y, height(x, y) + (bench->variant == NOT_NEAR ? 2.0 : RADIUS));
        if (bench->variant == NOT_NEAR) continue;
        if (coll_mesh_near(s->mesh, s->places[i], 0.5, 0.5, 1, contacts) == 0) return NULL;
        s->places[i].z += RADIUS - 1e-4 - contacts[0].distance;
    }
    return s;
}

static bool step(void *of)
{
    subject *s = of;
    coll_mesh_contact contacts[MOST];
    s->contacts += coll_mesh_near(s->mesh, s->places[s->next], RADIUS + MARGIN, RADIUS, MOST, contacts);
    s->queries++;
    s->next = (s->next + 1) % PLACES;
    return true;
}

static void finish(void *of, char *note, size_t size)
{
    const subject *s = of;
    const coll_mesh_info info = coll_mesh_describe(s->mesh);
    snprintf(note, size, "%d triangles, tree of depth %d, %.2f contacts a query", info.triangles,
             info.tree_depth, (double)s->contacts / (double)s->queries);
}

void bench_group_collision(bench_list *list)
{
    static const struct {
        const char *name, *bar;
        variant variant;
    } cases[] = {{"collision/sphere/found", "1.0 at the median", FOUND},
                 {"collision/sphere/rolling", "1.0 at the median", ROLLING},
                 {"collision/sphere/not-near", "0.2 at the median", NOT_NEAR}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bench_case bench = {.variant = (int)cases[i].variant,
                            .bar = cases[i].bar,
                            .setup = setup,
                            .step = step,
                            .finish = finish};
        snprintf(bench.name, sizeof bench.name, "%s", cases[i].name);
        bench_register(list, &bench);
    }
}
