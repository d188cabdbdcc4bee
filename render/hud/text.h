/* Words and digits: pango's layouts, kept from picture to picture. Sizes are in dots; layouts know nothing of
 * pixels, so that the same ones serve pictures of any scale and SVG. */
#ifndef RND_HUD_TEXT_H
#define RND_HUD_TEXT_H

#include "hl/report.h"

#include <pango/pangocairo.h>
#include <stdbool.h>

/** Fonts as they are installed. */
typedef struct hud_fonts {
    PangoFontMap *map;
    PangoContext *context;
    double least; /**< size of the smallest letters of an exercise's panels [dots]; 0: any */
} hud_fonts;

/** Find the fonts that are installed. @return false: there is no memory */
bool hud_fonts_begin(hud_fonts *fonts);
void hud_fonts_end(hud_fonts *fonts);

/** Whether a family is installed. Names do not heed case.
 *  @param nearest  out: the installed family with the nearest spelling; empty: no near one */
bool hud_fonts_have_glyph(const hud_fonts *fonts, const char *family, char *nearest, size_t size);

/** The installed family that fontconfig draws a family with: itself where it is installed. */
void hud_fonts_stand_in(const hud_fonts *fonts, const char *family, char *name, size_t size);

/** Warn of the characters of a text that neither its family nor any font that stands in for it has.
 *  @param words  UTF-8; NULL: nothing */
void hud_warn_words(const hud_fonts *fonts, const char *family, const char *words, hl_place place,
                    hl_report *warnings);

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

#endif
