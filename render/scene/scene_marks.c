/* Regions of an exercise that stand out while they are marked: posts at the corners, beams around the floor
 * and the top, between them a veil. They glow, so that they are seen by day, in rain and at night alike; they
 * are no part of the world, cast no shadow and hold nobody up. */
#include "scene_internal.h"
#include "solid.h"

#include <math.h>

static const double thin = 0.009, least = 0.05, most = 0.09; /* edge of a post: of the region's, [m], [m] */
static const double raised = 0.03;                           /* [m] of the lower beams above the floor */

/* Sky blue, the palette's colour of what is recommended: neither sand nor grass nor machine has it. */
static const rnd_material glow = {RND_PLAIN, {0.06F, 0.24F, 0.46F, 1}, 0, 0.9F, {0.10F, 0.55F, 1.05F}, 0};
static const rnd_material veil = {RND_GLASS, {0.10F, 0.45F, 0.80F, 0.16F}, 0, 0.9F, {0.02F, 0.09F, 0.17F}, 0};

static void add_box(rnd_scene *scene, int mesh, const matrix *floor, double x, double y, double z)
{
    const matrix at = matrix_moved(x, y, z);
    const int frame = scene_add_frame(scene, SCENE_STILL, AUTH_GROUND, matrix_mul(floor, &at));
    scene->frames[frame].mark = true;
    scene_add_part(scene, mesh, frame);
}

/* A mesh of the size for all boxes that have it; -1: no memory. */
static int make_box(rnd_scene *scene, double x, double y, double z, rnd_material material)
{
    const float size[3] = {(float)x, (float)y, (float)z};
    rnd_mesh mesh;
    if (solid_box(size, false, material, scene->arena, &mesh)) return scene_add_mesh(scene, &mesh);
    scene->exhausted = true;
    return -1;
}

static void add_region(rnd_scene *scene, const auth_region *region)
{
    const double ground = scene_rigid(scene, region->at[0], region->at[1]);
    const matrix floor = matrix_of_turn(hl_quat_about(hl_v3(0, 0, 1), region->heading),
                                        hl_v3(region->at[0], region->at[1], ground + region->at[2]));
    const double *size = region->size, t = fmin(fmax(thin * fmax(size[0], size[1]), least), most);
    const int post = make_box(scene, t, t, size[2], glow);
    const int along = make_box(scene, size[0], t, t, glow), across = make_box(scene, t, size[1], t, glow);
    const int x_wall = make_box(scene, 0.2 * t, size[1] - t, size[2], veil),
              y_wall = make_box(scene, size[0] - t, 0.2 * t, size[2], veil);
    if (scene->exhausted) return;
    for (int i = 0; i < 4; i++) {
        const double x = (i % 2 == 0 ? -0.5 : 0.5) * size[0], y = (i < 2 ? -0.5 : 0.5) * size[1];
        const double z = i % 2 == 0 ? raised : size[2];
        add_box(scene, post, &floor, x, y, 0.5 * size[2]);
        add_box(scene, along, &floor, 0.0, y, z);
        add_box(scene, across, &floor, i < 2 ? -0.5 * size[0] : 0.5 * size[0], 0.0, z);
    }
    for (int i = -1; i <= 1; i += 2) {
        add_box(scene, x_wall, &floor, 0.5 * i * size[0], 0.0, 0.5 * size[2]);
        add_box(scene, y_wall, &floor, 0.0, 0.5 * i * size[1], 0.5 * size[2]);
    }
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
    if (scene->marks == NULL) {
        scene->exhausted = true;
        return;
    }
    for (int r = 0; r < training->region_count && !scene->exhausted; r++) {
        const int signal = rnd_signal_of(scene->setup.signals, scene->setup.signal_count, "region.",
                                         training->regions[r].name, ".marked");
        if (signal < 0 || signal >= XCH_SIGNALS || !is_ever_marked(training, r)) continue;
        scene_mark *mark = &scene->marks[scene->mark_count++];
        *mark = (scene_mark){.signal = signal, .first_frame = scene->frame_count};
        add_region(scene, &training->regions[r]);
        mark->frames = scene->frame_count - mark->first_frame;
    }
}

void scene_place_marks(rnd_scene *scene)
{
    for (int m = 0; m < scene->mark_count; m++) {
        const scene_mark *mark = &scene->marks[m];
        const bool shown = scene->shown.signals[mark->signal] >= 0.5;
        for (int f = 0; f < mark->frames; f++) scene->frames[mark->first_frame + f].hidden = !shown;
    }
}
