/* Variants of machines: what is read, what a choice changes, what is refused and where. */
#include "refusal.h"

#include "auth/machine.h"

#include <stdio.h>

enum { ROOM = 24000 };

static hl_report report; /* too large for the stack */

static const auth_choice heavy[] = {{"frame", "heavy"}};

static const auth_machine *read_chosen(const auth_choice *choices, int count, hl_arena *arena)
{
    auth_machine *machine = NULL;
    const char *text = read_base("cart.yaml");
    const hl_status status =
        auth_machine_parse_chosen(text, strlen(text), "cart", choices, count, arena, &machine, &report);
    if (status != HL_OK) fail_msg("%s: %s", hl_status_text(status), report.list[0].text);
    assert_non_null(machine);
    return machine;
}

static double mass_of(const auth_machine *m, const char *body)
{
    for (int i = 0; i < m->mechanism->body_count; i++)
        if (strcmp(m->mechanism->bodies[i].name, body) == 0) return m->mechanism->bodies[i].mass;
    fail_msg("there is no body '%s'", body);
    return 0.0;
}

/* ---- what is read ---- */

static void first_choices_without_any(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_machine *m = read_good(parse_machine, read_base("cart.yaml"), &arena);
    assert_int_equal(m->variant_count, 2);
    const auth_variant *v = &m->variants[0];
    assert_string_equal(v->name, "frame");
    assert_string_equal(v->meaning, "how heavy it is");
    assert_int_equal(v->place.column, 5);
    assert_int_equal(v->choice_count, 2);
    assert_string_equal(v->choices[0].name, "light");
    assert_string_equal(v->choices[0].meaning, "as drawn");
    assert_int_equal(v->choices[0].place.line, v->place.line + 3);
    assert_string_equal(v->choices[1].name, "heavy");
    assert_int_equal(v->chosen, 0);
    assert_string_equal(m->variants[1].meaning, "");
    CHECK_SAME(mass_of(m, "frame"), 1000.0);
    CHECK_SAME(mass_of(m, "crank"), 11.0); /* the first choice sets something too */
    CHECK_SAME(m->mechanism->gravity[2], -9.81);
    hl_arena_free(&arena);
}

static void a_choice_changes_what_it_says(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_machine *m = read_chosen(heavy, 1, &arena);
    assert_int_equal(m->variants[0].chosen, 1);
    assert_int_equal(m->variants[1].chosen, 0);
    CHECK_SAME(mass_of(m, "frame"), 2000.0);
    CHECK_SAME(mass_of(m, "crank"), 11.0);
    CHECK_SAME(m->mechanism->gravity[2], -9.7);
    CHECK_SAME(m->engine.tank, 0.3);
    CHECK_SAME(m->engine.fill, 1.0); /* beside it */
    CHECK_SAME(m->mechanism->simulation.step, 0.0);
    hl_arena_free(&arena);
}

static void the_last_of_two_choices_counts(void **state)
{
    (void)state;
    hl_arena arena = {0};
    static const auth_choice choices[] = {{"crank", "long"}, {"frame", "heavy"}, {"frame", "light"}};
    const auth_machine *m = read_chosen(choices, 3, &arena);
    assert_int_equal(m->variants[0].chosen, 0);
    assert_int_equal(m->variants[1].chosen, 1);
    CHECK_SAME(mass_of(m, "frame"), 1000.0);
    CHECK_SAME(mass_of(m, "crank"), 10.0);
    CHECK_SAME(m->mechanism->simulation.step, 2e-3);
    hl_arena_free(&arena);
}

static const char plain[] = "headland: machine\nversion: 1\nname: m\nchassis: b\n"
                            "bodies: [{name: b, mass: 1, inertia: [1, 1, 1]}]\n"
                            "joints: [{name: j, type: free, child: b}]\n";

static void variants_come_in_the_order_of_the_file(void **state)
{
    (void)state;
    hl_arena arena = {0};
    char text[ROOM];
    snprintf(text, sizeof text, "%s%s", plain,
             "variants:\n"
             "  - {name: a, choices: [{name: x, set: {points: [{name: p, body: b}, {name: q, body: b}]}}]}\n"
             "  - {name: c, choices: [{name: x, set: {points: [{name: p, at: [1, 2, 3]}]}}]}\n");
    const auth_machine *m = read_good(parse_machine, text, &arena);
    assert_int_equal(m->mechanism->point_count, 2);
    CHECK_SAME(m->mechanism->points[0].at[2], 3.0);
    hl_arena_free(&arena);
}

static const char adds[] = "points: [{name: p, body: b}]\n"
                           "variants:\n"
                           "  - name: rear\n"
                           "    choices:\n"
                           "      - {name: plain}\n"
                           "      - name: hitch\n"
                           "        set: {bodies: [{name: b, mass: 2}]}\n"
                           "        add:\n"
                           "          bodies: [{name: link, mass: 3, inertia: [1, 1, 1]}]\n"
                           "          joints: [{name: link, type: revolute, parent: b, child: link}]\n"
                           "          points: [{name: end, body: link}]\n"
                           "          outputs: [{name: height, quantity: height, point: end}]\n";
static const auth_choice hitch = {"rear", "hitch"};

/* What is added comes after what the file has, which keeps its numbers. */
static void a_choice_adds_bodies(void **state)
{
    (void)state;
    hl_arena arena = {0};
    char text[ROOM];
    snprintf(text, sizeof text, "%s%s", plain, adds);
    const auth_machine *m = read_good(parse_machine, text, &arena);
    assert_int_equal(m->mechanism->body_count, 1);
    assert_int_equal(m->mechanism->point_count, 1);
    assert_int_equal(m->mechanism->output_count, 0);
    auth_machine *added = NULL;
    assert_int_equal(auth_machine_parse_chosen(text, strlen(text), "m", &hitch, 1, &arena, &added, &report),
                     HL_OK);
    assert_int_equal(added->mechanism->body_count, 2);
    assert_int_equal(added->mechanism->joint_count, 2);
    CHECK_SAME(mass_of(added, "b"), 2.0);
    CHECK_SAME(mass_of(added, "link"), 3.0);
    assert_string_equal(added->mechanism->points[0].name, "p");
    assert_int_equal(added->mechanism->points[1].body, 1);
    assert_int_equal(added->mechanism->output_count, 1);
    hl_arena_free(&arena);
}

static void a_machine_may_have_none(void **state)
{
    (void)state;
    hl_arena arena = {0};
    char text[ROOM];
    snprintf(text, sizeof text, "%svariants: []\n", plain);
    assert_int_equal(((const auth_machine *)read_good(parse_machine, plain, &arena))->variant_count, 0);
    assert_int_equal(((const auth_machine *)read_good(parse_machine, text, &arena))->variant_count, 0);
    hl_arena_free(&arena);
}

/* ---- what is refused ---- */

static hl_status parse_heavy(const char *text, size_t length, hl_arena *arena, const void **out,
                             hl_report *complaints)
{
    auth_machine *machine = NULL;
    const hl_status status =
        auth_machine_parse_chosen(text, length, "folder/file", heavy, 1, arena, &machine, complaints);
    *out = machine;
    return status;
}

static void what_is_set_is_checked_where_it_stands(void **state)
{
    (void)state;
    static const variation list[] = {
        {"mass: 2 t", "mass: @2 m", "'2 m' is a length; a mass"},
        {"mass: 2 t", "@mas: 2 t", "unknown key 'mas' in 'bodies'; did you mean 'mass'?"},
        {"{name: frame, mass: 2 t", "{name: @fram, mass: 2 t",
         "'fram' in 'bodies' cannot be set; the name of one that the file has is expected; did you mean "
         "'frame'?"},
        {"gravity: [0, 0, -9.7]", "gravity: @[0, 0]", "'gravity' has 2 entries; 3 are expected"},
        {"gravity: [0, 0, -9.7]", "@gravty: [0, 0, -9.7]", "unknown key 'gravty' in the file; did you mean"},
        {"gravity: [0, 0, -9.7]", "chassis: @fl", "body 'fl' is carried by the revolute joint 'fl'"},
        {"gravity: [0, 0, -9.7]", "loops: [@{name: l}]", "missing in 'loops': "},
        {"engine: {fuel:", "engine: @5 #", "'engine' is given a single value; a mapping"},
        {"gravity: [0, 0, -9.7]", "name: @other", "'name' cannot be set by a variant"},
        {"gravity: [0, 0, -9.7]", "headland: @machine", "'headland' cannot be set by a variant"},
        {"gravity: [0, 0, -9.7]", "version: @2", "'version' cannot be set by a variant"},
        {"gravity: [0, 0, -9.7]", "variants: @[]", "'variants' cannot be set by a variant"},
    };
    CHECK_VARIATIONS(parse_heavy, read_base("cart.yaml"), list);
}

static hl_status parse_hitch(const char *text, size_t length, hl_arena *arena, const void **out,
                             hl_report *complaints)
{
    auth_machine *machine = NULL;
    const hl_status status =
        auth_machine_parse_chosen(text, length, "folder/file", &hitch, 1, arena, &machine, complaints);
    *out = machine;
    return status;
}

static void added_items_are_checked_at_their_position(void **state)
{
    (void)state;
    static const variation list[] = {
        {"{name: link, mass: 3,", "{name: link, mass: @3 m,", "'3 m' is a length; a mass"},
        {"          points: [{name: end,", "          chassis: @other\n          points: [{name: end,",
         "'chassis' already has a value in the file, which 'add' keeps: give it in 'set'"},
        {"child: link}", "child: @lnk}", "'lnk'"},
        {"          points: [{name: end,", "          name: @other\n          points: [{name: end,",
         "'name' cannot be set by a variant"},
        {"        set: {bodies: [{name: b, mass: 2}]}", "        set: {bodies: [{name: @link, mass: 2}]}",
         "'link' in 'bodies' cannot be set"},
    };
    char text[ROOM];
    snprintf(text, sizeof text, "%s%s", plain, adds);
    CHECK_VARIATIONS(parse_hitch, text, list);
}

/* Nobody chose it: it is checked when somebody does. */
static void what_is_not_chosen_is_not_looked_at(void **state)
{
    (void)state;
    hl_arena arena = {0};
    char text[ROOM];
    snprintf(text, sizeof text, "%s%s", plain,
             "variants: [{name: a, choices: [{name: x}, {name: y, set: {bodys: 1}}]}]\n");
    read_good(parse_machine, text, &arena);
    hl_arena_free(&arena);
}

static void variants_themselves(void **state)
{
    (void)state;
    static const variation list[] = {
        {"  - name: crank\n    choices:", "  - name: @frame\n    choices:",
         "the name 'frame' is taken in this list"},
        {"name: long, ", "name: @short, ", "the name 'short' is taken in this list"},
        {"name: short, ", "name: @'a=b', ", "the name 'a=b' cannot be chosen on a command line"},
        {"name: crank\n", "name: @'a.b'\n", "the name 'a.b' cannot be chosen on a command line"},
        {"name: short, ", "name: @'a,b', ", "the name 'a,b' cannot be a column of a table"},
        {"    meaning: how heavy it is", "    @means: how heavy it is",
         "unknown key 'means' in 'variants'; expected: name, meaning, choices"},
        {"{name: short, set: {bodies: [{name: crank, mass: 11}]}}", "{name: short, set: @[]}",
         "'set' is given a list; a mapping (key: value) is expected"},
        {"{name: short, set: {bodies: [{name: crank, mass: 11}]}}", "{name: short, add: @[]}",
         "'add' is given a list; a mapping (key: value) is expected"},
        {"{name: short, set: {bodies: [{name: crank, mass: 11}]}}", "@short",
         "'choices' is given a single value; a mapping"},
    };
    CHECK_VARIATIONS(parse_machine, read_base("cart.yaml"), list);
}

static void variants_without_a_base(void **state)
{
    (void)state;
    static const variation list[] = {
        {"# variants", "variants: @5", "'variants' is given a single value; a list is expected"},
        {"# variants", "variants: [@{name: a}]",
         "missing in 'variants': choices; expected, since there is no default"},
        {"# variants", "variants: [{name: a, choices: @[]}]",
         "'choices' has 0 entries; 1 to 32 are expected"},
        {"# variants", "variants: []\n@variants: []", "the key 'variants' is given twice"},
    };
    char text[ROOM];
    snprintf(text, sizeof text, "%s# variants\n", plain);
    CHECK_VARIATIONS(parse_machine, text, list);
}

static void complaints_about_the_rest_come_too(void **state)
{
    (void)state;
    hl_arena arena = {0};
    auth_machine *machine;
    char text[ROOM];
    snprintf(text, sizeof text, "%svariants: 5\ncolour: red\n", plain);
    assert_int_equal(auth_machine_parse(text, strlen(text), "m", &arena, &machine, &report), HL_BAD_INPUT);
    assert_int_equal(report.count, 2);
    assert_int_equal(report.list[1].place.line, 8);
    assert_null(machine);
    hl_arena_free(&arena);
}

/* ---- choices ---- */

static void check_asked(const char *text, auth_choice asked, int line, const char *words)
{
    hl_arena arena = {0};
    auth_machine *machine;
    assert_int_equal(auth_machine_parse_chosen(text, strlen(text), "m", &asked, 1, &arena, &machine, &report),
                     HL_BAD_INPUT);
    assert_int_equal(report.count, 1);
    assert_int_equal(report.list[0].place.line, line);
    if (!strstr(report.list[0].text, words)) fail_msg("'%s' does not say '%s'", report.list[0].text, words);
    hl_arena_free(&arena);
}

static void names_that_there_are_not(void **state)
{
    (void)state;
    char text[ROOM];
    snprintf(text, sizeof text, "%s%s", plain,
             "variants:\n  - {name: bucket, choices: [{name: small}, {name: large}]}\n"
             "  - {name: cylinder, choices: [{name: 80}]}\n");
    check_asked(text, (auth_choice){"buckt", "large"}, 8,
                "the machine has no variant 'buckt'; did you mean 'bucket'? expected: "
                "bucket, cylinder");
    check_asked(text, (auth_choice){"engine", "large"}, 8,
                "the machine has no variant 'engine'; expected: bucket, cylinder");
    check_asked(text, (auth_choice){"bucket", "lage"}, 8,
                "the variant 'bucket' has no choice 'lage'; did you mean 'large'? "
                "expected: small, large");
    check_asked(plain, (auth_choice){"bucket", "large"}, 1,
                "the machine has no variants: remove the choice 'bucket'");
    snprintf(text, sizeof text, "%svariants: []\n", plain);
    check_asked(text, (auth_choice){"bucket", "large"}, 7,
                "the machine has no variants: remove the choice 'bucket'");
}

static void variants_of_a_file_that_is_wrong(void **state)
{
    (void)state;
    hl_arena arena = {0};
    auth_variant *variants;
    char text[ROOM];
    snprintf(text, sizeof text, "%scolour: red\nvariants: [{name: a, choices: [{name: x}, {name: y}]}]\n",
             plain);
    assert_int_equal(auth_machine_variants(text, strlen(text), "m", &arena, &variants, &report), 1);
    assert_int_equal(report.count, 1);
    assert_string_equal(variants[0].choices[1].name, "y");
    assert_int_equal(auth_machine_variants("%", 1, "m", &arena, &variants, &report), 0);
    hl_arena_free(&arena);
}

/* ---- parameters ---- */

static void a_parameter_goes_over_file_and_choices(void **state)
{
    (void)state;
    hl_arena arena = {0};
    static const auth_choice choices[] = {
        {"bodies.frame.mass", "1.5 t"}, {"frame", "heavy"},    {"gravity.3", "-1.6"},
        {"joints.fl.at.1", "1.2 m"},    {"gravity.3", "-3.7"}, /* of two the last counts */
    };
    const auth_machine *m = read_chosen(choices, 5, &arena);
    CHECK_SAME(mass_of(m, "frame"), 1500.0);
    CHECK_SAME(m->mechanism->gravity[2], -3.7);
    CHECK_SAME(m->mechanism->joints[2].at[0], 1.2);
    CHECK_SAME(m->engine.tank, 0.3); /* what else the choice says stays */
    hl_arena_free(&arena);
}

static void a_key_that_the_file_leaves_out_is_added(void **state)
{
    (void)state;
    hl_arena arena = {0};
    static const auth_choice twice[] = {{"joints.fl.position", "10 deg"}, {"joints.fl.position", "0.25"}};
    CHECK_SAME(read_chosen(NULL, 0, &arena)->mechanism->joints[2].position[0], 0.0);
    CHECK_SAME(read_chosen(twice, 2, &arena)->mechanism->joints[2].position[0], 0.25);
    hl_arena_free(&arena);
}

static void a_name_may_have_dots(void **state)
{
    (void)state;
    hl_arena arena = {0};
    auth_machine *m;
    static const auth_choice asked = {"points.b.2.at.1", "7"};
    char text[ROOM];
    snprintf(text, sizeof text, "%spoints: [{name: b, body: b}, {name: b.2, body: b, at: [1, 2, 3]}]\n",
             plain);
    assert_int_equal(auth_machine_parse_chosen(text, strlen(text), "m", &asked, 1, &arena, &m, &report),
                     HL_OK);
    CHECK_SAME(m->mechanism->points[1].at[0], 7.0);
    hl_arena_free(&arena);
}

static void parameters_that_there_are_not(void **state)
{
    (void)state;
    check_asked(plain, (auth_choice){"bodies.a.mass", "5"}, 5,
                "there is no 'a' here, for which 'bodies.a.mass' asks; a key, the name of an item or the "
                "number of an entry is expected; did you mean 'b'?");
    check_asked(plain, (auth_choice){"bodie.b.mass", "5"}, 1, "did you mean 'bodies'?");
    check_asked(plain, (auth_choice){"bodies.b.inertia.4", "5"}, 5, "there is no '4' here");
    check_asked(plain, (auth_choice){"bodies.b.mass.kg", "5"}, 5, "there is no 'kg' here");
    check_asked(plain, (auth_choice){"bodies.b.mas", "5"}, 5,
                "unknown key 'mas' in 'bodies'; did you mean 'mass'?");
    check_asked(plain, (auth_choice){"bodies.b.mass", "5 m"}, 5, "'5 m' is a length; a mass");
    check_asked(plain, (auth_choice){"bodies.b", "5"}, 5, "'bodies' is given a single value; a mapping");
    check_asked(plain, (auth_choice){"bodies.b.mass", "\xff"}, 5, "not in UTF-8");
}

/* ---- bounds ---- */

static void too_many_are_refused(void **state)
{
    (void)state;
    hl_arena arena = {0};
    auth_machine *machine;
    char text[ROOM], *at = text + snprintf(text, sizeof text, "%svariants: [", plain);
    for (int i = 0; i <= AUTH_MAX_VARIANTS; i++) at += sprintf(at, "{name: v%d, choices: [{name: a}]}, ", i);
    sprintf(at, "]\n");
    assert_int_equal(auth_machine_parse(text, strlen(text), "m", &arena, &machine, &report), HL_BAD_INPUT);
    assert_non_null(strstr(report.list[0].text, "'variants' has 17 entries; 0 to 16 are expected"));
    at = text + snprintf(text, sizeof text, "%svariants: [{name: v, choices: [", plain);
    for (int i = 0; i <= AUTH_MAX_CHOICES; i++) at += sprintf(at, "{name: c%d}, ", i);
    sprintf(at, "]}]\n");
    assert_int_equal(auth_machine_parse(text, strlen(text), "m", &arena, &machine, &report), HL_BAD_INPUT);
    assert_non_null(strstr(report.list[0].text, "'choices' has 33 entries; 1 to 32 are expected"));
    hl_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_choices_without_any),
        cmocka_unit_test(a_choice_changes_what_it_says),
        cmocka_unit_test(the_last_of_two_choices_counts),
        cmocka_unit_test(variants_come_in_the_order_of_the_file),
        cmocka_unit_test(a_choice_adds_bodies),
        cmocka_unit_test(added_items_are_checked_at_their_position),
        cmocka_unit_test(a_machine_may_have_none),
        cmocka_unit_test(what_is_set_is_checked_where_it_stands),
        cmocka_unit_test(what_is_not_chosen_is_not_looked_at),
        cmocka_unit_test(variants_themselves),
        cmocka_unit_test(variants_without_a_base),
        cmocka_unit_test(complaints_about_the_rest_come_too),
        cmocka_unit_test(names_that_there_are_not),
        cmocka_unit_test(variants_of_a_file_that_is_wrong),
        cmocka_unit_test(a_parameter_goes_over_file_and_choices),
        cmocka_unit_test(a_key_that_the_file_leaves_out_is_added),
        cmocka_unit_test(a_name_may_have_dots),
        cmocka_unit_test(parameters_that_there_are_not),
        cmocka_unit_test(too_many_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
