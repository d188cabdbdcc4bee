/* Elementary functions: ours (hl/real.h) beside the C library's, which are not used where the state is
 * computed.
 *
 *   math/NAME, math/NAME/libc   256 evaluations at arguments of the range that simulations meet
 *   math/NAME/ratio             median of ours over that of the C library */
#include "bench/bench.h"

#include "hl/random.h"
#include "hl/real.h"

#include <math.h>
#include <string.h>

enum { EVALUATIONS = 256 };

typedef struct function {
    const char *name;
    double (*ours)(double), (*libc)(double);                               /* of one argument */
    double (*ours_of_two)(double, double), (*libc_of_two)(double, double); /* else */
    double low, high, second_low, second_high;
} function;

static const function functions[] = {
    {"exp", hl_exp, exp, NULL, NULL, -20.0, 20.0, 0.0, 0.0},
    {"expm1", hl_expm1, expm1, NULL, NULL, -3.0, 3.0, 0.0, 0.0},
    {"log", hl_log, log, NULL, NULL, 0.1, 3.0, 0.0, 0.0},
    {"log1p", hl_log1p, log1p, NULL, NULL, -0.5, 1.0, 0.0, 0.0},
    {"pow", NULL, NULL, hl_pow, pow, 0.0, 3.0, -3.0, 3.0},
    {"cbrt", hl_cbrt, cbrt, NULL, NULL, -8.0, 8.0, 0.0, 0.0},
    {"hypot", NULL, NULL, hl_hypot, hypot, -3.0, 3.0, -3.0, 3.0},
    {"tanh", hl_tanh, tanh, NULL, NULL, -3.0, 3.0, 0.0, 0.0},
    {"tan", hl_tan, tan, NULL, NULL, -1.5, 1.5, 0.0, 0.0},
    {"asin", hl_asin, asin, NULL, NULL, -1.0, 1.0, 0.0, 0.0},
    {"atan", hl_atan, atan, NULL, NULL, -3.0, 3.0, 0.0, 0.0},
    {"atan2", NULL, NULL, hl_atan2, atan2, -3.0, 3.0, -3.0, 3.0},
};
enum { FUNCTIONS = sizeof functions / sizeof functions[0] };

typedef struct subject {
    double (*of_one)(double);
    double (*of_two)(double, double);
    double x[EVALUATIONS], y[EVALUATIONS];
} subject;

static void *setup(const bench_case *bench, hl_arena *arena)
{
    const function *f = &functions[bench->size];
    subject *s = HL_NEW(arena, subject, 1);
    if (!s) return NULL;
    s->of_one = bench->variant ? f->libc : f->ours;
    s->of_two = bench->variant ? f->libc_of_two : f->ours_of_two;
    hl_random random = {1};
    for (int i = 0; i < EVALUATIONS; i++) {
        s->x[i] = f->low + (f->high - f->low) * hl_random_unit(&random);
        s->y[i] = f->second_low + (f->second_high - f->second_low) * hl_random_unit(&random);
    }
    return s;
}

static bool evaluate(void *of)
{
    const subject *s = of;
    double sum = 0.0;
    if (s->of_one)
        for (int i = 0; i < EVALUATIONS; i++) sum += s->of_one(s->x[i]);
    else
        for (int i = 0; i < EVALUATIONS; i++) sum += s->of_two(s->x[i], s->y[i]);
    return isfinite(sum);
}

static bool find_ratio(const bench_case *bench, const bench_results *results, bench_result *result)
{
    char name[BENCH_NAME_LENGTH];
    snprintf(name, sizeof name, "math/%s", functions[bench->size].name);
    const bench_result *ours = bench_result_find(results, name);
    snprintf(name, sizeof name, "math/%s/libc", functions[bench->size].name);
    const bench_result *libc = bench_result_find(results, name);
    if (!ours || !libc) return false;
    result->median = ours->median / libc->median;
    result->count = 2;
    snprintf(result->note, sizeof result->note, "time of ours over the C library's");
    return true;
}

void bench_group_math(bench_list *list)
{
    for (int i = 0; i < FUNCTIONS; i++) {
        bench_case ours = {.size = i, .setup = setup, .step = evaluate}, libc = ours;
        bench_case ratio = {.size = i, .derive = find_ratio, .bar = "1.5"};
        libc.variant = 1;
        snprintf(ours.name, sizeof ours.name, "math/%s", functions[i].name);
        snprintf(libc.name, sizeof libc.name, "math/%s/libc", functions[i].name);
        snprintf(ratio.name, sizeof ratio.name, "math/%s/ratio", functions[i].name);
        bench_register(list, &ours);
        bench_register(list, &libc);
        bench_register(list, &ratio);
    }
}
