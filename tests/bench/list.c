/* The list of benchmarks and of results. */
#include "bench_internal.h"

#include <stdlib.h>
#include <string.h>

/* Grow a list to hold one more; false when memory is exhausted (the list stays as it was). */
static bool make_room(void **list, int count, int *capacity, size_t size)
{
    if (count < *capacity) return true;
    const int wanted = *capacity ? 2 * *capacity : 32;
    void *grown = realloc(*list, (size_t)wanted * size);
    if (!grown) return false;
    *list = grown;
    *capacity = wanted;
    return true;
}

void bench_register(bench_list *list, const bench_case *bench)
{
    void *cases = list->cases;
    if (!make_room(&cases, list->count, &list->capacity, sizeof *list->cases)) {
        list->exhausted = true;
        return;
    }
    list->cases = cases;
    list->cases[list->count++] = *bench;
}

void bench_list_free(bench_list *list)
{
    if (!list) return;
    free(list->cases);
    free(list);
}

int bench_list_count(const bench_list *list)
{
    return list->count;
}

const bench_case *bench_list_at(const bench_list *list, int index)
{
    return &list->cases[index];
}

/* "io" is io/motion, not hydraulics/friction. */
static bool has_part(const char *name, const char *word)
{
    for (const char *at = strstr(name, word); at != NULL; at = strstr(at + 1, word))
        if (at == name || at[-1] == '/') return true;
    return false;
}

bool bench_selected(const char *name, char *const *words, int word_count)
{
    for (int i = 0; i < word_count; i++)
        if (has_part(name, words[i])) return true;
    return word_count == 0;
}

bench_results *bench_results_new(void)
{
    return calloc(1, sizeof(bench_results));
}

void bench_results_free(bench_results *results)
{
    if (!results) return;
    free(results->list);
    free(results);
}

const bench_result *bench_result_find(const bench_results *results, const char *name)
{
    for (int i = 0; i < results->count; i++)
        if (strcmp(results->list[i].name, name) == 0) return &results->list[i];
    return NULL;
}

int bench_results_failed(const bench_results *results)
{
    int failed = 0;
    for (int i = 0; i < results->count; i++) failed += results->list[i].failed;
    return failed;
}

bench_result *bench_results_add(bench_results *results, const bench_result *result)
{
    void *list = results->list;
    if (!make_room(&list, results->count, &results->capacity, sizeof *results->list)) {
        fputs("headland: out of memory while benchmarking\n", stderr);
        abort();
    }
    results->list = list;
    results->list[results->count] = *result;
    return &results->list[results->count++];
}
