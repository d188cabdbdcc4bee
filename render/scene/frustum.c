#include "frustum.h"

#include "rnd/ground.h"

#include <math.h>

rnd_frustum rnd_frustum_of(const mat4 view_projection)
{
    rnd_frustum frustum;
    for (int i = 0; i < 6; i++) {
        /* -w <= x: row 3 + row 0 >= 0; x <= w: row 3 - row 0 >= 0; and so on */
        const float sign = i % 2 == 0 ? 1.0F : -1.0F;
        float *plane = frustum.planes[i];
        for (int j = 0; j < 4; j++) plane[j] = view_projection[j][3] + sign * view_projection[j][i / 2];
        const float length = sqrtf(plane[0] * plane[0] + plane[1] * plane[1] + plane[2] * plane[2]);
        for (int j = 0; j < 4; j++) plane[j] /= length;
    }
    return frustum;
}

bool rnd_frustum_sees_box(const rnd_frustum *frustum, const float low[3], const float high[3])
{
    for (int i = 0; i < 6; i++) {
        const float *plane = frustum->planes[i];
        float farthest = plane[3]; /* of the corner that lies farthest inside */
        for (int j = 0; j < 3; j++) farthest += plane[j] * (plane[j] > 0.0F ? high[j] : low[j]);
        if (farthest < 0.0F) return false;
    }
    return true;
}

bool rnd_sphere_seen(const mat4 view_projection, const vec3 centre, float radius)
{
    const rnd_frustum frustum = rnd_frustum_of(view_projection);
    for (int i = 0; i < 6; i++) {
        const float *plane = frustum.planes[i];
        if (plane[0] * centre[0] + plane[1] * centre[1] + plane[2] * centre[2] + plane[3] < -radius)
            return false;
    }
    return true;
}
