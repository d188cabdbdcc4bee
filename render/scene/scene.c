/* The scene: built once, updated by snapshots, tiles and grains, drawn on request. */
#include "geometry.h"

#include "hl/clamp.h"
#include "rnd/scene.h"
#include "scene_internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* [s] delay of pictures behind the simulation. Snapshots arrive at each tick or every few (1 ms each), not
 * quite evenly: within this time the next one has arrived, so that interpolation is always possible. */
static const double BEHIND = 5e-3;

void rnd_motion_take(rnd_motion *motion, const xch_snapshot *snapshot)
{
    xch_snapshot *newest = &motion->last[1];
    if (motion->any && snapshot->tick == newest->tick) return;
    const bool onwards = motion->any && snapshot->tick > newest->tick;
    motion->last[0] = onwards ? *newest : *snapshot;
    *newest = *snapshot;
    motion->any = true;
}

static double within(const rnd_motion *motion, double time)
{
    return hl_clamp(time, motion->last[0].time, motion->last[1].time);
}

double rnd_motion_time(const rnd_motion *motion, int64_t now)
{
    const xch_snapshot *newest = &motion->last[1];
    if (newest->woke == 0) return newest->time;
    return within(motion, newest->time + 1e-9 * (double)(now - newest->woke) - BEHIND);
}

static float mixed(float a, float b, float share)
{
    return (1.0F - share) * a + share * b;
}

static void mix_pose(const xch_pose *a, const xch_pose *b, float share, xch_pose *out)
{
    float dot = 0.0F, square = 0.0F, q[4];
    for (int k = 0; k < 3; k++) out->position[k] = mixed(a->position[k], b->position[k], share);
    for (int k = 0; k < 4; k++) dot += a->rotation[k] * b->rotation[k];
    const float sign = dot < 0.0F ? -1.0F : 1.0F; /* q and -q are the same rotation: choose the nearer one */
    for (int k = 0; k < 4; k++) {
        q[k] = mixed(a->rotation[k], sign * b->rotation[k], share);
        square += q[k] * q[k];
    }
    for (int k = 0; k < 4; k++) out->rotation[k] = square > 0.0F ? q[k] / sqrtf(square) : b->rotation[k];
}

void rnd_motion_at(const rnd_motion *motion, double time, xch_snapshot *out)
{
    const xch_snapshot *a = &motion->last[0], *b = &motion->last[1];
    const double span = b->time - a->time, at = within(motion, time);
    const double share = span > 0.0 ? (at - a->time) / span : 1.0;
    *out = *b;
    if (share >= 1.0) return;
    out->time = at;
    if (share <= 0.0) { /* exact at the ends */
        memcpy(out->signals, a->signals, sizeof out->signals);
        memcpy(out->bodies, a->bodies, sizeof out->bodies);
        memcpy(out->objects, a->objects, sizeof out->objects);
        return;
    }
    for (int i = 0; i < b->signal_count; i++)
        out->signals[i] = (1.0 - share) * a->signals[i] + share * b->signals[i];
    for (int i = 0; i < b->body_count; i++)
        mix_pose(&a->bodies[i], &b->bodies[i], (float)share, &out->bodies[i]);
    for (int i = 0; i < b->object_count; i++)
        mix_pose(&a->objects[i], &b->objects[i], (float)share, &out->objects[i]);
}

/* ---- head-up display: gauges on the windshield, moving with the cab, or on the screen; panels of an
 * exercise over it ---- */
static const double MARGIN = 0.03; /* of the screen's height, around a display on the screen */

/* A plane in which a layout lies: its middle, and what a dot is along its axes. On the screen the picture's
 * own: x, y from -1 to 1. */
typedef struct plane {
    hl_vec3 middle, right, up;
} plane;

/* The layout's proportions are kept. The windshield leans in the plane of x and z: the driver looks along x,
 * forward or back. */
static plane windshield_of(const rnd_scene *scene, const double canvas[2])
{
    const auth_picture *picture = &scene->setup.machine->picture;
    const matrix cab = matrix_of_body(&scene->shown, picture->cab_body);
    const double ahead = picture->towards[0] >= picture->eye[0] ? 1.0 : -1.0;
    const double dot = fmin(picture->windshield_size[0] / canvas[0], picture->windshield_size[1] / canvas[1]);
    const hl_vec3 x = matrix_column(&cab, 0), y = matrix_column(&cab, 1), z = matrix_column(&cab, 2);
    const double tilt = picture->windshield_tilt;
    return (plane){.middle = matrix_point(&cab, matrix_vec3(picture->windshield)),
                   .right = hl_scale(-ahead * dot, y),
                   .up = hl_add(hl_scale(dot * cos(tilt), z), hl_scale(dot * ahead * sin(tilt), x))};
}

static plane screen_of(const rnd_picture *picture, const double canvas[2])
{
    const double width = picture->width > 0 ? picture->width : 1.0;
    const double height = picture->height > 0 ? picture->height : 1.0, margin = MARGIN * height;
    const double dot = fmin((width - 2.0 * margin) / canvas[0], (height - 2.0 * margin) / canvas[1]);
    return (plane){.right = hl_v3(2.0 * dot / width, 0, 0), .up = hl_v3(0, 2.0 * dot / height, 0)};
}

static void set_corners(const plane *p, const double canvas[2], const rnd_hud_gauge_view *gauge,
                        rnd_panel *panel)
{
    static const double across[4] = {0, 1, 1, 0}, down[4] = {0, 0, 1, 1};
    for (int c = 0; c < 4; c++) {
        const double x = gauge->at[0] + across[c] * gauge->size[0] - 0.5 * canvas[0];
        const double y = gauge->at[1] + down[c] * gauge->size[1] - 0.5 * canvas[1];
        const hl_vec3 at = hl_add_scaled(hl_add_scaled(p->middle, x, p->right), -y, p->up);
        panel->corners[c][0] = (float)at.x;
        panel->corners[c][1] = (float)at.y;
        panel->corners[c][2] = (float)at.z;
    }
}

static void add_gauges(rnd_scene *scene, const rnd_picture *picture)
{
    rnd_draw_list *list = &scene->list;
    const double *canvas = rnd_hud_layout(picture->hud)->size;
    const bool on_glass = list->views[0].inside && !picture->hud_on_screen;
    const plane screen = screen_of(picture, canvas), glass = on_glass ? windshield_of(scene, canvas) : screen;
    const int count = rnd_hud_gauge_count(picture->hud);
    (void)rnd_hud_update(picture->hud, scene->shown.signals, scene->shown.time);
    for (int i = 0; i < count && list->panel_count < RND_PANELS; i++) {
        const rnd_hud_gauge_view gauge = rnd_hud_gauge(picture->hud, i);
        if (!gauge.visible) continue;
        rnd_panel *panel = &list->panels[list->panel_count++];
        *panel = (rnd_panel){.slot = i, .picture = gauge, .alpha = 1.0F};
        panel->in_world = on_glass && gauge.surface == AUTH_WINDSHIELD;
        set_corners(panel->in_world ? &glass : &screen, canvas, &gauge, panel);
    }
}

/* ---- the tool in the picture ---- */

/* A growing box in the picture, x and y from -1 to 1. */
typedef struct extent {
    double low[2], high[2];
} extent;

static void extend(extent *e, const rnd_view *view, hl_vec3 at)
{
    const double point[4] = {at.x, at.y, at.z, 1.0};
    double eye[4] = {0, 0, 0, 1}, clip[4] = {0};
    for (int row = 0; row < 3; row++)
        for (int k = 0; k < 4; k++) eye[row] += (double)view->view[k][row] * point[k];
    for (int row = 0; row < 4; row++)
        for (int k = 0; k < 4; k++) clip[row] += (double)view->projection[k][row] * eye[k];
    if (clip[3] < (double)view->nearest) return; /* behind the eye */
    for (int k = 0; k < 2; k++) {
        e->low[k] = fmin(e->low[k], clip[k] / clip[3]);
        e->high[k] = fmax(e->high[k], clip[k] / clip[3]);
    }
}

static void extend_by_tool(extent *e, const rnd_scene *scene, const auth_tool *tool)
{
    const matrix body = matrix_of_body(&scene->shown, tool->body);
    const matrix own = matrix_of_turn(hl_quat_exp(matrix_vec3(tool->turn)), matrix_vec3(tool->at));
    const matrix frame = matrix_mul(&body, &own);
    for (int c = 0; c < tool->corners; c++)
        for (int side = -1; side <= 1; side += 2)
            extend(e, &scene->list.views[0],
                   matrix_point(&frame,
                                hl_v3(tool->profile[c][0], 0.5 * side * tool->width, tool->profile[c][1])));
}

/* The box around the watched tool [pixels]: left, top, width, height; width 0: not visible. */
static void find_tool(const rnd_scene *scene, const rnd_picture *picture, double box[4])
{
    const auth_machine *machine = scene->setup.machine;
    const double size[2] = {picture->width, picture->height};
    extent e = {{HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL}};
    for (int t = 0; t < machine->tool_count; t++)
        if (!machine->picture.tool || machine->tools[t].body == machine->picture.tool_body)
            extend_by_tool(&e, scene, &machine->tools[t]);
    for (int k = 0; k < 4; k++) box[k] = 0.0;
    if (!(e.high[0] > e.low[0]) || e.high[0] < -1.0 || e.low[0] > 1.0 || e.high[1] < -1.0 || e.low[1] > 1.0)
        return;
    box[0] = 0.5 * (1.0 + fmax(e.low[0], -1.0)) * size[0];
    box[1] = 0.5 * (1.0 - fmin(e.high[1], 1.0)) * size[1];
    box[2] = 0.5 * (1.0 + fmin(e.high[0], 1.0)) * size[0] - box[0];
    box[3] = 0.5 * (1.0 - fmax(e.low[1], -1.0)) * size[1] - box[1];
}

/* ---- an exercise ---- */

/* Places of the exercise's panels are pixels of the picture. */
static void add_tasks(rnd_scene *scene, const rnd_picture *picture)
{
    rnd_draw_list *list = &scene->list;
    const double size[2] = {picture->width, picture->height};
    const plane screen = {.right = hl_v3(2.0 / fmax(size[0], 1.0), 0, 0),
                          .up = hl_v3(0, 2.0 / fmax(size[1], 1.0), 0)};
    double tool[4];
    find_tool(scene, picture, tool);
    rnd_tasks_tool(picture->tasks, tool);
    (void)rnd_tasks_update(picture->tasks, scene->shown.signals, scene->shown.time, picture->width,
                           picture->height);
    for (int i = 0; i < RND_TASK_PANELS && list->panel_count < RND_PANELS; i++) {
        const rnd_hud_gauge_view view = rnd_tasks_panel(picture->tasks, i);
        if (!view.visible) continue;
        rnd_panel *panel = &list->panels[list->panel_count++];
        *panel = (rnd_panel){.slot = AUTH_MOST_GAUGES + i, .picture = view, .alpha = 1.0F};
        set_corners(&screen, size, &view, panel);
    }
}

/* Panels of the display and of an exercise. */
static void scene_hud(rnd_scene *scene, const rnd_picture *picture)
{
    scene->list.panel_count = 0;
    if (picture->hud != NULL) add_gauges(scene, picture);
    if (picture->tasks != NULL) add_tasks(scene, picture);
}

/* [m] before the eye that each shadow map reaches: close ones sharper. In the cab hands and the bucket are
 * near; outside the machine is at the camera's distance. Simple pictures have one map less. */
static const float reach_inside[RND_CASCADES] = {6.0F, 25.0F, 90.0F};
static const float reach_outside[RND_CASCADES] = {14.0F, 40.0F, 120.0F};
static const float reach_simple[2][RND_CASCADES] = {{16.0F, 60.0F}, {9.0F, 50.0F}}; /* [inside] */

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
    scene_make_hazards(scene);
    scene_make_slings(scene);
    scene_make_heaps(scene);
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

/* An angle that jumps by a turn, like a heading at +-pi, is not interpolated. */
static void keep_jumps(rnd_scene *scene)
{
    static const double half_turn = 3.14159265358979323846;
    const double *before = scene->motion.last[0].signals, *after = scene->motion.last[1].signals;
    for (int i = 0; i < scene->angle_count; i++) {
        const int signal = scene->angles[i];
        if (fabs(after[signal] - before[signal]) > half_turn) scene->shown.signals[signal] = after[signal];
    }
}

/* The size of the driven machine in the chassis' frame for the cameras, from the spheres of its parts in the
 * first picture. */
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
    if (!(high[0] > low[0])) return; /* not visible */
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
    scene_place_hazards(scene);
    scene_place_slings(scene);
    if (scene->rig.radius <= 0.0) measure(scene);
    set_views(scene, picture);
    set_cascades(scene, picture->quality);
    scene_cull(scene);
    rnd_ground_list(scene->ground, list);
    scene_soil_colours(scene, list->field.colours);
    scene_add_loose_soil(scene);
    scene_add_heaps(scene);
    scene_hud(scene, picture);
    return list;
}
