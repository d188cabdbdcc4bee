/* Rows of tables: each type converts, defaults and refuses; spans and defaults of all kinds of file can be
 * read. */
#include "support/check.h"

#include "json_schema/json_schema.h"
#include "reader/fields.h"

#include <stdio.h>
#include <string.h>

static hl_report report; /* too large for the stack */

/* ---- a table with every type ---- */

typedef struct part {
    double length;
    hl_place place;
} part;

typedef struct thing {
    const char *name;
    hl_place place;
    double x;
    int before;
} thing;

typedef struct everything {
    const char *text, *word, *drawn;
    hl_place word_place;
    bool flag, has_mass;
    int count, choice, list_count, number_count, few_count, pair_count, word_count, to;
    double mass, frequency, either, box[3], up[3], few[4], *numbers, (*pairs)[2];
    const char **words;
    part within, *behind, silent;
    thing *things;
    int keys_seen, through;
} everything;

static const auth_word choices[] = {{"low", 3}, {"high", 7}};

static const auth_field part_fields[] = {
    QUANTITY(part, length, LENGTH, POSITIVE, "A length", SPAN("1 mm to 2 m"), DEFAULT("20 cm"))};
static const auth_table part_table =
    AUTH_TABLE(part, part_fields, .what = "part", .place = AUTH_AT(part, place));

static bool check_x(auth_item *item, const auth_field *field)
{
    (void)field;
    everything *all = item->parent->out;
    all->keys_seen++;
    return true;
}

static const auth_field thing_fields[] = {
    NAME(thing, "A name"),
    QUANTITY(thing, x, LENGTH, ANY, "A place", .check = check_x, OPTIONAL),
    REFERENCE(thing, before, "things", "thing", "Another thing", .also = "nothing", OPTIONAL),
};
static const auth_table thing_table =
    AUTH_TABLE(thing, thing_fields, .what = "thing", .place = AUTH_AT(thing, place));

/* A part that is called as the list that it refers to. */
static const auth_field through_fields[] = {
    REFERENCE_AS("to", everything, through, "things", "thing", "A thing")};
static const auth_table through_table = AUTH_TABLE(everything, through_fields, );
static const auth_field hiding_fields[] = {
    READ(PART, "things", auth_read_here, "A part", .table = &through_table)};
static const auth_table hiding_table = AUTH_TABLE(everything, hiding_fields, );

static bool find_angle(auth_item *item)
{
    item->angular = auth_item_has(item, "flag");
    return true;
}

static const auth_field fields[] = {
    TEXT(everything, text, 10, "A text", DEFAULT("none")),
    WORD(everything, word, "A word", PLACE(everything, word_place), OPTIONAL),
    DRAWN(everything, drawn, 20, "Words that are drawn", OPTIONAL),
    FLAG(everything, flag, "A flag", OPTIONAL),
    COUNT(everything, count, "A number", SPAN("1 to 12"), DEFAULT("4")),
    CHOICE(everything, choice, choices, "A choice", DEFAULT("high")),
    QUANTITY(everything, mass, MASS, POSITIVE, "A mass", GIVEN(everything, has_mass), .absent = -1.0,
             OPTIONAL),
    FREQUENCY(everything, frequency, "How often", SPAN("1 to 100 Hz"), DEFAULT("25 Hz")),
    EITHER(everything, either, STIFFNESS, TORSIONAL_STIFFNESS, ANY, "A stiffness", DEFAULT("2")),
    VECTOR(everything, box, LENGTH, POSITIVE, "Edges", OPTIONAL),
    DIRECTION(everything, up, "Upwards", OPTIONAL),
    QUANTITIES(everything, few, few_count, NUMBER, ANY, 1, 4, "Few numbers", .within = true, OPTIONAL),
    QUANTITIES(everything, numbers, number_count, TIME, ANY, 2, 0, "Many numbers", OPTIONAL),
    PAIRS_AS("pairs", everything, pairs, pair_count, LENGTH, TIME, 1, 3, "Pairs", OPTIONAL),
    WORDS(everything, words, word_count, 1, 3, "Words", OPTIONAL),
    PART(everything, within, part_table, "A part", .defaults = true, OPTIONAL),
    PART(everything, behind, part_table, "A part behind a pointer", .pointer = true, OPTIONAL),
    PART(everything, silent, part_table, "A part without defaults", OPTIONAL),
    REFERENCE(everything, to, "things", "thing", "A thing", OPTIONAL),
    READ(PART, "hiding", auth_read_here, "A part", .table = &hiding_table, OPTIONAL),
    LIST(everything, things, list_count, thing_table, 0, 5, "Things", .check = auth_check_list_signals,
         OPTIONAL),
};
static const auth_table table = AUTH_TABLE(everything, fields, .begin = find_angle);

static bool read_by(const auth_table *by, const char *text, void *out, hl_arena *arena)
{
    auth_document document = {.loaded = false};
    bool starved = false;
    struct auth_sorted_list *lists = NULL;
    const auth_reader reader = {
        .document = &document, .arena = arena, .report = &report, .lists = &lists, .starved = &starved};
    memset(out, 0, by->size);
    hl_report_begin(&report, "file");
    assert_int_equal(auth_document_load(text, strlen(text), &document, &report), HL_OK);
    auth_fields_check(&document, auth_document_root(&document), by, "", &report);
    auth_item file = {.reader = &reader,
                      .table = by,
                      .node = auth_document_root(&document),
                      .key = "",
                      .out = out,
                      .index = -1};
    if (hl_report_clean(&report)) auth_fields_apply(&file);
    auth_document_free(&document);
    assert_false(starved);
    return hl_report_clean(&report);
}

static bool read_text(const char *text, everything *out, hl_arena *arena)
{
    return read_by(&table, text, out, arena);
}

static void what_is_given_is_stored(void **state)
{
    (void)state;
    hl_arena arena = {0};
    everything all;
    assert_true(read_text("text: hello\nword: w\ndrawn: \"a\\nb\"\ncount: 12\nchoice: low\nmass: 2 t\n"
                          "frequency: 50 Hz\neither: 3 kN/m\nbox: [1, 2 cm, 3]\nup: [0, 3, 4]\nfew: 7\n"
                          "numbers: [1 ms, 2]\npairs: [[1, 2], [3 cm, 4 ms]]\nwords: [a, b]\n"
                          "within: {length: 1 m}\nbehind: {}\nto: b\n"
                          "things:\n  - {name: a, x: 5, before: b}\n  - {name: b, before: nothing}\n"
                          "hiding: {things: {to: b}}\n",
                          &all, &arena));
    assert_string_equal(all.text, "hello");
    assert_int_equal(all.through, 1);
    assert_string_equal(all.word, "w");
    assert_int_equal(all.word_place.line, 2);
    assert_int_equal(all.word_place.column, 7);
    assert_string_equal(all.drawn, "a\nb");
    assert_int_equal(all.count, 12);
    assert_int_equal(all.choice, 3);
    assert_true(all.has_mass && !all.flag);
    CHECK_SAME(all.mass, 2000.0);
    CHECK_NEAR(all.frequency, 50.0, 1e-12);
    CHECK_SAME(all.either, 3000.0);
    CHECK_SAME(all.box[1], 0.02);
    CHECK_SAME(all.up[1], 0.6);
    CHECK_SAME(all.up[2], 0.8);
    assert_int_equal(all.few_count, 1);
    CHECK_SAME(all.few[0], 7.0);
    assert_int_equal(all.number_count, 2);
    if (!all.numbers || !all.pairs || !all.words || !all.behind || !all.things) {
        fail_msg("a list or a part was not stored");
        return;
    }
    CHECK_SAME(all.numbers[0], 0.001);
    assert_int_equal(all.pair_count, 2);
    CHECK_SAME(all.pairs[1][0], 0.03);
    CHECK_SAME(all.pairs[1][1], 0.004);
    assert_int_equal(all.word_count, 2);
    assert_string_equal(all.words[1], "b");
    CHECK_SAME(all.within.length, 1.0);
    assert_int_equal(all.within.place.line, 15);
    CHECK_SAME(all.behind->length, 0.2);
    CHECK_SAME(all.silent.length, 0.0);
    assert_int_equal(all.to, 1);
    assert_int_equal(all.list_count, 2);
    assert_string_equal(all.things[0].name, "a");
    assert_int_equal(all.things[1].place.line, 20);
    assert_int_equal(all.things[0].before, 1);
    assert_int_equal(all.things[1].before, -1);
    assert_int_equal(all.keys_seen, 2);
    hl_arena_free(&arena);
}

static void what_is_left_out_has_its_default(void **state)
{
    (void)state;
    hl_arena arena = {0};
    everything all;
    assert_true(read_text("{}\n", &all, &arena));
    assert_string_equal(all.text, "none");
    assert_null(all.word);
    assert_int_equal(all.count, 4);
    assert_int_equal(all.choice, 7);
    assert_false(all.has_mass);
    CHECK_SAME(all.mass, -1.0);
    CHECK_NEAR(all.frequency, 25.0, 1e-12);
    CHECK_SAME(all.either, 2.0);
    CHECK_SAME(all.within.length, 0.2);
    assert_null(all.behind);
    assert_null(all.things);
    assert_int_equal(all.to, -1);
    hl_arena_free(&arena);
}

static void misfits_are_refused(void **state)
{
    (void)state;
    static const struct misfit {
        const char *text;
        int line, column;
        const char *words;
    } list[] = {
        {"text: a text too long", 1, 7, "'text' has 15 bytes of UTF-8; at most 10 are expected"},
        {"word: ''", 1, 7, "'word' is empty; a text is expected"},
        {"drawn: \"\\t\"", 1, 8, "'drawn' has a control character"},
        {"flag: yes", 1, 7, "'flag' is 'yes'; true or false is expected"},
        {"count: 1.5", 1, 8, "'count' is '1.5'; a whole number (e.g. 1) is expected"},
        {"count: 13", 1, 8, "'count' is 13; 1 to 12 is expected"},
        {"choice: hihg", 1, 9, "unknown value 'hihg' in 'choice'; did you mean 'high'? expected: low, high"},
        {"mass: 0 kg", 1, 7, "'mass' is 0 kg; a mass above zero is expected"},
        {"mass: 3 m", 1, 7, "'3 m' is a length; a mass"},
        {"frequency: 101 Hz", 1, 12, "'frequency' is 101 Hz; 1 to 100 Hz is expected"},
        {"{flag: true, either: 1 kN/m}", 1, 22, "a torsional stiffness"},
        {"box: [1, 2]", 1, 6, "'box' has 2 entries; 3 are expected"},
        {"box: [1, 0, 1]", 1, 10, "'box' is 0; a length above zero"},
        {"up: [0, 0, 0]", 1, 5, "'up' has no direction"},
        {"numbers: 5", 1, 10, "'numbers' is given a single value; a list is expected"},
        {"numbers: [1]", 1, 10, "'numbers' has 1 entries; at least 2 are expected"},
        {"pairs: [[1, 2, 3]]", 1, 9, "'pairs' has 3 entries; 2 are expected"},
        {"within: {length: 3 m}", 1, 18, "'length' is 3 m; 1 mm to 2 m is expected"},
        {"within: {lenght: 1 m}", 1, 10, "unknown key 'lenght' in 'within'; did you mean 'length'?"},
        {"to: a", 1, 5, "unknown thing 'a' under 'to'; the name of one in this file is expected"},
        {"things: [{name: a}, {name: b, before: c}]", 1, 39, "unknown thing 'c' under 'before'"},
        {"things: [{name: a}, {name: a}]", 1, 28, "the name 'a' is taken in this list"},
        {"things: [{name: a b}, {name: a_b}]", 1, 30, "thing 'a_b' would have the signal of thing 'a b'"},
        {"things: [{x: 1}]", 1, 10, "missing in 'things': name; expected"},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        hl_arena arena = {0};
        everything all;
        assert_false(read_text(list[i].text, &all, &arena));
        const hl_complaint *first = &report.list[0];
        if (report.count != 1 || first->place.line != list[i].line || first->place.column != list[i].column ||
            !strstr(first->text, list[i].words))
            fail_msg("%s: %d complaints, first %d:%d: %s", list[i].text, report.count, first->place.line,
                     first->place.column, first->text);
        hl_arena_free(&arena);
    }
}

/* ---- a table on another one ---- */

typedef struct above {
    everything *below;
    const char *word;
    int to;
    int kind;
    double length;
} above;

static const auth_word kinds[] = {{"long", 0}, {"short", 1}, {"none", 2}};
static const auth_field above_fields[] = {
    WORD(above, word, "A word of this table", OPTIONAL),
    REFERENCE_AS("of", above, to, "things", "thing", "A thing of the table below", OPTIONAL),
    CHOICE(above, kind, kinds, "A kind", DEFAULT("none")),
    QUANTITY(above, length, LENGTH, POSITIVE, "A size", OF(1u << 0 | 1u << 1), DEFAULT("1 m")),
};
static const auth_table above_table =
    AUTH_TABLE(above, above_fields, .base = &table, .base_out = offsetof(above, below), .kind_key = "kind",
               .kind_words = "of the kind");

static void keys_of_the_table_below_stand_in_the_same_mapping(void **state)
{
    (void)state;
    hl_arena arena = {0};
    above all;
    assert_true(
        read_by(&above_table, "word: w\nof: b\ncount: 12\nthings: [{name: a}, {name: b}]\n", &all, &arena));
    assert_string_equal(all.word, "w");
    const everything nothing = {0}, *below = all.below ? all.below : &nothing;
    assert_string_equal(below->word, "w"); /* a key of both is read by both */
    assert_int_equal(below->count, 12);
    assert_int_equal(all.to, 1);
    assert_false(read_by(&above_table, "cuont: 3", &all, &arena));
    assert_non_null(strstr(report.list[0].text, "unknown key 'cuont' in the file; did you mean 'count'?"));
    assert_false(read_by(&above_table, "count: 13\nof: c", &all, &arena));
    assert_int_equal(report.count, 2);
    assert_false(read_by(&above_table, "count: 3\ncount: 3", &all, &arena));
    assert_non_null(strstr(report.list[0].text, "the key 'count' is given twice"));
    hl_arena_free(&arena);
}

static void descriptions_say_limits_units_and_defaults(void **state)
{
    (void)state;
    char text[200];
    auth_field_describe(&part_table, &part_fields[0], text, sizeof text);
    assert_string_equal(text, "A length, 1 mm to 2 m [m]. Default: 20 cm");
    auth_field_describe(&table, auth_find_field(&table, "choice"), text, sizeof text);
    assert_string_equal(text, "A choice: low, high. Default: high");
    auth_field_describe(&table, auth_find_field(&table, "either"), text, sizeof text);
    assert_string_equal(text, "A stiffness [N/m or N m/rad]. Default: 2");
    auth_field_describe(&table, auth_find_field(&table, "frequency"), text, sizeof text);
    assert_string_equal(text, "How often, 1 to 100 Hz. Default: 25 Hz");
    auth_field_describe(&above_table, auth_find_field(&above_table, "length"), text, sizeof text);
    assert_string_equal(text, "A size [m] (of all but `none`). Default: 1 m");
}

/* ---- the tables of all kinds of file ---- */

static auth_kind kind_of(const auth_field *field)
{
    return field->type == AUTH_FIELD_FREQUENCY ? AUTH_KIND_ANGULAR_VELOCITY : field->kind;
}

static bool reads(const auth_field *field, const char *text, double *value)
{
    char complaint[HL_MESSAGE_LENGTH], first[80];
    if (*text == '[') { /* of a vector: its first entry */
        snprintf(first, sizeof first, "%.*s", (int)strcspn(text + 1, ",]"), text + 1);
        text = first;
    }
    return auth_quantity_read(text, kind_of(field), value, complaint, sizeof complaint);
}

static bool is_word(const auth_field *field, const char *word)
{
    for (int i = 0; i < field->word_count; i++)
        if (strcmp(field->words[i].word, word) == 0) return true;
    return false;
}

static void check_field(const auth_field *field)
{
    double low = 0.0, high = 0.0, value = 0.0;
    if (!field->key || !field->meaning || strlen(field->meaning) < 4)
        fail_msg("%s is not explained", field->key);
    if (field->span && !auth_span_read(field->span, kind_of(field), &low, &high))
        fail_msg("'%s': the span %s cannot be read", field->key, field->span);
    if (field->fallback && (auth_field_is_quantity(field) || field->type == AUTH_FIELD_COUNT)) {
        if (!reads(field, field->fallback, &value))
            fail_msg("'%s': the default %s cannot be read", field->key, field->fallback);
        if (field->span && (value < low || value > high))
            fail_msg("'%s': the default %s is outside %s", field->key, field->fallback, field->span);
    }
    if (field->fallback && field->type == AUTH_FIELD_CHOICE && !is_word(field, field->fallback))
        fail_msg("'%s': the default %s is none of its words", field->key, field->fallback);
    if ((field->type == AUTH_FIELD_PART || field->type == AUTH_FIELD_LIST) && !field->table)
        fail_msg("'%s' has no table", field->key);
    if (field->type == AUTH_FIELD_TABLE && !field->read) fail_msg("'%s' has no function", field->key);
}

static void check_table(const auth_table *of, int depth)
{
    assert_true(depth < 10);
    assert_true(of->field_count <= AUTH_MAX_FIELDS);
    for (int i = 0; i < of->field_count; i++) {
        check_field(&of->fields[i]);
        if (of->fields[i].table) check_table(of->fields[i].table, depth + 1);
    }
}

static void spans_and_defaults_can_be_read(void **state)
{
    (void)state;
    for (auth_file_kind kind = AUTH_FILE_MECHANISM; kind < AUTH_FILE_KINDS; kind++)
        if (auth_table_of(kind)) check_table(auth_table_of(kind), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_given_is_stored),
        cmocka_unit_test(what_is_left_out_has_its_default),
        cmocka_unit_test(misfits_are_refused),
        cmocka_unit_test(keys_of_the_table_below_stand_in_the_same_mapping),
        cmocka_unit_test(descriptions_say_limits_units_and_defaults),
        cmocka_unit_test(spans_and_defaults_can_be_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
