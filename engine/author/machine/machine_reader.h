/* From a raw machine to its descriptor: what the readers of its parts share. Private to the author room. */
#ifndef AUTHOR_MACHINE_READER_H
#define AUTHOR_MACHINE_READER_H

#include "machine_raw.h"
#include "reader/fields.h"
#include "reader/reader.h"

#include "auth/machine.h"

/** Named lists of a machine, in the order in which they are read. */
typedef enum auth_machine_list {
    AUTH_TIRES,
    AUTH_WHEEL_LIST,
    AUTH_TRACKS,
    AUTH_SHAPES,
    AUTH_TOOLS,
    AUTH_CONTROLS,
    AUTH_BYPASSES,
    AUTH_PILOTS,
    AUTH_BRAKES,
    AUTH_PATTERNS,
    AUTH_FAULTS,
    AUTH_MACHINE_LISTS
} auth_machine_list;

typedef struct auth_machine_reader {
    const auth_reader *file; /* its `out` is the machine's mechanism */
    const raw_machine *raw;
    auth_item *item; /* the file */
    auth_machine *out;
    auth_names names[AUTH_MACHINE_LISTS];
} auth_machine_reader;

/** Index of the name under `key` in a list of the machine; an unknown one is complained about as an unknown
 * `word`. */
int auth_machine_reference(const auth_machine_reader *m, const yaml_node_t *item, const char *key,
                           const char *name, auth_machine_list list, const char *word);

void auth_read_control(const auth_machine_reader *m, const yaml_node_t *item, const void *raw, void *out);
void auth_read_bypass(const auth_machine_reader *m, const yaml_node_t *item, const void *raw, void *out);
void auth_read_pilot(const auth_machine_reader *m, const yaml_node_t *item, const void *raw, void *out);
void auth_read_brake(const auth_machine_reader *m, const yaml_node_t *item, const void *raw, void *out);
void auth_read_pattern(const auth_machine_reader *m, const yaml_node_t *item, const void *raw, void *out);

/** Resolve `circuit` and `command` of a control, a bypass or a pilot: an external command that nothing else
 * of the machine moves.
 *  @param circuit  out, as `command`: member of the item itself, by which it is known in its list
 *  @return false after a complaint */
bool auth_external_command(const auth_machine_reader *m, const yaml_node_t *item, const char *circuit_name,
                           const char *command_name, int *circuit, int *command);

/** The parts that are mappings; each does nothing when the file has none. */
void auth_read_engine(auth_machine_reader *m, const yaml_node_t *root);
void auth_read_driveline(auth_machine_reader *m, const yaml_node_t *root);

/** Whether some pilot of the file names this control. */
bool auth_is_piloted(const auth_machine_reader *m, const char *control);

/** Index of the lever under `key` (entry `index` of a list, or -1); a control that is none is complained
 * about. AUTH_NOT_FOUND after a complaint. */
int auth_lever_reference(const auth_machine_reader *m, const yaml_node_t *item, const char *key, int index,
                         const char *name);

/** Supply of the pilot lines, once these have been read. */
void auth_read_pilot_pressure(auth_machine_reader *m, const yaml_node_t *root);

/** What only all controls together show: roles used twice, or without what they act on. */
void auth_check_controls(const auth_machine_reader *m, const yaml_node_t *root);

#endif
