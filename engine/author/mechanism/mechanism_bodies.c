/* Bodies: mass and inertia, given or from a shape of even density. */
#include "reader/angles.h"
#include "reader/reader.h"

#include <math.h>
#include <string.h>

/* ---- shapes ---- */

typedef struct shape {
    raw_shape_kind kind;
    double length, size[3], radius; /* [m] */
    int axis;                       /* 0 x, 1 y, 2 z */
} shape;

/* Which measures a shape has. */
static const struct measures {
    const char *words;
    bool length, size, radius, axis, volume;
} measures[] = {[SHAPE_POINT] = {"a point", false, false, false, false, false},
                [SHAPE_ROD] = {"a rod", true, false, false, true, false},
                [SHAPE_BOX] = {"a box", false, true, false, false, true},
                [SHAPE_CYLINDER] = {"a cylinder", true, false, true, true, true},
                [SHAPE_SPHERE] = {"a sphere", false, false, true, false, true}};

/* A measure must be there exactly when the shape has it. */
static bool measure_belongs(const auth_reader *reader, const yaml_node_t *node, const struct measures *has,
                            const char *key, bool wanted, bool optional)
{
    const yaml_node_t *given = auth_document_value(reader->document, node, key);
    if ((given != NULL) == wanted || (optional && !given)) return true;
    if (given)
        hl_report_add(reader->report, auth_node_place(given),
                      "%s has no '%s'; the key is expected to be left out", has->words, key);
    else
        hl_report_add(reader->report, auth_node_place(node), "%s needs '%s'; a length (e.g. %s) is expected",
                      has->words, key, auth_kind_example(AUTH_KIND_LENGTH));
    return false;
}

static bool read_length(const auth_reader *reader, const yaml_node_t *node, const char *key, int index,
                        const char *text, double *value)
{
    return !text ||
           auth_read_quantity(reader, node, key, index, text, AUTH_KIND_LENGTH, AUTH_POSITIVE, value);
}

static bool read_shape(const auth_reader *reader, const yaml_node_t *node, const raw_body_shape *raw,
                       shape *s)
{
    const struct measures *has = &measures[raw->kind];
    bool good = measure_belongs(reader, node, has, "length", has->length, false);
    good &= measure_belongs(reader, node, has, "size", has->size, false);
    good &= measure_belongs(reader, node, has, "radius", has->radius, false);
    good &= measure_belongs(reader, node, has, "axis", has->axis, true);
    *s = (shape){.kind = raw->kind, .axis = raw->axis == AXIS_NONE ? 2 : (int)raw->axis - 1};
    good &= read_length(reader, node, "length", -1, raw->length, &s->length);
    good &= read_length(reader, node, "radius", -1, raw->radius, &s->radius);
    for (int i = 0; i < 3; i++) good &= read_length(reader, node, "size", i, raw->size[i], &s->size[i]);
    return good;
}

/* [m^3]; 0 for shapes without one */
static double shape_volume(const shape *s)
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
static void shape_inertia(const shape *s, double m, double J[6])
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

static bool check_inertia(const auth_reader *reader, const yaml_node_t *item, const double J[6])
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
    if (wrong) hl_report_add(reader->report, auth_key_place(reader, item, "inertia"), "'inertia' %s", wrong);
    return wrong == NULL;
}

static void read_inertia(const auth_reader *reader, const yaml_node_t *item, const raw_body *raw, double J[6])
{
    if (raw->inertia_count != 3 && raw->inertia_count != 6) {
        hl_report_add(reader->report, auth_key_place(reader, item, "inertia"),
                      "'inertia' has %u entries; 3 (xx, yy, zz) or 6 (xx, yy, zz, xy, xz, yz) are expected",
                      raw->inertia_count);
        return;
    }
    bool good = true;
    for (int i = 0; i < (int)raw->inertia_count; i++)
        good &= auth_read_quantity(reader, item, "inertia", i, raw->inertia[i], AUTH_KIND_INERTIA, AUTH_ANY,
                                   &J[i]);
    if (good) check_inertia(reader, item, J);
}

/* ---- masses ---- */

static void check_massless(const auth_reader *reader, const yaml_node_t *item, const raw_body *raw)
{
    const struct {
        const char *key;
        bool given;
    } others[] = {{"mass", raw->mass != NULL},
                  {"density", raw->density != NULL},
                  {"inertia", raw->inertia != NULL},
                  {"shape", raw->shape != NULL}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i].given)
            hl_report_add(reader->report, auth_key_place(reader, item, others[i].key),
                          "a massless body has no '%s'; the key, or 'massless', is expected to be left out",
                          others[i].key);
}

static bool read_density(const auth_reader *reader, const yaml_node_t *item, const raw_body *raw,
                         const shape *s, double *mass)
{
    double density = 0.0;
    if (!auth_read_quantity(reader, item, "density", -1, raw->density, AUTH_KIND_DENSITY, AUTH_POSITIVE,
                            &density))
        return false;
    *mass = density * shape_volume(s);
    if (!raw->shape || !measures[raw->shape->kind].volume) {
        hl_report_add(reader->report, auth_key_place(reader, item, "density"),
                      "'density' needs a volume; a 'shape' of kind box, cylinder or sphere is expected");
        return false;
    }
    if (isnormal(*mass)) return true;
    hl_report_add(reader->report, auth_key_place(reader, item, "density"),
                  "'density' and 'shape' give a mass of %g kg; a mass above zero is expected", *mass);
    return false;
}

static bool read_mass(const auth_reader *reader, const yaml_node_t *item, const raw_body *raw, const shape *s,
                      double *mass)
{
    if (raw->mass && raw->density) {
        hl_report_add(reader->report, auth_key_place(reader, item, "density"),
                      "both 'mass' and 'density' are given; one of them is expected");
        return false;
    }
    if (raw->density) return read_density(reader, item, raw, s, mass);
    if (!raw->mass) {
        hl_report_add(reader->report, auth_node_place(item),
                      "body '%s' has no mass; 'mass', 'density' or 'massless: true' is expected", raw->name);
        return false;
    }
    if (!auth_read_quantity(reader, item, "mass", -1, raw->mass, AUTH_KIND_MASS, AUTH_ANY, mass))
        return false;
    if (*mass > 0.0) return true;
    hl_report_add(reader->report, auth_key_place(reader, item, "mass"),
                  "'mass' is %s; a mass above zero (e.g. %s) or 'massless: true' is expected", raw->mass,
                  auth_kind_example(AUTH_KIND_MASS));
    return false;
}

static void read_massive(const auth_reader *reader, const yaml_node_t *item, const raw_body *raw,
                         auth_body *body)
{
    const yaml_node_t *node = auth_document_value(reader->document, item, "shape");
    shape s = {.kind = SHAPE_POINT};
    if (raw->shape && !read_shape(reader, node, raw->shape, &s)) return;
    const bool weighed = read_mass(reader, item, raw, &s, &body->mass);
    if (raw->inertia) {
        read_inertia(reader, item, raw, body->inertia);
    } else if (!raw->shape) {
        hl_report_add(reader->report, auth_node_place(item),
                      "body '%s' has no inertia; 'inertia' or 'shape' (e.g. {kind: point}) is expected",
                      raw->name);
    } else if (weighed) {
        shape_inertia(&s, body->mass, body->inertia);
    }
}

/* Every moment must stay a number: lengths of 1e200 m square to infinity. */
static void check_finite(const auth_reader *reader, const yaml_node_t *item, const auth_body *body)
{
    for (int i = 0; i < 6; i++) {
        if (isfinite(body->inertia[i])) continue;
        hl_report_add(reader->report, auth_key_place(reader, item, "shape"),
                      "the inertia of body '%s' is too large for a number; a smaller 'shape' is expected",
                      body->name);
        return;
    }
}

static const auth_rule rules[] = {AUTH_VECTOR(body, centre, LENGTH, ANY)};

void auth_read_body(const auth_reader *reader, const yaml_node_t *item, const void *raw, void *out)
{
    const raw_body *from = raw;
    auth_body *body = out;
    if (strcmp(from->name, "ground") == 0)
        hl_report_add(reader->report, auth_key_place(reader, item, "name"),
                      "a body is called 'ground', which is the world itself; another name is expected");
    auth_apply_rules(reader, item, AUTH_RULES(rules), false, raw, out);
    if (from->massless) {
        check_massless(reader, item, from);
        return;
    }
    read_massive(reader, item, from, body);
    check_finite(reader, item, body);
}
