/* Painting of pages: text, cards, buttons, figures, and the clickable areas, which are recorded while
 * painting. All lengths are in dots, so that pages scale with their window. */
#ifndef PAGES_BRUSH_H
#define PAGES_BRUSH_H

#include "paint/paint.h"

#include <sys/stat.h>

/* The colours of all pages. Contrast of text at least 4.5:1 (WCAG 2.1, 1.4.3). */
extern const paint_colour page_text, page_dim, page_accent, page_good, page_bad, page_dark, page_hair,
    page_plate, page_hover, page_lit;

/** A clickable area. The page defines the numbers. */
typedef struct page_spot {
    paint_box box;
    int what, index;
} page_spot;

enum { PAGE_SPOTS = 256 };

/** The canvas of a page. */
typedef struct page_canvas {
    cairo_t *c;
    double width, height; /**< [dots] */
    double pixels;        /**< a dot */
    double mouse[2];      /**< [dots]; negative: outside */
    bool keyed;           /**< the last input was a key: nothing is hovered until the mouse moves */
    paint_box clip;       /**< beyond it nothing is visible or clickable */
    int spot_count;
    page_spot spots[PAGE_SPOTS];
} page_canvas;

/** Begin a picture: clear it. */
void page_begin(page_canvas *canvas);

/* ---- words ---- */

/** Write a paragraph. @return top of the next one, `after` below it; NULL and "" take no room */
double page_paragraph(page_canvas *canvas, double x, double y, const paint_text *how, const char *text,
                      double after);

/* ---- shapes ---- */

void page_fill(page_canvas *canvas, paint_box box, double radius, paint_colour ink);
void page_line(page_canvas *canvas, paint_box box, double radius, double width, paint_colour ink);
void page_dot(page_canvas *canvas, double x, double y, double radius, paint_colour ink);

/** Paint a card. */
void page_card(page_canvas *canvas, paint_box box);

/** Paint a row of a list: filled if chosen, framed if it has the focus of the keyboard, thinly outlined under
 * the mouse. */
void page_row(page_canvas *canvas, paint_box box, bool chosen, bool focus);

/** Paint a button; `first`: the default one. */
void page_button(page_canvas *canvas, paint_box box, const char *text, bool first, bool focus);

/** Paint a caption of a part of the page. @return its lower edge */
double page_caption(page_canvas *canvas, double x, double y, double width, const char *text);

/** Paint the head of the page: the product's mark, a title, text to the right. @return its lower edge */
double page_head(page_canvas *canvas, const char *title, const char *right);

/** Paint the line of hints at the foot of the page. @return its upper edge */
double page_foot(page_canvas *canvas, const char *hints);

/* ---- places ---- */

bool page_inside(paint_box box, double x, double y);

/** Whether the mouse is in a box, within the clip, and was moved after the last key. */
bool page_hovered(const page_canvas *canvas, paint_box box);

/** Record a clickable area, cut at the clip. */
void page_spot_add(page_canvas *canvas, paint_box box, int what, int index);

/** The area at (x, y), the last one of several; NULL: none. */
const page_spot *page_spot_at(const page_canvas *canvas, double x, double y);

/** Restrict painting and clicking to a box, until page_unclip. */
void page_clip(page_canvas *canvas, paint_box box);
void page_unclip(page_canvas *canvas);

/* ---- figures from SVG files, drawn again only for another size or a changed file ---- */

enum { DRAWINGS = 24 };

/** A figure as last drawn. */
typedef struct drawing {
    char path[512];
    int width, height;        /**< of its box [pixels] */
    struct stat file;         /**< status of the file then */
    cairo_surface_t *surface; /**< NULL: it cannot be read */
} drawing;

typedef struct drawings {
    drawing list[DRAWINGS];
    unsigned next; /**< to be replaced next */
} drawings;

/** Paint a figure in the middle of a box, as large as possible, on white.
 *  @param path  of an SVG file
 *  @return false: it cannot be read */
bool drawings_paint(drawings *d, page_canvas *canvas, paint_box box, const char *path);

void drawings_free(drawings *d);

#endif
