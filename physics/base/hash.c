/* Hash: multiply and shift, a word at a time: each word is mixed by an odd constant (that of splitmix64) and
 * folded, so that a change of any bit reaches all bits of the result. */
#include "hl/hash.h"

#include "hl/random.h"

#include <string.h>

static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0xbf58476d1ce4e5b9);
    return hash ^ (hash >> 29);
}

uint64_t hl_hash(uint64_t hash, const void *data, size_t size)
{
    const unsigned char *bytes = data;
    uint64_t word;
    for (; size >= sizeof word; size -= sizeof word, bytes += sizeof word) {
        memcpy(&word, bytes, sizeof word);
        hash = mix(hash, word);
    }
    if (size == 0) return hash;
    word = 0;
    memcpy(&word, bytes, size);
    return mix(hash, word);
}

/* SplitMix64: see hl/random.h for the sources. */
static const uint64_t WEYL_STEP = UINT64_C(0x9e3779b97f4a7c15); /* 2^64 over the golden ratio, odd */
static const uint64_t MIX_1 = UINT64_C(0xbf58476d1ce4e5b9), MIX_2 = UINT64_C(0x94d049bb133111eb);

uint64_t hl_random_bits(hl_random *random)
{
    random->weyl += WEYL_STEP;
    uint64_t z = random->weyl;
    z = (z ^ (z >> 30)) * MIX_1;
    z = (z ^ (z >> 27)) * MIX_2;
    return z ^ (z >> 31);
}

double hl_random_unit(hl_random *random)
{
    return (double)(hl_random_bits(random) >> 11) * 0x1p-53;
}
