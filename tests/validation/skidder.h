/* The grapple skidder (assets/machines/skidder.yaml) in validation cases. */
#ifndef VALID_SKIDDER_H
#define VALID_SKIDDER_H

#include "driven.h"

/** driven_build of the skidder, on asphalt unless the start says otherwise. */
bool skidder_build(valid_run *run, const driven_start *start, driven *built);

extern const double SKIDDER_WHEELBASE; /**< [m] */

/* ---- the case, by subject ---- */

void skidder_rests(valid_run *run);
void skidder_drives(valid_run *run);

#endif
