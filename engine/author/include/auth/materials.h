/* What two materials do where they touch: restitution and friction. `materials:` of a machine or a scenario
 * is a list of pairs, which goes over the pairs that are shipped. */
#ifndef AUTH_MATERIALS_H
#define AUTH_MATERIALS_H

#include "hl/report.h"

#include <stdbool.h>

enum { AUTH_MAX_PAIRS = 64 };

/** A pair, in either order: `{a: steel, b: concrete, restitution: 0.1, kinetic: 0.35, stiction: 0.4}`. */
typedef struct auth_material_pair {
    const char *a, *b;
    hl_place place;
    double restitution; /**< share of the approach speed with which they part, 0 to 1; below 0: left out */
    double kinetic, stiction; /**< friction coefficients; below 0: left out */
} auth_material_pair;

/** A list of pairs. */
typedef struct auth_materials {
    int count;
    const auth_material_pair *pairs;
} auth_materials;

/** Material of shapes, and of objects, whose files do not say it. */
#define AUTH_SHAPE_MATERIAL  "steel"
#define AUTH_OBJECT_MATERIAL "concrete"
/** Material of grounds whose `surface` is no material. */
#define AUTH_GROUND_MATERIAL "earth"
/** Material of the ground where there is sand. */
#define AUTH_SAND_MATERIAL "sand"

/** Whether a pair of the list, or (list NULL) a shipped one, names this material. */
bool auth_material_known(const auth_materials *list, const char *name);

/** Find a pair in a list, or in the shipped pairs when `list` is NULL. @return NULL when it is not listed */
const auth_material_pair *auth_material_find(const auth_materials *list, const char *a, const char *b);

/** What is known of two materials, member by member from the first that says it: the pair of the scenario,
 * that of the machine, `fallback`, the shipped pair, and what holds for all materials.
 *  @param scenario,machine  may be NULL
 *  @param fallback  what the machine says for all pairs; members below 0: nothing */
auth_material_pair auth_material_between(const auth_materials *scenario, const auth_materials *machine,
                                         const auth_material_pair *fallback, const char *a, const char *b);

#endif
