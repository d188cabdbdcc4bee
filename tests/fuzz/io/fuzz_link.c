/* Mutated requests of the instructor's link, as they come from sockets and WebSockets: whatever comes in, the
 * parser ends, refuses with a reason or gives what it promises, and what it gives reads the same when it is
 * written again. Reproducible: the seed is fixed, a failure names its round, which is its own seed. Run under
 * the sanitizers this also looks for memory errors. */
#include "link_try.h"

#include "support/check.h"
#include "support/mutation.h"

#include "io/link_parse.h"

#include <string.h>

enum { ROUNDS = 1000000, ROOM = 2 * IO_LINK_REQUEST, MUTATIONS = 4 };

static const char *const good[] = {
    "{\"type\":\"pause\",\"id\":12}",
    "{\"type\":\"load\",\"exercise\":\"exercises/1-slalom.yaml\"}",
    "{\"type\":\"pattern\",\"pattern\":\"iso\"}",
    "{\"type\":\"weather\",\"time_of_day\":9.5,\"rain\":1,\"visibility\":2e3,\"wind\":[-3.5,0]}",
    "{\"type\":\"message\",\"text\":\"slow \\\"down\\\" \\u00e4\\ud83d\\ude9c \xE2\x82\xAC\"}",
    "{\"type\":\"mark\",\"text\":\"\"}",
    "{\"type\":\"fault\",\"fault\":\"engine\",\"severity\":0.5,\"id\":9007199254740992}",
};
enum { GOOD = sizeof good / sizeof *good };

/* Pieces that readers of JSON, numbers and UTF-8 may trip over. */
static const char *const pieces[] = {
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "\"",
    "\\",
    "\\u0000",
    "\\ud800",
    "\\uDC00",
    "null",
    "true",
    "NaN",
    "Infinity",
    "1e999",
    "-1",
    "-0",
    "0x10",
    "1.",
    "\n",
    "\r",
    "\t",
    "\x01",
    "\x7F",
    "\xC3",
    "\xC0\xAF",
    "\xED\xA0\x80",
    "\xEF\xBB\xBF",
    "\xF4\x90\x80\x80",
    "\xC2\x85",
    "\"type\":",
    "\"id\":1,",
    "\"text\":\"x\",",
    "\"wind\":[1,2],",
    "pause",
    "\\\\u0000",
    "99999999999999999999",
    "/*",
    "//",
    " ",
    "\"\":0,",
};
enum { PIECES = sizeof pieces / sizeof *pieces };

typedef struct request_text {
    size_t length;
    char bytes[ROOM];
} request_text;

/* ---- mutations ---- */

static mutation_bytes bytes_of(request_text *t)
{
    return (mutation_bytes){.data = t->bytes, .length = &t->length, .room = ROOM};
}

/* A run of one character, now and then longer than any text may be. */
static void insert_run(request_text *t, size_t at, uint64_t *seed)
{
    char run[ROOM];
    const size_t count =
        mutation_below(seed, 8) == 0 ? mutation_below(seed, ROOM) : mutation_below(seed, 300);
    memset(run, (int)"a[{\"9 "[mutation_below(seed, 6)], count);
    mutation_insert(bytes_of(t), at, run, count);
}

static void mutate(request_text *t, uint64_t *seed)
{
    const size_t at = mutation_below(seed, t->length + 1);
    const char *piece = pieces[mutation_below(seed, PIECES)];
    switch (mutation_below(seed, 6)) {
    case 0: /* a byte becomes another */
        if (at < t->length) t->bytes[at] = (char)mutation_below(seed, 256);
        break;
    case 1: /* a piece comes in */
        mutation_insert(bytes_of(t), at, piece, strlen(piece));
        break;
    case 2: /* a piece goes */
        if (at < t->length) mutation_cut(bytes_of(t), at, 1 + mutation_below(seed, 16));
        break;
    case 3: /* a piece takes the place of others */
        if (at < t->length) mutation_cut(bytes_of(t), at, 1 + mutation_below(seed, 6));
        mutation_insert(bytes_of(t), at < t->length ? at : t->length, piece, strlen(piece));
        break;
    case 4:
        insert_run(t, at, seed);
        break;
    default: /* it ends early, now and then */
        if (mutation_below(seed, 4) == 0) t->length = at;
        break;
    }
}

static bool parse(const request_text *t)
{
    return link_try(t->bytes, t->length);
}

static void test_mutated_requests(void **unused)
{
    (void)unused;
    static request_text t;
    int taken = 0;
    for (uint64_t round = 1; round <= ROUNDS; round++) {
        uint64_t seed = round;
        const char *from = good[round % GOOD];
        t.length = strlen(from);
        memcpy(t.bytes, from, t.length);
        if (round <= GOOD) assert_true(parse(&t));
        for (size_t i = 1 + mutation_below(&seed, MUTATIONS); i > 0; i--) mutate(&t, &seed);
        taken += parse(&t);
    }
    /* mutations that only ever break a request would not try what comes behind the reader of JSON */
    assert_in_range(taken, ROUNDS / 50, ROUNDS - ROUNDS / 50);
}

static void test_garbage(void **unused)
{
    (void)unused;
    static const char alphabet[] = "{}[]:,\"\\ unlltrue0123.eE+-typeid";
    static request_text t;
    uint64_t seed = 7;
    for (t.length = 0; t.length < IO_LINK_REQUEST + 20; t.length += 13) {
        for (size_t i = 0; i < t.length; i++) t.bytes[i] = (char)mutation_below(&seed, 256);
        assert_false(parse(&t));
        for (size_t i = 0; i < t.length; i++)
            t.bytes[i] = alphabet[mutation_below(&seed, sizeof alphabet - 1)];
        assert_false(parse(&t));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_mutated_requests),
                                       cmocka_unit_test(test_garbage)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
