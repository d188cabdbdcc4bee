/* Points of a pair during one step, and what they hand on to the next (contact/pair.h). */
#include "contact_internal.h"

#include "contact/pair.h"
#include "hl/clamp.h"

#include <math.h>

_Static_assert(sizeof(contact_pair_memory) == (1 + CONTACT_MAX_POINTS * 14) * sizeof(double),
               "no padding: it is hashed");

static const double TURNED = 0.86602540378443865; /* cos 30 deg */

int contact_pair_add(contact_pair *pair, const contact_spot *spot)
{
    int place = pair->count;
    if (pair->count == CONTACT_MAX_POINTS) {
        pair->overflow++;
        place = 0;
        for (int k = 1; k < pair->count; k++)
            if (pair->spot[k].depth <= pair->spot[place].depth) place = k;
        if (spot->depth <= pair->spot[place].depth) return -1;
    } else {
        pair->count++;
    }
    pair->spot[place] = *spot;
    pair->spot[place].approach = HUGE_VAL;
    pair->spot[place].bristle = hl_v3(0, 0, 0);
    pair->spot[place].age = 0;
    pair->spot[place].share = 1.0;
    pair->spot[place].late = 0.0;
    if (pair->spot[place].weight == 0.0) pair->spot[place].weight = 1.0;
    return place;
}

/* ---- recall ---- */

/* Turn a bristle that lies in the plane of `from` by the smallest turn that takes `from` to `to`. */
static hl_vec3 turned(hl_vec3 z, hl_vec3 from, hl_vec3 to)
{
    return hl_add_scaled(z, -hl_dot(to, z) / (1.0 + hl_dot(from, to)), hl_add(from, to));
}

/* The point of a trace's feature, the nearest one if several points have it. */
static int point_of_feature(const contact_pair *pair, const contact_trace *trace, const hl_vec3 *centre,
                            const bool *known)
{
    double nearest = HUGE_VAL;
    int at = -1;
    for (int k = 0; k < pair->count; k++) {
        if (known[k] || pair->spot[k].feature != trace->feature) continue;
        const double away = hl_norm(hl_sub(trace->centre, centre[k]));
        if (at >= 0 && !(away < nearest)) continue;
        nearest = away;
        at = k;
    }
    return at;
}

/* The nearest free trace; of equally near ones the first. @param centre  of the point, in b's frame */
static int trace_near(const contact_pair_memory *memory, const contact_spot *spot, hl_vec3 centre,
                      const bool *taken)
{
    double nearest = spot->reach;
    int at = -1;
    for (int i = 0; i < memory->count; i++) {
        const contact_trace *trace = &memory->trace[i];
        const double away = hl_norm(hl_sub(trace->centre, centre));
        if (taken[i] || !(away < nearest) || !(hl_dot(trace->normal, spot->normal) > TURNED)) continue;
        nearest = away;
        at = i;
    }
    return at;
}

static void continue_trace(const contact_trace *trace, contact_spot *spot)
{
    spot->age = trace->age;
    spot->approach = trace->approach;
    spot->bristle = turned(trace->bristle, trace->normal, spot->normal);
}

/* Depth at which a point stores no more energy than before: w d^2 is kept if its weight w grows. With a
 * Hertzian depth the energy is w d^2.5, so this depth stores less. */
static double pressed_by(const contact_trace *trace, const contact_spot *spot)
{
    const double gained = trace->weight / spot->weight;
    return gained < 1.0 ? trace->pressed * sqrt(gained) : trace->pressed;
}

/* Same features first, so that a point never gets the trace that belongs to another one. */
static void hand_on(contact_pair *pair, const contact_pair_memory *memory, const hl_vec3 *centre,
                    double *pressed)
{
    bool taken[CONTACT_MAX_POINTS] = {false}, known[CONTACT_MAX_POINTS] = {false};
    int trace[CONTACT_MAX_POINTS];
    for (int i = 0; i < memory->count; i++) {
        const int k = point_of_feature(pair, &memory->trace[i], centre, known);
        if (k < 0) continue;
        taken[i] = known[k] = true;
        trace[k] = i;
    }
    for (int k = 0; k < pair->count; k++) {
        if (!known[k]) trace[k] = trace_near(memory, &pair->spot[k], centre[k], taken);
        if (trace[k] < 0) continue;
        taken[trace[k]] = true;
        continue_trace(&memory->trace[trace[k]], &pair->spot[k]);
        pressed[k] = pressed_by(&memory->trace[trace[k]], &pair->spot[k]);
    }
}

/* v0 of a patch: the largest that a point of it has, or gets within this step. While none of its points
 * presses or comes to press, the largest approach speed. */
static double patch_approach(const contact_pair *pair, int64_t patch, double step, const double *speed)
{
    double pressing = 0.0, any = 0.0;
    for (int k = 0; k < pair->count; k++) {
        const contact_spot *spot = &pair->spot[k];
        if (spot->patch != patch) continue;
        any = hl_max(any, speed[k]);
        if (spot->age > 0)
            pressing = hl_max(pressing, spot->approach);
        else if (spot->depth + 2.0 * speed[k] * step > 0.0) /* twice: it may become faster */
            pressing = hl_max(pressing, speed[k]);
    }
    return pressing > 0.0 ? pressing : any;
}

/* ---- share of the stick parameters ---- */

/* 1/m + arm^2/I of a body, 0: it does not yield. */
static double yield(const contact_body *body, hl_vec3 arm)
{
    return (body->mass > 0.0 ? 1.0 / body->mass : 0.0) +
           (body->inertia > 0.0 ? hl_dot(arm, arm) / body->inertia : 0.0);
}

static double stick_share(const contact_pair_data *data, const contact_reach *r, double step)
{
    const double half = 0.5 * step * (data->stick.stiffness * step + data->stick.damping);
    const double light = yield(&data->body[0], r->arm_a) + yield(&data->body[1], r->arm_b);
    return hl_min(1.0, 0.5 / (half * light * data->pair->count));
}

void contact_pair_recall(const contact_pair_data *data, const contact_pair_memory *memory, double slowest,
                         double step, const contact_motion *a, const contact_motion *b)
{
    const contact_motion other = contact_motion_or_ground(b);
    contact_pair *pair = data->pair;
    hl_vec3 centre[CONTACT_MAX_POINTS];
    double speed[CONTACT_MAX_POINTS] = {0.0}, approach[CONTACT_MAX_POINTS],
           pressed[CONTACT_MAX_POINTS] = {0.0};
    for (int k = 0; k < pair->count; k++) {
        const contact_reach r = contact_pair_reach(&pair->spot[k], a, &other);
        centre[k] = hl_mul_transposed(&other.pose.rotation, r.centre_b);
        speed[k] = -hl_dot(r.normal, r.velocity);
        pair->spot[k].share = stick_share(data, &r, step);
    }
    hand_on(pair, memory, centre, pressed);
    for (int k = 0; k < pair->count && data->catch_up > 0.0; k++)
        pair->spot[k].late = hl_max(0.0, pair->spot[k].depth - pressed[k] - data->catch_up * step);
    for (int k = 0; k < pair->count; k++)
        approach[k] = hl_max(slowest, patch_approach(pair, pair->spot[k].patch, step, speed));
    for (int k = 0; k < pair->count; k++) pair->spot[k].approach = approach[k];
}

/* ---- remember ---- */

/* k z = f - c v, |z| <= mu N/k */
static hl_vec3 bristle_after(const contact_stick *stick, double share, const contact_hold *h,
                             const contact_reach *r)
{
    const double k = share * stick->stiffness, c = share * stick->damping;
    const hl_vec3 z = hl_scale(1.0 / k, hl_add_scaled(h->force, -c, r->slip));
    const double most = h->limit / k, length = hl_norm(z);
    return length > most ? hl_scale(most / length, z) : z;
}

contact_trace contact_pair_settle(const contact_stick *stick, contact_spot *spot, const contact_reach *r,
                                  const contact_hold *hold, const mb_pose *b)
{
    spot->bristle = hl_mul_transposed(&b->rotation, bristle_after(stick, spot->share, hold, r));
    spot->age++;
    return (contact_trace){.feature = spot->feature,
                           .age = spot->age,
                           .approach = spot->approach,
                           .pressed = r->depth,
                           .weight = spot->weight,
                           .centre = hl_mul_transposed(&b->rotation, r->centre_b),
                           .normal = spot->normal,
                           .bristle = spot->bristle};
}

void contact_pair_remember(const contact_pair_data *data, contact_pair_memory *memory, double step,
                           const contact_motion *a, const contact_motion *b)
{
    const contact_motion other = contact_motion_or_ground(b);
    *memory = (contact_pair_memory){.count = 0};
    for (int k = 0; k < data->pair->count; k++) {
        contact_spot *spot = &data->pair->spot[k];
        const contact_reach r = contact_pair_reach(spot, a, &other);
        if (!(r.depth > 0.0)) {
            spot->bristle = hl_v3(0, 0, 0);
            spot->age = 0;
            continue;
        }
        const contact_press press =
            contact_press_spot(&data->material, spot, r.depth, -hl_dot(r.normal, r.velocity));
        const contact_hold h = contact_pair_hold(&data->stick, spot, &r, press.force, step);
        memory->trace[memory->count++] = contact_pair_settle(&data->stick, spot, &r, &h, &other.pose);
    }
}
