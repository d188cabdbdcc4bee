/* The arena: alignment, zeroing, pieces that stay, growth by blocks, and refusals. */
#include "support/check.h"

#include "hl/arena.h"

#include <string.h>

enum { LINE = 64, PIECES = 400, PIECE = 1000 /* bytes; all together several blocks */ };

static int is_zero(const unsigned char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (bytes[i] != 0) return 0;
    return 1;
}

static void pieces_are_aligned_and_zeroed(void **state)
{
    (void)state;
    hl_arena arena = {0};
    for (size_t size = 1; size < 300; size++) {
        unsigned char *piece = hl_arena_take(&arena, 1, size);
        assert_non_null(piece);
        assert_int_equal((uintptr_t)piece % LINE, 0);
        assert_true(is_zero(piece, size));
        memset(piece, 0xCD, size);
    }
    hl_arena_free(&arena);
}

/* What was handed out is neither moved nor overlapped when the arena grows. */
static void growth_keeps_pieces(void **state)
{
    (void)state;
    hl_arena arena = {0};
    unsigned char *pieces[PIECES];
    for (int i = 0; i < PIECES; i++) {
        pieces[i] = hl_arena_take(&arena, PIECE, 1);
        assert_non_null(pieces[i]);
        memset(pieces[i], i % 251 + 1, PIECE);
    }
    for (int i = 0; i < PIECES; i++)
        for (int k = 0; k < PIECE; k++) assert_int_equal(pieces[i][k], i % 251 + 1);
    assert_true(arena.total >= (size_t)PIECES * PIECE);
    hl_arena_free(&arena);
}

static void piece_larger_than_a_block(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const size_t large = (size_t)1 << 20;
    unsigned char *small = hl_arena_take(&arena, 1, 10), *piece = hl_arena_take(&arena, large, 1);
    assert_non_null(small);
    assert_non_null(piece);
    assert_true(is_zero(piece, large));
    piece[0] = piece[large - 1] = 1;
    hl_arena_free(&arena);
}

static void nothing_is_still_a_piece(void **state)
{
    (void)state;
    hl_arena arena = {0};
    void *first = hl_arena_take(&arena, 0, 8), *second = hl_arena_take(&arena, 0, 8);
    assert_non_null(first);
    assert_non_null(second);
    assert_ptr_not_equal(first, second);
    hl_arena_free(&arena);
}

/* Products that do not fit size_t, and sizes that leave no room for alignment, are refused; the arena stays
 * usable. */
static void overflow_is_refused(void **state)
{
    (void)state;
    hl_arena arena = {0};
    assert_null(hl_arena_take(&arena, SIZE_MAX, 2));
    assert_null(hl_arena_take(&arena, SIZE_MAX / 2 + 1, 2));
    assert_null(hl_arena_take(&arena, SIZE_MAX, 1));
    assert_null(hl_arena_take(&arena, SIZE_MAX - LINE + 1, 1));
    assert_int_equal(arena.total, 0);
    assert_non_null(hl_arena_take(&arena, 4, 4));
    hl_arena_free(&arena);
}

static void strings_are_copied_and_ended(void **state)
{
    (void)state;
    hl_arena arena = {0};
    char text[] = "boom cylinder";
    const char *copy = hl_arena_string(&arena, text, 4);
    text[0] = 'z';
    assert_string_equal(copy, "boom");
    assert_string_equal(hl_arena_string(&arena, NULL, 0), "");
    hl_arena_free(&arena);
}

static void freed_arena_is_usable_again(void **state)
{
    (void)state;
    hl_arena arena = {0};
    assert_non_null(HL_NEW(&arena, double, 1000));
    hl_arena_free(&arena);
    assert_null(arena.last);
    assert_int_equal(arena.total, 0);
    double *again = HL_NEW(&arena, double, 3);
    assert_non_null(again);
    assert_true(is_zero((const unsigned char *)again, 3 * sizeof *again));
    hl_arena_free(&arena);
    hl_arena_free(&arena); /* of an empty one: nothing */
}

/* A piece that is refused is remembered, whatever is taken after it, until the arena is emptied. */
static void failure_is_remembered(void **state)
{
    (void)state;
    hl_arena arena = {0};
    assert_non_null(HL_NEW(&arena, int, 1));
    assert_false(hl_arena_failed(&arena));
    assert_null(hl_arena_take(&arena, SIZE_MAX, 2));
    assert_non_null(HL_NEW(&arena, int, 1));
    assert_true(hl_arena_failed(&arena));
    hl_arena_free(&arena);
    assert_false(hl_arena_failed(&arena));
}

/* With a limit the arena hands out that many bytes, rounded up to lines piece by piece, and no more. */
static void limit_is_kept(void **state)
{
    (void)state;
    hl_arena arena = {.limit = 3 * LINE};
    assert_non_null(hl_arena_take(&arena, 1, LINE + 1));
    assert_null(hl_arena_take(&arena, 2, LINE));
    assert_true(hl_arena_failed(&arena));
    assert_non_null(hl_arena_take(&arena, 1, 1));
    assert_null(hl_arena_take(&arena, 0, 1));
    assert_int_equal(arena.total, 3 * LINE);
    hl_arena_free(&arena);
    assert_int_equal(arena.limit, 3 * LINE);
    assert_null(hl_arena_take(&arena, 3 * LINE + 1, 1));
    assert_null(hl_arena_copy(&arena, "", 4 * LINE, 1));
    hl_arena_free(&arena);
}

static void values_are_copied(void **state)
{
    (void)state;
    hl_arena arena = {0};
    double given[] = {1.0, 2.0, 3.0};
    const double *copy = HL_COPY(&arena, double, given, 3);
    given[0] = 0.0;
    assert_true(copy[0] == 1.0 && copy[1] == 2.0 && copy[2] == 3.0);
    assert_non_null(HL_COPY(&arena, double, NULL, 0));
    assert_string_equal(hl_arena_text(&arena, "boom"), "boom");
    hl_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(pieces_are_aligned_and_zeroed),
                                       cmocka_unit_test(growth_keeps_pieces),
                                       cmocka_unit_test(piece_larger_than_a_block),
                                       cmocka_unit_test(nothing_is_still_a_piece),
                                       cmocka_unit_test(overflow_is_refused),
                                       cmocka_unit_test(strings_are_copied_and_ended),
                                       cmocka_unit_test(freed_arena_is_usable_again),
                                       cmocka_unit_test(failure_is_remembered),
                                       cmocka_unit_test(limit_is_kept),
                                       cmocka_unit_test(values_are_copied)};
    return cmocka_run_group_tests_name("arena", tests, NULL, NULL);
}
