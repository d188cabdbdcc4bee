/* The OpenGL back end, with real pictures of lists made by hand: what is seen is where geometry and light
 * say. */
#include "support/check.h"

#include "rnd/backend.h"

#include <GL/glew.h>
#include <cglm/cglm.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 320, HEIGHT = 240, RINGS = 32, SECTORS = 64, MESHES = 6, MOST = 16 };
enum { SPHERE, BOX, FLOOR, RED, BLUE, MIRROR };

static rnd_offscreen *offscreen;
static rnd_mesh meshes[MESHES];
static rnd_vertex sphere_vertices[(RINGS + 1) * (SECTORS + 1)], box_vertices[24], floor_vertices[4];
static rnd_vertex mirror_vertices[4];
static uint32_t sphere_indices[6 * RINGS * SECTORS], box_indices[36];
static uint32_t quad_indices[] = {0, 1, 2, 0, 2, 3};
static rnd_stock stock = {MESHES, meshes, -1, HEADLAND_TEXTURES, 0, 0};
static rnd_instance instances[MOST];
static uint8_t picture[3 * WIDTH * HEIGHT], again[3 * WIDTH * HEIGHT];

static rnd_vertex vertex(float x, float y, float z, float nx, float ny, float nz)
{
    return (rnd_vertex){.position = {x, y, z}, .normal = {nx, ny, nz}, .colour = {255, 255, 255, 255}};
}

static const rnd_material white = {.substance = RND_PLAIN, .colour = {0.5F, 0.5F, 0.5F, 1}, .roughness = 1};

/* ---- meshes ---- */

/* Radius 1; it is its own mirror image in the planes of the axes. */
static void make_sphere(void)
{
    for (int i = 0; i <= RINGS; i++)
        for (int j = 0; j <= SECTORS; j++) {
            const float a = (float)i * GLM_PIf / RINGS, b = (float)j * 2 * GLM_PIf / SECTORS;
            const float x = sinf(a) * cosf(b), y = sinf(a) * sinf(b), z = cosf(a);
            sphere_vertices[i * (SECTORS + 1) + j] = vertex(x, y, z, x, y, z);
        }
    uint32_t *to = sphere_indices;
    for (uint32_t i = 0; i < RINGS; i++)
        for (uint32_t j = 0; j < SECTORS; j++) {
            const uint32_t k = i * (SECTORS + 1) + j, below = k + SECTORS + 1;
            const uint32_t two[] = {k, below, below + 1, k, below + 1, k + 1};
            memcpy(to, two, sizeof two);
            to += 6;
        }
}

/* Edges of 1 m around the origin. */
static void make_box(void)
{
    for (int side = 0; side < 6; side++) {
        const int axis = side / 2, u = (axis + 1) % 3, v = (axis + 2) % 3;
        const float sign = side % 2 == 0 ? 1.0F : -1.0F;
        static const float corners[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
        for (int k = 0; k < 4; k++) {
            float at[3] = {0}, normal[3] = {0};
            at[axis] = 0.5F * sign;
            at[u] = 0.5F * sign * corners[k][0]; /* turned over with the side, so that it winds outwards */
            at[v] = 0.5F * corners[k][1];
            normal[axis] = sign;
            box_vertices[4 * side + k] = vertex(at[0], at[1], at[2], normal[0], normal[1], normal[2]);
        }
        for (int k = 0; k < 6; k++) box_indices[6 * side + k] = (uint32_t)(4 * side) + quad_indices[k];
    }
}

static void make_meshes(void)
{
    make_sphere();
    make_box();
    static const float floor_corners[4][2] = {{-50, -50}, {50, -50}, {50, 50}, {-50, 50}};
    for (int k = 0; k < 4; k++)
        floor_vertices[k] = vertex(floor_corners[k][0], floor_corners[k][1], 0, 0, 0, 1);
    /* a pane before the eye of the tests at (-4, 0, 0), facing it; u to its right, which is -y */
    static const float pane[4][4] = {{1, -1, 0, 0}, {-1, -1, 1, 0}, {-1, 1, 1, 1}, {1, 1, 0, 1}};
    for (int k = 0; k < 4; k++) {
        mirror_vertices[k] = vertex(0, pane[k][0], pane[k][1], -1, 0, 0);
        mirror_vertices[k].uv[0] = pane[k][2];
        mirror_vertices[k].uv[1] = pane[k][3];
    }
    rnd_material red = white, blue = white, mirror = white;
    red.colour[1] = red.colour[2] = 0.02F;
    blue.colour[0] = blue.colour[1] = 0.02F;
    mirror.substance = RND_MIRROR;
    const int corners = (RINGS + 1) * (SECTORS + 1), triangles = 6 * RINGS * SECTORS;
    meshes[SPHERE] = (rnd_mesh){white, corners, triangles, sphere_vertices, sphere_indices, {0}, 1, false};
    meshes[BOX] = (rnd_mesh){white, 24, 36, box_vertices, box_indices, {0}, 1, false};
    meshes[FLOOR] = (rnd_mesh){white, 4, 6, floor_vertices, quad_indices, {0}, 71, false};
    meshes[RED] = (rnd_mesh){red, corners, triangles, sphere_vertices, sphere_indices, {0}, 1, false};
    meshes[BLUE] = (rnd_mesh){blue, corners, triangles, sphere_vertices, sphere_indices, {0}, 1, false};
    meshes[MIRROR] = (rnd_mesh){mirror, 4, 6, mirror_vertices, quad_indices, {0}, 1.5F, false};
}

/* ---- lists ---- */

static rnd_view view_from(float x, float y, float z, vec3 to, vec3 up)
{
    rnd_view view = {.eye = {x, y, z}, .nearest = 0.1F, .farthest = 200};
    glm_lookat(view.eye, to, up, view.view);
    glm_perspective(0.9F, (float)WIDTH / HEIGHT, view.nearest, view.farthest, view.projection);
    return view;
}

/* The eye at (-4, 0, 0) looks along x; y is to its left. Sun alone, so that only it makes light and dark. */
static rnd_draw_list *plain_list(void)
{
    static rnd_draw_list list;
    memset(&list, 0, sizeof list);
    list.view_count = 1;
    list.views[0] = view_from(-4, 0, 0, (vec3){0, 0, 0}, (vec3){0, 0, 1});
    list.sky = (rnd_sky){.to_sun = {0, 0, 1}, .sun = {1, 1, 1}, .turbidity = 2, .exposure = 3};
    list.instances = instances;
    return &list;
}

static void add(rnd_draw_list *list, int mesh, float x, float y, float z)
{
    rnd_instance *instance = &instances[list->instance_count++];
    instance->mesh = mesh;
    instance->seen = ~0U;
    glm_translate_make(instance->model, (vec3){x, y, z});
    list->glass_first = list->instance_count;
}

static void daylight(rnd_draw_list *list)
{
    const rnd_sky sky = {.to_sun = {-0.48F, 0.36F, 0.8F},
                         .sun = {1, 0.9F, 0.8F},
                         .zenith = {0.05F, 0.07F, 0.12F},
                         .horizon = {0.07F, 0.08F, 0.1F},
                         .ground = {0.06F, 0.05F, 0.04F},
                         .turbidity = 2.5F,
                         .cloud = 0.3F,
                         .fog = 1e-4F,
                         .fog_colour = {0.07F, 0.08F, 0.1F},
                         .exposure = 3};
    list->sky = sky;
}

/* A cascade that looks along the sun's light at the origin, 12 m wide. */
static void add_cascade(rnd_draw_list *list)
{
    rnd_cascade *cascade = &list->cascades[list->cascade_count++];
    mat4 view, projection;
    vec3 from, middle = {0, 0, 0};
    glm_vec3_scale(list->sky.to_sun, 20, from);
    glm_lookat(from, middle, (vec3){0, 1, 0}, view);
    glm_ortho(-6, 6, -6, 6, 1, 40, projection);
    glm_mat4_mul(projection, view, cascade->view_projection);
    cascade->until = 100;
    cascade->texel = 12.0F / 1024;
}

static rnd_backend *open_gl(rnd_quality quality)
{
    char error[512] = "";
    rnd_backend *gl = rnd_gl_new(&stock, quality, true, error, sizeof error);
    if (gl == NULL) print_error("%s\n", error);
    assert_non_null(gl);
    return gl;
}

static void close_gl(rnd_backend *gl)
{
    const char *last = "";
    if (rnd_gl_complaints(gl, &last) != 0)
        fail_msg("%d complaints, last: %s", rnd_gl_complaints(gl, NULL), last);
    gl->free(gl);
}

static void take(rnd_backend *gl, const rnd_draw_list *list)
{
    gl->draw(gl, list, WIDTH, HEIGHT);
    assert_true(gl->read(gl, WIDTH, HEIGHT, picture));
}

/* ---- looking at pictures ---- */

typedef struct colour {
    double r, g, b;
} colour;

static colour pixel(int x, int y)
{
    assert_in_range(x, 0, WIDTH - 1);
    assert_in_range(y, 0, HEIGHT - 1);
    const uint8_t *p = &picture[3 * (y * WIDTH + x)];
    return (colour){p[0], p[1], p[2]};
}

static double brightness(colour c)
{
    return 0.2126 * c.r + 0.7152 * c.g + 0.0722 * c.b;
}

/* The pixel that shows a place of the world. */
static colour seen_at(const rnd_view *view, float x, float y, float z)
{
    mat4 both;
    vec4 clip, at = {x, y, z, 1};
    glm_mat4_mul((vec4 *)view->projection, (vec4 *)view->view, both);
    glm_mat4_mulv(both, at, clip);
    const double u = 0.5 + 0.5 * (double)(clip[0] / clip[3]), v = 0.5 - 0.5 * (double)(clip[1] / clip[3]);
    return pixel((int)(u * WIDTH), (int)(v * HEIGHT));
}

/* Where on the unit sphere at the origin a pixel's ray from (-4, 0, 0) arrives; false: it misses. */
static bool on_sphere(const rnd_view *view, int x, int y, double point[3])
{
    const double u = (2 * (x + 0.5) / WIDTH - 1) / (double)view->projection[0][0];
    const double v = (1 - 2 * (y + 0.5) / HEIGHT) / (double)view->projection[1][1];
    const double ray[3] = {1, -u, v}, a = 1 + u * u + v * v, b = -4, c = 15;
    const double root = b * b - a * c; /* |(-4, 0, 0) + t ray| = 1 */
    if (root < 0) return false;
    const double t = (-b - sqrt(root)) / a;
    for (int i = 0; i < 3; i++) point[i] = t * ray[i] - (i == 0 ? 4 : 0);
    return true;
}

/* ---- tests ---- */

/* At half of the resolution each 2 x 2 pixels are about the mean of those at the whole one. */
static void test_the_resolution_of_the_world(void **unused)
{
    (void)unused;
    for (int quality = RND_LOW; quality < RND_QUALITIES; quality++) {
        rnd_backend *gl = open_gl((rnd_quality)quality);
        rnd_draw_list *list = plain_list();
        add(list, SPHERE, 0, 0, 0);
        take(gl, list);
        memcpy(again, picture, sizeof picture);
        gl->resolution = 0.5;
        take(gl, list);
        double difference = 0;
        for (size_t i = 0; i < sizeof picture; i++) difference += abs(picture[i] - again[i]);
        difference /= (double)sizeof picture; /* edges only */
        assert_true(difference > 0.0 && difference < 2.0);
        gl->resolution = 1.0;
        take(gl, list);
        assert_memory_equal(again, picture, sizeof picture);
        close_gl(gl);
    }
}

static void count_call(void *count)
{
    (*(int *)count)++;
}

/* Work that goes on while a picture is drawn does not change it, and gets its turns. */
static void test_work_goes_on_while_a_picture_is_drawn(void **unused)
{
    (void)unused;

    for (int quality = RND_LOW; quality < RND_QUALITIES; quality++) {
        int calls = 0;
        rnd_backend *gl = open_gl((rnd_quality)quality);
        rnd_draw_list *list = plain_list();
        add(list, SPHERE, 0, 0, 0);
        take(gl, list);
        memcpy(again, picture, sizeof picture);
        gl->meanwhile = (rnd_meanwhile){count_call, &calls};
        take(gl, list);
        assert_memory_equal(again, picture, sizeof picture);
        assert_true(calls >= 5);
        close_gl(gl);
    }
}

static void test_sphere_is_brightest_where_it_faces_the_sun(void **unused)
{
    (void)unused;
    rnd_backend *gl = open_gl(RND_LOW);
    rnd_draw_list *list = plain_list();
    memcpy(list->sky.to_sun, (vec3){-0.8F, 0.36F, 0.48F}, sizeof list->sky.to_sun);
    add(list, SPHERE, 0, 0, 0);
    take(gl, list);
    double most = 0, sum[3] = {0}, p[3];
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            if (on_sphere(&list->views[0], x, y, p)) most = fmax(most, brightness(pixel(x, y)));
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            if (on_sphere(&list->views[0], x, y, p) && brightness(pixel(x, y)) > most - 3)
                for (int i = 0; i < 3; i++) sum[i] += p[i];
    const double length = sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
    double cosine = 0;
    for (int i = 0; i < 3; i++) cosine += sum[i] / length * (double)list->sky.to_sun[i];
    /* the spot within 3 of 255 of the greatest is some 10 deg in radius; its middle is better than that, but
     * what shines a little pulls it towards the half-way direction, 18 deg off */
    assert_true(cosine > cos(10 * GLM_PI / 180));
    assert_true(most > 100);
    close_gl(gl);
}

static void test_sphere_under_a_sun_straight_behind_is_symmetric(void **unused)
{
    (void)unused;
    rnd_backend *gl = open_gl(RND_MEDIUM);
    rnd_draw_list *list = plain_list();
    memcpy(list->sky.to_sun, (vec3){-0.6F, 0, 0.8F}, sizeof list->sky.to_sun);
    add(list, SPHERE, 0, 0, 0);
    take(gl, list);
    int compared = 0;
    double p[3];
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH / 2; x++) {
            /* not at the rim, where coverage of pixels is not symmetric */
            if (!on_sphere(&list->views[0], x, y, p) || p[0] > -0.4) continue;
            /* rounding to bytes 1, the noise against bands 1 */
            CHECK_NEAR(brightness(pixel(x, y)), brightness(pixel(WIDTH - 1 - x, y)), 2.01);
            compared++;
        }
    assert_true(compared > 1000);
    close_gl(gl);
}

static void test_shadow_lies_where_geometry_says(void **unused)
{
    (void)unused;
    for (rnd_quality quality = RND_LOW; quality < RND_QUALITIES; quality++) {
        rnd_backend *gl = open_gl(quality);
        rnd_draw_list *list = plain_list();
        daylight(list);
        memcpy(list->sky.to_sun, (vec3){0.70710678F, 0, 0.70710678F}, sizeof list->sky.to_sun);
        list->views[0] = view_from(-1.5F, 0, 8, (vec3){-1.5F, 0, 0}, (vec3){1, 0, 0});
        add(list, BOX, 0, 0, 1.5F);
        add(list, FLOOR, 0, 0, 0);
        add_cascade(list);
        take(gl, list);
        /* the sun stands at 45 deg over x: the box from z = 1 to 2 throws x = -2.5 to -0.5, y = -0.5 to 0.5.
         * Half a pixel is 16 mm, a texel 12 mm, the filter two texels: 80 mm off the edge it is one or the
         * other */
        const rnd_view *view = &list->views[0];
        const double dark = brightness(seen_at(view, -1.5F, 0, 0)),
                     lit = brightness(seen_at(view, -1.5F, 1.5F, 0));
        assert_true(dark < 0.6 * lit);
        const double middle = 0.5 * (dark + lit);
        static const float edges[][4] = {/* inside x, y, outside x, y */
                                         {-2.42F, 0, -2.58F, 0},
                                         {-1.5F, 0.42F, -1.5F, 0.58F},
                                         {-1.5F, -0.42F, -1.5F, -0.58F},
                                         {-2.42F, 0.42F, -2.58F, 0.58F}};
        for (int i = 0; i < 4; i++) {
            assert_true(brightness(seen_at(view, edges[i][0], edges[i][1], 0)) < middle);
            assert_true(brightness(seen_at(view, edges[i][2], edges[i][3], 0)) > middle);
        }
        close_gl(gl);
    }
}

/* On RND_LOW a shadow rests while nothing moves by more than a texel, for four pictures at most; then the
 * picture is as that of a new back end. */
static void test_shadows_follow_what_moves(void **unused)
{
    (void)unused;
    rnd_draw_list *list = plain_list();
    daylight(list);
    list->views[0] = view_from(-1.5F, 0, 8, (vec3){-1.5F, 0, 0}, (vec3){1, 0, 0});
    add(list, BOX, 0, 0, 1.5F);
    add(list, FLOOR, 0, 0, 0);
    add_cascade(list);
    const float far = 0.5F, near = 0.4F * list->cascades[0].texel;
    for (int pictures = 1; pictures <= 4; pictures += 3) {
        const float way = pictures == 1 ? far : near;
        list->instances[0].model[3][1] = way;
        rnd_backend *gl = open_gl(RND_LOW);
        take(gl, list);
        memcpy(again, picture, sizeof picture);
        close_gl(gl);
        gl = open_gl(RND_LOW);
        list->instances[0].model[3][1] = 0;
        take(gl, list);
        list->instances[0].model[3][1] = way;
        for (int i = 0; i < pictures; i++) take(gl, list);
        assert_memory_equal(again, picture, sizeof picture);
        close_gl(gl);
    }
}

/* A lit plane and a ball in no shadow have no specks of shadow on them. */
static void test_nothing_shades_itself(void **unused)
{
    (void)unused;
    rnd_backend *gl = open_gl(RND_LOW);
    rnd_draw_list *list = plain_list();
    memcpy(list->sky.to_sun, (vec3){-0.8F, 0, 0.6F}, sizeof list->sky.to_sun);
    add(list, SPHERE, 0, 0, 0);
    take(gl, list);
    memcpy(again, picture, sizeof picture);
    add_cascade(list);
    take(gl, list);
    double p[3];
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            if (!on_sphere(&list->views[0], x, y, p)) continue;
            /* light below 20 deg to the surface may be taken for shadow */
            if (-0.8 * p[0] + 0.6 * p[2] < 0.34) continue;
            assert_in_range(again[3 * (y * WIDTH + x)] - picture[3 * (y * WIDTH + x)] + 3, 0, 6);
        }
    close_gl(gl);
}

static void test_sky_is_above_the_ground(void **unused)
{
    (void)unused;
    for (rnd_quality quality = RND_LOW; quality < RND_QUALITIES; quality++) {
        stock.ground_mesh = FLOOR;
        rnd_backend *gl = open_gl(quality);
        rnd_draw_list *list = plain_list();
        daylight(list);
        list->sky.cloud = 0;
        list->views[0] = view_from(0, 0, 2, (vec3){5, 0, 2}, (vec3){0, 0, 1});
        add(list, FLOOR, 0, 0, 0);
        take(gl, list);
        colour above = {0}, below = {0};
        for (int x = 0; x < WIDTH; x++) {
            const colour a = pixel(x, 10), b = pixel(x, HEIGHT - 10);
            above = (colour){above.r + a.r / WIDTH, above.g + a.g / WIDTH, above.b + a.b / WIDTH};
            below = (colour){below.r + b.r / WIDTH, below.g + b.g / WIDTH, below.b + b.b / WIDTH};
        }
        assert_true(above.b > 1.15 * above.r);
        assert_true(below.g > below.b);
        assert_true(brightness(above) > brightness(below));
        close_gl(gl);
        stock.ground_mesh = -1;
    }
}

/* They drift on where the numbers that carry them start anew: at a full hour, after 100 tiles along x and y.
 */
static void test_clouds_do_not_jump(void **unused)
{
    (void)unused;
    enum { JUMP = 8 /* of 255: rounding makes 3 */ };
    static const double times[] = {3600.0, 100.0 / 0.004, 100.0 / 0.0014};
    for (rnd_quality quality = RND_LOW; quality < RND_QUALITIES; quality++) {
        rnd_backend *gl = open_gl(quality);
        rnd_draw_list *list = plain_list();
        daylight(list);
        list->sky.cloud = 0.6F;
        list->views[0] = view_from(0, 0, 2, (vec3){5, 0, 4}, (vec3){0, 0, 1});
        for (int t = 0; t < 3; t++) {
            list->time = times[t] - 0.01;
            take(gl, list);
            memcpy(again, picture, sizeof again);
            list->time = times[t] + 0.01;
            take(gl, list);
            for (int i = 0; i < 3 * WIDTH * HEIGHT; i++)
                assert_in_range(again[i] - picture[i] + JUMP, 0, 2 * JUMP);
        }
        close_gl(gl);
    }
}

/* Sand lies in the middle of the floor: there the ground is cut out. */
static void test_ground_is_cut_out_where_the_sand_is(void **unused)
{
    (void)unused;
    stock.ground_mesh = FLOOR;
    rnd_backend *gl = open_gl(RND_LOW);
    rnd_draw_list *list = plain_list();
    daylight(list);
    list->views[0] = view_from(0, 0, 10, (vec3){0, 0, 0}, (vec3){1, 0, 0});
    add(list, FLOOR, 0, 0, 0);
    take(gl, list);
    const colour ground = seen_at(&list->views[0], 0, 0, 0);
    assert_true(brightness(ground) > 20);
    static float heights[9];
    static uint8_t shades[9];
    list->field = (rnd_field){
        .columns = 3, .rows = 3, .origin = {-1, -1}, .cell = 1, .heights = heights, .shades = shades};
    take(gl, list);
    /* the sky's lower half shines through: it is not the ground's colour, and beside the sand nothing changes
     */
    const colour hole = seen_at(&list->views[0], 0.9F, 0.9F, 0),
                 beside = seen_at(&list->views[0], 1.2F, 0, 0);
    assert_true(fabs(hole.b - ground.b) > 20);
    assert_true(fabs(beside.b - ground.b) < 40);
    close_gl(gl);
    stock.ground_mesh = -1;
}

static void test_red_is_red(void **unused)
{
    (void)unused;
    for (rnd_quality quality = RND_LOW; quality < RND_QUALITIES; quality++) {
        rnd_backend *gl = open_gl(quality);
        rnd_draw_list *list = plain_list();
        daylight(list);
        add(list, RED, 0, 0, 0);
        take(gl, list);
        const colour c = seen_at(&list->views[0], -0.8F, 0, 0.6F);
        assert_true(c.r > 2 * c.g && c.r > 2 * c.b && c.r > 100);
        close_gl(gl);
    }
}

/* Far instances of one mesh in one call, and only in the views that see them. */
static void test_instances_stand_where_they_are_put(void **unused)
{
    (void)unused;
    rnd_backend *gl = open_gl(RND_LOW);
    rnd_draw_list *list = plain_list();
    daylight(list);
    for (int i = 0; i < 3; i++) add(list, RED, 4, (float)(3 * i - 3), 0);
    instances[2].seen = ~rnd_in_view(0);
    take(gl, list);
    const colour right = seen_at(&list->views[0], 4, -3, 0.5F), middle = seen_at(&list->views[0], 4, 0, 0.5F);
    const colour unseen = seen_at(&list->views[0], 4, 3, 0.5F);
    assert_true(right.r > 2 * right.b && middle.r > 2 * middle.b);
    assert_true(unseen.r < 2 * unseen.b);
    close_gl(gl);
}

static void test_mirror_shows_its_view_turned(void **unused)
{
    (void)unused;
    for (rnd_quality quality = RND_LOW; quality < RND_QUALITIES; quality++) {
        rnd_backend *gl = open_gl(quality);
        rnd_draw_list *list = plain_list();
        daylight(list);
        add(list, RED, -30, 1.5F, 0); /* far behind the eye on its left */
        add(list, BLUE, -30, -1.5F, 0);
        add(list, MIRROR, 0, 0, 0);
        instances[0].seen = instances[1].seen = rnd_in_view(1);
        instances[2].seen = rnd_in_view(0);
        list->views[1] = view_from(-24, 0, 0, (vec3){-30, 0, 0}, (vec3){0, 0, 1});
        list->views[1].projection[0][0] *= -1; /* left for right */
        list->view_count = 2;
        memcpy(list->sky.to_sun, (vec3){0.8F, 0, 0.6F},
               sizeof list->sky.to_sun); /* on the sides that are seen */
        take(gl, list);
        /* what is behind on the left is seen in the left half, as in any mirror */
        const rnd_view *view = &list->views[0];
        const colour left = seen_at(view, 0, 0.45F, 0.1F), right = seen_at(view, 0, -0.45F, 0.1F);
        assert_true(left.r > 2 * left.b && left.r > 100);
        assert_true(right.b > 2 * right.r && right.b > 100);
        close_gl(gl);
    }
}

/* A picture of the display: left half green, right half clear. */
static rnd_hud_gauge_view half_green(void)
{
    static uint32_t pixels[16 * 16];
    for (int y = 0; y < 16; y++)
        for (int x = 0; x < 16; x++) pixels[16 * y + x] = x < 8 ? 0xFF00FF00U : 0;
    return (rnd_hud_gauge_view){.visible = true,
                                .size = {16, 16},
                                .width = 16,
                                .height = 16,
                                .stride = 64,
                                .pixels = (const uint8_t *)pixels,
                                .version = 1};
}

static void test_panels_lie_where_their_corners_say(void **unused)
{
    (void)unused;
    for (rnd_quality quality = RND_LOW; quality < RND_QUALITIES; quality++) {
        rnd_backend *gl = open_gl(quality);
        rnd_draw_list *list = plain_list();
        daylight(list);
        take(gl, list);
        memcpy(again, picture, sizeof picture);
        list->panels[0] =
            (rnd_panel){.picture = half_green(),
                        .alpha = 1,
                        .corners = {{-0.5F, 0.5F, 0}, {0.5F, 0.5F, 0}, {0.5F, -0.5F, 0}, {-0.5F, -0.5F, 0}}};
        list->panels[1] =
            (rnd_panel){.slot = 1,
                        .picture = half_green(),
                        .alpha = 1,
                        .in_world = true,
                        .corners = {{0, 2.4F, 0.3F}, {0, 1.8F, 0.3F}, {0, 1.8F, -0.3F}, {0, 2.4F, -0.3F}}};
        list->panel_count = 2;
        take(gl, list);
        const colour green = pixel(WIDTH * 3 / 8, HEIGHT / 2),
                     in_world = seen_at(&list->views[0], 0, 2.25F, 0);
        assert_true(green.g > 250 && green.r < 5 && green.b < 5);
        assert_true(in_world.g > 250 && in_world.r < 5);
        /* the clear half and what lies outside are as they were */
        const int same[][2] = {
            {WIDTH * 5 / 8, HEIGHT / 2}, {WIDTH * 3 / 8, HEIGHT / 5}, {WIDTH - 20, HEIGHT / 2}};
        for (int i = 0; i < 3; i++)
            assert_memory_equal(&picture[3 * (same[i][1] * WIDTH + same[i][0])],
                                &again[3 * (same[i][1] * WIDTH + same[i][0])], 3);
        close_gl(gl);
    }
}

static void fill_scene(rnd_draw_list *list)
{
    daylight(list);
    add(list, SPHERE, 0, 0, 0);
    add(list, BOX, 2, 1.5F, 0);
    add(list, RED, 3, -2, 0);
    add(list, FLOOR, 0, 0, -1);
    add_cascade(list);
}

static void test_the_same_list_gives_the_same_picture(void **unused)
{
    (void)unused;
    for (rnd_quality quality = RND_LOW; quality < RND_QUALITIES; quality++) {
        rnd_backend *gl = open_gl(quality);
        rnd_draw_list *list = plain_list();
        fill_scene(list);
        take(gl, list);
        assert_true(gl->read(gl, WIDTH, HEIGHT, again));
        assert_memory_equal(picture, again, sizeof picture);
        take(gl, list);
        assert_memory_equal(picture, again, sizeof picture);
        close_gl(gl);
    }
}

static void test_quality_and_size_may_change_at_any_time(void **unused)
{
    (void)unused;
    rnd_backend *gl = open_gl(RND_LOW);
    rnd_draw_list *list = plain_list();
    fill_scene(list);
    static const int sizes[][2] = {{320, 240}, {1, 1}, {0, 0}, {0, 100}, {101, 77}, {640, 360}, {320, 240}};
    for (int i = 0; i < 21; i++) {
        gl->set_quality(gl, (rnd_quality)(i % RND_QUALITIES));
        const int width = sizes[i % 7][0], height = sizes[i % 7][1];
        gl->draw(gl, list, width, height);
        if (width > 0 && height > 0) assert_false(gl->read(gl, width + 1, height, again));
    }
    gl->set_quality(gl, RND_LOW);
    take(gl, list);
    memcpy(again, picture, sizeof picture);
    gl->set_quality(gl, RND_HIGH);
    take(gl, list);
    gl->set_quality(gl, RND_LOW);
    take(gl, list);
    assert_memory_equal(picture, again, sizeof picture);
    close_gl(gl);
}

/* Objects of GL that live, of all kinds. Names are given in order, so that no test gets beyond the last one.
 */
static int count_objects(void)
{
    enum { LAST_NAME = 20000 };
    int count = 0;
    for (GLuint name = 1; name <= LAST_NAME; name++)
        count += glIsTexture(name) + glIsBuffer(name) + glIsFramebuffer(name) + glIsRenderbuffer(name) +
                 glIsVertexArray(name) + glIsProgram(name) + glIsShader(name);
    return count;
}

static void test_pictures_and_qualities_leave_nothing_behind(void **unused)
{
    (void)unused;
    close_gl(open_gl(RND_LOW)); /* loads GL's functions */
    assert_int_equal(count_objects(), 0);
    rnd_backend *gl = open_gl(RND_HIGH);
    rnd_draw_list *list = plain_list();
    fill_scene(list);
    take(gl, list);
    const int first = count_objects();
    assert_true(first > 0);
    for (int i = 0; i < 10; i++) take(gl, list);
    assert_int_equal(count_objects(), first);
    for (int i = 0; i < 6; i++) {
        gl->set_quality(gl, (rnd_quality)(i % RND_QUALITIES));
        take(gl, list);
    }
    assert_int_equal(count_objects(), first);
    close_gl(gl);
    assert_int_equal(count_objects(), 0);
}

static void test_missing_textures_are_named(void **unused)
{
    (void)unused;
    char error[512] = "";
    rnd_stock bare = stock;
    bare.textures = "nowhere";
    assert_null(rnd_gl_new(&bare, RND_LOW, false, error, sizeof error));
    assert_non_null(strstr(error, "nowhere/"));
}

static void test_name_says_what_draws(void **unused)
{
    (void)unused;
    rnd_backend *gl = open_gl(RND_LOW);
    assert_non_null(strstr(rnd_gl_name(gl), ", OpenGL "));
    assert_true(rnd_gl_is_software(gl) == (strstr(rnd_gl_name(gl), "llvmpipe") != NULL));
    close_gl(gl);
}

static void test_png_that_cannot_be_written(void **unused)
{
    (void)unused;
    char error[256] = "";
    assert_false(rnd_png_write("nowhere/picture.png", WIDTH, HEIGHT, picture, error, sizeof error));
    assert_non_null(strstr(error, "nowhere/picture.png"));
}

static int open_context(void **unused)
{
    (void)unused;
    char error[256] = "";
    make_meshes();
    offscreen = rnd_offscreen_open(WIDTH, HEIGHT, error, sizeof error);
    if (offscreen == NULL) print_error("%s\n", error);
    return offscreen == NULL;
}

static int close_context(void **unused)
{
    (void)unused;
    rnd_offscreen_close(offscreen);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_resolution_of_the_world),
        cmocka_unit_test(test_work_goes_on_while_a_picture_is_drawn),
        cmocka_unit_test(test_sphere_is_brightest_where_it_faces_the_sun),
        cmocka_unit_test(test_sphere_under_a_sun_straight_behind_is_symmetric),
        cmocka_unit_test(test_shadow_lies_where_geometry_says),
        cmocka_unit_test(test_shadows_follow_what_moves),
        cmocka_unit_test(test_nothing_shades_itself),
        cmocka_unit_test(test_sky_is_above_the_ground),
        cmocka_unit_test(test_clouds_do_not_jump),
        cmocka_unit_test(test_ground_is_cut_out_where_the_sand_is),
        cmocka_unit_test(test_red_is_red),
        cmocka_unit_test(test_instances_stand_where_they_are_put),
        cmocka_unit_test(test_mirror_shows_its_view_turned),
        cmocka_unit_test(test_panels_lie_where_their_corners_say),
        cmocka_unit_test(test_the_same_list_gives_the_same_picture),
        cmocka_unit_test(test_quality_and_size_may_change_at_any_time),
        cmocka_unit_test(test_pictures_and_qualities_leave_nothing_behind),
        cmocka_unit_test(test_missing_textures_are_named),
        cmocka_unit_test(test_name_says_what_draws),
        cmocka_unit_test(test_png_that_cannot_be_written),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
