/* Heaps in containers: a mesh of each, on the body of the container, whose corners follow the newest heights.
 *
 * Knots are the middles of the cells, a ring of knots on the walls, and a second ring below it at the floor,
 * so that a heap with an open gate beside it, or above the rim, has a side. */
#include "scene_internal.h"

#include <math.h>
#include <string.h>

enum { RINGS = 2 };

static const float BELOW = 0.05F;   /* [m] under the floor: where there is no soil */
static const float IN_WALL = 5e-3F; /* [m] into the walls, so that no gap shows */
static const float TALLEST = 2.0F;  /* times the height of the walls: heaps are not taller */
static const float SLIGHT =
    0.03F; /* [m] by which heights of cells differ at random: the look of loose soil */
static const rnd_material soil = {RND_SOIL, {0.5F, 0.4F, 0.2F, 1}, 0, 0.95F, {0}, 0};

/* ---- building ---- */

static int columns_of(const scene_heap *heap)
{
    return heap->columns + 2 * RINGS;
}

static int rows_of(const scene_heap *heap)
{
    return heap->rows + 2 * RINGS;
}

/* Place of a knot along an axis, from the middle [m]. */
static float along(int knot, int cells, double size)
{
    const float half = (float)(0.5 * size);
    if (knot < RINGS) return -half - IN_WALL;
    if (knot >= RINGS + cells) return half + IN_WALL;
    return ((float)(knot - RINGS) + 0.5F) * (float)size / (float)cells - half;
}

static void set_indices(const scene_heap *heap, rnd_mesh *mesh)
{
    const int columns = columns_of(heap);
    for (int j = 0; j + 1 < rows_of(heap); j++)
        for (int i = 0; i + 1 < columns; i++) {
            const int a = j * columns + i,
                      corners[6] = {a, a + 1, a + columns + 1, a, a + columns + 1, a + columns};
            for (int k = 0; k < 6; k++) mesh->indices[mesh->index_count++] = (uint32_t)corners[k];
        }
}

static bool make_mesh(rnd_scene *scene, const scene_heap *heap, rnd_mesh *mesh)
{
    const int columns = columns_of(heap), rows = rows_of(heap);
    *mesh = (rnd_mesh){.material = soil,
                       .changes = true,
                       .vertex_count = columns * rows,
                       .vertices = HL_NEW(scene->arena, rnd_vertex, columns * rows),
                       .indices = HL_NEW(scene->arena, uint32_t, 6 * (columns - 1) * (rows - 1))};
    if (hl_arena_failed(scene->arena)) return false;
    const float *c = mesh->centre;
    const double *size = heap->size;
    for (int v = 0; v < mesh->vertex_count; v++)
        mesh->vertices[v] = (rnd_vertex){.position = {along(v % columns, heap->columns, size[0]),
                                                      along(v / columns, heap->rows, size[1]), -BELOW},
                                         .normal = {0, 0, 1},
                                         .colour = {255, 255, 255, 255}};
    set_indices(heap, mesh);
    mesh->centre[2] = 0.5F * TALLEST * (float)size[2];
    mesh->radius = hypotf(hypotf((float)size[0], (float)size[1]) * 0.5F, c[2]) + BELOW;
    return true;
}

static void add_heap(rnd_scene *scene, const double size[3], double cell, const double taper[2],
                     scene_carrier carrier, int body, matrix place)
{
    if (scene->heap_count == XCH_HEAPS) return;
    scene_heap heap = {.columns = (int)rint(size[0] / cell), .rows = (int)rint(size[1] / cell)};
    rnd_mesh mesh;
    memcpy(heap.size, size, sizeof heap.size);
    for (int a = 0; a < 2; a++) heap.margin[a] = (float)taper[a];
    heap.soils = HL_NEW(scene->arena, uint8_t, columns_of(&heap) * rows_of(&heap));
    if (!make_mesh(scene, &heap, &mesh)) return;
    heap.mesh = scene_add_mesh(scene, &mesh);
    heap.frame = scene_add_frame(scene, carrier, body, place);
    if (hl_arena_failed(scene->arena)) return;
    scene->frames[heap.frame].hidden = true;
    scene_add_part(scene, heap.mesh, heap.frame);
    scene->heaps[scene->heap_count++] = heap;
}

static void add_machine(rnd_scene *scene)
{
    const auth_machine *machine = scene->actor.machine;
    for (int c = 0; c < machine->container_count; c++) {
        const auth_container *container = &machine->containers[c];
        add_heap(scene, container->size, container->cell, container->taper, SCENE_BODY, container->body,
                 matrix_of_turn(hl_quat_exp(matrix_vec3(container->turn)), matrix_vec3(container->at)));
    }
}

/* In the order of the containers in the sand. */
void scene_make_heaps(rnd_scene *scene)
{
    const rnd_scene_machine driven = scene->actor;
    const auth_scenario *scenario = scene->setup.scenario;
    if (scenario == NULL || scene->setup.field_columns <= 0) return;
    add_machine(scene);
    for (int i = 0; i < scene->setup.other_count; i++) {
        scene->actor = scene->setup.others[i];
        add_machine(scene);
    }
    scene->actor = driven;
    for (int s = 0; s < scenario->skip_count; s++) {
        const auth_skip *skip = &scenario->skips[s];
        const rnd_surface *ground = &scene->setup.ground;
        const double height = ground->height(ground->context, skip->at[0], skip->at[1]);
        add_heap(scene, skip->size, skip->cell, (const double[2]){0, 0}, SCENE_STILL, 0,
                 matrix_of_turn(hl_quat_exp(hl_v3(0, 0, skip->heading)),
                                hl_v3(skip->at[0], skip->at[1], height + skip->at[2] + skip->thickness)));
    }
    if (scene->heap_count > 0) scene->loose = HL_NEW(scene->arena, xch_grains, 1);
}

/* ---- new heights ---- */

static int clamped(int knot, int cells)
{
    return knot < RINGS ? 0 : knot >= RINGS + cells ? cells - 1 : knot - RINGS;
}

/* A number in [-1, 1] that belongs to a cell. */
static float chance(int cell)
{
    uint32_t h = (uint32_t)cell * 2654435761U;
    h = (h ^ h >> 15) * 2246822519U;
    return (float)((h ^ h >> 13) & 0xFFFFU) / 32767.5F - 1.0F;
}

static float height_of(const xch_heap *from, int cell)
{
    if (from->soils[cell] == XCH_NO_SOIL) return from->heights[cell] - BELOW;
    return from->heights[cell] + SLIGHT * 0.5F * chance(cell);
}

static void set_heights(const scene_heap *heap, const xch_heap *from, rnd_mesh *mesh)
{
    const int columns = columns_of(heap), rows = rows_of(heap);
    for (int j = 0; j < rows; j++)
        for (int i = 0; i < columns; i++) {
            const int cell = clamped(j, heap->rows) * heap->columns + clamped(i, heap->columns);
            const bool outer = i == 0 || j == 0 || i == columns - 1 || j == rows - 1;
            const float height = height_of(from, cell);
            heap->soils[j * columns + i] = from->soils[cell];
            mesh->vertices[j * columns + i].position[2] = outer ? fminf(height, -BELOW) : height;
        }
}

/* A knot within the outer ring, near another along an axis. */
static int inner(int at, int count)
{
    return at < 1 ? 1 : at > count - 2 ? count - 2 : at;
}

/* Slope between the neighbours of a knot along an axis, without the outer ring. */
static float slope_of(const rnd_mesh *mesh, int knot, int step, int at, int count, int axis)
{
    const float *a = mesh->vertices[knot + (inner(at - 1, count) - at) * step].position,
                *b = mesh->vertices[knot + (inner(at + 1, count) - at) * step].position;
    const float way = b[axis] - a[axis];
    return way > 1e-4F ? (b[2] - a[2]) / way : 0.0F;
}

static void set_normals(const scene_heap *heap, rnd_mesh *mesh)
{
    const int columns = columns_of(heap), rows = rows_of(heap);
    for (int j = 0; j < rows; j++)
        for (int i = 0; i < columns; i++) {
            const int knot = j * columns + i;
            float n[3] = {-slope_of(mesh, knot, 1, i, columns, 0), -slope_of(mesh, knot, columns, j, rows, 1),
                          1.0F};
            if (i == 0 || i == columns - 1) n[0] += i == 0 ? -4.0F : 4.0F;
            if (j == 0 || j == rows - 1) n[1] += j == 0 ? -4.0F : 4.0F;
            const float length = sqrtf(n[0] * n[0] + n[1] * n[1] + 1.0F);
            for (int k = 0; k < 3; k++) mesh->vertices[knot].normal[k] = n[k] / length;
        }
}

/* The kind of most of its cells; XCH_NO_SOIL: it is empty. */
static int soil_of(const xch_heap *from)
{
    int counts[RND_SOILS] = {0}, best = 0;
    for (int i = 0; i < from->columns * from->rows; i++)
        if (from->soils[i] < RND_SOILS) counts[from->soils[i]]++;
    for (int s = 1; s < RND_SOILS; s++) best = counts[s] > counts[best] ? s : best;
    return counts[best] > 0 ? best : XCH_NO_SOIL;
}

static void list_change(rnd_scene *scene, int mesh)
{
    for (int i = 0; i < scene->changed_count; i++)
        if (scene->changed[i] == mesh) return;
    scene->changed[scene->changed_count++] = mesh;
}

static void take(rnd_scene *scene, scene_heap *heap, const xch_heap *from)
{
    if (heap->version == from->version + 1U || from->columns != heap->columns || from->rows != heap->rows)
        return;
    rnd_mesh *mesh = &scene->meshes[heap->mesh];
    const int kind = soil_of(from);
    heap->version = from->version + 1U; /* 0: no data yet */
    scene->frames[heap->frame].hidden = kind == XCH_NO_SOIL;
    if (kind == XCH_NO_SOIL) return;
    heap->soil = kind;
    set_heights(heap, from, mesh);
    set_normals(heap, mesh);
    list_change(scene, heap->mesh);
}

void rnd_scene_heaps(rnd_scene *scene, const xch_heaps *heaps)
{
    for (int i = 0; i < scene->heap_count && i < heaps->count; i++)
        take(scene, &scene->heaps[i], &heaps->heaps[i]);
}

/* ---- pictures ---- */

/* Grains lie on the mesh of a heap, half sunk in, as they lie in the heaps of a field that are still
 * particles. The mesh closes the gaps between them. */

static const float SUNK = 0.35F;  /* of a radius, below the surface */
static const float JITTER = 0.6F; /* of half the distance of two grains */

/* Along an edge of a cell. */
static int grains_along(const scene_heap *heap, double radius)
{
    const double pitch = heap->size[0] / heap->columns;
    return pitch > 5.0 * radius ? 3 : pitch > 3.0 * radius ? 2 : 1;
}

/* Lumps reach out of what is drawn of a grain, and would show outside walls and below the floor. */
static const float LUMP = 2.1F; /* radii */

static bool has_room(const scene_heap *heap, const rnd_vertex *v, float radius)
{
    for (int a = 0; a < 2; a++)
        if (fabsf(v->position[a]) > 0.5F * (float)heap->size[a] - heap->margin[a] - LUMP * radius)
            return false;
    return v->position[2] > LUMP * radius;
}

static void add_grain(rnd_scene *scene, int place, const scene_heap *heap, int knot, const float aside[2],
                      float radius)
{
    const rnd_vertex *v = &scene->meshes[heap->mesh].vertices[knot];
    const float *n = v->normal, down = SUNK * radius;
    const double x = (double)(v->position[0] + aside[0] - down * n[0]),
                 y = (double)(v->position[1] + aside[1] - down * n[1]),
                 z = (double)(v->position[2] - (aside[0] * n[0] + aside[1] * n[1]) / n[2] - down * n[2]);
    const hl_vec3 at = matrix_point(&scene->frames[heap->frame].now, hl_v3(x, y, z));
    float *to = scene->loose->xyzr + (ptrdiff_t)4 * place;
    to[0] = (float)at.x, to[1] = (float)at.y, to[2] = (float)at.z, to[3] = radius;
    scene->loose->soil[place] = heap->soils[knot];
}

/* @return number of grains so far */
static int add_grains_of(rnd_scene *scene, const scene_heap *heap, int count, float radius)
{
    const int columns = columns_of(heap), along_edge = grains_along(heap, (double)radius);
    const float apart[2] = {(float)heap->size[0] / (float)(heap->columns * along_edge),
                            (float)heap->size[1] / (float)(heap->rows * along_edge)};
    if (scene->frames[heap->frame].hidden) return count;
    for (int cell = 0; cell < heap->columns * heap->rows; cell++) {
        const int knot = (cell / heap->columns + RINGS) * columns + cell % heap->columns + RINGS;
        if (heap->soils[knot] == XCH_NO_SOIL ||
            !has_room(heap, &scene->meshes[heap->mesh].vertices[knot], radius))
            continue;
        for (int k = 0; k < along_edge * along_edge && count < XCH_GRAINS / 2; k++) {
            const int steps[2] = {k % along_edge, k / along_edge};
            float aside[2];
            for (int a = 0; a < 2; a++)
                aside[a] = apart[a] * ((float)steps[a] - 0.5F * (float)(along_edge - 1) +
                                       0.5F * JITTER * chance(2 * (9 * cell + k) + a + 1));
            add_grain(scene, count++, heap, knot, aside, radius);
        }
    }
    return count;
}

/* Before those of the sand: what a grain looks like depends on its number. */
static void add_grains(rnd_scene *scene)
{
    rnd_draw_list *list = &scene->list;
    const float radius = (float)scene->setup.scenario->sand.particle_radius;
    int count = 0;
    for (int i = 0; i < scene->heap_count; i++) count = add_grains_of(scene, &scene->heaps[i], count, radius);
    if (count == 0) return;
    const int more = list->grain_count < XCH_GRAINS - count ? list->grain_count : XCH_GRAINS - count;
    if (more > 0) {
        memcpy(scene->loose->xyzr + (ptrdiff_t)4 * count, list->grains, (size_t)more * 4 * sizeof(float));
        memcpy(scene->loose->soil + count, list->grain_soils, (size_t)more);
    }
    list->grains = scene->loose->xyzr;
    list->grain_soils = scene->loose->soil;
    list->grain_count = count + more;
}

void scene_add_heaps(rnd_scene *scene)
{
    rnd_draw_list *list = &scene->list;
    for (int i = 0; i < scene->heap_count; i++) {
        rnd_material *material = &scene->meshes[scene->heaps[i].mesh].material;
        memcpy(material->colour, list->grain_colours[scene->heaps[i].soil], sizeof list->grain_colours[0]);
    }
    if (scene->heap_count > 0) add_grains(scene);
    list->changed = scene->changed;
    list->changed_count = scene->changed_count;
    scene->changed_count = 0;
}
