/* Regions of an exercise that stand out while they are marked: an outline on the ground and a post at each
 * corner. Between them there is nothing, so that the work in the region is seen as it is. They glow, so that
 * they are seen by day, in rain and at night alike; they are no part of the world and cast no shadow. The
 * outline follows the ground as it is dug and filled. */
#include "scene_internal.h"
#include "solid.h"

#include "hl/clamp.h"

#include <math.h>

enum { CORNERS = 4, MOST_BARS = 24 /* of an edge */ };

static const double thin = 0.009, least = 0.05, most = 0.09; /* edge of a post: of the region's, [m], [m] */
static const double raised = 0.03;                           /* [m] of the outline above the ground */
static const double bar = 0.8;        /* [m] of a piece of the outline, about: it bends from piece to piece */
static const double post_above = 1.2; /* [m] that a post reaches above the region's floor or the ground */

/* Sky blue, the palette's colour of what is recommended: neither sand nor grass nor machine has it. */
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

/* A mesh of the size; -1: no memory. */
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
