/* Builders that run out of memory: they say so, and neither crash nor leak (which the address sanitizer
 * sees). */
#ifndef SUPPORT_EXHAUSTION_H
#define SUPPORT_EXHAUSTION_H

#include "hl/arena.h"

/** Whether the builder had all the memory that it needs. */
typedef bool builder(hl_arena *arena, void *context);

/** Call the builder once without a limit, then `samples` times with an arena of limits that are spread evenly
 * below what it took. Every one of them must return false. */
void check_exhaustion(builder *build, void *context, size_t samples);

#endif
