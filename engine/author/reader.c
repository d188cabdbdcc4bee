#include "reader.h"

#include "hl/spelling.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUOTE_LENGTH = 48 };

/* ---- places ---- */

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

bool auth_given(const auth_reader *reader, const yaml_node_t *item, const char *key)
{
    return auth_document_value(reader->document, item, key) != NULL;
}

void auth_refuse(const auth_reader *reader, const yaml_node_t *item, const char *key, const char *why)
{
    if (auth_given(reader, item, key))
        hl_report_add(reader->report, auth_key_place(reader, item, key),
                      "'%s' %s; the key is expected to be left out", key, why);
}

/* ---- texts and names ---- */

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

static const char *const section_words[AUTH_SECTIONS] = {
    "body",    "joint",  "loop",  "spring",      "joint spring", "stop",  "friction element",
    "bushing", "driver", "force", "joint force", "circuit",      "point", "output"};

static void complain_reference(const auth_reader *reader, hl_place place, const char *key, const char *name,
                               const auth_names *names, const char *word, const char *where)
{
    hl_nearest nearest = hl_nearest_begin(name);
    for (int i = 0; i < names->count; i++) hl_nearest_offer(&nearest, names->sorted[i].name);
    char quoted[QUOTE_LENGTH], hint[AUTH_NAME_LENGTH + 24] = "";
    if (nearest.best) snprintf(hint, sizeof hint, "; did you mean '%s'?", nearest.best);
    hl_report_add(reader->report, place,
                  "unknown %s '%s' under '%s'; the name of one in this %s is expected%s", word,
                  auth_quote(name, quoted, sizeof quoted), key, where, hint);
}

int auth_entry_reference(const auth_reader *reader, const yaml_node_t *item, const char *key, int index,
                         const char *name, const auth_names *names, const char *word, const char *where)
{
    const int found = auth_names_find(names, name);
    if (found == AUTH_NOT_FOUND)
        complain_reference(reader, auth_entry_place(reader, item, key, index), key, name, names, word, where);
    return found;
}

int auth_name_reference(const auth_reader *reader, const yaml_node_t *item, const char *key, const char *name,
                        const auth_names *names, const char *word, const char *where)
{
    return auth_entry_reference(reader, item, key, -1, name, names, word, where);
}

int auth_reference(const auth_reader *reader, const yaml_node_t *item, const char *key, const char *name,
                   auth_section section)
{
    return auth_name_reference(reader, item, key, name, &reader->names[section], section_words[section],
                               "file");
}

int auth_body_reference(const auth_reader *reader, const yaml_node_t *item, const char *key, const char *name)
{
    if (!name || strcmp(name, "ground") == 0) return AUTH_GROUND;
    return auth_reference(reader, item, key, name, AUTH_BODIES);
}

void auth_pair_reference(const auth_reader *reader, const yaml_node_t *item, const char *a, const char *b,
                         int *body_a, int *body_b)
{
    *body_a = auth_body_reference(reader, item, "a", a);
    *body_b = auth_body_reference(reader, item, "b", b);
    if (*body_a != *body_b || *body_a == AUTH_NOT_FOUND) return;
    hl_report_add(reader->report, auth_key_place(reader, item, b ? "b" : "a"),
                  "'a' and 'b' are both '%s'; two different bodies, or a body and the ground, are expected",
                  a);
}

/* ---- joint coordinates ---- */

static bool coordinate_angular(auth_joint_type type, int coordinate)
{
    return type == AUTH_REVOLUTE || type == AUTH_UNIVERSAL || (type == AUTH_CYLINDRICAL && coordinate == 1);
}

bool auth_coordinate_reference(const auth_reader *reader, const yaml_node_t *item, const char *joint,
                               unsigned coordinate, auth_joint_coordinate *on)
{
    on->joint = auth_reference(reader, item, "joint", joint, AUTH_JOINTS);
    if (on->joint == AUTH_NOT_FOUND) return false;
    const auth_joint *to = &reader->out->joints[on->joint];
    const char *type = auth_joint_type_word((int)to->type);
    if (to->type == AUTH_FIXED || to->type == AUTH_SPHERICAL || to->type == AUTH_FREE) {
        hl_report_add(
            reader->report, auth_key_place(reader, item, "joint"),
            "joint '%s' is %s and has no scalar coordinate; a revolute, prismatic, cylindrical or universal "
            "joint is expected",
            to->name, type);
        return false;
    }
    const yaml_node_t *given = auth_document_value(reader->document, item, "coordinate");
    if (given && (coordinate < 1 || coordinate > (unsigned)to->dof)) {
        hl_report_add(reader->report, auth_node_place(given),
                      "'coordinate' is %u; joint '%s' is %s, 1%s is expected", coordinate, to->name, type,
                      to->dof == 2 ? " or 2" : "");
        return false;
    }
    on->coordinate = given ? (int)coordinate - 1 : 0;
    on->angular = coordinate_angular(to->type, on->coordinate);
    return true;
}

/* ---- quantities ---- */

static bool in_range(double value, auth_range range)
{
    return range == AUTH_ANY || (range == AUTH_POSITIVE ? value > 0.0 : value >= 0.0);
}

static bool read_at(const auth_reader *reader, hl_place place, const char *key, const char *text,
                    auth_kind kind, auth_range range, double *value)
{
    char complaint[HL_MESSAGE_LENGTH - 80];
    if (!auth_quantity_read(text, kind, value, complaint, sizeof complaint)) {
        hl_report_add(reader->report, place, "'%s': %s", key, complaint);
        return false;
    }
    if (in_range(*value, range)) return true;
    hl_report_add(reader->report, place, "'%s' is %s; %s %s is expected", key, text, auth_kind_words(kind),
                  range == AUTH_POSITIVE ? "above zero" : "of zero or more");
    return false;
}

bool auth_read_quantity(const auth_reader *reader, const yaml_node_t *item, const char *key, int index,
                        const char *text, auth_kind kind, auth_range range, double *value)
{
    return read_at(reader, auth_entry_place(reader, item, key, index), key, text, kind, range, value);
}

hl_place auth_cell_place(const auth_reader *reader, const yaml_node_t *item, const char *key, int row,
                         int column)
{
    const auth_document *document = reader->document;
    const yaml_node_t *list = auth_document_entry(document, auth_document_value(document, item, key), row);
    return auth_node_place(auth_document_entry(document, list, column));
}

bool auth_read_cell(const auth_reader *reader, const yaml_node_t *item, const char *key, int row, int column,
                    const char *text, auth_kind kind, auth_range range, double *value)
{
    return read_at(reader, auth_cell_place(reader, item, key, row, column), key, text, kind, range, value);
}

bool auth_read_pair(const auth_reader *reader, const yaml_node_t *item, const char *key, int index,
                    char *const text[2], const auth_kind kind[2], const auth_range range[2], double value[2])
{
    const auth_document *document = reader->document;
    const yaml_node_t *pair = auth_document_entry(document, auth_document_value(document, item, key), index);
    bool good = true;
    for (int i = 0; i < 2; i++)
        good &= read_at(reader, auth_node_place(auth_document_entry(document, pair, i)), key, text[i],
                        kind[i], range[i], &value[i]);
    return good;
}

bool auth_check_range(const auth_reader *reader, const yaml_node_t *item, const char *key, double value,
                      double low, double high)
{
    if (value >= low && value <= high) return true;
    hl_report_add(reader->report, auth_key_place(reader, item, key),
                  "'%s' is %.10g; %.10g to %.10g is expected", key, value, low, high);
    return false;
}

bool auth_check_span(const auth_reader *reader, const yaml_node_t *item, const char *key, const char *text,
                     double value, double low, double high, const char *span)
{
    if (value >= low && value <= high) return true;
    char quoted[QUOTE_LENGTH];
    hl_report_add(reader->report, auth_key_place(reader, item, key), "'%s' is %s; %s is expected", key,
                  auth_quote(text, quoted, sizeof quoted), span);
    return false;
}

bool auth_check_driven_step(const auth_reader *reader, const yaml_node_t *item, const char *text, double step)
{
    static const double shortest = 1e-5, longest = 2e-2; /* [s] */
    if (!text || !(step > 0.0)) return true;             /* not given, or refused already */
    return auth_check_span(reader, item, "step", text, step, shortest, longest, "10 us to 20 ms");
}

/* The texts of a rule lie one behind the other in the raw struct, the numbers in the descriptor. */
static bool apply_rule(const auth_reader *reader, const yaml_node_t *item, const auth_rule *rule,
                       bool angular, const void *raw, void *out)
{
    char *const *text = (char *const *)(const void *)((const char *)raw + rule->raw);
    double *value = (double *)(void *)((char *)out + rule->out);
    bool good = true;
    for (int i = 0; i < rule->count; i++) {
        value[i] = rule->fallback;
        if (!text[i]) continue;
        good &= auth_read_quantity(reader, item, rule->key, rule->count > 1 ? i : -1, text[i],
                                   angular ? rule->angular : rule->linear, rule->range, &value[i]);
    }
    return good;
}

bool auth_apply_rules(const auth_reader *reader, const yaml_node_t *item, const auth_rule *rules, int count,
                      bool angular, const void *raw, void *out)
{
    bool good = true;
    for (int i = 0; i < count; i++) good &= apply_rule(reader, item, &rules[i], angular, raw, out);
    return good;
}

bool auth_read_direction(const auth_reader *reader, const yaml_node_t *item, const char *key,
                         char *const text[3], const double fallback[3], double direction[3])
{
    memcpy(direction, fallback, 3 * sizeof *direction);
    if (!text[0]) return true;
    for (int i = 0; i < 3; i++)
        if (!auth_read_quantity(reader, item, key, i, text[i], AUTH_KIND_NUMBER, AUTH_ANY, &direction[i]))
            return false;
    const double length = hypot(hypot(direction[0], direction[1]), direction[2]);
    /* Subnormal lengths cannot be scaled to one, overflowing ones neither. */
    if (isnormal(length)) {
        for (int i = 0; i < 3; i++) direction[i] /= length;
        return true;
    }
    hl_report_add(reader->report, auth_key_place(reader, item, key),
                  "'%s' has no direction; a vector other than zero (e.g. [0, 0, 1]) is expected", key);
    return false;
}
