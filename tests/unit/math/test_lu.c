/* Factorisations against products: A x = b is met to round-off, singular matrices are told, structure is
 * kept. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "hl/dense.h"
#include "hl/ldu.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 40 };

static double random_number(unsigned long long *seed)
{
    *seed = *seed * 6364136223846793005ULL + 1442695040888963407ULL; /* Knuth's MMIX generator */
    return (double)(*seed >> 11) / 4503599627370496.0 - 1.0;
}

/* Random matrices need every pivot exchange there is; their condition numbers stay below 1e4 or so, hence
 * 1e-10. */
static void lu_solves_random_systems(void **state)
{
    (void)state;
    unsigned long long seed = 1;
    for (int n = 1; n <= MOST; n++) {
        double a[MOST * MOST], factor[MOST * MOST], b[MOST * 2], x[MOST * 2];
        int pivot[MOST];
        for (int i = 0; i < n * n; i++) a[i] = random_number(&seed);
        for (int i = 0; i < n * 2; i++) b[i] = random_number(&seed);
        memcpy(factor, a, sizeof a);
        assert_int_equal(hl_lu_factor(factor, n, pivot), HL_OK);
        for (int columns = 1; columns <= 2; columns++) {
            memcpy(x, b, sizeof b);
            hl_lu_solve(factor, n, pivot, x, columns);
            for (int i = 0; i < n; i++)
                for (int c = 0; c < columns; c++) {
                    double sum = -b[i * columns + c];
                    for (int j = 0; j < n; j++) sum += a[i * n + j] * x[j * columns + c];
                    assert_true(fabs(sum) < 1e-10);
                }
        }
    }
}

static void lu_tells_singular(void **state)
{
    (void)state;
    double zero_column[9] = {1, 0, 2, 3, 0, 4, 5, 0, 6}, not_finite[4] = {(double)NAN, 1, 1, 1};
    int pivot[3];
    assert_int_equal(hl_lu_factor(zero_column, 3, pivot), HL_SINGULAR);
    assert_int_equal(hl_lu_factor(not_finite, 2, pivot), HL_SINGULAR);
}

/* Structures: dense; a tree with branches (column i hangs on i/2, ...); the same with loops across the
 * branches. */
static void make_pattern(int kind, int n, unsigned char *pattern)
{
    memset(pattern, 0, (size_t)(n * n));
    for (int i = 1; i < n; i++) {
        unsigned char *row = pattern + (size_t)i * (size_t)n;
        if (kind == 0) memset(row, 1, (size_t)i);
        for (int p = i; kind > 0 && p > 0;) row[p = (p - 1) / 2] = 1;
        if (kind == 2 && i % 7 == 3) memset(row + i - 3, 1, 3);
    }
}

/* Diagonally dominant, so that no pivoting is called for; condition below 10. */
static void fill(hl_ldu *W, int n, const unsigned char *pattern, bool symmetric, unsigned long long *seed,
                 double *a)
{
    memset(a, 0, sizeof(double) * (size_t)(n * n));
    hl_ldu_clear(W);
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            if (i != j && !pattern[i * n + j]) continue;
            const double lower = random_number(seed), upper = symmetric ? lower : random_number(seed);
            a[i * n + j] = i == j ? 2.0 * n + lower : lower;
            if (i != j) a[j * n + i] = upper;
            hl_ldu_add(W, i, j, a[i * n + j]);
            if (i != j && !symmetric) hl_ldu_add(W, j, i, upper);
        }
}

static void ldu_solves_its_structures(void **state)
{
    (void)state;
    unsigned long long seed = 2;
    for (int kind = 0; kind < 3; kind++)
        for (int symmetric = 0; symmetric < 2; symmetric++)
            for (int n = 1; n <= MOST; n++) {
                hl_arena arena = {0};
                unsigned char pattern[MOST * MOST];
                double a[MOST * MOST], x[MOST], b[MOST], product[MOST];
                make_pattern(kind, n, pattern);
                hl_ldu *W = hl_ldu_new(&arena, n, pattern);
                assert_non_null(W);
                fill(W, n, pattern, symmetric, &seed, a);
                for (int i = 0; i < n; i++) b[i] = x[i] = random_number(&seed);
                if (!symmetric) {
                    hl_ldu_multiply(W, b, product);
                    for (int i = 0; i < n; i++) {
                        double sum = -product[i];
                        for (int j = 0; j < n; j++) sum += a[i * n + j] * b[j];
                        assert_true(fabs(sum) < 1e-11);
                    }
                }
                assert_int_equal(hl_ldu_factor(W, symmetric), HL_OK);
                hl_ldu_solve(W, x);
                for (int i = 0; i < n; i++) {
                    double sum = -b[i];
                    for (int j = 0; j < n; j++) sum += a[i * n + j] * x[j];
                    assert_true(fabs(sum) < 1e-13);
                }
                hl_arena_free(&arena);
            }
}

static void ldu_keeps_a_tree_sparse(void **state)
{
    (void)state;
    hl_arena arena = {0};
    unsigned char pattern[31 * 31];
    make_pattern(1, 31, pattern);
    const hl_ldu *W = hl_ldu_new(&arena, 31, pattern);
    long tree = 0;
    for (int i = 0; i < 31 * 31; i++) tree += pattern[i];
    assert_int_equal(hl_ldu_nonzeros(W), tree); /* leaves first: no fill */
    hl_arena_free(&arena);
}

static void ldu_tells_singular(void **state)
{
    (void)state;
    hl_arena arena = {0};
    hl_ldu *W = hl_ldu_new(&arena, 3, NULL);
    hl_ldu_add(W, 0, 0, 1.0);
    hl_ldu_add(W, 2, 2, 1.0);
    assert_int_equal(hl_ldu_factor(W, false), HL_SINGULAR);
    hl_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lu_solves_random_systems), cmocka_unit_test(lu_tells_singular),
        cmocka_unit_test(ldu_solves_its_structures), cmocka_unit_test(ldu_keeps_a_tree_sparse),
        cmocka_unit_test(ldu_tells_singular)};
    return cmocka_run_group_tests_name("lu and ldu", tests, NULL, NULL);
}
