/* MESSAGE: words in a box, one number among them. */
#include "gauge.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { WORDS_LENGTH = 640 };
static const double round_corner = 8.0, border = 2.0,
                    padding = 0.14; /* [dots], [dots], of the shorter side */

static int lines_of(const char *text)
{
    int lines = 1;
    for (; *text; text++) lines += *text == '\n';
    return lines;
}

static bool make(hud_gauge *gauge, const hud_maker *maker)
{
    static const double line_height = 1.25; /* of the size */
    const auth_gauge *def = gauge->def;
    const hud_box box = hud_inside(def, padding);
    const double chosen = fmin(0.5 * def->size[1], box.h / (line_height * lines_of(def->text)));
    hud_gauge_text(gauge, maker, HUD_WORDS, def->font_size > 0.0 ? def->font_size : chosen, true, def->text);
    hud_text_wrap(&gauge->texts[HUD_WORDS], box.w);
    return true;
}

static void look(hud_gauge *gauge, const double *values, double time, hud_shown *shown)
{
    (void)time;
    shown->number = gauge->signal >= 0 ? hud_number(hud_gauge_value(gauge, values), gauge->decimals) : 0;
}

static void still(const hud_gauge *gauge, const hud_pen *pen)
{
    const auth_gauge *def = gauge->def;
    const double half = 0.5 * border;
    hud_panel(pen, gauge->box, round_corner, def->background, def->colour);
    hud_round_box(
        pen, (hud_box){def->at[0] + half, def->at[1] + half, def->size[0] - border, def->size[1] - border},
        round_corner - half);
    hud_stroke(pen, border, def->colour);
}

/* The first % of the text is number and unit. */
static void put_number(const hud_gauge *gauge, const hud_shown *shown)
{
    const char *text = gauge->def->text, *percent = strchr(text, '%');
    char words[WORDS_LENGTH], number[HUD_NUMBER_LENGTH];
    if (gauge->signal < 0 || !percent) return;
    hud_number_text(shown->number, gauge->decimals, number);
    snprintf(words, sizeof words, "%.*s%s%s%s%s", (int)(percent - text), text, number,
             *gauge->unit && *gauge->unit != '%' ? "\xC2\xA0" : "", gauge->unit, percent + 1);
    hud_text_set(&gauge->texts[HUD_WORDS], words);
}

static void draw(const hud_gauge *gauge, const hud_shown *shown, const hud_pen *pen)
{
    put_number(gauge, shown);
    hud_write_block(pen, &gauge->texts[HUD_WORDS], hud_inside(gauge->def, padding), gauge->def->colour);
}

const hud_kind hud_message = {make, look, still, draw, NULL};
