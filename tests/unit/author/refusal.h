/* Mechanism files that must be refused. In their texts '@' marks where the one complaint is expected; it is
 * taken out before the text is parsed. */
#ifndef TEST_REFUSAL_H
#define TEST_REFUSAL_H

#include "support/check.h"

#include "auth/mechanism.h"

#include <string.h>

typedef struct refusal {
    const char *text, *words;
} refusal;

static hl_report report; /* too large for the stack */

/* Take the mark out and say where it stood. */
static hl_place unmark(const char *marked, char *text, size_t size)
{
    hl_place place = {1, 1}, found = {0, 0};
    size_t length = 0;
    for (const char *c = marked; *c; c++) {
        if (*c == '@') {
            found = place;
            continue;
        }
        assert_true(length + 1 < size);
        text[length++] = *c;
        place.column++;
        if (*c == '\n') place = (hl_place){place.line + 1, 1};
    }
    text[length] = '\0';
    return found;
}

static void check_refusal(const refusal *r)
{
    char text[4000];
    const hl_place place = unmark(r->text, text, sizeof text);
    hl_arena arena = {0};
    auth_mechanism *mechanism = NULL;
    const hl_status status = auth_mechanism_parse(text, strlen(text), "file", &arena, &mechanism, &report);
    if (status != HL_BAD_INPUT) fail_msg("%s\nfor \"%s\" in\n%s", hl_status_text(status), r->words, text);
    assert_null(mechanism);
    const hl_complaint *first = &report.list[0];
    if (report.count != 1 || first->place.line != place.line || first->place.column != place.column ||
        !strstr(first->text, r->words))
        fail_msg("%d complaints, first %d:%d: %s\nexpected one at %d:%d: %s\nin\n%s", report.count,
                 first->place.line, first->place.column, first->text, place.line, place.column, r->words,
                 text);
    hl_arena_free(&arena);
}

static void check_refusals(const refusal *list, size_t count)
{
    for (size_t i = 0; i < count; i++) check_refusal(&list[i]);
}

#define CHECK_REFUSALS(list) check_refusals(list, sizeof(list) / sizeof *(list))

#endif
