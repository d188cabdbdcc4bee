/* Gauges larger or smaller than their layout has them. Pure. */
#ifndef WINDOW_SCREEN_HUD_H
#define WINDOW_SCREEN_HUD_H

#include "rnd/draw_list.h"

/** Scale the gauges of a list, each about the corner, edge or middle of the canvas that it is nearest to, so
 * that what stands at the rim stays there.
 *  @param canvas  of the layout [dots] */
void screen_hud_scale(rnd_draw_list *list, const double canvas[2], double scale);

#endif
