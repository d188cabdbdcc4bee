/* Links: slings that hold a body by a point at a distance from a holder, a machine's body or another object.
 *
 *   F = k s + c(s) s',  s = L - length,  0 where it is slack or would push
 *
 * along the line between both points. The damping begins smoothly: c = c0 x^2 (3 - 2 x), where x is the
 * stretch over that under the body's weight, at most 1. A link is a pair of the step without contacts: it
 * joins islands, and its tangent enters the matrix as that of contacts does. */
#include "object_internal.h"

#include <math.h>
#include <string.h>

static const double DAMPING_RATIO = 0.3; /* of the lighter side on the link: textile slings (estimate) */
static const int64_t LINK_KEYS = (int64_t)1 << 56; /* above those of contacts */

_Static_assert(sizeof(object_link_state) == 16 * sizeof(double), "no padding: it is hashed");

/* ---- law ---- */

/* Mass that a force at `arm` from the centre of mass moves [kg]; infinite: it does not move. */
static double mass_at(double mass, double least_inertia, double arm)
{
    if (!(mass > 0.0)) return (double)INFINITY;
    return least_inertia > 0.0 ? 1.0 / (1.0 / mass + arm * arm / least_inertia) : mass;
}

static double mass_of_holder(const obj_model *model, const object_link *link)
{
    if (link->holder <= -2) return mass_at(model->ports[object_port_of(link->holder)].lower.mass, 0.0, 0.0);
    const object_body *b = &model->bodies[link->holder];
    return mass_at(b->mass, b->least_inertia, hl_norm(link->at));
}

static link_law law_of(const obj_model *model, const object_link *link, int body, hl_vec3 point)
{
    const object_body *b = &model->bodies[body];
    const double mass =
        hl_min(mass_at(b->mass, b->least_inertia, hl_norm(point)), mass_of_holder(model, link));
    if (!isfinite(mass)) return (link_law){link->stiffness, 0.0, 1.0};
    const double most = contact_stiffness_limit(mass, 1, model->step);
    const double stiffness = link->stiffness > 0.0 ? hl_min(link->stiffness, most) : most;
    return (link_law){stiffness, 2.0 * DAMPING_RATIO * sqrt(stiffness * mass),
                      (b->mass > 0.0 ? b->mass : mass) * model->weight / stiffness};
}

typedef struct pull {
    hl_vec3 arm_a, arm_b;  /* of both points from the origins of their bodies */
    hl_vec3 along, across; /* unit vector from a to b; velocity of b's point across it */
    double length, stretch, force;
    double by_stretch, damping; /* dF/ds, dF/ds' */
} pull;

static pull pull_of(const obj_work *work, const object_pair *pair, bool at_end)
{
    const object_link *link = &work->model->links[pair->link - 1];
    const contact_motion *a = object_motion(work, pair->a, at_end), *b = object_motion(work, pair->b, at_end);
    const link_law *law = &pair->pulls;
    pull p = {.arm_a = hl_mul(&a->pose.rotation, work->state->links[pair->link - 1].point),
              .arm_b = hl_mul(&b->pose.rotation, link->at)};
    const hl_vec3 apart = hl_sub(hl_add(b->pose.position, p.arm_b), hl_add(a->pose.position, p.arm_a));
    const hl_vec3 velocity = hl_sub(hl_add(b->velocity, hl_cross(b->turn, p.arm_b)),
                                    hl_add(a->velocity, hl_cross(a->turn, p.arm_a)));
    p.length = hl_norm(apart);
    p.stretch = p.length - link->length;
    if (!(p.stretch > 0.0)) return p;
    p.along = hl_scale(1.0 / p.length, apart);
    const double rate = hl_dot(p.along, velocity), x = hl_min(p.stretch / law->start, 1.0);
    p.across = hl_add_scaled(velocity, -rate, p.along);
    p.damping = law->damping * x * x * (3.0 - 2.0 * x);
    p.by_stretch = law->stiffness + law->damping * 6.0 * x * (1.0 - x) / law->start * rate;
    p.force = hl_max(law->stiffness * p.stretch + p.damping * rate, 0.0);
    return p;
}

static pair_wrench wrench_of(const pull *p)
{
    const hl_vec3 force = hl_scale(p->force, p->along);
    return (pair_wrench){force, hl_cross(p->arm_a, force), hl_neg(hl_cross(p->arm_b, force))};
}

/* The force on a changes with the displacement u of its point against the other by
 *   K = -(F_s + 2/h c) n n^T - c n w^T/L - F/L (1 - n n^T)
 * n: unit vector from a's point to b's, the force on a is F n; u of a's point shortens the link, ds = -n . u;
 * w: velocity of b's point relative to a's, across n; L: length, F_s = dF/ds.
 * Left out as in object_laws.c: changes of the arms. */
pair_wrench object_link_force(const obj_work *work, const object_pair *pair, hl_mat3 *K, hl_vec3 *arm)
{
    const pull p = pull_of(work, pair, true);
    *arm = p.arm_a;
    *K = (hl_mat3){{{0.0}}};
    if (!(p.force > 0.0)) return (pair_wrench){.force = {0, 0, 0}};
    const double turning = p.force / p.length, per_u = 2.0 / work->model->step;
    const hl_vec3 by_u = hl_add_scaled(hl_scale(-(p.by_stretch + per_u * p.damping) + turning, p.along),
                                       -p.damping / p.length, p.across);
    *K = contact_outer_plus(-turning, 1.0, p.along, by_u);
    return wrench_of(&p);
}

/* ---- a step ---- */

static object_pair pair_of(const obj_work *work, int index)
{
    const object_link *link = &work->model->links[index];
    const object_link_state *s = &work->state->links[index];
    const int body = (int)s->body;
    return (object_pair){.key = LINK_KEYS + index,
                         .a = body,
                         .b = link->holder,
                         .link = index + 1,
                         .pulls = law_of(work->model, link, body, s->point),
                         .first = 0,
                         .system = -1};
}

static void prepare(obj_work *work, int code)
{
    if (code < 0 || (work->state->flags[code] & OBJECT_AWAKE) != 0) return;
    object_prepare(work, code);
    work->end[code] = work->now[code];
}

/* The bodies at both ends of a taut link stay awake: its holder may move at any time. */
void object_wake_linked(obj_work *work)
{
    for (int i = 0; i < work->model->link_count; i++) {
        if (work->state->links[i].body < 0.0) continue;
        const object_pair pair = pair_of(work, i);
        const int codes[2] = {pair.a, pair.b};
        for (int k = 0; k < 2; k++)
            if (codes[k] >= 0) work->now[codes[k]].pose = object_state_pose(&work->state->bodies[codes[k]]);
        if (!(pull_of(work, &pair, false).stretch > 0.0)) continue;
        for (int k = 0; k < 2; k++)
            if (codes[k] >= 0 && (work->state->flags[codes[k]] & OBJECT_AWAKE) == 0)
                obj_wake(work->state, codes[k]);
    }
}

/* After the contacts: their keys are smaller. */
void object_add_links(obj_work *work)
{
    for (int i = 0; i < work->model->link_count; i++) {
        if (work->state->links[i].body < 0.0) continue;
        if (work->pair_count == work->model->most_pairs) {
            work->report.left_out++;
            continue;
        }
        work->pairs[work->pair_count] = pair_of(work, i);
        prepare(work, work->pairs[work->pair_count].a);
        prepare(work, work->pairs[work->pair_count].b);
        work->pair_count++;
    }
}

static void detach(object_link_state *s)
{
    *s = (object_link_state){.body = -1.0, .broken = s->broken};
}

/* Its force at the end of the step; it breaks where this is above its limit. */
void object_link_settle(obj_work *work, const object_pair *pair, pair_settled *all)
{
    const object_link *link = &work->model->links[pair->link - 1];
    object_link_state *s = &work->state->links[pair->link - 1];
    const pull p = pull_of(work, pair, true);
    const pair_wrench w = wrench_of(&p);
    const int port = pair->b <= -2 ? object_port_of(pair->b) : -1;
    const bool taut = p.force > 0.0;
    s->force = w.force;
    s->moment = w.moment_a;
    s->holder_moment = w.moment_b;
    s->carried = port >= 0 && work->port_carried[port] && pair->system == work->model->ports[port].machine;
    s->tears = link->breaks_at > 0.0 && p.force > link->breaks_at;
    all->touching = taut;
    all->force = w.force;
    all->moment_a = w.moment_a;
    all->arm = p.arm_a;
    all->normal = all->slip = all->approach = 0.0;
    all->elastic = taut ? 0.5 * pair->pulls.stiffness * p.stretch * p.stretch : 0.0;
    all->begun = false;
    all->memory.count = 0;
}

/* ---- attaching ---- */

void obj_attach(obj_state *state, int link, int body, hl_vec3 point)
{
    state->links[link] = (object_link_state){
        .body = body, .point = hl_sub(point, state->model->bodies[body].centre), .broken = 0.0};
    obj_wake(state, body);
}

/* x of I x = b, by the adjugate. */
static hl_vec3 solve_sym(const hl_sym3 *I, hl_vec3 b)
{
    const hl_vec3 r0 = hl_v3(I->xx, I->xy, I->xz), r1 = hl_v3(I->xy, I->yy, I->yz),
                  r2 = hl_v3(I->xz, I->yz, I->zz);
    const hl_vec3 c0 = hl_cross(r1, r2), c1 = hl_cross(r2, r0), c2 = hl_cross(r0, r1);
    return hl_scale(1.0 / hl_dot(r0, c0), hl_add_scaled(hl_add_scaled(hl_scale(b.x, c0), b.y, c1), b.z, c2));
}

/* Accelerations of a body jump with the force that is gone. */
static void take_off(obj_state *state, int body, hl_vec3 force, hl_vec3 moment)
{
    const object_body *b = &state->model->bodies[body];
    object_state *s = &state->bodies[body];
    if ((state->flags[body] & OBJECT_AWAKE) == 0) return;
    const hl_mat3 R = hl_quat_matrix(s->turn);
    s->acceleration = hl_add_scaled(s->acceleration, -1.0 / b->mass, force);
    s->spin_rate = hl_sub(s->spin_rate, solve_sym(&b->inertia, hl_mul_transposed(&R, moment)));
}

void obj_let_go(obj_state *state, int link)
{
    object_link_state *s = &state->links[link];
    const int holder = state->model->links[link].holder;
    if (s->body < 0.0) return;
    take_off(state, (int)s->body, s->force, s->moment);
    if (holder >= 0)
        take_off(state, holder, hl_neg(s->force), s->holder_moment);
    else {
        port_push *push = &state->pushes[object_port_of(holder)];
        double *to = s->carried > 0.0 ? push->carried : push->left;
        to[0] += s->force.x, to[1] += s->force.y, to[2] += s->force.z;
        to[3] -= s->holder_moment.x, to[4] -= s->holder_moment.y, to[5] -= s->holder_moment.z;
    }
    obj_wake(state, (int)s->body);
    detach(s);
}

/* After the bodies have their new state. */
void object_tear_links(obj_state *state)
{
    for (int i = 0; i < state->model->link_count; i++) {
        if (!(state->links[i].tears > 0.0)) continue;
        obj_let_go(state, i);
        state->links[i].broken = 1.0;
    }
}

obj_link_now obj_link_of(const obj_state *state, int link)
{
    const object_link_state *s = &state->links[link];
    const int body = (int)s->body;
    return (obj_link_now){.body = body,
                          .point = body < 0 ? s->point : hl_add(s->point, state->model->bodies[body].centre),
                          .force = s->force,
                          .broken = s->broken > 0.0};
}

/* ---- state ---- */

void *obj_link_bytes(obj_state *state)
{
    return state->links;
}

size_t obj_link_size(const obj_model *model)
{
    return (size_t)model->link_count * sizeof(object_link_state);
}

bool obj_links_fit(const obj_model *model, const void *bytes)
{
    for (int i = 0; i < model->link_count; i++) {
        object_link_state s;
        memcpy(&s, (const unsigned char *)bytes + (size_t)i * sizeof s, sizeof s);
        if (!(s.body >= -1.0 && s.body < model->body_count) || s.body != (int)s.body ||
            s.body == model->links[i].holder)
            return false;
    }
    return true;
}
