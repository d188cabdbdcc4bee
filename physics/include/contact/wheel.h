/* Contacts of wheels and crawler tracks with boxes.
 *
 * A tire is soft: it may be deflected by a tenth of a metre, so contacts are not those of a rigid cylinder,
 * which leaves a box by the nearest face. A plane across the axle cuts a box in a convex polygon. The point
 * of the polygon nearest to the axle is the contact of the disc of that plane, as on the ground: it is unique
 * and changes continuously while the wheel rolls against a kerb, over its edge and along its top. Its normal
 * is that of the box there: of a face the face's, on an edge between those of the faces beside it.
 *
 * Every force at a point acts as that of a sphere whose centre is on the axle. So the rotation of the wheel
 * within a step neither moves the point nor changes its depth (contact_spot). */
#ifndef CONTACT_WHEEL_H
#define CONTACT_WHEEL_H

#include "contact/contact.h"

enum {
    CONTACT_WHEEL_POINTS = 3, /**< of a wheel with a box: at both sides of what they share of the tire's width
                                 and in the middle of it. Each has a third of the tire's stiffness */
    CONTACT_BELT_ROLLERS = 12,
    CONTACT_BELT_POINTS = 2 * CONTACT_BELT_ROLLERS - 1
};

/** A wheel in the world. */
typedef struct contact_wheel {
    hl_vec3 centre, axle; /**< [m]; unit vector */
    double radius;        /**< [m] */
    double half_width;    /**< [m] */
} contact_wheel;

/** The lower run of a crawler track in the world: rollers from the front to the rear and the belt between
 * them. */
typedef struct contact_belt {
    hl_vec3 axle; /**< unit vector, to the left */
    hl_vec3 up;   /**< unit vector across it, away from the lower run */
    int rollers;  /**< 2 to CONTACT_BELT_ROLLERS */
    hl_vec3 centre[CONTACT_BELT_ROLLERS];
    double radius[CONTACT_BELT_ROLLERS]; /**< to the outside of the belt [m] */
    double half_width;
} contact_belt;

/** A point where a wheel or a belt touches a box. */
typedef struct contact_rim {
    hl_vec3 plane, normal; /**< a point of the box [m]; unit vector from it to the wheel; world */
    hl_vec3 centre;        /**< of the sphere of contact_spot, in the world [m] */
    double radius;         /**< of it; 0: the point is moved along the axle or by the flat belt [m] */
    double depth;          /**< [m]; negative: distance */
    int part;              /**< number of the point, the same from step to step */
    bool sideways;         /**< the wheel is pushed along its axle */
} contact_rim;

/** Points of a wheel and a box. A box that overlaps less of the tire's width than of its radius pushes it
 * sideways.
 *  @param margin  points within this distance count [m]
 *  @return their number. RT. */
int contact_wheel_box(const contact_wheel *wheel, const contact_box *box, double margin,
                      contact_rim rims[CONTACT_WHEEL_POINTS]);

/** Points of a belt and a box in the middle of the width that they share: at most one of each roller, and
 * one of each straight part of the belt, on which an edge of the box presses. RT. */
int contact_belt_box(const contact_belt *belt, const contact_box *box, double margin,
                     contact_rim rims[CONTACT_BELT_POINTS]);

/** Sphere of a contact point of a wheel, given its place on the wheel and the normal: on the axle where the
 * normal through the point meets it, otherwise a point of the wheel. Fills `centre` and `radius`.
 *  @param point  of the wheel, in the world [m]. RT. */
void contact_wheel_sphere(const contact_wheel *wheel, hl_vec3 point, contact_rim *rim);

#endif
