/* Shadow maps: what is seen lies in them, what casts into it too, and they move in whole texels. */
#include "support/check.h"

#include "geometry.h"
#include "rnd/scene.h"

#include <math.h>

static const float reaches[RND_CASCADES] = {6.0F, 25.0F, 90.0F};
static const float to_sun[3] = {0.48F, -0.64F, 0.6F};

static const auth_picture picture = {.present = true, .cab = true, .eye = {0, 0, 2}, .towards = {5, 0, 1.5}};
static const rnd_rig rig = {.chassis = 0, .picture = &picture};

static rnd_view view_from(double x, double y, double yaw)
{
    xch_snapshot s = {.body_count = 1};
    s.bodies[0] = (xch_pose){{(float)x, (float)y, 0}, {1, 0, 0, 0}};
    return rnd_camera_view(&(rnd_camera){.kind = RND_CAB, .yaw = yaw}, &rig, &s, 1600, 900, NULL, NULL);
}

static void in_map(const rnd_cascade *cascade, const double p[3], double at[3])
{
    for (int k = 0; k < 3; k++)
        at[k] = (double)cascade->view_projection[0][k] * p[0] +
                (double)cascade->view_projection[1][k] * p[1] +
                (double)cascade->view_projection[2][k] * p[2] + (double)cascade->view_projection[3][k];
}

static void point_of(const rnd_view *view, double across, double up, double distance, double p[3])
{
    double ray[3], length = 0.0;
    for (int k = 0; k < 3; k++) {
        ray[k] = -(double)view->view[k][2] +
                 across / (double)view->projection[0][0] * (double)view->view[k][0] +
                 up / (double)view->projection[1][1] * (double)view->view[k][1];
        length += ray[k] * ray[k];
    }
    for (int k = 0; k < 3; k++) p[k] = (double)view->eye[k] + distance * ray[k] / sqrt(length);
}

/* All over the picture, at all distances up to a map's reach, points lie in the map; and so do points 80 m
 * from them towards the sun. */
static void what_is_seen_lies_in_its_map(void **unused)
{
    (void)unused;
    const double headings[] = {0.0, 1.0, -2.2};
    for (int h = 0; h < 3; h++) {
        const rnd_view view = view_from(31.7, -12.9, headings[h]);
        rnd_draw_list list = {0};
        scene_cascades(&view, to_sun, RND_CASCADES, reaches, &list);
        assert_int_equal(list.cascade_count, RND_CASCADES);
        for (int c = 0; c < RND_CASCADES; c++)
            for (int i = 0; i <= 10; i++)
                for (int j = 0; j <= 10; j++)
                    for (int d = 1; d <= 10; d++) {
                        double p[3], at[3];
                        point_of(&view, 0.2 * i - 1.0, 0.2 * j - 1.0, 0.1 * d * (double)reaches[c], p);
                        in_map(&list.cascades[c], p, at);
                        for (int k = 0; k < 3; k++) assert_true(fabs(at[k]) <= 1.0);
                        for (int k = 0; k < 3; k++) p[k] += 80.0 * (double)to_sun[k];
                        in_map(&list.cascades[c], p, at);
                        for (int k = 0; k < 3; k++) assert_true(fabs(at[k]) <= 1.0);
                    }
    }
}

/* Nearer to the sun is nearer in the map; a texel is as long as it says. */
static void maps_look_along_the_light(void **unused)
{
    (void)unused;
    const rnd_view view = view_from(0.0, 0.0, 0.0);
    rnd_draw_list list = {0};
    scene_cascades(&view, to_sun, RND_CASCADES, reaches, &list);
    for (int c = 0; c < RND_CASCADES; c++) {
        const double p[3] = {3, 1, 0};
        double q[3], at[3], nearer[3];
        for (int k = 0; k < 3; k++) q[k] = p[k] + 2.0 * (double)to_sun[k];
        in_map(&list.cascades[c], p, at);
        in_map(&list.cascades[c], q, nearer);
        CHECK_NEAR(nearer[0], at[0], 1e-6);
        CHECK_NEAR(nearer[1], at[1], 1e-6);
        assert_true(nearer[2] < at[2]);
        /* any step of a texel across the light is 2/1024 of the map */
        const double side[3] = {0.8, 0.6, 0.0}; /* across to_sun */
        for (int k = 0; k < 3; k++) q[k] = p[k] + (double)list.cascades[c].texel * side[k];
        in_map(&list.cascades[c], q, nearer);
        CHECK_RELATIVE(hypot(nearer[0] - at[0], nearer[1] - at[1]), 2.0 / 1024.0, 1e-3);
    }
}

/* Wherever the eye is, a fixed point of the world lies at the same place within its texel: of maps of 512
 * pixels and more. A step of the map is a whole number of texels; single precision adds 2^-24 of the 30 m to
 * the map's middle, against texels of 1 cm. */
static void maps_move_by_whole_texels(void **unused)
{
    (void)unused;
    const double p[3] = {33.0, 2.0, 0.1};
    double first[RND_CASCADES][2] = {{0}};
    for (int i = 0; i < 200; i++) {
        const rnd_view view = view_from(31.0 + 0.013 * i, 0.0041 * i, 0.002 * i);
        rnd_draw_list list = {0};
        scene_cascades(&view, to_sun, RND_CASCADES, reaches, &list);
        for (int c = 0; c < RND_CASCADES; c++) {
            double at[3];
            in_map(&list.cascades[c], p, at);
            for (int k = 0; k < 2; k++) {
                const double pixel = 256.0 * at[k]; /* of 512 across a map */
                if (i == 0) first[c][k] = pixel;
                const double moved = pixel - first[c][k];
                CHECK_NEAR(moved, round(moved), 2e-3);
            }
        }
    }
}

/* The box is as large whatever way the eye looks. */
static void maps_keep_their_size(void **unused)
{
    (void)unused;
    rnd_draw_list list = {0};
    float texels[RND_CASCADES] = {0};
    for (int i = 0; i < 20; i++) {
        const rnd_view view = view_from(3.7 * i, -1.1 * i, 0.25 * i - 2.4);
        scene_cascades(&view, to_sun, RND_CASCADES, reaches, &list);
        for (int c = 0; c < RND_CASCADES; c++) {
            if (i == 0) texels[c] = list.cascades[c].texel;
            CHECK_SAME((double)list.cascades[c].texel, (double)texels[c]);
        }
    }
}

static void a_step_below_a_texel_changes_nothing_or_one_step(void **unused)
{
    (void)unused;
    rnd_draw_list a = {0}, b = {0};
    const rnd_view view = view_from(12.0, 5.0, 0.0);
    rnd_view beside = view;
    scene_cascades(&view, to_sun, RND_CASCADES, reaches, &a);
    beside.eye[0] += 0.3F * a.cascades[0].texel;
    scene_cascades(&beside, to_sun, RND_CASCADES, reaches, &b);
    for (int c = 0; c < RND_CASCADES; c++)
        for (int k = 0; k < 2; k++) {
            const double moved = 512.0 * ((double)b.cascades[c].view_projection[3][k] -
                                          (double)a.cascades[c].view_projection[3][k]);
            CHECK_NEAR(fmin(fabs(moved), fabs(fabs(moved) - 2.0)), 0.0, 2e-3);
        }
}

static void no_sun_no_shadows(void **unused)
{
    (void)unused;
    static const float set[3] = {0.8F, 0.6F, -0.01F};
    const rnd_view view = view_from(0.0, 0.0, 0.0);
    rnd_draw_list list = {.cascade_count = 3};
    scene_cascades(&view, set, RND_CASCADES, reaches, &list);
    assert_int_equal(list.cascade_count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_seen_lies_in_its_map),
                                       cmocka_unit_test(maps_look_along_the_light),
                                       cmocka_unit_test(maps_move_by_whole_texels),
                                       cmocka_unit_test(maps_keep_their_size),
                                       cmocka_unit_test(a_step_below_a_texel_changes_nothing_or_one_step),
                                       cmocka_unit_test(no_sun_no_shadows)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
