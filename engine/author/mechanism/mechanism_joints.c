/* Joints of the tree and loop closures. */
#include "mechanism_tables.h"

#include <math.h>
#include <string.h>

static const double along_x[3] = {1, 0, 0}, along_y[3] = {0, 1, 0}, along_z[3] = {0, 0, 1};

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

/* A key without effect would mislead: it is refused. */
static void check_belongs(const auth_item *item, const char *key, bool belongs, const char *type)
{
    if (!belongs && auth_item_has(item, key))
        COMPLAIN(item, key, "a %s joint has no '%s'; the key is expected to be left out", type, key);
}

static bool begin_joint(auth_item *item)
{
    auth_joint *joint = item->out;
    const int type = auth_item_choice(item, "type");
    const struct joint_kind *kind = &joint_kinds[type];
    joint->dof = kind->dof;
    const char *word = auth_joint_type_word(type);
    check_belongs(item, "axis", kind->axis, word);
    check_belongs(item, "axis2", kind->axis2, word);
    return true; /* the tree is checked all the same */
}

static bool check_axis2(auth_item *item, const auth_field *field)
{
    auth_joint *joint = item->out;
    if (!auth_item_has(item, field->key))
        memcpy(joint->axis2, parallel(joint->axis, along_y) ? along_x : along_y, sizeof joint->axis2);
    const bool meant = joint_kinds[joint->type].axis2 && dot(joint->axis, joint->axis) > 0.0;
    if (!meant || !parallel(joint->axis, joint->axis2)) return true;
    COMPLAIN(item, field->key, "'axis2' is parallel to 'axis'; a direction at an angle to it is expected");
    return false;
}

/* ---- initial coordinates ---- */

static bool read_coordinates(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    const auth_joint *joint = item->out;
    const struct joint_kind *kind = &joint_kinds[joint->type];
    double *numbers = (double *)(void *)((char *)item->out + field->out);
    if (!value) return true;
    const bool one = value->type == YAML_SCALAR_NODE;
    const int count = one ? 1 : auth_entry_count(value);
    if (count != kind->dof) {
        COMPLAIN(item, field->key, "'%s' has %d entries; a %s joint has %d, %d %s expected", field->key,
                 count, auth_joint_type_word((int)joint->type), kind->dof, kind->dof,
                 kind->dof == 1 ? "is" : "are");
        return false;
    }
    bool good = true;
    for (int i = 0; i < count; i++)
        good &= auth_item_quantity(
            item, field->key, one ? value : auth_document_entry(item->reader->document, value, i),
            kind->order[i] == 'A' ? field->angular : field->kind, AUTH_ANY, NULL, &numbers[i]);
    return good;
}

#define COORDINATES(key_, kind_, angular_, ...)                                                              \
    {                                                                                                        \
        AUTH_ROW(QUANTITIES, #key_, auth_joint, key_),                                                       \
            .kind = AUTH_KIND_##kind_, .angular = AUTH_KIND_##angular_, .most = MB_MAX_JOINT_DOF,            \
            .read = read_coordinates, .meaning = __VA_ARGS__                                                 \
    }

static const auth_field joint_fields[] = {
    NAME(auth_joint, "Name of the joint"),
    CHOICE(auth_joint, type, auth_joint_types, "Kind of joint"),
    BODY_AS("parent", auth_joint, parent, "Body, or `ground`", GROUND, OTHERWISE("`ground`")),
    BODY_AS("child", auth_joint, child, "Body that it carries"),
    PLACE_AS("at", auth_joint, at, LENGTH, "Joint point in the parent's frame, vector"),
    PLACE_AS("child_at", auth_joint, child_at, LENGTH, "Joint point in the child's frame, vector"),
    DIRECTION(auth_joint, axis, "Direction in the parent's frame", DEFAULT("[0, 0, 1]")),
    DIRECTION(auth_joint, axis2, "Universal: direction in the parent's frame at zero coordinates",
              OTHERWISE("y, or x if `axis` is y"), .check = check_axis2),
    PLACE_AS("turn", auth_joint, turn, ANGLE,
             "Rotation vector: the child's frame relative to the parent's at zero coordinates"),
    COORDINATES(position, LENGTH, ANGLE,
                "Initial coordinates, a list; brackets are optional for a single one", OTHERWISE("zeros")),
    COORDINATES(velocity, VELOCITY, ANGULAR_VELOCITY, "Initial velocities, a list or a single one",
                OTHERWISE("zeros")),
    FLAG(auth_joint, hold, "`true`: the assembly does not change position and velocity", DEFAULT("false")),
};
const auth_table auth_joint_table =
    AUTH_TABLE(auth_joint, joint_fields, .place = AUTH_AT(auth_joint, place), .begin = begin_joint);

/* ---- loops ---- */

static const auth_word loop_types[] = {{"revolute", MB_LOOP_REVOLUTE},   {"spherical", MB_LOOP_SPHERICAL},
                                       {"universal", MB_LOOP_UNIVERSAL}, {"cylindrical", MB_LOOP_CYLINDRICAL},
                                       {"prismatic", MB_LOOP_PRISMATIC}, {"distance", MB_LOOP_DISTANCE}};

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

static bool check_pair(auth_item *item, const auth_field *field)
{
    return auth_item_differ(item, "a", field->key, "two different bodies, or a body and the ground,");
}

static bool check_normal(const auth_item *item, const char *key, const hl_vec3 *axis_, hl_vec3 *normal_)
{
    const double *axis = (const double *)axis_;
    double *normal = (double *)normal_;
    if (!auth_item_has(item, key)) derive_normal(axis, normal);
    if (fabs(dot(axis, normal)) < parallel_sine) return true;
    COMPLAIN(item, key, "'%s' is not perpendicular to the axis; a direction normal to it is expected", key);
    return false;
}

static bool check_a_normal(auth_item *item, const auth_field *field)
{
    mb_loop_def *loop = item->out;
    return check_normal(item, field->key, &loop->axis_a, &loop->normal_a);
}

static bool check_b_normal(auth_item *item, const auth_field *field)
{
    mb_loop_def *loop = item->out;
    return check_normal(item, field->key, &loop->axis_b, &loop->normal_b);
}

#define OF_LOOP(type) (1u << MB_LOOP_##type)
#define WITH_AXES     (OF_LOOP(REVOLUTE) | OF_LOOP(UNIVERSAL) | OF_LOOP(CYLINDRICAL) | OF_LOOP(PRISMATIC))

static const char derived[] =
    "the coordinate axis with the smallest component along the axis, made perpendicular to it";
static const auth_field loop_fields[] = {
    NAME(mb_loop_def, "Name of the loop"),
    CHOICE(mb_loop_def, type, loop_types, "Kind of loop"),
    BODY_AS("a", mb_loop_def, body_a, "The one body", GROUND),
    BODY_AS("b", mb_loop_def, body_b, "The other body, or `ground`", GROUND, .check = check_pair,
            OTHERWISE("`ground`")),
    PLACE_AS("a_at", mb_loop_def, point_a, LENGTH, "Its point in the frame of `a`, vector"),
    PLACE_AS("b_at", mb_loop_def, point_b, LENGTH, "Its point in the frame of `b`, vector"),
    DIRECTION_AS("a_axis", mb_loop_def, axis_a, "Direction in the frame of `a`", DEFAULT("[0, 0, 1]"),
                 OF(WITH_AXES)),
    DIRECTION_AS("b_axis", mb_loop_def, axis_b, "Direction in the frame of `b`", DEFAULT("[0, 0, 1]"),
                 OF(WITH_AXES)),
    DIRECTION_AS(
        "a_normal", mb_loop_def, normal_a,
        "For prismatic: direction in the frame of `a` perpendicular to the axis, parallel to `b_normal`",
        OTHERWISE(derived), .check = check_a_normal, OF(OF_LOOP(PRISMATIC))),
    DIRECTION_AS(
        "b_normal", mb_loop_def, normal_b,
        "For prismatic: direction in the frame of `b` perpendicular to the axis, parallel to `a_normal`",
        OTHERWISE(derived), .check = check_b_normal, OF(OF_LOOP(PRISMATIC))),
    QUANTITY(mb_loop_def, distance, LENGTH, POSITIVE, "For distance: distance of the points, above zero",
             NEEDED(OF_LOOP(DISTANCE))),
};
const auth_table auth_loop_table = AUTH_TABLE(mb_loop_def, loop_fields, .place = AUTH_AT(mb_loop_def, place),
                                              .kind_key = "type", .kind_words = "in a loop of type");
