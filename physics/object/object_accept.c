/* Begin and end of a step: contacts; then new poses, memories, forces, sleep. */
#include "object_internal.h"

#include <string.h>

static const double REST_SPEED = 5e-3; /* [m/s]: kinetic energy per mass of v^2/2 below which a body rests */
static const double REST_TIME = 0.5;   /* [s] longer than a rocking body takes to turn back (estimate) */

/* ---- begin ---- */

void obj_find(obj_work *work, const contact_motion *motions, const hl_vec3 *moving)
{
    const obj_model *model = work->model;
    work->moving = moving;
    for (int p = 0; p < model->port_count; p++) {
        work->port_now[p] = motions[p];
        work->port_carried[p] = false;
    }
    for (int m = 0; m < model->machine_count; m++) work->carried[m] = false;
    object_find_pairs(work);
    for (int p = 0; p < model->port_count; p++)
        work->port_end[p] = (contact_motion){work->port_ahead[p], motions[p].velocity, motions[p].turn};
    object_wake_touched(work);
    object_islands(work);
    work->report.awake = work->awake_count;
    work->report.islands = work->island_count;
}

/* ---- pairs ---- */

static void push_port(obj_work *work, const object_pair *pair, hl_vec3 force, hl_vec3 moment)
{
    const int port = object_port_of(pair->b);
    port_push *push = &work->state->pushes[port];
    const bool carried = work->port_carried[port] && pair->system == work->model->ports[port].machine;
    double *to = carried ? push->carried : push->left;
    to[0] += force.x, to[1] += force.y, to[2] += force.z;
    to[3] += moment.x, to[4] += moment.y, to[5] += moment.z;
}

/* Moment of a contact about the foot of an anchored body. */
static void load_anchor(obj_work *work, int body, hl_vec3 force, hl_vec3 moment)
{
    if (body < 0 || !work->model->bodies[body].anchored) return;
    const hl_vec3 centre = hl_mul(&work->end[body].pose.rotation, work->model->bodies[body].centre);
    hl_vec3 *load = &work->foot_load[body];
    *load = hl_add(*load, hl_add(moment, hl_cross(centre, force)));
}

static void add_touch(obj_work *work, const object_pair *pair, const pair_settled *s)
{
    const bool a_first = pair->b < 0 || pair->a < pair->b;
    work->touches[work->touch_count++] =
        (obj_touch){.body = a_first ? pair->a : pair->b,
                    .other = a_first ? pair->b : pair->a,
                    .material = {pair->law[a_first ? 0 : 1], pair->law[a_first ? 1 : 0]},
                    .place = hl_add(object_motion(work, pair->a, true)->pose.position, s->arm),
                    .force = a_first ? s->force : hl_neg(s->force),
                    .normal = s->normal,
                    .approach = s->approach,
                    .slip = s->slip,
                    .begun = s->begun};
}

static void remember_pair(obj_work *work, const object_pair *pair)
{
    pair_settled s;
    if (pair->link > 0)
        object_link_settle(work, pair, &s);
    else
        object_pair_settle(work, pair, &s);
    if (pair->link == 0 &&
        !object_memory_write(work->state, pair->key, pair->entry, &s.memory, s.normal, s.energy, s.scale))
        work->report.left_out++;
    work->report.elastic += s.elastic;
    if (s.touching == 0) return;
    work->report.contacts += s.touching;
    add_touch(work, pair, &s);
    load_anchor(work, pair->a, s.force, s.moment_a);
    if (pair->b == OBJECT_GROUND) return;
    const hl_vec3 force = hl_neg(s.force), apart = hl_sub(object_motion(work, pair->a, true)->pose.position,
                                                          object_motion(work, pair->b, true)->pose.position);
    const hl_vec3 moment = hl_sub(hl_cross(apart, force), s.moment_a);
    load_anchor(work, pair->b, force, moment);
    if (pair->b <= -2) push_port(work, pair, force, moment);
}

/* Memories of pairs that were not found again, of bodies whose contacts were looked for. A body that slept on
 * one that is gone wakes. */
static void forget_pairs(obj_work *work)
{
    const obj_model *model = work->model;
    object_head *head = work->state->head;
    const int64_t others = 1 + model->body_count + model->port_count,
                  laws = (int64_t)model->material_count * model->material_count;
    const int64_t each = others * laws, first_port = (1 + model->body_count) * laws;
    int64_t base = 0; /* smallest key of body `first` */
    int first = 0, next = 0, dropped = 0;
    for (int64_t i = 0; i < head->entry_count; i++) {
        const memory_entry *entry = &work->state->entries[i];
        const int64_t key = entry->key / PAIR_CHUNKS;
        while (next < work->pair_count && work->pairs[next].key < key) next++;
        work->stale[i] = false;
        if (next < work->pair_count && work->pairs[next].key == key) continue;
        for (; key >= base + each; base += each) first++;
        const bool is_port = key - base >= first_port;
        if (!is_port && work->awake_count == 0) continue;
        const int other = is_port ? -1 : (int)((key - base) / laws) - 1; /* -1: the ground too */
        const bool looked = is_port || work->moves[first] || (other >= 0 && work->moves[other]);
        if (!looked) continue;
        work->stale[i] = true;
        dropped++;
        if (!(entry->settled > 0.0)) continue;
        obj_wake(work->state, first);
        if (other >= 0) obj_wake(work->state, other);
    }
    if (dropped > 0) object_memory_drop(work->state, work->stale);
}

/* ---- bodies ---- */

/* Limits of the state [m/s], [rad/s], against bodies thrown by a step that did not converge. A fall of 180 m
 * ends with 60 m/s; 400 rad/s is this speed at a radius of 0.15 m. No object handled by a machine reaches
 * them. */
static const double FASTEST = 60.0, QUICKEST = 400.0;

static hl_vec3 limited(hl_vec3 v, double most)
{
    const double size = hl_norm(v);
    return size > most ? hl_scale(most / size, v) : v;
}

static void store_body(obj_work *work, int body)
{
    object_state *s = &work->state->bodies[body];
    const contact_motion *end = &work->end[body];
    if ((work->state->flags[body] & OBJECT_BENDING) != 0) object_anchor_remember(work, body);
    s->place = end->pose.position;
    s->turn = hl_quat_from_matrix(&end->pose.rotation);
    s->velocity = limited(end->velocity, FASTEST);
    s->spin = limited(hl_mul_transposed(&end->pose.rotation, end->turn), QUICKEST);
    s->seen = work->ahead[body];
    s->seen_margin = work->margin[body];
    s->acceleration = work->rate[2 * body];
    s->spin_rate = work->rate[2 * body + 1];
}

static double energy_per_mass(const obj_work *work, int body)
{
    const object_body *b = &work->model->bodies[body];
    const object_state *s = &work->state->bodies[body];
    return 0.5 * hl_dot(s->velocity, s->velocity) +
           0.5 * hl_dot(s->spin, hl_sym_mul(&b->inertia, s->spin)) / b->mass;
}

/* A post that has bent far enough comes free. */
static void break_anchor(obj_work *work, int body)
{
    const object_body *b = &work->model->bodies[body];
    const mb_pose pose = object_state_pose(&work->state->bodies[body]);
    const hl_mat3 back = hl_mat3_transposed(&work->model->start[body].rotation),
                  turn = hl_mat3_mul(&pose.rotation, &back);
    const double angle = hl_norm(hl_quat_log(hl_quat_from_matrix(&turn)));
    if (angle < b->anchor.break_angle) return;
    work->state->flags[body] = OBJECT_AWAKE | OBJECT_BROKEN;
    work->state->bodies[body].bend = hl_v3(0, 0, 0);
}

/* Contacts bend a post: its hinge starts with the yield moment. */
static void bend_anchors(obj_work *work)
{
    const obj_model *model = work->model;
    for (int i = 0; i < work->still_count; i++) {
        const int body = work->still[i];
        const object_body *b = &model->bodies[body];
        if (!b->anchored || (work->state->flags[body] & OBJECT_BROKEN) != 0) continue;
        const hl_vec3 moment = work->foot_load[body];
        const double size = hl_norm(moment);
        if (!(size > b->anchor.yield)) continue;
        object_state *s = &work->state->bodies[body];
        s->bend = hl_scale(b->anchor.yield / (size * b->hinge[0]), moment);
        s->rest = 0.0;
        work->state->flags[body] |= OBJECT_AWAKE | OBJECT_BENDING;
    }
}

/* ---- sleep ---- */

static bool is_pushed(const obj_work *work, const object_island *island)
{
    for (int i = 0; i < island->pairs; i++) {
        const object_pair *pair = &work->pairs[work->pair_order[island->first_pair + i]];
        if (pair->link > 0 && hl_norm(work->state->links[pair->link - 1].force) > 0.0) return true;
        if (pair->b > -2) continue;
        const int port = object_port_of(pair->b);
        const contact_motion *m = &work->port_end[port];
        const double speed = hl_norm(m->velocity) + work->model->ports[port].radius * hl_norm(m->turn);
        const hl_vec3 moving = work->moving != NULL ? work->moving[port] : hl_v3(0, 0, 0);
        if (speed + hl_norm(moving) > REST_SPEED) return true;
    }
    return false;
}

static void fall_asleep(obj_work *work, const object_island *island)
{
    obj_state *state = work->state;
    for (int i = 0; i < island->bodies; i++) {
        const int body = work->order[island->first_body + i];
        object_state *s = &state->bodies[body];
        s->velocity = s->spin = s->acceleration = s->spin_rate = hl_v3(0, 0, 0);
        s->rest = 0.0;
        state->flags[body] &= ~(int64_t)(OBJECT_AWAKE | OBJECT_BENDING);
        object_state_rest(state, body);
    }
    for (int i = 0; i < island->pairs; i++) {
        const object_pair *pair = &work->pairs[work->pair_order[island->first_pair + i]];
        const int entry = object_memory_find(state, pair->key, pair->entry);
        if (entry >= 0) state->entries[entry].settled = state->entries[entry].normal;
    }
}

static void rest_island(obj_work *work, const object_island *island)
{
    const bool pushed = is_pushed(work, island);
    bool all = true;
    for (int i = 0; i < island->bodies; i++) {
        const int body = work->order[island->first_body + i];
        object_state *s = &work->state->bodies[body];
        const bool rests = energy_per_mass(work, body) < 0.5 * REST_SPEED * REST_SPEED && !pushed &&
                           hl_dot(s->push_force, s->push_force) == 0.0 &&
                           hl_dot(s->push_moment, s->push_moment) == 0.0;
        s->rest = rests ? s->rest + work->model->step : 0.0;
        all = all && s->rest >= REST_TIME;
    }
    if (all) fall_asleep(work, island);
}

/* ---- end ---- */

static void add_energy(obj_work *work, int body)
{
    const object_body *b = &work->model->bodies[body];
    work->report.kinetic += b->mass * energy_per_mass(work, body);
    work->report.potential -= b->mass * hl_dot(work->model->gravity, work->state->bodies[body].place);
}

static void accept_bodies(obj_work *work)
{
    for (int k = 0; k < work->island_count; k++) {
        const object_island *island = &work->islands[k];
        for (int i = 0; i < island->bodies && !island->waits; i++) {
            const int body = work->order[island->first_body + i];
            store_body(work, body);
            add_energy(work, body);
            if ((work->state->flags[body] & OBJECT_BENDING) != 0) break_anchor(work, body);
        }
        if (!island->waits) rest_island(work, island);
        for (int i = 0; i < island->bodies; i++) {
            object_state *s = &work->state->bodies[work->order[island->first_body + i]];
            s->push_force = s->push_moment = hl_v3(0, 0, 0);
        }
    }
}

void obj_accept(obj_work *work)
{
    const obj_model *model = work->model;
    work->touch_count = 0;
    work->state->head->tick++;
    for (int p = 0; p < model->port_count; p++) work->state->pushes[p] = (port_push){{0.0}, {0.0}};
    if (work->awake_count == 0 && work->pair_count == 0) {
        if (work->state->head->entry_count > 0 && model->port_count > 0) forget_pairs(work);
        return;
    }
    for (int i = 0; i < work->still_count; i++) {
        const int body = work->still[i];
        work->foot_load[body] = hl_v3(0, 0, 0);
    }
    forget_pairs(work);
    for (int p = 0; p < work->pair_count; p++)
        if (work->pairs[p].system >= 0) remember_pair(work, &work->pairs[p]);
    accept_bodies(work);
    bend_anchors(work);
    object_tear_links(work->state);
    for (int i = 0; i < work->still_count; i++)
        if (work->wakes[work->still[i]]) obj_wake(work->state, work->still[i]);
}

/* ---- looking ---- */

void obj_push_back(const obj_work *work, int port, hl_vec3 *force, hl_vec3 *moment)
{
    const double *left = work->state->pushes[port].left;
    *force = hl_v3(left[0], left[1], left[2]);
    *moment = hl_v3(left[3], left[4], left[5]);
}

int obj_touches(const obj_work *work, const obj_touch **touches)
{
    *touches = work->touches;
    return work->touch_count;
}

obj_report obj_report_of(const obj_work *work)
{
    return work->report;
}
