#include "refusal.h"

#include "auth/hud.h"
#include "auth/machine.h"
#include "auth/operator.h"
#include "auth/scenario.h"
#include "auth/soil.h"

#include <stdio.h>

enum { ROOM = 64000 }; /* of a file, a manual page */

static hl_report report; /* too large for the stack */

#define PARSER(kind)                                                                                         \
    hl_status parse_##kind(const char *text, size_t length, hl_arena *arena, const void **out,               \
                           hl_report *complaints)                                                            \
    {                                                                                                        \
        auth_##kind *made = NULL;                                                                            \
        const hl_status status = auth_##kind##_parse(text, length, "folder/file", arena, &made, complaints); \
        *out = made;                                                                                         \
        return status;                                                                                       \
    }
PARSER(mechanism)
PARSER(machine)
PARSER(scenario)
PARSER(operator)
PARSER(soil)
PARSER(hud)

/* Take the mark out and say where it stood. */
static hl_place unmark(const char *marked, char *text)
{
    hl_place place = {1, 1}, found = {0, 0};
    size_t length = 0;
    for (const char *c = marked; *c; c++) {
        if (*c == '@') {
            found = place;
            continue;
        }
        assert_true(length + 1 < ROOM);
        text[length++] = *c;
        place.column++;
        if (*c == '\n') place = (hl_place){place.line + 1, 1};
    }
    text[length] = '\0';
    return found;
}

static void check_refusal(refusal_parser parse, const char *marked, const char *words)
{
    static char text[ROOM];
    const hl_place place = unmark(marked, text);
    hl_arena arena = {0};
    const void *made = NULL;
    const hl_status status = parse(text, strlen(text), &arena, &made, &report);
    if (status != HL_BAD_INPUT) fail_msg("%s\nfor \"%s\" in\n%s", hl_status_text(status), words, text);
    assert_null(made);
    const hl_complaint *first = &report.list[0];
    if (report.count != 1 || first->place.line != place.line || first->place.column != place.column ||
        !strstr(first->text, words))
        fail_msg("%d complaints, first %d:%d: %s\nexpected one at %d:%d: %s\nin\n%s", report.count,
                 first->place.line, first->place.column, first->text, place.line, place.column, words, text);
    hl_arena_free(&arena);
}

void check_refusals(const refusal *list, size_t count)
{
    for (size_t i = 0; i < count; i++) check_refusal(parse_mechanism, list[i].text, list[i].words);
}

/* `base` with `put` in place of the `length` characters at `at`. */
static void replace_in(char text[ROOM], const char *base, const char *at, size_t length, const char *put)
{
    const int wrote = snprintf(text, ROOM, "%.*s%s%s", (int)(at - base), base, put, at + length);
    assert_true(wrote < ROOM);
}

static const char *find_in(const char *text, const char *words)
{
    const char *at = strstr(text, words);
    if (at) return at;
    fail_msg("the text has no \"%s\"", words);
    return text;
}

void check_variations(refusal_parser parse, const char *base, const variation *list, size_t count)
{
    static char text[ROOM];
    for (size_t i = 0; i < count; i++) {
        const variation *v = &list[i];
        replace_in(text, base, find_in(base, v->find), strlen(v->find), v->replacement);
        check_refusal(parse, text, v->words);
    }
}

void check_far_variations(refusal_parser parse, const char *base, const far_variation *list, size_t count)
{
    static char text[ROOM], marked[ROOM];
    for (size_t i = 0; i < count; i++) {
        const far_variation *v = &list[i];
        replace_in(text, base, find_in(base, v->find), strlen(v->find), v->replacement);
        replace_in(marked, text, find_in(text, v->mark), 0, "@");
        check_refusal(parse, marked, v->words);
    }
}

/* The text of a file of the repository; it stays until the next call. */
static char *read_text(const char *folder, const char *file)
{
    static char text[ROOM];
    char path[1024];
    snprintf(path, sizeof path, HEADLAND_SOURCE "/%s/%s", folder, file);
    FILE *stream = fopen(path, "rb");
    assert_non_null(stream);
    const size_t length = fread(text, 1, ROOM - 1, stream);
    fclose(stream);
    assert_true(length < ROOM - 1);
    text[length] = '\0';
    return text;
}

const char *read_base(const char *file)
{
    return read_text("tests/unit/author", file);
}

const char *read_example(const char *manual)
{
    static const char begin[] = "```yaml\n", end[] = "```\n";
    char *text = read_text("docs", manual), *example = NULL;
    for (char *at = strstr(text, begin); at; at = strstr(at, begin)) example = at += strlen(begin);
    assert_non_null(example);
    char *after = example ? strstr(example, end) : NULL;
    assert_non_null(after);
    if (after) *after = '\0';
    return example;
}

const void *read_good(refusal_parser parse, const char *text, hl_arena *arena)
{
    const void *made = NULL;
    const hl_status status = parse(text, strlen(text), arena, &made, &report);
    char line[HL_FILE_LENGTH + HL_MESSAGE_LENGTH + 32] = "";
    if (report.count > 0) hl_report_line(&report, 0, line, sizeof line);
    if (status != HL_OK) fail_msg("%s: %s", hl_status_text(status), line);
    assert_non_null(made);
    return made;
}

void *read_own(refusal_parser parse, const char *text, hl_arena *arena)
{
    const void *read = read_good(parse, text, arena);
    void *own;
    memcpy(&own, &read, sizeof own);
    return own;
}
