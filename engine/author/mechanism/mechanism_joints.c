/* Joints of the tree and loop closures. */
#include "reader/reader.h"

#include <math.h>
#include <string.h>

static const double along_x[3] = {1, 0, 0}, along_y[3] = {0, 1, 0}, along_z[3] = {0, 0, 1},
                    nowhere[3] = {0, 0, 0};

/* Sine of the smallest angle at which two directions are told apart: 1e-6 rad, far above the rounding of
 * directions written with a few digits, far below any angle that is meant. */
static const double parallel_sine = 1e-6;

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static bool parallel(const double a[3], const double b[3])
{
    const double c[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    return sqrt(dot(c, c)) < parallel_sine;
}

/* ---- joint types ---- */

/* Kinds of the coordinates of a joint, and which axes it has. */
static const struct joint_kind {
    int dof;
    const char *order; /* A angle, D displacement */
    bool axis, axis2;
} joint_kinds[] = {[MB_FIXED] = {0, "", false, false},     [MB_REVOLUTE] = {1, "A", true, false},
                   [MB_PRISMATIC] = {1, "D", true, false}, [MB_CYLINDRICAL] = {2, "DA", true, false},
                   [MB_UNIVERSAL] = {2, "AA", true, true}, [MB_SPHERICAL] = {3, "AAA", false, false},
                   [MB_FREE] = {6, "DDDAAA", false, false}};

/* A key that does nothing would mislead: it is refused. */
static void check_belongs(const auth_reader *reader, const yaml_node_t *item, const char *key, bool belongs,
                          const char *type, const char *what)
{
    const yaml_node_t *given = auth_document_value(reader->document, item, key);
    if (given && !belongs)
        hl_report_add(reader->report, auth_node_place(given),
                      "a %s %s has no '%s'; the key is expected to be left out", type, what, key);
}

static void read_axes(const auth_reader *reader, const yaml_node_t *item, const raw_joint *raw,
                      auth_joint *joint)
{
    const char *type = auth_joint_type_word(raw->type);
    check_belongs(reader, item, "axis", joint_kinds[raw->type].axis, type, "joint");
    check_belongs(reader, item, "axis2", joint_kinds[raw->type].axis2, type, "joint");
    const bool good = auth_read_direction(reader, item, "axis", raw->axis, along_z, joint->axis);
    const double *second = parallel(joint->axis, along_y) ? along_x : along_y;
    if (!auth_read_direction(reader, item, "axis2", raw->axis2, second, joint->axis2) || !good) return;
    if (parallel(joint->axis, joint->axis2))
        hl_report_add(reader->report, auth_key_place(reader, item, "axis2"),
                      "'axis2' is parallel to 'axis'; a direction at an angle to it is expected");
}

/* ---- initial coordinates ---- */

static void read_coordinates(const auth_reader *reader, const yaml_node_t *item, const char *key, char **text,
                             unsigned count, const auth_joint *joint, auth_kind displacement, auth_kind angle,
                             double *value)
{
    const struct joint_kind *kind = &joint_kinds[joint->type];
    if (!text) return;
    if (count != (unsigned)kind->dof) {
        hl_report_add(reader->report, auth_key_place(reader, item, key),
                      "'%s' has %u entries; a %s joint has %d, %d %s expected", key, count,
                      auth_joint_type_word((int)joint->type), kind->dof, kind->dof,
                      kind->dof == 1 ? "is" : "are");
        return;
    }
    for (int i = 0; i < kind->dof; i++)
        auth_read_quantity(reader, item, key, i, text[i], kind->order[i] == 'A' ? angle : displacement,
                           AUTH_ANY, &value[i]);
}

static const auth_rule joint_rules[] = {AUTH_VECTOR(joint, at, LENGTH, ANY),
                                        AUTH_VECTOR(joint, child_at, LENGTH, ANY),
                                        AUTH_VECTOR(joint, turn, ANGLE, ANY)};

void auth_read_joint(const auth_reader *reader, const yaml_node_t *item, const void *raw, void *out)
{
    const raw_joint *from = raw;
    auth_joint *joint = out;
    joint->type = (mb_joint_type)from->type;
    joint->dof = joint_kinds[joint->type].dof;
    joint->hold = from->hold;
    joint->parent = auth_body_reference(reader, item, "parent", from->parent);
    joint->child = auth_reference(reader, item, "child", from->child, AUTH_BODIES);
    auth_apply_rules(reader, item, AUTH_RULES(joint_rules), false, raw, out);
    read_axes(reader, item, from, joint);
    read_coordinates(reader, item, "position", from->position, from->position_count, joint, AUTH_KIND_LENGTH,
                     AUTH_KIND_ANGLE, joint->position);
    read_coordinates(reader, item, "velocity", from->velocity, from->velocity_count, joint,
                     AUTH_KIND_VELOCITY, AUTH_KIND_ANGULAR_VELOCITY, joint->velocity);
}

/* ---- loops ---- */

/* A unit vector normal to `axis`: the coordinate axis that is least along it, made normal. Both sides of a
 * loop derive theirs alike, so that equal axes get equal normals. */
static void derive_normal(const double axis[3], double normal[3])
{
    const double *best = along_x;
    if (fabs(axis[1]) < fabs(dot(axis, best))) best = along_y;
    if (fabs(axis[2]) < fabs(dot(axis, best))) best = along_z;
    const double along = dot(axis, best);
    for (int i = 0; i < 3; i++) normal[i] = best[i] - along * axis[i];
    const double length = sqrt(dot(normal, normal));
    for (int i = 0; i < 3; i++) normal[i] /= length;
}

static void read_normal(const auth_reader *reader, const yaml_node_t *item, const char *key,
                        char *const text[3], const double axis[3], double normal[3])
{
    if (!text[0]) {
        derive_normal(axis, normal);
        return;
    }
    if (!auth_read_direction(reader, item, key, text, nowhere, normal)) return;
    if (fabs(dot(axis, normal)) < parallel_sine) return;
    hl_report_add(reader->report, auth_key_place(reader, item, key),
                  "'%s' is not at right angles to the axis; a direction normal to it is expected", key);
}

static void read_distance(const auth_reader *reader, const yaml_node_t *item, const raw_loop *raw,
                          mb_loop_def *loop)
{
    if (loop->type != MB_LOOP_DISTANCE) return;
    if (raw->distance)
        auth_read_quantity(reader, item, "distance", -1, raw->distance, AUTH_KIND_LENGTH, AUTH_POSITIVE,
                           &loop->distance);
    else
        hl_report_add(reader->report, auth_node_place(item),
                      "a distance loop needs 'distance'; a length (e.g. %s) is expected",
                      auth_kind_example(AUTH_KIND_LENGTH));
}

static void check_loop_keys(const auth_reader *reader, const yaml_node_t *item, const mb_loop_def *loop)
{
    const char *type = auth_loop_type_word((int)loop->type);
    const bool axes = loop->type != MB_LOOP_SPHERICAL && loop->type != MB_LOOP_DISTANCE;
    const bool normals = loop->type == MB_LOOP_PRISMATIC;
    check_belongs(reader, item, "a_axis", axes, type, "loop");
    check_belongs(reader, item, "b_axis", axes, type, "loop");
    check_belongs(reader, item, "a_normal", normals, type, "loop");
    check_belongs(reader, item, "b_normal", normals, type, "loop");
    check_belongs(reader, item, "distance", loop->type == MB_LOOP_DISTANCE, type, "loop");
}

static const auth_rule loop_rules[] = {AUTH_ROW_INTO(loop, mb_loop_def, a_at, point_a, 3, LENGTH, ANY),
                                       AUTH_ROW_INTO(loop, mb_loop_def, b_at, point_b, 3, LENGTH, ANY)};

void auth_read_loop(const auth_reader *reader, const yaml_node_t *item, const void *raw, void *out)
{
    const raw_loop *from = raw;
    mb_loop_def *loop = out;
    loop->type = (mb_loop_type)from->type;
    auth_pair_reference(reader, item, from->a, from->b, &loop->body_a, &loop->body_b);
    check_loop_keys(reader, item, loop);
    auth_apply_rules(reader, item, AUTH_RULES(loop_rules), false, raw, out);
    double *a = auth_numbers(&loop->axis_a), *b = auth_numbers(&loop->axis_b);
    if (auth_read_direction(reader, item, "a_axis", from->a_axis, along_z, a))
        read_normal(reader, item, "a_normal", from->a_normal, a, auth_numbers(&loop->normal_a));
    if (auth_read_direction(reader, item, "b_axis", from->b_axis, along_z, b))
        read_normal(reader, item, "b_normal", from->b_normal, b, auth_numbers(&loop->normal_b));
    read_distance(reader, item, from, loop);
}
