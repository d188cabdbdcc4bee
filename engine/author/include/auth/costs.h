/* Costs of a computer (`headland: costs`): time of each term of a tick, measured by `headland bench
 * --calibrate`. docs/real-time.md explains the file. Names of parts and counts are checked where they are
 * known (drv/costs.h). */
#ifndef AUTH_COSTS_H
#define AUTH_COSTS_H

#include "hl/arena.h"
#include "hl/report.h"
#include "hl/status.h"

enum { AUTH_MAX_COSTS = 128 };

/** Time for one of a count in a part. */
typedef struct auth_cost {
    const char *part, *count;
    double time; /**< [s] */
    hl_place place;
} auth_cost;

/** Longest over estimated time of a part. */
typedef struct auth_spread {
    const char *part;
    double factor; /**< [1], 1 or more */
    hl_place place;
} auth_spread;

typedef struct auth_costs {
    const char *name, *description;
    const char *computer; /**< its processor; "": not given */
    int cost_count, spread_count;
    auth_cost *costs;
    auth_spread *spreads;
} auth_costs;

/** Read a file of costs; see auth_mechanism_read. */
hl_status auth_costs_read(const char *path, hl_arena *arena, auth_costs **costs, hl_report *report);
hl_status auth_costs_parse(const char *text, size_t length, const char *name, hl_arena *arena,
                           auth_costs **costs, hl_report *report);

#endif
