/* Draw list: all that one picture shows, ready to be drawn, as the scene makes it and a back end takes it.
 * Knows no graphics library.
 *
 * Matrices are column-major as cglm and OpenGL have them; clip space as OpenGL's: z from -w to w. World: z
 * up, metres. Colours are linear. */
#ifndef RND_DRAW_LIST_H
#define RND_DRAW_LIST_H

#include "rnd/hud.h"
#include "rnd/mesh.h"

#include <cglm/types.h>
#include <stdbool.h>

enum {
    RND_VIEWS = 4,         /**< the picture itself and up to three mirrors */
    RND_CASCADES = 3,      /**< shadow maps at most */
    RND_MAP_PIXELS = 1024, /**< along a side of a map that texels are told of; back ends may have others */
    RND_MIRRORS = RND_VIEWS - 1,
    RND_LEVELS = 5, /**< of detail of the field: steps of 1, 2, 4, 8, 16 cells */
    RND_SOILS = 8,  /**< kinds that xch_shade tells apart */
    RND_SPRITES = 2048,
    /** all gauges of a layout, an exercise's panels, and what windows lay over them */
    RND_PANELS = AUTH_MOST_GAUGES + 12
};

/** Where a picture is taken from. View 0 is the picture, 1 + k mirror k. */
typedef struct rnd_view {
    mat4 view, projection;
    vec3 eye;      /**< [m] */
    float nearest; /**< near plane [m] */
    float farthest;
    bool inside; /**< the eye is in the cab */
} rnd_view;

/** A shadow map: everything that lies in its box casts. */
typedef struct rnd_cascade {
    mat4 view_projection;
    float until; /**< used up to this distance before the eye [m] */
    float texel; /**< of a map of RND_MAP_PIXELS [m] */
} rnd_cascade;

/** Light and air. */
typedef struct rnd_sky {
    vec3 to_sun;          /**< unit; below the horizon at night */
    vec3 sun;             /**< irradiance on a surface that faces it, through the air */
    vec3 zenith, horizon; /**< radiance of the sky: ambient light */
    vec3 ground;          /**< radiance of what the ground throws back: likewise */
    float turbidity;      /**< of the analytic sky: 2 clear ... 10 hazy */
    float cloud;          /**< share of the sky 0 ... 1 */
    float fog;            /**< extinction [1/m] */
    vec3 fog_colour;
    float rain;     /**< 0 none ... 1 heavy */
    float wet;      /**< of surfaces: darker, shinier */
    float exposure; /**< radiance to picture before tone mapping */
} rnd_sky;

/** A mesh at a place. Of the bits of `seen` 0 to RND_VIEWS - 1 stand for views, the next RND_CASCADES for
 * shadow maps. Opaque ones come first, sorted by mesh so that neighbours can be drawn at once; glass after
 * `glass_first`, far ones first as seen in view 0. */
typedef struct rnd_instance {
    int mesh; /**< of the scene's table */
    uint32_t seen;
    mat4 model;
} rnd_instance;

static inline uint32_t rnd_in_view(int view)
{
    return 1U << view;
}
static inline uint32_t rnd_in_cascade(int cascade)
{
    return 1U << (RND_VIEWS + cascade);
}

/** The sand's heights, knots row by row. */
typedef struct rnd_field {
    int columns, rows;           /**< knots; 0: no sand */
    float origin[2], cell;       /**< of knot (0, 0) and between knots [m] */
    const float *heights;        /**< [rows][columns] [m] */
    const uint8_t *shades;       /**< [rows][columns], see xch_shade */
    float colours[RND_SOILS][3]; /**< of the kinds of soil, factors on the sand's texture */
    int dirty_count;             /**< tiles that have changed since the last picture */
    const int (*dirty)[2];       /**< (column, row) of tiles of XCH_TILE cells */
} rnd_field;

/** A tile of the field to be drawn at a level of detail. `seen` as of rnd_instance. */
typedef struct rnd_patch {
    int column, row; /**< of the tile */
    uint32_t seen;
} rnd_patch;

/** A soft disc that faces the eye: dust, smoke, splashes. Far ones first. */
typedef struct rnd_sprite {
    float at[3], radius; /**< [m] */
    float colour[3], alpha;
    float turn; /**< [rad] */
} rnd_sprite;

/** A flat picture in front of everything: a gauge, a message, a menu. */
typedef struct rnd_panel {
    /** < RND_PANELS, of no other panel: whoever keeps textures keeps one a slot. Gauges have those below
     * AUTH_MOST_GAUGES, exercises those that follow */
    int slot;
    rnd_hud_gauge_view picture;
    bool in_world;   /**< corners are in the world [m], else in the picture: x, y from -1 to 1, y up */
    vec3 corners[4]; /**< upper left, upper right, lower right, lower left */
    float alpha;     /**< of the whole, 1: as drawn */
} rnd_panel;

typedef struct rnd_draw_list {
    double time; /**< of the world [s]: rain, clouds and leaves move with it */
    rnd_sky sky;
    int view_count;
    rnd_view views[RND_VIEWS];
    int cascade_count;
    rnd_cascade cascades[RND_CASCADES];
    int instance_count, glass_first;
    rnd_instance *instances;
    rnd_field field;
    int patch_count[RND_LEVELS];
    rnd_patch *patches[RND_LEVELS];
    int grain_count;
    const float *grains;        /**< [count][4]: middle and radius [m] */
    const uint8_t *grain_soils; /**< [count] */
    float grain_colours[RND_SOILS][3];
    int sprite_count;
    const rnd_sprite *sprites;
    int panel_count;
    rnd_panel panels[RND_PANELS];
} rnd_draw_list;

#endif
