/* Laying one part of a document over another: what comes out, where it stands, what is refused. */
#include "refusal.h"

#include "reader/overlay.h"

#include <stdio.h>
#include <stdlib.h>

enum { ROOM = 4000 };

static hl_report report; /* too large for the stack */

/* ---- a document as one line ---- */

static void put(char *line, const char *text)
{
    const size_t used = strlen(line);
    assert_true(used + strlen(text) < ROOM);
    memcpy(line + used, text, strlen(text) + 1);
}

static void put_node(const auth_document *d, const yaml_node_t *node, char *line)
{
    if (node->type == YAML_SCALAR_NODE) put(line, auth_node_text(node));
    if (node->type == YAML_SEQUENCE_NODE) {
        put(line, "[");
        for (int i = 0; i < auth_entry_count(node); i++) {
            put(line, i > 0 ? ", " : "");
            put_node(d, auth_document_entry(d, node, i), line);
        }
        put(line, "]");
    }
    if (node->type == YAML_MAPPING_NODE) {
        const yaml_node_pair_t *start = node->data.mapping.pairs.start, *pair = start;
        put(line, "{");
        for (; pair < node->data.mapping.pairs.top; pair++) {
            put(line, pair > start ? ", " : "");
            put_node(d, auth_document_node(d, pair->key), line);
            put(line, ": ");
            put_node(d, auth_document_node(d, pair->value), line);
        }
        put(line, "}");
    }
}

/* ---- overlays ---- */

typedef hl_status overlay_function(auth_document *, yaml_node_t *, const yaml_node_t *, const char *,
                                   hl_arena *, hl_report *);

/* Lays `above` over `below` of a document with these two keys. */
static void lay_by(overlay_function *overlay, const char *text, auth_document *document)
{
    hl_arena arena = {0};
    hl_report_begin(&report, "file");
    assert_int_equal(auth_document_load(text, strlen(text), document, &report), HL_OK);
    const yaml_node_t *root = auth_document_root(document);
    const ptrdiff_t nodes = document->yaml.nodes.top - document->yaml.nodes.start;
    assert_int_equal(overlay(document, auth_document_value(document, root, "below"),
                             auth_document_value(document, root, "above"), "below", &arena, &report),
                     HL_OK);
    assert_int_equal(document->yaml.nodes.top - document->yaml.nodes.start, nodes); /* it never grows */
    hl_arena_free(&arena);
}

static void lay(const char *text, auth_document *document)
{
    lay_by(auth_overlay, text, document);
}

static void expect_overlay(overlay_function *overlay, const char *const parts[3])
{
    auth_document document;
    char text[ROOM], line[ROOM] = "";
    snprintf(text, sizeof text, "{below: %s, above: %s}", parts[0], parts[1]);
    lay_by(overlay, text, &document);
    assert_int_equal(report.count, 0);
    put_node(&document, auth_document_value(&document, auth_document_root(&document), "below"), line);
    assert_string_equal(line, parts[2]);
    auth_document_free(&document);
}

static void of_every_kind(void **state)
{
    (void)state;
    static const char *const list[][3] = {
        {"{a: 1, b: 2}", "{b: 3}", "{a: 1, b: 3}"},
        {"{a: 1}", "{}", "{a: 1}"},
        {"{}", "{a: 1}", "{a: 1}"},
        {"{a: 1}", "{c: {d: 1}}", "{a: 1, c: {d: 1}}"},
        {"{m: {x: 1, y: 2}}", "{m: {y: 3, z: 4}}", "{m: {x: 1, y: 3, z: 4}}"},
        {"{m: {n: {x: 1}}, o: 1}", "{m: {n: {x: 2}}}", "{m: {n: {x: 2}}, o: 1}"},
        /* lists as a whole, but those of named items */
        {"{v: [1, 2, 3]}", "{v: [4]}", "{v: [4]}"},
        {"{v: [{a: 1}, {a: 2}]}", "{v: [{b: 3}]}", "{v: [{b: 3}]}"},
        {"{l: [{name: a, x: 1}, {name: b, x: 2}]}", "{l: [{x: 3, name: b, y: 4}]}",
         "{l: [{name: a, x: 1}, {name: b, x: 3, y: 4}]}"},
        {"{l: [{name: c}, {name: a}, {name: b}]}", "{l: [{name: b, x: 1}, {name: c, x: 2}]}",
         "{l: [{name: c, x: 2}, {name: a}, {name: b, x: 1}]}"},
        {"{l: [{name: a, m: [{name: b, x: 1, v: [1, 2]}]}]}", "{l: [{name: a, m: [{name: b, v: [3]}]}]}",
         "{l: [{name: a, m: [{name: b, x: 1, v: [3]}]}]}"},
        /* where there is nothing of the kind */
        {"{a: 1}", "{l: [{name: a}, {name: b}]}", "{a: 1, l: [{name: a}, {name: b}]}"},
        {"{l: []}", "{l: [{name: a}]}", "{l: [{name: a}]}"},
        {"{l: [{name: a}]}", "{l: []}", "{l: []}"},
        {"{l: [{name: a}]}", "{l: [1]}", "{l: [1]}"},
        {"{l: [{name: a}]}", "{l: [{name: b}, {x: 1}]}", "{l: [{name: b}, {x: 1}]}"},
        {"{l: [{name: [a]}]}", "{l: [{name: b}]}", "{l: [{name: b}]}"},
        {"{l: 5}", "{l: [{name: a}]}", "{l: [{name: a}]}"},
        {"{m: 5}", "{m: {x: 1}}", "{m: {x: 1}}"},
        {"{m: {x: 1}}", "{m: 5}", "{m: 5}"},
        {"{m: {x: 1}}", "{m: [1]}", "{m: [1]}"},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) expect_overlay(auth_overlay, list[i]);
}

/* What is added comes after what is there. */
static void items_are_added(void **state)
{
    (void)state;
    static const char *const list[][3] = {
        {"{a: 1}", "{b: 2}", "{a: 1, b: 2}"},
        {"{a: 1}", "{a: 1}", "{a: 1}"},
        {"{m: {x: 1}}", "{m: {y: 2}}", "{m: {x: 1, y: 2}}"},
        {"{l: []}", "{l: [{name: a}]}", "{l: [{name: a}]}"},
        {"{l: [{name: b, x: 1}]}", "{l: [{name: a, x: 2}, {name: c}]}",
         "{l: [{name: b, x: 1}, {name: a, x: 2}, {name: c}]}"},
        {"{l: [{name: a, m: [{name: b}]}]}", "{l: [{name: a, y: 1, m: [{name: c, v: [1, 2]}]}]}",
         "{l: [{name: a, m: [{name: b}, {name: c, v: [1, 2]}], y: 1}]}"},
        {"{l: [{k: 1}]}", "{l: [{k: 1}, {name: a}]}", "{l: [{k: 1}, {k: 1}, {name: a}]}"},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) expect_overlay(auth_overlay_add, list[i]);
}

static void values_keep_their_places(void **state)
{
    (void)state;
    auth_document document;
    lay("below: {a: 1, l: [{name: x, v: 2}]}\nabove:\n  a: 3\n  l: [{name: x, w: 4}]\n  c: 5\n", &document);
    const yaml_node_t *below = auth_document_value(&document, auth_document_root(&document), "below");
    static const struct {
        const char *key;
        hl_place place;
    } top[] = {{"a", {3, 6}}, {"l", {1, 18}}, {"c", {5, 6}}}, item[] = {{"v", {1, 32}}, {"w", {4, 20}}};
    for (int i = 0; i < 3; i++) {
        const hl_place place = auth_node_place(auth_document_value(&document, below, top[i].key));
        assert_int_equal(place.line, top[i].place.line);
        assert_int_equal(place.column, top[i].place.column);
    }
    const yaml_node_t *entry = auth_document_entry(&document, auth_document_value(&document, below, "l"), 0);
    for (int i = 0; i < 2; i++) {
        const hl_place place = auth_node_place(auth_document_value(&document, entry, item[i].key));
        assert_int_equal(place.line, item[i].place.line);
        assert_int_equal(place.column, item[i].place.column);
    }
    auth_document_free(&document);
}

/* ---- refusals ---- */

static hl_status refuse(const char *text, size_t length, hl_arena *arena, const void **out,
                        hl_report *complaints)
{
    auth_document document;
    (void)length;
    (void)arena;
    *out = NULL;
    lay(text, &document);
    auth_document_free(&document);
    *complaints = report;
    return report.count > 0 ? HL_BAD_INPUT : HL_OK;
}

static void what_cannot_be_laid_over(void **state)
{
    (void)state;
    static const variation list[] = {
        {"name: boom, x: 2", "name: @bom, x: 2",
         "'bom' in 'parts' cannot be set; the name of one that the file has is expected; did you mean "
         "'boom'?"},
        {"name: boom, x: 2", "name: @wheel, x: 2",
         "'wheel' in 'parts' cannot be set; the name of one that the file has is expected"},
        {"{name: boom, x: 2}", "{name: boom, x: 2}, {x: 3, name: @boom}",
         "'boom' in 'parts' is set twice; once is expected"},
        {"y: 4}", "y: 4, @y: 5}", "the key 'y' is given twice; once is expected"},
    };
    CHECK_VARIATIONS(refuse,
                     "below: {parts: [{name: dipper}, {name: boom, x: 1}], m: {y: 3}}\n"
                     "above: {parts: [{name: boom, x: 2}], m: {y: 4}}\n",
                     list);
}

static hl_status refuse_to_add(const char *text, size_t length, hl_arena *arena, const void **out,
                               hl_report *complaints)
{
    auth_document document;
    (void)length;
    (void)arena;
    *out = NULL;
    lay_by(auth_overlay_add, text, &document);
    auth_document_free(&document);
    *complaints = report;
    return report.count > 0 ? HL_BAD_INPUT : HL_OK;
}

static void conflicting_values_are_not_added(void **state)
{
    (void)state;
    static const variation list[] = {
        {"y: 4", "y: 4, x: @2", "'x' already has a value in the file, which 'add' keeps: give it in 'set'"},
        {"y: 4", "y: 4, v: @[3]", "'v' already has a value in the file, which 'add' keeps: give it in 'set'"},
        {"y: 4", "y: 4, v: @{z: 3}",
         "'v' already has a value in the file, which 'add' keeps: give it in 'set'"},
        {"{name: arm, z: 1}", "{name: arm, z: 1}, {z: 3, name: @arm}",
         "'arm' in 'parts' is set twice; once is expected"},
    };
    CHECK_VARIATIONS(refuse_to_add,
                     "below: {parts: [{name: boom, x: 1, v: [1, 2]}]}\n"
                     "above: {parts: [{name: boom, y: 4}, {name: arm, z: 1}]}\n",
                     list);
}

/* ---- bounds ---- */

static char *put_items(char *at, const char *name, int count, const char *rest)
{
    for (int i = 0; i < count; i++) at += sprintf(at, "%s{name: %s%06d%s}", i > 0 ? ", " : "", name, i, rest);
    return at;
}

/* A list of so many items, and over it one of `above` items with this name and a number. To be freed. */
static char *long_lists(int items, const char *name, int above)
{
    enum { ITEM_ROOM = 32 };
    char *text = malloc((size_t)(items + above) * ITEM_ROOM + 100), *at = text;
    assert_non_null(text);
    at += sprintf(at, "{below: {l: [");
    at = put_items(at, "i", items, "");
    at += sprintf(at, "]}, above: {l: [");
    at = put_items(at, name, above, ", x: 1");
    sprintf(at, "]}}");
    return text;
}

/* Names are looked up, not searched for: a pass over long lists takes a moment. */
static void long_lists_are_no_burden(void **state)
{
    (void)state;
    enum { ITEMS = 30000, UNKNOWN = 1000 };
    auth_document document;
    char *text = long_lists(ITEMS, "i", ITEMS);
    lay(text, &document);
    assert_int_equal(report.count, 0);
    const yaml_node_t *below = auth_document_value(&document, auth_document_root(&document), "below");
    const yaml_node_t *items = auth_document_value(&document, below, "l");
    assert_int_equal(auth_entry_count(items), ITEMS);
    for (int i = 0; i < ITEMS; i += ITEMS / 10)
        assert_non_null(auth_document_value(&document, auth_document_entry(&document, items, i), "x"));
    auth_document_free(&document);
    free(text);

    text = long_lists(ITEMS, "j", UNKNOWN); /* nor are complaints */
    lay(text, &document);
    assert_int_equal(report.count, HL_REPORT_CAPACITY);
    assert_int_equal(report.dropped, 1);
    auth_document_free(&document);
    free(text);
}

static void wide_mappings_are_refused(void **state)
{
    (void)state;
    enum { KEYS = 65, KEY_ROOM = 12 };
    for (int wide = 0; wide < 2; wide++) {
        auth_document document;
        char text[KEYS * KEY_ROOM + 100], *at = text;
        at += sprintf(at, wide == 0 ? "{above: {a: 1}, below: {" : "{below: {a: 1}, above: {");
        for (int i = 0; i < KEYS; i++) at += sprintf(at, "%sk%d: 1", i > 0 ? ", " : "", i);
        sprintf(at, "}}");
        lay(text, &document);
        assert_int_equal(report.count, 1);
        assert_non_null(strstr(report.list[0].text, "'below' has 65 keys; at most 64 are expected"));
        assert_int_equal(report.list[0].place.column, 24);
        auth_document_free(&document);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_every_kind),
        cmocka_unit_test(values_keep_their_places),
        cmocka_unit_test(what_cannot_be_laid_over),
        cmocka_unit_test(items_are_added),
        cmocka_unit_test(conflicting_values_are_not_added),
        cmocka_unit_test(long_lists_are_no_burden),
        cmocka_unit_test(wide_mappings_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
