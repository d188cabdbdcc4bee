/* The scene from outside: made once, fed with what comes, asked for pictures. */
#include "frustum.h"
#include "scene_internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* [m] before the eye that each shadow map reaches: close ones sharper. In the cab hands and the bucket are
 * near, outside the machine is at the camera's distance. Simple pictures have a map less. */
static const float reach_inside[RND_CASCADES] = {6.0F, 25.0F, 90.0F};
static const float reach_outside[RND_CASCADES] = {14.0F, 40.0F, 120.0F};
static const float reach_simple[2][RND_CASCADES] = {{16.0F, 60.0F}, {9.0F, 50.0F}}; /* [inside] */

int scene_signal(const rnd_scene *scene, const char *name)
{
    for (int i = 0; i < scene->setup.signal_count && i < XCH_SIGNALS; i++)
        if (strcmp(scene->setup.signals[i].name, name) == 0) return i;
    return -1;
}

/* ---- making ---- */

static int wheel_signal(const rnd_scene *scene, const auth_wheel *wheel, const char *what)
{
    char name[128];
    snprintf(name, sizeof name, "wheel.%s.%s", wheel->name, what);
    return scene_signal(scene, name);
}

static void find_signals(rnd_scene *scene)
{
    const auth_machine *machine = scene->setup.machine;
    scene->running = scene_signal(scene, "engine.running");
    scene->engine_speed = scene_signal(scene, "engine.speed");
    scene->engine_load = scene_signal(scene, "engine.load");
    scene->wheels = HL_NEW(scene->arena, scene_wheel_signals, machine->wheel_count);
    scene->angles = HL_NEW(scene->arena, int, scene->setup.signal_count);
    if (hl_arena_failed(scene->arena)) return;
    for (int w = 0; w < machine->wheel_count; w++)
        scene->wheels[w] = (scene_wheel_signals){wheel_signal(scene, &machine->wheels[w], "speed"),
                                                 wheel_signal(scene, &machine->wheels[w], "slip"),
                                                 wheel_signal(scene, &machine->wheels[w], "load")};
    for (int i = 0; i < scene->setup.signal_count && i < XCH_SIGNALS; i++)
        if (strcmp(scene->setup.signals[i].unit, "rad") == 0) scene->angles[scene->angle_count++] = i;
}

static void make_stock(rnd_scene *scene)
{
    const rnd_scene_setup *setup = &scene->setup;
    char folder[SCENE_PATH];
    snprintf(folder, sizeof folder, "%s/textures", setup->assets != NULL ? setup->assets : ".");
    scene->stock.ground_mesh = -1;
    scene->stock.textures = hl_arena_text(scene->arena, folder);
    if (setup->field_columns > 0 && setup->field_rows > 0) {
        scene->stock.field_columns = setup->field_columns * XCH_TILE + 1;
        scene->stock.field_rows = setup->field_rows * XCH_TILE + 1;
    }
}

rnd_scene *rnd_scene_new(const rnd_scene_setup *setup, hl_arena *arena)
{
    rnd_scene *scene = HL_NEW(arena, rnd_scene, 1);
    if (scene == NULL) return NULL;
    scene->setup = *setup;
    scene->arena = arena;
    scene->rig.chassis = setup->machine->chassis;
    scene->rig.picture = &scene->setup.machine->picture;
    scene->weather = setup->scenario != NULL ? setup->scenario->weather : auth_weather_default();
    scene->ground = rnd_ground_new(setup->field_columns, setup->field_rows, setup->ground, arena);
    scene->dust = rnd_dust_new(arena);
    if (scene->ground == NULL || scene->dust == NULL) return NULL;
    make_stock(scene);
    find_signals(scene);
    scene_make_machine(scene);
    scene_make_site(scene);
    scene_make_walls(scene);
    scene_make_marks(scene);
    if (hl_arena_failed(arena)) return NULL;
    scene_sort(scene);
    return hl_arena_failed(arena) ? NULL : scene;
}

int rnd_scene_message_count(const rnd_scene *scene)
{
    return scene->message_count;
}

const char *rnd_scene_message(const rnd_scene *scene, int message)
{
    return scene->messages[message];
}

const rnd_stock *rnd_scene_stock(const rnd_scene *scene)
{
    return &scene->stock;
}

auth_weather *rnd_scene_weather(rnd_scene *scene)
{
    return &scene->weather;
}

/* ---- what comes ---- */

void rnd_scene_snapshot(rnd_scene *scene, const xch_snapshot *snapshot)
{
    rnd_motion_take(&scene->motion, snapshot);
}

void rnd_scene_grains(rnd_scene *scene, const xch_grains *grains)
{
    scene->grains = grains;
}

double rnd_scene_time(const rnd_scene *scene, int64_t now)
{
    return rnd_motion_time(&scene->motion, now);
}

const xch_snapshot *rnd_scene_shown(const rnd_scene *scene)
{
    return &scene->shown;
}

/* ---- pictures ---- */

/* An angle that jumps by a turn, as a heading does at +-pi, has nothing in between. */
static void keep_jumps(rnd_scene *scene)
{
    static const double half_turn = 3.14159265358979323846;
    const double *before = scene->motion.last[0].signals, *after = scene->motion.last[1].signals;
    for (int i = 0; i < scene->angle_count; i++) {
        const int signal = scene->angles[i];
        if (fabs(after[signal] - before[signal]) > half_turn) scene->shown.signals[signal] = after[signal];
    }
}

/* The driven machine's size in the chassis' frame, from the spheres of its parts, for the cameras: once, as
 * it stands in the first picture. */
static void measure(rnd_scene *scene)
{
    const matrix chassis = matrix_of_body(&scene->shown, scene->rig.chassis);
    double low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (int p = 0; p < scene->part_count; p++) {
        const scene_frame *frame = &scene->frames[scene->parts[p].frame];
        const rnd_mesh *mesh = &scene->meshes[scene->parts[p].mesh];
        if (frame->carrier == SCENE_STILL || scene->parts[p].frame >= scene->own_frames) continue;
        const float *c = mesh->centre;
        const hl_vec3 centre = matrix_point(&frame->now, hl_v3((double)c[0], (double)c[1], (double)c[2]));
        const hl_vec3 d = hl_sub(centre, matrix_column(&chassis, 3));
        const double radius = (double)(mesh->radius * frame->stretch);
        for (int k = 0; k < 3; k++) {
            const double along = hl_dot(d, matrix_column(&chassis, k));
            low[k] = fmin(low[k], along - radius);
            high[k] = fmax(high[k], along + radius);
        }
    }
    if (!(high[0] > low[0])) return; /* nothing of it is to be seen */
    for (int k = 0; k < 3; k++) scene->rig.middle[k] = 0.5 * (low[k] + high[k]);
    scene->rig.radius = 0.5 * fmax(high[0] - low[0], high[1] - low[1]);
}

static double height_at(void *context, double x, double y)
{
    return rnd_ground_at(context, x, y);
}

static void set_views(rnd_scene *scene, const rnd_picture *picture)
{
    rnd_draw_list *list = &scene->list;
    list->views[0] = rnd_camera_view(&picture->camera, &scene->rig, &scene->shown, picture->width,
                                     picture->height, height_at, scene->ground);
    list->view_count = 1;
    while (picture->mirrors && list->views[0].inside && list->view_count < RND_VIEWS &&
           rnd_mirror_view(list->view_count - 1, &scene->rig, &scene->shown, &list->views[list->view_count]))
        list->view_count++;
}

static void set_cascades(rnd_scene *scene, rnd_quality quality)
{
    enum { FEWER = RND_CASCADES - 1 };
    rnd_draw_list *list = &scene->list;
    const bool inside = list->views[0].inside;
    if (quality == RND_LOW)
        scene_cascades(&list->views[0], list->sky.to_sun, FEWER, reach_simple[inside ? 1 : 0], list);
    else
        scene_cascades(&list->views[0], list->sky.to_sun, RND_CASCADES, inside ? reach_inside : reach_outside,
                       list);
}

rnd_draw_list *rnd_scene_picture(rnd_scene *scene, const rnd_picture *picture)
{
    rnd_draw_list *list = &scene->list;
    if (!scene->motion.any) return NULL;
    rnd_motion_at(&scene->motion, picture->time, &scene->shown);
    keep_jumps(scene);
    list->time = scene->shown.time;
    list->sky = rnd_sky_of(&scene->weather);
    rnd_ground_fill(scene->ground, scene->grains == NULL ? 0 : scene->grains->count,
                    scene->grains == NULL ? NULL : scene->grains->xyzr);
    scene_place(scene);
    scene_place_marks(scene);
    if (scene->rig.radius <= 0.0) measure(scene);
    set_views(scene, picture);
    set_cascades(scene, picture->quality);
    scene_cull(scene);
    rnd_ground_list(scene->ground, list);
    scene_soil_colours(scene, list->field.colours);
    scene_add_loose_soil(scene);
    scene_hud(scene, picture);
    return list;
}
