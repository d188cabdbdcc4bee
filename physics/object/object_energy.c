/* Energy of an impact: what the springs of a pair have taken from its bodies, they give back.
 *
 * The points of a pair change during an impact, and a step in which it begins or ends has a force at one of
 * its ends only. Both make or lose energy. So a pair remembers the energy E that its springs have taken,
 *
 *   E1 = E0 + (w0 + w1)/2,   w0, w1  work of the elastic forces at begin and end of a step over its motion
 *
 * as the trapezoidal rule applies them, and while it gives energy back, its stiffness is multiplied by s so
 * that E1 is what the scaled springs store at the end of the step:
 *
 *   E0 + (w0 + s w1)/2 = s V1
 *
 * with points that leave in the next step taken as empty after it. */
#include "object_internal.h"

static const double IMPACT = 0.05;    /* [s] five of the shortest contacts; pairs that press longer rest */
static const double MOST_SCALE = 4.0; /* the shortest contacts last five steps then instead of ten */

/* The trapezoidal rule turns a body by the mean of its spins in body axes. */
static hl_vec3 mean_turn(const contact_motion *now, const contact_motion *end, const contact_motion *at)
{
    const hl_vec3 spin = hl_scale(0.5, hl_add(hl_mul_transposed(&now->pose.rotation, now->turn),
                                              hl_mul_transposed(&end->pose.rotation, end->turn)));
    return hl_mul(&at->pose.rotation, spin);
}

static contact_motion mean_motion(const obj_work *work, int code, bool at_end)
{
    const contact_motion *now = object_motion(work, code, false), *end = object_motion(work, code, true),
                         *at = at_end ? end : now;
    return (contact_motion){at->pose, hl_scale(0.5, hl_add(now->velocity, end->velocity)),
                            mean_turn(now, end, at)};
}

/* Motion over the step, as the accelerations at its begin predict it. */
static contact_motion predicted_motion(const obj_work *work, int code)
{
    contact_motion m = *object_motion(work, code, false);
    if (code < 0 || !work->moves[code]) return m;
    const object_state *state = &work->state->bodies[code];
    const double half = 0.5 * work->model->step;
    m.velocity = hl_add_scaled(m.velocity, half, state->acceleration);
    m.turn = hl_add_scaled(m.turn, half, hl_mul(&m.pose.rotation, state->spin_rate));
    return m;
}

/* Speed of approach of both bodies at a place of b, in its own frame [m/s]. */
static double approach_at(hl_vec3 place, hl_vec3 normal, const contact_motion *a, const contact_motion *b)
{
    const hl_vec3 arm_b = hl_mul(&b->pose.rotation, place),
                  arm_a = hl_add(arm_b, hl_sub(b->pose.position, a->pose.position));
    return -hl_dot(hl_mul(&b->pose.rotation, normal), hl_sub(hl_add(a->velocity, hl_cross(a->turn, arm_a)),
                                                             hl_add(b->velocity, hl_cross(b->turn, arm_b))));
}

/* Work per step that the springs of traces take [J]. */
static double work_of(const contact_material *material, const contact_trace *const *traces, int count,
                      const contact_motion *a, const contact_motion *b, double step)
{
    double sum = 0.0;
    for (int i = 0; i < count; i++)
        sum += traces[i]->weight * contact_elastic_at(material, traces[i]->pressed).force *
               approach_at(traces[i]->centre, traces[i]->normal, a, b);
    return sum * step;
}

/* Bodies that touch without speed have no impact, and none remains where a pair rests. Contacts with machines
 * have the laws of contact/pair.h alone, as within a machine. */
static bool is_impact(const obj_work *work, const object_pair *pair, const contact_traces *traces)
{
    const int law = pair->law[0] * work->model->material_count + pair->law[1];
    const bool damped = work->model->laws[law].law.surface.dissipation > 0.0;
    bool fast = traces->count == 0;
    if (pair->b <= -2) return false;
    for (int i = 0; i < traces->count; i++) {
        const contact_trace *trace = traces->trace[i];
        if (damped && (double)trace->age * work->model->step >= IMPACT) return false;
        if (trace->approach > work->model->slowest) fast = true;
    }
    return fast;
}

void object_energy_begin(obj_work *work, object_pair *pair, const contact_traces *traces,
                         const hl_vec3 *centre, const double *speed)
{
    const double h = work->model->step;
    const contact_material *plain = &pair->data.material;
    const memory_entry *entry = pair->entry >= 0 ? &work->state->entries[pair->entry] : NULL;
    pair->scale = 1.0;
    pair->stored = 0.0;
    pair->impact = is_impact(work, pair, traces);
    if (!pair->impact || entry == NULL) return;
    contact_material before = *plain;
    before.stiffness *= entry->scale;
    pair->stored = entry->energy;
    const contact_motion a = predicted_motion(work, pair->a), b = predicted_motion(work, pair->b);
    const double given = -work_of(&before, traces->trace, traces->count, &a, &b, h);
    double back = 0.0, needs = 0.0;
    for (int k = 0; k < pair->count; k++) {
        const contact_spot *spot = &work->spots[pair->first + k];
        const double now = spot->depth - spot->late,
                     gain = approach_at(centre[k], spot->normal, &a, &b) - speed[k];
        const double left = hl_clamp((now + h * speed[k]) / now, 0.0, 1.0); /* part of the force */
        const double way = -h * (speed[k] + 0.5 * (1.0 + left) * gain),
                     next = -h * (speed[k] + (1.0 + 1.5 * left) * gain);
        const double depth = now - way;
        if (!(depth > 0.0)) continue;
        const contact_elastic E = contact_elastic_at(plain, depth);
        back += spot->weight * E.force * way;
        needs += spot->weight * hl_max(E.potential, 0.5 * E.force * next);
    }
    if (!(back > 0.0)) return;
    pair->scale = hl_clamp((pair->stored - 0.5 * given) / (needs + 0.5 * back), 0.0, MOST_SCALE);
    pair->data.material.stiffness *= pair->scale;
}

void object_energy_settle(const obj_work *work, const object_pair *pair, pair_settled *all)
{
    all->scale = 1.0;
    all->energy = all->elastic;
    if (!pair->impact || all->memory.count == 0) return;
    const double h = work->model->step;
    contact_traces traces;
    const int entry = object_memory_find(work->state, pair->key, pair->entry);
    object_memory_traces(work->state, entry, &traces);
    contact_material before = pair->data.material;
    double sum = 0.0;
    if (entry >= 0 && pair->scale > 0.0) {
        before.stiffness *= work->state->entries[entry].scale / pair->scale;
        const contact_motion a = mean_motion(work, pair->a, false), b = mean_motion(work, pair->b, false);
        sum += work_of(&before, traces.trace, traces.count, &a, &b, h);
    }
    const contact_motion a = mean_motion(work, pair->a, true), b = mean_motion(work, pair->b, true);
    const contact_trace *now[CONTACT_MAX_POINTS];
    for (int i = 0; i < all->memory.count; i++) now[i] = &all->memory.trace[i];
    sum += work_of(&pair->data.material, now, (int)all->memory.count, &a, &b, h);
    all->scale = pair->scale;
    all->energy = pair->stored + 0.5 * sum;
}
