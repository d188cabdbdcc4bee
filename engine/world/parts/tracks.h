/* Crawler tracks. */
#ifndef WORLD_TRACKS_H
#define WORLD_TRACKS_H

#include "machine/machine.h"

#include "terr/press.h"
#include "track/track.h"

/** A crawler track: its stations, what they stand on, where it is in the model. */
typedef struct world_track {
    const auth_track *author;
    int body, effort;
    const auth_tire_friction *firm; /**< what the file says: on the scenario's surface, or the first */
    track_ground ground;
    track_effort_data track;
} world_track;

typedef struct world_tracks {
    int count;
    world_track *list;
    terr_track_soil *soils; /**< [count] what is under the tracks; friction 0: not yet found; NULL: no sand;
                               state */
    track_contact *looks;   /**< [count] */
} world_tracks;

#endif
