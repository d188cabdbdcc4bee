/* The authored files that benchmarks are about. */
#include "bench/runner.h"

#include <string.h>

static const char *folder = "assets";

void bench_use_assets(const char *path)
{
    folder = path;
}

const char *bench_assets(void)
{
    return folder;
}

const char *bench_asset(const char *kind, const char *name, hl_arena *arena)
{
    char path[1200];
    const int length = snprintf(path, sizeof path, "%s/%s/%s.yaml", folder, kind, name);
    const char *kept = length < (int)sizeof path ? hl_arena_string(arena, path, (size_t)length) : NULL;
    return kept ? kept : "";
}
