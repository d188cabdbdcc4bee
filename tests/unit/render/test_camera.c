/* Cameras and mirrors: where points come to lie in pictures. */
#include "support/check.h"

#include "project.h"
#include "rnd/scene.h"

#include <math.h>

static const double degree = 3.14159265358979323846 / 180.0;

/* Single precision at distances of 100 m from the origin: 2^-24 of them in the eye's coordinates, over 1 m
 * before the eye, a few roundings in a row. */
static const double rounding = 3e-5;

/* A chassis at body 0 and a cab at body 1. The driver looks along x. */
static const auth_picture picture = {
    .present = true,
    .cab = true,
    .cab_body = 1,
    .eye = {0.2, 0, 1.3},
    .towards = {5.2, 0, 1.3},
    .mirror_count = 1,
    .mirrors = {{.name = "left", .at = {1.0, 1.0, 1.2}, .towards = {-9.0, 1.0, 1.2}, .angle = 0.6}},
    .tool = true,
    .tool_body = 0,
    .tool_at = {3.0, 0, 0.5}};
static const rnd_rig rig = {.chassis = 0, .picture = &picture};

static xch_snapshot standing(double heading, double roll)
{
    xch_snapshot s = {.body_count = 2};
    /* about z by heading, then about its own x by roll */
    const double ch = cos(0.5 * heading), sh = sin(0.5 * heading), cr = cos(0.5 * roll), sr = sin(0.5 * roll);
    const xch_pose pose = {{10, 20, 1},
                           {(float)(ch * cr), (float)(ch * sr), (float)(sh * sr), (float)(sh * cr)}};
    s.bodies[0] = s.bodies[1] = pose;
    return s;
}

static double level(void *context, double x, double y)
{
    (void)x, (void)y;
    return context == NULL ? 0.0 : *(const double *)context;
}

static rnd_view look(const rnd_camera *camera, const xch_snapshot *snapshot, int width, int height)
{
    return rnd_camera_view(camera, &rig, snapshot, width, height, level, NULL);
}

static void project(const rnd_view *view, double x, double y, double z, double where[3])
{
    const vec3 point = {(float)x, (float)y, (float)z};
    vec3 at = {0};
    assert_true(project_point(view, point, at));
    for (int k = 0; k < 3; k++) where[k] = (double)at[k];
}

/* A picture of 16:9 in the cab is 75 deg wide: a point 4 m ahead, 1 m to the left and 0.5 m up lies at
 * -1 / (4 tan 37.5) and 0.5 / (4 tan 37.5 9/16). */
static void a_point_lies_where_geometry_says(void **unused)
{
    (void)unused;
    const xch_snapshot s = standing(0.0, 0.0);
    const rnd_view view = look(&(rnd_camera){.kind = RND_CAB}, &s, 1600, 900);
    const double across = tan(37.5 * degree);
    double at[3];
    assert_true(view.inside);
    project(&view, 10.2 + 4.0, 20.0 + 1.0, 2.3 + 0.5, at);
    CHECK_NEAR(at[0], -1.0 / (4.0 * across), rounding);
    CHECK_NEAR(at[1], 0.5 / (4.0 * across * 9.0 / 16.0), rounding);
    assert_true(at[2] > -1.0 && at[2] < 1.0);
    /* depth: -1 at the near plane, 1 at the far one */
    project(&view, 10.2 + (double)view.nearest, 20.0, 2.3, at);
    CHECK_NEAR(at[2], -1.0, 1e-3); /* 5 cm before the eye at 10 m: 1e-6 m is 2e-5 of it, twice over */
    project(&view, 10.2 + (double)view.farthest, 20.0, 2.3, at);
    CHECK_NEAR(at[2], 1.0, rounding);
    const vec3 behind = {9, 20, 2.3F};
    vec3 where;
    assert_false(project_point(&view, behind, where));
}

static void wide_pictures_show_more_to_the_sides(void **unused)
{
    (void)unused;
    const xch_snapshot s = standing(0.0, 0.0);
    const rnd_view usual = look(&(rnd_camera){.kind = RND_CAB}, &s, 1600, 900);
    const rnd_view wide = look(&(rnd_camera){.kind = RND_CAB}, &s, 2100, 900);
    const rnd_view asked = look(&(rnd_camera){.kind = RND_CAB, .angle = 90.0 * degree}, &s, 1000, 1000);
    CHECK_NEAR((double)wide.projection[1][1], (double)usual.projection[1][1], 1e-6);
    CHECK_NEAR((double)wide.projection[0][0], (double)usual.projection[0][0] * 16.0 / 21.0, 1e-6);
    CHECK_NEAR((double)asked.projection[0][0], 1.0, 1e-6);
    CHECK_NEAR((double)asked.projection[1][1], 1.0, 1e-6);
}

/* When the cab rolls the picture stays as it is inside and leans outside: a point of the cab does not move in
 * it, and the horizon turns the other way by the same angle. */
static void the_cab_rolls_with_its_camera(void **unused)
{
    (void)unused;
    const double roll = 10.0 * degree; /* right side down */
    const xch_snapshot upright = standing(0.7, 0.0), rolled = standing(0.7, roll);
    const rnd_view before = look(&(rnd_camera){.kind = RND_CAB}, &upright, 1000, 1000);
    const rnd_view after = look(&(rnd_camera){.kind = RND_CAB}, &rolled, 1000, 1000);
    /* 3 m ahead, 0.5 m left, 0.2 m up of the eye, by the turn of the cab */
    double left[2][3], at[2][3];
    for (int i = 0; i < 2; i++) {
        const double r = i == 0 ? 0.0 : roll, ahead[2] = {cos(0.7), sin(0.7)};
        const double y = 0.5 * cos(r) - (0.2 + 1.3) * sin(r), z = 0.5 * sin(r) + (0.2 + 1.3) * cos(r);
        const double x = 0.2 + 3.0;
        left[i][0] = 10.0 + x * ahead[0] - y * ahead[1];
        left[i][1] = 20.0 + x * ahead[1] + y * ahead[0];
        left[i][2] = 1.0 + z;
        project(i == 0 ? &before : &after, left[i][0], left[i][1], left[i][2], at[i]);
    }
    for (int k = 0; k < 2; k++) CHECK_NEAR(at[1][k], at[0][k], rounding);
    /* two points of the horizon 5 km away, to both sides */
    double l[3], r[3];
    project(&after, 5000.0 * cos(0.9), 5000.0 * sin(0.9), 2.0, l);
    project(&after, 5000.0 * cos(0.5), 5000.0 * sin(0.5), 2.0, r);
    /* right side down: what is level outside rises to the right in the picture by the roll */
    CHECK_NEAR(atan2(r[1] - l[1], r[0] - l[0]), roll, 0.01); /* places off the axis by 30 m of 5 km */
}

static void turning_the_head(void **unused)
{
    (void)unused;
    const xch_snapshot s = standing(0.0, 0.0);
    double at[3];
    rnd_view view = look(&(rnd_camera){.kind = RND_CAB, .yaw = 90.0 * degree}, &s, 900, 900);
    project(&view, 10.2, 23.0, 2.3, at); /* to the left of the machine is ahead now */
    CHECK_NEAR(at[0], 0.0, rounding);
    CHECK_NEAR(at[1], 0.0, rounding);
    view = look(&(rnd_camera){.kind = RND_CAB, .pitch = 30.0 * degree}, &s, 900, 900);
    project(&view, 13.2, 20.0, 2.3 + 3.0 * tan(30.0 * degree), at);
    CHECK_NEAR(at[1], 0.0, rounding);
    view = look(&(rnd_camera){.kind = RND_CAB, .yaw = 1e3, .pitch = -1e3}, &s, 900, 900); /* has limits */
    assert_true(isfinite(view.view[1][1]));
    assert_true((double)view.view[2][1] > cos(71.0 * degree)); /* up is still up */
}

/* The edge that two monitors share: a second one beside the first, turned by its angle of view. */
static void monitors_join(void **unused)
{
    (void)unused;
    const xch_snapshot s = standing(0.3, 0.1);
    const double angle = 60.0 * degree;
    const rnd_view middle = look(&(rnd_camera){.kind = RND_CAB, .angle = angle, .pitch = 0.2}, &s, 1600, 900);
    const rnd_view left =
        look(&(rnd_camera){.kind = RND_CAB, .angle = angle, .pitch = 0.2, .display = angle}, &s, 1600, 900);
    /* a point on the left edge of the middle picture, by its axes */
    const double half = tan(0.5 * angle);
    double p[3], at[3];
    for (int k = 0; k < 3; k++)
        p[k] = (double)middle.eye[k] + 10.0 * (-(double)middle.view[k][2] - half * (double)middle.view[k][0] +
                                               0.1 * (double)middle.view[k][1]);
    project(&middle, p[0], p[1], p[2], at);
    CHECK_NEAR(at[0], -1.0, rounding);
    const double height = at[1];
    project(&left, p[0], p[1], p[2], at);
    CHECK_NEAR(at[0], 1.0, rounding);
    CHECK_NEAR(at[1], height, rounding);
}

static void outside_the_horizon_is_level(void **unused)
{
    (void)unused;
    static const rnd_camera_kind kinds[] = {RND_CHASE, RND_ORBIT, RND_BUCKET};
    const xch_snapshot s = standing(0.4, 25.0 * degree);
    for (int k = 0; k < 3; k++) {
        const rnd_view view = look(&(rnd_camera){.kind = kinds[k]}, &s, 1600, 900);
        /* the picture's axis to the right is horizontal */
        CHECK_NEAR((double)view.view[2][0], 0.0, 1e-6);
        assert_true(view.view[2][1] > 0.5F); /* and up is up */
        assert_false(view.inside);
        if (kinds[k] != RND_CHASE) continue;
        double far[3]; /* and it is in the picture */
        project(&view, 3000.0 * cos(0.4), 3000.0 * sin(0.4), (double)view.eye[2], far);
        assert_true(fabs(far[0]) < 0.1 && far[1] > 0.3 && far[1] < 1.0);
    }
}

static void the_machine_is_in_the_picture(void **unused)
{
    (void)unused;
    static const rnd_camera_kind kinds[] = {RND_CHASE, RND_ORBIT, RND_BUCKET};
    for (int k = 0; k < 3; k++)
        for (int h = 0; h < 8; h++) {
            const double heading = 45.0 * degree * h;
            const xch_snapshot s = standing(heading, 0.0);
            const rnd_view view = look(&(rnd_camera){.kind = kinds[k]}, &s, 1600, 900);
            double chassis[3], tool[3];
            project(&view, 10.0, 20.0, 1.0, chassis);
            project(&view, 10.0 + 3.0 * cos(heading), 20.0 + 3.0 * sin(heading), 1.5, tool);
            for (int i = 0; i < 2; i++) {
                assert_true(fabs(chassis[i]) < 1.0);
                assert_true(fabs(tool[i]) < 1.0);
            }
            /* behind: the tool beyond the chassis; from ahead: before it */
            assert_true(kinds[k] == RND_CHASE ? tool[2] > chassis[2] : tool[2] < chassis[2]);
        }
}

/* An excavator: the tool's body turns with the upper structure and curls about its own y, the chassis stays.
 * Seen from the bucket camera the tool is in the middle part of the picture and nearer than the machine. */
static void the_bucket_camera_follows_swing_and_lift(void **unused)
{
    (void)unused;
    static const auth_picture arm = {.present = true, .tool = true, .tool_body = 1};
    const rnd_rig excavator = {.chassis = 0, .picture = &arm, .radius = 5.5};
    for (int swing = 0; swing < 12; swing++)
        for (int curl = -3; curl <= 3; curl++)
            for (int lift = -3; lift <= 7; lift++) {
                const double half = 15.0 * degree * swing, turn = 0.5 * 45.0 * degree * curl;
                const double heading = 2.0 * half;
                xch_snapshot s = {.body_count = 2, .bodies = {{{0, 0, 0}, {1, 0, 0, 0}}}};
                /* about z by the swing, then about y by the curl */
                s.bodies[1] =
                    (xch_pose){{(float)(8.0 * cos(heading)), (float)(8.0 * sin(heading)), (float)lift},
                               {(float)(cos(half) * cos(turn)), (float)(-sin(half) * sin(turn)),
                                (float)(cos(half) * sin(turn)), (float)(sin(half) * cos(turn))}};
                const rnd_camera camera = {.kind = RND_BUCKET};
                const rnd_view view = rnd_camera_view(&camera, &excavator, &s, 1600, 900, NULL, NULL);
                double tool[3], machine[3];
                project(&view, 8.0 * cos(heading), 8.0 * sin(heading), lift, tool);
                project(&view, 0.0, 0.0, 1.0, machine);
                assert_true(fabs(tool[0]) < 0.5 && fabs(tool[1]) < 0.6);
                assert_true(tool[2] < machine[2]);
            }
}

static void no_camera_dives_into_the_ground(void **unused)
{
    (void)unused;
    static const rnd_camera_kind kinds[] = {RND_CHASE, RND_ORBIT, RND_BUCKET};
    double hill = 12.0;
    const xch_snapshot s = standing(0.4, 0.0);
    for (int k = 0; k < 3; k++)
        for (int p = -8; p <= 8; p++) {
            const rnd_camera camera = {.kind = kinds[k], .pitch = 0.2 * p};
            const rnd_view view = rnd_camera_view(&camera, &rig, &s, 1600, 900, level, &hill);
            assert_true((double)view.eye[2] > hill + (double)view.nearest);
        }
}

static void the_near_plane_cuts_nothing_in_the_cab(void **unused)
{
    (void)unused;
    const xch_snapshot s = standing(0.0, 0.0);
    const rnd_view view = look(&(rnd_camera){.kind = RND_CAB}, &s, 1600, 900);
    assert_true(view.nearest <= 0.05F);
    /* depth of 24 bits still tells 1 cm from 2 cm above the ground at 15 m: in steps of 2^-23 */
    double a[3], b[3];
    project(&view, 25.0, 20.0, 0.01, a);
    project(&view, 25.01, 20.0, 0.01, b);
    assert_true(b[2] - a[2] > 0x1p-23);
}

static void machines_without_a_cab_are_followed(void **unused)
{
    (void)unused;
    static const auth_picture none = {0};
    const rnd_rig bare = {.picture = &none};
    const xch_snapshot s = standing(0.0, 0.0);
    const rnd_camera cab = {.kind = RND_CAB}, bucket = {.kind = RND_BUCKET};
    assert_false(rnd_camera_view(&cab, &bare, &s, 16, 9, level, NULL).inside);
    assert_false(rnd_camera_view(&bucket, &bare, &s, 16, 9, NULL, NULL).inside);
}

/* In a mirror what is to the left of the machine is seen on the left, what is behind is seen at all, and the
 * machine's own side is on the right of the left mirror. */
static void mirrors_show_left_on_the_left(void **unused)
{
    (void)unused;
    const xch_snapshot s = standing(0.0, 0.0);
    rnd_view view;
    double at[3];
    assert_true(rnd_mirror_view(0, &rig, &s, &view));
    project(&view, 10.0 - 9.0, 20.0 + 1.0 + 2.0, 2.2, at); /* 10 m behind the glass, 2 m further left */
    CHECK_NEAR(at[0], -2.0 / (10.0 * tan(0.3)), rounding);
    CHECK_NEAR(at[1], 0.0, rounding);
    project(&view, 10.0 - 3.0, 20.0, 2.2, at); /* the machine's middle */
    assert_true(at[0] > 0.0);
    project(&view, 1.0, 21.0, 4.2, at); /* up stays up */
    assert_true(at[1] > 0.0);
    assert_false(rnd_mirror_view(1, &rig, &s, &view));
    assert_false(rnd_mirror_view(-1, &rig, &s, &view));
}

static void cameras_have_words(void **unused)
{
    (void)unused;
    assert_string_equal(rnd_camera_word(RND_CAB), "cab");
    assert_string_equal(rnd_camera_word(RND_BUCKET), "bucket");
    assert_non_null(rnd_camera_word((rnd_camera_kind)99));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_point_lies_where_geometry_says),
                                       cmocka_unit_test(wide_pictures_show_more_to_the_sides),
                                       cmocka_unit_test(the_cab_rolls_with_its_camera),
                                       cmocka_unit_test(turning_the_head),
                                       cmocka_unit_test(monitors_join),
                                       cmocka_unit_test(outside_the_horizon_is_level),
                                       cmocka_unit_test(the_machine_is_in_the_picture),
                                       cmocka_unit_test(the_bucket_camera_follows_swing_and_lift),
                                       cmocka_unit_test(no_camera_dives_into_the_ground),
                                       cmocka_unit_test(the_near_plane_cuts_nothing_in_the_cab),
                                       cmocka_unit_test(machines_without_a_cab_are_followed),
                                       cmocka_unit_test(mirrors_show_left_on_the_left),
                                       cmocka_unit_test(cameras_have_words)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
