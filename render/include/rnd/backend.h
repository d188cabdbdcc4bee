/* Back ends that draw a draw list: the null back end and the OpenGL 3.3 core back end. */
#ifndef RND_BACKEND_H
#define RND_BACKEND_H

#include "rnd/draw_list.h"

#include <stddef.h>

/* ---- backend ---- */

/* A back end draws draw lists. There are two: one with OpenGL 3.3 core, and the null back end, which draws
 * nothing but checks each list, for tests and computers without graphics. */

/** Rendering quality, which determines the cost of a frame. */
typedef enum rnd_quality { RND_LOW, RND_MEDIUM, RND_HIGH, RND_QUALITIES } rnd_quality;

/** "low", never NULL. */
const char *rnd_quality_word(rnd_quality quality);

/** The constant part of the scene: meshes and the location of textures. */
typedef struct rnd_stock {
    int mesh_count;
    const rnd_mesh *meshes;
    int ground_mesh; /**< mesh of the far ground, drawn as an instance and cut out at the field; -1: none */
    const char *textures;          /**< folder of assets/textures */
    int field_columns, field_rows; /**< knots of the sand; 0: no sand */
} rnd_stock;

/** Work during a picture: called while the drawing lasts, so that it can take milliseconds at most. */
typedef struct rnd_meanwhile {
    void (*call)(void *context); /**< NULL: none */
    void *context;
} rnd_meanwhile;

typedef struct rnd_backend rnd_backend;
struct rnd_backend {
    /* of the next pictures; may be changed between pictures */
    rnd_meanwhile meanwhile;
    double resolution; /**< width and height at which the world is drawn, as a share of the framebuffer's, up
                          to 1; panels keep every pixel. 0: as 1. Below 1, RND_LOW also has coarser shapes
                          and shadow maps */
    /** Draw a list into the bound framebuffer (by default the window's). With `meanwhile`, software rendering
     * is waited for; otherwise this does not wait.
     * @param width,height  of the framebuffer [pixels]; nothing is drawn if they are 0 */
    void (*draw)(rnd_backend *backend, const rnd_draw_list *list, int width, int height);
    /** Read the last frame: rows from the top, 3 bytes per pixel. @return false: no frame of this size */
    bool (*read)(rnd_backend *backend, int width, int height, uint8_t *rgb);
    /** Set the quality from the next frame on. */
    void (*set_quality)(rnd_backend *backend, rnd_quality quality);
    /** Free the back end and all its resources. */
    void (*free)(rnd_backend *backend);
};

/** Counts of the null back end since it was made. */
typedef struct rnd_null_counts {
    long pictures, instances, triangles, patches, grains, sprites, panels, uploads;
    int bad; /**< invalid lists: indices out of range, matrices that are not finite */
} rnd_null_counts;

/** Make a null back end. @param stock  its meshes must outlive it @return NULL: out of memory */
rnd_backend *rnd_null_new(const rnd_stock *stock);

/** Counts of a null back end. @param backend  of rnd_null_new */
rnd_null_counts rnd_null_look(const rnd_backend *backend);

/* ---- gl ---- */

/* The back end for OpenGL 3.3 core, and contexts without a window. No other part of the program uses OpenGL.
 */

/** Make the back end for the context that is current on this thread. All later calls must be on the same
 * thread with the same context.
 *  @param stock  must not change until the back end is freed, but for meshes with `changes`
 *  @param debug  enable the driver's debug messages; rnd_gl_complaints counts them
 *  @param error  out: the reason of a failure: no OpenGL 3.3, unreadable textures, a shader that the driver
 *                does not accept
 *  @return NULL: see error */
rnd_backend *rnd_gl_new(const rnd_stock *stock, rnd_quality quality, bool debug, char *error,
                        size_t error_size);

/** Number of errors and warnings of the driver so far; text of the last one. */
int rnd_gl_complaints(const rnd_backend *backend, const char **last);

/** Whether the context renders in software. */
bool rnd_gl_is_software(const rnd_backend *backend);

/** Name of renderer and version: "llvmpipe (LLVM 15.0.6, 256 bits), OpenGL 4.5" */
const char *rnd_gl_name(const rnd_backend *backend);

/** Find the name of the renderer of the current context, as above. @return whether it renders in software */
bool rnd_gl_find_name(char *name, size_t size);

/** A context without a visible window: EGL on a graphics card, otherwise surfaceless EGL, otherwise a hidden
 * window. */
typedef struct rnd_offscreen rnd_offscreen;

/** Make a context and make it current on this thread.
 *  @param width,height  of the hidden window, if one is used [pixels]
 *  @param error         out: the reason of a failure
 *  @return NULL: see error */
rnd_offscreen *rnd_offscreen_open(int width, int height, char *error, size_t error_size);

/** Wait until all drawing is finished, for measurements. @param offscreen  NULL: no effect */
void rnd_offscreen_finish(const rnd_offscreen *offscreen);

/** Free the context. Free the back end that uses it first. @param offscreen  NULL: no effect */
void rnd_offscreen_close(rnd_offscreen *offscreen);

/** Copy an image to the framebuffer of the window whose context is current, without shaders. It is shown
 * until the back end has drawn its first frame.
 *  @param pixels  in cairo's format: rows from the top, 4 bytes per pixel, opaque; of the window's size
 *  @return false: no OpenGL 3.3, or failure */
bool rnd_gl_still(const uint8_t *pixels, int width, int height);

/** Write an image as PNG. @param rgb  rows from the top, 3 bytes per pixel @return false: cannot be written
 */
bool rnd_png_write(const char *path, int width, int height, const uint8_t *rgb, char *error,
                   size_t error_size);

#endif
