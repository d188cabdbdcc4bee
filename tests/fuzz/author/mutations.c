/* The tests of a kind, run by ctest everywhere: good files with up to six changes each, of which some must be
 * accepted, not all; garbage of every length from nothing to a page; a good file cut at every third byte.
 * Reproducible: the seed is fixed, a failure names its round, which is its own seed. */
#include "fuzz.h"

#include "support/mutation.h"

#include <stdio.h>
#include <string.h>

enum { FUZZ_ROOM = 16000, MUTATIONS = 6 };

typedef struct fuzz_text {
    char bytes[FUZZ_ROOM];
    size_t length;
} fuzz_text;

/* Words that matter to YAML, to numbers, and to the schema. */
static const char *const words[] = {"*a",
                                    "&a ",
                                    "!!str ",
                                    "---\n",
                                    "...\n",
                                    "<<: ",
                                    "? ",
                                    ": ",
                                    "- ",
                                    "[",
                                    "]",
                                    "{",
                                    "}",
                                    ",",
                                    "|\n",
                                    ">\n",
                                    "'",
                                    "\"",
                                    "#",
                                    "%",
                                    "\t",
                                    "\r",
                                    "\n",
                                    "  ",
                                    "\\0",
                                    "\xEF\xBB\xBF",
                                    "\xC3",
                                    "\xE2\x80\xA8",
                                    "~",
                                    "null",
                                    "true",
                                    "nan",
                                    ".inf",
                                    "-",
                                    "1e308",
                                    "1e-308",
                                    "1e999",
                                    "0x10",
                                    "-0",
                                    "0",
                                    "9999999999",
                                    "m",
                                    " kg",
                                    "/s",
                                    "^9",
                                    "ground",
                                    "name",
                                    "a",
                                    "b",
                                    "ja",
                                    "free",
                                    "fixed",
                                    "point",
                                    "massless: true",
                                    "inertia: [1, 1, 1]"};

enum { MOST_SEEDS = 3 };

static const fuzz_subject *subject;
static fuzz_text seeds[MOST_SEEDS];
static int seed_count;
static uint64_t current_round;

/* ---- mutations ---- */

static mutation_bytes bytes_of(fuzz_text *t)
{
    return (mutation_bytes){.data = t->bytes, .length = &t->length, .room = FUZZ_ROOM};
}

static size_t token_end(const fuzz_text *t, size_t at)
{
    while (at < t->length && !strchr(" ,:[]{}\n", t->bytes[at])) at++;
    return at;
}

static void mutate(fuzz_text *t, uint64_t *seed)
{
    if (t->length == 0) return;
    const size_t at = mutation_below(seed, t->length);
    const char *word = words[mutation_below(seed, sizeof words / sizeof *words)];
    char piece[200];
    size_t count = 1 + mutation_below(seed, sizeof piece - 1);
    switch (mutation_below(seed, 7)) {
    case 0: /* a byte becomes another */
        t->bytes[at] = (char)mutation_below(seed, 256);
        break;
    case 1: /* a bit turns */
        t->bytes[at] = (char)(t->bytes[at] ^ 1 << mutation_below(seed, 8));
        break;
    case 2: /* a piece goes */
        mutation_cut(bytes_of(t), at, count);
        break;
    case 3: /* a piece comes twice, elsewhere */
        if (count > t->length - at) count = t->length - at;
        memcpy(piece, t->bytes + at, count);
        mutation_insert(bytes_of(t), mutation_below(seed, t->length), piece, count);
        break;
    case 4: /* a word comes in */
        mutation_insert(bytes_of(t), at, word, strlen(word));
        break;
    case 5: /* a word takes the place of another */
        mutation_cut(bytes_of(t), at, token_end(t, at) - at);
        mutation_insert(bytes_of(t), at, word, strlen(word));
        break;
    default: /* the file ends early, now and then */
        if (mutation_below(seed, 4) == 0) t->length = at;
        break;
    }
}

/* ---- rounds ---- */

static bool parse(const fuzz_text *t)
{
    return fuzz_try(subject, t->bytes, t->length);
}

/* ---- the tests ---- */

static void add_file(const char *path)
{
    fuzz_text *seed = &seeds[seed_count++];
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    seed->length = fread(seed->bytes, 1, FUZZ_ROOM, file);
    fclose(file);
    assert_true(seed->length > 0 && seed->length < FUZZ_ROOM);
}

static void add_text(const char *text)
{
    fuzz_text *seed = &seeds[seed_count++];
    seed->length = strlen(text);
    assert_true(seed->length < FUZZ_ROOM);
    memcpy(seed->bytes, text, seed->length);
}

static int read_seeds(void **state)
{
    (void)state;
    seed_count = 0;
    add_file(subject->file);
    if (subject->text) add_text(subject->text);
    if (subject->more) add_file(subject->more);
    return 0;
}

static void mutated_files(void **state)
{
    (void)state;
    static fuzz_text t;
    const uint64_t rounds = subject->rounds;
    uint64_t accepted = 0;
    for (int i = 0; i < seed_count; i++) assert_true(parse(&seeds[i]));
    for (uint64_t round = 1; round <= rounds; round++) {
        uint64_t seed = round;
        t = seeds[round % (uint64_t)seed_count];
        for (size_t i = 1 + mutation_below(&seed, MUTATIONS); i > 0; i--) mutate(&t, &seed);
        current_round = round;
        accepted += parse(&t);
    }
    /* mutations that only ever break a file would not try the readers behind the schema */
    assert_true(accepted > rounds / 50 && accepted < rounds);
}

static void garbage(void **state)
{
    (void)state;
    static fuzz_text t;
    uint64_t seed = 7;
    for (size_t length = 0; length < 4096; length += 17) {
        t.length = length;
        for (size_t i = 0; i < length; i++) t.bytes[i] = (char)mutation_below(&seed, 256);
        assert_false(parse(&t));
        const char alphabet[] = " \n-:[]{},'\"#ab1&*!|>?%";
        for (size_t i = 0; i < length; i++) t.bytes[i] = alphabet[mutation_below(&seed, sizeof alphabet - 1)];
        assert_false(parse(&t));
    }
}

static void truncated_files(void **state)
{
    (void)state;
    static fuzz_text t;
    const fuzz_text *seed = &seeds[seed_count - 1];
    t = *seed;
    for (t.length = 0; t.length < seed->length; t.length += 3) parse(&t);
}

/* After mutations: say which round was the last. */
static int name_round(void **state)
{
    (void)state;
    print_message("last round %d\n", (int)current_round);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(mutated_files, name_round),
        cmocka_unit_test(garbage),
        cmocka_unit_test(truncated_files),
    };
    int failed = 0;
    for (int i = 0; i < fuzz_subject_count && failed == 0; i++) {
        subject = &fuzz_subjects[i];
        failed = cmocka_run_group_tests(tests, read_seeds, NULL);
    }
    return failed;
}
