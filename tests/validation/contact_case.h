/* What the files of the case share. */
#ifndef CONTACT_CASE_H
#define CONTACT_CASE_H

#include "contact_rig.h"

/** Rows of balls, boxes and of two bodies (case_contact_motion.c). */
void contact_motion_rows(valid_run *run);

#endif
