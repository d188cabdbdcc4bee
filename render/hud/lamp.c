/* LAMP: a symbol, a picture or words that light up; dim while they do not. */
#include "gauge.h"
#include "symbols.h"

#include <math.h>

static const double round_corner = 6.0, padding = 0.10; /* [dots], of the shorter side */
static const double unlit = 0.40, words_share = 0.28;   /* opacity; height of words under a symbol */

static bool has_words(const hud_gauge *gauge)
{
    return gauge->def->text && *gauge->def->text;
}

static bool has_sign(const hud_gauge *gauge)
{
    return gauge->def->symbol || hud_image_file_there(&gauge->image);
}

static bool make(hud_gauge *gauge, const hud_maker *maker)
{
    const hud_box box = hud_inside(gauge->def, padding);
    const double size = has_sign(gauge) ? 0.75 * words_share * box.h : 0.42 * box.h;
    hud_gauge_text(gauge, maker, HUD_WORDS, gauge->def->font_size > 0.0 ? gauge->def->font_size : size, true,
                   gauge->def->text);
    hud_text_wrap(&gauge->texts[HUD_WORDS], box.w);
    hud_gauge_text(gauge, maker, HUD_LABEL, 0.75 * words_share * box.h, false, gauge->def->label);
    return !gauge->def->image || hud_image_load(gauge, maker);
}

static void look(hud_gauge *gauge, const double *values, double time, hud_shown *shown)
{
    (void)time; /* blinking is the display's */
    shown->lit = 1;
    for (int i = 0; i < gauge->def->when_count; i++)
        shown->lit &= hud_condition_holds(&gauge->when[i], values);
}

static void still(const hud_gauge *gauge, const hud_pen *pen)
{
    const auth_gauge *def = gauge->def;
    hud_panel(pen, gauge->box, round_corner, def->background, def->colour);
}

static void draw_symbol(const hud_gauge *gauge, const hud_pen *pen, hud_box box, auth_colour colour)
{
    const hud_symbol *symbol = hud_symbol_find(gauge->def->symbol);
    const double half = 0.5 * fmin(box.w, box.h);
    if (!symbol) return;
    for (int solid = 0; solid < 2; solid++) {
        if (solid && !symbol->solid) continue;
        cairo_save(pen->c);
        cairo_translate(pen->c, box.x + 0.5 * box.w, box.y + 0.5 * box.h);
        cairo_scale(pen->c, half, half);
        (solid ? symbol->solid : symbol->lines)(pen->c);
        cairo_restore(pen->c);
        if (solid)
            hud_fill(pen, colour);
        else
            hud_stroke(pen, HUD_SYMBOL_LINE * half, colour);
    }
}

/* Take a row from the lower end of a box. */
static hud_box cut_row(hud_box *box, double height)
{
    box->h -= height;
    return (hud_box){box->x, box->y + box->h, box->w, height};
}

static void draw(const hud_gauge *gauge, const hud_shown *shown, const hud_pen *pen)
{
    const auth_gauge *def = gauge->def;
    const auth_colour colour = shown->lit ? def->colour : hud_faded(gauge->roles[AUTH_ROLE_DIM], unlit);
    hud_box box = hud_inside(def, padding);
    const double row = words_share * box.h;
    if (hud_has_label(def))
        hud_write_block(pen, &gauge->texts[HUD_LABEL], cut_row(&box, row),
                        shown->lit ? colour : gauge->roles[AUTH_ROLE_DIM]);
    if (has_words(gauge))
        hud_write_block(pen, &gauge->texts[HUD_WORDS], has_sign(gauge) ? cut_row(&box, row) : box, colour);
    if (hud_image_file_there(&gauge->image))
        hud_image_draw(gauge, pen, box, shown->lit ? 1.0 : unlit);
    else if (def->symbol)
        draw_symbol(gauge, pen, box, colour);
    if (!shown->lit) return;
    hud_round_box(pen, (hud_box){def->at[0] + 1.0, def->at[1] + 1.0, def->size[0] - 2.0, def->size[1] - 2.0},
                  round_corner - 1.0);
    hud_stroke(pen, 1.6, colour);
}

const hud_kind hud_lamp = {make, look, still, draw, NULL};
