/* Tasks and score as blocks of the state, and what they are made of as a fingerprint. */
#include "training/training.h"

#include "hl/hash.h"

#include <string.h>

_Static_assert(sizeof(world_exercise) == (8 + AUTH_CUES + 1) * sizeof(int64_t), "no padding: it is hashed");
_Static_assert(sizeof(world_task_state) == 7 * sizeof(int64_t), "no padding: it is hashed");
_Static_assert(sizeof(world_test_state) == 3 * sizeof(int64_t), "no padding: it is hashed");
_Static_assert(sizeof(world_measured) == 3 * sizeof(int64_t), "no padding: it is hashed");
_Static_assert(sizeof(world_profile_state) == 10 * sizeof(double), "no padding: it is hashed");
_Static_assert(sizeof(world_note) == 2 * sizeof(int64_t), "no padding: it is hashed");

/* ---- blocks ---- */

static int kept(const world_notes *notes)
{
    return (int)(notes->count < WORLD_NOTES_KEPT ? notes->count : WORLD_NOTES_KEPT);
}

static uint64_t notes_hash(const void *data)
{
    const world_notes *notes = data;
    const uint64_t hash = hl_hash(HL_HASH_START, &notes->count, sizeof notes->count);
    return hl_hash(hash, notes->kept, (size_t)kept(notes) * sizeof *notes->kept);
}

/* ---- bytes from elsewhere ---- */

static bool is_count(int64_t value)
{
    return value >= 0 && value <= (int64_t)WORLD_MOST_TICKS;
}

/* An index, or -1. */
static bool is_of(int64_t value, int count)
{
    return value >= -1 && value < count;
}

static bool exercise_fits(const world_machine *machine, const void *from)
{
    const world_training *t = machine->training;
    world_exercise e;
    memcpy(&e, from, sizeof e);
    const int instructions = t->author->instruction_count;
    for (int i = 0; i < AUTH_CUES; i++)
        if (!is_count(e.cues[i])) return false;
    return e.result >= WORLD_GOES_ON && e.result <= WORLD_FAILED && is_count(e.ended) &&
           is_of(e.reason, instructions) && is_of(e.late, t->author->task_count) &&
           is_of(e.message, instructions) && is_count(e.message_until) && is_of(e.image, instructions) &&
           is_count(e.image_until);
}

static bool note_fits(const world_training *t, const world_note *note)
{
    const bool of_task = note->kind != WORLD_NOTE_INSTRUCTION;
    return note->kind >= WORLD_NOTE_TASK_BEGAN && note->kind <= WORLD_NOTE_INSTRUCTION && note->of >= 0 &&
           note->of < (of_task ? t->author->task_count : t->author->instruction_count);
}

static bool notes_fit(const world_machine *machine, const void *from)
{
    const world_training *t = machine->training;
    world_notes notes;
    memcpy(&notes, from, sizeof notes);
    if (!is_count(notes.count)) return false;
    for (int i = 0; i < kept(&notes); i++)
        if (!note_fits(t, &notes.kept[i])) return false;
    return true;
}

static bool tasks_fit(const world_machine *machine, const void *from)
{
    const world_training *t = machine->training;
    for (int i = 0; i < t->author->task_count; i++) {
        world_task_state s;
        memcpy(&s, (const unsigned char *)from + (size_t)i * sizeof s, sizeof s);
        if (s.phase < WORLD_WAITS || s.phase > WORLD_LATE || !is_count(s.began) || !is_count(s.ended) ||
            !is_count(s.count) || !is_count(s.turns))
            return false;
    }
    return true;
}

static bool tests_fit(const world_machine *machine, const void *from)
{
    const world_training *t = machine->training;
    for (int i = 0; i < t->test_count; i++) {
        world_test_state s;
        memcpy(&s, (const unsigned char *)from + (size_t)i * sizeof s, sizeof s);
        if ((s.since != -1 && !is_count(s.since)) || !is_count(s.samples)) return false;
    }
    return true;
}

static bool measured_fit(const world_machine *machine, const void *from)
{
    const world_training *t = machine->training;
    for (int i = 0; i < t->author->component_count; i++) {
        world_measured s;
        memcpy(&s, (const unsigned char *)from + (size_t)i * sizeof s, sizeof s);
        if (!is_count(s.ticks)) return false;
    }
    return true;
}

void world_training_blocks(world_machine *machine)
{
    const world_training *t = machine->training;
    if (t == NULL) return;
    const auth_training *author = t->author;
    const struct {
        const char *name;
        void *data;
        size_t size;
        uint64_t (*hash)(const void *);
        world_block_fits fits;
    } all[] = {
        {"exercise", t->exercise, sizeof *t->exercise, NULL, exercise_fits},
        {"notes", t->notes, sizeof *t->notes, notes_hash, notes_fit},
        {"tasks", t->task_states, (size_t)author->task_count * sizeof *t->task_states, NULL, tasks_fit},
        {"conditions", t->test_states, (size_t)t->test_count * sizeof *t->test_states, NULL, tests_fit},
        {"rates", t->rings, (size_t)t->ring_values * sizeof *t->rings, NULL, NULL},
        {"counters", t->counters, (size_t)author->counter_count * sizeof *t->counters, NULL, NULL},
        {"marks", t->marked, (size_t)author->region_count * sizeof *t->marked, NULL, NULL},
        {"gauges", t->shown, (size_t)t->gauge_count * sizeof *t->shown, NULL, NULL},
        {"score", t->measured, (size_t)author->component_count * sizeof *t->measured, NULL, measured_fit},
        {"profiles", t->profile_states, (size_t)author->profile_count * sizeof *t->profile_states, NULL,
         NULL},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].size > 0)
            world_block_put(machine, all[i].name, all[i].data, all[i].size, all[i].hash, all[i].fits);
}

/* ---- fingerprint ---- */

static uint64_t number(uint64_t hash, double value)
{
    return hl_hash(hash, &value, sizeof value);
}

static uint64_t whole(uint64_t hash, int64_t value)
{
    return hl_hash(hash, &value, sizeof value);
}

static uint64_t of_bound(uint64_t hash, const world_condition *bound)
{
    return number(whole(hash, bound->signal), bound->signal < 0 ? 0.0 : bound->value);
}

static uint64_t of_test(uint64_t hash, const world_test *test)
{
    hash = whole(whole(whole(hash, test->author->kind), test->author->alternative), test->hold);
    hash = of_bound(of_bound(hash, &test->above), &test->below);
    return whole(hash, test->author->of);
}

static uint64_t of_instructions(uint64_t hash, const auth_instructions *list)
{
    hash = whole(hash, list->count);
    for (int i = 0; i < list->count; i++) {
        const auth_instruction *what = &list->list[i];
        hash = whole(whole(whole(whole(hash, what->kind), what->of), what->cue), what->shown);
        hash = number(number(hash, what->seconds), what->amount);
    }
    return hash;
}

static uint64_t of_task(uint64_t hash, const world_training *t, const world_task *task)
{
    const auth_task *author = task->author;
    hash = whole(whole(whole(hash, author->repeat), author->optional), task->within);
    hash = whole(whole(hash, author->after_any), author->after_count);
    for (int i = 0; i < author->after_count; i++) hash = whole(hash, author->after[i]);
    for (int i = 0; i < author->test_count; i++) hash = of_test(hash, &t->tests[task->first_test + i]);
    hash = of_instructions(hash, &author->begin);
    return of_instructions(of_instructions(hash, &author->then), &author->late);
}

static uint64_t of_component(uint64_t hash, const auth_component *author, const world_component *component)
{
    hash = whole(whole(whole(hash, component->signal), author->measure), author->during);
    hash = number(number(hash, component->low), component->high);
    return number(number(number(hash, component->best), component->worst), component->most);
}

static uint64_t of_region(uint64_t hash, const world_region *region)
{
    hash = hl_hash(whole(hash, region->body), &region->point, sizeof region->point);
    hash = hl_hash(hash, &region->floor, sizeof region->floor);
    hash = hl_hash(hash, region->along, sizeof region->along);
    return hl_hash(hash, &region->size, sizeof region->size);
}

uint64_t world_training_fingerprint(const world_machine *machine, uint64_t hash)
{
    const world_training *t = machine->training;
    if (t == NULL) return hash;
    for (int i = 0; i < t->author->region_count; i++) hash = of_region(hash, &t->regions[i]);
    hash = hl_hash(hash, t->profiles, (size_t)t->author->profile_count * sizeof *t->profiles);
    for (int i = 0; i < t->author->task_count; i++) hash = of_task(hash, t, &t->tasks[i]);
    for (int i = 0; i < t->author->component_count; i++)
        hash = of_component(hash, &t->author->components[i], &t->components[i]);
    return number(hash, t->author->pass);
}
