/* Pictures to PNG files. */
#include "rnd/gl.h"

#include <png.h>
#include <stdio.h>

bool rnd_png_write(const char *path, int width, int height, const uint8_t *rgb, char *error,
                   size_t error_size)
{
    png_image png = {.version = PNG_IMAGE_VERSION,
                     .width = (png_uint_32)width,
                     .height = (png_uint_32)height,
                     .format = PNG_FORMAT_RGB};
    if (png_image_write_to_file(&png, path, 0, rgb, 0, NULL) != 0) return true;
    (void)snprintf(error, error_size, "%s: %s", path, png.message);
    return false;
}
