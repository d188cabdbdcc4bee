/* Points of a pair during one step, and what they hand on to the next (contact/pair.h). */
#include "contact_internal.h"

#include "contact/pair.h"
#include "hl/clamp.h"

#include <math.h>

_Static_assert(sizeof(contact_pair_memory) == (1 + CONTACT_MAX_POINTS * 14) * sizeof(double),
               "no padding: it is hashed");

static const double TURNED = 0.86602540378443865; /* cos 30 deg */

/* Points at rest are lifted: `late` becomes negative until a soft spring carries their load in a depth of
 * REST_DEPTH. Lifting is slower where the damping F D/v0 is weak: a mass m that rests under F = m g
 * oscillates unless the lag exceeds v0/(D g). */
static const double REST_DEPTH = 1e-4;  /* [m] half of the aim of 0.2 mm */
static const double REST_LIFT = 2e-3;   /* [m] most: jammed bodies are not pressed apart forever */
static const double REST_RATE = 10.0;   /* [1/s] over the lag: ten of the shortest contacts */
static const double REST_AGE = 0.05;    /* [s] five of the shortest contacts: it is no impact */
static const double HALF_GRAVITY = 5.0; /* [m/s^2] */

int contact_pair_add(contact_pair *pair, const contact_spot *spot)
{
    int place = pair->count;
    if (pair->count == (pair->room > 0 ? pair->room : CONTACT_MAX_POINTS)) {
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
static int point_of_feature(const contact_spot *spots, int count, const contact_trace *trace,
                            const hl_vec3 *centre, const bool *known)
{
    double nearest = HUGE_VAL;
    int found = 0, at = -1;
    for (int k = 0; k < count; k++) {
        if (known[k] || spots[k].feature != trace->feature) continue;
        if (found++ == 0) at = k;
    }
    for (int k = 0; k < count && found > 1; k++) {
        if (known[k] || spots[k].feature != trace->feature) continue;
        const double away = hl_norm(hl_sub(trace->centre, centre[k]));
        if (k > at && !(away < nearest)) continue;
        nearest = away;
        at = k;
    }
    return at;
}

/* The free trace and the point without one that are nearest to each other; of equally near ones the first.
 * @param centre  of the points, in b's frame
 * @return the point; -1: no point has a trace within reach */
static int nearest_free(const contact_traces *traces, const contact_spot *spots, int count,
                        const hl_vec3 *centre, const bool *taken, const bool *known, int *at)
{
    double nearest = HUGE_VAL;
    int found = -1;
    for (int i = 0; i < traces->count; i++) {
        const contact_trace *trace = traces->trace[i];
        for (int k = 0; k < count && !taken[i]; k++) {
            if (known[k]) continue;
            const double away = hl_norm(hl_sub(trace->centre, centre[k]));
            if (!(away < hl_min(spots[k].reach, nearest)) ||
                !(hl_dot(trace->normal, spots[k].normal) > TURNED))
                continue;
            nearest = away;
            found = k;
            *at = i;
        }
    }
    return found;
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

/* @return what the trace stored and the point does not continue */
static double continue_point(const contact_trace *trace, contact_spot *spot, double *pressed)
{
    continue_trace(trace, spot);
    *pressed = pressed_by(trace, spot);
    return hl_max(trace->weight - spot->weight, 0.0) * trace->pressed * trace->pressed;
}

/* Same features first, so that a point never gets the trace that belongs to another one.
 * @return what the traces stored and no point continues: the sum of w p^2, energy of linear springs */
static double hand_on(contact_spot *spots, int count, const contact_traces *traces, const hl_vec3 *centre,
                      double *pressed)
{
    bool taken[CONTACT_MAX_POINTS] = {false}, known[CONTACT_MAX_POINTS] = {false};
    double lost = 0.0;
    int left = traces->count, i = 0;
    for (int t = 0; t < traces->count; t++) {
        const int k = point_of_feature(spots, count, traces->trace[t], centre, known);
        if (k < 0) continue;
        taken[t] = known[k] = true;
        left--;
        lost += continue_point(traces->trace[t], &spots[k], &pressed[k]);
    }
    while (left > 0) {
        const int k = nearest_free(traces, spots, count, centre, taken, known, &i);
        if (k < 0) break;
        taken[i] = known[k] = true;
        left--;
        lost += continue_point(traces->trace[i], &spots[k], &pressed[k]);
    }
    for (int t = 0; t < traces->count; t++)
        if (!taken[t])
            lost += traces->trace[t]->weight * traces->trace[t]->pressed * traces->trace[t]->pressed;
    return lost;
}

/* Without dissipation nothing comes to rest. */
static bool rests(const contact_spot *spot, double step)
{
    return (double)spot->age * step >= REST_AGE && spot->surface->dissipation > 0.0;
}

/* Energy that no point continues goes to the points that lack depth: each gets the part s of what it lacks,
 * so that the sum of w p^2 is kept. A pair whose points change all at once then keeps its force. Without
 * points that lack depth this energy is lost. */
static void share_lost(contact_spot *spots, int count, const contact_traces *traces, double lost,
                       double *pressed)
{
    double mixed = 0.0, square = 0.0, lack[CONTACT_MAX_POINTS];
    const contact_trace *fastest = traces->trace[0];
    for (int i = 1; i < traces->count; i++)
        if (traces->trace[i]->approach > fastest->approach) fastest = traces->trace[i];
    for (int k = 0; k < count; k++) {
        lack[k] = hl_max(spots[k].depth - pressed[k], 0.0);
        mixed += spots[k].weight * pressed[k] * lack[k];
        square += spots[k].weight * lack[k] * lack[k];
    }
    if (fastest == NULL || !(square > 0.0)) return;
    const double s = hl_min(lost / (mixed + sqrt(mixed * mixed + square * lost)), 1.0);
    for (int k = 0; k < count; k++) {
        if (!(lack[k] > 0.0)) continue;
        pressed[k] += s * lack[k];
        if (spots[k].age > 0) continue;
        spots[k].age = fastest->age;
        spots[k].approach = fastest->approach;
    }
}

/* v0 of a patch: the largest that a point of it has, or gets within this step. While none of its points
 * presses or comes to press, the largest approach speed. */
static double patch_approach(const contact_spot *spots, int count, int64_t patch, double step,
                             const double *speed)
{
    double pressing = 0.0, any = 0.0;
    for (int k = 0; k < count; k++) {
        const contact_spot *spot = &spots[k];
        if (spot->patch != patch) continue;
        any = hl_max(any, speed[k]);
        if (spot->age > 0)
            pressing = hl_max(pressing, spot->approach);
        else if (spot->depth + 2.0 * speed[k] * step > 0.0) /* twice: it may become faster */
            pressing = hl_max(pressing, speed[k]);
    }
    return pressing > 0.0 ? pressing : any;
}

/* Speed at which a point at rest is lifted, negative where it sinks back [m/s]. It follows the depth that the
 * same force would have without motion: damping alone holds no load. */
static double lift_speed(const contact_spot *spot, double pressed, double speed, double slowest)
{
    const double damping = spot->surface->dissipation / spot->approach,
                 excess = spot->depth + pressed * damping * speed - REST_DEPTH;
    if (excess < 0.0) return excess * REST_RATE;
    const bool lifts = fabs(speed) < slowest && spot->depth - pressed > -REST_LIFT;
    return lifts ? excess * hl_min(REST_RATE, HALF_GRAVITY * damping) : 0.0;
}

/* Part of the depth that does not press: late points press soon, points at rest are lifted.
 *  @param pressed  depth that has pressed [m] */
static double late_after(const contact_spot *spot, double pressed, double lift, double catch_up, double step)
{
    const double late = spot->depth - pressed, most = catch_up * step;
    if (late > most) return late - most;
    if (!rests(spot, step)) return 0.0;
    return hl_min(0.0, late - hl_clamp(lift * step, -most, most));
}

void contact_points_recall(const contact_traces *traces, const hl_vec3 *centre, const double *speed,
                           double slowest, double catch_up, bool is_held, double step, contact_spot *spots,
                           int count)
{
    double approach[CONTACT_MAX_POINTS], pressed[CONTACT_MAX_POINTS] = {0.0};
    const double lost = hand_on(spots, count, traces, centre, pressed);
    if (catch_up > 0.0 && lost > 0.0) share_lost(spots, count, traces, lost, pressed);
    for (int k = 0; k < count && catch_up > 0.0; k++) {
        const bool lifts = !is_held && rests(&spots[k], step);
        const double lift = lifts ? lift_speed(&spots[k], pressed[k], speed[k], slowest) : 0.0;
        spots[k].late = late_after(&spots[k], pressed[k], lift, catch_up, step);
    }
    for (int k = 0; k < count; k++)
        approach[k] = k > 0 && spots[k].patch == spots[k - 1].patch
                          ? approach[k - 1]
                          : hl_max(slowest, patch_approach(spots, count, spots[k].patch, step, speed));
    for (int k = 0; k < count; k++) spots[k].approach = approach[k];
}

void contact_pair_recall(const contact_pair_data *data, const contact_pair_memory *memory, double slowest,
                         double step, const contact_motion *a, const contact_motion *b)
{
    const contact_motion other = contact_motion_or_ground(b);
    contact_pair *pair = data->pair;
    contact_traces traces = {.count = (int)memory->count};
    hl_vec3 centre[CONTACT_MAX_POINTS];
    double speed[CONTACT_MAX_POINTS];
    for (int i = 0; i < traces.count; i++) traces.trace[i] = &memory->trace[i];
    for (int k = 0; k < pair->count; k++) {
        const contact_reach r = contact_pair_reach(&pair->spot[k], a, &other);
        centre[k] = hl_mul_transposed(&other.pose.rotation, r.centre_b);
        speed[k] = -hl_dot(r.normal, r.velocity);
        pair->spot[k].share = contact_pair_share(data, &r, pair->count, step);
    }
    contact_points_recall(&traces, centre, speed, slowest, data->catch_up, false, step, pair->spot,
                          pair->count);
}

/* ---- remember ---- */

contact_trace contact_pair_settle(const contact_stick *stick, contact_spot *spot, const contact_reach *r,
                                  const contact_hold *hold, const mb_pose *b)
{
    spot->bristle = hl_mul_transposed(&b->rotation, contact_pair_bristle_after(stick, spot->share, hold, r));
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
