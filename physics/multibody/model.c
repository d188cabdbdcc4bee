/* Building a model: bodies, paths, loops expanded into equations over measures, sparsity. At load only. */
#include "model_internal.h"

#include "hl/status.h"

#include <stdio.h>
#include <string.h>

/* ---- joint types ---- */

int mb_joint_dof(mb_joint_type type)
{
    static const int dof[] = {0, 1, 1, 2, 2, 3, 6};
    return dof[type];
}

int mb_joint_q_count(mb_joint_type type)
{
    static const int count[] = {0, 1, 1, 2, 2, 4, 7};
    return count[type];
}

int mb_loop_equations(mb_loop_type type)
{
    static const int equations[] = {5, 3, 4, 4, 5, 1};
    return equations[type];
}

/* ---- the state of building ---- */

typedef struct builder {
    const mb_def *def;
    hl_arena *arena;
    mb_model *model;
    mb_def_error *error;
    int next_measure, next_equation;
} builder;

static hl_status refuse(builder *b, const char *name, const char *what)
{
    snprintf(b->error->text, sizeof b->error->text, "%s: %s", name == NULL ? "?" : name, what);
    return HL_BAD_INPUT;
}

/* ---- bodies ---- */

static void quaternion_or_identity(double *q)
{
    const hl_quat unit = hl_quat_normalized((hl_quat){q[0], q[1], q[2], q[3]});
    q[0] = unit.w, q[1] = unit.x, q[2] = unit.y, q[3] = unit.z;
}

/* Rodrigues: R(z) = 1 + sin z skew(a) + (1 - cos z) skew(a)^2, each term times the orientation at zero. */
static void split_rotation(body_model *body, hl_mat3 at_zero)
{
    const hl_mat3 skew = hl_skew(body->axis), square = hl_mat3_mul(&skew, &skew);
    body->turn_0 = at_zero;
    body->turn_1 = hl_mat3_mul(&skew, &at_zero);
    body->turn_2 = hl_mat3_mul(&square, &at_zero);
}

static bool needs_axis(mb_joint_type type)
{
    return type == MB_REVOLUTE || type == MB_PRISMATIC || type == MB_CYLINDRICAL || type == MB_UNIVERSAL;
}

static hl_status add_body(builder *b, int index)
{
    mb_model *model = b->model;
    const mb_body_def *def = &b->def->bodies[index];
    const mb_joint_def *joint = &def->joint;
    body_model *body = &model->bodies[index];
    if (joint->parent < MB_GROUND || joint->parent >= index)
        return refuse(b, def->name, "its parent must be the ground or a body that stands before it");
    if (!(def->mass >= 0.0) || !isfinite(def->mass))
        return refuse(b, def->name, "its mass must be 0 or more");
    const hl_sym3 *J = &def->inertia;
    if (!isfinite(J->xx + J->yy + J->zz + J->xy + J->xz + J->yz) || !hl_v3_is_finite(def->com))
        return refuse(b, def->name, "its centre of mass and inertia must be finite numbers");
    if (!hl_v3_is_finite(joint->parent_point) || !hl_v3_is_finite(joint->child_point))
        return refuse(b, def->name, "the points of its joint must be finite numbers");
    if (needs_axis(joint->type) && !(hl_norm(joint->axis) > 0.0))
        return refuse(b, def->name, "the axis of its joint must not be zero");
    *body = (body_model){.name = def->name,
                         .own = {def->mass, def->com, def->inertia},
                         .payload = def->payload,
                         .type = joint->type,
                         .parent = joint->parent,
                         .q_index = model->coordinate_count,
                         .column = model->column_count,
                         .dof = mb_joint_dof(joint->type),
                         .parent_point = joint->parent_point,
                         .child_point = joint->child_point,
                         .axis = hl_normalized(joint->axis),
                         .axis2 = hl_normalized(joint->axis2),
                         .orientation = hl_quat_matrix(hl_quat_normalized(joint->orientation)),
                         .hold = joint->hold};
    memcpy(body->q0, joint->q0, sizeof body->q0);
    memcpy(body->v0, joint->v0, sizeof body->v0);
    if (joint->type == MB_SPHERICAL) quaternion_or_identity(body->q0);
    if (joint->type == MB_FREE) quaternion_or_identity(body->q0 + 3);
    split_rotation(body, joint->type == MB_UNIVERSAL ? hl_mat3_identity() : body->orientation);
    model->coordinate_count += mb_joint_q_count(joint->type);
    model->column_count += body->dof;
    if (joint->parent == MB_GROUND) {
        body->tree = model->tree_count;
        model->tree_roots[model->tree_count++] = index;
    } else {
        body->tree = model->bodies[joint->parent].tree;
    }
    return HL_OK;
}

static hl_status add_bodies(builder *b)
{
    mb_model *model = b->model;
    model->body_count = b->def->body_count;
    model->bodies = HL_NEW(b->arena, body_model, model->body_count);
    model->tree_roots = HL_NEW(b->arena, int, model->body_count);
    if (hl_arena_failed(b->arena)) return HL_OUT_OF_MEMORY;
    for (int i = 0; i < model->body_count; i++) {
        const hl_status status = add_body(b, i);
        if (status != HL_OK) return status;
    }
    const int columns = model->column_count;
    model->column_stride = (columns + 7) / 8 * 8;
    model->column_body = HL_NEW(b->arena, int, columns);
    model->column_block = HL_NEW(b->arena, bool, columns);
    model->pattern = HL_NEW(b->arena, unsigned char, (size_t)columns *(size_t)columns + 1);
    if (hl_arena_failed(b->arena)) return HL_OUT_OF_MEMORY;
    for (int i = 0; i < model->body_count; i++) {
        const body_model *body = &model->bodies[i];
        for (int k = 0; k < body->dof; k++) {
            model->column_body[body->column + k] = i;
            model->column_block[body->column + k] =
                body->type == MB_SPHERICAL || (body->type == MB_FREE && k >= 3);
        }
    }
    return HL_OK;
}

/* ---- paths ---- */

/* Marks in the pattern all columns before `column` on its way to the root. */
static void mark_path(mb_model *model, int column)
{
    unsigned char *row = model->pattern + (size_t)column * (size_t)model->column_count;
    for (int i = model->column_body[column]; i != MB_GROUND; i = model->bodies[i].parent)
        for (int c = model->bodies[i].column;
             c < model->bodies[i].column + model->bodies[i].dof && c < column; c++)
            row[c] = 1;
}

static hl_status list_paths(builder *b)
{
    mb_model *model = b->model;
    const int n = model->column_count;
    model->path_run_first = HL_NEW(b->arena, int, n + 1);
    if (model->path_run_first == NULL) return HL_OUT_OF_MEMORY;
    for (int c = 0; c < n; c++) {
        const unsigned char *row = model->pattern + (size_t)c * (size_t)n;
        mark_path(model, c);
        int runs = 0;
        for (int j = 0; j < c; j++) runs += row[j] && (j == 0 || !row[j - 1]);
        model->path_run_first[c + 1] = model->path_run_first[c] + runs;
    }
    model->path_runs = HL_NEW(b->arena, hl_run, model->path_run_first[n] + 1);
    if (model->path_runs == NULL) return HL_OUT_OF_MEMORY;
    for (int c = 0, r = 0; c < n; c++) {
        const unsigned char *row = model->pattern + (size_t)c * (size_t)n;
        for (int j = 0; j < c; j++) {
            if (!row[j]) continue;
            if (j == 0 || !row[j - 1]) model->path_runs[r++].first = j;
            model->path_runs[r - 1].end = j + 1;
        }
    }
    return HL_OK;
}

/* ---- measures ---- */

static bool is_ancestor_or_self(const mb_model *model, int ancestor, int body)
{
    while (body > ancestor) body = model->bodies[body].parent;
    return body == ancestor;
}

/* Columns of `body`'s path that do not move `other`, from the root outwards; NULL columns: only count them.
 */
static int exclusive_columns(const mb_model *model, int body, int other, int *columns)
{
    int count = 0;
    for (int i = body; i != MB_GROUND && !is_ancestor_or_self(model, i, other); i = model->bodies[i].parent)
        count += model->bodies[i].dof;
    int at = count;
    for (int i = body; columns != NULL && i != MB_GROUND && !is_ancestor_or_self(model, i, other);
         i = model->bodies[i].parent)
        for (int k = model->bodies[i].dof - 1; k >= 0; k--) columns[--at] = model->bodies[i].column + k;
    return count;
}

static hl_status check_measure(builder *b, const char *name, const mb_measure_def *def)
{
    if (!hl_v3_is_finite(def->point_a) || !hl_v3_is_finite(def->point_b) || !hl_v3_is_finite(def->axis_a) ||
        !hl_v3_is_finite(def->axis_b))
        return refuse(b, name, "its points and axes must be finite numbers");
    const int bodies = b->model->body_count;
    if (def->body_a < MB_GROUND || def->body_a >= bodies || def->body_b < MB_GROUND || def->body_b >= bodies)
        return refuse(b, name, "it refers to a body that does not exist");
    if (def->kind == MB_MEASURE_JOINT) {
        if (def->body_a == MB_GROUND) return refuse(b, name, "the ground has no joint");
        const body_model *body = &b->model->bodies[def->body_a];
        if (body->type == MB_SPHERICAL || body->type == MB_FREE || def->column < 0 ||
            def->column >= body->dof)
            return refuse(b, name, "its joint has no such scalar coordinate");
    } else if (def->body_a == def->body_b) {
        return refuse(b, name, "it must join two different bodies");
    }
    return HL_OK;
}

static hl_status add_measure(builder *b, const char *name, const mb_measure_def *def)
{
    mb_model *model = b->model;
    const hl_status status = check_measure(b, name, def);
    if (status != HL_OK) return status;
    measure_model *measure = &model->measures[b->next_measure++];
    measure->def = *def;
    measure->first_entry = model->entry_total;
    if (def->kind == MB_MEASURE_JOINT) {
        measure->entry_count = 1;
    } else {
        measure->split = exclusive_columns(model, def->body_a, def->body_b, NULL);
        measure->entry_count = measure->split + exclusive_columns(model, def->body_b, def->body_a, NULL);
    }
    model->entry_total += measure->entry_count;
    if (measure->entry_count > model->most_entries) model->most_entries = measure->entry_count;
    return HL_OK;
}

static hl_status list_entries(builder *b)
{
    mb_model *model = b->model;
    for (int e = 0; e < model->equation_count; e++) model->equation_entries += model->measures[e].entry_count;
    model->entry_columns = HL_NEW(b->arena, int, model->entry_total);
    if (model->entry_columns == NULL) return HL_OUT_OF_MEMORY;
    for (int i = 0; i < model->measure_count; i++) {
        const measure_model *measure = &model->measures[i];
        const mb_measure_def *def = &measure->def;
        int *columns = model->entry_columns + measure->first_entry;
        if (def->kind == MB_MEASURE_JOINT) {
            columns[0] = model->bodies[def->body_a].column + def->column;
        } else {
            exclusive_columns(model, def->body_a, def->body_b, columns);
            exclusive_columns(model, def->body_b, def->body_a, columns + measure->split);
        }
    }
    return HL_OK;
}

/* ---- constraints ---- */

static hl_status add_equation(builder *b, const char *name, const mb_measure_def *measure,
                              equation_model equation)
{
    equation.measure = b->next_measure;
    b->model->equations[b->next_equation++] = equation;
    return add_measure(b, name, measure);
}

/* The measures of a loop closure; all but a distance are to vanish.
 * @return their number */
static int loop_measures(const mb_loop_def *loop, mb_measure_def *out)
{
    const mb_measure_def base = {
        .body_a = loop->body_a, .body_b = loop->body_b, .point_a = loop->point_a, .point_b = loop->point_b};
    const hl_vec3 axis_a = hl_normalized(loop->axis_a), axis_b = hl_normalized(loop->axis_b);
    const hl_vec3 n1 = hl_any_orthogonal(axis_a), n2 = hl_cross(axis_a, n1);
    const hl_vec3 frame[3] = {n1, n2, axis_a}, world[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    int count = 0;
    const bool spherical = loop->type == MB_LOOP_SPHERICAL;
    const bool coincide = spherical || loop->type == MB_LOOP_REVOLUTE || loop->type == MB_LOOP_UNIVERSAL;
    const bool on_line = loop->type == MB_LOOP_CYLINDRICAL || loop->type == MB_LOOP_PRISMATIC;
    for (int k = 0; k < (coincide ? 3 : on_line ? 2 : 0); k++) {
        out[count] = base;
        out[count].kind = MB_MEASURE_PROJECTION;
        out[count++].axis_a = spherical ? world[k] : frame[k];
    }
    for (int k = 0; k < (on_line || loop->type == MB_LOOP_REVOLUTE ? 2 : 0); k++) {
        out[count] = base;
        out[count].kind = MB_MEASURE_DOT;
        out[count].axis_a = frame[k];
        out[count++].axis_b = axis_b;
    }
    if (loop->type == MB_LOOP_UNIVERSAL || loop->type == MB_LOOP_PRISMATIC) {
        out[count] = base;
        out[count].kind = MB_MEASURE_DOT;
        out[count].axis_a = loop->type == MB_LOOP_UNIVERSAL ? axis_a : hl_cross(axis_a, loop->normal_a);
        out[count++].axis_b = loop->type == MB_LOOP_UNIVERSAL ? axis_b : loop->normal_b;
    }
    if (loop->type == MB_LOOP_DISTANCE) {
        out[count] = base;
        out[count++].kind = MB_MEASURE_DISTANCE;
    }
    HL_ASSERT(count == mb_loop_equations(loop->type));
    return count;
}

static hl_status add_constraints(builder *b)
{
    mb_model *model = b->model;
    const mb_def *def = b->def;
    for (int i = 0; i < def->loop_count; i++) {
        const mb_loop_def *loop = &def->loops[i];
        mb_measure_def measures[6];
        if (loop->type == MB_LOOP_DISTANCE && !(loop->distance > 0.0))
            return refuse(b, loop->name, "its distance must be above zero");
        if (loop->type == MB_LOOP_PRISMATIC && !(hl_norm(hl_cross(loop->axis_a, loop->normal_a)) > 0.0))
            return refuse(b, loop->name, "its normal must not lie along its axis");
        const int count = loop_measures(loop, measures);
        model->loop_equations[i] = b->next_equation;
        for (int k = 0; k < count; k++) {
            const double target = loop->type == MB_LOOP_DISTANCE ? loop->distance : 0.0;
            const hl_status status =
                add_equation(b, loop->name, &measures[k], (equation_model){.target = target});
            if (status != HL_OK) return status;
        }
    }
    for (int i = 0; i < def->driver_count; i++) {
        const mb_driver_def *driver = &def->drivers[i];
        model->driver_equations[i] = b->next_equation;
        if (driver->measure.kind == MB_MEASURE_TURN)
            return refuse(b, driver->name, "a turn has a rate but no value that could be driven");
        const equation_model equation = {.driven = true, .function = driver->function};
        const hl_status status = add_equation(b, driver->name, &driver->measure, equation);
        if (status != HL_OK) return status;
    }
    return HL_OK;
}

/* ---- efforts and wrenches ---- */

static hl_status add_effort(builder *b, const mb_effort_def *def, int index)
{
    mb_model *model = b->model;
    if (def->ports < 0 || def->ports > MB_MAX_EFFORT_PORTS || def->states < 0 ||
        def->ports + def->states == 0 || def->evaluate == NULL)
        return refuse(b, def->name,
                      "an effort needs a function and 1 to 16 measures, or states without measures");
    if (def->quadratures < 0 || def->quadratures > def->states)
        return refuse(b, def->name, "an effort has no more quadratures than states");
    if (def->pose_count < 0 || def->pose_count > MB_MAX_EFFORT_POSES)
        return refuse(b, def->name, "an effort may ask for the poses of up to two bodies");
    for (int k = 0; k < def->pose_count; k++)
        if (def->pose_body[k] < 0 || def->pose_body[k] >= model->body_count)
            return refuse(b, def->name, "it asks for the pose of a body that does not exist");
    model->efforts[index] = (effort_model){.def = *def,
                                           .coupled = def->states - def->quadratures,
                                           .first_measure = b->next_measure,
                                           .first_state = model->state_count};
    model->state_count += def->states;
    const int first_entry = model->entry_total;
    for (int p = 0; p < def->ports; p++) {
        const hl_status status = add_measure(b, def->name, &def->measure[p]);
        if (status != HL_OK) return status;
    }
    const int entries = model->entry_total - first_entry;
    if (entries > model->most_effort_entries) model->most_effort_entries = entries;
    return HL_OK;
}

static bool joins_same_bodies(const mb_measure_def *one, const mb_measure_def *other)
{
    return other->kind != MB_MEASURE_JOINT && one->body_a == other->body_a && one->body_b == other->body_b;
}

/* Ports that stand together and join the same bodies. */
static void group_ports(mb_model *model, effort_model *effort)
{
    const mb_measure_def *ports = effort->def.measure;
    effort->first_group = model->group_count;
    for (int p = 0; p < effort->def.ports;) {
        port_group *group = &model->groups[model->group_count++];
        *group = (port_group){.first = effort->first_measure + p, .count = 1};
        const int left = effort->def.ports - p;
        if (mb_are_body_ports(ports + p, left)) {
            group->count = MB_BODY_PORTS;
            group->body_ports = model->measures[group->first].starts_body_ports = true;
        } else if (ports[p].kind != MB_MEASURE_JOINT) {
            while (group->count < left && joins_same_bodies(&ports[p], &ports[p + group->count]) &&
                   !mb_are_body_ports(ports + p + group->count, left - group->count))
                group->count++;
        }
        p += group->count;
    }
    effort->group_count = model->group_count - effort->first_group;
}

/* Everything in the model that jumps at known times. */
static hl_status list_switches(builder *b)
{
    mb_model *model = b->model;
    int count = 2 * b->def->wrench_count;
    for (int i = 0; i < b->def->effort_count; i++) count += b->def->efforts[i].switch_count;
    model->switches = HL_NEW(b->arena, double, count);
    if (model->switches == NULL) return HL_OUT_OF_MEMORY;
    for (int i = 0; i < b->def->effort_count; i++)
        for (int k = 0; k < b->def->efforts[i].switch_count; k++)
            model->switches[model->switch_count++] = b->def->efforts[i].switches[k];
    for (int i = 0; i < b->def->wrench_count; i++) {
        model->switches[model->switch_count++] = b->def->wrenches[i].from;
        model->switches[model->switch_count++] = b->def->wrenches[i].until;
    }
    return HL_OK;
}

static hl_status add_loads(builder *b)
{
    mb_model *model = b->model;
    const mb_def *def = b->def;
    if (def->guest != NULL && !mb_guest_new(model, def->guest, def->effort_count, b->arena))
        return HL_OUT_OF_MEMORY;
    for (int i = 0; i < model->effort_count; i++) {
        const mb_effort_def effort =
            i < def->effort_count ? def->efforts[i] : mb_guest_effort(model, i - def->effort_count);
        const hl_status status = add_effort(b, &effort, i);
        if (status != HL_OK) return status;
        group_ports(model, &model->efforts[i]);
    }
    model->x0 = HL_NEW(b->arena, double, model->state_count);
    model->x_scale = HL_NEW(b->arena, double, model->state_count);
    model->x_bend = HL_NEW(b->arena, double, model->state_count);
    model->wrenches = HL_NEW(b->arena, mb_wrench_def, def->wrench_count);
    if (hl_arena_failed(b->arena)) return HL_OUT_OF_MEMORY;
    for (int i = 0; i < def->effort_count; i++)
        for (int k = 0; k < def->efforts[i].states; k++) {
            const int at = model->efforts[i].first_state + k;
            model->x0[at] = def->efforts[i].x0 == NULL ? 0.0 : def->efforts[i].x0[k];
            model->x_scale[at] = def->efforts[i].x_scale == NULL ? 1.0 : def->efforts[i].x_scale[k];
            model->x_bend[at] = def->efforts[i].x_bend == NULL ? -HUGE_VAL : def->efforts[i].x_bend[k];
            if (k >= model->efforts[i].coupled) model->x_scale[at] = HUGE_VAL;
            if (!(model->x_scale[at] > 0.0))
                return refuse(b, def->efforts[i].name, "state scales must be above zero");
        }
    model->wrench_count = def->wrench_count;
    for (int i = 0; i < def->wrench_count; i++) {
        model->wrenches[i] = def->wrenches[i];
        if (def->wrenches[i].body < 0 || def->wrenches[i].body >= model->body_count)
            return refuse(b, def->wrenches[i].name, "a force needs a body to act on");
    }
    return list_switches(b);
}

/* ---- sparsity ---- */

static void couple(mb_model *model, const measure_model *one, const measure_model *other)
{
    const size_t n = (size_t)model->column_count;
    for (int i = one->first_entry; i < one->first_entry + one->entry_count; i++)
        for (int j = other->first_entry; j < other->first_entry + other->entry_count; j++) {
            const int c = model->entry_columns[i], d = model->entry_columns[j];
            model->pattern[(size_t)(c > d ? c : d) * n + (size_t)(c > d ? d : c)] = 1;
        }
}

/* Bodies on the paths of the constraint equations' bodies. */
static bool mark_closures(mb_model *model, hl_arena *arena)
{
    model->in_closure = HL_NEW(arena, bool, model->body_count);
    if (model->in_closure == NULL) return false;
    for (int e = 0; e < model->equation_count; e++) {
        const int ends[2] = {model->measures[e].def.body_a, model->measures[e].def.body_b};
        for (int k = 0; k < 2; k++)
            for (int i = ends[k]; i != MB_GROUND && model->measures[e].def.kind != MB_MEASURE_JOINT;
                 i = model->bodies[i].parent)
                model->in_closure[i] = true;
    }
    return true;
}

static void mark_couplings(const builder *b)
{
    mb_model *model = b->model;
    for (int e = 0; e < model->equation_count; e++) couple(model, &model->measures[e], &model->measures[e]);
    for (int e = 0; e < model->effort_count; e++) {
        const measure_model *first = model->measures + model->efforts[e].first_measure;
        for (int i = 0; i < model->efforts[e].def.ports; i++)
            for (int j = 0; j <= i; j++) couple(model, first + i, first + j);
    }
    for (int e = b->def->effort_count; e < model->effort_count; e++) /* of a guest: each with each */
        for (int f = b->def->effort_count; f < e; f++)
            couple(model, model->measures + model->efforts[e].first_measure,
                   model->measures + model->efforts[f].first_measure);
}

/* ---- build ---- */

static hl_status count_and_take(builder *b)
{
    const mb_def *def = b->def;
    mb_model *model = b->model;
    model->gravity = def->gravity;
    model->loop_count = def->loop_count;
    model->driver_count = def->driver_count;
    const int guests = def->guest == NULL ? 0 : def->guest->count;
    model->effort_count = def->effort_count + guests;
    model->equation_count = def->driver_count;
    for (int i = 0; i < def->loop_count; i++) model->equation_count += mb_loop_equations(def->loops[i].type);
    model->measure_count = model->equation_count;
    for (int i = 0; i < def->effort_count; i++) model->measure_count += def->efforts[i].ports;
    model->measure_count += guests * MB_GUEST_PORTS;
    model->measures = HL_NEW(b->arena, measure_model, model->measure_count);
    model->equations = HL_NEW(b->arena, equation_model, model->equation_count);
    model->efforts = HL_NEW(b->arena, effort_model, model->effort_count);
    model->groups = HL_NEW(b->arena, port_group, model->measure_count);
    model->loop_equations = HL_NEW(b->arena, int, model->loop_count);
    model->driver_equations = HL_NEW(b->arena, int, model->driver_count);
    return hl_arena_failed(b->arena) ? HL_OUT_OF_MEMORY : HL_OK;
}

hl_status mb_model_build(const mb_def *def, hl_arena *arena, mb_model **model, mb_def_error *error)
{
    error->text[0] = '\0';
    builder b = {.def = def, .arena = arena, .model = HL_NEW(arena, mb_model, 1), .error = error};
    if (b.model == NULL) return HL_OUT_OF_MEMORY;
    hl_status (*const stages[])(builder *) = {add_bodies,      list_paths, count_and_take,
                                              add_constraints, add_loads,  list_entries};
    for (size_t i = 0; i < sizeof stages / sizeof stages[0]; i++) {
        const hl_status status = stages[i](&b);
        if (status != HL_OK) return status;
    }
    mark_couplings(&b);
    if (!mark_closures(b.model, arena)) return HL_OUT_OF_MEMORY;
    *model = b.model;
    return HL_OK;
}

/* ---- counts and indices ---- */

mb_counts mb_model_counts(const mb_model *model)
{
    return (mb_counts){.bodies = model->body_count,
                       .coordinates = model->coordinate_count,
                       .columns = model->column_count,
                       .equations = model->equation_count,
                       .efforts = model->effort_count,
                       .effort_states = model->state_count};
}

int mb_model_q_index(const mb_model *model, int body)
{
    return model->bodies[body].q_index;
}
int mb_model_column(const mb_model *model, int body)
{
    return model->bodies[body].column;
}
int mb_model_loop_equation(const mb_model *model, int loop)
{
    return model->loop_equations[loop];
}
int mb_model_driver_equation(const mb_model *model, int driver)
{
    return model->driver_equations[driver];
}
int mb_model_effort_state(const mb_model *model, int effort)
{
    return model->efforts[effort].first_state;
}
