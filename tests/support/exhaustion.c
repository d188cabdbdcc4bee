#include "support/exhaustion.h"

#include "support/check.h"

void check_exhaustion(builder *build, void *context, size_t samples)
{
    hl_arena arena = {0};
    assert_true(build(&arena, context));
    const size_t total = arena.total;
    hl_arena_free(&arena);
    for (size_t i = 0; i < samples; i++) {
        arena.limit = 1 + (size_t)((double)(total - 2) * (double)i / (double)samples);
        if (build(&arena, context)) fail_msg("%zu bytes of %zu are enough", arena.limit, total);
        hl_arena_free(&arena);
    }
}
