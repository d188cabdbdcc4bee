/* Draw list: the complete content of one frame ("picture" in names). The scene makes it, a back end draws it.
 * It is independent of the graphics library.
 *
 * Matrices are column-major as in cglm and OpenGL; clip space as in OpenGL: z from -w to w. World: z up,
 * metres. Colours are linear. */
#ifndef RND_DRAW_LIST_H
#define RND_DRAW_LIST_H

#include "rnd/hud.h"
#include "rnd/mesh.h"

#include <cglm/types.h>
#include <stdbool.h>

enum {
    RND_VIEWS = 4,         /**< the main view and up to three mirrors */
    RND_CASCADES = 3,      /**< maximum number of shadow maps */
    RND_MAP_PIXELS = 1024, /**< side length of the shadow map to which rnd_cascade.texel refers; back ends may
                              use other sizes */
    RND_MIRRORS = RND_VIEWS - 1,
    RND_LEVELS = 5, /**< levels of detail of the field: steps of 1, 2, 4, 8, 16 cells */
    RND_SOILS = 8,  /**< kinds of soil in xch_shade */
    RND_SPRITES = 2048,
    /** all gauges of a layout, the panels of an exercise, and overlays of windows */
    RND_PANELS = AUTH_MOST_GAUGES + 12
};

/** A view. View 0 is the main view, view 1 + k that of mirror k. */
typedef struct rnd_view {
    mat4 view, projection;
    vec3 eye;      /**< [m] */
    float nearest; /**< near plane [m] */
    float farthest;
    bool inside; /**< the eye is in the cab */
} rnd_view;

/** A shadow map: all objects in its box cast shadows. */
typedef struct rnd_cascade {
    mat4 view_projection;
    float until; /**< used up to this distance from the eye [m] */
    float texel; /**< size of a texel of a map of RND_MAP_PIXELS [m] */
} rnd_cascade;

/** Light and atmosphere. */
typedef struct rnd_sky {
    vec3 to_sun;          /**< unit; below the horizon at night */
    vec3 sun;             /**< irradiance of a surface facing the sun, after the atmosphere */
    vec3 zenith, horizon; /**< radiance of the sky: ambient light */
    vec3 ground;          /**< radiance reflected by the ground: ambient light */
    float turbidity;      /**< of the analytic sky: 2 clear ... 10 hazy */
    float cloud;          /**< share of the sky 0 ... 1 */
    float fog;            /**< extinction [1/m] */
    vec3 fog_colour;
    float rain;     /**< 0 none ... 1 heavy */
    float wet;      /**< wetness of surfaces: darker, shinier */
    float exposure; /**< factor on radiance before tone mapping */
} rnd_sky;

/** A mesh with its transformation. Bits 0 to RND_VIEWS - 1 of `seen` are the views in which it is visible,
 * the next RND_CASCADES bits the shadow maps. Opaque instances come first, sorted by mesh for instanced
 * drawing. Glass starts at `glass_first`, sorted from far to near in view 0. */
typedef struct rnd_instance {
    int mesh; /**< index in the scene's table */
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

/** Heights of the sand, knots row by row. */
typedef struct rnd_field {
    int columns, rows;           /**< knots; 0: no sand */
    float origin[2], cell;       /**< of knot (0, 0) and between knots [m] */
    const float *heights;        /**< [rows][columns] [m] */
    const uint8_t *shades;       /**< [rows][columns], see xch_shade */
    float colours[RND_SOILS][3]; /**< of the kinds of soil: factors on the sand texture */
    int dirty_count;             /**< tiles changed since the last frame */
    const int (*dirty)[2];       /**< (column, row) of tiles of XCH_TILE cells */
} rnd_field;

/** A tile of the field, drawn at a level of detail. `seen` as in rnd_instance. */
typedef struct rnd_patch {
    int column, row; /**< of the tile */
    uint32_t seen;
} rnd_patch;

/** A soft disc that faces the eye: dust, smoke, splashes. Sorted from far to near. */
typedef struct rnd_sprite {
    float at[3], radius; /**< [m] */
    float colour[3], alpha;
    float turn; /**< [rad] */
} rnd_sprite;

/** A flat image drawn in front of the scene: a gauge, a message, a menu. */
typedef struct rnd_panel {
    /** Unique, < RND_PANELS; a back end keeps one texture per slot. Gauges have the slots below
     * AUTH_MOST_GAUGES, panels of exercises the next ones */
    int slot;
    rnd_hud_gauge_view picture;
    bool in_world;   /**< true: corners in the world [m]; false: on the screen, x and y from -1 to 1, y up */
    vec3 corners[4]; /**< upper left, upper right, lower right, lower left */
    float alpha;     /**< factor on the opacity of the image; 1: unchanged */
} rnd_panel;

typedef struct rnd_draw_list {
    double time; /**< time of the world [s], which animates rain, clouds and leaves */
    rnd_sky sky;
    int view_count;
    rnd_view views[RND_VIEWS];
    int cascade_count;
    rnd_cascade cascades[RND_CASCADES];
    int instance_count, glass_first;
    rnd_instance *instances;
    int changed_count;
    const int *changed; /**< meshes whose vertices have changed since the last list */
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
