/* Contacts with a triangle mesh of hills, 56 m x 56 m, 100 352 triangles:
 *
 *   collision/sphere/found     a ball of 0.15 m that touches, at random places
 *   collision/sphere/rolling   the same along a path, 2 mm a step
 *   collision/sphere/not-near  2 m above, at random places
 *   collision/ground/height    the highest face at random places
 *   collision/ground/beyond    the same up to 50 m beyond the border
 *   collision/ground/disc      planes under a disc of 0.8 m, 30 mm deep, at random places
 *   collision/SHAPE/on-hills   a shape of about 0.3 m along a path, 0.1 mm deep
 *   collision/SHAPE-SHAPE      a pair of shapes of about 0.3 m, one upon the other at random turns
 *   collision/SHAPE-SHAPE/flat   one upright upon the other, turned about the vertical by up to 30 deg
 *   collision/SHAPE-SHAPE/apart  within reach of each other's bounds, 20 mm apart */
#include "bench/bench.h"

#include "collision/ground.h"
#include "collision/shape.h"
#include "hl/quat.h"
#include "hl/random.h"
#include "hl/real.h"

enum { CELLS = 224, PLACES = 4096, MOST = 16 };

static const double SIDE = 0.25, RADIUS = 0.15, MARGIN = 2e-3; /* [m] */

typedef enum variant { FOUND, ROLLING, NOT_NEAR, HEIGHT, BEYOND, DISC } variant;

static const double WHEEL = 0.8; /* [m] */

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
        const int column = i % LINE - CELLS / 2, row = i / LINE - CELLS / 2;
        const double x = SIDE * column, y = SIDE * row;
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
    const coll_mesh_def def = {LINE * LINE, 2 * CELLS * CELLS, vertices, (const int(*)[3])triangles, NULL,
                               NULL};
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
        if (bench->variant == ROLLING) x = 2e-3 * i - 4.0, y = 0.3 * x;
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

/* ---- shapes ---- */

enum { POSES = 512, COLL_KINDS = COLL_HULL + 1 };

typedef struct shapes {
    coll_mesh *mesh; /* NULL: a pair of shapes */
    coll_shape a, b;
    mb_pose pose[POSES];
    int next;
    long contacts, queries;
} shapes;

typedef enum placing { TURNED, FLAT, APART } placing;

static const char *const PLACINGS[] = {"", "/flat", "/apart"};

static const char *const KINDS[] = {"sphere", "capsule", "cylinder", "box", "hull"};
static const mb_pose ORIGIN = {.rotation = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};

static hl_vec3 random_vector(hl_random *random, double size)
{
    const double x = hl_random_unit(random), y = hl_random_unit(random), z = hl_random_unit(random);
    return hl_v3(size * (2.0 * x - 1.0), size * (2.0 * y - 1.0), size * (2.0 * z - 1.0));
}

static coll_shape shape_of(coll_kind kind, hl_arena *arena)
{
    coll_shape shape = {.kind = kind, .radius = 0.15, .half_length = 0.2};
    if (kind == COLL_BOX) return coll_box(hl_v3(0.15, 0.2, 0.15), arena);
    if (kind != COLL_HULL) return shape;
    hl_random random = {7};
    hl_vec3 points[16];
    for (int i = 0; i < 16; i++) points[i] = hl_scale(0.2, hl_normalized(random_vector(&random, 1.0)));
    hl_report *report = HL_NEW(arena, hl_report, 1);
    if (report == NULL) return shape;
    hl_report_begin(report, "hull");
    return (coll_shape){.kind = kind, .hull = coll_hull_new(points, 16, report, arena)};
}

static int touch(const shapes *s, const mb_pose *pose, double margin, coll_point points[COLL_POINTS])
{
    if (s->mesh != NULL) return coll_shape_mesh(&s->a, pose, s->mesh, &ORIGIN, margin, 0.05, points);
    return coll_shapes(&s->a, pose, &s->b, &ORIGIN, margin, points);
}

/* Let the shape down until its deepest contact is 0.1 mm deep. */
static void let_down(const shapes *s, mb_pose *pose)
{
    coll_point points[COLL_POINTS];
    for (int turn = 0; turn < 400; turn++) {
        const int count = touch(s, pose, 0.02, points);
        double depth = -0.02;
        for (int i = 0; i < count; i++) depth = fmax(depth, points[i].depth);
        if (depth > 0.0) return;
        pose->position.z += depth - 1e-4;
    }
}

static void *setup_shapes(const bench_case *bench, hl_arena *arena)
{
    shapes *s = HL_NEW(arena, shapes, 1);
    if (!s) return NULL;
    const bool pair = bench->size >= 0;
    const placing how = (enum placing)(bench->variant / COLL_KINDS);
    s->a = shape_of((coll_kind)(bench->variant % COLL_KINDS), arena);
    if (pair)
        s->b = shape_of((coll_kind)bench->size, arena);
    else
        s->mesh = hills(arena);
    if (hl_arena_failed(arena)) return NULL;
    hl_random random = {3};
    for (int i = 0; i < POSES; i++) {
        const double x = pair ? 0.02 * hl_random_unit(&random) : 2e-3 * i, y = pair ? 0.01 : 0.3 * x;
        s->pose[i] = (mb_pose){hl_v3(x, y, pair ? 0.8 : height(x, y) + 0.6),
                               hl_quat_matrix(hl_quat_exp(random_vector(&random, 3.0)))};
        if (how == FLAT)
            s->pose[i].rotation =
                hl_quat_matrix(hl_quat_exp(hl_v3(0, 0, 0.52 * (2.0 * hl_random_unit(&random) - 1.0))));
        let_down(s, &s->pose[i]);
        if (how == APART) s->pose[i].position.z += 0.02;
    }
    return s;
}

static bool step_shapes(void *of)
{
    shapes *s = of;
    coll_point points[COLL_POINTS];
    s->contacts += touch(s, &s->pose[s->next], MARGIN, points);
    s->queries++;
    s->next = (s->next + 1) % POSES;
    return true;
}

static void finish_shapes(void *of, char *note, size_t size)
{
    const shapes *s = of;
    snprintf(note, size, "%.2f contacts a query", (double)s->contacts / (double)s->queries);
}

/* `size` -1: against the hills. */
static void add_shapes(bench_list *list, int kind, int other, placing how)
{
    bench_case bench = {.variant = kind + COLL_KINDS * (int)how,
                        .size = other,
                        .setup = setup_shapes,
                        .step = step_shapes,
                        .finish = finish_shapes};
    if (other < 0)
        snprintf(bench.name, sizeof bench.name, "collision/%s/on-hills", KINDS[kind]);
    else
        snprintf(bench.name, sizeof bench.name, "collision/%s-%s%s", KINDS[kind], KINDS[other],
                 PLACINGS[how]);
    bench_register(list, &bench);
}

static void *setup_ground(const bench_case *bench, hl_arena *arena)
{
    subject *s = HL_NEW(arena, subject, 1);
    if (!s) return NULL;
    s->mesh = hills(arena);
    if (!s->mesh) return NULL;
    hl_random random = {1};
    for (int i = 0; i < PLACES; i++) {
        double x = 54.0 * (hl_random_unit(&random) - 0.5), y = 54.0 * (hl_random_unit(&random) - 0.5);
        if (bench->variant == BEYOND) x = x < 0.0 ? x - 28.0 : x + 28.0;
        s->places[i] = hl_v3(x, y, coll_top_at(s->mesh, x, y).height + WHEEL - 0.03);
    }
    return s;
}

static bool step_top(void *of)
{
    subject *s = of;
    s->contacts += coll_top_at(s->mesh, s->places[s->next].x, s->places[s->next].y).inside;
    s->queries++;
    s->next = (s->next + 1) % PLACES;
    return true;
}

static bool step_disc(void *of)
{
    subject *s = of;
    const coll_disc disc = {.centre = s->places[s->next], .axle = {0, 1, 0}, .radius = WHEEL};
    coll_plane planes[COLL_DISC_PLANES];
    s->contacts += coll_disc_planes(s->mesh, &disc, MARGIN, COLL_DISC_PLANES, planes);
    s->queries++;
    s->next = (s->next + 1) % PLACES;
    return true;
}

static void add_ground(bench_list *list)
{
    static const struct {
        const char *name;
        variant variant;
    } cases[] = {{"height", HEIGHT}, {"beyond", BEYOND}, {"disc", DISC}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bench_case bench = {.variant = (int)cases[i].variant,
                            .setup = setup_ground,
                            .step = cases[i].variant == DISC ? step_disc : step_top,
                            .finish = finish};
        snprintf(bench.name, sizeof bench.name, "collision/ground/%s", cases[i].name);
        bench_register(list, &bench);
    }
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
    add_ground(list);
    for (int kind = COLL_CAPSULE; kind <= COLL_HULL; kind++) add_shapes(list, kind, -1, TURNED);
    for (int kind = COLL_SPHERE; kind <= COLL_HULL; kind++)
        for (int other = kind; other <= COLL_HULL; other++) add_shapes(list, kind, other, TURNED);
    add_shapes(list, COLL_BOX, COLL_BOX, FLAT);
    add_shapes(list, COLL_BOX, COLL_BOX, APART);
    add_shapes(list, COLL_CYLINDER, COLL_BOX, FLAT);
}
