/* Bodies: mass and inertia, given directly or by a shape of uniform density. */
#include "mechanism_tables.h"

#include <math.h>
#include <string.h>

/* ---- shapes ---- */

typedef enum shape_kind { SHAPE_POINT, SHAPE_ROD, SHAPE_BOX, SHAPE_CYLINDER, SHAPE_SPHERE } shape_kind;

typedef struct body_shape {
    shape_kind kind;
    double length, size[3], radius; /* [m] */
    int axis;                       /* 0 x, 1 y, 2 z */
} body_shape;

#define OF_SHAPE(kind) (1u << SHAPE_##kind)

static const auth_word shapes[] = {{"point", SHAPE_POINT},
                                   {"rod", SHAPE_ROD},
                                   {"box", SHAPE_BOX},
                                   {"cylinder", SHAPE_CYLINDER},
                                   {"sphere", SHAPE_SPHERE}};
static const auth_word axes[] = {{"x", 0}, {"y", 1}, {"z", 2}};
static const auth_field shape_fields[] = {
    CHOICE(body_shape, kind, shapes, "Shape of the solid body of uniform density"),
    QUANTITY(body_shape, length, LENGTH, POSITIVE, "Length of the rod, or of the cylinder along its axis",
             NEEDED(OF_SHAPE(ROD) | OF_SHAPE(CYLINDER))),
    VECTOR(body_shape, size, LENGTH, POSITIVE, "Edges of the box along x, y, z", NEEDED(OF_SHAPE(BOX))),
    QUANTITY(body_shape, radius, LENGTH, POSITIVE, "Radius of cylinder or sphere",
             NEEDED(OF_SHAPE(CYLINDER) | OF_SHAPE(SPHERE))),
    CHOICE(body_shape, axis, axes, "Axis of rod or cylinder", DEFAULT("z"),
           OF(OF_SHAPE(ROD) | OF_SHAPE(CYLINDER))),
};
static const auth_table shape_table =
    AUTH_TABLE(body_shape, shape_fields, .kind_key = "kind", .kind_words = "in a shape of kind");

/* [m^3]; 0 for shapes without one */
static double shape_volume(const body_shape *s)
{
    switch (s->kind) {
    case SHAPE_BOX:
        return s->size[0] * s->size[1] * s->size[2];
    case SHAPE_CYLINDER:
        return AUTH_PI * s->radius * s->radius * s->length;
    case SHAPE_SPHERE:
        return 4.0 / 3.0 * AUTH_PI * s->radius * s->radius * s->radius;
    default:
        return 0.0;
    }
}

/* Same moment `along` the axis and `across` it. */
static void axial_inertia(double J[6], int axis, double along, double across)
{
    for (int i = 0; i < 3; i++) J[i] = i == axis ? along : across;
}

/* Principal moments about the centre of mass. */
static void shape_inertia(const body_shape *s, double m, double J[6])
{
    const double L = s->length, r = s->radius, *a = s->size;
    switch (s->kind) {
    case SHAPE_POINT:
        break;
    case SHAPE_ROD: /* slender */
        axial_inertia(J, s->axis, 0.0, m * L * L / 12.0);
        break;
    case SHAPE_BOX:
        for (int i = 0; i < 3; i++) {
            const double b = a[(i + 1) % 3], c = a[(i + 2) % 3];
            J[i] = m * (b * b + c * c) / 12.0;
        }
        break;
    case SHAPE_CYLINDER:
        axial_inertia(J, s->axis, m * r * r / 2.0, m * (3.0 * r * r + L * L) / 12.0);
        break;
    case SHAPE_SPHERE:
        axial_inertia(J, 0, 0.4 * m * r * r, 0.4 * m * r * r);
        break;
    }
}

/* ---- inertias ---- */

/* Leading minors of the symmetric matrix xx yy zz xy xz yz (Sylvester's criterion). */
static bool positive_definite(const double J[6])
{
    const double xx = J[0], yy = J[1], zz = J[2], xy = J[3], xz = J[4], yz = J[5];
    const double minor2 = xx * yy - xy * xy;
    const double minor3 = xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz);
    return xx > 0.0 && minor2 > 0.0 && minor3 > 0.0;
}

/* No principal moment exceeds the sum of the other two: then and only then the matrix of second moments of
 * mass, P = tr(J)/2 E - J, is positive semi-definite. A flat body has a zero there, and published moments are
 * rounded to a few digits: a millionth of the trace is let pass. J comes divided by its trace. */
static bool mass_possible(const double J[6])
{
    const double half = 0.5 + 1e-6;
    const double P[6] = {half - J[0], half - J[1], half - J[2], -J[3], -J[4], -J[5]};
    return positive_definite(P);
}

static bool check_inertia(const auth_item *item, const double J[6])
{
    const double trace = J[0] + J[1] + J[2];
    double scaled[6];
    for (int i = 0; i < 6; i++) scaled[i] = J[i] / trace;
    const char *wrong = NULL;
    if (!(trace > 0.0) || !isfinite(trace) || !positive_definite(scaled))
        wrong = "is not positive definite; for a point mass or a slender rod write 'shape: {kind: point}' or "
                "'shape: {kind: rod, ...}', else three principal moments above zero are expected";
    else if (!mass_possible(scaled))
        wrong = "belongs to no body: a principal moment exceeds the sum of the other two; "
                "xx <= yy + zz, yy <= zz + xx, zz <= xx + yy are expected";
    if (wrong) COMPLAIN(item, "inertia", "'inertia' %s", wrong);
    return wrong == NULL;
}

static bool read_inertia(const auth_item *item, const yaml_node_t *list, double J[6])
{
    const int count = auth_entry_count(list);
    if (count != 3 && count != 6) {
        COMPLAIN(item, "inertia",
                 "'inertia' has %d entries; 3 (xx, yy, zz) or 6 (xx, yy, zz, xy, xz, yz) are expected",
                 count);
        return false;
    }
    bool good = true;
    for (int i = 0; i < count; i++)
        good &= auth_item_quantity(item, "inertia", auth_document_entry(item->reader->document, list, i),
                                   AUTH_KIND_INERTIA, AUTH_ANY, NULL, &J[i]);
    return good && check_inertia(item, J);
}

/* ---- masses ---- */

static bool check_massless(const auth_item *item)
{
    static const char *const others[] = {"mass", "density", "inertia", "shape"};
    bool good = true;
    for (int i = 0; i < AUTH_COUNT_OF(others); i++) {
        if (!auth_item_has(item, others[i])) continue;
        COMPLAIN(item, others[i],
                 "a massless body has no '%s'; the key, or 'massless', is expected to be left out",
                 others[i]);
        good = false;
    }
    return good;
}

static bool read_density(const auth_item *item, const body_shape *shape, double *mass)
{
    double density = 0.0;
    if (!auth_item_quantity(item, "density", auth_item_value(item, "density"), AUTH_KIND_DENSITY,
                            AUTH_POSITIVE, NULL, &density))
        return false;
    *mass = density * shape_volume(shape);
    if (shape->kind == SHAPE_POINT || shape->kind == SHAPE_ROD) {
        COMPLAIN(item, "density",
                 "'density' needs a volume; a 'shape' of kind box, cylinder or sphere is expected");
        return false;
    }
    if (isnormal(*mass)) return true;
    COMPLAIN(item, "density", "'density' and 'shape' give a mass of %g kg; a mass above zero is expected",
             *mass);
    return false;
}

static bool read_mass(const auth_item *item, const body_shape *shape, auth_body *body)
{
    if (auth_item_has(item, "mass") && auth_item_has(item, "density")) {
        COMPLAIN(item, "density", "both 'mass' and 'density' are given; one of them is expected");
        return false;
    }
    if (auth_item_has(item, "density")) return read_density(item, shape, &body->mass);
    if (!auth_item_has(item, "mass")) {
        hl_report_add(item->reader->report, auth_node_place(item->node),
                      "body '%s' has no mass; 'mass', 'density' or 'massless: true' is expected", body->name);
        return false;
    }
    if (!auth_item_quantity(item, "mass", auth_item_value(item, "mass"), AUTH_KIND_MASS, AUTH_ANY, NULL,
                            &body->mass))
        return false;
    if (body->mass > 0.0) return true;
    COMPLAIN(item, "mass", "'mass' is %s; a mass above zero (e.g. %s) or 'massless: true' is expected",
             auth_item_text(item, "mass"), auth_kind_example(AUTH_KIND_MASS));
    return false;
}

/* Every moment must stay a number: lengths of 1e200 m square to infinity. */
static void check_finite(const auth_item *item, const auth_body *body)
{
    for (int i = 0; i < 6; i++) {
        if (isfinite(body->inertia[i])) continue;
        COMPLAIN(item, "shape",
                 "the inertia of body '%s' is too large for a number; a smaller 'shape' is expected",
                 body->name);
        return;
    }
}

static bool read_shape(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    auth_body *body = item->out;
    body_shape shape = {.kind = SHAPE_POINT};
    if (auth_item_text(item, "massless")[0] == 't') return check_massless(item);
    if (value && !auth_item_part(item, field, value, &shape)) return false;
    const bool weighed = read_mass(item, &shape, body);
    const yaml_node_t *inertia = auth_item_value(item, "inertia");
    if (inertia) return read_inertia(item, inertia, body->inertia) && weighed;
    if (!value) {
        hl_report_add(item->reader->report, auth_node_place(item->node),
                      "body '%s' has no inertia; 'inertia' or 'shape' (e.g. {kind: point}) is expected",
                      body->name);
        return false;
    }
    if (!weighed) return false;
    shape_inertia(&shape, body->mass, body->inertia);
    check_finite(item, body);
    return true;
}

static bool check_ground(auth_item *item, const auth_field *field)
{
    if (strcmp(((const auth_body *)item->out)->name, "ground") != 0) return true;
    COMPLAIN(item, field->key,
             "a body is called 'ground', which is the world itself; another name is expected");
    return false;
}

static const auth_field fields[] = {
    NAME(auth_body, "Name of the body", .check = check_ground),
    UNREAD_QUANTITY("mass", MASS, "Above zero; this, `density` or `massless` is required", OPTIONAL),
    UNREAD_QUANTITY("density", DENSITY, "Density; needs a `shape` with a volume", OPTIONAL),
    UNREAD(FLAG, "massless", "`true`: no mass and no inertia; a body further out in the tree must have mass",
           DEFAULT("false")),
    PLACE_AS("centre", auth_body, centre, LENGTH, "Centre of mass, vector in the body frame"),
    UNREAD(QUANTITIES, "inertia",
           "About the centre of mass, in body axes: `[xx, yy, zz]` or `[xx, yy, zz, xy, xz, yz]`",
           OTHERWISE("from `shape`"), .kind = AUTH_KIND_INERTIA, .angular = AUTH_KIND_INERTIA, .least = 3,
           .most = 6),
    UNREAD(PART, "shape", "Solid of even density, see below; its middle is the centre of mass", OPTIONAL,
           .table = &shape_table, .read = read_shape),
};
const auth_table auth_body_table = AUTH_TABLE(auth_body, fields, .place = AUTH_AT(auth_body, place));
