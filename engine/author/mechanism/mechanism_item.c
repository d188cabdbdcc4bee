/* Functions shared by the tables of mechanisms and circuits: references to bodies and nodes, joints and their
 * coordinates, restrictors. */
#include "mechanism_tables.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- items ---- */

auth_mechanism *auth_mechanism_of(const auth_item *item)
{
    while (item->parent) item = item->parent;
    return item->out;
}

const hyd_circuit_def *auth_circuit_of(const auth_item *item)
{
    while (item->parent->parent) item = item->parent;
    return &((const auth_circuit *)item->out)->def;
}

bool auth_item_differ(const auth_item *item, const char *key_a, const char *key_b, const char *expected)
{
    const char *a = auth_item_text(item, key_a), *b = auth_item_text(item, key_b);
    if (strcmp(*a ? a : "ground", *b ? b : "ground") != 0) return true;
    COMPLAIN(item, *b ? key_b : key_a, "'%s' and '%s' are both '%s'; %s are expected", key_a, key_b, a,
             expected);
    return false;
}

bool auth_item_normal(const auth_item *item, const char *key, const char *what, double value)
{
    if (isnormal(value)) return true;
    COMPLAIN(item, key, "%s comes out as %g; one within the range of numbers is expected", what, value);
    return false;
}

/* ---- joints ---- */

const auth_word auth_joint_types[AUTH_JOINT_TYPES] = {{"fixed", MB_FIXED},
                                                      {"revolute", MB_REVOLUTE},
                                                      {"prismatic", MB_PRISMATIC},
                                                      {"cylindrical", MB_CYLINDRICAL},
                                                      {"universal", MB_UNIVERSAL},
                                                      {"spherical", MB_SPHERICAL},
                                                      {"free", MB_FREE}};

const char *auth_joint_type_word(int value)
{
    for (int i = 0; i < AUTH_JOINT_TYPES; i++)
        if (auth_joint_types[i].value == value) return auth_joint_types[i].word;
    return NULL;
}

const auth_joint *auth_carrying_joint(const auth_item *item, int body, int *index)
{
    const auth_mechanism *mechanism = auth_mechanism_of(item);
    for (int i = 0; body >= 0 && i < mechanism->joint_count; i++) {
        if (mechanism->joints[i].child != body) continue;
        *index = i;
        return &mechanism->joints[i];
    }
    return NULL;
}

static bool coordinate_angular(mb_joint_type type, int coordinate)
{
    return type == MB_REVOLUTE || type == MB_UNIVERSAL || (type == MB_CYLINDRICAL && coordinate == 1);
}

static bool check_coordinate(const auth_item *item, const auth_joint *to, auth_joint_coordinate *on)
{
    const char *type = auth_joint_type_word((int)to->type);
    if (to->type == MB_FIXED || to->type == MB_SPHERICAL || to->type == MB_FREE) {
        COMPLAIN(
            item, "joint",
            "joint '%s' is %s and has no scalar coordinate; a revolute, prismatic, cylindrical or universal "
            "joint is expected",
            to->name, type);
        return false;
    }
    const char *given = auth_item_text(item, "coordinate");
    const long coordinate = *given ? strtol(given, NULL, 10) : 1;
    if (coordinate < 1 || coordinate > to->dof) {
        COMPLAIN(item, "coordinate", "'coordinate' is %ld; joint '%s' is %s, 1%s is expected", coordinate,
                 to->name, type, to->dof == 2 ? " or 2" : "");
        return false;
    }
    on->coordinate = (int)coordinate - 1;
    on->angular = coordinate_angular(to->type, on->coordinate);
    return true;
}

bool auth_item_coordinate(const auth_item *item, auth_joint_coordinate *on)
{
    const auth_mechanism *mechanism = auth_mechanism_of(item);
    on->joint = auth_item_reference(item, "joint", auth_item_value(item, "joint"), "joints", "joint");
    return on->joint != AUTH_NOT_FOUND && check_coordinate(item, &mechanism->joints[on->joint], on);
}

/* ---- rows that functions share ---- */

static bool complain_order(const auth_item *item, const auth_field *field, const yaml_node_t *entry,
                           const yaml_node_t *number)
{
    hl_report_add(item->reader->report, auth_node_place(entry),
                  "'%s': %s is not above the value before; rising values are expected", field->key,
                  auth_node_text(number));
    return false;
}

bool auth_check_rising(auth_item *item, const auth_field *field)
{
    const auth_document *document = item->reader->document;
    const yaml_node_t *list = auth_item_value(item, field->key);
    const bool pairs = field->type == AUTH_FIELD_PAIRS;
    const unsigned stride = pairs ? auth_field_columns(field) : 1;
    const void *at = (const char *)item->out + field->out;
    const double *numbers = field->within ? at : *(double *const *)at;
    for (int i = 1; i < auth_entry_count(list); i++) {
        if (numbers[(unsigned)i * stride] > numbers[(unsigned)(i - 1) * stride]) continue;
        const yaml_node_t *entry = auth_document_entry(document, list, i);
        return complain_order(item, field, entry, pairs ? auth_document_entry(document, entry, 0) : entry);
    }
    return true;
}

bool auth_read_curve(const auth_item *item, const auth_field *field, const yaml_node_t *value, double *x,
                     double *y, int *count)
{
    const auth_document *document = item->reader->document;
    *count = auth_entry_count(value);
    for (int i = 0; i < *count; i++) {
        const yaml_node_t *point = auth_document_entry(document, value, i),
                          *first = auth_document_entry(document, point, 0);
        if (!auth_item_quantity(item, field->key, first, field->kind, AUTH_NOT_NEGATIVE, NULL, &x[i]) ||
            !auth_item_quantity(item, field->key, auth_document_entry(document, point, 1), field->angular,
                                field->range, NULL, &y[i]))
            return false;
        if (i > 0 && x[i] <= x[i - 1]) return complain_order(item, field, point, first);
    }
    return true;
}

/* ---- parts of circuits ---- */

int auth_circuit_reference(const auth_item *item, const char *key, int circuit, const char *list,
                           const char *what)
{
    const yaml_node_t *value = auth_item_value(item, key);
    auth_item *mechanism = item->parent;
    while (mechanism->parent) mechanism = mechanism->parent;
    const auth_item in = auth_list_item(mechanism, auth_find_field(mechanism->table, "circuits"), circuit);
    return auth_item_reference(&in, key, value, list, what);
}

bool auth_check_to(auth_item *item, const auth_field *field)
{
    return auth_item_differ(item, "from", field->key, "two different nodes");
}

bool auth_catalogue_point(const auth_item *item, const char *key, const yaml_node_t *value, double opening,
                          double *coefficient)
{
    double Q = 0.0, drop = 0.0;
    const double transition = auth_circuit_of(item)->flow_law.transition;
    const yaml_node_t *at = auth_item_value(item, "pressure_drop");
    if (!at) {
        COMPLAIN(item, key, "'%s' without 'pressure_drop'; the drop at which it flows is expected", key);
        return false;
    }
    if (!auth_item_quantity(item, key, value, AUTH_KIND_FLOW, AUTH_POSITIVE, NULL, &Q) ||
        !auth_item_quantity(item, "pressure_drop", at, AUTH_KIND_PRESSURE, AUTH_POSITIVE, NULL, &drop))
        return false;
    if (drop < transition) {
        COMPLAIN(item, "pressure_drop",
                 "'pressure_drop' is %s, below the transition to laminar flow at %g Pa; a drop of at "
                 "least that is expected",
                 auth_node_text(at), transition);
        return false;
    }
    *coefficient = Q / (opening * sqrt(drop));
    return auth_item_normal(item, key, "the flow coefficient", *coefficient);
}

bool auth_read_metering(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    double *coefficient = (double *)(void *)((char *)item->out + field->out);
    static const char why[] = "is given beside 'coefficient'";
    if (value) {
        const bool alone =
            auth_both(auth_item_refuse(item, "flow", why), auth_item_refuse(item, "pressure_drop", why));
        return auth_field_quantity(item, field, value, coefficient) && alone;
    }
    const yaml_node_t *flow = auth_item_value(item, "flow");
    if (flow) return auth_catalogue_point(item, "flow", flow, 1.0, coefficient);
    hl_report_add(item->reader->report, auth_node_place(item->node),
                  "how much flows? 'coefficient', or 'flow' and 'pressure_drop', is expected");
    return false;
}
