/* The tables of mechanism files, and what their files share. Private to the author room. */
#ifndef AUTHOR_MECHANISM_TABLES_H
#define AUTHOR_MECHANISM_TABLES_H

#include "reader/fields.h"

extern const auth_table auth_mechanism_table, auth_body_table, auth_joint_table, auth_loop_table,
    auth_spring_table, auth_joint_spring_table, auth_stop_table, auth_friction_table, auth_seal_table,
    auth_bushing_table, auth_driver_table, auth_force_table, auth_joint_force_table, auth_point_table,
    auth_circuit_table, auth_output_table;

/** The mechanism that an item belongs to. */
auth_mechanism *auth_mechanism_of(const auth_item *item);

/** Find the scalar coordinate that `joint` and `coordinate` of an item name. @return false after a complaint
 */
bool auth_item_coordinate(const auth_item *item, auth_joint_coordinate *on);

/** Read the coordinate of an item that acts on one and whose descriptor begins as auth_joint_spring does:
 * name, place, `on`; its quantities of two kinds measure that coordinate. A table's `begin`. */
bool auth_begin_on_joint(auth_item *item);

/** Complain when two keys name the same thing: 'a' and 'b' are both 'x'; EXPECTED. @return false after a
 * complaint */
bool auth_item_differ(const auth_item *item, const char *key_a, const char *key_b, const char *expected);

/** Complain when a number made from others, named by `what`, has left the range of a double. @return false
 * after a complaint */
bool auth_item_normal(const auth_item *item, const char *key, const char *what, double value);

/** Put the bodies in an order in which parents stand before their children, and each joint beside the body
 * that it carries. A `check` of the row of joints. */
bool auth_order_tree(auth_item *item, const auth_field *field);

/** Words of a file for its enums; NULL for other numbers. */
const char *auth_joint_type_word(int value);
const char *auth_friction_law_word(int value);

/** A row for the name of an item whose descriptor has it in `member`. */
#define NAMED(type, member, ...)                                                                             \
    {                                                                                                        \
        AUTH_ROW_OF(NAME, "name", type, member, char *), .names = true, .least = 1,                          \
                                                         .most = AUTH_NAME_LENGTH, .meaning = __VA_ARGS__    \
    }
/** A row that is checked as written; a function of another row, or of the table, reads it. */
#define UNREAD(type_, k, ...)                                                                                \
    {                                                                                                        \
        .type = AUTH_FIELD_##type_, .key = (k), .nowhere = true, .meaning = __VA_ARGS__                      \
    }
#define UNREAD_QUANTITY(k, kind_, ...)                                                                       \
    UNREAD(QUANTITY, k, __VA_ARGS__, .kind = AUTH_KIND_##kind_, .angular = AUTH_KIND_##kind_)
#define UNREAD_REFERENCE(k, ...) UNREAD(REFERENCE, k, __VA_ARGS__, .least = 1, .most = AUTH_NAME_LENGTH)
/** Joint and coordinate of an item, which auth_item_coordinate reads. */
#define ON_JOINT                                                                                             \
    UNREAD_REFERENCE("joint", "Name of a joint"),                                                            \
        UNREAD(COUNT, "coordinate", "1 or 2", .fallback = "1", OPTIONAL)
#define GROUND                        .also = "ground"
#define BODY_AS(k, type, member, ...) REFERENCE_AS(k, type, member, "bodies", "body", __VA_ARGS__)
/** A vector, a point or a turn, which is zero where it is left out. */
#define PLACE_AS(k, type, member, kind_, ...)                                                                \
    {                                                                                                        \
        AUTH_ROW(VECTOR, k, type, member), .kind = AUTH_KIND_##kind_, .angular = AUTH_KIND_##kind_,          \
                                           .least = 3, .most = 3, OTHERWISE("[0, 0, 0]"),                    \
                                           .meaning = __VA_ARGS__                                            \
    }

#endif
