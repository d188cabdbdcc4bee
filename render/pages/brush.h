/* What pages are painted with: words, plates, buttons, and the places that a mouse may hit, noted while they
 * are painted. All lengths are in dots: the height of letters is, so that pages grow with their window. */
#ifndef PAGES_BRUSH_H
#define PAGES_BRUSH_H

#include "paint/paint.h"

#include <sys/stat.h>

/* The colours of all pages. Words stand out from what is behind them by 4.5:1 at least (WCAG 2.1, 1.4.3). */
extern const paint_colour page_text, page_dim, page_accent, page_good, page_bad, page_dark, page_hair,
    page_plate, page_hover, page_lit;

/** Something that can be hit. What the numbers mean is the page's affair. */
typedef struct page_spot {
    paint_box box;
    int what, index;
} page_spot;

enum { PAGE_SPOTS = 256 };

/** What a page is painted on. */
typedef struct page_canvas {
    cairo_t *c;
    double width, height; /**< [dots] */
    double pixels;        /**< a dot */
    double mouse[2];      /**< [dots]; negative: it is not there */
    bool keyed;           /**< the last input was a key: nothing is hovered until the mouse moves */
    paint_box clip;       /**< what is painted beyond it is not seen, nor hit */
    int spot_count;
    page_spot spots[PAGE_SPOTS];
} page_canvas;

/** Begin a picture: everything is empty. */
void page_begin(page_canvas *canvas);

/* ---- words ---- */

/** Write a paragraph. @return where the next one begins, `after` below it; NULL and "" take no room */
double page_paragraph(page_canvas *canvas, double x, double y, const paint_text *how, const char *text,
                      double after);

/* ---- shapes ---- */

void page_fill(page_canvas *canvas, paint_box box, double radius, paint_colour ink);
void page_line(page_canvas *canvas, paint_box box, double radius, double width, paint_colour ink);
void page_dot(page_canvas *canvas, double x, double y, double radius, paint_colour ink);

/** A plate that things stand on. */
void page_card(page_canvas *canvas, paint_box box);

/** A list's row, or a card of one: filled where it is chosen, framed where the keyboard is, outlined thinly
 * where only the mouse is. */
void page_row(page_canvas *canvas, paint_box box, bool chosen, bool focus);

/** A button; `first` is what Enter is likely to mean. */
void page_button(page_canvas *canvas, paint_box box, const char *text, bool first, bool focus);

/** A caption over a part of the page, small and wide. @return its lower edge */
double page_caption(page_canvas *canvas, double x, double y, double width, const char *text);

/** The page's head: the product's mark, a title, words to the right. @return its lower edge */
double page_head(page_canvas *canvas, const char *title, const char *right);

/** The line of hints at the page's foot. @return its upper edge */
double page_foot(page_canvas *canvas, const char *hints);

/* ---- places ---- */

bool page_inside(paint_box box, double x, double y);

/** Whether the mouse is there and was moved after the last key, and not beyond the clip. */
bool page_hovered(const page_canvas *canvas, paint_box box);

/** Note a place that can be hit; what lies beyond the clip is cut off. */
void page_spot_add(page_canvas *canvas, paint_box box, int what, int index);

/** The place at (x, y), of several the last; NULL: none. */
const page_spot *page_spot_at(const page_canvas *canvas, double x, double y);

/** Paint and hit inside of a box alone, until page_unclip. */
void page_clip(page_canvas *canvas, paint_box box);
void page_unclip(page_canvas *canvas);

/* Figures from SVG files, drawn once for each size, and again when the file is another. */

enum { DRAWINGS = 24 };

/** A figure as it was drawn last. */
typedef struct drawing {
    char path[512];
    int width, height;        /**< room for it [pixels] */
    struct stat file;         /**< as it was then */
    cairo_surface_t *surface; /**< NULL: it cannot be read */
} drawing;

typedef struct drawings {
    drawing list[DRAWINGS];
    unsigned next; /**< the one that gives way */
} drawings;

/** Paint a figure in the middle of a box, as large as fits, on white paper.
 *  @param path  of an SVG file
 *  @return false: it cannot be read */
bool drawings_paint(drawings *d, page_canvas *canvas, paint_box box, const char *path);

void drawings_free(drawings *d);

#endif
