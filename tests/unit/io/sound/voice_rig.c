#include "support/check.h"

#include "voice_rig.h"

#include <fftw3.h>
#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

static float rendered[RIG_LONGEST / IO_BLOCK][IO_BLOCK];

auth_voice rig_voice(auth_voice_kind kind)
{
    auth_voice voice = {.kind = kind,
                        .name = "voice",
                        .level = 1.0,
                        .signals = {"a", "b", "c", "d"},
                        .cylinders = 6,
                        .idle = 80.0,
                        .rated = 230.0,
                        .ratio = kind == AUTH_VOICE_TURBO ? 60.0 : 1.0,
                        .pistons = kind == AUTH_VOICE_GEARS ? 31 : 9,
                        .pressure = 20e6,
                        .flow = 1e-3,
                        .shortest = 1.0,
                        .longest = 1.5,
                        .power = 20e3,
                        .rate = kind == AUTH_VOICE_CYLINDER ? 0.3 : 100.0,
                        .force = kind == AUTH_VOICE_CYLINDER ? 50e3 : 2e3,
                        .above = 0.5,
                        .frequency = kind == AUTH_VOICE_HORN ? 420.0 : 1250.0};
    return voice;
}

void rig_open(rig *r, const auth_voice *voice)
{
    static const int first[] = {0};
    memset(r, 0, sizeof *r);
    r->voices = io_voices_new(voice, 1, first, &r->arena);
    assert_non_null(r->voices);
}

void rig_close(rig *r)
{
    hl_arena_free(&r->arena);
}

const float *rig_render(rig *r, rig_drive *drive, const void *context, double seconds, int *count)
{
    static xch_sample samples[RIG_TICKS];
    const int blocks = (int)lround(seconds * IO_RATE / IO_BLOCK);
    assert_true(blocks * IO_BLOCK <= RIG_LONGEST);
    for (int b = 0; b < blocks; b++) {
        for (int t = 0; t < RIG_TICKS; t++) {
            r->time = 1e-3 * (double)++r->tick;
            samples[t].tick = r->tick;
            samples[t].time = r->time;
            samples[t].count = AUTH_VOICE_INPUTS;
            drive(r->time, context, samples[t].values);
        }
        io_voices_block(r->voices, samples, RIG_TICKS, &rendered[b]);
    }
    *count = blocks * IO_BLOCK;
    return rendered[0];
}

const float *rig_play(const auth_voice *voice, rig_drive *drive, const void *context, double from, double to,
                      int *count)
{
    rig r;
    rig_open(&r, voice);
    const float *x = rig_render(&r, drive, context, to, count);
    rig_close(&r);
    const int skip = (int)lround(from * IO_RATE);
    *count -= skip;
    return x + skip;
}

double rig_mean(const float *x, int count)
{
    double sum = 0.0;
    for (int i = 0; i < count; i++) sum += (double)x[i];
    return sum / count;
}

double rig_rms(const float *x, int count)
{
    double sum = 0.0;
    for (int i = 0; i < count; i++) sum += (double)x[i] * (double)x[i];
    return sqrt(sum / count);
}

double rig_largest(const float *x, int count)
{
    double most = 0.0;
    for (int i = 0; i < count; i++) most = fmax(most, fabs((double)x[i]));
    return most;
}

double rig_steepest(const float *x, int count)
{
    double most = 0.0;
    for (int i = 1; i < count; i++) most = fmax(most, fabs((double)x[i] - (double)x[i - 1]));
    return most;
}

/* ---- spectra ---- */

/* Power of each line of the spectrum under a Hann window; the lines' sum is the mean square. */
static double *spectrum_of(const float *x, int count)
{
    static const double hann_power = 3.0 / 8.0;
    double *in = fftw_alloc_real((size_t)count);
    fftw_complex *out = fftw_alloc_complex((size_t)count / 2 + 1);
    fftw_plan plan = fftw_plan_dft_r2c_1d(count, in, out, FFTW_ESTIMATE);
    for (int i = 0; i < count; i++) in[i] = (double)x[i] * (0.5 - 0.5 * cos(2.0 * pi * i / count));
    fftw_execute(plan);
    fftw_destroy_plan(plan);
    for (int k = 0; k <= count / 2; k++)
        in[k] = 2.0 * (out[k][0] * out[k][0] + out[k][1] * out[k][1]) / (hann_power * count * (double)count);
    fftw_free(out);
    return in;
}

double rig_peak(const float *x, int count, double low, double high)
{
    double *power = spectrum_of(x, count);
    const double line = (double)IO_RATE / count;
    const int first = (int)ceil(low / line), last = (int)(high / line);
    int k = first;
    for (int i = first; i <= last; i++)
        if (power[i] > power[k]) k = i;
    const double a = log(power[k - 1] + 1e-30), b = log(power[k] + 1e-30), c = log(power[k + 1] + 1e-30);
    const double bend = a - 2.0 * b + c;
    fftw_free(power);
    return line * (k + (bend < 0.0 ? 0.5 * (a - c) / bend : 0.0));
}

double rig_band(const float *x, int count, double low, double high)
{
    double *power = spectrum_of(x, count), sum = 0.0;
    const double line = (double)IO_RATE / count;
    for (int i = (int)ceil(low / line); i <= (int)(high / line) && i <= count / 2; i++) sum += power[i];
    fftw_free(power);
    return sqrt(sum);
}

double rig_centroid(const float *x, int count)
{
    double *power = spectrum_of(x, count), sum = 0.0, moment = 0.0;
    for (int i = 0; i <= count / 2; i++) {
        sum += power[i];
        moment += power[i] * (double)i * IO_RATE / count;
    }
    fftw_free(power);
    return moment / sum;
}
