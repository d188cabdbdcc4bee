/* The registry of benchmark groups: see the list in bench/bench.h. */
#include "bench_internal.h"

#include <stdlib.h>

bench_list *bench_list_new(void)
{
    bench_list *list = calloc(1, sizeof *list);
    if (!list) return NULL;
#define X(identifier) bench_group_##identifier(list);
    BENCH_GROUPS(X)
#undef X
    if (!list->exhausted) return list;
    bench_list_free(list);
    return NULL;
}
