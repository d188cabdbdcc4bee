/* What several kinds of file have: pairs of materials, conditions on signals. Private to the author room. */
#ifndef AUTHOR_COMMON_H
#define AUTHOR_COMMON_H

#include "fields.h"

#include "auth/condition.h"
#include "auth/materials.h"

/** Keys of a condition: of parts that are an auth_condition. */
extern const auth_table auth_condition_table;

/** Keys of a pair: of lists of auth_material_pair. */
extern const auth_table auth_material_pair_table;

/** Complain about a restitution above 1, or a stiction below the kinetic coefficient where both are given
 * (not below 0). */
void auth_check_material(const auth_reader *reader, const yaml_node_t *item, double restitution,
                         double kinetic, double stiction);

#endif
