/* Concurrency Kit's ring; in builds under the thread sanitizer with index accesses that it can follow.
 *
 * ck_pr_load_uint and ck_pr_store_uint are inline assembly, which the sanitizer cannot see: every record
 * handed over would look like a race. The ring orders its accesses with ck_pr_fence_load behind the load of
 * the other side's index and ck_pr_fence_store before the store of its own: an acquire and a release. Under
 * the sanitizer, and only there, the two words become the compiler's acquire load and release store, and the
 * ring's own code is checked as it stands. */
#ifndef SANITIZED_CK_H
#define SANITIZED_CK_H

#include <ck_pr.h>

#if defined(__SANITIZE_THREAD__)
#define THREAD_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define THREAD_SANITIZER 1
#endif
#endif

#ifdef THREAD_SANITIZER
#undef ck_pr_load_uint
#undef ck_pr_store_uint
#define ck_pr_load_uint(from)       __atomic_load_n((from), __ATOMIC_ACQUIRE)
#define ck_pr_store_uint(to, value) __atomic_store_n((to), (value), __ATOMIC_RELEASE)
#endif

#include <ck_ring.h>

#endif
