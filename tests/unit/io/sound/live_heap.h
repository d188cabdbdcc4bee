/* What of the heap is in use, whoever took it. */
#ifndef LIVE_HEAP_H
#define LIVE_HEAP_H

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define COUNTS_HEAP 0 /* the sanitizers bring their own allocator */
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define COUNTS_HEAP 0
#endif
#endif
#ifndef COUNTS_HEAP
#define COUNTS_HEAP 1
#endif

typedef struct heap_use {
    long pieces, bytes;
} heap_use;

/** Taken less given back since the program began; zeros where COUNTS_HEAP is 0. */
heap_use live_heap(void);

#endif
