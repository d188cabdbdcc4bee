/* The link of a model with its guest: what its efforts hand over, and scratch of a step. */
#ifndef MB_GUEST_LINK_H
#define MB_GUEST_LINK_H

#include "multibody/model_internal.h"

enum { GUEST_PORTS = MB_GUEST_PORTS };

/* What the effort of a body hands over. */
typedef struct guest_port {
    const guest_link *link;
    int index; /* of the body in the guest's list */
    bool active;
    double force[GUEST_PORTS], by_place[GUEST_PORTS * GUEST_PORTS];
} guest_port;

struct guest_link {
    mb_guest guest;
    bool live;        /* within a step: forces and tangents are those of the iteration */
    int first_effort; /* of the guest's bodies, in their order */
    guest_port *ports;
    int active_count;
    int *active;             /* [active_count] indices of the bodies */
    mb_guest_motion *motion; /* [active_count] */
    double *force, *tangent, *moves;
};

#endif
