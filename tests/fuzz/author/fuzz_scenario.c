/* Mutated scenario files. See fuzz.h. */
#include "fuzz.h"

#include "auth/scenario.h"

enum { ROUNDS = 6000 };

static const char grid[] = "headland: scenario\nversion: 1\nname: g\nmachine: m.yaml\nground:\n  kind: grid\n"
                           "  surface: sand\n  origin: [1, 2]\n  spacing: 1 m\n  heights:\n"
                           "    - [0, 1, 2]\n    - [3, 4 cm, 5]\n    - [6, 7, 8]\n"
                           "sand:\n  soils:\n    - file: a.yaml\n    - file: b.yaml\n      name: c\n"
                           "  from: [-4, -4]\n  to: [4, 4]\n  cell: 5 cm\n  particles: 100\n"
                           "  piles:\n    - at: [0, 1]\n      height: 1 m\n      soil: c\n"
                           "  patches:\n    - from: [-1, -1]\n      to: [1, 1]\n      soil: a\n";

FUZZ_PARSER(scenario)

static void check_sand(const auth_sand *sand)
{
    if (!sand->present) return;
    assert_true(sand->to[0] > sand->from[0] && sand->to[1] > sand->from[1]);
    assert_true(sand->cell >= 0.02 && sand->cell <= 0.25 && sand->depth > 0.0);
    assert_true(sand->loose_depth >= 0.0 && sand->loose_depth <= sand->depth);
    fuzz_finite(sand->from, 2);
    fuzz_finite(sand->to, 2);
    fuzz_finite(&sand->particle_radius, 1);
    fuzz_known(sand->soil_count, 1, AUTH_MAX_SOILS + 1);
    for (int i = 0; i < sand->soil_count; i++) assert_true(*sand->soils[i].name && *sand->soils[i].path);
    for (int i = 0; i < sand->pile_count; i++) {
        fuzz_known(sand->piles[i].soil, 0, sand->soil_count);
        fuzz_finite(sand->piles[i].at, 2);
        fuzz_finite(&sand->piles[i].height, 1);
    }
    for (int i = 0; i < sand->patch_count; i++) {
        fuzz_known(sand->patches[i].soil, 0, sand->soil_count);
        fuzz_finite(sand->patches[i].low, 2);
        fuzz_finite(sand->patches[i].high, 2);
    }
}

static void check_site(const auth_scenario *s)
{
    const auth_weather *w = &s->weather;
    assert_true(w->time >= 0.0 && w->time < 24.0 && w->day >= 1 && w->day <= 365);
    assert_true(w->visibility > 0.0 && w->rain >= 0.0 && w->rain <= 1.0 && w->cloud >= 0.0 &&
                w->cloud <= 1.0);
    fuzz_finite((const double[]){w->latitude, w->north, w->visibility, w->wind[0], w->wind[1]}, 5);
    for (int i = 0; i < s->scenery_count; i++) {
        const auth_scenery *scenery = &s->scenery[i];
        assert_true(*scenery->model && scenery->scale > 0.0);
        fuzz_known(scenery->count, 0, 2001);
        fuzz_finite(scenery->at, 2);
        fuzz_finite((const double[]){scenery->heading, scenery->scale}, 2);
        assert_true(scenery->count == 0 ||
                    (scenery->to[0] > scenery->from[0] && scenery->to[1] > scenery->from[1]));
    }
}

/* ---- what makes an exercise ---- */

static void check_bound(const auth_condition *bound)
{
    assert_true(bound->signal == NULL || *bound->signal);
    fuzz_finite(&bound->value, 1);
}

static void check_test(const auth_test *test, const auth_scenario *s)
{
    fuzz_finite(&test->hold, 1);
    fuzz_known(test->alternative, 0, AUTH_MAX_TESTS);
    if (test->kind == AUTH_TEST_SIGNAL || test->kind == AUTH_TEST_RATE) {
        assert_true(test->above.signal || test->below.signal);
        check_bound(&test->above);
        check_bound(&test->below);
    } else {
        fuzz_known(test->of, 0, test->kind == AUTH_TEST_HIT ? s->object_count : s->training.region_count);
    }
}

static void check_instructions(const auth_instructions *list, const auth_training *t)
{
    fuzz_known(list->count, 0, AUTH_MAX_INSTRUCTIONS + 1);
    for (int i = 0; i < list->count; i++) {
        const auth_instruction *instruction = &list->list[i];
        fuzz_known(instruction->number, 0, t->instruction_count);
        assert_ptr_equal(t->instructions[instruction->number], instruction);
        assert_non_null(instruction->text);
        fuzz_known((int)instruction->cue, 0, AUTH_CUES);
        fuzz_finite((const double[]){instruction->seconds, instruction->amount}, 2);
        if (instruction->kind == AUTH_DO_MARK) fuzz_known(instruction->of, 0, t->region_count);
        if (instruction->kind == AUTH_DO_COUNT) fuzz_known(instruction->of, 0, t->counter_count);
        if (instruction->kind == AUTH_DO_NEXT) fuzz_known(instruction->of, 0, t->task_count);
    }
}

static void check_tasks(const auth_scenario *s)
{
    const auth_training *t = &s->training;
    for (int i = 0; i < t->task_count; i++) {
        const auth_task *task = &t->tasks[i];
        assert_true(task->within >= 0.0 && (task->repeat > 0 || (task->repeat == 0 && task->optional)));
        fuzz_finite(&task->within, 1);
        fuzz_known(task->after_count, task->after_any ? 1 : 0, AUTH_MAX_TASKS + 1);
        for (int k = 0; k < task->after_count; k++) fuzz_known(task->after[k], 0, t->task_count);
        fuzz_known(task->test_count, 0, AUTH_MAX_TESTS + 1);
        for (int k = 0; k < task->test_count; k++) check_test(&task->tests[k], s);
        check_instructions(&task->begin, t);
        check_instructions(&task->then, t);
        check_instructions(&task->late, t);
    }
}

static void check_places(const auth_training *t)
{
    for (int i = 0; i < t->region_count; i++) {
        const auth_region *r = &t->regions[i];
        assert_true(r->size[0] > 0.0 && r->size[1] > 0.0 && r->size[2] > 0.0);
        fuzz_finite(r->at, 3);
        fuzz_finite(r->size, 3);
        fuzz_finite(r->point, 3);
        fuzz_finite(&r->heading, 1);
    }
    for (int i = 0; i < t->counter_count; i++) fuzz_finite(&t->counters[i].initial, 1);
    for (int i = 0; i < t->profile_count; i++) {
        const auth_profile *p = &t->profiles[i];
        assert_true(p->length > 0.0 && p->width > 0.0 && p->tolerance > 0.0);
        fuzz_finite(
            (const double[]){p->at[0], p->at[1], p->heading, p->length, p->width, p->height, p->grade}, 7);
    }
}

static void check_training(const auth_scenario *s)
{
    const auth_training *t = &s->training;
    assert_true(*t->title && t->briefing && t->finished && t->failed);
    fuzz_known(t->level, 1, 6);
    fuzz_known(t->attempts, 0, 1001);
    assert_true(t->pass >= 0.0 && t->pass <= 100.0);
    check_places(t);
    check_tasks(s);
    for (int i = 0; i < t->component_count; i++) {
        const auth_component *c = &t->components[i];
        assert_true(*c->name && c->text && *c->signal && c->weight > 0.0);
        fuzz_finite(&c->weight, 1);
        fuzz_known(c->during, -1, t->task_count);
        check_bound(&c->best);
        check_bound(&c->worst);
        check_bound(&c->low);
        check_bound(&c->high);
    }
    for (int i = 0; i < t->plot_count; i++) {
        assert_true(*t->plots[i].title && *t->plots[i].signal);
        check_bound(&t->plots[i].low);
        check_bound(&t->plots[i].high);
    }
}

static void check(const void *made)
{
    const auth_scenario *s = made;
    const auth_ground *g = &s->ground;
    assert_true(s->machine && *s->machine);
    assert_true(s->sand.present || (g->surface && *g->surface));
    check_sand(&s->sand);
    check_site(s);
    check_training(s);
    fuzz_finite((const double[]){s->seconds, s->step, g->slope, g->direction, g->amplitude, g->wavelength,
                                 g->flat_radius, g->spacing, s->start.heading, s->start.drop},
                10);
    fuzz_finite(s->start.at, 2);
    fuzz_known(g->octaves, 1, 7);
    if (g->kind == AUTH_GROUND_WASHBOARD) {
        assert_true(g->wavelength > 0.0 && g->height > 0.0 && g->crest + g->bottom < g->wavelength);
        fuzz_finite((const double[]){g->wavelength, g->height, g->crest, g->bottom, g->shift, g->from}, 6);
        fuzz_known(g->periods, 0, 10001);
    }
    if (g->kind == AUTH_GROUND_GRID) {
        assert_true(g->columns >= 2 && g->rows >= 2 && g->spacing > 0.0);
        fuzz_finite(g->heights, (size_t)(g->columns * g->rows));
    }
    for (int i = 0; i < s->object_count; i++) {
        fuzz_finite(s->objects[i].at, 3);
        fuzz_finite(s->objects[i].size, 3);
    }
}

const fuzz_subject fuzz_subjects[] = {{.parse = parse_scenario,
                                       .check = check,
                                       .file = HEADLAND_SOURCE "/tests/unit/author/field.yaml",
                                       .text = grid,
                                       .more = HEADLAND_SOURCE "/tests/unit/author/exercise.yaml",
                                       .rounds = ROUNDS}};
const int fuzz_subject_count = 1;
