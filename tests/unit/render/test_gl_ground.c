/* Sand, grains, dust and panels as OpenGL draws them: are they where they should be, and look as they should?
 */
#include "support/check.h"

#include "gl_ground_rig.h"

#include <math.h>
#include <string.h>

static rig r;
static rig_picture picture, other;

static double flat(double x, double y)
{
    (void)x, (void)y;
    return 0.0;
}
static double unpressed(double x, double y)
{
    (void)x, (void)y;
    return 0.0;
}

static void open_field(double (*height)(double x, double y), double (*pressed)(double x, double y),
                       rnd_quality quality)
{
    memset(&r, 0, sizeof r);
    r.height = height;
    r.pressed = pressed;
    rig_open(&r, quality);
}

/* The picture as linear light: sRGB's curve is close to x^2.2. */
static double linear(double sum_of_channels)
{
    return pow(sum_of_channels / (3.0 * 255.0), 2.2);
}

/* ---- sand ---- */

static double track(double x, double y)
{
    (void)y;
    return fabs(x) < 0.3 ? 0.06 : 0.0;
}
static double rut(double x, double y)
{
    return -track(x, y);
}

/* Looking straight down on a rut of 0.6 m across, level at its bottom: same light, other sand. */
static void a_rut_is_darker_than_the_sand_beside_it(void **unused)
{
    (void)unused;
    for (int quality = RND_LOW; quality <= RND_MEDIUM; quality++) {
        open_field(rut, track, (rnd_quality)quality);
        rig_look(&r, (vec3){0, 0, 3}, (vec3){0, 0, 0});
        rig_draw(&r, &picture);
        /* 1 m is 270/(2 * 3 * tan 30 deg) = 78 pixels: the rut goes from 217 to 263; its middle, and 1 to 2 m
         * beside it */
        const double in = linear(rig_mean(&picture, 228, 60, 252, 210));
        const double left = linear(rig_mean(&picture, 84, 60, 162, 210));
        const double right = linear(rig_mean(&picture, 318, 60, 396, 210));
        /* moist sand reflects a half to two thirds of what dry sand does; tone mapping compresses little here
         */
        assert_true(in < 0.75 * left && in < 0.75 * right);
        assert_true(in > 0.3 * left);
        /* the sand beside is the same on both sides, within its own spots */
        CHECK_RELATIVE(left, right, 0.12);
        rig_close(&r);
    }
}

static double heap(double x, double y)
{
    return fmax(1.2 - 0.7 * hypot(x, y), 0.0);
}

/* Uppermost row of a column where two pictures differ clearly; -1: none. */
static int first_difference(int column)
{
    for (int row = 0; row < RIG_HEIGHT; row++)
        if (rig_differ(&picture, &other, column, row) > 10) return row;
    return -1;
}

/* Nothing that is behind the sand is red. */
static void redden(void)
{
    for (int i = 0; i < 8; i++) r.list.field.colours[i][1] = 0.2F;
}

static void a_heap_ends_where_its_heights_say(void **unused)
{
    (void)unused;
    const vec3 eye = {-7, 1, 1.0F}, to = {0, 0, 0.6F};
    open_field(flat, unpressed, RND_LOW);
    redden();
    rig_look(&r, eye, to);
    rig_draw(&r, &other);
    rig_close(&r);
    open_field(heap, unpressed, RND_LOW);
    redden();
    rig_look(&r, eye, to);
    rig_draw(&r, &picture);
    /* silhouette: the least row of all points of the cone that project into a column */
    double least[RIG_WIDTH];
    for (int i = 0; i < RIG_WIDTH; i++) least[i] = RIG_HEIGHT;
    for (double x = -1.8; x <= 1.8; x += 0.01)
        for (double y = -1.8; y <= 1.8; y += 0.01) {
            double pixel[2];
            if (heap(x, y) <= 0.0) continue;
            rig_project(&r, (vec3){(float)x, (float)y, (float)heap(x, y)}, pixel);
            if (pixel[0] >= 0.0 && pixel[0] < RIG_WIDTH)
                least[(int)pixel[0]] = fmin(least[(int)pixel[0]], pixel[1]);
        }
    double peak[2];
    int compared = 0;
    rig_project(&r, (vec3){0, 0, 1.2F}, peak);
    /* 30 columns, 1 m, to either side of the peak: farther out sand is before sand */
    for (int column = (int)peak[0] - 30; column <= (int)peak[0] + 30; column++) {
        assert_true(first_difference(column) >= 0);
        CHECK_NEAR(first_difference(column), least[column], 2.0); /* pixels */
        compared++;
    }
    assert_int_equal(compared, 61);
    rig_close(&r);
}

static double pit(double x, double y)
{
    const double far = hypot(x - 0.8, y - 0.8);
    return far < 0.6 ? -0.1 * (1.0 + cos(far / 0.6 * 3.14159265)) : 0.0;
}

static void a_changed_tile_changes_the_picture_only_there(void **unused)
{
    (void)unused;
    open_field(flat, unpressed, RND_LOW);
    rig_look(&r, (vec3){0, 0, 4}, (vec3){0, 0, 0});
    rig_draw(&r, &other);
    rig_draw(&r, &picture);
    assert_memory_equal(&picture, &other, sizeof picture); /* nothing moves by itself */
    r.height = pit;
    rig_give(&r, RIG_TILES / 2, RIG_TILES / 2); /* from (0, 0) to (1.6, 1.6) m */
    rig_draw(&r, &picture);
    assert_int_equal(r.list.field.dirty_count, 1);
    int inside = 0;
    for (int row = 0; row < RIG_HEIGHT; row++)
        for (int column = 0; column < RIG_WIDTH; column++) {
            /* the sky's light changes as far as 10 cells (0.5 m) beside what has changed: so far as the pit's
             * rim at 0.6 m from (0.8, 0.8); with a pixel's width */
            const double metre = RIG_HEIGHT / (2.0 * 4.0 * tan(3.14159265 / 6));
            const double x = (column + 0.5 - RIG_WIDTH / 2.0) / metre,
                         y = (RIG_HEIGHT / 2.0 - row - 0.5) / metre;
            const bool there = hypot(x - 0.8, y - 0.8) < 0.6 + 0.5 + 0.1;
            if (!there) assert_int_equal(rig_differ(&picture, &other, column, row), 0);
            if (there && rig_differ(&picture, &other, column, row) > 4) inside++;
        }
    assert_true(inside > 500); /* of some 1100 * pi/4 * ... pixels of the pit itself */
    rig_close(&r);
}

/* ---- grains ---- */

/* Mean place of what differs in the two pictures around a pixel, and how many pixels do. */
static int find_spot(const double around[2], double reach, double place[2])
{
    int count = 0;
    place[0] = place[1] = 0.0;
    for (int row = 0; row < RIG_HEIGHT; row++)
        for (int column = 0; column < RIG_WIDTH; column++) {
            if (hypot(column + 0.5 - around[0], row + 0.5 - around[1]) > reach ||
                rig_differ(&picture, &other, column, row) < 6)
                continue;
            place[0] += column + 0.5;
            place[1] += row + 0.5;
            count++;
        }
    for (int i = 0; i < 2 && count > 0; i++) place[i] /= count;
    return count;
}

static void grains_are_where_they_are(void **unused)
{
    (void)unused;
    static const float grains[] = {0, 0, 2, 0.08F, 0.5F, 0.6F, 2, 0.1F, -0.7F, -0.5F, 1.8F, 0.06F};
    static const uint8_t soils[] = {0, 1, 2};
    for (int quality = RND_LOW; quality <= RND_MEDIUM; quality++) {
        open_field(flat, unpressed, (rnd_quality)quality);
        rig_look(&r, (vec3){-3, 0, 2}, (vec3){0, 0, 2}); /* before the sky */
        rig_draw(&r, &other);
        r.list.grains = grains;
        r.list.grain_count = 3;
        r.list.grain_soils = soils;
        for (int i = 0; i < 9; i++) r.list.grain_colours[i / 3][i % 3] = 0.2F;
        rig_draw(&r, &picture);
        for (int i = 0; i < 3; i++) {
            const float *g = grains + 4 * i;
            double pixel[2], place[2];
            rig_project(&r, g, pixel);
            const double far = (double)g[0] + 3.0;
            const double radius = (double)g[3] / far * RIG_HEIGHT / (2.0 * tan(3.14159265 / 6)); /* pixels */
            const int area = find_spot(pixel, 2.0 * radius, place);
            CHECK_NEAR(place[0], pixel[0], 1.0 + 0.1 * radius); /* clods are not quite round */
            CHECK_NEAR(place[1], pixel[1], 1.0 + 0.1 * radius);
            /* a clod: a core of 0.75 radii, 0.48 of the ball's area, and twelve crumbs around it of 0.1 to
             * 0.44 radii, 0.57 of it where they do not hide each other; a point: 1.1 radii, a third of it
             * torn out, 0.85 of the ball's. A core's axes are within 18 % of its radius, its corners within
             * 15 % */
            const double ball = 3.14159265 * radius * radius;
            assert_true(area > 0.55 * ball && area < 1.6 * ball);
        }
        rig_close(&r);
    }
}

/* Rows of a grain's picture that differ, from `first` on, around its column: the topmost one. */
static int topmost_row(double column, int reach)
{
    for (int row = 0; row < RIG_HEIGHT; row++)
        for (int c = (int)column - reach; c <= (int)column + reach; c++)
            if (rig_differ(&picture, &other, c, row) >= 6) return row;
    return RIG_HEIGHT;
}

/* A grain that lies on level sand is a lump of it: its middle is drawn 0.3 radii above the sand, and its
 * core, of 1.7 radii, half as high as wide, its axes within 18 % and its corners within 15 % of that, reaches
 * 0.85 * 1.18
 * * 1.15 = 1.15 radii further. Around the middle of the sphere it would reach 2 radii, and hang. */
static void lumps_that_lie_do_not_hang(void **unused)
{
    (void)unused;
    enum { GRAINS = 7, REACH = 12 };
    static const float radius = 0.06F;
    static float grains[4 * GRAINS];
    static const uint8_t soils[GRAINS];
    const double pixels = RIG_HEIGHT / (2.0 * tan(3.14159265 / 6)) / 2.0; /* of 1 m at 2 m */
    for (int i = 0; i < GRAINS; i++) {
        const int place = i - GRAINS / 2;
        const float at[4] = {0, 0.25F * (float)place, radius, radius};
        memcpy(grains + (ptrdiff_t)4 * i, at, sizeof at);
    }
    open_field(flat, unpressed, RND_MEDIUM);
    rig_look(&r, (vec3){-2, 0, 0.1F}, (vec3){0, 0, 0.1F});
    rig_draw(&r, &other);
    r.list.grains = grains;
    r.list.grain_count = GRAINS;
    r.list.grain_soils = soils;
    for (int k = 0; k < 3; k++) r.list.grain_colours[0][k] = 0.05F; /* dark, to be told from the sand */
    rig_draw(&r, &picture);
    for (int i = 0; i < GRAINS; i++) {
        const vec3 foot = {0, grains[4 * i + 1], 0};
        double pixel[2];
        rig_project(&r, foot, pixel);
        const double height = (pixel[1] - topmost_row(pixel[0], REACH)) / pixels;
        assert_true(height > 0.5 * (double)radius);
        assert_true(height < 1.45 * (double)radius + 1.0 / pixels);
    }
    rig_close(&r);
}

/* ---- sprites ---- */

static void dust_is_where_it_is_and_behind_what_hides_it(void **unused)
{
    (void)unused;
    static const rnd_sprite puffs[] = {
        {.at = {2.5F, 0, 0.3F}, .radius = 0.2F, .colour = {1, 0, 0}, .alpha = 0.9F}, /* behind the heap */
        {.at = {-2.5F, 0.8F, 1.0F}, .radius = 0.5F, .colour = {1, 0, 0}, .alpha = 0.9F}};
    double pixel[2], place[2];
    open_field(heap, unpressed, RND_LOW);
    rig_look(&r, (vec3){-7, 0, 0.6F}, (vec3){0, 0, 0.6F});
    rig_draw(&r, &other);
    r.list.sprites = puffs;
    r.list.sprite_count = 1;
    rig_draw(&r, &picture);
    assert_memory_equal(&picture, &other, sizeof picture);
    r.list.sprite_count = 2;
    rig_draw(&r, &picture);
    rig_project(&r, puffs[1].at, pixel);
    assert_true(find_spot(pixel, 40.0, place) > 200);
    CHECK_NEAR(place[0], pixel[0], 4.0); /* its texture is not quite even */
    CHECK_NEAR(place[1], pixel[1], 4.0);
    const int column = (int)pixel[0], row = (int)pixel[1];
    assert_true(picture.rgb[row][column][2] < other.rgb[row][column][2]); /* red takes away blue */
    rig_close(&r);
}

static void rain_falls(void **unused)
{
    (void)unused;
    open_field(flat, unpressed, RND_LOW);
    rig_look(&r, (vec3){0, 0, 2}, (vec3){5, 0, 2});
    rig_draw(&r, &other);
    r.list.sky.rain = 1.0F;
    r.list.time = 10.0;
    rig_draw(&r, &picture);
    int wetter = 0, moved = 0;
    for (int row = 0; row < RIG_HEIGHT; row++)
        for (int column = 0; column < RIG_WIDTH; column++)
            wetter += rig_differ(&picture, &other, column, row) > 2;
    assert_true(wetter > 200);
    other = picture;
    r.list.time = 10.05; /* 0.4 m farther down */
    rig_draw(&r, &picture);
    for (int row = 0; row < RIG_HEIGHT; row++)
        for (int column = 0; column < RIG_WIDTH; column++)
            moved += rig_differ(&picture, &other, column, row) > 2;
    assert_true(moved > 200);
    rig_close(&r);
}

/* ---- panels ---- */

enum { PANEL_WIDTH = 60, PANEL_HEIGHT = 40 };
static uint32_t pixels[PANEL_HEIGHT][PANEL_WIDTH];

static uint32_t argb(unsigned a, unsigned red, unsigned green, unsigned blue)
{
    return a << 24 | red << 16 | green << 8 | blue;
}

/* Left half opaque and of all colours, right half a half transparent grey, premultiplied. */
static void paint(void)
{
    for (unsigned row = 0; row < PANEL_HEIGHT; row++)
        for (unsigned column = 0; column < PANEL_WIDTH; column++)
            pixels[row][column] = column < PANEL_WIDTH / 2
                                      ? argb(255, row * 6, column * 8, (row * 37 + column * 11) % 256)
                                      : argb(128, 50, 50, 50);
}

/* From `left`, `top` [pixels], as large as its picture. */
static void put_panel(double left, double top)
{
    rnd_panel *panel = &r.list.panels[0];
    *panel = (rnd_panel){.slot = 7, .alpha = 1.0F};
    panel->picture = (rnd_hud_gauge_view){.visible = true,
                                          .width = PANEL_WIDTH,
                                          .height = PANEL_HEIGHT,
                                          .stride = 4 * PANEL_WIDTH,
                                          .pixels = (const uint8_t *)pixels,
                                          .version = 1};
    const double x[2] = {2 * left / RIG_WIDTH - 1, 2 * (left + PANEL_WIDTH) / RIG_WIDTH - 1};
    const double y[2] = {1 - 2 * top / RIG_HEIGHT, 1 - 2 * (top + PANEL_HEIGHT) / RIG_HEIGHT};
    const int corners[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    for (int i = 0; i < 4; i++) {
        panel->corners[i][0] = (float)x[corners[i][0]];
        panel->corners[i][1] = (float)y[corners[i][1]];
    }
    r.list.panel_count = 1;
}

static void check_panel(int left, int top)
{
    for (int row = 0; row < PANEL_HEIGHT; row++)
        for (int column = 0; column < PANEL_WIDTH; column++)
            for (int i = 0; i < 3; i++) {
                const int source = (int)(pixels[row][column] >> (16 - 8 * i) & 255U);
                const int alpha = (int)(pixels[row][column] >> 24);
                const int below = other.rgb[top + row][left + column][i];
                const int shown = picture.rgb[top + row][left + column][i];
                if (alpha == 255)
                    assert_int_equal(shown, source);
                else
                    CHECK_NEAR(shown, source + below * (255 - alpha) / 255.0, 1.0); /* rounding */
            }
}

static void a_panel_shows_its_pixels(void **unused)
{
    (void)unused;
    for (int quality = RND_LOW; quality <= RND_MEDIUM; quality++) {
        open_field(flat, unpressed, (rnd_quality)quality);
        rig_look(&r, (vec3){0, 0, 2}, (vec3){5, 0, 1});
        rig_draw(&r, &other);
        paint();
        put_panel(100, 30);
        rig_draw(&r, &picture);
        check_panel(100, 30);
        put_panel(100.3, 29.6); /* between pixels: moved to whole ones */
        rig_draw(&r, &picture);
        check_panel(100, 30);
        /* and nothing else */
        for (int row = 0; row < RIG_HEIGHT; row++)
            for (int column = 0; column < RIG_WIDTH; column++) {
                const bool on = column >= 100 && column < 160 && row >= 30 && row < 70;
                if (!on) assert_int_equal(rig_differ(&picture, &other, column, row), 0);
            }
        rig_close(&r);
    }
}

static void a_panel_is_taken_over_when_its_version_changes(void **unused)
{
    (void)unused;
    open_field(flat, unpressed, RND_LOW);
    rig_look(&r, (vec3){0, 0, 2}, (vec3){5, 0, 1});
    rig_draw(&r, &other);
    paint();
    put_panel(20, 200);
    rig_draw(&r, &picture);
    check_panel(20, 200);
    for (int row = 0; row < PANEL_HEIGHT; row++)
        for (int column = 0; column < PANEL_WIDTH; column++) pixels[row][column] = argb(255, 10, 200, 90);
    rig_draw(&r, &picture);
    assert_int_not_equal(picture.rgb[220][40][1], 200); /* it costs nothing while its version stays */
    r.list.panels[0].picture.version = 2;
    rig_draw(&r, &picture);
    check_panel(20, 200);
    r.list.panels[0].alpha = 0.5F;
    rig_draw(&r, &picture);
    CHECK_NEAR(picture.rgb[220][40][1], 100 + 0.5 * other.rgb[220][40][1], 1.0);
    r.list.panels[0].picture.visible = false;
    rig_draw(&r, &picture);
    assert_memory_equal(&picture, &other, sizeof picture);
    rig_close(&r);
}

static void a_panel_in_the_world_is_where_its_corners_are(void **unused)
{
    (void)unused;
    static const vec3 corners[4] = {{2, 0.5F, 2.5F}, {2, -0.5F, 2.5F}, {2, -0.5F, 1.8F}, {2, 0.5F, 1.8F}};
    open_field(flat, unpressed, RND_LOW);
    rig_look(&r, (vec3){0, 0, 2}, (vec3){5, 0.5F, 2});
    rig_draw(&r, &other);
    for (int row = 0; row < PANEL_HEIGHT; row++)
        for (int column = 0; column < PANEL_WIDTH; column++)
            pixels[row][column] = row < PANEL_HEIGHT / 2 ? argb(255, 250, 0, 0) : argb(255, 0, 0, 250);
    put_panel(0, 0);
    r.list.panels[0].in_world = true;
    memcpy(r.list.panels[0].corners, corners, sizeof corners);
    rig_draw(&r, &picture);
    double pixel[2];
    rig_project(&r, (vec3){2, 0, 2.3F}, pixel);
    assert_true(picture.rgb[(int)pixel[1]][(int)pixel[0]][0] > 240);
    rig_project(&r, (vec3){2, 0, 1.9F}, pixel);
    assert_true(picture.rgb[(int)pixel[1]][(int)pixel[0]][2] > 240);
    for (int i = 0; i < 4; i++) { /* 2 pixels inside each corner, and 2 outside */
        double middle[2];
        rig_project(&r, corners[i], pixel);
        rig_project(&r, (vec3){2, 0, 2.15F}, middle);
        const int dx = middle[0] > pixel[0] ? 1 : -1, dy = middle[1] > pixel[1] ? 1 : -1;
        const int column = (int)pixel[0], row = (int)pixel[1];
        assert_true(rig_differ(&picture, &other, column + 3 * dx, row + 3 * dy) > 20);
        assert_int_equal(rig_differ(&picture, &other, column - 3 * dx, row - 3 * dy), 0);
    }
    rig_close(&r);
}

/* ---- all at once ---- */

static void no_quality_makes_the_driver_complain(void **unused)
{
    (void)unused;
    static const float grains[] = {0, 0, 2, 0.03F, 0.5F, 0.6F, 2, 0.02F};
    static const uint8_t soils[] = {0, 3};
    static const rnd_sprite puff = {.at = {-2, 0.8F, 1}, .radius = 0.5F, .colour = {1, 1, 1}, .alpha = 0.5F};
    open_field(heap, track, RND_LOW);
    rig_look(&r, (vec3){-7, 0, 1}, (vec3){0, 0, 0.6F});
    paint();
    put_panel(10, 10);
    r.list.grains = grains;
    r.list.grain_soils = soils;
    r.list.grain_count = 2;
    r.list.sprites = &puff;
    r.list.sprite_count = 1;
    r.list.sky.rain = 0.7F;
    r.list.field.colours[3][0] = 0.5F; /* two soils */
    for (int quality = RND_LOW; quality <= RND_HIGH; quality++) {
        r.backend->set_quality(r.backend, (rnd_quality)quality);
        rig_give(&r, 2, 2);
        rig_draw(&r, &picture);
        const double before = rig_mean(&picture, 200, 130, 280, 200);
        assert_true(before > 60.0 && before < 740.0); /* something, neither black nor white */
    }
    rig_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rut_is_darker_than_the_sand_beside_it),
        cmocka_unit_test(a_heap_ends_where_its_heights_say),
        cmocka_unit_test(a_changed_tile_changes_the_picture_only_there),
        cmocka_unit_test(grains_are_where_they_are),
        cmocka_unit_test(lumps_that_lie_do_not_hang),
        cmocka_unit_test(dust_is_where_it_is_and_behind_what_hides_it),
        cmocka_unit_test(rain_falls),
        cmocka_unit_test(a_panel_shows_its_pixels),
        cmocka_unit_test(a_panel_is_taken_over_when_its_version_changes),
        cmocka_unit_test(a_panel_in_the_world_is_where_its_corners_are),
        cmocka_unit_test(no_quality_makes_the_driver_complain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
