/* The back end for OpenGL 3.3 core, and contexts without a window. The only part of the house that knows
 * OpenGL. */
#ifndef RND_GL_H
#define RND_GL_H

#include "rnd/backend.h"

/** With the context that is current on this thread; all later calls on the same thread, with the same
 * context.
 *  @param stock  stays as it is until the back end is freed
 *  @param debug  ask for the driver's complaints; rnd_gl_complaints counts them
 *  @param error  out: why not: no OpenGL 3.3, textures that cannot be read, a driver that refuses a program
 *  @return NULL: see error */
rnd_backend *rnd_gl_new(const rnd_stock *stock, rnd_quality quality, bool debug, char *error,
                        size_t error_size);

/** Errors and warnings of the driver so far; the last one's text. */
int rnd_gl_complaints(const rnd_backend *backend, const char **last);

/** Whether the context draws by software. */
bool rnd_gl_is_software(const rnd_backend *backend);

/** "llvmpipe (LLVM 15.0.6, 256 bits), OpenGL 4.5" */
const char *rnd_gl_name(const rnd_backend *backend);

/** A context without a window: EGL on a graphics card, else surfaceless EGL, else a hidden window on the
 * display. */
typedef struct rnd_offscreen rnd_offscreen;

/** Make a context, current on this thread.
 *  @param width,height  of the hidden window, where it takes one [pixels]
 *  @param error         out: why not
 *  @return NULL: see error */
rnd_offscreen *rnd_offscreen_open(int width, int height, char *error, size_t error_size);

/** Wait until everything that was drawn is finished, for measurements. @param offscreen  NULL: nothing
 * happens */
void rnd_offscreen_finish(const rnd_offscreen *offscreen);

/** End it, after the back end that draws with it. @param offscreen  NULL: nothing happens */
void rnd_offscreen_close(rnd_offscreen *offscreen);

/** Put a picture into the framebuffer of the window whose context is current, without any program: what is
 * seen until the back end has drawn for the first time.
 *  @param pixels  as cairo has them: rows from the top, 4 bytes a pixel, opaque; of the size of the window
 *  @return false: there is no OpenGL 3.3, or it failed */
bool rnd_gl_still(const uint8_t *pixels, int width, int height);

/** Write an image as PNG. @param rgb  rows from the top, 3 bytes a pixel @return false: cannot be written */
bool rnd_png_write(const char *path, int width, int height, const uint8_t *rgb, char *error,
                   size_t error_size);

#endif
