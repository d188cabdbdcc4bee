/* Friction and rolling resistance of the soil under a crawler track.
 *
 * mu = tan phi + c/p and K as for tires (press_wheel.c): soil shears on soil between the grousers. R_c is
 * Bekker's work of the rut, from the firmness of the ground ahead to the maximum under the track. */
#include "field/field_internal.h"
#include "press_track_belt.h"

#include "hl/trig.h"

/* What the ground beyond an end of the belt has borne, mean over its width [m]. */
static double firmness_beyond(const track_belt *b, const terr_field *field, double end)
{
    enum { PLACES = 3 };
    static const double APART = 1.0 / 3.0; /* of the width */
    /* 1.5 d beyond: all four cells about it are untouched by this track */
    const double d = b->area.def->cell, s = end * (b->half_length + 1.5 * d);
    double sum = 0.0;
    for (int k = 0; k < PLACES; k++) {
        const double u = (k - 1) * APART * b->track->width;
        sum += press_firmness(field, b->area.x + s * b->area.forward[0] - u * b->area.forward[1],
                              b->area.y + s * b->area.forward[1] + u * b->area.forward[0]);
    }
    return sum / PLACES;
}

static double firmness_ahead(const track_belt *b, const terr_field *field)
{
    const double onwards = hl_clamp(0.5 + 0.5 * b->track->belt_speed / TERR_SLOW, 0.0, 1.0);
    return between(firmness_beyond(b, field, -1.0), firmness_beyond(b, field, 1.0), onwards);
}

/* v/v_b, 0 to 1, and 0 at rest: the share of the belt's run that makes rut. */
static double share_of_travel(const track_belt *b)
{
    const terr_track *track = b->track;
    double slip = 0.0;
    for (int i = 0; i < track->stations; i++) slip += track->slip_velocity[i][0] / track->stations;
    const double run = track->belt_speed;
    return hl_clamp((run + slip) * run / hl_max(run * run, TERR_SLOW * TERR_SLOW), 0.0, 1.0);
}

void press_track_shear(const track_belt *b, int station, terr_track_soil *soil)
{
    const track_station *at = &b->station[station];
    double sine, cosine;
    hl_sincos(at->soil->friction_angle, &sine, &cosine);
    const double p = at->pressure, cohesion = at->soil->cohesion * b->fit[station].of[FIT_BANK] /
                                              b->fit[station].of[FIT_WEIGHT];
    soil->friction[station] =
        sine / cosine + cohesion * p / (p * p + TERR_LIGHT_PRESSURE * TERR_LIGHT_PRESSURE); /* c/p */
    soil->bristle_stiffness[station] = soil->friction[station] / at->soil->janosi_displacement;
}

void press_track_resistance(const track_belt *b, const terr_field *field, terr_track_soil *soil)
{
    const terr_track *track = b->track;
    const terr_soil *deepest = NULL;
    double force = 0.0, area = 0.0, borne = 0.0;
    for (int i = 0; i < track->stations; i++) {
        const track_station *at = &b->station[i];
        if (at->soil == NULL || !(track->force[i] > 0.0 && b->fit[i].of[FIT_WEIGHT] > 0.0)) continue;
        force += track->force[i];
        area += track->share[i] * track->width;
        const double here = hl_min(b->fit[i].of[FIT_FIRMNESS] / b->fit[i].of[FIT_WEIGHT], at->dug);
        if (deepest != NULL && here <= borne) continue;
        borne = here;
        deepest = at->soil;
    }
    if (deepest == NULL) return;
    const double before = hl_min(firmness_ahead(b, field), borne);
    const double work = terr_compaction_resistance(deepest, track->width, borne) -
                        terr_compaction_resistance(deepest, track->width, before);
    soil->sinkage = borne - before;
    soil->pressure = force / area;
    soil->rolling_resistance = work / force * share_of_travel(b);
}
