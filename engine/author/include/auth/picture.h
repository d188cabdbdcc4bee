/* How a machine and a site look: `picture:` of machine files, `weather:` and `scenery:` of scenario files.
 * Nothing here affects physics.
 *
 * Paths of models and layouts are stored as written in the file. They are searched first in the folder of
 * this file, then in the assets. */
#ifndef AUTH_PICTURE_H
#define AUTH_PICTURE_H

#include "hl/report.h"

#include <stdbool.h>

/** `moves:` parts of the model that a signal rotates or shifts: steering wheel, levers, pedals. */
typedef struct auth_move {
    const char *node; /**< name in the model, "cabin:steering_wheel" */
    hl_place place;
    const char *signal;
    hl_place signal_place;
    double axis[3]; /**< in the node's own frame */
    double turn;    /**< `turn:` per unit of the signal [rad]; 0: none */
    double shift;   /**< `shift:` per unit of the signal [m] along the axis; 0: none */
} auth_move;

enum { AUTH_CHAIN_OVER = 4, AUTH_MAX_CHAINS = 4 };

/** `chains:` shoes of a crawler belt: copies of one node that circulate around a track of the machine
 * (auth_track) as its sprocket turns. Their path is the taut belt around the track's stations and the `over:`
 * wheels above. */
typedef struct auth_chain {
    const char *node; /**< node of the model: one shoe. Its frame on the lower run: x forward, y left, z away
                         from the ground; origin in the middle of the shoe's outer face, without the ribs */
    hl_place place;
    int track;      /**< `track:` name of a track */
    int shoes;      /**< number in the whole belt */
    int over_count; /**< carrier rollers, 0 to AUTH_CHAIN_OVER */
    /** `over:` list of `[x, z, radius]`, as the track's `stations`, in order of increasing x */
    double over[AUTH_CHAIN_OVER][3];
} auth_chain;

/** A mirror: its glass is a node of the model. */
typedef struct auth_mirror {
    const char *name;  /**< left, right or rear */
    double at[3];      /**< middle of the glass in its body's frame [m] */
    double towards[3]; /**< point that the mirror's camera looks at, in the same frame */
    double angle;      /**< horizontal angle of view [rad], default 30 deg */
} auth_mirror;

enum { AUTH_MAX_MIRRORS = 3 };

/** `picture:` a mapping of a machine file; without it the shapes are drawn as plain boxes. */
typedef struct auth_picture {
    bool present;
    const char *model; /**< glTF file; NULL: none */
    hl_place model_place;
    const char *attachment; /**< glTF file of the parts that variants exchange; its nodes are added to the
                               model's. NULL: none */
    hl_place attachment_place;
    const char *hud; /**< default layout; NULL: none */
    hl_place hud_place;
    /* `cab: {body, eye, towards, windshield: {...}}`; without it there is no cab view */
    bool cab;
    int cab_body;
    double eye[3], towards[3]; /**< driver's eye and a point straight ahead in the body's frame [m] */
    double windshield[3];      /**< middle of the display's plane in the body's frame [m] */
    double windshield_size[2]; /**< width, height [m] */
    double windshield_tilt;    /**< of its upper edge away from the driver [rad] */
    int mirror_count;
    auth_mirror mirrors[AUTH_MAX_MIRRORS]; /**< in the frame of cab_body */
    /* `tool: {body, at}`: target of the bucket camera */
    bool tool;
    int tool_body;
    double tool_at[3];
    /* `exhaust: {body, at}`: source of the exhaust smoke */
    bool exhaust;
    int exhaust_body;
    double exhaust_at[3];
    int hide_count;
    const char *
        *hides; /**< `hides:` names of bodies that are drawn as their shapes, without their model nodes */
    int move_count;
    auth_move *moves;
    int chain_count;
    auth_chain *chains;
} auth_picture;

/** `weather:` a mapping of a scenario file. */
typedef struct auth_weather {
    double time;       /**< `time: "10:30"`: solar time [h]; default 10.5 */
    double latitude;   /**< [rad], default 50 deg */
    int day;           /**< of the year 1 to 365, default 172 (summer solstice) */
    double north;      /**< direction of north, from x towards y [rad], default 90 deg: y is north */
    double visibility; /**< `visibility:` [m], default 40 km; fog below 1 km */
    double rain;       /**< 0 to 1, default 0 */
    double cloud;      /**< share of the sky 0 to 1, default 0.25 */
    double wind[2];    /**< [m/s], moves dust and rain; default (1.5, 0.5) */
} auth_weather;

/** The default weather. */
auth_weather auth_weather_default(void);

/** `scenery:` list of visible models without contact. */
typedef struct auth_scenery {
    hl_place place;
    const char *model;     /**< "tree_oak": models/tree_oak.glb of the assets, or a path ending with .glb */
    double at[2], heading; /**< [m], [rad]; on the rigid ground */
    double scale;          /**< default 1 */
    /* `scatter: {count, from, to, seed}` instead of `at`: random positions in the rectangle, except on the
     * field and within 4 m of objects and of the start */
    int count;             /**< 0: a single model, at `at` */
    double from[2], to[2]; /**< [m] */
    int seed;
} auth_scenery;

#endif
