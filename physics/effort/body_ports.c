/* The six ports that apply any wrench to a body (mb_body_ports), treated as a block. Generic measures would
 * work (measure.c), but all six refer to one point of one body: with P the arm from the tree's origin to it
 * and S a column's unit motion, the column's six Jacobian entries are S.lin + S.ang x P,   S.ang and their
 * rates' derivatives, with Z the body's motion and dZ = S x Z + psi its change, dZ.lin + dZ.ang x P + Z.ang x
 * (S.lin + S.ang x P),   dZ.ang. The forces on them are one wrench, which joins the composites' forces on the
 * way to the root; the tangent of the composites (tangent.c) then lets it turn with the body. */
#include "multibody/model_internal.h"

void mb_body_ports(mb_measure_def ports[MB_BODY_PORTS], int body, hl_vec3 point)
{
    static const hl_vec3 world[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int k = 0; k < 3; k++) {
        ports[k] = (mb_measure_def){.kind = MB_MEASURE_PROJECTION,
                                    .body_a = MB_GROUND,
                                    .body_b = body,
                                    .point_b = point,
                                    .axis_a = world[k]};
        ports[3 + k] = ports[k];
        ports[3 + k].kind = MB_MEASURE_TURN;
    }
}

static bool same(hl_vec3 u, hl_vec3 v)
{
    return u.x == v.x && u.y == v.y && u.z == v.z;
}

bool mb_are_body_ports(const mb_measure_def *ports, int count)
{
    mb_measure_def expected[MB_BODY_PORTS];
    if (count < MB_BODY_PORTS) return false;
    mb_body_ports(expected, ports[0].body_b, ports[0].point_b);
    bool alike = true;
    for (int k = 0; k < MB_BODY_PORTS; k++) {
        const mb_measure_def *is = &ports[k], *wanted = &expected[k];
        alike = alike && is->kind == wanted->kind && is->body_a == wanted->body_a &&
                is->body_b == wanted->body_b && same(is->point_a, wanted->point_a) &&
                same(is->point_b, wanted->point_b) && same(is->axis_a, wanted->axis_a);
    }
    return alike;
}

/* matrix[rows 0 to 2][column] <- v; the matrix has `columns` columns */
static void store_three(double *matrix, int columns, int column, hl_vec3 v)
{
    matrix[column] = v.x;
    matrix[columns + column] = v.y;
    matrix[2 * columns + column] = v.z;
}

void mb_body_port_values(const mb_model *model, int first, mb_work *work)
{
    const measure_model *measure = &model->measures[first];
    const int body = measure->def.body_b, n = measure->entry_count;
    const int *columns = model->entry_columns + measure->first_entry;
    const body_motion *motion = &work->motions[body];
    const hl_vec3 P = hl_add(motion->r, hl_mul(&motion->R, measure->def.point_b));
    const hl_vec3 point = hl_add(work->origins[model->bodies[body].tree], P);
    const hl_vec3 velocity = hl_point_velocity(motion->Z, P), turn = motion->Z.ang;
    const double s[3] = {point.x, point.y, point.z}, s_dot[3] = {velocity.x, velocity.y, velocity.z},
                 omega[3] = {turn.x, turn.y, turn.z};
    measure_value *m = &work->measures[first];
    m->point_b = P;
    for (int k = 0; k < 3; k++) {
        m[k].s = s[k];
        m[k].s_dot = s_dot[k];
        m[3 + k].s = 0.0;
        m[3 + k].s_dot = omega[k];
    }
    double *rows = work->jacobian + measure->first_entry;
    for (int e = 0; e < n; e++) {
        const hl_motion S = work->columns[columns[e]].S;
        store_three(rows, n, e, hl_point_velocity(S, P));
        store_three(rows + 3 * n, n, e, S.ang);
    }
}

void mb_body_port_rates(const mb_model *model, const mb_work *work, int first, double *gradient)
{
    const measure_model *measure = &model->measures[first];
    const int n = measure->entry_count;
    const int *columns = model->entry_columns + measure->first_entry;
    const hl_motion Z = work->motions[measure->def.body_b].Z;
    const hl_vec3 P = work->measures[first].point_b;
    for (int e = 0; e < n; e++) {
        const column_motion *column = &work->columns[columns[e]];
        const hl_motion dZ = hl_motion_add(hl_motion_cross(column->S, Z), column->psi);
        const hl_vec3 carried = hl_cross(Z.ang, hl_point_velocity(column->S, P));
        store_three(gradient, n, e, hl_add(hl_point_velocity(dZ, P), carried));
        store_three(gradient + 3 * n, n, e, dZ.ang);
    }
}

void mb_body_port_project(const mb_model *model, int first, const double *force, bool lasting, mb_work *work)
{
    const hl_vec3 F = hl_v3(force[0], force[1], force[2]), M = hl_v3(force[3], force[4], force[5]);
    hl_wrench w = hl_force_at(F, work->measures[first].point_b);
    w.moment = hl_add(w.moment, M);
    for (int b = model->measures[first].def.body_b; b != MB_GROUND; b = model->bodies[b].parent) {
        const body_model *body = &model->bodies[b];
        for (int c = body->column; c < body->column + body->dof; c++)
            work->tau[c] -= hl_power(w, work->columns[c].S);
        if (lasting) work->composites[b].f = hl_wrench_sub(work->composites[b].f, w);
    }
}
