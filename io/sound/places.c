/* Points of bodies, in single precision: 0.1 mm at 1 km is more than an ear wants. */
#include "places.h"

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
