/* What the readers of all files share: places, keys, texts. */
#include "reader.h"

#include "auth/file.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* ---- places and keys ---- */

hl_place auth_key_place(const auth_reader *reader, const yaml_node_t *item, const char *key)
{
    const yaml_node_t *value = auth_document_value(reader->document, item, key);
    return auth_node_place(value ? value : item);
}

hl_place auth_entry_place(const auth_reader *reader, const yaml_node_t *item, const char *key, int index)
{
    const yaml_node_t *list = auth_document_value(reader->document, item, key);
    const yaml_node_t *entry = auth_document_entry(reader->document, list, index);
    return entry ? auth_node_place(entry) : auth_key_place(reader, item, key);
}

bool auth_is_given(const auth_reader *reader, const yaml_node_t *item, const char *key)
{
    return auth_document_value(reader->document, item, key) != NULL;
}

void auth_refuse(const auth_reader *reader, const yaml_node_t *item, const char *key, const char *why)
{
    if (auth_is_given(reader, item, key))
        hl_report_add(reader->report, auth_key_place(reader, item, key),
                      "'%s' %s; the key is expected to be left out", key, why);
}

/* "'a', 'b' and 'c'" */
static void join_keys(char *text, size_t size, const char *const *keys, int count)
{
    size_t used = 0;
    for (int i = 0; i < count && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s'%s'",
                                 i == 0          ? ""
                                 : i < count - 1 ? ", "
                                                 : " and ",
                                 keys[i]);
}

int auth_one_of(const auth_reader *reader, const yaml_node_t *item, const char *what, const char *const *keys,
                int count)
{
    int given = 0, found = AUTH_NOT_FOUND;
    for (int i = 0; i < count; i++) {
        if (!auth_is_given(reader, item, keys[i])) continue;
        found = i;
        given++;
    }
    if (given == 1) return found;
    char expected[160];
    join_keys(expected, sizeof expected, keys, count);
    hl_report_add(reader->report, auth_node_place(item), "%s with %s of %s; one of them is expected", what,
                  given ? "several" : "none", expected);
    return AUTH_NOT_FOUND;
}

/* ---- texts ---- */

const char *auth_copy_text(const auth_reader *reader, const char *text)
{
    const char *copy = hl_arena_string(reader->arena, text ? text : "", text ? strlen(text) : 0);
    *reader->starved |= copy == NULL;
    return copy;
}

const char *auth_drawn_text(const auth_reader *reader, const yaml_node_t *item, const char *key,
                            const char *text)
{
    if (!text) return NULL;
    for (const char *c = text; *c; c++) {
        if (*c == '\n' || !iscntrl((unsigned char)*c)) continue;
        hl_report_add(reader->report, auth_key_place(reader, item, key),
                      "'%s' has a control character, which cannot be drawn; letters, signs and \"\\n\" for a "
                      "new line are expected",
                      key);
        break;
    }
    return auth_copy_text(reader, text);
}

/* ---- paths ---- */

/* Set once, before the first file is read. */
static char shipped[4096];

void auth_ship_from(const char *assets)
{
    snprintf(shipped, sizeof shipped, "%s", assets == NULL ? "" : assets);
}

static bool is_file(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && !S_ISDIR(info.st_mode);
}

bool auth_find_shipped(const char *assets, const char *name, char *path, size_t size)
{
    static const char prefix[] = "assets/";
    const char *within = strncmp(name, prefix, strlen(prefix)) == 0 ? name + strlen(prefix) : name;
    snprintf(path, size, "%s/%s", assets, within);
    return is_file(path);
}

static const char *keep_path(const auth_reader *reader, const char *path)
{
    char *kept = hl_arena_string(reader->arena, path, strlen(path));
    *reader->starved |= kept == NULL;
    return kept;
}

const char *auth_resolve_path(const auth_reader *reader, const char *path)
{
    char found[sizeof shipped + 512];
    if (!path) return NULL;
    const char *file = reader->report->file, *slash = strrchr(file, '/');
    if (*path == '/') return auth_copy_text(reader, path);
    const size_t folder = slash ? (size_t)(slash - file) + 1 : 0, length = strlen(path);
    char *whole = hl_arena_take(reader->arena, folder + length + 1, 1);
    *reader->starved |= whole == NULL;
    if (!whole) return NULL;
    memcpy(whole, file, folder);
    memcpy(whole + folder, path, length);
    const bool ships =
        !is_file(whole) && *shipped != '\0' && auth_find_shipped(shipped, path, found, sizeof found);
    return ships ? keep_path(reader, found) : whole;
}
