/* Tables of the parts of a machine, and what their files share. Private to the author room. */
#ifndef AUTHOR_MACHINE_TABLES_H
#define AUTHOR_MACHINE_TABLES_H

#include "mechanism/mechanism_tables.h"

#include "auth/machine.h"

extern const auth_table auth_machine_table, auth_variant_table, auth_engine_table, auth_driveline_table,
    auth_control_table, auth_bypass_table, auth_pilot_table, auth_brake_table, auth_pattern_table,
    auth_tire_table, auth_tire_friction_table, auth_wheel_table, auth_track_table, auth_shape_table,
    auth_contact_table, auth_tool_table, auth_container_table, auth_fault_table, auth_picture_table,
    auth_voice_table, auth_coupling_table, auth_hook_table, auth_load_chart_table;

/** The machine that an item belongs to. */
static inline auth_machine *auth_machine_of(const auth_item *item)
{
    while (!item->table->base) item = item->parent;
    return item->out;
}

/** Complain about shapes without a law of contact, and about the law without shapes: a `check` of its row. */
bool auth_check_contact_and_shapes(auth_item *item, const auth_field *field);

/** Add the controls and leaks of faults after those of the file, once all of it has been read and is good. */
void auth_add_faults(auth_item *item);

/** Add a control for each hook that names none, before the controls of faults. */
void auth_add_hooks(auth_item *item);

/** What moves a command of a circuit: name of a control, by-pass or pilot; NULL: nothing.
 *  @param before  item of the machine: only what is read before it counts; NULL: all counts
 *  @param what    out: "control" */
const char *auth_command_mover(const auth_machine *machine, int circuit, int command, const void *before,
                               const char **what);

/** Read the `command` of an item with a `circuit`: one that nothing else moves. Both become AUTH_NONE after a
 * complaint, or when left out. A row's `read`. */
bool auth_read_command(auth_item *item, const auth_field *field, const yaml_node_t *value);

/** Complain about a number that is 0. A row's `check`. */
bool auth_check_not_zero(auth_item *item, const auth_field *field);

/** Rows of items that move a command. */
#define CIRCUIT(type, ...)                                                                                   \
    REFERENCE(type, circuit, "circuits", "circuit", "Circuit of the command", __VA_ARGS__)
#define COMMAND(type, ...)                                                                                   \
    READ_INTO(REFERENCE, "command", type, command, auth_read_command, __VA_ARGS__, AUTH_NAMED)

/** Check all controls together: roles used twice, or without effect. A `check` of their row; engine and
 * driveline have been read. */
bool auth_check_controls(auth_item *item, const auth_field *field);

/** Refuse the supply of pilot lines of a machine without pilots. A `check` of its row. */
bool auth_check_pilot_pressure(auth_item *item, const auth_field *field);

typedef struct auth_variants {
    const auth_choice *choices; /**< chosen by the caller */
    int choice_count;
    int variant_count; /**< out: what the file has, in `variants`; 0 after complaints about them */
    auth_variant *variants;
} auth_variants;

/** The row of `variants` in a table of descriptors of type T. */
#define AUTH_VARIANTS(T)                                                                                     \
    LIST(T, variants, variant_count, auth_variant_table, 0, AUTH_MAX_VARIANTS,                               \
         "Up to 16 choices of its parts", OTHERWISE("empty"))

/** Take `variants` off a document and lay the chosen ones over it, in the order of the file.
 *  @param of  an auth_variants
 *  @return HL_OK, also after complaints; HL_OUT_OF_MEMORY */
hl_status auth_variants_apply(void *of, auth_document *document, hl_arena *arena, hl_report *report);

#endif
