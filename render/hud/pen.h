/* Drawing with a halo: what every gauge draws with.
 *
 * A display stands before bright sand and bright sky. So everything is drawn twice with the same calls: first
 * what lies under the ink, dark and a little wider, then the ink. All lengths are in dots. */
#ifndef RND_HUD_PEN_H
#define RND_HUD_PEN_H

#include "text.h"

#include "paint/paint.h"

#include "auth/hud.h"

#define HUD_PI 3.14159265358979323846

/** What a halo may reach beyond what it surrounds [dots]: the margin of a gauge's picture. */
#define HUD_MARGIN 4.0

typedef struct hud_pen {
    cairo_t *c;
    bool halo;    /**< this pass draws what lies under the ink */
    bool soft;    /**< softer halos, finer words, which take their time: for what is drawn but once */
    double pixel; /**< width of a pixel [dots] */
} hud_pen;

typedef enum hud_align { HUD_LEFT, HUD_CENTRE, HUD_RIGHT } hud_align;

/** The colour with its opacity multiplied by `share`. */
auth_colour hud_faded(auth_colour colour, double share);

/** The nearest edge of a pixel [dots]. */
double hud_edge(const hud_pen *pen, double at);

/** Draw the current path as a line, or fill it, and forget it. */
void hud_stroke(const hud_pen *pen, double width, auth_colour colour);
void hud_fill(const hud_pen *pen, auth_colour colour);

/** Fill the current path under everything else: no halo. Forgets it. */
void hud_plate(const hud_pen *pen, auth_colour colour);

/** A plate with round corners and a hairline around it, faint in the ink's colour. */
void hud_panel(const hud_pen *pen, paint_box box, double radius, auth_colour colour, auth_colour ink);

/** A round plate that fades out towards its rim. */
void hud_disc(const hud_pen *pen, double x, double y, double radius, auth_colour colour);

/** Add an arc to the path: angles clockwise from upwards [rad], `sweep` may be negative. */
void hud_arc(const hud_pen *pen, double x, double y, double radius, double start, double sweep);

/** A line that is a rectangle of whole pixels: from (x0, y) to (x1, y), or from (x, y0) to (x, y1). */
void hud_line_across(const hud_pen *pen, double x0, double x1, double y, double width, auth_colour colour);
void hud_line_down(const hud_pen *pen, double x, double y0, double y1, double width, auth_colour colour);

/** Write one line of text at its baseline.
 *  @param room  [dots]: a wider text is drawn smaller, and cut off where it would be smaller than its least
 */
void hud_write(const hud_pen *pen, const hud_text *text, double x, double baseline, hud_align align,
               double room, auth_colour colour);

/** Write a text of several lines, in the middle of a box; too large a text is drawn smaller. */
void hud_write_block(const hud_pen *pen, const hud_text *text, paint_box box, auth_colour colour);

#endif
