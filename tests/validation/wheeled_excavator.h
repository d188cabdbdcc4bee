/* The wheeled excavator (assets/machines/wheeled_excavator.yaml) in validation cases. */
#ifndef VALID_WHEELED_EXCAVATOR_H
#define VALID_WHEELED_EXCAVATOR_H

#include "excavator_arm.h"

/** driven_build of the wheeled excavator, on asphalt unless the start says otherwise. */
bool wheeled_excavator_build(valid_run *run, const driven_start *start, driven *built);

/* ---- the case, by subject ---- */

void wheeled_excavator_stands(valid_run *run);
void wheeled_excavator_drives(valid_run *run);

#endif
