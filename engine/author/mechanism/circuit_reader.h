/* From a raw circuit to its descriptor: what the readers of its lists share. Private to the author room. */
#ifndef AUTHOR_CIRCUIT_READER_H
#define AUTHOR_CIRCUIT_READER_H

#include "reader/reader.h"

typedef struct auth_circuit_reader {
    const auth_reader *file;
    const raw_circuit *raw;
    auth_circuit *out;
    auth_names *names; /* AUTH_LISTS of them */
} auth_circuit_reader;

typedef void (*auth_circuit_item_reader)(const auth_circuit_reader *c, const yaml_node_t *item,
                                         const void *raw, void *out);

/** Complain when a number made from others, named by `what`, has left the range of a double. @return false
 * after a complaint */
bool auth_check_normal(const auth_circuit_reader *c, const yaml_node_t *item, const char *key,
                       const char *what, double value);

/** Complain when a number that was given under `key` lies outside low ... high. */
void auth_check_within(const auth_circuit_reader *c, const yaml_node_t *item, const char *key, double value,
                       double low, double high);

/** Complain when the nodes under two keys are the same. */
void auth_check_apart(const auth_circuit_reader *c, const yaml_node_t *item, const char *key_a,
                      const char *key_b, int a, int b);

/** Resolve the node under `key`; NULL: HYD_NONE. */
int auth_circuit_node(const auth_circuit_reader *c, const yaml_node_t *item, const char *key,
                      const char *name);

/** Resolve the nodes under `from` and `to`; the same one twice is complained about. @return false after a
 * complaint */
bool auth_from_to(const auth_circuit_reader *c, const yaml_node_t *item, const char *from_name,
                  const char *to_name, int *from, int *to);

/** Resolve the command under `command`; NULL: HYD_NONE. */
int auth_command_reference(const auth_circuit_reader *c, const yaml_node_t *item, const char *name);

/** C_v of a restrictor from a catalogue point: the flow under `key` at the drop under `pressure_drop`, open
 * by `opening`. The drop must not lie in the laminar range. @return false after a complaint */
bool auth_catalogue_point(const auth_circuit_reader *c, const yaml_node_t *item, const char *key, int index,
                          const char *flow, const char *pressure_drop, double opening, double *coefficient);

/** Opening range of a valve: as given, else `fallback`. @return false after a complaint */
bool auth_read_or(const auth_circuit_reader *c, const yaml_node_t *item, const char *key, const char *text,
                  auth_kind kind, auth_range range, double fallback, double *value);

void auth_read_throttle(const auth_circuit_reader *c, const yaml_node_t *item, const void *raw, void *out);
void auth_read_leakage(const auth_circuit_reader *c, const yaml_node_t *item, const void *raw, void *out);
void auth_read_check(const auth_circuit_reader *c, const yaml_node_t *item, const void *raw, void *out);
void auth_read_relief(const auth_circuit_reader *c, const yaml_node_t *item, const void *raw, void *out);
void auth_read_counterbalance(const auth_circuit_reader *c, const yaml_node_t *item, const void *raw,
                              void *out);
void auth_read_compensator(const auth_circuit_reader *c, const yaml_node_t *item, const void *raw, void *out);
void auth_read_directional(const auth_circuit_reader *c, const yaml_node_t *item, const void *raw, void *out);
void auth_read_load_sensing(const auth_circuit_reader *c, const yaml_node_t *item, const void *raw,
                            void *out);
void auth_read_pump(const auth_circuit_reader *c, const yaml_node_t *item, const void *raw, void *out);
void auth_read_motor(const auth_circuit_reader *c, const yaml_node_t *item, const void *raw, void *out);
void auth_read_accumulator(const auth_circuit_reader *c, const yaml_node_t *item, const void *raw, void *out);
void auth_read_cylinder(const auth_circuit_reader *c, const yaml_node_t *item, const void *raw, void *out);

#endif
