/* Eight numbers at a time: with AVX2 and BMI2 in single instructions, otherwise by the plain twin, which
 * gives the same bits. */
#ifndef TERR_PARTICLES_LANES_H
#define TERR_PARTICLES_LANES_H

enum { CROWD_LANES = 8 /* distances found at a time */ };

#if defined(__AVX2__) && defined(__BMI2__)

#include <immintrin.h>

/* The `from` of lanes whose bit is set, in their order; all of `to` is overwritten. @return their number */
static inline int lanes_keep(unsigned bits, __m256i from, int *to)
{
    /* a byte of ones a bit; then the numbers of those lanes, moved together */
    const unsigned long long bytes = _pdep_u64(bits, 0x0101010101010101u) * 0xffu;
    const unsigned long long lanes = _pext_u64(0x0706050403020100u, bytes);
    const __m256i order = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128((long long)lanes));
    _mm256_storeu_si256((__m256i *)(void *)to, _mm256_permutevar8x32_epi32(from, order));
    return _mm_popcnt_u32(bits);
}

/* The `from` of lanes whose value is below a limit, in their order. @param to  all of it is overwritten
 * @return their number */
static inline int lanes_below(const float *value, float limit, const int *from, int *to)
{
    const __m256 below = _mm256_cmp_ps(_mm256_loadu_ps(value), _mm256_set1_ps(limit), _CMP_LT_OQ);
    return lanes_keep((unsigned)_mm256_movemask_ps(below),
                      _mm256_loadu_si256((const __m256i *)(const void *)from), to);
}

#else

static inline int lanes_below(const float *value, float limit, const int *from, int *to)
{
    int count = 0;
    for (int e = 0; e < CROWD_LANES; e++) {
        to[count] = from[e];
        count += value[e] < limit;
    }
    return count;
}

#endif

#endif
