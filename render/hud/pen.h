/* Drawing of gauges: texts, lines with a halo, pictures from files.
 *
 * A display is seen in front of bright sand and sky. So everything is drawn twice with the same calls: first
 * the halo, dark and a little wider, then the ink. All lengths are in dots. */
#ifndef RND_HUD_PEN_H
#define RND_HUD_PEN_H

#include "auth/hud.h"
#include "hl/report.h"
#include "paint/paint.h"

#include <pango/pangocairo.h>
#include <stdbool.h>

/* ---- texts: layouts of pango that are reused from picture to picture. They do not depend on pixels, so that
 * they serve pictures of any scale and SVG. ---- */

/** Installed fonts. */
typedef struct hud_fonts {
    PangoFontMap *map;
    PangoContext *context;
    double least; /**< smallest size of letters in an exercise's panels [dots]; 0: any */
} hud_fonts;

/** Find the installed fonts. @return false: out of memory */
bool hud_fonts_begin(hud_fonts *fonts);
void hud_fonts_end(hud_fonts *fonts);

typedef struct hud_text {
    PangoLayout *layout; /**< NULL: no text */
    double size;         /**< of the font [dots] */
    double least;        /**< smallest size of the font; longer texts are cut off [dots]; 0: any */
    double rise;         /**< height of its digits [dots] */
} hud_text;

/** The next smaller one of the font sizes shared by all gauges [dots]. */
double hud_text_size(double wanted);

/** Make an empty text. @param size  [dots] */
void hud_text_begin(hud_text *text, const hud_fonts *fonts, const char *family, double size, bool bold);
void hud_text_end(hud_text *text);

/** Replace the text, UTF-8. */
void hud_text_set(const hud_text *text, const char *words);

/** Break lines at this width [dots]; centred. */
void hud_text_wrap(const hud_text *text, double width);

double hud_text_width(const hud_text *text);  /**< of the widest line [dots] */
double hud_text_height(const hud_text *text); /**< of all lines [dots] */
double hud_text_left(const hud_text *text);   /**< left edge of the widest line [dots] */

#define HUD_PI 3.14159265358979323846

/** Largest reach of a halo beyond the ink [dots]: the margin of a gauge's picture. */
#define HUD_MARGIN 4.0

typedef struct hud_pen {
    cairo_t *c;
    bool halo;    /**< this pass draws the halo */
    bool soft;    /**< softer halos and finer text, which are slow: for parts that are drawn once */
    double pixel; /**< width of a pixel [dots] */
} hud_pen;

typedef enum hud_align { HUD_LEFT, HUD_CENTRE, HUD_RIGHT } hud_align;

/** The colour with its opacity multiplied by `share`. */
auth_colour hud_faded(auth_colour colour, double share);

/** The nearest edge of a pixel [dots]. */
double hud_edge(const hud_pen *pen, double at);

/** Stroke or fill the current path, and clear it. */
void hud_stroke(const hud_pen *pen, double width, auth_colour colour);
void hud_fill(const hud_pen *pen, auth_colour colour);

/** Fill the current path as background, without halo, and clear it. */
void hud_plate(const hud_pen *pen, auth_colour colour);

/** Draw a plate with round corners and a faint hairline in the ink's colour. */
void hud_panel(const hud_pen *pen, paint_box box, double radius, auth_colour colour, auth_colour ink);

/** Draw a round plate that fades out towards its rim. */
void hud_disc(const hud_pen *pen, double x, double y, double radius, auth_colour colour);

/** Add an arc to the path: angles clockwise from upwards [rad], `sweep` may be negative. */
void hud_arc(const hud_pen *pen, double x, double y, double radius, double start, double sweep);

/** Draw a line as a rectangle of whole pixels: from (x0, y) to (x1, y), or from (x, y0) to (x, y1). */
void hud_line_across(const hud_pen *pen, double x0, double x1, double y, double width, auth_colour colour);
void hud_line_down(const hud_pen *pen, double x, double y0, double y1, double width, auth_colour colour);

/** Write one line of text at its baseline.
 *  @param room  [dots]: a wider text is drawn smaller, down to its smallest size, then cut off
 */
void hud_write(const hud_pen *pen, const hud_text *text, double x, double baseline, hud_align align,
               double room, auth_colour colour);

/** Write a text of several lines in the middle of a box; a text that is too large is drawn smaller. */
void hud_write_block(const hud_pen *pen, const hud_text *text, paint_box box, auth_colour colour);

/* ---- image.c: pictures from PNG and SVG files ---- */

typedef struct hud_image_file {
    cairo_surface_t *pixels;     /**< of a PNG file */
    struct _RsvgHandle *drawing; /**< of an SVG file; both NULL: none */
} hud_image_file;

/** Read a file. @param why  out: the error @return false: it cannot be read */
bool hud_image_file_read(hud_image_file *image, const char *path, char *why, size_t size);

/** Whether an image was read. */
bool hud_image_file_exists(const hud_image_file *image);

/** Its width over its height. */
double hud_image_file_aspect(const hud_image_file *image);

/** Paint it in the middle of a box, as large as possible. */
void hud_image_file_paint(const hud_image_file *image, cairo_t *c, paint_box box, double opacity);

/** Release it. */
void hud_image_file_free(hud_image_file *image);

#endif
