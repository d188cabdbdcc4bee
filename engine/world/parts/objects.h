/* Free objects of a world: data of objects_build.c, objects.c and slings.c. Private to the world room. */
#ifndef WORLD_OBJECTS_H
#define WORLD_OBJECTS_H

#include "parts/parts.h"

#include "object/object.h"

/** A body of a machine that objects may touch. */
typedef struct world_object_port {
    int machine, body;
    int track; /**< track whose belt moves over the body; -1: no track */
} world_object_port;

/** State of a free object besides its pose. Doubles only: a block of the state. */
typedef struct world_object_note {
    double drops;  /**< number of falls after a machine had held it */
    double held;   /**< 1: in the last step it rested on a machine alone */
    double held_z; /**< height at which it was held last [m], which moves with what holds it; infinite: not
                      held since it last stood on the site */
    double load;   /**< part of its weight that machines carry [kg] */
    double struck; /**< time of the last touch by a machine [s] */
    double blow;   /**< index of its last hit among the kept hits; -1: no hit */
    double hits;   /**< number of hits by machines */
} world_object_note;

/** The guest of a machine; inactive while the machines settle. */
typedef struct world_object_guest {
    const struct world_objects *objects;
    mb_guest inner;
} world_object_guest;

typedef struct world_objects {
    int first; /**< index of the first free object in the scenario */
    int count; /**< free objects: bodies 0 to count - 1 of the model; then come the fixed ones */
    const obj_body_def *bodies; /**< [count] */
    obj_model *model;
    obj_state *state; /**< state */
    obj_work *work;
    int port_count;
    world_object_port *ports;
    contact_motion *motions;    /**< [ports] */
    hl_vec3 *moving;            /**< [ports] */
    world_object_guest *guests; /**< [machines] */
    bool live;                  /**< contacts have been found: the step takes the objects along */
    world_object_note *notes;   /**< [count]; state */
    double *gaps; /**< [count] between feet and ground when the object fell asleep, summed [m]; -1: it is
                     awake; state; NULL without sand */
    /** In the last step: force [N], power of scraping and of rolling [W], sum of force times place [N m]. */
    double sounds[WORLD_SOUND_CLASSES][6];
    uint64_t fingerprint; /**< of their definition */
} world_objects;

/** They belong to the driven machine. @return NULL: the scenario has none */
static inline world_objects *world_objects_of(const world *w)
{
    return w->machines[0]->objects;
}

/** An eye of a free object, seen from a hook. */
typedef struct world_sling_eye {
    int object; /**< index of the free object; -1: no eye is free */
    int eye;
    double distance; /**< from the hanging sling [m] */
    double
        above; /**< height of the eye above the hook, or, negative, below the sling's end [m]; otherwise 0 */
    bool taut; /**< the eye is farther from the hook than the sling is long */
} world_sling_eye;

/** A hook. Doubles only: a block of the state. */
typedef struct world_sling_state {
    double object, eye; /**< indices of the held object and eye; object -1: empty hook */
    double asked;       /**< value of the control in the last tick */
    double told;        /**< 1: a refusal has been reported since the control moved */
    double refusals;    /**< so far */
    double broken;
} world_sling_state;

/** Hooks of a machine (slings.c). */
typedef struct world_slings {
    int first;                 /**< link of its first hook */
    world_sling_state *states; /**< [hooks]; state */
    world_sling_eye *nearest;  /**< [hooks] at the last evaluation */
    struct world_sling_log {
        int64_t count;
        world_sling_note kept[WORLD_SLING_NOTES];
    } log; /**< state */
} world_slings;

/** Attach and release hooks, before contacts are found. RT. */
void world_slings_act(world *w);

/** True load on all slings of a machine, as a mass at rest [kg]; 0 on a site without objects. RT. */
double world_slings_load(const world_machine *machine);

/** Sum up, for the material of each object that presses: normal force; work of friction; and, where it rolls,
 * its normal force times the speed of its surface; normal force times place (object_outputs.c). RT. */
void world_objects_note_sounds(const world *w);

/** Signals of objects and of their sounds (object_outputs.c). */
void world_objects_put_signals(world_machine *machine, hl_arena *arena);

/** Bodies, ports, laws and state of the free objects (objects_build.c).
 *  @return HL_OK, HL_BAD_INPUT after a complaint, HL_OUT_OF_MEMORY */
hl_status world_objects_build(world_machine *machine, world_building *with);

#endif
