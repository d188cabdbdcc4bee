/* The tasks of an exercise: predecessors, time limits, tests and instructions. */
#include "scenario/scenario_reader.h"

#include <stdio.h>
#include <string.h>

/* ---- tests ---- */

#define TEST(kind) (1u << AUTH_TEST_##kind)

static bool begin_test(auth_item *item)
{
    static const char *const keys[] = {"signal", "rate_of", "inside", "outside",
                                       "hit"}; /* of auth_test_kind */
    static const char *const with[] = {"with 'signal'", "with 'rate_of'", "with 'inside'", "with 'outside'",
                                       "with 'hit'"};
    auth_test *test = item->out;
    const int kind = auth_item_one_of(item, "a test", keys, AUTH_COUNT_OF(keys));
    if (kind == AUTH_NOT_FOUND) return false;
    test->kind = (auth_test_kind)kind;
    test->place = auth_item_place(item, keys[kind]);
    return auth_item_set_kind(item, kind, with[kind]);
}

static bool read_test_bound(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    const auth_test *test = item->out;
    auth_condition *bound = (auth_condition *)(void *)((char *)item->out + field->out);
    const char *signal =
        auth_item_copy(item, auth_item_value(item, test->kind == AUTH_TEST_RATE ? "rate_of" : "signal"));
    const bool good =
        auth_read_bound(item, field->key, value, strcmp(field->key, "above") == 0, signal, bound);
    bound->place = test->place;
    return good;
}

static void check_test(auth_item *item)
{
    const auth_test *test = item->out;
    if (test->kind != AUTH_TEST_SIGNAL && test->kind != AUTH_TEST_RATE) return;
    if (!test->above.signal && !test->below.signal)
        hl_report_add(item->reader->report, auth_node_place(item->node),
                      "'%s' with none of 'above' and 'below'; one of them, or both, is expected",
                      test->kind == AUTH_TEST_RATE ? "rate_of" : "signal");
    if (auth_bounds_exclude(&test->above, &test->below))
        COMPLAIN(item, "below",
                 "nothing is above %s and below %s at once; a value of 'below' that is larger than that of "
                 "'above' is "
                 "expected",
                 auth_item_text(item, "above"), auth_item_text(item, "below"));
}

/* A fixed object never changes its place: refuse it. */
static bool check_test_object(auth_item *item, const auth_field *field)
{
    const auth_test *test = item->out;
    const auth_scenario *scenario = auth_scenario_of(item);
    if (test->object < 0 || scenario->object_count <= test->object) return true;
    const auth_object *object = &scenario->objects[test->object];
    if (auth_object_may_move(object)) return true;
    COMPLAIN(item, field->key, "object '%s' does not move: give one with 'mass' or 'density'", object->name);
    return false;
}

#define TEST_KEYS                                                                                            \
    READ(WORD, "signal", NULL, "Name of a signal", .least = 1, .most = AUTH_NAME_LENGTH, OPTIONAL),          \
        READ(WORD, "rate_of", NULL, "Name of a signal, of which the change per second is tested",            \
             .least = 1, .most = AUTH_NAME_LENGTH, OPTIONAL),                                                \
        READ_INTO(QUANTITY, "above", auth_test, above, read_test_bound,                                      \
                  "The condition holds while the signal is above this value", OF(TEST(SIGNAL) | TEST(RATE)), \
                  OPTIONAL),                                                                                 \
        READ_INTO(QUANTITY, "below", auth_test, below, read_test_bound,                                      \
                  "The condition holds while the signal is below this value", OF(TEST(SIGNAL) | TEST(RATE)), \
                  OPTIONAL),                                                                                 \
        REFERENCE_AS("inside", auth_test, of, "regions", "region",                                           \
                     "The point of the machine is in this region", OF(TEST(INSIDE)), OPTIONAL),              \
        REFERENCE_AS("outside", auth_test, of, "regions", "region",                                          \
                     "The point of the machine is not in this region", OF(TEST(OUTSIDE)), OPTIONAL),         \
        REFERENCE_AS("object", auth_test, object, "objects", "object",                                       \
                     "A free object in place of the machine: its middle, of all of its copies",              \
                     OF(TEST(INSIDE) | TEST(OUTSIDE)), .check = check_test_object, OPTIONAL),                \
        REFERENCE_AS("hit", auth_test, of, "objects", "object",                                              \
                     "The object has been hit since the task began", OF(TEST(HIT)), OPTIONAL),               \
        QUANTITY(auth_test, hold, TIME, NOT_NEGATIVE, "For so long without a break", DEFAULT("0"))

static const auth_field alternative_fields[] = {TEST_KEYS};
static const auth_table alternative =
    AUTH_TABLE(auth_test, alternative_fields, .begin = begin_test, .check = check_test);

static const auth_field test_fields[] = {
    TEST_KEYS,
    READ(LIST, "any", NULL, "One of these tests holds", .table = &alternative, .least = 2,
         .most = AUTH_MAX_TESTS, OPTIONAL),
};
static const auth_table test = AUTH_TABLE(auth_test, test_fields, .begin = begin_test, .check = check_test);

/* `any` stands alone. */
static bool check_alternatives(const auth_item *item, const yaml_node_t *entry)
{
    const int before = item->reader->report->count;
    for (int i = 0; i < AUTH_COUNT_OF(alternative_fields); i++)
        auth_refuse(item->reader, entry, alternative_fields[i].key, "beside 'any' has no effect");
    return item->reader->report->count == before;
}

static bool read_test(auth_item *item, const auth_field *field, const yaml_node_t *value, int alternatives)
{
    auth_task *task = item->out;
    auth_test *out = &task->tests[task->test_count++];
    *out = (auth_test){.place = auth_node_place(value), .alternative = alternatives};
    return auth_item_part(item, field, value, out);
}

static bool read_tests(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    const auth_document *document = item->reader->document;
    const auth_field *any = auth_find_field(&test, "any");
    auth_task *task = item->out;
    int alternatives = 0;
    bool good = true;
    for (int i = 0; i < auth_entry_count(value); i++) {
        const yaml_node_t *entry = auth_document_entry(document, value, i);
        const yaml_node_t *list = auth_document_value(document, entry, any->key);
        const int count = list ? auth_entry_count(list) : 1;
        if (task->test_count + count > AUTH_MAX_TESTS) {
            hl_report_add(item->reader->report, auth_node_place(entry),
                          "more than %d tests, with those under 'any'; fewer are expected", AUTH_MAX_TESTS);
            return false;
        }
        if (!list) {
            good &= read_test(item, field, entry, 0);
            continue;
        }
        alternatives++;
        good &= check_alternatives(item, entry);
        for (int k = 0; k < count; k++)
            good &= read_test(item, any, auth_document_entry(document, list, k), alternatives);
    }
    return good;
}

/* ---- instructions ---- */

#define DO(kind) (1u << AUTH_DO_##kind)

static bool begin_instruction(auth_item *item)
{
    static const char *const keys[] = {
        "message", "image", "gauge", "mark",   "sound", /* of auth_instruction_kind */
        "count",   "score", "fail",  "finish", "next"};
    char with[40];
    auth_instruction *out = item->out;
    const int kind = auth_item_one_of(item, "an instruction", keys, AUTH_COUNT_OF(keys));
    if (kind == AUTH_NOT_FOUND) return false;
    out->kind = (auth_instruction_kind)kind;
    out->place = auth_item_place(item, keys[kind]);
    snprintf(with, sizeof with, "with '%s'", keys[kind]);
    return auth_item_set_kind(item, kind, with);
}

static bool ends_with(const char *text, const char *ending)
{
    const size_t length = strlen(text), tail = strlen(ending);
    return length > tail && strcmp(text + length - tail, ending) == 0;
}

static bool check_image(auth_item *item, const auth_field *field)
{
    const char *text = auth_item_text(item, field->key);
    if (ends_with(text, ".png") || ends_with(text, ".svg")) return true;
    COMPLAIN(item, field->key,
             "'image' is no picture that can be shown; a file whose name ends with .png or .svg is expected");
    return false;
}

static const auth_word cues[] = {{"chime", AUTH_CUE_CHIME},
                                 {"tick", AUTH_CUE_TICK},
                                 {"warning", AUTH_CUE_WARNING},
                                 {"success", AUTH_CUE_SUCCESS},
                                 {"failure", AUTH_CUE_FAILURE}};
static const auth_word levels[] = {
    {"info", AUTH_INFO}, {"warning", AUTH_WARNING}, {"critical", AUTH_CRITICAL}};

#define SHOWN(key, kind, ...)                                                                                \
    DRAWN_AS(key, auth_instruction, text, AUTH_MEANING_LENGTH, __VA_ARGS__, .least = 1, OF(DO(kind)))
#define NAMES_ITEM(key, kind, list, what, ...)                                                               \
    REFERENCE_AS(key, auth_instruction, of, list, what, __VA_ARGS__, OF(DO(kind)), OPTIONAL)

/* Where rows share a member, the last one's default stays: no text, nothing counted. */
static const auth_field instruction_fields[] = {
    SHOWN("message", MESSAGE, "The text is shown, up to 200 bytes", OPTIONAL),
    PATH_AS("image", auth_instruction, text,
            "The picture is shown: PNG or SVG, path from the folder of this file", OF(DO(IMAGE)),
            .check = check_image, OPTIONAL),
    DRAWN_AS("gauge", auth_instruction, text, AUTH_NAME_LENGTH,
             "Id of the gauge of the head-up display that is shown or hidden", .least = 1, OF(DO(GAUGE)),
             OPTIONAL),
    NAMES_ITEM("mark", MARK, "regions", "region", "Name of the region that stands out in the picture"),
    CHOICE_AS("sound", auth_instruction, cue, cues, "The cue that is heard", OF(DO(SOUND)), OPTIONAL),
    NAMES_ITEM("count", COUNT, "counters", "counter", "Name of the counter that goes up"),
    QUANTITY_AS("add", auth_instruction, amount, NUMBER, ANY, "To the counter, may be negative",
                SPAN("-" AUTH_MOST_COUNTED " to " AUTH_MOST_COUNTED), OF(DO(COUNT)), DEFAULT("1")),
    QUANTITY_AS("score", auth_instruction, amount, NUMBER, ANY, "Points of 100 are given or taken",
                SPAN("-100 to 100"), OF(DO(SCORE)), OPTIONAL),
    SHOWN("fail", FAIL, "The exercise ends, failed: why", OPTIONAL),
    SHOWN("finish", FINISH, "The exercise ends, finished: why", OPTIONAL),
    NAMES_ITEM("next", NEXT, "tasks", "task", "Name of the task that begins now, anew"),
    QUANTITY(auth_instruction, seconds, TIME, NOT_NEGATIVE, "Of message or image; 0: until the next",
             OF(DO(MESSAGE) | DO(IMAGE)), DEFAULT("5 s")),
    CHOICE(auth_instruction, level, levels, "Level of the message", OF(DO(MESSAGE)), DEFAULT("info")),
    FLAG(auth_instruction, shown, "Whether the gauge or mark is shown", OF(DO(GAUGE) | DO(MARK)),
         DEFAULT("true")),
    SHOWN("text", SCORE, "Why points are given or taken", .fallback = "", OTHERWISE("empty")),
};
static const auth_table instruction =
    AUTH_TABLE(auth_instruction, instruction_fields, .begin = begin_instruction);

/* ---- order ---- */

static bool is_named_before(const auth_task *task, int found)
{
    for (int k = 0; k < task->after_count; k++)
        if (task->after[k] == found) return true;
    return false;
}

static bool read_after(const auth_item *item, const char *key, const yaml_node_t *value)
{
    auth_task *task = item->out;
    const int count = value->type == YAML_SCALAR_NODE ? 1 : auth_entry_count(value);
    bool good = true;
    for (int i = 0; i < count; i++) {
        const yaml_node_t *entry =
            value->type == YAML_SCALAR_NODE ? value : auth_document_entry(item->reader->document, value, i);
        const int found = auth_item_reference(item, key, entry, "tasks", "task");
        if (found != AUTH_NOT_FOUND && is_named_before(task, found))
            hl_report_add(item->reader->report, auth_node_place(entry),
                          "task '%s' is named twice; once is expected", auth_node_text(entry));
        if (found == AUTH_NOT_FOUND || is_named_before(task, found))
            good = false;
        else
            task->after[task->after_count++] = found;
    }
    return good;
}

/* Where the file is silent: the task before it in the list that is not optional. */
static void follow_list(const auth_item *item)
{
    auth_task *task = item->out;
    for (int i = 1; i <= item->index; i++) {
        if (task[-i].optional) continue;
        task->after[task->after_count++] = item->index - i;
        return;
    }
}

static bool read_order(auth_item *item, const auth_field *field, const yaml_node_t *any)
{
    auth_task *task = item->out;
    const yaml_node_t *all = auth_item_value(item, "after");
    task->after_any = any != NULL;
    if (all && any) {
        COMPLAIN(item, field->key, "'after_any' beside 'after'; give one of them, not both");
        return false;
    }
    if (all) return read_after(item, "after", all);
    if (any) return read_after(item, field->key, any);
    follow_list(item);
    return true;
}

/* ---- tasks ---- */

static void check_task(auth_item *item)
{
    const auth_task *task = item->out;
    if (task->within == 0.0) auth_item_refuse(item, "late", "has no effect without 'within'");
    if (task->repeat == 0 && !task->optional)
        COMPLAIN(item, "repeat",
                 "a task with 'repeat: 0' is never done, so that the exercise could not be finished; "
                 "'optional: true' "
                 "beside it is expected");
    if (task->repeat != 1 && !auth_item_has(item, "when"))
        COMPLAIN(item, "repeat",
                 "a task without 'when' is done at once, here again and again; 'when', or no 'repeat', is "
                 "expected");
}

#define INSTRUCTIONS(key, member, ...)                                                                       \
    LIST_AS(key, auth_task, member.list, member.count, instruction, 1, AUTH_MAX_INSTRUCTIONS, __VA_ARGS__,   \
            .within = true)

static const auth_field task_fields[] = {
    NAME(auth_task, "Name of the task"),
    DRAWN(auth_task, text, AUTH_MEANING_LENGTH, "Text shown while the task goes on, up to 200 bytes",
          .least = 1, .fallback = "", OTHERWISE("nothing is shown")),
    READ(WORDS, "after", NULL, /* by read_order */
         "It begins when these tasks are done: a name, or a list of names that must all be done; `after: "
         "[]`: at once",
         .most = AUTH_MAX_TASKS,
         OTHERWISE("the previous task in the list that is not optional; at once if there is none")),
    READ(WORDS, "after_any", read_order, "Instead of `after`: a list of names, one of which must be done",
         .least = 1, .most = AUTH_MAX_TASKS, OPTIONAL),
    READ(LIST, "when", read_tests, "List of tests that must all hold; at most 16", .table = &test, .least = 1,
         .most = AUTH_MAX_TESTS, OTHERWISE("none: it is done at once")),
    QUANTITY(auth_task, within, TIME, NOT_NEGATIVE, "Time for it; 0: any", DEFAULT("0")),
    /* far above what anybody does in an exercise */
    COUNT(auth_task, repeat, "Number of times to do it; 0: unlimited, only for optional tasks",
          SPAN("0 to 1000000"), DEFAULT("1")),
    FLAG(auth_task, optional, "`true`: the exercise finishes without it", DEFAULT("false")),
    INSTRUCTIONS("begin", begin, "Instructions when it begins, at most 12", OTHERWISE("none")),
    INSTRUCTIONS("do", then, "Instructions each time it is done, at most 12", OTHERWISE("none")),
    INSTRUCTIONS("late", late,
                 "Instructions when `within` has passed, at most 12; tasks after this one do not begin",
                 OTHERWISE("the exercise fails; for an optional task: none")),
};
const auth_table auth_task_table = AUTH_TABLE(auth_task, task_fields, .what = "task",
                                              .place = AUTH_AT(auth_task, place), .check = check_task);

/* ---- numbers of instructions ---- */

static void number_instructions(auth_training *out)
{
    for (int i = 0; i < out->task_count; i++) {
        auth_instructions *const lists[] = {&out->tasks[i].begin, &out->tasks[i].then, &out->tasks[i].late};
        for (int k = 0; k < 3; k++)
            for (int n = 0; n < lists[k]->count; n++) {
                lists[k]->list[n].number = out->instruction_count;
                out->instructions[out->instruction_count++] = &lists[k]->list[n];
            }
    }
}

bool auth_check_tasks(auth_item *item, const auth_field *field)
{
    auth_scenario *scenario = item->out;
    auth_training *out = &scenario->training;
    int count = 0;
    for (int i = 0; i < out->task_count; i++)
        count += out->tasks[i].begin.count + out->tasks[i].then.count + out->tasks[i].late.count;
    out->instructions = HL_NEW(item->reader->arena, const auth_instruction *, count);
    *item->reader->starved |= out->instructions == NULL;
    if (!out->instructions) return false;
    number_instructions(out);
    return auth_check_list_signals(item, field);
}
