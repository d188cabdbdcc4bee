/* From a soil's file to the soil of the terrain. */
#ifndef WORLD_SOIL_H
#define WORLD_SOIL_H

#include "auth/soil.h"
#include "terr/soil.h"

/** The soil that a file tells about; its name is kept by reference. */
terr_soil world_soil_of(const auth_soil *from);

#endif
