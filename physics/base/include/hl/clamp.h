/* Minimum, maximum and limits of numbers. Single instructions, unlike fmin and fmax, which are calls.
 *
 * A comparison with a NaN is false: the minimum and the maximum of a NaN and b are b, of a and a NaN the NaN;
 * a NaN within limits is `low`. */
#ifndef HL_CLAMP_H
#define HL_CLAMP_H

/** The smaller of two numbers; b when they are equal. */
static inline double hl_min(double a, double b)
{
    return a < b ? a : b;
}

/** The larger of two numbers; b when they are equal. */
static inline double hl_max(double a, double b)
{
    return a > b ? a : b;
}

/** x within low <= high. */
static inline double hl_clamp(double x, double low, double high)
{
    return hl_min(hl_max(x, low), high);
}

/** hl_min, hl_max and hl_clamp in single precision. */
static inline float hl_minf(float a, float b)
{
    return a < b ? a : b;
}

static inline float hl_maxf(float a, float b)
{
    return a > b ? a : b;
}

static inline float hl_clampf(float x, float low, float high)
{
    return hl_minf(hl_maxf(x, low), high);
}

#endif
