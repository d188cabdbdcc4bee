/* Eight numbers at a time: single instructions with AVX2 and BMI2; the plain twin gives the same bits. A set
 * of lanes is a mask of eight bits. */
#ifndef TERR_PARTICLES_LANES_H
#define TERR_PARTICLES_LANES_H

#include "particles_contact.h"

#include <stdint.h>
#include <string.h>

enum { LANES = 8 };

#if defined(__AVX2__) && defined(__BMI2__)

#include <immintrin.h>

/* Lanes whose value is below a limit. */
static inline unsigned lanes_below(const float *value, float limit)
{
    return (unsigned)_mm256_movemask_ps(
        _mm256_cmp_ps(_mm256_loadu_ps(value), _mm256_set1_ps(limit), _CMP_LT_OQ));
}

static inline __m256i lanes_load(const int *from)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)from);
}

static inline int lanes_pack(unsigned lanes, __m256i from, int *to)
{
    /* a byte of ones for each bit; then the numbers of those lanes, moved together */
    const unsigned long long bytes = _pdep_u64(lanes, 0x0101010101010101u) * 0xffu;
    const unsigned long long numbers = _pext_u64(0x0706050403020100u, bytes);
    const __m256i order = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128((long long)numbers));
    _mm256_storeu_si256((__m256i *)(void *)to, _mm256_permutevar8x32_epi32(from, order));
    return _mm_popcnt_u32(lanes);
}

/* The numbers of some lanes, in their order; all eight of `to` are overwritten. @return how many they are */
static inline int lanes_keep(unsigned lanes, const int *from, int *to)
{
    return lanes_pack(lanes, lanes_load(from), to);
}

/* The same of the numbers from `first` on. */
static inline int lanes_count(unsigned lanes, int first, int *to)
{
    const __m256i from =
        _mm256_add_epi32(_mm256_set1_epi32(first), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    return lanes_pack(lanes, from, to);
}

/* Place of a number in a list, -1: it is not there. The list must be readable up to whole lanes. */
static inline int lanes_find(const int *list, int count, int wanted)
{
    const __m256i all = _mm256_set1_epi32(wanted);
    for (int k = 0; k < count; k += LANES) {
        const __m256i equal = _mm256_cmpeq_epi32(lanes_load(list + k), all);
        const int lanes = _mm256_movemask_ps(_mm256_castsi256_ps(equal));
        if (lanes == 0) continue;
        const int at = k + __builtin_ctz((unsigned)lanes);
        return at < count ? at : -1;
    }
    return -1;
}

/* Lanes of bytes that are 1, others are 0; and bytes of lanes. */
static inline unsigned lanes_of_bytes(const uint8_t *from)
{
    unsigned long long bytes;
    memcpy(&bytes, from, sizeof bytes);
    return (unsigned)_pext_u64(bytes, 0x0101010101010101u);
}

static inline void lanes_to_bytes(unsigned lanes, uint8_t *to)
{
    const unsigned long long bytes = _pdep_u64(lanes, 0x0101010101010101u);
    memcpy(to, &bytes, sizeof bytes);
}

/* Squares of the differences of two pairs of places. */
static inline __m256 lanes_squares(const quad *at, const int *first, const int *second, int a, int b)
{
    const __m256 i = _mm256_set_m128(quad_load(&at[first[b]]), quad_load(&at[first[a]])),
                 j = _mm256_set_m128(quad_load(&at[second[b]]), quad_load(&at[second[a]])),
                 d = _mm256_sub_ps(i, j);
    return _mm256_mul_ps(d, d);
}

/* Of eight pairs of places, those nearer than the root of `square`: sums as in quad_dot. */
static inline unsigned lanes_near(const quad *at, const int *first, const int *second, float square)
{
    const __m256 a = lanes_squares(at, first, second, 0, 4), b = lanes_squares(at, first, second, 1, 5),
                 c = lanes_squares(at, first, second, 2, 6), d = lanes_squares(at, first, second, 3, 7);
    const __m256 ab = _mm256_unpacklo_ps(a, b), cd = _mm256_unpacklo_ps(c, d);
    const __m256 x = _mm256_shuffle_ps(ab, cd, _MM_SHUFFLE(1, 0, 1, 0)),
                 y = _mm256_shuffle_ps(ab, cd, _MM_SHUFFLE(3, 2, 3, 2)),
                 z = _mm256_shuffle_ps(_mm256_unpackhi_ps(a, b), _mm256_unpackhi_ps(c, d),
                                       _MM_SHUFFLE(1, 0, 1, 0));
    const __m256 sum = _mm256_add_ps(_mm256_add_ps(x, y), z);
    return (unsigned)_mm256_movemask_ps(_mm256_cmp_ps(sum, _mm256_set1_ps(square), _CMP_LT_OQ));
}

#else

static inline unsigned lanes_below(const float *value, float limit)
{
    unsigned lanes = 0;
    for (int e = 0; e < LANES; e++) lanes |= (unsigned)(value[e] < limit) << e;
    return lanes;
}

static inline int lanes_keep(unsigned lanes, const int *from, int *to)
{
    int count = 0;
    for (int e = 0; e < LANES; e++) {
        to[count] = from[e];
        count += (int)(lanes >> e & 1u);
    }
    return count;
}

static inline int lanes_count(unsigned lanes, int first, int *to)
{
    int from[LANES];
    for (int e = 0; e < LANES; e++) from[e] = first + e;
    return lanes_keep(lanes, from, to);
}

static inline int lanes_find(const int *list, int count, int wanted)
{
    for (int k = 0; k < count; k++)
        if (list[k] == wanted) return k;
    return -1;
}

static inline unsigned lanes_of_bytes(const uint8_t *from)
{
    unsigned lanes = 0;
    for (int e = 0; e < LANES; e++) lanes |= (unsigned)from[e] << e;
    return lanes;
}

static inline void lanes_to_bytes(unsigned lanes, uint8_t *to)
{
    for (int e = 0; e < LANES; e++) to[e] = (uint8_t)(lanes >> e & 1u);
}

static inline unsigned lanes_near(const quad *at, const int *first, const int *second, float square)
{
    unsigned lanes = 0;
    for (int e = 0; e < LANES; e++) {
        const quad_value d = quad_less(quad_load(&at[first[e]]), quad_load(&at[second[e]]));
        lanes |= (unsigned)(quad_dot(d, d) < square) << e;
    }
    return lanes;
}

#endif

#endif
