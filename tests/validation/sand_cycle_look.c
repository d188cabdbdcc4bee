/* Looking back at the samples of a work cycle, see sand_cycle.h. */
#include "sand_cycle.h"

#include <math.h>

static bool within(const sand_sample *s, double from, double to)
{
    return s->time >= from && s->time <= to;
}

double sand_mean(const sand_cycle *cycle, sand_signal signal, double from, double to)
{
    double sum = 0.0;
    int count = 0;
    for (int i = 0; i < cycle->count; i++)
        if (within(&cycle->samples[i], from, to)) {
            sum += cycle->samples[i].signal[signal];
            count++;
        }
    return sum / count;
}

double sand_least(const sand_cycle *cycle, sand_signal signal, double from, double to)
{
    double least = (double)INFINITY;
    for (int i = 0; i < cycle->count; i++)
        if (within(&cycle->samples[i], from, to)) least = fmin(least, cycle->samples[i].signal[signal]);
    return least;
}

double sand_most(const sand_cycle *cycle, sand_signal signal, double from, double to)
{
    double most = -(double)INFINITY;
    for (int i = 0; i < cycle->count; i++)
        if (within(&cycle->samples[i], from, to)) most = fmax(most, cycle->samples[i].signal[signal]);
    return most;
}

double sand_when(const sand_cycle *cycle, sand_signal signal, double bound, bool above, double from)
{
    for (int i = 0; i < cycle->count; i++) {
        const sand_sample *s = &cycle->samples[i];
        if (s->time >= from && (fabs(s->signal[signal]) > bound) == above) return s->time;
    }
    return (double)NAN;
}

double sand_lift_peak(const sand_cycle *cycle, double from, double to)
{
    double most = 0.0;
    for (int i = 0; i < cycle->count; i++)
        if (within(&cycle->samples[i], from, to)) most = fmax(most, cycle->samples[i].lift_peak);
    return most;
}
