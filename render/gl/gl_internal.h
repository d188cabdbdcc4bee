/* Internals of the back end for OpenGL.
 *
 * A picture, in this order (gl_backend.c):
 *
 *   uploads              instances, frame blocks, field, grains, sprites, panels
 *   shadow maps          layers of `shadow.maps`, depth only
 *   mirrors              layers of `mirrors.pictures`; on RND_LOW one a picture, in turn
 *   view 0               meshes, far ground, field, grains; sky          into `frame.scene`
 *   ambient occlusion    RND_MEDIUM and up: half size, from the depth    into `frame.lit`
 *   glass, sprites       blended
 *   tone mapping         RND_MEDIUM and up                               into `frame.picture`
 *   panels               into `frame.picture`, which has all pixels; the targets before it have fewer at
 *                        rnd_backend.resolution < 1
 *   copy                 to the framebuffer that was bound at the call
 *
 * On RND_LOW there is one colour target of 8 bits, two at a lower resolution: shaders map tones themselves
 * (`opaque` and `blended` in common.glsl hide that), and no pass after the sky looks at every pixel again.
 *
 * Programs are made from shaders/NAME.glsl, each with shaders/common.glsl before it and what it includes, for
 * the current quality: QUALITY is 0, 1 or 2. All see the uniform block `Frame` (gl_frame) at GL_FRAME_BLOCK,
 * and the samplers of common.glsl at fixed units (gl_unit), which gl_program_make sets by name. Own textures
 * go to GL_UNIT_OWN and above. Who changes GL's state beyond programs, vertex arrays and units from
 * GL_UNIT_OWN on puts it back to: depth test LESS and depth writes on, back faces culled, no blending, depth
 * clamp off.
 *
 * Blending is always premultiplied: glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA). In the opaque passes of
 * RND_MEDIUM and up alpha is the share of ambient light in a pixel, which ambient occlusion darkens. */
#ifndef RND_GL_INTERNAL_H
#define RND_GL_INTERNAL_H

#include "rnd/backend.h"

#include <GL/glew.h>
#include <cglm/cglm.h>
#include <stdbool.h>
#include <stddef.h>

enum {
    GL_FRAME_BLOCK = 0,                   /**< binding of the block `Frame` */
    GL_FENCES = 64,                       /**< passes of several pictures */
    GL_PASSES = RND_VIEWS + RND_CASCADES, /**< at most in a picture, in the order of the bits of `seen` */
    GL_GROUND_LAYERS = 4,                 /**< of ground_albedo and ground_normal: gl_resources.c */
    GL_DETAILS = 8,                       /**< layers of detail */
    GL_ERROR_SIZE = 1280                  /* a path and the error */
};

/** Texture units, with their samplers in common.glsl. */
#define GL_UNIT_LIST(X)                                                                                      \
    X(SHADOW, "shadow_maps")       /* sampler2DArrayShadow, a layer a cascade */                             \
    X(NOISE, "noise")              /* sampler2D, RGBA, tiles */                                              \
    X(DETAIL, "detail")            /* sampler2DArray: detail_*.png, a layer a substance */                   \
    X(ALBEDO, "ground_albedo")     /* sampler2DArray, sRGB, GL_GROUND_LAYERS */                              \
    X(NORMAL, "ground_normal")     /* sampler2DArray */                                                      \
    X(LEAF, "leaf")                /* sampler2D, sRGB with alpha */                                          \
    X(GRASS_CARD, "leaf_of_grass") /* sampler2D, as LEAF: meshes of grass bind it to `leaf` */               \
    X(DUST, "dust")                /* sampler2D, one channel */                                              \
    X(MIRRORS, "mirror_pictures")  /* sampler2DArray, a layer a mirror */                                    \
    X(OWN, "own_0")                /* the program's own */                                                   \
    X(OWN_1, "own_1")                                                                                        \
    X(OWN_2, "own_2")

typedef enum gl_unit {
#define X(unit, sampler) GL_UNIT_##unit,
    GL_UNIT_LIST(X)
#undef X
        GL_UNITS
} gl_unit;

/** The uniform block `Frame` of common.glsl, std140: one a pass. Units as in rnd_sky and rnd_view. */
typedef struct gl_frame {
    mat4 view_projection, view, projection, inverse; /**< inverse: of view_projection */
    mat4 cascades[RND_CASCADES];                     /**< world to shadow map: x, y, depth from 0 to 1 */
    vec4 cascade_until;                              /**< [m]; beyond those there are: 0 */
    vec4 cascade_texel;                              /**< [m] */
    vec4 eye;                                        /**< w: time of the world, modulo one hour [s] */
    vec4 to_sun;                                     /**< w: cascades */
    vec4 sun;                                        /**< w: turbidity */
    vec4 zenith;                                     /**< w: cloud */
    vec4 horizon;                                    /**< w: rain */
    vec4 ground;                                     /**< w: wet */
    vec4 fog_colour;                                 /**< w: fog [1/m] */
    vec4 picture;                                    /**< width, height [pixels], exposure, 1 in the cab */
    vec4 field;                                      /**< of the sand: see gl_field_bounds */
    vec4 drift;                                      /**< x, y: how far clouds have gone [tiles] */
} gl_frame;

typedef enum gl_meshes_of { GL_ALL_MESHES, GL_LEAVES, GL_ALL_BUT_LEAVES } gl_meshes_of;

/** One pass over the world: a view or a shadow map. */
typedef struct gl_pass {
    int number;        /**< 0 the picture, 1 + k mirror k, RND_VIEWS + k cascade k */
    uint32_t seen;     /**< its bit */
    bool shadow;       /**< only depth: no colour is bound */
    gl_meshes_of of;   /**< which opaque meshes are drawn */
    vec3 eye;          /**< of the view; of view 0 in shadow maps */
    int width, height; /**< [pixels] */
} gl_pass;

/** A program. Zeroed: none. */
typedef struct gl_program {
    GLuint id; /**< 0: none */
} gl_program;

/** Colour and depth of a size; 0: none. */
typedef struct gl_target {
    GLuint framebuffer, colour, depth; /**< textures, or renderbuffers when samples > 0 */
    int width, height, samples;
    GLenum format; /**< of the colour */
} gl_target;

typedef struct gl_meshes gl_meshes;   /* gl_mesh.c */
typedef struct gl_shadow gl_shadow;   /* gl_shadow.c */
typedef struct gl_sky gl_sky;         /* gl_frame.c */
typedef struct gl_mirrors gl_mirrors; /* gl_shadow.c */
typedef struct gl_post gl_post;       /* gl_post.c */
typedef struct gl_field gl_field;     /* gl_field.c */
typedef struct gl_grains gl_grains;   /* gl_grains.c */
typedef struct gl_sprites gl_sprites; /* gl_grains.c */
typedef struct gl_panels gl_panels;   /* gl_backend.c */

typedef struct gl {
    rnd_backend backend; /**< first: the back end is this */
    const rnd_stock *stock;
    rnd_quality quality;      /**< of the present programs */
    rnd_quality next_quality; /**< from the next picture on */
    bool ready;               /**< programs and targets of `quality` exist */
    bool sparing;             /**< RND_LOW at a lower resolution: coarser shapes and shadow maps */
    char name[160];
    bool software;
    GLsync fences[GL_FENCES]; /* of software's last passes, see gl_backend.c */
    int fence;                /* the oldest one */
    int complaints;
    char last_complaint[GL_ERROR_SIZE];
    char error[GL_ERROR_SIZE]; /**< the last error */

    GLuint frames;             /**< buffer of GL_PASSES gl_frame's, frame_stride bytes apart */
    GLint frame_stride;        /**< [bytes] */
    GLuint textures[GL_UNITS]; /**< permanently bound to their units; 0: made elsewhere */
    GLuint empty_array;        /**< vertex array without attributes, for gl_draw_whole */
    long pictures;             /**< drawn so far */

    gl_meshes *meshes;
    gl_shadow *shadow;
    gl_sky *sky;
    gl_mirrors *mirrors;
    gl_post *post;
    gl_field *field;
    gl_grains *grains;
    gl_sprites *sprites;
    gl_panels *panels;
} gl;

/** GL takes offsets in buffers as pointers. */
static inline const void *gl_offset(size_t bytes)
{
    return (const void *)bytes; /* NOLINT(performance-no-int-to-ptr) */
}

/** Load OpenGL's functions for the current context. @param error  out: the error @return false: see error */
bool gl_load_functions(char *error, size_t error_size);

/* ---- programs: gl_resources.c ---- */

/** Make a program for the current quality, replacing an old one.
 *  @param vertex,fragment  names of shaders: "field.vert" is shaders/field.vert.glsl
 *  @param defines          lines before all others, "#define LEAF\n", or ""
 *  @return false: g->error has the line refused by the driver */
bool gl_program_make(gl *g, gl_program *program, const char *vertex, const char *fragment,
                     const char *defines);
void gl_program_free(gl_program *program);
/** Location of a uniform; -1: unused by the program (GL ignores values set there). */
GLint gl_uniform(const gl_program *program, const char *name);
/** Draw three corners that cover the picture with the vertex shader "whole.vert" (out vec2 at: 0 to 1). */
void gl_draw_whole(const gl *g);

/** Text of a shader built into the library; NULL: unknown name. */
const char *gl_shader_source(const char *name);

/* ---- textures: gl_resources.c ---- */

/** A picture from a PNG file, rows from the bottom (as GL wants them). */
typedef struct gl_image {
    int width, height, channels; /**< 1, 3 or 4 */
    uint8_t *pixels;             /**< owner calls gl_image_free */
} gl_image;

/** Load all files of the stock's folder and bind them to their units. */
bool gl_textures_open(gl *g);
/** Set the filters of the quality. */
void gl_textures_programs(const gl *g);
void gl_textures_close(gl *g);
/** Bind a two-dimensional texture to a unit. */
void gl_bind(gl_unit unit, GLuint texture);

/* ---- targets: gl_post.c ---- */

/* ---- passes: gl_frame.c ---- */

/** Fill and upload the frame blocks of all passes of a list. */
void gl_frames_upload(const gl *g, const rnd_draw_list *list, int width, int height);
/** The rectangle of the sand: least x, y, greatest x, y [m]; without sand greatest < least. */
void gl_field_bounds(const rnd_field *field, vec4 bounds);
/** The pass of a view or a shadow map, for gl_pass_begin; size [pixels]. */
gl_pass gl_pass_of(const rnd_draw_list *list, int number, int width, int height);
/** Set viewport, winding and the frame block of a pass, whose framebuffer is bound. */
void gl_pass_begin(const gl *g, const rnd_draw_list *list, const gl_pass *pass);

/* ---- shadow maps: gl_shadow.c ---- */

bool gl_shadow_open(gl *g);
/** Make the maps of the quality. */
bool gl_shadow_programs(gl *g);
/** Number of cascades in use, limited by the list and the quality. */
int gl_shadow_count(const gl *g, const rnd_draw_list *list);
int gl_shadow_size(const gl *g); /**< [pixels] */
/** Store the cascades of the maps that are updated in this picture. */
void gl_shadow_plan(gl *g, const rnd_draw_list *list);
/** Whether a map is updated in this picture; on RND_LOW maps in which little has moved are not. */
bool gl_shadow_due(const gl *g, int cascade);
/** The cascade with which a map is or was drawn. */
const rnd_cascade *gl_shadow_cascade(const gl *g, int cascade);
/** Whether a map keeps its leaves from one update to the next: then they are drawn only when they are due,
 * before the map, and everything else is drawn to the map. */
bool gl_shadow_keeps_leaves(const gl *g, int cascade);
bool gl_shadow_leaves_due(const gl *g);
/** Bind the map of the leaves that are kept, cleared. */
void gl_shadow_begin_leaves(const gl *g);
/** Bind a cascade's map, cleared or with the leaves that are kept. */
void gl_shadow_begin(const gl *g, int cascade);
/** End drawing of maps: enable colours; `count` maps are valid now. */
void gl_shadow_end(const gl *g, int count);
void gl_shadow_close(gl *g);

/* ---- mirrors: gl_shadow.c ---- */

bool gl_mirrors_open(gl *g);
bool gl_mirrors_programs(gl *g);
/** Whether a mirror is updated in this picture. */
bool gl_mirror_due(const gl *g, const rnd_draw_list *list, int mirror);
/** Bind a mirror's picture; its size [pixels]. */
void gl_mirror_begin(gl *g, int mirror, int *width, int *height);
void gl_mirrors_close(gl *g);

/* ---- targets and tone mapping: gl_post.c ---- */

bool gl_post_open(gl *g);
bool gl_post_programs(gl *g);
/** Make targets of the sizes of the picture and of the world in it, and bind the one for opaque parts.
 *  @return false: g->error */
bool gl_post_begin(gl *g, int width, int height, int world_width, int world_height);
/** After opaque parts: ambient occlusion; binds the target for blended parts. */
void gl_post_blended(gl *g);
/** After blended parts: tone mapping; binds the picture. */
void gl_post_picture(gl *g);
/** Copy the picture to a framebuffer. */
void gl_post_copy(const gl *g, GLuint framebuffer, int width, int height);
bool gl_post_read(const gl *g, int width, int height, uint8_t *rgb);
void gl_post_close(gl *g);

/* ---- parts of the picture ----
 * Each has: open (once; false: g->error), programs (after each change of quality, also before the first
 * picture; false: g->error), upload (once a picture, before all passes), draw (in passes), close (also after
 * a failed open). */

bool gl_meshes_open(gl *g);
bool gl_meshes_programs(gl *g);
void gl_meshes_upload(gl *g, const rnd_draw_list *list, int height); /**< of the picture [pixels] */
void gl_meshes_draw_opaque(gl *g, const rnd_draw_list *list, const gl_pass *pass);
void gl_meshes_draw_glass(gl *g, const rnd_draw_list *list, const gl_pass *pass);
void gl_meshes_close(gl *g);

bool gl_sky_open(gl *g);
bool gl_sky_programs(gl *g);
/** Drawn where nothing else has been drawn. */
void gl_sky_draw(const gl *g);
void gl_sky_close(gl *g);

bool gl_field_open(gl *g);
bool gl_field_programs(gl *g);
void gl_field_upload(gl *g, const rnd_draw_list *list);
void gl_field_draw(gl *g, const rnd_draw_list *list, const gl_pass *pass); /**< also into shadow maps */
/** Bind the heights to a unit, a texel a knot, for shaders that use the height of the ground.
 *  @param grid  out: origin, cell [m]
 *  @return false: there is no field */
bool gl_field_bind_heights(const gl *g, gl_unit unit, float grid[3]);
void gl_field_close(gl *g);

bool gl_grains_open(gl *g);
bool gl_grains_programs(gl *g);
void gl_grains_upload(gl *g, const rnd_draw_list *list);
void gl_grains_draw(gl *g, const rnd_draw_list *list, const gl_pass *pass); /**< also into shadow maps */
void gl_grains_close(gl *g);

/** Dust and the streaks of rain: blended, only in view 0; depth is tested, not written. */
bool gl_sprites_open(gl *g);
bool gl_sprites_programs(gl *g);
void gl_sprites_upload(gl *g, const rnd_draw_list *list);
void gl_sprites_draw(gl *g, const rnd_draw_list *list, const gl_pass *pass);
void gl_sprites_close(gl *g);

#endif
