/* Reading the costs of a computer. */
#include "auth/costs.h"

#include "reader/format.h"

static const auth_field cost_fields[] = {
    TEXT(auth_cost, part, AUTH_NAME_LENGTH,
         "Part of a tick, as in `report.json`: [the parts of a tick](real-time.md#the-parts-of-a-tick)"),
    TEXT(auth_cost, count, AUTH_NAME_LENGTH,
         "What the time is proportional to: [counts](real-time.md#counts)"),
    QUANTITY(auth_cost, time, TIME, NOT_NEGATIVE, "Of one of these in one tick"),
};
static const auth_table cost =
    AUTH_TABLE(auth_cost, cost_fields, .what = "cost", .place = AUTH_AT(auth_cost, place));

static const auth_field spread_fields[] = {
    TEXT(auth_spread, part, AUTH_NAME_LENGTH, "Part of a tick, or 'tick': of all parts together"),
    QUANTITY(auth_spread, factor, NUMBER, ANY, "Longest time over the sum of its costs", SPAN("1 to 1000")),
};
static const auth_table spread =
    AUTH_TABLE(auth_spread, spread_fields, .what = "spread", .place = AUTH_AT(auth_spread, place));

static const auth_field fields[] = {
    HEAD(auth_costs, "costs"),
    TEXT(auth_costs, computer, AUTH_TEXT_LENGTH, "Processor on which they were measured", .fallback = "",
         OTHERWISE("not given")),
    LIST(auth_costs, costs, cost_count, cost, 1, AUTH_MAX_COSTS,
         "List of costs; what is not listed costs nothing"),
    LIST(auth_costs, spreads, spread_count, spread, 0, AUTH_MAX_COSTS,
         "List of spreads; 1 for parts that are not listed", OTHERWISE("all 1")),
};

const auth_table auth_costs_table = AUTH_TABLE(auth_costs, fields, );

AUTH_FORMAT(costs, costs, COSTS, NULL)
