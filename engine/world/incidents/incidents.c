/* Incidents of the driven machine, and persons hit or endangered by any machine: detected from the poses of
 * each tick and logged; then the scenario's endings are applied. An incident ends when its cause has been
 * absent for half a second. */
#include "incidents/incidents.h"

#include "training/training.h"

#include "hl/hash.h"

#include <math.h>
#include <string.h>

_Static_assert(sizeof(world_incident) == 8 * sizeof(double), "no padding: it is hashed");

/* [N] as for hits: weaker contacts are ignored */
static const double HIT_FORCE = 100.0;
/* [s] after this time without the cause, the next one is a new incident */
static const double APART = 0.5;

/* ---- building ---- */

static bool is_kept(const auth_scenario *scenario)
{
    return scenario->ending_given + scenario->utility_count + scenario->person_count > 0;
}

/* The latches: overturned, utilities struck, near, persons hit, in danger (of each machine), machines hit. */
static bool allocate(world_incidents *own, hl_arena *arena)
{
    const int utilities = own->utility_count, persons = own->person_count;
    const int senses = persons * own->machine_count;
    own->latch_count = 1 + 2 * utilities + 2 * senses + own->listed_count;
    own->utilities = HL_NEW(arena, world_utility, utilities);
    own->of_utilities = HL_NEW(arena, world_sense, utilities);
    own->persons = HL_NEW(arena, world_person_pose, persons);
    own->of_persons = HL_NEW(arena, world_sense, senses);
    own->log = HL_NEW(arena, world_incident_log, 1);
    own->latches = HL_NEW(arena, int64_t, own->latch_count);
    own->strikes = HL_NEW(arena, double, utilities);
    own->struck = HL_NEW(arena, double, persons);
    own->seen = HL_NEW(arena, double, own->object_count);
    return !hl_arena_failed(arena);
}

/* Called before wheels and shapes exist: parts of an exercise are defined first. */
static hl_status define(world_machine *machine, world_building *with)
{
    const auth_scenario *scenario = world_scenario_of(machine);
    if (scenario == NULL || (!is_kept(scenario) && !auth_scenario_is_exercise(scenario))) return HL_OK;
    world_incidents *own = machine->incidents = HL_NEW(with->arena, world_incidents, 1);
    if (own == NULL) return HL_OUT_OF_MEMORY;
    own->kept = is_kept(scenario);
    if (!own->kept) return HL_OK;
    own->utility_count = scenario->utility_count;
    own->person_count = scenario->person_count;
    own->machine_count = machine->world->machine_count;
    own->listed_count = scenario->machine_count;
    own->object_count = scenario->object_count;
    if (!allocate(own, with->arena)) return HL_OUT_OF_MEMORY;
    for (int i = 0; i < own->utility_count; i++)
        world_utility_place(machine, &scenario->utilities[i], &own->utilities[i]);
    return HL_OK;
}

static hl_status resolve(world_machine *machine, world_building *with)
{
    world_incidents *own = machine->incidents;
    if (own == NULL || own->utility_count + own->person_count == 0) return HL_OK;
    own->solids = HL_NEW(with->arena, world_solids, own->machine_count);
    if (own->solids == NULL) return HL_OUT_OF_MEMORY;
    for (int m = 0; m < own->machine_count && (m == 0 || own->person_count > 0); m++)
        if (!world_solids_define(machine->world->machines[m], &own->solids[m], with->arena))
            return HL_OUT_OF_MEMORY;
    return HL_OK;
}

static void start(world_machine *machine)
{
    world_incidents *own = machine->incidents;
    if (own == NULL) return;
    own->started = true;
    if (!own->kept) return;
    memset(own->log, 0, sizeof *own->log);
    for (int i = 0; i < own->latch_count; i++) own->latches[i] = -1;
    memset(own->strikes, 0, (size_t)own->utility_count * sizeof *own->strikes);
    memset(own->struck, 0, (size_t)own->person_count * sizeof *own->struck);
    for (int i = 0; i < own->object_count; i++) own->seen[i] = world_copy_hits(machine, i);
}

/* ---- endings ---- */

/* Index of a machine of the world in the list of the scenario; the driven one comes first in the world. */
static int listed(const auth_scenario *scenario, int index)
{
    return index == 0 ? scenario->driven : index - 1 < scenario->driven ? index - 1 : index;
}

/* Endings number objects as the file does; incidents number every copy of `repeat` and `scatter`. */
static int row_of(const auth_scenario *scenario, const world_incident *what)
{
    const bool is_object = what->kind == AUTH_ENDING_HIT || what->kind == AUTH_ENDING_DROPPED;
    return is_object ? scenario->objects[what->of].entry : what->of;
}

static bool fits(const auth_scenario *scenario, const auth_ending *ending, const world_incident *what)
{
    return (int)ending->kind == what->kind && (ending->of < 0 || ending->of == row_of(scenario, what)) &&
           (ending->by < 0 || ending->by == listed(scenario, what->by)) && what->speed >= ending->speed &&
           (ending->kind != AUTH_ENDING_DROPPED || what->value >= ending->height);
}

static int ending_of(const auth_scenario *scenario, const world_incident *what)
{
    for (int i = 0; i < scenario->ending_count; i++)
        if (fits(scenario, &scenario->endings[i], what)) return i;
    return -1;
}

/* Log the incident; while the exercise runs, apply the matching ending. */
static void happen(world_machine *machine, world_incident what)
{
    const auth_scenario *scenario = world_scenario_of(machine);
    world_incident_log *log = machine->incidents->log;
    what.tick = machine->mechanism->state->tick;
    what.row = ending_of(scenario, &what);
    if (log != NULL) log->kept[log->count++ % WORLD_INCIDENTS_KEPT] = what;
    if (what.row >= 0 && machine->training != NULL && world_is_exercise(machine->training) &&
        world_goes_on(machine))
        world_instruct(machine, &scenario->endings[what.row].then);
}

/* Mark the incident as present in this tick. @return whether it is a new one */
static bool begins(world_machine *machine, int latch)
{
    int64_t *until = &machine->incidents->latches[latch];
    const int64_t tick = machine->mechanism->state->tick;
    const bool is_new = *until < tick;
    *until = tick + (int64_t)(APART / machine->mechanism->options.step);
    return is_new;
}

void world_object_dropped(world_machine *machine, int object, hl_vec3 place, double height, double speed)
{
    if (machine->incidents == NULL || !machine->incidents->kept) return;
    happen(machine, (world_incident){.kind = AUTH_ENDING_DROPPED,
                                     .of = object,
                                     .place = {place.x, place.y, place.z},
                                     .speed = speed,
                                     .value = height,
                                     .body = -1});
}

/* ---- hits, at the poses before the step ---- */

/* The contact of the machine with an object, as numbered in world_hitter: its force, place, speed. */
typedef struct blow {
    int body;
    double force, speed;
    hl_vec3 place;
} blow;

static void add_points(const world_machine *machine, const world_hitter *hitter, int object, blow *sum)
{
    const world_mechanism *m = machine->mechanism;
    const contact_motion motion = world_body_motion(machine, hitter->body);
    for (int k = 0; k < hitter->set.count; k++) {
        if (hitter->object[k] != object) continue;
        const double force = world_point_force(hitter, k, &motion);
        if (!(force > 0.0)) continue;
        sum->force += force;
        const hl_vec3 v = mb_point(m->model, m->work, hitter->body, hitter->set.point[k]).velocity;
        const double speed = hl_norm(hl_sub(v, hitter->set.moving[k]));
        if (sum->body >= 0 && speed <= sum->speed) continue;
        sum->body = hitter->body;
        sum->speed = speed;
        sum->place = hitter->set.plane[k];
    }
}

static void add_tread(const world_machine *machine, const world_tread *tread, int object, blow *sum)
{
    const contact_motion motion = world_body_motion(machine, tread->body);
    for (int k = 0; k < tread->pair.count; k++) {
        if (tread->object[k] != object) continue;
        const contact_spot *spot = &tread->pair.spot[k];
        const double force = contact_pair_point(&tread->contact, k, &motion, NULL).normal_force;
        if (!(force > 0.0)) continue;
        sum->force += force;
        /* of the axle: the tread of a wheel that rolls on an object stands still */
        const double speed = hl_norm(hl_sub(motion.velocity, spot->carried));
        if (sum->body >= 0 && speed <= sum->speed) continue;
        sum->body = tread->body;
        sum->speed = speed;
        sum->place = spot->plane;
    }
}

static blow blow_of(const world_machine *machine, int object)
{
    blow sum = {.body = -1};
    for (int h = 0; h < machine->contacts->count; h++)
        add_points(machine, &machine->contacts->list[h], object, &sum);
    for (int t = 0; t < machine->treads->count; t++)
        add_tread(machine, &machine->treads->list[t], object, &sum);
    return sum;
}

static void join(blow *all, const blow *by)
{
    const double force = all->force + by->force;
    if (by->body >= 0 && (all->body < 0 || by->speed > all->speed)) *all = *by;
    all->force = force;
}

static void happen_blow(world_machine *machine, auth_ending_kind kind, int of, const blow *by)
{
    happen(machine, (world_incident){.kind = (int16_t)kind,
                                     .of = of,
                                     .place = {by->place.x, by->place.y, by->place.z},
                                     .speed = by->speed,
                                     .body = by->body});
}

/* The newest hit of an object that has no points among those of the shapes, such as a free one. */
static blow blow_of_hit(const world_machine *machine, int object)
{
    blow by = {.body = -1};
    const int hits = world_hit_count(machine);
    for (int i = hits < WORLD_HITS_KEPT ? hits : WORLD_HITS_KEPT; i-- > 0 && by.body < 0;) {
        const world_hit hit = world_hit_at(machine, i);
        if (hit.object != object) continue;
        const mb_point_motion at =
            mb_point(machine->mechanism->model, machine->mechanism->work, hit.body, hl_v3(0, 0, 0));
        by = (blow){.body = hit.body, .speed = hl_norm(at.velocity), .place = at.position};
    }
    return by;
}

static void watch_objects(world_machine *machine)
{
    world_incidents *own = machine->incidents;
    for (int i = 0; i < own->object_count; i++) {
        const double hits = world_copy_hits(machine, i);
        if (hits <= own->seen[i]) continue;
        own->seen[i] = hits;
        const blow of_shapes = blow_of(machine, i);
        const blow by = of_shapes.body >= 0 ? of_shapes : blow_of_hit(machine, i);
        happen_blow(machine, AUTH_ENDING_HIT, i, &by);
    }
}

/* All points with one machine: the bodies of it, then its wheels and tracks, are numbered from -2 - index *
 * WORLD_MOST_HITTERS down. */
static void watch_machine(world_machine *machine, int index)
{
    blow all = {.body = -1};
    const world_machine *other = machine->world->machines[index];
    for (int h = 0; h < world_touchable_count(other); h++) {
        const blow by = blow_of(machine, -2 - (index * WORLD_MOST_HITTERS + h));
        join(&all, &by);
    }
    const int of = listed(world_scenario_of(machine), index);
    const world_incidents *own = machine->incidents;
    const int latch = 1 + 2 * own->utility_count + 2 * own->person_count * own->machine_count + of;
    if (all.body >= 0 && all.force >= HIT_FORCE && begins(machine, latch))
        happen_blow(machine, AUTH_ENDING_MACHINE, of, &all);
}

static void watch_blows(world_machine *machine)
{
    const world_incidents *own = machine->incidents;
    if (own == NULL || !own->kept || !own->started) return;
    watch_objects(machine);
    for (int i = 1; i < machine->world->machine_count; i++) watch_machine(machine, i);
}

/* ---- after the step ---- */

/* The poses of all machines have been evaluated (world_signals_evaluate). */
static void look(world_machine *machine)
{
    world_incidents *own = machine->incidents;
    if (own == NULL || own->solids == NULL) return;
    for (int m = 0; m < own->machine_count; m++)
        world_solids_place(machine->world->machines[m], &own->solids[m]);
    for (int i = 0; i < own->utility_count; i++)
        world_sense_utility(machine, &own->solids[0], &own->utilities[i], &own->of_utilities[i]);
    for (int i = 0; i < own->person_count; i++) {
        const auth_person *person = &world_scenario_of(machine)->persons[i];
        own->persons[i] = world_person_at(machine, person, machine->mechanism->state->tick);
        for (int m = 0; m < own->machine_count; m++)
            world_sense_person(machine->world->machines[m], &own->solids[m], person, own->persons[i].feet,
                               &own->of_persons[i * own->machine_count + m]);
    }
}

static void watch_overturned(world_machine *machine)
{
    world_incident what;
    if (world_has_overturned(machine, 0, &what) && (!machine->incidents->kept || begins(machine, 0)))
        happen(machine, what);
}

static world_incident sensed(auth_ending_kind kind, int by, int of, const world_sense *sense)
{
    return (world_incident){.kind = (int16_t)kind,
                            .by = (int16_t)by,
                            .of = of,
                            .place = {sense->place.x, sense->place.y, sense->place.z},
                            .speed = sense->speed,
                            .value = sense->distance,
                            .body = sense->body};
}

static void watch_utilities(world_machine *machine)
{
    world_incidents *own = machine->incidents;
    for (int i = 0; i < own->utility_count; i++) {
        const world_sense *sense = &own->of_utilities[i];
        if (sense->distance <= 0.0 && begins(machine, 1 + i)) {
            own->strikes[i] += 1.0;
            happen(machine, sensed(AUTH_ENDING_UTILITY, 0, i, sense));
        }
        if (sense->distance < own->utilities[i].author->warning &&
            begins(machine, 1 + own->utility_count + i))
            happen(machine, sensed(AUTH_ENDING_NEAR, 0, i, sense));
    }
}

static void watch_persons(world_machine *machine)
{
    world_incidents *own = machine->incidents;
    const int first = 1 + 2 * own->utility_count, senses = own->person_count * own->machine_count;
    for (int s = 0; s < senses; s++) {
        const world_sense *sense = &own->of_persons[s];
        const int i = s / own->machine_count, by = s % own->machine_count;
        if (sense->endangered && begins(machine, first + senses + s)) {
            world_incident what = sensed(AUTH_ENDING_DANGER, by, i, sense);
            what.value = sense->danger;
            what.speed = sense->danger_speed;
            happen(machine, what);
        }
        if (sense->distance <= 0.0 && begins(machine, first + s)) {
            own->struck[i] += 1.0;
            happen(machine, sensed(AUTH_ENDING_PERSON, by, i, sense));
        }
    }
}

static void step(world_machine *machine)
{
    const world_incidents *own = machine->incidents;
    if (own == NULL || !own->started) return;
    world_signals_evaluate(machine);
    if (own->kept || world_goes_on(machine)) watch_overturned(machine);
    watch_utilities(machine);
    watch_persons(machine);
}

/* ---- state ---- */

static int kept_count(const world_incident_log *log)
{
    return (int)(log->count < WORLD_INCIDENTS_KEPT ? log->count : WORLD_INCIDENTS_KEPT);
}

static uint64_t log_hash(const void *data)
{
    const world_incident_log *log = data;
    const uint64_t hash = hl_hash(HL_HASH_START, &log->count, sizeof log->count);
    return hl_hash(hash, log->kept, (size_t)kept_count(log) * sizeof *log->kept);
}

/* Number of things that a kind of incident may be about. */
static int count_of(const world_machine *machine, int kind)
{
    const world_incidents *own = machine->incidents;
    const int counts[AUTH_ENDING_KINDS] = {
        [AUTH_ENDING_OVERTURNED] = 1,
        [AUTH_ENDING_UTILITY] = own->utility_count,
        [AUTH_ENDING_NEAR] = own->utility_count,
        [AUTH_ENDING_PERSON] = own->person_count,
        [AUTH_ENDING_DANGER] = own->person_count,
        [AUTH_ENDING_HIT] = own->object_count,
        [AUTH_ENDING_MACHINE] = own->listed_count,
        [AUTH_ENDING_DROPPED] = own->object_count,
    };
    return kind < 0 || kind >= AUTH_ENDING_KINDS ? 0 : counts[kind];
}

static bool log_fits(const world_machine *machine, const void *from)
{
    world_incident_log log;
    memcpy(&log, from, sizeof log);
    if (log.count < 0 || log.count > (int64_t)WORLD_MOST_TICKS) return false;
    for (int i = 0; i < kept_count(&log); i++) {
        const world_incident *what = &log.kept[i];
        if (what->by < 0 || what->by >= machine->world->machine_count) return false;
        const auth_mechanism *by = machine->world->machines[what->by]->author->mechanism;
        if (what->of < 0 || what->of >= count_of(machine, what->kind) || what->body < -1 ||
            what->body >= by->body_count || what->row < -1 ||
            what->row >= world_scenario_of(machine)->ending_count)
            return false;
    }
    return true;
}

static void put_blocks(world_machine *machine)
{
    const world_incidents *own = machine->incidents;
    if (own == NULL || !own->kept) return;
    world_block_put(machine, "incidents", own->log, sizeof *own->log, log_hash, log_fits);
    world_block_put(machine, "incidents that go on", own->latches,
                    (size_t)own->latch_count * sizeof *own->latches, NULL, NULL);
    world_block_put(machine, "strikes of utilities", own->strikes,
                    (size_t)own->utility_count * sizeof *own->strikes, NULL, NULL);
    world_block_put(machine, "hits of persons", own->struck, (size_t)own->person_count * sizeof *own->struck,
                    NULL, NULL);
    world_block_put(machine, "hits that are incidents", own->seen,
                    (size_t)own->object_count * sizeof *own->seen, NULL, NULL);
}

/* Definition data that the initial state does not contain. */
static uint64_t fingerprint(const world_machine *machine, uint64_t hash)
{
    const world_incidents *own = machine->incidents;
    if (own == NULL || !own->kept) return hash;
    const auth_scenario *scenario = world_scenario_of(machine);
    for (int i = 0; i < own->utility_count; i++) {
        const auth_utility *author = own->utilities[i].author;
        const double numbers[] = {author->kind, author->radius, author->warning};
        hash = hl_hash(hash, numbers, sizeof numbers);
        hash = hl_hash(hash, own->utilities[i].points,
                       (size_t)author->point_count * sizeof *own->utilities[i].points);
    }
    for (int i = 0; i < own->person_count; i++) {
        const auth_person *author = &scenario->persons[i];
        const double numbers[] = {author->at[0], author->at[1], author->heading, author->speed,
                                  author->pause, author->seed,  author->danger};
        hash = hl_hash(hash, numbers, sizeof numbers);
        for (int k = 0; k < author->point_count; k++)
            hash = hl_hash(hash, author->points[k], sizeof author->points[k]);
    }
    for (int i = 0; i < scenario->ending_count; i++) {
        const auth_ending *ending = &scenario->endings[i];
        const double numbers[] = {ending->kind,    ending->of,    ending->end,
                                  ending->penalty, ending->speed, ending->height};
        hash = hl_hash(hash, numbers, sizeof numbers);
        if (ending->by >= 0) hash = hl_hash(hash, &ending->by, sizeof ending->by);
    }
    return hash;
}

/* ---- looking ---- */

int64_t world_incident_count(const world_machine *machine)
{
    return machine->incidents == NULL || !machine->incidents->kept ? 0 : machine->incidents->log->count;
}

world_incident world_incident_at(const world_machine *machine, int64_t index)
{
    return machine->incidents->log->kept[index % WORLD_INCIDENTS_KEPT];
}

/* ---- signals ---- */

/* [m] displayed if the machine has no solids */
static const double FARTHEST = 1e6;

static double all(const world_machine *machine, int of)
{
    (void)of;
    return (double)machine->incidents->log->count;
}

static double utility_distance(const world_machine *machine, int of)
{
    return fmin(machine->incidents->of_utilities[of].distance, FARTHEST);
}

static double utility_strikes(const world_machine *machine, int of)
{
    return machine->incidents->strikes[of];
}

static double person_distance(const world_machine *machine, int of)
{
    const world_incidents *own = machine->incidents;
    double least = FARTHEST;
    for (int m = 0; m < own->machine_count; m++)
        least = fmin(least, own->of_persons[of * own->machine_count + m].distance);
    return least;
}

static double person_endangered(const world_machine *machine, int of)
{
    const world_incidents *own = machine->incidents;
    for (int m = 0; m < own->machine_count; m++)
        if (own->of_persons[of * own->machine_count + m].endangered) return 1.0;
    return 0.0;
}

static double person_hits(const world_machine *machine, int of)
{
    return machine->incidents->struck[of];
}

static double person_x(const world_machine *machine, int of)
{
    return machine->incidents->persons[of].feet.x;
}

static double person_y(const world_machine *machine, int of)
{
    return machine->incidents->persons[of].feet.y;
}

static double person_z(const world_machine *machine, int of)
{
    return machine->incidents->persons[of].feet.z;
}

static double person_heading(const world_machine *machine, int of)
{
    return machine->incidents->persons[of].heading;
}

static void put_signals(world_machine *machine, hl_arena *arena)
{
    static const world_signal_row total = {"incidents.count", "1", 1.0, all,
                                           "what has gone wrong so far: overturned, struck, hit, too near"};
    static const world_signal_row of_utility[] = {
        {".distance", "m", 1.0, utility_distance, "from the nearest edge or shape to its surface"},
        {".strikes", "1", 1.0, utility_strikes, "times the machine has struck it"},
    };
    static const world_signal_row of_person[] = {
        {".distance", "m", 1.0, person_distance, "to the nearest part of a machine"},
        {".endangered", "1", 1.0, person_endangered, "1 while in the danger zone of a machine"},
        {".hits", "1", 1.0, person_hits, "times that machines have hit the person"},
        {".x", "m", 1.0, person_x, "place of the person"},
        {".y", "m", 1.0, person_y, "place of the person"},
        {".z", "m", 1.0, person_z, "height of the ground under the person"},
        {".heading", "rad", 1.0, person_heading, "direction of the face, from x towards y"},
    };
    const world_incidents *own = machine->incidents;
    if (own == NULL || !own->kept) return;
    const auth_scenario *scenario = world_scenario_of(machine);
    world_signal_put(machine, &total, "", "", 0, arena);
    for (int i = 0; i < own->utility_count; i++)
        world_signals_put(machine, WORLD_ROWS(of_utility), "utility.", scenario->utilities[i].name, i, arena);
    for (int i = 0; i < own->person_count; i++)
        world_signals_put(machine, WORLD_ROWS(of_person), "person.", scenario->persons[i].name, i, arena);
}

const world_part_row world_incidents_row = {.name = "incidents",
                                            .of_exercise = true,
                                            .define = define,
                                            .signals = put_signals,
                                            .resolve = resolve,
                                            .blocks = put_blocks,
                                            .start = start,
                                            .fingerprint = fingerprint,
                                            .release = watch_blows,
                                            .step = step,
                                            .look = look};
