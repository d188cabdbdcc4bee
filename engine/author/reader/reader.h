/* What all readers share: names, places, texts, numbers at a place. Private to the author room. */
#ifndef AUTHOR_READER_H
#define AUTHOR_READER_H

#include "document.h"

#include "hl/arena.h"

#include "auth/quantity.h"

/* Longest texts of files [bytes]. */
enum { AUTH_NAME_LENGTH = 64, AUTH_MEANING_LENGTH = 200, AUTH_PATH_LENGTH = 400, AUTH_TEXT_LENGTH = 2000 };

/* Files write angles in degrees as often as in radians. */
#define AUTH_PI     3.14159265358979323846
#define AUTH_DEGREE (AUTH_PI / 180.0) /* [rad] */

/** Result of a reference that was complained about; checks that need it are then skipped. */
enum { AUTH_NOT_FOUND = -2 };

typedef struct auth_reader {
    const auth_document *document;
    hl_arena *arena;
    hl_report *report;
    struct auth_sorted_list **lists; /* names that were looked for: fields.h */
    bool *starved;                   /* set by an item reader that gets no memory */
} auth_reader;

/* ---- places ---- */

/** Where the value of `key` of an item stands; the item itself when it has no such key. */
hl_place auth_key_place(const auth_reader *reader, const yaml_node_t *item, const char *key);

/** Where entry `index` of the list under `key` stands; the list or the item when it has no such entry. */
hl_place auth_entry_place(const auth_reader *reader, const yaml_node_t *item, const char *key, int index);

/** Complain about a key that has no effect, when it is there: "'key' WHY; the key is expected to be left
 * out". */
void auth_refuse(const auth_reader *reader, const yaml_node_t *item, const char *key, const char *why);

/* ---- texts ---- */

/** A copy in the arena, empty for NULL. Starved readers get NULL. */
const char *auth_copy_text(const auth_reader *reader, const char *text);

/** A copy of a text that is drawn, NULL for NULL; complains about control characters other than the new line.
 */
const char *auth_drawn_text(const auth_reader *reader, const yaml_node_t *item, const char *key,
                            const char *text);

/** A path as written when it is absolute, else from the folder of the file that is read; when there is no
 * such file, a shipped one (auth_find_shipped); NULL for NULL. */
const char *auth_resolve_path(const auth_reader *reader, const char *path);

/* ---- names ---- */

/** Names of a list, sorted for look-up. */
typedef struct auth_names {
    struct auth_name {
        const char *name;
        int index;
    } * sorted;
    int count;
} auth_names;

/** Sort the names of a list. NULL names are not allowed. False: out of memory. */
bool auth_names_sort(auth_names *names, const char *const *list, int count, hl_arena *arena);

/** Index of a name; AUTH_NOT_FOUND when there is none. */
int auth_names_find(const auth_names *names, const char *name);

/** Index of the name at a place among `names`; an unknown one under `key` is complained about as an unknown
 * `what`, with the nearest spelling. `where`: "file", "circuit". */
int auth_find_reference(const auth_reader *reader, hl_place place, const char *key, const char *name,
                        const auth_names *names, const char *what, const char *where);

/** Complain about a name (of an item, or of the file) that cannot be a column of a table. */
void auth_check_name(const auth_reader *reader, const yaml_node_t *item, const char *name);

/** True for names whose signals would be called alike: signals have '_' where names have spaces. */
bool auth_same_signal(const char *a, const char *b);

/* ---- numbers ---- */

typedef enum auth_range {
    AUTH_ANY,
    AUTH_NOT_NEGATIVE,
    AUTH_POSITIVE,
    AUTH_TURN /* of an angle: a full turn to either side; a bare 90 is radians, and meant as degrees */
} auth_range;

/** Read a quantity from a text at a place under `key`. @return false after a complaint */
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

/** The same of a quantity at a place, in the words of the file.
 *  @param text  as it was written
 *  @param span  low and high with their unit: "0 to 60 deg" */
bool auth_check_span(const auth_reader *reader, hl_place place, const char *key, const char *text,
                     double value, double low, double high, const char *span);

#endif
