/* Lines of whole pixels at any scale, halos, plates, texts that are too wide. */
#include "support/check.h"

#include "pen.h"

#include <math.h>
#include <string.h>

enum { SIDE = 64 };

static cairo_surface_t *picture;
static cairo_t *c;
static const auth_colour white = {255, 255, 255, 255};

static int begin(void **unused)
{
    (void)unused;
    picture = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, SIDE, SIDE);
    c = cairo_create(picture);
    return 0;
}

static int end(void **unused)
{
    (void)unused;
    cairo_destroy(c);
    cairo_surface_destroy(picture);
    return 0;
}

static uint32_t pixel(int x, int y)
{
    uint32_t value;
    cairo_surface_flush(picture);
    memcpy(&value,
           cairo_image_surface_get_data(picture) + (ptrdiff_t)y * cairo_image_surface_get_stride(picture) +
               4 * x,
           sizeof value);
    return value;
}

/* Pixels that are neither empty nor full. */
static int blurred(void)
{
    int count = 0;
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) count += pixel(x, y) != 0 && pixel(x, y) != 0xFFFFFFFF;
    return count;
}

static hud_pen pen_of(double scale, bool halo)
{
    cairo_identity_matrix(c);
    cairo_scale(c, scale, scale);
    return (hud_pen){.c = c, .halo = halo, .soft = true, .pixel = 1.0 / scale};
}

static void lines_are_whole_pixels(void **unused)
{
    (void)unused;
    static const double scales[] = {0.5, 1.0, 1.3, 2.0, 2.71};
    for (int i = 0; i < 5; i++) {
        const hud_pen pen = pen_of(scales[i], false);
        for (int k = 0; k < 5; k++) {
            hud_line_down(&pen, (5.3 + 1.7 * k) / scales[i], 3.21 / scales[i], 40.7 / scales[i], 1.3, white);
            hud_line_across(&pen, 3.1 / scales[i], 60.4 / scales[i], (45.2 + 2.9 * k) / scales[i], 0.2,
                            white);
        }
        assert_int_equal(blurred(), 0);
        assert_int_equal(pixel(30, 45), 0xFFFFFFFF); /* thin as it is, a line has a pixel */
    }
}

/* Under the ink it is dark, beyond the margin of a picture there is nothing. */
static void halos_are_dark_and_end_within_the_margin(void **unused)
{
    (void)unused;
    const hud_pen pen = pen_of(1.0, true);
    cairo_rectangle(c, 30.0, 30.0, 4.0, 4.0);
    hud_fill(&pen, white);
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            const double beyond = fmax(fmax(30.0 - x - 1.0, x - 34.0), fmax(30.0 - y - 1.0, y - 34.0));
            assert_int_equal(pixel(x, y) & 0xFFFFFF, 0);
            if (beyond >= HUD_MARGIN) assert_int_equal(pixel(x, y), 0);
        }
    assert_true(pixel(29, 32) >> 24 > 60); /* of 255: beside the ink both strokes lie on one another */
}

/* A halo is as faint as its ink. */
static void faint_ink_has_a_faint_halo(void **unused)
{
    (void)unused;
    const hud_pen pen = pen_of(1.0, true);
    for (int i = 0; i < 2; i++) {
        cairo_rectangle(c, 10.0 + 30.0 * i, 30.0, 4.0, 4.0);
        hud_fill(&pen, hud_faded(white, i ? 0.2 : 1.0));
    }
    assert_true(pixel(9, 32) >> 24 > 3 * (pixel(39, 32) >> 24));
}

static void plates_have_no_halo(void **unused)
{
    (void)unused;
    for (int halo = 0; halo < 2; halo++) {
        const hud_pen pen = pen_of(1.0, halo != 0);
        paint_round_box(pen.c, (paint_box){20.0, 20.0, 20.0, 20.0}, 0.0);
        hud_plate(&pen, white);
        assert_int_equal(pixel(30, 30), halo ? 0xFFFFFFFF : 0); /* they lie under everything */
        assert_int_equal(pixel(18, 30), 0);
    }
}

static void wide_texts_are_drawn_smaller(void **unused)
{
    (void)unused;
    hud_fonts fonts;
    hud_text text;
    assert_true(hud_fonts_begin(&fonts));
    hud_text_begin(&text, &fonts, "DejaVu Sans", 20.0, false);
    hud_text_set(&text, "WWWWWWWW");
    assert_true(hud_text_width(&text) > 100.0);
    const hud_pen pen = pen_of(1.0, false);
    hud_write(&pen, &text, 20.0, 40.0, HUD_LEFT, 30.0, white);
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            if (x < 19 || x > 51) assert_int_equal(pixel(x, y), 0);
    hud_text_end(&text);
    hud_fonts_end(&fonts);
}

/* Digits are of one width, so that numbers do not jump. */
static void digits_are_tabular(void **unused)
{
    (void)unused;
    static const char *const digits[] = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};
    hud_fonts fonts;
    hud_text text;
    assert_true(hud_fonts_begin(&fonts));
    hud_text_begin(&text, &fonts, "DejaVu Sans", 20.0, false);
    hud_text_set(&text, digits[0]);
    const double width = hud_text_width(&text);
    for (int i = 1; i < 10; i++) {
        hud_text_set(&text, digits[i]);
        CHECK_SAME(hud_text_width(&text), width);
    }
    CHECK_NEAR(text.rise, 0.73 * 20.0, 0.5); /* DejaVu's digits are 0.73 em high */
    hud_text_end(&text);
    hud_fonts_end(&fonts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(lines_are_whole_pixels, begin, end),
        cmocka_unit_test_setup_teardown(halos_are_dark_and_end_within_the_margin, begin, end),
        cmocka_unit_test_setup_teardown(faint_ink_has_a_faint_halo, begin, end),
        cmocka_unit_test_setup_teardown(plates_have_no_halo, begin, end),
        cmocka_unit_test_setup_teardown(wide_texts_are_drawn_smaller, begin, end),
        cmocka_unit_test_setup_teardown(digits_are_tabular, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
