/* What the readers of all kinds of file share. Private to the author room. */
#ifndef AUTHOR_READER_H
#define AUTHOR_READER_H

#include "schema.h"

#include "auth/circuit.h"
#include "auth/mechanism.h"

/** Result of a reference that was complained about; checks that need it are then skipped. */
enum { AUTH_NOT_FOUND = -2 };

/** Names of a list, sorted for look-up. */
typedef struct auth_names {
    struct auth_name {
        const char *name;
        int index;
    } * sorted;
    int count;
} auth_names;

typedef struct auth_reader {
    const auth_document *document;
    hl_arena *arena;
    hl_report *report;
    struct auth_sorted_list **lists; /* names that were looked for: fields.h */
    bool *starved;                   /* set by an item reader that gets no memory */
} auth_reader;

/** Where a list of named items lies: under which key, in the raw struct, in the descriptor. Every raw item
 * begins with its name, every item of the descriptor with its name and its place: AUTH_BEGINS_ALIKE. */
typedef struct auth_list {
    const char *key;
    size_t raw_list, raw_count, raw_size, out_list, out_count, out_size;
} auth_list;

/** The list `key` of raw_FROM, items raw_ITEM; in auth_TO its members are `list` and `count`, items TYPE. */
#define AUTH_LIST_AS(from, key, to, list, count, item, type)                                                 \
    {                                                                                                        \
#key, offsetof(raw_##from, key), offsetof(raw_##from, key##_count), sizeof(raw_##item),              \
            offsetof(auth_##to, list), offsetof(auth_##to, count), sizeof(type)                              \
    }
/** The same where all are called alike: `zones`, `zone_count`, raw_zone, auth_zone. */
#define AUTH_LIST(from, to, plural, item)                                                                    \
    AUTH_LIST_AS(from, plural, to, plural, item##_count, item, auth_##item)

#define AUTH_BEGINS_ALIKE(item) AUTH_BEGINS(item, auth_##item)
#define AUTH_BEGINS(item, type)                                                                              \
    _Static_assert(offsetof(raw_##item, name) == 0 && offsetof(type, name) == 0 &&                           \
                       offsetof(type, place) == sizeof(char *),                                              \
                   "see auth_list")

/** A list whose items can be read. */
typedef struct auth_items {
    const yaml_node_t *node;
    const char *raw;
    char *out;
    int count;
} auth_items;

/** Take the memory of a list of `parent` and fill in names and places of all its items, before any is read:
 * items may refer to later ones of their own list. @return false: out of memory */
bool auth_begin_list(const auth_reader *reader, const yaml_node_t *parent, const auth_list *list,
                     const void *raw, void *out, auth_names *names, auth_items *items);

/** Complain about items whose signals would be called alike, because their names differ in spaces and
 * underscores alone. @param word  what an item is: "zone" */
void auth_check_signals(const auth_reader *reader, const auth_list *list, const auth_items *items,
                        const char *word);

/** True for names whose signals would be called alike: signals have '_' where names have spaces. */
bool auth_same_signal(const char *a, const char *b);

/** Complain about a name (of an item, or of the file) that cannot be a column of a table. */
void auth_check_name(const auth_reader *reader, const yaml_node_t *item, const char *name);

/** A copy in the arena, empty for NULL. Starved readers get NULL. */
const char *auth_copy_text(const auth_reader *reader, const char *text);

/** A copy of a text that is drawn, NULL for NULL; complains about control characters other than the new line.
 */
const char *auth_drawn_text(const auth_reader *reader, const yaml_node_t *item, const char *key,
                            const char *text);

/** A path as written when it is absolute, else from the folder of the file that is read; when there is no
 * such file, a shipped one (auth_find_shipped); NULL for NULL. */
const char *auth_resolve_path(const auth_reader *reader, const char *path);

/* ---- places ---- */

/** Add a complaint at the value of `key` (at the item when it has none). `reader`: of any part of a file, its
 * member `file` is the auth_reader. */
#define AUTH_COMPLAIN(reader, item, key, ...)                                                                \
    hl_report_add((reader)->file->report, auth_key_place((reader)->file, (item), (key)), __VA_ARGS__)

/** True when the item has this key. */
bool auth_is_given(const auth_reader *reader, const yaml_node_t *item, const char *key);

/** Complain about a key that has no effect, when it is there: "'key' WHY; the key is expected to be left
 * out". */
void auth_refuse(const auth_reader *reader, const yaml_node_t *item, const char *key, const char *why);

/** Where the value of `key` of an item stands; the item itself when it has no such key. */
hl_place auth_key_place(const auth_reader *reader, const yaml_node_t *item, const char *key);

/** Where entry `index` of the list under `key` stands; the list or the item when it has no such entry. */
hl_place auth_entry_place(const auth_reader *reader, const yaml_node_t *item, const char *key, int index);

/** Find which one of some keys an item has: its index in `keys`; none of them, or several, are complained
 * about. @param what  the item is: "a test". @return AUTH_NOT_FOUND after a complaint */
int auth_one_of(const auth_reader *reader, const yaml_node_t *item, const char *what, const char *const *keys,
                int count);

/* ---- names ---- */

/** Sort the names of a list. NULL names are not allowed. False: out of memory. */
bool auth_names_sort(auth_names *names, const char *const *list, int count, hl_arena *arena);

/** Index of a name; AUTH_NOT_FOUND when there is none. */
int auth_names_find(const auth_names *names, const char *name);

/** Complain about a name that is not among `names`: an unknown `word`, with the nearest spelling.
 *  @param where  "file", "circuit" */
void auth_complain_reference(const auth_reader *reader, hl_place place, const char *key, const char *name,
                             const auth_names *names, const char *word, const char *where);

/** Index of the name under `key` among `names`; an unknown one is complained about as an unknown `word`, with
 * the nearest spelling. `where`: "file", "circuit". */
int auth_name_reference(const auth_reader *reader, const yaml_node_t *item, const char *key, const char *name,
                        const auth_names *names, const char *word, const char *where);

/** The same for entry `index` of a list of names under `key`. */
int auth_entry_reference(const auth_reader *reader, const yaml_node_t *item, const char *key, int index,
                         const char *name, const auth_names *names, const char *word, const char *where);

/** Find the scalar coordinate of a joint that `coordinate` of an item names. @return false after a complaint
 */
bool auth_check_coordinate(const auth_reader *reader, const yaml_node_t *item, const auth_joint *joint,
                           auth_joint_coordinate *on);

/* ---- quantities ---- */

typedef enum auth_range {
    AUTH_ANY,
    AUTH_NOT_NEGATIVE,
    AUTH_POSITIVE,
    AUTH_TURN /* of an angle: a full turn to either side; a bare 90 is radians, and meant as degrees */
} auth_range;

/** How a quantity of a section is read: which key, where from, where to, what it is. */
typedef struct auth_rule {
    const char *key;
    size_t raw, out;           /* offsets of the texts and of the numbers */
    int count;                 /* 1, or 3 for vectors */
    auth_kind linear, angular; /* on a displacement, on an angle */
    auth_range range;
    double fallback; /* where the file is silent */
} auth_rule;

/** A rule for member `key`, which is called alike in the file, in raw_T and in auth_T. */
#define AUTH_RULE(T, key, count, linear, angular, range, fallback)                                           \
    {                                                                                                        \
#key, offsetof(raw_##T, key), offsetof(auth_##T, key), count, AUTH_KIND_##linear,                    \
            AUTH_KIND_##angular, AUTH_##range, fallback                                                      \
    }
/** A rule for a key of raw_FROM whose number goes to `member` of auth_TO. */
#define AUTH_RULE_TO(from, to, key, member, kind, range, fallback)                                           \
    {                                                                                                        \
#key, offsetof(raw_##from, key), offsetof(auth_##to, member), 1, AUTH_KIND_##kind, AUTH_KIND_##kind, \
            AUTH_##range, fallback                                                                           \
    }
/** A rule for a key of raw_FROM whose `count` numbers, places or directions, go to `member` of auth_TO. */
#define AUTH_ROW_TO(from, to, key, member, count, kind)                                                      \
    {                                                                                                        \
#key, offsetof(raw_##from, key), offsetof(auth_##to, member), count, AUTH_KIND_##kind,               \
            AUTH_KIND_##kind, AUTH_ANY, 0.0                                                                  \
    }
/** A rule for a key whose number, of one kind on a displacement and of another on an angle, goes to `member`.
 */
#define AUTH_SCALAR(T, key, kind, range, fallback) AUTH_RULE(T, key, 1, kind, kind, range, fallback)
#define AUTH_VECTOR(T, key, kind, range)           AUTH_RULE(T, key, 3, kind, kind, range, 0.0)
#define AUTH_RULES(rules)                          (rules), (int)(sizeof(rules) / sizeof *(rules))

/** Read all quantities that rules name. @return false after a complaint */
bool auth_apply_rules(const auth_reader *reader, const yaml_node_t *item, const auth_rule *rules, int count,
                      bool angular, const void *raw, void *out);

/** Read one quantity under `key` (entry `index` of a list, or -1). @return false after a complaint */
bool auth_read_quantity(const auth_reader *reader, const yaml_node_t *item, const char *key, int index,
                        const char *text, auth_kind kind, auth_range range, double *value);

/** The same from a text at a place. */
bool auth_read_at(const auth_reader *reader, hl_place place, const char *key, const char *text,
                  auth_kind kind, auth_range range, double *value);

/** Read a quantity of any kind, as auth_quantity_read_any does: which unit fits is for those to say who know
 * what is measured.
 *  @param place  of the value
 *  @return false after a complaint */
bool auth_read_any(const auth_reader *reader, hl_place place, const char *key, const char *text,
                   double *value, auth_dimension *dimension, bool *with_unit);

/** Complain when a number that was read under `key` lies outside low ... high. @return false after a
 * complaint */
bool auth_check_range(const auth_reader *reader, const yaml_node_t *item, const char *key, double value,
                      double low, double high);

/** The same of a quantity, in the words of the file.
 *  @param text  as it was written
 *  @param span  low and high with their unit: "0 to 60 deg" */
bool auth_check_span(const auth_reader *reader, const yaml_node_t *item, const char *key, const char *text,
                     double value, double low, double high, const char *span);

/** The same of a value at a place. */
bool auth_check_span_at(const auth_reader *reader, hl_place place, const char *key, const char *text,
                        double value, double low, double high, const char *span);

/** The same with room for the rounding of the file's units. */
bool auth_check_bounds(const auth_reader *reader, const yaml_node_t *item, const char *key, const char *text,
                       double value, double low, double high, const char *span);

/** A scalar that is looked at when the file has it: it must lie in a span, which says itself in words. */
typedef struct auth_bounded {
    auth_rule rule;
    double low, high;
    const char *span; /* "0 to 60 deg" */
} auth_bounded;

/** Read all quantities of a list. @return false after a complaint */
bool auth_apply_bounded(const auth_reader *reader, const yaml_node_t *item, const auth_bounded *list,
                        int count, const void *raw, void *out);

/** Read a frequency: "420 Hz", "420 1/s" or 420.
 *  @param frequency  out: [Hz]
 *  @return false after a complaint */
bool auth_read_frequency(const auth_reader *reader, const yaml_node_t *item, const char *key,
                         const char *text, double *frequency);

/** Complain about the step of something that is driven in real time, when it was given: beyond 20 ms nothing
 * on tires stays stable, and a second of steps below 10 us is more than any computer takes or any recorder
 * keeps. */
bool auth_check_driven_step(const auth_reader *reader, const yaml_node_t *item, const char *text,
                            double step);

/** Where the cell `column` of row `row` of the table under `key` stands. */
hl_place auth_cell_place(const auth_reader *reader, const yaml_node_t *item, const char *key, int row,
                         int column);

/** Read the cell `column` of row `row` of the table under `key`. @return false after a complaint */
bool auth_read_cell(const auth_reader *reader, const yaml_node_t *item, const char *key, int row, int column,
                    const char *text, auth_kind kind, auth_range range, double *value);

/** Read pair `index` of the list of pairs under `key`. @return false after a complaint */
bool auth_read_pair(const auth_reader *reader, const yaml_node_t *item, const char *key, int index,
                    char *const text[2], const auth_kind kind[2], const auth_range range[2], double value[2]);

/** Read a direction and scale it to length one; `fallback` when the file is silent. @return false after a
 * complaint */
bool auth_read_direction(const auth_reader *reader, const yaml_node_t *item, const char *key,
                         char *const text[3], const double fallback[3], double direction[3]);

#endif
