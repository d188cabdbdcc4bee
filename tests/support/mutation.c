#include "support/mutation.h"

#include "support/check.h"

#include <string.h>

size_t mutation_below(uint64_t *seed, size_t bound)
{
    const size_t choice = (size_t)((check_random(seed) + 1.0) / 2.0 * (double)bound);
    return choice < bound ? choice : bound - 1;
}

void mutation_cut(mutation_bytes bytes, size_t at, size_t count)
{
    unsigned char *data = bytes.data;
    if (count > *bytes.length - at) count = *bytes.length - at;
    memmove(data + at, data + at + count, *bytes.length - at - count);
    *bytes.length -= count;
}

void mutation_insert(mutation_bytes bytes, size_t at, const void *piece, size_t count)
{
    unsigned char *data = bytes.data;
    if (count > bytes.room - *bytes.length) return;
    memmove(data + at + count, data + at, *bytes.length - at);
    memcpy(data + at, piece, count);
    *bytes.length += count;
}
