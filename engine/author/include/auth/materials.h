/* Restitution and friction of pairs of materials. `materials:` of a machine or a scenario is a list of pairs
 * that override the supplied ones. */
#ifndef AUTH_MATERIALS_H
#define AUTH_MATERIALS_H

#include "hl/report.h"

#include <stdbool.h>

enum { AUTH_MAX_PAIRS = 64 };

/** A pair, in either order: `{a: steel, b: concrete, restitution: 0.1, kinetic: 0.35, stiction: 0.4}`. */
typedef struct auth_material_pair {
    const char *a, *b;
    hl_place place;
    double restitution;       /**< separation speed over approach speed, 0 to 1; below 0: not given */
    double kinetic, stiction; /**< friction coefficients; below 0: not given */
    double rolling;           /**< rolling resistance over the load, of objects; below 0: not given */
} auth_material_pair;

/** A list of pairs. */
typedef struct auth_materials {
    int count;
    const auth_material_pair *pairs;
} auth_materials;

/** Default materials of shapes and of objects. */
#define AUTH_SHAPE_MATERIAL  "steel"
#define AUTH_OBJECT_MATERIAL "concrete"
/** Material of a ground whose `surface` is not the name of a material. */
#define AUTH_GROUND_MATERIAL "earth"
/** Material of the ground where there is sand. */
#define AUTH_SAND_MATERIAL "sand"

/** Whether a pair of the list (NULL: of the supplied pairs) has this material. */
bool auth_material_known(const auth_materials *list, const char *name);

/** Find a pair in a list (NULL: in the supplied pairs). @return NULL: not listed */
const auth_material_pair *auth_material_find(const auth_materials *list, const char *a, const char *b);

/** Parameters of two materials. Each member comes from the first of these sources that gives it: the
 * scenario's pair, the machine's pair, `fallback`, the supplied pair, the defaults for all materials.
 *  @param scenario,machine  may be NULL
 *  @param fallback  the machine's values for all pairs; members below 0: not given */
auth_material_pair auth_material_between(const auth_materials *scenario, const auth_materials *machine,
                                         const auth_material_pair *fallback, const char *a, const char *b);

#endif
