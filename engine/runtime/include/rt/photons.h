/* Latency from the event of a device to the first picture that shows its effect. */
#ifndef RT_PHOTONS_H
#define RT_PHOTONS_H

#include "rt/histogram.h"
#include "xch/act.h"
#include "xch/ring.h"

#include <stdbool.h>

/** Zero-initialise. */
typedef struct rt_photons {
    bool waits; /**< `next` has happened and is not shown yet */
    xch_act next;
    rt_histogram latency; /**< from events to pictures [ns] */
} rt_photons;

/** A picture is shown: count all acts that it includes.
 *  @param acts  of xch_act, in the order of time; counted ones are removed
 *  @param time  of the world that the picture shows [s]
 *  @param at    when it was up, CLOCK_MONOTONIC [ns] */
void rt_photons_shown(rt_photons *photons, xch_ring *acts, double time, int64_t at);

#endif
