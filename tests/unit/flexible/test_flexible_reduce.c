/* Reductions: what every set of modes must have, and what is refused. Published figures: headland validate
 * flexible. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "flex/reduce.h"

#include <math.h>
#include <string.h>

static hl_arena arena;
static hl_report report;

/* A square tube: its bending frequencies are pairs. */
static flex_section stations[2] = {{.at = 0, .kind = FLEX_BOX, .box = {0.2, 0.2, 0.006, 0.006}},
                                   {.at = 5, .kind = FLEX_BOX, .box = {0.2, 0.2, 0.006, 0.006}}};
static flex_node nodes[2] = {{.name = "middle", .at = 2.5}, {.name = "tip", .at = 5}};
static flex_beam beam = {FLEX_EULER_BERNOULLI, 10, {210e9, 0.3, 7850}, 2, stations};
static const flex_def def = {.name = "boom", .beam = &beam, .node_count = 2, .nodes = nodes};
static flex_model *model;

static int begin(void **state)
{
    (void)state;
    hl_report_begin(&report, "body.yaml");
    return flex_model_new(&def, &arena, &report, &model) == HL_OK ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    flex_model_free(model);
    hl_arena_free(&arena);
    return 0;
}

static const flex_reduction reductions[] = {
    {.method = FLEX_GUYAN, .interface_count = 2, .interfaces = {0, 1}},
    {.method = FLEX_CRAIG_BAMPTON, .interface_count = 1, .interfaces = {1}, .fixed_modes = 4},
    {.method = FLEX_KRYLOV,
     .interface_count = 1,
     .interfaces = {1},
     .loads = {1, 1, 1, 1, 1, 1},
     .blocks = 2},
    {.method = FLEX_KRYLOV, .interface_count = 1, .interfaces = {1}, .inertia_loads = true, .blocks = 1},
    {.method = FLEX_NORMAL, .keep = 8},
};
enum { REDUCTIONS = sizeof reductions / sizeof *reductions };

static double product(const flex_matrix *m, const double *a, const double *b)
{
    double sum = 0;
    for (int j = 0; j < m->n; j++)
        for (int k = m->start[j]; k < m->start[j + 1]; k++) sum += a[m->row[k]] * m->value[k] * b[j];
    return sum;
}

static void modes_are_orthonormal_and_clamped(void **state)
{
    (void)state;
    for (int r = 0; r < REDUCTIONS; r++) {
        flex_modes_set set;
        assert_int_equal(flex_reduce(model, &reductions[r], &arena, &report, &set), HL_OK);
        for (int k = 0; k < set.count; k++) {
            const double *a = &set.V[k * set.n];
            if (k > 0) assert_true(set.omega[k] >= set.omega[k - 1]);
            for (int row = 0; row < 6; row++) assert_true(a[row] == 0);
            for (int l = 0; l < set.count; l++) {
                const double *b = &set.V[l * set.n], one = k == l, scale = set.omega[k] * set.omega[l];
                assert_true(fabs(product(model->M, a, b) - one) < 1e-7); /* 1e-16 (omega_max/omega_min)^2 */
                assert_true(fabs(product(model->K, a, b) / scale - one) < 1e-7);
            }
        }
    }
}

static void signs_and_pairs_are_unique(void **state)
{
    (void)state;
    const int z = model->points[model->markers[1]].row[2], y = z - 1;
    for (int r = 0; r < REDUCTIONS; r++) {
        flex_modes_set set, again;
        assert_int_equal(flex_reduce(model, &reductions[r], &arena, &report, &set), HL_OK);
        assert_true(set.omega[1] - set.omega[0] < 1e-9 * set.omega[0]);
        assert_true(set.V[z] == 0 && set.V[y] > 0);
        assert_true(set.V[set.n + z] > 0 && fabs(set.V[set.n + y]) < 1e-6 * set.V[set.n + z]);
        assert_int_equal(flex_reduce(model, &reductions[r], &arena, &report, &again), HL_OK);
        assert_memory_equal(set.V, again.V, (size_t)(set.n * set.count) * sizeof *set.V);
    }
}

static void static_shapes_are_exact(void **state)
{
    (void)state;
    for (int r = 0; r < 3; r++) { /* those with the loads of the tip */
        flex_modes_set set;
        assert_int_equal(flex_reduce(model, &reductions[r], &arena, &report, &set), HL_OK);
        for (int d = 0; d < 6; d++) {
            double full, reduced;
            assert_int_equal(flex_unit_load(model, &set, model->markers[1], d, &full, &reduced), HL_OK);
            assert_true(fabs(full - reduced) < 1e-7 * full);
        }
    }
    double full, reduced;
    const flex_modes_set none = {.n = model->n};
    assert_int_equal(flex_unit_load(model, &none, model->root, 0, &full, &reduced), HL_BAD_INPUT);
}

static void refuse(flex_reduction reduction, const char *text)
{
    flex_modes_set set;
    reduction.place = (hl_place){9, 3};
    hl_report_begin(&report, "body.yaml");
    assert_int_equal(flex_reduce(model, &reduction, &arena, &report, &set), HL_BAD_INPUT);
    assert_int_equal(report.list[0].place.line, 9);
    if (!strstr(report.list[0].text, text)) fail_msg("'%s' is not in: %s", text, report.list[0].text);
}

static void too_many_modes_are_refused(void **state)
{
    (void)state;
    flex_reduction r = {.method = FLEX_NORMAL, .keep = 61};
    refuse(r, "61 modes, the degrees of freedom; at most 60");
    r.keep = 25;
    refuse(r, "25 modes (limit them with 'keep'); at most 24");
    r = reductions[1];
    r.fixed_modes = 55;
    refuse(r, "55 fixed modes");
    r = reductions[2];
    r.blocks = 11;
    refuse(r, "66 Krylov columns, the degrees of freedom; at most 60");
    r = reductions[0];
    r.keep = 13;
    refuse(r, "13 columns ('keep')");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(modes_are_orthonormal_and_clamped, begin, end),
        cmocka_unit_test_setup_teardown(signs_and_pairs_are_unique, begin, end),
        cmocka_unit_test_setup_teardown(static_shapes_are_exact, begin, end),
        cmocka_unit_test_setup_teardown(too_many_modes_are_refused, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
