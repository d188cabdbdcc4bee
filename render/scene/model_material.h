/* Materials of models: the substance from the name, factors of physically based shading. */
#ifndef MODEL_MATERIAL_H
#define MODEL_MATERIAL_H

#include "rnd/mesh.h"

#include <assimp/material.h>

/** A material as assimp has read it. What it does not say is what glTF's defaults say. */
void model_material(const struct aiMaterial *from, rnd_material *to);

#endif
