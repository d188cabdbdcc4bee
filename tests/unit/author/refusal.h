/* Files that must be refused. In their texts '@' marks where the one complaint is expected; it is taken out
 * before the text is parsed. */
#ifndef TEST_REFUSAL_H
#define TEST_REFUSAL_H

#include "support/check.h"

#include "hl/arena.h"
#include "hl/report.h"
#include "hl/status.h"

#include <string.h>

typedef struct refusal {
    const char *text, *words;
} refusal;

/** A good text in which `find` is replaced; the mark stands in the replacement. */
typedef struct variation {
    const char *find, *replacement, *words;
} variation;

/** The same where the complaint is expected elsewhere: before the first `mark` of what comes out. */
typedef struct far_variation {
    const char *find, *replacement, *mark, *words;
} far_variation;

/** Parse a text as one kind of file; `out` must be NULL after a refusal. */
typedef hl_status (*refusal_parser)(const char *text, size_t length, hl_arena *arena, const void **out,
                                    hl_report *report);
hl_status parse_mechanism(const char *text, size_t length, hl_arena *arena, const void **out,
                          hl_report *report);
hl_status parse_machine(const char *text, size_t length, hl_arena *arena, const void **out,
                        hl_report *report);
hl_status parse_scenario(const char *text, size_t length, hl_arena *arena, const void **out,
                         hl_report *report);
hl_status parse_operator(const char *text, size_t length, hl_arena *arena, const void **out,
                         hl_report *report);
hl_status parse_soil(const char *text, size_t length, hl_arena *arena, const void **out, hl_report *report);
hl_status parse_hud(const char *text, size_t length, hl_arena *arena, const void **out, hl_report *report);

void check_refusals(const refusal *list, size_t count);
void check_variations(refusal_parser parse, const char *base, const variation *list, size_t count);

void check_far_variations(refusal_parser parse, const char *base, const far_variation *list, size_t count);

/** The text of a file in this folder; it stays until the next call. */
const char *read_base(const char *file);

/** The last YAML example of a manual in docs/; it stays until the next call. */
const char *read_example(const char *manual);

/** Read a good text; every complaint is a failure. The result lives in the arena. */
const void *read_good(refusal_parser parse, const char *text, hl_arena *arena);

/** The same, of what the test changes. */
void *read_own(refusal_parser parse, const char *text, hl_arena *arena);

/** Of mechanisms. */
#define CHECK_REFUSALS(list)                check_refusals(list, sizeof(list) / sizeof *(list))
#define CHECK_VARIATIONS(parse, base, list) check_variations(parse, base, list, sizeof(list) / sizeof *(list))
#define CHECK_FAR_VARIATIONS(parse, base, list)                                                              \
    check_far_variations(parse, base, list, sizeof(list) / sizeof *(list))

#endif
