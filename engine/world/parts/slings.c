/* Hooks of machines with slings: each holds one free object by one of its eyes. A sling is a link of the free
 * objects (object/object.h). The control attaches and releases it before contacts are found, so the steps of
 * the machine and of the objects in this tick agree. */
#include "parts/objects.h"

#include "hl/hash.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

_Static_assert(sizeof(world_sling_state) % sizeof(double) == 0, "doubles alone: it is hashed");
_Static_assert(sizeof(world_sling_note) == 32, "no padding: it is hashed");

static const auth_hook *author_of(const world_machine *machine, int hook)
{
    return &machine->author->hooks[hook];
}

static obj_link_now link_of(const world_machine *machine, int hook)
{
    return obj_link_of(world_objects_of(machine->world)->state, machine->slings->first + hook);
}

/* ---- building ---- */

static hl_status define(world_machine *machine, world_building *with)
{
    const world *w = machine->world;
    const int count = machine->author->hook_count;
    if (world_objects_of(machine->world) == NULL || count == 0) return HL_OK;
    world_slings *slings = machine->slings = HL_NEW(with->arena, world_slings, 1);
    if (slings == NULL) return HL_OUT_OF_MEMORY;
    for (int m = 0; w->machines[m] != machine; m++) slings->first += w->machines[m]->author->hook_count;
    slings->states = HL_NEW(with->arena, world_sling_state, count);
    slings->nearest = HL_NEW(with->arena, world_sling_eye, count);
    return slings->states == NULL || slings->nearest == NULL ? HL_OUT_OF_MEMORY : HL_OK;
}

static void start(world_machine *machine)
{
    for (int k = 0; machine->slings != NULL && k < machine->author->hook_count; k++)
        machine->slings->states[k] = (world_sling_state){.object = -1.0};
}

/* ---- eyes ---- */

/* Position of an eye relative to the empty sling. That sling hangs straight down and can be raised by hand.
 */
static world_sling_eye place_on_sling(const world_machine *machine, int hook, hl_vec3 at, hl_vec3 eye)
{
    const hl_vec3 gravity = world_vec3(machine->author->mechanism->gravity), apart = hl_sub(eye, at);
    const double g = hl_norm(gravity), length = author_of(machine, hook)->length;
    const hl_vec3 down = hl_scale(g > 0.0 ? 1.0 / g : 0.0, gravity);
    const double below = hl_dot(apart, down), along = fmin(fmax(below, 0.0), length);
    return (world_sling_eye){.distance = hl_norm(hl_add_scaled(apart, -along, down)),
                             .above = along - below,
                             .taut = hl_norm(apart) > length};
}

static hl_vec3 hook_place(const world_machine *machine, int hook)
{
    const auth_hook *author = author_of(machine, hook);
    const world_mechanism *m = machine->mechanism;
    return mb_point(m->model, m->work, author->body, world_vec3(author->at)).position;
}

static hl_vec3 eye_of(const world_machine *machine, int object, int eye)
{
    const world_objects *objects = world_objects_of(machine->world);
    return world_vec3(machine->site->scenario->objects[objects->first + object].eyes[eye]);
}

static hl_vec3 eye_place(const world_machine *machine, int object, int eye)
{
    const mb_pose pose = obj_pose(world_objects_of(machine->world)->state, object);
    return hl_add(pose.position, hl_mul(&pose.rotation, eye_of(machine, object, eye)));
}

static bool is_held(const world_machine *machine, int object, int eye)
{
    const world *w = machine->world;
    for (int m = 0; m < w->machine_count; m++) {
        const world_slings *slings = w->machines[m]->slings;
        for (int k = 0; slings != NULL && k < w->machines[m]->author->hook_count; k++)
            if (slings->states[k].object == object && slings->states[k].eye == eye) return true;
    }
    return false;
}

/* The held eye; if the hook is empty, the nearest free eye. */
static world_sling_eye find_eye(const world_machine *machine, int hook)
{
    const world_objects *objects = world_objects_of(machine->world);
    const world_sling_state *s = &machine->slings->states[hook];
    const hl_vec3 at = hook_place(machine, hook);
    world_sling_eye found = {.object = -1, .distance = HUGE_VAL};
    for (int i = 0; i < objects->count; i++) {
        const auth_object *object = &machine->site->scenario->objects[objects->first + i];
        for (int e = 0; e < object->eye_count; e++) {
            const bool own = s->object == i && s->eye == e;
            if (s->object >= 0.0 ? !own : is_held(machine, i, e)) continue;
            world_sling_eye one = place_on_sling(machine, hook, at, eye_place(machine, i, e));
            if (one.distance >= found.distance) continue;
            one.object = i;
            one.eye = e;
            found = one;
        }
    }
    return found;
}

/* ---- attach and release ---- */

static void note(world_machine *machine, int hook, world_sling_act act, int object, double value,
                 double above)
{
    struct world_sling_log *log = &machine->slings->log;
    log->kept[log->count++ % WORLD_SLING_NOTES] = (world_sling_note){
        (int32_t)act, hook, object < 0 ? -1 : world_objects_of(machine->world)->first + object, 0,
        value,        above};
}

static void take(world_machine *machine, int hook, const world_sling_eye *eye)
{
    world_sling_state *s = &machine->slings->states[hook];
    s->object = eye->object;
    s->eye = eye->eye;
    obj_attach(world_objects_of(machine->world)->state, machine->slings->first + hook, eye->object,
               eye_of(machine, eye->object, eye->eye));
    note(machine, hook, WORLD_SLING_TAKES, eye->object, eye->distance, eye->above);
}

static world_sling_act judge(const world_machine *machine, int hook, const world_sling_eye *eye)
{
    if (machine->slings->states[hook].broken > 0.0) return WORLD_SLING_BROKEN;
    if (eye->object < 0) return WORLD_SLING_NONE_LEFT;
    if (eye->distance > author_of(machine, hook)->reach || eye->taut) return WORLD_SLING_TOO_FAR;
    return WORLD_SLING_TAKES;
}

/* Report a refusal once for each move of the control; the hook attaches as soon as possible. */
static void try_to_take(world_machine *machine, int hook)
{
    world_sling_state *s = &machine->slings->states[hook];
    const world_sling_eye eye = find_eye(machine, hook);
    const world_sling_act act = judge(machine, hook, &eye);
    if (act == WORLD_SLING_TAKES)
        take(machine, hook, &eye);
    else if (s->told == 0.0) {
        s->told = 1.0;
        s->refusals += 1.0;
        note(machine, hook, act, eye.object, eye.object < 0 ? 0.0 : eye.distance, eye.above);
    }
}

static void let_go(world_machine *machine, int hook, world_sling_act act)
{
    world_sling_state *s = &machine->slings->states[hook];
    note(machine, hook, act, (int)s->object,
         act == WORLD_SLING_BREAKS ? author_of(machine, hook)->breaks_at : 0.0, 0.0);
    obj_let_go(world_objects_of(machine->world)->state, machine->slings->first + hook);
    s->object = -1.0;
    s->eye = 0.0;
}

static void follow_control(world_machine *machine, int hook)
{
    world_sling_state *s = &machine->slings->states[hook];
    const bool asked = machine->controls->values[author_of(machine, hook)->control] > 0.5;
    if (asked != (s->asked > 0.0)) s->told = 0.0;
    s->asked = asked;
    if (s->object >= 0.0 && link_of(machine, hook).body < 0) {
        let_go(machine, hook, WORLD_SLING_BREAKS);
        s->broken = 1.0;
    }
    if (s->object >= 0.0 && !asked)
        let_go(machine, hook, WORLD_SLING_LETS_GO);
    else if (s->object < 0.0 && asked)
        try_to_take(machine, hook);
}

void world_slings_act(world *w)
{
    for (int m = 0; m < w->machine_count; m++)
        for (int k = 0; w->machines[m]->slings != NULL && k < w->machines[m]->author->hook_count; k++)
            follow_control(w->machines[m], k);
}

/* ---- state ---- */

static bool states_fit(const world_machine *machine, const void *from)
{
    const world_objects *objects = world_objects_of(machine->world);
    for (int k = 0; k < machine->author->hook_count; k++) {
        world_sling_state s;
        memcpy(&s, (const unsigned char *)from + (size_t)k * sizeof s, sizeof s);
        if (!(s.object >= -1.0 && s.object < objects->count) || s.object != floor(s.object)) return false;
        const int eyes =
            s.object < 0.0 ? 1 : machine->site->scenario->objects[objects->first + (int)s.object].eye_count;
        if (!(s.eye >= 0.0 && s.eye < eyes) || s.eye != floor(s.eye)) return false;
    }
    return true;
}

static bool log_fits(const world_machine *machine, const void *from)
{
    struct world_sling_log log;
    memcpy(&log, from, sizeof log);
    if (log.count < 0) return false;
    for (int i = 0; i < WORLD_SLING_NOTES && i < log.count; i++) {
        const world_sling_note *n = &log.kept[i];
        if (n->act < 0 || n->act >= WORLD_SLING_ACTS || n->hook < 0 ||
            n->hook >= machine->author->hook_count || n->object < -1 ||
            n->object >= machine->site->scenario->object_count)
            return false;
    }
    return true;
}

static void put_blocks(world_machine *machine)
{
    world_slings *slings = machine->slings;
    if (slings == NULL) return;
    world_block_put(machine, "hooks", slings->states,
                    (size_t)machine->author->hook_count * sizeof *slings->states, NULL, states_fit);
    world_block_put(machine, "notes of hooks", &slings->log, sizeof slings->log, NULL, log_fits);
}

/* Shapes and places are in the fingerprint of the objects or of the machine. */
static uint64_t fingerprint(const world_machine *machine, uint64_t hash)
{
    for (int k = 0; machine->slings != NULL && k < machine->author->hook_count; k++) {
        const auth_hook *hook = author_of(machine, k);
        const double numbers[] = {hook->at[0],        hook->at[1],     hook->at[2],
                                  (double)hook->body, hook->length,    hook->reach,
                                  hook->stiffness,    hook->breaks_at, (double)hook->control};
        hash = hl_hash(hash, numbers, sizeof numbers);
    }
    return hash;
}

/* ---- notes ---- */

int64_t world_sling_note_count(const world_machine *machine)
{
    return machine->slings == NULL ? 0 : machine->slings->log.count;
}

world_sling_note world_sling_note_at(const world_machine *machine, int64_t at)
{
    return machine->slings->log.kept[at % WORLD_SLING_NOTES];
}

enum { HOOK_BITS = 8, ACT_BITS = 8 };
static const double ABOVE_SPAN = 1048576.0; /* [mm] */

static double in_whole(double value, double most)
{
    return floor(fmin(fmax(value, -most), most) + 0.5);
}

void world_sling_note_pack(const world_sling_note *n, int32_t *subject, double *value)
{
    *subject = n->act | n->hook << ACT_BITS | (n->object + 1) << (ACT_BITS + HOOK_BITS);
    *value = in_whole(1e3 * n->value, 1e12) * ABOVE_SPAN + in_whole(1e3 * n->above, 0.5 * ABOVE_SPAN - 1.0) +
             0.5 * ABOVE_SPAN;
}

world_sling_note world_sling_note_unpack(int32_t subject, double value)
{
    const double whole = floor(value / ABOVE_SPAN);
    return (world_sling_note){.act = subject & ((1 << ACT_BITS) - 1),
                              .hook = subject >> ACT_BITS & ((1 << HOOK_BITS) - 1),
                              .object = (subject >> (ACT_BITS + HOOK_BITS)) - 1,
                              .value = 1e-3 * whole,
                              .above = 1e-3 * (value - whole * ABOVE_SPAN - 0.5 * ABOVE_SPAN)};
}

void world_sling_note_text(const auth_machine *author, const auth_scenario *scenario,
                           const world_sling_note *n, char *text, size_t size)
{
    const char *hook = n->hook < author->hook_count ? author->hooks[n->hook].name : "?";
    const char *object =
        n->object >= 0 && n->object < scenario->object_count ? scenario->objects[n->object].name : "?";
    switch ((world_sling_act)n->act) {
    case WORLD_SLING_TAKES:
        snprintf(text, size, "%s takes %s", hook, object);
        break;
    case WORLD_SLING_LETS_GO:
        snprintf(text, size, "%s releases %s", hook, object);
        break;
    case WORLD_SLING_BREAKS:
        snprintf(text, size, "the sling of %s breaks at %.1f kN: %s is free", hook, 1e-3 * n->value, object);
        break;
    case WORLD_SLING_TOO_FAR:
        snprintf(text, size, "%s does not reach %s: the eye is %.0f mm from the sling, %.0f mm %s its %s",
                 hook, object, 1e3 * n->value, fabs(1e3 * n->above), n->above <= 0.0 ? "below" : "above",
                 n->above <= 0.0 ? "end" : "hook");
        break;
    case WORLD_SLING_BROKEN:
        snprintf(text, size, "the sling of %s is broken", hook);
        break;
    case WORLD_SLING_NONE_LEFT:
    case WORLD_SLING_ACTS:
        snprintf(text, size, "%s cannot take an object: other hooks hold all eyes", hook);
        break;
    }
}

/* ---- signals ---- */

static void look(world_machine *machine)
{
    for (int k = 0; machine->slings != NULL && k < machine->author->hook_count; k++)
        machine->slings->nearest[k] = find_eye(machine, k);
}

static double force(const world_machine *machine, int of)
{
    return hl_norm(link_of(machine, of).force);
}

static double load(const world_machine *machine, int of)
{
    const double g = hl_norm(world_vec3(machine->author->mechanism->gravity));
    return g > 0.0 ? force(machine, of) / g : 0.0;
}

static double attached(const world_machine *machine, int of)
{
    return machine->slings->states[of].object >= 0.0 ? 1.0 : 0.0;
}

static double object(const world_machine *machine, int of)
{
    return machine->slings->states[of].object + 1.0;
}

static double eye(const world_machine *machine, int of)
{
    const world_sling_state *s = &machine->slings->states[of];
    return s->object >= 0.0 ? s->eye + 1.0 : 0.0;
}

static double distance(const world_machine *machine, int of)
{
    const world_sling_eye *near = &machine->slings->nearest[of];
    return near->object < 0 ? 0.0 : near->distance;
}

static double refusals(const world_machine *machine, int of)
{
    return machine->slings->states[of].refusals;
}

static double broken(const world_machine *machine, int of)
{
    return machine->slings->states[of].broken;
}

double world_slings_load(const world_machine *machine)
{
    double sum = 0.0;
    for (int k = 0; machine->slings != NULL && k < machine->author->hook_count; k++) sum += load(machine, k);
    return sum;
}

static void put_signals(world_machine *machine, hl_arena *arena)
{
    static const world_signal_row rows[] = {
        {".force", "N", 1.0, force, "pull of the sling"},
        {".load", "kg", 1.0, load, "the same as a mass at rest: what a load cell shows"},
        {".attached", "1", 1.0, attached, "1 while the hook holds an object"},
        {".distance", "m", 1.0, distance,
         "of the eye held, else of the nearest free one, from the sling that hangs straight down"},
        {".object", "1", 1.0, object, "number of the free object that it holds, from 1; 0: none"},
        {".eye", "1", 1.0, eye, "number of the eye that it holds, from 1; 0: none"},
        {".refusals", "1", 1.0, refusals, "moves of its control that were refused so far"},
        {".broken", "1", 1.0, broken, "1 when its force has been too large"},
    };
    for (int k = 0; machine->slings != NULL && k < machine->author->hook_count; k++)
        world_signals_put(machine, WORLD_ROWS(rows), "sling.", author_of(machine, k)->name, k, arena);
}

const world_part_row world_slings_row = {.name = "slings",
                                         .define = define,
                                         .signals = put_signals,
                                         .blocks = put_blocks,
                                         .start = start,
                                         .fingerprint = fingerprint,
                                         .look = look};
