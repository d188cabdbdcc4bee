/* Regions, counters and profiles of an exercise. */
#include "scenario/scenario_reader.h"

#include "hl/real.h"

#include <math.h>

/* Half edges, along x and y of the field, of what just holds a turned rectangle. */
static void half_extent(double length, double width, double heading, double half[2])
{
    double s, c;
    hl_sincos(heading, &s, &c);
    half[0] = 0.5 * (length * fabs(c) + width * fabs(s));
    half[1] = 0.5 * (length * fabs(s) + width * fabs(c));
}

/* ---- regions ---- */

/* Ground with a surface of its own carries the machine beyond the field; without one nothing is there. */
static void check_region(auth_item *item)
{
    const auth_region *region = item->out;
    const auth_scenario *scenario = auth_scenario_of(item);
    const auth_sand *sand = &scenario->sand;
    if (!sand->present || scenario->ground.surface) return;
    double half[2];
    half_extent(region->size[0], region->size[1], region->heading, half);
    for (int i = 0; i < 2; i++) {
        if (region->at[i] - half[i] < sand->to[i] && region->at[i] + half[i] > sand->from[i]) continue;
        COMPLAIN(item, "at",
                 "the region lies outside the field of sand, and the ground there has no 'surface' "
                 "to drive on; one that has a share of the field is expected");
        return;
    }
}

/* Beyond any site a sum of lengths would no longer be a place. */
#define ANYWHERE SPAN("-100 km to 100 km")

static const auth_field region_fields[] = {
    NAME(auth_region, "Name of the region"),
    VECTOR(auth_region, at, LENGTH, ANY,
           "Middle of its floor, vector; z is the height above the ground there, including the initial sand",
           ANYWHERE),
    VECTOR(auth_region, size, LENGTH, POSITIVE, "Edges along its x, y, z, vector", SPAN("0 to 100 km")),
    QUANTITY(auth_region, heading, ANGLE, TURN, "Rotation, from x towards y", DEFAULT("0")),
    WORD(auth_region, body, "Body of the machine with the point", PLACE(auth_region, body_place),
         OTHERWISE("the chassis")),
    VECTOR(auth_region, point, LENGTH, ANY, "The point, in the body's frame, vector", ANYWHERE,
           OTHERWISE("its origin")),
};
const auth_table auth_region_table = AUTH_TABLE(auth_region, region_fields, .what = "region",
                                                .place = AUTH_AT(auth_region, place), .check = check_region);

/* ---- counters ---- */

static const auth_field counter_fields[] = {
    NAME(auth_counter, "Name of the counter"),
    QUANTITY(auth_counter, initial, NUMBER, ANY, "Initial value",
             SPAN("-" AUTH_MOST_COUNTED " to " AUTH_MOST_COUNTED), DEFAULT("0")),
};
const auth_table auth_counter_table =
    AUTH_TABLE(auth_counter, counter_fields, .what = "counter", .place = AUTH_AT(auth_counter, place));

/* ---- profiles ---- */

static void check_profile(auth_item *item)
{
    static const double rounding = 1e-9; /* [m] of turned edges that lie on the field's own */
    const auth_profile *profile = item->out;
    const auth_sand *sand = &auth_scenario_of(item)->sand;
    if (!sand->present) {
        hl_report_add(item->reader->report, profile->place,
                      "a profile on rigid ground; a scenario with 'sand' is expected");
        return;
    }
    double half[2];
    half_extent(profile->length, profile->width, profile->heading, half);
    for (int i = 0; i < 2; i++) {
        if (profile->at[i] - half[i] >= sand->from[i] - rounding &&
            profile->at[i] + half[i] <= sand->to[i] + rounding)
            continue;
        COMPLAIN(item, "at",
                 "the profile reaches out of the field of sand; one that lies within 'from' and 'to' of the "
                 "sand is "
                 "expected");
        return;
    }
    if (profile->height < -sand->depth)
        COMPLAIN(item, "height",
                 "the profile lies %g m deep, the rigid bottom %g m; a 'height' above the bottom is expected",
                 -profile->height, sand->depth);
}

/* Heights as of piles; 45 deg, steeper than any soil here in the open; a tolerance beyond 1 m tolerates all
 * that a machine does. */
static const auth_field profile_fields[] = {
    NAME(auth_profile, "Name of the profile"),
    VECTOR(auth_profile, at, LENGTH, ANY, "Middle of the rectangle, [x, y]"),
    QUANTITY(auth_profile, heading, ANGLE, TURN, "Heading of its length, from x towards y", DEFAULT("0")),
    QUANTITY(auth_profile, length, LENGTH, POSITIVE, "Edge of the rectangle along its heading"),
    QUANTITY(auth_profile, width, LENGTH, POSITIVE, "Edge of the rectangle across its heading"),
    QUANTITY(auth_profile, height, LENGTH, ANY,
             "Height of the plane in the middle, above the initial ground there; negative: to be dug",
             SPAN("-20 m to 20 m")),
    QUANTITY(auth_profile, grade, NUMBER, ANY, "Rise along the length", SPAN("-1 to 1"), DEFAULT("0")),
    QUANTITY(auth_profile, tolerance, LENGTH, POSITIVE, "Allowed distance from the plane", SPAN("0 to 1 m")),
};
const auth_table auth_profile_table =
    AUTH_TABLE(auth_profile, profile_fields, .what = "profile", .place = AUTH_AT(auth_profile, place),
               .check = check_profile);
