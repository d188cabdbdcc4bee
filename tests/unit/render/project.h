/* Where points of the world are in a picture. */
#ifndef TESTS_RENDER_PROJECT_H
#define TESTS_RENDER_PROJECT_H

#include "rnd/draw_list.h"

/** x, y from -1 to 1, z depth. @return false: behind the eye */
static inline bool project_point(const rnd_view *view, const vec3 point, vec3 where)
{
    float in_eye[3], clip[4];
    for (int row = 0; row < 3; row++)
        in_eye[row] = view->view[0][row] * point[0] + view->view[1][row] * point[1] +
                      view->view[2][row] * point[2] + view->view[3][row];
    for (int row = 0; row < 4; row++)
        clip[row] = view->projection[0][row] * in_eye[0] + view->projection[1][row] * in_eye[1] +
                    view->projection[2][row] * in_eye[2] + view->projection[3][row];
    if (clip[3] <= 0.0F) return false;
    for (int k = 0; k < 3; k++) where[k] = clip[k] / clip[3];
    return true;
}

#endif
