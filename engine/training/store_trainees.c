/* Trainees: found or created, listed, renamed, deleted; names and reasons normalised. */
#include "store_internal.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* @param id  out: 0: there is no such trainee */
static hl_status find_trainee(train_store *store, const char *tidy, int64_t *id)
{
    *id = 0;
    query q = query_begin(store, "SELECT id FROM trainees WHERE name = ?1");
    query_bind_text(&q, 1, tidy);
    if (query_row(&q)) *id = query_int(&q, 0);
    return query_end(&q);
}

static hl_status create_trainee(train_store *store, const char *tidy, int64_t *id)
{
    query q = query_begin(store, "INSERT INTO trainees (name, since) VALUES (?1, unixepoch())");
    query_bind_text(&q, 1, tidy);
    (void)query_row(&q);
    const hl_status status = query_end(&q);
    if (status == HL_OK) *id = sqlite3_last_insert_rowid(store->db);
    return status;
}

hl_status train_trainee_find(train_store *store, const char *name, int64_t *id)
{
    char tidy[4 * TRAIN_NAME + 1];
    if (!train_name_tidy(name, tidy, store->why)) return HL_BAD_INPUT;
    hl_status status = query_transaction(store);
    if (status != HL_OK) return status;
    status = find_trainee(store, tidy, id);
    if (status == HL_OK && *id == 0) status = create_trainee(store, tidy, id);
    return query_commit(store, status);
}

static hl_status require_trainee(train_store *store, const char *tidy, int64_t *id)
{
    const hl_status status = find_trainee(store, tidy, id);
    if (status != HL_OK || *id != 0) return status;
    return train_set_error(store, HL_BAD_INPUT, "no trainee named '%s'", tidy);
}

static hl_status rename_to(train_store *store, const char *name, const char *to)
{
    int64_t id, other;
    hl_status status = require_trainee(store, name, &id);
    if (status == HL_OK) status = find_trainee(store, to, &other);
    if (status != HL_OK) return status;
    if (other != 0 && other != id)
        return train_set_error(store, HL_BAD_INPUT, "a trainee named '%s' already exists", to);
    query q = query_begin(store, "UPDATE trainees SET name = ?1 WHERE id = ?2");
    query_bind_text(&q, 1, to);
    query_bind_int(&q, 2, id);
    return query_finish(&q);
}

hl_status train_trainee_rename(train_store *store, const char *name, const char *to)
{
    char from_tidy[4 * TRAIN_NAME + 1], to_tidy[4 * TRAIN_NAME + 1];
    if (!train_name_tidy(name, from_tidy, store->why) || !train_name_tidy(to, to_tidy, store->why) ||
        train_name_is_reserved(to, store->why))
        return HL_BAD_INPUT;
    const hl_status status = query_transaction(store);
    return status == HL_OK ? query_commit(store, rename_to(store, from_tidy, to_tidy)) : status;
}

static hl_status delete_one(train_store *store, const char *name)
{
    int64_t id;
    const hl_status status = require_trainee(store, name, &id);
    if (status != HL_OK) return status;
    query q = query_begin(store, "DELETE FROM trainees WHERE id = ?1");
    query_bind_int(&q, 1, id);
    return query_finish(&q);
}

hl_status train_trainee_delete(train_store *store, const char *name)
{
    char tidy[4 * TRAIN_NAME + 1];
    if (!train_name_tidy(name, tidy, store->why)) return HL_BAD_INPUT;
    hl_status status = query_transaction(store);
    if (status == HL_OK) status = query_commit(store, delete_one(store, tidy));
    /* the log still has pages with the name; readers may keep it for a while */
    if (status == HL_OK) status = query_execute(store, "PRAGMA wal_checkpoint(TRUNCATE)");
    return status;
}

static void read_trainee(query *q, hl_arena *arena, void *item)
{
    *(train_trainee *)item = (train_trainee){.id = query_int(q, 0),
                                             .name = query_keep_text(q, 1, arena),
                                             .since = query_int(q, 2),
                                             .attempts = (int)query_int(q, 3)};
}

hl_status train_trainees(train_store *store, hl_arena *arena, train_trainee **list, int *count)
{
    query q = query_begin(store, "SELECT t.id, t.name, t.since, count(a.id) FROM trainees t "
                                 "LEFT JOIN attempts a ON a.trainee = t.id GROUP BY t.id ORDER BY t.name");
    *list = query_list(&q, arena, sizeof **list, read_trainee, count);
    return query_end(&q);
}

/* ---- names ---- */

static const uint32_t no_character = UINT32_MAX;

/* Next character of UTF-8 (RFC 3629): neither overlong forms nor surrogates nor beyond U+10FFFF.
 *  @return no_character: it is not valid */
static uint32_t next_character(const unsigned char **at)
{
    static const uint32_t least[] = {0, 0x80, 0x800, 0x10000}; /* of forms with 0 to 3 further bytes */
    const unsigned char *p = *at;
    const int more = *p < 0x80 ? 0 : (*p & 0xe0) == 0xc0 ? 1 : (*p & 0xf0) == 0xe0 ? 2 : 3;
    if (more == 3 && (*p & 0xf8) != 0xf0) return no_character;
    uint32_t c = more == 0 ? *p : *p & (0x3fU >> more);
    for (int i = 0; i < more; i++) {
        p++;
        if ((*p & 0xc0) != 0x80) return no_character; /* the end, too */
        c = c << 6 | (*p & 0x3fU);
    }
    if (c < least[more] || (c >= 0xd800 && c <= 0xdfff) || c > 0x10ffff) return no_character;
    *at = p + 1;
    return c;
}

/* White_Space of Unicode, but for the ends of lines and paragraphs beyond ASCII. */
static bool is_space(uint32_t c)
{
    return c == ' ' || (c >= '\t' && c <= '\r') || c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) ||
           c == 0x202f || c == 0x205f || c == 0x3000;
}

/* Controls, ends of lines and paragraphs, and controls of writing direction. */
static bool is_control(uint32_t c)
{
    return c < ' ' || (c >= 0x7f && c <= 0x9f) || (c >= 0x2028 && c <= 0x202e) ||
           (c >= 0x2066 && c <= 0x2069);
}

/* Write a message, e.g. "a name must not have control characters". */
static bool refuse(char *why, const char *what, const char *text)
{
    (void)snprintf(why, TRAIN_WHY, "%s %s", what, text);
    return false;
}

/* @param tidy  out: room for 4 * most + 1 bytes */
static bool tidy_text(const char *text, const char *what, int most, char *tidy, char *why)
{
    size_t length = 0;
    int characters = 0;
    bool space = false; /* a space is to be written before the next character */
    for (const unsigned char *at = (const unsigned char *)text; *at;) {
        const unsigned char *from = at;
        const uint32_t c = next_character(&at);
        if (c == no_character) return refuse(why, what, "must be UTF-8 text");
        if (is_space(c)) {
            space = characters > 0;
            continue;
        }
        if (is_control(c)) return refuse(why, what, "must not have control characters");
        characters += 1 + space;
        if (characters > most) {
            (void)snprintf(why, TRAIN_WHY, "%s must have at most %d characters", what, most);
            return false;
        }
        if (space) tidy[length++] = ' ';
        space = false;
        while (from < at) tidy[length++] = (char)*from++;
    }
    tidy[length] = '\0';
    return characters > 0 || refuse(why, what, "must not be empty");
}

bool train_name_tidy(const char *name, char tidy[4 * TRAIN_NAME + 1], char *why)
{
    return tidy_text(name, "a name", TRAIN_NAME, tidy, why);
}

bool train_reason_tidy(const char *reason, char tidy[4 * TRAIN_REASON + 1], char *why)
{
    return tidy_text(reason, "a reason", TRAIN_REASON, tidy, why);
}

/* Whether two texts are equal when the case of ASCII letters and all spaces are ignored. */
static bool equals_loosely(const char *a, const char *b)
{
    for (;; a++, b++) {
        while (*a == ' ') a++;
        while (*b == ' ') b++;
        if (tolower((unsigned char)*a) != tolower((unsigned char)*b)) return false;
        if (*a == '\0') return true;
    }
}

bool train_name_is_reserved(const char *name, char *why)
{
    char tidy[4 * TRAIN_NAME + 1], unused[TRAIN_WHY];
    if (!train_name_tidy(name, tidy, unused) || !equals_loosely(tidy, TRAIN_REFERENCE)) return false;
    (void)snprintf(why, TRAIN_WHY, "the name '%s' is reserved for reference drives: choose another name",
                   TRAIN_REFERENCE);
    return true;
}
