/* Counting allocations, whoever calls: our libraries, LAPACK or SuiteSparse. To be included by one file of a
 * test program: it defines that program's malloc and free. */
#ifndef SUPPORT_ALLOCATIONS_H
#define SUPPORT_ALLOCATIONS_H

#include <stdlib.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define COUNTS_ALLOCATIONS 0 /* the sanitizers bring their own allocator */
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define COUNTS_ALLOCATIONS 0
#endif
#endif
#ifndef COUNTS_ALLOCATIONS
#define COUNTS_ALLOCATIONS 1
#endif

#if COUNTS_ALLOCATIONS
/* glibc's own entry points; this program's malloc and free stand in front of them and count, whoever calls:
 * our libraries, LAPACK or SuiteSparse. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *old);
void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *old, size_t size);
void *aligned_alloc(size_t alignment, size_t size);
void free(void *old);
static long calls;
void *malloc(size_t size)
{
    return calls++, __libc_malloc(size);
}
void *calloc(size_t count, size_t size)
{
    return calls++, __libc_calloc(count, size);
}
void *realloc(void *old, size_t size)
{
    return calls++, __libc_realloc(old, size);
}
void *aligned_alloc(size_t alignment, size_t size)
{
    return calls++, __libc_memalign(alignment, size);
}
void free(void *old)
{
    calls++;
    __libc_free(old);
}
#endif

#endif
