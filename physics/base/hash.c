/* Multiply and shift, a word at a time: each word is mixed by an odd constant (that of splitmix64) and
 * folded, so that a change of any bit reaches all bits of the result. */
#include "hl/hash.h"

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
