/* Sine and cosine beyond the last place: what hl_sincos and hl_tan share. */
#ifndef TRIG_PARTS_H
#define TRIG_PARTS_H

#include <stdbool.h>

/** Of the angle reduced to |r| <= pi/4: each the sum of a double and a small rest. */
typedef struct trig_parts {
    double sine, sine_low, cosine, cosine_low;
    int quadrant; /**< 0 to 3: quarter turns that were taken off */
    bool odd;     /**< an odd number of them: sine and cosine change places */
} trig_parts;

trig_parts trig_parts_of(double x);

#endif
