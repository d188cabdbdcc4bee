/* Arena: memory taken at load, never inside a step, and given back all at once.
 *
 * An arena grows by blocks; what it handed out never moves. Every piece is zeroed and aligned to 64 bytes
 * (a cache line, and enough for every vector register). */
#ifndef HL_ARENA_H
#define HL_ARENA_H

#include <stddef.h>

typedef struct hl_arena_block hl_arena_block;

/** Zero-initialise (`hl_arena arena = {0};`) before first use. */
typedef struct hl_arena {
    hl_arena_block *last; /**< newest block, NULL when empty */
    size_t total;         /**< bytes handed out so far */
} hl_arena;

/** Take `count * size` zeroed bytes, aligned to 64.
 *  @return NULL when memory is exhausted or the product overflows; never NULL for count 0. */
void *hl_arena_take(hl_arena *arena, size_t count, size_t size);

/** Copy a string of `length` characters into the arena and end it with NUL. NULL when memory is exhausted. */
char *hl_arena_string(hl_arena *arena, const char *text, size_t length);

/** Give everything back; the arena is empty and usable again. */
void hl_arena_free(hl_arena *arena);

#define HL_NEW(arena, type, count) ((type *)hl_arena_take((arena), (size_t)(count), sizeof(type)))

#endif
