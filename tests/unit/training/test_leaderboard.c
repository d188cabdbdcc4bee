/* Who is the best. */
#include "store_rig.h"

#include <string.h>

static train_rank *board;
static int ranks;

static void read_board(const char *exercise, bool all)
{
    RIG_OK(train_leaderboard(rig_store(), exercise, all, &rig_arena, &board, &ranks));
}

static void check_rank(int at, int rank, const char *trainee, double score)
{
    assert_true(at < ranks);
    assert_int_equal(board[at].rank, rank);
    assert_string_equal(board[at].trainee, trainee);
    CHECK_SAME(board[at].score, score);
}

static void the_best_attempt_ranks(void **state)
{
    (void)state;
    read_board("slalom", true);
    assert_int_equal(ranks, 0);
    (void)rig_attempt("Anna", &rig_slalom, 70.0, 50.0, TRAIN_ACCEPTED);
    const int64_t best = rig_attempt("Anna", &rig_slalom, 90.0, 44.0, TRAIN_ACCEPTED);
    (void)rig_attempt("Anna", &rig_slalom, 90.0, 45.0, TRAIN_ACCEPTED);
    (void)rig_failed("Anna", &rig_slalom);
    (void)rig_attempt("Berta", &rig_slalom, 95.0, 60.0, TRAIN_ACCEPTED);
    (void)rig_attempt("Berta", &rig_hopper, 99.0, 60.0, TRAIN_ACCEPTED);
    (void)rig_failed("Carla", &rig_slalom); /* has finished none */
    read_board("slalom", false);
    assert_int_equal(ranks, 2);
    check_rank(0, 1, "Berta", 95.0);
    check_rank(1, 2, "Anna", 90.0);
    assert_int_equal(board[0].attempts, 1);
    assert_int_equal(board[1].attempts, 4);
    assert_int_equal(board[1].best_attempt, best);
    CHECK_SAME(board[1].best, 90.0);
    CHECK_SAME(board[1].time, 44.0);
    CHECK_SAME(board[1].fuel, 0.5);
    CHECK_SAME(board[1].hits, 1.0);
}

static void equal_scores_share_a_rank(void **state)
{
    (void)state;
    (void)rig_attempt("Anna", &rig_slalom, 90.0, 50.0, TRAIN_ACCEPTED);
    (void)rig_attempt("Berta", &rig_slalom, 90.0, 40.0, TRAIN_ACCEPTED);
    (void)rig_attempt("Carla", &rig_slalom, 80.0, 30.0, TRAIN_ACCEPTED);
    read_board("slalom", false);
    assert_int_equal(ranks, 3);
    check_rank(0, 1, "Berta", 90.0); /* sooner */
    check_rank(1, 1, "Anna", 90.0);
    check_rank(2, 3, "Carla", 80.0);
}

/* The numbers have few bits: their mean is exact. */
static void the_mean_of_those_that_count_ranks(void **state)
{
    (void)state;
    (void)rig_attempt("Anna", &rig_hopper, 60.0, 50.0, TRAIN_ACCEPTED);
    (void)rig_failed("Anna", &rig_hopper);
    (void)rig_attempt("Anna", &rig_hopper, 90.0, 50.0, TRAIN_ACCEPTED);
    (void)rig_attempt("Anna", &rig_hopper, 100.0, 40.0, TRAIN_ACCEPTED); /* a fourth of three */
    (void)rig_attempt("Berta", &rig_hopper, 75.0, 50.0, TRAIN_ACCEPTED);
    (void)rig_attempt("Berta", &rig_hopper, 77.0, 50.0, TRAIN_ACCEPTED); /* has one left */
    read_board("hopper", false);
    assert_int_equal(ranks, 2);
    check_rank(0, 1, "Berta", 76.0);
    check_rank(1, 2, "Anna", 50.0);
    assert_int_equal(board[1].attempts, 3);
    CHECK_SAME(board[1].best, 90.0);
}

static void proofs_decide(void **state)
{
    (void)state;
    (void)rig_attempt("Anna", &rig_slalom, 99.0, 50.0, TRAIN_REFUSED);
    (void)rig_attempt("Anna", &rig_slalom, 80.0, 50.0, TRAIN_ACCEPTED);
    (void)rig_attempt("Berta", &rig_slalom, 90.0, 50.0, TRAIN_PENDING);
    (void)rig_attempt("Carla", &rig_slalom, 98.0, 50.0, TRAIN_REFUSED);
    read_board("slalom", false);
    assert_int_equal(ranks, 1);
    check_rank(0, 1, "Anna", 80.0);
    read_board("slalom", true);
    assert_int_equal(ranks, 2);
    check_rank(0, 1, "Berta", 90.0);
    check_rank(1, 2, "Anna", 80.0);
}

/* Nobody gets rid of a bad attempt by spoiling its recording; one that is pending is no bad one yet. */
static void a_refused_one_is_a_zero_of_the_mean(void **state)
{
    (void)state;
    (void)rig_attempt("Anna", &rig_hopper, 60.0, 50.0, TRAIN_REFUSED);
    (void)rig_attempt("Anna", &rig_hopper, 90.0, 50.0, TRAIN_ACCEPTED);
    (void)rig_attempt("Anna", &rig_hopper, 30.0, 50.0, TRAIN_PENDING);
    read_board("hopper", false);
    assert_int_equal(ranks, 1);
    check_rank(0, 1, "Anna", 45.0);
    assert_int_equal(board[0].attempts, 2);
    read_board("hopper", true);
    check_rank(0, 1, "Anna", 40.0);
}

static void some_have_no_rank(void **state)
{
    (void)state;
    train_exercise exercise = rig_slalom;
    exercise.reference = true;
    (void)rig_attempt("Expert", &exercise, 100.0, 30.0, TRAIN_ACCEPTED);
    exercise = rig_slalom;
    exercise.practice = true;
    (void)rig_attempt("Anna", &exercise, 100.0, 30.0, TRAIN_ACCEPTED);
    (void)rig_begin("Berta", &rig_slalom);
    read_board("slalom", true);
    assert_int_equal(ranks, 0);
}

/* Results of other texts are not compared. */
static void the_newest_texts_rank(void **state)
{
    (void)state;
    train_exercise newer = rig_slalom;
    newer.hash = "89ab";
    (void)rig_attempt("Anna", &rig_slalom, 99.0, 50.0, TRAIN_ACCEPTED);
    (void)rig_attempt("Berta", &newer, 70.0, 50.0, TRAIN_ACCEPTED);
    newer.hash = "cdef";
    newer.practice = true;
    (void)rig_attempt("Berta", &newer, 70.0, 50.0, TRAIN_ACCEPTED); /* could not have a rank */
    newer.practice = false;
    const train_outcome stopped = {.result = TRAIN_STOPPED};
    RIG_OK(train_attempt_end(rig_store(), rig_begin("Berta", &newer), &stopped)); /* nor does this */
    read_board("slalom", false);
    assert_int_equal(ranks, 1);
    check_rank(0, 1, "Berta", 70.0);
}

static void decide(int64_t attempt, bool voided)
{
    RIG_OK(train_attempt_void(
        rig_store(), attempt,
        &(train_voiding){.voided = voided, .instructor = "Irma", .why = "another person drove"}));
}

static void voided_ones_do_not_rank(void **state)
{
    (void)state;
    (void)rig_attempt("Anna", &rig_slalom, 70.0, 50.0, TRAIN_ACCEPTED);
    const int64_t best = rig_attempt("Anna", &rig_slalom, 90.0, 50.0, TRAIN_ACCEPTED);
    decide(best, true);
    read_board("slalom", false);
    assert_int_equal(ranks, 1);
    check_rank(0, 1, "Anna", 70.0);
    assert_int_equal(board[0].attempts, 1);
    decide(best, false);
    read_board("slalom", false);
    check_rank(0, 1, "Anna", 90.0);
}

/* Of three attempts that count a fourth takes the place of a voided one. */
static void voided_ones_leave_room(void **state)
{
    (void)state;
    int64_t first = rig_attempt("Anna", &rig_hopper, 30.0, 50.0, TRAIN_ACCEPTED);
    for (int i = 0; i < 3; i++) (void)rig_attempt("Anna", &rig_hopper, 60.0, 50.0, TRAIN_ACCEPTED);
    read_board("hopper", false);
    check_rank(0, 1, "Anna", 50.0);
    decide(first, true);
    read_board("hopper", false);
    check_rank(0, 1, "Anna", 60.0);
}

/* The newest texts are those at which somebody has an attempt that ranks. */
static void voided_ones_choose_no_texts(void **state)
{
    (void)state;
    train_exercise newer = rig_slalom;
    newer.hash = "89ab";
    (void)rig_attempt("Anna", &rig_slalom, 99.0, 50.0, TRAIN_ACCEPTED);
    decide(rig_attempt("Berta", &newer, 70.0, 50.0, TRAIN_ACCEPTED), true);
    read_board("slalom", false);
    assert_int_equal(ranks, 1);
    check_rank(0, 1, "Anna", 99.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(the_best_attempt_ranks, rig_remove),
        cmocka_unit_test_teardown(equal_scores_share_a_rank, rig_remove),
        cmocka_unit_test_teardown(the_mean_of_those_that_count_ranks, rig_remove),
        cmocka_unit_test_teardown(proofs_decide, rig_remove),
        cmocka_unit_test_teardown(a_refused_one_is_a_zero_of_the_mean, rig_remove),
        cmocka_unit_test_teardown(some_have_no_rank, rig_remove),
        cmocka_unit_test_teardown(the_newest_texts_rank, rig_remove),
        cmocka_unit_test_teardown(voided_ones_do_not_rank, rig_remove),
        cmocka_unit_test_teardown(voided_ones_leave_room, rig_remove),
        cmocka_unit_test_teardown(voided_ones_choose_no_texts, rig_remove),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
