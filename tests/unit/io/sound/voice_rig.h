/* Voices on a test bench: driven by functions of time, rendered into memory, measured. */
#ifndef VOICE_RIG_H
#define VOICE_RIG_H

#include "io/voice.h"

/** Values of a voice's signals at a time [s]. */
typedef void rig_drive(double time, const void *context, double *values);

typedef struct rig {
    hl_arena arena;
    io_voices *voices;
    double time; /* of the last tick [s] */
    int64_t tick;
} rig;

enum { RIG_TICKS = 10 /* a block: 1 kHz */, RIG_LONGEST = 8 * IO_RATE };

/** A voice as an author would get it: the defaults of auth/sound.h, every signal given. */
auth_voice rig_voice(auth_voice_kind kind);

void rig_open(rig *r, const auth_voice *voice);
void rig_close(rig *r);

/** Render `seconds`. @return the samples, their number in `count`: in a buffer that the next call with the
 * same rig or another one writes over */
const float *rig_render(rig *r, rig_drive *drive, const void *context, double seconds, int *count);

/** The same for a new voice, and close it. Samples before `from` [s] are left out. */
const float *rig_play(const auth_voice *voice, rig_drive *drive, const void *context, double from, double to,
                      int *count);

double rig_mean(const float *x, int count);
double rig_rms(const float *x, int count);
double rig_largest(const float *x, int count);

/** Largest difference between neighbours. */
double rig_steepest(const float *x, int count);

/** Frequency of the highest peak of the spectrum between two frequencies [Hz], by a Hann window and a
 * parabola through the logarithms of the three highest lines: off by less than 0.1 line. */
double rig_peak(const float *x, int count, double low, double high);

/** RMS of the part of the signal between two frequencies. */
double rig_band(const float *x, int count, double low, double high);

/** Mean frequency of the power spectrum [Hz]. */
double rig_centroid(const float *x, int count);

#endif
