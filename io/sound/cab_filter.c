/* The closed cab: its walls pass low frequencies, and a voice may have a share of its own inside
 * (io/voice.h). */
#include "dsp.h"

#include <string.h>

static const float wall_corner = 420.0f; /* [Hz]: class of cabs with glass all around */
static const float wall_gain = 0.50f;    /* -6 dB below it */
static const float change_time = 0.1f;   /* [s] */

typedef struct wall {
    dsp_biquad low_pass;
    float inside; /* share */
} wall;

struct io_cab_filter {
    wall *walls;
    int count;
    bool begun;
    float inside; /* 0 outside, 1 inside, between while it changes */
};

io_cab_filter *io_cab_filter_new(const auth_voice *voices, int count, hl_arena *arena)
{
    io_cab_filter *filter = HL_NEW(arena, io_cab_filter, 1);
    if (filter == NULL) return NULL;
    filter->walls = HL_NEW(arena, wall, count);
    if (filter->walls == NULL) return NULL;
    filter->count = count;
    for (int v = 0; v < count; v++) {
        filter->walls[v].low_pass = dsp_low_pass(wall_corner, 0.7071f);
        filter->walls[v].inside = hl_clampf((float)voices[v].inside, 0.0f, 1.0f);
    }
    return filter;
}

static bool silent(const wall *w, const float *block)
{
    static const float rest = 1e-9f; /* -180 dB */
    if (fabsf(w->low_pass.z1) > rest || fabsf(w->low_pass.z2) > rest) return false;
    float most = 0.0f;
    for (int i = 0; i < IO_BLOCK; i++) most = hl_maxf(most, fabsf(block[i]));
    return most <= 0.0f;
}

/* y = (1 - m) x + m (wall gain low-pass(x) + inside x), kept within full scale */
static void pass(wall *w, float from, float to, float *block)
{
    float low[IO_BLOCK];
    if (silent(w, block)) return;
    dsp_filter(&w->low_pass, block, low);
    const float step = (to - from) / (float)IO_BLOCK;
    for (int i = 0; i < IO_BLOCK; i++) {
        const float m = from + step * (float)(i + 1);
        const float x = block[i];
        block[i] = hl_clampf(x + m * (wall_gain * low[i] + (w->inside - 1.0f) * x), -1.0f, 1.0f);
    }
}

void io_cab_filter_block(io_cab_filter *filter, bool inside, float (*blocks)[IO_BLOCK])
{
    const float target = inside ? 1.0f : 0.0f, most = (float)IO_BLOCK / (change_time * DSP_RATE);
    const float from = filter->begun ? filter->inside : target;
    const float to = from + hl_clampf(target - from, -most, most);
    filter->begun = true;
    filter->inside = to;
    if (from <= 0.0f && to <= 0.0f) return;
    for (int v = 0; v < filter->count; v++) pass(&filter->walls[v], from, to, blocks[v]);
}

float io_cab_filter_share(const io_cab_filter *filter)
{
    return filter->inside;
}
