/* The work of every formulation and every solver, with too little memory. */
#include "support/check.h"
#include "support/exhaustion.h"

#include "zoo.h"

typedef struct request {
    const mb_model *model;
    mb_step_options options;
} request;

static bool build(hl_arena *arena, void *context)
{
    const request *r = context;
    return mb_work_new(r->model, &r->options, arena) != NULL;
}

static void work_reports_exhausted_memory(void **state)
{
    (void)state;
    for (int f = MB_ALI3P; f <= MB_GLOBAL; f++)
        for (int s = MB_SOLVER_DENSE; s <= MB_SOLVER_SPARSE; s++) {
            zoo z;
            request r = {.options = mb_step_options_default()};
            r.options.formulation = (mb_formulation)f;
            r.options.solver = (mb_solver)s;
            r.options.numeric_tangent = f == MB_ALI3P && s == MB_SOLVER_DENSE;
            zoo_open(&z, &r.options, f == MB_ALI3P, true);
            r.model = z.model;
            check_exhaustion(build, &r, 400);
            zoo_close(&z);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(work_reports_exhausted_memory)};
    return cmocka_run_group_tests_name("exhaustion", tests, NULL, NULL);
}
