/* A table on a plate: title, rows of one or two cells, a note. What help, menu, figures and messages are
 * drawn as, with cairo and pango. It is drawn anew only when its words change. */
#ifndef WINDOW_SHEET_H
#define WINDOW_SHEET_H

#include "rnd/draw_list.h"

#include <cairo.h>

enum { SHEET_ROWS = 48, SHEET_TEXT = 160 };

typedef struct sheet_row {
    char left[SHEET_TEXT], right[SHEET_TEXT]; /**< right empty: the left cell is alone */
} sheet_row;

/** What it says. */
typedef struct sheet_table {
    char title[SHEET_TEXT], note[SHEET_TEXT]; /**< empty: none */
    int count;
    sheet_row rows[SHEET_ROWS];
    int chosen;   /**< a row that is lit; -1: none */
    bool choices; /**< the right cell of the lit row has arrows */
    bool large;   /**< the title is large: banners */
    bool opaque;  /**< nothing shows through the plate: what is below would make it hard to read */
} sheet_table;

/** Make a table of nothing. */
void sheet_clear(sheet_table *table);

/** Add a row. @param right  NULL: one cell */
void sheet_add(sheet_table *table, const char *left, const char *right);

typedef struct sheet {
    cairo_surface_t *surface; /**< NULL: not drawn yet, or no memory */
    int width, height;        /**< [pixels] */
    double row_top, row_step; /**< of row 0 from the upper edge, and from row to row [pixels] */
    double back, value;       /**< where the arrow to the left and the words after it begin [pixels] */
    uint32_t version;
    uint64_t hash;
} sheet;

/** Draw the table if it is not drawn so already.
 *  @param wanted        pixels a dot, less where it would not fit; the text is 15 dots high
 *  @param width,height  room for it [pixels] */
void sheet_draw(sheet *s, const sheet_table *table, double wanted, int width, int height);

void sheet_free(sheet *s);

/** The row at a height of the sheet [pixels]; -1: none. */
int sheet_row_at(const sheet *s, int rows, double y);

/** Whether the arrow to the left is at a distance from the left edge [pixels]. */
bool sheet_back_at(const sheet *s, double x);

/** For a draw list, with its upper left corner at (x, y) of a picture [pixels]. */
rnd_panel sheet_panel(const sheet *s, int slot, double x, double y, int width, int height, double alpha);

#endif
