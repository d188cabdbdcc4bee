/* Functions shared by all readers: names, places, texts, paths, numbers. */
#include "reader.h"

#include "auth/file.h"

#include "hl/report.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { QUOTE_LENGTH = 48 };

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

void auth_refuse(const auth_reader *reader, const yaml_node_t *item, const char *key, const char *why)
{
    if (auth_document_value(reader->document, item, key))
        hl_report_add(reader->report, auth_key_place(reader, item, key),
                      "'%s' %s; the key is expected to be left out", key, why);
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

/* ---- names ---- */

/* By name, then in the order of the file. */
static int compare_names(const void *a, const void *b)
{
    const struct auth_name *x = a, *y = b;
    const int order = strcmp(x->name, y->name);
    return order != 0 ? order : (x->index > y->index) - (x->index < y->index);
}

bool auth_names_sort(auth_names *names, const char *const *list, int count, hl_arena *arena)
{
    names->sorted = HL_NEW(arena, struct auth_name, count);
    if (!names->sorted) return false;
    names->count = count;
    for (int i = 0; i < count; i++) names->sorted[i] = (struct auth_name){.name = list[i], .index = i};
    if (count > 0) qsort(names->sorted, (size_t)count, sizeof *names->sorted, compare_names);
    return true;
}

int auth_names_find(const auth_names *names, const char *name)
{
    int low = 0, high = names->count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (strcmp(names->sorted[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    const bool found = low < names->count && strcmp(names->sorted[low].name, name) == 0;
    return found ? names->sorted[low].index : AUTH_NOT_FOUND;
}

int auth_find_reference(const auth_reader *reader, hl_place place, const char *key, const char *name,
                        const auth_names *names, const char *what, const char *where)
{
    const int found = *name ? auth_names_find(names, name) : AUTH_NOT_FOUND;
    if (found != AUTH_NOT_FOUND) return found;
    hl_nearest nearest = hl_spelling_begin(name);
    for (int i = 0; i < names->count; i++) hl_spelling_offer(&nearest, names->sorted[i].name);
    char quoted[QUOTE_LENGTH], hint[HL_HINT_LENGTH];
    hl_report_add(reader->report, place,
                  "unknown %s '%s' under '%s'; the name of one in this %s is expected%s", what,
                  auth_quote(name, quoted, sizeof quoted), key, where, hl_did_you_mean(nearest.best, hint));
    return AUTH_NOT_FOUND;
}

/* Names become columns of CSV files and words of complaints. */
void auth_check_name(const auth_reader *reader, const yaml_node_t *item, const char *name)
{
    const size_t length = strlen(name);
    bool good = name[0] != ' ' && name[length - 1] != ' ';
    for (size_t i = 0; i < length; i++) good &= !iscntrl((unsigned char)name[i]) && !strchr(",\"'#", name[i]);
    if (good) return;
    char quoted[QUOTE_LENGTH];
    hl_report_add(reader->report, auth_key_place(reader, item, "name"),
                  "the name '%s' cannot be a column of a table; one without commas, quotes, '#', control "
                  "characters and outer blanks is expected",
                  auth_quote(name, quoted, sizeof quoted));
}

/* Names of signals have '_' where names of items have spaces. */
bool auth_same_signal(const char *a, const char *b)
{
    while (*a && (*a == *b || (isspace((unsigned char)*a) && *b == '_') ||
                  (*a == '_' && isspace((unsigned char)*b)))) {
        a++;
        b++;
    }
    return *a == *b;
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

/* ---- numbers ---- */

static bool in_range(double value, auth_range range)
{
    static const double full_turn = 360.0 * AUTH_DEGREE;
    switch (range) {
    case AUTH_POSITIVE:
        return value > 0.0;
    case AUTH_NOT_NEGATIVE:
        return value >= 0.0;
    case AUTH_TURN:
        return fabs(value) <= full_turn;
    case AUTH_ANY:
        break;
    }
    return true;
}

bool auth_read_at(const auth_reader *reader, hl_place place, const char *key, const char *text,
                  auth_kind kind, auth_range range, double *value)
{
    char complaint[HL_MESSAGE_LENGTH - 80];
    if (!auth_quantity_read(text, kind, value, complaint, sizeof complaint)) {
        hl_report_add(reader->report, place, "'%s': %s", key, complaint);
        return false;
    }
    if (in_range(*value, range)) return true;
    static const char *const expected[] = {[AUTH_POSITIVE] = "above zero",
                                           [AUTH_NOT_NEGATIVE] = "of zero or more",
                                           [AUTH_TURN] = "within -360 to 360 deg"};
    hl_report_add(reader->report, place, "'%s' is %s; %s %s is expected", key, text, auth_kind_words(kind),
                  expected[range]);
    return false;
}

bool auth_read_any(const auth_reader *reader, hl_place place, const char *key, const char *text,
                   double *value, auth_dimension *dimension, bool *with_unit)
{
    char complaint[HL_MESSAGE_LENGTH - 80];
    if (auth_quantity_read_any(text, value, dimension, with_unit, complaint, sizeof complaint)) return true;
    hl_report_add(reader->report, place, "'%s': %s", key, complaint);
    return false;
}

bool auth_check_range(const auth_reader *reader, const yaml_node_t *item, const char *key, double value,
                      double low, double high)
{
    if (value >= low && value <= high) return true;
    hl_report_add(reader->report, auth_key_place(reader, item, key),
                  "'%s' is %.10g; %.10g to %.10g is expected", key, value, low, high);
    return false;
}

bool auth_check_span(const auth_reader *reader, hl_place place, const char *key, const char *text,
                     double value, double low, double high, const char *span)
{
    if (value >= low && value <= high) return true;
    char quoted[QUOTE_LENGTH], hint[64] = "";
    const char *degrees = strstr(span, " deg"); /* "1 deg/s to 200 deg/s": the unit ends at the blank */
    if (degrees && !*auth_quantity_unit(text)) {
        const char *per = degrees + strlen(" deg");
        snprintf(hint, sizeof hint, " (a bare number is in rad%.*s)", (int)strcspn(per, " "), per);
    }
    hl_report_add(reader->report, place, "'%s' is %s; %s is expected%s", key,
                  auth_quote(text, quoted, sizeof quoted), span, hint);
    return false;
}
