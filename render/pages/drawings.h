/* Figures from SVG files, drawn once for each size, and again when the file is another. */
#ifndef PAGES_DRAWINGS_H
#define PAGES_DRAWINGS_H

#include "brush.h"

#include <sys/stat.h>

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
