/* Free bodies in the Newton step of a machine (mb/guest.h), memory of a step. */
#include "object_internal.h"

#include <string.h>

static int begin_step(void *context, double step, int *active)
{
    const object_guest *guest = context;
    obj_work *work = guest->work;
    (void)step;
    object_system_open(work, guest->machine, 0);
    object_system_predict(work);
    work->carried[guest->machine] = true;
    int first = 0;
    while (first < work->model->port_count && work->model->ports[first].machine != guest->machine) first++;
    for (int i = 0; i < work->system.port_count; i++) {
        active[i] = work->system.ports[i] - first;
        work->port_carried[work->system.ports[i]] = true;
    }
    return work->system.port_count;
}

/* Condensed force F = -r_p, tangent -W_pp of what is left of the elimination. */
static hl_status evaluate(void *context, const mb_guest_motion *motions, bool renew, double *force,
                          double *tangent)
{
    const object_guest *guest = context;
    obj_work *work = guest->work;
    object_system *s = &work->system;
    object_blocks *m = work->blocks;
    const int ports = s->port_count;
    for (int p = 0; p < ports; p++)
        work->port_end[s->ports[p]] = (contact_motion){motions[p].pose, motions[p].velocity, motions[p].turn};
    const hl_status status = object_system_evaluate(work, renew);
    if (status != HL_OK) return status;
    for (int i = 0; i < 6 * m->nodes; i++) s->residual[i] = -s->residual[i];
    object_blocks_forward(m, s->residual);
    memcpy(force, s->residual + 6 * (long)s->body_count, (size_t)ports * 6 * sizeof(double));
    if (!renew) return HL_OK;
    for (int p = 0; p < ports; p++)
        for (int q = 0; q < ports; q++) {
            const double *block = object_block(m, (s->body_count + p) * m->nodes + s->body_count + q);
            for (int i = 0; i < 6; i++)
                for (int j = 0; j < 6; j++) tangent[(6 * p + i) * 6 * ports + 6 * q + j] = -block[6 * i + j];
        }
    return HL_OK;
}

/* The ports go along, so that memories and forces are those of the end of the step. */
static void move_port(obj_work *work, int port, const double *moves)
{
    contact_motion *end = &work->port_end[port];
    const double per = 2.0 / work->model->step;
    const hl_vec3 way = hl_v3(moves[0], moves[1], moves[2]), turn = hl_v3(moves[3], moves[4], moves[5]);
    const hl_mat3 turned = hl_quat_matrix(hl_quat_exp(turn));
    end->pose.position = hl_add(end->pose.position, way);
    end->pose.rotation = hl_mat3_mul(&turned, &end->pose.rotation);
    end->velocity = hl_add_scaled(end->velocity, per, way);
    end->turn = hl_add_scaled(end->turn, per, turn);
}

static double follow(void *context, const double *moves)
{
    const object_guest *guest = context;
    obj_work *work = guest->work;
    object_system *s = &work->system;
    memcpy(s->moves, s->residual, (size_t)s->body_count * 6 * sizeof(double));
    memcpy(s->moves + 6 * (long)s->body_count, moves, (size_t)s->port_count * 6 * sizeof(double));
    object_blocks_backward(work->blocks, s->moves);
    for (int p = 0; p < s->port_count; p++) move_port(work, s->ports[p], moves + 6 * (long)p);
    const double size = object_system_apply(work, s->moves);
    if (s->iterations > work->report.iterations) work->report.iterations = s->iterations;
    return size;
}

static void present(void *context, int body, double *force)
{
    const object_guest *guest = context;
    const obj_work *work = guest->work;
    int first = 0;
    while (first < work->model->port_count && work->model->ports[first].machine != guest->machine) first++;
    memcpy(force, work->state->pushes[first + body].carried, 6 * sizeof(double));
}

mb_guest obj_guest(obj_work *work, int machine)
{
    const obj_model *model = work->model;
    int count = 0;
    for (int p = 0; p < model->port_count; p++) count += model->ports[p].machine == machine;
    if (machine < 0 || machine >= model->machine_count || count == 0) return (mb_guest){.count = 0};
    return (mb_guest){.context = &work->guests[machine],
                      .count = count,
                      .bodies = work->guest_bodies[machine],
                      .begin = begin_step,
                      .evaluate = evaluate,
                      .follow = follow,
                      .present = present};
}

/* ---- memory ---- */

static bool new_guests(obj_work *work, hl_arena *arena)
{
    const obj_model *model = work->model;
    work->guests = HL_NEW(arena, object_guest, model->machine_count);
    work->guest_bodies = HL_NEW(arena, int *, model->machine_count);
    work->carried = HL_NEW(arena, bool, model->machine_count);
    int *bodies = HL_NEW(arena, int, model->port_count);
    if (hl_arena_failed(arena)) return false;
    for (int m = 0; m < model->machine_count; m++) work->guests[m] = (object_guest){work, m};
    for (int p = model->port_count - 1; p >= 0; p--) {
        bodies[p] = model->ports[p].body;
        work->guest_bodies[model->ports[p].machine] = bodies + p;
    }
    return true;
}

static void new_bodies(obj_work *work, int bodies, int ports, hl_arena *arena)
{
    work->now = HL_NEW(arena, contact_motion, bodies);
    work->ahead = HL_NEW(arena, mb_pose, bodies);
    work->last_ahead = HL_NEW(arena, mb_pose, bodies);
    work->last_margin = HL_NEW(arena, double, bodies + ports);
    work->same = HL_NEW(arena, bool, bodies);
    work->end = HL_NEW(arena, contact_motion, bodies);
    work->theta = HL_NEW(arena, hl_vec3, 2 * bodies);
    work->rate = HL_NEW(arena, hl_vec3, 2 * bodies);
    work->margin = HL_NEW(arena, double, bodies + ports);
    work->awake = HL_NEW(arena, int, bodies);
    work->still = HL_NEW(arena, int, bodies);
    work->moves = HL_NEW(arena, bool, bodies);
    work->wakes = HL_NEW(arena, bool, bodies);
    work->node = HL_NEW(arena, int, bodies);
    work->parent = HL_NEW(arena, int, bodies);
    work->island_of = HL_NEW(arena, int, bodies);
    work->order = HL_NEW(arena, int, bodies);
    work->islands = HL_NEW(arena, object_island, bodies);
    work->port_now = HL_NEW(arena, contact_motion, ports);
    work->port_end = HL_NEW(arena, contact_motion, ports);
    work->port_ahead = HL_NEW(arena, mb_pose, ports);
    work->port_node = HL_NEW(arena, int, ports);
    work->port_carried = HL_NEW(arena, bool, ports);
    work->foot_load = HL_NEW(arena, hl_vec3, bodies);
    work->sweep = coll_sweep_new(bodies + ports, arena);
    work->sweep_bounds = HL_NEW(arena, coll_bounds, bodies + ports);
    work->swept_bounds = HL_NEW(arena, coll_bounds, bodies + ports);
    work->sweep_code = HL_NEW(arena, int, bodies + ports);
}

static void new_pairs(obj_work *work, const obj_model *model, hl_arena *arena)
{
    const int pairs = model->most_pairs, ports = model->port_count;
    work->sweep_pairs = (int(*)[2])hl_arena_take(arena, (size_t)pairs, 2 * sizeof(int));
    work->node_pairs = (int(*)[2])hl_arena_take(arena, (size_t)pairs, 2 * sizeof(int));
    work->places = (int(*)[2])hl_arena_take(arena, (size_t)pairs, 2 * sizeof(int));
    work->keys = HL_NEW(arena, int64_t, pairs);
    work->old_keys = HL_NEW(arena, int64_t, pairs);
    work->old_pairs = HL_NEW(arena, object_pair, pairs);
    work->old_spots = HL_NEW(arena, contact_spot, model->most_spots);
    work->key_scratch = HL_NEW(arena, int64_t, pairs);
    work->pairs = HL_NEW(arena, object_pair, pairs);
    work->pair_order = HL_NEW(arena, int, pairs);
    work->spots = HL_NEW(arena, contact_spot, model->most_spots);
    work->groups = HL_NEW(arena, object_group, pairs + model->most_spots / OBJECT_LANES);
    work->touches = HL_NEW(arena, obj_touch, pairs);
    work->stale = HL_NEW(arena, bool, model->entry_capacity + ports);
    work->system.pairs = HL_NEW(arena, int, pairs);
    work->system.bodies = HL_NEW(arena, int, model->body_count);
    work->system.residual = HL_NEW(arena, double, 6 * (model->body_count + MB_GUEST_PORTS));
    work->system.moves = HL_NEW(arena, double, 6 * (model->body_count + MB_GUEST_PORTS));
    work->blocks = object_blocks_new(model->body_count + MB_GUEST_PORTS, pairs, arena);
}

obj_work *obj_work_new(const obj_model *model, obj_state *state, hl_arena *arena)
{
    obj_work *work = HL_NEW(arena, obj_work, 1);
    if (work == NULL) return NULL;
    *work = (obj_work){.model = model, .state = state};
    new_bodies(work, model->body_count, model->port_count, arena);
    new_pairs(work, model, arena);
    return new_guests(work, arena) ? work : NULL;
}
