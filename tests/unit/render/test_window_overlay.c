/* Sheets over the picture: how large, where, and drawn only when their words change; gauges scaled about the
 * rim of their canvas. */
#include "support/check.h"

#include "overlay.h"

#include <stdio.h>
#include <string.h>

static rnd_draw_list list; /* large */

static void put_help(overlay *o, int rows)
{
    sheet_table *table = &o->tables[OVERLAY_HELP];
    sheet_clear(table);
    snprintf(table->title, sizeof table->title, "Keys");
    for (int i = 0; i < rows; i++) sheet_add(table, "W S", "throttle, brake");
    o->shown[OVERLAY_HELP] = true;
}

static void draw(overlay *o, int width, int height)
{
    list.panel_count = 0;
    overlay_list(o, &list, width, height);
}

/* Pixels that are not transparent. */
static int inked(const rnd_panel *panel)
{
    int count = 0;
    for (int y = 0; y < panel->picture.height; y++)
        for (int x = 0; x < panel->picture.width; x++)
            count += panel->picture.pixels[y * panel->picture.stride + 4 * x + 3] > 0;
    return count;
}

static void only_what_is_shown_is_listed(void **state)
{
    (void)state;
    overlay o = {0};
    draw(&o, 1280, 720);
    assert_int_equal(list.panel_count, 0);
    put_help(&o, 3);
    draw(&o, 1280, 720);
    assert_int_equal(list.panel_count, 1);
    const rnd_panel *panel = &list.panels[0];
    assert_int_equal(panel->slot, RND_PANELS - 1 - OVERLAY_HELP);
    assert_false(panel->in_world);
    assert_true(panel->picture.visible);
    /* a plate with round corners: nearly all of it */
    assert_true(inked(panel) > 95 * panel->picture.width * panel->picture.height / 100);
    overlay_free(&o);
}

/* Keys are read over whatever lies below: the plate lets nothing through. */
static void help_is_opaque(void **state)
{
    (void)state;
    overlay o = {0};
    put_help(&o, 3);
    o.tables[OVERLAY_HELP].opaque = true;
    draw(&o, 1280, 720);
    const rnd_hud_gauge_view *picture = &list.panels[0].picture;
    assert_int_equal(picture->pixels[picture->height / 2 * picture->stride + 4 * 3 + 3], 255);
    overlay_free(&o);
}

static void unchanged_sheets_are_not_drawn_again(void **state)
{
    (void)state;
    overlay o = {0};
    put_help(&o, 3);
    draw(&o, 1280, 720);
    const uint32_t first = list.panels[0].picture.version;
    assert_true(first > 0);
    draw(&o, 1280, 720);
    assert_int_equal(list.panels[0].picture.version, first);
    put_help(&o, 4);
    draw(&o, 1280, 720);
    assert_int_equal(list.panels[0].picture.version, first + 1);
    draw(&o, 1920, 1080); /* another size is another picture */
    assert_int_equal(list.panels[0].picture.version, first + 2);
    overlay_free(&o);
}

/* In the middle, on whole pixels, as large on the screen as it was drawn. */
static void help_is_in_the_middle(void **state)
{
    (void)state;
    static const int sizes[][2] = {{1280, 720}, {640, 360}, {1920, 1080}, {500, 900}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        overlay o = {0};
        const int width = sizes[i][0], height = sizes[i][1];
        put_help(&o, 12);
        draw(&o, width, height);
        const rnd_panel *p = &list.panels[0];
        const double rounding = 1e-6; /* of corners in single precision */
        const double across = ((double)p->corners[1][0] - (double)p->corners[0][0]) / 2.0 * width;
        const double down = ((double)p->corners[0][1] - (double)p->corners[3][1]) / 2.0 * height;
        CHECK_NEAR(across, p->picture.width, rounding * width);
        CHECK_NEAR(down, p->picture.height, rounding * height);
        /* the middle falls between two pixels at most */
        CHECK_NEAR((double)p->corners[0][0] + (double)p->corners[1][0], 0.0, 4.0 / width);
        CHECK_NEAR((double)p->corners[0][1] + (double)p->corners[3][1], 0.0, 4.0 / height);
        overlay_free(&o);
    }
}

/* A long list fits into a low window, drawn smaller. */
static void sheets_fit_into_the_picture(void **state)
{
    (void)state;
    overlay o = {0};
    put_help(&o, 40);
    draw(&o, 400, 240);
    const rnd_panel *p = &list.panels[0];
    assert_true(p->picture.width <= 400 && p->picture.height <= 240);
    const uint32_t version = p->picture.version;
    draw(&o, 400, 240);
    assert_int_equal(list.panels[0].picture.version, version);
    overlay_free(&o);
}

static void rows_are_found_under_the_mouse(void **state)
{
    (void)state;
    overlay o = {0};
    put_help(&o, 5);
    draw(&o, 1280, 720);
    const overlay_box *box = &o.boxes[OVERLAY_HELP];
    const sheet *s = &o.sheets[OVERLAY_HELP];
    for (int row = 0; row < 5; row++)
        assert_int_equal(
            overlay_row_at(&o, OVERLAY_HELP, box->x + 30.0, box->y + s->row_top + (row + 0.5) * s->row_step),
            row);
    assert_int_equal(overlay_row_at(&o, OVERLAY_HELP, box->x + 30.0, box->y + 5.0), -1); /* the title */
    assert_int_equal(overlay_row_at(&o, OVERLAY_HELP, box->x - 5.0, box->y + 0.5 * box->h), -1);
    o.shown[OVERLAY_HELP] = false;
    assert_int_equal(overlay_row_at(&o, OVERLAY_HELP, box->x + 30.0, box->y + 0.5 * box->h), -1);
    overlay_free(&o);
}

/* The arrow to the left stands between a label and its value, and is as wide at every size. */
static void the_arrow_back_is_found_under_the_mouse(void **state)
{
    (void)state;
    overlay o = {0};
    put_help(&o, 5);
    o.tables[OVERLAY_HELP].choices = true;
    draw(&o, 1280, 720);
    const sheet *s = &o.sheets[OVERLAY_HELP];
    const double arrow = 22.5, across = s->width; /* one and a half times the text's height [dots] */
    CHECK_NEAR(s->value - s->back, arrow, 1e-9 * arrow);
    assert_true(s->back > 0.0 && s->value < across);
    assert_true(sheet_back_at(s, s->back + 0.5 * arrow));
    assert_false(sheet_back_at(s, s->back - 1.0));
    assert_false(sheet_back_at(s, s->value + 1.0));
    overlay_free(&o);
}

static void messages_fade_and_go(void **state)
{
    (void)state;
    overlay o = {0};
    overlay_show_message(&o, "input lost: keyboard");
    overlay_age(&o, 1.0);
    draw(&o, 1280, 720);
    assert_int_equal(list.panel_count, 1);
    CHECK_SAME((double)list.panels[0].alpha, 1.0);
    overlay_age(&o, 5.25); /* three quarters of a second before its end, half way through fading */
    draw(&o, 1280, 720);
    CHECK_NEAR((double)list.panels[0].alpha, 0.5, 1e-6);
    overlay_show_message(&o, "input back: keyboard"); /* fresh again, both */
    overlay_age(&o, 0.25);
    draw(&o, 1280, 720);
    CHECK_SAME((double)list.panels[0].alpha, 1.0);
    assert_int_equal(o.tables[OVERLAY_NOTES].count, 2);
    overlay_age(&o, 1.0); /* the first is over */
    assert_int_equal(o.tables[OVERLAY_NOTES].count, 1);
    assert_string_equal(o.tables[OVERLAY_NOTES].rows[0].left, "input back: keyboard");
    overlay_age(&o, 10.0);
    draw(&o, 1280, 720);
    assert_int_equal(list.panel_count, 0);
    for (int i = 0; i < 20; i++) overlay_show_message(&o, "m");
    assert_int_equal(o.message_count, OVERLAY_MESSAGES);
    overlay_free(&o);
}

/* text <- `word` so many times */
static void repeat(const char *word, int times, char *text)
{
    const size_t length = strlen(word);
    for (int i = 0; i < times; i++) memcpy(text + length * (size_t)i, word, length + 1);
}

/* Whole, over several lines that break at blanks, or else between characters. */
static void long_messages_are_whole(void **state)
{
    (void)state;
    static overlay o;
    char text[300];
    const sheet_table *notes = &o.tables[OVERLAY_NOTES];
    repeat("eleven more ", 20, text); /* 240 bytes */
    text[239] = '\0';
    overlay_show_message(&o, text);
    overlay_age(&o, 0.0);
    assert_int_equal(notes->count, 3);
    assert_string_equal(notes->rows[0].left + strlen(notes->rows[0].left) - 11, "eleven more");
    assert_int_equal(strlen(notes->rows[0].left) + strlen(notes->rows[1].left) + strlen(notes->rows[2].left),
                     239 - 2);
    text[0] = 'a';
    repeat("\xC3\xA4", 140, text + 1); /* more than there is room for */
    overlay_show_message(&o, text);
    overlay_age(&o, 0.0);
    assert_int_equal(notes->count, 6);
    assert_int_equal(strlen(notes->rows[3].left), 99);
    assert_int_equal(strlen(notes->rows[3].left) + strlen(notes->rows[4].left) + strlen(notes->rows[5].left),
                     255);
    assert_int_equal((unsigned char)notes->rows[5].left[strlen(notes->rows[5].left) - 1], 0xA4);
    overlay_free(&o);
}

/* ---- gauges ---- */

/* A gauge of a canvas of 1600 x 900 that fills the screen. */
static rnd_panel gauge_at(double x, double y, double w, double h)
{
    rnd_panel panel = {.picture = {.visible = true, .at = {x, y}, .size = {w, h}}, .alpha = 1.0F};
    const double corners[4][2] = {{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}};
    for (int c = 0; c < 4; c++) {
        panel.corners[c][0] = (float)(corners[c][0] / 800.0 - 1.0);
        panel.corners[c][1] = (float)(1.0 - corners[c][1] / 450.0);
    }
    return panel;
}

static void check_corner(const rnd_panel *panel, int corner, double x, double y)
{
    const double rounding = 1e-5; /* single precision, over ratios of sizes of some ten */
    CHECK_NEAR((double)panel->corners[corner][0], x / 800.0 - 1.0, rounding);
    CHECK_NEAR((double)panel->corners[corner][1], 1.0 - y / 450.0, rounding);
}

static void gauges_stay_at_their_rim(void **state)
{
    (void)state;
    static const double canvas[2] = {1600, 900};
    list.panel_count = 3;
    list.panels[0] = gauge_at(20, 30, 200, 100);    /* upper left */
    list.panels[1] = gauge_at(1400, 700, 180, 180); /* lower right */
    list.panels[2] = gauge_at(700, 20, 200, 60);    /* upper edge, middle */
    screen_hud_scale(&list, canvas, 0.5);
    check_corner(&list.panels[0], 0, 10, 15);
    check_corner(&list.panels[0], 2, 110, 65);
    check_corner(&list.panels[1], 0, 1500, 800);
    check_corner(&list.panels[1], 2, 1590, 890);
    check_corner(&list.panels[2], 0, 750, 10);
    check_corner(&list.panels[2], 2, 850, 40);
    list.panels[0] = gauge_at(20, 30, 200, 100);
    list.panel_count = 1;
    screen_hud_scale(&list, canvas, 1.0);
    const rnd_panel same = gauge_at(20, 30, 200, 100);
    assert_memory_equal(list.panels[0].corners, same.corners, sizeof same.corners);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_what_is_shown_is_listed),
        cmocka_unit_test(help_is_opaque),
        cmocka_unit_test(unchanged_sheets_are_not_drawn_again),
        cmocka_unit_test(help_is_in_the_middle),
        cmocka_unit_test(sheets_fit_into_the_picture),
        cmocka_unit_test(rows_are_found_under_the_mouse),
        cmocka_unit_test(the_arrow_back_is_found_under_the_mouse),
        cmocka_unit_test(messages_fade_and_go),
        cmocka_unit_test(long_messages_are_whole),
        cmocka_unit_test(gauges_stay_at_their_rim),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
