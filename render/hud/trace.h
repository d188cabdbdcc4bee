/* The last seconds: a ring of points, for trends and tracks. Old ones make room for new ones. */
#ifndef RND_HUD_TRACE_H
#define RND_HUD_TRACE_H

#include "hl/arena.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct hud_trace_point {
    double time, x, y; /**< [s]; what the owner makes of it; NaN: a gap */
} hud_trace_point;

typedef struct hud_trace {
    hud_trace_point *ring;
    int capacity;
    int64_t first, count; /**< number of the oldest point since the start, and how many there are */
} hud_trace;

/** An empty ring. @return false: out of memory */
bool hud_trace_begin(hud_trace *trace, int capacity, hl_arena *arena);

/** Forget all points. */
void hud_trace_clear(hud_trace *trace);

/** Add the newest point; of a full ring the oldest goes. */
void hud_trace_add(hud_trace *trace, hud_trace_point point);

/** Forget points that are older than `time`. */
void hud_trace_forget(hud_trace *trace, double time);

/** Point i = 0 (oldest)..count - 1. */
hud_trace_point *hud_trace_at(const hud_trace *trace, int64_t i);

/** The newest point, NULL when there is none. */
hud_trace_point *hud_trace_newest(const hud_trace *trace);

#endif
