/* One text for a reader, and what must hold of the answer. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

static hl_report report; /* too large for the stack */

/* Whether a message says what is expected, or what to do. */
static bool says_what_to_do(const char *message)
{
    static const char *const ways[] = {"expected", ": add ",    ": give ",   ": list ", ": lower ",
                                       ": name ",  ": remove ", ": rename ", ": use "};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (strstr(message, ways[i])) return true;
    return false;
}

static void check_refused(const void *made)
{
    assert_null(made);
    assert_true(report.count >= 1);
    for (int i = 0; i < report.count; i++) {
        assert_true(report.list[i].place.line >= 1 && report.list[i].place.column >= 1);
        if (!says_what_to_do(report.list[i].text))
            fail_msg("\"%s\" does not say what is expected or what to do", report.list[i].text);
    }
}

bool fuzz_try(const fuzz_subject *subject, const void *text, size_t length)
{
    /* a copy of the exact length on the heap, so that a sanitizer sees a read beyond it */
    char *exact = malloc(length > 0 ? length : 1);
    assert_non_null(exact);
    if (length > 0) memcpy(exact, text, length);
    hl_arena arena = {0};
    const void *made = NULL;
    const hl_status status = subject->parse(exact, length, &arena, &made, &report);
    free(exact);
    assert_true(status == HL_OK || status == HL_BAD_INPUT);
    if (status == HL_OK) {
        assert_non_null(made);
        assert_true(hl_report_clean(&report));
        subject->check(made);
    } else {
        check_refused(made);
    }
    hl_arena_free(&arena);
    return status == HL_OK;
}
