/* Guests of a model in ali3p's Newton iterations: mb/guest.h.
 *
 * Each body that the guest may touch carries an effort on its six ports, which hands over the guest's force
 * and the diagonal block of its tangent; the blocks that couple two bodies are added to the tangent here. */
#include "multibody/model_internal.h"

#include "mb/guest.h"

#include <string.h>

enum { PORTS = MB_GUEST_PORTS };

/* What the effort of a body hands over. */
typedef struct guest_port {
    const guest_link *link;
    int index; /* of the body in the guest's list */
    bool active;
    double force[PORTS], by_place[PORTS * PORTS];
} guest_port;

struct guest_link {
    mb_guest guest;
    bool live;        /* within a step: forces and tangents are those of the iteration */
    int first_effort; /* of the guest's bodies, in their order */
    guest_port *ports;
    int active_count;
    int *active;             /* [active_count] indices of the bodies */
    mb_guest_motion *motion; /* [active_count] */
    double *force, *tangent, *moves;
};

/* ---- building ---- */

static void evaluate_port(const void *parameters, mb_effort_io *io)
{
    const guest_port *port = parameters;
    const mb_guest *guest = &port->link->guest;
    if (!port->link->live) {
        guest->present(guest->context, port->index, io->force);
        bool any = false;
        for (int k = 0; k < PORTS; k++) any |= io->force[k] != 0.0;
        io->idle = !any;
        return;
    }
    io->idle = !port->active;
    if (io->idle) return;
    memcpy(io->force, port->force, sizeof port->force);
    if (io->jacobian) memcpy(io->force_s, port->by_place, sizeof port->by_place);
}

bool mb_guest_new(mb_model *model, const mb_guest *guest, int first_effort, hl_arena *arena)
{
    const size_t count = (size_t)guest->count;
    guest_link *link = model->guest = HL_NEW(arena, guest_link, 1);
    if (link == NULL) return false;
    *link = (guest_link){.guest = *guest,
                         .first_effort = first_effort,
                         .ports = HL_NEW(arena, guest_port, count),
                         .active = HL_NEW(arena, int, count),
                         .motion = HL_NEW(arena, mb_guest_motion, count),
                         .force = HL_NEW(arena, double, PORTS *count),
                         .tangent = HL_NEW(arena, double, PORTS *PORTS *count *count),
                         .moves = HL_NEW(arena, double, PORTS *count)};
    if (hl_arena_failed(arena)) return false;
    for (int k = 0; k < guest->count; k++) link->ports[k] = (guest_port){.link = link, .index = k};
    return true;
}

mb_effort_def mb_guest_effort(const mb_model *model, int index)
{
    const guest_link *link = model->guest;
    mb_effort_def effort = {
        .name = "free bodies", .ports = PORTS, .evaluate = evaluate_port, .parameters = &link->ports[index]};
    mb_body_ports(effort.measure, link->guest.bodies[index], hl_v3(0, 0, 0));
    return effort;
}

/* ---- a step ---- */

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
    const int count = link->active_count, wide = PORTS * count;
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
        memcpy(port->force, link->force + PORTS * k, sizeof port->force);
        for (int i = 0; renew && i < PORTS; i++)
            memcpy(port->by_place + PORTS * i, link->tangent + (PORTS * k + i) * wide + PORTS * k,
                   PORTS * sizeof(double));
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
        for (int p = 0; p < PORTS; p++) {
            double sum = 0.0;
            for (int i = measure[p].first_entry; i < measure[p].first_entry + measure[p].entry_count; i++)
                sum = fma(work->jacobian[i], dz[model->entry_columns[i]], sum);
            link->moves[PORTS * k + p] = sum;
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
    const double *S = link->tangent + (size_t)(PORTS * i) * (size_t)(PORTS * link->active_count) + PORTS * j;
    for (int d = 0; d < column->entry_count; d++) {
        double change[PORTS] = {0.0}; /* of the forces on i with the column */
        for (int p = 0; p < PORTS; p++)
            for (int q = 0; q < PORTS; q++)
                change[p] =
                    fma(S[p * PORTS * link->active_count + q], J_j[q * column->entry_count + d], change[p]);
        for (int c = 0; c < row->entry_count; c++) {
            double sum = 0.0;
            for (int p = 0; p < PORTS; p++) sum = fma(J_i[p * row->entry_count + c], change[p], sum);
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
