/* Back ends draw lists: one draws nothing, one draws with OpenGL 3.3 core. */
#ifndef RND_BACKEND_H
#define RND_BACKEND_H

#include "rnd/draw_list.h"

#include <stddef.h>

/* ---- backend ---- */

/* Back ends draw lists. There are two: rnd/backend.h with OpenGL 3.3 core, and one here that draws nothing
 * but looks at everything, for tests and machines without graphics. */

/** How much work a picture may be. */
typedef enum rnd_quality { RND_LOW, RND_MEDIUM, RND_HIGH, RND_QUALITIES } rnd_quality;

/** "low", never NULL. */
const char *rnd_quality_word(rnd_quality quality);

/** The part of the world that never changes: what meshes there are, and where textures lie. */
typedef struct rnd_stock {
    int mesh_count;
    const rnd_mesh *meshes;
    int ground_mesh; /**< of the far ground, an instance like others, cut out where the field is; -1: none */
    const char *textures;          /**< folder of assets/textures */
    int field_columns, field_rows; /**< knots of the sand, 0: none */
} rnd_stock;

typedef struct rnd_backend rnd_backend;
struct rnd_backend {
    /** Draw a list into the framebuffer that is bound (a window's, if nobody has bound another) and wait for
     * nothing. @param width,height  of it [pixels]; with 0 nothing is drawn */
    void (*draw)(rnd_backend *backend, const rnd_draw_list *list, int width, int height);
    /** The last picture, rows from the top, 3 bytes a pixel. @return false: there is none of that size */
    bool (*read)(rnd_backend *backend, int width, int height, uint8_t *rgb);
    /** Takes effect with the next picture. */
    void (*set_quality)(rnd_backend *backend, rnd_quality quality);
    /** The end of it, and of all that it has made. */
    void (*free)(rnd_backend *backend);
};

/** What the back end that draws nothing has seen so far. */
typedef struct rnd_null_counts {
    long pictures, instances, triangles, patches, grains, sprites, panels, uploads;
    int bad; /**< lists that no back end could draw: indices out of range, matrices that are not finite */
} rnd_null_counts;

/** The back end that draws nothing. @param stock  its meshes must outlive it @return NULL: out of memory */
rnd_backend *rnd_null_new(const rnd_stock *stock);

/** @param backend  of rnd_null_new */
rnd_null_counts rnd_null_look(const rnd_backend *backend);

/* ---- gl ---- */

/* The back end for OpenGL 3.3 core, and contexts without a window. The only part of the house that knows
 * OpenGL. */

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
