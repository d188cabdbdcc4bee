/* The conditions of a task: tests, alternatives among them. */
#include "training_reader.h"

/* The word of each kind, in the order of auth_test_kind. */
static const char *const kind_keys[] = {"signal", "rate_of", "inside", "outside", "hit"};
enum { KINDS = sizeof kind_keys / sizeof *kind_keys };

static void read_bounds(const auth_training_reader *t, const yaml_node_t *item, const raw_test *raw,
                        auth_test *test)
{
    const char *key = kind_keys[test->kind];
    const char *signal = auth_copy_text(t->file, test->kind == AUTH_TEST_RATE ? raw->rate_of : raw->signal);
    if (!raw->above && !raw->below) {
        hl_report_add(t->file->report, auth_node_place(item),
                      "'%s' with none of 'above' and 'below'; one of them, or both, is expected", key);
        return;
    }
    const bool good = auth_read_bound(t, item, "above", raw->above, true, signal, &test->above) &&
                      auth_read_bound(t, item, "below", raw->below, false, signal, &test->below);
    test->above.place = test->below.place = auth_key_place(t->file, item, key);
    if (good && auth_bounds_exclude(&test->above, &test->below))
        AUTH_COMPLAIN(t, item, "below",
                      "nothing is above %s and below %s at once; a value of 'below' that is larger than "
                      "that of 'above' is expected",
                      raw->above, raw->below);
}

static int read_reference(const auth_training_reader *t, const yaml_node_t *item, const raw_test *raw,
                          auth_test_kind kind)
{
    const char *key = kind_keys[kind];
    if (kind == AUTH_TEST_HIT)
        return auth_name_reference(t->file, item, key, raw->hit, &t->objects, "object", "file");
    const char *name = kind == AUTH_TEST_INSIDE ? raw->inside : raw->outside;
    return auth_name_reference(t->file, item, key, name, &t->regions, "region", "file");
}

static const auth_rule hold_rule[] = {AUTH_SCALAR(test, hold, TIME, NOT_NEGATIVE, 0.0)};

static void read_test(const auth_training_reader *t, const yaml_node_t *item, const raw_test *raw,
                      int alternative, auth_test *test)
{
    *test = (auth_test){.place = auth_node_place(item), .of = -1, .alternative = alternative};
    auth_apply_rules(t->file, item, AUTH_RULES(hold_rule), false, raw, test);
    const int kind = auth_one_of(t->file, item, "a test", kind_keys, KINDS);
    if (kind == AUTH_NOT_FOUND) return;
    test->kind = (auth_test_kind)kind;
    test->place = auth_key_place(t->file, item, kind_keys[test->kind]);
    if (test->kind == AUTH_TEST_SIGNAL || test->kind == AUTH_TEST_RATE) {
        read_bounds(t, item, raw, test);
        return;
    }
    test->of = read_reference(t, item, raw, test->kind);
    auth_refuse(t->file, item, "above", "has no effect without 'signal' or 'rate_of'");
    auth_refuse(t->file, item, "below", "has no effect without 'signal' or 'rate_of'");
}

/* `any` stands alone. */
static void check_alternatives(const auth_training_reader *t, const yaml_node_t *item)
{
    static const char *const keys[] = {"signal", "rate_of", "inside", "outside",
                                       "hit",    "above",   "below",  "hold"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        auth_refuse(t->file, item, keys[i], "beside 'any' has no effect");
}

void auth_read_tests(const auth_training_reader *t, const yaml_node_t *item, const raw_task *raw,
                     auth_task *task)
{
    const yaml_node_t *list = auth_document_value(t->file->document, item, "when");
    int alternatives = 0;
    for (unsigned i = 0; i < raw->when_count; i++) {
        const yaml_node_t *entry = auth_document_entry(t->file->document, list, (int)i);
        const raw_test *test = &raw->when[i];
        const int count = test->any ? (int)test->any_count : 1;
        if (task->test_count + count > AUTH_MAX_TESTS) {
            hl_report_add(t->file->report, auth_node_place(entry),
                          "more than %d tests, with those under 'any'; fewer are expected", AUTH_MAX_TESTS);
            return;
        }
        auth_test *out = &task->tests[task->test_count];
        task->test_count += count;
        if (!test->any) {
            read_test(t, entry, test, 0, out);
            continue;
        }
        alternatives++;
        check_alternatives(t, entry);
        const yaml_node_t *any = auth_document_value(t->file->document, entry, "any");
        for (int k = 0; k < count; k++)
            read_test(t, auth_document_entry(t->file->document, any, k), &test->any[k], alternatives,
                      &out[k]);
    }
}
