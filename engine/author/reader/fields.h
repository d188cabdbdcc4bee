/* One table per authored item: each key of a file is one row. Private to the author room.
 *
 * A row says how a value is written, what it measures and within which limits, what stands for it when it is
 * left out, where it goes in the descriptor, and what it means. From the same rows the document is checked
 * (fields_check.c), values are converted and stored (fields_apply.c), and the JSON Schemas and the key tables
 * of the pages are written (json_schema/).
 *
 * What a row cannot say, a function says: `read` of a row instead of the conversion, `check` of a row after
 * it, `begin` and `check` of a table before and after all rows of an item. */
#ifndef AUTHOR_FIELDS_H
#define AUTHOR_FIELDS_H

#include "reader.h"

enum { AUTH_MAX_FIELDS = 96 /* rows of a table */ };

/** How a value is written, and the type of its destination. */
typedef enum auth_field_type {
    AUTH_FIELD_NAME,       /**< name of an item: const char *, never empty, good as a column of a table */
    AUTH_FIELD_WORD,       /**< a short text, e.g. the name of a signal: const char * */
    AUTH_FIELD_TEXT,       /**< const char * of `least` to `most` bytes */
    AUTH_FIELD_DRAWN,      /**< the same without control characters other than the new line */
    AUTH_FIELD_PATH,       /**< path of a file, from the folder of the file read: const char * */
    AUTH_FIELD_FLAG,       /**< true or false: bool */
    AUTH_FIELD_COUNT,      /**< a whole number: int */
    AUTH_FIELD_CHOICE,     /**< one of `words`: an enum, or an int */
    AUTH_FIELD_QUANTITY,   /**< double [SI] */
    AUTH_FIELD_FREQUENCY,  /**< double [Hz]; in files a hertz is a turn a second */
    AUTH_FIELD_VECTOR,     /**< `most` quantities: double[most] */
    AUTH_FIELD_DIRECTION,  /**< three plain numbers: double[3] of length one */
    AUTH_FIELD_QUANTITIES, /**< list of `least` to `most` quantities: double *, with `count` */
    AUTH_FIELD_WORDS,      /**< list of short texts: const char **, with `count` */
    AUTH_FIELD_PAIRS,      /**< list of pairs of quantities: double (*)[2], with `count` */
    AUTH_FIELD_TABLE,      /**< list of rows of quantities, `least` to `most` cells; needs `read` */
    AUTH_FIELD_REFERENCE,  /**< name of an item of `list`: int, its index there; -1 when left out */
    AUTH_FIELD_PART,       /**< a mapping with `table`: a struct within the descriptor */
    AUTH_FIELD_LIST,       /**< list of mappings with `table`: pointer to structs, with `count` */
    AUTH_FIELD_ANYTHING    /**< a mapping that another function reads */
} auth_field_type;

typedef struct auth_field auth_field;
typedef struct auth_table auth_table;
typedef struct auth_item auth_item;

/** A word of a choice and the value that it stands for. */
typedef struct auth_word {
    const char *word;
    int value;
} auth_word;

/** A row. Members that are not given are zero. */
struct auth_field {
    const char *key, *meaning;
    auth_field_type type;
    bool optional;
    /** Destinations: of the value; and, each as offset + 1, of the number of entries (int), of the place
     * (hl_place; of the item when the key is left out) and of whether the key is given (bool). 0: not kept.
     */
    size_t out, count, place, given;
    /** The value is kept nowhere: it is only checked, or `read` stores it. */
    bool nowhere;
    /** The entries of a list lie in an array of `most` within the descriptor; a part lies behind a pointer,
     * NULL when it is left out. */
    bool within, pointer;
    auth_kind kind, angular; /**< of quantities; `angular` on an angle (auth_item.angular) */
    auth_range range;
    unsigned least, most; /**< bytes of a text, entries of a list, cells of a table; most 0: any number */
    unsigned
        columns; /**< of pairs: quantities in an entry; 0: 2. The first is of `kind`, others of `angular` */
    const char *span;     /**< "0 to 60 deg": both ends belong to it; the first may leave out its unit */
    const char *fallback; /**< the default, as a file would write it */
    const char
        *otherwise; /**< what holds without the key, in words for the pages, where `fallback` cannot say it */
    double absent;  /**< number stored where the key is left out and there is no `fallback` */
    bool names;     /**< the text names the item in its list: once there, and in references */
    bool defaults;  /**< a part that is left out gets the defaults of its rows */
    const auth_word *words;
    int word_count;
    const char *list, *what; /**< reference: key of the list, what its items are called ("body") */
    const char *also; /**< reference: an extra word, not the name of an item, that stands for -1 ("ground") */
    const auth_table *table;
    unsigned of,
        needed; /**< kinds of item (bits) that take the key, that cannot do without; 0, 0: all take it */
    /** Instead of the conversion; `value` is NULL when the key is left out. @return false after a complaint
     */
    bool (*read)(auth_item *item, const auth_field *field, const yaml_node_t *value);
    /** After the conversion of a key that is given, and after the defaults of one that is left out.
     *  @return false after a complaint */
    bool (*check)(auth_item *item, const auth_field *field);
};

/** The rows of a mapping. */
struct auth_table {
    const char *what; /**< what the mapping describes, as complaints call it: "circuit"; NULL: the file */
    const auth_field *fields;
    int field_count;
    size_t size;  /**< of the descriptor */
    size_t place; /**< offset + 1 of its place (hl_place); 0: not kept */
    /** Table whose keys may stand in the same mapping. Its rows are read first, into a descriptor of their
     * own, and `base_out` is the offset of the pointer to it. A key of both is checked and described by the
     * row here, and read by both. NULL: none */
    const auth_table *base;
    size_t base_out;
    /** Key of the choice that makes the kind of an item (auth_item_choose_kind), and the words before it in
     * complaints: "in the mode". NULL: all items are of one kind, or `begin` finds the kind. */
    const char *kind_key, *kind_words;
    /** Before the rows: finds `kind` and `angular`, for example. @return false after a complaint, the rows
     * are skipped then */
    bool (*begin)(auth_item *item);
    /** After the rows, unless one of them was complained about. */
    void (*check)(auth_item *item);
};

/** A mapping that is being read. */
struct auth_item {
    const auth_reader *reader;
    const auth_table *table;
    const yaml_node_t *node; /**< NULL: the part is left out and gets its defaults */
    void *out;               /**< its descriptor */
    const char *key;         /**< under which it is found; "": the file */
    auth_item *parent;       /**< the mapping around it; NULL: the file */
    int index;               /**< in its list; -1: the file, a part */
    unsigned kind;           /**< one bit: rows of other kinds are skipped; 0: no row is */
    bool angular;            /**< quantities with two kinds measure angles */
    bool good;               /**< no row was complained about */
};

/* ---- rows ---- */

#define AUTH_COUNT_OF(array)  ((int)(sizeof(array) / sizeof *(array)))
#define AUTH_AT(type, member) (offsetof(type, member) + 1)

/* clang-format off: a type of row a line */

/* Further members of a row, to be given after its meaning. */
#define OPTIONAL               .optional = true
#define DEFAULT(text)          .optional = true, .fallback = (text)
#define OTHERWISE(words)       .optional = true, .otherwise = (words)
#define SPAN(text)             .span = (text)
#define PLACE(type, member)    .place = AUTH_AT(type, member)
#define GIVEN(type, member)    .given = AUTH_AT(type, member)
#define COUNT_IN(type, member) .count = AUTH_AT(type, member)
#define OF(kinds)              .of = (kinds)
#define NEEDED(kinds)          .of = (kinds), .needed = (kinds), .optional = true

/* Type, key and destination of a row; AUTH_ROW_OF does not compile for a member of another size than
 * `stored`. */
#define AUTH_ROW(t, k, type_, member) .type = AUTH_FIELD_##t, .key = (k), .out = offsetof(type_, member)
#define AUTH_ROW_OF(t, k, type_, member, stored)                                                             \
    AUTH_ROW(t, k, type_, member) + 0 * sizeof(char[sizeof(((type_ *)0)->member) == sizeof(stored) ? 1 : -1])
#define AUTH_NAMED                                .least = 1, .most = AUTH_NAME_LENGTH
#define AUTH_IN(one, two, r)                      .kind = AUTH_KIND_##one, .angular = AUTH_KIND_##two, .range = AUTH_##r
#define AUTH_LIST_OF(type, count_, least_, most_) .least = (least_), .most = (most_), COUNT_IN(type, count_)
#define AUTH_NUMBERS_IN(type, member)             (sizeof(((type *)0)->member) / sizeof(double))
#define AUTH_MEANING(...)                         .meaning = __VA_ARGS__

/* A row of each type, whose key is called as the member of the descriptor; _AS: called otherwise. The last
 * arguments are the meaning, and further members. */
#define NAME(T, ...)                                                                                         \
    {                                                                                                        \
        AUTH_ROW_OF(NAME, "name", T, name, char *), .names = true, AUTH_NAMED, AUTH_MEANING(__VA_ARGS__)     \
    }
#define WORD_AS(k, T, m, ...)                                                                                \
    {                                                                                                        \
        AUTH_ROW_OF(WORD, k, T, m, char *), AUTH_NAMED, AUTH_MEANING(__VA_ARGS__)                            \
    }
#define TEXT_AS(k, T, m, longest, ...)                                                                       \
    {                                                                                                        \
        AUTH_ROW_OF(TEXT, k, T, m, char *), .most = (longest), AUTH_MEANING(__VA_ARGS__)                     \
    }
#define DRAWN_AS(k, T, m, longest, ...)                                                                      \
    {                                                                                                        \
        AUTH_ROW_OF(DRAWN, k, T, m, char *), .most = (longest), AUTH_MEANING(__VA_ARGS__)                    \
    }
#define PATH_AS(k, T, m, ...)                                                                                \
    {                                                                                                        \
        AUTH_ROW_OF(PATH, k, T, m, char *), .least = 1, .most = AUTH_PATH_LENGTH, AUTH_MEANING(__VA_ARGS__)  \
    }
#define FLAG_AS(k, T, m, ...)                                                                                \
    {                                                                                                        \
        AUTH_ROW_OF(FLAG, k, T, m, bool), AUTH_MEANING(__VA_ARGS__)                                          \
    }
#define COUNT_AS(k, T, m, ...)                                                                               \
    {                                                                                                        \
        AUTH_ROW_OF(COUNT, k, T, m, int), AUTH_MEANING(__VA_ARGS__)                                          \
    }
#define CHOICE_AS(k, T, m, list_, ...)                                                                       \
    {                                                                                                        \
        AUTH_ROW_OF(CHOICE, k, T, m, int), .words = (list_), .word_count = AUTH_COUNT_OF(list_),             \
                                           AUTH_MEANING(__VA_ARGS__)                                         \
    }
/** A quantity that is `one` along a displacement and `two` about an angle. */
#define EITHER_AS(k, T, m, one, two, r, ...)                                                                 \
    {                                                                                                        \
        AUTH_ROW_OF(QUANTITY, k, T, m, double), AUTH_IN(one, two, r), AUTH_MEANING(__VA_ARGS__)              \
    }
#define QUANTITY_AS(k, T, m, kind_, r, ...) EITHER_AS(k, T, m, kind_, kind_, r, __VA_ARGS__)
#define FREQUENCY_AS(k, T, m, ...)                                                                           \
    {                                                                                                        \
        AUTH_ROW_OF(FREQUENCY, k, T, m, double), AUTH_MEANING(__VA_ARGS__)                                   \
    }
#define VECTOR_AS(k, T, m, kind_, r, ...)                                                                    \
    {                                                                                                        \
        AUTH_ROW(VECTOR, k, T, m), AUTH_IN(kind_, kind_, r),                                                 \
            .least = AUTH_NUMBERS_IN(T, m), .most = AUTH_NUMBERS_IN(T, m), AUTH_MEANING(__VA_ARGS__)         \
    }
#define DIRECTION_AS(k, T, m, ...)                                                                           \
    {                                                                                                        \
        AUTH_ROW_OF(DIRECTION, k, T, m, double[3]), AUTH_IN(NUMBER, NUMBER, ANY), .least = 3, .most = 3,     \
                                                                                  AUTH_MEANING(__VA_ARGS__)  \
    }
/** Lists of `least` to `most` (0: any number of) entries: `count_` is the member with their number. */
#define QUANTITIES_AS(k, T, m, count_, kind_, r, least_, most_, ...)                                         \
    {                                                                                                        \
        AUTH_ROW(QUANTITIES, k, T, m), AUTH_IN(kind_, kind_, r), AUTH_LIST_OF(T, count_, least_, most_),     \
            AUTH_MEANING(__VA_ARGS__)                                                                        \
    }
#define WORDS_AS(k, T, m, count_, least_, most_, ...)                                                        \
    {                                                                                                        \
        AUTH_ROW(WORDS, k, T, m), AUTH_LIST_OF(T, count_, least_, most_), AUTH_MEANING(__VA_ARGS__)          \
    }
#define PAIRS_AS(k, T, m, count_, one, two, least_, most_, ...)                                              \
    {                                                                                                        \
        AUTH_ROW(PAIRS, k, T, m), AUTH_IN(one, two, ANY), AUTH_LIST_OF(T, count_, least_, most_),            \
            AUTH_MEANING(__VA_ARGS__)                                                                        \
    }
#define REFERENCE_AS(k, T, m, list_, what_, ...)                                                             \
    {                                                                                                        \
        AUTH_ROW_OF(REFERENCE, k, T, m, int), .list = (list_), .what = (what_), AUTH_NAMED,                  \
                                              AUTH_MEANING(__VA_ARGS__)                                      \
    }
#define PART_AS(k, T, m, table_, ...)                                                                        \
    {                                                                                                        \
        AUTH_ROW(PART, k, T, m), .table = &(table_), AUTH_MEANING(__VA_ARGS__)                               \
    }
#define LIST_AS(k, T, m, count_, table_, least_, most_, ...)                                                 \
    {                                                                                                        \
        AUTH_ROW(LIST, k, T, m), .table = &(table_), AUTH_LIST_OF(T, count_, least_, most_),                 \
                                 AUTH_MEANING(__VA_ARGS__)                                                   \
    }

#define WORD(T, key, ...)                WORD_AS(#key, T, key, __VA_ARGS__)
#define TEXT(T, key, longest, ...)       TEXT_AS(#key, T, key, longest, __VA_ARGS__)
#define DRAWN(T, key, longest, ...)      DRAWN_AS(#key, T, key, longest, __VA_ARGS__)
#define PATH(T, key, ...)                PATH_AS(#key, T, key, __VA_ARGS__)
#define FLAG(T, key, ...)                FLAG_AS(#key, T, key, __VA_ARGS__)
#define COUNT(T, key, ...)               COUNT_AS(#key, T, key, __VA_ARGS__)
#define CHOICE(T, key, list_, ...)       CHOICE_AS(#key, T, key, list_, __VA_ARGS__)
#define EITHER(T, key, one, two, r, ...) EITHER_AS(#key, T, key, one, two, r, __VA_ARGS__)
#define QUANTITY(T, key, kind_, r, ...)  QUANTITY_AS(#key, T, key, kind_, r, __VA_ARGS__)
#define FREQUENCY(T, key, ...)           FREQUENCY_AS(#key, T, key, __VA_ARGS__)
#define VECTOR(T, key, kind_, r, ...)    VECTOR_AS(#key, T, key, kind_, r, __VA_ARGS__)
#define DIRECTION(T, key, ...)           DIRECTION_AS(#key, T, key, __VA_ARGS__)
#define QUANTITIES(T, key, count_, kind_, r, least_, most_, ...)                                             \
    QUANTITIES_AS(#key, T, key, count_, kind_, r, least_, most_, __VA_ARGS__)
#define WORDS(T, key, count_, least_, most_, ...) WORDS_AS(#key, T, key, count_, least_, most_, __VA_ARGS__)
#define PAIRS(T, key, count_, one, two, least_, most_, ...)                                                  \
    PAIRS_AS(#key, T, key, count_, one, two, least_, most_, __VA_ARGS__)
#define REFERENCE(T, key, list_, what_, ...) REFERENCE_AS(#key, T, key, list_, what_, __VA_ARGS__)
#define PART(T, key, table_, ...)            PART_AS(#key, T, key, table_, __VA_ARGS__)
#define LIST(T, key, count_, table_, least_, most_, ...)                                                     \
    LIST_AS(#key, T, key, count_, table_, least_, most_, __VA_ARGS__)

/** A row whose function stores the value, into a member that the row names or anywhere; `t` says how it is
 * written. */
#define READ_INTO(t, k, T, m, function, ...)                                                                 \
    {                                                                                                        \
        AUTH_ROW(t, k, T, m), .read = (function), AUTH_MEANING(__VA_ARGS__)                                  \
    }
#define READ(t, k, function, ...)                                                                            \
    {                                                                                                        \
        .type = AUTH_FIELD_##t, .key = (k), .nowhere = true, .read = (function), AUTH_MEANING(__VA_ARGS__)   \
    }

/** A choice of two words that stands for a bool. */
#define SWITCH_AS(k, type, member, list_, ...)                                                               \
    READ_INTO(CHOICE, k, type, member, auth_store_switch, __VA_ARGS__, .words = (list_),                     \
              .word_count = AUTH_COUNT_OF(list_))

/** What all files begin with: what they are, and the version of the format; name and description. */
#define HEAD_WITHOUT_NAME(word_)                                                                             \
    {.type = AUTH_FIELD_CHOICE,                                                                              \
     .key = "headland",                                                                                      \
     .nowhere = true,                                                                                        \
     .words = (const auth_word[]){{word_, 1}},                                                               \
     .word_count = 1,                                                                                        \
     AUTH_MEANING("Kind of file: " word_)},                                                                  \
    {                                                                                                        \
        .type = AUTH_FIELD_COUNT, .key = "version", .nowhere = true,                                         \
        AUTH_MEANING("Version of the format: 1")                                                             \
    }
#define HEAD(T, word_)                                                                                       \
    HEAD_WITHOUT_NAME(word_), NAME(T, "Name of the described item"),                                         \
        TEXT(T, description, AUTH_TEXT_LENGTH, "Short description", .fallback = "", OTHERWISE("empty"))

/** The table of `fields` for descriptors of a type. */
#define AUTH_TABLE(T, fields_, ...)                                                                          \
    {                                                                                                        \
        .fields = (fields_), .field_count = AUTH_COUNT_OF(fields_), .size = sizeof(T), __VA_ARGS__           \
    }

/* clang-format on */

/* ---- reading ---- */

/** Check how a document, or a part of it, is written; every misfit becomes a complaint.
 *  @param where  key under which the mapping is found; "": the file */
void auth_fields_check(const auth_document *document, const yaml_node_t *node, const auth_table *table,
                       const char *where, hl_report *report);

/** The same for one value. */
void auth_field_check(const auth_document *document, const yaml_node_t *value, const auth_field *field,
                      hl_report *report);

/** Read a mapping that passed the check, with its parts and lists, into a zeroed descriptor.
 *  @return false after a complaint; memory that runs out sets `starved` of the reader */
bool auth_fields_apply(auth_item *item);

/** Store the defaults of all rows, of tables without texts and lists. */
void auth_fields_default(const auth_table *table, void *out);

/* ---- for the functions of rows and tables ---- */

/** Add a complaint at the value of `key`; at the item when it has none. */
#define COMPLAIN(item, key, ...)                                                                             \
    hl_report_add((item)->reader->report, auth_item_place((item), (key)), __VA_ARGS__)

/** Where the value of a key stands; the item when the key is left out; the parent when the item itself is. */
hl_place auth_item_place(const auth_item *item, const char *key);

/** Value of a key; NULL when it is left out. */
const yaml_node_t *auth_item_value(const auth_item *item, const char *key);

/** True when the item has this key. */
bool auth_item_has(const auth_item *item, const char *key);

/** A single value as it is written, "" when the key is left out: for complaints. */
const char *auth_item_text(const auth_item *item, const char *key);

/** Value of a choice, or of its default when it is left out (NULL). */
int auth_choice_value(const auth_field *field, const yaml_node_t *value);

/** Value of a choice before its row is read: the file's, or the default. */
int auth_item_choice(const auth_item *item, const char *key);

/** Complain about a key that has no effect, when it is there: "'key' WHY; the key is expected to be left
 * out".
 *  @return false after a complaint */
bool auth_item_refuse(const auth_item *item, const char *key, const char *why);

/** Whether both hold; both are evaluated, so that both can complain. */
static inline bool auth_both(bool first, bool second)
{
    return first && second;
}

/** Find which one of some keys the item has; none of them, or several, are complained about.
 *  @param what  the item is: "a test"
 *  @return index in `keys`; AUTH_NOT_FOUND after a complaint */
int auth_item_one_of(const auth_item *item, const char *what, const char *const *keys, int count);

/** Set the kind of an item, and complain about keys that it does not take and about those that it cannot do
 * without (`of` and `needed` of the rows).
 *  @param kind  number of the bit
 *  @param with  what made it this kind, for complaints: "with 'keep'", "with the law 'lugre'"
 *  @return false after a complaint */
bool auth_item_set_kind(auth_item *item, int kind, const char *with);

/** The same where a choice makes the kind. @param with  "in the mode" */
bool auth_item_choose_kind(auth_item *item, const char *key, const char *with);

/** Read a quantity from a value under `key`, within the range and the span (NULL: any) given.
 *  @return false after a complaint */
bool auth_item_quantity(const auth_item *item, const char *key, const yaml_node_t *value, auth_kind kind,
                        auth_range range, const char *span, double *out);

/** Read the quantity of a row from a scalar: for rows with a `read` of their own. @return false after a
 * complaint */
bool auth_field_quantity(const auth_item *item, const auth_field *field, const yaml_node_t *value,
                         double *out);

/** Convert the value of a row of a single number, vector or direction. @return false after a complaint */
bool auth_field_number(auth_item *item, const auth_field *field, const yaml_node_t *value, void *out);

/** Read a part by the table of a row: for rows with a `read` of their own.
 *  @param value  NULL: its defaults
 *  @param out    its descriptor
 *  @return false after a complaint */
bool auth_item_part(auth_item *item, const auth_field *field, const yaml_node_t *value, void *out);

/** A part whose keys lie in the descriptor of the item itself: a row's `read`. */
bool auth_read_here(auth_item *item, const auth_field *field, const yaml_node_t *value);

/** A copy of a scalar's text in the arena; NULL for NULL. Starved readers get NULL. */
const char *auth_item_copy(const auth_item *item, const yaml_node_t *value);

/** Names of the items of the list `key` of the nearest mapping around the item that has such a row, sorted.
 * Their indices may be changed by the function that sorts the list.
 *  @param where  out: what that mapping is: "file", "circuit"; may be NULL
 *  @return NULL: there is no such list, or no memory (`starved` is set) */
auth_names *auth_list_names(const auth_item *item, const char *key, const char **where);

/** Index of a name in such a list; an unknown one is complained about as an unknown `what`.
 *  @return AUTH_NOT_FOUND after a complaint */
int auth_item_reference(const auth_item *item, const char *key, const yaml_node_t *value, const char *list,
                        const char *what);

/** Item `index` of a list that has been read, for functions that go through it once more. */
auth_item auth_list_item(auth_item *parent, const auth_field *field, int index);

/** The word of a choice itself (const char *, NULL when it is left out) in place of its value: a row's
 * `read`. */
bool auth_store_word(auth_item *item, const auth_field *field, const yaml_node_t *value);

/** Whether a choice is another than the word of 0, into a bool: a row's `read`. */
bool auth_store_switch(auth_item *item, const auth_field *field, const yaml_node_t *value);

/** Complain about items of a list whose signals would be called alike, because their names differ in spaces
 * and underscores alone. A `check` of rows with lists. */
bool auth_check_list_signals(auth_item *item, const auth_field *field);

/** Row of a table, or of its base after its own ones. @return NULL: there are fewer rows */
const auth_field *auth_table_row(const auth_table *table, int index);

/** Find the row of a key. @return NULL: the table has no such key */
const auth_field *auth_find_field(const auth_table *table, const char *key);

/** The row that names the items of a list; NULL: they have no names. */
const auth_field *auth_name_field(const auth_table *table);

/** True when the row is one of an item of this kind. */
bool auth_field_is_taken(const auth_item *item, const auth_field *field);

/** True for rows of single values and lists that hold quantities. */
bool auth_field_is_quantity(const auth_field *field);

/** Quantities in an entry of AUTH_FIELD_PAIRS. */
unsigned auth_field_columns(const auth_field *field);

/** True for lists that may be written as one bare quantity or word. */
bool auth_field_takes_one(const auth_field *field);

/** Both ends of a span in SI. @return false: the text is no span of this kind (tests look for such rows) */
bool auth_span_read(const char *span, auth_kind kind, double *low, double *high);

#endif
