/* The link of a model with its guest, as the model is built: an effort on the six ports of each body that the
 * guest may touch. */
#include "multibody/guest_link.h"

#include <string.h>

static void evaluate_port(const void *parameters, mb_effort_io *io)
{
    const guest_port *port = parameters;
    const mb_guest *guest = &port->link->guest;
    if (!port->link->live) {
        guest->present(guest->context, port->index, io->force);
        bool any = false;
        for (int k = 0; k < GUEST_PORTS; k++) any |= io->force[k] != 0.0;
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
                         .force = HL_NEW(arena, double, GUEST_PORTS *count),
                         .tangent = HL_NEW(arena, double, GUEST_PORTS *GUEST_PORTS *count *count),
                         .moves = HL_NEW(arena, double, GUEST_PORTS *count)};
    if (hl_arena_failed(arena)) return false;
    for (int k = 0; k < guest->count; k++) link->ports[k] = (guest_port){.link = link, .index = k};
    return true;
}

mb_effort_def mb_guest_effort(const mb_model *model, int index)
{
    const guest_link *link = model->guest;
    mb_effort_def effort = {.name = "free bodies",
                            .ports = GUEST_PORTS,
                            .evaluate = evaluate_port,
                            .parameters = &link->ports[index]};
    mb_body_ports(effort.measure, link->guest.bodies[index], hl_v3(0, 0, 0));
    return effort;
}
