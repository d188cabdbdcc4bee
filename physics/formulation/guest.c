/* Guests of a model in ali3p's Newton iterations: mb/guest.h.
 *
 * The efforts of its bodies (multibody/guest_link.c) hand over the guest's forces and the diagonal blocks of
 * its tangent; the blocks that couple two bodies are added to the tangent here. */
#include "multibody/guest_link.h"

#include <string.h>

void mb_guest_begin(const mb_model *model, const mb_work *work)
{
    guest_link *link = model->guest;
    if (link == NULL) return;
    const mb_guest *guest = &link->guest;
    for (int k = 0; k < guest->count; k++) link->ports[k].active = false;
    link->live = true;
    link->active_count = guest->begin(guest->context, work->options.step, link->active);
    for (int k = 0; k < link->active_count; k++) link->ports[link->active[k]].active = true;
}

void mb_guest_end(const mb_model *model)
{
    if (model->guest != NULL) model->guest->live = false;
}

static bool is_live(const guest_link *link)
{
    return link != NULL && link->live && link->active_count > 0;
}

hl_status mb_guest_evaluate(const mb_model *model, bool renew, const mb_work *work)
{
    guest_link *link = model->guest;
    if (!is_live(link)) return HL_OK;
    const int count = link->active_count, wide = GUEST_PORTS * count;
    for (int k = 0; k < count; k++) {
        const int body = link->guest.bodies[link->active[k]];
        link->motion[k] = (mb_guest_motion){.pose = mb_pose_of(model, work, body),
                                            .velocity = mb_point(model, work, body, hl_v3(0, 0, 0)).velocity,
                                            .turn = mb_angular_velocity(model, work, body)};
    }
    const hl_status status =
        link->guest.evaluate(link->guest.context, link->motion, renew, link->force, link->tangent);
    if (status != HL_OK) return status;
    for (int k = 0; k < count; k++) {
        guest_port *port = &link->ports[link->active[k]];
        memcpy(port->force, link->force + GUEST_PORTS * k, sizeof port->force);
        for (int i = 0; renew && i < GUEST_PORTS; i++)
            memcpy(port->by_place + GUEST_PORTS * i,
                   link->tangent + (GUEST_PORTS * k + i) * wide + GUEST_PORTS * k,
                   GUEST_PORTS * sizeof(double));
    }
    return HL_OK;
}

static const measure_model *first_measure(const mb_model *model, int active)
{
    const guest_link *link = model->guest;
    return &model->measures[model->efforts[link->first_effort + link->active[active]].first_measure];
}

/* moves <- J dz, of all active bodies */
double mb_guest_follow(const mb_model *model, const double *dz, const mb_work *work)
{
    guest_link *link = model->guest;
    if (!is_live(link)) return 0.0;
    for (int k = 0; k < link->active_count; k++) {
        const measure_model *measure = first_measure(model, k);
        for (int p = 0; p < GUEST_PORTS; p++) {
            double sum = 0.0;
            for (int i = measure[p].first_entry; i < measure[p].first_entry + measure[p].entry_count; i++)
                sum = fma(work->jacobian[i], dz[model->entry_columns[i]], sum);
            link->moves[GUEST_PORTS * k + p] = sum;
        }
    }
    return link->guest.follow(link->guest.context, link->moves);
}

/* tangent -= factor J_i^T S_ij J_j */
static void add_cross_block(const mb_model *model, int i, int j, double factor, const mb_work *work)
{
    const guest_link *link = model->guest;
    const measure_model *row = first_measure(model, i), *column = first_measure(model, j);
    const int *rows = model->entry_columns + row->first_entry,
              *columns = model->entry_columns + column->first_entry;
    const double *J_i = work->jacobian + row->first_entry, *J_j = work->jacobian + column->first_entry;
    const double *S = link->tangent + (size_t)(GUEST_PORTS * i) * (size_t)(GUEST_PORTS * link->active_count) +
                      GUEST_PORTS * j;
    for (int d = 0; d < column->entry_count; d++) {
        double change[GUEST_PORTS] = {0.0}; /* of the forces on i with the column */
        for (int p = 0; p < GUEST_PORTS; p++)
            for (int q = 0; q < GUEST_PORTS; q++)
                change[p] = fma(S[p * GUEST_PORTS * link->active_count + q], J_j[q * column->entry_count + d],
                                change[p]);
        for (int c = 0; c < row->entry_count; c++) {
            double sum = 0.0;
            for (int p = 0; p < GUEST_PORTS; p++) sum = fma(J_i[p * row->entry_count + c], change[p], sum);
            hl_ldu_add(work->tangent, rows[c], columns[d], -factor * sum);
        }
    }
}

void mb_tangent_add_guest(const mb_model *model, double stiffness, const mb_work *work)
{
    const guest_link *link = model->guest;
    if (!is_live(link)) return;
    for (int i = 0; i < link->active_count; i++)
        for (int j = 0; j < link->active_count; j++)
            if (i != j) add_cross_block(model, i, j, stiffness, work);
}
