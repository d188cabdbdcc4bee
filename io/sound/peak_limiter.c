/* A block's peak is known before the block is heard: the gain goes in a straight line to what that peak
 * allows and comes back slowly. What is too loud before the line has come down, or in the middle of it, is
 * bent by a curve whose slope is nowhere above 1: a limited signal is never steeper for it. */
#include "peak_limiter.h"

#include <math.h>

#define RELEASE 0.03f /* of what is missing to 1, a block of 10 ms: time constant 0.3 s */

/* y = x up to the knee K, then K + (1 - K) tanh((x - K)/(1 - K)): at K the same value and slope, at infinity
 * 1. */
static float bend(float x)
{
    const float size = fabsf(x), room = 1 - PEAK_LIMITER_KNEE;
    if (size <= PEAK_LIMITER_KNEE) return x;
    return copysignf(PEAK_LIMITER_KNEE + room * tanhf((size - PEAK_LIMITER_KNEE) / room), x);
}

static float peak_of(float (*stereo)[2], int frames)
{
    float peak = 0;
    for (int n = 0; n < frames; n++) peak = fmaxf(peak, fmaxf(fabsf(stereo[n][0]), fabsf(stereo[n][1])));
    return peak;
}

void peak_limiter_block(peak_limiter *limiter, float (*stereo)[2], int frames)
{
    const float from = limiter->gain, peak = peak_of(stereo, frames);
    float to = from + (1 - from) * RELEASE;
    if (peak * to > PEAK_LIMITER_KNEE) to = PEAK_LIMITER_KNEE / peak;
    for (int n = 0; n < frames; n++) {
        const float gain = from + (to - from) * (float)(n + 1) / (float)frames;
        stereo[n][0] = bend(stereo[n][0] * gain);
        stereo[n][1] = bend(stereo[n][1] * gain);
    }
    limiter->gain = to;
}
