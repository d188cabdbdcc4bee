/* Arena: memory allocated at load, never inside a step, and freed all at once.
 *
 * An arena grows by blocks; its pieces never move. Every piece is zeroed and aligned to 64 bytes (a cache
 * line, and enough for every vector register).
 *
 * A failed allocation returns NULL, and the arena remembers it: a builder allocates all its pieces, checks
 * `hl_arena_failed` once, and only then writes to them:
 *
 *     made->rows = HL_NEW(arena, int, count);
 *     made->names = HL_NEW(arena, char *, count);
 *     if (hl_arena_failed(arena)) return HL_OUT_OF_MEMORY;
 *
 * A function with its own scratch arena checks that one too. */
#ifndef HL_ARENA_H
#define HL_ARENA_H

#include <stdbool.h>
#include <stddef.h>

typedef struct hl_arena_block hl_arena_block;

/** Zero-initialise (`hl_arena arena = {0};`) before first use. */
typedef struct hl_arena {
    hl_arena_block *last; /**< newest block, NULL when empty */
    size_t total;         /**< allocated bytes */
    size_t limit;         /**< limit of allocated bytes; 0: unlimited */
    bool failed;          /**< an allocation failed, see hl_arena_failed */
} hl_arena;

/** Take `count * size` zeroed bytes, aligned to 64.
 *  @return NULL when memory is exhausted or the product overflows; never NULL for count 0. */
void *hl_arena_take(hl_arena *arena, size_t count, size_t size);

/** Copy `count * size` bytes into the arena; NULL when memory is exhausted. `source` may be NULL when they
 * are 0. */
void *hl_arena_copy(hl_arena *arena, const void *source, size_t count, size_t size);

/** Copy a string of `length` characters into the arena and end it with NUL. NULL when memory is exhausted. */
char *hl_arena_string(hl_arena *arena, const char *text, size_t length);

/** Copy a NUL-terminated string into the arena. NULL when memory is exhausted. */
char *hl_arena_text(hl_arena *arena, const char *text);

/** Whether any allocation has failed since the arena was empty. Later successful allocations are valid. */
static inline bool hl_arena_failed(const hl_arena *arena)
{
    return arena->failed;
}

/** Free everything; the arena is empty, not failed, and can be used again. Its limit is kept. */
void hl_arena_free(hl_arena *arena);

#define HL_NEW(arena, type, count) ((type *)hl_arena_take((arena), (size_t)(count), sizeof(type)))

/** A copy of `count` values of the type `type`. */
#define HL_COPY(arena, type, source, count)                                                                  \
    ((type *)hl_arena_copy((arena), (source), (size_t)(count), sizeof(type)))

#endif
