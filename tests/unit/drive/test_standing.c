/* How a trainee stands: what counts, and which score is the best. */
#include "support/check.h"

#include "drv/attempt.h"

#include <string.h>

static train_attempt attempt(const char *hash, double score)
{
    return (train_attempt){.exercise = {.hash = hash},
                           .outcome = {.result = TRAIN_FINISHED, .score = score},
                           .proof = TRAIN_ACCEPTED};
}

static void stands(const train_attempt *list, int count, int most, const char *expected)
{
    char text[200] = "?";
    drv_standing(list, count, "new", most, text, sizeof text);
    assert_string_equal(text, expected);
}

static void what_counts_is_counted(void **state)
{
    (void)state;
    train_attempt list[] = {attempt("new", 50.0), attempt("new", 70.2), attempt("new", 60.0)};
    stands(list, 0, 0, "");
    stands(list, 0, 3, "3 of 3 attempts left");
    stands(list, 1, 0, "best 50.0; 1 attempt");
    stands(list, 2, 3, "best 70.2; 1 of 3 attempts left");
    stands(list, 3, 3, "best 70.2; no attempts left: practice");
    list[2].exercise.practice = true;
    stands(list, 3, 3, "best 70.2; 1 of 3 attempts left");
    list[1].exercise.reference = true;
    stands(list, 3, 3, "best 60.0; 2 of 3 attempts left");
}

/* The newest was of older texts: the next one counts. */
static void other_texts_are_another_exercise(void **state)
{
    (void)state;
    const train_attempt list[] = {attempt("old", 90.0), attempt("old", 80.0)};
    stands(list, 2, 2, "2 of 2 attempts left");
    stands(list, 2, 0, "");
}

static void a_refused_score_is_none(void **state)
{
    (void)state;
    train_attempt list[] = {attempt("new", 99.0), attempt("new", 40.0), attempt("new", 80.0)};
    list[0].proof = TRAIN_REFUSED;
    list[2].outcome.result = TRAIN_FAILED;
    stands(list, 3, 4, "best 40.0; 1 of 4 attempts left");
    stands(list, 1, 0, "1 attempt");
    list[1].proof = TRAIN_PENDING;
    stands(list, 2, 0, "best 40.0; 2 attempts");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_counts_is_counted),
        cmocka_unit_test(other_texts_are_another_exercise),
        cmocka_unit_test(a_refused_score_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
