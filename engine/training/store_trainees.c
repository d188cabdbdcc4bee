/* Trainees: found or made, listed, renamed, deleted. */
#include "query.h"

/* The number of a trainee, 0: there is none. */
static hl_status look_up(train_store *store, const char *tidy, int64_t *id)
{
    *id = 0;
    query q = query_begin(store, "SELECT id FROM trainees WHERE name = ?1");
    query_bind_text(&q, 1, tidy);
    if (query_row(&q)) *id = query_int(&q, 0);
    return query_end(&q);
}

static hl_status make(train_store *store, const char *tidy, int64_t *id)
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
    status = look_up(store, tidy, id);
    if (status == HL_OK && *id == 0) status = make(store, tidy, id);
    return query_commit(store, status);
}

static hl_status must_be_there(train_store *store, const char *tidy, int64_t *id)
{
    const hl_status status = look_up(store, tidy, id);
    if (status != HL_OK || *id != 0) return status;
    return train_fail(store, HL_BAD_INPUT, "no trainee named '%s'", tidy);
}

static hl_status rename_to(train_store *store, const char *name, const char *to)
{
    int64_t id, other;
    hl_status status = must_be_there(store, name, &id);
    if (status == HL_OK) status = look_up(store, to, &other);
    if (status != HL_OK) return status;
    if (other != 0 && other != id)
        return train_fail(store, HL_BAD_INPUT, "a trainee named '%s' already exists", to);
    query q = query_begin(store, "UPDATE trainees SET name = ?1 WHERE id = ?2");
    query_bind_text(&q, 1, to);
    query_bind_int(&q, 2, id);
    (void)query_row(&q);
    return query_end(&q);
}

hl_status train_trainee_rename(train_store *store, const char *name, const char *to)
{
    char from_tidy[4 * TRAIN_NAME + 1], to_tidy[4 * TRAIN_NAME + 1];
    if (!train_name_tidy(name, from_tidy, store->why) || !train_name_tidy(to, to_tidy, store->why) ||
        train_name_reserved(to, store->why))
        return HL_BAD_INPUT;
    const hl_status status = query_transaction(store);
    return status == HL_OK ? query_commit(store, rename_to(store, from_tidy, to_tidy)) : status;
}

static hl_status delete_one(train_store *store, const char *name)
{
    int64_t id;
    const hl_status status = must_be_there(store, name, &id);
    if (status != HL_OK) return status;
    query q = query_begin(store, "DELETE FROM trainees WHERE id = ?1");
    query_bind_int(&q, 1, id);
    (void)query_row(&q);
    return query_end(&q);
}

hl_status train_trainee_delete(train_store *store, const char *name)
{
    char tidy[4 * TRAIN_NAME + 1];
    if (!train_name_tidy(name, tidy, store->why)) return HL_BAD_INPUT;
    hl_status status = query_transaction(store);
    if (status == HL_OK) status = query_commit(store, delete_one(store, tidy));
    /* the log still holds pages with the name; others who read may hold on to it for a while */
    if (status == HL_OK) status = query_do(store, "PRAGMA wal_checkpoint(TRUNCATE)");
    return status;
}

hl_status train_trainees(train_store *store, hl_arena *arena, train_trainee **list, int *count)
{
    query sizes = query_begin(store, "SELECT count(*) FROM trainees");
    *count = 0;
    const int most = query_row(&sizes) ? (int)query_int(&sizes, 0) : 0;
    const hl_status status = query_end(&sizes);
    if (status != HL_OK) return status;
    *list = HL_NEW(arena, train_trainee, most);
    if (!*list) return train_fail(store, HL_OUT_OF_MEMORY, "%s", hl_status_text(HL_OUT_OF_MEMORY));
    query q = query_begin(store, "SELECT t.id, t.name, t.since, count(a.id) FROM trainees t "
                                 "LEFT JOIN attempts a ON a.trainee = t.id GROUP BY t.id ORDER BY t.name");
    while (*count < most && query_row(&q)) {
        train_trainee *trainee = &(*list)[(*count)++];
        trainee->id = query_int(&q, 0);
        trainee->name = query_keep_text(&q, 1, arena);
        trainee->since = query_int(&q, 2);
        trainee->attempts = (int)query_int(&q, 3);
    }
    return query_end(&q);
}
