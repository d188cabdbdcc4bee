/* MARKER: a recommended value, drawn over the gauge that it marks; in the colour `good` while the
 * gauge shows that value. */
#include "gauge.h"

#include <math.h>

static const double least_size = 10.0; /* of the label [dots] */

static bool make(hud_gauge *gauge, const hud_maker *maker)
{
    const double size = gauge->def->font_size > 0.0 ? gauge->def->font_size : gauge->of->texts[HUD_TICK].size;
    hud_gauge_text(gauge, maker, HUD_LABEL, fmax(size, least_size), false, gauge->def->label);
    gauge->travel = gauge->of->travel;
    return true;
}

static void look(hud_gauge *gauge, const double *values, double time, hud_shown *shown)
{
    (void)time;
    const auth_gauge *of = gauge->of->def;
    const double value = gauge->signal >= 0 ? hud_gauge_value(gauge, values) : gauge->def->value;
    const double there = hud_gauge_value(gauge->of, values);
    /* Without a tolerance: the same number, as far as its decimals go. */
    const double half =
        gauge->def->tolerance > 0.0 ? gauge->def->tolerance : 0.5 * pow(10.0, -gauge->of->decimals);
    shown->lit = fabs(there - value) <= half;
    shown->needle = HUD_NO_NEEDLE;
    if (isfinite(value)) shown->needle = llround(hud_share(of, value) * gauge->travel * HUD_QUARTERS);
}

static void still(const hud_gauge *gauge, const hud_pen *pen)
{
    (void)gauge, (void)pen;
}

static void draw(const hud_gauge *gauge, const hud_shown *shown, const hud_pen *pen)
{
    const auth_gauge *of = gauge->of->def;
    if (shown->needle == HUD_NO_NEEDLE) return;
    const hud_mark mark = {.value = of->from + hud_shown_share(gauge, shown) * (of->to - of->from),
                           .tolerance = gauge->def->tolerance,
                           .colour = shown->lit ? gauge->roles[AUTH_ROLE_GOOD] : gauge->def->colour,
                           .label = &gauge->texts[HUD_LABEL]};
    gauge->of->kind->mark(gauge->of, &mark, pen);
}

const hud_kind hud_marker = {make, look, still, draw, NULL};
