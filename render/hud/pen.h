/* Drawing with a halo: what every gauge draws with.
 *
 * A display stands before bright sand and bright sky. So everything is drawn twice with the same calls: first
 * what lies under the ink, dark and a little wider, then the ink. All lengths are in dots. */
#ifndef RND_HUD_PEN_H
#define RND_HUD_PEN_H

#include "auth/hud.h"
#include "hl/report.h"
#include "paint/paint.h"

#include <pango/pangocairo.h>
#include <stdbool.h>

/* Words and digits: pango's layouts, kept from picture to picture. Sizes are in dots; layouts know nothing of
 * pixels, so that the same ones serve pictures of any scale and SVG. */

/** Fonts as they are installed. */
typedef struct hud_fonts {
    PangoFontMap *map;
    PangoContext *context;
    double least; /**< size of the smallest letters of an exercise's panels [dots]; 0: any */
} hud_fonts;

/** Find the fonts that are installed. @return false: there is no memory */
bool hud_fonts_begin(hud_fonts *fonts);
void hud_fonts_end(hud_fonts *fonts);

typedef struct hud_text {
    PangoLayout *layout; /**< NULL: no text */
    double size;         /**< of the font [dots] */
    double least;        /**< it is cut off rather than drawn with a smaller font [dots]; 0: any */
    double rise;         /**< height of its digits [dots] */
} hud_text;

/** The next smaller size of the ladder that all gauges share, so that sizes repeat [dots]. */
double hud_text_size(double wanted);

/** An empty text in a font.
 *  @param size  [dots] */
void hud_text_begin(hud_text *text, const hud_fonts *fonts, const char *family, double size, bool bold);
void hud_text_end(hud_text *text);

/** Put other words in, UTF-8. */
void hud_text_set(const hud_text *text, const char *words);

/** Break lines at this width [dots]; centred. */
void hud_text_wrap(const hud_text *text, double width);

double hud_text_width(const hud_text *text);  /**< of the widest line [dots] */
double hud_text_height(const hud_text *text); /**< of all lines [dots] */
double hud_text_left(const hud_text *text);   /**< of the widest line's beginning [dots] */

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

/* Pictures of PNG and SVG files, as gauges and messages show them. */

typedef struct hud_image_file {
    cairo_surface_t *pixels;     /**< of a PNG file */
    struct _RsvgHandle *drawing; /**< of an SVG file; both NULL: none */
} hud_image_file;

/** Read a file. @param why  out: why it cannot be read @return false: it cannot */
bool hud_image_file_read(hud_image_file *image, const char *path, char *why, size_t size);

/** Whether one has been read. */
bool hud_image_file_exists(const hud_image_file *image);

/** Its width over its height. */
double hud_image_file_aspect(const hud_image_file *image);

/** Paint it in the middle of a box, as large as it fits. */
void hud_image_file_paint(const hud_image_file *image, cairo_t *c, paint_box box, double opacity);

/** Forget it; there is none then. */
void hud_image_file_free(hud_image_file *image);

#endif
