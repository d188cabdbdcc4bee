/* Limiter: keeps the sum of many voices within full scale, without a click. Pure. */
#ifndef PEAK_LIMITER_H
#define PEAK_LIMITER_H

/** Up to here nothing is changed, of full scale. */
#define PEAK_LIMITER_KNEE 0.9f

typedef struct peak_limiter {
    float gain; /* at the end of the last block; begins at 1 */
} peak_limiter;

/** Limit a block in place: afterwards no sample is beyond -1 or 1.
 *  @param frames  of left and right, from 1 */
void peak_limiter_block(peak_limiter *limiter, float (*stereo)[2], int frames);

#endif
