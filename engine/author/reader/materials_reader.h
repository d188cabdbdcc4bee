/* Pairs of materials, as machines and scenarios have them. Private to the author room. */
#ifndef AUTHOR_MATERIALS_READER_H
#define AUTHOR_MATERIALS_READER_H

#include "fields.h"

#include "auth/materials.h"

/** Keys of a pair: of lists of auth_material_pair. */
extern const auth_table auth_material_pair_table;

/** Complain about a restitution above 1, or a stiction below the kinetic coefficient where both are given
 * (not below 0). */
void auth_check_material(const auth_reader *reader, const yaml_node_t *item, double restitution,
                         double kinetic, double stiction);

#endif
