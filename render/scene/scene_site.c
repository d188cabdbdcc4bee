/* The site: the ground to its horizon, scenery, marks. scene_objects.c adds the objects. */
#include "geometry.h"

#include "hl/clamp.h"
#include "hl/random.h"
#include "scene_internal.h"

#include <math.h>
#include <string.h>

static const double TURN = 6.28318530717958647692;
static const double REACH = 3000.0;    /* [m] of the ground: its end is a pixel below the true horizon */
static const double CLEAR = 4.0;       /* [m] of scattered things to objects and start */
static const double FIELD_CLEAR = 1.0; /* [m] to the edge of the sand */
static const double SMALLEST = 0.75, LARGEST = 1.25; /* scattered things: factors on their scale */

/* Its lowest place, and an apron as wide as the far ground needs at its farthest. */
static void measure_site(const auth_mesh *site, const double at[2], rnd_surface *rigid)
{
    double farthest = 0.0;
    rigid->lowest = site->vertices[0].z;
    for (int v = 0; v < site->vertex_count; v++) {
        rigid->lowest = fmin(rigid->lowest, site->vertices[v].z);
        farthest = fmax(farthest, hypot(site->vertices[v].x - at[0], site->vertices[v].y - at[1]));
    }
    rigid->apron = rnd_ground_apron(farthest);
}

static void make_ground(rnd_scene *scene)
{
    const auth_scenario *scenario = scene->setup.scenario;
    const double at[2] = {scenario != NULL ? scenario->start.at[0] : 0.0,
                          scenario != NULL ? scenario->start.at[1] : 0.0};
    const auth_mesh *site = scenario != NULL ? scenario->ground.mesh : NULL;
    rnd_surface rigid = scene->setup.ground;
    rnd_mesh mesh;
    if (scenario != NULL && scenario->ground.kind == AUTH_GROUND_WASHBOARD && !scenario->sand.present)
        site = rnd_ground_washboard(&scenario->ground, at, &rigid, scene->arena);
    if (site == NULL || rigid.beyond == NULL)
        rigid.beyond = NULL;
    else
        measure_site(site, at, &rigid);
    if (!rnd_ground_mesh(rigid, at, REACH, scene->arena, &mesh)) return;
    if (rigid.beyond != NULL) {
        if (!rnd_ground_add_site(rigid, site, scenario->ground.surface, scene->arena, &mesh)) return;
    }
    /* the only surface that is not drawn as meadow; others are names for tires */
    if (scenario != NULL && rigid.beyond == NULL && scenario->ground.surface != NULL &&
        strcmp(scenario->ground.surface, "asphalt") == 0)
        mesh.material.substance = RND_ASPHALT;
    scene->stock.ground_mesh = scene_add_mesh(scene, &mesh);
    scene_add_part(scene, scene->stock.ground_mesh,
                   scene_add_frame(scene, SCENE_STILL, MB_GROUND, matrix_identity()));
}

/* ---- scenery ---- */

static bool on_field(const auth_scenario *scenario, double x, double y)
{
    const auth_sand *sand = &scenario->sand;
    return sand->present && x > sand->from[0] - FIELD_CLEAR && x < sand->to[0] + FIELD_CLEAR &&
           y > sand->from[1] - FIELD_CLEAR && y < sand->to[1] + FIELD_CLEAR;
}

static bool is_free(const auth_scenario *scenario, double x, double y)
{
    if (on_field(scenario, x, y)) return false;
    if (hypot(x - scenario->start.at[0], y - scenario->start.at[1]) < CLEAR) return false;
    for (int i = 0; i < scenario->object_count; i++) {
        const auth_object *object = &scenario->objects[i];
        const double radius = 0.5 * hypot(object->size[0], object->size[1]);
        if (hypot(x - object->at[0], y - object->at[1]) < CLEAR + radius) return false;
    }
    return true;
}

static void stand(rnd_scene *scene, const scene_model *model, double x, double y, double heading,
                  double scale)
{
    const matrix place =
        matrix_of_turn(hl_quat_about(hl_v3(0, 0, 1), heading), hl_v3(x, y, scene_rigid(scene, x, y)));
    scene_add_model(scene, model, SCENE_STILL, MB_GROUND, matrix_scaled(place, scale, scale, scale));
}

static double between(hl_random *random, double low, double high)
{
    return low + (high - low) * hl_random_unit(random);
}

static void scatter(rnd_scene *scene, const auth_scenery *scenery, const scene_model *model)
{
    enum { TRIES = 64 };
    hl_random random = {(uint64_t)scenery->seed};
    for (int i = 0; i < scenery->count; i++)
        for (int tries = 0; tries < TRIES; tries++) {
            const double x = between(&random, scenery->from[0], scenery->to[0]);
            const double y = between(&random, scenery->from[1], scenery->to[1]);
            if (!is_free(scene->setup.scenario, x, y)) continue;
            const double heading = between(&random, 0.0, TURN);
            stand(scene, model, x, y, heading, scenery->scale * between(&random, SMALLEST, LARGEST));
            break;
        }
}

/* A striped box, 1 m wide and 2 m high, shown instead of a model that could not be read. */
static const scene_model *striped(rnd_scene *scene, const char *name)
{
    static const float size[3] = {1, 1, 2};
    scene_model *model = HL_NEW(scene->arena, scene_model, 1);
    if (model == NULL || !rnd_model_striped_box(name, size, scene->arena, &model->model)) return NULL;
    model->path = model->model.nodes[0].name;
    model->first_mesh = scene_add_mesh(scene, &model->model.meshes[0]);
    return model;
}

static void add_scenery(rnd_scene *scene, const auth_scenery *scenery)
{
    const scene_model *model =
        scene_find_model(scene, scenery->model, scene->setup.scenario_file, scenery->place);
    if (model == NULL) model = striped(scene, scenery->model);
    if (model == NULL) return;
    if (scenery->count > 0)
        scatter(scene, scenery, model);
    else
        stand(scene, model, scenery->at[0], scenery->at[1], scenery->heading, scenery->scale);
}

void scene_make_site(rnd_scene *scene)
{
    const auth_scenario *scenario = scene->setup.scenario;
    make_ground(scene);
    if (scenario == NULL) return;
    scene_make_objects(scene);
    for (int i = 0; i < scenario->scenery_count; i++) add_scenery(scene, &scenario->scenery[i]);
}

/* ---- objects as walls to the sand ---- */

/* Objects in the sand are walls: cells under them have the top of the wall as their height. In pictures the
 * object itself is drawn there, and the sand around it must not rise at its sides. */

static const double STANDS = 0.3;    /* [m] above the ground: objects with a higher base are not walls */
static const double UPRIGHT = 0.999; /* cosine of the lean up to which an object is a wall */
static const double EDGE = 1e-6;     /* [m] by which the middle of a cell may lie outside */
static const float ON_TOP = 0.02F;   /* [m] of visible sand on a wall's top */

void scene_make_walls(rnd_scene *scene)
{
    const auth_scenario *scenario = scene->setup.scenario;
    const int count = scenario == NULL ? 0 : auth_scenario_fixed(scenario);
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

/* Mean of the nearest sand on the four sides, or else the rigid ground. */
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

/* ---- marked regions of an exercise: an outline on the ground and a post at each corner, so that the work in
 * the region remains visible. They glow to be visible by day, in rain and at night; they are not part of the
 * world and cast no shadow. The outline follows the ground as it is dug and filled. ---- */

enum { CORNERS = 4, MOST_BARS = 24 /* of an edge */ };

static const double thin = 0.009, least = 0.05, most = 0.09; /* edge of a post: of the region's, [m], [m] */
static const double raised = 0.03;                           /* [m] of the outline above the ground */
static const double bar = 0.8;        /* [m] of a piece of the outline, about: it bends from piece to piece */
static const double post_above = 1.2; /* [m] that a post reaches above the region's floor or the ground */

/* Sky blue, the palette's colour for recommendations: not a colour of sand, grass or machine. */
static const rnd_material glow = {RND_PLAIN, {0.06F, 0.24F, 0.46F, 1}, 0, 0.9F, {0.10F, 0.55F, 1.05F}, 0};

/* ---- making ---- */

static void add_pieces(rnd_scene *scene, int mesh, int count)
{
    for (int i = 0; i < count; i++) {
        const int frame = scene_add_frame(scene, SCENE_STILL, MB_GROUND, matrix_identity());
        if (hl_arena_failed(scene->arena)) return;
        scene->frames[frame].mark = true;
        scene_add_part(scene, mesh, frame);
    }
}

/* A mesh of the size; -1: out of memory. */
static int make_box(rnd_scene *scene, double x, double y, double z)
{
    const float size[3] = {(float)x, (float)y, (float)z};
    rnd_mesh mesh;
    return solid_box(size, false, glow, scene->arena, &mesh) ? scene_add_mesh(scene, &mesh) : -1;
}

static int bars_of(double edge)
{
    return (int)hl_clamp(ceil(edge / bar), 1.0, MOST_BARS);
}

/* Four posts of 1 m, then the pieces of the outline, 1 m long each: edges from corner 0 to 1, 1 to 2, ... */
static void add_region(rnd_scene *scene, const auth_region *region)
{
    const double t = hl_clamp(thin * fmax(region->size[0], region->size[1]), least, most);
    const int post = make_box(scene, t, t, 1.0), piece = make_box(scene, 1.0, t, t);
    if (hl_arena_failed(scene->arena)) return;
    add_pieces(scene, post, CORNERS);
    for (int e = 0; e < CORNERS; e++) add_pieces(scene, piece, bars_of(region->size[e % 2]));
}

static bool is_ever_marked(const auth_training *training, int region)
{
    for (int i = 0; i < training->instruction_count; i++)
        if (training->instructions[i]->kind == AUTH_DO_MARK && training->instructions[i]->of == region)
            return true;
    return false;
}

void scene_make_marks(rnd_scene *scene)
{
    const auth_scenario *scenario = scene->setup.scenario;
    if (scenario == NULL) return;
    const auth_training *training = &scenario->training;
    scene->marks = HL_NEW(scene->arena, scene_mark, training->region_count + 1);
    for (int r = 0; r < training->region_count && !hl_arena_failed(scene->arena); r++) {
        const int signal = rnd_signal_of(scene->setup.signals, scene->setup.signal_count, "region.",
                                         training->regions[r].name, ".marked");
        if (signal < 0 || signal >= XCH_SIGNALS || !is_ever_marked(training, r)) continue;
        scene_mark *mark = &scene->marks[scene->mark_count++];
        *mark = (scene_mark){
            .region = &training->regions[r], .signal = signal, .first_frame = scene->frame_count};
        add_region(scene, &training->regions[r]);
        mark->frames = scene->frame_count - mark->first_frame;
    }
}

/* ---- pictures ---- */

static void corner_of(const auth_region *region, int corner, double at[2])
{
    static const double x[CORNERS] = {-0.5, 0.5, 0.5, -0.5}, y[CORNERS] = {-0.5, -0.5, 0.5, 0.5};
    const double c = cos(region->heading), s = sin(region->heading);
    const double along = x[corner] * region->size[0], across = y[corner] * region->size[1];
    at[0] = region->at[0] + c * along - s * across;
    at[1] = region->at[1] + s * along + c * across;
}

static void put(scene_frame *frame, hl_vec3 x, hl_vec3 y, hl_vec3 z, hl_vec3 middle)
{
    frame->now = matrix_of_axes(x, y, z, middle);
    frame->stretch = fmaxf(1.0F, (float)sqrt(fmax(hl_dot(x, x), hl_dot(z, z))));
}

/* From the ground up. */
static void place_post(const rnd_scene *scene, const auth_region *region, int corner, scene_frame *frame)
{
    double at[2];
    corner_of(region, corner, at);
    const double ground = rnd_ground_at(scene->ground, at[0], at[1]);
    const double floor = scene_rigid(scene, region->at[0], region->at[1]) + region->at[2];
    const double top = fmin(fmax(floor, ground) + post_above, floor + region->size[2]);
    const double height = fmax(top - ground, raised);
    const double c = cos(region->heading), s = sin(region->heading);
    put(frame, hl_v3(c, s, 0.0), hl_v3(-s, c, 0.0), hl_v3(0.0, 0.0, height),
        hl_v3(at[0], at[1], ground + 0.5 * height));
}

static hl_vec3 on_ground(const rnd_scene *scene, const double from[2], const double to[2], double share)
{
    const double x = from[0] + share * (to[0] - from[0]), y = from[1] + share * (to[1] - from[1]);
    return hl_v3(x, y, rnd_ground_at(scene->ground, x, y) + raised);
}

static void place_edge(const rnd_scene *scene, const auth_region *region, int edge, scene_frame *frames)
{
    const int bars = bars_of(region->size[edge % 2]);
    double from[2], to[2];
    corner_of(region, edge, from);
    corner_of(region, (edge + 1) % CORNERS, to);
    const hl_vec3 ahead = hl_normalized(hl_v3(to[0] - from[0], to[1] - from[1], 0.0));
    for (int i = 0; i < bars; i++) {
        const hl_vec3 a = on_ground(scene, from, to, (double)i / bars),
                      b = on_ground(scene, from, to, (i + 1.0) / bars);
        put(&frames[i], hl_sub(b, a), hl_v3(-ahead.y, ahead.x, 0.0), hl_v3(0.0, 0.0, 1.0),
            hl_scale(0.5, hl_add(a, b)));
    }
}

static void place_region(rnd_scene *scene, const scene_mark *mark)
{
    scene_frame *frames = scene->frames + mark->first_frame;
    for (int c = 0; c < CORNERS; c++) place_post(scene, mark->region, c, &frames[c]);
    frames += CORNERS;
    for (int e = 0; e < CORNERS; e++) {
        place_edge(scene, mark->region, e, frames);
        frames += bars_of(mark->region->size[e % 2]);
    }
}

void scene_place_marks(rnd_scene *scene)
{
    for (int m = 0; m < scene->mark_count; m++) {
        const scene_mark *mark = &scene->marks[m];
        const bool shown = scene->shown.signals[mark->signal] >= 0.5;
        if (shown) place_region(scene, mark);
        for (int f = 0; f < mark->frames; f++) scene->frames[mark->first_frame + f].hidden = !shown;
    }
}
