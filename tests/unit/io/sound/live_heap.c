/* This program's malloc and free stand in front of glibc's own entry points, also for OpenAL. */
#include "live_heap.h"

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_long pieces, bytes;

heap_use live_heap(void)
{
    return (heap_use){atomic_load(&pieces), atomic_load(&bytes)};
}

#if COUNTS_HEAP

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *old);

static void *counted(void *piece)
{
    if (!piece) return NULL;
    atomic_fetch_add(&pieces, 1);
    atomic_fetch_add(&bytes, (long)malloc_usable_size(piece));
    return piece;
}

static void gone(void *piece)
{
    if (!piece) return;
    atomic_fetch_sub(&pieces, 1);
    atomic_fetch_sub(&bytes, (long)malloc_usable_size(piece));
}

void *malloc(size_t size)
{
    return counted(__libc_malloc(size));
}

void *calloc(size_t count, size_t size)
{
    return counted(__libc_calloc(count, size));
}

void *realloc(void *old, size_t size)
{
    gone(old);
    return counted(__libc_realloc(old, size));
}

void *memalign(size_t alignment, size_t size)
{
    return counted(__libc_memalign(alignment, size));
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return counted(__libc_memalign(alignment, size));
}

int posix_memalign(void **piece, size_t alignment, size_t size)
{
    *piece = counted(__libc_memalign(alignment, size));
    return *piece ? 0 : ENOMEM;
}

void free(void *old)
{
    gone(old);
    __libc_free(old);
}

#endif
