#include "cascades.h"

#include "hl/vec3.h"

#include <math.h>
#include <string.h>

static const double CASTERS = 80.0; /* [m] towards the sun: trees, sheds, low suns */
static const double MAP = RND_MAP_PIXELS;
static const double STEP = 2.0;        /* texels by which a box moves: whole ones of a map of 512, too */
static const double LEAST_SINE = 0.01; /* of the sun's height: below, there is no direct light */

/* The sphere around the part of a view up to a distance: on the line of sight, through the eye and the far
 * corners. It depends on nothing but the angles of view, and so does the size of the box. */
static double sphere_of(const rnd_view *view, double until, double *middle)
{
    const double across = 1.0 / fabs((double)view->projection[0][0]);
    const double along = 1.0 / (double)view->projection[1][1];
    const double square = across * across + along * along; /* of the tangent to a corner */
    *middle = square < 1.0 ? 0.5 * until * (1.0 + square) : until;
    return square < 1.0 ? *middle : until * sqrt(square);
}

/* A box along the sun's light: z of clip space is -1 at its end near the sun. */
static void set_box(const hl_vec3 axes[3], const double middle[3], double half, mat4 m)
{
    const double near = middle[2] + half + CASTERS, far = middle[2] - half;
    const double scale[3] = {1.0 / half, 1.0 / half, -2.0 / (near - far)};
    const double offset[3] = {-middle[0] / half, -middle[1] / half, (near + far) / (near - far)};
    memset(m, 0, sizeof(mat4));
    for (int row = 0; row < 3; row++) {
        m[0][row] = (float)(scale[row] * axes[row].x);
        m[1][row] = (float)(scale[row] * axes[row].y);
        m[2][row] = (float)(scale[row] * axes[row].z);
        m[3][row] = (float)offset[row];
    }
    m[3][3] = 1.0F;
}

static rnd_cascade cascade_of(const rnd_view *view, const hl_vec3 axes[3], double until)
{
    double ahead, middle[3];
    const double radius = sphere_of(view, until, &ahead);
    const double half = radius * MAP / (MAP - 2.0 * STEP); /* room for the steps */
    const double texel = 2.0 * half / MAP, step = STEP * texel;
    const hl_vec3 eye = hl_v3((double)view->eye[0], (double)view->eye[1], (double)view->eye[2]);
    const hl_vec3 sight =
        hl_v3(-(double)view->view[0][2], -(double)view->view[1][2], -(double)view->view[2][2]);
    const hl_vec3 centre = hl_add_scaled(eye, ahead, sight);
    for (int k = 0; k < 3; k++) middle[k] = step * round(hl_dot(axes[k], centre) / step);
    rnd_cascade cascade = {.until = (float)until, .texel = (float)texel};
    set_box(axes, middle, half, cascade.view_projection);
    return cascade;
}

void scene_cascades(const rnd_view *view, const float to_sun[3], int count, const float until[],
                    rnd_draw_list *list)
{
    hl_vec3 axes[3];
    list->cascade_count = (double)to_sun[2] > LEAST_SINE ? count : 0;
    axes[2] = hl_v3((double)to_sun[0], (double)to_sun[1], (double)to_sun[2]);
    axes[0] = hl_any_orthogonal(axes[2]);
    axes[1] = hl_cross(axes[2], axes[0]);
    for (int i = 0; i < list->cascade_count; i++)
        list->cascades[i] = cascade_of(view, axes, (double)until[i]);
}
