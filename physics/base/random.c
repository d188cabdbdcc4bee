/* SplitMix64: see hl/random.h for the sources. */
#include "hl/random.h"

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
