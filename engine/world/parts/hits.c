/* What the machine strikes of the scenery: every pair of a body and an object that touch is one hit, from the
 * first touch until the two have been apart for a while. Contacts bounce: a blow of a bucket against a post
 * is many touches. */
#include "parts/parts.h"

#include "hl/hash.h"

#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

/* [N] What begins a hit: the weight of some ten kilograms. Less is a brush that nobody hears in a cab. */
static const double HIT_FORCE = 100.0;
/* [s] So long apart, the next touch is a blow of its own. */
static const double APART = 0.5;

_Static_assert(sizeof(world_hit) == 4 * sizeof(double) + 2 * sizeof(int), "no padding: it is hashed");
_Static_assert(sizeof(world_open_hit) == 3 * sizeof(int64_t), "no padding: it is hashed");
_Static_assert(offsetof(world_hit_log, open) == 3 * sizeof(int64_t), "no padding: it is hashed");

static int kept_count(const world_hit_log *hits)
{
    return (int)(hits->count < WORLD_HITS_KEPT ? hits->count : WORLD_HITS_KEPT);
}

/* Fixed and free. */
static int object_count(const world_machine *machine)
{
    return machine->site->scenario == NULL ? 0 : machine->site->scenario->object_count;
}

/* ---- one pair ---- */

static world_open_hit *find(world_hit_log *hits, int body, int object)
{
    for (int i = 0; i < hits->open_count; i++)
        if (hits->open[i].body == body && hits->open[i].object == object) return &hits->open[i];
    return NULL;
}

/* @return NULL: too many go on already */
static world_open_hit *begin(world_machine *machine, int body, int object, double time)
{
    world_hit_log *hits = &machine->hits->log;
    if (hits->open_count == WORLD_HITS_OPEN) return NULL;
    world_open_hit *open = &hits->open[hits->open_count++];
    *open = (world_open_hit){.body = body, .object = object, .kept = -1, .touched = time};
    if (hits->count < WORLD_HITS_KEPT) {
        open->kept = (int)hits->count;
        hits->kept[open->kept] = (world_hit){.began = time, .body = body, .object = object};
    }
    hits->count++;
    machine->hits->of_objects[object]++;
    return open;
}

static void touch(world_machine *machine, int body, int object, double force)
{
    world_hit_log *hits = &machine->hits->log;
    const double time = machine->mechanism->state->time, step = machine->mechanism->options.step;
    world_open_hit *open = find(hits, body, object);
    if (open == NULL && force >= HIT_FORCE) open = begin(machine, body, object, time);
    if (open == NULL) return;
    open->touched = time;
    hits->impulse += force * step;
    if (open->kept < 0) return;
    world_hit *hit = &hits->kept[open->kept];
    hit->impulse += force * step;
    hit->peak = fmax(hit->peak, force);
}

static void end_those_apart(world_hit_log *hits, double time)
{
    for (int i = 0; i < hits->open_count;) {
        const world_open_hit open = hits->open[i];
        if (!mb_time_reached(time, open.touched + APART)) {
            i++;
            continue;
        }
        if (open.kept >= 0) hits->kept[open.kept].ended = open.touched;
        hits->open[i] = hits->open[--hits->open_count];
    }
}

/* ---- a tick ---- */

/* The forces between a body and each object that it touches. */
typedef struct object_forces {
    int count;
    struct {
        int object;
        hl_vec3 force;
    } touched[CONTACT_MAX_POINTS];
} object_forces;

static void add_force(object_forces *forces, int object, hl_vec3 force)
{
    int i = 0;
    while (i < forces->count && forces->touched[i].object != object) i++;
    if (i == forces->count) {
        forces->touched[forces->count].object = object;
        forces->touched[forces->count++].force = hl_v3(0, 0, 0);
    }
    forces->touched[i].force = hl_add(forces->touched[i].force, force);
}

static void touch_all(world_machine *machine, int body, const object_forces *forces)
{
    for (int i = 0; i < forces->count; i++) {
        const double force = hl_norm(forces->touched[i].force);
        if (force > 0.0) touch(machine, body, forces->touched[i].object, force);
    }
}

static void watch_hitter(world_machine *machine, const world_hitter *hitter)
{
    const contact_set *set = &hitter->set;
    const contact_motion motion = world_body_motion(machine, hitter->body);
    object_forces forces = {.count = 0};
    for (int k = 0; k < set->count; k++)
        if (hitter->object[k] >= 0)
            add_force(&forces, hitter->object[k],
                      hl_scale(world_point_force(hitter, k, &motion), set->normal[k]));
    touch_all(machine, hitter->body, &forces);
}

/* Contacts of tires and tracks with drivable objects are not hits. */
static void watch_tread(world_machine *machine, const world_tread *tread)
{
    const contact_motion motion = world_body_motion(machine, tread->body);
    object_forces forces = {.count = 0};
    for (int k = 0; k < tread->pair.count; k++) {
        const int object = tread->object[k];
        if (object < 0 || world_scenario_of(machine)->objects[object].drivable) continue;
        const double force = contact_pair_point(&tread->contact, k, &motion, NULL).normal_force;
        add_force(&forces, object, hl_scale(force, tread->pair.spot[k].normal));
    }
    touch_all(machine, tread->body, &forces);
}

static void watch(world_machine *machine)
{
    if (machine->hits == NULL) return;
    for (int h = 0; h < machine->contacts->count; h++)
        if (machine->contacts->list[h].set.count > 0) watch_hitter(machine, &machine->contacts->list[h]);
    for (int t = 0; t < machine->treads->count; t++)
        if (machine->treads->list[t].pair.count > 0) watch_tread(machine, &machine->treads->list[t]);
    end_those_apart(&machine->hits->log, machine->mechanism->state->time);
}

/* ---- state ---- */

static hl_status define(world_machine *machine, world_building *with)
{
    const int fixed = machine->site->object_count, count = object_count(machine);
    const int parts = machine->contacts->count + machine->wheels->count + machine->tracks->count;
    if (count == 0 || (count == fixed && parts == 0)) return HL_OK;
    machine->hits = HL_NEW(with->arena, world_hits, 1);
    if (machine->hits == NULL) return HL_OUT_OF_MEMORY;
    machine->hits->of_objects = HL_NEW(with->arena, double, count);
    return machine->hits->of_objects == NULL ? HL_OUT_OF_MEMORY : HL_OK;
}

static void start(world_machine *machine)
{
    if (machine->hits == NULL) return;
    memset(&machine->hits->log, 0, sizeof machine->hits->log);
    memset(machine->hits->of_objects, 0, (size_t)object_count(machine) * sizeof(double));
}

static uint64_t log_hash(const void *data)
{
    const world_hit_log *hits = data;
    uint64_t hash = hl_hash(HL_HASH_START, hits, offsetof(world_hit_log, open));
    hash = hl_hash(hash, hits->open, (size_t)hits->open_count * sizeof *hits->open);
    return hl_hash(hash, hits->kept, (size_t)kept_count(hits) * sizeof *hits->kept);
}

static bool is_pair(const world_machine *machine, int body, int object)
{
    return body >= 0 && body < machine->author->mechanism->body_count && object >= 0 &&
           object < object_count(machine);
}

static bool log_fits(const world_machine *machine, const void *from)
{
    world_hit_log hits;
    memcpy(&hits, from, sizeof hits);
    if (hits.count < 0 || hits.count > INT_MAX || hits.open_count < 0 || hits.open_count > WORLD_HITS_OPEN)
        return false;
    const int kept = kept_count(&hits);
    for (int i = 0; i < kept; i++)
        if (!is_pair(machine, hits.kept[i].body, hits.kept[i].object)) return false;
    for (int i = 0; i < hits.open_count; i++) {
        const world_open_hit *open = &hits.open[i];
        if (!is_pair(machine, open->body, open->object) || open->kept < -1 || open->kept >= kept)
            return false;
    }
    return true;
}

static void put_blocks(world_machine *machine)
{
    if (machine->hits == NULL) return;
    world_block_put(machine, "hits", &machine->hits->log, sizeof machine->hits->log, log_hash, log_fits);
    world_block_put(machine, "hits of objects", machine->hits->of_objects,
                    (size_t)object_count(machine) * sizeof(double), NULL, NULL);
}

/* ---- looking ---- */

int world_hit_count(const world_machine *machine)
{
    return machine->hits == NULL ? 0 : (int)machine->hits->log.count;
}

double world_copy_hits(const world_machine *machine, int object)
{
    return machine->hits == NULL ? 0.0 : machine->hits->of_objects[object];
}

/* Of all copies of an object. */
double world_object_hits(const world_machine *machine, int entry)
{
    double sum = 0.0;
    for (int i = 0; machine->hits != NULL && i < object_count(machine); i++)
        if (machine->site->scenario->objects[i].entry == entry) sum += machine->hits->of_objects[i];
    return sum;
}

int world_hit_begin(world_machine *machine, int body, int object)
{
    if (machine->hits == NULL) return -1;
    world_hit_log *hits = &machine->hits->log;
    const double time = machine->mechanism->state->time;
    const int kept = hits->count < WORLD_HITS_KEPT ? (int)hits->count : -1;
    if (kept >= 0)
        hits->kept[kept] = (world_hit){.began = time, .ended = time, .body = body, .object = object};
    hits->count++;
    machine->hits->of_objects[object]++;
    return kept;
}

int world_hit_press(world_machine *machine, int hit, double force)
{
    static const double blow = 0.1; /* [s] */
    if (hit < 0) return -1;
    world_hit *of = &machine->hits->log.kept[hit];
    const double time = machine->mechanism->state->time;
    if (time - of->began > blow) return -1;
    const double impulse = force * machine->mechanism->options.step;
    of->ended = time;
    of->impulse += impulse;
    of->peak = fmax(of->peak, force);
    machine->hits->log.impulse += impulse;
    return hit;
}

world_hit world_hit_at(const world_machine *machine, int hit)
{
    return machine->hits->log.kept[hit];
}

static double count_of(const world_machine *machine, int of)
{
    (void)of;
    return world_hit_count(machine);
}

static double impulse_of(const world_machine *machine, int of)
{
    (void)of;
    return machine->hits == NULL ? 0.0 : machine->hits->log.impulse;
}

static void put_signals(world_machine *machine, hl_arena *arena)
{
    static const world_signal_row rows[] = {
        {"hits.count", "1", 1.0, count_of, "blows of the machine against objects since the start"},
        {"hits.impulse", "N s", 1.0, impulse_of, "of all of them together"},
    };
    world_signals_put(machine, WORLD_ROWS(rows), "", "", 0, arena);
}

const world_part_row world_hits_row = {.name = "hits",
                                       .define = define,
                                       .signals = put_signals,
                                       .blocks = put_blocks,
                                       .start = start,
                                       .release = watch};
