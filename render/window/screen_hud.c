#include "screen_hud.h"

/* Of the canvas along one axis: its beginning, middle or end [dots]. */
static double anchor_of(double middle, double length)
{
    if (3.0 * middle < length) return 0.0;
    return 3.0 * middle > 2.0 * length ? length : 0.5 * length;
}

/* Where the corners lie in the canvas is known, so its axes are too, whether it stands in the world or on the
 * screen: corners 0, 1, 3 are upper left, upper right, lower left. */
static void scale_panel(rnd_panel *panel, const double canvas[2], double scale)
{
    static const double share[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    const rnd_hud_gauge_view *gauge = &panel->picture;
    double anchor[2];
    vec3 corner[4];
    for (int k = 0; k < 2; k++) anchor[k] = anchor_of(gauge->at[k] + 0.5 * gauge->size[k], canvas[k]);
    for (int c = 0; c < 4; c++)
        for (int i = 0; i < 3; i++) {
            double at = (double)panel->corners[0][i];
            const double axes[2] = {(double)panel->corners[1][i] - at, (double)panel->corners[3][i] - at};
            for (int k = 0; k < 2; k++) {
                const double place = gauge->at[k] + share[c][k] * gauge->size[k]; /* [dots] */
                const double moved = anchor[k] + scale * (place - anchor[k]);
                at += axes[k] * (moved - gauge->at[k]) / gauge->size[k];
            }
            corner[c][i] = (float)at;
        }
    for (int c = 0; c < 4; c++)
        for (int i = 0; i < 3; i++) panel->corners[c][i] = corner[c][i];
}

void screen_hud_scale(rnd_draw_list *list, const double canvas[2], double scale)
{
    if (scale == 1.0) return;
    for (int i = 0; i < list->panel_count; i++)
        if (list->panels[i].slot < AUTH_MOST_GAUGES && list->panels[i].picture.size[0] > 0.0 &&
            list->panels[i].picture.size[1] > 0.0)
            scale_panel(&list->panels[i], canvas, scale);
}
