/* What the sand keeps of each particle beside its motion, in the particles' order: who carries it, how long
 * it has lain still, its number. */
#include "sand/sand_parts.h"

#include "hl/status.h"

void terr_sand_remove_particle(terr_sand *sand, int index)
{
    sand_grains *grain = &sand->grain;
    const int last = terr_particles_count(sand->particles) - 1;
    terr_particles_remove(sand->particles, index);
    grain->close[index] = grain->close[last];
    grain->behind[index] = grain->behind[last];
    grain->sinking[index] = grain->sinking[last];
    grain->slow[index] = grain->slow[last];
    grain->held[index] = grain->held[last];
    grain->carrier[index] = grain->carrier[last];
    grain->serial[index] = grain->serial[last];
    sand->core.known = last;
}

void terr_sand_register_new(terr_sand *sand, bool dug)
{
    const int count = terr_particles_count(sand->particles);
    HL_ASSERT(count >= sand->core.known);
    for (int i = (int)sand->core.known; i < count; i++) {
        sand->grain.close[i] = dug ? UINT8_MAX : 0;
        sand->grain.behind[i] = 0;
        sand->grain.sinking[i] = 0;
        sand->grain.slow[i] = 0;
        sand->grain.held[i] = 0;
        sand->grain.carrier[i] = TERR_AWAKE;
        sand->grain.serial[i] = (uint32_t)sand->core.serial++;
    }
    sand->core.known = count;
}
