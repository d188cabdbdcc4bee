#include "frustum.h"

#include "matrix.h"

#include <math.h>
#include <string.h>

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

bool rnd_frustum_sees_sphere(const rnd_frustum *frustum, const float centre[3], float radius)
{
    for (int i = 0; i < 6; i++) {
        const float *plane = frustum->planes[i];
        if (plane[0] * centre[0] + plane[1] * centre[1] + plane[2] * centre[2] + plane[3] < -radius)
            return false;
    }
    return true;
}

rnd_eyes rnd_eyes_of(const rnd_draw_list *list)
{
    rnd_eyes all = {0};
    for (int i = 0; i < list->view_count; i++) {
        matrix projection, view;
        memcpy(projection.m, list->views[i].projection, sizeof projection.m);
        memcpy(view.m, list->views[i].view, sizeof view.m);
        const matrix both = matrix_mul(&projection, &view);
        all.bits[all.count] = rnd_in_view(i);
        all.frusta[all.count++] = rnd_frustum_of(both.m);
    }
    for (int i = 0; i < list->cascade_count; i++) {
        all.bits[all.count] = rnd_in_cascade(i);
        all.frusta[all.count++] = rnd_frustum_of(list->cascades[i].view_projection);
    }
    return all;
}
