/* Reproducible random numbers: the same seed gives the same bits everywhere.
 *
 * SplitMix64, the generator of G. L. Steele, D. Lea, C. H. Flood, Fast splittable pseudorandom number
 * generators, OOPSLA 2014, with the constants of S. Vigna's public-domain splitmix64.c: a Weyl sequence whose
 * terms are mixed. Period 2^64; all seeds are equally good. Not for cryptography. */
#ifndef HL_RANDOM_H
#define HL_RANDOM_H

#include <stdint.h>

/** Start with any seed. Copying it copies the sequence. */
typedef struct hl_random {
    uint64_t weyl; /**< the seed, plus the step of the sequence for every number drawn */
} hl_random;

/** The next 64 random bits. RT. */
uint64_t hl_random_bits(hl_random *random);

/** The next number in [0, 1), a multiple of 2^-53. RT. */
double hl_random_unit(hl_random *random);

#endif
