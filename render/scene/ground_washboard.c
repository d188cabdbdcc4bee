/* The picture of a washboard: a strip of faces along x that follows its profile, in the middle of the ground
 * of wide cells. Beyond the strip the ground of wide cells is drawn, whose corners lie on the profile too. */
#include "geometry.h"

#include "hl/clamp.h"

#include <math.h>
#include <stdlib.h>

enum { PIECES = 16, MOST_ROWS = 4, CORNERS = 4 };

/* [m] Extent of the strip around the start along x, half of its width, level ground before and after the
 * corrugations, half of the step between shifted sides. */
static const double REACH = 60.0, HALF = 15.0, MARGIN = 1.0, STEP = 1e-4;

typedef struct strip {
    rnd_surface ground;
    double low[2], high[2];
} strip;

static double strip_height(void *context, double x, double y)
{
    const strip *s = context;
    return s->ground.height(s->ground.context, x, y);
}

static double strip_beyond(void *context, double x, double y)
{
    const strip *s = context;
    const double dx = fmax(fmax(s->low[0] - x, x - s->high[0]), 0.0),
                 dy = fmax(fmax(s->low[1] - y, y - s->high[1]), 0.0);
    return hypot(dx, dy);
}

static void find_extent(const auth_ground *ground, const double at[2], strip *s)
{
    s->low[0] = at[0] - REACH, s->high[0] = at[0] + REACH;
    s->low[1] = at[1] - HALF, s->high[1] = at[1] + HALF;
    if (ground->periods == 0) return;
    const double first = ground->from + fmin(ground->shift, 0.0) - MARGIN,
                 last =
                     ground->from + ground->periods * ground->wavelength + fmax(ground->shift, 0.0) + MARGIN;
    s->low[0] = fmax(s->low[0], first);
    s->high[0] = fmin(s->high[0], last);
}

/* Find the places along x where the faces of one side end. @return their number; `places` NULL: only count */
static int list_places(const auth_ground *ground, const strip *s, double shift, double *places)
{
    const double L = ground->wavelength, way = 0.5 * (L - ground->crest - ground->bottom);
    const double corners[CORNERS] = {0.0, ground->crest, ground->crest + way,
                                     ground->crest + way + ground->bottom};
    const bool sine = ground->shape == AUTH_WASHBOARD_SINE;
    const double start = ground->from + shift;
    const int per = sine ? PIECES : CORNERS;
    int count = 0;
    for (double n = floor((s->low[0] - start) / L); start + n * L < s->high[0]; n++)
        for (int i = 0; i < per; i++) {
            const double x = start + n * L + (sine ? L * i / PIECES : corners[i]);
            if (!(x > s->low[0] && x < s->high[0])) continue;
            if (places != NULL) places[count] = x;
            count++;
        }
    return count;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Both ends and the places between them, sorted, without those closer than SAME to their predecessor. */
static int gather_places(const auth_ground *ground, const strip *s, bool shifted, double *places)
{
    static const double SAME = 1e-6; /* [m] */
    int count = 0, kept = 0;
    places[count++] = s->low[0];
    places[count++] = s->high[0];
    count += list_places(ground, s, 0.0, places + count);
    if (shifted) count += list_places(ground, s, ground->shift, places + count);
    qsort(places, (size_t)count, sizeof *places, compare);
    for (int i = 0; i < count; i++)
        if (kept == 0 || places[i] > places[kept - 1] + SAME) places[kept++] = places[i];
    return kept;
}

static void fill_mesh(const strip *s, const double *x, int columns, const double *y, int rows,
                      auth_mesh *mesh)
{
    for (int j = 0; j < rows; j++)
        for (int i = 0; i < columns; i++)
            mesh->vertices[mesh->vertex_count++] =
                hl_v3(x[i], y[j], s->ground.height(s->ground.context, x[i], y[j]));
    for (int j = 0; j + 1 < rows; j++)
        for (int i = 0; i + 1 < columns; i++) {
            const int a = j * columns + i, b = a + 1, c = b + columns, d = a + columns;
            const int two[2][3] = {{a, b, c}, {a, c, d}};
            for (int t = 0; t < 2; t++) {
                for (int k = 0; k < 3; k++) mesh->triangles[mesh->triangle_count][k] = two[t][k];
                mesh->surfaces[mesh->triangle_count++] = -1;
            }
        }
}

const auth_mesh *rnd_ground_washboard(const auth_ground *ground, const double at[2], rnd_surface *rigid,
                                      hl_arena *arena)
{
    strip *s = HL_NEW(arena, strip, 1);
    auth_mesh *mesh = HL_NEW(arena, auth_mesh, 1);
    if (s == NULL || mesh == NULL) return NULL;
    s->ground = *rigid;
    find_extent(ground, at, s);
    if (!(s->high[0] > s->low[0])) return NULL;
    const bool shifted = ground->shift != 0.0 && s->low[1] < -STEP && s->high[1] > STEP;
    const double all[MOST_ROWS] = {s->low[1], -STEP, STEP, s->high[1]}, outer[2] = {s->low[1], s->high[1]};
    const int rows = shifted ? MOST_ROWS : 2;
    const int most =
        2 + list_places(ground, s, 0.0, NULL) + (shifted ? list_places(ground, s, ground->shift, NULL) : 0);
    double *places = HL_NEW(arena, double, most);
    mesh->vertices = HL_NEW(arena, hl_vec3, rows * most);
    mesh->triangles = hl_arena_take(arena, (size_t)(2 * (rows - 1) * most), sizeof *mesh->triangles);
    mesh->surfaces = HL_NEW(arena, int, 2 * (rows - 1) * most);
    if (places == NULL || mesh->vertices == NULL || mesh->triangles == NULL || mesh->surfaces == NULL)
        return NULL;
    fill_mesh(s, places, gather_places(ground, s, shifted, places), shifted ? all : outer, rows, mesh);
    *rigid = (rnd_surface){.height = strip_height, .context = s, .beyond = strip_beyond};
    return mesh;
}
