/* The soils that come along (assets/soils), in the laboratory of terr/lab.h. */
#ifndef VALID_SOIL_H
#define VALID_SOIL_H

#include "terr/lab.h"
#include "valid/case.h"

enum { SOIL_DRY_SAND, SOIL_MOIST_SAND, SOIL_GRAVEL, SOIL_LOAM, SOILS };

extern const char *const soil_names[SOILS]; /**< of the files */

/** Read a soil's file. False after a failing row. */
bool soil_read(valid_run *run, int which, terr_soil *soil);

/** Whether an experiment could be made; false after a failing row. */
bool soil_done(valid_run *run, const char *what, hl_status status, const char *why);

/** Degrees of an angle [rad]. */
double soil_degrees(double angle);

/* ---- the case, by subject ---- */

void soil_heaps(valid_run *run, const terr_soil soils[SOILS]);
void soil_turned(valid_run *run, const terr_soil soils[SOILS]);
void soil_banks(valid_run *run, const terr_soil soils[SOILS]);
void soil_cutting(valid_run *run, const terr_soil soils[SOILS]);
void soil_plates(valid_run *run, const terr_soil soils[SOILS]);
void soil_wheels(valid_run *run, const terr_soil soils[SOILS]);
void soil_layers(valid_run *run, const terr_soil soils[SOILS]);

#endif
