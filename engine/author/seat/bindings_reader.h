/* From raw bindings to their descriptor: what the readers of the parts share. Private to the author room. */
#ifndef AUTHOR_BINDINGS_READER_H
#define AUTHOR_BINDINGS_READER_H

#include "bindings_raw.h"
#include "reader/reader.h"

#include "auth/bindings.h"

/** Read one entry of `axes`, of `buttons`. */
void auth_read_bound_axis(const auth_reader *reader, const yaml_node_t *item, const raw_bound_axis *raw,
                          auth_axis *axis);
void auth_read_bound_button(const auth_reader *reader, const yaml_node_t *item, const raw_bound_button *raw,
                            auth_button *button);

/** Read the numbers under `values`. */
void auth_read_values(const auth_reader *reader, const yaml_node_t *item, char *const *texts, unsigned count,
                      double values[AUTH_BINDING_POINTS], int *value_count);

/** Read the names under `unless`. */
void auth_read_unless(const auth_reader *reader, const yaml_node_t *item, char *const *texts, unsigned count,
                      auth_unless *unless);

/** A copy of a name; NULL stays NULL. `place`: out: where it stands. */
const char *auth_bound_name(const auth_reader *reader, const yaml_node_t *item, const char *key,
                            const char *text, hl_place *place);

#endif
