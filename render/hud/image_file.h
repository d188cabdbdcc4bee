/* Pictures of PNG and SVG files, as gauges and messages show them. */
#ifndef RND_HUD_IMAGE_FILE_H
#define RND_HUD_IMAGE_FILE_H

#include "pen.h"

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
