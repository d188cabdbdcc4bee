/* The image of a model in which every body is free (global_internal.h), and its Jacobian rows.
 *
 * Equations of the joints (001 section 2.1, as in any text on absolute coordinates), with parent a, child b,
 * the joint's axis u, n1 and n2 orthogonal to it, primes for the same vectors in the child:
 *
 *   points coincide     e_k . d = 0, k = 1..3       revolute, universal, spherical, fixed
 *   point on the axis   n1 . d = n2 . d = 0         prismatic, cylindrical
 *   axes parallel       n1 . u' = n2 . u' = 0       revolute, cylindrical, prismatic, fixed
 *   no turn             n1 . n2' = 0                prismatic, fixed
 *   universal           u . u2' = constant
 *
 * Joint coordinates as measures: displacement u . d; angles by atan2 of
 *
 *   revolute, cylindrical   sin = (n2.n1' - n1.n2')/2,  cos = (n1.n1' + n2.n2')/2   (two twist measures)
 *   universal, first        sin = n2.u2',  cos = n1.u2',   n1 the part of u2 orthogonal to u
 *   universal, second       sin = -u.m2',  cos = u.m1',    m1 the part of u orthogonal to u2, m2 = u2 x m1
 *
 * atan2 is the C library's: two libraries may differ in its last bit. */
#include "global_internal.h"

#include "hl/real.h"

#include <string.h>

/* ---- equations and measures of the joints ---- */

/* What is to be added to the image's measures. With `measures` NULL they are only counted. */
typedef struct measure_list {
    mb_measure_def *measures;
    double *targets;
    int count;
} measure_list;

static void add(measure_list *list, mb_measure_def measure, double target)
{
    if (list->measures != NULL) {
        list->measures[list->count] = measure;
        list->targets[list->count] = target;
    }
    list->count++;
}

static mb_measure_def between(const body_model *body, int index, mb_measure_kind kind)
{
    return (mb_measure_def){.kind = kind,
                            .body_a = body->parent,
                            .body_b = index,
                            .point_a = body->parent_point,
                            .point_b = body->child_point};
}

/* The vector v of the parent, as it stands in the child at zero coordinates. */
static hl_vec3 in_child(const body_model *body, hl_vec3 v)
{
    return hl_mul_transposed(&body->orientation, v);
}

static void add_projection(measure_list *list, const body_model *body, int index, hl_vec3 axis)
{
    mb_measure_def measure = between(body, index, MB_MEASURE_PROJECTION);
    measure.axis_a = axis;
    add(list, measure, 0.0);
}

/* v of the parent . w of the parent as carried along by the child */
static mb_measure_def dot(const body_model *body, int index, hl_vec3 v, hl_vec3 w)
{
    mb_measure_def measure = between(body, index, MB_MEASURE_DOT);
    measure.axis_a = v;
    measure.axis_b = in_child(body, w);
    return measure;
}

/* Orthogonal to the axis; joints without one take that of z. */
static hl_vec3 first_normal(const body_model *body)
{
    return hl_any_orthogonal(hl_norm(body->axis) > 0.0 ? body->axis : hl_v3(0, 0, 1));
}

static void add_joint_equations(measure_list *list, const body_model *body, int index)
{
    static const hl_vec3 units[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const mb_joint_type type = body->type;
    const bool slides = type == MB_PRISMATIC || type == MB_CYLINDRICAL;
    const bool locked = type == MB_PRISMATIC || type == MB_FIXED;
    const hl_vec3 n1 = first_normal(body);
    const hl_vec3 axis = type == MB_FIXED ? hl_cross(n1, hl_any_orthogonal(n1)) : body->axis;
    const hl_vec3 n2 = hl_cross(axis, n1);
    if (type == MB_FREE) return;
    if (slides) {
        add_projection(list, body, index, n1);
        add_projection(list, body, index, n2);
    } else {
        for (int k = 0; k < 3; k++) add_projection(list, body, index, units[k]);
    }
    if (slides || locked || type == MB_REVOLUTE) {
        add(list, dot(body, index, n1, axis), 0.0);
        add(list, dot(body, index, n2, axis), 0.0);
    }
    if (locked) add(list, dot(body, index, n1, n2), 0.0);
    if (type == MB_UNIVERSAL) add(list, dot(body, index, axis, body->axis2), hl_dot(axis, body->axis2));
}

/* The part of v orthogonal to the unit vector u, as a unit vector. */
static hl_vec3 orthogonal_part(hl_vec3 v, hl_vec3 u)
{
    return hl_normalized(hl_add_scaled(v, -hl_dot(v, u), u));
}

/* (a1 . b2 - a2 . b1)/2 with all vectors given in the parent */
static mb_measure_def twist(const body_model *body, int index, hl_vec3 a1, hl_vec3 b2, hl_vec3 a2, hl_vec3 b1)
{
    mb_measure_def measure = between(body, index, MB_MEASURE_TWIST);
    measure.axis_a = a1;
    measure.axis2_a = a2;
    measure.axis_b = in_child(body, b1);
    measure.axis2_b = in_child(body, b2);
    return measure;
}

/* Sine and cosine of the angle that coordinate `column` of a joint is. */
static void add_angle(measure_list *list, const body_model *body, int index, int column)
{
    const hl_vec3 u = body->axis, u2 = body->axis2;
    if (body->type != MB_UNIVERSAL) {
        const hl_vec3 n1 = first_normal(body), n2 = hl_cross(u, n1);
        add(list, twist(body, index, n2, n1, n1, n2), 0.0);
        add(list, twist(body, index, n1, n1, n2, hl_neg(n2)), 0.0);
    } else if (column == 0) {
        const hl_vec3 n1 = orthogonal_part(u2, u), n2 = hl_cross(u, n1);
        add(list, dot(body, index, n2, u2), 0.0);
        add(list, dot(body, index, n1, u2), 0.0);
    } else {
        const hl_vec3 m1 = orthogonal_part(u, u2), m2 = hl_cross(u2, m1);
        add(list, dot(body, index, u, hl_neg(m2)), 0.0);
        add(list, dot(body, index, u, m1), 0.0);
    }
}

static image_link add_model_measure(measure_list *list, const mb_model *model, const mb_measure_def *def)
{
    const image_link link = {.first = list->count, .q_index = -1};
    if (def->kind != MB_MEASURE_JOINT) {
        add(list, *def, 0.0);
        return link;
    }
    const body_model *body = &model->bodies[def->body_a];
    if (body->type == MB_PRISMATIC || (body->type == MB_CYLINDRICAL && def->column == 0)) {
        add_projection(list, body, def->body_a, body->axis);
        return link;
    }
    add_angle(list, body, def->body_a, def->column);
    return (image_link){link.first, true, body->q_index + def->column};
}

static void list_measures(const mb_model *model, global_image *image, measure_list *list)
{
    for (int i = 0; i < model->body_count; i++) add_joint_equations(list, &model->bodies[i], i);
    image->joint_equations = list->count;
    for (int i = 0; i < model->measure_count; i++)
        image->links[i] = add_model_measure(list, model, &model->measures[i].def);
}

/* ---- what the bodies weigh ---- */

void mb_image_update_masses(const mb_model *model, global_image *image)
{
    for (int i = 0; i < model->body_count; i++) {
        mass_properties room;
        body_model *body = &image->model.bodies[i];
        body->own = *mb_mass_of(&model->bodies[i], &room);
        body->child_point = body->own.com;
    }
}

/* ---- building ---- */

static void set_free_body(const body_model *from, int index, body_model *body)
{
    *body = (body_model){.name = from->name,
                         .type = MB_FREE,
                         .parent = MB_GROUND,
                         .tree = index,
                         .q_index = SEVEN * index,
                         .column = SIX * index,
                         .dof = SIX,
                         .orientation = hl_mat3_identity()};
}

static bool take_bodies(const mb_model *from, hl_arena *arena, global_image *image)
{
    mb_model *model = &image->model;
    mb_work *work = &image->work;
    const int n = from->body_count;
    *model = (mb_model){.gravity = from->gravity,
                        .body_count = n,
                        .tree_count = n,
                        .coordinate_count = SEVEN * n,
                        .column_count = SIX * n,
                        .wrench_count = from->wrench_count,
                        .wrenches = from->wrenches};
    model->bodies = HL_NEW(arena, body_model, n);
    model->tree_roots = HL_NEW(arena, int, n);
    work->origins = HL_NEW(arena, hl_vec3, n);
    work->motions = HL_NEW(arena, body_motion, n);
    work->columns = HL_NEW(arena, column_motion, SIX * (size_t)n);
    work->composites = HL_NEW(arena, composite, n);
    work->tau = HL_NEW(arena, double, SIX *(size_t)n);
    image->q = HL_NEW(arena, double, SEVEN *(size_t)n);
    image->v = HL_NEW(arena, double, SIX *(size_t)n);
    image->a = HL_NEW(arena, double, SIX *(size_t)n);
    if (hl_arena_failed(arena)) return false;
    for (int i = 0; i < n; i++) {
        set_free_body(&from->bodies[i], i, &model->bodies[i]);
        model->tree_roots[i] = i;
    }
    return true;
}

/* Entries of a measure: the six columns of body a, then those of body b; the ground has none. */
static void set_measure(mb_model *model, const mb_measure_def *def, int index)
{
    measure_model *measure = &model->measures[index];
    *measure = (measure_model){.def = *def, .first_entry = model->entry_total};
    const int bodies[2] = {def->body_a, def->body_b};
    for (int end = 0; end < 2; end++) {
        for (int k = 0; bodies[end] != MB_GROUND && k < SIX; k++)
            model->entry_columns[model->entry_total++] = SIX * bodies[end] + k;
        if (end == 0) measure->split = model->entry_total - measure->first_entry;
    }
    measure->entry_count = model->entry_total - measure->first_entry;
}

bool mb_image_new(const mb_model *model, hl_arena *arena, global_image *image)
{
    measure_list list = {.count = 0};
    image->links = HL_NEW(arena, image_link, model->measure_count);
    if (image->links == NULL || !take_bodies(model, arena, image)) return false;
    list_measures(model, image, &list);
    const size_t count = (size_t)list.count;
    list = (measure_list){HL_NEW(arena, mb_measure_def, count), HL_NEW(arena, double, count), 0};
    image->targets = list.targets;
    image->model.measures = HL_NEW(arena, measure_model, count);
    image->model.entry_columns = HL_NEW(arena, int, 2 * SIX * count);
    image->work.measures = HL_NEW(arena, measure_value, count);
    image->work.jacobian = HL_NEW(arena, double, 2 * SIX * count);
    if (hl_arena_failed(arena)) return false;
    list_measures(model, image, &list);
    image->model.measure_count = image->model.equation_count =
        list.count; /* rates are wanted of all of them */
    for (int i = 0; i < list.count; i++) set_measure(&image->model, &list.measures[i], i);
    return true;
}

/* ---- rows ---- */

image_row mb_image_row(const global_image *image, int index)
{
    const measure_model *measure = &image->model.measures[index];
    const measure_value *m = &image->work.measures[index];
    const double *entries = image->work.jacobian + measure->first_entry;
    image_row row = {.a = measure->def.body_a,
                     .b = measure->def.body_b,
                     .value = m->s,
                     .rate = m->s_dot,
                     .bias = m->s_dot_dot};
    if (row.a != MB_GROUND) memcpy(row.of_a, entries, sizeof row.of_a);
    if (row.b != MB_GROUND) memcpy(row.of_b, entries + measure->split, sizeof row.of_b);
    return row;
}

/* With S = r sin, C = r cos and D = S^2 + C^2:   angle_dot = (C S_dot - S C_dot)/D, and
 * angle_ddot = (C S_ddot - S C_ddot)/D - 2 angle_dot (C C_dot + S S_dot)/D. */
static image_row angle_row(const image_row *sine, const image_row *cosine, double near)
{
    const double S = sine->value, C = cosine->value, D = S * S + C * C;
    const double s = -S / D, c = C / D, turn = 2.0 * HL_PI;
    image_row row = {.a = sine->a, .b = sine->b};
    row.value = near + remainder(hl_atan2(S, C) - near, turn);
    row.rate = c * sine->rate + s * cosine->rate;
    row.bias = c * sine->bias + s * cosine->bias - 2.0 * row.rate * (C * cosine->rate + S * sine->rate) / D;
    for (int k = 0; k < SIX; k++) {
        row.of_a[k] = c * sine->of_a[k] + s * cosine->of_a[k];
        row.of_b[k] = c * sine->of_b[k] + s * cosine->of_b[k];
    }
    return row;
}

image_row mb_image_measure(const global_image *image, int index, const double *q_near)
{
    const image_link *link = &image->links[index];
    const image_row row = mb_image_row(image, link->first);
    if (!link->angle) return row;
    const image_row cosine = mb_image_row(image, link->first + 1);
    return angle_row(&row, &cosine, q_near[link->q_index]);
}
