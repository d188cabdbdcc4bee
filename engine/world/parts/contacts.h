/* Shapes of bodies, and what they touch. */
#ifndef WORLD_CONTACTS_H
#define WORLD_CONTACTS_H

#include "machine/machine.h"

#include "contact/contact.h"

enum { WORLD_MOST_HITTERS = 4096 };
enum { WORLD_MAX_NEAR = 64 /**< boxes of the scenery that one shape is tried against in a tick */ };

/** Within this [m] points count as met: two steps of 1 ms at 10 m/s. */
#define WORLD_NEAR 0.02

/** A point of a body that rests on sand. */
typedef struct world_support {
    hl_vec3 point; /**< in the body's frame [m] */
    hl_vec3 press; /**< middle of the square of soil that it presses, in the body's frame [m] */
    double side;   /**< of that square [m] */
    double gap;    /**< it may lie so deep in the field without being felt: a tool's plate cuts to its upper
                      side [m] */
    int shape;     /**< of the body whose corner it is; a tool counts as the first */
} world_support;

/** A body with shapes. */
typedef struct world_hitter {
    int body, effort;
    int shape_count;
    contact_box *boxes;   /**< in the body's frame */
    int *materials;       /**< of each box: its number at the site; -1: nothing else may touch it */
    double radius;        /**< of a sphere about the body's origin that holds the boxes [m] */
    const bool *grounded; /**< of each box: its corners touch the ground too */
    int support_count;    /**< on sand */
    world_support *supports;
    int left_out; /**< boxes and points that found no room in this tick */
    contact_set set;
    int object[CONTACT_MAX_POINTS]; /**< of each point of the set: whose it is, -1: the ground's; below -1: -2
                                       - (machine * WORLD_MOST_HITTERS + body with shapes) of another machine
                                     */
    contact_surface *surfaces;      /**< [shapes][materials] */
    contact_memory next;            /**< what the patches keep when the step has been made */
    contact_effort_data contact;
} world_hitter;

typedef struct world_contacts {
    int count;
    world_hitter *list;
    contact_memory *memories; /**< [count] v0 of the patches that press; state */
    contact_result *looks;    /**< [count] */
} world_contacts;

/** Bodies with shapes, the surfaces between these and what they touch, the points that rest on sand
 * (surfaces.c). @return HL_OK, HL_BAD_INPUT, HL_OUT_OF_MEMORY */
hl_status world_hitters_define(world_machine *machine, world_building *with);

/** Surface between a shape of a body and an object, -1: the ground (surfaces.c). RT. */
const contact_surface *world_surface(const world_machine *machine, const world_hitter *hitter, int shape,
                                     int object);

/** The same with a numbered material. RT. */
static inline const contact_surface *world_surface_with(const world_machine *machine,
                                                        const world_hitter *hitter, int shape, int material)
{
    return &hitter->surfaces[shape * machine->site->material_count + material];
}

/** A body's box in the world. RT. */
static inline contact_box world_box_at(const contact_box *box, const mb_pose *pose)
{
    return (contact_box){hl_add(pose->position, hl_mul(&pose->rotation, box->centre)),
                         hl_mat3_mul(&pose->rotation, &box->axes), box->half};
}

#endif
