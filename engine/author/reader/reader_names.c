/* Names of items, and references to them. */
#include "mechanism/mechanism_tables.h"

#include "hl/report.h"

#include <stdlib.h>
#include <string.h>

enum { QUOTE_LENGTH = 48 };

/* ---- look-up ---- */

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

void auth_complain_reference(const auth_reader *reader, hl_place place, const char *key, const char *name,
                             const auth_names *names, const char *word, const char *where)
{
    hl_nearest nearest = hl_spelling_begin(name);
    for (int i = 0; i < names->count; i++) hl_spelling_offer(&nearest, names->sorted[i].name);
    char quoted[QUOTE_LENGTH], hint[HL_HINT_LENGTH];
    hl_report_add(reader->report, place,
                  "unknown %s '%s' under '%s'; the name of one in this %s is expected%s", word,
                  auth_quote(name, quoted, sizeof quoted), key, where, hl_did_you_mean(nearest.best, hint));
}

int auth_entry_reference(const auth_reader *reader, const yaml_node_t *item, const char *key, int index,
                         const char *name, const auth_names *names, const char *word, const char *where)
{
    const int found = auth_names_find(names, name);
    if (found == AUTH_NOT_FOUND)
        auth_complain_reference(reader, auth_entry_place(reader, item, key, index), key, name, names, word,
                                where);
    return found;
}

int auth_name_reference(const auth_reader *reader, const yaml_node_t *item, const char *key, const char *name,
                        const auth_names *names, const char *word, const char *where)
{
    return auth_entry_reference(reader, item, key, -1, name, names, word, where);
}

/* ---- joint coordinates ---- */

static bool coordinate_angular(mb_joint_type type, int coordinate)
{
    return type == MB_REVOLUTE || type == MB_UNIVERSAL || (type == MB_CYLINDRICAL && coordinate == 1);
}

bool auth_check_coordinate(const auth_reader *reader, const yaml_node_t *item, const auth_joint *to,
                           auth_joint_coordinate *on)
{
    const char *type = auth_joint_type_word((int)to->type);
    if (to->type == MB_FIXED || to->type == MB_SPHERICAL || to->type == MB_FREE) {
        hl_report_add(
            reader->report, auth_key_place(reader, item, "joint"),
            "joint '%s' is %s and has no scalar coordinate; a revolute, prismatic, cylindrical or universal "
            "joint is expected",
            to->name, type);
        return false;
    }
    const yaml_node_t *given = auth_document_value(reader->document, item, "coordinate");
    const long coordinate = given ? strtol(auth_node_text(given), NULL, 10) : 1;
    if (coordinate < 1 || coordinate > to->dof) {
        hl_report_add(reader->report, auth_node_place(given),
                      "'coordinate' is %ld; joint '%s' is %s, 1%s is expected", coordinate, to->name, type,
                      to->dof == 2 ? " or 2" : "");
        return false;
    }
    on->coordinate = (int)coordinate - 1;
    on->angular = coordinate_angular(to->type, on->coordinate);
    return true;
}
