#include "link_resolve.h"

#include <string.h>

static int find_option(const io_link_option *list, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(list[i].name, name) == 0) return i;
    return -1;
}

static int find_fault(const io_link_seat *seat, const char *name)
{
    for (int i = 0; i < seat->fault_count; i++)
        if (strcmp(seat->faults[i].name, name) == 0) return i;
    return -1;
}

const char *link_resolve(const io_link_request *request, const io_link_seat *seat, xch_director *out)
{
    *out = (xch_director){.kind = request->kind};
    memcpy(out->values, request->values, sizeof out->values);
    memcpy(out->text, request->text, sizeof out->text);
    if (!seat) return "no drive is running";
    switch (request->kind) {
    case XCH_DIRECTOR_LOAD:
        out->index = find_option(seat->exercises, seat->exercise_count, request->name);
        return out->index < 0 ? "the seat has no such exercise" : NULL;
    case XCH_DIRECTOR_PATTERN:
        out->index = find_option(seat->patterns, seat->pattern_count, request->name);
        return out->index < 0 ? "the machine has no such pattern" : NULL;
    case XCH_DIRECTOR_FAULT:
        out->index = find_fault(seat, request->name);
        return out->index < 0 ? "the machine has no such fault" : NULL;
    case XCH_DIRECTOR_WEATHER: /* it is for the eye alone */
        return seat->picture ? NULL : "the seat has no window";
    default:
        return NULL;
    }
}
