/* Least squares of minimum norm: the four conditions that define it, and known solutions. */
#include "support/check.h"

#include "hl/dense.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { MOST = 12 };

static void multiply(const double *A, int m, int n, const double *x, double *y)
{
    for (int i = 0; i < m; i++) {
        y[i] = 0.0;
        for (int j = 0; j < n; j++) y[i] += A[i * n + j] * x[j];
    }
}

/* Reflect each column of A at the plane normal to a random vector: an orthogonal matrix times A. */
static void reflect_columns(uint64_t *seed, double *A, int m, int n)
{
    double normal[MOST], square = 0.0;
    for (int i = 0; i < m; i++) {
        normal[i] = check_random(seed);
        square += normal[i] * normal[i];
    }
    for (int j = 0; j < n; j++) {
        double along = 0.0;
        for (int i = 0; i < m; i++) along += normal[i] * A[i * n + j];
        for (int i = 0; i < m; i++) A[i * n + j] -= 2.0 * along / square * normal[i];
    }
}

static void transpose(const double *A, int m, int n, double *transposed)
{
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) transposed[j * m + i] = A[i * n + j];
}

/* A with `rank` singular values from 1 to 2 and else zeros: a diagonal, reflected from both sides */
static void random_of_rank(uint64_t *seed, double *A, int m, int n, int rank)
{
    double transposed[MOST * MOST];
    memset(A, 0, sizeof transposed);
    for (int i = 0; i < rank; i++) A[i * n + i] = 1.5 + 0.5 * check_random(seed);
    reflect_columns(seed, A, m, n);
    transpose(A, m, n, transposed);
    reflect_columns(seed, transposed, n, m);
    transpose(transposed, n, m, A);
}

/* The residual is orthogonal to the columns of A (least squares), and x is a combination of its rows (minimum
 * norm): x = A^T y has a solution y, which hl_solve_minimum_norm of A^T finds without residual. Numbers are
 * of size 1 and singular values within a factor of 2: errors are those of the rotations, each row's some 12 a
 * sweep, ten sweeps, 2 roundings each. */
static const double ROUNDINGS = 12 * 10 * 2 * DBL_EPSILON;

static void check_conditions(uint64_t *seed, int m, int n, int rank)
{
    double A[MOST * MOST], transposed[MOST * MOST], work[MOST * MOST], b[MOST], spent[MOST], x[MOST], y[MOST];
    double residual[MOST], gradient[MOST], back[MOST];
    random_of_rank(seed, A, m, n, rank);
    transpose(A, m, n, transposed);
    for (int i = 0; i < m; i++) b[i] = spent[i] = check_random(seed);
    memcpy(work, A, sizeof A);
    assert_int_equal(hl_solve_minimum_norm(work, m, n, spent, 1e-9, x), rank);
    multiply(A, m, n, x, residual);
    for (int i = 0; i < m; i++) residual[i] -= b[i];
    multiply(transposed, n, m, residual, gradient);
    for (int j = 0; j < n; j++) CHECK_NEAR(gradient[j], 0.0, ROUNDINGS);
    memcpy(work, transposed, sizeof work);
    memcpy(spent, x, sizeof spent);
    assert_int_equal(hl_solve_minimum_norm(work, n, m, spent, 1e-9, y), rank);
    multiply(transposed, n, m, y, back);
    for (int j = 0; j < n; j++) CHECK_NEAR(back[j], x[j], ROUNDINGS);
}

static void meets_the_conditions(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int round = 0; round < 2000; round++) {
        const int m = 1 + round % MOST, n = 1 + round / MOST % MOST, most = m < n ? m : n;
        check_conditions(&seed, m, n, 1 + round % most);
    }
}

/* x + y = 2 has the shortest solution (1, 1); said twice it stays so, with rank 1. */
static void redundant_rows_change_nothing(void **state)
{
    (void)state;
    double A[] = {1.0, 1.0, 1.0, 1.0}, b[] = {2.0, 2.0}, x[2];
    assert_int_equal(hl_solve_minimum_norm(A, 2, 2, b, 1e-9, x), 1);
    CHECK_NEAR(x[0], 1.0, 4.0 * DBL_EPSILON);
    CHECK_NEAR(x[1], 1.0, 4.0 * DBL_EPSILON);
}

static void nothing_to_solve(void **state)
{
    (void)state;
    double A[] = {0.0, 0.0}, b[] = {1.0}, x[] = {3.0, 4.0};
    assert_int_equal(hl_solve_minimum_norm(A, 1, 2, b, 1e-9, x), 0);
    CHECK_SAME(x[0], 0.0);
    CHECK_SAME(x[1], 0.0);
    double spoilt[] = {(double)NAN, 1.0};
    assert_int_equal(hl_solve_minimum_norm(spoilt, 1, 2, b, 1e-9, x), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(meets_the_conditions),
                                       cmocka_unit_test(redundant_rows_change_nothing),
                                       cmocka_unit_test(nothing_to_solve)};
    return cmocka_run_group_tests_name("least squares", tests, NULL, NULL);
}
