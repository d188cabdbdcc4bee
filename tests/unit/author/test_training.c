/* What makes a scenario an exercise: what it becomes, and every way in which it can be wrong. */
#include "refusal.h"

#include "auth/scenario.h"

#include <stdio.h>

#define PI 3.14159265358979323846

/* As in test_machine.c. */
static const double rounding = 4e-16;

#define NEARLY(actual, expected) CHECK_RELATIVE(actual, expected, rounding)

#define HEAD  "headland: scenario\nversion: 1\nname: s\ndescription: d\nmachine: /m.yaml\n"
#define PLANE "ground: {kind: plane, surface: grass}\n"
#define BARE  HEAD PLANE

static const auth_training *read_exercise(hl_arena *arena)
{
    return &((const auth_scenario *)read_good(parse_scenario, read_base("exercise.yaml"), arena))->training;
}

/* ---- what it becomes ---- */

static void texts_and_single_values(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_training *t = read_exercise(&arena);
    assert_string_equal(t->title, "Gate and lane");
    assert_string_equal(t->briefing, "Through the gate,\nthen level.");
    assert_string_equal(t->finished, "well done");
    assert_string_equal(t->failed, "try again");
    assert_string_equal(t->hud, "folder/layout.yaml"); /* beside "folder/file" */
    assert_int_equal(t->hud_place.line, 14);
    assert_int_equal(t->hud_place.column, 6);
    assert_int_equal(t->level, 3);
    assert_int_equal(t->attempts, 2);
    hl_arena_free(&arena);
}

static void places(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_training *t = read_exercise(&arena);
    assert_int_equal(t->region_count, 2);
    const auth_region *gate = &t->regions[0], *start = &t->regions[1];
    assert_string_equal(gate->name, "gate");
    assert_int_equal(gate->place.line, 17);
    NEARLY(gate->at[2], -0.5);
    NEARLY(gate->size[1], 4.0);
    NEARLY(gate->heading, PI / 2);
    assert_string_equal(gate->body, "bucket");
    assert_int_equal(gate->body_place.line, 17);
    NEARLY(gate->point[2], 0.2);
    assert_null(start->body);
    CHECK_SAME(start->heading, 0.0);
    CHECK_SAME(start->point[0], 0.0);
    assert_int_equal(t->counter_count, 2);
    assert_string_equal(t->counters[0].name, "loads");
    CHECK_SAME(t->counters[0].initial, 2.0);
    CHECK_SAME(t->counters[1].initial, 0.0);
    assert_int_equal(t->profile_count, 1);
    const auth_profile *lane = &t->profiles[0];
    NEARLY(lane->at[1], -3.0);
    NEARLY(lane->heading, PI / 2);
    NEARLY(lane->length, 6.0);
    NEARLY(lane->width, 2.0);
    NEARLY(lane->height, -0.4);
    NEARLY(lane->grade, -0.02);
    NEARLY(lane->tolerance, 0.03);
    hl_arena_free(&arena);
}

enum { GATE, LEVEL, SLALOM, HOME, WATCH, AGAIN, TASKS };

static void tasks_and_their_order(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_training *t = read_exercise(&arena);
    assert_int_equal(t->task_count, TASKS);
    const auth_task *task = t->tasks;
    assert_string_equal(task[GATE].name, "gate");
    assert_string_equal(task[GATE].text, "through the gate");
    assert_string_equal(task[SLALOM].text, "");
    assert_int_equal(task[LEVEL].place.line, 39);
    NEARLY(task[GATE].within, 60.0);
    CHECK_SAME(task[LEVEL].within, 0.0);
    assert_int_equal(task[GATE].repeat, 1);
    assert_int_equal(task[LEVEL].repeat, 2);
    assert_int_equal(task[WATCH].repeat, 0);
    assert_true(task[WATCH].optional && task[AGAIN].optional && !task[GATE].optional);
    assert_int_equal(task[GATE].after_count, 0); /* the first begins at once */
    assert_int_equal(task[LEVEL].after_count, 1);
    assert_int_equal(task[LEVEL].after[0], GATE); /* the one before */
    assert_int_equal(task[SLALOM].after_count, 2);
    assert_int_equal(task[SLALOM].after[1], LEVEL);
    assert_int_equal(task[HOME].after_count, 2);
    assert_int_equal(task[HOME].after[1], SLALOM);
    assert_true(task[HOME].after_any && !task[SLALOM].after_any);
    assert_int_equal(task[WATCH].after_count, 0); /* `after: []` */
    assert_int_equal(task[AGAIN].after[0], AGAIN);
    assert_int_equal(task[SLALOM].late.count, 0);
    hl_arena_free(&arena);
}

static void the_silent_order_passes_over_optional_tasks(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_scenario *s = read_good(parse_scenario,
                                       BARE "tasks:\n  - {name: x, optional: true}\n  - {name: a}\n"
                                            "  - {name: y, optional: true}\n  - {name: b}\n",
                                       &arena);
    const auth_task *task = s->training.tasks;
    assert_int_equal(task[0].after_count, 0);
    assert_int_equal(task[1].after_count, 0);
    assert_int_equal(task[2].after[0], 1);
    assert_int_equal(task[3].after_count, 1);
    assert_int_equal(task[3].after[0], 1);
    hl_arena_free(&arena);
}

static void tests_and_alternatives(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_training *t = read_exercise(&arena);
    assert_int_equal(t->tasks[GATE].test_count, 2);
    const auth_test *test = t->tasks[GATE].tests;
    assert_int_equal(test[0].kind, AUTH_TEST_INSIDE);
    assert_int_equal(test[0].of, 0);
    assert_int_equal(test[0].alternative, 0);
    assert_int_equal(test[0].place.line, 27);
    assert_int_equal(test[0].place.column, 21);
    assert_int_equal(test[1].kind, AUTH_TEST_SIGNAL);
    assert_null(test[1].above.signal);
    assert_string_equal(test[1].below.signal, "vehicle.speed");
    assert_true(test[1].below.with_unit && !test[1].below.above);
    NEARLY(test[1].below.value, 2 / 3.6);
    NEARLY(test[1].hold, 2.0);
    assert_int_equal(t->tasks[LEVEL].test_count, 4);
    test = t->tasks[LEVEL].tests;
    assert_true(test[0].above.above && !test[0].above.with_unit);
    NEARLY(test[0].above.value, 0.5);
    NEARLY(test[0].below.value, 0.9);
    assert_int_equal(test[1].kind, AUTH_TEST_RATE);
    assert_string_equal(test[1].above.signal, "bucket.height");
    assert_int_equal(test[1].alternative, 1);
    assert_int_equal(test[2].kind, AUTH_TEST_HIT);
    assert_int_equal(test[2].of, 1);
    assert_int_equal(test[2].alternative, 1);
    assert_int_equal(test[3].kind, AUTH_TEST_OUTSIDE);
    assert_int_equal(test[3].of, 1);
    assert_int_equal(test[3].alternative, 0);
    hl_arena_free(&arena);
}

static void instructions(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_training *t = read_exercise(&arena);
    const auth_instruction *begin = t->tasks[GATE].begin.list, *then = t->tasks[GATE].then.list;
    assert_int_equal(t->tasks[GATE].begin.count, 4);
    assert_int_equal(begin[0].kind, AUTH_DO_MARK);
    assert_int_equal(begin[0].of, 0);
    assert_true(begin[0].shown);
    assert_int_equal(begin[1].kind, AUTH_DO_MESSAGE);
    assert_string_equal(begin[1].text, "go");
    NEARLY(begin[1].seconds, 8.0);
    assert_int_equal(begin[1].level, AUTH_WARNING);
    assert_int_equal(begin[2].kind, AUTH_DO_IMAGE);
    assert_string_equal(begin[2].text, "folder/map.png");
    CHECK_SAME(begin[2].seconds, 0.0);
    assert_int_equal(begin[3].kind, AUTH_DO_GAUGE);
    assert_string_equal(begin[3].text, "dig-height");
    assert_false(begin[3].shown);
    assert_int_equal(begin[3].place.line, 33);
    assert_int_equal(begin[3].place.column, 17);
    assert_int_equal(then[0].kind, AUTH_DO_COUNT);
    assert_int_equal(then[0].of, 1);
    CHECK_SAME(then[0].amount, -1.0);
    assert_int_equal(then[1].kind, AUTH_DO_SCORE);
    CHECK_SAME(then[1].amount, -5.0);
    assert_string_equal(then[1].text, "too slow");
    assert_int_equal(then[2].kind, AUTH_DO_SOUND);
    assert_int_equal(then[2].cue, AUTH_CUE_SUCCESS);
    assert_int_equal(t->tasks[GATE].late.list[0].kind, AUTH_DO_FAIL);
    assert_string_equal(t->tasks[GATE].late.list[0].text, "never reached");
    const auth_instruction *level = t->tasks[LEVEL].then.list;
    NEARLY(level[0].seconds, 5.0);
    assert_int_equal(level[0].level, AUTH_INFO);
    CHECK_SAME(level[1].amount, 1.0);
    assert_int_equal(t->tasks[WATCH].then.list[0].kind, AUTH_DO_NEXT);
    assert_int_equal(t->tasks[WATCH].then.list[0].of, AGAIN);
    assert_int_equal(t->tasks[AGAIN].then.list[0].kind, AUTH_DO_FINISH);
    assert_int_equal(t->instruction_count, 13); /* the last: a machine that overturns fails */
    for (int i = 0; i < t->instruction_count; i++) assert_int_equal(t->instructions[i]->number, i);
    assert_ptr_equal(t->instructions[4], &then[0]);
    assert_ptr_equal(t->instructions[11], &t->tasks[AGAIN].then.list[0]);
    hl_arena_free(&arena);
}

static void score_and_plots(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_training *t = read_exercise(&arena);
    CHECK_SAME(t->pass, 60.0);
    assert_int_equal(t->component_count, 3);
    const auth_component *time = &t->components[0], *low = &t->components[1], *fuel = &t->components[2];
    assert_string_equal(time->text, "time taken");
    assert_string_equal(time->signal, "task.home.time");
    assert_int_equal(time->signal_place.line, 54);
    assert_int_equal(time->measure, AUTH_MEASURE_MOST);
    assert_int_equal(time->during, -1);
    NEARLY(time->best.value, 20.0);
    NEARLY(time->worst.value, 120.0);
    assert_true(time->worst.with_unit);
    CHECK_SAME(time->weight, 2.0);
    assert_string_equal(low->text, "low bucket"); /* its name */
    assert_int_equal(low->measure, AUTH_MEASURE_SHARE);
    assert_int_equal(low->during, HOME);
    assert_string_equal(low->low.signal, "bucket.height");
    NEARLY(low->low.value, 0.1);
    NEARLY(low->high.value, 0.6);
    CHECK_SAME(low->best.value, 1.0);
    CHECK_SAME(low->worst.value, 0.0);
    assert_int_equal(fuel->measure, AUTH_MEASURE_END);
    assert_false(fuel->best.with_unit);
    assert_int_equal(t->plot_count, 2);
    assert_string_equal(t->plots[0].title, "Bucket, height");
    assert_string_equal(t->plots[0].signal, "bucket.height");
    NEARLY(t->plots[0].high.value, 0.6);
    assert_null(t->plots[1].low.signal);
    NEARLY(t->plots[1].high.value, PI / 18);
    assert_int_equal(t->plots[1].signal_place.line, 59);
    hl_arena_free(&arena);
}

static void defaults(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_scenario *s = read_good(parse_scenario, BARE, &arena);
    const auth_training *t = &s->training;
    assert_string_equal(t->title, "s");
    assert_string_equal(t->briefing, "d");
    assert_string_equal(t->finished, "");
    assert_string_equal(t->failed, "");
    assert_null(t->hud);
    assert_int_equal(t->level, 1);
    assert_int_equal(t->attempts, 0);
    CHECK_SAME(t->pass, 0.0);
    assert_int_equal(t->task_count + t->region_count + t->counter_count + t->profile_count +
                         t->component_count + t->plot_count + t->instruction_count,
                     0);
    /* a score needs no tasks */
    s = read_good(parse_scenario,
                  BARE "score: {components: [{name: a, signal: b, best: 1, worst: 0, weight: 1}]}\n", &arena);
    assert_int_equal(s->training.component_count, 1);
    hl_arena_free(&arena);
}

/* ---- how it can be wrong ---- */

static void single_values_are_refused(void **state)
{
    (void)state;
    static const variation list[] = {
        {"level: 3", "level: @6", "'level' is 6; 1 to 5 is expected"},
        {"level: 3", "level: @0", "'level' is 0; 1 to 5 is expected"},
        {"attempts: 2", "attempts: @-2", "'attempts' is '-2'; a whole number"},
        {"attempts: 2", "attempts: @5000", "'attempts' is 5000; 0 to 1000 is expected"},
        {"title: Gate and lane", "title: @\"\"", "'title' is empty; a text is expected"},
        {"title: Gate and lane", "title: @\"a\\tb\"", "'title' has a control character"},
        {"title: Gate and lane", "@titel: x", "did you mean 'title'?"},
        {"regions:", "@region:", "did you mean 'regions'?"},
    };
    CHECK_VARIATIONS(parse_scenario, read_base("exercise.yaml"), list);
}

static void places_are_refused(void **state)
{
    (void)state;
    static const variation list[] = {
        {"size: [4, 4, 4]", "size: [4, @-1, 4]", "'size' is -1; a length above zero is expected"},
        {"{name: start, at: [0, 0, 0]", "{name: start, at: @[13 m, 0, 0]",
         "the region lies outside the field of sand, and the ground there has no 'surface' to drive on; one "
         "that has a share of the field is expected"},
        {"size: [4, 4, 4]}", "size: [4, 4, 4]}\n  - {name: @gate, at: [0, 0, 0], size: [1, 1, 1]}",
         "the name 'gate' is taken in this list"},
        {"heading: 90 deg, body", "heading: @90 m, body", "an angle"},
        {"heading: 90 deg, body", "heading: 90,@5 deg, body",
         "'5 deg' as a key in 'regions'; a word is expected, and in numbers a decimal point"},
        {"at: [2 m, -3 m]", "at: @[2,5 m, -3 m]",
         "'at' has 3 entries; 2 are expected (numbers have a decimal point, no comma)"},
        {"initial: 2", "initial: @2 m", "a plain number"},
        {"initial: 2", "initial: @1e308", "'initial' is 1e308; -1e9 to 1e9 is expected"},
        {"point: [10 cm", "point: [@1e308 m", "'point' is 1e308 m; -100 km to 100 km is expected"},
        {"{name: hits}", "{name: hits}\n  - {name: @loads}", "the name 'loads' is taken in this list"},
        {"{name: hits}", "{name: hits}\n  - {name: a b}\n  - {name: @a_b}",
         "counter 'a_b' would have the signal of counter 'a b'"},
        {"width: 2 m", "width: @-2 m", "'width' is -2 m; a length above zero"},
        {"grade: -2 %", "grade: @-1.5", "'grade' is -1.5; -1 to 1 is expected"},
        {"tolerance: 3 cm", "tolerance: @-3 cm", "'tolerance' is -3 cm; a length above zero is expected"},
        {"tolerance: 3 cm", "tolerance: @2 m", "'tolerance' is 2 m; 0 to 1 m is expected"},
        {"height: -40 cm", "height: @-2.5 m",
         "the profile lies 2.5 m deep, the rigid bottom 2 m; a 'height' above the bottom is expected"},
        {"height: -40 cm", "height: @30 m", "'height' is 30 m; -20 m to 20 m is expected"},
        {"at: [2 m, -3 m]", "at: @[2 m, -8 m]",
         "the profile reaches out of the field of sand; one that lies within 'from' and 'to' of the sand"},
    };
    CHECK_VARIATIONS(parse_scenario, read_base("exercise.yaml"), list);
    static const variation rigid[] = {
        {PLANE,
         PLANE "profiles:\n  - @{name: p, at: [0, 0], length: 1, width: 1, height: 0, tolerance: 1 cm}\n",
         "a profile on rigid ground; a scenario with 'sand' is expected"},
    };
    CHECK_VARIATIONS(parse_scenario, BARE, rigid);
}

/* A turned region is as far from the field as its corners; ground with a surface carries it anywhere. */
static void regions_beside_the_field(void **state)
{
    (void)state;
#define BESIDE(surface, heading)                                                                             \
    HEAD "ground: {kind: plane" surface "}\n"                                                                \
         "sand: {soils: [{file: s.yaml}], from: [-4, -4], to: [4, 4]}\n"                                     \
         "regions:\n  - {name: r, at: [8, 0, 0], size: [1, 10, 1], heading: " heading "}\n"
    hl_arena arena = {0};
    assert_non_null(read_good(parse_scenario, BESIDE("", "90 deg"), &arena));
    assert_non_null(read_good(parse_scenario, BESIDE(", surface: grass", "0"), &arena));
    hl_arena_free(&arena);
    static const variation list[] = {{"at: [8", "at: @[8", "the region lies outside the field of sand"}};
    CHECK_VARIATIONS(parse_scenario, BESIDE("", "0"), list);
}

/* Turned by a right angle its edges lie on those of the field but for the last bit. */
static void a_profile_as_large_as_the_field(void **state)
{
    (void)state;
    hl_arena arena = {0};
    assert_non_null(read_good(parse_scenario,
                              BARE "sand: {soils: [{file: s.yaml}], from: [-3 m, -1.7 m], to: [3 m, 1.7 m]}\n"
                                   "profiles: [{name: p, at: [0, 0], heading: 90 deg, length: 3.4 m, "
                                   "width: 6 m, height: 0, tolerance: 1 cm}]\n",
                              &arena));
    hl_arena_free(&arena);
}

static void tests_are_refused(void **state)
{
    (void)state;
    static const variation list[] = {
        {"{inside: gate}", "{inside: @gat}",
         "unknown region 'gat' under 'inside'; the name of one in this file is expected; did you mean "
         "'gate'?"},
        {"{outside: start}", "{outside: @strt}", "did you mean 'start'?"},
        {"{hit: right post", "{hit: @right pst",
         "unknown object 'right pst' under 'hit'; the name of one in this file is expected; did you mean "
         "'right post'?"},
        {"{inside: gate}", "@{inside: gate, outside: start}",
         "a test with several of 'signal', 'rate_of', 'inside', 'outside' and 'hit'; one of them is "
         "expected"},
        {"{inside: gate}", "@{hold: 1 s}", "a test with none of 'signal'"},
        {"{inside: gate}", "{inside: gate, above: @3}", "'above' has no effect with 'inside'"},
        {"below: 2 km/h, hold: 2 s", "below: 2 km/h, hold: @-2 s",
         "'hold' is -2 s; a time of zero or more is expected"},
        {"{signal: vehicle.speed, below: 2 km/h, hold: 2 s}", "@{signal: vehicle.speed}",
         "'signal' with none of 'above' and 'below'; one of them, or both, is expected"},
        {"above: 0.5, below: 90 %", "above: 0.5, below: @0.4",
         "nothing is above 0.5 and below 0.4 at once; a value of 'below' that is larger"},
        {"below: 90 %", "below: @9 quarts", "'9 quarts' has an unknown unit"},
        {"any: [{rate_of: bucket.height, above: 1 m/s}, {hit", "any: [{@any: []}, {hit",
         "unknown key 'any' in 'any'"},
        {"any: [{rate_of: bucket.height, above: 1 m/s}, {hit: right post, hold: 1 s}]",
         "any: @[{rate_of: bucket.height, above: 1 m/s}]", "'any' has 1 entries; 2 to 16 are expected"},
        {"any: [{rate_of", "hold: @2 s\n        any: [{rate_of", "'hold' beside 'any' has no effect"},
    };
    CHECK_VARIATIONS(parse_scenario, read_base("exercise.yaml"), list);
    /* 14 tests, then three alternatives */
#define SIX "{hit: p}, {hit: p}, {hit: p}, {hit: p}, {hit: p}, {hit: p}, "
    static const variation many[] = {
        {PLANE,
         PLANE "objects:\n  - {name: p, at: [5, 5, 0], size: [1, 1, 1]}\n"
               "tasks:\n  - {name: a, when: [" SIX SIX
               "{hit: p}, {hit: p}, @{any: [{hit: p}, {hit: p}, {hit: p}]}]}\n",
         "more than 16 tests, with those under 'any'; fewer are expected"},
    };
    CHECK_VARIATIONS(parse_scenario, BARE, many);
}

static void instructions_are_refused(void **state)
{
    (void)state;
    static const variation list[] = {
        {"- {mark: gate}", "- {mark: @gata}", "unknown region 'gata' under 'mark'"},
        {"{count: hits, add: -1}", "{count: @hit, add: -1}", "did you mean 'hits'?"},
        {"{next: again}", "{next: @agan}",
         "unknown task 'agan' under 'next'; the name of one in this file is expected; did you mean 'again'?"},
        {"{sound: success}", "{sound: @sucess}", "did you mean 'success'?"},
        {"seconds: 8 s, level: warning", "seconds: 8 s, level: @warnin", "did you mean 'warning'?"},
        {"seconds: 8 s", "seconds: @-8 s", "'seconds' is -8 s; a time of zero or more is expected"},
        {"{sound: success}", "@{sound: success, message: x}", "an instruction with several of 'message'"},
        {"{message: done}", "@{seconds: 2 s}", "an instruction with none of 'message'"},
        {"{message: done}", "{message: @\"\"}", "'message' is empty; a text is expected"},
        {"{message: done}", "{message: @\"a\\tb\"}", "'message' has a control character"},
        {"{sound: success}", "{sound: success, text: @x}",
         "'text' has no effect with 'sound'; the key is expected to be left out"},
        {"{message: done}", "{message: done, add: @1}", "'add' has no effect with 'message'"},
        {"- {mark: gate}", "- {mark: gate, seconds: @1}", "'seconds' has no effect with 'mark'"},
        {"{image: map.png", "{image: @map.gif",
         "'image' is no picture that can be shown; a file whose name ends with .png or .svg is expected"},
        {"{score: -5,", "{score: @-500,", "'score' is -500; -100 to 100 is expected"},
        {"add: -1", "add: @1 m", "a plain number"},
        {"add: -1", "add: @-1e308", "'add' is -1e308; -1e9 to 1e9 is expected"},
        {"late: [{fail: never reached}]", "late: @[]", "'late' has 0 entries; 1 to 12 are expected"},
    };
    CHECK_VARIATIONS(parse_scenario, read_base("exercise.yaml"), list);
}

static void tasks_are_refused(void **state)
{
    (void)state;
    static const variation list[] = {
        {"within: 1 min", "within: @-1 min", "'within' is -1 min; a time of zero or more is expected"},
        {"{name: home,", "{name: home, late: @[{fail: x}],", "'late' has no effect without 'within'"},
        {"after: [gate, level]", "after: [gate, @levl]",
         "unknown task 'levl' under 'after'; the name of one in this file is expected; did you mean "
         "'level'?"},
        {"after_any: [gate, slalom]", "after_any: [gate, @slalon]", "did you mean 'slalom'?"},
        {"after: [gate, level]", "after: [gate, @gate]", "task 'gate' is named twice; once is expected"},
        {"after: [gate, level]", "after: gate, after_any: @[level]",
         "'after_any' beside 'after'; give one of them, not both"},
        {"after: [gate, level]", "after: @", "'after' is empty; a text is expected"},
        {"after: [gate, level]", "after: @{gate: 1}", "'after' is given a mapping; a list is expected"},
        {"after_any: [gate, slalom]", "after_any: @[]", "'after_any' has 0 entries; 1 to 64 are expected"},
        {"optional: true, after: [], repeat: 0", "after: [], repeat: @0",
         "a task with 'repeat: 0' is never done, so that the exercise could not be finished; 'optional: "
         "true' "
         "beside it is expected"},
        {"repeat: 0, when: [{hit: left post}]", "repeat: @0",
         "a task without 'when' is done at once, here again and again; 'when', or no 'repeat', is expected"},
        {"repeat: 2", "repeat: @-1", "'repeat' is '-1'; a whole number"},
        {"repeat: 2", "repeat: @2000000", "'repeat' is 2000000; 0 to 1000000 is expected"},
        {"do: [{finish: enough}]}", "do: [{finish: enough}]}\n  - {name: @level}",
         "the name 'level' is taken in this list"},
    };
    CHECK_VARIATIONS(parse_scenario, read_base("exercise.yaml"), list);
    static const variation signals[] = {
        {PLANE, PLANE "tasks:\n  - {name: a b}\n  - {name: @a_b}\n",
         "task 'a_b' would have the signal of task 'a b'; a name that differs in more than spaces is "
         "expected"},
    };
    CHECK_VARIATIONS(parse_scenario, BARE, signals);
}

static void orders_are_refused(void **state)
{
    (void)state;
    static const variation list[] = {
        /* circles: of two, of three with a way out that a `next` would find, through `after_any` */
        {PLANE, PLANE "tasks:\n  - {name: a, after: @b}\n  - {name: b, after: a}\n",
         "the tasks 'a', 'b' come after each other in a circle, none of them can begin; one that comes after "
         "none of the others is expected"},
        {PLANE,
         PLANE "tasks:\n  - {name: s, do: [{next: c}]}\n  - {name: a, after: @c}\n  - {name: b, after: a}\n"
               "  - {name: c, after: [s, b]}\n  - {name: d}\n",
         "the tasks 'a', 'b', 'c' come after each other in a circle"},
        {PLANE, PLANE "tasks:\n  - {name: a, after_any: @[b]}\n  - {name: b}\n",
         "the tasks 'a', 'b' come after each other in a circle"},
        /* itself, and nobody begins it */
        {PLANE, PLANE "tasks:\n  - {name: a}\n  - {name: b, after: @b}\n",
         "task 'b' can never begin: it comes after itself and no 'next' begins it"},
        {PLANE,
         PLANE "tasks:\n  - {name: a, within: 9 s, late: [{next: b}, {fail: x}]}\n"
               "  - {name: b, after: @b, optional: true}\n",
         "task 'b' can never begin: it comes after itself and no 'next' begins it"},
        /* after what is never done; what waits for it is not spoken of */
        {PLANE,
         PLANE "tasks:\n  - {name: a, optional: true, repeat: 0, when: [{signal: x, above: 1}]}\n  - {name: "
               "b, after: @a}\n  - {name: c}\n",
         "task 'b' can never begin: it comes after 'a', which repeats for ever; a task that can be done, or "
         "'after: []', is expected"},
        {PLANE, PLANE "tasks:\n  - {name: a, do: [{finish: x}]}\n  - @{name: b, optional: true}\n",
         "task 'b' can never begin: it comes after 'a', which ends the exercise when it is done"},
        {PLANE,
         PLANE "tasks:\n  - {name: a, begin: [{fail: x}]}\n  - {name: b, after_any: @[a], optional: true}\n",
         "task 'b' can never begin: it comes after 'a', which ends the exercise when it is done"},
        /* no end */
        {PLANE, PLANE "tasks:\n  @- {name: a, optional: true}\n  - {name: b, optional: true, within: 0}\n",
         "all tasks are optional and none of them ends the exercise"},
        {PLANE, PLANE "tasks:\n  @- {name: a, optional: true, within: 9 s, late: [{message: x}]}\n",
         "all tasks are optional and none of them ends the exercise"},
        {PLANE, PLANE "tasks:\n  @- {name: a, optional: true, within: 9 s}\n",
         "all tasks are optional and none of them ends the exercise"},
        /* late, and then */
        {PLANE, PLANE "tasks:\n  - {name: a, within: 9 s, late: @[{message: x}]}\n",
         "once task 'a' is late the exercise can never be finished; a 'fail', a 'finish', a 'next' that "
         "begins "
         "it anew, or 'optional: true', is expected"},
        {PLANE,
         PLANE
         "tasks:\n  - {name: a, within: 9 s, late: @[{next: b}]}\n  - {name: b, after: b, do: [{fail: x}]}\n",
         "once task 'a' is late the exercise can never be finished"},
    };
    CHECK_VARIATIONS(parse_scenario, BARE, list);
}

static void orders_that_are_good(void **state)
{
    (void)state;
    hl_arena arena = {0};
    static const char *const good[] = {
        /* a circle of `after_any` that is entered elsewhere, and a chain of `next` */
        "  - {name: a}\n  - {name: b, after_any: [a, c]}\n  - {name: c}\n",
        "  - {name: a, begin: [{next: b}]}\n  - {name: b, after: b}\n  - {name: c}\n",
        "  - {name: a, within: 9 s, late: [{next: b}]}\n  - {name: b, after: b, do: [{next: a}]}\n",
        /* late, and still it can be finished */
        "  - {name: a, within: 9 s, late: [{message: x}, {next: a}]}\n",
        "  - {name: a, within: 9 s, late: [{next: b}]}\n  - {name: b, after: b, do: [{finish: x}]}\n",
        /* ends of every kind */
        "  - {name: a, optional: true, do: [{finish: x}]}\n",
        "  - {name: a, optional: true, begin: [{fail: x}]}\n",
        "  - {name: a, optional: true, within: 9 s, late: [{fail: x}]}\n",
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        char text[1000];
        snprintf(text, sizeof text, "%stasks:\n%s", BARE, good[i]);
        assert_non_null(read_good(parse_scenario, text, &arena));
    }
    assert_non_null(read_good(
        parse_scenario, BARE "goal: {signal: x, above: 1}\ntasks:\n  - {name: a, optional: true}\n", &arena));
    hl_arena_free(&arena);
}

static void scores_and_plots_are_refused(void **state)
{
    (void)state;
    static const variation list[] = {
        {"weight: 2}", "weight: @-2}", "'weight' is -2; a plain number above zero is expected"},
        {"weight: 2}", "weight: @0}", "'weight' is 0; a plain number above zero is expected"},
        {"- {name: fuel, signal: fuel.used, best: 1, worst: 4, weight: 1}",
         "- @{name: fuel, signal: fuel.used, best: 1, worst: 4}", "missing in 'components': weight"},
        {"weight: 2}", "weight: @1e308}", "'weight' is 1e308; 0 to 1e6 is expected"},
        {"pass: 60", "pass: @101", "'pass' is 101; 0 to 100 is expected"},
        {"best: 1, worst: 4", "best: 1, worst: @1",
         "'best' and 'worst' are the same; two values are expected"},
        {"best: 1, worst: 4", "best: 0, worst: @0 l", "'best' and 'worst' are the same"},
        {"{name: fuel, signal: fuel.used, best: 1, worst: 4,", "@{name: fuel, signal: fuel.used, best: 1,",
         "missing without 'of: share': worst; expected"},
        {"of: most, best: 20 s,", "of: @mots,", "did you mean 'most'?"},
        {"best: 1, worst: 4", "best: 1, worst: 4, low: @2", "'low' has no effect without 'of: share'"},
        {"of: share, low: 10 cm, high: 60 cm", "of: @share",
         "'share' with none of 'low' and 'high'; one of them, or both, is expected"},
        {"of: share, low: 10 cm, high: 60 cm", "of: share, low: 10 cm, high: @5 cm",
         "'high' is not above 'low'; a larger value is expected"},
        {"high: 60 cm, during", "high: 60 cm, best: @2, during",
         "'best' of a share is itself a share; 0 to 1 is expected"},
        {"high: 60 cm, during", "high: 60 cm, worst: @10 cm, during", "'worst' of a share is itself a share"},
        {"high: 60 cm, during", "high: 60 cm, best: @0, during", "'best' and 'worst' are the same"},
        {"during: home", "during: @hom",
         "unknown task 'hom' under 'during'; the name of one in this file is expected; did you mean 'home'?"},
        {"{name: fuel", "{name: @total", "'score.total' is the signal of the whole score; another name"},
        {"{name: fuel", "{name: @low_bucket",
         "component 'low_bucket' would have the signal of component 'low bucket'"},
        {"high: 10 deg}", "high: 10 deg, low: 1 deg, @colour: red}", "unknown key 'colour' in 'plots'"},
        {"high: 10 deg}", "low: 20 deg, high: @10 deg}", "'high' is not above 'low'"},
        {"title: Roll", "title: @\"a\\x07b\"", "'title' has a control character"},
        {"high: 10 deg}", "high: @10 dgr}", "'10 dgr' has an unknown unit"},
    };
    CHECK_VARIATIONS(parse_scenario, read_base("exercise.yaml"), list);
}

/* Of every list one more than fits. */
static void capacities(void **state)
{
    (void)state;
    static const struct {
        const char *key, *item;
        int most;
    } lists[] = {
        {"regions", "name: n%d, at: [0, 0, 0], size: [1, 1, 1]", AUTH_MAX_REGIONS},
        {"counters", "name: n%d", AUTH_MAX_COUNTERS},
        {"profiles", "name: n%d, at: [0, 0], length: 1, width: 1, height: 0, tolerance: 1 cm",
         AUTH_MAX_PROFILES},
        {"tasks", "name: n%d", AUTH_MAX_TASKS},
        {"plots", "title: n%d, signal: x", AUTH_MAX_PLOTS},
    };
    static hl_report report;
    hl_arena arena = {0};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (int more = 0; more < 2; more++) {
            static char text[12000], expected[100];
            size_t used = (size_t)snprintf(
                text, sizeof text, "%ssand: {soils: [{file: s.yaml}], from: [-4, -4], to: [4, 4]}\n%s:\n",
                BARE, lists[i].key);
            for (int k = 0; k < lists[i].most + more; k++) {
                used += (size_t)snprintf(text + used, sizeof text - used, "  - {");
                used += (size_t)snprintf(text + used, sizeof text - used, lists[i].item, k);
                used += (size_t)snprintf(text + used, sizeof text - used, "}\n");
            }
            const void *made;
            const hl_status status = parse_scenario(text, used, &arena, &made, &report);
            snprintf(expected, sizeof expected, "'%s' has %d entries; 0 to %d are expected", lists[i].key,
                     lists[i].most + 1, lists[i].most);
            assert_int_equal(status, more ? HL_BAD_INPUT : HL_OK);
            if (more) assert_string_equal(report.list[0].text, expected);
        }
    hl_arena_free(&arena);
}

/* ---- doubts ---- */

static int doubts_of(const char *tasks, hl_report *warnings)
{
    char text[1000];
    hl_arena arena = {0};
    snprintf(text, sizeof text, BARE "tasks:\n%s", tasks);
    hl_report_begin_warnings(warnings, "s.yaml");
    auth_scenario_warn((const auth_scenario *)read_good(parse_scenario, text, &arena), warnings);
    hl_arena_free(&arena);
    return warnings->count;
}

#define WHEN   "when: [{signal: time, above: 1}]"
#define NEEDED "  - {name: a, " WHEN "}\n  - {name: b, " WHEN "}\n"
#define WATCH  WHEN ", do: [{fail: late}]"

static void watches_that_begin_with_the_end_are_doubted(void **state)
{
    (void)state;
    static hl_report warnings;
    static const char *const good[] = {
        NEEDED "  - {name: w, optional: true, after: [], " WATCH "}\n",
        NEEDED "  - {name: w, optional: true, after: a, " WATCH "}\n",
        NEEDED "  - {name: w, optional: true, after_any: [a, b], " WATCH "}\n",
        NEEDED
        "  - {name: w, optional: true, begin: [{sound: chime}]}\n", /* its message comes with the end */
        "  - {name: w, optional: true, " WATCH "}\n" NEEDED,
        "  - {name: x, optional: true, after: [], " WHEN ", do: [{next: w}]}\n" NEEDED
        "  - {name: w, optional: true, " WATCH "}\n",
    };
    static const char *const bad[] = {
        NEEDED "  - {name: w, optional: true, " WATCH "}\n",
        NEEDED "  - {name: w, optional: true, after: [b], " WATCH "}\n",
        NEEDED "  - {name: w, optional: true, after_any: [b], " WATCH "}\n",
        NEEDED "  - {name: v, optional: true, after: a, " WHEN
               "}\n  - {name: w, optional: true, after: [v, b], " WATCH "}\n",
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (doubts_of(good[i], &warnings) != 0) fail_msg("%s: %s", good[i], warnings.list[0].text);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(doubts_of(bad[i], &warnings), 1);
        assert_non_null(
            strstr(warnings.list[0].text, "task 'w' begins when 'b' is done, and with it the exercise is"));
        assert_true(warnings.list[0].place.line > 7);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_and_single_values),
        cmocka_unit_test(places),
        cmocka_unit_test(tasks_and_their_order),
        cmocka_unit_test(the_silent_order_passes_over_optional_tasks),
        cmocka_unit_test(tests_and_alternatives),
        cmocka_unit_test(instructions),
        cmocka_unit_test(score_and_plots),
        cmocka_unit_test(defaults),
        cmocka_unit_test(single_values_are_refused),
        cmocka_unit_test(places_are_refused),
        cmocka_unit_test(regions_beside_the_field),
        cmocka_unit_test(a_profile_as_large_as_the_field),
        cmocka_unit_test(tests_are_refused),
        cmocka_unit_test(instructions_are_refused),
        cmocka_unit_test(tasks_are_refused),
        cmocka_unit_test(orders_are_refused),
        cmocka_unit_test(orders_that_are_good),
        cmocka_unit_test(scores_and_plots_are_refused),
        cmocka_unit_test(capacities),
        cmocka_unit_test(watches_that_begin_with_the_end_are_doubted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
