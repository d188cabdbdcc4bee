/* Pairs of materials, as machines and scenarios have them. Private to the author room. */
#ifndef AUTHOR_MATERIALS_READER_H
#define AUTHOR_MATERIALS_READER_H

#include "reader.h"

#include "auth/materials.h"

#include <cyaml/cyaml.h>

/** Keys of a pair: of lists of auth_material_pair. */
extern const struct auth_table auth_material_pair_table;

typedef struct raw_material_pair {
    char *a, *b, *restitution, *kinetic, *stiction;
} raw_material_pair;

/** Entries of a list of pairs, for the tables that have one. */
extern const cyaml_schema_value_t auth_material_pair_schema;

/** Read the list `materials` of a file. False: out of memory. */
bool auth_read_materials(const auth_reader *reader, const yaml_node_t *root, const raw_material_pair *raw,
                         unsigned count, auth_materials *materials);

/** Complain about a restitution above 1, or a stiction below the kinetic coefficient where both are given
 * (not below 0). */
void auth_check_material(const auth_reader *reader, const yaml_node_t *item, double restitution,
                         double kinetic, double stiction);

#endif
