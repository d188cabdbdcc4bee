/* The solvers by name solve the same equations: dense, tree and sparse lead the zoo along the same path in
 * every formulation, with unsymmetric tangents (efforts with states, friction-like couplings) among them. */
#include "support/check.h"

#include "zoo.h"

#include <math.h>
#include <string.h>

enum { STEPS = 50, MOST = 256 };

static size_t walk(mb_formulation formulation, mb_solver solver, double *end)
{
    mb_step_options options = mb_step_options_default();
    options.formulation = formulation;
    options.solver = solver;
    mb_step_report report;
    zoo z;
    zoo_open(&z, &options, false, true);
    for (int i = 0; i < STEPS; i++) assert_int_equal(mb_step(z.model, z.state, z.work, &report), HL_OK);
    const size_t count = z.state->count;
    assert_true(count <= MOST);
    memcpy(end, z.state->q, count * sizeof(double));
    zoo_close(&z);
    return count;
}

/* Pivots in another order change the last digits of an increment, which a converged iteration corrects down
 * to its tolerance of 1e-9 h^-2 h^2: accelerations, the most sensitive numbers of a state, may differ by 1e-9
 * / h^2 * 1e-6 (what one more iteration leaves) = 1e-9 a step, 5e-8 after fifty. */
static void same_path_by_every_solver(void **state)
{
    (void)state;
    double dense[MOST], other[MOST];
    for (int f = MB_ALI3P; f <= MB_GLOBAL; f++) {
        const size_t count = walk((mb_formulation)f, MB_SOLVER_DENSE, dense);
        for (int s = MB_SOLVER_TREE; s <= MB_SOLVER_SPARSE; s++) {
            assert_int_equal(walk((mb_formulation)f, (mb_solver)s, other), count);
            for (size_t i = 0; i < count; i++) CHECK_NEAR(other[i], dense[i], 5e-8 * (1.0 + fabs(dense[i])));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(same_path_by_every_solver)};
    return cmocka_run_group_tests_name("solver", tests, NULL, NULL);
}
