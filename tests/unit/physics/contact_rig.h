/* Boxes for the tests of contact, and an independent idea of how they lie. */
#ifndef CONTACT_RIG_H
#define CONTACT_RIG_H

#include "contact/contact.h"

#include <stdint.h>

/** A box about `centre`, turned by the rotation vector `turn` [rad]. */
contact_box rig_box(hl_vec3 centre, hl_vec3 turn, hl_vec3 half);

/** A vector with components in [-size, size). */
hl_vec3 rig_vector(uint64_t *seed, double size);

/** A box of half edges between 0.1 and 1.1 m, turned at random, about a random place. */
contact_box rig_random_box(uint64_t *seed, double spread);

/** Largest of u . x over the corners x. */
double rig_reach(const contact_box *box, hl_vec3 u);

/** By how much a must move along the unit vector u to leave b. */
double rig_overlap_along(const contact_box *a, const contact_box *b, hl_vec3 u);

/** How far a place lies outside of a box: largest |local coordinate| - half edge. 0 on its surface. */
double rig_outside(const contact_box *box, hl_vec3 place);

typedef enum rig_verdict { RIG_APART, RIG_MEET, RIG_UNDECIDED } rig_verdict;

/** Do two boxes meet? Found by projecting a place from one box to the other in turns (von Neumann's
 * alternating projections), which ends with a place in both, or with a plane between them; both are proofs.
 * Undecided: neither within the given number of turns. */
rig_verdict rig_meet(const contact_box *a, const contact_box *b);

#endif
