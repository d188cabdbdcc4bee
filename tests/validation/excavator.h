/* The excavator (assets/machines/excavator.yaml) in validation cases. */
#ifndef VALID_EXCAVATOR_H
#define VALID_EXCAVATOR_H

#include "driven.h"

/** driven_build of the excavator, on firm earth unless the start says otherwise. */
bool excavator_build(valid_run *run, const driven_start *start, driven *built);

/* ---- the case, by subject ---- */

void excavator_counts(valid_run *run);
void excavator_range(valid_run *run);
void excavator_four_bar(valid_run *run);
void excavator_stability(valid_run *run);
void excavator_forces(valid_run *run);
void excavator_times(valid_run *run);
void excavator_travel(valid_run *run);
void excavator_energy(valid_run *run);

#endif
