/* Courses: what a file becomes, and every way in which it can be wrong. */
#include "refusal.h"

#include "auth/course.h"

static const char base[] = "headland: course\nversion: 1\nname: digging\nmodules:\n"
                           "  - {name: a, title: First, exercises: [{file: /1.yaml, duration: 2 min}]}\n"
                           "  - {name: b, passed: 1, exercises: [{file: /2.yaml}, {file: three.yaml}]}\n"
                           "  - {name: c, after: [a], exercises: [{file: /4.yaml}]}\n"
                           "  - {name: d, after: [], exercises: [{file: /5.yaml}]}\n";

static hl_status parse(const char *text, size_t length, hl_arena *arena, const void **out, hl_report *report)
{
    auth_course *course = NULL;
    const hl_status status = auth_course_parse(text, length, "folder/file", arena, &course, report);
    *out = course;
    return status;
}

static void modules_and_exercises_are_read(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_course *course = read_good(parse, base, &arena);
    assert_string_equal(course->name, "digging");
    assert_string_equal(course->title, "digging"); /* by default the name */
    CHECK_SAME(course->silver, 75.0);
    CHECK_SAME(course->gold, 90.0);
    assert_int_equal(course->module_count, 4);
    const auth_module *a = &course->modules[0], *b = &course->modules[1];
    assert_string_equal(a->title, "First");
    assert_string_equal(b->title, "b");
    assert_int_equal(a->lesson_count, 1);
    assert_string_equal(a->lessons[0].file, "/1.yaml");
    CHECK_SAME(a->lessons[0].duration, 120.0);
    assert_int_equal(b->passed, 1);
    assert_int_equal(b->lesson_count, 2);
    assert_string_equal(b->lessons[1].file, "folder/three.yaml");
    CHECK_SAME(b->lessons[1].duration, 0.0);
    hl_arena_free(&arena);
}

static void a_module_needs_the_one_before_unless_it_says_otherwise(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_course *course = read_good(parse, base, &arena);
    assert_int_equal(course->modules[0].need_count, 0);
    assert_int_equal(course->modules[1].need_count, 1);
    assert_int_equal(course->modules[1].needs[0], 0);
    assert_int_equal(course->modules[2].need_count, 1);
    assert_int_equal(course->modules[2].needs[0], 0);
    assert_int_equal(course->modules[3].need_count, 0);
    hl_arena_free(&arena);
}

static void bad_files_are_refused(void **state)
{
    (void)state;
    static const variation list[] = {
        {"after: [a]", "after: @[d]", "there is no module 'd' before this one"},
        {"after: [a]", "after: @[c]", "there is no module 'c' before this one"},
        {"after: [a]", "after: @[gone]", "there is no module 'gone' before this one"},
        {"passed: 1", "passed: @3", "'passed' is 3, but the module has 2 exercises"},
        {"passed: 1", "passed: @0", "'passed' is 0; 1 to 64 is expected"},
        {"name: digging\n", "name: digging\nsilver: 80\ngold: @70\n", "'gold' is below 'silver'"},
        {"name: digging\n", "name: digging\ngold: @101\n", "'gold' is 101; 0 to 100 is expected"},
        {"name: b", "name: @a", "'a'"},
        {"duration: 2 min", "duration: @2 m", "'2 m' is a length"},
        {"duration: 2 min", "duration: @0", "'duration'"},
        {"title: First", "@titel: First", "unknown key 'titel'"},
        {"headland: course", "headland: @machine", "the file is a machine file; a course file is expected"},
    };
    CHECK_VARIATIONS(parse, base, list);
}

static void the_example_of_the_page_is_read(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_course *course = read_good(parse, read_example("course.md"), &arena);
    assert_int_equal(course->module_count, 2);
    CHECK_SAME(course->silver, 70.0);
    hl_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(modules_and_exercises_are_read),
        cmocka_unit_test(a_module_needs_the_one_before_unless_it_says_otherwise),
        cmocka_unit_test(bad_files_are_refused),
        cmocka_unit_test(the_example_of_the_page_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
