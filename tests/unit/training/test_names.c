/* Names of trainees. */
#include "store_rig.h"

#include <stdio.h>
#include <string.h>

static void check_tidy(const char *name, const char *expected)
{
    char tidy[4 * TRAIN_NAME + 1], why[TRAIN_WHY] = "";
    if (!train_name_tidy(name, tidy, why)) fail_msg("'%s': %s", name, why);
    assert_string_equal(tidy, expected);
}

static void check_refused(const char *name, const char *part)
{
    char tidy[4 * TRAIN_NAME + 1], why[TRAIN_WHY] = "";
    if (train_name_tidy(name, tidy, why)) fail_msg("'%s' was taken as '%s'", name, tidy);
    if (!strstr(why, part)) fail_msg("'%s': it says '%s', not '%s'", name, why, part);
}

static void are_tidied(void **state)
{
    (void)state;
    check_tidy("Anna", "Anna");
    check_tidy("  Anna \t von\n Berg ", "Anna von Berg");
    check_tidy("J\xc3\xb6rg\xc2\xa0\xe3\x80\x80K.",
               "J\xc3\xb6rg K.");                       /* a no-break and an ideographic space */
    check_tidy("\xf0\x9f\x9a\x9c", "\xf0\x9f\x9a\x9c"); /* U+1F69C, a tractor */
    check_tidy("\xf4\x8f\xbf\xbf", "\xf4\x8f\xbf\xbf"); /* U+10FFFF, the last there is */
    check_tidy("Robert'); DROP TABLE trainees;--", "Robert'); DROP TABLE trainees;--");
    check_tidy("<script>alert(1)</script>", "<script>alert(1)</script>");
}

static void have_a_length(void **state)
{
    (void)state;
    char name[4 * TRAIN_NAME + 8], spaced[sizeof name + 2];
    check_refused("", "must not be empty");
    check_refused(" \t ", "must not be empty");
    memset(name, 'x', TRAIN_NAME + 1);
    name[TRAIN_NAME] = '\0';
    check_tidy(name, name);
    (void)snprintf(spaced, sizeof spaced, " %s ", name);
    check_tidy(spaced, name); /* spaces at the ends do not count */
    name[TRAIN_NAME] = 'x';
    name[TRAIN_NAME + 1] = '\0';
    check_refused(name, "at most 80");
    for (int i = 0; i < TRAIN_NAME; i++)
        memcpy(name + 4 * i, "\xf0\x9f\x9a\x9c", 5); /* characters, not bytes */
    check_tidy(name, name);
    memcpy(name + 4 * TRAIN_NAME, "\xf0\x9f\x9a\x9c", 5);
    check_refused(name, "at most 80");
    memset(name, 'x', TRAIN_NAME - 1);
    memcpy(name + TRAIN_NAME - 1, " y", 3); /* the space inside does */
    check_refused(name, "at most 80");
}

static void have_no_controls(void **state)
{
    (void)state;
    static const char turns[] = {'a', '\xe2', '\x80', '\xae', '\0'}; /* U+202E, right-to-left override */
    /* escape, others of ASCII, U+0085 and U+2028, which end lines */
    static const char *const names[] = {"a\x1b[2J", "a\x01", "a\x7f", "a\xc2\x85", "a\xe2\x80\xa8", turns};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) check_refused(names[i], "control");
}

static void are_utf8(void **state)
{
    (void)state;
    static const char *const names[] = {"a\x80",            /* begins in the middle */
                                        "a\xc3",            /* ends in the middle */
                                        "a\xc3(",           /* another follows */
                                        "\xc0\xaf",         /* longer than need be */
                                        "\xe0\x80\xaf",     /* likewise */
                                        "\xed\xa0\x80",     /* a surrogate */
                                        "\xf4\x90\x80\x80", /* beyond the last character */
                                        "\xf8\x88\x80\x80\x80",
                                        "\xff"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) check_refused(names[i], "UTF-8");
}

static void reference_is_reserved(void **state)
{
    (void)state;
    static const char *const reserved[] = {"Reference", "reference", " REFERENCE ", "Refer ence",
                                           "r e f e r e n c e"};
    static const char *const free_names[] = {"References", "Referenc", "Anna", "Reference 2", "", "a\x1b"};
    char why[TRAIN_WHY] = "";
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++) {
        if (!train_name_is_reserved(reserved[i], why)) fail_msg("'%s' is not refused", reserved[i]);
        assert_non_null(strstr(why, "reserved"));
    }
    for (size_t i = 0; i < sizeof free_names / sizeof *free_names; i++)
        if (train_name_is_reserved(free_names[i], why)) fail_msg("'%s' is refused", free_names[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reference_is_reserved),
        cmocka_unit_test(are_tidied),
        cmocka_unit_test(have_a_length),
        cmocka_unit_test(have_no_controls),
        cmocka_unit_test(are_utf8),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
