/* Tools dig. A tool is a profile in the x-z plane of its frame, extruded along y to its width: a bucket with
 * floor, back and side walls, or an open blade. Any body of any machine may have one.
 *
 *   profile  from the cutting edge along the floor, up the back, to the upper lip: corners of thin plates.
 *            Loose material lies on the inner side, towards the mouth: the line from the lip back to the edge
 *   teeth    in front of the edge, evenly across the width
 *
 * Below the surface a tool deforms the field: soil above its floor becomes particles, and soil resists the
 * cutting edge and the teeth (fundamental equation of earthmoving, tip resistance). Above the surface the
 * tool carries particles. */
#ifndef TERR_TOOL_H
#define TERR_TOOL_H

#include "hl/mat3.h"

#include <stdbool.h>

enum { TERR_PROFILE_MOST = 16, TERR_MAX_TOOLS = 8 };

typedef struct terr_tool_def {
    int corners;                          /**< of the profile, 2 to TERR_PROFILE_MOST */
    double profile[TERR_PROFILE_MOST][2]; /**< x, z in the tool's frame [m] */
    double width;                         /**< along y, about y = 0 [m] */
    double thickness;                     /**< of plates [m] */
    bool sides;                           /**< has side walls */
    int teeth;                            /**< 0: a plain edge */
    double tooth_width, tooth_length;     /**< [m] */
} terr_tool_def;

/** Pose and motion of a tool. Its frame is the body's, with the origin given in the machine file. */
typedef struct terr_tool_motion {
    hl_vec3 position; /**< of the tool's frame in the world [m] */
    hl_mat3 rotation; /**< tool to world */
    hl_vec3 velocity; /**< of the frame's origin [m/s] */
    hl_vec3 spin;     /**< [rad/s], world axes */
} terr_tool_motion;

/** Resistance of a cutting tool: limits of the force at one point along three axes, constant during a step.
 * The body's bristle (contact/resistance.h) converts them to a force that holds at rest and yields at the
 * limit. */
typedef struct terr_resistance {
    bool cuts;          /**< false: no resistance, other members are undefined */
    hl_vec3 point;      /**< centre of resistance, tool frame [m] */
    hl_vec3 axis[3];    /**< world: ahead (horizontal, out of the mouth), across (along the edge), up */
    double ahead, back; /**< limits of the force against motion along axis 0, forwards and backwards [N] */
    double across;      /**< along axis 1, in both directions [N] */
    double down, up;    /**< against motion down and up [N] */
    hl_vec3 weight;     /**< vertical part of the cutting force: acts on the tool at `point`, world [N] */
} terr_resistance;

/** Load of a tool: particles inside its profile. */
typedef struct terr_payload {
    double mass;     /**< [kg] */
    hl_vec3 centre;  /**< of mass, tool frame [m] */
    hl_sym3 inertia; /**< about the centre of mass, tool axes [kg m^2] */
    int particles;
    bool frozen;    /**< at rest in the tool, as part of its body */
    double weighed; /**< virtual mass sensor: `mass`, filtered over some tenths of a second [kg] */
    double inflow;  /**< mass of particles that crossed a plane near the teeth inwards, minus those that
                       crossed it outwards: the sensor of 000 publication V [kg] */
} terr_payload;

/** Progress of a cut: the previous positions of the edge, which distinguish digging from rocking at any
 * speed. */
typedef struct terr_cut_front {
    bool known;   /**< false: the tool has not moved yet, other members are zero */
    hl_vec3 at;   /**< furthest place of the edge's middle; follows the edge backwards, sideways, up and down
                     once it is a few centimetres away [m] */
    double uncut; /**< advance of the front with soil not dug yet [m] */
    double lift;  /**< mass of soil above the tool that its displacement may still lift or push ahead [kg] */
    double idle;  /**< time since the front last advanced through soil [s] */
} terr_cut_front;

/** Load of the soil on a tool during the next step. */
typedef struct terr_tool_load {
    hl_vec3 force, moment; /**< of particles, about the tool's origin, world axes [N], [N m] */
    hl_sym3 stiffness,
        damping; /**< of that force against displacement and velocity of `contact_point` [N/m, N s/m] */
    hl_vec3 contact_point; /**< mean of the contacts, tool frame [m] */
    terr_resistance resistance;
    terr_payload payload; /**< if frozen, its weight and inertia are not in `force` but part of the body */
    double dug;           /**< [kg] taken from the field in this step */
    double depth;         /**< deepest immersion of the edge [m] */
    terr_cut_front front;
} terr_tool_load;

/** Validate a profile and its dimensions. NULL: valid; otherwise the error and what is expected. */
const char *terr_tool_validate(const terr_tool_def *def);

/** Volume below the struck plane from lip to edge [m^3]. */
double terr_tool_volume(const terr_tool_def *def);

#endif
