#include "hl/arena.h"

#include "hl/status.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64, BLOCK_BYTES = 1 << 16 };

struct hl_arena_block {
    hl_arena_block *previous;
    size_t used, size; /* bytes of the payload, which starts ALIGNMENT bytes after the block itself */
};

static hl_arena_block *block_new(hl_arena_block *previous, size_t least)
{
    size_t size = least > BLOCK_BYTES ? least : BLOCK_BYTES;
    if (size > SIZE_MAX - ALIGNMENT) return NULL;
    hl_arena_block *block = aligned_alloc(ALIGNMENT, ALIGNMENT + size);
    if (block == NULL) return NULL;
    *block = (hl_arena_block){.previous = previous, .used = 0, .size = size};
    return block;
}

/* NULL when the piece cannot be taken. */
static void *take(hl_arena *arena, size_t count, size_t size)
{
    if (count > (SIZE_MAX - ALIGNMENT) / size) return NULL;
    size_t bytes = (count * size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (bytes == 0) bytes = ALIGNMENT;
    if (arena->limit > 0 && (bytes > arena->limit || arena->total > arena->limit - bytes)) return NULL;
    if (arena->last == NULL || arena->last->size - arena->last->used < bytes) {
        hl_arena_block *block = block_new(arena->last, bytes);
        if (block == NULL) return NULL;
        arena->last = block;
    }
    unsigned char *piece = (unsigned char *)arena->last + ALIGNMENT + arena->last->used;
    arena->last->used += bytes;
    arena->total += bytes;
    return memset(piece, 0, bytes);
}

void *hl_arena_take(hl_arena *arena, size_t count, size_t size)
{
    HL_ASSERT(arena != NULL && size > 0);
    void *piece = take(arena, count, size);
    if (piece == NULL) arena->failed = true;
    return piece;
}

void *hl_arena_copy(hl_arena *arena, const void *source, size_t count, size_t size)
{
    void *copy = hl_arena_take(arena, count, size);
    if (copy != NULL && count > 0) memcpy(copy, source, count * size);
    return copy;
}

char *hl_arena_string(hl_arena *arena, const char *text, size_t length)
{
    char *copy = hl_arena_take(arena, length + 1, 1);
    if (copy != NULL && length > 0) memcpy(copy, text, length);
    return copy;
}

char *hl_arena_text(hl_arena *arena, const char *text)
{
    return hl_arena_string(arena, text, strlen(text));
}

void hl_arena_free(hl_arena *arena)
{
    while (arena->last != NULL) {
        hl_arena_block *previous = arena->last->previous;
        free(arena->last);
        arena->last = previous;
    }
    arena->total = 0;
    arena->failed = false;
}
