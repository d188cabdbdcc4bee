/* Islands of awake bodies that touch each other, the machine whose step carries each, and bodies that wake.
 */
#include "object_internal.h"

/* [m/s] of a body or port that touches a sleeping body: twice the speed below which a body rests */
static const double WAKE_SPEED = 0.01;
static const double WAKE_SHARE = 0.1;   /* of its weight: change of a contact force */
static const double NEAR = 1e-4;        /* [m] a smaller gap counts as touching */
static const double STEPS_BEFORE = 2.0; /* a body wakes so many steps before contact */

/* ---- sets ---- */

static int root_of(int *parent, int i)
{
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}

static void join(int *parent, int i, int j)
{
    const int a = root_of(parent, i), b = root_of(parent, j);
    if (a < b)
        parent[b] = a;
    else
        parent[a] = b;
}

static bool is_awake(const obj_work *work, int code)
{
    return code >= 0 && (work->state->flags[code] & OBJECT_AWAKE) != 0;
}

/* The island of a pair, -1: of a body at rest with a port. */
static int island_of_pair(const obj_work *work, const object_pair *pair)
{
    if (is_awake(work, pair->a)) return work->island_of[pair->a];
    return is_awake(work, pair->b) ? work->island_of[pair->b] : -1;
}

/* Islands by the number of their first body, and their bodies in work->order. */
static void list_bodies(obj_work *work)
{
    work->island_count = 0;
    for (int i = 0; i < work->awake_count; i++) {
        const int body = work->awake[i], root = root_of(work->parent, body);
        if (root == body) {
            work->island_of[body] = work->island_count;
            work->islands[work->island_count++] = (object_island){.machine = work->model->machine_count};
        } else {
            work->island_of[body] = work->island_of[root];
        }
        work->islands[work->island_of[body]].bodies++;
    }
    int first = 0;
    for (int k = 0; k < work->island_count; k++) {
        work->islands[k].first_body = first;
        first += work->islands[k].bodies;
        work->islands[k].bodies = 0;
    }
    for (int i = 0; i < work->awake_count; i++) {
        object_island *island = &work->islands[work->island_of[work->awake[i]]];
        work->order[island->first_body + island->bodies++] = work->awake[i];
    }
}

static void list_pairs(obj_work *work)
{
    int first = 0;
    for (int p = 0; p < work->pair_count; p++) {
        const int k = island_of_pair(work, &work->pairs[p]);
        if (k >= 0) work->islands[k].pairs++;
    }
    for (int k = 0; k < work->island_count; k++) {
        work->islands[k].first_pair = first;
        first += work->islands[k].pairs;
        work->islands[k].pairs = 0;
    }
    for (int p = 0; p < work->pair_count; p++) {
        const object_pair *pair = &work->pairs[p];
        const int k = island_of_pair(work, pair);
        if (k < 0) {
            work->pair_order[first++] = p;
            continue;
        }
        object_island *island = &work->islands[k];
        work->pair_order[island->first_pair + island->pairs++] = p;
        island->contacts += pair->count;
        if (pair->b > -2) continue;
        const int machine = work->model->ports[object_port_of(pair->b)].machine;
        if (machine < island->machine) island->machine = machine;
    }
}

/* ---- limits ---- */

/* Islands that touch a machine have room in its step, in order; the others are stepped alone, with the
 * machine as a moving obstacle. What is too much for that too waits. */
static void apply_limits(obj_work *work)
{
    const obj_model *model = work->model;
    int awake = 0, contacts = 0, alone = 0;
    for (int k = 0; k < work->island_count; k++) {
        object_island *island = &work->islands[k];
        if (island->machine == model->machine_count) continue;
        if (awake + island->bodies > model->most_awake ||
            contacts + island->contacts > model->most_contacts) {
            island->machine = model->machine_count;
            continue;
        }
        awake += island->bodies;
        contacts += island->contacts;
    }
    for (int k = 0; k < work->island_count; k++) {
        object_island *island = &work->islands[k];
        if (island->machine < model->machine_count) continue;
        island->waits = alone + island->bodies > model->most_alone;
        if (island->waits)
            work->report.waiting++;
        else
            alone += island->bodies;
    }
}

static void freeze(obj_work *work, const object_island *island)
{
    for (int i = 0; i < island->bodies; i++) {
        const int body = work->order[island->first_body + i];
        contact_motion *now = &work->now[body];
        now->velocity = now->turn = hl_v3(0, 0, 0);
        work->moves[body] = false;
    }
}

static void set_pairs(obj_work *work)
{
    for (int p = 0; p < work->pair_count; p++) {
        object_pair *pair = &work->pairs[p];
        const int k = island_of_pair(work, pair);
        pair->moving[0] = work->moves[pair->a];
        pair->moving[1] = pair->b >= 0 && work->moves[pair->b];
        if (pair->moving[0] || pair->moving[1])
            pair->system = work->islands[k].machine;
        else
            pair->system = pair->b <= -2 ? work->model->ports[object_port_of(pair->b)].machine : -1;
        if (pair->system >= 0 && pair->link == 0)
            object_recall(work, pair);
        else
            pair->group = -1;
    }
}

void object_islands(obj_work *work)
{
    for (int i = 0; i < work->awake_count; i++) {
        const int body = work->awake[i];
        work->parent[body] = body;
        work->moves[body] = true;
    }
    for (int p = 0; p < work->pair_count; p++) {
        const object_pair *pair = &work->pairs[p];
        if (is_awake(work, pair->a) && is_awake(work, pair->b)) join(work->parent, pair->a, pair->b);
    }
    list_bodies(work);
    list_pairs(work);
    apply_limits(work);
    for (int k = 0; k < work->island_count; k++)
        if (work->islands[k].waits) freeze(work, &work->islands[k]);
    for (int i = 0; i < work->awake_count; i++) work->end[work->awake[i]] = work->now[work->awake[i]];
    for (int i = 0; i < work->still_count; i++) work->end[work->still[i]] = work->now[work->still[i]];
    set_pairs(work);
}

/* ---- waking ---- */

static bool is_asleep(const obj_work *work, int code)
{
    const obj_model *model = work->model;
    if (code < 0 || model->bodies[code].mass == 0.0) return false;
    const int64_t flags = work->state->flags[code];
    const bool held = model->bodies[code].anchored && (flags & (OBJECT_BENDING | OBJECT_BROKEN)) == 0;
    return (flags & OBJECT_AWAKE) == 0 && !held;
}

/* Something comes, or slides along, fast enough. */
static bool is_hit(const obj_work *work, const object_pair *pair)
{
    const contact_motion *a = object_motion(work, pair->a, false), *b = object_motion(work, pair->b, false);
    for (int k = 0; k < pair->count; k++) {
        const contact_reach r = contact_pair_reach(&work->spots[pair->first + k], a, b);
        const double approach = -hl_dot(r.normal, r.velocity);
        if (hl_norm(r.velocity) > WAKE_SPEED && r.depth + STEPS_BEFORE * work->model->step * approach > -NEAR)
            return true;
    }
    return false;
}

/* It presses more, or less, than when it fell asleep. */
static bool is_pressed(const obj_work *work, const object_pair *pair, int body)
{
    const int entry = object_memory_find(work->state, pair->key, -1);
    if (entry < 0) return false;
    const memory_entry *e = &work->state->entries[entry];
    return fabs(e->normal - e->settled) > WAKE_SHARE * work->model->weight * work->model->bodies[body].mass;
}

void object_wake_touched(obj_work *work)
{
    const obj_model *model = work->model;
    int room = model->most_awake + model->most_alone - work->awake_count;
    for (int i = 0; i < work->still_count; i++) work->wakes[work->still[i]] = false;
    for (int p = 0; p < work->pair_count; p++) {
        const object_pair *pair = &work->pairs[p];
        if (pair->b == OBJECT_GROUND || pair->link > 0) continue;
        const int body = is_asleep(work, pair->a) ? pair->a : is_asleep(work, pair->b) ? pair->b : -1;
        if (body < 0 || work->wakes[body]) continue;
        if (!is_hit(work, pair) && !is_pressed(work, pair, body)) continue;
        if (room-- > 0)
            work->wakes[body] = true;
        else
            work->report.waiting++;
    }
}
