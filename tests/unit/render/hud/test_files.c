/* PNG and SVG of a whole display: they agree with each other and with a picture that was looked at.
 *
 *   test_hud_files remake     writes golden/every-kind.png anew: look at it before it is kept */
#include "fixture.h"

#include <librsvg/rsvg.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define GOLDEN HUD_TESTS "/golden/every-kind.png"

/* Rasterisers of letters and curves differ at edges: pixels are compared as means of squares of this side. An
 * edge that is half a pixel off changes a square that it crosses by half of 1/8 of the contrast of 255; where
 * lines stand close, twice that. */
enum { SQUARE = 8, MOST_OFF = 40 /* of 255, of a square */ };
static const double most_mean_off = 1.5; /* of 255, of all squares */

static const char layout_file[] = HUD_TESTS "/every-kind.yaml";
static char folder[] = "/tmp/headland-hud-XXXXXX", png[64], svg[64];

static int begin(void **unused)
{
    (void)unused;
    if (!mkdtemp(folder)) return -1;
    snprintf(png, sizeof png, "%s/a.png", folder);
    snprintf(svg, sizeof svg, "%s/a.svg", folder);
    return 0;
}

static int end(void **unused)
{
    (void)unused;
    unlink(png);
    unlink(svg);
    return rmdir(folder);
}

/* ---- a display of every kind, after ten seconds of driving ---- */

static const rnd_signal signals[] = {{"engine.speed", "rpm", "", 0.10471975511965977},
                                     {"vehicle.speed", "m/s", "", 1.0},
                                     {"chassis.roll", "rad", "", 1.0},
                                     {"chassis.pitch", "rad", "", 1.0},
                                     {"fuel.share", "1", "", 1.0},
                                     {"gear.number", "1", "", 1.0},
                                     {"gear.direction", "1", "", 1.0},
                                     {"control.parking_brake", "1", "", 1.0},
                                     {"bucket.height", "m", "", 1.0},
                                     {"chassis.x", "m", "", 1.0},
                                     {"chassis.y", "m", "", 1.0},
                                     {"chassis.heading", "rad", "", 1.0}};
enum { SIGNALS = sizeof signals / sizeof *signals };
static const rnd_map_object objects[] = {{{8.0, 6.0}, {2.0, 1.0}, 0.4}, {{-6.0, 3.0}, {0.5, 0.5}, 0.0}};

static hl_arena arena;
static hl_report report;

static rnd_hud *drive(double scale)
{
    auth_hud *layout;
    assert_int_equal(auth_hud_read(layout_file, &arena, &layout, &report), HL_OK);
    const rnd_hud_setup setup = {.layout = layout,
                                 .signals = signals,
                                 .signal_count = SIGNALS,
                                 .scale = scale,
                                 .objects = objects,
                                 .object_count = 2};
    rnd_hud *hud = rnd_hud_new(&setup, &report);
    assert_non_null(hud);
    for (int i = 0; i <= 200; i++) {
        const double t = 0.05 * i, x = 0.8 * t;
        const double values[SIGNALS] = {
            2420.0, 3.0, 0.2, -0.15, 0.07, 3.0, 1.0, 1.0, 1.5 + 1.2 * sin(t), x, 0.05 * x * x, atan(0.1 * x)};
        rnd_hud_update(hud, values, t);
    }
    return hud;
}

static void write_file(rnd_file_kind kind, const char *path, auth_colour background)
{
    char error[200] = "";
    rnd_hud *hud = drive(1.0);
    if (!rnd_hud_write(hud, kind, path, background, error, sizeof error)) fail_msg("%s: %s", path, error);
    rnd_hud_free(hud);
    hl_arena_free(&arena);
}

/* ---- comparing ---- */

static cairo_surface_t *raster(const char *path, int width, int height)
{
    GError *error = NULL;
    RsvgHandle *handle = rsvg_handle_new_from_file(path, &error);
    assert_null(error);
    cairo_surface_t *picture = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
    cairo_t *c = cairo_create(picture);
    const RsvgRectangle viewport = {0.0, 0.0, width, height};
    assert_true(rsvg_handle_render_document(handle, c, &viewport, NULL));
    cairo_destroy(c);
    g_object_unref(handle);
    return picture;
}

static const uint8_t *row_of(cairo_surface_t *picture, int row)
{
    return cairo_image_surface_get_data(picture) + (ptrdiff_t)row * cairo_image_surface_get_stride(picture);
}

/* Difference of the means of a square, the largest of the channels. */
static double square_off(cairo_surface_t *a, cairo_surface_t *b, int x, int y)
{
    double most = 0.0;
    for (int channel = 0; channel < 4; channel++) {
        int sum = 0;
        for (int row = y; row < y + SQUARE; row++)
            for (int column = x; column < x + SQUARE; column++)
                sum += row_of(a, row)[4 * column + channel] - row_of(b, row)[4 * column + channel];
        most = fmax(most, fabs((double)sum) / (SQUARE * SQUARE));
    }
    return most;
}

static void compare(cairo_surface_t *a, cairo_surface_t *b)
{
    const int width = cairo_image_surface_get_width(a), height = cairo_image_surface_get_height(a);
    double sum = 0.0;
    int count = 0;
    assert_int_equal(width, cairo_image_surface_get_width(b));
    assert_int_equal(height, cairo_image_surface_get_height(b));
    for (int y = 0; y + SQUARE <= height; y += SQUARE)
        for (int x = 0; x + SQUARE <= width; x += SQUARE) {
            const double off = square_off(a, b, x, y);
            if (off > MOST_OFF) fail_msg("the squares at (%d, %d) differ by %g of 255", x, y, off);
            sum += off;
            count++;
        }
    CHECK_NEAR(sum / count, 0.0, most_mean_off);
}

static void compare_files(const char *a, const char *b)
{
    cairo_surface_t *first = cairo_image_surface_create_from_png(a);
    assert_int_equal(cairo_surface_status(first), CAIRO_STATUS_SUCCESS);
    cairo_surface_t *second = strstr(b, ".svg") ? raster(b, cairo_image_surface_get_width(first),
                                                         cairo_image_surface_get_height(first))
                                                : cairo_image_surface_create_from_png(b);
    compare(first, second);
    cairo_surface_destroy(first);
    cairo_surface_destroy(second);
}

static const auth_colour none = {0, 0, 0, 0}, sand = {201, 180, 134, 255};

static void png_and_svg_agree(void **unused)
{
    (void)unused;
    write_file(RND_PNG, png, sand);
    write_file(RND_SVG, svg, sand);
    compare_files(png, svg);
}

static void png_is_as_it_was(void **unused)
{
    (void)unused;
    write_file(RND_PNG, png, none);
    compare_files(GOLDEN, png);
}

static void svg_is_as_it_was(void **unused)
{
    (void)unused;
    write_file(RND_SVG, svg, none);
    compare_files(GOLDEN, svg);
}

/* A comparison that everything passes would be none: a needle that has moved does not. */
static void a_moved_needle_is_found(void **unused)
{
    (void)unused;
    cairo_surface_t *golden = cairo_image_surface_create_from_png(GOLDEN);
    cairo_surface_t *moved = cairo_image_surface_create_from_png(GOLDEN);
    assert_int_equal(cairo_surface_status(moved), CAIRO_STATUS_SUCCESS);
    cairo_t *c = cairo_create(moved);
    cairo_set_source_rgb(c, 1.0, 1.0, 1.0);
    cairo_move_to(c, 72.0, 72.0);
    cairo_line_to(c, 72.0, 30.0);
    cairo_set_line_width(c, 3.0);
    cairo_stroke(c);
    cairo_destroy(c);
    double most = 0.0;
    for (int y = 0; y < 128; y += SQUARE)
        for (int x = 0; x < 128; x += SQUARE) most = fmax(most, square_off(golden, moved, x, y));
    assert_true(most > MOST_OFF);
    cairo_surface_destroy(golden);
    cairo_surface_destroy(moved);
}

static void backgrounds(void **unused)
{
    (void)unused;
    write_file(RND_PNG, png, sand);
    cairo_surface_t *picture = cairo_image_surface_create_from_png(png);
    const uint8_t *last = row_of(picture, cairo_image_surface_get_height(picture) - 1);
    assert_int_equal(last[2], sand.r); /* little-endian: blue, green, red */
    assert_int_equal(last[1], sand.g);
    assert_int_equal(last[0], sand.b);
    cairo_surface_destroy(picture);
    write_file(RND_PNG, png, none);
    picture = cairo_image_surface_create_from_png(png);
    assert_int_equal(row_of(picture, cairo_image_surface_get_height(picture) - 1)[3], 0);
    cairo_surface_destroy(picture);
}

static void sizes_follow_the_scale(void **unused)
{
    (void)unused;
    char error[200];
    rnd_hud *hud = drive(1.25);
    assert_true(rnd_hud_write(hud, RND_PNG, png, none, error, sizeof error));
    rnd_hud_free(hud);
    hl_arena_free(&arena);
    cairo_surface_t *picture = cairo_image_surface_create_from_png(png);
    assert_int_equal(cairo_image_surface_get_width(picture), 800); /* 640 dots */
    assert_int_equal(cairo_image_surface_get_height(picture), 600);
    cairo_surface_destroy(picture);
}

static void files_that_cannot_be_written(void **unused)
{
    (void)unused;
    char error[200] = "";
    rnd_hud *hud = drive(1.0);
    for (int kind = 0; kind < 2; kind++) {
        assert_false(rnd_hud_write(hud, (rnd_file_kind)kind, "/nowhere/a.png", none, error, sizeof error));
        assert_string_equal(error, "No such file or directory");
        if (access("/dev/full", W_OK) != 0) continue; /* a disk that is full */
        assert_false(rnd_hud_write(hud, (rnd_file_kind)kind, "/dev/full", none, error, sizeof error));
        assert_string_equal(error, "No space left on device");
    }
    rnd_hud_free(hud);
    hl_arena_free(&arena);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "remake") == 0) {
        write_file(RND_PNG, GOLDEN, none);
        return 0;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(png_and_svg_agree),
        cmocka_unit_test(png_is_as_it_was),
        cmocka_unit_test(svg_is_as_it_was),
        cmocka_unit_test(a_moved_needle_is_found),
        cmocka_unit_test(backgrounds),
        cmocka_unit_test(sizes_follow_the_scale),
        cmocka_unit_test(files_that_cannot_be_written),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
