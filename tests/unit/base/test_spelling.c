#include "support/check.h"

#include "hl/report.h"

#include <string.h>

static const char *nearest(const char *word, const char *a, const char *b)
{
    hl_nearest search = hl_spelling_begin(word);
    hl_spelling_offer(&search, a);
    hl_spelling_offer(&search, b);
    return search.best;
}

static void near_words_are_found(void **state)
{
    (void)state;
    assert_string_equal(nearest("mas", "mass", "name"), "mass");   /* one missing */
    assert_string_equal(nearest("masss", "mass", "name"), "mass"); /* one too many */
    assert_string_equal(nearest("stifness", "length", "stiffness"), "stiffness");
    assert_string_equal(nearest("alip3", "global", "ali3p"), "ali3p"); /* two exchanged */
    assert_string_equal(nearest("ab", "ac", "ad"), "ac"); /* the first of two equally near ones */
    assert_string_equal(nearest("abcdef", "abcxyf", "abcdex"), "abcdex"); /* the nearer one */
}

static void far_words_are_not(void **state)
{
    (void)state;
    assert_null(nearest("mass", "shape", "child"));
    assert_null(nearest("ab", "cd", "xyz"));
    assert_null(nearest("", "ab", "abc"));
    char longest[200];
    memset(longest, 'a', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    assert_null(nearest(longest, longest, "a")); /* longer than is compared */
}

static void hint_names_the_nearest(void **state)
{
    (void)state;
    char hint[HL_HINT_LENGTH], longest[200];
    assert_string_equal(hl_did_you_mean("mass", hint), "; did you mean 'mass'?");
    assert_string_equal(hl_did_you_mean(NULL, hint), "");
    memset(longest, 'a', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    assert_int_equal(strlen(hl_did_you_mean(longest, hint)), 120 + strlen("; did you mean ''?"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(near_words_are_found),
        cmocka_unit_test(far_words_are_not),
        cmocka_unit_test(hint_names_the_nearest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
