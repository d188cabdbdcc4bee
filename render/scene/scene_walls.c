/* Objects that stand in the sand are walls to it: cells under them have the wall's top as their height. In
 * pictures the object itself is seen there, and the sand around it must not climb up its sides. */
#include "scene_internal.h"

#include <math.h>

static const double STANDS = 0.3;    /* [m] above the ground: higher bases are no walls to the sand */
static const double UPRIGHT = 0.999; /* cosine of the lean up to which an object is a wall */
static const double EDGE = 1e-6;     /* [m] by which the middle of a cell may lie outside */
static const float ON_TOP = 0.02F;   /* [m] of sand that is seen on a wall's top */

void scene_make_walls(rnd_scene *scene)
{
    const auth_scenario *scenario = scene->setup.scenario;
    const int count = scenario == NULL ? 0 : scenario->object_count;
    scene->walls = HL_NEW(scene->arena, scene_wall, count);
    if (scene->walls == NULL) return;
    for (int i = 0; i < count; i++) {
        const auth_object *object = &scenario->objects[i];
        const hl_mat3 axes = hl_quat_matrix(hl_quat_exp(matrix_vec3(object->turn)));
        const double ground = scene_rigid(scene, object->at[0], object->at[1]);
        const double base = object->at[2] + (object->absolute ? 0.0 : ground);
        if (axes.m[2][2] <= UPRIGHT || base - ground >= STANDS) continue;
        scene->walls[scene->wall_count++] =
            (scene_wall){.at = {object->at[0], object->at[1]},
                         .half = {0.5 * object->size[0], 0.5 * object->size[1]},
                         .along = {axes.m[0][0], axes.m[1][0]},
                         .top = (float)(base + object->size[2])};
    }
}

static bool is_under(const scene_wall *wall, double x, double y)
{
    const double dx = x - wall->at[0], dy = y - wall->at[1];
    const double u = dx * wall->along[0] + dy * wall->along[1], v = dy * wall->along[0] - dx * wall->along[1];
    return fabs(u) < wall->half[0] + EDGE && fabs(v) < wall->half[1] + EDGE;
}

/* Which knots of a tile show a wall's top instead of sand. */
static bool mark(const rnd_scene *scene, const xch_tile *tile, bool hidden[XCH_KNOTS][XCH_KNOTS])
{
    const double half = 0.5 * XCH_TILE * tile->cell;
    bool any = false;
    for (int w = 0; w < scene->wall_count; w++) {
        const scene_wall *wall = &scene->walls[w];
        const double apart =
            hypot(wall->at[0] - tile->origin[0] - half, wall->at[1] - tile->origin[1] - half);
        if (apart > hypot(wall->half[0], wall->half[1]) + 1.5 * half) continue; /* 1.5: beyond its corners */
        for (int j = 0; j < XCH_KNOTS; j++)
            for (int i = 0; i < XCH_KNOTS; i++)
                if (tile->heights[j][i] < wall->top + ON_TOP &&
                    is_under(wall, tile->origin[0] + tile->cell * i, tile->origin[1] + tile->cell * j))
                    any = hidden[j][i] = true;
    }
    return any;
}

/* Mean of the nearest sand to the four sides; the rigid ground where there is none near. */
static float beside(const rnd_scene *scene, const xch_tile *tile, bool hidden[XCH_KNOTS][XCH_KNOTS],
                    int column, int row)
{
    enum { FAR = 8 }; /* knots */
    static const int ways[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    float sum = 0.0F;
    int found = 0;
    for (int way = 0; way < 4; way++)
        for (int k = 1; k <= FAR; k++) {
            const int i = column + k * ways[way][0], j = row + k * ways[way][1];
            if (i < 0 || j < 0 || i >= XCH_KNOTS || j >= XCH_KNOTS) break;
            if (hidden[j][i]) continue;
            sum += tile->heights[j][i];
            found++;
            break;
        }
    if (found > 0) return sum / (float)found;
    return (float)scene_rigid(scene, tile->origin[0] + tile->cell * column,
                              tile->origin[1] + tile->cell * row);
}

void rnd_scene_tile(rnd_scene *scene, const xch_tile *tile)
{
    bool hidden[XCH_KNOTS][XCH_KNOTS] = {{false}};
    if (!mark(scene, tile, hidden)) {
        rnd_ground_take(scene->ground, tile);
        return;
    }
    xch_tile open = *tile;
    for (int j = 0; j < XCH_KNOTS; j++)
        for (int i = 0; i < XCH_KNOTS; i++)
            if (hidden[j][i]) open.heights[j][i] = beside(scene, tile, hidden, i, j);
    rnd_ground_take(scene->ground, &open);
}
