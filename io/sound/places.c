/* Points of bodies, in single precision: 0.1 mm at 1 km is more than an ear wants. */
#include "places.h"

/* out = position + R(q) at, with R(q) v = v + 2 w (u x v) + 2 u x (u x v), q = (w, u) */
static void point_of(const xch_pose *pose, const double at[3], float out[3])
{
    const float w = pose->rotation[0], *u = pose->rotation + 1;
    const float v[3] = {(float)at[0], (float)at[1], (float)at[2]};
    const float t[3] = {2 * (u[1] * v[2] - u[2] * v[1]), 2 * (u[2] * v[0] - u[0] * v[2]),
                        2 * (u[0] * v[1] - u[1] * v[0])}; /* 2 u x v */
    out[0] = pose->position[0] + v[0] + w * t[0] + u[1] * t[2] - u[2] * t[1];
    out[1] = pose->position[1] + v[1] + w * t[1] + u[2] * t[0] - u[0] * t[2];
    out[2] = pose->position[2] + v[2] + w * t[2] + u[0] * t[1] - u[1] * t[0];
}

void places_find(const auth_voice *voices, int count, const xch_snapshot *snapshot, float (*places)[3])
{
    for (int i = 0; i < count; i++)
        if (voices[i].body >= 0 && voices[i].body < snapshot->body_count)
            point_of(&snapshot->bodies[voices[i].body], voices[i].at, places[i]);
}
