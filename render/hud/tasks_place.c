/* Where the band of an exercise lies: at the upper edge, or at the lower one while the tool works behind the
 * upper place. It changes sides only when the tool has covered its place for a moment, and not soon again. */
#include "tasks.h"

#include <math.h>

static const double BAND_RIM = 12.0;  /* [dots] above the band at the upper edge */
static const double BAND_FOOT = 20.0; /* [dots] below it at the lower edge */
static const double NEAR = 14.0;      /* [dots] around the tool that are to be free */
static const double FREE = 44.0;      /* [dots] around the tool that are free before the band goes back up */
static const double COVERED_FOR = 0.25; /* [s] until it leaves a place */
static const double FREE_FOR = 1.0;     /* [s] until it goes back up */
static const double PAUSE = 1.0;        /* [s] between pictures after which it is placed at once */

double tasks_band_top(bool low, double height, double room)
{
    return low ? fmax(room - BAND_FOOT - height, BAND_RIM) : BAND_RIM;
}

/* Area that a box and the tool with `around` have in common [dots^2]. */
static double covered(hud_box box, hud_box tool, double around)
{
    const double w = fmin(box.x + box.w, tool.x + tool.w + around) - fmax(box.x, tool.x - around);
    const double h = fmin(box.y + box.h, tool.y + tool.h + around) - fmax(box.y, tool.y - around);
    return tool.w > 0.0 && w > 0.0 && h > 0.0 ? w * h : 0.0;
}

/* Whether the other place is better now. */
static bool is_misplaced(bool low, hud_box tool, hud_box band, double room)
{
    hud_box upper = band, lower = band;
    upper.y = tasks_band_top(false, band.h, room);
    lower.y = tasks_band_top(true, band.h, room);
    if (low) return covered(upper, tool, FREE) <= 0.0;
    return covered(upper, tool, NEAR) > covered(lower, tool, NEAR);
}

void tasks_place_update(tasks_place *place, hud_box tool, hud_box band, double room, double time)
{
    const double gap = time - place->last;
    const bool anew = !place->begun || gap < 0.0 || gap > PAUSE;
    if (!place->begun || gap < 0.0) place->low = false;
    place->begun = true;
    place->last = time;
    if (!is_misplaced(place->low, tool, band, room)) {
        place->well = time;
        return;
    }
    if (!anew && time - place->well < (place->low ? FREE_FOR : COVERED_FOR)) return;
    place->low = !place->low;
    place->well = time;
}
