/* Templates: values, sections, lists, what is refused. */
#include "support/check.h"

#include "file/template.h"

#include <stdlib.h>
#include <string.h>

static char why[FILE_TEMPLATE_WHY];

/* The page; NULL: refused. */
static char *fill(const char *text, const char *json)
{
    size_t length = 0;
    cJSON *data = cJSON_Parse(json);
    assert_non_null(data);
    char *page = file_template_print(text, data, &length, why);
    if (page) assert_int_equal(length, strlen(page));
    cJSON_Delete(data);
    return page;
}

static void becomes(const char *text, const char *json, const char *expected)
{
    char *page = fill(text, json);
    if (!page) fail_msg("%s", why);
    assert_string_equal(page, expected);
    free(page);
}

static void refused(const char *text, const char *json, const char *part)
{
    char *page = fill(text, json);
    assert_null(page);
    if (!strstr(why, part)) fail_msg("expected '%s' in: %s", part, why);
}

static void values_are_escaped(void **state)
{
    (void)state;
    becomes("a {{b}} c", "{\"b\":\"<i>&\\\"'\"}", "a &lt;i&gt;&amp;&quot;&#39; c");
    becomes("{{{ b }}}|{{ b }}", "{\"b\":\"<i>\"}", "<i>|&lt;i&gt;");
    becomes("{{n}} {{half}} {{nothing}}.", "{\"n\":3,\"half\":0.5,\"nothing\":null}", "3 0.5 .");
    becomes("no tags } }} {", "{}", "no tags } }} {");
}

static void sections_depend_on_their_value(void **state)
{
    (void)state;
    static const char text[] = "{{#a}}yes{{/a}}{{^a}}no{{/a}}";
    static const char *const shown[] = {"true", "1", "\"x\"", "{}", "[0]"}, *const hidden[] = {"false", "0",
                                                                                               "\"\"", "null",
                                                                                               "[]"};
    for (int i = 0; i < 5; i++) {
        char json[40];
        snprintf(json, sizeof json, "{\"a\":%s}", shown[i]);
        becomes(text, json, "yes");
        snprintf(json, sizeof json, "{\"a\":%s}", hidden[i]);
        becomes(text, json, "no");
    }
}

static void lists_repeat_their_section(void **state)
{
    (void)state;
    becomes("{{#list}}({{x}}{{unit}}){{/list}}",
            "{\"unit\":\"m\",\"list\":[{\"x\":1},{\"x\":2,\"unit\":\"s\"}]}", "(1m)(2s)");
    becomes("{{#words}}{{.}},{{/words}}", "{\"words\":[\"a\",\"<\"]}", "a,&lt;,");
    becomes("{{#a}}{{#b}}{{#a}}{{x}}{{/a}}{{/b}}{{/a}}", "{\"a\":{\"x\":1,\"b\":[{},{}]}}", "11");
}

static void lines_of_tags_alone_vanish(void **state)
{
    (void)state;
    becomes("a\n  {{#s}}\n<b>\n  {{/s}}\n{{! note\n of two lines }}\nc\n", "{\"s\":true}", "a\n<b>\nc\n");
    becomes("a {{#s}}b{{/s}}\n", "{\"s\":true}", "a b\n");
    becomes("{{#s}}x\n{{/s}}", "{\"s\":true}", "x\n");
}

static void mistakes_are_told_with_their_line(void **state)
{
    (void)state;
    refused("a\n\n{{nmae}}", "{\"name\":1}", "line 3: there is no value 'nmae' here");
    refused("{{#a}}", "{\"a\":1}", "section 'a' has no end");
    refused("{{/a}}", "{\"a\":1}", "'a' ends a section that has not begun");
    refused("{{a", "{\"a\":1}", "'{{' without '}}'");
    refused("{{{a}}", "{\"a\":1}", "without '}}}'");
    refused("{{}}", "{\"a\":1}", "a tag needs a name");
    refused("{{a}}", "{\"a\":[1]}", "write it as a section");
    refused("{{#b}}{{/b}}", "{\"a\":1}", "there is no value 'b'");
    refused("{{#a}}{{#a}}{{#a}}{{#a}}{{#a}}{{#a}}{{#a}}{{#a}}{{#a}}{{#a}}{{#a}}{{#a}}{{#a}}{{#a}}{{#a}}{{#a}}"
            "x{{/a}}{{/a}}"
            "{{/a}}{{/a}}{{/a}}{{/a}}{{/a}}{{/a}}{{/a}}{{/a}}{{/a}}{{/a}}{{/a}}{{/a}}{{/a}}{{/a}}",
            "{\"a\":true}", "more than 15 sections");
}

static void files_are_named(void **state)
{
    (void)state;
    hl_arena arena = {0};
    assert_null(file_template_read("/nowhere", "page.html", &arena, why));
    assert_non_null(strstr(why, "/nowhere/page.html: "));
    const char *door = file_template_read(HEADLAND_ASSETS "/instructor", "door.html", &arena, why);
    assert_non_null(door);
    assert_non_null(strstr(door, "{{#wait}}"));
    hl_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_escaped),
        cmocka_unit_test(sections_depend_on_their_value),
        cmocka_unit_test(lists_repeat_their_section),
        cmocka_unit_test(lines_of_tags_alone_vanish),
        cmocka_unit_test(mistakes_are_told_with_their_line),
        cmocka_unit_test(files_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
