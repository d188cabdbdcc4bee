/* Hash of the particles: the frozen ones in an updated sum, the awake ones computed each time. */
#include "particles_internal.h"

#include "hl/hash.h"

#include <string.h>

uint64_t terr_particles_hash_frozen(const terr_particles *p, int slot)
{
    const grain *g = &p->grains[slot];
    const int64_t whole[3] = {g->mass, g->carrier, g->index};
    const uint64_t hash = hl_hash(HL_HASH_START, &p->position[slot], sizeof p->position[slot]);
    return hl_hash(hash, whole, sizeof whole);
}

/* Two words of eight bytes at a time, as hl_hash mixes them: the chains of what a particle has do not wait
 * for each other. */
typedef struct chains {
    uint64_t word[2];
} chains;

static inline uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0xbf58476d1ce4e5b9);
    return hash ^ (hash >> 29);
}

static inline void mix_quad(chains *c, const quad *from)
{
    uint64_t word[2];
    memcpy(word, from, sizeof word);
    for (int k = 0; k < 2; k++) c->word[k] = mix(c->word[k], word[k]);
}

uint64_t terr_particles_hash(const terr_particles *p)
{
    const int64_t counts[2] = {p->count, p->awake};
    chains position = {{HL_HASH_START, 1}}, velocity = {{2, 3}}, spin = {{4, 5}};
    for (int i = 0; i < p->awake; i++) {
        mix_quad(&position, &p->position[i]);
        mix_quad(&velocity, &p->velocity[i]);
        mix_quad(&spin, &p->spin[i]);
    }
    uint64_t hash = hl_hash(HL_HASH_START, counts, sizeof counts);
    hash = hl_hash(hash, p->base, sizeof p->base);
    hash = hl_hash(hash, &position, sizeof position);
    hash = hl_hash(hash, &velocity, sizeof velocity);
    hash = hl_hash(hash, &spin, sizeof spin);
    return hl_hash(hash, &p->frozen_hash, sizeof p->frozen_hash);
}
