/* An inclined plane: h = tan(slope) (x cos(direction) + y sin(direction)). */
#include "terr/ground.h"

#include "hl/assert.h"
#include "hl/trig.h"

typedef struct plane_ground {
    terr_ground ground;
    double dx, dy; /* rise per metre along x and y [1] */
    hl_vec3 normal;
    int surface;
} plane_ground;

static terr_sample sample_plane(const void *self, double x, double y)
{
    const plane_ground *plane = self;
    return (terr_sample){fma(plane->dx, x, plane->dy * y), plane->normal, plane->surface};
}

const terr_ground *terr_ground_plane(const terr_plane *plane, hl_arena *arena)
{
    plane_ground *made = HL_NEW(arena, plane_ground, 1);
    if (made == NULL) return NULL;
    double sine, cosine, ahead_x, ahead_y;
    hl_sincos(plane->slope, &sine, &cosine);
    hl_sincos(plane->direction, &ahead_y, &ahead_x);
    HL_ASSERT(cosine > 0.0);
    made->dx = sine / cosine * ahead_x;
    made->dy = sine / cosine * ahead_y;
    made->normal = hl_v3(-sine * ahead_x, -sine * ahead_y, cosine);
    made->surface = plane->surface;
    made->ground = (terr_ground){made, sample_plane};
    return &made->ground;
}
