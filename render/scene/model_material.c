#include "model_material.h"

#include <string.h>

/* In the order of auth_mirror's names. */
static const char *const mirrors[] = {"left", "right", "rear"};

/* The substance that a material's name begins with, "paint.green"; RND_PLAIN for others. */
static rnd_substance substance_of(const char *name)
{
    static const char *const words[] = {
#define X(kind, word) word,
        RND_SUBSTANCE_LIST(X)
#undef X
    };
    const size_t length = strcspn(name, ".");
    for (int s = 0; s < RND_SUBSTANCES; s++)
        if (strlen(words[s]) == length && strncmp(words[s], name, length) == 0) return (rnd_substance)s;
    return RND_PLAIN;
}

static int mirror_of(const char *name)
{
    const char *dot = strchr(name, '.');
    for (int m = 0; dot != NULL && m < (int)(sizeof mirrors / sizeof *mirrors); m++)
        if (strncmp(dot + 1, mirrors[m], strlen(mirrors[m])) == 0) return m;
    return 0;
}

/* Not aiGetMaterialFloat: it is inline in C++'s sense, and without optimisation C finds no such function. */
static float factor(const struct aiMaterial *from, const char *key, float otherwise)
{
    ai_real value = otherwise;
    return aiGetMaterialFloatArray(from, key, 0, 0, &value, NULL) == aiReturn_SUCCESS ? value : otherwise;
}

/* Keys without their macros, which stand for three arguments each. */
static struct aiColor4D colour(const struct aiMaterial *from, const char *key, struct aiColor4D otherwise)
{
    struct aiColor4D value = otherwise;
    return aiGetMaterialColor(from, key, 0, 0, &value) == aiReturn_SUCCESS ? value : otherwise;
}

void model_material(const struct aiMaterial *from, rnd_material *to)
{
    struct aiString name = {0};
    (void)aiGetMaterialString(from, AI_MATKEY_NAME, &name);
    const struct aiColor4D base = colour(from, "$clr.base", (struct aiColor4D){1, 1, 1, 1});
    const struct aiColor4D glow = colour(from, "$clr.emissive", (struct aiColor4D){0, 0, 0, 1});
    const float strength = factor(from, "$mat.emissiveIntensity", 1.0F);
    *to = (rnd_material){.substance = substance_of(name.data),
                         .colour = {base.r, base.g, base.b, base.a},
                         .metallic = factor(from, "$mat.metallicFactor", 1.0F),
                         .roughness = factor(from, "$mat.roughnessFactor", 1.0F),
                         .emission = {strength * glow.r, strength * glow.g, strength * glow.b}};
    if (to->substance != RND_GLASS) to->colour[3] = 1.0F;
    if (to->substance == RND_MIRROR) to->mirror = mirror_of(name.data);
}
