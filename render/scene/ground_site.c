/* The mesh of a scenario's ground, drawn as it is: in front of the mesh of the far ground, with an apron
 * around its borders on which the far ground ends.
 *
 * Corners at the same place share a normal where the faces bend little, so that hills look round and kerbs
 * have edges. The colour of a vertex encodes its material: see ground.frag.glsl. */
#include "rnd/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double CREASE = 0.77; /* cosine of the angle between faces from which an edge is sharp */
static const double WEDGE = 0.5;   /* [rad] of an apron around a corner, at most */
static const double HALF_TURN = 3.1416;

typedef struct place {
    hl_vec3 at;
    int vertex;
} place;

/* An edge of an upward face, from one place to another; alone it is a border. */
typedef struct edge {
    int low, high;
    int from, to;
} edge;

typedef struct site {
    const auth_mesh *mesh;
    rnd_surface rigid;
    int *at;         /* of each vertex: the first vertex at the same place */
    hl_vec3 *normal; /* of each triangle, twice its area long */
    int *fan, *fan_start;
    int border_count;
    edge *borders;
    rnd_mesh *to;
} site;

/* ---- places, borders ---- */

static int by_place(const void *left, const void *right)
{
    const place *a = left, *b = right;
    if (a->at.x != b->at.x) return a->at.x < b->at.x ? -1 : 1;
    if (a->at.y != b->at.y) return a->at.y < b->at.y ? -1 : 1;
    if (a->at.z != b->at.z) return a->at.z < b->at.z ? -1 : 1;
    return a->vertex - b->vertex;
}

static void join_places(site *s, place *places)
{
    const int count = s->mesh->vertex_count;
    for (int v = 0; v < count; v++) places[v] = (place){s->mesh->vertices[v], v};
    qsort(places, (size_t)count, sizeof *places, by_place);
    for (int i = 0; i < count; i++) {
        const bool same = i > 0 && hl_norm(hl_sub(places[i].at, places[i - 1].at)) == 0.0;
        s->at[places[i].vertex] = same ? s->at[places[i - 1].vertex] : places[i].vertex;
    }
}

static void find_normals(site *s)
{
    const auth_mesh *mesh = s->mesh;
    for (int t = 0; t < mesh->triangle_count; t++) {
        const int *c = mesh->triangles[t];
        const hl_vec3 a = mesh->vertices[c[0]];
        s->normal[t] = hl_cross(hl_sub(mesh->vertices[c[1]], a), hl_sub(mesh->vertices[c[2]], a));
        for (int k = 0; k < 3; k++) s->fan_start[s->at[c[k]] + 1]++;
    }
    for (int v = 0; v < mesh->vertex_count; v++) s->fan_start[v + 1] += s->fan_start[v];
    for (int t = 0; t < mesh->triangle_count; t++)
        for (int k = 0; k < 3; k++) s->fan[s->fan_start[s->at[mesh->triangles[t][k]]]++] = t;
    for (int v = mesh->vertex_count; v > 0; v--) s->fan_start[v] = s->fan_start[v - 1];
    s->fan_start[0] = 0;
}

static int by_ends(const void *left, const void *right)
{
    const edge *a = left, *b = right;
    return a->low != b->low ? a->low - b->low : a->high - b->high;
}

static int by_from(const void *left, const void *right)
{
    const edge *a = left, *b = right;
    return a->from - b->from;
}

static void find_borders(site *s, edge *edges)
{
    int count = 0;
    for (int t = 0; t < s->mesh->triangle_count; t++)
        for (int k = 0; k < 3; k++) {
            const int from = s->at[s->mesh->triangles[t][k]], to = s->at[s->mesh->triangles[t][(k + 1) % 3]];
            edges[count++] = (edge){from < to ? from : to, from < to ? to : from, from, to};
        }
    qsort(edges, (size_t)count, sizeof *edges, by_ends);
    for (int i = 0, many; i < count; i += many) {
        for (many = 1; i + many < count && by_ends(&edges[i], &edges[i + many]) == 0;) many++;
        if (many == 1) s->borders[s->border_count++] = edges[i];
    }
    qsort(s->borders, (size_t)s->border_count, sizeof *s->borders, by_from);
}

/* ---- vertices ---- */

/* Alpha 0: red, green and blue are shares of bare soil, asphalt and concrete, the rest is grass; alpha 255:
 * as the far ground. */
static void set_look(const auth_mesh *mesh, int surface, const char *usual, uint8_t colour[4])
{
    static const struct {
        const char *word;
        int channel;
        uint8_t share;
    } looks[] = {{"asphalt", 1, 255}, {"concrete", 2, 255}, {"paving", 2, 255}, {"kerb", 2, 150},
                 {"gravel", 0, 255},  {"earth", 0, 255},    {"soil", 0, 255},   {"sand", 0, 255}};
    const char *name = surface >= 0 ? mesh->surface_names[surface] : usual != NULL ? usual : "";
    memset(colour, 255, 4);
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++) {
        if (strstr(name, looks[i].word) == NULL) continue;
        memset(colour, 0, 4);
        colour[looks[i].channel] = looks[i].share;
        return;
    }
}

static int add_vertex(rnd_mesh *to, hl_vec3 at, hl_vec3 normal, const uint8_t colour[4])
{
    rnd_vertex *v = &to->vertices[to->vertex_count];
    *v = (rnd_vertex){.position = {(float)at.x, (float)at.y, (float)at.z},
                      .normal = {(float)normal.x, (float)normal.y, (float)normal.z},
                      .uv = {(float)at.x, (float)at.y}};
    memcpy(v->colour, colour, 4);
    return to->vertex_count++;
}

static void add_triangle(rnd_mesh *to, int a, int b, int c)
{
    to->indices[to->index_count++] = (uint32_t)a;
    to->indices[to->index_count++] = (uint32_t)b;
    to->indices[to->index_count++] = (uint32_t)c;
}

static hl_vec3 corner_normal(const site *s, int t, int k)
{
    const int at = s->at[s->mesh->triangles[t][k]];
    const hl_vec3 own = hl_normalized(s->normal[t]);
    hl_vec3 sum = {0, 0, 0};
    for (int i = s->fan_start[at]; i < s->fan_start[at + 1]; i++) {
        const hl_vec3 other = s->normal[s->fan[i]];
        if (hl_dot(own, other) >= CREASE * hl_norm(other)) sum = hl_add(sum, other);
    }
    return hl_normalized(sum);
}

static void add_faces(site *s, const char *usual)
{
    for (int t = 0; t < s->mesh->triangle_count; t++) {
        uint8_t colour[4];
        set_look(s->mesh, s->mesh->surfaces[t], usual, colour);
        const int first = s->to->vertex_count;
        for (int k = 0; k < 3; k++)
            add_vertex(s->to, s->mesh->vertices[s->mesh->triangles[t][k]], corner_normal(s, t, k), colour);
        add_triangle(s->to, first, first + 1, first + 2);
    }
}

/* ---- the apron ---- */

static const uint8_t MEADOW[4] = {255, 255, 255, 255};

static hl_vec3 outward(const site *s, const edge *e)
{
    const hl_vec3 a = s->mesh->vertices[e->from], b = s->mesh->vertices[e->to];
    return hl_normalized(hl_v3(b.y - a.y, a.x - b.x, 0.0));
}

/* At the height of the border, as far as this part of the border is the nearest one. */
static int add_rim(site *s, hl_vec3 at, hl_vec3 way)
{
    const hl_vec3 end = hl_add_scaled(at, s->rigid.apron, way);
    const double reach = s->rigid.beyond(s->rigid.context, end.x, end.y);
    return add_vertex(s->to, hl_add_scaled(at, reach, way), hl_v3(0, 0, 1), MEADOW);
}

/* Around a corner between two borders. */
static void add_wedge(site *s, int vertex, hl_vec3 from, hl_vec3 to)
{
    const double angle = atan2(from.x * to.y - from.y * to.x, hl_dot(from, to));
    if (!(angle > 1e-3 && angle < HALF_TURN)) return;
    const int parts = (int)ceil(angle / WEDGE);
    const hl_vec3 at = s->mesh->vertices[vertex];
    const int middle = add_vertex(s->to, at, hl_v3(0, 0, 1), MEADOW);
    int last = add_rim(s, at, from);
    for (int i = 1; i <= parts; i++) {
        const double c = cos(angle * i / parts), w = sin(angle * i / parts);
        const int next = add_rim(s, at, hl_v3(c * from.x - w * from.y, w * from.x + c * from.y, 0.0));
        add_triangle(s->to, middle, last, next);
        last = next;
    }
}

static void add_apron(site *s)
{
    for (int i = 0; i < s->border_count; i++) {
        const edge *e = &s->borders[i];
        const hl_vec3 a = s->mesh->vertices[e->from], b = s->mesh->vertices[e->to], way = outward(s, e);
        if (!(hl_norm(way) > 0.5)) continue; /* upright */
        const int first = add_vertex(s->to, a, hl_v3(0, 0, 1), MEADOW);
        const int second = add_vertex(s->to, b, hl_v3(0, 0, 1), MEADOW);
        const int far_first = add_rim(s, a, way), far_second = add_rim(s, b, way);
        add_triangle(s->to, first, far_first, far_second);
        add_triangle(s->to, first, far_second, second);
        const edge key = {.from = e->to};
        const edge *next = bsearch(&key, s->borders, (size_t)s->border_count, sizeof key, by_from);
        if (next != NULL) add_wedge(s, e->to, way, outward(s, next));
    }
}

/* ---- the whole ---- */

static bool take_memory(site *s, hl_arena *scratch, place **places, edge **edges)
{
    const size_t vertices = (size_t)s->mesh->vertex_count, triangles = (size_t)s->mesh->triangle_count;
    *places = HL_NEW(scratch, place, vertices);
    *edges = HL_NEW(scratch, edge, 3 * triangles);
    s->at = HL_NEW(scratch, int, vertices);
    s->normal = HL_NEW(scratch, hl_vec3, triangles);
    s->fan = HL_NEW(scratch, int, 3 * triangles);
    s->fan_start = HL_NEW(scratch, int, vertices + 1);
    s->borders = HL_NEW(scratch, edge, 3 * triangles);
    return !hl_arena_failed(scratch);
}

/* The far ground after it, with its indices moved on. */
static void append(rnd_mesh *to, const rnd_mesh *far)
{
    const uint32_t first = (uint32_t)to->vertex_count;
    memcpy(to->vertices + to->vertex_count, far->vertices, (size_t)far->vertex_count * sizeof *far->vertices);
    to->vertex_count += far->vertex_count;
    for (int i = 0; i < far->index_count; i++) to->indices[to->index_count++] = first + far->indices[i];
}

bool rnd_ground_add_site(rnd_surface rigid, const auth_mesh *mesh, const char *usual, hl_arena *arena,
                         rnd_mesh *ground)
{
    enum { WEDGE_PARTS = 8 }; /* at most: a corner turns by less than half a turn */
    hl_arena scratch = {0};
    site s = {.mesh = mesh, .rigid = rigid};
    place *places;
    edge *edges;
    if (take_memory(&s, &scratch, &places, &edges)) {
        join_places(&s, places);
        find_normals(&s);
        find_borders(&s, edges);
        const int vertices = 3 * mesh->triangle_count + s.border_count * (4 + 2 + WEDGE_PARTS);
        const int indices = 3 * mesh->triangle_count + 3 * s.border_count * (2 + WEDGE_PARTS);
        rnd_mesh made = *ground;
        made.vertex_count = made.index_count = 0;
        made.vertices = HL_NEW(arena, rnd_vertex, vertices + ground->vertex_count);
        made.indices = HL_NEW(arena, uint32_t, indices + ground->index_count);
        s.to = &made;
        if (!hl_arena_failed(arena)) {
            add_faces(&s, usual);
            add_apron(&s);
            append(&made, ground);
            *ground = made;
        }
    }
    const bool good = !hl_arena_failed(arena) && !hl_arena_failed(&scratch);
    hl_arena_free(&scratch);
    return good;
}
