/* hl/sparse.h against the dense LU with partial pivoting, and its promise to allocate nothing after load.
 * Linked with -Wl,--wrap=malloc and so on. That does not reach into shared libraries, so what the heap holds
 * (mallinfo2) is compared as well. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "hl/dense.h"
#include "hl/sparse.h"

#include <malloc.h>
#include <math.h>
#include <string.h>

enum { N = 40 };

/* Dominant matrices have condition numbers below 10 here; rounding is then about N * 1e-16 * 10 * |x| <=
 * 1e-13. */
static const double TOLERANCE = 1e-12;

typedef struct sample {
    int start[N + 1], rows[N * N];
    double numbers[N * N], dense[N * N];
} sample;

static double random_number(unsigned long long *seed)
{
    *seed = *seed * 6364136223846793005ULL + 1442695040888963407ULL; /* Knuth's MMIX generator */
    return (double)(*seed >> 11) / 4503599627370496.0 - 1.0;
}

/* About one in eight off the diagonal; `symmetric` mirrors structure and numbers. The structure depends on
 * the first seed alone, the numbers on the second. */
static void fill(sample *s, unsigned long long structure, unsigned long long numbers, int symmetric)
{
    memset(s, 0, sizeof *s);
    unsigned char there[N][N] = {{0}};
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            there[i][j] |= random_number(&structure) > 0.75;
            if (symmetric && there[i][j]) there[j][i] = 1;
        }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            if (i != j && there[i][j]) s->dense[i * N + j] = random_number(&numbers);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < i && symmetric; j++) s->dense[i * N + j] = s->dense[j * N + i];
    for (int i = 0; i < N; i++) s->dense[i * N + i] = N;
    int count = 0;
    for (int j = 0; j < N; j++) {
        for (int i = 0; i < N; i++)
            if (i == j || there[i][j]) {
                s->rows[count] = i;
                s->numbers[count++] = s->dense[i * N + j];
            }
        s->start[j + 1] = count;
    }
}

/* Largest difference between the sparse and the dense solution for a right-hand side of sines. */
static double difference(const sample *s, hl_sparse *sparse)
{
    static double a[N * N];
    double x[N], y[N], most = 0.0;
    int pivot[N];
    memcpy(a, s->dense, sizeof a);
    for (int i = 0; i < N; i++) x[i] = y[i] = sin(1.0 + i);
    assert_int_equal(hl_lu_factor(a, N, pivot), HL_OK);
    hl_lu_solve(a, N, pivot, x, 1);
    memcpy(hl_sparse_values(sparse), s->numbers, (size_t)s->start[N] * sizeof(double));
    assert_int_equal(hl_sparse_factor(sparse), HL_OK);
    hl_sparse_solve(sparse, y);
    for (int i = 0; i < N; i++) most = fmax(most, fabs(x[i] - y[i]));
    return most;
}

static void solves_with_changing_numbers(void **state)
{
    (void)state;
    static sample s;
    for (int kind = HL_SPARSE_LU; kind <= HL_SPARSE_LDL; kind++) {
        hl_arena arena = {0};
        fill(&s, 3, 1, kind == HL_SPARSE_LDL);
        hl_sparse *sparse = hl_sparse_new(&arena, (hl_sparse_kind)kind, N, s.start, s.rows, NULL);
        assert_non_null(sparse);
        for (unsigned long long numbers = 1; numbers <= 5; numbers++) {
            fill(&s, 3, numbers, kind == HL_SPARSE_LDL);
            assert_true(difference(&s, sparse) < TOLERANCE);
        }
        hl_arena_free(&arena);
    }
}

/* A cyclic shift has no diagonal to pivot on: the sample shows the way. Its solution is exact. */
static void pivots_by_a_sample(void **state)
{
    (void)state;
    static sample s;
    memset(&s, 0, sizeof s);
    int count = 0;
    for (int j = 0; j < N; j++) {
        const int next = (j + 1) % N, low = next < j ? next : j, high = next < j ? j : next;
        s.rows[count] = low;
        s.numbers[count++] = low == j ? 0.0 : 2.0;
        s.rows[count] = high;
        s.numbers[count++] = high == j ? 0.0 : 2.0;
        s.dense[next * N + j] = 2.0;
        s.start[j + 1] = count;
    }
    hl_arena arena = {0};
    hl_sparse *sparse = hl_sparse_new(&arena, HL_SPARSE_LU, N, s.start, s.rows, s.numbers);
    assert_non_null(sparse);
    assert_true(difference(&s, sparse) == 0.0);
    memset(s.numbers, 0, sizeof s.numbers);
    assert_null(hl_sparse_new(&arena, HL_SPARSE_LU, N, s.start, s.rows, s.numbers));
    hl_arena_free(&arena);
}

static void tells_singular(void **state)
{
    (void)state;
    static sample s;
    const double bad[] = {0.0, (double)NAN, (double)INFINITY};
    for (int kind = HL_SPARSE_LU; kind <= HL_SPARSE_LDL; kind++) {
        hl_arena arena = {0};
        fill(&s, 3, 1, kind == HL_SPARSE_LDL);
        hl_sparse *sparse = hl_sparse_new(&arena, (hl_sparse_kind)kind, N, s.start, s.rows, NULL);
        assert_non_null(sparse);
        for (int b = 0; b < 3; b++) { /* the last column and row all bad: no elimination can mend that */
            memcpy(hl_sparse_values(sparse), s.numbers, (size_t)s.start[N] * sizeof(double));
            for (int k = s.start[N - 1]; k < s.start[N]; k++) {
                hl_sparse_values(sparse)[k] = bad[b];
                const int mirrored = hl_sparse_find(sparse, N - 1, s.rows[k]);
                if (mirrored >= 0) hl_sparse_values(sparse)[mirrored] = bad[b];
            }
            assert_int_equal(hl_sparse_factor(sparse), HL_SINGULAR);
        }
        assert_true(difference(&s, sparse) < TOLERANCE); /* and recovers */
        hl_arena_free(&arena);
    }
}

/* ---- nothing is allocated after load ---- */

static long allocations;
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void __real_free(void *memory);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void __wrap_free(void *memory);
void *__wrap_malloc(size_t size)
{
    return allocations++, __real_malloc(size);
}
void *__wrap_calloc(size_t count, size_t size)
{
    return allocations++, __real_calloc(count, size);
}
void *__wrap_realloc(void *old, size_t size)
{
    return allocations++, __real_realloc(old, size);
}
void __wrap_free(void *memory)
{
    allocations++, __real_free(memory);
}

static void allocates_at_load_only(void **state)
{
    (void)state;
    static sample s;
    for (int kind = HL_SPARSE_LU; kind <= HL_SPARSE_LDL; kind++) {
        hl_arena arena = {0};
        fill(&s, 3, 1, kind == HL_SPARSE_LDL);
        hl_sparse *sparse = hl_sparse_new(&arena, (hl_sparse_kind)kind, N, s.start, s.rows, NULL);
        assert_non_null(sparse);
        const struct mallinfo2 before = mallinfo2();
        allocations = 0;
        for (int i = 0; i < 10; i++) (void)difference(&s, sparse);
        const long counted = allocations;
        const struct mallinfo2 after = mallinfo2();
        assert_int_equal(counted, 0);
        assert_true(after.uordblks == before.uordblks && after.hblkhd == before.hblkhd);
        hl_arena_free(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(solves_with_changing_numbers),
                                       cmocka_unit_test(pivots_by_a_sample), cmocka_unit_test(tells_singular),
                                       cmocka_unit_test(allocates_at_load_only)};
    return cmocka_run_group_tests_name("sparse", tests, NULL, NULL);
}
