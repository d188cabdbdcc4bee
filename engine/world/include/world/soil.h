/* Conversion of a soil file to a soil of the terrain. */
#ifndef WORLD_SOIL_H
#define WORLD_SOIL_H

#include "auth/soil.h"
#include "terr/soil.h"

/** The soil that a file describes; its name is not copied. */
terr_soil world_soil_of(const auth_soil *from);

#endif
