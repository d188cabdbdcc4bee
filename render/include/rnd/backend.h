/* Back ends draw lists. There are two: rnd/gl.h with OpenGL 3.3 core, and one here that draws nothing but
 * looks at everything, for tests and machines without graphics. */
#ifndef RND_BACKEND_H
#define RND_BACKEND_H

#include "rnd/draw_list.h"

#include <stddef.h>

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

#endif
