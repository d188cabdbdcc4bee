#include "view.h"

#include "hl/assert.h"

#include <math.h>

static const double FOCAL = 0.9;   /* focal length over half the width of the picture */
static const double CLOSEST = 0.1; /* [m] before the eye, where lines are cut */

view view_of(SDL_Renderer *renderer, hl_vec3 eye, hl_vec3 target)
{
    view v = {.renderer = renderer, .eye = eye};
    v.away = hl_normalized(hl_sub(target, eye));
    v.right = hl_normalized(hl_cross(v.away, hl_v3(0, 0, 1)));
    v.up = hl_cross(v.right, v.away);
    SDL_GetRendererOutputSize(renderer, &v.width, &v.height);
    return v;
}

static hl_vec3 in_view(const view *v, hl_vec3 p)
{
    const hl_vec3 d = hl_sub(p, v->eye);
    return hl_v3(hl_dot(v->right, d), hl_dot(v->up, d), hl_dot(v->away, d));
}

/* Pixels that a metre takes there. */
static double scale_at(const view *v, hl_vec3 p)
{
    return FOCAL * 0.5 * v->width / p.z;
}

static SDL_FPoint on_screen(const view *v, hl_vec3 p)
{
    const double scale = scale_at(v, p);
    return (SDL_FPoint){(float)(0.5 * v->width + scale * p.x), (float)(0.5 * v->height - scale * p.y)};
}

void view_segment(const view *v, hl_vec3 a, hl_vec3 b)
{
    hl_vec3 p = in_view(v, a), q = in_view(v, b);
    if (p.z < CLOSEST && q.z < CLOSEST) return;
    if (p.z < CLOSEST || q.z < CLOSEST) {
        const hl_vec3 cut = hl_add_scaled(p, (CLOSEST - p.z) / (q.z - p.z), hl_sub(q, p));
        if (p.z < CLOSEST)
            p = cut;
        else
            q = cut;
    }
    const SDL_FPoint from = on_screen(v, p), to = on_screen(v, q);
    SDL_RenderDrawLineF(v->renderer, from.x, from.y, to.x, to.y);
}

static hl_vec3 point_of(const float *xyz, int index)
{
    const float *p = xyz + (ptrdiff_t)3 * index;
    return hl_v3((double)p[0], (double)p[1], (double)p[2]);
}

void view_strip(const view *v, const float *xyz, int count)
{
    SDL_FPoint shown[VIEW_POINTS];
    int shown_count = 0;
    HL_ASSERT(count <= VIEW_POINTS);
    for (int i = 0; i < count; i++) {
        const hl_vec3 p = in_view(v, point_of(xyz, i));
        if (p.z >= CLOSEST) shown[shown_count++] = on_screen(v, p);
    }
    if (shown_count == count) /* one call for all of them */
        SDL_RenderDrawLinesF(v->renderer, shown, count);
    else if (shown_count > 0)
        for (int i = 0; i + 1 < count; i++) view_segment(v, point_of(xyz, i), point_of(xyz, i + 1));
}

void view_grains(const view *v, const float *xyzr, int count)
{
    enum { BATCH = 1024 };
    SDL_FRect squares[BATCH];
    int used = 0;
    for (int i = 0; i < count; i++) {
        const float *grain = xyzr + (ptrdiff_t)4 * i;
        const hl_vec3 p = in_view(v, point_of(grain, 0));
        if (p.z >= CLOSEST) {
            const SDL_FPoint middle = on_screen(v, p);
            const float half = (float)fmax(0.5, scale_at(v, p) * (double)grain[3]);
            squares[used++] = (SDL_FRect){middle.x - half, middle.y - half, 2.0F * half, 2.0F * half};
        }
        if (used < BATCH && i + 1 < count) continue;
        SDL_RenderFillRectsF(v->renderer, squares, used);
        used = 0;
    }
}
