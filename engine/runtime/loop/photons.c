#include "rt/photons.h"

void rt_photons_shown(rt_photons *photons, xch_ring *acts, double time, int64_t at)
{
    while (photons->waits || xch_ring_pop(acts, &photons->next)) {
        photons->waits = photons->next.time > time;
        if (photons->waits) return;
        rt_histogram_add(&photons->latency, at - photons->next.event);
    }
}
