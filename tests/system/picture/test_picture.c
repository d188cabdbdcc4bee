/* What a picture shows is where the signals say: the bucket's edge to the pixel, before and after it is
 * lifted; sky above the horizon, ground below it. The real tractor, its model, the back end for OpenGL. */
#include "project.h"
#include "rnd/backend.h"
#include "site.h"

#include "support/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 640, HEIGHT = 360 };

typedef struct pixels {
    uint8_t rgb[HEIGHT][WIDTH][3];
} pixels;

typedef struct fixture {
    hl_arena arena;
    site *site;
    rnd_scene *scene;
    rnd_offscreen *offscreen;
    rnd_backend *backend;
    xch_snapshot snapshot;
    pixels with, without;
} fixture;

static int setup(void **state)
{
    char error[400] = "";
    fixture *f = calloc(1, sizeof *f);
    if (f == NULL) return -1;
    *state = f;
    f->site = site_new(HEADLAND_ASSETS "/scenarios/flat.yaml", &f->arena);
    f->scene = rnd_scene_new(&f->site->setup, &f->arena);
    assert_non_null(f->scene);
    f->offscreen = rnd_offscreen_open(WIDTH, HEIGHT, error, sizeof error);
    if (f->offscreen != NULL)
        f->backend = rnd_gl_new(rnd_scene_stock(f->scene), RND_LOW, true, error, sizeof error);
    if (f->backend == NULL) fail_msg("%s", error);
    return 0;
}

static int teardown(void **state)
{
    fixture *f = *state;
    const char *last = "";
    if (rnd_gl_complaints(f->backend, &last) != 0) fail_msg("OpenGL: %s", last);
    f->backend->free(f->backend);
    rnd_offscreen_close(f->offscreen);
    hl_arena_free(&f->arena);
    free(f);
    return 0;
}

static rnd_draw_list *look(fixture *f, rnd_camera_kind camera)
{
    site_look(f->site, &f->snapshot);
    rnd_scene_snapshot(f->scene, &f->snapshot);
    const rnd_picture picture = {.camera = {.kind = camera},
                                 .width = WIDTH,
                                 .height = HEIGHT,
                                 .time = f->snapshot.time,
                                 .quality = RND_LOW};
    rnd_draw_list *list = rnd_scene_picture(f->scene, &picture);
    assert_non_null(list);
    list->sprite_count = 0; /* what flies before the bucket would be counted for it */
    return list;
}

static void draw(const fixture *f, const rnd_draw_list *list, pixels *out)
{
    f->backend->draw(f->backend, list, WIDTH, HEIGHT);
    assert_true(f->backend->read(f->backend, WIDTH, HEIGHT, &out->rgb[0][0][0]));
}

/* ---- the bucket ---- */

/* Instances that ride on a body: where it is. */
static void hide(rnd_draw_list *list, const xch_pose *body)
{
    int hidden = 0;
    for (int i = 0; i < list->instance_count; i++) {
        rnd_instance *instance = &list->instances[i];
        double apart = 0.0;
        for (int k = 0; k < 3; k++) apart += fabs((double)(instance->model[3][k] - body->position[k]));
        if (apart > 1e-4) continue; /* single precision at some metres */
        instance->seen &= ~rnd_in_view(0);
        hidden++;
    }
    assert_true(hidden > 0);
}

/* Two pictures of the same scene differ where the bucket is: more than by a rounding. */
static bool is_bucket(const fixture *f, int column, int row)
{
    enum { ROUNDING = 2 };
    for (int k = 0; k < 3; k++)
        if (abs(f->with.rgb[row][column][k] - f->without.rgb[row][column][k]) > ROUNDING) return true;
    return false;
}

/* Distance from a place in the picture to the bucket [pixels]. */
static double distance_to_bucket(const fixture *f, double x, double y)
{
    double nearest = 1e9;
    for (int row = 0; row < HEIGHT; row++)
        for (int column = 0; column < WIDTH; column++)
            if (is_bucket(f, column, row)) nearest = fmin(nearest, hypot(column + 0.5 - x, row + 0.5 - y));
    return nearest;
}

static double lowest_of_bucket(const fixture *f)
{
    for (int row = HEIGHT - 1; row >= 0; row--)
        for (int column = 0; column < WIDTH; column++)
            if (is_bucket(f, column, row)) return row + 1.0;
    fail_msg("the bucket is not in the picture");
    return 0.0;
}

static double signal(const fixture *f, const char *name)
{
    return f->snapshot.signals[world_signal_find(f->site->machine, name)];
}

static void on_screen(const rnd_view *view, const vec3 point, double at[2])
{
    vec3 where = {0};
    assert_true(project_point(view, point, where));
    at[0] = 0.5 * (1.0 + (double)where[0]) * WIDTH;
    at[1] = 0.5 * (1.0 - (double)where[1]) * HEIGHT;
}

/* A corner of the cutting edge: across and along from the pose, its height from the signal alone. */
static void corner(const fixture *f, double side, vec3 point)
{
    const xch_pose *pose = &f->snapshot.bodies[site_body(f->site, "bucket")];
    const double w = (double)pose->rotation[0], y = (double)pose->rotation[2];
    const double pitch = 2.0 * atan2(y, w); /* it turns about y alone: the tractor stands level */
    point[0] = (float)((double)pose->position[0] + 0.95 * cos(pitch) - 0.15 * sin(pitch));
    point[1] = (float)((double)pose->position[1] + side * 1.1);
    point[2] = (float)signal(f, "bucket.clearance");
}

/* The row of the lowest pixel of the bucket. */
static double check_bucket(fixture *f)
{
    /* A pixel for the edge of the rasterised triangle, one for a tractor that stands a degree off level, one
     * for the edge's bevel of 5 mm: a pixel here. */
    static const double TOLERANCE = 3.0;
    double lowest = 0.0;
    rnd_draw_list *list = look(f, RND_BUCKET);
    draw(f, list, &f->with);
    hide(list, &f->snapshot.bodies[site_body(f->site, "bucket")]);
    draw(f, list, &f->without);
    for (double side = -1.0; side <= 1.0; side += 2.0) {
        vec3 point;
        double at[2];
        corner(f, side, point);
        on_screen(&list->views[0], point, at);
        assert_true(at[0] > 0.0 && at[0] < WIDTH && at[1] > 0.0 && at[1] < HEIGHT);
        CHECK_NEAR(distance_to_bucket(f, at[0], at[1]), 0.0, TOLERANCE);
        lowest = fmax(lowest, at[1]);
    }
    CHECK_NEAR(lowest_of_bucket(f), lowest, TOLERANCE);
    return lowest;
}

static void bucket_is_where_its_signal_says(void **state)
{
    fixture *f = *state;
    site_run(f->site, 200, "", 0.0);
    const double low = signal((look(f, RND_BUCKET), f), "bucket.clearance");
    const double row = check_bucket(f);
    site_run(f->site, 2500, "lift", 1.0);
    site_run(f->site, 500, "lift", 0.0);
    assert_true(check_bucket(f) < row);                     /* higher in the picture, and ... */
    assert_true(signal(f, "bucket.clearance") > low + 0.5); /* ... in the world */
}

/* ---- sky and ground ---- */

/* Rows well above and below the horizon: a point as high as the eye, far away, lies on it. */
static void sky_above_the_horizon(void **state)
{
    enum { MARGIN = 30 /* rows: hills, trees and haze */ };
    fixture *f = *state;
    rnd_draw_list *list = look(f, RND_CHASE);
    list->instance_count = list->glass_first = 0; /* the place alone */
    draw(f, list, &f->with);
    const rnd_view *view = &list->views[0];
    vec3 far_away = {view->eye[0] + 1e5F, view->eye[1], view->eye[2]};
    double at[2];
    on_screen(view, far_away, at);
    const int horizon = (int)at[1];
    assert_true(horizon > MARGIN && horizon < HEIGHT - MARGIN);
    for (int column = 0; column < WIDTH; column += 40) {
        const uint8_t *above = f->with.rgb[horizon - MARGIN][column];
        const uint8_t *below = f->with.rgb[horizon + MARGIN][column];
        assert_true(above[2] >= above[0]);                                            /* bluish */
        assert_true(above[0] + above[1] + above[2] > below[0] + below[1] + below[2]); /* brighter */
        assert_true(above[2] - above[0] > below[2] - below[0]);                       /* bluer */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(bucket_is_where_its_signal_says, setup, teardown),
        cmocka_unit_test_setup_teardown(sky_above_the_horizon, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
