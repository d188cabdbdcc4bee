#include "rnd/scene.h"

#include "hl/clamp.h"

#include <math.h>
#include <string.h>

/* [s] by which pictures lie behind the world. Snapshots come every tick or every few (1 ms each) and not
 * quite evenly: within this time the next one has come for certain, so that there is always something to
 * interpolate to. */
static const double BEHIND = 5e-3;

void rnd_motion_take(rnd_motion *motion, const xch_snapshot *snapshot)
{
    xch_snapshot *newest = &motion->last[1];
    if (motion->any && snapshot->tick == newest->tick) return;
    const bool onwards = motion->any && snapshot->tick > newest->tick;
    motion->last[0] = onwards ? *newest : *snapshot;
    *newest = *snapshot;
    motion->any = true;
}

static double within(const rnd_motion *motion, double time)
{
    return hl_clamp(time, motion->last[0].time, motion->last[1].time);
}

double rnd_motion_time(const rnd_motion *motion, int64_t now)
{
    const xch_snapshot *newest = &motion->last[1];
    if (newest->woke == 0) return newest->time;
    return within(motion, newest->time + 1e-9 * (double)(now - newest->woke) - BEHIND);
}

static float mixed(float a, float b, float share)
{
    return (1.0F - share) * a + share * b;
}

static void mix_pose(const xch_pose *a, const xch_pose *b, float share, xch_pose *out)
{
    float dot = 0.0F, square = 0.0F, q[4];
    for (int k = 0; k < 3; k++) out->position[k] = mixed(a->position[k], b->position[k], share);
    for (int k = 0; k < 4; k++) dot += a->rotation[k] * b->rotation[k];
    const float sign = dot < 0.0F ? -1.0F : 1.0F; /* q and -q are the same rotation: the nearer one */
    for (int k = 0; k < 4; k++) {
        q[k] = mixed(a->rotation[k], sign * b->rotation[k], share);
        square += q[k] * q[k];
    }
    for (int k = 0; k < 4; k++) out->rotation[k] = square > 0.0F ? q[k] / sqrtf(square) : b->rotation[k];
}

void rnd_motion_at(const rnd_motion *motion, double time, xch_snapshot *out)
{
    const xch_snapshot *a = &motion->last[0], *b = &motion->last[1];
    const double span = b->time - a->time, at = within(motion, time);
    const double share = span > 0.0 ? (at - a->time) / span : 1.0;
    *out = *b;
    if (share >= 1.0) return;
    out->time = at;
    if (share <= 0.0) { /* to the bit, whatever the other is */
        memcpy(out->signals, a->signals, sizeof out->signals);
        memcpy(out->bodies, a->bodies, sizeof out->bodies);
        return;
    }
    for (int i = 0; i < b->signal_count; i++)
        out->signals[i] = (1.0 - share) * a->signals[i] + share * b->signals[i];
    for (int i = 0; i < b->body_count; i++)
        mix_pose(&a->bodies[i], &b->bodies[i], (float)share, &out->bodies[i]);
}
