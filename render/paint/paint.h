/* Text, colours and boxes with round corners for pages, sheets, gauges and the preview, with cairo and pango.
 * Lengths are in units of the cairo context. */
#ifndef PAINT_H
#define PAINT_H

#include <cairo.h>
#include <pango/pangocairo.h>
#include <stdbool.h>

typedef struct paint_colour {
    double r, g, b, a;
} paint_colour;

typedef struct paint_box {
    double x, y, w, h; /**< upper left corner and size */
} paint_box;

typedef enum paint_side { PAINT_LEFT, PAINT_RIGHT, PAINT_CENTRE } paint_side;

typedef struct paint_text {
    double size; /**< of the letters */
    bool bold;
    paint_colour ink;
    double width;    /**< room; 0: unlimited */
    int lines;       /**< at most, then an ellipsis; 0: any number */
    paint_side side; /**< of the room; without one: of x */
    size_t first;    /**< bytes at its beginning that are bold, in `first_ink` */
    paint_colour first_ink;
} paint_text;

void paint_set_colour(cairo_t *c, paint_colour colour);

/** Add a box with round corners to the path; the radius is at most half its shorter side. */
void paint_round_box(cairo_t *c, paint_box box, double radius);

/** Lay out a text, UTF-8 without markup; invalid UTF-8 is replaced. To be released with g_object_unref.
 *  @param c  NULL: with the default font options */
PangoLayout *paint_lay_out(cairo_t *c, const paint_text *how, const char *text);

/** Write at (x, y), the upper left corner of the room, in `ink`. @return its box; empty for "" */
paint_box paint_write(cairo_t *c, double x, double y, const paint_text *how, const char *text);

/** Width and height of a text; 0 for "". */
double paint_width(cairo_t *c, const paint_text *how, const char *text);
double paint_height(cairo_t *c, const paint_text *how, const char *text);

#endif
