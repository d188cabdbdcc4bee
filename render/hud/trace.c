#include "trace.h"

bool hud_trace_begin(hud_trace *trace, int capacity, hl_arena *arena)
{
    *trace = (hud_trace){.ring = HL_NEW(arena, hud_trace_point, capacity), .capacity = capacity};
    return trace->ring != NULL;
}

void hud_trace_clear(hud_trace *trace)
{
    trace->first += trace->count;
    trace->count = 0;
}

hud_trace_point *hud_trace_at(const hud_trace *trace, int64_t i)
{
    return &trace->ring[(trace->first + i) % trace->capacity];
}

hud_trace_point *hud_trace_newest(const hud_trace *trace)
{
    return trace->count > 0 ? hud_trace_at(trace, trace->count - 1) : NULL;
}

void hud_trace_add(hud_trace *trace, hud_trace_point point)
{
    if (trace->count == trace->capacity) {
        trace->first++;
        trace->count--;
    }
    *hud_trace_at(trace, trace->count++) = point;
}

void hud_trace_forget(hud_trace *trace, double time)
{
    while (trace->count > 0 && hud_trace_at(trace, 0)->time < time) {
        trace->first++;
        trace->count--;
    }
}
