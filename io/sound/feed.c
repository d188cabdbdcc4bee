/* See feed.h. */
#include "feed.h"

#include "hl/clamp.h"

#include <math.h>

/* ---- positions of voices, in single precision: 0.1 mm at 1 km ---- */

/* R(q) v = v + 2 w (u x v) + 2 u x (u x v), q = (w, u) */
static void turned(const xch_pose *pose, const float v[3], float out[3])
{
    const float w = pose->rotation[0], *u = pose->rotation + 1;
    const float t[3] = {2 * (u[1] * v[2] - u[2] * v[1]), 2 * (u[2] * v[0] - u[0] * v[2]),
                        2 * (u[0] * v[1] - u[1] * v[0])}; /* 2 u x v */
    out[0] = v[0] + w * t[0] + u[1] * t[2] - u[2] * t[1];
    out[1] = v[1] + w * t[1] + u[2] * t[0] - u[0] * t[2];
    out[2] = v[2] + w * t[2] + u[0] * t[1] - u[1] * t[0];
}

static void point_of(const xch_pose *pose, const float at[3], float out[3])
{
    turned(pose, at, out);
    for (int i = 0; i < 3; i++) out[i] += pose->position[i];
}

void places_find(const auth_voice *voices, int count, const xch_snapshot *snapshot, float (*places)[3])
{
    for (int i = 0; i < count; i++) {
        const double *at = voices[i].at;
        if (voices[i].body >= 0 && voices[i].body < snapshot->body_count)
            point_of(&snapshot->bodies[voices[i].body],
                     (const float[3]){(float)at[0], (float)at[1], (float)at[2]}, places[i]);
    }
}

/* Inputs of a voice of objects: force, scraping, rolling, x, y, z. */
enum { FORCE, PLACE = 3, INPUTS = PLACE + 3 };

void places_find_objects(const auth_voice *voices, const int *first, int count, const xch_sample *ticks,
                         int tick_count, float (*places)[3])
{
    for (int v = 0; v < count; v++) {
        double most = 0.0;
        if (voices[v].kind != IO_VOICE_OBJECTS || voices[v].signals[INPUTS - 1] == NULL) continue;
        for (int t = 0; t < tick_count; t++) {
            const double *values = ticks[t].values + first[v];
            if (first[v] + INPUTS > ticks[t].count || !(values[FORCE] > most)) continue;
            most = values[FORCE];
            for (int i = 0; i < 3; i++) places[v][i] = (float)values[PLACE + i];
        }
    }
}

bool places_listener(const io_ear *ear, const xch_snapshot *snapshot, io_listener *listener)
{
    *listener = ear->listener;
    if (ear->body < 0) return true;
    if (snapshot == NULL || ear->body >= snapshot->body_count) return false;
    const xch_pose *pose = &snapshot->bodies[ear->body];
    point_of(pose, ear->listener.position, listener->position);
    turned(pose, ear->listener.ahead, listener->ahead);
    turned(pose, ear->listener.up, listener->up);
    return true;
}

/* ---- the feed of samples ---- */

/* On average the ticks of one and a half blocks wait: ticks may be late by a third of a block, or two blocks
 * may be requested at once, without a gap. A block takes the mean number of arriving ticks and a share of the
 * deviation from that backlog: a tick then lasts a little more or less than its time, spread over a second,
 * which cannot be heard. */

static const double usual_rate = 10;   /* ticks a block: 1 kHz */
static const double least_rate = 0.1;  /* at a hundredth of real time */
static const double backlog = 1.5;     /* [blocks] */
static const double correction = 0.1;  /* share of the deviation, a block: time constant 0.1 s */
static const double forgetting = 0.02; /* of the rate, a block: time constant 0.5 s */

enum { LATE = 3 * IO_TICKS /* ticks that wait at most: at 1 kHz 0.2 s */ };

tick_feed feed_begin(void)
{
    return (tick_feed){.rate = usual_rate, .dry = true};
}

/* A gap in the ticks is a pause: it does not change the rate. */
static void learn_rate(tick_feed *feed, unsigned waiting)
{
    const double come = waiting > feed->waiting ? waiting - feed->waiting : 0;
    if (waiting == 0) return;
    feed->rate += forgetting * (come - feed->rate);
    feed->rate = hl_clamp(feed->rate, least_rate, IO_TICKS);
}

int feed_take(tick_feed *feed, unsigned waiting, unsigned *forget)
{
    *forget = waiting > LATE ? waiting - LATE : 0;
    waiting -= *forget;
    if (!feed->dry) learn_rate(feed, waiting);
    const double wanted = backlog * feed->rate;
    if (feed->dry && waiting < wanted) {
        feed->waiting = waiting;
        return 0;
    }
    feed->dry = waiting == 0;
    const double share = fmax(feed->rate + correction * (waiting - wanted) + feed->owed, 0);
    const double most = fmin(waiting, IO_TICKS);
    const int take = (int)fmin(share, most);
    feed->owed = share < most ? share - take : 0;
    feed->waiting = waiting - (unsigned)take;
    return take;
}
