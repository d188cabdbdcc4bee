/* Lists of named items. */
#include "reader.h"

#include <ctype.h>
#include <string.h>

/* Names become columns of CSV files and words of complaints. */
void auth_check_name(const auth_reader *reader, const yaml_node_t *item, const char *name)
{
    const size_t length = strlen(name);
    bool good = name[0] != ' ' && name[length - 1] != ' ';
    for (size_t i = 0; i < length; i++) good &= !iscntrl((unsigned char)name[i]) && !strchr(",\"'#", name[i]);
    if (good) return;
    char quoted[48];
    hl_report_add(reader->report, auth_key_place(reader, item, "name"),
                  "the name '%s' cannot be a column of a table; one without commas, quotes, '#', control "
                  "characters and outer blanks is expected",
                  auth_quote(name, quoted, sizeof quoted));
}

static void check_unique(const auth_reader *reader, const yaml_node_t *list, const auth_names *names)
{
    for (int i = 1; i < names->count; i++) {
        if (strcmp(names->sorted[i].name, names->sorted[i - 1].name) != 0) continue;
        const yaml_node_t *item = auth_document_entry(reader->document, list, names->sorted[i].index);
        hl_report_add(reader->report, auth_key_place(reader, item, "name"),
                      "the name '%s' is taken in this list; another name is expected", names->sorted[i].name);
    }
}

static bool begin_items(const auth_reader *reader, const auth_list *list, const auth_items *items,
                        auth_names *sorted)
{
    const char **names = HL_NEW(reader->arena, const char *, items->count);
    if (!names) return false;
    for (int i = 0; i < items->count; i++) {
        const yaml_node_t *item = auth_document_entry(reader->document, items->node, i);
        const char *name = *(char *const *)(const void *)(items->raw + (size_t)i * list->raw_size);
        char *at = items->out + (size_t)i * list->out_size;
        names[i] = hl_arena_string(reader->arena, name, strlen(name));
        if (!names[i]) return false;
        *(const char **)(void *)at = names[i];
        *(hl_place *)(void *)(at + sizeof(char *)) = auth_node_place(item);
        auth_check_name(reader, item, name);
    }
    if (!auth_names_sort(sorted, names, items->count, reader->arena)) return false;
    check_unique(reader, items->node, sorted);
    return true;
}

bool auth_begin_list(const auth_reader *reader, const yaml_node_t *parent, const auth_list *list,
                     const void *raw, void *out, auth_names *names, auth_items *items)
{
    items->raw = *(char *const *)(const void *)((const char *)raw + list->raw_list);
    items->count = (int)*(const unsigned *)(const void *)((const char *)raw + list->raw_count);
    items->node = auth_document_value(reader->document, parent, list->key);
    items->out = hl_arena_take(reader->arena, (size_t)items->count, list->out_size);
    if (!items->out) return false;
    memcpy((char *)out + list->out_list, &items->out, sizeof items->out);
    *(int *)(void *)((char *)out + list->out_count) = items->count;
    return begin_items(reader, list, items, names);
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

void auth_check_signals(const auth_reader *reader, const auth_list *list, const auth_items *items,
                        const char *word)
{
    for (int i = 1; i < items->count; i++) {
        const char *name = *(char *const *)(const void *)(items->out + (size_t)i * list->out_size);
        for (int k = 0; k < i; k++) {
            const char *other = *(char *const *)(const void *)(items->out + (size_t)k * list->out_size);
            if (strcmp(name, other) == 0 || !auth_same_signal(name, other)) continue;
            const yaml_node_t *item = auth_document_entry(reader->document, items->node, i);
            hl_report_add(reader->report, auth_key_place(reader, item, "name"),
                          "%s '%s' would have the signal of %s '%s'; a name that differs in more than "
                          "spaces is expected",
                          word, name, word, other);
            break;
        }
    }
}
