/* The display: its gauges on the windshield, where they move with the cab, or on the screen; and the panels
 * of an exercise over it. */
#include "scene_internal.h"

#include <math.h>

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

/* A box in the picture, x and y from -1 to 1, that grows. */
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

/* Around the tool that pictures look at, in pixels: left, top, width, height; width 0: it is not seen. */
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

void scene_hud(rnd_scene *scene, const rnd_picture *picture)
{
    scene->list.panel_count = 0;
    if (picture->hud != NULL) add_gauges(scene, picture);
    if (picture->tasks != NULL) add_tasks(scene, picture);
}
